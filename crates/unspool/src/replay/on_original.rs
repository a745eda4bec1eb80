//! The bounded execution on the original program.
//!
//! The original executes more: instructions that passes have dropped, calls, jumps. So each context is run until its thread is about to
//! execute the instruction with which it goes on later ([`super::goals`]). A thread that has to wait where the bounded one did not waits for
//! something that was dropped as unimportant: for threads that have nothing left to do in the bounded program. These are
//! let run to their ends.
//!
//! That is nearly always all. Where it is not, because an instruction has got another name or none on the way, the order of the contexts is
//! still known, and only the places of switches are to be found: *limited discrepancy search* (Harvey and Ginsberg 1995). A switch a few
//! instructions earlier or later than the goal says costs as many discrepancies; where a goal is never reached, any place costs one. All
//! ways with one discrepancy are tried, then those with two, and so on, until the work allowed is done.

use std::collections::VecDeque;

use unspool_interp::{Machine, Outcome, Recording, StepResult, Trace};
use unspool_ir::{Program, Property, Span};
use unspool_passes::bounded;

use super::goals::{Goal, Goals};
use super::on_bounded::BoundedRun;
use super::retelling;
use super::state::{Guide, State};
use super::steps::ByThread;
use super::trimming::{self, Execution};
use super::whereabouts::Map;
use super::{Parting, ReplayConfig};

pub fn run(
    original: &Program,
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
    let mut search = Search {
        guide: &guide,
        run,
        original,
        is_itself_bounded: bounded::is_marked(original),
        config,
        work: 0,
        parting: None,
    };
    let mut machine = match Machine::new(original, &config.interpreter) {
        Ok(machine) => machine,
        Err(outcome) => return Err(search.parting(0, "a start", outcome.headline())),
    };
    machine.set_recording(Recording::Instructions);
    let start = State::new(machine, &guide);
    for discrepancies in 0..=config.most_discrepancies {
        if let Some((end, outcome)) = search.follow(start.clone(), 0, discrepancies) {
            let execution = Execution {
                schedule: end.schedule,
                inputs: end.machine.inputs,
                outcome,
            };
            let execution = trimming::trim(original, config, &map, execution);
            let trace = retelling::trace(original, config, execution);
            let last = run.contexts.len().saturating_sub(1);
            return trace.ok_or_else(|| {
                let actual = "it ends otherwise".to_string();
                search.parting(last, "the same when it is told", actual)
            });
        }
        if search.is_over() {
            break;
        }
    }
    let nowhere = search.parting(0, "a violation", "the execution goes on".to_string());
    Err(search.parting.unwrap_or(nowhere))
}

/// Whether the original has ended as the bounded program did. A race is a race, and a deadlock a deadlock, whichever it is. Where a call goes is decided by tests in the bounded program, the last
/// of which asserts. Of an original that is itself bounded, the place of a violation in a library function is not known; what it says is.
fn is_same_end(original: &Outcome, bounded: &Outcome, is_itself_bounded: bool) -> bool {
    let (property, span, message) = match bounded {
        Outcome::AssertionFailed {
            property,
            span,
            message,
            ..
        } => (property, span, message),
        Outcome::MemoryError { span, .. } => {
            return matches!(original, Outcome::MemoryError { span: at, .. } if span == at || is_itself_bounded);
        }
        Outcome::Race { .. } => return matches!(original, Outcome::Race { .. }),
        Outcome::Deadlock { .. } => return matches!(original, Outcome::Deadlock { .. }),
        _ => return false,
    };
    match original {
        Outcome::AssertionFailed {
            property: other,
            span: at,
            message: said,
            ..
        } => property == other && (span == at || is_itself_bounded && message == said),
        Outcome::MemoryError { span: at, .. } => *property == Property::MemorySafety && span == at,
        _ => false,
    }
}

struct Search<'a> {
    guide: &'a Guide<'a>,
    run: &'a BoundedRun,
    original: &'a Program,
    is_itself_bounded: bool,
    config: &'a ReplayConfig,
    /// Instructions executed.
    work: u64,
    /// Where the way without discrepancies ended.
    parting: Option<Box<Parting>>,
}

/// Why a thread does not go on in a context.
enum Stop {
    Goal,
    Blocked(Span),
    ThreadEnded,
    Ended(Box<Outcome>),
    Limit,
}

/// A switch where no goal says so is tried at this many places at most.
const MOST_PLACES: usize = 256;

