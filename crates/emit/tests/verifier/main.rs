//! The text for verifiers: what it looks like, and that compilers and CBMC take it.
//!
//! `texts/NAME.ir` is a program, `texts/NAME.c` its text without what stands in front. `UNSPOOL_BLESS=1` writes the latter anew.

mod shapes;
mod tools;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use unspool_emit::Position;
use unspool_emit::verifier::{COMMON, TextOptions, text};
use unspool_ir::{Program, Terminator};

/// As svcomp's verifiers want it.
const PRELUDE: &str = include_str!("prelude.h");

#[test]
fn texts_are_as_expected() {
    let mut wrong = Vec::new();
    for path in programs() {
        let program = read(&path);
        let found = text(&program, &options(&path, &program)).text;
        let found = found.split_once(COMMON).map_or("", |(_, rest)| rest);
        let expected = path.with_extension("c");
        if std::env::var_os("UNSPOOL_BLESS").is_some() {
            std::fs::write(&expected, found).expect("write the expectation");
        } else if std::fs::read_to_string(&expected).ok().as_deref() != Some(found) {
            wrong.push(format!("{}:\n{found}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "not as expected: {}", wrong.join("\n"));
}

#[test]
fn texts_are_accepted() {
    for path in programs() {
        let program = read(&path);
        let mut options = options(&path, &program);
        for lines in [false, true] {
            options.lines = lines;
            let text = text(&program, &options).text;
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            tools::compile(&format!("{name}-{lines}"), &text);
        }
    }
}

#[test]
fn cbmc_reads_texts() {
    for path in programs() {
        let program = read(&path);
        let text = text(&program, &options(&path, &program)).text;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        tools::parse_with_cbmc(&name, &text);
    }
}

/// What CBMC says of a program with an assertion that holds, and one that does not.
#[test]
fn cbmc_judges_texts() {
    let source = |bound: u32| {
        format!(
            r#"datamodel lp64
entry @start
global @table: [4 x i32] = {{}}
function @start() {{
  reg %0, %1, %2: i32
b0:
  %0 = nondet
  %1 = load @table[%0]
  store @table[%0] = %1 + 3:i32
  %2 = load @table[%0]
  assert (%2 + %0) < {bound}:i32, unreach-call, "small"
  return
}}
"#
        )
    };
    for (bound, holds) in [(7, true), (6, false)] {
        let program = unspool_ir::text::parse(&source(bound)).expect("a program");
        let options = TextOptions {
            prelude: include_str!("cbmc.h"),
            ..TextOptions::default()
        };
        let text = text(&program, &options).text;
        let verdict = tools::judge_with_cbmc(&format!("judged-{bound}"), &text);
        assert!(verdict.is_none_or(|it| it == holds), "{bound}");
    }
}

/// Names of variables lead back to registers and globals.
#[test]
fn names_are_told() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verifier/texts/early_reads.ir");
    let program = read(&path);
    let text = text(&program, &TextOptions::default());
    let names: Vec<&str> = text.registers.values().map(String::as_str).collect();
    assert_eq!(names, ["a", "b", "c", "t4"]);
    let globals: Vec<&str> = text.globals.values().map(String::as_str).collect();
    assert_eq!(globals, ["x"]);
}

/// The schema of Figure 6 marks its jumps, its counters and its comments; of other programs nothing is known.
fn options(path: &Path, program: &Program) -> TextOptions<'static> {
    let mut options = TextOptions {
        prelude: PRELUDE,
        ..TextOptions::default()
    };
    if !path.ends_with("figure_6.ir") {
        return options;
    }
    let function = program.function_named("P").expect("a function");
    let body = program.function(function).body.as_ref().expect("a body");
    let points = HashMap::from([
        (0, "J(0,1)"),
        (2, "J(1,2)"),
        (4, "J(2,3)"),
        (6, "J(3,4)"),
        (9, "J(4,5)"),
    ]);
    let mut position = 0;
    for (number, block) in body.blocks.iter().enumerate() {
        if let Some(comment) = points.get(&number) {
            let at = Position { function, position };
            options.comments.insert(at, comment.to_string());
        }
        position += block.insts.len() as u32;
        if points.contains_key(&number) && matches!(block.terminator, Terminator::Branch { .. }) {
            options.jumps.insert(Position { function, position });
        }
        position += 1;
    }
    for (index, global) in program.globals.iter().enumerate() {
        let id = unspool_ir::GlobalId::new(index);
        if ["pc", "ct", "cs"].contains(&global.name.as_str()) {
            options.counters.insert(id, 4);
            options.trusted.insert(id);
        }
    }
    options
        .function_comments
        .insert(function, "thread 1".to_string());
    options
}

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verifier/texts");
    let entries = std::fs::read_dir(folder).expect("the folder of programs");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut programs: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|it| it == "ir"))
        .collect();
    programs.sort();
    assert!(!programs.is_empty());
    programs
}

fn read(path: &Path) -> Program {
    let source = std::fs::read_to_string(path).expect("read the program");
    let name = path.display();
    let program =
        unspool_ir::text::parse(&source).unwrap_or_else(|error| panic!("{name}: {error}"));
    if let Err(errors) = unspool_ir::verify::verify(&program) {
        panic!("{name}: {}", errors[0]);
    }
    program
}
