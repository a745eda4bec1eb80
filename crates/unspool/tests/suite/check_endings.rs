//! `unspool check` that is ended from outside: by signals, by limits, by readers that go away; and what it says then.

use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::checking::{SERVER, output_has, verdict};
use crate::invocation::{Said, Workplace};

/// A loop that is unwound further and further, and never has an end.
const ENDLESS: &str = "#include <assert.h>
#include <pthread.h>
int turn;
void *other(void *argument)
{
    for (;;)
        turn = 1 - turn;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    for (;;)
        assert(turn != 7);
}
";

fn start(place: &Workplace, words: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_unspool"))
        .args(words)
        .current_dir(&place.folder)
        .env_remove("CC")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts")
}

fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    let status = Command::new("kill").args([name, &id]).status();
    assert!(status.expect("a command").success());
}

fn ended(mut child: Child) -> (ExitStatus, String, String) {
    let (mut output, mut errors) = (String::new(), String::new());
    let (out, err) = (child.stdout.take(), child.stderr.take());
    out.expect("a pipe")
        .read_to_string(&mut output)
        .expect("text");
    err.expect("a pipe")
        .read_to_string(&mut errors)
        .expect("text");
    (child.wait().expect("an end"), output, errors)
}

#[test]
fn an_interrupted_search_says_how_far_it_got() {
    let place = Workplace::new("interrupted").with("a.c", ENDLESS);
    for name in ["-INT", "-TERM"] {
        let wanted = "--property=unreach-call";
        let words = ["check", "a.c", wanted, "--accept-bounded", "--stats=json"];
        let child = start(&place, &words);
        std::thread::sleep(Duration::from_secs(2));
        signal(&child, name);
        let (status, output, errors) = ended(child);
        let said = Said {
            code: status.code().expect("no signal ended it"),
            output,
            errors,
        };
        let said = said.expect(5, &[]);
        verdict(
            &said,
            "UNKNOWN: the search was interrupted during --unwind ",
        );
        output_has(&said, &["so far: no violation with at most "]);
        let last = said.output.lines().last().unwrap_or("");
        let value: Value = serde_json::from_str(last).expect("JSON");
        assert_eq!(value["search_end"], "interrupted", "{last}");
        assert_eq!(value["verdict"], "unknown", "{last}");
    }
}

/// Bounding cannot be interrupted: a search that was asked to end waits for it a moment.
#[test]
fn a_second_signal_ends_it_at_once() {
    let place = Workplace::new("interrupted_twice").with("a.c", ENDLESS);
    let child = start(
        &place,
        &["check", "a.c", "--unwind", "200000", "--rounds", "2"],
    );
    std::thread::sleep(Duration::from_secs(1));
    signal(&child, "-INT");
    std::thread::sleep(Duration::from_millis(100));
    signal(&child, "-INT");
    let (status, output, errors) = ended(child);
    assert_eq!(status.signal(), Some(2), "{output}\n{errors}");
}

#[test]
fn steps_that_were_stopped_say_why() {
    let place = Workplace::new("stopped_steps").with("a.c", SERVER);
    let said = place
        .call("check a.c --time-limit 500ms --stats=json")
        .expect(5, &[]);
    output_has(
        &said,
        &["the time limit of 0.5 s (--time-limit) was reached"],
    );
    let last = said.output.lines().last().unwrap_or("");
    let value: Value = serde_json::from_str(last).expect("JSON");
    assert_eq!(value["search_end"], "time limit", "{last}");
    let steps = value["steps"].as_array().expect("steps");
    for step in steps {
        let is_stopped = step["answer"] == "stopped";
        assert_eq!(is_stopped, step["stopped_by"].is_string(), "{step}");
    }
    let said = place
        .call("check a.c --time-limit 1 --stats --unwind 400 --rounds 40")
        .expect(5, &[]);
    output_has(
        &said,
        &["--time-limit allows more; smaller bounds than these need less"],
    );
}

/// The verdict is on one stream, in one piece; whoever stops to read it does no harm.
#[test]
fn a_reader_that_goes_away_does_not_change_the_exit_code() {
    let place = Workplace::new("check_closed").with("a.c", SERVER);
    let mut child = start(&place, &["check", "a.c", "--unwind", "1", "--rounds", "1"]);
    drop(child.stdout.take());
    drop(child.stderr.take());
    let status = child.wait().expect("an end");
    assert_eq!(status.code(), Some(5));
}
