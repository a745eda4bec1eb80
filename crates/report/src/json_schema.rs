//! The JSON Schema of a report, derived from the types of `model.rs` and their comments.
//!
//! `docs/report.schema.json` is a copy of this, for who reads reports with a program of their own; a test holds it up to date. The schema says what fields
//! there are; that numbers of files, threads, variables and steps exist is beyond it, and checked by `references.rs`.

use serde_json::json;

use crate::model::{Report, VERSION};

/// The schema (draft 2020-12), indented, with a newline at the end.
pub fn schema() -> String {
    let mut schema = schemars::schema_for!(Report);
    schema.insert(
        "title".to_owned(),
        json!(format!("Report of `unspool check`, version {VERSION}")),
    );
    // A reader refuses other versions, and so does the schema.
    if let Some(version) = schema.pointer_mut("/properties/version") {
        *version = json!({ "description": "Of the format.", "const": VERSION });
    }
    let mut text = serde_json::to_string_pretty(&schema).unwrap_or_default();
    text.push('\n');
    text
}
