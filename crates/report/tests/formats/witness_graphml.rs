//! GraphML witnesses against their schema, and as automata.

use unspool_report::model::{Event, StorageKind, Variable, VerdictKind};
use unspool_report::witness::WitnessError;
use unspool_report::witness_graphml::witness_graphml;

use crate::schemas::{XmlSchema, xml_complaint};
use crate::{samples, snapshots};

const SCHEMA: XmlSchema = XmlSchema::RelaxNg("witness-1.0.rng");

#[test]
fn whole_documents() {
    for name in samples::TRACES {
        snapshots::check(&format!("{name}.graphml"), &document(name));
    }
}

#[test]
fn documents_satisfy_the_schema() {
    for name in samples::TRACES {
        let test = "documents_satisfy_the_schema (GraphML)";
        let said = xml_complaint(test, SCHEMA, &document(name));
        assert_eq!(said.flatten(), None, "{name}");
    }
}

/// What the format requires is noticed when it is missing.
#[test]
fn documents_without_what_is_required_do_not() {
    let document = document("counter");
    let mut broken: Vec<String> = [
        "witness-type",
        "sourcecodelang",
        "producer",
        "specification",
        "programfile",
        "programhash",
        "architecture",
        "creationtime",
        "entry",
        "violation",
    ]
    .iter()
    .map(|key| without_data(&document, key))
    .collect();
    for (part, instead) in [
        (" edgedefault=\"directed\"", ""),
        ("http://graphml.graphdrawing.org/xmlns", "urn:other"),
        (
            "<data key=\"threadId\">0</data>",
            "<data key=\"threadId\"></data>",
        ),
        ("<data key=\"startline\">19</data>", ""),
        (" target=\"N1\"", ""),
        ("64bit", "16bit"),
        ("2026-11-16T06:30:00Z", "yesterday"),
    ] {
        broken.push(document.replace(part, instead));
    }
    for broken in broken {
        assert_ne!(broken, document);
        let test = "documents_without_what_is_required_do_not (GraphML)";
        if let Some(said) = xml_complaint(test, SCHEMA, &broken) {
            assert!(said.is_some(), "{broken}");
        }
    }
}

/// Calls and returns nest in each thread; threads are created before they run, and run until they return from their function.
#[test]
fn threads_enter_and_leave_functions_in_order() {
    for name in samples::TRACES {
        let document = document(name);
        let count = samples::report(name).trace.unwrap().threads.len();
        let mut stacks: Vec<Option<Vec<String>>> = vec![None; count];
        let mut at = "N0".to_owned();
        for edge in document.split("<edge ").skip(1) {
            assert_eq!(attribute(edge, "source"), at, "{name}: one path");
            at = attribute(edge, "target");
            let thread: usize = data(edge, "threadId").unwrap().parse().unwrap();
            if let Some(created) = data(edge, "createThread") {
                let created: usize = created.parse().unwrap();
                assert_eq!(stacks[created], None, "{name}");
                stacks[created] = Some(Vec::new());
            }
            let stack = stacks[thread].as_mut().expect("a thread that was created");
            if let Some(function) = data(edge, "enterFunction") {
                stack.push(function);
            } else if let Some(function) = data(edge, "returnFromFunction") {
                assert_eq!(stack.pop(), Some(function), "{name}");
            } else {
                assert!(
                    !stack.is_empty(),
                    "{name}: a step outside of functions: {edge}"
                );
            }
        }
        let violation = format!("<node id=\"{at}\">\n      <data key=\"violation\">true</data>");
        assert!(document.contains(&violation), "{name}");
    }
}

#[test]
fn inputs_are_assumed() {
    let document = document("inputs");
    let limit = "<data key=\"assumption\">limit == -7;</data>\n      <data key=\"assumption.scope\">main</data>";
    assert!(document.contains(limit), "{document}");
    // Two values for two calls in one statement: `\result` would be ambiguous.
    assert!(!document.contains("\\result"), "{document}");
    // The heap has no names in the source.
    assert!(!document.contains("object1"), "{document}");
}

