//! What every SAT solver has to do. All tests run with CaDiCaL in process and with every known program that is on
//! PATH. Debian's `minisat`, `cadical` and `picosat` have to be there if UNSPOOL_REQUIRE_TOOLS is set; otherwise a missing one
//! is said on the terminal.

mod random;

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use unspool_formula::literal::{Literal, Variable};
use unspool_formula::solver::cadical::{Cadical, Config, Preset};
use unspool_formula::solver::process::ProcessSolver;
use unspool_formula::solver::programs::{self, Output, Program};
use unspool_formula::solver::{Answer, Clauses, Limits, Solver, SolverError, Stopped, memory};

use random::Random;

/// What a busy machine may take for something that should take milliseconds.
const PATIENCE: Duration = Duration::from_secs(30);

/// Held by tests that look at the memory of this process.
static MEMORY: Mutex<()> = Mutex::new(());

// ---- small formulas

#[test]
fn no_clauses() {
    for_every_solver("no_clauses", |solver, _| {
        assert_eq!(answer(solver, &[]), Answer::Satisfiable);
        let a = solver.new_variable();
        assert_eq!(answer(solver, &[a.positive()]), Answer::Satisfiable);
        assert_ne!(solver.value(a.positive()), Some(false));
        assert_eq!(answer(solver, &[a.negative()]), Answer::Satisfiable);
        assert_ne!(solver.value(a.positive()), Some(true));
    });
}

#[test]
fn the_empty_clause() {
    for_every_solver("the_empty_clause", |solver, _| {
        solver.add_clause(&[]);
        assert_eq!(answer(solver, &[]), Answer::Unsatisfiable);
        assert_eq!(solver.failed_assumptions(), []);
        // Nothing helps.
        let a = solver.new_variable().positive();
        solver.add_clause(&[a]);
        assert_eq!(answer(solver, &[a]), Answer::Unsatisfiable);
    });
}

#[test]
fn unit_clauses() {
    for_every_solver("unit_clauses", |solver, _| {
        let [a, b, _] = literals(solver);
        solver.add_clause(&[a]);
        solver.add_clause(&[!b]);
        assert_eq!(answer(solver, &[]), Answer::Satisfiable);
        assert_eq!(solver.value(a), Some(true));
        assert_eq!(solver.value(!a), Some(false));
        assert_eq!(solver.value(b), Some(false));
        assert_eq!(solver.value(!b), Some(true));
        solver.add_clause(&[!a]);
        assert_eq!(answer(solver, &[]), Answer::Unsatisfiable);
    });
}

#[test]
fn tautologies_and_repeated_literals() {
    for_every_solver("tautologies_and_repeated_literals", |solver, _| {
        let [a, b, _] = literals(solver);
        solver.add_clause(&[a, !a]);
        solver.add_clause(&[b, a, !b]);
        solver.add_clause(&[a, a, a]);
        assert_eq!(answer(solver, &[]), Answer::Satisfiable);
        assert_eq!(solver.value(a), Some(true));
        solver.add_clause(&[!b, !a, !b, !a]);
        assert_eq!(answer(solver, &[]), Answer::Satisfiable);
        assert_eq!(solver.value(b), Some(false));
        assert_eq!(answer(solver, &[b, b]), Answer::Unsatisfiable);
    });
}

#[test]
fn variables_without_clauses() {
    for_every_solver("variables_without_clauses", |solver, _| {
        let unused: Vec<Variable> = (0..100).map(|_| solver.new_variable()).collect();
        let used = solver.new_variable().positive();
        solver.add_clause(&[used]);
        assert_eq!(answer(solver, &[]), Answer::Satisfiable);
        for variable in unused {
            // Either value does, but not both.
            let value = solver.value(variable.positive());
            assert_eq!(solver.value(variable.negative()), value.map(|v| !v));
        }
        assert_eq!(solver.value(used), Some(true));
        // A variable that is newer than the model.
        let newer = solver.new_variable();
        assert_eq!(solver.value(newer.positive()), None);
    });
}

// ---- incremental use

