//! Declarators. The grammar nests them (`(*f)(int)`), the result is a flat list from the name outwards: first what the inner
//! declarator says, then the suffixes `[...]` and `(...)` in order, then the pointers, last one first.

use super::specifiers::MissingType;
use super::{Parsed, Parser};
use crate::ast::{
    ArrayPart, ArraySize, Attribute, Declarator, DeclaratorPart, FunctionPart, Identifier,
    Parameter, Parameters, PointerPart, Qualifiers,
};
use crate::diagnostic::Diagnostic;
use crate::token::TokenKind;

/// Whether a declarator must, may or must not have a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Naming {
    Required,
    Optional,
    Forbidden,
}

impl Parser<'_> {
    /// A declarator with a name.
    pub(super) fn declarator(&mut self) -> Parsed<Declarator> {
        self.declarator_with(Naming::Required)
    }

    /// The declarator of a type name.
    pub(super) fn abstract_declarator(&mut self) -> Parsed<Declarator> {
        self.declarator_with(Naming::Forbidden)
    }

    fn declarator_with(&mut self, naming: Naming) -> Parsed<Declarator> {
        let start = self.token().span;
        let first_token = self.position;
        let mut declarator = Declarator {
            name: None,
            parts: Vec::new(),
            attributes: Vec::new(),
            span: start,
        };
        self.declarator_parts(&mut declarator, naming)?;
        if self.position > first_token {
            declarator.span = self.span_since(start);
        } else {
            declarator.span.hi = declarator.span.lo;
        }
        Ok(declarator)
    }

    fn declarator_parts(&mut self, declarator: &mut Declarator, naming: Naming) -> Parsed<()> {
        let pointers = self.pointers(&mut declarator.attributes)?;
        let token = self.token();
        match token.kind {
            TokenKind::Identifier if naming != Naming::Forbidden => {
                self.advance();
                declarator.name = Some(Identifier {
                    symbol: token.symbol,
                    span: token.span,
                });
            }
            TokenKind::LeftParen if naming == Naming::Required || !self.is_parameter_list() => {
                let opening = self.advance();
                self.nested(|parser| parser.declarator_parts(declarator, naming))?;
                self.expect_closing(TokenKind::RightParen, opening)?;
            }
            _ if naming == Naming::Required => {
                return Err(self.fail_expected("a name to declare"));
            }
            _ => {}
        }
        self.suffixes(declarator)?;
        declarator
            .parts
            .extend(pointers.into_iter().rev().map(DeclaratorPart::Pointer));
        Ok(())
    }

    /// At a `(` where no name need follow: whether it opens the parameters of an unnamed function rather than
    /// a nested declarator.
    fn is_parameter_list(&self) -> bool {
        match self.peek_at(1) {
            TokenKind::RightParen => true,
            // `(__attribute__((cdecl)) *)` is a nested declarator.
            TokenKind::Attribute => false,
            _ => self.starts_type_at(1),
        }
    }

    fn pointers(&mut self, attributes: &mut Vec<Attribute>) -> Parsed<Vec<PointerPart>> {
        let mut pointers = Vec::new();
        loop {
            match self.peek() {
                TokenKind::Star => {
                    let start = self.advance();
                    let mut part = PointerPart {
                        qualifiers: Qualifiers::default(),
                        attributes: Vec::new(),
                        span: start,
                    };
                    loop {
                        let kind = self.peek();
                        if kind == TokenKind::Attribute {
                            self.attributes(&mut part.attributes)?;
                        } else if !self.qualifier(&mut part.qualifiers, kind) {
                            break;
                        }
                    }
                    part.span = self.span_since(start);
                    pointers.push(part);
                }
                TokenKind::Caret => {
                    let span = self.token().span;
                    return Err(self.fail(Diagnostic::unsupported(
                        span,
                        "block pointers are not supported",
                    )));
                }
                // Before the first `*`: of the whole declarator.
                TokenKind::Attribute => self.attributes(attributes)?,
                TokenKind::Extension => {
                    self.advance();
                }
                _ => return Ok(pointers),
            }
        }
    }

    fn suffixes(&mut self, declarator: &mut Declarator) -> Parsed<()> {
        loop {
            match self.peek() {
                TokenKind::LeftBracket if self.peek_at(1) == TokenKind::LeftBracket => {
                    self.attributes(&mut declarator.attributes)?;
                }
                TokenKind::LeftBracket => {
                    let part = self.nested(|parser| parser.array_suffix())?;
                    declarator.parts.push(DeclaratorPart::Array(Box::new(part)));
                }
                TokenKind::LeftParen => {
                    let part = self.nested(|parser| parser.function_suffix())?;
                    declarator
                        .parts
                        .push(DeclaratorPart::Function(Box::new(part)));
                }
                _ => return Ok(()),
            }
        }
    }

    fn array_suffix(&mut self) -> Parsed<ArrayPart> {
        let opening = self.advance();
        let mut qualifiers = Qualifiers::default();
        let mut is_static = false;
        loop {
            let kind = self.peek();
            if kind == TokenKind::Static {
                self.advance();
                is_static = true;
            } else if !self.qualifier(&mut qualifiers, kind) {
                break;
            }
        }
        let size = match self.peek() {
            TokenKind::RightBracket => ArraySize::Unspecified,
            TokenKind::Star if self.peek_at(1) == TokenKind::RightBracket => {
                self.advance();
                ArraySize::Star
            }
            _ => ArraySize::Expr(self.assignment()?),
        };
        self.expect_closing(TokenKind::RightBracket, opening)?;
        Ok(ArrayPart {
            size,
            qualifiers,
            is_static,
            span: self.span_since(opening),
        })
    }

    fn function_suffix(&mut self) -> Parsed<FunctionPart> {
        let opening = self.advance();
        let mut variadic = false;
        let next = self.token();
        let parameters = if next.kind == TokenKind::RightParen {
            Parameters::Identifiers(Vec::new())
        } else if next.kind == TokenKind::Identifier
            && !self.names.is_typedef(next.symbol)
            && matches!(self.peek_at(1), TokenKind::Comma | TokenKind::RightParen)
        {
            Parameters::Identifiers(self.identifier_list()?)
        } else {
            let list = self.scoped(|parser| parser.parameter_list(&mut variadic))?;
            Parameters::Prototype(list)
        };
        self.expect_closing(TokenKind::RightParen, opening)?;
        Ok(FunctionPart {
            parameters,
            variadic,
            span: self.span_since(opening),
        })
    }

    fn identifier_list(&mut self) -> Parsed<Vec<Identifier>> {
        let mut names = Vec::new();
        loop {
            names.push(self.expect_identifier("a parameter name")?);
            if !self.accept(TokenKind::Comma) {
                return Ok(names);
            }
        }
    }

    fn parameter_list(&mut self, variadic: &mut bool) -> Parsed<Vec<Parameter>> {
        let mut parameters = Vec::new();
        loop {
            if self.accept(TokenKind::Ellipsis) {
                *variadic = true;
                return Ok(parameters);
            }
            parameters.push(self.parameter()?);
            if self.peek() == TokenKind::Semicolon {
                let failed = self.fail(Diagnostic::unsupported(
                    self.token().span,
                    "forward declarations of parameters are not supported",
                ));
                // Recovery would take this `;` for the end of the declaration.
                while !matches!(
                    self.peek(),
                    TokenKind::RightParen | TokenKind::LeftBrace | TokenKind::EndOfFile
                ) {
                    self.advance();
                }
                return Err(failed);
            }
            if !self.accept(TokenKind::Comma) {
                return Ok(parameters);
            }
        }
    }

    fn parameter(&mut self) -> Parsed<Parameter> {
        let start = self.token().span;
        let specs = self.specifiers(MissingType::IsError)?;
        let mut declarator = self.declarator_with(Naming::Optional)?;
        self.attributes(&mut declarator.attributes)?;
        if let Some(name) = declarator.name {
            self.names.declare(name.symbol, false);
        }
        Ok(Parameter {
            specs,
            declarator,
            span: self.span_since(start),
        })
    }
}
