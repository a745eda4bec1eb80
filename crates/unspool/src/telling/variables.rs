//! The variables of a trace, and what they are called: memory and values as C would write them.
//!
//! Heap objects have no names; they are numbered in the order in which they are mentioned. Values are those of the declared type, by
//! whatever type an instruction gets at them.

use rustc_hash::FxHashMap;
use unspool_interp::{
    Executed, Location, ObjectName, Part, Receiver, Repr, ShownValue, part, part_at,
};
use unspool_ir::arithmetic::sign_extend;
use unspool_ir::float_text::float_text;
use unspool_ir::{FunctionId, InitValue, Program, Type};
use unspool_report::model::{Step, StorageKind, Variable};

use crate::c_types;

use super::blocks::is_character;
use super::heap_types::HeapTypes;

pub struct Variables<'a> {
    program: &'a Program,
    list: Vec<Variable>,
    /// Of each, the bytes that it is.
    extents: Vec<Option<(ObjectName, u64, u64)>>,
    known: FxHashMap<Key, usize>,
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

/// Of several things with one name, all but one have a number behind it, which the source does not.
pub fn source_name(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((before, number)) if is_number(number) && !before.is_empty() => before,
        _ => name,
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The object that a name begins with.
pub fn object_in(name: &str) -> &str {
    name.split(['.', '[', ' ']).next().unwrap_or(name)
}

/// The way to the array, of the way to an element of it.
fn array_in(path: &str) -> Option<&str> {
    let path = path.strip_suffix(']')?;
    path.rfind('[').map(|at| &path[..at])
}

/// The way without how many bytes it goes on behind a scalar's start.
fn without_bytes(path: &str) -> &str {
    path.split_once(" + ").map_or(path, |(scalar, _)| scalar)
}

/// Only the variables that events speak of, each with its cell: of what the library does to an object, not every byte is told.
pub fn only_mentioned(
    variables: Vec<Variable>,
    cells: &[usize],
    steps: &mut [Step],
) -> (Vec<Variable>, Vec<usize>) {
    let mut numbers: FxHashMap<usize, usize> = FxHashMap::default();
    let events = steps
        .iter_mut()
        .flat_map(|step| step.events.iter_mut().chain(&mut step.details));
    for event in events {
        if let Some(variable) = event.variable_mut() {
            let next = numbers.len();
            *variable = *numbers.entry(*variable).or_insert(next);
        }
    }
    let mentioned = variables.into_iter().zip(cells).enumerate();
    let mut mentioned: Vec<(usize, Variable, usize)> = mentioned
        .filter_map(|(old, (variable, cell))| Some((*numbers.get(&old)?, variable, *cell)))
        .collect();
    mentioned.sort_by_key(|(new, ..)| *new);
    mentioned
        .into_iter()
        .map(|(_, variable, cell)| (variable, cell))
        .unzip()
}

impl<'a> Variables<'a> {
    pub fn new(program: &'a Program, types: HeapTypes) -> Variables<'a> {
        Variables {
            types,
            program,
            list: Vec::new(),
            extents: Vec::new(),
            known: FxHashMap::default(),
            heap: Vec::new(),
        }
    }

    pub fn into_list(self) -> Vec<Variable> {
        self.list
    }

    /// The variable at a place of memory. The first who asks says what it contained before.
    pub fn memory(&mut self, at: &Location, initial: Option<&ShownValue>) -> usize {
        let initial = initial.map(|value| self.value_at(at, value));
        self.scalar_variable(at, initial)
    }

    /// The same, with an initial value that was written down already.
    pub fn scalar_variable(&mut self, at: &Location, initial: Option<String>) -> usize {
        let name = self.name(at);
        let path = self.part(at).path;
        let variable = self.object_part(at, &path, name, initial);
        self.extents[variable] = Some((at.object.clone(), at.offset, at.size));
        variable
    }

    /// The scalar that has the bytes, if types tell which.
    pub fn scalar(&self, at: &Location) -> Location {
        let part = self.part(at);
        let Some((offset, ty)) = part.scalar else {
            return at.clone();
        };
        let types = &self.program.types;
        let size = types.size_of(ty).unwrap_or(at.size);
        Location {
            offset,
            size,
            path: without_bytes(&part.path).to_string(),
            ty: Some(ty),
            ..at.clone()
        }
    }

    /// Bits as the value of a scalar.
    pub fn bits_at(&mut self, at: &Location, bits: u128) -> String {
        let types = &self.program.types;
        let ty = at.ty.map(|ty| types.get(ty));
        let repr = match ty {
            Some(Type::Float(kind)) => Repr::Float(*kind),
            Some(Type::Pointer(_)) => Repr::Pointer {
                bits: types.data_model.pointer_bits(),
            },
            Some(&Type::Int { bits, signed }) => Repr::Int { bits, signed },
            _ => Repr::Int {
                bits: (at.size * 8).min(128) as u32,
                signed: false,
            },
        };
        self.value(&ShownValue {
            bits,
            repr,
            target: None,
            function: None,
        })
    }

    /// The array that has an element: the way to it, and its name.
    pub fn array_of(&mut self, element: &Location) -> (String, String) {
        let path = self.part(element).path;
        let array = array_in(&path).unwrap_or(&path).to_string();
        let object = self.object_name(&element.object);
        let name = format!("{object}{array}");
        (array, name)
    }

    /// The array that a variable is an element of, as a variable.
    pub fn array_with(&mut self, element: usize) -> Option<usize> {
        let variable = self.list.get(element)?;
        let name = array_in(&variable.name)?.to_string();
        let (object, ..) = self.extents.get(element)?.clone()?;
        let variable = Variable {
            name: name.clone(),
            initial: None,
            ..variable.clone()
        };
        let path = name.strip_prefix(object_in(&name)).unwrap_or_default();
        let key = Key::Memory(object, path.to_string());
        let known = self.known.get(&key).copied();
        Some(known.unwrap_or_else(|| self.add(key, variable)))
    }

    pub fn name_of(&self, variable: usize) -> &str {
        self.list.get(variable).map_or("", |it| it.name.as_str())
    }

    /// The way to it, if the elements are characters.
    pub fn array_of_characters(&self, element: &Location) -> Option<String> {
        let is_character = |ty| is_character(self.program.types.get(ty));
        element.ty.filter(|ty| is_character(*ty))?;
        let path = self.part(element).path;
        array_in(&path).map(str::to_string)
    }

    /// Which variables have bytes in common: these have the same number.
    pub fn cells(&self) -> Vec<usize> {
        let mut cells: Vec<usize> = (0..self.list.len()).collect();
        let mut by_object: FxHashMap<&ObjectName, Vec<(u64, u64, usize)>> = FxHashMap::default();
        for (number, extent) in self.extents.iter().enumerate() {
            if let Some((object, offset, size)) = extent {
                let ranges = by_object.entry(object).or_default();
                ranges.push((*offset, offset.saturating_add(*size), number));
            }
        }
        for mut ranges in by_object.into_values() {
            ranges.sort_unstable();
            let mut current: Option<(u64, usize)> = None;
            for (start, end, number) in ranges {
                match &mut current {
                    Some((reached, cell)) if start < *reached => {
                        cells[number] = *cell;
                        *reached = end.max(*reached);
                    }
                    _ => current = Some((end, number)),
                }
            }
        }
        cells
    }

    pub fn is_of_library(&self, object: &ObjectName) -> bool {
        self.types.is_of_library(object)
    }

    /// Which part of its object it is.
    pub fn part(&self, at: &Location) -> Part {
        match self.types.get(&at.object) {
            Some(ty) => {
                let mut part = part(self.program, ty, at.offset, at.size);
                let is_first = !part.path.starts_with('[');
                if is_first && self.types.is_array(self.program, &at.object) {
                    part.path.insert_str(0, "[0]");
                }
                part
            }
            None => Part {
                path: at.path.clone(),
                records: at.records.clone(),
                ty: at.ty,
                scalar: at.scalar,
            },
        }
    }

    /// A part of an object: the way to it, and how it is called.
    pub fn object_part(
        &mut self,
        at: &Location,
        path: &str,
        name: String,
        initial: Option<String>,
    ) -> usize {
        let key = Key::Memory(at.object.clone(), path.to_string());
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
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
        let part = self.part(at);
        let ty = part.ty.filter(|_| part.path == path);
        let variable = Variable {
            name,
            c_type: ty.and_then(|ty| c_types::name(&self.program.types, ty)),
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
                    c_type: function.and_then(|function| {
                        c_types::of_register(&self.program.types, function, name)
                    }),
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
        self.extents.push(None);
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
            | ObjectName::Local { name, .. } => source_name(name).to_string(),
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

    /// The text, of a string that stands in the program.
    fn literal(&self, at: &Location) -> Option<String> {
        let ObjectName::Global(name) = &at.object else {
            return None;
        };
        let global = self.program.globals.iter().find(|it| it.name == *name);
        let init = global.filter(|it| it.is_string_literal())?.init.as_ref()?;
        let byte = |offset: u64| {
            let item = init.items.iter().find(|item| item.offset == offset);
            match item.map(|item| &item.value) {
                Some(InitValue::Scalar { bits, .. }) => *bits as u8,
                _ => 0,
            }
        };
        let text: Vec<u8> = (at.offset..)
            .map(byte)
            .take_while(|byte| *byte != 0)
            .collect();
        Some(format!("\"{}\"", text.escape_ascii()))
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
        let part = self.part(at);
        if part.path.ends_with('}') {
            return format!("{:#x}", value.bits);
        }
        let declared = part.ty.map(|ty| self.program.types.get(ty));
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
                (Some(target), _) => match self.literal(target) {
                    Some(text) => text,
                    None => format!("&{}", self.pointee(target)),
                },
                (None, Some(function)) => {
                    let function = self.program.functions.get(function.index());
                    function.map_or(String::new(), |function| function.name.clone())
                }
                (None, None) => format!("{bits:#x}"),
            },
            Repr::Float(kind) => float_text(kind, bits),
            Repr::Aggregate | Repr::Void => "{...}".to_string(),
            Repr::Int {
                bits: width,
                signed: true,
            } => sign_extend(bits, width).to_string(),
            Repr::Bool | Repr::Int { .. } => bits.to_string(),
        }
    }
}
