//! A stored trace, followed in a program that may have changed since.
//!
//! First to the letter: the schedule's steps and the inputs, which repeat the execution exactly if the program is the same. If that does not lead
//! to the violation, then by what the trace tells: in each of its contexts the thread runs until it has done what it did there, in the same
//! order, whatever else it does in between; if it ends, or waits, it is the next context's turn. So a trace survives a `printf`, a renamed local
//! or a moved line; and where a lock was added, the thread that now has to wait shows that it no longer reproduces. Behind the last context all threads run in turns.

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_interp::schedule::Schedule;
use unspool_interp::{
    Action, Circumstances, Config, Executed, Machine, Outcome, Recording, Repeat, StepResult,
    Trace, TraceStep, TraceThread,
};
use unspool_ir::{Program, Property, Span};
use unspool_report::model::{self, Event, LibraryEffect, StorageKind};

use crate::telling::{self, HeapTypes, Variables, called_function};

use super::steps::ByThread;

/// How a stored execution is made again.
pub struct Repetition {
    schedule: Schedule,
    /// Threads, and the bits that they draw.
    inputs: Vec<(u32, u128)>,
}

impl Repetition {
    /// What is wrong with it, if it cannot be read.
    pub fn of(trace: &model::Trace) -> Result<Repetition, String> {
        let stored = &trace.repeat;
        let schedule = stored.schedule.parse::<Schedule>();
        let schedule = schedule.map_err(|error| format!("in trace.repeat.schedule, {error}"))?;
        // Only threads that wait may do so from the start.
        let may_be_empty = trace.violation.property == Property::Deadlock.name();
        if schedule.runs().is_empty() && !may_be_empty {
            return Err("trace.repeat.schedule has no step".to_string());
        }
        let inputs = stored.inputs.iter().enumerate().map(|(index, input)| {
            let bits = input.bits.parse();
            let wrong = |_| {
                format!(
                    "trace.repeat.inputs[{index}].bits is `{}`, no number",
                    input.bits
                )
            };
            Ok((input.thread, bits.map_err(wrong)?))
        });
        let inputs = inputs.collect::<Result<Vec<(u32, u128)>, String>>()?;
        Ok(Repetition { schedule, inputs })
    }
}

/// An execution that was made after a stored one.
pub struct Followed {
    pub trace: Trace,
    /// Whether its schedule is the same, and its end.
    pub is_exact: bool,
    /// The variables that the stored one reads and writes, and how many of them this one does.
    pub variables: usize,
    pub found: usize,
}

impl Followed {
    /// Whether this is still the program that the trace is about.
    pub fn fits(&self) -> bool {
        self.is_exact || self.found * 2 >= self.variables
    }
}

/// Steps of a thread in a context after which it is not expected to do any more of what is told.
const MOST_STEPS: usize = 10_000;
/// Steps of a thread in a row when the trace is over.
const TURN: usize = 64;
/// Steps behind the end of the trace.
const MOST_STEPS_BEHIND: usize = 1_000_000;

/// None if the program cannot be run at all.
pub fn follow(
    program: &Program,
    stored: &model::Trace,
    repetition: &Repetition,
    config: &Config,
) -> Option<Followed> {
    let mut exact = Follower::new(program, repetition, config)?;
    exact.by_schedule(&repetition.schedule);
    let is_violation = |follower: &Follower<'_>| {
        let end = follower.end.as_ref();
        end.is_some_and(|end| is_same_violation(end, &stored.violation))
    };
    if is_violation(&exact) {
        exact.forget_needless_ends(stored.violation.thread);
        return Some(Followed {
            trace: exact.finish(),
            is_exact: true,
            variables: 0,
            found: 0,
        });
    }
    // Up to where the programs differ, the objects of the heap are the same.
    let types = HeapTypes::of(program, &exact.steps);
    let mut free = Follower::new(program, repetition, config)?;
    free.by_telling(stored, &mut Variables::new(program, types.clone()));
    let variables = used_variables(stored);
    let mut names = Variables::new(program, types);
    let used = free.steps.iter();
    let used: FxHashSet<Wanted> = used
        .filter_map(|effect| Wanted::of_action(&effect.action, &mut names))
        .collect();
    Some(Followed {
        trace: free.finish(),
        is_exact: false,
        variables: variables.len(),
        found: variables.intersection(&used).count(),
    })
}

/// The reads and writes of a trace, each variable once.
fn used_variables(stored: &model::Trace) -> FxHashSet<Wanted> {
    let events = stored.steps.iter().flat_map(|step| &step.events);
    let wanted = events.filter_map(|event| Wanted::of_event(stored, event));
    wanted
        .filter(|wanted| matches!(wanted, Wanted::Read(_) | Wanted::Write(_)))
        .collect()
}

/// Whether an execution ends with the violation that was stored, wherever its line is now.
pub fn is_same_violation(outcome: &Outcome, violation: &model::Violation) -> bool {
    telling::property(outcome) == violation.property
        && telling::message(outcome) == violation.message
}

