//! From a model to an execution of the bounded program.

use rustc_hash::FxHashSet;
use unspool_formula::evaluate::{Assignment, Evaluation};
use unspool_formula::terms::Term;
use unspool_ir::{BlockId, Body, InstKind};

use crate::answer::{Context, Counterexample, DrawnInput, Position};
use crate::build::{Build, Check, ThreadRecord};
use crate::timeline::Point;

/// The execution up to the first of the checks that fails. None if none does.
pub fn counterexample(
    build: &Build<'_>,
    model: &Assignment,
    is_end: &dyn Fn(&Check) -> bool,
) -> Option<Counterexample> {
    let mut reading = Reading::new(build, model);
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
    let last = first?;
    Some(reading.execution(build, Some(last)))
}

/// The whole execution; it ends with its last step.
pub fn execution(build: &Build<'_>, model: &Assignment) -> Counterexample {
    Reading::new(build, model).execution(build, None)
}

/// A thread that stands still in an atomic section has not entered it: others saw nothing of it.
fn leave_open_section(body: &Body, steps: &mut Vec<(usize, Position)>, end: Option<Position>) {
    if steps.iter().any(|(_, position)| Some(*position) == end) {
        return;
    }
    let mut begin = None;
    let mut depth = 0u32;
    for (place, (_, position)) in steps.iter().enumerate() {
        let inst = body.block(position.block).insts.get(position.index);
        match inst.map(|inst| &inst.kind) {
            Some(InstKind::AtomicBegin) => {
                if depth == 0 {
                    begin = Some(place);
                }
                depth += 1;
            }
            Some(InstKind::AtomicEnd) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    if let (Some(begin), true) = (begin, depth > 0) {
        steps.truncate(begin);
    }
}

struct Reading<'a> {
    slots: usize,
    values: Evaluation<'a>,
}

impl<'a> Reading<'a> {
    fn new(build: &'a Build<'_>, model: &'a Assignment) -> Reading<'a> {
        Reading {
            slots: build.timeline.slots,
            values: Evaluation::new(&build.terms, model),
        }
    }

    /// Up to a place, given with slot and thread.
    fn execution(
        &mut self,
        build: &Build<'_>,
        last: Option<(usize, usize, Position)>,
    ) -> Counterexample {
        let end = last.map(|(_, _, end)| end);
        let by_thread: Vec<Vec<(usize, Position)>> = (build.threads.iter().zip(&build.texts))
            .map(|(thread, text)| {
                let mut steps = self.steps(thread, end);
                leave_open_section(text.body, &mut steps, end);
                steps
            })
            .collect();
        let mut contexts: Vec<Context> = Vec::new();
        for slot in 0..self.slots {
            for (index, steps) in by_thread.iter().enumerate() {
                let is_before = |position: Position| {
                    last.is_none_or(|(last_slot, last_thread, end)| {
                        (slot, index) < (last_slot, last_thread)
                            || (slot, index) == (last_slot, last_thread) && position <= end
                    })
                };
                let here = steps
                    .iter()
                    .filter(|(at, position)| *at == slot && is_before(*position));
                let steps: Vec<Position> = here.map(|&(_, position)| position).collect();
                if !steps.is_empty() {
                    let thread = build.threads[index].number;
                    contexts.push(Context { thread, steps });
                }
            }
        }
        let steps = contexts.iter().flat_map(|context| &context.steps);
        let executed: FxHashSet<Position> = steps.copied().collect();
        let mut inputs = Vec::new();
        let mut unset = Vec::new();
        for thread in &build.threads {
            for &(at, kind, term) in &thread.inputs {
                if executed.contains(&at) {
                    let bytes = self.bytes(term);
                    inputs.push(DrawnInput { at, kind, bytes });
                }
            }
            for &(reg, term) in &thread.unset {
                unset.push((thread.number, reg, self.bytes(term)));
            }
        }
        let end = contexts.last().and_then(|context| context.steps.last());
        let beginning = Position {
            thread: 0,
            block: BlockId(0),
            index: 0,
        };
        Counterexample {
            end: end.copied().unwrap_or(beginning),
            contexts,
            inputs,
            unset,
        }
    }

    /// None if it is never executed.
    fn slot(&mut self, point: &Point) -> Option<usize> {
        let late = |slot: &usize| self.values.is_true(point.late[*slot]);
        let last = (0..=self.slots).rev().find(late).unwrap_or(0);
        (last < self.slots).then_some(last)
    }

    /// What a thread executes, with the slots, in the order of the text.
    ///
    /// What stands before its first visible point is made when the thread goes on behind that, and not at all if it does not,
    /// unless others see something of it.
    fn steps(&mut self, thread: &ThreadRecord, end: Option<Position>) -> Vec<(usize, Position)> {
        let mut steps = Vec::new();
        let mut begins_at = None;
        let mut before_points = 0;
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
            match segment.point {
                0 => before_points = steps.len(),
                _ if begins_at.is_none() => begins_at = Some(slot),
                _ => {}
            }
        }
        let mut early = steps.iter().take(before_points);
        let is_end = end.is_some_and(|end| early.any(|&(_, position)| position == end));
        if thread.is_start_seen() || is_end {
            return steps;
        }
        match begins_at {
            Some(slot) => steps
                .iter_mut()
                .take(before_points)
                .for_each(|step| step.0 = slot),
            None => steps.clear(),
        }
        steps
    }

    /// None for more than a number.
    /// From low to high.
    fn bytes(&mut self, term: Term) -> Vec<u8> {
        let bits = self.values.bits(term);
        let bytes = bits.words().flat_map(u64::to_le_bytes);
        bytes.take(bits.width().div_ceil(8) as usize).collect()
    }
}
