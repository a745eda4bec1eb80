//! Words as a POSIX shell has to see them.

/// The word as it stands if nothing in it means something to the shell, and in single quotes otherwise, between which nothing does.
pub(super) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./:=@,+".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_string(),
        // A quote itself: end, a quote outside, begin.
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// Like [`quoted`], with `{task}` replaced by what stands for the task's number, which is put there as it is.
pub(super) fn quoted_with_task(word: &str, task: &str) -> String {
    let mut parts = word.split("{task}");
    let mut text = match parts.next() {
        Some("") if !word.is_empty() => String::new(),
        first => quoted(first.unwrap_or("")),
    };
    for part in parts {
        text.push_str(task);
        if !part.is_empty() {
            text.push_str(&quoted(part));
        }
    }
    text
}

/// A template with the names in braces replaced by quoted words, in one go: what a word contains is not looked at again.
pub(super) fn filled(template: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some(start) = rest.find('{') {
        text.push_str(&rest[..start]);
        rest = &rest[start..];
        let found = values.iter().find(|(name, _)| rest.starts_with(name));
        let length = match found {
            Some((name, value)) => {
                text.push_str(&quoted(value));
                name.len()
            }
            None => {
                text.push('{');
                1
            }
        };
        rest = &rest[length..];
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_word_means_something() {
        assert_eq!(quoted("a-b/c.d"), "a-b/c.d");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("a $b"), "'a $b'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
    }

    #[test]
    fn the_task_stands_outside_of_the_quotes() {
        assert_eq!(quoted_with_task("{task}", "\"$task\""), "\"$task\"");
        assert_eq!(quoted_with_task("a b{task}.c", "7"), "'a b'7.c");
        assert_eq!(quoted_with_task("", "7"), "''");
        assert_eq!(quoted_with_task("{task}{task}", "7"), "77");
    }

    #[test]
    fn values_are_not_filled_again() {
        let values = [("{a}", "{b}"), ("{b}", "x y")];
        assert_eq!(filled("{a} {b} {c} {", &values), "'{b}' 'x y' {c} {");
    }
}
