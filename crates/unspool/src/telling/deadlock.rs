//! A deadlock: what each thread waits for, and who has it.
//!
//! A thread that waits for a lock waits for its holder, and one that joins another for that. Where this goes round in a circle, the threads are
//! told in its order, each before the one that it waits for. Others wait for one of them, or for something that nobody is left to do.

use unspool_interp::{Circumstances, Trace};
use unspool_report::conflict_words::{joined, wait_label, wait_words};
use unspool_report::model::{
    self, Event, Holder, LibraryEffect, Related, SourceFile, Wait, WaitKind,
};
use unspool_report::words;

use super::library::waits_for;
use super::steps::Telling;

/// Names of memory that a thread has looked at.
const MOST_NAMES: usize = 3;

/// Empty if the execution does not end with a deadlock. Adds a step for each thread, in which it waits.
pub fn tell(telling: &mut Telling<'_, '_>, trace: &Trace) -> Vec<Wait> {
    let Circumstances::Deadlock(known) = &trace.circumstances else {
        return Vec::new();
    };
    let mut waits: Vec<(Wait, Option<usize>)> = Vec::with_capacity(known.len());
    for wait in known {
        waits.push(told(telling, wait));
    }
    let all: Vec<Wait> = waits.iter().map(|(wait, _)| wait.clone()).collect();
    let (order, in_circle) = order(&all);
    let mut ordered = Vec::with_capacity(waits.len());
    for index in order {
        let (Some((wait, variable)), Some(known)) = (waits.get(index), known.get(index)) else {
            continue;
        };
        let event = Event::Library {
            function: wait.function.clone().unwrap_or_default(),
            words: wait_words(wait, "", &|number| format!("thread {number}")),
            variable: *variable,
            effect: LibraryEffect::Waits,
        };
        let step = telling.wait_step(wait.thread, (known.span, &known.stack), event);
        ordered.push(Wait {
            is_in_circle: in_circle.contains(&index),
            step: Some(step),
            ..wait.clone()
        });
    }
    ordered
}

/// Also the number of what it waits for among the variables.
fn told(telling: &mut Telling<'_, '_>, known: &unspool_interp::Wait) -> (Wait, Option<usize>) {
    let function = telling.library_function(&known.stack);
    let kind = match (&known.lock, known.unfinished, &function) {
        (Some(_), _, _) => WaitKind::Lock,
        (None, Some(_), _) => WaitKind::Thread,
        (None, None, Some(function)) => waits_for(function),
        (None, None, None) => WaitKind::Memory,
    };
    let about = match kind {
        WaitKind::Thread | WaitKind::Memory => None,
        _ => known.lock.as_ref().or(known.argument.as_ref()),
    };
    let (object, variable) = match (about, kind) {
        (Some(at), _) => {
            let (name, variable) = telling.library_object(at);
            (name, Some(variable))
        }
        (None, WaitKind::Memory) => {
            let reads = known.reads.iter().take(MOST_NAMES);
            let names: Vec<String> = reads.map(|at| telling.memory_name(at)).collect();
            (names.join(" or "), None)
        }
        (None, _) => (String::new(), None),
    };
    let holders = match kind {
        WaitKind::Lock => known.holders.as_slice(),
        _ => &[],
    };
    let mut having = Vec::with_capacity(holders.len());
    for holder in holders {
        having.push(Holder {
            thread: holder.thread,
            has_ended: holder.has_ended,
            at: telling.place(holder.taken.span),
            stack: telling.frames(&holder.taken.stack),
        });
    }
    let wait = Wait {
        thread: known.thread,
        kind,
        object,
        ends: known.unfinished.filter(|_| kind == WaitKind::Thread),
        holders: having,
        is_in_circle: false,
        place: telling.place(known.span),
        function,
        held: telling.held(&known.held),
        step: None,
    };
    (wait, variable)
}

