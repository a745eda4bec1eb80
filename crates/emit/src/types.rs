//! Declarators: C's way to write a type around a name.
//!
//! Integers are written with the keywords that have their width in the data model. `i8` is `signed char`, since whether `char`
//! has a sign is up to the machine.
//!
//! A function that takes further arguments gets them as the IR describes it, in a piece of memory: as a last parameter, a pointer.
//! One without a prototype (no parameters are known, any arguments are taken) is one in C too.

use unspool_ir::{DataModel, FloatKind, FunctionType, RecordKind, Type, TypeId, Types};

use crate::names::Names;

/// Name of the parameter that points to further arguments.
pub const EXTRA: &str = "unspool_extra";

/// Writes types.
#[derive(Clone, Copy)]
pub struct TypeWriter<'a> {
    pub types: &'a Types,
    pub names: &'a Names,
}

impl TypeWriter<'_> {
    /// The declaration of `inner`, which is a name, or nothing for the type alone.
    pub fn declare(&self, ty: TypeId, inner: &str) -> String {
        match self.types.get(ty) {
            Type::Pointer(pointee) => match self.types.get(*pointee) {
                Type::Array { .. } | Type::Function(_) => {
                    self.declare(*pointee, &format!("(*{inner})"))
                }
                _ => self.declare(*pointee, &format!("*{inner}")),
            },
            Type::Array { element, length } => {
                self.declare(*element, &format!("{inner}[{length}]"))
            }
            Type::Function(function) => {
                let params = function.params.iter().map(|ty| self.name(*ty));
                self.function(function, inner, params.collect(), "")
            }
            _ if inner.is_empty() => self.base(ty),
            _ => format!("{} {inner}", self.base(ty)),
        }
    }

    /// The declaration of a number, or of an array of such, that needs only so many bits.
    pub fn counter(&self, mut ty: TypeId, name: &str, bits: u32) -> String {
        let mut inner = name.to_string();
        while let Type::Array { element, length } = *self.types.get(ty) {
            inner.push_str(&format!("[{length}]"));
            ty = element;
        }
        format!("UNSPOOL_COUNTER({bits}, {}) {inner}", self.name(ty))
    }

    pub fn name(&self, ty: TypeId) -> String {
        self.declare(ty, "")
    }

    /// The type of pointers to a type.
    pub fn pointer(&self, pointee: TypeId) -> String {
        match self.types.get(pointee) {
            Type::Array { .. } | Type::Function(_) => self.declare(pointee, "(*)"),
            _ => self.declare(pointee, "*"),
        }
    }

    /// A function with these declarations of its parameters, and a name for the one of further arguments.
    pub fn function(
        &self,
        ty: &FunctionType,
        inner: &str,
        mut params: Vec<String>,
        extra: &str,
    ) -> String {
        if has_extra(ty) {
            params.push(format!("void *{extra}"));
        }
        let params = match params.is_empty() && !ty.variadic {
            true => "void".to_string(),
            false => params.join(", "),
        };
        self.declare(ty.result, &format!("{inner}({params})"))
    }

    /// A type that needs no declarator.
    fn base(&self, ty: TypeId) -> String {
        let is_long = self.types.data_model == DataModel::Lp64;
        match *self.types.get(ty) {
            Type::Bool => "_Bool".to_string(),
            Type::Int { bits, signed } => {
                let (signed_name, unsigned_name) = match bits {
                    8 => ("signed char", "unsigned char"),
                    16 => ("short", "unsigned short"),
                    32 => ("int", "unsigned int"),
                    64 if is_long => ("long", "unsigned long"),
                    64 => ("long long", "unsigned long long"),
                    _ => ("__int128", "unsigned __int128"),
                };
                match signed {
                    true => signed_name,
                    false => unsigned_name,
                }
                .to_string()
            }
            Type::Float(kind) => match kind {
                FloatKind::F16 => "_Float16",
                FloatKind::F32 => "float",
                FloatKind::F64 => "double",
                FloatKind::F80 => "long double",
                FloatKind::F128 => "__float128",
            }
            .to_string(),
            Type::Record(record) => {
                let keyword = keyword(self.types.record(record).kind);
                format!("{keyword} {}", self.names.records[record.index()])
            }
            _ => "void".to_string(),
        }
    }
}

pub fn keyword(kind: RecordKind) -> &'static str {
    match kind {
        RecordKind::Struct => "struct",
        RecordKind::Union => "union",
    }
}

/// Whether further arguments are passed in memory.
pub fn has_extra(ty: &FunctionType) -> bool {
    ty.variadic && !ty.params.is_empty()
}
