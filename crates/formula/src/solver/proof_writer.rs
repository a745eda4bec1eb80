//! Writes CaDiCaL's proofs to a file, in DRAT (Wetzler, Heule, Hunt, SAT 2014) or LRAT (Cruz-Filipe et al., CADE
//! 2017).
//!
//! CaDiCaL can do that itself, but not for how we use it. It numbers given and derived clauses alike as they come,
//! while LRAT gives the numbers 1 to n to the formula's clauses and larger ones to what is derived; and it deletes
//! clauses that it needs again when it is asked a second time. So we listen to its steps and write them such that
//! one file is a proof over *all* clauses that were ever added, however many `solve` calls there were:
//!
//! - A clause that CaDiCaL takes back when a variable is eliminated ("weakened") may return. It stays.
//! - A deletion that is not written makes a proof slower to check, never wrong: every step of CaDiCaL as we use it is
//!   implied by unit propagation, for which more clauses are no harm. The same holds for clauses that come later
//!   than a step: the checker knows them from the beginning.
//! - After an answer under assumptions the last step is the clause that not all failed assumptions hold. Without
//!   assumptions it is the empty clause.
//!
//! How many clauses the formula has is known only in the end. LRAT steps therefore go to a second file first,
//! beside the proof, in which given clauses count downwards from -1 and derived ones upwards from 1.
//! [`ProofWriter::finish`] turns that into LRAT and removes it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;

use cadical_sys::ProofTracer;
use rustc_hash::{FxHashMap, FxHashSet};

use super::SolverError;
use crate::dimacs::push_number;

/// A proof that a solver is to write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofFile {
    pub path: PathBuf,
    pub format: ProofFormat,
}

/// Both as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofFormat {
    /// Added and deleted clauses. Small and cheap; checkers have to search.
    Drat,
    /// The same with the clauses that each step follows from. Checkers only look.
    Lrat,
}

impl ProofFormat {
    pub(super) fn has_antecedents(self) -> bool {
        self == ProofFormat::Lrat
    }
}

pub(super) struct ProofWriter {
    file: ProofFile,
    /// `None` once the proof is finished.
    output: Option<BufWriter<File>>,
    /// The first thing that went wrong.
    error: Option<io::Error>,
    /// LRAT: CaDiCaL's number of a clause to ours: -1, -2, ... for given clauses, 1, 2, ... for derived ones.
    numbers: FxHashMap<i64, i64>,
    given: i64,
    derived: i64,
    /// Clauses that may return, by CaDiCaL's number.
    weakened: FxHashSet<i64>,
    line: Vec<u8>,
}

impl ProofWriter {
    pub(super) fn create(file: &ProofFile) -> Result<ProofWriter, SolverError> {
        let mut writer = ProofWriter {
            file: file.clone(),
            output: None,
            error: None,
            numbers: FxHashMap::default(),
            given: 0,
            derived: 0,
            weakened: FxHashSet::default(),
            line: Vec::new(),
        };
        // Both files, so that a path that cannot be written is known at once.
        for path in [writer.file.path.clone(), writer.steps_path()] {
            let output = File::create(&path).map_err(|error| SolverError::Write {
                path: path.display().to_string(),
                error,
            })?;
            writer.output = Some(BufWriter::new(output));
        }
        Ok(writer)
    }

    /// What could not be written so far.
    pub(super) fn check(&self) -> Result<(), SolverError> {
        match &self.error {
            None => Ok(()),
            // It stays: the file is wrong from then on.
            Some(error) => Err(SolverError::Write {
                path: self.file.path.display().to_string(),
                error: io::Error::new(error.kind(), error.to_string()),
            }),
        }
    }

    /// Completes the file. Does nothing the second time.
    pub(super) fn finish(&mut self) -> Result<(), SolverError> {
        let Some(mut output) = self.output.take() else {
            return self.check();
        };
        let mut written = output.flush();
        if self.file.format == ProofFormat::Lrat {
            if self.error.is_none() {
                written = written.and_then(|()| self.number_steps());
            }
            std::fs::remove_file(self.steps_path()).ok();
        }
        self.error = self.error.take().or(written.err());
        self.check()
    }

    /// Where steps go first: for DRAT it is the proof itself.
    fn steps_path(&self) -> PathBuf {
        match self.file.format {
            ProofFormat::Drat => self.file.path.clone(),
            ProofFormat::Lrat => {
                let mut name = self.file.path.clone().into_os_string();
                name.push(".steps");
                name.into()
            }
        }
    }

