//! A solver that keeps what it was given: to write the formula that was really solved, or to check a proof of it.

use super::{Answer, Clauses, Interrupter, Limits, Solver, SolverError, Statistics};
use crate::dimacs::Formula;
use crate::literal::{Literal, Variable};

pub struct Recorder<S> {
    pub solver: S,
    pub formula: Formula,
}

impl<S: Solver> Recorder<S> {
    /// A solver that has been given nothing yet.
    pub fn new(solver: S) -> Recorder<S> {
        Recorder {
            solver,
            formula: Formula::new(),
        }
    }
}

impl<S: Solver> Clauses for Recorder<S> {
    fn new_variable(&mut self) -> Variable {
        let variable = self.formula.new_variable();
        assert_eq!(variable, self.solver.new_variable(), "one numbering");
        variable
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.formula.add_clause(clause);
        self.solver.add_clause(clause);
    }
}

impl<S: Solver> Solver for Recorder<S> {
    fn name(&self) -> String {
        self.solver.name()
    }

    fn solve(&mut self, assumptions: &[Literal]) -> Result<Answer, SolverError> {
        self.solver.solve(assumptions)
    }

    fn value(&mut self, literal: Literal) -> Option<bool> {
        self.solver.value(literal)
    }

    fn failed_assumptions(&mut self) -> Vec<Literal> {
        self.solver.failed_assumptions()
    }

    fn prefer(&mut self, literal: Literal) {
        self.solver.prefer(literal);
    }

    fn set_limits(&mut self, limits: Limits) {
        self.solver.set_limits(limits);
    }

    fn interrupter(&self) -> Interrupter {
        self.solver.interrupter()
    }

    fn set_interrupter(&mut self, interrupter: Interrupter) {
        self.solver.set_interrupter(interrupter);
    }

    fn statistics(&self) -> Statistics {
        self.solver.statistics()
    }
}
