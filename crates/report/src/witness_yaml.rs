//! SV-COMP violation witnesses, format 2.2: a sequence of waypoints in YAML.
//!
//! A waypoint is a condition at a place, which the execution passes; one segment, here one waypoint, follows the other. Format 2.2 adds the thread that
//! passes it: the first thread is 0, and the k-th entry of a thread's function at the call that creates it makes thread k. What is told:
//!
//! - each creation of a thread (`function_enter`),
//! - each value from outside, where it is clear which call gave it (`function_return`),
//! - where a thread gets its turn, and what memory that threads contend for contains before a statement that uses it (`assumption`),
//! - the violation (`target`).
//!
//! An assumption is evaluated whenever its thread comes to its place, and then has to hold. So a place that has one once has one for each time that the thread
//! comes there. Loops have none, since the place before a loop is passed only once; nor has the rest of a statement that another thread or a call interrupted.
//!
//! Source: Ayaziová, Beyer, Lingsch-Rosenfeld, Spiessl, Strejček: "Software Verification Witnesses 2.0", SPIN 2024; the threads of format 2.2 as ConcurrentWitness2Test and
//! Theta read them. There `function_enter` is at the closing parenthesis of the call, as since format 2.0.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::model::{Event, Place, Report, Step, Trace};
use crate::source_calls::is_line_marker;
use crate::witness::{self, WitnessConfig, WitnessError};
use crate::witness_places::{self, UNKNOWN_COLUMN};

/// The witness, with a newline at the end.
pub fn witness_yaml(report: &Report, config: &WitnessConfig) -> Result<String, WitnessError> {
    let report = &witness_places::in_given_files(report);
    let trace = witness::trace(report)?;
    let inputs = witness::inputs(report)?;
    let task = Task {
        input_files: inputs.iter().map(|(name, _)| *name).collect(),
        input_file_hashes: inputs.iter().copied().collect(),
        specification: witness::formula(trace),
        data_model: match witness::is_32_bit(report) {
            true => "ILP32",
            false => "LP64",
        },
        language: "C",
    };
    let entry = Entry {
        entry_type: "violation_sequence",
        metadata: Metadata {
            format_version: "2.2",
            uuid: &config.uuid,
            creation_time: &config.creation_time,
            producer: Producer {
                name: &report.tool.name,
                version: &report.tool.version,
            },
            task,
        },
        content: content(report, trace)?,
    };
    let options = serde_saphyr::ser_options! {
        // Else a reader might take a time or a hash for something that is not a string.
        quote_all: true,
    };
    let text = serde_saphyr::to_string_with_options(&[entry], options)
        .map_err(|error| WitnessError::NotWritten(error.to_string()))?;
    // Not characters of YAML (5.1), and not escaped by the writer, as control characters are.
    Ok(text.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}"))
}

#[derive(Serialize)]
struct Entry<'a> {
    entry_type: &'static str,
    metadata: Metadata<'a>,
    content: Vec<Segment>,
}

#[derive(Serialize)]
struct Metadata<'a> {
    format_version: &'static str,
    uuid: &'a str,
    creation_time: &'a str,
    producer: Producer<'a>,
    task: Task<'a>,
}

#[derive(Serialize)]
struct Producer<'a> {
    name: &'a str,
    version: &'a str,
}

#[derive(Serialize)]
struct Task<'a> {
    input_files: Vec<&'a str>,
    input_file_hashes: BTreeMap<&'a str, &'a str>,
    specification: String,
    data_model: &'static str,
    language: &'static str,
}

#[derive(Serialize)]
struct Segment {
    segment: [NamedWaypoint; 1],
}

#[derive(Serialize)]
struct NamedWaypoint {
    waypoint: Waypoint,
}

#[derive(Serialize)]
struct Waypoint {
    r#type: &'static str,
    action: &'static str,
    thread_id: usize,
    location: Location,
    #[serde(skip_serializing_if = "Option::is_none")]
    constraint: Option<Constraint>,
}

#[derive(Serialize)]
struct Location {
    file_name: String,
    line: u32,
    /// Without it, the first fitting place of the line is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    function: Option<String>,
}

#[derive(Serialize)]
struct Constraint {
    value: String,
    format: &'static str,
}

fn content(report: &Report, trace: &Trace) -> Result<Vec<Segment>, WitnessError> {
    let files = &report.program.files;
    let mut sequence = Sequence {
        report,
        trace,
        lines: files
            .iter()
            .map(|file| file.text.lines().collect())
            .collect(),
        identifiers: BTreeMap::from([(0, 0)]),
        waypoints: Vec::new(),
    };
    let assumed = sequence.assumed_places();
    for (index, step) in trace.steps.iter().enumerate() {
        if let Some(place) = step.place
            && assumed.contains(&key(step, place))
            && sequence.begins_statement(index, step)
        {
            sequence.assume(step);
        }
        sequence.inputs(step);
        sequence.creations(step);
    }
    let target = sequence.target()?;
    sequence.waypoints.push(target);
    let segments = sequence.waypoints.into_iter().map(|waypoint| Segment {
        segment: [NamedWaypoint { waypoint }],
    });
    Ok(segments.collect())
}

