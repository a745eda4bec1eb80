//! An execution as a replay program needs it: at which instructions threads are switched, and which instruction draws which input.
//!
//! The execution is repeated in the interpreter's usual steps. A step is a visible operation and the invisible ones behind it, so each
//! context ends with its thread just before something that others could notice. What a new thread does before its first visible operation
//! belongs to the step that creates it; here it is moved to the thread's own first step, which makes no difference to anyone and
//! saves two switches.

use std::collections::{BTreeSet, HashMap};

use unspool_emit::Position;
use unspool_emit::replay::{Context, ContextEnd, InputTarget, RecordedInput, Script};
use unspool_interp::input::{Asker, GivenInputs, InputSource, Purpose, Request};
use unspool_interp::{Executed, FlatPositions, Machine, Outcome, Recording, Repeat, StepResult};
use unspool_ir::{Block, FunctionId, InstKind, Program, RegId, Span};

use crate::futures::ExactFutures;
use crate::replay::ReplayConfig;

/// Repeats the execution. An error says why it cannot be repeated.
pub fn of(program: &Program, repeat: &Repeat) -> Result<Script, String> {
    // A race is seen by those only who look for one, and they see it before anything else.
    if let Some(script) = repeated(program, repeat, false)? {
        return Ok(script);
    }
    let script = repeated(program, repeat, true)?;
    script.ok_or("it does not end as it did before".to_string())
}

/// None: nothing goes wrong, or it is not looked for.
fn repeated(
    program: &Program,
    repeat: &Repeat,
    detect_races: bool,
) -> Result<Option<Script>, String> {
    let mut config = ReplayConfig::default().interpreter;
    config.detect_races = detect_races;
    config.futures = ExactFutures::of_whole(program);
    let mut machine = Machine::new(program, &config).map_err(|outcome| outcome.headline())?;
    machine.set_recording(Recording::Instructions);
    let mut inputs = Following {
        values: repeat.inputs.iter().map(|input| input.bits).collect(),
        before: 0,
        drawn: Vec::new(),
    };
    let mut telling = Telling::new(program);
    let mut result = machine.start(&mut inputs);
    telling.step(&mut machine, &mut inputs, None);
    let mut place = String::new();
    for thread in repeat.schedule.iter() {
        match result {
            StepResult::Done => {}
            _ => break,
        }
        if telling.is_switch(thread) {
            place = telling.place(&machine, thread);
        }
        result = machine.step(thread, &mut inputs);
        if matches!(result, StepResult::Blocked { .. }) {
            return Err(format!("thread {thread} waits where it went on before"));
        }
        telling.step(&mut machine, &mut inputs, Some((thread, &place)));
    }
    let outcome = match result {
        StepResult::Ended(outcome) => *outcome,
        _ => match machine.deadlock(&mut GivenInputs { values: Vec::new() }) {
            Some(deadlock) => deadlock,
            None => return Ok(None),
        },
    };
    match &outcome {
        // It ends where the first of them waits.
        Outcome::Deadlock { blocked, .. } => {
            let (thread, _) = blocked.first().ok_or("nobody waits")?;
            telling.wait(&machine, *thread);
        }
        _ if outcome.place().is_none() => {
            let headline = outcome.headline();
            return Err(format!("it has no end at one place: {headline}"));
        }
        _ => {}
    }
    telling.finish(&machine, &inputs, &outcome).map(Some)
}

/// An input, and what it was drawn for.
struct Draw {
    /// The number of the instruction that asked.
    by: usize,
    purpose: Purpose,
    byte: Option<u64>,
    bits: u128,
    bytes: usize,
}

/// Gives the recorded inputs, and notes who asked.
struct Following {
    values: Vec<u128>,
    /// How many instructions were executed before those of the machine's record.
    before: usize,
    /// By number of the input.
    drawn: Vec<Draw>,
}

impl InputSource for Following {
    fn draw(&mut self, index: usize, _request: Request) -> u128 {
        self.values.get(index).copied().unwrap_or(0)
    }

    fn draw_for(&mut self, asker: &Asker<'_>, index: usize, request: Request) -> u128 {
        let bits = self.draw(index, request);
        let width = match request {
            Request::Value(repr) => repr.bits(),
            Request::SpuriousFailure => 8,
        };
        // What an atomic section drew that could not be entered is drawn again.
        self.drawn.truncate(index);
        self.drawn.push(Draw {
            by: self.before + asker.machine.executed().len().saturating_sub(1),
            purpose: asker.purpose,
            byte: asker.byte,
            bits,
            bytes: width.div_ceil(8) as usize,
        });
        bits
    }
}

/// What the threads have done so far.
struct Telling<'p> {
    program: &'p Program,
    positions: FlatPositions,
    contexts: Vec<Stretch>,
    /// What new threads have done before their first step.
    unstarted: HashMap<u32, Vec<Numbered>>,
    /// How many instructions were executed.
    count: usize,
}

