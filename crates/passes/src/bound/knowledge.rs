//! What is known at a point of the walk: values of registers and of memory.
//!
//! One persistent map holds everything, so that the states of two paths split for free and join at the cost of
//! their differences. Keys are numbers with a tag on top:
//!
//! | tag | key | value |
//! |---|---|---|
//! | register | its number in the thread | its value, if known |
//! | slot | number of a slot of an activation | the object that it is now |
//! | epoch | class of objects | since when its contents may be known |
//! | forgotten | object | ranges in which its initial contents are not valid any more |
//! | live | object | present if the object certainly lives |
//! | cell | object and offset | a scalar in memory |
//!
//! What is absent is not known, except that memory without a cell has its initial contents, if the object has
//! any. A store through an unknown pointer may change many objects; they are told apart from before by a new *epoch* of their
//! class, in one step. A cell says in which epoch it was written, and counts only in that one.

use unspool_ir::RegId;

use super::objects::{ClassId, ObjectId, Objects};
use super::value::Value;
use crate::persistent_map::PersistentMap;

#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    map: PersistentMap<Cell>,
    /// Other threads may exist.
    pub parallel: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cell {
    value: Value,
    size: u32,
    epoch: u32,
}

/// Two paths meet on which a slot is a different object each.
#[derive(Clone, Copy, Debug)]
pub struct SlotConflict {
    pub slot_key: u32,
}

const REGISTER: u64 = 0;
const SLOT: u64 = 1 << 60;
const EPOCH: u64 = 2 << 60;
const FORGOTTEN: u64 = 3 << 60;
const LIVE: u64 = 4 << 60;
const CELL: u64 = 1 << 63;

const OFFSET_BITS: u32 = 38;
const MAX_OFFSET: u64 = (1 << OFFSET_BITS) - 1;
/// Of scalars.
const MAX_SIZE: u64 = 16;

impl Knowledge {
    pub fn register(&self, register: RegId) -> Value {
        self.get(REGISTER | u64::from(register.0))
    }

    pub fn set_register(&mut self, register: RegId, value: Value) {
        self.set(REGISTER | u64::from(register.0), value);
    }

    /// Of an activation that has ended.
    pub fn forget_registers(&mut self, first: u32, count: u32) {
        if let Some(last) = count.checked_sub(1) {
            let low = REGISTER | u64::from(first);
            self.map.remove_range(low, low + u64::from(last));
        }
    }

    /// The object that a slot of an activation is now.
    pub fn slot(&self, slot_key: u32) -> Option<ObjectId> {
        match self.get(SLOT | u64::from(slot_key)) {
            Value::Bits(object) => Some(ObjectId(object as u32)),
            _ => None,
        }
    }

    pub fn set_slot(&mut self, slot_key: u32, object: Option<ObjectId>) {
        let value = object.map_or(Value::Unknown, |object| Value::Bits(u128::from(object.0)));
        self.set(SLOT | u64::from(slot_key), value);
    }

    pub fn is_live(&self, object: ObjectId) -> bool {
        self.get(LIVE | u64::from(object.0)) != Value::Unknown
    }

    pub fn set_live(&mut self, object: ObjectId, is_live: bool) {
        let value = if is_live {
            Value::Bits(1)
        } else {
            Value::Unknown
        };
        self.set(LIVE | u64::from(object.0), value);
    }

    /// Drops what only the thread itself knows, for a thread that it starts.
    pub fn for_new_thread(&self) -> Knowledge {
        let mut new = self.clone();
        new.map.remove_range(REGISTER, EPOCH - 1);
        new.parallel = true;
        new
    }

