//! A report in terms of the files that were given, for witnesses.
//!
//! A preprocessed input (`.i`) has line markers, by which people are told of the lines that they wrote. Who validates a witness has only the input, and counts
//! its lines as they are. So before a witness is made, each place that stands elsewhere in an input becomes that one; of other reports nothing changes.

use crate::model::{Frame, Place, Race, Report};

/// The column of a place of which only the line is known.
pub(crate) const UNKNOWN_COLUMN: u32 = 0;

pub(crate) fn in_given_files(report: &Report) -> Report {
    let mut moved = report.clone();
    let Some(trace) = &mut moved.trace else {
        return moved;
    };
    let created = trace
        .threads
        .iter_mut()
        .filter_map(|it| it.created.as_mut());
    created.filter_map(|it| it.at.as_mut()).for_each(as_given);
    for step in &mut trace.steps {
        step.place.iter_mut().for_each(as_given);
        frames_as_given(&mut step.stack);
    }
    let violation = &mut trace.violation;
    violation.place.iter_mut().for_each(as_given);
    let related = violation.related.iter_mut();
    related.for_each(|related| as_given(&mut related.place));
    for access in violation.race.iter_mut().flat_map(Race::accesses_mut) {
        access.place.iter_mut().for_each(as_given);
        frames_as_given(&mut access.stack);
    }
    for wait in &mut violation.waits {
        wait.place.iter_mut().for_each(as_given);
        let holders = wait.holders.iter_mut();
        holders.for_each(|holder| holder.at.iter_mut().for_each(as_given));
    }
    let stacks = violation.stacks.iter_mut();
    stacks.for_each(|stack| frames_as_given(&mut stack.frames));
    moved
}

fn frames_as_given(frames: &mut [Frame]) {
    let places = frames.iter_mut().filter_map(|frame| frame.at.as_mut());
    places.for_each(as_given);
}

fn as_given(place: &mut Place) {
    if let Some(given) = place.given {
        let column = given.column.unwrap_or(UNKNOWN_COLUMN);
        *place = Place {
            file: given.file,
            line: given.line,
            column,
            end_column: column,
            given: None,
        };
    }
}
