//! What is in the page without a script: the verdict, why, and the steps as a plain table.

use std::fmt::Write;

use crate::conflict_words;
use crate::model::{Minimality, Place, Report, Trace, VerdictKind};
use crate::words;

/// How many thread colours the style sheet has; the script has the same number.
const COLOURS: u32 = 8;

/// The title of the window.
pub fn title(report: &Report) -> String {
    let what = match &report.trace {
        Some(trace) => &trace.violation.message,
        None => &report.verdict.statement,
    };
    let inputs = report.program.inputs.join(", ");
    escape(&format!(
        "{}: {what} ({inputs})",
        report.verdict.kind.name()
    ))
}

/// `unspool 0.1.0`.
pub fn generator(report: &Report) -> String {
    escape(&format!("{} {}", report.tool.name, report.tool.version))
}

/// The verdict, what went wrong and where, how it came to that, and what else is known.
pub fn header(report: &Report) -> String {
    let verdict = &report.verdict;
    let class = match verdict.kind {
        VerdictKind::Unsafe => "unsafe",
        VerdictKind::Safe => "safe",
        VerdictKind::SafeWithinBounds => "within-bounds",
        VerdictKind::Unknown => "unknown",
    };
    let mut html = format!("<header class=\"verdict {class}\">\n<div class=\"headline\">");
    let name = verdict.kind.name();
    write!(html, "<span class=\"chip\">{name}</span>").ok();
    match &report.trace {
        None => {
            writeln!(html, "<h1>{}</h1></div>", escape(&verdict.statement)).ok();
            for line in &verdict.details {
                writeln!(html, "<p class=\"explanation\">{}</p>", escape(line)).ok();
            }
            writeln!(html, "<p class=\"note\">There is no execution to show.</p>").ok();
        }
        Some(trace) => violation(&mut html, report, trace),
    }
    facts(&mut html, report);
    html + "</header>"
}

/// The steps for those who run no script.
pub fn step_table(report: &Report, trace: &Trace) -> String {
    let mut html = String::from(
        "<table><thead><tr><th>Step</th><th>Thread</th><th>Place</th><th>Statement</th><th>What it does</th></tr></thead><tbody>\n",
    );
    for (number, step) in trace.steps.iter().enumerate() {
        let files = &report.program.files;
        let place = step.place.map(|place| words::short_place(files, &place));
        let events = step.events.iter();
        let does: Vec<String> = events.map(|event| words::of_event(trace, event)).collect();
        writeln!(
            html,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td><code>{}</code></td><td>{}</td></tr>",
            number + 1,
            escape(&thread_title(trace, step.thread)),
            escape(&place.unwrap_or_default()),
            escape(&step.statement),
            escape(&does.join(", ")),
        )
        .ok();
    }
    html + "</tbody></table>"
}

/// Text within HTML, and within attributes in double or single quotes.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // No document may contain it, and browsers replace it anyway.
            '\0' => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}

fn violation(html: &mut String, report: &Report, trace: &Trace) {
    let violation = &trace.violation;
    write!(html, "<h1>{}</h1>", escape(&violation.message)).ok();
    if let Some(place) = violation.place {
        let place = escape(&words::short_place(&report.program.files, &place));
        write!(html, "<a class=\"place\" href=\"#violation\">{place}</a>").ok();
    }
    writeln!(html, "</div>").ok();
    if !violation.explanation.is_empty() {
        let explanation = code_in_backticks(&violation.explanation);
        writeln!(html, "<p class=\"explanation\">{explanation}</p>").ok();
    }
    let sentences = conflict_words::sentences(trace, &report.program.files);
    if !sentences.is_empty() {
        let what = match &violation.race {
            Some(_) => "The accesses",
            None => "Who waits for what",
        };
        writeln!(html, "<ul class=\"conflict\" aria-label=\"{what}\">").ok();
        for sentence in sentences {
            writeln!(html, "<li>{}</li>", code_in_backticks(&sentence)).ok();
        }
        writeln!(html, "</ul>").ok();
    }
    if violation.related.is_empty() {
        return;
    }
    writeln!(
        html,
        "<ol class=\"related\" aria-label=\"The steps that matter most\">"
    )
    .ok();
    for related in &violation.related {
        let Some(step) = trace.steps.get(related.step) else {
            continue;
        };
        writeln!(
            html,
            "<li><a href=\"#step={}\"><span class=\"badge thread-{}\">T{}</span>{}<span class=\"where\">{}</span></a></li>",
            related.step + 1,
            step.thread % COLOURS,
            step.thread,
            escape(&related.message),
            escape(&place_words(report, &related.place)),
        )
        .ok();
    }
    writeln!(html, "</ol>").ok();
}

