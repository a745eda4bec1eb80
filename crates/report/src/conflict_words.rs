//! Races and deadlocks in words: who accesses what and holds which locks, who waits for what, and who has it.

use crate::model::{
    HeldLock, Holder, Race, RaceAccess, RaceAccessKind, SourceFile, Trace, Wait, WaitKind,
};
use crate::words::short_place;

/// Functions of a stack that are named.
const MOST_CALLERS: usize = 4;

/// What is to be said of a race or a deadlock, one sentence for each access or thread that waits. Empty for other violations.
pub fn sentences(trace: &Trace, files: &[SourceFile]) -> Vec<String> {
    let violation = &trace.violation;
    let mut sentences = Vec::new();
    if let Some(race) = &violation.race {
        let accesses = race.accesses().into_iter();
        sentences.extend(accesses.map(|access| access_sentence(trace, files, race, access)));
        if let Some(place) = &race.allocated {
            let place = short_place(files, place);
            let object = object_in(&race.object);
            sentences.push(format!(
                "`{object}` is memory that was allocated at {place}"
            ));
        }
    }
    let waits = violation.waits.iter();
    sentences.extend(waits.map(|wait| wait_sentence(trace, files, wait)));
    sentences
}

/// What stands beside the underlined place of the violation. Empty if nothing is to be said.
pub fn label(trace: &Trace) -> String {
    let violation = &trace.violation;
    match (&violation.race, violation.waits.first()) {
        (Some(race), _) => access_label(trace, race, &race.second),
        (None, Some(wait)) => wait_label(trace, wait),
        (None, None) => String::new(),
    }
}

/// `thread 2 writes counter, holding no lock`.
pub fn access_label(trace: &Trace, race: &Race, access: &RaceAccess) -> String {
    format!(
        "{} {}, holding {}",
        crate::words::thread(trace, access.thread),
        access_words(race, access, ""),
        names(&access.held, |held| held.name.clone())
    )
}

/// `thread 1 waits for b, which thread 2 holds`.
pub fn wait_label(trace: &Trace, wait: &Wait) -> String {
    let thread = |number| crate::words::thread(trace, number);
    let holders = joined(wait.holders.iter().map(|holder| {
        let is_itself = holder.thread == wait.thread;
        match (is_itself, holder.has_ended) {
            (true, _) => "it holds itself".to_string(),
            (false, true) => format!("{} has kept", thread(holder.thread)),
            (false, false) => format!("{} holds", thread(holder.thread)),
        }
    }));
    let holders = match holders.is_empty() {
        true => String::new(),
        false => format!(", which {holders}"),
    };
    let words = wait_words(wait, "", &thread);
    format!("{} {words}{holders}", thread(wait.thread))
}

/// What a thread does that waits: `waits for b`. Threads are named by the function.
pub fn wait_words(wait: &Wait, quote: &str, thread: &dyn Fn(u32) -> String) -> String {
    let object = format!("{quote}{}{quote}", wait.object);
    let has_name = !wait.object.is_empty();
    let called = |what: &str| match has_name {
        true => format!("{what} {object}"),
        false => what.to_string(),
    };
    match (wait.kind, wait.ends) {
        (WaitKind::Lock, _) if has_name => format!("waits for {object}"),
        (WaitKind::Lock, _) => "waits for a lock".to_string(),
        (WaitKind::Thread, Some(other)) => format!("waits for the end of {}", thread(other)),
        (WaitKind::Thread, None) => "waits for the end of a thread".to_string(),
        (WaitKind::Condition, _) if has_name => format!("waits for a signal to {object}"),
        (WaitKind::Condition, _) => "waits for a signal".to_string(),
        (WaitKind::Semaphore, _) => format!("waits for {}, which is 0", called("semaphore")),
        (WaitKind::Barrier, _) => format!("waits for other threads at {}", called("barrier")),
        (WaitKind::Library, _) => match &wait.function {
            Some(function) => called(&format!("waits in {quote}{function}{quote} for")),
            None => "waits".to_string(),
        }
        .trim_end_matches(" for")
        .to_string(),
        (WaitKind::Memory, _) if has_name => {
            format!("waits until another thread changes {object}")
        }
        (WaitKind::Memory, _) => "waits for another thread".to_string(),
    }
}

