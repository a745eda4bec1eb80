//! Whether everything that a report refers to by number exists: files, threads, variables, steps.
//!
//! A report that was read from a file has passed this check, one that was made here satisfies it by construction. Printers may therefore take it for
//! granted, though none of them panics if it does not hold. Lines and columns count from 1; that a line is in the text of its file is not demanded, since that
//! text may be unknown.

use crate::model::{Event, Frame, GivenPlace, HeldLock, Place, Report, Trace};

/// A number that refers to nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadReference {
    /// `trace.steps[3].thread is 7, but there are 2 threads`.
    #[error("{path} is {number}, but there {verb} {count} {what}{plural}",
        verb = if *count == 1 { "is" } else { "are" }, plural = if *count == 1 { "" } else { "s" })]
    Missing {
        /// Which number.
        path: String,
        number: usize,
        /// What it counts: `file`, `thread`, `variable`, `step`.
        what: &'static str,
        /// How many of those there are.
        count: usize,
    },
    #[error("{path} is 0, but counts from 1")]
    Zero { path: String },
    #[error("{path} is {number}, but threads are listed in the order of their numbers")]
    ThreadOutOfOrder { path: String, number: u32 },
}

/// Says which reference is the first bad one.
pub fn check(report: &Report) -> Result<(), BadReference> {
    let files = report.program.files.len();
    let mut traces = report.traces();
    traces.try_for_each(|trace| check_trace(trace, files))
}

/// Lets something be done to every place that a trace mentions.
pub fn for_each_place(trace: &mut Trace, visit: &mut dyn FnMut(&mut Place)) {
    let created = trace
        .threads
        .iter_mut()
        .filter_map(|it| it.created.as_mut());
    created
        .filter_map(|it| it.at.as_mut())
        .for_each(&mut *visit);
    let frames = |frames: &mut Vec<Frame>, visit: &mut dyn FnMut(&mut Place)| {
        frames
            .iter_mut()
            .filter_map(|it| it.at.as_mut())
            .for_each(visit);
    };
    for step in &mut trace.steps {
        step.place.iter_mut().for_each(&mut *visit);
        frames(&mut step.stack, visit);
    }
    let violation = &mut trace.violation;
    violation.place.iter_mut().for_each(&mut *visit);
    for related in &mut violation.related {
        visit(&mut related.place);
    }
    for stack in &mut violation.stacks {
        frames(&mut stack.frames, visit);
    }
}

fn check_trace(trace: &Trace, files: usize) -> Result<(), BadReference> {
    let counts = Counts {
        files,
        threads: trace.threads.len(),
        variables: trace.variables.len(),
        steps: trace.steps.len(),
    };
    check_threads(trace, &counts)?;
    for (index, variable) in trace.variables.iter().enumerate() {
        if let Some(thread) = variable.thread {
            counts.thread(thread, || format!("trace.variables[{index}].thread"))?;
        }
    }
    for (index, step) in trace.steps.iter().enumerate() {
        let path = || format!("trace.steps[{index}]");
        counts.thread(step.thread, || format!("{}.thread", path()))?;
        counts.place(step.place, || format!("{}.place", path()))?;
        counts.frames(&step.stack, || format!("{}.stack", path()))?;
        for (list, events) in [("events", &step.events), ("details", &step.details)] {
            for (index, event) in events.iter().enumerate() {
                check_event(event, &counts, || format!("{}.{list}[{index}]", path()))?;
            }
        }
    }
    check_violation(trace, &counts)?;
    for (index, input) in trace.repeat.inputs.iter().enumerate() {
        counts.thread(input.thread, || {
            format!("trace.repeat.inputs[{index}].thread")
        })?;
    }
    Ok(())
}

/// How many there are of each.
struct Counts {
    files: usize,
    threads: usize,
    variables: usize,
    steps: usize,
}

fn check_threads(trace: &Trace, counts: &Counts) -> Result<(), BadReference> {
    for (index, thread) in trace.threads.iter().enumerate() {
        if usize::try_from(thread.number) != Ok(index) {
            return Err(BadReference::ThreadOutOfOrder {
                path: format!("trace.threads[{index}].number"),
                number: thread.number,
            });
        }
        if let Some(created) = &thread.created {
            let path = || format!("trace.threads[{index}].created");
            counts.thread(created.by, || format!("{}.by", path()))?;
            counts.place(created.at, || format!("{}.at", path()))?;
        }
    }
    Ok(())
}

fn check_event(
    event: &Event,
    counts: &Counts,
    path: impl Fn() -> String,
) -> Result<(), BadReference> {
    if let Event::Creates { thread } = event {
        return counts.thread(*thread, || format!("{}.thread", path()));
    }
    match event.variable() {
        Some(number) => exists(number, "variable", counts.variables, || {
            format!("{}.variable", path())
        }),
        None => Ok(()),
    }
}

