//! Sets of numbers in steps: offsets into objects, and what is added to them.
//!
//! Three shapes suffice: one number, a bounded progression (an index whose range is evident), and all numbers of one
//! residue (any other index). They are closed under addition, up to a little widening at the ends.
//!
//! Offsets are the mathematical ones: arithmetic that wraps around the address space is not followed, and no object
//! is larger than half of it.

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Steps {
    One(i64),
    /// `first`, `first + step`, ..., `last`: at least two numbers.
    Range {
        first: i64,
        last: i64,
        step: i64,
    },
    /// All numbers, also negative ones, that leave `residue` when divided by `step`; `0 <= residue < step`.
    Every {
        residue: i64,
        step: i64,
    },
}

impl Steps {
    pub const ZERO: Steps = Steps::One(0);
    pub const ANYWHERE: Steps = Steps::Every {
        residue: 0,
        step: 1,
    };

    /// All sums of a number of each.
    pub fn plus(self, other: Steps) -> Steps {
        let step = gcd(self.step(), other.step());
        let Some(first) = self.first().checked_add(other.first()) else {
            return Steps::ANYWHERE;
        };
        match (self.last(), other.last()) {
            (Some(last), Some(other)) => match last.checked_add(other) {
                Some(last) => Steps::progression(first, last, step),
                None => Steps::ANYWHERE,
            },
            _ => Steps::every(first, step),
        }
    }

    /// All products with the factor.
    pub fn times(self, factor: u64) -> Steps {
        let scaled = |number: i64| i64::try_from(factor).ok()?.checked_mul(number);
        let (first, step) = (scaled(self.first()), scaled(self.step()));
        match (first, step, self.last()) {
            (Some(first), Some(step), None) => Steps::every(first, step),
            (Some(first), Some(step), Some(last)) => match scaled(last) {
                Some(last) => Steps::progression(first, last, step),
                None => Steps::ANYWHERE,
            },
            _ => Steps::ANYWHERE,
        }
    }

    pub fn negated(self) -> Steps {
        let negate = |number: i64| number.checked_neg();
        match self {
            Steps::Every { residue, step } => Steps::every(-residue, step),
            Steps::One(number) => negate(number).map_or(Steps::ANYWHERE, Steps::One),
            Steps::Range { first, last, step } => match (negate(last), negate(first)) {
                (Some(first), Some(last)) => Steps::progression(first, last, step),
                _ => Steps::ANYWHERE,
            },
        }
    }

    /// Whether every number of the other is one of this.
    pub fn includes(self, other: Steps) -> bool {
        let is_congruent = |step: i64| {
            let distance = i128::from(other.first()) - i128::from(self.first());
            distance % i128::from(step) == 0 && other.step() % step == 0
        };
        match self {
            Steps::One(_) => self == other,
            Steps::Every { step, .. } => is_congruent(step),
            Steps::Range { first, last, step } => {
                let is_inside = other.last().is_some_and(|other| other <= last);
                is_inside && other.first() >= first && is_congruent(step)
            }
        }
    }

    /// The numbers of both and all others between, below and above them that are as far apart: what loops that step
    /// through an object come to.
    pub fn widened_with(self, other: Steps) -> Steps {
        let distance = i128::from(self.first()) - i128::from(other.first());
        let Ok(distance) = i64::try_from(distance) else {
            return Steps::ANYWHERE;
        };
        let Some(distance) = distance.checked_abs() else {
            return Steps::ANYWHERE;
        };
        let step = gcd(gcd(self.step(), other.step()), distance);
        Steps::every(self.first(), step)
    }

    /// The smallest bounded progression with the numbers of both; None if one of them is not bounded.
    pub fn bounded_with(self, other: Steps) -> Option<Steps> {
        let (last, other_last) = (self.last()?, other.last()?);
        let first = self.first().min(other.first());
        let Steps::Every { step, .. } = self.widened_with(other) else {
            return Some(self);
        };
        Some(Steps::progression(first, last.max(other_last), step))
    }

    /// Those where an access of `size` bytes lies inside an object; of an object without known size, those not before it.
    pub fn inside(self, size: u64, object_size: Option<u64>) -> Option<Steps> {
        let limit = match object_size {
            Some(object_size) => i64::try_from(object_size.checked_sub(size)?).ok(),
            None => None,
        };
        let is_inside = |number: i64| number >= 0 && limit.is_none_or(|limit| number <= limit);
        match self {
            Steps::One(number) => is_inside(number).then_some(self),
            Steps::Every { residue, step } => match limit {
                Some(limit) if residue > limit => None,
                Some(limit) => Some(Steps::progression(residue, limit, step)),
                None => Some(self),
            },
            Steps::Range { first, last, step } => {
                let first = if first < 0 {
                    first.rem_euclid(step)
                } else {
                    first
                };
                let last = limit.map_or(last, |limit| last.min(limit));
                (first <= last).then(|| Steps::progression(first, last, step))
            }
        }
    }

    /// Whether accesses of these sizes, one at an offset of each, may share a byte.
    pub fn may_overlap(self, size: u64, other: Steps, other_size: u64) -> bool {
        let bounds = |steps: Steps| match steps {
            Steps::Every { residue, .. } => (i128::from(residue), i128::from(u64::MAX)),
            _ => (
                i128::from(steps.first()),
                i128::from(steps.last().unwrap_or(i64::MAX)),
            ),
        };
        progressions_overlap(
            bounds(self),
            self.step().unsigned_abs(),
            size,
            bounds(other),
            other.step().unsigned_abs(),
            other_size,
        )
    }

    /// The first number; of an unbounded set, one of them.
    pub fn first(self) -> i64 {
        match self {
            Steps::One(first) | Steps::Range { first, .. } => first,
            Steps::Every { residue, .. } => residue,
        }
    }

