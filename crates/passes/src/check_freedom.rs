//! Programs in which nothing is left that can fail, whatever the schedule.
//!
//! A violation of a property that assertions are about is a failing assertion of it; a memory error is an access that is not valid; and that memory is freed in which a lock is held is seen at a
//! `free`. So a bounded program without an assertion of the properties whose condition could be false, without an access that may fail and without such a `free` has no
//! violation of them, in any execution, however many rounds it takes; and no question about schedules is left. Bounding folds away what constants decide; of what is left, the ranges of values
//! ([`crate::ranges`]) know that `cnt + 1` does not overflow where `cnt` is increased three times. That is so for most properties of most programs: whoever
//! looks for everything need not ask about overflows for each number of rounds.
//!
//! That is all there is to it if the bounded program is the whole program and every access goes where it seems to. So nothing may be cut or unsupported in it, and no
//! access may leave its object, whether or not somebody looks for that. (The same as in [`crate::race_freedom`].)
//!
//! Precondition: a bounded program with visible points.

use unspool_ir::{BlockId, FunctionId, InstKind, Program, Property};

use crate::accesses::has_unheld_frees;
use crate::faults::inst_may_fail;
use crate::ranges::{Range, Ranges};
use crate::thread_text::{Code, ThreadText};

/// Whether it is plain that none of these is violated, of those that assertions and accesses violate. `ranges` is asked for those of the program if they could make a difference.
pub fn cannot_fail<'r>(
    program: &Program,
    properties: &[Property],
    ranges: impl FnOnce() -> Option<&'r Ranges>,
) -> bool {
    if properties.contains(&Property::LockMisuse) && has_unheld_frees(program) {
        return false;
    }
    let texts = ThreadText::of_program(program);
    let mut may_fail = false;
    let mut assertions: Vec<(FunctionId, BlockId, usize)> = Vec::new();
    let mut stack = Vec::new();
    for text in &texts {
        text.for_each(|at| {
            let Code::Inst(inst) = at.code else {
                return;
            };
            may_fail |= match &inst.kind {
                InstKind::Unsupported(_) | InstKind::VarArgs { .. } => true,
                InstKind::Assert { property, .. } => {
                    if properties.contains(property) {
                        assertions.push((text.function, at.block, at.index));
                    }
                    *property == Property::Unwinding
                }
                _ => inst_may_fail(program, text.body, inst, &mut stack),
            };
        });
    }
    if may_fail || assertions.is_empty() {
        return !may_fail;
    }
    let Some(ranges) = ranges() else {
        return false;
    };
    assertions.iter().all(|&(function, block, index)| {
        let condition = ranges.of_register_after(function, block, index);
        condition.and_then(Range::as_constant) == Some(1)
    })
}
