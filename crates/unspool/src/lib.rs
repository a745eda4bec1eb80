//! The command line: from arguments to an exit code.
//!
//! Start at [`run_command_line`]. [`options`] says what can be asked for, [`inputs`] and [`pipeline`] turn files into a
//! verified program, the files `command_...` do what was asked, [`console`] and `render` are the only ones to
//! show anything to the user. No analysis lives here.

pub mod address_dependence;
pub mod backend_options;
pub mod bench_options;
pub mod bound_options;
pub mod check_options;
pub mod console;
pub mod depth;
pub mod error;
pub mod exit_codes;
pub mod futures;
pub mod inputs;
pub mod instrumentation;
pub mod lanes;
pub mod library_options;
pub mod limits;
pub mod memory_use;
pub mod options;
pub mod output_options;
pub mod pipeline;
pub mod problem;
pub mod property_file;
pub mod replay;
pub mod replay_program;
pub mod run_options;
pub mod run_retelling;
mod schedule_free;
pub mod schema_options;
pub mod seq_options;
pub mod sequential;
pub mod source_lines;
pub mod source_loops;
pub mod strategy;
pub mod swarm;
pub mod telling;
pub mod thread_list;

mod assumptions;
mod bench_files;
mod bench_tools;
mod beyond_bounds;
mod bound_report;
mod bounding;
mod bounds_in_words;
mod c_tokens;
mod c_types;
mod calendar_time;
mod chain;
mod check_stats;
mod check_step;
mod command_backends;
mod command_bench;
mod command_bound;
mod command_check;
mod command_ir;
mod command_loops;
mod command_models;
mod command_replay;
mod command_run;
mod command_seq;
mod command_show;
mod command_swarm;
mod compiled_lines;
pub mod cpu_time;
mod endings;
mod exploration;
mod ignored_flags;
mod input_words;
mod interruption;
pub mod invalid_accesses;
mod lock_order;
mod loop_list;
mod loops_as_json;
mod lowering;
mod macro_alignment;
mod models_as_json;
mod nearest_names;
mod program_output;
mod progress;
pub mod questions;
mod render;
mod report_files;
mod report_making;
mod run_report;
mod running_step;
mod sampling;
mod search;
mod search_end;
mod sequential_step;
mod shared_program;
mod shell_words;
mod statement_text;
mod stats_word;
mod swarm_files;
mod swarm_options;
mod text_layout;
mod unchanged_files;
mod verdict;
mod verification;

use clap::Parser;

use console::Console;
use error::Error;
use exit_codes::ExitCode;
use options::{Command, CommandLine};

/// Deep nesting in a C file becomes deep recursion of ours; this is enough for all that the parser lets through.
pub const STACK_BYTES: usize = 256 << 20;

/// Does what the arguments (the first is the program's name) ask for. Returns the exit code of the process.
pub fn run_command_line(arguments: Vec<String>) -> u8 {
    on_a_large_stack(move || run_here(arguments)).unwrap_or_else(|error| {
        // The panic has printed what it knows.
        Console::plain().error(&error);
        error.exit_code().number()
    })
}

/// Runs `work` in a thread with a stack for deeply nested input. A panic comes back as a [`Error::Bug`].
pub fn on_a_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Error> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("unspool".to_string())
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, work);
        match thread {
            Ok(thread) => thread
                .join()
                .map_err(|_| Error::Bug("a panic, described above".to_string())),
            Err(error) => Err(Error::resource(format!("cannot start a thread: {error}"))),
        }
    })
}

fn run_here(arguments: Vec<String>) -> u8 {
    let arguments = stats_word::joined(arguments);
    let picked = match unspool_cfront::compiler_flags::pick(arguments.clone()) {
        Ok(picked) => picked,
        Err(missing) => {
            let error = Error::Usage {
                message: missing.to_string(),
                help: "`unspool --help` lists the options".to_string(),
            };
            Console::plain().error(&error);
            return error.exit_code().number();
        }
    };
    let command_line =
        match CommandLine::try_parse_from(ignored_flags::without_ignored(&picked.rest)) {
            Ok(command_line) => command_line,
            Err(message) => {
                // Help and version come this way too, and go to standard output.
                message.print().ok();
                return match message.use_stderr() {
                    true => ExitCode::Usage.number(),
                    false => ExitCode::Success.number(),
                };
            }
        };
    let console = Console::new(command_line.color, command_line.quiet);
    let result = match &command_line.command {
        Command::Backends(options) => command_backends::run(options, &console),
        Command::Bench(options) => command_bench::run(options, &picked, &arguments, &console),
        Command::Bound(options) => command_bound::run(options, &picked, &console),
        Command::Check(options) => command_check::run(options, &picked, &arguments, &console),
        Command::Ir(options) => command_ir::run(options, &picked, &console),
        Command::Loops(options) => command_loops::run(options, &picked, &console),
        Command::Models(options) => command_models::run(options, &console),
        Command::Replay(options) => command_replay::run(options, &picked, &console),
        Command::Run(options) => command_run::run(options, &picked, &console),
        Command::Seq(options) => command_seq::run(options, &picked, &console),
        Command::Show(options) => command_show::run(options, &console),
        Command::Swarm(options) => command_swarm::run(options, &picked, &arguments, &console),
    };
    match result {
        Ok(status) => status,
        Err(error) => {
            console.error(&error);
            error.exit_code().number()
        }
    }
}
