//! How much memory a process has in use.
//!
//! Linux tells in `/proc/PID/status` (`VmRSS`: pages that are in main memory, which is what runs out). Reading it
//! costs some ten microseconds, so that callers look at it only now and then. Other systems have no such file:
//! there nothing is known, and no memory limit is enforced.

use crate::process_table::family;

/// Bytes that this process has in main memory, `None` where the system does not tell.
pub fn of_this_process() -> Option<u64> {
    resident_bytes("/proc/self/status")
}

/// Bytes that the process has in main memory, `None` where the system does not tell or the process has ended.
pub fn of_process(id: u32) -> Option<u64> {
    resident_bytes(&format!("/proc/{id}/status"))
}

/// Bytes that all processes of a group and their descendants have in main memory, `None` where the system does not tell. Pages that several
/// of them share count several times.
pub fn of_group(group: u32) -> Option<u64> {
    let members = family(group)?.into_iter();
    Some(members.filter_map(|member| of_process(member.id)).sum())
}

/// The most bytes that this process has had in main memory at one time (`VmHWM`).
pub fn peak_of_this_process() -> Option<u64> {
    bytes("/proc/self/status", "VmHWM:")
}

fn resident_bytes(path: &str) -> Option<u64> {
    bytes(path, "VmRSS:")
}

fn bytes(path: &str, name: &str) -> Option<u64> {
    let status = std::fs::read_to_string(path).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
