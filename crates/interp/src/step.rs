//! A step of a thread: one visible operation and the invisible ones after it.
//!
//! A thread always stands just before its next visible operation. Instructions that are not visible cannot be told
//! by others from ones executed later, so they are executed with the step before. What is visible, the program says
//! or we find out:
//!
//! - If any instruction or terminator of the program has a visible point (bounded programs: `point 3 store ...`),
//!   those with a point are visible and no others. Points inside atomic sections mean nothing.
//! - Else visible is an access to memory that other threads may know, a fence, a spawn, a look at another
//!   thread's end, output, the thread's own end, and a whole atomic section.
//!
//! By either rule an instruction that would end the run (a failing assertion, a memory error, the end of the process) counts as
//! visible wherever it stands: others may still end the process, or fail, before it.
//!
//! An atomic section without a point is executed with the step before as a whole, or not at all. Where it
//! would block, end the run, or draw an input, the thread stops before it, as if there were a point: a section
//! that did not come to its end is no place to stop, and whether the step ends before a section must not depend on inputs that the section
//! itself draws, or the step could not be repeated from the record of its inputs.
//!
//! After very many invisible instructions the step ends all the same, so that a thread that loops by itself
//! does not keep others from running; not in a program with points, which has no loops.

use std::rc::Rc;

use unspool_ir::Span;

use crate::code::{CompiledInst, CompiledKind, CompiledProgram};
use crate::event::Event;
use crate::execute::Flow;
use crate::input::InputSource;
use crate::machine::Machine;
use crate::outcome::Outcome;
use crate::thread::Thread;
use crate::trap::Trap;

#[derive(Clone, PartialEq, Debug)]
pub enum StepResult {
    Done,
    /// The thread cannot make a step in this state: it waits here. Nothing has changed.
    Blocked {
        span: Span,
        drew_inputs: bool,
    },
    /// The run is over.
    Ended(Box<Outcome>),
}

/// How far a thread runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pace {
    /// Only what is invisible.
    ToVisible,
    /// Something visible, and what is invisible after it.
    Step,
    Instruction,
}

