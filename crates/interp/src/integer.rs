//! Integer operators on bit patterns of 1 to 128 bits.
//!
//! Signed arithmetic wraps; whether it overflowed is for the checks that the front end injects.
//! Division by zero and the one quotient that does not fit trap, as they do on x86.
//!
//! Shifts by the width or more are undefined in C; the count is taken modulo the width, as on x86.
//!
//! This repeats the integer half of [`unspool_ir::arithmetic`], which is the definition and what the front end
//! folds constants with. The repetition is for speed only: the definition looks widths up in a table of types
//! and computes in 128 bits; nearly every instruction comes through here, with its width known since
//! compilation, and nearly all in one machine word. Whoever changes one changes both: the test
//! `agrees_with_the_definition_in_the_ir` compares every operator at every width and signedness, on all pairs
//! of corner values and on random ones, with where both trap.

use unspool_ir::{BinaryOp, UnaryOp};

use crate::outcome::ArithmeticErrorKind;
use crate::value::{mask, sign_extend};

pub fn unary(op: UnaryOp, bits: u32, a: u128) -> u128 {
    match op {
        UnaryOp::Neg => a.wrapping_neg() & mask(bits),
        UnaryOp::Complement => !a & mask(bits),
        UnaryOp::Not => u128::from(a == 0),
    }
}

/// Both operands have the same width (of a shift count, bits above it do not matter); comparisons give 0 or 1.
/// Of pointer arithmetic, what is left when the caller has scaled.
#[inline]
pub fn binary(
    op: BinaryOp,
    bits: u32,
    signed: bool,
    a: u128,
    b: u128,
) -> Result<u128, ArithmeticErrorKind> {
    if bits <= 64 {
        return narrow(op, bits, signed, a as u64, b as u64);
    }
    let (x, y) = (sign_extend(a, bits), sign_extend(b, bits));
    let truth = |value: bool| Ok(u128::from(value));
    let wrapped = |value: u128| Ok(value & mask(bits));
    match op {
        BinaryOp::Add => wrapped(a.wrapping_add(b)),
        BinaryOp::Sub => wrapped(a.wrapping_sub(b)),
        BinaryOp::Mul => wrapped(a.wrapping_mul(b)),
        BinaryOp::Div | BinaryOp::Rem if b == 0 => Err(ArithmeticErrorKind::DivisionByZero),
        BinaryOp::Div | BinaryOp::Rem if signed => {
            let result = if op == BinaryOp::Div {
                x.checked_div(y)
            } else {
                x.checked_rem(y)
            };
            match result {
                Some(value) => wrapped(value as u128),
                None => Err(ArithmeticErrorKind::QuotientOverflow),
            }
        }
        BinaryOp::Div => wrapped(a / b),
        BinaryOp::Rem => wrapped(a % b),
        BinaryOp::And => Ok(a & b),
        BinaryOp::Or => Ok(a | b),
        BinaryOp::Xor => Ok(a ^ b),
        BinaryOp::Eq => truth(a == b),
        BinaryOp::Ne => truth(a != b),
        BinaryOp::Lt => truth(if signed { x < y } else { a < b }),
        BinaryOp::Le => truth(if signed { x <= y } else { a <= b }),
        BinaryOp::Gt => truth(if signed { x > y } else { a > b }),
        BinaryOp::Ge => truth(if signed { x >= y } else { a >= b }),
        BinaryOp::Shl => wrapped(shift_left(bits, a, b)),
        BinaryOp::Shr => wrapped(shift_right(bits, signed, a, b)),
        // The caller scales; what is left is plain arithmetic.
        BinaryOp::PointerAdd => wrapped(a.wrapping_add(b)),
        BinaryOp::PointerDiff => wrapped(a.wrapping_sub(b)),
    }
}

