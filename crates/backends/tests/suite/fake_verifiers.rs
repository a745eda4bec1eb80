//! Verifiers that misbehave: scripts, run by the shell in place of a verifier.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use unspool_backends::run::run;
use unspool_backends::{
    Answer, Backend, Commands, DataModel, Found, Limits, Outcome, Reader, Request, Stopped, Trust,
};

use crate::tools::{LONG, folder, run_to_end};

/// The file is a script, and it answers like CBMC.
static SHELL: Backend = Backend {
    name: "shell",
    full_name: "a script",
    kind: "",
    home: "",
    how_to_get: "",
    executables: &["sh"],
    version_arguments: &[],
    prelude: "",
    commands: &[Commands {
        since: &[],
        steps: &["{verifier} {file} {more}"],
    }],
    ilp32: "",
    lp64: "",
    reader: Reader::States,
    has_trace: true,
    trust: Trust::Tried,
    remark: "",
    caution: "",
};

/// The same with a step before, which is the script too.
static SHELL_WITH_A_STEP_BEFORE: Backend = Backend {
    commands: &[Commands {
        since: &[],
        steps: &["{verifier} {file} before", "{verifier} {file} {more}"],
    }],
    ..SHELL
};

const SUCCESS: &str = "echo 'VERIFICATION SUCCESSFUL'";

struct Script {
    found: Found,
    file: PathBuf,
}

impl Script {
    fn new(name: &str, text: &str) -> Script {
        let file = folder(name).join("script.sh");
        std::fs::write(&file, text).unwrap();
        let found = Found {
            path: PathBuf::from("/bin/sh"),
            version: None,
        };
        Script { found, file }
    }

    fn request(&self, limits: Limits) -> Request<'_> {
        Request {
            backend: &SHELL,
            found: &self.found,
            file: &self.file,
            data_model: DataModel::Lp64,
            compiler: "cc",
            more: &[],
            all_violations: false,
            limits,
        }
    }

    fn run(&self, limits: Limits) -> Outcome {
        run_to_end(&self.request(limits))
    }

    fn said(&self, name: &str) -> String {
        let path = self.file.with_file_name(name);
        std::fs::read_to_string(path).unwrap_or_default()
    }
}

#[track_caller]
fn expect_unknown(outcome: &Outcome, stopped: Option<Stopped>, part: &str) {
    let Answer::Unknown { why } = &outcome.answer else {
        panic!("{outcome:?}");
    };
    assert!(why.contains(part), "{why}");
    assert_eq!(outcome.stopped, stopped);
}

fn limits(milliseconds: u64) -> Limits {
    Limits {
        time: Some(Duration::from_millis(milliseconds)),
        ..LONG
    }
}

/// Whether the process runs. One that has ended and that nobody has waited for yet does not.
fn runs(id: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", id.trim()));
    let stat = stat.unwrap_or_default();
    let state = stat
        .rsplit_once(')')
        .and_then(|(_, rest)| rest.split_whitespace().next());
    !matches!(state, None | Some("Z" | "X"))
}

