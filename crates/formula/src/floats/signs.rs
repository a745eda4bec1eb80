//! Operations on the sign alone: wires, NaNs included.

use super::Format;
use super::operands::{magnitude, sign};
use crate::terms::{Term, Terms};

pub fn negate(terms: &mut Terms, format: Format, a: Term) -> Term {
    let sign = sign(terms, format, a);
    let opposite = terms.not(sign);
    let magnitude = magnitude(terms, format, a);
    terms.concat(opposite, magnitude)
}

pub fn absolute(terms: &mut Terms, format: Format, a: Term) -> Term {
    let positive = terms.boolean(false);
    let magnitude = magnitude(terms, format, a);
    terms.concat(positive, magnitude)
}

/// The magnitude of `a` with the sign of `b`.
pub fn copy_sign(terms: &mut Terms, format: Format, a: Term, b: Term) -> Term {
    let magnitude = magnitude(terms, format, a);
    let sign = sign(terms, format, b);
    terms.concat(sign, magnitude)
}
