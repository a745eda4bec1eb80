//! Which bounds to try next: iterative deepening over iterations of loops and rounds of schedules.
//!
//! Most bugs need few iterations and few switches (Qadeer and Rehof, *Context-bounded model checking of concurrent software*, TACAS 2005; Lazy-CSeq's runs in SV-COMP
//! start with unwind 1 and 2 rounds too), and small bounds cost little. So the bounds grow in small steps, now the one, now the other, and beside that in larger
//! ones ([`crate::lanes`]).
//!
//! What was learned on the way spares steps: those that another covers ([`crate::depth`]), those that would need more memory than there is, and more
//! iterations where they do not change the bounded program: because nothing is cut, or only what no number of iterations would let through.
//!
//! Nothing here runs anything: a search ([`crate::search`]) asks for the next step, makes it, and tells what came of it.

use std::time::Duration;

use unspool_passes::bound::{BoundConfig, BoundReport, LoopKind, LoopReport};

use crate::depth::{Completeness, Depth, Given, LongLoops, covers};
use crate::lanes::{BUDGET_GROWTH, Candidates, Lane};

/// A step to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub depth: Depth,
    pub lane: Lane,
    /// After which it is to be given up; none if there is no other.
    pub budget: Option<Duration>,
}

const LONG_LOOPS: LongLoops = LongLoops {
    iterations: 1 << 16,
    instructions: 100_000,
};

/// Steps that are made before the other lanes open.
const CAREFUL_STEPS: usize = 3;

