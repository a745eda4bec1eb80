//! The state of an execution, and how it starts.
//!
//! A machine can be cloned cheaply: memory and threads are shared until written. It knows no scheduler:
//! [`Machine::step`] (in [`crate::step`]) makes one step of one thread, whoever chose it.

use std::rc::Rc;

use unspool_ir::{FunctionId, Global, GlobalId, Init, InitValue, Program, RegId, Span, Types};

use crate::address_space::{AddressSpace, FUNCTION_STEP, place_object};
use crate::atomic_section::Section;
use crate::code::CompiledProgram;
use crate::compile::{compile, repr_of};
use crate::config::{Config, Uninitialised};
use crate::content::Content;
use crate::event::Event;
use crate::input::Input;
use crate::memory::{Memory, NewObject};
use crate::object::{Allowed, ObjectKind};
use crate::outcome::Outcome;
use crate::race::{FoundRace, RaceDetector};
use crate::record::Record;
use crate::thread::{Stage, Thread};
use crate::trap::Trap;
use crate::value::{Scalar, Value, mask};
use crate::waiting::Probe;

#[derive(Clone)]
pub struct Machine<'p> {
    pub program: &'p Program,
    pub(crate) code: Rc<CompiledProgram>,
    pub(crate) config: Rc<Config>,
    pub(crate) memory: Memory,
    /// By number; what stands at a number that is not in use has not been created.
    pub(crate) threads: Vec<Rc<Thread>>,
    /// Stands in for the thread that is running.
    pub(crate) idle: Rc<Thread>,
    pub(crate) global_addresses: Rc<[Scalar]>,
    /// Inputs drawn so far.
    pub inputs: Vec<Input>,
    /// Output since it was last taken: stream and byte.
    pub output: Vec<(u8, u8)>,
    /// What the last step did that races are made of; recorded only when asked for.
    pub(crate) events: Vec<Event>,
    pub(crate) record_events: bool,
    /// Ends the run at the first race, if races are looked for.
    pub(crate) detector: Option<Box<RaceDetector>>,
    /// What it found.
    pub(crate) race: Option<Rc<FoundRace>>,
    /// A lock that is held in memory that was to be freed.
    pub(crate) freed_lock: Option<Scalar>,
    pub(crate) record: Record,
    pub(crate) section: Option<Section>,
    /// Finds out what a thread waits for.
    pub(crate) probe: Option<Box<Probe>>,
    /// Threads spawned by the step that is running.
    pub(crate) newborn: Vec<u32>,
    /// Instructions executed.
    pub instructions: u64,
    pub(crate) stack: Vec<Scalar>,
    pub(crate) arguments: Vec<Value>,
}

/// An activation as a stack trace shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Activation {
    pub function: FunctionId,
    /// The next instruction (innermost) or the call.
    pub span: Span,
}

impl<'p> Machine<'p> {
    /// A machine with thread 0 about to enter the program's entry function.
    pub fn new(program: &'p Program, config: &Config) -> Result<Self, Box<Outcome>> {
        let refuse = |what: &str| {
            Box::new(Outcome::Unsupported {
                what: what.to_string(),
                thread: 0,
                span: Span::NONE,
            })
        };
        let Some(entry) = program.entry else {
            return Err(refuse("a program without entry function"));
        };
        if program
            .functions
            .get(entry.index())
            .is_none_or(|f| f.body.is_none())
        {
            return Err(refuse("an entry function without body"));
        }
        let space = AddressSpace::new(program.types.data_model);
        let mut memory = Memory::new(space, config.memory_limit);
        let global_addresses = lay_out_globals(program, &mut memory).map_err(|trap| {
            Box::new(Outcome::ResourceLimit {
                what: match trap {
                    Trap::Resource(what) => what,
                    _ => "memory".to_string(),
                },
                thread: 0,
                span: Span::NONE,
            })
        })?;
        for (index, global) in program.globals.iter().enumerate() {
            let address = global_addresses[index];
            if let (Some(init), Some(object)) = (&global.init, memory.get_mut(address.provenance)) {
                let mut content = std::mem::take(&mut object.content);
                initialise(program, &space, &global_addresses, init, &mut content);
                object.content = content;
            }
        }
        let code = compile(
            program,
            &global_addresses,
            space.functions,
            config.uninitialised,
        );
        let mut machine = Machine {
            program,
            code: Rc::new(code),
            config: Rc::new(config.clone()),
            memory,
            threads: Vec::new(),
            idle: Rc::new(Thread {
                stage: Stage::Alive,
                ..Thread::default()
            }),
            global_addresses: global_addresses.into(),
            inputs: Vec::new(),
            output: Vec::new(),
            events: Vec::new(),
            record_events: config.detect_races,
            race: None,
            freed_lock: None,
            detector: config
                .detect_races
                .then(|| Box::new(RaceDetector::new(config.allow_same_value))),
            record: Record::default(),
            section: None,
            probe: None,
            newborn: Vec::new(),
            instructions: 0,
            stack: Vec::new(),
            arguments: Vec::new(),
        };
        let arguments = machine.entry_arguments(entry);
        match machine.add_thread(None, entry, arguments, Span::NONE) {
            Ok(_) => Ok(machine),
            Err(trap) => Err(Box::new(machine.outcome_of(trap, 0, Span::NONE))),
        }
    }

