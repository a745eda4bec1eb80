//! `unspool bench`: small tasks, a safe one beside its unsafe twin, and tools that are scripts: some that answer, and some that sleep, eat memory,
//! crash, lie or contradict themselves.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::invocation::{Said, Workplace};

/// Two threads that count to two, with or without a lock.
fn counter(lock: &str, unlock: &str) -> String {
    format!(
        "#include <assert.h>
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int count;
void *work(void *unused) {{
    {lock}
    int seen = count;
    count = seen + 1;
    {unlock}
    return unused;
}}
int main(void) {{
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(count == 2);
    return 0;
}}
"
    )
}

const TABLE: &str = "# the twins
task\tproperty\texpected\toptions:fake\tK
locks/safe.c\tunreach-call\ttrue\t\t1
locks/unsafe.c\tunreach-call\tfalse\t\t2
";

fn place(name: &str) -> Workplace {
    Workplace::new(name)
        .with("tasks/expected.tsv", TABLE)
        .with(
            "tasks/locks/safe.c",
            counter(
                "pthread_mutex_lock(&mutex);",
                "pthread_mutex_unlock(&mutex);",
            ),
        )
        .with("tasks/locks/unsafe.c", counter("", ""))
}

/// With a tool `fake`, which is this script; its first argument is the task, its second the folder of the test.
fn with_fake(place: Workplace, script: &str) -> Workplace {
    let folder = place.folder.display().to_string();
    let tools = format!(
        "fake:
  command: [sh, '{folder}/fake.sh', '{{file}}', '{folder}', '{{options}}']
  version: echo fake 7.5
  safe: {{ exit: 0, line: 'answer: safe' }}
  unsafe: {{ exit: 0, line: 'answer: unsafe' }}
"
    );
    place.with("tools.yaml", tools).with("fake.sh", script)
}

const FAKE: &str = "bench tasks --tools tools.yaml --tool fake";

/// What it is when it does what it should.
const HONEST: &str =
    "case $1 in */unsafe.c) echo 'answer: unsafe';; *) echo ' answer: safe';; esac";

fn read(place: &Workplace, file: &str) -> String {
    std::fs::read_to_string(place.folder.join(file)).expect(file)
}

/// The cells of a column of `results.tsv`, row by row.
fn column(place: &Workplace, folder: &str, name: &str) -> Vec<String> {
    let text = read(place, &format!("{folder}/results.tsv"));
    let mut lines = text
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>());
    let heading = lines.next().expect("a heading");
    let at = heading.iter().position(|cell| *cell == name).expect(name);
    lines.map(|cells| cells[at].to_string()).collect()
}

fn judgements(place: &Workplace) -> Vec<String> {
    column(place, "bench-results", "judgement")
}

#[test]
fn twins_are_told_apart_and_bounds_can_be_used_again() {
    let place = place("bench_twins");
    let said =
        place.call("bench tasks --show K --variant few=--rounds=3 --tool unspool -- --jobs 1");
    let said = said.expect(0, &["results: bench-results/index.html"]);
    assert!(
        said.output
            .contains("unspool: 1 right: unsafe; 1 right: safe"),
        "{}",
        said.output
    );
    assert_eq!(
        column(&place, "bench-results", "tool"),
        ["unspool", "few", "unspool", "few"]
    );
    assert_eq!(judgements(&place), ["safe", "bounded", "unsafe", "unsafe"]);
    assert_eq!(
        column(&place, "bench-results", "class"),
        ["correct", "unknown", "correct", "correct"]
    );
    assert_eq!(column(&place, "bench-results", "category"), ["locks"; 4]);
    for name in [
        "rounds",
        "variables",
        "clauses",
        "steps",
        "memory_bytes",
        "cpu_seconds",
    ] {
        let cells = column(&place, "bench-results", name);
        assert!(
            cells[2..]
                .iter()
                .all(|cell| cell.parse::<f64>().is_ok_and(|n| n > 0.0)),
            "{name}: {cells:?}"
        );
    }
    let table = read(&place, "bench-results/side-by-side.md");
    assert!(
        table.starts_with(
            "| task | property | K | unspool | few |\n|---|---|---|---|---|\n| locks/safe.c | unreach-call | 1 | safe "
        ),
        "{table}"
    );
    assert!(
        table.contains("\n| locks/unsafe.c | unreach-call | 2 | unsafe "),
        "{table}"
    );

    let bounds = read(&place, "bench-results/bounds.tsv");
    let [_, line] = &bounds.lines().collect::<Vec<_>>()[..] else {
        panic!("{bounds}")
    };
    assert!(
        line.starts_with("locks/unsafe.c\tunreach-call\tfalse\tLP64\tlocks\t--unwind 1 --rounds ")
    );
    place
        .call("bench tasks --table bench-results/bounds.tsv -o again")
        .expect(0, &[]);
    assert_eq!(column(&place, "again", "judgement"), ["unsafe"]);
    assert_eq!(column(&place, "again", "steps"), ["1"]);
}

