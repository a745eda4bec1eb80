//! The variables of the simulation: `active`, `arg`, `size`, `pc`, `ct` and `cs` of the paper (§3.1).
//!
//! As arrays, as the paper has them; or *decomposed*, one variable for each thread: then `size` is a constant, nobody needs `ct`, and a verifier
//! that treats arrays as wholes has none to treat. Arguments have types of their own, so there is a variable for each parameter that its thread uses.

use rustc_hash::FxHashMap;
use unspool_ir::{
    BinaryOp, ExprId, Global, GlobalId, Init, InitItem, InitValue, InstKind, Linkage, PlaceId,
    PlaceKind, Program, Span, Type, TypeId, Types,
};

use crate::block_writer::BlockWriter;
use crate::counters::{bits_for, counter_type};
use crate::maker::Maker;
use crate::names::FreshNames;

use crate::notes::Counter;

use super::LazyConfig;

pub struct Control {
    /// What `pc`, `cs` and `size` are.
    pub counter: TypeId,
    /// By place in the list of threads: how many stops there are before the end.
    sizes: Vec<u32>,
    cs: GlobalId,
    form: Form,
    /// Thread and number of the parameter.
    arguments: FxHashMap<(usize, usize), GlobalId>,
}

enum Form {
    Arrays {
        pc: GlobalId,
        active: GlobalId,
        size: GlobalId,
        ct: GlobalId,
    },
    Decomposed {
        pc: Vec<GlobalId>,
        active: Vec<GlobalId>,
    },
}

impl Control {
    /// Adds the variables to the program. `sizes`: for each thread the number of its stops.
    pub fn add(maker: &mut Maker<'_>, config: &LazyConfig, sizes: &[u32]) -> Control {
        let (program, names, counters) =
            (&mut maker.program, &mut maker.names, &mut maker.counters);
        let largest = sizes.iter().copied().max().unwrap_or(0);
        let counter = counter_type(largest, config.minimal_counters);
        let mut note = |global: GlobalId, most: u32| {
            if config.minimal_counters {
                counters.push((Counter::Global(global), bits_for(most)));
            }
        };
        let threads = sizes.len() as u64;
        let is_first = |number: usize| number == 0;
        let form = match config.decomposed {
            true => {
                let mut pc = Vec::new();
                let mut active = Vec::new();
                for (number, &size) in sizes.iter().enumerate() {
                    let global = variable(program, names, &format!("pc.{number}"), counter, &[]);
                    note(global, size);
                    pc.push(global);
                    let start: &[u128] = if is_first(number) { &[1] } else { &[] };
                    let name = format!("active.{number}");
                    active.push(variable(program, names, &name, Types::BOOL, start));
                }
                Form::Decomposed { pc, active }
            }
            false => {
                let mut array = |name: &str, element: TypeId, start: &[u128]| {
                    let ty = program.types.intern(Type::Array {
                        element,
                        length: threads,
                    });
                    variable(program, names, name, ty, start)
                };
                let sizes: Vec<u128> = sizes.iter().map(|&size| size.into()).collect();
                let form = Form::Arrays {
                    active: array("active", Types::BOOL, &[1]),
                    pc: array("pc", counter, &[]),
                    size: array("size", counter, &sizes),
                    ct: variable(program, names, "ct", Types::U32, &[]),
                };
                if let Form::Arrays { pc, size, .. } = form {
                    note(pc, largest);
                    note(size, largest);
                }
                form
            }
        };
        let cs = variable(program, names, "cs", counter, &[]);
        note(cs, largest);
        Control {
            counter,
            sizes: sizes.to_vec(),
            cs,
            form,
            arguments: FxHashMap::default(),
        }
    }

    /// The variable `cs`.
    pub fn cs_variable(&self) -> GlobalId {
        self.cs
    }

    /// All of them.
    pub fn globals(&self) -> Vec<GlobalId> {
        let mut all = vec![self.cs];
        match &self.form {
            Form::Arrays {
                pc,
                active,
                size,
                ct,
            } => all.extend([pc, active, size, ct]),
            Form::Decomposed { pc, active } => all.extend(pc.iter().chain(active)),
        }
        all.extend(self.arguments.values());
        all
    }

    pub fn size(&self, thread: usize) -> u32 {
        self.sizes[thread]
    }

    pub fn add_argument(
        &mut self,
        maker: &mut Maker<'_>,
        (thread, param): (usize, usize),
        ty: TypeId,
    ) {
        let (program, names) = (&mut maker.program, &mut maker.names);
        let name = format!("arg.{thread}.{param}");
        let global = variable(program, names, &name, ty, &[]);
        self.arguments.insert((thread, param), global);
    }

