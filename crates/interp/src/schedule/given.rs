//! A schedule that is given, then all threads in turns.
//!
//! An entry that cannot be followed (the thread has ended, does not exist yet, or is blocked) is passed
//! over, since a schedule of another version of the program still means something; the first such entry is
//! remembered as a [`Misfit`], because the execution is then not the one that was asked for.
//!
//! Behind the end of the schedule each thread makes at most [`TURN`] steps in a row: whoever waits in a loop for
//! another thread gets what it waits for. Turns are longer than one step only to keep what is printed short.

use std::fmt;

use super::{Schedule, Scheduler};

/// Steps of one thread in a row when the schedule is used up.
pub const TURN: u64 = 64;

pub struct GivenScheduler {
    runs: std::vec::IntoIter<(u32, u64)>,
    current: Option<(u32, u64)>,
    /// Steps made.
    steps: u64,
    /// Who has its turn since the schedule was used up, and the steps it has made in it.
    turn: (u32, u64),
    /// Chosen in this state already, so asked again because it waits.
    tried: Option<u32>,
    /// Which threads were seen so far. They need not be created in the order of their numbers.
    known: Vec<bool>,
    misfit: Option<Misfit>,
}

/// The first entry of a schedule that could not be followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Misfit {
    /// The step that it should have been, counted from 1.
    pub step: u64,
    pub thread: u32,
    pub reason: MisfitReason,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MisfitReason {
    NotStarted,
    Ended,
    Waits,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self.reason {
            MisfitReason::NotStarted => "does not exist",
            MisfitReason::Ended => "has ended",
            MisfitReason::Waits => "waits",
        };
        write!(f, "at step {} thread {} {reason}", self.step, self.thread)
    }
}

impl GivenScheduler {
    pub fn new(schedule: &Schedule) -> Self {
        GivenScheduler {
            runs: schedule.runs().to_vec().into_iter(),
            current: None,
            steps: 0,
            turn: (0, 0),
            tried: None,
            known: Vec::new(),
            misfit: None,
        }
    }

    /// Where the program and the schedule parted first.
    pub fn misfit(&self) -> Option<Misfit> {
        self.misfit
    }

    fn note_misfit(&mut self, thread: u32) {
        let reason = match thread {
            _ if self.tried == Some(thread) => MisfitReason::Waits,
            _ if self.known.get(thread as usize) == Some(&true) => MisfitReason::Ended,
            _ => MisfitReason::NotStarted,
        };
        self.misfit.get_or_insert(Misfit {
            step: self.steps + 1,
            thread,
            reason,
        });
    }
}

impl Scheduler for GivenScheduler {
    fn choose(&mut self, candidates: &[u32], last: Option<u32>) -> Option<u32> {
        for &candidate in candidates {
            let index = candidate as usize;
            if self.known.len() <= index {
                self.known.resize(index + 1, false);
            }
            self.known[index] = true;
        }
        loop {
            let (thread, left) = match self.current {
                Some(run) => run,
                None => match self.runs.next() {
                    Some(run) => run,
                    None => break,
                },
            };
            self.current = None;
            if left == 0 {
                continue;
            }
            if candidates.binary_search(&thread).is_ok() {
                self.current = Some((thread, left));
                self.tried = Some(thread);
                return Some(thread);
            }
            self.note_misfit(thread);
        }
        let Some(last) = last else {
            return candidates.first().copied();
        };
        let is_over = self.turn.0 == last && self.turn.1 >= TURN;
        if !is_over && candidates.binary_search(&last).is_ok() {
            self.tried = Some(last);
            return Some(last);
        }
        // The one behind it, also when asked again because that one waits; when it has ended, the lowest.
        let has_ended = !is_over && self.tried != Some(last);
        let next = candidates
            .iter()
            .find(|&&thread| has_ended || thread > last);
        next.or(candidates.first()).copied()
    }

    fn stepped(&mut self, thread: u32) {
        self.steps += 1;
        self.tried = None;
        match &mut self.current {
            Some((current, left)) if *current == thread => *left -= 1,
            _ if self.turn.0 == thread => self.turn.1 += 1,
            _ => self.turn = (thread, 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scheduler(schedule: &str) -> GivenScheduler {
        GivenScheduler::new(&schedule.parse().expect("a schedule"))
    }

    /// Makes steps with the same candidates.
    fn steps(scheduler: &mut GivenScheduler, candidates: &[u32], count: usize) -> Schedule {
        let mut last = None;
        let mut chosen = || {
            let thread = scheduler.choose(candidates, last).expect("a candidate");
            scheduler.stepped(thread);
            last = Some(thread);
            thread
        };
        (0..count).map(|_| chosen()).collect()
    }

    #[test]
    fn behind_its_end_everyone_gets_a_turn() {
        let mut given = scheduler("1*2,0");
        let made = steps(&mut given, &[0, 1, 2], 3 + 4 * TURN as usize);
        assert_eq!(made.to_string(), "1*2,0*65,1*64,2*64,0*64");
        assert_eq!(given.misfit(), None);
    }

    #[test]
    fn whoever_waits_does_not_keep_others_from_their_turn() {
        let mut given = scheduler("");
        assert_eq!(
            steps(&mut given, &[0, 1, 2], TURN as usize).to_string(),
            "0*64"
        );
        assert_eq!(given.choose(&[0, 1, 2], Some(0)), Some(1));
        assert_eq!(given.choose(&[0, 2], Some(0)), Some(2));
    }

    #[test]
    fn the_first_entry_that_does_not_fit_is_remembered() {
        let mut given = scheduler("0*2,7,9,1");
        assert_eq!(steps(&mut given, &[0, 1], 3).to_string(), "0*2,1");
        let misfit = given.misfit().expect("there is no thread 7");
        assert_eq!(misfit.to_string(), "at step 3 thread 7 does not exist");
        let mut given = scheduler("0,2");
        assert_eq!(steps(&mut given, &[0, 5], 2).to_string(), "0*2");
        let misfit = given.misfit().expect("thread 2 is not created yet");
        assert_eq!(misfit.to_string(), "at step 2 thread 2 does not exist");
        let mut given = scheduler("1,0");
        assert_eq!(given.choose(&[0, 1], None), Some(1));
        assert_eq!(given.choose(&[0], None), Some(0));
        assert_eq!(
            given.misfit().map(|misfit| misfit.reason),
            Some(MisfitReason::Waits)
        );
        let mut given = scheduler("1,1,0");
        assert_eq!(given.choose(&[0, 1], None), Some(1));
        given.stepped(1);
        assert_eq!(given.choose(&[0], Some(1)), Some(0));
        assert_eq!(
            given.misfit().map(|misfit| misfit.reason),
            Some(MisfitReason::Ended)
        );
    }
}
