//! The logs of `unspool swarm`: what stands in them, swarms that go on where others were killed, and swarms of many instances; and cubes, whose logs say what was cut.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::checking::{output_has, verdict};
use crate::invocation::{Said, Workplace};
use crate::swarm_command::{ONE_STOP, SAFE, TWO_STOPS, levels};

/// As long as a test may wait for anything.
const PATIENCE: Duration = Duration::from_secs(60);

/// A thread has so many visible statements between its first one and its end. It takes a moment to see that a prime is no product of two numbers, in each instance anew if it becomes a sequential program. `WRONG` is what must not be seen.
pub fn slow_program(statements: usize) -> String {
    let steps: String = (1..=statements + 1)
        .map(|level| format!("    level = {level};\n"))
        .collect();
    format!(
        "#include <assert.h>
#include <pthread.h>
unsigned __VERIFIER_nondet_uint(void);
int level;
void *rise(void *unused)
{{
{steps}    return unused;
}}
int main(void)
{{
    pthread_t thread;
    pthread_create(&thread, 0, rise, 0);
    int seen = level;
    unsigned first = __VERIFIER_nondet_uint() % LIMIT, second = __VERIFIER_nondet_uint() % LIMIT;
    if (first > 1 && second > 1 && seen < 1000)
        assert(first * second != 4194301);
    assert(seen != WRONG);
    return 0;
}}
"
    )
}

/// Of these moments, a short one.
pub const SLOW: &str = "slow.c -DLIMIT=4096 --property unreach-call --schema lazy --rounds 2 --instances-limit 0 --trace none";

/// The lines of a log that are whole.
pub fn records(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let lines = text.split_inclusive('\n');
    let whole = lines.filter(|line| line.ends_with('\n'));
    whole
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

pub fn of_kind<'r>(records: &'r [Value], kind: &str) -> Vec<&'r Value> {
    let records = records.iter();
    records.filter(|it| it["record"] == kind).collect()
}

/// The names of instances, in the order of the log.
pub fn names(records: &[Value]) -> Vec<String> {
    let instances = of_kind(records, "instance").into_iter();
    instances
        .map(|it| it["name"].as_str().expect("a name").to_string())
        .collect()
}

/// Each of so many instances has one line.
#[track_caller]
pub fn check_each_once(records: &[Value], instances: usize) {
    let names = names(records);
    let set: BTreeSet<&String> = names.iter().collect();
    assert_eq!(set.len(), names.len(), "an instance comes twice: {names:?}");
    let expected: BTreeSet<String> = (0..instances).map(|it| format!("s{it}")).collect();
    assert!(set.into_iter().eq(&expected), "{names:?}");
}

