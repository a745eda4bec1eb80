//! Options of `unspool check`: what to look for, within which bounds, and for how long.

use std::sync::Arc;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, CommandFactory, ValueEnum};
use unspool_engine::{EngineReduction, EngineReductions};
use unspool_ir::{Program, Property, PropertyKind};
use unspool_passes::bound::{AtBound, BoundReport, LoopReport};
use unspool_passes::reductions::{Reduction, Reductions};

use crate::backend_options::BackendOptions;
use crate::bound_options::{Bounds, HEADING, OtherBounds, REDUCTIONS, at_least_one};
use crate::console::Console;
use crate::depth::{Depth, Given, ScheduleBound};
use crate::error::Error;
use crate::limits::{DEFAULT_TIME, default_memory, parse_bytes, parse_time};
use crate::options::{CommandLine, InputOptions};
use crate::output_options::{self, OutputOptions};
use crate::property_file;
use crate::questions;
use crate::schema_options::{HEADING as SEQUENTIALIZATION, Schema, SchemaOptions};
use crate::sequential::by_backend::BackendOrder;
use crate::sequential_step::SequentialOrder;
use crate::shell_words::Unneeded;
use crate::source_loops::may_recurse;

const LIMITS: &str = "Limits";

#[derive(Args, Debug)]
pub struct CheckOptions {
    #[command(flatten)]
    pub input: InputOptions,

    /// Look for violations of this property only; can be given several times [default: `all` that are errors in any C program, data races and deadlocks among them]
    #[arg(long, value_name = "NAME", value_parser = checked_properties())]
    pub property: Vec<AskedProperty>,

    /// Look for violations of the properties in this file, as competitions write them: `CHECK( init(main()), LTL(G ! data-race) )`
    #[arg(long, value_name = "FILE", conflicts_with = "property")]
    pub prp: Option<String>,

    /// Two threads that write the same value at the same time, or one that writes what is there already, are no data race
    #[arg(long)]
    pub allow_same_value: bool,

    /// Where valid-memsafety is not looked for: take an access that is not valid for the end of the execution, as if the process always crashed there. Without this the answer is unknown if an execution gets to one, since anything may happen behind it
    #[arg(long)]
    pub invalid_access_ends: bool,

    /// Exit with 0 also if the program is safe within the bounds only
    #[arg(long)]
    pub accept_bounded: bool,

    /// Tell what it cost: time and memory of each phase, sizes of formulas; `--stats json` for other programs
    #[arg(
        long,
        value_name = "FORMAT",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "table"
    )]
    pub stats: Option<StatsFormat>,

    #[command(flatten)]
    pub output: OutputOptions,

    /// How often the body of a loop runs at most, unless constants decide when the loop ends [default: more and more]
    #[arg(
        long,
        visible_alias = "unwind-while",
        value_name = "N",
        value_parser = at_least_one(),
        allow_negative_numbers = true,
        help_heading = HEADING
    )]
    pub unwind: Option<u32>,

    /// How many rounds a schedule has: in a round every thread, one after the other, makes any number of steps [default: more and more]
    #[arg(long, value_name = "N", value_parser = schedule_length(), allow_negative_numbers = true, help_heading = HEADING)]
    pub rounds: Option<u32>,

    /// Instead of rounds: how many contexts (stretches of one thread without a switch) a schedule has, of any threads in any order
    #[arg(
        long,
        value_name = "N",
        value_parser = schedule_length(),
        allow_negative_numbers = true,
        conflicts_with = "rounds",
        help_heading = HEADING
    )]
    pub contexts: Option<u32>,

    /// With --schema mu: how many writes to shared memory there are, of all threads together, up to 63; with imu: to each location. Writes that change nothing, and those before there is a second thread, do not count; locks and ends of threads do [default: more and more, until no schedule is left out]
    #[arg(
        long,
        value_name = "N",
        value_parser = schedule_length(),
        allow_negative_numbers = true,
        conflicts_with_all = ["rounds", "contexts"],
        help_heading = HEADING
    )]
    pub writes: Option<u32>,

    #[command(flatten)]
    pub others: OtherBounds,

    /// Do without this reduction
    #[arg(long, value_name = "NAME", value_parser = reduction_names(), help_heading = REDUCTIONS)]
    pub no_reduction: Vec<AnyReduction>,

    /// Do without all of them: for tests and research, since it is far slower and finds the same
    #[arg(long, help_heading = REDUCTIONS)]
    pub no_reductions: bool,

    /// Make the program sequential first, by this schema, and check that [default: threads are checked as they are]
    #[arg(long, value_name = "SCHEMA", value_enum, help_heading = SEQUENTIALIZATION)]
    pub schema: Option<Schema>,

    #[command(flatten)]
    pub schema_options: SchemaOptions,

    #[command(flatten)]
    pub backend_options: BackendOptions,

    /// When to give up: seconds, or a time such as 90s, 5m or 2h [default: 5m]
    #[arg(
        long,
        value_name = "TIME",
        value_parser = parse_time,
        allow_hyphen_values = true,
        help_heading = LIMITS
    )]
    pub time_limit: Option<Duration>,

    /// How much memory to use at most: bytes, or a size such as 500M or 8G, from 32M on [default: most of what the machine has]
    #[arg(
        long,
        value_name = "SIZE",
        value_parser = parse_bytes,
        allow_hyphen_values = true,
        help_heading = LIMITS
    )]
    pub memory_limit: Option<u64>,

    /// How many cores to use [default: all]
    #[arg(short, long, visible_alias = "cores", value_name = "N", value_parser = at_least_one(), allow_negative_numbers = true, help_heading = LIMITS)]
    pub jobs: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum StatsFormat {
    /// For people
    Table,
    /// For programs: the last line of the output
    Json,
}

