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
//! There are three *lanes*, which get the same time each:
//!
//! - careful: both bounds grow in small steps;
//! - many rounds: some bugs need threads to take turns again and again. To show that there is none with few rounds may take far longer than
//!   to find it with many, so rounds are also tried in large steps;
//! - long loops: those that constants end, but not soon (`for (i = 0; i < 1000; i++)`), are cut like others, and may leave nothing behind them to look at. Deepening
//!   would need very many steps to get through one, so here such loops are unwound to their end, if the program does not get too large.
//!
//! A step that takes too long is given up and tried again later with more time, four times as much: so no step keeps others from
//! being made, and at most a third of the time is lost.
//!
//! Nothing here runs anything: a search ([`crate::search`]) asks for the next step, makes it, and tells what came of it.

use std::collections::VecDeque;
use std::time::Duration;

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

/// Which way a step belongs to; see the opening of this file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lane {
    Careful,
    ManyRounds,
    LongLoops,
}

impl Lane {
    pub const ALL: [Lane; 3] = [Lane::Careful, Lane::ManyRounds, Lane::LongLoops];

    /// How long its steps may take when they are first tried.
    fn first_budget(self) -> Duration {
        Duration::from_secs(match self {
            Lane::Careful => 5,
            Lane::ManyRounds | Lane::LongLoops => 3,
        })
    }
}

/// A step to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub depth: Depth,
    pub lane: Lane,
    /// After which it is to be given up; none if there is no other.
    pub budget: Option<Duration>,
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

/// Steps that are made before the other lanes open.
const CAREFUL_STEPS: usize = 3;

/// A step that was given up gets this many times the time when it is tried again.
const BUDGET_GROWTH: u32 = 4;

/// What a lane has to try.
struct LaneState {
    candidates: Box<dyn Iterator<Item = (u32, u32)>>,
    /// To be tried again, with so much time.
    again: VecDeque<((u32, u32), Duration)>,
    /// Whether it is the turn of those.
    is_turn_of_again: bool,
}

pub struct Strategy {
    given: Given,
    /// In the order of [`Lane::ALL`].
    lanes: [LaneState; 3],
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
            lanes: Lane::ALL.map(|lane| LaneState {
                candidates: match lane {
                    Lane::ManyRounds => Box::new(many_rounds()),
                    Lane::Careful | Lane::LongLoops => Box::new(candidates()),
                },
                again: VecDeque::new(),
                is_turn_of_again: false,
            }),
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

    /// The next step, of the lane that has had the least time. None: there is nothing left that could say more.
    pub fn next_step(&mut self, spent: impl Fn(Lane) -> Duration) -> Option<Step> {
        let mut lanes = Lane::ALL;
        lanes.sort_by_key(|&lane| spent(lane));
        lanes.into_iter().find_map(|lane| self.next_of(lane))
    }

    fn next_of(&mut self, lane: Lane) -> Option<Step> {
        let has_begun = self.started.len() >= CAREFUL_STEPS;
        let is_open = match lane {
            Lane::Careful => true,
            Lane::ManyRounds => has_begun && self.given.schedule.is_none(),
            Lane::LongLoops => has_begun && self.long_loops == LongLoopPlan::Unwind,
        };
        if !is_open {
            return None;
        }
        loop {
            let state = &mut self.lanes[lane as usize];
            state.is_turn_of_again = !state.is_turn_of_again;
            let again = match state.is_turn_of_again {
                true => state.again.pop_front(),
                false => None,
            };
            let next = match again {
                Some(again) => Some((again, true)),
                None => match state.candidates.next() {
                    Some(bounds) => Some(((bounds, lane.first_budget()), false)),
                    None => state.again.pop_front().map(|again| (again, true)),
                },
            };
            let (((unwind, rounds), budget), is_again) = next?;
            let depth = self.fitted(unwind, rounds, lane);
            // What waits to be tried again counts as started, whoever else asks for it.
            let is_new = is_again || !self.started.contains(&depth);
            if is_new && !self.is_pointless(&depth) {
                self.started.retain(|started| *started != depth);
                self.started.push(depth);
                let budget = (!self.given.is_fixed()).then_some(budget);
                return Some(Step {
                    depth,
                    lane,
                    budget,
                });
            }
        }
    }

