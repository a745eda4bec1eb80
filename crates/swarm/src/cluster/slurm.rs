//! Slurm: tasks as job arrays.
//!
//! `sbatch` submits, `squeue` tells what has not ended, `scancel` ends. Three things are less simple than they look.
//!
//! *Arrays have a largest number*, 1000 unless the site has set another, and a campaign may have more tasks. So a thousand tasks
//! go into one array, as its numbers 0 to 999, and the script gets as its argument what is to be added.
//!
//! *`squeue` fails for a job that it does not know any more* if it is asked for this one only, with a message of its own: that is an
//! answer. Every other failure is none: the controller is restarted, or the network is gone.
//!
//! *A failed node's jobs are put back into the queue by Slurm itself*, if `--requeue` allows it, which we say unless the user's words say otherwise. They keep
//! their number, and wait for two minutes. With `--no-requeue`, and after `scancel`, they vanish. A job that Slurm could not start is also put
//! back, but held until somebody releases it: nobody is waiting for that, so it counts as ended.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};

use super::program::{Answer, ask, shortened};
use super::scheduler::{ClusterError, Job, Known, Phase, Scheduler};
use super::task_list::compressed;
use super::work::{Work, text_of, write_error, write_script};

/// Slurm's own default is that an array's numbers are below 1001. Tasks 7000 to 7999 are the numbers 0 to 999, so that
/// their output files can be named by Slurm: `7` and three digits.
const ARRAY_SIZE: u32 = 1000;

/// Words of one command together, far below what systems allow.
const LONGEST_COMMAND: usize = 64 << 10;

#[derive(Clone, Debug)]
pub struct SlurmConfig {
    /// The campaign's, for the script and what tasks print.
    pub folder: PathBuf,
    pub work: Work,
    /// How many tasks the campaign has.
    pub tasks: u32,
    /// The user's further words for `sbatch`.
    pub words: Vec<String>,
    /// How many tasks run at the same time, about: each array has its share, and tasks that are submitted again are a new array.
    pub limit: Option<u32>,
    pub programs: SlurmPrograms,
    /// How long one of the programs may take.
    pub answer_time: Duration,
}

impl SlurmConfig {
    pub fn new(folder: PathBuf, work: Work, tasks: u32) -> SlurmConfig {
        SlurmConfig {
            folder,
            work,
            tasks,
            words: Vec::new(),
            limit: None,
            programs: SlurmPrograms::default(),
            answer_time: Duration::from_secs(60),
        }
    }
}

#[derive(Clone, Debug)]
pub struct SlurmPrograms {
    pub sbatch: PathBuf,
    pub squeue: PathBuf,
    pub scancel: PathBuf,
}

impl Default for SlurmPrograms {
    fn default() -> SlurmPrograms {
        SlurmPrograms {
            sbatch: "sbatch".into(),
            squeue: "squeue".into(),
            scancel: "scancel".into(),
        }
    }
}

pub struct Slurm {
    config: SlurmConfig,
}

impl Slurm {
    pub fn new(config: SlurmConfig) -> Slurm {
        Slurm { config }
    }

    /// The share of an array, if all of them run at the same time.
    fn limit_of_array(&self) -> Option<u32> {
        let arrays = self.config.tasks.div_ceil(ARRAY_SIZE).max(1);
        self.config.limit.map(|limit| (limit / arrays).max(1))
    }

