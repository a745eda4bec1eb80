//! The execution as a SARIF code flow: a thread flow for each thread, put into one order by `executionOrder`.
//!
//! Only the steps that matter are in it, as in the terminal. Viewers differ in whether they interleave thread flows (most show one below the other), so each message
//! begins with the number of its step in the order of time, and says what happened in the words of the terminal. `state` has the values of what the step used,
//! as they were after it; `nestingLevel` is the depth of calls.

use serde_json::{Map, Value, json};

use crate::model::{Event, LibraryEffect, SourceFile, Step, Thread, Trace};
use crate::sarif::location;
use crate::words;

/// All threads that take part.
pub(crate) fn code_flow(trace: &Trace, files: &[SourceFile]) -> Value {
    let flows: Vec<Value> = trace
        .threads
        .iter()
        .filter_map(|thread| thread_flow(trace, files, thread))
        .collect();
    json!({
        "message": { "text": trace.violation.explanation },
        "threadFlows": flows,
    })
}

/// None for a thread that does nothing of interest: a thread flow has at least one location (3.37.6).
fn thread_flow(trace: &Trace, files: &[SourceFile], thread: &Thread) -> Option<Value> {
    let last = trace.steps.len().saturating_sub(1);
    let steps: Vec<(usize, &Step)> = trace
        .steps
        .iter()
        .enumerate()
        .filter(|(index, step)| {
            step.thread == thread.number && (step.is_relevant || *index == last)
        })
        .collect();
    if steps.is_empty() {
        return None;
    }
    let locations: Vec<Value> = steps
        .iter()
        .map(|(index, step)| flow_location(trace, files, *index, step))
        .collect();
    Some(json!({
        "id": format!("thread {}", thread.number),
        "message": { "text": thread.title() },
        "initialState": initial_state(trace, &steps),
        "locations": locations,
    }))
}

fn flow_location(trace: &Trace, files: &[SourceFile], index: usize, step: &Step) -> Value {
    let is_last = index + 1 == trace.steps.len();
    let is_related = trace.violation.related.iter().any(|r| r.step == index);
    // What only the thread itself can see is in the state.
    let events = step.events.iter();
    let told = events.filter(|event| !matches!(event, Event::Assign { .. }));
    let words: Vec<String> = told.map(|event| words::of_event(trace, event)).collect();
    let words = match words.is_empty() {
        true => step.statement.clone(),
        false => words.join(", "),
    };
    let mut message = format!(
        "{}. {}: {words}",
        index + 1,
        words::thread(trace, step.thread)
    );
    if is_last {
        message.push_str(&format!("; {}", trace.violation.message));
    }
    let function = step.stack.first().map(|frame| frame.function.as_str());
    let mut kinds: Vec<&str> = Vec::new();
    for kind in step.events.iter().flat_map(kinds_of) {
        if !kinds.contains(kind) {
            kinds.push(kind);
        }
    }
    if is_last {
        kinds.push("danger");
    }
    json!({
        "location": location(files, step.place, function, Some(&message)),
        "kinds": kinds,
        "state": state_after(trace, step),
        "nestingLevel": step.stack.len().saturating_sub(1),
        "executionOrder": index + 1,
        "importance": if is_last || is_related { "essential" } else { "important" },
    })
}

/// The names that SARIF gives to kinds of locations (3.38.8), where it has one.
fn kinds_of(event: &Event) -> &'static [&'static str] {
    match event {
        Event::Read { .. } => &["usage", "value"],
        Event::Write { .. } | Event::Assign { .. } | Event::Input { .. } => &["value"],
        Event::Update { .. } => &["usage", "value"],
        Event::Library { effect, .. } => match effect {
            LibraryEffect::Acquires => &["acquire", "lock"],
            LibraryEffect::Releases => &["release", "lock"],
            LibraryEffect::Waits => &["wait"],
            LibraryEffect::WakesUp | LibraryEffect::Joins => &["resume"],
            LibraryEffect::Signals => &["signal"],
            LibraryEffect::Other => &["call"],
        },
        Event::Creates { .. } => &["call", "thread"],
        Event::Ends => &["exit", "thread"],
    }
}

/// What each variable that the step used contains after it.
fn state_after(trace: &Trace, step: &Step) -> Value {
    let mut state = Map::new();
    for event in &step.events {
        let (variable, value) = match event {
            Event::Read { variable, value } | Event::Assign { variable, value } => {
                (*variable, value)
            }
            Event::Write {
                variable, after, ..
            } => (*variable, after),
            Event::Update {
                variable,
                before,
                after,
            } => (*variable, after.as_ref().unwrap_or(before)),
            Event::Input {
                variable: Some(variable),
                value,
                ..
            } => (*variable, value),
            Event::Input { variable: None, .. }
            | Event::Library { .. }
            | Event::Creates { .. }
            | Event::Ends => continue,
        };
        let name = words::variable_name(trace, variable).to_owned();
        state.insert(name, json!({ "text": value }));
    }
    Value::Object(state)
}

/// What the variables that threads contend for contained at first, as far as these steps use them.
fn initial_state(trace: &Trace, steps: &[(usize, &Step)]) -> Value {
    let mut state = Map::new();
    for (_, step) in steps {
        for event in &step.events {
            let (Event::Read { variable, .. }
            | Event::Write { variable, .. }
            | Event::Update { variable, .. }) = event
            else {
                continue;
            };
            let Some(variable) = trace.variables.get(*variable) else {
                continue;
            };
            if let (true, Some(initial)) = (variable.is_contended, &variable.initial) {
                state.insert(variable.name.clone(), json!({ "text": initial }));
            }
        }
    }
    Value::Object(state)
}