/// The same in machine words: all but 128-bit arithmetic comes here.
#[inline]
fn narrow(
    op: BinaryOp,
    bits: u32,
    signed: bool,
    a: u64,
    b: u64,
) -> Result<u128, ArithmeticErrorKind> {
    let unused = 64 - bits;
    let extend = |value: u64| ((value << unused) as i64) >> unused;
    let truth = |value: bool| Ok(u128::from(value));
    let wrapped = |value: u64| Ok(u128::from((value << unused) >> unused));
    match op {
        BinaryOp::Add | BinaryOp::PointerAdd => wrapped(a.wrapping_add(b)),
        BinaryOp::Sub | BinaryOp::PointerDiff => wrapped(a.wrapping_sub(b)),
        BinaryOp::Mul => wrapped(a.wrapping_mul(b)),
        BinaryOp::Div | BinaryOp::Rem if b == 0 => Err(ArithmeticErrorKind::DivisionByZero),
        BinaryOp::Div | BinaryOp::Rem if signed => {
            let (x, y) = (extend(a), extend(b));
            if y == -1 && x == i64::MIN >> unused {
                return Err(ArithmeticErrorKind::QuotientOverflow);
            }
            wrapped(if op == BinaryOp::Div { x / y } else { x % y } as u64)
        }
        BinaryOp::Div => wrapped(a / b),
        BinaryOp::Rem => wrapped(a % b),
        BinaryOp::And => wrapped(a & b),
        BinaryOp::Or => wrapped(a | b),
        BinaryOp::Xor => wrapped(a ^ b),
        BinaryOp::Eq => truth(a == b),
        BinaryOp::Ne => truth(a != b),
        BinaryOp::Lt if signed => truth(extend(a) < extend(b)),
        BinaryOp::Le if signed => truth(extend(a) <= extend(b)),
        BinaryOp::Gt if signed => truth(extend(a) > extend(b)),
        BinaryOp::Ge if signed => truth(extend(a) >= extend(b)),
        BinaryOp::Lt => truth(a < b),
        BinaryOp::Le => truth(a <= b),
        BinaryOp::Gt => truth(a > b),
        BinaryOp::Ge => truth(a >= b),
        BinaryOp::Shl => Ok(shift_left(bits, a.into(), b.into()) & mask(bits)),
        BinaryOp::Shr => Ok(shift_right(bits, signed, a.into(), b.into()) & mask(bits)),
    }
}

fn shift_left(bits: u32, a: u128, count: u128) -> u128 {
    a << effective_count(bits, count)
}

fn shift_right(bits: u32, signed: bool, a: u128, count: u128) -> u128 {
    let count = effective_count(bits, count);
    if signed {
        (sign_extend(a, bits) >> count) as u128
    } else {
        a >> count
    }
}

