//! Proves that no threads can wait for ever, whatever the schedule: the reduction `waits-in-order`.
//!
//! Precondition: a bounded program. Result: [`cannot_deadlock`] is true only if no execution of it, under any schedule, comes to a state in which threads wait for each
//! other or for what never comes. That it is false means nothing.
//!
//! Who asks locks to be taken in one order (Havender, *Avoiding deadlock in multitasking systems*, 1968) need not look at schedules. Others look for cycles among
//! locks that calls name (Engler and Ashcraft, *RacerX*, 2003). Here a lock is whatever is waited for like one, found by what is in memory: a *word* (bytes at one place of one
//! object) in which only constants are ever stored. That covers mutexes, spin locks, `pthread_once` and locks that a program makes itself, and trusts no model:
//!
//! ```text
//! atomic_begin
//! %1 = load @m.holder                  stored there: 0 by nobody in particular, 1 and 2 by threads 0 and 1
//! wait_until %1 <= 0:i32               false for 1 and 2: these are the *blocking* values of @m.holder
//! store @m.holder = 1:i32              thread 0 *holds* @m.holder from here on ...
//! atomic_end
//! store @m.holder = 0:i32              ... to here: what it stored last is no blocking value
//! ```
//!
//! A resource is a word that is waited for, or the end of a thread. A `wait_until` is *explained* by
//!
//! - words, if its condition is true whenever a register has other than blocking values, which its section has loaded from one of these words before it wrote to it, and no
//!   blocking value is there at first; or by
//! - the end of a thread, if it is true whenever `finished` of that thread is, and the thread has certainly been created.
//!
//! A thread holds a word where what it last stored there may be a blocking value, and its own end from start to end. It waits for a resource while it holds what it held when the
//! section began, as nothing of a section is done by a thread that waits. Demanded is that every wait is explained, that no thread ends while it holds a word,
//! that nothing is cut or unsupported, and that the graph has no cycle which has an edge from what a thread may hold to what it then waits for.
//!
//! **Proof.** Take a state in which thread `t` waits for ever. Its `wait_until` is explained by a resource `r`. If that is a word, it contains a blocking value, which is not
//! there at first, so some thread `u` stored it last. `u` has stored nothing else there since, so it holds the word, so it has not ended. If `r` is the end of `u`, then `u` was created and
//! has not ended, and holds it too. If `u` waits in its turn, there is an edge from `r` to what it waits for. So there is a path of the graph as long as threads wait, and since the
//! graph is finite and has no cycle, the path ends at a thread that has not ended and does not wait. Every thread can make only finitely many steps (Z3 of [`crate::bounded`]), so if threads that
//! can go on do, all come to their ends, or the run does. No thread waits for ever.
//!
//! Values are what the points-to analysis allows; if the program writes through pointers that are made of numbers, nothing is claimed. What a register can be decides branches: a thread that has not
//! locked a mutex does not find itself as its holder, so the part of `pthread_mutex_lock` that waits for itself is not reached ([`tables`]). Without it every mutex
//! would be in a cycle of its own.

mod tables;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use unspool_ir::{Block, ExprId, ExprKind, InstKind, Program, Property, Terminator};

use crate::number_sets::{NumberSets, SetId};
use crate::operands::for_each_written;
use crate::points_to::PointsTo;
use crate::thread_starts::ThreadStarts;
use crate::thread_text::{At, Code, Forward, ThreadText};

use tables::{Origin, Registers, Source, Tables};
use words::{Initial, Words};

/// Whether it is proved that no threads wait for ever.
pub fn cannot_deadlock(program: &Program) -> bool {
    let texts = ThreadText::of_program(program);
    if texts.iter().any(|text| leaves_something_out(text)) {
        return false;
    }
    let points_to = PointsTo::of(program);
    let Some(words) = Words::of(program, &texts, &points_to) else {
        return false;
    };
    let starts = ThreadStarts::of(&texts);
    let mut found = Found::default();
    let mut sets = NumberSets::default();
    let mut at_start = vec![None; texts.len()];
    if let Some(first) = at_start.first_mut() {
        *first = Some(Certain::default());
    }
    // A thread is looked at when the one that creates it has been.
    let mut open: Vec<usize> = vec![0];
    while let Some(thread) = open.pop() {
        let Some((text, certain)) = texts.get(thread).zip(at_start[thread]) else {
            continue;
        };
        let mut analysis = Analysis {
            thread,
            text,
            words: &words,
            starts: &starts,
            sets: &mut sets,
            tables: Tables::new(program, text),
            children: Vec::new(),
            found: &mut found,
        };
        text.run(&mut analysis, State::new(certain));
        for (child, certain) in analysis.children {
            if let Some(unknown @ None) = at_start.get_mut(child) {
                *unknown = Some(certain);
                open.push(child);
            }
        }
    }
    !found.has_unexplained_wait && found.is_ordered()
}

