//! Every circuit against the host's arithmetic, by simulation: exhaustively at small widths, at random at large ones.

mod random;

use unspool_formula::aig::{Aig, Edge, Simulation, simulate};
use unspool_formula::circuits;

use random::Random;

/// What a circuit makes of two words, and what it should be on numbers.
struct Circuit {
    name: &'static str,
    build: fn(&mut Aig, &[Edge], &[Edge]) -> Vec<Edge>,
    expected: fn(u128, u128, u32) -> u128,
}

const CIRCUITS: &[Circuit] = &[
    Circuit {
        name: "add",
        build: |aig, a, b| circuits::add(aig, a, b, Edge::FALSE),
        expected: |a, b, _| a.wrapping_add(b),
    },
    Circuit {
        name: "add with carry",
        build: |aig, a, b| circuits::add(aig, a, b, Edge::TRUE),
        expected: |a, b, _| a.wrapping_add(b).wrapping_add(1),
    },
    Circuit {
        name: "subtract",
        build: circuits::subtract,
        expected: |a, b, _| a.wrapping_sub(b),
    },
    Circuit {
        name: "negate",
        build: |aig, a, _| circuits::negate(aig, a),
        expected: |a, _, _| a.wrapping_neg(),
    },
    Circuit {
        name: "multiply",
        build: circuits::multiply,
        expected: |a, b, _| a.wrapping_mul(b),
    },
    Circuit {
        name: "square",
        build: |aig, a, _| circuits::multiply(aig, a, a),
        expected: |a, _, _| a.wrapping_mul(a),
    },
    Circuit {
        name: "quotient",
        build: |aig, a, b| circuits::divide(aig, a, b).0,
        expected: |a, b, _| a.checked_div(b).unwrap_or(u128::MAX),
    },
    Circuit {
        name: "remainder",
        build: |aig, a, b| circuits::divide(aig, a, b).1,
        expected: |a, b, _| a.checked_rem(b).unwrap_or(a),
    },
    Circuit {
        name: "shift left",
        build: circuits::shift_left,
        expected: |a, b, width| if b < width.into() { a << b } else { 0 },
    },
    Circuit {
        name: "shift right",
        build: |aig, a, b| circuits::shift_right(aig, a, b, Edge::FALSE),
        expected: |a, b, width| if b < width.into() { a >> b } else { 0 },
    },
    Circuit {
        name: "shift right with ones",
        build: |aig, a, b| circuits::shift_right(aig, a, b, Edge::TRUE),
        expected: |a, b, width| {
            !if b < width.into() {
                (!a & mask(width)) >> b
            } else {
                0
            }
        },
    },
    Circuit {
        name: "shift right with sign",
        build: |aig, a, b| circuits::shift_right(aig, a, b, a[a.len() - 1]),
        expected: |a, b, width| (signed(a, width) >> b.min(127)) as u128,
    },
    Circuit {
        name: "less",
        build: |aig, a, b| vec![circuits::less(aig, a, b)],
        expected: |a, b, _| (a < b).into(),
    },
    Circuit {
        name: "less or equal",
        build: |aig, a, b| vec![circuits::less_or_equal(aig, a, b)],
        expected: |a, b, _| (a <= b).into(),
    },
    Circuit {
        name: "less signed",
        build: |aig, a, b| vec![circuits::less_signed(aig, a, b)],
        expected: |a, b, width| (signed(a, width) < signed(b, width)).into(),
    },
    Circuit {
        name: "equal",
        build: |aig, a, b| vec![circuits::equal(aig, a, b)],
        expected: |a, b, _| (a == b).into(),
    },
    Circuit {
        name: "choose",
        build: |aig, a, b| circuits::choose(aig, a[0], b, a),
        expected: |a, b, _| if a & 1 == 1 { b } else { a },
    },
];

#[test]
fn exhaustively_at_small_widths() {
    for circuit in CIRCUITS {
        for width in 1..=6 {
            let pairs: Vec<(u128, u128)> = (0..1 << (2 * width))
                .map(|both: u128| (both >> width, both & mask(width)))
                .collect();
            check(circuit, width, &pairs);
        }
    }
}

