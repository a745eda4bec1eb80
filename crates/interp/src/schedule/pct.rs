//! PCT: priorities, changed at few random moments (Burckhardt, Kothari, Musuvathi, Nagarakatte 2010).
//!
//! Each thread has a random priority; the highest that can run does. At d-1 steps chosen at random among
//! the first k the running thread's priority drops below all others. A bug that needs d ordering
//! constraints among n threads is found with probability at least 1/(n·k^(d-1)) per run.
//!
//! Where we differ: a thread that has run for very long while others could is put last, since a program
//! that spins until another thread acts would otherwise never end.

use super::Scheduler;
use super::prng::Prng;

/// Steps in a row after which a thread yields.
const PATIENCE: u64 = 20_000;

pub struct PctScheduler {
    prng: Prng,
    /// By thread; higher runs first.
    priorities: Vec<i64>,
    /// Steps at which the running thread drops, ascending.
    change_points: Vec<u64>,
    steps: u64,
    in_a_row: u64,
    current: Option<u32>,
    lowest: i64,
}

impl PctScheduler {
    /// `depth` is d, `length` the expected number of steps k.
    pub fn new(seed: u64, depth: u32, length: u64) -> Self {
        let mut prng = Prng::new(seed);
        let mut change_points: Vec<u64> = (1..depth).map(|_| prng.below(length.max(1))).collect();
        change_points.sort_unstable();
        PctScheduler {
            prng,
            priorities: Vec::new(),
            change_points,
            steps: 0,
            in_a_row: 0,
            current: None,
            lowest: 0,
        }
    }

    fn priority(&mut self, thread: u32) -> i64 {
        while self.priorities.len() <= thread as usize {
            // Positive, so above every dropped one; ties are resolved by thread number.
            let random = self.prng.next_u64() >> 2;
            self.priorities.push(random as i64 + 1);
        }
        self.priorities[thread as usize]
    }

    fn drop_to_lowest(&mut self, thread: u32) {
        self.priority(thread);
        self.lowest -= 1;
        self.priorities[thread as usize] = self.lowest;
    }
}

impl Scheduler for PctScheduler {
    fn choose(&mut self, candidates: &[u32], _last: Option<u32>) -> Option<u32> {
        let best = |scheduler: &mut Self| {
            candidates
                .iter()
                .copied()
                .max_by_key(|&thread| (scheduler.priority(thread), std::cmp::Reverse(thread)))
        };
        let mut chosen = best(self)?;
        while self
            .change_points
            .first()
            .is_some_and(|&at| at <= self.steps)
        {
            self.change_points.remove(0);
            self.drop_to_lowest(chosen);
            chosen = best(self)?;
        }
        if self.current == Some(chosen) && self.in_a_row > PATIENCE && candidates.len() > 1 {
            self.drop_to_lowest(chosen);
            chosen = best(self)?;
        }
        Some(chosen)
    }

    fn stepped(&mut self, thread: u32) {
        self.steps += 1;
        if self.current == Some(thread) {
            self.in_a_row += 1;
        } else {
            self.current = Some(thread);
            self.in_a_row = 0;
        }
    }
}
