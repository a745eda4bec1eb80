//! Declarations at file scope and in blocks.

use unspool_ir::{InstKind, Linkage, PlaceKind, Storage};

use crate::ast::{
    Attribute, AttributeArgument, DeclSpecs, Declaration, FunctionDefinition, InitDeclarator,
    Initializer, StorageClass, TypeSpecifier,
};
use crate::ctype::{ArrayLength, CTypes, FunctionTy, QualTy, TyKind};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::symbol::Symbol;

use super::jump::Cleanup;
use super::lvalue::{Lvalue, Target};
use super::symbols::{
    Definition, Entity, FunctionSymbol, GlobalSymbol, Local, LocalStorage, ObjectSymbol, SymbolId,
    SymbolKind,
};
use super::{Lower, Lowered, Origin};

/// How an object was declared.
struct ObjectDeclaration<'a> {
    name: crate::ast::Identifier,
    ty: QualTy,
    storage: Option<StorageClass>,
    thread_local: bool,
    align: u64,
    initializer: Option<&'a Initializer>,
    is_weak: bool,
    span: Span,
}

impl<'a> Lower<'a> {
    pub(super) fn file_declaration(&mut self, declaration: &'a Declaration) -> Lowered<()> {
        let specs = &declaration.specs;
        let auto = matches!(specs.type_specifier, TypeSpecifier::AutoType);
        let base = if auto {
            CTypes::INT.into()
        } else {
            self.specifier_type(specs)?
        };
        let mut result = Ok(());
        for declarator in &declaration.declarators {
            let base = if auto {
                self.auto_type(declarator)?
            } else {
                base
            };
            if self.file_declarator(base, specs, declarator).is_err() {
                result = Err(super::Failed);
            }
        }
        result
    }

