//! A log that another process is writing, maybe on another machine: what it says so far, read on as it grows.
//!
//! Only what was added is read each time, and only counts and hashes of names are kept. An instance counts once, however often it is told of: two processes may be writing, one of which was taken for dead.

use std::hash::BuildHasher;
use std::io;
use std::path::{Path, PathBuf};

use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::log::{INTERRUPTED, InstanceVerdict, Record, Tally, VERSION, read_from};

#[derive(Debug)]
pub struct FollowedLog {
    path: PathBuf,
    /// What is behind it has not been read.
    place: u64,
    said: Said,
    names: Names,
}

/// Hashes of the names of instances.
#[derive(Debug, Default)]
struct Names {
    decided: FxHashSet<u64>,
    unknown: FxHashSet<u64>,
}

/// What a log says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Said {
    /// What it is about, if that can be known.
    pub program: Option<String>,
    /// Another version wrote it, which may mean something else.
    pub is_foreign: bool,
    pub tally: Tally,
    /// The first instance without an answer, and why.
    pub unknown: Option<(String, String)>,
    /// How it ended, by itself.
    pub end: Option<String>,
}

/// How swarms end that have an answer.
pub const SAFE: &str = "no violation";
pub const UNSAFE: &str = "unsafe";
const ANSWERS: [&str; 2] = [SAFE, UNSAFE];

impl FollowedLog {
    pub fn new(path: PathBuf) -> FollowedLog {
        FollowedLog {
            path,
            place: 0,
            said: Said::default(),
            names: Names::default(),
        }
    }

