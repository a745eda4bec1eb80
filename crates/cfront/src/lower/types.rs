//! Declaration specifiers to types: arithmetic types, structs, unions, enumerations, typedefs, typeof.

use unspool_ir::RecordKind;

use crate::ast::{
    self, Alignment, Attribute, AttributeArgument, DeclSpecs, ExtendedFloat, Qualifiers,
    StructKind, TypeSpecifier,
};
use crate::ctype::{ArrayLength, CFloat, CTypes, Enum, EnumId, IntKind, QualTy, Quals, Ty, TyKind};
use crate::record::{self, Declared, LayoutError, Record, RecordId};
use crate::source::Span;
use crate::symbol::Symbol;

use super::symbols::{Entity, Tag};
use super::{Lower, Lowered};

impl<'a> Lower<'a> {
    pub(super) fn specifier_type(&mut self, specs: &'a DeclSpecs) -> Lowered<QualTy> {
        let ty = self.bare_specifier_type(specs)?;
        let mut ty = ty.qualified(qualifiers(specs.qualifiers));
        if let Some(bytes) = self.attribute(&specs.attributes, "vector_size") {
            ty = self.vector_type(ty, bytes)?;
        }
        if let Some(mode) = self.attribute(&specs.attributes, "mode") {
            ty = self.mode_type(ty, mode);
        }
        Ok(ty)
    }

    fn bare_specifier_type(&mut self, specs: &'a DeclSpecs) -> Lowered<QualTy> {
        let simple = match &specs.type_specifier {
            TypeSpecifier::Void => CTypes::VOID,
            TypeSpecifier::Bool => CTypes::BOOL,
            TypeSpecifier::Char => CTypes::CHAR,
            TypeSpecifier::SignedChar => CTypes::SCHAR,
            TypeSpecifier::UnsignedChar => CTypes::UCHAR,
            TypeSpecifier::Short => CTypes::SHORT,
            TypeSpecifier::UnsignedShort => CTypes::USHORT,
            TypeSpecifier::Int => CTypes::INT,
            TypeSpecifier::UnsignedInt => CTypes::UINT,
            TypeSpecifier::Long => CTypes::LONG,
            TypeSpecifier::UnsignedLong => CTypes::ULONG,
            TypeSpecifier::LongLong => CTypes::LONG_LONG,
            TypeSpecifier::UnsignedLongLong => CTypes::ULONG_LONG,
            TypeSpecifier::Int128 => CTypes::INT128,
            TypeSpecifier::UnsignedInt128 => CTypes::UINT128,
            TypeSpecifier::Float => CTypes::FLOAT,
            TypeSpecifier::Double => CTypes::DOUBLE,
            TypeSpecifier::LongDouble => CTypes::LONG_DOUBLE,
            TypeSpecifier::VaList => CTypes::CHAR_POINTER,
            TypeSpecifier::Complex(real) => {
                let float = match **real {
                    TypeSpecifier::Float => CFloat::Float,
                    TypeSpecifier::LongDouble => CFloat::LongDouble,
                    TypeSpecifier::Extended(ExtendedFloat::F128) => CFloat::Float128,
                    _ => CFloat::Double,
                };
                self.types.intern(TyKind::Complex(float))
            }
            TypeSpecifier::Extended(float) => return self.extended_float(*float, specs.span),
            TypeSpecifier::Struct(specifier) => self.record_type(specifier)?,
            TypeSpecifier::Enum(specifier) => self.enum_type(specifier)?,
            TypeSpecifier::TypedefName(name) => {
                return match self.scopes.find(*name).map(|n| n.entity) {
                    Some(Entity::Typedef(ty)) => Ok(ty),
                    Some(Entity::Wrong) => Err(super::Failed),
                    _ => match self.builtin_type_name(*name) {
                        Some(ty) => Ok(ty.into()),
                        None => {
                            let message = format!("unknown type name `{}`", self.text(*name));
                            self.error(specs.span, message)
                        }
                    },
                };
            }
            TypeSpecifier::TypeofExpr(expr) => return self.type_of_expr(expr),
            TypeSpecifier::TypeofType(name) => return self.type_name(name),
            TypeSpecifier::Atomic(name) => {
                let ty = self.type_name(name)?;
                return Ok(ty.qualified(Quals::ATOMIC));
            }
            TypeSpecifier::AutoType => {
                return self.error(
                    specs.span,
                    "`__auto_type` needs a single declarator with an initialiser",
                );
            }
        };
        Ok(simple.into())
    }

