//! From effects of instructions to steps: what one statement did in one go.
//!
//! Successive effects of one thread in one execution of a statement of the program are one step. What a library model does is told by the
//! call in the program: of functions for threads and locks, whose objects only they know the meaning of, in words ([`super::library`]); of others, values if
//! there is one, and else only which objects they read and write.

use rustc_hash::FxHashSet;
use unspool_interp::{
    Action, Activation, Executed, Location, ObjectName, Part, Receiver, Trace, TraceStep,
};
use unspool_ir::{FileId, FunctionId, PlaceKind, Program, Type};
use unspool_models::{FileDocumentation, ModelFile};
use unspool_report::model::{Event, Place, Race, Step, Variable, Wait};

use crate::inputs::MODEL_PREFIX;

use super::blocks::{Access, Blocks, fold_arrays};
use super::contents::Contents;
use super::heap_types::HeapTypes;
use super::held_free::Kept;
use super::library::{Call, Touched};
use super::outside::{self, Chooser};
use super::places::Places;
use super::variables::{Variables, only_mentioned};
use super::{deadlock, frames, held_free, name, race};

mod ends;

/// What is declared here is about threads and locks: its effect on the program's objects is its own business.
const OPAQUE_HEADERS: [&str; 3] = ["pthread.h", "semaphore.h", "threads.h"];

/// What an execution is in steps.
pub struct Steps {
    /// None of them is marked as relevant.
    pub steps: Vec<Step>,
    pub variables: Vec<Variable>,
    /// Variables with bytes in common have the same.
    pub cells: Vec<usize>,
    /// Objects that anyone has written, by their names.
    pub written: FxHashSet<String>,
    pub race: Option<Race>,
    pub waits: Vec<Wait>,
    /// Steps in the end that only say that a thread waits.
    pub waiting: usize,
    pub kept: Option<Kept>,
}

pub fn steps(trace: &Trace, program: &Program, places: &mut Places<'_>) -> Steps {
    let mut telling = Telling {
        program,
        places,
        own_records: records_of_program(program),
        opaque_files: opaque_files(program),
        variables: Variables::new(program, HeapTypes::of(program, &trace.steps)),
        contents: Contents::new(program),
        written: FxHashSet::default(),
        steps: Vec::new(),
        open: None,
    };
    for (index, effect) in trace.steps.iter().enumerate() {
        telling.add(effect, trace.steps.get(index + 1));
        telling.contents.follow(effect);
    }
    telling.close();
    telling.last_statement(trace);
    let race = race::tell(&mut telling, trace);
    let told = telling.steps.len();
    let waits = deadlock::tell(&mut telling, trace);
    let waiting = telling.steps.len() - told;
    let kept = held_free::tell(&mut telling, trace);
    let mut steps = telling.steps;
    number_contexts(&mut steps);
    let cells = telling.variables.cells();
    let list = telling.variables.into_list();
    let (variables, cells) = only_mentioned(list, &cells, &mut steps);
    Steps {
        steps,
        variables,
        cells,
        written: telling.written,
        race,
        waits,
        waiting,
        kept,
    }
}

pub struct Telling<'a, 'p> {
    program: &'a Program,
    places: &'a mut Places<'p>,
    /// The records that the program itself looks into.
    own_records: FxHashSet<&'a str>,
    /// Those of models about threads and locks.
    opaque_files: FxHashSet<FileId>,
    variables: Variables<'a>,
    contents: Contents<'a>,
    /// The names of objects that anyone has written.
    written: FxHashSet<String>,
    steps: Vec<Step>,
    /// What the last step tells of.
    open: Option<Open>,
}

/// What a step tells of.
struct Open {
    thread: u32,
    statement: StatementPlace,
    instructions: Vec<Executed>,
    /// The call about threads and locks that is going on.
    call: Option<Call>,
    /// What another function of the library reads and writes.
    blocks: Blocks,
    /// A function that has chosen something, and whose results are told.
    chooser: Option<Chooser>,
}

/// File, line, and where in the line the statement begins and ends: where macros leave open which of several it is, it is all of them.
#[derive(PartialEq, Eq)]
struct StatementPlace {
    file: FileId,
    line: u32,
    columns: (u32, u32),
}

