//! How much processor time the process has used, as the system counts it.

use std::time::Duration;

/// Linux tells times in these, whatever its own clock does (`USER_HZ`).
const TICKS_PER_SECOND: u64 = 100;

/// Of all threads, and of the preprocessors that have ended. None where the system does not tell.
pub fn of_this_process() -> Option<Duration> {
    parse(&std::fs::read_to_string("/proc/self/stat").ok()?)
}

/// Fields 14 to 17: user and system time, and those of children.
fn parse(stat: &str) -> Option<Duration> {
    // The name of the command may contain spaces; it is in parentheses, the last of which closes it.
    let (_, rest) = stat.rsplit_once(')')?;
    let times: Vec<u64> = (rest.split_whitespace().skip(11).take(4))
        .map(|field| field.parse().ok())
        .collect::<Option<_>>()?;
    let ticks: u64 = times.iter().sum();
    (times.len() == 4).then(|| Duration::from_millis(ticks * 1000 / TICKS_PER_SECOND))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_times_are_added_up() {
        let stat = "7 (a ) b) S 1 2 3 4 5 6 7 8 9 10 100 50 25 1 20 0 3";
        assert_eq!(parse(stat), Some(Duration::from_millis(1760)));
        assert_eq!(parse("7 (a) S 1 2 3"), None);
        assert_eq!(parse(""), None);
    }
}
