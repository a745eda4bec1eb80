//! Rows of numbers as Slurm writes them: `0-4,7,9-12`.

/// The numbers, which ascend, in as few words as possible.
pub fn compressed(numbers: &[u32]) -> String {
    let mut text = String::new();
    let mut rest = numbers;
    while let [first, ..] = rest {
        let follows =
            |(at, number): (usize, &u32)| u64::from(*number) == u64::from(*first) + at as u64;
        let length = rest
            .iter()
            .enumerate()
            .take_while(|pair| follows(*pair))
            .count();
        let (run, others) = rest.split_at(length.max(1));
        if !text.is_empty() {
            text.push(',');
        }
        text.push_str(&first.to_string());
        if let [_, .., last] = run {
            text.push_str(&format!("-{last}"));
        }
        rest = others;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_compressed() {
        let cases: &[(&[u32], &str)] = &[
            (&[], ""),
            (&[3], "3"),
            (&[0, 1, 2, 3], "0-3"),
            (&[0, 2, 3, 9], "0,2-3,9"),
            (&[u32::MAX], "4294967295"),
        ];
        for (numbers, text) in cases {
            assert_eq!(compressed(numbers), *text);
        }
    }
}
