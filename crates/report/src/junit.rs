//! The report as JUnit XML, which continuous integration shows among the results of tests.
//!
//! A checked program is a test suite; a property that was looked for is a test case. The rule for what becomes of them:
//!
//! | verdict | test case |
//! |---|---|
//! | UNSAFE | each violated property fails, with the trace as it is shown in the terminal; the others are skipped, since a check ends soon after the first violation |
//! | SAFE | passes |
//! | SAFE WITHIN BOUNDS | skipped: no violation was found, but more than that is not known |
//! | UNKNOWN | an error: there is no answer, which must not pass for a good one |
//!
//! The suite has the time of the check, and so has the first test case, since readers add up; the others take none.
//! Source: there is no standard; the shape is what the schema of Jenkins' xUnit plugin accepts.

use crate::listing::{self, ListingConfig};
use crate::model::{Report, Trace, VerdictKind};
use crate::xml::{self, Element};

/// The document, with a newline at the end.
pub fn junit(report: &Report) -> String {
    let cases: Vec<Case> = properties(report)
        .into_iter()
        .map(|property| Case {
            property,
            outcome: outcome(report, property),
        })
        .collect();
    let time = seconds(report.verdict.seconds);
    let count = |kind: &str| {
        let of_kind = |case: &&Case| case.outcome.as_ref().is_some_and(|o| o.kind == kind);
        cases.iter().filter(of_kind).count().to_string()
    };
    let mut suite = Element::new("testsuite")
        .with("name", program(report))
        .with("tests", cases.len().to_string())
        .with("failures", count("failure"))
        .with("errors", count("error"))
        .with("skipped", count("skipped"))
        .with("time", time.clone())
        .child(suite_properties(report));
    for (index, case) in cases.iter().enumerate() {
        let time = if index == 0 { time.as_str() } else { "0.000" };
        suite.push(case.element(report, time));
    }
    suite.push(Element::new("system-out").text(summary(report)));
    let suites = Element::new("testsuites")
        .with("name", report.tool.name.clone())
        .with("tests", cases.len().to_string())
        .with("failures", count("failure"))
        .with("errors", count("error"))
        .with("time", time.clone())
        .child(suite);
    xml::document(&suites)
}

struct Case<'a> {
    property: &'a str,
    /// None if it passes.
    outcome: Option<Outcome>,
}

struct Outcome {
    /// The element's name.
    kind: &'static str,
    category: String,
    message: String,
    text: String,
}

impl Case<'_> {
    fn element(&self, report: &Report, time: &str) -> Element {
        let mut case = Element::new("testcase")
            .with("name", self.property)
            // Readers take what stands before the last dot for a package.
            .with("classname", program(report).replace('.', "_"))
            .with("time", time);
        if let Some(outcome) = &self.outcome {
            case.push(
                Element::new(outcome.kind)
                    .with("type", outcome.category.clone())
                    .with("message", outcome.message.clone())
                    .text(outcome.text.clone()),
            );
        }
        case
    }
}

fn outcome(report: &Report, property: &str) -> Option<Outcome> {
    let verdict = &report.verdict;
    let verdict_outcome = |kind: &'static str| Outcome {
        kind,
        category: verdict.kind.name().to_owned(),
        message: verdict.statement.clone(),
        text: summary(report),
    };
    let mut violations = report.traces();
    if let Some(trace) = violations.find(|trace| trace.violation.property == property) {
        return Some(Outcome {
            kind: "failure",
            category: property.to_owned(),
            message: failure_message(trace),
            text: failure_text(report, trace),
        });
    }
    match (verdict.kind, &report.trace) {
        (VerdictKind::Unsafe, Some(trace)) => Some(Outcome {
            kind: "skipped",
            category: "undecided".to_owned(),
            message: format!(
                "not decided: the check ended with a violation of {}",
                trace.violation.property
            ),
            text: String::new(),
        }),
        // There is a violation, but nobody knows of what.
        (VerdictKind::Unsafe, None) => Some(verdict_outcome("failure")),
        (VerdictKind::Safe, _) => None,
        (VerdictKind::SafeWithinBounds, _) => Some(verdict_outcome("skipped")),
        (VerdictKind::Unknown, _) => Some(verdict_outcome("error")),
    }
}

/// Those that were looked for; at least one, for a suite without tests is taken for nothing.
fn properties(report: &Report) -> Vec<&str> {
    let mut properties: Vec<&str> = Vec::new();
    let violated = report.traces().map(|trace| &trace.violation.property);
    for property in report.verdict.properties.iter().chain(violated) {
        if !properties.contains(&property.as_str()) {
            properties.push(property);
        }
    }
    if properties.is_empty() {
        properties.push("check");
    }
    properties
}

fn failure_message(trace: &Trace) -> String {
    let violation = &trace.violation;
    match violation.explanation.is_empty() {
        true => violation.message.clone(),
        false => format!("{}: {}", violation.message, violation.explanation),
    }
}

fn failure_text(report: &Report, trace: &Trace) -> String {
    let config = ListingConfig {
        is_colored: false,
        ..ListingConfig::default()
    };
    let listing = listing::listing(trace, &report.program.files, &config);
    let is_first = report.trace.as_ref() == Some(trace);
    let statement = match is_first {
        true => &report.verdict.statement,
        false => &trace.violation.message,
    };
    format!("{statement}\n\n{listing}")
}

fn suite_properties(report: &Report) -> Element {
    let property = |name: &'static str, value: String| {
        Element::new("property")
            .with("name", name)
            .with("value", value)
    };
    let mut properties = Element::new("properties")
        .child(property("tool", tool(report)))
        .child(property("verdict", report.verdict.kind.name().to_owned()))
        .child(property("exit-code", report.verdict.exit_code.to_string()))
        .child(property("options", report.program.options.join(" ")));
    if let Some(trace) = &report.trace {
        properties.push(property("schedule", trace.repeat.schedule.clone()));
    }
    properties
}

/// The verdict as the terminal has it.
fn summary(report: &Report) -> String {
    let verdict = &report.verdict;
    let mut summary = format!("{}: {}\n", verdict.kind.name(), verdict.statement);
    for detail in &verdict.details {
        summary.push_str(&format!("  {detail}\n"));
    }
    summary
}

fn program(report: &Report) -> String {
    report.program.inputs.join(", ")
}

fn tool(report: &Report) -> String {
    format!("{} {}", report.tool.name, report.tool.version)
}

/// Milliseconds are as fine as readers go.
fn seconds(seconds: f64) -> String {
    match seconds.is_finite() && seconds >= 0.0 {
        true => format!("{seconds:.3}"),
        false => "0.000".to_owned(),
    }
}
