//! From bytes to tokens, the whole text at once.
//!
//! The input is preprocessed, so the lexer sees no macros; it still accepts everything a preprocessor may
//! leave standing and a little more: comments, line continuations, digraphs, universal character names, directives.
//! Line markers are skipped here (the [`SourceMap`](crate::source::SourceMap) has read them already), and so are pragmas, with one
//! exception: `#pragma pack` changes struct layout and is recorded ([`LexedText::pack_limit_at`]).
//!
//! A whole-file vector instead of a stream: 16 bytes per token are cheap, and the parser may look ahead and step back at
//! no cost. Line continuations are so rare that they are removed beforehand in a copy (`lexer/splice.rs`), and only then.

mod directive;
mod splice;

use std::borrow::Cow;

use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::symbol::{Interner, Symbol};
use crate::token::{Token, TokenKind, kind_of_name};

pub use splice::without_continuations;

/// More complaints than this about one text are dropped.
const MAX_DIAGNOSTICS: usize = 20;

/// The tokens of a text, ending in exactly one [`TokenKind::EndOfFile`].
#[derive(Debug)]
pub struct LexedText {
    pub tokens: Vec<Token>,
    pub diagnostics: Vec<Diagnostic>,
    /// From token `.0` on, `#pragma pack` limits alignment to `.1`; in order.
    pack_limits: Vec<(usize, Option<u32>)>,
}

impl LexedText {
    /// The alignment limit of `#pragma pack` in force at a token.
    pub fn pack_limit_at(&self, token_index: usize) -> Option<u32> {
        let changes = self
            .pack_limits
            .partition_point(|&(index, _)| index <= token_index);
        self.pack_limits.get(changes.checked_sub(1)?)?.1
    }
}

/// Splits a text, whose first byte has the address `base`, into tokens.
pub fn lex(bytes: &[u8], base: u32, interner: &mut Interner) -> LexedText {
    let spliced = splice::Spliced::new(bytes);
    let mut lexer = Lexer {
        bytes: &spliced.bytes,
        position: 0,
        base,
        interner,
        lexed: LexedText {
            tokens: Vec::with_capacity(bytes.len() / 5 + 8),
            diagnostics: Vec::new(),
            pack_limits: Vec::new(),
        },
        pack_stack: Vec::new(),
    };
    lexer.run();
    let mut lexed = lexer.lexed;
    spliced.restore_positions(&mut lexed, base);
    lexed
}

struct Lexer<'a> {
    bytes: &'a [u8],
    position: usize,
    base: u32,
    interner: &'a mut Interner,
    lexed: LexedText,
    /// What `#pragma pack(push)` has saved.
    pack_stack: Vec<Option<u32>>,
}

