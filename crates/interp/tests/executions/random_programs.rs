//! Random small concurrent programs: what the search finds does not depend on its reduction, and random runs
//! end in no other way.

use std::collections::BTreeSet;

use crate::harness::{explore_all, main_that_runs, program, run_seed};
use unspool_interp::schedule::prng::Prng;
use unspool_interp::{Config, Exploration, ExploreConfig, Observation, Outcome};
use unspool_ir::{PointId, Program};

const GLOBALS: &str = "global @x: i32 = {}
global @y: i32 = {}
global @p: *i32 = {}
";

/// A thread of a few random operations on globals, its own variable, the heap and published pointers.
fn random_thread(prng: &mut Prng, name: &str, operations: u64) -> String {
    let mut body = String::new();
    let mut block = 0;
    for _ in 0..operations {
        let global = ["x", "y"][prng.below(2) as usize];
        let number = prng.below(3);
        body += &match prng.below(12) {
            0 => format!("  %1 = load @{global}\n"),
            1 => format!("  store @{global} = {number}:i32\n"),
            2 => format!("  store @{global} = %1 + 1:i32\n"),
            3 => format!("  %1 = rmw add seq_cst @{global}, 1:i32\n"),
            4 => "  store @p = &$own.0\n".to_string(),
            5 => "  store $own.0 = %1\n".to_string(),
            6 => "  %1 = load $own.0\n".to_string(),
            7 | 8 => {
                block += 2;
                let (then, after) = (block - 1, block);
                let access = match prng.below(3) {
                    0 => "free heap %3",
                    1 => "%1 = load *%3",
                    _ => "store *%3 = %1",
                };
                format!(
                    "  %3 = load @p\n  branch %3 == 0:*i32, b{after}, b{then}\nb{then}:\n  {access}\n  goto b{after}\nb{after}:\n"
                )
            }
            9 => format!(
                "  %2 = alloc heap 4:u64\n  store *(%2 as *i32) = {number}:i32\n  store @p = %2 as *i32\n  store *(%2 as *i32) = %1\n"
            ),
            10 => format!(
                "  atomic_begin\n  store $own.0 = 4:i32\n  %1 = load @{global}\n  wait_until %1 < 2:i32\n  store @{global} = %1 + 1:i32\n  atomic_end\n"
            ),
            _ => "  assert %1 != 2:i32, unreach-call, \"two\"\n".to_string(),
        };
    }
    format!(
        "function @{name}(%arg.0: *void) {{\n  reg %1: i32\n  reg %2: *void\n  reg %3: *i32\n  slot $own.0: i32\nb0:\n{body}  return\n}}\n"
    )
}

fn ends(exploration: &Exploration) -> BTreeSet<String> {
    exploration
        .found
        .iter()
        .map(|found| end(&found.outcome, &found.observed))
        .collect()
}

fn end(outcome: &Outcome, observed: &[Observation]) -> String {
    format!("{outcome:?} {observed:?}")
}

#[test]
fn outcomes_do_not_depend_on_the_reduction() {
    let mut kinds = BTreeSet::new();
    for seed in 0..120 {
        let mut prng = Prng::new(seed);
        let text = format!(
            "{GLOBALS}{}{}{}",
            random_thread(&mut prng, "left", 4 + seed % 3),
            random_thread(&mut prng, "right", 4),
            main_that_runs(&["left", "right"])
        );
        let program = program(&text);
        let mut config = ExploreConfig {
            config: Config {
                observe: vec!["x".to_string(), "y".to_string()],
                ..ExploreConfig::default().config
            },
            ..ExploreConfig::default()
        };
        let reduced = explore_all(&program, &config);
        config.config.skip_private_steps = false;
        let full = explore_all(&program, &config);
        assert_eq!(ends(&reduced), ends(&full), "seed {seed}\n{text}");
        assert!(reduced.states <= full.states);
        config.config.skip_private_steps = true;
        for run_number in 0..10 {
            let run = run_seed(&program, &config.config, run_number);
            let found = end(&run.outcome, &run.observed);
            assert!(
                ends(&reduced).contains(&found),
                "seed {seed}: {found}\n{text}"
            );
        }
        for outcome in reduced.outcomes() {
            let name = format!("{outcome:?}");
            kinds.insert(
                name.split([' ', '{'])
                    .next()
                    .unwrap_or_default()
                    .to_string(),
            );
        }
    }
    // The generator is worth something only if it makes all these happen.
    for kind in ["Finished", "AssertionFailed", "Deadlock", "MemoryError"] {
        assert!(kinds.contains(kind), "{kinds:?}");
    }
}

