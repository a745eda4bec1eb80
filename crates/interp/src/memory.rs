//! Memory: the table of objects.
//!
//! Objects are byte arrays with bounds and lifetimes, named by [`Provenance`]: a table entry and a
//! generation. Entries of ended objects are used again after a while (a short quarantine keeps
//! descriptions for error messages), so that a loop that allocates does not grow the table; the generation
//! keeps old pointers dangling. Objects are reference-counted and copied on write, which makes a snapshot
//! of all of memory cheap: the exhaustive search keeps one per state on its path.
//!
//! While an atomic section runs, the old state of whatever changes is logged so that it can be undone
//! (see [`crate::atomic_section`]).

use std::collections::VecDeque;
use std::rc::Rc;

use unspool_ir::Span;

use crate::address_space::{AddressSpace, place_object};
use crate::content::Content;
use crate::object::{Allowed, Object, ObjectKind};
use crate::value::{Provenance, Scalar};

/// Ended objects whose entries are not used again yet.
const QUARANTINE: usize = 128;
/// Objects larger than this are not copied whole when an atomic section writes a few bytes of them.
const LARGE: usize = 256;
/// What an object costs beyond its bytes, for the memory limit.
const OBJECT_COST: u64 = 128;

#[derive(Clone)]
pub struct Memory {
    pub space: AddressSpace,
    pub entries: Vec<Entry>,
    free: VecDeque<u32>,
    /// By thread; without room where there is none.
    pub heaps: Vec<HeapArena>,
    live_bytes: u64,
    limit: u64,
    undo: Option<Vec<Undo>>,
    section: u64,
    /// Entries changed since the last state hash; kept only when a search needs it.
    pub tracked: Option<Vec<u32>>,
    /// An object died to which pointers may lie in memory: cached hashes are void.
    pub stored_object_died: bool,
    /// Sum of the hashes counted for the entries.
    pub hash_sum: u128,
}

#[derive(Clone)]
pub struct Entry {
    pub generation: u32,
    pub live: bool,
    pub object: Rc<Object>,
    /// The last atomic section that logged this entry.
    section: u64,
    pub dirty: bool,
    /// The contribution to the memory's hash that is counted in it.
    pub counted: u128,
}

/// Addresses handed out to one thread's heap, ascending.
#[derive(Clone, Default)]
pub struct HeapArena {
    next: u64,
    end: u64,
    objects: Vec<(u64, Provenance)>,
    ended: usize,
}

#[derive(Clone)]
enum Undo {
    Changed(u32, Entry),
    /// What stood at an offset of a live object.
    Overwritten(u32, usize, Content),
    Appended,
    TakenFromFree(u32),
    AddedToFree,
    /// Next address, number of objects and number of ended ones.
    Heap(u32, u64, usize, usize),
    Bytes(u64),
}

