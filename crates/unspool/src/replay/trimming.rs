//! What is needless for the violation is left out, and what need not come before a switch comes behind it.
//!
//! The engine's violation has few switches and passes few points at which threads can meet; what threads do between these may still be needless: a
//! read that is never used, the unlocking of a lock that nobody wants, the way to a thread's end. And if there was no time to look for the fewest
//! switches, some are needless too. So contexts are made shorter while the same violation is still reached, which is tried by execution:
//!
//! * the last instructions of a context go to the thread's next one, or are left out if it has none; if all of them go, a switch is saved;
//! * a thread's next context is joined to this one, if the others do not mind.
//!
//! This is the simplification of traces of Jalbert and Sen (*A trace simplification technique for effective debugging of concurrent programs*, 2010), but
//! contexts are also cut where they can. Attempts cost; when the allowed work is done, the execution stays as long as it is.

use unspool_interp::input::Input;
use unspool_interp::{Machine, Outcome, Recording, StepResult};
use unspool_ir::Program;

use super::ReplayConfig;
use super::steps::ByThread;
use super::whereabouts::Map;

/// An execution told by how many instructions, or atomic sections, of which thread come after each other.
#[derive(Clone)]
pub struct Execution {
    pub schedule: Vec<Context>,
    /// In the order in which they were drawn.
    pub inputs: Vec<Input>,
    pub outcome: Outcome,
}

/// A thread, and how much it does.
type Context = (u32, u64);

/// The same violation with nothing needless.
pub fn trim(
    program: &Program,
    config: &ReplayConfig,
    map: &Map<'_>,
    execution: Execution,
) -> Execution {
    // Nothing is needless of what brings threads to where they wait for each other.
    if matches!(execution.outcome, Outcome::Deadlock { .. }) {
        return execution;
    }
    let Ok(start) = Machine::new(program, &config.interpreter) else {
        return execution;
    };
    let mut trimming = Trimming {
        start,
        map,
        execution,
        work_left: config.most_instructions / 4,
    };
    while trimming.turn() {}
    trimming.execution
}

struct Trimming<'a, 'p> {
    start: Machine<'p>,
    map: &'a Map<'a>,
    execution: Execution,
    /// Instructions.
    work_left: u64,
}

/// Where an attempt has come to.
enum Run {
    /// It goes on from there.
    Through,
    /// This much of the schedule leads to the violation.
    Violation(Vec<Context>),
    /// It ends otherwise, somebody has to wait, or all the work that is allowed has been done.
    Failed,
}

