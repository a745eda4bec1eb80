//! What came of the tasks, by category and tool.

use std::collections::BTreeMap;

use crate::judgement::{Class, Judgement, TABLE};
use crate::markdown;
use crate::numbers;
use crate::results::Results;
use crate::row::Row;

/// All categories together.
pub const ALL: &str = "all together";

#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    pub category: String,
    pub tool: String,
    pub rows: usize,
    pub classes: BTreeMap<Class, usize>,
    pub judgements: BTreeMap<Judgement, usize>,
    pub cpu_seconds: f64,
    pub wall_seconds: f64,
    /// Of one row, on processors.
    pub slowest: f64,
    pub largest_memory: u64,
}

/// In the order in which categories and tools first occur; at the end all categories together, if there are several.
pub fn by_category(results: &Results) -> Vec<Summary> {
    let mut categories: Vec<&str> = Vec::new();
    for row in &results.rows {
        if !categories.contains(&row.category.as_str()) {
            categories.push(&row.category);
        }
    }
    let mut summaries = Vec::new();
    for category in &categories {
        for tool in results.tool_names() {
            let rows = results.rows.iter();
            let rows = rows.filter(|row| row.category == *category && row.tool == tool);
            summaries.push(Summary::of(category, tool, rows));
        }
    }
    if categories.len() > 1 {
        summaries.extend(of_tools(results));
    }
    summaries.retain(|summary| summary.rows > 0);
    summaries
}

/// All categories together.
pub fn of_tools(results: &Results) -> Vec<Summary> {
    let tools = results.tool_names().into_iter();
    tools
        .map(|tool| {
            let rows = results.rows.iter().filter(|row| row.tool == tool);
            Summary::of(ALL, tool, rows)
        })
        .collect()
}

impl Summary {
    fn of<'r>(category: &str, tool: &str, rows: impl Iterator<Item = &'r Row>) -> Summary {
        let mut summary = Summary {
            category: category.to_string(),
            tool: tool.to_string(),
            rows: 0,
            classes: BTreeMap::new(),
            judgements: BTreeMap::new(),
            cpu_seconds: 0.0,
            wall_seconds: 0.0,
            slowest: 0.0,
            largest_memory: 0,
        };
        for row in rows {
            summary.rows += 1;
            *summary.classes.entry(row.class).or_default() += 1;
            *summary.judgements.entry(row.judgement).or_default() += 1;
            summary.cpu_seconds += row.seconds();
            summary.wall_seconds += row.measured.wall_seconds;
            summary.slowest = summary.slowest.max(row.seconds());
            let memory = row.measured.memory_bytes.unwrap_or(0);
            summary.largest_memory = summary.largest_memory.max(memory);
        }
        summary
    }

    pub fn count(&self, class: Class) -> usize {
        self.classes.get(&class).copied().unwrap_or(0)
    }

    pub fn cells(&self) -> [String; HEADING.len()] {
        [
            self.category.clone(),
            self.tool.clone(),
            self.rows.to_string(),
            self.count(Class::Correct).to_string(),
            self.count(Class::Wrong).to_string(),
            self.count(Class::Unknown).to_string(),
            self.count(Class::Error).to_string(),
            self.count(Class::Timeout).to_string(),
            self.count(Class::Memory).to_string(),
            numbers::seconds(self.cpu_seconds),
            numbers::seconds(self.wall_seconds),
            numbers::seconds(self.slowest),
            numbers::megabytes(self.largest_memory),
        ]
    }
}

/// Of the cells of a summary. The first two are words.
pub const HEADING: [&str; 13] = [
    "category",
    "tool",
    "tasks",
    "correct",
    "wrong",
    "unknown",
    "error",
    "timeout",
    "memory",
    "CPU s",
    "clock s",
    "slowest",
    "largest MB",
];

/// How many rows of a tool there are of each judgement: `unspool: 3 right: unsafe, 1 unknown`.
pub fn judgements_in_words(summary: &Summary) -> String {
    let counts = TABLE.iter().filter_map(|row| {
        let count = summary.judgements.get(&row.judgement)?;
        Some(format!("{count} {}", row.meaning))
    });
    format!(
        "{}: {}",
        summary.tool,
        counts.collect::<Vec<String>>().join("; ")
    )
}

pub fn as_markdown(summaries: &[Summary]) -> String {
    let rows: Vec<Vec<String>> = summaries
        .iter()
        .map(|summary| summary.cells().to_vec())
        .collect();
    markdown::table(&HEADING.map(str::to_string), &rows, &HEADING[2..])
}