/// Whether executions go on behind what is in the program.
fn leaves_something_out(text: &ThreadText<'_>) -> bool {
    let mut insts = text.body.blocks.iter().flat_map(|block| &block.insts);
    insts.any(|inst| match inst.kind {
        InstKind::Unsupported(_) => true,
        InstKind::Assert { property, .. } => property == Property::Unwinding,
        InstKind::Assume(condition) => matches!(text.body.expr(condition).kind, ExprKind::Int(0)),
        _ => false,
    })
}

/// By word: what a thread may have stored there last.
type Stored = Rc<BTreeMap<u32, BTreeSet<u128>>>;

/// What is certain at a place.
#[derive(Clone, Copy, Default)]
struct Certain {
    /// Words that have been written to.
    initialised: SetId,
    /// Threads that have been created, by place in the list.
    started: SetId,
}

/// What threads wait for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Resource {
    Word(u32),
    EndOf(u32),
}

/// A `wait_until`, or (without anything to wait for) the end of a thread.
struct Stop {
    thread: u32,
    /// When the step begins.
    stored: Stored,
    awaited: Vec<Resource>,
}

#[derive(Default)]
struct Found {
    stops: Vec<Stop>,
    blocking: BTreeMap<u32, BTreeSet<u128>>,
    has_unexplained_wait: bool,
}

impl Found {
    /// Whether nobody ends with a lock, and the graph of resources has no cycle.
    fn is_ordered(&self) -> bool {
        let mut edges: BTreeMap<Resource, BTreeSet<Resource>> = BTreeMap::new();
        for stop in &self.stops {
            let held: Vec<Resource> = self.held(&stop.stored).map(Resource::Word).collect();
            if stop.awaited.is_empty() && !held.is_empty() {
                return false;
            }
            for from in held.into_iter().chain([Resource::EndOf(stop.thread)]) {
                edges.entry(from).or_default().extend(&stop.awaited);
            }
        }
        !has_cycle(&edges)
    }

    fn held(&self, stored: &Stored) -> impl Iterator<Item = u32> {
        stored.iter().filter_map(|(word, values)| {
            let blocking = self.blocking.get(word)?;
            (!blocking.is_disjoint(values)).then_some(*word)
        })
    }
}

/// Takes away what has no edge to what is left, as long as there is any such.
fn has_cycle(edges: &BTreeMap<Resource, BTreeSet<Resource>>) -> bool {
    let mut open: BTreeMap<Resource, usize> = BTreeMap::new();
    let mut into: BTreeMap<Resource, Vec<Resource>> = BTreeMap::new();
    for (from, to) in edges {
        open.insert(*from, to.len());
        for to in to {
            open.entry(*to).or_default();
            into.entry(*to).or_default().push(*from);
        }
    }
    let is_done = |(_, count): &(&Resource, &usize)| **count == 0;
    let mut done: Vec<Resource> = open.iter().filter(is_done).map(|(r, _)| *r).collect();
    let mut left = open.len();
    while let Some(resource) = done.pop() {
        left -= 1;
        for from in into.get(&resource).into_iter().flatten() {
            if let Some(count) = open.get_mut(from) {
                *count -= 1;
                if *count == 0 {
                    done.push(*from);
                }
            }
        }
    }
    left > 0
}

#[derive(Clone)]
struct State {
    /// No execution gets here if not.
    is_reached: bool,
    certain: Certain,
    stored: Stored,
    /// The same two when the running step began.
    certain_before: Certain,
    stored_before: Stored,
    /// Where the running section began, and the words that it has written to.
    section: Option<u32>,
    written: SetId,
    registers: Registers,
}

