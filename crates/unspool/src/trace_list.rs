//! A trace as a plain list: one line for each statement that did something others can see.
//!
//! ```text
//! thread 1 (add)
//!   counter.c:8   counter++;                counter is 0
//! thread 2 (add)
//!   counter.c:8   counter++;                counter: 0 -> 1
//!                                           thread 2 ends
//! ```
//!
//! Successive steps of one thread in one execution of a line of the program are one line here. What a library model does is told by the
//! call in the program; the models' own variables are not shown. Heap objects are numbered in the order in which they are mentioned.

use std::collections::HashSet;
use std::fmt::Write;

use unspool_interp::{
    Action, Executed, InputTarget, Location, ObjectName, Repr, ShownValue, Trace, TraceStep,
};
use unspool_ir::arithmetic::sign_extend;
use unspool_ir::{FloatKind, PlaceKind, Program, Span, Type};

use crate::inputs::MODEL_PREFIX;
use crate::source_lines::SourceLines;

/// A line of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceLine {
    pub thread: u32,
    /// File and line; none for what has no place in the program.
    pub place: Option<(String, u32)>,
    /// The text of that line.
    pub statement: String,
    /// What happened: `counter: 0 -> 1`.
    pub notes: Vec<String>,
}

/// The lines of a trace, the last one being the violation.
pub fn lines(trace: &Trace, program: &Program, sources: &SourceLines) -> Vec<TraceLine> {
    let mut list = List {
        program,
        sources,
        own_records: records_of_program(program),
        lines: Vec::new(),
        last: None,
        heap: Vec::new(),
    };
    for (index, step) in trace.steps.iter().enumerate() {
        let next = trace.steps.get(index + 1);
        list.add(step, next);
    }
    if let Some((thread, span)) = trace.outcome.place() {
        let file = program.files.get(span.file.index());
        list.lines.push(TraceLine {
            thread,
            place: file.map(|file| (file.clone(), span.line)),
            statement: String::new(),
            notes: vec![trace.outcome.headline()],
        });
    }
    list.lines
}

/// The list as text, with a heading wherever the thread changes.
pub fn text(lines: &[TraceLine], trace: &Trace, program: &Program) -> String {
    let places: Vec<String> = lines.iter().map(place).collect();
    let place_width = widest(places.iter().map(String::as_str), 60);
    let statement_width = widest(lines.iter().map(|line| line.statement.as_str()), 50);
    let mut out = String::new();
    let mut running = None;
    for (line, place) in lines.iter().zip(&places) {
        if running != Some(line.thread) {
            running = Some(line.thread);
            writeln!(out, "{}", heading(trace, program, line.thread)).ok();
        }
        let row = format!(
            "  {place:place_width$}  {:statement_width$}  {}",
            line.statement,
            line.notes.join(", ")
        );
        writeln!(out, "{}", row.trim_end()).ok();
    }
    out
}

fn place(line: &TraceLine) -> String {
    match &line.place {
        Some((file, number)) => format!("{file}:{number}"),
        None => String::new(),
    }
}

/// Of those that are not too wide to line others up with.
fn widest<'a>(texts: impl Iterator<Item = &'a str>, most: usize) -> usize {
    let widths = texts.map(|text| text.chars().count());
    widths.filter(|width| *width <= most).max().unwrap_or(0)
}

fn heading(trace: &Trace, program: &Program, thread: u32) -> String {
    let known = trace.threads.get(thread as usize);
    let created = known.filter(|known| known.created.is_some());
    let function = created.and_then(|known| program.functions.get(known.function.index()));
    match function {
        Some(function) if !function.is_model => format!("thread {thread} ({})", function.name),
        _ => format!("thread {thread}"),
    }
}

struct List<'a> {
    program: &'a Program,
    sources: &'a SourceLines,
    /// The records that the program itself looks into.
    own_records: HashSet<&'a str>,
    lines: Vec<TraceLine>,
    /// Thread and place of the last line, and which instructions it tells of.
    last: Option<(u32, Span, Vec<Executed>)>,
    /// Addresses of those mentioned.
    heap: Vec<u64>,
}

