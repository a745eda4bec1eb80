//! Memory is freed in which a lock lies that is held: who holds it.

use unspool_interp::{Circumstances, Trace};
use unspool_report::model::Place;

use super::steps::Telling;

/// A lock in memory that is freed, which somebody has taken and kept.
pub struct Kept {
    pub thread: u32,
    pub has_ended: bool,
    pub lock: String,
    /// Where it was taken.
    pub place: Option<Place>,
}

/// None if the execution ends otherwise.
pub fn tell(telling: &mut Telling<'_, '_>, trace: &Trace) -> Option<Kept> {
    let Circumstances::HeldFree(holder) = &trace.circumstances else {
        return None;
    };
    Some(Kept {
        thread: holder.thread,
        has_ended: holder.has_ended,
        lock: telling.library_object(&holder.taken.lock).0,
        place: telling.place(holder.taken.span),
    })
}
