//! Small bounded programs, each beside one that differs in what matters.
//!
//! What is asked: in how many rounds and contexts an assertion can fail (`violations`, `ends`, `memory`), which rounds are needed at all (`rounds`), and what the
//! easiest violation to read is (`minimal`).

mod ends;
mod memory;
mod minimal;
mod restrictions;
mod rounds;
mod violations;

use unspool_engine::{
    Answer, Encoding, Engine, EngineConfig, EngineReduction, EngineReductions, SlotNumbers,
};
use unspool_ir::{Program, Property};

fn program(text: &str) -> Program {
    match unspool_ir::text::parse(text) {
        Ok(program) => program,
        Err(error) => panic!("{error:?}\n{text}"),
    }
}

/// Every reduction off in turn, and all of them; every way to encode in which slot a point is.
fn ways() -> Vec<EngineConfig> {
    let (usual, all) = (EngineConfig::default(), EngineReductions::default());
    let mut sets: Vec<EngineReductions> =
        EngineReduction::all().map(|one| all.without(one)).collect();
    sets.push(EngineReductions::NONE);
    let reductions = sets.into_iter().map(|reductions| EngineConfig {
        reductions,
        ..usual.clone()
    });
    let numbers = SlotNumbers::ALL.map(|slot_numbers| EngineConfig {
        slot_numbers,
        ..usual.clone()
    });
    reductions.chain(numbers).collect()
}

/// Whether the question has an answer; the same in all ways.
fn ask(text: &str, encoding: Encoding, question: impl Fn(&mut Engine<'_>) -> Answer) -> bool {
    let program = program(text);
    let answers = ways().into_iter().map(|way| {
        let config = EngineConfig { encoding, ..way };
        let mut engine = Engine::new(&program, config).expect("a bounded program");
        match question(&mut engine) {
            Answer::Found(_) => true,
            Answer::None => false,
            Answer::Stopped(stopped) => panic!("{stopped:?}"),
        }
    });
    let answers: Vec<bool> = answers.collect();
    assert!(
        answers.iter().all(|answer| *answer == answers[0]),
        "{answers:?}"
    );
    answers[0]
}

fn fails(text: &str, encoding: Encoding) -> bool {
    ask(text, encoding, |engine| {
        engine
            .violation(&[Property::UnreachCall])
            .expect("the solver works")
    })
}

/// The least number of rounds and of contexts in which an assertion fails.
fn least(text: &str) -> (Option<u32>, Option<u32>) {
    (
        (1..6).find(|&rounds| fails(text, Encoding::Rounds(rounds))),
        (1..8).find(|&contexts| fails(text, Encoding::Contexts(contexts))),
    )
}

fn needs_last_round(text: &str, rounds: u32) -> bool {
    ask(text, Encoding::Rounds(rounds), |engine| {
        engine.longer_schedule().expect("the solver works")
    })
}

/// A program of a main thread and one other.
fn two(globals: &str, main: &str, other: &str) -> String {
    format!(
        "entry @main\n{globals}\n\
         function @other(%arg.0: *void) {{\n  reg %1, %2: i32\n  reg %3: bool\n  reg %4: *i32\nb0:\n{other}}}\n\
         function @main() -> i32 {{\n  reg %0, %1, %2: i32\n  reg %3: bool\n  reg %4: *i32\nb0:\n{main}}}\n"
    )
}

/// A program of a main thread and others, whose functions are `@first`, `@second`, ...
fn several(globals: &str, main: &str, others: &[&str]) -> String {
    let registers = "  reg %0, %1, %2: i32\n  reg %3: bool\n  reg %4: *i32\n";
    let names = ["first", "second", "third"];
    let others: Vec<String> = names
        .iter()
        .zip(others)
        .map(|(name, text)| format!("function @{name}(%arg.5: i32) {{\n{registers}b0:\n{text}}}\n"))
        .collect();
    numbered(&format!(
        "entry @main\n{globals}\n{}function @main() -> i32 {{\n{registers}b0:\n{main}}}\n",
        others.concat()
    ))
}

/// Points have the numbers that the order of the text gives them.
fn numbered(text: &str) -> String {
    let mut next = 0;
    let lines = text.lines().map(|line| {
        if line.starts_with("function") {
            next = 0;
        }
        match line.trim_start().strip_prefix("point ") {
            Some(rest) => {
                let (_, rest) = rest.split_once(' ').expect("an instruction");
                next += 1;
                format!("  point {} {rest}\n", next - 1)
            }
            None => format!("{line}\n"),
        }
    });
    lines.collect()
}

const X: &str = "global @x: i32 = {}\nglobal @y: i32 = {}";
const SPAWN: &str = "  %0 = spawn thread 1 &@other, 0:*void\n";
