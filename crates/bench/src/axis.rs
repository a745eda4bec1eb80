//! Axes of plots: from values to pixels, and where the marks are.

/// A logarithmic axis, from a power of ten to a power of ten.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LogAxis {
    /// Exponents of ten.
    first: i32,
    last: i32,
    /// Pixels of both ends.
    from: f64,
    to: f64,
}

impl LogAxis {
    /// For these values, none of which is taken for less than `least`.
    pub fn over(values: impl Iterator<Item = f64>, least: f64, from: f64, to: f64) -> LogAxis {
        let values: Vec<f64> = values
            .filter(|value| value.is_finite())
            .map(|value| value.max(least))
            .collect();
        let smallest = values.iter().copied().fold(f64::INFINITY, f64::min);
        let largest = values.iter().copied().fold(least, f64::max);
        let first = smallest.min(largest).log10().floor() as i32;
        let last = (largest.log10().ceil() as i32).max(first + 1);
        LogAxis {
            first,
            last,
            from,
            to,
        }
    }

    /// The same values at other pixels.
    pub fn moved(self, from: f64, to: f64) -> LogAxis {
        LogAxis { from, to, ..self }
    }

    /// What is beyond the ends is put there.
    pub fn place(&self, value: f64) -> f64 {
        let (first, last) = (f64::from(self.first), f64::from(self.last));
        let exponent = match value > 0.0 {
            true => value.log10().clamp(first, last),
            false => first,
        };
        self.from + (exponent - first) / (last - first) * (self.to - self.from)
    }

    /// Powers of ten, with how they are written.
    pub fn marks(&self) -> Vec<(f64, String)> {
        let marks = (self.first..=self.last).map(|exponent| {
            let value = 10f64.powi(exponent);
            let decimals = usize::try_from(-exponent).unwrap_or(0);
            (value, format!("{value:.decimals$}"))
        });
        marks.collect()
    }

    /// Between two marks.
    pub fn small_marks(&self) -> Vec<f64> {
        let decades = self.first..self.last;
        let marks =
            decades.flat_map(|exponent| (2..10).map(move |n| f64::from(n) * 10f64.powi(exponent)));
        marks.collect()
    }

    pub fn ends(&self) -> (f64, f64) {
        (10f64.powi(self.first), 10f64.powi(self.last))
    }
}

/// An axis of whole numbers, from 0 on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CountAxis {
    most: usize,
    from: f64,
    to: f64,
}

impl CountAxis {
    pub fn to(most: usize, from: f64, to: f64) -> CountAxis {
        CountAxis {
            most: most.max(1),
            from,
            to,
        }
    }

    pub fn place(&self, count: usize) -> f64 {
        self.from + count as f64 / self.most as f64 * (self.to - self.from)
    }

    /// At most ten steps of 1, 2 or 5 times a power of ten.
    pub fn marks(&self) -> Vec<usize> {
        let powers = (0..18).map(|exponent| 10usize.pow(exponent));
        let mut steps = powers.flat_map(|power| [power, 2 * power, 5 * power]);
        let step = steps
            .find(|step| self.most / step <= 10)
            .unwrap_or(self.most);
        (0..=self.most).step_by(step).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decades_are_as_long() {
        let axis = LogAxis::over([0.02, 50.0].into_iter(), 0.001, 100.0, 500.0);
        assert_eq!(axis.ends(), (0.01, 100.0));
        let places = [0.01, 0.1, 1.0, 10.0, 100.0].map(|value| axis.place(value).round());
        assert_eq!(places, [100.0, 200.0, 300.0, 400.0, 500.0]);
        assert_eq!(
            [0.0, 1e-9, 1e9].map(|value| axis.place(value)),
            [100.0, 100.0, 500.0]
        );
        let marks: Vec<String> = axis.marks().into_iter().map(|(_, text)| text).collect();
        assert_eq!(marks, ["0.01", "0.1", "1", "10", "100"]);
        assert_eq!(axis.small_marks().len(), 32);
        // Pixels may go down, as those of heights do.
        assert_eq!(axis.moved(500.0, 100.0).place(0.01), 500.0);
    }

    #[test]
    fn an_axis_has_a_length_whatever_the_values() {
        for values in [vec![], vec![1.0], vec![0.0], vec![f64::NAN, f64::INFINITY]] {
            let axis = LogAxis::over(values.into_iter(), 0.001, 0.0, 1.0);
            assert!(axis.ends().0 < axis.ends().1);
            assert!(axis.place(1.0).is_finite());
        }
    }

    #[test]
    fn counts_have_round_marks() {
        assert_eq!(CountAxis::to(3, 0.0, 1.0).marks(), [0, 1, 2, 3]);
        assert_eq!(
            CountAxis::to(47, 0.0, 1.0).marks(),
            [0, 5, 10, 15, 20, 25, 30, 35, 40, 45]
        );
        assert_eq!(
            CountAxis::to(280, 0.0, 1.0).marks(),
            [0, 50, 100, 150, 200, 250]
        );
        assert_eq!(CountAxis::to(4, 100.0, 300.0).place(1), 150.0);
    }
}
