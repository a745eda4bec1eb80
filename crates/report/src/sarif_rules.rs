//! What services tell of each property: a table, and the rules of SARIF made from it.
//!
//! Names are those of the properties that a check looks for; a test holds the table to them. A property that is not in it is shown with its name only.

use serde_json::{Value, json};

/// Identifies notifications that tell the verdict.
pub(crate) const VERDICT: &str = "verdict";
/// Identifies notifications that tell bounds, and what was not covered.
pub(crate) const DETAIL: &str = "detail";

struct Row {
    property: &'static str,
    /// Some services want a name that reads like an identifier.
    name: &'static str,
    short: &'static str,
    full: &'static str,
    /// What to do about it.
    help: &'static str,
}

const TABLE: &[Row] = &[
    Row {
        property: "unreach-call",
        name: "AssertionCanFail",
        short: "An assertion fails, or an error function is reached",
        full: "There is a schedule of the threads, and there are values from outside of the program, with which an assertion fails or an error function is called.",
        help: "Follow the code flow in the order of the numbers: it is one execution that ends in the failure. Look for a place where another thread comes in between two accesses \
               that belong together, such as a read and the write that depends on it, and make them one step with a lock or an atomic operation.",
    },
    Row {
        property: "lock-misuse",
        name: "LockMisuse",
        short: "A lock is used in a way that POSIX forbids",
        full: "There is a schedule of the threads with which a mutex, condition variable or other synchronisation object is used as POSIX does not allow: unlocked by a \
               thread that does not own it, locked again by its owner, destroyed while in use, or used before it is initialised.",
        help: "Follow the code flow to see which thread had the lock. Each path through the code should release what it acquired exactly once, and objects should be destroyed only after all threads that use them are joined.",
    },
    Row {
        property: "thread-misuse",
        name: "ThreadMisuse",
        short: "A thread is joined or detached twice",
        full: "There is a schedule of the threads with which a thread is joined or detached although it was joined or detached before, or joins itself.",
        help: "Decide for each thread who joins it, and let nobody else do so.",
    },
    Row {
        property: "valid-memsafety",
        name: "InvalidMemoryAccess",
        short: "Memory is accessed outside of objects, or after their end",
        full: "There is a schedule of the threads, and there are values from outside of the program, with which memory is accessed that belongs to no object, or to one that was freed, or that is freed wrongly.",
        help: "Follow the code flow to see which thread freed the object, or computed the address. Often an object is freed while another thread still uses it: join the thread first, or count references.",
    },
    Row {
        property: "data-race",
        name: "DataRace",
        short: "Two threads access the same memory without synchronisation",
        full: "There is a schedule of the threads with which two threads access the same memory, at least one of them writes, and nothing orders the two accesses. C leaves undefined what then happens.",
        help: "Protect both accesses by the same lock, or make the object atomic.",
    },
    Row {
        property: "deadlock",
        name: "NoThreadCanGoOn",
        short: "No thread can go on",
        full: "There is a schedule of the threads with which every thread that has not ended waits for something that nobody is left to do.",
        help: "The stacks show what each thread waits for. Acquire locks in the same order everywhere, and signal condition variables after changing what is waited for, under the same lock.",
    },
    Row {
        property: "unwinding",
        name: "BoundExceeded",
        short: "A loop, recursion or number of threads exceeds its bound",
        full: "There is an execution that goes on where the check was bounded, so that what follows was not looked at.",
        help: "Raise the bound of the loop or function that is named.",
    },
];

/// A reporting descriptor (3.49) for a property.
pub(crate) fn rule(property: &str) -> Value {
    let Some(row) = TABLE.iter().find(|row| row.property == property) else {
        let mut rule = descriptor(property, &format!("A violation of {property}"));
        rule["defaultConfiguration"] = json!({ "level": "error" });
        return rule;
    };
    json!({
        "id": row.property,
        "name": row.name,
        "shortDescription": { "text": row.short },
        "fullDescription": { "text": row.full },
        "help": {
            "text": format!("{}\n\n{}", row.full, row.help),
            "markdown": format!("{}\n\n**What to do:** {}", row.full, row.help),
        },
        "defaultConfiguration": { "level": "error" },
        "properties": {
            "tags": ["concurrency", "correctness"],
            // Each violation was replayed on the program.
            "precision": "very-high",
            "problem.severity": "error",
        },
    })
}

pub(crate) fn verdict_notification() -> Value {
    descriptor(VERDICT, "What the check found")
}

pub(crate) fn detail_notification() -> Value {
    descriptor(DETAIL, "Within which bounds, and what was not covered")
}

/// Some services refuse what is not described threefold.
fn descriptor(id: &str, text: &str) -> Value {
    let text = json!({ "text": text });
    json!({ "id": id, "shortDescription": text, "fullDescription": text, "help": text })
}

/// Whether there is a text for this property.
pub fn is_explained(property: &str) -> bool {
    TABLE.iter().any(|row| row.property == property)
}
