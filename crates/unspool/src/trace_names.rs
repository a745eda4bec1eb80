//! What a trace calls memory and values: as C would write them.
//!
//! Heap objects have no names; they are numbered in the order in which they are mentioned.

use unspool_interp::{Location, ObjectName, Repr, ShownValue};
use unspool_ir::arithmetic::sign_extend;
use unspool_ir::{FloatKind, Program, Type};

pub struct TraceNames<'a> {
    program: &'a Program,
    /// Addresses of those mentioned.
    heap: Vec<u64>,
}

impl<'a> TraceNames<'a> {
    pub fn of(program: &'a Program) -> TraceNames<'a> {
        TraceNames {
            program,
            heap: Vec::new(),
        }
    }

    pub fn name(&mut self, at: &Location) -> String {
        match &at.object {
            ObjectName::Unknown => self.object_name(&at.object),
            object => format!("{}{}", self.object_name(object), at.path),
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
        let name = self.name(at);
        match at.path.is_empty() && self.is_array(&at.object) {
            true => format!("{name}[0]"),
            false => name,
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
