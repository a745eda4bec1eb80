//! Declaration specifiers: storage class, qualifiers, alignment, attributes and the type, in any order.
//!
//! The arithmetic types are multisets of words (`long unsigned int long`); they are counted in [`TypeWords`] and
//! resolved at the end. An identifier is a type only while no type has been seen, which is what makes `T T;` and
//! `unsigned T;` declare a variable `T`.

use super::{Parsed, Parser};
use crate::ast::{
    Alignment, Attribute, DeclSpecs, ExtendedFloat, Qualifiers, StorageClass, StructKind, TypeName,
    TypeSpecifier,
};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::token::{Token, TokenKind};

/// What a declaration without any type specifier means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MissingType {
    /// `int`, as before C99: declarations and definitions.
    IsInt,
    /// An error: parameters, members, type names.
    IsError,
}

impl Parser<'_> {
    /// Whether a declaration or a type name begins at the given distance. `__extension__` is looked through, because it may precede
    /// expressions as well.
    pub(super) fn starts_type_at(&self, ahead: usize) -> bool {
        let mut ahead = ahead;
        while self.peek_at(ahead) == TokenKind::Extension {
            ahead += 1;
        }
        self.is_type_start(self.token_at(ahead))
    }

    fn is_type_start(&self, token: Token) -> bool {
        match token.kind {
            TokenKind::Identifier => self.names.is_typedef(token.symbol),
            kind => {
                let code = kind as u8;
                code >= TokenKind::Typedef as u8
                    && code <= TokenKind::VaList as u8
                    && !matches!(
                        kind,
                        TokenKind::StaticAssert | TokenKind::Pragma | TokenKind::Extension
                    )
            }
        }
    }

    pub(super) fn specifiers(&mut self, missing: MissingType) -> Parsed<DeclSpecs> {
        self.specifiers_after(Vec::new(), missing)
    }

    /// The specifiers after attributes that have been consumed already.
    pub(super) fn specifiers_after(
        &mut self,
        attributes: Vec<Attribute>,
        missing: MissingType,
    ) -> Parsed<DeclSpecs> {
        let start = match attributes.first() {
            Some(attribute) => attribute.span,
            None => self.token().span,
        };
        let first_token = self.position;
        let had_attributes = !attributes.is_empty();
        let mut specs = DeclSpecs {
            storage: None,
            thread_local: false,
            inline: false,
            noreturn: false,
            qualifiers: Qualifiers::default(),
            alignments: Vec::new(),
            attributes,
            type_specifier: TypeSpecifier::Int,
            implicit_int: false,
            span: start,
        };
        let mut words = TypeWords::default();
        let mut other = None;
        loop {
            let token = self.token();
            match token.kind {
                TokenKind::Identifier => {
                    let is_type =
                        !words.any && other.is_none() && self.names.is_typedef(token.symbol);
                    if !is_type {
                        break;
                    }
                    self.advance();
                    other = Some(TypeSpecifier::TypedefName(token.symbol));
                }
                TokenKind::Typedef => self.storage(&mut specs, StorageClass::Typedef),
                TokenKind::Extern => self.storage(&mut specs, StorageClass::Extern),
                TokenKind::Static => self.storage(&mut specs, StorageClass::Static),
                TokenKind::Auto => self.storage(&mut specs, StorageClass::Auto),
                TokenKind::Register => self.storage(&mut specs, StorageClass::Register),
                TokenKind::ThreadLocal => {
                    self.advance();
                    specs.thread_local = true;
                }
                TokenKind::Inline => {
                    self.advance();
                    specs.inline = true;
                }
                TokenKind::Noreturn => {
                    self.advance();
                    specs.noreturn = true;
                }
                TokenKind::Extension => {
                    self.advance();
                }
                TokenKind::Attribute => self.attributes(&mut specs.attributes)?,
                TokenKind::Alignas => {
                    let alignment = self.alignas()?;
                    specs.alignments.push(alignment);
                }
                TokenKind::Atomic if self.peek_at(1) == TokenKind::LeftParen => {
                    let specifier = self.atomic_type()?;
                    self.set_type(&mut other, &words, specifier, token.span)?;
                }
                kind if self.qualifier(&mut specs.qualifiers, kind) => {}
                TokenKind::Struct => {
                    let specifier = self.nested(|p| p.struct_specifier(StructKind::Struct))?;
                    self.set_type(&mut other, &words, specifier, token.span)?;
                }
                TokenKind::Union => {
                    let specifier = self.nested(|p| p.struct_specifier(StructKind::Union))?;
                    self.set_type(&mut other, &words, specifier, token.span)?;
                }
                TokenKind::Enum => {
                    let specifier = self.nested(|p| p.enum_specifier())?;
                    self.set_type(&mut other, &words, specifier, token.span)?;
                }
                TokenKind::Typeof => {
                    let specifier = self.typeof_specifier()?;
                    self.set_type(&mut other, &words, specifier, token.span)?;
                }
                TokenKind::AutoType => {
                    self.advance();
                    self.set_type(&mut other, &words, TypeSpecifier::AutoType, token.span)?;
                }
                TokenKind::VaList => {
                    self.advance();
                    self.set_type(&mut other, &words, TypeSpecifier::VaList, token.span)?;
                }
                TokenKind::Decimal | TokenKind::Imaginary => {
                    let what = self.describe_next();
                    let message = format!("type {what} is not supported");
                    return Err(self.fail(Diagnostic::unsupported(token.span, message)));
                }
                // For compilers that do not have these as words, glibc declares them, as the types that they are for us.
                kind if is_declared_by_headers(kind)
                    && words.any
                    && specs.storage == Some(StorageClass::Typedef)
                    && self.peek_at(1) == TokenKind::Semicolon =>
                {
                    self.advance();
                }
                kind if is_type_word(kind) => {
                    if other.is_some() || !words.add(kind) {
                        return Err(self.fail_combination(token.span));
                    }
                    self.advance();
                }
                TokenKind::LeftBracket if self.peek_at(1) == TokenKind::LeftBracket => {
                    self.attributes(&mut specs.attributes)?;
                }
                _ => break,
            }
        }
        let nothing = self.position == first_token && !had_attributes;
        specs.span = if nothing {
            start
        } else {
            self.span_since(start)
        };
        specs.type_specifier = if let Some(specifier) = other {
            specifier
        } else if words.any {
            match words.resolve() {
                Some(specifier) => specifier,
                None => return Err(self.fail_combination(specs.span)),
            }
        } else {
            self.check_missing_type(missing, nothing)?;
            specs.implicit_int = true;
            TypeSpecifier::Int
        };
        Ok(specs)
    }

    /// No type specifier was found: an old-style declaration, or a misspelt type.
    fn check_missing_type(&mut self, missing: MissingType, nothing: bool) -> Parsed<()> {
        let token = self.token();
        let looks_like_type = token.kind == TokenKind::Identifier
            && (matches!(self.peek_at(1), TokenKind::Identifier | TokenKind::Star)
                || missing == MissingType::IsError);
        if looks_like_type {
            return Err(self.fail_unknown_type(token));
        }
        if missing == MissingType::IsError {
            return Err(self.fail_expected("a type"));
        }
        if nothing && token.kind != TokenKind::Identifier {
            return Err(self.fail_expected("a declaration"));
        }
        Ok(())
    }

    pub(super) fn fail_unknown_type(&mut self, token: Token) -> super::Failed {
        let message = format!("unknown type name `{}`", self.name_text(token.symbol));
        self.fail(Diagnostic::error(token.span, message))
    }

    /// Consumes a qualifier, if the next token, which is of the given kind, is one.
    pub(super) fn qualifier(&mut self, qualifiers: &mut Qualifiers, kind: TokenKind) -> bool {
        match kind {
            TokenKind::Const => qualifiers.is_const = true,
            TokenKind::Volatile => qualifiers.is_volatile = true,
            TokenKind::Restrict => qualifiers.is_restrict = true,
            TokenKind::Atomic => qualifiers.is_atomic = true,
            _ => return false,
        }
        self.advance();
        true
    }

    /// A type name that stands alone, such as an operand of `sizeof`.
    pub(super) fn type_name(&mut self) -> Parsed<TypeName> {
        self.nested(|parser| {
            let start = parser.token().span;
            let specs = parser.specifiers(MissingType::IsError)?;
            let declarator = parser.abstract_declarator()?;
            Ok(TypeName {
                specs,
                declarator,
                span: parser.span_since(start),
            })
        })
    }

    /// `(type)`, with its parentheses.
    pub(super) fn parenthesized_type(&mut self) -> Parsed<TypeName> {
        let opening = self.expect(TokenKind::LeftParen, "")?;
        let type_name = self.type_name()?;
        self.expect_closing(TokenKind::RightParen, opening)?;
        Ok(type_name)
    }

    fn storage(&mut self, specs: &mut DeclSpecs, storage: StorageClass) {
        let span = self.token().span;
        if specs.storage.is_some_and(|earlier| earlier != storage) {
            self.report(Diagnostic::error(
                span,
                "more than one storage class in a declaration",
            ));
        }
        specs.storage = Some(storage);
        self.advance();
    }

    fn set_type(
        &mut self,
        slot: &mut Option<TypeSpecifier>,
        words: &TypeWords,
        specifier: TypeSpecifier,
        span: Span,
    ) -> Parsed<()> {
        if slot.is_some() || words.any {
            return Err(self.fail_combination(span));
        }
        *slot = Some(specifier);
        Ok(())
    }

    fn fail_combination(&mut self, span: Span) -> super::Failed {
        self.fail(Diagnostic::error(
            span,
            "these type specifiers do not go together",
        ))
    }

    fn alignas(&mut self) -> Parsed<Alignment> {
        self.advance();
        let opening = self.expect(TokenKind::LeftParen, "after `_Alignas`")?;
        let alignment = if self.starts_type_at(0) {
            Alignment::Type(self.type_name()?)
        } else {
            Alignment::Value(self.conditional()?)
        };
        self.expect_closing(TokenKind::RightParen, opening)?;
        Ok(alignment)
    }

    fn atomic_type(&mut self) -> Parsed<TypeSpecifier> {
        self.advance();
        let type_name = self.parenthesized_type()?;
        Ok(TypeSpecifier::Atomic(Box::new(type_name)))
    }

    fn typeof_specifier(&mut self) -> Parsed<TypeSpecifier> {
        self.advance();
        let opening = self.expect(TokenKind::LeftParen, "after `typeof`")?;
        let specifier = if self.starts_type_at(0) {
            TypeSpecifier::TypeofType(Box::new(self.type_name()?))
        } else {
            TypeSpecifier::TypeofExpr(Box::new(self.expression()?))
        };
        self.expect_closing(TokenKind::RightParen, opening)?;
        Ok(specifier)
    }
}

