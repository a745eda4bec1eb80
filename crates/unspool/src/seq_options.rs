//! Options of `unspool seq`: how a program is made sequential, and for whom it is written.

use clap::Args;

use crate::backend_options::{Target, backends_to_write_for};
use crate::bound_options::{BoundOptions, HEADING as BOUNDS};
use crate::check_options::schedule_length;
use crate::depth::ScheduleBound;
use crate::options::{InputOptions, PassOptions};
use crate::schema_options::{HEADING, Schema, SchemaOptions};
use crate::sequential::SchemaConfig;

#[derive(Args, Debug)]
pub struct SeqOptions {
    #[command(flatten)]
    pub input: InputOptions,

    /// Write the C program to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,

    /// For which verifier it is written; `unspool backends` lists them
    #[arg(long = "for", value_name = "BACKEND", value_parser = backends_to_write_for(), default_value = "cbmc", help_heading = HEADING)]
    pub target: Target,

    /// How threads become a sequential program
    #[arg(long, value_name = "SCHEMA", value_enum, default_value_t = Schema::Lazy, help_heading = HEADING)]
    pub schema: Schema,

    #[command(flatten)]
    pub schema_options: SchemaOptions,

    /// Write no `#line` directives: messages then speak of the lines of the program that is written
    #[arg(long, help_heading = HEADING)]
    pub no_line: bool,

    /// How many rounds schedules have: in a round every thread, one after the other, makes any number of steps [default: 2]
    #[arg(long, value_name = "N", value_parser = schedule_length(), help_heading = BOUNDS)]
    pub rounds: Option<u32>,

    /// Instead of rounds: how many contexts (stretches of one thread without a switch) a schedule has, of any threads in any order
    #[arg(long, value_name = "N", value_parser = schedule_length(), conflicts_with = "rounds", help_heading = BOUNDS)]
    pub contexts: Option<u32>,

    /// With --schema mu: how many writes to shared memory there are, of all threads together, up to 63; with imu: to each location. Writes that change nothing, and those before there is a second thread, do not count; locks and ends of threads do [default: 10]
    #[arg(long, value_name = "N", value_parser = schedule_length(), conflicts_with_all = ["rounds", "contexts"], help_heading = BOUNDS)]
    pub writes: Option<u32>,

    #[command(flatten)]
    pub bounds: BoundOptions,

    #[command(flatten)]
    pub passes: PassOptions,

    /// Run the passes that this file names, one on a line, instead of the usual ones
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["stop_after", "schema"],
        help_heading = "Passes"
    )]
    pub chain: Option<String>,

    /// Print the usual passes as such a file, and do nothing else
    #[arg(long, exclusive = true, help_heading = "Passes")]
    pub show_chain: bool,
}

impl SeqOptions {
    pub fn schedule(&self) -> ScheduleBound {
        let rounds = self.rounds.map(ScheduleBound::Rounds);
        let contexts = self.contexts.map(ScheduleBound::Contexts);
        let unit = self.schema.unit();
        let counted = |writes| unit.writes(writes).unwrap_or(ScheduleBound::Writes(writes));
        let writes = self.writes.map(counted);
        let usual = unit.writes(SchemaConfig::default().writes);
        let usual = usual.unwrap_or(ScheduleBound::Rounds(2));
        rounds.or(contexts).or(writes).unwrap_or(usual)
    }
}
