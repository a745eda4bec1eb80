//! Lines that begin with `#`. After preprocessing these are line markers and pragmas; both are skipped, except that
//! `#pragma pack` is obeyed, in all the forms GCC documents: `pack(n)`, `pack()`, `pack(push)`, `pack(push, n)`, `pack(pop)`.
//! The operator `_Pragma("...")`, which may stand between any two tokens, is the same thing and is removed here as well.

use super::Lexer;
use crate::diagnostic::Diagnostic;
use crate::token::TokenKind;

impl Lexer<'_> {
    /// At a `#` (or `%:`) of the given length that begins a line: skips the line.
    pub(super) fn directive(&mut self, start: usize, length: usize) {
        self.position = start + length;
        let from = self.position;
        self.skip_line();
        let bytes = self.bytes;
        let line = bytes[from..self.position].trim_ascii();
        let word_length = line
            .iter()
            .take_while(|b| b.is_ascii_alphanumeric())
            .count();
        let (word, rest) = line.split_at(word_length);
        match word {
            b"pragma" => self.pragma(rest.trim_ascii_start()),
            // `cc -E -dD` leaves definitions standing.
            b"" | b"line" | b"ident" | b"sccs" | b"define" | b"undef" | b"warning" => {}
            _ if word[0].is_ascii_digit() => {}
            _ => {
                let span = self.span(start);
                let name = String::from_utf8_lossy(word);
                self.report(
                    Diagnostic::error(span, format!("directive `#{name}` in preprocessed text"))
                        .with_help(
                            "give the file a name that ends in `.c`, so that it is preprocessed",
                        ),
                );
            }
        }
    }

    /// At a `)`: whether `_Pragma ( "..."` stands before it.
    pub(super) fn ends_pragma_operator(&self) -> bool {
        match self.lexed.tokens.as_slice() {
            [.., operator, opening, text] => {
                text.kind == TokenKind::String
                    && opening.kind == TokenKind::LeftParen
                    && operator.kind == TokenKind::Pragma
            }
            _ => false,
        }
    }

    /// At the `)` of `_Pragma("...")`: takes its tokens back.
    pub(super) fn pragma_operator(&mut self) {
        self.position += 1;
        let text = self.lexed.tokens.pop();
        self.lexed.tokens.pop();
        self.lexed.tokens.pop();
        let Some(text) = text else { return };
        let bytes = self.bytes;
        let lo = (text.span.lo - self.base) as usize + 1;
        let hi = (text.span.hi - self.base) as usize - 1;
        self.pragma(bytes.get(lo..hi).unwrap_or(b"").trim_ascii());
    }

    fn pragma(&mut self, text: &[u8]) {
        let Some(rest) = text.strip_prefix(b"pack") else {
            return;
        };
        let rest = rest.trim_ascii_start();
        let Some(inner) = rest.strip_prefix(b"(") else {
            return;
        };
        let Some(end) = inner.iter().position(|&b| b == b')') else {
            return;
        };
        let current = self.lexed.pack_limits.last().and_then(|&(_, limit)| limit);
        let mut limit = None;
        for argument in inner[..end].split(|&b| b == b',') {
            match argument.trim_ascii() {
                b"push" => {
                    self.pack_stack.push(current);
                    limit = current;
                }
                b"pop" => limit = self.pack_stack.pop().unwrap_or(None),
                number => {
                    let parsed = std::str::from_utf8(number)
                        .ok()
                        .and_then(|text| text.parse::<u32>().ok());
                    // Zero and the empty list restore the default; a name of a push is of no consequence.
                    if let Some(value) = parsed {
                        limit = (value != 0).then_some(value);
                    }
                }
            }
        }
        let index = self.lexed.tokens.len();
        self.lexed.pack_limits.push((index, limit));
    }
}
