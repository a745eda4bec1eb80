//! Makes undefined operations explicit: an `assert` stands before each one that can go wrong.
//!
//! Precondition: a program as the front end makes it. Postcondition: in functions that are not part of a library model, all operations of the
//! properties asked for are preceded by an assertion that they are defined, unless it is plain that they are. Everything else is as it was.
//!
//! | property | of which operations |
//! |---|---|
//! | `no-overflow` | signed `+ - *` and negation; the smallest value `/` or `%` -1 |
//! | `division-by-zero` | `/` and `%` of integers |
//! | `shift-range` | the count of a shift. What a signed left shift gives is defined in GNU C, and so here |
//! | `float-conversion` | a floating-point number to an integer, but not to `_Bool` |
//! | `unsigned-wrap` | unsigned `+ - *` and negation |
//! | `valid-memsafety` | the index into an array that is a part of something larger. Who leaves a whole object is found out by whoever makes the access |
//!
//! ```text
//!                                   assert %i <= 2147483646:i32, no-overflow, "signed overflow in addition"
//! %x = (%i + 1:i32) / %j            assert %j != 0:i32, division-by-zero, "division by zero"
//!                                   %x = (%i + 1:i32) / %j
//! ```
//!
//! Assertions stand directly before their instruction or at the end of the block, have its place in the source, and follow each other from the
//! inside out: of `(a + b) * c` first the sum, then the product of a sum that is known to be right. Conditions are expressions over
//! registers, so no access to memory is added. A large operand is put into a register of its own first (`SMALL`), for conditions mention it several times.
//!
//! **What is not evaluated is not checked.** Only the arm of a `select` that is chosen counts, so its checks are guarded by the
//! condition. The front end makes of `a && b` an `and` of bools where that makes no difference; C's `&` is one of integers. So the right operand
//! of an `and` or `or` of bools is guarded by the left one.
//!
//! **Indices.** A place that is accessed has its indices below the length; where only the address is taken, one past the end is legal. Old code ends
//! records with an array of length 0 or 1 and uses it as one of any length: such arrays are left alone, and so is a pointer to an array of that length.
//!
//! **What the front end computes itself.** Bit-fields are shifted by constants, and the overflow builtins compute in 128 bits what has 64: that
//! nothing goes wrong there is plain (`operand_ranges`). An atomic read-modify-write wraps by definition (C11 7.17.7.5), and so does what it gives back if
//! that is the new value: the front end computes it anew, `dst op value` after `dst = rmw op ..., value`, and that pattern is not checked. Sizes of
//! variable-length arrays are unsigned products, which wrap only for arrays that no memory can hold.
//!
//! Not seen is what the front end has computed already (constant expressions).

mod atomic_updates;
mod conditions;
mod float_limits;
mod operand_ranges;
mod products;

use unspool_ir::{
    BinaryOp, Body, Expr, ExprId, ExprKind, Inst, InstKind, PlaceId, PlaceKind, Program, Property,
    RecordKind, RegId, Type, TypeId, Types, UnaryOp,
};

use atomic_updates::AtomicUpdates;

use crate::operands::{
    Node, for_each_child, for_each_expr, for_each_node, for_each_written, place_of, terminator_expr,
};
use crate::simplify;

/// Operands with more nodes than this get a register of their own.
const SMALL: usize = 16;

/// How many of the latest assertions of a block are not repeated.
const REMEMBERED: usize = 16;

/// Inserts assertions of these properties.
pub fn run(program: &mut Program, properties: &[Property]) {
    let checked: Vec<Property> = properties
        .iter()
        .copied()
        .filter(|property| CHECKED.contains(property))
        .collect();
    if checked.is_empty() {
        return;
    }
    for function in program.functions.iter_mut().filter(|f| !f.is_model) {
        if let Some(body) = &mut function.body {
            check_body(&program.types, body, &checked);
        }
    }
}

/// The properties that it knows something about.
pub const CHECKED: &[Property] = &[
    Property::MemorySafety,
    Property::Overflow,
    Property::DivisionByZero,
    Property::ShiftRange,
    Property::FloatConversion,
    Property::UnsignedWrap,
];

