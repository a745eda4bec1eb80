//! The bounds of one step of a search, which of them the user has chosen, and when the answer to one step is that to another.
//!
//! A step *covers* another if no execution within the bounds of the other can be a violation that it has not seen:
//!
//! - it has larger bounds;
//! - no execution of at most its rounds gets to where a loop is cut (`is_cut_free`): then more iterations bring nothing new within these rounds;
//! - every schedule of its bounded program fits into its rounds (`is_schedule_complete`): then more rounds bring nothing new within its iterations.
//!
//! A step for which the last two hold covers all executions of the program, but for those that get to what no such bound is about: more threads than there may be, things
//! that are not supported.

use unspool_engine::Encoding;
use unspool_passes::bound::{BoundConfig, Cut, CutKind};
use unspool_schemas::mu::MOST_WRITES;

use crate::beyond_bounds::Reach;

/// How long schedules are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScheduleBound {
    Rounds(u32),
    Contexts(u32),
    /// Of shared memory, by all threads together; those that change something.
    Writes(u32),
    /// The same of each location.
    WritesOfEach(u32),
}

/// What a search counts schedules in, if it finds out how long they have to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unit {
    #[default]
    Rounds,
    Writes,
    WritesOfEach,
}

/// Most rounds write little: so many writes take the place of a round.
const WRITES_FOR_A_ROUND: u32 = 4;

impl Unit {
    pub fn for_rounds(self, rounds: u32) -> ScheduleBound {
        match self {
            Unit::Rounds => ScheduleBound::Rounds(rounds),
            Unit::Writes => {
                let writes = rounds.saturating_mul(WRITES_FOR_A_ROUND);
                ScheduleBound::Writes(writes.min(MOST_WRITES))
            }
            Unit::WritesOfEach => ScheduleBound::WritesOfEach(rounds),
        }
    }

    /// So many writes, if these are counted.
    pub fn writes(self, writes: u32) -> Option<ScheduleBound> {
        match self {
            Unit::Rounds => None,
            Unit::Writes => Some(ScheduleBound::Writes(writes)),
            Unit::WritesOfEach => Some(ScheduleBound::WritesOfEach(writes)),
        }
    }
}

impl ScheduleBound {
    pub fn length(self) -> u32 {
        match self {
            ScheduleBound::Rounds(length)
            | ScheduleBound::Contexts(length)
            | ScheduleBound::Writes(length)
            | ScheduleBound::WritesOfEach(length) => length,
        }
    }

    /// How many rounds a search takes it for: [`Unit::for_rounds`] the other way round.
    pub fn rounds(self) -> u32 {
        match self {
            ScheduleBound::Writes(writes) => writes.div_ceil(WRITES_FOR_A_ROUND),
            _ => self.length(),
        }
    }

    pub fn option(self) -> &'static str {
        match self {
            ScheduleBound::Rounds(_) => "--rounds",
            ScheduleBound::Contexts(_) => "--contexts",
            ScheduleBound::Writes(_) | ScheduleBound::WritesOfEach(_) => "--writes",
        }
    }

    /// What it counts.
    pub fn noun(self) -> &'static str {
        match self {
            ScheduleBound::Rounds(_) => "round",
            ScheduleBound::Contexts(_) => "context",
            ScheduleBound::Writes(_) | ScheduleBound::WritesOfEach(_) => "write",
        }
    }

    /// For the engine on threads. It cannot count writes, and is asked only to confirm what was found within so many.
    pub fn encoding(self) -> Encoding {
        match self {
            ScheduleBound::Rounds(rounds) => Encoding::Rounds(rounds),
            ScheduleBound::Contexts(contexts) => Encoding::Contexts(contexts),
            ScheduleBound::Writes(writes) | ScheduleBound::WritesOfEach(writes) => {
                Encoding::Rounds(writes.clamp(2, MOST_TO_CONFIRM))
            }
        }
    }
}

const MOST_TO_CONFIRM: u32 = 6;

/// The bounds of one step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Depth {
    pub unwind: u32,
    pub schedule: ScheduleBound,
    /// Loops that constants end get to their end.
    pub long_loops: Option<LongLoops>,
}

/// How far to go for loops that constants end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LongLoops {
    pub iterations: u32,
    /// That the bounded program may have then.
    pub instructions: usize,
}

/// The bounds that the user has chosen; the others are found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Given {
    pub unwind: Option<u32>,
    pub schedule: Option<ScheduleBound>,
    pub unit: Unit,
    /// Long loops are the user's business then.
    pub has_unwind_for: bool,
    /// The bound of recursion does not go along with that of loops.
    pub has_recursion: bool,
}

/// What a step without a violation says about others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Completeness {
    /// No execution gets to where a bound cuts the program, within these rounds.
    pub is_cut_free: bool,
    /// Every schedule of the bounded program fits into these rounds.
    pub is_schedule_complete: bool,
}

