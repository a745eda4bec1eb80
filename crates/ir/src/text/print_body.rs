//! Writes the inside of functions down: registers, slots, blocks, instructions, expressions, places.
//!
//! Expressions are printed recursively. The recursion is bounded, and so is the number of nodes of one tree:
//! nodes may be shared, and printing a shared node twice at each of many levels would never end. The verifier
//! holds programs to the same bounds.

use std::fmt::Write;

use super::literal::{write_constant, write_integer_value};
use super::names::{write_name, write_quoted};
use super::operators::{binary_symbol, unary_symbol};
use super::print::{default_align, write_function_name, write_span, write_type};
use crate::verify::{MAX_NESTING, MAX_TREE_NODES};
use crate::{
    Access, Body, Callee, Expr, ExprId, ExprKind, Inst, InstKind, OriginId, OriginStep, Place,
    PlaceId, PlaceKind, PointId, Program, RegDecl, RegId, SlotId, Span, Storage, Terminator, Types,
};

/// One instruction without its span.
pub fn print_instruction(program: &Program, body: &Body, inst: &Inst) -> String {
    let mut out = String::new();
    BodyPrinter::new(&mut out, program, body).write_instruction(&inst.kind);
    out
}

pub fn print_terminator(program: &Program, body: &Body, terminator: &Terminator) -> String {
    let mut out = String::new();
    BodyPrinter::new(&mut out, program, body).write_terminator(terminator);
    out
}

pub fn print_expression(program: &Program, body: &Body, expr: ExprId) -> String {
    let mut out = String::new();
    BodyPrinter::new(&mut out, program, body).write_root(expr);
    out
}

pub fn print_place(program: &Program, body: &Body, place: PlaceId) -> String {
    let mut out = String::new();
    BodyPrinter::new(&mut out, program, body).write_place_root(place);
    out
}

pub(super) fn write_register(out: &mut String, registers: &[RegDecl], id: RegId) {
    match registers.get(id.index()) {
        Some(register) => write_numbered(out, '%', &register.name, id.0),
        None => drop(write!(out, "<register {}>", id.0)),
    }
}

fn write_numbered(out: &mut String, sigil: char, name: &str, number: u32) {
    out.push(sigil);
    if !name.is_empty() {
        write_name(out, name);
        out.push('.');
    }
    let _ = write!(out, "{number}");
}

pub(super) struct BodyPrinter<'a> {
    out: &'a mut String,
    program: &'a Program,
    body: &'a Body,
    /// Nodes that the current tree may still have.
    budget: usize,
}

impl<'a> BodyPrinter<'a> {
    pub(super) fn new(out: &'a mut String, program: &'a Program, body: &'a Body) -> Self {
        BodyPrinter {
            out,
            program,
            body,
            budget: MAX_TREE_NODES,
        }
    }

    /// What stands between the braces of a function with this span.
    pub(super) fn write_body(&mut self, function: Span) {
        let mut previous = function;
        self.write_registers();
        for (index, slot) in self.body.slots.iter().enumerate() {
            self.out.push_str("  slot ");
            write_numbered(self.out, '$', &slot.name, index as u32);
            self.out.push_str(": ");
            write_type(self.out, &self.program.types, slot.ty);
            if slot.align != default_align(&self.program.types, slot.ty) {
                let _ = write!(self.out, " align {}", slot.align);
            }
            self.end_line(slot.span, &mut previous, function);
        }
        for (index, origin) in self.body.origins.iter().enumerate() {
            let _ = write!(self.out, "  origin o{index}");
            self.write_origin(origin.parent);
            let span = match origin.step {
                OriginStep::Call { callee, span } => {
                    self.out.push_str(": call ");
                    write_function_name(self.out, self.program, callee);
                    span
                }
                OriginStep::Iteration { number, span } => {
                    let _ = write!(self.out, ": iteration {number}");
                    span
                }
            };
            self.end_line(span, &mut previous, function);
        }
        for (index, block) in self.body.blocks.iter().enumerate() {
            let _ = writeln!(self.out, "b{index}:");
            for inst in &block.insts {
                self.start_line(inst.point);
                self.write_instruction(&inst.kind);
                self.write_origin(inst.origin);
                self.end_line(inst.span, &mut previous, function);
            }
            self.start_line(block.point);
            self.write_terminator(&block.terminator);
            self.write_origin(block.origin);
            self.end_line(block.span, &mut previous, function);
        }
    }

