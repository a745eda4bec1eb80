//! The report as SARIF 2.1.0, which code-scanning services and editors show beside the source.
//!
//! One run has one result at most: the violation, at its place, with the explanation as its message and the places that it speaks of as related locations, to which
//! the message links. The execution is a code flow (`sarif_flows.rs`), the properties that were looked for are the rules (`sarif_rules.rs`). A verdict without
//! a violation is a run without results, which by itself could also mean that nothing was done: a notification says what was found, and a run that
//! came to no answer did not succeed.
//!
//! Source: "Static Analysis Results Interchange Format (SARIF) Version 2.1.0", OASIS, 2023 (with errata 01); numbers of sections below are its.

use serde_json::{Map, Value, json};

use crate::conflict_words;
use crate::model::{Frame, Place, Report, SourceFile, ThreadStack, Trace, VerdictKind};
use crate::sarif_flows;
use crate::sarif_rules;
use crate::uri;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The SARIF log, indented, with a newline at the end.
pub fn sarif(report: &Report) -> String {
    let log = json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run(report)] });
    let mut text = serde_json::to_string_pretty(&log).unwrap_or_default();
    text.push('\n');
    text
}

fn run(report: &Report) -> Value {
    let rules = rule_names(report);
    let inputs: Vec<String> = report
        .program
        .inputs
        .iter()
        .map(|name| movable(name))
        .collect();
    json!({
        "tool": { "driver": {
            "name": report.tool.name,
            "version": report.tool.version,
            "semanticVersion": report.tool.version,
            "rules": rules.iter().map(|name| sarif_rules::rule(name)).collect::<Vec<_>>(),
            "notifications": [sarif_rules::verdict_notification(), sarif_rules::detail_notification()],
            "supportedTaxonomies": [sarif_rules::taxonomy_reference()],
        } },
        "taxonomies": [sarif_rules::taxonomy(&rules)],
        // Services replace the results of an earlier run of the same category: one for each checked program.
        "automationDetails": { "id": format!("{}/{}/", report.tool.name, inputs.join(",")) },
        "invocations": [invocation(report)],
        "artifacts": report.program.files.iter().map(|file| artifact(report, file)).collect::<Vec<_>>(),
        "columnKind": "unicodeCodePoints",
        "results": results(report, &rules),
        "properties": {
            "verdict": report.verdict.kind.name(),
            "inputs": report.program.inputs,
            "options": report.program.options,
            "propertiesChecked": report.verdict.properties,
            "seconds": report.verdict.seconds,
        },
    })
}

/// The properties that were looked for, and those that are violated.
fn rule_names(report: &Report) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    let violated = report.traces().map(|trace| &trace.violation.property);
    for name in report.verdict.properties.iter().chain(violated) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    names
}

fn invocation(report: &Report) -> Value {
    let verdict = &report.verdict;
    let level = match verdict.kind {
        VerdictKind::Unsafe => "error",
        VerdictKind::Safe => "note",
        VerdictKind::SafeWithinBounds | VerdictKind::Unknown => "warning",
    };
    let headline = format!("{}: {}", verdict.kind.name(), verdict.statement);
    let mut notifications = vec![json!({
        "descriptor": { "id": sarif_rules::VERDICT, "index": 0 },
        "level": level,
        "message": { "text": headline },
    })];
    for detail in &verdict.details {
        notifications.push(json!({
            "descriptor": { "id": sarif_rules::DETAIL, "index": 1 },
            "level": "note",
            "message": { "text": detail },
        }));
    }
    json!({
        // Without this, no results would look like a program without faults.
        "executionSuccessful": verdict.kind != VerdictKind::Unknown,
        "exitCode": verdict.exit_code,
        "exitCodeDescription": verdict.kind.name(),
        "toolExecutionNotifications": notifications,
    })
}

