//! Listings for terminals: whatever a report contains, the terminal is not controlled by it.

use unspool_report::listing::{self, ListingConfig};
use unspool_report::model::{Event, Report};

use crate::samples;

/// Characters that terminals obey, or that turn the direction of text.
const OBEYED: &str = "\u{1b}[2J\u{7}\r\u{9b}1m\u{202e}\u{2066}\u{7f}";

fn hostile(name: &str) -> Report {
    let mut report = samples::report(name);
    report.verdict.statement.push_str(OBEYED);
    report.verdict.details.push(OBEYED.to_owned());
    for file in &mut report.program.files {
        file.name.push_str(OBEYED);
        file.text = file.text.replace('(', &format!("({OBEYED}"));
    }
    let trace = report.trace.as_mut().unwrap();
    for thread in &mut trace.threads {
        thread.function.push_str(OBEYED);
    }
    for variable in &mut trace.variables {
        variable.name.push_str(OBEYED);
    }
    for step in &mut trace.steps {
        step.statement.push_str(OBEYED);
        for event in &mut step.events {
            match event {
                Event::Read { value: text, .. }
                | Event::Write { after: text, .. }
                | Event::Library { words: text, .. } => text.push_str(OBEYED),
                _ => {}
            }
        }
    }
    let violation = &mut trace.violation;
    violation.message.push_str(OBEYED);
    violation.explanation.push_str(OBEYED);
    for related in &mut violation.related {
        related.message.push_str(OBEYED);
    }
    report
}

#[test]
fn nothing_in_a_report_controls_the_terminal() {
    for name in samples::TRACES {
        for has_short_lines in [false, true] {
            let config = ListingConfig {
                is_full: true,
                has_short_lines,
                ..ListingConfig::default()
            };
            let shown = listing::result(&hostile(name), &config);
            let obeyed = shown
                .chars()
                .find(|c| *c != '\n' && OBEYED.contains(*c) && !c.is_ascii_graphic());
            assert_eq!(obeyed, None, "{name}: {shown:?}");
            assert!(shown.contains("␛[2J␇␍�1m��␡"), "{name}: {shown}");
        }
    }
}

/// Rows count characters, of which a tab is one.
#[test]
fn tabs_are_blanks() {
    let mut report = samples::report("counter");
    let trace = report.trace.as_mut().unwrap();
    for step in &mut trace.steps {
        step.statement = step.statement.replace(' ', "\t");
    }
    let config = ListingConfig::default();
    let with_blanks = listing::result(&samples::report("counter"), &config);
    assert_eq!(listing::result(&report, &config), with_blanks);
}

#[test]
fn sentences_are_broken_only_where_lines_are_short() {
    let report = samples::report("counter");
    let whole = listing::result(&report, &ListingConfig::default());
    let explanation = &report.trace.as_ref().unwrap().violation.explanation;
    assert!(explanation.chars().count() > 60);
    assert!(whole.contains(explanation), "{whole}");
    let short = ListingConfig {
        width: 60,
        has_short_lines: true,
        ..ListingConfig::default()
    };
    let broken = listing::result(&report, &short);
    let note = broken.split_once("= note: ").map_or("", |(_, note)| note);
    assert!(note.lines().count() > 1, "{broken}");
    let words: Vec<&str> = note.split_whitespace().collect();
    assert_eq!(words.join(" "), *explanation);
    let longest = broken
        .split_once("= note: ")
        .map(|(_, note)| note.lines().skip(1).map(|line| line.chars().count()).max());
    assert!(
        longest.flatten().is_some_and(|longest| longest <= 60),
        "{broken}"
    );
}
