//! Calls of functions about threads and locks, in words: `acquires m`.
//!
//! What such a call did to its objects, only the model knows the meaning of; but which object of the program it is, whether it was written, and
//! for a few counters the values, tell enough to say it as a programmer would. A table of names says what each function is for.

use unspool_ir::{FunctionId, Span};
use unspool_report::model::{Event, LibraryEffect, WaitKind};

use crate::statement_text::arguments;

/// How it is told that a wait ends though nobody has signalled.
pub const SPURIOUS_WAKEUP: &str = "wakes up without a signal";

/// What functions return that have waited long enough.
const ETIMEDOUT: u128 = 110;
const THRD_TIMEDOUT: u128 = 4;

/// How it is told that a thread was joined; its number follows.
const JOINS: &str = "joins thread ";

/// The thread that was joined, by what is told.
pub fn joined_thread(words: &str) -> Option<u32> {
    words.strip_prefix(JOINS)?.parse().ok()
}

/// What a call has done so far, in this step.
pub struct Call {
    /// As the program calls it.
    pub function: String,
    /// Where it calls it.
    pub site: Option<Span>,
    /// The first instruction of the model that did something.
    first: (FunctionId, u32),
    pub touched: Vec<Touched>,
    /// What it has returned, once it has.
    pub result: Option<u128>,
}

/// An access of a model, or a choice that it made.
pub struct Touched {
    /// The functions of the model that are running.
    pub inner: String,
    /// The object of the program, in the list of variables; none for the library's own.
    pub variable: Option<usize>,
    /// What it is called.
    pub name: Option<String>,
    /// The way to the bytes in the object.
    pub field: String,
    pub before: Option<u128>,
    /// None if it was only read.
    pub after: Option<u128>,
    pub is_choice: bool,
}

