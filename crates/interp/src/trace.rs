//! The trace of an execution: what its threads did, step by step, as data for whoever shows it.
//!
//! In it stands what one needs to follow an interleaving: reads and writes of memory that other threads can see, with values; inputs;
//! threads that start and end; and how it all ended. Each step has its place in the program; what a library model did is at the
//! call, and marked.

use unspool_ir::{FunctionId, RegId, Span};

use crate::access::Resolved;
use crate::circumstances::Circumstances;
use crate::code::{CompiledInst, CompiledKind, PlaceCode};
use crate::input::{Input, Purpose, Request};
use crate::location::{Location, MemoryPlace};
use crate::machine::{Activation, Machine};
use crate::object::ObjectKind;
use crate::outcome::Outcome;
use crate::record::{Effect, Executed};
use crate::schedule::Schedule;
use crate::thread::Thread;
use crate::value::{Repr, Scalar, Value};

/// An execution, told.
#[derive(Clone, Debug)]
pub struct Trace {
    pub steps: Vec<TraceStep>,
    /// The violation.
    pub outcome: Outcome,
    /// By number.
    pub threads: Vec<TraceThread>,
    /// Where each unfinished thread was in the end, innermost activation first.
    pub stacks: Vec<(u32, Vec<Activation>)>,
    /// What else is known of a race or a deadlock.
    pub circumstances: Circumstances,
    /// How to repeat it.
    pub repeat: Option<Repeat>,
}

/// With these, [`crate::run()`] makes the same execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repeat {
    pub schedule: Schedule,
    pub inputs: Vec<Input>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct TraceThread {
    /// What it runs.
    pub function: FunctionId,
    /// Where it was created; none for the first.
    pub created: Option<(u32, Span)>,
}

/// One thing that a thread did.
pub type TraceStep = Effect;

#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    Read {
        from: Location,
        value: ShownValue,
    },
    Write {
        to: Location,
        /// None if the memory had no value.
        before: Option<ShownValue>,
        after: ShownValue,
    },
    /// A read-modify-write or compare-exchange; in a failing one nothing is written.
    Update {
        at: Location,
        before: ShownValue,
        after: Option<ShownValue>,
    },
    /// A variable of the program that no other thread can see got a value, or something without a name the result of a call of the library.
    Assign {
        target: Receiver,
        value: ShownValue,
    },
    /// A value from outside.
    Input {
        value: ShownValue,
        target: Receiver,
        /// Nobody gave it: the target is read and has no value, so it is any.
        is_unset: bool,
    },
    Spawn {
        thread: u32,
        /// What it runs: the program's own function, if a library model starts it.
        function: FunctionId,
    },
    ThreadEnd,
}

impl Action {
    /// The memory that it reads or writes.
    pub fn location(&self) -> Option<&Location> {
        match self {
            Action::Read { from: at, .. }
            | Action::Write { to: at, .. }
            | Action::Update { at, .. }
            | Action::Assign {
                target: Receiver::Memory(at),
                ..
            }
            | Action::Input {
                target: Receiver::Memory(at),
                ..
            } => Some(at),
            _ => None,
        }
    }
}

/// What got a value.
#[derive(Clone, PartialEq, Debug)]
pub enum Receiver {
    /// A variable of the source; empty for a value that has no name.
    Register(String),
    Memory(Location),
}

#[derive(Clone, PartialEq, Debug)]
pub struct ShownValue {
    pub bits: u128,
    pub repr: Repr,
    /// What a pointer points to.
    pub target: Option<Box<Location>>,
    /// The function that a pointer points to.
    pub function: Option<FunctionId>,
}

