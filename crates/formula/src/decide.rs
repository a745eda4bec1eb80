//! Deciding terms: assertions and assumptions go in, a model or the assumptions to blame come out.
//!
//! A [`Decider`] blasts what it is given, writes the clauses to its solver, and can be asked again and again while terms are added. It borrows the terms,
//! so that several deciders in several threads can work on the same ones. Large arrays are decided lazily: the loop of
//! [`Decider::solve`] asks the solver until no read of an array is wrong in its model (`arrays.rs`).

use std::time::Instant;

use rustc_hash::FxHashSet;

use crate::aig::Edge;
use crate::arrays::SmallArrays;
use crate::bits::Bits;
use crate::blast::Blaster;
use crate::cnf::Cnf;
use crate::dimacs::Formula;
use crate::evaluate::Assignment;
use crate::literal::Literal;
use crate::solver::{Answer, Interrupter, Limits, Solver, SolverError, Stopped};
use crate::terms::{Term, Terms};

pub struct Decider<S> {
    blaster: Blaster,
    cnf: Cnf,
    solver: S,
    limits: Limits,
    refinements: u64,
}

#[derive(Clone, Debug)]
pub enum Outcome {
    /// With values for the variables. What is not there is zero, or the least of its range, and must be taken so.
    Satisfiable(Assignment),
    /// With assumptions that cannot hold together with the assertions, each once. Not necessarily as few as possible.
    Unsatisfiable(Vec<Term>),
    Unknown(Stopped),
}

/// The assertions as clauses, arrays included: for a file, or for a solver that proves what it says.
pub fn clauses_of(terms: &Terms, assertions: &[Term]) -> Formula {
    let mut blaster = Blaster::with_arrays(SmallArrays::ALL_WRITES);
    let (mut cnf, mut clauses) = (Cnf::new(), Formula::new());
    for assertion in assertions {
        let edge = blaster.blast_boolean(terms, *assertion);
        cnf.assert(blaster.aig(), edge, &mut clauses);
    }
    blaster.complete_reads(terms);
    for edge in blaster.side_conditions() {
        cnf.assert(blaster.aig(), edge, &mut clauses);
    }
    clauses
}

impl<S: Solver> Decider<S> {
    pub fn new(solver: S) -> Decider<S> {
        Decider::with_arrays(solver, SmallArrays::default())
    }

    pub fn with_arrays(solver: S, small: SmallArrays) -> Decider<S> {
        Decider {
            blaster: Blaster::with_arrays(small),
            cnf: Cnf::new(),
            solver,
            limits: Limits::default(),
            refinements: 0,
        }
    }

    /// The boolean holds from now on.
    pub fn assert(&mut self, terms: &Terms, term: Term) {
        let edge = self.blaster.blast_boolean(terms, term);
        self.cnf.assert(self.blaster.aig(), edge, &mut self.solver);
        self.assert_side_conditions();
    }

    /// At least one of the booleans holds from now on: the disjunction as one clause.
    pub fn assert_any(&mut self, terms: &Terms, alternatives: &[Term]) {
        let edges: Vec<Edge> = alternatives
            .iter()
            .map(|term| self.blaster.blast_boolean(terms, *term))
            .collect();
        self.cnf
            .assert_clause(self.blaster.aig(), &edges, &mut self.solver);
        self.assert_side_conditions();
    }