#[test]
fn clauses_between_calls() {
    for_every_solver("clauses_between_calls", |solver, _| {
        // Forbids one model after the other: there are eight.
        let variables = literals(solver);
        let mut models = HashSet::new();
        while answer(solver, &[]) == Answer::Satisfiable {
            let model = variables.map(|l| l.with_sign(solver.value(l) != Some(false)));
            assert!(models.insert(model), "{model:?} was forbidden");
            solver.add_clause(&model.map(|l| !l));
        }
        assert_eq!(models.len(), 8);
    });
}

#[test]
fn assumptions_vanish() {
    for_every_solver("assumptions_vanish", |solver, _| {
        let [a, b, c] = literals(solver);
        solver.add_clause(&[a, b]);
        solver.add_clause(&[!c, a]);
        assert_eq!(answer(solver, &[!a, !b]), Answer::Unsatisfiable);
        assert_eq!(answer(solver, &[]), Answer::Satisfiable);
        assert_eq!(answer(solver, &[!a]), Answer::Satisfiable);
        assert_eq!(solver.value(b), Some(true));
        assert_eq!(solver.value(c), Some(false));
        assert_eq!(answer(solver, &[!b]), Answer::Satisfiable);
        assert_eq!(solver.value(a), Some(true));
        assert_eq!(answer(solver, &[c, !c]), Answer::Unsatisfiable);
        assert_eq!(answer(solver, &[c]), Answer::Satisfiable);
    });
}

#[test]
fn answers_outlast_new_clauses() {
    for_every_solver("answers_outlast_new_clauses", |solver, _| {
        let [a, b, c] = literals(solver);
        solver.add_clause(&[a]);
        assert_eq!(answer(solver, &[b, !c]), Answer::Satisfiable);
        solver.add_clause(&[!b]);
        let d = solver.new_variable().positive();
        solver.prefer(d);
        solver.add_clause(&[c, d]);
        assert_eq!(
            [a, b, c].map(|l| solver.value(l)),
            [true, true, false].map(Some)
        );
        assert_eq!(answer(solver, &[b]), Answer::Unsatisfiable);
        solver.add_clause(&[c]);
        solver.add_clause(&[]);
        assert_eq!(solver.failed_assumptions(), [b]);
        assert_eq!(answer(solver, &[]), Answer::Unsatisfiable);
    });
}

#[test]
fn only_what_is_needed_fails() {
    // Programs count all assumptions as failed.
    let mut solver = Cadical::new(&Config::default()).unwrap();
    let [a, b, c] = literals(&mut solver);
    solver.add_clause(&[!a, !c]);
    assert_eq!(answer(&mut solver, &[a, b, c]), Answer::Unsatisfiable);
    assert_eq!(solver.failed_assumptions(), [a, c]);
}

#[test]
fn preferences_are_hints() {
    for_every_solver("preferences_are_hints", |solver, _| {
        let [a, b, c] = literals(solver);
        solver.prefer(!a);
        solver.add_clause(&[a]);
        solver.prefer(b);
        solver.add_clause(&[!b, c]);
        assert_eq!(answer(solver, &[]), Answer::Satisfiable);
        assert_eq!(solver.value(a), Some(true));
        assert_eq!(answer(solver, &[!c]), Answer::Satisfiable);
        assert_eq!(solver.value(b), Some(false));
    });
}

#[test]
fn cadical_follows_preferences() {
    let mut searches = 0;
    for seed in 0..10 {
        let mut random = Random(seed);
        // Without preprocessing: a variable that is eliminated is not guessed.
        let config = Config {
            preset: Preset::Plain,
            ..Config::default()
        };
        let mut solver = Cadical::new(&config).unwrap();
        // Something to search, with a model. Before it searches, CaDiCaL tries a few simple assignments ("lucky
        // phases") that do not look at preferences, and some of these formulas are lucky.
        let variables: Vec<Variable> = (0..60).map(|_| solver.new_variable()).collect();
        let model: Vec<bool> = variables.iter().map(|_| random.coin()).collect();
        let holds = |l: &Literal| model[l.variable().index()] != l.is_negated();
        for _ in 0..300 {
            let clause = random.some_literals(&variables, 3);
            if clause.iter().any(holds) {
                solver.add_clause(&clause);
            }
        }
        // x = y xor z, and of its four models one is preferred.
        let mut preferred = Vec::new();
        for _ in 0..50 {
            let [x, y, z] = literals(&mut solver);
            for (p, q, r) in [(x, y, z), (!x, !y, z), (!x, y, !z), (x, !y, !z)] {
                solver.add_clause(&[!p, q, r]);
            }
            let (first, second) = (random.coin(), random.coin());
            preferred.extend([
                x.with_sign(first ^ second),
                y.with_sign(first),
                z.with_sign(second),
            ]);
        }
        for &literal in &preferred {
            solver.prefer(literal);
        }
        assert_eq!(answer(&mut solver, &[]), Answer::Satisfiable);
        if solver.statistics().decisions > 0 {
            searches += 1;
            for &literal in &preferred {
                assert_eq!(solver.value(literal), Some(true));
            }
        }
    }
    assert!(searches >= 5, "{searches}");
}

