//! Unsigned division: the restoring method, one subtraction per bit of the quotient.

use super::{choose, less_or_equal, subtract};
use crate::aig::{Aig, Edge};

/// Quotient and remainder as SMT-LIB defines them: `a / 0` is all ones, `a % 0` is `a`.
pub fn divide(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> (Vec<Edge>, Vec<Edge>) {
    assert_eq!(a.len(), b.len());
    let width = a.len();
    // One bit more, as the remainder is below 2b.
    let mut divisor = b.to_vec();
    divisor.push(Edge::FALSE);
    let mut quotient = vec![Edge::FALSE; width];
    let mut remainder = vec![Edge::FALSE; width];
    for i in (0..width).rev() {
        let mut dividend = vec![a[i]];
        dividend.extend(&remainder);
        let fits = less_or_equal(aig, &divisor, &dividend);
        let reduced = subtract(aig, &dividend, &divisor);
        quotient[i] = fits;
        remainder = choose(aig, fits, &reduced[..width], &dividend[..width]);
    }
    (quotient, remainder)
}
