//! Runs a campaign from where it is to its end.
//!
//! One round: ask the scheduler, *then* read the logs, and judge. The order is what makes it right: a task that ends after
//! the scheduler has answered was known to it; one that has ended before has said so in its log by now. Only file systems are slower than
//! schedulers: for some seconds a log may look on this machine as it was before, so that a task that seems to be lost gets a grace, and
//! another look. Then what is to be submitted is submitted, and some seconds pass.
//!
//! Time is measured by the clock of this process, and what a log shows is only compared with what it showed before: clocks of other machines may be
//! wrong, and a campaign that is taken up again begins to count anew.
//!
//! An interruption ends this process's part only. The jobs go on: that is what lets the submitting machine be switched off.
//! [`cancel_stored`] is for those who want them gone.

use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use rustc_hash::FxHashMap;

use super::scheduler::{ClusterError, Job, Known, Phase, Scheduler};
use super::state::{State, StateError, TaskState};

pub struct Campaign<'a> {
    /// Shared with the machines. It exists, and belongs to this campaign.
    pub folder: &'a Path,
    /// What the campaign is about. One with another fingerprint is not taken up again.
    pub fingerprint: &'a str,
    /// They are numbered from 0 on.
    pub tasks: u32,
    /// Of one that is taken up again: tasks that have ended without an answer to everything, and are to be submitted once more.
    pub again: Vec<u32>,
    pub settings: Settings,
    pub is_interrupted: &'a dyn Fn() -> bool,
    /// What the log of a task says now.
    pub progress: &'a dyn Fn(u32) -> TaskProgress,
    pub hear: &'a mut dyn FnMut(Event),
}

#[derive(Clone, Debug)]
pub struct Settings {
    /// How often a task is submitted at most.
    pub attempts: u32,
    /// Between two rounds.
    pub poll_interval: Duration,
    /// For the log of a task that the scheduler does not know any more, and for the task that has found a bug to end by itself.
    pub grace: Duration,
    /// Where the scheduler cannot be asked: a task whose log has not changed for so long is lost. It includes the time that it waits for a machine.
    pub lost_after: Duration,
    /// Whether the first bug ends the campaign.
    pub exit_on_error: bool,
    /// Then everything is cancelled.
    pub deadline: Option<Instant>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            attempts: 3,
            poll_interval: Duration::from_secs(10),
            grace: Duration::from_secs(15),
            lost_after: Duration::from_secs(3600),
            exit_on_error: true,
            deadline: None,
        }
    }
}

/// What the log of a task says.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TaskProgress {
    /// How many instances are done.
    pub done: u64,
    pub finished: bool,
    /// Whether it has found a bug.
    pub found: bool,
    /// When the log was written last, if there is one.
    pub last_sign: Option<SystemTime>,
}

/// What happens, for somebody who watches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// For the first time.
    Submitted {
        tasks: Vec<u32>,
    },
    /// After they were lost.
    Resubmitted {
        tasks: Vec<u32>,
    },
    /// The campaign is taken up again: these are with the scheduler already, as far as the state file knows.
    TakenUp {
        tasks: Vec<u32>,
    },
    /// The scheduler has put a running task back into its queue by itself.
    Requeued {
        task: u32,
    },
    /// It has vanished, at this attempt (from 1 on), before it had finished.
    Lost {
        task: u32,
        attempt: u32,
    },
    /// It was lost as often as it may be.
    GivenUp {
        task: u32,
    },
    Finished {
        task: u32,
    },
    FoundBug {
        task: u32,
    },
    /// The counts have changed.
    Progress(Counts),
    /// Told once, until it answers again.
    SchedulerUnreachable {
        message: String,
    },
    SchedulerAnswers,
    /// There are too many jobs, for example: it is tried again while others run. Told once, until something is submitted.
    SubmissionRefused {
        message: String,
    },
    Cancelled {
        tasks: Vec<u32>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Instances, of all tasks.
    pub done: u64,
    pub finished: u32,
    pub running: u32,
    /// Submitted, and not known to run.
    pub waiting: u32,
    pub given_up: u32,
    pub tasks: u32,
}

/// Why [`run()`] has returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Every task has finished or was given up.
    Complete,
    /// A bug was found, and nothing else was wanted.
    FoundBug,
    OutOfTime,
    /// What is with the scheduler goes on.
    Interrupted,
}

