//! Terms from construction to models, against direct evaluation.

mod expressions;
mod operators;
mod reference;
mod rewriting;
