//! The assertions of [`unspool_passes::checked_operations`] fail for just those values for which Rust says that the operation is undefined.
//!
//! Programs of one operation, in every width and with constants on either side, are executed here by the definition of the operators
//! ([`unspool_ir::arithmetic`]): of eight bits for all pairs of values, of more for limits and random ones.

use unspool_ir::arithmetic::{self, mask, sign_extend};
use unspool_ir::{
    Body, ExprId, ExprKind, FloatKind, InstKind, Program, Property, Type, Types, text,
};
use unspool_passes::checked_operations;

const WIDTHS: [u32; 5] = [8, 16, 32, 64, 128];

#[test]
fn integer_operations_fail_where_rust_says_so() {
    let mut failures = 0;
    let mut successes = 0;
    for bits in WIDTHS {
        for signed in [true, false] {
            for op in ["+", "-", "*", "/", "%", "<<", ">>"] {
                let both = operation(bits, signed, op, "%a.0", "%b.1");
                let values = values(bits);
                let lefts: &[u128] = &values;
                for (a, b) in lefts
                    .iter()
                    .flat_map(|&a| values.iter().map(move |&b| (a, b)))
                {
                    let expected = undefined(bits, signed, op, a, b);
                    let found = execute(&both, &[a, b]);
                    assert_eq!(found, expected, "{a} {op} {b}, {bits} bits, {signed}");
                    failures += u32::from(expected.is_some());
                    successes += u32::from(expected.is_none());
                }
                for &constant in &interesting(bits) {
                    let shown = format!("{}:{}", shown(bits, signed, constant), name(bits, signed));
                    let right = operation(bits, signed, op, "%a.0", &shown);
                    let left = operation(bits, signed, op, &shown, "%b.1");
                    for &value in &values {
                        let at_right = undefined(bits, signed, op, value, constant);
                        assert_eq!(
                            execute(&right, &[value, 0]),
                            at_right,
                            "{value} {op} {shown}"
                        );
                        let at_left = undefined(bits, signed, op, constant, value);
                        assert_eq!(execute(&left, &[0, value]), at_left, "{shown} {op} {value}");
                    }
                }
            }
            let negation = operation(bits, signed, "-", "", "%a.0");
            for &value in &values(bits) {
                let expected = match signed {
                    true if value == 1 << (bits - 1) => Some(Property::Overflow),
                    false if value != 0 => Some(Property::UnsignedWrap),
                    _ => None,
                };
                assert_eq!(
                    execute(&negation, &[value, 0]),
                    expected,
                    "-{value}, {bits}"
                );
            }
        }
    }
    assert!(
        failures > 100_000 && successes > 100_000,
        "{failures}, {successes}"
    );
}

#[test]
fn floats_fit_where_rust_says_so() {
    let (mut fitting, mut others) = (0, 0);
    for kind in FloatKind::ALL {
        for bits in WIDTHS {
            for signed in [true, false] {
                let program = conversion(kind, &name(bits, signed));
                for value in doubles() {
                    let Some(number) = as_format(&program, kind, value) else {
                        continue;
                    };
                    let fits = double_fits(value, bits, signed);
                    let expected = (!fits).then_some(Property::FloatConversion);
                    assert_eq!(
                        execute(&program, &[number]),
                        expected,
                        "{value:e} to {bits}, {signed}"
                    );
                    fitting += u32::from(fits);
                    others += u32::from(!fits);
                }
                // Whole numbers that no double has.
                for whole in whole_numbers() {
                    let Some(number) = whole_as_format(&program, kind, whole) else {
                        continue;
                    };
                    let (low, high) = limits(bits, signed);
                    let fits = whole >= low && (whole < 0 || whole as u128 <= high);
                    let expected = (!fits).then_some(Property::FloatConversion);
                    assert_eq!(
                        execute(&program, &[number]),
                        expected,
                        "{whole} to {bits}, {signed}"
                    );
                }
            }
        }
        assert_eq!(execute(&conversion(kind, "bool"), &[1]), None);
    }
    assert!(fitting > 1000 && others > 1000, "{fitting}, {others}");
}

