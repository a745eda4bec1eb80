//! The loops of a program, for other programs: `unspool loops --json`.

use serde_json::{Value, json};

use crate::loop_list::{Kind, Listed};

/// A list, loops first, then functions that call themselves. Ends with a newline.
pub fn print(listed: &[Listed]) -> String {
    let values: Vec<Value> = listed.iter().map(value).collect();
    format!("{:#}\n", Value::from(values))
}

fn value(listed: &Listed) -> Value {
    let (file, line, column) = &listed.place;
    let iterations = match listed.kind {
        Kind::Constant { iterations } => Some(iterations),
        _ => None,
    };
    json!({
        "file": file,
        "line": line,
        "column": column,
        "function": listed.function,
        "library": listed.is_model,
        "kind": listed.kind.name(),
        "iterations": iterations,
        "bound": listed.bound,
        "cut": listed.is_cut.map(|is_cut| is_cut || listed.meets_thread_limit),
    })
}
