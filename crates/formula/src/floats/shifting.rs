//! Shifts that floats need: right with a sticky last bit, and left until the leading digit is 1.
//!
//! Both go by powers of two, a choice of words for each. What a shift to the right loses is collected in the last bit on the way, which costs an `or`
//! for each lost bit and no second shifter. A shift to the left finds its count as it goes: a step of `2^i` is taken
//! if the top `2^i` bits are zero.

use super::operands::signed_number;
use crate::terms::{Term, Terms};

/// `word >> count`; the last bit is also set if any bit was lost.
pub(super) fn shift_right_sticky(terms: &mut Terms, word: Term, count: Term) -> Term {
    let width = terms.width(word);
    let steps = steps(width).min(terms.width(count));
    let mut shifted = word;
    for step in 0..steps {
        let distance = 1 << step;
        let kept = terms.extract(shifted, distance, width - distance);
        let kept = or_into_last(terms, kept, shifted, distance);
        let kept = terms.zero_extend(kept, width);
        let taken = terms.bit(count, step);
        shifted = terms.ite(taken, kept, shifted);
    }
    if steps < terms.width(count) {
        let beyond = terms.extract(count, steps, terms.width(count) - steps);
        let beyond = terms.is_nonzero(beyond);
        let any = terms.is_nonzero(word);
        let any = terms.zero_extend(any, width);
        shifted = terms.ite(beyond, any, shifted);
    }
    shifted
}

/// The top `width` bits, the last also set if any bit below was, or all bits with zeros below.
pub(super) fn fit_sticky(terms: &mut Terms, word: Term, width: u32) -> Term {
    let have = terms.width(word);
    if have < width {
        let zeros = terms.zero(width - have);
        return terms.concat(word, zeros);
    }
    let kept = terms.extract(word, have - width, width);
    or_into_last(terms, kept, word, have - width)
}

/// The word shifted left until its top bit is 1, and by how much. A zero stays zero, with any count.
pub(super) fn normalise(terms: &mut Terms, word: Term) -> (Term, Term) {
    let mut shifted = word;
    let mut count: Option<Term> = None;
    for step in (0..steps(terms.width(word))).rev() {
        let (taken, moved) = try_step(terms, shifted, step);
        shifted = terms.ite(taken, moved, shifted);
        count = Some(match count {
            None => taken,
            Some(above) => terms.concat(above, taken),
        });
    }
    let count = count.expect("more than one bit");
    (shifted, count)
}

/// The same, but by at most `budget`; gives the word and what is left of the budget.
pub(super) fn normalise_within(terms: &mut Terms, word: Term, budget: Term) -> (Term, Term) {
    let mut shifted = word;
    let mut budget = budget;
    let width = terms.width(budget);
    for step in (0..steps(terms.width(word)).min(width)).rev() {
        let (zeros, moved) = try_step(terms, shifted, step);
        let above = terms.extract(budget, step, width - step);
        let affordable = terms.is_nonzero(above);
        let taken = terms.and(zeros, affordable);
        shifted = terms.ite(taken, moved, shifted);
        // Subtract 2^step.
        let minus_one = signed_number(terms, -1, width - step);
        let mut paid = terms.add(above, minus_one);
        if step > 0 {
            let below = terms.extract(budget, 0, step);
            paid = terms.concat(paid, below);
        }
        budget = terms.ite(taken, paid, budget);
    }
    (shifted, budget)
}

/// How many powers of two are less than the width: with these one shifts by any count below the width.
fn steps(width: u32) -> u32 {
    width.next_power_of_two().trailing_zeros()
}

/// Whether the top `2^step` bits are zero, and the word without them.
fn try_step(terms: &mut Terms, word: Term, step: u32) -> (Term, Term) {
    let width = terms.width(word);
    let distance = 1 << step;
    let top = terms.extract(word, width - distance, distance);
    let taken = terms.is_zero(top);
    let rest = terms.extract(word, 0, width - distance);
    let zeros = terms.zero(distance);
    (taken, terms.concat(rest, zeros))
}

/// `kept`, which is `word` from bit `lost` on: its last bit also set if any lost one is.
fn or_into_last(terms: &mut Terms, kept: Term, word: Term, lost: u32) -> Term {
    if lost == 0 {
        return kept;
    }
    let low = terms.extract(word, 0, lost + 1);
    let last = terms.is_nonzero(low);
    let width = terms.width(kept);
    if width == 1 {
        return last;
    }
    let high = terms.extract(kept, 1, width - 1);
    terms.concat(high, last)
}
