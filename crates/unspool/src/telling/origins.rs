//! What the violation looked at: where the values in its statement came from.
//!
//! `assert(first == second)` reads no memory that others can see; `first` and `second` did, lines before. So from the statement of the
//! violation one goes back by the local variables that it uses to the steps that gave them values, by parameters to the calls, by calls
//! to what they returned, until there are reads. If the statement uses nothing, as `reach_error();` does not, one starts from the condition under
//! which it is executed; and if there is none, from the call of its function.
//!
//! This is slicing (Weiser 1984) by lines of source instead of instructions: the steps of a trace are lines, and a reader does no more.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_ir::{Body, Callee, InstKind, PlaceKind, Program, RegId, Span, Terminator};
use unspool_passes::operands::{
    Node, for_each_node, for_each_written, push_operands, register_of, terminator_expr,
};
use unspool_report::model::{Event, Frame, Step, Trace};
use unspool_report::words;

use super::places::Places;
use super::variables::source_name;

/// Where values came from.
#[derive(Default)]
pub struct Origins {
    /// Variables that were read.
    pub variables: Vec<usize>,
    /// Steps in which values came from outside.
    pub inputs: Vec<usize>,
    /// All steps by which they came.
    pub steps: Vec<usize>,
}

/// Lines that are looked at, in all.
const MOST_LINES: usize = 64;
/// Local variables that are shown with the violation.
const MOST_VALUES: usize = 8;

/// Also adds to the violation's step what the local variables that it looks at contain.
pub fn of_violation(program: &Program, trace: &mut Trace, places: &mut Places<'_>) -> Origins {
    let bodies = bodies(program, trace, places);
    let (origins, values) = search(program, trace, &bodies);
    if let Some(last) = trace.steps.last_mut() {
        last.events.extend(values);
    }
    origins
}

/// The functions that the violating thread runs, each instruction on the line where its statement begins, as steps are.
fn bodies(program: &Program, trace: &Trace, places: &mut Places<'_>) -> FxHashMap<String, Body> {
    let thread = trace.violation.thread;
    let steps = trace.steps.iter().filter(|step| step.thread == thread);
    let stacks = trace.violation.stacks.iter();
    let stacks = stacks.filter(|stack| stack.thread == thread);
    let frames = steps
        .flat_map(|step| &step.stack)
        .chain(stacks.flat_map(|stack| &stack.frames));
    let names: FxHashSet<&str> = frames.map(|frame| frame.function.as_str()).collect();
    let own = program.functions.iter().filter(|it| !it.is_model);
    let mut bodies = FxHashMap::default();
    for function in own.filter(|it| names.contains(source_name(&it.name))) {
        let Some(mut body) = function.body.clone() else {
            continue;
        };
        let mut begin = |span: &mut Span| {
            let statement = places.statement(*span);
            span.line = statement.map_or(span.line, |(place, _)| place.line);
        };
        for block in &mut body.blocks {
            block.insts.iter_mut().for_each(|it| begin(&mut it.span));
            begin(&mut block.span);
        }
        bodies.insert(source_name(&function.name).to_string(), body);
    }
    bodies
}

fn search(
    program: &Program,
    trace: &Trace,
    bodies: &FxHashMap<String, Body>,
) -> (Origins, Vec<Event>) {
    let violation = &trace.violation;
    let stack = violation
        .stacks
        .iter()
        .find(|it| it.thread == violation.thread);
    let frames = stack.map_or(&[][..], |stack| &stack.frames);
    let mut search = Search {
        program,
        trace,
        bodies,
        origins: Origins::default(),
        seen: FxHashSet::default(),
        pending: VecDeque::new(),
    };
    let before = trace.steps.len();
    let values = match Here::of_frames(frames, before) {
        Some(here) => search.values_of_locals(&here),
        None => Vec::new(),
    };
    // A function that only reports the error is called under a condition.
    for outer in 0..frames.len() {
        let frames = &frames[outer..];
        search.pending.extend(Here::of_frames(frames, before));
        search.run();
        if search.has_found() {
            break;
        }
        search.begin_at_condition(frames);
        if search.has_found() {
            break;
        }
    }
    (search.origins, values)
}