// ---- random formulas

#[test]
fn random_formulas() {
    for_every_solver_again("random_formulas", |make, subject| {
        let mut satisfiable = 0;
        for seed in 0..subject.formulas {
            satisfiable += u64::from(one_random_formula(make().as_mut(), seed));
        }
        // The sample has something of both kinds.
        let expected = subject.formulas / 4..subject.formulas * 3 / 4;
        assert!(expected.contains(&satisfiable), "{satisfiable}");
    });
}

#[test]
fn presets_and_seeds() {
    for preset in [Preset::Satisfiable, Preset::Unsatisfiable, Preset::Plain] {
        for seed in 0..50 {
            let config = Config {
                seed: u32::MAX - seed,
                preset,
                ..Config::default()
            };
            let mut solver = Cadical::new(&config).unwrap();
            one_random_formula(&mut solver, u64::from(seed));
        }
    }
}

#[test]
fn easy_formulas_need_no_search() {
    let mut solver = Cadical::new(&Config::default()).unwrap();
    let [a, b, _] = literals(&mut solver);
    solver.add_clause(&[a, b]);
    assert_eq!(answer(&mut solver, &[]), Answer::Satisfiable);
    assert_eq!(solver.statistics().decisions, 0);
}

/// CaDiCaL takes options from the environment, which would make these tests fail.
#[test]
fn the_environment_does_not_matter() {
    for (test, option, value) in [
        // Aborts when a variable is used again that was not said to be.
        ("clauses_between_calls", "CADICAL_CHECKFROZEN", "1"),
        ("easy_formulas_need_no_search", "CADICAL_LUCKY", "0"),
    ] {
        let output = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", test])
            .env(option, value)
            .env("PATH", "")
            .env_remove("UNSPOOL_REQUIRE_TOOLS")
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{option}: {text}");
        assert!(text.contains("1 passed"), "{option}: {text}");
    }
}

/// Compares several calls with all assignments. Whether the formula is satisfiable in the end.
fn one_random_formula(solver: &mut dyn Solver, seed: u64) -> bool {
    let mut random = Random(seed);
    let size = 3 + random.below(10) as usize;
    let variables: Vec<Variable> = (0..size).map(|_| solver.new_variable()).collect();
    let mut formula = Reference::default();
    let mut holds = true;
    for _ in 0..3 {
        for _ in 0..size * 7 / 5 + 1 {
            let length = [1, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4][random.below(11) as usize];
            // Clauses of one literal decide too much.
            let length = if length == 1 && random.coin() {
                3
            } else {
                length
            };
            let clause = random.some_literals(&variables, length);
            formula.add(&clause);
            solver.add_clause(&clause);
        }
        holds = compare(solver, &formula, &variables, &[]);
        for _ in 0..2 {
            let length = 1 + random.below(4) as usize;
            let assumptions = random.some_literals(&variables, length);
            compare(solver, &formula, &variables, &assumptions);
        }
        if random.coin() {
            solver.prefer(random.some_literals(&variables, 1)[0]);
        }
    }
    holds
}

fn compare(
    solver: &mut dyn Solver,
    formula: &Reference,
    variables: &[Variable],
    assumptions: &[Literal],
) -> bool {
    let expected = formula.is_satisfiable(variables.len(), assumptions);
    match answer(solver, assumptions) {
        Answer::Satisfiable => {
            assert!(expected, "{formula:?} {assumptions:?} is unsatisfiable");
            let model = variables
                .iter()
                .filter(|v| solver.value(v.positive()) == Some(true))
                .fold(0, |bits, v| bits | 1 << v.index());
            assert!(formula.holds(model), "{formula:?} {model:b}");
            assert!(assumptions.iter().all(|&l| literal_holds(l, model)));
        }
        Answer::Unsatisfiable => {
            assert!(!expected, "{formula:?} {assumptions:?} is satisfiable");
            let failed = solver.failed_assumptions();
            assert!(failed.iter().all(|l| assumptions.contains(l)));
            assert!(!formula.is_satisfiable(variables.len(), &failed));
        }
        Answer::Unknown(stopped) => panic!("{stopped:?}"),
    }
    expected
}

