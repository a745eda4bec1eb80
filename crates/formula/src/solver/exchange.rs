//! What several solvers of one formula tell each other: short clauses that they have learnt.
//!
//! Solvers that search for the same proof in different ways are each spared what another one has found out (Hamadi, Jabbour and Sais, *ManySAT: a parallel SAT solver*, 2009). Assumptions are
//! no part of what is learnt, so solvers may be asked under different ones. Nobody waits for anybody: every [`Exchange::interval`] conflicts a solver gives what it has
//! learnt since, and takes what others have given.
//!
//! **Why that is right.** A learnt clause follows from the clauses of its solver. Parties have given the same clauses up to their first `solve`; only variables from before that are spoken of. What they are given later must say nothing new about these: it defines further variables, or is such that whatever assignment
//! of the old variables it excludes can be replaced by another one. [`Exchange::join`] refuses a formula that is not the one of those who have joined before: it compares hashes of all clauses.
//!
//! Measured with CaDiCaL on lock-free programs without a bug, two solvers, one of them set up for satisfiable formulas: half of the conflicts for each, so half of the time. Clauses of up to 8 literals are better than shorter ones only, longer ones no better. Solvers
//! that differ in nothing but a seed do nearly the same.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::hash::Hasher;
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cadical_sys::Learner;
use rustc_hash::FxHasher;

/// Longer clauses are not worth telling.
const LONGEST: usize = 8;

/// So many clauses are kept for those who have not read them yet. Who reads too seldom misses some.
const MOST_KEPT: usize = 1 << 16;

/// Between two looks, unless somebody wants it otherwise.
const CONFLICTS: u64 = 5000;

/// Cloned and given to all solvers of the formula.
#[derive(Clone, Debug)]
pub struct Exchange {
    told: Arc<Mutex<Told>>,
    interval: u64,
}

#[derive(Default, Debug)]
struct Told {
    /// Of the first who has joined.
    formula: Option<Fingerprint>,
    parties: u32,
    /// With the number of who has told it.
    clauses: VecDeque<(u32, Box<[i32]>)>,
    /// How many are not kept any more.
    forgotten: u64,
}

impl Default for Exchange {
    fn default() -> Self {
        Exchange::every(CONFLICTS)
    }
}

impl Exchange {
    /// With other times of exchange.
    pub fn every(conflicts: u64) -> Exchange {
        Exchange {
            told: Arc::default(),
            interval: conflicts.max(1),
        }
    }

    /// After how many conflicts solvers exchange.
    pub fn interval(&self) -> u64 {
        self.interval
    }

    /// How many solvers have joined.
    pub fn parties(&self) -> u32 {
        self.told().parties
    }

    /// How many clauses they have told.
    pub fn clauses(&self) -> u64 {
        let told = self.told();
        told.forgotten + told.clauses.len() as u64
    }

    /// None: that is another formula.
    pub(super) fn join(&self, formula: Fingerprint) -> Option<Party> {
        let mut told = self.told();
        if *told.formula.get_or_insert(formula) != formula {
            return None;
        }
        let number = told.parties;
        told.parties += 1;
        let next = told.forgotten + told.clauses.len() as u64;
        drop(told);
        Some(Party {
            exchange: self.clone(),
            number,
            // Those who come late need not begin with all that there was.
            next,
            learnt: Rc::new(RefCell::new(Learnt {
                variables: formula.variables,
                clause: Vec::new(),
                is_known: true,
                clauses: Vec::new(),
            })),
        })
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Of a formula, as the clauses are given.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Fingerprint {
    variables: u32,
    clauses: u64,
}

impl Fingerprint {
    pub fn add(&mut self, clause: impl Iterator<Item = i32>) {
        let mut hasher = FxHasher::default();
        hasher.write_u64(self.clauses);
        clause.for_each(|literal| hasher.write_i32(literal));
        self.clauses = hasher.finish();
    }

    pub fn of(self, variables: u32) -> Fingerprint {
        Fingerprint { variables, ..self }
    }
}

/// One of the solvers.
pub(super) struct Party {
    pub exchange: Exchange,
    number: u32,
    /// The first clause that it has not read.
    next: u64,
    pub learnt: Rc<RefCell<Learnt>>,
}

impl Party {
    /// Tells what was learnt, and hears what others have told.
    pub fn exchange(&mut self, mut hear: impl FnMut(&[i32])) {
        let learnt = std::mem::take(&mut self.learnt.borrow_mut().clauses);
        let mut told = self.exchange.told();
        let begin = self.next.max(told.forgotten) - told.forgotten;
        let unread = told.clauses.iter().skip(begin as usize);
        let unread = unread.filter(|(by, _)| *by != self.number);
        unread.for_each(|(_, clause)| hear(clause));
        let number = self.number;
        told.clauses
            .extend(learnt.into_iter().map(|clause| (number, clause)));
        self.next = told.forgotten + told.clauses.len() as u64;
        while told.clauses.len() > MOST_KEPT {
            told.clauses.pop_front();
            told.forgotten += 1;
        }
    }
}

/// Listens to its solver.
pub(super) struct Learnt {
    /// So many are everybody's.
    variables: u32,
    /// The clause that is just told.
    clause: Vec<i32>,
    /// All its variables are everybody's.
    is_known: bool,
    clauses: Vec<Box<[i32]>>,
}

impl Learner for Learnt {
    fn learning(&mut self, size: i32) -> bool {
        (1..=LONGEST as i32).contains(&size)
    }

    fn learn(&mut self, literal: i32) {
        if literal != 0 {
            self.is_known &= literal.unsigned_abs() <= self.variables;
            self.clause.push(literal);
            return;
        }
        if self.is_known && self.clauses.len() < MOST_KEPT {
            self.clauses.push(self.clause.as_slice().into());
        }
        self.clause.clear();
        self.is_known = true;
    }
}