impl Telling<'_, '_> {
    fn add(&mut self, effect: &TraceStep, next: Option<&TraceStep>) {
        if let Action::Write { to: at, .. } | Action::Update { at, .. } = &effect.action {
            self.written.insert(self.variables.object_name(&at.object));
        }
        self.note_result_of_call(effect);
        if is_nameless_result(effect) {
            self.note_result(effect);
            return;
        }
        let is_opaque = self.is_by_opaque_model(effect);
        let is_in_program = self.places.is_in_program(effect.span);
        let event = match is_opaque {
            true => None,
            false => self.event(effect, next),
        };
        let is_end = matches!(effect.action, Action::ThreadEnd | Action::Spawn { .. });
        let is_hidden = matches!(effect.action, Action::Assign { .. }) && !is_opaque;
        if event.is_none() && !is_end && (is_hidden || !is_in_program) {
            return;
        }
        // An instruction that is executed again is a statement that is, be it in another activation.
        let is_same =
            |it: &Executed| (it.function, it.position) == (effect.by.function, effect.by.position);
        let is_told = |open: &Open| open.instructions.iter().any(is_same);
        if !effect.is_by_model && self.open.as_ref().is_some_and(is_told) {
            self.close();
        }
        self.begin(effect);
        // What reads something that has no value is executed again when it has got one.
        if let Some(open) = &mut self.open
            && !matches!(effect.action, Action::Input { is_unset: true, .. })
        {
            open.instructions.push(effect.by);
        }
        // What a call has done comes before what the statement does then.
        if !is_opaque && event.is_some() {
            self.end_call();
        }
        if !effect.is_by_model && (event.is_some() || is_end) {
            self.end_blocks();
        }
        match &effect.action {
            Action::Spawn { thread, .. } => self.push(Event::Creates { thread: *thread }),
            Action::ThreadEnd => {
                self.end_call();
                self.push(Event::Ends);
            }
            _ if is_opaque => self.note_call(effect),
            Action::Input {
                is_unset: false, ..
            } if effect.is_by_model => self.note_choice(effect),
            _ if event.is_none() => {}
            Action::Read { from: at, .. } if effect.is_by_model => {
                self.note_of_block(effect, at, false);
            }
            Action::Write { to: at, .. }
            | Action::Update { at, .. }
            | Action::Assign {
                target: Receiver::Memory(at),
                ..
            } if effect.is_by_model => {
                self.note_of_block(effect, at, true);
            }
            _ => {
                if let Some(event) = event {
                    let event = self.result_or(event);
                    self.push(event);
                }
            }
        }
    }

    /// The library chooses a value.
    fn note_choice(&mut self, effect: &TraceStep) {
        let function = called_function(self.program, effect);
        if let Some(open) = &mut self.open {
            open.chooser = function.and_then(|id| Chooser::of(self.program, id));
        }
    }

    /// A call of the library has given a value to something without a name, which matters if it has chosen it.
    fn note_result(&mut self, effect: &TraceStep) {
        let Action::Assign { value, .. } = &effect.action else {
            return;
        };
        let is_same = |open: &&mut Open| open.thread == effect.by.thread;
        let open = self.open.as_mut().filter(is_same);
        if let Some(chooser) = open.and_then(|open| open.chooser.take()) {
            self.end_blocks();
            let value = self.variables.value(value);
            self.push(chooser.returns(None, value));
        }
    }

    /// What is assigned right behind a call about threads and locks is its result.
    fn note_result_of_call(&mut self, effect: &TraceStep) {
        if let Action::Assign {
            target: Receiver::Register(_),
            value,
        } = &effect.action
            && let Some(open) = self.open.as_mut()
            && open.thread == effect.by.thread
            && let Some(call) = &mut open.call
        {
            call.result.get_or_insert(value.bits);
        }
    }

    /// What is assigned right behind a call that has chosen something is its result.
    fn result_or(&mut self, event: Event) -> Event {
        let chooser = self.open.as_mut().and_then(|open| open.chooser.take());
        match (chooser, event) {
            (Some(chooser), Event::Assign { variable, value }) => {
                chooser.returns(Some(variable), value)
            }
            (_, event) => event,
        }
    }

    fn push(&mut self, event: Event) {
        let Some(step) = self.steps.last_mut() else {
            return;
        };
        if let Some(named) = step
            .events
            .last()
            .and_then(|last| outside::named(last, &event))
        {
            step.events.pop();
            step.events.push(named);
        } else if !is_told(&step.events, &event) {
            step.events.push(event);
        }
    }

