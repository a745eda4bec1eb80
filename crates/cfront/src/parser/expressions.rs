//! Expressions: precedence climbing for the binary operators, recursive descent for the rest.
//!
//! The only recursion that input length alone could drive deep, besides brackets, is to the right: unary operators and casts,
//! assignments, the third operand of `?:`. All of it is counted as nesting; left-associative chains are loops.

use super::{Parsed, Parser};
use crate::ast::{
    BinaryOp, Expr, ExprKind, FixPosition, Identifier, IncrementStep, LogicalOp, UnaryOp,
};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::token::TokenKind;

impl Parser<'_> {
    /// With the comma operator.
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        let mut expr = self.assignment()?;
        while self.accept(TokenKind::Comma) {
            let right = self.assignment()?;
            let span = expr.span.to(right.span);
            expr = Expr::new(ExprKind::Comma(Box::new(expr), Box::new(right)), span);
        }
        Ok(expr)
    }

    pub(super) fn assignment(&mut self) -> Parsed<Expr> {
        let target = self.conditional()?;
        let operator = match self.peek() {
            TokenKind::Equal => None,
            TokenKind::PlusEqual => Some(BinaryOp::Add),
            TokenKind::MinusEqual => Some(BinaryOp::Sub),
            TokenKind::StarEqual => Some(BinaryOp::Mul),
            TokenKind::SlashEqual => Some(BinaryOp::Div),
            TokenKind::PercentEqual => Some(BinaryOp::Rem),
            TokenKind::AmpEqual => Some(BinaryOp::BitAnd),
            TokenKind::PipeEqual => Some(BinaryOp::BitOr),
            TokenKind::CaretEqual => Some(BinaryOp::BitXor),
            TokenKind::LessLessEqual => Some(BinaryOp::Shl),
            TokenKind::GreaterGreaterEqual => Some(BinaryOp::Shr),
            _ => return Ok(target),
        };
        self.advance();
        let value = self.nested(|parser| parser.assignment())?;
        let span = target.span.to(value.span);
        let (target, value) = (Box::new(target), Box::new(value));
        let kind = match operator {
            None => ExprKind::Assign(target, value),
            Some(operator) => ExprKind::AssignOp(operator, target, value),
        };
        Ok(Expr::new(kind, span))
    }

    /// Also the grammar's constant expression.
    pub(super) fn conditional(&mut self) -> Parsed<Expr> {
        let operand = self.cast()?;
        let condition = self.binary_operators(operand, 1)?;
        if !self.accept(TokenKind::Question) {
            return Ok(condition);
        }
        let then = if self.peek() == TokenKind::Colon {
            None
        } else {
            Some(Box::new(self.nested(|parser| parser.expression())?))
        };
        self.expect(TokenKind::Colon, "in conditional expression")?;
        let otherwise = self.nested(|parser| parser.conditional())?;
        let span = condition.span.to(otherwise.span);
        let kind = ExprKind::Conditional(Box::new(condition), then, Box::new(otherwise));
        Ok(Expr::new(kind, span))
    }

    /// Continues an operand with binary operators of at least the given precedence.
    fn binary_operators(&mut self, left: Expr, minimum: u8) -> Parsed<Expr> {
        let mut left = left;
        while let Some((precedence, operator)) = binary_operator(self.peek()) {
            if precedence < minimum {
                break;
            }
            self.advance();
            let mut right = self.cast()?;
            if binary_operator(self.peek()).is_some_and(|(next, _)| next > precedence) {
                right = self.nested(|parser| parser.binary_operators(right, precedence + 1))?;
            }
            let span = left.span.to(right.span);
            let (first, second) = (Box::new(left), Box::new(right));
            let kind = match operator {
                Operator::Binary(operator) => ExprKind::Binary(operator, first, second),
                Operator::Logical(operator) => ExprKind::Logical(operator, first, second),
            };
            left = Expr::new(kind, span);
        }
        Ok(left)
    }

    fn cast(&mut self) -> Parsed<Expr> {
        self.nested(|parser| {
            if parser.peek() != TokenKind::LeftParen || !parser.starts_type_at(1) {
                return parser.unary();
            }
            let start = parser.token().span;
            let type_name = Box::new(parser.parenthesized_type()?);
            if parser.peek() == TokenKind::LeftBrace {
                let list = Box::new(parser.initializer_list()?);
                let span = parser.span_since(start);
                let literal = Expr::new(ExprKind::CompoundLiteral(type_name, list), span);
                return parser.postfix_operators(literal);
            }
            let operand = Box::new(parser.cast()?);
            let span = start.to(operand.span);
            Ok(Expr::new(ExprKind::Cast(type_name, operand), span))
        })
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let token = self.token();
        let make: fn(Box<Expr>) -> ExprKind = match token.kind {
            TokenKind::Identifier | TokenKind::Integer | TokenKind::LeftParen => {
                return self.postfix();
            }
            TokenKind::Star => ExprKind::Deref,
            TokenKind::Amp => ExprKind::AddressOf,
            TokenKind::Minus => |operand| ExprKind::Unary(UnaryOp::Minus, operand),
            TokenKind::Plus => |operand| ExprKind::Unary(UnaryOp::Plus, operand),
            TokenKind::Bang => |operand| ExprKind::Unary(UnaryOp::Not, operand),
            TokenKind::Tilde => |operand| ExprKind::Unary(UnaryOp::BitNot, operand),
            TokenKind::PlusPlus => |operand| ExprKind::Increment {
                position: FixPosition::Prefix,
                step: IncrementStep::Increment,
                operand,
            },
            TokenKind::MinusMinus => |operand| ExprKind::Increment {
                position: FixPosition::Prefix,
                step: IncrementStep::Decrement,
                operand,
            },
            TokenKind::Sizeof => {
                return self.size_query(ExprKind::SizeofType, ExprKind::SizeofExpr);
            }
            TokenKind::Alignof => {
                return self.size_query(ExprKind::AlignofType, ExprKind::AlignofExpr);
            }
            TokenKind::AmpAmp => {
                self.advance();
                let label = self.expect_identifier("a label after `&&`")?;
                let span = self.span_since(token.span);
                return Ok(Expr::new(ExprKind::LabelAddress(label), span));
            }
            TokenKind::Extension => {
                self.advance();
                return self.cast();
            }
            TokenKind::Real | TokenKind::Imag => {
                let message = format!("{} (complex types) is not supported", self.describe_next());
                return Err(self.fail(Diagnostic::unsupported(token.span, message)));
            }
            _ => return self.postfix(),
        };
        self.advance();
        let operand = Box::new(self.cast()?);
        let span = token.span.to(operand.span);
        Ok(Expr::new(make(operand), span))
    }

    /// `sizeof` and `_Alignof`, of a type or of an expression.
    fn size_query(
        &mut self,
        of_type: fn(Box<crate::ast::TypeName>) -> ExprKind,
        of_expr: fn(Box<Expr>) -> ExprKind,
    ) -> Parsed<Expr> {
        let start = self.advance();
        let operand = if self.peek() == TokenKind::LeftParen && self.starts_type_at(1) {
            let opening = self.token().span;
            let type_name = Box::new(self.parenthesized_type()?);
            if self.peek() != TokenKind::LeftBrace {
                return Ok(Expr::new(of_type(type_name), self.span_since(start)));
            }
            let list = Box::new(self.initializer_list()?);
            let span = self.span_since(opening);
            let literal = Expr::new(ExprKind::CompoundLiteral(type_name, list), span);
            self.postfix_operators(literal)?
        } else {
            self.nested(|parser| parser.unary())?
        };
        let span = start.to(operand.span);
        Ok(Expr::new(of_expr(Box::new(operand)), span))
    }

    fn postfix(&mut self) -> Parsed<Expr> {
        let primary = self.primary()?;
        self.postfix_operators(primary)
    }

    fn postfix_operators(&mut self, expr: Expr) -> Parsed<Expr> {
        let mut expr = expr;
        loop {
            let start = expr.span;
            let kind = match self.peek() {
                TokenKind::LeftBracket => {
                    let opening = self.advance();
                    let index = self.expression()?;
                    self.expect_closing(TokenKind::RightBracket, opening)?;
                    ExprKind::Index(Box::new(expr), Box::new(index))
                }
                TokenKind::LeftParen => {
                    let arguments = self.arguments()?;
                    ExprKind::Call(Box::new(expr), arguments)
                }
                TokenKind::Dot => {
                    self.advance();
                    let member = self.expect_identifier("a member name after `.`")?;
                    ExprKind::Member(Box::new(expr), member)
                }
                TokenKind::Arrow => {
                    self.advance();
                    let member = self.expect_identifier("a member name after `->`")?;
                    ExprKind::Arrow(Box::new(expr), member)
                }
                TokenKind::PlusPlus => {
                    self.advance();
                    postfix_increment(IncrementStep::Increment, expr)
                }
                TokenKind::MinusMinus => {
                    self.advance();
                    postfix_increment(IncrementStep::Decrement, expr)
                }
                _ => return Ok(expr),
            };
            expr = Expr::new(kind, self.span_since(start));
        }
    }

    fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        let opening = self.advance();
        let mut arguments = Vec::new();
        if self.peek() != TokenKind::RightParen {
            loop {
                arguments.push(self.assignment()?);
                if !self.accept(TokenKind::Comma) {
                    break;
                }
            }
        }
        self.expect_closing(TokenKind::RightParen, opening)?;
        Ok(arguments)
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let token = self.token();
        match token.kind {
            TokenKind::Identifier => {
                self.advance();
                Ok(Expr::new(ExprKind::Identifier(token.symbol), token.span))
            }
            TokenKind::Integer => self.integer(),
            TokenKind::Float => self.float(),
            TokenKind::Char => self.character(),
            TokenKind::String => {
                let literal = self.string()?;
                let span = literal.span;
                Ok(Expr::new(ExprKind::String(Box::new(literal)), span))
            }
            TokenKind::LeftParen if self.peek_at(1) == TokenKind::LeftBrace => {
                let opening = self.advance();
                let block = Box::new(self.block()?);
                self.expect_closing(TokenKind::RightParen, opening)?;
                let span = self.span_since(opening);
                Ok(Expr::new(ExprKind::StatementExpr(block), span))
            }
            TokenKind::LeftParen => {
                let opening = self.advance();
                let mut expr = self.expression()?;
                let closing: Span = self.expect_closing(TokenKind::RightParen, opening)?;
                expr.span = opening.to(closing);
                Ok(expr)
            }
            TokenKind::Generic => self.generic(),
            TokenKind::Offsetof => self.offsetof(),
            TokenKind::VaArg => self.va_arg(),
            TokenKind::TypesCompatible => self.types_compatible(),
            TokenKind::ChooseExpr => self.choose_expr(),
            TokenKind::Nondet => self.nondet(),
            TokenKind::ConvertVector => Err(self.fail(Diagnostic::unsupported(
                token.span,
                "`__builtin_convertvector` is not supported",
            ))),
            _ => Err(self.fail_expected("an expression")),
        }
    }

    pub(super) fn member_name(&mut self) -> Parsed<Identifier> {
        self.expect_identifier("a member name")
    }
}

