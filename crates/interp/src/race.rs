//! Data races by happens-before, with vector clocks (as Djit+ and FastTrack: Flanagan and Freund 2009).
//!
//! Each byte remembers, for each thread, its last read and write and whether they were atomic. A new access
//! races with a remembered one of another thread if one of them writes, not both are atomic, and the
//! thread has not learnt of the other access through synchronisation. Where we differ from FastTrack: no
//! adaptive representation; byte precision and both accesses of a report matter more here than speed.
//!
//! `free` counts as a write to all of an object (C11 7.22.3p2: it accesses what its argument leads to). That a variable's life ends is no access; to use it then is
//! an error of another kind.
//!
//! Synchronisation: spawning; seeing a thread's end; atomic accesses by their memory order with C11's
//! release sequences and fences; and, for the locks that models build from atomic sections: a section that
//! touches a byte learns what the ones before it that wrote the byte knew at their end.

use rustc_hash::FxHashMap;
use unspool_ir::MemoryOrder;

use crate::event::{AccessEvent, Event};
use crate::value::Provenance;

/// Two accesses that race: the earlier one's thread and record, and the later one's.
pub struct FoundRace {
    pub first: (u32, AccessEvent),
    pub second: (u32, AccessEvent),
}

#[derive(Clone, Default)]
pub struct RaceDetector {
    threads: Vec<ThreadClocks>,
    objects: FxHashMap<u64, ObjectShadow>,
    allows_same_value: bool,
}

type Clock = Vec<u32>;

#[derive(Clone, Default)]
struct ThreadClocks {
    now: Clock,
    /// At the last release fence.
    released: Option<Clock>,
    /// What relaxed loads saw, for an acquire fence to come.
    pending: Clock,
    /// Bytes that the running atomic section wrote.
    section: Vec<(Provenance, u64, u64)>,
}

#[derive(Clone, Default)]
struct ObjectShadow {
    generation: u32,
    bytes: FxHashMap<u64, ByteShadow>,
}

#[derive(Clone, Default)]
struct ByteShadow {
    accesses: Vec<Remembered>,
    /// What an acquiring access learns.
    sync: Clock,
    /// The thread whose store heads the release sequence; its later stores continue it (C11 5.1.2.4p10).
    head: Option<u32>,
}

#[derive(Clone)]
struct Remembered {
    thread: u32,
    clock: u32,
    event: AccessEvent,
}

impl RaceDetector {
    pub fn new(allows_same_value: bool) -> Self {
        RaceDetector {
            allows_same_value,
            threads: vec![ThreadClocks {
                now: vec![1],
                ..ThreadClocks::default()
            }],
            objects: FxHashMap::default(),
        }
    }

    /// The events of one step, in order.
    pub fn step(&mut self, events: &[Event]) -> Option<FoundRace> {
        let mut thread = 0;
        for event in events {
            match event {
                Event::Running(running) => thread = *running,
                Event::Access(access) => {
                    if let Some(race) = self.access(thread, access) {
                        return Some(race);
                    }
                }
                Event::Fence(order) => self.fence(thread, *order),
                Event::Spawned(child) => {
                    let parent = self.clocks(thread).now.clone();
                    let child_clocks = self.clocks(*child);
                    join(&mut child_clocks.now, &parent);
                    self.tick(*child);
                    self.tick(thread);
                }
                Event::Joined(other) => {
                    let ended = self.clocks(*other).now.clone();
                    join(&mut self.clocks(thread).now, &ended);
                }
                Event::SectionEnd => self.end_section(thread),
            }
        }
        None
    }