/// What a function is for.
enum Purpose {
    /// It gets its object, or does not; how: ` for reading`.
    Lock(&'static str),
    Unlock,
    Wait,
    Signal,
    Broadcast,
    Barrier,
    /// It takes one from a semaphore.
    Take,
    /// It adds one.
    Post,
    Join,
    /// Said with the object behind it.
    Verb(&'static str),
}

impl Call {
    pub fn new(function: String, site: Option<Span>, first: (FunctionId, u32)) -> Call {
        Call {
            function,
            site,
            first,
            touched: Vec::new(),
            result: None,
        }
    }

    /// Whether this instruction is of another call, if it is of the same function.
    pub fn has_begun_again(&self, by: (FunctionId, u32)) -> bool {
        by == self.first && !self.touched.is_empty()
    }

    /// What it did, told by the call in this statement. Nothing if that is no business of others.
    pub fn in_words(&self, statement: &str) -> Vec<Event> {
        let Some(purpose) = purpose(&self.function) else {
            return Vec::new();
        };
        let first = self.object(statement, 0);
        let told = match purpose {
            Purpose::Lock(how) => match self.has_written() {
                true => (format!("acquires {first}{how}"), LibraryEffect::Acquires),
                false => (format!("does not get {first}"), LibraryEffect::Other),
            },
            Purpose::Unlock => (format!("releases {first}"), LibraryEffect::Releases),
            Purpose::Wait => return self.wait(statement),
            Purpose::Signal | Purpose::Broadcast => {
                let woken = self.woken();
                let words = match (&purpose, woken.as_slice()) {
                    (_, []) => format!("signals {first}, on which nobody waits"),
                    (_, threads) => format!("signals {first}, wakes up {}", of_threads(threads)),
                };
                (words, LibraryEffect::Signals)
            }
            Purpose::Barrier => match self.counts("leaving") {
                Some((before, after)) if after < before => {
                    (format!("goes on behind {first}"), LibraryEffect::WakesUp)
                }
                _ => (format!("arrives at {first}"), LibraryEffect::Waits),
            },
            Purpose::Take => match self.counts("") {
                Some((before, after)) => (
                    format!("takes one from {first}: {before} -> {after}"),
                    LibraryEffect::Acquires,
                ),
                None if self.has_written() => {
                    (format!("takes one from {first}"), LibraryEffect::Acquires)
                }
                None => (format!("gets nothing from {first}"), LibraryEffect::Other),
            },
            Purpose::Post => match self.counts("") {
                Some((before, after)) => (
                    format!("adds one to {first}: {before} -> {after}"),
                    LibraryEffect::Releases,
                ),
                None => (format!("adds one to {first}"), LibraryEffect::Releases),
            },
            Purpose::Join => match self.joined() {
                Some(thread) => (format!("{JOINS}{thread}"), LibraryEffect::Joins),
                None => ("waits for a thread".to_string(), LibraryEffect::Joins),
            },
            Purpose::Verb(verb) => (format!("{verb} {first}"), LibraryEffect::Other),
        };
        vec![self.event(told, self.variable())]
    }

    fn event(&self, (words, effect): (String, LibraryEffect), variable: Option<usize>) -> Event {
        Event::Library {
            function: self.function.clone(),
            words,
            variable,
            effect,
        }
    }

    /// The steps of a wait on a condition variable, as far as they are in this step.
    fn wait(&self, statement: &str) -> Vec<Event> {
        let is_await = |touched: &&Touched| touched.inner.contains("await");
        let goes_on = self
            .touched
            .iter()
            .any(|it| is_await(&it) && it.after.is_some() && !it.is_choice);
        let blocks = self
            .touched
            .iter()
            .any(|it| !is_await(&it) && it.after.is_some() && !it.is_choice);
        let (condition, mutex) = (self.argument(statement, 0), self.argument(statement, 1));
        let is_spurious =
            |it: &Touched| it.is_choice && it.inner.contains("await") && it.after == Some(1);
        let mut events = Vec::new();
        if blocks {
            let words = format!("releases {mutex} and waits for {condition}");
            events.push(self.event((words, LibraryEffect::Waits), self.variable()));
        }
        if goes_on {
            let how = match self.touched.iter().any(is_spurious) {
                _ if self.has_timed_out() => "times out",
                true => SPURIOUS_WAKEUP,
                false => "wakes up",
            };
            let words = format!("{how} and acquires {mutex}");
            events.push(self.event((words, LibraryEffect::WakesUp), self.variable()));
        }
        events
    }

    /// By what it returns: POSIX's number on Linux, or that of C11's functions.
    fn has_timed_out(&self) -> bool {
        let timed_out = match self.function.starts_with("cnd") {
            true => THRD_TIMEDOUT,
            false => ETIMEDOUT,
        };
        self.result == Some(timed_out)
    }

    fn has_written(&self) -> bool {
        self.touched
            .iter()
            .any(|it| it.variable.is_some() && it.after.is_some())
    }

    fn variable(&self) -> Option<usize> {
        self.touched.iter().find_map(|it| it.variable)
    }

    /// The name of the object that it is about.
    fn object(&self, statement: &str, argument: usize) -> String {
        let named = self.touched.iter().find_map(|it| it.name.clone());
        named.unwrap_or_else(|| self.argument(statement, argument))
    }

    /// An argument as it is written.
    fn argument(&self, statement: &str, number: usize) -> String {
        let arguments = arguments(statement, &self.function);
        let argument = arguments
            .get(number)
            .map(|it| it.trim().trim_start_matches('&').trim());
        match argument {
            Some(argument) if !argument.is_empty() => argument.to_string(),
            _ => "its object".to_string(),
        }
    }

    /// The values of a counter of the object that was written; the field's name contains the word.
    fn counts(&self, word: &str) -> Option<(u128, u128)> {
        let written = self.touched.iter().filter(|it| it.variable.is_some());
        let mut written = written.filter(|it| it.field.contains(word));
        written
            .find_map(|it| Some((it.before?, it.after?)).filter(|(before, after)| before != after))
    }

    /// The threads that a signal wakes: their bits are taken out of the mask of those that wait.
    fn woken(&self) -> Vec<u32> {
        let masks = self.touched.iter().filter(|it| it.variable.is_some());
        let gone = masks.filter_map(|it| Some(it.before? & !it.after?));
        let gone = gone.take(1).fold(0, |all, bits| all | bits);
        (0..64).filter(|thread| gone >> thread & 1 == 1).collect()
    }

    /// The thread whose record says now that it has been joined.
    fn joined(&self) -> Option<u32> {
        let records = self
            .touched
            .iter()
            .filter(|it| it.variable.is_none() && it.after.is_some());
        let mut numbers = records.filter_map(|it| {
            let (_, number) = it.field.split_once("records[")?;
            number.split_once(']')?.0.parse().ok()
        });
        numbers.next()
    }
}

fn of_threads(threads: &[u32]) -> String {
    let names: Vec<String> = threads
        .iter()
        .map(|thread| format!("thread {thread}"))
        .collect();
    names.join(" and ")
}

/// What a thread waits for that waits in a function.
pub fn waits_for(function: &str) -> WaitKind {
    match purpose(function) {
        Some(Purpose::Lock(_)) => WaitKind::Lock,
        Some(Purpose::Wait) => WaitKind::Condition,
        Some(Purpose::Barrier) => WaitKind::Barrier,
        Some(Purpose::Take) => WaitKind::Semaphore,
        Some(Purpose::Join) => WaitKind::Thread,
        _ => WaitKind::Library,
    }
}

/// None for functions that tell others nothing.
fn purpose(function: &str) -> Option<Purpose> {
    // glibc's names of those that take 64-bit times.
    let name = function.trim_start_matches('_').trim_end_matches("64");
    let (object, action) = match name.strip_prefix("pthread_") {
        Some(rest) => rest.split_once('_').unwrap_or((rest, "")),
        None => name.split_once('_')?,
    };
    Some(match (object, action) {
        ("mutex" | "mtx" | "spin" | "rwlock" | "sem" | "cond" | "cnd" | "barrier", "init") => {
            Purpose::Verb("initialises")
        }
        ("mutex" | "mtx" | "spin" | "rwlock" | "sem" | "cond" | "cnd" | "barrier", "destroy") => {
            Purpose::Verb("destroys")
        }
        ("mutex" | "mtx" | "spin", "lock" | "trylock" | "timedlock" | "clocklock") => {
            Purpose::Lock("")
        }
        ("rwlock", _) if action.ends_with("rdlock") => Purpose::Lock(" for reading"),
        ("rwlock", _) if action.ends_with("wrlock") => Purpose::Lock(" for writing"),
        ("mutex" | "mtx" | "spin" | "rwlock", "unlock") => Purpose::Unlock,
        ("cond" | "cnd", "wait" | "timedwait" | "clockwait") => Purpose::Wait,
        ("cond" | "cnd", "signal") => Purpose::Signal,
        ("cond" | "cnd", "broadcast") => Purpose::Broadcast,
        ("barrier", "wait") => Purpose::Barrier,
        ("sem", "wait" | "trywait" | "timedwait" | "clockwait") => Purpose::Take,
        ("sem", "post") => Purpose::Post,
        ("join" | "tryjoin" | "timedjoin" | "clockjoin", _) | ("thrd", "join") => Purpose::Join,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touched(field: &str, before: u128, after: Option<u128>) -> Touched {
        Touched {
            inner: "model".to_string(),
            variable: Some(3),
            name: Some("m".to_string()),
            field: field.to_string(),
            before: Some(before),
            after,
            is_choice: false,
        }
    }

    fn words(function: &str, statement: &str, touched: Vec<Touched>) -> Vec<String> {
        let call = Call {
            touched,
            ..Call::new(function.to_string(), None, (FunctionId(0), 0))
        };
        let events = call.in_words(statement).into_iter();
        let words = events.map(|event| match event {
            Event::Library { words, .. } => words,
            other => format!("{other:?}"),
        });
        words.collect()
    }

    #[test]
    fn calls_are_told_as_programmers_do() {
        let got = |function| words(function, "f(&m);", vec![touched(".holder", 0, Some(1))]);
        let failed = |function| words(function, "f(&m);", vec![touched(".holder", 2, None)]);
        assert_eq!(got("pthread_mutex_lock"), ["acquires m"]);
        assert_eq!(got("mtx_trylock"), ["acquires m"]);
        assert_eq!(failed("pthread_mutex_trylock"), ["does not get m"]);
        assert_eq!(got("__pthread_mutex_timedlock64"), ["acquires m"]);
        assert_eq!(got("pthread_rwlock_tryrdlock"), ["acquires m for reading"]);
        assert_eq!(got("pthread_spin_unlock"), ["releases m"]);
        assert_eq!(got("sem_wait"), ["takes one from m: 0 -> 1"]);
        assert_eq!(failed("sem_trywait"), ["gets nothing from m"]);
        assert_eq!(got("pthread_key_create"), [""; 0]);
        let signal = |before, after| {
            words(
                "pthread_cond_signal",
                "f(&m);",
                vec![touched(".w", before, after)],
            )
        };
        assert_eq!(signal(0b110, Some(0b100)), ["signals m, wakes up thread 1"]);
        assert_eq!(signal(0, None), ["signals m, on which nobody waits"]);
    }

    #[test]
    fn waits_have_two_steps() {
        let said = |inner: &str, choice: Option<u128>| {
            let mut list = vec![Touched {
                inner: inner.to_string(),
                ..touched(".w", 0, Some(2))
            }];
            list.extend(choice.map(|bits| Touched {
                inner: inner.to_string(),
                variable: None,
                is_choice: true,
                ..touched("", 0, Some(bits))
            }));
            words("pthread_cond_wait", "pthread_cond_wait(&c, &q->m);", list)
        };
        assert_eq!(
            said("condition_block", None),
            ["releases q->m and waits for c"]
        );
        assert_eq!(
            said("condition_await", Some(0)),
            ["wakes up and acquires q->m"]
        );
        assert_eq!(
            said("condition_await", Some(1)),
            ["wakes up without a signal and acquires q->m"]
        );
    }

    #[test]
    fn a_join_names_the_thread() {
        let record = |field: &str| Touched {
            variable: None,
            name: None,
            ..touched(field, 1, Some(3))
        };
        let said = |field| words("pthread_join", "pthread_join(t, 0);", vec![record(field)]);
        assert_eq!(said(".records[2].life"), ["joins thread 2"]);
        assert_eq!(joined_thread("joins thread 2"), Some(2));
        assert_eq!(said(".other"), ["waits for a thread"]);
    }
}
