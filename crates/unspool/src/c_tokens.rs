//! The tokens of a text of C, as far as telling statements apart needs them: words (identifiers, keywords, numbers), what stands in quotes, directives of the
//! preprocessor with their whole line, and every other character by itself. Comments and blanks are between them.
//!
//! A text may be a part of a line, or no C at all: whatever it is, it has tokens.

use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    Word,
    Quoted,
    Directive,
    Other,
}

/// Where a token stands in its text, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    pub kind: TokenKind,
    pub start: usize,
    pub end: usize,
}

impl Token {
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    pub fn text<'a>(&self, text: &'a [u8]) -> &'a [u8] {
        text.get(self.range()).unwrap_or(&[])
    }
}

pub fn tokens(text: &[u8]) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = match text.starts_with(BYTE_ORDER_MARK) {
        true => BYTE_ORDER_MARK.len(),
        false => 0,
    };
    // Only blanks and comments since the line began.
    let mut is_at_line_start = true;
    while let Some(&byte) = text.get(at) {
        let rest = text.get(at..).unwrap_or(&[]);
        let (kind, length) = match byte {
            b'\n' => {
                is_at_line_start = true;
                at += 1;
                continue;
            }
            _ if byte.is_ascii_whitespace() || is_splice(rest) => {
                at += splice_length(rest).max(1);
                continue;
            }
            b'/' if matches!(rest.get(1), Some(b'/' | b'*')) => {
                at += comment_length(rest);
                continue;
            }
            b'#' if is_at_line_start => (TokenKind::Directive, directive_length(rest)),
            b'"' | b'\'' => (TokenKind::Quoted, quoted_length(rest)),
            _ if is_word_byte(byte) => (TokenKind::Word, word_length(rest)),
            _ => (TokenKind::Other, 1),
        };
        let (start, end) = (at, at + length.max(1));
        tokens.push(Token { kind, start, end });
        is_at_line_start = false;
        at = end;
    }
    tokens
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Whether it can be part of an identifier or number; what is not ASCII is taken for letters.
pub fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || !byte.is_ascii()
}

fn word_length(text: &[u8]) -> usize {
    text.iter().take_while(|&&byte| is_word_byte(byte)).count()
}

/// A backslash at the end of a line: the line goes on in the next.
fn is_splice(text: &[u8]) -> bool {
    splice_length(text) > 0
}

fn splice_length(text: &[u8]) -> usize {
    match text {
        [b'\\', b'\n', ..] => 2,
        [b'\\', b'\r', b'\n', ..] => 3,
        _ => 0,
    }
}

fn comment_length(text: &[u8]) -> usize {
    if text.starts_with(b"//") {
        return logical_line_length(text);
    }
    let end = text.windows(2).skip(2).position(|pair| pair == b"*/");
    end.map_or(text.len(), |end| end + 4)
}

/// Up to the line's end, which stays.
fn logical_line_length(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        match splice_length(rest) {
            0 if rest.starts_with(b"\n") => break,
            length => at += length.max(1),
        }
    }
    at
}

/// As far as a logical line, but a comment in it may go on behind the line's end.
fn directive_length(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        at += match rest {
            [b'\n', ..] => break,
            [b'/', b'/' | b'*', ..] => comment_length(rest),
            [b'"' | b'\'', ..] => quoted_length(rest),
            _ => splice_length(rest).max(1),
        };
    }
    at
}

/// With both quotes. What is not closed ends with its line.
fn quoted_length(text: &[u8]) -> usize {
    let quote = text.first();
    let mut at = 1;
    while let Some(byte) = text.get(at) {
        match byte {
            b'\n' => break,
            b'\\' => at += 1,
            _ if Some(byte) == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    at.min(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        let tokens = tokens(text.as_bytes());
        let text_of =
            |token: &Token| String::from_utf8_lossy(token.text(text.as_bytes())).into_owned();
        tokens.iter().map(text_of).collect()
    }

    #[test]
    fn comments_and_blanks_are_no_tokens() {
        assert_eq!(
            texts("a->b /* ; */ = 1u; // c"),
            ["a", "-", ">", "b", "=", "1u", ";"]
        );
        assert_eq!(
            texts("x /* over\nlines */ y \\\n z // w \\\n v\nu"),
            ["x", "y", "z", "u"]
        );
        assert_eq!(
            texts("\u{feff}\u{e4} = '\\'' \"//\\\\\" L'x"),
            ["\u{e4}", "=", "'\\''", "\"//\\\\\"", "L", "'x"]
        );
    }

    #[test]
    fn directives_are_whole() {
        assert_eq!(
            texts("  #if A \\\n B // c\nx # y"),
            ["#if A \\\n B // c", "x", "#", "y"]
        );
        assert_eq!(
            texts("#define A /* x\n y */ 1\nz"),
            ["#define A /* x\n y */ 1", "z"]
        );
    }

    #[test]
    fn what_only_looks_like_a_comment_is_none() {
        assert_eq!(texts("a // b /* c\nd"), ["a", "d"]);
        let text = "#define A \"/*\" // /*\ne";
        assert_eq!(texts(text), ["#define A \"/*\" // /*", "e"]);
    }

    #[test]
    fn whatever_it_is_has_tokens() {
        for text in [
            "",
            "/*",
            "/*/",
            "//",
            "\"",
            "'\\",
            "\\",
            "#",
            "#\\",
            "/",
            "\u{e4}/",
            "\r\n\\\r\n",
        ] {
            let end = tokens(text.as_bytes()).last().map_or(0, |token| token.end);
            assert!(end <= text.len(), "{text}");
        }
    }
}
