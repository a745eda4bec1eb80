//! Values known while bounding.

use unspool_ir::FunctionId;

use super::objects::ObjectId;
use super::value_sets::SetId;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    Unknown,
    /// Of an integer, `_Bool`, float, or a pointer to nothing (such as null).
    Bits(u128),
    /// So many bytes behind the start of an object (or before it). Also as an integer as wide as a pointer.
    Pointer {
        object: ObjectId,
        offset: i64,
    },
    Function(FunctionId),
    /// A pointer of which a few values are known.
    OneOf(SetId),
    /// A pointer, perhaps null, into no object that there is or may be.
    Nowhere,
}

impl Value {
    pub const TRUE: Value = Value::Bits(1);

    pub fn is_exact(self) -> bool {
        !matches!(self, Value::Unknown | Value::OneOf(_) | Value::Nowhere)
    }

    /// As a condition.
    pub fn truth(self) -> Option<bool> {
        match self {
            Value::Bits(bits) => Some(bits != 0),
            _ => None,
        }
    }
}
