//! A swarm on other machines: a campaign of tasks, each of which is a swarm of some of the instances.
//!
//! A campaign is a folder that all machines see: `tasks.json` says into how many tasks the instances are divided, `config0.json` and so on have those of each one, `task-0.jsonl` its log, `task-0.json` its report, `task-0.out` what it has printed. A task runs the
//! same command as here, with its part of the instances instead of the options that say how to cut the program; it goes on with its log if there is one, so a task that is submitted again repeats nothing. What tasks have found out stands in their logs, and nowhere else.
//!
//! *All must look at the same program.* Each log says which one it is about. A source that somebody has changed since the campaign began, or a machine with other headers, ends it with an error.
//!
//! A violation is told by the report of the task that has found it, after its execution was repeated here. If there is none, what lies beyond all instances is asked here.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use clap::{Arg, Parser};
use unspool_cfront::compiler_flags;
use unspool_report::model::Report;
use unspool_swarm::cluster::division::{self, Division};
use unspool_swarm::cluster::state::FILE_NAME;
use unspool_swarm::cluster::{
    self, CampaignError, ClusterError, CommandConfig, CommandScheduler, Counts as TaskCounts,
    Ended, Event, Scheduler, Settings, Slurm, SlurmConfig, Summary, TaskEnd, TaskProgress, Work,
    output_file,
};
use unspool_swarm::coverage::Coverage;
use unspool_swarm::followed_log::{self, FollowedLog};
use unspool_swarm::log::{self, InstanceVerdict, Log, Record, Tally};

use crate::check_options::unneeded;
use crate::command_replay::repeated;
use crate::command_show;
use crate::console::Console;
use crate::error::Error;
use crate::inputs::InputConfig;
use crate::interruption;
use crate::options::CommandLine;
use crate::output_options;
use crate::pipeline::Work as Lowered;
use crate::progress::{self, duration};
use crate::replay_program;
use crate::search::{Findings, SearchEnd};
use crate::shell_words::{Unneeded, changed};
use crate::swarm_files;
use crate::swarm_options::{CLUSTER, ClusterKind, INSTANCES, SwarmOptions, TILES};

use super::deciding::{Left, Outcome, decide, no_instance};
use super::instances::Instances;
use super::judgement::{Swarm, with_violation};
use super::known;
use super::pool::{Counts, EndReason, SwarmEnd};
use super::prepared::Prepared;

/// Where the campaign begins.
pub struct Here<'a> {
    pub input: &'a InputConfig,
    /// The command line.
    pub arguments: &'a [String],
    pub work: &'a Lowered,
    pub console: &'a Console,
}

/// What came of it.
pub enum Campaign {
    /// The report of a task, which has an execution that was repeated here.
    Found(Box<Report>),
    Ended(Box<Outcome>),
}

