//! The verifier after each pass, and whose fault it is if it refuses.

use unspool_ir::verify::{VerifyError, verify};
use unspool_ir::{Program, Span};
use unspool_passes::bounded;

use crate::error::Error;
use crate::pipeline::{Pass, Stage, Work};
use crate::problem::{Problem, Severity};

pub fn check(work: &Work, pass: &Pass) -> Result<(), Error> {
    verify(&work.program).map_err(|errors| explain(work, pass, &errors))?;
    match work.is_bounded {
        false => Ok(()),
        true => bounded::check(&work.program).map_err(|broken| refused(pass, &broken)),
    }
}

fn refused(pass: &Pass, broken: &str) -> Error {
    Error::Bug(format!(
        "the verifier refuses the program after `{}`:\n{broken}",
        pass.name
    ))
}

/// Atomic sections are balanced, or not, by the program itself; and a printed program is as its writer has made it.
fn explain(work: &Work, pass: &Pass, errors: &[VerifyError]) -> Error {
    let is_as_given = work.is_printed && pass.stages.0 == Stage::Nothing;
    let by_input = |error: &&VerifyError| is_as_given || error.rule.starts_with('A');
    if errors.iter().all(|error| by_input(&error)) {
        return Error::Parse(errors.iter().map(|error| describe(work, error)).collect());
    }
    let broken: Vec<String> = errors
        .iter()
        .filter(|error| !by_input(error))
        .take(5)
        .map(VerifyError::to_string)
        .collect();
    refused(pass, &broken.join("\n"))
}

fn describe(work: &Work, error: &VerifyError) -> Problem {
    let excerpt = place_of(&work.program, error).and_then(|span| work.excerpt(span, "", true));
    if work.is_printed {
        let help = format!("rule {} of the verifier", error.rule);
        return Problem::new(Severity::Error, error.to_string())
            .with_excerpt(excerpt)
            .with_help(help);
    }
    let whose = match &error.function {
        Some(function) => format!("in function `{function}`: {}", error.message),
        None => error.message.clone(),
    };
    Problem::new(Severity::Error, whose)
        .with_excerpt(excerpt)
        .with_help("atomic sections must begin and end in pairs on every path through a function")
}

fn place_of(program: &Program, error: &VerifyError) -> Option<Span> {
    let function = program.function(program.function_named(error.function.as_deref()?)?);
    let block = error
        .block
        .and_then(|block| function.body.as_ref()?.blocks.get(block.index()));
    let span = match (block, error.instruction) {
        (Some(block), Some(index)) => block.insts.get(index).map_or(block.span, |inst| inst.span),
        (Some(block), None) => block.insts.first().map_or(block.span, |inst| inst.span),
        (None, _) => function.span,
    };
    Some(span)
}
