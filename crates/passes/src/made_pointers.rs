//! Which pointers may have been made of numbers.
//!
//! Precondition: a bounded program, and what its pointers may point to. Postcondition: a pointer of which [`MadePointers::is_made`] is false was made of
//! the addresses of objects and of functions by what the points-to analysis follows, or it is invalid or indeterminate.
//!
//! The points-to analysis does not follow addresses that decisions carry, or that are guessed:
//!
//! ```text
//! for (i = 0; i < 64; i++)
//!     if ((uintptr_t)&x >> i & 1) z |= (uintptr_t)1 << i;
//! *(int *)z = 1;                                                // may be at no object, it says; but this is x
//! ```
//!
//! Such programs are rare, and following all numbers would make the analysis useless for the others. So this one marks the pointers for which it may have
//! missed something, for whoever uses them to find out whether it has. They start where a number is converted to a pointer, where a pointer
//! is an input, and where a pointer is read from memory in which somebody has put numbers; from there they are followed through registers and memory. A number that
//! is itself an address with something added, or with some of its bits set or cleared, is as good as a pointer.

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_ir::{
    BinaryOp, Body, ExprId, ExprKind, InstKind, PlaceId, PlaceKind, Program, RegId, Type, TypeId,
};

use crate::operands::root_of;
use crate::points_to::{Object, Offsets, PointsTo};
use crate::thread_text::{Code, ThreadText};

/// By place in the list of threads and register; and objects which contain such pointers.
#[derive(Default)]
pub struct MadePointers {
    registers: FxHashSet<(usize, RegId)>,
    objects: FxHashSet<Object>,
}

impl MadePointers {
    pub fn of(program: &Program, texts: &[ThreadText<'_>], points_to: &PointsTo) -> MadePointers {
        let mut search = Search {
            program,
            texts,
            points_to,
            numbers: FxHashMap::default(),
            made: MadePointers::default(),
            has_changed: true,
        };
        search.find_numbers();
        while std::mem::take(&mut search.has_changed) {
            for (thread, text) in texts.iter().enumerate() {
                text.for_each(|at| {
                    if let Code::Inst(inst) = at.code {
                        search.visit(thread, text, &inst.kind);
                    }
                });
            }
        }
        search.made
    }

    /// Whether the pointer that an expression of a thread gives may have been made of a number.
    pub fn is_made(&self, program: &Program, thread: usize, body: &Body, pointer: ExprId) -> bool {
        let node = body.expr(pointer);
        match node.kind {
            ExprKind::Reg(reg) => self.registers.contains(&(thread, reg)),
            ExprKind::Convert(value) => {
                let is_pointer = matches!(program.types.get(node.ty), Type::Pointer(_));
                match program.types.get(body.expr(value).ty) {
                    Type::Pointer(_) => self.is_made(program, thread, body, value),
                    _ => is_pointer && !self.is_address(program, thread, body, value),
                }
            }
            ExprKind::Binary(BinaryOp::PointerAdd, pointer, _) => {
                self.is_made(program, thread, body, pointer)
            }
            ExprKind::Select(_, one, other) => {
                self.is_made(program, thread, body, one)
                    || self.is_made(program, thread, body, other)
            }
            ExprKind::AddressOf(place) => self.is_reached(program, thread, body, place),
            _ => false,
        }
    }

    /// Whether a place is reached by such a pointer.
    pub fn is_reached(
        &self,
        program: &Program,
        thread: usize,
        body: &Body,
        place: PlaceId,
    ) -> bool {
        match root_of(body, place) {
            PlaceKind::Deref(pointer) => self.is_made(program, thread, body, pointer),
            _ => false,
        }
    }

    /// Whether a number is a constant, or computed from the address of an object in a way that is followed.
    fn is_address(&self, program: &Program, thread: usize, body: &Body, value: ExprId) -> bool {
        let node = body.expr(value);
        let is = |value| self.is_address(program, thread, body, value);
        let is_constant = |value: ExprId| matches!(body.expr(value).kind, ExprKind::Int(_));
        match node.kind {
            ExprKind::Int(_) => true,
            ExprKind::Convert(inner) => {
                let inner_type = body.expr(inner).ty;
                match program.types.get(inner_type) {
                    Type::Pointer(_) => !self.is_made(program, thread, body, inner),
                    _ => {
                        let bits = |ty: TypeId| program.types.value_bits(ty);
                        bits(inner_type) <= bits(node.ty) && is(inner)
                    }
                }
            }
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => {
                !is_constant(a) && is(a) || !is_constant(b) && is(b)
            }
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, a, b) => {
                is(a) && is_constant(b) || is_constant(a) && is(b)
            }
            ExprKind::Select(_, a, b) => is(a) && is(b),
            _ => false,
        }
    }
}