/// Puts a visible point before each instruction and terminator for which the answer is yes.
fn put_points(program: &mut Program, mut wanted: impl FnMut() -> bool) {
    for body in program.functions.iter_mut().filter_map(|f| f.body.as_mut()) {
        let mut number = 0;
        let mut point = || {
            number += 1;
            wanted().then_some(PointId(number - 1))
        };
        for block in &mut body.blocks {
            for inst in &mut block.insts {
                inst.point = point();
            }
            block.point = point();
        }
    }
}

#[test]
fn points_everywhere_change_nothing_and_fewer_leave_out_executions_only() {
    let mut fewer = 0;
    for seed in 3000..3080 {
        let mut prng = Prng::new(seed);
        let text = format!(
            "{GLOBALS}{}{}{}",
            random_thread(&mut prng, "left", 4 + seed % 3),
            random_thread(&mut prng, "right", 4),
            main_that_runs(&["left", "right"])
        );
        let mut program = program(&text);
        let mut config = ExploreConfig::default();
        config.config.observe = vec!["x".to_string(), "y".to_string()];
        let without_points = explore_all(&program, &config);
        put_points(&mut program, || true);
        let everywhere = explore_all(&program, &config);
        assert_eq!(
            ends(&everywhere),
            ends(&without_points),
            "seed {seed}\n{text}"
        );
        for _ in 0..4 {
            put_points(&mut program, || prng.below(3) == 0);
            let some = explore_all(&program, &config);
            assert!(
                ends(&some).is_subset(&ends(&everywhere)),
                "seed {seed}\n{}",
                unspool_ir::text::print(&program)
            );
            assert!(some.states <= everywhere.states);
            fewer += usize::from(ends(&some).len() < ends(&everywhere).len());
        }
    }
    assert!(fewer > 20, "{fewer}");
}

#[test]
fn outcomes_do_not_depend_on_the_merging_of_states() {
    for seed in 1000..1060 {
        let mut prng = Prng::new(seed);
        let text = format!(
            "{GLOBALS}{}{}{}",
            random_thread(&mut prng, "left", 3),
            random_thread(&mut prng, "right", 2),
            main_that_runs(&["left", "right"])
        );
        let program = program(&text);
        let mut config = ExploreConfig::default();
        config.config.observe = vec!["x".to_string(), "y".to_string()];
        let merged = explore_all(&program, &config);
        config.merge_states = false;
        let all_paths = explore_all(&program, &config);
        assert_eq!(ends(&merged), ends(&all_paths), "seed {seed}\n{text}");
        assert!(merged.states < all_paths.states);
    }
}

#[test]
fn every_race_that_is_found_can_be_replayed() {
    let mut races = 0;
    for seed in 2000..2080 {
        let mut prng = Prng::new(seed);
        let text = format!(
            "{GLOBALS}{}{}{}",
            random_thread(&mut prng, "left", 4),
            random_thread(&mut prng, "right", 4),
            main_that_runs(&["left", "right"])
        );
        let mut config = ExploreConfig::default();
        config.config.detect_races = true;
        // This replays all that is found.
        let exploration = explore_all(&program(&text), &config);
        let is_race = |outcome: &&Outcome| matches!(outcome, Outcome::Race { .. });
        races += exploration.outcomes().filter(is_race).count();
    }
    assert!(races > 100, "{races}");
}
