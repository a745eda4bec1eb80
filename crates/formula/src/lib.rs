//! Word-level terms, bit-blasting, CNF and SAT solvers.

pub mod literal;
pub mod solver;
