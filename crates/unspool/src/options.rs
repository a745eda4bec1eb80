//! The options, each in one place; help texts derive from here.
//!
//! The C compiler's own spellings (`-I`, `-include`, `-m32`, ...) are no options in `clap`'s sense: they
//! are picked out of the arguments first, by the table in `unspool_cfront::compiler_flags`.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use unspool_cfront::compiler_flags::{FLAGS, Shape};
use unspool_engine::MOST_PLACES;
use unspool_ir::{DataModel, Property};
use unspool_passes::layout::LARGEST_ALLOCATION;

use crate::bench_options::BenchOptions;
use crate::bound_options::BoundOptions;
use crate::check_options::CheckOptions;
use crate::console::ColorChoice;
use crate::exit_codes;
use crate::library_options::LibraryOptions;
use crate::output_options::{Format, STANDARD_OUTPUT, TraceChoice};
use crate::pipeline::{PASSES, Pass};
use crate::run_options::RunOptions;
use crate::seq_options::SeqOptions;
use crate::swarm_options::SwarmOptions;

/// Finds the interleaving that breaks a multi-threaded C program.
#[derive(Parser, Debug)]
#[command(
    name = "unspool",
    version,
    after_help = exit_codes::help_text(),
    after_long_help = format!("Examples:
  unspool check program.c               find a bug in some interleaving, or show that there is none
  unspool check program.c --html a.html and a page to step through the bug in a browser
  unspool run program.c                 run it once, like the compiled program
  unspool run program.c --runs 1000     run it under 1000 random schedules
  unspool seq program.c -o seq.c        write it as a sequential program for another verifier
  unspool loops program.c               list its loops, and how often each may run
  unspool bound program.c               bound it, and say what was cut
  unspool ir program.c                  print its intermediate representation

{}", exit_codes::help_text())
)]
pub struct CommandLine {
    #[command(subcommand)]
    pub command: Command,

    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,

    /// Say nothing but results and errors: no warnings, no progress, no remarks
    #[arg(short, long, global = true)]
    pub quiet: bool,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Find an execution that goes wrong, in any interleaving, or show that there is none
    #[command(
        after_help = c_options_help(),
        after_long_help = format!("Examples:
  unspool check a.c                         go deeper and deeper until a bug, a proof, or 5 minutes
  unspool check a.c b.c -Iinclude -DN=3     several files, with the compiler's options
  unspool check a.c --time-limit 1h         with more time
  unspool check a.c --unwind 3 --rounds 2   exactly these bounds
  unspool check a.c --rounds 2              two rounds, and more and more iterations of loops
  unspool check a.c --property lock-misuse  look for this only
  unspool check a.c --accept-bounded        for scripts: safe within the bounds is good enough
  unspool check a.c --stats                 and what it cost

The first line of the output is the verdict:
  UNSAFE              this execution goes wrong: it was found, and replayed
  SAFE                no execution goes wrong, whatever the schedule and the inputs
  SAFE WITHIN BOUNDS  none that stays within these bounds does: what is beyond them is listed
  UNKNOWN             a limit, an interruption, or something unsupported came before an answer

Bounds are on the program (iterations of loops, depth of recursion, number of threads) and on
the schedule. Without --unwind and --rounds both are raised step by step, the cheapest first.
When nothing is found, the solver is asked whether any execution can go beyond them: if not, the
answer is SAFE. A command that shows the result again, without trying other bounds first, stands
behind `again with:`.

What cannot be followed makes the answer UNKNOWN if an execution gets to it:
  - an allocation of a size that is not constant and larger than {LARGEST_ALLOCATION} bytes;
  - an access that may begin at more than {MOST_PLACES} places, such as one with any index into a very
    large array;
  - what the C front end does not support: inline assembly, setjmp, ...

{}

{}", c_options_help(), exit_codes::help_text())
    )]
    Check(Box<CheckOptions>),

    /// Decide a program's executions in many parts, on many cores or machines
    #[command(
        mut_arg("unwind", |arg| arg.help("How often the body of a loop runs at most, unless constants decide when the loop ends [default: 1]")),
        mut_arg("rounds", |arg| arg.help("How many rounds a schedule has: in a round every thread, one after the other, makes any number of steps [default: 1]")),
        mut_arg("writes", |arg| arg.hide(true)),
        mut_arg("time_limit", |arg| arg.help("When to give up: seconds, or a time such as 90s, 5m or 2h [default: 24h]")),
        mut_arg("jobs", |arg| arg.help("How many instances to decide at the same time [default: one on each core]")),
        after_help = c_options_help(),
        after_long_help = format!("Examples:
  unspool swarm a.c                                one tile of one statement in each thread, one round
  unspool swarm a.c -l 12 -p 2 --rounds 2          two tiles of 12 statements in each thread, two rounds
  unspool swarm a.c -l 2 --exit-on-error=off       count the instances that have the bug
  unspool swarm a.c --cubes --rounds 3             all schedules of three rounds, in parts
  unspool swarm a.c --show-statements              the numbers that tiles are made of
  unspool swarm a.c --log a.jsonl                  and later, with --resume: go on where it stopped
  unspool swarm a.c --config-only -l 3             write the instances to a_auto_config.json
  unspool swarm a.c --config-file a_auto_config.json    and decide them
  unspool swarm a.c --backend cbmc                 by an external verifier
  unspool swarm a.c -p 2 --cluster slurm           as a job array of Slurm

An instance has the executions of the bounded program in which threads are interrupted only within
certain tiles: stretches of so many visible statements. (They may be interrupted where they block,
too.) Each instance is simpler than the whole, a bug is often in many of them, and they can be
decided in any order. What all instances together cover is said with the result: with as many tiles
in each thread as there are rounds, it is everything within the bounds.

{}

{}", c_options_help(), exit_codes::help_text())
    )]
    Swarm(Box<SwarmOptions>),

    /// Run a program under a schedule, and report the first run that ends badly
    #[command(
        after_help = c_options_help(),
        after_long_help = format!("Examples:
  unspool run a.c b.c -Iinclude -DN=3       run once; output and exit status are the program's
  unspool run a.c --runs 1000 --races       look for a bad schedule, data races included
  unspool run a.c --schedule pct --runs 500 the same with the PCT scheduler
  unspool run a.c --schedule exhaustive     try every interleaving (small programs)
  unspool run a.c --schedule '0*5,1*3,0'    5 steps of thread 0, 3 of thread 1, ...
  unspool run build/compile_commands.json   all files of a project

{}

{}", c_options_help(), exit_codes::help_text())
    )]
    Run(RunOptions),

    /// Show a stored result: on the terminal, as a page, or in a format of other tools
    #[command(after_long_help = format!("Examples:
  unspool check a.c --json a.json            store the result
  unspool show a.json                        show it again, as `check` did
  unspool show a.json --trace full           with all steps
  unspool show a.json --format html -o a.html    as a page to step through
  unspool show a.json --format sarif         for code scanning and editors
  unspool show --schema                      the JSON Schema of the format