/// Clauses as sets of positive and of negative variables.
#[derive(Default, Debug)]
struct Reference(Vec<(u32, u32)>);

impl Reference {
    fn add(&mut self, clause: &[Literal]) {
        let bits = |negated| {
            let chosen = clause.iter().filter(|l| l.is_negated() == negated);
            chosen.fold(0, |bits, l| bits | 1 << l.variable().index())
        };
        self.0.push((bits(false), bits(true)));
    }

    fn holds(&self, model: u32) -> bool {
        self.0
            .iter()
            .all(|(p, n)| model & p != 0 || !model & n != 0)
    }

    fn is_satisfiable(&self, variables: usize, assumptions: &[Literal]) -> bool {
        (0..1 << variables)
            .any(|model| assumptions.iter().all(|&l| literal_holds(l, model)) && self.holds(model))
    }
}

fn literal_holds(literal: Literal, model: u32) -> bool {
    (model >> literal.variable().index() & 1 == 1) != literal.is_negated()
}

// ---- limits and interrupts

#[test]
fn an_interrupt_ends_a_solve() {
    for_every_solver("an_interrupt_ends_a_solve", |solver, _| {
        let hard = add_pigeons(solver, 12);
        let interrupter = solver.interrupter();
        let thread = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(200));
            interrupter.interrupt();
        });
        let start = Instant::now();
        let stopped = answer(solver, &[hard]);
        assert_eq!(stopped, Answer::Unknown(Stopped::Interrupted));
        assert!(start.elapsed() < PATIENCE);
        thread.join().unwrap();
        // It stays raised.
        assert_eq!(answer(solver, &[!hard]), stopped);
        solver.interrupter().clear();
        assert_is_usable(solver, hard);
    });
}

#[test]
fn an_interrupt_before_a_solve() {
    for_every_solver("an_interrupt_before_a_solve", |solver, _| {
        let [a, ..] = literals(solver);
        solver.add_clause(&[a]);
        solver.interrupter().interrupt();
        let stopped = Answer::Unknown(Stopped::Interrupted);
        assert_eq!(answer(solver, &[]), stopped);
        assert_eq!(answer(solver, &[!a]), stopped);
        solver.interrupter().clear();
        assert_eq!(answer(solver, &[]), Answer::Satisfiable);
        assert_eq!(solver.value(a), Some(true));
    });
}

#[test]
fn a_time_limit() {
    for_every_solver("a_time_limit", |solver, _| {
        let hard = add_pigeons(solver, 12);
        solver.set_limits(Limits {
            time: Some(Duration::from_millis(100)),
            ..Limits::default()
        });
        // The second call has its own time.
        for _ in 0..2 {
            let start = Instant::now();
            let stopped = answer(solver, &[hard]);
            assert_eq!(stopped, Answer::Unknown(Stopped::OutOfTime));
            let elapsed = start.elapsed();
            assert!((Duration::from_millis(100)..PATIENCE).contains(&elapsed));
        }
        solver.set_limits(Limits::default());
        assert_is_usable(solver, hard);
    });
}

#[test]
fn a_limit_that_is_not_reached() {
    for_every_solver("a_limit_that_is_not_reached", |solver, _| {
        solver.set_limits(Limits {
            time: Some(Duration::MAX),
            memory: Some(u64::MAX),
            conflicts: Some(u64::from(u32::MAX)),
        });
        let hard = add_pigeons(solver, 4);
        assert_eq!(answer(solver, &[hard]), Answer::Unsatisfiable);
        assert_eq!(solver.failed_assumptions(), [hard]);
        assert_is_usable(solver, hard);
    });
}

