//! Terms from construction to models, against direct evaluation.

mod certificates;
mod deciding;
mod expressions;
mod normal_forms;
mod operators;
mod orders;
#[path = "../random/mod.rs"]
mod random;
mod reference;
mod rewriting;
mod wide;
#[path = "../z3_process/mod.rs"]
mod z3_process;
