//! The files of instances that `unspool swarm` writes and reads: configurations, and sequential programs for other verifiers.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::checking::output_has;
use crate::invocation::Workplace;
use crate::swarm_command::{LEVELS, LOCKS, ONE_STOP, SAFE, TWO_STOPS, levels, swarm};
use crate::tools;

#[test]
fn configurations_are_written_as_they_are_read() {
    let place = levels("swarm_configuration");
    let line = format!("swarm levels.c {SAFE} --rounds 3 --config-only");
    place
        .call(&line)
        .expect(0, &["wrote levels_auto_config.json of 5 instances"]);
    let text = std::fs::read_to_string(place.folder.join("levels_auto_config.json"));
    let read: Value = serde_json::from_str(&text.expect("a file")).expect("JSON");
    let of = |tile: u32| json!({"main": [[1, 2]], "rise_0": [[tile, tile]]});
    let expected = json!({"s0": of(1), "s1": of(2), "s2": of(3), "s3": of(4), "s4": of(5)});
    assert_eq!(read, expected);
    for (options, tiles, given) in [
        (ONE_STOP, "", "1 of 5 instances has a violation: s2"),
        (
            ONE_STOP,
            "-p 2",
            "4 of 10 instances have a violation: s1, s4, s7, s8",
        ),
        (TWO_STOPS, "-p 2", "1 of 10 instances has a violation: s5"),
        (TWO_STOPS, "-p 3 --shuffle --seed 3", ""),
    ] {
        let about = format!("levels.c {options} --rounds 3");
        let write = format!("{about} {tiles} --config-only --swarm-output all.json");
        swarm(&place, &write).expect(0, &["wrote all.json of "]);
        let direct = swarm(&place, &format!("{about} {tiles}")).expect(10, &[]);
        let read = swarm(&place, &format!("{about} --config-file all.json")).expect(10, &[]);
        assert_eq!(direct.output, read.output);
        output_has(&read, &[given]);
    }
    // Nothing else is a file's business.
    let read = swarm(
        &place,
        &format!("levels.c {TWO_STOPS} --rounds 3 --config-file levels_auto_config.json"),
    );
    output_has(
        &read.expect(5, &[]),
        &["only the executions of the 5 instances that were given"],
    );
}

#[test]
fn configurations_are_divided_for_clusters() {
    let place = levels("swarm_divided");
    let line = format!("swarm levels.c {ONE_STOP} --rounds 2 -p 2 --cluster-config 4");
    place
        .call(&line)
        .expect(0, &["wrote 3 configuration files to levels.cluster"]);
    let mut names = Vec::new();
    let mut found = Vec::new();
    for number in 0..3 {
        let file = format!("levels.cluster/config{number}.json");
        let text = std::fs::read_to_string(place.folder.join(&file)).expect("a file");
        let read: Value = serde_json::from_str(&text).expect("JSON");
        names.push(read.as_object().expect("an object").len());
        let said = swarm(
            &place,
            &format!("levels.c {ONE_STOP} --rounds 2 --config-file {file}"),
        );
        let said = said.expect(10, &[]);
        let line = said
            .output
            .lines()
            .find(|line| line.contains(" a violation: "));
        found.push(line.unwrap_or("").trim().to_string());
    }
    assert_eq!(names, [4, 4, 2]);
    assert_eq!(
        found,
        [
            "1 of 4 instances has a violation: s1",
            "2 of 4 instances have a violation: s4, s7",
            "1 of 2 instances has a violation: s8",
        ]
    );
    assert!(!place.folder.join("levels.cluster/config3.json").exists());
}

/// The verdicts of the instances, by name, as a log has them.
pub fn verdicts(place: &Workplace, log: &str) -> Vec<(String, bool)> {
    let text = std::fs::read_to_string(place.folder.join(log)).expect("a log");
    let lines = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    let instances = lines.filter(|line: &Value| line["record"] == "instance");
    let mut all: Vec<(String, bool)> = instances
        .map(|it| {
            let name = it["name"].as_str().expect("a name").to_string();
            (name, it["verdict"] == "unsafe")
        })
        .collect();
    all.sort();
    all
}

