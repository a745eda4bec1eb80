//! What a campaign makes of what a scheduler says and logs show.

use std::cell::Cell;
use std::time::{Duration, Instant};

use unspool_swarm::cluster::state::State;
use unspool_swarm::cluster::{
    CampaignError, ClusterError, Ended, Event, Phase, Settings, StateError, TaskEnd, cancel_stored,
};

use crate::folders::{Folder, never, quick, without_counts};
use crate::scripted::{Scripted, job};

/// Runs to the end, and returns how it ended and what was heard.
fn run(folder: &Folder, tasks: u32, scheduler: &mut Scripted) -> (Ended, Vec<TaskEnd>, Vec<Event>) {
    let (summary, events) = folder.run(tasks, quick(), scheduler, &never, &mut |_| {});
    let summary = summary.unwrap();
    (summary.ended, summary.tasks, without_counts(events))
}

#[test]
fn tasks_are_submitted_once_and_finish() {
    let folder = Folder::create();
    let mut scheduler = Scripted::new(&folder, |question, world| match question {
        2 => world.finish(1, 1),
        4 => world.finish(0, 1),
        _ => {}
    });
    let (ended, tasks, events) = run(&folder, 2, &mut scheduler);
    assert_eq!(ended, Ended::Complete);
    assert_eq!(tasks, [TaskEnd::Finished, TaskEnd::Finished]);
    let expected = [
        Event::Submitted { tasks: vec![0, 1] },
        Event::Finished { task: 1 },
        Event::Finished { task: 0 },
    ];
    assert_eq!(events, expected);
    assert!(scheduler.world.cancelled.is_empty());
}

#[test]
fn no_tasks_are_complete() {
    let folder = Folder::create();
    let mut scheduler = Scripted::new(&folder, |_, _| {});
    assert_eq!(
        run(&folder, 0, &mut scheduler),
        (Ended::Complete, vec![], vec![])
    );
}

#[test]
fn a_log_that_says_finished_is_believed_while_the_job_runs() {
    let folder = Folder::create();
    let mut scheduler = Scripted::new(&folder, |_, world| world.write(0, "finished"));
    let (ended, tasks, _) = run(&folder, 1, &mut scheduler);
    assert_eq!((ended, tasks), (Ended::Complete, vec![TaskEnd::Finished]));
}

#[test]
fn a_vanished_task_is_lost_and_submitted_again() {
    let folder = Folder::create();
    let mut second = None;
    let mut scheduler = Scripted::new(&folder, |question, world| {
        if question == 2 {
            world.end(1, 1);
            world.finish(0, 1);
        }
        if world.submissions.len() == 2 && second.is_none() {
            second = Some(question);
            world.finish(1, 2);
        }
    });
    let (ended, _, events) = run(&folder, 2, &mut scheduler);
    assert_eq!(ended, Ended::Complete);
    let expected = [
        Event::Submitted { tasks: vec![0, 1] },
        Event::Finished { task: 0 },
        Event::Lost {
            task: 1,
            attempt: 1,
        },
        Event::Resubmitted { tasks: vec![1] },
        Event::Finished { task: 1 },
    ];
    assert_eq!(events, expected);
    // A lost job may be held instead of gone: it must not run beside the next.
    assert_eq!(scheduler.world.cancelled, [job(1, 1)]);
}

#[test]
fn a_task_that_finishes_as_it_vanishes_is_not_lost() {
    let folder = Folder::create();
    let mut scheduler = Scripted::new(&folder, |question, world| match question {
        2 => world.end(0, 1),
        // The file system of this machine shows it later, within the grace.
        3 => world.write(0, "finished"),
        _ => {}
    });
    let (ended, _, events) = run(&folder, 1, &mut scheduler);
    assert_eq!(ended, Ended::Complete);
    let expected = [
        Event::Submitted { tasks: vec![0] },
        Event::Finished { task: 0 },
    ];
    assert_eq!(events, expected);
}

#[test]
fn a_task_that_shows_up_late_is_not_lost() {
    let folder = Folder::create();
    let begin = Instant::now();
    let mut scheduler = Scripted::new(&folder, |question, world| {
        // Unknown in one answer now and then, and for longer than the grace altogether.
        match question % 2 {
            0 => world.end(0, 1),
            _ => {
                world.jobs.insert(job(0, 1), Phase::Waiting);
            }
        }
        if begin.elapsed() > Duration::from_millis(120) {
            world.finish(0, 1);
        }
    });
    let (_, _, events) = run(&folder, 1, &mut scheduler);
    assert!(
        !events
            .iter()
            .any(|event| matches!(event, Event::Lost { .. }))
    );
}

