//! Word-level terms, bit-blasting, CNF and SAT solvers.

pub mod aig;
pub mod arrays;
pub mod bits;
pub mod blast;
pub mod circuits;
pub mod cnf;
pub mod decide;
pub mod dimacs;
pub mod evaluate;
pub mod literal;
pub mod proof;
pub mod smtlib;
pub mod solver;
pub mod terms;
