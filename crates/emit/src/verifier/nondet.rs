//! Any value of a type.
//!
//! Small records and arrays get one member by member, so that traces show them; of large ones every byte is set.

use unspool_ir::{FloatKind, RecordKind, Type, TypeId, Types};

use crate::expressions::Code;

/// As many members are set one by one.
const MEMBERS: usize = 16;

/// Statements that give a variable, or what else stands left of an assignment, any value.
pub fn assignment(code: &Code<'_>, ty: TypeId, to: &str) -> String {
    let mut members = Vec::new();
    let is_small = split(code, ty, to, &mut members);
    let size = code.program.types.size_of(ty).unwrap_or(0);
    match is_small && members.len() <= MEMBERS {
        true => members.join(" "),
        false => format!("unspool_havoc((void *)&{to}, {size});"),
    }
}

/// The expression for a scalar.
pub fn value(code: &Code<'_>, ty: TypeId) -> Option<String> {
    let types = &code.program.types;
    let name = match *types.get(ty) {
        Type::Bool => "bool".to_string(),
        Type::Int { bits, signed: true } => format!("i{bits}"),
        Type::Int {
            bits,
            signed: false,
        } => format!("u{bits}"),
        Type::Float(kind) => match kind {
            FloatKind::F16 => "f16",
            FloatKind::F32 => "f32",
            FloatKind::F64 => "f64",
            FloatKind::F80 => "f80",
            FloatKind::F128 => "f128",
        }
        .to_string(),
        Type::Pointer(_) => {
            let pointer = code.types().name(ty);
            return Some(format!("({pointer})unspool_nondet_pointer()"));
        }
        _ => return None,
    };
    Some(format!("unspool_nondet_{name}()"))
}

/// The assignments of all scalars that the type is made of; false if there are too many, or some overlap.
fn split(code: &Code<'_>, ty: TypeId, to: &str, members: &mut Vec<String>) -> bool {
    let types: &Types = &code.program.types;
    if members.len() > MEMBERS {
        return false;
    }
    match *types.get(ty) {
        Type::Array { element, length } => {
            length <= MEMBERS as u64
                && (0..length).all(|at| split(code, element, &format!("{to}[{at}]"), members))
        }
        Type::Record(record) => {
            let Some(body) = &types.record(record).body else {
                return false;
            };
            let names = &code.names.fields[record.index()];
            types.record(record).kind == RecordKind::Struct
                && body
                    .fields
                    .iter()
                    .zip(names)
                    .all(|(field, name)| split(code, field.ty, &format!("{to}.{name}"), members))
        }
        _ => match value(code, ty) {
            Some(value) => {
                members.push(format!("{to} = {value};"));
                true
            }
            None => false,
        },
    }
}
