//! CaDiCaL (Biere, Faller, Fazekas, Fleury, Froleyks, Pollitt: CaDiCaL 2.0, CAV 2024), in this process.
//!
//! The library ends the whole process when it is used against its rules, so this file keeps to them:
//!
//! - A model, or the failed assumptions, can be asked for only until the next clause. Clauses that come while there
//!   is an answer are therefore kept aside until the next `solve`, and the answer stays readable.
//! - Options are set before the first clause. CaDiCaL takes their first values from environment variables
//!   (`CADICAL_SEED` and so on); they are put back, so that these variables do not matter. One cannot be
//!   overridden: with `CADICAL_LIDRUP_TRACE` CaDiCaL writes a proof of its own, and a second solver aborts.
//! - Bounded variable addition (`factor`) stays off, as it is in the library by default. It takes numbers of
//!   variables for itself, and its proof steps are not implied by the clauses. Measured with CaDiCaL 3.0.1 it is
//!   worth a hundredfold on pigeonholes (pairwise at-most-one constraints, which we do not write) and nothing on
//!   multipliers and random formulas.
//!
//! **Limits.** CaDiCaL asks a callback now and then whether to stop: in the search every few decisions, in
//! preprocessing less often. Some steps over the whole formula (garbage collection, occurrence lists) do not ask at
//! all: on a circuit of seven million clauses a time limit was overrun by up to three seconds. The callback reads a
//! flag and the clock each time, and the memory of the process every ten milliseconds.
//!
//! **Memory** is that of the whole process; on systems without `/proc` it is not limited. The limit is looked at
//! while clauses are added too. Clauses beyond it are dropped, and the solver answers [`Stopped::OutOfMemory`] from
//! then on. What remains impossible: when the system refuses memory, CaDiCaL throws `std::bad_alloc`, which ends the
//! process. An address space limit (`ulimit -v`) is therefore no substitute for this one, and a limit near to what
//! the machine or the container has is not safe: tables grow by doubling and garbage collection copies clauses
//! between two looks. A limit of 800 MB was overrun by 80 MB; in the worst case the memory doubles, so that half of
//! what there is can be relied upon.
//!
//! A solver lives in the thread that made it (it is not `Send`); only its [`Interrupter`] travels.

use std::cell::RefCell;
use std::rc::Rc;

use cadical_sys::{CaDiCal, Status, Terminator};

use super::exchange::{Exchange, Fingerprint, Party};
use super::proof_writer::{ProofFile, ProofWriter};
use super::watch::{Watch, is_above};
use super::{Answer, Clauses, Interrupter, Limits, Solver, SolverError, Statistics, Stopped};
use crate::literal::{Literal, Variable};

/// After how many literals of new clauses the memory of the process is looked at: some megabytes.
const MEMORY_LITERALS: u32 = 1 << 16;

/// How CaDiCaL is set up.
#[derive(Clone, Default, Debug)]
pub struct Config {
    /// For the few decisions that CaDiCaL makes at random.
    pub seed: u32,
    pub preset: Preset,
    /// Single options of CaDiCaL, by name, on top of the preset. One that it does not have, or a value out of range, is an error.
    pub options: Vec<(String, i32)>,
    /// Where to write a proof of what is found unsatisfiable.
    pub proof: Option<ProofFile>,
    /// What other solvers of the same formula tell it, and it them. A proof does not say where their clauses come from: with one, nothing is exchanged.
    pub exchange: Option<Exchange>,
}

/// CaDiCaL's own sets of options.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Preset {
    #[default]
    Default,
    /// For formulas that are probably satisfiable.
    Satisfiable,
    /// For formulas that are probably unsatisfiable.
    Unsatisfiable,
    /// Search only, no preprocessing or inprocessing.
    Plain,
}

pub struct Cadical {
    library: CaDiCal,
    questioner: Rc<RefCell<Questioner>>,
    proof: Option<Rc<RefCell<ProofWriter>>>,
    exchange: Joining,
    limits: Limits,
    /// The last answer, `None` before the first.
    answer: Option<Answer>,
    /// The assumptions that the last answer is about.
    assumptions: Vec<Literal>,
    /// How many variables there were at the last `solve`.
    solved_variables: u32,
    /// How many variables CaDiCaL knows of.
    declared: u32,
    /// Clauses, each ended by 0, that came after the last answer.
    waiting: Vec<i32>,
    /// Preferences that came after the last answer.
    waiting_preferences: Vec<i32>,
    /// Clauses were dropped for want of memory.
    incomplete: bool,
    literals_until_look: u32,
    clause: Vec<i32>,
    variables: u32,
    clauses: u64,
    literals: u64,
    solve_calls: u64,
}

/// Whether it exchanges clauses with other solvers.
enum Joining {
    No,
    /// It will, from the first `solve` on.
    At(Exchange, Fingerprint),
    Joined(Party),
}

/// What CaDiCaL asks whether it is to stop.
struct Questioner {
    interrupter: Interrupter,
    /// While it solves.
    watch: Option<Watch>,
    stopped: Option<Stopped>,
}