    fn start_line(&mut self, point: Option<PointId>) {
        self.out.push_str("  ");
        if let Some(point) = point {
            let _ = write!(self.out, "point {point} ");
        }
    }

    fn write_origin(&mut self, origin: Option<OriginId>) {
        if let Some(origin) = origin {
            let _ = write!(self.out, " in {origin}");
        }
    }

    fn end_line(&mut self, span: Span, previous: &mut Span, function: Span) {
        if span != *previous {
            write_span(self.out, span, Some(function));
            *previous = span;
        }
        self.out.push('\n');
    }

    /// Registers that are no parameters; neighbours of one type share a line.
    fn write_registers(&mut self) {
        const PER_LINE: usize = 10;
        let registers = &self.body.regs;
        let mut is_param = vec![false; registers.len()];
        for param in &self.body.params {
            if let Some(entry) = is_param.get_mut(param.index()) {
                *entry = true;
            }
        }
        let mut index = 0;
        while let Some(first) = registers.get(index) {
            if is_param[index] {
                index += 1;
                continue;
            }
            self.out.push_str("  reg ");
            let start = index;
            while index < registers.len()
                && index - start < PER_LINE
                && !is_param[index]
                && registers[index].ty == first.ty
            {
                if index > start {
                    self.out.push_str(", ");
                }
                write_numbered(self.out, '%', &registers[index].name, index as u32);
                index += 1;
            }
            self.out.push_str(": ");
            write_type(self.out, &self.program.types, first.ty);
            self.out.push('\n');
        }
    }