    fn sbatch(&self, name: &str, tasks: &[u32]) -> Result<Command, ClusterError> {
        let folder = std::path::absolute(&self.config.folder)
            .map_err(|error| write_error(&self.config.folder, error))?;
        let script = folder.join("task.sh");
        write_script(&script, &self.config.work.script_for_array()?)?;
        let array = tasks.first().map_or(0, |task| task / ARRAY_SIZE);
        let numbers: Vec<u32> = tasks.iter().map(|task| task % ARRAY_SIZE).collect();
        let limit = self.limit_of_array().map(|limit| format!("%{limit}"));
        // A percent sign is doubled, or Slurm replaces what follows.
        let folder = text_of(&folder)?.replace('%', "%%");
        let number = match array {
            0 => "%a".to_string(),
            thousand => format!("{thousand}%3a"),
        };
        let mut command = command(&self.config.programs.sbatch, |name| name == "SBATCH_WAIT");
        // Where a word is said twice Slurm takes the last: the user may change what stands first, not what stands last.
        command
            .args(["--requeue", "--open-mode=append"])
            .arg(format!("--output={folder}/task-{number}.out"))
            .args(&self.config.words)
            .args(["--parsable", &format!("--job-name={name}")])
            .arg(format!(
                "--array={}{}",
                compressed(&numbers),
                limit.unwrap_or_default()
            ))
            .arg(&script)
            .arg((u64::from(array) * u64::from(ARRAY_SIZE)).to_string());
        Ok(command)
    }

    /// What is in the queue, of some arrays of one cluster or of those of one name.
    fn squeue(
        &self,
        cluster: &str,
        which: &str,
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<Vec<QueueLine>, ClusterError> {
        let program = &self.config.programs.squeue;
        let mut command = command(program, |name| name.starts_with("SQUEUE_"));
        command.args(["--noheader", "--array", "--format=%i %T %j %r", which]);
        command.args(words_of_cluster(cluster));
        let answer = ask(&mut command, self.config.answer_time, is_interrupted)?;
        if answer.status.success() {
            return Ok(answer.output.lines().filter_map(QueueLine::read).collect());
        }
        if answer.errors.contains("Invalid job id specified") {
            return Ok(Vec::new());
        }
        Err(unreachable(&command, &answer))
    }
}

impl Scheduler for Slurm {
    fn name(&self) -> &'static str {
        "slurm"
    }

    fn batch(&self, tasks: &[u32]) -> usize {
        let array = tasks.first().map(|task| task / ARRAY_SIZE);
        tasks
            .iter()
            .take_while(|task| Some(*task / ARRAY_SIZE) == array)
            .count()
    }

    fn submit(
        &mut self,
        name: &str,
        tasks: &[u32],
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<Vec<Job>, ClusterError> {
        let mut command = self.sbatch(name, tasks)?;
        let answer = ask(&mut command, self.config.answer_time, is_interrupted)?;
        if !answer.status.success() {
            return Err(match is_temporary(&answer) {
                true => unreachable(&command, &answer),
                false => ClusterError::Refused {
                    program: program_of(&command),
                    message: answer.message(),
                },
            });
        }
        // `number`, or `number;cluster`. What else there is was said by the site's own additions, before.
        let line = answer
            .output
            .lines()
            .rev()
            .find(|line| !line.trim().is_empty());
        let (id, cluster) = line.map_or(("", ""), |line| {
            line.trim().split_once(';').unwrap_or((line.trim(), ""))
        });
        if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(ClusterError::Unreadable {
                program: program_of(&command),
                output: shortened(&answer.output),
            });
        }
        Ok(jobs_of_array(id, cluster, tasks))
    }

