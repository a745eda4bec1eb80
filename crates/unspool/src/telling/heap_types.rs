//! What the objects of the heap are.
//!
//! An allocated object has no declared type, and goes by as many names as there are ways to get at it: what a loop reads as `node->next`,
//! `memset` writes as bytes. The accesses of a whole execution tell what it is: the largest record by which any of them went, or else the
//! largest type. So each part of it has one name. And an object that the program itself never gets at is the library's own business.

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_interp::{Action, Location, ObjectName, ShownValue, TraceStep, part};
use unspool_ir::{Program, Type, TypeId};

/// Types of allocated objects, by address.
#[derive(Clone, Default)]
pub struct HeapTypes {
    types: FxHashMap<u64, (Rank, TypeId)>,
    /// Of each, the last byte that is accessed.
    ends: FxHashMap<u64, u64>,
    /// Those that the program's own instructions access, or have pointers to.
    of_program: FxHashSet<u64>,
}

/// The greater, the better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    is_record: bool,
    size: u64,
}

impl HeapTypes {
    pub fn of(program: &Program, effects: &[TraceStep]) -> HeapTypes {
        let mut known = HeapTypes::default();
        for effect in effects {
            if let Some(at) = effect.action.location() {
                known.learn(program, at);
            }
            if !effect.is_by_model {
                let values = values(effect).into_iter().flatten();
                let pointed_at = values.filter_map(|value| value.target.as_deref());
                let objects = effect.action.location().into_iter().chain(pointed_at);
                known
                    .of_program
                    .extend(objects.filter_map(|at| address(&at.object)));
            }
        }
        known
    }

    /// Whether it is seen to be an array of its type.
    pub fn is_array(&self, program: &Program, object: &ObjectName) -> bool {
        let (Some(address), Some(ty)) = (address(object), self.get(object)) else {
            return false;
        };
        let size = program.types.size_of(ty).unwrap_or(u64::MAX);
        let end = self.ends.get(&address).copied().unwrap_or(0);
        end >= size && part(program, ty, size, 1).path.starts_with('[')
    }

    /// Whether only the library knows an object.
    pub fn is_of_library(&self, object: &ObjectName) -> bool {
        address(object).is_some_and(|address| !self.of_program.contains(&address))
    }

    pub fn get(&self, object: &ObjectName) -> Option<TypeId> {
        let address = address(object)?;
        self.types.get(&address).map(|(_, ty)| *ty)
    }

    fn learn(&mut self, program: &Program, at: &Location) {
        let (Some(address), Some(ty)) = (address(&at.object), at.pointee) else {
            return;
        };
        let end = self.ends.entry(address).or_default();
        *end = at.offset.max(*end);
        let rank = Rank {
            is_record: matches!(program.types.get(ty), Type::Record(_)),
            size: program.types.size_of(ty).unwrap_or(0),
        };
        let best = self.types.entry(address).or_insert((rank, ty));
        if rank > best.0 {
            *best = (rank, ty);
        }
    }
}

fn address(object: &ObjectName) -> Option<u64> {
    match object {
        ObjectName::Heap { address, .. } | ObjectName::Stack { address, .. } => Some(*address),
        _ => None,
    }
}

/// What is read and written.
fn values(effect: &TraceStep) -> [Option<&ShownValue>; 2] {
    match &effect.action {
        Action::Read { value, .. } | Action::Assign { value, .. } | Action::Input { value, .. } => {
            [Some(value), None]
        }
        Action::Write { before, after, .. } => [before.as_ref(), Some(after)],
        Action::Update { before, after, .. } => [Some(before), after.as_ref()],
        Action::Spawn { .. } | Action::ThreadEnd => [None, None],
    }
}