    /// None for what is only the library's business, or told by the next effect.
    fn event(&mut self, effect: &TraceStep, next: Option<&TraceStep>) -> Option<Event> {
        if let Some(at) = effect.action.location()
            && (self.is_global_of_library(at) || effect.is_by_model && self.is_of_library(at))
        {
            return None;
        }
        if let Action::Assign { target, .. } = &effect.action
            && self.is_of_macro(target)
        {
            return None;
        }
        let variables = &mut self.variables;
        Some(match &effect.action {
            Action::Read { from, value } => {
                let variable = variables.memory(from, Some(value));
                if next.is_some_and(|next| is_rest_of_update(effect, next)) {
                    return None;
                }
                Event::Read {
                    variable,
                    value: variables.value_at(from, value),
                }
            }
            Action::Write { to, before, after } => Event::Write {
                variable: variables.memory(to, before.as_ref()),
                before: before.as_ref().map(|before| variables.value_at(to, before)),
                after: variables.value_at(to, after),
            },
            Action::Update { at, before, after } => Event::Update {
                variable: variables.memory(at, Some(before)),
                before: variables.value_at(at, before),
                after: after.as_ref().map(|after| variables.value_at(at, after)),
            },
            Action::Assign { target, value } => Event::Assign {
                variable: variables.receiver(target, effect.by)?,
                value: variables.received(target, value),
            },
            Action::Input {
                is_unset: false, ..
            } if effect.is_by_model => return None,
            Action::Input {
                target,
                value,
                is_unset,
            } => Event::Input {
                variable: match (effect.is_by_model, target) {
                    // Variables of a library function say nothing.
                    (true, Receiver::Register(_)) => None,
                    _ => variables.receiver(target, effect.by),
                },
                value: variables.received(target, value),
                is_unset: *is_unset,
            },
            Action::Spawn { .. } | Action::ThreadEnd => return None,
        })
    }

    /// Names that begin so are the library's: it is its macros that declare such variables, unless the user did. Compound literals have none.
    fn is_of_macro(&self, target: &Receiver) -> bool {
        let name = match target {
            Receiver::Register(name) => name,
            Receiver::Memory(at) => match &at.object {
                ObjectName::Local { name, .. } => name,
                _ => return false,
            },
        };
        name.is_empty() || name.starts_with("__") && !self.places.is_written(name)
    }

    /// A function of the library accesses memory of the program.
    fn note_of_block(&mut self, effect: &TraceStep, at: &Location, is_write: bool) {
        let function = self.called(effect).unwrap_or_default();
        let before = match &effect.action {
            Action::Write { before, .. } => before.as_ref(),
            Action::Update { before, .. } => Some(before),
            _ => None,
        };
        let before = before.map(|before| self.variables.value_at(at, before));
        if let Some(open) = &mut self.open {
            let access = Access {
                function,
                is_write,
                is_private: matches!(effect.action, Action::Assign { .. }),
                is_input: open.chooser.is_some(),
                before,
            };
            (open.blocks).note(access, at, &mut self.variables, &self.contents);
        }
    }

    fn end_blocks(&mut self) {
        let (Some(open), Some(step)) = (&mut self.open, self.steps.last_mut()) else {
            return;
        };
        let blocks = std::mem::take(&mut open.blocks);
        let told = blocks.tell(&mut self.variables, &self.contents);
        step.events.extend(told.events);
        step.details.extend(told.details);
    }

    /// Something that a function about threads or locks does.
    fn note_call(&mut self, effect: &TraceStep) {
        let Some(function) = self.called(effect) else {
            return;
        };
        let models = running_models(self.program, &effect.stack);
        let models: Vec<String> = models.map(|id| name(self.program, id)).collect();
        let inner = models.join(" ");
        let touched = self.touched(effect, inner);
        // The same function may be called again, by another call or by the same one in a loop.
        let site = effect.stack.get(models.len()).map(|it| it.span);
        let by = (effect.by.function, effect.by.position);
        let is_other = |call: &Call| {
            call.function != function || call.site != site || call.has_begun_again(by)
        };
        if let Some(open) = &self.open
            && open.call.as_ref().is_some_and(is_other)
        {
            self.end_call();
        }
        if let Some(open) = &mut self.open {
            let call = open
                .call
                .get_or_insert_with(|| Call::new(function, site, by));
            call.touched.extend(touched);
        }
    }