#[test]
fn a_conflict_limit() {
    for_every_solver("a_conflict_limit", |solver, subject| {
        if !subject.limits_conflicts {
            return;
        }
        let hard = add_pigeons(solver, 12);
        solver.set_limits(Limits {
            conflicts: Some(100),
            ..Limits::default()
        });
        for _ in 0..2 {
            let stopped = answer(solver, &[hard]);
            assert_eq!(stopped, Answer::Unknown(Stopped::OutOfConflicts));
        }
        if subject.counts_conflicts {
            let conflicts = solver.statistics().conflicts;
            assert!((100..1000).contains(&conflicts), "{conflicts}");
        }
        solver.set_limits(Limits::default());
        assert_is_usable(solver, hard);
    });
}

#[test]
fn a_memory_limit() {
    let _alone = MEMORY.lock();
    if memory::of_this_process().is_none() {
        return;
    }
    for_every_solver("a_memory_limit", |solver, subject| {
        let hard = add_large_formula(solver);
        let megabytes = |number: u64| number << 20;
        let used = match subject.in_process {
            true => memory::of_this_process().unwrap(),
            false => 0,
        };
        for limit in [megabytes(1), used + megabytes(8)] {
            solver.set_limits(Limits {
                memory: Some(limit),
                ..Limits::default()
            });
            let stopped = answer(solver, &[hard]);
            assert_eq!(stopped, Answer::Unknown(Stopped::OutOfMemory), "{limit}");
        }
        solver.set_limits(Limits::default());
        assert_is_usable(solver, hard);
    });
}

#[test]
fn running_out_of_memory_while_adding_is_an_answer() {
    let _alone = MEMORY.lock();
    let Some(used) = memory::of_this_process() else {
        return;
    };
    let mut solver = Cadical::new(&Config::default()).unwrap();
    solver.set_limits(Limits {
        memory: Some(used + (8 << 20)),
        ..Limits::default()
    });
    let hard = add_large_formula(&mut solver);
    let stopped = Answer::Unknown(Stopped::OutOfMemory);
    assert_eq!(answer(&mut solver, &[hard]), stopped);
    // Clauses are missing, so that this solver cannot know any more.
    solver.set_limits(Limits::default());
    assert_eq!(answer(&mut solver, &[!hard]), stopped);
}

#[test]
fn statistics() {
    for_every_solver("statistics", |solver, subject| {
        let before = solver.statistics();
        assert_eq!((before.variables, before.solve_calls), (0, 0));
        let hard = add_pigeons(solver, 5);
        answer(solver, &[hard]);
        answer(solver, &[!hard]);
        let after = solver.statistics();
        // Six pigeons, five holes; one variable to switch them on, which is in every clause.
        assert_eq!(after.variables, 31);
        assert_eq!(after.clauses, 6 + 5 * 15);
        assert_eq!(after.literals, 6 * 6 + 5 * 15 * 3);
        assert_eq!(after.solve_calls, 2);
        if subject.counts_conflicts {
            assert!(after.conflicts > 0);
            assert!(after.decisions > 0);
            assert!(after.propagations > after.decisions);
        }
    });
}

fn assert_is_usable(solver: &mut dyn Solver, hard: Literal) {
    assert_eq!(answer(solver, &[!hard]), Answer::Satisfiable);
    assert_eq!(solver.value(hard), Some(false));
    let [a, ..] = literals(solver);
    solver.add_clause(&[a]);
    assert_eq!(answer(solver, &[!a]), Answer::Unsatisfiable);
    assert_eq!(answer(solver, &[!hard]), Answer::Satisfiable);
    assert_eq!(solver.value(a), Some(true));
}

/// One pigeon more than holes, if the literal is assumed. Resolution proofs of that are exponentially long (Haken
/// 1985).
fn add_pigeons(solver: &mut dyn Solver, holes: usize) -> Literal {
    let hard = solver.new_variable().positive();
    let sits: Vec<Vec<Literal>> = (0..=holes)
        .map(|_| {
            (0..holes)
                .map(|_| solver.new_variable().positive())
                .collect()
        })
        .collect();
    for pigeon in &sits {
        let mut clause = pigeon.clone();
        clause.push(!hard);
        solver.add_clause(&clause);
    }
    for hole in 0..holes {
        for (index, first) in sits.iter().enumerate() {
            for second in &sits[..index] {
                solver.add_clause(&[!hard, !first[hole], !second[hole]]);
            }
        }
    }
    hard
}

