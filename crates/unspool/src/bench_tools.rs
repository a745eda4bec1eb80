//! Which tools `unspool bench` runs: the ones that are built in, those that a file describes, and Unspool with other options.

use std::path::Path;
use std::process;
use std::time::{Duration, Instant};

use clap::Parser;
use unspool_bench::results::ToolRecord;
use unspool_bench::tool::{Tool, ToolKind};
use unspool_bench::{built_in_tools, command_words, tools_file};
use unspool_cfront::compiler_flags;
use unspool_processes::{Limits, ScratchFolder};

use crate::bench_options::BenchOptions;
use crate::command_bench::error;
use crate::error::Error;
use crate::ignored_flags;
use crate::nearest_names::nearest_names;
use crate::options::{Command, CommandLine};
use crate::shell_words::quote;

/// In the order in which they are asked for.
pub fn tools(options: &BenchOptions) -> Result<Vec<Tool>, Error> {
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
        if let ToolKind::Unspool { options, .. } = &tool.kind {
            check_words(options)?;
        }
        check_installed(tool)?;
    }
    Ok(tools)
}

/// What `bench` itself says to Unspool, for each task.
const NOT_FOR_TASKS: [&str; 7] = [
    "--property",
    "--prp",
    "--no-property",
    "--data-model",
    "--stats",
    "--time-limit",
    "--memory-limit",
];

/// Whether they are options of `check` that may be given for tasks: said once, and not by each task.
pub fn check_words(words: &[String]) -> Result<(), Error> {
    let refused = |message: String| {
        Err(Error::Usage {
            message,
            help: "`unspool check --help` lists the options; properties, data models and limits are those of the tasks".to_string(),
        })
    };
    let is_named = |word: &str, name: &str| {
        word.strip_prefix(name)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    };
    let unwanted = words
        .iter()
        .find(|word| NOT_FOR_TASKS.iter().any(|name| is_named(word, name)));
    if let Some(unwanted) = unwanted {
        return refused(format!("`{unwanted}` cannot be given to Unspool here"));
    }
    const TASK: &str = "task.c";
    let all = ["unspool", "check"].into_iter().map(str::to_string);
    let all: Vec<String> = all
        .chain(words.iter().cloned())
        .chain([TASK.to_string()])
        .collect();
    let picked = match compiler_flags::pick(all) {
        Ok(picked) => picked,
        Err(missing) => return refused(missing.to_string()),
    };
    match CommandLine::try_parse_from(ignored_flags::without_ignored(&picked.rest)) {
        Ok(CommandLine {
            command: Command::Check(check),
            ..
        }) if check.input.files == [TASK] => Ok(()),
        Ok(_) => refused(format!("`{}` has more than options", words.join(" "))),
        Err(message) => {
            let said = message.to_string();
            let line = said.lines().next().unwrap_or_default();
            refused(line.trim_start_matches("error: ").to_string())
        }
    }
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

/// The first line that it prints about itself.
fn version(tool: &Tool) -> Option<String> {
    let description = match &tool.kind {
        ToolKind::Unspool { .. } => return Some(format!("unspool {}", env!("CARGO_PKG_VERSION"))),
        ToolKind::Described(description) => description,
    };
    let (program, arguments) = description.version.split_first()?;
    let scratch = ScratchFolder::create("bench").ok()?;
    let limits = Limits {
        deadline: Instant::now().checked_add(Duration::from_secs(10)),
        memory: None,
        files: 1 << 20,
    };
    let mut command = process::Command::new(program);
    command.args(arguments);
    let ran = unspool_processes::run(&mut command, scratch.path(), &limits, &|| false);
    let said = ran.ok()?.1.end(4096);
    let line = said.lines().find(|line| !line.trim().is_empty())?;
    Some(line.trim().chars().take(100).collect())
}

/// For reports.
pub fn record(tool: &Tool) -> ToolRecord {
    ToolRecord {
        name: tool.name.clone(),
        command: tool.template(),
        version: version(tool),
    }
}