    fn write_instruction(&mut self, kind: &InstKind) {
        match kind {
            InstKind::Assign { dst, value } => {
                self.write_target(*dst);
                self.write_root(*value);
            }
            InstKind::Load { dst, place, access } => {
                self.write_target(*dst);
                self.out.push_str("load ");
                self.write_access(*access);
                self.write_place_root(*place);
            }
            InstKind::Store {
                place,
                value,
                access,
            } => {
                self.out.push_str("store ");
                self.write_access(*access);
                self.write_place_root(*place);
                self.out.push_str(" = ");
                self.write_root(*value);
            }
            InstKind::Rmw {
                op,
                dst,
                place,
                value,
                order,
            } => {
                self.write_target(*dst);
                let _ = write!(self.out, "rmw {} {} ", op.name(), order.name());
                self.write_place_root(*place);
                self.out.push_str(", ");
                self.write_root(*value);
            }
            InstKind::CompareExchange {
                ok,
                old,
                place,
                expected,
                desired,
                weak,
                order,
                failure,
            } => {
                write_register(self.out, &self.body.regs, *ok);
                self.out.push_str(", ");
                self.write_target(*old);
                let weak = if *weak { "weak " } else { "" };
                let _ = write!(self.out, "compare_exchange {weak}{}", order.name());
                if *failure != order.without_release() {
                    let _ = write!(self.out, "/{}", failure.name());
                }
                self.out.push(' ');
                self.write_place_root(*place);
                self.out.push_str(", ");
                self.write_root(*expected);
                self.out.push_str(", ");
                self.write_root(*desired);
            }
            InstKind::Fence(order) => drop(write!(self.out, "fence {}", order.name())),
            InstKind::Call { dst, callee, args } => {
                if let Some(dst) = dst {
                    self.write_target(*dst);
                }
                self.write_call(*callee, args);
            }
            InstKind::VarArgs { dst } => {
                self.write_target(*dst);
                self.out.push_str("var_args");
            }
            InstKind::Live(slot) => {
                self.out.push_str("live ");
                self.write_slot(*slot);
            }
            InstKind::Dead(slot) => {
                self.out.push_str("dead ");
                self.write_slot(*slot);
            }
            InstKind::AtomicBegin => self.out.push_str("atomic_begin"),
            InstKind::AtomicEnd => self.out.push_str("atomic_end"),
            InstKind::Spawn {
                dst,
                start,
                args,
                thread,
            } => {
                self.write_target(*dst);
                self.out.push_str("spawn ");
                if let Some(thread) = thread {
                    let _ = write!(self.out, "thread {thread} ");
                }
                self.write_operation("", &[&[*start], args.as_slice()].concat());
            }
            InstKind::SelfId { dst } => {
                self.write_target(*dst);
                self.out.push_str("self");
            }
            InstKind::Finished { dst, thread } => {
                self.write_target(*dst);
                self.write_operation("finished ", &[*thread]);
            }
            InstKind::WaitUntil(condition) => self.write_operation("wait_until ", &[*condition]),
            InstKind::Hold(lock) => self.write_operation("hold ", &[*lock]),
            InstKind::Release(lock) => self.write_operation("release ", &[*lock]),
            InstKind::Assume(condition) => self.write_operation("assume ", &[*condition]),
            InstKind::Assert {
                condition,
                property,
                message,
                detail,
            } => {
                self.write_operation("assert ", &[*condition]);
                let _ = write!(self.out, ", {}, ", property.name());
                write_quoted(self.out, message);
                if let Some(detail) = detail {
                    self.write_operation(", ", &[*detail]);
                }
            }
            InstKind::Nondet { dst } => {
                self.write_target(*dst);
                self.out.push_str("nondet");
            }
            InstKind::Alloc {
                dst,
                size,
                align,
                storage,
            } => {
                self.write_target(*dst);
                self.out.push_str("alloc ");
                self.write_operation(storage_word(*storage), &[*size]);
                if !self.is_default_align(*align) {
                    self.write_operation(" align ", &[*align]);
                }
            }
            InstKind::Free {
                pointer,
                storage,
                is_unheld,
            } => {
                self.out.push_str("free ");
                self.out.push_str(if *is_unheld { "unheld " } else { "" });
                self.write_operation(storage_word(*storage), &[*pointer]);
            }
            InstKind::ObjectSize { dst, pointer } => {
                self.write_target(*dst);
                self.write_operation("object_size ", &[*pointer]);
            }
            InstKind::Output { stream, byte } => self.write_operation("output ", &[*stream, *byte]),
            InstKind::Unsupported(what) => {
                self.out.push_str("unsupported ");
                write_quoted(self.out, what);
            }
        }
    }

    fn write_call(&mut self, callee: Callee, args: &[ExprId]) {
        self.out.push_str("call ");
        match callee {
            Callee::Direct(function) => write_function_name(self.out, self.program, function),
            Callee::Indirect(pointer) => {
                self.out.push('*');
                self.budget = MAX_TREE_NODES;
                self.write_operand(pointer, 0);
            }
        }
        self.write_operation("(", args);
        self.out.push(')');
    }

    fn write_terminator(&mut self, terminator: &Terminator) {
        match terminator {
            Terminator::Goto(target) => drop(write!(self.out, "goto {target}")),
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => {
                self.write_operation("branch ", &[*condition]);
                let _ = write!(self.out, ", {then}, {otherwise}");
            }
            Terminator::Switch {
                value,
                cases,
                default,
            } => {
                self.write_operation("switch ", &[*value]);
                self.out.push_str(" {");
                let types = &self.program.types;
                let ty = self
                    .body
                    .exprs
                    .get(value.index())
                    .map_or(Types::VOID, |e| e.ty);
                for case in cases {
                    self.out.push(' ');
                    write_integer_value(self.out, types, case.low, ty);
                    if case.high != case.low {
                        self.out.push_str("..");
                        write_integer_value(self.out, types, case.high, ty);
                    }
                    let _ = write!(self.out, " => {},", case.target);
                }
                let _ = write!(self.out, " else => {default} }}");
            }
            Terminator::Return(None) => self.out.push_str("return"),
            Terminator::Return(Some(value)) => self.write_operation("return ", &[*value]),
            Terminator::ExitThread => self.out.push_str("exit_thread"),
            Terminator::Exit(status) => self.write_operation("exit ", &[*status]),
            Terminator::Abort => self.out.push_str("abort"),
            Terminator::Unreachable => self.out.push_str("unreachable"),
        }
    }

