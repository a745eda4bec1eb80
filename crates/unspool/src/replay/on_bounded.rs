//! A counterexample on the bounded program, instruction by instruction.
//!
//! Every instruction that the counterexample lists must be the one that its thread executes next, with the inputs that it lists, and
//! the last one must be an assertion or access that fails, or race with one before it; or all threads must wait behind it, if that is what it says. A thread may stop for ever before an instruction that would end the run, such as an
//! assumption that does not hold; if it is listed all the same, as the thread's last, it is not executed. Visible points are not looked
//! at: an execution that switches threads elsewhere is an execution all the same.

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_engine::{Context, Counterexample, Ending, InputKind, Position};
use unspool_interp::input::{Asker, InputSource, Purpose, Request};
use unspool_interp::{FlatPositions, Machine, Outcome, Recording, StepResult};
use unspool_ir::{FunctionId, InstKind, Program, RegId, Span, Terminator, text};
use unspool_passes::bounded::{self, BoundedThread};

use super::draws::{Draw, DrawFor};
use super::names::{self, BoundedNames, Name};
use super::{Parting, ReplayConfig};

/// An execution of the bounded program in words that the original understands.
pub struct BoundedRun {
    pub contexts: Vec<RanContext>,
    /// In the order of time.
    pub draws: Vec<Draw>,
    pub outcome: Outcome,
}

/// What a thread did without interruption; never nothing.
pub struct RanContext {
    /// In the counterexample.
    pub number: usize,
    pub thread: u32,
    pub steps: Vec<RanStep>,
}

pub struct RanStep {
    pub position: Position,
    pub name: Name,
    /// Whether the original program has it too, unless a pass has added it.
    pub is_lasting: bool,
    pub ends_thread: bool,
    /// The thread that it starts.
    pub spawned: Option<u32>,
}

pub fn run(
    original: &Program,
    bounded: &Program,
    counterexample: &Counterexample,
    config: &ReplayConfig,
) -> Result<BoundedRun, Box<Parting>> {
    let follower = Follower {
        bounded,
        threads: bounded::threads(bounded),
        positions: FlatPositions::of(bounded),
        names: BoundedNames::new(original, bounded),
        dead: spans_of_dead(original),
    };
    follower.follow(counterexample, config)
}

struct Follower<'p> {
    bounded: &'p Program,
    threads: Vec<BoundedThread>,
    positions: FlatPositions,
    names: BoundedNames<'p>,
    /// Where the original program ends variables.
    dead: FxHashSet<Span>,
}

