//! What integers may be, as far as an expression itself tells: constants, multiples, remainders, small types.
//!
//! Registers are unknown beyond their type. Numbers are taken as addition to a pointer takes them: constants as wide as
//! pointers or wider are signed (adding `0xfffffffc` to a pointer of 32 bits is subtracting 4).

use unspool_ir::arithmetic::sign_extend;
use unspool_ir::{BinaryOp, ExprId, ExprKind, Type, TypeId, Types, UnaryOp};

use super::steps::Steps;

const BOOL: Steps = Steps::Range {
    first: 0,
    last: 1,
    step: 1,
};

/// The numbers that an expression of the type may have, given those of its operands.
pub fn number(
    types: &Types,
    kind: ExprKind,
    ty: TypeId,
    operand: impl Fn(ExprId) -> Steps,
) -> Steps {
    use BinaryOp::*;
    let found = match kind {
        ExprKind::Int(bits) => constant(types, bits, ty),
        ExprKind::Unary(UnaryOp::Neg, a) => operand(a).negated(),
        ExprKind::Binary(Add, a, b) => operand(a).plus(operand(b)),
        ExprKind::Binary(Sub, a, b) => operand(a).plus(operand(b).negated()),
        ExprKind::Binary(Mul, a, b) => product(operand(a), operand(b)),
        ExprKind::Binary(Shl, a, b) => match operand(b) {
            Steps::One(count) if (0..i64::from(types.value_bits(ty).min(63))).contains(&count) => {
                operand(a).times(1 << count)
            }
            _ => return any_of(types, ty),
        },
        ExprKind::Binary(And, a, b) => masked(operand(a), operand(b)),
        // Of wider types only the low bits are known, which say nothing about remainders.
        ExprKind::Binary(Rem, _, b) if types.value_bits(ty) <= types.data_model.pointer_bits() => {
            remainder(operand(b), types.is_signed(ty))
        }
        ExprKind::Convert(a) => operand(a),
        ExprKind::Select(_, a, b) => {
            let (a, b) = (operand(a), operand(b));
            a.bounded_with(b).unwrap_or(a.widened_with(b))
        }
        _ => return any_of(types, ty),
    };
    fitted(types, found, ty)
}

/// A constant, as a signed number where it is as wide as a pointer.
fn constant(types: &Types, bits: u128, ty: TypeId) -> Steps {
    let width = types.value_bits(ty).clamp(1, 128);
    let pointer_bits = types.data_model.pointer_bits();
    let signed_width = match width {
        _ if width >= pointer_bits => pointer_bits,
        _ if types.is_signed(ty) => width,
        _ => 128,
    };
    Steps::One(sign_extend(bits, signed_width) as i64)
}

fn product(a: Steps, b: Steps) -> Steps {
    match (a, b) {
        (Steps::One(factor), other) | (other, Steps::One(factor)) => {
            let product = other.times(factor.unsigned_abs());
            if factor < 0 {
                product.negated()
            } else {
                product
            }
        }
        _ => Steps::ANYWHERE,
    }
}

fn masked(a: Steps, b: Steps) -> Steps {
    let ((Steps::One(mask), _) | (_, Steps::One(mask))) = (a, b) else {
        return Steps::ANYWHERE;
    };
    let step = 1i64.checked_shl(mask.trailing_zeros()).unwrap_or(0);
    match mask {
        0 => Steps::ZERO,
        1.. => Steps::progression(0, mask, step),
        // Clears the low bits only, or others too.
        _ if step > 0 => Steps::Every { residue: 0, step },
        _ => Steps::ANYWHERE,
    }
}

fn remainder(divisor: Steps, is_signed: bool) -> Steps {
    match divisor {
        Steps::One(divisor @ 1..) => {
            let first = if is_signed { 1 - divisor } else { 0 };
            Steps::progression(first, divisor - 1, 1)
        }
        _ => Steps::ANYWHERE,
    }
}

/// All numbers of a type.
fn any_of(types: &Types, ty: TypeId) -> Steps {
    match *types.get(ty) {
        Type::Bool => BOOL,
        Type::Int { bits, signed } if bits <= 16 => {
            let (first, last) = limits(bits, signed);
            Steps::progression(first, last, 1)
        }
        _ => Steps::ANYWHERE,
    }
}

