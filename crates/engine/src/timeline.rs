//! When things happen: points of threads in a bounded number of slots, and what shared cells contain then.
//!
//! Time is cut into *slots*, and each visible point of each thread has an order-encoded slot: booleans "in slot `r` or later", where the
//! slot behind the last one means never. In the encoding `rounds` a slot is a round, in which all threads
//! run one after the other; in `contexts` it is a single context. Both need the same here.
//!
//! **Contents.** Threads are executed symbolically one after the other, in the order in which they run in a round. For every
//! shared cell and slot there is a term for what the cell contains at this place of the text in that slot. At first that is, for the first slot, the
//! initial contents, and for each later one a *guess*, a fresh variable. A write at a point replaces it in the slot in which
//! the point is; a read chooses among the slots. Behind the last thread the terms say what the cell contains at the end of each slot,
//! and that must be what was guessed for the next one.
//!
//! So local computation is encoded once, not once per round, and shared memory is guessed once per round and cell, as in the
//! sequentialization of Lal and Reps (*Reducing concurrent analysis under a context bound to sequential analysis*, 2009). That the schedule is
//! a matter of order-encoded points is TCBMC's idea (Rabinovitz and Grumberg, 2005), here for any number of threads.
//!
//! A cell that nobody writes any more is not guessed: in later slots it contains what it did in the one before.
//!
//! Where it is asked in which states executions can end, there is one more slot behind these, the *last* one, in which each thread makes at most one
//! step: `last_slot.rs`.

use std::rc::Rc;

use unspool_formula::terms::{Term, Terms};

use crate::last_slot::LastSlot;
use crate::narrow::Narrow;
use crate::slot_numbers::{Choice, SlotNumbers};

/// A place in the text of a thread at which a switch can be made.
#[derive(Clone, Debug)]
pub struct Point {
    /// "In slot `r` or later", for `r` from 0 (true) to the number of slots (never).
    pub late: Rc<[Term]>,
    pub choice: Choice,
}

/// Which threads may run in a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// All, in the order of their numbers.
    Round,
    /// One.
    Context,
}

/// A value that was taken for granted and has to be justified.
pub struct Guess {
    pub cell: u32,
    pub slot: usize,
    pub value: Term,
    /// What the value is made of.
    pub variable: Term,
}

/// What a shared cell is like.
pub struct SharedCell {
    pub initial: Term,
    pub narrow: Narrow,
}

/// When a thread has ended: in each slot, "by its end".
pub type Endings = Vec<Term>;

pub struct Timeline {
    pub shape: Shape,
    numbers: SlotNumbers,
    /// With the last one, if there is one.
    pub slots: usize,
    pub last: Option<LastSlot>,
    pub cells: Vec<SharedCell>,
    /// Contents by cell and slot, as of the place that is executed symbolically.
    contents: Vec<Vec<Option<Term>>>,
    pub guesses: Vec<Guess>,
    /// Each a disjunction that holds.
    pub constraints: Vec<Vec<Term>>,
    /// In the encoding `contexts`: by slot and thread, whether it is that thread's.
    running: Vec<Vec<Term>>,
    /// By thread: fresh terms for endings that were asked for before the thread was executed.
    asked: Vec<Option<Endings>>,
    ended: Vec<Option<Endings>>,
}

impl Timeline {
    pub fn new(
        terms: &mut Terms,
        (shape, numbers): (Shape, SlotNumbers),
        slots: usize,
        last: Option<LastSlot>,
        threads: usize,
        cells: Vec<SharedCell>,
    ) -> Timeline {
        let slots = slots + usize::from(last.is_some());
        let mut timeline = Timeline {
            shape,
            numbers,
            slots,
            last,
            contents: vec![vec![None; slots]; cells.len()],
            cells,
            guesses: Vec::new(),
            constraints: Vec::new(),
            running: Vec::new(),
            asked: vec![None; threads],
            ended: vec![None; threads],
        };
        if shape == Shape::Context {
            timeline.choose_threads(terms, threads);
        }
        timeline
    }

    /// The slots in which threads make any number of steps.
    pub fn usual_slots(&self) -> usize {
        self.slots - usize::from(self.last.is_some())
    }

