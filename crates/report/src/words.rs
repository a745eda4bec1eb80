//! What a trace says in words: the same ones in every format.

use crate::model::{Event, Place, SourceFile, Step, Thread, Trace};

/// What an event did: `writes counter: 0 -> 1`.
pub fn of_event(trace: &Trace, event: &Event) -> String {
    let name = |variable: usize| variable_name(trace, variable);
    match event {
        Event::Read { variable, value } => format!("reads {} = {value}", name(*variable)),
        Event::Write {
            variable,
            before: Some(before),
            after,
        } => format!("writes {}: {before} -> {after}", name(*variable)),
        Event::Write {
            variable, after, ..
        } => format!("writes {} = {after}", name(*variable)),
        Event::Update {
            variable,
            before,
            after: Some(after),
        } => format!("updates {}: {before} -> {after}", name(*variable)),
        Event::Update {
            variable, before, ..
        } => format!("finds {} = {before}", name(*variable)),
        Event::Assign { variable, value } => format!("sets {} = {value}", name(*variable)),
        Event::Input {
            variable,
            value,
            is_unset: true,
        } => {
            let name = variable.map_or("memory", name);
            format!("reads {name}, which has no value: {value}")
        }
        Event::Input {
            variable: Some(variable),
            value,
            ..
        } => format!("input {} = {value}", name(*variable)),
        Event::Input { value, .. } => format!("input {value}"),
        Event::Library { words, .. } => words.clone(),
        Event::Creates { thread } => format!("creates thread {thread}"),
        Event::Ends => "ends".to_string(),
    }
}

/// What a step did, but for what only its thread can see; to this variable, if there is one.
pub fn of_step(trace: &Trace, step: &Step, about: Option<usize>) -> Vec<String> {
    let is_public = |event: &&Event| !matches!(event, Event::Assign { .. });
    let words = |event: &Event| of_event(trace, event);
    match about {
        None => step.events.iter().filter(is_public).map(words).collect(),
        Some(_) => {
            let events = step.all_events().filter(is_public);
            let events = events.filter(|event| event.variable() == about);
            events.map(words).collect()
        }
    }
}

pub fn variable_name(trace: &Trace, variable: usize) -> &str {
    let variable = trace.variables.get(variable);
    variable.map_or("?", |variable| variable.name.as_str())
}

/// `main`, or `thread 2`: in a sentence.
pub fn thread(trace: &Trace, number: u32) -> String {
    match trace.threads.get(number as usize) {
        Some(Thread {
            created: None,
            function,
            ..
        }) => function.clone(),
        _ => format!("thread {number}"),
    }
}

/// `counter.c:8`.
pub fn place(files: &[SourceFile], place: &Place) -> String {
    let file = files.get(place.file).map_or("?", |file| file.name.as_str());
    format!("{file}:{}", place.line)
}

/// The same without folders, for sentences and narrow columns.
pub fn short_place(files: &[SourceFile], place: &Place) -> String {
    let file = files.get(place.file).map_or("?", |file| file.name.as_str());
    let name = file.rsplit('/').next().unwrap_or(file);
    format!("{name}:{}", place.line)
}

/// At most this many characters of a text.
pub fn shortened(text: &str, most: usize) -> String {
    match text.chars().count() > most {
        true => {
            let kept: String = text.chars().take(most.saturating_sub(3)).collect();
            format!("{}...", kept.trim_end())
        }
        false => text.to_string(),
    }
}

/// The same, with the end kept: where values stand behind long names.
pub fn shortened_inside(text: &str, most: usize) -> String {
    let length = text.chars().count();
    if length <= most {
        return text.to_string();
    }
    let kept = most.saturating_sub(3);
    let (start, end) = (kept / 2, kept - kept / 2);
    let head: String = text.chars().take(start).collect();
    let tail: String = text.chars().skip(length - end).collect();
    format!("{head}...{tail}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(shortened("abcdef", 6), "abcdef");
        assert_eq!(shortened("abc defg", 7), "abc...");
        assert_eq!(shortened_inside("abcdef", 6), "abcdef");
        assert_eq!(shortened_inside("reads number = 1", 12), "read...r = 1");
    }
}
