//! Programs in which no two accesses can race, whatever the schedule.
//!
//! A data race needs an access outside of atomic sections that is not atomic itself, and that meets an access of another thread. Such an access has a visible point: reductions
//! take points only from accesses that no other one can meet in conflict, because of what is shared, of what is known of the order of threads, or of locks ([`crate::visible_points`]). So where no
//! plain access has a point there is no race, in any execution of the bounded program, however many rounds it takes; and no question about schedules is left.
//!
//! That is all there is to it if the bounded program is the whole program and every access goes where it seems to. So nothing may be cut or unsupported in it, and no
//! access may leave its object.
//!
//! Precondition: a bounded program with visible points, made so that accesses are kept that may race.

use unspool_ir::{InstKind, Program, Property};

use crate::faults::inst_may_fail;
use crate::thread_text::{Code, ThreadText};

/// Whether it is plain that there is no data race.
pub fn cannot_race(program: &Program) -> bool {
    let texts = ThreadText::of_program(program);
    let mut may_be = false;
    let mut stack = Vec::new();
    for text in &texts {
        text.for_each(|at| {
            let Code::Inst(inst) = at.code else {
                return;
            };
            let may_race = match &inst.kind {
                InstKind::Load { access, .. } | InstKind::Store { access, .. } => {
                    access.atomic.is_none()
                }
                InstKind::Free { .. } => true,
                _ => false,
            };
            let is_beyond = match &inst.kind {
                InstKind::Unsupported(_) | InstKind::VarArgs { .. } => true,
                InstKind::Assert { property, .. } => *property == Property::Unwinding,
                _ => inst_may_fail(program, text.body, inst, &mut stack),
            };
            let has_point = at.depth == 0 && inst.point.is_some();
            may_be |= is_beyond || may_race && has_point;
        });
    }
    !may_be
}
