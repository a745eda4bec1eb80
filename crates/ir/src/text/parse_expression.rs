//! Reads expressions and places, and gives each node its type.
//!
//! Types follow from the leaves. What is asked for here is only what the type of a node hangs on (a field
//! needs a record, `*` a pointer); that operands fit each other is the verifier's business.

use super::lex::TokenKind;
use super::operators::{binary_from_symbol, unary_from_symbol};
use super::parse::{Named, Parsed, Parser};
use crate::verify::MAX_NESTING;
use crate::{
    BinaryOp, Body, ExprId, ExprKind, PlaceId, PlaceKind, RegId, SlotId, Type, TypeId, Types,
    UnaryOp,
};

/// Parentheses around a constant that is negated are the one level of text that is no level of nodes.
const MAX_TEXT_NESTING: usize = MAX_NESTING + 2;

impl Parser<'_> {
    /// An expression as a whole: an operation needs no parentheses.
    pub(super) fn parse_expr(&mut self, body: &mut Body) -> Parsed<ExprId> {
        let left = self.parse_operand(body)?;
        match self.peek() {
            TokenKind::Symbol("?") => self.parse_select(body, left),
            TokenKind::Symbol(symbol) => {
                let left_type = body.expr(left).ty;
                let left_is_pointer = self.program.types.is_pointer(left_type);
                match binary_from_symbol(symbol, left_is_pointer) {
                    Some(op) => {
                        self.position += 1;
                        let right = self.parse_operand(body)?;
                        Ok(self.add_binary(body, op, left, right))
                    }
                    None => Ok(left),
                }
            }
            TokenKind::Word if self.eat_word("as") => {
                let ty = self.parse_type()?;
                Ok(body.add_expr(ExprKind::Convert(left), ty))
            }
            _ => Ok(left),
        }
    }

    /// Whether the next token can start an expression.
    pub(super) fn at_expr(&self) -> bool {
        match self.peek() {
            TokenKind::Register | TokenKind::Number => true,
            TokenKind::Word => matches!(self.peek_text(), "true" | "false"),
            // A span starts with `!` too, but then a number or word follows.
            TokenKind::Symbol("!") => match self.peek_at(1) {
                TokenKind::Number => false,
                TokenKind::Word => {
                    let next = self.tokens.get(self.position + 1);
                    next.is_some_and(|t| matches!(self.text_of(*t), "true" | "false"))
                }
                _ => true,
            },
            TokenKind::Symbol(symbol) => matches!(symbol, "(" | "-" | "~" | "&"),
            _ => false,
        }
    }

    pub(super) fn parse_place(&mut self, body: &mut Body) -> Parsed<PlaceId> {
        self.enter()?;
        let place = self.parse_place_base(body)?;
        let place = match place {
            // `*p.x` would be unclear, so nothing may follow.
            Base::Deref(place) => place,
            Base::Other(place) => self.parse_place_suffixes(body, place)?,
        };
        self.nesting -= 1;
        Ok(place)
    }

    pub(super) fn parse_register(&mut self, body: &Body) -> Parsed<RegId> {
        if self.peek() != TokenKind::Register {
            return self.fail("expected a register, such as %0");
        }
        let (name, number) = self.numbered()?;
        match body.regs.get(number as usize) {
            Some(register) if name.is_empty() || register.name == name => Ok(RegId(number)),
            _ => {
                self.position -= 1;
                self.fail("there is no such register")
            }
        }
    }

    pub(super) fn parse_slot(&mut self, body: &Body) -> Parsed<SlotId> {
        if self.peek() != TokenKind::Slot {
            return self.fail("expected a slot, such as $0");
        }
        let (name, number) = self.numbered()?;
        match body.slots.get(number as usize) {
            Some(slot) if name.is_empty() || slot.name == name => Ok(SlotId(number)),
            _ => {
                self.position -= 1;
                self.fail("there is no such slot")
            }
        }
    }

    fn enter(&mut self) -> Parsed<()> {
        if self.nesting >= MAX_TEXT_NESTING {
            return self.fail("expressions are nested too deeply");
        }
        self.nesting += 1;
        Ok(())
    }

    /// An expression that needs no parentheses, or one in them.
    pub(super) fn parse_operand(&mut self, body: &mut Body) -> Parsed<ExprId> {
        self.enter()?;
        let expr = match self.peek() {
            TokenKind::Register => self.parse_register_expr(body)?,
            TokenKind::Symbol("(") => {
                self.position += 1;
                let expr = self.parse_expr(body)?;
                self.expect(")")?;
                expr
            }
            TokenKind::Symbol("&") => self.parse_address(body)?,
            TokenKind::Symbol(symbol) => match unary_from_symbol(symbol) {
                Some(op) if op != UnaryOp::Neg || self.peek_at(1) != TokenKind::Number => {
                    self.position += 1;
                    let operand = self.parse_operand(body)?;
                    let ty = body.expr(operand).ty;
                    body.add_expr(ExprKind::Unary(op, operand), ty)
                }
                Some(_) => self.parse_constant_expr(body)?,
                None => return self.fail("expected an expression"),
            },
            _ => self.parse_constant_expr(body)?,
        };
        self.nesting -= 1;
        Ok(expr)
    }

    fn parse_register_expr(&mut self, body: &mut Body) -> Parsed<ExprId> {
        let register = self.parse_register(body)?;
        let ty = body.regs[register.index()].ty;
        Ok(body.add_expr(ExprKind::Reg(register), ty))
    }

    fn parse_constant_expr(&mut self, body: &mut Body) -> Parsed<ExprId> {
        if !self.at_expr() {
            return self.fail("expected an expression");
        }
        let (bits, ty) = self.parse_constant()?;
        let kind = match self.program.types.is_float(ty) {
            true => ExprKind::Float(bits),
            false => ExprKind::Int(bits),
        };
        Ok(body.add_expr(kind, ty))
    }

    fn parse_address(&mut self, body: &mut Body) -> Parsed<ExprId> {
        self.position += 1;
        if self.peek() == TokenKind::Global {
            let start = self.position;
            if let Named::Function(function) = self.resolve_name()? {
                let pointee = self.program.functions[function.index()].ty;
                let ty = self.program.types.pointer_to(pointee);
                return Ok(body.add_expr(ExprKind::FunctionAddress(function), ty));
            }
            self.position = start;
        }
        let place = self.parse_place(body)?;
        let ty = self.program.types.pointer_to(body.place(place).ty);
        Ok(body.add_expr(ExprKind::AddressOf(place), ty))
    }

    fn parse_select(&mut self, body: &mut Body, condition: ExprId) -> Parsed<ExprId> {
        self.position += 1;
        let then = self.parse_operand(body)?;
        self.expect(":")?;
        let otherwise = self.parse_operand(body)?;
        let ty = body.expr(then).ty;
        Ok(body.add_expr(ExprKind::Select(condition, then, otherwise), ty))
    }

    fn add_binary(&self, body: &mut Body, op: BinaryOp, left: ExprId, right: ExprId) -> ExprId {
        let ty = match op {
            BinaryOp::PointerDiff => self.program.types.pointer_difference(),
            op if op.is_comparison() => Types::BOOL,
            _ => body.expr(left).ty,
        };
        body.add_expr(ExprKind::Binary(op, left, right), ty)
    }

    fn parse_place_base(&mut self, body: &mut Body) -> Parsed<Base> {
        match self.peek() {
            TokenKind::Global => match self.resolve_name()? {
                Named::Global(global) => {
                    let ty = self.program.globals[global.index()].ty;
                    Ok(Base::Other(body.add_place(PlaceKind::Global(global), ty)))
                }
                Named::Function(_) => {
                    self.position -= 1;
                    self.fail("a function is not a place")
                }
            },
            TokenKind::Slot => {
                let slot = self.parse_slot(body)?;
                let ty = body.slots[slot.index()].ty;
                Ok(Base::Other(body.add_place(PlaceKind::Slot(slot), ty)))
            }
            TokenKind::Symbol("*") => Ok(Base::Deref(self.parse_dereference(body)?)),
            TokenKind::Symbol("(") if self.peek_at(1) == TokenKind::Symbol("*") => {
                self.position += 1;
                let place = self.parse_dereference(body)?;
                self.expect(")")?;
                Ok(Base::Other(place))
            }
            _ => {
                if !self.at_expr() {
                    return self.fail("expected a place");
                }
                let pointer = self.parse_operand(body)?;
                self.expect("->")?;
                let place = self.add_dereference(body, pointer)?;
                self.parse_field(body, place).map(Base::Other)
            }
        }
    }

    fn parse_dereference(&mut self, body: &mut Body) -> Parsed<PlaceId> {
        self.position += 1;
        let pointer = self.parse_operand(body)?;
        self.add_dereference(body, pointer)
    }

    fn add_dereference(&mut self, body: &mut Body, pointer: ExprId) -> Parsed<PlaceId> {
        match self.program.types.pointee(body.expr(pointer).ty) {
            Some(ty) => Ok(body.add_place(PlaceKind::Deref(pointer), ty)),
            None => self.fail("what was dereferenced here is not a pointer"),
        }
    }

    fn parse_place_suffixes(&mut self, body: &mut Body, mut place: PlaceId) -> Parsed<PlaceId> {
        // A chain of suffixes is as deep as it is long.
        let mut suffixes = 0;
        loop {
            if self.eat(".") {
                place = self.parse_field(body, place)?;
            } else if self.eat("[") {
                let element = self.element_type(body.place(place).ty)?;
                let index = self.parse_expr(body)?;
                self.expect("]")?;
                place = body.add_place(PlaceKind::Index(place, index), element);
            } else {
                return Ok(place);
            }
            suffixes += 1;
            if suffixes > MAX_NESTING {
                return self.fail("expressions are nested too deeply");
            }
        }
    }

    fn element_type(&self, ty: TypeId) -> Parsed<TypeId> {
        match self.program.types.get(ty) {
            Type::Array { element, .. } => Ok(*element),
            _ => self.fail("what is indexed here is not an array"),
        }
    }

    fn parse_field(&mut self, body: &mut Body, base: PlaceId) -> Parsed<PlaceId> {
        let Type::Record(record) = *self.program.types.get(body.place(base).ty) else {
            return self.fail("what stands before this field is not a struct or union");
        };
        let name = self.name()?;
        match self.program.types.field_named(record, &name) {
            Some((index, field)) => {
                let ty = field.ty;
                Ok(body.add_place(PlaceKind::Field(base, index), ty))
            }
            None => {
                self.position -= 1;
                self.fail("there is no such field")
            }
        }
    }
}

enum Base {
    Deref(PlaceId),
    Other(PlaceId),
}
