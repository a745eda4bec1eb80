//! What is remembered of a campaign: the file `campaign.json` in its folder.
//!
//! It is replaced as a whole, by a new file that is on the disk before it gets the name: whoever reads sees the old one or the
//! new one. Whether a task has finished does not stand in it, that is the log's business; it says which job is a task's.
//!
//! *Submissions are announced.* Before one is made, its name and tasks are written down, and afterwards its jobs. Who finds an announcement without
//! jobs does not know whether it was made: the process was killed in between, or the scheduler's answer was. So the scheduler is asked for jobs of that
//! name. If it knows some, they are this submission; if not, it was not made, or is over, or the scheduler does not know names,
//! and the tasks that have not finished are submitted (again). So no task is forgotten, and the worst that happens is that one runs twice.
//!
//! *One process goes on with a campaign.* Each signs the file when it begins, and looks for its own signature before each change: a second one takes over,
//! and the first one stops when it notices. This is meant for someone who starts a campaign again in another window, and is no lock: file systems of clusters have none that can be relied on.

use std::fs::File;
use std::hash::{Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::scheduler::Job;

pub const FILE_NAME: &str = "campaign.json";

const VERSION: u32 = 1;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    version: u32,
    /// Of the scheduler.
    pub scheduler: String,
    /// What the campaign is about, as the caller says it.
    pub fingerprint: String,
    /// The process that goes on with it.
    owner: String,
    /// Begins the names of all submissions, and is like no other campaign's.
    name: String,
    /// How many submissions have been announced.
    submissions: u64,
    pub announced: Option<Announced>,
    pub tasks: Vec<TaskState>,
}

/// A submission of which it is not known whether it was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Announced {
    pub name: String,
    pub tasks: Vec<u32>,
}

#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskState {
    /// How often it has been submitted. What was cancelled does not count.
    pub attempts: u32,
    /// `None` if it has not been submitted, or was lost or cancelled since.
    pub job: Option<Job>,
}

#[derive(Debug, thiserror::Error)]
pub enum StateError {
    #[error("cannot read {path}: {error}")]
    Read { path: PathBuf, error: io::Error },
    #[error("cannot write {path}: {error}")]
    Write { path: PathBuf, error: io::Error },
    #[error("{path} is not the state of a campaign: {error}")]
    Syntax {
        path: PathBuf,
        error: serde_json::Error,
    },
    #[error("{0} is not the state of a campaign: it names a task that does not exist")]
    Tasks(PathBuf),
    #[error("{path} is of version {version}, which this program does not know")]
    Version { path: PathBuf, version: u32 },
    #[error(
        "{path} is the state of another campaign: {what} is `{there}` there, and `{here}` here"
    )]
    Different {
        path: PathBuf,
        what: &'static str,
        there: String,
        here: String,
    },
    #[error("there is no campaign in {0}")]
    Missing(PathBuf),
    #[error("another process goes on with the campaign in {0}")]
    TakenOver(PathBuf),
}

impl State {
    /// The state in the folder, or that of a campaign that has not begun. From now on it is this process's.
    pub fn take(
        folder: &Path,
        scheduler: &str,
        fingerprint: &str,
        tasks: u32,
    ) -> Result<State, StateError> {
        let mut state = match State::read(folder)? {
            Some(state) => state,
            None => State {
                version: VERSION,
                scheduler: scheduler.to_string(),
                fingerprint: fingerprint.to_string(),
                owner: String::new(),
                name: format!("unspool-{}", unique()),
                submissions: 0,
                announced: None,
                tasks: vec![TaskState::default(); tasks as usize],
            },
        };
        let differs = |what, there: &str, here: &str| match there == here {
            true => Ok(()),
            false => Err(StateError::Different {
                path: folder.join(FILE_NAME),
                what,
                there: there.to_string(),
                here: here.to_string(),
            }),
        };
        differs("the scheduler", &state.scheduler, scheduler)?;
        differs("the fingerprint", &state.fingerprint, fingerprint)?;
        let count = state.tasks.len().to_string();
        differs("the number of tasks", &count, &tasks.to_string())?;
        // Somebody wants it to go on: attempts count anew.
        for task in &mut state.tasks {
            if task.job.is_none() {
                task.attempts = 0;
            }
        }
        state.sign(folder)?;
        Ok(state)
    }

