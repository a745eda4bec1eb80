//! Statements. Labels are elements of the block (see [`crate::ast`]), and an `else if` chain is one loop.

use super::{Parsed, Parser};
use crate::ast::{Block, Expr, ForInit, ForStmt, Identifier, IfBranch, Stmt, StmtKind};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::token::TokenKind;

impl Parser<'_> {
    /// `{ ... }`. Errors inside are recovered from inside.
    pub(super) fn block(&mut self) -> Parsed<Block> {
        self.nested(|parser| parser.scoped(|parser| parser.block_in_scope()))
    }

    fn block_in_scope(&mut self) -> Parsed<Block> {
        let opening = self.expect(TokenKind::LeftBrace, "")?;
        let mut local_labels = Vec::new();
        let mut statements = Vec::new();
        loop {
            let start = self.position;
            let result = match self.peek() {
                TokenKind::RightBrace | TokenKind::EndOfFile => break,
                TokenKind::LocalLabel => self.local_labels(&mut local_labels),
                _ => self.block_item(&mut statements),
            };
            if result.is_err() {
                self.skip_to_end_of_statement(start);
            }
        }
        self.expect_closing(TokenKind::RightBrace, opening)?;
        Ok(Block {
            local_labels,
            statements,
            span: self.span_since(opening),
        })
    }

    fn local_labels(&mut self, labels: &mut Vec<Identifier>) -> Parsed<()> {
        self.advance();
        loop {
            labels.push(self.expect_identifier("a label")?);
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::Semicolon, "after `__label__`")?;
        Ok(())
    }

    /// A label, a declaration or a statement.
    fn block_item(&mut self, statements: &mut Vec<Stmt>) -> Parsed<()> {
        if let Some(label) = self.label()? {
            statements.push(label);
            return Ok(());
        }
        let start = self.token().span;
        let kind = match self.peek() {
            TokenKind::StaticAssert => StmtKind::StaticAssert(Box::new(self.static_assert()?)),
            _ if self.at_attribute() => {
                let mut attributes = Vec::new();
                self.attributes(&mut attributes)?;
                if self.starts_type_at(0) {
                    StmtKind::Declaration(Box::new(self.declaration(attributes)?))
                } else {
                    let body = Box::new(self.sub_statement()?);
                    StmtKind::Attributed { attributes, body }
                }
            }
            _ if self.starts_type_at(0) => {
                StmtKind::Declaration(Box::new(self.declaration(Vec::new())?))
            }
            _ => {
                let statement = self.nested(|parser| parser.statement())?;
                statements.push(statement);
                return Ok(());
            }
        };
        statements.push(Stmt {
            kind,
            span: self.span_since(start),
        });
        Ok(())
    }

    fn at_attribute(&self) -> bool {
        match self.peek() {
            TokenKind::Attribute => true,
            TokenKind::LeftBracket => self.peek_at(1) == TokenKind::LeftBracket,
            _ => false,
        }
    }

    /// `name:`, `case e:`, `case e ... e:` or `default:`, if one stands here.
    fn label(&mut self) -> Parsed<Option<Stmt>> {
        let token = self.token();
        let kind = match token.kind {
            TokenKind::Identifier if self.peek_at(1) == TokenKind::Colon => {
                self.advance();
                self.advance();
                let mut attributes = Vec::new();
                if self.peek() == TokenKind::Attribute {
                    self.attributes(&mut attributes)?;
                }
                let name = Identifier {
                    symbol: token.symbol,
                    span: token.span,
                };
                StmtKind::Label { name, attributes }
            }
            TokenKind::Case => {
                self.advance();
                let low = Box::new(self.conditional()?);
                let high = if self.accept(TokenKind::Ellipsis) {
                    Some(Box::new(self.conditional()?))
                } else {
                    None
                };
                self.expect(TokenKind::Colon, "after `case`")?;
                StmtKind::Case { low, high }
            }
            TokenKind::Default => {
                self.advance();
                self.expect(TokenKind::Colon, "after `default`")?;
                StmtKind::Default
            }
            _ => return Ok(None),
        };
        Ok(Some(Stmt {
            kind,
            span: self.span_since(token.span),
        }))
    }

    /// The body of `if`, `while` and so on: one statement; with its labels, a block.
    fn sub_statement(&mut self) -> Parsed<Stmt> {
        self.nested(|parser| {
            let start = parser.token().span;
            let mut statements = Vec::new();
            while let Some(label) = parser.label()? {
                statements.push(label);
            }
            let statement = parser.statement()?;
            if statements.is_empty() {
                return Ok(statement);
            }
            statements.push(statement);
            let span = parser.span_since(start);
            let block = Block {
                local_labels: Vec::new(),
                statements,
                span,
            };
            Ok(Stmt {
                kind: StmtKind::Block(block),
                span,
            })
        })
    }

    /// A statement without label. The caller has counted the level.
    fn statement(&mut self) -> Parsed<Stmt> {
        let start = self.token().span;
        let kind = match self.peek() {
            TokenKind::LeftBrace => StmtKind::Block(self.block()?),
            TokenKind::Semicolon => {
                self.advance();
                StmtKind::Null
            }
            TokenKind::If => self.if_statement()?,
            TokenKind::While => {
                self.advance();
                let condition = self.parenthesized("after `while`")?;
                let body = Box::new(self.sub_statement()?);
                StmtKind::While { condition, body }
            }
            TokenKind::Do => self.do_statement()?,
            TokenKind::For => self.scoped(|parser| parser.for_statement())?,
            TokenKind::Switch => {
                self.advance();
                let value = self.parenthesized("after `switch`")?;
                let body = Box::new(self.sub_statement()?);
                StmtKind::Switch { value, body }
            }
            TokenKind::Goto => self.goto_statement()?,
            TokenKind::Break => {
                self.advance();
                self.expect(TokenKind::Semicolon, "after `break`")?;
                StmtKind::Break
            }
            TokenKind::Continue => {
                self.advance();
                self.expect(TokenKind::Semicolon, "after `continue`")?;
                StmtKind::Continue
            }
            TokenKind::Return => {
                self.advance();
                let value = if self.peek() == TokenKind::Semicolon {
                    None
                } else {
                    Some(self.expression()?)
                };
                self.expect(TokenKind::Semicolon, "after `return`")?;
                StmtKind::Return(value)
            }
            TokenKind::Asm => {
                let asm = Box::new(self.asm()?);
                self.expect(TokenKind::Semicolon, "after `asm`")?;
                StmtKind::Asm(asm)
            }
            TokenKind::Else => {
                return Err(self.fail(Diagnostic::error(start, "`else` without `if`")));
            }
            _ if self.at_attribute() => {
                let mut attributes = Vec::new();
                self.attributes(&mut attributes)?;
                let body = Box::new(self.sub_statement()?);
                StmtKind::Attributed { attributes, body }
            }
            _ if self.starts_type_at(0) || self.peek() == TokenKind::StaticAssert => {
                return Err(self.fail(
                    Diagnostic::error(start, "expected a statement, found a declaration")
                        .with_help("put the declaration in braces"),
                ));
            }
            _ => self.expression_statement()?,
        };
        Ok(Stmt {
            kind,
            span: self.span_since(start),
        })
    }

    fn expression_statement(&mut self) -> Parsed<StmtKind> {
        let token = self.token();
        if token.kind == TokenKind::Identifier && self.peek_at(1) == TokenKind::Identifier {
            return Err(self.fail_unknown_type(token));
        }
        let expr = self.expression()?;
        self.expect(TokenKind::Semicolon, "after expression")?;
        Ok(StmtKind::Expr(expr))
    }

    fn if_statement(&mut self) -> Parsed<StmtKind> {
        let mut branches = Vec::with_capacity(1);
        let mut otherwise = None;
        loop {
            self.advance();
            let condition = self.parenthesized("after `if`")?;
            let body = self.sub_statement()?;
            branches.push(IfBranch { condition, body });
            if !self.accept(TokenKind::Else) {
                break;
            }
            if self.peek() != TokenKind::If {
                otherwise = Some(Box::new(self.sub_statement()?));
                break;
            }
        }
        Ok(StmtKind::If {
            branches,
            otherwise,
        })
    }

    fn do_statement(&mut self) -> Parsed<StmtKind> {
        self.advance();
        let body = Box::new(self.sub_statement()?);
        self.expect(TokenKind::While, "after the body of `do`")?;
        let condition = self.parenthesized("after `while`")?;
        self.expect(TokenKind::Semicolon, "after `do` ... `while`")?;
        Ok(StmtKind::DoWhile { body, condition })
    }

    fn for_statement(&mut self) -> Parsed<StmtKind> {
        self.advance();
        let opening = self.expect(TokenKind::LeftParen, "after `for`")?;
        let init = if self.accept(TokenKind::Semicolon) {
            ForInit::None
        } else if self.starts_type_at(0) {
            ForInit::Declaration(self.declaration(Vec::new())?)
        } else {
            let expr = self.expression()?;
            self.expect(TokenKind::Semicolon, "in `for`")?;
            ForInit::Expr(expr)
        };
        let condition = self.optional_expression(TokenKind::Semicolon)?;
        self.expect(TokenKind::Semicolon, "in `for`")?;
        let step = self.optional_expression(TokenKind::RightParen)?;
        self.expect_closing(TokenKind::RightParen, opening)?;
        let body = self.sub_statement()?;
        Ok(StmtKind::For(Box::new(ForStmt {
            init,
            condition,
            step,
            body,
        })))
    }

    fn optional_expression(&mut self, end: TokenKind) -> Parsed<Option<Expr>> {
        if self.peek() == end {
            return Ok(None);
        }
        Ok(Some(self.expression()?))
    }

    fn goto_statement(&mut self) -> Parsed<StmtKind> {
        self.advance();
        let kind = if self.accept(TokenKind::Star) {
            StmtKind::ComputedGoto(self.expression()?)
        } else {
            StmtKind::Goto(self.expect_identifier("a label")?)
        };
        self.expect(TokenKind::Semicolon, "after `goto`")?;
        Ok(kind)
    }

    /// `(e)` as part of a statement: the parentheses are not the expression's.
    fn parenthesized(&mut self, context: &str) -> Parsed<Expr> {
        let opening: Span = self.expect(TokenKind::LeftParen, context)?;
        let expr = self.expression()?;
        self.expect_closing(TokenKind::RightParen, opening)?;
        Ok(expr)
    }
}