impl Follower<'_> {
    fn follow(
        &self,
        counterexample: &Counterexample,
        config: &ReplayConfig,
    ) -> Result<BoundedRun, Box<Parting>> {
        let mut machine = match Machine::new(self.bounded, &config.interpreter) {
            Ok(machine) => machine,
            Err(outcome) => return Err(self.parting(0, None, "a start", &outcome.headline())),
        };
        machine.set_recording(Recording::Instructions);
        let mut inputs = Inputs {
            follower: self,
            by_position: (counterexample.inputs.iter())
                .map(|input| ((input.at, input.kind), input.bytes.as_slice()))
                .collect(),
            unset: (counterexample.unset.iter())
                .map(|(thread, register, bytes)| ((*thread, *register), bytes.as_slice()))
                .collect(),
            draws: Vec::new(),
        };
        let last_steps = last_steps(counterexample);
        let has_steps = |context: &Context| !context.steps.is_empty();
        let last = counterexample.contexts.iter().rposition(has_steps);
        let last = last.unwrap_or(0);
        let mut contexts: Vec<RanContext> = Vec::new();
        for (number, context) in counterexample.contexts.iter().enumerate() {
            let mut left = context.steps.as_slice();
            if left.is_empty() {
                continue;
            }
            if contexts
                .last()
                .is_none_or(|last| last.thread != context.thread)
            {
                contexts.push(RanContext {
                    number,
                    thread: context.thread,
                    steps: Vec::new(),
                });
            }
            while let Some(&expected) = left.first() {
                self.check_next(&machine, number, context.thread, expected)?;
                let is_given_up = last_steps.contains(&expected) && expected != counterexample.end;
                let before = is_given_up.then(|| machine.clone());
                let result = machine.step_instruction(context.thread, &mut inputs);
                // By its clocks the interpreter may know of a race before the two that are next to each other.
                let is_race = matches!(counterexample.ending, Ending::Race { .. })
                    && matches!(&result, StepResult::Ended(outcome) if matches!(**outcome, Outcome::Race { .. }));
                if let (StepResult::Ended(_), Some(before), false) = (&result, before, is_race) {
                    machine = before;
                    break;
                }
                if let StepResult::Blocked { .. } = result {
                    return Err(self.parting(number, Some(expected), "a step", "it waits"));
                }
                for &executed in machine.executed() {
                    let (block, index) = self.positions.block(executed.function, executed.position);
                    let at = Position {
                        thread: executed.thread,
                        block,
                        index,
                    };
                    // Behind the first of two steps that race, the second may go another way.
                    if is_race && number == last {
                        if let (Some(step), Some(context)) = (self.step(at), contexts.last_mut()) {
                            context.steps.push(step);
                        }
                        continue;
                    }
                    let Some((&expected, rest)) = left.split_first() else {
                        let actual = format!(
                            "it goes on inside of an atomic section, with `{}`",
                            self.text(at)
                        );
                        return Err(self.parting(number, Some(at), "a switch of threads", &actual));
                    };
                    if expected != at {
                        let actual = format!("`{}` is executed", self.text(at));
                        return Err(self.parting(
                            number,
                            Some(expected),
                            "this instruction",
                            &actual,
                        ));
                    }
                    left = rest;
                    if let (Some(step), Some(context)) = (self.step(at), contexts.last_mut()) {
                        context.steps.push(step);
                    }
                }
                machine.clear_record();
                if let StepResult::Ended(outcome) = result {
                    let is_over = left.is_empty()
                        && number == last
                        && last_position(&contexts) == Some(counterexample.end);
                    let is_error = is_over
                        && matches!(counterexample.ending, Ending::Step { .. })
                        && matches!(
                            *outcome,
                            Outcome::AssertionFailed { .. } | Outcome::MemoryError { .. }
                        );
                    if !is_race && !is_error {
                        let wanted = match (&counterexample.ending, is_over) {
                            (Ending::Step { .. }, true) => "a failing assertion or access",
                            (Ending::Race { .. }, true) => "a race",
                            _ => "the execution to go on",
                        };
                        let actual = outcome.describe(self.bounded);
                        return Err(self.parting(number, Some(expected), wanted, &actual));
                    }
                    return Ok(BoundedRun {
                        contexts,
                        draws: inputs.draws,
                        outcome: *outcome,
                    });
                }
            }
        }
        if let Ending::Deadlock { stuck } = &counterexample.ending {
            for at in stuck {
                contexts.extend(self.come_to_first_point(&mut machine, at.thread, &mut inputs));
            }
            // Whether anyone may wake them is a question to the original, which alone has all that others may do.
            let threads: Vec<u32> = stuck.iter().map(|at| at.thread).collect();
            let outcome = machine.all_blocked(&threads, &mut inputs);
            let outcome = outcome.ok_or_else(|| {
                self.parting(
                    last,
                    Some(counterexample.end),
                    "a deadlock",
                    "one of them can go on",
                )
            })?;
            return Ok(BoundedRun {
                contexts,
                draws: inputs.draws,
                outcome,
            });
        }
        Err(self.parting(
            last,
            Some(counterexample.end),
            "a violation",
            "the execution is not over",
        ))
    }

    /// What a thread does before its first visible point, if it has not begun: who waits there for ever does so in a context that nothing else belongs to, and
    /// which is not listed.
    fn come_to_first_point(
        &self,
        machine: &mut Machine<'_>,
        thread: u32,
        inputs: &mut Inputs<'_, '_>,
    ) -> Option<RanContext> {
        let mut context = RanContext {
            number: 0,
            thread,
            steps: Vec::new(),
        };
        let next = machine.next_instruction(thread)?;
        let body = self.bounded.function(next.function).body.as_ref()?;
        if next.position != 0 {
            return None;
        }
        while let Some(next) = machine.next_instruction(thread) {
            let (block, index) = self.positions.block(next.function, next.position);
            let block = body.block(block);
            let inst = block.insts.get(index);
            let has_point = inst.map_or(block.point, |inst| inst.point).is_some();
            if has_point || machine.step_instruction(thread, inputs) != StepResult::Done {
                break;
            }
            for &executed in machine.executed() {
                let (block, index) = self.positions.block(executed.function, executed.position);
                context.steps.extend(self.step(Position {
                    thread,
                    block,
                    index,
                }));
            }
            machine.clear_record();
        }
        (!context.steps.is_empty()).then_some(context)
    }

    fn check_next(
        &self,
        machine: &Machine<'_>,
        context: usize,
        thread: u32,
        expected: Position,
    ) -> Result<(), Box<Parting>> {
        let wrong =
            |actual: &str| Err(self.parting(context, Some(expected), "this instruction", actual));
        if expected.thread != thread {
            return wrong("it is in a context of another thread");
        }
        let Some(next) = machine.next_instruction(thread) else {
            return wrong(match machine.is_finished(thread) {
                true => "the thread has ended",
                false => "the thread has not been created",
            });
        };
        let (block, index) = self.positions.block(next.function, next.position);
        let next = Position {
            thread,
            block,
            index,
        };
        if next != expected {
            return wrong(&format!(
                "the next one is {block} instruction {index} `{}`",
                self.text(next)
            ));
        }
        Ok(())
    }

    fn step(&self, at: Position) -> Option<RanStep> {
        let function = self.function(at.thread)?;
        let body = self.bounded.function(function).body.as_ref()?;
        let block = body.blocks.get(at.block.index())?;
        let inst = block.insts.get(at.index);
        let mut name = self.names.name(function, at.block.index(), at.index)?;
        // Variables of an inlined function end where it returns.
        let mut is_lasting = match inst.map(|inst| &inst.kind) {
            Some(kind) => names::is_lasting(kind),
            None => block.terminator.successors().next().is_none(),
        };
        if let Some(InstKind::Dead(_)) = inst.map(|inst| &inst.kind)
            && !self.dead.contains(&name.span)
        {
            name = Name::of_return(name.path);
            is_lasting = true;
        }
        let spawned = match inst.map(|inst| &inst.kind) {
            Some(InstKind::Spawn { thread, .. }) => *thread,
            _ => None,
        };
        Some(RanStep {
            position: at,
            name,
            is_lasting,
            ends_thread: inst.is_none()
                && matches!(
                    block.terminator,
                    Terminator::Return(_) | Terminator::ExitThread
                ),
            spawned,
        })
    }

    fn function(&self, thread: u32) -> Option<FunctionId> {
        let found = self.threads.iter().find(|it| it.number == thread);
        found.map(|it| it.function)
    }

    fn parting(
        &self,
        context: usize,
        at: Option<Position>,
        expected: &str,
        actual: &str,
    ) -> Box<Parting> {
        Box::new(Parting {
            context,
            thread: at.map_or(0, |at| at.thread),
            position: at,
            instruction: at.map_or(String::new(), |at| self.text(at)),
            expected: expected.to_string(),
            actual: actual.to_string(),
        })
    }

    fn text(&self, at: Position) -> String {
        self.function(at.thread)
            .and_then(|function| instruction_text(self.bounded, function, at))
            .unwrap_or_default()
    }
}

