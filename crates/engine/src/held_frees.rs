//! Whether memory is freed while a thread holds a lock that lies in it.
//!
//! A thread holds a lock when another one, or itself, comes to a `free` if it has passed a `hold` of its address before, and no `release` of it since. Threads are executed
//! symbolically one after the other, so at the `free` it is not yet known what later ones do. Whether a lock is held is a fresh variable there, and what it means is
//! said when all threads are known ([`define`]).
//!
//! What comes before a `free`: in its own thread what stands before it in the text, of other threads what is at points in earlier slots, and in a round also what threads before
//! it in the list do in the same slot. Locks are used in atomic sections, a `free` is one step, so neither is seen half-way.
//!
//! Order matters between a `free` and uses of locks in what it frees. That is a conflict over the life of the object, which the one ends and
//! the others rely on ([`Walk::rely_on_lock`]); so there are points where they can be exchanged, and `normal_form.rs` knows of it.

use unspool_formula::terms::{Term, Terms};
use unspool_ir::{ExprId, Property};

use crate::build::{Build, CheckKind, Shared, ThreadRecord};
use crate::cells::CellKind;
use crate::deadlocks::LockUse;
use crate::timeline::{Point, Shape, Timeline};
use crate::walk::Walk;

/// A `free` that ought to be unheld.
pub struct HeldFree {
    /// A variable: a lock in what is freed is held.
    is_held: Term,
    /// Number of the point that it belongs to.
    point: usize,
    /// So many uses of locks stand before it in the text of its thread.
    earlier: usize,
    /// What may be freed: where it starts, its room, and whether it is freed.
    objects: Vec<(u64, u64, Term)>,
}

impl Walk<'_, '_> {
    /// None of these objects, each freed under a condition, may have a held lock in it.
    pub(crate) fn check_unheld(&mut self, freed: &[(u32, Term)]) {
        let objects = freed.iter().map(|&(object, is_here)| {
            let info = self.build.cells.object(object);
            (info.base, info.room, is_here)
        });
        let objects = objects.collect();
        let terms = &mut self.build.terms;
        let is_held = terms.variable("a lock in what is freed is held", 1);
        let is_unheld = terms.not(is_held);
        self.record.held_frees.push(HeldFree {
            is_held,
            point: self.state.point,
            earlier: self.record.locks.len(),
            objects,
        });
        self.check(CheckKind::Property(Property::LockMisuse), is_unheld);
    }

    /// A lock is used: that is a use of the life of what it lies in, if that may be freed.
    pub(crate) fn rely_on_lock(&mut self, lock: ExprId) {
        if !self.build.has_unheld_frees {
            return;
        }
        let mut lives = Vec::new();
        let (points_to, cells) = (&self.build.points_to, &self.build.cells);
        points_to.for_each_pointee(self.function, lock, |target| {
            let objects = cells.instances(self.program, target.object, None);
            let alive = objects.into_iter().filter_map(|it| cells.object(it).alive);
            lives.extend(alive.filter_map(|alive| match cells.cell(alive).kind {
                CellKind::Shared(number) => Some(number),
                _ => None,
            }));
        });
        lives.sort_unstable();
        lives.dedup();
        for cell in lives {
            self.note_use(Shared::Cell(cell), false);
        }
    }
}

/// Says of each `free` what it means that a lock is held there. All threads have been executed symbolically.
pub fn define(build: &mut Build<'_>) {
    let (terms, timeline, threads) = (&mut build.terms, &build.timeline, &build.threads);
    let mut meanings = Vec::new();
    for (index, thread) in threads.iter().enumerate() {
        for free in &thread.held_frees {
            let mut any = Vec::new();
            for (other, record) in threads.iter().enumerate() {
                let moment = Moment {
                    timeline,
                    free,
                    thread: index,
                    point: &thread.points[free.point],
                    other,
                };
                moment.holds(terms, record, &mut any);
            }
            let meaning = terms.or_all(&any);
            meanings.push(terms.equal(free.is_held, meaning));
        }
    }
    let meanings = meanings.into_iter().map(|meaning| vec![meaning]);
    build.timeline.constraints.extend(meanings);
}

/// A `free`, as seen from a thread.
struct Moment<'a> {
    timeline: &'a Timeline,
    free: &'a HeldFree,
    /// Which frees.
    thread: usize,
    point: &'a Point,
    /// Which may hold locks.
    other: usize,
}

impl Moment<'_> {
    /// Adds under which conditions the thread holds a lock in what is freed.
    fn holds(&self, terms: &mut Terms, record: &ThreadRecord, any: &mut Vec<Term>) {
        let uses = match self.other == self.thread {
            true => &record.locks[..self.free.earlier],
            false => &record.locks[..],
        };
        for (place, held) in uses.iter().enumerate() {
            if !held.is_hold || held.is_awaited {
                continue;
            }
            let is_inside = self.is_freed(terms, held.address);
            if terms.is_false(is_inside) {
                continue;
            }
            let is_taken = self.is_made(terms, record, held);
            let mut conditions = vec![is_inside, is_taken];
            for released in uses[place + 1..].iter().filter(|it| !it.is_hold) {
                let is_it = terms.equal(released.address, held.address);
                if terms.is_false(is_it) {
                    continue;
                }
                let is_made = self.is_made(terms, record, released);
                let is_released = terms.and(is_it, is_made);
                conditions.push(terms.not(is_released));
            }
            any.push(terms.and_all(&conditions));
        }
    }

    /// Whether an address lies in what is freed.
    fn is_freed(&self, terms: &mut Terms, address: Term) -> Term {
        let width = terms.width(address);
        let mut any = Vec::new();
        for &(base, room, is_here) in &self.free.objects {
            let base = terms.number(u128::from(base), width);
            let room = terms.number(u128::from(room), width);
            let offset = terms.subtract(address, base);
            let is_beyond = terms.less_or_equal(room, offset);
            let is_inside = terms.not(is_beyond);
            any.push(terms.and(is_here, is_inside));
        }
        terms.or_all(&any)
    }

    /// Whether a lock is used before the `free`.
    fn is_made(&self, terms: &mut Terms, record: &ThreadRecord, used: &LockUse) -> Term {
        if self.other == self.thread {
            return used.guard;
        }
        let point = &record.points[used.point];
        let is_before = self.is_before(terms, point);
        terms.and(used.guard, is_before)
    }

    fn is_before(&self, terms: &mut Terms, point: &Point) -> Term {
        let in_same_slot = self.timeline.shape == Shape::Round && self.other < self.thread;
        let mut value = terms.boolean(false);
        for slot in 0..self.timeline.slots {
            let next = slot + usize::from(in_same_slot && slot < self.timeline.usual_slots());
            let is_made = terms.not(point.late[next]);
            value = terms.ite(self.point.late[slot], is_made, value);
        }
        value
    }
}
