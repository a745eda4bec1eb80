//! From the IR to a bounded program.
//!
//! The listing of modules is the way of a program. Before bounding: [`points_to`] says what pointers may point
//! to, [`spin_loops`] turns loops that only wait into waits. [`mod@bound`] then makes the bounded program ([`bounded`] says what
//! that is): calls inlined, loops unwound, one function per thread. After it, reductions make it smaller, each with
//! a switch ([`Reductions`]), and visible points are numbered.
//!
//! This crate knows nothing of SAT, of C text, or of the names of library functions.

pub mod bound;
pub mod bounded;
pub mod loop_order;
pub mod persistent_map;
pub mod points_to;