    fn find(
        &mut self,
        name: &str,
        tasks: &[u32],
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Job>>, ClusterError> {
        // On the cluster that the user has named, if so.
        let cluster = cluster_of_words(&self.config.words).unwrap_or_default();
        let lines = self.squeue(&cluster, &format!("--name={name}"), is_interrupted)?;
        let mut arrays = lines.iter().filter(|line| line.name == name);
        let array = arrays.find_map(|line| Some(line.id.split_once('_')?.0));
        Ok(array.map(|array| jobs_of_array(array, &cluster, tasks)))
    }

    fn known(
        &mut self,
        jobs: &[Job],
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<Known, ClusterError> {
        let mut arrays: BTreeMap<&str, FxHashSet<&str>> = BTreeMap::new();
        for parts in jobs.iter().filter_map(Parts::of) {
            arrays.entry(parts.cluster).or_default().insert(parts.array);
        }
        let mut known = FxHashMap::default();
        for (cluster, arrays) in arrays {
            for list in packed(arrays.into_iter().map(str::to_string)) {
                let which = format!("--jobs={}", list.join(","));
                for line in self.squeue(cluster, &which, is_interrupted)? {
                    // Numbers begin anew where a controller has lost its memory: they are somebody else's then.
                    if line.name.starts_with("unspool-") && !line.is_held_for_good() {
                        known.insert(job(&line.id, cluster), line.phase);
                    }
                }
            }
        }
        Ok(Known::Jobs(known))
    }

    fn cancel(
        &mut self,
        jobs: &[Job],
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<(), ClusterError> {
        let mut arrays: BTreeMap<(&str, &str), Vec<u32>> = BTreeMap::new();
        for parts in jobs.iter().filter_map(Parts::of) {
            arrays
                .entry((parts.cluster, parts.array))
                .or_default()
                .push(parts.number);
        }
        let mut words: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for ((cluster, array), mut numbers) in arrays {
            numbers.sort_unstable();
            numbers.dedup();
            let word = format!("{array}_[{}]", compressed(&numbers));
            words.entry(cluster).or_default().push(word);
        }
        for (cluster, words) in words {
            for list in packed(words.into_iter()) {
                let mut command = command(&self.config.programs.scancel, |name| {
                    name.starts_with("SCANCEL_")
                });
                command
                    .arg("--quiet")
                    .args(words_of_cluster(cluster))
                    .args(list);
                let answer = ask(&mut command, self.config.answer_time, is_interrupted)?;
                // Those that have ended are told of with success, or, by older versions, without.
                let is_gone = ["Invalid job id", "already completing or completed"];
                let is_gone = is_gone.iter().any(|words| answer.errors.contains(words));
                if !answer.status.success() && !is_gone {
                    return Err(unreachable(&command, &answer));
                }
            }
        }
        Ok(())
    }
}

/// Without the variables that tell the program to do something else than its words say.
fn command(program: &Path, is_unwanted: fn(&str) -> bool) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        if is_unwanted(&name.to_string_lossy()) {
            command.env_remove(name);
        }
    }
    command
}

fn program_of(command: &Command) -> String {
    command.get_program().to_string_lossy().into_owned()
}

fn unreachable(command: &Command, answer: &Answer) -> ClusterError {
    ClusterError::Unreachable {
        program: program_of(command),
        message: answer.message(),
    }
}

/// Whether `sbatch` has failed for a reason that passes. All others are the words' fault, or a policy's.
fn is_temporary(answer: &Answer) -> bool {
    const REASONS: [&str; 8] = [
        "unable to contact slurm controller",
        "timed out",
        "temporarily",
        "try again",
        "connect",
        "communication",
        "munge",
        "authentication",
    ];
    let errors = answer.errors.to_lowercase();
    answer.status.code().is_none() || REASONS.iter().any(|reason| errors.contains(reason))
}

/// One job of the queue.
struct QueueLine {
    /// `array_number`.
    id: String,
    phase: Phase,
    name: String,
    reason: String,
}

impl QueueLine {
    /// `None` for lines that are about something else.
    fn read(line: &str) -> Option<QueueLine> {
        let mut words = line.trim().splitn(4, ' ');
        let id = words.next()?;
        let state = words.next()?;
        let (array, number) = id.split_once('_')?;
        array.parse::<u64>().ok()?;
        number.parse::<u32>().ok()?;
        Some(QueueLine {
            id: id.to_string(),
            phase: match state {
                "PENDING" | "REQUEUED" | "REQUEUE_HOLD" | "SPECIAL_EXIT" => Phase::Waiting,
                _ => Phase::Running,
            },
            name: words.next()?.to_string(),
            reason: words.next().unwrap_or("").to_lowercase(),
        })
    }