fn limits(bits: u32, signed: bool) -> (i64, i64) {
    let bits = bits.clamp(1, 62);
    if signed {
        (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
    } else {
        (0, (1 << bits) - 1)
    }
}

/// What becomes of numbers in a type: where they do not fit they wrap around, and of residues only powers of two survive that.
fn fitted(types: &Types, steps: Steps, ty: TypeId) -> Steps {
    let (bits, signed) = match *types.get(ty) {
        Type::Bool => return BOOL,
        Type::Int { bits, signed } => (bits, signed),
        _ => return Steps::ANYWHERE,
    };
    let pointer_bits = types.data_model.pointer_bits();
    if bits >= pointer_bits {
        return match steps {
            Steps::One(number) => {
                Steps::One(sign_extend(i128::from(number) as u128, pointer_bits) as i64)
            }
            _ => steps,
        };
    }
    let (least, most) = limits(bits, signed);
    if steps.first() >= least && steps.last().is_some_and(|last| last <= most) {
        return steps;
    }
    match steps {
        Steps::One(number) if signed => {
            Steps::One(sign_extend(i128::from(number) as u128, bits) as i64)
        }
        Steps::One(number) => Steps::One(number & most),
        Steps::Range { step, .. } | Steps::Every { step, .. } => {
            let power = step & step.wrapping_neg();
            if power > most {
                return any_of(types, ty);
            }
            let residues = Steps::Every {
                residue: steps.first().rem_euclid(power),
                step: power,
            };
            match any_of(types, ty) {
                Steps::ANYWHERE => residues,
                all => all,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use unspool_ir::DataModel;
    use unspool_ir::arithmetic::{binary, convert, unary};

    use super::*;

    /// What adding the value to a pointer adds.
    fn added(types: &Types, bits: u128, ty: TypeId) -> i64 {
        let value = if types.is_signed(ty) {
            sign_extend(bits, types.value_bits(ty))
        } else {
            bits as i128
        };
        sign_extend(value as u128, types.data_model.pointer_bits()) as i64
    }

    const BITS: [u128; 13] = [
        0,
        1,
        2,
        3,
        7,
        12,
        100,
        0x7f,
        0x80,
        0xff,
        0xffff_fff8,
        0x1_0000_0004,
        0xffff_ffff_ffff_fffc,
    ];

    /// Both as far as they are known: constants, and anything of the type.
    fn operands(types: &Types, ty: TypeId) -> Vec<(u128, Steps)> {
        let values = BITS.map(|bits| bits & ((1 << types.value_bits(ty)) - 1));
        let known = values.map(|bits| (bits, constant(types, bits, ty)));
        let unknown = values.map(|bits| (bits, any_of(types, ty)));
        known.into_iter().chain(unknown).collect()
    }

    #[test]
    fn numbers_include_what_is_computed() {
        use BinaryOp::*;
        let integers =
            [8, 16, 32, 64].map(|bits| [Types::int(bits, true), Types::int(bits, false)]);
        let integers = integers.into_iter().flatten();
        let (first, second) = (ExprId(0), ExprId(1));
        for model in [DataModel::Lp64, DataModel::Ilp32] {
            let types = Types::new(model);
            for ty in integers.clone() {
                for (a, a_steps) in operands(&types, ty) {
                    let negated = ExprKind::Unary(UnaryOp::Neg, first);
                    let found = number(&types, negated, ty, |_| a_steps);
                    let result = unary(&types, UnaryOp::Neg, ty, a);
                    check(&types, found, result, ty, "-");
                    for to in integers.clone() {
                        let found = number(&types, ExprKind::Convert(first), to, |_| a_steps);
                        check(&types, found, convert(&types, ty, to, a), to, "as");
                    }
                    for (b, b_steps) in operands(&types, ty) {
                        let operand = |id| if id == first { a_steps } else { b_steps };
                        for op in [Add, Sub, Mul, Shl, And, Or, Rem] {
                            let Some(result) = binary(&types, op, ty, ty, a, b) else {
                                continue;
                            };
                            let kind = ExprKind::Binary(op, first, second);
                            let found = number(&types, kind, ty, operand);
                            // Of what overflows the address space nothing is claimed.
                            if types.value_bits(ty) < model.pointer_bits() || op == And || op == Rem
                            {
                                check(&types, found, result, ty, &format!("{op:?} {a} {b}"));
                            }
                        }
                    }
                }
            }
        }
    }

    fn check(types: &Types, found: Steps, bits: u128, ty: TypeId, what: &str) {
        let number = Steps::One(added(types, bits, ty));
        assert!(
            found.includes(number),
            "{what}: {found:?} without {number:?}"
        );
    }
}
