//! The recorded execution as tables of C.

use super::points::Points;
use super::{ContextEnd, Script};
use crate::literals::string_literal;

pub fn text(script: &Script, points: &Points<'_>) -> String {
    let mut text = String::new();
    let violation = points.violation().map_or(-1, |number| number as i64);
    for (name, value) in [
        ("UNSPOOL_THREADS", i64::from(script.threads)),
        ("UNSPOOL_POINTS", points.len() as i64),
        ("UNSPOOL_VIOLATION_POINT", violation),
    ] {
        text.push_str(&format!("#define {name} {value}\n"));
    }
    for (name, length) in [
        ("UNSPOOL_CONTEXTS", script.contexts.len()),
        ("UNSPOOL_INPUTS", script.inputs.len()),
    ] {
        text.push_str(&format!("#define {name} {length}u\n"));
    }
    text.push_str(&format!(
        "\nstatic const char unspool_violation_text[] = {};\n",
        string_literal(script.violation.as_bytes())
    ));
    text.push_str(
        "\n/* Thread, the point that ends it, passes of the point, where the thread goes on. */\n",
    );
    text.push_str("static const struct unspool_context unspool_contexts[] = {\n");
    for context in &script.contexts {
        let number = |at| points.number(at).unwrap_or(0);
        let end = match context.end {
            ContextEnd::Before(at, pass) => format!("{}, {pass}", number(at)),
            ContextEnd::ThreadEnd => "THREAD_END, 0".to_string(),
            ContextEnd::Violation(_, pass) => format!("VIOLATION, {pass}"),
        };
        let place = string_literal(context.place.as_bytes());
        text.push_str(&format!("    {{{}, {end}, {place}}},\n", context.thread));
    }
    text.push_str("};\n");
    text.push_str("\n/* Thread, point, passes, which variable, first byte, how many, which. */\n");
    text.push_str("static const struct unspool_recorded_input unspool_inputs[] = {\n");
    let mut inputs: Vec<_> = script.inputs.iter().collect();
    inputs.sort_by_key(|input| input.thread);
    for input in inputs {
        let (point, target) = points.target(input.at, input.target).unwrap_or((0, 0));
        let bytes = input.bytes.iter().take(16).map(|byte| format!("{byte:#x}"));
        let bytes: Vec<String> = bytes.collect();
        text.push_str(&format!(
            "    {{{}, {point}, {}, {target}, {}, {}, {{{}}}}},\n",
            input.thread,
            input.pass,
            input.offset,
            bytes.len(),
            bytes.join(", ")
        ));
    }
    // C has no empty tables.
    text.push_str("    {-1, 0, 0, 0, 0, 0, {0}},\n};\n");
    text
}
