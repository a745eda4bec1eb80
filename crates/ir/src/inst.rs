//! Instructions and terminators.
//!
//! **An instruction makes at most one memory access**, so that interleavings of instructions are as
//! fine as a compiler's. Whole records can be loaded and stored in one instruction; the front end does
//! so only for temporaries that no other thread can see and copies shared records member by member.
//!
//! Concurrency has few primitives. Between `AtomicBegin` and the matching `AtomicEnd` no other thread
//! runs. `WaitUntil` stands inside an atomic section: the thread cannot enter the section in a state in
//! which running it would meet a false `WaitUntil` (nothing of the section happens; the thread is
//! *blocked* until others change the state). Everything that blocks (mutexes, joins, ...) is C over that.

use crate::ids::{BlockId, ExprId, FunctionId, OriginId, PlaceId, PointId, RegId, SlotId};
use crate::program::Span;
use crate::property::Property;

#[derive(Clone, PartialEq, Debug)]
pub struct Inst {
    pub kind: InstKind,
    pub span: Span,
    /// In a bounded program: the calls and loop iterations that it is a copy for. None if it stands where it was written.
    pub origin: Option<OriginId>,
    /// In a bounded program: the visible point just before it, if there is one.
    pub point: Option<PointId>,
}

impl Inst {
    pub fn new(kind: InstKind, span: Span) -> Self {
        Inst {
            kind,
            span,
            origin: None,
            point: None,
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum InstKind {
    /// `dst = value`: pure.
    Assign {
        dst: RegId,
        value: ExprId,
    },
    Load {
        dst: RegId,
        place: PlaceId,
        access: Access,
    },
    Store {
        place: PlaceId,
        value: ExprId,
        access: Access,
    },
    /// Atomically `dst = place; place = dst op value`.
    Rmw {
        op: RmwOp,
        dst: RegId,
        place: PlaceId,
        value: ExprId,
        order: MemoryOrder,
    },
    /// Atomically `old = place; ok = old == expected; if ok, place = desired`. A weak one may also leave
    /// the place alone with `ok` false although the values are equal.
    CompareExchange {
        ok: RegId,
        old: RegId,
        place: PlaceId,
        expected: ExprId,
        desired: ExprId,
        weak: bool,
        /// When it succeeds.
        order: MemoryOrder,
        /// When it fails, and so only loads: without release.
        failure: MemoryOrder,
    },
    Fence(MemoryOrder),
    /// Extra arguments of a variadic callee are laid out in memory; see [`InstKind::VarArgs`].
    Call {
        dst: Option<RegId>,
        callee: Callee,
        args: Vec<ExprId>,
    },
    /// `dst` (a pointer) = start of this activation's extra arguments. The arguments lie one after the
    /// other, each at the next multiple of the larger of its alignment and the pointer size; the area
    /// lives as long as the activation.
    VarArgs {
        dst: RegId,
    },
    /// The slot becomes a fresh object with indeterminate contents (its declaration is passed).
    Live(SlotId),
    /// The slot's object ends; pointers to it dangle. A place that names a dead slot makes it live again:
    /// C lets control jump into a block past a declaration.
    Dead(SlotId),
    AtomicBegin,
    AtomicEnd,
    /// `dst` (i32) = id of a new thread that runs `start(args)`. Ids count up from 0, which is the first thread, in the
    /// order of creation; unless `thread` gives the id, as in bounded programs, where every thread is created at
    /// one place only.
    Spawn {
        dst: RegId,
        /// A pointer to a function whose result is void.
        start: ExprId,
        args: Vec<ExprId>,
        thread: Option<u32>,
    },
    /// `dst` (i32) = id of the running thread.
    SelfId {
        dst: RegId,
    },
    /// `dst` (bool) = the thread with this id has ended. False for an id not (yet) given.
    Finished {
        dst: RegId,
        thread: ExprId,
    },
    WaitUntil(ExprId),
    /// Says that the running thread now holds the lock at this address: until its [`InstKind::Release`] no other thread
    /// gets past a hold of the same address, if only holds and releases change the lock. No effect of its own;
    /// it stands in the atomic section that takes the lock, behind the `WaitUntil`.
    Hold(ExprId),
    Release(ExprId),
    /// Executions in which the condition (bool) is false are not considered.
    Assume(ExprId),
    /// A violation of the property if the condition (bool) is false.
    Assert {
        condition: ExprId,
        property: Property,
        message: String,
        /// Points to a C string that tells more, in the program's words. Evaluated and read only for the report
        /// of a violation: it is no access to memory, and left out if it cannot be read.
        detail: Option<ExprId>,
    },
    /// `dst` = any value of its type.
    Nondet {
        dst: RegId,
    },
    /// `dst` (a pointer) = start of a fresh object of `size` bytes with indeterminate contents, at a
    /// multiple of `align` (unsigned, pointer-wide), a power of two. Any other `align` is not supported.
    Alloc {
        dst: RegId,
        size: ExprId,
        align: ExprId,
        storage: Storage,
    },
    /// Ends an object made by `Alloc` of that storage. Nothing happens to null.
    Free {
        pointer: ExprId,
        storage: Storage,
        /// It is a violation of `lock-misuse` if a thread, this one or another, then holds a lock that lies in the object:
        /// has passed a [`InstKind::Hold`] of an address in it, and no [`InstKind::Release`] of that since.
        is_unheld: bool,
    },
    /// `dst` (unsigned, pointer-wide) = size in bytes of the object that the pointer points into.
    ObjectSize {
        dst: RegId,
        pointer: ExprId,
    },
    /// A byte to standard output (stream 1) or error (2).
    Output {
        stream: ExprId,
        byte: ExprId,
    },
    /// Reaching this is outside what can be modelled; says what it is.
    Unsupported(String),
}

impl InstKind {
    /// Of allocations that ask for none: enough for every type without an alignment of its own.
    pub const DEFAULT_ALIGN: u128 = 16;

    /// What is said of a `free` that ought to be unheld and is not.
    pub const FREE_OF_HELD: &str = "free of memory with a lock in it that is held";
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    Direct(FunctionId),
    /// A pointer to a function.
    Indirect(ExprId),
}

/// How memory is touched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Access {
    pub volatile: bool,
    /// The order of an atomic access; None for a plain one.
    pub atomic: Option<MemoryOrder>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MemoryOrder {
    Relaxed,
    Consume,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

impl MemoryOrder {
    pub const ALL: [MemoryOrder; 6] = [
        MemoryOrder::Relaxed,
        MemoryOrder::Consume,
        MemoryOrder::Acquire,
        MemoryOrder::Release,
        MemoryOrder::AcqRel,
        MemoryOrder::SeqCst,
    ];

    /// As the text form spells it.
    pub fn name(self) -> &'static str {
        match self {
            MemoryOrder::Relaxed => "relaxed",
            MemoryOrder::Consume => "consume",
            MemoryOrder::Acquire => "acquire",
            MemoryOrder::Release => "release",
            MemoryOrder::AcqRel => "acq_rel",
            MemoryOrder::SeqCst => "seq_cst",
        }
    }

    /// What is left for an access that only loads: C's failure order of a compare-exchange with one order.
    pub fn without_release(self) -> Self {
        match self {
            MemoryOrder::Release => MemoryOrder::Relaxed,
            MemoryOrder::AcqRel => MemoryOrder::Acquire,
            other => other,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RmwOp {
    Exchange,
    /// On integers, floats, and pointers (bytes, the value being a pointer-wide integer).
    Add,
    Sub,
    And,
    Or,
    Xor,
    Nand,
}

impl RmwOp {
    pub const ALL: [RmwOp; 7] = [
        RmwOp::Exchange,
        RmwOp::Add,
        RmwOp::Sub,
        RmwOp::And,
        RmwOp::Or,
        RmwOp::Xor,
        RmwOp::Nand,
    ];

    pub fn name(self) -> &'static str {
        match self {
            RmwOp::Exchange => "exchange",
            RmwOp::Add => "add",
            RmwOp::Sub => "sub",
            RmwOp::And => "and",
            RmwOp::Or => "or",
            RmwOp::Xor => "xor",
            RmwOp::Nand => "nand",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Storage {
    /// Until freed.
    Heap,
    /// Until freed or the activation that made it ends (variable-length arrays, `alloca`).
    Stack,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Terminator {
    Goto(BlockId),
    /// On a bool.
    Branch {
        condition: ExprId,
        then: BlockId,
        otherwise: BlockId,
    },
    /// On an integer; ranges do not overlap.
    Switch {
        value: ExprId,
        cases: Vec<Case>,
        default: BlockId,
    },
    Return(Option<ExprId>),
    /// The running thread ends.
    ExitThread,
    /// The process ends with this status (i32).
    Exit(ExprId),
    /// The process ends abnormally, as by C's `abort`.
    Abort,
    /// Undefined behaviour if reached (`__builtin_unreachable`, the end of a noreturn call).
    Unreachable,
}

/// Bits of the switch value's type, `low <= high` in that type's order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Case {
    pub low: u128,
    pub high: u128,
    pub target: BlockId,
}

impl Terminator {
    /// Blocks that may run next, in the order in which they are written.
    pub fn successors(&self) -> impl Iterator<Item = BlockId> + '_ {
        let (first, second, cases): (_, _, &[Case]) = match self {
            Terminator::Goto(target) => (Some(*target), None, &[]),
            Terminator::Branch {
                then, otherwise, ..
            } => (Some(*then), Some(*otherwise), &[]),
            Terminator::Switch { cases, default, .. } => (Some(*default), None, cases),
            _ => (None, None, &[]),
        };
        first
            .into_iter()
            .chain(second)
            .chain(cases.iter().map(|c| c.target))
    }

    /// The same, to change them.
    pub fn successors_mut(&mut self) -> impl Iterator<Item = &mut BlockId> {
        let (first, second, cases): (_, _, &mut [Case]) = match self {
            Terminator::Goto(target) => (Some(target), None, &mut []),
            Terminator::Branch {
                then, otherwise, ..
            } => (Some(then), Some(otherwise), &mut []),
            Terminator::Switch { cases, default, .. } => (Some(default), None, cases),
            _ => (None, None, &mut []),
        };
        first
            .into_iter()
            .chain(second)
            .chain(cases.iter_mut().map(|c| &mut c.target))
    }
}