    /// `__auto_type x = e;`: the type of e after lvalue conversion.
    fn auto_type(&mut self, declarator: &'a InitDeclarator) -> Lowered<QualTy> {
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
        if self.types.is_function(ty.ty) {
            let symbol = self.declare_function(name, ty, specs.storage, name.span)?;
            self.function_attributes(symbol, specs, &attributes);
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

    fn has_attribute(&self, lists: &[&[Attribute]], name: &str) -> bool {
        lists
            .iter()
            .any(|list| self.attribute(list, name).is_some())
    }

    fn declare_typedef(
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
            let _ = bytes;
            ty = self.types.intern(TyKind::Vector(16)).into();
        }
        if self.attribute(attributes, "transparent_union").is_some()
            && let Some(record) = self.types.record_id(ty.ty)
        {
            self.types.records[record.index()].transparent = true;
        }
        match self.origin {
            // `__unspool_type_N` stands for N wherever the user's headers define N.
            Origin::Model => {
                if let Some(replaced) = self.text(name.symbol).strip_prefix("__unspool_type_") {
                    let replaced = replaced.to_string();
                    let replaced = self.names.intern(&replaced);
                    self.replacements.insert(replaced, ty);
                }
            }
            Origin::User => {
                if self.scopes.is_file_scope()
                    && let Some(&replacement) = self.replacements.get(&name.symbol)
                {
                    ty = replacement;
                }
            }
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

    fn redeclared<T>(&mut self, name: Symbol, span: Span, before: Span) -> Lowered<T> {
        let message = format!(
            "`{}` is declared again with another meaning",
            self.text(name)
        );
        let diagnostic = Diagnostic::error(span, message).with_label(before, "first declared here");
        self.diagnostics.push(diagnostic);
        Err(super::Failed)
    }

    fn new_symbol(&mut self, symbol: GlobalSymbol<'a>) -> SymbolId {
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
        let symbol = if storage == Some(StorageClass::Static) {
            self.new_symbol(GlobalSymbol {
                name: name.symbol,
                ty,
                linkage: Linkage::Internal,
                span,
                kind: SymbolKind::Function(FunctionSymbol::default()),
                ir: None,
                origin: self.origin,
                unit: self.unit,
            })
        } else {
            self.external_function(name.symbol, ty, span)
        };
        self.scopes
            .declare(name.symbol, Entity::Symbol(symbol, ty), span);
        Ok(symbol)
    }

    fn conflicting<T>(
        &mut self,
        name: Symbol,
        span: Span,
        before: Span,
        old: QualTy,
        new: QualTy,
    ) -> Lowered<T> {
        let message = format!(
            "`{}` is declared as `{}`, but was declared as `{}`",
            self.text(name),
            self.describe(new),
            self.describe(old)
        );
        let diagnostic = Diagnostic::error(span, message).with_label(before, "declared here");
        self.diagnostics.push(diagnostic);
        Err(super::Failed)
    }

    /// What two compatible declarations together say (C11 6.2.7p3).
    fn composite(&self, old: QualTy, new: QualTy) -> QualTy {
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
            unit: self.unit,
        });
        self.externals.insert(name, symbol);
        symbol
    }

    fn function_attributes(
        &mut self,
        symbol: SymbolId,
        specs: &'a DeclSpecs,
        attributes: &[&'a [Attribute]],
    ) {
        let noreturn = specs.noreturn || self.has_attribute(attributes, "noreturn");
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
        if self.origin == Origin::User
            && known.origin == Origin::Model
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
        let is_weak = self.has_attribute(&attributes, "weak");
        let inline_only = is_weak || (specs.inline && specs.storage != Some(StorageClass::Static));
        let (origin, unit) = (self.origin, self.unit);
        let entry = &mut self.symbols[symbol.index()];
        let first_span = entry.span;
        let known_origin = entry.origin;
        let SymbolKind::Function(function) = &mut entry.kind else {
            return self.redeclared(name.symbol, name.span, first_span);
        };
        if function.definition.is_some() {
            // The user's definition wins over a model's, an ordinary one over an inline or weak one.
            let replaces = match (origin, known_origin) {
                (Origin::User, Origin::Model) => true,
                (Origin::Model, Origin::User) => return Ok(()),
                _ => function.inline_only && !inline_only,
            };
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
        entry.span = name.span;
        entry.origin = origin;
        entry.unit = unit;
        entry.ty = ty;
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

    fn declare_global(&mut self, object: ObjectDeclaration<'a>) -> Lowered<()> {
        let name = object.name;
        if object.ty.ty == CTypes::VOID {
            return self.error(name.span, "a variable cannot have type `void`");
        }
        let known = self.scopes.find_here(name.symbol);
        let mut ty = object.ty;
        let symbol = match known {
            Some(known) => match known.entity {
                Entity::Symbol(symbol, known_ty) => {
                    if !self.types.compatible(known_ty.ty, ty.ty) {
                        return self.conflicting(name.symbol, name.span, known.span, known_ty, ty);
                    }
                    ty = QualTy {
                        ty: self.composite(known_ty, ty).ty,
                        ..ty
                    };
                    symbol
                }
                _ => return self.redeclared(name.symbol, name.span, known.span),
            },
            None => self.new_object_symbol(&object)?,
        };
        // The name is in scope in its own initialiser.
        self.scopes
            .declare(name.symbol, Entity::Symbol(symbol, ty), name.span);
        let is_extern = object.storage == Some(StorageClass::Extern);
        let definition = match object.initializer {
            Some(initializer) => {
                let flat = self.flatten(ty, initializer, object.span)?;
                ty = self.completed(ty, &flat);
                self.scopes
                    .declare(name.symbol, Entity::Symbol(symbol, ty), name.span);
                let (init, size) = self.static_init(ty, &flat)?;
                let extra = size - self.types.qual_size_of(ty).unwrap_or(size).min(size);
                Some((Definition::Initialized(init), extra))
            }
            None if is_extern => None,
            None => Some((Definition::Tentative, 0)),
        };
        self.define_object(symbol, ty, definition, &object)
    }

    fn new_object_symbol(&mut self, object: &ObjectDeclaration<'a>) -> Lowered<SymbolId> {
        let is_static = object.storage == Some(StorageClass::Static);
        if !is_static && let Some(&symbol) = self.externals.get(&object.name.symbol) {
            let entry = &self.symbols[symbol.index()];
            let (known_ty, known_span) = (entry.ty, entry.span);
            let (is_function, entry_origin) = (entry.is_function(), entry.origin);
            // Another file's declaration: the objects must agree in what they are.
            if !is_function && self.links_with(known_ty, object.ty) {
                return Ok(symbol);
            }
            // A variable that only shares its name with something of the library is another one.
            if entry_origin == Origin::User {
                return self.conflicting(
                    object.name.symbol,
                    object.name.span,
                    known_span,
                    known_ty,
                    object.ty,
                );
            }
        }
        let symbol = self.new_symbol(GlobalSymbol {
            name: object.name.symbol,
            ty: object.ty,
            linkage: if is_static {
                Linkage::Internal
            } else {
                Linkage::External
            },
            span: object.name.span,
            kind: SymbolKind::Object(ObjectSymbol {
                thread_local: object.thread_local,
                ..ObjectSymbol::default()
            }),
            ir: None,
            origin: self.origin,
            unit: self.unit,
        });
        if !is_static {
            self.externals.insert(object.name.symbol, symbol);
        }
        Ok(symbol)
    }

    /// Declarations of two files that can mean one object.
    fn links_with(&self, a: QualTy, b: QualTy) -> bool {
        if self.types.compatible(a.ty, b.ty) {
            return true;
        }
        // Structs of the same name that differ in details are told apart by size.
        let sizes = (self.types.size_of(a.ty), self.types.size_of(b.ty));
        let both_pointers = self.types.is_pointer(a.ty) && self.types.is_pointer(b.ty);
        let both_records =
            self.types.record_id(a.ty).is_some() && self.types.record_id(b.ty).is_some();
        both_pointers
            || (both_records && sizes.0 == sizes.1)
            || (self.types.is_array(a.ty)
                && self.types.is_array(b.ty)
                && (sizes.0.is_none() || sizes.1.is_none() || sizes.0 == sizes.1))
    }

    fn define_object(
        &mut self,
        symbol: SymbolId,
        ty: QualTy,
        definition: Option<(Definition, u64)>,
        object: &ObjectDeclaration<'a>,
    ) -> Lowered<()> {
        let (origin, unit, span) = (self.origin, self.unit, object.name.span);
        let complete = self.types.is_complete(ty.ty);
        let entry_complete = self.types.is_complete(self.symbols[symbol.index()].ty.ty);
        let entry = &mut self.symbols[symbol.index()];
        let first_span = entry.span;
        let known_origin = entry.origin;
        if complete || !entry_complete {
            // The defining declaration's type stands for the object.
            if definition.is_some() || !entry_complete {
                entry.ty = ty;
            }
        }
        let SymbolKind::Object(known) = &mut entry.kind else {
            return Ok(());
        };
        known.align = known.align.max(object.align);
        known.thread_local |= object.thread_local;
        known.read_only = ty.is_const() && !ty.is_volatile();
        let Some((definition, extra_size)) = definition else {
            return Ok(());
        };
        match (&known.definition, &definition) {
            (_, _) if origin == Origin::User && known_origin == Origin::Model => {}
            (Definition::Initialized(_), Definition::Initialized(_)) => {
                if object.is_weak {
                    return Ok(());
                }
                let message = format!("`{}` is defined twice", self.text(object.name.symbol));
                let diagnostic =
                    Diagnostic::error(span, message).with_label(first_span, "first defined here");
                self.diagnostics.push(diagnostic);
                return Err(super::Failed);
            }
            (Definition::Initialized(_), _) => return Ok(()),
            _ => {}
        }
        known.definition = definition;
        known.extra_size = extra_size;
        entry.origin = origin;
        entry.unit = unit;
        entry.span = span;
        Ok(())
    }

    pub(super) fn local_declaration(&mut self, declaration: &'a Declaration) -> Lowered<()> {
        let specs = &declaration.specs;
        self.at(declaration.span);
        let auto = matches!(specs.type_specifier, TypeSpecifier::AutoType);
        let base = if auto {
            CTypes::INT.into()
        } else {
            self.specifier_type(specs)?
        };
        let mut result = Ok(());
        for declarator in &declaration.declarators {
            let base = if auto {
                match self.auto_type(declarator) {
                    Ok(ty) => ty.qualified(super::types::qualifiers(specs.qualifiers)),
                    Err(failed) => {
                        result = Err(failed);
                        continue;
                    }
                }
            } else {
                base
            };
            if self.local_declarator(base, specs, declarator).is_err() {
                result = Err(super::Failed);
                self.declare_failed(declarator);
            }
        }
        result
    }

    /// Uses of a variable whose declaration is wrong should not be reported too.
    fn declare_failed(&mut self, declarator: &'a InitDeclarator) {
        if let Some(name) = declarator.declarator.name
            && self.scopes.find_here(name.symbol).is_none()
        {
            let reg = self.b.new_reg("", unspool_ir::Types::I32);
            let entity = Entity::Local(Local {
                storage: LocalStorage::Reg(reg),
                ty: CTypes::INT.into(),
            });
            self.scopes.declare(name.symbol, entity, name.span);
        }
    }

    fn local_declarator(
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
        if let Some(known) = self.scopes.find_here(name.symbol)
            && specs.storage != Some(StorageClass::Extern)
            && !self.types.is_function(ty.ty)
        {
            return self.redeclared(name.symbol, name.span, known.span);
        }
        let attributes: [&'a [Attribute]; 2] =
            [&specs.attributes, &declarator.declarator.attributes];
        if self.types.is_function(ty.ty) {
            let symbol = self.declare_function(name, ty, None, name.span)?;
            self.function_attributes(symbol, specs, &attributes);
            return Ok(());
        }
        let align = self
            .requested_align(&specs.alignments, &attributes)?
            .unwrap_or(0);
        if specs.storage == Some(StorageClass::Extern) {
            return self.local_extern(name, ty, specs.thread_local);
        }
        let object = ObjectDeclaration {
            name,
            ty,
            storage: specs.storage,
            thread_local: specs.thread_local,
            align,
            initializer: declarator.initializer.as_ref(),
            is_weak: false,
            span: declarator.span,
        };
        if specs.storage == Some(StorageClass::Static) || specs.thread_local {
            return self.static_local(&object);
        }
        let cleanup = attributes
            .iter()
            .find_map(|list| self.attribute(list, "cleanup"));
        self.automatic(&object, cleanup)
    }

    fn local_extern(
        &mut self,
        name: crate::ast::Identifier,
        ty: QualTy,
        thread_local: bool,
    ) -> Lowered<()> {
        let visible = self
            .scopes
            .find_at_file_scope(name.symbol)
            .map(|named| named.entity);
        let (symbol, ty) = match visible {
            Some(Entity::Symbol(symbol, known)) if self.types.compatible(known.ty, ty.ty) => {
                (symbol, self.composite(known, ty))
            }
            _ => match self.externals.get(&name.symbol) {
                Some(&symbol) => (symbol, ty),
                None => {
                    let symbol = self.new_symbol(GlobalSymbol {
                        name: name.symbol,
                        ty,
                        linkage: Linkage::External,
                        span: name.span,
                        kind: SymbolKind::Object(ObjectSymbol {
                            thread_local,
                            ..ObjectSymbol::default()
                        }),
                        ir: None,
                        origin: self.origin,
                        unit: self.unit,
                    });
                    self.externals.insert(name.symbol, symbol);
                    (symbol, ty)
                }
            },
        };
        self.scopes
            .declare(name.symbol, Entity::Symbol(symbol, ty), name.span);
        Ok(())
    }

    fn static_local(&mut self, object: &ObjectDeclaration<'a>) -> Lowered<()> {
        let name = object.name;
        let mut ty = object.ty;
        if self.types.is_variably_modified(ty.ty) {
            return self.error(name.span, "a static variable needs a constant size");
        }
        let symbol = self.new_symbol(GlobalSymbol {
            name: name.symbol,
            ty,
            linkage: Linkage::Internal,
            span: name.span,
            kind: SymbolKind::Object(ObjectSymbol {
                thread_local: object.thread_local,
                definition: Definition::Tentative,
                align: object.align,
                extra_size: 0,
                read_only: ty.is_const() && !ty.is_volatile(),
            }),
            ir: None,
            origin: self.origin,
            unit: self.unit,
        });
        self.scopes
            .declare(name.symbol, Entity::Symbol(symbol, ty), name.span);
        if let Some(initializer) = object.initializer {
            let flat = self.flatten(ty, initializer, object.span)?;
            ty = self.completed(ty, &flat);
            self.symbols[symbol.index()].ty = ty;
            self.scopes
                .declare(name.symbol, Entity::Symbol(symbol, ty), name.span);
            let (init, size) = self.static_init(ty, &flat)?;
            let extra = size - self.types.qual_size_of(ty).unwrap_or(size).min(size);
            if let SymbolKind::Object(known) = &mut self.symbols[symbol.index()].kind {
                known.definition = Definition::Initialized(init);
                known.extra_size = extra;
            }
        }
        if !self.types.is_complete(ty.ty) {
            let message = format!("variable has incomplete type `{}`", self.describe(ty));
            return self.error(name.span, message);
        }
        // An initialiser that mentions the variable itself made its IR entry early.
        self.refresh_ir_global(symbol);
        Ok(())
    }

    fn automatic(
        &mut self,
        object: &ObjectDeclaration<'a>,
        cleanup: Option<&'a Attribute>,
    ) -> Lowered<()> {
        let name = object.name;
        let mut ty = object.ty;
        if self.types.is_variable_length(ty.ty) {
            return self.variable_length_array(object);
        }
        // The length of an array may come from its initialiser.
        let flat = match object.initializer {
            Some(initializer)
                if !self.types.is_scalar(ty.ty) || matches!(initializer, Initializer::List(_)) =>
            {
                let flat = self.flatten(ty, initializer, object.span)?;
                ty = self.completed(ty, &flat);
                Some(flat)
            }
            _ => None,
        };
        if !self.types.is_complete(ty.ty) {
            let message = format!("variable has incomplete type `{}`", self.describe(ty));
            return self.error(name.span, message);
        }
        if matches!(self.types.kind(ty.ty), TyKind::Complex | TyKind::Vector(_)) {
            let message = format!(
                "variables of type `{}` are not supported",
                self.describe(ty)
            );
            return self.unsupported(name.span, message);
        }
        let in_memory = self.needs_memory(ty)
            || cleanup.is_some()
            || object.align > 0
            || self.f.address_taken.contains(&name.symbol);
        let storage = if in_memory {
            let slot = self.new_slot(name, ty, object.align);
            self.b.emit(InstKind::Live(slot));
            LocalStorage::Slot(slot)
        } else {
            let ir = self.ir_type(ty.ty);
            let text = self.names.text(name.symbol).to_string();
            LocalStorage::Reg(self.b.new_reg(&text, ir))
        };
        self.scopes
            .declare(name.symbol, Entity::Local(Local { storage, ty }), name.span);
        let target = match storage {
            LocalStorage::Reg(reg) => Target::Reg(reg),
            LocalStorage::Slot(slot) => {
                let ir = self.ir_object_type(ty);
                Target::Place(self.b.place(PlaceKind::Slot(slot), ir))
            }
            LocalStorage::Pointer(_) => return Ok(()),
        };
        if let LocalStorage::Slot(slot) = storage
            && self.unevaluated == 0
        {
            self.add_cleanup(Cleanup::Dead(slot));
        }
        let initialised = Lvalue {
            target,
            ty: QualTy {
                quals: ty.quals.without(crate::ctype::Quals::ATOMIC),
                ..ty
            },
        };
        match (flat, object.initializer) {
            (Some(flat), _) if flat.entries.is_empty() && self.types.is_scalar(ty.ty) => {
                let zero = self.constant_value(0, CTypes::INT);
                let zero = self.convert_scalar(zero, ty.ty);
                self.store(initialised, zero, object.span)?;
            }
            (Some(flat), _) => self.local_init(initialised, &flat, object.span)?,
            (None, Some(Initializer::Expr(expr))) => {
                let value = self.rvalue(expr)?;
                let value = self.assign_convert(value, ty, Some(expr), expr.span)?;
                self.at(object.span);
                self.store(initialised, value, object.span)?;
            }
            _ => {}
        }
        if let (Some(attribute), LocalStorage::Slot(slot)) = (cleanup, storage) {
            self.register_cleanup(attribute, slot)?;
        }
        Ok(())
    }

    fn register_cleanup(
        &mut self,
        attribute: &'a Attribute,
        slot: unspool_ir::SlotId,
    ) -> Lowered<()> {
        let function = match attribute.arguments.first() {
            Some(AttributeArgument::Identifier(name)) => {
                self.scopes.find(name.symbol).map(|named| named.entity)
            }
            _ => None,
        };
        match function {
            Some(Entity::Symbol(symbol, ty)) if self.types.is_function(ty.ty) => {
                self.add_cleanup(Cleanup::Call(symbol, slot));
                Ok(())
            }
            _ => self.error(attribute.span, "`cleanup` needs the name of a function"),
        }
    }

    fn variable_length_array(&mut self, object: &ObjectDeclaration<'a>) -> Lowered<()> {
        let name = object.name;
        if object.initializer.is_some() {
            return self.error(
                object.span,
                "an array of variable length cannot be initialised",
            );
        }
        let size = self.variable_size(object.ty)?;
        let size = self.b.shallow(size);
        let element = self.ir_type(object.ty.ty);
        let pointer = self.program.types.pointer_to(element);
        let text = self.names.text(name.symbol).to_string();
        let dst = self.b.new_reg(&text, pointer);
        self.b.emit(InstKind::Alloc {
            dst,
            size,
            storage: Storage::Stack,
        });
        self.add_cleanup(Cleanup::FreeArray(dst));
        let storage = LocalStorage::Pointer(dst);
        let entity = Entity::Local(Local {
            storage,
            ty: object.ty,
        });
        self.scopes.declare(name.symbol, entity, name.span);
        Ok(())
    }
}