{}", exit_codes::help_text()))]
    Show(ShowOptions),

    /// Make a stored execution again in the program as it is now, and say whether it still goes wrong
    #[command(
        after_help = c_options_help(),
        after_long_help = format!("Examples:
  unspool check queue.c --json bug.json      find an execution that goes wrong, and store it
  unspool replay bug.json                    make it again: STILL FAILS
  unspool replay bug.json                    after a fix: NO LONGER REPRODUCES
  unspool replay bug.json fixed.c            in another version of the program

The execution is made again step by step. If the program has changed so that this is not possible, its threads
do in the same order what the report says, whatever else they do in between; DOES NOT FIT (exit code 5) says that
too little of that is left. That an execution no longer reproduces is no proof: `unspool check` looks at all of them.

{}

{}", c_options_help(), exit_codes::help_text())
    )]
    Replay(ReplayOptions),

    /// Write a program with threads as a sequential one in C, for any verifier of sequential programs
    #[command(
        after_help = c_options_help(),
        after_long_help = format!("Examples:
  unspool seq a.c -o seq.c                      for CBMC, 2 rounds, loops twice: then `cbmc seq.c`
  unspool seq a.c --unwind 3 --rounds 4         with these bounds
  unspool seq a.c --for esbmc -o seq.c          for another verifier: `unspool backends` lists them
  unspool seq a.c --schema lr                   by another schema
  unspool seq a.c --schema imu --writes 3       by one that bounds writes to shared memory
  unspool seq a.c --for native -o seq.c         to be compiled and run: each run is a random schedule
  unspool seq a.c --dump-after bound            the program after this pass
  unspool seq --show-chain > my.chain           the list of passes, to be changed,
  unspool seq a.c --chain my.chain              and used
  unspool check a.c --backend cbmc              all at once: sequentialize, run CBMC, replay its trace

Each thread becomes a function. With --schema lazy, the usual one, a driver calls it once in every round, and it goes
on where it was, up to a place that the driver has guessed. The places are numbered: J(i, i+1) marks the jump over what
the call does not execute, G(i) the guard that gives up executions that would not stop where they should.
With --schema lr it is called once and runs to its end, over a copy of shared memory for each round, whose contents are
guessed and checked; cs(i) marks the places where it may go on to a later round.
With --schema mu or imu it runs to its end along the writes to shared memory, which are guessed: in one sequence of
--writes N for all threads, or in one for each location; cs(i) marks the places where it may go on behind later writes.
What is beyond the bounds is not in the program that is written; warnings list the loops that were cut.

{}

{}", c_options_help(), exit_codes::help_text())
    )]
    Seq(SeqOptions),

    /// Print the intermediate representation of a program
    #[command(
        after_help = c_options_help(),
        after_long_help = format!("Examples:
  unspool ir a.c --function main       only this function
  unspool ir a.c -o a.ir               write it to a file ...
  unspool run a.ir                     ... which can be read back
  unspool ir --check a.c               only check the program
  unspool ir a.c --stop-after bound    with calls inlined and loops unwound

{}

{}", c_options_help(), exit_codes::help_text())
    )]
    Ir(IrOptions),

    /// List the loops of a program: where, of what kind, and the bound that each needs
    #[command(
        after_help = c_options_help(),
        after_long_help = format!("Examples:
  unspool loops a.c                         which loops there are, and which are cut
  unspool loops a.c --unwind 5              the same with another bound
  unspool loops a.c --unwind-loop a.c:12=8  and with one for a certain loop
  unspool loops a.c --all --json            those of the library too, for other programs

The kinds of loops:
  constant         it ends after a number of iterations that constants decide
  data-dependent   it ends when memory or an input says so: it runs --unwind times at most
  endless          it has no end but that of the thread or the process
  spin             it only waits for another thread: it becomes a wait, or only its last
                   iteration is looked at, and it needs no bound
  never reached    by any execution within the bounds

{}

{}", c_options_help(), exit_codes::help_text())
    )]
    Loops(LoopsOptions),

    /// Bound a program: inline calls, unwind loops, copy threads; and say what was cut
    #[command(
        after_help = c_options_help(),
        after_long_help = format!("Examples:
  unspool bound a.c                         threads, visible points, and what was cut
  unspool bound a.c --unwind 4              with four iterations of each loop
  unspool bound a.c --unwind-loop push=8    with eight of the loops in the function `push`
  unspool bound a.c -o bounded.ir           write the bounded program to a file ...
  unspool run bounded.ir --schedule exhaustive   ... and try all of its interleavings
  unspool bound a.c --unwinding-assertions  what goes beyond a bound is a violation then

An execution that goes beyond a bound is not considered (or is a violation, with
--unwinding-assertions): what is cut is listed with its place.

{}

{}", c_options_help(), exit_codes::help_text())
    )]
    Bound(BoundCommandOptions),

    /// Run a folder of tasks with several tools, and compare verdicts, times and memory
    #[command(after_long_help = format!("Examples:
  unspool bench tasks                                  all tasks of tasks/expected.tsv, 60 s and 4 GB for each
  unspool bench tasks --only queue --time-limit 10     some of them, with less time
  unspool bench tasks --tool unspool --tool cbmc       and CBMC, side by side
  unspool bench tasks --variant lr='--schema lr' --variant lazy='--schema lazy'
                                                       two ways of Unspool's
  unspool bench tasks --tools mine.yaml --tool mine    a tool of your own
  unspool bench tasks                                  once more: only what is missing is run
  unspool bench tasks -o new --against bench-results   has anything changed since?
  unspool bench tasks -- --jobs 1 --rounds 2           with these options of `unspool check`

