//! From a model to an execution of the bounded program.

use rustc_hash::FxHashSet;
use unspool_formula::evaluate::{Assignment, Evaluation};
use unspool_formula::terms::Term;
use unspool_ir::{BlockId, Body, InstKind};

use crate::answer::{Context, Counterexample, DrawnInput, Ending, Position};
use crate::build::{Build, CheckKind, ThreadRecord};
use crate::deadlocks;
use crate::engine::Wanted;
use crate::races;
use crate::timeline::Point;

/// The execution up to the first of the checks that fails. None if none does.
pub fn counterexample(
    build: &Build<'_>,
    model: &Assignment,
    wanted: &Wanted,
) -> Option<Counterexample> {
    let mut reading = Reading::new(build, model);
    let mut first: Option<((usize, usize, Position), CheckKind)> = None;
    for (index, thread) in build.threads.iter().enumerate() {
        for check in thread.checks.iter().filter(|check| wanted.has(check)) {
            if !reading.values.is_true(check.fails) {
                continue;
            }
            if let Some(slot) = reading.slot(&thread.points[check.point]) {
                let found = (slot, index, check.at);
                // Several checks may stand at one place.
                if first.is_none_or(|(known, _)| found < known) {
                    first = Some((found, check.kind));
                }
            }
        }
    }
    let (last, kind) = first?;
    let mut execution = reading.execution(build, Some(last));
    if let CheckKind::Property(property) = kind {
        execution.ending = Ending::Step {
            violated: Some(property),
        };
    }
    Some(execution)
}

/// The execution whose last two steps race. None if there is no race.
pub fn race(build: &Build<'_>, model: &Assignment) -> Option<Counterexample> {
    let mut reading = Reading::new(build, model);
    let race = races::found(build, &mut reading.values)?;
    reading.in_last = race.accesses.map(|(thread, _)| thread).to_vec();
    let [(_, mut first), (_, mut second)] = race.accesses;
    let mut execution = reading.execution(build, None);
    // Who ran last goes on.
    if let [.., before, one, other] = &mut execution.contexts[..]
        && race.has_other_order
        && before.thread == other.thread
    {
        std::mem::swap(one, other);
        std::mem::swap(&mut first, &mut second);
    }
    execution.end = second;
    execution.ending = Ending::Race { first };
    Some(execution)
}

/// The execution after which threads wait for ever. None if none does.
pub fn deadlock(build: &Build<'_>, model: &Assignment, members: &[Term]) -> Option<Counterexample> {
    let mut reading = Reading::new(build, model);
    let stuck = deadlocks::found(build, members, &mut reading.values);
    let end = *stuck.first()?;
    let mut execution = reading.execution(build, None);
    execution.end = end;
    execution.ending = Ending::Deadlock { stuck };
    Some(execution)
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

/// The thread's last step is where the run ends. A terminator that ends it is not among the steps.
fn end_run(steps: &mut Vec<(usize, Position)>, end: (usize, Position)) {
    steps.retain(|step| *step < end);
    steps.push(end);
}

struct Reading<'a> {
    slots: usize,
    usual_slots: usize,
    /// The threads whose steps in the last slot are made, in this order: places in the list.
    in_last: Vec<usize>,
    values: Evaluation<'a>,
}

impl<'a> Reading<'a> {
    fn new(build: &'a Build<'_>, model: &'a Assignment) -> Reading<'a> {
        Reading {
            slots: build.timeline.slots,
            usual_slots: build.timeline.usual_slots(),
            in_last: Vec::new(),
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
        let threads = build.threads.iter().zip(&build.texts).enumerate();
        let mut starts: Vec<Position> = Vec::new();
        let by_thread: Vec<Vec<(usize, Position)>> = threads
            .map(|(index, (thread, text))| {
                let mut steps = self.steps(thread, end);
                starts.extend(self.cut_last_slot(index, text.body, &mut steps));
                let end_of_run = match self.in_last.contains(&index) {
                    true => races::end_of_step(thread, &mut self.values),
                    false => None,
                };
                match end_of_run {
                    Some(at) => end_run(&mut steps, (self.usual_slots, at)),
                    None => leave_open_section(text.body, &mut steps, end),
                }
                steps
            })
            .collect();
        let mut contexts: Vec<Context> = Vec::new();
        for slot in 0..self.slots {
            let is_last = slot == self.usual_slots && !self.in_last.is_empty();
            let threads = match is_last {
                true => self.in_last.clone(),
                false => (0..by_thread.len()).collect(),
            };
            for index in threads {
                let steps = &by_thread[index];
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
        let executed: FxHashSet<Position> = steps.copied().chain(starts).collect();
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
            ending: Ending::Step { violated: None },
            contexts,
            inputs,
            unset,
        }
    }

    /// In the last slot a thread makes one step, an instruction or an atomic section, or none. What it does before its first visible point may stand before that;
    /// returned is what is cut of it.
    fn cut_last_slot(
        &self,
        thread: usize,
        body: &Body,
        steps: &mut Vec<(usize, Position)>,
    ) -> Vec<Position> {
        let Some(first) = steps.iter().position(|(slot, _)| *slot == self.usual_slots) else {
            return Vec::new();
        };
        let has_point = |position: &Position| {
            let block = body.block(position.block);
            let inst = block.insts.get(position.index);
            inst.map_or(block.point, |inst| inst.point).is_some()
        };
        if !self.in_last.contains(&thread) {
            let last = steps.split_off(first).into_iter();
            let last = last.map(|(_, position)| position);
            return last.take_while(|position| !has_point(position)).collect();
        }
        let mut end = first;
        let mut depth = 0u32;
        let mut is_in_step = false;
        for (_, position) in &steps[first..] {
            end += 1;
            is_in_step |= has_point(position);
            let inst = body.block(position.block).insts.get(position.index);
            match inst.map(|inst| &inst.kind) {
                Some(InstKind::AtomicBegin) => depth += 1,
                Some(InstKind::AtomicEnd) => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 && is_in_step {
                break;
            }
        }
        steps.truncate(end);
        Vec::new()
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

    /// From low to high.
    fn bytes(&mut self, term: Term) -> Vec<u8> {
        let bits = self.values.bits(term);
        let bytes = bits.words().flat_map(u64::to_le_bytes);
        bytes.take(bits.width().div_ceil(8) as usize).collect()
    }
}
