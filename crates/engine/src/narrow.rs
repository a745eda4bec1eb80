//! Words as narrow as the values that can occur: the reduction `narrow-words`.
//!
//! What a shared cell contains at the start of a round is guessed, and the solver does not see that a guessed 32-bit word is really one
//! of five numbers. The range analysis does (`passes/src/ranges`): it says between which numbers the contents of a cell stay,
//! and which bits are known. So a guess is a variable of few bits, extended, and what is written is cut to these bits: that
//! the others are as they are known to be is not computed again.
//!
//! **Proof.** A range holds for every value that an execution writes to the cell, and for its initial contents. In a model
//! of the formula that is an execution, cutting a written value to the bits that are not known and extending it again therefore gives the value
//! itself, so no execution is lost. In one that is not (a written value outside of its range), the guards say that the write is not
//! executed, and its value does not matter. So none is invented.

use unspool_formula::bits::Bits;
use unspool_formula::terms::{Term, Terms};
use unspool_passes::ranges::Range;

/// How the values of a cell are made of fewer bits: runs of known and of variable ones, and perhaps copies of the topmost variable one.
#[derive(Clone, Debug)]
pub struct Narrow {
    width: u32,
    /// From the lowest bit on; at least one varies.
    runs: Vec<Run>,
    /// So many bits above are copies of the highest one.
    copies: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Run {
    first: u32,
    bits: u32,
    /// None if they vary.
    known: Option<u128>,
}

impl Narrow {
    /// Nothing is known.
    pub fn any(width: u32) -> Narrow {
        Narrow {
            width,
            runs: vec![Run {
                first: 0,
                bits: width,
                known: None,
            }],
            copies: 0,
        }
    }

    pub fn of(range: &Range) -> Narrow {
        let width = range.width();
        let mut known = range.known_zeros() | range.known_ones();
        if range.as_constant().is_some() {
            // One bit is kept, so that there is something to speak of.
            known &= !(1 << (width - 1));
        }
        let mut narrow = Narrow {
            width,
            runs: Vec::new(),
            copies: 0,
        };
        // Copies of the sign help if the sign is not known, and so above all that is.
        if range.as_constant().is_none() && known >> (width - 1) & 1 == 0 {
            narrow.copies = width - range.signed_bits();
        }
        let end = width - narrow.copies;
        let mut first = 0;
        while first < end {
            let is_known = known >> first & 1 == 1;
            let rest = if is_known {
                !(known >> first)
            } else {
                known >> first
            };
            let bits = rest.trailing_zeros().min(end - first);
            narrow.runs.push(Run {
                first,
                bits,
                known: is_known.then_some(range.known_ones() >> first),
            });
            first += bits;
        }
        narrow
    }

    /// How many bits vary.
    pub fn bits(&self) -> u32 {
        self.varying().map(|run| run.bits).sum()
    }

    fn varying(&self) -> impl Iterator<Item = &Run> {
        self.runs.iter().filter(|run| run.known.is_none())
    }

    /// A fresh value, and the variable that it is made of.
    pub fn variable(&self, terms: &mut Terms, name: &str) -> (Term, Term) {
        let bits = terms.variable(name, self.bits());
        (self.extend(terms, bits), bits)
    }

    /// The bits that vary of a value.
    pub fn bits_of(&self, terms: &mut Terms, value: Term) -> Term {
        let mut all: Option<Term> = None;
        for run in self.varying() {
            let bits = terms.extract(value, run.first, run.bits);
            all = Some(match all {
                Some(below) => terms.concat(bits, below),
                None => bits,
            });
        }
        all.unwrap_or(value)
    }

    /// The value again, made of the bits that vary.
    pub fn cut(&self, terms: &mut Terms, value: Term) -> Term {
        if self.bits() == self.width {
            return value;
        }
        let bits = self.bits_of(terms, value);
        self.extend(terms, bits)
    }

    fn extend(&self, terms: &mut Terms, bits: Term) -> Term {
        let mut value: Option<Term> = None;
        let mut used = 0;
        for run in &self.runs {
            let part = match run.known {
                Some(known) => terms.constant(&Bits::new(known, run.bits)),
                None => {
                    used += run.bits;
                    terms.extract(bits, used - run.bits, run.bits)
                }
            };
            value = Some(match value {
                Some(below) => terms.concat(part, below),
                None => part,
            });
        }
        let value = value.unwrap_or(bits);
        match self.copies {
            0 => value,
            _ => terms.sign_extend(value, self.width),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(range: &Range, values: &[u128], most_bits: u32) {
        let narrow = Narrow::of(range);
        assert!(narrow.bits() <= most_bits, "{range:?}: {}", narrow.bits());
        let mut terms = Terms::new();
        for &value in values {
            let term = terms.number(value, range.width());
            assert_eq!(narrow.cut(&mut terms, term), term, "{value:#x}");
        }
        let (variable, _) = narrow.variable(&mut terms, "x");
        assert_eq!(terms.width(variable), range.width());
        let again = narrow.cut(&mut terms, variable);
        assert_eq!(again, variable);
    }

    #[test]
    fn values_of_a_range_survive_being_cut() {
        let signed = |low, high| Range::signed(32, low, high).expect("not empty");
        check(&signed(0, 4), &[0, 3, 4], 3);
        check(&signed(-1, 2), &[0xffff_ffff, 0, 1, 2], 3);
        check(&signed(-5, -5), &[0xffff_fffb], 1);
        check(&Range::top(64), &[0, u128::from(u64::MAX)], 64);
        check(&Range::truth(true), &[1], 1);
        let aligned = Range::with_bits(32, 0xffff_000f, 0).expect("not empty");
        check(&aligned, &[0x10, 0xfff0], 12);
        check(&Range::top(128), &[u128::MAX, 0], 128);
        let pointer = Range::with_bits(32, 0xfffe_ff0f, 0).expect("not empty");
        check(&pointer, &[0, 0x1_0000, 0x1_00f0, 0x40], 5);
        let odd = signed(-5, 3).and_bits(0, 1).expect("not empty");
        check(&odd, &[0xffff_fffb, 1, 3], 3);
    }
}
