//! The variables of a trace, and what they are called: memory and values as C would write them.
//!
//! Heap objects have no names; they are numbered in the order in which they are mentioned. Values are those of the declared type, by
//! whatever type an instruction gets at them.

use std::collections::HashMap;

use unspool_interp::{
    Executed, Location, ObjectName, Part, Receiver, Repr, ShownValue, part, part_at,
};
use unspool_ir::arithmetic::sign_extend;
use unspool_ir::{FloatKind, FunctionId, Program, Type};
use unspool_report::model::{Step, StorageKind, Variable};

use super::heap_types::HeapTypes;

pub struct Variables<'a> {
    program: &'a Program,
    list: Vec<Variable>,
    known: HashMap<Key, usize>,
    /// Addresses of the heap objects that were mentioned.
    heap: Vec<u64>,
    types: HeapTypes,
}

/// What makes variables different.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    Memory(ObjectName, String),
    Register {
        thread: u32,
        depth: u32,
        function: FunctionId,
        name: String,
    },
}

/// The object that a name begins with.
pub fn object_in(name: &str) -> &str {
    name.split(['.', '[', ' ']).next().unwrap_or(name)
}

/// Only the variables that events speak of: of what the library does to an object, not every byte is told.
pub fn only_mentioned(variables: Vec<Variable>, steps: &mut [Step]) -> Vec<Variable> {
    let mut numbers: HashMap<usize, usize> = HashMap::new();
    for event in steps.iter_mut().flat_map(|step| &mut step.events) {
        if let Some(variable) = event.variable_mut() {
            let next = numbers.len();
            *variable = *numbers.entry(*variable).or_insert(next);
        }
    }
    let mentioned = variables.into_iter().enumerate();
    let mut mentioned: Vec<(usize, Variable)> = mentioned
        .filter_map(|(old, variable)| Some((*numbers.get(&old)?, variable)))
        .collect();
    mentioned.sort_by_key(|(new, _)| *new);
    mentioned
        .into_iter()
        .map(|(_, variable)| variable)
        .collect()
}

