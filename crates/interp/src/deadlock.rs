//! Threads that wait for ever.
//!
//! If all that have not ended are blocked, that is a deadlock. While others run, some of the blocked threads wait for ever if each of them waits for a lock that one of them holds, or that an
//! ended thread has kept, or for the end of one of them; or for something that nobody who runs will ever do. The last is not seen in one state: it is
//! asked of the program's text, by whoever knows it ([`Futures`]).
//!
//! The largest such set is found: from all blocked threads those are taken away that one of the others may wake, until nothing changes.

use std::fmt::Debug;

use unspool_ir::{FunctionId, Span};

use crate::circumstances::{Holder, Wait};
use crate::input::InputSource;
use crate::machine::Machine;
use crate::outcome::Outcome;
use crate::step::StepResult;
use crate::thread::Thread;
use crate::value::Value;

/// Where an activation is: an instruction or terminator, counted through the blocks as [`crate::FlatPositions`] does. If it has called another one, at the call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CodePosition {
    pub function: FunctionId,
    pub position: u32,
}

/// Where a thread is that runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Whereabouts {
    /// Of its activations, the outermost first. The innermost one is about to execute the instruction.
    pub positions: Vec<CodePosition>,
    /// Parameters of its first activation that point to functions: number, and the function.
    pub functions: Vec<(u32, FunctionId)>,
}

/// What the text of the program says of threads from where they are on.
pub trait Futures: Debug + Send + Sync {
    /// Whether a thread can never do anything about a `wait_until`, at the end of a stack that begins with the outermost activation, nor end the process.
    fn leaves_alone(&self, runner: &Whereabouts, waiter: &[CodePosition]) -> bool;
}

impl Machine<'_> {
    /// How the run ends if threads wait for ever in this state. Nothing is changed.
    pub fn deadlock(&self, source: &mut dyn InputSource) -> Option<Outcome> {
        let mut blocked = Vec::new();
        let mut others_go_on = false;
        for thread in self.unfinished() {
            match self.clone().step_instruction(thread, source) {
                StepResult::Blocked { span, .. } => blocked.push((thread, span)),
                _ => others_go_on = true,
            }
        }
        if others_go_on {
            self.keep_stuck(&mut blocked);
        }
        (!blocked.is_empty()).then_some(Outcome::Deadlock {
            blocked,
            others_go_on,
        })
    }

    /// That these threads are blocked, whoever may wake them. None if one is not.
    pub fn all_blocked(&self, threads: &[u32], source: &mut dyn InputSource) -> Option<Outcome> {
        let mut blocked = Vec::new();
        for &thread in threads {
            match self.clone().step_instruction(thread, source) {
                StepResult::Blocked { span, .. } => blocked.push((thread, span)),
                _ => return None,
            }
        }
        let others_go_on = self.unfinished().any(|thread| !threads.contains(&thread));
        (!blocked.is_empty()).then_some(Outcome::Deadlock {
            blocked,
            others_go_on,
        })
    }

    /// Where a thread is.
    pub fn whereabouts(&self, thread: u32) -> Whereabouts {
        let Some(thread) = self.threads.get(thread as usize) else {
            return Whereabouts {
                positions: Vec::new(),
                functions: Vec::new(),
            };
        };
        Whereabouts {
            positions: code_positions(thread),
            functions: self.functions_given_to(thread),
        }
    }

    fn functions_given_to(&self, thread: &Thread) -> Vec<(u32, FunctionId)> {
        let first = thread.frames.first();
        let code = first.and_then(|it| self.code.functions.get(it.function as usize)?.as_ref());
        let (Some(first), Some(code)) = (first, code) else {
            return Vec::new();
        };
        let parameters = (0..).zip(&code.params);
        let given = parameters.filter_map(|(number, (register, _))| {
            let value = thread
                .registers
                .get((first.registers + register) as usize)?;
            let Value::Scalar(scalar) = value else {
                return None;
            };
            Some((number, self.function_at(scalar.bits)?))
        });
        given.collect()
    }

    /// Takes away who may be woken.
    fn keep_stuck(&self, blocked: &mut Vec<(u32, Span)>) {
        let waits = self.waits(blocked);
        loop {
            let before = blocked.len();
            let stuck: Vec<u32> = blocked.iter().map(|(thread, _)| *thread).collect();
            let is_stuck = |thread: u32| {
                let mut own = waits.iter().filter(|wait| wait.thread == thread);
                own.any(|wait| is_kept_from(wait, &stuck) || self.is_left_alone(wait, &stuck))
            };
            blocked.retain(|(thread, _)| is_stuck(*thread));
            if blocked.len() == before {
                break;
            }
        }
    }

    /// Whether nobody but the stuck threads can do anything about a wait.
    fn is_left_alone(&self, wait: &Wait, stuck: &[u32]) -> bool {
        let Some(futures) = &self.config.futures else {
            return false;
        };
        let mut runners = self.unfinished().filter(|thread| !stuck.contains(thread));
        runners.all(|runner| futures.leaves_alone(&self.whereabouts(runner), &wait.positions))
    }
}

/// Whether what the thread waits for is what one of the stuck has, or one that has ended. Where somebody has made a lock free who did not hold it, there may be holders of old.
fn is_kept_from(wait: &Wait, stuck: &[u32]) -> bool {
    let mut holders = wait.holders.iter();
    let is_kept = |it: &Holder| it.has_ended || stuck.contains(&it.thread);
    match &wait.lock {
        Some(_) => !wait.holders.is_empty() && holders.all(is_kept),
        None => wait.unfinished.is_some_and(|it| stuck.contains(&it)),
    }
}

pub(crate) fn code_positions(thread: &Thread) -> Vec<CodePosition> {
    let innermost = thread.frames.len().saturating_sub(1);
    let frames = thread.frames.iter().enumerate();
    let positions = frames.map(|(depth, frame)| CodePosition {
        function: FunctionId(frame.function),
        position: match depth == innermost {
            true => frame.position,
            false => frame.call_position(),
        },
    });
    positions.collect()
}
