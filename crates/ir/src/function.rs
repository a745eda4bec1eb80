//! Functions: registers, slots, blocks, and the two arenas of pure nodes.
//!
//! *Registers* hold values and have no address; *slots* are local variables in memory. Expressions are
//! pure trees over registers and constants, places are pure trees that denote a piece of memory; both
//! live in arenas of their function, each node with its type. Only instructions touch memory, and an
//! instruction makes at most one access (see [`crate::inst`]).

use crate::ids::{
    BlockId, ExprId, FunctionId, GlobalId, OriginId, PlaceId, PointId, RegId, SlotId, TypeId,
};
use crate::inst::{Callee, Inst, InstKind, Terminator};
use crate::origin::Origin;
use crate::program::{Linkage, Span};

#[derive(Clone, Debug)]
pub struct Function {
    /// Unique among the program's globals and functions.
    pub name: String,
    /// A [`crate::Type::Function`].
    pub ty: TypeId,
    pub linkage: Linkage,
    /// Never returns to its caller (C's `_Noreturn`).
    pub noreturn: bool,
    /// Part of a library model: what happens inside is reported where the program called it.
    pub is_model: bool,
    pub span: Span,
    /// None for a function that is only declared.
    pub body: Option<Body>,
}

#[derive(Clone, Debug, Default)]
pub struct Body {
    /// The registers that receive the arguments, one per parameter of the type.
    pub params: Vec<RegId>,
    pub regs: Vec<RegDecl>,
    pub slots: Vec<SlotDecl>,
    /// Entry is block 0.
    pub blocks: Vec<Block>,
    pub exprs: Vec<Expr>,
    pub places: Vec<Place>,
    /// Of copied code; empty in a program as the front end makes it.
    pub origins: Vec<Origin>,
}

/// A register is indeterminate until first assigned; it may be assigned many times.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegDecl {
    /// The source variable's name; empty for a temporary.
    pub name: String,
    pub ty: TypeId,
}

/// A local variable in memory, one object per activation (see [`crate::InstKind::Live`]).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlotDecl {
    pub name: String,
    pub ty: TypeId,
    /// At least the type's own alignment.
    pub align: u64,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Block {
    pub insts: Vec<Inst>,
    pub terminator: Terminator,
    /// Of the terminator, as have instructions.
    pub span: Span,
    pub origin: Option<OriginId>,
    pub point: Option<PointId>,
}

impl Block {
    pub fn new(insts: Vec<Inst>, terminator: Terminator, span: Span) -> Self {
        Block {
            insts,
            terminator,
            span,
            origin: None,
            point: None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: TypeId,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExprKind {
    /// Of integer, `_Bool` or pointer type: the value's bits, zero above the type's width.
    Int(u128),
    /// Bits in the format of the type.
    Float(u128),
    Reg(RegId),
    /// Operand and result have the same type.
    Unary(UnaryOp, ExprId),
    Binary(BinaryOp, ExprId, ExprId),
    /// To the node's type, with C's meaning of a cast between scalars. To `_Bool`: "is not zero".
    /// An integer made of a pointer is the low bits of the address. Where objects lie is open, and passes may move them,
    /// but no pointer to an object has 32 low bits that are all zero.
    Convert(ExprId),
    /// Pointer to the place's type.
    AddressOf(PlaceId),
    /// Pointer to the function's type.
    FunctionAddress(FunctionId),
    /// `condition ? a : b` with a bool condition and both arms pure.
    Select(ExprId, ExprId, ExprId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// Arithmetic negation of an integer or float.
    Neg,
    /// Bitwise complement of an integer.
    Complement,
    /// "Is zero" of a bool.
    Not,
}

/// Signedness is that of the operands' type. Signed arithmetic that overflows is undefined in C; where
/// it is not checked it wraps. Code that the front end injects computes unsigned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    /// The right operand may have another integer type; its value must be below the width.
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    /// Pointer plus integer (of any type), in steps of the pointee's size.
    PointerAdd,
    /// Difference of two pointers of one type, in steps of the pointee's size.
    PointerDiff,
}

impl BinaryOp {
    pub fn is_comparison(self) -> bool {
        use BinaryOp::*;
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge)
    }
}

/// A piece of memory: where it starts and what is there. Evaluating a place accesses nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub kind: PlaceKind,
    pub ty: TypeId,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlaceKind {
    /// For a thread-local global: the instance of the thread that evaluates the place.
    Global(GlobalId),
    Slot(SlotId),
    /// What the pointer points to.
    Deref(ExprId),
    /// A field, by position, of a record place.
    Field(PlaceId, u32),
    /// An element of an array place; the index has any integer type.
    Index(PlaceId, ExprId),
}

impl Body {
    /// The numbers of functions that it calls by name, ascending.
    pub fn direct_callees(&self) -> Vec<usize> {
        let insts = self.blocks.iter().flat_map(|block| &block.insts);
        let mut callees: Vec<usize> = insts
            .filter_map(|inst| match inst.kind {
                InstKind::Call {
                    callee: Callee::Direct(callee),
                    ..
                } => Some(callee.index()),
                _ => None,
            })
            .collect();
        callees.sort_unstable();
        callees.dedup();
        callees
    }

    pub fn expr(&self, id: ExprId) -> Expr {
        self.exprs[id.index()]
    }

    pub fn place(&self, id: PlaceId) -> Place {
        self.places[id.index()]
    }

    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    pub fn add_expr(&mut self, kind: ExprKind, ty: TypeId) -> ExprId {
        self.exprs.push(Expr { kind, ty });
        ExprId::new(self.exprs.len() - 1)
    }

    pub fn add_place(&mut self, kind: PlaceKind, ty: TypeId) -> PlaceId {
        self.places.push(Place { kind, ty });
        PlaceId::new(self.places.len() - 1)
    }

    pub fn add_reg(&mut self, name: impl Into<String>, ty: TypeId) -> RegId {
        self.regs.push(RegDecl {
            name: name.into(),
            ty,
        });
        RegId::new(self.regs.len() - 1)
    }

    pub fn add_slot(&mut self, slot: SlotDecl) -> SlotId {
        self.slots.push(slot);
        SlotId::new(self.slots.len() - 1)
    }
}
