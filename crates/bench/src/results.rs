//! The results as JSON: what was run, on what machine, within which limits, and all rows. A later run reads it, to compare itself with.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::machine::Machine;
use crate::numbers;
use crate::row::Row;
use crate::trouble::Trouble;

pub const FORMAT: &str = "unspool-bench";

/// Of the format: raised when readers of the old one would misread the new one.
pub const VERSION: u32 = 1;

pub const FILE: &str = "results.json";

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Results {
    pub format: String,
    pub version: u32,
    pub unspool: String,
    pub machine: Machine,
    pub limits: UsedLimits,
    pub tools: Vec<ToolRecord>,
    /// Whether all tools have run on all selected tasks.
    pub is_complete: bool,
    pub rows: Vec<Row>,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct UsedLimits {
    pub time_seconds: f64,
    pub memory_bytes: Option<u64>,
    pub at_a_time: usize,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ToolRecord {
    pub name: String,
    /// With placeholders.
    pub command: Vec<String>,
    /// The first line that it prints about it.
    pub version: Option<String>,
}

impl UsedLimits {
    pub fn describe(&self) -> String {
        let memory = self
            .memory_bytes
            .map_or("any amount of memory".to_string(), |bytes| {
                format!("{} MB", numbers::megabytes(bytes))
            });
        let (seconds, jobs) = (self.time_seconds, self.at_a_time);
        format!("{seconds} s by the clock and {memory} for each, {jobs} at a time")
    }
}

impl ToolRecord {
    /// The command line, and the version.
    pub fn describe(&self) -> String {
        let version = self.version.as_deref().unwrap_or("version not known");
        format!("{} ({version})", self.command.join(" "))
    }
}

impl Results {
    pub fn as_json(&self) -> String {
        // Plain data always has a JSON form.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Of the folder of an earlier run.
    pub fn read(folder: &Path) -> Result<Results, Trouble> {
        let path = folder.join(FILE);
        let cannot = |why: &dyn std::fmt::Display| {
            let mut trouble = Trouble::with_file("read the results in", &path, why);
            trouble.help = "give the --output folder of an earlier `unspool bench`".to_string();
            trouble
        };
        let text = std::fs::read_to_string(&path).map_err(|why| cannot(&why))?;
        let head: Head = serde_json::from_str(&text).map_err(|why| cannot(&why))?;
        if head.format != FORMAT || head.version != VERSION {
            let why = format!("format `{}`, version {}", head.format, head.version);
            return Err(cannot(&format!("{why}, instead of `{FORMAT}`, {VERSION}")));
        }
        serde_json::from_str(&text).map_err(|why| cannot(&why))
    }

    /// The names of the tools.
    pub fn tool_names(&self) -> Vec<&str> {
        self.tools.iter().map(|tool| tool.name.as_str()).collect()
    }
}

#[derive(Deserialize)]
struct Head {
    format: String,
    version: u32,
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::answer::Verdict;
    use crate::judgement::judge;
    use crate::run_task::{End, tests::measured};
    use crate::task_table::DataModel;

    /// Of a task that is unsafe.
    pub fn row(number: usize, tool: &str, verdict: Verdict, cpu_seconds: f64) -> Row {
        let judgement = judge(End::Finished, verdict, false);
        let mut measured = measured(cpu_seconds);
        measured.verdict = verdict;
        Row {
            category: "all".to_string(),
            task: format!("task{number}.c"),
            property: "unreach-call".to_string(),
            data_model: DataModel::Lp64,
            tool: tool.to_string(),
            options: String::new(),
            expected: false,
            class: judgement.class(),
            judgement,
            measured,
            log: String::new(),
            number,
            shown: Default::default(),
        }
    }

    pub fn results(tools: &[&str], rows: Vec<Row>) -> Results {
        let tools = tools.iter().map(|name| ToolRecord {
            name: name.to_string(),
            command: vec![name.to_string()],
            version: None,
        });
        Results {
            format: FORMAT.to_string(),
            version: VERSION,
            unspool: "0".to_string(),
            machine: Machine::this(),
            limits: UsedLimits {
                time_seconds: 60.0,
                memory_bytes: None,
                at_a_time: 1,
            },
            tools: tools.collect(),
            is_complete: true,
            rows,
        }
    }

    #[test]
    fn results_are_read_as_they_were_written() {
        let results = results(&["a"], vec![row(0, "a", Verdict::Unsafe, 0.25)]);
        let again: Results = serde_json::from_str(&results.as_json()).unwrap();
        assert_eq!(again, results);
    }
}
