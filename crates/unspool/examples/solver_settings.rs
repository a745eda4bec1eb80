//! Ways to set up the solver and the formula, beside each other: the same questions with each of them.
//!
//! `cargo run --release -p unspool --example solver_settings -- DIR --table TABLE [--limit SECONDS] [--seeds N] [--only PART] ... [--setting PART] ...`
//!
//! TABLE lists tasks below DIR with the bounds of one question: columns `task`, `data_model`, `unwind`, `rounds` (`docs/solver_settings.tsv` is one). Asked is the first question of
//! `unspool check --property unreach-call --unwind U --rounds R`: whether there is a violation. Time is that of processors, for solving only, and for each question the mean over several seeds of the solver: for satisfiable formulas luck is most of it.
//! A question that is not answered within the limit counts as that limit. A line for each question; then, in Markdown, a line for each setting: sums over satisfiable and over unsatisfiable formulas, and the geometric mean
//! of the ratios to the first setting.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use unspool::bound_options::Bounds;
use unspool::console::Console;
use unspool::inputs::InputConfig;
use unspool::pipeline::{self, Goal, Plan};
use unspool_cfront::compiler_flags;
use unspool_engine::{
    Answer, Encoding, Engine, EngineConfig, EngineReduction, FirstSchedules, SlotNumbers,
};
use unspool_formula::solver::cadical::Preset;
use unspool_formula::solver::{Exchange, Interrupter};

use unspool_ir::{Program, Property};
use unspool_passes::bound::{AtBound, BoundConfig};
use unspool_passes::reductions::Reductions;

use crate::tables::Table;

mod tables;

#[derive(Parser)]
struct Options {
    folder: PathBuf,

    /// The tasks and their bounds
    #[arg(long)]
    table: PathBuf,

    /// Seconds of the clock for a question
    #[arg(long, default_value_t = 60.0, value_name = "SECONDS")]
    limit: f64,

    /// How often each question is asked
    #[arg(long, default_value_t = 3, value_name = "N")]
    seeds: u32,

    /// Only tasks whose path contains this (may be repeated)
    #[arg(long, value_name = "PART")]
    only: Vec<String>,

    /// Only settings whose name contains this, and the first (may be repeated)
    #[arg(long, value_name = "PART")]
    setting: Vec<String>,
}