impl Cadical {
    /// Fails if the proof's file cannot be written.
    pub fn new(config: &Config) -> Result<Cadical, SolverError> {
        let mut library = CaDiCal::new();
        library.configure("default");
        // These the default configuration leaves as the environment says.
        for name in ["check", "checkfrozen"] {
            library.set(name, 0);
        }
        match config.preset {
            Preset::Default => true,
            Preset::Satisfiable => library.configure("sat"),
            Preset::Unsatisfiable => library.configure("unsat"),
            Preset::Plain => library.configure("plain"),
        };
        for (name, value) in &config.options {
            if !library.set(name, *value) {
                let why = format!("CaDiCaL has no option `{name}` that can be {value}");
                return Err(SolverError::Setup(why));
            }
        }
        // Its largest seed is two billion.
        library.set("seed", (config.seed % 2_000_000_000) as i32);
        let proof = match &config.proof {
            None => None,
            Some(file) => {
                let writer = Rc::new(RefCell::new(ProofWriter::create(file)?));
                library.connect_proof_tracer1(writer.clone(), file.format.has_antecedents(), false);
                Some(writer)
            }
        };
        let questioner = Rc::new(RefCell::new(Questioner {
            interrupter: Interrupter::default(),
            watch: None,
            stopped: None,
        }));
        library.connect_terminator(questioner.clone());
        Ok(Cadical {
            library,
            questioner,
            exchange: match &config.exchange {
                Some(exchange) if proof.is_none() => {
                    Joining::At(exchange.clone(), Fingerprint::default())
                }
                _ => Joining::No,
            },
            proof,
            limits: Limits::default(),
            answer: None,
            assumptions: Vec::new(),
            solved_variables: 0,
            declared: 0,
            waiting: Vec::new(),
            waiting_preferences: Vec::new(),
            incomplete: false,
            literals_until_look: MEMORY_LITERALS,
            clause: Vec::new(),
            variables: 0,
            clauses: 0,
            literals: 0,
            solve_calls: 0,
        })
    }

    /// Completes the proof's file: the steps of all `solve` calls so far. Later steps are not written any more.
    /// Dropping the solver does the same, but cannot report an error.
    pub fn finish_proof(&mut self) -> Result<(), SolverError> {
        match &self.proof {
            Some(proof) => proof.borrow_mut().finish(),
            None => Ok(()),
        }
    }

    /// Whether CaDiCaL holds an answer that a new clause would destroy.
    fn has_answer(&self) -> bool {
        matches!(
            self.answer,
            Some(Answer::Satisfiable | Answer::Unsatisfiable)
        )
    }

    /// Tells CaDiCaL of new variables, some ahead of time: one call for each would cost a quarter of the time that
    /// adding clauses takes.
    fn declare_variables(&mut self) {
        if self.declared < self.variables {
            let ahead = (self.variables / 8).min(4096);
            self.declared = (self.variables + ahead).min(Variable::LIMIT);
            self.library.resize(self.declared as i32);
        }
    }

    fn give_what_waits(&mut self) {
        self.answer = None;
        self.declare_variables();
        let waiting = std::mem::take(&mut self.waiting);
        // What follows the last zero is not a clause.
        let mut rest = &waiting[..];
        while let Some(end) = rest.iter().position(|&n| n == 0) {
            self.library.clause6(&rest[..end]);
            rest = &rest[end + 1..];
        }
        for number in std::mem::take(&mut self.waiting_preferences) {
            self.library.phase(number);
        }
    }

    /// At the first `solve` it is known which formula it is.
    fn join(&mut self) {
        if let Joining::At(exchange, formula) = &self.exchange {
            self.exchange = match exchange.join(formula.of(self.variables)) {
                Some(party) => {
                    self.library.connect_learner(party.learnt.clone());
                    Joining::Joined(party)
                }
                None => Joining::No,
            };
        }
    }

    /// Searches under the assumptions until there is an answer or a limit, and exchanges clauses in between.
    fn search(&mut self) -> Answer {
        let mut left = self.limits.conflicts;
        loop {
            let now = match &self.exchange {
                Joining::Joined(party) => {
                    let interval = party.exchange.interval();
                    Some(left.map_or(interval, |left| left.min(interval)))
                }
                _ => left,
            };
            for literal in &self.assumptions {
                self.library.assume(literal.to_dimacs());
            }
            if let Some(conflicts) = now {
                let conflicts = i32::try_from(conflicts).unwrap_or(i32::MAX);
                self.library.limit("conflicts", conflicts);
            }
            match self.library.solve() {
                Status::SATISFIABLE => return Answer::Satisfiable,
                Status::UNSATISFIABLE => return Answer::Unsatisfiable,
                Status::UNKNOWN => {}
            }
            if let Some(stopped) = self.questioner.borrow().stopped {
                return Answer::Unknown(stopped);
            }
            left = left.map(|left| left - now.unwrap_or(left));
            let Joining::Joined(party) = &mut self.exchange else {
                return Answer::Unknown(Stopped::OutOfConflicts);
            };
            if left == Some(0) {
                return Answer::Unknown(Stopped::OutOfConflicts);
            }
            let library = &mut self.library;
            party.exchange(|clause| library.clause6(clause));
        }
    }

