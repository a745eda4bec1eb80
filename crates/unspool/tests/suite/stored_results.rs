//! Results that were stored: shown again, and replayed in programs that have changed since.

use unspool_report::json;

use crate::invocation::{Said, Workplace, call_in};

const COUNTER: &str = "#include <assert.h>
#include <pthread.h>
static int counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *unused)
{
    int seen = counter;
    pthread_mutex_lock(&lock);
    counter = seen + 1;
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, add, 0);
    pthread_create(&second, 0, add, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(counter == 2);
    return 0;
}
";

/// A folder with a program and the stored result of its check.
#[track_caller]
fn checked(name: &str, options: &str) -> (Workplace, Said) {
    let place = Workplace::new(name).with("counter.c", COUNTER);
    let said = place.call(&format!("check counter.c --json bug.json {options}"));
    let said = said.expect(10, &["wrote bug.json"]);
    (place, said)
}

#[test]
fn what_is_stored_is_shown_as_it_was() {
    let (place, said) = checked("stored_shown", "");
    let again = place.call("show bug.json").expect(0, &[]);
    assert_eq!(again.output, said.output);
    let from_pipe = place.call_with(
        "show -",
        &std::fs::read_to_string(place.folder.join("bug.json")).expect("a result"),
    );
    assert_eq!(from_pipe.expect(0, &[]).output, said.output);
    let full = place
        .call("show bug.json --trace full")
        .expect(0, &[])
        .output;
    assert!(full.contains("sets seen = 0"), "{full}");
    assert!(!said.output.contains("sets seen"), "{}", said.output);
    let none = place
        .call("show bug.json --trace none")
        .expect(0, &[])
        .output;
    assert!(
        none.lines().count() < 6 && none.starts_with("UNSAFE"),
        "{none}"
    );
    place
        .call("show bug.json --format html -o page.html")
        .expect(0, &[]);
    let page = std::fs::read_to_string(place.folder.join("page.html")).expect("a page");
    assert!(page.starts_with("<!DOCTYPE html>"), "{page:.100}");
}

#[test]
fn the_explanation_tells_the_pattern() {
    let (_, said) = checked("stored_explained", "");
    let note = "between the read at counter.c:7 and the write at counter.c:9 of thread";
    assert!(said.output.contains(note), "{}", said.output);
    assert!(
        said.output.contains("context switches, the fewest"),
        "{}",
        said.output
    );
}

#[test]
fn damaged_and_missing_results_are_refused() {
    let (place, _) = checked("stored_damaged", "--trace none");
    let text = std::fs::read_to_string(place.folder.join("bug.json")).expect("a result");
    let place = place
        .with("half.json", &text[..text.len() / 2])
        .with(
            "newer.json",
            text.replacen("\"version\": 1", "\"version\": 9", 1),
        )
        .with("other.json", "[1]");
    for command in ["show", "replay"] {
        let call = |file: &str| place.call(&format!("{command} {file}"));
        call("half.json").expect(2, &["half.json", "not JSON"]);
        call("newer.json").expect(2, &["version 9", "use a newer unspool"]);
        call("other.json").expect(2, &["not a report"]);
        call("nothing.json").expect(2, &["cannot read `nothing.json`"]);
    }
    place.call("show").expect(1, &["a report is missing"]);
}

#[test]
fn files_that_cannot_be_written_are_refused_at_once() {
    let place = Workplace::new("stored_refused").with("counter.c", COUNTER);
    place
        .call("check counter.c --json counter.c")
        .expect(1, &["is an input"]);
    place
        .call("check counter.c --html no/such/folder.html")
        .expect(1, &["no folder `no/such`"]);
    place
        .call("check counter.c --json a --sarif a")
        .expect(1, &["two results"]);
    let text = std::fs::read_to_string(place.folder.join("counter.c")).expect("the program");
    assert_eq!(text, COUNTER);
}

