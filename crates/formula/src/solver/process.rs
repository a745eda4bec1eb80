//! Any solver that is a program: each `solve` writes the whole formula to a file, runs the program, reads its answer.
//!
//! Nothing that the program does is trusted to end or to be right, as far as that is cheap:
//!
//! - A model is compared with all clauses before it is believed. "Unsatisfiable" has to be believed.
//! - The program reads and writes files in a private folder that is removed in the end; there are no pipes whose
//!   other end somebody could keep open. A program that prints without end is stopped.
//! - It is killed when a limit is reached, on an interrupt, and when this thread panics. Only the program itself is
//!   killed: a wrapping script should `exec` the solver.
//!
//! Assumptions become clauses of one literal, so the program learns nothing for the next call, and *all*
//! assumptions count as failed. Preferences are ignored. Memory is that of the program, and not limited on systems
//! without `/proc`; conflicts are limited where the program has an option for that.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use unspool_processes::ScratchFolder;

use super::programs::{Output, Program};
use super::{
    Answer, Clauses, Interrupter, Limits, Solver, SolverError, Statistics, Stopped, memory,
};
use crate::dimacs::Formula;
use crate::literal::{Literal, Variable};

/// The longest time between two looks at the running program.
const LONGEST_PAUSE: Duration = Duration::from_millis(10);

/// What a program may print besides a model.
const CHATTER: u64 = 16 << 20;

/// What it may print for each variable of a model: a sign, ten digits, a space, and something for line breaks.
const BYTES_PER_VARIABLE: u64 = 16;

pub struct ProcessSolver {
    program: Program,
    formula: Formula,
    limits: Limits,
    interrupter: Interrupter,
    answer: Option<Answer>,
    assumptions: Vec<Literal>,
    /// By variable, if the last answer is `Satisfiable`.
    model: Vec<Option<bool>>,
    solve_calls: u64,
}

impl ProcessSolver {
    /// Whether there is such a program is known with the first `solve`.
    pub fn new(program: Program) -> ProcessSolver {
        ProcessSolver {
            program,
            formula: Formula::new(),
            limits: Limits::default(),
            interrupter: Interrupter::default(),
            answer: None,
            assumptions: Vec::new(),
            model: Vec::new(),
            solve_calls: 0,
        }
    }

    fn run(&mut self, assumptions: &[Literal]) -> Result<Answer, SolverError> {
        if self.interrupter.is_raised() {
            return Ok(Answer::Unknown(Stopped::Interrupted));
        }
        let deadline = self.limits.time.and_then(|t| Instant::now().checked_add(t));
        let temporary = std::env::temp_dir();
        let folder =
            ScratchFolder::create("solver").map_err(|error| write_error(&temporary, error))?;
        let path = folder.path().join("formula.cnf");
        File::create(&path)
            .and_then(|mut file| self.formula.write(&mut file, assumptions))
            .map_err(|error| write_error(&path, error))?;
        let child = self.start(folder.path())?;
        let status = match self.wait(child, folder.path(), deadline)? {
            Ended::Stopped(stopped) => return Ok(Answer::Unknown(stopped)),
            Ended::Exited(status) => status,
        };
        let said = self.read_answer(folder.path(), status)?;
        match said {
            Said::Unsatisfiable => Ok(Answer::Unsatisfiable),
            Said::Satisfiable(model) => {
                self.model = model;
                self.check_model(assumptions)?;
                Ok(Answer::Satisfiable)
            }
            Said::Unknown if self.limits.conflicts.is_some() && self.program.limits_conflicts() => {
                Ok(Answer::Unknown(Stopped::OutOfConflicts))
            }
            Said::Unknown => {
                let complaint = first_line(&folder.path().join("errors"));
                Err(self.protocol(&format!(
                    "it does not know, and ended with {status}{complaint}"
                )))
            }
        }
    }