/// What is changed, and how.
type Setting = (&'static str, fn(&mut EngineConfig));

/// The first is the default.
const SETTINGS: [Setting; 24] = [
    ("as it is", |_| {}),
    ("without normal form", |config| {
        config.reductions = config.reductions.without(EngineReduction::NormalForm);
    }),
    ("without narrow words", |config| {
        config.reductions = config.reductions.without(EngineReduction::NarrowWords);
    }),
    ("few switches first", |config| {
        config.first_schedules = FirstSchedules::FewSwitches;
    }),
    ("the solver's own phases", |config| {
        config.first_schedules = FirstSchedules::Any;
    }),
    ("slots bounded by all earlier points", |config| {
        config.slot_numbers = SlotNumbers::Closed;
    }),
    ("direct encoding of slots", |config| {
        config.slot_numbers = SlotNumbers::Direct;
    }),
    ("binary encoding of slots", |config| {
        config.slot_numbers = SlotNumbers::Binary;
    }),
    ("slots as steps from point to point", |config| {
        config.slot_numbers = SlotNumbers::Steps;
    }),
    ("preset for satisfiable", |config| {
        config.solver.preset = Preset::Satisfiable;
    }),
    ("preset for unsatisfiable", |config| {
        config.solver.preset = Preset::Unsatisfiable;
    }),
    ("no inprocessing", |config| {
        config.solver.preset = Preset::Plain;
    }),
    ("no chronological backtracking", |config| {
        set(config, "chrono", 0)
    }),
    ("always chronological backtracking", |config| {
        set(config, "chronoalways", 1)
    }),
    ("rare restarts", |config| set(config, "restartint", 50)),
    ("no rephasing", |config| set(config, "rephase", 0)),
    ("no random walks", |config| set(config, "walk", 0)),
    ("no lucky phases", |config| set(config, "lucky", 0)),
    ("no elimination of variables", |config| {
        set(config, "elim", 0)
    }),
    ("no probing", |config| set(config, "probe", 0)),
    ("no closure under congruence", |config| {
        set(config, "congruence", 0)
    }),
    ("no preprocessing by propagation at all", |config| {
        set(config, "inprobing", 0)
    }),
    ("no vivification", |config| set(config, "vivify", 0)),
    ("two solvers that exchange clauses", |config| {
        config.solver.exchange = Some(Exchange::default());
    }),
];

fn set(config: &mut EngineConfig, option: &str, value: i32) {
    config.solver.options.push((option.to_string(), value));
}

struct Task {
    name: String,
    program: Program,
    rounds: u32,
}

/// Of one question with one setting, over all seeds.
#[derive(Clone, Copy, Default)]
struct Cost {
    processors: f64,
    clock: f64,
    conflicts: u64,
    /// Questions that were not answered.
    stopped: u32,
    is_satisfiable: bool,
}

fn main() -> ExitCode {
    let options = Options::parse();
    match unspool::on_a_large_stack(|| run(&options)) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(why)) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
        Err(error) => {
            Console::plain().error(&error);
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    let tasks = tasks(options)?;
    let is_wanted = |(index, (name, _)): &(usize, &Setting)| {
        let is_named = options.setting.iter().any(|part| name.contains(part));
        *index == 0 || options.setting.is_empty() || is_named
    };
    let settings = SETTINGS.iter().enumerate().filter(is_wanted);
    println!("setting\ttask\tanswer\tcpu s\ts\tconflicts\tnot answered");
    let mut costs: Vec<(&str, Vec<Cost>)> = Vec::new();
    for (_, (name, change)) in settings {
        let mut of_tasks = Vec::new();
        for task in &tasks {
            let cost = measure(task, *change, options)?;
            let answer = match (cost.stopped == options.seeds, cost.is_satisfiable) {
                (true, _) => "none in time",
                (false, true) => "violation",
                (false, false) => "no violation",
            };
            println!(
                "{name}\t{}\t{answer}\t{:.2}\t{:.2}\t{}\t{}",
                task.name, cost.processors, cost.clock, cost.conflicts, cost.stopped
            );
            of_tasks.push(cost);
        }
        costs.push((name, of_tasks));
    }
    println!("\n{}", summary(&costs));
    Ok(())
}

fn tasks(options: &Options) -> Result<Vec<Task>, String> {
    let table = Table::read(&options.table)?;
    let column = |name: &str| table.needed_column(name);
    let (task, model) = (column("task")?, column("data_model")?);
    let (unwind, rounds) = (column("unwind")?, column("rounds")?);
    let mut tasks = Vec::new();
    for row in &table.rows {
        let name = row.field(task);
        let parts = &options.only;
        if !parts.is_empty() && !parts.iter().any(|part| name.contains(part)) {
            continue;
        }
        let number = |column: usize| {
            let text = row.field(column);
            text.parse::<u32>()
                .map_err(|_| format!("{name}: `{text}` is no bound"))
        };
        let program = bounded(options, name, row.field(model), number(unwind)?)?;
        tasks.push(Task {
            name: name.to_string(),
            program,
            rounds: number(rounds)?,
        });
    }
    Ok(tasks)
}

fn bounded(options: &Options, name: &str, model: &str, unwind: u32) -> Result<Program, String> {
    let words = match model.eq_ignore_ascii_case("ilp32") {
        true => vec!["-m32".to_string()],
        false => Vec::new(),
    };
    let picked = compiler_flags::pick(words).unwrap_or_default();
    let input = InputConfig {
        files: vec![options.folder.join(name).to_string_lossy().into_owned()],
        flags: picked.flags,
        ..InputConfig::default()
    };
    let config = BoundConfig {
        unwind,
        at_bound: AtBound::Assert,
        ..BoundConfig::default()
    };
    let bounds = Bounds::new(config, Reductions::default());
    let plan = Plan::to_goal(&input, &bounds, Goal::Reduced);
    let work = pipeline::run(&plan, &Console::silent(), &mut |_, _| Ok(()));
    work.map(|work| work.program).map_err(|error| {
        Console::plain().error(&error);
        format!("{name} is left out: give --only")
    })
}

fn measure(task: &Task, change: fn(&mut EngineConfig), options: &Options) -> Result<Cost, String> {
    let mut sum = Cost::default();
    for seed in 0..options.seeds.max(1) {
        let mut config = EngineConfig {
            encoding: Encoding::Rounds(task.rounds),
            ..EngineConfig::default()
        };
        change(&mut config);
        config.solver.seed = seed;
        let (start, before) = (Instant::now(), processor_time());
        let (answer, conflicts) = match config.solver.exchange.is_some() {
            true => ask_two(task, &config, options)?,
            false => ask(task, config, options)?,
        };
        let clock = start.elapsed().as_secs_f64();
        let used = processor_time().saturating_sub(before).as_secs_f64();
        match answer {
            Some(is_satisfiable) => {
                sum.is_satisfiable = is_satisfiable;
                sum.processors += used;
            }
            None => {
                sum.stopped += 1;
                sum.processors += options.limit.max(used);
            }
        }
        sum.clock += clock;
        sum.conflicts += conflicts;
    }
    let seeds = options.seeds.max(1);
    Ok(Cost {
        processors: sum.processors / f64::from(seeds),
        clock: sum.clock / f64::from(seeds),
        conflicts: sum.conflicts / u64::from(seeds),
        ..sum
    })
}

/// Whether there is a violation, if that is known in time; and the conflicts that it took.
fn ask(
    task: &Task,
    config: EngineConfig,
    options: &Options,
) -> Result<(Option<bool>, u64), String> {
    let deadline = Instant::now() + Duration::from_secs_f64(options.limit.max(0.0));
    let config = EngineConfig {
        deadline: Some(deadline),
        ..config
    };
    let mut engine = Engine::new(&task.program, config).map_err(|error| error.to_string())?;
    let answer = engine.violation(&[Property::UnreachCall]);
    let answer = match answer.map_err(|error| error.to_string())? {
        Answer::Found(_) => Some(true),
        Answer::None => Some(false),
        Answer::Stopped(_) => None,
    };
    Ok((answer, engine.statistics().conflicts))
}

/// Two that search in different ways and tell each other what they learn; the first answer counts.
fn ask_two(
    task: &Task,
    config: &EngineConfig,
    options: &Options,
) -> Result<(Option<bool>, u64), String> {
    let (sender, answers) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        let interrupters = [Preset::Default, Preset::Satisfiable].map(|preset| {
            let interrupter = Interrupter::default();
            let mut config = config.clone();
            config.solver.preset = preset;
            config.interrupter = Some(interrupter.clone());
            let sender = sender.clone();
            let work = move || sender.send(ask(task, config, options)).ok();
            let thread = std::thread::Builder::new().stack_size(unspool::STACK_BYTES);
            thread.spawn_scoped(scope, work).map(|_| interrupter)
        });
        let first = answers.recv().map_err(|error| error.to_string())?;
        for interrupter in interrupters {
            interrupter.map_err(|error| error.to_string())?.interrupt();
        }
        first
    })
}

