//! YAML witnesses against their schema, and what is in them.

use serde_json::{Value, json};
use unspool_report::model::{Event, GivenPlace, Place, Report, VerdictKind};
use unspool_report::witness::WitnessError;
use unspool_report::witness_yaml::witness_yaml;

use crate::{samples, schemas, snapshots};

const SCHEMA: &str = "witness-2.2.schema.json";

#[test]
fn whole_documents() {
    for name in samples::TRACES {
        let text = witness_yaml(&samples::report(name), &samples::witness_config()).unwrap();
        snapshots::check(&format!("{name}.witness.yml"), &text);
    }
}

#[test]
fn documents_satisfy_the_schema() {
    let validator = schemas::json_validator(SCHEMA);
    for name in samples::TRACES {
        let said = schemas::complaint(&validator, &value(&samples::report(name)));
        assert_eq!(said, None, "{name}");
    }
}

/// What the format requires is noticed when it is missing or wrong.
#[test]
fn documents_without_what_is_required_do_not() {
    let validator = schemas::json_validator(SCHEMA);
    let good = value(&samples::report("counter"));
    let assumption = "/0/content/3/segment/0/waypoint";
    assert_eq!(
        good.pointer(&format!("{assumption}/type")),
        Some(&json!("assumption"))
    );
    for pointer in [
        "/0",
        "/0/entry_type",
        "/0/metadata",
        "/0/content",
        "/0/metadata/format_version",
        "/0/metadata/uuid",
        "/0/metadata/creation_time",
        "/0/metadata/producer",
        "/0/metadata/producer/name",
        "/0/metadata/producer/version",
        "/0/metadata/task",
        "/0/metadata/task/input_files",
        "/0/metadata/task/input_file_hashes",
        "/0/metadata/task/specification",
        "/0/metadata/task/data_model",
        "/0/metadata/task/language",
        "/0/content/0/segment",
        "/0/content/0/segment/0",
        "/0/content/0/segment/0/waypoint",
        &format!("{assumption}/type"),
        &format!("{assumption}/action"),
        &format!("{assumption}/location"),
        &format!("{assumption}/location/line"),
        &format!("{assumption}/location/file_name"),
        &format!("{assumption}/constraint"),
        &format!("{assumption}/constraint/value"),
        &format!("{assumption}/constraint/format"),
    ] {
        let mut broken = good.clone();
        schemas::remove(&mut broken, pointer);
        assert!(
            schemas::complaint(&validator, &broken).is_some(),
            "{pointer}"
        );
    }
    for (pointer, wrong) in [
        ("/0/metadata/format_version", json!(2.2)),
        ("/0/metadata/uuid", json!("1")),
        ("/0/metadata/task/data_model", json!("64bit")),
        (&format!("{assumption}/type"), json!("target")),
        (&format!("{assumption}/type"), json!("function_return")),
        (&format!("{assumption}/thread_id"), json!(-1)),
    ] {
        let mut broken = good.clone();
        *broken.pointer_mut(pointer).expect(pointer) = wrong;
        assert!(
            schemas::complaint(&validator, &broken).is_some(),
            "{pointer}"
        );
    }
}

/// What JSON Schema cannot say: the target is last and only there, files are those of the task, and threads are made before they are named.
#[test]
fn sequences_are_in_order() {
    for name in samples::TRACES {
        let value = value(&samples::report(name));
        let files = value[0]["metadata"]["task"]["input_files"]
            .as_array()
            .unwrap();
        let waypoints = waypoints(&value);
        let mut threads = 1;
        for (index, waypoint) in waypoints.iter().enumerate() {
            let kind = waypoint["type"].as_str().unwrap();
            assert_eq!(kind == "target", index + 1 == waypoints.len(), "{name}");
            assert!(
                files.contains(&waypoint["location"]["file_name"]),
                "{name}: {waypoint}"
            );
            assert!(
                waypoint["thread_id"].as_u64().unwrap() < threads,
                "{name}: {waypoint}"
            );
            threads += u64::from(kind == "function_enter");
        }
    }
}