impl<'a> Variables<'a> {
    pub fn new(program: &'a Program, types: HeapTypes) -> Variables<'a> {
        Variables {
            types,
            program,
            list: Vec::new(),
            known: HashMap::new(),
            heap: Vec::new(),
        }
    }

    pub fn into_list(self) -> Vec<Variable> {
        self.list
    }

    /// The variable at a place of memory. The first who asks says what it contained before.
    pub fn memory(&mut self, at: &Location, initial: Option<&ShownValue>) -> usize {
        let name = self.name(at);
        let path = self.part(at).path;
        self.object_part(at, &path, name, initial)
    }

    pub fn is_of_library(&self, object: &ObjectName) -> bool {
        self.types.is_of_library(object)
    }

    /// Which part of its object it is.
    pub fn part(&self, at: &Location) -> Part {
        match self.types.get(&at.object) {
            Some(ty) => part(self.program, ty, at.offset, at.size),
            None => Part {
                path: at.path.clone(),
                records: at.records.clone(),
                ty: at.ty,
            },
        }
    }

    /// A part of an object: the way to it, and how it is called.
    pub fn object_part(
        &mut self,
        at: &Location,
        path: &str,
        name: String,
        initial: Option<&ShownValue>,
    ) -> usize {
        let key = Key::Memory(at.object.clone(), path.to_string());
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let initial = initial.map(|value| self.value_at(at, value));
        let (storage, thread, function) = match &at.object {
            ObjectName::Global(_) => (StorageKind::Global, None, None),
            ObjectName::ThreadLocal { thread, .. } => {
                (StorageKind::ThreadLocal, Some(*thread), None)
            }
            ObjectName::Local {
                function, thread, ..
            } => (StorageKind::Local, Some(*thread), Some(function.clone())),
            ObjectName::Heap { .. } => (StorageKind::Heap, None, None),
            _ => (StorageKind::Other, None, None),
        };
        let variable = Variable {
            name,
            storage,
            thread,
            function,
            initial,
            is_contended: false,
        };
        self.add(key, variable)
    }

    /// What an instruction of the program gives a value; none if it has no name.
    pub fn receiver(&mut self, receiver: &Receiver, by: Executed) -> Option<usize> {
        match receiver {
            Receiver::Memory(at) => Some(self.memory(at, None)),
            Receiver::Register(name) if name.is_empty() => None,
            Receiver::Register(name) => {
                let key = Key::Register {
                    thread: by.thread,
                    depth: by.depth,
                    function: by.function,
                    name: name.clone(),
                };
                if let Some(known) = self.known.get(&key) {
                    return Some(*known);
                }
                let function = self.program.functions.get(by.function.index());
                let variable = Variable {
                    name: name.clone(),
                    storage: StorageKind::Local,
                    thread: Some(by.thread),
                    function: function.map(|function| function.name.clone()),
                    initial: None,
                    is_contended: false,
                };
                Some(self.add(key, variable))
            }
        }
    }

    /// The value that it gets.
    pub fn received(&mut self, receiver: &Receiver, value: &ShownValue) -> String {
        match receiver {
            Receiver::Memory(at) => self.value_at(at, value),
            Receiver::Register(_) => self.value(value),
        }
    }

    fn add(&mut self, key: Key, variable: Variable) -> usize {
        self.list.push(variable);
        self.known.insert(key, self.list.len() - 1);
        self.list.len() - 1
    }

    pub fn name(&mut self, at: &Location) -> String {
        match &at.object {
            ObjectName::Unknown => self.object_name(&at.object),
            object => format!("{}{}", self.object_name(object), self.part(at).path),
        }
    }

    pub fn object_name(&mut self, object: &ObjectName) -> String {
        match object {
            ObjectName::Global(name)
            | ObjectName::ThreadLocal { name, .. }
            | ObjectName::Local { name, .. } => name.clone(),
            ObjectName::Heap { address, .. } | ObjectName::Stack { address, .. } => {
                let known = self.heap.iter().position(|other| other == address);
                let number = known.unwrap_or_else(|| {
                    self.heap.push(*address);
                    self.heap.len() - 1
                });
                format!("object{}", number + 1)
            }
            ObjectName::VariableArguments => "arguments".to_string(),
            ObjectName::Unknown => "(ended object)".to_string(),
        }
    }

    /// What a pointer points to. To the start of an array is to its first element, nearly always.
    fn pointee(&mut self, at: &Location) -> String {
        let path = match self.types.get(&at.object) {
            Some(ty) => part_at(self.program, ty, at.offset).path,
            None => at.path.clone(),
        };
        let name = self.object_name(&at.object);
        match path.is_empty() && self.is_array(&at.object) {
            true => format!("{name}[0]"),
            false => format!("{name}{path}"),
        }
    }

    fn is_array(&self, object: &ObjectName) -> bool {
        let program = self.program;
        let ty = match object {
            ObjectName::Global(name) | ObjectName::ThreadLocal { name, .. } => {
                let global = program.globals.iter().find(|it| it.name == *name);
                global.map(|global| global.ty)
            }
            ObjectName::Local { name, function, .. } => {
                let function = program.functions.iter().find(|it| it.name == *function);
                let body = function.and_then(|function| function.body.as_ref());
                let mut slots = body.into_iter().flat_map(|body| &body.slots);
                slots.find(|slot| slot.name == *name).map(|slot| slot.ty)
            }
            _ => None,
        };
        ty.is_some_and(|ty| matches!(program.types.get(ty), Type::Array { .. }))
    }

    /// The value that a part of an object has, or gets.
    pub fn value_at(&mut self, at: &Location, value: &ShownValue) -> String {
        let declared = self.part(at).ty.map(|ty| self.program.types.get(ty));
        let repr = match (value.repr, declared) {
            (Repr::Int { bits, .. }, Some(&Type::Int { bits: own, signed })) if bits == own => {
                Repr::Int { bits, signed }
            }
            (repr, _) => repr,
        };
        self.value(&ShownValue {
            repr,
            ..value.clone()
        })
    }

    /// As C would write it.
    pub fn value(&mut self, value: &ShownValue) -> String {
        let bits = value.bits;
        match value.repr {
            Repr::Pointer { .. } if bits == 0 => "NULL".to_string(),
            Repr::Pointer { .. } => match (&value.target, value.function) {
                (Some(target), _) => format!("&{}", self.pointee(target)),
                (None, Some(function)) => {
                    let function = self.program.functions.get(function.index());
                    function.map_or(String::new(), |function| function.name.clone())
                }
                (None, None) => format!("{bits:#x}"),
            },
            Repr::Float(FloatKind::F32) => f32::from_bits(bits as u32).to_string(),
            Repr::Float(FloatKind::F64) => f64::from_bits(bits as u64).to_string(),
            Repr::Float(_) => format!("{bits:#x}"),
            Repr::Aggregate | Repr::Void => "{...}".to_string(),
            Repr::Int {
                bits: width,
                signed: true,
            } => sign_extend(bits, width).to_string(),
            Repr::Bool | Repr::Int { .. } => bits.to_string(),
        }
    }
}
