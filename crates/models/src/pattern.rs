//! Names with `*` for any characters and `?` for one, as a shell has them.

/// Whether the whole name fits the pattern.
pub fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name) = (pattern.as_bytes(), name.as_bytes());
    let (mut p, mut n) = (0, 0);
    // The last star, and the end of what it stands for so far: only the last one has to be reconsidered.
    let mut star = None;
    while n < name.len() {
        match pattern.get(p) {
            Some(b'*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(&c) if c == b'?' || c == name[n] => {
                p += 1;
                n += 1;
            }
            _ => {
                let Some((at, end)) = star else {
                    return false;
                };
                star = Some((at, end + 1));
                p = at + 1;
                n = end + 1;
            }
        }
    }
    pattern[p..].iter().all(|&c| c == b'*')
}

/// Whether it stands for more than one name.
pub fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_and_question_marks() {
        assert!(matches("pthread_*_init", "pthread_mutex_init"));
        assert!(matches("*", "") && matches("a**", "a") && matches("*a*ab", "aaab"));
        assert!(matches("str?py", "strcpy") && !matches("str?py", "strpy"));
        assert!(!matches("pthread_*_init", "pthread_mutex_init_"));
        assert!(matches("free", "free") && !matches("free", "freed") && !matches("freed", "free"));
    }
}
