//! How much memory the process has needed, as the system counts it.

pub use unspool_formula::solver::memory::peak_of_this_process as peak_bytes;

/// Starts to count anew from what is in memory now, so that the next [`peak_bytes`] speaks of what came in between. Where the system does
/// not allow it, nothing happens.
pub fn forget_peak() {
    std::fs::write("/proc/self/clear_refs", "5").ok();
}
