//! How runs without a violation ended: the ways, how often, and one execution for each.
//!
//! `abort()` and a status other than 0 are no violations, since programs use both to refuse inputs; but whoever
//! looks for a bug wants to know that some schedules lead there.

use std::collections::BTreeMap;
use std::fmt;

use unspool_interp::Outcome;

/// A way to end that is no violation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ending {
    /// As the process's parent sees the status.
    Finished(u8),
    Aborted,
    /// By an assumption of the program, or by one that stands for a bound.
    Excluded,
}

impl Ending {
    pub fn of(outcome: &Outcome) -> Option<Ending> {
        match outcome {
            Outcome::Finished { status } => Some(Ending::Finished(*status as u8)),
            Outcome::Aborted { .. } => Some(Ending::Aborted),
            Outcome::AssumeFailed { .. } => Some(Ending::Excluded),
            _ => None,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Finished(status) => write!(f, "finished with status {status}"),
            Ending::Aborted => f.write_str("aborted"),
            Ending::Excluded => f.write_str("excluded by assumptions"),
        }
    }
}

/// Different ways that are listed; statuses may be many.
pub const MOST_LISTED: usize = 10;

/// Counts endings of runs.
#[derive(Default)]
pub struct Tally {
    /// How often, and the seed of the first.
    counts: BTreeMap<Ending, (u64, u64)>,
}

impl Tally {
    pub fn count(&mut self, ending: Ending, seed: u64) {
        self.counts.entry(ending).or_insert((0, seed)).0 += 1;
    }

    pub fn number_of(&self, ending: Ending) -> u64 {
        self.counts.get(&ending).map_or(0, |&(count, _)| count)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (ending, (count, seed))) in self.counts.iter().take(MOST_LISTED).enumerate() {
            let separator = if index > 0 { ", " } else { "" };
            write!(f, "{separator}{count} {ending}")?;
            if *ending != Ending::Finished(0) {
                write!(f, " (first with seed {seed})")?;
            }
        }
        let rest = self.counts.values().skip(MOST_LISTED);
        match rest.map(|(count, _)| count).sum::<u64>() {
            0 => Ok(()),
            others => write!(f, ", {others} otherwise"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_seed_of_each_unusual_end_is_named() {
        let mut tally = Tally::default();
        for seed in 0..5 {
            tally.count(Ending::Finished(0), seed);
        }
        tally.count(Ending::Aborted, 7);
        tally.count(Ending::Aborted, 9);
        assert_eq!(
            tally.to_string(),
            "5 finished with status 0, 2 aborted (first with seed 7)"
        );
        for status in 1..=20 {
            tally.count(Ending::Finished(status), 30);
        }
        assert!(tally.to_string().ends_with(", 13 otherwise"), "{tally}");
    }
}