fn summary(costs: &[(&str, Vec<Cost>)]) -> String {
    let mut lines = vec![
        "| setting | violations, s | proofs, s | in all, against the first | not answered |"
            .to_string(),
        "|---|---|---|---|---|".to_string(),
    ];
    let Some((_, first)) = costs.first() else {
        return String::new();
    };
    for (name, of_tasks) in costs {
        let sum = |is_satisfiable: bool| -> f64 {
            let pairs = first.iter().zip(of_tasks);
            let of_kind = pairs.filter(|(first, _)| first.is_satisfiable == is_satisfiable);
            of_kind.map(|(_, cost)| cost.processors).sum()
        };
        let pairs = first.iter().zip(of_tasks);
        // Hundredths of a second are all that can be seen.
        let seen = |cost: &Cost| cost.processors.max(0.01);
        let logarithms: f64 = pairs.map(|(a, b)| (seen(b) / seen(a)).ln()).sum();
        let mean = (logarithms / first.len().max(1) as f64).exp();
        let stopped: u32 = of_tasks.iter().map(|cost| cost.stopped).sum();
        lines.push(format!(
            "| {name} | {:.1} | {:.1} | {mean:.2} | {stopped} |",
            sum(true),
            sum(false)
        ));
    }
    lines.join("\n")
}

/// Time that the process has used of processors.
fn processor_time() -> Duration {
    unspool::cpu_time::of_this_process().unwrap_or_default()
}
