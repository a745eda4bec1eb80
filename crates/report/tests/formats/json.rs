//! Reading and writing reports, and the schema of their JSON.

use serde_json::{Value, json};
use unspool_report::model::VerdictKind;
use unspool_report::{json as report_json, json_schema};

use crate::samples;

#[test]
fn what_is_written_can_be_read() {
    for name in samples::TRACES {
        let report = samples::report(name);
        let text = report_json::write(&report);
        assert!(text.ends_with("}\n"), "{name}");
        assert_eq!(report_json::read(&text), Ok(report), "{name}");
    }
    let safe = samples::traceless(VerdictKind::Safe);
    assert_eq!(report_json::read(&report_json::write(&safe)), Ok(safe));
}

#[test]
fn fields_of_later_programs_are_ignored() {
    let mut value = sample();
    value["new"] = json!(1);
    value["trace"]["steps"][0]["new"] = json!({});
    value["trace"]["steps"][0]["events"][0]["new"] = json!([]);
    assert_eq!(
        report_json::read(&value.to_string()),
        Ok(samples::report("counter"))
    );
}

/// What is done to a good report, and what is said of the result.
#[test]
fn what_is_wrong_is_said() {
    type Damage = fn(&mut Value);
    let table: &[(Damage, &str)] = &[
        (
            |v| *v = json!([1]),
            "this is JSON, but not a report of `unspool check`: it is not an object",
        ),
        (
            |v| drop(v.as_object_mut().unwrap().remove("version")),
            "this is JSON, but not a report of `unspool check`: it has no `version`",
        ),
        (
            |v| v["version"] = json!("1"),
            "this is JSON, but not a report of `unspool check`: its `version` is not a number",
        ),
        (
            |v| v["version"] = json!(2),
            "this report has version 2; this program reads version 1: use a newer unspool",
        ),
        (
            |v| v["version"] = json!(0),
            "this report has version 0; this program reads version 1: make the report anew",
        ),
        (
            |v| drop(v["verdict"].as_object_mut().unwrap().remove("statement")),
            "this report is damaged: line 1, column NUMBER: missing field `statement`",
        ),
        (
            |v| v["verdict"]["kind"] = json!("perhaps"),
            "this report is damaged: line 1, column NUMBER: unknown variant `perhaps`, expected one of `unsafe`, `safe`, `safe-within-bounds`, `unknown`",
        ),
        (
            |v| v["trace"]["steps"][2]["events"][0]["kind"] = json!("sings"),
            "this report is damaged: line 1, column NUMBER: unknown variant `sings`, expected one of `read`, `write`, `update`, `assign`, `input`, `library`, `creates`, `ends`",
        ),
        (
            |v| v["trace"]["steps"][3]["place"]["file"] = json!(1),
            "this report is damaged: trace.steps[3].place.file is 1, but there is 1 file",
        ),
        (
            |v| v["trace"]["steps"][3]["place"]["line"] = json!(0),
            "this report is damaged: trace.steps[3].place.line is 0, but counts from 1",
        ),
        (
            |v| v["trace"]["steps"][3]["place"]["given"] = json!({"file": 1, "line": 1}),
            "this report is damaged: trace.steps[3].place.given.file is 1, but there is 1 file",
        ),
        (
            |v| v["trace"]["steps"][3]["place"]["given"] = json!({"file": 0, "line": 0}),
            "this report is damaged: trace.steps[3].place.given.line is 0, but counts from 1",
        ),
        (
            |v| v["trace"]["steps"][3]["stack"][0]["at"]["file"] = json!(9),
            "this report is damaged: trace.steps[3].stack[0].at.file is 9, but there is 1 file",
        ),
        (
            |v| v["trace"]["steps"][3]["thread"] = json!(7),
            "this report is damaged: trace.steps[3].thread is 7, but there are 3 threads",
        ),
        (
            |v| v["trace"]["steps"][0]["events"][0]["thread"] = json!(3),
            "this report is damaged: trace.steps[0].events[0].thread is 3, but there are 3 threads",
        ),
        (
            |v| v["trace"]["steps"][2]["events"][1]["variable"] = json!(4),
            "this report is damaged: trace.steps[2].events[1].variable is 4, but there are 4 variables",
        ),
        (
            |v| v["trace"]["steps"][4]["events"][0]["variable"] = json!(4),
            "this report is damaged: trace.steps[4].events[0].variable is 4, but there are 4 variables",
        ),
        (
            |v| v["trace"]["variables"][2]["thread"] = json!(3),
            "this report is damaged: trace.variables[2].thread is 3, but there are 3 threads",
        ),
        (
            |v| v["trace"]["threads"][1]["number"] = json!(2),
            "this report is damaged: trace.threads[1].number is 2, but threads are listed in the order of their numbers",
        ),
        (
            |v| v["trace"]["threads"][1]["created"]["by"] = json!(5),
            "this report is damaged: trace.threads[1].created.by is 5, but there are 3 threads",
        ),
        (
            |v| v["trace"]["violation"]["thread"] = json!(3),
            "this report is damaged: trace.violation.thread is 3, but there are 3 threads",
        ),
        (
            |v| v["trace"]["violation"]["related"][1]["step"] = json!(15),
            "this report is damaged: trace.violation.related[1].step is 15, but there are 15 steps",
        ),
        (
            |v| v["trace"]["violation"]["stacks"][0]["thread"] = json!(3),
            "this report is damaged: trace.violation.stacks[0].thread is 3, but there are 3 threads",
        ),
        (
            |v| v["trace"]["repeat"]["inputs"] = json!([{"thread": 3, "bits": "0"}]),
            "this report is damaged: trace.repeat.inputs[0].thread is 3, but there are 3 threads",
        ),
    ];
    for (damage, expected) in table {
        let mut value = sample();
        damage(&mut value);
        let error = report_json::read(&value.to_string()).expect_err(expected);
        assert_eq!(without_column(&error.to_string()), *expected);
    }
}

