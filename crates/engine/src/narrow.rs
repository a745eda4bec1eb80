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

/// How the values of a cell are made of fewer bits: known ones below, variable ones, known or copied ones above.
#[derive(Clone, Debug)]
pub struct Narrow {
    width: u32,
    /// The variable bits: from the first, below the second.
    first: u32,
    end: u32,
    below: Bits,
    above: Above,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Above {
    Nothing,
    Known(Bits),
    /// The last variable bit again.
    Sign,
}

impl Narrow {
    /// Nothing is known.
    pub fn any(width: u32) -> Narrow {
        Narrow {
            width,
            first: 0,
            end: width,
            below: Bits::zero(1),
            above: Above::Nothing,
        }
    }

    pub fn of(range: &Range) -> Narrow {
        let width = range.width();
        let known = range.known_zeros() | range.known_ones();
        let low = known.trailing_ones().min(width);
        if low >= width {
            // A constant: one bit is kept, so that there is something to speak of.
            return Narrow::with(range, width - 1, width);
        }
        let unused = 128 - width;
        let high = (known << unused).leading_ones();
        let (least, greatest) = range.signed_bounds();
        let sign = least.leading_zeros().max(least.leading_ones());
        let sign = sign.min(greatest.leading_zeros().max(greatest.leading_ones()));
        // Of that many top bits all are equal to the lowest of them.
        let copies = sign.saturating_sub(unused + 1);
        if high >= copies || width - copies <= low {
            return Narrow::with(range, low, width - high);
        }
        let mut narrow = Narrow::with(range, low, width - copies);
        if copies > 0 {
            narrow.above = Above::Sign;
        }
        narrow
    }

    fn with(range: &Range, first: u32, end: u32) -> Narrow {
        let width = range.width();
        let ones = range.known_ones();
        let above = match width - end {
            0 => Above::Nothing,
            bits => Above::Known(Bits::new(ones >> end, bits)),
        };
        Narrow {
            width,
            first,
            end,
            below: Bits::new(ones, first.max(1)),
            above,
        }
    }

    /// How many bits vary.
    pub fn bits(&self) -> u32 {
        self.end - self.first
    }

    /// A fresh value, and the variable that it is made of.
    pub fn variable(&self, terms: &mut Terms, name: &str) -> (Term, Term) {
        let bits = terms.variable(name, self.bits());
        (self.extend(terms, bits), bits)
    }

    /// The bits that vary of a value.
    pub fn bits_of(&self, terms: &mut Terms, value: Term) -> Term {
        terms.extract(value, self.first, self.bits())
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
        let mut value = bits;
        if self.first > 0 {
            let below = terms.constant(&self.below);
            value = terms.concat(value, below);
        }
        match &self.above {
            Above::Nothing => value,
            Above::Sign => terms.sign_extend(value, self.width),
            Above::Known(above) => {
                let above = terms.constant(above);
                terms.concat(above, value)
            }
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
    }
}
