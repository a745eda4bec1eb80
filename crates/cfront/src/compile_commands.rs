//! `compile_commands.json`: which files a program consists of and how each is compiled.
//!
//! The format is that of Clang's compilation database: a list of objects with `directory`, `file`, and either
//! `arguments` (a list) or `command` (one string, quoted as for a shell). Of a command only the options of
//! [`crate::compiler_flags`] count. A file that is compiled several times counts once, the first way.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use unspool_ir::DataModel;

use crate::compiler_flags::{self, PassedFlag};

/// How one file is compiled. Paths are joined with the entry's directory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompileCommand {
    pub file: PathBuf,
    pub directory: PathBuf,
    pub flags: Vec<PassedFlag>,
    /// None where the command says nothing.
    pub data_model: Option<DataModel>,
}

/// Why a compilation database could not be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CompileCommandsError {
    #[error("this is not a compilation database: {0}")]
    NotADatabase(String),
    #[error("the compilation database has no entries")]
    Empty,
    #[error("the entry for `{file}` has neither `arguments` nor `command`")]
    NoCommand { file: String },
    #[error("the command for `{file}` has an unfinished quotation")]
    UnfinishedQuote { file: String },
    #[error("the command for `{file}` is incomplete: {what}")]
    Incomplete { file: String, what: String },
}

#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    arguments: Option<Vec<String>>,
    command: Option<String>,
}

/// Reads a database. `base` is the folder it lies in, for entries whose directory is relative.
pub fn parse(text: &[u8], base: &Path) -> Result<Vec<CompileCommand>, CompileCommandsError> {
    let entries: Vec<Entry> = serde_json::from_slice(text)
        .map_err(|error| CompileCommandsError::NotADatabase(error.to_string()))?;
    if entries.is_empty() {
        return Err(CompileCommandsError::Empty);
    }
    let mut commands: Vec<CompileCommand> = Vec::with_capacity(entries.len());
    for entry in entries {
        let command = read_entry(entry, base)?;
        if !commands.iter().any(|known| known.file == command.file) {
            commands.push(command);
        }
    }
    Ok(commands)
}

fn read_entry(entry: Entry, base: &Path) -> Result<CompileCommand, CompileCommandsError> {
    let name = || entry.file.display().to_string();
    let words = match (entry.arguments, entry.command) {
        (Some(arguments), _) => arguments,
        (None, Some(command)) => split_like_a_shell(&command)
            .ok_or_else(|| CompileCommandsError::UnfinishedQuote { file: name() })?,
        (None, None) => return Err(CompileCommandsError::NoCommand { file: name() }),
    };
    // The first word is the compiler.
    let mut picked = compiler_flags::pick(words.into_iter().skip(1)).map_err(|missing| {
        CompileCommandsError::Incomplete {
            file: name(),
            what: missing.to_string(),
        }
    })?;
    let directory = base.join(&entry.directory);
    for flag in &mut picked.flags {
        let path = directory.join(&flag.value);
        // `-include NAME` may also be found on the include path; then it must stay as it is.
        if flag.is_path && path.exists() {
            flag.value = path.to_string_lossy().into_owned();
        }
    }
    Ok(CompileCommand {
        file: directory.join(&entry.file),
        directory,
        flags: picked.flags,
        data_model: picked.data_model,
    })
}

/// Words as a POSIX shell would see them, without expansions. None if a quotation does not end.
fn split_like_a_shell(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = command.chars();
    while let Some(character) = characters.next() {
        match character {
            ' ' | '\t' | '\n' | '\r' => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next()? {
                        '\'' => break,
                        other => word.push(other),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next()? {
                        '"' => break,
                        '\\' => match characters.next()? {
                            escaped @ ('"' | '\\' | '$' | '`') => word.push(escaped),
                            '\n' => {}
                            other => word.extend(['\\', other]),
                        },
                        other => word.push(other),
                    }
                }
            }
            '\\' => match characters.next() {
                Some('\n') => {}
                Some(escaped) => word.get_or_insert_default().push(escaped),
                None => word.get_or_insert_default().push('\\'),
            },
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_a_shell_does() {
        let split = |text| split_like_a_shell(text).map(|words| words.join("|"));
        let expected = Some(r#"cc|-DA=b c|-DQ="x"|-DE=\n||z"#.to_string());
        assert_eq!(split(r#"cc '-DA=b c' -DQ=\"x\"  "-DE=\n" "" z"#), expected);
        assert_eq!(split("cc 'open"), None);
        assert_eq!(split("cc \"open\\"), None);
        assert_eq!(split(""), Some(String::new()));
    }

    #[test]
    fn entries_with_arguments_and_with_a_command() {
        let text = br#"[
            {"directory": "/nowhere/p", "file": "a.c", "arguments": ["cc", "-DX", "-m32", "-c", "a.c"], "output": "a.o"},
            {"directory": "/nowhere/p", "file": "/nowhere/q/b.c", "command": "cc -O2 -D'Y=1 2' -c b.c"},
            {"directory": "/nowhere/p", "file": "a.c", "arguments": ["cc", "-DZ", "a.c"]}
        ]"#;
        let commands = parse(text, Path::new("/")).expect("a database");
        let shown: Vec<String> = commands
            .iter()
            .map(|c| {
                let flags: Vec<String> = c.flags.iter().flat_map(|f| f.arguments()).collect();
                format!("{} {flags:?} {:?}", c.file.display(), c.data_model)
            })
            .collect();
        assert_eq!(
            shown,
            [
                r#"/nowhere/p/a.c ["-DX"] Some(Ilp32)"#,
                r#"/nowhere/q/b.c ["-DY=1 2"] None"#
            ]
        );
    }

    #[test]
    fn what_is_no_database_is_said_so() {
        let wrong = |text: &str| {
            parse(text.as_bytes(), Path::new("/"))
                .expect_err("not a database")
                .to_string()
        };
        assert!(wrong("{").starts_with("this is not a compilation database"));
        assert!(wrong("[]").contains("no entries"));
        assert!(wrong(r#"[{"directory": "/", "file": "a.c"}]"#).contains("neither"));
        assert!(
            wrong(r#"[{"directory": "/", "file": "a.c", "command": "cc 'x"}]"#)
                .contains("unfinished")
        );
        assert!(
            wrong(r#"[{"directory": "/", "file": "a.c", "command": "cc -I"}]"#)
                .contains("needs a value")
        );
    }
}
