//! Which instructions may end the run: by a failing assertion, a memory error, a division by zero, ...
//!
//! Only what certainly cannot fail is told apart, and only what is easy to see: an access to a variable by its name, inside
//! its bounds; and one through a pointer by which the same step has already got at the object, to bytes that certainly are
//! inside of it and may be accessed in this way: nothing read-only is written.
//!
//! ```text
//! atomic_begin
//! %1 = load %m->holder            may fail: %m may be null, or the object gone
//! %2 = load %m->kind              cannot fail any more
//! ```

use unspool_ir::{
    Block, Body, ExprId, ExprKind, Inst, InstKind, PlaceId, PlaceKind, Program, RegId, Terminator,
};

use crate::faults::{access_is_safe, expr_may_fail};
use crate::operands::{for_each_written, place_of};
use crate::points_to::{Object, PointsTo};
use crate::thread_text::{At, Code, Forward, ThreadText};

/// Of one thread; only what stands inside of sections is asked for.
pub struct RunEnds<'a, 'p> {
    program: &'p Program,
    text: &'a ThreadText<'p>,
    /// By position: accesses through pointers that cannot fail.
    is_safe: Vec<bool>,
}

impl<'a, 'p> RunEnds<'a, 'p> {
    pub fn of(program: &'p Program, text: &'a ThreadText<'p>, points_to: &PointsTo) -> Self {
        let mut analysis = SafeAccesses {
            program,
            text,
            points_to,
            is_safe: vec![false; text.len()],
        };
        text.run(&mut analysis, Vec::new());
        RunEnds {
            program,
            text,
            is_safe: analysis.is_safe,
        }
    }

    /// Whether what stands here may end the run. The end of a thread alone ends nothing.
    pub fn may_end(&self, at: At<'_>) -> bool {
        let body = self.text.body;
        match at.code {
            Code::Inst(inst) => {
                let is_safe = self.is_safe[at.position as usize];
                instruction_fails(self.program, body, inst, is_safe)
            }
            Code::Terminator(block) => terminator_fails(self.program, body, block),
        }
    }
}

/// `is_safe`: the place that it accesses is certainly there.
fn instruction_fails(program: &Program, body: &Body, inst: &Inst, is_safe: bool) -> bool {
    let fails = |expr: ExprId| expr_may_fail(&program.types, body, expr);
    let access_fails = |place: PlaceId, is_write: bool| {
        !is_safe && !access_is_safe(program, body, place, is_write)
    };
    match &inst.kind {
        InstKind::Assign { value, .. } => fails(*value),
        InstKind::Load { place, .. } => access_fails(*place, false),
        InstKind::Store { place, value, .. } | InstKind::Rmw { place, value, .. } => {
            access_fails(*place, true) || fails(*value)
        }
        InstKind::CompareExchange {
            place,
            expected,
            desired,
            ..
        } => access_fails(*place, true) || fails(*expected) || fails(*desired),
        InstKind::WaitUntil(condition) => fails(*condition),
        InstKind::Finished { thread, .. } => fails(*thread),
        InstKind::Output { stream, byte } => fails(*stream) || fails(*byte),
        InstKind::Assert { condition, .. } => {
            !matches!(body.expr(*condition).kind, ExprKind::Int(1))
        }
        InstKind::Fence(_)
        | InstKind::Live(_)
        | InstKind::Dead(_)
        | InstKind::AtomicBegin
        | InstKind::AtomicEnd
        | InstKind::SelfId { .. }
        | InstKind::Hold(_)
        | InstKind::Release(_)
        | InstKind::Nondet { .. } => false,
        InstKind::Call { .. }
        | InstKind::VarArgs { .. }
        | InstKind::Spawn { .. }
        | InstKind::Assume(_)
        | InstKind::Alloc { .. }
        | InstKind::Free { .. }
        | InstKind::ObjectSize { .. }
        | InstKind::Unsupported(_) => true,
    }
}

fn terminator_fails(program: &Program, body: &Body, block: &Block) -> bool {
    match &block.terminator {
        Terminator::Goto(_) | Terminator::ExitThread => false,
        Terminator::Branch { condition, .. } => expr_may_fail(&program.types, body, *condition),
        Terminator::Switch { value, .. } => expr_may_fail(&program.types, body, *value),
        Terminator::Return(_)
        | Terminator::Exit(_)
        | Terminator::Abort
        | Terminator::Unreachable => true,
    }
}