    /// Decides the assertions under assumptions, which hold for this call only.
    pub fn solve(&mut self, terms: &Terms, assumptions: &[Term]) -> Result<Outcome, SolverError> {
        let start = Instant::now();
        let mut assumed: Vec<(Literal, Term)> = Vec::new();
        for assumption in assumptions {
            let edge = self.blaster.blast_boolean(terms, *assumption);
            match edge.as_constant() {
                Some(true) => {}
                Some(false) => return Ok(Outcome::Unsatisfiable(vec![*assumption])),
                None => {
                    let literal = self.cnf.literal(self.blaster.aig(), edge, &mut self.solver);
                    assumed.push((literal, *assumption));
                }
            }
        }
        self.assert_side_conditions();
        let literals: Vec<Literal> = assumed.iter().map(|(literal, _)| *literal).collect();
        loop {
            let Some(limits) = self.remaining_limits(start) else {
                return Ok(Outcome::Unknown(Stopped::OutOfTime));
            };
            self.solver.set_limits(limits);
            match self.solver.solve(&literals)? {
                Answer::Unknown(reason) => return Ok(Outcome::Unknown(reason)),
                Answer::Unsatisfiable => {
                    let failed: FxHashSet<Literal> =
                        self.solver.failed_assumptions().into_iter().collect();
                    let mut blamed: Vec<Term> = assumed
                        .iter()
                        .filter(|(literal, _)| failed.contains(literal))
                        .map(|(_, term)| *term)
                        .collect();
                    let mut seen = FxHashSet::default();
                    blamed.retain(|term| seen.insert(*term));
                    return Ok(Outcome::Unsatisfiable(blamed));
                }
                Answer::Satisfiable => {
                    let mut assignment = self.read_variables(terms);
                    let (cnf, solver) = (&self.cnf, &mut self.solver);
                    let refined = self.blaster.refine(terms, &mut assignment, |edge| {
                        input_value(cnf, solver, edge)
                    });
                    if !refined {
                        return Ok(Outcome::Satisfiable(assignment));
                    }
                    self.refinements += 1;
                    self.assert_side_conditions();
                }
            }
        }
    }

    /// The value to try first for each bit of a variable or for a bound of an order variable. A hint, and none if no
    /// assertion or assumption has mentioned the variable yet.
    pub fn prefer(&mut self, terms: &Terms, term: Term, value: &Bits) {
        let bits = self.blaster.blast(terms, term).to_vec();
        self.assert_side_conditions();
        for (index, bit) in bits.into_iter().enumerate() {
            if let Some(literal) = self.cnf.input_literal(bit) {
                self.solver
                    .prefer(literal.with_sign(value.bit(index as u32)));
            }
        }
    }

    /// Holds for every later `solve`. The time is that of the whole call, the conflicts those of each of the solver's runs in it.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// What ends a running `solve` from another thread.
    pub fn interrupter(&self) -> Interrupter {
        self.solver.interrupter()
    }

    pub fn solver(&mut self) -> &mut S {
        &mut self.solver
    }

    pub fn blaster(&self) -> &Blaster {
        &self.blaster
    }

    /// How often a model was refused because a read of an array was wrong in it.
    pub fn refinements(&self) -> u64 {
        self.refinements
    }

    fn assert_side_conditions(&mut self) {
        for edge in self.blaster.side_conditions() {
            self.cnf.assert(self.blaster.aig(), edge, &mut self.solver);
        }
    }

    /// `None` if no time is left.
    fn remaining_limits(&self, start: Instant) -> Option<Limits> {
        let mut limits = self.limits;
        if let Some(time) = limits.time {
            limits.time = Some(time.checked_sub(start.elapsed())?);
        }
        Some(limits)
    }

    fn read_variables(&mut self, terms: &Terms) -> Assignment {
        let mut assignment = Assignment::default();
        assignment.bits.reserve(self.blaster.variables().len());
        let (cnf, solver) = (&self.cnf, &mut self.solver);
        for term in self.blaster.variables() {
            let bits = self.blaster.bits_of(terms, *term);
            let value = Bits::from_fn(bits.len() as u32, |index| {
                input_value(cnf, solver, bits[index as usize])
            });
            let variable = terms.as_variable(*term).expect("a variable");
            assignment.bits.insert(variable, value);
        }
        for (variable, bounds) in self.blaster.order_variables(terms) {
            let low = terms.order_range(variable).0;
            // Bounds without a literal are in no clause; the last one that holds counts.
            let reached = bounds
                .iter()
                .rposition(|edge| input_value(cnf, solver, *edge));
            let value = reached.map_or(low, |index| low + index as u32 + 1);
            assignment.orders.insert(variable, value);
        }
        assignment
    }
}

fn input_value(cnf: &Cnf, solver: &mut impl Solver, edge: Edge) -> bool {
    let literal = cnf.input_literal(edge);
    literal
        .and_then(|literal| solver.value(literal))
        .unwrap_or(false)
}
