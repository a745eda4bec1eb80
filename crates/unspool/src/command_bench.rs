//! `unspool bench`: a folder of tasks by several tools, and what came of it as tables and as a page.
//!
//! All that is computed stands in `unspool_bench`; here are the options, the terminal, and the files.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use unspool_bench::campaign::{Campaign, CampaignEnd};
use unspool_bench::comparison::{self, Comparison};
use unspool_bench::judgement::Class;
use unspool_bench::machine::Machine;
use unspool_bench::results::{self, FORMAT, Results, ToolRecord, UsedLimits, VERSION};
use unspool_bench::row::{self, Row, TERMINAL_HEADING};
use unspool_bench::selection::{Selection, Surroundings, Task, select};
use unspool_bench::store::Store;
use unspool_bench::summary;
use unspool_bench::task_table::{DataModel, TaskTable};
use unspool_bench::tool::{TaskLimits, Tool, ToolKind};
use unspool_bench::{
    Trouble, bounds_table, built_in_tools, command_words, page, side_by_side, tools_file,
};
use unspool_cfront::compiler_flags::Picked;
use unspool_ir::Property;
use unspool_processes::{Limits, ScratchFolder};
use unspool_report::html;

use crate::bench_options::{BenchOptions, Expected};
use crate::bound_report::with_heading;
use crate::console::{Console, write_result};
use crate::error::Error;
use crate::exit_codes::ExitCode;
use crate::interruption;
use crate::nearest_names::nearest_names;
use crate::problem::{Excerpt, Problem, Severity};
use crate::progress::{Progress, of_runs};
use crate::shell_words::quote;
use crate::text_layout::{Align, table};

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
    let versions: Vec<Option<String>> = tools.iter().map(version).collect();
    let logs = options.output.join("logs");
    let store = Store::open(&options.output, options.again).map_err(error)?;
    make_folder(&logs)?;
    let campaign = Campaign {
        tools: &tools,
        tasks: &tasks,
        limits: TaskLimits {
            time: options.time_limit,
            memory: Some(options.memory_limit),
        },
        jobs: options.jobs as usize,
        again_if: &options.again_if,
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
        tools: tools.iter().zip(versions).map(record).collect(),
        is_complete: end.is_complete,
        rows: end.rows,
    };
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

/// In the order in which they are asked for.
fn tools(options: &BenchOptions) -> Result<Vec<Tool>, Error> {
    let unspool = std::env::current_exe()
        .map_err(|why| Error::resource(format!("cannot find this command: {why}")))?;
    let described = match &options.tools {
        Some(file) => tools_file::read(file).map_err(error)?,
        None => Vec::new(),
    };
    let mut names: Vec<&str> = options.tool.iter().map(String::as_str).collect();
    if names.is_empty() && options.variant.is_empty() {
        names.push(built_in_tools::UNSPOOL);
    }
    let mut tools = Vec::new();
    for name in names {
        let tool = described.iter().find(|tool| tool.name == name).cloned();
        let tool = tool.or_else(|| built_in_tools::named(name, &unspool));
        tools.push(tool.ok_or_else(|| no_tool(name, &described))?);
    }
    for variant in &options.variant {
        tools.push(variant_tool(variant, &unspool)?);
    }
    for tool in &mut tools {
        if let ToolKind::Unspool { options: own, .. } = &mut tool.kind {
            own.splice(0..0, options.check.iter().cloned());
        }
    }
    let mut names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    names.sort_unstable();
    if let Some(twice) = names.windows(2).find(|two| two[0] == two[1]) {
        return Err(Error::Usage {
            message: format!("two tools are called `{}`", twice[0]),
            help: "--variant NAME='OPTIONS' gives Unspool another name".to_string(),
        });
    }
    for tool in &tools {
        check_installed(tool)?;
    }
    Ok(tools)
}

fn variant_tool(variant: &str, unspool: &Path) -> Result<Tool, Error> {
    let wrong = |why: &str| Error::Usage {
        message: format!("--variant {}: {why}", quote(variant)),
        help: "such as --variant lr='--schema lr'".to_string(),
    };
    let (name, words) = variant
        .split_once('=')
        .ok_or_else(|| wrong("NAME=OPTIONS is expected"))?;
    if name.is_empty() {
        return Err(wrong("there is no name"));
    }
    let words = command_words::split(words).map_err(wrong)?;
    Ok(built_in_tools::variant(name, unspool, words))
}

fn no_tool(name: &str, described: &[Tool]) -> Error {
    let mut names = built_in_tools::names();
    names.extend(described.iter().map(|tool| tool.name.as_str()));
    let nearest = nearest_names(name, names.iter().copied(), 1);
    let similar = match nearest.is_empty() {
        true => String::new(),
        false => format!("is `{}` meant? ", nearest.join(", ")),
    };
    Error::Usage {
        message: format!("there is no tool `{name}`"),
        help: format!(
            "{similar}there are {}; --tools FILE describes others",
            names.join(", ")
        ),
    }
}

