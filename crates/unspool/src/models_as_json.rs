//! What is modelled, for other programs: `unspool models --json`.

use serde_json::{Value, json};
use unspool_models::{FileDocumentation, reached_from};

/// A list of files. Ends with a newline.
pub fn print(files: &[FileDocumentation]) -> String {
    let files: Vec<Value> = files.iter().map(value).collect();
    format!("{:#}\n", Value::from(files))
}

fn value(file: &FileDocumentation) -> Value {
    let assumptions = file.assumptions.iter();
    let assumptions = assumptions.map(|a| json!({ "about": a.about, "text": a.text }));
    let functions = file.functions.iter().map(|function| {
        let switches = reached_from(&function.name).switches;
        json!({
            "name": function.name,
            "signature": function.signature,
            "comment": function.comment,
            "line": function.line,
            "switches": switches.iter().map(|switch| switch.name).collect::<Vec<_>>(),
        })
    });
    json!({
        "file": file.file,
        "headers": file.headers,
        "title": file.title,
        "essay": file.essay,
        "assumptions": assumptions.collect::<Vec<_>>(),
        "functions": functions.collect::<Vec<_>>(),
        "macros": file.macros,
    })
}