The table of tasks has a heading and fields separated by tabs: `task` (the path of a file below DIR), `property`
(a name of `unspool check --property`, or several joined by +), `expected` (true if it holds in every execution,
else false), and, if need be, `data_model`, `category`, `options` (for Unspool on this task), `options:NAME`
(for the tool of this name). Lines that begin with # are remarks.

Each line of the output says what came of a task:
  unsafe, safe     the right verdict
  bounded, missed  safe within bounds: of a task that is safe, of one that is not
  unknown          no answer, or (refused) the tool does not take the task
  TIME, MEMORY     a limit was reached
  FAILED           it crashed, or its answer cannot be read
  WRONG            the wrong verdict
  done             a tool without verdicts, such as cc, has ended

--output has them as tables (results.tsv, results.json), a summary, what each tool printed (logs), the bounds that
found violations as a table of tasks (bounds.tsv), and all of it as a page with plots: index.html. A verdict that is
wrong, or a tool that fails, makes the exit code 10. docs/bench.md tells more, and how tools are described.

{}", exit_codes::help_text()))]
    Bench(Box<BenchOptions>),

    /// List the library functions that are modelled, and what is assumed about them
    #[command(after_long_help = format!("Examples:
  unspool models                        list all, by header
  unspool models pthread_cond_wait      how it is modelled, what is assumed, which options change it
  unspool models 'pthread_rwlock_*'     all functions with such names
  unspool models --header semaphore.h   all functions of a header
  unspool models pthread_once --source  the C text of the model
  unspool models --json                 for other programs

