//! Tests over whole C programs: one binary, a file for each kind.
//!
//! `sequential` and `random_expressions` compare with the system's C compiler, `headers` reads all that the
//! system has, `threads` and `command_line` use the command as a user does.

mod command_line;
mod expression_generator;
mod headers;
mod invocation;
mod linking;
mod models;
mod random_expressions;
mod reference;
mod sequential;
mod thread_models;
mod threads;
mod tools;
mod work_sharing;
