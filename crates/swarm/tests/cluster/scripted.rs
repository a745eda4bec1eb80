//! A scheduler in memory. A test says what happens before each of its answers: to the jobs, and in the logs.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;
use unspool_swarm::cluster::{ClusterError, Job, Known, Phase, Scheduler};

use crate::folders::Folder;

pub type Story<'a> = Box<dyn FnMut(u32, &mut World) + 'a>;

/// What a scheduler and the machines have in common.
pub struct World {
    folder: PathBuf,
    pub jobs: FxHashMap<Job, Phase>,
    pub is_unreachable: bool,
    /// Why submissions are refused.
    pub refuses: Option<&'static str>,
    /// The next submission is made, but the answer does not arrive.
    pub loses_answer: bool,
    /// `name: tasks`.
    pub submissions: Vec<(String, Vec<u32>)>,
    pub cancelled: Vec<Job>,
    /// What happens when jobs are cancelled.
    pub finishes_when_cancelled: Option<u32>,
}

impl World {
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn write(&self, task: u32, line: &str) {
        use std::io::Write;
        let path = self.folder.join(format!("task-{task}.log"));
        let file = std::fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(path);
        writeln!(file.unwrap(), "{line}").unwrap();
    }

    /// The task's job, at this attempt (from 1 on), ends.
    pub fn end(&mut self, task: u32, attempt: u32) {
        self.jobs.remove(&job(task, attempt));
    }

    pub fn finish(&mut self, task: u32, attempt: u32) {
        self.write(task, "finished");
        self.end(task, attempt);
    }
}

pub fn job(task: u32, attempt: u32) -> Job {
    Job(format!("{attempt}_{task}"))
}

pub struct Scripted<'a> {
    pub world: World,
    /// Called before the scheduler is asked for jobs, with the number of the question, from 1 on.
    story: Story<'a>,
    questions: u32,
    attempts: FxHashMap<u32, u32>,
    named: FxHashMap<String, Vec<Job>>,
    largest_batch: usize,
}

impl<'a> Scripted<'a> {
    pub fn new(folder: &Folder, story: impl FnMut(u32, &mut World) + 'a) -> Scripted<'a> {
        Scripted {
            world: World {
                folder: folder.path().to_path_buf(),
                jobs: FxHashMap::default(),
                is_unreachable: false,
                refuses: None,
                loses_answer: false,
                submissions: Vec::new(),
                cancelled: Vec::new(),
                finishes_when_cancelled: None,
            },
            story: Box::new(story),
            questions: 0,
            attempts: FxHashMap::default(),
            named: FxHashMap::default(),
            largest_batch: usize::MAX,
        }
    }

    /// The same world goes on with another story.
    pub fn go_on<'b>(self, story: impl FnMut(u32, &mut World) + 'b) -> Scripted<'b> {
        Scripted {
            world: self.world,
            story: Box::new(story),
            questions: 0,
            attempts: self.attempts,
            named: self.named,
            largest_batch: self.largest_batch,
        }
    }

    pub fn with_batches_of(mut self, tasks: usize) -> Scripted<'a> {
        self.largest_batch = tasks;
        self
    }

    fn reach(&self) -> Result<(), ClusterError> {
        match self.world.is_unreachable {
            true => Err(unreachable()),
            false => Ok(()),
        }
    }
}

fn unreachable() -> ClusterError {
    ClusterError::Unreachable {
        program: "scripted".to_string(),
        message: "no answer".to_string(),
    }
}

impl Scheduler for Scripted<'_> {
    fn name(&self) -> &'static str {
        "scripted"
    }

    fn batch(&self, tasks: &[u32]) -> usize {
        tasks.len().min(self.largest_batch)
    }

    fn submit(
        &mut self,
        name: &str,
        tasks: &[u32],
        _: &dyn Fn() -> bool,
    ) -> Result<Vec<Job>, ClusterError> {
        self.reach()?;
        if let Some(message) = self.world.refuses {
            return Err(ClusterError::Refused {
                program: "scripted".to_string(),
                message: message.to_string(),
            });
        }
        let mut jobs = Vec::new();
        for task in tasks {
            let attempt = self.attempts.entry(*task).or_default();
            *attempt += 1;
            jobs.push(job(*task, *attempt));
        }
        self.world
            .jobs
            .extend(jobs.iter().map(|job| (job.clone(), Phase::Running)));
        self.world
            .submissions
            .push((name.to_string(), tasks.to_vec()));
        self.named.insert(name.to_string(), jobs.clone());
        match std::mem::take(&mut self.world.loses_answer) {
            true => Err(unreachable()),
            false => Ok(jobs),
        }
    }

    fn find(
        &mut self,
        name: &str,
        _: &[u32],
        _: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Job>>, ClusterError> {
        self.reach()?;
        Ok(self.named.get(name).cloned())
    }

    fn known(&mut self, jobs: &[Job], _: &dyn Fn() -> bool) -> Result<Known, ClusterError> {
        self.questions += 1;
        (self.story)(self.questions, &mut self.world);
        self.reach()?;
        let phase = |job: &Job| Some((job.clone(), *self.world.jobs.get(job)?));
        Ok(Known::Jobs(jobs.iter().filter_map(phase).collect()))
    }

    fn cancel(&mut self, jobs: &[Job], _: &dyn Fn() -> bool) -> Result<(), ClusterError> {
        self.reach()?;
        self.world.cancelled.extend_from_slice(jobs);
        self.world.jobs.retain(|job, _| !jobs.contains(job));
        if let Some(task) = self.world.finishes_when_cancelled.take() {
            self.world.write(task, "finished");
        }
        Ok(())
    }
}