    /// Held not because somebody wants it so, but because it could not be started, or was put back too often.
    fn is_held_for_good(&self) -> bool {
        let reason = self.reason.replace('_', " ");
        self.phase == Phase::Waiting
            && (reason.contains("launch failed") || reason.contains("jobholdmaxrequeue"))
    }
}

/// A job's name taken apart: `array_number`, and `;cluster` if it is not the one that is asked anyway.
struct Parts<'a> {
    array: &'a str,
    number: u32,
    cluster: &'a str,
}

impl Parts<'_> {
    /// `None` if it is none of ours: nobody knows it.
    fn of(job: &Job) -> Option<Parts<'_>> {
        let (id, cluster) = job.0.split_once(';').unwrap_or((&job.0, ""));
        let (array, number) = id.split_once('_')?;
        Some(Parts {
            array,
            number: number.parse().ok()?,
            cluster,
        })
    }
}

fn job(id: &str, cluster: &str) -> Job {
    match cluster {
        "" => Job(id.to_string()),
        cluster => Job(format!("{id};{cluster}")),
    }
}

fn jobs_of_array(array: &str, cluster: &str, tasks: &[u32]) -> Vec<Job> {
    let id = |task: &u32| format!("{array}_{}", task % ARRAY_SIZE);
    tasks.iter().map(|task| job(&id(task), cluster)).collect()
}

fn words_of_cluster(cluster: &str) -> Option<String> {
    (!cluster.is_empty()).then(|| format!("--clusters={cluster}"))
}

/// The cluster that is named in words for `sbatch`.
fn cluster_of_words(words: &[String]) -> Option<String> {
    let mut cluster = None;
    for (number, word) in words.iter().enumerate() {
        let next = || words.get(number + 1).map(String::as_str);
        let named = match word.as_str() {
            "-M" | "--clusters" | "--cluster" => next(),
            word => ["--clusters=", "--cluster=", "-M"]
                .iter()
                .find_map(|name| word.strip_prefix(name)),
        };
        cluster = named.map(str::to_string).or(cluster);
    }
    cluster
}

/// In pieces that are short enough for a command.
fn packed(words: impl Iterator<Item = String>) -> Vec<Vec<String>> {
    let mut lists: Vec<Vec<String>> = Vec::new();
    let mut length = 0;
    for word in words {
        length += word.len() + 1;
        match lists.last_mut() {
            Some(list) if length <= LONGEST_COMMAND => list.push(word),
            _ => {
                length = word.len() + 1;
                lists.push(vec![word]);
            }
        }
    }
    lists
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_queue_are_read() {
        let line = QueueLine::read("12_7 PENDING unspool-a launch failed requeued held").unwrap();
        assert_eq!((line.id.as_str(), line.phase), ("12_7", Phase::Waiting));
        assert!(line.is_held_for_good());
        let line = QueueLine::read("12_7 PENDING unspool-a BeginTime").unwrap();
        assert!(!line.is_held_for_good());
        let line = QueueLine::read("12_7 COMPLETING unspool-a None").unwrap();
        assert_eq!(line.phase, Phase::Running);
        assert!(QueueLine::read("CLUSTER: somewhere").is_none());
        assert!(QueueLine::read("").is_none());
    }

    #[test]
    fn long_commands_are_split() {
        let words = (0..100_000).map(|number: u32| number.to_string());
        let lists = packed(words);
        assert!(lists.len() > 1);
        assert!(
            lists
                .iter()
                .all(|list| list.join(",").len() <= LONGEST_COMMAND)
        );
        assert_eq!(lists.concat().len(), 100_000);
    }

    #[test]
    fn the_users_cluster_is_found() {
        let words = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<_>>();
        assert_eq!(cluster_of_words(&words("-p x -M y")).as_deref(), Some("y"));
        assert_eq!(
            cluster_of_words(&words("--clusters=y")).as_deref(),
            Some("y")
        );
        assert_eq!(cluster_of_words(&words("-p x")), None);
    }
}