fn is_declared_by_headers(kind: TokenKind) -> bool {
    use TokenKind::{Float32, Float32x, Float64, Float64x, Float128};
    matches!(kind, Float32 | Float64 | Float128 | Float32x | Float64x)
}

fn is_type_word(kind: TokenKind) -> bool {
    let code = kind as u8;
    code >= TokenKind::Void as u8 && code <= TokenKind::Float80 as u8
}

/// The words of an arithmetic type, counted.
#[derive(Default)]
struct TypeWords {
    any: bool,
    /// Any word but those below.
    base: Option<TokenKind>,
    int: bool,
    short: bool,
    longs: u8,
    signed: bool,
    unsigned: bool,
    complex: bool,
}

impl TypeWords {
    /// Whether the word may be added; words may not be repeated, except `long`.
    fn add(&mut self, kind: TokenKind) -> bool {
        self.any = true;
        let slot = match kind {
            TokenKind::Long => {
                self.longs += 1;
                return self.longs <= 2;
            }
            TokenKind::Int => &mut self.int,
            TokenKind::Short => &mut self.short,
            TokenKind::Signed => &mut self.signed,
            TokenKind::Unsigned => &mut self.unsigned,
            TokenKind::Complex => &mut self.complex,
            _ => return self.base.replace(kind).is_none(),
        };
        !std::mem::replace(slot, true)
    }

