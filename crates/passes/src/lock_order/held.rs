//! Which locks a thread may hold, and which it must, at each place.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_ir::{ExprId, InstKind};

use super::{Edge, NamedLocks, Position, position};
use crate::number_sets::{NumberSets, SetId};
use crate::numbering::Numbering;
use crate::operands::{Node, for_each_node, for_each_written, register_of};
use crate::points_to::{PointsTo, Target};
use crate::simplify::is_same;
use crate::thread_ends::ThreadEnds;
use crate::thread_starts::ThreadStarts;
use crate::thread_text::{At, Code, Forward, ThreadText};

/// By lock and operand by which it was taken: where.
type Taken = Rc<BTreeMap<(u32, ExprId), u32>>;

#[derive(Clone, Default)]
pub struct State {
    may_hold: Taken,
    must_hold: SetId,
    /// The same when the running step began.
    may_hold_before: Taken,
    must_hold_before: SetId,
    /// The step has passed a `wait_until`.
    has_waited: bool,
    /// The same, if nothing has told yet what for.
    other_wait: Option<u32>,
    asks_for_ends: bool,
    /// What the step has loaded.
    loaded: SetId,
}

/// What sections load, of all threads.
pub struct Memory<'p> {
    pub points_to: &'p PointsTo,
    /// Loads are told apart by where they may be.
    pub places: Numbering<Target>,
    /// By sections that take a lock.
    pub to_hold: SetId,
    /// By sections that wait and take none, nor wait for the end of a thread.
    pub to_wait: Vec<(Position, SetId)>,
}

/// Of one thread.
pub struct HeldLocks<'a, 'p> {
    thread: usize,
    text: &'a ThreadText<'p>,
    named: &'a NamedLocks,
    sets: &'a mut NumberSets,
    /// By register: how many instructions set it.
    settings: Vec<u32>,
    order: (&'a ThreadStarts, &'a ThreadEnds),
    /// By what is held, what is awaited, what must be held, and which threads may have been created and must have ended: where that is, and since when.
    edges: BTreeMap<(u32, u32, [SetId; 3]), (u32, u32)>,
    memory: &'a mut Memory<'p>,
    /// Positions of waits behind which a lock is taken on some path.
    waits_to_hold: FxHashSet<u32>,
    /// Waits that are for something else on the path to the end of their section, with what that loads.
    others: Vec<(u32, SetId)>,
    /// By operand, the first that is the same.
    same: FxHashMap<ExprId, ExprId>,
}