    fn start(&self, folder: &Path) -> Result<Running, SolverError> {
        let conflicts = self.limits.conflicts.unwrap_or(0).to_string();
        let mut words = Vec::new();
        if self.limits.conflicts.is_some() {
            words.extend_from_slice(&self.program.conflict_arguments);
        }
        words.extend_from_slice(&self.program.arguments);
        let in_folder = |name| folder.join(name).display().to_string();
        let arguments = words.iter().map(|word| {
            word.replace("{formula}", &in_folder("formula.cnf"))
                .replace("{result}", &in_folder("result"))
                .replace("{conflicts}", &conflicts)
        });
        let file = |name| {
            let path = folder.join(name);
            File::create(&path).map_err(|error| write_error(&path, error))
        };
        Command::new(&self.program.command)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(file("output")?)
            .stderr(file("errors")?)
            .spawn()
            .map(Running)
            .map_err(|error| SolverError::Start {
                program: self.name(),
                error,
            })
    }

    fn wait(
        &self,
        mut child: Running,
        folder: &Path,
        deadline: Option<Instant>,
    ) -> Result<Ended, SolverError> {
        let mut pause = Duration::from_micros(500);
        loop {
            match child.0.try_wait() {
                Ok(Some(status)) => return Ok(Ended::Exited(status)),
                Ok(None) => {}
                Err(error) => return Err(self.protocol(&format!("cannot wait for it: {error}"))),
            }
            if self.interrupter.is_raised() {
                return Ok(Ended::Stopped(Stopped::Interrupted));
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Ok(Ended::Stopped(Stopped::OutOfTime));
            }
            if let Some(limit) = self.limits.memory {
                let used = memory::of_process(child.0.id());
                if used.is_some_and(|used| used > limit) {
                    return Ok(Ended::Stopped(Stopped::OutOfMemory));
                }
            }
            for name in ["output", "errors", "result"] {
                if length(&folder.join(name)) > self.longest_output() {
                    return Err(self.protocol("it prints without end"));
                }
            }
            std::thread::sleep(pause);
            pause = LONGEST_PAUSE.min(pause * 2);
        }
    }

    fn read_answer(&self, folder: &Path, status: ExitStatus) -> Result<Said, SolverError> {
        let name = match self.program.output {
            Output::Lines => "output",
            Output::ResultFile => "result",
        };
        let text = match read_at_most(&folder.join(name), self.longest_output()) {
            Ok(text) => text,
            // A program that fails early does not write its result.
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(self.protocol(&format!("cannot read its output: {error}"))),
        };
        let variables = self.formula.number_of_variables() as usize;
        let said = match self.program.output {
            Output::Lines => read_lines(&text, variables),
            Output::ResultFile => read_result(&text, variables),
        };
        let said = said.map_err(|problem| self.protocol(&problem))?;
        match (&said, status.code()) {
            // 10 and 20 are what the SAT competition asks for. Some programs end with 0 whatever they found.
            (Said::Satisfiable(_), Some(0 | 10)) => Ok(said),
            (Said::Unsatisfiable, Some(0 | 20)) => Ok(said),
            // cryptominisat ends with 15 if it gives up.
            (Said::Unknown, Some(0 | 15)) => Ok(said),
            _ => {
                let complaint = first_line(&folder.join("errors"));
                let says = said.describe();
                Err(self.protocol(&format!(
                    "it says {says}, but ended with {status}{complaint}"
                )))
            }
        }
    }

    fn check_model(&self, assumptions: &[Literal]) -> Result<(), SolverError> {
        let value = |variable: Variable| self.model[variable.index()];
        let assumed = |l: &Literal| value(l.variable()) == Some(!l.is_negated());
        if self.formula.is_satisfied_by(value) && assumptions.iter().all(assumed) {
            Ok(())
        } else {
            Err(self.protocol("its model does not satisfy the formula"))
        }
    }

    fn longest_output(&self) -> u64 {
        CHATTER + BYTES_PER_VARIABLE * u64::from(self.formula.number_of_variables())
    }

    fn protocol(&self, detail: &str) -> SolverError {
        SolverError::Protocol {
            program: self.name(),
            detail: detail.to_owned(),
        }
    }
}

impl Clauses for ProcessSolver {
    fn new_variable(&mut self) -> Variable {
        self.formula.new_variable()
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.formula.add_clause(clause);
    }
}

impl Solver for ProcessSolver {
    fn name(&self) -> String {
        self.program.command.clone()
    }

    fn solve(&mut self, assumptions: &[Literal]) -> Result<Answer, SolverError> {
        self.solve_calls += 1;
        self.answer = None;
        self.assumptions.clear();
        self.assumptions.extend_from_slice(assumptions);
        let answer = self.run(assumptions)?;
        self.answer = Some(answer);
        Ok(answer)
    }