/// Everything else, folded away where there is an execution to look at.
fn facts(html: &mut String, report: &Report) {
    let verdict = &report.verdict;
    let mut facts = vec![
        ("Checked", report.program.inputs.join(" ")),
        ("Options", report.program.options.join(" ")),
        ("Properties", verdict.properties.join(", ")),
    ];
    if let Some(trace) = &report.trace {
        facts.push(("Violated", trace.violation.property.clone()));
        facts.push(("Found", verdict.details.join("; ")));
        facts.push(("Schedule", trace.repeat.schedule.clone()));
        let inputs = trace.repeat.inputs.iter();
        facts.push((
            "Inputs",
            inputs
                .map(|input| input.bits.as_str())
                .collect::<Vec<_>>()
                .join(", "),
        ));
    }
    facts.push(("Time", format!("{:.2} s", verdict.seconds)));
    facts.push((
        "By",
        format!("{} {}", report.tool.name, report.tool.version),
    ));
    let (summary, open) = match &report.trace {
        Some(trace) => (minimality_words(&trace.minimality, trace), ""),
        None => ("About this check".to_string(), " open"),
    };
    writeln!(
        html,
        "<details class=\"facts\"{open}><summary>{}</summary><dl>",
        escape(&summary)
    )
    .ok();
    for (name, text) in facts.iter().filter(|(_, text)| !text.is_empty()) {
        writeln!(html, "<dt>{name}</dt><dd>{}</dd>", escape(text)).ok();
    }
    writeln!(html, "</dl></details>").ok();
}

fn minimality_words(minimality: &Minimality, trace: &Trace) -> String {
    let count = |number: usize, one: &str, many: &str| match number {
        1 => format!("1 {one}"),
        _ => format!("{number} {many}"),
    };
    let mut words = vec![
        count(trace.threads.len(), "thread", "threads"),
        count(trace.steps.len(), "step", "steps"),
        count(minimality.switches, "context switch", "context switches"),
    ];
    let known = [
        (
            minimality.has_fewest_switches,
            "no violation has fewer switches",
        ),
        (
            minimality.is_shortest,
            "none with as many passes fewer points at which threads can meet",
        ),
        (
            minimality.has_simplest_inputs && !trace.repeat.inputs.is_empty(),
            "the inputs are the simplest",
        ),
    ];
    words.extend(
        known
            .iter()
            .filter(|(is_known, _)| *is_known)
            .map(|(_, text)| text.to_string()),
    );
    words.join(", ")
}

/// Text in which names stand between backticks.
fn code_in_backticks(text: &str) -> String {
    let parts = text.split('`').map(escape);
    let mut html = String::new();
    for (index, part) in parts.enumerate() {
        match index % 2 {
            0 => html.push_str(&part),
            _ => html.push_str(&format!("<code>{part}</code>")),
        }
    }
    html
}

fn thread_title(trace: &Trace, number: u32) -> String {
    let thread = trace.threads.iter().find(|thread| thread.number == number);
    thread.map_or_else(|| format!("thread {number}"), |thread| thread.title())
}

/// `queue.c:41`, or `line 41` where there is only one file to speak of.
fn place_words(report: &Report, place: &Place) -> String {
    match report.program.files.len() {
        1 => format!("line {}", place.line),
        _ => words::short_place(&report.program.files, place),
    }
}
