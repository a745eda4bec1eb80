//! Bit operations with constants on pointers: tags, and rounding down.
//!
//! An object lies at a multiple of its alignment, so that the low bits of a pointer into it are those of the offset,
//! wherever it lies. While only those are concerned, the result of `&`, `|` and `^` is known as exactly as
//! that of an addition; and low bits alone are a plain number that points nowhere.
//!
//! ```text
//! %t = (%p as u64) | 1          @x + 1          if %p is @x and that is aligned to 2 or more
//! %q = %t & ~1                  @x
//! %m = %t & 1                   no targets
//! ```

use super::steps::Steps;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BitOperation {
    And(i64),
    Or(i64),
    Xor(i64),
}

impl BitOperation {
    /// What becomes of offsets into an object with this alignment; None if the result does not point to it.
    pub fn apply(self, offsets: Steps, align: u64) -> Option<Steps> {
        let align = i64::try_from(align).unwrap_or(1).max(1);
        match self {
            // Then it may be no pointer at all but something computed from one.
            _ if offsets == Steps::ANYWHERE => Some(offsets),
            BitOperation::And(mask) if (0..align).contains(&mask) => None,
            BitOperation::And(mask) if mask < 0 && is_power_of_two(-mask) && -mask <= align => {
                Some(changed(offsets, -mask, |offset| offset & mask))
            }
            BitOperation::Or(bits) if (0..align).contains(&bits) => {
                Some(changed(offsets, next_power(bits), |offset| offset | bits))
            }
            BitOperation::Xor(bits) if (0..align).contains(&bits) => {
                Some(changed(offsets, next_power(bits), |offset| offset ^ bits))
            }
            _ => Some(Steps::ANYWHERE),
        }
    }
}

/// Applies a function that changes only what an offset leaves when divided by `period`.
fn changed(offsets: Steps, period: i64, change: impl Fn(i64) -> i64) -> Steps {
    let first = offsets.first();
    if offsets.step() % period == 0 {
        // All have the same low bits, and so change by the same.
        let difference = change(first).checked_sub(first);
        return difference.map_or(Steps::ANYWHERE, |by| offsets.plus(Steps::One(by)));
    }
    // Each stays in its period.
    let Some(last) = offsets.last() else {
        return Steps::ANYWHERE;
    };
    let start = first - first.rem_euclid(period);
    match last.checked_add(period - 1) {
        Some(end) => Steps::progression(start, end - end.rem_euclid(period) + period - 1, 1),
        None => Steps::ANYWHERE,
    }
}

fn is_power_of_two(number: i64) -> bool {
    number > 0 && number & (number - 1) == 0
}

/// The smallest power of two above the bits.
fn next_power(bits: i64) -> i64 {
    let power = bits
        .unsigned_abs()
        .checked_add(1)
        .map(u64::next_power_of_two);
    power
        .and_then(|power| i64::try_from(power).ok())
        .unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_result_is_included() {
        let masks = [0, 1, 2, 3, 5, 7, 8, 12, -1, -2, -4, -8, -16, -3, -6];
        let sets = [
            Steps::One(0),
            Steps::One(5),
            Steps::One(-3),
            Steps::progression(-4, 20, 4),
            Steps::progression(1, 10, 3),
            Steps::Every {
                residue: 6,
                step: 8,
            },
            Steps::Every {
                residue: 1,
                step: 3,
            },
        ];
        for (mask, offsets) in masks
            .into_iter()
            .flat_map(|mask| sets.map(|set| (mask, set)))
        {
            for align in [1, 2, 4, 8, 16] {
                let operations = [
                    BitOperation::And(mask),
                    BitOperation::Or(mask),
                    BitOperation::Xor(mask),
                ];
                for operation in operations {
                    let result = operation.apply(offsets, align);
                    check(operation, offsets, align as i64, result);
                }
            }
        }
    }

    /// An object at any multiple of its alignment.
    fn check(operation: BitOperation, offsets: Steps, align: i64, result: Option<Steps>) {
        for base in [64 * align, 65 * align, 66 * align, 71 * align] {
            let all = (-40..40).filter(|&offset| offsets.includes(Steps::One(offset)));
            for offset in all {
                let address = base + offset;
                let new = match operation {
                    BitOperation::And(mask) => address & mask,
                    BitOperation::Or(bits) => address | bits,
                    BitOperation::Xor(bits) => address ^ bits,
                };
                match result {
                    Some(result) => assert!(
                        result.includes(Steps::One(new - base)),
                        "{operation:?} of {offsets:?} at {align}: {result:?} without {}",
                        new - base
                    ),
                    // The same wherever the object is.
                    None => assert!(
                        matches!(operation, BitOperation::And(mask) if new == offset & mask)
                    ),
                }
            }
        }
    }
}
