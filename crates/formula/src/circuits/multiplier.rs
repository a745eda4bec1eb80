//! Multiplication modulo 2^n: shift and add.

use super::add;
use crate::aig::{Aig, Edge};

/// `a * b` modulo 2^n.
pub fn multiply(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Vec<Edge> {
    assert_eq!(a.len(), b.len());
    let width = a.len();
    let mut product = vec![Edge::FALSE; width];
    for (i, &bit) in b.iter().enumerate() {
        let row: Vec<Edge> = a[..width - i].iter().map(|&x| aig.and(x, bit)).collect();
        let high = add(aig, &product[i..], &row, Edge::FALSE);
        product.truncate(i);
        product.extend(high);
    }
    product
}
