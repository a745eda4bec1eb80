//! Checks LRAT proofs (Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp: Efficient Certified RAT Verification,
//! CADE 2017).
//!
//! An LRAT step adds a clause and names earlier clauses by number, in an order such that assuming the new clause to
//! be false makes each of them a unit in turn and the last one false. Checking a step is reading those clauses: no
//! search, no watched literals, nothing that could be subtly wrong. This file shares no code with any solver.
//!
//! Only such steps are accepted ("reverse unit propagation"), not the more general RAT, which CaDiCaL as we set it
//! up does not use. So every accepted clause *follows* from the formula, and a proof may aim at any clause: the empty
//! one for an unsatisfiable formula, or `¬a ∨ ¬b` for one that is unsatisfiable if `a` and `b` are assumed.

use std::io::{self, BufRead};
use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::dimacs::Formula;
use crate::literal::Literal;

/// Whether `proof`, as text, derives a clause from `formula` all of whose literals are in `goal`. With an empty goal
/// that is unsatisfiability. All steps are checked, also those that the goal does not need.
pub fn check_lrat(
    formula: &Formula,
    proof: impl BufRead,
    goal: &[Literal],
) -> Result<(), ProofError> {
    let mut checker = Checker::new(formula, goal);
    for line in proof.lines() {
        checker.line += 1;
        checker.check_line(&line?)?;
    }
    if checker.reached_goal {
        Ok(())
    } else {
        Err(ProofError::Incomplete)
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    #[error("line {line} of the proof: {problem}")]
    Step { line: usize, problem: String },
    #[error("the proof ends without the clause that it should derive")]
    Incomplete,
    #[error("cannot read the proof: {0}")]
    Read(#[from] io::Error),
}

struct Checker {
    line: usize,
    /// Where in `literals` each clause is that was not deleted.
    clauses: FxHashMap<u64, Range<usize>>,
    literals: Vec<i32>,
    /// Literals in clauses that are deleted.
    garbage: usize,
    last_number: u64,
    /// What literals are assumed or found to be in the current step, by variable: 1, -1 or 0.
    values: Vec<i8>,
    /// The variables that have a value.
    valued: Vec<usize>,
    goal: Vec<i32>,
    reached_goal: bool,
}

impl Checker {
    fn new(formula: &Formula, goal: &[Literal]) -> Checker {
        let mut checker = Checker {
            line: 0,
            clauses: FxHashMap::default(),
            literals: Vec::new(),
            garbage: 0,
            last_number: 0,
            values: vec![0; formula.number_of_variables() as usize + 1],
            valued: Vec::new(),
            goal: goal.iter().map(|l| l.to_dimacs()).collect(),
            reached_goal: false,
        };
        for clause in formula.clauses() {
            checker.insert(checker.last_number + 1, clause);
        }
        checker
    }

    /// `NUMBER LITERALS 0 NUMBERS 0` or `NUMBER d NUMBERS 0`.
    fn check_line(&mut self, line: &str) -> Result<(), ProofError> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            [] | ["c", ..] => Ok(()),
            [_, "d", ref numbers @ .., "0"] => self.delete(numbers),
            [number, ref rest @ .., "0"] => {
                let Some(end) = rest.iter().position(|&word| word == "0") else {
                    return Err(self.error("no 0 behind the clause"));
                };
                let number = self.parse_number(number)?;
                if number <= self.last_number {
                    return Err(self.error("numbers of clauses have to grow"));
                }
                let clause = self.parse_clause(&rest[..end])?;
                self.check_step(&clause, &rest[end + 1..])?;
                self.insert(number, &clause);
                Ok(())
            }
            _ => Err(self.error("no 0 at the end")),
        }
    }

    fn check_step(&mut self, clause: &[i32], antecedents: &[&str]) -> Result<(), ProofError> {
        // A clause with a literal and its negation is true anyway; here it is a contradiction at once.
        let mut contradiction = false;
        for &literal in clause {
            contradiction |= self.value(literal) > 0;
            self.set(-literal);
        }
        for word in antecedents {
            if contradiction {
                break;
            }
            contradiction = self.propagate(word)?;
        }
        for variable in self.valued.drain(..) {
            self.values[variable] = 0;
        }
        match contradiction {
            true => Ok(()),
            false => Err(self.error("the clauses that it names do not imply the new one")),
        }
    }

    /// Whether the clause is false. If it is not, it has to leave one literal, which is then true.
    fn propagate(&mut self, word: &str) -> Result<bool, ProofError> {
        if word.starts_with('-') {
            return Err(self.error("a RAT step, which we do not accept"));
        }
        let number = self.parse_number(word)?;
        let Some(range) = self.clauses.get(&number).cloned() else {
            return Err(self.error(&format!("there is no clause {number}")));
        };
        let mut unit = None;
        for position in range {
            let literal = self.literals[position];
            if self.value(literal) < 0 || unit == Some(literal) {
                continue;
            }
            if unit.is_some() {
                return Err(self.error(&format!("clause {number} is not a unit here")));
            }
            unit = Some(literal);
        }
        if let Some(literal) = unit {
            self.set(literal);
        }
        Ok(unit.is_none())
    }

    fn insert(&mut self, number: u64, clause: &[i32]) {
        self.reached_goal |= clause.iter().all(|literal| self.goal.contains(literal));
        let start = self.literals.len();
        self.literals.extend_from_slice(clause);
        self.clauses.insert(number, start..self.literals.len());
        self.last_number = number;
    }

    fn delete(&mut self, numbers: &[&str]) -> Result<(), ProofError> {
        for word in numbers {
            let number = self.parse_number(word)?;
            match self.clauses.remove(&number) {
                Some(range) => self.garbage += range.len(),
                None => return Err(self.error(&format!("there is no clause {number}"))),
            }
        }
        if self.garbage > self.literals.len() / 2 {
            self.collect_garbage();
        }
        Ok(())
    }

    fn collect_garbage(&mut self) {
        let mut kept = Vec::with_capacity(self.literals.len() - self.garbage);
        for range in self.clauses.values_mut() {
            let start = kept.len();
            kept.extend_from_slice(&self.literals[range.clone()]);
            *range = start..kept.len();
        }
        self.literals = kept;
        self.garbage = 0;
    }

    fn value(&self, literal: i32) -> i8 {
        let value = self.values[literal.unsigned_abs() as usize];
        if literal < 0 { -value } else { value }
    }

    fn set(&mut self, literal: i32) {
        let variable = literal.unsigned_abs() as usize;
        if self.values[variable] == 0 {
            self.valued.push(variable);
        }
        self.values[variable] = if literal < 0 { -1 } else { 1 };
    }

    fn parse_number(&self, word: &str) -> Result<u64, ProofError> {
        word.parse()
            .map_err(|_| self.error(&format!("`{word}` is not the number of a clause")))
    }

    fn parse_clause(&self, words: &[&str]) -> Result<Vec<i32>, ProofError> {
        let literal = |word: &&str| match word.parse::<i32>() {
            Ok(number) if (number.unsigned_abs() as usize) < self.values.len() => Ok(number),
            _ => Err(self.error(&format!("`{word}` is not a literal of the formula"))),
        };
        words.iter().map(literal).collect()
    }

    fn error(&self, problem: &str) -> ProofError {
        ProofError::Step {
            line: self.line,
            problem: problem.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All four clauses over two variables.
    const FORMULA: &str = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";
    const PROOF: &str = "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n";

    fn check(formula: &str, proof: &str, goal: &[i32]) -> Result<(), String> {
        let formula = Formula::read(formula.as_bytes()).unwrap();
        let goal: Vec<Literal> = goal
            .iter()
            .map(|&n| Literal::from_dimacs(n).unwrap())
            .collect();
        check_lrat(&formula, proof.as_bytes(), &goal).map_err(|e| e.to_string())
    }

    #[test]
    fn a_proof_is_accepted() {
        check(FORMULA, PROOF, &[]).unwrap();
        check(FORMULA, "5 1 0 1 2 0\n", &[1]).unwrap();
        check("p cnf 0 1\n0\n", "", &[]).unwrap();
    }

    #[test]
    fn what_is_not_a_proof_is_refused() {
        let cases = [
            ("", "the proof ends without"),
            ("5 1 0 1 2 0\n", "the proof ends without"),
            ("5 0 0\n", "line 1 of the proof: the clauses that it names"),
            (
                "5 1 0 1 0\n",
                "line 1 of the proof: the clauses that it names",
            ),
            (
                "5 1 0 1 3 0\n",
                "line 1 of the proof: clause 3 is not a unit",
            ),
            (
                "5 -1 0 1 2 0\n",
                "line 1 of the proof: clause 1 is not a unit",
            ),
            (
                "5 0 1 2 3 4 0\n",
                "line 1 of the proof: clause 1 is not a unit",
            ),
            ("5 1 0 1 7 0\n", "line 1 of the proof: there is no clause 7"),
            ("4 1 0 1 2 0\n", "line 1 of the proof: numbers of clauses"),
            ("5 1 0 -1 2 0\n", "line 1 of the proof: a RAT step"),
            ("5 3 0 1 2 0\n", "line 1 of the proof: `3` is not a literal"),
            ("5 1 0 1 2\n", "line 1 of the proof: no 0 at the end"),
            ("5 1 0\n", "line 1 of the proof: no 0 behind the clause"),
            (
                "1 d 1 0\n5 1 0 1 2 0\n",
                "line 2 of the proof: there is no clause 1",
            ),
            ("1 d 9 0\n", "line 1 of the proof: there is no clause 9"),
        ];
        for (proof, expected) in cases {
            let error = check(FORMULA, proof, &[]).unwrap_err();
            assert!(error.starts_with(expected), "{proof:?}: {error}");
        }
    }

    #[test]
    fn a_literal_that_is_true_satisfies_a_clause() {
        // Not a unit: its literal is true already, which must not count as progress towards a contradiction.
        let formula = "p cnf 2 2\n1 0\n1 2 0\n";
        assert!(check(formula, "3 2 0 1 2 0\n", &[2]).is_err());
    }

    #[test]
    fn a_goal_has_to_be_met_whole() {
        check(FORMULA, "5 1 0 1 2 0\n", &[1, 2]).unwrap();
        assert!(check(FORMULA, "5 1 0 1 2 0\n", &[2]).is_err());
        assert!(check(FORMULA, "5 1 0 1 2 0\n", &[-1]).is_err());
    }
}