/// A line of a function, as it was executed before a step.
struct Here {
    function: String,
    line: u32,
    before: usize,
    callers: Vec<Frame>,
}

impl Here {
    fn of_frames(frames: &[Frame], before: usize) -> Option<Here> {
        let (innermost, callers) = frames.split_first()?;
        Some(Here {
            function: innermost.function.clone(),
            line: innermost.at?.line,
            before,
            callers: callers.to_vec(),
        })
    }

    fn of_step(step: &Step, before: usize) -> Option<Here> {
        let mut here = Here::of_frames(&step.stack, before)?;
        here.line = step.place?.line;
        Some(here)
    }
}

struct Search<'a> {
    program: &'a Program,
    trace: &'a Trace,
    bodies: &'a FxHashMap<String, Body>,
    origins: Origins,
    seen: FxHashSet<(String, u32, usize)>,
    pending: VecDeque<Here>,
}

impl Search<'_> {
    fn run(&mut self) {
        while let Some(here) = self.pending.pop_front() {
            let key = (here.function.clone(), here.line, here.before);
            if self.seen.len() < MOST_LINES && self.seen.insert(key) {
                self.look(&here);
            }
        }
    }

    fn has_found(&self) -> bool {
        !self.origins.variables.is_empty() || !self.origins.inputs.is_empty()
    }

    /// What was read there, and what the line uses.
    fn look(&mut self, here: &Here) {
        let Some(body) = self.body(&here.function) else {
            return;
        };
        let used = Used::on_line(body, here.line);
        let step = self.last_step(here.before, |step| is_at(step, &here.function, here.line));
        if let Some(step) = step {
            self.take(step);
        }
        let before = step.unwrap_or(here.before);
        for name in &used.names {
            self.follow_local(here, name, before);
        }
        for callee in used.callees {
            self.follow_result(callee, before.max(here.before));
        }
        for line in used.lines {
            self.pending.push_back(Here {
                function: here.function.clone(),
                line,
                before: here.before,
                callers: here.callers.clone(),
            });
        }
    }

    fn take(&mut self, number: usize) {
        self.origins.steps.push(number);
        for event in self.trace.steps[number].all_events() {
            match event {
                Event::Read { variable, .. } | Event::Update { variable, .. }
                    if !self.origins.variables.contains(variable) =>
                {
                    self.origins.variables.push(*variable);
                }
                Event::Input { .. } if !self.origins.inputs.contains(&number) => {
                    self.origins.inputs.push(number);
                }
                _ => {}
            }
        }
    }

    /// What the local variables that the violation's line uses contain, as reads of it; not what arrays do.
    fn values_of_locals(&self, here: &Here) -> Vec<Event> {
        let (Some(last), Some(body)) = (self.trace.steps.last(), self.body(&here.function)) else {
            return Vec::new();
        };
        let mut known: BTreeMap<usize, &str> = BTreeMap::new();
        if !is_at(last, &here.function, here.line) {
            return Vec::new();
        }
        let used = Used::on_line(body, here.line);
        let is_in_statement = |name: &&String| has_word(&last.statement, name);
        let used: Vec<&String> = used.names.iter().filter(is_in_statement).collect();
        let is_whole = |name: &str| {
            let mut members = name.split('.');
            !name.contains('[') && members.all(|member| has_word(&last.statement, member))
        };
        let is_there = |step: &&Step| {
            let function = step.stack.first().map(|it| it.function.as_str());
            step.thread == last.thread && function == Some(here.function.as_str())
        };
        for step in self.trace.steps.iter().filter(is_there) {
            for event in step.all_events() {
                let is_used = used.iter().any(|name| self.gives(event, name));
                if let (true, Some((variable, value))) = (is_used, given(event))
                    && is_whole(words::variable_name(self.trace, variable))
                {
                    known.insert(variable, value);
                }
            }
        }
        let is_told = |variable: usize| {
            let mut events = last.events.iter();
            events.any(|event| event.variable() == Some(variable))
        };
        let reads = known.into_iter().filter(|(it, _)| !is_told(*it));
        reads
            .take(MOST_VALUES)
            .map(|(variable, value)| Event::Read {
                variable,
                value: value.to_string(),
            })
            .collect()
    }

    /// To where the variable got its value last, which for a parameter is the call.
    fn follow_local(&mut self, here: &Here, name: &str, before: usize) {
        let gives = |step: &Step| {
            let is_there = step
                .stack
                .first()
                .is_some_and(|it| it.function == here.function);
            is_there && step.all_events().any(|event| self.gives(event, name))
        };
        let found = self.last_step(before, gives);
        if let Some(found) = found {
            let step = &self.trace.steps[found];
            self.pending.extend(Here::of_step(step, found + 1));
        } else if self.is_parameter(&here.function, name) {
            self.pending.extend(Here::of_frames(&here.callers, before));
        }
    }

    /// To the statement with which a function returned last.
    fn follow_result(&mut self, callee: usize, before: usize) {
        let Some(function) = self.program.functions.get(callee) else {
            return;
        };
        let Some(body) = self.body(source_name(&function.name)) else {
            return;
        };
        let returns = |step: &Step| {
            let line = step.place.map_or(0, |place| place.line);
            is_at(step, source_name(&function.name), line) && is_return(body, line)
        };
        if let Some(found) = self.last_step(before, returns) {
            let step = &self.trace.steps[found];
            self.pending.extend(Here::of_step(step, found + 1));
        }
    }

    /// From the branches that lead to the violation's block.
    fn begin_at_condition(&mut self, frames: &[Frame]) {
        let Some(here) = Here::of_frames(frames, self.trace.steps.len()) else {
            return;
        };
        let Some(body) = self.body(&here.function) else {
            return;
        };
        for line in lines_of_condition(body, here.line) {
            self.pending.push_back(Here {
                function: here.function.clone(),
                line,
                before: here.before,
                callers: here.callers.clone(),
            });
        }
        self.run();
    }

    fn last_step(&self, before: usize, is_it: impl Fn(&Step) -> bool) -> Option<usize> {
        let thread = self.trace.violation.thread;
        let steps = self.trace.steps.iter().take(before);
        steps
            .enumerate()
            .rfind(|(_, step)| step.thread == thread && is_it(step))
            .map(|(number, _)| number)
    }

    /// Whether it gives a value to the local variable with this name, or to a part of it.
    fn gives(&self, event: &Event, name: &str) -> bool {
        let variable = given(event).and_then(|(variable, _)| self.trace.variables.get(variable));
        variable.is_some_and(|it| {
            let rest = it.name.strip_prefix(name);
            it.function.is_some()
                && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        })
    }

    fn body(&self, function: &str) -> Option<&Body> {
        self.bodies.get(function)
    }

    fn is_parameter(&self, function: &str, name: &str) -> bool {
        let body = self.body(function);
        body.is_some_and(|body| {
            let parameters = body
                .params
                .iter()
                .filter_map(|it| body.regs.get(it.index()));
            let mut parameters = parameters.map(|it| it.name.as_str());
            parameters.any(|it| it == name)
        })
    }
}