#[track_caller]
pub fn wait_for(what: &str, mut is_there: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_there() {
        assert!(begin.elapsed() < PATIENCE, "{what} does not come");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Begins a swarm, of whose words nobody hears.
pub fn begin(place: &Workplace, line: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_unspool"))
        .args(line.split_whitespace())
        .current_dir(&place.folder)
        .env_remove("CC")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts")
}

/// By SIGKILL, before its end.
#[track_caller]
pub fn kill(mut child: Child) {
    assert!(
        child.try_wait().expect("a process").is_none(),
        "it has ended before it was killed"
    );
    child.kill().expect("a process");
    child.wait().expect("a process");
}

/// With a log.
fn swarm(place: &Workplace, options: &str) -> Said {
    place.call(&format!(
        "swarm --property unreach-call --log log.jsonl --trace none {options}"
    ))
}

fn log(place: &Workplace) -> Vec<Value> {
    records(&place.folder.join("log.jsonl"))
}

#[test]
fn a_log_has_a_line_for_each_instance() {
    let place = levels("swarm_log");
    for (options, code, end) in [
        (format!("levels.c {ONE_STOP} --rounds 2"), 10, "unsafe"),
        (format!("levels.c {SAFE} --rounds 3"), 5, "no violation"),
        (
            format!("levels.c {ONE_STOP} --rounds 2 --schema lazy"),
            10,
            "unsafe",
        ),
    ] {
        let options = format!("{options} --exit-on-error=off --jobs 2");
        swarm(&place, &options).expect(code, &[]);
        let text = std::fs::read_to_string(place.folder.join("log.jsonl")).expect("a log");
        let log = log(&place);
        assert_eq!(text.lines().count(), log.len(), "{text}");
        assert_eq!(log.len(), 7, "{text}");
        assert_eq!(log[0]["record"], "start");
        assert_eq!(log[0]["inputs"][0], "levels.c");
        assert_eq!(log[0]["instances"], 5);
        check_each_once(&log, 5);
        for it in &log[1..6] {
            let is_found = code == 10 && it["name"] == "s2";
            let verdict = it["verdict"].as_str().expect("a verdict");
            let expected: &[&str] = if is_found {
                &["unsafe"]
            } else {
                &["safe", "implied"]
            };
            assert!(expected.contains(&verdict), "{it}");
            let what = is_found.then_some("unreach-call");
            assert_eq!(it["what"].as_str(), what, "{it}");
            assert!(
                it["seconds"]
                    .as_f64()
                    .is_some_and(|it| (0.0..60.0).contains(&it)),
                "{it}"
            );
            assert!(it["memory"].as_u64() > Some(1_000_000), "{it}");
            assert!(it["worker"].as_u64() < Some(2), "{it}");
        }
        let last = &log[6];
        assert_eq!(
            (&last["record"], &last["verdict"]),
            (&"end".into(), &end.into())
        );
        assert_eq!(
            (&last["instances"], &last["unknown"]),
            (&5.into(), &0.into())
        );
        assert_eq!(last["bugs"], u64::from(code == 10));
    }
}

#[test]
fn a_swarm_that_was_killed_goes_on_where_it_was() {
    const INSTANCES: usize = 24;
    let place = Workplace::new("swarm_killed").with("slow.c", slow_program(INSTANCES));
    let path = place.folder.join("log.jsonl");
    let line = format!("swarm {SLOW} -DWRONG=1001 --log log.jsonl --jobs 2");
    let child = begin(&place, &line);
    wait_for("an instance", || names(&records(&path)).len() >= 3);
    kill(child);
    let before = records(&path);
    let done = names(&before);
    assert!(done.len() < INSTANCES, "it was killed too late");
    assert!(of_kind(&before, "end").is_empty());
    let said = place.call(&format!("{line} --resume")).expect(5, &[]);
    verdict(&said, "SAFE WITHIN BOUNDS: ");
    output_has(&said, &[&format!("decided: {INSTANCES} instances")]);
    let after = records(&path);
    assert_eq!(
        after[..before.len()],
        before,
        "what stood there is left alone"
    );
    assert_eq!(after[before.len()]["record"], "resumed");
    assert_eq!(after[before.len()]["instances"], done.len());
    check_each_once(&after, INSTANCES);
    let end = after.last().expect("an end");
    assert_eq!(
        (&end["record"], &end["instances"]),
        (&"end".into(), &INSTANCES.into())
    );
    // Nothing is left.
    let again = place.call(&format!("{line} --resume")).expect(5, &[]);
    output_has(&again, &[&format!("decided: {INSTANCES} instances")]);
    check_each_once(&records(&path), INSTANCES);
}

/// The lines that a swarm writes, to be cut anywhere.
#[track_caller]
fn lines(place: &Workplace) -> Vec<String> {
    let text = std::fs::read_to_string(place.folder.join("log.jsonl")).expect("a log");
    text.split_inclusive('\n').map(str::to_string).collect()
}

#[test]
fn a_line_that_was_cut_is_no_line() {
    let place = levels("swarm_cut");
    let path = place.folder.join("log.jsonl");
    let options =
        format!("levels.c {ONE_STOP} --rounds 2 --schema lazy --exit-on-error=off --jobs 1");
    swarm(&place, &options).expect(10, &[]);
    let whole = lines(&place);
    for (kept, cut) in [(2, 1), (2, 30), (3, 60), (0, 10), (0, 60), (1, 0)] {
        let mut text: String = whole[..kept].concat();
        text.push_str(&whole[kept][..cut]);
        std::fs::write(&path, text).expect("a file");
        let said = swarm(&place, &format!("{options} --resume")).expect(10, &[]);
        output_has(&said, &["1 of 5 instances has a violation: s2"]);
        let after = log(&place);
        check_each_once(&after, 5);
        assert_eq!(of_kind(&after, "start").len(), 1);
        assert_eq!(of_kind(&after, "resumed").len(), usize::from(kept > 0));
        assert_eq!(after.last().map(|it| &it["bugs"]), Some(&1.into()));
    }
    // Without a log there is nothing to go on with.
    std::fs::remove_file(&path).expect("a log");
    swarm(&place, &format!("{options} --resume")).expect(10, &[]);
    check_each_once(&log(&place), 5);
}

/// Implied or not, what is known is not asked again, and counts; but what has a violation is, to be shown.
#[test]
fn engines_go_on_too() {
    let place = levels("swarm_engines_go_on");
    for (about, kept, code, said) in [
        (SAFE, 5, 5, "decided: 10 instances"),
        (
            ONE_STOP,
            2,
            10,
            "4 of 10 instances have a violation: s1, s4, s7, s8",
        ),
    ] {
        let options = format!("levels.c {about} --rounds 3 -p 2 --exit-on-error=off --jobs 1");
        output_has(&swarm(&place, &options).expect(code, &[]), &[said]);
        let begun = lines(&place)[..kept].concat();
        std::fs::write(place.folder.join("log.jsonl"), begun).expect("a file");
        let again = swarm(&place, &format!("{options} --resume"));
        output_has(&again.expect(code, &[]), &[said]);
        let log = log(&place);
        check_each_once(&log, 10);
        assert_eq!(of_kind(&log, "resumed")[0]["instances"], kept - 1);
        assert_eq!(log.last().map(|it| &it["instances"]), Some(&10.into()));
    }
    let options = format!("levels.c {ONE_STOP} --rounds 3 -p 2 --jobs 1");
    for resume in ["", "--resume", "--resume"] {
        let said = swarm(&place, &format!("{options} {resume}")).expect(10, &[]);
        output_has(&said, &["found in instance s1\n"]);
        let last = log(&place).pop().expect("an end");
        assert_eq!((&last["instances"], &last["bugs"]), (&2.into(), &1.into()));
    }
}

#[test]
fn the_log_of_another_swarm_is_refused() {
    let place = levels("swarm_other_log");
    let path = place.folder.join("log.jsonl");
    let options = format!("levels.c {SAFE} --rounds 3");
    swarm(&place, &options).expect(5, &[]);
    let text = std::fs::read_to_string(&path).expect("a log");
    for other in [
        format!("levels.c {TWO_STOPS} --rounds 3"),
        format!("levels.c {SAFE} --rounds 4"),
        format!("levels.c {SAFE} --rounds 3 --unwind 2 -l 2"),
        format!("levels.c {SAFE} --rounds 3 -p 2"),
        format!("levels.c {SAFE} --rounds 3 --instances-limit 2"),
        format!("levels.c {SAFE} --rounds 3 --shuffle"),
        format!("levels.c {SAFE} --rounds 3 --seal-blocking"),
        format!("levels.c {SAFE} --rounds 3 --property valid-memsafety"),
        format!("levels.c {SAFE} --rounds 3 --cubes=8"),
        format!("levels.c {SAFE} --rounds 3 --invalid-access-ends"),
        format!("levels.c {SAFE} --rounds 3 --schema lazy"),
        format!("levels.c {SAFE} --rounds 3 --schema lazy --thread-order free"),
    ] {
        let said = swarm(&place, &format!("{other} --resume"));
        said.expect(
            2,
            &[
                "`log.jsonl` is not a log of this swarm",
                "leave out --resume to begin anew",
            ],
        );
        let left = std::fs::read_to_string(&path).expect("a log");
        assert_eq!(left, text, "{other}");
    }
    std::fs::write(&path, "Dear diary,\n").expect("a file");
    swarm(&place, &format!("{options} --resume")).expect(2, &["is not a log of this swarm"]);
    // Without --resume it is replaced.
    swarm(&place, &options).expect(5, &[]);
    check_each_once(&log(&place), 5);
}

#[test]
fn instances_that_take_too_long_have_no_answer_and_are_asked_again() {
    // Two numbers of 31 bits, and a prime of 61.
    let program = slow_program(2)
        .replace("unsigned first", "unsigned long first")
        .replace("4194301", "2305843009213693951");
    let place = Workplace::new("swarm_instance_time").with("slow.c", program);
    let line = "swarm slow.c -DLIMIT=2147483647 -DWRONG=1001 --property unreach-call --rounds 2 --instance-time 1s --instances-limit 1 --log log.jsonl";
    for (resume, records) in [("", 1), ("--resume", 2)] {
        let said = place.call(&format!("{line} {resume}")).expect(5, &[]);
        verdict(
            &said,
            "UNKNOWN: 1 of 1 instance has no answer; of the first, s0: its time was over",
        );
        output_has(&said, &["--instance-time allows more"]);
        let log = log(&place);
        let asked = of_kind(&log, "instance");
        assert_eq!(asked.len(), records);
        for it in asked {
            assert_eq!(
                (&it["verdict"], &it["what"]),
                (&"unknown".into(), &"its time was over".into())
            );
        }
        assert_eq!(log.last().map(|it| &it["verdict"]), Some(&"unknown".into()));
    }
}

/// Two threads that can each be interrupted at a hundred places.
fn hundred_by_hundred(assertion: &str) -> String {
    let steps = |name: &str| -> String {
        let steps = 1..=101;
        steps
            .map(|step| format!("    {name} = {step};\n"))
            .collect()
    };
    format!(
        "#include <assert.h>
#include <pthread.h>
int left, right;
void *first(void *unused)
{{
{}    return unused;
}}
void *second(void *unused)
{{
{}    return unused;
}}
int main(void)
{{
    pthread_t threads[2];
    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    int one = left, other = right;
    assert({assertion});
    return 0;
}}
",
        steps("left"),
        steps("right")
    )
}

#[test]
fn ten_thousand_instances_need_no_more_memory_than_five_hundred() {
    let place = Workplace::new("swarm_ten_thousand")
        .with("all.c", hundred_by_hundred("one == 0 || other == 0"))
        .with("one.c", hundred_by_hundred("one != 50 || other != 50"))
        .with("none.c", hundred_by_hundred("one < 200 && other < 200"));
    for (file, limit, code, found) in [
        ("all.c", 10_000, 10, 10_000),
        ("one.c", 0, 10, 1),
        ("none.c", 0, 5, 0),
    ] {
        // What ranges show needs no instances.
        let options = format!(
            "{file} --rounds 2 --no-reduction checks-left --exit-on-error=off --instances-limit {limit}"
        );
        let said = swarm(&place, &options).expect(code, &[]);
        let log = log(&place);
        check_each_once(&log, 10_000);
        let end = log.last().expect("an end");
        assert_eq!(
            (&end["instances"], &end["bugs"]),
            (&10_000.into(), &found.into())
        );
        match found {
            0 => output_has(
                &said,
                &["decided: 10000 instances", "covered: every execution"],
            ),
            _ => output_has(&said, &[&format!("{found} of 10000 instances")]),
        }
        // The first violation, which is shown, is searched for the fewest context switches.
        if found != 1 {
            let memory = |at: usize| log[at]["memory"].as_f64().expect("bytes");
            let (first, last) = (memory(500), memory(10_000));
            assert!(
                last < 1.5 * first,
                "{file}: {first} bytes have become {last}"
            );
        }
    }
}

/// Cubes that have no violation are parts of the whole, and together all of it: c0, c10 and c11 are half, a quarter and a quarter.
#[track_caller]
fn check_whole(log: &[Value]) {
    let mut whole = 0.0;
    let mut names = BTreeSet::new();
    for it in of_kind(log, "instance") {
        let name = it["name"].as_str().expect("a name").to_string();
        let cuts = name.strip_prefix('c').expect("a cube");
        assert!(cuts.chars().all(|cut| cut == '0' || cut == '1'), "{name}");
        if it["verdict"] != "split" {
            whole += 0.5f64.powi(cuts.len() as i32);
        }
        assert!(names.insert(name), "{it} comes twice");
    }
    assert_eq!(whole, 1.0, "{names:?}");
}

#[test]
fn cubes_are_parts_of_everything() {
    let place = levels("swarm_cubes");
    let options = format!("levels.c {SAFE} --cubes=8 --rounds 3");
    let said = swarm(&place, &options).expect(5, &[]);
    verdict(
        &said,
        "SAFE WITHIN BOUNDS: no execution with at most 3 rounds",
    );
    output_has(&said, &[" of the space of schedules"]);
    check_whole(&log(&place));
    let said = swarm(&place, &format!("levels.c {SAFE} --cubes=8 --rounds 7")).expect(0, &[]);
    verdict(&said, "SAFE: no execution violates unreach-call");
    check_whole(&log(&place));
    // A swarm of single tiles misses what two stops lead to.
    swarm(&place, &format!("levels.c {TWO_STOPS} --rounds 3")).expect(5, &[]);
    let found = swarm(
        &place,
        &format!("levels.c {TWO_STOPS} --rounds 3 --cubes=8 --json bug.json"),
    );
    let found = found.expect(10, &["wrote bug.json"]);
    output_has(&found, &["found in part c"]);
    place.call("replay bug.json").expect(10, &[]);
    let last = log(&place).pop().expect("an end");
    assert_eq!(
        (&last["verdict"], &last["bugs"]),
        (&"unsafe".into(), &1.into())
    );
    let few = format!("levels.c {TWO_STOPS} --rounds 2 --cubes=8");
    verdict(&swarm(&place, &few).expect(5, &[]), "SAFE WITHIN BOUNDS: ");
    let all = format!("levels.c {TWO_STOPS} --rounds 3 --cubes=8 --exit-on-error=off");
    let said = swarm(&place, &all).expect(10, &[]);
    check_whole(&log(&place));
    output_has(&said, &[" a violation: c"]);
}

#[test]
fn cubes_go_on_where_they_were() {
    let place = levels("swarm_cubes_go_on");
    let options = format!("levels.c {SAFE} --cubes=8 --rounds 3 --jobs 1");
    let first = swarm(&place, &options).expect(5, &[]);
    let whole = lines(&place);
    for kept in 1..whole.len() {
        let mut text: String = whole[..kept].concat();
        text.push_str("{\"record\":\"inst");
        std::fs::write(place.folder.join("log.jsonl"), text).expect("a file");
        let said = swarm(&place, &format!("{options} --resume")).expect(5, &[]);
        let (statement, _) = first.output.split_once('\n').expect("a verdict");
        verdict(&said, statement);
        let log = log(&place);
        check_whole(&log);
        assert_eq!(of_kind(&log, "resumed")[0]["instances"], kept - 1);
        let end = log.last().expect("an end");
        assert_eq!(end["instances"], whole.len() - 2);
    }
    // What has a violation is found again.
    let options = format!("levels.c {TWO_STOPS} --cubes=8 --rounds 3 --jobs 1");
    let said = swarm(&place, &options).expect(10, &[]);
    let again = swarm(&place, &format!("{options} --resume")).expect(10, &[]);
    let line = |said: &Said| {
        let mut lines = said.output.lines();
        lines
            .find(|it| it.contains("found in part"))
            .map(str::to_string)
    };
    assert!(line(&said).is_some());
    assert_eq!(line(&again), line(&said));
}

/// Only the first instance gets to the loop, and it is decided before the swarm goes on.
#[test]
fn what_was_cut_before_is_told_after() {
    let program = "#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
int level;
void *rise(void *unused)
{
    level = 1;
    level = 2;
    level = 3;
    level = 4;
    return unused;
}
int main(void)
{
    pthread_t thread;
    int count = 0;
    pthread_create(&thread, 0, rise, 0);
    int seen = level;
    if (seen == 1)
        while (__VERIFIER_nondet_int())
            count++;
    assert(count < 4);
    return 0;
}
";
    let place = Workplace::new("swarm_cut_before").with("loop.c", program);
    for (way, picked) in [("--schema lazy", 1), ("", 1), ("--schema lazy", 2)] {
        let options = format!("loop.c --rounds 2 -p {picked} {way} --jobs 1");
        let cut = "loop.c:20:9: this loop may run more than 1 times";
        output_has(&swarm(&place, &options).expect(5, &[]), &[cut]);
        let all = lines(&place);
        for kept in [2, all.len() - 1] {
            let begun = all[..kept].concat();
            std::fs::write(place.folder.join("log.jsonl"), begun).expect("a file");
            let said = swarm(&place, &format!("{options} --resume")).expect(5, &[]);
            output_has(&said, &[cut, "within", "SAFE WITHIN BOUNDS: no execution"]);
        }
    }
}

/// What has a violation is asked again, to be shown, but it is still one instance.
#[test]
fn what_is_found_again_counts_once() {
    let place = levels("swarm_found_again");
    for about in ["--rounds 2", "--rounds 3 --cubes=8"] {
        let options = format!("levels.c {ONE_STOP} {about} --exit-on-error=off");
        let first = swarm(&place, &options).expect(10, &[]);
        let again = swarm(&place, &format!("{options} --resume")).expect(10, &[]);
        let told = |said: &Said| {
            let mut lines = said.output.lines();
            let line = lines.find(|line| line.contains(" a violation: "));
            let line = line.expect("how many").to_string();
            line.split(": ").next().expect("a number").to_string()
        };
        assert_eq!(told(&first), told(&again), "{about}");
    }
}

/// What sequential programs are made of is part of what a log is about: another order of threads has other executions.
#[test]
fn the_log_of_other_schedules_is_refused() {
    let place = levels("swarm_other_schedules");
    let options = format!("levels.c {SAFE} --rounds 2 --schema lazy");
    swarm(&place, &options).expect(5, &[]);
    for other in ["--thread-order free", "--prune-schedules"] {
        let said = swarm(&place, &format!("{options} {other} --resume"));
        said.expect(2, &["is not a log of this swarm"]);
    }
    swarm(&place, &format!("{options} --resume")).expect(5, &[]);
}

/// Who counts violations is told what was not tried.
#[test]
fn a_limit_is_told_beside_what_was_found() {
    let place = Workplace::new("swarm_limit").with("slow.c", slow_program(60));
    let line = "swarm slow.c -DLIMIT=65536 -DWRONG=1 --property unreach-call --schema lazy --rounds 2 --instances-limit 0 --exit-on-error=off --time-limit 4s -j 1 --trace none";
    let said = place.call(line).expect(10, &[]);
    output_has(
        &said,
        &[
            "has a violation: s0; ",
            "more were not tried, since the time limit was reached",
        ],
    );
}
