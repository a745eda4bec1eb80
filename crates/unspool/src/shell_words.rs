//! Commands to be pasted: words as a POSIX shell reads them back.

/// One word.
pub fn quote(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./=+,:@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// An option to leave out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unneeded {
    /// As it is given: `--json`, `-q`.
    pub name: String,
    /// Whether the next word is its value, unless that is given with `=`.
    pub takes_next: bool,
}

/// The command with these arguments, the first of which is its own name, without some options and with more of others.
///
/// They follow the subcommand, since behind a `--` they would be files.
pub fn with_options(
    arguments: &[String],
    subcommand: &str,
    options: &[String],
    unneeded: &[Unneeded],
) -> String {
    let words = changed(arguments, subcommand, options, unneeded);
    let words: Vec<String> = words.iter().map(|word| quote(word)).collect();
    format!("unspool {}", words.join(" "))
}

/// The same as words, without the command's own name.
pub fn changed(
    arguments: &[String],
    subcommand: &str,
    options: &[String],
    unneeded: &[Unneeded],
) -> Vec<String> {
    let given = without_options(arguments.get(1..).unwrap_or_default(), unneeded);
    let position = given.iter().position(|word| word == subcommand);
    let (before, behind) = given.split_at(position.map_or(0, |position| position + 1));
    let words = before.iter().chain(options).chain(behind);
    words.cloned().collect()
}

fn without_options(given: &[String], unneeded: &[Unneeded]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = given.iter();
    while let Some(word) = words.next() {
        if word == "--" {
            kept.push(word.clone());
            kept.extend(words.cloned());
            break;
        }
        let name = word.split_once('=').map_or(word.as_str(), |(name, _)| name);
        // `-l3`: the name of one letter, and its value.
        let is_joined = |option: &&Unneeded| {
            option.takes_next && !option.name.starts_with("--") && word.starts_with(&option.name)
        };
        let is_meant = |option: &&Unneeded| option.name == name || is_joined(option);
        match unneeded.iter().find(is_meant) {
            Some(option) if option.takes_next && option.name == *word => {
                words.next();
            }
            Some(_) => {}
            None => kept.push(word.clone()),
        }
    }
    kept
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
            with_options(&line, "check", &words(&["--rounds", "2"]), &[]),
            "unspool -q check --rounds 2 -- check"
        );
    }

    #[test]
    fn options_are_left_out_with_their_values() {
        let option = |name: &str, takes_next| Unneeded {
            name: name.to_string(),
            takes_next,
        };
        let unneeded = [
            option("--json", true),
            option("--stats", false),
            option("-q", false),
            option("-l", true),
        ];
        for line in [
            "unspool check -l 2 b.c --jobs 2 -l3",
            "unspool -q check --json a b.c --jobs 2",
            "unspool check --json=a b.c --stats --jobs 2",
            "unspool check b.c --stats=json --jobs 2 --json a",
            "unspool check b.c --jobs 2 --json",
        ] {
            let line: Vec<&str> = line.split(' ').collect();
            let again = with_options(&words(&line), "check", &[], &unneeded);
            assert_eq!(again, "unspool check b.c --jobs 2");
        }
        let files = words(&["unspool", "check", "--", "--json", "-q"]);
        assert_eq!(
            with_options(&files, "check", &[], &unneeded),
            "unspool check -- --json -q"
        );
    }
}
