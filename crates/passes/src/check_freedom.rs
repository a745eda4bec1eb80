//! Programs in which nothing is left that can fail, whatever the schedule.
//!
//! A violation of a property that assertions are about is a failing assertion of it; a memory error is an access that is not valid; and that memory is freed in which a lock is held is seen at a
//! `free`. Bounding folds away what constants decide, and passes what ranges do. So a bounded program without an assertion of the properties, without an access that may fail and without such a `free` has no
//! violation of them, in any execution, however many rounds it takes; and no question about schedules is left. That is so for most properties of most programs without arithmetic to speak of: whoever
//! looks for everything need not ask about overflows for each number of rounds.
//!
//! That is all there is to it if the bounded program is the whole program and every access goes where it seems to. So nothing may be cut or unsupported in it, and no
//! access may leave its object, whether or not somebody looks for that. (The same as in [`crate::race_freedom`].)
//!
//! Precondition: a bounded program with visible points.

use unspool_ir::{InstKind, Program, Property};

use crate::accesses::has_unheld_frees;
use crate::faults::inst_may_fail;
use crate::thread_text::{Code, ThreadText};

/// Whether it is plain that none of these is violated, of those that assertions and accesses violate.
pub fn cannot_fail(program: &Program, properties: &[Property]) -> bool {
    if properties.contains(&Property::LockMisuse) && has_unheld_frees(program) {
        return false;
    }
    let texts = ThreadText::of_program(program);
    let mut may_fail = false;
    let mut stack = Vec::new();
    for text in &texts {
        text.for_each(|at| {
            let Code::Inst(inst) = at.code else {
                return;
            };
            may_fail |= match &inst.kind {
                InstKind::Unsupported(_) | InstKind::VarArgs { .. } => true,
                InstKind::Assert { property, .. } => {
                    *property == Property::Unwinding || properties.contains(property)
                }
                _ => inst_may_fail(program, text.body, inst, &mut stack),
            };
        });
    }
    !may_fail
}