#[test]
fn what_is_known_is_not_run_again() {
    let script = "echo \"$1\" >> \"$2\"/calls\n".to_string() + HONEST;
    let place = with_fake(place("bench_restart"), &script);
    let calls = || read(&place, "calls").lines().count();
    place.call(&format!("{FAKE} --only /safe")).expect(0, &[]);
    assert_eq!(calls(), 1);
    place.call(FAKE).expect(0, &["1 of 2 rows are from before"]);
    assert_eq!(
        (calls(), judgements(&place).join(" ")),
        (2, "safe unsafe".to_string())
    );
    // What is not selected is not shown.
    place
        .call(&format!("{FAKE} --expected false"))
        .expect(0, &[]);
    assert_eq!(
        (calls(), judgements(&place).join(" ")),
        (2, "unsafe".to_string())
    );
    // A line that was cut, other options, another text, another limit.
    let rows = read(&place, "bench-results/rows.jsonl");
    std::fs::write(
        place.folder.join("bench-results/rows.jsonl"),
        &rows[..rows.len() - 20],
    )
    .expect("rows");
    place.call(FAKE).expect(0, &["1 of 2 rows"]);
    assert_eq!(calls(), 3);
    let place = place.with(
        "tasks/expected.tsv",
        TABLE.replace("true\t\t", "true\t--deep\t"),
    );
    let calls = || read(&place, "calls").lines().count();
    place.call(FAKE).expect(0, &["1 of 2 rows"]);
    assert_eq!(calls(), 4);
    let place = place.with("tasks/locks/safe.c", "int main(void) { return 0; }\n");
    let calls = || read(&place, "calls").lines().count();
    place.call(FAKE).expect(0, &["1 of 2 rows"]);
    assert_eq!(calls(), 5);
    place
        .call(&format!("{FAKE} --time-limit 50"))
        .expect(0, &[]);
    assert_eq!(calls(), 7);
    place
        .call(&format!("{FAKE} --again --only /safe"))
        .expect(0, &[]);
    assert_eq!(calls(), 8);
    // What was not selected is still known.
    place.call(FAKE).expect(0, &["2 of 2 rows"]);
    place
        .call(&format!("{FAKE} --again --only /unsafe"))
        .expect(0, &[]);
    assert_eq!(calls(), 9);
    place
        .call(&format!("{FAKE} --again-if correct,error"))
        .expect(0, &[]);
    assert_eq!(calls(), 11);
    place
        .call(&format!("{FAKE} --again-if error"))
        .expect(0, &[]);
    assert_eq!(calls(), 11);
    // What is expected is no part of what was run.
    let place = place.with(
        "tasks/expected.tsv",
        "task\tproperty\texpected\nlocks/unsafe.c\tunreach-call\ttrue\n",
    );
    place.call(FAKE).expect(10, &["1 of 1 rows"]);
    assert_eq!(judgements(&place), ["WRONG"]);
}

#[test]
fn wrong_verdicts_crashes_and_contradictions_are_seen() {
    for (script, judgement, code) in [
        (HONEST, ["safe", "unsafe"], 0),
        ("echo answer: safe", ["safe", "WRONG"], 10),
        ("echo answer: unsafe", ["WRONG", "unsafe"], 10),
        (
            "echo answer: safe; echo answer: unsafe",
            ["FAILED", "FAILED"],
            10,
        ),
        ("echo answer: safe; kill -SEGV $$", ["FAILED", "FAILED"], 10),
        ("echo answer: safe; exit 1", ["FAILED", "FAILED"], 10),
        (
            "echo the answer: safe is not said so",
            ["FAILED", "FAILED"],
            10,
        ),
    ] {
        let place = with_fake(place("bench_liars"), script);
        place.call(FAKE).expect(code, &[]);
        assert_eq!(judgements(&place), judgement, "{script}");
    }
}

