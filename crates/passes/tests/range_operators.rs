//! Every operator on ranges against the operator itself: exhaustively at four bits, at random at the widths of C.

use unspool_interp::schedule::prng::Prng;
use unspool_ir::arithmetic::{self, mask, sign_extend};
use unspool_ir::{BinaryOp, DataModel, Type, TypeId, Types, UnaryOp};
use unspool_passes::ranges::comparisons::assume;
use unspool_passes::ranges::operators::{binary, convert, to_bool, unary};
use unspool_passes::ranges::range::Range;

const WIDTH: u32 = 4;
const PATTERNS: u128 = 16;

const BINARY: [BinaryOp; 16] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::Shl,
    BinaryOp::Shr,
    BinaryOp::Eq,
    BinaryOp::Ne,
    BinaryOp::Lt,
    BinaryOp::Le,
    BinaryOp::Gt,
    BinaryOp::Ge,
];

fn integer(types: &mut Types, bits: u32, signed: bool) -> TypeId {
    types.intern(Type::Int { bits, signed })
}

/// All intervals of both kinds, all known bits, and meets of these: most of the ranges that there are.
fn sample() -> Vec<Range> {
    let mut ranges = Vec::new();
    for low in 0..PATTERNS {
        for high in low..PATTERNS {
            ranges.extend(Range::unsigned(WIDTH, low, high));
            let (low, high) = (low as i128 - 8, high as i128 - 8);
            ranges.extend(Range::signed(WIDTH, low, high));
        }
    }
    for zeros in 0..PATTERNS {
        for ones in 0..PATTERNS {
            ranges.extend(Range::with_bits(WIDTH, zeros, ones));
        }
    }
    let mut prng = Prng::new(3);
    for _ in 0..80 {
        let mut pick = || ranges[prng.below(ranges.len() as u64) as usize];
        let (a, b, c) = (pick(), pick(), pick());
        ranges.extend(a.meet(&b));
        ranges.extend(a.meet(&b).and_then(|both| both.meet(&c)));
        ranges.push(a.join(&b));
    }
    ranges.sort_by_key(|range| format!("{range:?}"));
    ranges.dedup();
    ranges
}

/// The members, as a bit set.
fn members(range: &Range) -> u32 {
    let bits = (0..1 << range.width().min(5)).filter(|&bits| range.contains(bits));
    bits.fold(0, |set, bits| set | 1 << bits)
}

fn in_set(set: u32) -> impl Iterator<Item = u128> {
    (0..32).filter(move |bit| set >> bit & 1 == 1)
}

#[test]
fn ranges_are_reduced_and_not_empty() {
    for range in sample() {
        let set = members(&range);
        assert_ne!(set, 0, "{range:?}");
        let all: Vec<u128> = in_set(set).collect();
        let signed: Vec<i128> = all.iter().map(|&b| sign_extend(b, WIDTH)).collect();
        assert_eq!(range.unsigned_bounds().0, all[0], "{range:?}");
        assert_eq!(range.unsigned_bounds().1, all[all.len() - 1], "{range:?}");
        let bounds = (signed.iter().min(), signed.iter().max());
        let (low, high) = range.signed_bounds();
        assert_eq!(bounds, (Some(&low), Some(&high)), "{range:?}");
        let ones = all.iter().fold(15, |known, bits| known & bits);
        assert_eq!(range.known_ones() & !ones, 0, "{range:?}");
        let bits = |value: i128| (1..=4).find(|&n| sign_extend(value as u128, n) == value);
        let needed = signed.iter().filter_map(|&value| bits(value)).max();
        assert_eq!(Some(range.signed_bits()), needed, "{range:?}");
    }
}

#[test]
fn meets_and_joins_at_four_bits() {
    let ranges = sample();
    for a in &ranges {
        for b in &ranges {
            let (set_a, set_b) = (members(a), members(b));
            let joined = members(&a.join(b));
            assert_eq!((set_a | set_b) & !joined, 0, "{a:?} {b:?}");
            let met = a.meet(b).map_or(0, |met| members(&met));
            assert_eq!(met, set_a & set_b, "{a:?} {b:?}");
        }
    }
}

