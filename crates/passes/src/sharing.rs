//! Which accesses of different threads may meet, and what keeps them apart: the reductions `private` and `read-only`.
//!
//! Precondition: a bounded program. Result: for each access of each thread, [`Conflicts`]: against every access of another thread
//! to common bytes, which of our reasons show that the two never need to be exchanged.
//!
//! An access conflicts with one of another thread if they touch a common byte and one of them writes, or if one ends the life of an
//! object that the other one uses. Two conflicting accesses are harmless to each other if one of the analyses says
//! so: [`crate::thread_starts`], [`crate::thread_ends`], [`crate::locks`], [`crate::publication`]. An access needs a visible
//! point if there is one that it may meet. Every pair has its set of reasons, so one pass over the program
//! answers for every choice of reductions.
//!
//! What matters about an access beside its bytes is its *class*: thread, effect, which threads it may have started, which ones have
//! ended, which locks it is under, whether its object is published. There are few classes, however long the program
//! is. Objects are cut into *cells* where footprints begin and end, so that threads which use different fields or elements do not
//! meet because some initialisation writes all of them; each cell collects the classes of those who touch it.
//!
//! ```text
//! thread 0                              thread 1                              reasons
//! store @a[0] = 1:i32                   store @a[1] = 1:i32                   no common byte; private
//! %1 = load @size                       %1 = load @size                       both read
//! %2 = load @x                          store @x = 2:i32                      none: both need a point
//! ```
//!
//! **Proof of `private` and `read-only`.** A step whose accesses have no conflict commutes with every step of every other thread, also with
//! one that ends the run: neither changes what the other one reads, nor whether it is enabled. So it can be made
//! right behind the step before it of its own thread, and a thread that stands before it when the run ends may as well have
//! made it. The rest is as in [`crate::locks`]. There is no race without a conflict.

use rustc_hash::FxHashMap;

use crate::accesses::{Accesses, Effect, MemoryUse};
use crate::locks::Locks;
use crate::number_sets::{NumberSets, SetId};
use crate::numbering::Numbering;
use crate::publication::Publication;
use crate::reductions::{Reduction, Reductions};
use crate::thread_ends::ThreadEnds;
use crate::thread_starts::ThreadStarts;
use crate::thread_text::ThreadText;

mod cells;

use cells::Cells;

/// The reasons why two accesses of different threads do not matter to each other; the first one is that there is
/// no such other access.
pub const REASONS: [Reduction; 6] = [
    Reduction::Private,
    Reduction::ReadOnly,
    Reduction::BeforeStart,
    Reduction::AfterEnd,
    Reduction::Locks,
    Reduction::Unpublished,
];

/// A set of [`REASONS`], as bits in that order.
pub type Reasons = u8;

pub fn reason(reduction: Reduction) -> Reasons {
    let place = REASONS.iter().position(|&other| other == reduction);
    place.map_or(0, |place| 1 << place)
}

/// What an access may meet: for each access that it has to do with, the set of reasons why that is harmless.
/// There are only 64 such sets; here is which of them occur.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflicts(u64);

impl Conflicts {
    pub const NONE: Conflicts = Conflicts(0);

    pub fn of(reasons: Reasons) -> Self {
        Conflicts(1 << reasons)
    }

    #[must_use]
    pub fn and(self, other: Conflicts) -> Self {
        Conflicts(self.0 | other.0)
    }

    /// All for which none of these reductions is a reason.
    pub fn harmful(reductions: Reductions) -> Self {
        let valid = REASONS.iter().filter(|&&reason| reductions.has(reason));
        let valid = valid.fold(0, |valid, &reduction| valid | reason(reduction));
        (0..64)
            .filter(|reasons| reasons & valid == 0)
            .fold(Conflicts::NONE, |all, reasons| {
                all.and(Conflicts::of(reasons))
            })
    }

    pub fn have_one_of(self, others: Conflicts) -> bool {
        self.0 & others.0 != 0
    }
}

/// What is known of the order of things.
pub struct Knowledge<'a> {
    pub accesses: &'a Accesses,
    pub starts: &'a ThreadStarts,
    pub ends: &'a ThreadEnds,
    pub locks: &'a mut Locks,
    pub publication: &'a Publication,
}

pub struct Sharing {
    /// By thread and position, the class of the access there.
    classes: Vec<Vec<u32>>,
    /// By group and class.
    conflicts: FxHashMap<(u32, u32), Conflicts>,
}

