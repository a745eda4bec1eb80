//! Every way an execution can end: one enum.
//!
//! The same idea as Miri's termination enum. An outcome is a value: two executions that end the same way
//! have equal outcomes, which is what the exhaustive search collects. [`Outcome::headline`] says it in
//! the user's words, and [`Outcome::describe`] adds where.

use unspool_ir::{Program, Property, Span};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The entry function returned, `exit` was called, or every thread ended.
    Finished {
        status: i32,
    },
    AssertionFailed {
        property: Property,
        message: String,
        thread: u32,
        span: Span,
    },
    /// These threads wait for ever, each at its place.
    Deadlock {
        blocked: Vec<(u32, Span)>,
        /// Whether others do not: those that wait then do so for each other, or for what the others never do. Else these are all that have not ended.
        others_go_on: bool,
    },
    Race {
        first: RaceAccess,
        second: RaceAccess,
    },
    MemoryError {
        kind: MemoryErrorKind,
        thread: u32,
        span: Span,
    },
    ArithmeticError {
        kind: ArithmeticErrorKind,
        thread: u32,
        span: Span,
    },
    /// A place was reached that the program promises never to reach.
    UnreachableReached {
        thread: u32,
        span: Span,
    },
    Aborted {
        thread: u32,
        span: Span,
    },
    /// The execution is one that the program excludes.
    AssumeFailed {
        thread: u32,
        span: Span,
    },
    StepLimit,
    Unsupported {
        what: String,
        thread: u32,
        span: Span,
    },
    /// Memory, addresses or threads ran out: which.
    ResourceLimit {
        what: String,
        thread: u32,
        span: Span,
    },
}