/// Has the instances decided by the tasks of a campaign, or goes on with one.
pub fn decide_elsewhere(
    options: &SwarmOptions,
    swarm: Prepared,
    here: &Here<'_>,
) -> Result<Campaign, Error> {
    let folder = folder(options, here.input)?;
    let division = division_of(options, &swarm, &folder)?;
    let program = swarm.fingerprint_of_program(options);
    let fingerprint = swarm.fingerprint(options)?;
    let about = known::about(options, &swarm, here.input)?;
    let words = task_words(options, here, &folder)?;
    let mut scheduler = scheduler(options, &folder, words, division.tasks)?;
    let logs = (0..division.tasks).map(|task| FollowedLog::new(log_file(&folder, task)));
    let mut logs: Vec<FollowedLog> = logs.collect();
    let again = unanswered(&mut logs);
    let logs = RefCell::new(logs);
    let stranger: Cell<Option<u32>> = Cell::new(None);
    let interruption = interruption::watch();
    let shown: Arc<Mutex<TaskCounts>> = Arc::default();
    let watched = Arc::clone(&shown);
    let all = division.instances;
    let drawing = progress::Progress::start(here.console, move |time| {
        let counts = *watched.lock().unwrap_or_else(PoisonError::into_inner);
        in_work(counts, all, time)
    });
    let poll = options.cluster.poll_interval;
    let campaign = cluster::Campaign {
        folder: &folder,
        fingerprint: &fingerprint,
        tasks: division.tasks,
        again,
        settings: Settings {
            attempts: options.cluster.attempts,
            poll_interval: poll,
            grace: (3 * poll).min(Settings::default().grace),
            lost_after: options.cluster.lost_after,
            exit_on_error: options.exits_on_error(),
            deadline: Some(swarm.common.deadline),
        },
        is_interrupted: &|| {
            interruption.load(std::sync::atomic::Ordering::Relaxed) || stranger.get().is_some()
        },
        progress: &|task| {
            let mut logs = logs.borrow_mut();
            let log = &mut logs[task as usize];
            // What cannot be read now can be read later.
            log.read_on().ok();
            let said = log.said();
            let is_other = said.program.as_ref().is_some_and(|it| *it != program);
            if is_other || said.is_foreign {
                stranger.set(Some(task));
            }
            let finished = said.end.is_some();
            TaskProgress {
                done: said.tally.instances + said.tally.unknown,
                finished,
                // Only then its report is there.
                found: finished && said.tally.bugs > 0,
                last_sign: std::fs::metadata(log.path())
                    .and_then(|data| data.modified())
                    .ok(),
            }
        },
        hear: &mut |event| match event {
            Event::Progress(counts) => {
                *shown.lock().unwrap_or_else(PoisonError::into_inner) = counts;
            }
            event => {
                if let Some(text) = told(&event, &folder) {
                    drawing.remark(here.console, text);
                }
            }
        },
    };
    let summary = cluster::run(campaign, &mut *scheduler);
    drop(drawing);
    if let Some(task) = stranger.get() {
        cluster::cancel_stored(&folder, &mut *scheduler, &|| false).map_err(campaign_error)?;
        return Err(Error::input(
            format!(
                "task {task} has looked at another program than this one: {}",
                log_file(&folder, task).display()
            ),
            "sources, headers, compiler and unspool have to be the same on all machines, and stay as they are: then remove the campaign's folder and begin anew",
        ));
    }
    let summary = summary.map_err(campaign_error)?;
    let ending = CampaignEnd {
        folder: &folder,
        instances: division.instances,
        summary: &summary,
        logs: &logs.borrow(),
    };
    let gathered = match &options.log {
        Some(path) => PathBuf::from(path),
        None => folder.join(GATHERED_LOG),
    };
    ending.gather(&about, &gathered)?;
    match summary.found {
        Some(task) => ending
            .report(task, options, here)
            .map(|report| Campaign::Found(Box::new(report))),
        None if ending.is_clean() => {
            let left = Left {
                instances: Instances::none(),
                before: Counts::of_tally(ending.tally()),
            };
            let outcome = decide(options, swarm, left, None, here.console)?;
            Ok(Campaign::Ended(Box::new(outcome)))
        }
        None => Ok(Campaign::Ended(Box::new(ending.without_answer(options)))),
    }
}

/// Ends the jobs of a campaign. Returns how many there were.
pub fn cancel(options: &SwarmOptions, input: &InputConfig) -> Result<usize, Error> {
    let folder = folder(options, input)?;
    let mut scheduler = scheduler(options, &folder, Vec::new(), 0)?;
    let interruption = interruption::watch();
    let is_interrupted = || interruption.load(std::sync::atomic::Ordering::Relaxed);
    cluster::cancel_stored(&folder, &mut *scheduler, &is_interrupted).map_err(campaign_error)
}

fn folder(options: &SwarmOptions, input: &InputConfig) -> Result<PathBuf, Error> {
    let folder = swarm_files::output(options, input, ".campaign")?;
    std::path::absolute(&folder).map_err(|error| swarm_files::cannot_write(&folder, &error))
}

