//! Which bounds to try next: iterative deepening over iterations of loops and rounds of schedules.
//!
//! Most bugs need few iterations and few switches (Qadeer and Rehof, *Context-bounded model checking of concurrent software*, TACAS 2005; Lazy-CSeq's runs in SV-COMP
//! start with unwind 1 and 2 rounds too), and small bounds cost little. So the bounds grow in small steps, now the one, now the other.
//!
//! What was learned on the way spares steps. A step *covers* another if no execution within the bounds of the other can be a violation that it has not seen:
//!
//! - it has larger bounds;
//! - no execution of at most its rounds gets to where a loop is cut (`is_cut_free`): then more iterations bring nothing new within these rounds;
//! - every schedule of its bounded program fits into its rounds (`is_schedule_complete`): then more rounds bring nothing new within its iterations.
//!
//! A step for which both hold covers all executions of the program: the search is over. That is for the caller to see.
//!
//! Loops that constants end, but not soon (`for (i = 0; i < 1000; i++)`), are cut like others, and may leave nothing behind them to look at. Deepening
//! would need very many steps to get through one, so after the first steps such loops are unwound to their end, if the program does not get too large.
//!
//! Nothing here runs anything: a search ([`crate::search`]) asks for the next step, makes it, and tells what came of it.

use unspool_engine::Encoding;
use unspool_passes::bound::{BoundReport, LoopKind};

/// The bounds of one step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Depth {
    pub unwind: u32,
    pub schedule: Encoding,
    /// Loops that constants end get to their end.
    pub long_loops: Option<LongLoops>,
}

/// How far to go for loops that constants end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LongLoops {
    pub iterations: u32,
    /// That the bounded program may have then.
    pub instructions: usize,
}

const LONG_LOOPS: LongLoops = LongLoops {
    iterations: 1 << 16,
    instructions: 100_000,
};

/// The bounds that the user has chosen; the others are found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Given {
    pub unwind: Option<u32>,
    pub schedule: Option<Encoding>,
    /// Long loops are the user's business then.
    pub has_unwind_for: bool,
}

/// What a step without a violation says about others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Completeness {
    /// No execution gets to where a bound cuts the program, within these rounds.
    pub is_cut_free: bool,
    /// Every schedule of the bounded program fits into these rounds.
    pub is_schedule_complete: bool,
}

