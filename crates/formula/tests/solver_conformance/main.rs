//! What every SAT solver has to do. All tests run with CaDiCaL in process and with every known program that is on
//! PATH. Debian's `minisat`, `cadical` and `picosat` have to be there if UNSPOOL_REQUIRE_TOOLS is set; otherwise a missing one
//! is said on the terminal.

mod exchanging;
mod incremental;
mod limits;
mod programs;
#[path = "../random/mod.rs"]
mod random;
mod random_formulas;
mod small_formulas;
mod solvers;
