//! `unspool swarm --cluster`: campaigns on the Slurm of `.ci/start-slurm`, and with commands that a shell runs.
//!
//! What becomes of tasks is tested in the crate `unspool-swarm`, with tasks that are no swarms; here they are. Without that Slurm its tests pass, unless the variable UNSPOOL_REQUIRE_TOOLS is set. Other clusters are left alone.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard};

use serde_json::Value;

use crate::checking::{output_has, verdict};
use crate::invocation::{Said, Workplace, call_in};
use crate::swarm_log_command::{
    SLOW, begin, check_each_once, kill, names, of_kind, records, slow_program, wait_for,
};

const INSTANCES: usize = 40;

/// No instance has a violation.
const SAFE: &str = "-DWRONG=1001";

/// One has, the second of its task.
const UNSAFE: &str = "-DWRONG=12";

const START: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.ci/start-slurm");

/// The cluster of this test, and of no other test at the same time.
struct Cluster {
    _only: MutexGuard<'static, ()>,
    folder: PathBuf,
}

impl Cluster {
    fn of(test: &str) -> Option<Cluster> {
        static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
        let only = ONE_AT_A_TIME
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let folder = answering();
        if folder.is_none() {
            assert!(
                std::env::var_os("UNSPOOL_REQUIRE_TOOLS").is_none(),
                "{test} needs the Slurm of .ci/start-slurm, which does not answer, and UNSPOOL_REQUIRE_TOOLS is set"
            );
            let skipped = "is skipped: no Slurm of .ci/start-slurm answers (SLURM_CONF)";
            // Not `eprintln`, which the test harness hides for tests that pass.
            writeln!(std::io::stderr(), "SKIPPED: {test} {skipped}").ok();
        }
        Some(Cluster {
            _only: only,
            folder: folder?,
        })
    }

    #[track_caller]
    fn tell(&self, words: &[&str]) {
        let output = Command::new(START).arg(&self.folder).args(words).output();
        assert!(output.is_ok_and(|output| output.status.success()));
    }
}

/// What happened to a node in one test must not be the next one's trouble.
impl Drop for Cluster {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            return;
        }
        let started = Command::new(START).arg(&self.folder).output();
        if !started.is_ok_and(|output| output.status.success()) {
            eprintln!("the cluster does not come back");
        }
    }
}

fn answering() -> Option<PathBuf> {
    let path = PathBuf::from(std::env::var_os("SLURM_CONF")?);
    let text = std::fs::read_to_string(&path).ok()?;
    if !text.starts_with("# Written by .ci/start-slurm") {
        return None;
    }
    let ping = Command::new("scontrol").arg("ping").output().ok()?;
    let is_up = String::from_utf8_lossy(&ping.stdout).contains("is UP");
    is_up.then(|| path.parent().map(PathBuf::from))?
}

/// A campaign, in a workplace of its own.
struct Campaign {
    place: Workplace,
    words: String,
    tasks: usize,
}

impl Campaign {
    fn new(name: &str, tasks: usize, options: &str) -> Campaign {
        let place = Workplace::new(name).with("slow.c", slow_program(INSTANCES));
        let words = format!(
            "swarm {SLOW} --cluster-tasks {tasks} --poll-interval 1s --swarm-output campaign {options}"
        );
        Campaign {
            place,
            words,
            tasks,
        }
    }

    fn slurm(name: &str, tasks: usize, options: &str) -> Campaign {
        let options = format!("--cluster slurm --submit-option=--no-requeue {options}");
        Campaign::new(name, tasks, &options)
    }

    fn call(&self, options: &str) -> Said {
        self.place.call(&format!("{} {options}", self.words))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.place.folder.join("campaign").join(name)
    }

    fn log_of(&self, task: usize) -> Vec<Value> {
        records(&self.file(&format!("task-{task}.jsonl")))
    }

