//! Arithmetic on words of AIG edges. One file per circuit, each chosen by how fast a SAT solver decides formulas with
//! it, which is not what makes hardware fast: few variables and strong unit propagation count, depth does not.
//!
//! Words are slices of edges, least significant bit first. Operands have equal length unless said otherwise;
//! words of no bits are fine.

mod adder;
mod comparator;
mod divider;
mod multiplier;
mod shifter;

pub use adder::{add, full_adder, negate, subtract};
pub use comparator::{equal, less, less_or_equal, less_signed};
pub use divider::divide;
pub use multiplier::multiply;
pub use shifter::{shift_left, shift_right};

use crate::aig::{Aig, Edge};

/// `then` where `condition` holds, else `otherwise`, bit by bit.
pub fn choose(aig: &mut Aig, condition: Edge, then: &[Edge], otherwise: &[Edge]) -> Vec<Edge> {
    assert_eq!(then.len(), otherwise.len());
    then.iter()
        .zip(otherwise)
        .map(|(&a, &b)| aig.ite(condition, a, b))
        .collect()
}
