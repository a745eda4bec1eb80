//! Numbers that look random, and are the same for the same seed on every machine.
//!
//! Two uses: drawing ([`Random`], the generator SplitMix64 of Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, 2014), and visiting all numbers below a bound in an order that looks
//! random without remembering which were visited ([`Shuffle`]): a Feistel network is a permutation of all numbers of so many bits whatever its rounds compute (Luby and Rackoff, 1988), and where it leads beyond
//! the bound it is applied again until it does not (*cycle walking*, Black and Rogaway, 2002).

/// Draws numbers.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// One of many independent sequences for each seed.
    pub fn new(seed: u64, sequence: u64) -> Random {
        Random {
            state: mixed(seed ^ mixed(sequence.wrapping_add(1))),
        }
    }

    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.state)
    }

    /// Below a bound, which is not 0.
    pub fn below(&mut self, bound: u128) -> u128 {
        let wide = u128::from(self.next()) << 64 | u128::from(self.next());
        // The bias is far below what anybody could see.
        wide % bound.max(1)
    }
}

fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// All numbers below a bound, in an order that a seed says.
#[derive(Clone, Debug)]
pub struct Shuffle {
    bound: u128,
    /// Half of the bits of numbers that are permuted.
    half: u32,
    seed: u64,
}

impl Shuffle {
    const ROUNDS: u64 = 6;

    pub fn new(bound: u128, seed: u64) -> Shuffle {
        let bits = 128 - bound.saturating_sub(1).leading_zeros();
        Shuffle {
            bound,
            half: bits.div_ceil(2).max(1),
            seed,
        }
    }

    /// What stands at a place below the bound.
    pub fn at(&self, place: u128) -> u128 {
        let mut number = self.permuted(place);
        while number >= self.bound {
            number = self.permuted(number);
        }
        number
    }

    fn permuted(&self, number: u128) -> u128 {
        let mask = u64::MAX >> (64 - self.half);
        let (mut left, mut right) = ((number >> self.half) as u64 & mask, number as u64 & mask);
        for round in 0..Self::ROUNDS {
            let key = mixed(
                self.seed
                    .wrapping_add(round.wrapping_mul(0xd1b5_4a32_d192_ed03)),
            );
            (left, right) = (right, left ^ (mixed(right ^ key) & mask));
        }
        u128::from(left) << self.half | u128::from(right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shuffle_visits_every_number_once() {
        for bound in [1, 2, 3, 10, 64, 1000, 4097] {
            for seed in 0..5 {
                let shuffle = Shuffle::new(bound, seed);
                let mut seen: Vec<u128> = (0..bound).map(|place| shuffle.at(place)).collect();
                let in_order = seen.clone();
                seen.sort_unstable();
                assert!(seen.iter().copied().eq(0..bound), "{bound} {seed}");
                assert!(bound < 64 || in_order != seen);
            }
        }
    }

    #[test]
    fn a_shuffle_of_very_many_stays_below_the_bound() {
        for bound in [u128::MAX, u128::MAX / 2 + 3, 1 << 100] {
            let shuffle = Shuffle::new(bound, 7);
            assert!((0..1000).all(|place| shuffle.at(place) < bound));
        }
    }

    #[test]
    fn seeds_and_sequences_differ() {
        let first = |seed, sequence| Random::new(seed, sequence).next();
        assert_eq!(first(1, 2), first(1, 2));
        assert_ne!(first(1, 2), first(1, 3));
        assert_ne!(first(1, 2), first(2, 2));
    }
}