    /// Every slot is at most one thread's.
    fn choose_threads(&mut self, terms: &mut Terms, threads: usize) {
        for slot in 0..self.usual_slots() {
            let name = format!("context {slot}");
            let choice = terms.order_variable(&name, 0, threads.saturating_sub(1) as u32);
            let row = (0..threads as u32).map(|thread| terms.is_exactly(choice, thread));
            self.running.push(row.collect());
        }
    }

    /// The start of the first thread, which comes before all else.
    pub fn beginning(&mut self, terms: &mut Terms) -> Point {
        let late = (0..=self.slots).map(|slot| terms.boolean(slot == 0));
        let point = Point {
            late: late.collect(),
            choice: Choice::Bounds,
        };
        self.allow(terms, &point, 0);
        point
    }

    /// A new point of a thread, in no earlier slot than those that it has had so far.
    pub fn point(
        &mut self,
        terms: &mut Terms,
        name: &str,
        thread: usize,
        earlier: &[Point],
    ) -> Point {
        let clauses = &mut self.constraints;
        let numbers = self.numbers;
        let point = numbers.point(terms, name, self.slots, earlier, clauses);
        self.allow(terms, &point, thread);
        point
    }

    fn allow(&mut self, terms: &mut Terms, point: &Point, thread: usize) {
        for (slot, row) in self.running.iter().enumerate() {
            let before = terms.not(point.late[slot]);
            let clause = vec![before, point.late[slot + 1], row[thread]];
            self.constraints.push(clause);
        }
        if let Some(last) = &self.last {
            let before = terms.not(point.late[self.slots - 1]);
            let clause = vec![before, point.late[self.slots], last.race, last.deadlock];
            self.constraints.push(clause);
        }
    }

    /// Both are in the same slot, if the condition holds.
    pub fn same_slot(&mut self, terms: &mut Terms, condition: Term, first: &Point, second: &Point) {
        let off = terms.not(condition);
        for slot in 1..=self.slots {
            let same = terms.equal(first.late[slot], second.late[slot]);
            self.constraints.push(vec![off, same]);
        }
    }

    /// A thread starts behind the point at which another one creates it.
    pub fn starts_behind(
        &mut self,
        terms: &mut Terms,
        (creator, creation): (usize, &Point),
        (thread, start): (usize, &Point),
    ) {
        if self.last.is_some() {
            // In the last slot nobody is created.
            let is_created = terms.not(creation.late[self.usual_slots()]);
            let is_absent = start.late[self.slots];
            self.constraints.push(vec![is_created, is_absent]);
        }
        if self.shape == Shape::Round && creator < thread {
            creation.comes_first(terms, start, &mut self.constraints);
            return;
        }
        for slot in 0..self.slots {
            let early = terms.not(creation.late[slot]);
            self.constraints.push(vec![early, start.late[slot + 1]]);
        }
    }

    pub fn in_slot(&self, terms: &mut Terms, point: &Point, slot: usize) -> Term {
        point.is_in(terms, slot)
    }

    /// Whether a point is in the last slot.
    pub fn in_last_slot(&self, terms: &mut Terms, point: &Point) -> Term {
        match self.last {
            Some(_) => self.in_slot(terms, point, self.slots - 1),
            None => terms.boolean(false),
        }
    }

    pub fn is_executed(&self, terms: &mut Terms, point: &Point) -> Term {
        terms.not(point.late[self.slots])
    }

    /// What a cell contains at a point. `is_final`: everything that can write the cell has been executed symbolically.
    pub fn read(&mut self, terms: &mut Terms, cell: u32, point: &Point, is_final: bool) -> Term {
        let mut value = None;
        for slot in (0..self.slots).rev() {
            if terms.is_false(point.late[slot]) {
                continue;
            }
            if slot + 1 < self.slots && terms.is_true(point.late[slot + 1]) {
                break;
            }
            let here = self.content(terms, cell, slot, is_final);
            value = Some(match value {
                None => here,
                Some(later) => terms.ite(point.late[slot + 1], later, here),
            });
        }
        match value {
            Some(value) => value,
            None => self.content(terms, cell, 0, is_final),
        }
    }