#[test]
fn binary_operators_at_four_bits() {
    let mut types = Types::new(DataModel::Lp64);
    let ranges = sample();
    let sets: Vec<u32> = ranges.iter().map(members).collect();
    for signed in [false, true] {
        let ty = integer(&mut types, WIDTH, signed);
        for op in BINARY {
            let concrete = |a, b| arithmetic::binary(&types, op, ty, ty, a, b);
            let table: Vec<Vec<Option<u128>>> = (0..PATTERNS)
                .map(|a| (0..PATTERNS).map(|b| concrete(a, b)).collect())
                .collect();
            for (a, &set_a) in ranges.iter().zip(&sets) {
                for (b, &set_b) in ranges.iter().zip(&sets) {
                    let result = binary(op, signed, a, b);
                    let found = result.map_or(0, |range| members(&range));
                    for x in in_set(set_a) {
                        for y in in_set(set_b) {
                            if let Some(value) = table[x as usize][y as usize] {
                                assert_eq!(found >> value & 1, 1, "{a:?} {op:?} {b:?}: {x} {y}");
                            }
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn operators_on_constants_are_exact() {
    let mut types = Types::new(DataModel::Lp64);
    for signed in [false, true] {
        let ty = integer(&mut types, WIDTH, signed);
        for op in BINARY {
            for a in 0..PATTERNS {
                for b in 0..PATTERNS {
                    let constant = |bits| Range::constant(WIDTH, bits);
                    let found = binary(op, signed, &constant(a), &constant(b));
                    let expected = arithmetic::binary(&types, op, ty, ty, a, b);
                    if let Some(expected) = expected {
                        let found = found.and_then(|range| range.as_constant());
                        assert_eq!(found, Some(expected), "{a} {op:?} {b}");
                    }
                }
            }
        }
    }
}

#[test]
fn comparisons_that_hold_keep_the_operands_for_which_they_do() {
    let mut types = Types::new(DataModel::Lp64);
    let ranges = sample();
    for signed in [false, true] {
        let ty = integer(&mut types, WIDTH, signed);
        for op in BINARY.into_iter().filter(|op| op.is_comparison()) {
            for a in &ranges {
                for b in &ranges {
                    let kept = assume(op, signed, a, b);
                    for x in in_set(members(a)) {
                        for y in in_set(members(b)) {
                            if arithmetic::binary(&types, op, ty, ty, x, y) == Some(1) {
                                let both =
                                    kept.is_some_and(|(a, b)| a.contains(x) && b.contains(y));
                                assert!(both, "{a:?} {op:?} {b:?}: {x} {y}");
                            }
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn unary_operators_and_conversions_at_four_bits() {
    let mut types = Types::new(DataModel::Lp64);
    for signed in [false, true] {
        let ty = integer(&mut types, WIDTH, signed);
        for a in sample() {
            for op in [UnaryOp::Neg, UnaryOp::Complement] {
                let result = unary(op, &a);
                for x in in_set(members(&a)) {
                    assert!(result.contains(arithmetic::unary(&types, op, ty, x)));
                }
            }
            for bits in 1..=7 {
                let to = integer(&mut types, bits, false);
                let result = convert(signed, &a, bits);
                for x in in_set(members(&a)) {
                    let expected = arithmetic::convert(&types, ty, to, x);
                    assert!(result.contains(expected), "{a:?} to {bits}: {x}");
                }
            }
            let truth = to_bool(&a);
            for x in in_set(members(&a)) {
                let expected = arithmetic::convert(&types, ty, Types::BOOL, x);
                assert!(truth.contains(expected));
            }
        }
    }
    for a in [Range::truth(false), Range::truth(true), Range::top(1)] {
        let negated = unary(UnaryOp::Not, &a);
        assert!((0..2).all(|bits| !a.contains(bits) || negated.contains(1 - bits)));
    }
}

/// A range and some of its members: what was put into it, and its bounds.
fn random_range(prng: &mut Prng, width: u32) -> (Range, Vec<u128>) {
    let random_bits = |prng: &mut Prng| {
        let bits = match prng.below(5) {
            0 => u128::from(prng.below(5)),
            1 => u128::from(prng.below(5)).wrapping_neg(),
            2 => 1 << prng.below(u64::from(width)),
            3 => (1 << prng.below(u64::from(width))) - 1,
            _ => prng.next_u128(),
        };
        bits & mask(width)
    };
    let mut values: Vec<u128> = (0..1 + prng.below(3)).map(|_| random_bits(prng)).collect();
    if prng.below(4) == 0 {
        let base = random_bits(prng);
        values = (0..4).map(|i| base.wrapping_add(i) & mask(width)).collect();
    }
    let mut range = Range::constant(width, values[0]);
    for &value in &values {
        range = range.join(&Range::constant(width, value));
    }
    let (low, high) = range.unsigned_bounds();
    let (signed_low, signed_high) = range.signed_bounds();
    values.extend([low, high]);
    values.extend([signed_low, signed_high].map(|v| v as u128 & mask(width)));
    values.push((random_bits(prng) | range.known_ones()) & !range.known_zeros());
    values.retain(|&value| range.contains(value));
    (range, values)
}

#[test]
fn binary_operators_at_the_widths_of_c() {
    let mut types = Types::new(DataModel::Lp64);
    let mut prng = Prng::new(8);
    for width in [8, 16, 32, 64, 128] {
        for signed in [false, true] {
            let ty = integer(&mut types, width, signed);
            for _ in 0..1500 {
                let (a, in_a) = random_range(&mut prng, width);
                let (b, in_b) = random_range(&mut prng, width);
                let (x, y) = (in_a[0], in_b[0]);
                assert!(a.join(&b).contains(x) && a.join(&b).contains(y));
                for op in BINARY {
                    let result = binary(op, signed, &a, &b);
                    for &x in &in_a {
                        for &y in &in_b {
                            let Some(value) = arithmetic::binary(&types, op, ty, ty, x, y) else {
                                continue;
                            };
                            let found = result.is_some_and(|range| range.contains(value));
                            assert!(found, "{a:?} {op:?} {b:?}: {x} {y} gives {value}");
                            if op.is_comparison() && value == 1 {
                                let kept = assume(op, signed, &a, &b);
                                let both =
                                    kept.is_some_and(|(a, b)| a.contains(x) && b.contains(y));
                                assert!(both, "{a:?} {op:?} {b:?}: {x} {y}");
                            }
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn conversions_and_shift_counts_of_other_widths() {
    let mut types = Types::new(DataModel::Lp64);
    let mut prng = Prng::new(9);
    let widths = [8, 16, 32, 64, 128];
    for _ in 0..4000 {
        let from = widths[prng.below(5) as usize];
        let to = widths[prng.below(5) as usize];
        for signed in [false, true] {
            let (from_type, to_type) = (
                integer(&mut types, from, signed),
                integer(&mut types, to, !signed),
            );
            let (a, in_a) = random_range(&mut prng, from);
            let (b, in_b) = random_range(&mut prng, to);
            let result = convert(signed, &a, to);
            let shifted = [BinaryOp::Shl, BinaryOp::Shr].map(|op| (op, binary(op, signed, &a, &b)));
            for &x in &in_a {
                let expected = arithmetic::convert(&types, from_type, to_type, x);
                assert!(result.contains(expected), "{a:?} to {to}: {x}");
                for &y in &in_b {
                    for (op, result) in &shifted {
                        let value = arithmetic::binary(&types, *op, from_type, to_type, x, y);
                        let found = value.zip(*result).is_some_and(|(v, r)| r.contains(v));
                        assert!(found, "{a:?} {op:?} {b:?}: {x} {y}");
                    }
                }
            }
        }
    }
}

#[test]
fn ranges_are_shown_with_their_tightest_interval() {
    let shown = |range: Option<Range>| range.map(|range| range.to_string());
    assert_eq!(shown(Range::signed(32, -1, 2)).as_deref(), Some("[-1, 2]"));
    assert_eq!(
        shown(Range::unsigned(8, 3, 200)).as_deref(),
        Some("[3, 200]")
    );
    assert_eq!(
        shown(Range::with_bits(8, 1, 0)).as_deref(),
        Some("[0, 254] bits ???????0")
    );
    assert_eq!(Range::top(64).to_string(), "any");
    assert_eq!(Range::constant(32, 7).to_string(), "7");
    assert_eq!(Range::constant(32, u128::MAX).to_string(), "-1");
}