#[test]
fn attempts_are_used_up() {
    let folder = Folder::create();
    let mut scheduler = Scripted::new(&folder, |_, world| {
        for attempt in 1..9 {
            world.end(0, attempt);
        }
    });
    let (ended, tasks, events) = run(&folder, 1, &mut scheduler);
    assert_eq!((ended, tasks), (Ended::Complete, vec![TaskEnd::GivenUp]));
    let lost = |attempt| Event::Lost { task: 0, attempt };
    let expected = [
        Event::Submitted { tasks: vec![0] },
        lost(1),
        Event::Resubmitted { tasks: vec![0] },
        lost(2),
        Event::Resubmitted { tasks: vec![0] },
        lost(3),
        Event::GivenUp { task: 0 },
    ];
    assert_eq!(events, expected);

    // Whoever takes it up again wants it to be tried again.
    let settings = Settings {
        attempts: 2,
        ..quick()
    };
    let mut scheduler = scheduler.go_on(|_, world| {
        for attempt in 4..9 {
            world.end(0, attempt);
        }
    });
    let (_, events) = folder.run(1, settings, &mut scheduler, &never, &mut |_| {});
    let expected = [
        Event::Submitted { tasks: vec![0] },
        lost(1),
        Event::Resubmitted { tasks: vec![0] },
        lost(2),
        Event::GivenUp { task: 0 },
    ];
    assert_eq!(without_counts(events), expected);
}

#[test]
fn a_scheduler_that_does_not_answer_loses_nobody() {
    let folder = Folder::create();
    let begin = Instant::now();
    let mut scheduler = Scripted::new(&folder, |question, world| {
        world.is_unreachable = question >= 2 && begin.elapsed() < Duration::from_millis(200);
        match question {
            // It is gone, and nobody says so.
            2 => world.end(0, 1),
            // Logs are read all the while.
            5 => world.write(1, "finished"),
            _ => {}
        }
        if !world.is_unreachable && question > 5 {
            world.jobs.insert(job(0, 1), Phase::Running);
            world.finish(0, 1);
        }
    });
    let (ended, _, events) = run(&folder, 2, &mut scheduler);
    assert_eq!(ended, Ended::Complete);
    let message = "`scripted` does not get through: no answer".to_string();
    let expected = [
        Event::Submitted { tasks: vec![0, 1] },
        Event::SchedulerUnreachable { message },
        Event::Finished { task: 1 },
        Event::SchedulerAnswers,
        Event::Finished { task: 0 },
    ];
    assert_eq!(events, expected);
}

#[test]
fn a_submission_whose_answer_is_lost_is_found() {
    let folder = Folder::create();
    let mut scheduler = Scripted::new(&folder, |_, world| world.finish(0, 1));
    scheduler.world.loses_answer = true;
    let (ended, _, events) = run(&folder, 1, &mut scheduler);
    assert_eq!(ended, Ended::Complete);
    assert_eq!(scheduler.world.submissions.len(), 1);
    assert!(events.contains(&Event::Submitted { tasks: vec![0] }));
}

#[test]
fn the_first_bug_cancels_the_others() {
    let folder = Folder::create();
    let mut scheduler = Scripted::new(&folder, |question, world| {
        if question == 2 {
            world.finish(0, 1);
            world.write(2, "found");
            world.finishes_when_cancelled = Some(2);
        }
    });
    let (summary, events) = folder.run(4, quick(), &mut scheduler, &never, &mut |_| {});
    let summary = summary.unwrap();
    assert_eq!((summary.ended, summary.found), (Ended::FoundBug, Some(2)));
    let expected = [
        TaskEnd::Finished,
        TaskEnd::Cancelled,
        TaskEnd::Finished,
        TaskEnd::Cancelled,
    ];
    assert_eq!(summary.tasks, expected);
    // Not the one that writes down what it has found.
    assert_eq!(scheduler.world.cancelled, [job(1, 1), job(3, 1)]);
    assert!(events.contains(&Event::Cancelled { tasks: vec![1, 3] }));
}

#[test]
fn a_finder_that_does_not_end_is_cancelled_too() {
    let folder = Folder::create();
    let mut scheduler = Scripted::new(&folder, |_, world| world.write(0, "found"));
    let (ended, tasks, _) = run(&folder, 1, &mut scheduler);
    assert_eq!((ended, tasks), (Ended::FoundBug, vec![TaskEnd::Cancelled]));
}

