//! Tilings: the visible statements of each thread, cut into windows.
//!
//! The numbers of a thread's visible statements go from 0 to that of its *end* (`unspool_passes::visible_statements`). Statement 0 and the end are in no need of a tile, since threads may always be
//! interrupted there. The others are cut into *windows* of equal length, the last of which may be shorter (Nguyen et al., ASE 2017; Fischer, La Torre and Parlato, *VeriSmart 2.0*, §II). A
//! window here goes from one number to another, both included, as in VeriSmart's files; the last one of a thread may include its end.
//!
//! As in VeriSmart, a thread is not cut if a window has almost its length, or if all windows that may be picked have it together: more instances would gain nothing.
//!
//! *Shifted* windows begin up to half a window earlier or later: the first one is longer or shorter than the others, by as much as the seed says. Every tiling is a partition, so what selections
//! of tiles cover does not depend on the shift. (VeriSmart shifts each picked window by itself, after which nothing is known to be covered.)

use crate::random::Random;

/// A thread, as tilings know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadSize {
    pub name: String,
    /// The number of its end.
    pub end: u32,
}

/// From one statement to another, both included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Interval {
    pub first: u32,
    pub last: u32,
}

/// How long a window is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WindowSize {
    Statements(u32),
    /// Of the statements of the thread; one at least.
    Percent(u32),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TilingConfig {
    pub window: WindowSize,
    /// How many tiles of each thread an instance has.
    pub picked: u32,
    /// Windows are shifted, as this seed says.
    pub shift: Option<u64>,
}

/// The tiles of each thread, in order. A thread that is not cut has one.
pub fn tiles(threads: &[ThreadSize], config: &TilingConfig) -> Vec<Vec<Interval>> {
    let numbered = threads.iter().enumerate();
    numbered
        .map(|(number, thread)| tiles_of(thread.end, number, config))
        .collect()
}

fn tiles_of(end: u32, thread: usize, config: &TilingConfig) -> Vec<Interval> {
    let length = match config.window {
        WindowSize::Statements(length) => length.max(1),
        WindowSize::Percent(percent) => {
            let share = u64::from(end) * u64::from(percent) / 100;
            u32::try_from(share).unwrap_or(u32::MAX).max(1)
        }
    };
    let whole = vec![Interval {
        first: 1,
        last: end.max(1),
    }];
    let is_cut =
        length < end.saturating_sub(2) && u64::from(length) * u64::from(config.picked) < end.into();
    if !is_cut {
        return whole;
    }
    let mut tiles = Vec::new();
    let mut first = 1;
    let mut next_length = config
        .shift
        .map_or(length, |seed| shifted(length, seed, thread));
    while first < end {
        let last = first.saturating_add(next_length - 1).min(end);
        tiles.push(Interval { first, last });
        first = last + 1;
        next_length = length;
    }
    match tiles.len() > config.picked as usize {
        true => tiles,
        false => whole,
    }
}

/// The length of the first window.
fn shifted(length: u32, seed: u64, thread: usize) -> u32 {
    let mut random = Random::new(seed, thread as u64);
    let half = length / 2;
    let by = random.below(u128::from(2 * u64::from(half) + 1));
    (length - half)
        .saturating_add(u32::try_from(by).unwrap_or(0))
        .max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(end: u32, window: WindowSize, picked: u32) -> Vec<(u32, u32)> {
        let thread = ThreadSize {
            name: "main".to_string(),
            end,
        };
        let config = TilingConfig {
            window,
            picked,
            shift: None,
        };
        let tiles = tiles(&[thread], &config).remove(0);
        tiles.iter().map(|tile| (tile.first, tile.last)).collect()
    }

    #[test]
    fn windows_have_one_length_but_for_the_last() {
        let one = WindowSize::Statements(1);
        assert_eq!(of(6, one, 1), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]);
        let two = WindowSize::Statements(2);
        assert_eq!(of(6, two, 1), [(1, 2), (3, 4), (5, 6)]);
        assert_eq!(of(7, two, 1), [(1, 2), (3, 4), (5, 6)]);
        assert_eq!(of(100, WindowSize::Percent(33), 1).len(), 3);
        assert_eq!(of(100, WindowSize::Percent(0), 1).len(), 99);
    }

    #[test]
    fn what_a_window_nearly_covers_is_not_cut() {
        assert_eq!(of(3, WindowSize::Statements(1), 1), [(1, 3)]);
        assert_eq!(of(6, WindowSize::Statements(4), 1), [(1, 6)]);
        assert_eq!(of(6, WindowSize::Statements(3), 2), [(1, 6)]);
        assert_eq!(of(0, WindowSize::Statements(1), 1), [(1, 1)]);
        assert_eq!(of(9, WindowSize::Statements(u32::MAX), u32::MAX), [(1, 9)]);
    }

    #[test]
    fn shifted_windows_are_a_partition_too() {
        for seed in 0..200 {
            let thread = ThreadSize {
                name: "t".to_string(),
                end: 31,
            };
            let config = TilingConfig {
                window: WindowSize::Statements(6),
                picked: 2,
                shift: Some(seed),
            };
            let tiles = tiles(std::slice::from_ref(&thread), &config).remove(0);
            assert_eq!(tiles[0].first, 1);
            assert!((3..=9).contains(&tiles[0].last), "{tiles:?}");
            let neighbours = tiles.windows(2);
            assert!(
                neighbours
                    .clone()
                    .all(|two| two[0].last + 1 == two[1].first)
            );
            assert!(tiles.last().is_some_and(|tile| tile.last >= 30));
            let middle = &tiles[1..tiles.len() - 1];
            assert!(middle.iter().all(|tile| tile.last - tile.first == 5));
        }
    }
}