fn check_body(types: &Types, body: &mut Body, properties: &[Property]) {
    let updates = AtomicUpdates::of(body);
    for index in 0..body.blocks.len() {
        let insts = std::mem::take(&mut body.blocks[index].insts);
        let mut result = Vec::with_capacity(insts.len());
        let mut known = Known::default();
        for inst in insts {
            let mut checks = Checks::new(types, body, properties, &updates, &mut known);
            checks.instruction(&inst.kind);
            let added = checks.added.into_iter();
            result.extend(added.map(|kind| Inst {
                kind,
                span: inst.span,
                origin: inst.origin,
                point: None,
            }));
            known.forget(body, &inst.kind);
            result.push(inst);
        }
        if let Some(value) = terminator_expr(&body.blocks[index].terminator) {
            let mut checks = Checks::new(types, body, properties, &updates, &mut known);
            checks.expr(value);
            let added = checks.added.into_iter();
            let block = &body.blocks[index];
            result.extend(added.map(|kind| Inst {
                kind,
                span: block.span,
                origin: block.origin,
                point: None,
            }));
        }
        body.blocks[index].insts = result;
    }
}

/// The checks of one instruction.
struct Checks<'a> {
    types: &'a Types,
    body: &'a mut Body,
    properties: &'a [Property],
    updates: &'a AtomicUpdates,
    known: &'a mut Known,
    /// What must be true for the operation at hand to be evaluated.
    guard: Option<ExprId>,
    /// To be inserted before the instruction.
    added: Vec<InstKind>,
}

impl<'a> Checks<'a> {
    fn new(
        types: &'a Types,
        body: &'a mut Body,
        properties: &'a [Property],
        updates: &'a AtomicUpdates,
        known: &'a mut Known,
    ) -> Self {
        Checks {
            types,
            body,
            properties,
            updates,
            known,
            guard: None,
            added: Vec::new(),
        }
    }

    fn instruction(&mut self, kind: &InstKind) {
        match kind {
            // The detail is evaluated only for the report of a violation.
            InstKind::Assert { condition, .. } => self.expr(*condition),
            _ => for_each_expr(kind, |&expr| self.expr(expr)),
        }
        if let Some(place) = place_of(kind) {
            self.place(place, false);
        }
    }

    fn expr(&mut self, id: ExprId) {
        let node = self.body.expr(id);
        match node.kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Reg(_)
            | ExprKind::FunctionAddress(_) => {}
            ExprKind::Unary(op, operand) => {
                self.expr(operand);
                if op == UnaryOp::Neg {
                    self.negation(operand, node.ty);
                }
            }
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right)
                if node.ty == Types::BOOL =>
            {
                self.expr(left);
                self.guarded(left, op == BinaryOp::And, |checks| checks.expr(right));
            }
            ExprKind::Binary(op, left, right) => {
                self.expr(left);
                self.expr(right);
                if !self.updates.gives_back(self.body, op, left, right) {
                    self.operation(op, left, right);
                }
            }
            ExprKind::Convert(operand) => {
                self.expr(operand);
                self.conversion(operand, node.ty);
            }
            ExprKind::AddressOf(place) => self.place(place, true),
            ExprKind::Select(condition, then, otherwise) => {
                self.expr(condition);
                self.guarded(condition, true, |checks| checks.expr(then));
                self.guarded(condition, false, |checks| checks.expr(otherwise));
            }
        }
    }

    fn place(&mut self, id: PlaceId, only_address: bool) {
        match self.body.place(id).kind {
            PlaceKind::Global(_) | PlaceKind::Slot(_) => {}
            PlaceKind::Deref(pointer) => self.expr(pointer),
            PlaceKind::Field(base, _) => self.place(base, only_address),
            PlaceKind::Index(base, index) => {
                self.place(base, only_address);
                self.expr(index);
                if let Some(length) = self.inner_length(base) {
                    self.index(index, length + u128::from(only_address));
                }
            }
        }
    }

    /// The length of an array that is a part of something larger, and not one that is used as an array of any length.
    fn inner_length(&self, array: PlaceId) -> Option<u128> {
        let node = self.body.place(array);
        let Type::Array { length, .. } = *self.types.get(node.ty) else {
            return None;
        };
        let is_inner = match node.kind {
            PlaceKind::Global(_) | PlaceKind::Slot(_) => false,
            _ if length > 1 => true,
            PlaceKind::Field(record, field) => {
                length == 1 && !is_last_field(self.types, self.body.place(record).ty, field)
            }
            PlaceKind::Index(..) => length == 1,
            PlaceKind::Deref(_) => false,
        };
        is_inner.then_some(u128::from(length))
    }

    /// Checks below are of what is evaluated only if `condition` has this value.
    fn guarded(&mut self, condition: ExprId, value: bool, checks: impl FnOnce(&mut Self)) {
        let outer = self.guard;
        let before = self.added.len();
        let condition = self.small(condition);
        let mut guard = match value {
            true => condition,
            false => self.not(condition),
        };
        if let Some(outer) = outer {
            // Not an `and`: the inner condition may divide by what the outer one excludes.
            let no = self.int(Types::BOOL, 0);
            guard = self.select(outer, guard, no);
            guard = self.small(guard);
        }
        self.guard = Some(guard);
        let with_guard = self.added.len();
        checks(self);
        if self.added.len() == with_guard {
            self.added.truncate(before);
        }
        self.guard = outer;
    }

    /// The operand, or a register with its value if it is large.
    fn small(&mut self, operand: ExprId) -> ExprId {
        match has_more_nodes(self.body, operand, SMALL) {
            true => self.in_register(operand),
            false => operand,
        }
    }

    fn in_register(&mut self, operand: ExprId) -> ExprId {
        let Expr { kind, ty } = self.body.expr(operand);
        if let ExprKind::Reg(_) = kind {
            return operand;
        }
        let value = match self.guard {
            None => operand,
            Some(guard) => {
                let zero = simplify::constant(self.types, self.body, 0, ty);
                self.select(guard, operand, zero)
            }
        };
        let dst = self.body.add_reg("", ty);
        self.added.push(InstKind::Assign { dst, value });
        self.body.add_expr(ExprKind::Reg(dst), ty)
    }

    fn wants(&self, property: Property) -> bool {
        self.properties.contains(&property)
    }

    /// Adds an assertion, unless its condition is true anyway.
    fn check(&mut self, condition: ExprId, property: Property, message: &str) {
        let condition = match self.guard {
            None => condition,
            Some(guard) => {
                let yes = self.int(Types::BOOL, 1);
                self.select(guard, condition, yes)
            }
        };
        let is_true = simplify::constant_of(self.body, condition) == Some(1);
        if is_true || !self.known.learn(self.body, condition, property) {
            return;
        }
        self.added.push(InstKind::Assert {
            condition,
            property,
            message: message.to_string(),
            detail: None,
        });
    }
}

