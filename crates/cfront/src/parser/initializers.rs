//! Initialisers: an expression, or a list with optional designators, C99's and GNU's old ones.

use super::{Parsed, Parser};
use crate::ast::{Designator, Identifier, Initializer, InitializerItem, InitializerList};
use crate::token::TokenKind;

impl Parser<'_> {
    pub(super) fn initializer(&mut self) -> Parsed<Initializer> {
        if self.peek() == TokenKind::LeftBrace {
            Ok(Initializer::List(self.initializer_list()?))
        } else {
            Ok(Initializer::Expr(self.assignment()?))
        }
    }

    pub(super) fn initializer_list(&mut self) -> Parsed<InitializerList> {
        self.nested(|parser| {
            let opening = parser.expect(TokenKind::LeftBrace, "before initialisers")?;
            let mut items = Vec::new();
            while parser.peek() != TokenKind::RightBrace {
                items.push(parser.initializer_item()?);
                if !parser.accept(TokenKind::Comma) {
                    break;
                }
            }
            parser.expect_closing(TokenKind::RightBrace, opening)?;
            Ok(InitializerList {
                items,
                span: parser.span_since(opening),
            })
        })
    }

    fn initializer_item(&mut self) -> Parsed<InitializerItem> {
        let designators = self.designators()?;
        Ok(InitializerItem {
            designators,
            value: self.initializer()?,
        })
    }

    fn designators(&mut self) -> Parsed<Vec<Designator>> {
        let mut designators = Vec::new();
        let token = self.token();
        if token.kind == TokenKind::Identifier && self.peek_at(1) == TokenKind::Colon {
            self.advance();
            self.advance();
            designators.push(Designator::Field(Identifier {
                symbol: token.symbol,
                span: token.span,
            }));
            return Ok(designators);
        }
        loop {
            match self.peek() {
                TokenKind::Dot => {
                    self.advance();
                    designators.push(Designator::Field(self.expect_identifier("a member name")?));
                }
                TokenKind::LeftBracket => {
                    let opening = self.advance();
                    let first = self.conditional()?;
                    let designator = if self.accept(TokenKind::Ellipsis) {
                        Designator::Range(first, self.conditional()?)
                    } else {
                        Designator::Index(first)
                    };
                    self.expect_closing(TokenKind::RightBracket, opening)?;
                    designators.push(designator);
                }
                _ => break,
            }
        }
        // GNU's old `[3] value` has no `=`.
        let old_index = matches!(
            designators.as_slice(),
            [Designator::Index(_) | Designator::Range(..)]
        );
        if !designators.is_empty() && !self.accept(TokenKind::Equal) && !old_index {
            return Err(self.fail_expected("`=` after designator"));
        }
        Ok(designators)
    }
}