impl<'a, 'p> HeldLocks<'a, 'p> {
    pub fn new(
        (thread, text): (usize, &'a ThreadText<'p>),
        named: &'a NamedLocks,
        order: (&'a ThreadStarts, &'a ThreadEnds),
        (sets, memory): (&'a mut NumberSets, &'a mut Memory<'p>),
    ) -> Self {
        let mut settings = vec![0; text.body.regs.len()];
        for inst in text.body.blocks.iter().flat_map(|block| &block.insts) {
            for_each_written(&inst.kind, |register| settings[register.index()] += 1);
        }
        HeldLocks {
            thread,
            text,
            named,
            sets,
            settings,
            order,
            edges: BTreeMap::new(),
            memory,
            waits_to_hold: FxHashSet::default(),
            others: Vec::new(),
            same: FxHashMap::default(),
        }
    }

    /// When the whole thread was looked at.
    pub fn edges(self) -> impl Iterator<Item = Edge> {
        let thread = self.thread;
        let others = self.others.into_iter();
        let others = others.filter(|(wait, _)| !self.waits_to_hold.contains(wait));
        let others = others.map(|(wait, loaded)| (position(self.text, wait), loaded));
        self.memory.to_wait.extend(others);
        self.edges.into_iter().map(
            move |((held, awaited, [must_hold, ..]), (at, held_since))| Edge {
                thread,
                held,
                held_since,
                awaited,
                at,
                must_hold,
            },
        )
    }

    fn hold(&mut self, state: &mut State, operand: ExprId, position: u32) {
        let locks = self.named.of_operand(self.thread, operand);
        self.waits_to_hold.extend(state.other_wait.take());
        self.memory.to_hold = self.sets.union(self.memory.to_hold, state.loaded);
        if state.has_waited {
            let (starts, ends) = self.order;
            let started = starts.started_at(self.thread, position);
            let ended = ends.ended_at(self.thread, position);
            let circumstances = [state.must_hold_before, started, ended];
            for (&(held, _), &since) in state.may_hold_before.iter() {
                for &awaited in locks.iter().filter(|awaited| **awaited != held) {
                    let key = (held, awaited, circumstances);
                    self.edges.entry(key).or_insert((position, since));
                }
            }
        }
        let operand = self.canonical(operand);
        let may_hold = Rc::make_mut(&mut state.may_hold);
        for &lock in locks {
            may_hold.entry((lock, operand)).or_insert(position);
        }
        if let [lock] = locks {
            state.must_hold = self.sets.with(state.must_hold, *lock);
        }
    }

    fn release(&mut self, state: &mut State, operand: ExprId) {
        let locks = self.named.of_operand(self.thread, operand);
        let canonical = self.canonical(operand);
        let is_stable = self.is_stable(operand);
        let is_released = |lock: u32, taken_by: ExprId| match locks {
            [one] => *one == lock,
            _ => is_stable && taken_by == canonical,
        };
        let may_hold = Rc::make_mut(&mut state.may_hold);
        may_hold.retain(|&(lock, taken_by), _| !is_released(lock, taken_by));
        for &lock in locks {
            state.must_hold = self.sets.without(state.must_hold, lock);
        }
    }

    /// Operands that give the same have one name.
    fn canonical(&mut self, operand: ExprId) -> ExprId {
        if let Some(known) = self.same.get(&operand) {
            return *known;
        }
        let body = self.text.body;
        let mut known: Vec<ExprId> = self.same.values().copied().collect();
        known.sort_unstable();
        let same = known.into_iter().find(|it| is_same(body, *it, operand));
        let first = same.unwrap_or(operand);
        self.same.insert(operand, first);
        first
    }

    /// Whether it gives the same wherever it is evaluated: its registers are set once.
    fn is_stable(&self, operand: ExprId) -> bool {
        let body = self.text.body;
        let mut is_stable = true;
        for_each_node(body, &mut vec![Node::Expr(operand)], |node| {
            if let Some(register) = register_of(body, node) {
                is_stable &= self.settings[register.index()] <= 1;
            }
        });
        is_stable
    }
}

impl Forward for HeldLocks<'_, '_> {
    type State = State;

    fn pass(&mut self, state: &mut State, at: At<'_>) {
        if at.depth == 0 {
            state.may_hold_before = Rc::clone(&state.may_hold);
            state.must_hold_before = state.must_hold;
            state.has_waited = false;
            state.other_wait = None;
            state.asks_for_ends = false;
            state.loaded = SetId::EMPTY;
        }
        let Code::Inst(inst) = at.code else { return };
        match inst.kind {
            InstKind::WaitUntil(_) => {
                state.has_waited = true;
                if !state.asks_for_ends {
                    state.other_wait = Some(at.position);
                }
            }
            InstKind::Finished { .. } => state.asks_for_ends = true,
            InstKind::AtomicEnd if at.depth == 1 => {
                if let Some(wait) = state.other_wait {
                    self.others.push((wait, state.loaded));
                }
            }
            InstKind::Load { place, .. } if at.depth > 0 => {
                let points_to = self.memory.points_to;
                for target in points_to.locations(self.text.function, place) {
                    let number = self.memory.places.number(target);
                    state.loaded = self.sets.with(state.loaded, number);
                }
            }
            InstKind::Hold(operand) => self.hold(state, operand, at.position),
            InstKind::Release(operand) => self.release(state, operand),
            _ => {}
        }
    }

    fn join(&mut self, into: &mut State, other: State) {
        into.may_hold = either(&into.may_hold, &other.may_hold);
        into.may_hold_before = either(&into.may_hold_before, &other.may_hold_before);
        into.must_hold = self.sets.intersection(into.must_hold, other.must_hold);
        into.must_hold_before =
            (self.sets).intersection(into.must_hold_before, other.must_hold_before);
        into.has_waited |= other.has_waited;
        into.other_wait = into.other_wait.or(other.other_wait);
        into.asks_for_ends |= other.asks_for_ends;
        into.loaded = self.sets.union(into.loaded, other.loaded);
    }
}

fn either(a: &Taken, b: &Taken) -> Taken {
    if Rc::ptr_eq(a, b) || b.is_empty() {
        return Rc::clone(a);
    }
    let mut joined = Rc::clone(a);
    let taken = Rc::make_mut(&mut joined);
    for (lock, position) in b.iter() {
        taken.entry(*lock).or_insert(*position);
    }
    joined
}
