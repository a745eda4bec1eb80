//! Campaigns on a real Slurm: the two nodes that `.ci/start-slurm` starts on this machine, and that can be killed.
//!
//! Without them these tests pass, unless the variable UNSPOOL_REQUIRE_TOOLS is set. Other clusters are left alone.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use unspool_swarm::cluster::state::FILE_NAME;
use unspool_swarm::cluster::{
    ClusterError, Ended, Event, Job, Known, Scheduler, Settings, Slurm, SlurmConfig, TaskEnd, Work,
};

use crate::folders::{Folder, never};

/// `log task instances finder`: an instance each half second, without those that the log has. The task `finder` finds a bug after two.
const WORKER: &str = r#"
log=$1; task=$2; instances=$3; finder=$4
echo "begin on $SLURMD_NODENAME" >>"$log"
instance=0
while [ "$instance" -lt "$instances" ]; do
    if ! grep -qx "instance $task.$instance" "$log"; then
        sleep 0.5
        echo "instance $task.$instance" >>"$log"
    fi
    instance=$((instance + 1))
    if [ "$task" = "$finder" ] && [ "$instance" = 2 ]; then
        echo found >>"$log"
        break
    fi
done
echo "task $task is done"
echo finished >>"$log"
"#;

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
        let cluster = Cluster::answering();
        if cluster.is_none() {
            assert!(
                std::env::var_os("UNSPOOL_REQUIRE_TOOLS").is_none(),
                "{test} needs the Slurm of .ci/start-slurm, which does not answer, and UNSPOOL_REQUIRE_TOOLS is set"
            );
            eprintln!("{test} is skipped: no Slurm of .ci/start-slurm answers (SLURM_CONF)");
        }
        Some(Cluster {
            _only: only,
            folder: cluster?,
        })
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

    /// Whether it worked.
    fn node(&self, what: &str, node: &str) -> bool {
        self.tell(&[what, node])
    }

    /// Starts what is missing. Whether it worked.
    fn start(&self) -> bool {
        self.tell(&[])
    }

    fn tell(&self, words: &[&str]) -> bool {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.ci/start-slurm");
        let output = Command::new(script).arg(&self.folder).args(words).output();
        output.is_ok_and(|output| output.status.success())
    }
}

/// What a node's failure did to a test must not be the next one's trouble.
impl Drop for Cluster {
    fn drop(&mut self) {
        if !self.start() {
            eprintln!("the cluster does not come back");
        }
    }
}

fn slurm(folder: &Folder, tasks: u32, instances: u32, finder: &str, words: &[&str]) -> Slurm {
    let worker = folder.write("worker.sh", WORKER);
    let log = folder.path().join("task-{task}.log").display().to_string();
    let work = [
        "sh",
        &worker,
        &log,
        "{task}",
        &instances.to_string(),
        finder,
    ];
    let work = Work {
        words: work.map(str::to_string).to_vec(),
        directory: folder.path().to_path_buf(),
    };
    let mut config = SlurmConfig::new(folder.path().to_path_buf(), work, tasks);
    config.words = words.iter().map(|word| word.to_string()).collect();
    config.limit = Some(2);
    Slurm::new(config)
}

fn settings() -> Settings {
    Settings {
        poll_interval: Duration::from_millis(500),
        grace: Duration::from_secs(2),
        // Tests end, whatever happens.
        deadline: Some(Instant::now() + Duration::from_secs(80)),
        ..Settings::default()
    }
}

/// Each time that a task has begun, with the node.
fn begins(folder: &Folder, task: u32) -> Vec<String> {
    let begin = |line: &String| line.strip_prefix("begin on ").map(str::to_string);
    folder.lines(task).iter().filter_map(begin).collect()
}

fn check_all_done(folder: &Folder, tasks: u32, instances: u64) {
    for task in 0..tasks {
        assert_eq!(folder.progress(task).done, instances);
        assert!(folder.progress(task).finished);
        assert!(
            folder
                .output(task)
                .contains(&format!("task {task} is done"))
        );
    }
}

/// What is still in the queue, of all campaigns.
fn queue() -> String {
    let output = Command::new("squeue")
        .args(["-h", "-r", "-o", "%i %T"])
        .output();
    String::from_utf8_lossy(&output.unwrap().stdout).into_owned()
}

