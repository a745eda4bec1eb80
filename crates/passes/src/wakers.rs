//! Who may still wake a thread that waits: what threads can do from where they are.
//!
//! A thread can wait for ever though no lock is involved and others run on: nobody is left who would post the semaphore, come to the barrier or signal the
//! condition. Of a program that runs for ever no bounded part shows that, so the question is put to its text. Precondition: the program is verified and has
//! all of its loops and calls. Postcondition: if a thread that is somewhere can ever write, by itself or by threads that it creates, what a
//! `wait_until` depends on, or can end the process, then its [`Future`] there does not leave the wait's [`Awaited`] alone.
//!
//! ```text
//! sem_wait(&full);                                        awaits full.value
//! for (;;) { lock(&m); count++; unlock(&m); }             writes m and count for ever: leaves full alone
//! for (;;) { count++; if (count == 9) sem_post(&full); }  may write full: does not
//! sem_post(&full); for (;;) count++;                      only from behind the post on
//! ```
//!
//! *What is awaited* is what the wait's atomic section may have read before it, on any way to it (`wakers/reads.rs`). What a section computes of that decides whether it waits: as
//! long as nobody writes it, it waits. Not so where the section asks whether a thread has ended, or draws a value; and a wait that reads nothing (`pause`) is meant to last.
//!
//! *What may be done* is written in summaries of functions (`wakers/summaries.rs`), for each way in which pointers to functions are given to it (`wakers/contexts.rs`): which memory of the points-to analysis, or of what a parameter points to (`wakers/memory.rs`), so that who posts one
//! semaphore does not post all (as in Sharir and Pnueli, *Two approaches to interprocedural data flow analysis*, 1981). A thread is where its stack is: of each activation counts what can be reached
//! behind the call, if the call can return.
//!
//! A failing assertion is not an end of the process here: who waits until one fails is not waiting for that, and that one fails is told anyway. Where an assumption may fail, nothing is said: there may be no execution that goes on. A write through a pointer that points to nothing known
//! may be anywhere; other addresses that the points-to analysis does not follow are not followed.

mod contexts;
mod memory;
mod reads;
mod sections;
mod summaries;

use std::sync::{Arc, Mutex};

use unspool_ir::{BlockId, Body, FunctionId, InstKind, Program, Span};

use crate::points_to::{PointsTo, Target};
pub use contexts::Context;
use contexts::Summaries;

/// An instruction; or a terminator, behind the last one of its block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CodePlace {
    pub function: FunctionId,
    pub block: BlockId,
    pub index: usize,
}

/// An activation on a stack: the places where it may be. Of all but the innermost they are calls. Nothing is known of one with no places.
pub type Frame = Vec<CodePlace>;

/// Where a thread is that runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Before,
    /// The instruction is done; if an atomic section begins with it, all of that.
    Behind,
}

/// What a thread may still do.
#[derive(Clone, Debug, Default)]
pub struct Future {
    writes: Pieces,
    /// Something that is not modelled, or is not known.
    is_unknown: bool,
    may_end_process: bool,
}

/// What a wait depends on.
#[derive(Clone, Debug, Default)]
pub struct Awaited {
    reads: Pieces,
}

/// Memory.
#[derive(Clone, Debug, Default)]
struct Pieces {
    list: Vec<Piece>,
    /// And what the points-to analysis does not follow.
    is_anywhere: bool,
}

/// So many bytes from any of some offsets of an object on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Piece {
    target: Target,
    /// None: to the end of the object, or before that offset.
    size: Option<u64>,
}

pub struct Wakers {
    program: Arc<Program>,
    points_to: PointsTo,
    summaries: Mutex<Summaries>,
    /// One question at a time.
    asking: Mutex<()>,
    /// By function and register: the parameter that it is, if it keeps its value.
    parameters: Vec<Vec<Option<u32>>>,
    /// By function: sections that it leaves open.
    opened: Vec<i32>,
}

impl CodePlace {
    pub fn entry(function: FunctionId) -> CodePlace {
        CodePlace {
            function,
            block: BlockId::new(0),
            index: 0,
        }
    }
}

impl Future {
    fn unknown() -> Future {
        Future {
            is_unknown: true,
            ..Future::default()
        }
    }

    /// What may happen in either.
    fn join(&mut self, other: Future) {
        self.writes.list.extend(other.writes.list);
        self.writes.is_anywhere |= other.writes.is_anywhere;
        self.is_unknown |= other.is_unknown;
        self.may_end_process |= other.may_end_process;
    }

