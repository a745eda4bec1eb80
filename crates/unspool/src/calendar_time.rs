//! Moments as ISO 8601 writes them: `2026-11-16T06:30:00Z`.
//!
//! Days are turned into years, months and days by counting years from March on, so that the leap day is the last of its year (Howard Hinnant's
//! *chrono-compatible low-level date algorithms*).

use std::time::{SystemTime, UNIX_EPOCH};

/// Now; or what the variable SOURCE_DATE_EPOCH says, for those who want the same output again.
pub fn now() -> String {
    let given = std::env::var("SOURCE_DATE_EPOCH").ok();
    let given = given.and_then(|seconds| seconds.trim().parse().ok());
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    of_seconds(given.unwrap_or_else(|| since.map_or(0, |since| since.as_secs())))
}

/// Seconds since the start of 1970.
fn of_seconds(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // From the 1st of March of the year 0.
    let days = days.saturating_add(719_468);
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        assert_eq!(of_seconds(0), "1970-01-01T00:00:00Z");
        assert_eq!(of_seconds(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(of_seconds(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(of_seconds(1_740_787_200), "2025-03-01T00:00:00Z");
        assert_eq!(of_seconds(4_107_542_399), "2100-02-28T23:59:59Z");
        assert_eq!(of_seconds(4_107_542_400), "2100-03-01T00:00:00Z");
    }
}
