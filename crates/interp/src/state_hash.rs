//! A 128-bit hash of a whole state.
//!
//! Equal states have equal hashes, whatever led to them; different states collide with a probability of
//! about n²/2^129 for n states, which is treated as never. What is hashed is canonical: a pointer is its
//! address and the base of the live object it points into, or the word that its object has ended, not its
//! table entry.
//!
//! The hash of memory is the sum of its live objects' hashes, of which only those changed since the last
//! time are computed again; each thread's is kept until it runs. A cached hash says of each pointer whether its
//! object is live, so all are computed again when an object ends to which pointers were stored.

use std::rc::Rc;

use crate::machine::Machine;
use crate::memory::{Entry, HeapArena, Memory};
use crate::object::{Object, ObjectKind};
use crate::thread::{Stage, Thread};
use crate::value::{Provenance, Scalar, Value};

impl Machine<'_> {
    /// Starts to keep track of changes; needed before the first [`Machine::state_hash`].
    pub(crate) fn track_changes(&mut self) {
        let all = (0..self.memory.entries.len() as u32).collect();
        for entry in &mut self.memory.entries {
            entry.dirty = true;
        }
        self.memory.tracked = Some(all);
    }

    pub(crate) fn state_hash(&mut self) -> u128 {
        if std::mem::take(&mut self.memory.stored_object_died) {
            self.track_changes();
            for thread in &mut self.threads {
                Rc::make_mut(thread).hash = None;
            }
        }
        let changed = self.memory.tracked.replace(Vec::new()).unwrap_or_default();
        for index in changed {
            let index = index as usize;
            let hash = hash_entry(&self.memory, &self.memory.entries[index]);
            let entry = &mut self.memory.entries[index];
            let sum = self.memory.hash_sum.wrapping_sub(entry.counted);
            self.memory.hash_sum = sum.wrapping_add(hash);
            entry.counted = hash;
            entry.dirty = false;
        }
        let sum = self.memory.hash_sum;
        let mut hasher = Hasher128::new();
        hasher.write(sum as u64);
        hasher.write((sum >> 64) as u64);
        for index in 0..self.threads.len() {
            if self.threads[index].stage == Stage::NotCreated {
                continue;
            }
            hasher.write(self.memory.heaps.get(index).map_or(0, HeapArena::next));
            let hash = match self.threads[index].hash {
                Some(hash) => hash,
                None => {
                    let hash = hash_thread(&self.memory, &self.threads[index]);
                    Rc::make_mut(&mut self.threads[index]).hash = Some(hash);
                    hash
                }
            };
            hasher.write(hash as u64);
            hasher.write((hash >> 64) as u64);
        }
        hasher.finish()
    }
}

fn hash_entry(memory: &Memory, entry: &Entry) -> u128 {
    if !entry.live {
        return 0;
    }
    let object: &Object = &entry.object;
    let mut hasher = Hasher128::new();
    hasher.write(object.base);
    hasher.write(object.size());
    // Whether pointers to it were stored only tells when cached hashes are stale.
    hasher.write(u64::from(object.shared));
    let kind = match object.kind {
        ObjectKind::Global(_) => 1,
        ObjectKind::ThreadLocal(_) => 2,
        ObjectKind::Slot { .. } => 3,
        ObjectKind::Heap => 4,
        ObjectKind::Stack => 5,
        ObjectKind::VarArgs => 6,
    };
    hasher.write(kind);
    hash_content(memory, &object.content, &mut hasher);
    hasher.finish()
}

fn hash_content(memory: &Memory, content: &crate::content::Content, hasher: &mut Hasher128) {
    let (words, rest) = content.bytes().as_chunks::<8>();
    for word in words {
        hasher.write(u64::from_le_bytes(*word));
    }
    for byte in rest {
        hasher.write(u64::from(*byte));
    }
    for (offset, provenance) in content.provenances().unwrap_or_default().iter().enumerate() {
        if provenance.is_some() {
            hasher.write(offset as u64);
            hash_provenance(memory, *provenance, hasher);
        }
    }
    for (offset, indeterminate) in content
        .indeterminate()
        .unwrap_or_default()
        .iter()
        .enumerate()
    {
        if *indeterminate {
            hasher.write(offset as u64 | 1 << 63);
        }
    }
}

