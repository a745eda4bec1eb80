//! Objects with static storage at file scope: tentative definitions, redeclarations, and linking by name.

use unspool_ir::Linkage;

use crate::ast::{Initializer, StorageClass};
use crate::ctype::{CTypes, QualTy, Ty, TyKind};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

use super::symbols::{Definition, Entity, GlobalSymbol, ObjectSymbol, SymbolId, SymbolKind};
use super::{Lower, Lowered};

/// How an object was declared.
pub(super) struct ObjectDeclaration<'a> {
    pub name: crate::ast::Identifier,
    pub ty: QualTy,
    pub storage: Option<StorageClass>,
    pub thread_local: bool,
    pub align: u64,
    pub initializer: Option<&'a Initializer>,
    pub is_weak: bool,
    pub span: Span,
}

impl<'a> Lower<'a> {
    pub(super) fn declare_global(&mut self, object: ObjectDeclaration<'a>) -> Lowered<()> {
        let name = object.name;
        if object.ty.ty == CTypes::VOID {
            return self.error(name.span, "a variable cannot have type `void`");
        }
        if self.types.is_variably_modified(object.ty.ty) {
            return self.error(name.span, "a static variable needs a constant size");
        }
        let known = self.scopes.find_here(name.symbol);
        let mut ty = object.ty;
        let symbol = match known {
            Some(known) => match known.entity {
                Entity::Symbol(symbol, known_ty) => {
                    if !self.types.compatible(known_ty.ty, ty.ty) {
                        return self.conflicting(name.symbol, name.span, known.span, known_ty, ty);
                    }
                    self.check_linkage(name.symbol, symbol, object.storage, name.span, known.span)?;
                    self.check_thread_local(symbol, &object)?;
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
                let flat = self.flatten(ty, initializer)?;
                ty = self.completed(ty, &flat);
                self.scopes
                    .declare(name.symbol, Entity::Symbol(symbol, ty), name.span);
                let (init, size) = self.static_init(ty, &flat)?;
                let extra = size - self.types.size_of(ty.ty).unwrap_or(size).min(size);
                Some((Definition::Initialized(init), extra))
            }
            None if is_extern => None,
            None => Some((Definition::Tentative, 0)),
        };
        self.define_object(symbol, ty, definition, &object)
    }

    /// All declarations of an object say whether it is thread-local (C11 6.7.1p3).
    fn check_thread_local(
        &mut self,
        symbol: SymbolId,
        object: &ObjectDeclaration<'a>,
    ) -> Lowered<()> {
        let entry = &self.symbols[symbol.index()];
        let is_thread_local = matches!(&entry.kind,
            SymbolKind::Object(known) if known.thread_local);
        if is_thread_local == object.thread_local {
            return Ok(());
        }
        let first = entry.span;
        let message = format!(
            "`{}` is thread-local in one declaration and not in another",
            self.text(object.name.symbol)
        );
        let diagnostic =
            Diagnostic::error(object.name.span, message).with_label(first, "declared here");
        self.diagnostics.push(diagnostic);
        Err(super::Failed)
    }

    fn new_object_symbol(&mut self, object: &ObjectDeclaration<'a>) -> Lowered<SymbolId> {
        let is_static = object.storage == Some(StorageClass::Static);
        if !is_static && let Some(&symbol) = self.externals.get(&object.name.symbol) {
            let entry = &self.symbols[symbol.index()];
            let (known_ty, known_span) = (entry.ty, entry.span);
            let (is_function, entry_origin) = (entry.is_function(), entry.origin);
            // Another file's declaration: the objects must agree in what they are.
            if !is_function && self.links_with(known_ty, object.ty) {
                if entry_origin == self.origin {
                    self.check_thread_local(symbol, object)?;
                }
                return Ok(symbol);
            }
            // A variable that only shares its name with something of the library is another one.
            if entry_origin == self.origin {
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
            is_weak: false,
            unit: self.unit,
        });
        if !is_static {
            self.externals.insert(object.name.symbol, symbol);
        }
        Ok(symbol)
    }

    /// Declarations of two files that can mean one object or function: what a linker would join and a program get away with.
    pub(super) fn links_with(&self, a: QualTy, b: QualTy) -> bool {
        if self.types.compatible(a.ty, b.ty) {
            return true;
        }
        let (size_a, size_b) = (self.types.size_of(a.ty), self.types.size_of(b.ty));
        match (self.types.kind(a.ty), self.types.kind(b.ty)) {
            (TyKind::Pointer(_), TyKind::Pointer(_)) => true,
            // Of the same tag, told apart by size.
            (TyKind::Record(_), TyKind::Record(_)) => size_a == size_b,
            (TyKind::Array { .. }, TyKind::Array { .. }) => {
                size_a.is_none() || size_b.is_none() || size_a == size_b
            }
            (TyKind::Function(x), TyKind::Function(y)) => {
                let fits = |p: Ty, q: Ty| {
                    let integers = self.types.is_integer(p) && self.types.is_integer(q);
                    self.links_with(p.into(), q.into())
                        || (integers && self.types.size_of(p) == self.types.size_of(q))
                };
                let pairs = || x.params.iter().zip(y.params.iter());
                let parameters_agree = x.params.len() == y.params.len()
                    && x.variadic == y.variadic
                    && pairs().all(|(&p, &q)| fits(p, q));
                fits(x.result.ty, y.result.ty) && (parameters_agree || !x.prototype || !y.prototype)
            }
            _ => false,
        }
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
        entry.is_weak |= object.is_weak;
        let Some((definition, extra_size)) = definition else {
            return Ok(());
        };
        match (&known.definition, &definition) {
            (_, _) if origin > known_origin => {}
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
}
