//! Word-level terms, bit-blasting, CNF and SAT solvers.

pub mod bits;
pub mod evaluate;
pub mod literal;
pub mod solver;
pub mod terms;