    fn touched(&mut self, effect: &TraceStep, inner: String) -> Option<Touched> {
        let (at, before, after) = match &effect.action {
            Action::Read { from, value } => (from, Some(value), None),
            Action::Write { to, before, after } => (to, before.as_ref(), Some(after)),
            Action::Update { at, before, after } => (at, Some(before), after.as_ref()),
            Action::Assign {
                target: Receiver::Memory(at),
                value,
            } => (at, None, Some(value)),
            Action::Input { value, .. } => {
                return Some(Touched {
                    inner,
                    variable: None,
                    name: None,
                    field: String::new(),
                    before: None,
                    after: Some(value.bits),
                    is_choice: true,
                });
            }
            _ => return None,
        };
        let is_own = match &at.object {
            ObjectName::Global(name) | ObjectName::ThreadLocal { name, .. } => {
                let global = self.program.globals.iter().find(|it| it.name == *name);
                global.is_some_and(|global| self.places.is_in_program(global.span))
            }
            ObjectName::Unknown | ObjectName::VariableArguments => false,
            _ => true,
        };
        let part = self.variables.part(at);
        let (path, field) = self.split_path(&part);
        let object = self.variables.object_name(&at.object);
        let name = is_own.then(|| format!("{object}{path}"));
        let variable = name
            .clone()
            .map(|name| self.variables.object_part(at, path, name, None));
        Some(Touched {
            inner,
            variable,
            // Where in an object of the heap the lock is, nothing may tell.
            name: name.filter(|name| !name.contains(" + ")),
            field: field.to_string(),
            before: before.map(|value| value.bits),
            after: after.map(|value| value.bits),
            is_choice: false,
        })
    }

    /// The way to the library's object, and that within it.
    fn split_path<'l>(&self, at: &'l Part) -> (&'l str, &'l str) {
        let mut records = at.records.iter();
        let own = records
            .position(|record| !self.own_records.contains(record.as_str()))
            .unwrap_or(at.records.len());
        let mut dots = at.path.match_indices('.');
        let cut = dots.nth(own).map_or(at.path.len(), |(at, _)| at);
        at.path.split_at(cut)
    }

    fn end_call(&mut self) {
        let call = self.open.as_mut().and_then(|open| open.call.take());
        let (Some(call), Some(step)) = (call, self.steps.last_mut()) else {
            return;
        };
        let events = call.in_words(&step.statement);
        step.events.extend(events);
    }

    fn close(&mut self) {
        self.end_call();
        self.end_blocks();
        if let Some(step) = self.steps.last_mut().filter(|_| self.open.is_some()) {
            fold_arrays(step, &mut self.variables);
        }
        self.open = None;
    }

    /// Goes on with the last step if it is of the same thread and statement of the program.
    fn begin(&mut self, effect: &TraceStep) {
        let thread = effect.by.thread;
        let found = self.places.statement(effect.span);
        let statement = StatementPlace {
            file: effect.span.file,
            line: found
                .as_ref()
                .map_or(effect.span.line, |(place, _)| place.line),
            columns: found.as_ref().map_or((0, 0), |(place, _)| columns(place)),
        };
        let is_same = |open: &Open| open.thread == thread && open.statement == statement;
        if self.open.as_ref().is_some_and(is_same) {
            return;
        }
        self.close();
        self.open = Some(Open {
            thread,
            statement,
            instructions: Vec::new(),
            call: None,
            blocks: Blocks::default(),
            chooser: None,
        });
        self.begin_step(thread, found, &effect.stack);
    }

    fn begin_step(&mut self, thread: u32, found: Option<(Place, String)>, stack: &[Activation]) {
        let (place, statement) = match found {
            Some((place, statement)) => (Some(place), statement),
            None => (None, String::new()),
        };
        self.steps.push(Step {
            thread,
            context: 0,
            place,
            statement,
            stack: frames(stack, self.program, self.places),
            events: Vec::new(),
            details: Vec::new(),
            is_relevant: false,
        });
    }

    /// The statement of the violation is a step too, even if nobody else can see what it did.
    fn last_statement(&mut self, trace: &Trace) {
        let Some((thread, span)) = trace.outcome.place() else {
            return;
        };
        let found = self.places.statement(span);
        let is_there = |step: &Step| {
            let line =
                |place: Option<Place>| place.map(|place| (place.file, place.line, columns(&place)));
            step.thread == thread
                && line(step.place) == line(found.as_ref().map(|(place, _)| *place))
        };
        if self.steps.last().is_some_and(is_there) {
            return;
        }
        let stack = trace.stacks.iter().find(|(of, _)| *of == thread);
        let stack = stack.map_or(&[][..], |(_, stack)| stack);
        self.begin_step(thread, found, stack);
    }

    fn is_by_opaque_model(&self, effect: &TraceStep) -> bool {
        let called = called_function(self.program, effect);
        called.is_some_and(|id| {
            let function = self.program.functions.get(id.index());
            function.is_some_and(|function| self.opaque_files.contains(&function.span.file))
        })
    }

    /// The name of the library function that the program has called.
    fn called(&self, effect: &TraceStep) -> Option<String> {
        called_function(self.program, effect).map(|id| name(self.program, id))
    }

    /// Memory that only library models know the meaning of.
    fn is_of_library(&self, at: &Location) -> bool {
        let is_own = |name: &String| self.own_records.contains(name.as_str());
        let is_opaque = !self.variables.part(at).records.iter().all(is_own);
        is_opaque || self.is_global_of_library(at) || self.variables.is_of_library(&at.object)
    }

    /// Such as `stderr`, and the tables behind `isupper`.
    fn is_global_of_library(&self, at: &Location) -> bool {
        let (ObjectName::Global(name) | ObjectName::ThreadLocal { name, .. }) = &at.object else {
            return false;
        };
        let global = self.program.globals.iter().find(|it| it.name == *name);
        global.is_some_and(|global| !self.places.is_in_program(global.span))
    }
}