impl Sharing {
    pub fn of(texts: &[ThreadText<'_>], mut knowledge: Knowledge<'_>) -> Self {
        let mut table = ClassTable::default();
        let mut classes = Vec::with_capacity(texts.len());
        let mut used = FxHashMap::default();
        for (thread, text) in texts.iter().enumerate() {
            let mut of_thread = vec![0; text.len()];
            for position in 0..text.len() as u32 {
                if let Some(access) = knowledge.accesses.at(thread, position) {
                    let class = table.class(&knowledge, text, thread, position, access);
                    of_thread[position as usize] = class;
                    used.insert((access.group, class), Conflicts::NONE);
                }
            }
            classes.push(of_thread);
        }
        let mut pairs: Vec<(u32, u32)> = used.keys().copied().collect();
        pairs.sort_unstable();
        let mut judge = Judge {
            classes: table.0.list(),
            verdicts: FxHashMap::default(),
            knowledge: &mut knowledge,
        };
        let conflicts = Cells::judge(&pairs, &mut judge);
        Sharing { classes, conflicts }
    }

    /// What the access of a thread at a position may meet.
    pub fn conflicts(&self, thread: usize, position: u32, used: MemoryUse) -> Conflicts {
        let class = self.classes[thread][position as usize];
        let known = self.conflicts.get(&(used.group, class));
        known.copied().unwrap_or(Conflicts::NONE)
    }
}

/// All that matters about an access beside what it touches.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Class {
    thread: u32,
    effect: Effect,
    started: SetId,
    ended: SetId,
    under: SetId,
    is_unpublished: bool,
}

#[derive(Default)]
struct ClassTable(Numbering<Class>);

impl ClassTable {
    fn class(
        &mut self,
        knowledge: &Knowledge<'_>,
        text: &ThreadText<'_>,
        thread: usize,
        position: u32,
        used: MemoryUse,
    ) -> u32 {
        let (accesses, publication) = (knowledge.accesses, knowledge.publication);
        let class = Class {
            thread: thread as u32,
            effect: used.effect,
            started: knowledge.starts.started_at(thread, position),
            ended: knowledge.ends.ended_at(thread, position),
            under: knowledge.locks.under(thread, position),
            is_unpublished: publication.is_unpublished(text, accesses, used, position),
        };
        self.0.number(class)
    }
}

/// What is touched together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Part {
    Contents,
    /// That the object exists.
    Existence,
}

/// Says what accesses of one class meet in a cell.
struct Judge<'a, 'k> {
    classes: &'a [Class],
    verdicts: FxHashMap<(Part, SetId, u32), Conflicts>,
    knowledge: &'a mut Knowledge<'k>,
}

impl Judge<'_, '_> {
    /// `present` are all classes of the cell, this one included.
    fn verdict(&mut self, part: Part, sets: &NumberSets, present: SetId, number: u32) -> Conflicts {
        let key = (part, present, number);
        if let Some(&known) = self.verdicts.get(&key) {
            return known;
        }
        let class = self.classes[number as usize];
        let mut conflicts = Conflicts::NONE;
        let mut is_alone = true;
        for &other in sets.members(present) {
            let other = self.classes[other as usize];
            if other.thread == class.thread {
                continue;
            }
            if part == Part::Existence && class.effect != Effect::End && other.effect != Effect::End
            {
                // Both rely on it, and use what bytes they use.
                continue;
            }
            is_alone = false;
            conflicts = conflicts.and(Conflicts::of(self.reasons(class, other)));
        }
        if is_alone && (part == Part::Contents || class.effect == Effect::End) {
            conflicts = Conflicts::of(reason(Reduction::Private));
        }
        self.verdicts.insert(key, conflicts);
        conflicts
    }

    fn reasons(&mut self, a: Class, b: Class) -> Reasons {
        let known = &mut *self.knowledge;
        let mut reasons = 0;
        if a.effect == Effect::Read && b.effect == Effect::Read {
            reasons |= reason(Reduction::ReadOnly);
        }
        let is_before =
            |a: Class, b: Class| known.starts.is_before_start(a.thread, a.started, b.thread);
        if is_before(a, b) || is_before(b, a) {
            reasons |= reason(Reduction::BeforeStart);
        }
        let has_ended = |a: Class, b: Class| known.ends.sets.contains(a.ended, b.thread);
        if has_ended(a, b) || has_ended(b, a) {
            reasons |= reason(Reduction::AfterEnd);
        }
        if known.locks.sets.intersection(a.under, b.under) != SetId::EMPTY {
            reasons |= reason(Reduction::Locks);
        }
        if a.is_unpublished || b.is_unpublished {
            reasons |= reason(Reduction::Unpublished);
        }
        reasons
    }
}