    /// Whether the thread can neither do anything about the wait nor end the process.
    pub fn leaves_alone(&self, awaited: &Awaited) -> bool {
        let mut writes = self.writes.list.iter();
        let reads = || awaited.reads.list.iter();
        let is_known = !self.is_unknown && !self.writes.is_anywhere;
        let touches = |write: &Piece| reads().any(|read| write.may_overlap(read));
        is_known && !self.may_end_process && !writes.any(touches)
    }
}

impl Piece {
    fn may_overlap(&self, other: &Piece) -> bool {
        match (self.size, other.size) {
            (Some(size), Some(other_size)) => {
                self.target.may_overlap(size, &other.target, other_size)
            }
            _ => self.target.object == other.target.object,
        }
    }
}

impl Wakers {
    pub fn of(program: Arc<Program>) -> Wakers {
        let points_to = PointsTo::of(&program);
        let bodies = program.functions.iter().map(|f| f.body.as_ref());
        let parameters = bodies.map(|body| body.map_or(Vec::new(), memory::parameters));
        Wakers {
            parameters: parameters.collect(),
            opened: sections::opened(&program),
            summaries: Mutex::default(),
            asking: Mutex::default(),
            points_to,
            program,
        }
    }

    /// What a thread may do that has this stack, outermost activation first. `started`: what is known of how it was started.
    pub fn future(&self, stack: &[Frame], side: Side, started: Option<&Context>) -> Future {
        self.settled(|| self.future_by_now(stack, side, started))
    }

    /// What a thread may do that a `spawn` at the end of this stack starts.
    pub fn future_of_started(&self, creator: &[Frame]) -> Future {
        self.settled(|| {
            let contexts = self.contexts(creator, None);
            let mut future = Future::default();
            let (Some(places), Some(context)) = (creator.last(), contexts.last()) else {
                return Future::unknown();
            };
            let places = places.iter();
            let started: Vec<Context> = places.flat_map(|&at| self.started(context, at)).collect();
            future.is_unknown |= started.is_empty() || contexts.len() < creator.len();
            for context in started {
                let entry = vec![CodePlace::entry(context.function)];
                future.join(self.future_by_now(&[entry], Side::Before, Some(&context)));
            }
            future
        })
    }

    fn future_by_now(&self, stack: &[Frame], side: Side, started: Option<&Context>) -> Future {
        if stack.is_empty() || stack.iter().any(Vec::is_empty) {
            return Future::unknown();
        }
        let contexts = self.contexts(stack, started);
        let mut future = Future::default();
        for (depth, (frame, context)) in stack.iter().zip(&contexts).enumerate().rev() {
            let is_innermost = depth + 1 == stack.len();
            let side = if is_innermost { side } else { Side::Behind };
            let mut returns = false;
            for &at in frame {
                let summary = self.rest(context, at, side);
                returns |= summary.returns;
                future.is_unknown |= summary.is_unknown;
                future.may_end_process |= summary.ends_process;
                for part in summary.writes {
                    self.resolve(part, at.function, &stack[..depth], &mut future.writes);
                }
            }
            if !returns {
                break;
            }
        }
        future
    }

    /// Of each activation, up to the first of which no place is known.
    fn contexts(&self, stack: &[Frame], started: Option<&Context>) -> Vec<Context> {
        let mut contexts: Vec<Context> = Vec::with_capacity(stack.len());
        let mut calls: &[CodePlace] = &[];
        for frame in stack {
            let Some(function) = frame.first().map(|at| at.function) else {
                break;
            };
            contexts.push(match (contexts.last(), started) {
                (Some(caller), _) => self.context_of_calls(caller, calls, function),
                (None, Some(context)) if context.function == function => context.clone(),
                _ => Context::of_all_calls(function),
            });
            calls = frame;
        }
        contexts
    }

    /// The instructions in a function that stand at a place of the source.
    pub fn instructions_at(
        &self,
        function: FunctionId,
        span: Span,
        is_wanted: impl Fn(&InstKind) -> bool,
    ) -> Frame {
        let Some(body) = self.body(function) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for (block, content) in body.blocks.iter().enumerate() {
            let insts = content.insts.iter().enumerate();
            let here = insts.filter(|(_, inst)| inst.span == span && is_wanted(&inst.kind));
            found.extend(here.map(|(index, _)| CodePlace {
                function,
                block: BlockId::new(block),
                index,
            }));
        }
        found
    }

    fn body(&self, function: FunctionId) -> Option<&Body> {
        self.program.functions.get(function.index())?.body.as_ref()
    }
}
