//! C's `fmin` and `fmax`, with the choices of glibc on x86-64 where C leaves some.
//!
//! A quiet NaN counts as missing: the other operand is the result. If both are NaNs, or one is a signalling one, the result is that of
//! an addition. Of two zeros the second is taken, whatever its sign.

use super::Format;
use super::classes::{is_nan, is_signalling};
use super::comparisons::less;
use super::operands::unless_nan;
use crate::terms::{Term, Terms};

pub fn fmin(terms: &mut Terms, format: Format, a: Term, b: Term) -> Term {
    let first = less(terms, format, a, b);
    choose(terms, format, first, a, b)
}

pub fn fmax(terms: &mut Terms, format: Format, a: Term, b: Term) -> Term {
    let first = less(terms, format, b, a);
    choose(terms, format, first, a, b)
}

/// `a` if `first` or if `b` is missing, else `b`.
fn choose(terms: &mut Terms, format: Format, first: Term, a: Term, b: Term) -> Term {
    let (a_nan, b_nan) = (is_nan(terms, format, a), is_nan(terms, format, b));
    let take_first = terms.or(first, b_nan);
    let chosen = terms.ite(take_first, a, b);
    let (a_signals, b_signals) = (
        is_signalling(terms, format, a),
        is_signalling(terms, format, b),
    );
    let both = terms.and(a_nan, b_nan);
    let nan = terms.or_all(&[both, a_signals, b_signals]);
    let propagated = unless_nan(terms, format, &[a, b], chosen);
    terms.ite(nan, propagated, chosen)
}
