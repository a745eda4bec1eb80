//! What memory contains, as far as the effects of an execution tell.
//!
//! The library copies byte by byte, and a step tells of values: what an `int` is when its fourth byte has been written, the bytes know.

use std::collections::HashMap;

use unspool_interp::{Action, Location, ObjectName, Receiver, Repr, ShownValue, TraceStep};

#[derive(Default)]
pub struct Contents {
    objects: HashMap<ObjectName, HashMap<u64, u8>>,
}

impl Contents {
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
            bytes.retain(|offset, _| !(at.offset..at.offset + at.size).contains(offset));
        }
    }

    /// None if a byte is not known.
    pub fn get(&self, object: &ObjectName, offset: u64, size: u64) -> Option<u128> {
        let bytes = self.objects.get(object)?;
        let mut all = [0; 16];
        for (place, byte) in all.get_mut(..size as usize)?.iter_mut().zip(offset..) {
            *place = *bytes.get(&byte)?;
        }
        Some(u128::from_le_bytes(all))
    }
}