/// A reduction of the bounded program or of the formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyReduction {
    Program(Reduction),
    Formula(EngineReduction),
}

impl CheckOptions {
    /// Whether it was said what to look for.
    pub fn names_properties(&self) -> bool {
        self.prp.is_some() || !self.property.is_empty()
    }

    /// What to look for, in the order of the table.
    pub fn properties(&self, console: &Console) -> Result<Vec<Property>, Error> {
        let ignored = &self.input.ignore;
        let asked: Vec<Property> = match &self.prp {
            None => self
                .property
                .iter()
                .flat_map(|it| it.properties())
                .collect(),
            Some(file) => {
                let read = property_file::read(file)?;
                console.problems(&read.remarks);
                read.properties
            }
        };
        if let Some(both) = asked.iter().find(|p| ignored.contains(p)) {
            let name = both.name();
            return Err(Error::Usage {
                message: format!("--property {name} contradicts --ignore {name}"),
                help: "one of them is enough: without --property all are looked for".to_string(),
            });
        }
        let has_all = self.property.contains(&AskedProperty::All);
        let unasked = asked.iter().find(|p| !self.can_be_asked(**p));
        if let Some(unasked) = unasked.filter(|_| !has_all) {
            return Err(Error::Usage {
                message: format!(
                    "`{}` is not looked for in sequential programs",
                    unasked.name()
                ),
                help: "without --schema and --backend, threads are checked as they are".to_string(),
            });
        }
        let is_wanted = |p: &Property| match asked.is_empty() {
            true => p.kind() == PropertyKind::Usual && self.can_be_asked(*p),
            false => asked.contains(p) && self.can_be_asked(*p),
        };
        let wanted = Property::checkable().filter(|p| is_wanted(p) && !ignored.contains(p));
        let wanted: Vec<Property> = wanted.collect();
        match wanted.is_empty() {
            true => Err(Error::Usage {
                message: "all properties are ignored: nothing is left to look for".to_string(),
                help: "leave out one --ignore".to_string(),
            }),
            false => Ok(wanted),
        }
    }

    /// Sequential programs have assertions, and nothing else that is a violation.
    fn can_be_asked(&self, property: Property) -> bool {
        let is_asserted = questions::is_about_steps(property) && property != Property::MemorySafety;
        is_asserted || !self.is_sequential()
    }

    /// The bounds that are not to be found out.
    pub fn given(&self) -> Given {
        let rounds = self.rounds.map(ScheduleBound::Rounds);
        let contexts = self.contexts.map(ScheduleBound::Contexts);
        let unit = self.schema.map(Schema::unit).unwrap_or_default();
        // Whoever has no such unit refuses it.
        let counted = |writes| unit.writes(writes).unwrap_or(ScheduleBound::Writes(writes));
        let writes = self.writes.map(counted);
        Given {
            unwind: self.unwind,
            schedule: rounds.or(contexts).or(writes),
            unit,
            has_unwind_for: self.others.unwind_for.is_some(),
            has_recursion: self.others.recursion.is_some(),
        }
    }

