//! Declarations at file scope: typedefs and functions; `object` has the variables, `local` what stands in blocks.

use unspool_ir::Linkage;

use crate::ast::{
    Attribute, AttributeArgument, DeclSpecs, Declaration, FunctionDefinition, InitDeclarator,
    Initializer, StorageClass, TypeSpecifier,
};
use crate::ctype::{ArrayLength, CTypes, FunctionTy, QualTy, TyKind};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::symbol::Symbol;

use super::object::ObjectDeclaration;
use super::symbols::{Entity, FunctionSymbol, GlobalSymbol, SymbolId, SymbolKind};
use super::{Lower, Lowered, Origin};

impl<'a> Lower<'a> {
    pub(super) fn file_declaration(&mut self, declaration: &'a Declaration) -> Lowered<()> {
        let specs = &declaration.specs;
        let auto = matches!(specs.type_specifier, TypeSpecifier::AutoType);
        let base = if auto {
            Ok(CTypes::INT.into())
        } else {
            self.specifier_type(specs)
        };
        let mut result = base.map(|_| ());
        for declarator in &declaration.declarators {
            let base = if auto {
                self.auto_type(declarator)
            } else {
                base
            };
            let declared = base.and_then(|base| self.file_declarator(base, specs, declarator));
            if declared.is_err() {
                result = Err(super::Failed);
                self.declare_failed(declarator);
            }
        }
        result
    }

    /// `__auto_type x = e;`: the type of e after lvalue conversion.
    pub(super) fn auto_type(&mut self, declarator: &'a InitDeclarator) -> Lowered<QualTy> {
        match &declarator.initializer {
            Some(Initializer::Expr(expr)) => {
                let ty = self.unevaluated(|lower| lower.rvalue(expr).map(|value| value.ty))?;
                Ok(ty.into())
            }
            _ => self.error(
                declarator.span,
                "`__auto_type` needs a single declarator with an initialiser",
            ),
        }
    }

