//! `unspool loops`: where the loops of a program are, what decides how often they run, and whether the bounds cut them.

use std::collections::BTreeSet;

use unspool_cfront::compiler_flags::Picked;
use unspool_ir::Program;
use unspool_passes::bound::{BoundConfig, BoundReport, Cut, CutKind};
use unspool_passes::spin_loops::SpinReport;

use crate::bound_report::{counted, number_is, places, with_heading};
use crate::console::{Console, write_result};
use crate::error::Error;
use crate::exit_codes::ExitCode;
use crate::inputs::InputConfig;
use crate::loop_list::{Kind, Listed, Loops, loops_at_thread_limit};
use crate::loops_as_json;
use crate::options::LoopsOptions;
use crate::pipeline::{self, Goal, Pass, Plan, Work};
use crate::source_loops::SourceLoops;
use crate::text_layout::{Align, table};

pub fn run(options: &LoopsOptions, picked: &Picked, console: &Console) -> Result<u8, Error> {
    let input = InputConfig::new(&options.input, picked);
    let bounds = options.bounds.bounds()?;
    let mut found = Found::default();
    let plan = Plan::to_goal(&input, &bounds, Goal::Bounded);
    let result = pipeline::run(&plan, console, &mut |pass, work| {
        found.look(pass, work);
        Ok(())
    });
    let Some(program) = &found.program else {
        // There is not even a program.
        return result.map(|_| ExitCode::Success.number());
    };
    if let Ok(work) = &result {
        console.problems(&work.warnings);
    }
    let work = result.as_ref().ok();
    let report = work.and_then(|work| work.bounding.as_ref());
    let loops = Loops {
        program,
        before: &found.before,
        after: &found.after,
        spins: &found.spins,
        report,
        config: &bounds.config,
        at_thread_limit: match (work, report) {
            (Some(work), Some(report)) => loops_at_thread_limit(&work.program, report),
            _ => BTreeSet::new(),
        },
    };
    let all = loops.list();
    let wanted = |l: &&Listed| options.all || !l.is_model;
    let listed: Vec<Listed> = all.iter().filter(wanted).cloned().collect();
    let text = match options.json {
        true => loops_as_json::print(&listed),
        false => page(&listed, console),
    };
    write_result(text.as_bytes())?;
    if let Some(report) = report
        && !options.json
    {
        console.remark(&summary(&all, report, &bounds.config));
    }
    result.map(|_| ExitCode::Success.number())
}

/// What has to be kept of the program before it is bounded; a program that is too large to be bounded has loops, too.
#[derive(Default)]
struct Found {
    program: Option<Program>,
    before: SourceLoops,
    after: SourceLoops,
    spins: SpinReport,
}

impl Found {
    fn look(&mut self, pass: &Pass, work: &Work) {
        if pass.goal == Goal::Program {
            self.program = Some(work.program.clone());
            self.before = work.loops.clone();
        }
        if work.bounding.is_none() {
            self.after = SourceLoops::of(&work.program);
            self.spins = work.spins.clone();
        }
    }
}

fn page(listed: &[Listed], console: &Console) -> String {
    if listed.is_empty() {
        return "no loops\n".to_string();
    }
    let heading = ["place", "function", "kind", "bound", "at this bound"];
    let mut rows = vec![heading.map(str::to_string)];
    rows.extend(listed.iter().map(row));
    let align = [
        Align::Left,
        Align::Left,
        Align::Left,
        Align::Right,
        Align::Left,
    ];
    with_heading(&table(&rows, &align), console)
}

fn row(listed: &Listed) -> [String; 5] {
    let (file, line, column) = &listed.place;
    let kind = match listed.kind {
        Kind::Constant { iterations } => {
            let more = match listed.is_cut {
                Some(true) => "more than ",
                _ if listed.meets_thread_limit => "at least ",
                _ => "",
            };
            let iterations = counted(iterations as usize, "iteration");
            format!("constant: {more}{iterations}")
        }
        Kind::Spin { waits: true } => "spin: becomes a wait".to_string(),
        Kind::Spin { waits: false } => "spin: its last iteration".to_string(),
        Kind::NeverReached => "never reached".to_string(),
        Kind::NotKnown => "not known".to_string(),
        other => other.name().to_string(),
    };
    let state = match listed.is_cut {
        Some(true) => "cut",
        _ if listed.meets_thread_limit => "too many threads",
        Some(false) => "complete",
        None => "-",
    };
    let bound = listed
        .bound
        .map_or("-".to_string(), |bound| bound.to_string());
    [
        format!("{file}:{line}:{column}"),
        listed.function.clone(),
        kind,
        bound,
        state.to_string(),
    ]
}

/// What to do about it.
fn summary(listed: &[Listed], report: &BoundReport, config: &BoundConfig) -> String {
    let is_cut_loop = |l: &&Listed| l.is_cut == Some(true) && l.kind != Kind::Recursion;
    let loops = listed.iter().filter(is_cut_loop);
    let (library, own): (Vec<&Listed>, Vec<&Listed>) = loops.partition(|l| l.is_model);
    let mut lines = Vec::new();
    if let Some(first) = own.first() {
        let (file, line, _) = &first.place;
        lines.push(format!(
            "{} cut: --unwind N allows more iterations of all, --unwind-loop {file}:{line}=N of one",
            number_is(own.len(), "loop")
        ));
    }
    if !library.is_empty() {
        lines.push(format!(
            "{} of the library {} cut (see --all): --unwind-library N allows more iterations",
            counted(library.len(), "loop"),
            if library.len() == 1 { "is" } else { "are" }
        ));
    }
    // Functions also call themselves through pointers; such ones are not listed.
    let is_recursion = |cut: &Cut| matches!(cut.what, CutKind::Recursion { .. });
    if report.cuts.iter().any(is_recursion) {
        lines.push(format!(
            "recursion is cut at a depth of {}: --recursion N allows more",
            config.recursion
        ));
    }
    let threads = report.cuts.iter();
    let threads: Vec<&Cut> = threads.filter(|c| c.what == CutKind::Threads).collect();
    if !threads.is_empty() {
        lines.push(format!(
            "{} cut, as there may be more than {} threads: --max-threads N allows more",
            number_is(places(&threads), "thread start"),
            config.threads
        ));
    }
    match lines.is_empty() {
        true => "nothing is cut".to_string(),
        false => lines.join("\n"),
    }
}