impl Lexer<'_> {
    fn run(&mut self) {
        if self.bytes.starts_with(b"\xef\xbb\xbf") {
            self.position = 3;
        }
        loop {
            self.skip_blanks();
            let start = self.position;
            let Some(&byte) = self.bytes.get(start) else {
                break;
            };
            match CLASSES[byte as usize] {
                Class::Letter => self.name(start),
                Class::Digit => self.number(start),
                Class::Other => self.other(start, byte),
            }
        }
        self.push(TokenKind::EndOfFile, self.position);
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.position + ahead).copied().unwrap_or(0)
    }

    fn span(&self, start: usize) -> Span {
        Span::new(
            self.base + start as u32,
            self.base + self.position.max(start) as u32,
        )
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        let span = self.span(start);
        self.lexed.tokens.push(Token {
            kind,
            symbol: Symbol::from_index(0),
            span,
        });
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if self.lexed.diagnostics.len() < MAX_DIAGNOSTICS {
            self.lexed.diagnostics.push(diagnostic);
        }
    }

    /// White space and comments.
    fn skip_blanks(&mut self) {
        loop {
            match self.peek(0) {
                b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => self.position += 1,
                b'/' if self.peek(1) == b'/' => self.skip_line(),
                b'/' if self.peek(1) == b'*' => self.skip_block_comment(),
                _ => return,
            }
        }
    }

    fn skip_line(&mut self) {
        let rest = &self.bytes[self.position..];
        let length = rest.iter().position(|&b| b == b'\n');
        self.position += length.unwrap_or(rest.len());
    }

    fn skip_block_comment(&mut self) {
        let start = self.position;
        let rest = &self.bytes[start + 2..];
        match rest.windows(2).position(|pair| pair == b"*/") {
            Some(length) => self.position += length + 4,
            None => {
                self.position = self.bytes.len();
                let span = Span::new(self.base + start as u32, self.base + start as u32 + 2);
                self.report(Diagnostic::error(span, "comment is never closed"));
            }
        }
    }

    fn name(&mut self, start: usize) {
        let rest = &self.bytes[start..];
        let length = rest
            .iter()
            .position(|&b| matches!(CLASSES[b as usize], Class::Other));
        self.position = start + length.unwrap_or(rest.len());
        let next = self.peek(0);
        if next == b'"' || next == b'\'' {
            let prefix = &self.bytes[start..self.position];
            match prefix {
                b"L" | b"u" | b"U" | b"u8" => return self.quoted(start, next),
                b"R" | b"LR" | b"uR" | b"UR" | b"u8R" if next == b'"' => {
                    return self.raw_string(start);
                }
                _ => {}
            }
        }
        if next == b'\\' && matches!(self.peek(1), b'u' | b'U') {
            return self.name_with_escapes(start);
        }
        let symbol = match self
            .interner
            .intern_bytes(&self.bytes[start..self.position])
        {
            Some(symbol) => symbol,
            None => self.malformed_name(start),
        };
        self.push_name(symbol, start);
    }

    fn push_name(&mut self, symbol: Symbol, start: usize) {
        let span = self.span(start);
        self.lexed.tokens.push(Token {
            kind: kind_of_name(symbol),
            symbol,
            span,
        });
    }

    fn malformed_name(&mut self, start: usize) -> Symbol {
        let span = self.span(start);
        self.report(Diagnostic::error(span, "identifier is not valid UTF-8"));
        let text = String::from_utf8_lossy(&self.bytes[start..self.position]);
        self.interner.intern(&text)
    }

    /// A name with universal character names: `\u00e9t\u00e9` is the same name as `été`.
    fn name_with_escapes(&mut self, start: usize) {
        self.position = start;
        let mut text = Vec::new();
        loop {
            let byte = self.peek(0);
            if byte == b'\\' {
                let digits = match self.peek(1) {
                    b'u' => 4,
                    b'U' => 8,
                    _ => break,
                };
                let Some(character) = self.escaped_character(digits) else {
                    if text.is_empty() {
                        return self.unknown(start);
                    }
                    break;
                };
                let mut buffer = [0; 4];
                text.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
                self.position += 2 + digits;
            } else if self.position < self.bytes.len()
                && !matches!(CLASSES[byte as usize], Class::Other)
            {
                text.push(byte);
                self.position += 1;
            } else {
                break;
            }
        }
        let symbol = match self.interner.intern_bytes(&text) {
            Some(symbol) => symbol,
            None => self.malformed_name(start),
        };
        self.push_name(symbol, start);
    }

    fn escaped_character(&self, digits: usize) -> Option<char> {
        let from = self.position + 2;
        let text = std::str::from_utf8(self.bytes.get(from..from + digits)?).ok()?;
        if !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        let character = char::from_u32(u32::from_str_radix(text, 16).ok()?)?;
        (!character.is_ascii()).then_some(character)
    }

    /// A preprocessing number: what it is worth is decided when it is decoded.
    fn number(&mut self, start: usize) {
        let is_hexadecimal = self.peek(0) == b'0' && matches!(self.peek(1), b'x' | b'X');
        let mut is_float = false;
        loop {
            match self.peek(0) {
                b'.' => is_float = true,
                b'e' | b'E' => {
                    is_float |= !is_hexadecimal;
                    if matches!(self.peek(1), b'+' | b'-') {
                        self.position += 1;
                    }
                }
                b'p' | b'P' => {
                    is_float = true;
                    if matches!(self.peek(1), b'+' | b'-') {
                        self.position += 1;
                    }
                }
                b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => {}
                _ => break,
            }
            self.position += 1;
        }
        let kind = if is_float {
            TokenKind::Float
        } else {
            TokenKind::Integer
        };
        self.push(kind, start);
    }

    /// A character or string literal, from its prefix to its closing quote.
    fn quoted(&mut self, start: usize, quote: u8) {
        self.position += 1;
        loop {
            match self.bytes.get(self.position) {
                Some(&byte) if byte == quote => {
                    self.position += 1;
                    break;
                }
                Some(b'\\') if !matches!(self.bytes.get(self.position + 1), None | Some(b'\n')) => {
                    self.position += 2;
                }
                None | Some(b'\n') => {
                    let span = self.span(start);
                    let what = if quote == b'"' {
                        "string literal"
                    } else {
                        "character constant"
                    };
                    self.report(Diagnostic::error(
                        span,
                        format!("{what} is not closed before the end of the line"),
                    ));
                    break;
                }
                Some(_) => self.position += 1,
            }
        }
        let kind = if quote == b'"' {
            TokenKind::String
        } else {
            TokenKind::Char
        };
        self.push(kind, start);
    }

    fn raw_string(&mut self, start: usize) {
        let span = self.span(start);
        self.report(Diagnostic::unsupported(
            span,
            "raw string literals are not supported",
        ));
        self.quoted(start, b'"');
    }

    fn unknown(&mut self, start: usize) {
        let rest = &self.bytes[start..];
        let shown = String::from_utf8_lossy(&rest[..rest.len().min(4)]);
        let length = shown.chars().next().map_or(1, char::len_utf8);
        self.position = (start + length).min(self.bytes.len());
        let span = self.span(start);
        let character: String = shown.chars().take(1).flat_map(char::escape_debug).collect();
        self.report(Diagnostic::error(
            span,
            format!("character `{character}` has no meaning in C"),
        ));
        self.push(TokenKind::Unknown, start);
    }

    fn other(&mut self, start: usize, byte: u8) {
        use TokenKind as K;
        let (next, after) = (self.peek(1), self.peek(2));
        let (kind, length) = match byte {
            b'(' => (K::LeftParen, 1),
            b')' if self.ends_pragma_operator() => return self.pragma_operator(),
            b')' => (K::RightParen, 1),
            b'[' => (K::LeftBracket, 1),
            b']' => (K::RightBracket, 1),
            b'{' => (K::LeftBrace, 1),
            b'}' => (K::RightBrace, 1),
            b';' => (K::Semicolon, 1),
            b',' => (K::Comma, 1),
            b'?' => (K::Question, 1),
            b'~' => (K::Tilde, 1),
            b'"' | b'\'' => return self.quoted(start, byte),
            b'.' => match (next, after) {
                (b'0'..=b'9', _) => return self.number(start),
                (b'.', b'.') => (K::Ellipsis, 3),
                _ => (K::Dot, 1),
            },
            b':' if next == b'>' => (K::RightBracket, 2),
            b':' => (K::Colon, 1),
            b'+' => match next {
                b'+' => (K::PlusPlus, 2),
                b'=' => (K::PlusEqual, 2),
                _ => (K::Plus, 1),
            },
            b'-' => match next {
                b'-' => (K::MinusMinus, 2),
                b'=' => (K::MinusEqual, 2),
                b'>' => (K::Arrow, 2),
                _ => (K::Minus, 1),
            },
            b'*' if next == b'=' => (K::StarEqual, 2),
            b'*' => (K::Star, 1),
            b'/' if next == b'=' => (K::SlashEqual, 2),
            b'/' => (K::Slash, 1),
            b'%' => match next {
                b'=' => (K::PercentEqual, 2),
                b'>' => (K::RightBrace, 2),
                b':' if self.begins_line(start) => return self.directive(start, 2),
                _ => (K::Percent, 1),
            },
            b'&' => match next {
                b'&' => (K::AmpAmp, 2),
                b'=' => (K::AmpEqual, 2),
                _ => (K::Amp, 1),
            },
            b'|' => match next {
                b'|' => (K::PipePipe, 2),
                b'=' => (K::PipeEqual, 2),
                _ => (K::Pipe, 1),
            },
            b'^' if next == b'=' => (K::CaretEqual, 2),
            b'^' => (K::Caret, 1),
            b'!' if next == b'=' => (K::BangEqual, 2),
            b'!' => (K::Bang, 1),
            b'=' if next == b'=' => (K::EqualEqual, 2),
            b'=' => (K::Equal, 1),
            b'<' => match (next, after) {
                (b'<', b'=') => (K::LessLessEqual, 3),
                (b'<', _) => (K::LessLess, 2),
                (b'=', _) => (K::LessEqual, 2),
                (b':', _) => (K::LeftBracket, 2),
                (b'%', _) => (K::LeftBrace, 2),
                _ => (K::Less, 1),
            },
            b'>' => match (next, after) {
                (b'>', b'=') => (K::GreaterGreaterEqual, 3),
                (b'>', _) => (K::GreaterGreater, 2),
                (b'=', _) => (K::GreaterEqual, 2),
                _ => (K::Greater, 1),
            },
            b'#' if self.begins_line(start) => return self.directive(start, 1),
            b'\\' if matches!(next, b'u' | b'U') => return self.name_with_escapes(start),
            _ => return self.unknown(start),
        };
        self.position += length;
        self.push(kind, start);
    }

    /// Whether only blanks stand between the beginning of the line and here.
    fn begins_line(&self, start: usize) -> bool {
        self.bytes[..start]
            .iter()
            .rev()
            .find(|&&b| b != b' ' && b != b'\t')
            .is_none_or(|&b| b == b'\n')
    }
}

#[derive(Clone, Copy)]
enum Class {
    /// May begin and continue a name: letters, `_`, `$`, and all bytes of non-ASCII characters.
    Letter,
    Digit,
    Other,
}

static CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        if b.is_ascii_digit() {
            classes[byte] = Class::Digit;
        } else if b.is_ascii_alphabetic() || b == b'_' || b == b'$' || b >= 0x80 {
            classes[byte] = Class::Letter;
        }
        byte += 1;
    }
    classes
};

/// The text of a token, continuations removed.
pub fn token_text(bytes: &[u8], base: u32, span: Span) -> Cow<'_, [u8]> {
    let lo = span.lo.saturating_sub(base) as usize;
    let hi = span.hi.saturating_sub(base) as usize;
    without_continuations(bytes.get(lo..hi).unwrap_or(&[]))
}