    /// How to bound the program for a step. Bounds that were not given go along with the bound on loops.
    pub fn bounds(&self, depth: &Depth) -> Result<Bounds, Error> {
        let reductions = match self.no_reductions {
            true => Reductions::NONE,
            false => (self.no_reduction.iter()).fold(Reductions::default(), |all, unwanted| {
                match unwanted {
                    AnyReduction::Program(unwanted) => all.without(*unwanted),
                    AnyReduction::Formula(_) => all,
                }
            }),
        };
        let others = &self.others;
        // An assertion at the bound would be one more violation to an external verifier.
        let at_bound = match self.backend_options.is_external() {
            true => AtBound::Assume,
            false => AtBound::Assert,
        };
        let mut bounds = others.bounds(depth.unwind, at_bound, reductions)?;
        let config = &mut bounds.config;
        if let Some(longest) = depth.long_loops {
            config.unwind_static = longest.iterations;
            config.instructions = longest.instructions.min(config.instructions);
        }
        if self.unwind.is_none() && others.recursion.is_none() {
            config.recursion = config.recursion.max(depth.unwind);
        }
        if self.unwind.is_none() && others.unwind_library.is_none() {
            let several = depth.unwind.saturating_mul(4);
            config.unwind_library = config.unwind_library.max(several);
        }
        Ok(bounds)
    }

    /// The options that are missing for a check that does exactly what this step did. None: nothing is.
    pub fn missing(
        &self,
        program: &Program,
        depth: &Depth,
        report: &BoundReport,
    ) -> Result<Option<Vec<String>>, Error> {
        if self.given().is_fixed() {
            return Ok(None);
        }
        let (found, others) = (self.bounds(depth)?.config, &self.others);
        let usual = others
            .bounds(depth.unwind, AtBound::Assert, Reductions::default())?
            .config;
        let schedule = depth.schedule.option();
        // With the usual bounds these would be the same loops and calls.
        let usual_library = usual.unwind_library.max(usual.unwind);
        let has_long = |l: &LoopReport| l.is_model && l.iterations > usual_library;
        let needs_library =
            found.unwind_library != usual.unwind_library && report.loops.iter().any(has_long);
        let needs_recursion = found.recursion != usual.recursion && may_recurse(program);
        let options = [
            ("--unwind", depth.unwind, self.unwind.is_none()),
            (schedule, depth.length(), self.given().schedule.is_none()),
            (
                "--unwind-for",
                found.unwind_static,
                found.unwind_static != usual.unwind_static,
            ),
            ("--unwind-library", found.unwind_library, needs_library),
            ("--recursion", found.recursion, needs_recursion),
        ];
        let missing = options.into_iter().filter(|(.., is_missing)| *is_missing);
        let words = missing.flat_map(|(name, number, _)| [name.to_string(), number.to_string()]);
        Ok(Some(words.collect()))
    }

    /// The options that do not change which step decides: what becomes of its result.
    pub fn unneeded_again() -> Vec<Unneeded> {
        unneeded("check", |argument| {
            argument.get_help_heading() == Some(output_options::HEADING)
                || ["stats", "accept_bounded", "quiet", "color"]
                    .contains(&argument.get_id().as_str())
        })
    }

    /// Whether the program is made sequential first.
    pub fn is_sequential(&self) -> bool {
        self.schema.is_some() || self.backend_options.is_external()
    }

    /// Options that would have no effect are refused.
    pub fn check_schema_options(&self) -> Result<(), Error> {
        let is_sequential = self.is_sequential();
        if self.writes.is_some() && self.schema.is_none() {
            return Err(Error::Usage {
                message: "--writes is about the schemas `mu` and `imu`".to_string(),
                help: "add --schema mu; without a schema, --rounds N bounds schedules".to_string(),
            });
        }
        let schedule = self.given().schedule_for(1);
        self.schema_options.check(self.chosen_schema(), schedule)?;
        match self.schema_options.is_default() || is_sequential {
            true => Ok(()),
            false => Err(Error::Usage {
                message: "--thread-order, --counters, --counter-width and --prune-schedules are about sequential programs".to_string(),
                help: "add --schema lazy, or --backend with an external verifier".to_string(),
            }),
        }
    }