    /// A cell gets a value where a condition holds; `executed` says for each slot whether the write is made there.
    pub fn write(
        &mut self,
        terms: &mut Terms,
        cell: u32,
        executed: &[Term],
        condition: Term,
        value: Term,
    ) {
        for (slot, &executed) in executed.iter().enumerate() {
            let happens = terms.and(executed, condition);
            if terms.is_false(happens) {
                continue;
            }
            let old = self.content(terms, cell, slot, false);
            let new = terms.ite(happens, value, old);
            self.contents[cell as usize][slot] = Some(new);
        }
    }

    fn content(&mut self, terms: &mut Terms, cell: u32, slot: usize, is_final: bool) -> Term {
        if let Some(known) = self.contents[cell as usize][slot] {
            return known;
        }
        let value = match slot {
            0 => self.cells[cell as usize].initial,
            _ if is_final => self.content(terms, cell, slot - 1, true),
            _ => {
                let name = format!("cell {cell} in slot {slot}");
                let shared = &self.cells[cell as usize];
                let (value, variable) = shared.narrow.variable(terms, &name);
                self.guesses.push(Guess {
                    cell,
                    slot,
                    value,
                    variable,
                });
                value
            }
        };
        self.contents[cell as usize][slot] = Some(value);
        value
    }

    /// That a guess is right: the contents at the end of the slot before, once all threads are executed.
    pub fn justification(&mut self, terms: &mut Terms, guess: usize) -> Term {
        let Guess {
            cell, slot, value, ..
        } = self.guesses[guess];
        let end = self.content(terms, cell, slot - 1, true);
        terms.equal(end, value)
    }

    /// What the variable of a guess has to be.
    pub fn right_guess(&mut self, terms: &mut Terms, guess: usize) -> Term {
        let Guess { cell, slot, .. } = self.guesses[guess];
        let end = self.content(terms, cell, slot - 1, true);
        self.cells[cell as usize].narrow.bits_of(terms, end)
    }

    /// Whether a thread has ended before a point of another one.
    pub fn has_ended(
        &mut self,
        terms: &mut Terms,
        thread: usize,
        (asking, point): (usize, &Point),
    ) -> Term {
        if thread == asking {
            return terms.boolean(false);
        }
        let is_same_slot = self.shape == Shape::Round && thread < asking;
        let mut value = terms.boolean(false);
        for slot in 0..self.slots {
            // Who ends in the last slot does so only at the same time.
            let ended = if is_same_slot && slot < self.usual_slots() {
                self.ended_by(terms, thread, slot)
            } else if slot == 0 {
                continue;
            } else {
                self.ended_by(terms, thread, slot - 1)
            };
            value = terms.ite(point.late[slot], ended, value);
        }
        value
    }

    /// By the end of a slot.
    pub fn ended_by(&mut self, terms: &mut Terms, thread: usize, slot: usize) -> Term {
        if let Some(ended) = &self.ended[thread] {
            return ended[slot];
        }
        let slots = self.slots;
        let asked = self.asked[thread].get_or_insert_with(|| {
            let name = |slot| format!("thread {thread} ended in slot {slot}");
            (0..slots)
                .map(|slot| terms.variable(&name(slot), 1))
                .collect()
        });
        asked[slot]
    }

    /// All of a thread has been executed symbolically: where it ends, and under which guards.
    pub fn thread_done(&mut self, terms: &mut Terms, thread: usize, ends: &[(Term, Point)]) {
        let mut ended = Vec::new();
        for slot in 0..self.slots {
            let mut any = terms.boolean(false);
            for (guard, point) in ends {
                let in_time = terms.not(point.late[slot + 1]);
                let here = terms.and(*guard, in_time);
                any = terms.or(any, here);
            }
            ended.push(any);
        }
        if let Some(asked) = &self.asked[thread] {
            for (&asked, &ended) in asked.iter().zip(&ended) {
                let same = terms.equal(asked, ended);
                self.constraints.push(vec![same]);
            }
        }
        self.ended[thread] = Some(ended);
    }
}
