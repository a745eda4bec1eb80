//! What floats are by definition, for formats of a few bits: all numbers of a format stand in a list, results are exact fractions of
//! integers, and rounding looks for the two neighbours in the list.

use std::cmp::Ordering;

use unspool_formula::floats::{Format, Rounding};

pub struct Exact {
    pub format: Format,
    /// Magnitudes by their encoding, in units of the least; the last stands in infinity's place.
    grid: Vec<i128>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    Nan,
    Infinite {
        negative: bool,
    },
    /// In units of the least magnitude.
    Finite {
        negative: bool,
        units: i128,
    },
}

impl Exact {
    pub fn new(format: Format) -> Exact {
        let fraction = format.fraction_bits();
        let infinity = ((1u64 << format.exponent_bits()) - 1) << fraction;
        let grid = (0..=infinity)
            .map(|encoding| {
                let (field, low) = (encoding >> fraction, encoding & ((1 << fraction) - 1));
                match field {
                    0 => i128::from(low),
                    _ => i128::from(1 << fraction | low) << (field - 1),
                }
            })
            .collect();
        Exact { format, grid }
    }

    /// 1 in units.
    pub fn one(&self) -> i128 {
        self.grid[(self.format.bias() as usize) << self.format.fraction_bits()]
    }

    pub fn decode(&self, bits: u128) -> Number {
        let negative = bits >> (self.format.width() - 1) & 1 != 0;
        let encoding = self.encoding(bits);
        match encoding.cmp(&self.infinity()) {
            Ordering::Less => Number::Finite {
                negative,
                units: self.grid[encoding],
            },
            Ordering::Equal => Number::Infinite { negative },
            Ordering::Greater => Number::Nan,
        }
    }

    /// The first NaN, quieted.
    pub fn first_nan(&self, operands: &[u128]) -> Option<u128> {
        let is_nan = |bits: &&u128| self.decode(**bits) == Number::Nan;
        let quiet = 1 << (self.format.fraction_bits() - 1);
        operands.iter().find(is_nan).map(|bits| bits | quiet)
    }

    pub fn default_nan(&self) -> u128 {
        self.format.default_nan().to_u128().expect("few bits")
    }

    pub fn zero(&self, negative: bool) -> u128 {
        u128::from(negative) << (self.format.width() - 1)
    }

    pub fn infinite(&self, negative: bool) -> u128 {
        self.zero(negative) | self.infinity() as u128
    }

    /// A fraction of units, rounded.
    pub fn round(&self, negative: bool, units: i128, over: i128, mode: Rounding) -> u128 {
        self.round_by(negative, mode, |half_units| {
            (2 * units).cmp(&(half_units * over))
        })
    }

    /// Any number, given how it compares with halves of units.
    pub fn round_by(
        &self,
        negative: bool,
        mode: Rounding,
        compare: impl Fn(i128) -> Ordering,
    ) -> u128 {
        let at_least = |units: &i128| compare(2 * units).is_ge();
        let low = self.grid.partition_point(at_least) - 1;
        let outward = match mode {
            Rounding::Up => !negative,
            Rounding::Down => negative,
            _ => false,
        };
        let magnitude = if low == self.infinity() {
            // Beyond all numbers.
            let nearest = matches!(mode, Rounding::NearestEven | Rounding::NearestAway);
            if nearest || outward { low } else { low - 1 }
        } else if compare(2 * self.grid[low]).is_eq() {
            low
        } else {
            let up = match mode {
                Rounding::TowardZero => false,
                Rounding::Up | Rounding::Down => outward,
                Rounding::NearestEven | Rounding::NearestAway => {
                    match compare(self.grid[low] + self.grid[low + 1]) {
                        Ordering::Less => false,
                        Ordering::Greater => true,
                        Ordering::Equal => mode == Rounding::NearestAway || low % 2 == 1,
                    }
                }
            };
            low + usize::from(up)
        };
        self.zero(negative) | magnitude as u128
    }

    pub fn add(&self, a: u128, b: u128, mode: Rounding) -> u128 {
        let one = self.format.one(false).to_u128().expect("few bits");
        // a * 1 + b, for which NaNs come in the same order.
        self.fma(a, one, b, mode)
    }

    pub fn multiply(&self, a: u128, b: u128, mode: Rounding) -> u128 {
        if let Some(nan) = self.first_nan(&[a, b]) {
            return nan;
        }
        let negative = self.negative(a) != self.negative(b);
        match (self.decode(a), self.decode(b)) {
            (Number::Finite { units: x, .. }, Number::Finite { units: y, .. }) => {
                self.round(negative, x * y, self.one(), mode)
            }
            (Number::Finite { units: 0, .. }, _) | (_, Number::Finite { units: 0, .. }) => {
                self.default_nan()
            }
            _ => self.infinite(negative),
        }
    }

    pub fn divide(&self, a: u128, b: u128, mode: Rounding) -> u128 {
        if let Some(nan) = self.first_nan(&[a, b]) {
            return nan;
        }
        let negative = self.negative(a) != self.negative(b);
        match (self.decode(a), self.decode(b)) {
            (Number::Finite { units: 0, .. }, Number::Finite { units: 0, .. })
            | (Number::Infinite { .. }, Number::Infinite { .. }) => self.default_nan(),
            (_, Number::Finite { units: 0, .. }) | (Number::Infinite { .. }, _) => {
                self.infinite(negative)
            }
            (Number::Finite { units: x, .. }, Number::Finite { units: y, .. }) => {
                self.round(negative, x * self.one(), y, mode)
            }
            _ => self.zero(negative),
        }
    }

