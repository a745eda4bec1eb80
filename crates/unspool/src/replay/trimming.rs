//! What threads do at their ends and nobody needs is left out.
//!
//! The engine's shortest violation counts what others might see; a thread may still do things in its last context that make no difference: a read
//! that it never comes to use, the unlocking of a lock that nobody wants, the way to its end. So of each thread but the violating one, the last context
//! is made as short as it can be while the same violation is still reached, which is tried by execution. What becomes needless by that
//! in other threads is left out in the next turn.
//!
//! Attempts cost; when the allowed work is done, the execution stays as long as it is.

use unspool_interp::input::Input;
use unspool_interp::{Machine, Outcome, StepResult};
use unspool_ir::Program;

use super::ReplayConfig;
use super::steps::ByThread;
use super::whereabouts::Map;

/// An execution told by how many instructions, or atomic sections, of which thread come after each other.
#[derive(Clone)]
pub struct Execution {
    pub schedule: Vec<(u32, u64)>,
    /// In the order in which they were drawn.
    pub inputs: Vec<Input>,
    pub outcome: Outcome,
}

/// The same violation with nothing needless at the ends of threads.
pub fn trim(
    program: &Program,
    config: &ReplayConfig,
    map: &Map<'_>,
    execution: Execution,
) -> Execution {
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

impl<'p> Trimming<'_, 'p> {
    /// Shortens the last context of each thread, the latest first. Whether there was anything to shorten.
    fn turn(&mut self) -> bool {
        let mut is_shorter = false;
        let mut index = self.execution.schedule.len();
        while index > 0 {
            index -= 1;
            is_shorter |= self.is_last_of_thread(index) && self.shorten(index);
        }
        is_shorter
    }

    /// Whether the thread does nothing after that context. The violating one always does.
    fn is_last_of_thread(&self, index: usize) -> bool {
        let schedule = &self.execution.schedule;
        let Some((&(thread, _), later)) = schedule.get(index..).and_then(<[_]>::split_first) else {
            return false;
        };
        !later.is_empty() && later.iter().all(|(other, _)| *other != thread)
    }

    /// Tries the shortest ways first: a thread need only stop behind what others might see.
    fn shorten(&mut self, index: usize) -> bool {
        let (before, from_here) = self.execution.schedule.split_at(index);
        let Some((&(thread, length), rest)) = from_here.split_first() else {
            return false;
        };
        let (before, rest) = (before.to_vec(), rest.to_vec());
        let mut inputs = ByThread::default();
        for input in &self.execution.inputs {
            inputs.add(input.thread, input.bits);
        }
        let mut machine = self.start.clone();
        if self.run(&mut machine, &mut inputs, &before) != Some(StepResult::Done) {
            return false;
        }
        let mut is_place = true;
        for shorter in 0..length {
            if is_place {
                let mut attempt = machine.clone();
                let end = self.run(&mut attempt, &mut inputs, &rest);
                if matches!(end, Some(StepResult::Ended(end)) if *end == self.execution.outcome) {
                    self.execution.inputs = attempt.inputs;
                    self.execution.schedule = joined(&before, (thread, shorter), &rest);
                    return true;
                }
            }
            let next = machine.next_instruction(thread);
            is_place = next.is_some_and(|next| self.map.is_lasting(next));
            let step = [(thread, 1)];
            if self.run(&mut machine, &mut inputs, &step) != Some(StepResult::Done) {
                return false;
            }
        }
        false
    }

    /// None when all the work that is allowed has been done.
    fn run(
        &mut self,
        machine: &mut Machine<'p>,
        inputs: &mut ByThread,
        schedule: &[(u32, u64)],
    ) -> Option<StepResult> {
        for &(thread, count) in schedule {
            for _ in 0..count {
                self.work_left = self.work_left.checked_sub(1)?;
                // Without what was left out, it may not have been created.
                if !machine.unfinished().any(|it| it == thread) {
                    return None;
                }
                match machine.step_instruction(thread, inputs) {
                    StepResult::Done => {}
                    other => return Some(other),
                }
            }
        }
        Some(StepResult::Done)
    }
}

/// Without contexts in which nothing happens, and with one where two follow of the same thread.
fn joined(before: &[(u32, u64)], own: (u32, u64), rest: &[(u32, u64)]) -> Vec<(u32, u64)> {
    let mut schedule: Vec<(u32, u64)> = Vec::with_capacity(before.len() + rest.len() + 1);
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
}
