//! What a swarm covers: which executions of the bounded program are among those of its instances.
//!
//! *Claim.* If each thread is partitioned into tiles, and for every choice of z tiles of each thread (or all, of a thread with fewer) there is an instance, then every execution in which each thread stands still
//! at z statements at most is one of an instance: a thread stands still in at most z tiles, and one instance has them all, for all threads together. It follows that what is covered is
//!
//! - every execution of at most z rounds: in each one a thread has one context, and stands still behind it;
//! - every execution with at most 2z context switches: between two switches away from a thread there is one back to it, so of k switches at most half, rounded up, are away from one thread (Nguyen et al., ASE 2017).
//!   If threads are sealed where they may block, only 2z - 1: the thread that runs last may stand still for ever without a switch away from it.
//!
//! So with z = K, the bound on rounds, nothing that K rounds allow is left out.
//!
//! Standing still for ever counts, but not where it is always allowed (`unspool_passes::visible_statements`: at the beginning, at the end, where a thread may block), nor where an execution ends because an
//! assertion fails.

/// Which selections there are instances of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coverage {
    /// All executions within the bounds of program and schedule.
    Everything,
    /// The same, whatever the instances are: what was proved of them needs no tiles.
    Proved,
    /// For each thread, any so many statements where it stands still.
    EverySelection { picked: u32, switches: u64 },
    /// Only some of the selections.
    Sample { instances: u64, of: Option<u128> },
    /// Instances that somebody has written down: nothing is known about what they are together.
    Given { instances: u64 },
}

impl Coverage {
    /// Whether nothing within the bounds is left out.
    pub fn is_everything(self) -> bool {
        matches!(self, Coverage::Everything | Coverage::Proved)
    }

    /// `instances` of `all` selections were looked at; `rounds`: how often a thread can stand still at most, if that is bounded so.
    pub fn of_selections(
        instances: u64,
        all: Option<u128>,
        picked: u32,
        (has_choice, rounds): (bool, Option<u32>),
        seals_blocking: bool,
    ) -> Coverage {
        if all != Some(u128::from(instances)) {
            return Coverage::Sample { instances, of: all };
        }
        let is_enough = rounds.is_some_and(|rounds| picked >= rounds);
        match is_enough || !has_choice {
            true => Coverage::Everything,
            false => Coverage::EverySelection {
                picked,
                switches: 2 * u64::from(picked) - u64::from(seals_blocking),
            },
        }
    }

    /// In words, to follow "covered: ".
    pub fn in_words(self) -> String {
        match self {
            Coverage::Everything => {
                "every execution within these bounds is one of an instance".to_string()
            }
            Coverage::Proved => {
                "every execution within these bounds: what was proved holds wherever threads are interrupted".to_string()
            }
            Coverage::EverySelection { picked, switches } => format!(
                "within these bounds every execution of at most {}, and every one with at most {switches} context switch{}",
                counted(picked, "round"),
                if switches == 1 { "" } else { "es" }
            ),
            Coverage::Sample {
                instances,
                of: Some(all),
            } => format!("only the executions of {instances} of {all} selections of tiles"),
            Coverage::Sample {
                instances,
                of: None,
            } => format!(
                "only the executions of {instances} selections of tiles, of more than can be counted"
            ),
            Coverage::Given { instances } => match instances {
                1 => "only the executions of the one instance that was given".to_string(),
                many => format!("only the executions of the {many} instances that were given"),
            },
        }
    }
}

fn counted(number: u32, what: &str) -> String {
    match number {
        1 => format!("one {what}"),
        _ => format!("{number} {what}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enough_tiles_cover_everything() {
        let of = |instances, all, picked, choice, rounds| {
            Coverage::of_selections(instances, all, picked, (choice, rounds), false)
        };
        assert_eq!(of(10, Some(10), 2, true, Some(2)), Coverage::Everything);
        let two = Coverage::EverySelection {
            picked: 2,
            switches: 4,
        };
        assert_eq!(of(10, Some(10), 2, true, Some(3)), two);
        assert_eq!(of(10, Some(10), 2, true, None), two);
        assert_eq!(of(1, Some(1), 1, false, None), Coverage::Everything);
        let sealed = Coverage::of_selections(10, Some(10), 1, (true, Some(3)), true);
        assert!(sealed.in_words().ends_with("at most 1 context switch"));
        let some = Coverage::Sample {
            instances: 9,
            of: Some(10),
        };
        assert_eq!(of(9, Some(10), 2, true, Some(2)), some);
        assert!(matches!(
            of(9, None, 9, true, Some(1)),
            Coverage::Sample { of: None, .. }
        ));
    }
}
