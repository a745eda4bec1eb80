//! Programs that are long or deep: the text of a long one is as long, and nothing recurses.

use unspool_emit::verifier::{TextOptions, text};
use unspool_ir::text::parse;

use crate::PRELUDE;

fn text_of(source: &str) -> String {
    let program = parse(source).expect("a program");
    let options = TextOptions {
        prelude: PRELUDE,
        ..TextOptions::default()
    };
    text(&program, &options).text
}

/// Arms inside of arms: nested as deep as is allowed, then jumps.
#[test]
fn deep_nesting_has_an_end() {
    let depth = 20_000;
    let mut source =
        String::from("datamodel lp64\nentry @start\nglobal @x: i32 = {}\nfunction @start() {\n");
    for level in 0..depth {
        source.push_str(&format!("  reg %{level}: i32\n"));
    }
    for level in 0..depth {
        source.push_str(&format!(
            "b{level}:\n  %{level} = load @x\n  branch %{level} == {level}:i32, b{}, b{}\n",
            level + 1,
            2 * depth - level
        ));
    }
    source.push_str(&format!("b{depth}:\n  goto b{}\n", depth + 1));
    for level in 1..depth {
        let block = depth + level;
        source.push_str(&format!(
            "b{block}:\n  store @x = {level}:i32\n  goto b{}\n",
            block + 1
        ));
    }
    source.push_str(&format!("b{}:\n  return\n}}\n", 2 * depth));
    let text = text_of(&source);
    let deepest = text
        .lines()
        .map(|line| line.len() - line.trim_start().len());
    assert!(deepest.max() <= Some(4 * 31));
    assert!(text.contains("goto L"));
}

/// One join after the other, and a way out of each: no quadratic cost, no recursion.
#[test]
fn long_chains_are_written() {
    let blocks = 100_000;
    let mut source = String::from(
        "datamodel lp64\nentry @start\nglobal @x: i32 = {}\nfunction @start() {\n  reg %0: i32\n",
    );
    for block in 0..blocks {
        source.push_str(&format!(
            "b{block}:\n  %0 = load @x\n  branch %0 == {block}:i32, b{blocks}, b{}\n",
            block + 1
        ));
    }
    source.push_str(&format!("b{blocks}:\n  return\n}}\n"));
    let text = text_of(&source);
    let jumps = text.matches("goto").count();
    assert!(jumps >= blocks - 100, "{jumps}");
}
