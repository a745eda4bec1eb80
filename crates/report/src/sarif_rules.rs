//! What services tell of each property: a table, and the rules of SARIF made from it.
//!
//! Names are those of the properties that a check looks for, and so are the numbers of weaknesses; a test holds the table to them. A property that is not in it is
//! shown with its name only.
//!
//! Weaknesses are those of the Common Weakness Enumeration. Standard SARIF has them as a taxonomy, to whose entries rules are related (3.19.3); services that do not look there
//! find them in the tags.

use std::collections::BTreeSet;

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
    /// Numbers in the Common Weakness Enumeration, the most fitting first.
    weaknesses: &'static [u32],
}

const TABLE: &[Row] = &[
    Row {
        property: "unreach-call",
        name: "AssertionCanFail",
        short: "An assertion fails, or an error function is reached",
        full: "There is a schedule of the threads, and there are values from outside of the program, with which an assertion fails or an error function is called.",
        help: "Follow the code flow in the order of the numbers: it is one execution that ends in the failure. Look for a place where another thread comes in between two accesses \
               that belong together, such as a read and the write that depends on it, and make them one step with a lock or an atomic operation.",
        weaknesses: &[617],
    },
    Row {
        property: "valid-memsafety",
        name: "InvalidMemoryAccess",
        short: "Memory is accessed outside of objects, or after their end",
        full: "There is a schedule of the threads, and there are values from outside of the program, with which memory is accessed that belongs to no object, or to one that was freed, or that is freed wrongly.",
        help: "Follow the code flow to see which thread freed the object, or computed the address. Often an object is freed while another thread still uses it: join the thread first, or count references.",
        weaknesses: &[119, 416, 415, 476, 562, 590],
    },
    Row {
        property: "no-overflow",
        name: "SignedOverflow",
        short: "Signed arithmetic overflows",
        full: "There is a schedule of the threads, and there are values from outside of the program, with which the result of signed arithmetic does not fit its type. C leaves undefined what then happens.",
        help: "Test the operands before the operation, or compute in a wider or in an unsigned type.",
        weaknesses: &[190],
    },
    Row {
        property: "division-by-zero",
        name: "DivisionByZero",
        short: "An integer is divided by zero",
        full: "There is a schedule of the threads, and there are values from outside of the program, with which the divisor of an integer division or remainder is zero.",
        help: "Test the divisor before the division. If another thread can change it in between, read it once into a local variable, or hold a lock over the test and the division.",
        weaknesses: &[369],
    },
    Row {
        property: "shift-range",
        name: "ShiftOutOfRange",
        short: "A shift goes by too many bits, or by a negative number",
        full: "There is a schedule of the threads, and there are values from outside of the program, with which something is shifted by a negative number of bits, or by as many as it has or more. C leaves undefined what then happens.",
        help: "Test the number of bits before the shift, or reduce it to the width of what is shifted.",
        weaknesses: &[1335],
    },
    Row {
        property: "float-conversion",
        name: "FloatDoesNotFitInteger",
        short: "A floating-point number does not fit the integer type that it becomes",
        full: "There is a schedule of the threads, and there are values from outside of the program, with which an infinity, a NaN or too large a number is converted to an integer type. C leaves undefined what then happens.",
        help: "Compare the number with the limits of the integer type before the conversion.",
        weaknesses: &[681],
    },
    Row {
        property: "lock-misuse",
        name: "LockMisuse",
        short: "A lock is used in a way that POSIX forbids",
        full: "There is a schedule of the threads with which a mutex, condition variable or other synchronisation object is used as POSIX does not allow: unlocked by a \
               thread that does not own it, locked again by its owner, destroyed while in use, or used before it is initialised.",
        help: "Follow the code flow to see which thread had the lock. Each path through the code should release what it acquired exactly once, and objects should be destroyed only after all threads that use them are joined.",
        weaknesses: &[667, 832, 764],
    },
    Row {
        property: "thread-misuse",
        name: "ThreadMisuse",
        short: "A thread is joined or detached twice, or used after that",
        full: "There is a schedule of the threads with which a thread is joined or detached although it was joined or detached before, or its handle is used after its life.",
        help: "Decide for each thread who joins it, let nobody else do so, and forget its handle then.",
        weaknesses: &[666],
    },
    Row {
        property: "no-deadlock",
        name: "NoThreadCanGoOn",
        short: "Threads wait for ever",
        full: "There is a schedule of the threads with which threads wait for each other, or for something that nobody is left to do.",
        help: "The stacks show what each thread waits for. Acquire locks in the same order everywhere, and signal condition variables after changing what is waited for, under the same lock.",
        weaknesses: &[833],
    },
    Row {
        property: "no-data-race",
        name: "DataRace",
        short: "Two threads access the same memory without synchronisation",
        full: "There is a schedule of the threads with which two threads access the same memory, at least one of them writes, and nothing orders the two accesses. C leaves undefined what then happens.",
        help: "Protect both accesses by the same lock, or make the object atomic.",
        weaknesses: &[362, 366],
    },
    Row {
        property: "unsigned-wrap",
        name: "UnsignedWrap",
        short: "Unsigned arithmetic wraps around",
        full: "There is a schedule of the threads, and there are values from outside of the program, with which the result of unsigned arithmetic does not fit its type and wraps around. C defines that, but few programs mean it.",
        help: "Test the operands before the operation, or compute in a wider type. Where wrapping is meant, do not look for this property.",
        weaknesses: &[190, 191],
    },
    Row {
        property: "valid-memcleanup",
        name: "MemoryLeak",
        short: "Memory is not freed when the program ends",
        full: "There is a schedule of the threads, and there are values from outside of the program, with which memory from the heap is not freed when the program ends.",
        help: "Follow the code flow to see who allocated the memory and which path left it. Decide for each object who frees it, also when something fails.",
        weaknesses: &[401],
    },
    Row {
        property: "thread-leak",
        name: "ThreadLeak",
        short: "A thread is neither joined nor detached when the program ends",
        full: "There is a schedule of the threads with which the program ends while a thread is neither joined nor detached. Such a thread may be stopped in the middle of its work, and its resources are never given back.",
        help: "Join each thread on every path, or detach it.",
        weaknesses: &[772],
    },
    Row {
        property: "lock-order",
        name: "OppositeLockOrders",
        short: "Threads take locks in opposite orders",
        full: "Threads that can run at the same time take the same locks in different orders. If each of them holds a lock that the next one waits for, they wait for ever. Whether a schedule leads there was not looked at.",
        help: "Take locks in the same order in all threads, or take one more lock around them. Look for deadlocks to see an execution that ends in one.",
        weaknesses: &[833],
    },
    Row {
        property: "unwinding",
        name: "BoundExceeded",
        short: "A loop, recursion or number of threads exceeds its bound",
        full: "There is an execution that goes on where the check was bounded, so that what follows was not looked at.",
        help: "Raise the bound of the loop or function that is named.",
        weaknesses: &[],
    },
];