/// Killed processes go at once, but not in no time.
#[track_caller]
fn expect_gone(ids: &str) {
    assert!(!ids.trim().is_empty(), "no processes to look for");
    let begin = Instant::now();
    while ids.split_whitespace().any(runs) {
        assert!(begin.elapsed() < Duration::from_secs(5), "{ids} still run");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_script_that_behaves() {
    let script = Script::new("fake_good", SUCCESS);
    assert_eq!(script.run(LONG).answer, Answer::NoViolation);
}

#[test]
fn a_crash_is_no_verdict() {
    let script = Script::new(
        "fake_crash",
        &format!("{SUCCESS}; echo last words >&2; kill -SEGV $$"),
    );
    expect_unknown(&script.run(LONG), None, "signal: 11");
    expect_unknown(&script.run(LONG), None, "last words");
    let script = Script::new("fake_killed", &format!("{SUCCESS}; kill -KILL $$"));
    expect_unknown(&script.run(LONG), None, "want of memory");
}

#[test]
fn an_exit_status_of_its_own_is_no_verdict() {
    let script = Script::new("fake_status", &format!("{SUCCESS}; exit 3"));
    expect_unknown(&script.run(LONG), None, "exit status 3");
}

#[test]
fn garbage_is_no_verdict() {
    let script = Script::new("fake_garbage", "head -c 10000 /dev/urandom");
    expect_unknown(&script.run(LONG), None, "does not answer");
}

#[test]
fn output_without_end_is_stopped() {
    let script = Script::new(
        "fake_endless",
        "echo $$ >\"${0%/*}/id\"; while :; do echo again; done",
    );
    let limits = Limits {
        files: 1 << 16,
        ..LONG
    };
    expect_unknown(&script.run(limits), Some(Stopped::Endless), "again");
    expect_gone(&script.said("id"));
}

/// Files count as much as what is printed.
#[test]
fn files_without_end_are_stopped() {
    let script = Script::new(
        "fake_endless_files",
        "mkdir inner; while :; do echo again >>inner/file; done",
    );
    let limits = Limits {
        files: 1 << 14,
        ..LONG
    };
    expect_unknown(&script.run(limits), Some(Stopped::Endless), "without end");
}

/// All of a family that ignores requests to end.
const FAMILY: &str = r#"
trap '' TERM INT HUP
(
    trap '' TERM INT HUP
    sleep 1000 &
    echo $! >>"${0%/*}/ids"
    sleep 1000
) &
echo $! $$ >>"${0%/*}/ids"
"#;

#[test]
fn a_family_is_killed_at_the_deadline() {
    let script = Script::new("fake_family", &format!("{FAMILY} echo waiting; wait"));
    let outcome = script.run(limits(2000));
    expect_unknown(&outcome, Some(Stopped::OutOfTime), "waiting");
    assert!(outcome.time < Duration::from_secs(30), "{:?}", outcome.time);
    assert_eq!(script.said("ids").split_whitespace().count(), 3);
    expect_gone(&script.said("ids"));
}

/// A verifier that has answered is believed, though a child of it would keep its output open.
#[test]
fn what_an_answer_leaves_behind_is_killed() {
    let script = Script::new(
        "fake_left_behind",
        &format!("{FAMILY} sleep 0.3; {SUCCESS}"),
    );
    let outcome = script.run(LONG);
    assert_eq!(outcome.answer, Answer::NoViolation);
    assert!(outcome.time < Duration::from_secs(30), "{:?}", outcome.time);
    expect_gone(&script.said("ids"));
}

#[test]
fn an_interruption_kills_the_family() {
    let script = Script::new("fake_interrupted", &format!("{FAMILY} wait"));
    let has_begun = || script.said("ids").split_whitespace().count() == 3;
    let outcome = run(&script.request(LONG), &has_begun).unwrap();
    expect_unknown(&outcome, Some(Stopped::Interrupted), "interrupted");
    expect_gone(&script.said("ids"));
}

#[test]
fn a_panic_kills_the_family() {
    let script = Script::new(
        "fake_panic",
        &format!("pwd >\"${{0%/*}}/folder\"; {FAMILY} wait"),
    );
    let panics = || match script.said("ids").split_whitespace().count() {
        3 => panic!("on purpose"),
        _ => false,
    };
    let result = catch_unwind(AssertUnwindSafe(|| run(&script.request(LONG), &panics)));
    assert!(result.is_err());
    expect_gone(&script.said("ids"));
    assert!(!Path::new(script.said("folder").trim()).exists());
}

/// Memory is that of the whole family: here a child has it.
#[test]
fn too_much_memory_is_stopped() {
    let script = Script::new(
        "fake_memory",
        "echo $$ >\"${0%/*}/id\"; head -c 400000000 /dev/zero | tail -c 400000000 | (sleep 100; cat) >/dev/null",
    );
    let limits = Limits {
        memory: Some(64 << 20),
        ..LONG
    };
    if unspool_processes::memory::of_this_process().is_none() {
        // The system does not tell.
        return;
    }
    expect_unknown(
        &script.run(limits),
        Some(Stopped::OutOfMemory),
        "memory limit",
    );
    expect_gone(&script.said("id"));
}

#[test]
fn its_folder_is_removed() {
    let script = Script::new(
        "fake_folder",
        &format!("pwd >\"${{0%/*}}/folder\"; touch left-behind; {SUCCESS}"),
    );
    assert_eq!(script.run(LONG).answer, Answer::NoViolation);
    let folder = script.said("folder");
    assert!(folder.contains("unspool-backend"), "{folder}");
    assert!(!Path::new(folder.trim()).exists(), "{folder}");
}

#[test]
fn a_step_before_that_fails_is_no_verdict() {
    let text =
        format!("if [ \"$1\" = before ]; then echo no such header >&2; exit 1; fi; {SUCCESS}");
    let script = Script::new("fake_step", &text);
    let request = Request {
        backend: &SHELL_WITH_A_STEP_BEFORE,
        ..script.request(LONG)
    };
    expect_unknown(&run_to_end(&request), None, "no such header");
    assert_eq!(
        run_to_end(&script.request(LONG)).answer,
        Answer::NoViolation
    );
}

#[test]
fn a_program_that_is_gone_is_an_error() {
    let mut script = Script::new("fake_gone", SUCCESS);
    script.found.path = PathBuf::from("/no/such/verifier");
    let error = run(&script.request(LONG), &|| false).unwrap_err();
    assert!(error.to_string().contains("/no/such/verifier"), "{error}");
}
