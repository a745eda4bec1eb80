//! Which solvers every test runs with.

use std::io::Write;
use std::time::Duration;

use unspool_formula::literal::{Literal, Variable};
use unspool_formula::solver::cadical::{Cadical, Config};
use unspool_formula::solver::process::ProcessSolver;
use unspool_formula::solver::programs::{self, Program};
use unspool_formula::solver::{Answer, Solver};

use crate::random::Random;

/// What a busy machine may take for something that should take milliseconds.
pub const PATIENCE: Duration = Duration::from_secs(30);

pub struct Subject {
    pub name: &'static str,
    pub in_process: bool,
    pub limits_conflicts: bool,
    pub counts_conflicts: bool,
    /// How many random formulas to try. Starting a program takes its time.
    pub formulas: u64,
}

/// Runs the test on a new solver of each kind.
pub fn for_every_solver(test: &str, body: impl Fn(&mut dyn Solver, &Subject)) {
    for_every_solver_again(test, |make, subject| body(make().as_mut(), subject));
}

/// Gives the test each solver's constructor.
pub fn for_every_solver_again(test: &str, body: impl Fn(&dyn Fn() -> Box<dyn Solver>, &Subject)) {
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

pub fn answer(solver: &mut dyn Solver, assumptions: &[Literal]) -> Answer {
    solver.solve(assumptions).expect("an answer")
}

pub fn literals(solver: &mut dyn Solver) -> [Literal; 3] {
    [(); 3].map(|()| solver.new_variable().positive())
}

impl Random {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub fn coin(&mut self) -> bool {
        self.next() & 1 == 0
    }

    pub fn some_literals(&mut self, variables: &[Variable], number: usize) -> Vec<Literal> {
        (0..number)
            .map(|_| {
                let variable = variables[self.below(variables.len() as u64) as usize];
                variable.positive().with_sign(self.coin())
            })
            .collect()
    }
}
