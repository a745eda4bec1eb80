//! From a model to an execution of the bounded program.

use rustc_hash::FxHashSet;
use unspool_formula::evaluate::{Assignment, Evaluation};
use unspool_formula::terms::Term;

use crate::answer::{Context, Counterexample, DrawnInput, Position};
use crate::build::{Build, Check, ThreadRecord};
use crate::timeline::Point;

/// The execution up to the first of the checks that fails. None if none does.
pub fn counterexample(
    build: &Build<'_>,
    model: &Assignment,
    is_end: &dyn Fn(&Check) -> bool,
) -> Option<Counterexample> {
    let mut reading = Reading {
        slots: build.timeline.slots,
        values: Evaluation::new(&build.terms, model),
    };
    let mut first: Option<(usize, usize, Position)> = None;
    for (index, thread) in build.threads.iter().enumerate() {
        for check in thread.checks.iter().filter(|check| is_end(check)) {
            if !reading.values.is_true(check.fails) {
                continue;
            }
            if let Some(slot) = reading.slot(&thread.points[check.point]) {
                let found = (slot, index, check.at);
                first = Some(first.map_or(found, |known| known.min(found)));
            }
        }
    }
    let (last_slot, last_thread, end) = first?;
    let mut contexts = Vec::new();
    let by_thread: Vec<Vec<(usize, Position)>> = build
        .threads
        .iter()
        .map(|thread| reading.steps(thread))
        .collect();
    for slot in 0..=last_slot {
        for (index, steps) in by_thread.iter().enumerate() {
            if (slot, index) > (last_slot, last_thread) {
                break;
            }
            let here = steps.iter().filter(|(at, _)| *at == slot);
            let mut steps: Vec<Position> = here.map(|&(_, position)| position).collect();
            if (slot, index) == (last_slot, last_thread) {
                steps.retain(|&position| position <= end);
            }
            if !steps.is_empty() {
                contexts.push(Context {
                    thread: build.threads[index].number,
                    steps,
                });
            }
        }
    }
    let executed: FxHashSet<Position> = contexts
        .iter()
        .flat_map(|context| context.steps.iter().copied())
        .collect();
    let mut inputs = Vec::new();
    let mut unset = Vec::new();
    for thread in &build.threads {
        for &(at, term) in &thread.inputs {
            if executed.contains(&at)
                && let Some(bits) = reading.number(term)
            {
                inputs.push(DrawnInput { at, bits });
            }
        }
        for &(reg, term) in &thread.unset {
            if let Some(bits) = reading.number(term) {
                unset.push((thread.number, reg, bits));
            }
        }
    }
    Some(Counterexample {
        contexts,
        end,
        inputs,
        unset,
    })
}

struct Reading<'a> {
    slots: usize,
    values: Evaluation<'a>,
}

impl Reading<'_> {
    /// None if it is never executed.
    fn slot(&mut self, point: &Point) -> Option<usize> {
        let late = |slot: &usize| self.values.is_true(point.late[*slot]);
        let last = (0..=self.slots).rev().find(late).unwrap_or(0);
        (last < self.slots).then_some(last)
    }

    /// What a thread executes, with the slots, in the order of the text.
    fn steps(&mut self, thread: &ThreadRecord) -> Vec<(usize, Position)> {
        let mut steps = Vec::new();
        for segment in &thread.segments {
            let Some(slot) = self.slot(&thread.points[segment.point]) else {
                continue;
            };
            if !self.values.is_true(segment.guard) {
                continue;
            }
            for index in segment.first..segment.end {
                let position = Position {
                    thread: thread.number,
                    block: segment.block,
                    index,
                };
                steps.push((slot, position));
            }
        }
        steps
    }

    /// None for more than a number.
    fn number(&mut self, term: Term) -> Option<u128> {
        self.values.bits(term).to_u128()
    }
}