fn artifact(report: &Report, file: &SourceFile) -> Value {
    let mut artifact = json!({
        "location": { "uri": uri::reference(&file.name) },
        "sourceLanguage": "c",
    });
    if report.program.inputs.contains(&file.name) {
        artifact["roles"] = json!(["analysisTarget"]);
    }
    if let Some(hash) = &file.sha256 {
        artifact["hashes"] = json!({ "sha-256": hash });
    }
    artifact
}

fn results(report: &Report, rules: &[&str]) -> Vec<Value> {
    match (&report.trace, report.verdict.kind) {
        (Some(_), _) => report
            .traces()
            .map(|trace| result(report, trace, rules))
            .collect(),
        // There is a violation, of which no more is known.
        (None, VerdictKind::Unsafe) => {
            vec![
                json!({ "kind": "fail", "level": "error", "message": { "text": report.verdict.statement } }),
            ]
        }
        (None, _) => Vec::new(),
    }
}

fn result(report: &Report, trace: &Trace, rules: &[&str]) -> Value {
    let files = &report.program.files;
    let violation = &trace.violation;
    let place = main_place(trace);
    let function = innermost_function(trace);
    let mut location = location(files, place, function, None);
    location["id"] = json!(0);
    let related: Vec<Value> = violation
        .related
        .iter()
        .enumerate()
        .map(|(index, related)| {
            let function = trace.steps.get(related.step).and_then(|s| s.stack.first());
            let mut place = self::location(
                files,
                Some(related.place),
                function.map(|frame| frame.function.as_str()),
                Some(&related.message),
            );
            // The message links to this number.
            place["id"] = json!(index + 1);
            place
        })
        .collect();
    json!({
        "ruleId": violation.property,
        "ruleIndex": rules.iter().position(|name| *name == violation.property),
        "kind": "fail",
        "level": "error",
        "message": message(trace, files),
        "locations": [location],
        "relatedLocations": related,
        "codeFlows": [sarif_flows::code_flow(trace, files)],
        "stacks": violation.stacks.iter().map(|s| stack(trace, files, s)).collect::<Vec<_>>(),
        "partialFingerprints": { "unspoolViolation/v1": fingerprint(report, trace, place, function) },
        "properties": {
            "schedule": trace.repeat.schedule,
            "inputs": trace.repeat.inputs,
            "minimality": trace.minimality,
        },
    })
}

/// Where services put the result: they show none that is nowhere. A deadlock has no place of its own, but its threads stand somewhere.
fn main_place(trace: &Trace) -> Option<Place> {
    let violation = &trace.violation;
    let of_stack = || {
        let stacks = violation.stacks.iter();
        let own = stacks.filter(|stack| stack.thread == violation.thread);
        own.chain(&violation.stacks)
            .flat_map(|stack| &stack.frames)
            .find_map(|frame| frame.at)
    };
    let of_steps = || trace.steps.iter().rev().find_map(|step| step.place);
    violation.place.or_else(of_stack).or_else(of_steps)
}

fn innermost_function(trace: &Trace) -> Option<&str> {
    let thread = trace.violation.thread;
    let stack = trace.violation.stacks.iter().find(|s| s.thread == thread);
    let frame = stack.and_then(|stack| stack.frames.first());
    frame.map(|frame| frame.function.as_str())
}

/// Services show the first sentence where there is little room, so that is what happened; then why, then where, as links to the related locations.
fn message(trace: &Trace, files: &[SourceFile]) -> Value {
    let violation = &trace.violation;
    let mut text = format!("{}.", violation.message.trim_end_matches('.'));
    let mut markdown = format!("**{}**", escaped_markdown(&violation.message));
    if !violation.explanation.is_empty() {
        let explanation = violation.explanation.trim_end_matches('.');
        text.push_str(&format!(" {explanation}."));
        markdown.push_str(&format!("\n\n{explanation}.\n"));
    }
    for sentence in conflict_words::sentences(trace, files) {
        text.push_str(&format!("\n{sentence}."));
        markdown.push_str(&format!("\n- {sentence}.\n"));
    }
    for (index, related) in violation.related.iter().enumerate() {
        let link = format!("[{}]({})", escaped_link(&related.message), index + 1);
        text.push_str(&format!("\n{}. {link}", index + 1));
        markdown.push_str(&format!("\n{}. {link}", index + 1));
    }
    json!({ "text": text, "markdown": markdown })
}