impl Depth {
    /// The number of rounds, contexts or writes.
    pub fn length(&self) -> u32 {
        self.schedule.length()
    }

    /// For comparing depths of one search.
    pub fn size(&self) -> (u64, bool) {
        let size = u64::from(self.unwind) * u64::from(self.length());
        (size, self.long_loops.is_some())
    }

    /// Whether all that is within these bounds is within the others.
    pub fn is_within(&self, other: &Depth) -> bool {
        self.has_loops_within(other) && self.length() <= other.length()
    }

    fn has_loops_within(&self, other: &Depth) -> bool {
        let is_long = |depth: &Depth| depth.long_loops.is_some();
        self.unwind <= other.unwind && (is_long(other) || !is_long(self))
    }
}

impl Given {
    /// Nothing is left to find out.
    pub fn is_fixed(&self) -> bool {
        self.unwind.is_some() && self.schedule.is_some()
    }

    /// What a search takes for so many rounds.
    pub fn schedule_for(&self, rounds: u32) -> ScheduleBound {
        self.schedule.unwrap_or(self.unit.for_rounds(rounds))
    }

    /// Whether deeper steps of the search move this cut, or do without it. `config` is how the program was bounded.
    pub fn can_move(&self, cut: &Cut, config: &BoundConfig) -> bool {
        let grows = match cut.what {
            // Other bounds are those of `--unwind-loop`.
            CutKind::Loop => {
                let of_library = config.unwind.max(config.unwind_library);
                cut.bound == config.unwind || cut.bound == of_library
            }
            // Recursion that constants decide has the bound of such loops.
            CutKind::Recursion { .. } => cut.bound == config.recursion && !self.has_recursion,
            CutKind::Threads => false,
        };
        grows && self.unwind.is_none()
    }
}

impl Completeness {
    pub fn of(cut: &Reach, longer: &Reach) -> Completeness {
        Completeness {
            is_cut_free: *cut == Reach::No,
            is_schedule_complete: *longer == Reach::No,
        }
    }
}

/// See the opening of this file.
pub fn covers(passed: &Depth, completeness: &Completeness, other: &Depth) -> bool {
    let has_its_loops = other.has_loops_within(passed);
    let has_its_rounds = other.length() <= passed.length();
    let has_all_loops = completeness.is_cut_free;
    let has_all_rounds = completeness.is_schedule_complete;
    match (has_all_loops, has_all_rounds) {
        (true, true) => true,
        (true, false) => has_its_rounds,
        (false, true) => has_its_loops,
        (false, false) => has_its_loops && has_its_rounds,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unspool_ir::Span;

    fn cut(what: CutKind, bound: u32) -> Cut {
        Cut {
            span: Span::NONE,
            library_call: None,
            what,
            bound,
        }
    }

    #[test]
    fn what_is_complete_covers_all() {
        let depth = |unwind, rounds| Depth {
            unwind,
            schedule: ScheduleBound::Rounds(rounds),
            long_loops: None,
        };
        let passed = depth(3, 3);
        for (is_cut_free, is_schedule_complete, covered) in [
            (false, false, [true, false, false, false]),
            (true, false, [true, true, false, false]),
            (false, true, [true, false, true, false]),
            (true, true, [true, true, true, true]),
        ] {
            let completeness = Completeness {
                is_cut_free,
                is_schedule_complete,
            };
            let others = [depth(2, 3), depth(4, 3), depth(3, 4), depth(4, 4)];
            let covers = others.map(|other| covers(&passed, &completeness, &other));
            assert_eq!(covers, covered, "{completeness:?}");
        }
    }

    #[test]
    fn only_bounds_that_grow_move_cuts() {
        let config = BoundConfig {
            unwind: 4,
            recursion: 5,
            ..BoundConfig::default()
        };
        let none = Given::default();
        let unwind = Given {
            unwind: Some(4),
            ..none
        };
        let recursion = Given {
            has_recursion: true,
            ..none
        };
        let of_loop = |bound| cut(CutKind::Loop, bound);
        let function = "f".to_string();
        let of_calls = cut(CutKind::Recursion { function }, 5);
        for (cut, given, can_move) in [
            (of_loop(4), none, true),
            (of_loop(16), none, true),
            (of_loop(7), none, false),
            (of_loop(4), unwind, false),
            (of_loop(4), recursion, true),
            (of_calls.clone(), none, true),
            (of_calls.clone(), unwind, false),
            (of_calls, recursion, false),
            (cut(CutKind::Threads, 64), none, false),
        ] {
            assert_eq!(given.can_move(&cut, &config), can_move, "{cut:?} {given:?}");
        }
    }
}
