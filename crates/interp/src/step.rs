//! A step of a thread: one visible operation and the invisible ones after it.
//!
//! A thread always stands just before its next visible operation: an access to memory that other threads
//! may know, a fence, a spawn, a look at another thread's end, output, its own end, or a whole atomic
//! section. Instructions on the thread's own memory cannot be told by others from ones executed later,
//! so they are executed with the step before. An instruction that would end the run (a failing assertion,
//! a memory error) counts as visible wherever it stands: others may still end the process before it.
//!
//! After very many invisible instructions the step ends all the same, so that a thread that loops by itself
//! does not keep others from running.

use std::rc::Rc;

use unspool_ir::Span;

use crate::code::{CompiledKind, CompiledProgram};
use crate::event::Event;
use crate::execute::Flow;
use crate::input::InputSource;
use crate::machine::Machine;
use crate::outcome::Outcome;
use crate::thread::Thread;
use crate::trap::Trap;

#[derive(Clone, PartialEq, Debug)]
pub enum StepResult {
    Done,
    /// The thread cannot make a step in this state: it waits here. Nothing has changed.
    Blocked {
        span: Span,
        drew_inputs: bool,
    },
    /// The run is over.
    Ended(Box<Outcome>),
}

impl Machine<'_> {
    /// Brings thread 0 before its first visible operation. To be called once, before any step.
    pub fn start(&mut self, source: &mut dyn InputSource) -> StepResult {
        self.advance(0, false, source)
    }

    /// One step of a thread that exists and has not ended.
    pub fn step(&mut self, thread: u32, source: &mut dyn InputSource) -> StepResult {
        self.events.clear();
        self.newborn.clear();
        let mut result = self.advance(thread, true, source);
        let newborn = std::mem::take(&mut self.newborn);
        for &child in &newborn {
            if result == StepResult::Done {
                result = self.advance(child, false, source);
            }
        }
        self.newborn = newborn;
        if result == StepResult::Done && self.unfinished().next().is_none() {
            return StepResult::Ended(Box::new(Outcome::Finished { status: 0 }));
        }
        result
    }

    fn advance(
        &mut self,
        thread: u32,
        visible_first: bool,
        source: &mut dyn InputSource,
    ) -> StepResult {
        let index = thread as usize;
        if self.threads.get(index).is_none_or(|thread| thread.finished) {
            return StepResult::Done;
        }
        let code = Rc::clone(&self.code);
        let mut running = std::mem::replace(&mut self.threads[index], Rc::clone(&self.idle));
        let state = Rc::make_mut(&mut running);
        state.hash = None;
        if self.record_events {
            self.events.push(Event::Running(thread));
        }
        let result = self.run(&code, state, visible_first, source);
        self.threads[index] = running;
        result
    }

    fn run(
        &mut self,
        code: &CompiledProgram,
        thread: &mut Thread,
        visible_first: bool,
        source: &mut dyn InputSource,
    ) -> StepResult {
        let mut allow_visible = visible_first;
        let mut local = 0;
        if visible_first && code.has_wait && starts_section(code, thread) {
            self.begin_section(thread);
        }
        loop {
            if self.instructions >= self.config.max_instructions {
                return StepResult::Ended(Box::new(Outcome::StepLimit));
            }
            if local > self.config.max_local_instructions && !allow_visible {
                return StepResult::Done;
            }
            match self.execute(code, thread, allow_visible, source) {
                Ok(Flow::Next) => {
                    self.instructions += 1;
                    local += 1;
                    if allow_visible && thread.atomic_depth == 0 {
                        self.commit_section();
                        allow_visible = false;
                    }
                }
                Ok(Flow::Visible) => return StepResult::Done,
                Ok(Flow::ThreadEnded) => {
                    self.commit_section();
                    return StepResult::Done;
                }
                Ok(Flow::ProcessEnded(outcome)) => {
                    self.commit_section();
                    return StepResult::Ended(outcome);
                }
                Err(trap) => {
                    if let Some(result) = self.handle(code, thread, trap, allow_visible, source) {
                        return result;
                    }
                }
            }
        }
    }

    /// Deals with an instruction that could not be executed; None if it can be tried again.
    #[cold]
    fn handle(
        &mut self,
        code: &CompiledProgram,
        thread: &mut Thread,
        trap: Trap,
        allow_visible: bool,
        source: &mut dyn InputSource,
    ) -> Option<StepResult> {
        let span = span_of_next(code, thread);
        let trap = match self.supply(code, thread, trap, source) {
            Ok(()) => return None,
            Err(trap) => trap,
        };
        if !allow_visible {
            return Some(StepResult::Done);
        }
        let span = self.reported_span(thread, span);
        if matches!(trap, Trap::Blocked) {
            let before = self.inputs.len();
            self.roll_back_section(thread);
            return Some(StepResult::Blocked {
                span,
                drew_inputs: self.inputs.len() < before,
            });
        }
        self.commit_section();
        Some(StepResult::Ended(Box::new(
            self.outcome_of(trap, thread.id, span),
        )))
    }
}

fn starts_section(code: &CompiledProgram, thread: &Thread) -> bool {
    let Some(frame) = thread.frames.last() else {
        return false;
    };
    let function = code.functions.get(frame.function as usize);
    let inst = function
        .and_then(|function| function.as_ref())
        .and_then(|function| function.insts.get(frame.position as usize));
    inst.is_some_and(|inst| {
        matches!(
            inst.kind,
            CompiledKind::AtomicBegin | CompiledKind::WaitUntil(_)
        )
    })
}

fn span_of_next(code: &CompiledProgram, thread: &Thread) -> Span {
    let Some(frame) = thread.frames.last() else {
        return Span::NONE;
    };
    let function = code.functions.get(frame.function as usize);
    function
        .and_then(|function| function.as_ref())
        .and_then(|function| function.insts.get(frame.position as usize))
        .map_or(Span::NONE, |inst| inst.span)
}