    fn chosen_schema(&self) -> Schema {
        self.schema.unwrap_or(Schema::Lazy)
    }

    /// How a step makes the program sequential, if it does.
    pub fn sequential(
        &self,
        depth: &Depth,
        backend: Option<&BackendOrder>,
    ) -> Option<SequentialOrder> {
        // External verifiers know no threads.
        let is_wanted = self.schema.is_some() || backend.is_some();
        is_wanted.then(|| SequentialOrder {
            config: (self.schema_options).config(self.chosen_schema(), depth.schedule),
            backend: backend.cloned(),
            sealed: Arc::default(),
            is_part: false,
        })
    }

    pub fn engine_reductions(&self) -> EngineReductions {
        match self.no_reductions {
            true => EngineReductions::NONE,
            false => {
                (self.no_reduction.iter()).fold(EngineReductions::default(), |all, unwanted| {
                    match unwanted {
                        AnyReduction::Formula(unwanted) => all.without(*unwanted),
                        AnyReduction::Program(_) => all,
                    }
                })
            }
        }
    }

    pub fn time(&self) -> Duration {
        self.time_limit.unwrap_or(DEFAULT_TIME)
    }

    pub fn memory(&self) -> Option<u64> {
        self.memory_limit.or_else(default_memory)
    }

    pub fn cores(&self) -> usize {
        match self.jobs {
            Some(jobs) => jobs as usize,
            None => std::thread::available_parallelism().map_or(1, |cores| cores.get()),
        }
    }
}

/// What `--property` names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AskedProperty {
    /// All that are errors in any C program.
    All,
    One(Property),
}

impl AskedProperty {
    const ALL: &'static str = "all";

    fn properties(self) -> Vec<Property> {
        match self {
            AskedProperty::All => Property::usual().collect(),
            AskedProperty::One(property) => vec![property],
        }
    }
}

fn checked_properties() -> impl TypedValueParser<Value = AskedProperty> {
    let all = PossibleValue::new(AskedProperty::ALL).help("all that are errors in any C program");
    let values = Property::checkable()
        .map(|property| PossibleValue::new(property.name()).help(property.meaning()));
    PossibleValuesParser::new([all].into_iter().chain(values)).try_map(|name| {
        if name == AskedProperty::ALL {
            return Ok(AskedProperty::All);
        }
        let property = Property::from_name(&name).map(AskedProperty::One);
        property.ok_or_else(|| format!("there is no property `{name}`"))
    })
}

fn reduction_names() -> impl TypedValueParser<Value = AnyReduction> {
    let of_program = Reduction::all().map(|r| (r.name(), r.purpose()));
    let of_formula = EngineReduction::all().map(|r| (r.name(), r.purpose()));
    let values = of_program.chain(of_formula);
    let values = values.map(|(name, purpose)| PossibleValue::new(name).help(purpose));
    PossibleValuesParser::new(values).try_map(|name| {
        let of_program = Reduction::from_name(&name).map(AnyReduction::Program);
        let of_formula = || EngineReduction::from_name(&name).map(AnyReduction::Formula);
        let found = of_program.or_else(of_formula);
        found.ok_or_else(|| format!("there is no reduction `{name}`"))
    })
}

/// A formula has a copy of shared memory for each.
pub fn schedule_length() -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(1..=1000)
}

/// Options of a command that another command line is to be without.
pub fn unneeded(subcommand: &str, is_unneeded: impl Fn(&Arg) -> bool) -> Vec<Unneeded> {
    let line = CommandLine::command();
    let command = line.find_subcommand(subcommand);
    let arguments = command
        .into_iter()
        .flat_map(|command| command.get_arguments());
    let all = arguments.chain(line.get_arguments());
    let unneeded = all
        .filter(|argument| is_unneeded(argument))
        .flat_map(|argument| {
            let takes_next =
                argument.get_action().takes_values() && !argument.is_require_equals_set();
            let long = argument.get_long().map(|name| format!("--{name}"));
            let short = argument.get_short().map(|name| format!("-{name}"));
            let names = long.into_iter().chain(short);
            names.map(move |name| Unneeded { name, takes_next })
        });
    unneeded.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_reductions_mean_one_thing() {
        for reduction in EngineReduction::all() {
            assert_eq!(Reduction::from_name(reduction.name()), None);
        }
    }
}