impl Search<'_> {
    /// Goes on from before a context, with this many discrepancies at most.
    fn follow<'p>(
        &mut self,
        mut state: State<'p>,
        index: usize,
        discrepancies: u32,
    ) -> Option<(State<'p>, Outcome)> {
        let Some(context) = self.run.contexts.get(index) else {
            return self.standstill(state);
        };
        let goal = self.guide.goals.goals.get(index)?;
        let Some(thread) = state.thread(context.thread) else {
            let actual = "it has not been created".to_string();
            self.note(index, "the thread to exist", actual);
            return None;
        };
        let mut passed: VecDeque<State<'p>> = VecDeque::new();
        let stop = self.run_context(&mut state, index, thread, goal, &mut |before| {
            if discrepancies > 0 {
                passed.truncate(MOST_PLACES - 1);
                passed.push_front(before.clone());
            }
        });
        let is_reached = match stop {
            Stop::Goal => true,
            Stop::Ended(outcome) if self.is_wanted(&outcome) => {
                return Some((state, *outcome));
            }
            stop => {
                if let Some(found) = self.race_behind(&state, index) {
                    return Some(found);
                }
                let actual = self.describe(stop);
                self.note(index, describe(goal), actual);
                false
            }
        };
        if is_reached && discrepancies == 0 {
            return self.follow(state, index + 1, 0);
        }
        if is_reached {
            let found = self.follow(state.clone(), index + 1, discrepancies);
            if found.is_some() {
                return found;
            }
        }
        for (back, earlier) in passed.into_iter().enumerate() {
            let cost = if is_reached { back as u32 + 1 } else { 1 };
            if cost > discrepancies || self.is_over() {
                break;
            }
            let found = self.follow(earlier, index + 1, discrepancies - cost);
            if found.is_some() {
                return found;
            }
        }
        for ahead in 1..=discrepancies {
            if !is_reached || self.is_over() || !self.pass_place(&mut state, thread) {
                break;
            }
            let found = self.follow(state.clone(), index + 1, discrepancies - ahead);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Behind the last context of an execution that ends with a race: of several accesses that stand at one place of the source, as those to the members of a record that is
    /// copied, the thread before may have made only the first ones. If it goes on it comes to the one that races, in the other order.
    fn race_behind<'p>(&mut self, state: &State<'p>, index: usize) -> Option<(State<'p>, Outcome)> {
        let is_last = index + 1 == self.run.contexts.len();
        if !is_last || !matches!(self.run.outcome, Outcome::Race { .. }) {
            return None;
        }
        let before = self.run.contexts.get(index.checked_sub(1)?)?;
        let thread = state.thread(before.thread)?;
        let mut state = state.clone();
        for _ in 0..MOST_PLACES {
            if state.machine.is_finished(thread) || self.is_over() {
                return None;
            }
            self.work += 1;
            match state.step(self.guide, thread) {
                StepResult::Done => {}
                StepResult::Blocked { .. } => return None,
                StepResult::Ended(outcome) => {
                    return self.is_wanted(&outcome).then_some((state, *outcome));
                }
            }
        }
        None
    }

    /// Behind all contexts of an execution that ends with a deadlock: whoever can goes on to where it waits, or to its end.
    fn standstill<'p>(&mut self, mut state: State<'p>) -> Option<(State<'p>, Outcome)> {
        let Outcome::Deadlock {
            blocked,
            others_go_on,
        } = &self.run.outcome
        else {
            return None;
        };
        // Whoever has no part in it stays where it is.
        let has_part = |state: &State<'_>, thread: u32| {
            let number = state.bounded_thread(thread);
            !others_go_on || blocked.iter().any(|(it, _)| Some(*it) == number)
        };
        let mut is_moving = true;
        while is_moving {
            is_moving = false;
            let threads: Vec<u32> = (state.machine.unfinished())
                .filter(|thread| has_part(&state, *thread))
                .collect();
            for thread in threads {
                for _ in 0..self.config.most_in_context {
                    if state.machine.is_finished(thread) || self.is_over() {
                        break;
                    }
                    self.work += 1;
                    match state.step(self.guide, thread) {
                        StepResult::Done => is_moving = true,
                        StepResult::Blocked { .. } => break,
                        StepResult::Ended(outcome) => {
                            self.note_end(&outcome);
                            return None;
                        }
                    }
                }
            }
            if self.is_over() {
                return None;
            }
        }
        let outcome = state.machine.deadlock(&mut ByThread::default())?;
        Some((state, outcome))
    }

    fn note_end(&mut self, outcome: &Outcome) {
        let last = self.run.contexts.len().saturating_sub(1);
        self.note(last, "all threads to wait", outcome.describe(self.original));
    }

    /// Runs a thread to its goal; `at_place` sees the states where it might be switched away from before.
    fn run_context<'p>(
        &mut self,
        state: &mut State<'p>,
        index: usize,
        thread: u32,
        goal: &Goal,
        at_place: &mut dyn FnMut(&State<'p>),
    ) -> Stop {
        for _ in 0..self.config.most_in_context {
            if self.is_reached(state, thread, goal) {
                return Stop::Goal;
            }
            if state.machine.is_finished(thread) {
                return Stop::ThreadEnded;
            }
            if state.is_at_place(self.guide, thread) {
                at_place(state);
            }
            self.work += 1;
            match state.step(self.guide, thread) {
                StepResult::Done => {}
                StepResult::Ended(outcome) => return Stop::Ended(outcome),
                StepResult::Blocked { span, .. } => match self.help(state, index) {
                    Some(Stop::Goal) => {}
                    Some(stop) => return stop,
                    None => return Stop::Blocked(span),
                },
            }
        }
        Stop::Limit
    }

    fn is_wanted(&self, outcome: &Outcome) -> bool {
        is_same_end(outcome, &self.run.outcome, self.is_itself_bounded)
    }

    fn is_reached(&self, state: &State<'_>, thread: u32, goal: &Goal) -> bool {
        match goal {
            Goal::Before(at) => state.is_before(self.guide, thread, *at),
            Goal::After(at) => at.is_none_or(|at| state.is_behind(at)),
            Goal::ThreadEnd => state.machine.is_finished(thread),
            Goal::Violation => false,
        }
    }

    /// Goes on to the next place where the thread might be switched away from. False if there is none.
    fn pass_place(&mut self, state: &mut State<'_>, thread: u32) -> bool {
        for _ in 0..self.config.most_in_context {
            if state.machine.is_finished(thread) {
                return false;
            }
            self.work += 1;
            if state.step(self.guide, thread) != StepResult::Done {
                return false;
            }
            if state.is_at_place(self.guide, thread) {
                return true;
            }
        }
        false
    }

    /// Lets threads run that have nothing left to do in the bounded program. None if none can.
    fn help(&mut self, state: &mut State<'_>, index: usize) -> Option<Stop> {
        let idle: Vec<u32> = (state.machine.unfinished())
            .filter(|&thread| {
                (state.bounded_thread(thread)).is_none_or(|it| self.is_done(it, index))
            })
            .collect();
        let mut helped = None;
        for thread in idle {
            for _ in 0..self.config.most_in_context {
                if state.machine.is_finished(thread) {
                    break;
                }
                self.work += 1;
                match state.step(self.guide, thread) {
                    StepResult::Done => helped = Some(Stop::Goal),
                    StepResult::Blocked { .. } => break,
                    StepResult::Ended(outcome) => return Some(Stop::Ended(outcome)),
                }
            }
        }
        helped
    }

    /// Whether a thread has executed all its instructions in the bounded program before a context.
    fn is_done(&self, number: u32, index: usize) -> bool {
        let contexts = self.run.contexts.iter().zip(&self.guide.goals.goals);
        let mut contexts = contexts.enumerate().rev();
        let last = contexts.find(|(_, (context, _))| context.thread == number);
        last.is_some_and(|(at, (_, goal))| at < index && matches!(goal, Goal::ThreadEnd))
    }

    fn is_over(&self) -> bool {
        self.work > self.config.most_instructions
    }

    fn note(&mut self, index: usize, expected: &str, actual: String) {
        if self.parting.is_none() {
            self.parting = Some(self.parting(index, expected, actual));
        }
    }

    fn parting(&self, index: usize, expected: &str, actual: String) -> Box<Parting> {
        let context = self.run.contexts.get(index);
        let first = context.and_then(|context| context.steps.first());
        Box::new(Parting {
            context: context.map_or(index, |context| context.number),
            thread: context.map_or(0, |context| context.thread),
            position: first.map(|step| step.position),
            instruction: String::new(),
            expected: expected.to_string(),
            actual,
        })
    }

    fn describe(&self, stop: Stop) -> String {
        match stop {
            Stop::Goal => "it came there".to_string(),
            Stop::Blocked(span) => format!("it waits at {}", self.original.describe(span)),
            Stop::ThreadEnded => "the thread has ended".to_string(),
            Stop::Ended(outcome) => outcome.describe(self.original),
            Stop::Limit => "it goes on and on".to_string(),
        }
    }
}

fn describe(goal: &Goal) -> &'static str {
    match goal {
        Goal::Before(_) => "the thread to come to where it goes on later",
        Goal::After(_) => "the thread to come to where it stops for ever",
        Goal::ThreadEnd => "the thread to end",
        Goal::Violation => "the violation",
    }
}