    /// Whether the thread was created and has ended.
    pub fn is_finished(&self, thread: u32) -> bool {
        self.threads
            .get(thread as usize)
            .is_some_and(|thread| thread.stage == Stage::Ended)
    }

    /// Threads that were created and have not ended, ascending.
    pub fn unfinished(&self) -> impl Iterator<Item = u32> + '_ {
        self.threads
            .iter()
            .filter(|thread| thread.is_alive())
            .map(|thread| thread.id)
    }

    /// The bytes of a global (thread 0's instance of a thread-local one).
    pub fn global_bytes(&self, global: GlobalId) -> Option<Vec<u8>> {
        let address = if self.program.globals.get(global.index())?.thread_local {
            self.threads.first()?.thread_locals.get(global.index())?
        } else {
            self.global_addresses.get(global.index())?
        };
        Some(
            self.memory
                .get(address.provenance)?
                .content
                .bytes()
                .to_vec(),
        )
    }

    /// The function at an address.
    pub(crate) fn function_at(&self, address: u128) -> Option<FunctionId> {
        let offset = u64::try_from(address)
            .ok()?
            .checked_sub(self.memory.space.functions)?;
        let index = offset / FUNCTION_STEP;
        let exact = offset % FUNCTION_STEP == 0;
        (exact && index < self.program.functions.len() as u64).then_some(FunctionId(index as u32))
    }

    /// Makes a thread that is about to enter the function, with a number that is not in use; by default the one
    /// above all others. Where it fails, nothing has changed.
    pub(crate) fn add_thread(
        &mut self,
        number: Option<u32>,
        function: FunctionId,
        arguments: Vec<Value>,
        span: Span,
    ) -> Result<u32, Trap> {
        let id = number.unwrap_or(self.threads.len() as u32);
        let index = id as usize;
        let limit = self.config.max_threads.min(self.memory.space.max_threads());
        if index >= limit {
            return Err(Trap::Resource("threads".to_string()));
        }
        let known = self.threads.get(index);
        if known.is_some_and(|thread| thread.stage != Stage::NotCreated) {
            let text = format!("a second thread with the number {id}");
            return Err(Trap::Unsupported(text));
        }
        self.memory.add_heap(id);
        let thread = match self.new_thread(id, function, arguments, span) {
            Ok(thread) => thread,
            Err(trap) => {
                self.memory.remove_heap(id);
                return Err(trap);
            }
        };
        if self.threads.len() <= index {
            self.threads.resize(index + 1, Rc::default());
        }
        self.threads[index] = Rc::new(thread);
        Ok(id)
    }

    fn new_thread(
        &mut self,
        id: u32,
        function: FunctionId,
        arguments: Vec<Value>,
        span: Span,
    ) -> Result<Thread, Trap> {
        let mut thread = Thread {
            id,
            stage: Stage::Alive,
            thread_locals: self.make_thread_locals(id)?,
            ..Thread::default()
        };
        let scratch = std::mem::replace(&mut self.arguments, arguments);
        let code = Rc::clone(&self.code);
        let entered = self.enter(&code, &mut thread, function, &[], None, span);
        self.arguments = scratch;
        entered.map(|()| thread)
    }

    fn entry_arguments(&self, entry: FunctionId) -> Vec<Value> {
        let body = self.program.function(entry).body.as_ref();
        let params: &[RegId] = body.map_or(&[], |body| &body.params);
        params.iter().map(|_| Value::Scalar(Scalar::ZERO)).collect()
    }

    fn make_thread_locals(&mut self, thread: u32) -> Result<Rc<[Scalar]>, Trap> {
        if !self
            .program
            .globals
            .iter()
            .any(|global| global.thread_local)
        {
            return Ok(Rc::default());
        }
        let mut addresses = vec![Scalar::ZERO; self.program.globals.len()];
        for (index, global) in self.program.globals.iter().enumerate() {
            if !global.thread_local {
                continue;
            }
            let kind = ObjectKind::ThreadLocal(GlobalId::new(index));
            let shared = !self.config.skip_private_steps;
            let new = new_global(global, kind, thread, shared);
            let (provenance, base) = self.memory.create_on_heap(thread, global.align, new)?;
            if let (Some(init), Some(object)) = (&global.init, self.memory.get_mut(provenance)) {
                let mut content = std::mem::take(&mut object.content);
                let space = self.memory.space;
                initialise(
                    self.program,
                    &space,
                    &self.global_addresses,
                    init,
                    &mut content,
                );
                if let Some(object) = self.memory.get_mut(provenance) {
                    object.content = content;
                }
            }
            addresses[index] = Scalar {
                bits: u128::from(base),
                provenance,
            };
        }
        Ok(addresses.into())
    }

    pub(crate) fn indeterminate(&self) -> bool {
        self.config.uninitialised == Uninitialised::Input
    }
}