impl State {
    fn new(certain: Certain) -> State {
        State {
            is_reached: true,
            certain,
            stored: Stored::default(),
            certain_before: certain,
            stored_before: Stored::default(),
            section: None,
            written: SetId::EMPTY,
            registers: Registers::default(),
        }
    }
}

/// Of one thread.
struct Analysis<'a, 'p> {
    thread: usize,
    text: &'a ThreadText<'p>,
    words: &'a Words,
    starts: &'a ThreadStarts,
    sets: &'a mut NumberSets,
    tables: Tables<'a, 'p>,
    /// The threads that it creates, with what is certain then.
    children: Vec<(usize, Certain)>,
    found: &'a mut Found,
}

impl Forward for Analysis<'_, '_> {
    type State = State;

    fn pass(&mut self, state: &mut State, at: At<'_>) {
        if !state.is_reached {
            return;
        }
        if at.depth == 0 {
            state.certain_before = state.certain;
            state.stored_before = Rc::clone(&state.stored);
            state.section = Some(at.position);
            state.written = SetId::EMPTY;
        }
        match at.code {
            Code::Inst(inst) => self.instruction(state, &inst.kind, at),
            Code::Terminator(block) => self.terminator(state, block),
        }
    }

    fn leave(&mut self, state: &State, block: &Block, successor: usize) -> State {
        let mut state = state.clone();
        if let Terminator::Branch { condition, .. } = block.terminator {
            let wanted = successor == 0;
            state.is_reached &= self.tables.may_be(&state.registers, condition, wanted);
        }
        state
    }

    fn join(&mut self, into: &mut State, other: State) {
        if !other.is_reached {
            return;
        }
        if !into.is_reached {
            *into = other;
            return;
        }
        into.certain = self.both(into.certain, other.certain);
        into.certain_before = self.both(into.certain_before, other.certain_before);
        into.stored = either(&into.stored, &other.stored);
        into.stored_before = either(&into.stored_before, &other.stored_before);
        if into.section != other.section {
            into.section = None;
        }
        into.written = self.sets.union(into.written, other.written);
        into.registers.keep_common(&other.registers);
    }
}

/// What was stored on one of two ways.
fn either(a: &Stored, b: &Stored) -> Stored {
    if Rc::ptr_eq(a, b) || b.is_empty() {
        return Rc::clone(a);
    }
    let mut joined = Rc::clone(a);
    let values = Rc::make_mut(&mut joined);
    for (word, stored) in b.iter() {
        values.entry(*word).or_default().extend(stored);
    }
    joined
}

impl Analysis<'_, '_> {
    fn both(&mut self, a: Certain, b: Certain) -> Certain {
        Certain {
            initialised: self.sets.intersection(a.initialised, b.initialised),
            started: self.sets.intersection(a.started, b.started),
        }
    }

    fn instruction(&mut self, state: &mut State, kind: &InstKind, at: At<'_>) {
        match *kind {
            InstKind::Assign { dst, value } => {
                self.tables.assign(&mut state.registers, dst, value);
                return;
            }
            InstKind::Load { dst, place, .. } => {
                let source = match self.words.loaded(self.thread, place) {
                    Some(words) if at.depth > 0 => self.source(state, words),
                    _ => None,
                };
                self.tables
                    .load(&mut state.registers, dst, at.position, source);
                return;
            }
            InstKind::Finished { dst, thread } => {
                let source = self.end_of(state, thread);
                self.tables
                    .load(&mut state.registers, dst, at.position, source);
                return;
            }
            InstKind::Store { .. } | InstKind::CompareExchange { .. } => {
                let written = self.words.written(self.thread, at.position);
                self.write(state, written, kind);
            }
            InstKind::Spawn {
                thread: Some(number),
                ..
            } => {
                if let Some(child) = self.starts.by_number(number) {
                    let started = self.sets.with(state.certain.started, child);
                    state.certain.started = started;
                    self.children.push((child as usize, state.certain));
                }
            }
            InstKind::WaitUntil(condition) => self.wait(state, condition),
            _ => {}
        }
        for_each_written(kind, |&register| state.registers.forget(register));
    }

