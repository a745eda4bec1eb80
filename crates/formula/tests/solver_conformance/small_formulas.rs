//! Formulas of a few clauses, the degenerate ones first.

use unspool_formula::literal::Variable;
use unspool_formula::solver::Answer;

use crate::solvers::{answer, for_every_solver, literals};

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
