//! Formulas: word-level terms, bit-blasting, CNF and SAT solvers. Knows nothing of programs.
//!
//! The way of a formula, and the files in that order:
//!
//! | file | what happens |
//! |---|---|
//! | [`bits`] | values of any width, and what operators compute |
//! | [`terms`] | a graph of terms, each once, simplified when made; [`floats`] and order variables on top |
//! | [`evaluate`] | the value of terms under an assignment |
//! | [`blast`], [`circuits`], [`arrays`] | terms become edges of an [`aig`] |
//! | [`cnf`] | edges become clauses, in the polarity that is needed |
//! | [`solver`] | what takes clauses: CaDiCaL here, other programs, files ([`dimacs`], [`smtlib`]); proofs are checked by [`proof`] |
//! | [`decide`] | all of it together |
//!
//! ```
//! use unspool_formula::decide::{Decider, Outcome};
//! use unspool_formula::evaluate::evaluate;
//! use unspool_formula::solver::cadical::{Cadical, Config};
//! use unspool_formula::terms::Terms;
//!
//! // Is there a number whose square ends, in 32 bits, in its own negation?
//! let mut terms = Terms::new();
//! let x = terms.variable("x", 32);
//! let (square, negation) = (terms.multiply(x, x), terms.negate(x));
//! let same = terms.equal(square, negation);
//! let nonzero = terms.is_nonzero(x);
//!
//! let mut decider = Decider::new(Cadical::new(&Config::default())?);
//! decider.assert(&terms, same);
//! let Outcome::Satisfiable(model) = decider.solve(&terms, &[nonzero])? else {
//!     panic!("there is: -1");
//! };
//! assert_eq!(evaluate(&terms, &model, x).to_u64(), Some(0xffff_ffff));
//! # Ok::<(), unspool_formula::solver::SolverError>(())
//! ```

pub mod aig;
pub mod arrays;
pub mod bits;
pub mod blast;
pub mod circuits;
pub mod cnf;
pub mod decide;
pub mod dimacs;
pub mod evaluate;
pub mod floats;
pub mod literal;
pub mod proof;
pub mod smtlib;
pub mod solver;
pub mod terms;
