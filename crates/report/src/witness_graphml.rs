//! SV-COMP violation witnesses, format 1.0: an automaton in GraphML.
//!
//! The automaton is one path: a node between any two steps, an edge for each step with its thread and line, and further edges where functions are entered
//! and left. An edge's assumption holds behind it, so it tells what the step wrote, or read of memory that others can write. The last node is the violation.
//! There is no sink, since a path has no branch to leave it by.
//!
//! Source: "GraphML-Based Exchange Format for Violation Witnesses and Correctness Witnesses" (sosy-lab/sv-witnesses, README-GraphML.md); Beyer, Friedberger:
//! "Violation Witnesses and Result Validation for Multi-Threaded Programs", ISoLA 2020.

use crate::model::{Event, Frame, Place, Report, Step, Trace};
use crate::witness::{self, WitnessConfig, WitnessError};
use crate::witness_places;
use crate::xml::{self, Element};

/// The witness, with a newline at the end.
pub fn witness_graphml(report: &Report, config: &WitnessConfig) -> Result<String, WitnessError> {
    let report = &witness_places::in_given_files(report);
    let trace = witness::trace(report)?;
    let inputs = witness::inputs(report)?;
    // The format knows one file only.
    let Some((program, hash)) = inputs.first() else {
        return Err(WitnessError::NoInput);
    };
    let mut root = Element::new("graphml")
        .with("xmlns", "http://graphml.graphdrawing.org/xmlns")
        .with("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance");
    for (id, name, kind, domain) in KEYS {
        root.push(key(id, name, kind, domain, program));
    }
    let mut graph = Element::new("graph").with("edgedefault", "directed");
    let architecture = match witness::is_32_bit(report) {
        true => "32bit",
        false => "64bit",
    };
    let formula = witness::formula(trace);
    for (key, value) in [
        ("witness-type", "violation_witness"),
        ("sourcecodelang", "C"),
        (
            "producer",
            &format!("{} {}", report.tool.name, report.tool.version),
        ),
        (
            "specification",
            &format!("CHECK( init(main()), LTL({formula}) )"),
        ),
        ("programfile", program),
        ("programhash", hash),
        ("architecture", architecture),
        ("creationtime", &config.creation_time),
    ] {
        graph.push(data(key, value));
    }
    let edges = edges(report, trace, program);
    for index in 0..=edges.len() {
        let mut node = Element::new("node").with("id", node_id(index));
        if index == 0 {
            node.push(data("entry", "true"));
        }
        if index == edges.len() {
            node.push(data("violation", "true"));
        }
        graph.push(node);
    }
    for (index, edge) in edges.into_iter().enumerate() {
        let mut element = Element::new("edge")
            .with("source", node_id(index))
            .with("target", node_id(index + 1));
        for (key, value) in edge {
            element.push(data(key, &value));
        }
        graph.push(element);
    }
    Ok(xml::document(&root.child(graph)))
}

/// Identifier, name, type, and what the data is attached to.
const KEYS: &[(&str, &str, &str, &str)] = &[
    ("witness-type", "witness-type", "string", "graph"),
    ("sourcecodelang", "sourcecodelang", "string", "graph"),
    ("producer", "producer", "string", "graph"),
    ("specification", "specification", "string", "graph"),
    ("programfile", "programfile", "string", "graph"),
    ("programhash", "programhash", "string", "graph"),
    ("architecture", "architecture", "string", "graph"),
    ("creationtime", "creationtime", "string", "graph"),
    ("entry", "entry", "boolean", "node"),
    ("sink", "sink", "boolean", "node"),
    ("violation", "violation", "boolean", "node"),
    ("threadId", "threadId", "string", "edge"),
    ("createThread", "createThread", "string", "edge"),
    ("originfile", "originFileName", "string", "edge"),
    ("startline", "startline", "int", "edge"),
    ("endline", "endline", "int", "edge"),
    ("enterFunction", "enterFunction", "string", "edge"),
    ("returnFromFunction", "returnFromFunction", "string", "edge"),
    ("assumption", "assumption", "string", "edge"),
    ("assumption.scope", "assumption.scope", "string", "edge"),
    (
        "assumption.resultfunction",
        "assumption.resultfunction",
        "string",
        "edge",
    ),
];