fn effective_count(bits: u32, count: u128) -> u32 {
    (count as u32) & (bits - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::prng::Prng;

    /// Every operator at one width against Rust's own arithmetic.
    macro_rules! check_width {
        ($signed:ty, $unsigned:ty, $bits:literal) => {{
            let mut prng = Prng::new($bits);
            let corners: [$unsigned; 7] = [
                0,
                1,
                2,
                7,
                <$unsigned>::MAX,
                <$signed>::MAX as $unsigned,
                <$signed>::MIN as $unsigned,
            ];
            let mut pairs = Vec::new();
            for a in corners {
                for b in corners {
                    pairs.push((a, b));
                }
            }
            for _ in 0..500 {
                pairs.push((prng.next_u128() as $unsigned, prng.next_u128() as $unsigned));
            }
            for (a, b) in pairs {
                let (x, y) = (a as $signed, b as $signed);
                let run = |op, signed| binary(op, $bits, signed, a as u128, b as u128);
                let is = |op, signed, expected: $unsigned| {
                    assert_eq!(run(op, signed), Ok(expected as u128), "{op:?} {a} {b}");
                };
                for signed in [false, true] {
                    is(BinaryOp::Add, signed, a.wrapping_add(b));
                    is(BinaryOp::Sub, signed, a.wrapping_sub(b));
                    is(BinaryOp::Mul, signed, a.wrapping_mul(b));
                    is(BinaryOp::And, signed, a & b);
                    is(BinaryOp::Or, signed, a | b);
                    is(BinaryOp::Xor, signed, a ^ b);
                    is(BinaryOp::Eq, signed, (a == b) as $unsigned);
                    is(BinaryOp::Ne, signed, (a != b) as $unsigned);
                }
                is(BinaryOp::Lt, false, (a < b) as $unsigned);
                is(BinaryOp::Le, false, (a <= b) as $unsigned);
                is(BinaryOp::Gt, false, (a > b) as $unsigned);
                is(BinaryOp::Ge, false, (a >= b) as $unsigned);
                is(BinaryOp::Lt, true, (x < y) as $unsigned);
                is(BinaryOp::Le, true, (x <= y) as $unsigned);
                is(BinaryOp::Gt, true, (x > y) as $unsigned);
                is(BinaryOp::Ge, true, (x >= y) as $unsigned);
                if b == 0 {
                    for op in [BinaryOp::Div, BinaryOp::Rem] {
                        for signed in [false, true] {
                            assert_eq!(run(op, signed), Err(ArithmeticErrorKind::DivisionByZero));
                        }
                    }
                } else {
                    is(BinaryOp::Div, false, a / b);
                    is(BinaryOp::Rem, false, a % b);
                    match (x.checked_div(y), x.checked_rem(y)) {
                        (Some(quotient), Some(remainder)) => {
                            is(BinaryOp::Div, true, quotient as $unsigned);
                            is(BinaryOp::Rem, true, remainder as $unsigned);
                        }
                        _ => {
                            for op in [BinaryOp::Div, BinaryOp::Rem] {
                                assert_eq!(
                                    run(op, true),
                                    Err(ArithmeticErrorKind::QuotientOverflow)
                                );
                            }
                        }
                    }
                }
                for count in 0..$bits {
                    let by = |op, signed| binary(op, $bits, signed, a as u128, count as u128);
                    assert_eq!(by(BinaryOp::Shl, false), Ok((a << count) as u128));
                    assert_eq!(by(BinaryOp::Shr, false), Ok((a >> count) as u128));
                    assert_eq!(
                        by(BinaryOp::Shr, true),
                        Ok((x >> count) as $unsigned as u128)
                    );
                }
                assert_eq!(
                    unary(UnaryOp::Neg, $bits, a as u128),
                    a.wrapping_neg() as u128
                );
                assert_eq!(unary(UnaryOp::Complement, $bits, a as u128), (!a) as u128);
                assert_eq!(unary(UnaryOp::Not, $bits, a as u128), (a == 0) as u128);
            }
        }};
    }

    #[test]
    fn operators_agree_with_rust_at_every_width() {
        check_width!(i8, u8, 8);
        check_width!(i16, u16, 16);
        check_width!(i32, u32, 32);
        check_width!(i64, u64, 64);
        check_width!(i128, u128, 128);
    }

    /// The definition in the IR has no result exactly where this traps; pointer arithmetic is not in it.
    #[test]
    fn agrees_with_the_definition_in_the_ir() {
        use BinaryOp::*;
        use unspool_ir::arithmetic;
        const OPERATORS: [BinaryOp; 16] = [
            Add, Sub, Mul, Div, Rem, And, Or, Xor, Shl, Shr, Eq, Ne, Lt, Le, Gt, Ge,
        ];
        let types = unspool_ir::Types::new(unspool_ir::DataModel::Lp64);
        let mut prng = Prng::new(1);
        for bits in [8, 16, 32, 64, 128] {
            let top = 1u128 << (bits - 1);
            let corners = [
                0,
                1,
                2,
                7,
                u128::from(bits),
                top - 1,
                top,
                mask(bits) - 1,
                mask(bits),
            ];
            let mut pairs: Vec<(u128, u128)> = corners
                .into_iter()
                .flat_map(|a| corners.into_iter().map(move |b| (a, b)))
                .collect();
            for _ in 0..300 {
                pairs.push((prng.next_u128() & mask(bits), prng.next_u128() & mask(bits)));
            }
            for signed in [false, true] {
                let ty = unspool_ir::Types::int(bits, signed);
                for &(a, b) in &pairs {
                    for op in OPERATORS {
                        assert_eq!(
                            binary(op, bits, signed, a, b).ok(),
                            arithmetic::binary(&types, op, ty, ty, a, b),
                            "{a} {op:?} {b} in {bits} bits, signed: {signed}"
                        );
                    }
                    for op in [UnaryOp::Neg, UnaryOp::Complement] {
                        assert_eq!(
                            unary(op, bits, a),
                            arithmetic::unary(&types, op, ty, a),
                            "{op:?} {a} in {bits} bits, signed: {signed}"
                        );
                    }
                }
            }
        }
    }
}
