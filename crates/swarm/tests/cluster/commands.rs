//! Campaigns by commands: jobs are processes of this machine.

use std::time::{Duration, Instant};

use unspool_swarm::cluster::{
    CampaignError, ClusterError, CommandConfig, CommandScheduler, Ended, Event, Scheduler, TaskEnd,
    Work,
};

use crate::folders::{Folder, never, quick};

/// Does two instances, and those that its log does not name. What it has to do it reads from its arguments: `log`, `task`, and
/// `die` once, `hang` once, or `find`.
const WORKER: &str = r#"
log=$1; how=$3
if [ "$how" != once ] && [ ! -e "$log" ]; then
    case $how in
        die) echo "instance $2.0" >>"$log"; exit 1 ;;
        hang) echo "instance $2.0" >>"$log"; while [ -e "$0" ]; do sleep 0.1; done; exit 1 ;;
        find) echo found >>"$log" ;;
    esac
fi
for instance in 0 1; do
    grep -qx "instance $2.$instance" "$log" 2>/dev/null || echo "instance $2.$instance" >>"$log"
done
echo "it's done"
echo finished >>"$log"
"#;

/// Starts a job as a scheduler would: it goes on when the command ends, as it is in a session of its own by then.
const SUBMIT: &str = r#"pid={folder}/pid-{task}; rm -f "$pid"
setsid sh -c 'echo $$ >"$1"; exec "$2"' sh "$pid" {script} </dev/null >/dev/null 2>&1 &
until [ -s "$pid" ]; do sleep 0.01; done
echo "your job is $(cat "$pid")""#;
/// Not `kill -0`: processes that have ended remain where nobody waits for them.
const POLL: &str = "grep -q '^State:[[:space:]]*[^ZX[:space:]]' /proc/{job}/status";
const CANCEL: &str = "kill -KILL -- -{job}";

fn scheduler(folder: &Folder, how: &str, submit: &str, poll: bool) -> CommandScheduler {
    let worker = folder.write("a worker's script.sh", WORKER);
    let log = folder.path().join("task-{task}.log").display().to_string();
    let words = ["sh", &worker, &log, "{task}", how];
    CommandScheduler::new(CommandConfig {
        folder: folder.path().to_path_buf(),
        work: Work {
            words: words.map(str::to_string).to_vec(),
            directory: folder.path().to_path_buf(),
        },
        submit: submit.to_string(),
        poll: poll.then(|| POLL.to_string()),
        cancel: Some(CANCEL.to_string()),
        answer_time: Duration::from_secs(10),
    })
}

#[test]
fn tasks_run_and_finish() {
    let folder = Folder::create();
    let mut scheduler = scheduler(&folder, "once", SUBMIT, true);
    let (summary, _) = folder.run(3, quick(), &mut scheduler, &never, &mut |_| {});
    let summary = summary.unwrap();
    assert_eq!((summary.ended, summary.found), (Ended::Complete, None));
    assert_eq!(summary.tasks, [TaskEnd::Finished; 3]);
    for task in 0..3 {
        let lines = [
            format!("instance {task}.0"),
            format!("instance {task}.1"),
            "finished".to_string(),
        ];
        assert_eq!(folder.lines(task), lines);
        assert_eq!(folder.output(task), "it's done\n");
    }
}

#[test]
fn a_task_that_dies_is_submitted_again() {
    let folder = Folder::create();
    let mut scheduler = scheduler(&folder, "die", SUBMIT, true);
    let (summary, events) = folder.run(2, quick(), &mut scheduler, &never, &mut |_| {});
    assert_eq!(summary.unwrap().tasks, [TaskEnd::Finished; 2]);
    for task in 0..2 {
        assert!(events.contains(&Event::Lost { task, attempt: 1 }));
        assert_eq!(folder.progress(task).done, 2);
    }
}

#[test]
fn a_task_without_a_sign_of_life_is_lost_where_nobody_can_be_asked() {
    let folder = Folder::create();
    let begin = Instant::now();
    let mut scheduler = scheduler(&folder, "hang", SUBMIT, false);
    let (summary, events) = folder.run(1, quick(), &mut scheduler, &never, &mut |_| {});
    assert_eq!(summary.unwrap().tasks, [TaskEnd::Finished]);
    assert!(begin.elapsed() >= quick().lost_after);
    assert!(events.contains(&Event::Lost {
        task: 0,
        attempt: 1
    }));
}

#[test]
fn the_first_bug_ends_the_others() {
    let folder = Folder::create();
    let mut hanging = scheduler(&folder, "hang", SUBMIT, true);
    let jobs = hanging.submit("", &[0], &never).unwrap();
    // What was started by hand is known, and cancelled like all others.
    assert!(jobs[0].0.parse::<u32>().is_ok());
    hanging.cancel(&jobs, &never).unwrap();
    std::fs::remove_file(folder.log(0)).ok();

    let mut finding = scheduler(&folder, "find", SUBMIT, true);
    let (summary, _) = folder.run(1, quick(), &mut finding, &never, &mut |_| {});
    let summary = summary.unwrap();
    assert_eq!((summary.ended, summary.found), (Ended::FoundBug, Some(0)));
}

#[test]
fn failures_of_the_command_are_told() {
    let folder = Folder::create();
    let error = |submit: &str| {
        let mut scheduler = scheduler(&folder, "once", submit, true);
        scheduler.submit("", &[0], &never).unwrap_err()
    };
    let refused = error("echo no queue >&2; exit 3");
    assert!(matches!(&refused, ClusterError::Refused { message, .. } if message == "no queue"));
    assert!(matches!(error("exit 75"), ClusterError::Unreachable { .. }));
    assert!(matches!(error("true"), ClusterError::Unreadable { .. }));
    assert!(matches!(
        error("no-such-program-anywhere"),
        ClusterError::Start { .. }
    ));

    let mut scheduler = scheduler(&folder, "once", "exit 3", true);
    let (summary, _) = folder.run(1, quick(), &mut scheduler, &never, &mut |_| {});
    assert!(matches!(
        summary,
        Err(CampaignError::Cluster(ClusterError::Refused { .. }))
    ));
}

#[test]
fn a_command_that_does_not_end_is_ended() {
    let folder = Folder::create();
    let mut config = CommandConfig {
        folder: folder.path().to_path_buf(),
        work: Work {
            words: vec!["true".to_string()],
            directory: folder.path().to_path_buf(),
        },
        submit: "sleep 1000".to_string(),
        poll: None,
        cancel: None,
        answer_time: Duration::from_millis(100),
    };
    let error = CommandScheduler::new(config.clone()).submit("", &[0], &never);
    assert!(matches!(error, Err(ClusterError::Unreachable { .. })));
    config.answer_time = Duration::from_secs(100);
    let error = CommandScheduler::new(config).submit("", &[0], &|| true);
    assert!(matches!(error, Err(ClusterError::Interrupted)));
}
