//! The first pass: from files to a program.
//!
//! Precondition: none. Postcondition: a whole program, linked with the models it uses, without assertions of ignored properties.

use unspool_cfront::{Diagnostic, DiagnosticKind};
use unspool_ir::{Program, Property, PropertyKind, text};
use unspool_passes::{bounded, ignored_properties};

use crate::error::Error;
use crate::inputs::{self, InputConfig, Loaded};
use crate::problem::{Problem, Severity};
use crate::source_lines::SourceLines;

/// A program and the way back to its text.
pub struct Lowered {
    pub program: Program,
    pub lines: SourceLines,
    pub warnings: Vec<Problem>,
    /// Whether it was read in its text form.
    pub is_printed: bool,
}

pub fn lower(config: &InputConfig) -> Result<Lowered, Error> {
    let mut lowered = read(config)?;
    if !config.ignored.is_empty() && bounded::is_marked(&lowered.program) {
        return Err(too_late(&config.ignored));
    }
    if lowered.is_printed
        && let Some(property) = config.on_demand.iter().find(|p| is_left_to_models(**p))
    {
        return Err(without_models(*property));
    }
    ignored_properties::run(&mut lowered.program, &config.ignored);
    Ok(lowered)
}

/// Whether nobody but the models checks it. What operators do is seen in any program.
fn is_left_to_models(property: Property) -> bool {
    property.kind() == PropertyKind::OnDemand
        && unspool_models::ON_DEMAND.contains(&property.name())
}

/// Of a printed program.
fn without_models(property: Property) -> Error {
    let name = property.name();
    Error::Usage {
        message: format!(
            "{name} is looked for by the models of the library, which are chosen when C is read"
        ),
        help: "give the C files".to_string(),
    }
}

/// Of a bounded program.
fn too_late(ignored: &[Property]) -> Error {
    let options = ignored.iter().map(|p| format!("--ignore {}", p.name()));
    let options = options.collect::<Vec<_>>().join(" ");
    Error::Usage {
        message: format!(
            "{options} comes too late for a bounded program: what its assertions exclude is gone"
        ),
        help: format!("bound the original so: unspool bound FILE.c {options} -o bounded.ir"),
    }
}

fn read(config: &InputConfig) -> Result<Lowered, Error> {
    let (inputs, data_model, mut warnings) = match inputs::load(config)? {
        Loaded::C {
            inputs,
            data_model,
            warnings,
        } => (inputs, data_model, warnings),
        Loaded::Text { name, text } => {
            return Ok(Lowered {
                program: read_text(&name, &text)?,
                lines: SourceLines::default(),
                warnings: Vec::new(),
                is_printed: true,
            });
        }
    };
    let mut switches = config.switches.clone();
    for property in &config.on_demand {
        switches.look_for(property.name());
    }
    let library = |used: &[&str]| inputs::models(used, &switches);
    let compilation = unspool_cfront::compile(inputs, &config.settings(data_model), library)
        .map_err(|error| Error::resource(error.to_string()))?;
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
    Ok(Lowered {
        program,
        lines,
        warnings,
        is_printed: false,
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_models_check_on_demand_are_properties() {
        for name in unspool_models::ON_DEMAND {
            let property = Property::from_name(name).expect(name);
            let is_of_operators = property == Property::Overflow;
            assert_eq!(is_left_to_models(property), !is_of_operators, "{name}");
        }
        assert!(!is_left_to_models(Property::UnreachCall));
    }

    #[test]
    fn they_are_not_looked_for_in_printed_programs() {
        let file = std::env::temp_dir().join(format!("unspool-lowering-{}.ir", std::process::id()));
        let text =
            "datamodel lp64\nentry @main\nfunction @main() -> i32 {\nb0:\n  return 0:i32\n}\n";
        std::fs::write(&file, text).expect("a program");
        let mut config = InputConfig {
            files: vec![file.to_string_lossy().into_owned()],
            ..InputConfig::default()
        };
        assert!(lower(&config).is_ok());
        config.on_demand = vec![Property::ThreadLeak];
        let refused = lower(&config).err();
        assert!(matches!(refused, Some(Error::Usage { .. })), "{refused:?}");
        std::fs::remove_file(&file).expect("the program");
    }
}