    /// The last number; None if there is no bound.
    pub fn last(self) -> Option<i64> {
        match self {
            Steps::One(last) | Steps::Range { last, .. } => Some(last),
            Steps::Every { .. } => None,
        }
    }

    /// The distance of neighbours; 0 for a single number.
    pub fn step(self) -> i64 {
        match self {
            Steps::One(_) => 0,
            Steps::Range { step, .. } | Steps::Every { step, .. } => step,
        }
    }

    /// From `first` in steps up to `last`, at the most.
    pub fn progression(first: i64, last: i64, step: i64) -> Steps {
        if step <= 0 {
            return Steps::One(first);
        }
        let Some(length) = last.checked_sub(first) else {
            return Steps::every(first, step);
        };
        let last = first + (length - length % step);
        if last <= first {
            return Steps::One(first);
        }
        Steps::Range { first, last, step }
    }

    fn every(first: i64, step: i64) -> Steps {
        if step <= 0 {
            return Steps::One(first);
        }
        Steps::Every {
            residue: first.rem_euclid(step),
            step,
        }
    }
}

/// Whether two progressions (first and last number, distance) of accesses with these sizes may share a byte. Exact
/// for what residues tell, and at the ends where one of the two is a single number.
pub fn progressions_overlap(
    (first, last): (i128, i128),
    step: u64,
    size: u64,
    (other_first, other_last): (i128, i128),
    other_step: u64,
    other_size: u64,
) -> bool {
    if size == 0 || other_size == 0 {
        return false;
    }
    // There must be a distance from a number here to one there that is short enough.
    let low = (1 - i128::from(other_size)).max(other_first - last);
    let high = (i128::from(size) - 1).min(other_last - first);
    if low > high {
        return false;
    }
    let modulus = i128::from(greatest_common_divisor(step, other_step));
    if modulus == 0 {
        return true;
    }
    let nearest = low + (other_first - first - low).rem_euclid(modulus);
    nearest <= high
}

fn gcd(a: i64, b: i64) -> i64 {
    // Steps are not negative, so that the result fits again.
    greatest_common_divisor(a.unsigned_abs(), b.unsigned_abs()) as i64
}

pub fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: std::ops::Range<i64> = -60..60;

    fn samples() -> Vec<Steps> {
        let mut list = vec![Steps::ANYWHERE];
        list.extend([-9, -1, 0, 3, 8].map(Steps::One));
        for step in [1, 2, 3, 8] {
            list.extend([-7, 0, 5].map(|first| Steps::progression(first, first + 17, step)));
            list.extend([0, 1, 7].map(|residue| Steps::every(residue, step)));
        }
        list
    }

    fn members(steps: Steps) -> impl Iterator<Item = i64> {
        NUMBERS.filter(move |&number| steps.includes(Steps::One(number)))
    }

    #[test]
    fn operations_include_all_results() {
        for a in samples() {
            for number in members(a) {
                assert!(a.negated().includes(Steps::One(-number)), "-{a:?}");
                for factor in [0, 1, 4, 12] {
                    let product = Steps::One(number * factor as i64);
                    assert!(a.times(factor).includes(product), "{a:?} * {factor}");
                }
            }
            for b in samples() {
                for (x, y) in members(a).flat_map(|x| members(b).map(move |y| (x, y))) {
                    assert!(a.plus(b).includes(Steps::One(x + y)), "{a:?} + {b:?}");
                }
                let widened = a.widened_with(b);
                assert!(widened.includes(a) && widened.includes(b), "{a:?} {b:?}");
                if let Some(bounded) = a.bounded_with(b) {
                    assert!(bounded.includes(a) && bounded.includes(b), "{a:?} {b:?}");
                }
                if a.includes(b) {
                    assert!(members(b).all(|number| a.includes(Steps::One(number))));
                }
            }
        }
    }

    #[test]
    fn what_is_inside_is_exact() {
        for steps in samples() {
            for (size, object_size) in [(0, 8), (1, 8), (4, 8), (8, 8), (9, 8), (4, 40)] {
                let inside = steps.inside(size, Some(object_size));
                let room = object_size as i64 - size as i64;
                for number in NUMBERS {
                    let number_inside = Steps::One(number);
                    let is_inside = (0..=room).contains(&number) && steps.includes(number_inside);
                    let is_found = inside.is_some_and(|inside| inside.includes(number_inside));
                    assert_eq!(
                        is_inside, is_found,
                        "{number} of {steps:?} in {object_size}"
                    );
                }
            }
        }
    }

    #[test]
    fn overlaps_are_found() {
        for (a, b) in samples()
            .iter()
            .flat_map(|&a| samples().into_iter().map(move |b| (a, b)))
        {
            for (size, other_size) in [(1, 1), (1, 8), (4, 4), (8, 2), (0, 4)] {
                // Cells lie inside of objects.
                let (Some(a), Some(b)) = (a.inside(size, None), b.inside(other_size, None)) else {
                    continue;
                };
                let from = |steps| members(steps).filter(|&number| number >= 0);
                let shares = |x: i64, y: i64| {
                    x < y + other_size as i64 && y < x + size as i64 && size.min(other_size) > 0
                };
                let expected = from(a).any(|x| from(b).any(|y| shares(x, y)));
                let found = a.may_overlap(size, b, other_size);
                assert!(found || !expected, "{a:?} and {b:?}");
                let is_range = |steps| matches!(steps, Steps::Range { .. });
                let is_one = |steps| matches!(steps, Steps::One(_));
                if is_one(a) || is_one(b) || !is_range(a) && !is_range(b) {
                    assert_eq!(found, expected, "{a:?} {size} and {b:?} {other_size}");
                }
            }
        }
    }
}