/// What has become of a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TaskEnd {
    Finished,
    GivenUp,
    Cancelled,
    /// It is with the scheduler.
    LeftRunning,
    NotSubmitted,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    pub ended: Ended,
    /// Of each task.
    pub tasks: Vec<TaskEnd>,
    /// The first task that has found a bug.
    pub found: Option<u32>,
}

#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    #[error(transparent)]
    State(#[from] StateError),
    #[error(transparent)]
    Cluster(#[from] ClusterError),
}

/// Runs the campaign of the folder, or goes on with it. When the error is the scheduler's, jobs may be left running.
pub fn run(campaign: Campaign, scheduler: &mut dyn Scheduler) -> Result<Summary, CampaignError> {
    let campaign_folder = campaign.folder;
    let mut state = State::take(
        campaign_folder,
        scheduler.name(),
        campaign.fingerprint,
        campaign.tasks,
    )?;
    for task in &campaign.again {
        if let Some(state) = state.tasks.get_mut(*task as usize) {
            *state = TaskState::default();
        }
    }
    let watched = vec![Watched::default(); campaign.tasks as usize];
    let mut run = Run {
        campaign,
        scheduler,
        state,
        watched,
        found: None,
        counts: None,
        is_unreachable: false,
        is_refused: false,
    };
    let taken_up = run.tasks_where(|_, task| task.has_job);
    if !taken_up.is_empty() {
        run.tell(Event::TakenUp { tasks: taken_up });
    }
    let ended = run.run_to_end();
    let is_refused = matches!(
        ended,
        Err(CampaignError::Cluster(
            ClusterError::Refused { .. } | ClusterError::Start { .. }
        ))
    );
    if is_refused && run.state.is_untouched() {
        // It has not begun: another try need not go on with it.
        State::remove(campaign_folder)?;
    }
    Ok(run.summary(ended?))
}

/// Cancels all jobs of the campaign in a folder, whoever has begun it, and says how many there were. The campaign can be taken up again.
pub fn cancel_stored(
    folder: &Path,
    scheduler: &mut dyn Scheduler,
    is_interrupted: &dyn Fn() -> bool,
) -> Result<usize, CampaignError> {
    let mut state = State::take_existing(folder)?;
    if state.scheduler != scheduler.name() {
        return Err(CampaignError::State(StateError::Different {
            path: folder.join(super::state::FILE_NAME),
            what: "the scheduler",
            there: state.scheduler,
            here: scheduler.name().to_string(),
        }));
    }
    if let Some(announced) = &state.announced {
        match scheduler.find(&announced.name, &announced.tasks, is_interrupted)? {
            Some(jobs) => state.submitted(jobs),
            None => state.announced = None,
        }
    }
    let jobs: Vec<Job> = state
        .tasks
        .iter()
        .filter_map(|task| task.job.clone())
        .collect();
    if !jobs.is_empty() {
        scheduler.cancel(&jobs, is_interrupted)?;
    }
    for task in &mut state.tasks {
        if task.job.take().is_some() {
            task.attempts = task.attempts.saturating_sub(1);
        }
    }
    state.write(folder)?;
    Ok(jobs.len())
}

/// How long is tried to cancel what is to be cancelled.
const PATIENCE_WITH_CANCELLING: Duration = Duration::from_secs(120);

/// How often interruptions are looked for while time passes.
const LOOK_UP_INTERVAL: Duration = Duration::from_millis(50);

struct Run<'a, 's> {
    campaign: Campaign<'a>,
    scheduler: &'s mut dyn Scheduler,
    state: State,
    watched: Vec<Watched>,
    found: Option<u32>,
    /// As they were told last.
    counts: Option<Counts>,
    is_unreachable: bool,
    is_refused: bool,
}

/// What is known of a task besides its state.
#[derive(Clone, Default)]
struct Watched {
    progress: TaskProgress,
    /// When its log has shown something new last, or it was submitted.
    changed: Option<Instant>,
    /// Since when the scheduler does not know it.
    missing: Option<Instant>,
    phase: Option<Phase>,
    is_given_up: bool,
    is_cancelled: bool,
}

/// For choosing tasks.
struct Standing {
    has_job: bool,
    /// Neither finished nor given up.
    is_open: bool,
}

impl Run<'_, '_> {
    fn run_to_end(&mut self) -> Result<Ended, CampaignError> {
        loop {
            let round = self.round();
            match round {
                Ok(Some(ended)) => return Ok(ended),
                Ok(None) => {}
                Err(CampaignError::Cluster(ClusterError::Interrupted)) => {
                    return Ok(Ended::Interrupted);
                }
                Err(error) => return Err(error),
            }
            self.wait(self.pause());
            if (self.campaign.is_interrupted)() {
                return Ok(Ended::Interrupted);
            }
        }
    }

    fn round(&mut self) -> Result<Option<Ended>, CampaignError> {
        self.resolve_announced()?;
        let known = self.ask()?;
        self.read_logs();
        if let Some(found) = self.found
            && self.campaign.settings.exit_on_error
        {
            self.end_after_bug(found)?;
            return Ok(Some(Ended::FoundBug));
        }
        if let Some(known) = known {
            self.judge(&known)?;
        }
        if self.tasks_where(|_, task| task.is_open).is_empty() {
            self.tell_counts();
            return Ok(Some(Ended::Complete));
        }
        if self.is_out_of_time() {
            self.cancel(self.tasks_where(|_, task| task.has_job && task.is_open))?;
            return Ok(Some(Ended::OutOfTime));
        }
        self.submit()?;
        self.tell_counts();
        Ok(None)
    }

    /// Finds out whether an announced submission was made.
    fn resolve_announced(&mut self) -> Result<(), CampaignError> {
        let Some(announced) = self.state.announced.clone() else {
            return Ok(());
        };
        let interrupted = self.campaign.is_interrupted;
        let found = self
            .scheduler
            .find(&announced.name, &announced.tasks, interrupted);
        match self.reached(found)? {
            None => {}
            Some(None) => self.state.announced = None,
            Some(Some(jobs)) => {
                self.state.submitted(jobs);
                self.state.write(self.campaign.folder)?;
                self.was_submitted(announced.tasks);
            }
        }
        Ok(())
    }

    /// What the scheduler knows of open tasks, `None` if it does not answer.
    fn ask(&mut self) -> Result<Option<Known>, CampaignError> {
        let tasks = self.tasks_where(|_, task| task.has_job && task.is_open);
        let jobs = self.jobs_of(&tasks);
        if jobs.is_empty() {
            return Ok(Some(Known::Jobs(FxHashMap::default())));
        }
        let known = self.scheduler.known(&jobs, self.campaign.is_interrupted);
        self.reached(known)
    }

    /// `None` if the scheduler does not answer, which is told.
    fn reached<T>(&mut self, answer: Result<T, ClusterError>) -> Result<Option<T>, CampaignError> {
        match answer {
            Ok(answer) => {
                if std::mem::take(&mut self.is_unreachable) {
                    self.tell(Event::SchedulerAnswers);
                }
                Ok(Some(answer))
            }
            Err(error @ ClusterError::Unreachable { .. }) => {
                if !std::mem::replace(&mut self.is_unreachable, true) {
                    let message = error.to_string();
                    self.tell(Event::SchedulerUnreachable { message });
                }
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn read_logs(&mut self) {
        for task in self.tasks_where(|_, task| task.is_open) {
            self.read_log(task);
        }
    }

    fn read_log(&mut self, task: u32) {
        let progress = (self.campaign.progress)(task);
        let watched = &mut self.watched[task as usize];
        let before = std::mem::replace(&mut watched.progress, progress);
        if before != progress || watched.changed.is_none() {
            watched.changed = Some(Instant::now());
        }
        if progress.found && !before.found {
            self.found.get_or_insert(task);
            self.tell(Event::FoundBug { task });
        }
        if progress.finished {
            self.tell(Event::Finished { task });
        }
    }

    /// Which of the open tasks are lost.
    fn judge(&mut self, known: &Known) -> Result<(), CampaignError> {
        let now = Instant::now();
        let settings = self.campaign.settings.clone();
        let mut lost = Vec::new();
        for task in self.tasks_where(|_, task| task.has_job && task.is_open) {
            let Some(job) = self.state.tasks[task as usize].job.clone() else {
                continue;
            };
            let watched = &mut self.watched[task as usize];
            let (since, patience) = match known {
                Known::Nothing => (watched.changed, settings.lost_after),
                Known::Jobs(jobs) => {
                    let phase = jobs.get(&job).copied();
                    let before = std::mem::replace(&mut watched.phase, phase);
                    match phase {
                        Some(_) => watched.missing = None,
                        None => watched.missing = watched.missing.or(Some(now)),
                    }
                    if before == Some(Phase::Running) && phase == Some(Phase::Waiting) {
                        self.tell(Event::Requeued { task });
                    }
                    (self.watched[task as usize].missing, settings.grace)
                }
            };
            if since.is_some_and(|since| now.duration_since(since) >= patience) {
                lost.push(task);
            }
        }
        self.lose(lost)
    }

    fn lose(&mut self, lost: Vec<u32>) -> Result<(), CampaignError> {
        if lost.is_empty() {
            return Ok(());
        }
        for task in &lost {
            let attempt = self.state.tasks[*task as usize].attempts;
            self.tell(Event::Lost {
                task: *task,
                attempt,
            });
        }
        // One that only seems to be lost, or is held, is not to run beside the next one. If that fails, it may.
        let cancelled = self
            .scheduler
            .cancel(&self.jobs_of(&lost), self.campaign.is_interrupted);
        if let Err(error @ (ClusterError::Interrupted | ClusterError::Start { .. })) = cancelled {
            return Err(error.into());
        }
        for task in lost {
            self.state.tasks[task as usize].job = None;
            let watched = &mut self.watched[task as usize];
            watched.phase = None;
            watched.missing = None;
        }
        self.state.write(self.campaign.folder)?;
        Ok(())
    }

    /// Submits what is neither finished nor submitted, and gives up what was submitted often enough.
    fn submit(&mut self) -> Result<(), CampaignError> {
        let mut waiting = Vec::new();
        for task in self.tasks_where(|_, task| !task.has_job && task.is_open) {
            if self.state.tasks[task as usize].attempts < self.campaign.settings.attempts {
                waiting.push(task);
            } else {
                self.watched[task as usize].is_given_up = true;
                self.tell(Event::GivenUp { task });
            }
        }
        let mut rest = waiting.as_slice();
        // What may have been submitted is not submitted again before that is known.
        while !rest.is_empty() && self.state.announced.is_none() {
            let length = self.scheduler.batch(rest).clamp(1, rest.len());
            let (batch, others) = rest.split_at(length);
            if !self.submit_batch(batch)? {
                break;
            }
            rest = others;
        }
        Ok(())
    }

    /// Whether it was submitted.
    fn submit_batch(&mut self, tasks: &[u32]) -> Result<bool, CampaignError> {
        let name = self.state.announce(tasks);
        self.state.write(self.campaign.folder)?;
        let submitted = self
            .scheduler
            .submit(&name, tasks, self.campaign.is_interrupted);
        let submitted = match submitted {
            Err(error @ ClusterError::Refused { .. }) => {
                self.state.announced = None;
                self.state.write(self.campaign.folder)?;
                return match self
                    .tasks_where(|_, task| task.has_job && task.is_open)
                    .is_empty()
                {
                    true => Err(error.into()),
                    false => {
                        if !std::mem::replace(&mut self.is_refused, true) {
                            let message = error.to_string();
                            self.tell(Event::SubmissionRefused { message });
                        }
                        Ok(false)
                    }
                };
            }
            other => other,
        };
        let Some(jobs) = self.reached(submitted)? else {
            return Ok(false);
        };
        self.state.submitted(jobs);
        self.state.write(self.campaign.folder)?;
        self.was_submitted(tasks.to_vec());
        self.is_refused = false;
        Ok(true)
    }

    fn was_submitted(&mut self, tasks: Vec<u32>) {
        let now = Instant::now();
        for task in &tasks {
            self.watched[*task as usize].changed = Some(now);
        }
        let is_first = |task: &u32| self.state.tasks[*task as usize].attempts <= 1;
        let (first, again): (Vec<u32>, Vec<u32>) = tasks.into_iter().partition(is_first);
        if !first.is_empty() {
            self.tell(Event::Submitted { tasks: first });
        }
        if !again.is_empty() {
            self.tell(Event::Resubmitted { tasks: again });
        }
    }

    /// Cancels all but the task that has found the bug, which gets the time to write down what it has found.
    fn end_after_bug(&mut self, found: u32) -> Result<(), CampaignError> {
        self.cancel(
            self.tasks_where(|number, task| number != found && task.has_job && task.is_open),
        )?;
        let begin = Instant::now();
        while !self.watched[found as usize].progress.finished
            && begin.elapsed() < self.campaign.settings.grace
            && !(self.campaign.is_interrupted)()
        {
            std::thread::sleep(LOOK_UP_INTERVAL);
            self.read_log(found);
        }
        // What the others have done until they ended counts.
        self.read_logs();
        self.cancel(self.tasks_where(|_, task| task.has_job && task.is_open))?;
        self.tell_counts();
        Ok(())
    }

    /// Cancels tasks, with some patience for a scheduler that does not answer.
    fn cancel(&mut self, tasks: Vec<u32>) -> Result<(), CampaignError> {
        if tasks.is_empty() {
            return Ok(());
        }
        let begin = Instant::now();
        loop {
            let jobs = self.jobs_of(&tasks);
            let cancelled = self.scheduler.cancel(&jobs, self.campaign.is_interrupted);
            if self.reached(cancelled)?.is_some() {
                break;
            }
            // The summary says that they run.
            let left = PATIENCE_WITH_CANCELLING.saturating_sub(begin.elapsed());
            if left.is_zero() {
                return Ok(());
            }
            self.wait(left.min(self.campaign.settings.poll_interval));
            if (self.campaign.is_interrupted)() {
                return Err(ClusterError::Interrupted.into());
            }
        }
        for task in &tasks {
            let state = &mut self.state.tasks[*task as usize];
            state.job = None;
            state.attempts = state.attempts.saturating_sub(1);
            self.watched[*task as usize].is_cancelled = true;
        }
        self.state.write(self.campaign.folder)?;
        self.tell(Event::Cancelled { tasks });
        Ok(())
    }

    fn is_out_of_time(&self) -> bool {
        let deadline = self.campaign.settings.deadline;
        deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Until the next round: a task in its grace is looked at soon.
    fn pause(&self) -> Duration {
        let settings = &self.campaign.settings;
        let is_missing = self.watched.iter().any(|watched| watched.missing.is_some());
        let pause = match is_missing {
            true => settings.poll_interval.min(settings.grace),
            false => settings.poll_interval,
        };
        match settings.deadline {
            Some(deadline) => pause.min(deadline.saturating_duration_since(Instant::now())),
            None => pause,
        }
    }

    fn wait(&self, time: Duration) {
        let begin = Instant::now();
        while begin.elapsed() < time && !(self.campaign.is_interrupted)() {
            std::thread::sleep(LOOK_UP_INTERVAL.min(time.saturating_sub(begin.elapsed())));
        }
    }

    fn tasks_where(&self, is_meant: impl Fn(u32, &Standing) -> bool) -> Vec<u32> {
        let tasks = self.state.tasks.iter().zip(&self.watched).zip(0..);
        let meant = tasks.filter(|((state, watched), number)| {
            let standing = Standing {
                has_job: state.job.is_some(),
                is_open: !watched.progress.finished && !watched.is_given_up,
            };
            is_meant(*number, &standing)
        });
        meant.map(|(_, number)| number).collect()
    }

    fn jobs_of(&self, tasks: &[u32]) -> Vec<Job> {
        let jobs = tasks
            .iter()
            .map(|task| self.state.tasks[*task as usize].job.clone());
        jobs.flatten().collect()
    }

    fn tell(&mut self, event: Event) {
        (self.campaign.hear)(event);
    }

    fn tell_counts(&mut self) {
        let mut counts = Counts {
            tasks: self.campaign.tasks,
            ..Counts::default()
        };
        for (state, watched) in self.state.tasks.iter().zip(&self.watched) {
            counts.done += watched.progress.done;
            match (
                watched.progress.finished,
                watched.is_given_up,
                &state.job,
                watched.phase,
            ) {
                (true, ..) => counts.finished += 1,
                (_, true, ..) => counts.given_up += 1,
                (_, _, Some(_), Some(Phase::Running)) => counts.running += 1,
                (_, _, Some(_), _) => counts.waiting += 1,
                (_, _, None, _) => {}
            }
        }
        if self.counts.replace(counts) != Some(counts) {
            self.tell(Event::Progress(counts));
        }
    }

    fn summary(&self, ended: Ended) -> Summary {
        let tasks = self.state.tasks.iter().zip(&self.watched);
        let tasks = tasks.map(|(state, watched)| match watched {
            watched if watched.progress.finished => TaskEnd::Finished,
            watched if watched.is_given_up => TaskEnd::GivenUp,
            watched if watched.is_cancelled => TaskEnd::Cancelled,
            _ if state.job.is_some() => TaskEnd::LeftRunning,
            _ => TaskEnd::NotSubmitted,
        });
        Summary {
            ended,
            tasks: tasks.collect(),
            found: self.found,
        }
    }
}
