//! What tasks run, as a shell script.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::scheduler::ClusterError;
use super::shell::{quoted, quoted_with_task};

/// The program of all tasks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Work {
    /// The program and its arguments. `{task}` stands for the number of the task, wherever it occurs in a word.
    pub words: Vec<String>,
    /// Where it runs.
    pub directory: PathBuf,
}

/// What a task prints: each time that it runs, behind what it printed the last time.
pub fn output_file(folder: &Path, task: u32) -> PathBuf {
    folder.join(format!("task-{task}.out"))
}

impl Work {
    /// For one task. Its output goes to a file of the folder: where else it would go is the scheduler's secret.
    pub(super) fn script_for_task(&self, task: u32, folder: &Path) -> Result<String, ClusterError> {
        let output = output_file(folder, task);
        let output = quoted(text_of(&output)?);
        let prepare = format!("exec >>{output} 2>&1");
        self.script(&prepare, &task.to_string())
    }

    /// For a Slurm array. Its argument is the number of the task that is the array's number 0.
    pub(super) fn script_for_array(&self) -> Result<String, ClusterError> {
        self.script("task=$(($1 + SLURM_ARRAY_TASK_ID))", "\"$task\"")
    }

    fn script(&self, prepare: &str, task: &str) -> Result<String, ClusterError> {
        let directory = std::path::absolute(&self.directory)
            .map_err(|error| write_error(&self.directory, error))?;
        // Not an option, as it begins with a slash.
        let directory = quoted(text_of(&directory)?);
        let words: Vec<String> = self
            .words
            .iter()
            .map(|word| quoted_with_task(word, task))
            .collect();
        let words = words.join(" ");
        Ok(format!(
            "#!/bin/sh\n{prepare}\ncd {directory} || exit 1\nexec {words}\n"
        ))
    }
}

/// Writes a script that can be run, in such a way that whoever reads it sees either the old one or the new one.
pub(super) fn write_script(path: &Path, text: &str) -> Result<(), ClusterError> {
    let write = || {
        let new = path.with_extension("sh.new");
        let mut file = std::fs::File::create(&new)?;
        file.write_all(text.as_bytes())?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            file.set_permissions(std::fs::Permissions::from_mode(0o755))?;
        }
        drop(file);
        std::fs::rename(new, path)
    };
    write().map_err(|error| write_error(path, error))
}

pub(super) fn write_error(path: &Path, error: std::io::Error) -> ClusterError {
    ClusterError::Write {
        path: path.display().to_string(),
        error,
    }
}

pub(super) fn text_of(path: &Path) -> Result<&str, ClusterError> {
    path.to_str()
        .ok_or_else(|| ClusterError::Name(path.display().to_string()))
}
