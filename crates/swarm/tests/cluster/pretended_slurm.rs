//! Scripts that pretend to be Slurm's programs: how they are called, and what is made of their answers.

use std::path::PathBuf;
use std::time::Duration;

use unspool_swarm::cluster::{
    ClusterError, Job, Known, Phase, Scheduler, Slurm, SlurmConfig, SlurmPrograms, Work,
};

use crate::folders::{Folder, never};

/// Each program notes its words, one to a line, and does what a script of its name says.
fn slurm(folder: &Folder, change: impl FnOnce(&mut SlurmConfig)) -> Slurm {
    let program = |name: &str| {
        let script = format!(
            "#!/bin/sh\nprintf '%s\\n' \"$@\" >>'{0}/{name}.called'\n. '{0}/{name}.does'\n",
            folder.path().display()
        );
        let path = PathBuf::from(folder.write(name, &script));
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    };
    let work = Work {
        words: ["worker", "--configuration", "task {task}.json"]
            .map(str::to_string)
            .to_vec(),
        directory: folder.path().to_path_buf(),
    };
    let mut config = SlurmConfig::new(folder.path().to_path_buf(), work, 2500);
    config.programs = SlurmPrograms {
        sbatch: program("sbatch"),
        squeue: program("squeue"),
        scancel: program("scancel"),
    };
    change(&mut config);
    Slurm::new(config)
}

fn does(folder: &Folder, program: &str, what: &str) {
    folder.write(&format!("{program}.does"), what);
}

fn words(folder: &Folder, program: &str) -> Vec<String> {
    let path = folder.path().join(format!("{program}.called"));
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().map(str::to_string).collect()
}

fn jobs(names: &[&str]) -> Vec<Job> {
    names.iter().map(|name| Job(name.to_string())).collect()
}

#[test]
fn tasks_are_one_array() {
    let folder = Folder::create();
    let mut slurm = slurm(&folder, |config| {
        config.words = vec!["--partition=long".to_string()];
        config.limit = Some(90);
    });
    does(&folder, "sbatch", "echo some banner; echo 4711");
    let submitted = slurm.submit("unspool-x-1", &[0, 1, 2, 7], &never).unwrap();
    assert_eq!(submitted, jobs(&["4711_0", "4711_1", "4711_2", "4711_7"]));
    let place = folder.path().display();
    let expected = [
        "--requeue",
        "--open-mode=append",
        &format!("--output={place}/task-%a.out"),
        "--partition=long",
        "--parsable",
        "--job-name=unspool-x-1",
        // A third of the limit: 2500 tasks are three arrays.
        "--array=0-2,7%30",
        &format!("{place}/task.sh"),
        "0",
    ];
    assert_eq!(words(&folder, "sbatch"), expected);
    let script = std::fs::read_to_string(folder.path().join("task.sh")).unwrap();
    let expected = format!(
        "#!/bin/sh\ntask=$(($1 + SLURM_ARRAY_TASK_ID))\ncd {place} || exit 1\nexec worker --configuration 'task '\"$task\".json\n"
    );
    assert_eq!(script, expected);
}

#[test]
fn every_thousand_tasks_are_an_array() {
    let folder = Folder::create();
    let mut slurm = slurm(&folder, |_| {});
    let tasks: Vec<u32> = (998..2500).collect();
    assert_eq!(slurm.batch(&tasks), 2);
    assert_eq!(slurm.batch(&tasks[2..]), 1000);
    does(&folder, "sbatch", "echo '12;far'");
    let submitted = slurm.submit("unspool-x-1", &[2007, 2499], &never).unwrap();
    assert_eq!(submitted, jobs(&["12_7;far", "12_499;far"]));
    let words = words(&folder, "sbatch");
    let place = folder.path().display();
    assert!(words.contains(&format!("--output={place}/task-2%3a.out")));
    assert!(words.contains(&"--array=7,499".to_string()));
    assert_eq!(words.last().unwrap(), "2000");
}