/// A context, and the instructions that it executes.
struct Stretch {
    thread: u32,
    place: String,
    executed: Vec<Numbered>,
}

/// An instruction and how many were executed before it.
type Numbered = (usize, Executed);

impl<'p> Telling<'p> {
    fn new(program: &'p Program) -> Self {
        Telling {
            program,
            positions: FlatPositions::of(program),
            contexts: Vec::new(),
            unstarted: HashMap::new(),
            count: 0,
        }
    }

    fn is_switch(&self, thread: u32) -> bool {
        let last = self.contexts.last();
        last.is_none_or(|last| last.thread != thread)
    }

    /// Where a thread goes on, in the program's own lines.
    fn place(&self, machine: &Machine<'_>, thread: u32) -> String {
        let program = self.program;
        let is_users = |function: FunctionId| {
            let function = program.functions.get(function.index());
            function.is_some_and(|function| !function.is_model)
        };
        let begun = self.unstarted.get(&thread).into_iter().flatten();
        let begun = begun.map(|(_, it)| (it.function, self.span(*it)));
        let stack = machine.call_stack(thread).into_iter();
        let stack = stack.map(|activation| (activation.function, activation.span));
        let mut candidates = begun.chain(stack);
        let found = candidates.find(|(function, span)| is_users(*function) && *span != Span::NONE);
        let place = found.and_then(|(_, span)| line(program, span));
        place.unwrap_or("its start".to_string())
    }

    /// Takes what the machine has recorded of a step; none for what comes before the first.
    fn step(&mut self, machine: &mut Machine<'_>, inputs: &mut Following, by: Option<(u32, &str)>) {
        if let Some((thread, place)) = by {
            if self.is_switch(thread) {
                self.contexts.push(Stretch {
                    thread,
                    place: place.to_string(),
                    executed: Vec::new(),
                });
            }
            let begun = self.unstarted.remove(&thread).unwrap_or_default();
            if let Some(context) = self.contexts.last_mut() {
                context.executed.extend(begun);
            }
        }
        for &executed in machine.executed() {
            let is_own = by.is_some_and(|(thread, _)| thread == executed.thread);
            match self.contexts.last_mut() {
                Some(context) if is_own => context.executed.push((self.count, executed)),
                _ => {
                    let begun = self.unstarted.entry(executed.thread).or_default();
                    begun.push((self.count, executed));
                }
            }
            self.count += 1;
        }
        machine.clear_record();
        inputs.before = self.count;
    }

    /// The thread comes to where it waits for ever.
    fn wait(&mut self, machine: &Machine<'_>, thread: u32) {
        if self.is_switch(thread) {
            let place = self.place(machine, thread);
            let executed = self.unstarted.remove(&thread).unwrap_or_default();
            self.contexts.push(Stretch {
                thread,
                place,
                executed,
            });
        }
    }

    fn finish(
        &self,
        machine: &Machine<'_>,
        inputs: &Following,
        outcome: &Outcome,
    ) -> Result<Script, String> {
        let passes = Passes::of(&self.contexts);
        let last = self.contexts.len().saturating_sub(1);
        let contexts = self.contexts.iter().enumerate().map(|(number, stretch)| {
            let end = match (number == last, outcome) {
                (true, Outcome::Deadlock { .. }) => {
                    let (at, pass) = self.next(machine, &passes, stretch.thread)?;
                    ContextEnd::Violation(at, pass)
                }
                (true, _) => {
                    let (at, executed) = stretch.executed.last()?;
                    let (_, pass) = passes.by_number.get(at)?;
                    ContextEnd::Violation(position(*executed), *pass)
                }
                (false, _) => self.end(machine, &passes, number, stretch.thread)?,
            };
            Some(Context {
                thread: stretch.thread,
                place: stretch.place.clone(),
                end,
            })
        });
        let contexts: Option<Vec<Context>> = contexts.collect();
        let contexts = contexts.ok_or("a context does nothing")?;
        let executed = self.contexts.iter().flat_map(|it| &it.executed);
        // Some are entered, and nothing of them is executed any more.
        let stopped = contexts.iter().filter_map(|context| match context.end {
            ContextEnd::Before(at, _) | ContextEnd::Violation(at, _) => Some(at.function),
            ContextEnd::ThreadEnd => None,
        });
        let executed = executed.map(|(_, it)| it.function);
        let entered: BTreeSet<FunctionId> = executed.chain(stopped).collect();
        let run = contexts.iter().map(|context| context.thread);
        let threads = run.chain(machine.unfinished()).max().unwrap_or(0) + 1;
        let inputs = inputs.drawn.iter().take(machine.inputs.len());
        Ok(Script {
            contexts,
            inputs: self.inputs(inputs, &passes),
            threads,
            entered,
            violation: said(self.program, outcome),
        })
    }