/// A reporting descriptor (3.49) for a property.
pub(crate) fn rule(property: &str) -> Value {
    let Some(row) = TABLE.iter().find(|row| row.property == property) else {
        let mut rule = descriptor(property, &format!("A violation of {property}"));
        rule["defaultConfiguration"] = json!({ "level": "error" });
        return rule;
    };
    let mut rule = json!({
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
            "tags": tags(row),
            // Each violation was replayed on the program.
            "precision": "very-high",
            "problem.severity": "error",
        },
    });
    if !row.weaknesses.is_empty() {
        let relationships = row.weaknesses.iter().map(relationship);
        rule["relationships"] = relationships.collect();
    }
    rule
}

/// As GitHub's code scanning spells weaknesses.
fn tags(row: &Row) -> Vec<String> {
    let weaknesses = row.weaknesses.iter();
    let weaknesses = weaknesses.map(|number| format!("external/cwe/cwe-{number:03}"));
    ["concurrency", "correctness"]
        .map(str::to_owned)
        .into_iter()
        .chain(weaknesses)
        .collect()
}

/// A relationship (3.53) of a rule to a weakness.
fn relationship(weakness: &u32) -> Value {
    json!({
        "target": { "id": weakness.to_string(), "toolComponent": taxonomy_reference() },
        "kinds": ["relevant"],
    })
}

const TAXONOMY: &str = "CWE";

/// A reference (3.54) to [`taxonomy`], which is the only one.
pub(crate) fn taxonomy_reference() -> Value {
    json!({ "name": TAXONOMY, "index": 0 })
}

/// The weaknesses that these properties have to do with, as a taxonomy (3.19.3).
pub(crate) fn taxonomy(properties: &[&str]) -> Value {
    let rows = TABLE
        .iter()
        .filter(|row| properties.contains(&row.property));
    let numbers: BTreeSet<u32> = rows.flat_map(|row| row.weaknesses).copied().collect();
    let taxon = |number: u32| {
        json!({
            "id": number.to_string(),
            "helpUri": format!("https://cwe.mitre.org/data/definitions/{number}.html"),
        })
    };
    json!({
        "name": TAXONOMY,
        "organization": "MITRE",
        "shortDescription": { "text": "Common Weakness Enumeration" },
        "informationUri": "https://cwe.mitre.org/",
        "isComprehensive": false,
        "taxa": numbers.into_iter().map(taxon).collect::<Vec<_>>(),
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

/// The names of the properties for which there is a text, each with its numbers in the Common Weakness Enumeration.
pub fn explained() -> impl Iterator<Item = (&'static str, &'static [u32])> {
    TABLE.iter().map(|row| (row.property, row.weaknesses))
}