fn wait_for(what: &str, seconds: u64, mut is_there: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_there() {
        assert!(
            begin.elapsed() < Duration::from_secs(seconds),
            "{what} does not come"
        );
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// One campaign forbids Slurm to put jobs back into the queue, and another allows it: the first submits what was lost, the second waits for it.
#[test]
fn a_failed_node_costs_no_instance() {
    let Some(cluster) = Cluster::of("a_failed_node_costs_no_instance") else {
        return;
    };
    const INSTANCES: u32 = 14;
    let (lost, requeued) = (Folder::create(), Folder::create());
    let run = |folder: &Folder, words: &[&str], hear: &mut dyn FnMut(&Event)| {
        let mut slurm = slurm(folder, 3, INSTANCES, "none", words);
        let (summary, events) = folder.run(3, settings(), &mut slurm, &never, hear);
        let summary = summary.unwrap();
        assert_eq!(summary.tasks, [TaskEnd::Finished; 3], "{events:?}");
        events
    };
    // Where there is a task that runs on the node, and has done something.
    let task_on_node = |folder: &Folder| {
        let runs_there = |task: &u32| {
            let progress = folder.progress(*task);
            begins(folder, *task) == ["node1"] && progress.done >= 2 && !progress.finished
        };
        (0..3).find(runs_there)
    };
    let (lost_events, requeued_events, killed) = std::thread::scope(|scope| {
        let first = scope.spawn(|| run(&lost, &["--no-requeue"], &mut |_| {}));
        wait_for("the first campaign", 20, || {
            (0..2).all(|task| !begins(&lost, task).is_empty())
        });
        let second = scope.spawn(|| {
            run(&requeued, &[], &mut |event| {
                if let Event::Requeued { task } = event {
                    start_now(&requeued, *task);
                }
            })
        });
        let mut on_node = None;
        wait_for("a task of both campaigns on node1", 20, || {
            on_node = task_on_node(&lost).zip(task_on_node(&requeued));
            on_node.is_some()
        });
        assert!(cluster.node("kill", "node1"));
        let killed = Instant::now();
        let ends = first.join().map(|events| (events, killed.elapsed()));
        let (lost_events, time) = ends.unwrap_or_else(|panic| resume_unwind(panic));
        assert!(time < Duration::from_secs(60), "it took {time:?}");
        let requeued_events = second.join().unwrap_or_else(|panic| resume_unwind(panic));
        (lost_events, requeued_events, on_node.unwrap())
    });
    check_all_done(&lost, 3, INSTANCES.into());
    check_all_done(&requeued, 3, INSTANCES.into());
    let (lost_task, requeued_task) = killed;
    assert!(lost_events.contains(&Event::Lost {
        task: lost_task,
        attempt: 1
    }));
    let is_submitted_again =
        |event: &Event| matches!(event, Event::Resubmitted { tasks } if tasks.contains(&lost_task));
    assert!(lost_events.iter().any(is_submitted_again));
    assert_eq!(begins(&lost, lost_task).len(), 2);
    assert!(requeued_events.contains(&Event::Requeued {
        task: requeued_task
    }));
    let is_loss = |event: &Event| matches!(event, Event::Lost { .. } | Event::Resubmitted { .. });
    assert!(!requeued_events.iter().any(is_loss), "{requeued_events:?}");
    assert_eq!(begins(&requeued, requeued_task).len(), 2);
}

/// Slurm lets what it has put back wait for two minutes. It has a reason: a node that comes back is told to end the jobs that it had, which would hit
/// the same job there. So the node comes back after this test.
fn start_now(folder: &Folder, task: u32) {
    let text = std::fs::read_to_string(folder.path().join(FILE_NAME)).unwrap();
    let state: serde_json::Value = serde_json::from_str(&text).unwrap();
    let job = state["tasks"][task as usize]["job"]
        .as_str()
        .unwrap()
        .to_string();
    let words = ["update", &format!("JobId={job}"), "StartTime=now"];
    let status = Command::new("scontrol").args(words).status();
    assert!(status.unwrap().success());
}

#[test]
fn a_killed_task_is_submitted_again() {
    let Some(_cluster) = Cluster::of("a_killed_task_is_submitted_again") else {
        return;
    };
    let folder = Folder::create();
    let mut slurm = slurm(&folder, 2, 6, "none", &[]);
    let killed = Cell::new(false);
    let hear = &mut |event: &Event| {
        if matches!(event, Event::Progress(counts) if counts.done >= 2) && !killed.replace(true) {
            let text = std::fs::read_to_string(folder.path().join(FILE_NAME)).unwrap();
            let state: serde_json::Value = serde_json::from_str(&text).unwrap();
            let job = state["tasks"][1]["job"].as_str().unwrap().to_string();
            assert!(Command::new("scancel").arg(job).status().unwrap().success());
        }
    };
    let (summary, events) = folder.run(2, settings(), &mut slurm, &never, hear);
    assert_eq!(summary.unwrap().tasks, [TaskEnd::Finished; 2]);
    assert!(events.contains(&Event::Lost {
        task: 1,
        attempt: 1
    }));
    check_all_done(&folder, 2, 6);
}

/// The nodes go on while the controller is away, and what they have done in the meantime is not done again.
#[test]
fn a_controller_that_is_restarted_loses_nobody() {
    let Some(cluster) = Cluster::of("a_controller_that_is_restarted_loses_nobody") else {
        return;
    };
    let folder = Folder::create();
    let mut slurm = slurm(&folder, 2, 10, "none", &[]);
    let stopped = Cell::new(false);
    let hear = &mut |event: &Event| match event {
        Event::Progress(counts) if counts.done >= 2 && !stopped.replace(true) => {
            let id = std::fs::read_to_string(cluster.folder.join("slurmctld.pid")).unwrap();
            let status = Command::new("kill").arg(id.trim()).status();
            assert!(status.unwrap().success());
        }
        Event::SchedulerUnreachable { .. } => assert!(cluster.start()),
        _ => {}
    };
    let (summary, events) = folder.run(2, settings(), &mut slurm, &never, hear);
    assert_eq!(summary.unwrap().tasks, [TaskEnd::Finished; 2], "{events:?}");
    let is_silence = |event: &Event| matches!(event, Event::SchedulerUnreachable { .. });
    assert!(events.iter().any(is_silence), "{events:?}");
    for task in 0..2 {
        assert_eq!(begins(&folder, task).len(), 1, "{events:?}");
    }
    check_all_done(&folder, 2, 10);
}

#[test]
fn the_first_bug_cancels_the_rest() {
    let Some(_cluster) = Cluster::of("the_first_bug_cancels_the_rest") else {
        return;
    };
    let folder = Folder::create();
    let mut slurm = slurm(&folder, 4, 1000, "1", &[]);
    let begin = Instant::now();
    let (summary, events) = folder.run(4, settings(), &mut slurm, &never, &mut |_| {});
    let summary = summary.unwrap();
    assert_eq!((summary.ended, summary.found), (Ended::FoundBug, Some(1)));
    let cancelled = TaskEnd::Cancelled;
    assert_eq!(
        summary.tasks,
        [cancelled, TaskEnd::Finished, cancelled, cancelled]
    );
    let expected = Event::Cancelled {
        tasks: vec![0, 2, 3],
    };
    assert!(events.contains(&expected));
    assert!(begin.elapsed() < Duration::from_secs(30));
    wait_for("an empty queue", 20, || queue().is_empty());
    let lines = folder.lines(0);
    std::thread::sleep(Duration::from_millis(1200));
    assert_eq!(folder.lines(0), lines, "nothing writes any more");
}

/// Makes a submission, and then this process is as good as killed.
struct Killed(Slurm);

impl Scheduler for Killed {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn batch(&self, tasks: &[u32]) -> usize {
        self.0.batch(tasks)
    }

    fn submit(
        &mut self,
        name: &str,
        tasks: &[u32],
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<Vec<Job>, ClusterError> {
        self.0.submit(name, tasks, is_interrupted)?;
        resume_unwind(Box::new("killed"))
    }

    fn find(
        &mut self,
        name: &str,
        tasks: &[u32],
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Job>>, ClusterError> {
        self.0.find(name, tasks, is_interrupted)
    }

    fn known(
        &mut self,
        jobs: &[Job],
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<Known, ClusterError> {
        self.0.known(jobs, is_interrupted)
    }

    fn cancel(
        &mut self,
        jobs: &[Job],
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<(), ClusterError> {
        self.0.cancel(jobs, is_interrupted)
    }
}

#[test]
fn a_campaign_survives_the_process_that_has_begun_it() {
    let Some(_cluster) = Cluster::of("a_campaign_survives_the_process_that_has_begun_it") else {
        return;
    };
    let folder = Folder::create();
    let slurm = || slurm(&folder, 3, 8, "none", &[]);
    let dies = |scheduler: &mut dyn Scheduler, hear: &mut dyn FnMut(&Event)| {
        let run = AssertUnwindSafe(|| folder.run(3, settings(), scheduler, &never, hear));
        assert!(catch_unwind(run).is_err());
    };
    // Killed between the submission and the note.
    dies(&mut Killed(slurm()), &mut |_| {});
    // Killed while the tasks run.
    let mut submitted = false;
    dies(&mut slurm(), &mut |event| {
        submitted |= matches!(event, Event::Submitted { .. });
        if matches!(event, Event::Progress(counts) if counts.done >= 2) {
            resume_unwind(Box::new("killed"));
        }
    });
    assert!(submitted, "it was found");
    let (summary, events) = folder.run(3, settings(), &mut slurm(), &never, &mut |_| {});
    assert_eq!(summary.unwrap().ended, Ended::Complete);
    let expected = Event::TakenUp {
        tasks: vec![0, 1, 2],
    };
    assert_eq!(events[0], expected);
    let is_submission =
        |event: &Event| matches!(event, Event::Submitted { .. } | Event::Resubmitted { .. });
    assert!(!events.iter().any(is_submission), "{events:?}");
    for task in 0..3 {
        assert_eq!(begins(&folder, task).len(), 1, "task {task} ran once");
    }
    check_all_done(&folder, 3, 8);
}
