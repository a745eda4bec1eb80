//! Validation of documents: JSON Schema in this process, XML by `xmllint`, which not every machine has. A test without it says so on the terminal and
//! passes, unless the variable UNSPOOL_REQUIRE_TOOLS is set.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use jsonschema::Validator;
use serde_json::Value;

use crate::samples;

/// The validator for a JSON Schema in `tests/schemas`.
pub fn json_validator(name: &str) -> Validator {
    let text = std::fs::read_to_string(path(name)).unwrap();
    // The pattern of language tags in the schema of SARIF has a bracket too many, which is not a regular expression to all readers.
    let text = text.replace("{2}]?$", "{2}$");
    let schema: Value = serde_json::from_str(&text).unwrap();
    jsonschema::options()
        .should_validate_formats(true)
        .build(&schema)
        .unwrap()
}

/// What a validator has against a value, if anything.
pub fn complaint(validator: &Validator, value: &Value) -> Option<String> {
    let error = validator.validate(value).err()?;
    Some(format!("{}: {error}", error.instance_path()))
}

/// Removes the field of an object at a JSON pointer.
pub fn remove(value: &mut Value, pointer: &str) {
    let (parent, field) = pointer.rsplit_once('/').unwrap();
    let parent = value
        .pointer_mut(parent)
        .unwrap_or_else(|| panic!("{pointer}"));
    match parent {
        Value::Object(fields) => assert!(fields.remove(field).is_some(), "{pointer}"),
        Value::Array(items) => drop(items.remove(field.parse().unwrap())),
        _ => panic!("{pointer}"),
    }
}

/// The languages of schemas for XML.
#[derive(Clone, Copy)]
pub enum XmlSchema {
    /// `--schema`.
    Xsd(&'static str),
    /// `--relaxng`.
    RelaxNg(&'static str),
}

/// What `xmllint` has against a document, or nothing; none if there is no `xmllint`.
pub fn xml_complaint(test: &str, schema: XmlSchema, document: &str) -> Option<Option<String>> {
    let (option, name) = match schema {
        XmlSchema::Xsd(name) => ("--schema", name),
        XmlSchema::RelaxNg(name) => ("--relaxng", name),
    };
    let child = Command::new("xmllint")
        .args(["--noout", "--nonet", option])
        .arg(path(name))
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        skip(test, "xmllint");
        return None;
    };
    // It may refuse the schema before it reads all of the document.
    child
        .stdin
        .take()
        .unwrap()
        .write_all(document.as_bytes())
        .ok();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    // 3 and 4: the document is not valid; 1: it is not XML. All else is a fault of the schema or the call.
    match output.status.code() {
        Some(0) => Some(None),
        Some(1 | 3 | 4) => Some(Some(said)),
        code => panic!("xmllint ended with {code:?}: {said}"),
    }
}

fn skip(test: &str, tool: &str) {
    assert!(
        std::env::var_os("UNSPOOL_REQUIRE_TOOLS").is_none(),
        "{test} needs {tool}, which is missing, and UNSPOOL_REQUIRE_TOOLS is set"
    );
    // Not `eprintln`, which the test harness hides for tests that pass.
    writeln!(std::io::stderr(), "SKIPPED: {test}: {tool} is missing").ok();
}

fn path(name: &str) -> PathBuf {
    samples::folder("schemas").join(name)
}
