//! How the answer of a verifier is read: from what it printed, the files that it left, and its exit status.
//!
//! Each reader demands a positive sign for either answer and none for the other; all else is unknown, with the verifier's last words. Readers
//! never fail: whatever a verifier prints is input.

mod frama_c;
mod klee;
mod lines;
mod native;
mod states;

pub use lines::{Lines, Sign};

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use crate::answer::Answer;

/// The forms of answers.
#[derive(Clone, Copy, Debug)]
pub enum Reader {
    /// The text with states of CBMC and ESBMC.
    States,
    /// KLEE's messages and tests.
    Klee,
    /// Eva's alarms and summary.
    FramaC,
    /// What our own prelude prints.
    Native,
    /// A line that says it.
    Lines(Lines),
    /// There is nothing to run.
    None,
}

/// What a verifier has left that ended by itself.
#[derive(Clone, Debug)]
pub struct Evidence {
    pub exit_code: i32,
    pub output: PathBuf,
    pub errors: PathBuf,
    /// Its private folder, with the files that it wrote.
    pub folder: PathBuf,
}

pub fn read(reader: &Reader, evidence: &Evidence) -> Answer {
    match reader {
        Reader::States => states::read(evidence),
        Reader::Klee => klee::read(evidence),
        Reader::FramaC => frama_c::read(evidence),
        Reader::Native => native::read(evidence),
        Reader::Lines(lines) => lines::read(lines, evidence),
        Reader::None => Answer::unknown("there is nothing to run"),
    }
}

impl Evidence {
    /// No answer: what is strange, and the last words.
    fn unclear(&self, what: &str) -> Answer {
        let code = self.exit_code;
        let words = last_words(&[&self.output, &self.errors]);
        Answer::unknown(format!("{what}; it ended with exit status {code}{words}"))
    }

    /// All lines that it printed, those of errors last.
    fn lines(&self) -> impl Iterator<Item = String> {
        lines_of(&self.output).chain(lines_of(&self.errors))
    }
}

/// How many of its last lines are told.
const LAST_LINES: usize = 4;
const LONGEST_LINE: usize = 200;
/// How far from the end they are looked for, in bytes.
const NEAR_THE_END: u64 = 8192;

/// The last lines with something in them, as the end of a sentence. Files that say nothing are skipped.
pub(crate) fn last_words(files: &[&Path]) -> String {
    let mut words = Vec::new();
    for file in files {
        let text = near_end(file).unwrap_or_default();
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let last: Vec<&str> = lines.rev().take(LAST_LINES).collect();
        words.extend(last.iter().rev().map(|line| shortened(line)));
    }
    match words.is_empty() {
        true => String::new(),
        false => format!(": {}", words.join(" / ")),
    }
}

fn near_end(path: &Path) -> std::io::Result<String> {
    use std::io::{Read, Seek, SeekFrom};
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(NEAR_THE_END)))?;
    let mut bytes = Vec::new();
    file.take(NEAR_THE_END).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn shortened(line: &str) -> String {
    let printable = line.chars().filter(|c| !c.is_control());
    printable.take(LONGEST_LINE).collect()
}

/// The lines of a file, without their ends; none if it cannot be read.
fn lines_of(path: &Path) -> impl Iterator<Item = String> + use<> {
    let file = File::open(path).ok().map(BufReader::new);
    file.into_iter().flat_map(|mut file| {
        std::iter::from_fn(move || {
            let mut line = Vec::new();
            match file.read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => None,
                Ok(_) => Some(String::from_utf8_lossy(&line).trim_end().to_string()),
            }
        })
    })
}
