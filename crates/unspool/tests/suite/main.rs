//! Tests over whole C programs: one binary, a file for each kind.
//!
//! `annotated_programs` runs C programs that say themselves how they can end. `sequential` and `random_expressions`
//! compare with the system's C compiler, `headers` reads all that the system has, `threads` and `command_line` use the
//! command as a user does. `random_programs` makes small concurrent programs, for whatever changes or judges programs
//! to be tested by: `bounded_programs` does. `bounded_memory` is about values in memory. `checking` is about `unspool check`.

mod annotated_programs;
mod annotations;
mod bounded_memory;
mod bounded_programs;
mod bounding;
mod checking;
mod command_line;
mod expression_generator;
mod headers;
mod invocation;
mod library_options;
mod linking;
mod loops;
mod model_coverage;
mod models;
mod models_command;
mod random_expressions;
mod random_programs;
mod reference;
mod sequential;
mod thread_models;
mod threads;
mod tools;
mod violations;
mod work_sharing;
