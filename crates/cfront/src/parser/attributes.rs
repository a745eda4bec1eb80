//! Attributes: GNU's `__attribute__((name(arguments), ...))` and C23's `[[space::name(arguments), ...]]`.
//!
//! Arguments have no grammar of their own: an attribute may take expressions, identifiers, types or anything a compiler
//! fancies. Each argument is tried in that order, and what fits nothing is kept as its text.

use super::{Parsed, Parser, is_name};
use crate::ast::{Attribute, AttributeArgument, Identifier};
use crate::source::Span;
use crate::symbol::Symbol;
use crate::token::TokenKind;

impl Parser<'_> {
    /// All attributes that stand here, possibly none.
    pub(super) fn attributes(&mut self, attributes: &mut Vec<Attribute>) -> Parsed<()> {
        loop {
            match self.peek() {
                TokenKind::Attribute => {
                    self.advance();
                    let outer = self.expect(TokenKind::LeftParen, "after `__attribute__`")?;
                    let inner = self.expect(TokenKind::LeftParen, "after `__attribute__(`")?;
                    self.attribute_list(attributes, TokenKind::RightParen)?;
                    self.expect_closing(TokenKind::RightParen, inner)?;
                    self.expect_closing(TokenKind::RightParen, outer)?;
                }
                TokenKind::LeftBracket if self.peek_at(1) == TokenKind::LeftBracket => {
                    let outer = self.advance();
                    let inner = self.advance();
                    self.attribute_list(attributes, TokenKind::RightBracket)?;
                    self.expect_closing(TokenKind::RightBracket, inner)?;
                    self.expect_closing(TokenKind::RightBracket, outer)?;
                }
                _ => return Ok(()),
            }
        }
    }

    fn attribute_list(
        &mut self,
        attributes: &mut Vec<Attribute>,
        closing: TokenKind,
    ) -> Parsed<()> {
        loop {
            if self.accept(TokenKind::Comma) {
                continue;
            }
            if self.peek() == closing {
                return Ok(());
            }
            attributes.push(self.nested(|parser| parser.attribute())?);
            if self.peek() != TokenKind::Comma && self.peek() != closing {
                return Err(self.fail_expected("`,` or the end of the attributes"));
            }
        }
    }

    fn attribute(&mut self) -> Parsed<Attribute> {
        let first = self.attribute_name()?;
        let mut namespace = None;
        let mut name = first;
        if self.peek() == TokenKind::Colon && self.peek_at(1) == TokenKind::Colon {
            self.advance();
            self.advance();
            namespace = Some(first.symbol);
            name = self.attribute_name()?;
        }
        let mut arguments = Vec::new();
        if self.peek() == TokenKind::LeftParen {
            let opening = self.advance();
            while self.peek() != TokenKind::RightParen {
                arguments.push(self.attribute_argument());
                if !self.accept(TokenKind::Comma) {
                    break;
                }
            }
            self.expect_closing(TokenKind::RightParen, opening)?;
        }
        Ok(Attribute {
            namespace,
            name: name.symbol,
            arguments,
            span: self.span_since(first.span),
        })
    }

    /// Any name will do, even a keyword: `__attribute__((const))`.
    fn attribute_name(&mut self) -> Parsed<Identifier> {
        let token = self.token();
        if !is_name(token.kind) {
            return Err(self.fail_expected("the name of an attribute"));
        }
        self.advance();
        Ok(Identifier {
            symbol: self.without_underscores(token.symbol),
            span: token.span,
        })
    }

    fn without_underscores(&mut self, symbol: Symbol) -> Symbol {
        if let Some(&stripped) = self.stripped_names.get(&symbol) {
            return stripped;
        }
        let text = self.name_text(symbol);
        let inner = text
            .strip_prefix("__")
            .and_then(|rest| rest.strip_suffix("__"))
            .filter(|inner| !inner.is_empty())
            .map(str::to_string);
        let stripped = match inner {
            Some(inner) => self.interner.intern(&inner),
            None => symbol,
        };
        self.stripped_names.insert(symbol, stripped);
        stripped
    }

    fn attribute_argument(&mut self) -> AttributeArgument {
        let token = self.token();
        let at_end = |kind| matches!(kind, TokenKind::Comma | TokenKind::RightParen);
        if is_name(token.kind) && at_end(self.peek_at(1)) {
            self.advance();
            return AttributeArgument::Identifier(Identifier {
                symbol: token.symbol,
                span: token.span,
            });
        }
        let before = self.checkpoint();
        if self.starts_type_at(0) {
            if let Ok(type_name) = self.type_name()
                && at_end(self.peek())
            {
                return AttributeArgument::Type(type_name);
            }
        } else if let Ok(expr) = self.assignment()
            && at_end(self.peek())
        {
            return AttributeArgument::Expr(expr);
        }
        self.rewind(&before);
        AttributeArgument::Other(self.skip_argument())
    }

    /// Skips to the `,` or `)` that ends the argument.
    fn skip_argument(&mut self) -> Span {
        let start = self.token().span;
        let start = Span::new(start.lo, start.lo);
        let first_token = self.position;
        let mut open = 0usize;
        loop {
            match self.peek() {
                TokenKind::EndOfFile => break,
                TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::LeftBrace => open += 1,
                TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace => {
                    if open == 0 {
                        break;
                    }
                    open -= 1;
                }
                TokenKind::Comma if open == 0 => break,
                _ => {}
            }
            self.advance();
        }
        if self.position > first_token {
            self.span_since(start)
        } else {
            start
        }
    }
}