#[test]
fn random_and_corner_values_at_large_widths() {
    let mut random = Random(1);
    for circuit in CIRCUITS {
        for width in [7, 8, 13, 16, 31, 32, 33, 64, 128] {
            let corners = [
                0,
                1,
                2,
                mask(width - 1),
                mask(width - 1) + 1,
                mask(width) - 1,
                mask(width),
                width.into(),
            ];
            let mut pairs: Vec<(u128, u128)> = Vec::new();
            pairs.extend(
                corners
                    .iter()
                    .flat_map(|&a| corners.iter().map(move |&b| (a, b))),
            );
            for _ in 0..256 {
                let (a, b) = (random.word(), random.word());
                // Short ones too, so that quotients are not all 0 and counts not all too large.
                let (short_a, short_b) = (random.word() % 128, random.word() % 128);
                pairs.push((a >> short_a & mask(width), b >> short_b & mask(width)));
                pairs.push((a & mask(width), (short_b % u128::from(width)) & mask(width)));
            }
            check(circuit, width, &pairs);
        }
    }
}

#[test]
fn constant_operands() {
    let mut random = Random(2);
    for circuit in CIRCUITS {
        for width in 1..=8 {
            let values: Vec<u128> = if width <= 5 {
                (0..=mask(width)).collect()
            } else {
                (0..16).map(|_| random.word() & mask(width)).collect()
            };
            for &value in &values {
                check_with_constant(circuit, width, value, true);
                check_with_constant(circuit, width, value, false);
            }
        }
    }
}

#[test]
fn shift_counts_of_other_lengths() {
    for width in 1..=9u32 {
        for length in 0..=6u32 {
            let mut aig = Aig::new();
            let (a, count) = (word(&mut aig, width), word(&mut aig, length));
            let left = circuits::shift_left(&mut aig, &a, &count);
            let right = circuits::shift_right(&mut aig, &a, &count, Edge::FALSE);
            for value in 0..1u128 << length {
                let number = 0b1_0110_1011 & mask(width);
                let simulation = simulate(&aig, &inputs(&[(number, width), (value, length)]));
                let inside = value < width.into();
                let expected_left = if inside {
                    number << value & mask(width)
                } else {
                    0
                };
                let expected_right = if inside { number >> value } else { 0 };
                assert_eq!(
                    read(&simulation, &left, 0),
                    expected_left,
                    "{width} {length} {value}"
                );
                assert_eq!(
                    read(&simulation, &right, 0),
                    expected_right,
                    "{width} {length} {value}"
                );
            }
        }
    }
}

/// What needs no gates at all, and that both orders of a product are one.
#[test]
fn easy_constants_cost_nothing() {
    let mut aig = Aig::new();
    let (a, b) = (word(&mut aig, 16), word(&mut aig, 16));
    let constant = |value: u128| -> Vec<Edge> {
        (0..16)
            .map(|bit| Edge::constant(value >> bit & 1 == 1))
            .collect()
    };
    let eighth = circuits::divide(&mut aig, &a, &constant(8));
    assert_eq!(eighth.0[..13], a[3..]);
    assert_eq!(eighth.1[..3], a[..3]);
    let fourfold = circuits::multiply(&mut aig, &a, &constant(4));
    assert_eq!(fourfold[2..], a[..14]);
    assert_eq!(
        circuits::shift_right(&mut aig, &a, &constant(3), Edge::FALSE)[..13],
        a[3..]
    );
    assert_eq!(aig.and_count(), 0);
    let product = circuits::multiply(&mut aig, &a, &b);
    let count = aig.and_count();
    assert_eq!(circuits::multiply(&mut aig, &b, &a), product);
    assert_eq!(aig.and_count(), count);
    circuits::multiply(&mut aig, &a, &constant(5));
    assert!(aig.and_count() > count);
}

