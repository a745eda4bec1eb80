//! Reads single tokens: symbols, words, names, numbers, strings.

use std::borrow::Cow;

use super::lex::{Token, TokenKind};
use super::literal::unsigned;
use super::names::{name_text, split_numbered, unquote_bytes};
use super::parse::{Named, ParseError, Parsed, Parser};

impl<'s> Parser<'s> {
    pub(super) fn fail<T>(&self, message: impl Into<String>) -> Parsed<T> {
        let offset = self.tokens.get(self.position).map_or(0, |t| t.start);
        Err(ParseError::at(self.source, offset as usize, message))
    }

    pub(super) fn text_of(&self, token: Token) -> &'s str {
        let range = token.start as usize..token.end as usize;
        self.source.get(range).unwrap_or("")
    }

    pub(super) fn peek(&self) -> TokenKind {
        self.peek_at(0)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> TokenKind {
        self.tokens
            .get(self.position + ahead)
            .map_or(TokenKind::End, |token| token.kind())
    }

    pub(super) fn peek_text(&self) -> &'s str {
        self.tokens
            .get(self.position)
            .map_or("", |token| self.text_of(*token))
    }

    pub(super) fn eat(&mut self, symbol: &str) -> bool {
        let found = matches!(self.peek(), TokenKind::Symbol(found) if found == symbol);
        self.position += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, symbol: &str) -> Parsed<()> {
        match self.eat(symbol) {
            true => Ok(()),
            false => self.fail(format!("expected '{symbol}'")),
        }
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek() == TokenKind::Word && self.peek_text() == word;
        self.position += usize::from(found);
        found
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Parsed<()> {
        match self.eat_word(word) {
            true => Ok(()),
            false => self.fail(format!("expected '{word}'")),
        }
    }

    /// The text of the next token if it is of this kind.
    pub(super) fn take(&mut self, kind: TokenKind, what: &str) -> Parsed<&'s str> {
        if self.peek() != kind {
            return self.fail(format!("expected {what}"));
        }
        let text = self.peek_text();
        self.position += 1;
        Ok(text)
    }

    /// The number in a word such as `b3`.
    pub(super) fn word_number(&mut self, letter: char, what: &str) -> Parsed<u32> {
        let number = match self.peek() {
            TokenKind::Word => self.peek_text().strip_prefix(letter),
            _ => None,
        };
        match number.and_then(|digits| digits.parse().ok()) {
            Some(number) => {
                self.position += 1;
                Ok(number)
            }
            None => self.fail(format!("expected {what}, such as {letter}0")),
        }
    }

    pub(super) fn number_u64(&mut self) -> Parsed<u64> {
        let number = match self.peek() {
            TokenKind::Number => unsigned(self.peek_text()),
            _ => return self.fail("expected a number"),
        };
        match number.and_then(|number| u64::try_from(number).ok()) {
            Some(number) => {
                self.position += 1;
                Ok(number)
            }
            None => self.fail("expected a whole number of at most 64 bits"),
        }
    }

    pub(super) fn number_u32(&mut self) -> Parsed<u32> {
        let number = self.number_u64()?;
        match u32::try_from(number) {
            Ok(number) => Ok(number),
            Err(_) => {
                self.position -= 1;
                self.fail("expected a number of at most 32 bits")
            }
        }
    }

    /// A name without sigil: of a record or field.
    pub(super) fn name(&mut self) -> Parsed<Cow<'s, str>> {
        match self.peek() {
            TokenKind::Word | TokenKind::String => self.text_as_name(self.peek_text()),
            _ => self.fail("expected a name"),
        }
    }

    pub(super) fn global_name(&mut self) -> Parsed<Cow<'s, str>> {
        match self.peek() {
            TokenKind::Global => self.text_as_name(self.peek_text().get(1..).unwrap_or("")),
            _ => self.fail("expected a name, such as @main"),
        }
    }

    fn text_as_name(&mut self, text: &'s str) -> Parsed<Cow<'s, str>> {
        match name_text(text) {
            Some(name) => {
                self.position += 1;
                Ok(name)
            }
            None => self.fail("malformed escape or UTF-8 in this name"),
        }
    }

    /// What a global name stands for.
    pub(super) fn resolve_name(&mut self) -> Parsed<Named> {
        let name = self.global_name()?;
        match self.names.get(&name) {
            Some(named) => Ok(*named),
            None => {
                self.position -= 1;
                self.fail("this name is not defined")
            }
        }
    }

    /// Name and number of a register or slot.
    pub(super) fn numbered(&mut self) -> Parsed<(Cow<'s, str>, u32)> {
        match split_numbered(self.peek_text().get(1..).unwrap_or("")) {
            Some(parts) => {
                self.position += 1;
                Ok(parts)
            }
            None => self.fail("expected a name, a dot and a number"),
        }
    }

    pub(super) fn bytes(&mut self) -> Parsed<Vec<u8>> {
        if self.peek() != TokenKind::String {
            return self.fail("expected a string");
        }
        match unquote_bytes(self.peek_text()) {
            Some(bytes) => {
                self.position += 1;
                Ok(bytes)
            }
            None => self.fail("malformed escape in this string"),
        }
    }

    pub(super) fn string(&mut self) -> Parsed<String> {
        let bytes = self.bytes()?;
        match String::from_utf8(bytes) {
            Ok(string) => Ok(string),
            Err(_) => {
                self.position -= 1;
                self.fail("this string is not UTF-8")
            }
        }
    }
}
