//! Shifts. By a constant they are wires: extracts and concatenations.
//!
//! The count has the width of the operand. Counts of the width or more leave nothing but zeros, or copies of the sign. C's
//! machines take counts modulo the width instead; whoever wants that masks the count.

use super::{Term, Terms, op};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shift {
    Left,
    Right,
    RightSigned,
}

impl Terms {
    pub fn shift_left(&mut self, a: Term, count: Term) -> Term {
        self.shift(Shift::Left, a, count)
    }

    pub fn shift_right(&mut self, a: Term, count: Term) -> Term {
        self.shift(Shift::Right, a, count)
    }

    pub fn shift_right_signed(&mut self, a: Term, count: Term) -> Term {
        self.shift(Shift::RightSigned, a, count)
    }

    fn shift(&mut self, shift: Shift, a: Term, count: Term) -> Term {
        let width = self.same_width(a, count);
        if let Some(count) = self.as_constant(count) {
            let count = count.to_u64().unwrap_or(u64::MAX).min(u64::from(width));
            return self.shift_by(shift, a, count as u32);
        }
        if self.is_zero_constant(a) {
            return a;
        }
        // A count that is too large in any case.
        if let Some((least, _)) = self.known_bits(count).unsigned_range()
            && least >= u64::from(width)
        {
            return self.shift_by(shift, a, width);
        }
        let operator = match shift {
            Shift::Left => op::SHIFT_LEFT,
            Shift::RightSigned if self.known_bits(a).leading_zeros() == 0 => op::SHIFT_RIGHT_SIGNED,
            Shift::Right | Shift::RightSigned => op::SHIFT_RIGHT,
        };
        self.make2(operator, width, a, count)
    }

    fn shift_by(&mut self, shift: Shift, a: Term, count: u32) -> Term {
        let width = self.width(a);
        if count == 0 {
            return a;
        }
        if shift == Shift::RightSigned {
            let kept = self.extract(a, count.min(width - 1), width - count.min(width - 1));
            return self.sign_extend(kept, width);
        }
        if count >= width {
            return self.zero(width);
        }
        let zeros = self.zero(count);
        if shift == Shift::Left {
            let kept = self.extract(a, 0, width - count);
            self.concat(kept, zeros)
        } else {
            let kept = self.extract(a, count, width - count);
            self.concat(zeros, kept)
        }
    }
}