    /// Somebody will go on with it: if it has ended without an answer to everything, that is no end.
    pub fn expect_more(&mut self) {
        let is_answer = |end: &str| ANSWERS.contains(&end);
        if !self.said.end.as_deref().is_some_and(is_answer) {
            self.said.end = None;
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn said(&self) -> &Said {
        &self.said
    }

    /// Reads what was added. A log that is not there says nothing.
    pub fn read_on(&mut self) -> io::Result<&Said> {
        let length = match std::fs::metadata(&self.path) {
            Ok(data) => data.len(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
            Err(error) => return Err(error),
        };
        if length < self.place {
            // Somebody has begun a new one.
            self.place = 0;
            self.said = Said::default();
            self.names = Names::default();
        }
        if length > self.place {
            let (said, names) = (&mut self.said, &mut self.names);
            self.place = read_from(&self.path, self.place, &mut |record| {
                said.hear(record, names);
            })?;
        }
        Ok(&self.said)
    }
}

impl Said {
    fn hear(&mut self, record: Record, names: &mut Names) {
        match record {
            Record::Start {
                program, version, ..
            } => {
                *self = Said {
                    program: Some(program),
                    is_foreign: version != VERSION,
                    ..Said::default()
                };
                *names = Names::default();
            }
            Record::Resumed(_) => {
                // They are asked again.
                names.unknown.clear();
                self.tally.unknown = 0;
                self.unknown = None;
                self.end = None;
            }
            Record::Instance(instance) => {
                let name = FxBuildHasher.hash_one(&instance.name);
                if names.decided.contains(&name) {
                    return;
                }
                if instance.verdict == InstanceVerdict::Unknown {
                    names.unknown.insert(name);
                } else {
                    names.unknown.remove(&name);
                    names.decided.insert(name);
                    self.tally.add(instance.verdict);
                }
                self.tally.unknown = names.unknown.len() as u64;
                if instance.verdict == InstanceVerdict::Unknown {
                    let what = instance.what.unwrap_or_default();
                    self.unknown.get_or_insert((instance.name, what));
                }
            }
            Record::End { verdict, .. } => {
                self.end = (verdict != INTERRUPTED).then_some(verdict);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::{InstanceRecord, Log};

    fn start() -> Record {
        Record::Start {
            version: VERSION,
            tool: String::new(),
            inputs: Vec::new(),
            program: "p".to_string(),
            fingerprint: "f".to_string(),
            instances: Some(3),
        }
    }

    fn instance(name: &str, verdict: InstanceVerdict) -> Record {
        Record::Instance(InstanceRecord {
            name: name.to_string(),
            verdict,
            what: Some("why".to_string()),
            seconds: 0.0,
            memory: None,
            worker: 0,
        })
    }

    #[test]
    fn what_is_added_is_read() {
        let folder = unspool_processes::ScratchFolder::create("followed").expect("a folder");
        let path = folder.path().join("log.jsonl");
        let mut followed = FollowedLog::new(path.clone());
        assert_eq!(followed.read_on().expect("no file"), &Said::default());
        let mut log = Log::create(&path).expect("a file");
        log.write(&start()).expect("disk");
        log.write(&instance("s0", InstanceVerdict::Implied))
            .expect("disk");
        log.write(&instance("s1", InstanceVerdict::Unknown))
            .expect("disk");
        let said = followed.read_on().expect("a file").clone();
        assert_eq!((said.tally.instances, said.tally.unknown), (1, 1));
        assert_eq!(said.unknown, Some(("s1".to_string(), "why".to_string())));
        assert_eq!(said.program.as_deref(), Some("p"));
        assert_eq!(followed.read_on().expect("a file"), &said);
        // Half of a line is none, and is read when the rest is there.
        let line = serde_json::to_string(&instance("s2", InstanceVerdict::Unsafe)).expect("JSON");
        let append = |text: &str| {
            use std::io::Write;
            let mut file = std::fs::OpenOptions::new()
                .append(true)
                .open(&path)
                .expect("a file");
            file.write_all(text.as_bytes()).expect("disk");
        };
        append(&line[..10]);
        assert_eq!(followed.read_on().expect("a file"), &said);
        append(&format!("{}\n", &line[10..]));
        assert_eq!(followed.read_on().expect("a file").tally.bugs, 1);
        // Whoever goes on asks about those without an answer again.
        log.write(&Record::Resumed(Tally {
            instances: 2,
            implied: 1,
            bugs: 1,
            unknown: 0,
        }))
        .expect("disk");
        log.write(&instance("s1", InstanceVerdict::Safe))
            .expect("disk");
        let said = followed.read_on().expect("a file").clone();
        assert_eq!((said.tally.instances, said.tally.unknown), (3, 0));
        assert_eq!((said.unknown, said.end), (None, None));
    }

    #[test]
    fn who_was_interrupted_has_not_ended() {
        let end = |verdict: &str| Record::End {
            verdict: verdict.to_string(),
            tally: Tally {
                instances: 7,
                ..Tally::default()
            },
            seconds: 1.0,
        };
        let mut log = FollowedLog::new(PathBuf::new());
        let mut hear = |record| log.said.hear(record, &mut log.names);
        hear(start());
        hear(end(INTERRUPTED));
        assert_eq!(log.said.end, None);
        let mut hear = |record| log.said.hear(record, &mut log.names);
        hear(instance("s0", InstanceVerdict::Safe));
        hear(end(SAFE));
        assert_eq!(log.said.end.as_deref(), Some(SAFE));
        log.expect_more();
        assert_eq!(log.said.end.as_deref(), Some(SAFE));
        log.said.hear(end("time limit"), &mut log.names);
        assert_eq!(log.said.end.as_deref(), Some("time limit"));
        log.expect_more();
        assert_eq!(
            (log.said.end.as_deref(), log.said.tally.instances),
            (None, 1)
        );
        // A new one in its place.
        log.said.hear(start(), &mut log.names);
        assert_eq!(log.said.tally, Tally::default());
    }

    #[test]
    fn what_two_processes_tell_counts_once() {
        let mut log = FollowedLog::new(PathBuf::new());
        for record in [
            start(),
            instance("s0", InstanceVerdict::Safe),
            instance("s1", InstanceVerdict::Unknown),
            instance("s0", InstanceVerdict::Safe),
            instance("s0", InstanceVerdict::Unknown),
            instance("s1", InstanceVerdict::Unknown),
            instance("s2", InstanceVerdict::Unsafe),
            instance("s2", InstanceVerdict::Unsafe),
        ] {
            log.said.hear(record, &mut log.names);
        }
        let tally = log.said.tally;
        assert_eq!((tally.instances, tally.bugs, tally.unknown), (2, 1, 1));
        let s1 = instance("s1", InstanceVerdict::Implied);
        log.said.hear(s1, &mut log.names);
        let tally = log.said.tally;
        assert_eq!((tally.instances, tally.implied, tally.unknown), (3, 1, 0));
        assert_eq!(tally.bugs, 1);
    }
}
