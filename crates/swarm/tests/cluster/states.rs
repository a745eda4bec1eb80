//! The state file.

use unspool_swarm::cluster::state::{FILE_NAME, State, TaskState};
use unspool_swarm::cluster::{Job, StateError};

use crate::folders::Folder;

#[test]
fn what_is_written_is_read_again() {
    let folder = Folder::create();
    let mut state = State::take(folder.path(), "slurm", "a program", 3).unwrap();
    state.announce(&[0, 2]);
    state.submitted(vec![Job("7_0".to_string()), Job("7_2".to_string())]);
    state.announce(&[1]);
    state.write(folder.path()).unwrap();

    let again = State::take(folder.path(), "slurm", "a program", 3).unwrap();
    assert_eq!(again.tasks, state.tasks);
    assert_eq!(again.announced, state.announced);
    let expected = TaskState {
        attempts: 1,
        job: Some(Job("7_2".to_string())),
    };
    assert_eq!(again.tasks[2], expected);
    assert_eq!(again.tasks[1], TaskState::default());
    // The first process has lost it.
    assert!(matches!(
        state.write(folder.path()),
        Err(StateError::TakenOver(_))
    ));
    again.write(folder.path()).unwrap();
}

#[test]
fn another_campaign_is_not_taken_up() {
    let folder = Folder::create();
    State::take(folder.path(), "slurm", "a program", 3).unwrap();
    let path = folder.path().join(FILE_NAME);
    let path = path.display();
    let message = |scheduler, fingerprint, tasks| {
        let state = State::take(folder.path(), scheduler, fingerprint, tasks);
        state.unwrap_err().to_string()
    };
    assert_eq!(
        message("slurm", "another", 3),
        format!(
            "{path} is the state of another campaign: the fingerprint is `a program` there, and `another` here"
        )
    );
    assert!(message("command", "a program", 3).contains("the scheduler is `slurm` there"));
    assert!(message("slurm", "a program", 4).contains("the number of tasks is `3` there"));
}

#[test]
fn files_that_make_no_sense_are_told() {
    let folder = Folder::create();
    let message = |text: &str| {
        std::fs::write(folder.path().join(FILE_NAME), text).unwrap();
        State::take_existing(folder.path()).unwrap_err()
    };
    assert!(matches!(message("{"), StateError::Syntax { .. }));
    assert!(matches!(
        message("{\"version\": 2}"),
        StateError::Version { version: 2, .. }
    ));
    assert!(matches!(
        message("{\"version\": 1}"),
        StateError::Syntax { .. }
    ));
    let state = r#"{"version": 1, "scheduler": "slurm", "fingerprint": "", "owner": "", "name": "x", "submissions": 1,
        "announced": {"name": "x-1", "tasks": [1]}, "tasks": [{"attempts": 0, "job": null}]}"#;
    assert!(matches!(message(state), StateError::Tasks(_)));
}
