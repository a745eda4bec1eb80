//! Tests over whole C programs: one binary, a file for each kind.
//!
//! `annotated_programs` runs C programs that say themselves how they can end. `sequential` and `random_expressions`
//! compare with the system's C compiler, `headers` reads all that the system has, `threads` and `command_line` use the
//! command as a user does. `random_programs` makes small concurrent programs, for whatever changes or judges programs
//! to be tested by: `bounded_programs` does. `bounded_memory` is about values in memory. `checking`, `check_bounds` and `check_endings` are about `unspool check`;
//! `bench_command` is about `unspool bench`, with tools that are scripts;
//! `swarm_command` and its neighbours are about `unspool swarm`;
//! `engine_random_programs` and `engine_annotated_programs` compare the engine with the exhaustive search; `race_and_deadlock_programs` does so for races, deadlocks and memory errors.

mod annotated_programs;
mod annotations;
mod backends_command;
#[cfg(unix)]
mod bench_command;
mod benchexec;
mod bounded_memory;
mod bounded_programs;
mod bounding;
mod check_bounds;
mod check_endings;
mod checked_operations;
mod checking;
mod command_line;
mod emitted_programs;
mod engine_annotated_programs;
mod engine_comparison;
mod engine_random_programs;
mod expression_generator;
mod found_counterexamples;
mod headers;
mod invocation;
mod library_options;
mod linking;
mod lock_order;
mod loops;
mod model_coverage;
mod models;
mod models_command;
mod preprocessed_inputs;
mod programs_that_run_for_ever;
mod properties;
mod property_programs;
mod race_and_deadlock_programs;
mod random_expressions;
mod random_programs;
mod reference;
mod replay_programs;
mod replaying;
mod seq_command;
mod sequential;
mod sequential_examples;
mod sequential_programs;
mod shown_conflicts;
mod shown_examples;
mod simple_violations;
mod stored_results;
mod swarm_cluster_command;
mod swarm_command;
mod swarm_files_command;
mod swarm_log_command;
mod swarm_programs;
#[cfg(unix)]
mod terminal;
mod thread_models;
mod threads;
mod told_deadlocks;
mod told_races;
mod told_values;
mod tools;
mod trace_listing;
mod twins;
mod unmodelled;
mod violations;
mod work_sharing;
