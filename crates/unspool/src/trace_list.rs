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
//! Successive steps of one thread in one execution of a statement of the program are one line here. What a library model does is told by the
//! call in the program: nothing of what functions for threads and locks do with the program's objects, which only they know the meaning of; of others, values if
//! there is one, and else only which objects they read and write. Heap objects are numbered in the order in which they are mentioned.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use unspool_interp::{Action, Executed, InputTarget, Location, ObjectName, Trace, TraceStep};
use unspool_ir::{FileId, FunctionId, PlaceKind, Program, Span, Type};
use unspool_models::{FileDocumentation, ModelFile};

use crate::inputs::MODEL_PREFIX;
use crate::source_lines::SourceLines;
use crate::statement_text::shortened;
use crate::trace_names::TraceNames;

/// A line of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceLine {
    pub thread: u32,
    /// File and line; none for what has no place in the program.
    pub place: Option<(String, u32)>,
    /// The text of the statement, or of its first line.
    pub statement: String,
    /// What happened: `counter: 0 -> 1`.
    pub notes: Vec<String>,
}

/// Characters of a statement.
const MOST_OF_STATEMENT: usize = 60;

/// What is declared here is about threads and locks: its effect on the program's objects is its own business.
const OPAQUE_HEADERS: [&str; 3] = ["pthread.h", "semaphore.h", "threads.h"];