    /// The state in the folder, whatever it is about. From now on it is this process's.
    pub fn take_existing(folder: &Path) -> Result<State, StateError> {
        let state = State::read(folder)?;
        let mut state = state.ok_or_else(|| StateError::Missing(folder.to_path_buf()))?;
        state.sign(folder)?;
        Ok(state)
    }

    /// Announces a submission, and returns its name.
    pub fn announce(&mut self, tasks: &[u32]) -> String {
        self.submissions += 1;
        let name = format!("{}-{}", self.name, self.submissions);
        self.announced = Some(Announced {
            name: name.clone(),
            tasks: tasks.to_vec(),
        });
        name
    }

    /// Says which jobs the announced submission has become.
    pub fn submitted(&mut self, jobs: Vec<Job>) {
        let announced = self.announced.take();
        for (number, job) in announced.into_iter().flat_map(|it| it.tasks).zip(jobs) {
            if let Some(task) = self.tasks.get_mut(number as usize) {
                task.attempts = task.attempts.saturating_add(1);
                task.job = Some(job);
            }
        }
    }

    /// Whether nothing has ever been submitted.
    pub fn is_untouched(&self) -> bool {
        self.tasks.iter().all(|task| *task == TaskState::default())
    }

    /// Takes it from the disk.
    pub fn remove(folder: &Path) -> Result<(), StateError> {
        let path = folder.join(FILE_NAME);
        std::fs::remove_file(&path).map_err(|error| StateError::Write { path, error })
    }

    /// Puts it on the disk, unless another process has taken over.
    pub fn write(&self, folder: &Path) -> Result<(), StateError> {
        let there = State::read(folder)?;
        if there.is_some_and(|there| there.owner != self.owner) {
            return Err(StateError::TakenOver(folder.to_path_buf()));
        }
        self.replace(folder)
    }

    fn sign(&mut self, folder: &Path) -> Result<(), StateError> {
        self.owner = unique();
        self.replace(folder)
    }

    fn read(folder: &Path) -> Result<Option<State>, StateError> {
        let path = folder.join(FILE_NAME);
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(StateError::Read { path, error }),
        };
        /// Other versions have other fields.
        #[derive(Deserialize)]
        struct Version {
            version: u32,
        }
        let read = || {
            let Version { version } = serde_json::from_slice(&bytes)?;
            match version {
                VERSION => Ok(Ok(serde_json::from_slice::<State>(&bytes)?)),
                version => Ok(Err(version)),
            }
        };
        match read() {
            Ok(Ok(state)) if !state.has_its_tasks() => Err(StateError::Tasks(path)),
            Ok(Ok(state)) => Ok(Some(state)),
            Ok(Err(version)) => Err(StateError::Version { path, version }),
            Err(error) => Err(StateError::Syntax { path, error }),
        }
    }

    /// Whether the tasks that it names exist.
    fn has_its_tasks(&self) -> bool {
        let named = self.announced.iter().flat_map(|it| &it.tasks);
        named
            .copied()
            .all(|task| (task as usize) < self.tasks.len())
    }

    fn replace(&self, folder: &Path) -> Result<(), StateError> {
        let path = folder.join(FILE_NAME);
        let new = folder.join(format!("{FILE_NAME}.new"));
        let write = || {
            let mut text = serde_json::to_vec_pretty(self)?;
            text.push(b'\n');
            let mut file = File::create(&new)?;
            file.write_all(&text)?;
            file.sync_all()?;
            std::fs::rename(&new, &path)?;
            // The name is part of the folder. Not every system can write folders to the disk.
            if let Ok(folder) = File::open(folder) {
                folder.sync_all().ok();
            }
            Ok(())
        };
        write().map_err(|error| StateError::Write {
            path: path.clone(),
            error,
        })
    }
}

/// A word that no other process writes, and no other call of this one.
fn unique() -> String {
    use std::sync::atomic::{AtomicU32, Ordering};
    static CALLS: AtomicU32 = AtomicU32::new(0);
    // Where process numbers agree, as they do on two machines, the keys of the standard library's hash maps are random.
    let mut hasher = std::hash::BuildHasher::build_hasher(&std::hash::RandomState::new());
    SystemTime::now().hash(&mut hasher);
    std::process::id().hash(&mut hasher);
    CALLS.fetch_add(1, Ordering::Relaxed).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