/// SV-COMP's formulas, and ours for what it has none for.
#[test]
fn properties_become_formulas() {
    for (property, message, statement, formula) in [
        (
            "unreach-call",
            "assertion failed: x",
            "assert(x);",
            "G ! call(reach_error())",
        ),
        (
            "unreach-call",
            "__VERIFIER_error is reached",
            "f();",
            "G ! call(__VERIFIER_error())",
        ),
        (
            "unreach-call",
            "label `ERROR` is reached",
            "ERROR: __VERIFIER_error();",
            "G ! call(__VERIFIER_error())",
        ),
        (
            "valid-memsafety",
            "double free of a heap object",
            "free(p);",
            "G valid-free",
        ),
        (
            "valid-memsafety",
            "invalid free of x",
            "free(&x);",
            "G valid-free",
        ),
        (
            "valid-memsafety",
            "use after free of a heap object",
            "*p = 1;",
            "G valid-deref",
        ),
        ("no-data-race", "data race", "x = 1;", "G ! data-race"),
        ("lock-misuse", "not locked", "unlock();", "G ! lock-misuse"),
    ] {
        assert_eq!(specification(property, message, statement), formula);
    }
}

/// The formulas of the table of properties are used where there are any.
#[test]
fn formulas_are_those_of_the_table() {
    for property in unspool_ir::Property::all() {
        let said = specification(property.name(), "", "");
        match property.formulas() {
            [] => assert_eq!(said, format!("G ! {}", property.name())),
            formulas => assert!(formulas.contains(&said.as_str()), "{said}"),
        }
    }
}

fn specification(property: &str, message: &str, statement: &str) -> String {
    let mut report = samples::report("counter");
    let trace = report.trace.as_mut().unwrap();
    trace.violation.property = property.to_owned();
    trace.violation.message = message.to_owned();
    trace.steps.last_mut().unwrap().statement = statement.to_owned();
    let task = &value(&report)[0]["metadata"]["task"];
    task["specification"].as_str().unwrap().to_owned()
}

/// The lost update, as another tool has to follow it.
#[test]
fn the_schedule_is_told() {
    let value = value(&samples::report("counter"));
    let told: Vec<String> = waypoints(&value).iter().map(brief).collect();
    assert_eq!(
        told,
        [
            "0 assumption 19:5 1",
            "0 function_enter 19:33",
            "0 function_enter 20:33",
            "1 assumption 9:5 counter == 0",
            "2 assumption 9:5 counter == 0",
            "2 assumption 11:5 counter == 0",
            "1 assumption 10:5 1",
            "1 assumption 11:5 counter == 1",
            "0 assumption 21:5 1",
            "0 assumption 23:5 counter == 1",
            "0 target 23:5",
        ]
    );
}

/// Values go to calls where it is clear to which; a loop has no assumption, and neither has what is not at the beginning of a statement.
#[test]
fn inputs_are_told_where_they_are_clear() {
    let value = value(&samples::report("inputs"));
    let told: Vec<String> = waypoints(&value).iter().map(brief).collect();
    assert!(
        told.contains(&"0 function_return 35:46 \\result == -7".to_owned()),
        "{told:#?}"
    );
    assert!(
        told.contains(&"1 function_return 16:34 \\result == 5".to_owned()),
        "{told:#?}"
    );
    assert!(
        !told.iter().any(|waypoint| waypoint.contains(" 36:")),
        "{told:#?}"
    );
    assert!(
        told.contains(&"0 function_enter 34:32".to_owned()),
        "{told:#?}"
    );
}

/// What holds when a call returns did not have to hold before the statement that makes it.
#[test]
fn statements_that_go_on_after_a_call_are_not_assumed() {
    let mut report = samples::report("inputs");
    let steps = &mut report.trace.as_mut().unwrap().steps;
    // `int first = pick();`, behind a step in `pick`, and now with a look at what threads contend for.
    steps[4].events.push(Event::Read {
        variable: 2,
        value: "0".to_owned(),
    });
    let line = steps[4].place.unwrap().line;
    let told = |report: &Report| -> Vec<String> {
        let value = value(report);
        waypoints(&value).iter().map(brief).collect()
    };
    let at_line = format!("1 assumption {line}:5 ready == 0");
    assert!(!told(&report).contains(&at_line), "{:#?}", told(&report));
    // Without the call, it is the beginning.
    report.trace.as_mut().unwrap().steps.remove(3);
    assert!(told(&report).contains(&at_line), "{:#?}", told(&report));
}

