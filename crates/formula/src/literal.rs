//! Propositional variables and literals, as the AIG's clauses and all solvers use them.

use std::fmt;
use std::ops::Not;

/// A propositional variable, numbered from 0. DIMACS calls it one more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Variable(u32);

/// A variable or its negation: `2 * variable + negated`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal(u32);

impl Variable {
    /// The largest number of variables: DIMACS and CaDiCaL count in `i32`.
    pub const LIMIT: u32 = i32::MAX as u32 - 1;

    pub fn new(index: u32) -> Variable {
        assert!(index < Variable::LIMIT, "too many variables");
        Variable(index)
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }

    pub fn positive(self) -> Literal {
        Literal(self.0 << 1)
    }

    pub fn negative(self) -> Literal {
        Literal(self.0 << 1 | 1)
    }
}

impl Literal {
    pub fn variable(self) -> Variable {
        Variable(self.0 >> 1)
    }

    pub fn is_negated(self) -> bool {
        self.0 & 1 != 0
    }

    /// The literal itself if `keep`, else its negation.
    pub fn with_sign(self, keep: bool) -> Literal {
        Literal(self.0 ^ u32::from(!keep))
    }

    pub fn to_dimacs(self) -> i32 {
        let number = (self.0 >> 1) as i32 + 1;
        if self.is_negated() { -number } else { number }
    }

    /// `None` for 0, which ends a clause, and for numbers out of range.
    pub fn from_dimacs(number: i32) -> Option<Literal> {
        let index = number.unsigned_abs().checked_sub(1)?;
        (index < Variable::LIMIT).then(|| Literal(index << 1 | u32::from(number < 0)))
    }
}

impl Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

impl fmt::Debug for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_dimacs())
    }
}