/// The numbers of waits in the order in which they are told, and those that are in circles.
fn order(waits: &[Wait]) -> (Vec<usize>, Vec<usize>) {
    let number_of = |thread: u32| waits.iter().position(|wait| wait.thread == thread);
    let next = |index: usize| {
        let wait = waits.get(index)?;
        awaited(wait).find_map(number_of)
    };
    let mut in_circle: Vec<usize> = Vec::new();
    for start in 0..waits.len() {
        let mut path = vec![start];
        while let Some(following) = path.last().and_then(|last| next(*last)) {
            if following == start && !in_circle.contains(&start) {
                in_circle.extend(&path);
            }
            if path.contains(&following) {
                break;
            }
            path.push(following);
        }
    }
    let others = (0..waits.len()).filter(|index| !in_circle.contains(index));
    // Those for whom nobody is left to do something, before those who wait for them.
    let (roots, others): (Vec<usize>, Vec<usize>) =
        others.partition(|index| next(*index).is_none());
    let order = in_circle.iter().copied().chain(roots).chain(others);
    (order.collect(), in_circle)
}

/// The threads that a thread waits for.
fn awaited(wait: &Wait) -> impl Iterator<Item = u32> {
    let alive = wait.holders.iter().filter(|holder| !holder.has_ended);
    alive.map(|holder| holder.thread).chain(wait.ends)
}

/// Fills in how it came to that, and where the other threads wait and have taken what they have.
pub fn explain(trace: &mut model::Trace, others_go_on: bool, files: &[SourceFile]) {
    let waits = &trace.violation.waits;
    let mut related = Vec::new();
    for wait in waits {
        for holder in &wait.holders {
            let Some(place) = holder.at else {
                continue;
            };
            let who = words::thread(trace, holder.thread);
            let message = format!("{who} takes {} and keeps it", wait.object);
            let step = taking(trace, &wait.object, holder);
            related.extend(step.map(|step| Related {
                place,
                message,
                step,
            }));
        }
    }
    let (explanation, cause) = reason(trace, others_go_on, files);
    related.extend(cause);
    related.sort_by_key(|related| related.step);
    let waiting = waits.iter().skip(1).filter_map(|wait| {
        Some(Related {
            place: wait.place?,
            message: wait_label(trace, wait),
            step: wait.step?,
        })
    });
    related.extend(waiting);
    trace.violation.explanation = explanation;
    trace.violation.related = related;
}

/// The step in which a thread has taken the lock that it has.
pub fn taking(trace: &model::Trace, lock: &str, holder: &Holder) -> Option<usize> {
    let is_taking = |event: &Event| {
        let Event::Library {
            effect, variable, ..
        } = event
        else {
            return false;
        };
        let takes = matches!(effect, LibraryEffect::Acquires | LibraryEffect::WakesUp);
        let variable = variable.and_then(|variable| trace.variables.get(variable));
        // A wait is told as one for the condition variable.
        let is_it = *effect == LibraryEffect::WakesUp
            || variable.is_some_and(|variable| variable.name == lock);
        takes && is_it
    };
    let is_place = |step: &model::Step| step.thread == holder.thread && step.place == holder.at;
    let steps = &trace.steps;
    let taken = steps
        .iter()
        .rposition(|step| is_place(step) && step.events.iter().any(is_taking));
    taken.or_else(|| steps.iter().rposition(is_place))
}

/// A sentence, and another place that it speaks of.
fn reason(
    trace: &model::Trace,
    others_go_on: bool,
    files: &[SourceFile],
) -> (String, Option<Related>) {
    let waits = &trace.violation.waits;
    let others = match others_go_on {
        true => "; other threads can go on",
        false => "",
    };
    let circle: Vec<&Wait> = waits.iter().filter(|wait| wait.is_in_circle).collect();
    if let Some(circle) = of_circle(trace, &circle) {
        return (format!("{circle}{others}"), None);
    }
    let is_stuck = |thread: u32| waits.iter().any(|wait| wait.thread == thread);
    // Whoever waits for one that waits is not the reason.
    let Some(root) = waits.iter().find(|wait| !awaited(wait).any(is_stuck)) else {
        return ("no thread can go on".to_string(), None);
    };
    let object = &root.object;
    let nobody = match others_go_on {
        true => "no thread that can go on will ever",
        false => "no thread is left to",
    };
    let sentence = match (root.kind, root.holders.first()) {
        (WaitKind::Lock, Some(holder)) if holder.has_ended => format!(
            "{} has ended without giving back `{object}`{others}",
            words::thread(trace, holder.thread)
        ),
        (WaitKind::Lock, _) => format!("{nobody} give back `{object}`"),
        (WaitKind::Condition, _) => {
            if let Some((step, related)) = lost_signal(trace, root) {
                let at = words::short_place(files, &related.place);
                let who = words::thread(trace, step);
                let sentence = format!(
                    "{who} signalled `{object}` at {at} when nobody waited for it, and {nobody} do so again"
                );
                return (sentence, Some(related));
            }
            format!("{nobody} signal `{object}`")
        }
        (WaitKind::Semaphore, _) => format!("{nobody} post `{object}`"),
        (WaitKind::Barrier, _) if others_go_on => format!("{nobody} come to `{object}`"),
        (WaitKind::Barrier, _) => format!("no other thread is left to come to `{object}`"),
        (WaitKind::Thread, _) => format!("the thread that is waited for does not end{others}"),
        (WaitKind::Memory, _) if !object.is_empty() => {
            format!("{nobody} change `{object}`")
        }
        (WaitKind::Library | WaitKind::Memory, _) if others_go_on => format!("{nobody} wake it"),
        (WaitKind::Library | WaitKind::Memory, _) => "no thread can go on".to_string(),
    };
    (sentence, None)
}

