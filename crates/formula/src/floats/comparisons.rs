//! IEEE's order: NaNs are unordered, not even equal to themselves, and the two zeros are equal.
//!
//! Encodings of one sign are ordered as numbers, negative ones the other way round. One comparator and one equality serve both; an operand that is
//! constant leaves a comparison of bits with a constant.

use super::Format;
use super::classes::{is_nan, is_zero};
use super::operands::{magnitude, sign};
use crate::terms::{Term, Terms};

pub fn equal(terms: &mut Terms, format: Format, a: Term, b: Term) -> Term {
    // A constant second, as it decides the most.
    let (a, b) = if terms.is_constant(a) { (b, a) } else { (a, b) };
    let b_zero = is_zero(terms, format, b);
    if terms.is_true(b_zero) {
        return is_zero(terms, format, a);
    }
    let same = terms.equal(a, b);
    let nan = is_nan(terms, format, b);
    let number = terms.not(nan);
    let same_number = terms.and(same, number);
    let zeros = both_zero(terms, format, a, b);
    terms.or(same_number, zeros)
}

pub fn less(terms: &mut Terms, format: Format, a: Term, b: Term) -> Term {
    let below = below(terms, format, a, b);
    let zeros = both_zero(terms, format, a, b);
    let distinct = terms.not(zeros);
    let less = terms.and(below, distinct);
    ordered_and(terms, format, a, b, less)
}

pub fn less_or_equal(terms: &mut Terms, format: Format, a: Term, b: Term) -> Term {
    let below = below(terms, format, a, b);
    let same = terms.equal(a, b);
    let zeros = both_zero(terms, format, a, b);
    let at_most = terms.or_all(&[below, same, zeros]);
    ordered_and(terms, format, a, b, at_most)
}

/// `a < b` if the zeros were different numbers, and NaNs beyond the infinities.
fn below(terms: &mut Terms, format: Format, a: Term, b: Term) -> Term {
    let (a_sign, b_sign) = (sign(terms, format, a), sign(terms, format, b));
    let (a, b) = (magnitude(terms, format, a), magnitude(terms, format, b));
    let less = terms.less(a, b);
    let same = terms.equal(a, b);
    let at_most = terms.or(less, same);
    let greater = terms.not(at_most);
    let positive = terms.not(b_sign);
    let if_positive = terms.and(positive, less);
    let if_negative = terms.implies(b_sign, greater);
    terms.ite(a_sign, if_negative, if_positive)
}

fn both_zero(terms: &mut Terms, format: Format, a: Term, b: Term) -> Term {
    let (a, b) = (is_zero(terms, format, a), is_zero(terms, format, b));
    terms.and(a, b)
}

fn ordered_and(terms: &mut Terms, format: Format, a: Term, b: Term, condition: Term) -> Term {
    let (a, b) = (is_nan(terms, format, a), is_nan(terms, format, b));
    let unordered = terms.or(a, b);
    let ordered = terms.not(unordered);
    terms.and(ordered, condition)
}