impl List<'_> {
    fn add(&mut self, step: &TraceStep, next: Option<&TraceStep>) {
        let words = self.words(step, next);
        if words.is_none() && !self.is_in_program(step.span) {
            return;
        }
        // An instruction that is executed again is a statement that is.
        if !step.is_by_model
            && (self.last.as_ref()).is_some_and(|(_, _, told)| told.contains(&step.by))
        {
            self.last = None;
        }
        self.begin_line(step.by.thread, step.span);
        if let Some((_, _, told)) = &mut self.last {
            told.push(step.by);
        }
        if let Some(words) = words {
            self.note(words);
        }
    }

    fn note(&mut self, words: String) {
        if let Some(line) = self.lines.last_mut()
            && line.notes.last() != Some(&words)
        {
            line.notes.push(words);
        }
    }

    /// Goes on with the last line if it is of the same thread and line of the program.
    fn begin_line(&mut self, thread: u32, span: Span) {
        let is_same = self.last.as_ref().is_some_and(|(last, at, _)| {
            (*last, at.file, at.line) == (thread, span.file, span.line)
        });
        if is_same {
            return;
        }
        self.last = Some((thread, span, Vec::new()));
        let file = self.program.files.get(span.file.index());
        let file = file.filter(|_| self.is_in_program(span));
        let excerpt = file.and_then(|file| {
            let position = (file.as_str(), span.line, span.column);
            self.sources.of_position(position, "", true)
        });
        let statement = excerpt.and_then(|excerpt| excerpt.text);
        self.lines.push(TraceLine {
            thread,
            place: file.map(|file| (file.clone(), span.line)),
            statement: statement.map_or(String::new(), |text| text.trim().to_string()),
            notes: Vec::new(),
        });
    }

    fn is_in_program(&self, span: Span) -> bool {
        let file = self.program.files.get(span.file.index());
        span.line > 0 && file.is_some_and(|file| !file.starts_with(MODEL_PREFIX))
    }

    /// None for what is only the library's business, or told by the next step.
    fn words(&mut self, step: &TraceStep, next: Option<&TraceStep>) -> Option<String> {
        let is_hidden = |at: &Location| step.is_by_model && self.is_of_library(at);
        match &step.action {
            Action::Read { from, .. } if is_hidden(from) => None,
            Action::Write { to, .. } if is_hidden(to) => None,
            Action::Update { at, .. } if is_hidden(at) => None,
            Action::Read { from, value } => {
                let is_told = next.is_some_and(|next| is_rest_of_update(step, next));
                (!is_told).then(|| format!("{} is {}", self.name(from), self.value(value)))
            }
            Action::Write { to, before, after } => {
                let (to, after) = (self.name(to), self.value(after));
                Some(match before {
                    Some(before) => format!("{to}: {} -> {after}", self.value(before)),
                    None => format!("{to} = {after}"),
                })
            }
            Action::Update { at, before, after } => {
                let (at, before) = (self.name(at), self.value(before));
                Some(match after {
                    Some(after) => format!("{at}: {before} -> {}", self.value(after)),
                    None => format!("{at} stays {before}"),
                })
            }
            Action::Input { value, target } => {
                let value = self.value(value);
                Some(match target {
                    InputTarget::Register(name) if name.is_empty() => format!("input {value}"),
                    InputTarget::Register(name) => format!("{name} = {value} (input)"),
                    InputTarget::Memory(at) => format!("{} = {value} (input)", self.name(at)),
                })
            }
            Action::Spawn { thread, .. } => Some(format!("creates thread {thread}")),
            Action::ThreadEnd => Some(format!("thread {} ends", step.by.thread)),
        }
    }

    /// Memory that only library models know the meaning of.
    fn is_of_library(&self, at: &Location) -> bool {
        let is_own = |name: &String| self.own_records.contains(name.as_str());
        let is_opaque = !at.records.iter().all(is_own);
        match &at.object {
            ObjectName::Global(name) | ObjectName::ThreadLocal { name, .. } => {
                let global = self.program.globals.iter().find(|it| it.name == *name);
                is_opaque || global.is_some_and(|global| !self.is_in_program(global.span))
            }
            _ => is_opaque,
        }
    }

    fn name(&mut self, at: &Location) -> String {
        let path = &at.path;
        match &at.object {
            ObjectName::Global(name)
            | ObjectName::ThreadLocal { name, .. }
            | ObjectName::Local { name, .. } => format!("{name}{path}"),
            ObjectName::Heap { address, .. } | ObjectName::Stack { address, .. } => {
                let known = self.heap.iter().position(|other| other == address);
                let number = known.unwrap_or_else(|| {
                    self.heap.push(*address);
                    self.heap.len() - 1
                });
                format!("object{}{path}", number + 1)
            }
            ObjectName::VariableArguments => format!("arguments{path}"),
            ObjectName::Unknown => "(ended object)".to_string(),
        }
    }

    /// As C would write it.
    fn value(&mut self, value: &ShownValue) -> String {
        let bits = value.bits;
        match value.repr {
            Repr::Pointer { .. } if bits == 0 => "NULL".to_string(),
            Repr::Pointer { .. } => match (&value.target, value.function) {
                (Some(target), _) => format!("&{}", self.name(target)),
                (None, Some(function)) => {
                    let function = self.program.functions.get(function.index());
                    function.map_or(String::new(), |function| function.name.clone())
                }
                (None, None) => format!("{bits:#x}"),
            },
            Repr::Float(FloatKind::F32) => f32::from_bits(bits as u32).to_string(),
            Repr::Float(FloatKind::F64) => f64::from_bits(bits as u64).to_string(),
            Repr::Float(_) => format!("{bits:#x}"),
            Repr::Aggregate | Repr::Void => "{...}".to_string(),
            Repr::Int {
                bits: width,
                signed: true,
            } => sign_extend(bits, width).to_string(),
            Repr::Bool | Repr::Int { .. } => bits.to_string(),
        }
    }
}

/// The names of records whose fields the program's own functions use. Those of the library's opaque types are not among them.
fn records_of_program(program: &Program) -> HashSet<&str> {
    let own = program
        .functions
        .iter()
        .filter(|function| !function.is_model);
    let mut names = HashSet::new();
    for body in own.filter_map(|function| function.body.as_ref()) {
        for place in &body.places {
            if let PlaceKind::Field(base, _) = place.kind
                && let Type::Record(record) = *program.types.get(body.place(base).ty)
            {
                names.insert(program.types.record(record).name.as_str());
            }
        }
    }
    names
}

/// Whether the next step writes what this one read, by the same statement: it tells both values.
fn is_rest_of_update(read: &TraceStep, next: &TraceStep) -> bool {
    let (Action::Read { from, value }, Action::Write { to, before, .. }) =
        (&read.action, &next.action)
    else {
        return false;
    };
    let is_same_line = read.by.thread == next.by.thread && read.span.line == next.span.line;
    is_same_line && from == to && before.as_ref() == Some(value)
}
