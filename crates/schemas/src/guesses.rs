//! What a sequential program chooses, and the execution with threads that follows from it.
//!
//! Every choice is the value of a register with a name that no other has. An execution of the sequential program is thus known by the values
//! that these registers got, in the order of time. [`Guesses::read`] makes of that a *script*: which thread ran how far, and what the
//! program got from outside. Names and values can come from our engine or from the trace of any verifier.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use unspool_ir::{BlockId, RegId, SlotId};

/// What the value of a register stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guess {
    /// The number of the stop at which the context of this thread ends that begins now.
    ContextEnd { thread: u32 },
    /// When the thread goes on behind this stop, by the [`Timing`] of the schema.
    NextTime { thread: u32, stop: u32 },
    /// Who makes the write with this number, of those that are guessed: the place in the list of threads.
    Writer { write: u32 },
    /// A variable that gets one of the guesses above when it is used: by that, values are told from those of declarations, which some traces have too.
    ContextBegins,
    /// Whose context begins now: the place in the list of threads.
    NextThread,
    /// What an instruction of the bounded program gets from outside.
    Input { at: Place, kind: InputKind },
    /// What is in a register of the bounded program that is read before it is assigned.
    UnsetRegister { thread: u32, register: RegId },
    /// What is in a local variable when its life begins, from this byte on.
    Contents {
        thread: u32,
        slot: SlotId,
        offset: u64,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InputKind {
    Value,
    /// Of a weak compare-exchange.
    SpuriousFailure,
}

/// An instruction of the bounded program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    pub thread: u32,
    pub block: BlockId,
    /// The number of instructions stands for the terminator.
    pub index: usize,
}

/// Where a thread can be interrupted: before these instructions, in the order of the text. The first one is where it starts; the number behind the last one
/// stands for the end of the thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadStops {
    pub thread: u32,
    pub stops: Vec<(BlockId, usize)>,
}

#[derive(Clone, Debug, Default)]
pub struct Guesses {
    /// By the name of the register.
    by_name: FxHashMap<String, Guess>,
    /// In the order of the threads' numbers.
    pub threads: Vec<ThreadStops>,
    /// If threads run one after the other to their ends: how time is counted.
    pub timing: Option<Timing>,
}

/// How a schema counts time whose threads run one after the other to their ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Times {
    /// Rounds, in which all threads run one after the other.
    Rounds,
    /// Positions in a sequence of writes: `i` is behind write `i` and before the next one.
    Positions,
}

/// Times as the values of guesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timing {
    pub times: Times,
    /// The time that stands for never.
    pub never: u32,
    /// Whether a time is a number of as many ones.
    pub is_unary: bool,
}

impl Timing {
    fn time(self, bits: u128) -> u32 {
        match self.is_unary {
            true => bits.count_ones(),
            false => u32::try_from(bits).unwrap_or(u32::MAX),
        }
    }
}

/// An execution of the bounded program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Script {
    pub contexts: Vec<ScriptContext>,
    pub inputs: FxHashMap<(Place, InputKind), u128>,
    pub unset: FxHashMap<(u32, RegId), u128>,
    /// Bytes of local variables when their lives begin: thread, variable, offset.
    pub contents: BTreeMap<(u32, SlotId, u64), u128>,
}

/// A context: the thread runs until it is at this stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScriptContext {
    pub thread: u32,
    pub until: u32,
}

/// A thread that runs to its end goes on at this time behind a stop.
#[derive(Clone, Copy)]
struct Move {
    thread: u32,
    stop: u32,
    time: u32,
}

impl Script {
    /// A byte of a local variable when its life begins.
    pub fn contents_of(&self, (thread, slot): (u32, SlotId), offset: u64) -> u128 {
        let known = self.contents.range(..=(thread, slot, offset)).next_back();
        match known {
            Some((&(a, b, start), &bits)) if (a, b) == (thread, slot) => {
                let shift = u32::try_from(8 * (offset - start)).unwrap_or(u32::MAX);
                bits.checked_shr(shift).unwrap_or(0) & 0xff
            }
            _ => 0,
        }
    }
}

impl Guesses {
    pub fn add(&mut self, name: String, guess: Guess) {
        self.by_name.insert(name, guess);
    }

    pub fn of_name(&self, name: &str) -> Option<Guess> {
        self.by_name.get(name).copied()
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(String::as_str)
    }

