//! Single and double against the machine's own arithmetic, rounding to nearest.
//!
//! On x86 NaNs agree bit for bit, but where both operands are NaNs: compilers may exchange the operands of sums and products.

use std::hint::black_box;

use unspool_formula::floats::{self, Format};
use unspool_formula::terms::{Term, Terms};

use crate::check::{NEAREST, Operation};
use crate::samples::{corners, few_corners, random_operands, tuples};

type Binary = fn(&mut Terms, Format, Term, Term, Term) -> Term;

macro_rules! host_tests {
    ($module:ident, $format:expr, $float:ty, $int:ty) => {
        mod $module {
            use super::*;

            const FORMAT: Format = $format;

            fn float(bits: u128) -> $float {
                black_box(<$float>::from_bits(bits as $int))
            }

            /// The host's result; the first NaN, if there are several among the operands.
            fn bits(operands: &[u128], result: $float) -> u128 {
                let nans = operands.iter().filter(|bits| float(**bits).is_nan());
                match nans.collect::<Vec<_>>()[..] {
                    // Elsewhere than on x86 other NaNs are default.
                    [] if result.is_nan() && !cfg!(target_arch = "x86_64") => {
                        FORMAT.default_nan().to_u128().expect("few bits")
                    }
                    [] => u128::from(result.to_bits()),
                    [_] if cfg!(target_arch = "x86_64") => u128::from(result.to_bits()),
                    [first, ..] => first | 1 << (FORMAT.fraction_bits() - 1),
                }
            }

            fn pairs() -> Vec<Vec<u128>> {
                let mut pairs = tuples(&few_corners(FORMAT, 100), 2);
                pairs.extend(random_operands(FORMAT, 2, 20_000, 20));
                pairs
            }

            #[test]
            fn arithmetic() {
                let table: [(Binary, fn($float, $float) -> $float); 4] = [
                    (floats::add, |a, b| a + b),
                    (floats::subtract, |a, b| a - b),
                    (floats::multiply, |a, b| a * b),
                    (floats::divide, |a, b| a / b),
                ];
                for (number, (build, host)) in table.into_iter().enumerate() {
                    Operation::new(
                        format!("operation {number}"),
                        &[FORMAT.width(); 2],
                        |terms, x, mode| build(terms, FORMAT, x[0], x[1], mode),
                    )
                    .check(&pairs(), NEAREST, |x, _| {
                        bits(x, host(float(x[0]), float(x[1])))
                    });
                }
            }

            #[test]
            fn remainder() {
                let mut pairs = tuples(&few_corners(FORMAT, 40), 2);
                pairs.extend(random_operands(FORMAT, 2, 2_000, 21));
                Operation::new("fmod", &[FORMAT.width(); 2], |terms, x, _| {
                    floats::fmod(terms, FORMAT, x[0], x[1])
                })
                .check(&pairs, NEAREST, |x, _| bits(x, float(x[0]) % float(x[1])));
            }

            #[test]
            fn multiply_add() {
                let mut triples = tuples(&few_corners(FORMAT, 14), 3);
                triples.extend(random_operands(FORMAT, 3, 4_000, 22));
                Operation::new("fma", &[FORMAT.width(); 3], |terms, x, mode| {
                    floats::fma(terms, FORMAT, x[0], x[1], x[2], mode)
                })
                .check(&triples, NEAREST, |x, _| {
                    bits(x, float(x[0]).mul_add(float(x[1]), float(x[2])))
                });
            }

            #[test]
            fn root() {
                let mut values = random_operands(FORMAT, 1, 10_000, 23);
                values.extend(tuples(&corners(FORMAT), 1));
                Operation::new("sqrt", &[FORMAT.width()], |terms, x, mode| {
                    floats::sqrt(terms, FORMAT, x[0], mode)
                })
                .check(&values, NEAREST, |x, _| bits(x, float(x[0]).sqrt()));
            }

            #[test]
            fn comparisons() {
                type Comparison = fn(&mut Terms, Format, Term, Term) -> Term;
                let table: [(Comparison, fn(&$float, &$float) -> bool); 3] = [
                    (floats::equal, |a, b| a == b),
                    (floats::less, |a, b| a < b),
                    (floats::less_or_equal, |a, b| a <= b),
                ];
                for (build, host) in table {
                    Operation::new("comparison", &[FORMAT.width(); 2], |terms, x, _| {
                        build(terms, FORMAT, x[0], x[1])
                    })
                    .check(&pairs(), NEAREST, |x, _| {
                        u128::from(host(&float(x[0]), &float(x[1])))
                    });
                }
            }
        }
    };
}

host_tests!(single, Format::SINGLE, f32, u32);
host_tests!(double, Format::DOUBLE, f64, u64);

#[test]
fn conversions() {
    let mut singles = random_operands(Format::SINGLE, 1, 10_000, 24);
    singles.extend(tuples(&corners(Format::SINGLE), 1));
    Operation::new("widen", &[32], |terms, x, mode| {
        floats::convert(terms, Format::SINGLE, Format::DOUBLE, x[0], mode)
    })
    .check(&singles, NEAREST, |x, _| {
        u128::from(f64::from(black_box(f32::from_bits(x[0] as u32))).to_bits())
    });
    let mut doubles = random_operands(Format::DOUBLE, 1, 10_000, 25);
    doubles.extend(tuples(&corners(Format::DOUBLE), 1));
    Operation::new("narrow", &[64], |terms, x, mode| {
        floats::convert(terms, Format::DOUBLE, Format::SINGLE, x[0], mode)
    })
    .check(&doubles, NEAREST, |x, _| {
        u128::from((black_box(f64::from_bits(x[0] as u64)) as f32).to_bits())
    });
}
