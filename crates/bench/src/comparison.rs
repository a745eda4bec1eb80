//! Two tools on the same tasks, or one tool now and in an earlier run.
//!
//! Times are compared over the tasks that both have decided correctly (or done, if they have no verdicts): what a tool spends on what it cannot decide depends on
//! the limit. The median of the ratios of single tasks stands beside the ratio of sums, which the slowest tasks decide.

use std::collections::HashMap;

use crate::judgement::Class;
use crate::markdown;
use crate::numbers;
use crate::results::Results;
use crate::row::Row;

/// A task's row by one tool and by the other.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'r> {
    pub first: &'r Row,
    pub other: &'r Row,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    pub first: String,
    pub other: String,
    /// That both have decided.
    pub tasks: usize,
    pub first_seconds: f64,
    pub other_seconds: f64,
    /// Of the other's time to the first's, task by task.
    pub median_ratio: Option<f64>,
    /// Tasks for which the first needed more memory.
    pub more_memory: Vec<String>,
    /// Correct by the first only, and by the other only.
    pub only_first: usize,
    pub only_other: usize,
    /// Both have verdicts.
    has_verdicts: bool,
}

/// Rows of tasks that both have run, in their order.
pub fn pairs<'r>(results: &'r Results, first: &str, other: &str) -> Vec<Pair<'r>> {
    let of_tool = |name: &str| {
        let rows = results.rows.iter().filter(move |row| row.tool == name);
        rows.map(|row| (row.number, row))
            .collect::<HashMap<usize, &Row>>()
    };
    let others = of_tool(other);
    let rows = results.rows.iter().filter(|row| row.tool == first);
    rows.filter_map(|row| {
        Some(Pair {
            first: row,
            other: others.get(&row.number)?,
        })
    })
    .collect()
}

/// The rows of a tool now, which are the first, and in an earlier run.
pub fn pairs_with_earlier<'r>(now: &'r Results, earlier: &'r Results, tool: &str) -> Vec<Pair<'r>> {
    let before: HashMap<_, &Row> = earlier
        .rows
        .iter()
        .map(|row| (row.identity(), row))
        .collect();
    let rows = now.rows.iter().filter(|row| row.tool == tool);
    rows.filter_map(|row| {
        Some(Pair {
            first: row,
            other: before.get(&row.identity())?,
        })
    })
    .collect()
}

/// Who has decided what it should, or has done it.
fn is_comparable(row: &Row) -> bool {
    matches!(row.class, Class::Correct | Class::None)
}

impl Comparison {
    pub fn of(first: &str, other: &str, pairs: &[Pair]) -> Comparison {
        let decided = pairs
            .iter()
            .filter(|pair| is_comparable(pair.first) && is_comparable(pair.other));
        let decided: Vec<&Pair> = decided.collect();
        let ratios = decided.iter().map(|pair| pair.ratio());
        let more = decided.iter().filter(|pair| {
            let memory = (
                pair.first.measured.memory_bytes,
                pair.other.measured.memory_bytes,
            );
            matches!(memory, (Some(first), Some(other)) if first > other)
        });
        let only = |who: fn(&Pair) -> (bool, bool)| {
            pairs
                .iter()
                .filter(|pair| who(pair) == (true, false))
                .count()
        };
        Comparison {
            first: first.to_string(),
            other: other.to_string(),
            tasks: decided.len(),
            first_seconds: decided.iter().map(|pair| pair.first.seconds()).sum(),
            other_seconds: decided.iter().map(|pair| pair.other.seconds()).sum(),
            median_ratio: numbers::median(ratios.collect()),
            more_memory: more.map(|pair| pair.first.task.clone()).collect(),
            only_first: only(|pair| (pair.first.is_correct(), pair.other.is_correct())),
            only_other: only(|pair| (pair.other.is_correct(), pair.first.is_correct())),
            has_verdicts: (pairs.iter()).all(|pair| {
                [pair.first, pair.other]
                    .iter()
                    .all(|it| it.class != Class::None)
            }),
        }
    }

    /// Of the other's time to the first's.
    pub fn ratio(&self) -> f64 {
        self.other_seconds / self.first_seconds
    }

    pub fn cells(&self) -> [String; HEADING.len()] {
        let only = |tasks: usize| match self.has_verdicts {
            true => tasks.to_string(),
            false => "-".to_string(),
        };
        [
            self.first.clone(),
            self.other.clone(),
            self.tasks.to_string(),
            numbers::seconds(self.first_seconds),
            numbers::seconds(self.other_seconds),
            numbers::ratio(self.ratio()),
            self.median_ratio.map_or("-".to_string(), numbers::ratio),
            self.more_memory.len().to_string(),
            only(self.only_first),
            only(self.only_other),
        ]
    }
}

impl Pair<'_> {
    /// Of the other's time to the first's. Times are counted in hundredths by some systems: none is taken for less than a millisecond.
    fn ratio(&self) -> f64 {
        const LEAST: f64 = 0.001;
        self.other.seconds().max(LEAST) / self.first.seconds().max(LEAST)
    }
}

/// Of the cells of a comparison. The first two are words. `both` counts tasks that both decide correctly, or have done if they have no verdicts; `more memory` counts tasks for which the first needed more, `only first` those that only the first decided correctly.
pub const HEADING: [&str; 10] = [
    "first",
    "other",
    "both",
    "CPU s",
    "other CPU s",
    "other/first",
    "median",
    "more memory",
    "only first",
    "only other",
];

