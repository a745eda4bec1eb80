//! From the IR to a bounded program.
//!
//! The listing of modules is the way of a program. Before bounding: [`checked_operations`] states that operations are defined, [`ignored_properties`] drops assertions that nobody wants,
//! [`points_to`] says what pointers may point to, [`spin_loops`] turns loops that only wait into waits. [`mod@bound`] then makes the
//! bounded program ([`bounded`] says what that is): calls inlined, loops unwound, one function per thread. After it, cleaning makes it
//! smaller ([`webs`], [`straighten`], [`copy_propagation`], [`dead_code`], [`mod@slice`], [`compact`]), [`visible_points`] numbers
//! the places where a switch can matter, and [`ranges`] says which values occur. [`lock_order`] and [`deadlock_freedom`] look at what threads wait for while they hold locks, [`wakers`] at who may wake them, [`visible_statements`] says which statements points belong to. What makes a program smaller has a switch in
//! [`reductions`].
//!
//! This crate knows nothing of SAT, of C text, or of the names of library functions.

pub mod accesses;
pub mod atomic_sections;
pub mod bound;
pub mod bounded;
pub mod check_freedom;
pub mod checked_operations;
pub mod compact;
pub mod control_dependence;
pub mod copy_propagation;
pub mod dead_code;
pub mod deadlock_freedom;
pub mod def_use;
pub mod dominators;
pub mod faults;
pub mod ignored_properties;
pub mod layout;
pub mod lists;
pub mod lock_order;
pub mod locks;
pub mod loop_order;
pub mod made_pointers;
pub mod natural_loops;
pub mod number_sets;
pub mod numbering;
pub mod operands;
pub mod persistent_map;
pub mod points_to;
pub mod publication;
pub mod race_freedom;
pub mod ranges;
pub mod reductions;
pub mod run_ends;
pub mod sharing;
pub mod simplify;
pub mod slice;
pub mod spin_loops;
pub mod straighten;
pub mod thread_ends;
pub mod thread_starts;
pub mod thread_text;
pub mod union_find;
pub mod unreachable_blocks;
pub mod unstarted_threads;
pub mod user_places;
pub mod versions;
pub mod visible_points;
pub mod visible_statements;
pub mod wakers;
pub mod webs;