/// Said before anything runs, and not once for each task.
fn check_installed(tool: &Tool) -> Result<(), Error> {
    let ToolKind::Described(description) = &tool.kind else {
        return Ok(());
    };
    let program = description.command.first().map_or("", String::as_str);
    let is_there = match program.contains('/') {
        true => Path::new(program).is_file(),
        false => {
            let path = std::env::var_os("PATH").unwrap_or_default();
            std::env::split_paths(&path).any(|folder| {
                let extension = std::env::consts::EXE_SUFFIX;
                folder.join(format!("{program}{extension}")).is_file()
            })
        }
    };
    match is_there {
        true => Ok(()),
        false => Err(Error::Usage {
            message: format!(
                "the tool `{}` is not installed: there is no `{program}`",
                tool.name
            ),
            help: "--tool NAME says which tools are run".to_string(),
        }),
    }
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

/// The first line that it prints about itself.
fn version(tool: &Tool) -> Option<String> {
    let description = match &tool.kind {
        ToolKind::Unspool { .. } => return Some(format!("unspool {}", env!("CARGO_PKG_VERSION"))),
        ToolKind::Described(description) => description,
    };
    let (program, arguments) = description.version.split_first()?;
    let scratch = ScratchFolder::create("bench").ok()?;
    let limits = Limits {
        deadline: std::time::Instant::now().checked_add(Duration::from_secs(10)),
        memory: None,
        files: 1 << 20,
    };
    let mut command = Command::new(program);
    command.args(arguments);
    let ran = unspool_processes::run(&mut command, scratch.path(), &limits, &|| false);
    let said = ran.ok()?.1.end(4096);
    let line = said.lines().find(|line| !line.trim().is_empty())?;
    Some(line.trim().chars().take(100).collect())
}

fn record((tool, version): (&Tool, Option<String>)) -> ToolRecord {
    ToolRecord {
        name: tool.name.clone(),
        command: tool.template(),
        version,
    }
}

/// Tells each row as soon as it is known.
fn run_all(campaign: &Campaign, store: &Store, console: &Console) -> Result<CampaignEnd, Error> {
    let interrupted = interruption::watch();
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

/// The tables behind the rows.
fn told(results: &Results, earlier: Option<&Results>, console: &Console) -> String {
    let mut text = String::new();
    let mut rows = vec![summary::HEADING.map(str::to_string)];
    rows.extend(summary::by_category(results).iter().map(|one| one.cells()));
    let mut align = [Align::Right; summary::HEADING.len()];
    align[..2].fill(Align::Left);
    text.push_str(&format!(
        "\n{}",
        with_heading(&table(&rows, &align), console)
    ));
    text.push('\n');
    for one in summary::of_tools(results) {
        text.push_str(&summary::judgements_in_words(&one));
        text.push('\n');
    }
    text.push_str(&comparisons(&comparison::of_tools(results), console));
    if let Some(earlier) = earlier {
        text.push_str(&comparisons(
            &comparison::with_earlier(results, earlier),
            console,
        ));
        for change in comparison::changes(results, earlier) {
            text.push_str(&format!("{change}\n"));
        }
    }
    text
}

fn comparisons(comparisons: &[Comparison], console: &Console) -> String {
    if comparisons.is_empty() {
        return String::new();
    }
    let mut rows = vec![comparison::HEADING.map(str::to_string)];
    rows.extend(comparisons.iter().map(Comparison::cells));
    let mut align = [Align::Right; comparison::HEADING.len()];
    align[..2].fill(Align::Left);
    format!("\n{}", with_heading(&table(&rows, &align), console))
}

fn write_files(
    options: &BenchOptions,
    results: &Results,
    earlier: Option<&Results>,
) -> Result<(), Error> {
    let parts = page::page(results, earlier);
    let page = html::document(&html::Document {
        title: &parts.title,
        generator: &format!("unspool {}", results.unspool),
        style: parts.style,
        body: &parts.body,
        script: parts.script,
    });
    let files = [
        (results::FILE, results.as_json()),
        ("results.tsv", row::as_tsv(&results.rows)),
        ("summary.md", summary_text(results, earlier)),
        (
            "side-by-side.md",
            side_by_side::table(results, &options.show),
        ),
        ("bounds.tsv", bounds_table::table(results)),
        ("index.html", page),
    ];
    for (name, text) in files {
        write(&options.output.join(name), &text)?;
    }
    Ok(())
}

/// In Markdown.
fn summary_text(results: &Results, earlier: Option<&Results>) -> String {
    let limits = &results.limits;
    let mut text = format!(
        "{}; {} s by the clock for each task, {} at a time.\n\n",
        results.machine.describe(),
        limits.time_seconds,
        limits.at_a_time
    );
    text.push_str(&summary::as_markdown(&summary::by_category(results)));
    text.push('\n');
    for one in summary::of_tools(results) {
        text.push_str(&format!("- {}\n", summary::judgements_in_words(&one)));
    }
    let comparisons = comparison::of_tools(results);
    if !comparisons.is_empty() {
        text.push_str(&format!("\n{}", comparison::as_markdown(&comparisons)));
    }
    if let Some(earlier) = earlier {
        let comparisons = comparison::with_earlier(results, earlier);
        text.push_str(&format!("\n{}\n", comparison::as_markdown(&comparisons)));
        for change in comparison::changes(results, earlier) {
            text.push_str(&format!("- {change}\n"));
        }
    }
    let bad = results.rows.iter().filter(|row| row.class.is_bad());
    let bad: Vec<String> = bad.map(|row| format!("- {}\n", bad_row(row))).collect();
    if !bad.is_empty() {
        text.push_str(&format!("\nWrong verdicts and errors:\n\n{}", bad.concat()));
    }
    text
}

fn bad_row(row: &Row) -> String {
    let what = match row.class {
        Class::Wrong => format!("says {}", row.measured.verdict.word()),
        _ => row.measured.note.clone(),
    };
    format!("{} [{}], {}: {what}", row.task, row.property, row.tool)
}

fn make_folder(path: &Path) -> Result<(), Error> {
    std::fs::create_dir_all(path)
        .map_err(|why| error(Trouble::with_file("make the folder", path, &why)))
}

/// Beside it first, so that nobody ever reads half of it.
fn write(path: &Path, text: &str) -> Result<(), Error> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let written = std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, path));
    written.map_err(|why| error(Trouble::with_file("write", path, &why)))
}

fn error(trouble: Trouble) -> Error {
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
