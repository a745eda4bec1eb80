//! Declarations in blocks: registers, slots, static locals, arrays of variable length.

use unspool_ir::{InstKind, Linkage, PlaceKind, Storage};

use crate::ast::{
    Attribute, AttributeArgument, DeclSpecs, Declaration, InitDeclarator, Initializer,
    StorageClass, TypeSpecifier,
};
use crate::ctype::{ArrayLength, CTypes, QualTy, TyKind};

use super::declarator::UNKNOWN_LENGTH;
use super::jump::Cleanup;
use super::lvalue::{Lvalue, Target};
use super::object::ObjectDeclaration;
use super::symbols::{
    Definition, Entity, GlobalSymbol, Local, LocalStorage, ObjectSymbol, SymbolKind,
};
use super::{Lower, Lowered};

impl<'a> Lower<'a> {
    pub(super) fn local_declaration(&mut self, declaration: &'a Declaration) -> Lowered<()> {
        let specs = &declaration.specs;
        self.at(declaration.span);
        self.declare_tag_alone(declaration);
        let is_auto_type = matches!(specs.type_specifier, TypeSpecifier::AutoType);
        let is_automatic = specs.storage.is_none() && !specs.thread_local;
        let base = if is_auto_type {
            Ok(CTypes::INT.into())
        } else {
            self.specifier_type(specs)
        };
        let mut result = base.map(|_| ());
        for declarator in &declaration.declarators {
            let declared = match (is_auto_type, is_automatic) {
                (true, true) => self.automatic_of_unknown_type(specs, declarator),
                (true, false) => self
                    .auto_type(declarator)
                    .and_then(|base| self.local_declarator(base, specs, declarator)),
                _ => base.and_then(|base| self.local_declarator(base, specs, declarator)),
            };
            if declared.is_err() {
                result = Err(super::Failed);
                self.declare_failed(declarator);
            }
        }
        result
    }

    /// Uses of a variable whose declaration is wrong should not be reported too.
    pub(super) fn declare_wrong(&mut self, declaration: &'a Declaration) {
        for declarator in &declaration.declarators {
            if let Some(name) = declarator.declarator.name {
                self.scopes.declare(name.symbol, Entity::Wrong, name.span);
            }
        }
    }