fn of_circle(trace: &model::Trace, circle: &[&Wait]) -> Option<String> {
    let first = circle.first()?;
    if circle.len() == 1 || awaited(first).any(|thread| thread == first.thread) {
        let who = words::thread(trace, first.thread);
        return Some(format!("{who} waits for itself"));
    }
    let number = circle.len();
    let is_lock = |wait: &&Wait| wait.kind == WaitKind::Lock;
    if !circle.iter().all(is_lock) {
        return Some(format!("{number} threads wait for each other in a circle"));
    }
    let mut locks: Vec<String> = Vec::new();
    for wait in circle {
        let name = format!("`{}`", wait.object);
        if !locks.contains(&name) {
            locks.push(name);
        }
    }
    locks.sort();
    let locks = joined(locks.into_iter());
    Some(format!(
        "{number} threads wait for each other in a circle, which cannot be if all take {locks} in the same order"
    ))
}

/// The last signal that nobody was there to get, and the thread that gave it.
fn lost_signal(trace: &model::Trace, wait: &Wait) -> Option<(u32, Related)> {
    let lost = format!("signals {}, on which nobody waits", wait.object);
    let steps = trace.steps.iter().enumerate().rev();
    let mut found = steps.filter_map(|(number, step)| {
        let is_lost =
            |event: &Event| matches!(event, Event::Library { words, .. } if *words == lost);
        let is_it = step.events.iter().any(is_lost);
        let related = Related {
            place: step.place?,
            message: format!("{} {lost}", words::thread(trace, step.thread)),
            step: number,
        };
        is_it.then_some((step.thread, related))
    });
    found.next()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(thread: u32, holders: &[u32], ends: Option<u32>) -> Wait {
        let holders = holders.iter().map(|thread| Holder {
            thread: *thread,
            has_ended: false,
            at: None,
            stack: Vec::new(),
        });
        Wait {
            thread,
            kind: WaitKind::Lock,
            object: "m".to_string(),
            ends,
            holders: holders.collect(),
            is_in_circle: false,
            place: None,
            function: None,
            held: Vec::new(),
            step: None,
        }
    }

    #[test]
    fn circles_come_first_each_thread_before_the_one_that_it_waits_for() {
        let waits = [
            wait(0, &[], Some(1)),
            wait(1, &[3], None),
            wait(2, &[1], None),
            wait(3, &[2], None),
        ];
        assert_eq!(order(&waits), (vec![1, 3, 2, 0], vec![1, 3, 2]));
        let none = [wait(0, &[], Some(1)), wait(1, &[7], None)];
        assert_eq!(order(&none), (vec![1, 0], vec![]));
        let itself = [wait(0, &[], Some(1)), wait(1, &[1], None)];
        assert_eq!(order(&itself), (vec![1, 0], vec![1]));
        let two = [
            wait(0, &[1], None),
            wait(1, &[0], None),
            wait(2, &[], Some(3)),
            wait(3, &[2], None),
        ];
        assert_eq!(order(&two).1, [0, 1, 2, 3]);
    }
}
