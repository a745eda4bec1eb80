//! Expressions and places.
//!
//! **What is written has the value of the node, and its type if that is at least as wide as `int`.** Narrower nodes are written
//! as C computes them, in `int`, and never hold a value that their own type has not. So operands need no conversion to be
//! compared or widened. Sums, products and shifts are computed unsigned and converted back, since the IR lets signed ones
//! wrap; that an unsigned value is cut when it becomes signed, and that a negative one keeps its sign when shifted right, is what
//! all compilers of today do.

use std::collections::{HashMap, HashSet};

use unspool_ir::{
    BinaryOp, Body, ExprId, ExprKind, Function, GlobalId, PlaceId, PlaceKind, Program, RegId,
    SlotId, Type, TypeId, Types, UnaryOp,
};

use crate::globals;
use crate::literals;
use crate::names::{LocalNames, Names};
use crate::types::TypeWriter;

/// Writes the nodes of one function.
pub struct Code<'a> {
    pub program: &'a Program,
    pub names: &'a Names,
    pub function: &'a Function,
    pub body: &'a Body,
    pub(crate) locals: LocalNames,
    /// Registers whose values are written where they are used, and nowhere else.
    pub(crate) folded: HashMap<RegId, Folded>,
    /// Registers that nothing reads; they are not assigned.
    pub(crate) unread: HashSet<RegId>,
    /// Whether truth values are combined by `&&` and `||`.
    pub(crate) is_logical: bool,
}

/// What is written for a register in place of its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Folded {
    Value(ExprId),
    Load(PlaceId),
}

/// A text, and how strongly it binds.
struct Piece {
    text: String,
    strength: Strength,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    /// Has to be put in parentheses wherever it is an operand.
    Weak,
    /// A cast, or an operator in front.
    Prefix,
    /// A name, a constant, a call, an element.
    Strong,
}

use Strength::{Prefix, Strong, Weak};

fn piece(strength: Strength, text: impl Into<String>) -> Piece {
    let text = text.into();
    Piece { text, strength }
}

impl Piece {
    /// As an operand that must bind at least so.
    fn at(self, strength: Strength) -> String {
        match self.strength >= strength {
            true => self.text,
            false => format!("({})", self.text),
        }
    }
}

