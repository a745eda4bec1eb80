//! Which input of the bounded execution an instruction of the original gets.
//!
//! The instruction that draws is the same in both, as a rule. Exceptions are values that are indeterminate: passes may drop the
//! first instruction that reads one, so that in the bounded program another draws it. Then what is drawn for tells:
//! the variable, in the same call.

use unspool_engine::Position;
use unspool_interp::input::{Asker, Purpose};
use unspool_interp::{Location, ObjectName};
use unspool_ir::Body;

use super::names::{Name, Step};

/// An input that the bounded execution drew.
pub struct Draw {
    pub thread: u32,
    pub position: Position,
    pub name: Name,
    pub drawn_for: DrawFor,
    pub byte: Option<u64>,
    pub bits: u128,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DrawFor {
    Nondet,
    /// Its name in the source, which may be empty.
    Register(String),
    Memory(Location),
    SpuriousFailure,
}

impl DrawFor {
    /// Of the function with this body, which asks.
    pub fn of(asker: &Asker<'_>, body: Option<&Body>) -> DrawFor {
        match asker.purpose {
            Purpose::Nondet => DrawFor::Nondet,
            Purpose::SpuriousFailure => DrawFor::SpuriousFailure,
            Purpose::Memory(place) => {
                let by = asker.machine.executed().last().copied();
                DrawFor::Memory(asker.machine.location(place, by))
            }
            Purpose::Register(register) => {
                let register = body.and_then(|body| body.regs.get(register.index()));
                DrawFor::Register(register.map_or(String::new(), |it| it.name.clone()))
            }
        }
    }

    /// Whether both are values of the same variable, as far as names tell.
    pub fn is_same_variable(&self, other: &DrawFor) -> bool {
        match (self, other) {
            (DrawFor::Register(one), DrawFor::Register(other)) => !one.is_empty() && one == other,
            (DrawFor::Memory(one), DrawFor::Memory(other)) => {
                one.offset == other.offset && is_same_object(&one.object, &other.object)
            }
            _ => false,
        }
    }
}

/// Threads have other numbers in the other program, and objects lie elsewhere.
fn is_same_object(one: &ObjectName, other: &ObjectName) -> bool {
    match (one, other) {
        (
            ObjectName::ThreadLocal { name: one, .. },
            ObjectName::ThreadLocal { name: other, .. },
        ) => one == other,
        (
            ObjectName::Local {
                name: one,
                function: in_one,
                ..
            },
            ObjectName::Local {
                name: other,
                function: in_other,
                ..
            },
        ) => one == other && in_one == in_other,
        (ObjectName::Heap { span: one, .. }, ObjectName::Heap { span: other, .. })
        | (ObjectName::Stack { span: one, .. }, ObjectName::Stack { span: other, .. }) => {
            one == other
        }
        _ => one == other,
    }
}

/// Whether two instructions are in the same call, by the way to them. An argument is computed before a call in the original, and often in it
/// after inlining: one way may go on where the other ends.
pub fn is_same_call(one: &[Step], other: &[Step]) -> bool {
    let calls = |path: &[Step]| {
        let calls = path.iter().filter(|step| matches!(step, Step::Call { .. }));
        calls.copied().collect::<Vec<_>>()
    };
    let (one, other) = (calls(one), calls(other));
    one.starts_with(&other) || other.starts_with(&one)
}
