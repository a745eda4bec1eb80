//! JUnit XML against the schema of Jenkins' xUnit plugin, and what becomes of each verdict.

use unspool_report::junit;
use unspool_report::model::VerdictKind;

use crate::schemas::{XmlSchema, xml_complaint};
use crate::{samples, snapshots};

const SCHEMA: XmlSchema = XmlSchema::Xsd("junit-10.xsd");
const KINDS: [(VerdictKind, &str); 4] = [
    (VerdictKind::Unsafe, "unsafe"),
    (VerdictKind::Safe, "safe"),
    (VerdictKind::SafeWithinBounds, "bounded"),
    (VerdictKind::Unknown, "unknown"),
];

#[test]
fn whole_documents() {
    for (name, document) in documents() {
        snapshots::check(&format!("{name}.junit.xml"), &document);
    }
}

#[test]
fn documents_satisfy_the_schema() {
    for (name, document) in documents() {
        let said = xml_complaint("documents_satisfy_the_schema (JUnit)", SCHEMA, &document);
        assert_eq!(said.flatten(), None, "{name}");
    }
}

/// What is required is noticed when it is missing.
#[test]
fn documents_without_what_is_required_do_not() {
    let document = junit::junit(&samples::report("counter"));
    for (part, instead) in [
        (" name=\"counter.c\"", ""),
        (" tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"2\"", ""),
        ("<testcase name=\"unreach-call\"", "<testcase"),
        (" time=\"0.042\"", " time=\"0.042 s\""),
        ("<system-out>", "<output>"),
        ("</testsuites>", ""),
        ("&amp;", "&"),
    ] {
        assert!(document.contains(part), "{part}");
        let broken = document.replace(part, instead);
        let test = "documents_without_what_is_required_do_not (JUnit)";
        if let Some(said) = xml_complaint(test, SCHEMA, &broken) {
            assert!(said.is_some(), "{part}");
        }
    }
}

/// The table in the opening of `junit.rs`.
#[test]
fn verdicts_become_outcomes() {
    for (report, failures, errors, skipped) in [
        (samples::report("counter"), 1, 0, 2),
        (samples::traceless(VerdictKind::Unsafe), 3, 0, 0),
        (samples::traceless(VerdictKind::Safe), 0, 0, 0),
        (samples::traceless(VerdictKind::SafeWithinBounds), 0, 0, 3),
        (samples::traceless(VerdictKind::Unknown), 0, 3, 0),
    ] {
        let document = junit::junit(&report);
        let counts = format!(
            " tests=\"3\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\""
        );
        assert!(document.contains(&counts), "{document}");
        for (element, count) in [
            ("failure", failures),
            ("error", errors),
            ("skipped", skipped),
        ] {
            let found = document.matches(&format!("<{element} ")).count();
            assert_eq!(found, count, "{document}");
        }
    }
}

#[test]
fn odd_times_are_written() {
    for seconds in [f64::NAN, f64::INFINITY, -1.0, 1e300] {
        let mut report = samples::report("counter");
        report.verdict.seconds = seconds;
        let said = xml_complaint("odd_times_are_written", SCHEMA, &junit::junit(&report));
        assert_eq!(said.flatten(), None, "{seconds}");
    }
}

fn documents() -> Vec<(&'static str, String)> {
    let traces = samples::TRACES
        .iter()
        .map(|name| (*name, samples::report(name)));
    let others = KINDS
        .iter()
        .map(|(kind, name)| (*name, samples::traceless(*kind)));
    traces
        .chain(others)
        .map(|(name, report)| (name, junit::junit(&report)))
        .collect()
}
