//! The command as a user calls it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::tools;

/// What came of a call.
pub struct Said {
    pub code: i32,
    pub output: String,
    pub errors: String,
}

/// A folder with files in which the command is called.
pub struct Workplace {
    pub folder: PathBuf,
}

impl Workplace {
    pub fn new(name: &str) -> Workplace {
        Workplace {
            folder: tools::folder(name),
        }
    }

    pub fn with(self, name: &str, text: impl AsRef<[u8]>) -> Workplace {
        let path = self.folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
        self
    }

    /// Calls `unspool` with the words of `line`.
    pub fn call(&self, line: &str) -> Said {
        self.call_with(line, "")
    }

    pub fn call_with(&self, line: &str, input: &str) -> Said {
        let words: Vec<&str> = line.split_whitespace().collect();
        call_in(&self.folder, &words, input)
    }
}

pub fn call_in(folder: &Path, words: &[&str], input: &str) -> Said {
    let mut child = Command::new(env!("CARGO_BIN_EXE_unspool"))
        .args(words)
        .current_dir(folder)
        .env_remove("CC")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A command that needs no input closes it.
    stdin.write_all(input.as_bytes()).ok();
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    Said {
        code: output.status.code().expect("no signal ended it"),
        output: String::from_utf8_lossy(&output.stdout).into_owned(),
        errors: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

impl Said {
    /// Checks the code, and that each part occurs in what was said on standard error.
    #[track_caller]
    pub fn expect(self, code: i32, parts: &[&str]) -> Said {
        let shown = format!("{}\n--- standard output\n{}", self.errors, self.output);
        assert_eq!(self.code, code, "{shown}");
        for part in parts {
            assert!(
                self.errors.contains(part),
                "`{part}` is missing in:\n{shown}"
            );
        }
        self
    }
}
