//! Formulas in DIMACS, the text that every SAT solver reads.
//!
//! A [`Formula`] takes clauses as a solver does and keeps them as they come, so that they can be written with the
//! right counts in the header, given to a solver, or compared with a model or a proof. It stores DIMACS numbers one
//! after the other, each clause ended by 0: four bytes per literal and four per clause.
//!
//! The reader is as lenient as solvers are: a clause may span lines, comments may stand anywhere, there may be
//! fewer variables than the header says. It is strict where a file is probably damaged: too few or too many
//! clauses, variables beyond the header's, a last clause without its 0.

use std::io::{self, BufRead, Write};

use crate::literal::{Literal, Variable};
use crate::solver::Clauses;

/// Clauses, in the order in which they were added.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Formula {
    variables: u32,
    clauses: usize,
    numbers: Vec<i32>,
}

/// What is wrong with a text of DIMACS, and in which line (from 1).
#[derive(Debug, thiserror::Error)]
pub enum DimacsError {
    #[error("line {line}: {problem}")]
    Syntax { line: usize, problem: String },
    #[error("cannot read the formula: {0}")]
    Read(#[from] io::Error),
}

impl Clauses for Formula {
    fn new_variable(&mut self) -> Variable {
        let variable = Variable::new(self.variables);
        self.variables += 1;
        variable
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.numbers.extend(clause.iter().map(|l| l.to_dimacs()));
        self.numbers.push(0);
        self.clauses += 1;
    }
}

impl Formula {
    pub fn new() -> Formula {
        Formula::default()
    }

    pub fn number_of_variables(&self) -> u32 {
        self.variables
    }

    pub fn number_of_clauses(&self) -> usize {
        self.clauses
    }

    /// How many literals all clauses have together.
    pub fn number_of_literals(&self) -> usize {
        self.numbers.len() - self.clauses
    }

    /// The clauses as DIMACS numbers, without the zeros.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        // What follows the last zero is not a clause.
        self.numbers.split(|&n| n == 0).take(self.clauses)
    }

    /// Gives everything to a solver that has no variables yet.
    pub fn replay(&self, target: &mut (impl Clauses + ?Sized)) {
        for _ in 0..self.variables {
            target.new_variable();
        }
        let mut clause = Vec::new();
        for numbers in self.clauses() {
            clause.clear();
            clause.extend(numbers.iter().filter_map(|&n| Literal::from_dimacs(n)));
            target.add_clause(&clause);
        }
    }

    /// Whether the values make every clause true. A variable without a value makes nothing true.
    pub fn is_satisfied_by(&self, value: impl Fn(Variable) -> Option<bool>) -> bool {
        let holds = |&number: &i32| {
            Literal::from_dimacs(number)
                .is_some_and(|l| value(l.variable()) == Some(!l.is_negated()))
        };
        self.clauses().all(|clause| clause.iter().any(holds))
    }

    /// Writes DIMACS. The assumptions become clauses of one literal behind the others.
    pub fn write(&self, target: &mut impl Write, assumptions: &[Literal]) -> io::Result<()> {
        const CHUNK: usize = 1 << 16;
        let clauses = self.clauses + assumptions.len();
        let mut text = format!("p cnf {} {clauses}\n", self.variables).into_bytes();
        let units = assumptions.iter().flat_map(|l| [l.to_dimacs(), 0]);
        for number in self.numbers.iter().copied().chain(units) {
            push_number(&mut text, number);
            text.push(if number == 0 { b'\n' } else { b' ' });
            if text.len() >= CHUNK {
                target.write_all(&text)?;
                text.clear();
            }
        }
        target.write_all(&text)?;
        target.flush()
    }

    pub fn read(source: impl BufRead) -> Result<Formula, DimacsError> {
        let mut reader = Reader::default();
        for line in source.lines() {
            reader.line += 1;
            reader.read_line(&line?)?;
        }
        reader.finish()
    }
}

#[derive(Default)]
struct Reader {
    line: usize,
    /// The clauses that the header announced, once it was read.
    announced: Option<usize>,
    formula: Formula,
}

impl Reader {
    fn read_line(&mut self, line: &str) -> Result<(), DimacsError> {
        let mut words = line.split_ascii_whitespace().peekable();
        match words.peek() {
            Some(word) if word.starts_with('c') => Ok(()),
            Some(&"p") => self.read_header(line),
            _ => words.try_for_each(|word| self.read_number(word)),
        }
    }

    fn read_header(&mut self, line: &str) -> Result<(), DimacsError> {
        if self.announced.is_some() {
            return Err(self.error("a second header"));
        }
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let ["p", "cnf", variables, clauses] = words[..] else {
            return Err(self.error("the header is not `p cnf VARIABLES CLAUSES`"));
        };
        match (variables.parse::<u32>(), clauses.parse::<usize>()) {
            (Ok(variables), Ok(clauses)) if variables <= Variable::LIMIT => {
                self.formula.variables = variables;
                self.announced = Some(clauses);
                Ok(())
            }
            _ => Err(self.error("the header's counts are not numbers that can be")),
        }
    }

