//! An external verifier on a sequential program: the program is written as C, the verifier is run, and its trace is read.

use std::path::Path;
use std::time::Instant;

use unspool_backends::run::{self, Limits, Request, RunError, Stopped};
use unspool_backends::table::Trust;
use unspool_backends::{Answer, Backend, DataModel, Found, Violation};
use unspool_ir::Program;
use unspool_processes::ScratchFolder;
use unspool_schemas::guesses::Script;
use unspool_schemas::{Sequential, SequentialNotes};

use crate::error::Error;

use super::c_text::{self, CText};

/// Whom to ask.
#[derive(Clone)]
pub struct BackendOrder {
    pub backend: &'static Backend,
    pub found: Found,
    /// For verifiers that do not read C themselves.
    pub compiler: String,
    /// Further words for the verifier.
    pub more: Vec<String>,
}

impl BackendOrder {
    /// `CBMC 5.12`.
    pub fn describe(&self) -> String {
        match &self.found.version {
            Some(version) => format!("{} {version}", self.backend.full_name),
            None => self.backend.full_name.to_string(),
        }
    }

    /// What has to be known when it finds nothing.
    pub fn remark(&self) -> Option<String> {
        let name = self.backend.full_name;
        let known = match self.backend.caution {
            "" => None,
            caution => Some(caution.to_string()),
        };
        let recorded = (self.backend.trust == Trust::Recorded)
            .then(|| format!("Unspool reads {name} by its documentation; no test has run it"));
        let remarks: Vec<String> = known.into_iter().chain(recorded).collect();
        (!remarks.is_empty()).then(|| remarks.join("; "))
    }
}

/// What the verifier says.
pub enum Said {
    NoViolation,
    /// The check that fails, and what was guessed, if it tells.
    Violation {
        check: String,
        script: Option<Script>,
    },
    /// It comes to something that is not supported.
    Unsupported(String),
    /// Why it does not know.
    Unknown(String),
    Stopped(Stopped),
}

/// Assertions that stand where something is not supported begin like this.
const UNSUPPORTED: &str = "unsupported: ";

/// Asks the verifier. Also tells how much memory it was seen to have.
pub fn ask(
    order: &BackendOrder,
    sequential: &Sequential,
    limits: Limits,
    is_interrupted: &dyn Fn() -> bool,
) -> Result<(Said, Option<u64>), Error> {
    let program = &sequential.program;
    let text = c_text::write(
        program,
        Some(&sequential.notes),
        order.backend.prelude,
        true,
    );
    let folder = ScratchFolder::create("sequential")
        .map_err(|error| Error::resource(format!("cannot make a temporary folder: {error}")))?;
    let file = folder.path().join("sequential.c");
    std::fs::write(&file, &text.text)
        .map_err(|error| Error::resource(format!("cannot write `{}`: {error}", file.display())))?;
    let mut request = Request {
        backend: order.backend,
        found: &order.found,
        file: Path::new(&file),
        data_model: data_model(program),
        compiler: &order.compiler,
        more: &order.more,
        all_violations: false,
        limits,
    };
    let (mut said, mut memory) = answer(&request, &sequential.notes, &text, is_interrupted)?;
    if let Said::Unsupported(what) = &said {
        // It stops at the first assertion that fails: there may be others behind it, or elsewhere.
        let what = what.clone();
        request.all_violations = true;
        said = match order.backend.tells_all_violations() {
            true => {
                let (said, again) = answer(&request, &sequential.notes, &text, is_interrupted)?;
                memory = again.max(memory);
                said
            }
            false => Said::Unknown(format!(
                "it comes to something that is not supported: {what}"
            )),
        };
    }
    Ok((said, memory))
}

/// Runs the verifier once.
fn answer(
    request: &Request<'_>,
    notes: &SequentialNotes,
    text: &CText,
    is_interrupted: &dyn Fn() -> bool,
) -> Result<(Said, Option<u64>), Error> {
    let outcome = run::run(request, is_interrupted).map_err(cannot_run)?;
    let said = match (outcome.stopped, outcome.answer) {
        (Some(stopped), _) => Said::Stopped(stopped),
        (None, Answer::NoViolation) => Said::NoViolation,
        (None, Answer::Unknown { why }) => Said::Unknown(why),
        (None, Answer::Violations(violations)) => judge(notes, text, &violations),
    };
    Ok((said, outcome.memory))
}

/// Limits for what has to be over then.
pub fn limits(deadline: Option<Instant>, memory: Option<u64>) -> Limits {
    Limits {
        time: deadline.map(|end| end.saturating_duration_since(Instant::now())),
        memory,
        ..Limits::default()
    }
}

pub fn data_model(program: &Program) -> DataModel {
    match program.types.data_model {
        unspool_ir::DataModel::Ilp32 => DataModel::Ilp32,
        unspool_ir::DataModel::Lp64 => DataModel::Lp64,
    }
}

fn cannot_run(error: RunError) -> Error {
    Error::resource(format!(
        "{error}; `unspool backends` says what is installed here and what each needs"
    ))
}

fn judge(notes: &SequentialNotes, text: &CText, violations: &[Violation]) -> Said {
    let is_unsupported = |violation: &&Violation| violation.check.text.contains(UNSUPPORTED);
    let Some(violation) = violations.iter().find(|it| !is_unsupported(it)) else {
        let what = violations.first().map_or("", |it| it.check.text.as_str());
        return Said::Unsupported(what.to_string());
    };
    let values = violation.assignments.iter().filter_map(|assignment| {
        let name = text.guesses.get(&assignment.name)?;
        Some((name.as_str(), assignment.value.bits))
    });
    let script = notes.guesses.read(values);
    Said::Violation {
        check: violation.check.text.clone(),
        script: (!script.contexts.is_empty()).then_some(script),
    }
}
