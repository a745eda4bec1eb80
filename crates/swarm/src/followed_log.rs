//! A log that another process is writing, maybe on another machine: what it says so far, read on as it grows.
//!
//! Only what was added is read each time, and only counts are kept. A log that goes on after its writer was killed counts anew from where somebody went on with it, since that is told there.

use std::io;
use std::path::{Path, PathBuf};

use crate::log::{INTERRUPTED, InstanceVerdict, Record, Tally, VERSION, read_from};

#[derive(Debug)]
pub struct FollowedLog {
    path: PathBuf,
    /// What is behind it has not been read.
    place: u64,
    said: Said,
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
    /// Instances with a violation, the first ones.
    pub found: Vec<String>,
    /// How it ended, by itself.
    pub end: Option<String>,
}

/// More names than anybody wants to read.
const MOST_NAMES: usize = 20;

impl FollowedLog {
    pub fn new(path: PathBuf) -> FollowedLog {
        FollowedLog {
            path,
            place: 0,
            said: Said::default(),
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
        }
        if length > self.place {
            let said = &mut self.said;
            self.place = read_from(&self.path, self.place, &mut |record| said.hear(record))?;
        }
        Ok(&self.said)
    }
}

impl Said {
    fn hear(&mut self, record: Record) {
        match record {
            Record::Start {
                program, version, ..
            } => {
                *self = Said {
                    program: Some(program),
                    is_foreign: version != VERSION,
                    ..Said::default()
                }
            }
            Record::Resumed(tally) => {
                self.tally = tally;
                self.unknown = None;
                self.end = None;
            }
            Record::Instance(instance) => {
                self.tally.add(instance.verdict);
                let what = instance.what.unwrap_or_default();
                match instance.verdict {
                    InstanceVerdict::Unknown => {
                        self.unknown.get_or_insert((instance.name, what));
                    }
                    InstanceVerdict::Unsafe
                        if self.found.len() < MOST_NAMES
                            && !self.found.contains(&instance.name) =>
                    {
                        self.found.push(instance.name);
                    }
                    _ => {}
                }
            }
            Record::End { verdict, tally, .. } => {
                self.tally = tally;
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
        assert_eq!(followed.read_on().expect("a file").found, ["s2"]);
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
        let mut said = Said::default();
        said.hear(start());
        said.hear(end(INTERRUPTED));
        assert_eq!((said.end.as_deref(), said.tally.instances), (None, 7));
        said.hear(end("no violation"));
        assert_eq!(said.end.as_deref(), Some("no violation"));
        // A new one in its place.
        said.hear(start());
        assert_eq!((said.end, said.tally), (None, Tally::default()));
    }
}
