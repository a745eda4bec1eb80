//! Values known while bounding.

use unspool_ir::FunctionId;

use super::objects::ObjectId;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
}

impl Value {
    pub const TRUE: Value = Value::Bits(1);

    /// As a condition.
    pub fn truth(self) -> Option<bool> {
        match self {
            Value::Bits(bits) => Some(bits != 0),
            _ => None,
        }
    }
}
