//! A bounded program under question.
//!
//! The program is executed symbolically once. Each question is then a disjunction of places where an execution can end, decided by one solver that
//! keeps what it has learnt from one question to the next.

use std::time::Instant;

use unspool_formula::decide::{Decider, Outcome};
use unspool_formula::solver::cadical::Cadical;
use unspool_formula::solver::{Interrupter, Limits, Solver, SolverError, Stopped};
use unspool_formula::terms::{Term, Terms};
use unspool_ir::{Program, Property};

use crate::analysis::Analysis;
use crate::answer::{Answer, Position, Statistics, Unsupported};
use crate::build::{Build, Check, CheckKind};
use crate::cone::Cone;
use crate::config::{EngineConfig, EngineReduction};
use crate::deadlocks;
use crate::extract;
use crate::hint;
use crate::normal_form;
use crate::races;
use crate::restrictions::Restrictions;

/// A bounded program, executed symbolically, that can be asked several questions.
pub struct Engine<'p> {
    pub(crate) build: Build<'p>,
    config: EngineConfig,
    pub(crate) decider: Decider<Cadical>,
    pub(crate) cone: Cone,
    pub(crate) restrictions: Restrictions,
    /// How hard a question may be.
    most_conflicts: Option<u64>,
    statistics: Statistics,
    /// That there is a race, once it was asked for.
    race: Option<Term>,
    deadlock: Option<deadlocks::Question>,
    /// The assumption that executions are in normal form, once it was needed; then, whether there is one.
    normal_form: Option<Option<Term>>,
}

/// How an execution that is asked for ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// An assertion about one of these properties fails, or memory is accessed as it may not be, if that is one of them.
    Checks(Vec<Property>),
    /// It gets to something that cannot be modelled.
    Unsupported,
    /// With a data race.
    Race,
    /// Threads wait for ever.
    Deadlock,
}

