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
        fingerprint: String,
        /// How many instances there are to be, if that is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        instances: Option<u64>,
    },
    Instance(InstanceRecord),
    /// Somebody has begun to go on with it.
    Resumed {
        instances: u64,
    },
    End {
        verdict: String,
        instances: u64,
        bugs: u64,
        seconds: f64,
    },
}

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
    /// It was cut into parts, which have lines of their own.
    Split,
}

impl InstanceVerdict {
    /// As logs spell it.
    pub fn name(self) -> &'static str {
        match self {
            InstanceVerdict::Safe => "safe",
            InstanceVerdict::Implied => "implied",
            InstanceVerdict::Unsafe => "unsafe",
            InstanceVerdict::Unknown => "unknown",
            InstanceVerdict::Split => "split",
        }
    }

    /// Whether there is nothing left to ask.
    pub fn is_final(self) -> bool {
        self != InstanceVerdict::Unknown
    }
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

/// Calls `hear` with each line that is whole. Others are left out: of them only the one that was cut can be there.
pub fn read(path: &Path, hear: &mut dyn FnMut(Record)) -> io::Result<()> {
    let mut reader = BufReader::new(File::open(path)?);
    let mut line = Vec::new();
    loop {
        line.clear();
        if reader.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if line.ends_with(b"\n")
            && let Ok(record) = serde_json::from_slice(&line)
        {
            hear(record);
        }
    }
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
