//! How much memory the process has needed, as the system counts it.

/// The most bytes that were in memory at one time. None where the system does not tell.
pub fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// Starts to count anew from what is in memory now, so that the next [`peak_bytes`] speaks of what came in between. Where the system does
/// not allow it, nothing happens.
pub fn forget_peak() {
    std::fs::write("/proc/self/clear_refs", "5").ok();
}
