//! Options of `unspool bench`: which tasks, which tools, within which limits, and where the results go.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use unspool_bench::judgement::Class;

use crate::bound_options::at_least_one;
use crate::limits::{parse_bytes, parse_time};
use crate::options::DataModelName;

const TASKS: &str = "Tasks";
const TOOLS: &str = "Tools";
const LIMITS: &str = "Limits";
const OUTPUT: &str = "Output";

#[derive(Args, Debug)]
pub struct BenchOptions {
    /// The folder of the tasks
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,

    /// The table of tasks [default: expected.tsv in the folder]
    #[arg(long, value_name = "FILE", help_heading = TASKS)]
    pub table: Option<PathBuf>,

    /// Only tasks of this property, as the table spells it; can be given several times
    #[arg(long, value_name = "NAME", help_heading = TASKS)]
    pub property: Vec<String>,

    /// Only tasks whose path contains this; can be given several times
    #[arg(long, value_name = "PART", help_heading = TASKS)]
    pub only: Vec<String>,

    /// No tasks whose path contains this; can be given several times
    #[arg(long, value_name = "PART", help_heading = TASKS)]
    pub except: Vec<String>,

    /// Only tasks of which this is expected: that the property holds, or that it does not
    #[arg(long, value_name = "VERDICT", value_enum, help_heading = TASKS)]
    pub expected: Option<Expected>,

    /// Of the tasks that are left, only every n-th: for a quick look
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one(), help_heading = TASKS)]
    pub every: u32,

    /// Widths of C's types in tasks of which the table does not say it [default: lp64]
    #[arg(long, value_name = "MODEL", value_enum, help_heading = TASKS)]
    pub data_model: Option<DataModelName>,

    /// What decides the tasks: `unspool`, `cbmc`, `cc` (only compiles), or a name of --tools; can be given several times, and the first is compared with the others [default: unspool, unless there is a --variant]
    #[arg(long, value_name = "NAME", help_heading = TOOLS)]
    pub tool: Vec<String>,

    /// Unspool once more, under another name and with these options of `check`; can be given several times
    #[arg(long, value_name = "NAME=OPTIONS", help_heading = TOOLS)]
    pub variant: Vec<String>,

    /// Descriptions of other tools, in YAML: how they are run, and how their answers are read
    #[arg(long, value_name = "FILE", help_heading = TOOLS)]
    pub tools: Option<PathBuf>,

    /// How long a tool may take for a task, by the clock: seconds, or a time such as 90s or 5m
    #[arg(long, value_name = "TIME", default_value = "60", value_parser = parse_time, allow_hyphen_values = true, help_heading = LIMITS)]
    pub time_limit: Duration,

    /// How much memory all processes of a tool may have together: bytes, or a size such as 500M or 8G
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = parse_bytes, allow_hyphen_values = true, help_heading = LIMITS)]
    pub memory_limit: u64,

    /// How many tasks to run at the same time: more make times less comparable, since they share caches, memory and cores
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = at_least_one(), allow_negative_numbers = true, help_heading = LIMITS)]
    pub jobs: u32,

    /// Where the results go. What is there from before, of the same commands, limits and tasks, is not run again
    #[arg(short, long, value_name = "FOLDER", default_value = "bench-results", help_heading = OUTPUT)]
    pub output: PathBuf,

    /// Run all selected tasks again
    #[arg(long, help_heading = OUTPUT)]
    pub again: bool,

    /// Run again what came out so: classes separated by commas, such as `timeout,error`
    #[arg(long, value_name = "CLASS", value_delimiter = ',', value_parser = classes(), conflicts_with = "again", help_heading = OUTPUT)]
    pub again_if: Vec<Class>,

    /// Compare with the results in this folder, of an earlier run
    #[arg(long, value_name = "FOLDER", help_heading = OUTPUT)]
    pub against: Option<PathBuf>,

    /// Show this column of the table beside what the tools made of each task; can be given several times
    #[arg(long, value_name = "COLUMN", help_heading = OUTPUT)]
    pub show: Vec<String>,

    /// Options of `unspool check`, for Unspool in all its variants
    #[arg(last = true, value_name = "OPTIONS")]
    pub check: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Expected {
    /// It holds in every execution
    True,
    /// Some execution violates it
    False,
}

fn classes() -> impl TypedValueParser<Value = Class> {
    let names = Class::ALL.into_iter().map(Class::name);
    PossibleValuesParser::new(names).try_map(|name| {
        let class = Class::named(&name);
        class.ok_or_else(|| format!("there is no class `{name}`"))
    })
}
