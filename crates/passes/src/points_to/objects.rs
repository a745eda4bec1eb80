//! All objects of a program, numbered.
//!
//! Globals come first, then slots, areas of extra arguments, allocations, and functions last.

use rustc_hash::FxHashMap;
use unspool_ir::{
    BlockId, Body, ExprId, ExprKind, FunctionId, GlobalId, InstKind, Program, SlotId,
};

use super::Object;

pub struct Objects {
    list: Vec<Object>,
    /// In bytes; None if it is not known.
    sizes: Vec<Option<u64>>,
    /// Each object lies at a multiple of this power of two.
    aligns: Vec<u64>,
    /// Number of the first slot of each function.
    first_slots: Vec<u32>,
    first_var_args: u32,
    allocations: FxHashMap<Object, u32>,
    first_function: u32,
}

impl Objects {
    pub fn of(program: &Program) -> Self {
        let mut objects = Objects {
            list: Vec::new(),
            sizes: Vec::new(),
            aligns: Vec::new(),
            first_slots: Vec::with_capacity(program.functions.len()),
            first_var_args: 0,
            allocations: FxHashMap::default(),
            first_function: 0,
        };
        for (index, global) in program.globals.iter().enumerate() {
            // What is only declared may be of any size.
            let size = global.init.as_ref().map(|_| global.size);
            objects.add(Object::Global(GlobalId::new(index)), size, global.align);
        }
        for (id, body) in bodies(program) {
            // Functions without body have no slots, so that any number will do for them.
            while objects.first_slots.len() <= id.index() {
                objects.first_slots.push(objects.list.len() as u32);
            }
            for (index, slot) in body.slots.iter().enumerate() {
                let size = program.types.size_of(slot.ty);
                objects.add(Object::Slot(id, SlotId::new(index)), size, slot.align);
            }
        }
        objects.first_var_args = objects.list.len() as u32;
        let pointer_bytes = program.types.data_model.pointer_bytes();
        for index in 0..program.functions.len() {
            objects.add(Object::VarArgs(FunctionId::new(index)), None, pointer_bytes);
        }
        for (id, body) in bodies(program) {
            objects.add_allocations(id, body);
        }
        objects.first_function = objects.list.len() as u32;
        for index in 0..program.functions.len() {
            objects.add(Object::Function(FunctionId::new(index)), Some(0), 1);
        }
        objects
    }

    pub fn list(&self) -> &[Object] {
        &self.list
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn first_function(&self) -> u32 {
        self.first_function
    }

    /// The function that an object is.
    pub fn function(&self, object: u32) -> Option<FunctionId> {
        match self.list.get(object as usize)? {
            Object::Function(function) => Some(*function),
            _ => None,
        }
    }

    pub fn size(&self, object: u32) -> Option<u64> {
        self.sizes.get(object as usize).copied().flatten()
    }

    pub fn align(&self, object: u32) -> u64 {
        self.aligns.get(object as usize).copied().unwrap_or(1)
    }

    pub fn number(&self, object: Object) -> Option<u32> {
        let number = match object {
            Object::Global(global) => global.0,
            Object::Slot(function, slot) => self.first_slots.get(function.index())? + slot.0,
            Object::VarArgs(function) => self.first_var_args + function.0,
            Object::Alloc { .. } => *self.allocations.get(&object)?,
            Object::Function(function) => self.first_function + function.0,
        };
        (self.list.get(number as usize) == Some(&object)).then_some(number)
    }

    fn add_allocations(&mut self, function: FunctionId, body: &Body) {
        for (block, contents) in body.blocks.iter().enumerate() {
            for (index, inst) in contents.insts.iter().enumerate() {
                let InstKind::Alloc { size, align, .. } = inst.kind else {
                    continue;
                };
                let constant = |value: ExprId| match body.expr(value).kind {
                    ExprKind::Int(bits) => u64::try_from(bits).ok(),
                    _ => None,
                };
                let object = Object::Alloc {
                    function,
                    block: BlockId::new(block),
                    index: index as u32,
                };
                self.allocations.insert(object, self.list.len() as u32);
                self.add(object, constant(size), constant(align).unwrap_or(1));
            }
        }
    }

    fn add(&mut self, object: Object, size: Option<u64>, align: u64) {
        self.list.push(object);
        self.sizes.push(size);
        self.aligns.push(align);
    }
}

/// Functions that have a body.
pub fn bodies(program: &Program) -> impl Iterator<Item = (FunctionId, &Body)> {
    let functions = program.functions.iter().enumerate();
    functions.filter_map(|(index, function)| {
        let body = function.body.as_ref()?;
        Some((FunctionId::new(index), body))
    })
}
