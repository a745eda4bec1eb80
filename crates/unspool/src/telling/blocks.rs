//! Blocks of memory that a function of the library reads and writes.
//!
//! `memset`, `strcpy` and `fgets` go byte by byte, and so does the program when it copies an array in a struct. Told are the variables that the bytes are of, once each with what they contain in the end: if
//! it is one, as an access of the program; if there are more, the object, with its text if it has one, and the single accesses as details of the step,
//! which who wants to know what memory contains reads, and who wants to know who touched what.

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_interp::{Location, ObjectName};
use unspool_ir::Type;
use unspool_report::model::{Event, LibraryEffect, Step};

use super::contents::Contents;
use super::variables::Variables;

/// Variables of a block that are told at most.
const MOST_PARTS: usize = 1024;

/// What a call of the library has touched so far, in this step.
#[derive(Default)]
pub struct Blocks {
    list: Vec<Block>,
}

struct Block {
    function: String,
    object: ObjectName,
    is_write: bool,
    /// Nobody else sees it.
    is_private: bool,
    /// The function has chosen what it writes.
    is_input: bool,
    parts: Vec<PartOfBlock>,
}

struct PartOfBlock {
    at: Location,
    before: Option<String>,
}

/// What is told of blocks: in short, and in detail.
#[derive(Default)]
pub struct ToldBlocks {
    pub events: Vec<Event>,
    pub details: Vec<Event>,
}

/// Who accesses memory, and how.
pub struct Access {
    pub function: String,
    pub is_write: bool,
    pub is_private: bool,
    pub is_input: bool,
    /// What the bytes contained.
    pub before: Option<String>,
}

impl Blocks {
    /// An access, before it happens.
    pub fn note(
        &mut self,
        access: Access,
        at: &Location,
        variables: &mut Variables<'_>,
        contents: &Contents<'_>,
    ) {
        let (size, at) = (at.size, variables.scalar(at));
        let is_it =
            |block: &Block| (&block.object, block.is_write) == (&at.object, access.is_write);
        let index = self.list.iter().position(is_it).unwrap_or_else(|| {
            self.list.push(Block {
                function: access.function,
                object: at.object.clone(),
                is_write: access.is_write,
                is_private: access.is_private,
                is_input: false,
                parts: Vec::new(),
            });
            self.list.len() - 1
        });
        let block = &mut self.list[index];
        block.is_input |= access.is_input;
        let is_known = |part: &PartOfBlock| part.at.offset == at.offset;
        if block.parts.len() < MOST_PARTS && !block.parts.iter().rev().any(is_known) {
            let before = contents.get(&at.object, at.offset, at.size);
            let before = before.map(|bits| variables.bits_at(&at, bits));
            let before = before.or(access.before.filter(|_| size == at.size));
            block.parts.push(PartOfBlock { at, before });
        }
    }

    /// What they contain now.
    pub fn tell(self, variables: &mut Variables<'_>, contents: &Contents<'_>) -> ToldBlocks {
        let mut told = ToldBlocks::default();
        for block in self.list {
            let events = block.events(variables, contents);
            if events.len() <= 1 {
                told.events.extend(events);
            } else {
                told.events.extend(block.in_short(variables, contents));
                told.details.extend(events);
            }
        }
        told
    }
}

impl Block {
    fn events(&self, variables: &mut Variables<'_>, contents: &Contents<'_>) -> Vec<Event> {
        let mut events = Vec::with_capacity(self.parts.len());
        for PartOfBlock { at, before } in &self.parts {
            let variable = variables.scalar_variable(at, before.clone());
            let bits = contents.get(&at.object, at.offset, at.size);
            let value = bits.map(|bits| variables.bits_at(at, bits));
            let value = value.unwrap_or_else(|| "?".to_string());
            events.push(match (self.is_write, self.is_input) {
                (true, true) => Event::Input {
                    variable: Some(variable),
                    value,
                    is_unset: false,
                },
                (true, false) if self.is_private => Event::Assign { variable, value },
                (true, false) => Event::Write {
                    variable,
                    before: before.clone(),
                    after: value,
                },
                (false, _) => Event::Read { variable, value },
            });
        }
        events
    }

    fn in_short(&self, variables: &mut Variables<'_>, contents: &Contents<'_>) -> Option<Event> {
        let first = self.parts.first()?;
        let verb = match (self.is_write, self.is_input) {
            (true, true) => "input",
            (true, false) => "writes",
            (false, _) => "reads",
        };
        let text = self.text(variables, contents);
        let (path, name) = match &text {
            Some(_) => variables.array_of(&first.at),
            None => (String::new(), variables.object_name(&self.object)),
        };
        let variable = variables.object_part(&first.at, &path, name.clone(), None);
        let words = match &text {
            Some(text) => format!("{verb} {name} = {text}"),
            None => format!("{verb} {name}"),
        };
        Some(match text {
            Some(value) if self.is_write && self.is_input => Event::Input {
                variable: Some(variable),
                value,
                is_unset: false,
            },
            _ => Event::Library {
                function: self.function.clone(),
                words,
                variable: Some(variable),
                effect: LibraryEffect::Other,
            },
        })
    }

    /// As C writes it, if these are characters of one array, in their order.
    fn text(&self, variables: &Variables<'_>, contents: &Contents<'_>) -> Option<String> {
        let first = self.parts.first()?;
        let array = variables.array_of_characters(&first.at)?;
        let mut text = Vec::with_capacity(self.parts.len());
        for (PartOfBlock { at, .. }, offset) in self.parts.iter().zip(first.at.offset..) {
            if at.offset != offset || variables.array_of_characters(at).as_ref() != Some(&array) {
                return None;
            }
            text.push(contents.get(&at.object, at.offset, 1)? as u8);
        }
        let end = text.iter().rposition(|byte| *byte != 0);
        let text = &text[..end.map_or(0, |last| last + 1)];
        Some(format!("\"{}\"", text.escape_ascii()).replace("\\'", "'"))
    }
}

/// Elements of an array that a statement uses at least, for it to be told of as a whole.
const MANY_ELEMENTS: usize = 4;

/// Tells in short of arrays that the program itself copies, as it does when they are members of structs.
pub fn fold_arrays(step: &mut Step, variables: &mut Variables<'_>) {
    let mut counts: FxHashMap<(usize, &str), usize> = FxHashMap::default();
    let arrays: Vec<Option<(usize, &str)>> = step
        .events
        .iter()
        .map(|event| Some((variables.array_with(event.variable()?)?, verb(event)?)))
        .collect();
    for array in arrays.iter().flatten() {
        *counts.entry(*array).or_default() += 1;
    }
    if counts.values().all(|count| *count < MANY_ELEMENTS) {
        return;
    }
    let mut told = FxHashSet::default();
    for (event, array) in std::mem::take(&mut step.events).into_iter().zip(arrays) {
        let Some(array) = array.filter(|array| counts[array] >= MANY_ELEMENTS) else {
            step.events.push(event);
            continue;
        };
        step.details.push(event);
        if told.insert(array) {
            step.events.push(Event::Library {
                function: String::new(),
                words: format!("{} {}", array.1, variables.name_of(array.0)),
                variable: Some(array.0),
                effect: LibraryEffect::Other,
            });
        }
    }
}

fn verb(event: &Event) -> Option<&'static str> {
    match event {
        Event::Read { .. } => Some("reads"),
        Event::Write { .. } => Some("writes"),
        Event::Assign { .. } => Some("sets"),
        _ => None,
    }
}

/// Whether values of the type are characters.
pub fn is_character(ty: &Type) -> bool {
    matches!(ty, Type::Int { bits: 8, .. })
}
