//! `unspool swarm`, as users call it: what its instances are, what is said about them, and which options go together. `swarm_files_command` is about files of instances, `swarm_log_command` about logs, `swarm_cluster_command` about other machines.

use serde_json::Value;

use crate::checking::{output_has, verdict};
use crate::invocation::{Said, Workplace};
use crate::swarm_files_command::verdicts;
use crate::tools;

/// A thread writes 1 to 6, and is interrupted before its visible statement N if others see N. What main must not see, twice in a row, is up to whoever compiles it.
pub const LEVELS: &str = "#include <assert.h>
#include <pthread.h>
int level;
void *rise(void *unused)
{
    level = 1;
    level = 2;
    level = 3;
    level = 4;
    level = 5;
    level = 6;
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, rise, 0);
    int seen = level, again = level;
    assert(!(seen == SEEN && again == AGAIN));
    return 0;
}
";

/// Levels never fall.
pub const SAFE: &str = "-DSEEN=4 -DAGAIN=2";

/// One interruption is enough, before statement 3.
pub const ONE_STOP: &str = "-DSEEN=3 -DAGAIN=3";

/// Two are needed, before the statements 2 and 4.
pub const TWO_STOPS: &str = "-DSEEN=2 -DAGAIN=4";

/// What the two kinds of instances say about the mutex of a thread.
pub const LOCKS: &str = "#include <assert.h>
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int level;
void *rise(void *unused)
{
    level = 1;
    level = 2;
    pthread_mutex_lock(&lock);
    level = 3;
    pthread_mutex_unlock(&lock);
    level = 4;
    level = 5;
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, rise, 0);
    int seen = level;
    assert(seen != SEEN);
    return 0;
}
";

pub fn levels(name: &str) -> Workplace {
    Workplace::new(name).with("levels.c", LEVELS)
}

/// A swarm about assertions, all of whose instances are decided.
pub fn swarm(place: &Workplace, options: &str) -> Said {
    place.call(&format!(
        "swarm --property unreach-call --jobs 1 --exit-on-error=off --trace none {options}"
    ))
}

/// The words on which instances have a violation.
#[track_caller]
fn check_found(place: &Workplace, options: &str, expected: &str) {
    let said = swarm(place, options).expect(10, &[]);
    verdict(&said, "UNSAFE: ");
    let line = said
        .output
        .lines()
        .find(|line| line.contains(" a violation: "));
    assert_eq!(line.map(str::trim), Some(expected), "{options}");
}

#[track_caller]
fn check_covered(place: &Workplace, options: &str, parts: &[&str]) {
    let said = swarm(place, options).expect(5, &[]);
    verdict(&said, "SAFE WITHIN BOUNDS: ");
    output_has(&said, parts);
}

#[test]
fn instances_are_as_many_as_there_are_selections_of_tiles() {
    let place = levels("swarm_counts");
    for (options, expected) in [
        ("", "1 of 5 instances has a violation: s2"),
        ("-l 2", "1 of 3 instances has a violation: s1"),
        ("-p 2", "4 of 10 instances have a violation: s1, s4, s7, s8"),
        (
            "-p 3 -l 1",
            "6 of 10 instances have a violation: s0, s3, s4, s6, s7, s9",
        ),
        ("-l 3", "1 of 2 instances has a violation: s0"),
        // Nearly the whole thread.
        ("-l 4", "1 of 1 instance has a violation: s0"),
        (
            "--window-percent 40",
            "1 of 3 instances has a violation: s1",
        ),
        (
            "--window-percent 60",
            "1 of 2 instances has a violation: s0",
        ),
        ("--window-percent 1", "1 of 5 instances has a violation: s2"),
        (
            "--window-percent 100",
            "1 of 1 instance has a violation: s0",
        ),
        (
            "--instances-limit 0",
            "1 of 5 instances has a violation: s2",
        ),
        (
            "--instances-limit 5",
            "1 of 5 instances has a violation: s2",
        ),
    ] {
        let options = format!("levels.c {ONE_STOP} --rounds 2 {options}");
        check_found(&place, &options, expected);
    }
    let options = format!("levels.c {TWO_STOPS} --rounds 3");
    let two = "1 of 10 instances has a violation: s5";
    check_found(&place, &format!("{options} -p 2"), two);
    let three = "3 of 10 instances have a violation: s1, s6, s8";
    check_found(&place, &format!("{options} -p 3"), three);
}

