//! `asm`: statements with operands, labels of declarations, and blocks at file scope. Only the outline is parsed; what the
//! template says is nobody's business here.

use super::{Parsed, Parser};
use crate::ast::{AsmOperand, AsmStmt, StringLiteral};
use crate::token::TokenKind;

impl Parser<'_> {
    /// From `asm` to `)`; the caller wants the `;`.
    pub(super) fn asm(&mut self) -> Parsed<AsmStmt> {
        self.advance();
        let (mut is_volatile, mut is_goto, mut is_inline) = (false, false, false);
        loop {
            match self.peek() {
                TokenKind::Volatile => is_volatile = true,
                TokenKind::Goto => is_goto = true,
                TokenKind::Inline => is_inline = true,
                TokenKind::Const => {}
                _ => break,
            }
            self.advance();
        }
        let opening = self.expect(TokenKind::LeftParen, "after `asm`")?;
        let mut asm = AsmStmt {
            is_volatile,
            is_goto,
            is_inline,
            template: self.string()?,
            outputs: Vec::new(),
            inputs: Vec::new(),
            clobbers: Vec::new(),
            labels: Vec::new(),
        };
        if self.accept(TokenKind::Colon) {
            asm.outputs = self.asm_operands()?;
        }
        if self.accept(TokenKind::Colon) {
            asm.inputs = self.asm_operands()?;
        }
        if self.accept(TokenKind::Colon) {
            while self.peek() == TokenKind::String {
                asm.clobbers.push(self.string()?);
                if !self.accept(TokenKind::Comma) {
                    break;
                }
            }
        }
        if self.accept(TokenKind::Colon) {
            while self.peek() == TokenKind::Identifier {
                asm.labels.push(self.expect_identifier("a label")?);
                if !self.accept(TokenKind::Comma) {
                    break;
                }
            }
        }
        self.expect_closing(TokenKind::RightParen, opening)?;
        Ok(asm)
    }

    /// `asm("name")` after a declarator.
    pub(super) fn asm_label(&mut self) -> Parsed<StringLiteral> {
        self.advance();
        let opening = self.expect(TokenKind::LeftParen, "after `asm`")?;
        let label = self.string()?;
        self.expect_closing(TokenKind::RightParen, opening)?;
        Ok(label)
    }

    fn asm_operands(&mut self) -> Parsed<Vec<AsmOperand>> {
        let mut operands = Vec::new();
        if !matches!(self.peek(), TokenKind::String | TokenKind::LeftBracket) {
            return Ok(operands);
        }
        loop {
            let start = self.token().span;
            let mut name = None;
            if self.peek() == TokenKind::LeftBracket {
                let opening = self.advance();
                name = Some(self.expect_identifier("the name of an operand")?);
                self.expect_closing(TokenKind::RightBracket, opening)?;
            }
            let constraint = self.string()?;
            let opening = self.expect(TokenKind::LeftParen, "before operand")?;
            let value = self.expression()?;
            self.expect_closing(TokenKind::RightParen, opening)?;
            operands.push(AsmOperand {
                name,
                constraint,
                value,
                span: self.span_since(start),
            });
            if !self.accept(TokenKind::Comma) {
                return Ok(operands);
            }
        }
    }
}