/// Each would fail for the same reason, or be asked something else than the table says.
#[test]
fn options_that_no_task_can_have_are_refused_at_once() {
    let place = place("bench_options");
    for (line, message) in [
        ("-- --nosuch", "unexpected argument '--nosuch'"),
        ("-- --property no-data-race", "`--property` cannot be given"),
        ("-- --time-limit=3", "`--time-limit=3` cannot be given"),
        ("-- other.c", "has more than options"),
        ("--variant a=--rounds=x", "invalid value 'x' for '--rounds"),
    ] {
        let said = place.call(&format!("bench tasks {line}"));
        said.expect(1, &[message]);
    }
    assert!(!place.folder.join("bench-results").exists());
    let twice = format!("{TABLE}locks/safe.c\tunreach-call\ttrue\t\t3\n");
    let place = place.with("tasks/expected.tsv", twice);
    place.call("bench tasks").expect(
        2,
        &[
            "stands in the table twice: first in line 3",
            "expected.tsv:5:",
        ],
    );
}

/// The columns of a row speak of the step that the verdict rests on, however many others ran beside it.
#[test]
fn the_step_that_decided_is_the_one_whose_bounds_are_told() {
    let place = place("bench_steps");
    place.call("bench tasks").expect(0, &[]);
    let rows = column(&place, "bench-results", "unwind").into_iter();
    let rows = rows.zip(column(&place, "bench-results", "rounds"));
    let told: Vec<String> = rows
        .map(|(unwind, rounds)| format!("--unwind {unwind} --rounds {rounds}"))
        .collect();
    assert_eq!(column(&place, "bench-results", "bounds"), told);
}

/// The tool and its child run for ever; both are gone when the command ends. What the child has used counts, though nobody has waited for it.
#[test]
fn all_processes_of_a_tool_are_killed_at_the_limit() {
    let script = "case $1 in */unsafe.c) while :; do :; done & ;; *) sleep 1000 & echo $! >> \"$2\"/children; setsid sleep 1000 & esac
echo $! >> \"$2\"/children; echo answer: safe; sleep 1000";
    let place = with_fake(place("bench_sleepers"), script);
    place
        .call(&format!("{FAKE} --time-limit 0.2 -j 2"))
        .expect(0, &[]);
    assert_eq!(judgements(&place), ["TIME", "TIME"]);
    assert_eq!(
        column(&place, "bench-results", "exit"),
        ["killed", "killed"]
    );
    let seconds = column(&place, "bench-results", "cpu_seconds");
    let seconds: Vec<f64> = seconds
        .iter()
        .map(|cell| cell.parse().expect("a number"))
        .collect();
    assert!(seconds[0] < 0.3 && seconds[1] > 0.5, "{seconds:?}");
    let children = read(&place, "children");
    // The second one of the first task has left the group.
    assert_eq!(children.lines().count(), 3);
    for child in children.lines() {
        assert!(has_ended(child), "{child} still runs");
    }
}

