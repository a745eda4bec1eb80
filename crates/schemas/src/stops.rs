//! Where a thread can be interrupted: the numerical labels of the paper.
//!
//! A stop is where the thread starts, at each visible point, and at one more kind of place, which the paper does without: before something that ends the run without a
//! violation (an assumption that fails, an access to nothing), if the thread may have done something since the last stop that others can see.
//! Others may go on from there, and only an execution that leaves the thread standing before its end shows that; a simulation that goes over the end is given up.
//! In atomic sections no thread stands still: the stop is before the section. A `wait_until` stands in a section that begins with a point (rule Z5 of bounded programs), so there is always a stop before it.
//!
//! Points may be *sealed*: then no thread stands still there, as in the instances of swarm verification. What ends a run behind a sealed point is as it would be behind any other.
//!
//! ```text
//! point 3 store @x = 1:i32          stop 3
//! assume %0 > 0:i32                 stop 4: others may see that @x is 1, whatever %0 is
//! ```

use rustc_hash::FxHashSet;
use unspool_ir::{BlockId, InstKind, PointId, Program, Property, SlotId, Terminator};
use unspool_passes::faults::{any_may_fail, inst_may_fail};
use unspool_passes::operands::{Node, root_slot, terminator_expr};
use unspool_passes::thread_text::{At, Code, Forward, ThreadText};

use crate::lasting_locals::address_taken;

/// What a simulation does where the process ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProcessEnds {
    /// It ends itself.
    Run,
    /// It never goes there: its thread stands still before it.
    GiveUp,
}

/// Points at which no thread stands still, by its number.
pub type Sealed = FxHashSet<(u32, PointId)>;

/// In the order of the text.
pub fn of(
    program: &Program,
    text: &ThreadText<'_>,
    checked: &[Property],
    process: ProcessEnds,
    sealed: &Sealed,
) -> Vec<(BlockId, usize)> {
    let mut ends = vec![false; text.len()];
    text.for_each(|at| {
        ends[at.position as usize] = may_end(program, text, checked, at)
            || (process == ProcessEnds::GiveUp && ends_process(text, at));
    });
    let mut finder = Finder {
        text,
        is_taken: address_taken(text.body),
        ends,
        sealed,
        stops: Vec::new(),
    };
    text.run(&mut finder, false);
    finder.stops
}

/// The state is whether the thread may have done something that others can see since it was at a stop.
struct Finder<'a, 'p> {
    text: &'a ThreadText<'p>,
    /// Variables that pointers may point to.
    is_taken: FxHashSet<SlotId>,
    /// By position.
    ends: Vec<bool>,
    sealed: &'a Sealed,
    stops: Vec<(BlockId, usize)>,
}

impl Forward for Finder<'_, '_> {
    type State = bool;

    fn pass(&mut self, has_acted: &mut bool, at: At<'_>) {
        let point = match at.code {
            Code::Inst(inst) => inst.point,
            Code::Terminator(block) => block.point,
        };
        let is_sealed = point.is_some_and(|it| self.sealed.contains(&(self.text.number, it)));
        if is_sealed {
            *has_acted = false;
        }
        let has_point = point.is_some() && !is_sealed;
        if at.position == 0 || has_point || (at.depth == 0 && *has_acted && self.step_may_end(at)) {
            self.stops.push((at.block, at.index));
            *has_acted = false;
        }
        *has_acted |= self.acts(at);
    }

    fn join(&mut self, into: &mut bool, other: bool) {
        *into |= other;
    }
}

impl Finder<'_, '_> {
    fn step_may_end(&self, at: At<'_>) -> bool {
        let (first, last) = (at.position, self.text.step_end(at.position));
        (first..=last.max(first)).any(|position| self.ends.get(position as usize) == Some(&true))
    }

    /// Whether others may see what is done here.
    fn acts(&self, at: At<'_>) -> bool {
        let Code::Inst(inst) = at.code else {
            return false;
        };
        match inst.kind {
            InstKind::Store { place, .. }
            | InstKind::Rmw { place, .. }
            | InstKind::CompareExchange { place, .. } => {
                root_slot(self.text.body, place).is_none_or(|slot| self.is_taken.contains(&slot))
            }
            InstKind::Spawn { .. } | InstKind::Free { .. } | InstKind::Dead(_) => true,
            _ => false,
        }
    }
}

/// Whether the run may end here without a violation that anybody asks about.
fn may_end(program: &Program, text: &ThreadText<'_>, checked: &[Property], at: At<'_>) -> bool {
    let mut stack: Vec<Node> = Vec::new();
    match at.code {
        Code::Inst(inst) => match &inst.kind {
            InstKind::Assume(_) | InstKind::Unsupported(_) | InstKind::Alloc { .. } => true,
            InstKind::Assert { property, .. } => !checked.contains(property),
            _ => inst_may_fail(program, text.body, inst, &mut stack),
        },
        Code::Terminator(block) => {
            stack.extend(terminator_expr(&block.terminator).map(Node::Expr));
            matches!(block.terminator, Terminator::Unreachable)
                || any_may_fail(&program.types, text.body, &mut stack)
        }
    }
}

fn ends_process(text: &ThreadText<'_>, at: At<'_>) -> bool {
    match at.code {
        Code::Inst(_) => false,
        Code::Terminator(block) => match block.terminator {
            Terminator::Exit(_) | Terminator::Abort => true,
            Terminator::Return(_) => text.number == 0,
            _ => false,
        },
    }
}