    pub fn load(&self, objects: &Objects, object: ObjectId, offset: u64, size: u64) -> Value {
        let info = objects.info(object);
        let in_range = info
            .size
            .is_some_and(|all| offset.checked_add(size).is_some_and(|end| end <= all));
        if !in_range || size > MAX_SIZE || offset + size > MAX_OFFSET || size == 0 {
            return Value::Unknown;
        }
        let epoch = self.epoch(info.class);
        if let Some(cell) = self.map.get(cell_key(object, offset))
            && u64::from(cell.size) == size
            && cell.epoch == epoch
        {
            return cell.value;
        }
        // Put together from what overlaps.
        let mut bytes = [None; MAX_SIZE as usize];
        let mut touched = [false; MAX_SIZE as usize];
        let first = cell_key(object, offset.saturating_sub(MAX_SIZE - 1));
        let last = cell_key(object, offset + size - 1);
        self.map.for_each_in(first, last, |key, cell| {
            if cell.epoch != epoch {
                return;
            }
            let start = key & MAX_OFFSET;
            for i in 0..size {
                let Some(inside) = (offset + i).checked_sub(start) else {
                    continue;
                };
                if inside >= u64::from(cell.size) {
                    continue;
                }
                touched[i as usize] = true;
                if let Value::Bits(bits) = cell.value {
                    bytes[i as usize] = Some((bits >> (8 * inside)) as u8);
                }
            }
        });
        let untouched = touched[..size as usize].iter().all(|t| !t);
        if untouched {
            return match self.has_initial(objects, object, epoch, offset, size) {
                true => objects.initial(object, offset, size),
                false => Value::Unknown,
            };
        }
        let mut bits = 0u128;
        for i in 0..size {
            let byte = match (bytes[i as usize], touched[i as usize]) {
                (Some(byte), _) => byte,
                (None, true) => return Value::Unknown,
                (None, false) => {
                    if !self.has_initial(objects, object, epoch, offset + i, 1) {
                        return Value::Unknown;
                    }
                    match objects.initial(object, offset + i, 1) {
                        Value::Bits(byte) => byte as u8,
                        _ => return Value::Unknown,
                    }
                }
            };
            bits |= u128::from(byte) << (8 * i);
        }
        Value::Bits(bits)
    }

    /// Records that this scalar is now in memory; `Unknown` for one that is not known.
    pub fn store(
        &mut self,
        objects: &Objects,
        object: ObjectId,
        offset: u64,
        size: u64,
        value: Value,
    ) {
        let info = objects.info(object);
        if size > MAX_SIZE || offset > MAX_OFFSET - MAX_SIZE || !info.has_contents {
            self.forget_range(objects, object, offset, size);
            return;
        }
        let epoch = self.epoch(info.class);
        self.forget_overlapping(objects, object, offset, size);
        if value == Value::Unknown && info.initial.is_none() {
            return;
        }
        let cell = Cell {
            value,
            size: size as u32,
            epoch,
        };
        self.map.insert(cell_key(object, offset), cell);
    }

    /// Forgets some bytes of an object.
    pub fn forget_range(&mut self, objects: &Objects, object: ObjectId, offset: u64, size: u64) {
        let end = offset.saturating_add(size);
        if offset <= MAX_OFFSET {
            self.forget_overlapping(objects, object, offset, end.min(MAX_OFFSET) - offset);
        }
        self.forget_initial(objects, object, offset, end);
    }

    /// What an object had in it at first counts no more in these bytes.
    fn forget_initial(&mut self, objects: &Objects, object: ObjectId, start: u64, end: u64) {
        if objects.info(object).initial.is_none() {
            return;
        }
        let key = FORGOTTEN | u64::from(object.0);
        let ranges = match self.get(key) {
            Value::Bits(ranges) => Some(ranges as u32),
            _ => None,
        };
        let ranges = objects.with_range(ranges, start, end);
        self.set(key, Value::Bits(u128::from(ranges)));
    }

    /// Forgets all objects of a class.
    pub fn forget_class(&mut self, objects: &Objects, class: ClassId) {
        let epoch = objects.new_epoch();
        self.set(EPOCH | u64::from(class.0), Value::Bits(u128::from(epoch)));
    }

    fn forget_overlapping(&mut self, objects: &Objects, object: ObjectId, offset: u64, size: u64) {
        let Some(last) = size.checked_sub(1) else {
            return;
        };
        let first = offset.saturating_sub(MAX_SIZE - 1);
        let mut before = [None; MAX_SIZE as usize];
        let mut count = 0;
        let (low, high) = (cell_key(object, first), cell_key(object, offset));
        if first < offset {
            self.map.for_each_in(low, high - 1, |key, cell| {
                if (key & MAX_OFFSET) + u64::from(cell.size) > offset {
                    before[count] = Some((key, cell));
                    count += 1;
                }
            });
        }
        let keep_tombstone = objects.info(object).initial.is_some();
        for (key, cell) in before.iter().flatten() {
            if keep_tombstone {
                let value = Value::Unknown;
                self.map.insert(*key, Cell { value, ..*cell });
            } else {
                self.map.remove(*key);
            }
        }
        let end = offset + size;
        let mut end_of_cells = end;
        self.map.for_each_in(high, high + last, |key, cell| {
            end_of_cells = end_of_cells.max((key & MAX_OFFSET) + u64::from(cell.size));
        });
        self.map.remove_range(high, high + last);
        if end_of_cells > end {
            self.forget_initial(objects, object, end, end_of_cells);
        }
    }

