//! What a blocked thread waits for.
//!
//! Its atomic section is tried once more, on a copy of the machine, up to the `wait_until` that does not hold. What the section has read by then is
//! what the thread waits to be changed. Then that one wait is taken for over, and the section goes on: if it says `hold` before it ends or waits
//! for something else, it is for this lock that the thread waits.

use unspool_ir::{FunctionId, Span};

use crate::circumstances::Wait;
use crate::deadlock::{CodePosition, code_positions};
use crate::event::{AccessEvent, Event};
use crate::input::GivenInputs;
use crate::location::{Location, MemoryPlace};
use crate::machine::{Activation, Machine};
use crate::record::Executed;
use crate::thread::Thread;
use crate::value::{Scalar, Value};

/// Instructions of a section, at most.
const MOST_INSTRUCTIONS: u64 = 100_000;

/// What is found out while a section is tried.
#[derive(Clone, Default)]
pub struct Probe {
    /// Threads that were seen not to have ended.
    pub unfinished: Vec<u32>,
    stopped: Option<Stopped>,
    lock: Option<Scalar>,
}

/// The wait that does not hold.
#[derive(Clone)]
struct Stopped {
    stack: Vec<Activation>,
    positions: Vec<CodePosition>,
    argument: Option<Scalar>,
    reads: Vec<AccessEvent>,
    unfinished: Option<u32>,
}

impl Machine<'_> {
    /// What threads wait for that cannot make a step, each at its place.
    pub fn waits(&self, blocked: &[(u32, Span)]) -> Vec<Wait> {
        let waits = blocked.iter();
        waits
            .map(|&(thread, span)| self.wait(thread, span))
            .collect()
    }

    fn wait(&self, thread: u32, span: Span) -> Wait {
        let mut tried = self.clone();
        let limit = tried.instructions.saturating_add(MOST_INSTRUCTIONS);
        std::rc::Rc::make_mut(&mut tried.config).max_instructions = limit;
        tried.record_events = true;
        tried.probe = Some(Box::default());
        tried.step_instruction(thread, &mut GivenInputs { values: Vec::new() });
        let probe = tried.probe.map_or(Probe::default(), |probe| *probe);
        let Some(stopped) = probe.stopped else {
            return Wait {
                thread,
                span,
                stack: self.call_stack(thread),
                positions: self.whereabouts(thread).positions,
                lock: None,
                argument: None,
                holders: Vec::new(),
                unfinished: None,
                reads: Vec::new(),
                held: self.held_locks(thread),
            };
        };
        let about = probe.lock.or(stopped.argument);
        let holders = about.into_iter();
        let holders = holders.flat_map(|lock| self.described_holders(lock));
        Wait {
            thread,
            span,
            lock: probe.lock.map(|lock| self.at_address(lock)),
            argument: stopped.argument.map(|object| self.at_address(object)),
            holders: holders.collect(),
            unfinished: stopped.unfinished,
            reads: self.locations(thread, &stopped.reads),
            stack: stopped.stack,
            positions: stopped.positions,
            held: self.held_locks(thread),
        }
    }

    fn locations(&self, thread: u32, reads: &[AccessEvent]) -> Vec<Location> {
        let mut locations: Vec<Location> = Vec::new();
        for read in reads {
            let innermost = read.surroundings.frames.last();
            let by = innermost.map(|frame| Executed {
                thread,
                depth: read.surroundings.frames.len() as u32,
                function: frame.function(),
                position: read.position,
            });
            let place = MemoryPlace {
                object: read.object,
                offset: read.offset,
                size: read.size,
            };
            let location = self.location(place, by);
            if !locations.contains(&location) {
                locations.push(location);
            }
        }
        locations
    }

    /// Whether a thread gets past a `wait_until`.
    pub(crate) fn passes_wait(&mut self, thread: &Thread, is_over: bool) -> bool {
        match &self.probe {
            None => return is_over,
            Some(probe) if probe.stopped.is_some() => return false,
            Some(_) if is_over => return true,
            Some(_) => {}
        }
        let reads = self.events.iter().filter_map(|event| match event {
            Event::Access(access) if access.is_read && access.shared => Some(access.clone()),
            _ => None,
        });
        let reads = reads.collect();
        let stopped = Stopped {
            stack: self.stack_of(thread),
            positions: code_positions(thread),
            argument: self.library_argument(thread),
            reads,
            unfinished: self
                .probe
                .as_ref()
                .and_then(|it| it.unfinished.last().copied()),
        };
        if let Some(probe) = &mut self.probe {
            probe.stopped = Some(stopped);
        }
        true
    }

    /// Whether somebody wanted to know what comes behind a wait, and this is it.
    pub(crate) fn ends_probe_at(&mut self, lock: Scalar) -> bool {
        match &mut self.probe {
            Some(probe) if probe.stopped.is_some() => {
                probe.lock = Some(lock);
                true
            }
            _ => false,
        }
    }

    /// The first argument of the library function that the program has called, if it is a pointer.
    fn library_argument(&self, thread: &Thread) -> Option<Scalar> {
        let is_model = |function: u32| {
            let function = self.program.functions.get(FunctionId(function).index());
            function.is_some_and(|function| function.is_model)
        };
        let innermost = thread.frames.iter().rev();
        let called = innermost
            .take_while(|frame| is_model(frame.function))
            .last()?;
        let function = self
            .code
            .functions
            .get(called.function as usize)?
            .as_ref()?;
        let (register, _) = function.params.first()?;
        match thread
            .registers
            .get((called.registers + register) as usize)?
        {
            Value::Scalar(scalar) if scalar.provenance.is_some() => Some(*scalar),
            _ => None,
        }
    }
}
