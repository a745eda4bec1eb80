//! The types of variables as C writes them, as far as the intermediate representation knows them.
//!
//! There, types of the same size and sign are one, so typedefs, enumerations, `signed char` and `long long` (where `long` has as many bits) are called by the
//! commonest name. Types that need a declarator around the name (functions, and pointers to them or to arrays) have no name here.

use unspool_ir::{DataModel, FloatKind, Function, RecordKind, Type, TypeId, Types};

/// `int`, `unsigned char`, `double`, `struct s`, `char *`, `int[3]`.
pub fn name(types: &Types, ty: TypeId) -> Option<String> {
    // Types are not deep, but nothing says so.
    const DEEPEST: usize = 16;
    let (mut ty, mut behind) = (ty, String::new());
    for _ in 0..DEEPEST {
        match *types.get(ty) {
            Type::Array { element, length } if !behind.contains('*') => {
                behind.push_str(&format!("[{length}]"));
                ty = element;
            }
            Type::Pointer(to) => {
                behind.insert(0, '*');
                ty = to;
            }
            _ => {
                let blank = if behind.starts_with('*') { " " } else { "" };
                return Some(format!("{}{blank}{behind}", simple(types, ty)?));
            }
        }
    }
    None
}

/// The type of the variables of this name that have no address in a function, if they all have the same.
pub fn of_register(types: &Types, function: &Function, variable: &str) -> Option<String> {
    let registers = &function.body.as_ref()?.regs;
    let mut named = registers.iter().filter(|it| it.name == variable);
    let ty = named.next()?.ty;
    named.all(|it| it.ty == ty).then(|| name(types, ty))?
}

fn simple(types: &Types, ty: TypeId) -> Option<String> {
    let name = match *types.get(ty) {
        Type::Void => "void",
        Type::Bool => "_Bool",
        Type::Int { bits, signed } => return integer(types.data_model, bits, signed),
        Type::Float(kind) => match kind {
            FloatKind::F16 => "_Float16",
            FloatKind::F32 => "float",
            FloatKind::F64 => "double",
            FloatKind::F80 => "long double",
            FloatKind::F128 => "_Float128",
        },
        Type::Record(record) => {
            let record = types.record(record);
            let keyword = match record.kind {
                RecordKind::Struct => "struct",
                RecordKind::Union => "union",
            };
            // What follows a dot tells records of one name apart; those without one are `anon.3`.
            let named = match record.name.split_once('.') {
                Some(("anon", _)) => None,
                Some((name, _)) => Some(name),
                None => Some(record.name.as_str()),
            };
            return Some(match named {
                Some(name) => format!("{keyword} {name}"),
                None => keyword.to_string(),
            });
        }
        Type::Pointer(_) | Type::Array { .. } | Type::Function(_) => return None,
    };
    Some(name.to_string())
}

fn integer(data_model: DataModel, bits: u32, signed: bool) -> Option<String> {
    let name = match (bits, data_model) {
        (8, _) => "char",
        (16, _) => "short",
        (32, _) => "int",
        (64, DataModel::Lp64) => "long",
        (64, DataModel::Ilp32) => "long long",
        (128, _) => "__int128",
        _ => return None,
    };
    let sign = if signed { "" } else { "unsigned " };
    Some(format!("{sign}{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_named_as_in_c() {
        let mut types = Types::new(DataModel::Ilp32);
        let pointer = types.intern(Type::Pointer(Types::U8));
        let pointers = types.intern(Type::Array {
            element: pointer,
            length: 3,
        });
        let row = types.intern(Type::Array {
            element: Types::I64,
            length: 2,
        });
        let rows = types.intern(Type::Array {
            element: row,
            length: 4,
        });
        let to_row = types.intern(Type::Pointer(row));
        let double = types.intern(Type::Float(FloatKind::F64));
        for (ty, expected) in [
            (Types::BOOL, Some("_Bool")),
            (Types::I32, Some("int")),
            (Types::U16, Some("unsigned short")),
            (double, Some("double")),
            (pointer, Some("unsigned char *")),
            (pointers, Some("unsigned char *[3]")),
            (rows, Some("long long[4][2]")),
            (to_row, None),
        ] {
            assert_eq!(name(&types, ty).as_deref(), expected);
        }
    }
}
