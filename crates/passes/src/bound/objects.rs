//! The objects that the walk meets, one for each that an execution can make.
//!
//! In a bounded program every declaration and every allocation is passed at most once, so its objects can be listed: the
//! globals, one instance of each thread-local global per thread, one object per copy of a slot and of an `alloc`.
//! Each belongs to a *class*, which is what the points-to analysis of the original program calls an object.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use unspool_ir::{FunctionId, GlobalId, InitValue, Program, SlotId};

use super::value::Value;
use super::value_sets::{SetId, ValueSets};
use crate::points_to::Object;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectId(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClassId(pub u32);

/// What an object is called in the bounded program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectName {
    Global(GlobalId),
    ThreadLocal {
        global: GlobalId,
        thread: u32,
    },
    Slot {
        thread: u32,
        slot: SlotId,
    },
    /// Allocated, on the stack of a thread or on the heap. Only known by pointers to it.
    Allocated {
        stack_of: Option<u32>,
    },
}

#[derive(Clone, Copy, Debug)]
pub struct ObjectInfo {
    pub name: ObjectName,
    pub class: ClassId,
    /// The class, as the points-to analysis calls it.
    pub origin: Object,
    /// None if not known.
    pub size: Option<u64>,
    /// The global whose initialiser says what is in it at first.
    pub initial: Option<GlobalId>,
    /// False if nothing is to be known of it.
    pub has_contents: bool,
}

/// More than these are not told apart.
const MAX_OBJECTS: usize = 1 << 25;

/// Starts and ends, ascending and disjoint.
type Ranges = Box<[(u64, u64)]>;

pub struct Objects<'p> {
    program: &'p Program,
    list: Vec<ObjectInfo>,
    classes: FxHashMap<Object, ClassId>,
    by_class: Vec<Vec<ObjectId>>,
    thread_locals: FxHashMap<(GlobalId, u32), ObjectId>,
    epochs: Cell<u32>,
    /// Sets of ranges that knowledge refers to.
    ranges: RefCell<Vec<Ranges>>,
    value_sets: RefCell<ValueSets>,
}

impl<'p> Objects<'p> {
    pub fn new(program: &'p Program) -> Self {
        let mut objects = Objects {
            program,
            list: Vec::new(),
            classes: FxHashMap::default(),
            by_class: Vec::new(),
            thread_locals: FxHashMap::default(),
            epochs: Cell::new(0),
            ranges: RefCell::new(Vec::new()),
            value_sets: RefCell::default(),
        };
        for index in 0..program.globals.len() {
            let id = GlobalId::new(index);
            objects.add_global(ObjectName::Global(id), id);
        }
        objects
    }

    pub fn info(&self, object: ObjectId) -> &ObjectInfo {
        &self.list[object.0 as usize]
    }

    fn class(&mut self, object: Object) -> ClassId {
        let next = ClassId(self.classes.len() as u32);
        let class = *self.classes.entry(object).or_insert(next);
        if class == next {
            self.by_class.push(Vec::new());
        }
        class
    }