/// The text of a link to a related location, where brackets are escaped (3.11.6).
fn escaped_link(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        if matches!(character, '[' | ']' | '\\') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// Source in Markdown: `*` and its like stand for themselves.
fn escaped_markdown(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        if matches!(
            character,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '!' | '&'
        ) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// The name of a file as far as it is the same wherever the project lies: of a path from the root, or out of the folder in which the check ran, only its end.
fn movable(name: &str) -> String {
    let parts: Vec<&str> = name.split('/').filter(|part| *part != ".").collect();
    let is_elsewhere = name.starts_with('/') || parts.contains(&"..");
    match parts.last() {
        Some(last) if is_elsewhere => last.to_string(),
        _ => parts.join("/"),
    }
}

/// What stays the same when lines move, or the whole project does: the property, the file, the function and the statement.
fn fingerprint(
    report: &Report,
    trace: &Trace,
    place: Option<Place>,
    function: Option<&str>,
) -> String {
    let files = &report.program.files;
    let file = place.and_then(|place| files.get(place.file));
    let line = place.and_then(|place| line_text(files, place));
    let parts = [
        trace.violation.property.as_str(),
        &file.map_or(String::new(), |file| movable(&file.name)),
        function.unwrap_or(""),
        line.map_or("", str::trim),
    ];
    parts.join("|")
}

fn stack(trace: &Trace, files: &[SourceFile], stack: &ThreadStack) -> Value {
    let frame = |frame: &Frame| {
        json!({
            "location": location(files, frame.at, Some(&frame.function), None),
            "threadId": stack.thread,
        })
    };
    let title = usize::try_from(stack.thread).ok();
    let title = title.and_then(|number| trace.threads.get(number));
    let title = title.map_or(format!("thread {}", stack.thread), |t| t.title());
    json!({
        "message": { "text": title },
        "frames": stack.frames.iter().map(frame).collect::<Vec<_>>(),
    })
}

/// A location object (3.28), of as much as is known.
pub(crate) fn location(
    files: &[SourceFile],
    place: Option<Place>,
    function: Option<&str>,
    message: Option<&str>,
) -> Value {
    let mut location = Map::new();
    if let Some((place, file)) =
        place.and_then(|place| files.get(place.file).map(|file| (place, file)))
    {
        let mut region = json!({ "startLine": place.line, "startColumn": place.column });
        if place.end_column > place.column {
            region["endColumn"] = json!(place.end_column);
        }
        if let Some(text) = line_text(files, place) {
            region["snippet"] = json!({ "text": text });
        }
        let artifact = json!({ "uri": uri::reference(&file.name), "index": place.file });
        location.insert(
            "physicalLocation".to_owned(),
            json!({ "artifactLocation": artifact, "region": region }),
        );
    }
    if let Some(function) = function {
        location.insert(
            "logicalLocations".to_owned(),
            json!([{ "name": function, "fullyQualifiedName": function, "kind": "function" }]),
        );
    }
    if let Some(message) = message {
        location.insert("message".to_owned(), json!({ "text": message }));
    }
    Value::Object(location)
}

/// The line of a place, if the text of its file is known that far.
fn line_text(files: &[SourceFile], place: Place) -> Option<&str> {
    let index = usize::try_from(place.line.checked_sub(1)?).ok()?;
    let line = files.get(place.file)?.text.lines().nth(index)?;
    (!line.trim().is_empty()).then_some(line)
}