fn check_violation(trace: &Trace, counts: &Counts) -> Result<(), BadReference> {
    let violation = &trace.violation;
    counts.thread(violation.thread, || "trace.violation.thread".to_owned())?;
    counts.place(violation.place, || "trace.violation.place".to_owned())?;
    for (index, related) in violation.related.iter().enumerate() {
        let path = || format!("trace.violation.related[{index}]");
        counts.place(Some(related.place), || format!("{}.place", path()))?;
        exists(related.step, "step", counts.steps, || {
            format!("{}.step", path())
        })?;
    }
    if let Some(race) = &violation.race {
        counts.place(race.allocated, || {
            "trace.violation.race.allocated".to_owned()
        })?;
        for (name, access) in ["first", "second"].iter().zip(race.accesses()) {
            let path = || format!("trace.violation.race.{name}");
            counts.thread(access.thread, || format!("{}.thread", path()))?;
            counts.place(access.place, || format!("{}.place", path()))?;
            counts.frames(&access.stack, || format!("{}.stack", path()))?;
            counts.held(&access.held, path)?;
            counts.step(access.step, path)?;
        }
    }
    for (index, wait) in violation.waits.iter().enumerate() {
        let path = || format!("trace.violation.waits[{index}]");
        counts.thread(wait.thread, || format!("{}.thread", path()))?;
        if let Some(other) = wait.ends {
            counts.thread(other, || format!("{}.ends", path()))?;
        }
        counts.place(wait.place, || format!("{}.place", path()))?;
        counts.held(&wait.held, path)?;
        counts.step(wait.step, path)?;
        for (index, holder) in wait.holders.iter().enumerate() {
            let path = || format!("{}.holders[{index}]", path());
            counts.thread(holder.thread, || format!("{}.thread", path()))?;
            counts.place(holder.at, || format!("{}.at", path()))?;
            counts.frames(&holder.stack, || format!("{}.stack", path()))?;
        }
    }
    for (index, stack) in violation.stacks.iter().enumerate() {
        let path = || format!("trace.violation.stacks[{index}]");
        counts.thread(stack.thread, || format!("{}.thread", path()))?;
        counts.frames(&stack.frames, || format!("{}.frames", path()))?;
    }
    Ok(())
}

impl Counts {
    fn thread(&self, number: u32, path: impl Fn() -> String) -> Result<(), BadReference> {
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        exists(number, "thread", self.threads, path)
    }

    fn place(&self, place: Option<Place>, path: impl Fn() -> String) -> Result<(), BadReference> {
        let Some(place) = place else {
            return Ok(());
        };
        for (name, number) in [("line", place.line), ("column", place.column)] {
            if number == 0 {
                return Err(BadReference::Zero {
                    path: format!("{}.{name}", path()),
                });
            }
        }
        exists(place.file, "file", self.files, || {
            format!("{}.file", path())
        })?;
        match place.given {
            Some(given) => self.given_place(given, || format!("{}.given", path())),
            None => Ok(()),
        }
    }

    fn given_place(
        &self,
        given: GivenPlace,
        path: impl Fn() -> String,
    ) -> Result<(), BadReference> {
        for (name, number) in [("line", Some(given.line)), ("column", given.column)] {
            if number == Some(0) {
                return Err(BadReference::Zero {
                    path: format!("{}.{name}", path()),
                });
            }
        }
        exists(given.file, "file", self.files, || {
            format!("{}.file", path())
        })
    }

    /// Of something that is told in a step.
    fn step(&self, step: Option<usize>, path: impl Fn() -> String) -> Result<(), BadReference> {
        match step {
            Some(step) => exists(step, "step", self.steps, || format!("{}.step", path())),
            None => Ok(()),
        }
    }

    fn held(&self, held: &[HeldLock], path: impl Fn() -> String) -> Result<(), BadReference> {
        for (index, held) in held.iter().enumerate() {
            let path = || format!("{}.held[{index}]", path());
            self.place(held.at, || format!("{}.at", path()))?;
            self.frames(&held.stack, || format!("{}.stack", path()))?;
        }
        Ok(())
    }

    fn frames(&self, frames: &[Frame], path: impl Fn() -> String) -> Result<(), BadReference> {
        for (index, frame) in frames.iter().enumerate() {
            self.place(frame.at, || format!("{}[{index}].at", path()))?;
        }
        Ok(())
    }
}

fn exists(
    number: usize,
    what: &'static str,
    count: usize,
    path: impl Fn() -> String,
) -> Result<(), BadReference> {
    match number < count {
        true => Ok(()),
        false => Err(BadReference::Missing {
            path: path(),
            number,
            what,
            count,
        }),
    }
}