/// The lines of a trace, the last one being the violation.
pub fn lines(trace: &Trace, program: &Program, sources: &SourceLines) -> Vec<TraceLine> {
    let mut list = List {
        program,
        sources,
        own_records: records_of_program(program),
        opaque_files: opaque_files(program),
        lines: Vec::new(),
        last: None,
        names: TraceNames::of(program),
        statements: HashMap::new(),
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
    /// Those of models about threads and locks.
    opaque_files: HashSet<FileId>,
    lines: Vec<TraceLine>,
    /// What the last line tells of.
    last: Option<Told>,
    names: TraceNames<'a>,
    /// Those looked up: see [`List::statement`].
    statements: HashMap<Span, (String, usize)>,
}

/// What a line tells of.
struct Told {
    thread: u32,
    place: StatementPlace,
    instructions: Vec<Executed>,
    /// Objects that the library reads, or writes (true), and the notes that say so.
    by_library: Vec<(String, bool, usize)>,
}

/// File, line, and where in the line the statement begins.
#[derive(PartialEq, Eq)]
struct StatementPlace {
    file: FileId,
    line: u32,
    start: usize,
}

impl List<'_> {
    fn add(&mut self, step: &TraceStep, next: Option<&TraceStep>) {
        let words = self.words(step, next);
        if words.is_none() && !self.is_in_program(step.span) {
            return;
        }
        // An instruction that is executed again is a statement that is, be it in another activation.
        let is_same =
            |it: &Executed| (it.function, it.position) == (step.by.function, step.by.position);
        let is_told = |told: &Told| told.instructions.iter().any(is_same);
        if !step.is_by_model && self.last.as_ref().is_some_and(is_told) {
            self.last = None;
        }
        self.begin_line(step.by.thread, step.span);
        if let Some(told) = &mut self.last {
            told.instructions.push(step.by);
        }
        let Some(words) = words else {
            return;
        };
        match &step.action {
            Action::Read { from: at, .. } if step.is_by_model => {
                self.note_of_library(at, false, words);
            }
            Action::Write { to: at, .. } | Action::Update { at, .. } if step.is_by_model => {
                self.note_of_library(at, true, words);
            }
            _ => self.note(words),
        }
    }

    fn note(&mut self, words: String) {
        if let Some(line) = self.lines.last_mut()
            && line.notes.last() != Some(&words)
        {
            line.notes.push(words);
        }
    }

    /// From the second access to an object on, only the object is told: strings are read character by character.
    fn note_of_library(&mut self, at: &Location, is_write: bool, words: String) {
        let object = self.names.object_name(&at.object);
        let (Some(told), Some(line)) = (&mut self.last, self.lines.last_mut()) else {
            return;
        };
        let known = told
            .by_library
            .iter()
            .find(|(name, is_known_write, _)| (name, *is_known_write) == (&object, is_write));
        match known {
            Some(&(.., index)) => {
                let verb = if is_write { "writes" } else { "reads" };
                if let Some(note) = line.notes.get_mut(index) {
                    *note = format!("{verb} {object}");
                }
            }
            None => {
                told.by_library.push((object, is_write, line.notes.len()));
                line.notes.push(words);
            }
        }
    }

    /// Goes on with the last line if it is of the same thread and statement of the program.
    fn begin_line(&mut self, thread: u32, span: Span) {
        let file = self.program.files.get(span.file.index());
        let file = file.filter(|_| self.is_in_program(span));
        let (statement, start) = self.statement(span);
        let place = StatementPlace {
            file: span.file,
            line: span.line,
            start,
        };
        let is_same = |told: &Told| told.thread == thread && told.place == place;
        if self.last.as_ref().is_some_and(is_same) {
            return;
        }
        self.last = Some(Told {
            thread,
            place,
            instructions: Vec::new(),
            by_library: Vec::new(),
        });
        self.lines.push(TraceLine {
            thread,
            place: file.map(|file| (file.clone(), span.line)),
            statement,
            notes: Vec::new(),
        });
    }

    /// Its text, and where in its line it begins.
    fn statement(&mut self, span: Span) -> (String, usize) {
        if !self.is_in_program(span) {
            return (String::new(), 0);
        }
        if let Some(known) = self.statements.get(&span) {
            return known.clone();
        }
        let file = self.program.files.get(span.file.index());
        let found = file.and_then(|file| {
            let position = (file.as_str(), span.line, span.column);
            self.sources.statement(position)
        });
        let (text, range) = found.unwrap_or_default();
        let statement = text.get(range.clone()).unwrap_or("").trim();
        let statement = (shortened(statement, MOST_OF_STATEMENT), range.start);
        self.statements.insert(span, statement.clone());
        statement
    }

    fn is_in_program(&self, span: Span) -> bool {
        let file = self.program.files.get(span.file.index());
        span.line > 0 && file.is_some_and(|file| !file.starts_with(MODEL_PREFIX))
    }

    /// None for what is only the library's business, or told by the next step.
    fn words(&mut self, step: &TraceStep, next: Option<&TraceStep>) -> Option<String> {
        let is_opaque = self.is_by_opaque_model(step);
        let is_hidden = |at: &Location| step.is_by_model && (is_opaque || self.is_of_library(at));
        match &step.action {
            Action::Read { from, .. } if is_hidden(from) => None,
            Action::Write { to, .. } if is_hidden(to) => None,
            Action::Update { at, .. } if is_hidden(at) => None,
            Action::Read { from, value } => {
                let is_told = next.is_some_and(|next| is_rest_of_update(step, next));
                (!is_told)
                    .then(|| format!("{} is {}", self.names.name(from), self.names.value(value)))
            }
            Action::Write { to, before, after } => {
                let (to, after) = (self.names.name(to), self.names.value(after));
                Some(match before {
                    Some(before) => format!("{to}: {} -> {after}", self.names.value(before)),
                    None => format!("{to} = {after}"),
                })
            }
            Action::Update { at, before, after } => {
                let (at, before) = (self.names.name(at), self.names.value(before));
                Some(match after {
                    Some(after) => format!("{at}: {before} -> {}", self.names.value(after)),
                    None => format!("{at} stays {before}"),
                })
            }
            Action::Input { value, .. } if is_opaque => Some(format!(
                "choice of the library: {}",
                self.names.value(value)
            )),
            Action::Input { value, target } => {
                let value = self.names.value(value);
                Some(match target {
                    InputTarget::Register(name) if name.is_empty() => format!("input {value}"),
                    InputTarget::Register(name) => format!("{name} = {value} (input)"),
                    InputTarget::Memory(at) => format!("{} = {value} (input)", self.names.name(at)),
                })
            }
            Action::Spawn { thread, .. } => Some(format!("creates thread {thread}")),
            Action::ThreadEnd => Some(format!("thread {} ends", step.by.thread)),
        }
    }

    /// Whether the program has called a function about threads or locks.
    fn is_by_opaque_model(&self, step: &TraceStep) -> bool {
        let function = |id: FunctionId| self.program.functions.get(id.index());
        let activations = step.stack.iter().map(|it| function(it.function));
        let models = activations.map_while(|it| it.filter(|function| function.is_model));
        let called = models.last();
        called.is_some_and(|function| self.opaque_files.contains(&function.span.file))
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

/// The files of models about threads and locks.
fn opaque_files(program: &Program) -> HashSet<FileId> {
    let is_opaque = |file: &ModelFile| {
        let documentation = FileDocumentation::parse(file.name, file.text);
        let mut headers = documentation.headers.iter();
        headers.any(|header| OPAQUE_HEADERS.contains(&header.as_str()))
    };
    let models = program.files.iter().enumerate().filter_map(|(id, name)| {
        let name = name.strip_prefix(MODEL_PREFIX)?;
        let model = unspool_models::files().iter().find(|it| it.name == name)?;
        Some((FileId::new(id), model))
    });
    models
        .filter(|(_, file)| is_opaque(file))
        .map(|(id, _)| id)
        .collect()
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