impl Wanted {
    pub(crate) fn has(&self, check: &Check) -> bool {
        match (self, check.kind) {
            (Wanted::Checks(properties), CheckKind::Property(p)) => properties.contains(&p),
            (Wanted::Unsupported, CheckKind::Unsupported(_)) => true,
            _ => false,
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// Our own mistake.
    #[error("the program is not a bounded one with visible points: {0}")]
    NotBounded(String),
    #[error("the objects of the program are too large for its address space")]
    TooLarge,
    /// Our own mistake.
    #[error("a model of the formula is not an execution")]
    NoEnd,
    #[error(transparent)]
    Solver(#[from] SolverError),
    #[error("stopped while the formula was built")]
    Stopped(Stopped),
}

impl<'p> Engine<'p> {
    /// Executes all threads symbolically. The program is bounded and has visible points.
    pub fn new(program: &'p Program, config: EngineConfig) -> Result<Engine<'p>, EngineError> {
        let start = Instant::now();
        let analysis = Analysis::of(program)?;
        Engine::begun(start, program, &analysis, config)
    }

    /// The same for one that others have asked about before.
    pub fn with_analysis(
        program: &'p Program,
        analysis: &Analysis,
        config: EngineConfig,
    ) -> Result<Engine<'p>, EngineError> {
        Engine::begun(Instant::now(), program, analysis, config)
    }

    fn begun(
        start: Instant,
        program: &'p Program,
        analysis: &Analysis,
        config: EngineConfig,
    ) -> Result<Engine<'p>, EngineError> {
        let mut build = Build::new(program, analysis, &config);
        let analysis = start.elapsed();
        build.run()?;
        let mut solver = Cadical::new(&config.solver)?;
        if let Some(interrupter) = &config.interrupter {
            solver.set_interrupter(Interrupter::clone(interrupter));
        }
        let mut decider = Decider::new(solver);
        let mut cone = Cone::new(&build.timeline, &build.terms);
        for clause in std::mem::take(&mut build.timeline.constraints) {
            decider.assert_any(&build.terms, &clause);
            cone.add(&clause);
        }
        if !config.reductions.has(EngineReduction::Cone) {
            cone.add_all_guesses(&build.timeline);
        }
        hint::prefer_schedules(config.first_schedules, &build, &mut decider);
        let statistics = Statistics {
            threads: build.threads.len(),
            points: build.threads.iter().map(|t| t.points.len()).sum(),
            cells: build.cells.shared as usize,
            analysis,
            execution: start.elapsed() - analysis,
            ..Statistics::default()
        };
        Ok(Engine {
            build,
            config,
            decider,
            cone,
            restrictions: Restrictions::default(),
            most_conflicts: None,
            statistics,
            race: None,
            deadlock: None,
            normal_form: None,
        })
    }

    /// Whether an execution can end in the way that is wanted.
    pub fn ask(&mut self, wanted: &Wanted) -> Result<Answer, EngineError> {
        match self.question(wanted) {
            Some(mut assumptions) => {
                let is_wanted = self.config.reductions.has(EngineReduction::NormalForm);
                if is_wanted && !self.restrictions.has_seals() {
                    assumptions.extend(self.normal_form());
                }
                self.decide(&assumptions, wanted)
            }
            None => Ok(Answer::None),
        }
    }

    /// The assumption that executions are in normal form; none if that cannot be said of this encoding, or would take too much.
    fn normal_form(&mut self) -> Option<Term> {
        if let Some(known) = self.normal_form {
            return known;
        }
        let made = normal_form::constraints(&mut self.build);
        let assumption = made.map(|made| {
            for clause in made.clauses {
                self.decider.assert_any(&self.build.terms, &clause);
                self.cone.add(&clause);
            }
            made.assumption
        });
        *self.normal_form.insert(assumption)
    }

    /// Whether an assertion about one of these properties can fail.
    pub fn violation(&mut self, properties: &[Property]) -> Result<Answer, EngineError> {
        self.ask(&Wanted::Checks(properties.to_vec()))
    }

    /// Whether an execution can get to where a bound cuts the program.
    pub fn cut(&mut self) -> Result<Answer, EngineError> {
        self.ask(&Wanted::Checks(vec![Property::Unwinding]))
    }

    /// Whether an execution can get to something that cannot be modelled: [`Unsupported`] lists what.
    pub fn unsupported(&mut self) -> Result<Answer, EngineError> {
        self.ask(&Wanted::Unsupported)
    }

    /// What it is at the end of an execution that [`Engine::unsupported`] gave.
    pub fn unsupported_at(&self, end: Position) -> Option<Unsupported> {
        let checks = self.build.threads.iter().flat_map(|thread| &thread.checks);
        checks
            .filter(|check| check.at == end)
            .find_map(|check| match check.kind {
                CheckKind::Unsupported(what) => Some(what),
                CheckKind::Property(_) => None,
            })
    }

    /// Whether there are executions of the bounded program beyond the bound on the schedule, that are not the same as one within it.
    ///
    /// Asked is whether the last round is needed: if it is not, then neither is any beyond it. For the encoding `contexts` there is no answer.
    pub fn longer_schedule(&mut self) -> Result<Answer, EngineError> {
        if self.build.threads.len() == 1 {
            return Ok(Answer::None);
        }
        let start = Instant::now();
        let Some(normal_form) = self.normal_form() else {
            return Ok(Answer::Stopped(Stopped::OutOfConflicts));
        };
        let is_empty = self.use_of_last_slot(&Wanted::Checks(Vec::new()));
        let mut assumptions = is_empty.unwrap_or_default();
        assumptions.push(normal_form);
        assumptions.push(normal_form::last_slot_is_used(&mut self.build));
        for check in self.build.threads.iter().flat_map(|thread| &thread.checks) {
            // No assertion fails before, so nothing is exempt.
            assumptions.push(may_be_passed(&mut self.build.terms, check));
        }
        let outcome = self.solve(&assumptions)?;
        self.statistics.solving += start.elapsed();
        self.measure();
        Ok(match outcome {
            Outcome::Satisfiable(model) => {
                Answer::Found(Box::new(extract::execution(&self.build, &model)))
            }
            Outcome::Unsatisfiable(_) => Answer::None,
            Outcome::Unknown(stopped) => Answer::Stopped(stopped),
        })
    }

    /// From now on questions have to be answered before that.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.config.deadline = deadline;
    }

    /// From now on a question is given up when it has led to so many conflicts.
    pub fn set_most_conflicts(&mut self, most: Option<u64>) {
        self.most_conflicts = most;
    }

    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// What holds in the executions that are asked for. None if there are none. Checks that are not wanted do not fail in them before; bounds only end
    /// paths, unless they are what is wanted.
    pub(crate) fn question(&mut self, wanted: &Wanted) -> Option<Vec<Term>> {
        let mut ends = Vec::new();
        let mut assumptions = self.use_of_last_slot(wanted)?;
        assumptions.extend_from_slice(&self.restrictions.terms);
        for check in self.build.threads.iter().flat_map(|thread| &thread.checks) {
            if wanted.has(check) {
                ends.push(check.fails);
            } else {
                // Behind a failing assertion nothing is excluded.
                let passed = may_be_passed(&mut self.build.terms, check);
                assumptions.push(self.build.terms.or(passed, check.exempt));
            }
        }
        let question = match wanted {
            Wanted::Race => *self
                .race
                .get_or_insert_with(|| races::question(&mut self.build)),
            Wanted::Deadlock => self.deadlock(),
            _ => self.build.terms.or_all(&ends),
        };
        assumptions.push(question);
        (!self.build.terms.is_false(question)).then_some(assumptions)
    }

    /// What the last slot is used for, if there is one. None if it is missing.
    fn use_of_last_slot(&mut self, wanted: &Wanted) -> Option<Vec<Term>> {
        let Some(last) = self.build.timeline.last else {
            let needs_it = matches!(wanted, Wanted::Race | Wanted::Deadlock);
            return (!needs_it).then(Vec::new);
        };
        let terms = &mut self.build.terms;
        let uses = [
            (last.race, *wanted == Wanted::Race),
            (last.deadlock, *wanted == Wanted::Deadlock),
        ];
        let uses = uses.map(|(term, holds)| if holds { term } else { terms.not(term) });
        Some(uses.to_vec())
    }

    fn deadlock(&mut self) -> Term {
        if let Some(asked) = &self.deadlock {
            return asked.question;
        }
        let mut asked = deadlocks::question(&mut self.build, self.config.futures.as_deref());
        for clause in std::mem::take(&mut asked.constraints) {
            self.decider.assert_any(&self.build.terms, &clause);
            self.cone.add(&clause);
        }
        self.deadlock.insert(asked).question
    }

    /// Whether there is an execution under these assumptions that ends as is wanted.
    pub(crate) fn decide(
        &mut self,
        assumptions: &[Term],
        wanted: &Wanted,
    ) -> Result<Answer, EngineError> {
        let start = Instant::now();
        let outcome = self.solve(assumptions);
        self.statistics.solving += start.elapsed();
        self.measure();
        Ok(match outcome? {
            Outcome::Satisfiable(model) => {
                let members = self.deadlock.as_ref().map(|asked| &asked.members[..]);
                let found = match wanted {
                    Wanted::Race => extract::race(&self.build, &model),
                    Wanted::Deadlock => {
                        extract::deadlock(&self.build, &model, members.unwrap_or_default())
                    }
                    _ => extract::counterexample(&self.build, &model, wanted),
                };
                match found {
                    Some(found) => Answer::Found(Box::new(found)),
                    None => return Err(EngineError::NoEnd),
                }
            }
            Outcome::Unsatisfiable(blamed) => {
                self.restrictions.note_blame(&blamed);
                Answer::None
            }
            Outcome::Unknown(stopped) => Answer::Stopped(stopped),
        })
    }

    fn solve(&mut self, assumptions: &[Term]) -> Result<Outcome, EngineError> {
        self.cone.add(assumptions);
        let build = &mut self.build;
        let justified = self.cone.close(&mut build.timeline, &mut build.terms);
        for condition in justified {
            self.decider.assert(&build.terms, condition);
        }
        self.decider.set_limits(Limits {
            time: self
                .config
                .deadline
                .map(|deadline| deadline.saturating_duration_since(Instant::now())),
            memory: self.config.memory,
            conflicts: self.most_conflicts,
        });
        let mut outcome = self.decider.solve(&self.build.terms, assumptions)?;
        if let Outcome::Satisfiable(model) = &mut outcome {
            let build = &mut self.build;
            self.cone
                .complete(&mut build.timeline, &mut build.terms, model);
        }
        Ok(outcome)
    }

    fn measure(&mut self) {
        let size = self.decider.size();
        self.statistics.terms = self.build.terms.len();
        self.statistics.nodes = size.aig_nodes;
        self.statistics.variables = size.solver.variables;
        self.statistics.clauses = size.solver.clauses;
        self.statistics.conflicts = size.solver.conflicts;
    }
}

/// An execution that is to end elsewhere may get there: the assertion does not fail; or what ends there is only cut off, and nobody sees half of a section.
fn may_be_passed(terms: &mut Terms, check: &Check) -> Term {
    let holds = terms.not(check.fails);
    match check.kind {
        CheckKind::Unsupported(_) | CheckKind::Property(Property::Unwinding) => {
            let is_outside = terms.not(check.in_section);
            terms.or(holds, is_outside)
        }
        CheckKind::Property(_) => holds,
    }
}