/// `thread 1 (transfer) waits for `to.lock`, which thread 2 (transfer) has held since bank.c:14`.
fn wait_sentence(trace: &Trace, files: &[SourceFile], wait: &Wait) -> String {
    let title = |number| title(trace, number);
    let since = |holder: &Holder| {
        let at = holder.at.as_ref().map(|place| short_place(files, place));
        let is_itself = holder.thread == wait.thread;
        let who = match is_itself {
            true => "it".to_string(),
            false => title(holder.thread),
        };
        match (is_itself, holder.has_ended, at) {
            (false, true, Some(at)) => {
                format!("{who} took at {at} and had not given back when it ended")
            }
            (false, true, None) => format!("{who} had not given back when it ended"),
            (true, _, Some(at)) => format!("it has held itself since {at}"),
            (true, _, None) => "it holds itself".to_string(),
            (false, false, Some(at)) => format!("{who} has held since {at}"),
            (false, false, None) => format!("{who} holds"),
        }
    };
    let holders = joined(wait.holders.iter().map(since));
    let function = wait.function.as_deref().unwrap_or_default();
    let holders = match (holders.is_empty(), wait.kind) {
        (false, _) => format!(", which {holders}"),
        (true, WaitKind::Lock) if function.ends_with("wrlock") => {
            ", which others hold for reading".to_string()
        }
        (true, WaitKind::Lock) if function.ends_with("rdlock") => {
            ", for which a writer waits already".to_string()
        }
        (true, _) => String::new(),
    };
    let words = wait_words(wait, "`", &title);
    let at = wait.place.as_ref().map(|place| short_place(files, place));
    let at = at.map_or(String::new(), |at| format!(" at {at}"));
    let own = match wait.held.is_empty() || wait.is_in_circle {
        true => String::new(),
        false => format!(", holding {}", held_since(files, &wait.held)),
    };
    format!("{}{at} {words}{holders}{own}", title(wait.thread))
}

/// `thread 1 (add) writes `counter` at race.c:8, holding `m` since race.c:7; `add` was called by `worker` at race.c:20`.
fn access_sentence(
    trace: &Trace,
    files: &[SourceFile],
    race: &Race,
    access: &RaceAccess,
) -> String {
    let at = access.place.as_ref().map(|place| short_place(files, place));
    let at = at.map_or(String::new(), |at| format!(" at {at}"));
    let mut sentence = format!(
        "{} {}{at}, holding {}",
        title(trace, access.thread),
        access_words(race, access, "`"),
        held_since(files, &access.held)
    );
    let mut callee = access.stack.first().map(|frame| frame.function.as_str());
    for (number, caller) in access.stack.iter().skip(1).take(MOST_CALLERS).enumerate() {
        let at = caller.at.as_ref().map(|place| short_place(files, place));
        let at = at.map_or(String::new(), |at| format!(" at {at}"));
        let callee = callee.replace(caller.function.as_str()).unwrap_or_default();
        sentence.push_str(&match number {
            0 => format!("; `{callee}` was called by `{}`{at}", caller.function),
            _ => format!(", that by `{}`{at}", caller.function),
        });
    }
    sentence
}

/// `writes counter`, and which bytes, if the other access is to others.
fn access_words(race: &Race, access: &RaceAccess, quote: &str) -> String {
    let [first, second] = race.accesses();
    let function = access.function.as_deref();
    let verb = match (access.kind, function) {
        (RaceAccessKind::Read, _) => "reads",
        (RaceAccessKind::Write, _) => "writes",
        (RaceAccessKind::Update, _) => "updates",
        (RaceAccessKind::End, Some(_)) => "frees",
        (RaceAccessKind::End, None) => "ends the life of",
    };
    let how = match access.is_atomic {
        true => "atomically ",
        false => "",
    };
    let is_end = |it: &RaceAccess| it.kind == RaceAccessKind::End;
    let has_other_bytes = (first.offset, first.size) != (second.offset, second.size);
    let bytes = match access.size {
        _ if !has_other_bytes || is_end(first) || is_end(second) => String::new(),
        1 => format!(" (byte {})", access.offset),
        size => format!(
            " (bytes {} to {})",
            access.offset,
            access.offset.saturating_add(size.saturating_sub(1))
        ),
    };
    let by = function.map_or(String::new(), |name| format!(" by {quote}{name}{quote}"));
    format!("{how}{verb} {quote}{}{quote}{bytes}{by}", access.object)
}

fn held_since(files: &[SourceFile], held: &[HeldLock]) -> String {
    names(held, |held| {
        let at = held.at.as_ref().map(|place| short_place(files, place));
        let since = at.map_or(String::new(), |at| format!(" since {at}"));
        format!("`{}`{since}", held.name)
    })
}

fn names(held: &[HeldLock], name: impl Fn(&HeldLock) -> String) -> String {
    match held {
        [] => "no lock".to_string(),
        held => joined(held.iter().map(name)),
    }
}

/// `a, b and c`.
pub fn joined(names: impl Iterator<Item = String>) -> String {
    let mut names: Vec<String> = names.collect();
    let last = names.pop().unwrap_or_default();
    match names.is_empty() {
        true => last,
        false => format!("{} and {last}", names.join(", ")),
    }
}

fn title(trace: &Trace, number: u32) -> String {
    let known = trace.threads.get(number as usize);
    known.map_or(format!("thread {number}"), |thread| thread.title())
}

/// The object that a name begins with.
fn object_in(name: &str) -> &str {
    name.split(['.', '[', ' ']).next().unwrap_or(name)
}