    /// What bounding says, long before an answer.
    pub fn bounded(&mut self, depth: &Depth, report: &BoundReport) {
        if report.cuts.is_empty() && depth.long_loops.is_none() {
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
        let again = (depth.unwind, length(depth.schedule));
        let lane = Lane::Careful;
        let state = &mut self.lanes[lane as usize];
        state.again.push_front((again, lane.first_budget()));
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

    /// This step was given up for the sake of others, and is to be made later.
    pub fn postpone(&mut self, step: &Step) {
        self.try_again(step, 1);
    }

    /// This step has used its budget.
    pub fn out_of_budget(&mut self, step: &Step) {
        self.try_again(step, BUDGET_GROWTH);
    }

    fn try_again(&mut self, step: &Step, growth: u32) {
        let budget = step.budget.unwrap_or_default().saturating_mul(growth);
        let bounds = (step.depth.unwind, length(step.depth.schedule));
        self.lanes[step.lane as usize]
            .again
            .push_back((bounds, budget));
    }

    /// Whether the answer to this step is known by those to others.
    pub fn is_covered(&self, depth: &Depth) -> bool {
        (self.passed.iter()).any(|(passed, completeness)| covers(passed, completeness, depth))
    }

    fn fitted(&self, unwind: u32, rounds: u32, lane: Lane) -> Depth {
        let mut unwind = self.given.unwind.unwrap_or(unwind);
        if let Some(uncut) = self.uncut_unwind {
            unwind = unwind.min(uncut);
        }
        if self.is_too_large {
            unwind = unwind.min(self.largest_unwind);
        }
        Depth {
            unwind,
            schedule: self.given.schedule.unwrap_or(Encoding::Rounds(rounds)),
            long_loops: (lane == Lane::LongLoops).then_some(LONG_LOOPS),
        }
    }

    fn is_pointless(&self, depth: &Depth) -> bool {
        let is_too_much = |refused: &Depth| {
            refused.unwind <= depth.unwind
                && length(refused.schedule) <= length(depth.schedule)
                && (depth.long_loops.is_some() || refused.long_loops.is_none())
        };
        depth.unwind == 0 || self.is_covered(depth) || self.refused.iter().any(is_too_much)
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

/// Twice as many rounds each time, with few iterations and then with more.
fn many_rounds() -> impl Iterator<Item = (u32, u32)> {
    let rounds = [6u32, 12, 24, 48, MOST_ROUNDS];
    rounds.into_iter().flat_map(|rounds| {
        let unwinds = [2, rounds / 2, rounds, 2 * rounds];
        unwinds.into_iter().map(move |unwind| (unwind, rounds))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use unspool_ir::Span;
    use unspool_passes::bound::{Cut, CutKind, LoopReport};

    fn numbers(depth: &Depth) -> (u32, u32) {
        (depth.unwind, length(depth.schedule))
    }

    /// Of the careful lane, the others having had more time.
    fn next(strategy: &mut Strategy) -> Depth {
        let step = strategy.next_step(|lane| Duration::from_secs(lane as u64));
        step.expect("a step").depth
    }

    fn end(strategy: &mut Strategy) -> Option<Step> {
        strategy.next_step(|_| Duration::ZERO)
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
        assert_eq!(end(&mut strategy), None);
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
        assert_eq!(end(&mut strategy), None);
    }

    #[test]
    fn long_loops_are_unwound_if_they_fit() {
        let of_long_loops = |strategy: &mut Strategy| {
            strategy.next_step(|lane| Duration::from_secs(u64::from(lane != Lane::LongLoops)))
        };
        let mut strategy = Strategy::new(Given::default());
        let first = next(&mut strategy);
        strategy.bounded(&first, &cut_report(LoopKind::Static));
        for _ in 1..CAREFUL_STEPS {
            assert_eq!(next(&mut strategy).long_loops, None);
        }
        let step = of_long_loops(&mut strategy).expect("a step");
        assert_eq!(
            (numbers(&step.depth), step.depth.long_loops),
            ((1, 1), Some(LONG_LOOPS))
        );
        strategy.too_large(&step.depth);
        let again = of_long_loops(&mut strategy).expect("a step");
        assert_eq!(again.depth.long_loops, None);
        let mut strategy = Strategy::new(Given::default());
        let first = next(&mut strategy);
        strategy.bounded(&first, &cut_report(LoopKind::Dynamic));
        for _ in 1..=CAREFUL_STEPS {
            assert_eq!(next(&mut strategy).long_loops, None);
        }
    }

    #[test]
    fn what_takes_too_long_is_tried_again_with_more_time() {
        let mut strategy = Strategy::new(Given::default());
        let careful = |lane: Lane| Duration::from_secs(lane as u64);
        let first = strategy.next_step(careful).expect("a step");
        strategy.out_of_budget(&first);
        let later: Vec<Step> = (0..2).filter_map(|_| strategy.next_step(careful)).collect();
        let again = later.iter().find(|step| step.depth == first.depth);
        let budget = again.and_then(|step| step.budget);
        assert_eq!(budget, first.budget.map(|budget| budget * BUDGET_GROWTH));
        assert_ne!(later[0].depth, later[1].depth);
    }

    #[test]
    fn rounds_grow_by_leaps_in_a_lane_of_their_own() {
        let rounds_first = |lane| Duration::from_secs(u64::from(lane != Lane::ManyRounds));
        let mut strategy = Strategy::new(Given::default());
        for _ in 0..CAREFUL_STEPS {
            let step = strategy.next_step(rounds_first).expect("a step");
            assert_eq!(step.lane, Lane::Careful);
        }
        let step = strategy.next_step(rounds_first).expect("a step");
        assert_eq!(
            (step.lane, numbers(&step.depth)),
            (Lane::ManyRounds, (2, 6))
        );
        let given = Given {
            schedule: Some(Encoding::Rounds(3)),
            ..Given::default()
        };
        let mut strategy = Strategy::new(given);
        for _ in 0..=CAREFUL_STEPS {
            let step = strategy.next_step(rounds_first).expect("a step");
            assert_eq!(step.lane, Lane::Careful);
        }
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
        assert_eq!(end(&mut strategy), None);
    }

    #[test]
    fn nothing_larger_is_tried_than_what_memory_refused() {
        let mut strategy = Strategy::new(Given::default());
        next(&mut strategy);
        let second = next(&mut strategy);
        strategy.refused(&second);
        assert_eq!(end(&mut strategy), None);
    }
}