/// The first tool with each of the others.
pub fn of_tools(results: &Results) -> Vec<Comparison> {
    let names = results.tool_names();
    let Some((first, others)) = names.split_first() else {
        return Vec::new();
    };
    let others = others.iter();
    others
        .map(|other| Comparison::of(first, other, &pairs(results, first, other)))
        .collect()
}

/// What each tool that ran earlier does now.
pub fn with_earlier(now: &Results, earlier: &Results) -> Vec<Comparison> {
    let names = now.tool_names().into_iter();
    names
        .filter_map(|name| {
            let pairs = pairs_with_earlier(now, earlier, name);
            let comparison = Comparison::of(name, &earlier_name(name), &pairs);
            (!pairs.is_empty()).then_some(comparison)
        })
        .collect()
}

pub fn earlier_name(tool: &str) -> String {
    format!("{tool} (earlier)")
}

/// What was not the same in the earlier run, so that times may differ for other reasons than the tools: in words.
pub fn differences(now: &Results, earlier: &Results) -> Vec<String> {
    let mut told = Vec::new();
    let mut tell = |what: &str, before: String, now: String| {
        if before != now {
            told.push(format!("{what}: {now}, was {before}"));
        }
    };
    tell(
        "machine",
        earlier.machine.describe(),
        now.machine.describe(),
    );
    tell("limits", earlier.limits.describe(), now.limits.describe());
    for tool in &now.tools {
        if let Some(before) = earlier.tools.iter().find(|it| it.name == tool.name) {
            tell(&tool.name, before.describe(), tool.describe());
        }
    }
    let mut only = 0;
    for tool in now.tool_names() {
        let rows = now.rows.iter().filter(|row| row.tool == tool).count();
        only += rows - pairs_with_earlier(now, earlier, tool).len();
    }
    if only > 0 {
        told.push(format!(
            "{only} of {} rows are not in the earlier run",
            now.rows.len()
        ));
    }
    told
}

/// Tasks of which another thing came than earlier: `a.c (unspool): unsafe, was TIME`.
pub fn changes(now: &Results, earlier: &Results) -> Vec<String> {
    let mut changes = Vec::new();
    for tool in now.tool_names() {
        for pair in pairs_with_earlier(now, earlier, tool) {
            let (now, before) = (pair.first.judgement, pair.other.judgement);
            if now != before {
                changes.push(format!(
                    "{} [{}] ({tool}): {}, was {}",
                    pair.first.task,
                    pair.first.property,
                    now.word(),
                    before.word()
                ));
            }
        }
    }
    changes
}

pub fn as_markdown(comparisons: &[Comparison]) -> String {
    let rows: Vec<Vec<String>> = comparisons.iter().map(|it| it.cells().to_vec()).collect();
    markdown::table(&HEADING.map(str::to_string), &rows, &HEADING[2..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Verdict;
    use crate::results::tests::{results, row};

    #[test]
    fn only_what_both_decide_is_compared() {
        let mut rows = Vec::new();
        for (number, first, other) in [(0, 1.0, 2.0), (1, 0.5, 5.0), (2, 4.0, 4.0)] {
            rows.push(row(number, "a", Verdict::Unsafe, first));
            rows.push(row(number, "b", Verdict::Unsafe, other));
        }
        rows.push(row(3, "a", Verdict::Unsafe, 100.0));
        rows.push(row(3, "b", Verdict::Unknown, 1.0));
        rows.push(row(4, "a", Verdict::Unsafe, 100.0));
        rows[0].measured.memory_bytes = Some(9 << 20);
        let results = results(&["a", "b"], rows);
        let [comparison] = &of_tools(&results)[..] else {
            panic!()
        };
        assert_eq!(comparison.tasks, 3);
        assert_eq!(
            (comparison.first_seconds, comparison.other_seconds),
            (5.5, 11.0)
        );
        assert_eq!(comparison.ratio(), 2.0);
        assert_eq!(comparison.median_ratio, Some(2.0));
        assert_eq!(comparison.more_memory, ["task0.c"]);
        assert_eq!((comparison.only_first, comparison.only_other), (1, 0));
    }

    #[test]
    fn changes_since_an_earlier_run_are_named() {
        let now = results(
            &["a"],
            vec![
                row(0, "a", Verdict::Unsafe, 1.0),
                row(1, "a", Verdict::Safe, 1.0),
            ],
        );
        let mut earlier = now.clone();
        assert_eq!(changes(&now, &earlier), [""; 0]);
        assert_eq!(differences(&now, &earlier), [""; 0]);
        earlier.limits.at_a_time += 1;
        assert_eq!(differences(&now, &earlier).len(), 1);
        earlier.rows[1] = row(1, "a", Verdict::Unknown, 3.0);
        assert_eq!(
            changes(&now, &earlier),
            ["task1.c [unreach-call] (a): WRONG, was unknown"]
        );
        assert_eq!(with_earlier(&now, &earlier)[0].other, "a (earlier)");
        // Another task of the same number is another task.
        earlier.rows[1].task = "other.c".to_string();
        assert_eq!(pairs_with_earlier(&now, &earlier, "a").len(), 1);
        let told = differences(&now, &earlier);
        assert_eq!(told[1], "1 of 2 rows are not in the earlier run");
    }
}