/// The values of a type with which every pair is tried.
fn values(bits: u32) -> Vec<u128> {
    if bits == 8 {
        return (0..256).collect();
    }
    let mut values = interesting(bits);
    let mut state = 0x9e37_79b9_7f4a_7c15u64 ^ u64::from(bits);
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        u128::from(state)
    };
    for _ in 0..60 {
        // Products fit only if their factors have few bits.
        let digits = random() % u128::from(bits);
        let value = (random() << 64 | random()) & mask(digits as u32 + 1);
        values.extend([value, value.wrapping_neg() & mask(bits)]);
    }
    values
}

fn interesting(bits: u32) -> Vec<u128> {
    let half = 1u128 << (bits - 1);
    let root = 1u128 << (bits / 2);
    let mut values = Vec::new();
    for base in [0, half, root, root >> 1, u128::from(bits), 10, half / 3] {
        for distance in -2i128..=2 {
            let value = base.wrapping_add(distance as u128) & mask(bits);
            values.extend([value, value.wrapping_neg() & mask(bits)]);
        }
    }
    values.sort_unstable();
    values.dedup();
    values
}

/// By Rust's arithmetic.
fn undefined(bits: u32, signed: bool, op: &str, a: u128, b: u128) -> Option<Property> {
    let (low, high) = limits(bits, signed);
    let is_outside = match signed {
        true => {
            let (a, b) = (sign_extend(a, bits), sign_extend(b, bits));
            let exact = match op {
                "+" => a.checked_add(b),
                "-" => a.checked_sub(b),
                "*" => a.checked_mul(b),
                "/" | "%" if b == 0 => return Some(Property::DivisionByZero),
                "/" | "%" => a.checked_div(b),
                _ if (0..i128::from(bits)).contains(&b) => return None,
                _ => return Some(Property::ShiftRange),
            };
            exact.is_none_or(|exact| exact < low || exact > high as i128)
        }
        false => {
            let exact = match op {
                "+" => a.checked_add(b),
                "-" => a.checked_sub(b),
                "*" => a.checked_mul(b),
                "/" | "%" if b == 0 => return Some(Property::DivisionByZero),
                "/" | "%" => return None,
                _ if b < u128::from(bits) => return None,
                _ => return Some(Property::ShiftRange),
            };
            exact.is_none_or(|exact| exact > high)
        }
    };
    is_outside.then_some(match signed {
        true => Property::Overflow,
        false => Property::UnsignedWrap,
    })
}

fn limits(bits: u32, signed: bool) -> (i128, u128) {
    match signed {
        true => (sign_extend(1 << (bits - 1), bits), mask(bits - 1)),
        false => (0, mask(bits)),
    }
}

fn name(bits: u32, signed: bool) -> String {
    format!("{}{bits}", if signed { 'i' } else { 'u' })
}

fn shown(bits: u32, signed: bool, value: u128) -> String {
    match signed {
        true => sign_extend(value, bits).to_string(),
        false => value.to_string(),
    }
}

fn operation(bits: u32, signed: bool, op: &str, left: &str, right: &str) -> Program {
    let ty = name(bits, signed);
    let expression = match left {
        "" => format!("{op}{right}"),
        _ => format!("{left} {op} {right}"),
    };
    with_checks(&ty, &ty, &expression)
}

fn conversion(kind: FloatKind, to: &str) -> Program {
    with_checks(kind.name(), to, &format!("%a.0 as {to}"))
}

fn with_checks(of_operands: &str, of_result: &str, expression: &str) -> Program {
    let source = format!(
        "entry @main
function @main() -> i32 {{
  reg %a.0, %b.1: {of_operands}
  reg %r.2: {of_result}
b0:
  %r.2 = {expression}
  return 0:i32
}}"
    );
    let mut program = text::parse(&source).unwrap_or_else(|error| panic!("{error} in\n{source}"));
    checked_operations::run(&mut program, checked_operations::CHECKED);
    program
}

