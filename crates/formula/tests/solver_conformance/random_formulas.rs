//! Random formulas against all assignments: verdicts, models, failed assumptions.

use unspool_formula::literal::{Literal, Variable};
use unspool_formula::solver::cadical::{Cadical, Config, Preset};
use unspool_formula::solver::{Answer, Clauses, Solver};

use crate::random::Random;
use crate::solvers::{answer, for_every_solver_again, literals};

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
        (
            "incremental::clauses_between_calls",
            "CADICAL_CHECKFROZEN",
            "1",
        ),
        (
            "random_formulas::easy_formulas_need_no_search",
            "CADICAL_LUCKY",
            "0",
        ),
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