impl Machine<'_> {
    /// Brings thread 0 before its first visible operation. To be called once, before any step.
    pub fn start(&mut self, source: &mut dyn InputSource) -> StepResult {
        let result = self.advance_with_newborn(0, Pace::ToVisible, source);
        self.look_for_race(result)
    }

    /// One step of a thread that exists and has not ended.
    pub fn step(&mut self, thread: u32, source: &mut dyn InputSource) -> StepResult {
        self.events.clear();
        self.newborn.clear();
        let known = self.threads.get(thread as usize);
        let is_start = self.config.late_starts && known.is_some_and(|it| !it.has_started);
        let pace = match is_start {
            true => Pace::ToVisible,
            false => Pace::Step,
        };
        let result = self.advance_with_newborn(thread, pace, source);
        self.look_for_race(result)
    }

    /// One instruction of a thread that exists and has not ended, or one atomic section as a whole. It need not be visible,
    /// nothing else is executed with it, and threads that it makes stay before their first instruction. To be
    /// used instead of [`Machine::start`] and [`Machine::step`], by those who know which instruction comes next.
    pub fn step_instruction(&mut self, thread: u32, source: &mut dyn InputSource) -> StepResult {
        self.events.clear();
        self.newborn.clear();
        let result = self.advance(thread, Pace::Instruction, source);
        let result = self.end_of_all_threads(result);
        self.look_for_race(result)
    }

    /// All that a thread does before something that others can see.
    pub fn step_to_visible(&mut self, thread: u32, source: &mut dyn InputSource) -> StepResult {
        self.events.clear();
        self.newborn.clear();
        let result = self.advance(thread, Pace::ToVisible, source);
        let result = self.end_of_all_threads(result);
        self.look_for_race(result)
    }

    /// A race in a step comes before the end that the step led to.
    fn look_for_race(&mut self, result: StepResult) -> StepResult {
        if matches!(result, StepResult::Blocked { .. }) {
            return result;
        }
        if let StepResult::Ended(outcome) = &result
            && let Outcome::AssumeFailed { .. } = **outcome
        {
            self.forget_open_section();
        }
        let race = self.detector.as_mut().and_then(|it| it.step(&self.events));
        match race {
            Some(race) => {
                let outcome = self.race_outcome(&race);
                self.race = Some(Rc::new(race));
                StepResult::Ended(Box::new(outcome))
            }
            None => result,
        }
    }

    /// A section in which an assumption fails is one that cannot be entered, as if it waited: nothing of it has happened.
    fn forget_open_section(&mut self) {
        let is_end = |event: &Event| matches!(event, Event::SectionEnd);
        let open = self.events.iter().rposition(is_end).map_or(0, |at| at + 1);
        let behind = self.events.split_off(open).into_iter();
        let is_inside = |event: &Event| matches!(event, Event::Access(access) if access.in_section);
        self.events.extend(behind.filter(|event| !is_inside(event)));
    }

    /// Lets a thread run, and brings the threads that it makes, and those that they make, before their first visible
    /// operation, if that is not for a step of their own to do.
    fn advance_with_newborn(
        &mut self,
        thread: u32,
        pace: Pace,
        source: &mut dyn InputSource,
    ) -> StepResult {
        let mut result = self.advance(thread, pace, source);
        let mut next = 0;
        while result == StepResult::Done
            && !self.config.late_starts
            && let Some(&child) = self.newborn.get(next)
        {
            result = self.advance(child, Pace::ToVisible, source);
            next += 1;
        }
        self.end_of_all_threads(result)
    }

    fn end_of_all_threads(&self, result: StepResult) -> StepResult {
        if result == StepResult::Done && self.unfinished().next().is_none() {
            return StepResult::Ended(Box::new(Outcome::Finished { status: 0 }));
        }
        result
    }

    fn advance(&mut self, thread: u32, pace: Pace, source: &mut dyn InputSource) -> StepResult {
        let index = thread as usize;
        if self.threads.get(index).is_none_or(|t| !t.is_alive()) {
            return StepResult::Done;
        }
        let code = Rc::clone(&self.code);
        let mut running = std::mem::replace(&mut self.threads[index], Rc::clone(&self.idle));
        let state = Rc::make_mut(&mut running);
        state.hash = None;
        state.has_started = true;
        if self.record_events {
            self.events.push(Event::Running(thread));
        }
        let result = self.run(&code, state, pace, source);
        self.threads[index] = running;
        result
    }

    fn run(
        &mut self,
        code: &CompiledProgram,
        thread: &mut Thread,
        pace: Pace,
        source: &mut dyn InputSource,
    ) -> StepResult {
        let visible_first = pace != Pace::ToVisible;
        let mut allow_visible = visible_first;
        let mut local = 0;
        if visible_first && code.has_wait && starts_section(code, thread) {
            self.begin_section(thread);
        }
        loop {
            if self.instructions >= self.config.max_instructions {
                return StepResult::Ended(Box::new(Outcome::StepLimit));
            }
            // Where the program has points, whatever has none is invisible: not for the instruction to decide.
            let may_be_shared = allow_visible || code.has_points;
            if !allow_visible {
                let is_over = match code.has_points {
                    _ if pace == Pace::Instruction => true,
                    true => self.stops_at_point(code, thread),
                    false => local > self.config.max_local_instructions,
                };
                if is_over {
                    return StepResult::Done;
                }
            }
            let recorded = self.record.begin(thread);
            let flow = self.execute(code, thread, may_be_shared, source);
            match flow {
                Ok(Flow::Next) => {
                    self.instructions += 1;
                    local += 1;
                    if may_be_shared && thread.atomic_depth == 0 {
                        self.commit_section();
                        allow_visible = false;
                    }
                }
                Ok(Flow::Visible) => {
                    self.record.take_back(recorded);
                    return StepResult::Done;
                }
                Ok(Flow::ThreadEnded) => {
                    self.commit_section();
                    return StepResult::Done;
                }
                Ok(Flow::ProcessEnded(_)) if !allow_visible => {
                    self.record.take_back(recorded);
                    self.roll_back_section(thread);
                    return StepResult::Done;
                }
                Ok(Flow::ProcessEnded(outcome)) => {
                    self.commit_section();
                    return StepResult::Ended(outcome);
                }
                Err(trap) => {
                    let result = self.handle(code, thread, trap, allow_visible, source);
                    match result {
                        None => self.record.begin_again(recorded),
                        Some(StepResult::Ended(_)) => {}
                        Some(_) => self.record.take_back(recorded),
                    }
                    if let Some(result) = result {
                        return result;
                    }
                }
            }
        }
    }

    /// In a program with points, before an instruction that is not the first of its step: whether the step is over.
    /// Begins a section so that it can be undone, and undoes one that draws inputs.
    fn stops_at_point(&mut self, code: &CompiledProgram, thread: &mut Thread) -> bool {
        if thread.atomic_depth > 0 {
            return self.section_drew_inputs() && self.roll_back_section(thread);
        }
        let Some(inst) = next_instruction(code, thread) else {
            return false;
        };
        if !inst.has_point && matches!(inst.kind, CompiledKind::AtomicBegin) {
            self.begin_section(thread);
        }
        inst.has_point
    }

    /// Deals with an instruction that could not be executed; None if it can be tried again.
    #[cold]
    fn handle(
        &mut self,
        code: &CompiledProgram,
        thread: &mut Thread,
        trap: Trap,
        allow_visible: bool,
        source: &mut dyn InputSource,
    ) -> Option<StepResult> {
        let span = next_instruction(code, thread).map_or(Span::NONE, |inst| inst.span);
        let trap = match self.supply(code, thread, trap, source) {
            Ok(()) => return None,
            Err(trap) => trap,
        };
        if !allow_visible {
            self.roll_back_section(thread);
            return Some(StepResult::Done);
        }
        let span = self.reported_span(thread, span);
        if matches!(trap, Trap::Blocked) {
            let before = self.inputs.len();
            self.roll_back_section(thread);
            return Some(StepResult::Blocked {
                span,
                drew_inputs: self.inputs.len() < before,
            });
        }
        self.commit_section();
        Some(StepResult::Ended(Box::new(
            self.outcome_of(trap, thread.id, span),
        )))
    }
}

fn starts_section(code: &CompiledProgram, thread: &Thread) -> bool {
    next_instruction(code, thread).is_some_and(|inst| {
        matches!(
            inst.kind,
            CompiledKind::AtomicBegin | CompiledKind::WaitUntil(_)
        )
    })
}

fn next_instruction<'c>(code: &'c CompiledProgram, thread: &Thread) -> Option<&'c CompiledInst> {
    let frame = thread.frames.last()?;
    let function = code.functions.get(frame.function as usize)?.as_ref()?;
    function.insts.get(frame.position as usize)
}