A program's own definition of a function is taken instead of the model. For what is neither
defined nor modelled, --models DIR of `unspool run` adds models of your own, and
--havoc-missing lets the calls return anything.

{}", exit_codes::help_text()))]
    Models(ModelsOptions),

    /// List the verifiers that programs can be written for, and which are installed
    #[command(after_long_help = format!("Examples:
  unspool backends                      all of them
  unspool backends cbmc                 how it is run, and what stands in front of programs for it
  unspool backends --format json        for other programs

{}", exit_codes::help_text()))]
    Backends(BackendsOptions),
}

/// What to read, and how.
#[derive(Args, Clone, Debug)]
pub struct InputOptions {
    /// C files (`.c`), preprocessed C (`.i`), `-` for standard input, a compile_commands.json, or a printed program (`.ir`)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,

    /// Do not report violations of this property; the library then does what it plausibly would
    #[arg(long, value_name = "PROPERTY", value_parser = ignorable_properties())]
    pub ignore: Vec<Property>,

    /// The C compiler that preprocesses, possibly with arguments [default: the variable CC, or cc]
    #[arg(long, value_name = "COMMAND", help_heading = "C options")]
    pub cc: Option<String>,

    /// Widths of C's types [default: lp64, or what -m32 in a compile_commands.json says]
    #[arg(long, value_name = "MODEL", value_enum, help_heading = "C options")]
    pub data_model: Option<DataModelName>,

    #[command(flatten)]
    pub library: LibraryOptions,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum DataModelName {
    /// int, long and pointers have 32 bits
    Ilp32,
    /// int has 32 bits, long and pointers have 64
    Lp64,
}

impl From<DataModelName> for DataModel {
    fn from(name: DataModelName) -> DataModel {
        match name {
            DataModelName::Ilp32 => DataModel::Ilp32,
            DataModelName::Lp64 => DataModel::Lp64,
        }
    }
}

/// How far the pipeline goes and what it shows on the way.
#[derive(Args, Clone, Debug, Default)]
pub struct PassOptions {
    /// Print the program as it is after this pass, and go on
    #[arg(long, value_name = "PASS", value_parser = pass_names(), help_heading = "Passes")]
    pub dump_after: Vec<&'static Pass>,

    /// Do nothing after this pass [default of `ir`: lower, or the last of --dump-after]
    #[arg(long, value_name = "PASS", value_parser = pass_names(), help_heading = "Passes")]
    pub stop_after: Option<&'static Pass>,
}

impl PassOptions {
    pub fn dumps_after(&self, pass: &Pass) -> bool {
        self.dump_after
            .iter()
            .any(|wanted| wanted.name == pass.name)
    }

    /// One that is named, but does not run.
    pub fn not_among(&self, passes: &[&'static Pass]) -> Option<&'static Pass> {
        let mut named = self.dump_after.iter().chain(&self.stop_after).copied();
        named.find(|named| !passes.iter().any(|pass| pass.name == named.name))
    }
}

#[derive(Args, Debug)]
pub struct IrOptions {
    #[command(flatten)]
    pub input: InputOptions,

    #[command(flatten)]
    pub passes: PassOptions,

    #[command(flatten)]
    pub bounds: BoundOptions,

    /// Print only this function
    #[arg(long, value_name = "NAME")]
    pub function: Option<String>,

    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,

    /// Print nothing: only say what is wrong with the program
    #[arg(long, conflicts_with_all = ["function", "output", "dump_after"])]
    pub check: bool,
}

#[derive(Args, Debug)]
pub struct LoopsOptions {
    #[command(flatten)]
    pub input: InputOptions,

    #[command(flatten)]
    pub bounds: BoundOptions,

    /// List the loops of library models too
    #[arg(long)]
    pub all: bool,

    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct BoundCommandOptions {
    #[command(flatten)]
    pub input: InputOptions,

    #[command(flatten)]
    pub bounds: BoundOptions,

    /// Write the bounded program to a file; `unspool run FILE.ir` explores it
    #[arg(short, long, value_name = "FILE.ir")]
    pub output: Option<String>,

    /// Tell what each pass cost
    #[arg(long)]
    pub stats: bool,
}

#[derive(Args, Debug)]
pub struct BackendsOptions {
    /// Tell all about these
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,

    /// In which format
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = ListFormat::Text)]
    pub format: ListFormat,
}

/// The formats of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ListFormat {
    /// For the terminal
    Text,
    /// For other programs
    Json,
}

#[derive(Args, Debug)]
pub struct ModelsOptions {
    /// Functions to tell about; `*` and `?` stand for any characters and for one [default: a list of all]
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,