    pub fn fma(&self, a: u128, b: u128, c: u128, mode: Rounding) -> u128 {
        if let Some(nan) = self.first_nan(&[a, b, c]) {
            return nan;
        }
        let product_negative = self.negative(a) != self.negative(b);
        let c_negative = self.negative(c);
        let product = match (self.decode(a), self.decode(b)) {
            (Number::Finite { units: x, .. }, Number::Finite { units: y, .. }) => Some(x * y),
            (Number::Finite { units: 0, .. }, _) | (_, Number::Finite { units: 0, .. }) => {
                return self.default_nan();
            }
            _ => None,
        };
        match (product, self.decode(c)) {
            (None, Number::Infinite { negative }) if negative != product_negative => {
                self.default_nan()
            }
            (None, _) => self.infinite(product_negative),
            (_, Number::Infinite { negative }) => self.infinite(negative),
            (Some(product), Number::Finite { units, .. }) => {
                let signed = |negative: bool, value: i128| if negative { -value } else { value };
                let sum =
                    signed(product_negative, product) + signed(c_negative, units * self.one());
                if sum == 0 {
                    let same = product_negative == c_negative;
                    let down = mode == Rounding::Down;
                    return self.zero(if same { c_negative } else { down });
                }
                self.round(sum < 0, sum.abs(), self.one(), mode)
            }
            (_, Number::Nan) => unreachable!("NaNs were looked for"),
        }
    }

    pub fn sqrt(&self, a: u128, mode: Rounding) -> u128 {
        if let Some(nan) = self.first_nan(&[a]) {
            return nan;
        }
        match self.decode(a) {
            Number::Finite { units: 0, .. } | Number::Infinite { negative: false } => a,
            Number::Finite {
                negative: false,
                units,
            } => self.round_by(false, mode, |half_units| {
                (4 * units * self.one()).cmp(&(half_units * half_units))
            }),
            _ => self.default_nan(),
        }
    }

    /// C's `fmod`, or IEEE's remainder.
    pub fn remainder(&self, a: u128, b: u128, nearest: bool) -> u128 {
        if let Some(nan) = self.first_nan(&[a, b]) {
            return nan;
        }
        match (self.decode(a), self.decode(b)) {
            (Number::Infinite { .. }, _) | (_, Number::Finite { units: 0, .. }) => {
                self.default_nan()
            }
            (_, Number::Infinite { .. }) => a,
            (Number::Finite { negative, units: x }, Number::Finite { units: y, .. }) => {
                let (quotient, mut rest) = (x / y, x % y);
                if nearest && (2 * rest > y || 2 * rest == y && quotient % 2 == 1) {
                    rest -= y;
                }
                let negative = negative != (rest < 0);
                let result = self.round(negative, rest.abs(), 1, Rounding::TowardZero);
                assert_eq!(
                    self.grid[self.encoding(result)],
                    rest.abs(),
                    "remainders are exact"
                );
                result
            }
            _ => unreachable!("NaNs were looked for"),
        }
    }

    /// A finite number as an integer: its magnitude. `None` for others.
    pub fn integer(&self, a: u128, mode: Rounding) -> Option<(bool, i128)> {
        let Number::Finite { negative, units } = self.decode(a) else {
            return None;
        };
        Some((negative, round_fraction(negative, units, self.one(), mode)))
    }

    pub fn round_to_integral(&self, a: u128, mode: Rounding) -> u128 {
        match self.integer(a, mode) {
            Some((negative, magnitude)) => {
                self.round(negative, magnitude * self.one(), 1, Rounding::NearestEven)
            }
            None => self.first_nan(&[a]).unwrap_or(a),
        }
    }

    pub fn convert(&self, to: &Exact, a: u128, mode: Rounding) -> u128 {
        let negative = self.negative(a);
        match self.decode(a) {
            Number::Finite { units, .. } => to.round(negative, units * to.one(), self.one(), mode),
            Number::Infinite { .. } => to.infinite(negative),
            Number::Nan => {
                let (have, want) = (self.format.fraction_bits(), to.format.fraction_bits());
                let fraction = a & ((1 << have) - 1);
                let fraction = if want < have {
                    fraction >> (have - want)
                } else {
                    fraction << (want - have)
                };
                to.infinite(negative) | fraction | 1 << (want - 1)
            }
        }
    }

    pub fn of_integer(&self, value: i128, mode: Rounding) -> u128 {
        self.round(value < 0, value.abs() * self.one(), 1, mode)
    }

    /// `None` if unordered.
    pub fn compare(&self, a: u128, b: u128) -> Option<Ordering> {
        let place = |number: Number| match number {
            Number::Nan => None,
            Number::Infinite { negative: true } => Some(i128::MIN),
            Number::Infinite { negative: false } => Some(i128::MAX),
            Number::Finite { negative, units } => Some(if negative { -units } else { units }),
        };
        Some(place(self.decode(a))?.cmp(&place(self.decode(b))?))
    }

    fn negative(&self, bits: u128) -> bool {
        bits >> (self.format.width() - 1) & 1 != 0
    }

    fn encoding(&self, bits: u128) -> usize {
        (bits & ((1 << (self.format.width() - 1)) - 1)) as usize
    }

    fn infinity(&self) -> usize {
        self.grid.len() - 1
    }
}

/// The magnitude of a fraction, rounded to an integer.
pub fn round_fraction(negative: bool, numerator: i128, denominator: i128, mode: Rounding) -> i128 {
    let (whole, rest) = (numerator / denominator, numerator % denominator);
    let up = match mode {
        Rounding::TowardZero => false,
        Rounding::Up => !negative && rest > 0,
        Rounding::Down => negative && rest > 0,
        Rounding::NearestAway => 2 * rest >= denominator,
        Rounding::NearestEven => {
            2 * rest > denominator || 2 * rest == denominator && whole % 2 == 1
        }
    };
    whole + i128::from(up)
}
