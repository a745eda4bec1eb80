//! Text of others on a terminal: nothing in it controls the terminal, and no line is longer than a line.
//!
//! Names, statements and messages come from the program under check, which may contain anything. A terminal obeys control characters, and characters that
//! set the direction of text let a line seem to say something else than it says ("Trojan Source", Boucher and Anderson 2021). So each of them is shown as one visible character: the picture
//! that Unicode has for it, or `�`. Tabs become blanks, since columns count characters.

/// The text with each character visible, and as many of them.
pub fn visible(text: &str) -> String {
    text.chars().map(visible_character).collect()
}

/// The same of a source text, whose lines stay lines; who shows it knows about tabs.
pub(crate) fn visible_source(text: &str) -> String {
    let keep_layout = |c: char| match c {
        '\n' | '\r' | '\t' => c,
        c => visible_character(c),
    };
    text.chars().map(keep_layout).collect()
}

fn visible_character(character: char) -> char {
    match character {
        '\t' => ' ',
        // The pictures of the control characters have the same order as they.
        '\0'..='\u{1f}' => {
            char::from_u32(0x2400 + u32::from(character)).unwrap_or(char::REPLACEMENT_CHARACTER)
        }
        '\u{7f}' => '\u{2421}',
        '\u{80}'..='\u{9f}' => char::REPLACEMENT_CHARACTER,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => char::REPLACEMENT_CHARACTER,
        _ => character,
    }
}

/// Lines of at most `width` characters, broken at blanks where there are any. A longer word stays whole.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(last) if last.is_empty() => last.push_str(word),
            Some(last) if last.chars().count() + 1 + word.chars().count() <= width => {
                last.push(' ');
                last.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_controls_the_terminal() {
        assert_eq!(visible("a\u{1b}[2J\tb\u{7}\u{7f}\r\n"), "a␛[2J b␇␡␍␊");
        assert_eq!(visible("x\u{202e}y\u{2066}z\u{9b}1m"), "x�y�z�1m");
        assert_eq!(visible("größer ≥ 💥"), "größer ≥ 💥");
        assert_eq!(visible_source("\ta\u{1b}\r\n"), "\ta␛\r\n");
    }

    #[test]
    fn lines_are_broken_at_blanks() {
        let lines = wrapped("acquires queue.lock for writing", 14);
        assert_eq!(lines, ["acquires", "queue.lock for", "writing"]);
        assert_eq!(wrapped("unbreakable x", 4), ["unbreakable", "x"]);
        assert_eq!(wrapped("", 4), [""]);
    }
}
