//! One tool on one task: a line of the results.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::judgement::{Class, Judgement, judge};
use crate::numbers;
use crate::run_task::Measured;
use crate::selection::Task;
use crate::task_table::DataModel;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    pub category: String,
    pub task: String,
    pub property: String,
    pub data_model: DataModel,
    pub tool: String,
    /// Of this task.
    pub options: String,
    pub expected: bool,
    pub class: Class,
    pub judgement: Judgement,
    #[serde(flatten)]
    pub measured: Measured,
    /// The file in the folder of logs with what the tool printed.
    #[serde(default)]
    pub log: String,
    /// Which task of the selection it is about: the rows of all tools have the same number.
    pub number: usize,
    /// Columns of the table of tasks that are shown.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub shown: BTreeMap<String, String>,
}

impl Row {
    pub fn new(number: usize, task: &Task, tool: (usize, &str), measured: Measured) -> Row {
        let judgement = judge(measured.end, measured.verdict, task.expected);
        Row {
            category: task.category.clone(),
            task: task.path.clone(),
            property: task.property.clone(),
            data_model: task.data_model,
            tool: tool.1.to_string(),
            options: task
                .options
                .get(tool.0)
                .map_or(String::new(), |words| words.join(" ")),
            expected: task.expected,
            class: judgement.class(),
            judgement,
            measured,
            log: String::new(),
            number,
            shown: BTreeMap::new(),
        }
    }

    pub fn is_correct(&self) -> bool {
        self.class == Class::Correct
    }

    /// Processor time, or where the system does not tell that, time by the clock.
    pub fn seconds(&self) -> f64 {
        self.measured
            .cpu_seconds
            .unwrap_or(self.measured.wall_seconds)
    }

    /// What makes the same row of another run.
    pub fn identity(&self) -> (&str, &str, &str, &str, DataModel) {
        (
            &self.task,
            &self.property,
            &self.tool,
            &self.options,
            self.data_model,
        )
    }
}

struct Column {
    name: &'static str,
    text: fn(&Row) -> String,
}

const fn column(name: &'static str, text: fn(&Row) -> String) -> Column {
    Column { name, text }
}

/// Of the table with tabs.
const COLUMNS: [Column; 25] = [
    column("category", |row| row.category.clone()),
    column("task", |row| row.task.clone()),
    column("property", |row| row.property.clone()),
    column("data_model", |row| row.data_model.name().to_string()),
    column("tool", |row| row.tool.clone()),
    column("options", |row| row.options.clone()),
    column("verdict", |row| row.measured.verdict.word().to_string()),
    column("expected", |row| row.expected.to_string()),
    column("class", |row| row.class.name().to_string()),
    column("judgement", |row| row.judgement.word().to_string()),
    column("cpu_seconds", |row| seconds(row.measured.cpu_seconds)),
    column("wall_seconds", |row| {
        seconds(Some(row.measured.wall_seconds))
    }),
    column("memory_bytes", |row| number(row.measured.memory_bytes)),
    column("unwind", |row| number(row.measured.unwind)),
    column("rounds", |row| number(row.measured.rounds)),
    column("encoding", |row| {
        row.measured.encoding.clone().unwrap_or_default()
    }),
    column("steps", |row| number(row.measured.steps)),
    column("deciding_seconds", |row| {
        seconds(row.measured.deciding_seconds)
    }),
    column("other_steps_seconds", |row| {
        seconds(row.measured.other_steps_seconds)
    }),
    column("variables", |row| number(row.measured.variables)),
    column("clauses", |row| number(row.measured.clauses)),
    column("exit", |row| row.measured.exit.clone()),
    column("bounds", |row| {
        row.measured.bounds.clone().unwrap_or_default()
    }),
    column("note", |row| row.measured.note.clone()),
    column("log", |row| row.log.clone()),
];

fn seconds(seconds: Option<f64>) -> String {
    // Sums can be made of these.
    seconds.map_or(String::new(), |seconds| format!("{seconds:.3}"))
}

fn number(number: Option<u64>) -> String {
    number.map_or(String::new(), |number| number.to_string())
}

/// A heading and a line for each row, with fields separated by tabs.
pub fn as_tsv(rows: &[Row]) -> String {
    let mut text = COLUMNS.map(|column| column.name).join("\t") + "\n";
    for row in rows {
        let fields = COLUMNS.map(|column| (column.text)(row).replace(['\t', '\n', '\r'], " "));
        text.push_str(&fields.join("\t"));
        text.push('\n');
    }
    text
}

/// Above the lines for the terminal.
pub const TERMINAL_HEADING: &str =
    "what       verdict   expected  cpu s     s        MB     tool        task";

/// For the terminal, as soon as it is known.
pub fn terminal_line(row: &Row) -> String {
    let note = match row.measured.note.is_empty() {
        true => String::new(),
        false => format!("  # {}", row.measured.note),
    };
    let property = match row.property.as_str() {
        "unreach-call" => String::new(),
        other => format!(" [{other}]"),
    };
    let megabytes = row
        .measured
        .memory_bytes
        .map_or(String::new(), numbers::megabytes);
    let cpu = row
        .measured
        .cpu_seconds
        .map_or(String::new(), numbers::seconds);
    format!(
        "{:<9}  {:<8}  {:<8}  {:<8}  {:<7}  {:<5}  {:<10}  {}{property}{note}",
        row.judgement.word(),
        row.measured.verdict.word(),
        row.expected,
        cpu,
        numbers::seconds(row.measured.wall_seconds),
        megabytes,
        row.tool,
        row.task,
    )
}
