//! Solvers as programs: missing ones, wrong answers, results in files, what is left behind.

use std::path::PathBuf;
use std::time::Duration;

use unspool_formula::solver::process::ProcessSolver;
use unspool_formula::solver::programs::{Output, Program};
use unspool_formula::solver::{Answer, Clauses, Limits, Solver, SolverError, Stopped, memory};

use crate::solvers::{answer, literals};

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
