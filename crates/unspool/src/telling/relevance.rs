//! Which steps matter for the violation.
//!
//! A step matters if it uses memory that several threads use and one of them writes, if it creates or joins a thread, takes or gives back a lock that
//! several threads use, or gets a value from outside; or if it computes what the violation looks at: going back from the last step, a write of
//! something that matters makes what its statement read matter too, which is a dynamic slice (Agrawal and Horgan, *Dynamic program
//! slicing*, 1990) by statements, without control dependence. The rest is hidden unless asked for: what threads do for
//! themselves, and repetitions of a wait that sees nothing new.

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_report::model::{Event, LibraryEffect, Step, Trace};

use super::accesses::{accesses, of_step};

/// Steps that gave the violation its values always matter.
pub fn mark(trace: &mut Trace, cells: &[usize], origins: &[usize]) {
    mark_contended(trace, cells);
    let contended: Vec<bool> = trace.variables.iter().map(|it| it.is_contended).collect();
    let is_contended = |variable: usize| contended.get(variable).copied().unwrap_or(false);
    let cell = |variable: &usize| cells.get(*variable).copied().unwrap_or(*variable);
    let mut wanted: FxHashSet<usize> = FxHashSet::default();
    let last = trace.steps.len().saturating_sub(1);
    for (number, step) in trace.steps.iter_mut().enumerate().rev() {
        let matters = number == last
            || origins.contains(&number)
            || step.all_events().any(|event| match event {
                Event::Read { variable, .. } => is_contended(*variable),
                Event::Write { variable, .. } | Event::Update { variable, .. } => {
                    is_contended(*variable) || wanted.contains(&cell(variable))
                }
                Event::Assign { variable, .. } => wanted.contains(&cell(variable)),
                Event::Ends => false,
                Event::Input { .. } | Event::Creates { .. } => true,
                Event::Library {
                    variable, effect, ..
                } => match effect {
                    LibraryEffect::Other => variable.is_some_and(is_contended),
                    LibraryEffect::Joins | LibraryEffect::Waits | LibraryEffect::WakesUp => true,
                    LibraryEffect::Acquires | LibraryEffect::Releases | LibraryEffect::Signals => {
                        variable.is_none_or(is_contended)
                    }
                },
            });
        if matters {
            step.is_relevant = true;
            let read = of_step(number, step, cells).filter(|access| access.kind.is_read());
            wanted.extend(read.map(|access| access.cell));
        }
    }
    mark_locks(trace);
    hide_repetitions(&mut trace.steps);
}

/// Who takes a lock that is seen to be given back, or the other way round, is shown too.
fn mark_locks(trace: &mut Trace) {
    let lock = |event: &Event| match event {
        Event::Library {
            variable, effect, ..
        } if *effect != LibraryEffect::Other => *variable,
        _ => None,
    };
    let relevant = trace.steps.iter().filter(|step| step.is_relevant);
    let seen: FxHashSet<usize> = relevant
        .flat_map(|step| &step.events)
        .filter_map(lock)
        .collect();
    for step in &mut trace.steps {
        let mut locks = step.events.iter().filter_map(lock);
        step.is_relevant |= locks.any(|lock| seen.contains(&lock));
    }
}

/// Several threads use it, and one writes it.
fn mark_contended(trace: &mut Trace, cells: &[usize]) {
    let mut users: FxHashMap<usize, (FxHashSet<u32>, bool)> = FxHashMap::default();
    let mut note = |cell: usize, thread: u32, is_write: bool| {
        let (threads, is_written) = users.entry(cell).or_default();
        threads.insert(thread);
        *is_written |= is_write;
    };
    for access in accesses(trace, cells) {
        note(access.cell, access.thread, access.kind.is_write());
    }
    let cell = |variable: usize| cells.get(variable).copied().unwrap_or(variable);
    for step in &trace.steps {
        for event in &step.events {
            if let Event::Library {
                variable: Some(variable),
                effect,
                ..
            } = event
            {
                note(
                    cell(*variable),
                    step.thread,
                    *effect != LibraryEffect::Other,
                );
            }
        }
    }
    for (number, variable) in trace.variables.iter_mut().enumerate() {
        let users = users.get(&cell(number));
        variable.is_contended =
            users.is_some_and(|(threads, is_written)| *is_written && threads.len() > 1);
    }
}

/// Of equal steps one after the other, the first and the last are enough.
fn hide_repetitions(steps: &mut [Step]) {
    let mut start = 0;
    while start < steps.len() {
        let period = (1..=3).find(|period| repeats(steps, start, *period) > 2);
        let Some(period) = period else {
            start += 1;
            continue;
        };
        let end = start + repeats(steps, start, period) * period;
        for step in &mut steps[start + period..end - period] {
            step.is_relevant = false;
        }
        start = end;
    }
}

/// How often the steps from `start` on are there, one stretch behind the other.
fn repeats(steps: &[Step], start: usize, period: usize) -> usize {
    let Some(first) = steps.get(start..start + period) else {
        return 0;
    };
    let stretches = steps[start..].chunks_exact(period);
    let is_same = |stretch: &&[Step]| stretch.iter().zip(first).all(|(one, other)| one == other);
    stretches.take_while(is_same).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(thread: u32, value: &str) -> Step {
        Step {
            thread,
            context: 0,
            place: None,
            statement: String::new(),
            stack: Vec::new(),
            events: vec![Event::Read {
                variable: 0,
                value: value.to_string(),
            }],
            details: Vec::new(),
            is_relevant: true,
        }
    }

    fn shown(steps: &[(u32, &str)]) -> Vec<bool> {
        let mut steps: Vec<Step> = steps.iter().map(|(t, value)| step(*t, value)).collect();
        hide_repetitions(&mut steps);
        steps.iter().map(|step| step.is_relevant).collect()
    }

    #[test]
    fn of_repetitions_the_first_and_the_last_are_shown() {
        let spin = [(1, "0"), (1, "0"), (1, "0"), (1, "0"), (1, "1")];
        assert_eq!(shown(&spin), [true, false, false, true, true]);
        let twice = [(1, "0"), (1, "0"), (1, "1")];
        assert_eq!(shown(&twice), [true; 3]);
        let pairs = [
            (1, "0"),
            (1, "1"),
            (1, "0"),
            (1, "1"),
            (1, "0"),
            (1, "1"),
            (2, "0"),
        ];
        assert_eq!(shown(&pairs), [true, true, false, false, true, true, true]);
    }
}
