//! Whole executions of programs in text form.

mod blocking;
mod circumstances;
mod exploration;
mod failure_messages;
mod harness;
mod litmus;
mod memory_errors;
mod mutated_programs;
mod numbered_threads;
mod origins;
mod races;
mod random_programs;
mod records;
mod replay;
mod schedule_bounds;
mod sequential;
mod visible_points;