#[test]
fn what_instances_cover_is_told() {
    let place = levels("swarm_coverage").with(
        "given.json",
        r#"{"a": {"rise_0": [[1, 1]]}, "b": {"main": [[1, 2]], "rise_0": [[5, 5]]}}"#,
    );
    for (options, instances, covered) in [
        // The violation needs two stops, of which nothing is known.
        (
            format!("{TWO_STOPS} --rounds 3"),
            5,
            "within these bounds every execution of at most one round, and every one with at most 2 context switches",
        ),
        (
            format!("{SAFE} --rounds 3 -p 2 --schema lazy"),
            10,
            "within these bounds every execution of at most 2 rounds, and every one with at most 4 context switches",
        ),
        (
            format!("{SAFE} --rounds 3 -p 3"),
            10,
            "every execution within these bounds is one of an instance",
        ),
        // Of four contexts two are of one thread at most.
        (
            format!("{SAFE} --contexts 4 -p 2"),
            10,
            "every execution within these bounds is one of an instance",
        ),
        (
            format!("{TWO_STOPS} --rounds 3 -p 2 --instances-limit 1"),
            1,
            "only the executions of 1 of 10 selections of tiles",
        ),
        (
            format!("{ONE_STOP} --rounds 2 --config-file given.json"),
            2,
            "only the executions of the 2 instances that were given",
        ),
    ] {
        let decided = match instances {
            1 => "decided: 1 instance\n".to_string(),
            many => format!("decided: {many} instances"),
        };
        let covered = format!("covered: {covered}\n");
        check_covered(
            &place,
            &format!("levels.c {options}"),
            &[&decided, &covered],
        );
    }
    // With another bound the same program is unsafe.
    let options = format!("levels.c {TWO_STOPS} --rounds 3 -p 2");
    swarm(&place, &options).expect(10, &[]);
}

#[test]
fn a_whole_that_is_covered_is_safe() {
    let place = levels("swarm_safe");
    let said = swarm(&place, &format!("levels.c {SAFE} --rounds 7 -p 7")).expect(0, &[]);
    verdict(&said, "SAFE: no execution violates unreach-call");
    output_has(&said, &["7 rounds are enough for every schedule"]);
    let fewer = format!("levels.c {SAFE} --rounds 3 -p 3");
    check_covered(&place, &fewer, &["schedules that need more than 3 rounds"]);
    let accepted = swarm(&place, &format!("{fewer} --accept-bounded"));
    verdict(&accepted.expect(0, &[]), "SAFE WITHIN BOUNDS: ");
}