    fn access(&mut self, thread: u32, access: &AccessEvent) -> Option<FoundRace> {
        if access.is_end_of_life() {
            return None;
        }
        let allows_same_value = self.allows_same_value;
        self.clocks(thread);
        let mut clocks = std::mem::take(&mut self.threads[thread as usize]);
        let mut race = None;
        // At the end of an object only bytes that were accessed matter, however large it is.
        let offsets: Box<dyn Iterator<Item = u64>> = if access.ends {
            Box::new(self.known_bytes(access.object).into_iter())
        } else {
            Box::new(access.offset..access.offset + access.size)
        };
        for offset in offsets {
            let byte = self.byte(access.object, offset);
            if access.in_section {
                join(&mut clocks.now, &byte.sync);
            } else if let (Some(order), true) = (access.order, access.is_read) {
                if acquires(order) {
                    join(&mut clocks.now, &byte.sync);
                } else {
                    join(&mut clocks.pending, &byte.sync);
                }
            }
            let unordered = byte.accesses.iter().find(|other| {
                other.thread != thread
                    && (other.event.is_write || access.is_write)
                    && !(other.event.is_atomic() && access.is_atomic())
                    && !(allows_same_value && other.event.agrees_at(access, offset))
                    && other.clock > at(&clocks.now, other.thread)
            });
            if let Some(other) = unordered {
                race = Some(FoundRace {
                    first: (other.thread, other.event.clone()),
                    second: (thread, access.clone()),
                });
                break;
            }
            let clock = at(&clocks.now, thread);
            let same = |other: &&mut Remembered| {
                other.thread == thread
                    && other.event.is_write == access.is_write
                    && other.event.is_atomic() == access.is_atomic()
                    && (!allows_same_value || other.event.writes_as(access))
            };
            match byte.accesses.iter_mut().find(same) {
                Some(old) => {
                    old.clock = clock;
                    old.event = access.clone();
                }
                None => byte.accesses.push(Remembered {
                    thread,
                    clock,
                    event: access.clone(),
                }),
            }
            if !access.in_section
                && access.is_write
                && let Some(order) = access.order
            {
                let known = if releases(order) {
                    Some(&clocks.now)
                } else {
                    clocks.released.as_ref()
                };
                // Another thread's store starts a new release sequence, a read-modify-write continues the old one.
                if !access.is_read && byte.head != Some(thread) {
                    byte.sync.clear();
                    byte.head = None;
                }
                if let Some(known) = known {
                    join(&mut byte.sync, known);
                    if !access.is_read {
                        byte.head = Some(thread);
                    }
                }
            } else if !access.is_atomic() && access.is_write {
                byte.sync.clear();
                byte.head = None;
            }
        }
        if access.in_section && access.is_write && !access.ends {
            clocks
                .section
                .push((access.object, access.offset, access.size));
        }
        self.threads[thread as usize] = clocks;
        if !access.in_section && access.is_write && access.order.is_some() {
            self.tick(thread);
        }
        race
    }

    fn fence(&mut self, thread: u32, order: MemoryOrder) {
        let clocks = self.clocks(thread);
        if acquires(order) {
            let pending = std::mem::take(&mut clocks.pending);
            join(&mut clocks.now, &pending);
        }
        if releases(order) {
            clocks.released = Some(clocks.now.clone());
            self.tick(thread);
        }
    }

    fn end_section(&mut self, thread: u32) {
        let clocks = self.clocks(thread);
        let touched = std::mem::take(&mut clocks.section);
        let now = clocks.now.clone();
        for (object, offset, size) in touched {
            for at in offset..offset + size {
                join(&mut self.byte(object, at).sync, &now);
            }
        }
        self.tick(thread);
    }

    fn known_bytes(&self, object: Provenance) -> Vec<u64> {
        let shadow = self.objects.get(&(object.index() as u64));
        let mut offsets: Vec<u64> = match shadow {
            Some(shadow) if shadow.generation == object.generation() => {
                shadow.bytes.keys().copied().collect()
            }
            _ => Vec::new(),
        };
        offsets.sort_unstable();
        offsets
    }

    fn byte(&mut self, object: Provenance, offset: u64) -> &mut ByteShadow {
        let shadow = self.objects.entry(object.index() as u64).or_default();
        if shadow.generation != object.generation() {
            // The entry belongs to another object now.
            shadow.generation = object.generation();
            shadow.bytes.clear();
        }
        shadow.bytes.entry(offset).or_default()
    }

    fn clocks(&mut self, thread: u32) -> &mut ThreadClocks {
        let index = thread as usize;
        while self.threads.len() <= index {
            let mut now = vec![0; self.threads.len() + 1];
            if let Some(own) = now.last_mut() {
                *own = 1;
            }
            self.threads.push(ThreadClocks {
                now,
                ..ThreadClocks::default()
            });
        }
        &mut self.threads[index]
    }

    fn tick(&mut self, thread: u32) {
        let clock = &mut self.clocks(thread).now;
        if clock.len() <= thread as usize {
            clock.resize(thread as usize + 1, 0);
        }
        clock[thread as usize] += 1;
    }
}

/// The pair of conflicting accesses of two steps that are both possible in one state, if any: a race in
/// the sense of two adjacent accesses, which needs no clocks.
pub fn adjacent_race(
    first: (u32, &[AccessEvent]),
    second: (u32, &[AccessEvent]),
    allows_same_value: bool,
) -> Option<FoundRace> {
    for a in first.1 {
        for b in second.1 {
            let is_race = a.conflicts_with(b) && !(allows_same_value && a.agrees_with(b));
            if a.shared && b.shared && is_race {
                return Some(FoundRace {
                    first: (first.0, a.clone()),
                    second: (second.0, b.clone()),
                });
            }
        }
    }
    None
}

fn join(into: &mut Clock, other: &Clock) {
    if into.len() < other.len() {
        into.resize(other.len(), 0);
    }
    for (mine, theirs) in into.iter_mut().zip(other) {
        *mine = (*mine).max(*theirs);
    }
}

fn at(clock: &Clock, thread: u32) -> u32 {
    clock.get(thread as usize).copied().unwrap_or(0)
}

fn acquires(order: MemoryOrder) -> bool {
    !matches!(order, MemoryOrder::Relaxed | MemoryOrder::Release)
}

fn releases(order: MemoryOrder) -> bool {
    matches!(
        order,
        MemoryOrder::Release | MemoryOrder::AcqRel | MemoryOrder::SeqCst
    )
}
