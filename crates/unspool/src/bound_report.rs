//! What came of bounding, for people: threads, visible points, what was cut, what it cost.

use std::collections::BTreeSet;

use unspool_ir::{Program, Span, Terminator};
use unspool_passes::bound::{AtBound, BoundConfig, BoundReport, Cut, CutKind, LoopKind};
use unspool_passes::user_places::UserPlace;
use unspool_passes::visible_points::PointCounts;

use crate::console::Console;
use crate::inputs::is_in_models;
use crate::memory_use;
use crate::pipeline::{Cost, Work};
use crate::problem::{Problem, Severity};
use crate::text_layout::{Align, table};
use crate::thread_list::{ListedThread, threads};

/// The result itself. Ends with a newline.
pub fn page(work: &Work, report: &BoundReport, console: &Console) -> String {
    let threads = threads(&work.program);
    let mut text = format!(
        "{}, {}, {}\n\n",
        counted(threads.len(), "thread"),
        counted(threads.iter().map(|t| t.instructions).sum(), "instruction"),
        counted(threads.iter().map(|t| t.points).sum(), "visible point"),
    );
    text.push_str(&thread_table(work, &threads, console));
    if let Some(points) = &work.points {
        text.push_str(&format!("\n{}", point_table(points, console)));
    }
    text.push_str(&format!("\n{}\n", cut_line(report)));
    text
}

/// What each pass took.
pub fn costs(costs: &[Cost], console: &Console) -> String {
    let heading = ["pass", "seconds", "verifier", "instructions"];
    let seconds = |time: std::time::Duration| format!("{:.3}", time.as_secs_f64());
    let mut rows = vec![heading.map(str::to_string)];
    rows.extend(costs.iter().map(|cost| {
        [
            cost.pass.to_string(),
            cost.time.map_or("off".to_string(), seconds),
            seconds(cost.verifying),
            cost.instructions.to_string(),
        ]
    }));
    let align = [Align::Left, Align::Right, Align::Right, Align::Right];
    let mut text = with_heading(&table(&rows, &align), console);
    if let Some(bytes) = memory_use::peak_bytes() {
        text.push_str(&format!("peak memory: {} MB\n", bytes >> 20));
    }
    text
}

