//! The form in which functions are executed: flat code.
//!
//! Expression trees become postfix code whose operands are registers, constants and addresses where
//! they can be, and the top of a stack otherwise. Blocks become one list of instructions. Every type
//! question is answered here once ([`Repr`], sizes, steps), and nothing recurses on the depth of an
//! expression. [`crate::compile`] makes it, [`crate::eval`] and [`crate::execute`] run it.

use unspool_ir::{
    BinaryOp, FunctionId, MemoryOrder, OriginId, Property, RmwOp, Span, Storage, UnaryOp,
};

use crate::reported_place::InlinedCalls;
use crate::value::{Repr, Scalar, Value};

pub struct CompiledProgram {
    /// None where there is no body.
    pub functions: Vec<Option<CompiledFunction>>,
    pub pointer_bits: u32,
    /// Whether any atomic section can block and must be undoable.
    pub has_wait: bool,
    /// Whether the program says where threads are switched.
    pub has_points: bool,
}

pub struct CompiledFunction {
    pub id: FunctionId,
    pub ops: Vec<Op>,
    pub constants: Vec<Scalar>,
    pub insts: Vec<CompiledInst>,
    pub params: Vec<(u32, Repr)>,
    pub registers: Vec<RegisterLayout>,
    /// What registers hold when the function is entered.
    pub initial: Vec<Value>,
    pub slots: Vec<SlotLayout>,
    /// By origin.
    pub inlined: Vec<InlinedCalls>,
    pub frame_size: u64,
    pub frame_align: u64,
    pub result: Repr,
    pub variadic: bool,
}

#[derive(Clone, Copy)]
pub struct RegisterLayout {
    pub repr: Repr,
    pub size: u64,
}

#[derive(Clone, Copy)]
pub struct SlotLayout {
    /// From the start of the frame.
    pub offset: u64,
    pub size: u64,
    pub span: Span,
    /// The function whose variable it is, before it was inlined.
    pub owner: FunctionId,
}

pub struct CompiledInst {
    pub kind: CompiledKind,
    pub span: Span,
    pub origin: Option<OriginId>,
    pub has_point: bool,
}

/// A value ready to be computed.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    Operand(Operand),
    Code { start: u32, end: u32 },
}

#[derive(Clone, Copy, Debug)]
pub enum Operand {
    /// Taken off the stack.
    Pop,
    Register(u32),
    Constant(u32),
    /// Address of a slot plus bytes.
    Slot {
        slot: u32,
        offset: u32,
    },
    /// Address of the running thread's instance plus bytes.
    ThreadLocal {
        global: u32,
        offset: u32,
    },
}

/// Pushes its result.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    Push(Operand),
    Unary {
        op: UnaryOp,
        repr: Repr,
        a: Operand,
    },
    /// Operands of one representation; comparisons give a bool. When both are popped, `b` is on top.
    Binary {
        op: BinaryOp,
        repr: Repr,
        a: Operand,
        b: Operand,
    },
    PointerAdd {
        step: u64,
        index: Repr,
        a: Operand,
        b: Operand,
    },
    PointerDiff {
        step: u64,
        a: Operand,
        b: Operand,
    },
    Convert {
        from: Repr,
        to: Repr,
        a: Operand,
    },
    /// Pops; jumps when false.
    JumpIfFalse {
        condition: Operand,
        target: u32,
    },
    Jump {
        target: u32,
    },
    /// The expression is larger than any program's.
    TooLarge,
}

/// A value that may be a record.
#[derive(Clone, Debug)]
pub enum AnySource {
    Scalar(Source),
    Aggregate(AggregateSource),
}

#[derive(Clone, Debug)]
pub enum AggregateSource {
    Register(u32),
    Select(Source, Box<AggregateSource>, Box<AggregateSource>),
    Unsupported,
}

/// Memory at an address.
#[derive(Clone, Copy, Debug)]
pub struct PlaceCode {
    pub address: Source,
    pub size: u64,
    pub repr: Repr,
    /// Part of a variable that every thread knows and can change: no need to look where it lies.
    pub is_global: bool,
}

pub struct Argument {
    pub source: AnySource,
    pub repr: Repr,
    pub size: u64,
    pub align: u64,
}

pub enum Target {
    Direct(FunctionId),
    Indirect(Source),
}

pub struct CaseRange {
    pub low: u128,
    pub high: u128,
    pub target: u32,
}

pub enum CompiledKind {
    Assign {
        dst: u32,
        value: Source,
    },
    AssignAggregate {
        dst: u32,
        value: AggregateSource,
    },
    Load {
        dst: u32,
        place: PlaceCode,
        order: Option<MemoryOrder>,
    },
    Store {
        place: PlaceCode,
        value: AnySource,
        order: Option<MemoryOrder>,
    },
    Rmw {
        op: RmwOp,
        dst: u32,
        place: PlaceCode,
        value: Source,
        order: MemoryOrder,
    },
    CompareExchange {
        ok: u32,
        old: u32,
        place: PlaceCode,
        expected: Source,
        desired: Source,
        weak: bool,
        order: MemoryOrder,
        failure: MemoryOrder,
    },
    Fence(MemoryOrder),
    Call {
        dst: Option<u32>,
        target: Target,
        arguments: Vec<Argument>,
    },
    VarArgs {
        dst: u32,
    },
    Live(u32),
    Dead(u32),
    /// For reports; nothing else happens.
    Hold(Source),
    Release(Source),
    AtomicBegin,
    AtomicEnd,
    Spawn {
        dst: u32,
        start: Source,
        arguments: Box<[AnySource]>,
        /// The new thread's number, where the program says it.
        thread: Option<u32>,
    },
    SelfId {
        dst: u32,
    },
    Finished {
        dst: u32,
        thread: Source,
        thread_repr: Repr,
    },
    WaitUntil(Source),
    Assume(Source),
    Assert {
        condition: Source,
        property: Property,
        message: String,
        /// A pointer to further words of the message.
        detail: Option<Source>,
    },
    Nondet {
        dst: u32,
    },
    Alloc {
        dst: u32,
        size: Source,
        align: Source,
        storage: Storage,
    },
    Free {
        pointer: Source,
        storage: Storage,
        is_unheld: bool,
    },
    ObjectSize {
        dst: u32,
        pointer: Source,
    },
    Output {
        stream: Source,
        byte: Source,
    },
    Unsupported(String),
    Goto(u32),
    Branch {
        condition: Source,
        then: u32,
        otherwise: u32,
    },
    Switch {
        value: Source,
        repr: Repr,
        cases: Vec<CaseRange>,
        default: u32,
    },
    Return(Option<AnySource>),
    ExitThread,
    Exit(Source),
    Abort,
    Unreachable,
}

impl CompiledKind {
    /// The register that gets a value, if it is one that the instruction computes or finds. Not of calls, whose results come later, nor of inputs.
    pub fn destination(&self) -> Option<u32> {
        match self {
            CompiledKind::Assign { dst, .. }
            | CompiledKind::AssignAggregate { dst, .. }
            | CompiledKind::Load { dst, .. }
            | CompiledKind::Rmw { dst, .. }
            | CompiledKind::CompareExchange { ok: dst, .. }
            | CompiledKind::Alloc { dst, .. }
            | CompiledKind::ObjectSize { dst, .. } => Some(*dst),
            _ => None,
        }
    }
}