/// What `--config-only` writes, by the names of instances.
#[track_caller]
fn written(place: &Workplace, options: &str) -> Vec<(String, Value)> {
    let said = place.call(&format!(
        "swarm levels.c {SAFE} --rounds 2 --config-only --swarm-output written.json {options}"
    ));
    said.expect(0, &["wrote written.json of "]);
    let text = std::fs::read_to_string(place.folder.join("written.json")).expect("a file");
    let read: Value = serde_json::from_str(&text).expect("JSON");
    let instances = read.as_object().expect("an object");
    instances
        .iter()
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// The tiles of the thread in each instance.
fn tiles_of_rise(instances: &[(String, Value)]) -> Vec<Value> {
    let instances = instances.iter();
    instances.map(|(_, it)| it["rise_0"].clone()).collect()
}

/// Whether a tile has statement 3, so that one stop is enough.
fn has_third(tiles: &Value) -> bool {
    let mut tiles = tiles.as_array().expect("tiles").iter();
    tiles.any(|tile| {
        let bound = |at: usize| tile[at].as_u64().expect("a number");
        bound(0) <= 3 && 3 <= bound(1)
    })
}

#[test]
fn a_sample_depends_on_the_seed_only() {
    let place = levels("swarm_sample");
    let all = tiles_of_rise(&written(&place, ""));
    let mut samples = Vec::new();
    for seed in 1..=6 {
        let sample = written(&place, &format!("--instances-limit 2 --seed {seed}"));
        let again = written(
            &place,
            &format!("--instances-limit 2 --seed {seed} --jobs 2"),
        );
        assert_eq!(sample, again);
        let tiles = tiles_of_rise(&sample);
        assert!(tiles.len() == 2 && tiles[0] != tiles[1], "{tiles:?}");
        assert!(tiles.iter().all(|it| all.contains(it)), "{tiles:?}");
        let options = format!("levels.c {ONE_STOP} --rounds 2 --instances-limit 2 --seed {seed}");
        match tiles.iter().position(has_third) {
            Some(at) => {
                let expected = format!("1 of 2 instances has a violation: s{at}");
                check_found(&place, &options, &expected);
            }
            None => {
                let covered = "covered: only the executions of 2 of 5 selections of tiles\n";
                check_covered(&place, &options, &[covered]);
            }
        }
        samples.push(tiles);
    }
    assert!(samples.iter().any(|it| *it != samples[0]), "{samples:?}");
    let shuffled = tiles_of_rise(&written(&place, "--shuffle"));
    assert!(shuffled != all && shuffled.len() == 5, "{shuffled:?}");
    assert!(all.iter().all(|it| shuffled.contains(it)), "{shuffled:?}");
}

#[test]
fn shifted_windows_have_every_statement_once() {
    let place = levels("swarm_shift");
    let mut beginnings = Vec::new();
    for seed in 1..=8 {
        let shift = format!("-l 3 --shift-window --seed {seed}");
        let tiles = tiles_of_rise(&written(&place, &shift));
        let joined = tiles.iter().flat_map(|it| it.as_array().expect("tiles"));
        let joined: Vec<(u64, u64)> = joined
            .map(|it| (it[0].as_u64().unwrap_or(0), it[1].as_u64().unwrap_or(0)))
            .collect();
        assert_eq!(joined[0].0, 1, "{joined:?}");
        let neighbours = joined.windows(2);
        assert!(
            neighbours.clone().all(|two| two[0].1 + 1 == two[1].0),
            "{joined:?}"
        );
        assert!(joined.last().is_some_and(|last| last.1 >= 5), "{joined:?}");
        beginnings.push(joined[0].1);
        let at = tiles.iter().position(has_third).expect("statement 3");
        let expected = format!("1 of {} instances has a violation: s{at}", tiles.len());
        let options = format!("levels.c {ONE_STOP} --rounds 2 {shift}");
        check_found(&place, &options, &expected);
    }
    let first = beginnings[0];
    assert!(beginnings.iter().any(|it| *it != first), "{beginnings:?}");
}

/// A thread may stop where it may block, whatever its tiles are, unless such places are sealed.
#[test]
fn places_where_threads_may_block_are_open_unless_sealed() {
    let place = Workplace::new("swarm_blocking").with("locks.c", LOCKS);
    let options = "locks.c -DSEEN=2 --rounds 2";
    let all = "6 of 6 instances have a violation: s0, s1, s2, s3, s4, s5";
    check_found(&place, options, all);
    let two = "2 of 6 instances have a violation: s1, s2";
    check_found(&place, &format!("{options} --seal-blocking"), two);
    // Elsewhere it makes no difference.
    let one = "1 of 6 instances has a violation: s0";
    for seal in ["", "--seal-blocking"] {
        let options = format!("locks.c -DSEEN=1 --rounds 2 {seal}");
        check_found(&place, &options, one);
        // Ranges would show it without any instance.
        let options = format!("locks.c -DSEEN=9 --rounds 2 --no-reduction checks-left {seal}");
        check_covered(&place, &options, &["decided: 6 instances"]);
    }
}

#[test]
fn statements_are_listed_with_their_numbers() {
    let place = Workplace::new("swarm_statements")
        .with("levels.c", LEVELS)
        .with("locks.c", LOCKS);
    let said = place.call(&format!("swarm levels.c {SAFE} --show-statements"));
    let said = said.expect(0, &[]);
    let rows: Vec<Vec<&str>> = said
        .output
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    for row in [
        "thread statement points where",
        "rise_0 0 1 levels.c:6:5 (always open)",
        "rise_0 3 1 levels.c:9:5",
        "rise_0 5 1 levels.c:11:5",
        "rise_0 6 its end (always open)",
    ] {
        let words: Vec<&str> = row.split(' ').collect();
        assert!(rows.contains(&words), "`{row}` in\n{}", said.output);
    }
    let said = place.call("swarm locks.c -DSEEN=2 --show-statements");
    let said = said.expect(0, &[]);
    let may_block = |line: &str| line.starts_with("rise_0") && line.ends_with("(may block)");
    let lines = said.output.lines();
    let blocking: Vec<&str> = lines.filter(|line| may_block(line)).collect();
    assert!(
        blocking.len() == 1 && blocking[0].contains("locks.c:9:5"),
        "{}",
        said.output
    );
}

/// All that `check` looks for, a swarm looks for too; and its reports are like others.
#[test]
fn what_is_stored_of_a_swarm_can_be_repeated() {
    let place = levels("swarm_stored");
    let said = place.call(&format!(
        "swarm levels.c {TWO_STOPS} --rounds 3 -p 2 --property unreach-call --json bug.json"
    ));
    let said = said.expect(10, &["wrote bug.json"]);
    verdict(&said, "UNSAFE: levels.c:19:5: assertion failed");
    output_has(&said, &["found in instance s5\n", "4 context switches"]);
    let again = place.call("replay bug.json").expect(10, &[]);
    output_has(&again, &["levels.c:19"]);
    let shown = place.call("show bug.json").expect(0, &[]);
    assert_eq!(shown.output, said.output);
    // The program has changed.
    let place = place.with("levels.c", LEVELS.replace("level = 2;", "level = 7;"));
    assert!(place.call("replay bug.json").code != 10);
    let said = place.call(&format!("swarm levels.c {SAFE} --trace none"));
    verdict(
        &said.expect(10, &[]),
        "UNSAFE: levels.c:6:5: data race on `level`",
    );
}

#[test]
fn other_verifiers_give_the_same_answers() {
    let place = levels("swarm_verifiers");
    let mut ways = vec!["", "--schema lazy", "--schema lazy --jobs 2"];
    if tools::has("cbmc", "other_verifiers_give_the_same_answers") {
        ways.push("--backend cbmc");
    }
    let call = |options: &str| {
        place.call(&format!(
            "swarm levels.c --property unreach-call --exit-on-error=off --trace none --log log.jsonl {options}"
        ))
    };
    for way in ways {
        for (about, code) in [
            (format!("{ONE_STOP} --rounds 2"), 10),
            (format!("{TWO_STOPS} --rounds 3"), 5),
            (format!("{TWO_STOPS} --rounds 3 --config-file two.json"), 10),
        ] {
            let stops = r#"{"a": {"rise_0": [[2, 2], [4, 4]]}, "b": {"rise_0": [[2, 3]]}}"#;
            std::fs::write(place.folder.join("two.json"), stops).expect("a file");
            call(&format!("{about} {way}")).expect(code, &[]);
            let found = verdicts(&place, "log.jsonl").into_iter();
            let found: Vec<String> = found.filter(|it| it.1).map(|it| it.0).collect();
            let expected: &[&str] = match (code, about.contains("two.json")) {
                (5, _) => &[],
                (_, true) => &["a"],
                (_, false) => &["s2"],
            };
            assert_eq!(found, expected, "{about} {way}");
        }
    }
}

#[test]
fn the_first_violation_ends_a_swarm_unless_all_are_wanted() {
    let place = levels("swarm_first");
    let about = format!(
        "levels.c {ONE_STOP} --rounds 2 --schema lazy --jobs 1 --property unreach-call --trace none --log log.jsonl"
    );
    let said = place.call(&format!("swarm {about}")).expect(10, &[]);
    output_has(&said, &["found in instance s2\n"]);
    assert_eq!(verdicts(&place, "log.jsonl").len(), 3);
    let said = place.call(&format!("swarm {about} --exit-on-error=off"));
    output_has(
        &said.expect(10, &[]),
        &["1 of 5 instances has a violation: s2"],
    );
    assert_eq!(verdicts(&place, "log.jsonl").len(), 5);
}

#[test]
fn what_does_not_go_together_is_refused() {
    let place = levels("swarm_usage").with("all.json", "{}");
    for (options, parts) in [
        (
            "--cubes -l 2",
            ["cannot be used with '--window-length <N>'", "--cubes"],
        ),
        (
            "--cubes -p 2",
            ["cannot be used with '--picked-window <N>'", "--cubes"],
        ),
        (
            "--cubes --seed 2",
            ["cannot be used with '--seed <N>'", "--cubes"],
        ),
        (
            "--show-statements --config-only",
            ["cannot be used with '--config-only'", "--show-statements"],
        ),
        (
            "--cluster slurm --poll-command true",
            ["--poll-command is for --cluster command", "leave out"],
        ),
        (
            "--cluster command --submit-command true --running-tasks 2",
            ["--running-tasks is for --cluster slurm", "leave out"],
        ),
        (
            "--cubes --instances-limit 3",
            ["cannot be used with", "--instances-limit"],
        ),
        (
            "--cubes --config-file all.json",
            ["cannot be used with", "--config-file"],
        ),
        (
            "--cubes --cluster slurm",
            ["cannot be used with", "--cluster"],
        ),
        (
            "--cubes --contexts 3",
            ["cannot be used with", "--contexts"],
        ),
        ("--cubes --schema lazy", ["cannot be used with", "--schema"]),
        (
            "--cubes --backend cbmc",
            [
                "--cubes are cut out of our engine's formula",
                "leave out --schema and --backend, or --cubes",
            ],
        ),
        (
            "-l 2 --window-percent 3",
            ["cannot be used with", "--window-percent"],
        ),
        (
            "--config-file all.json -p 2",
            [
                "'--config-file <FILE>' cannot be used with",
                "--picked-window",
            ],
        ),
        (
            "--config-file all.json --instances-limit 2",
            ["cannot be used with", "--instances-limit"],
        ),
        (
            "--config-only --instances-only",
            ["cannot be used with", "--instances-only"],
        ),
        (
            "--cluster-config 2 --config-only",
            ["cannot be used with", "--config-only"],
        ),
        (
            "--cluster slurm --config-only",
            ["cannot be used with", "--config-only"],
        ),
        (
            "--cluster slurm --stats",
            ["cannot be used with", "--stats"],
        ),
        (
            "--cluster command",
            [
                "needs the command that submits a task",
                "--submit-command 'qsub -cwd {script}'",
            ],
        ),
        (
            "--submit-command sh",
            ["required arguments were not provided", "--cluster <KIND>"],
        ),
        (
            "--cancel",
            ["required arguments were not provided", "--cluster <KIND>"],
        ),
        (
            "--cluster-tasks 2",
            ["required arguments were not provided", "--cluster <KIND>"],
        ),
        (
            "--resume",
            [
                "--resume needs the log of the swarm",
                "give --log FILE, to both runs",
            ],
        ),
        (
            "--property lock-order",
            [
                "lock-order is not about executions",
                "unspool check --property lock-order",
            ],
        ),
        (
            "--schema lr",
            ["only the schema `lazy` has instances", "leave --schema out"],
        ),
        (
            "--schema mu --writes 2",
            ["only the schema `lazy` has instances", ""],
        ),
        (
            "--spinning-blocks --property no-data-race --property no-deadlock",
            ["different instances", "a swarm of its own"],
        ),
        ("-l 0", ["0 is not in 1..", "--window-length"]),
        ("-p 0", ["0 is not in 1..", "--picked-window"]),
        ("--window-percent 101", ["101 is not in 1..=100", ""]),
        ("--exit-on-error=maybe", ["possible values: on, off", ""]),
        ("--log levels.c", ["is an input", ""]),
        ("--config-only --swarm-output levels.c", ["is an input", ""]),
    ] {
        let said = place.call(&format!("swarm levels.c {SAFE} {options}"));
        let said = said.expect(1, &parts);
        assert_eq!(said.output, "", "{options}");
    }
    let said = place.call_with(&format!("swarm - {SAFE} --config-only"), LEVELS);
    said.expect(1, &["gives files no name", "--swarm-output PATH"]);
    let text = std::fs::read_to_string(place.folder.join("levels.c")).expect("the program");
    assert_eq!(text, LEVELS);
}

/// Of two switches one is behind the first wait, and behind the second one nobody is left: a thread may stand still for ever without a switch.
#[test]
fn what_sealed_threads_wait_for_ever_for_is_not_said_to_be_covered() {
    let program = "#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
sem_t first, second;
atomic_int one, other;
void *post(void *unused)
{
    if (one == 1)
        sem_post(&first);
    return 0;
}
int main(void)
{
    pthread_t thread;
    sem_init(&first, 0, 0);
    sem_init(&second, 0, 0);
    pthread_create(&thread, 0, post, 0);
    other = one;
    one = 1;
    other = one;
    sem_wait(&first);
    other = one;
    sem_wait(&second);
    return 0;
}
";
    let place = Workplace::new("swarm_waits_for_ever").with("wait.c", program);
    let options = "wait.c --property no-deadlock --unwind 1 --rounds 3 --trace none";
    let said = place.call(&format!("check {options}")).expect(10, &[]);
    output_has(&said, &["2 context switches, the fewest"]);
    let swarm = format!("swarm {options} --instances-limit 0 --seal-blocking");
    let said = place.call(&swarm).expect(5, &[]);
    output_has(&said, &["every one with at most 1 context switch\n"]);
    place.call(&format!("{swarm} -p 3")).expect(10, &[]);
    // Where it may block it may always stand still.
    let said = place.call(&format!("swarm {options} --instances-limit 0"));
    said.expect(10, &[]);
}
