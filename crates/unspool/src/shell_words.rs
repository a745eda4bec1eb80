//! Commands to be pasted: words as a POSIX shell reads them back.

/// One word.
pub fn quote(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./=+,:@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// The command with these arguments, the first of which is its own name, and with more options.
///
/// They follow the subcommand, since behind a `--` they would be files.
pub fn with_options(arguments: &[String], subcommand: &str, options: &[String]) -> String {
    let given = arguments.get(1..).unwrap_or_default();
    let position = given.iter().position(|word| word == subcommand);
    let (before, behind) = given.split_at(position.map_or(0, |position| position + 1));
    let words = before.iter().chain(options).chain(behind);
    let words: Vec<String> = words.map(|word| quote(word)).collect();
    format!("unspool {}", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &[&str]) -> Vec<String> {
        line.iter().map(|word| word.to_string()).collect()
    }

    #[test]
    fn shells_read_the_same_words() {
        assert_eq!(quote("a.c"), "a.c");
        assert_eq!(quote("-DLOCK=lock(&m)"), "'-DLOCK=lock(&m)'");
        assert_eq!(quote("it's"), r"'it'\''s'");
        assert_eq!(quote(""), "''");
    }

    #[test]
    fn options_follow_the_subcommand() {
        let line = words(&["/bin/unspool", "-q", "check", "--", "check"]);
        assert_eq!(
            with_options(&line, "check", &words(&["--rounds", "2"])),
            "unspool -q check --rounds 2 -- check"
        );
    }
}