/// All that tasks have said, in one log.
const GATHERED_LOG: &str = "log.jsonl";

fn log_file(folder: &Path, task: u32) -> PathBuf {
    folder.join(format!("task-{task}.jsonl"))
}

fn report_file(folder: &Path, task: u32) -> PathBuf {
    folder.join(format!("task-{task}.json"))
}

/// Tasks that have ended without an answer to everything: they are asked to go on.
fn unanswered(logs: &mut [FollowedLog]) -> Vec<u32> {
    let mut again = Vec::new();
    for (task, log) in (0..).zip(logs) {
        // What cannot be read now can be read later.
        log.read_on().ok();
        let has_ended = log.said().end.is_some();
        log.expect_more();
        if has_ended && log.said().end.is_none() {
            again.push(task);
        }
    }
    again
}

/// Unless somebody says otherwise.
const INSTANCES_OF_A_TASK: u64 = 10;

const MOST_TASKS: u64 = 100;

/// The tasks of the campaign in the folder. One that is new is divided into tasks: its files are there before it is known to exist.
fn division_of(options: &SwarmOptions, swarm: &Prepared, folder: &Path) -> Result<Division, Error> {
    let exists = folder.join(FILE_NAME).exists();
    if exists && !options.resume {
        return Err(Error::Usage {
            message: format!("there is a campaign in `{}`", folder.display()),
            help: "--resume goes on with it, --cancel ends its jobs; --swarm-output begins one elsewhere"
                .to_string(),
        });
    }
    let write = |division: Division| {
        let path = folder.join(division::FILE_NAME);
        let written = division.write(folder);
        written.map_err(|error| swarm_files::cannot_write(&path, &error))
    };
    if !exists {
        if swarm_files::configuration_file(folder, 0).exists()
            && !folder.join(division::FILE_NAME).exists()
        {
            return Err(Error::Usage {
                message: format!(
                    "`{}` has configuration files that are not a campaign's",
                    folder.display()
                ),
                help: "begin it in a new folder: nothing was written".to_string(),
            });
        }
        std::fs::create_dir_all(folder)
            .map_err(|error| swarm_files::cannot_write(folder, &error))?;
        write(Division::default())?;
        let mut instances: u64 = 0;
        swarm_files::for_each_instance(options, swarm, &mut |_| {
            instances += 1;
            Ok(())
        })?;
        let count = match options.cluster.cluster_tasks {
            Some(count) => u64::from(count),
            None => instances.div_ceil(INSTANCES_OF_A_TASK).clamp(1, MOST_TASKS),
        };
        let size = instances.div_ceil(count).max(1);
        let tasks = swarm_files::write_configurations(options, swarm, folder, size)?;
        write(Division { tasks, instances })?;
    }
    match Division::read(folder) {
        Ok(division) if division.instances == 0 => Err(no_instance()),
        Ok(division) => Ok(division),
        Err(error) => Err(Error::input(
            format!(
                "cannot read `{}`: {error}",
                folder.join(division::FILE_NAME).display()
            ),
            "remove the campaign's folder and begin anew",
        )),
    }
}

/// What a task runs: this command, with its own instances. `{task}` stands for its number.
fn task_words(
    options: &SwarmOptions,
    here: &Here<'_>,
    folder: &Path,
) -> Result<Vec<String>, Error> {
    let program = std::env::current_exe()
        .map_err(|error| Error::resource(format!("cannot find the program itself: {error}")))?;
    let text = |path: &Path| match path.to_str() {
        Some(text) => Ok(text.to_string()),
        None => Err(Error::input(
            format!("`{}` is not valid UTF-8", path.display()),
            "a campaign's scripts cannot name it: use another folder",
        )),
    };
    let file = |name: &str| text(&folder.join(name));
    let mut own = vec![
        "--quiet".to_string(),
        "--trace=none".to_string(),
        format!("--config-file={}", file("config{task}.json")?),
        format!("--log={}", file("task-{task}.jsonl")?),
        "--resume".to_string(),
        format!("--json={}", file("task-{task}.json")?),
    ];
    if options.check.jobs.is_none() {
        own.push("--jobs=1".to_string());
    }
    if options.check.input.cc.is_none() && here.input.compiler != "cc" {
        own.push(format!("--cc={}", here.input.compiler));
    }
    let mut words = vec![text(&program)?];
    words.extend(changed(here.arguments, "swarm", &own, &not_for_tasks()));
    check_words(&words)?;
    Ok(words)
}

