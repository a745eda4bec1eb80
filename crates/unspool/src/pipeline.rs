//! The pipeline: which passes there are, in which order, and the verifier between them.

use unspool_cfront::{Diagnostic, DiagnosticKind};
use unspool_ir::verify::{VerifyError, verify};
use unspool_ir::{Program, Span, text};

use crate::error::Error;
use crate::inputs::{self, InputConfig, Loaded};
use crate::options::PassOptions;
use crate::problem::{Problem, Severity};
use crate::source_lines::SourceLines;

/// A step from the input towards an answer. After each one the verifier has accepted the program.
pub struct Pass {
    pub name: &'static str,
    pub purpose: &'static str,
    run: fn(&InputConfig, &mut Work) -> Result<(), Error>,
}

/// All passes, in the order in which they run.
pub const PASSES: &[Pass] = &[Pass {
    name: "lower",
    purpose: "preprocess, parse, check and link the C files (or read a printed program)",
    run: lower,
}];

/// What the passes work on.
pub struct Work {
    pub program: Program,
    /// The way back to the source.
    pub lines: SourceLines,
    pub warnings: Vec<Problem>,
    /// Whether the program was read in its text form; mistakes in it are the writer's then.
    from_text: bool,
}

/// Runs the passes. `dump` gets the program after each pass that it is asked for after.
pub fn run(
    config: &InputConfig,
    options: &PassOptions,
    dump: &mut dyn FnMut(&Pass, &Program) -> Result<(), Error>,
) -> Result<Work, Error> {
    let mut work = Work {
        program: Program::new(config.data_model.unwrap_or_default()),
        lines: SourceLines::default(),
        warnings: Vec::new(),
        from_text: false,
    };
    for pass in PASSES {
        (pass.run)(config, &mut work)?;
        if let Err(errors) = verify(&work.program) {
            return Err(explain(&work, pass, &errors));
        }
        if options.dump_after.iter().any(|name| name == pass.name) {
            dump(pass, &work.program)?;
        }
        if options.stop_after.as_deref() == Some(pass.name) {
            break;
        }
    }
    Ok(work)
}

/// Precondition: none. Postcondition: a whole program, linked with the models it uses.
fn lower(config: &InputConfig, work: &mut Work) -> Result<(), Error> {
    let (inputs, data_model, mut warnings) = match inputs::load(config)? {
        Loaded::C {
            inputs,
            data_model,
            warnings,
        } => (inputs, data_model, warnings),
        Loaded::Text { name, text } => {
            work.program = read_text(&name, &text)?;
            work.from_text = true;
            return Ok(());
        }
    };
    let library = |used: &[&str]| inputs::models(used, &config.switches);
    let compilation = unspool_cfront::compile(inputs, &config.settings(data_model), library)
        .map_err(|error| Error::Resource(error.to_string()))?;
    let lines = SourceLines::new(compilation.map);
    for diagnostic in &compilation.diagnostics {
        let problem = from_diagnostic(diagnostic, &lines);
        // A macro's argument may be expanded, and be wrong, several times.
        if !warnings.contains(&problem) {
            warnings.push(problem);
        }
    }
    let Some(program) = compilation.program else {
        return Err(match warnings {
            problems if problems.iter().any(|p| p.severity == Severity::Error) => {
                Error::Parse(problems)
            }
            problems if problems.iter().any(Problem::is_fatal) => Error::Unsupported(problems),
            _ => Error::Bug("the front end gave neither a program nor an error".to_string()),
        });
    };
    *work = Work {
        program,
        lines,
        warnings,
        from_text: false,
    };
    Ok(())
}

fn from_diagnostic(diagnostic: &Diagnostic, lines: &SourceLines) -> Problem {
    let severity = match diagnostic.kind {
        DiagnosticKind::Error => Severity::Error,
        DiagnosticKind::Warning => Severity::Warning,
        DiagnosticKind::Unsupported => Severity::Unsupported,
    };
    let mut problem = Problem::new(severity, &diagnostic.message).with_excerpt(lines.of_span(
        diagnostic.primary,
        "",
        true,
    ));
    for (span, label) in &diagnostic.labels {
        problem = problem.with_excerpt(lines.of_span(*span, label, false));
    }
    match &diagnostic.help {
        Some(help) => problem.with_help(help),
        None => problem,
    }
}

fn read_text(name: &str, bytes: &[u8]) -> Result<Program, Error> {
    let help = "`unspool ir FILE.c -o FILE.ir` writes such programs";
    let source = std::str::from_utf8(bytes)
        .map_err(|_| Error::input(format!("`{name}` is not UTF-8 text"), help))?;
    text::parse(source).map_err(|error| {
        // The parser counts characters, excerpts count bytes.
        let column = source
            .lines()
            .nth(error.line.saturating_sub(1) as usize)
            .and_then(|line| {
                line.char_indices()
                    .nth(error.column.saturating_sub(1) as usize)
            })
            .map_or(error.column, |(offset, _)| offset as u32 + 1);
        let place = (name, error.line, column);
        Error::Parse(vec![
            Problem::new(Severity::Error, &error.message)
                .with_excerpt(SourceLines::default().of_position(place, "", true))
                .with_help(help),
        ])
    })
}

/// Whose fault a broken rule is: atomic sections are balanced, or not, by the program itself.
fn explain(work: &Work, pass: &Pass, errors: &[VerifyError]) -> Error {
    let by_input = |error: &&VerifyError| work.from_text || error.rule.starts_with('A');
    if errors.iter().all(|error| by_input(&error)) {
        return Error::Parse(errors.iter().map(|error| describe(work, error)).collect());
    }
    let broken: Vec<String> = errors
        .iter()
        .filter(|error| !by_input(error))
        .take(5)
        .map(VerifyError::to_string)
        .collect();
    Error::Bug(format!(
        "the verifier refuses the program after `{}`:\n{}",
        pass.name,
        broken.join("\n")
    ))
}

fn describe(work: &Work, error: &VerifyError) -> Problem {
    let excerpt = place_of(&work.program, error).and_then(|span| {
        let file = work.program.files.get(span.file.index())?;
        work.lines
            .of_position((file, span.line, span.column), "", true)
    });
    if work.from_text {
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
