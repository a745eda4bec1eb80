//! From a verdict, and an execution that goes wrong, to a report as data.

use std::time::Duration;

use unspool_ir::{DataModel, Property};
use unspool_report::model::{self, CheckedProgram, Report, SourceFile, Tool, VERSION};
use unspool_report::references;

use crate::input_words;
use crate::inputs::InputConfig;
use crate::source_lines::SourceLines;
use crate::telling::Told;
use crate::verdict::Judgement;

/// What was asked, and what it cost.
pub struct Asked<'a> {
    pub input: &'a InputConfig,
    pub data_model: DataModel,
    pub properties: &'a [Property],
    pub exit_code: u8,
    pub time: Duration,
}

pub fn report(
    asked: &Asked<'_>,
    sources: &SourceLines,
    judgement: &Judgement,
    told: Option<Told>,
    others: Vec<Told>,
) -> Report {
    let (trace, mut files) = match told {
        Some(told) => (Some(told.trace), told.files),
        None => (None, Vec::new()),
    };
    let others = others.into_iter().map(|told| with_files(told, &mut files));
    let others = others.collect();
    for name in &asked.input.files {
        if !files.iter().any(|file| file.name == *name)
            && let Some((_, sha256)) = sources.whole_file(name)
        {
            files.push(SourceFile {
                name: name.clone(),
                text: String::new(),
                sha256: Some(sha256),
            });
        }
    }
    Report {
        version: VERSION,
        tool: Tool {
            name: "unspool".to_string(),
            version: env!("CARGO_PKG_VERSION").to_string(),
        },
        program: CheckedProgram {
            inputs: asked.input.files.clone(),
            options: input_words::options(asked.input),
            data_model: match asked.data_model {
                DataModel::Ilp32 => model::DataModel::Ilp32,
                DataModel::Lp64 => model::DataModel::Lp64,
            },
            files,
        },
        verdict: model::Verdict {
            kind: judgement.verdict,
            statement: judgement.statement.clone(),
            details: judgement.details.clone(),
            properties: names(asked.properties.iter()),
            exit_code: asked.exit_code,
            seconds: (asked.time.as_secs_f64() * 1000.0).round() / 1000.0,
        },
        trace,
        others,
    }
}

/// The trace in terms of files that are known already, or are now.
fn with_files(told: Told, files: &mut Vec<SourceFile>) -> model::Trace {
    let numbers: Vec<usize> = (told.files.into_iter())
        .map(
            |file| match files.iter().position(|it| it.name == file.name) {
                Some(known) => {
                    // What was only named before is needed in full now.
                    if files[known].text.len() < file.text.len() {
                        files[known] = file;
                    }
                    known
                }
                None => {
                    files.push(file);
                    files.len() - 1
                }
            },
        )
        .collect();
    let mut trace = told.trace;
    references::for_each_place(&mut trace, &mut |place| {
        place.file = numbers[place.file];
        if let Some(given) = &mut place.given {
            given.file = numbers[given.file];
        }
    });
    trace
}

fn names<'a>(properties: impl Iterator<Item = &'a Property>) -> Vec<String> {
    properties
        .map(|property| property.name().to_string())
        .collect()
}
