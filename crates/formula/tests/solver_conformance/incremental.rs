//! Clauses between calls, assumptions for one call, preferences.

use std::collections::HashSet;

use unspool_formula::literal::{Literal, Variable};
use unspool_formula::solver::cadical::{Cadical, Config, Preset};
use unspool_formula::solver::{Answer, Clauses, Solver};

use crate::random::Random;
use crate::solvers::{answer, for_every_solver, literals};

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
