//! Addition by ripple carry: a chain of full adders, whose carry is the majority of its inputs.

use crate::aig::{Aig, Edge};

/// `a + b + carry_in` modulo 2^n.
pub fn add(aig: &mut Aig, a: &[Edge], b: &[Edge], carry_in: Edge) -> Vec<Edge> {
    assert_eq!(a.len(), b.len());
    let mut carry = carry_in;
    let mut sum = Vec::with_capacity(a.len());
    for (i, (&x, &y)) in a.iter().zip(b).enumerate() {
        let partial = aig.xor(x, y);
        sum.push(aig.xor(partial, carry));
        if i + 1 < a.len() {
            carry = aig.majority(x, y, carry);
        }
    }
    sum
}

/// `a - b` modulo 2^n.
pub fn subtract(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Vec<Edge> {
    let inverted: Vec<Edge> = b.iter().map(|&bit| !bit).collect();
    add(aig, a, &inverted, Edge::TRUE)
}

/// `-a` modulo 2^n.
pub fn negate(aig: &mut Aig, a: &[Edge]) -> Vec<Edge> {
    subtract(aig, &vec![Edge::FALSE; a.len()], a)
}

/// Sum and carry of three bits. `c` should be the one that comes last.
pub fn full_adder(aig: &mut Aig, a: Edge, b: Edge, c: Edge) -> (Edge, Edge) {
    let partial = aig.xor(a, b);
    (aig.xor(partial, c), aig.majority(a, b, c))
}