fn key(id: &str, name: &str, kind: &str, domain: &str, program: &str) -> Element {
    let key = Element::new("key")
        .with("id", id)
        .with("attr.name", name)
        .with("attr.type", kind)
        .with("for", domain);
    match (kind, id) {
        ("boolean", _) => key.child(Element::new("default").text("false")),
        (_, "originfile") => key.child(Element::new("default").text(program)),
        _ => key,
    }
}

fn data(key: &str, value: &str) -> Element {
    Element::new("data").with("key", key).text(value)
}

fn node_id(index: usize) -> String {
    format!("N{index}")
}

/// The data of an edge, in the order of the keys.
type Edge = Vec<(&'static str, String)>;

fn edges(report: &Report, trace: &Trace, program: &str) -> Vec<Edge> {
    let mut path = Path {
        report,
        program,
        stacks: vec![Vec::new(); trace.threads.len()],
        edges: Vec::new(),
    };
    if let Some(first) = trace.threads.first() {
        path.edges.push(vec![
            ("threadId", first.number.to_string()),
            ("createThread", first.number.to_string()),
            (
                "enterFunction",
                witness::source_name(&first.function).to_owned(),
            ),
        ]);
        if let Some(stack) = path.stacks.first_mut() {
            stack.push(Frame {
                function: first.function.clone(),
                at: None,
            });
        }
    }
    for step in &trace.steps {
        path.walk(trace, step);
    }
    let last = trace.steps.last();
    let violation = &trace.violation;
    if violation.place.is_some() && last.and_then(|step| step.place) != violation.place {
        let mut edge = vec![("threadId", violation.thread.to_string())];
        edge.extend(path.lines(violation.place));
        path.edges.push(edge);
    }
    path.edges
}

/// The edges so far, and in which functions each thread is behind them, outermost first.
struct Path<'a> {
    report: &'a Report,
    program: &'a str,
    stacks: Vec<Vec<Frame>>,
    edges: Vec<Edge>,
}

