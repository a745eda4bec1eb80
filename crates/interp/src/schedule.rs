//! Schedules: which thread makes each step.
//!
//! A [`Scheduler`] chooses; each way of choosing has its file. What was chosen is a [`Schedule`], which can
//! be written as text and given again.

use std::fmt;
use std::str::FromStr;

pub mod bound;
pub mod exhaustive;
pub mod given;
pub mod pct;
pub mod prng;
pub mod random;

pub trait Scheduler {
    /// One of `candidates` (ascending, not empty): threads that have not ended and are not known to be
    /// blocked in this state. If the chosen one turns out to be blocked the question is asked again
    /// without it. `last` made the last step. None ends the run as [`crate::Outcome::StepLimit`].
    fn choose(&mut self, candidates: &[u32], last: Option<u32>) -> Option<u32>;

    /// The thread chosen last made its step.
    fn stepped(&mut self, _thread: u32) {}
}

/// Threads in the order of their steps; written as `0*5,1*3,0`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Schedule {
    runs: Vec<(u32, u64)>,
}

impl Schedule {
    pub fn push(&mut self, thread: u32) {
        match self.runs.last_mut() {
            Some((last, count)) if *last == thread => *count += 1,
            _ => self.runs.push((thread, 1)),
        }
    }

    /// Stretches of steps of one thread.
    pub fn runs(&self) -> &[(u32, u64)] {
        &self.runs
    }

    /// Number of steps.
    pub fn steps(&self) -> u64 {
        self.runs.iter().map(|run| run.1).sum()
    }

    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.runs
            .iter()
            .flat_map(|&(thread, count)| (0..count).map(move |_| thread))
    }
}

impl FromIterator<u32> for Schedule {
    fn from_iter<T: IntoIterator<Item = u32>>(threads: T) -> Self {
        let mut schedule = Schedule::default();
        for thread in threads {
            schedule.push(thread);
        }
        schedule
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (thread, count)) in self.runs.iter().enumerate() {
            if i > 0 {
                f.write_str(",")?;
            }
            match count {
                1 => write!(f, "{thread}")?,
                _ => write!(f, "{thread}*{count}")?,
            }
        }
        Ok(())
    }
}

/// The part of the text that is no schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScheduleSyntax(pub String);

impl fmt::Display for ScheduleSyntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is neither `THREAD` nor `THREAD*STEPS`", self.0)
    }
}

impl std::error::Error for ScheduleSyntax {}

impl FromStr for Schedule {
    type Err = ScheduleSyntax;

    fn from_str(text: &str) -> Result<Self, ScheduleSyntax> {
        let mut schedule = Schedule::default();
        for part in text.split(',') {
            let part = part.trim();
            if part.is_empty() {
                continue;
            }
            let wrong = || ScheduleSyntax(part.to_string());
            let (thread, count) = part.split_once('*').unwrap_or((part, "1"));
            let thread = thread.trim().parse().map_err(|_| wrong())?;
            let count = count.trim().parse().map_err(|_| wrong())?;
            if count == 0 {
                continue;
            }
            match schedule.runs.last_mut() {
                Some((last, total)) if *last == thread => {
                    *total = u64::checked_add(*total, count).ok_or_else(wrong)?;
                }
                _ => schedule.runs.push((thread, count)),
            }
        }
        Ok(schedule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schedule_survives_its_text() {
        let schedule: Schedule = [0, 0, 0, 1, 2, 2, 0].into_iter().collect();
        assert_eq!(schedule.to_string(), "0*3,1,2*2,0");
        assert_eq!(schedule.to_string().parse(), Ok(schedule.clone()));
        assert_eq!(schedule.iter().count() as u64, schedule.steps());
        assert_eq!(
            " 0 * 2 ,0,1".parse::<Schedule>().map(|s| s.to_string()),
            Ok("0*3,1".into())
        );
        assert_eq!("".parse(), Ok(Schedule::default()));
        for wrong in ["x", "1*", "*2", "1**2", "-1"] {
            assert!(wrong.parse::<Schedule>().is_err(), "{wrong}");
        }
    }
}
