//! Writes the text for verifiers of a printed program: `verifier_text [--lines] PRELUDE FILE` (`-` is standard input).

use std::io::Read;

use unspool_emit::verifier::{TextOptions, text};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let lines = arguments.first().is_some_and(|first| first == "--lines");
    if lines {
        arguments.remove(0);
    }
    let [prelude, file] = &arguments[..] else {
        return Err("a prelude and a program are wanted".into());
    };
    let prelude = std::fs::read_to_string(prelude)?;
    let mut source = String::new();
    match file.as_str() {
        "-" => std::io::stdin().read_to_string(&mut source)?,
        name => std::fs::File::open(name)?.read_to_string(&mut source)?,
    };
    let program = unspool_ir::text::parse(&source)?;
    let options = TextOptions {
        prelude: &prelude,
        lines,
        ..TextOptions::default()
    };
    print!("{}", text(&program, &options).text);
    Ok(())
}