#[test]
fn instances_are_programs_for_others() {
    let has_cbmc = tools::has("cbmc", "instances_are_programs_for_others");
    let place = Workplace::new("swarm_programs_of_instances")
        .with("levels.c", LEVELS)
        .with("locks.c", LOCKS);
    for (about, instances, unsafe_ones) in [
        (format!("levels.c {ONE_STOP} --rounds 2"), 5, 1),
        (format!("levels.c {TWO_STOPS} --rounds 3 -p 2"), 10, 1),
        (
            "locks.c -DSEEN=2 --rounds 2 --seal-blocking".to_string(),
            6,
            2,
        ),
    ] {
        swarm(&place, &format!("{about} --log log.jsonl")).expect(10, &[]);
        let decided = verdicts(&place, "log.jsonl");
        let found = decided.iter().filter(|(_, found)| *found).count();
        assert_eq!((decided.len(), found), (instances, unsafe_ones), "{about}");
        let written = format!("wrote {instances} instances to programs");
        let line = format!("{about} --instances-only --swarm-output programs");
        swarm(&place, &line).expect(0, &[&written]);
        let programs = std::fs::read_dir(place.folder.join("programs")).expect("a folder");
        assert_eq!(programs.count(), instances);
        for (name, found) in decided {
            let program = place.folder.join("programs").join(format!("{name}.c"));
            compile(&program);
            if has_cbmc {
                assert_eq!(cbmc_finds(&program), found, "{about}: {name}");
            }
        }
        std::fs::remove_dir_all(place.folder.join("programs")).expect("a folder");
    }
    let line = format!("levels.c {SAFE} --instances-only");
    swarm(&place, &line).expect(0, &["wrote 5 instances to levels.swarm"]);
}

#[track_caller]
fn compile(program: &Path) {
    let words = ["-std=gnu11", "-Wall", "-Werror", "-c", "-o", "/dev/null"];
    let output = Command::new("cc").args(words).arg(program).output();
    let output = output.expect("a compiler");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", program.display());
}

#[track_caller]
fn cbmc_finds(program: &PathBuf) -> bool {
    let output = Command::new("cbmc").arg(program).output().expect("cbmc");
    let text = String::from_utf8_lossy(&output.stdout);
    match output.status.code() {
        Some(0) if text.contains("VERIFICATION SUCCESSFUL") => false,
        Some(10) if text.contains("VERIFICATION FAILED") => true,
        _ => panic!("{}: {text}", program.display()),
    }
}

#[test]
fn configurations_that_are_wrong_are_shown() {
    let place = levels("swarm_wrong");
    for (text, message, at, line) in [
        (
            "[]\n",
            "an object with an entry for each instance",
            "1:1",
            "1 | []",
        ),
        (
            "{\"s0\": 3}\n",
            "an object with an entry for each thread",
            "1:9",
            "1 | {\"s0\": 3}",
        ),
        (
            "{\"s0\": {\"main\": [[1, 1]],\n \"rise_0\": [[3, 1]]}}\n",
            "the interval [3, 1] ends before it begins",
            "2:19",
            "2 |  \"rise_0\": [[3, 1]]}}",
        ),
        (
            "{\"s0\": {\"rise_0\": [[1, 1]], \"rise_0\": []}}",
            "the thread `rise_0` comes twice in one instance",
            "1:",
            "1 | {\"s0\"",
        ),
        (
            "{\"s0\": {\"rise_0\": [[1, 1]]",
            "EOF while parsing an object",
            "1:26",
            "1 | {\"s0\": {\"rise_0\": [[1, 1]]",
        ),
    ] {
        std::fs::write(place.folder.join("bad.json"), text).expect("a file");
        let at = format!("--> bad.json:{at}");
        for way in [
            "",
            "--config-only --swarm-output out.json",
            "--log log.jsonl",
        ] {
            let options = format!("levels.c {SAFE} --config-file bad.json {way}");
            let said = swarm(&place, &options);
            let said = said.expect(2, &[message, &at, line, "^", "an instance is written as"]);
            assert_eq!(said.output, "", "{text}");
        }
    }
    for (text, parts) in [
        (
            "{\"s0\": {\"nobody_0\": [[1, 1]]}}",
            [
                "bad.json:1:",
                "no thread `nobody_0`",
                "its threads are main, rise_0",
            ],
        ),
        ("{}", ["there is no instance to decide", "", ""]),
    ] {
        std::fs::write(place.folder.join("bad.json"), text).expect("a file");
        let said = swarm(&place, &format!("levels.c {SAFE} --config-file bad.json"));
        assert_eq!(said.expect(2, &parts).output, "");
    }
    let said = swarm(&place, &format!("levels.c {SAFE} --config-file none.json"));
    said.expect(2, &["cannot read `none.json`", "--config-only"]);
}