impl<'p> Trimming<'_, 'p> {
    /// Tries all contexts but the last, from the end on. Whether anything has got simpler.
    fn turn(&mut self) -> bool {
        let mut is_simpler = false;
        let mut index = self.execution.schedule.len();
        while index > 0 {
            index -= 1;
            // They get fewer.
            if index + 1 < self.execution.schedule.len() {
                is_simpler |= self.join(index) || self.shorten(index);
            }
        }
        is_simpler
    }

    /// The thread's next context at once.
    fn join(&mut self, index: usize) -> bool {
        let schedule = &self.execution.schedule;
        let (thread, length) = schedule[index];
        let mut rest = schedule[index + 1..].to_vec();
        let Some(next) = rest.iter().position(|(other, _)| *other == thread) else {
            return false;
        };
        let (_, more) = rest.remove(next);
        let before = schedule[..index].to_vec();
        let mut inputs = self.inputs();
        let mut machine = self.start.clone();
        let attempt = joined(&before, (thread, length + more), &rest);
        match self.run(&mut machine, &mut inputs, &attempt) {
            Run::Violation(schedule) if schedule.len() < self.execution.schedule.len() => {
                self.execution.inputs = machine.inputs;
                self.execution.schedule = schedule;
                true
            }
            _ => false,
        }
    }

    /// Tries the shortest first. A thread that does anything goes on to something that others can see.
    fn shorten(&mut self, index: usize) -> bool {
        let schedule = self.execution.schedule.clone();
        let (thread, length) = schedule[index];
        let (before, rest) = (&schedule[..index], &schedule[index + 1..]);
        let mut inputs = self.inputs();
        let mut machine = self.start.clone();
        if !matches!(self.run(&mut machine, &mut inputs, before), Run::Through) {
            return false;
        }
        for shorter in 0..length {
            let next = machine.next_instruction(thread);
            if shorter == 0 || next.is_some_and(|next| self.map.is_lasting(next)) {
                let mut attempt = machine.clone();
                let rest = later(rest, (thread, length - shorter));
                if let Run::Violation(rest) = self.run(&mut attempt, &mut inputs, &rest) {
                    self.execution.inputs = attempt.inputs;
                    self.execution.schedule = joined(before, (thread, shorter), &rest);
                    if shorter > 0 {
                        self.lengthen(index, machine);
                    }
                    return self.execution.schedule != schedule;
                }
            }
            let step = [(thread, 1)];
            if !matches!(self.run(&mut machine, &mut inputs, &step), Run::Through) {
                return false;
            }
        }
        false
    }

    /// With all that nobody else can see, as far as the thread does it at all. The machine is where the context ends.
    fn lengthen(&mut self, index: usize, mut machine: Machine<'p>) {
        let schedule = &self.execution.schedule;
        let (thread, length) = schedule[index];
        let mut inputs = self.inputs();
        machine.set_recording(Recording::Instructions);
        machine.clear_record();
        let end = machine.step_to_visible(thread, &mut inputs);
        let more = machine.executed().len() as u64;
        let mut rest = schedule[index + 1..].to_vec();
        if let Some((_, count)) = rest.iter_mut().find(|(other, _)| *other == thread) {
            *count = count.saturating_sub(more);
        }
        let attempt = joined(&schedule[..index], (thread, length + more), &rest);
        let mut machine = self.start.clone();
        if end == StepResult::Done
            && let Run::Violation(schedule) = self.run(&mut machine, &mut inputs, &attempt)
            && schedule.len() == self.execution.schedule.len()
        {
            self.execution.inputs = machine.inputs;
            self.execution.schedule = schedule;
        }
    }

    fn inputs(&self) -> ByThread {
        let mut inputs = ByThread::default();
        for input in &self.execution.inputs {
            inputs.add(input.thread, input.bits);
        }
        inputs
    }

    fn run(
        &mut self,
        machine: &mut Machine<'p>,
        inputs: &mut ByThread,
        schedule: &[Context],
    ) -> Run {
        for (index, &(thread, count)) in schedule.iter().enumerate() {
            for done in 1..=count {
                let Some(work_left) = self.work_left.checked_sub(1) else {
                    return Run::Failed;
                };
                self.work_left = work_left;
                // Without what was left out, it may not have been created.
                if !machine.unfinished().any(|it| it == thread) {
                    return Run::Failed;
                }
                match machine.step_instruction(thread, inputs) {
                    StepResult::Done => {}
                    StepResult::Ended(end) if *end == self.execution.outcome => {
                        let mut executed = schedule[..index].to_vec();
                        executed.push((thread, done));
                        return Run::Violation(executed);
                    }
                    _ => return Run::Failed,
                }
            }
        }
        Run::Through
    }
}

/// What a thread has not done yet, in its next context; left out if it has none.
fn later(rest: &[Context], (thread, left): Context) -> Vec<Context> {
    let mut rest = rest.to_vec();
    if let Some((_, count)) = rest.iter_mut().find(|(other, _)| *other == thread) {
        *count += left;
    }
    rest
}

/// Without contexts in which nothing happens, and with one where two follow of the same thread.
fn joined(before: &[Context], own: Context, rest: &[Context]) -> Vec<Context> {
    let mut schedule: Vec<Context> = Vec::with_capacity(before.len() + rest.len() + 1);
    for &(thread, count) in before.iter().chain([&own]).chain(rest) {
        match schedule.last_mut() {
            Some((last, of_last)) if *last == thread => *of_last += count,
            _ if count > 0 => schedule.push((thread, count)),
            _ => {}
        }
    }
    schedule
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contexts_without_instructions_vanish() {
        let schedule = joined(&[(0, 3), (1, 2)], (2, 0), &[(1, 4), (0, 1)]);
        assert_eq!(schedule, [(0, 3), (1, 6), (0, 1)]);
        assert_eq!(joined(&[(0, 3)], (1, 2), &[(2, 1)]).len(), 3);
    }

    #[test]
    fn what_is_not_done_is_done_later() {
        assert_eq!(later(&[(1, 2), (0, 3)], (0, 4)), [(1, 2), (0, 7)]);
        assert_eq!(later(&[(1, 2)], (0, 4)), [(1, 2)]);
    }
}
