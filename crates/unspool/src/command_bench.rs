//! `unspool bench`: a folder of tasks by several tools, and what came of it as tables and as a page.
//!
//! All that is computed stands in `unspool_bench`. `bench_tools` chooses the tools, `bench_files` writes what came of it.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use unspool_bench::Trouble;
use unspool_bench::campaign::{Campaign, CampaignEnd};
use unspool_bench::judgement::Class;
use unspool_bench::machine::Machine;
use unspool_bench::results::{FORMAT, Results, UsedLimits, VERSION};
use unspool_bench::row::{self, Row, TERMINAL_HEADING};
use unspool_bench::selection::{Selection, Surroundings, Task, select};
use unspool_bench::store::Store;
use unspool_bench::task_table::{DataModel, TaskTable};
use unspool_bench::tool::{TaskLimits, Tool};
use unspool_cfront::compiler_flags::Picked;
use unspool_ir::Property;

use crate::bench_files::{make_folder, told, write_files};
use crate::bench_options::{BenchOptions, Expected};
use crate::bench_tools::{check_words, record, tools};
use crate::console::{Console, write_result};
use crate::error::Error;
use crate::exit_codes::ExitCode;
use crate::interruption;
use crate::problem::{Excerpt, Problem, Severity};
use crate::progress::{Progress, of_runs};
use crate::shell_words::quote;

pub fn run(
    options: &BenchOptions,
    picked: &Picked,
    arguments: &[String],
    console: &Console,
) -> Result<u8, Error> {
    if let Some(flag) = picked.flags.first() {
        return Err(Error::Usage {
            message: format!("`{}` is an option of `unspool check`", flag.spelling),
            help: "such options stand behind `--`".to_string(),
        });
    }
    let earlier = options.against.as_deref().map(Results::read).transpose();
    let earlier = earlier.map_err(error)?;
    let tools = tools(options)?;
    let tasks = tasks(options, picked, &tools)?;
    check_options_of(&tasks, &tools)?;
    let records = tools.iter().map(record).collect();
    let logs = options.output.join("logs");
    let store = Store::open(&options.output).map_err(error)?;
    make_folder(&logs)?;
    let campaign = Campaign {
        tools: &tools,
        tasks: &tasks,
        limits: TaskLimits {
            time: options.time_limit,
            memory: Some(options.memory_limit),
        },
        jobs: options.jobs as usize,
        again_if: match options.again {
            true => &Class::ALL,
            false => &options.again_if,
        },
        shown: &options.show,
        logs: &logs,
    };
    let end = run_all(&campaign, &store, console)?;
    let results = Results {
        format: FORMAT.to_string(),
        version: VERSION,
        unspool: env!("CARGO_PKG_VERSION").to_string(),
        machine: Machine::this(),
        limits: UsedLimits {
            time_seconds: options.time_limit.as_secs_f64(),
            memory_bytes: Some(options.memory_limit),
            at_a_time: options.jobs as usize,
        },
        tools: records,
        is_complete: end.is_complete,
        rows: end.rows,
    };
    if results.rows.is_empty() {
        console.remark("interrupted before anything was known");
        return Ok(ExitCode::Unknown.number());
    }
    write_files(options, &results, earlier.as_ref())?;
    write_result(told(&results, earlier.as_ref(), console).as_bytes())?;
    if end.from_before > 0 {
        console.remark(&format!(
            "{} of {} rows are from before (--again runs them anew)",
            end.from_before,
            campaign.size()
        ));
    }
    let written = options.output.join("index.html");
    console.remark(&format!("results: {}", written.display()));
    if !end.is_complete {
        let words: Vec<String> = arguments.iter().skip(1).map(|word| quote(word)).collect();
        console.remark(&format!(
            "interrupted: what has ended is kept; go on with: unspool {}",
            words.join(" ")
        ));
        return Ok(ExitCode::Unknown.number());
    }
    let is_bad = results.rows.iter().any(|row| row.class.is_bad());
    Ok(match is_bad {
        true => ExitCode::Violation.number(),
        false => ExitCode::Success.number(),
    })
}

fn tasks(options: &BenchOptions, picked: &Picked, tools: &[Tool]) -> Result<Vec<Task>, Error> {
    let table = match &options.table {
        Some(table) => table.clone(),
        None => options.folder.join("expected.tsv"),
    };
    let table = TaskTable::read(&table).map_err(error)?;
    let selection = Selection {
        properties: options.property.clone(),
        only: options.only.clone(),
        except: options.except.clone(),
        expected: options.expected.map(|expected| expected == Expected::True),
        every: options.every as usize,
    };
    let known: Vec<&str> = Property::checkable().map(Property::name).collect();
    let surroundings = Surroundings {
        folder: &options.folder,
        data_model: match options.data_model.map(Into::into).or(picked.data_model) {
            Some(unspool_ir::DataModel::Ilp32) => DataModel::Ilp32,
            Some(unspool_ir::DataModel::Lp64) | None => DataModel::Lp64,
        },
        known_properties: &known,
        tools,
        shown: &options.show,
    };
    select(&table, &selection, &surroundings).map_err(error)
}

/// Those that the table has for Unspool.
fn check_options_of(tasks: &[Task], tools: &[Tool]) -> Result<(), Error> {
    let of_tools = tools.iter().enumerate();
    for (index, _) in of_tools.filter(|(_, tool)| tool.is_unspool()) {
        let mut known: HashSet<&[String]> = HashSet::new();
        for words in tasks.iter().filter_map(|task| task.options.get(index)) {
            if known.insert(words) {
                check_words(words)?;
            }
        }
    }
    Ok(())
}

/// Tells each row as soon as it is known.
fn run_all(campaign: &Campaign, store: &Store, console: &Console) -> Result<CampaignEnd, Error> {
    let interrupted = interruption::watch_patiently();
    let done = Arc::new(AtomicUsize::new(0));
    let all = campaign.size() as u64;
    let mut progress = Progress::start(console, {
        let done = Arc::clone(&done);
        move |time| of_runs(done.load(Ordering::Relaxed) as u64, all, time)
    });
    let is_first = Mutex::new(true);
    let unwritten: Mutex<Option<Error>> = Mutex::default();
    let tell = |row: &Row| {
        done.fetch_add(1, Ordering::Relaxed);
        let mut is_first = is_first.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = match std::mem::take(&mut *is_first) {
            true => format!("{TERMINAL_HEADING}\n"),
            false => String::new(),
        };
        text.push_str(&row::terminal_line(row));
        text.push('\n');
        if let Err(why) = progress.result(text) {
            unwritten
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .get_or_insert(why);
        }
    };
    let end = campaign.run(store, &|| interrupted.load(Ordering::Relaxed), &tell);
    progress.finish();
    if let Some(why) = unwritten
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
    {
        return Err(why);
    }
    end.map_err(error)
}

/// As the terminal shows it.
pub fn error(trouble: Trouble) -> Error {
    let excerpt = trouble.place.map(|place| Excerpt {
        file: place.file,
        line: place.line,
        text: Some(place.text),
        underline: place.underline,
        label: String::new(),
        is_primary: true,
    });
    let mut problem = Problem::new(Severity::Error, trouble.message).with_excerpt(excerpt);
    if !trouble.help.is_empty() {
        problem = problem.with_help(trouble.help);
    }
    Error::Parse(vec![problem])
}