    /// The script of an execution, by the values that registers got, in the order of time. Names that are no guesses are passed over.
    pub fn read<'n>(&self, values: impl IntoIterator<Item = (&'n str, u128)>) -> Script {
        let mut script = Script::default();
        let mut guessed: Vec<ScriptContext> = Vec::new();
        let mut last = None;
        let (mut moves, mut guessed_moves, mut last_move) = (Vec::new(), Vec::new(), None);
        let mut writers = FxHashMap::default();
        for (name, bits) in values {
            match self.of_name(name) {
                Some(Guess::ContextEnd { thread }) => {
                    let context = ScriptContext {
                        thread,
                        until: u32::try_from(bits).unwrap_or(u32::MAX),
                    };
                    guessed.push(context);
                    last = Some(context);
                }
                Some(Guess::Writer { write }) => {
                    let writer = usize::try_from(bits).ok();
                    let writer = writer.and_then(|place| self.threads.get(place));
                    match writer {
                        Some(writer) => writers.insert(write, writer.thread),
                        None => writers.remove(&write),
                    };
                }
                Some(Guess::NextTime { thread, stop }) => {
                    let time = self.timing.map_or(u32::MAX, |timing| timing.time(bits));
                    let next = Move { thread, stop, time };
                    guessed_moves.push(next);
                    last_move = Some(next);
                }
                Some(Guess::ContextBegins) => {
                    script.contexts.extend(last.take());
                    moves.extend(last_move.take());
                }
                Some(Guess::Input { at, kind }) => {
                    script.inputs.insert((at, kind), bits);
                }
                Some(Guess::UnsetRegister { thread, register }) => {
                    script.unset.insert((thread, register), bits);
                }
                Some(Guess::Contents {
                    thread,
                    slot,
                    offset,
                }) => {
                    script.contents.insert((thread, slot, offset), bits);
                }
                // Whoever runs says so by the end of its context.
                Some(Guess::NextThread) | None => {}
            }
        }
        if script.contexts.is_empty() {
            script.contexts = guessed;
        }
        if moves.is_empty() {
            moves = guessed_moves;
        }
        if let Some(timing) = self.timing {
            script.contexts = self.in_order(timing, &moves, &writers);
        }
        script
    }

    /// The contexts of threads that ran to their ends one after the other, each in steps from stop to stop. The first one starts by itself.
    fn in_order(
        &self,
        timing: Timing,
        moves: &[Move],
        writers: &FxHashMap<u32, u32>,
    ) -> Vec<ScriptContext> {
        let mut steps: Vec<Step> = Vec::new();
        for ThreadStops { thread, stops } in &self.threads {
            let first = steps.len();
            let own = moves.iter().filter(|it| it.thread == *thread);
            let mut running = (*thread == 0).then_some(0);
            for next in own {
                steps.extend(running.map(|time| Step::new(time, *thread, next.stop)));
                running = Some(next.time).filter(|&time| time < timing.never);
            }
            let end = stops.len() as u32;
            steps.extend(running.map(|time| Step::new(time, *thread, end)));
            if timing.times == Times::Positions {
                note_writes(&mut steps[first..], writers);
            }
        }
        // Those of one thread stay in their order.
        steps.sort_by_key(|step| (step.time, step.writes, step.thread));
        let contexts = steps.chunk_by(|a, b| a.thread == b.thread);
        contexts
            .filter_map(|steps| steps.last())
            .map(|last| ScriptContext {
                thread: last.thread,
                until: last.until,
            })
            .collect()
    }
}

/// A thread runs at this time until it is at a stop.
struct Step {
    time: u32,
    /// Whether it makes the next write: all others of this time come before it.
    writes: bool,
    thread: u32,
    until: u32,
}

impl Step {
    fn new(time: u32, thread: u32, until: u32) -> Step {
        Step {
            time,
            writes: false,
            thread,
            until,
        }
    }
}

/// Of the steps of one thread: the last one at a time is the one that makes the next write, if that is the thread's.
fn note_writes(steps: &mut [Step], writers: &FxHashMap<u32, u32>) {
    for at in 0..steps.len() {
        let is_last = steps
            .get(at + 1)
            .is_none_or(|next| next.time != steps[at].time);
        let step = &mut steps[at];
        step.writes = is_last && writers.get(&(step.time + 1)) == Some(&step.thread);
    }
}