/// A warning for each way in which executions are cut, with the places.
pub fn warnings(work: &Work, report: &BoundReport, config: &BoundConfig) -> Vec<Problem> {
    let consequence = match config.at_bound {
        AtBound::Assume => "longer executions are not considered",
        AtBound::Assert => "longer executions are violations",
    };
    let of_kind = |is_wanted: fn(&CutKind) -> bool| -> Vec<&Cut> {
        let mut cuts: Vec<&Cut> = report.cuts.iter().filter(|c| is_wanted(&c.what)).collect();
        cuts.sort_by_key(|cut| cut.span);
        cuts
    };
    let loops = of_kind(|what| *what == CutKind::Loop);
    let recursion = of_kind(|what| matches!(what, CutKind::Recursion { .. }));
    let threads = of_kind(|what| *what == CutKind::Threads);
    let mut warnings = Vec::new();
    if !loops.is_empty() {
        let what = number_is(places(&loops), "loop");
        let message = format!("{what} cut: {consequence}");
        let mut problem = with_places(work, message, &loops, |cut| {
            let bound = counted(cut.bound as usize, "iteration");
            format!("at the bound of {bound}")
        });
        let own = loops.iter().find(|cut| !is_in_library(&work.program, cut));
        if let Some(cut) = own
            && let Some(file) = work.program.files.get(cut.span.file.index())
        {
            let one = format!("{file}:{}", cut.span.line);
            problem = problem.with_help(format!(
                "--unwind N allows more iterations of all loops, --unwind-loop {one}=N of one"
            ));
        }
        let is_constant = |cut: &&&Cut| {
            let mut reports = report.loops.iter();
            let kind = reports.find(|l| l.span == cut.span).map(|l| l.kind);
            kind == Some(LoopKind::Static)
        };
        if loops
            .iter()
            .any(|cut| is_constant(&cut) && !is_in_library(&work.program, cut))
        {
            let help = format!(
                "loops that constants end, but not in {} iterations, need --unwind-for N",
                config.unwind_static
            );
            problem = problem.with_help(help);
        }
        if loops.iter().any(|cut| is_in_library(&work.program, cut)) {
            let help = "--unwind-library N allows more iterations of loops in the library";
            problem = problem.with_help(help);
        }
        warnings.push(problem);
    }
    if !recursion.is_empty() {
        let what = number_is(places(&recursion), "recursive call");
        let message = format!("{what} cut: {consequence}");
        let problem = with_places(work, message, &recursion, |cut| match &cut.what {
            CutKind::Recursion { function } => {
                format!("with {} of `{function}` on the stack", cut.bound)
            }
            _ => String::new(),
        });
        // Where constants decide how deep it goes it has the bound of such loops.
        let is_decided = |cut: &&&Cut| cut.bound != config.recursion;
        let decided = recursion.iter().filter(is_decided).count();
        let mut problem = problem;
        if decided < recursion.len() {
            problem = problem.with_help("--recursion N allows a deeper stack");
        }
        if decided > 0 {
            let help =
                "--unwind-for N allows a deeper stack where constants decide how deep it gets";
            problem = problem.with_help(help);
        }
        warnings.push(problem);
    }
    if !threads.is_empty() {
        let message = format!(
            "there may be more than {} threads: executions that start more are {}",
            config.threads,
            match config.at_bound {
                AtBound::Assume => "not considered",
                AtBound::Assert => "violations",
            }
        );
        let problem = with_places(work, message, &threads, |_| "one too many".to_string());
        warnings.push(problem.with_help("--max-threads N allows more"));
    }
    if !report.cuts.is_empty() && config.at_bound == AtBound::Assume && !can_end(&work.program) {
        let message = "every execution is cut: nothing behind the bounds is considered";
        warnings.push(Problem::new(Severity::Warning, message));
    }
    warnings
}

/// Whether the first thread gets to an end within the bounds.
pub fn can_end(program: &Program) -> bool {
    let entry = program
        .entry
        .and_then(|entry| program.function(entry).body.as_ref());
    let mut blocks = entry.into_iter().flat_map(|body| &body.blocks);
    blocks.any(|block| {
        use Terminator::{Abort, Exit, ExitThread, Return};
        matches!(block.terminator, Return(_) | Exit(_) | ExitThread | Abort)
    })
}

/// The user's own places underlined; for those of the library, the calls that lead there.
fn with_places(
    work: &Work,
    message: String,
    cuts: &[&Cut],
    label: impl Fn(&Cut) -> String,
) -> Problem {
    /// A page of them is enough.
    const MOST: usize = 12;
    let (library, own): (Vec<&Cut>, Vec<&Cut>) =
        (cuts.iter()).partition(|cut| is_in_library(&work.program, cut));
    let mut shown: Vec<(Span, String)> = own.iter().map(|cut| (cut.span, label(cut))).collect();
    let mut notes = Vec::new();
    for cut in library {
        match &cut.library_call {
            Some(call) => {
                shown.push((call.span, format!("in `{}`: {}", call.function, label(cut))))
            }
            None => {
                let place = work.program.describe(cut.span);
                notes.push(format!("in the library: {place} {}", label(cut)));
            }
        }
    }
    // A library function may be cut at several places.
    let mut known = BTreeSet::new();
    shown.retain(|one| known.insert(one.clone()));
    let mut problem = Problem::new(Severity::Warning, message);
    for (span, label) in shown.iter().take(MOST) {
        problem = problem.with_excerpt(work.excerpt(*span, label, true));
    }
    if shown.len() > MOST {
        problem = problem.with_note(format!("and at {} more places", shown.len() - MOST));
    }
    for note in notes.into_iter().take(MOST) {
        problem = problem.with_note(note);
    }
    problem
}