/// A quarter of a million random clauses of three literals, at the hardest ratio, if the literal is assumed.
fn add_large_formula(solver: &mut dyn Solver) -> Literal {
    let hard = solver.new_variable().positive();
    let variables: Vec<Variable> = (0..60_000).map(|_| solver.new_variable()).collect();
    let mut random = Random(1);
    for _ in 0..255_000 {
        let mut clause = random.some_literals(&variables, 3);
        clause.push(!hard);
        solver.add_clause(&clause);
    }
    hard
}

// ---- programs that do not behave

#[test]
fn a_missing_program() {
    let mut solver = ProcessSolver::new(Program::named("no-such-program-anywhere"));
    let error = solver.solve(&[]).unwrap_err();
    assert!(matches!(error, SolverError::Start { .. }), "{error}");
    assert!(error.to_string().contains("`no-such-program-anywhere`"));
}

#[test]
fn answers_that_cannot_be_believed() {
    // For the formula `a`, with one unused variable.
    let cases = [
        (
            "echo hello",
            "it does not know, and ended with exit status: 0",
        ),
        (
            "echo no license >&2; exit 3",
            "ended with exit status: 3: no license",
        ),
        ("echo s MAYBE", "the answer `MAYBE`"),
        ("echo s SATISFIABLE; exit 20", "it says satisfiable, but"),
        (
            "echo s UNSATISFIABLE; exit 10",
            "it says unsatisfiable, but",
        ),
        (
            "echo s UNSATISFIABLE; kill -9 $$",
            "it says unsatisfiable, but",
        ),
        ("kill -11 $$", "it says nothing, but ended with signal: 11"),
        (
            "echo s SATISFIABLE; echo v -1 2 0",
            "its model does not satisfy",
        ),
        (
            "echo s SATISFIABLE; echo v 2 0",
            "its model does not satisfy",
        ),
        ("echo s SATISFIABLE", "its model does not satisfy"),
        (
            "echo s SATISFIABLE; echo v 1 -1 0",
            "both values for variable 1",
        ),
        ("echo s SATISFIABLE; echo v 1 x 0", "`x` in its model"),
        (
            "echo s SATISFIABLE; echo s UNSATISFIABLE",
            "it answers twice",
        ),
        ("exec yes", "it prints without end"),
        ("exec yes >&2", "it prints without end"),
    ];
    for (script, expected) in cases {
        let mut solver = ProcessSolver::new(shell(script, Output::Lines));
        let [a, _, _] = literals(&mut solver);
        solver.add_clause(&[a]);
        let error = solver.solve(&[]).unwrap_err();
        assert!(matches!(error, SolverError::Protocol { .. }), "{error}");
        assert!(error.to_string().contains(expected), "{script}: {error}");
    }
}

#[test]
fn answers_that_can_be_believed() {
    let cases = [
        (
            "echo s SATISFIABLE; echo v 1; echo v -2 0; exit 10",
            Answer::Satisfiable,
        ),
        (
            "echo c hi; echo v 1 0; echo s SATISFIABLE",
            Answer::Satisfiable,
        ),
        ("echo s UNSATISFIABLE; exit 20", Answer::Unsatisfiable),
    ];
    for (script, expected) in cases {
        let mut solver = ProcessSolver::new(shell(script, Output::Lines));
        let [a, b, _] = literals(&mut solver);
        solver.add_clause(&[a]);
        assert_eq!(solver.solve(&[]).unwrap(), expected, "{script}");
        if expected == Answer::Satisfiable {
            assert_eq!(solver.value(!a), Some(false));
            assert_ne!(solver.value(b), Some(true));
        }
    }
}

#[test]
fn results_in_a_file() {
    let cases = [
        (
            "echo SAT > {result}; echo 1 0 >> {result}; exit 10",
            Ok(Answer::Satisfiable),
        ),
        ("echo UNSAT > {result}; exit 20", Ok(Answer::Unsatisfiable)),
        (
            "echo UNSAT > {result}; exit 10",
            Err("it says unsatisfiable, but"),
        ),
        ("echo SAT > {result}", Err("its model does not satisfy")),
        ("echo INDET > {result}", Err("it does not know")),
        ("echo other > {result}", Err("the answer `other`")),
        ("echo SAT", Err("it does not know")),
    ];
    for (script, expected) in cases {
        let mut solver = ProcessSolver::new(shell(script, Output::ResultFile));
        let [a, _, _] = literals(&mut solver);
        solver.add_clause(&[a]);
        match (solver.solve(&[]), expected) {
            (Ok(answer), Ok(expected)) => assert_eq!(answer, expected, "{script}"),
            (Err(error), Err(expected)) => {
                assert!(error.to_string().contains(expected), "{script}: {error}");
            }
            (found, _) => panic!("{script}: {found:?}"),
        }
    }
}

