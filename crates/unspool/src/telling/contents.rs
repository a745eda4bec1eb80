//! What memory contains, as far as the effects of an execution tell.
//!
//! The library copies byte by byte, and a step tells of values: what an `int` is when its fourth byte has been written, the bytes know.
//! Nobody but the interpreter knows all of memory; here is what was read and written, and what globals contain from the start on.

use rustc_hash::FxHashMap;
use unspool_interp::{Action, Location, ObjectName, Receiver, Repr, ShownValue, TraceStep};
use unspool_ir::{InitValue, Program};

pub struct Contents<'p> {
    program: &'p Program,
    objects: FxHashMap<ObjectName, FxHashMap<u64, u8>>,
}

impl<'p> Contents<'p> {
    pub fn new(program: &'p Program) -> Contents<'p> {
        Contents {
            program,
            objects: FxHashMap::default(),
        }
    }

    /// What is known when the effect has happened.
    pub fn follow(&mut self, effect: &TraceStep) {
        match &effect.action {
            Action::Read { from: at, value }
            | Action::Write {
                to: at,
                after: value,
                ..
            }
            | Action::Update {
                at,
                after: Some(value),
                ..
            }
            | Action::Update {
                at, before: value, ..
            }
            | Action::Assign {
                target: Receiver::Memory(at),
                value,
            }
            | Action::Input {
                target: Receiver::Memory(at),
                value,
                ..
            } => self.note(at, value),
            _ => {}
        }
    }

    fn note(&mut self, at: &Location, value: &ShownValue) {
        let bytes = self.objects.entry(at.object.clone()).or_default();
        let is_known = !matches!(value.repr, Repr::Aggregate | Repr::Void) && at.size <= 16;
        if is_known {
            let all = value.bits.to_le_bytes();
            bytes.extend((at.offset..).zip(all.into_iter().take(at.size as usize)));
        } else {
            let end = at.offset.saturating_add(at.size);
            bytes.retain(|offset, _| !(at.offset..end).contains(offset));
        }
    }

    /// None if a byte is not known.
    pub fn get(&self, object: &ObjectName, offset: u64, size: u64) -> Option<u128> {
        let bytes = self.objects.get(object);
        let mut all = [0; 16];
        for (place, offset) in all.get_mut(..size as usize)?.iter_mut().zip(offset..) {
            let known = bytes.and_then(|bytes| bytes.get(&offset)).copied();
            *place = known.or_else(|| self.initial(object, offset))?;
        }
        Some(u128::from_le_bytes(all))
    }

    /// What a global variable contains from the start on.
    fn initial(&self, object: &ObjectName, offset: u64) -> Option<u8> {
        let ObjectName::Global(name) = object else {
            return None;
        };
        let global = self.program.globals.iter().find(|it| it.name == *name)?;
        let mut items = global.init.as_ref()?.items.iter();
        let Some(item) = items.rfind(|item| item.offset <= offset) else {
            return Some(0);
        };
        let InitValue::Scalar { ty, bits } = item.value else {
            return None;
        };
        let at = offset - item.offset;
        let size = self.program.types.size_of(ty)?;
        let byte = bits.to_le_bytes().get(usize::try_from(at).ok()?).copied();
        byte.filter(|_| at < size).or(Some(0))
    }
}