/// The variable that an event gives a value to which only its thread sees, and the value.
fn given(event: &Event) -> Option<(usize, &str)> {
    match event {
        Event::Assign { variable, value }
        | Event::Input {
            variable: Some(variable),
            value,
            ..
        } => Some((*variable, value)),
        _ => None,
    }
}

fn has_word(text: &str, word: &str) -> bool {
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    text.split(|character| !is_part(character))
        .any(|it| it == word)
}

fn is_at(step: &Step, function: &str, line: u32) -> bool {
    let is_in = step.stack.first().is_some_and(|it| it.function == function);
    is_in && step.place.is_some_and(|place| place.line == line)
}

fn is_return(body: &Body, line: u32) -> bool {
    let mut blocks = body.blocks.iter();
    blocks.any(|it| it.span.line == line && matches!(it.terminator, Terminator::Return(_)))
}

/// What the instructions on a line use.
#[derive(Default)]
struct Used {
    /// Of local variables.
    names: BTreeSet<String>,
    callees: BTreeSet<usize>,
    /// Where values without names were computed.
    lines: BTreeSet<u32>,
}

impl Used {
    fn on_line(body: &Body, line: u32) -> Used {
        let mut used = Used::default();
        let mut roots = Vec::new();
        for block in &body.blocks {
            for inst in block.insts.iter().filter(|inst| inst.span.line == line) {
                push_used(body, &inst.kind, &mut roots);
                if let InstKind::Call {
                    callee: Callee::Direct(callee),
                    ..
                } = inst.kind
                {
                    used.callees.insert(callee.index());
                }
            }
            if block.span.line == line {
                roots.extend(terminator_expr(&block.terminator).map(Node::Expr));
            }
        }
        used.add(body, &mut roots, line);
        used
    }