    pub fn of_class(&self, class: ClassId) -> impl Iterator<Item = ObjectId> + '_ {
        self.by_class[class.0 as usize].iter().copied()
    }

    /// The class if any of its objects has been met.
    pub fn known_class(&self, object: &Object) -> Option<ClassId> {
        self.classes.get(object).copied()
    }

    pub fn global(&self, global: GlobalId) -> ObjectId {
        ObjectId(global.0)
    }

    pub fn thread_local(&mut self, global: GlobalId, thread: u32) -> ObjectId {
        if let Some(object) = self.thread_locals.get(&(global, thread)) {
            return *object;
        }
        let object = self.add_global(ObjectName::ThreadLocal { global, thread }, global);
        self.thread_locals.insert((global, thread), object);
        object
    }

    pub fn slot(
        &mut self,
        owner: (FunctionId, SlotId),
        thread: u32,
        slot: SlotId,
        size: u64,
    ) -> ObjectId {
        let origin = Object::Slot(owner.0, owner.1);
        self.add(ObjectName::Slot { thread, slot }, origin, Some(size), None)
    }

    /// A slot made for extra arguments of a call.
    pub fn var_args(
        &mut self,
        callee: FunctionId,
        thread: u32,
        slot: SlotId,
        size: u64,
    ) -> ObjectId {
        let origin = Object::VarArgs(callee);
        self.add(ObjectName::Slot { thread, slot }, origin, Some(size), None)
    }

    pub fn allocated(
        &mut self,
        site: Object,
        size: Option<u64>,
        stack_of: Option<u32>,
    ) -> ObjectId {
        self.add(ObjectName::Allocated { stack_of }, site, size, None)
    }

    fn add_global(&mut self, name: ObjectName, global: GlobalId) -> ObjectId {
        let declaration = self.program.global(global);
        let initial = declaration.init.is_some().then_some(global);
        let size = Some(declaration.size);
        self.add(name, Object::Global(global), size, initial)
    }

    fn add(
        &mut self,
        name: ObjectName,
        origin: Object,
        size: Option<u64>,
        initial: Option<GlobalId>,
    ) -> ObjectId {
        let class = self.class(origin);
        let id = ObjectId(self.list.len() as u32);
        self.by_class[class.0 as usize].push(id);
        self.list.push(ObjectInfo {
            name,
            class,
            origin,
            size,
            initial,
            has_contents: self.list.len() < MAX_OBJECTS,
        });
        id
    }

    /// What an object with an initialiser contains at first.
    pub fn initial(&self, object: ObjectId, offset: u64, size: u64) -> Value {
        let Some(global) = self.info(object).initial else {
            return Value::Unknown;
        };
        let global = self.program.global(global);
        let Some(init) = &global.init else {
            return Value::Unknown;
        };
        let types = &self.program.types;
        let size_of = |value: &InitValue| match value {
            InitValue::Scalar { ty, .. }
            | InitValue::Global { ty, .. }
            | InitValue::Function { ty, .. } => types.size_of(*ty).unwrap_or(0),
            InitValue::Bytes(bytes) => bytes.len() as u64,
        };
        let after = init
            .items
            .partition_point(|item| item.offset < offset + size);
        let mut bits = 0u128;
        for item in init.items[..after].iter().rev() {
            let length = size_of(&item.value);
            if item.offset + length <= offset {
                break;
            }
            let is_whole = item.offset == offset && length == size;
            match &item.value {
                InitValue::Global { global, addend, .. } if is_whole => {
                    return Value::Pointer {
                        object: self.global(*global),
                        offset: *addend,
                    };
                }
                InitValue::Function { function, .. } if is_whole => {
                    return Value::Function(*function);
                }
                InitValue::Global { .. } | InitValue::Function { .. } => return Value::Unknown,
                InitValue::Scalar { bits: own, .. } => {
                    for i in 0..length.min(16) {
                        place_byte(
                            &mut bits,
                            (item.offset + i, (own >> (8 * i)) as u8),
                            offset,
                            size,
                        );
                    }
                }
                InitValue::Bytes(bytes) => {
                    let start = offset.saturating_sub(item.offset);
                    let inside = bytes.iter().enumerate().skip(start as usize);
                    for (i, byte) in inside.take(size as usize) {
                        place_byte(&mut bits, (item.offset + i as u64, *byte), offset, size);
                    }
                }
            }
        }
        Value::Bits(bits)
    }

    /// What is known of something that is one of the two.
    pub fn either(&self, a: Value, b: Value) -> Value {
        match a == b {
            true => a,
            false => self.value_sets.borrow_mut().either(a, b),
        }
    }

    pub fn values(&self, set: SetId) -> Rc<[Value]> {
        self.value_sets.borrow().values(set)
    }

    pub fn new_epoch(&self) -> u32 {
        self.epochs.set(self.epochs.get() + 1);
        self.epochs.get()
    }

    /// A set of ranges and one more.
    pub fn with_range(&self, ranges: Option<u32>, start: u64, end: u64) -> u32 {
        let old = match ranges {
            Some(ranges) => self.ranges.borrow()[ranges as usize].clone(),
            None => Box::default(),
        };
        if let Some(ranges) = ranges
            && old.iter().any(|range| range.0 <= start && end <= range.1)
        {
            return ranges;
        }
        self.add_ranges(old.iter().copied().chain([(start, end)]).collect())
    }

    pub fn union_of_ranges(&self, a: u32, b: u32) -> u32 {
        let list = {
            let ranges = self.ranges.borrow();
            let (a, b) = (&ranges[a as usize], &ranges[b as usize]);
            a.iter().chain(b.iter()).copied().collect()
        };
        self.add_ranges(list)
    }

    pub fn ranges_touch(&self, ranges: u32, start: u64, end: u64) -> bool {
        let all = self.ranges.borrow();
        all[ranges as usize]
            .iter()
            .any(|range| range.0 < end && start < range.1)
    }

    fn add_ranges(&self, mut list: Vec<(u64, u64)>) -> u32 {
        list.sort_unstable();
        let mut merged: Vec<(u64, u64)> = Vec::with_capacity(list.len());
        for (start, end) in list {
            match merged.last_mut() {
                Some(last) if start <= last.1 => last.1 = last.1.max(end),
                _ => merged.push((start, end)),
            }
        }
        let mut ranges = self.ranges.borrow_mut();
        ranges.push(merged.into());
        ranges.len() as u32 - 1
    }
}

fn place_byte(bits: &mut u128, (at, byte): (u64, u8), offset: u64, size: u64) {
    if at >= offset && at < offset + size {
        *bits |= u128::from(byte) << (8 * (at - offset));
    }
}
