//! How numbers are written: seconds, memory, ratios; and medians.

/// `0.013`, `1.34`, `61.2`, `412`: three digits, but no finer than milliseconds.
pub fn seconds(seconds: f64) -> String {
    // A sum of nothing is negative zero.
    match seconds + 0.0 {
        s if s < 0.9995 => format!("{s:.3}"),
        s if s < 9.995 => format!("{s:.2}"),
        s if s < 99.95 => format!("{s:.1}"),
        s => format!("{s:.0}"),
    }
}

/// Of 2 to the 20 bytes.
pub fn megabytes(bytes: u64) -> String {
    let megabytes = bytes as f64 / f64::from(1 << 20);
    match megabytes < 9.95 {
        true => format!("{megabytes:.1}"),
        false => format!("{megabytes:.0}"),
    }
}

/// `12×`, `1.3×`, `0.08×`.
pub fn ratio(ratio: f64) -> String {
    match ratio {
        r if !r.is_finite() => "-".to_string(),
        r if r < 0.095 => format!("{r:.3}×"),
        r if r < 0.995 => format!("{r:.2}×"),
        r if r < 9.95 => format!("{r:.1}×"),
        r => format!("{r:.0}×"),
    }
}

/// The middle one, or the mean of the two in the middle.
pub fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() % 2 {
        0 => Some((values.get(middle.checked_sub(1)?)? + values.get(middle)?) / 2.0),
        _ => values.get(middle).copied(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_that_matter() {
        assert_eq!(seconds(-0.0), "0.000");
        let times = [0.0, 0.0126, 0.9996, 1.337, 9.996, 61.234, 99.96, 411.6].map(seconds);
        assert_eq!(
            times,
            [
                "0.000", "0.013", "1.00", "1.34", "10.0", "61.2", "100", "412"
            ]
        );
        assert_eq!([3 << 19, 41 << 20].map(megabytes), ["1.5", "41"]);
        let ratios = [0.0123, 0.5, 1.0, 9.94, 12.3, f64::INFINITY].map(ratio);
        assert_eq!(ratios, ["0.012×", "0.50×", "1.0×", "9.9×", "12×", "-"]);
    }

    #[test]
    fn medians_are_in_the_middle() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![3.0]), Some(3.0));
        assert_eq!(median(vec![9.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![4.0, 1.0, 2.0, 100.0]), Some(3.0));
    }
}