struct Follower<'p> {
    machine: Machine<'p>,
    inputs: ByThread,
    schedule: Schedule,
    steps: Vec<TraceStep>,
    /// What threads have done already when they were created, of which nobody else knows: it is told when their turn comes.
    early: Vec<TraceStep>,
    threads: Vec<TraceThread>,
    end: Option<Outcome>,
}

impl<'p> Follower<'p> {
    fn new(program: &'p Program, repetition: &Repetition, config: &Config) -> Option<Follower<'p>> {
        let mut machine = Machine::new(program, config).ok()?;
        machine.set_recording(Recording::Effects);
        let mut inputs = ByThread::default();
        for (thread, bits) in &repetition.inputs {
            inputs.add(*thread, *bits);
        }
        let mut follower = Follower {
            machine,
            inputs,
            schedule: Schedule::default(),
            steps: Vec::new(),
            early: Vec::new(),
            threads: vec![TraceThread {
                function: program.entry?,
                created: None,
            }],
            end: None,
        };
        let started = follower.machine.start(&mut follower.inputs);
        follower.take(0, started);
        Some(follower)
    }

    /// Makes a step. None if the thread cannot; else the number of the first effect that it had.
    fn step(&mut self, thread: u32) -> Option<usize> {
        if self.end.is_some() || !self.machine.unfinished().any(|it| it == thread) {
            return None;
        }
        let result = self.machine.step(thread, &mut self.inputs);
        if matches!(result, StepResult::Blocked { .. }) {
            self.machine.clear_record();
            return None;
        }
        self.schedule.push(thread);
        let before = self.steps.len();
        self.take(thread, result);
        Some(before)
    }

    fn take(&mut self, thread: u32, result: StepResult) {
        let is_own = |effect: &mut TraceStep| effect.by.thread == thread;
        self.steps.extend(self.early.extract_if(.., is_own));
        for effect in self.machine.effects() {
            if let Action::Spawn { function, .. } = effect.action {
                self.threads.push(TraceThread {
                    function,
                    created: Some((effect.by.thread, effect.span)),
                });
            }
            match effect.by.thread == thread {
                true => self.steps.push(effect.clone()),
                false => self.early.push(effect.clone()),
            }
        }
        self.machine.clear_record();
        self.machine.output.clear();
        if let StepResult::Ended(outcome) = result {
            self.end = Some(*outcome);
        }
    }

    fn by_schedule(&mut self, schedule: &Schedule) {
        for thread in schedule.iter() {
            if self.step(thread).is_none() {
                break;
            }
        }
        if self.end.is_none() {
            self.end = self.machine.deadlock(&mut self.inputs);
        }
    }

    /// The last step of a thread goes on to where others could see it again, past where the execution that was stored left it: what it computes for itself on that way
    /// makes no difference, and was not told.
    fn forget_needless_ends(&mut self, violating: u32) {
        let is_seen = |effect: &TraceStep| !matches!(effect.action, Action::Assign { .. });
        let seen = self.steps.iter().enumerate();
        let last_seen: FxHashMap<u32, (usize, Executed)> = seen
            .filter(|(_, effect)| is_seen(effect))
            .map(|(index, effect)| (effect.by.thread, (index, effect.by)))
            .collect();
        let mut numbers = 0..;
        self.steps.retain(|effect| {
            let number = numbers.next().unwrap_or(0);
            let last = last_seen.get(&effect.by.thread);
            // The instruction that others see may also assign its result.
            let is_needed = last.is_some_and(|(last, by)| number <= *last || effect.by == *by);
            effect.by.thread == violating || is_needed
        });
    }

    fn by_telling(&mut self, stored: &model::Trace, names: &mut Variables<'p>) {
        let mut rest = stored.steps.as_slice();
        while let Some(first) = rest.first() {
            let length = rest
                .iter()
                .take_while(|it| it.context == first.context)
                .count();
            let (context, behind) = rest.split_at(length);
            rest = behind;
            let wanted: Vec<Wanted> = context
                .iter()
                .flat_map(|step| &step.events)
                .filter_map(|event| Wanted::of_event(stored, event))
                .collect();
            self.context(first.thread, &wanted, names);
        }
        self.in_turns(stored.violation.thread);
    }

    /// Runs a thread until it has done all of that.
    fn context(&mut self, thread: u32, wanted: &[Wanted], names: &mut Variables<'p>) {
        let mut wanted = wanted.iter().peekable();
        for _ in 0..MOST_STEPS {
            if wanted.peek().is_none() {
                break;
            }
            let Some(before) = self.step(thread) else {
                break;
            };
            // A call about locks is one thing that is done, whatever it does to its object.
            let mut has_called = false;
            for effect in &self.steps[before..] {
                let program = self.machine.program;
                let called = called_function(program, effect).filter(|_| !has_called);
                let called = called.and_then(|id| program.functions.get(id.index()));
                let done = called.map(|function| Wanted::Calls(function.name.clone()));
                if done.is_some() && done.as_ref() == wanted.peek().copied() {
                    has_called = true;
                    wanted.next();
                    continue;
                }
                let done = Wanted::of_action(&effect.action, names);
                if done.is_some() && done.as_ref() == wanted.peek().copied() {
                    wanted.next();
                }
            }
        }
    }

    /// The thread first, then all others, round and round, until the end, or nobody can go on.
    fn in_turns(&mut self, first: u32) {
        let mut left = MOST_STEPS_BEHIND.saturating_sub(self.turn(first));
        while self.end.is_none() && left > 0 {
            let threads: Vec<u32> = self.machine.unfinished().collect();
            let steps: usize = threads.iter().map(|thread| self.turn(*thread)).sum();
            if steps == 0 {
                self.end = Some(self.deadlock());
                return;
            }
            left = left.saturating_sub(steps);
        }
    }

    /// Nobody can go on.
    fn deadlock(&self) -> Outcome {
        let blocked = self.machine.unfinished().map(|thread| {
            let stack = self.machine.call_stack(thread);
            let own = stack.iter().find(|it| {
                let function = self.machine.program.functions.get(it.function.index());
                function.is_some_and(|function| !function.is_model)
            });
            (thread, own.map_or(Span::NONE, |it| it.span))
        });
        Outcome::Deadlock {
            blocked: blocked.collect(),
            others_go_on: false,
        }
    }

    /// How many steps the thread has made in its turn.
    fn turn(&mut self, thread: u32) -> usize {
        (0..TURN)
            .take_while(|_| self.step(thread).is_some())
            .count()
    }

    fn finish(mut self) -> Trace {
        if let Some((thread, _)) = self.end.as_ref().and_then(Outcome::place) {
            let is_of_end = |effect: &mut TraceStep| effect.by.thread == thread;
            self.steps.extend(self.early.extract_if(.., is_of_end));
        }
        let machine = self.machine;
        let stacks = machine
            .unfinished()
            .map(|thread| (thread, machine.call_stack(thread)))
            .collect();
        let outcome = self.end.unwrap_or(Outcome::StepLimit);
        let circumstances = match &outcome {
            Outcome::Deadlock { .. } | Outcome::AssertionFailed { .. } => {
                machine.circumstances(&outcome)
            }
            _ => Circumstances::None,
        };
        Trace {
            steps: self.steps,
            outcome,
            threads: self.threads,
            stacks,
            circumstances,
            repeat: Some(Repeat {
                schedule: self.schedule,
                inputs: machine.inputs,
            }),
        }
    }
}

/// What a thread is to do before another one runs.
#[derive(PartialEq, Eq, Hash, Debug)]
enum Wanted {
    Read(String),
    Write(String),
    /// A function about threads and locks.
    Calls(String),
    Creates,
    Ends,
}

impl Wanted {
    fn of_event(trace: &model::Trace, event: &Event) -> Option<Wanted> {
        let name = |variable: usize| {
            let variable = trace.variables.get(variable);
            variable.map_or(String::new(), |variable| without_number(&variable.name))
        };
        match event {
            // What the violation looks at of its own is told, but nothing that others see.
            Event::Read { variable, .. } if is_own(trace, *variable) => None,
            Event::Read { variable, .. } => Some(Wanted::Read(name(*variable))),
            Event::Write { variable, .. } | Event::Update { variable, .. } => {
                Some(Wanted::Write(name(*variable)))
            }
            Event::Creates { .. } => Some(Wanted::Creates),
            Event::Ends => Some(Wanted::Ends),
            Event::Library {
                function, effect, ..
            } if *effect != LibraryEffect::Other => Some(Wanted::Calls(function.clone())),
            Event::Assign { .. } | Event::Input { .. } | Event::Library { .. } => None,
        }
    }

    fn of_action(action: &Action, names: &mut Variables<'_>) -> Option<Wanted> {
        match action {
            Action::Read { from, .. } => Some(Wanted::Read(without_number(&names.name(from)))),
            Action::Write { to: at, .. } | Action::Update { at, .. } => {
                Some(Wanted::Write(without_number(&names.name(at))))
            }
            Action::Spawn { .. } => Some(Wanted::Creates),
            Action::ThreadEnd => Some(Wanted::Ends),
            Action::Assign { .. } | Action::Input { .. } => None,
        }
    }
}

/// Whether only its thread sees it.
fn is_own(trace: &model::Trace, variable: usize) -> bool {
    let variable = trace.variables.get(variable);
    variable.is_some_and(|it| it.storage == StorageKind::Local && !it.is_contended)
}

/// Heap objects are numbered as they come, which need not be the same order.
fn without_number(name: &str) -> String {
    match name.strip_prefix("object") {
        Some(rest) => format!(
            "object{}",
            rest.trim_start_matches(|c: char| c.is_ascii_digit())
        ),
        None => name.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heap_objects_are_all_the_same() {
        assert_eq!(without_number("object12.next"), "object.next");
        assert_eq!(without_number("x"), "x");
    }
}