/// Unwind and rounds of the first steps; see [`candidates`] for those behind them.
const FIRST_STEPS: [(u32, u32); 7] = [(1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (4, 3), (4, 4)];

const MOST_ITERATIONS: u32 = 1 << 20;
const MOST_ROUNDS: u32 = 64;

/// Steps that are made before long loops are unwound to their end.
const STEPS_WITHOUT_LONG_LOOPS: usize = 2;

pub struct Strategy {
    given: Given,
    candidates: Box<dyn Iterator<Item = (u32, u32)>>,
    /// To be tried before them.
    again: Vec<(u32, u32)>,
    /// All that were handed out.
    started: Vec<Depth>,
    /// Those in which there is no violation.
    passed: Vec<(Depth, Completeness)>,
    /// Those that ended for want of memory: whatever is larger would too.
    refused: Vec<Depth>,
    /// With so many iterations nothing is cut.
    uncut_unwind: Option<u32>,
    /// The largest number for which the program could be made.
    largest_unwind: u32,
    /// For some larger number it could not.
    is_too_large: bool,
    long_loops: LongLoopPlan,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LongLoopPlan {
    /// There are none, as far as is known.
    None,
    Unwind,
    /// They are too long, or the user has chosen.
    LeaveAlone,
}

impl Strategy {
    pub fn new(given: Given) -> Strategy {
        Strategy {
            given,
            candidates: Box::new(candidates()),
            again: Vec::new(),
            started: Vec::new(),
            passed: Vec::new(),
            refused: Vec::new(),
            uncut_unwind: None,
            largest_unwind: 0,
            is_too_large: false,
            long_loops: match given.has_unwind_for || given.is_fixed() {
                true => LongLoopPlan::LeaveAlone,
                false => LongLoopPlan::None,
            },
        }
    }

    /// The next step. None: there is nothing left that could say more.
    pub fn next_step(&mut self) -> Option<Depth> {
        loop {
            let (unwind, rounds) = match self.again.pop() {
                Some(again) => again,
                None => self.candidates.next()?,
            };
            let depth = self.fitted(unwind, rounds);
            if !self.is_pointless(&depth) {
                self.started.push(depth);
                return Some(depth);
            }
        }
    }

    /// What bounding says, long before an answer.
    pub fn bounded(&mut self, depth: &Depth, report: &BoundReport) {
        if report.cuts.is_empty() {
            let least = self
                .uncut_unwind
                .map_or(depth.unwind, |known| known.min(depth.unwind));
            self.uncut_unwind = Some(least);
        }
        self.largest_unwind = self.largest_unwind.max(depth.unwind);
        let is_long = |l: &unspool_passes::bound::LoopReport| {
            l.is_cut && l.kind == LoopKind::Static && !l.is_model
        };
        if self.long_loops == LongLoopPlan::None && report.loops.iter().any(is_long) {
            self.long_loops = LongLoopPlan::Unwind;
        }
    }

    /// The bounded program was too large to be made.
    pub fn too_large(&mut self, depth: &Depth) {
        match depth.long_loops {
            Some(_) => self.long_loops = LongLoopPlan::LeaveAlone,
            None => self.is_too_large = true,
        }
        self.again.push((depth.unwind, length(depth.schedule)));
    }

    /// There is no violation within these bounds. Can be told again when more is known.
    pub fn passed(&mut self, depth: &Depth, completeness: Completeness) {
        match self.passed.iter_mut().find(|(known, _)| known == depth) {
            Some((_, known)) => *known = completeness,
            None => self.passed.push((*depth, completeness)),
        }
    }

    /// There was too little memory for this step.
    pub fn refused(&mut self, depth: &Depth) {
        self.refused.push(*depth);
    }

    /// This step was given up, and is to be made later.
    pub fn postpone(&mut self, depth: &Depth) {
        self.started.retain(|started| started != depth);
        self.again.push((depth.unwind, length(depth.schedule)));
    }

    /// Whether the answer to this step is known by those to others.
    pub fn is_covered(&self, depth: &Depth) -> bool {
        (self.passed.iter()).any(|(passed, completeness)| covers(passed, completeness, depth))
    }

    /// Of the steps without a violation the one that goes deepest.
    pub fn deepest_passed(&self) -> Option<&Depth> {
        let order = |depth: &Depth| self.started.iter().position(|started| started == depth);
        let passed = self.passed.iter().map(|(depth, _)| depth);
        passed.max_by_key(|depth| order(depth))
    }

    fn fitted(&self, unwind: u32, rounds: u32) -> Depth {
        let mut unwind = self.given.unwind.unwrap_or(unwind);
        if let Some(uncut) = self.uncut_unwind {
            unwind = unwind.min(uncut);
        }
        if self.is_too_large {
            unwind = unwind.min(self.largest_unwind);
        }
        let is_first = self.started.len() < STEPS_WITHOUT_LONG_LOOPS;
        let unwinds_long_loops = self.long_loops == LongLoopPlan::Unwind && !is_first;
        Depth {
            unwind,
            schedule: self.given.schedule.unwrap_or(Encoding::Rounds(rounds)),
            long_loops: unwinds_long_loops.then_some(LONG_LOOPS),
        }
    }

    fn is_pointless(&self, depth: &Depth) -> bool {
        let is_too_much = |refused: &Depth| {
            refused.unwind <= depth.unwind
                && length(refused.schedule) <= length(depth.schedule)
                && (depth.long_loops.is_some() || refused.long_loops.is_none())
        };
        depth.unwind == 0
            || self.started.contains(depth)
            || self.is_covered(depth)
            || self.refused.iter().any(is_too_much)
    }
}

impl Given {
    /// Nothing is left to find out.
    pub fn is_fixed(&self) -> bool {
        self.unwind.is_some() && self.schedule.is_some()
    }
}

/// The number of rounds or contexts.
pub fn length(schedule: Encoding) -> u32 {
    match schedule {
        Encoding::Rounds(length) | Encoding::Contexts(length) => length,
    }
}

/// See the opening of this file.
fn covers(passed: &Depth, completeness: &Completeness, other: &Depth) -> bool {
    let has_its_loops = other.unwind <= passed.unwind
        && (passed.long_loops.is_some() || other.long_loops.is_none());
    let has_its_rounds = length(other.schedule) <= length(passed.schedule);
    has_its_rounds && (has_its_loops || completeness.is_cut_free)
        || has_its_loops && completeness.is_schedule_complete
}

/// After the first steps, half as many iterations more, then one more round, and so on.
fn candidates() -> impl Iterator<Item = (u32, u32)> {
    let last = FIRST_STEPS[FIRST_STEPS.len() - 1];
    let mut now = last;
    let mut is_turn_of_loops = true;
    let further = std::iter::from_fn(move || {
        let (unwind, rounds) = now;
        if unwind >= MOST_ITERATIONS && rounds >= MOST_ROUNDS {
            return None;
        }
        let can_unwind = unwind < MOST_ITERATIONS;
        now = match can_unwind && (is_turn_of_loops || rounds >= MOST_ROUNDS) {
            true => (unwind.saturating_add(unwind.div_ceil(2)), rounds),
            false => (unwind, rounds + 1),
        };
        is_turn_of_loops = !is_turn_of_loops;
        Some(now)
    });
    FIRST_STEPS.into_iter().chain(further)
}

#[cfg(test)]
mod tests {
    use super::*;
    use unspool_ir::Span;
    use unspool_passes::bound::{Cut, CutKind, LoopReport};

    fn numbers(depth: &Depth) -> (u32, u32) {
        (depth.unwind, length(depth.schedule))
    }

    fn next(strategy: &mut Strategy) -> Depth {
        strategy.next_step().expect("a step")
    }

    fn cut_report(kind: LoopKind) -> BoundReport {
        let cut = Cut {
            span: Span::NONE,
            library_call: None,
            what: CutKind::Loop,
            bound: 1,
        };
        let cut_loop = LoopReport {
            function: "f".to_string(),
            is_model: false,
            span: Span::NONE,
            kind,
            iterations: 1,
            is_cut: true,
        };
        BoundReport {
            loops: vec![cut_loop],
            cuts: vec![cut],
        }
    }

    #[test]
    fn bounds_grow_by_turns_and_the_sequence_ends() {
        let all: Vec<(u32, u32)> = candidates().collect();
        assert_eq!(&all[..3], &[(1, 1), (1, 2), (2, 2)]);
        assert_eq!(&all[7..10], &[(6, 4), (6, 5), (9, 5)]);
        let grows = |pair: &[(u32, u32)]| pair[0].0 <= pair[1].0 && pair[0].1 <= pair[1].1;
        assert!(all.windows(2).all(grows));
        let last = all[all.len() - 1];
        assert!(last.0 >= MOST_ITERATIONS && last.1 >= MOST_ROUNDS);
    }

    #[test]
    fn given_bounds_are_one_step() {
        let mut strategy = Strategy::new(Given {
            unwind: Some(3),
            schedule: Some(Encoding::Contexts(7)),
            has_unwind_for: false,
        });
        let only = next(&mut strategy);
        assert_eq!(numbers(&only), (3, 7));
        assert_eq!(strategy.next_step(), None);
    }

    #[test]
    fn the_bound_that_is_not_given_grows() {
        let mut strategy = Strategy::new(Given {
            unwind: Some(5),
            ..Given::default()
        });
        let steps: Vec<_> = (0..3).map(|_| numbers(&next(&mut strategy))).collect();
        assert_eq!(steps, [(5, 1), (5, 2), (5, 3)]);
        let mut strategy = Strategy::new(Given {
            schedule: Some(Encoding::Rounds(3)),
            ..Given::default()
        });
        let steps: Vec<_> = (0..3).map(|_| numbers(&next(&mut strategy))).collect();
        assert_eq!(steps, [(1, 3), (2, 3), (3, 3)]);
    }

    #[test]
    fn where_no_loop_is_cut_only_rounds_grow() {
        let mut strategy = Strategy::new(Given::default());
        let first = next(&mut strategy);
        strategy.bounded(&first, &BoundReport::default());
        let steps: Vec<_> = (0..3).map(|_| numbers(&next(&mut strategy))).collect();
        assert_eq!(steps, [(1, 2), (1, 3), (1, 4)]);
    }

    #[test]
    fn where_no_execution_is_cut_only_rounds_grow() {
        let mut strategy = Strategy::new(Given::default());
        next(&mut strategy);
        let second = next(&mut strategy);
        let completeness = Completeness {
            is_cut_free: true,
            is_schedule_complete: false,
        };
        strategy.passed(&second, completeness);
        // Two rounds are done with, whatever the loops; with three, an execution may be cut.
        assert_eq!(numbers(&next(&mut strategy)), (2, 3));
    }

    #[test]
    fn where_every_schedule_fits_only_loops_grow() {
        let mut strategy = Strategy::new(Given::default());
        for _ in 0..3 {
            next(&mut strategy);
        }
        let depth = Depth {
            unwind: 2,
            schedule: Encoding::Rounds(2),
            long_loops: None,
        };
        let completeness = Completeness {
            is_cut_free: false,
            is_schedule_complete: true,
        };
        strategy.passed(&depth, completeness);
        assert_eq!(numbers(&next(&mut strategy)), (3, 3));
        let covered = Depth {
            schedule: Encoding::Rounds(9),
            ..depth
        };
        assert!(strategy.is_covered(&covered));
        let deeper = Depth {
            unwind: 3,
            ..covered
        };
        assert!(!strategy.is_covered(&deeper));
    }

    #[test]
    fn when_nothing_is_open_the_search_ends() {
        let mut strategy = Strategy::new(Given::default());
        let first = next(&mut strategy);
        strategy.bounded(&first, &BoundReport::default());
        let completeness = Completeness {
            is_cut_free: true,
            is_schedule_complete: true,
        };
        strategy.passed(&first, completeness);
        assert_eq!(strategy.next_step(), None);
    }

    #[test]
    fn long_loops_are_unwound_if_they_fit() {
        let mut strategy = Strategy::new(Given::default());
        let first = next(&mut strategy);
        strategy.bounded(&first, &cut_report(LoopKind::Static));
        assert_eq!(next(&mut strategy).long_loops, None);
        let third = next(&mut strategy);
        assert_eq!(
            (numbers(&third), third.long_loops),
            ((2, 2), Some(LONG_LOOPS))
        );
        strategy.too_large(&third);
        let again = next(&mut strategy);
        assert_eq!((numbers(&again), again.long_loops), ((2, 2), None));
        let mut strategy = Strategy::new(Given::default());
        let first = next(&mut strategy);
        strategy.bounded(&first, &cut_report(LoopKind::Dynamic));
        next(&mut strategy);
        assert_eq!(next(&mut strategy).long_loops, None);
    }

    #[test]
    fn a_program_that_grows_too_large_gets_more_rounds_only() {
        let mut strategy = Strategy::new(Given::default());
        let first = next(&mut strategy);
        strategy.bounded(&first, &cut_report(LoopKind::Dynamic));
        next(&mut strategy);
        let third = next(&mut strategy);
        strategy.too_large(&third);
        assert_eq!(numbers(&next(&mut strategy)), (1, 3));
        let mut strategy = Strategy::new(Given::default());
        let first = next(&mut strategy);
        strategy.too_large(&first);
        assert_eq!(strategy.next_step(), None);
    }

    #[test]
    fn nothing_larger_is_tried_than_what_memory_refused() {
        let mut strategy = Strategy::new(Given::default());
        next(&mut strategy);
        let second = next(&mut strategy);
        strategy.refused(&second);
        assert_eq!(strategy.next_step(), None);
    }
}
