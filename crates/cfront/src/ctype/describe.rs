//! How diagnostics write types.

use super::{ArrayLength, CFloat, CTypes, IntKind, QualTy, TyKind};
use crate::symbol::Interner;

impl CTypes {
    /// How a diagnostic writes the type.
    pub fn describe(&self, ty: QualTy, names: &Interner) -> String {
        let mut text = String::new();
        if ty.is_const() {
            text.push_str("const ");
        }
        if ty.is_volatile() {
            text.push_str("volatile ");
        }
        if ty.is_atomic() {
            text.push_str("_Atomic ");
        }
        match self.kind(ty.ty) {
            TyKind::Void => text.push_str("void"),
            TyKind::Bool => text.push_str("_Bool"),
            TyKind::WideBits { bits, .. } => text.push_str(&format!("bit-field of {bits} bits")),
            TyKind::Int(kind) => text.push_str(int_name(*kind)),
            TyKind::Float(float) => text.push_str(float_name(*float)),
            TyKind::Complex(_) => text.push_str("_Complex"),
            TyKind::Vector(bytes) => text.push_str(&format!("vector of {bytes} bytes")),
            TyKind::Enum(id) => match self.enums[id.0 as usize].tag {
                Some(tag) => text.push_str(&format!("enum {}", names.text(tag))),
                None => text.push_str("enum"),
            },
            TyKind::Pointer(pointee) => {
                return format!("{} *{text}", self.describe(*pointee, names))
                    .trim_end()
                    .to_string();
            }
            TyKind::Array { element, length } => {
                text = self.describe(*element, names);
                match length {
                    ArrayLength::Constant(n) => text.push_str(&format!("[{n}]")),
                    ArrayLength::Incomplete => text.push_str("[]"),
                    ArrayLength::Variable(_) => text.push_str("[*]"),
                }
            }
            TyKind::Function(function) => {
                text = self.describe(function.result, names);
                let mut params: Vec<String> = function
                    .params
                    .iter()
                    .map(|&p| self.describe(p.into(), names))
                    .collect();
                if function.variadic {
                    params.push("...".to_string());
                } else if params.is_empty() && function.prototype {
                    params.push("void".to_string());
                }
                text.push_str(&format!(" ({})", params.join(", ")));
            }
            TyKind::Record(id) => {
                let record = self.record(*id);
                let keyword = match record.kind {
                    unspool_ir::RecordKind::Struct => "struct",
                    unspool_ir::RecordKind::Union => "union",
                };
                match record.tag {
                    Some(tag) => text.push_str(&format!("{keyword} {}", names.text(tag))),
                    None => text.push_str(keyword),
                }
            }
        }
        text
    }
}

fn int_name(kind: IntKind) -> &'static str {
    use IntKind::*;
    match kind {
        Char => "char",
        SChar => "signed char",
        UChar => "unsigned char",
        Short => "short",
        UShort => "unsigned short",
        Int => "int",
        UInt => "unsigned int",
        Long => "long",
        ULong => "unsigned long",
        LongLong => "long long",
        ULongLong => "unsigned long long",
        Int128 => "__int128",
        UInt128 => "unsigned __int128",
    }
}

fn float_name(float: CFloat) -> &'static str {
    match float {
        CFloat::Float16 => "_Float16",
        CFloat::Float => "float",
        CFloat::Float32 => "_Float32",
        CFloat::Double => "double",
        CFloat::Float64 => "_Float64",
        CFloat::Float32x => "_Float32x",
        CFloat::LongDouble => "long double",
        CFloat::Float64x => "_Float64x",
        CFloat::Float128 => "_Float128",
    }
}
