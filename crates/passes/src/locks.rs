//! Which locks protect an access: the reduction `locks`.
//!
//! Precondition: a bounded program whose models say with `hold` and `release` who holds a lock. Result: for each
//! access, locks such that no two threads are at accesses with a common one at the same time.
//!
//! This is Lipton's reduction (*Reduction: a method of proving properties of parallel programs*, 1975) with the lock sets of
//! Savage et al. (*Eraser*, 1997), but of locks that are held on *all* paths, found in the program and not in a run, and checked for being used as locks.
//!
//! A lock is named by an address: one object that exists once, and an offset in it. Some word of the object, the *cell* of the
//! lock, says who holds it (how it is found: [`table`]). What we ask of models that say `hold` and `release`:
//!
//! - they stand in the atomic sections that take the lock and give it back. A thread that holds the lock already may pass
//!   a `hold` again: the best place for it is where all paths have met on which the thread has the lock now;
//! - while one thread holds the lock, no other thread gets past a `hold` of it, nor past the last `wait_until` before one,
//!   as long as the cell changes only where a `hold` or `release` of this very lock follows in the step, before the cell changes
//!   again, and only the holder gets past `release`.
//!
//! The last two conditions are checked here, since programs can break them (by initialising a mutex again while it is held,
//! or by unlocking one that another thread holds). A lock is *trusted* if every other change of the cell, or end of its
//! object, is made while none of the other threads that ever take the lock can be running, and if every `release` stands where the lock is
//! held. A thread that makes such a change does not hold the lock any more. So at most one thread at a time holds a trusted lock.
//!
//! An access is *under* a lock if its step begins with the lock held, or has passed a `hold` or the wait before it; or if whatever the
//! step does behind the access, it will pass one of these before it can end the run. Not so in sections that may fail to take
//! the lock (`trylock`): they look at the cell and go on.
//!
//! Locks are held on all paths to a place; where a register tells which of two paths it was, on all paths of that kind
//! (see [`cases`]).
//!
//! ```text
//! atomic_begin                        always a visible point
//! %1 = load @m.holder                 under @m: the section goes on only if it gets @m
//! wait_until %1 == 0:i32
//! store @m.holder = 1:i32
//! hold &@m
//! atomic_end
//! %2 = load @x                        under @m: no point, if all accesses to @x are
//! store @x = %2 + 1:i32
//! atomic_begin                        under @m: no point, unless somebody looks at @m.holder who does not take it
//! store @m.holder = 0:i32
//! release &@m
//! atomic_end
//! ```
//!
//! **Proof.** Let `b` be a step of thread `t` without a visible point whose conflicts are all with accesses under a lock that its own access
//! is also under. Steps with a `hold` in them keep their points (see [`crate::visible_points`]), so there is none in `b`, and `t` holds the lock `l`
//! when `b` begins. Let `a` be the step just before `b`, of another thread. `t` holds `l` all through `a`. If `a` made a
//! conflicting access under `l`, then its thread held `l` as well, or passed a `hold` of it or the wait before one: impossible.
//! So `a` and `b` do not conflict, and `b` can be made before `a`: `b` is a left mover. It is enabled there, since steps
//! with a `wait_until` keep their points. Repeating this, every step without a point is moved to the point before it.
//! Where a run ends while threads are between their points, let each of them go on to its next point, or to an instruction that
//! would end the run: by the same argument these steps have no influence on the step that did end it; here it matters that
//! `a` may have ended the run inside of a section, which is why an access in front of an instruction that may do that is not under
//! the lock that the section would have taken. A deadlock has no thread between its points, because there every thread is at a wait.
//! The same holds for releases: what they conflict with is whatever else touches the cell, and among that acquisitions
//! are under the lock. Two accesses under a common lock do not race.

mod cases;
mod held;
mod sections;
mod table;

use rustc_hash::FxHashMap;
use unspool_ir::Program;

use crate::accesses::Accesses;
use crate::number_sets::{NumberSets, SetId};
use crate::points_to::PointsTo;
use crate::run_ends::RunEnds;
use crate::thread_ends::ThreadEnds;
use crate::thread_starts::ThreadStarts;
use crate::thread_text::ThreadText;

use held::{Evidence, HeldLocks};
use sections::Sections;
use table::{LockTable, SectionAccesses};

pub struct Locks {
    pub sets: NumberSets,
    /// By thread and position; no positions where there are no locks.
    under: Vec<Vec<SetId>>,
}

impl Locks {
    pub fn of(
        program: &Program,
        texts: &[ThreadText<'_>],
        points_to: &PointsTo,
        (accesses, run_ends): (&Accesses, &[RunEnds<'_, '_>]),
        (starts, ends): (&ThreadStarts, &ThreadEnds),
    ) -> Self {
        let mut table = LockTable::of(program, texts, points_to);
        let mut result = Locks {
            sets: NumberSets::default(),
            under: vec![Vec::new(); texts.len()],
        };
        if table.is_empty() {
            return result;
        }
        let mut seen = SectionAccesses::default();
        for (thread, text) in texts.iter().enumerate() {
            let seen = (accesses, &mut seen);
            let sets = &mut result.sets;
            Sections::of(text, &run_ends[thread], (&table, thread), seen, sets);
        }
        table.find_cells(accesses, &seen);
        let mut evidence = Evidence::new(&table);
        for (thread, text) in texts.iter().enumerate() {
            let seen = (accesses, &mut seen);
            let sets = &mut result.sets;
            let sections = Sections::of(text, &run_ends[thread], (&table, thread), seen, sets);
            let mut analysis = HeldLocks {
                program,
                body: text.body,
                thread,
                table: &table,
                sections: &sections,
                accesses,
                starts,
                ends,
                sets: &mut result.sets,
                evidence: &mut evidence,
                under: vec![SetId::EMPTY; text.len()],
            };
            text.run(&mut analysis, held::State::default());
            result.under[thread] = analysis.under;
        }
        let is_trusted = evidence.trusted(starts, ends);
        let mut trusted_part: FxHashMap<SetId, SetId> = FxHashMap::default();
        for set in result.under.iter_mut().flatten() {
            let sets = &mut result.sets;
            *set = *trusted_part
                .entry(*set)
                .or_insert_with(|| sets.filter(*set, |lock| is_trusted[lock as usize]));
        }
        result
    }

    /// The trusted locks that the access at a position is under.
    pub fn under(&self, thread: usize, position: u32) -> SetId {
        let known = self.under[thread].get(position as usize);
        known.copied().unwrap_or(SetId::EMPTY)
    }
}
