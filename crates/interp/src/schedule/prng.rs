//! A small pseudo-random generator: xoshiro256** (Blackman and Vigna 2018), seeded by SplitMix64.
//!
//! Our own so that a seed means the same run in every version of every dependency.

#[derive(Clone, Debug)]
pub struct Prng {
    state: [u64; 4],
}

impl Prng {
    pub fn new(seed: u64) -> Self {
        let mut counter = seed;
        let mut split_mix = || {
            counter = counter.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = counter;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        };
        Prng {
            state: std::array::from_fn(|_| split_mix()),
        }
    }

    pub fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.state;
        let result = b.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        result
    }

    pub fn next_u128(&mut self) -> u128 {
        u128::from(self.next_u64()) << 64 | u128::from(self.next_u64())
    }

    /// A number below `bound` (0 for a bound of 0). The bias of a multiply-shift is below 2^-32 here.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next_u64()) * u128::from(bound)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_seeds_give_equal_numbers_and_bounds_hold() {
        let (mut a, mut b) = (Prng::new(7), Prng::new(7));
        let mut seen = [0; 5];
        for _ in 0..1000 {
            let n = a.below(5);
            assert_eq!(n, b.below(5));
            seen[n as usize] += 1;
        }
        assert!(seen.iter().all(|&count| count > 150), "{seen:?}");
        assert_ne!(Prng::new(1).next_u64(), Prng::new(2).next_u64());
    }
}
