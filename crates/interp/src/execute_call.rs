//! Calls, returns, and the ends of threads.

use unspool_ir::{FunctionId, Span};

use crate::address_space::{RED_ZONE, align_up};
use crate::code::{
    AnySource, Argument, CompiledFunction, CompiledInst, CompiledKind, CompiledProgram, Target,
};
use crate::eval::convert_bits;
use crate::execute::{Flow, evaluator, set};
use crate::machine::Machine;
use crate::memory::NewObject;
use crate::object::{Allowed, ObjectKind};
use crate::outcome::{MemoryErrorKind, Outcome};
use crate::thread::{Frame, Stage, Thread};
use crate::trap::Trap;
use crate::value::{Repr, Scalar, Value, mask};

impl Machine<'_> {
    pub(crate) fn call(
        &mut self,
        code: &CompiledProgram,
        function: &CompiledFunction,
        thread: &mut Thread,
        inst: &CompiledInst,
    ) -> Result<(), Trap> {
        let CompiledKind::Call {
            dst,
            target,
            arguments,
        } = &inst.kind
        else {
            return Ok(());
        };
        let mut values = std::mem::take(&mut self.arguments);
        values.clear();
        let evaluator = evaluator(code, function, thread, &self.memory);
        for argument in arguments {
            match evaluator.any(&argument.source, &mut self.stack) {
                Ok(value) => values.push(value),
                Err(trap) => {
                    self.arguments = values;
                    return Err(trap);
                }
            }
        }
        let pointer = match target {
            Target::Direct(_) => Ok(Scalar::ZERO),
            Target::Indirect(pointer) => evaluator.source(*pointer, &mut self.stack),
        };
        self.arguments = values;
        let callee = match target {
            Target::Direct(id) => *id,
            Target::Indirect(_) => match self.callable(code, pointer?)? {
                Some(id) => id,
                None => {
                    return Err(MemoryErrorKind::BadCall {
                        what: "a call through a pointer that points to no function".to_string(),
                    }
                    .into());
                }
            },
        };
        self.check_arguments(
            code,
            callee,
            arguments,
            matches!(target, Target::Indirect(_)),
        )?;
        self.enter(code, thread, callee, arguments, *dst, inst.span)?;
        // The caller goes on after the call; `enter` has put the callee on top of it.
        if let [.., caller, _] = thread.frames.as_mut_slice() {
            caller.position += 1;
        }
        Ok(())
    }

    /// The function that a pointer points to.
    pub(crate) fn callable(
        &self,
        code: &CompiledProgram,
        pointer: Scalar,
    ) -> Result<Option<FunctionId>, Trap> {
        if pointer.bits == 0 {
            return Err(MemoryErrorKind::NullDereference { address: 0 }.into());
        }
        let Some(id) = self.function_at(pointer.bits) else {
            return Ok(None);
        };
        self.require_body(code, id)?;
        Ok(Some(id))
    }

    /// Puts an activation of the function on the thread's stack, with `self.arguments`.
    pub(crate) fn enter(
        &mut self,
        code: &CompiledProgram,
        thread: &mut Thread,
        id: FunctionId,
        arguments: &[Argument],
        result: Option<u32>,
        call: Span,
    ) -> Result<(), Trap> {
        let Some(Some(function)) = code.functions.get(id.index()) else {
            return Err(self.without_body(id));
        };
        let (start, limit) = self.memory.space.stack_of(thread.id);
        let limit = limit.min(self.config.stack_bytes);
        let below = thread.frames.last().map_or(start, |frame| frame.stack_top);
        let base = align_up(below, function.frame_align);
        let variables_end = base.and_then(|base| base.checked_add(function.frame_size));
        let (Some(base), Some(variables_end)) = (base, variables_end) else {
            return Err(MemoryErrorKind::StackOverflow.into());
        };
        let extra_from = function.params.len();
        let extra = if function.variadic && arguments.len() > extra_from {
            Some(VarArgs::new(code, &arguments[extra_from..], variables_end))
        } else {
            None
        };
        let top = extra.as_ref().map_or(variables_end, |extra| {
            extra
                .base
                .saturating_add(extra.size)
                .saturating_add(RED_ZONE)
        });
        if top.saturating_sub(start) > limit || thread.frames.len() >= self.config.max_call_depth {
            return Err(MemoryErrorKind::StackOverflow.into());
        }
        let var_args = match extra {
            Some(extra) => self.make_var_args(code, thread.id, &extra, extra_from, call)?,
            None => Scalar::plain(u128::from(top)),
        };
        let registers = thread.registers.len();
        let slots = thread.slots.len();
        thread.registers.extend_from_slice(&function.initial);
        for (i, (register, repr)) in function.params.iter().enumerate() {
            if let Some(value) = self.arguments.get_mut(i) {
                let value = std::mem::replace(value, Value::Unset);
                thread.registers[registers + *register as usize] = fit(value, *repr);
            }
        }
        thread
            .slots
            .resize(slots + function.slots.len(), crate::value::Provenance::NONE);
        thread.surroundings = None;
        thread.frames.push(Frame {
            function: id.0,
            position: 0,
            registers: registers as u32,
            slots: slots as u32,
            dynamic: thread.dynamic.len() as u32,
            stack_base: base,
            stack_top: top,
            var_args,
            result,
            call,
        });
        Ok(())
    }

    pub(crate) fn return_from(
        &mut self,
        code: &CompiledProgram,
        function: &CompiledFunction,
        thread: &mut Thread,
        allow_visible: bool,
        value: Option<&AnySource>,
    ) -> Result<Flow, Trap> {
        let evaluator = evaluator(code, function, thread, &self.memory);
        let value = match value {
            None => None,
            Some(source) => Some(evaluator.any(source, &mut self.stack)?),
        };
        if thread.frames.len() <= 1 {
            if !allow_visible {
                return Ok(Flow::Visible);
            }
            if thread.id == 0 {
                let status = match value {
                    Some(Value::Scalar(scalar)) => {
                        let wide = Repr::Int {
                            bits: 32,
                            signed: true,
                        };
                        convert_bits(function.result, wide, scalar.bits) as i32
                    }
                    _ => 0,
                };
                return Ok(Flow::ProcessEnded(Box::new(Outcome::Finished { status })));
            }
            self.trace_return(thread);
            self.end_thread(thread);
            return Ok(Flow::ThreadEnded);
        }
        let caller = thread.frames[thread.frames.len() - 2].function;
        let is_lasting = self.program.is_outermost(FunctionId(caller));
        if !allow_visible && !is_lasting {
            let mut objects = thread.objects_of_top();
            let memory = &self.memory;
            if objects.any(|object| memory.get(object).is_some_and(|object| object.shared)) {
                return Ok(Flow::Visible);
            }
        }
        if let Some(section) = &mut self.section {
            section.before_return(thread);
        }
        if !is_lasting {
            self.end_activation(thread);
        }
        let frame = thread.pop();
        if let (Some(result), Some(value)) = (frame.and_then(|frame| frame.result), value) {
            let caller = thread.frames.last().map_or(0, |frame| frame.function);
            let repr = code.functions[caller as usize]
                .as_ref()
                .map_or(Repr::Void, |caller| caller.registers[result as usize].repr);
            set(thread, result, fit(value, repr));
            if let Some(frame) = frame.filter(|_| self.record.has_effects()) {
                self.trace_result(thread, result, frame.function, frame.call);
            }
        }
        // The caller's position was advanced by the call.
        Ok(Flow::Next)
    }

    /// Ends the thread, with all its activations and its instances of thread-local variables.
    pub(crate) fn end_thread(&mut self, thread: &mut Thread) {
        while !thread.frames.is_empty() {
            self.end_activation(thread);
            thread.pop();
        }
        for instance in thread.thread_locals.iter() {
            if instance.provenance.is_some() {
                self.memory.end(instance.provenance);
            }
        }
        thread.stage = Stage::Ended;
        thread.atomic_depth = 0;
    }

    /// Ends the objects of the innermost activation.
    fn end_activation(&mut self, thread: &mut Thread) {
        if self.record_events {
            let span = self.reported_end(thread);
            let objects: Vec<_> = thread.objects_of_top().collect();
            for object in objects {
                let found = self.memory.get(object);
                let (size, shared) = found.map_or((0, false), |o| (o.size(), o.shared));
                self.note_end(thread, object, (size, shared, false), span);
            }
        }
        for object in thread.objects_of_top() {
            self.memory.end(object);
        }
    }

    fn make_var_args(
        &mut self,
        code: &CompiledProgram,
        thread: u32,
        extra: &VarArgs,
        first: usize,
        span: Span,
    ) -> Result<Scalar, Trap> {
        let provenance = self.memory.create(NewObject {
            base: extra.base,
            size: extra.size,
            kind: ObjectKind::VarArgs,
            thread,
            access: Allowed::ReadWrite,
            shared: !self.config.skip_private_steps,
            indeterminate: false,
            span,
        })?;
        let pointer_bytes = code.pointer_bits as usize / 8;
        for (i, &(offset, repr)) in extra.places.iter().enumerate() {
            let Some(value) = self.arguments.get(first + i).cloned() else {
                continue;
            };
            match value {
                Value::Scalar(scalar) => {
                    if let Some(object) = self.memory.get_mut(provenance) {
                        let size = repr.bits().div_ceil(8) as usize;
                        let content = &mut object.content;
                        content.write_scalar(offset as usize, size, scalar, pointer_bytes);
                    }
                    if scalar.provenance.is_some() {
                        let target = scalar.provenance.object();
                        self.memory.pointer_stored(target, false);
                    }
                }
                Value::Aggregate(source) => {
                    if let Some(object) = self.memory.get_mut(provenance) {
                        object.content.paste(offset as usize, &source);
                    }
                    for target in source.provenances().unwrap_or_default() {
                        if target.is_some() {
                            self.memory.pointer_stored(target.object(), false);
                        }
                    }
                }
                Value::Unset => {}
            }
        }
        Ok(Scalar {
            bits: u128::from(extra.base),
            provenance,
        })
    }

    /// A call must give every parameter an argument of its kind; one through a pointer, no others.
    fn check_arguments(
        &self,
        code: &CompiledProgram,
        id: FunctionId,
        arguments: &[Argument],
        indirect: bool,
    ) -> Result<(), Trap> {
        let Some(Some(function)) = code.functions.get(id.index()) else {
            return Err(self.without_body(id));
        };
        let name = || self.program.function(id).name.clone();
        let wanted = function.params.len();
        let too_many = indirect && !function.variadic && arguments.len() > wanted;
        if arguments.len() < wanted || too_many {
            return Err(MemoryErrorKind::BadCall {
                what: format!(
                    "`{}` takes {wanted} arguments and is called with {}",
                    name(),
                    arguments.len()
                ),
            }
            .into());
        }
        for (i, ((_, parameter), argument)) in function.params.iter().zip(arguments).enumerate() {
            let fits = match (parameter, argument.repr) {
                (Repr::Aggregate, Repr::Aggregate) => true,
                (Repr::Aggregate, _) | (_, Repr::Aggregate) => false,
                (Repr::Float(a), Repr::Float(b)) => *a == b,
                (Repr::Float(_), _) | (_, Repr::Float(_)) => false,
                _ => true,
            };
            if !fits {
                return Err(MemoryErrorKind::BadCall {
                    what: format!(
                        "argument {} of the call does not fit the parameter of `{}`",
                        i + 1,
                        name()
                    ),
                }
                .into());
            }
        }
        Ok(())
    }

    fn require_body(&self, code: &CompiledProgram, id: FunctionId) -> Result<(), Trap> {
        match code.functions.get(id.index()) {
            Some(Some(_)) => Ok(()),
            _ => Err(self.without_body(id)),
        }
    }

    fn without_body(&self, id: FunctionId) -> Trap {
        let name = self
            .program
            .functions
            .get(id.index())
            .map_or("?", |function| function.name.as_str());
        Trap::Unsupported(format!("call of `{name}`, which has no body"))
    }
}

/// The area of a call's extra arguments.
struct VarArgs {
    base: u64,
    size: u64,
    places: Vec<(u64, Repr)>,
}

impl VarArgs {
    fn new(code: &CompiledProgram, arguments: &[Argument], after: u64) -> Self {
        let pointer_bytes = u64::from(code.pointer_bits / 8);
        let align = arguments
            .iter()
            .map(|argument| argument.align)
            .fold(16, u64::max);
        let mut size: u64 = 0;
        let mut places = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let offset = align_up(size, argument.align.max(pointer_bytes)).unwrap_or(u64::MAX);
            places.push((offset, argument.repr));
            size = offset.saturating_add(argument.size);
        }
        VarArgs {
            base: align_up(after, align).unwrap_or(u64::MAX),
            size: align_up(size, pointer_bytes).unwrap_or(u64::MAX),
            places,
        }
    }
}

/// A value as a register of this representation holds it.
fn fit(value: Value, repr: Repr) -> Value {
    match value {
        Value::Scalar(scalar) if repr.is_scalar() => Value::Scalar(Scalar {
            bits: scalar.bits & mask(repr.bits()),
            provenance: scalar.provenance,
        }),
        other => other,
    }
}
