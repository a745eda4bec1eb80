//! What is known of a run so far: one line of JSON for each tool and task, written as soon as it has ended.
//!
//! A line has a *key*: a hash of the tool's name, the property and the command line, of the limits and of the task's text, for Unspool also of the command itself.
//! Who starts again in the same folder runs only what has no line with its key. Lines are only appended, the last one of a key counts, and a line that was cut in
//! the middle is no line: so the file is right whenever its writer is killed.
//!
//! Verdicts are stored, not what they are worth: who corrects what is expected of a task need not run it again. The file is locked as long as somebody writes to
//! it, by the system, which forgets the lock when the writer ends however that happens.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::run_task::Measured;
use crate::selection::Task;
use crate::tool::{TaskLimits, Tool, ToolKind};
use crate::trouble::Trouble;

pub const FILE: &str = "rows.jsonl";

pub struct Store {
    path: PathBuf,
    file: Mutex<File>,
    known: HashMap<String, Measured>,
}

/// Task and tool are for people.
#[derive(Serialize, Deserialize)]
struct Line {
    key: String,
    tool: String,
    task: String,
    measured: Measured,
}

impl Store {
    /// In a folder, which is made.
    pub fn open(folder: &Path) -> Result<Store, Trouble> {
        std::fs::create_dir_all(folder)
            .map_err(|why| Trouble::with_file("make the folder", folder, &why))?;
        let path = folder.join(FILE);
        let cannot_open = |why: std::io::Error| Trouble::with_file("open", &path, &why);
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(&path);
        let mut file = file.map_err(cannot_open)?;
        if !lock(&file) {
            return Err(Trouble::new(
                format!(
                    "another `unspool bench` is writing to `{}`",
                    folder.display()
                ),
                "wait for its end, or give another folder: --output FOLDER",
            ));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(cannot_open)?;
        if !bytes.is_empty() && !bytes.ends_with(b"\n") {
            file.write_all(b"\n").map_err(cannot_open)?;
        }
        let lines = bytes.split(|byte| *byte == b'\n');
        let lines = lines.filter_map(|line| serde_json::from_slice::<Line>(line).ok());
        Ok(Store {
            path: path.clone(),
            file: Mutex::new(file),
            known: lines.map(|line| (line.key, line.measured)).collect(),
        })
    }

    pub fn known(&self, key: &str) -> Option<&Measured> {
        self.known.get(key)
    }

    pub fn add(
        &self,
        key: &str,
        tool: &Tool,
        task: &Task,
        measured: &Measured,
    ) -> Result<(), Trouble> {
        let line = Line {
            key: key.to_string(),
            tool: tool.name.clone(),
            task: task.path.clone(),
            measured: measured.clone(),
        };
        // Plain data always has a JSON form.
        let mut text = serde_json::to_string(&line).unwrap_or_default();
        text.push('\n');
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(text.as_bytes())
            .map_err(|why| Trouble::with_file("write to", &self.path, &why))
    }
}

/// Of a command line, and what is asked. `content` is a hash of the task's text.
pub fn key(
    tool: &Tool,
    task: &Task,
    options: &[String],
    limits: &TaskLimits,
    content: &str,
) -> String {
    let words = tool.command(task, options, Path::new("{scratch}"), limits);
    let executable = match &tool.kind {
        ToolKind::Unspool { command, .. } => stamp(command),
        ToolKind::Described(_) => String::new(),
    };
    let signs = match &tool.kind {
        ToolKind::Unspool { .. } => String::new(),
        ToolKind::Described(description) => format!("{:?}", description.signs),
    };
    let asked = (&tool.name, &task.property);
    let parts = format!("{asked:?} {words:?} {executable} {signs} {limits:?} {content}");
    hex(&Sha256::digest(parts.as_bytes()))
}

/// Of what a file contains; nothing if it cannot be read.
pub fn content(path: &Path) -> String {
    std::fs::read(path).map_or(String::new(), |bytes| hex(&Sha256::digest(&bytes)))
}

/// What changes when a program is built anew.
fn stamp(path: &Path) -> String {
    let data = std::fs::metadata(path);
    data.map_or(String::new(), |data| {
        format!("{} {:?}", data.len(), data.modified().ok())
    })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether nobody else has it.
#[cfg(unix)]
fn lock(file: &File) -> bool {
    use rustix::fs::{FlockOperation, flock};
    flock(file, FlockOperation::NonBlockingLockExclusive).is_ok()
}

#[cfg(not(unix))]
fn lock(_: &File) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use unspool_processes::ScratchFolder;

    use super::*;
    use crate::built_in_tools;
    use crate::run_task::tests::measured;
    use crate::task_table::DataModel;

    fn task() -> Task {
        Task {
            category: "all".to_string(),
            path: "a.c".to_string(),
            file: PathBuf::from("a.c"),
            property: "unreach-call".to_string(),
            properties: vec!["unreach-call".to_string()],
            expected: true,
            data_model: DataModel::Lp64,
            options: vec![Vec::new()],
            shown: Vec::new(),
        }
    }

    #[test]
    fn what_was_cut_is_run_again() {
        let scratch = ScratchFolder::create("store-test").unwrap();
        let folder = scratch.path();
        let tool = built_in_tools::named("cc", Path::new("")).unwrap();
        let store = Store::open(folder).unwrap();
        assert!(
            Store::open(folder)
                .err()
                .unwrap()
                .message
                .contains("another")
        );
        for key in ["1", "2"] {
            store.add(key, &tool, &task(), &measured(1.5)).unwrap();
        }
        drop(store);
        let file = folder.join(FILE);
        let text = std::fs::read(&file).unwrap();
        std::fs::write(&file, &text[..text.len() - 9]).unwrap();

        let store = Store::open(folder).unwrap();
        assert_eq!(store.known("1").unwrap().cpu_seconds, Some(1.5));
        assert_eq!(store.known("2"), None);
        store.add("2", &tool, &task(), &measured(2.5)).unwrap();
        store.add("1", &tool, &task(), &measured(3.5)).unwrap();
        drop(store);

        let store = Store::open(folder).unwrap();
        assert_eq!(store.known("1").unwrap().cpu_seconds, Some(3.5));
        assert_eq!(store.known("2").unwrap().cpu_seconds, Some(2.5));
    }

    #[test]
    fn keys_tell_apart_what_matters() {
        let tool = built_in_tools::named("cbmc", Path::new("")).unwrap();
        let limits = |seconds| TaskLimits {
            time: Duration::from_secs(seconds),
            memory: None,
        };
        let options = ["--unwind".to_string(), "5".to_string()];
        let one = key(&tool, &task(), &[], &limits(1), "x");
        assert_eq!(one, key(&tool, &task(), &[], &limits(1), "x"));
        assert_ne!(one, key(&tool, &task(), &options, &limits(1), "x"));
        assert_ne!(one, key(&tool, &task(), &[], &limits(2), "x"));
        assert_ne!(one, key(&tool, &task(), &[], &limits(1), "y"));
        let mut other = task();
        other.expected = false;
        assert_eq!(one, key(&tool, &other, &[], &limits(1), "x"));
        other.data_model = DataModel::Ilp32;
        assert_ne!(one, key(&tool, &other, &[], &limits(1), "x"));
        let mut other = task();
        other.property = "no-data-race".to_string();
        assert_ne!(one, key(&tool, &other, &[], &limits(1), "x"));
    }
}