#[test]
fn words_of_no_bits() {
    let mut aig = Aig::new();
    assert_eq!(circuits::add(&mut aig, &[], &[], Edge::TRUE), []);
    assert_eq!(circuits::multiply(&mut aig, &[], &[]), []);
    assert_eq!(circuits::divide(&mut aig, &[], &[]), (vec![], vec![]));
    assert_eq!(circuits::equal(&mut aig, &[], &[]), Edge::TRUE);
    assert_eq!(circuits::less(&mut aig, &[], &[]), Edge::FALSE);
    assert_eq!(circuits::less_signed(&mut aig, &[], &[]), Edge::FALSE);
    let count = aig.input();
    assert_eq!(circuits::shift_left(&mut aig, &[], &[count]), []);
}

/// The check of all the tests above does fail.
#[test]
#[should_panic(expected = "wrong at width 3: 7, 7")]
fn a_wrong_circuit_is_noticed() {
    let wrong = Circuit {
        name: "sum with a flaw",
        build: |aig, a, b| {
            let mut sum = circuits::add(aig, a, b, Edge::FALSE);
            let rare = aig.and_all(&[a, b].concat());
            sum[2] = aig.xor(sum[2], rare);
            sum
        },
        expected: |a, b, _| a.wrapping_add(b),
    };
    let pairs: Vec<(u128, u128)> = (0..64).map(|both| (both >> 3, both & 7)).collect();
    check(&wrong, 3, &pairs);
}

fn check(circuit: &Circuit, width: u32, pairs: &[(u128, u128)]) {
    let mut aig = Aig::new();
    let (a, b) = (word(&mut aig, width), word(&mut aig, width));
    let result = (circuit.build)(&mut aig, &a, &b);
    for pairs in pairs.chunks(64) {
        let mut words = vec![0; 2 * width as usize];
        for (lane, &(x, y)) in pairs.iter().enumerate() {
            for bit in 0..width as usize {
                words[bit] |= ((x >> bit & 1) as u64) << lane;
                words[width as usize + bit] |= ((y >> bit & 1) as u64) << lane;
            }
        }
        let simulation = simulate(&aig, &words);
        for (lane, &(x, y)) in pairs.iter().enumerate() {
            let expected = (circuit.expected)(x, y, width) & mask(result.len() as u32);
            let actual = read(&simulation, &result, lane);
            assert_eq!(
                actual, expected,
                "{} wrong at width {width}: {x}, {y}",
                circuit.name
            );
        }
    }
}

/// With one operand constant and the other one any value.
fn check_with_constant(circuit: &Circuit, width: u32, value: u128, first: bool) {
    let mut aig = Aig::new();
    let constant: Vec<Edge> = (0..width)
        .map(|bit| Edge::constant(value >> bit & 1 == 1))
        .collect();
    let variable = word(&mut aig, width);
    let (a, b) = if first {
        (&constant, &variable)
    } else {
        (&variable, &constant)
    };
    let result = (circuit.build)(&mut aig, a, b);
    for other in 0..=mask(width) {
        let simulation = simulate(&aig, &inputs(&[(other, width)]));
        let (x, y) = if first {
            (value, other)
        } else {
            (other, value)
        };
        let expected = (circuit.expected)(x, y, width) & mask(result.len() as u32);
        let actual = read(&simulation, &result, 0);
        assert_eq!(
            actual, expected,
            "{} wrong at width {width}: {x}, {y}",
            circuit.name
        );
    }
}

fn word(aig: &mut Aig, width: u32) -> Vec<Edge> {
    (0..width).map(|_| aig.input()).collect()
}

fn inputs(numbers: &[(u128, u32)]) -> Vec<u64> {
    let mut bits = Vec::new();
    for &(number, width) in numbers {
        bits.extend((0..width).map(|bit| (number >> bit & 1) as u64));
    }
    bits
}

fn read(simulation: &Simulation, word: &[Edge], lane: usize) -> u128 {
    let bits = word.iter().enumerate();
    bits.map(|(i, &edge)| u128::from(simulation.value(edge) >> lane & 1) << i)
        .sum()
}

fn mask(width: u32) -> u128 {
    u128::MAX.checked_shr(128 - width).unwrap_or(0)
}

fn signed(number: u128, width: u32) -> i128 {
    (number << (128 - width)) as i128 >> (128 - width)
}

impl Random {
    fn word(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }
}
