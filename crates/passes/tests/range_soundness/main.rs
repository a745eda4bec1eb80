//! No fact is wrong: programs that assert what the analysis claims are explored, and none of these assertions fails.
//!
//! Programs are random: bounded ones as they come out of unwinding, with registers assigned on several paths, memory of
//! many types shared by three threads, conditions of all kinds. Each is analysed, every instruction gets its fact as an
//! assertion behind it, and the interpreter looks for an execution that violates one.

mod claims;
mod flat_memory;
mod generator;

use std::collections::BTreeSet;
use std::path::Path;

use rustc_hash::FxHashMap;

use unspool_interp::input::{Domains, RandomInputs};
use unspool_interp::schedule::prng::Prng;
use unspool_interp::schedule::random::RandomScheduler;
use unspool_interp::{Config, ExploreConfig, Outcome, Uninitialised, explore, run};
use unspool_ir::verify::verify;
use unspool_ir::{BlockId, FunctionId, InstKind, Program, RegId, text};
use unspool_passes::layout::Layout;
use unspool_passes::points_to::{Object, PointsTo};
use unspool_passes::ranges::fold::fold;
use unspool_passes::ranges::{Range, Ranges, listing};

use claims::At;
use flat_memory::{Flat, flatten};

/// How many programs; `UNSPOOL_RANDOM_PROGRAMS` asks for more.
fn seeds() -> u64 {
    let asked = std::env::var("UNSPOOL_RANDOM_PROGRAMS").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(300)
}

fn program(source: &str) -> Program {
    let program = match text::parse(source) {
        Ok(program) => program,
        Err(error) => panic!("{error}\n{source}"),
    };
    if let Err(errors) = verify(&program) {
        panic!("{}\n{source}", errors[0]);
    }
    program
}

fn config(observe: &Program) -> Config {
    Config {
        uninitialised: Uninitialised::Input,
        observe: observe.globals.iter().map(|g| g.name.clone()).collect(),
        ..Config::default()
    }
}

fn is_false_claim(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::AssertionFailed { message, .. } if message.starts_with(claims::PREFIX))
}

/// Executions that reached their end, to see that the test tests something.
#[derive(Default)]
struct Tally {
    finished: usize,
    claims: usize,
    /// Pointers of which the address is known, more or less.
    addresses: usize,
}

fn check(source: &str, seed: u64, tally: &mut Tally) {
    let original = program(source);
    let ranges = Ranges::of(&original, &PointsTo::of(&original)).expect("a bounded program");
    let mut claiming = original.clone();
    tally.claims += claims::insert(&mut claiming, &ranges);
    if let Err(errors) = verify(&claiming) {
        panic!("{}\n{}", errors[0], text::print(&claiming));
    }
    let complain = |outcome: &Outcome| {
        let facts = listing::list(&original, &ranges);
        panic!("seed {seed}: {}\n{source}\n{facts}", outcome.headline());
    };
    for number in 0..40 {
        let mut scheduler = RandomScheduler::new(number, 0);
        let mut inputs = RandomInputs::new(seed * 1000 + number);
        let config = config(&original);
        let run = run(
            &claiming,
            &config,
            &mut scheduler,
            &mut inputs,
            &mut |_, _| {},
        );
        if is_false_claim(&run.outcome) {
            complain(&run.outcome);
        }
        check_globals(&original, &ranges, &run.observed, &complain);
        tally.finished += usize::from(matches!(run.outcome, Outcome::Finished { .. }));
    }
    let exploration = explore(
        &claiming,
        &ExploreConfig {
            config: config(&original),
            domains: Domains {
                integers: vec![0, 5, -1],
            },
            max_states: 400,
            ..ExploreConfig::default()
        },
    );
    for found in &exploration.found {
        if is_false_claim(&found.outcome) {
            complain(&found.outcome);
        }
        check_globals(&original, &ranges, &found.observed, &complain);
    }
}

/// What globals contain in the end is what the analysis says of memory.
fn check_globals(
    program: &Program,
    ranges: &Ranges,
    observed: &[unspool_interp::Observation],
    complain: &impl Fn(&Outcome),
) {
    for observation in observed {
        let globals = program.globals.iter().enumerate();
        let mut named = globals.filter(|(_, global)| global.name == observation.name);
        let Some((index, global)) = named.next() else {
            continue;
        };
        if !program.types.is_integer(global.ty) {
            continue;
        }
        let object = Object::Global(unspool_ir::GlobalId::new(index));
        let range = ranges.of_cell(program, object, 0, global.ty);
        if !range.is_some_and(|range| range.contains(observation.number())) {
            complain(&Outcome::Unsupported {
                what: format!("@{} is {}", observation.name, observation.number()),
                thread: 0,
                span: unspool_ir::Span::NONE,
            });
        }
    }
}

#[test]
fn no_claim_is_ever_violated() {
    let mut tally = Tally::default();
    for seed in 0..seeds() {
        let mut prng = Prng::new(seed);
        check(&generator::program(&mut prng), seed, &mut tally);
    }
    assert!(tally.finished > 2000, "{}", tally.finished);
    assert!(tally.claims > 10_000, "{}", tally.claims);
}

/// Facts about addresses, and about bytes of memory, in executions in which objects lie as the layout says.
#[test]
fn no_claim_about_addresses_is_ever_violated() {
    let mut tally = Tally::default();
    for seed in 0..seeds() {
        let mut prng = Prng::new(seed);
        check_with_layout(&generator::tame_program(&mut prng), seed, &mut tally);
    }
    assert!(tally.finished > 1500, "{}", tally.finished);
    assert!(tally.claims > 10_000, "{}", tally.claims);
    assert!(tally.addresses > 300, "{}", tally.addresses);
}

