//! The values of literals, decoded from their spelling: numbers, characters and strings.
//!
//! Strings are decoded late, because one wide literal makes all its neighbours wide: `"é" L"b"` is `L"éb"`.
//! Floating constants keep their digits; only their form is checked here.

mod numbers;
mod quoted;

use super::{Parsed, Parser};
use crate::ast::{CharLiteral, Encoding, Expr, ExprKind, StringLiteral, StringUnits};
use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::source::Span;
use crate::token::TokenKind;

/// Why a literal is no good.
struct Complaint {
    kind: DiagnosticKind,
    message: String,
}

impl Complaint {
    fn new(kind: DiagnosticKind, message: impl Into<String>) -> Complaint {
        Complaint {
            kind,
            message: message.into(),
        }
    }

    fn at(self, span: Span) -> Diagnostic {
        let mut diagnostic = Diagnostic::error(span, self.message);
        diagnostic.kind = self.kind;
        diagnostic
    }
}

impl Parser<'_> {
    pub(super) fn integer(&mut self) -> Parsed<Expr> {
        let span = self.advance();
        match numbers::integer(&self.token_text(span)) {
            Ok(literal) => Ok(Expr::new(ExprKind::Int(literal), span)),
            Err(complaint) => Err(self.fail(complaint.at(span))),
        }
    }

    pub(super) fn float(&mut self) -> Parsed<Expr> {
        let span = self.advance();
        let text = self.token_text(span);
        match numbers::float(&text) {
            Ok((digits, suffix)) => {
                let digits = self.interner.intern(digits);
                let literal = crate::ast::FloatLiteral { digits, suffix };
                Ok(Expr::new(ExprKind::Float(literal), span))
            }
            Err(complaint) => Err(self.fail(complaint.at(span))),
        }
    }

    pub(super) fn character(&mut self) -> Parsed<Expr> {
        let span = self.advance();
        let text = self.token_text(span);
        let (encoding, content) = quoted::split_prefix(&text);
        let mut complaints = Vec::new();
        let units = quoted::decode(content, encoding, &mut complaints);
        self.report_all(complaints, span);
        let Some(value) = quoted::character_value(encoding, &units) else {
            return Err(self.fail(Diagnostic::error(span, "empty character constant")));
        };
        let literal = CharLiteral { encoding, value };
        Ok(Expr::new(ExprKind::Char(literal), span))
    }

    /// One or more adjacent string literals.
    pub(super) fn string(&mut self) -> Parsed<StringLiteral> {
        if self.peek() != TokenKind::String {
            return Err(self.fail_expected("a string literal"));
        }
        let start = self.token().span;
        let first = self.position;
        let mut encoding = Encoding::Narrow;
        while self.peek() == TokenKind::String {
            let span = self.advance();
            let (own, _) = quoted::split_prefix(&self.token_text(span));
            if own == Encoding::Narrow || own == encoding {
                continue;
            }
            if encoding != Encoding::Narrow {
                self.report(Diagnostic::error(
                    span,
                    "adjacent string literals have different prefixes",
                ));
            }
            encoding = own;
        }
        let mut units = Vec::new();
        for index in first..self.position {
            let span = self.lexed.tokens[index].span;
            let text = self.token_text(span);
            let (_, content) = quoted::split_prefix(&text);
            let mut complaints = Vec::new();
            units.extend(quoted::decode(content, encoding, &mut complaints));
            self.report_all(complaints, span);
        }
        let units = match encoding {
            Encoding::Narrow | Encoding::Utf8 => {
                StringUnits::Bytes(units.into_iter().map(|unit| unit as u8).collect())
            }
            _ => StringUnits::Units(units.into_boxed_slice()),
        };
        Ok(StringLiteral {
            encoding,
            units,
            span: self.span_since(start),
        })
    }

    fn report_all(&mut self, complaints: Vec<Complaint>, span: Span) {
        for complaint in complaints {
            self.report(complaint.at(span));
        }
    }
}