#[test]
fn a_result_on_standard_output_is_alone_there() {
    let place = Workplace::new("stored_output").with("counter.c", COUNTER);
    let said = place
        .call("check counter.c --json -")
        .expect(10, &["UNSAFE: counter.c:20:5"]);
    let report = json::read(&said.output).expect("a report and nothing else");
    assert!(report.trace.is_some());
}

#[test]
fn safe_programs_have_results_without_an_execution() {
    let safe = COUNTER
        .replace("int seen = counter;", "")
        .replace("seen + 1", "counter + 1");
    let place = Workplace::new("stored_safe").with("counter.c", &safe);
    let line = "check counter.c --json ok.json --witness w.yml --replay folder --junit ok.xml";
    place
        .call(line)
        .expect(0, &["wrote no w.yml", "wrote no folder", "wrote ok.xml"]);
    assert!(!place.folder.join("w.yml").exists() && !place.folder.join("folder").exists());
    place
        .call("replay ok.json")
        .expect(1, &["no execution to replay"]);
    let shown = place.call("show ok.json").expect(0, &[]).output;
    assert!(shown.starts_with("SAFE: "), "{shown}");
    place
        .call("show ok.json --format yaml")
        .expect(1, &["no violation to witness"]);
}

#[test]
fn the_same_program_still_fails() {
    let (place, _) = checked("stored_same", "--trace none");
    let said = place.call("replay bug.json").expect(10, &[]);
    assert!(
        said.output.starts_with("STILL FAILS: counter.c:20:5"),
        "{}",
        said.output
    );
    assert!(said.output.contains("the same schedule"), "{}", said.output);
}

/// Threads that compute something before others can see them do so when their turn comes, however the execution is made again.
#[test]
fn replaying_tells_what_checking_told() {
    let early = "#include <assert.h>
#include <pthread.h>
int total;
void *add(void *argument)
{
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += i;
    int before = total;
    total = before + sum;
    return 0;
}
int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, add, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(total == 6);
}
";
    let place = Workplace::new("stored_early").with("early.c", early);
    let checked = place.call("check early.c --property unreach-call --json bug.json --trace full");
    let checked = checked.expect(10, &[]).output;
    let replayed = place.call("replay bug.json --trace full").expect(10, &[]);
    let listing = |said: &str| said.split_once("\n\n").map(|(_, rest)| rest.to_string());
    assert!(listing(&checked).is_some());
    assert_eq!(listing(&checked), listing(&replayed.output));
}

/// Also where a thread computes something behind the last thing that anybody needs of it.
#[test]
fn replaying_tells_no_more_than_checking() {
    let text = "#include <assert.h>
#include <pthread.h>
int seen;
void *look(void *argument)
{
    seen++;
    assert(seen != 2);
    return 0;
}
int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, look, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
}
";
    let place = Workplace::new("stored_needless_ends").with("ends.c", text);
    let checked = place.call("check ends.c --property unreach-call --json bug.json --trace full");
    let checked = checked.expect(10, &[]).output;
    let replayed = place.call("replay bug.json --trace full").expect(10, &[]);
    let listing = |said: &str| said.split_once("\n\n").map(|(_, rest)| rest.to_string());
    assert!(listing(&checked).is_some());
    assert_eq!(listing(&checked), listing(&replayed.output));
}

/// A report whose schedule is replaced.
fn rescheduled(place: Workplace, schedule: &str) -> Workplace {
    let text = std::fs::read_to_string(place.folder.join("bug.json")).expect("a result");
    let mut report = json::read(&text).expect("a report");
    let trace = report.trace.as_mut().expect("a trace");
    trace.repeat.schedule = schedule.to_string();
    place.with("other.json", json::write(&report))
}

