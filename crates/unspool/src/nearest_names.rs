//! What a mistyped name may have meant.

/// The names nearest to `wanted`, at most `count`, the nearest first: few letters differ, or one is part of the other.
pub fn nearest_names<'n>(
    wanted: &str,
    names: impl Iterator<Item = &'n str>,
    count: usize,
) -> Vec<&'n str> {
    let most = (wanted.len() / 3).min(3);
    let mut near: Vec<(usize, &str)> = names
        .filter_map(|name| {
            let distance = distance(wanted, name);
            // One letter is part of nearly everything.
            let is_part = wanted.len() > 2 && name.contains(wanted)
                || name.len() > 4 && wanted.contains(name);
            (is_part || distance <= most).then_some((distance, name))
        })
        .collect();
    near.sort_unstable();
    near.into_iter().take(count).map(|(_, name)| name).collect()
}

/// How many letters have to be put in, left out or replaced (Levenshtein).
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    // In row i: the distances of the first i letters of `from` to all beginnings of `to`.
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, letter) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &other) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != other);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("same", "same"), 0);
    }

    #[test]
    fn the_nearest_first() {
        let names = [
            "pthread_mutex_unlock",
            "pthread_mutex_lock",
            "free",
            "malloc",
        ];
        assert_eq!(
            nearest_names("pthread_mutex_lokc", names.into_iter(), 5),
            ["pthread_mutex_lock"]
        );
        assert_eq!(
            nearest_names("mutex_lock", names.into_iter(), 1),
            ["pthread_mutex_lock"]
        );
        assert_eq!(nearest_names("zzz", names.into_iter(), 5), [""; 0]);
    }
}
