//! One instruction.
//!
//! [`Machine::execute`] either executes the next instruction of a thread completely, or changes nothing:
//! it traps, or it finds that the instruction is visible to other threads when only invisible ones were
//! allowed. Memory instructions stand in [`crate::execute_memory`], calls and returns in
//! [`crate::execute_call`].

use unspool_ir::{FunctionId, RegId, Span};

use crate::code::{CompiledFunction, CompiledKind, CompiledProgram};
use crate::compile::order_key;
use crate::content::Content;
use crate::eval::Evaluator;
use crate::event::Event;
use crate::input::{Asker, Input, InputSource, Purpose, Request};
use crate::machine::Machine;
use crate::memory::Memory;
use crate::outcome::{MemoryErrorKind, Outcome};
use crate::thread::Thread;
use crate::trap::Trap;
use crate::value::{Repr, Scalar, Value, mask, sign_extend};

/// What became of an instruction.
pub enum Flow {
    Next,
    /// It is visible and was not executed.
    Visible,
    ThreadEnded,
    ProcessEnded(Box<Outcome>),
}

impl Machine<'_> {
    pub(crate) fn execute(
        &mut self,
        code: &CompiledProgram,
        thread: &mut Thread,
        allow_visible: bool,
        source: &mut dyn InputSource,
    ) -> Result<Flow, Trap> {
        let Some(&frame) = thread.frames.last() else {
            return Ok(Flow::ThreadEnded);
        };
        let Some(function) = &code.functions[frame.function as usize] else {
            return Err(Trap::Unsupported("a function without body".to_string()));
        };
        let inst = &function.insts[frame.position as usize];
        let span = inst.span;
        let next = frame.position + 1;
        match &inst.kind {
            CompiledKind::Assign { dst, value } => {
                let value = evaluator(code, function, thread, &self.memory)
                    .source(*value, &mut self.stack)?;
                set(thread, *dst, Value::Scalar(value));
            }
            CompiledKind::AssignAggregate { dst, value } => {
                let value = evaluator(code, function, thread, &self.memory)
                    .aggregate(value, &mut self.stack)?;
                set(thread, *dst, Value::Aggregate(value));
            }
            CompiledKind::Goto(target) => {
                jump(thread, *target);
                return Ok(Flow::Next);
            }
            CompiledKind::Branch {
                condition,
                then,
                otherwise,
            } => {
                let truth = evaluator(code, function, thread, &self.memory)
                    .condition(*condition, &mut self.stack)?;
                jump(thread, if truth { *then } else { *otherwise });
                return Ok(Flow::Next);
            }
            CompiledKind::Switch {
                value,
                repr,
                cases,
                default,
            } => {
                let value = evaluator(code, function, thread, &self.memory)
                    .source(*value, &mut self.stack)?;
                let key = order_key(*repr, value.bits);
                let position = cases.partition_point(|case| case.low <= key);
                let target = match position.checked_sub(1).map(|i| &cases[i]) {
                    Some(case) if key <= case.high => case.target,
                    _ => *default,
                };
                jump(thread, target);
                return Ok(Flow::Next);
            }
            CompiledKind::Load { dst, place, order } => {
                if !self.load(
                    code,
                    function,
                    thread,
                    allow_visible,
                    (*dst, *place, *order),
                    inst,
                )? {
                    return Ok(Flow::Visible);
                }
            }
            CompiledKind::Store {
                place,
                value,
                order,
            } => {
                if !self.store(
                    code,
                    function,
                    thread,
                    allow_visible,
                    (*place, value, *order),
                    inst,
                )? {
                    return Ok(Flow::Visible);
                }
            }
            CompiledKind::Rmw { .. } => {
                if !self.read_modify_write(code, function, thread, allow_visible, inst)? {
                    return Ok(Flow::Visible);
                }
            }
            CompiledKind::CompareExchange { .. } => {
                if !self.compare_exchange(code, function, thread, allow_visible, inst, source)? {
                    return Ok(Flow::Visible);
                }
            }
            CompiledKind::Fence(order) => {
                if !allow_visible {
                    return Ok(Flow::Visible);
                }
                if self.record_events {
                    self.events.push(Event::Fence(*order));
                }
            }
            CompiledKind::Call { .. } => {
                self.call(code, function, thread, inst)?;
                return Ok(Flow::Next);
            }
            CompiledKind::Return(value) => {
                return self.return_from(code, function, thread, allow_visible, value.as_ref());
            }
            CompiledKind::VarArgs { dst } => set(thread, *dst, Value::Scalar(frame.var_args)),
            CompiledKind::Live(slot) => {
                if !self.make_live(function, thread, *slot, allow_visible, span)? {
                    return Ok(Flow::Visible);
                }
            }
            CompiledKind::Dead(slot) => {
                if !self.make_dead(thread, *slot, allow_visible, span) {
                    return Ok(Flow::Visible);
                }
            }
            CompiledKind::AtomicBegin => {
                if !allow_visible {
                    return Ok(Flow::Visible);
                }
                thread.atomic_depth += 1;
            }
            CompiledKind::AtomicEnd => {
                thread.atomic_depth = thread.atomic_depth.saturating_sub(1);
                if self.record_events && thread.atomic_depth == 0 {
                    self.events.push(Event::SectionEnd);
                }
            }
            CompiledKind::Hold(lock) => {
                let lock =
                    evaluator(code, function, thread, &self.memory).source(*lock, &mut self.stack);
                // What has no value is no reason to stop.
                if let Ok(lock) = lock {
                    self.hold(thread, lock, span)?;
                }
            }
            CompiledKind::Release(lock) => {
                let lock =
                    evaluator(code, function, thread, &self.memory).source(*lock, &mut self.stack);
                if let Ok(lock) = lock {
                    self.release(thread, lock);
                }
            }
            CompiledKind::Spawn {
                dst,
                start,
                arguments,
                thread: number,
            } => {
                if !allow_visible {
                    return Ok(Flow::Visible);
                }
                let evaluator = evaluator(code, function, thread, &self.memory);
                let start = evaluator.source(*start, &mut self.stack)?;
                let mut values = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    values.push(evaluator.any(argument, &mut self.stack)?);
                }
                let id = self.spawn(code, *number, start, values, span)?;
                self.trace_spawn(thread, span, id);
                set(thread, *dst, Value::Scalar(Scalar::plain(u128::from(id))));
            }
            CompiledKind::SelfId { dst } => {
                let id = u128::from(thread.id);
                set(thread, *dst, Value::Scalar(Scalar::plain(id)));
            }
            CompiledKind::Finished {
                dst,
                thread: asked,
                thread_repr,
            } => {
                if !allow_visible {
                    return Ok(Flow::Visible);
                }
                let asked = evaluator(code, function, thread, &self.memory)
                    .source(*asked, &mut self.stack)?;
                let number = if thread_repr.is_signed() {
                    sign_extend(asked.bits, thread_repr.bits())
                } else {
                    asked.bits as i128
                };
                let asked = u32::try_from(number).ok();
                let finished = asked.is_some_and(|id| self.is_finished(id));
                if let (Some(probe), Some(asked), false) = (&mut self.probe, asked, finished) {
                    probe.unfinished.push(asked);
                }
                if finished && self.record_events {
                    self.events.push(Event::Joined(number as u32));
                }
                set(
                    thread,
                    *dst,
                    Value::Scalar(Scalar::plain(u128::from(finished))),
                );
            }
            CompiledKind::WaitUntil(condition) => {
                if !allow_visible {
                    return Ok(Flow::Visible);
                }
                let evaluator = evaluator(code, function, thread, &self.memory);
                let is_over = evaluator.condition(*condition, &mut self.stack)?;
                if !self.passes_wait(thread, is_over) {
                    return Err(Trap::Blocked);
                }
            }
            CompiledKind::Assume(condition) => {
                let evaluator = evaluator(code, function, thread, &self.memory);
                if !evaluator.condition(*condition, &mut self.stack)? {
                    return Err(Trap::AssumeFailed);
                }
            }
            CompiledKind::Assert {
                condition,
                property,
                message,
                detail,
            } => {
                let evaluator = evaluator(code, function, thread, &self.memory);
                if !evaluator.condition(*condition, &mut self.stack)? {
                    // A pointer that has no value is one that cannot be read.
                    let detail = detail.and_then(|d| evaluator.source(d, &mut self.stack).ok());
                    let message = self.failure_message(thread.id, message, detail);
                    return Err(Trap::AssertionFailed(*property, message.into()));
                }
            }
            CompiledKind::Nondet { dst } => {
                let purpose = Purpose::Nondet;
                let value = self.draw_value(function, thread, *dst, purpose, source)?;
                set(thread, *dst, value);
            }
            CompiledKind::Alloc { .. } => self.allocate(code, function, thread, inst)?,
            CompiledKind::Free {
                pointer,
                storage,
                is_unheld,
            } => {
                let pointer = evaluator(code, function, thread, &self.memory)
                    .source(*pointer, &mut self.stack)?;
                if !self.free(thread, pointer, (*storage, *is_unheld), allow_visible, span)? {
                    return Ok(Flow::Visible);
                }
            }
            CompiledKind::ObjectSize { dst, pointer } => {
                let pointer = evaluator(code, function, thread, &self.memory)
                    .source(*pointer, &mut self.stack)?;
                let object = self.object_of(thread.id, pointer)?;
                let (size, shared) = match self.memory.get(object) {
                    Some(object) => (object.size(), object.shared),
                    None => (0, false),
                };
                if shared && !allow_visible {
                    return Ok(Flow::Visible);
                }
                set(thread, *dst, Value::Scalar(Scalar::plain(u128::from(size))));
            }
            CompiledKind::Output { stream, byte } => {
                if !allow_visible {
                    return Ok(Flow::Visible);
                }
                let evaluator = evaluator(code, function, thread, &self.memory);
                let stream = evaluator.source(*stream, &mut self.stack)?;
                let byte = evaluator.source(*byte, &mut self.stack)?;
                self.output.push((stream.bits as u8, byte.bits as u8));
            }
            CompiledKind::Unsupported(what) => return Err(Trap::Unsupported(what.clone())),
            CompiledKind::ExitThread => {
                if !allow_visible {
                    return Ok(Flow::Visible);
                }
                self.trace_end(thread, span);
                self.end_thread(thread);
                return Ok(Flow::ThreadEnded);
            }
            CompiledKind::Exit(status) => {
                if !allow_visible {
                    return Ok(Flow::Visible);
                }
                let status = evaluator(code, function, thread, &self.memory)
                    .source(*status, &mut self.stack)?;
                return Ok(Flow::ProcessEnded(Box::new(Outcome::Finished {
                    status: status.bits as i32,
                })));
            }
            CompiledKind::Abort => {
                if !allow_visible {
                    return Ok(Flow::Visible);
                }
                return Ok(Flow::ProcessEnded(Box::new(Outcome::Aborted {
                    thread: thread.id,
                    span: self.reported_span(thread, span),
                })));
            }
            CompiledKind::Unreachable => return Err(Trap::Unreachable),
        }
        if self.record.has_effects()
            && let Some(register) = inst.kind.destination()
        {
            self.trace_register(thread, register, span);
        }
        jump(thread, next);
        Ok(Flow::Next)
    }

    /// Supplies what an instruction lacked; it can then be executed again.
    pub(crate) fn supply(
        &mut self,
        code: &CompiledProgram,
        thread: &mut Thread,
        trap: Trap,
        source: &mut dyn InputSource,
    ) -> Result<(), Trap> {
        let Some(&frame) = thread.frames.last() else {
            return Err(trap);
        };
        let Some(function) = &code.functions[frame.function as usize] else {
            return Err(trap);
        };
        match trap {
            Trap::UnsetRegister(register) => {
                let layout = function.registers[register as usize];
                let value = if layout.repr == Repr::Aggregate {
                    self.require_room(layout.size)?;
                    let mut content = Content::zeroed(layout.size as usize);
                    if self.indeterminate() {
                        content.make_indeterminate();
                    }
                    Value::Aggregate(content.into())
                } else {
                    let purpose = Purpose::Register(RegId(register));
                    self.draw_value(function, thread, register, purpose, source)?
                };
                set(thread, register, value);
                Ok(())
            }
            Trap::DeadSlot(slot) => {
                let span = function.slots[slot as usize].span;
                self.make_live(function, thread, slot, true, span)?;
                Ok(())
            }
            Trap::Indeterminate(bytes) => {
                self.draw_bytes(thread, &bytes, source);
                Ok(())
            }
            other => Err(other),
        }
    }

    /// The outcome of a trap that ends the run.
    pub(crate) fn outcome_of(&self, trap: Trap, thread: u32, span: Span) -> Outcome {
        match trap {
            Trap::AssumeFailed => Outcome::AssumeFailed { thread, span },
            Trap::AssertionFailed(property, message) => Outcome::AssertionFailed {
                property,
                message: message.into(),
                thread,
                span,
            },
            Trap::Memory(kind) => Outcome::MemoryError {
                kind: *kind,
                thread,
                span,
            },
            Trap::Arithmetic(kind) => Outcome::ArithmeticError { kind, thread, span },
            Trap::Unreachable => Outcome::UnreachableReached { thread, span },
            Trap::Unsupported(what) => Outcome::Unsupported { what, thread, span },
            Trap::Resource(what) => Outcome::ResourceLimit { what, thread, span },
            Trap::Blocked => Outcome::Deadlock {
                blocked: vec![(thread, span)],
                others_go_on: false,
            },
            Trap::UnsetRegister(_) | Trap::DeadSlot(_) | Trap::Indeterminate(_) => {
                Outcome::Unsupported {
                    what: "an indeterminate value".to_string(),
                    thread,
                    span,
                }
            }
        }
    }

    /// Draws an input, or one byte of it.
    pub(crate) fn draw(
        &mut self,
        thread: &Thread,
        request: Request,
        (purpose, byte): (Purpose, Option<u64>),
        source: &mut dyn InputSource,
    ) -> u128 {
        let width = match request {
            Request::Value(repr) => repr.bits(),
            Request::SpuriousFailure => 1,
        };
        let asker = Asker {
            machine: self,
            thread: thread.id,
            purpose,
            byte,
        };
        let bits = source.draw_for(&asker, self.inputs.len(), request) & mask(width);
        self.inputs.push(Input {
            thread: thread.id,
            bits,
        });
        self.trace_input(thread, request, purpose, bits);
        bits
    }

    fn draw_value(
        &mut self,
        function: &CompiledFunction,
        thread: &Thread,
        register: u32,
        purpose: Purpose,
        source: &mut dyn InputSource,
    ) -> Result<Value, Trap> {
        let layout = function.registers[register as usize];
        if layout.repr == Repr::Aggregate {
            self.require_room(layout.size)?;
            let byte = Request::Value(Repr::Int {
                bits: 8,
                signed: false,
            });
            let bytes: Vec<u8> = (0..layout.size)
                .map(|at| self.draw(thread, byte, (purpose, Some(at)), source) as u8)
                .collect();
            let mut content = Content::zeroed(bytes.len());
            content.write_bytes(0, &bytes);
            Ok(Value::Aggregate(content.into()))
        } else {
            let request = Request::Value(layout.repr);
            let bits = self.draw(thread, request, (purpose, None), source);
            Ok(Value::Scalar(Scalar::plain(bits)))
        }
    }

    /// For a record in a register, which memory does not count.
    fn require_room(&self, size: u64) -> Result<(), Trap> {
        if size > self.config.memory_limit {
            return Err(Trap::Resource("memory".to_string()));
        }
        Ok(())
    }

    fn spawn(
        &mut self,
        code: &CompiledProgram,
        number: Option<u32>,
        start: Scalar,
        arguments: Vec<Value>,
        span: Span,
    ) -> Result<u32, Trap> {
        let Some(function) = self.callable(code, start)? else {
            return Err(MemoryErrorKind::BadCall {
                what: "a thread is started at something that is no function".to_string(),
            }
            .into());
        };
        let parameters = self.parameters_of(code, function);
        if parameters > arguments.len() {
            return Err(MemoryErrorKind::BadCall {
                what: format!("a thread's function that takes {parameters} arguments"),
            }
            .into());
        }
        let mut pointed = Vec::new();
        for argument in &arguments {
            argument.for_each_pointer(|provenance| pointed.push(provenance));
        }
        let id = self.add_thread(number, function, arguments, span)?;
        // Only after everything that can fail.
        for provenance in pointed {
            self.memory.pointer_stored(provenance.object(), true);
        }
        self.newborn.push(id);
        if self.record_events {
            self.events.push(Event::Spawned(id));
        }
        Ok(id)
    }

    fn parameters_of(&self, code: &CompiledProgram, function: FunctionId) -> usize {
        let function = code.functions.get(function.index());
        function
            .and_then(|function| function.as_ref())
            .map_or(0, |function| function.params.len())
    }
}

#[inline]
pub(crate) fn evaluator<'a>(
    code: &CompiledProgram,
    function: &'a CompiledFunction,
    thread: &'a Thread,
    memory: &'a Memory,
) -> Evaluator<'a> {
    let (registers, slots, stack_base) = match thread.frames.last() {
        Some(frame) => (
            &thread.registers[frame.registers as usize..],
            &thread.slots[frame.slots as usize..],
            frame.stack_base,
        ),
        None => (&[][..], &[][..], 0),
    };
    Evaluator {
        function,
        registers,
        slots,
        stack_base,
        thread_locals: &thread.thread_locals,
        memory,
        pointer_bits: code.pointer_bits,
    }
}

#[inline]
pub(crate) fn set(thread: &mut Thread, register: u32, value: Value) {
    if let Some(frame) = thread.frames.last() {
        thread.registers[(frame.registers + register) as usize] = value;
    }
}

#[inline]
pub(crate) fn jump(thread: &mut Thread, position: u32) {
    if let Some(frame) = thread.frames.last_mut() {
        frame.position = position;
    }
}
