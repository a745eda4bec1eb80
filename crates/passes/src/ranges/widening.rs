//! Jumping ahead of summaries that keep growing.
//!
//! Threads read what others store, so summaries are a fixpoint, and a counter would reach its own one number at a time. From the third round
//! on, a bound that still moves is moved at once to the next *threshold*: a number that the program compares
//! something with, or one beside it, for where growth ends it mostly ends at such a test (Cousot and Cousot, *Comparing the Galois
//! Connection and Widening/Narrowing Approaches*, 1992; thresholds as in Astrée). A summary that grows even then becomes anything.

use unspool_ir::arithmetic::{mask, sign_extend};
use unspool_ir::{Body, ExprId, ExprKind, Program, Terminator};

use super::range::{Range, signed_maximum, signed_minimum};

pub struct Thresholds {
    /// Ascending.
    numbers: Vec<i128>,
}

impl Thresholds {
    pub fn of<'a>(program: &Program, bodies: impl Iterator<Item = &'a Body>) -> Thresholds {
        let mut numbers = vec![-1, 0, 1];
        for body in bodies {
            let number = |expr: ExprId| number_of(program, body, expr);
            for expr in &body.exprs {
                if let ExprKind::Binary(op, a, b) = expr.kind
                    && op.is_comparison()
                {
                    numbers.extend([a, b].into_iter().filter_map(number));
                }
            }
            for block in &body.blocks {
                if let Terminator::Switch { value, cases, .. } = &block.terminator {
                    let ty = body.expr(*value).ty;
                    let bits = program.types.value_bits(ty);
                    let number = |case: u128| match program.types.is_signed(ty) {
                        true => sign_extend(case, bits),
                        false => i128::try_from(case).unwrap_or(i128::MAX),
                    };
                    numbers.extend(cases.iter().flat_map(|c| [number(c.low), number(c.high)]));
                }
            }
        }
        let near = |number: i128| [number.saturating_sub(1), number, number.saturating_add(1)];
        let mut numbers: Vec<i128> = numbers.into_iter().flat_map(near).collect();
        numbers.sort_unstable();
        numbers.dedup();
        Thresholds { numbers }
    }

    /// A range that contains `new`, in which bounds that have moved since `old` have moved on to a threshold.
    pub fn widen(&self, old: &Range, new: &Range) -> Range {
        let width = new.width();
        let ((old_low, old_high), (low, high)) = (old.unsigned_bounds(), new.unsigned_bounds());
        let unsigned_low = match low < old_low {
            true => self.below(i128::try_from(low).unwrap_or(0)).max(0) as u128,
            false => low,
        };
        let unsigned_high = match high > old_high {
            true => match i128::try_from(high) {
                Ok(high) => self.above(high).map_or(mask(width), |high| high as u128),
                Err(_) => mask(width),
            },
            false => high,
        };
        let ((old_low, old_high), (low, high)) = (old.signed_bounds(), new.signed_bounds());
        let signed_low = match low < old_low {
            true => self.below(low).max(signed_minimum(width)),
            false => low,
        };
        let signed_high = match high > old_high {
            true => self.above(high).unwrap_or(signed_maximum(width)),
            false => high,
        };
        // Of the bits only the lowest are kept: the others follow from the bounds that have just been given up.
        let known = new.known_zeros() | new.known_ones();
        let lowest = mask(known.trailing_ones());
        Range::with_bits(width, new.known_zeros() & lowest, new.known_ones() & lowest)
            .and_then(|range| range.and_unsigned(unsigned_low, unsigned_high))
            .and_then(|range| range.and_signed(signed_low, signed_high))
            .unwrap_or(Range::top(width))
    }

    /// The largest threshold that is not above.
    fn below(&self, number: i128) -> i128 {
        let position = self.numbers.partition_point(|&other| other <= number);
        let index = position.checked_sub(1);
        index.map_or(i128::MIN, |index| self.numbers[index])
    }

    /// The smallest threshold that is not below.
    fn above(&self, number: i128) -> Option<i128> {
        let position = self.numbers.partition_point(|&other| other < number);
        self.numbers.get(position).copied()
    }
}

fn number_of(program: &Program, body: &Body, expr: ExprId) -> Option<i128> {
    let expr = body.expr(expr);
    let ExprKind::Int(bits) = expr.kind else {
        return None;
    };
    match program.types.is_signed(expr.ty) {
        true => Some(sign_extend(bits, program.types.value_bits(expr.ty))),
        false => i128::try_from(bits).ok(),
    }
}
