//! Multiplication modulo 2^n: partial products in columns, each column added up by full adders.
//!
//! A column is a stack: the newest three bits go into the next adder, so that a sum is used as soon as it is made. A
//! constant operand is recoded to digits -1, 0, 1 such that no two neighbours are both nonzero (canonical signed
//! digits, Reitwiesner 1960), which makes at most half as many rows.
//!
//! Measured with CaDiCaL, in seconds (median of three seeds), against rows of ripple-carry adders with the same
//! recoding: times a constant and its inverse (16 bits) 0.35 against 3.1; factoring 32 and 34 bits 0.3, 0.6, 1.1, 0.2
//! against 0.8, 0.4, 1.6, 0.9; binomial formula (9 bits) 4.4 against 6.5. But associativity (6 bits) 1.4 against 0.7,
//! and distributivity (7 bits) 16 against 3.6. Without constants that is a draw: the geometric means differ by 3%.
//! Columns are here because programs multiply by constants more than by variables, and laws of arithmetic are for the
//! rewriting of terms to use. A carry-save array, columns as queues, Wallace layers and radix-4 Booth recoding were
//! tried on fewer formulas; none of them was best at more than one. Without the recoding, columns took 1.2 for the
//! constants above.

use super::full_adder;
use crate::aig::{Aig, Edge};

/// `a * b` modulo 2^n.
pub fn multiply(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Vec<Edge> {
    assert_eq!(a.len(), b.len());
    // So that both orders are one circuit.
    let (a, b) = if a <= b { (a, b) } else { (b, a) };
    let columns = if is_constant(b) {
        columns_of_constant(a, b)
    } else if is_constant(a) {
        columns_of_constant(b, a)
    } else {
        columns_of_products(aig, a, b)
    };
    sum(aig, columns)
}

fn is_constant(word: &[Edge]) -> bool {
    word.iter().all(|bit| bit.as_constant().is_some())
}

fn columns_of_products(aig: &mut Aig, a: &[Edge], b: &[Edge]) -> Vec<Vec<Edge>> {
    let width = a.len();
    let mut columns = vec![Vec::new(); width];
    for (i, &x) in b.iter().enumerate() {
        for (j, &y) in a[..width - i].iter().enumerate() {
            columns[i + j].push(aig.and(x, y));
        }
    }
    columns
}

/// A row for each nonzero digit of the constant. A negative one is inverted, and a one at its end completes the two's
/// complement.
fn columns_of_constant(a: &[Edge], constant: &[Edge]) -> Vec<Vec<Edge>> {
    let width = a.len();
    let mut columns = vec![Vec::new(); width];
    for (i, digit) in signed_digits(constant).into_iter().enumerate() {
        if digit == 0 {
            continue;
        }
        for (j, &bit) in a[..width - i].iter().enumerate() {
            columns[i + j].push(bit.invert_if(digit < 0));
        }
        if digit < 0 {
            columns[i].push(Edge::TRUE);
        }
    }
    columns
}

/// The canonical signed digits of a number, modulo 2^n.
fn signed_digits(constant: &[Edge]) -> Vec<i8> {
    let bit = |i: usize| constant.get(i) == Some(&Edge::TRUE);
    let mut carry = false;
    let mut digits = Vec::with_capacity(constant.len());
    for i in 0..constant.len() {
        let odd = bit(i) != carry;
        // In a run of ones: -1 here, and one more above the run.
        let negative = odd && bit(i + 1);
        carry = negative || (bit(i) && carry);
        digits.push(if negative { -1 } else { i8::from(odd) });
    }
    digits
}

/// The sum of all columns: bits of column `i` weigh 2^i.
fn sum(aig: &mut Aig, mut columns: Vec<Vec<Edge>>) -> Vec<Edge> {
    let width = columns.len();
    let mut result = Vec::with_capacity(width);
    for i in 0..width {
        let mut column = std::mem::take(&mut columns[i]);
        let ones = column.iter().filter(|&&bit| bit == Edge::TRUE).count();
        column.retain(|bit| bit.as_constant().is_none());
        // Two constant ones are one of the next column. The odd one is added last.
        if let Some(next) = columns.get_mut(i + 1) {
            next.extend(std::iter::repeat_n(Edge::TRUE, ones / 2));
        }
        if ones % 2 == 1 {
            column.insert(0, Edge::TRUE);
        }
        while let Some(x) = column.pop() {
            let Some(y) = column.pop() else {
                column.push(x);
                break;
            };
            let z = column.pop().unwrap_or(Edge::FALSE);
            let (low, high) = full_adder(aig, x, y, z);
            column.push(low);
            if let Some(next) = columns.get_mut(i + 1) {
                next.push(high);
            }
        }
        result.push(column.pop().unwrap_or(Edge::FALSE));
    }
    result
}