pub struct Strategy {
    given: Given,
    /// In the order of [`Lane::ALL`].
    lanes: [Candidates; 3],
    /// All that were handed out.
    started: Vec<Depth>,
    /// Those in which there is no violation.
    passed: Vec<(Depth, Completeness)>,
    /// Those that ended for want of memory: whatever is larger would too.
    refused: Vec<Depth>,
    /// More iterations than these do not change the bounded program.
    enough_unwind: Option<u32>,
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
            lanes: Lane::ALL.map(Candidates::of),
            started: Vec::new(),
            passed: Vec::new(),
            refused: Vec::new(),
            enough_unwind: None,
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
            let next = self.lanes[lane as usize].take()?;
            let depth = self.fitted(next.unwind, next.rounds, lane);
            // What waits to be tried again counts as started, whoever else asks for it.
            let is_new = next.is_again || !self.started.contains(&depth);
            if is_new && !self.is_pointless(&depth) {
                self.started.retain(|started| *started != depth);
                self.started.push(depth);
                let budget = (!self.given.is_fixed()).then_some(next.budget);
                return Some(Step {
                    depth,
                    lane,
                    budget,
                });
            }
        }
    }

    /// What bounding says, long before an answer; `config` is how.
    pub fn bounded(&mut self, depth: &Depth, report: &BoundReport, config: &BoundConfig) {
        let can_move = |cut| self.given.can_move(cut, config);
        if depth.long_loops.is_none() && !report.cuts.iter().any(can_move) {
            let least = self.enough_unwind.unwrap_or(u32::MAX);
            self.enough_unwind = Some(least.min(depth.unwind));
        }
        self.largest_unwind = self.largest_unwind.max(depth.unwind);
        let is_long = |l: &LoopReport| l.is_cut && l.kind == LoopKind::Static && !l.is_model;
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
        let rounds = depth.schedule.rounds();
        self.lanes[Lane::Careful as usize].try_smaller(depth.unwind, rounds);
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
        let rounds = step.depth.schedule.rounds();
        let unwind = step.depth.unwind;
        self.lanes[step.lane as usize].try_again(unwind, rounds, budget);
    }

    /// Whether the answer to this step is known by those to others.
    pub fn is_covered(&self, depth: &Depth) -> bool {
        (self.passed.iter()).any(|(passed, completeness)| covers(passed, completeness, depth))
    }

    fn fitted(&self, unwind: u32, rounds: u32, lane: Lane) -> Depth {
        let mut unwind = self.given.unwind.unwrap_or(unwind);
        if let Some(enough) = self.enough_unwind {
            unwind = unwind.min(enough);
        }
        if self.is_too_large {
            unwind = unwind.min(self.largest_unwind);
        }
        Depth {
            unwind,
            schedule: self.given.schedule_for(rounds),
            long_loops: (lane == Lane::LongLoops).then_some(LONG_LOOPS),
        }
    }

    fn is_pointless(&self, depth: &Depth) -> bool {
        let is_too_much = |refused: &Depth| refused.is_within(depth);
        depth.unwind == 0 || self.is_covered(depth) || self.refused.iter().any(is_too_much)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::depth::ScheduleBound;
    use unspool_ir::Span;
    use unspool_passes::bound::{Cut, CutKind, LoopReport};

    fn numbers(depth: &Depth) -> (u32, u32) {
        (depth.unwind, depth.length())
    }

    /// Of the careful lane, the others having had more time.
    fn next(strategy: &mut Strategy) -> Depth {
        let step = strategy.next_step(|lane| Duration::from_secs(lane as u64));
        step.expect("a step").depth
    }

    fn end(strategy: &mut Strategy) -> Option<Step> {
        strategy.next_step(|_| Duration::ZERO)
    }

    /// Tells what bounding says.
    fn told(strategy: &mut Strategy, depth: &Depth, report: &BoundReport) {
        let config = BoundConfig {
            unwind: depth.unwind,
            ..BoundConfig::default()
        };
        strategy.bounded(depth, report, &config);
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
    fn given_bounds_are_one_step() {
        let mut strategy = Strategy::new(Given {
            unwind: Some(3),
            schedule: Some(ScheduleBound::Contexts(7)),
            ..Given::default()
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
            schedule: Some(ScheduleBound::Rounds(3)),
            ..Given::default()
        });
        let steps: Vec<_> = (0..3).map(|_| numbers(&next(&mut strategy))).collect();
        assert_eq!(steps, [(1, 3), (2, 3), (3, 3)]);
    }

    #[test]
    fn where_no_loop_is_cut_only_rounds_grow() {
        let mut strategy = Strategy::new(Given::default());
        let first = next(&mut strategy);
        told(&mut strategy, &first, &BoundReport::default());
        let steps: Vec<_> = (0..3).map(|_| numbers(&next(&mut strategy))).collect();
        assert_eq!(steps, [(1, 2), (1, 3), (1, 4)]);
    }

    #[test]
    fn where_iterations_cannot_move_a_cut_only_rounds_grow() {
        let mut report = cut_report(LoopKind::Dynamic);
        report.loops.clear();
        for (what, next_unwind) in [(CutKind::Threads, 1), (CutKind::Loop, 2)] {
            report.cuts[0].what = what;
            let mut strategy = Strategy::new(Given::default());
            let first = next(&mut strategy);
            told(&mut strategy, &first, &report);
            assert_eq!(numbers(&next(&mut strategy)), (1, 2));
            let third = next(&mut strategy);
            assert_eq!(third.unwind, next_unwind, "{:?}", report.cuts[0].what);
        }
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
            schedule: ScheduleBound::Rounds(2),
            long_loops: None,
        };
        let completeness = Completeness {
            is_cut_free: false,
            is_schedule_complete: true,
        };
        strategy.passed(&depth, completeness);
        assert_eq!(numbers(&next(&mut strategy)), (3, 3));
        let covered = Depth {
            schedule: ScheduleBound::Rounds(9),
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
        told(&mut strategy, &first, &BoundReport::default());
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
        told(&mut strategy, &first, &cut_report(LoopKind::Static));
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
        told(&mut strategy, &first, &cut_report(LoopKind::Dynamic));
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
            schedule: Some(ScheduleBound::Rounds(3)),
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
        told(&mut strategy, &first, &cut_report(LoopKind::Dynamic));
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
