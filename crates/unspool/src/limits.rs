//! Limits on time and memory: how they are written, and what holds without any.
//!
//! Memory is what the system counts as resident (`VmRSS`): that is what runs out. Where nobody gives a limit there is one all the same, a
//! share of what the machine has, since a process that the system kills can say nothing about what it found before.

use std::time::Duration;

use crate::progress::duration;

/// Of `check`, unless an option says otherwise.
pub const DEFAULT_TIME: Duration = Duration::from_secs(300);

/// The least that a memory limit can be: Unspool itself needs about half of it, whatever the program.
pub const LEAST_MEMORY: u64 = 32 << 20;

/// `90`, `90s`, `1.5m`, `2h`.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    const EXPECTED: &str = "give seconds, or a number with s, m or h, such as 90, 90s or 5m";
    let (number, unit) = split_unit(text);
    let seconds = match unit.to_ascii_lowercase().as_str() {
        "" | "s" | "sec" | "second" | "seconds" => 1.0,
        "ms" => 0.001,
        "m" | "min" | "minute" | "minutes" => 60.0,
        "h" | "hour" | "hours" => 3600.0,
        _ => return Err(format!("`{unit}` is no unit of time; {EXPECTED}")),
    };
    let number = positive(number)
        .ok_or_else(|| format!("`{text}` is no time that can be waited for; {EXPECTED}"))?;
    Duration::try_from_secs_f64(number * seconds)
        .map_err(|_| format!("`{text}` is longer than can be waited for"))
}

/// `512M`, `8G`, `1.5GiB`, or bytes.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    const EXPECTED: &str = "give bytes, or a number with K, M, G or T, such as 512M or 8G";
    let (number, unit) = split_unit(text);
    let bytes: f64 = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "k" | "kb" | "kib" => 1024.0,
        "m" | "mb" | "mib" => 1024.0 * 1024.0,
        "g" | "gb" | "gib" => 1024.0 * 1024.0 * 1024.0,
        "t" | "tb" | "tib" => 1024.0 * 1024.0 * 1024.0 * 1024.0,
        _ => return Err(format!("`{unit}` is no unit of memory; {EXPECTED}")),
    };
    let number = positive(number).ok_or_else(|| format!("`{text}` is no size; {EXPECTED}"))?;
    match number * bytes {
        bytes if bytes >= u64::MAX as f64 => {
            Err(format!("`{text}` is more than any machine has; {EXPECTED}"))
        }
        bytes if bytes < LEAST_MEMORY as f64 => Err(format!(
            "`{text}` is less than Unspool itself needs; give at least {}M",
            LEAST_MEMORY >> 20
        )),
        bytes => Ok(bytes as u64),
    }
}

/// What to stay below where nothing else is said. None where the system does not tell what it has.
pub fn default_memory() -> Option<u64> {
    /// The rest is for others, and for what is needed while stopping.
    const PERCENT: u64 = 85;
    let machine = machine_bytes();
    let least = [machine, group_bytes()].into_iter().flatten().min()?;
    Some(least / 100 * PERCENT)
}

/// `512 MB`, `1.5 GB`.
pub fn describe_bytes(bytes: u64) -> String {
    let megabytes = bytes as f64 / (1 << 20) as f64;
    match bytes {
        0..1_048_576 => format!("{} kB", bytes.div_ceil(1024)),
        _ if megabytes < 1000.0 => format!("{megabytes:.0} MB"),
        _ => {
            let text = format!("{:.1}", megabytes / 1024.0);
            format!("{} GB", text.strip_suffix(".0").unwrap_or(&text))
        }
    }
}

/// `0.5 s`, `12 s`, `3 min 20 s`.
pub fn describe_time(time: Duration) -> String {
    match time.subsec_millis() == 0 || time.as_secs() >= 60 {
        true => duration(time),
        false => format!("{} s", time.as_millis() as f64 / 1000.0),
    }
}

fn split_unit(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(|c: char| c.is_ascii_alphabetic());
    let (number, unit) = text.split_at(end.unwrap_or(text.len()));
    (number.trim(), unit)
}

fn positive(number: &str) -> Option<f64> {
    let number: f64 = number.parse().ok()?;
    (number.is_finite() && number > 0.0).then_some(number)
}

fn machine_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|l| l.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// What the control group of the process may use, if it has a limit: containers have.
fn group_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok()?;
    text.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        let seconds = |text| parse_time(text).map(|time| time.as_secs_f64());
        assert_eq!(seconds("90"), Ok(90.0));
        assert_eq!(seconds("0.5 s"), Ok(0.5));
        assert_eq!(seconds("5m"), Ok(300.0));
        assert_eq!(seconds("500 ms"), Ok(0.5));
        assert_eq!(seconds("2 Minutes"), Ok(120.0));
        assert_eq!(seconds("1.5h"), Ok(5400.0));
        for wrong in ["", "x", "-1", "0", "5 days", "1e400", "nan", "1e30"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(parse_bytes("67108864"), Ok(64 << 20));
        assert_eq!(parse_bytes("65536K"), Ok(64 << 20));
        assert_eq!(parse_bytes("32M"), Ok(LEAST_MEMORY));
        assert_eq!(parse_bytes("1.5g"), Ok(3 << 29));
        assert_eq!(parse_bytes("2 GiB"), Ok(2 << 30));
        for wrong in ["", "G", "-1M", "0", "12X", "1e40G", "4096", "31.9M"] {
            assert!(parse_bytes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_are_told_shortly() {
        let told = |milliseconds| describe_time(Duration::from_millis(milliseconds));
        assert_eq!(told(500), "0.5 s");
        assert_eq!(told(90_000), "1 min 30 s");
        assert_eq!(told(2_000), "2 s");
    }

    #[test]
    fn sizes_are_told_shortly() {
        assert_eq!(describe_bytes(2000), "2 kB");
        assert_eq!(describe_bytes(512 << 20), "512 MB");
        assert_eq!(describe_bytes(3 << 29), "1.5 GB");
        assert_eq!(describe_bytes(8 << 30), "8 GB");
    }
}