    pub(super) fn declare_failed(&mut self, declarator: &'a InitDeclarator) {
        if let Some(name) = declarator.declarator.name
            && self.scopes.find_here(name.symbol).is_none()
        {
            self.scopes.declare(name.symbol, Entity::Wrong, name.span);
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
            if declarator.initializer.is_some() {
                return self.error(
                    name.span,
                    "an `extern` declaration in a block has no initialiser",
                );
            }
            if self.types.is_variably_modified(ty.ty) {
                return self.error(name.span, "a static variable needs a constant size");
            }
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
                        is_weak: false,
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
            is_weak: false,
            unit: self.unit,
        });
        self.scopes
            .declare(name.symbol, Entity::Symbol(symbol, ty), name.span);
        if let Some(initializer) = object.initializer {
            let flat = self.flatten(ty, initializer)?;
            ty = self.completed(ty, &flat);
            self.symbols[symbol.index()].ty = ty;
            self.scopes
                .declare(name.symbol, Entity::Symbol(symbol, ty), name.span);
            let (init, size) = self.static_init(ty, &flat)?;
            let extra = size - self.types.size_of(ty.ty).unwrap_or(size).min(size);
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
                let flat = self.flatten(ty, initializer)?;
                ty = self.completed(ty, &flat);
                Some(flat)
            }
            _ => None,
        };
        if !self.types.is_complete(ty.ty) {
            let message = format!("variable has incomplete type `{}`", self.describe(ty));
            return self.error(name.span, message);
        }
        if matches!(
            self.types.kind(ty.ty),
            TyKind::Complex(_) | TyKind::Vector(_)
        ) {
            let message = format!(
                "variables of type `{}` are not supported",
                self.describe(ty)
            );
            return self.unsupported(name.span, message);
        }
        let initialised = self.new_local(object, ty, cleanup)?;
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
        self.register_cleanup(initialised, cleanup)
    }

    /// `__auto_type x = e;`: lowered once, for its type and its value.
    fn automatic_of_unknown_type(
        &mut self,
        specs: &'a DeclSpecs,
        declarator: &'a InitDeclarator,
    ) -> Lowered<()> {
        let (Some(name), Some(Initializer::Expr(expr))) =
            (declarator.declarator.name, &declarator.initializer)
        else {
            return self.error(
                declarator.span,
                "`__auto_type` needs a single declarator with an initialiser",
            );
        };
        let attributes: [&'a [Attribute]; 2] =
            [&specs.attributes, &declarator.declarator.attributes];
        let value = self.rvalue(expr)?;
        let qualifiers = super::types::qualifiers(specs.qualifiers);
        let object = ObjectDeclaration {
            name,
            ty: QualTy::from(self.types.declarable(value.ty)).qualified(qualifiers),
            storage: specs.storage,
            thread_local: false,
            align: self
                .requested_align(&specs.alignments, &attributes)?
                .unwrap_or(0),
            initializer: None,
            is_weak: false,
            span: declarator.span,
        };
        if let Some(known) = self.scopes.find_here(name.symbol) {
            return self.redeclared(name.symbol, name.span, known.span);
        }
        let cleanup = attributes
            .iter()
            .find_map(|list| self.attribute(list, "cleanup"));
        let value = self.assign_convert(value, object.ty, Some(expr), expr.span)?;
        let variable = self.new_local(&object, object.ty, cleanup)?;
        self.at(object.span);
        self.store(variable, value, object.span)?;
        self.register_cleanup(variable, cleanup)
    }

    /// Gives an automatic variable its storage and its name. The result is for initialising it, which is not an atomic access.
    fn new_local(
        &mut self,
        object: &ObjectDeclaration<'a>,
        ty: QualTy,
        cleanup: Option<&'a Attribute>,
    ) -> Lowered<Lvalue> {
        let name = object.name;
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
            LocalStorage::Pointer(reg) => Target::Reg(reg),
        };
        if let LocalStorage::Slot(slot) = storage
            && self.unevaluated == 0
        {
            self.add_cleanup(Cleanup::Dead(slot));
        }
        Ok(Lvalue {
            target,
            ty: QualTy {
                quals: ty.quals.without(crate::ctype::Quals::ATOMIC),
                ..ty
            },
        })
    }

    fn register_cleanup(
        &mut self,
        variable: Lvalue,
        attribute: Option<&'a Attribute>,
    ) -> Lowered<()> {
        let (Some(attribute), Target::Place(place)) = (attribute, variable.target) else {
            return Ok(());
        };
        let PlaceKind::Slot(slot) = self.b.body.place(place).kind else {
            return Ok(());
        };
        let function = match attribute.arguments.first() {
            Some(AttributeArgument::Identifier(name)) => {
                self.scopes.find(name.symbol).map(|named| named.entity)
            }
            _ => None,
        };
        match function {
            Some(Entity::Symbol(symbol, ty)) if self.takes_one_argument(ty.ty) => {
                self.add_cleanup(Cleanup::Call(symbol, slot));
                Ok(())
            }
            _ => self.error(
                attribute.span,
                "`cleanup` needs the name of a function with one parameter",
            ),
        }
    }

    fn takes_one_argument(&self, ty: crate::ctype::Ty) -> bool {
        self.types
            .function(ty)
            .is_some_and(|function| !function.prototype || function.params.len() == 1)
    }

    fn variable_length_array(&mut self, object: &ObjectDeclaration<'a>) -> Lowered<()> {
        let name = object.name;
        if object.initializer.is_some() {
            return self.error(
                object.span,
                "an array of variable length cannot be initialised",
            );
        }
        if let TyKind::Array { length, .. } = *self.types.kind(object.ty.ty)
            && length == ArrayLength::Variable(UNKNOWN_LENGTH)
        {
            return self.error(name.span, "`[*]` is for parameters only");
        }
        let size = self.variable_size(object.ty)?;
        let size = self.b.shallow(size);
        let element = self.ir_type(object.ty.ty);
        let pointer = self.program.types.pointer_to(element);
        let text = self.names.text(name.symbol).to_string();
        let dst = self.b.new_reg(&text, pointer);
        let align = self.default_align();
        self.b.emit(InstKind::Alloc {
            dst,
            size,
            align,
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
