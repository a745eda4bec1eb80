//! PCT: priorities, changed at few random moments (Burckhardt, Kothari, Musuvathi, Nagarakatte 2010).
//!
//! Each thread has a random priority; the highest that can run does. At d-1 steps chosen at random among
//! the first k, the change points, the thread that made the step drops: at the i-th chosen to priority i,
//! below all initial ones. The points are not chosen in the order of time, so the threads that dropped are in
//! a random order among themselves. A bug that needs d ordering constraints among n threads is found with
//! probability at least 1/(n·k^(d-1)) per run.
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
    /// Steps, counted from 1, and the priority to which the thread drops that makes one.
    change_points: Vec<(u64, i64)>,
    steps: u64,
    in_a_row: u64,
    current: Option<u32>,
    lowest: i64,
}

impl PctScheduler {
    /// `depth` is d, `length` the expected number of steps k.
    pub fn new(seed: u64, depth: u32, length: u64) -> Self {
        let mut prng = Prng::new(seed);
        // The priorities 1 to d-1, moved to below zero: initial ones are above it.
        let depth = i64::from(depth);
        let change_points = (1..depth)
            .map(|i| (1 + prng.below(length.max(1)), i - depth))
            .collect();
        PctScheduler {
            prng,
            priorities: Vec::new(),
            change_points,
            steps: 0,
            in_a_row: 0,
            current: None,
            lowest: -depth,
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

    fn drop_to(&mut self, thread: u32, priority: i64) {
        self.priority(thread);
        self.priorities[thread as usize] = priority;
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
        if self.current == Some(chosen) && self.in_a_row > PATIENCE && candidates.len() > 1 {
            self.lowest -= 1;
            self.drop_to(chosen, self.lowest);
            chosen = best(self)?;
        }
        Some(chosen)
    }

    fn stepped(&mut self, thread: u32) {
        self.steps += 1;
        for index in 0..self.change_points.len() {
            let (step, priority) = self.change_points[index];
            if step == self.steps {
                self.drop_to(thread, priority);
            }
        }
        if self.current == Some(thread) {
            self.in_a_row += 1;
        } else {
            self.current = Some(thread);
            self.in_a_row = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who makes the first steps when all can always run.
    fn steps_of(scheduler: &mut PctScheduler, candidates: &[u32], length: usize) -> Vec<u32> {
        let mut made = Vec::new();
        for _ in 0..length {
            if let Some(thread) = scheduler.choose(candidates, made.last().copied()) {
                scheduler.stepped(thread);
                made.push(thread);
            }
        }
        made
    }

    #[test]
    fn threads_that_dropped_are_in_a_random_order() {
        // Two threads and two change points. With both dropped, the first to drop must win sometimes (it got
        // the higher priority) and lose sometimes.
        let (mut first_wins, mut second_wins) = (0, 0);
        for seed in 0..400 {
            let made = steps_of(&mut PctScheduler::new(seed, 3, 10), &[0, 1], 11);
            let switches = made.windows(2).filter(|pair| pair[0] != pair[1]).count();
            match switches {
                // The first drops, then the second below it.
                2 => first_wins += 1,
                // The first drops, then the second, but not below it; or one drops twice.
                1 => second_wins += 1,
                _ => {}
            }
        }
        assert!(
            first_wins > 100 && second_wins > 100,
            "{first_wins} {second_wins}"
        );
    }

    #[test]
    fn a_thread_that_is_blocked_uses_up_no_change_point() {
        for seed in 0..50 {
            let mut scheduler = PctScheduler::new(seed, 2, 1);
            let Some(blocked) = scheduler.choose(&[0, 1], None) else {
                panic!("one of two");
            };
            // The best is blocked; the other makes the step at the change point, and drops.
            let other = 1 - blocked;
            assert_eq!(scheduler.choose(&[other], None), Some(other));
            scheduler.stepped(other);
            assert_eq!(scheduler.choose(&[0, 1], Some(other)), Some(blocked));
            assert!(scheduler.priority(blocked) > 0 && scheduler.priority(other) < 0);
        }
    }

    #[test]
    fn the_thread_that_makes_the_step_at_a_change_point_drops() {
        for seed in 0..50 {
            let made = steps_of(&mut PctScheduler::new(seed, 2, 1), &[0, 1], 3);
            assert!(made[0] != made[1] && made[1] == made[2], "{made:?}");
        }
    }
}