/// A value that no variable takes is what the function returned, if only one can have.
#[test]
fn returned_inputs_are_assumed() {
    let mut report = samples::report("inputs");
    let text = &mut report.program.files[0].text;
    *text = text.replace(" + __VERIFIER_nondet_uchar(\n        )", "");
    report.trace.as_mut().unwrap().steps[3].events.pop();
    let document = witness_graphml(&report, &samples::witness_config()).unwrap();
    let returned = "<data key=\"assumption\">\\result == 5;</data>\n      <data key=\"assumption.resultfunction\">__VERIFIER_nondet_int</data>";
    assert!(document.contains(returned), "{document}");
    let test = "returned_inputs_are_assumed";
    let said = xml_complaint(test, SCHEMA, &document);
    assert_eq!(said.flatten(), None);
    let without = without_data(&document, "assumption.resultfunction");
    if let Some(said) = xml_complaint(test, SCHEMA, &without) {
        assert!(said.is_some());
    }
}

/// What a variable takes that has no name is also what the function returned.
#[test]
fn inputs_of_the_heap_are_assumed() {
    let mut report = samples::report("inputs");
    let trace = report.trace.as_mut().unwrap();
    let inputs = trace.steps.iter().flat_map(|step| &step.events);
    let mut inputs = inputs.filter_map(|event| match event {
        Event::Input { variable, .. } => *variable,
        _ => None,
    });
    let limit = inputs.next().unwrap();
    trace.variables[limit].storage = StorageKind::Heap;
    trace.variables[limit].name = "object2.limit".to_owned();
    let document = witness_graphml(&report, &samples::witness_config()).unwrap();
    let returned = "<data key=\"assumption\">\\result == -7;</data>\n      <data key=\"assumption.resultfunction\">__VERIFIER_nondet_int</data>";
    assert!(document.contains(returned), "{document}");
}

/// Only integers are compared with integers, and only by names that the source has.
#[test]
fn only_integers_of_the_source_are_assumed() {
    let counts = |change: &dyn Fn(&mut Variable)| {
        let mut report = samples::report("counter");
        let variables = &mut report.trace.as_mut().unwrap().variables;
        variables.iter_mut().for_each(change);
        let document = witness_graphml(&report, &samples::witness_config()).unwrap();
        document.matches("<data key=\"assumption\">").count()
    };
    assert!(counts(&|_| {}) > 0);
    for c_type in [None, Some("struct s"), Some("double"), Some("int *")] {
        let left = counts(&|variable| variable.c_type = c_type.map(str::to_owned));
        assert_eq!(left, 0, "{c_type:?}");
    }
    assert_eq!(counts(&|variable| variable.name.push_str(".1")), 0);
}

/// Functions of one name in several files have a number, which is not the source's.
#[test]
fn functions_have_the_names_of_the_source() {
    let mut report = samples::report("inputs");
    let trace = report.trace.as_mut().unwrap();
    let stacks = trace.steps.iter_mut().flat_map(|step| &mut step.stack);
    for frame in stacks.filter(|frame| frame.function == "put") {
        frame.function = "put.1".to_owned();
    }
    for variable in &mut trace.variables {
        if variable.function.as_deref() == Some("put") {
            variable.function = Some("put.1".to_owned());
        }
    }
    let renamed = witness_graphml(&report, &samples::witness_config()).unwrap();
    assert_eq!(renamed, document("inputs"));
}

#[test]
fn without_a_violation_there_is_no_witness() {
    let config = samples::witness_config();
    let safe = samples::traceless(VerdictKind::Safe);
    assert_eq!(
        witness_graphml(&safe, &config),
        Err(WitnessError::NoViolation)
    );
    let mut unread = samples::report("counter");
    unread.program.files[0].sha256 = None;
    let error = witness_graphml(&unread, &config).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a witness needs the SHA-256 of counter.c, which the report does not have"
    );
}

fn document(name: &str) -> String {
    witness_graphml(&samples::report(name), &samples::witness_config()).unwrap()
}

/// The document without the first data of this key.
fn without_data(document: &str, key: &str) -> String {
    let start = document.find(&format!("<data key=\"{key}\">")).expect(key);
    let end = start + document[start..].find("</data>").unwrap() + "</data>".len();
    format!("{}{}", &document[..start], &document[end..])
}

fn attribute(text: &str, name: &str) -> String {
    let rest = text.split_once(&format!("{name}=\"")).expect(name).1;
    rest.split_once('"').unwrap().0.to_owned()
}

fn data(edge: &str, key: &str) -> Option<String> {
    let rest = edge.split_once(&format!("<data key=\"{key}\">"))?.1;
    Some(rest.split_once("</data>")?.0.to_owned())
}