#[test]
fn the_queue_is_asked_for_arrays() {
    let folder = Folder::create();
    let mut slurm = slurm(&folder, |_| {});
    let lines = "12_0 RUNNING unspool-x-1 None\n\
        12_1 PENDING unspool-x-1 Resources\n\
        12_2 PENDING unspool-x-1 launch failed requeued held\n\
        13_0 RUNNING of-somebody-else None\n\
        CLUSTER: here\n\
        13_9 COMPLETING unspool-x-1 None\n";
    does(&folder, "squeue", &format!("cat <<'END'\n{lines}END\n"));
    let asked = jobs(&["12_0", "12_1", "12_2", "13_0", "13_9"]);
    let Known::Jobs(known) = slurm.known(&asked, &never).unwrap() else {
        panic!("it can be asked");
    };
    let mut known: Vec<(&str, Phase)> = known
        .iter()
        .map(|(job, phase)| (job.0.as_str(), *phase))
        .collect();
    known.sort_unstable_by_key(|(job, _)| *job);
    let expected = [
        ("12_0", Phase::Running),
        ("12_1", Phase::Waiting),
        ("13_9", Phase::Running),
    ];
    assert_eq!(known, expected);
    let mut called = words(&folder, "squeue");
    let which = called.pop().unwrap();
    assert!(
        which == "--jobs=12,13" || which == "--jobs=13,12",
        "{which}"
    );
    assert_eq!(called, ["--noheader", "--array", "--format=%i %T %j %r"]);
}

#[test]
fn unknown_jobs_have_ended_and_silence_says_nothing() {
    let folder = Folder::create();
    let mut slurm = slurm(&folder, |config| {
        config.answer_time = Duration::from_millis(300)
    });
    let mut known = |what: &str| {
        does(&folder, "squeue", what);
        slurm.known(&jobs(&["12_0"]), &never)
    };
    let invalid = "echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1";
    assert_eq!(known(invalid).unwrap(), Known::Jobs(Default::default()));
    assert_eq!(known("true").unwrap(), Known::Jobs(Default::default()));
    for silence in [
        "echo 'slurm_load_jobs error: Unable to contact slurm controller (connect failure)' >&2; exit 1",
        "exit 1",
        "sleep 100",
        "kill -KILL $$",
    ] {
        assert!(
            matches!(known(silence), Err(ClusterError::Unreachable { .. })),
            "{silence}"
        );
    }
}

#[test]
fn submissions_are_found_by_their_name() {
    let folder = Folder::create();
    let mut slurm = slurm(&folder, |_| {});
    does(&folder, "squeue", "echo '12_8 RUNNING unspool-x-1 None'");
    let found = slurm.find("unspool-x-1", &[2007, 2008], &never).unwrap();
    assert_eq!(found, Some(jobs(&["12_7", "12_8"])));
    assert!(words(&folder, "squeue").contains(&"--name=unspool-x-1".to_string()));
    does(&folder, "squeue", "true");
    assert_eq!(slurm.find("unspool-x-2", &[0], &never).unwrap(), None);
}

#[test]
fn jobs_are_cancelled_in_rows() {
    let folder = Folder::create();
    let mut slurm = slurm(&folder, |_| {});
    does(&folder, "scancel", "true");
    slurm
        .cancel(&jobs(&["12_3", "12_2", "12_0", "13_7"]), &never)
        .unwrap();
    assert_eq!(
        words(&folder, "scancel"),
        ["--quiet", "12_[0,2-3]", "13_[7]"]
    );
    does(
        &folder,
        "scancel",
        "echo 'Unable to contact slurm controller' >&2; exit 1",
    );
    let error = slurm.cancel(&jobs(&["12_3"]), &never);
    assert!(matches!(error, Err(ClusterError::Unreachable { .. })));
}

#[test]
fn refusals_are_told_from_silence() {
    let folder = Folder::create();
    let mut slurm = slurm(&folder, |_| {});
    let mut error = |what: &str| {
        does(&folder, "sbatch", what);
        slurm.submit("unspool-x-1", &[0], &never).unwrap_err()
    };
    let partition = "sbatch: error: Batch job submission failed: Invalid partition name specified";
    let refused = error(&format!("echo '{partition}' >&2; exit 1"));
    assert!(matches!(&refused, ClusterError::Refused { message, .. } if message == partition));
    let silence =
        "sbatch: error: Batch job submission failed: Socket timed out on send/recv operation";
    let unreachable = error(&format!("echo '{silence}' >&2; exit 1"));
    assert!(matches!(unreachable, ClusterError::Unreachable { .. }));
    assert!(matches!(
        error("echo hello"),
        ClusterError::Unreadable { .. }
    ));
}

#[test]
fn a_missing_slurm_is_told() {
    let folder = Folder::create();
    let mut slurm = slurm(&folder, |config| {
        config.programs.sbatch = folder.path().join("no-such-program");
    });
    let error = slurm.submit("unspool-x-1", &[0], &never);
    assert!(matches!(error, Err(ClusterError::Start { .. })));
}