    fn has_initial(
        &self,
        objects: &Objects,
        object: ObjectId,
        epoch: u32,
        offset: u64,
        size: u64,
    ) -> bool {
        if objects.info(object).initial.is_none() || epoch != 0 {
            return false;
        }
        match self.get(FORGOTTEN | u64::from(object.0)) {
            Value::Bits(ranges) => !objects.ranges_touch(ranges as u32, offset, offset + size),
            _ => true,
        }
    }

    fn epoch(&self, class: ClassId) -> u32 {
        match self.get(EPOCH | u64::from(class.0)) {
            Value::Bits(epoch) => epoch as u32,
            _ => 0,
        }
    }

    fn get(&self, key: u64) -> Value {
        self.map.get(key).map_or(Value::Unknown, |cell| cell.value)
    }

    fn set(&mut self, key: u64, value: Value) {
        match value {
            Value::Unknown => self.map.remove(key),
            _ => self.map.insert(key, plain(value)),
        }
    }

    /// What is known whichever of the two paths was taken.
    pub fn join(&self, other: &Knowledge, objects: &Objects) -> Result<Knowledge, SlotConflict> {
        let mut conflict = None;
        let map = self.map.merge(&other.map, &mut |key, a, b| {
            if key & CELL != 0 {
                return self.join_cells(other, objects, key, (a, b));
            }
            let number = key & (SLOT - 1);
            match key & !(SLOT - 1) {
                SLOT => match (a, b) {
                    (Some(a), Some(b)) if a != b => {
                        conflict = Some(SlotConflict {
                            slot_key: number as u32,
                        });
                        Some(a)
                    }
                    (a, b) => a.or(b),
                },
                EPOCH if a != b => Some(plain(Value::Bits(u128::from(objects.new_epoch())))),
                FORGOTTEN => match (a, b) {
                    (Some(a), Some(b)) if a != b => Some(plain(join_ranges(objects, a, b))),
                    (a, b) => a.or(b),
                },
                REGISTER => match (a, b) {
                    (Some(a), Some(b)) => {
                        let value = objects.either(a.value, b.value);
                        (value != Value::Unknown).then(|| plain(value))
                    }
                    _ => None,
                },
                _ => a.filter(|_| a == b),
            }
        });
        match conflict {
            Some(conflict) => Err(conflict),
            None => Ok(Knowledge {
                map,
                parallel: self.parallel || other.parallel,
            }),
        }
    }

    fn join_cells(
        &self,
        other: &Knowledge,
        objects: &Objects,
        key: u64,
        (a, b): (Option<Cell>, Option<Cell>),
    ) -> Option<Cell> {
        if a == b {
            return a;
        }
        let object = ObjectId(((key & !CELL) >> OFFSET_BITS) as u32);
        let offset = key & MAX_OFFSET;
        let size = a.map_or(0, |a| a.size).max(b.map_or(0, |b| b.size));
        let info = objects.info(object);
        let epoch = self.epoch(info.class);
        if epoch != other.epoch(info.class) {
            return None;
        }
        let own = self.load(objects, object, offset, u64::from(size));
        let value = objects.either(own, other.load(objects, object, offset, u64::from(size)));
        if value != Value::Unknown {
            return Some(Cell { value, size, epoch });
        }
        info.initial.is_some().then_some(Cell {
            value: Value::Unknown,
            size,
            epoch,
        })
    }
}

fn join_ranges(objects: &Objects, a: Cell, b: Cell) -> Value {
    match (a.value, b.value) {
        (Value::Bits(a), Value::Bits(b)) => {
            Value::Bits(u128::from(objects.union_of_ranges(a as u32, b as u32)))
        }
        (known, _) => known,
    }
}

fn plain(value: Value) -> Cell {
    Cell {
        value,
        size: 0,
        epoch: 0,
    }
}

fn cell_key(object: ObjectId, offset: u64) -> u64 {
    CELL | u64::from(object.0) << OFFSET_BITS | offset.min(MAX_OFFSET)
}