#[test]
fn schedules_and_inputs_that_are_none_are_damage() {
    let (mut place, _) = checked("stored_schedules", "--trace none");
    for schedule in ["", "abc", "0*-1", "0*0"] {
        place = rescheduled(place, schedule);
        let said = place.call("replay other.json");
        said.expect(2, &["this report is damaged: ", "trace.repeat.schedule"]);
    }
    let text = std::fs::read_to_string(place.folder.join("bug.json")).expect("a result");
    let inputs = "\"inputs\": [{ \"thread\": 0, \"bits\": \"x\" }]";
    let wrong = text.replace("\"inputs\": []", inputs);
    assert_ne!(wrong, text);
    place
        .with("input.json", wrong)
        .call("replay input.json")
        .expect(2, &["trace.repeat.inputs[0].bits is `x`"]);
}

/// The program is the same, so it is not said to have changed.
#[test]
fn reports_that_do_not_fit_themselves_are_told_from_changed_programs() {
    let (place, _) = checked("stored_unfit", "--trace none");
    // What is told still leads to the violation.
    let place = rescheduled(place, "0*3");
    let said = place.call("replay other.json --trace none").expect(10, &[]);
    let first = "the schedule in the report does not lead to its violation";
    assert!(said.output.contains(first), "{}", said.output);
    assert!(
        !said.output.contains("has changed since"),
        "{}",
        said.output
    );
    // Nothing does.
    let text = std::fs::read_to_string(place.folder.join("other.json")).expect("a result");
    let mut report = json::read(&text).expect("a report");
    let trace = report.trace.as_mut().expect("a trace");
    trace.steps.clear();
    trace.violation.related.clear();
    let place = place.with("other.json", json::write(&report));
    let said = place.call("replay other.json").expect(5, &[]);
    assert!(
        said.output.starts_with("DOES NOT FIT: the schedule"),
        "{}",
        said.output
    );
    assert!(!said.output.contains("NO LONGER"), "{}", said.output);
    // Another program may well not do the same.
    let place = place.with("counter.c", format!("{COUNTER}\n"));
    let said = place.call("replay other.json").expect(0, &[]);
    assert!(
        said.output.starts_with("NO LONGER REPRODUCES"),
        "{}",
        said.output
    );
}

#[test]
fn a_changed_program_fails_where_it_is_now() {
    let (place, _) = checked("stored_changed", "--trace none");
    let printing = COUNTER
        .replace(
            "#include <assert.h>",
            "#include <assert.h>\n#include <stdio.h>\nint other;",
        )
        .replace(
            "    int seen",
            "    other = 1; printf(\"%d\\n\", other);\n    int seen",
        );
    let place = place.with("changed.c", printing);
    let said = place.call("replay bug.json changed.c").expect(10, &[]);
    assert!(
        said.output.starts_with("STILL FAILS: changed.c:23:5"),
        "{}",
        said.output
    );
    assert!(said.output.contains("has changed since"), "{}", said.output);
}

#[test]
fn a_mended_program_no_longer_fails() {
    let (place, _) = checked("stored_mended", "--trace none");
    let mended = COUNTER.replace("    int seen = counter;\n", "").replace(
        "&lock);\n    counter =",
        "&lock);\n    int seen = counter;\n    counter =",
    );
    let place = place.with("counter.c", mended);
    let said = place.call("replay bug.json").expect(0, &[]);
    assert!(
        said.output.starts_with("NO LONGER REPRODUCES"),
        "{}",
        said.output
    );
    assert!(
        said.output.contains("unspool check counter.c"),
        "{}",
        said.output
    );
}

#[test]
fn an_assertion_in_other_words_is_still_one() {
    let (place, _) = checked("stored_words", "--trace none");
    let place = place.with("words.c", COUNTER.replace("counter == 2", "2 == counter"));
    let said = place.call("replay bug.json words.c").expect(10, &[]);
    assert!(
        said.output
            .contains("it was `assertion failed: counter == 2`"),
        "{}",
        said.output
    );
}

