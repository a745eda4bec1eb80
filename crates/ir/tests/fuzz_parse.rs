//! No input makes the parser, the verifier or the printer panic, loop or overflow the stack.
//!
//! Inputs are random tokens and mutations of good programs, from a generator with fixed seeds.

use unspool_ir::text::{parse, print};
use unspool_ir::verify::verify;

const SEEDS: &[&str] = &[
    include_str!("programs/data.ir"),
    include_str!("programs/code.ir"),
];

/// Whatever parses is printed to something that parses and prints the same, if the verifier likes it.
fn exercise(text: &str) {
    let Ok(program) = parse(text) else {
        return;
    };
    let printed = print(&program);
    if verify(&program).is_ok() {
        let again = parse(&printed).unwrap_or_else(|error| panic!("{error}\n{printed}"));
        assert_eq!(print(&again), printed);
        assert_eq!(verify(&again), Ok(()));
    }
}

#[test]
fn mutated_programs() {
    let mut random = Random(1);
    let tokens = tokens();
    for round in 0..6000 {
        let mut text: Vec<u8> = SEEDS[round % SEEDS.len()].as_bytes().to_vec();
        for _ in 0..1 + random.below(4) {
            mutate(&mut text, &mut random, &tokens);
        }
        exercise(&String::from_utf8_lossy(&text));
    }
}

#[test]
fn random_tokens() {
    let mut random = Random(2);
    let tokens = tokens();
    for _ in 0..3000 {
        let mut text = String::new();
        for _ in 0..random.below(60) {
            text.push_str(tokens[random.below(tokens.len())]);
            text.push_str([" ", "", "\n"][random.below(3)]);
        }
        exercise(&text);
        exercise(&format!(
            "global @g: i32\nfunction @f(%0: i32) {{ reg %1: bool b0: {text}"
        ));
    }
}

#[test]
fn random_characters() {
    let mut random = Random(3);
    let alphabet: Vec<char> = "@%$\"\\!.:{}()[]*&-+<>=,0123456789abfex_ \nétrue\u{0}\u{2028}ß٣"
        .chars()
        .collect();
    for _ in 0..20_000 {
        let length = random.below(40);
        let text: String = (0..length)
            .map(|_| alphabet[random.below(alphabet.len())])
            .collect();
        exercise(&text);
    }
}

#[test]
fn truncated_programs() {
    for seed in SEEDS {
        for end in (0..seed.len())
            .filter(|end| seed.is_char_boundary(*end))
            .step_by(3)
        {
            exercise(&seed[..end]);
        }
    }
}

/// Each opening repeated far beyond any limit.
#[test]
fn deep_nesting() {
    const DEPTH: usize = 20_000;
    for opening in [
        "(",
        "-",
        "~",
        "!",
        "&",
        "&(",
        "&*",
        "(&",
        "*",
        "(*",
        "[",
        "{",
        "(%0 + ",
        "-(",
        "&(*",
        "(%0 ? ",
        "&@g[",
        "&(*&@g[",
        "%0->",
        "1:*",
        "1:[1 x ",
        "1:fn(",
        "1:fn() -> ",
        "&@g.x",
    ] {
        let deep = opening.repeat(DEPTH);
        for start in ["%0 = ", "%0 = load ", "call *", "store ", ""] {
            exercise(&format!(
                "global @g: [4 x i32]\nfunction @f(%0: i32) {{\nb0:\n  {start}{deep}\n  return\n}}\n"
            ));
        }
        exercise(&format!("global @g: {deep}i32"));
        exercise(&format!("global @g: i8 = {{ 0: {deep}"));
        exercise(&deep);
    }
}

/// What tokens look like, and some that come close.
fn tokens() -> Vec<&'static str> {
    let mut tokens: Vec<&str> = SEEDS
        .iter()
        .flat_map(|seed| seed.split_whitespace())
        .collect();
    tokens.extend([
        "4294967295",
        "4294967296",
        "18446744073709551615",
        "18446744073709551616",
        "b4294967295",
        "%4294967295",
        "$4294967295",
        "%4294967296",
        "0x",
        "1e",
        "1e999:f64",
        "-",
        "!f4294967295:1:1",
        "340282366920938463463374607431768211456",
        "\"\\x\"",
        "\"\\xff\"",
        "@\"\\xff\"",
        "struct list",
        "[18446744073709551615 x [18446744073709551615 x i8]]",
        "size 18446744073709551615",
    ]);
    tokens.sort_unstable();
    tokens.dedup();
    tokens
}

fn mutate(text: &mut Vec<u8>, random: &mut Random, tokens: &[&str]) {
    if text.is_empty() {
        return;
    }
    let at = random.below(text.len());
    let end = (at + 1 + random.below(12)).min(text.len());
    match random.below(6) {
        0 => drop(text.drain(at..end)),
        1 => text[at] = random.below(256) as u8,
        2 => {
            let piece = text[at..end].to_vec();
            let to = random.below(text.len());
            text.splice(to..to, piece);
        }
        3 => {
            let token = tokens[random.below(tokens.len())];
            text.splice(at..at, token.bytes());
        }
        // Replaces a whole word, so that more of the results parse.
        _ => {
            let start = text[..at]
                .iter()
                .rposition(|b| *b == b' ')
                .map_or(0, |p| p + 1);
            let end = text[at..]
                .iter()
                .position(|b| *b == b' ')
                .map_or(text.len(), |p| at + p);
            let token = tokens[random.below(tokens.len())];
            text.splice(start.min(end)..end, token.bytes());
        }
    }
}

/// Marsaglia's xorshift: small, and the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 11) as usize % bound
    }
}