    /// The variable for an argument; none if the thread does not use it.
    pub fn argument(
        &self,
        writer: &mut BlockWriter,
        program: &Program,
        (thread, param): (usize, usize),
    ) -> Option<PlaceId> {
        let global = *self.arguments.get(&(thread, param))?;
        let ty = program.global(global).ty;
        Some(writer.place(PlaceKind::Global(global), ty))
    }

    /// Notes that this thread is running now.
    pub fn enter(&self, writer: &mut BlockWriter, thread: usize) {
        if let Form::Arrays { ct, .. } = self.form {
            let place = writer.place(PlaceKind::Global(ct), Types::U32);
            let number = writer.constant(thread as u128, Types::U32);
            writer.store(place, number, Span::NONE);
        }
    }

    /// `pc` of a thread.
    pub fn pc(&self, writer: &mut BlockWriter, program: &Program, thread: usize) -> PlaceId {
        match &self.form {
            Form::Arrays { pc, .. } => element(writer, program, *pc, thread, self.counter),
            Form::Decomposed { pc, .. } => {
                writer.place(PlaceKind::Global(pc[thread]), self.counter)
            }
        }
    }

    /// `active` of a thread.
    pub fn active(&self, writer: &mut BlockWriter, program: &Program, thread: usize) -> PlaceId {
        match &self.form {
            Form::Arrays { active, .. } => element(writer, program, *active, thread, Types::BOOL),
            Form::Decomposed { active, .. } => {
                writer.place(PlaceKind::Global(active[thread]), Types::BOOL)
            }
        }
    }

    /// The value of `size` of a thread.
    pub fn read_size(&self, writer: &mut BlockWriter, program: &Program, thread: usize) -> ExprId {
        match &self.form {
            Form::Arrays { size, .. } => {
                let place = element(writer, program, *size, thread, self.counter);
                writer.load(place, Span::NONE)
            }
            Form::Decomposed { .. } => writer.constant(self.sizes[thread].into(), self.counter),
        }
    }

    pub fn cs(&self, writer: &mut BlockWriter) -> PlaceId {
        writer.place(PlaceKind::Global(self.cs), self.counter)
    }

    /// The condition of J: the stop is before where this context began, or not before where it ends.
    pub fn is_passed_over(
        &self,
        writer: &mut BlockWriter,
        program: &Program,
        thread: usize,
        stop: u32,
    ) -> ExprId {
        let pc = match &self.form {
            Form::Arrays { pc, ct, .. } => {
                let ct = writer.place(PlaceKind::Global(*ct), Types::U32);
                let running = writer.load(ct, Span::NONE);
                let array = writer.place(PlaceKind::Global(*pc), program.global(*pc).ty);
                writer.place(PlaceKind::Index(array, running), self.counter)
            }
            Form::Decomposed { .. } => self.pc(writer, program, thread),
        };
        let pc = writer.load(pc, Span::NONE);
        let cs = self.cs(writer);
        let cs = writer.load(cs, Span::NONE);
        let stop = writer.constant(stop.into(), self.counter);
        let is_done = writer.compare(BinaryOp::Gt, pc, stop);
        let is_later = writer.compare(BinaryOp::Ge, stop, cs);
        writer.either(is_done, is_later)
    }

    /// G: the context does not end at this stop, nor before it.
    pub fn guard(&self, writer: &mut BlockWriter, stop: u32) {
        let cs = self.cs(writer);
        let cs = writer.load(cs, Span::NONE);
        let stop = writer.constant(stop.into(), self.counter);
        let is_later = writer.compare(BinaryOp::Gt, cs, stop);
        writer.put(InstKind::Assume(is_later), Span::NONE);
    }
}

/// A variable, or the first elements of one that is an array.
fn variable(
    program: &mut Program,
    names: &mut FreshNames,
    name: &str,
    ty: TypeId,
    start: &[u128],
) -> GlobalId {
    let element = match *program.types.get(ty) {
        Type::Array { element, .. } => element,
        _ => ty,
    };
    let step = program.types.size_of(element).unwrap_or(1);
    let items = start.iter().zip(0u64..).map(|(&bits, number)| InitItem {
        offset: number * step,
        value: InitValue::Scalar { ty: element, bits },
    });
    program.globals.push(Global {
        name: names.take(name),
        ty,
        size: program.types.size_of(ty).unwrap_or(0),
        align: program.types.align_of(ty),
        linkage: Linkage::Internal,
        thread_local: false,
        read_only: false,
        span: Span::NONE,
        init: Some(Init {
            items: items.collect(),
        }),
    });
    GlobalId::new(program.globals.len() - 1)
}

fn element(
    writer: &mut BlockWriter,
    program: &Program,
    array: GlobalId,
    index: usize,
    ty: TypeId,
) -> PlaceId {
    let array = writer.place(PlaceKind::Global(array), program.global(array).ty);
    let index = writer.constant(index as u128, Types::U32);
    writer.place(PlaceKind::Index(array, index), ty)
}