impl Path<'_> {
    fn walk(&mut self, trace: &Trace, step: &Step) {
        let thread = step.thread.to_string();
        // What happens in no function of the program, such as the end of a thread, changes nothing about where it is.
        if !step.stack.is_empty() {
            self.go_to(step);
        }
        let mut created = step.events.iter().filter_map(|event| match event {
            Event::Creates { thread } => Some(thread.to_string()),
            _ => None,
        });
        let first = created.next();
        let mut edge = vec![("threadId", thread.clone())];
        edge.extend(first.map(|number| ("createThread", number)));
        edge.extend(self.lines(step.place));
        edge.extend(self.assumption(trace, step));
        // An edge that says nothing but its thread would match anything.
        if edge.len() > 1 {
            self.edges.push(edge);
        }
        for number in created {
            let mut edge = vec![("threadId", thread.clone()), ("createThread", number)];
            edge.extend(self.lines(step.place));
            self.edges.push(edge);
        }
        if step.events.contains(&Event::Ends) {
            self.leave(step.thread, 0);
        }
    }

    /// Leaves and enters functions until the thread is where the step is. A thread that was created enters its function so.
    fn go_to(&mut self, step: &Step) {
        let Some(now) = thread_entry(&mut self.stacks, step.thread) else {
            return;
        };
        let wanted: Vec<Frame> = step.stack.iter().rev().cloned().collect();
        // What the innermost frames say of where they stand changes with every step. The same function called from another line is another call.
        let is_same_call = |index: usize| {
            let (Some(old), Some(new)) = (now.get(index), wanted.get(index)) else {
                return false;
            };
            let caller_of = |stack: &[Frame]| match index.checked_sub(1) {
                Some(caller) => stack.get(caller).and_then(|frame| frame.at),
                None => None,
            };
            old.function == new.function && caller_of(now) == caller_of(&wanted)
        };
        let common = (0..wanted.len())
            .take_while(|index| is_same_call(*index))
            .count();
        self.leave(step.thread, common);
        for index in common..wanted.len() {
            let Some(frame) = wanted.get(index) else {
                continue;
            };
            let caller = index.checked_sub(1).and_then(|caller| wanted.get(caller));
            let mut edge = vec![("threadId", step.thread.to_string())];
            edge.extend(self.lines(caller.and_then(|caller| caller.at)));
            let function = witness::source_name(&frame.function).to_owned();
            edge.push(("enterFunction", function));
            self.edges.push(edge);
        }
        if let Some(now) = thread_entry(&mut self.stacks, step.thread) {
            *now = wanted;
        }
    }

    /// Returns from functions until so many are left.
    fn leave(&mut self, thread: u32, left: usize) {
        let Some(stack) = thread_entry(&mut self.stacks, thread) else {
            return;
        };
        while stack.len() > left {
            if let Some(frame) = stack.pop() {
                let function = witness::source_name(&frame.function).to_owned();
                self.edges.push(vec![
                    ("threadId", thread.to_string()),
                    ("returnFromFunction", function),
                ]);
            }
        }
    }

    fn lines(&self, place: Option<Place>) -> Edge {
        let files = &self.report.program.files;
        let Some((place, file)) =
            place.and_then(|place| files.get(place.file).map(|file| (place, file)))
        else {
            return Vec::new();
        };
        let mut lines = Vec::new();
        if file.name != self.program {
            lines.push(("originfile", file.name.clone()));
        }
        lines.push(("startline", place.line.to_string()));
        lines.push(("endline", place.line.to_string()));
        lines
    }

    fn assumption(&self, trace: &Trace, step: &Step) -> Edge {
        if let Some(edge) = self.returned_input(trace, step) {
            return edge;
        }
        let mut values: Vec<(&str, String)> = Vec::new();
        let mut scope = None;
        for event in &step.events {
            let Some((variable, value)) = value_after(event) else {
                continue;
            };
            let Some(variable) = witness::nameable(trace, step, variable) else {
                continue;
            };
            // The last value counts, also when it cannot be written.
            values.retain(|(name, _)| *name != variable.name);
            let Some(value) = witness::plain_integer(value) else {
                continue;
            };
            values.push((variable.name, value));
            scope = scope.or(variable.scope);
        }
        if values.is_empty() {
            return Vec::new();
        }
        let parts: Vec<String> = values
            .iter()
            .map(|(name, value)| format!("{name} == {value}"))
            .collect();
        let mut edge = vec![("assumption", format!("{};", parts.join(" && ")))];
        edge.extend(scope.map(|scope| ("assumption.scope", scope.to_owned())));
        edge
    }

    /// A value from outside that no variable takes, or one that cannot be named, has the name of what the function returns.
    fn returned_input(&self, trace: &Trace, step: &Step) -> Option<Edge> {
        let is_nameless = |event: &Event| match event {
            Event::Input { variable, .. } => {
                variable.is_none_or(|it| witness::nameable(trace, step, it).is_none())
            }
            _ => false,
        };
        if !step.events.iter().any(is_nameless) {
            return None;
        }
        let calls = witness::input_calls(&self.report.program.files, step)?;
        let [(call, value)] = calls.as_slice() else {
            return None;
        };
        let value = witness::plain_integer(value)?;
        Some(vec![
            ("assumption", format!("\\result == {value};")),
            ("assumption.resultfunction", call.function.clone()),
        ])
    }
}

/// The variable that an event is about, and its value behind the event.
fn value_after(event: &Event) -> Option<(usize, &str)> {
    match event {
        Event::Read { variable, value } | Event::Assign { variable, value } => {
            Some((*variable, value))
        }
        Event::Write {
            variable, after, ..
        } => Some((*variable, after)),
        Event::Update {
            variable,
            before,
            after,
        } => Some((*variable, after.as_ref().unwrap_or(before))),
        Event::Input {
            variable: Some(variable),
            value,
            ..
        } => Some((*variable, value)),
        Event::Input { variable: None, .. }
        | Event::Library { .. }
        | Event::Creates { .. }
        | Event::Ends => None,
    }
}

fn thread_entry<T>(entries: &mut [T], thread: u32) -> Option<&mut T> {
    usize::try_from(thread)
        .ok()
        .and_then(|thread| entries.get_mut(thread))
}
