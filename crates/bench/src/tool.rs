//! What decides tasks: a name, a command line, and how its answers are told from what it prints.
//!
//! A command line has placeholders, which are filled for each task:
//!
//! | placeholder | |
//! |---|---|
//! | `{file}` | the task's file, with its whole path |
//! | `{bits}` | 32 or 64: of a pointer |
//! | `{data-model}` | `ILP32` or `LP64` |
//! | `{property}` | as the table has it |
//! | `{property-options}` | the words that the tool has for this property |
//! | `{options}` | the words of the table's column `options:NAME`, else the tool's default |
//! | `{scratch}` | a private folder, which is also the working directory |
//! | `{seconds}` | the limit of time, rounded up |

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::answer::Signs;
use crate::command_words::{Filling, filled};
use crate::selection::Task;

pub const PLACEHOLDERS: [&str; 8] = [
    "file",
    "bits",
    "data-model",
    "property",
    "property-options",
    "options",
    "scratch",
    "seconds",
];

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tool {
    pub name: String,
    pub kind: ToolKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ToolKind {
    /// The command that this is part of, with options for `check`.
    Unspool {
        command: PathBuf,
        options: Vec<String>,
    },
    Described(Box<Description>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    pub command: Vec<String>,
    /// Prints the version; nothing if nobody knows how.
    pub version: Vec<String>,
    /// Where the table has none for a task.
    pub default_options: Vec<String>,
    /// The words for a property, by its name. If there are any, other properties are not asked for.
    pub properties: BTreeMap<String, Vec<String>>,
    pub signs: Signs,
}

/// What a tool may use for a task.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TaskLimits {
    /// By the clock.
    pub time: Duration,
    /// Bytes in main memory, of all processes together.
    pub memory: Option<u64>,
}

impl Tool {
    pub fn is_unspool(&self) -> bool {
        matches!(self.kind, ToolKind::Unspool { .. })
    }

    /// The command line without the task, for reports.
    pub fn template(&self) -> Vec<String> {
        match &self.kind {
            ToolKind::Unspool { options, .. } => {
                let words = ["unspool", "check"].map(str::to_string);
                words.into_iter().chain(options.iter().cloned()).collect()
            }
            ToolKind::Described(description) => description.command.clone(),
        }
    }

    /// What it is started as for a task; `None` if it has no words for the task's property. `options` are those of the table.
    pub fn command(
        &self,
        task: &Task,
        options: &[String],
        scratch: &Path,
        limits: &TaskLimits,
    ) -> Option<Vec<String>> {
        match &self.kind {
            ToolKind::Unspool {
                command,
                options: own,
            } => Some(unspool_words(command, task, own, options, limits)),
            ToolKind::Described(description) => {
                described_words(description, task, options, scratch, limits)
            }
        }
    }
}

fn unspool_words(
    command: &Path,
    task: &Task,
    own: &[String],
    options: &[String],
    limits: &TaskLimits,
) -> Vec<String> {
    let text = |text: &str| text.to_string();
    let mut words = vec![
        command.display().to_string(),
        text("check"),
        text("--stats=json"),
    ];
    for property in &task.properties {
        words.extend([text("--property"), property.clone()]);
    }
    let model = task.data_model.name().to_lowercase();
    words.extend([text("--data-model"), model]);
    words.extend([text("--time-limit"), limits.time.as_secs_f64().to_string()]);
    if let Some(bytes) = limits.memory {
        words.extend([text("--memory-limit"), bytes.to_string()]);
    }
    words.extend(own.iter().chain(options).cloned());
    words.push(task.file.display().to_string());
    words
}

fn described_words(
    description: &Description,
    task: &Task,
    options: &[String],
    scratch: &Path,
    limits: &TaskLimits,
) -> Option<Vec<String>> {
    let mut property_options = Vec::new();
    if !description.properties.is_empty() {
        for property in &task.properties {
            property_options.extend(description.properties.get(property)?.iter().cloned());
        }
    }
    let options = match options.is_empty() {
        true => &description.default_options,
        false => options,
    };
    let absolute = std::path::absolute(&task.file).unwrap_or(task.file.clone());
    let text = |text: String| Filling::Text(text);
    let fillings = [
        ("file", text(absolute.display().to_string())),
        ("bits", text(task.data_model.bits().to_string())),
        ("data-model", text(task.data_model.name().to_string())),
        ("property", text(task.property.clone())),
        ("property-options", Filling::Words(property_options)),
        ("options", Filling::Words(options.to_vec())),
        ("scratch", text(scratch.display().to_string())),
        (
            "seconds",
            text(limits.time.as_secs_f64().ceil().to_string()),
        ),
    ];
    Some(filled(&description.command, &fillings))
}