/// Programs that show what is easily got wrong.
#[test]
fn no_claim_about_chosen_programs_is_violated() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/range_soundness/programs");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        let source = std::fs::read_to_string(&path).expect("a text");
        let mut tally = Tally::default();
        check(&source, 0, &mut tally);
        check_with_layout(&source, 0, &mut tally);
        assert!(
            tally.finished > 20,
            "{}: {}",
            path.display(),
            tally.finished
        );
        count += 1;
    }
    assert!(count > 2);
}

fn check_with_layout(source: &str, seed: u64, tally: &mut Tally) {
    let original = program(source);
    let points_to = PointsTo::of(&original);
    let layout = Layout::of(&original, &points_to).expect("small objects");
    let ranges = Ranges::with_layout(&original, &points_to, Some(&layout));
    let ranges = ranges.expect("a bounded program");
    tally.addresses += known_addresses(&original, &ranges);
    let flat = flatten(&original, &points_to, &layout, &mut Prng::new(seed));
    let mut claiming = flat.program.clone();
    tally.claims += insert_claims(&mut claiming, &original, &flat, &ranges);
    if let Err(errors) = verify(&claiming) {
        panic!("{}\n{}", errors[0], text::print(&claiming));
    }
    for number in 0..40 {
        let mut scheduler = RandomScheduler::new(number, 0);
        let mut inputs = RandomInputs::new(seed * 1000 + number);
        let config = Config::default();
        let ignore = &mut |_, _| {};
        let run = run(&claiming, &config, &mut scheduler, &mut inputs, ignore);
        if is_false_claim(&run.outcome) {
            let facts = listing::list(&original, &ranges);
            let headline = run.outcome.headline();
            let flat = text::print(&claiming);
            panic!("seed {seed}: {headline}\n{source}\n{facts}\n{flat}");
        }
        tally.finished += usize::from(matches!(run.outcome, Outcome::Finished { .. }));
    }
}

/// What is known of the original as assertions in the flat program.
fn insert_claims(program: &mut Program, original: &Program, flat: &Flat, ranges: &Ranges) -> usize {
    let looks: FxHashMap<At, Option<Range>> = flat
        .looks
        .iter()
        .map(|look| {
            let (memory, offset, size) = look.bytes;
            let range = ranges.of_bytes(original, memory, offset, size);
            (look.at, range)
        })
        .collect();
    claims::insert_those(program, &|at, about| {
        let (function, block, index) = at;
        match flat.origins[function.index()][block.index()][index] {
            Some(origin) => Some(claims::fact(ranges, (function, block, origin), about)),
            None => looks.get(&at).copied(),
        }
    })
}

/// Assignments of pointers of which the address is known, but for a few bits.
fn known_addresses(program: &Program, ranges: &Ranges) -> usize {
    let mut count = 0;
    for (index, function) in program.functions.iter().enumerate() {
        let Some(body) = &function.body else { continue };
        for (number, block) in body.blocks.iter().enumerate() {
            for (position, inst) in block.insts.iter().enumerate() {
                let (function, block) = (FunctionId::new(index), BlockId::new(number));
                let range = ranges.of_register_after(function, block, position);
                let is_pointer = |register: RegId| {
                    let ty = body.regs[register.index()].ty;
                    program.types.is_pointer(ty)
                };
                count += usize::from(match inst.kind {
                    InstKind::Load { dst, .. } | InstKind::Assign { dst, .. } => {
                        is_pointer(dst) && range.is_some_and(|range| range.unsigned_bits() < 20)
                    }
                    _ => false,
                });
            }
        }
    }
    count
}

/// What facts decide can be dropped without changing how programs end.
#[test]
fn folding_changes_no_outcome() {
    let (mut folded, mut compared) = (0, 0);
    for seed in 0..seeds() {
        let original = program(&generator::program(&mut Prng::new(seed)));
        let ranges = Ranges::of(&original, &PointsTo::of(&original)).expect("a bounded program");
        let mut changed = original.clone();
        folded += fold(&mut changed, &ranges);
        if let Err(errors) = verify(&changed) {
            panic!("{}\n{}", errors[0], text::print(&changed));
        }
        assert_eq!(unspool_passes::bounded::check(&changed), Ok(()));
        let all = outcomes(&original).zip(outcomes(&changed));
        if let Some((before, after)) = all {
            assert_eq!(before, after, "seed {seed}\n{}", text::print(&original));
            compared += 1;
        }
    }
    assert!(folded > 100, "{folded}");
    assert!(compared > 50, "{compared}");
}

/// None if there are too many states.
fn outcomes(program: &Program) -> Option<BTreeSet<String>> {
    let exploration = explore(
        program,
        &ExploreConfig {
            config: Config {
                uninitialised: Uninitialised::Zero,
                ..config(program)
            },
            max_states: 1000,
            ..ExploreConfig::default()
        },
    );
    let all = exploration.found.iter();
    let all = all.map(|found| format!("{:?} {:?}", found.outcome, found.observed));
    exploration.complete.then(|| all.collect())
}

/// The check itself: a claim that is too strong is noticed.
#[test]
fn a_wrong_claim_would_be_noticed() {
    let source = "entry @main
global @x: i32 = {}
function @main() -> i32 {
  reg %0: i32
b0:
  %0 = load @x
  return %0
}
";
    let original = program(source);
    let ranges = Ranges::of(&original, &PointsTo::of(&original)).expect("a bounded program");
    let mut changed = program(&source.replace("= {}", "= { 0: 7:i32 }"));
    claims::insert(&mut changed, &ranges);
    let exploration = explore(&changed, &ExploreConfig::default());
    assert!(exploration.outcomes().any(is_false_claim));
}