    fn read_number(&mut self, word: &str) -> Result<(), DimacsError> {
        let Some(announced) = self.announced else {
            return Err(self.error("a clause before the header `p cnf VARIABLES CLAUSES`"));
        };
        let Ok(number) = word.parse::<i32>() else {
            return Err(self.error(&format!("`{word}` is not a literal")));
        };
        if number.unsigned_abs() > self.formula.variables {
            let variables = self.formula.variables;
            return Err(self.error(&format!(
                "the literal {number}, but the header says {variables} variables"
            )));
        }
        if self.formula.clauses == announced {
            return Err(self.error(&format!("more than the header's {announced} clauses")));
        }
        self.formula.numbers.push(number);
        self.formula.clauses += usize::from(number == 0);
        Ok(())
    }

    fn finish(self) -> Result<Formula, DimacsError> {
        let Some(announced) = self.announced else {
            return Err(self.error("no header `p cnf VARIABLES CLAUSES`"));
        };
        if self.formula.numbers.last().is_some_and(|&n| n != 0) {
            return Err(self.error("the last clause is not ended by 0"));
        }
        if self.formula.clauses != announced {
            let found = self.formula.clauses;
            return Err(self.error(&format!("{found} clauses, but the header says {announced}")));
        }
        Ok(self.formula)
    }

    fn error(&self, problem: &str) -> DimacsError {
        DimacsError::Syntax {
            line: self.line,
            problem: problem.to_owned(),
        }
    }
}

/// Decimal digits. The standard library's formatting takes several times as long, and formulas have many numbers.
pub(crate) fn push_number(text: &mut Vec<u8>, number: i32) {
    let mut digits = [0; 10];
    let mut rest = number.unsigned_abs();
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if number < 0 {
        text.push(b'-');
    }
    text.extend_from_slice(&digits[start..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Formula, String> {
        Formula::read(text.as_bytes()).map_err(|e| e.to_string())
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut formula = Formula::new();
        let a = formula.new_variable();
        let b = formula.new_variable();
        formula.add_clause(&[a.positive(), b.negative()]);
        formula.add_clause(&[]);
        formula.add_clause(&[b.positive()]);
        let mut text = Vec::new();
        formula.write(&mut text, &[]).unwrap();
        assert_eq!(text, b"p cnf 2 3\n1 -2 0\n0\n2 0\n");
        assert_eq!(Formula::read(&text[..]).unwrap(), formula);

        text.clear();
        formula.write(&mut text, &[a.negative()]).unwrap();
        assert_eq!(text, b"p cnf 2 4\n1 -2 0\n0\n2 0\n-1 0\n");
        assert_eq!(formula.number_of_literals(), 3);
        assert_eq!(formula.clauses().count(), 3);
    }

    #[test]
    fn numbers_of_all_lengths_are_written() {
        for number in [0, 7, -7, 10, 99, -100, 1_000_000, i32::MAX, i32::MIN] {
            let mut text = Vec::new();
            push_number(&mut text, number);
            assert_eq!(String::from_utf8(text).unwrap(), number.to_string());
        }
    }

    #[test]
    fn layout_does_not_matter() {
        let plain = read("p cnf 3 2\n1 -2 0\n3 0\n").unwrap();
        let strange = read("c hello\n\np  cnf 3\t2 \n1\nc inside\n  -2 0 3 0").unwrap();
        assert_eq!(plain, strange);
        assert_eq!(read("p cnf 0 0\n").unwrap(), Formula::new());
    }

    #[test]
    fn errors_name_the_line() {
        let cases = [
            ("", "line 0: no header"),
            ("c\n1 0\n", "line 2: a clause before the header"),
            ("p cnf 1\n", "line 1: the header is not"),
            ("p dnf 1 1\n", "line 1: the header is not"),
            ("p cnf 1 -1\n", "line 1: the header's counts"),
            ("p cnf 4000000000 1\n", "line 1: the header's counts"),
            ("p cnf 1 1\np cnf 1 1\n", "line 2: a second header"),
            ("p cnf 1 1\n1 x 0\n", "line 2: `x` is not a literal"),
            ("p cnf 1 1\n99999999999 0\n", "line 2: `99999999999`"),
            ("p cnf 1 1\n\n-2 0\n", "line 3: the literal -2, but"),
            ("p cnf 1 1\n1 0\n1 0\n", "line 3: more than the header's 1"),
            (
                "p cnf 1 2\n1 0\n",
                "line 2: 1 clauses, but the header says 2",
            ),
            ("p cnf 1 1\n1\n", "line 2: the last clause is not ended"),
        ];
        for (text, expected) in cases {
            let error = read(text).unwrap_err();
            assert!(error.starts_with(expected), "{text:?}: {error}");
        }
    }
}