#[test]
fn bugs_do_not_end_a_campaign_that_wants_all() {
    let folder = Folder::create();
    let mut scheduler = Scripted::new(&folder, |question, world| match question {
        1 => world.write(1, "found"),
        2 => world.write(0, "found"),
        4 => {
            world.finish(0, 1);
            world.finish(1, 1);
        }
        _ => {}
    });
    let settings = Settings {
        exit_on_error: false,
        ..quick()
    };
    let (summary, events) = folder.run(2, settings, &mut scheduler, &never, &mut |_| {});
    let summary = summary.unwrap();
    assert_eq!((summary.ended, summary.found), (Ended::Complete, Some(1)));
    assert!(events.contains(&Event::FoundBug { task: 0 }));
}

#[test]
fn the_deadline_cancels_and_what_was_cancelled_can_be_taken_up() {
    let folder = Folder::create();
    let mut scheduler = Scripted::new(&folder, |_, _| {});
    let settings = Settings {
        attempts: 1,
        deadline: Some(Instant::now() + Duration::from_millis(50)),
        ..quick()
    };
    let (summary, _) = folder.run(2, settings, &mut scheduler, &never, &mut |_| {});
    let summary = summary.unwrap();
    assert_eq!(summary.ended, Ended::OutOfTime);
    assert_eq!(summary.tasks, [TaskEnd::Cancelled, TaskEnd::Cancelled]);
    assert!(scheduler.world.jobs.is_empty());

    let settings = Settings {
        attempts: 1,
        ..quick()
    };
    let mut scheduler = scheduler.go_on(|_, world| {
        world.finish(0, 2);
        world.finish(1, 2);
    });
    let (summary, _) = folder.run(2, settings, &mut scheduler, &never, &mut |_| {});
    assert_eq!(summary.unwrap().ended, Ended::Complete);
}

#[test]
fn an_interruption_leaves_the_jobs_and_the_campaign_goes_on() {
    let folder = Folder::create();
    let is_interrupted = Cell::new(false);
    let mut scheduler = Scripted::new(&folder, |question, world| {
        if question == 2 {
            world.finish(0, 1);
            is_interrupted.set(true);
        }
    });
    let interrupted = || is_interrupted.get();
    let (summary, _) = folder.run(3, quick(), &mut scheduler, &interrupted, &mut |_| {});
    let summary = summary.unwrap();
    assert_eq!(summary.ended, Ended::Interrupted);
    let running = TaskEnd::LeftRunning;
    assert_eq!(summary.tasks, [TaskEnd::Finished, running, running]);
    assert!(scheduler.world.cancelled.is_empty());

    // While nobody watched one has finished and one has vanished.
    scheduler.world.finish(1, 1);
    scheduler.world.end(2, 1);
    let mut scheduler = scheduler.go_on(|_, world| {
        if world.submissions.len() == 2 {
            world.finish(2, 2);
        }
    });
    let (ended, _, events) = run(&folder, 3, &mut scheduler);
    assert_eq!(ended, Ended::Complete);
    let expected = [
        Event::TakenUp {
            tasks: vec![0, 1, 2],
        },
        Event::Finished { task: 0 },
        Event::Finished { task: 1 },
        Event::Lost {
            task: 2,
            attempt: 1,
        },
        Event::Resubmitted { tasks: vec![2] },
        Event::Finished { task: 2 },
    ];
    assert_eq!(events, expected);
    let tasks: Vec<_> = scheduler
        .world
        .submissions
        .iter()
        .map(|(_, tasks)| tasks.clone())
        .collect();
    assert_eq!(tasks, [vec![0, 1, 2], vec![2]]);
}

#[test]
fn a_process_killed_between_submission_and_note_does_not_submit_twice() {
    let folder = Folder::create();
    let is_interrupted = Cell::new(false);
    let mut scheduler = Scripted::new(&folder, |_, _| {});
    scheduler.world.loses_answer = true;
    // As if killed: nothing happens after the answer was lost.
    let hear = &mut |event: &Event| {
        if matches!(event, Event::SchedulerUnreachable { .. }) {
            is_interrupted.set(true);
        }
    };
    let (_, events) = folder.run(2, quick(), &mut scheduler, &|| is_interrupted.get(), hear);
    assert!(
        !events
            .iter()
            .any(|event| matches!(event, Event::Submitted { .. }))
    );
    assert_eq!(scheduler.world.submissions.len(), 1);

    let mut scheduler = scheduler.go_on(|question, world| {
        if question == 2 {
            world.finish(0, 1);
            world.finish(1, 1);
        }
    });
    let (ended, _, events) = run(&folder, 2, &mut scheduler);
    assert_eq!(ended, Ended::Complete);
    assert_eq!(events[0], Event::Submitted { tasks: vec![0, 1] });
    assert_eq!(scheduler.world.submissions.len(), 1);
}