/// The property of the first assertion that fails.
fn execute(program: &Program, arguments: &[u128]) -> Option<Property> {
    let body = program.functions[0].body.as_ref().expect("a body");
    let mut registers = vec![0; body.regs.len()];
    registers[..arguments.len()].copy_from_slice(arguments);
    for inst in &body.blocks[0].insts {
        match inst.kind {
            InstKind::Assign { dst, value } => {
                // Where it is undefined, an assertion should have failed.
                registers[dst.index()] = evaluate(&program.types, body, &registers, value);
            }
            InstKind::Assert {
                condition,
                property,
                ..
            } => {
                if evaluate(&program.types, body, &registers, condition) == 0 {
                    return Some(property);
                }
            }
            _ => panic!("only pure instructions"),
        }
    }
    None
}

fn evaluate(types: &Types, body: &Body, registers: &[u128], expr: ExprId) -> u128 {
    let node = body.expr(expr);
    let of = |operand| evaluate(types, body, registers, operand);
    match node.kind {
        ExprKind::Int(bits) | ExprKind::Float(bits) => bits,
        ExprKind::Reg(register) => registers[register.index()],
        ExprKind::Unary(op, a) => arithmetic::unary(types, op, node.ty, of(a)),
        ExprKind::Binary(op, a, b) => {
            let (left, right) = (body.expr(a).ty, body.expr(b).ty);
            arithmetic::binary(types, op, left, right, of(a), of(b)).expect("a defined operation")
        }
        ExprKind::Convert(a) => arithmetic::convert(types, body.expr(a).ty, node.ty, of(a)),
        ExprKind::Select(condition, then, otherwise) => match of(condition) {
            0 => of(otherwise),
            _ => of(then),
        },
        ExprKind::AddressOf(_) | ExprKind::FunctionAddress(_) => panic!("no addresses"),
    }
}

fn doubles() -> Vec<f64> {
    let mut doubles = vec![
        0.0,
        -0.0,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        1e300,
        65504.0,
    ];
    for exponent in [0, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128] {
        let power = 2f64.powi(exponent);
        for value in [
            power,
            power.next_up(),
            power.next_down(),
            power + 1.0,
            power - 1.0,
            power + 0.5,
            power + 0.999,
            power - 0.25,
        ] {
            doubles.extend([value, -value]);
        }
    }
    doubles
}

fn whole_numbers() -> Vec<i128> {
    let mut numbers = Vec::new();
    for exponent in [7, 8, 15, 16, 31, 32, 63, 64, 112, 126] {
        for distance in -2..=2 {
            numbers.extend([(1 << exponent) + distance, -(1 << exponent) + distance]);
        }
    }
    numbers.extend([i128::MIN, i128::MAX]);
    numbers
}

/// Powers of two are exact in a double.
fn double_fits(value: f64, bits: u32, signed: bool) -> bool {
    let whole = value.trunc();
    let limit = 2f64.powi((bits - u32::from(signed)) as i32);
    let low = if signed { -limit } else { 0.0 };
    low <= whole && whole < limit
}

/// The number in another format, if that has it.
fn as_format(program: &Program, kind: FloatKind, value: f64) -> Option<u128> {
    let mut types = program.types.clone();
    let double = types.intern(Type::Float(FloatKind::F64));
    let format = types.intern(Type::Float(kind));
    let bits = u128::from(value.to_bits());
    let number = arithmetic::convert(&types, double, format, bits);
    let back = arithmetic::convert(&types, format, double, number);
    (back == bits || value.is_nan()).then_some(number)
}

fn whole_as_format(program: &Program, kind: FloatKind, value: i128) -> Option<u128> {
    let mut types = program.types.clone();
    let format = types.intern(Type::Float(kind));
    let number = arithmetic::convert(&types, Types::I128, format, value as u128);
    let back = arithmetic::convert(&types, format, Types::I128, number);
    // What does not fit becomes the smallest value.
    (back == value as u128 && value != i128::MIN).then_some(number)
}