fn hash_provenance(memory: &Memory, provenance: Provenance, hasher: &mut Hasher128) {
    if provenance.is_none() {
        hasher.write(0);
        return;
    }
    hasher.write(u64::from(provenance.position()) + 1);
    match memory.get(provenance) {
        Some(object) => hasher.write(object.base),
        None => hasher.write(u64::MAX),
    }
}

fn hash_scalar(memory: &Memory, scalar: Scalar, hasher: &mut Hasher128) {
    hasher.write(scalar.bits as u64);
    hasher.write((scalar.bits >> 64) as u64);
    hash_provenance(memory, scalar.provenance, hasher);
}

fn hash_thread(memory: &Memory, thread: &Thread) -> u128 {
    let mut hasher = Hasher128::new();
    hasher.write(u64::from(thread.id));
    hasher.write(thread.stage as u64 | u64::from(thread.has_started) << 8);
    hasher.write(u64::from(thread.atomic_depth));
    let mut held: Vec<u64> = (thread.held.iter())
        .map(|held| held.lock.bits as u64)
        .collect();
    held.sort_unstable();
    hasher.write(held.len() as u64);
    held.iter().for_each(|&lock| hasher.write(lock));
    hasher.write(thread.frames.len() as u64);
    for frame in &thread.frames {
        hasher.write(u64::from(frame.function) << 32 | u64::from(frame.position));
        hasher.write(u64::from(frame.registers) << 32 | u64::from(frame.slots));
        hasher.write(u64::from(frame.dynamic));
        hasher.write(frame.stack_base);
        hasher.write(frame.stack_top);
        hasher.write(frame.result.map_or(u64::MAX, u64::from));
        hash_scalar(memory, frame.var_args, &mut hasher);
    }
    for value in &thread.registers {
        match value {
            Value::Unset => hasher.write(1),
            Value::Scalar(scalar) => {
                hasher.write(2);
                hash_scalar(memory, *scalar, &mut hasher);
            }
            Value::Aggregate(content) => {
                hasher.write(3);
                hasher.write(content.len() as u64);
                hash_content(memory, content, &mut hasher);
            }
        }
    }
    for provenance in thread.slots.iter().chain(&thread.dynamic) {
        hash_provenance(memory, *provenance, &mut hasher);
    }
    hasher.finish()
}

/// Two multiply-and-fold lanes over 64-bit words, with different odd constants.
struct Hasher128 {
    a: u64,
    b: u64,
    count: u64,
}

impl Hasher128 {
    fn new() -> Self {
        Hasher128 {
            a: 0x243f_6a88_85a3_08d3,
            b: 0x1319_8a2e_0370_7344,
            count: 0,
        }
    }

    #[inline]
    fn write(&mut self, word: u64) {
        self.count += 1;
        self.a = fold(self.a ^ word, 0x9e37_79b9_7f4a_7c15 ^ self.count << 1);
        self.b = fold(
            self.b.rotate_left(29) ^ word ^ 0xa409_3822_299f_31d0,
            0xd6e8_feb8_6659_fd93,
        ) ^ self.a.rotate_left(17);
    }

    fn finish(&self) -> u128 {
        let low = fold(self.a ^ self.count, 0xc2b2_ae3d_27d4_eb4f);
        let high = fold(self.b ^ low, 0x1656_67b1_9e37_79f9);
        u128::from(high) << 64 | u128::from(low)
    }
}

#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b | 1);
    (product as u64) ^ (product >> 64) as u64 ^ a
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashSet;

    #[test]
    fn short_and_similar_inputs_have_different_hashes() {
        let mut seen = FxHashSet::default();
        let mut count = 0;
        for length in 0..4 {
            for value in 0..2000u64 {
                for position in 0..length.max(1) {
                    let mut hasher = Hasher128::new();
                    for i in 0..length {
                        hasher.write(if i == position { value } else { 0 });
                    }
                    if length == 0 && value > 0 || value == 0 && position > 0 {
                        continue;
                    }
                    seen.insert(hasher.finish());
                    count += 1;
                }
            }
        }
        assert_eq!(seen.len(), count);
    }
}