/// Every place of the program, with where it stands 100 lines further down in a preprocessed input.
fn preprocessed(column_of: fn(u32) -> Option<u32>) -> Report {
    let mut report = samples::report("counter");
    let mut input = report.program.files[0].clone();
    input.name = "task.i".to_owned();
    input.text = "# 1 \"counter.c\"\n".repeat(100) + &input.text;
    report.program.files.push(input);
    report.program.inputs = vec!["task.i".to_owned()];
    let give = |place: &mut Place| {
        place.given = Some(GivenPlace {
            file: 1,
            line: place.line + 100,
            column: column_of(place.column),
        });
    };
    let trace = report.trace.as_mut().unwrap();
    for step in &mut trace.steps {
        step.place.iter_mut().for_each(give);
        let frames = step.stack.iter_mut();
        frames.for_each(|frame| frame.at.iter_mut().for_each(give));
    }
    let violation = &mut trace.violation;
    violation.place.iter_mut().for_each(give);
    let frames = violation.stacks.iter_mut().flat_map(|it| &mut it.frames);
    frames.for_each(|frame| frame.at.iter_mut().for_each(give));
    report
}

#[test]
fn places_are_those_of_the_input_that_was_given() {
    let plain = waypoints(&value(&samples::report("counter")));
    let moved = waypoints(&value(&preprocessed(Some)));
    assert_eq!(moved.len(), plain.len());
    for (moved, mut plain) in moved.into_iter().zip(plain) {
        let line = plain["location"]["line"].as_u64().unwrap();
        plain["location"]["line"] = json!(line + 100);
        plain["location"]["file_name"] = json!("task.i");
        assert_eq!(moved, plain);
    }
}

/// What holds before a statement is not said where it is not clear which statement that is.
#[test]
fn places_without_a_column_have_no_assumptions() {
    let report = preprocessed(|_| None);
    let said = schemas::complaint(&schemas::json_validator(SCHEMA), &value(&report));
    assert_eq!(said, None);
    let waypoints = waypoints(&value(&report));
    assert!(waypoints.iter().all(|it| it["type"] != "assumption"));
    let target = waypoints.last().unwrap();
    assert_eq!(target["type"], "target");
    assert_eq!(target["location"].get("column"), None);
}

#[test]
fn without_a_violation_there_is_no_witness() {
    let config = samples::witness_config();
    let safe = samples::traceless(VerdictKind::Safe);
    let error = witness_yaml(&safe, &config).unwrap_err();
    assert_eq!(error.to_string(), "there is no violation to witness");
    // A violation in a header that is not of the task.
    let mut elsewhere = samples::report("counter");
    elsewhere.program.inputs = vec!["other.c".to_owned()];
    let mut other = elsewhere.program.files[0].clone();
    other.name = "other.c".to_owned();
    elsewhere.program.files.push(other);
    assert_eq!(
        witness_yaml(&elsewhere, &config),
        Err(WitnessError::NoPlace)
    );
}

fn value(report: &Report) -> Value {
    let text = witness_yaml(report, &samples::witness_config()).unwrap();
    serde_saphyr::from_str(&text).unwrap()
}

fn waypoints(value: &Value) -> Vec<Value> {
    let segments = value[0]["content"].as_array().unwrap().iter();
    segments
        .flat_map(|segment| segment["segment"].as_array().unwrap())
        .map(|waypoint| waypoint["waypoint"].clone())
        .collect()
}

/// `1 assumption 9:5 counter == 0`.
fn brief(waypoint: &Value) -> String {
    let location = &waypoint["location"];
    let mut brief = format!(
        "{} {} {}:{}",
        waypoint["thread_id"],
        waypoint["type"].as_str().unwrap(),
        location["line"],
        location["column"]
    );
    if let Some(value) = waypoint["constraint"]["value"].as_str() {
        brief.push_str(&format!(" {value}"));
    }
    brief
}