/// A thread at a place.
type Key = (u32, usize, u32, u32);

fn key(step: &Step, place: Place) -> Key {
    (step.thread, place.file, place.line, place.column)
}

struct Sequence<'a> {
    report: &'a Report,
    trace: &'a Trace,
    /// Of each file.
    lines: Vec<Vec<&'a str>>,
    /// What the format calls each thread. A thread whose creation cannot be told has no name, and nothing is told of it.
    identifiers: BTreeMap<u32, usize>,
    waypoints: Vec<Waypoint>,
}

impl Sequence<'_> {
    /// Where some step gives reason for an assumption.
    fn assumed_places(&self) -> BTreeSet<Key> {
        let mut places = BTreeSet::new();
        let mut previous = None;
        // A turn is told at the first statement of it that can be told.
        let mut is_turn = false;
        for (index, step) in self.trace.steps.iter().enumerate() {
            is_turn |= previous != Some(step.context);
            previous = Some(step.context);
            if let Some(place) = step.place
                && self.begins_statement(index, step)
                && (is_turn || !self.values_before(step).is_empty())
            {
                places.insert(key(step, place));
                is_turn = false;
            }
        }
        places
    }

    /// Whether the step begins with what the format takes for a statement, so that an assumption can stand before it.
    fn begins_statement(&self, index: usize, step: &Step) -> bool {
        let Some(place) = step.place else {
            return false;
        };
        let earlier = self.trace.steps.get(..index).unwrap_or_default();
        let own = earlier.iter().rev().find(|s| s.thread == step.thread);
        // The same place again behind a switch, or behind a call that the statement makes: the statement goes on.
        let goes_on = own.is_some_and(|own| {
            (own.place == step.place && own.context != step.context)
                || self.returns_into(own, step, place)
        });
        let is_loop = ["while", "for", "do"].iter().any(|keyword| {
            let rest = step.statement.strip_prefix(keyword);
            rest.is_some_and(|rest| !rest.starts_with(|c: char| c == '_' || c.is_alphanumeric()))
        });
        let is_known = place.column != UNKNOWN_COLUMN;
        !goes_on && !is_loop && is_known && self.is_first_of_statement(place)
    }

    /// Whether the thread was in a call, which the statement at this place makes.
    fn returns_into(&self, before: &Step, step: &Step, place: Place) -> bool {
        let depth = step.stack.len();
        let is_deeper = before.stack.len() > depth;
        let Some(caller) = before.stack.len().checked_sub(depth) else {
            return false;
        };
        let Some(at) = before.stack.get(caller).and_then(|frame| frame.at) else {
            return false;
        };
        let calls = witness::calls(&self.report.program.files, place);
        let last = calls.iter().map(|call| call.line).max();
        let lines = place.line..=last.unwrap_or(place.line);
        is_deeper && at.file == place.file && lines.contains(&at.line)
    }

    /// Whether what stands before it in its line can end a statement. Line markers cut lines of preprocessed text, so that there what stands before them counts.
    fn is_first_of_statement(&self, place: Place) -> bool {
        let index = place.line.checked_sub(1);
        let index = index.and_then(|line| usize::try_from(line).ok());
        let lines = self.lines.get(place.file);
        let Some(line) = lines.zip(index).and_then(|(lines, index)| lines.get(index)) else {
            return false;
        };
        let count = usize::try_from(place.column.saturating_sub(1)).unwrap_or(usize::MAX);
        let before: String = line.chars().take(count).collect();
        let above = lines
            .zip(index)
            .and_then(|(lines, index)| lines.get(..index));
        let mut above = above.unwrap_or_default().iter().rev().peekable();
        let is_cut = above.peek().is_some_and(|line| is_line_marker(line));
        let before = match before.trim().is_empty() && is_cut {
            true => (above.find(|line| !line.trim().is_empty() && !is_line_marker(line)))
                .map_or("", |line| *line),
            false => &before,
        };
        let before = before.trim_end();
        before.is_empty() || before.ends_with([';', '{', '}', ':', ')']) || before.ends_with("*/")
    }

    /// What the step says of contended variables as they were before it.
    fn values_before(&self, step: &Step) -> Vec<(String, String)> {
        let mut seen = BTreeSet::new();
        let mut values = Vec::new();
        for event in &step.events {
            let (variable, value) = match event {
                Event::Read { variable, value } => (*variable, Some(value)),
                Event::Write {
                    variable, before, ..
                } => (*variable, before.as_ref()),
                Event::Update {
                    variable, before, ..
                } => (*variable, Some(before)),
                Event::Assign { .. }
                | Event::Input { .. }
                | Event::Library { .. }
                | Event::Creates { .. }
                | Event::Ends => continue,
            };
            // Later events see what this step wrote.
            if !seen.insert(variable) {
                continue;
            }
            let Some(variable) = witness::nameable(self.trace, step, variable) else {
                continue;
            };
            if let Some(value) = value.and_then(|value| witness::plain_integer(value))
                && variable.is_contended
                && variable.scope.is_none()
            {
                values.push((variable.name.to_owned(), value));
            }
        }
        values
    }

    fn assume(&mut self, step: &Step) {
        let parts: Vec<String> = self
            .values_before(step)
            .iter()
            .map(|(name, value)| format!("{name} == {value}"))
            .collect();
        // Nothing to say but that the thread comes here now.
        let value = match parts.is_empty() {
            true => "1".to_owned(),
            false => parts.join(" && "),
        };
        let constraint = Constraint {
            value,
            format: "c_expression",
        };
        let location = step
            .place
            .and_then(|place| self.location(place, function(step)));
        self.push("assumption", step.thread, location, Some(constraint));
    }

    fn inputs(&mut self, step: &Step) {
        let files = &self.report.program.files;
        let (Some(place), Some(calls)) = (step.place, witness::input_calls(files, step)) else {
            return;
        };
        for (call, value) in calls {
            let Some(value) = witness::plain_integer(value) else {
                continue;
            };
            let constraint = Constraint {
                value: format!("\\result == {value}"),
                format: "ext_c_expression",
            };
            let at = Place {
                line: call.line,
                column: call.column,
                ..place
            };
            let location = self.location(at, function(step));
            self.push("function_return", step.thread, location, Some(constraint));
        }
    }

    fn creations(&mut self, step: &Step) {
        for event in &step.events {
            let Event::Creates { thread } = event else {
                continue;
            };
            let Some(place) = step.place else {
                continue;
            };
            let calls = witness::calls(&self.report.program.files, place);
            let call = calls
                .iter()
                .find(|call| call.function.contains("create"))
                .or(calls.first());
            let location = match call {
                Some(call) => self.location(
                    Place {
                        line: call.line,
                        column: call.column,
                        ..place
                    },
                    function(step),
                ),
                None => self
                    .location(place, function(step))
                    .map(|location| Location {
                        column: None,
                        ..location
                    }),
            };
            if self.push("function_enter", step.thread, location, None) {
                let identifier = self.identifiers.len();
                self.identifiers.insert(*thread, identifier);
            }
        }
    }

    /// The violation, or where its thread last was in a file of the task.
    fn target(&self) -> Result<Waypoint, WitnessError> {
        let violation = &self.trace.violation;
        let stacks = violation.stacks.iter();
        let own = stacks.filter(|stack| stack.thread == violation.thread);
        let frames: Vec<_> = own.flat_map(|stack| &stack.frames).collect();
        let function = frames.first().map(|frame| frame.function.as_str());
        let location = violation
            .place
            .and_then(|place| self.location(place, function))
            .or_else(|| {
                frames.iter().find_map(|frame| {
                    frame
                        .at
                        .and_then(|place| self.location(place, Some(&frame.function)))
                })
            })
            .ok_or(WitnessError::NoPlace)?;
        let thread_id = self.identifiers.get(&violation.thread);
        Ok(Waypoint {
            r#type: "target",
            action: "follow",
            thread_id: *thread_id.ok_or(WitnessError::NoPlace)?,
            location,
            constraint: None,
        })
    }

    /// None outside of the files of the task.
    fn location(&self, place: Place, function: Option<&str>) -> Option<Location> {
        let file = self.report.program.files.get(place.file)?;
        let is_input = self.report.program.inputs.contains(&file.name);
        is_input.then(|| Location {
            file_name: file.name.clone(),
            line: place.line,
            column: Some(place.column).filter(|column| *column != UNKNOWN_COLUMN),
            function: function.map(witness::source_name).map(str::to_owned),
        })
    }

    /// Whether it could be told.
    fn push(
        &mut self,
        kind: &'static str,
        thread: u32,
        location: Option<Location>,
        constraint: Option<Constraint>,
    ) -> bool {
        let (Some(location), Some(thread_id)) = (location, self.identifiers.get(&thread)) else {
            return false;
        };
        self.waypoints.push(Waypoint {
            r#type: kind,
            action: "follow",
            thread_id: *thread_id,
            location,
            constraint,
        });
        true
    }
}

fn function(step: &Step) -> Option<&str> {
    step.stack.first().map(|frame| frame.function.as_str())
}