    /// From the file of steps to LRAT.
    fn number_steps(&self) -> io::Result<()> {
        let mut steps = BufReader::new(File::open(self.steps_path())?);
        let mut proof = BufWriter::new(File::create(&self.file.path)?);
        let final_number = |word: &str| {
            let number: i64 = word.parse().map_err(io::Error::other)?;
            Ok::<i64, io::Error>(match number {
                0 => 0,
                given if given < 0 => -given,
                derived => self.given + derived,
            })
        };
        let mut last = self.given;
        let mut line = String::new();
        while steps.read_line(&mut line)? > 0 {
            // `a NUMBER LITERALS 0 ANTECEDENTS 0` or `d NUMBER 0`.
            let mut words = line.split_ascii_whitespace();
            if words.next() == Some("d") {
                write!(proof, "{last} d")?;
            } else {
                last = final_number(words.next().unwrap_or_default())?;
                write!(proof, "{last}")?;
                for literal in words.by_ref() {
                    write!(proof, " {literal}")?;
                    if literal == "0" {
                        break;
                    }
                }
            }
            for word in words {
                write!(proof, " {}", final_number(word)?)?;
            }
            writeln!(proof)?;
            line.clear();
        }
        proof.flush()
    }

    fn add(&mut self, id: i64, witness: i32, clause: &[i32], antecedents: &[i64]) {
        self.line.clear();
        match self.file.format {
            ProofFormat::Drat => self.push_clause(clause),
            ProofFormat::Lrat => {
                self.derived += 1;
                self.numbers.insert(id, self.derived);
                self.line.extend_from_slice(b"a ");
                push_long_number(&mut self.line, self.derived);
                self.push_clause(clause);
                for antecedent in antecedents {
                    let Some(&number) = self.numbers.get(antecedent) else {
                        self.fail("a step follows from a clause that is not there");
                        return;
                    };
                    push_long_number(&mut self.line, number);
                }
                self.line.extend_from_slice(b"0");
            }
        }
        self.line.push(b'\n');
        if witness != 0 {
            self.fail("a step is not implied by the clauses before it");
        }
        self.write_line();
    }

    fn push_clause(&mut self, clause: &[i32]) {
        for &literal in clause {
            push_number(&mut self.line, literal);
            self.line.push(b' ');
        }
        self.line.extend_from_slice(b"0 ");
    }

    fn write_line(&mut self) {
        if let (Some(output), None) = (&mut self.output, &self.error) {
            self.error = output.write_all(&self.line).err();
        }
    }

    fn fail(&mut self, problem: &str) {
        self.error.get_or_insert_with(|| io::Error::other(problem));
    }
}

impl ProofTracer for ProofWriter {
    fn add_original_clause(&mut self, id: i64, _redundant: bool, _clause: &[i32], restored: bool) {
        if restored {
            self.weakened.remove(&id);
        } else if self.file.format == ProofFormat::Lrat {
            self.given += 1;
            self.numbers.insert(id, -self.given);
        }
    }

    fn add_derived_clause(
        &mut self,
        id: i64,
        _redundant: bool,
        witness: i32,
        clause: &[i32],
        antecedents: &[i64],
    ) {
        self.add(id, witness, clause, antecedents);
    }

    fn add_assumption_clause(&mut self, id: i64, clause: &[i32], antecedents: &[i64]) {
        self.add(id, 0, clause, antecedents);
    }

    fn delete_clause(&mut self, id: i64, _redundant: bool, clause: &[i32]) {
        if self.weakened.contains(&id) {
            return;
        }
        self.line.clear();
        self.line.extend_from_slice(b"d ");
        match self.file.format {
            ProofFormat::Drat => self.push_clause(clause),
            ProofFormat::Lrat => {
                let Some(number) = self.numbers.remove(&id) else {
                    return self.fail("a clause is deleted that is not there");
                };
                push_long_number(&mut self.line, number);
                self.line.extend_from_slice(b"0");
            }
        }
        self.line.push(b'\n');
        self.write_line();
    }

    fn weaken_minus(&mut self, id: i64, _clause: &[i32]) {
        self.weakened.insert(id);
    }

    fn strengthen(&mut self, _id: i64) {}
    fn finalize_clause(&mut self, _id: i64, _clause: &[i32]) {}
    fn add_assumption(&mut self, _literal: i32) {}
    fn add_constraint(&mut self, _clause: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn conclude_sat(&mut self, _conclusion_type: i32, _model: &[i32]) {}
    fn conclude_unsat(&mut self, _conclusion_type: i32, _clause_ids: &[i64]) {}
    fn conclude_unknown(&mut self, _trail: &[i32]) {}
}

/// The number and a space.
fn push_long_number(text: &mut Vec<u8>, number: i64) {
    match i32::try_from(number) {
        Ok(number) => push_number(text, number),
        Err(_) => text.extend_from_slice(number.to_string().as_bytes()),
    }
    text.push(b' ');
}
