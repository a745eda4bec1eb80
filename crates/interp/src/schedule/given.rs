//! A schedule that is given, then the lowest-numbered thread that can run, staying with it.
//!
//! An entry that cannot be followed (the thread has ended, does not exist yet, or is blocked) is passed
//! over: a schedule of another version of the program still means something.

use super::{Schedule, Scheduler};

pub struct GivenScheduler {
    runs: std::vec::IntoIter<(u32, u64)>,
    current: Option<(u32, u64)>,
}

impl GivenScheduler {
    pub fn new(schedule: &Schedule) -> Self {
        GivenScheduler {
            runs: schedule.runs().to_vec().into_iter(),
            current: None,
        }
    }
}

impl Scheduler for GivenScheduler {
    fn choose(&mut self, candidates: &[u32], last: Option<u32>) -> Option<u32> {
        loop {
            let (thread, left) = match self.current {
                Some(run) => run,
                None => match self.runs.next() {
                    Some(run) => run,
                    None => break,
                },
            };
            if left > 0 && candidates.binary_search(&thread).is_ok() {
                self.current = Some((thread, left));
                return Some(thread);
            }
            self.current = None;
        }
        match last {
            Some(last) if candidates.binary_search(&last).is_ok() => Some(last),
            _ => candidates.first().copied(),
        }
    }

    fn stepped(&mut self, thread: u32) {
        if let Some((current, left)) = &mut self.current
            && *current == thread
        {
            *left -= 1;
        }
    }
}
