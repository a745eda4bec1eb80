//! `--stats json` as two words.
//!
//! An option whose value may be missing would take the next word for it, were that a file. So a value has to be joined
//! (`--stats=json`), and the words that can only be meant as one are joined here.

/// Joins them, up to a `--`.
pub fn joined(arguments: Vec<String>) -> Vec<String> {
    let mut joined: Vec<String> = Vec::with_capacity(arguments.len());
    let mut is_over = false;
    for argument in arguments {
        is_over |= argument == "--";
        match joined.last_mut() {
            Some(last)
                if !is_over
                    && last == "--stats"
                    && ["json", "table"].contains(&argument.as_str()) =>
            {
                last.push('=');
                last.push_str(&argument);
            }
            _ => joined.push(argument),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> String {
        joined(line.split_whitespace().map(str::to_string).collect()).join(" ")
    }

    #[test]
    fn only_formats_are_joined() {
        assert_eq!(words("check --stats json a.c"), "check --stats=json a.c");
        assert_eq!(words("check --stats a.c"), "check --stats a.c");
        assert_eq!(words("check --stats -- json"), "check --stats -- json");
        assert_eq!(words("check a.c --stats"), "check a.c --stats");
    }
}
