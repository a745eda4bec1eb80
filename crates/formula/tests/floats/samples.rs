//! Operands that are worth a try: corner values, and random ones of several kinds.

use unspool_formula::floats::Format;

pub use crate::random::Random;

impl Random {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub fn bits(&mut self, width: u32) -> u128 {
        let word = u128::from(self.next()) << 64 | u128::from(self.next());
        word & (u128::MAX >> (128 - width))
    }
}

/// `count` times what the environment asks for.
pub fn samples(count: usize) -> usize {
    let factor = std::env::var("UNSPOOL_FLOAT_SAMPLES").ok();
    let factor = factor.map(|text| text.parse().expect("UNSPOOL_FLOAT_SAMPLES is a number"));
    count * factor.unwrap_or(1)
}

/// Zeros, the ends of the subnormal and normal ranges, numbers around 1 and around where integers become sparse, infinities and NaNs,
/// in both signs.
pub fn corners(format: Format) -> Vec<u128> {
    let fraction = format.fraction_bits();
    let (one, top) = (1u128 << fraction, format.bias() as u128);
    let special = 2 * top + 1;
    let digits = [0, 1, 2, one / 2 - 1, one / 2, one / 2 + 1, one - 2, one - 1];
    let precision = u128::from(fraction);
    let mut exponents = vec![0, 1, 2, special - 2, special - 1, special];
    exponents.extend([top - 2, top - 1, top, top + 1, top + 2]);
    exponents.extend([precision - 1, precision, precision + 1, precision + 2]);
    exponents.extend([top - precision, top + precision - 1, top + precision]);
    exponents.extend([top + precision + 1, top / 2, top / 2 + 1, top + top / 2]);
    let mut values = Vec::new();
    for exponent in exponents.into_iter().filter(|field| *field <= special) {
        for low in digits {
            let magnitude = exponent << fraction | low;
            values.extend([magnitude, magnitude | 1 << (format.width() - 1)]);
        }
    }
    values.sort_unstable();
    values.dedup();
    values
}

/// Fewer of these, for all pairs or triples of them.
pub fn few_corners(format: Format, count: usize) -> Vec<u128> {
    let all = corners(format);
    let step = all.len().div_ceil(count);
    // Not all even ones: a step that is odd.
    all.into_iter().step_by(step | 1).collect()
}

/// Tuples of operands: random bits, close exponents (for cancellation), few digits (for exact results and ties), corners.
pub fn random_operands(format: Format, operands: usize, count: usize, seed: u64) -> Vec<Vec<u128>> {
    let mut random = Random(seed);
    let corners = corners(format);
    let fraction = format.fraction_bits();
    let fields = 1u128 << format.exponent_bits();
    (0..samples(count))
        .map(|_| {
            let kind = random.below(4);
            let near = random.bits(format.exponent_bits());
            (0..operands)
                .map(|_| match (kind, random.below(8)) {
                    (_, 0) => corners[random.below(corners.len() as u64) as usize],
                    (0, _) => random.bits(format.width()),
                    (1, _) => {
                        let away = u128::from(random.below(2 * u64::from(fraction)));
                        let field = (near + away) % fields;
                        random.bits(1) << (format.width() - 1)
                            | field << fraction
                            | random.bits(fraction)
                    }
                    (2, _) => {
                        let digits = random.bits(4) << (fraction.max(4) - 4);
                        let field = (near + u128::from(random.below(8))) % fields;
                        random.bits(1) << (format.width() - 1)
                            | field << fraction
                            | digits & ((1 << fraction) - 1)
                    }
                    // Around 1, with a tail of equal digits.
                    _ => {
                        let away = u128::from(random.below(2 * u64::from(fraction)));
                        let field = format.bias() as u128 + away - u128::from(fraction);
                        let mask = (1u128 << random.below(u64::from(fraction))) - 1;
                        let digits = random.bits(fraction);
                        let digits = if random.below(2) == 0 {
                            digits | mask
                        } else {
                            digits & !mask
                        };
                        random.bits(1) << (format.width() - 1)
                            | (field % fields) << fraction
                            | digits
                    }
                })
                .collect()
        })
        .collect()
}

/// All tuples of these values.
pub fn tuples(values: &[u128], operands: usize) -> Vec<Vec<u128>> {
    let mut all = vec![Vec::new()];
    for _ in 0..operands {
        all = all
            .into_iter()
            .flat_map(|start: Vec<u128>| {
                values.iter().map(move |value| {
                    let mut longer = start.clone();
                    longer.push(*value);
                    longer
                })
            })
            .collect();
    }
    all
}

/// All tuples of values of a width.
pub fn all_tuples(width: u32, operands: usize) -> Vec<Vec<u128>> {
    let values: Vec<u128> = (0..1 << width).collect();
    tuples(&values, operands)
}
