//! Whatever the verifier accepts can be executed: programs mutated line by line and number by number end in
//! some outcome, never in a panic.

use crate::harness::run_seed;
use unspool_interp::schedule::prng::Prng;
use unspool_interp::{Config, ExploreConfig, Uninitialised, explore};

const SEED_PROGRAM: &str = "entry @main
struct pair size 16 align 8 {
  p: *i32 at 0,
  n: i32 at 8
}
global @x: i32 = { 0: 40:i32 }
global @pairs: [3 x struct pair] = { 0: &@x as *i32, 24: 7:i32 }
global @mine: i64 thread_local = {}
function @many(%n.0: i32, ...) -> i32 {
  reg %1: *i8
  reg %2: i32
  reg %3: f80
b0:
  %1 = var_args
  %2 = load *(%1 as *i32)
  %3 = load *((%1 + 16:i32) as *f80)
  return %2 + (%3 as i32)
}
function @make(%n.0: i32) -> struct pair {
  reg %1: struct pair
  reg %2: *void
  slot $r.0: struct pair
b0:
  live $r.0
  %2 = alloc stack (%n.0 as u64)
  store $r.0.p = &@x
  store $r.0.n = %n.0
  %1 = load $r.0
  dead $r.0
  free stack %2
  return %1
}
function @worker(%arg.0: *void) {
  reg %1, %2: i32
  reg %3: struct pair
  reg %4: *i32
  reg %5: bool
b0:
  %1 = load *(%arg.0 as *i32)
  %3 = call @make(%1)
  store @pairs[%1 & 3:i32] = %3
  %4 = load @pairs[1:i32].p
  store @mine = %4 as i64
  %5, %2 = compare_exchange weak acq_rel @x, %1, 41:i32
  %2 = rmw nand seq_cst @pairs[0:i32].n, %1
  fence seq_cst
  output 1:i32, %2
  switch %2 { -3..3 => b1, 9 => b0, else => b2 }
b1:
  %1 = %1 / %2
  %1 = %1 << 4:i32
  goto b2
b2:
  exit_thread
}
function @main() -> i32 {
  reg %0, %1: i32
  reg %2: bool
  reg %3: *void
  reg %4: u64
  slot $arg.0: i32
b0:
  %3 = alloc heap 40:u64
  store *(%3 as *i32) = 2:i32
  store $arg.0 = 3:i32
  %0 = spawn &@worker, %3
  %1 = spawn &@worker, (&$arg.0 as *void)
  %1 = call @many(3:i32, 1:i32, (2:i32 as f80))
  %4 = object_size %3
  atomic_begin
  %2 = finished %0
  wait_until %2
  atomic_end
  %0 = nondet
  assume %0 < 5:i32
  assert %0 != 4:i32, unreach-call, \"four\"
  assert %0 != 3:i32, unreach-call, \"three\", (%3 as *i8) + 30:i32
  free heap %3
  branch %0 == 1:i32, b1, b2
b1:
  exit %1
b2:
  return %0
}
";

/// The same with numbered threads, points before some of what is shared, and origins.
fn with_points() -> String {
    let changes = [
        ("%0 = spawn &", "%0 = spawn thread 3 &"),
        ("%1 = spawn &", "point 0 %1 = spawn thread 1 &"),
        (
            "%5, %2 = compare_exchange",
            "point 1 %5, %2 = compare_exchange",
        ),
        ("fence", "point 2 fence"),
        ("atomic_begin", "point 1 atomic_begin"),
        ("return %0", "point 2 return %0"),
        ("entry @main", "entry @main\nfile f0 \"a.c\""),
        (
            "  reg %5: bool\nb0:",
            "  reg %5: bool\n  origin o0: call @make !f0:3:3\n  origin o1 in o0: iteration 2 !f0:4:4\nb0:",
        ),
        ("fence seq_cst", "fence seq_cst in o0"),
        ("%1 = %1 / %2", "%1 = %1 / %2 in o1"),
    ];
    changes
        .iter()
        .fold(SEED_PROGRAM.to_string(), |text, (old, new)| {
            assert!(text.contains(old), "{old}");
            text.replacen(old, new, 1)
        })
}

fn mutate(prng: &mut Prng, text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    for _ in 0..1 + prng.below(3) {
        let at = prng.below(lines.len() as u64) as usize;
        let other = prng.below(lines.len() as u64) as usize;
        match prng.below(6) {
            0 => {
                lines.remove(at);
            }
            1 => lines.insert(at, lines[other].clone()),
            2 => lines.swap(at, other),
            _ => lines[at] = change_a_number(prng, &lines[at]),
        }
    }
    lines.join("\n") + "\n"
}

fn change_a_number(prng: &mut Prng, line: &str) -> String {
    let digits: Vec<usize> = line
        .char_indices()
        .filter(|(_, c)| c.is_ascii_digit())
        .map(|(i, _)| i)
        .collect();
    let Some(&at) = digits.get(prng.below(digits.len() as u64) as usize) else {
        return line.to_string();
    };
    let new = [
        "0",
        "1",
        "2",
        "5",
        "-1",
        "16",
        "1000000000",
        "99999999999999",
    ];
    let new = new[prng.below(new.len() as u64) as usize];
    format!("{}{new}{}", &line[..at], &line[at + 1..])
}

#[test]
fn mutated_programs_end_in_an_outcome() {
    for original in [SEED_PROGRAM.to_string(), with_points()] {
        // The unchanged program is one that the verifier accepts.
        crate::harness::program(&original);
        execute_mutants(&original);
    }
}

fn execute_mutants(original: &str) {
    let mut executed = 0;
    let mut prng = Prng::new(11);
    for seed in 0..4000 {
        let text = mutate(&mut prng, original);
        let Ok(program) = unspool_ir::text::parse(&text) else {
            continue;
        };
        if unspool_ir::verify::verify(&program).is_err() {
            continue;
        }
        executed += 1;
        let config = Config {
            uninitialised: match seed % 2 {
                0 => Uninitialised::Zero,
                _ => Uninitialised::Input,
            },
            max_instructions: 2000,
            memory_limit: 1 << 20,
            detect_races: seed % 3 == 0,
            ..Config::default()
        };
        for run_number in 0..3 {
            let run = run_seed(&program, &config, run_number);
            assert!(!run.outcome.describe(&program).is_empty());
        }
        let explore_config = ExploreConfig {
            config,
            max_states: 300,
            max_depth: 100,
            ..ExploreConfig::default()
        };
        explore(&program, &explore_config);
    }
    assert!(executed > 300, "{executed}");
}