    fn resolve(&self) -> Option<TypeSpecifier> {
        let real = self.resolve_real()?;
        Some(if self.complex {
            TypeSpecifier::Complex(Box::new(real))
        } else {
            real
        })
    }

    fn resolve_real(&self) -> Option<TypeSpecifier> {
        if self.signed && self.unsigned {
            return None;
        }
        let sized = self.int || self.short || self.longs > 0;
        let plain = !sized && !self.signed && !self.unsigned;
        let choose = |signed, unsigned| Some(if self.unsigned { unsigned } else { signed });
        let extended = |format| plain.then_some(TypeSpecifier::Extended(format));
        match self.base {
            Some(TokenKind::CharType) if plain => Some(TypeSpecifier::Char),
            Some(TokenKind::CharType) if !sized => {
                choose(TypeSpecifier::SignedChar, TypeSpecifier::UnsignedChar)
            }
            Some(TokenKind::Int128) if !sized => {
                choose(TypeSpecifier::Int128, TypeSpecifier::UnsignedInt128)
            }
            Some(TokenKind::UnsignedInt128) => plain.then_some(TypeSpecifier::UnsignedInt128),
            Some(TokenKind::Double)
                if self.longs == 1 && !(self.int || self.short || self.signed || self.unsigned) =>
            {
                Some(TypeSpecifier::LongDouble)
            }
            Some(TokenKind::Void) => (plain && !self.complex).then_some(TypeSpecifier::Void),
            Some(TokenKind::Bool) => (plain && !self.complex).then_some(TypeSpecifier::Bool),
            Some(TokenKind::FloatType) => plain.then_some(TypeSpecifier::Float),
            Some(TokenKind::Double) => plain.then_some(TypeSpecifier::Double),
            Some(TokenKind::Float16) => extended(ExtendedFloat::F16),
            Some(TokenKind::BFloat16) => extended(ExtendedFloat::BFloat16),
            Some(TokenKind::Float32) => extended(ExtendedFloat::F32),
            Some(TokenKind::Float64) => extended(ExtendedFloat::F64),
            Some(TokenKind::Float128) => extended(ExtendedFloat::F128),
            Some(TokenKind::Float32x) => extended(ExtendedFloat::F32x),
            Some(TokenKind::Float64x) => extended(ExtendedFloat::F64x),
            Some(TokenKind::Float80) => extended(ExtendedFloat::F80),
            Some(_) => None,
            // `_Complex` alone is `_Complex double`.
            None if self.complex && plain => Some(TypeSpecifier::Double),
            None => match (self.short, self.longs) {
                (true, 0) => choose(TypeSpecifier::Short, TypeSpecifier::UnsignedShort),
                (true, _) => None,
                (false, 0) => choose(TypeSpecifier::Int, TypeSpecifier::UnsignedInt),
                (false, 1) => choose(TypeSpecifier::Long, TypeSpecifier::UnsignedLong),
                (false, _) => choose(TypeSpecifier::LongLong, TypeSpecifier::UnsignedLongLong),
            },
        }
    }
}
