//! Tokens of the text form: slices of the source, so that nothing is copied.

use super::names::{digits_prefix, plain_prefix};
use super::parse::ParseError;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    /// A keyword, type or plain name.
    Word,
    /// `@name`
    Global,
    /// `%name.3`, `%3`
    Register,
    /// `$name.3`, `$3`
    Slot,
    Number,
    /// In quotes.
    String,
    Symbol(&'static str),
    End,
}

/// Small, since there are many: 12 bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub start: u32,
    pub end: u32,
    code: u8,
    pub first_on_line: bool,
}

impl Token {
    pub(super) fn kind(self) -> TokenKind {
        let code = usize::from(self.code);
        match CODES.get(code) {
            Some(kind) => *kind,
            None => SYMBOLS
                .get(code - CODES.len())
                .map_or(TokenKind::End, |symbol| TokenKind::Symbol(symbol)),
        }
    }
}

/// What codes mean; the symbols follow.
const CODES: &[TokenKind] = &[
    TokenKind::End,
    TokenKind::Word,
    TokenKind::Global,
    TokenKind::Register,
    TokenKind::Slot,
    TokenKind::Number,
    TokenKind::String,
];
const END: u8 = 0;
const WORD: u8 = 1;
const GLOBAL: u8 = 2;
const REGISTER: u8 = 3;
const SLOT: u8 = 4;
const NUMBER: u8 = 5;
const STRING: u8 = 6;

/// Longest first, so that the first match is the right one.
const SYMBOLS: &[&str] = &[
    "...", "->", "=>", "==", "!=", "<=", ">=", "<<", ">>", "..", "{", "}", "(", ")", "[", "]", ",",
    ":", "=", "+", "-", "*", "/", "%", "&", "|", "^", "~", "!", "<", ">", "?", ".",
];

/// The tokens of `source`, closed by one of kind `End`.
pub(super) fn tokens(source: &str) -> Result<Vec<Token>, ParseError> {
    if u32::try_from(source.len()).is_err() {
        return Err(ParseError::at(source, 0, "the text is larger than 4 GiB"));
    }
    let bytes = source.as_bytes();
    let mut tokens = Vec::with_capacity(source.len() / 4 + 1);
    let mut position = 0;
    let mut first_on_line = true;
    loop {
        match bytes.get(position) {
            Some(b'\n') => {
                first_on_line = true;
                position += 1;
                continue;
            }
            Some(b' ' | b'\t' | b'\r') => {
                position += 1;
                continue;
            }
            Some(b'/') if bytes.get(position + 1) == Some(&b'/') => {
                let rest = &bytes[position..];
                position += rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
                continue;
            }
            _ => {}
        }
        let (code, length) = token(&source[position..])
            .map_err(|message| ParseError::at(source, position, message))?;
        tokens.push(Token {
            code,
            start: position as u32,
            end: (position + length) as u32,
            first_on_line,
        });
        if code == END {
            return Ok(tokens);
        }
        first_on_line = false;
        position += length;
    }
}

/// Code and length of the token that `rest` starts with.
fn token(rest: &str) -> Result<(u8, usize), &'static str> {
    let bytes = rest.as_bytes();
    let Some(&first) = bytes.first() else {
        return Ok((END, 0));
    };
    match first {
        b'0'..=b'9' => return Ok((NUMBER, number_length(bytes))),
        b'"' => return Ok((STRING, string_length(bytes)?)),
        b'@' => {
            let length = match bytes.get(1) {
                Some(b'"') => string_length(&bytes[1..])?,
                _ => plain_prefix(&rest[1..]),
            };
            if length == 0 {
                return Err("expected a name after '@'");
            }
            return Ok((GLOBAL, 1 + length));
        }
        b'%' => {
            if let Some(length) = numbered_length(&rest[1..])? {
                return Ok((REGISTER, 1 + length));
            }
        }
        b'$' => {
            return match numbered_length(&rest[1..])? {
                Some(length) => Ok((SLOT, 1 + length)),
                None => Err("expected a name or number after '$'"),
            };
        }
        _ => {}
    }
    let word = plain_prefix(rest);
    if word > 0 {
        return Ok((WORD, word));
    }
    let symbol = SYMBOLS.iter().position(|symbol| rest.starts_with(symbol));
    match symbol {
        Some(index) => Ok(((CODES.len() + index) as u8, SYMBOLS[index].len())),
        None => Err("unexpected character"),
    }
}

/// Length of what follows the sigil of a register or slot: `3`, `name.3` or `"name".3`.
fn numbered_length(rest: &str) -> Result<Option<usize>, &'static str> {
    let bytes = rest.as_bytes();
    let length = match bytes.first() {
        Some(b'0'..=b'9') => digits_prefix(bytes),
        Some(b'"') => {
            let quoted = string_length(bytes)?;
            let digits = match bytes.get(quoted) {
                Some(b'.') => digits_prefix(&bytes[quoted + 1..]),
                _ => 0,
            };
            if digits == 0 {
                return Err("expected a dot and a number after the name");
            }
            quoted + 1 + digits
        }
        _ => plain_prefix(rest),
    };
    Ok((length > 0).then_some(length))
}

fn number_length(bytes: &[u8]) -> usize {
    if bytes.starts_with(b"0x") {
        let digits = bytes[2..].iter().take_while(|b| b.is_ascii_hexdigit());
        return 2 + digits.count();
    }
    let mut end = digits_prefix(bytes);
    if bytes.get(end) == Some(&b'.') {
        let digits = digits_prefix(&bytes[end + 1..]);
        if digits > 0 {
            end += 1 + digits;
        }
    }
    if bytes.get(end) == Some(&b'e') {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let digits = bytes.get(end + 1 + sign..).map_or(0, digits_prefix);
        if digits > 0 {
            end += 1 + sign + digits;
        }
    }
    end
}

/// Length of the quoted string that `bytes` starts with, quotes included.
fn string_length(bytes: &[u8]) -> Result<usize, &'static str> {
    let mut position = 1;
    loop {
        match bytes.get(position) {
            None | Some(b'\n') => return Err("the string does not end on its line"),
            Some(b'"') => return Ok(position + 1),
            Some(b'\\') => position += 2,
            Some(_) => position += 1,
        }
    }
}
