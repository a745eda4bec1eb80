//! A data race: what both accesses touch, who makes them and how, with which locks, and why nothing orders them.

use unspool_interp::{AccessCircumstances, Circumstances, ObjectName, Outcome, RaceAccess, Trace};
use unspool_report::conflict_words::{access_label, joined};
use unspool_report::model::{self, Race, RaceAccessKind, Related};
use unspool_report::words;

use super::steps::Telling;

/// None if the execution does not end with a race.
pub fn tell(telling: &mut Telling<'_, '_>, trace: &Trace) -> Option<Race> {
    let Outcome::Race { first, second } = &trace.outcome else {
        return None;
    };
    let Circumstances::Race(known) = &trace.circumstances else {
        return None;
    };
    let [known_first, known_second] = known.as_ref();
    let first = access(telling, first, known_first);
    let second = access(telling, second, known_second);
    // What both touch is at most the smaller one.
    let object = match first.size < second.size {
        true => first.object.clone(),
        false => second.object.clone(),
    };
    let allocated = match known_second.at.object {
        ObjectName::Heap { span, .. } | ObjectName::Stack { span, .. } => telling.place(span),
        _ => None,
    };
    Some(Race {
        object,
        first,
        second,
        allocated,
    })
}

fn access(
    telling: &mut Telling<'_, '_>,
    access: &RaceAccess,
    known: &AccessCircumstances,
) -> model::RaceAccess {
    let kind = match (known.ends_object, known.is_read, access.is_write) {
        (true, _, _) => RaceAccessKind::End,
        (false, true, true) => RaceAccessKind::Update,
        (false, _, true) => RaceAccessKind::Write,
        (false, _, false) => RaceAccessKind::Read,
    };
    let place = telling.place(access.span);
    model::RaceAccess {
        thread: access.thread,
        kind,
        is_atomic: access.is_atomic,
        is_volatile: known.is_volatile,
        object: match known.ends_object {
            true => telling.object_name(&known.at.object),
            false => telling.memory_name(&known.at),
        },
        offset: access.offset,
        size: access.size,
        place,
        function: telling.library_function(&known.stack),
        stack: telling.frames(&known.stack),
        held: telling.held(&known.held),
        step: telling.last_step(access.thread, place),
    }
}

/// Fills in why nothing orders the accesses, and where the other one is.
pub fn explain(trace: &mut model::Trace) {
    let Some(race) = &trace.violation.race else {
        return;
    };
    let explanation = reason(trace, race);
    let last = trace.steps.len().saturating_sub(1);
    let first = &race.first;
    let related = first.place.map(|place| Related {
        place,
        message: access_label(trace, race, first),
        step: first.step.unwrap_or(last),
    });
    trace.violation.explanation = explanation;
    trace.violation.related = related.into_iter().collect();
}

fn reason(trace: &model::Trace, race: &Race) -> String {
    let accesses = race.accesses();
    let [first, second] = accesses;
    let thread = |access: &model::RaceAccess| words::thread(trace, access.thread);
    let locks = |access: &model::RaceAccess| {
        joined(access.held.iter().map(|held| format!("`{}`", held.name)))
    };
    let is_end = |access: &&&model::RaceAccess| access.kind == RaceAccessKind::End;
    let is_common = first.held.iter().any(|held| {
        let mut others = second.held.iter();
        others.any(|other| other.name == held.name)
    });
    if accesses.iter().any(|access| is_end(&access)) {
        return "nothing makes sure that the object is no longer used when its life ends: \
                wait for the other thread first, for example by joining it"
            .to_string();
    }
    if first.is_atomic != second.is_atomic {
        let (atomic, plain) = match first.is_atomic {
            true => (first, second),
            false => (second, first),
        };
        return format!(
            "the access of {} is atomic, that of {} is not: both have to be",
            thread(atomic),
            thread(plain)
        );
    }
    if first.is_volatile && second.is_volatile {
        return "`volatile` does not order what threads do: use an atomic type or a lock"
            .to_string();
    }
    match (first.held.is_empty(), second.held.is_empty()) {
        (true, true) => {
            "no lock is held at either access, and nothing else orders them".to_string()
        }
        (false, true) | (true, false) => {
            let (with, without) = match first.held.is_empty() {
                true => (second, first),
                false => (first, second),
            };
            format!(
                "{} holds {}, but {} holds no lock: a lock keeps out only those who take it",
                thread(with),
                locks(with),
                thread(without)
            )
        }
        (false, false) if is_common => {
            "both hold a lock of the same name, which does not order these accesses".to_string()
        }
        (false, false) => format!(
            "{} holds {}, and {} holds {}: the same lock would have to be held at both accesses",
            thread(first),
            locks(first),
            thread(second),
            locks(second)
        ),
    }
}