#[test]
fn what_is_not_json_is_said_with_its_place() {
    for (text, expected) in [
        (
            "",
            "this is not JSON: line 1, column 0: EOF while parsing a value",
        ),
        (
            "{\n  \"version\": 1,\n  oops\n}",
            "this is not JSON: line 3, column 3: key must be a string",
        ),
        (
            "{} {}",
            "this is not JSON: line 1, column 4: trailing characters",
        ),
    ] {
        let error = report_json::read(text).expect_err(expected);
        assert_eq!(error.to_string(), expected);
    }
    // Deep nesting is refused by the reader of JSON, not by the end of the stack.
    assert!(report_json::read(&"[".repeat(100_000)).is_err());
}

#[test]
fn the_schema_in_the_documentation_is_up_to_date() {
    let path = samples::folder("").join("../../../docs/report.schema.json");
    let schema = json_schema::schema();
    if std::env::var_os("UNSPOOL_BLESS").is_some() {
        std::fs::write(&path, &schema).unwrap();
    }
    let documented = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        documented == schema,
        "docs/report.schema.json is out of date: run this test with UNSPOOL_BLESS=1"
    );
}

#[test]
fn reports_satisfy_the_schema_and_broken_ones_do_not() {
    let schema: Value = serde_json::from_str(&json_schema::schema()).unwrap();
    assert_eq!(
        schema["$schema"],
        "https://json-schema.org/draft/2020-12/schema"
    );
    let validator = jsonschema::validator_for(&schema).unwrap();
    for name in samples::TRACES {
        // What we write, and the sample as it stands in its file.
        for text in [
            report_json::write(&samples::report(name)),
            samples::text(name),
        ] {
            let value = serde_json::from_str(&text).unwrap();
            if let Err(error) = validator.validate(&value) {
                panic!("{name}: {}: {error}", error.instance_path());
            }
        }
    }
    // Every field that must be there, of every object of the sample: without it the schema and the reader both complain.
    let good = sample();
    let mut paths = Vec::new();
    collect_fields(&good, String::new(), &mut paths);
    let (mut required, mut optional) = (0, 0);
    for path in paths {
        let mut broken = good.clone();
        let (parent, field) = path.rsplit_once('/').unwrap();
        broken
            .pointer_mut(parent)
            .unwrap()
            .as_object_mut()
            .unwrap()
            .remove(field);
        let is_valid = validator.is_valid(&broken);
        // An event without what is optional may refer to less, but is read.
        assert_eq!(
            report_json::read(&broken.to_string()).is_ok(),
            is_valid,
            "the schema and the reader differ about {path}"
        );
        match is_valid {
            true => optional += 1,
            false => required += 1,
        }
    }
    assert!(required > 100 && optional > 5, "{required} {optional}");
}

fn sample() -> Value {
    serde_json::from_str(&samples::text("counter")).unwrap()
}

fn collect_fields(value: &Value, path: String, paths: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                paths.push(format!("{path}/{name}"));
                collect_fields(field, format!("{path}/{name}"), paths);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect_fields(item, format!("{path}/{index}"), paths);
            }
        }
        _ => {}
    }
}

/// Columns in a line of thousands say nothing to the reader of a test.
fn without_column(message: &str) -> String {
    match message.split_once("column ") {
        None => message.to_owned(),
        Some((before, after)) => {
            let rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
            format!("{before}column NUMBER{rest}")
        }
    }
}