fn postfix_increment(step: IncrementStep, operand: Expr) -> ExprKind {
    ExprKind::Increment {
        position: FixPosition::Postfix,
        step,
        operand: Box::new(operand),
    }
}

enum Operator {
    Binary(BinaryOp),
    Logical(LogicalOp),
}

/// Operators and their precedence; all associate to the left.
#[inline]
fn binary_operator(kind: TokenKind) -> Option<(u8, Operator)> {
    use Operator::{Binary, Logical};
    Some(match kind {
        TokenKind::Star => (10, Binary(BinaryOp::Mul)),
        TokenKind::Slash => (10, Binary(BinaryOp::Div)),
        TokenKind::Percent => (10, Binary(BinaryOp::Rem)),
        TokenKind::Plus => (9, Binary(BinaryOp::Add)),
        TokenKind::Minus => (9, Binary(BinaryOp::Sub)),
        TokenKind::LessLess => (8, Binary(BinaryOp::Shl)),
        TokenKind::GreaterGreater => (8, Binary(BinaryOp::Shr)),
        TokenKind::Less => (7, Binary(BinaryOp::Less)),
        TokenKind::Greater => (7, Binary(BinaryOp::Greater)),
        TokenKind::LessEqual => (7, Binary(BinaryOp::LessEqual)),
        TokenKind::GreaterEqual => (7, Binary(BinaryOp::GreaterEqual)),
        TokenKind::EqualEqual => (6, Binary(BinaryOp::Equal)),
        TokenKind::BangEqual => (6, Binary(BinaryOp::NotEqual)),
        TokenKind::Amp => (5, Binary(BinaryOp::BitAnd)),
        TokenKind::Caret => (4, Binary(BinaryOp::BitXor)),
        TokenKind::Pipe => (3, Binary(BinaryOp::BitOr)),
        TokenKind::AmpAmp => (2, Logical(LogicalOp::And)),
        TokenKind::PipePipe => (1, Logical(LogicalOp::Or)),
        _ => return None,
    })
}