impl<'a> Code<'a> {
    pub(crate) fn new(
        program: &'a Program,
        names: &'a Names,
        function: &'a Function,
        body: &'a Body,
    ) -> Code<'a> {
        Code {
            program,
            names,
            function,
            body,
            locals: LocalNames::of(names, body),
            folded: HashMap::new(),
            unread: HashSet::new(),
            is_logical: false,
        }
    }

    pub fn types(&self) -> TypeWriter<'a> {
        TypeWriter {
            types: &self.program.types,
            names: self.names,
        }
    }

    pub fn register(&self, register: RegId) -> &str {
        &self.locals.regs[register.index()]
    }

    pub fn slot(&self, slot: SlotId) -> &str {
        &self.locals.slots[slot.index()]
    }

    /// An expression, without parentheses around it.
    pub fn expr(&self, id: ExprId) -> String {
        self.piece(id).text
    }

    /// The opposite of a condition.
    pub fn negated(&self, id: ExprId) -> String {
        use BinaryOp::*;
        let kind = self.body.expr(id).kind;
        if let ExprKind::Reg(register) = kind
            && let Some(Folded::Value(value)) = self.folded.get(&register)
        {
            return self.negated(*value);
        }
        match kind {
            ExprKind::Unary(UnaryOp::Not, operand) => self.expr(operand),
            ExprKind::Convert(operand)
                if self.ty(operand) != Types::BOOL && !self.is_sure(operand) =>
            {
                format!("{} == 0", self.tested(operand))
            }
            // What is no number is neither smaller nor not smaller.
            ExprKind::Binary(op, left, right) if !self.program.types.is_float(self.ty(left)) => {
                let opposite = match op {
                    Eq => Ne,
                    Ne => Eq,
                    Lt => Ge,
                    Ge => Lt,
                    Gt => Le,
                    Le => Gt,
                    _ => return format!("!{}", self.operand(id)),
                };
                self.binary(opposite, Types::BOOL, left, right).text
            }
            _ => format!("!{}", self.operand(id)),
        }
    }

    /// The same as an operand of an operator.
    pub fn operand(&self, id: ExprId) -> String {
        self.piece(id).at(Prefix)
    }

    /// What an array or `*` stands in front or behind of.
    pub fn strong(&self, id: ExprId) -> String {
        self.piece(id).at(Strong)
    }

    pub fn place(&self, id: PlaceId) -> String {
        self.place_piece(id).text
    }

    pub fn address(&self, id: PlaceId) -> String {
        self.address_piece(id).at(Prefix)
    }

    pub fn is_read(&self, register: RegId) -> bool {
        !self.unread.contains(&register)
    }

    /// The value that stands at a place.
    pub fn load(&self, place: PlaceId) -> String {
        self.loaded(place).text
    }

    fn loaded(&self, place: PlaceId) -> Piece {
        let ty = self.body.place(place).ty;
        if ty == Types::BOOL && self.may_be_overlaid(place) {
            // Whatever the byte is, it is true or false.
            return piece(
                Weak,
                format!("*(unsigned char *){} != 0", self.address(place)),
            );
        }
        self.place_piece(place)
    }

    /// Whether the bytes of a place may be no value of its type: only for what the program itself overlays can that be.
    pub(crate) fn may_be_overlaid(&self, mut place: PlaceId) -> bool {
        loop {
            place = match self.body.place(place).kind {
                PlaceKind::Global(_) | PlaceKind::Slot(_) => return false,
                PlaceKind::Deref(_) => return true,
                PlaceKind::Index(base, _) => base,
                PlaceKind::Field(base, _) => {
                    let types = &self.program.types;
                    if let Type::Record(record) = *types.get(self.body.place(base).ty)
                        && types.record(record).kind == unspool_ir::RecordKind::Union
                    {
                        return true;
                    }
                    base
                }
            };
        }
    }

    fn ty(&self, id: ExprId) -> TypeId {
        self.body.expr(id).ty
    }

    fn cast(&self, ty: TypeId, value: Piece) -> Piece {
        let name = self.types().name(ty);
        piece(Prefix, format!("({name}){}", value.at(Prefix)))
    }

    fn piece(&self, id: ExprId) -> Piece {
        let types = &self.program.types;
        let node = self.body.expr(id);
        match node.kind {
            ExprKind::Int(bits) if types.is_pointer(node.ty) => {
                let word = Types::int(types.data_model.pointer_bits(), false);
                let value = match bits {
                    0 => "0".to_string(),
                    _ => literals::integer(types, word, bits),
                };
                self.cast(node.ty, piece(Strong, value))
            }
            ExprKind::Int(bits) | ExprKind::Float(bits) => {
                piece(Strong, literals::constant(types, node.ty, bits))
            }
            ExprKind::Reg(register) => match self.folded.get(&register) {
                None => piece(Strong, self.register(register)),
                Some(Folded::Value(value)) => self.piece(*value),
                Some(Folded::Load(place)) => self.loaded(*place),
            },
            ExprKind::Unary(op, operand) => self.unary(op, node.ty, operand),
            ExprKind::Binary(op, left, right) => self.binary(op, node.ty, left, right),
            ExprKind::Convert(operand) => self.convert(node.ty, operand),
            ExprKind::AddressOf(place) => self.address_piece(place),
            ExprKind::FunctionAddress(function) => piece(
                Prefix,
                format!("&{}", self.names.functions[function.index()]),
            ),
            ExprKind::Select(condition, then, otherwise) => piece(
                Weak,
                format!(
                    "{} ? {} : {}",
                    self.operand(condition),
                    self.operand(then),
                    self.operand(otherwise)
                ),
            ),
        }
    }

    fn unary(&self, op: UnaryOp, ty: TypeId, operand: ExprId) -> Piece {
        let types = &self.program.types;
        let inner = self.piece(operand);
        match op {
            // Compilers ask whether `!a == b` is meant so.
            UnaryOp::Not => piece(Weak, format!("!{}", inner.at(Prefix))),
            UnaryOp::Neg if types.is_float(ty) => piece(Prefix, format!("-{}", inner.at(Strong))),
            UnaryOp::Neg => {
                let negated = format!("-{}", self.computed(ty, operand).at(Strong));
                self.computed_back(ty, piece(Prefix, negated))
            }
            UnaryOp::Complement => {
                let complement = piece(Prefix, format!("~{}", inner.at(Prefix)));
                match types.value_bits(ty) < 32 {
                    true => self.cast(ty, complement),
                    false => complement,
                }
            }
        }
    }

    fn binary(&self, op: BinaryOp, ty: TypeId, left: ExprId, right: ExprId) -> Piece {
        use BinaryOp::*;
        let types = &self.program.types;
        let plain = |op: &str| {
            let (left, right) = (self.operand(left), self.operand(right));
            piece(Weak, format!("{left} {op} {right}"))
        };
        let is_float = types.is_float(ty);
        match op {
            Add | Sub | Mul => {
                let sign = sign(op);
                if is_float {
                    return plain(sign);
                }
                let (left, right) = (self.computed(ty, left), self.computed(ty, right));
                let value = format!("{} {sign} {}", left.at(Prefix), right.at(Prefix));
                self.computed_back(ty, piece(Weak, value))
            }
            Shl => {
                let count = self.shift_count(ty, right);
                let value = format!("{} << {count}", self.computed(ty, left).at(Prefix));
                self.computed_back(ty, piece(Weak, value))
            }
            Shr => {
                let count = self.shift_count(ty, right);
                piece(Weak, format!("{} >> {count}", self.operand(left)))
            }
            // Never computed; but compilers do not like to see it.
            Div | Rem if !is_float && self.body.expr(right).kind == ExprKind::Int(0) => {
                self.piece(left)
            }
            And if ty == Types::BOOL && self.is_logical => plain("&&"),
            Or if ty == Types::BOOL && self.is_logical => plain("||"),
            Div | Rem | And | Or | Xor => plain(sign(op)),
            // Compilers say what they think of comparing an address that they know.
            Eq | Ne if self.is_known_address(left) || self.is_known_address(right) => {
                let (left, right) = (self.word(left), self.word(right));
                piece(Weak, format!("{left} {} {right}", sign(op)))
            }
            Eq | Ne => plain(sign(op)),
            Lt | Le | Gt | Ge => {
                let operands = self.ty(left);
                if !types.is_pointer(operands) {
                    return plain(sign(op));
                }
                let (left, right) = (self.word(left), self.word(right));
                piece(Weak, format!("{left} {} {right}", sign(op)))
            }
            PointerAdd => {
                let is_sized = types.pointee(ty).and_then(|it| types.size_of(it)).is_some();
                let (pointer, count) = (self.operand(left), self.operand(right));
                match is_sized {
                    true => piece(Weak, format!("{pointer} + {count}")),
                    false => {
                        let sum = format!("(unsigned char *){pointer} + {count}");
                        self.cast(ty, piece(Weak, sum))
                    }
                }
            }
            PointerDiff => {
                let step = types.pointer_step(self.ty(left)).max(1);
                let (left, right) = (self.word(left), self.word(right));
                let bytes = self.cast(ty, piece(Weak, format!("{left} - {right}")));
                match step {
                    1 => bytes,
                    _ => {
                        let step = literals::integer(types, ty, u128::from(step));
                        piece(Weak, format!("{} / {step}", bytes.at(Prefix)))
                    }
                }
            }
        }
    }

    fn is_known_address(&self, mut id: ExprId) -> bool {
        while self.program.types.is_pointer(self.ty(id)) {
            id = match self.body.expr(id).kind {
                ExprKind::Convert(inner) => inner,
                ExprKind::AddressOf(_) | ExprKind::FunctionAddress(_) => return true,
                _ => return false,
            };
        }
        false
    }

    /// A pointer as a number.
    fn word(&self, id: ExprId) -> String {
        format!("(unsigned long){}", self.operand(id))
    }

    /// An operand in the unsigned type in which values of a type are computed.
    fn computed(&self, ty: TypeId, id: ExprId) -> Piece {
        let types = &self.program.types;
        let bits = types.value_bits(ty).max(32);
        let unsigned = Types::int(bits, false);
        if ty == unsigned {
            return self.piece(id);
        }
        match self.body.expr(id).kind {
            ExprKind::Int(value) => {
                let from = self.ty(id);
                let value = unspool_ir::arithmetic::convert(types, from, unsigned, value);
                piece(Strong, literals::integer(types, unsigned, value))
            }
            _ => self.cast(unsigned, self.piece(id)),
        }
    }

    /// From the unsigned type to the type itself.
    fn computed_back(&self, ty: TypeId, value: Piece) -> Piece {
        let types = &self.program.types;
        let bits = types.value_bits(ty).max(32);
        match ty == Types::int(bits, false) {
            true => value,
            false => self.cast(ty, value),
        }
    }

    /// Taken modulo the width, as the IR has it.
    fn shift_count(&self, ty: TypeId, count: ExprId) -> String {
        let most = self.program.types.value_bits(ty) - 1;
        match self.body.expr(count).kind {
            ExprKind::Int(value) => (value & u128::from(most)).to_string(),
            _ => format!("((unsigned int){} & {most}u)", self.operand(count)),
        }
    }

    /// Whether a constant part makes it different from zero: compilers do not let one ask.
    fn is_sure(&self, operand: ExprId) -> bool {
        let is_constant = |id| matches!(self.body.expr(id).kind, ExprKind::Int(bits) if bits != 0);
        match self.body.expr(operand).kind {
            ExprKind::Binary(BinaryOp::Or, left, right) => is_constant(left) || is_constant(right),
            _ => false,
        }
    }

    /// What is compared with zero.
    fn tested(&self, operand: ExprId) -> String {
        match self.is_known_address(operand) {
            true => self.word(operand),
            false => self.operand(operand),
        }
    }

    fn convert(&self, ty: TypeId, operand: ExprId) -> Piece {
        let types = &self.program.types;
        let from = self.ty(operand);
        if from == ty {
            return self.piece(operand);
        }
        if ty == Types::BOOL {
            if self.is_sure(operand) {
                return piece(Prefix, format!("(_Bool){}", self.operand(operand)));
            }
            return piece(Weak, format!("{} != 0", self.tested(operand)));
        }
        let (from_pointer, to_pointer) = (types.is_pointer(from), types.is_pointer(ty));
        let through_word = from_pointer != to_pointer;
        let word = Types::int(types.data_model.pointer_bits(), false);
        match through_word && from != word && ty != word {
            true => {
                let word = format!("(unsigned long){}", self.operand(operand));
                self.cast(ty, piece(Prefix, word))
            }
            // Compilers guess what such an address is for.
            false
                if from_pointer
                    && types.pointee(ty).is_some_and(|it| it != Types::VOID)
                    && self.is_known_address(operand) =>
            {
                let hidden = format!("(void *){}", self.operand(operand));
                self.cast(ty, piece(Prefix, hidden))
            }
            false => self.cast(ty, self.piece(operand)),
        }
    }

    fn address_piece(&self, id: PlaceId) -> Piece {
        let place = self.body.place(id);
        match place.kind {
            PlaceKind::Deref(pointer) => self.piece(pointer),
            PlaceKind::Global(global) if !globals::is_plain(self.program, global) => {
                let pointer = self.types().pointer(place.ty);
                let name = &self.names.globals[global.index()];
                piece(Prefix, format!("({pointer}){name}"))
            }
            _ => piece(Prefix, format!("&{}", self.place_piece(id).at(Strong))),
        }
    }

    fn place_piece(&self, id: PlaceId) -> Piece {
        let place = self.body.place(id);
        match place.kind {
            PlaceKind::Global(global) => self.global(global, place.ty),
            PlaceKind::Slot(slot) => piece(Strong, self.slot(slot)),
            PlaceKind::Deref(pointer) => piece(Prefix, format!("*{}", self.operand(pointer))),
            PlaceKind::Field(base, index) => {
                let record = self.body.place(base).ty;
                let field = self.field(record, index);
                match self.body.place(base).kind {
                    PlaceKind::Deref(pointer) => {
                        piece(Strong, format!("{}->{field}", self.strong(pointer)))
                    }
                    _ => {
                        let base = self.place_piece(base).at(Strong);
                        piece(Strong, format!("{base}.{field}"))
                    }
                }
            }
            PlaceKind::Index(base, index) => {
                let base = self.place_piece(base).at(Strong);
                piece(Strong, format!("{base}[{}]", self.expr(index)))
            }
        }
    }

    fn global(&self, global: GlobalId, ty: TypeId) -> Piece {
        let name = &self.names.globals[global.index()];
        match globals::is_plain(self.program, global) {
            true => piece(Strong, name),
            false => {
                let pointer = self.types().pointer(ty);
                piece(Prefix, format!("*({pointer}){name}"))
            }
        }
    }

    fn field(&self, record: TypeId, index: u32) -> &str {
        match *self.program.types.get(record) {
            Type::Record(record) => {
                let fields = self.names.fields.get(record.index());
                fields
                    .and_then(|fields| fields.get(index as usize))
                    .map_or("", String::as_str)
            }
            _ => "",
        }
    }
}

fn sign(op: BinaryOp) -> &'static str {
    use BinaryOp::*;
    match op {
        Add | PointerAdd => "+",
        Sub | PointerDiff => "-",
        Mul => "*",
        Div => "/",
        Rem => "%",
        And => "&",
        Or => "|",
        Xor => "^",
        Shl => "<<",
        Shr => ">>",
        Eq => "==",
        Ne => "!=",
        Lt => "<",
        Le => "<=",
        Gt => ">",
        Ge => ">=",
    }
}
