//! The bounded execution on the original program.
//!
//! The original executes more: instructions that passes have dropped, calls, jumps. So each context is run until its thread is about to
//! execute the instruction with which it goes on later ([`super::goals`]). A thread that has to wait where the bounded one did not waits for
//! something that was dropped as unimportant: for threads that have nothing left to do in the bounded program. These are
//! let run to their ends.

use unspool_interp::{Machine, Outcome, Recording, StepResult, Trace};
use unspool_ir::{Program, Property};

use super::goals::{Goal, Goals};
use super::on_bounded::BoundedRun;
use super::state::{Guide, State};
use super::whereabouts::Map;
use super::{Parting, ReplayConfig};

pub fn run(
    original: &Program,
    _bounded: &Program,
    run: &BoundedRun,
    config: &ReplayConfig,
) -> Result<Trace, Box<Parting>> {
    let goals = Goals::of(original, run);
    let map = Map::of(original);
    let guide = Guide {
        map: &map,
        goals: &goals,
        draws: &run.draws,
    };
    let mut machine = match Machine::new(original, &config.interpreter) {
        Ok(machine) => machine,
        Err(outcome) => return Err(parting(run, 0, "a start", outcome.headline())),
    };
    machine.set_recording(Recording::Instructions);
    let mut state = State::new(machine, &guide);
    let mut direct = Direct {
        guide: &guide,
        run,
        original,
    };
    let outcome = direct.follow(&mut state)?;
    super::retelling::trace(original, config, &state, outcome).ok_or_else(|| {
        parting(
            run,
            run.contexts.len().saturating_sub(1),
            "the same again",
            "it ends otherwise".to_string(),
        )
    })
}

/// Whether the original has ended as the bounded program did. Where a call goes is decided by tests there, the last
/// of which asserts.
pub fn is_same_end(original: &Outcome, bounded: &Outcome) -> bool {
    let Outcome::AssertionFailed { property, span, .. } = bounded else {
        return false;
    };
    match original {
        Outcome::AssertionFailed {
            property: other,
            span: at,
            ..
        } => property == other && span == at,
        Outcome::MemoryError { span: at, .. } => *property == Property::MemorySafety && span == at,
        _ => false,
    }
}

struct Direct<'a> {
    guide: &'a Guide<'a>,
    run: &'a BoundedRun,
    original: &'a Program,
}

impl Direct<'_> {
    fn follow(&mut self, state: &mut State<'_>) -> Result<Outcome, Box<Parting>> {
        for (index, context) in self.run.contexts.iter().enumerate() {
            let Some(thread) = state.thread(context.thread) else {
                return Err(parting(
                    self.run,
                    index,
                    "the thread to exist",
                    "it has not been created".to_string(),
                ));
            };
            let goal = &self.guide.goals.goals[index];
            if let Some(outcome) = self.run_context(state, index, thread, goal)? {
                return Ok(outcome);
            }
        }
        let last = self.run.contexts.len().saturating_sub(1);
        Err(parting(
            self.run,
            last,
            "a violation",
            "the execution goes on".to_string(),
        ))
    }

    fn run_context(
        &mut self,
        state: &mut State<'_>,
        index: usize,
        thread: u32,
        goal: &Goal,
    ) -> Result<Option<Outcome>, Box<Parting>> {
        loop {
            let is_reached = match goal {
                Goal::Before(places) => {
                    (places.iter()).any(|at| state.is_before(self.guide, thread, *at))
                }
                Goal::After(at) => at.is_none_or(|at| state.is_behind(at)),
                Goal::ThreadEnd => state.machine.is_finished(thread),
                Goal::Violation => false,
            };
            if is_reached {
                return Ok(None);
            }
            if state.machine.is_finished(thread) {
                return Err(parting(
                    self.run,
                    index,
                    &describe(goal),
                    "the thread has ended".to_string(),
                ));
            }
            match state.step(self.guide, thread) {
                StepResult::Done => {}
                StepResult::Ended(outcome) if is_same_end(&outcome, &self.run.outcome) => {
                    return Ok(Some(*outcome));
                }
                StepResult::Ended(outcome) => {
                    let actual = outcome.describe(self.original);
                    return Err(parting(self.run, index, &describe(goal), actual));
                }
                StepResult::Blocked { span, .. } => {
                    if !self.help(state, index)? {
                        let actual = format!("it waits at {}", self.original.describe(span));
                        return Err(parting(self.run, index, &describe(goal), actual));
                    }
                }
            }
        }
    }

    /// Lets threads run that have nothing left to do in the bounded program. False if none can.
    fn help(&mut self, state: &mut State<'_>, index: usize) -> Result<bool, Box<Parting>> {
        let left = &self.run.contexts[index..];
        let idle: Vec<u32> = (state.machine.unfinished())
            .filter(|&thread| match state.bounded_thread(thread) {
                None => true,
                Some(number) => {
                    let mut left = left.iter();
                    !left.any(|context| context.thread == number) && self.has_ended(number)
                }
            })
            .collect();
        let mut has_moved = false;
        for thread in idle {
            while !state.machine.is_finished(thread) {
                match state.step(self.guide, thread) {
                    StepResult::Done => has_moved = true,
                    StepResult::Blocked { .. } => break,
                    StepResult::Ended(outcome) => {
                        let actual = outcome.describe(self.original);
                        return Err(parting(self.run, index, "another thread to end", actual));
                    }
                }
            }
        }
        Ok(has_moved)
    }

    /// Whether a thread has executed all its instructions in the bounded program.
    fn has_ended(&self, number: u32) -> bool {
        let contexts = self.run.contexts.iter().zip(&self.guide.goals.goals);
        let last = contexts.rev().find(|(context, _)| context.thread == number);
        last.is_some_and(|(_, goal)| matches!(goal, Goal::ThreadEnd))
    }
}

fn describe(goal: &Goal) -> String {
    match goal {
        Goal::Before(_) => "it to come to where it goes on later".to_string(),
        Goal::After(_) => "it to come to where it stops for ever".to_string(),
        Goal::ThreadEnd => "it to end".to_string(),
        Goal::Violation => "the violation".to_string(),
    }
}

fn parting(run: &BoundedRun, index: usize, expected: &str, actual: String) -> Box<Parting> {
    let context = run.contexts.get(index);
    Box::new(Parting {
        context: context.map_or(index, |context| context.number),
        thread: context.map_or(0, |context| context.thread),
        position: context
            .and_then(|context| context.steps.first())
            .map(|step| step.position),
        instruction: String::new(),
        expected: expected.to_string(),
        actual,
    })
}