    fn terminator(&mut self, state: &State, block: &Block) {
        let ends_thread = match block.terminator {
            Terminator::ExitThread => true,
            // When the first thread returns, so does the process.
            Terminator::Return(_) => self.text.number != 0,
            _ => false,
        };
        if ends_thread {
            self.found.stops.push(Stop {
                thread: self.thread as u32,
                stored: Rc::clone(&state.stored),
                awaited: Vec::new(),
            });
        }
    }

    /// What may be loaded from one of these words: what others store, what was there at first, and what this thread stored last.
    fn source(&mut self, state: &State, words: &Rc<[u32]>) -> Option<Source> {
        let mut values = BTreeSet::new();
        for &word in words.iter() {
            values.extend(self.words.stored_by_others(self.thread, word)?);
            values.extend(state.stored.get(&word).into_iter().flatten());
            match self.words.initial(word) {
                Initial::Value(value) => values.extend([value]),
                Initial::Indeterminate => {
                    let is_set = self.sets.contains(state.certain.initialised, word);
                    is_set.then_some(())?;
                }
            }
        }
        let is_unwritten = |word: &u32| !self.sets.contains(state.written, *word);
        Some(Source {
            origin: Origin::Words(Rc::clone(words)),
            values: values.into_iter().collect(),
            section: state.section.filter(|_| words.iter().all(is_unwritten)),
        })
    }

    fn end_of(&self, state: &State, thread: ExprId) -> Option<Source> {
        let ExprKind::Int(number) = self.text.body.expr(thread).kind else {
            return None;
        };
        let number = u32::try_from(number).ok()?;
        Some(Source {
            origin: Origin::EndOf(self.starts.by_number(number)?),
            values: vec![0, 1],
            section: state.section,
        })
    }

    fn write(&mut self, state: &mut State, written: Option<&words::Written>, kind: &InstKind) {
        let Some(written) = written else { return };
        for &(word, value) in &written.words {
            state.written = self.sets.with(state.written, word);
            let stored = Rc::make_mut(&mut state.stored);
            let values = stored.entry(word).or_default();
            if written.is_certain && matches!(kind, InstKind::Store { .. }) {
                values.clear();
                let initialised = state.certain.initialised;
                state.certain.initialised = self.sets.with(initialised, word);
            }
            values.insert(value);
        }
    }

    fn wait(&mut self, state: &State, condition: ExprId) {
        if self.tables.is_true(&state.registers, condition) {
            return;
        }
        let sources = self.tables.sources(&state.registers, condition);
        let explained = sources.into_iter().find_map(|position| {
            let source = self.tables.source(position)?;
            let section = state.section?;
            if source.section != Some(section) {
                return None;
            }
            let registers = &state.registers;
            let blocking = self.tables.blocking(registers, condition, position);
            let awaited = self.awaited(state, &source.origin, &blocking)?;
            Some((awaited, blocking))
        });
        let Some((awaited, blocking)) = explained else {
            self.found.has_unexplained_wait = true;
            return;
        };
        for resource in &awaited {
            if let Resource::Word(word) = resource {
                let known = self.found.blocking.entry(*word).or_default();
                known.extend(&blocking);
            }
        }
        if !awaited.is_empty() {
            self.found.stops.push(Stop {
                thread: self.thread as u32,
                stored: Rc::clone(&state.stored_before),
                awaited,
            });
        }
    }

    /// What is waited for while these values are found there; none if it need not come.
    fn awaited(
        &self,
        state: &State,
        origin: &Origin,
        blocking: &BTreeSet<u128>,
    ) -> Option<Vec<Resource>> {
        match origin {
            Origin::EndOf(thread) => {
                let started = state.certain_before.started;
                let comes = !blocking.contains(&1) && self.sets.contains(started, *thread);
                comes.then(|| vec![Resource::EndOf(*thread)])
            }
            Origin::Words(words) => {
                let is_free_at_first = |word: &u32| match self.words.initial(*word) {
                    Initial::Value(value) => !blocking.contains(&value),
                    Initial::Indeterminate => true,
                };
                let all = words.iter().all(is_free_at_first);
                all.then(|| words.iter().copied().map(Resource::Word).collect())
            }
        }
    }
}
