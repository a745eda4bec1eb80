//! `struct`, `union` and `enum` specifiers, with or without a body.

use super::specifiers::MissingType;
use super::{Parsed, Parser};
use crate::ast::{
    Declarator, EnumSpecifier, Enumerator, FieldDeclaration, FieldDeclarator, Identifier, Member,
    StructKind, StructSpecifier, TypeSpecifier,
};
use crate::token::TokenKind;

impl Parser<'_> {
    pub(super) fn struct_specifier(&mut self, kind: StructKind) -> Parsed<TypeSpecifier> {
        let start = self.advance();
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let tag = self.tag();
        let mut members = None;
        let mut pragma_pack = None;
        if self.peek() == TokenKind::LeftBrace {
            let opening = self.advance();
            members = Some(self.members());
            pragma_pack = self.lexed.pack_limit_at(self.position);
            self.expect_closing(TokenKind::RightBrace, opening)?;
            self.attributes(&mut attributes)?;
        } else if tag.is_none() {
            return Err(self.fail_expected("a tag or `{`"));
        }
        Ok(TypeSpecifier::Struct(Box::new(StructSpecifier {
            kind,
            tag,
            members,
            attributes,
            pragma_pack,
            span: self.span_since(start),
        })))
    }

    /// Tags have a name space of their own: a typedef name may be one.
    fn tag(&mut self) -> Option<Identifier> {
        let token = self.token();
        (token.kind == TokenKind::Identifier).then(|| {
            self.advance();
            Identifier {
                symbol: token.symbol,
                span: token.span,
            }
        })
    }

    fn members(&mut self) -> Vec<Member> {
        let mut members = Vec::new();
        loop {
            let start = self.position;
            match self.peek() {
                TokenKind::RightBrace | TokenKind::EndOfFile => return members,
                TokenKind::Semicolon => {
                    self.advance();
                    continue;
                }
                _ => {}
            }
            match self.member() {
                Ok(member) => members.push(member),
                Err(_) => self.skip_to_end_of_statement(start),
            }
        }
    }

    fn member(&mut self) -> Parsed<Member> {
        if self.peek() == TokenKind::StaticAssert {
            return Ok(Member::StaticAssert(self.static_assert()?));
        }
        let start = self.token().span;
        let specs = self.specifiers(MissingType::IsError)?;
        let mut declarators = Vec::new();
        if self.peek() != TokenKind::Semicolon {
            loop {
                declarators.push(self.field_declarator()?);
                if !self.accept(TokenKind::Comma) {
                    break;
                }
            }
        }
        // GCC lets the last `;` go.
        if self.peek() != TokenKind::RightBrace {
            self.expect(TokenKind::Semicolon, "after member")?;
        }
        Ok(Member::Field(FieldDeclaration {
            specs,
            declarators,
            span: self.span_since(start),
        }))
    }

    fn field_declarator(&mut self) -> Parsed<FieldDeclarator> {
        let start = self.token().span;
        let mut declarator = if self.peek() == TokenKind::Colon {
            let mut span = start;
            span.hi = span.lo;
            Declarator {
                name: None,
                parts: Vec::new(),
                attributes: Vec::new(),
                span,
            }
        } else {
            self.declarator()?
        };
        let bit_width = if self.accept(TokenKind::Colon) {
            Some(self.conditional()?)
        } else {
            None
        };
        self.attributes(&mut declarator.attributes)?;
        Ok(FieldDeclarator {
            declarator,
            bit_width,
            span: self.span_since(start),
        })
    }

    pub(super) fn enum_specifier(&mut self) -> Parsed<TypeSpecifier> {
        let start = self.advance();
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let tag = self.tag();
        let mut underlying = None;
        // After `:`, a type: otherwise it is the width of an unnamed bit-field of enumeration type.
        if self.peek() == TokenKind::Colon && self.starts_type_at(1) {
            self.advance();
            underlying = Some(self.type_name()?);
        }
        let mut enumerators = None;
        if self.peek() == TokenKind::LeftBrace {
            let opening = self.advance();
            enumerators = Some(self.enumerators()?);
            self.expect_closing(TokenKind::RightBrace, opening)?;
            self.attributes(&mut attributes)?;
        } else if tag.is_none() {
            return Err(self.fail_expected("a tag or `{`"));
        }
        Ok(TypeSpecifier::Enum(Box::new(EnumSpecifier {
            tag,
            underlying,
            enumerators,
            attributes,
            span: self.span_since(start),
        })))
    }

    fn enumerators(&mut self) -> Parsed<Vec<Enumerator>> {
        let mut enumerators = Vec::new();
        while self.peek() != TokenKind::RightBrace {
            let name = self.expect_identifier("an enumeration constant")?;
            let mut attributes = Vec::new();
            self.attributes(&mut attributes)?;
            let value = if self.accept(TokenKind::Equal) {
                Some(self.conditional()?)
            } else {
                None
            };
            self.names.declare(name.symbol, false);
            enumerators.push(Enumerator {
                name,
                attributes,
                value,
                span: self.span_since(name.span),
            });
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        Ok(enumerators)
    }
}