    fn file_declarator(
        &mut self,
        base: QualTy,
        specs: &'a DeclSpecs,
        declarator: &'a InitDeclarator,
    ) -> Lowered<()> {
        let Some(name) = declarator.declarator.name else {
            return Ok(());
        };
        let ty = self.declared_type(base, &declarator.declarator)?;
        if specs.storage == Some(StorageClass::Typedef) {
            return self.declare_typedef(name, ty, specs, &declarator.declarator.attributes);
        }
        let attributes: [&'a [Attribute]; 2] =
            [&specs.attributes, &declarator.declarator.attributes];
        if let Some(alias) = attributes
            .iter()
            .find_map(|list| self.attribute(list, "alias"))
        {
            return self.declare_alias(name, ty, alias);
        }
        if self.types.is_function(ty.ty) {
            if let Some(label) = &declarator.asm_label {
                self.declare_link_name(name, ty, label);
            }
            let symbol = self.declare_function(name, ty, specs.storage, name.span)?;
            // What is said of this name need not hold for all calls of the function that a label names.
            if self.symbols[symbol.index()].name == name.symbol {
                self.function_attributes(symbol, specs, &attributes);
            }
            return Ok(());
        }
        let align = self
            .requested_align(&specs.alignments, &attributes)?
            .unwrap_or(0);
        let is_weak = self.has_attribute(&attributes, "weak");
        self.declare_global(ObjectDeclaration {
            name,
            ty,
            storage: specs.storage,
            thread_local: specs.thread_local,
            align,
            initializer: declarator.initializer.as_ref(),
            is_weak,
            span: declarator.span,
        })
    }

    pub(super) fn is_in_system_header(&self, span: Span) -> bool {
        let location = self.map.location(span.lo);
        location.is_some_and(|location| location.in_system_header)
    }

    pub(super) fn has_attribute(&self, lists: &[&[Attribute]], name: &str) -> bool {
        lists
            .iter()
            .any(|list| self.attribute(list, name).is_some())
    }

    pub(super) fn declare_typedef(
        &mut self,
        name: crate::ast::Identifier,
        ty: QualTy,
        specs: &'a DeclSpecs,
        attributes: &'a [Attribute],
    ) -> Lowered<()> {
        let align = self.requested_align(&specs.alignments, &[&specs.attributes, attributes])?;
        let mut ty = ty;
        if let Some(align) = align {
            ty.align = align.trailing_zeros() as u8 + 1;
        }
        if let Some(bytes) = self.attribute(attributes, "vector_size") {
            ty = self.vector_type(ty, bytes)?;
        }
        if self.attribute(attributes, "transparent_union").is_some()
            && let Some(record) = self.types.record_id(ty.ty)
        {
            self.types.records[record.index()].transparent = true;
        }
        // `__unspool_type_N` stands for N wherever the user's headers define N.
        if self.origin != Origin::User
            && let Some(replaced) = self.text(name.symbol).strip_prefix("__unspool_type_")
        {
            let replaced = replaced.to_string();
            let replaced = self.names.intern(&replaced);
            self.replacements.insert(replaced, ty);
        } else if self.origin != Origin::Model
            && self.scopes.is_file_scope()
            && let Some(&replacement) = self.replacements.get(&name.symbol)
        {
            ty = replacement;
        }
        if let Some(known) = self.scopes.find_here(name.symbol) {
            let same = matches!(known.entity, Entity::Typedef(old) if old.ty == ty.ty
                || self.types.compatible(old.ty, ty.ty));
            if !same {
                return self.redeclared(name.symbol, name.span, known.span);
            }
        }
        self.scopes
            .declare(name.symbol, Entity::Typedef(ty), name.span);
        Ok(())
    }

    pub(super) fn redeclared<T>(&mut self, name: Symbol, span: Span, before: Span) -> Lowered<T> {
        let message = format!(
            "`{}` is declared again with another meaning",
            self.text(name)
        );
        let diagnostic = Diagnostic::error(span, message).with_label(before, "first declared here");
        self.diagnostics.push(diagnostic);
        Err(super::Failed)
    }

    pub(super) fn new_symbol(&mut self, symbol: GlobalSymbol<'a>) -> SymbolId {
        self.symbols.push(symbol);
        SymbolId(self.symbols.len() as u32 - 1)
    }

    /// Declares a function, at file scope or in a block.
    pub(super) fn declare_function(
        &mut self,
        name: crate::ast::Identifier,
        ty: QualTy,
        storage: Option<StorageClass>,
        span: Span,
    ) -> Lowered<SymbolId> {
        let known = self
            .scopes
            .find_here(name.symbol)
            .or_else(|| self.scopes.find_at_file_scope(name.symbol));
        if let Some(known) = known {
            let Entity::Symbol(symbol, known_ty) = known.entity else {
                if self.scopes.find_here(name.symbol).is_some() {
                    return self.redeclared(name.symbol, span, known.span);
                }
                return self.declare_new_function(name, ty, storage, span);
            };
            if !self.types.compatible(known_ty.ty, ty.ty) {
                return self.conflicting(name.symbol, span, known.span, known_ty, ty);
            }
            self.check_linkage(name.symbol, symbol, storage, span, known.span)?;
            let composite = self.composite(known_ty, ty);
            self.scopes
                .declare(name.symbol, Entity::Symbol(symbol, composite), known.span);
            let entry = &mut self.symbols[symbol.index()];
            if !entry.is_defined() {
                entry.ty = composite;
            }
            return Ok(symbol);
        }
        self.declare_new_function(name, ty, storage, span)
    }

    fn declare_new_function(
        &mut self,
        name: crate::ast::Identifier,
        ty: QualTy,
        storage: Option<StorageClass>,
        span: Span,
    ) -> Lowered<SymbolId> {
        if storage != Some(StorageClass::Static)
            && self.origin != Origin::Model
            && let Some(&known) = self.externals.get(&name.symbol)
        {
            let known = &self.symbols[known.index()];
            let (known_ty, known_span) = (known.ty, known.span);
            if known.origin == self.origin && !self.links_with(known_ty, ty) {
                return self.conflicting(name.symbol, span, known_span, known_ty, ty);
            }
        }
        let symbol = if storage == Some(StorageClass::Static) {
            self.new_symbol(GlobalSymbol {
                name: name.symbol,
                ty,
                linkage: Linkage::Internal,
                span,
                kind: SymbolKind::Function(FunctionSymbol::default()),
                ir: None,
                origin: self.origin,
                is_weak: false,
                unit: self.unit,
            })
        } else {
            self.external_function(name.symbol, ty, span)
        };
        self.scopes
            .declare(name.symbol, Entity::Symbol(symbol, ty), span);
        Ok(symbol)
    }

    /// What was declared without `static` cannot become `static` (C11 6.2.2p7).
    pub(super) fn check_linkage(
        &mut self,
        name: Symbol,
        known: SymbolId,
        storage: Option<StorageClass>,
        span: Span,
        before: Span,
    ) -> Lowered<()> {
        let was_external = self.symbols[known.index()].linkage == Linkage::External;
        if storage != Some(StorageClass::Static) || !was_external {
            return Ok(());
        }
        let message = format!(
            "`{}` is `static` here, but was declared without it",
            self.text(name)
        );
        let diagnostic = Diagnostic::error(span, message).with_label(before, "declared here");
        self.diagnostics.push(diagnostic);
        Err(super::Failed)
    }

    pub(super) fn conflicting<T>(
        &mut self,
        name: Symbol,
        span: Span,
        before: Span,
        old: QualTy,
        new: QualTy,
    ) -> Lowered<T> {
        let (old, new) = (self.describe(old), self.describe(new));
        let name = self.text(name);
        let message = match old == new {
            true => format!("`{name}` is `{new}` in two files that define that type differently"),
            false => format!("`{name}` is declared as `{new}`, but was declared as `{old}`"),
        };
        let diagnostic = Diagnostic::error(span, message).with_label(before, "declared here");
        self.diagnostics.push(diagnostic);
        Err(super::Failed)
    }

    /// What two compatible declarations together say (C11 6.2.7p3).
    pub(super) fn composite(&self, old: QualTy, new: QualTy) -> QualTy {
        match (self.types.kind(old.ty), self.types.kind(new.ty)) {
            (TyKind::Function(a), TyKind::Function(b)) if a.prototype && !b.prototype => old,
            (
                TyKind::Array {
                    length: ArrayLength::Constant(_),
                    ..
                },
                TyKind::Array { .. },
            ) => old,
            _ => new,
        }
    }

    /// The program-wide entry of a function with external linkage.
    pub(super) fn external_function(&mut self, name: Symbol, ty: QualTy, span: Span) -> SymbolId {
        if let Some(&symbol) = self.externals.get(&name) {
            return symbol;
        }
        let symbol = self.new_symbol(GlobalSymbol {
            name,
            ty,
            linkage: Linkage::External,
            span,
            kind: SymbolKind::Function(FunctionSymbol::default()),
            ir: None,
            origin: self.origin,
            is_weak: false,
            unit: self.unit,
        });
        self.externals.insert(name, symbol);
        symbol
    }

    pub(super) fn function_attributes(
        &mut self,
        symbol: SymbolId,
        specs: &'a DeclSpecs,
        attributes: &[&'a [Attribute]],
    ) {
        let noreturn = specs.noreturn || self.has_attribute(attributes, "noreturn");
        let is_weak = self.has_attribute(attributes, "weak");
        self.symbols[symbol.index()].is_weak |= is_weak;
        if let SymbolKind::Function(function) = &mut self.symbols[symbol.index()].kind {
            function.noreturn |= noreturn;
        }
        for (word, is_constructor) in [("constructor", true), ("destructor", false)] {
            let priority = attributes
                .iter()
                .find_map(|list| self.attribute(list, word))
                .map(|attribute| self.priority(attribute));
            if let Some(priority) = priority {
                let list = if is_constructor {
                    &mut self.constructors
                } else {
                    &mut self.destructors
                };
                if !list.iter().any(|&(_, s)| s == symbol) {
                    list.push((priority, symbol));
                }
            }
        }
    }

    /// Functions without a priority run after (constructors) or before (destructors) all others.
    fn priority(&mut self, attribute: &'a Attribute) -> u32 {
        match attribute.arguments.first() {
            Some(AttributeArgument::Expr(expr)) => self
                .constant_int(expr)
                .ok()
                .and_then(|value| u32::try_from(value).ok())
                .unwrap_or(u32::MAX),
            _ => u32::MAX,
        }
    }

    pub(super) fn function_definition(
        &mut self,
        definition: &'a FunctionDefinition,
    ) -> Lowered<()> {
        let Some(name) = definition.declarator.name else {
            return self.error(definition.span, "a function needs a name");
        };
        let specs = &definition.specs;
        let base = self.specifier_type(specs)?;
        let ty = self.declared_type(base, &definition.declarator)?;
        let ty = self.old_style_definition_type(ty, definition)?;
        let mut symbol = self.declare_function(name, ty, specs.storage, name.span)?;
        // A function of the user's that only shares its name with one of the library is another function.
        let known = &self.symbols[symbol.index()];
        if self.origin > known.origin
            && !(known.is_function() && self.types.compatible(known.ty.ty, ty.ty))
        {
            self.externals.remove(&name.symbol);
            symbol = self.external_function(name.symbol, ty, name.span);
            self.scopes
                .declare(name.symbol, Entity::Symbol(symbol, ty), name.span);
        }
        self.function_attributes(
            symbol,
            specs,
            &[&specs.attributes, &definition.declarator.attributes],
        );
        let attributes = [
            specs.attributes.as_slice(),
            &definition.declarator.attributes,
        ];
        let noreturn = specs.noreturn || self.has_attribute(&attributes, "noreturn");
        let is_weak = self.has_attribute(&attributes, "weak");
        let inline_only = is_weak || (specs.inline && specs.storage != Some(StorageClass::Static));
        let in_system_header = self.is_in_system_header(name.span);
        let (origin, unit) = (self.origin, self.unit);
        let entry = &mut self.symbols[symbol.index()];
        let first_span = entry.span;
        let known_origin = entry.origin;
        let SymbolKind::Function(function) = &mut entry.kind else {
            return self.redeclared(name.symbol, name.span, first_span);
        };
        if function.definition.is_some() {
            // What a header of the system defines for inlining only is defined by the library: by its model.
            if specs.inline && inline_only && in_system_header && origin > known_origin {
                return Ok(());
            }
            // The user's definition wins over a model's, an ordinary one over an inline or weak one.
            let replaces = origin > known_origin || (function.inline_only && !inline_only);
            if !replaces {
                if inline_only || function.inline_only {
                    return Ok(());
                }
                let message = format!("`{}` is defined twice", self.text(name.symbol));
                let diagnostic = Diagnostic::error(name.span, message)
                    .with_label(first_span, "first defined here");
                self.diagnostics.push(diagnostic);
                return Err(super::Failed);
            }
        }
        function.definition = Some(definition);
        function.inline_only = inline_only;
        if origin > known_origin {
            // Whether the model returns does not matter any more.
            function.noreturn = noreturn;
        }
        entry.span = name.span;
        entry.origin = origin;
        entry.unit = unit;
        entry.ty = ty;
        if origin != Origin::User {
            self.note_scoped(name.symbol, symbol);
            self.note_entry_model(name.symbol, symbol);
        }
        Ok(())
    }

    /// A K&R definition has no prototype, but its parameters are passed as promoted.
    fn old_style_definition_type(
        &mut self,
        ty: QualTy,
        definition: &'a FunctionDefinition,
    ) -> Lowered<QualTy> {
        let Some(crate::ast::DeclaratorPart::Function(part)) = definition.declarator.parts.first()
        else {
            return self.error(definition.span, "this is not a function declarator");
        };
        let crate::ast::Parameters::Identifiers(names) = &part.parameters else {
            return Ok(ty);
        };
        let declared = self.old_style_types(names, &definition.old_style_declarations)?;
        let Some(function) = self.types.function(ty.ty).cloned() else {
            return Ok(ty);
        };
        let params = declared
            .iter()
            .map(|param| {
                if param.ty == CTypes::FLOAT {
                    CTypes::DOUBLE
                } else {
                    self.types.promote(param.ty)
                }
            })
            .collect();
        let ty = self.types.intern(TyKind::Function(FunctionTy {
            params,
            // With no parameters at all, a definition says as much as `(void)`; callers may still pass more.
            prototype: false,
            ..function
        }));
        Ok(ty.into())
    }
}