/// Two of one name would be one in a log, and the second would be left out of a swarm that goes on.
#[test]
fn names_of_instances_are_their_own() {
    let place = levels("swarm_names").with(
        "twice.json",
        "{\"s0\": {\"rise_0\": [[1, 1]]},\n\"s0\": {\"rise_0\": [[3, 3]]}}",
    );
    let options = format!("levels.c {ONE_STOP} --rounds 2 --config-file");
    let said = swarm(&place, &format!("{options} twice.json --log log.jsonl"));
    said.expect(2, &["the instance `s0` comes twice", "twice.json:2:"]);
    assert!(!place.folder.join("log.jsonl").exists());
    let odd = "{\"a/b\": {\"rise_0\": [[1, 1]]}, \"a_b\": {\"rise_0\": [[3, 3]]}, \"a:b\": {}}";
    std::fs::write(place.folder.join("odd.json"), odd).expect("a file");
    swarm(&place, &format!("{options} odd.json --instances-only"))
        .expect(0, &["wrote 3 instances to levels.swarm"]);
    let programs = std::fs::read_dir(place.folder.join("levels.swarm")).expect("a folder");
    assert_eq!(programs.count(), 3);
    assert!(place.folder.join("levels.swarm/a_b.c").exists());
}

#[test]
fn what_is_read_is_not_written() {
    let place = levels("swarm_places");
    let text = "{\"s0\": {\"rise_0\": [[3, 3]]}}";
    let file = place.folder.join("one.json");
    std::fs::create_dir(place.folder.join("levels.cluster")).expect("a folder");
    let others = ["levels.cluster/config0.json", "levels_auto_config.json"];
    for file in ["one.json"].iter().chain(&others) {
        std::fs::write(place.folder.join(file), text).expect("a file");
    }
    for (options, message) in [
        (
            "--config-file one.json --config-only --swarm-output ./one.json",
            "is an input: it would be overwritten",
        ),
        (
            "--config-file one.json --log one.json",
            "is an input: it would be overwritten",
        ),
        (
            "--config-file one.json --json one.json",
            "is an input: it would be overwritten",
        ),
        (
            "--config-file levels.cluster/config0.json --cluster-config 2",
            "is in the folder that files are written to",
        ),
        (
            "--config-file levels_auto_config.json --config-only",
            "is an input: it would be overwritten",
        ),
        (
            "--log result --json result",
            "two results cannot go to `result`",
        ),
    ] {
        let line = format!("levels.c {ONE_STOP} --rounds 2 {options}");
        swarm(&place, &line).expect(1, &[message]);
        for file in [&file]
            .into_iter()
            .cloned()
            .chain(others.map(|it| place.folder.join(it)))
        {
            assert_eq!(std::fs::read_to_string(&file).expect("a file"), text);
        }
        assert!(!place.folder.join("result").exists());
    }
}

/// Files of an earlier call would be taken for instances of this one.
#[test]
fn what_is_left_over_is_not_mixed_in() {
    let place = levels("swarm_left_over");
    let call = |options: &str| swarm(&place, &format!("levels.c {ONE_STOP} --rounds 2 {options}"));
    call("-p 2 --cluster-config 3").expect(0, &["wrote 4 configuration files"]);
    call("-p 2 --cluster-config 5").expect(1, &["config2.json` is of an earlier call"]);
    call("-p 2 --cluster-config 3").expect(0, &["wrote 4 configuration files"]);
    call("--instances-only").expect(0, &["wrote 5 instances"]);
    call("-l 2 --instances-only").expect(1, &["s3.c` is of an earlier call"]);
}