fn not_for_tasks() -> Vec<Unneeded> {
    const FOR_TASKS: [&str; 3] = ["seal_blocking", "instance_time", "exit_on_error"];
    const FOR_PEOPLE: [&str; 4] = ["stats", "accept_bounded", "quiet", "color"];
    unneeded("swarm", |argument: &Arg| {
        let name = argument.get_id().as_str();
        let headings = [TILES, INSTANCES, CLUSTER, output_options::HEADING];
        let is_ours = argument
            .get_help_heading()
            .is_some_and(|heading| headings.contains(&heading));
        (is_ours && !FOR_TASKS.contains(&name)) || FOR_PEOPLE.contains(&name)
    })
}

/// What tasks are told is understood.
fn check_words(words: &[String]) -> Result<(), Error> {
    let wrong = |what: String| Error::Usage {
        message: format!("tasks would not understand these options: {what}"),
        help: "write each option as a word of its own".to_string(),
    };
    let picked = compiler_flags::pick(words.to_vec()).map_err(|error| wrong(error.to_string()))?;
    let rest = crate::ignored_flags::without_ignored(&picked.rest);
    CommandLine::try_parse_from(rest)
        .map(|_| ())
        .map_err(|error| wrong(error.to_string()))
}

fn scheduler(
    options: &SwarmOptions,
    folder: &Path,
    words: Vec<String>,
    tasks: u32,
) -> Result<Box<dyn Scheduler>, Error> {
    let directory = std::env::current_dir()
        .map_err(|error| Error::resource(format!("cannot find the current folder: {error}")))?;
    let work = Work { words, directory };
    let folder = folder.to_path_buf();
    let cluster = &options.cluster;
    match cluster.cluster {
        Some(ClusterKind::Command) => {
            Ok(Box::new(CommandScheduler::new(CommandConfig {
                folder,
                work,
                // Nothing is submitted to be cancelled.
                submit: cluster.submit_command.clone().unwrap_or_default(),
                poll: cluster.poll_command.clone(),
                cancel: cluster.cancel_command.clone(),
                answer_time: Duration::from_secs(60),
            })))
        }
        Some(ClusterKind::Slurm) | None => {
            let mut config = SlurmConfig::new(folder, work, tasks);
            config.words = vec![format!(
                "--cpus-per-task={}",
                options.check.jobs.unwrap_or(1)
            )];
            config.words.extend(cluster.submit_option.iter().cloned());
            config.limit = cluster.running_tasks;
            Ok(Box::new(Slurm::new(config)))
        }
    }
}

fn campaign_error(error: CampaignError) -> Error {
    match &error {
        CampaignError::Cluster(ClusterError::Start { .. }) => Error::Usage {
            message: error.to_string(),
            help: "tasks are submitted from a machine that has the cluster's commands".to_string(),
        },
        CampaignError::State(_) => Error::input(
            error.to_string(),
            "give the options of the first run, or another --swarm-output",
        ),
        CampaignError::Cluster(_) => Error::resource(error.to_string()),
    }
}

