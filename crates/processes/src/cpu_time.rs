//! How long the processes of a group have run on processors, as long as they live.
//!
//! Who is killed tells nobody what its children have used, if it had not waited for them. So that is looked up before
//! (`/proc/PID/stat`); only what had ended by then and was never waited for is lost.

use std::time::Duration;

use crate::process_table::{Member, family};

/// In which Linux gives times to programs, on all machines.
const TICKS_IN_A_SECOND: f64 = 100.0;

/// Time of all processes of a group, of their descendants, and of those that they have waited for, `None` where the system does not tell.
pub fn of_group(group: u32) -> Option<Duration> {
    let ticks: u64 = family(group)?.iter().map(ticks).sum();
    Some(Duration::from_secs_f64(ticks as f64 / TICKS_IN_A_SECOND))
}

/// For itself and in the system, and the same of children that it has waited for.
fn ticks(member: &Member) -> u64 {
    let words = (14..=17).filter_map(|number| member.word(number));
    words.filter_map(|word| word.parse::<u64>().ok()).sum()
}
