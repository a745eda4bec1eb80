//! Declarations and function definitions, at file scope and in blocks.
//!
//! A name is visible from the end of its declarator on, before its initialiser: `T T = sizeof T;` is about the variable.

use super::specifiers::MissingType;
use super::{Parsed, Parser};
use crate::ast::{
    Attribute, DeclSpecs, Declaration, Declarator, DeclaratorPart, ExternalDeclaration,
    FunctionDefinition, InitDeclarator, Parameters, StaticAssert, StorageClass, StringLiteral,
    TranslationUnit,
};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::token::TokenKind;

impl Parser<'_> {
    pub(super) fn translation_unit(&mut self) -> TranslationUnit {
        let mut unit = TranslationUnit::default();
        loop {
            let start = self.position;
            match self.peek() {
                TokenKind::EndOfFile => return unit,
                TokenKind::Semicolon => {
                    self.advance();
                    continue;
                }
                _ => {}
            }
            match self.external_declaration() {
                Ok(item) => unit.items.push(item),
                Err(_) => self.skip_to_end_of_declaration(start),
            }
        }
    }

    fn external_declaration(&mut self) -> Parsed<ExternalDeclaration> {
        while self.peek() == TokenKind::Extension {
            self.advance();
        }
        match self.peek() {
            TokenKind::StaticAssert => Ok(ExternalDeclaration::StaticAssert(self.static_assert()?)),
            TokenKind::Asm => {
                let start = self.token().span;
                let asm = self.asm()?;
                self.expect(TokenKind::Semicolon, "after `asm`")?;
                Ok(ExternalDeclaration::Asm {
                    template: asm.template,
                    span: self.span_since(start),
                })
            }
            _ => {
                let start = self.token().span;
                let specs = self.specifiers(MissingType::IsInt)?;
                if self.peek() == TokenKind::Semicolon {
                    return Ok(ExternalDeclaration::Declaration(self.finish_declaration(
                        specs,
                        Vec::new(),
                        start,
                    )?));
                }
                let (declarator, asm_label) = self.declared_name(&specs)?;
                if self.begins_function_body(&declarator) {
                    let function = self.function_definition(specs, declarator, start)?;
                    return Ok(ExternalDeclaration::Function(Box::new(function)));
                }
                let declarators = self.init_declarators(&specs, declarator, asm_label)?;
                Ok(ExternalDeclaration::Declaration(self.finish_declaration(
                    specs,
                    declarators,
                    start,
                )?))
            }
        }
    }

    /// A declaration in a block or at the head of a K&R function, after attributes that have been consumed already.
    pub(super) fn declaration(&mut self, attributes: Vec<Attribute>) -> Parsed<Declaration> {
        let start = match attributes.first() {
            Some(attribute) => attribute.span,
            None => self.token().span,
        };
        let specs = self.specifiers_after(attributes, MissingType::IsInt)?;
        if self.peek() == TokenKind::Semicolon {
            return self.finish_declaration(specs, Vec::new(), start);
        }
        let (declarator, asm_label) = self.declared_name(&specs)?;
        if self.peek() == TokenKind::LeftBrace && is_function(&declarator) {
            return Err(self.fail_nested_function(&declarator));
        }
        let declarators = self.init_declarators(&specs, declarator, asm_label)?;
        self.finish_declaration(specs, declarators, start)
    }

    pub(super) fn static_assert(&mut self) -> Parsed<StaticAssert> {
        let start = self.advance();
        let opening = self.expect(TokenKind::LeftParen, "after `_Static_assert`")?;
        let condition = self.conditional()?;
        let message = if self.accept(TokenKind::Comma) {
            Some(self.string()?)
        } else {
            None
        };
        self.expect_closing(TokenKind::RightParen, opening)?;
        self.expect(TokenKind::Semicolon, "after `_Static_assert`")?;
        Ok(StaticAssert {
            condition,
            message,
            span: self.span_since(start),
        })
    }

    fn finish_declaration(
        &mut self,
        specs: DeclSpecs,
        declarators: Vec<InitDeclarator>,
        start: Span,
    ) -> Parsed<Declaration> {
        self.expect(TokenKind::Semicolon, "after declaration")?;
        Ok(Declaration {
            specs,
            declarators,
            span: self.span_since(start),
        })
    }

    /// A declarator with what may follow it before `=`; its name becomes visible.
    fn declared_name(&mut self, specs: &DeclSpecs) -> Parsed<(Declarator, Option<StringLiteral>)> {
        let mut declarator = self.declarator()?;
        let mut asm_label = None;
        loop {
            match self.peek() {
                TokenKind::Asm => asm_label = Some(self.asm_label()?),
                TokenKind::Attribute => self.attributes(&mut declarator.attributes)?,
                _ => break,
            }
        }
        if let Some(name) = declarator.name {
            let is_typedef = specs.storage == Some(StorageClass::Typedef);
            self.names.declare(name.symbol, is_typedef);
        }
        Ok((declarator, asm_label))
    }

    /// The rest of a declaration after its first declarator.
    fn init_declarators(
        &mut self,
        specs: &DeclSpecs,
        first: Declarator,
        asm_label: Option<StringLiteral>,
    ) -> Parsed<Vec<InitDeclarator>> {
        let mut declarators = Vec::with_capacity(1);
        let mut next = (first, asm_label);
        loop {
            let (declarator, asm_label) = next;
            self.check_has_types(&declarator);
            let start = declarator.span;
            let initializer = if self.accept(TokenKind::Equal) {
                Some(self.initializer()?)
            } else {
                None
            };
            declarators.push(InitDeclarator {
                declarator,
                asm_label,
                initializer,
                span: self.span_since(start),
            });
            if !self.accept(TokenKind::Comma) {
                return Ok(declarators);
            }
            next = self.declared_name(specs)?;
        }
    }

    /// Parameter names without types belong to definitions: here they are most likely unknown types.
    fn check_has_types(&mut self, declarator: &Declarator) {
        for part in &declarator.parts {
            if let DeclaratorPart::Function(function) = part
                && let Parameters::Identifiers(names) = &function.parameters
                && let Some(name) = names.first()
            {
                let message = format!("unknown type name `{}`", self.name_text(name.symbol));
                self.report(Diagnostic::error(name.span, message));
            }
        }
    }

    fn begins_function_body(&self, declarator: &Declarator) -> bool {
        let Some(DeclaratorPart::Function(function)) = declarator.parts.first() else {
            return false;
        };
        match &function.parameters {
            _ if self.peek() == TokenKind::LeftBrace => true,
            Parameters::Identifiers(names) => !names.is_empty() && self.starts_type_at(0),
            Parameters::Prototype(_) => false,
        }
    }

    fn function_definition(
        &mut self,
        specs: DeclSpecs,
        declarator: Declarator,
        start: Span,
    ) -> Parsed<FunctionDefinition> {
        let (old_style_declarations, body) = self.scoped(|parser| {
            parser.declare_parameters(&declarator);
            let mut declarations = Vec::new();
            while parser.peek() != TokenKind::LeftBrace && parser.starts_type_at(0) {
                declarations.push(parser.declaration(Vec::new())?);
            }
            Ok((declarations, parser.block()?))
        })?;
        Ok(FunctionDefinition {
            specs,
            declarator,
            old_style_declarations,
            body,
            span: self.span_since(start),
        })
    }

    /// The scope of the parameter list has been left; its names live on in the body.
    fn declare_parameters(&mut self, declarator: &Declarator) {
        let Some(DeclaratorPart::Function(function)) = declarator.parts.first() else {
            return;
        };
        match &function.parameters {
            Parameters::Prototype(parameters) => {
                for name in parameters.iter().filter_map(|p| p.declarator.name) {
                    self.names.declare(name.symbol, false);
                }
            }
            Parameters::Identifiers(names) => {
                for name in names {
                    self.names.declare(name.symbol, false);
                }
            }
        }
    }

    fn fail_nested_function(&mut self, declarator: &Declarator) -> super::Failed {
        let (name, span) = match declarator.name {
            Some(name) => (self.name_text(name.symbol).to_string(), name.span),
            None => (String::new(), declarator.span),
        };
        self.fail(Diagnostic::unsupported(
            span,
            format!("nested function `{name}` is not supported"),
        ))
    }
}

fn is_function(declarator: &Declarator) -> bool {
    matches!(declarator.parts.first(), Some(DeclaratorPart::Function(_)))
}
