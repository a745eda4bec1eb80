//! What is known at a place of a thread, on all paths that lead there at the same time.

use unspool_formula::terms::Term;
use unspool_passes::persistent_map::PersistentMap;

use crate::guards::Guard;

#[derive(Clone)]
pub struct State {
    pub guard: Guard,
    pub registers: PersistentMap<Term>,
    /// Contents of the thread's own cells, by cell; what is missing is as at first.
    pub private: PersistentMap<Term>,
    /// Contents of shared cells that the thread has read or written since its last visible point, by cell.
    pub known: PersistentMap<Term>,
    /// The visible point that what comes next belongs to, by number among the thread's points.
    pub point: usize,
    /// Whether something that others can see, or an assertion, stands between that point and here.
    pub has_acted: bool,
    /// This is in an atomic section that began with a visible point.
    pub is_in_section: Term,
    /// An assertion since that point has failed: the execution has ended, and nothing more is demanded of it.
    pub exempt: Term,
}
