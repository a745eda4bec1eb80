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
//! | [`solver`] | what takes clauses: CaDiCaL here, other programs, lists and files ([`dimacs`]); proofs are checked by [`proof`] |
//! | [`decide`] | all of it together |
//! | [`smtlib`] | terms for other tools |
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
//!
//! Order variables, assumptions with the ones to blame, and limits:
//!
//! ```
//! use std::time::Duration;
//! use unspool_formula::decide::{Decider, Outcome};
//! use unspool_formula::solver::Limits;
//! use unspool_formula::solver::cadical::{Cadical, Config};
//! use unspool_formula::terms::Terms;
//!
//! // Three steps of a thread in rounds 0 to 2, each no earlier than the one before; the second and the third in different rounds.
//! let mut terms = Terms::new();
//! let steps = ["first", "second", "third"].map(|name| terms.order_variable(name, 0, 2));
//! let mut decider = Decider::new(Cadical::new(&Config::default())?);
//! decider.set_limits(Limits { time: Some(Duration::from_secs(60)), ..Limits::default() });
//! let in_order = [terms.order_at_most(steps[0], steps[1]), terms.order_less(steps[1], steps[2])];
//! for fact in in_order {
//!     decider.assert(&terms, fact);
//! }
//! let (late, early) = (terms.at_least(steps[0], 1), terms.at_most(steps[2], 1));
//! let unrelated = terms.at_most(steps[1], 2);
//! match decider.solve(&terms, &[late, early, unrelated])? {
//!     Outcome::Unsatisfiable(blamed) => assert_eq!(blamed, [late, early]),
//!     other => panic!("{other:?}"),
//! }
//! match decider.solve(&terms, &[late])? {
//!     Outcome::Satisfiable(model) => assert_eq!(model.order(&terms, steps[2]), 2),
//!     other => panic!("{other:?}"),
//! }
//! # Ok::<(), unspool_formula::solver::SolverError>(())
//! ```
//!
//! A proof of an unsatisfiable answer is written if the solver's configuration names a file for it
//! ([`solver::cadical::Config`]), and can be checked against the clauses that a [`solver::recorder::Recorder`] has kept.

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