/// Finds accesses through pointers that cannot fail. The state is the registers that point into objects that
/// are there, since the running step has accessed them through these registers; ascending.
struct SafeAccesses<'a, 'p> {
    program: &'p Program,
    text: &'a ThreadText<'p>,
    points_to: &'a PointsTo,
    is_safe: Vec<bool>,
}

impl Forward for SafeAccesses<'_, '_> {
    type State = Vec<RegId>;

    fn pass(&mut self, state: &mut Vec<RegId>, at: At<'_>) {
        if at.depth == 0 {
            state.clear();
            return;
        }
        let Code::Inst(inst) = at.code else { return };
        let copied = match inst.kind {
            InstKind::Assign { value, .. } => pointer_register(self.program, self.text.body, value),
            _ => None,
        };
        let is_copy = copied.is_some_and(|source| state.binary_search(&source).is_ok());
        if let Some(place) = place_of(&inst.kind) {
            let is_write = !matches!(inst.kind, InstKind::Load { .. });
            self.access(state, place, is_write, at.position);
        }
        if let InstKind::Free { .. } | InstKind::Live(_) | InstKind::Dead(_) = inst.kind {
            state.clear();
        }
        for_each_written(&inst.kind, |&register| match is_copy {
            true => remember(state, register),
            false => forget(state, register),
        });
    }

    fn join(&mut self, into: &mut Vec<RegId>, other: Vec<RegId>) {
        into.retain(|register| other.binary_search(register).is_ok());
    }
}

impl SafeAccesses<'_, '_> {
    fn access(&mut self, state: &mut Vec<RegId>, place: PlaceId, is_write: bool, position: u32) {
        let Some(register) = base_register(self.program, self.text.body, place) else {
            return;
        };
        if state.binary_search(&register).is_ok() {
            self.is_safe[position as usize] = self.is_allowed(place, is_write);
        }
        remember(state, register);
    }

    /// Whether a place is inside of its object, if there is the object, and may be written.
    fn is_allowed(&self, place: PlaceId, is_write: bool) -> bool {
        let size = self.program.types.size_of(self.text.body.place(place).ty);
        let targets = self.points_to.locations(self.text.function, place);
        let [target] = targets.as_slice() else {
            return false;
        };
        if is_write
            && let Object::Global(global) = target.object
            && self.program.global(global).read_only
        {
            return false;
        }
        let end = target.offsets.single().zip(size);
        let end = end.and_then(|(offset, size)| offset.checked_add(size));
        let object_size = self.points_to.object_size(target.object);
        end.zip(object_size).is_some_and(|(end, size)| end <= size)
    }
}

/// The register that holds the pointer through which a place is reached.
fn base_register(program: &Program, body: &Body, mut place: PlaceId) -> Option<RegId> {
    loop {
        match body.place(place).kind {
            PlaceKind::Deref(pointer) => return pointer_register(program, body, pointer),
            PlaceKind::Field(base, _) => place = base,
            PlaceKind::Index(base, index) => match body.expr(index).kind {
                ExprKind::Int(_) => place = base,
                _ => return None,
            },
            PlaceKind::Global(_) | PlaceKind::Slot(_) => return None,
        }
    }
}

/// The register whose value a pointer is, whatever it points to by its type.
fn pointer_register(program: &Program, body: &Body, mut expr: ExprId) -> Option<RegId> {
    while program.types.is_pointer(body.expr(expr).ty) {
        match body.expr(expr).kind {
            ExprKind::Reg(register) => return Some(register),
            ExprKind::Convert(inner) => expr = inner,
            _ => return None,
        }
    }
    None
}

fn remember(state: &mut Vec<RegId>, register: RegId) {
    if let Err(place) = state.binary_search(&register) {
        state.insert(place, register);
    }
}

fn forget(state: &mut Vec<RegId>, register: RegId) {
    if let Ok(place) = state.binary_search(&register) {
        state.remove(place);
    }
}