    /// Only what this header declares, such as `pthread.h`
    #[arg(long, value_name = "HEADER")]
    pub header: Option<String>,

    /// Print the C text of the files that define these functions
    #[arg(long, requires = "names", conflicts_with_all = ["json", "markdown"])]
    pub source: bool,

    /// Print as JSON
    #[arg(long, conflicts_with = "markdown")]
    pub json: bool,

    /// Print as a page of documentation
    #[arg(long)]
    pub markdown: bool,
}

#[derive(Args, Debug)]
pub struct ShowOptions {
    /// A file that `unspool check --json` has written, or `-` for standard input
    #[arg(value_name = "REPORT")]
    pub report: Option<String>,

    /// In which format
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// How much of an execution that goes wrong is shown, in the format `text`
    #[arg(long, value_name = "HOW", value_enum, default_value_t = TraceChoice::Short)]
    pub trace: TraceChoice,

    /// Write to a file
    #[arg(short, long, value_name = "FILE", default_value = STANDARD_OUTPUT)]
    pub output: String,

    /// Print the JSON Schema of the format instead
    #[arg(long, conflicts_with_all = ["report", "format", "trace"])]
    pub schema: bool,
}

#[derive(Args, Debug)]
pub struct ReplayOptions {
    /// A file that `unspool check --json` has written
    #[arg(value_name = "REPORT")]
    pub report: String,

    /// The program as it is now [default: the files that were checked]
    #[arg(value_name = "FILE")]
    pub files: Vec<String>,

    /// If it still goes wrong, write a C program to this folder that makes the execution with real threads, for a debugger
    #[arg(long, value_name = "DIR")]
    pub replay: Option<String>,

    /// How much of the execution is shown if it still goes wrong
    #[arg(long, value_name = "HOW", value_enum, default_value_t = TraceChoice::Short)]
    pub trace: TraceChoice,

    /// The C compiler that preprocesses, possibly with arguments [default: the variable CC, or cc]
    #[arg(long, value_name = "COMMAND", help_heading = "C options")]
    pub cc: Option<String>,
}

/// All but one, which is refused with a reason.
fn ignorable_properties() -> impl TypedValueParser<Value = Property> {
    let values = Property::all().map(|property| {
        PossibleValue::new(property.name())
            .help(property.meaning())
            .hide(property == Property::MemorySafety)
    });
    PossibleValuesParser::new(values).try_map(|name| match Property::from_name(&name) {
        Some(Property::MemorySafety) => {
            let others = Property::all().filter(|p| *p != Property::MemorySafety);
            let others: Vec<&str> = others.map(Property::name).collect();
            let others = others.join(", ");
            Err(format!(
                "no execution can go on after a memory error; give one of {others}"
            ))
        }
        Some(property) => Ok(property),
        None => Err(format!("there is no property `{name}`")),
    })
}

fn pass_names() -> impl TypedValueParser<Value = &'static Pass> {
    let values = PASSES.iter();
    let values = values.map(|pass| PossibleValue::new(pass.name).help(pass.purpose));
    PossibleValuesParser::new(values)
        .try_map(|name| Pass::named(&name).ok_or_else(|| format!("there is no pass `{name}`")))
}

fn c_options_help() -> String {
    let mut text = String::from("Passed on to the C preprocessor:\n");
    for flag in FLAGS {
        let spelled = match flag.shape {
            Shape::Separate => format!("{} {}", flag.spelling, flag.value),
            _ => format!("{}{}", flag.spelling, flag.value),
        };
        text.push_str(&format!("  {spelled:<19} {}\n", flag.help));
    }
    text.push_str(
        "Options of a C compiler that do not matter here (-O2, -Wall, -pthread, ...) are ignored.",
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_consistent() {
        CommandLine::command().debug_assert();
    }
}
