//! Primary expressions with a syntax of their own, mostly because they take types for operands. All other `__builtin_...` names
//! are ordinary identifiers.

use super::{Parsed, Parser};
use crate::ast::{Expr, ExprKind, GenericAssociation, GenericSelection, OffsetofStep};
use crate::token::TokenKind;

impl Parser<'_> {
    /// `_Generic(e, type: e, default: e)`
    pub(super) fn generic(&mut self) -> Parsed<Expr> {
        let start = self.advance();
        let opening = self.expect(TokenKind::LeftParen, "after `_Generic`")?;
        let controlling = self.assignment()?;
        let mut associations = Vec::new();
        while self.accept(TokenKind::Comma) {
            let type_name = if self.accept(TokenKind::Default) {
                None
            } else {
                Some(self.type_name()?)
            };
            self.expect(TokenKind::Colon, "in `_Generic`")?;
            associations.push(GenericAssociation {
                type_name,
                value: self.assignment()?,
            });
        }
        self.expect_closing(TokenKind::RightParen, opening)?;
        let selection = GenericSelection {
            controlling,
            associations,
        };
        let kind = ExprKind::Generic(Box::new(selection));
        Ok(Expr::new(kind, self.span_since(start)))
    }

    /// `__builtin_offsetof(type, field.field[index])`
    pub(super) fn offsetof(&mut self) -> Parsed<Expr> {
        let start = self.advance();
        let opening = self.expect(TokenKind::LeftParen, "after `__builtin_offsetof`")?;
        let type_name = Box::new(self.type_name()?);
        self.expect(TokenKind::Comma, "in `__builtin_offsetof`")?;
        let mut path = vec![OffsetofStep::Field(self.member_name()?)];
        loop {
            match self.peek() {
                TokenKind::Dot => {
                    self.advance();
                    path.push(OffsetofStep::Field(self.member_name()?));
                }
                TokenKind::LeftBracket => {
                    let bracket = self.advance();
                    path.push(OffsetofStep::Index(self.expression()?));
                    self.expect_closing(TokenKind::RightBracket, bracket)?;
                }
                _ => break,
            }
        }
        self.expect_closing(TokenKind::RightParen, opening)?;
        let kind = ExprKind::Offsetof(type_name, path);
        Ok(Expr::new(kind, self.span_since(start)))
    }

    /// `__builtin_va_arg(list, type)`
    pub(super) fn va_arg(&mut self) -> Parsed<Expr> {
        let start = self.advance();
        let opening = self.expect(TokenKind::LeftParen, "after `__builtin_va_arg`")?;
        let list = Box::new(self.assignment()?);
        self.expect(TokenKind::Comma, "in `__builtin_va_arg`")?;
        let type_name = Box::new(self.type_name()?);
        self.expect_closing(TokenKind::RightParen, opening)?;
        let kind = ExprKind::VaArg(list, type_name);
        Ok(Expr::new(kind, self.span_since(start)))
    }

    /// `__builtin_types_compatible_p(type, type)`
    pub(super) fn types_compatible(&mut self) -> Parsed<Expr> {
        let start = self.advance();
        let opening = self.expect(TokenKind::LeftParen, "after `__builtin_types_compatible_p`")?;
        let first = Box::new(self.type_name()?);
        self.expect(TokenKind::Comma, "in `__builtin_types_compatible_p`")?;
        let second = Box::new(self.type_name()?);
        self.expect_closing(TokenKind::RightParen, opening)?;
        let kind = ExprKind::TypesCompatible(first, second);
        Ok(Expr::new(kind, self.span_since(start)))
    }

    /// `__builtin_choose_expr(e, e, e)`
    pub(super) fn choose_expr(&mut self) -> Parsed<Expr> {
        let start = self.advance();
        let opening = self.expect(TokenKind::LeftParen, "after `__builtin_choose_expr`")?;
        let condition = self.assignment()?;
        self.expect(TokenKind::Comma, "in `__builtin_choose_expr`")?;
        let then = self.assignment()?;
        self.expect(TokenKind::Comma, "in `__builtin_choose_expr`")?;
        let otherwise = self.assignment()?;
        self.expect_closing(TokenKind::RightParen, opening)?;
        let kind = ExprKind::ChooseExpr(Box::new([condition, then, otherwise]));
        Ok(Expr::new(kind, self.span_since(start)))
    }

    /// `__unspool_nondet(type)`
    pub(super) fn nondet(&mut self) -> Parsed<Expr> {
        let start = self.advance();
        let type_name = Box::new(self.parenthesized_type()?);
        Ok(Expr::new(
            ExprKind::Nondet(type_name),
            self.span_since(start),
        ))
    }
}