/// Gives every global that is not thread-local its address and object.
fn lay_out_globals(program: &Program, memory: &mut Memory) -> Result<Vec<Scalar>, Trap> {
    let mut next = memory.space.globals;
    let mut addresses = Vec::with_capacity(program.globals.len());
    for (index, global) in program.globals.iter().enumerate() {
        if global.thread_local {
            addresses.push(Scalar::ZERO);
            continue;
        }
        let place = place_object(next, global.size, global.align);
        let Some((base, end)) = place.filter(|&(_, end)| end <= memory.space.globals_end) else {
            return Err(Trap::Resource("addresses".to_string()));
        };
        let kind = ObjectKind::Global(GlobalId::new(index));
        let mut new = new_global(global, kind, 0, true);
        new.base = base;
        let provenance = memory.create(new)?;
        addresses.push(Scalar {
            bits: u128::from(base),
            provenance,
        });
        next = end;
    }
    Ok(addresses)
}

fn new_global(global: &Global, kind: ObjectKind, thread: u32, shared: bool) -> NewObject {
    NewObject {
        base: 0,
        size: global.size,
        kind,
        thread,
        access: match (&global.init, global.read_only) {
            (None, _) => Allowed::Nothing,
            (_, true) => Allowed::Read,
            _ => Allowed::ReadWrite,
        },
        shared,
        indeterminate: false,
        span: global.span,
    }
}

fn initialise(
    program: &Program,
    space: &AddressSpace,
    addresses: &[Scalar],
    init: &Init,
    content: &mut Content,
) {
    let types: &Types = &program.types;
    let pointer_bytes = types.data_model.pointer_bytes() as usize;
    for item in &init.items {
        let (value, ty) = match item.value {
            InitValue::Scalar { ty, bits } => (Scalar::plain(bits), ty),
            InitValue::Global { ty, global, addend } => {
                let mut address = addresses.get(global.index()).copied().unwrap_or_default();
                let bits = types.data_model.pointer_bits();
                address.bits = address.bits.wrapping_add(addend as u128) & mask(bits);
                (address, ty)
            }
            InitValue::Function { ty, function } => {
                let address = space.functions + u64::from(function.0) * FUNCTION_STEP;
                (Scalar::plain(u128::from(address)), ty)
            }
            InitValue::Bytes(ref bytes) => {
                if fits(content, item.offset, bytes.len()) {
                    content.write_bytes(item.offset as usize, bytes);
                }
                continue;
            }
        };
        let bits = repr_of(program, ty).bits();
        let length = (bits as usize).div_ceil(8);
        if fits(content, item.offset, length) {
            content.write_scalar(item.offset as usize, length, value, pointer_bytes);
        }
    }
}

fn fits(content: &Content, offset: u64, length: usize) -> bool {
    offset
        .checked_add(length as u64)
        .is_some_and(|end| end <= content.len() as u64)
}