/// Whether an event says nothing new: what has no value, and gets one, is then read; and what was read, and is read again.
fn is_told(before: &[Event], event: &Event) -> bool {
    if before.last() == Some(event) {
        return true;
    }
    let Event::Read { variable, value } = event else {
        return false;
    };
    let mut last = before.iter().rev();
    let last = last.find(|it| it.variable() == Some(*variable));
    last.is_some_and(|last| match last {
        Event::Input {
            value: any,
            is_unset: true,
            ..
        } => any == value,
        other => other == event,
    })
}

/// The result of a call, which no variable gets.
fn is_nameless_result(effect: &TraceStep) -> bool {
    matches!(&effect.action, Action::Assign { target: Receiver::Register(name), .. } if name.is_empty())
}

fn columns(place: &Place) -> (u32, u32) {
    (place.column, place.end_column)
}

/// The library function that the program has called to do this.
pub fn called_function(program: &Program, effect: &TraceStep) -> Option<FunctionId> {
    running_models(program, &effect.stack).last()
}

/// The functions of the library that are running, innermost first.
fn running_models(program: &Program, stack: &[Activation]) -> impl Iterator<Item = FunctionId> {
    let is_model = |id: &FunctionId| {
        let function = program.functions.get(id.index());
        function.is_some_and(|function| function.is_model)
    };
    stack.iter().map(|it| it.function).take_while(is_model)
}

fn number_contexts(steps: &mut [Step]) {
    let mut context = 0;
    let mut running = steps.first().map(|step| step.thread);
    for step in steps {
        if running != Some(step.thread) {
            running = Some(step.thread);
            context += 1;
        }
        step.context = context;
    }
}

/// The names of records whose fields the program's own functions use. Those of the library's opaque types are not among them.
fn records_of_program(program: &Program) -> FxHashSet<&str> {
    let own = program
        .functions
        .iter()
        .filter(|function| !function.is_model);
    let mut names = FxHashSet::default();
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
fn opaque_files(program: &Program) -> FxHashSet<FileId> {
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

/// Whether the next effect writes what this one read, by the same statement: it tells both values.
fn is_rest_of_update(read: &TraceStep, next: &TraceStep) -> bool {
    let (Action::Read { from, value }, Action::Write { to, before, .. }) =
        (&read.action, &next.action)
    else {
        return false;
    };
    let is_same_line = read.by.thread == next.by.thread && read.span.line == next.span.line;
    is_same_line && from == to && before.as_ref() == Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contexts_are_stretches_of_one_thread() {
        let step = |thread| Step {
            thread,
            context: 9,
            place: None,
            statement: String::new(),
            stack: Vec::new(),
            events: Vec::new(),
            details: Vec::new(),
            is_relevant: false,
        };
        let mut steps: Vec<Step> = [0, 0, 1, 0, 2, 2].map(step).into();
        number_contexts(&mut steps);
        let contexts: Vec<u32> = steps.iter().map(|step| step.context).collect();
        assert_eq!(contexts, [0, 0, 1, 2, 3, 3]);
    }
}