    fn look_at_memory_while_adding(&mut self, literals: usize) {
        let weight = u32::try_from(literals + 1).unwrap_or(u32::MAX);
        self.literals_until_look = self.literals_until_look.saturating_sub(weight);
        if self.literals_until_look == 0 {
            self.literals_until_look = MEMORY_LITERALS;
            self.incomplete |= is_above(self.limits.memory);
        }
    }

    /// Why not even to begin.
    fn is_stopped_already(&self) -> Option<Stopped> {
        if self.questioner.borrow().interrupter.is_raised() {
            Some(Stopped::Interrupted)
        } else if self.incomplete || is_above(self.limits.memory) {
            Some(Stopped::OutOfMemory)
        } else {
            None
        }
    }
}

impl Clauses for Cadical {
    fn new_variable(&mut self) -> Variable {
        // CaDiCaL hears of it with the next clause.
        let variable = Variable::new(self.variables);
        self.variables += 1;
        variable
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.clauses += 1;
        self.literals += clause.len() as u64;
        if let Joining::At(_, formula) = &mut self.exchange {
            formula.add(clause.iter().map(|l| l.to_dimacs()));
        }
        self.look_at_memory_while_adding(clause.len());
        if self.incomplete {
            return;
        }
        if self.has_answer() {
            self.waiting.extend(clause.iter().map(|l| l.to_dimacs()));
            self.waiting.push(0);
        } else {
            self.declare_variables();
            self.clause.clear();
            self.clause.extend(clause.iter().map(|l| l.to_dimacs()));
            self.library.clause6(&self.clause);
        }
    }
}

impl Solver for Cadical {
    fn name(&self) -> String {
        "cadical".to_owned()
    }

    fn solve(&mut self, assumptions: &[Literal]) -> Result<Answer, SolverError> {
        self.solve_calls += 1;
        self.give_what_waits();
        if let Some(stopped) = self.is_stopped_already() {
            let answer = Answer::Unknown(stopped);
            self.answer = Some(answer);
            return Ok(answer);
        }
        self.assumptions.clear();
        self.assumptions.extend_from_slice(assumptions);
        self.solved_variables = self.variables;
        self.questioner.borrow_mut().start(self.limits);
        self.join();
        let answer = self.search();
        self.answer = Some(answer);
        if let Some(proof) = &self.proof {
            if answer == Answer::Unsatisfiable {
                // Derives the clause of the failed assumptions.
                self.library.conclude();
            }
            proof.borrow_mut().check()?;
        }
        Ok(answer)
    }

    fn value(&mut self, literal: Literal) -> Option<bool> {
        assert_eq!(
            self.answer,
            Some(Answer::Satisfiable),
            "there is no model to ask for a value"
        );
        let number = literal.to_dimacs();
        (literal.variable().index() < self.solved_variables as usize)
            .then(|| self.library.val(number) == number)
    }

    fn failed_assumptions(&mut self) -> Vec<Literal> {
        assert_eq!(
            self.answer,
            Some(Answer::Unsatisfiable),
            "no assumptions have failed"
        );
        let mut failed = self.assumptions.clone();
        failed.retain(|l| self.library.failed(l.to_dimacs()));
        failed
    }

    fn prefer(&mut self, literal: Literal) {
        if self.has_answer() {
            self.waiting_preferences.push(literal.to_dimacs());
        } else {
            self.declare_variables();
            self.library.phase(literal.to_dimacs());
        }
    }

    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    fn interrupter(&self) -> Interrupter {
        self.questioner.borrow().interrupter.clone()
    }

    fn set_interrupter(&mut self, interrupter: Interrupter) {
        self.questioner.borrow_mut().interrupter = interrupter;
    }

    fn statistics(&self) -> Statistics {
        let count = |name| u64::try_from(self.library.get_statistic_value(name)).unwrap_or(0);
        Statistics {
            variables: u64::from(self.variables),
            clauses: self.clauses,
            literals: self.literals,
            solve_calls: self.solve_calls,
            conflicts: count("conflicts"),
            decisions: count("decisions"),
            propagations: count("propagations"),
        }
    }
}

impl Drop for Cadical {
    fn drop(&mut self) {
        self.finish_proof().ok();
    }
}

impl Questioner {
    fn start(&mut self, limits: Limits) {
        self.watch = Some(Watch::new(limits, self.interrupter.clone()));
        self.stopped = None;
    }
}

impl Terminator for Questioner {
    fn terminated(&mut self) -> bool {
        if let Some(watch) = &mut self.watch {
            self.stopped = self.stopped.or_else(|| watch.look());
        }
        self.stopped.is_some()
    }
}
