//! Objects that nobody else knows yet: the reduction `unpublished`.
//!
//! Precondition: a bounded program. Result: for each access, whether all it may touch are objects of its own thread (made or
//! declared there) whose address has not left the thread.
//!
//! A thread gets to an object of another one only through a pointer, and pointers pass between threads only in memory
//! and as arguments of `spawn`. So as long as the owner has stored no pointer to the object, in memory that others can reach, and
//! given none to a new thread, all accesses to it are its own. A place that stands in the text before all such stores
//! is never executed behind one. Within the step of the store, too, nobody else runs.
//!
//! ```text
//! %n = alloc heap 16:u64
//! store %n->value = 1:i32             no point: nobody else has %n
//! store @head = %n                    from here on others may have it
//! store %n->value = 2:i32             a point, if others use it
//! ```
//!
//! **Proof.** Let `a` be an access to such an object `o`, and `b` a conflicting one of another thread. `b` comes behind the store that
//! published `o`, which comes behind `a` or is part of its step. If it is another step, `a` and `b` are never neighbours, and are not
//! exchanged. If it is `a`'s own step, then it stores to memory that others can read, and that store is judged for
//! itself: either it needs a point for the step, or it conflicts with nobody who could learn the address while it runs.
//! As to races: `a` and `b` are never both possible in one state, and a race is two accesses that are.

use rustc_hash::FxHashMap;
use unspool_ir::{ExprId, ExprKind, FunctionId, InstKind};

use crate::accesses::{Accesses, Memory, MemoryUse};
use crate::points_to::{Object, PointsTo};
use crate::thread_text::{At, Code, ThreadText};

pub struct Publication {
    /// The end of the first step that may publish the object, in the text of its owner.
    published: FxHashMap<Object, u32>,
}

impl Publication {
    pub fn of(texts: &[ThreadText<'_>], points_to: &PointsTo, accesses: &Accesses) -> Self {
        let mut published = FxHashMap::default();
        for (thread, text) in texts.iter().enumerate() {
            // Whether an expression has been looked at: only the first use in the text counts.
            let mut is_known = vec![false; text.body.exprs.len()];
            text.for_each(|at| {
                for_each_stored(text, (accesses, thread), at, |value| {
                    if std::mem::replace(&mut is_known[value.index()], true) {
                        return;
                    }
                    for target in points_to.pointees(text.function, value) {
                        if is_of_thread(target.object, text.function) {
                            let end = text.step_end(at.position);
                            published.entry(target.object).or_insert(end);
                        }
                    }
                });
            });
        }
        Publication { published }
    }

    /// Whether nobody but the thread itself can know what it uses at a position.
    pub fn is_unpublished(
        &self,
        text: &ThreadText<'_>,
        accesses: &Accesses,
        used: MemoryUse,
        position: u32,
    ) -> bool {
        let mut footprints = accesses.footprints_of(used.group);
        footprints.all(
            |footprint| match accesses.objects.list()[footprint.object as usize] {
                Memory::Object(object) if is_of_thread(object, text.function) => {
                    let published = self.published.get(&object);
                    published.is_none_or(|&end| position <= end)
                }
                _ => false,
            },
        )
    }
}

fn is_of_thread(object: Object, thread: FunctionId) -> bool {
    match object {
        Object::Slot(function, _) | Object::Alloc { function, .. } => function == thread,
        _ => false,
    }
}

/// The values that leave the registers of the thread at a position.
fn for_each_stored(
    text: &ThreadText<'_>,
    (accesses, thread): (&Accesses, usize),
    at: At<'_>,
    mut visit: impl FnMut(ExprId),
) {
    let Code::Inst(inst) = at.code else { return };
    let mut visit_pointer = |value: ExprId| {
        let kind = text.body.expr(value).kind;
        if !matches!(kind, ExprKind::Int(_) | ExprKind::Float(_)) {
            visit(value);
        }
    };
    let is_hidden = |place| accesses.is_hidden(thread, text.body, place);
    match &inst.kind {
        InstKind::Spawn { args, .. } => args.iter().copied().for_each(visit_pointer),
        InstKind::Store { place, .. }
        | InstKind::Rmw { place, .. }
        | InstKind::CompareExchange { place, .. }
            if is_hidden(*place) => {}
        InstKind::Store { value, .. } | InstKind::Rmw { value, .. } => visit_pointer(*value),
        InstKind::CompareExchange { desired, .. } => visit_pointer(*desired),
        _ => {}
    }
}
