//! What to try one after the other: three *lanes* of a search, which get the same time each.
//!
//! - careful: both bounds grow in small steps;
//! - many rounds: some bugs need threads to take turns again and again. To show that there is none with few rounds may take far longer than
//!   to find it with many, so rounds are also tried in large steps;
//! - long loops: those that constants end, but not soon (`for (i = 0; i < 1000; i++)`), are cut like others, and may leave nothing behind them to look at. Deepening
//!   would need very many steps to get through one, so here such loops are unwound to their end, if the program does not get too large.
//!
//! A step that takes too long is given up and tried again later with more time, four times as much: so no step keeps others from
//! being made, and at most a third of the time is lost.

use std::collections::VecDeque;
use std::time::Duration;

/// Which way a step belongs to; see the opening of this file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lane {
    Careful,
    ManyRounds,
    LongLoops,
}

impl Lane {
    pub const ALL: [Lane; 3] = [Lane::Careful, Lane::ManyRounds, Lane::LongLoops];

    /// How long its steps may take when they are first tried.
    pub fn first_budget(self) -> Duration {
        Duration::from_secs(match self {
            Lane::Careful => 5,
            Lane::ManyRounds | Lane::LongLoops => 3,
        })
    }
}

/// Iterations and rounds to be tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    pub unwind: u32,
    pub rounds: u32,
    pub budget: Duration,
    /// It was begun before.
    pub is_again: bool,
}

/// A step that was given up gets this many times the time when it is tried again.
pub const BUDGET_GROWTH: u32 = 4;

/// Unwind and rounds of the first steps; see [`small_steps`] for those behind them.
const FIRST_STEPS: [(u32, u32); 7] = [(1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (4, 3), (4, 4)];

const MOST_ITERATIONS: u32 = 1 << 20;
const MOST_ROUNDS: u32 = 64;

/// What a lane has to try.
pub struct Candidates {
    lane: Lane,
    new: Box<dyn Iterator<Item = (u32, u32)>>,
    again: VecDeque<Candidate>,
    /// Whether it is the turn of those.
    is_turn_of_again: bool,
}

impl Candidates {
    pub fn of(lane: Lane) -> Candidates {
        Candidates {
            lane,
            new: match lane {
                Lane::ManyRounds => Box::new(large_steps()),
                Lane::Careful | Lane::LongLoops => Box::new(small_steps()),
            },
            again: VecDeque::new(),
            is_turn_of_again: false,
        }
    }

    /// New ones and those to be tried again take turns.
    pub fn take(&mut self) -> Option<Candidate> {
        self.is_turn_of_again = !self.is_turn_of_again;
        if self.is_turn_of_again
            && let Some(again) = self.again.pop_front()
        {
            return Some(again);
        }
        match self.new.next() {
            Some((unwind, rounds)) => Some(Candidate {
                unwind,
                rounds,
                budget: self.lane.first_budget(),
                is_again: false,
            }),
            None => self.again.pop_front(),
        }
    }

    /// After all others that wait for that.
    pub fn try_again(&mut self, unwind: u32, rounds: u32, budget: Duration) {
        self.again.push_back(Candidate {
            unwind,
            rounds,
            budget,
            is_again: true,
        });
    }

    /// Before them, since bounds are made to fit that did not.
    pub fn try_smaller(&mut self, unwind: u32, rounds: u32) {
        self.again.push_front(Candidate {
            unwind,
            rounds,
            budget: self.lane.first_budget(),
            is_again: true,
        });
    }
}

/// After the first steps, half as many iterations more, then half as many rounds, and so on. (Since only one order of independent steps is looked at, a proof within many rounds
/// is hardly harder than one within few; one round more at a time was time lost.)
fn small_steps() -> impl Iterator<Item = (u32, u32)> {
    let last = FIRST_STEPS[FIRST_STEPS.len() - 1];
    let mut now = last;
    let mut is_turn_of_loops = true;
    let further = std::iter::from_fn(move || {
        let (unwind, rounds) = now;
        if unwind >= MOST_ITERATIONS && rounds >= MOST_ROUNDS {
            return None;
        }
        let can_unwind = unwind < MOST_ITERATIONS;
        let half_more = |number: u32| number.saturating_add(number.div_ceil(2));
        now = match can_unwind && (is_turn_of_loops || rounds >= MOST_ROUNDS) {
            true => (half_more(unwind), rounds),
            false => (unwind, half_more(rounds).min(MOST_ROUNDS)),
        };
        is_turn_of_loops = !is_turn_of_loops;
        Some(now)
    });
    FIRST_STEPS.into_iter().chain(further)
}

/// Twice as many rounds each time, with few iterations and then with more.
fn large_steps() -> impl Iterator<Item = (u32, u32)> {
    let rounds = [6u32, 12, 24, 48, MOST_ROUNDS];
    rounds.into_iter().flat_map(|rounds| {
        let unwinds = [2, rounds / 2, rounds, 2 * rounds];
        unwinds.into_iter().map(move |unwind| (unwind, rounds))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_grow_by_turns_and_the_sequence_ends() {
        let all: Vec<(u32, u32)> = small_steps().collect();
        assert_eq!(&all[..3], &[(1, 1), (1, 2), (2, 2)]);
        assert_eq!(&all[7..10], &[(6, 4), (6, 6), (9, 6)]);
        let grows = |pair: &[(u32, u32)]| pair[0].0 <= pair[1].0 && pair[0].1 <= pair[1].1;
        assert!(all.windows(2).all(grows));
        let last = all[all.len() - 1];
        assert!(last.0 >= MOST_ITERATIONS && last.1 >= MOST_ROUNDS);
    }

    #[test]
    fn what_is_tried_again_takes_turns_with_what_is_new() {
        let mut candidates = Candidates::of(Lane::Careful);
        let next = |candidates: &mut Candidates| {
            let next = candidates.take().expect("a candidate");
            (next.unwind, next.rounds, next.is_again)
        };
        assert_eq!(next(&mut candidates), (1, 1, false));
        candidates.try_again(1, 1, Duration::from_secs(9));
        candidates.try_again(8, 8, Duration::from_secs(9));
        candidates.try_smaller(7, 7);
        let five: Vec<_> = (0..5).map(|_| next(&mut candidates)).collect();
        assert_eq!(
            five,
            [
                (1, 2, false),
                (7, 7, true),
                (2, 2, false),
                (1, 1, true),
                (2, 3, false)
            ]
        );
    }
}