/// The last step of each thread.
fn last_steps(counterexample: &Counterexample) -> FxHashSet<Position> {
    let mut last: FxHashMap<u32, Position> = FxHashMap::default();
    for context in &counterexample.contexts {
        last.extend(context.steps.last().map(|step| (context.thread, *step)));
    }
    last.into_values().collect()
}

fn last_position(contexts: &[RanContext]) -> Option<Position> {
    let last = contexts.last()?.steps.last()?;
    Some(last.position)
}

fn spans_of_dead(original: &Program) -> FxHashSet<Span> {
    let bodies = original.functions.iter().filter_map(|f| f.body.as_ref());
    let insts = bodies.flat_map(|body| body.blocks.iter().flat_map(|block| &block.insts));
    let dead = insts.filter(|inst| matches!(inst.kind, InstKind::Dead(_)) && inst.span.line > 0);
    dead.map(|inst| inst.span).collect()
}

/// As dumps show it.
pub fn instruction_text(program: &Program, function: FunctionId, at: Position) -> Option<String> {
    let body = program.function(function).body.as_ref()?;
    let block = body.blocks.get(at.block.index())?;
    Some(match block.insts.get(at.index) {
        Some(inst) => text::print_instruction(program, body, inst),
        None => text::print_terminator(program, body, &block.terminator),
    })
}

fn number(bytes: &[u8]) -> u128 {
    let bytes = bytes.iter().take(16).rev();
    bytes.fold(0, |number, &byte| number << 8 | u128::from(byte))
}

/// Inputs by the instruction that asks.
struct Inputs<'a, 'p> {
    follower: &'a Follower<'p>,
    /// From low to high bytes.
    by_position: FxHashMap<(Position, InputKind), &'a [u8]>,
    unset: FxHashMap<(u32, RegId), &'a [u8]>,
    draws: Vec<Draw>,
}

impl InputSource for Inputs<'_, '_> {
    fn draw(&mut self, _index: usize, _request: Request) -> u128 {
        0
    }

    fn draw_for(&mut self, asker: &Asker<'_>, _index: usize, _request: Request) -> u128 {
        let Some(&by) = asker.machine.executed().last() else {
            return 0;
        };
        let (block, index) = self.follower.positions.block(by.function, by.position);
        let at = Position {
            thread: asker.thread,
            block,
            index,
        };
        let value = match asker.purpose {
            Purpose::Register(register) => self.unset.get(&(asker.thread, register)),
            Purpose::SpuriousFailure => self.by_position.get(&(at, InputKind::SpuriousFailure)),
            _ => self.by_position.get(&(at, InputKind::Value)),
        };
        // What the engine does not mention does not matter to it.
        let value = value.copied().unwrap_or(&[]);
        let bits = match asker.byte {
            Some(byte) => value.get(byte as usize).copied().map_or(0, u128::from),
            None => number(value),
        };
        let body = self.follower.bounded.function(by.function).body.as_ref();
        let drawn_for = DrawFor::of(asker, body);
        if let Some(step) = self.follower.step(at) {
            self.draws.push(Draw {
                thread: asker.thread,
                position: at,
                name: step.name,
                drawn_for,
                byte: asker.byte,
                bits,
            });
        }
        bits
    }
}