#[test]
fn another_program_does_not_fit() {
    let (place, _) = checked("stored_other", "--trace none");
    let place = place.with("other.c", COUNTER.replace("counter", "number"));
    let said = place.call("replay bug.json other.c --trace none");
    // The schedule of the steps may still do it.
    assert!(said.code == 10 || said.code == 5, "{}", said.output);
    let place = place.with("other.c", "int main(void) { return 0; }");
    let said = place.call("replay bug.json other.c").expect(5, &[]);
    assert!(said.output.starts_with("DOES NOT FIT"), "{}", said.output);
}

#[test]
fn a_program_that_now_waits_for_ever_is_told_so() {
    let (place, _) = checked("stored_waits", "--trace none");
    let stuck = COUNTER.replace("    pthread_mutex_unlock(&lock);\n", "");
    let place = place.with("stuck.c", stuck);
    let said = place.call("replay bug.json stuck.c --trace none");
    assert!(said.output.contains("deadlock"), "{}", said.output);
}

/// A check does not look for these, so they are no properties of the report; they have names all the same.
#[test]
fn other_ends_have_the_name_of_a_property_too() {
    let (place, _) = checked("stored_ends", "--trace none");
    let stuck = COUNTER.replace("    pthread_mutex_unlock(&lock);\n", "");
    let divided = COUNTER.replace("assert(counter == 2)", "counter = 1 / (counter - 1)");
    let promised = COUNTER.replace(
        "assert(counter == 2)",
        "if (counter == 1) __builtin_unreachable()",
    );
    for (text, name) in [
        (stuck, "[no-deadlock]"),
        (divided, "[division-by-zero]"),
        (promised, "[unreachable-code]"),
    ] {
        std::fs::write(place.folder.join("ends.c"), text).expect("a file");
        let said = place.call("replay bug.json ends.c").expect(10, &[]);
        assert!(said.output.contains(name), "{}", said.output);
    }
}

#[test]
fn a_program_from_standard_input_is_replayed_from_a_file() {
    let place = Workplace::new("stored_pipe").with("counter.c", COUNTER);
    place
        .call_with("check - --json bug.json --trace none", COUNTER)
        .expect(10, &["wrote bug.json"]);
    place.call("replay bug.json").expect(
        1,
        &["read from standard input", "unspool replay bug.json prog.c"],
    );
    for said in [
        place.call("replay bug.json counter.c"),
        place.call_with("replay bug.json -", COUNTER),
    ] {
        let said = said.expect(10, &[]);
        assert!(said.output.starts_with("STILL FAILS: "), "{}", said.output);
        assert!(said.output.contains("the same schedule"), "{}", said.output);
    }
    place
        .call_with("replay - -", COUNTER)
        .expect(1, &["cannot both be read from standard input"]);
}

#[test]
fn a_replay_in_another_folder_says_what_it_misses() {
    let (place, _) = checked("stored_elsewhere", "--trace none");
    let place = place.with("other/unrelated.c", "");
    let call = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        call_in(&place.folder.join("other"), &words, "")
    };
    call("replay ../bug.json").expect(
        2,
        &[
            "`../bug.json` is about `counter.c`, but there is no file `counter.c` here",
            "the folder in which `unspool check` ran",
            "unspool replay ../bug.json FILE...",
        ],
    );
    let said = call("replay ../bug.json ../counter.c").expect(10, &[]);
    assert!(said.output.starts_with("STILL FAILS: "), "{}", said.output);
}

/// A file from elsewhere must not say what is executed.
#[test]
fn the_compiler_is_not_taken_from_the_report() {
    let (place, _) = checked("stored_compiler", "--trace none --cc cc");
    let text = std::fs::read_to_string(place.folder.join("bug.json")).expect("a result");
    let evil = text.replacen(
        "\"options\": []",
        "\"options\": [\"--cc\", \"touch evil;\"]",
        1,
    );
    assert_ne!(evil, text);
    let place = place.with("bug.json", evil);
    place
        .call("replay bug.json")
        .expect(10, &["made with --cc"]);
    assert!(!place.folder.join("evil").exists());
}