/// One of the two accesses of a race.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RaceAccess {
    pub thread: u32,
    pub span: Span,
    pub is_write: bool,
    pub is_atomic: bool,
    /// Name of the object and the byte range in it.
    pub object: String,
    pub offset: u64,
    pub size: u64,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MemoryErrorKind {
    NullDereference {
        address: u64,
    },
    OutOfBounds {
        object: String,
        size: u64,
        /// Of the first byte accessed, from the object's start.
        offset: i128,
        access: u64,
    },
    UseAfterFree {
        object: String,
    },
    /// A local variable, or stack allocation, whose block or function has been left.
    DeadLocal {
        object: String,
    },
    /// An address at which no object lives.
    WildPointer {
        address: u64,
    },
    DoubleFree {
        object: String,
    },
    InvalidFree {
        what: String,
    },
    WriteToReadOnly {
        object: String,
    },
    /// A call through a pointer to something that cannot be called so.
    BadCall {
        what: String,
    },
    StackOverflow,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArithmeticErrorKind {
    DivisionByZero,
    /// The smallest value divided by -1.
    QuotientOverflow,
}

impl Outcome {
    /// Thread and place of an outcome that happens at one place.
    pub fn place(&self) -> Option<(u32, Span)> {
        match *self {
            Outcome::AssertionFailed { thread, span, .. }
            | Outcome::MemoryError { thread, span, .. }
            | Outcome::ArithmeticError { thread, span, .. }
            | Outcome::UnreachableReached { thread, span }
            | Outcome::Aborted { thread, span }
            | Outcome::AssumeFailed { thread, span }
            | Outcome::Unsupported { thread, span, .. }
            | Outcome::ResourceLimit { thread, span, .. } => Some((thread, span)),
            Outcome::Race { ref second, .. } => Some((second.thread, second.span)),
            Outcome::Finished { .. } | Outcome::Deadlock { .. } | Outcome::StepLimit => None,
        }
    }

    /// What is violated by it.
    pub fn property(&self) -> Option<Property> {
        match self {
            Outcome::AssertionFailed { property, .. } => Some(*property),
            Outcome::Deadlock { .. } => Some(Property::Deadlock),
            Outcome::Race { .. } => Some(Property::DataRace),
            Outcome::MemoryError { .. } => Some(Property::MemorySafety),
            Outcome::ArithmeticError { kind, .. } => Some(kind.property()),
            Outcome::Finished { .. }
            | Outcome::UnreachableReached { .. }
            | Outcome::Aborted { .. }
            | Outcome::AssumeFailed { .. }
            | Outcome::StepLimit
            | Outcome::Unsupported { .. }
            | Outcome::ResourceLimit { .. } => None,
        }
    }

    /// What happened, without where.
    pub fn headline(&self) -> String {
        match self {
            Outcome::Finished { status } => format!("the program finished with status {status}"),
            Outcome::AssertionFailed {
                property, message, ..
            } => format!("{message} [{}]", property.name()),
            Outcome::Deadlock {
                blocked,
                others_go_on,
            } => match (blocked.len(), others_go_on) {
                (1, true) => "deadlock: a thread waits for ever".to_string(),
                (number, true) => format!("deadlock: {number} threads wait for ever"),
                (1, false) => "deadlock: the only thread left waits for ever".to_string(),
                (number, false) => format!("deadlock: all {number} threads left wait for ever"),
            },
            Outcome::Race { second, .. } => format!("data race on {}", second.object),
            Outcome::MemoryError { kind, .. } => {
                format!("{} [{}]", kind.describe(), Property::MemorySafety.name())
            }
            Outcome::ArithmeticError { kind, .. } => {
                format!("{} [{}]", kind.describe(), kind.property().name())
            }
            Outcome::UnreachableReached { .. } => {
                "code that is declared unreachable was reached".to_string()
            }
            Outcome::Aborted { .. } => "the program aborted".to_string(),
            Outcome::AssumeFailed { .. } => {
                "an assumption of the program does not hold in this run".to_string()
            }
            Outcome::StepLimit => "the limit of executed instructions was reached".to_string(),
            Outcome::Unsupported { what, .. } => what.clone(),
            Outcome::ResourceLimit { what, .. } => format!("out of resources: {what}"),
        }
    }

    /// The headline with all threads and places, on one line.
    pub fn describe(&self, program: &Program) -> String {
        let headline = self.headline();
        match self {
            Outcome::Deadlock { blocked, .. } => {
                let waiting: Vec<String> = blocked
                    .iter()
                    .map(|&(thread, span)| format!("thread {thread} at {}", program.describe(span)))
                    .collect();
                return format!("{headline}: {}", waiting.join(", "));
            }
            Outcome::Race { first, second } => {
                return format!(
                    "{headline}: {} and {}",
                    first.describe(program),
                    second.describe(program)
                );
            }
            _ => {}
        }
        match self.place() {
            Some((thread, span)) => {
                format!("{}: {headline} (thread {thread})", program.describe(span))
            }
            None => headline,
        }
    }
}

impl RaceAccess {
    fn describe(&self, program: &Program) -> String {
        format!(
            "{}{} of {} byte{} at offset {} by thread {} at {}",
            if self.is_atomic { "atomic " } else { "" },
            if self.is_write { "write" } else { "read" },
            self.size,
            if self.size == 1 { "" } else { "s" },
            self.offset,
            self.thread,
            program.describe(self.span)
        )
    }
}

impl ArithmeticErrorKind {
    pub fn property(self) -> Property {
        match self {
            ArithmeticErrorKind::DivisionByZero => Property::DivisionByZero,
            ArithmeticErrorKind::QuotientOverflow => Property::Overflow,
        }
    }

    pub fn describe(self) -> &'static str {
        match self {
            ArithmeticErrorKind::DivisionByZero => "division by zero",
            ArithmeticErrorKind::QuotientOverflow => "the quotient does not fit its type",
        }
    }
}

impl MemoryErrorKind {
    pub fn describe(&self) -> String {
        match self {
            MemoryErrorKind::NullDereference { address: 0 } => {
                "dereference of a null pointer".to_string()
            }
            MemoryErrorKind::NullDereference { address } => {
                format!("dereference of a null pointer plus {address} bytes")
            }
            MemoryErrorKind::OutOfBounds {
                object,
                size,
                offset,
                access,
            } => format!(
                "out of bounds: access of {access} bytes at offset {offset} of {object}, which has {size} bytes"
            ),
            MemoryErrorKind::UseAfterFree { object } => format!("use after free of {object}"),
            MemoryErrorKind::DeadLocal { object } => {
                format!("access to {object} after its lifetime has ended")
            }
            MemoryErrorKind::WildPointer { address } => {
                format!("dereference of a pointer to no object (address {address:#x})")
            }
            MemoryErrorKind::DoubleFree { object } => format!("double free of {object}"),
            MemoryErrorKind::InvalidFree { what } => format!("invalid free of {what}"),
            MemoryErrorKind::WriteToReadOnly { object } => {
                format!("write to {object}, which is read-only")
            }
            MemoryErrorKind::BadCall { what } => format!("invalid call: {what}"),
            MemoryErrorKind::StackOverflow => "stack overflow".to_string(),
        }
    }
}