/// A line about what happens, if it is worth one.
fn told(event: &Event, folder: &Path) -> Option<String> {
    Some(match event {
        Event::Submitted { tasks } => format!("submitted {}", counted(tasks.len())),
        Event::Resubmitted { tasks } => format!("submitted again: {}", named(tasks)),
        Event::TakenUp { tasks } => format!(
            "the campaign in {} goes on; {} with the cluster already",
            folder.display(),
            match tasks.len() {
                1 => "1 task is".to_string(),
                many => format!("{many} tasks are"),
            }
        ),
        Event::Requeued { task } => {
            format!("task {task} was put back into the queue: its machine has failed")
        }
        Event::Lost { task, attempt } => format!(
            "task {task} was lost at attempt {attempt}; {} has what it printed",
            output_file(folder, *task).display()
        ),
        Event::GivenUp { task } => format!("task {task} is given up"),
        Event::FoundBug { task } => format!("task {task} has found a violation"),
        Event::SchedulerUnreachable { message } => {
            format!("the cluster does not answer: {message}")
        }
        Event::SchedulerAnswers => "the cluster answers again".to_string(),
        Event::SubmissionRefused { message } => {
            format!("not all tasks can be submitted yet: {message}")
        }
        Event::Cancelled { tasks } => format!("cancelled {}", counted(tasks.len())),
        Event::Finished { .. } | Event::Progress(_) => return None,
    })
}

fn counted(tasks: usize) -> String {
    match tasks {
        1 => "1 task".to_string(),
        many => format!("{many} tasks"),
    }
}

fn named(tasks: &[u32]) -> String {
    let names: Vec<String> = tasks.iter().map(|task| format!("task {task}")).collect();
    names.join(", ")
}

/// For the line on the terminal.
fn in_work(counts: TaskCounts, instances: u64, time: Duration) -> String {
    let mut text = format!("{} of {} tasks done", counts.finished, counts.tasks);
    for (number, what) in [
        (counts.running, "running"),
        (counts.waiting, "waiting"),
        (counts.given_up, "given up"),
    ] {
        if number > 0 {
            text.push_str(&format!(", {number} {what}"));
        }
    }
    match counts.tasks {
        0 => format!("submitting, {}", duration(time)),
        _ => format!(
            "{text}; {}",
            progress::of_instances(counts.done, instances, time)
        ),
    }
}

/// A campaign that has ended, in whatever way.
struct CampaignEnd<'a> {
    folder: &'a Path,
    instances: u64,
    summary: &'a Summary,
    logs: &'a [FollowedLog],
}

