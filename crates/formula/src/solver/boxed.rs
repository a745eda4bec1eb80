//! A boxed solver is a solver, so that which one it is can be chosen while the program runs.

use super::{Answer, Clauses, Interrupter, Limits, Solver, SolverError, Statistics};
use crate::literal::{Literal, Variable};

impl<S: Clauses + ?Sized> Clauses for Box<S> {
    fn new_variable(&mut self) -> Variable {
        (**self).new_variable()
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        (**self).add_clause(clause);
    }
}

impl<S: Solver + ?Sized> Solver for Box<S> {
    fn name(&self) -> String {
        (**self).name()
    }

    fn solve(&mut self, assumptions: &[Literal]) -> Result<Answer, SolverError> {
        (**self).solve(assumptions)
    }

    fn value(&mut self, literal: Literal) -> Option<bool> {
        (**self).value(literal)
    }

    fn failed_assumptions(&mut self) -> Vec<Literal> {
        (**self).failed_assumptions()
    }

    fn prefer(&mut self, literal: Literal) {
        (**self).prefer(literal);
    }

    fn set_limits(&mut self, limits: Limits) {
        (**self).set_limits(limits);
    }

    fn interrupter(&self) -> Interrupter {
        (**self).interrupter()
    }

    fn set_interrupter(&mut self, interrupter: Interrupter) {
        (**self).set_interrupter(interrupter);
    }

    fn statistics(&self) -> Statistics {
        (**self).statistics()
    }
}
