//! What is wrong with a program, and where: one small program for every message of lowering.
//!
//! The tables in `lowering_errors/` have a program to a line and below it, indented, everything that must be said of it, no more and no
//! less: so a wrong position, a missing message, or an error reported again as its own consequence shows up. Where a compiler only
//! warns, so do we. What we accept although C forbids it is not listed: the address of a `register` variable, a jump into the scope
//! of a variable-length array, an assignment to a member of what a function returned.

use unspool_cfront::{Compilation, DiagnosticKind, Input, Origin, Settings, compile};
use unspool_ir::DataModel;

const TABLES: &[(&str, &str)] = &[
    (
        "declarations",
        include_str!("lowering_errors/declarations.txt"),
    ),
    ("records", include_str!("lowering_errors/records.txt")),
    (
        "initialisers",
        include_str!("lowering_errors/initialisers.txt"),
    ),
    ("statements", include_str!("lowering_errors/statements.txt")),
    (
        "expressions",
        include_str!("lowering_errors/expressions.txt"),
    ),
];

/// Two lines to an entry: two files that are compiled together.
const FILES: &str = include_str!("lowering_errors/files.txt");

/// Odd, but nothing that needs a word.
const ACCEPTED: &str = include_str!("lowering_errors/accepted.txt");

/// Consecutive lines that are not indented, with the indented ones below them.
fn entries(table: &str) -> Vec<(Vec<&str>, Vec<&str>)> {
    let mut entries: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    for line in table.lines() {
        match (line.strip_prefix("    "), entries.last_mut()) {
            (Some(expected), Some((_, list))) => list.push(expected),
            (_, Some((programs, expected))) if expected.is_empty() => programs.push(line),
            _ => entries.push((vec![line], Vec::new())),
        }
    }
    entries
}

fn compiled(files: &[(&str, &str)], model: DataModel) -> Compilation {
    let inputs = files
        .iter()
        .map(|(name, text)| Input {
            name: name.to_string(),
            text: text.as_bytes().to_vec(),
            origin: Origin::User,
        })
        .collect();
    compile(inputs, &Settings::new(model), |_| Vec::new()).expect("the text is small")
}

/// `file:line:column kind: message`, one for each diagnostic.
fn said(compilation: &Compilation) -> Vec<String> {
    let map = &compilation.map;
    let lines = compilation.diagnostics.iter().map(|diagnostic| {
        let place = map.location(diagnostic.primary.lo).expect("a place");
        let kind = match diagnostic.kind {
            DiagnosticKind::Error => "error",
            DiagnosticKind::Warning => "warning",
            DiagnosticKind::Unsupported => "unsupported",
        };
        let file = map.file_name(place.file);
        let (line, column, message) = (place.line, place.column, &diagnostic.message);
        format!("{file}:{line}:{column} {kind}: {message}")
    });
    lines.collect()
}

#[test]
fn tables() {
    let mut count = 0;
    // All differences at once: a table is read as a whole.
    let mut differences = String::new();
    for (name, table) in TABLES {
        for (programs, expected) in entries(table) {
            let [text] = programs.as_slice() else {
                panic!("{name}: two programs without a diagnostic: {programs:#?}");
            };
            count += 1;
            let compilation = compiled(&[("t.c", text)], DataModel::Lp64);
            let expected: Vec<String> = expected.iter().map(|line| format!("t.c:{line}")).collect();
            let said = said(&compilation);
            if said != expected {
                differences += &format!("{name}: {text}\n  expected {expected:#?}\n  {said:#?}\n");
            }
            let refused = said.iter().any(|line| !line.contains(" warning: "));
            assert_eq!(refused, compilation.program.is_none(), "{text}");
        }
    }
    assert!(differences.is_empty(), "{differences}");
    assert!(count > 200);
}

#[test]
fn two_files() {
    // Pairs of which nothing is said stand before the next pair.
    for (programs, expected) in entries(FILES) {
        for (position, pair) in programs.chunks(2).enumerate() {
            let [a, b] = pair else {
                panic!("a file is missing: {programs:#?}");
            };
            let compilation = compiled(&[("a.c", a), ("b.c", b)], DataModel::Lp64);
            let is_last = 2 * (position + 1) == programs.len();
            let expected: &[&str] = if is_last { &expected } else { &[] };
            assert_eq!(said(&compilation), expected, "{a}\n{b}");
        }
    }
}

#[test]
fn accepted() {
    for text in ACCEPTED.lines() {
        for model in [DataModel::Lp64, DataModel::Ilp32] {
            let compilation = compiled(&[("t.c", text)], model);
            assert_eq!(said(&compilation), Vec::<String>::new(), "{text}");
            assert!(compilation.program.is_some());
        }
    }
}

/// A body with many errors: each is reported, in order.
#[test]
fn every_statement_is_looked_at() {
    let mut text = String::from("int f(int a) {\n");
    for number in 0..200 {
        text += &format!("  if (a == {number}) a = missing_{number};\n");
    }
    text += "  return a;\n}\n";
    let said = said(&compiled(&[("t.c", &text)], DataModel::Lp64));
    assert_eq!(said.len(), 200);
    for (number, line) in said.iter().enumerate() {
        let column = format!("  if (a == {number}) a = ").len() + 1;
        let expected = format!(
            "t.c:{}:{column} error: `missing_{number}` is not declared",
            number + 2
        );
        assert_eq!(*line, expected);
    }
}
