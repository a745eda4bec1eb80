//! Limits and interrupts end a `solve` with the reason, and the solver stays usable.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use unspool_formula::literal::{Literal, Variable};
use unspool_formula::solver::cadical::{Cadical, Config};
use unspool_formula::solver::{Answer, Limits, Solver, Stopped, memory};

use crate::random::Random;
use crate::solvers::{PATIENCE, answer, for_every_solver, literals};

/// Held by tests that look at the memory of this process.
static MEMORY: Mutex<()> = Mutex::new(());

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
    if memory::of_this_process().is_none() {
        return;
    }
    let mut solver = Cadical::new(&Config::default()).unwrap();
    // Less than the process has: other tests, which run at the same time, may give memory back.
    solver.set_limits(Limits {
        memory: Some(1 << 20),
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
