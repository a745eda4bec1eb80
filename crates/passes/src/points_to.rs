//! What pointers may point to (stub, API only).

use unspool_ir::{BlockId, ExprId, FunctionId, GlobalId, PlaceId, Program, SlotId};

/// A piece of memory (or a function) that pointers can point to, as the analysis tells them apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Object {
    /// For a thread-local one: the instances of all threads.
    Global(GlobalId),
    /// The objects of all activations.
    Slot(FunctionId, SlotId),
    /// All objects that this `alloc` instruction makes.
    Alloc {
        function: FunctionId,
        block: BlockId,
        index: u32,
    },
    /// Extra arguments of calls of a variadic function.
    VarArgs(FunctionId),
    Function(FunctionId),
}

/// Bytes `start`, `start + stride`, ... below `end`, counted from the start of an object. A single offset has stride 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Offsets {
    pub start: u64,
    pub stride: u64,
    pub end: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Target {
    pub object: Object,
    pub offsets: Offsets,
}

impl Target {
    /// Whether an access of `size` bytes here and one of `other_size` bytes there may share a byte.
    pub fn may_overlap(&self, _size: u64, _other: &Target, _other_size: u64) -> bool {
        unimplemented!()
    }
}

pub struct PointsTo {}

impl PointsTo {
    /// Analyses the whole program.
    pub fn of(_program: &Program) -> PointsTo {
        unimplemented!()
    }

    /// What a value may point to. Sorted, without duplicates. A pointer without targets is null or not valid.
    pub fn pointees(&self, _function: FunctionId, _value: ExprId) -> Vec<Target> {
        unimplemented!()
    }

    /// Where a place may start.
    pub fn locations(&self, _function: FunctionId, _place: PlaceId) -> Vec<Target> {
        unimplemented!()
    }

    /// Functions that a call (or spawn) through this pointer may reach.
    pub fn callees(&self, _function: FunctionId, _pointer: ExprId) -> Vec<FunctionId> {
        unimplemented!()
    }
}
