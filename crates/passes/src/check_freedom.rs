//! Properties that nothing left in a program can violate, whatever the schedule.
//!
//! A violation of a property that assertions are about is a failing assertion of it; a memory error is an access that is not valid; and that memory is freed in which a lock is held is seen at a
//! `free`. So a property has no violation in a bounded program, in any execution, however many rounds it takes, if no condition of its assertions can be false; and no question about schedules is left. Bounding folds
//! away what constants decide; of what is left, the ranges of values ([`crate::ranges`]) know that `cnt + 1` does not overflow where `cnt` is increased three times, or that nobody gets to `assert false` behind `if (cnt > 3)`. That is so for most properties of most
//! programs: whoever looks for everything need not ask about overflows for each number of rounds.
//!
//! That is all there is to it if the bounded program is the whole program and every access goes where it seems to. So nothing may be cut or unsupported in it, no
//! access may leave its object and no division may trap, whether or not somebody looks for that. (The same as in [`crate::race_freedom`].)
//!
//! Precondition: a bounded program with visible points.

use unspool_ir::{BlockId, FunctionId, InstKind, Program, Property};

use crate::accesses::has_unheld_frees;
use crate::faults::{any_may_fail, inst_may_fail};
use crate::operands::{Node, push_operands, terminator_expr};
use crate::ranges::Ranges;
use crate::thread_text::{Code, ThreadText};

/// Those of these properties that may be violated, as far as is plain, by assertions and accesses. `ranges` is asked for those of the program if they could make a difference.
pub fn may_be_violated<'r>(
    program: &Program,
    properties: &[Property],
    ranges: impl FnOnce() -> Option<&'r Ranges>,
) -> Vec<Property> {
    let mut may_fail = false;
    let mut assertions: Vec<(Property, FunctionId, BlockId, usize)> = Vec::new();
    let mut stack = Vec::new();
    for text in &ThreadText::of_program(program) {
        text.for_each(|at| {
            may_fail |= match at.code {
                Code::Terminator(block) => {
                    let value = terminator_expr(&block.terminator);
                    stack.extend(value.map(Node::Expr));
                    any_may_fail(&program.types, text.body, &mut stack)
                }
                Code::Inst(inst) => match &inst.kind {
                    InstKind::Unsupported(_) | InstKind::VarArgs { .. } => true,
                    InstKind::Assert { property, .. } => {
                        if properties.contains(property) {
                            assertions.push((*property, text.function, at.block, at.index));
                        }
                        push_operands(&inst.kind, &mut stack);
                        any_may_fail(&program.types, text.body, &mut stack)
                            || *property == Property::Unwinding
                    }
                    _ => inst_may_fail(program, text.body, inst, &mut stack),
                },
            };
        });
    }
    if may_fail {
        return properties.to_vec();
    }
    if !assertions.is_empty()
        && let Some(ranges) = ranges()
    {
        assertions
            .retain(|&(_, function, block, index)| !ranges.never_stops(function, block, index));
    }
    let has_unheld_frees = has_unheld_frees(program);
    let may_be = |property: &Property| {
        let is_open = assertions.iter().any(|(of, ..)| of == property);
        is_open || (*property == Property::LockMisuse && has_unheld_frees)
    };
    properties.iter().copied().filter(may_be).collect()
}