/// Who is killed ends soon, and is cleared away by the system some time later.
fn has_ended(process: &str) -> bool {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(10) {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat"));
        if stat.map_or(true, |stat| stat.contains(") Z ")) {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    false
}

#[test]
fn memory_of_all_processes_counts() {
    // `tail` keeps a line that does not end.
    let script = "head -c 300000000 /dev/zero | tail -n 1 > /dev/null; echo answer: safe";
    let place = with_fake(place("bench_eaters"), script);
    let call = format!("{FAKE} --memory-limit 64M --only /safe");
    place.call(&call).expect(0, &[]);
    assert_eq!(judgements(&place), ["MEMORY"]);
    let call = format!("{FAKE} --memory-limit 2G --only /safe");
    place.call(&call).expect(0, &[]);
    assert_eq!(judgements(&place), ["safe"]);
    let memory: u64 = column(&place, "bench-results", "memory_bytes")[0]
        .parse()
        .expect("bytes");
    assert!((200 << 20..600 << 20).contains(&memory), "{memory}");
}

fn start(place: &Workplace, line: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_unspool"))
        .args(line.split_whitespace())
        .current_dir(&place.folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts")
}

fn interrupt(child: Child) -> Said {
    kill_process(Pid::from_child(&child), Signal::INT).expect("a signal");
    let output = child.wait_with_output().expect("the command ends");
    Said {
        code: output.status.code().expect("no signal ended it"),
        output: String::from_utf8_lossy(&output.stdout).into_owned(),
        errors: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

#[test]
fn an_interrupted_run_keeps_what_has_ended() {
    let script = "echo \"$1\" >> \"$2\"/calls
case $1 in */unsafe.c) [ -e \"$2\"/go ] || { sleep 1000 & echo $! > \"$2\"/child; wait; }; esac\n"
        .to_string()
        + HONEST;
    let place = with_fake(place("bench_interrupted"), &script);
    let child = start(&place, FAKE);
    wait_for(&place.folder.join("child"));
    // Nobody else writes to the folder meanwhile.
    place.call(FAKE).expect(
        2,
        &[
            "another `unspool bench` is writing to `bench-results`",
            "--output FOLDER",
        ],
    );
    let said = interrupt(child).expect(
        5,
        &[
            "interrupted",
            "go on with: unspool bench tasks --tools tools.yaml --tool fake",
        ],
    );
    assert!(said.output.contains("locks/safe.c"), "{}", said.output);
    assert_eq!(judgements(&place), ["safe"]);
    assert!(has_ended(read(&place, "child").trim()));
    let page = read(&place, "bench-results/index.html");
    assert!(page.contains("not complete"));

    let place = place.with("go", "");
    place.call(FAKE).expect(0, &["1 of 2 rows are from before"]);
    assert_eq!(judgements(&place), ["safe", "unsafe"]);
    assert_eq!(read(&place, "calls").lines().count(), 3);
}

/// Until it is written, a line at least.
fn wait_for(file: &Path) {
    let start = Instant::now();
    while !std::fs::read_to_string(file).is_ok_and(|text| text.ends_with('\n')) {
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "{}",
            file.display()
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn rows_are_printed_as_they_come() {
    let place = with_fake(
        place("bench_lines"),
        &format!("{HONEST}; case $1 in */unsafe.c) sleep 1000;; esac"),
    );
    let mut child = start(&place, FAKE);
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let heading = lines.next().expect("a line").expect("text");
    assert!(heading.starts_with("what       verdict"), "{heading}");
    let line = lines.next().expect("a line").expect("text");
    assert!(
        line.starts_with("safe       safe      true ") && line.ends_with("locks/safe.c"),
        "{line}"
    );
    interrupt(child).expect(5, &[]);
}

#[test]
fn an_earlier_run_is_compared() {
    let place = with_fake(place("bench_against"), HONEST);
    place.call(&format!("{FAKE} -o before")).expect(0, &[]);
    let place = place.with("fake.sh", "echo answer: safe");
    let said = place
        .call(&format!("{FAKE} -o now --against before"))
        .expect(10, &[]);
    let change = "locks/unsafe.c [unreach-call] (fake): WRONG, was unsafe";
    assert!(said.output.contains(change), "{}", said.output);
    assert!(said.output.contains("fake (earlier)"), "{}", said.output);
    assert!(read(&place, "now/summary.md").contains(change));
    let page = read(&place, "now/index.html");
    assert!(page.contains(change) && page.contains("fake now and earlier"));
    assert!(page.contains("fake 7.5"), "the version of the tool");
    place
        .call(&format!("{FAKE} --against nowhere"))
        .expect(2, &["cannot read the results in `nowhere/results.json`"]);
    let place = place.with(
        "before/results.json",
        "{\"format\": \"unspool-bench\", \"version\": 99}",
    );
    place
        .call(&format!("{FAKE} --against before"))
        .expect(2, &["version 99"]);
}

#[test]
fn cc_is_only_measured() {
    let place = place("bench_cc");
    place
        .call("bench tasks --tool cc --tool unspool --only /safe")
        .expect(0, &[]);
    assert_eq!(judgements(&place), ["done", "safe"]);
    let place = place.with("tasks/locks/safe.c", "int main(void) { return }\n");
    place
        .call("bench tasks --tool cc --only /safe")
        .expect(10, &[]);
    assert_eq!(judgements(&place), ["FAILED"]);
    let notes = column(&place, "bench-results", "note");
    assert!(notes[0].contains("exit code 1"), "{notes:?}");
}

#[test]
fn wrong_tables_are_shown_before_anything_runs() {
    let table = |line: &str| {
        let text = format!("task\tproperty\texpected\n{line}\n");
        place("bench_tables").with("tasks/expected.tsv", text)
    };
    let refuse = |line: &str, parts: &[&str]| {
        let place = table(line);
        let said = place.call("bench tasks").expect(2, parts);
        assert_eq!(said.output, "");
        assert!(!place.folder.join("bench-results").exists());
    };
    let at = "tasks/expected.tsv:2:";
    refuse(
        "locks/safe.c\tunreach-call\tmaybe",
        &[at, "`maybe` is neither", "^^^^^"],
    );
    refuse(
        "locks/safe.c\tunreach-call+termination\ttrue",
        &[at, "`termination` is no property"],
    );
    refuse(
        "locks/none.c\tunreach-call\ttrue",
        &[at, "there is no file `tasks/locks/none.c`"],
    );
    table("locks/none.c\tx\ttrue")
        .call("bench tasks --expected false")
        .expect(2, &["none of the 1 tasks"]);
    let place = place("bench_usage");
    place.call("bench nowhere").expect(
        2,
        &["cannot read the table of tasks `nowhere/expected.tsv`"],
    );
    place
        .call("bench tasks --tool unspol")
        .expect(1, &["no tool `unspol`", "is `unspool` meant?"]);
    place
        .call("bench tasks --variant x")
        .expect(1, &["NAME=OPTIONS"]);
    place
        .call("bench tasks --tool cc --tool cc")
        .expect(1, &["two tools are called `cc`"]);
    place
        .call("bench tasks --show nothing")
        .expect(2, &["no column `nothing`", "options:fake, K"]);
    let place = place.with(
        "tools.yaml",
        "mine:\n  command: no-such-program-at-all {file}\n",
    );
    place
        .call("bench tasks --tools tools.yaml --tool mine")
        .expect(1, &["`mine` is not installed"]);
    let place = place.with("tools.yaml", "mine:\n  comand: x\n");
    place
        .call("bench tasks --tools tools.yaml --tool mine")
        .expect(2, &["tools.yaml:2:", "comand"]);
}

/// A conjunction holds if all of its parts do.
#[test]
fn several_properties_are_asked_together() {
    let text = "task\tproperty\texpected\n\
        locks/safe.c\tno-data-race+unreach-call(assert)\ttrue\n\
        locks/unsafe.c\tno-data-race+no-deadlock\tfalse\n\
        locks/unsafe.c\tno-deadlock\ttrue\n";
    let place = place("bench_conjunctions").with("tasks/expected.tsv", text);
    place.call("bench tasks -- --jobs 1").expect(0, &[]);
    assert_eq!(judgements(&place), ["safe", "unsafe", "safe"]);
    place
        .call("bench tasks --property no-deadlock -- --jobs 1")
        .expect(0, &["1 of 1 rows"]);
}

/// The descriptions in the documentation can be read, and read the answers of tools that are pretended.
#[test]
fn the_descriptions_in_the_documentation_work() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/bench-tools.yaml");
    let text = std::fs::read_to_string(docs).expect("docs/bench-tools.yaml");
    let lazy =
        "case $2 in */unsafe.c) echo \"$2, UNSAFE, 0.10\";; *) echo \"$2, SAFE, 0.10\";; esac\n";
    let cbmc = "case \"$*\" in */unsafe.c*) echo VERIFICATION FAILED; exit 10;; *) echo VERIFICATION SUCCESSFUL;; esac\n";
    let place = place("bench_described")
        .with("tools.yaml", text)
        .with("bin/lazy-cseq.py", format!("#!/bin/sh\n{lazy}"))
        .with("bin/cbmc", format!("#!/bin/sh\n{cbmc}"));
    for name in ["bin/lazy-cseq.py", "bin/cbmc"] {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(place.folder.join(name), mode).expect("a script");
    }
    let path = format!(
        "{}:{}",
        place.folder.join("bin").display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let output = Command::new(env!("CARGO_BIN_EXE_unspool"))
        .args(["bench", "tasks", "--tools", "tools.yaml"])
        .args(["--tool", "lazy-cseq", "--tool", "cbmc-deepening"])
        .env("PATH", path)
        .current_dir(&place.folder)
        .output()
        .expect("the command");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(judgements(&place), ["bounded", "safe", "unsafe", "unsafe"]);
}
