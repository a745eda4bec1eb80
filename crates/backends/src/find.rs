//! What is installed on this machine.
//!
//! A verifier is looked for in the folders of `PATH` by its names, or is whatever the user names instead. It is asked for its version, since the words
//! that it understands may depend on that; it gets a few seconds for the answer, and one that cannot tell is taken as new.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use unspool_processes::{Ended, Limits, ScratchFolder};

use crate::table::Backend;

/// Java machines take their time.
const TIME_FOR_A_VERSION: Duration = Duration::from_secs(20);

/// What a version may need to be told: bytes.
const LONGEST_VERSION: u64 = 1 << 20;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    pub path: PathBuf,
    pub version: Option<Version>,
}

/// Numbers, and the text they were read from, such as `5.12` or `0.3.0-dev`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Version {
    pub numbers: Vec<u32>,
    pub text: String,
}

impl fmt::Display for Version {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

#[derive(Debug, thiserror::Error)]
pub enum FindError {
    #[error("{full_name} is not installed: there is no `{executable}` in the folders of PATH")]
    NotInstalled {
        full_name: &'static str,
        executable: &'static str,
        how_to_get: &'static str,
    },
    #[error("there is no program `{0}`")]
    NoSuchProgram(String),
    #[error(
        "`{name}` is no program that could be run: programs are written for it with `unspool seq --for {name}`"
    )]
    NotRunnable { name: &'static str },
}

impl FindError {
    /// What to do about it.
    pub fn help(&self) -> String {
        match self {
            FindError::NotInstalled { how_to_get, .. } => {
                format!("{how_to_get}; --backend-command PATH names a program elsewhere")
            }
            FindError::NoSuchProgram(_) => {
                "give the path of the verifier's program, or its name in PATH".to_string()
            }
            FindError::NotRunnable { .. } => "`unspool backends` lists those that can".to_string(),
        }
    }
}

/// Where the verifier is, and which version. `command` is what the user calls it, a path or a name.
pub fn find(backend: &Backend, command: Option<&str>) -> Result<Found, FindError> {
    let Some(first) = backend.executables.first() else {
        return Err(FindError::NotRunnable { name: backend.name });
    };
    let path = match command {
        Some(command) => {
            program(command).ok_or_else(|| FindError::NoSuchProgram(command.to_string()))?
        }
        None => backend
            .executables
            .iter()
            .find_map(|name| program(name))
            .ok_or(FindError::NotInstalled {
                full_name: backend.full_name,
                executable: first,
                how_to_get: backend.how_to_get,
            })?,
    };
    let version = version(&path, backend.version_arguments);
    Ok(Found { path, version })
}

/// The file that a shell would run by this name.
pub fn program(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return is_program(Path::new(name)).then(|| PathBuf::from(name));
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders)
        .map(|folder| folder.join(name))
        .find(|path| is_program(path))
}

fn is_program(path: &Path) -> bool {
    let Ok(data) = path.metadata() else {
        return false;
    };
    #[cfg(unix)]
    let is_executable = std::os::unix::fs::PermissionsExt::mode(&data.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    let is_executable = true;
    data.is_file() && is_executable
}

fn version(path: &Path, arguments: &[&str]) -> Option<Version> {
    let folder = ScratchFolder::create("backend").ok()?;
    let limits = Limits {
        deadline: Instant::now().checked_add(TIME_FOR_A_VERSION),
        memory: None,
        files: LONGEST_VERSION,
    };
    let path = std::path::absolute(path).ok()?;
    let mut command = Command::new(path);
    // Some leave files behind where they are started.
    command.args(arguments).current_dir(folder.path());
    let (ended, printed) =
        unspool_processes::run(&mut command, folder.path(), &limits, &|| false).ok()?;
    match ended {
        Ended::Exited(_) => version_in(&printed.end(LONGEST_VERSION)),
        _ => None,
    }
}

/// The first word with numbers and a dot between them, or else the first word of a single line (the hash of a revision).
fn version_in(text: &str) -> Option<Version> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | '~');
    let mut words = text.split(|c: char| !is_part(c));
    if let Some(version) = words.find_map(version_of_word) {
        return Some(version);
    }
    let text = text.trim();
    let is_word = !text.is_empty() && text.chars().all(is_part);
    is_word.then(|| Version {
        numbers: Vec::new(),
        text: text.to_string(),
    })
}

fn version_of_word(word: &str) -> Option<Version> {
    let word = word.trim_end_matches(['.', '-']);
    // Some write `v7.4`.
    let digits = word.strip_prefix('v').unwrap_or(word);
    let end = digits.find(|c: char| !(c.is_ascii_digit() || c == '.'));
    let head = digits.get(..end.unwrap_or(digits.len()))?;
    let numbers = head.trim_end_matches('.').split('.');
    let numbers: Vec<u32> = numbers.map(|n| n.parse().ok()).collect::<Option<_>>()?;
    (numbers.len() > 1).then(|| Version {
        numbers,
        text: digits.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions() {
        let read = |text: &str| {
            let version = version_in(text)?;
            Some((version.text, version.numbers))
        };
        let some = |text: &str, numbers: &[u32]| Some((text.to_string(), numbers.to_vec()));
        assert_eq!(read("5.12 (cbmc-5.12)"), some("5.12", &[5, 12]));
        assert_eq!(
            read("ESBMC version 7.4.0 64-bit x86_64 linux"),
            some("7.4.0", &[7, 4, 0])
        );
        assert_eq!(
            read("KLEE 3.1 (https://klee.github.io)\n  Build mode: Release"),
            some("3.1", &[3, 1])
        );
        assert_eq!(read("SMACK version 2.8.0"), some("2.8.0", &[2, 8, 0]));
        assert_eq!(
            read("CPAchecker 4.0-svn (OpenJDK 64-Bit Server VM 17.0.9)"),
            some("4.0-svn", &[4, 0])
        );
        assert_eq!(read("version v6.8."), some("6.8", &[6, 8]));
        assert_eq!(read("839c364b\n"), some("839c364b", &[]));
        assert_eq!(read("no such option"), None);
        assert_eq!(read(""), None);
    }
}