    fn span(&self, at: Executed) -> Span {
        self.block(at).map_or(Span::NONE, |(block, index)| {
            let inst = block.insts.get(index);
            inst.map_or(block.span, |inst| inst.span)
        })
    }

    /// The block of an instruction, and its position in it.
    fn block(&self, at: Executed) -> Option<(&Block, usize)> {
        let (block, index) = self.positions.block(at.function, at.position);
        let function = self.program.functions.get(at.function.index())?;
        let block = function.body.as_ref()?.blocks.get(block.index())?;
        Some((block, index))
    }

    /// The inputs of instructions that are executed.
    fn inputs<'a>(
        &self,
        drawn: impl Iterator<Item = &'a Draw>,
        passes: &Passes,
    ) -> Vec<RecordedInput> {
        let mut inputs = Vec::new();
        for draw in drawn {
            let Some(&(executed, pass)) = passes.by_number.get(&draw.by) else {
                continue;
            };
            let target = match draw.purpose {
                Purpose::Register(register) => InputTarget::Register(register),
                Purpose::Memory(_) => InputTarget::Memory,
                Purpose::SpuriousFailure => InputTarget::SpuriousFailure,
                Purpose::Nondet => match self.result(executed) {
                    Some(register) => InputTarget::Register(register),
                    None => continue,
                },
            };
            let bytes = draw.bits.to_le_bytes();
            let input = RecordedInput {
                thread: executed.thread,
                at: position(executed),
                pass,
                target,
                offset: draw.byte.unwrap_or(0),
                bytes: bytes.into_iter().take(draw.bytes).collect(),
            };
            inputs.push((draw.by, input));
        }
        inputs.sort_by_key(|(by, input)| (input.thread, *by, input.target));
        inputs.into_iter().map(|(_, input)| input).collect()
    }

    /// The register that a `nondet` sets.
    fn result(&self, at: Executed) -> Option<RegId> {
        let (block, index) = self.block(at)?;
        match block.insts.get(index)?.kind {
            InstKind::Nondet { dst } => Some(dst),
            _ => None,
        }
    }

    /// Where a thread is at the end of a context that is not the last.
    fn end(
        &self,
        machine: &Machine<'_>,
        passes: &Passes,
        number: usize,
        thread: u32,
    ) -> Option<ContextEnd> {
        let later = self.contexts.iter().skip(number + 1);
        let later = later.filter(|stretch| stretch.thread == thread);
        if let Some((at, executed)) = later.flat_map(|stretch| &stretch.executed).next() {
            let (_, pass) = passes.by_number.get(at)?;
            return Some(ContextEnd::Before(position(*executed), *pass));
        }
        if machine.is_finished(thread) {
            return Some(ContextEnd::ThreadEnd);
        }
        let (at, pass) = self.next(machine, passes, thread)?;
        Some(ContextEnd::Before(at, pass))
    }

    /// The instruction that a thread has not executed any more, and for the how many-th time it would have been.
    fn next(&self, machine: &Machine<'_>, passes: &Passes, thread: u32) -> Option<(Position, u64)> {
        let at = position(machine.next_instruction(thread)?);
        let passed = passes.counts.get(&(thread, at)).copied().unwrap_or(0);
        Some((at, passed + 1))
    }
}

/// How often each thread has come to each instruction.
#[derive(Default)]
struct Passes {
    counts: HashMap<(u32, Position), u64>,
    /// Of instructions that are executed, by their number: which, and for the how many-th time.
    by_number: HashMap<usize, (Executed, u64)>,
}

impl Passes {
    fn of(contexts: &[Stretch]) -> Passes {
        let mut passes = Passes::default();
        for &(number, executed) in contexts.iter().flat_map(|stretch| &stretch.executed) {
            let at = (executed.thread, position(executed));
            let count = passes.counts.entry(at).or_insert(0);
            *count += 1;
            passes.by_number.insert(number, (executed, *count));
        }
        passes
    }
}

fn position(executed: Executed) -> Position {
    Position {
        function: executed.function,
        position: executed.position,
    }
}

/// What goes wrong, and where.
fn said(program: &Program, outcome: &Outcome) -> String {
    let place = match outcome {
        Outcome::Deadlock { blocked, .. } => blocked.first().copied(),
        _ => outcome.place(),
    };
    let place = place.and_then(|(_, span)| line(program, span));
    match place {
        Some(place) => format!("{place}: {}", outcome.headline()),
        None => outcome.headline(),
    }
}

fn line(program: &Program, span: Span) -> Option<String> {
    let file = program.files.get(span.file.index())?;
    (span.line > 0).then(|| format!("{file}:{}", span.line))
}
