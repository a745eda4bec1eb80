//! Words of a command line: split as a shell does it, and with placeholders filled in.
//!
//! Single quotes keep everything, double quotes everything but `\"` and `\\`, a backslash the next character. Nothing is expanded. Placeholders are
//! filled after splitting, so that a path with spaces stays one word.

/// The words; the error says what is wrong.
pub fn split(line: &str) -> Result<Vec<String>, &'static str> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next() {
                        Some('\'') => break,
                        Some(other) => word.push(other),
                        None => return Err("a single quote is not closed"),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next() {
                        Some('"') => break,
                        Some('\\') if matches!(characters.peek(), Some('"' | '\\')) => {
                            word.extend(characters.next());
                        }
                        Some(other) => word.push(other),
                        None => return Err("a double quote is not closed"),
                    }
                }
            }
            '\\' => match characters.next() {
                Some(other) => word.get_or_insert_default().push(other),
                None => return Err("nothing follows the backslash"),
            },
            space if space.is_whitespace() => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Ok(words)
}

/// What stands for a placeholder: part of a word, or words of their own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Filling {
    Text(String),
    Words(Vec<String>),
}

/// The words with `{name}` replaced. A filling of several words must be a word of its own; names that are not given stay as they are.
pub fn filled(words: &[String], fillings: &[(&str, Filling)]) -> Vec<String> {
    let mut result = Vec::new();
    for word in words {
        let alone = fillings
            .iter()
            .find(|(name, _)| *word == format!("{{{name}}}"));
        if let Some((_, Filling::Words(words))) = alone {
            result.extend(words.iter().cloned());
            continue;
        }
        result.push(filled_word(word, fillings));
    }
    result
}

/// In one go, so that what was filled in is never searched.
fn filled_word(word: &str, fillings: &[(&str, Filling)]) -> String {
    let mut result = String::new();
    let mut rest = word;
    while let Some(start) = rest.find('{') {
        let (before, behind) = rest.split_at(start);
        result.push_str(before);
        let found = fillings.iter().find_map(|(name, filling)| {
            let behind = behind.strip_prefix('{')?.strip_prefix(name)?;
            Some((behind.strip_prefix('}')?, filling))
        });
        rest = match found {
            Some((behind, Filling::Text(text))) => {
                result.push_str(text);
                behind
            }
            Some((behind, Filling::Words(words))) => {
                result.push_str(&words.join(" "));
                behind
            }
            None => {
                result.push('{');
                &behind[1..]
            }
        };
    }
    result + rest
}

/// Placeholders of the words that are none of these names.
pub fn unknown_placeholder<'w>(words: &'w [String], names: &[&str]) -> Option<&'w str> {
    words.iter().find_map(|word| {
        let mut parts = word.split('{').skip(1);
        parts.find_map(|part| {
            let (name, _) = part.split_once('}')?;
            let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphabetic() || c == '-');
            (is_name && !names.contains(&name)).then_some(name)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split_as_by_a_shell() {
        let words = |line| split(line).unwrap().join("|");
        assert_eq!(words("  a  b\tc "), "a|b|c");
        assert_eq!(
            words(r#"-D 'A B' "it's \"x\"" a\ b ''"#),
            r#"-D|A B|it's "x"|a b|"#
        );
        assert_eq!(words(""), "");
        assert!(split("'a").is_err());
        assert!(split("\"a").is_err());
        assert!(split("a\\").is_err());
    }

    #[test]
    fn placeholders_are_filled_once() {
        let words = split("cc -m{bits} {options} {file} -o{file}.o {other} {").unwrap();
        let fillings = [
            ("bits", Filling::Text("32".to_string())),
            ("file", Filling::Text("a {bits}.c".to_string())),
            (
                "options",
                Filling::Words(vec!["-x".to_string(), "y z".to_string()]),
            ),
        ];
        assert_eq!(
            filled(&words, &fillings).join("|"),
            "cc|-m32|-x|y z|a {bits}.c|-oa {bits}.c.o|{other}|{"
        );
        assert_eq!(
            unknown_placeholder(&words, &["bits", "file", "options"]),
            Some("other")
        );
    }
}
