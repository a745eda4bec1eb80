//! Floats as terms against other definitions of floats: exact fractions for formats of a few bits (all operands), `rustc_apfloat` for the usual
//! formats and all rounding modes, and the machine this runs on.
//!
//! Each operation is built once, with its operands and the rounding mode as variables, and evaluated for all inputs.
//! `UNSPOOL_FLOAT_SAMPLES=n` takes `n` times as many random operands.

#[path = "floats/casts.rs"]
mod casts;
#[path = "floats/check.rs"]
mod check;
#[path = "floats/evaluator.rs"]
mod evaluator;
#[path = "floats/exact.rs"]
mod exact;
#[path = "floats/folding.rs"]
mod folding;
#[path = "floats/host.rs"]
mod host;
mod random;
#[path = "floats/samples.rs"]
mod samples;
#[path = "floats/small_formats.rs"]
mod small_formats;
#[path = "floats/soft_floats.rs"]
mod soft_floats;
#[path = "floats/solving.rs"]
mod solving;
#[path = "floats/z3.rs"]
mod z3;
mod z3_process;