/// No room: says of what.
pub struct Exhausted(pub &'static str);

/// What a new object is like.
pub struct NewObject {
    pub base: u64,
    pub size: u64,
    pub kind: ObjectKind,
    pub thread: u32,
    pub access: Allowed,
    pub shared: bool,
    pub indeterminate: bool,
    pub span: Span,
}

impl Memory {
    pub fn new(space: AddressSpace, limit: u64) -> Self {
        Memory {
            space,
            entries: Vec::new(),
            free: VecDeque::new(),
            heaps: Vec::new(),
            live_bytes: 0,
            limit,
            undo: None,
            section: 0,
            tracked: None,
            stored_object_died: false,
            hash_sum: 0,
        }
    }

    /// Gives a new thread its heap.
    pub fn add_heap(&mut self, thread: u32) {
        let (next, end) = self.space.heap_of(thread);
        let index = thread as usize;
        if self.heaps.len() <= index {
            self.heaps.resize(index + 1, HeapArena::default());
        }
        self.heaps[index] = HeapArena {
            next,
            end,
            ..HeapArena::default()
        };
    }

    /// Takes it back, with all that is in it: there will be no such thread after all.
    pub fn remove_heap(&mut self, thread: u32) {
        let Some(arena) = self.heaps.get_mut(thread as usize) else {
            return;
        };
        for (_, provenance) in std::mem::take(arena).objects {
            self.end(provenance);
        }
    }

    /// The live object; None when it has ended.
    #[inline]
    pub fn get(&self, provenance: Provenance) -> Option<&Object> {
        match self.entries.get(provenance.index()) {
            Some(entry) if entry.live && entry.generation == provenance.generation() => {
                Some(&entry.object)
            }
            _ => None,
        }
    }

    /// The ended object, as long as its entry is not used again.
    pub fn ended(&self, provenance: Provenance) -> Option<&Object> {
        let entry = self.entries.get(provenance.index())?;
        (entry.generation == provenance.generation()).then_some(&*entry.object)
    }

    /// For changing a live object.
    #[inline]
    pub fn get_mut(&mut self, provenance: Provenance) -> Option<&mut Object> {
        let index = provenance.index();
        let entry = self.entries.get(index)?;
        if !entry.live || entry.generation != provenance.generation() {
            return None;
        }
        self.touch(index);
        Some(Rc::make_mut(&mut self.entries[index].object))
    }

    /// Writes a scalar into a live object; the range lies inside.
    #[inline]
    pub fn write_scalar(
        &mut self,
        provenance: Provenance,
        offset: usize,
        length: usize,
        value: Scalar,
        pointer_bytes: usize,
    ) {
        let index = provenance.index();
        if let (Some(log), Some(entry)) = (&mut self.undo, self.entries.get_mut(index))
            && entry.section != self.section
            && entry.object.content.len() > LARGE
            && entry.live
            && entry.generation == provenance.generation()
        {
            let old = entry.object.content.slice(offset, length);
            log.push(Undo::Overwritten(index as u32, offset, old));
            let content = &mut Rc::make_mut(&mut entry.object).content;
            content.write_scalar(offset, length, value, pointer_bytes);
            self.mark_dirty(index);
        } else if let Some(object) = self.get_mut(provenance) {
            let content = &mut object.content;
            content.write_scalar(offset, length, value, pointer_bytes);
        }
    }

    pub fn create(&mut self, new: NewObject) -> Result<Provenance, Exhausted> {
        let cost = new.size.saturating_add(OBJECT_COST);
        if self.live_bytes.saturating_add(cost) > self.limit {
            return Err(Exhausted("memory"));
        }
        let Ok(size) = usize::try_from(new.size) else {
            return Err(Exhausted("memory"));
        };
        self.account(self.live_bytes + cost);
        let index = if self.free.len() > QUARANTINE {
            self.free.pop_front()
        } else {
            None
        };
        if let Some(index) = index {
            if let Some(log) = &mut self.undo {
                log.push(Undo::TakenFromFree(index));
            }
            let index = index as usize;
            self.touch(index);
            let entry = &mut self.entries[index];
            entry.generation = entry.generation.wrapping_add(1).max(1);
            entry.live = true;
            let object = Rc::make_mut(&mut entry.object);
            object.content.reset(size, new.indeterminate);
            object.base = new.base;
            object.kind = new.kind;
            object.thread = new.thread;
            object.access = new.access;
            object.shared = new.shared;
            object.stored = false;
            object.span = new.span;
            return Ok(Provenance::new(index, entry.generation));
        }
        let index = self.entries.len();
        if index > Provenance::MAX_INDEX {
            return Err(Exhausted("objects"));
        }
        let mut content = Content::zeroed(size);
        if new.indeterminate {
            content.make_indeterminate();
        }
        self.entries.push(Entry {
            generation: 1,
            live: true,
            object: Rc::new(Object {
                base: new.base,
                content,
                kind: new.kind,
                thread: new.thread,
                access: new.access,
                shared: new.shared,
                stored: false,
                span: new.span,
            }),
            section: self.section,
            dirty: false,
            counted: 0,
        });
        if let Some(log) = &mut self.undo {
            log.push(Undo::Appended);
        }
        self.mark_dirty(index);
        Ok(Provenance::new(index, 1))
    }

    /// A fresh object in a thread's heap.
    pub fn create_on_heap(
        &mut self,
        thread: u32,
        align: u64,
        mut new: NewObject,
    ) -> Result<(Provenance, u64), Exhausted> {
        let Some(arena) = self.heaps.get_mut(thread as usize) else {
            return Err(Exhausted("threads"));
        };
        let place = place_object(arena.next, new.size, align.max(16));
        let Some((base, next)) = place.filter(|&(_, next)| next <= arena.end) else {
            return Err(Exhausted("addresses"));
        };
        new.base = base;
        self.log_heap(thread);
        let provenance = self.create(new)?;
        let arena = &mut self.heaps[thread as usize];
        arena.next = next;
        arena.objects.push((base, provenance));
        Ok((provenance, base))
    }

    /// Ends an object.
    pub fn end(&mut self, provenance: Provenance) {
        let index = provenance.index();
        let live = match self.entries.get(index) {
            Some(entry) => entry.live && entry.generation == provenance.generation(),
            None => false,
        };
        if !live {
            return;
        }
        self.touch(index);
        let entry = &mut self.entries[index];
        entry.live = false;
        let (size, kind, thread) = (entry.object.size(), entry.object.kind, entry.object.thread);
        self.stored_object_died |= entry.object.stored;
        match Rc::get_mut(&mut entry.object) {
            Some(object) => object.content.discard(),
            None => {
                // A snapshot still needs the bytes; only the description is kept here.
                let object = Object {
                    content: Content::default(),
                    ..describe_only(&entry.object)
                };
                entry.object = Rc::new(object);
            }
        }
        self.account(self.live_bytes - (size + OBJECT_COST).min(self.live_bytes));
        self.free.push_back(index as u32);
        if let Some(log) = &mut self.undo {
            log.push(Undo::AddedToFree);
        }
        if matches!(kind, ObjectKind::Heap | ObjectKind::ThreadLocal(_)) {
            self.log_heap(thread);
            self.forget_address(thread);
        }
    }

    /// The live object of a thread's heap that contains the address, or ends there.
    pub fn heap_object_at(&self, thread: u32, address: u64) -> Option<Provenance> {
        let arena = self.heaps.get(thread as usize)?;
        let position = arena.objects.partition_point(|&(base, _)| base <= address);
        let (_, provenance) = *arena.objects.get(position.checked_sub(1)?)?;
        let object = self.get(provenance)?;
        (address <= object.base + object.size()).then_some(provenance)
    }

    /// The live object that contains the address, or ends there, by looking at all.
    pub fn any_object_at(&self, address: u64) -> Option<Provenance> {
        self.entries.iter().enumerate().find_map(|(index, entry)| {
            let object = &entry.object;
            let inside =
                entry.live && object.base <= address && address - object.base <= object.size();
            inside.then(|| Provenance::new(index, entry.generation))
        })
    }

    /// Makes the object, and what it points to, known to other threads.
    pub fn share(&mut self, provenance: Provenance) {
        let mut work = vec![provenance];
        while let Some(next) = work.pop() {
            match self.get(next) {
                Some(object) if !object.shared => {}
                _ => continue,
            }
            if let Some(object) = self.get_mut(next) {
                object.shared = true;
                if let Some(shadow) = object.content.provenances() {
                    work.extend(shadow.iter().filter(|p| p.is_some()).map(|p| p.object()));
                }
            }
        }
    }

    /// Records that a pointer to the object is stored, in an object that is shared or not.
    pub fn pointer_stored(&mut self, provenance: Provenance, into_shared: bool) {
        match self.get(provenance) {
            Some(object) if object.stored && (object.shared || !into_shared) => return,
            Some(_) => {}
            None => return,
        }
        if let Some(object) = self.get_mut(provenance) {
            object.stored = true;
        }
        if into_shared {
            self.share(provenance);
        }
    }

    pub fn begin_undo(&mut self) {
        self.section += 1;
        self.undo = Some(Vec::new());
    }

    pub fn commit(&mut self) {
        self.undo = None;
    }

    pub fn roll_back(&mut self) {
        let Some(log) = self.undo.take() else {
            return;
        };
        for undo in log.into_iter().rev() {
            match undo {
                Undo::Changed(index, entry) => {
                    let dirty = self.entries[index as usize].dirty;
                    self.entries[index as usize] = entry;
                    // It stands in the list of changed entries, whatever it was before.
                    self.entries[index as usize].dirty = dirty;
                }
                Undo::Overwritten(index, offset, old) => {
                    let entry = &mut self.entries[index as usize];
                    Rc::make_mut(&mut entry.object).content.paste(offset, &old);
                }
                Undo::Appended => {
                    self.entries.pop();
                    let count = self.entries.len() as u32;
                    if let Some(tracked) = &mut self.tracked {
                        tracked.retain(|&index| index < count);
                    }
                }
                Undo::TakenFromFree(index) => self.free.push_front(index),
                Undo::AddedToFree => {
                    self.free.pop_back();
                }
                Undo::Heap(thread, next, count, ended) => {
                    let arena = &mut self.heaps[thread as usize];
                    arena.next = next;
                    arena.objects.truncate(count);
                    arena.ended = ended;
                }
                Undo::Bytes(bytes) => self.live_bytes = bytes,
            }
        }
    }

    /// Before an entry changes.
    #[inline]
    fn touch(&mut self, index: usize) {
        if let Some(log) = &mut self.undo
            && self.entries[index].section != self.section
        {
            log.push(Undo::Changed(index as u32, self.entries[index].clone()));
            self.entries[index].section = self.section;
        }
        self.mark_dirty(index);
    }

    #[inline]
    fn mark_dirty(&mut self, index: usize) {
        if let Some(tracked) = &mut self.tracked
            && !self.entries[index].dirty
        {
            self.entries[index].dirty = true;
            tracked.push(index as u32);
        }
    }

    fn account(&mut self, bytes: u64) {
        if let Some(log) = &mut self.undo {
            log.push(Undo::Bytes(self.live_bytes));
        }
        self.live_bytes = bytes;
    }

    fn log_heap(&mut self, thread: u32) {
        if let Some(log) = &mut self.undo
            && let Some(arena) = self.heaps.get(thread as usize)
        {
            log.push(Undo::Heap(
                thread,
                arena.next,
                arena.objects.len(),
                arena.ended,
            ));
        }
    }

    /// Drops the addresses of ended objects when they are most of the list.
    fn forget_address(&mut self, thread: u32) {
        let Some(arena) = self.heaps.get_mut(thread as usize) else {
            return;
        };
        arena.ended += 1;
        // Not while it may have to be undone.
        if self.undo.is_some() || arena.ended < 64 || arena.ended * 2 < arena.objects.len() {
            return;
        }
        let mut objects = std::mem::take(&mut arena.objects);
        objects.retain(|&(_, provenance)| self.get(provenance).is_some());
        let arena = &mut self.heaps[thread as usize];
        arena.objects = objects;
        arena.ended = 0;
    }
}

impl HeapArena {
    /// The only part of an arena that later allocations depend on.
    pub fn next(&self) -> u64 {
        self.next
    }
}

fn describe_only(object: &Object) -> Object {
    Object {
        base: object.base,
        content: Content::default(),
        kind: object.kind,
        thread: object.thread,
        access: object.access,
        shared: object.shared,
        stored: object.stored,
        span: object.span,
    }
}
