//! The schema that is published for configuration files says what is read, and what is written.

use serde_json::Value;
use unspool_swarm::configuration::{Configuration, Writer, read};
use unspool_swarm::tiling::Interval;

fn schema() -> jsonschema::Validator {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/swarm-configuration.schema.json"
    );
    let text = std::fs::read_to_string(path).expect("a schema");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let examples = schema["examples"].as_array().expect("examples");
    assert!(examples.iter().all(|example| validator.is_valid(example)));
    validator
}

#[test]
fn what_is_written_is_valid() {
    let interval = |first, last| Interval { first, last };
    let mut text = Vec::new();
    let mut writer = Writer::new(&mut text).expect("memory");
    for number in 0..3 {
        let threads = vec![
            ("main".to_string(), vec![interval(1, number + 1)]),
            ("a \"b\"\n_0".to_string(), vec![]),
            ("c".to_string(), vec![interval(0, 0), interval(7, u32::MAX)]),
        ];
        let name = format!("s{number}");
        let configuration = Configuration { name, threads };
        writer.write(&configuration).expect("memory");
    }
    writer.finish().expect("memory");
    let document: Value = serde_json::from_slice(&text).expect("JSON");
    assert!(schema().is_valid(&document), "{document}");
}

#[test]
fn the_schema_and_the_reader_refuse_the_same() {
    let schema = schema();
    let mut valid = 0;
    for text in [
        "{}",
        r#"{"s0": {}}"#,
        r#"{"s0": {"main": []}, "any name": {"t_0": [[0, 0], [5, 9]]}}"#,
        "[]",
        "3",
        r#"{"s0": []}"#,
        r#"{"s0": {"main": {}}}"#,
        r#"{"s0": {"main": [1, 2]}}"#,
        r#"{"s0": {"main": [[1]]}}"#,
        r#"{"s0": {"main": [[1, 2, 3]]}}"#,
        r#"{"s0": {"main": [["1", 2]]}}"#,
        r#"{"s0": {"main": [[-1, 2]]}}"#,
        r#"{"s0": {"main": [[1, 4294967296]]}}"#,
        r#"{"s0": {"main": [[1, null]]}}"#,
        r#"{"s0": {"main": [[1.5, 2]]}}"#,
    ] {
        let document: Value = serde_json::from_str(text).expect("JSON");
        let is_read = read(text.as_bytes(), None, &mut |_| true).is_ok();
        assert_eq!(schema.is_valid(&document), is_read, "{text}");
        valid += u32::from(is_read);
    }
    assert_eq!(valid, 3);
}
