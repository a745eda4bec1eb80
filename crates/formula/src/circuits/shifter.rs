//! Shifts by a variable count: a barrel shifter of one layer of if-then-else per bit of the count, and one test for
//! counts that shift everything out.
//!
//! Measured with CaDiCaL (median of three seeds): shifting by `s` and then by `t` against shifting by `s + t` took
//! 0.17 seconds at 32 bits; 0.20 with the test before the layers, 0.33 with the highest bit of the count first as
//! well, and 0.78 with the count decoded to one bit per distance. Rotating there and back was within 1.4 for all but
//! the last.

use super::choose;
use crate::aig::{Aig, Edge};

/// `a << count`; 0 if the count is the width or more. The count may be of any length.
pub fn shift_left(aig: &mut Aig, a: &[Edge], count: &[Edge]) -> Vec<Edge> {
    let mut reversed = a.to_vec();
    reversed.reverse();
    let mut shifted = shift_right(aig, &reversed, count, Edge::FALSE);
    shifted.reverse();
    shifted
}

/// `a >> count` with `fill` coming in; all `fill` if the count is the width or more. The count may be of any length.
pub fn shift_right(aig: &mut Aig, a: &[Edge], count: &[Edge], fill: Edge) -> Vec<Edge> {
    let width = a.len();
    // Bits of the count that can shift by less than the width.
    let useful = (0..count.len())
        .take_while(|&i| i < usize::BITS as usize && (1usize << i) < width)
        .count();
    let mut word = a.to_vec();
    for (i, &bit) in count[..useful].iter().enumerate() {
        let distance = 1 << i;
        let moved: Vec<Edge> = (0..width)
            .map(|j| word.get(j + distance).copied().unwrap_or(fill))
            .collect();
        word = choose(aig, bit, &moved, &word);
    }
    let too_far = aig.or_all(&count[useful..]);
    choose(aig, too_far, &vec![fill; width], &word)
}
