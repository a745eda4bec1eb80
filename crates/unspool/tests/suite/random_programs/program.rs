//! A small concurrent C program as a tree.
//!
//! The tree knows only what programs of the generator consist of; `print` writes it as C. Names stand for themselves: an
//! object, function or local variable is declared exactly if some statement mentions it, so that whoever drops
//! statements (`shrink`) need not care for declarations. For the same reason what belongs together is one node: a lock
//! and its unlock, a goto and its label, a loop and its counter.
//!
//! [`Stmt::blocks`], [`Stmt::expressions`] and [`Expr::parts`] are the ways down the tree, for all that only wants to look at
//! each node.

#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    pub helpers: Vec<Helper>,
    pub workers: Vec<Worker>,
    pub main: Vec<Stmt>,
    /// What the exit status is mixed of, when `main` gets to its end.
    pub status: Vec<Expr>,
    /// Initial values of the semaphores.
    pub semaphores: [u32; 2],
    /// Whether `pointer` is null at first, instead of pointing to `x`.
    pub pointer_starts_null: bool,
}

/// `int helperN(int value)`.
#[derive(Clone, PartialEq, Debug)]
pub struct Helper {
    pub kind: HelperKind,
    pub body: Vec<Stmt>,
    pub result: Expr,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HelperKind {
    Plain,
    /// Its name makes it an atomic section.
    Atomic,
    /// Calls itself with one less while its argument is positive.
    Recursive,
}

/// The start function of threads.
#[derive(Clone, PartialEq, Debug)]
pub struct Worker {
    pub parameter: Parameter,
    pub body: Vec<Stmt>,
    pub result: Expr,
}

/// What a worker makes of its argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parameter {
    Unused,
    /// An integer, by a cast.
    Number,
    /// A pointer to an `int`.
    Pointer,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Stmt {
    /// `place = value` or, with an operator, `place op= value`.
    Assign(Place, Option<Operator>, Expr),
    /// A call whose result nobody wants.
    Evaluate(Expr),
    AtomicStore(usize, Expr),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    Switch(Expr, Vec<Case>),
    Loop(Loop),
    /// `while (place < limit) place++;`: nothing but the data ends it.
    Climb(Place, i32),
    Break,
    Continue,
    Spin(Spin),
    /// Adds to an atomic object by a loop around a compare-exchange.
    AddByExchange {
        atomic: usize,
        weak: bool,
        amount: Expr,
    },
    /// A lock made of an atomic exchange, around a block.
    SpinLocked(Vec<Stmt>),
    Locked(Mutex, Vec<Stmt>),
    /// The block if the lock is free, else the other one.
    TryLocked(Mutex, Vec<Stmt>, Vec<Stmt>),
    /// Under the first mutex: waits on the condition variable until the condition holds, then does the block.
    Await(Expr, Vec<Stmt>),
    /// The same, but it waits no more than once, whatever holds then.
    AwaitOnce(Expr, Vec<Stmt>),
    /// Under the first mutex: does the block, then signals or broadcasts.
    Announce {
        body: Vec<Stmt>,
        everyone: bool,
    },
    /// A read-write lock around a block.
    ReadWriteLocked {
        writes: bool,
        body: Vec<Stmt>,
    },
    /// Waits for another thread to get to a barrier for two.
    Meet,
    SemaphoreWait(usize),
    SemaphorePost(usize),
    /// The block if the semaphore can be taken at once.
    SemaphoreTry(usize, Vec<Stmt>),
    AtomicSection(Vec<Stmt>),
    /// An atomic section that is entered on one of two branches, each with statements of its own.
    ForkedSection(Expr, Vec<Stmt>, Vec<Stmt>, Vec<Stmt>),
    Assert(Expr),
    /// An assertion that is a single step: no branch, and no end of the process, behind it.
    Claim(Expr),
    Assume(Expr),
    SetPointer(Pointer, Address),
    /// Makes the function pointer point to a helper, or to nothing.
    SetFunction(Option<usize>),
    /// Allocates two integers, sets them, and lets `heap` point to them.
    Allocate(i32, i32),
    /// The same for one or two integers, as the lowest bit of a value says; a second one is 0.
    AllocateSome {
        more: Expr,
        first: i32,
        on_stack: bool,
    },
    /// Frees what `heap` points to.
    Free,
    /// Frees the memory of the mutex with this number, which lies on the heap if there is such a statement.
    FreeMutex(usize),
    /// Copies a record as a whole; twisted, through a function that takes and returns one.
    CopyRecord {
        to: Record,
        from: Record,
        is_twisted: bool,
    },
    /// Puts a new node on the heap into the box, in front of the nodes that are there.
    Put(Expr),
    /// Takes all nodes out of the box, adds up what the first two hold, and frees the first.
    Take(Place),
    Create {
        slot: usize,
        worker: usize,
        argument: Argument,
        /// The thread is made, and joined, only if this holds.
        guard: Option<Expr>,
    },
    /// Threads in a loop, at most one in a function.
    CreateMany {
        count: i32,
        worker: usize,
        argument: ManyArgument,
        /// Goes on making threads only while this holds.
        guard: Option<Expr>,
    },
    /// Stores the thread's result, if there is a place for it.
    Join(usize, Option<Place>),
    JoinMany(Option<Place>),
    Detach(usize),
    Return(Expr),
    ExitThread(Expr),
    ExitProcess(i32),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// None for `default`.
    pub value: Option<i32>,
    pub body: Vec<Stmt>,
    pub falls_through: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Loop {
    pub kind: LoopKind,
    /// Which variable counts; loops inside others have another one.
    pub counter: usize,
    /// The body is executed no more often than this.
    pub limit: i32,
    /// Goes on only while this holds; a `for` loop has none.
    pub condition: Expr,
    pub body: Vec<Stmt>,
    /// Of an irreducible loop: its second half, which can be entered directly.
    pub second: Vec<Stmt>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopKind {
    For,
    While,
    DoWhile,
    /// A jump backwards.
    Goto,
    /// A jump backwards, and one from before into the middle, if the condition holds then.
    Irreducible,
}

/// A loop that waits for another thread.
#[derive(Clone, PartialEq, Debug)]
pub struct Spin {
    /// Goes on while this holds.
    pub condition: Expr,
    pub body: SpinBody,
}

#[derive(Clone, PartialEq, Debug)]
pub enum SpinBody {
    Empty,
    Yield,
    /// Not just waiting: others can see it.
    Store(Place, i32),
}

#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    Constant(i32),
    Read(Place),
    Not(Box<Expr>),
    /// To a type of [`CASTS`].
    Cast(usize, Box<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    IsNotNull(Pointer),
    PointsTo(Pointer, Address),
    /// Whether a variable of [`REALS`] is below a quarter of the value.
    IsBelow(usize, Box<Expr>),
    /// Has an effect, so it stands alone or is compared with a constant: C does not say in which order operands
    /// are evaluated.
    Call(Box<Call>),
}

#[derive(Clone, PartialEq, Debug)]
pub enum Call {
    Helper(usize, Expr),
    /// Through an array of the first two helpers, at the index modulo 2.
    Table(Expr, Expr),
    /// Through the function pointer.
    Function(Expr),
    /// Adds to what an argument points to, and gives the new value.
    AddTo(Address, Expr),
    AtomicLoad(usize),
    FetchAdd(usize, Expr),
    Exchange(usize, Expr),
    CompareExchange {
        atomic: usize,
        weak: bool,
        expected: i32,
        desired: Expr,
    },
    AnyBool,
}

/// An object of some integer type.
#[derive(Clone, PartialEq, Debug)]
pub enum Place {
    /// A shared variable of [`PLAIN`].
    Plain(usize),
    Element(Index),
    /// A member of a record.
    Field(Record, usize),
    /// The shared union as an `int`, one of its bytes, or one of its two halves.
    Mixed,
    Byte(Index),
    Half(usize),
    /// One of the bit-fields [`BITS`].
    Bits(usize),
    /// A variable of [`ATOMIC`], accessed as if it were not atomic.
    Bare(usize),
    /// A variable of [`REALS`], in steps of one half.
    Real(usize),
    /// An element of a local array.
    Cell(Index),
    /// Where spinning threads look.
    Ready,
    ThreadLocal,
    Local(usize),
    /// The `value` of a helper, the `number` of a worker.
    Parameter,
    /// What the worker's argument points to.
    Mine,
    Target(Pointer),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Record {
    Shared,
    OtherShared,
    Local,
}

/// Of an array of at least [`ELEMENTS`] elements.
#[derive(Clone, PartialEq, Debug)]
pub enum Index {
    Constant(usize),
    /// The counter of a `for` loop around.
    Counter(usize),
    /// Any value; its lowest bit counts.
    Low(Box<Expr>),
    /// Any value; its two lowest bits count, so it may be out of bounds.
    Wide(Box<Expr>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointer {
    /// The shared pointer to an `int`.
    Shared,
    /// A local pointer to an `int`.
    Local,
    /// The first of the two integers on the heap.
    Heap,
    /// The second.
    HeapSecond,
}

/// A pointer to an `int`.
#[derive(Clone, PartialEq, Debug)]
pub enum Address {
    Null,
    Plain(usize),
    Element(usize),
    /// The element whose index is the lowest bit of a value.
    ElementAt(Box<Expr>),
    Field,
    Mixed,
    Local(usize),
    ThreadLocal,
    Shared,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Argument {
    None,
    Number(i32),
    Address(Address),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ManyArgument {
    None,
    /// The number of the iteration.
    Number,
    /// The address of the array's element of that number.
    Element,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mutex {
    Normal(usize),
    Recursive,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    Eq,
    Ne,
    Lt,
    Gt,
    BothHold,
    OneHolds,
}

impl Operator {
    pub fn symbol(self) -> &'static str {
        match self {
            Operator::Add => "+",
            Operator::Sub => "-",
            Operator::Mul => "*",
            Operator::Div => "/",
            Operator::Rem => "%",
            Operator::And => "&",
            Operator::Or => "|",
            Operator::Xor => "^",
            Operator::ShiftLeft => "<<",
            Operator::ShiftRight => ">>",
            Operator::Eq => "==",
            Operator::Ne => "!=",
            Operator::Lt => "<",
            Operator::Gt => ">",
            Operator::BothHold => "&&",
            Operator::OneHolds => "||",
        }
    }
}

/// Shared variables: name and type. The first two are what pointers to `int` can point to.
pub const PLAIN: &[(&str, &str)] = &[
    ("x", "int"),
    ("y", "int"),
    ("byte", "unsigned char"),
    ("half", "short"),
    ("word", "unsigned"),
    ("wide", "long long"),
];

/// Name, type, and type of the value.
pub const ATOMIC: &[(&str, &str, &str)] = &[
    ("a", "atomic_int", "int"),
    ("b", "atomic_uchar", "unsigned char"),
];

/// Shared variables whose values are halves: 0, 0.5, 1, ...
pub const REALS: &[(&str, &str)] = &[("real", "double"), ("single", "float")];

pub const FIELDS: &[(&str, &str)] = &[("first", "int"), ("second", "signed char")];

/// Bit-fields of a shared record: name and width. The last one begins a new unit.
pub const BITS: &[(&str, &str)] = &[("low", ": 3"), ("high", ": 4"), ("apart", "")];

pub const CASTS: &[&str] = &["unsigned char", "signed char", "unsigned", "long long"];

pub const ELEMENTS: usize = 3;

impl Stmt {
    /// The blocks directly below.
    pub fn blocks(&self) -> Vec<&Vec<Stmt>> {
        match self {
            Stmt::If(_, one, two) | Stmt::TryLocked(_, one, two) => vec![one, two],
            Stmt::Switch(_, cases) => cases.iter().map(|case| &case.body).collect(),
            Stmt::Loop(it) => vec![&it.body, &it.second],
            Stmt::ForkedSection(_, one, two, rest) => vec![one, two, rest],
            Stmt::SpinLocked(body)
            | Stmt::Locked(_, body)
            | Stmt::Await(_, body)
            | Stmt::AwaitOnce(_, body)
            | Stmt::ReadWriteLocked { body, .. }
            | Stmt::Announce { body, .. }
            | Stmt::SemaphoreTry(_, body)
            | Stmt::AtomicSection(body) => vec![body],
            _ => Vec::new(),
        }
    }

    pub fn blocks_mut(&mut self) -> Vec<&mut Vec<Stmt>> {
        match self {
            Stmt::If(_, one, two) | Stmt::TryLocked(_, one, two) => vec![one, two],
            Stmt::Switch(_, cases) => cases.iter_mut().map(|case| &mut case.body).collect(),
            Stmt::Loop(it) => vec![&mut it.body, &mut it.second],
            Stmt::ForkedSection(_, one, two, rest) => vec![one, two, rest],
            Stmt::SpinLocked(body)
            | Stmt::Locked(_, body)
            | Stmt::Await(_, body)
            | Stmt::AwaitOnce(_, body)
            | Stmt::ReadWriteLocked { body, .. }
            | Stmt::Announce { body, .. }
            | Stmt::SemaphoreTry(_, body)
            | Stmt::AtomicSection(body) => vec![body],
            _ => Vec::new(),
        }
    }

    /// The expressions directly below, places to read and write left out.
    pub fn expressions(&self) -> Vec<&Expr> {
        match self {
            Stmt::Assign(_, _, value)
            | Stmt::Evaluate(value)
            | Stmt::AtomicStore(_, value)
            | Stmt::If(value, ..)
            | Stmt::Switch(value, _)
            | Stmt::AddByExchange { amount: value, .. }
            | Stmt::Await(value, _)
            | Stmt::AwaitOnce(value, _)
            | Stmt::ForkedSection(value, ..)
            | Stmt::Assert(value)
            | Stmt::Claim(value)
            | Stmt::AllocateSome { more: value, .. }
            | Stmt::Assume(value)
            | Stmt::Put(value)
            | Stmt::Return(value)
            | Stmt::ExitThread(value) => vec![value],
            Stmt::Loop(it) if it.kind != LoopKind::For => vec![&it.condition],
            Stmt::Spin(spin) => vec![&spin.condition],
            Stmt::Create { guard, .. } | Stmt::CreateMany { guard, .. } => guard.iter().collect(),
            _ => Vec::new(),
        }
    }

    pub fn expressions_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Stmt::Assign(_, _, value)
            | Stmt::Evaluate(value)
            | Stmt::AtomicStore(_, value)
            | Stmt::If(value, ..)
            | Stmt::Switch(value, _)
            | Stmt::AddByExchange { amount: value, .. }
            | Stmt::Await(value, _)
            | Stmt::AwaitOnce(value, _)
            | Stmt::ForkedSection(value, ..)
            | Stmt::Assert(value)
            | Stmt::Claim(value)
            | Stmt::AllocateSome { more: value, .. }
            | Stmt::Assume(value)
            | Stmt::Put(value)
            | Stmt::Return(value)
            | Stmt::ExitThread(value) => vec![value],
            Stmt::Loop(it) if it.kind != LoopKind::For => vec![&mut it.condition],
            Stmt::Spin(spin) => vec![&mut spin.condition],
            Stmt::Create { guard, .. } | Stmt::CreateMany { guard, .. } => {
                guard.iter_mut().collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Expr {
    /// The expressions directly below, indices included.
    pub fn parts(&self) -> Vec<&Expr> {
        match self {
            Expr::Read(
                Place::Element(Index::Low(index) | Index::Wide(index))
                | Place::Byte(Index::Low(index))
                | Place::Cell(Index::Low(index)),
            ) => vec![index],
            Expr::Constant(_) | Expr::Read(_) | Expr::IsNotNull(_) | Expr::PointsTo(..) => {
                Vec::new()
            }
            Expr::Not(value) | Expr::Cast(_, value) | Expr::IsBelow(_, value) => vec![value],
            Expr::Binary(_, left, right) => vec![left, right],
            Expr::Conditional(condition, yes, no) => vec![condition, yes, no],
            Expr::Call(call) => match &**call {
                Call::Table(index, argument) => vec![index, argument],
                Call::Helper(_, value)
                | Call::Function(value)
                | Call::AddTo(_, value)
                | Call::FetchAdd(_, value)
                | Call::Exchange(_, value)
                | Call::CompareExchange { desired: value, .. } => vec![value],
                Call::AtomicLoad(_) | Call::AnyBool => Vec::new(),
            },
        }
    }

    pub fn parts_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Expr::Read(
                Place::Element(Index::Low(index) | Index::Wide(index))
                | Place::Byte(Index::Low(index))
                | Place::Cell(Index::Low(index)),
            ) => vec![index],
            Expr::Constant(_) | Expr::Read(_) | Expr::IsNotNull(_) | Expr::PointsTo(..) => {
                Vec::new()
            }
            Expr::Not(value) | Expr::Cast(_, value) | Expr::IsBelow(_, value) => vec![value],
            Expr::Binary(_, left, right) => vec![left, right],
            Expr::Conditional(condition, yes, no) => vec![condition, yes, no],
            Expr::Call(call) => match &mut **call {
                Call::Table(index, argument) => vec![index, argument],
                Call::Helper(_, value)
                | Call::Function(value)
                | Call::AddTo(_, value)
                | Call::FetchAdd(_, value)
                | Call::Exchange(_, value)
                | Call::CompareExchange { desired: value, .. } => vec![value],
                Call::AtomicLoad(_) | Call::AnyBool => Vec::new(),
            },
        }
    }
}
