//! What each tool made of each task, one column for each: to be pasted into documents.

use crate::judgement::Class;
use crate::markdown;
use crate::numbers;
use crate::results::Results;
use crate::row::Row;

/// In Markdown. `shown` are columns of the table of tasks, which stand behind the task.
pub fn table(results: &Results, shown: &[String]) -> String {
    let names = results.tool_names();
    let first = ["task", "property"].map(str::to_string);
    let first: Vec<String> = first.into_iter().chain(shown.iter().cloned()).collect();
    let tools = names.iter().map(|name| name.to_string());
    let heading: Vec<String> = first.iter().cloned().chain(tools).collect();
    let mut rows: Vec<Vec<String>> = Vec::new();
    for of_task in results.rows.chunk_by(|a, b| a.number == b.number) {
        let Some(any) = of_task.first() else {
            continue;
        };
        let mut cells = vec![any.task.clone(), any.property.clone()];
        cells.extend((shown.iter()).map(|name| any.shown.get(name).cloned().unwrap_or_default()));
        for name in &names {
            let row = of_task.iter().find(|row| row.tool == *name);
            cells.push(row.map_or(String::new(), cell));
        }
        rows.push(cells);
    }
    markdown::table(&heading, &rows, &[])
}

/// `unsafe 0.13`: what came of it, and the time on processors, or by the clock where that was the limit.
fn cell(row: &Row) -> String {
    let seconds = match row.class {
        Class::Timeout => row.measured.wall_seconds,
        _ => row.seconds(),
    };
    format!("{} {}", row.judgement.word(), numbers::seconds(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Verdict;
    use crate::results::tests::{results, row};

    #[test]
    fn each_tool_has_a_column() {
        let rows = vec![
            row(0, "a", Verdict::Unsafe, 0.5),
            row(0, "b", Verdict::Unknown, 1.5),
            row(1, "b", Verdict::Safe, 2.0),
        ];
        let results = results(&["a", "b"], rows);
        assert_eq!(
            table(&results, &[]),
            "| task | property | a | b |\n|---|---|---|---|\n\
             | task0.c | unreach-call | unsafe 0.500 | unknown 1.50 |\n\
             | task1.c | unreach-call |  | WRONG 2.00 |\n"
        );
    }
}
