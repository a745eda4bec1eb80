//! From a verdict, and an execution that goes wrong, to a report as data.

use std::time::Duration;

use unspool_ir::{DataModel, Property};
use unspool_report::model::{self, CheckedProgram, Report, SourceFile, Tool, VERSION};

use crate::check_options::CHECKED;
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
) -> Report {
    let (trace, mut files) = match told {
        Some(told) => (Some(told.trace), told.files),
        None => (None, Vec::new()),
    };
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
            options: options(asked),
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
    }
}

/// Assertions that nobody asked about were dropped, as by `--ignore`.
fn options(asked: &Asked<'_>) -> Vec<String> {
    let mut words = input_words::options(asked.input);
    let unwanted = CHECKED.iter().filter(|property| {
        !asked.properties.contains(property) && !asked.input.ignored.contains(property)
    });
    for name in names(unwanted) {
        words.extend(["--ignore".to_string(), name]);
    }
    words
}

fn names<'a>(properties: impl Iterator<Item = &'a Property>) -> Vec<String> {
    properties
        .map(|property| property.name().to_string())
        .collect()
}
