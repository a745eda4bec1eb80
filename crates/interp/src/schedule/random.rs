//! Each step by a thread chosen at random, or, with a given probability, the same thread again.
//!
//! A high probability to stay gives long contexts, which find bugs that need one thread to run far;
//! 0 percent is the uniform walk.

use super::Scheduler;
use super::prng::Prng;

pub struct RandomScheduler {
    prng: Prng,
    stay_percent: u64,
}

impl RandomScheduler {
    /// `stay_percent` of 0 to 100 is the probability to go on with the same thread where possible.
    pub fn new(seed: u64, stay_percent: u8) -> Self {
        RandomScheduler {
            prng: Prng::new(seed),
            stay_percent: u64::from(stay_percent.min(100)),
        }
    }
}

impl Scheduler for RandomScheduler {
    fn choose(&mut self, candidates: &[u32], last: Option<u32>) -> Option<u32> {
        if let [only] = candidates {
            return Some(*only);
        }
        if let Some(last) = last
            && self.stay_percent > 0
            && candidates.binary_search(&last).is_ok()
            && self.prng.below(100) < self.stay_percent
        {
            return Some(last);
        }
        let index = self.prng.below(candidates.len() as u64) as usize;
        candidates.get(index).copied()
    }
}