struct Search<'a, 'p> {
    program: &'p Program,
    texts: &'a [ThreadText<'p>],
    points_to: &'a PointsTo,
    /// Where numbers are stored, with their sizes.
    numbers: FxHashMap<Object, FxHashSet<(Offsets, u64)>>,
    made: MadePointers,
    has_changed: bool,
}

impl Search<'_, '_> {
    fn find_numbers(&mut self) {
        for text in self.texts {
            text.for_each(|at| {
                let Code::Inst(inst) = at.code else {
                    return;
                };
                let (place, value) = match inst.kind {
                    InstKind::Store { place, value, .. } | InstKind::Rmw { place, value, .. } => {
                        (place, value)
                    }
                    InstKind::CompareExchange { place, desired, .. } => (place, desired),
                    _ => return,
                };
                let is_constant = matches!(text.body.expr(value).kind, ExprKind::Int(_));
                let ty = text.body.place(place).ty;
                if is_constant || self.may_hold_pointers(ty) {
                    return;
                }
                let size = self.program.types.size_of(ty).unwrap_or(0);
                let numbers = &mut self.numbers;
                self.points_to
                    .for_each_location(text.function, place, |target| {
                        let of_object = numbers.entry(target.object).or_default();
                        of_object.insert((target.offsets, size));
                    });
            });
        }
    }

    fn visit(&mut self, thread: usize, text: &ThreadText<'_>, inst: &InstKind) {
        let body = text.body;
        let is_made =
            |search: &Self, value: ExprId| search.made.is_made(search.program, thread, body, value);
        match *inst {
            InstKind::Assign { dst, value } if is_made(self, value) => self.mark(thread, dst),
            InstKind::Nondet { dst } if self.may_hold_pointers(body.regs[dst.index()].ty) => {
                self.mark(thread, dst);
            }
            InstKind::Load { dst, place, .. } => self.load(thread, text, dst, place),
            InstKind::Store { place, value, .. } if is_made(self, value) => {
                self.store(text, place);
            }
            InstKind::Rmw {
                dst, place, value, ..
            } => {
                self.load(thread, text, dst, place);
                if is_made(self, value) {
                    self.store(text, place);
                }
            }
            InstKind::CompareExchange {
                old,
                place,
                desired,
                ..
            } => {
                self.load(thread, text, old, place);
                if is_made(self, desired) {
                    self.store(text, place);
                }
            }
            InstKind::Spawn {
                ref args,
                thread: Some(number),
                ..
            } => {
                let texts = self.texts;
                let Some(created) = texts.iter().position(|text| text.number == number) else {
                    return;
                };
                for (&param, &arg) in texts[created].body.params.iter().zip(args) {
                    if is_made(self, arg) {
                        self.mark(created, param);
                    }
                }
            }
            _ => {}
        }
    }

    fn mark(&mut self, thread: usize, reg: RegId) {
        self.has_changed |= self.made.registers.insert((thread, reg));
    }

    fn store(&mut self, text: &ThreadText<'_>, place: PlaceId) {
        self.points_to
            .for_each_location(text.function, place, |target| {
                self.has_changed |= self.made.objects.insert(target.object);
            });
    }

    fn load(&mut self, thread: usize, text: &ThreadText<'_>, dst: RegId, place: PlaceId) {
        let ty = text.body.place(place).ty;
        if !self.may_hold_pointers(ty) || self.made.registers.contains(&(thread, dst)) {
            return;
        }
        let size = self.program.types.size_of(ty).unwrap_or(0);
        let mut is_made = false;
        self.points_to
            .for_each_location(text.function, place, |target| {
                let mut numbers = self.numbers.get(&target.object).into_iter().flatten();
                is_made |= self.made.objects.contains(&target.object)
                    || numbers
                        .any(|(offsets, bytes)| target.offsets.may_overlap(size, offsets, *bytes));
            });
        if is_made {
            self.mark(thread, dst);
        }
    }

    /// Records are not looked into.
    fn may_hold_pointers(&self, ty: TypeId) -> bool {
        let is_number = matches!(
            self.program.types.get(ty),
            Type::Bool | Type::Int { .. } | Type::Float(_)
        );
        !is_number
    }
}
