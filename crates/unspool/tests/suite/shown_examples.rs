//! Results of example programs in all formats, compared with files in `tests/snapshots`. UNSPOOL_BLESS=1 writes them anew.
//!
//! Bounds are given, so that one step finds the violation; what solver and minimisation make of it is the same on every machine. Times are not.

use std::path::{Path, PathBuf};

use unspool_report::json;

use crate::invocation::Workplace;

/// Program, and the bounds within which it is checked.
const EXAMPLES: [(&str, &str); 11] = [
    ("classic/bank_withdrawal_unsafe.c", "--unwind 1 --rounds 3"),
    ("classic/barrier_phases_unsafe.c", "--unwind 1 --rounds 2"),
    (
        "classic/bounded_buffer_recheck_unsafe.c",
        "--unwind 1 --rounds 1",
    ),
    (
        "classic/once_initialisation_unsafe.c",
        "--unwind 1 --rounds 2",
    ),
    ("classic/peterson_unsafe.c", "--unwind 1 --rounds 2"),
    (
        "classic/readers_writers_lock_unsafe.c",
        "--unwind 1 --rounds 1",
    ),
    ("classic/treiber_stack_unsafe.c", "--unwind 1 --rounds 2"),
    ("shown/heap_queue.c", "--unwind 1 --rounds 2"),
    ("shown/inputs.c", "--unwind 1 --rounds 3"),
    ("shown/lock_misuse.c", "--unwind 1 --rounds 2"),
    ("classic/bank_withdrawal_safe.c", "--unwind 1 --rounds 2"),
];

/// Formats, the names of their files, and whether there is one only for a violation.
const FORMATS: [(&str, &str, bool); 7] = [
    ("text", "txt", false),
    ("text --trace full", "full.txt", true),
    ("html", "html", false),
    ("sarif", "sarif", false),
    ("graphml", "graphml", true),
    ("yaml", "yml", true),
    ("junit", "xml", false),
];

#[test]
fn results_look_as_they_did() {
    let mut differences = Vec::new();
    for (program, bounds) in EXAMPLES {
        differences.extend(shown(program, bounds));
    }
    assert!(
        differences.is_empty(),
        "{}\nUNSPOOL_BLESS=1 writes them anew",
        differences.join("\n")
    );
}

/// Races and deadlocks have results of their own: `shown_conflicts`.
const PROPERTIES: &str = "--property unreach-call --property lock-misuse --property thread-misuse";

/// What differs from what was shown before.
fn shown(program: &str, bounds: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/programs")
        .join(program);
    let text = std::fs::read(&path).expect("a program");
    let file = path
        .file_name()
        .and_then(|name| name.to_str())
        .expect("a name");
    let name = file.strip_suffix(".c").expect("a C file");
    let place = Workplace::new(&format!("shown_{name}")).with(file, &text);
    let line = format!(
        "check {file} {bounds} {PROPERTIES} --jobs 1 --time-limit 300 --json result.json --replay replay"
    );
    let said = place.call(&line);
    let found = std::fs::read_to_string(place.folder.join("result.json")).expect("a result");
    let mut report = json::read(&found).expect("a report");
    let is_unsafe = report.trace.is_some();
    assert_eq!(said.code == 10, is_unsafe, "{}", said.errors);
    report.verdict.seconds = 0.0;
    let stored = json::write(&report);
    let place = place.with("result.json", &stored);
    let mut documents = vec![(format!("{name}.json"), stored)];
    for (format, ending, is_for_violations) in FORMATS {
        if is_unsafe || !is_for_violations {
            let line = format!("show result.json --format {format}");
            let document = without_time(&place.call(&line).expect(0, &[]).output);
            documents.push((format!("{name}.{ending}"), without_assets(&document)));
        }
    }
    // What atomic operations look like depends on the compiler's header.
    let is_portable = !String::from_utf8_lossy(&text).contains("stdatomic.h");
    if is_unsafe && is_portable {
        for part in ["replay.c", "schedule.h"] {
            let text = std::fs::read_to_string(place.folder.join("replay").join(part));
            documents.push((format!("{name}.{part}"), text.expect("a replay program")));
        }
    }
    let differing = documents
        .iter()
        .filter_map(|(name, text)| difference(name, text));
    differing.collect()
}

/// The moment at which a witness was made.
pub fn without_time(document: &str) -> String {
    let is_time = |line: &&str| line.contains("creation_time") || line.contains("creationtime");
    let lines = document
        .lines()
        .map(|line| match is_time(&line) && line.contains("20") {
            true => "(the time)",
            false => line,
        });
    let lines: Vec<&str> = lines.collect();
    lines.join("\n") + "\n"
}

/// A page without its style sheet and script, which are the same for all, and without the report in it, which is a document of its own.
pub fn without_assets(document: &str) -> String {
    let mut text = document.to_string();
    for (start, end) in [
        ("<style>", "</style>"),
        ("<script type=\"module\">", "</script>"),
        (
            "<script type=\"application/json\" id=\"report\">",
            "</script>",
        ),
        ("Content-Security-Policy", ">"),
    ] {
        if let Some(from) = text.find(start)
            && let Some(length) = text[from..].find(end)
        {
            text.replace_range(from + start.len()..from + length, "...");
        }
    }
    text
}

pub fn difference(name: &str, document: &str) -> Option<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    let path = folder.join(name);
    if std::env::var_os("UNSPOOL_BLESS").is_some() {
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(&path, document).expect("a file");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    let lines = || expected.lines().zip(document.lines());
    let line = lines().position(|(expected, found)| expected != found);
    match expected == document {
        true => None,
        false => Some(format!(
            "{name}, line {}: {:?}",
            line.map_or(0, |line| line + 1),
            line.and_then(|line| document.lines().nth(line))
        )),
    }
}
