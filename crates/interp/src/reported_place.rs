//! What reports show of where a thread is: lines of the program itself, and stacks of activations.
//!
//! What a library model does is reported where the program called it: at the outermost of the calls of models that
//! lead to the instruction without a function of the program in between. Which calls lead to an instruction, its
//! thread's frames say; and where functions were inlined, its origin, so that a bounded program is reported
//! in the words of the original. A frame stands for what its function does, with all that is inlined into it.
//!
//! ```text
//! frame of @main                       at !10:3     call @pthread_join ...     a model: reported is 10:3
//! frame of @pthread_join  model        at !54:7     wait_until %4
//!
//! frame of @main                       at !54:7     wait_until %4 in o0        the same
//!                                                   origin o0: call @pthread_join !10:3
//! ```

use unspool_ir::{FunctionId, Origin, OriginId, OriginStep, Program, Span};

use crate::code::CompiledInst;
use crate::machine::{Activation, Machine};
use crate::thread::{Frame, Thread};

/// What of a frame a stack trace needs.
#[derive(Clone, Copy, Debug)]
pub struct FramePlace {
    function: u32,
    /// The next instruction.
    pub position: u32,
    call: Span,
}

impl FramePlace {
    pub fn of(frame: &Frame) -> FramePlace {
        FramePlace {
            function: frame.function,
            position: frame.position,
            call: frame.call,
        }
    }

    pub fn function(self) -> FunctionId {
        FunctionId(self.function)
    }
}

/// What the inlined calls of an origin mean for reports.
#[derive(Clone, Copy, Debug)]
pub struct InlinedCalls {
    /// The function that the code was written in, if it is not the one that it stands in.
    pub function: Option<FunctionId>,
    /// The call to report instead of the instruction; none if the program itself wrote the instruction.
    shown: Option<Span>,
    /// Whether all these calls are of models, so that it depends on the function they stand in what is reported.
    all_models: bool,
}

impl InlinedCalls {
    /// Of code without origin.
    const NONE: InlinedCalls = InlinedCalls {
        function: None,
        shown: None,
        all_models: true,
    };

    /// Of each origin of a body.
    pub fn of(program: &Program, origins: &[Origin]) -> Vec<InlinedCalls> {
        let mut all: Vec<InlinedCalls> = Vec::with_capacity(origins.len());
        for origin in origins {
            let outer = origin.parent.and_then(|parent| all.get(parent.index()));
            let outer = outer.copied().unwrap_or(InlinedCalls::NONE);
            all.push(match origin.step {
                OriginStep::Iteration { .. } => outer,
                OriginStep::Call { callee, span } => {
                    let is_shown = is_model(program, callee) && span != Span::NONE;
                    InlinedCalls {
                        function: Some(callee),
                        shown: is_shown.then(|| outer.shown.unwrap_or(span)),
                        all_models: is_shown && outer.all_models,
                    }
                }
            });
        }
        all
    }
}

impl Machine<'_> {
    /// Where to report the instruction that the thread is executing, which has this span.
    pub(crate) fn reported_span(&self, thread: &Thread, span: Span) -> Span {
        match thread.frames.last() {
            Some(frame) => self.reported_in(&thread.frames, frame.position, span),
            None => span,
        }
    }

    /// Whether what the thread is executing is part of a library model.
    pub(crate) fn is_in_model(&self, thread: &Thread) -> bool {
        let Some(frame) = thread.frames.last() else {
            return false;
        };
        let inlined = self.inlined_calls(frame, frame.position).function;
        is_model(self.program, inlined.unwrap_or(FunctionId(frame.function)))
    }

    /// Where to report that the innermost activation ends.
    pub(crate) fn reported_end(&self, thread: &Thread) -> Span {
        let Some((ending, outer)) = thread.frames.split_last() else {
            return Span::NONE;
        };
        match outer.last() {
            Some(caller) if self.is_reported_at_call(ending) => {
                self.reported_in(outer, caller.call_position(), ending.call)
            }
            _ => ending.call,
        }
    }

    /// Innermost activation first.
    pub fn call_stack(&self, thread: u32) -> Vec<Activation> {
        let thread = self.threads.get(thread as usize);
        thread.map_or(Vec::new(), |thread| self.stack_of(thread))
    }

    /// The same for a thread that is running.
    pub(crate) fn stack_of(&self, thread: &Thread) -> Vec<Activation> {
        self.stack_at(thread.frames.iter().map(FramePlace::of))
    }

    /// Of frames as they once were, outermost first.
    pub(crate) fn stack_at(
        &self,
        frames: impl DoubleEndedIterator<Item = FramePlace>,
    ) -> Vec<Activation> {
        let mut stack = Vec::new();
        let mut inner_call = None;
        for frame in frames.rev() {
            let position = match inner_call {
                None => frame.position,
                Some(_) => frame.position.saturating_sub(1),
            };
            let inst = self.instruction(frame.function, position);
            let mut span = inner_call.unwrap_or_else(|| inst.map_or(Span::NONE, |inst| inst.span));
            let mut origin = inst.and_then(|inst| inst.origin);
            while let Some(step) = self.origin(frame.function, origin) {
                if let OriginStep::Call { callee, span: call } = step.step {
                    stack.push(Activation {
                        function: callee,
                        span,
                    });
                    span = call;
                }
                origin = step.parent;
            }
            stack.push(Activation {
                function: FunctionId(frame.function),
                span,
            });
            inner_call = Some(frame.call);
        }
        stack
    }

    /// Where to report something with this span that is done by the instruction at a position of the last frame.
    fn reported_in(&self, frames: &[Frame], position: u32, span: Span) -> Span {
        let (mut position, mut reported) = (position, span);
        for (index, frame) in frames.iter().enumerate().rev() {
            let inlined = self.inlined_calls(frame, position);
            reported = inlined.shown.unwrap_or(reported);
            if !inlined.all_models || !self.is_reported_at_call(frame) {
                break;
            }
            reported = frame.call;
            let caller = index.checked_sub(1).and_then(|index| frames.get(index));
            position = caller.map_or(0, Frame::call_position);
        }
        reported
    }

    fn is_reported_at_call(&self, frame: &Frame) -> bool {
        frame.call != Span::NONE && is_model(self.program, FunctionId(frame.function))
    }

    fn inlined_calls(&self, frame: &Frame, position: u32) -> InlinedCalls {
        let inst = self.instruction(frame.function, position);
        let origin = inst.and_then(|inst| inst.origin);
        let Some(origin) = origin else {
            return InlinedCalls::NONE;
        };
        let function = self.code.functions.get(frame.function as usize);
        let found = function.and_then(|f| f.as_ref()?.inlined.get(origin.index()));
        found.copied().unwrap_or(InlinedCalls::NONE)
    }

    fn origin(&self, function: u32, origin: Option<OriginId>) -> Option<Origin> {
        let function = self.program.functions.get(function as usize)?;
        let origins = &function.body.as_ref()?.origins;
        origins.get(origin?.index()).copied()
    }

    fn instruction(&self, function: u32, position: u32) -> Option<&CompiledInst> {
        let function = self.code.functions.get(function as usize)?.as_ref()?;
        function.insts.get(position as usize)
    }
}

fn is_model(program: &Program, function: FunctionId) -> bool {
    let function = program.functions.get(function.index());
    function.is_some_and(|function| function.is_model)
}
