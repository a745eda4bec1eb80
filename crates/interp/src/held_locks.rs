//! Which locks a thread holds, where it took them, and what an access of it has around it.
//!
//! Models say `hold` and `release`. That has no effect on the execution but one: memory with a lock in it that is held must not be freed. Whether a lock
//! is free stands in memory. It is kept also so that reports of deadlocks can say who has what a thread waits for, and those of races which locks were held.
//!
//! A recursive mutex is held from the first `hold` on, and models release it once, in the end.

use std::rc::Rc;

use unspool_ir::Span;

use crate::circumstances::{Holder, TakenLock};
use crate::location::{Location, MemoryPlace};
use crate::machine::Machine;
use crate::reported_place::FramePlace;
use crate::thread::Thread;
use crate::trap::Trap;
use crate::value::Scalar;

#[derive(Clone, Debug)]
pub struct HeldLock {
    /// Its address.
    pub lock: Scalar,
    taken: Rc<Taken>,
}

#[derive(Debug)]
struct Taken {
    /// Where to report it.
    span: Span,
    /// The activations at that time, outermost first.
    frames: Box<[FramePlace]>,
}

/// What accesses of one activation have in common.
#[derive(Debug)]
pub struct Surroundings {
    /// Outermost first. Of the last, only the accesses know the position.
    pub frames: Box<[FramePlace]>,
    pub held: Box<[HeldLock]>,
}

/// The surroundings of what the thread is doing. They are made once for each activation and set of locks.
pub fn surroundings(thread: &mut Thread) -> Rc<Surroundings> {
    if let Some(known) = &thread.surroundings {
        return Rc::clone(known);
    }
    let made = Rc::new(Surroundings {
        frames: frames_of(thread),
        held: thread.held.as_slice().into(),
    });
    thread.surroundings = Some(Rc::clone(&made));
    made
}

fn frames_of(thread: &Thread) -> Box<[FramePlace]> {
    thread.frames.iter().map(FramePlace::of).collect()
}

impl Machine<'_> {
    pub(crate) fn hold(
        &mut self,
        thread: &mut Thread,
        lock: Scalar,
        span: Span,
    ) -> Result<(), Trap> {
        if self.ends_probe_at(lock) {
            return Err(Trap::Blocked);
        }
        if thread.held.iter().any(|held| held.lock.bits == lock.bits) {
            return Ok(());
        }
        let taken = Taken {
            span: self.reported_span(thread, span),
            frames: frames_of(thread),
        };
        thread.held.push(HeldLock {
            lock,
            taken: Rc::new(taken),
        });
        thread.surroundings = None;
        Ok(())
    }

    pub(crate) fn release(&mut self, thread: &mut Thread, lock: Scalar) {
        thread.held.retain(|held| held.lock.bits != lock.bits);
        thread.surroundings = None;
    }

    /// The locks that a thread holds, in the order in which it took them.
    pub fn held_locks(&self, thread: u32) -> Vec<TakenLock> {
        let thread = self.threads.get(thread as usize);
        let held = thread.map_or(&[][..], |thread| &thread.held);
        held.iter().map(|held| self.described(held)).collect()
    }

    /// A lock in these bytes that any thread holds. The running thread is given, since it may not be in its place in the list; who has ended holds what it held.
    pub(crate) fn lock_held_in(&self, running: &Thread, base: u64, size: u64) -> Option<Scalar> {
        let is_inside = |lock: &Scalar| {
            let offset = lock.bits.checked_sub(u128::from(base));
            offset.is_some_and(|offset| offset < u128::from(size))
        };
        let others = self.threads.iter().map(|it| &**it);
        let others = others.filter(|it| it.id != running.id);
        let held = others.chain([running]).flat_map(|it| &it.held);
        held.map(|held| held.lock).find(is_inside)
    }

    /// Who holds the lock at an address.
    pub(crate) fn holders(&self, lock: Scalar) -> impl Iterator<Item = (u32, &HeldLock)> {
        self.threads.iter().flat_map(move |thread| {
            let held = thread.held.iter();
            held.filter(move |held| held.lock.bits == lock.bits)
                .map(|held| (thread.id, held))
        })
    }

    pub(crate) fn described_holders(&self, lock: Scalar) -> impl Iterator<Item = Holder> {
        self.holders(lock).map(|(thread, held)| Holder {
            thread,
            has_ended: self.is_finished(thread),
            taken: self.described(held),
        })
    }

    pub(crate) fn described(&self, held: &HeldLock) -> TakenLock {
        TakenLock {
            lock: self.at_address(held.lock),
            span: held.taken.span,
            stack: self.stack_at(held.taken.frames.iter().copied()),
        }
    }

    /// What begins at an address: its first byte.
    pub(crate) fn at_address(&self, address: Scalar) -> Location {
        let known = self.object_of(0, address).ok();
        let object = known.unwrap_or(address.provenance.object());
        let base = self.memory.ended(object).map_or(0, |object| object.base);
        let place = MemoryPlace {
            object,
            offset: (address.bits as u64).wrapping_sub(base),
            size: 1,
        };
        self.location(place, None)
    }
}
