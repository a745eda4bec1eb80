//! The log of a swarm: one line of JSON for each thing that is known, written as soon as it is.
//!
//! The first line says what the log is about, by a *fingerprint* of the program and of all options that matter; then there is one line for each instance with its verdict, time and memory; the last one says how it all ended, and
//! is missing if the swarm was killed. Lines are only ever appended, each by one write to a file opened for appending, and a line that was cut in the middle is no line: so a log is right whenever its
//! writer is killed, and whoever reads it knows which instances are done ([`read`]). What was read is enough to go on where the other one stopped.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

/// Of the format.
pub const VERSION: u32 = 1;

/// A line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "lowercase")]
pub enum Record {
    Start {
        version: u32,
        tool: String,
        inputs: Vec<String>,
        /// Of the bounded program, and of what is asked about it.
        program: String,
        /// Of the program and its instances.
        fingerprint: String,
        /// How many instances there are to be, if that is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        instances: Option<u64>,
    },
    Instance(InstanceRecord),
    /// Somebody has begun to go on with it: what counts of what stands above. The rest is asked again.
    Resumed(Tally),
    End {
        verdict: String,
        #[serde(flatten)]
        tally: Tally,
        seconds: f64,
    },
}

/// How many instances ended how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// That are decided.
    pub instances: u64,
    /// Of these, those that nobody had to ask about.
    pub implied: u64,
    /// Of these, those with a violation.
    pub bugs: u64,
    /// That have no answer.
    pub unknown: u64,
}

impl Tally {
    pub fn add(&mut self, verdict: InstanceVerdict) {
        match verdict {
            InstanceVerdict::Unknown => self.unknown += 1,
            InstanceVerdict::Safe | InstanceVerdict::Implied | InstanceVerdict::Unsafe => {
                self.instances += 1;
                self.implied += u64::from(verdict == InstanceVerdict::Implied);
                self.bugs += u64::from(verdict == InstanceVerdict::Unsafe);
            }
        }
    }

    pub fn join(&mut self, other: Tally) {
        self.instances += other.instances;
        self.implied += other.implied;
        self.bugs += other.bugs;
        self.unknown += other.unknown;
    }
}

/// The verdict of a last line that says that somebody wanted an end, not that there was one.
pub const INTERRUPTED: &str = "interrupted";

/// What came of an instance.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct InstanceRecord {
    pub name: String,
    pub verdict: InstanceVerdict,
    /// The property that is violated; or why there is no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    pub seconds: f64,
    /// Bytes: the most that the process, or the external verifier, had so far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
    /// Which worker.
    pub worker: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InstanceVerdict {
    /// It has no violation.
    Safe,
    /// The same, and nobody had to ask: what another instance has shown is enough.
    Implied,
    Unsafe,
    /// A limit came before an answer, or there is none.
    Unknown,
}

/// Appends to a log.
pub struct Log {
    file: File,
}

impl Log {
    /// A new one, in place of what is there.
    pub fn create(path: &Path) -> io::Result<Log> {
        File::create(path)?;
        Log::append(path)
    }

    /// Goes on with one. A line that was cut is ended first.
    pub fn append(path: &Path) -> io::Result<Log> {
        let mut file = OpenOptions::new().append(true).read(true).open(path)?;
        let length = file.metadata()?.len();
        if length > 0 {
            let mut last = [0];
            file.seek(SeekFrom::Start(length - 1))?;
            file.read_exact(&mut last)?;
            if last != *b"\n" {
                file.write_all(b"\n")?;
            }
        }
        Ok(Log { file })
    }

    pub fn write(&mut self, record: &Record) -> io::Result<()> {
        let mut line = serde_json::to_string(record)?;
        line.push('\n');
        self.file.write_all(line.as_bytes())
    }
}

/// Calls `hear` with each line that is whole, from a place in the file on. Others are left out: of them only the one that was cut can be there. Returns the place to read on from, when there is more.
pub fn read_from(path: &Path, place: u64, hear: &mut dyn FnMut(Record)) -> io::Result<u64> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(place))?;
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    let mut at = place;
    loop {
        line.clear();
        let length = reader.read_until(b'\n', &mut line)?;
        if !line.ends_with(b"\n") {
            return Ok(at);
        }
        at += length as u64;
        if let Ok(record) = serde_json::from_slice(&line) {
            hear(record);
        }
    }
}

/// All lines.
pub fn read(path: &Path, hear: &mut dyn FnMut(Record)) -> io::Result<()> {
    read_from(path, 0, hear).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> unspool_processes::ScratchFolder {
        unspool_processes::ScratchFolder::create("log").expect("a folder")
    }

    fn instance(name: &str) -> Record {
        Record::Instance(InstanceRecord {
            name: name.to_string(),
            verdict: InstanceVerdict::Safe,
            what: None,
            seconds: 0.25,
            memory: Some(4096),
            worker: 1,
        })
    }

    fn all(path: &Path) -> Vec<Record> {
        let mut found = Vec::new();
        read(path, &mut |record| found.push(record)).expect("a log");
        found
    }

    #[test]
    fn lines_are_read_back_whatever_was_cut() {
        let folder = folder();
        let path = folder.path().join("log.jsonl");
        let start = Record::Start {
            version: VERSION,
            tool: "0.1.0".to_string(),
            inputs: vec!["a.c".to_string()],
            program: "p".to_string(),
            fingerprint: "f".to_string(),
            instances: None,
        };
        let mut log = Log::create(&path).expect("a file");
        log.write(&start).expect("disk");
        log.write(&instance("s0")).expect("disk");
        let text = std::fs::read(&path).expect("a file");
        for cut in 0..=text.len() {
            std::fs::write(&path, &text[..cut]).expect("disk");
            let mut log = Log::append(&path).expect("a file");
            log.write(&instance("s1")).expect("disk");
            let found = all(&path);
            let whole = text[..cut].iter().filter(|byte| **byte == b'\n').count();
            // Cut just before its end, a line is whole once the end is there.
            let ended = usize::from(text.get(cut) == Some(&b'\n'));
            assert_eq!(found.len(), whole + ended + 1, "{cut}");
            assert_eq!(found.last(), Some(&instance("s1")));
            assert!(whole == 0 || found[0] == start);
        }
    }

    #[test]
    fn lines_are_one_object_each() {
        let line = serde_json::to_string(&instance("s7")).expect("JSON");
        assert_eq!(
            line,
            r#"{"record":"instance","name":"s7","verdict":"safe","seconds":0.25,"memory":4096,"worker":1}"#
        );
    }
}