    /// Names that models use instead of the macros of `<stddef.h>`.
    fn builtin_type_name(&self, name: crate::symbol::Symbol) -> Option<Ty> {
        Some(match self.text(name) {
            "__unspool_size_t" | "__unspool_uintptr_t" => self.types.size_type(),
            "__unspool_ssize_t" | "__unspool_ptrdiff_t" => self.types.ptrdiff_type(),
            "__unspool_wchar_t" => self.types.wchar_type(),
            _ => return None,
        })
    }

    fn extended_float(&mut self, float: ExtendedFloat, span: Span) -> Lowered<QualTy> {
        let float = match float {
            ExtendedFloat::F16 => CFloat::Float16,
            ExtendedFloat::BFloat16 => {
                return self.unsupported(span, "`__bf16` is not supported");
            }
            ExtendedFloat::F32 => CFloat::Float32,
            ExtendedFloat::F64 => CFloat::Float64,
            ExtendedFloat::F128 => CFloat::Float128,
            ExtendedFloat::F32x => CFloat::Float32x,
            ExtendedFloat::F64x => CFloat::Float64x,
            ExtendedFloat::F80 => CFloat::LongDouble,
        };
        Ok(self.types.intern(TyKind::Float(float)).into())
    }

    pub(super) fn attribute<'t>(
        &self,
        attributes: &'t [Attribute],
        name: &str,
    ) -> Option<&'t Attribute> {
        attributes.iter().find(|a| self.text(a.name) == name)
    }

    fn attribute_number(&mut self, attribute: &'a Attribute) -> Lowered<Option<u64>> {
        match attribute.arguments.first() {
            None => Ok(None),
            Some(AttributeArgument::Expr(expr)) => {
                let value = self.constant_int(expr)?;
                Ok(u64::try_from(value).ok())
            }
            // An enumeration constant looks like any lone identifier.
            Some(AttributeArgument::Identifier(identifier)) => {
                match self.scopes.find(identifier.symbol).map(|n| n.entity) {
                    Some(Entity::Constant { value, .. }) => Ok(u64::try_from(value).ok()),
                    _ => Ok(None),
                }
            }
            Some(_) => Ok(None),
        }
    }

    pub(super) fn vector_type(
        &mut self,
        element: QualTy,
        attribute: &'a Attribute,
    ) -> Lowered<QualTy> {
        let bytes = self.attribute_number(attribute)?.unwrap_or(16);
        let ty = self.types.intern(TyKind::Vector(bytes));
        Ok(QualTy::from(ty).qualified(element.quals))
    }

    /// `__attribute__((mode(DI)))`: an integer or float of that machine mode, signed as the declared type.
    pub(super) fn mode_type(&mut self, ty: QualTy, attribute: &Attribute) -> QualTy {
        let Some(AttributeArgument::Identifier(mode)) = attribute.arguments.first() else {
            return ty;
        };
        if !self.types.is_scalar(ty.ty) {
            return ty;
        }
        let mode = self.text(mode.symbol).trim_matches('_').to_string();
        let bytes = match mode.as_str() {
            "QI" | "byte" => 1,
            "HI" => 2,
            "SI" => 4,
            "DI" => 8,
            "TI" => 16,
            "word" | "pointer" | "unwind_word" => self.types.data_model.pointer_bytes(),
            "SF" => {
                return QualTy {
                    ty: CTypes::FLOAT,
                    ..ty
                };
            }
            "DF" => {
                return QualTy {
                    ty: CTypes::DOUBLE,
                    ..ty
                };
            }
            "XF" => {
                return QualTy {
                    ty: CTypes::LONG_DOUBLE,
                    ..ty
                };
            }
            "TF" => {
                let float = self.types.intern(TyKind::Float(CFloat::Float128));
                return QualTy { ty: float, ..ty };
            }
            _ => return ty,
        };
        let signed = self.types.is_signed(ty.ty);
        match self.types.int_of_size(bytes, signed) {
            Some(kind) => QualTy {
                ty: self.types.int(kind),
                ..ty
            },
            None => ty,
        }
    }

    /// The largest alignment that `_Alignas` and `aligned` ask for; None without any.
    pub(super) fn requested_align(
        &mut self,
        alignments: &'a [Alignment],
        attributes: &[&'a [Attribute]],
    ) -> Lowered<Option<u64>> {
        let mut largest: Option<u64> = None;
        for alignment in alignments {
            let bytes = match alignment {
                Alignment::Type(name) => {
                    let ty = self.type_name(name)?;
                    self.types.align_of(ty)
                }
                Alignment::Value(expr) => {
                    let value = self.constant_int(expr)?;
                    self.check_align(value, expr.span)?
                }
            };
            if bytes > 0 {
                largest = Some(largest.unwrap_or(1).max(bytes));
            }
        }
        for list in attributes {
            for attribute in list.iter() {
                if self.text(attribute.name) != "aligned" {
                    continue;
                }
                let bytes = match self.attribute_number(attribute)? {
                    Some(value) => self.check_align(i128::from(value), attribute.span)?,
                    None => 16,
                };
                largest = Some(largest.unwrap_or(1).max(bytes));
            }
        }
        Ok(largest)
    }

    fn check_align(&mut self, value: i128, span: Span) -> Lowered<u64> {
        match u64::try_from(value) {
            Ok(0) => Ok(0),
            Ok(bytes) if bytes.is_power_of_two() && bytes <= 1 << 28 => Ok(bytes),
            _ => self.error(
                span,
                format!("alignment {value} is not a power of two in range"),
            ),
        }
    }

    /// `struct tag;` alone declares the tag in this scope, whatever it means outside (C11 6.7.2.3p7).
    pub(super) fn declare_tag_alone(&mut self, declaration: &'a ast::Declaration) {
        if declaration.declarators.is_empty()
            && let TypeSpecifier::Struct(specifier) = &declaration.specs.type_specifier
            && specifier.members.is_none()
            && let Some(tag) = specifier.tag
            && self.scopes.find_tag_here(tag.symbol).is_none()
        {
            self.new_record(specifier);
        }
    }

    fn new_record(&mut self, specifier: &ast::StructSpecifier) -> RecordId {
        let id = RecordId(self.types.records.len() as u32);
        self.types.records.push(Record {
            tag: specifier.tag.map(|t| t.symbol),
            kind: record_kind(specifier),
            unit: self.unit,
            span: specifier.span,
            transparent: false,
            layout: None,
        });
        if let Some(tag) = specifier.tag {
            self.scopes
                .declare_tag(tag.symbol, Tag::Record(id), tag.span);
        }
        id
    }

    fn record_type(&mut self, specifier: &'a ast::StructSpecifier) -> Lowered<Ty> {
        let kind = record_kind(specifier);
        let known = specifier.tag.and_then(|tag| match specifier.members {
            Some(_) => self.scopes.find_tag_here(tag.symbol),
            None => self.scopes.find_tag(tag.symbol),
        });
        let id = match (known, specifier.tag) {
            (Some(named), Some(tag)) => match named.entity {
                Tag::Record(id) if self.types.record(id).kind == kind => id,
                _ => {
                    let message = format!(
                        "`{}` is a tag of another kind of type",
                        self.text(tag.symbol)
                    );
                    return self.error(tag.span, message);
                }
            },
            _ => self.new_record(specifier),
        };
        if let Some(members) = &specifier.members {
            if self.types.record(id).layout.is_some() {
                return self.error(specifier.span, "this struct or union is already defined");
            }
            self.define_record(id, kind, specifier, members)?;
        }
        Ok(self.types.intern(TyKind::Record(id)))
    }

    fn define_record(
        &mut self,
        id: RecordId,
        kind: RecordKind,
        specifier: &'a ast::StructSpecifier,
        members: &'a [ast::Member],
    ) -> Lowered<()> {
        let mut declared = Vec::with_capacity(members.len());
        let mut spans = Vec::with_capacity(members.len());
        let mut failed = false;
        for member in members {
            let result = match member {
                ast::Member::StaticAssert(assertion) => self.static_assert(assertion),
                ast::Member::Field(field) => self.declare_fields(field, &mut declared, &mut spans),
            };
            failed |= result.is_err();
        }
        if failed {
            return Err(super::Failed);
        }
        self.check_members(&declared, kind, &spans)?;
        let inside = declared.iter().map(|m| self.record_nesting(m.ty.ty)).max();
        let nesting = inside.unwrap_or(0).saturating_add(1);
        if nesting > super::declarator::MAX_TYPE_NESTING {
            return self.unsupported(specifier.span, "records nested more than 200 levels deep");
        }
        if self.record_nesting.len() <= id.index() {
            self.record_nesting.resize(id.index() + 1, 1);
        }
        self.record_nesting[id.index()] = nesting;
        let packed = self.attribute(&specifier.attributes, "packed").is_some();
        let min_align = self
            .requested_align(&[], &[&specifier.attributes])?
            .unwrap_or(1);
        let limit = specifier.pragma_pack.map(u64::from).filter(|&n| n > 0);
        let layout = match record::lay_out(&self.types, kind, &declared, packed, limit, min_align) {
            Ok(layout) => layout,
            Err(LayoutError::TooLarge) => {
                return self.error(specifier.span, "this type is larger than any object can be");
            }
            Err(LayoutError::PackedUnionBits) => {
                return self.unsupported(specifier.span, "a bit-field in this packed union");
            }
        };
        let transparent = self
            .attribute(&specifier.attributes, "transparent_union")
            .is_some();
        let record = &mut self.types.records[id.index()];
        record.layout = Some(layout);
        record.transparent = transparent;
        if self
            .ir_record_of
            .get(id.index())
            .is_some_and(Option::is_some)
        {
            self.ir_record(id);
        }
        Ok(())
    }

    fn declare_fields(
        &mut self,
        field: &'a ast::FieldDeclaration,
        declared: &mut Vec<Declared>,
        spans: &mut Vec<Span>,
    ) -> Lowered<()> {
        let base = self.specifier_type(&field.specs)?;
        if field.declarators.is_empty() {
            // An anonymous struct or union; anything else declares no member.
            let is_anonymous = matches!(&field.specs.type_specifier,
                TypeSpecifier::Struct(specifier) if specifier.tag.is_none());
            if is_anonymous {
                spans.push(field.specs.span);
                let align =
                    self.requested_align(&field.specs.alignments, &[&field.specs.attributes])?;
                declared.push(Declared {
                    name: None,
                    ty: base,
                    bits: None,
                    align,
                    packed: false,
                });
            }
            return Ok(());
        }
        for declarator in &field.declarators {
            let ty = self.declared_type(base, &declarator.declarator)?;
            let bits = match &declarator.bit_width {
                None => None,
                Some(width) => Some(self.bit_width(width, ty, &declarator.declarator)?),
            };
            let span = declarator.span;
            if self.types.is_function(ty.ty) {
                return self.error(span, "a member cannot have function type");
            }
            if self.types.is_variably_modified(ty.ty) {
                return self.unsupported(span, "variable-length array inside a struct");
            }
            let incomplete_array = matches!(
                self.types.kind(ty.ty),
                TyKind::Array {
                    length: ArrayLength::Incomplete,
                    ..
                }
            );
            if !incomplete_array && !self.types.is_complete(ty.ty) {
                let message = format!("member has incomplete type `{}`", self.describe(ty));
                return self.error(span, message);
            }
            let align = self.requested_align(
                &field.specs.alignments,
                &[&field.specs.attributes, &declarator.declarator.attributes],
            )?;
            let packed = self
                .attribute(&declarator.declarator.attributes, "packed")
                .or(self.attribute(&field.specs.attributes, "packed"))
                .is_some();
            spans.push(span);
            declared.push(Declared {
                name: declarator.declarator.name.map(|n| n.symbol),
                ty,
                bits,
                align,
                packed,
            });
        }
        Ok(())
    }

    fn bit_width(
        &mut self,
        width: &'a ast::Expr,
        ty: QualTy,
        declarator: &ast::Declarator,
    ) -> Lowered<u32> {
        let value = self.constant_int(width)?;
        let capacity = match self.types.kind(ty.ty) {
            TyKind::Bool => 1,
            _ if self.types.is_integer(ty.ty) => 8 * self.types.size_of(ty.ty).unwrap_or(0) as u32,
            _ => return self.error(width.span, "a bit-field must have an integer type"),
        };
        if capacity > 64 {
            return self.unsupported(width.span, "bit-field of a 128-bit type");
        }
        match u32::try_from(value) {
            Ok(0) if declarator.name.is_some() => {
                self.error(width.span, "a named bit-field cannot have width 0")
            }
            Ok(bits) if bits <= capacity => Ok(bits),
            _ => {
                let message = format!(
                    "width {value} does not fit type `{}` of {capacity} bits",
                    self.describe(ty)
                );
                self.error(width.span, message)
            }
        }
    }

    fn check_members(
        &mut self,
        declared: &[Declared],
        kind: RecordKind,
        spans: &[Span],
    ) -> Lowered<()> {
        let mut seen = rustc_hash::FxHashSet::default();
        for (index, (member, &span)) in declared.iter().zip(spans).enumerate() {
            for name in self.visible_names(member) {
                if !seen.insert(name) {
                    let message = format!("two members are named `{}`", self.text(name));
                    return self.error(span, message);
                }
            }
            let flexible = matches!(
                self.types.kind(member.ty.ty),
                TyKind::Array {
                    length: ArrayLength::Incomplete,
                    ..
                }
            );
            if flexible && kind == RecordKind::Struct && index + 1 != declared.len() {
                return self.error(span, "a flexible array must be the last member");
            }
        }
        Ok(())
    }

    /// The name of a member, or those that it shows of an anonymous record.
    fn visible_names(&self, member: &Declared) -> Vec<Symbol> {
        let mut names: Vec<Symbol> = member.name.into_iter().collect();
        let mut inside = Vec::new();
        if member.name.is_none() && member.bits.is_none() {
            inside.extend(self.types.record_id(member.ty.ty));
        }
        while let Some(id) = inside.pop() {
            for inner in self.types.record(id).layout.iter().flat_map(|l| &l.members) {
                match inner.name {
                    Some(name) => names.push(name),
                    None => inside.extend(self.types.record_id(inner.ty.ty)),
                }
            }
        }
        names
    }

    fn enum_type(&mut self, specifier: &'a ast::EnumSpecifier) -> Lowered<Ty> {
        let known = specifier.tag.and_then(|tag| match specifier.enumerators {
            Some(_) => self.scopes.find_tag_here(tag.symbol),
            None => self.scopes.find_tag(tag.symbol),
        });
        let id = match (known, specifier.tag) {
            (Some(named), Some(tag)) => match named.entity {
                Tag::Enum(id) => id,
                Tag::Record(_) => {
                    let message = format!(
                        "`{}` is a tag of another kind of type",
                        self.text(tag.symbol)
                    );
                    return self.error(tag.span, message);
                }
            },
            (_, tag) => {
                let id = EnumId(self.types.enums.len() as u32);
                self.types.enums.push(Enum {
                    tag: tag.map(|t| t.symbol),
                    underlying: None,
                    span: specifier.span,
                });
                if let Some(tag) = tag {
                    self.scopes.declare_tag(tag.symbol, Tag::Enum(id), tag.span);
                }
                id
            }
        };
        if let Some(enumerators) = &specifier.enumerators {
            if self.types.enums[id.0 as usize].underlying.is_some() {
                return self.error(specifier.span, "this enumeration is already defined");
            }
            let fixed = match &specifier.underlying {
                Some(name) => {
                    let ty = self.type_name(name)?;
                    self.types.int_kind(ty.ty)
                }
                None => None,
            };
            self.define_enum(id, specifier, enumerators, fixed)?;
        }
        Ok(self.types.intern(TyKind::Enum(id)))
    }

    fn define_enum(
        &mut self,
        id: EnumId,
        specifier: &'a ast::EnumSpecifier,
        enumerators: &'a [ast::Enumerator],
        fixed: Option<IntKind>,
    ) -> Lowered<()> {
        let mut next = 0i128;
        let (mut least, mut greatest) = (0i128, 0i128);
        for enumerator in enumerators {
            if let Some(value) = &enumerator.value {
                next = self.constant_int(value)?;
            }
            least = least.min(next);
            greatest = greatest.max(next);
            // Until the list is complete, a constant that fits has type int.
            let ty = if i32::try_from(next).is_ok() {
                CTypes::INT
            } else if u32::try_from(next).is_ok() {
                CTypes::UINT
            } else if i64::try_from(next).is_ok() {
                CTypes::LONG_LONG
            } else {
                CTypes::ULONG_LONG
            };
            if self.scopes.find_here(enumerator.name.symbol).is_some() {
                let message = format!(
                    "`{}` is already declared",
                    self.text(enumerator.name.symbol)
                );
                return self.error(enumerator.name.span, message);
            }
            self.scopes.declare(
                enumerator.name.symbol,
                Entity::Constant { value: next, ty },
                enumerator.name.span,
            );
            next = next.saturating_add(1);
        }
        let packed = self.attribute(&specifier.attributes, "packed").is_some();
        let sizes: &[u64] = if packed { &[1, 2, 4, 8] } else { &[4, 8] };
        let signed = least < 0;
        let fits = |bytes: u64| {
            let bits = 8 * bytes as u32;
            if signed {
                least >= -(1i128 << (bits - 1)) && greatest < 1i128 << (bits - 1)
            } else {
                greatest < 1i128 << bits
            }
        };
        let kind = match fixed {
            Some(kind) => kind,
            None => {
                let Some(bytes) = sizes.iter().copied().find(|&bytes| fits(bytes)) else {
                    return self.error(specifier.span, "no integer type holds all these values");
                };
                match self.types.int_of_size(bytes, signed) {
                    Some(kind) => kind,
                    None => IntKind::Int,
                }
            }
        };
        self.types.enums[id.0 as usize].underlying = Some(kind);
        let wide = self.types.int_bits(kind) > 32;
        if wide || fixed.is_some() {
            let ty = self.types.int(kind);
            for enumerator in enumerators {
                if let Some(named) = self.scopes.find_here(enumerator.name.symbol)
                    && let Entity::Constant { value, .. } = named.entity
                    // One that fits keeps type int, unless the enumeration says what it is made of.
                    && (fixed.is_some() || i32::try_from(value).is_err())
                {
                    self.scopes.declare(
                        enumerator.name.symbol,
                        Entity::Constant { value, ty },
                        enumerator.name.span,
                    );
                }
            }
        }
        Ok(())
    }

    pub(super) fn static_assert(&mut self, assertion: &'a ast::StaticAssert) -> Lowered<()> {
        let value = self.constant_int(&assertion.condition)?;
        if value != 0 {
            return Ok(());
        }
        let message = match &assertion.message {
            Some(ast::StringLiteral {
                units: ast::StringUnits::Bytes(bytes),
                ..
            }) => format!(
                "static assertion failed: {}",
                String::from_utf8_lossy(bytes)
            ),
            _ => "static assertion failed".to_string(),
        };
        self.error(assertion.condition.span, message)
    }
}

pub(super) fn qualifiers(written: Qualifiers) -> Quals {
    let mut quals = Quals::NONE;
    for (is_set, qual) in [
        (written.is_const, Quals::CONST),
        (written.is_volatile, Quals::VOLATILE),
        (written.is_restrict, Quals::RESTRICT),
        (written.is_atomic, Quals::ATOMIC),
    ] {
        if is_set {
            quals = quals.with(qual);
        }
    }
    quals
}

fn record_kind(specifier: &ast::StructSpecifier) -> RecordKind {
    match specifier.kind {
        StructKind::Struct => RecordKind::Struct,
        StructKind::Union => RecordKind::Union,
    }
}
