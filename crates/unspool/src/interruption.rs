//! Ctrl-C, SIGTERM and the end of the terminal: the first asks a search to end, so that it can say how far it got; the second ends the process at once, as it would any other.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;

/// The same for who ends at once when asked, and has started others that must not be left alone: further signals change nothing.
pub fn watch_patiently() -> Arc<AtomicBool> {
    let asked = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        flag::register(signal, Arc::clone(&asked)).ok();
    }
    asked
}

/// From now on the flag is set when the user wants an end. Where signals cannot be caught they do what they always do.
pub fn watch() -> Arc<AtomicBool> {
    let asked = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        // In this order: what a signal does depends on whether one has come before.
        let ends = flag::register_conditional_default(signal, Arc::clone(&asked));
        if ends.is_ok() {
            flag::register(signal, Arc::clone(&asked)).ok();
        }
    }
    asked
}
