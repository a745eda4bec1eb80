//! What a verdict is worth: one table, from which counts, words and colours derive.

use serde::{Deserialize, Serialize};

use crate::answer::Verdict;
use crate::run_task::End;

/// The coarse view, that tables of competitions have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    Correct,
    Wrong,
    Unknown,
    Error,
    Timeout,
    Memory,
    /// Of a tool without verdicts, that is only measured.
    None,
}

impl Class {
    pub const ALL: [Class; 7] = [
        Class::Correct,
        Class::Wrong,
        Class::Unknown,
        Class::Error,
        Class::Timeout,
        Class::Memory,
        Class::None,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Class::Correct => "correct",
            Class::Wrong => "wrong",
            Class::Unknown => "unknown",
            Class::Error => "error",
            Class::Timeout => "timeout",
            Class::Memory => "memory",
            Class::None => "none",
        }
    }

    pub fn named(name: &str) -> Option<Class> {
        Class::ALL.into_iter().find(|class| class.name() == name)
    }

    /// Nobody should be content with such a row.
    pub fn is_bad(self) -> bool {
        matches!(self, Class::Wrong | Class::Error)
    }
}

/// The fine view.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    RightUnsafe,
    RightSafe,
    /// Nothing was found within bounds, and there is nothing.
    Bounded,
    /// Nothing was found within bounds, but there is something.
    Missed,
    NoAnswer,
    Refused,
    OutOfTime,
    OutOfMemory,
    Failed,
    Wrong,
    /// A tool without verdicts has done what it does.
    Measured,
}

pub struct JudgementRow {
    pub judgement: Judgement,
    pub class: Class,
    /// In rows.
    pub word: &'static str,
    /// In summaries.
    pub meaning: &'static str,
}

const fn row(
    judgement: Judgement,
    class: Class,
    word: &'static str,
    meaning: &'static str,
) -> JudgementRow {
    JudgementRow {
        judgement,
        class,
        word,
        meaning,
    }
}

/// In the order of summaries.
pub const TABLE: [JudgementRow; 11] = [
    row(
        Judgement::RightUnsafe,
        Class::Correct,
        "unsafe",
        "right: unsafe",
    ),
    row(Judgement::RightSafe, Class::Correct, "safe", "right: safe"),
    row(
        Judgement::Bounded,
        Class::Unknown,
        "bounded",
        "safe within bounds",
    ),
    row(
        Judgement::Missed,
        Class::Unknown,
        "missed",
        "safe within bounds, though unsafe",
    ),
    row(Judgement::NoAnswer, Class::Unknown, "unknown", "unknown"),
    row(
        Judgement::Refused,
        Class::Unknown,
        "refused",
        "refused, or not made for the property",
    ),
    row(
        Judgement::OutOfTime,
        Class::Timeout,
        "TIME",
        "at the limit of time",
    ),
    row(
        Judgement::OutOfMemory,
        Class::Memory,
        "MEMORY",
        "at the limit of memory",
    ),
    row(
        Judgement::Failed,
        Class::Error,
        "FAILED",
        "failed without a verdict",
    ),
    row(Judgement::Wrong, Class::Wrong, "WRONG", "WRONG"),
    row(
        Judgement::Measured,
        Class::None,
        "done",
        "done, without a verdict",
    ),
];

impl Judgement {
    pub fn row(self) -> &'static JudgementRow {
        let found = TABLE.iter().find(|row| row.judgement == self);
        // All are in the table, which a test checks.
        found.unwrap_or(&TABLE[0])
    }

    pub fn word(self) -> &'static str {
        self.row().word
    }

    pub fn class(self) -> Class {
        self.row().class
    }
}

/// `expected`: whether the property holds.
///
/// A right verdict that comes beyond a limit is none. A wrong one stays wrong, whenever it comes; and who says within which bounds there is nothing has been stopped by a limit as a rule.
pub fn judge(end: End, verdict: Verdict, expected: bool) -> Judgement {
    match (end, verdict, expected) {
        (End::Failed, ..) => Judgement::Failed,
        (_, Verdict::Safe, false) | (_, Verdict::Unsafe, true) => Judgement::Wrong,
        (_, Verdict::Bounded, true) => Judgement::Bounded,
        (_, Verdict::Bounded, false) => Judgement::Missed,
        (End::OutOfTime, ..) => Judgement::OutOfTime,
        (End::OutOfMemory, ..) => Judgement::OutOfMemory,
        (End::Finished, Verdict::Safe, true) => Judgement::RightSafe,
        (End::Finished, Verdict::Unsafe, false) => Judgement::RightUnsafe,
        (End::Finished, Verdict::Unknown, _) => Judgement::NoAnswer,
        (End::Finished, Verdict::Refused, _) => Judgement::Refused,
        (End::Finished, Verdict::None, _) => Judgement::Measured,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_judgement_is_in_the_table_once() {
        for row in &TABLE {
            assert_eq!(row.judgement.word(), row.word);
            assert_eq!(Class::named(row.class.name()), Some(row.class));
        }
        let words: std::collections::HashSet<&str> = TABLE.iter().map(|row| row.word).collect();
        assert_eq!(words.len(), TABLE.len());
    }

    #[test]
    fn verdicts_are_judged_by_what_is_expected() {
        let class = |verdict, expected| judge(End::Finished, verdict, expected).class();
        assert_eq!(class(Verdict::Safe, true), Class::Correct);
        assert_eq!(class(Verdict::Safe, false), Class::Wrong);
        assert_eq!(class(Verdict::Unsafe, false), Class::Correct);
        assert_eq!(class(Verdict::Unsafe, true), Class::Wrong);
        assert_eq!(class(Verdict::Bounded, true), Class::Unknown);
        assert_eq!(class(Verdict::Bounded, false), Class::Unknown);
        assert_eq!(class(Verdict::None, false), Class::None);
        let late = |end, verdict, expected| judge(end, verdict, expected).class();
        assert_eq!(late(End::OutOfTime, Verdict::Safe, true), Class::Timeout);
        assert_eq!(
            late(End::OutOfMemory, Verdict::Unsafe, false),
            Class::Memory
        );
        assert_eq!(late(End::OutOfMemory, Verdict::Safe, false), Class::Wrong);
        assert_eq!(late(End::OutOfTime, Verdict::None, false), Class::Timeout);
        assert_eq!(
            late(End::OutOfTime, Verdict::Bounded, false),
            Class::Unknown
        );
        assert_eq!(
            judge(End::Failed, Verdict::None, true).class(),
            Class::Error
        );
    }
}