    fn value(&mut self, literal: Literal) -> Option<bool> {
        assert_eq!(
            self.answer,
            Some(Answer::Satisfiable),
            "there is no model to ask for a value"
        );
        let value = *self.model.get(literal.variable().index())?;
        value.map(|value| value != literal.is_negated())
    }

    fn failed_assumptions(&mut self) -> Vec<Literal> {
        assert_eq!(
            self.answer,
            Some(Answer::Unsatisfiable),
            "no assumptions have failed"
        );
        self.assumptions.clone()
    }

    fn prefer(&mut self, _literal: Literal) {}

    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    fn interrupter(&self) -> Interrupter {
        self.interrupter.clone()
    }

    fn set_interrupter(&mut self, interrupter: Interrupter) {
        self.interrupter = interrupter;
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            variables: u64::from(self.formula.number_of_variables()),
            clauses: self.formula.number_of_clauses() as u64,
            literals: self.formula.number_of_literals() as u64,
            solve_calls: self.solve_calls,
            ..Statistics::default()
        }
    }
}

/// A program that is killed when nobody waits for it any more.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // Both fail if it has ended and was waited for, which is fine.
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

enum Ended {
    Exited(ExitStatus),
    Stopped(Stopped),
}

enum Said {
    Satisfiable(Vec<Option<bool>>),
    Unsatisfiable,
    Unknown,
}

impl Said {
    fn describe(&self) -> &'static str {
        match self {
            Said::Satisfiable(_) => "satisfiable",
            Said::Unsatisfiable => "unsatisfiable",
            Said::Unknown => "nothing",
        }
    }
}

fn read_lines(text: &str, variables: usize) -> Result<Said, String> {
    let mut answers = text.lines().filter_map(|line| line.strip_prefix("s "));
    let Some(answer) = answers.next() else {
        return Ok(Said::Unknown);
    };
    if answers.next().is_some() {
        return Err("it answers twice".to_owned());
    }
    match answer.trim() {
        "SATISFIABLE" => {
            let lines = text.lines().filter_map(|line| line.strip_prefix("v "));
            read_model(lines.flat_map(str::split_ascii_whitespace), variables)
        }
        "UNSATISFIABLE" => Ok(Said::Unsatisfiable),
        "UNKNOWN" | "INDETERMINATE" => Ok(Said::Unknown),
        other => Err(format!("the answer `{}`", shortened(other))),
    }
}

fn read_result(text: &str, variables: usize) -> Result<Said, String> {
    let mut words = text.split_ascii_whitespace();
    match words.next() {
        None | Some("INDET") => Ok(Said::Unknown),
        Some("SAT") => read_model(words, variables),
        Some("UNSAT") => Ok(Said::Unsatisfiable),
        Some(other) => Err(format!("the answer `{}`", shortened(other))),
    }
}

fn read_model<'a>(words: impl Iterator<Item = &'a str>, variables: usize) -> Result<Said, String> {
    let mut model = vec![None; variables];
    for word in words {
        let number: i32 = word
            .parse()
            .map_err(|_| format!("`{}` in its model", shortened(word)))?;
        // 0 ends the model.
        let Some(literal) = Literal::from_dimacs(number) else {
            break;
        };
        // Variables beyond ours are the program's own affair.
        if let Some(value) = model.get_mut(literal.variable().index()) {
            let new = !literal.is_negated();
            if value.is_some_and(|old| old != new) {
                return Err(format!("both values for variable {}", number.abs()));
            }
            *value = Some(new);
        }
    }
    Ok(Said::Satisfiable(model))
}

fn length(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |data| data.len())
}

fn read_at_most(path: &Path, bytes: u64) -> io::Result<String> {
    let mut text = Vec::new();
    File::open(path)?.take(bytes).read_to_end(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// What the program complained about, as the end of a message.
fn first_line(errors: &Path) -> String {
    let text = read_at_most(errors, 4096).unwrap_or_default();
    match text.lines().find(|line| !line.trim().is_empty()) {
        Some(line) => format!(": {}", shortened(line.trim())),
        None => String::new(),
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(120).collect()
}

fn write_error(path: &Path, error: io::Error) -> SolverError {
    SolverError::Write {
        path: path.display().to_string(),
        error,
    }
}