/// Whether it is a function of the library that is cut.
pub fn is_in_library(program: &Program, cut: &Cut) -> bool {
    cut.library_call.is_some() || is_in_models(program, cut.span)
}

/// At how many places of the source, be that in the library, something is cut.
pub fn places(cuts: &[&Cut]) -> usize {
    let spans: BTreeSet<Span> = cuts.iter().map(|cut| cut.span).collect();
    spans.len()
}

fn cut_line(report: &BoundReport) -> String {
    let count = |what: fn(&CutKind) -> bool| {
        let cuts: Vec<&Cut> = report.cuts.iter().filter(|c| what(&c.what)).collect();
        places(&cuts)
    };
    let loops = count(|what| *what == CutKind::Loop);
    let recursion = count(|what| matches!(what, CutKind::Recursion { .. }));
    let threads = count(|what| *what == CutKind::Threads);
    let parts: Vec<String> = [
        (loops, "loop"),
        (recursion, "recursive call"),
        (threads, "thread start"),
    ]
    .into_iter()
    .filter(|(count, _)| *count > 0)
    .map(|(count, what)| counted(count, what))
    .collect();
    match parts.is_empty() {
        true => "nothing is cut: these are all executions of the program".to_string(),
        false => format!("cut: {}", parts.join(", ")),
    }
}

fn thread_table(work: &Work, threads: &[ListedThread], console: &Console) -> String {
    let heading = [
        "thread",
        "function",
        "started at",
        "instructions",
        "visible points",
    ];
    let mut rows = vec![heading.map(str::to_string)];
    rows.extend(threads.iter().map(|thread| {
        let start = thread.start.as_ref();
        [
            thread.number.to_string(),
            thread.name.clone(),
            start.map_or("-".to_string(), |place| describe(work, place)),
            thread.instructions.to_string(),
            thread.points.to_string(),
        ]
    }));
    let align = [
        Align::Right,
        Align::Left,
        Align::Left,
        Align::Right,
        Align::Right,
    ];
    with_heading(&table(&rows, &align), console)
}

/// What would be left to do without each reduction; many do something only together with others.
fn point_table(points: &PointCounts, console: &Console) -> String {
    let row = |count: usize, what: String| [count.to_string(), what];
    let mut rows = vec![["visible points", ""].map(str::to_string)];
    rows.push(row(points.candidates, "without reductions".to_string()));
    rows.push(row(
        points.points,
        "with the reductions asked for".to_string(),
    ));
    let effective = points.without.iter();
    for (reduction, count) in effective.filter(|(_, count)| *count > points.points) {
        let what = format!("without `{}`: {}", reduction.name(), reduction.purpose());
        rows.push(row(*count, what));
    }
    with_heading(&table(&rows, &[Align::Right, Align::Left]), console)
}

fn describe(work: &Work, place: &UserPlace) -> String {
    let mut text = work.program.describe(place.span);
    if !place.iterations.is_empty() {
        let numbers: Vec<String> = place.iterations.iter().map(u32::to_string).collect();
        text.push_str(&format!(" (iteration {})", numbers.join(".")));
    }
    text
}

/// A table whose first line stands out.
pub fn with_heading(table: &str, console: &Console) -> String {
    let (heading, rest) = table.split_once('\n').unwrap_or((table, ""));
    format!("{}\n{rest}", console.emphasis(heading))
}

/// `1 loop`, `2 loops`.
pub fn counted(number: usize, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}

/// `1 loop is`, `2 loops are`.
pub fn number_is(number: usize, what: &str) -> String {
    let verb = if number == 1 { "is" } else { "are" };
    format!("{} {verb}", counted(number, what))
}