    fn add(&mut self, body: &Body, roots: &mut Vec<Node>, line: u32) {
        for_each_node(body, roots, |node| {
            let slot = match node {
                Node::Place(id) => match body.place(id).kind {
                    PlaceKind::Slot(slot) => body.slots.get(slot.index()),
                    _ => None,
                },
                Node::Expr(_) => None,
            };
            self.names.extend(slot.map(|slot| slot.name.clone()));
            let Some(register) = register_of(body, node) else {
                return;
            };
            match body.regs.get(register.index()).map(|it| it.name.as_str()) {
                None | Some("") => self.lines.extend(lines_that_write(body, register)),
                Some(name) => {
                    self.names.insert(name.to_string());
                }
            }
        });
        self.lines.remove(&line);
        self.lines.remove(&0);
    }
}

/// What an instruction uses; not the variable that it writes.
fn push_used(body: &Body, kind: &InstKind, roots: &mut Vec<Node>) {
    push_operands(kind, roots);
    if let InstKind::Store { place, .. } = kind
        && matches!(body.place(*place).kind, PlaceKind::Slot(_))
    {
        roots.retain(|root| *root != Node::Place(*place));
    }
}

fn lines_that_write(body: &Body, register: RegId) -> BTreeSet<u32> {
    let insts = body.blocks.iter().flat_map(|block| &block.insts);
    let writes = insts.filter(|inst| {
        let mut is_it = false;
        for_each_written(&inst.kind, |written| is_it |= *written == register);
        is_it
    });
    writes.map(|inst| inst.span.line).collect()
}

/// The lines of the conditions under which a line is executed: of the nearest branches that lead to its blocks.
fn lines_of_condition(body: &Body, line: u32) -> BTreeSet<u32> {
    let has_line = |number: &usize| {
        let block = &body.blocks[*number];
        block.span.line == line || block.insts.iter().any(|inst| inst.span.line == line)
    };
    let mut pending: Vec<usize> = (0..body.blocks.len()).filter(has_line).collect();
    let mut seen: FxHashSet<usize> = pending.iter().copied().collect();
    let mut lines = BTreeSet::new();
    while let Some(number) = pending.pop() {
        for (before, block) in body.blocks.iter().enumerate() {
            let mut successors = block.terminator.successors();
            if !successors.any(|it| it.index() == number) {
                continue;
            }
            if let Some(condition) = terminator_expr(&block.terminator) {
                let mut used = Used::default();
                used.add(body, &mut vec![Node::Expr(condition)], 0);
                lines.insert(block.span.line);
                lines.extend(used.lines);
            } else if seen.insert(before) {
                pending.push(before);
            }
        }
    }
    lines.remove(&0);
    lines
}
