//! The intermediate representation: C made simple, as a control-flow graph.
//!
//! CIL's idea with MIR's shape. Start reading at [`program`], then [`function`] and [`inst`]; what a
//! well-formed program is stands in the doc comment of [`verify`]; how one is written down in [`text`].
//!
//! This crate knows no C syntax and does no input or output.

pub mod arithmetic;
pub mod float_text;
pub mod function;
pub mod ids;
pub mod inst;
pub mod origin;
pub mod program;
pub mod property;
pub mod text;
pub mod types;
pub mod verify;

pub use function::{
    BinaryOp, Block, Body, Expr, ExprKind, Function, Place, PlaceKind, RegDecl, SlotDecl, UnaryOp,
};
pub use ids::{
    BlockId, ExprId, FileId, FunctionId, GlobalId, OriginId, PlaceId, PointId, RecordId, RegId,
    SlotId, TypeId,
};
pub use inst::{Access, Callee, Case, Inst, InstKind, MemoryOrder, RmwOp, Storage, Terminator};
pub use origin::{Origin, OriginStep};
pub use program::{Global, Init, InitItem, InitValue, Linkage, Program, Span};
pub use property::{Kind as PropertyKind, Property};
pub use types::{
    DataModel, Field, FloatKind, FunctionType, Record, RecordBody, RecordKind, Type, Types,
};