#[test]
fn programs_are_killed_and_files_removed() {
    let notes = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("killed_program");
    std::fs::create_dir_all(&notes).unwrap();
    let (process, formula) = (notes.join("process"), notes.join("formula"));
    let script = format!(
        "echo $$ > {}; echo {{formula}} > {}; exec sleep 1000",
        process.display(),
        formula.display()
    );
    let mut solver = ProcessSolver::new(shell(&script, Output::Lines));
    solver.set_limits(Limits {
        time: Some(Duration::from_secs(1)),
        ..Limits::default()
    });
    assert_eq!(
        answer(&mut solver, &[]),
        Answer::Unknown(Stopped::OutOfTime)
    );
    let read = |path| std::fs::read_to_string(path).unwrap().trim().to_owned();
    let file = PathBuf::from(read(&formula));
    assert!(file.ends_with("formula.cnf"));
    assert!(!file.exists());
    assert!(!file.parent().unwrap().exists());
    assert_eq!(memory::of_process(read(&process).parse().unwrap()), None);
}

fn shell(script: &str, output: Output) -> Program {
    Program {
        command: "sh".to_owned(),
        arguments: vec!["-c".to_owned(), script.to_owned()],
        conflict_arguments: Vec::new(),
        output,
    }
}

// ---- the solvers

struct Subject {
    name: &'static str,
    in_process: bool,
    limits_conflicts: bool,
    counts_conflicts: bool,
    /// How many random formulas to try. Starting a program takes its time.
    formulas: u64,
}

/// Runs the test on a new solver of each kind.
fn for_every_solver(test: &str, body: impl Fn(&mut dyn Solver, &Subject)) {
    for_every_solver_again(test, |make, subject| body(make().as_mut(), subject));
}

/// Gives the test each solver's constructor.
fn for_every_solver_again(test: &str, body: impl Fn(&dyn Fn() -> Box<dyn Solver>, &Subject)) {
    let cadical = Subject {
        name: "cadical in process",
        in_process: true,
        limits_conflicts: true,
        counts_conflicts: true,
        formulas: 500,
    };
    println!("{test}: {}", cadical.name);
    body(
        &|| Box::new(Cadical::new(&Config::default()).unwrap()),
        &cadical,
    );
    for name in programs::known_names() {
        if !is_on_path(name) {
            if ["minisat", "cadical", "picosat"].contains(&name) {
                skip(test, name);
            }
            continue;
        }
        let program = Program::named(name);
        let subject = Subject {
            name,
            in_process: false,
            limits_conflicts: program.limits_conflicts(),
            counts_conflicts: false,
            formulas: 40,
        };
        println!("{test}: {}", subject.name);
        body(&|| Box::new(ProcessSolver::new(program.clone())), &subject);
    }
}

fn is_on_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn skip(test: &str, tool: &str) {
    assert!(
        std::env::var_os("UNSPOOL_REQUIRE_TOOLS").is_none(),
        "{test} needs {tool}, which is missing, and UNSPOOL_REQUIRE_TOOLS is set"
    );
    // Not `eprintln`, which the test harness hides for tests that pass.
    writeln!(std::io::stderr(), "SKIPPED: {test}: {tool} is missing").ok();
}

fn answer(solver: &mut dyn Solver, assumptions: &[Literal]) -> Answer {
    solver.solve(assumptions).expect("an answer")
}

fn literals(solver: &mut dyn Solver) -> [Literal; 3] {
    [(); 3].map(|()| solver.new_variable().positive())
}

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn coin(&mut self) -> bool {
        self.next() & 1 == 0
    }

    fn some_literals(&mut self, variables: &[Variable], number: usize) -> Vec<Literal> {
        (0..number)
            .map(|_| {
                let variable = variables[self.below(variables.len() as u64) as usize];
                variable.positive().with_sign(self.coin())
            })
            .collect()
    }
}