impl CampaignEnd<'_> {
    fn tally(&self) -> Tally {
        let mut all = Tally::default();
        for log in self.logs {
            all.join(log.said().tally);
        }
        all.unknown = self.instances.saturating_sub(all.instances);
        all
    }

    /// Whether every instance was decided.
    fn is_clean(&self) -> bool {
        let all = self.summary.ended == Ended::Complete && self.tally().unknown == 0;
        let mut tasks = self.summary.tasks.iter().zip(self.logs);
        all && tasks.all(|(end, log)| {
            let said = log.said();
            *end == TaskEnd::Finished
                && said.end.as_deref() == Some(followed_log::SAFE)
                && said.tally.unknown == 0
        })
    }

    /// The lines of all tasks in one log, from which a swarm on one machine could go on.
    fn gather(&self, about: &Record, to: &Path) -> Result<(), Error> {
        let gather = || {
            let mut log = Log::create(to)?;
            log.write(about)?;
            for (task, of) in (0..).zip(self.logs) {
                // What counts of an instance is told first: that it is decided, if it is ever. Two processes may have told of the same.
                let mut unknown = HashMap::new();
                let mut decided = HashSet::new();
                let mut written = Ok(());
                let read = log::read(of.path(), &mut |record| {
                    let Record::Instance(mut instance) = record else {
                        return;
                    };
                    instance.worker = task;
                    if instance.verdict == InstanceVerdict::Unknown {
                        unknown.insert(instance.name.clone(), instance);
                    } else if decided.insert(instance.name.clone()) && written.is_ok() {
                        written = log.write(&Record::Instance(instance));
                    }
                });
                written?;
                match read {
                    Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                        return Err(error);
                    }
                    _ => {}
                }
                for (name, instance) in unknown {
                    if !decided.contains(&name) {
                        log.write(&Record::Instance(instance))?;
                    }
                }
            }
            Ok(())
        };
        gather().map_err(|error: std::io::Error| {
            Error::resource(format!("cannot gather logs in `{}`: {error}", to.display()))
        })
    }

    /// What the task has written, with a word about the others. Its execution is repeated here.
    fn report(&self, task: u32, options: &SwarmOptions, here: &Here<'_>) -> Result<Report, Error> {
        let path = report_file(self.folder, task);
        let path = path.to_string_lossy();
        let mut report = command_show::read(&path)?;
        let followed = match &report.trace {
            Some(trace) => repeated(here.work, trace, &path)?,
            None => {
                return Err(Error::input(
                    format!(
                        "`{path}` has no execution, though the log of task {task} has a violation"
                    ),
                    "remove the campaign's folder and begin anew",
                ));
            }
        };
        if !followed.is_exact {
            return Err(Error::Bug(format!(
                "the execution of `{path}` does not lead to its violation here"
            )));
        }
        if let (Some(folder), Some(repeat)) = (&options.check.output.replay, &followed.trace.repeat)
        {
            let command = replay_program::write(&here.work.program, repeat, Path::new(folder))?;
            here.console
                .remark(&format!("wrote {folder}; build it with: {command}"));
        }
        let tally = self.tally();
        let details = &mut report.verdict.details;
        details.push(format!("by task {task} of {}", self.logs.len()));
        if !options.exits_on_error() {
            let with = with_violation(tally.bugs, self.instances, "instance");
            details.push(format!("in all tasks: {with}"));
        }
        Ok(report)
    }

    /// Nothing was found, and not all is known.
    fn without_answer(&self, options: &SwarmOptions) -> Outcome {
        Outcome {
            findings: Findings {
                steps: Vec::new(),
                unfinished: Vec::new(),
                end: SearchEnd::NothingLeft,
            },
            swarm: Swarm {
                coverage: Coverage::Given {
                    instances: self.tally().instances,
                },
                is_cubes: false,
                time: options.time(),
                memory: options.check.memory(),
                all: Some(self.instances),
                goes_on: match self.summary.ended {
                    Ended::Interrupted => {
                        "--resume goes on with the campaign, whose tasks still run; --cancel ends them"
                    }
                    _ => "--resume goes on with the campaign",
                },
                beyond: None,
            },
            end: SwarmEnd {
                why: match self.summary.ended {
                    Ended::Complete | Ended::FoundBug => EndReason::NothingLeft,
                    Ended::OutOfTime => EndReason::OutOfTime,
                    Ended::Interrupted => EndReason::Interrupted,
                },
                counts: Counts::of_tally(self.tally()),
                found_in: Vec::new(),
                unknown: self.first_without_answer(),
                violation: None,
                completed: None,
            },
        }
    }

    /// Which instances, and why.
    fn first_without_answer(&self) -> Option<(String, String)> {
        let mut tasks = (0..).zip(self.logs.iter().zip(&self.summary.tasks));
        tasks.find_map(|(task, (log, end))| {
            let said = log.said();
            if let Some(unknown) = &said.unknown {
                return Some(unknown.clone());
            }
            let why = match (end, said.end.as_deref()) {
                (TaskEnd::Finished, Some(end @ ("time limit" | "memory limit"))) => {
                    format!("it has reached its {end}")
                }
                (TaskEnd::Finished, Some(followed_log::SAFE | followed_log::UNSAFE)) => {
                    return None;
                }
                (TaskEnd::GivenUp, _) => format!(
                    "it was lost too often; {} has what it printed",
                    output_file(self.folder, task).display()
                ),
                _ => "it has not ended".to_string(),
            };
            Some((format!("task {task}"), why))
        })
    }
}