    /// How many instances the task has decided.
    fn done(&self, task: usize) -> usize {
        names(&self.log_of(task)).len()
    }

    /// Tasks that are cancelled say so.
    fn is_finished(&self, task: usize) -> bool {
        let log = self.log_of(task);
        let mut ends = of_kind(&log, "end").into_iter();
        ends.any(|end| end["verdict"] != "interrupted")
    }

    fn all_done(&self) -> usize {
        (0..self.tasks).map(|task| self.done(task)).sum()
    }

    fn state(&self) -> Value {
        let text = std::fs::read_to_string(self.file("campaign.json")).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// As the scheduler names them.
    fn jobs(&self) -> Vec<String> {
        let state = self.state();
        let tasks = state["tasks"].as_array().cloned().unwrap_or_default();
        let jobs = tasks.iter().filter_map(|task| task["job"].as_str());
        jobs.map(str::to_string).collect()
    }

    fn attempts(&self) -> Vec<u64> {
        let state = self.state();
        let tasks = state["tasks"].as_array().cloned().unwrap_or_default();
        let attempts = tasks.iter().filter_map(|task| task["attempts"].as_u64());
        attempts.collect()
    }

    /// Its process is killed when some instances are decided, and others are not.
    #[track_caller]
    fn kill_in_mid_run(&self) {
        let child = begin(&self.place, &self.words);
        wait_for("the submission", || self.jobs().len() == self.tasks);
        wait_for("instances", || self.all_done() >= 3);
        kill(child);
        assert!(self.all_done() < INSTANCES, "it was killed too late");
    }

    /// All instances are safe, and none was decided twice.
    #[track_caller]
    fn check_safe(&self, said: Said) -> Said {
        let said = said.expect(5, &[]);
        verdict(
            &said,
            "SAFE WITHIN BOUNDS: no execution of an instance with at most 2 rounds",
        );
        output_has(&said, &[&format!("decided: {INSTANCES} instances")]);
        let gathered = records(&self.file("log.jsonl"));
        assert_eq!(gathered[0]["record"], "start");
        check_each_once(&gathered, INSTANCES);
        for it in of_kind(&gathered, "instance") {
            assert_eq!(it["verdict"], "safe", "{it}");
        }
        said
    }
}

/// The jobs that Slurm knows of, where they run, and their states.
fn queue() -> Vec<[String; 3]> {
    let words = ["-h", "-r", "-o", "%i|%N|%T"];
    let output = Command::new("squeue").args(words).output().expect("Slurm");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines = text.lines().map(|line| line.split('|').map(str::to_string));
    let jobs = lines.filter_map(|words| <[String; 3]>::try_from(words.collect::<Vec<_>>()).ok());
    jobs.collect()
}

/// Those that are about to end may still be writing.
#[track_caller]
fn wait_until_gone(jobs: &[String]) {
    wait_for("the end of all jobs", || {
        queue().iter().all(|[job, ..]| !jobs.contains(job))
    });
}

#[test]
fn slurm_decides_all_instances() {
    let Some(_cluster) = Cluster::of("slurm_decides_all_instances") else {
        return;
    };
    let campaign = Campaign::slurm("swarm_slurm_safe", 4, SAFE);
    campaign.check_safe(campaign.call(""));
    for task in 0..4 {
        assert!(campaign.is_finished(task) && campaign.done(task) == INSTANCES / 4);
        assert!(campaign.file(&format!("task-{task}.out")).exists());
    }
    assert_eq!(campaign.attempts(), [1, 1, 1, 1]);
    // It has ended, and whoever asks again gets the answer at once.
    campaign
        .call("")
        .expect(1, &["there is a campaign in", "--resume goes on with it"]);
    campaign.check_safe(campaign.call("--resume"));
    assert_eq!(campaign.attempts(), [1, 1, 1, 1]);
    // What was gathered is the log of a swarm of the same instances, of which nothing is left to ask here.
    std::fs::copy(
        campaign.file("log.jsonl"),
        campaign.place.folder.join("log.jsonl"),
    )
    .expect("a file");
    let line = format!("swarm {SLOW} {SAFE} --log log.jsonl --resume");
    let said = campaign.place.call(&line).expect(5, &[]);
    output_has(&said, &[&format!("decided: {INSTANCES} instances")]);
    check_each_once(
        &records(&campaign.place.folder.join("log.jsonl")),
        INSTANCES,
    );
}

#[test]
fn slurm_is_told_to_cancel_what_is_needless() {
    let Some(_cluster) = Cluster::of("slurm_is_told_to_cancel_what_is_needless") else {
        return;
    };
    let campaign = Campaign::slurm("swarm_slurm_unsafe", 4, UNSAFE);
    let said = campaign.call("--json bug.json");
    let said = said.expect(
        10,
        &[
            "submitted 4 tasks",
            "task 1 has found a violation",
            "cancelled 3 tasks",
        ],
    );
    verdict(&said, "UNSAFE: slow.c:");
    output_has(&said, &["found in instance s11", "by task 1 of 4"]);
    assert!(campaign.all_done() < INSTANCES);
    let finished = (0..4).filter(|task| campaign.is_finished(*task));
    assert_eq!(finished.collect::<Vec<usize>>(), [1]);
    let name = campaign.state()["name"]
        .as_str()
        .expect("a name")
        .to_string();
    wait_for("an empty queue", || {
        let words = ["-h", "-t", "PENDING,RUNNING", "-o", "%j"];
        let output = Command::new("squeue").args(words).output().expect("Slurm");
        !String::from_utf8_lossy(&output.stdout).contains(&name)
    });
    let gathered = records(&campaign.file("log.jsonl"));
    let found = of_kind(&gathered, "instance").into_iter();
    let found: Vec<&Value> = found.filter(|it| it["verdict"] == "unsafe").collect();
    assert_eq!(found.len(), 1);
    assert_eq!(
        (&found[0]["name"], &found[0]["worker"]),
        (&"s11".into(), &1.into())
    );
    campaign.place.call("replay bug.json").expect(10, &[]);
}

#[test]
fn slurm_goes_on_when_the_submitting_process_is_killed() {
    let Some(_cluster) = Cluster::of("slurm_goes_on_when_the_submitting_process_is_killed") else {
        return;
    };
    let campaign = Campaign::slurm("swarm_slurm_killed", 2, SAFE);
    campaign.kill_in_mid_run();
    let before = campaign.jobs();
    let said = campaign.check_safe(campaign.call("--resume"));
    let said = said.expect(5, &["goes on; 2 tasks are with the cluster already"]);
    assert!(!said.errors.contains("submitted"), "{}", said.errors);
    assert_eq!((campaign.jobs(), campaign.attempts()), (before, vec![1, 1]));
}

#[test]
fn slurm_loses_a_node_and_no_instance() {
    let Some(cluster) = Cluster::of("slurm_loses_a_node_and_no_instance") else {
        return;
    };
    let campaign = Campaign::slurm("swarm_slurm_node", 2, SAFE);
    let (lost, said) = std::thread::scope(|scope| {
        let said = scope.spawn(|| campaign.call(""));
        let mut lost = None;
        wait_for("a task on a node", || {
            let queue = queue();
            let jobs = campaign.jobs();
            lost = jobs.iter().enumerate().find_map(|(task, job)| {
                let [_, node, state] = queue.iter().find(|[it, ..]| it == job)?;
                let is_at_work = campaign.done(task) >= 2 && !campaign.is_finished(task);
                (is_at_work && state == "RUNNING" && !node.is_empty()).then(|| (task, node.clone()))
            });
            lost.is_some() || said.is_finished()
        });
        let (task, node) = lost.expect("a task in mid-run");
        cluster.tell(&["kill", &node]);
        let was_done = campaign.done(task);
        let said = said.join().expect("a campaign");
        cluster.tell(&[]);
        assert!(was_done < INSTANCES / 2, "the node was killed too late");
        (task, said)
    });
    let said = campaign.check_safe(said);
    let (again, lost_words) = (
        format!("submitted again: task {lost}"),
        format!("task {lost} was lost at attempt 1"),
    );
    said.expect(5, &[&lost_words, &again]);
    assert_eq!(campaign.attempts()[lost], 2);
    // The second attempt has gone on with the log of the first.
    assert_eq!(of_kind(&campaign.log_of(lost), "start").len(), 1);
    assert_eq!(of_kind(&campaign.log_of(lost), "resumed").len(), 1);
}

#[test]
fn what_was_cancelled_can_go_on() {
    let Some(_cluster) = Cluster::of("what_was_cancelled_can_go_on") else {
        return;
    };
    let campaign = Campaign::slurm("swarm_slurm_cancelled", 2, SAFE);
    campaign.kill_in_mid_run();
    let jobs = campaign.jobs();
    campaign
        .call("--cancel")
        .expect(0, &["cancelled 2 jobs; --resume goes on"]);
    wait_until_gone(&jobs);
    let done = campaign.all_done();
    assert!(done < INSTANCES, "it was cancelled too late");
    campaign.call("--cancel").expect(0, &["cancelled 0 jobs"]);
    assert_eq!(campaign.all_done(), done, "nothing writes any more");
    let said = campaign.check_safe(campaign.call("--resume"));
    said.expect(5, &["submitted"]);
    assert!(campaign.jobs().iter().all(|job| !jobs.contains(job)));
}

/// A campaign is about one program, as it was when it began.
#[test]
fn a_program_that_has_changed_ends_a_campaign() {
    let Some(_cluster) = Cluster::of("a_program_that_has_changed_ends_a_campaign") else {
        return;
    };
    let campaign = Campaign::slurm("swarm_slurm_changed", 2, SAFE);
    campaign.kill_in_mid_run();
    let jobs = campaign.jobs();
    let changed = slow_program(INSTANCES).replace("seen < 1000", "seen < 999");
    std::fs::write(campaign.place.folder.join("slow.c"), changed).expect("a file");
    let said = campaign.call("--resume");
    said.expect(
        2,
        &["is the state of another campaign", "another --swarm-output"],
    );
    campaign.call("--cancel").expect(0, &["cancelled 2 jobs"]);
    wait_until_gone(&jobs);
}

/// Puts the task into the background, and prints its process.
const SUBMIT: &str = r#"#!/bin/sh
rm -f "$1.pid"
setsid sh -c 'echo $$ >"$1.new" && mv "$1.new" "$1" && exec sh "$0"' "$1" "$1.pid" </dev/null >/dev/null 2>&1 &
until [ -s "$1.pid" ]; do sleep 0.02; done
cat "$1.pid"
"#;

/// Whether a process has not ended. One that nobody has waited for has.
const ALIVE: &str = r#"#!/bin/sh
[ -d "/proc/$1" ] && ! grep -q '^State:[[:space:]]*Z' "/proc/$1/status"
"#;

fn shell(name: &str, tasks: usize, options: &str) -> Campaign {
    let mut campaign = Campaign::new(name, tasks, &format!("--cluster command {options}"));
    let place = campaign.place;
    campaign.place = place.with("submit", SUBMIT).with("alive", ALIVE);
    campaign
}

/// The words of an option contain blanks.
fn call_shell(campaign: &Campaign, options: &[&str]) -> Said {
    call_shell_with(campaign, "sh ./submit {script}", options)
}

fn call_shell_with(campaign: &Campaign, submit: &str, options: &[&str]) -> Said {
    let mut words: Vec<&str> = campaign.words.split_whitespace().collect();
    words.extend(["--submit-command", submit]);
    words.extend(["--poll-command", "sh ./alive {job}"]);
    words.extend(["--cancel-command", "kill {job}"]);
    words.extend(options);
    call_in(&campaign.place.folder, &words, "")
}

fn is_alive(place: &Workplace, process: &str) -> bool {
    let words = ["./alive", process];
    let mut command = Command::new("sh");
    let status = command.args(words).current_dir(&place.folder).status();
    status.expect("a shell").success()
}

fn process_of(script: &Path) -> Option<String> {
    let text = std::fs::read_to_string(script.with_extension("sh.pid")).ok()?;
    Some(text.trim().to_string())
}

#[test]
fn commands_submit_tasks_anew_that_were_lost() {
    let campaign = shell("swarm_shell_safe", 2, SAFE);
    let said = std::thread::scope(|scope| {
        let said = scope.spawn(|| call_shell(&campaign, &[]));
        wait_for("an instance of task 1", || campaign.done(1) >= 2);
        let process = process_of(&campaign.file("task-1.sh")).expect("a process");
        let killed = Command::new("kill").args(["-KILL", &process]).status();
        assert!(killed.expect("a command").success());
        assert!(campaign.done(1) < INSTANCES / 2, "it was killed too late");
        said.join().expect("a campaign")
    });
    let said = campaign.check_safe(said);
    said.expect(
        5,
        &[
            "submitted 1 task",
            "task 1 was lost at attempt 1",
            "submitted again: task 1",
        ],
    );
    assert_eq!(campaign.attempts(), [1, 2]);
    assert_eq!(of_kind(&campaign.log_of(1), "resumed").len(), 1);
}

#[test]
fn commands_end_what_is_needless() {
    let campaign = shell("swarm_shell_unsafe", 4, UNSAFE);
    let said = call_shell(&campaign, &["--log", "all.jsonl"]);
    let said = said.expect(10, &["task 1 has found a violation", "cancelled 3 tasks"]);
    output_has(&said, &["found in instance s11", "by task 1 of 4"]);
    let scripts = (0..4).map(|task| campaign.file(&format!("task-{task}.sh")));
    let processes = scripts.map(|script| process_of(&script).expect("a process"));
    let processes: BTreeSet<String> = processes.collect();
    assert_eq!(processes.len(), 4);
    wait_for("the end of all tasks", || {
        processes.iter().all(|it| !is_alive(&campaign.place, it))
    });
    assert!(campaign.all_done() < INSTANCES);
    // What a task decided after it was told to end may come too late.
    let gathered = records(&campaign.place.folder.join("all.jsonl"));
    let gathered = BTreeSet::from_iter(names(&gathered));
    let decided: BTreeSet<String> = (0..4)
        .flat_map(|task| names(&campaign.log_of(task)))
        .collect();
    let late: Vec<&String> = decided.difference(&gathered).collect();
    assert!(gathered.is_subset(&decided) && late.len() <= 3, "{late:?}");
    // All instances, and how many have a violation.
    let campaign = shell("swarm_shell_all", 2, "-DWRONG=12 --exit-on-error=off");
    let said = call_shell(&campaign, &[]).expect(10, &[]);
    let all = format!("in all tasks: 1 of {INSTANCES} instances has a violation");
    output_has(&said, &[&all]);
    check_each_once(&records(&campaign.file("log.jsonl")), INSTANCES);
}

#[test]
fn campaigns_that_cannot_be_are_refused() {
    let campaign = shell("swarm_shell_refused", 2, SAFE);
    let from_input = campaign.words.replace("slow.c", "-");
    let said = campaign.place.call_with(&from_input, &slow_program(3));
    said.expect(
        1,
        &[
            "cannot read this one's standard input",
            "give the program as a file",
        ],
    );
    campaign
        .call("--resume")
        .expect(1, &["needs the command that submits a task"]);
    assert!(!campaign.file("config0.json").exists());
    let said = call_shell(&campaign, &["--cancel"]);
    said.expect(2, &["there is no campaign in"]);
    let said = call_shell_with(&campaign, "echo the queue is closed >&2; exit 3", &[]);
    said.expect(5, &["the queue is closed"]);
    // Nothing has begun, so there is nothing to go on with when it is open.
    let said = call_shell(&campaign, &[]);
    campaign.check_safe(said);
}

/// Each task looks whether the program is that of the campaign.
#[test]
fn tasks_that_see_another_program_end_a_campaign() {
    let campaign = shell("swarm_shell_stranger", 2, SAFE);
    let changed = slow_program(INSTANCES).replace("seen < 1000", "seen < 999");
    std::fs::write(campaign.place.folder.join("changed.c"), changed).expect("a file");
    let submit = "cp changed.c slow.c && sh ./submit {script}";
    let said = call_shell_with(&campaign, submit, &[]);
    let parts = [
        "has looked at another program than this one: ",
        "sources, headers, compiler and unspool have to be the same",
    ];
    assert_eq!(said.expect(2, &parts).output, "");
}

/// Nothing is said about instances that nobody has decided.
#[test]
fn tasks_that_are_lost_too_often_are_given_up() {
    let campaign = shell("swarm_shell_given_up", 2, SAFE);
    let submit = "rm -f slow.c && sh ./submit {script}";
    let said = call_shell_with(&campaign, submit, &["--attempts", "1"]);
    let lost = [
        "task 0 was lost at attempt 1",
        "task 1 was lost at attempt 1",
        "task 1 is given up",
    ];
    let said = said.expect(5, &lost);
    let statement = "UNKNOWN: 40 of 40 instances have no answer; of the first, task 0: it was lost";
    verdict(&said, statement);
    assert_eq!(campaign.attempts(), [1, 1]);
    let printed = std::fs::read_to_string(campaign.file("task-0.out"));
    let printed = printed.expect("what the task has printed");
    assert!(printed.contains("cannot read `slow.c`"), "{printed}");
}

/// What another campaign has left in the folder is no part of this one.
#[test]
fn a_refused_campaign_leaves_no_instances() {
    let campaign = shell("swarm_shell_left_over", 4, SAFE);
    let said = call_shell_with(&campaign, "exit 3", &[]);
    said.expect(5, &[]);
    assert!(campaign.file("config3.json").exists());
    let fewer = campaign
        .words
        .replace("--cluster-tasks 4", "--cluster-tasks 2");
    let fewer = fewer.replace("--instances-limit 0", "--instances-limit 6");
    let campaign = Campaign {
        words: fewer,
        ..campaign
    };
    let said = call_shell(&campaign, &[]).expect(5, &[]);
    output_has(
        &said,
        &["decided: 6 instances", "only the executions of 6 of"],
    );
    // Nor are the files that somebody wants to keep.
    let place = Workplace::new("swarm_shell_others").with("slow.c", slow_program(3));
    let kept = "{\"mine\": {}}";
    std::fs::create_dir(place.folder.join("campaign")).expect("a folder");
    let file = place.folder.join("campaign/config0.json");
    std::fs::write(&file, kept).expect("a file");
    let line = format!(
        "swarm {SLOW} {SAFE} --cluster command --submit-command false --swarm-output campaign"
    );
    place
        .call(&line)
        .expect(1, &["has configuration files that are not a campaign's"]);
    assert_eq!(std::fs::read_to_string(file).expect("a file"), kept);
}

/// What has no answer is asked again when a campaign goes on, with what is allowed now.
#[test]
fn instances_without_an_answer_are_asked_again() {
    let campaign = shell("swarm_shell_unanswered", 2, SAFE);
    let said = call_shell(&campaign, &["--instance-time", "1ms"]);
    let said = said.expect(5, &[]);
    let all = format!("{INSTANCES} of {INSTANCES} instances have no answer");
    output_has(&said, &[&all]);
    campaign.check_safe(call_shell(&campaign, &["--resume"]));
}