fn is_last_field(types: &Types, record: TypeId, field: u32) -> bool {
    let Type::Record(id) = *types.get(record) else {
        return false;
    };
    let record = types.record(id);
    let fields = record.body.as_ref().map_or(0, |body| body.fields.len());
    record.kind == RecordKind::Union || field as usize + 1 == fields
}

/// Whether a tree has more nodes than this, looking at not many more.
fn has_more_nodes(body: &Body, expr: ExprId, limit: usize) -> bool {
    let mut stack = vec![Node::Expr(expr)];
    let mut nodes = 0;
    while let Some(node) = stack.pop() {
        nodes += 1;
        if nodes > limit {
            return true;
        }
        for_each_child(body, node, |child| stack.push(child));
    }
    false
}

/// Conditions that hold at this place of a block, because they were asserted in it.
#[derive(Default)]
struct Known {
    conditions: Vec<(ExprId, Property)>,
}

impl Known {
    /// Whether it is new.
    fn learn(&mut self, body: &Body, condition: ExprId, property: Property) -> bool {
        let is_it = |&(known, of): &(ExprId, Property)| {
            of == property && simplify::is_same(body, known, condition)
        };
        if self.conditions.iter().any(is_it) {
            return false;
        }
        if self.conditions.len() == REMEMBERED {
            self.conditions.remove(0);
        }
        self.conditions.push((condition, property));
        true
    }

    /// What the instruction changes is not known any more. An address of a slot changes when its life begins anew.
    fn forget(&mut self, body: &Body, kind: &InstKind) {
        let is_life = matches!(kind, InstKind::Live(_) | InstKind::Dead(_));
        let mut written: [Option<RegId>; 2] = [None; 2];
        for_each_written(kind, |&register| {
            written[usize::from(written[0].is_some())] = Some(register);
        });
        if !is_life && written[0].is_none() {
            return;
        }
        self.conditions.retain(|&(condition, _)| {
            let mut is_kept = true;
            for_each_node(body, &mut vec![Node::Expr(condition)], |node| {
                is_kept &= match node {
                    Node::Expr(id) => match body.expr(id).kind {
                        ExprKind::Reg(register) => !written.contains(&Some(register)),
                        _ => true,
                    },
                    Node::Place(_) => !is_life,
                };
            });
            is_kept
        });
    }
}
