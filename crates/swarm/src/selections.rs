//! Selections of tiles: so many of each thread, or all that it has.
//!
//! All selections of a tiling are numbered: the selections of one thread in lexicographic order, those of all threads together as numbers whose digits are those of the threads, the first thread's the highest. The
//! selection with a number is computed from the number alone ([`Selections::nth`], the combinatorial number system, Lehmer 1964). So however many there are, instances are made on demand, in order or in an order that looks random
//! ([`Shuffle`]), and nothing is remembered about those that were.
//!
//! Where there are more than numbers can count, tiles are drawn at random; that one selection is drawn twice is then as good as impossible.

use crate::random::{Random, Shuffle};

/// By thread, the numbers of the selected tiles, ascending.
pub type Selection = Vec<Vec<u32>>;

/// All selections of a tiling.
#[derive(Clone, Debug)]
pub struct Selections {
    threads: Vec<OfThread>,
    /// None: more than can be counted.
    count: Option<u128>,
}

#[derive(Clone, Copy, Debug)]
struct OfThread {
    tiles: u32,
    picked: u32,
    count: Option<u128>,
}

/// In which order selections are visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    Ascending,
    Random { seed: u64 },
}

impl Selections {
    /// `tiles`: how many each thread has.
    pub fn new(tiles: impl IntoIterator<Item = usize>, picked: u32) -> Selections {
        let threads = tiles.into_iter().map(|tiles| {
            let tiles = u32::try_from(tiles).unwrap_or(u32::MAX);
            let picked = picked.min(tiles);
            OfThread {
                tiles,
                picked,
                count: choose(tiles, picked),
            }
        });
        let threads: Vec<OfThread> = threads.collect();
        let mut counts = threads.iter().map(|thread| thread.count);
        let count = counts.try_fold(1u128, |all, count| all.checked_mul(count?));
        Selections { threads, count }
    }

    /// None: more than can be counted.
    pub fn count(&self) -> Option<u128> {
        self.count
    }

    /// Whether a thread has a choice.
    pub fn has_choice(&self, thread: usize) -> bool {
        let thread = self.threads.get(thread);
        thread.is_some_and(|thread| thread.picked < thread.tiles)
    }

    /// The selection at a place of the order. None behind the last.
    pub fn at(&self, place: u128, order: Order) -> Option<Selection> {
        match (self.count, order) {
            (Some(count), _) if place >= count => None,
            (Some(_), Order::Ascending) => Some(self.nth(place)),
            (Some(count), Order::Random { seed }) => {
                Some(self.nth(Shuffle::new(count, seed).at(place)))
            }
            (None, Order::Ascending) => Some(self.drawn(0, place)),
            (None, Order::Random { seed }) => Some(self.drawn(seed, place)),
        }
    }

    fn nth(&self, mut number: u128) -> Selection {
        let mut selection: Selection = Vec::with_capacity(self.threads.len());
        for thread in self.threads.iter().rev() {
            let count = thread.count.unwrap_or(1).max(1);
            selection.push(thread.nth(number % count));
            number /= count;
        }
        selection.reverse();
        selection
    }

    fn drawn(&self, seed: u64, place: u128) -> Selection {
        let mut random = Random::new(seed ^ (place >> 64) as u64, place as u64);
        let threads = self.threads.iter();
        threads.map(|thread| thread.drawn(&mut random)).collect()
    }
}

impl OfThread {
    fn nth(&self, mut number: u128) -> Vec<u32> {
        let mut selected = Vec::with_capacity(self.picked as usize);
        let mut tile = 0;
        let mut left = self.picked;
        while left > 0 && tile < self.tiles {
            // Those that have this tile come first.
            let with = choose(self.tiles - tile - 1, left - 1).unwrap_or(u128::MAX);
            if number < with {
                selected.push(tile);
                left -= 1;
            } else {
                number -= with;
            }
            tile += 1;
        }
        selected
    }

    /// Floyd's way to draw without repetition (Bentley, *Programming pearls: a sample of brilliance*, 1987).
    fn drawn(&self, random: &mut Random) -> Vec<u32> {
        let mut selected: Vec<u32> = Vec::with_capacity(self.picked as usize);
        for last in self.tiles - self.picked..self.tiles {
            let tile = random.below(u128::from(last) + 1) as u32;
            let tile = if selected.contains(&tile) { last } else { tile };
            selected.push(tile);
        }
        selected.sort_unstable();
        selected
    }
}

/// How many ways there are. None: more than can be counted.
fn choose(from: u32, picked: u32) -> Option<u128> {
    let picked = picked.min(from.checked_sub(picked)?);
    let mut ways: u128 = 1;
    for step in 0..picked {
        // Divides without a rest: the product is a binomial coefficient times `step + 1`.
        ways = ways.checked_mul(u128::from(from - step))? / u128::from(step + 1);
    }
    Some(ways)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn all(selections: &Selections, order: Order) -> Vec<Selection> {
        (0..)
            .map_while(|place| selections.at(place, order))
            .collect()
    }

    #[test]
    fn selections_come_in_lexicographic_order() {
        let selections = Selections::new([5], 2);
        let found = all(&selections, Order::Ascending);
        let first: Vec<&[u32]> = found.iter().map(|of| &of[0][..]).take(5).collect();
        assert_eq!(first, [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2]]);
        assert_eq!(found.len(), 10);
        assert!(found.is_sorted());
        assert_eq!(selections.count(), Some(10));
    }

    #[test]
    fn threads_with_few_tiles_have_them_all() {
        let selections = Selections::new([4, 1, 3], 2);
        assert_eq!(selections.count(), Some(6 * 3));
        for selection in all(&selections, Order::Ascending) {
            assert_eq!(selection[1], [0]);
        }
        assert!(selections.has_choice(0) && !selections.has_choice(1));
        assert!(!selections.has_choice(7));
    }

    #[test]
    fn every_order_visits_each_selection_once() {
        let selections = Selections::new([6, 4, 5, 1], 3);
        let ascending = all(&selections, Order::Ascending);
        for seed in 0..3 {
            let random = all(&selections, Order::Random { seed });
            assert_ne!(random, ascending);
            let set: BTreeSet<Selection> = random.iter().cloned().collect();
            assert_eq!(set.len(), random.len());
            assert!(set.into_iter().eq(ascending.iter().cloned()));
        }
    }

    #[test]
    fn beyond_all_counting_tiles_are_drawn() {
        let selections = Selections::new([1000; 9], 80);
        assert_eq!(selections.count(), None);
        let order = Order::Random { seed: 3 };
        let drawn: BTreeSet<Selection> = (0..100)
            .filter_map(|place| selections.at(place, order))
            .collect();
        assert_eq!(drawn.len(), 100);
        for tiles in drawn.iter().flatten() {
            assert!(tiles.len() == 80 && tiles.is_sorted() && tiles[79] < 1000);
            assert!(tiles.windows(2).all(|two| two[0] < two[1]));
        }
        assert_eq!(choose(400, 200), None);
        assert_eq!(choose(3, 5), None);
        assert_eq!(choose(60, 30), Some(118_264_581_564_861_424));
    }
}