    fn write_target(&mut self, dst: RegId) {
        write_register(self.out, &self.body.regs, dst);
        self.out.push_str(" = ");
    }

    fn write_slot(&mut self, id: SlotId) {
        match self.body.slots.get(id.index()) {
            Some(slot) => write_numbered(self.out, '$', &slot.name, id.0),
            None => drop(write!(self.out, "<slot {}>", id.0)),
        }
    }

    fn write_access(&mut self, access: Access) {
        if access.volatile {
            self.out.push_str("volatile ");
        }
        if let Some(order) = access.atomic {
            let _ = write!(self.out, "atomic {} ", order.name());
        }
    }

    /// Whether the parser supplies the same when the text does not say it.
    fn is_default_align(&self, align: ExprId) -> bool {
        let bits = self.program.types.data_model.pointer_bits();
        self.body.exprs.get(align.index()).is_some_and(|expr| {
            expr.kind == ExprKind::Int(InstKind::DEFAULT_ALIGN)
                && expr.ty == Types::int(bits, false)
        })
    }

    fn write_operation(&mut self, word: &str, operands: &[ExprId]) {
        self.out.push_str(word);
        for (index, operand) in operands.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.write_root(*operand);
        }
    }

    fn write_root(&mut self, id: ExprId) {
        self.budget = MAX_TREE_NODES;
        self.write_expr(id, 0);
    }

    fn write_place_root(&mut self, id: PlaceId) {
        self.budget = MAX_TREE_NODES;
        self.write_place(id, 0);
    }

    /// The node if it is in range and within the bounds; otherwise says so in the text.
    fn enter_expr(&mut self, id: ExprId, nesting: usize) -> Option<Expr> {
        let node = self.body.exprs.get(id.index()).copied();
        if node.is_none() {
            let _ = write!(self.out, "<expression {}>", id.0);
        }
        node.filter(|_| self.within_bounds(nesting))
    }

    fn enter_place(&mut self, id: PlaceId, nesting: usize) -> Option<Place> {
        let node = self.body.places.get(id.index()).copied();
        if node.is_none() {
            let _ = write!(self.out, "<place {}>", id.0);
        }
        node.filter(|_| self.within_bounds(nesting))
    }

    fn within_bounds(&mut self, nesting: usize) -> bool {
        if nesting >= MAX_NESTING || self.budget == 0 {
            self.out.push_str("<too large>");
            return false;
        }
        self.budget -= 1;
        true
    }

    /// As an operand of something: operations in parentheses.
    fn write_operand(&mut self, id: ExprId, nesting: usize) {
        let kind = self.body.exprs.get(id.index()).map(|node| node.kind);
        if matches!(
            kind,
            Some(ExprKind::Binary(..) | ExprKind::Convert(_) | ExprKind::Select(..))
        ) {
            self.write_in_parentheses(id, nesting);
        } else {
            self.write_expr(id, nesting);
        }
    }

    fn write_in_parentheses(&mut self, id: ExprId, nesting: usize) {
        self.out.push('(');
        self.write_expr(id, nesting);
        self.out.push(')');
    }

    fn write_expr(&mut self, id: ExprId, nesting: usize) {
        let Some(node) = self.enter_expr(id, nesting) else {
            return;
        };
        match node.kind {
            ExprKind::Int(bits) | ExprKind::Float(bits) => {
                write_constant(self.out, &self.program.types, bits, node.ty);
            }
            ExprKind::Reg(register) => write_register(self.out, &self.body.regs, register),
            ExprKind::Unary(op, operand) => {
                self.out.push_str(unary_symbol(op));
                let inner = self.body.exprs.get(operand.index()).map(|node| node.kind);
                // `-1` is a constant; the negation of one is `-(1)`.
                if matches!(inner, Some(ExprKind::Int(_) | ExprKind::Float(_))) {
                    self.write_in_parentheses(operand, nesting + 1);
                } else {
                    self.write_operand(operand, nesting + 1);
                }
            }
            ExprKind::Binary(op, left, right) => {
                self.write_operand(left, nesting + 1);
                self.out.push(' ');
                self.out.push_str(binary_symbol(op));
                self.out.push(' ');
                self.write_operand(right, nesting + 1);
            }
            ExprKind::Convert(operand) => {
                self.write_operand(operand, nesting + 1);
                self.out.push_str(" as ");
                write_type(self.out, &self.program.types, node.ty);
            }
            ExprKind::AddressOf(place) => {
                self.out.push('&');
                self.write_place(place, nesting + 1);
            }
            ExprKind::FunctionAddress(function) => {
                self.out.push('&');
                write_function_name(self.out, self.program, function);
            }
            ExprKind::Select(condition, then, otherwise) => {
                self.write_operand(condition, nesting + 1);
                self.out.push_str(" ? ");
                self.write_operand(then, nesting + 1);
                self.out.push_str(" : ");
                self.write_operand(otherwise, nesting + 1);
            }
        }
    }

    fn write_place(&mut self, id: PlaceId, nesting: usize) {
        let Some(node) = self.enter_place(id, nesting) else {
            return;
        };
        match node.kind {
            PlaceKind::Global(global) => match self.program.globals.get(global.index()) {
                Some(global) => {
                    self.out.push('@');
                    write_name(self.out, &global.name);
                }
                None => drop(write!(self.out, "<global {}>", global.0)),
            },
            PlaceKind::Slot(slot) => self.write_slot(slot),
            PlaceKind::Deref(pointer) => {
                self.out.push('*');
                self.write_operand(pointer, nesting + 1);
            }
            PlaceKind::Field(base, index) => self.write_field(base, index, nesting),
            PlaceKind::Index(base, index) => {
                self.write_base(base, nesting + 1);
                self.out.push('[');
                self.write_expr(index, nesting + 1);
                self.out.push(']');
            }
        }
    }

    fn write_field(&mut self, base: PlaceId, index: u32, nesting: usize) {
        let base_node = self.body.places.get(base.index()).copied();
        match base_node.map(|node| node.kind) {
            Some(PlaceKind::Deref(pointer)) => {
                let kind = self.body.exprs.get(pointer.index()).map(|node| node.kind);
                if matches!(kind, Some(ExprKind::AddressOf(_) | ExprKind::Unary(..))) {
                    self.write_in_parentheses(pointer, nesting + 2);
                } else {
                    self.write_operand(pointer, nesting + 2);
                }
                self.out.push_str("->");
            }
            _ => {
                self.write_base(base, nesting + 1);
                self.out.push('.');
            }
        }
        let record = base_node.and_then(|node| record_of(&self.program.types, node));
        match record.and_then(|fields| fields.get(index as usize)) {
            Some(field) => write_name(self.out, &field.name),
            None => drop(write!(self.out, "<field {index}>")),
        }
    }

    /// A place that something follows.
    fn write_base(&mut self, base: PlaceId, nesting: usize) {
        let kind = self.body.places.get(base.index()).map(|node| node.kind);
        let parenthesised = matches!(kind, Some(PlaceKind::Deref(_)));
        if parenthesised {
            self.out.push('(');
        }
        self.write_place(base, nesting);
        if parenthesised {
            self.out.push(')');
        }
    }
}

fn record_of(types: &Types, place: Place) -> Option<&[crate::Field]> {
    if place.ty.index() >= types.len() {
        return None;
    }
    match types.get(place.ty) {
        crate::Type::Record(record) => {
            let body = types.records.get(record.index())?.body.as_ref()?;
            Some(&body.fields)
        }
        _ => None,
    }
}

fn storage_word(storage: Storage) -> &'static str {
    match storage {
        Storage::Heap => "heap ",
        Storage::Stack => "stack ",
    }
}
