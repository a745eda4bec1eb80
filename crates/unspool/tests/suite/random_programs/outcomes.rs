//! All ways in which a program can end, in a form that does not change when the program is transformed.
//!
//! Transformed programs number their threads otherwise, name their objects otherwise, and test some things explicitly that
//! the interpreter notices by itself. So an [`End`] tells no threads, only kinds of memory errors, and
//! the places of a deadlock as a multiset. Executions that an assumption excludes are no ends; one that leaves the bounds of a
//! bounded program is cut.

use std::collections::BTreeSet;

use unspool_interp::{
    ArithmeticErrorKind, Config, Exploration, ExploreConfig, MemoryErrorKind, Outcome, explore,
};
use unspool_ir::{Program, Property, Span};

/// A way to end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    Finished(i32),
    AssertionFailed {
        property: Property,
        message: String,
        place: Span,
    },
    /// Where threads wait, sorted.
    Deadlock(Vec<Span>),
    Error {
        what: &'static str,
        place: Span,
    },
    Unsupported {
        what: String,
        place: Span,
    },
}

/// What a search has found.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    pub ends: BTreeSet<End>,
    /// Whether some executions leave the bounds of the program.
    pub is_cut: bool,
    /// Whether all executions have been seen.
    pub is_complete: bool,
    pub states: usize,
}

impl Outcomes {
    /// Explores a program, with this many states at most.
    pub fn of(program: &Program, max_states: usize) -> Outcomes {
        let usual = ExploreConfig::default();
        let config = ExploreConfig {
            // The generator's programs do with less. What is shrunk may recurse for ever, and each state has its stack.
            config: Config {
                max_call_depth: 50,
                ..usual.config
            },
            max_states,
            ..usual
        };
        Outcomes::found(&explore(program, &config))
    }

    pub fn found(exploration: &Exploration) -> Outcomes {
        let mut outcomes = Outcomes {
            is_complete: exploration.complete,
            states: exploration.states,
            ..Outcomes::default()
        };
        for outcome in exploration.outcomes() {
            match outcome {
                Outcome::AssertionFailed {
                    property: Property::Unwinding,
                    ..
                } => outcomes.is_cut = true,
                _ => outcomes.ends.extend(end(outcome)),
            }
        }
        outcomes
    }

    pub fn has_violation(&self) -> bool {
        self.ends.iter().any(|end| !matches!(end, End::Finished(_)))
    }

    /// Why these are not the outcomes of a program that has those of `original`.
    pub fn differ_from(&self, original: &Outcomes, program: &Program) -> Option<String> {
        let invented: Vec<&End> = self.ends.difference(&original.ends).collect();
        let lost: Vec<&End> = match self.is_cut {
            true => Vec::new(),
            false => original.ends.difference(&self.ends).collect(),
        };
        if invented.is_empty() && lost.is_empty() {
            return None;
        }
        let list = |ends: Vec<&End>| -> String {
            ends.into_iter()
                .map(|end| format!("\n    {}", end.describe(program)))
                .collect()
        };
        Some(format!(
            "ends that the original does not have:{}\nends that only the original has:{}",
            list(invented),
            list(lost)
        ))
    }
}

impl End {
    pub fn describe(&self, program: &Program) -> String {
        let at = |place: &Span| format!("{}:{}", place.line, place.column);
        match self {
            End::Finished(status) => format!("status {status}"),
            End::AssertionFailed {
                property,
                message,
                place,
            } => format!(
                "{}: {message} [{}]",
                program.describe(*place),
                property.name()
            ),
            End::Deadlock(places) => {
                let places: Vec<String> = places.iter().map(at).collect();
                format!("deadlock at {}", places.join(", "))
            }
            End::Error { what, place } => format!("{}: {what}", program.describe(*place)),
            End::Unsupported { what, place } => {
                format!("{}: unsupported: {what}", program.describe(*place))
            }
        }
    }
}

/// None if it is not counted as an end.
fn end(outcome: &Outcome) -> Option<End> {
    let error = |what: &'static str, place: Span| Some(End::Error { what, place });
    match outcome {
        Outcome::Finished { status } => Some(End::Finished(*status)),
        // Where a call goes is decided by tests in a bounded program, the last of which asserts.
        Outcome::AssertionFailed {
            property: Property::MemorySafety,
            span,
            ..
        } => error(BAD_POINTER, *span),
        Outcome::AssertionFailed {
            property,
            message,
            span,
            ..
        } => Some(End::AssertionFailed {
            property: *property,
            message: message.clone(),
            place: *span,
        }),
        Outcome::Deadlock { blocked, .. } => {
            let mut places: Vec<Span> = blocked.iter().map(|&(_, span)| span).collect();
            places.sort_unstable();
            Some(End::Deadlock(places))
        }
        Outcome::MemoryError { kind, span, .. } => error(kind_of_memory_error(kind), *span),
        Outcome::ArithmeticError { kind, span, .. } => match kind {
            ArithmeticErrorKind::DivisionByZero => error("division by zero", *span),
            ArithmeticErrorKind::QuotientOverflow => error("quotient overflow", *span),
        },
        Outcome::UnreachableReached { span, .. } => error("unreachable reached", *span),
        Outcome::Aborted { span, .. } => error("aborted", *span),
        Outcome::Unsupported { what, span, .. } => Some(End::Unsupported {
            what: what.clone(),
            place: *span,
        }),
        // Limits are counted by `complete`; races are not asked for.
        Outcome::AssumeFailed { .. }
        | Outcome::StepLimit
        | Outcome::ResourceLimit { .. }
        | Outcome::Race { .. } => None,
    }
}

const BAD_POINTER: &str = "null dereference or bad call";

fn kind_of_memory_error(kind: &MemoryErrorKind) -> &'static str {
    match kind {
        // A call through a null pointer is the former, and may become the latter.
        MemoryErrorKind::NullDereference { .. } | MemoryErrorKind::BadCall { .. } => BAD_POINTER,
        MemoryErrorKind::OutOfBounds { .. } => "out of bounds",
        MemoryErrorKind::UseAfterFree { .. } => "use after free",
        MemoryErrorKind::DeadLocal { .. } => "dead local",
        MemoryErrorKind::WildPointer { .. } => "wild pointer",
        MemoryErrorKind::DoubleFree { .. } => "double free",
        MemoryErrorKind::InvalidFree { .. } => "invalid free",
        MemoryErrorKind::WriteToReadOnly { .. } => "write to read-only",
        MemoryErrorKind::StackOverflow => "stack overflow",
    }
}
