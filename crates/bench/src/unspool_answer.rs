//! What `unspool check --stats=json` said: exit code and statistics, which must agree.
//!
//! The statistics are the last line of the output. Where they are missing, the exit code says why: the input was refused, the
//! command was used wrongly, or it failed.

use serde_json::Value;

use crate::answer::{Unclear, Verdict};
use crate::run_task::End;

/// What the statistics tell, above all of the step that the verdict rests on.
#[derive(Clone, PartialEq, Debug)]
pub struct UnspoolAnswer {
    pub verdict: Verdict,
    /// By which limit of its own it was stopped.
    pub stopped_at: Option<End>,
    pub peak_memory: Option<u64>,
    /// How many were begun.
    pub steps: Option<u64>,
    /// By the clock: of the step that decided, and the sum of all others, which may have run at the same time.
    pub deciding_seconds: Option<f64>,
    pub other_steps_seconds: Option<f64>,
    pub unwind: Option<u64>,
    /// Rounds, contexts or writes.
    pub length: Option<u64>,
    pub encoding: Option<String>,
    pub variables: Option<u64>,
    pub clauses: Option<u64>,
    /// The bounds that the command names for seeing the result again, as options.
    pub bounds: Option<String>,
}

pub fn read(exit: Option<i32>, said: &str) -> Result<UnspoolAnswer, Unclear> {
    let last = said.lines().rev().find(|line| !line.trim().is_empty());
    let statistics = last.filter(|line| line.starts_with('{'));
    let statistics: Value = statistics
        .and_then(|line| serde_json::from_str(line).ok())
        .unwrap_or_default();
    let verdict = match (exit, statistics["verdict"].as_str()) {
        (Some(0), Some("safe")) => Verdict::Safe,
        (Some(10), Some("unsafe")) => Verdict::Unsafe,
        (Some(0 | 5), Some("safe-within-bounds")) => Verdict::Bounded,
        (Some(5), Some("unknown") | None) => Verdict::Unknown,
        (Some(2), None) => Verdict::Refused,
        (Some(code), None) => return Err(Unclear(format!("exit code {code}"))),
        (Some(code), Some(verdict)) => {
            return Err(Unclear(format!("says `{verdict}` with exit code {code}")));
        }
        (None, _) => return Err(Unclear("ended by a signal".to_string())),
    };
    let steps = statistics["steps"].as_array();
    let deciding = statistics["deciding_step"].as_u64();
    let deciding = deciding.and_then(|index| steps?.get(usize::try_from(index).ok()?));
    let all: f64 = steps.into_iter().flatten().map(step_seconds).sum();
    let deciding_seconds = deciding.map(step_seconds);
    let number = |name: &str| deciding.and_then(|step| step[name].as_u64());
    let encoding = deciding.and_then(|step| step["encoding"].as_str());
    Ok(UnspoolAnswer {
        verdict,
        stopped_at: match statistics["search_end"].as_str() {
            Some("time limit") => Some(End::OutOfTime),
            Some("memory limit") => Some(End::OutOfMemory),
            _ => None,
        },
        peak_memory: statistics["peak_memory_bytes"].as_u64(),
        steps: steps.map(|steps| steps.len() as u64),
        deciding_seconds,
        other_steps_seconds: deciding_seconds.map(|of_one| all - of_one),
        unwind: number("unwind"),
        length: number("length"),
        encoding: encoding.map(str::to_string),
        variables: number("variables"),
        clauses: number("clauses"),
        bounds: bounds(said),
    })
}

/// In all its phases.
fn step_seconds(step: &Value) -> f64 {
    let phases = [
        "bounding_seconds",
        "building_seconds",
        "violation_seconds",
        "simplifying_seconds",
        "completeness_seconds",
    ];
    phases.iter().filter_map(|phase| step[phase].as_f64()).sum()
}

/// The options that bound the program and its schedules.
const BOUNDS: [&str; 8] = [
    "--unwind",
    "--rounds",
    "--contexts",
    "--writes",
    "--unwind-for",
    "--unwind-library",
    "--unwind-loop",
    "--recursion",
];

fn bounds(said: &str) -> Option<String> {
    let mut lines = said.lines();
    let again = lines.find_map(|line| line.trim().strip_prefix("again with: "))?;
    let words: Vec<&str> = again.split_whitespace().collect();
    let bounds = words.windows(2).filter(|two| BOUNDS.contains(&two[0]));
    let bounds: Vec<String> = bounds.map(|two| two.join(" ")).collect();
    Some(bounds.join(" "))
}

/// The line that says what is wrong, else the last one.
pub fn note(said: &str) -> String {
    let mut lines = said
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('{'));
    let problem = lines.clone().find(|line| {
        let begins = ["error", "UNKNOWN", "unsupported"];
        begins.iter().any(|word| line.starts_with(word))
            || ["panicked", " error: "]
                .iter()
                .any(|word| line.contains(word))
    });
    let line = problem.or_else(|| lines.next_back()).unwrap_or("");
    line.trim().chars().take(150).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(verdict: &str, steps: &str) -> String {
        format!(
            "UNSAFE: x\n  again with: unspool check --unwind 1 --rounds 3 --jobs 1 --unwind-for 5 a.c\n{{\"verdict\":\"{verdict}\",\"peak_memory_bytes\":77,\"search_end\":\"violation\",\"deciding_step\":1,\"steps\":[{steps}]}}\n"
        )
    }

    #[test]
    fn the_step_that_decided_is_told() {
        let steps = r#"{"answer":"none","unwind":1,"length":1,"bounding_seconds":0.5},{"answer":"violation","violation_seconds":1.5,"simplifying_seconds":1,"unwind":1,"length":3,"encoding":"rounds","variables":5,"clauses":9},{"answer":"violation","unwind":2,"length":3}"#;
        let answer = read(Some(10), &said("unsafe", steps)).unwrap();
        assert_eq!(answer.verdict, Verdict::Unsafe);
        assert_eq!(
            (answer.unwind, answer.length, answer.steps),
            (Some(1), Some(3), Some(3))
        );
        assert_eq!(answer.deciding_seconds, Some(2.5));
        assert_eq!(answer.other_steps_seconds, Some(0.5));
        assert_eq!((answer.variables, answer.clauses), (Some(5), Some(9)));
        assert_eq!(answer.encoding.as_deref(), Some("rounds"));
        assert_eq!(answer.peak_memory, Some(77));
        assert_eq!(
            answer.bounds.as_deref(),
            Some("--unwind 1 --rounds 3 --unwind-for 5")
        );
    }

    #[test]
    fn exit_code_and_statistics_must_agree() {
        let verdict = |exit, said: &str| read(exit, said).map(|answer| answer.verdict).ok();
        assert_eq!(verdict(Some(0), &said("safe", "")), Some(Verdict::Safe));
        assert_eq!(
            verdict(Some(5), &said("safe-within-bounds", "")),
            Some(Verdict::Bounded)
        );
        assert_eq!(
            verdict(Some(0), &said("safe-within-bounds", "")),
            Some(Verdict::Bounded)
        );
        assert_eq!(verdict(Some(5), "error: a limit"), Some(Verdict::Unknown));
        assert_eq!(
            verdict(Some(2), "error: no such file"),
            Some(Verdict::Refused)
        );
        assert_eq!(verdict(Some(0), &said("unsafe", "")), None);
        assert_eq!(verdict(Some(10), &said("safe", "")), None);
        assert_eq!(verdict(Some(0), "SAFE: no statistics"), None);
        assert_eq!(verdict(Some(6), ""), None);
        assert_eq!(verdict(None, &said("safe", "")), None);
    }
}