#[test]
fn a_requeued_task_is_told_and_waited_for() {
    let folder = Folder::create();
    let mut scheduler = Scripted::new(&folder, |question, world| match question {
        2 => {
            world.jobs.insert(job(0, 1), Phase::Waiting);
        }
        3 => {
            world.jobs.insert(job(0, 1), Phase::Running);
        }
        4 => world.finish(0, 1),
        _ => {}
    });
    let (_, _, events) = run(&folder, 1, &mut scheduler);
    let expected = [
        Event::Submitted { tasks: vec![0] },
        Event::Requeued { task: 0 },
        Event::Finished { task: 0 },
    ];
    assert_eq!(events, expected);
}

#[test]
fn what_is_refused_when_nothing_runs_is_an_error() {
    let folder = Folder::create();
    let mut scheduler = Scripted::new(&folder, |_, _| {});
    scheduler.world.refuses = Some("no such partition");
    let (summary, _) = folder.run(1, quick(), &mut scheduler, &never, &mut |_| {});
    let error = summary.unwrap_err();
    assert!(matches!(
        error,
        CampaignError::Cluster(ClusterError::Refused { .. })
    ));
    assert_eq!(error.to_string(), "`scripted` refuses: no such partition");
}

#[test]
fn each_submission_has_a_name_of_its_own() {
    let folder = Folder::create();
    let mut scheduler = Scripted::new(&folder, |_, world| {
        world.finish(0, 1);
        world.finish(1, 1);
    });
    scheduler = scheduler.with_batches_of(1);
    run(&folder, 2, &mut scheduler);
    let [(first, _), (second, _)] = scheduler.world.submissions.as_slice() else {
        panic!("{:?}", scheduler.world.submissions);
    };
    assert_ne!(first, second);
}

#[test]
fn a_refused_resubmission_does_not_end_what_runs() {
    let folder = Folder::create();
    let mut asked_while_refused = 0;
    let mut scheduler = Scripted::new(&folder, |question, world| {
        if question == 2 {
            world.end(1, 1);
            world.refuses = Some("too many jobs");
        }
        if question > 2 && world.refuses.is_some() {
            asked_while_refused += 1;
            if asked_while_refused > 20 {
                world.refuses = None;
            }
        }
        if world.submissions.len() == 2 {
            world.finish(0, 1);
            world.finish(1, 2);
        }
    });
    let (ended, _, events) = run(&folder, 2, &mut scheduler);
    assert_eq!(ended, Ended::Complete);
    let refused = |event: &&Event| matches!(event, Event::SubmissionRefused { .. });
    assert_eq!(events.iter().filter(refused).count(), 1);
}

#[test]
fn a_stored_campaign_is_cancelled() {
    let folder = Folder::create();
    let is_interrupted = Cell::new(false);
    let mut scheduler = Scripted::new(&folder, |_, _| is_interrupted.set(true));
    folder
        .run(
            2,
            quick(),
            &mut scheduler,
            &|| is_interrupted.get(),
            &mut |_| {},
        )
        .0
        .unwrap();
    assert_eq!(scheduler.world.jobs.len(), 2);
    assert_eq!(
        cancel_stored(folder.path(), &mut scheduler, &never).unwrap(),
        2
    );
    assert!(scheduler.world.jobs.is_empty());
    assert_eq!(
        cancel_stored(folder.path(), &mut scheduler, &never).unwrap(),
        0
    );

    let other = Folder::create();
    let missing = cancel_stored(other.path(), &mut scheduler, &never);
    assert!(matches!(
        missing,
        Err(CampaignError::State(StateError::Missing(_)))
    ));
}

#[test]
fn a_second_process_takes_over() {
    let folder = Folder::create();
    let mut scheduler = Scripted::new(&folder, |question, world| {
        if question == 2 {
            State::take_existing(world.folder()).unwrap();
            world.end(0, 1);
        }
    });
    let (summary, _) = folder.run(1, quick(), &mut scheduler, &never, &mut |_| {});
    let error = summary.unwrap_err();
    assert!(matches!(
        error,
        CampaignError::State(StateError::TakenOver(_))
    ));
    assert_eq!(scheduler.world.submissions.len(), 1);
}