impl Machine<'_> {
    pub(crate) fn trace_read(
        &mut self,
        thread: &Thread,
        span: Span,
        (at, place): (Resolved, PlaceCode),
        found: Option<Scalar>,
    ) {
        if let Some(from) = self.shared_location(at, place) {
            let value = self.shown(found, place.repr);
            self.trace(thread, span, Action::Read { from, value });
        }
    }

    pub(crate) fn trace_write(
        &mut self,
        thread: &Thread,
        span: Span,
        (at, place): (Resolved, PlaceCode),
        before: Option<Scalar>,
        after: Option<Scalar>,
    ) {
        if let Some(to) = self.shared_location(at, place) {
            let before = before.map(|before| self.shown(Some(before), place.repr));
            let after = self.shown(after, place.repr);
            self.trace(thread, span, Action::Write { to, before, after });
        } else if !self.is_in_model(thread) || !self.is_of_model(at) {
            let target = Receiver::Memory(self.accessed(at, place));
            let value = self.shown(after, place.repr);
            self.trace(thread, span, Action::Assign { target, value });
        }
    }

    /// The instruction that was just executed has given the register a value.
    pub(crate) fn trace_register(&mut self, thread: &Thread, register: u32, span: Span) {
        if let Some(name) = self.name_in(thread, register) {
            self.trace_named(thread, (register, name), span);
        }
    }

    /// The call of a function has ended, and the register has got the result. Of the library that matters even if it has no name.
    pub(crate) fn trace_result(&mut self, thread: &Thread, register: u32, callee: u32, span: Span) {
        let callee = self.program.functions.get(callee as usize);
        let is_of_library = callee.is_some_and(|callee| callee.is_model);
        let name = self.name_in(thread, register);
        if let Some(name) = name.or_else(|| is_of_library.then(String::new)) {
            self.trace_named(thread, (register, name), span);
        }
    }

    fn trace_named(&mut self, thread: &Thread, (register, name): (u32, String), span: Span) {
        let Some(frame) = thread.frames.last() else {
            return;
        };
        let function = FunctionId(frame.function);
        let code = self.code.functions.get(function.index());
        let layout = code.and_then(|code| code.as_ref()?.registers.get(register as usize));
        let value = thread.registers.get((frame.registers + register) as usize);
        let (Some(layout), Some(value), false) = (layout, value, self.is_in_model(thread)) else {
            return;
        };
        let scalar = match value {
            Value::Scalar(scalar) => Some(*scalar),
            _ => None,
        };
        let value = self.shown(scalar, layout.repr);
        let target = Receiver::Register(name);
        self.trace(thread, span, Action::Assign { target, value });
    }

    pub(crate) fn trace_update(
        &mut self,
        thread: &Thread,
        span: Span,
        (at, place): (Resolved, PlaceCode),
        before: Scalar,
        after: Option<Scalar>,
    ) {
        if let Some(at) = self.shared_location(at, place) {
            let before = self.shown(Some(before), place.repr);
            let after = after.map(|after| self.shown(Some(after), place.repr));
            self.trace(thread, span, Action::Update { at, before, after });
        }
    }

    pub(crate) fn trace_spawn(&mut self, thread: &Thread, span: Span, child: u32) {
        if self.record.has_effects()
            && let Some(function) = self.started_function(child)
        {
            let action = Action::Spawn {
                thread: child,
                function,
            };
            self.trace(thread, span, action);
        }
    }

    pub(crate) fn trace_input(
        &mut self,
        thread: &Thread,
        request: Request,
        purpose: Purpose,
        bits: u128,
    ) {
        let (true, Request::Value(repr)) = (self.record.has_effects(), request) else {
            return;
        };
        let by = self.executed().last().copied();
        let inst = by.and_then(|by| self.compiled(by));
        let span = inst.map_or(Span::NONE, |inst| inst.span);
        let register = match (purpose, inst.map(|inst| &inst.kind)) {
            (Purpose::Register(register), _) => Some(register),
            (Purpose::Nondet, Some(CompiledKind::Nondet { dst })) => Some(RegId(*dst)),
            _ => None,
        };
        let target = match purpose {
            Purpose::Memory(place) => Receiver::Memory(self.location(place, by)),
            _ => {
                let name = by.and_then(|by| self.register_name(by.function, register?));
                Receiver::Register(name.unwrap_or_default())
            }
        };
        let value = self.shown(Some(Scalar::plain(bits)), repr);
        let action = Action::Input {
            value,
            target,
            is_unset: purpose != Purpose::Nondet,
        };
        self.trace(thread, span, action);
    }

    pub(crate) fn trace_end(&mut self, thread: &Thread, span: Span) {
        if self.record.has_effects() {
            self.trace(thread, span, Action::ThreadEnd);
        }
    }

    /// The thread returns from its first function.
    pub(crate) fn trace_return(&mut self, thread: &Thread) {
        let by = self.executed().last().copied();
        let inst = by.and_then(|by| self.compiled(by));
        self.trace_end(thread, inst.map_or(Span::NONE, |inst| inst.span));
    }

    /// What a thread that has not begun runs. A library model's function gets the program's as an argument.
    fn started_function(&self, thread: u32) -> Option<FunctionId> {
        let thread = self.threads.get(thread as usize)?;
        let function = FunctionId(thread.frames.first()?.function);
        if !self.program.functions.get(function.index())?.is_model {
            return Some(function);
        }
        let mut arguments = thread.registers.iter();
        let named = arguments.find_map(|argument| match argument {
            Value::Scalar(scalar) => self.function_at(scalar.bits),
            _ => None,
        });
        named.or(Some(function))
    }

    fn shared_location(&self, at: Resolved, place: PlaceCode) -> Option<Location> {
        at.shared.then(|| self.accessed(at, place))
    }

    /// Whether it is a variable of a library model, or memory that it may have on the stack.
    fn is_of_model(&self, at: Resolved) -> bool {
        match self.memory.get(at.object).map(|object| object.kind) {
            Some(ObjectKind::Slot { owner, .. }) => {
                let owner = self.program.functions.get(owner.index());
                owner.is_some_and(|owner| owner.is_model)
            }
            Some(ObjectKind::Stack | ObjectKind::VarArgs) | None => true,
            Some(_) => false,
        }
    }

    fn accessed(&self, at: Resolved, place: PlaceCode) -> Location {
        let bytes = MemoryPlace {
            object: at.object,
            offset: at.offset,
            size: place.size,
        };
        self.location(bytes, self.executed().last().copied())
    }

    fn compiled(&self, by: Executed) -> Option<&CompiledInst> {
        let function = self.code.functions.get(by.function.index())?.as_ref()?;
        function.insts.get(by.position as usize)
    }

    /// Of a register of the running function.
    fn name_in(&self, thread: &Thread, register: u32) -> Option<String> {
        let function = FunctionId(thread.frames.last()?.function);
        self.register_name(function, RegId(register))
    }

    fn register_name(&self, function: FunctionId, register: RegId) -> Option<String> {
        let body = self
            .program
            .functions
            .get(function.index())?
            .body
            .as_ref()?;
        let name = &body.regs.get(register.index())?.name;
        (!name.is_empty()).then(|| name.clone())
    }

    fn trace(&mut self, thread: &Thread, span: Span, action: Action) {
        let span = self.reported_span(thread, span);
        let is_by_model = self.is_in_model(thread);
        let stack = self.stack_of(thread);
        self.record.push_effect(|by| Effect {
            by,
            span,
            is_by_model,
            stack,
            action,
        });
    }

    fn shown(&self, value: Option<Scalar>, repr: Repr) -> ShownValue {
        let Some(scalar) = value else {
            return ShownValue {
                bits: 0,
                repr: Repr::Aggregate,
                target: None,
                function: None,
            };
        };
        let is_pointer = matches!(repr, Repr::Pointer { .. });
        let object = scalar.provenance.object();
        let found = (self.memory.get(object)).or_else(|| self.memory.ended(object));
        let target = found.filter(|_| is_pointer).map(|found| {
            let offset = (scalar.bits as u64).wrapping_sub(found.base);
            let size = found.size().saturating_sub(offset);
            let place = MemoryPlace {
                object,
                offset,
                size,
            };
            Box::new(self.pointed_at(place))
        });
        let function = match is_pointer && target.is_none() {
            true => self.function_at(scalar.bits),
            false => None,
        };
        ShownValue {
            bits: scalar.bits,
            repr,
            target,
            function,
        }
    }
}
