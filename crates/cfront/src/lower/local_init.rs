//! Initialisers of automatic objects, and compound literals.
//!
//! A small object is stored scalar by scalar, zeros included. A large one starts as a copy of a template in read-only memory that
//! holds the constant part; what is not constant is stored after it.

use unspool_ir::{InstKind, PlaceKind, RecordKind, Types};

use crate::ast::{Expr, InitializerList, TypeName};
use crate::ctype::{ArrayLength, CTypes, QualTy, TyKind};
use crate::source::Span;

use super::initializer::{Entry, Flat, Source, Step};
use super::jump::Cleanup;
use super::lvalue::{Lvalue, Operand, Target};
use super::{Lower, Lowered};

/// Locals with at most this many scalars are initialised one by one, others from a template in memory.
const MAX_SINGLE_STORES: u64 = 16;

impl<'a> Lower<'a> {
    /// Stores an initialiser to a local object in memory.
    pub(super) fn local_init(
        &mut self,
        object: Lvalue,
        flat: &Flat<'a>,
        span: Span,
    ) -> Lowered<()> {
        if flat.entries.iter().any(|e| self.is_flexible(object.ty, e)) {
            return self.error(span, "a flexible array of a local cannot be initialised");
        }
        if let [entry] = flat.entries.as_slice()
            && entry.path.is_empty()
            && let Source::Expr(expr) = entry.source
        {
            let value = self.rvalue(expr)?;
            let value = self.assign_convert(value, object.ty, Some(expr), expr.span)?;
            self.at(span);
            self.store(object, value, span)?;
            return Ok(());
        }
        let singles = flat.entries.iter().all(|entry| {
            matches!(entry.source, Source::Expr(_)) && self.types.is_scalar(entry.ty.ty)
        });
        if singles && self.pieces_of(object.ty) <= MAX_SINGLE_STORES {
            let mut stored = vec![false; flat.entries.len()];
            return self.store_singly(object, flat, &mut Vec::new(), &mut stored, span);
        }
        let dynamic = self.store_template(object, flat, span)?;
        for position in dynamic {
            let entry = &flat.entries[position];
            if let Source::Expr(expr) = entry.source {
                let target = self.at_path(object, &entry.path);
                self.init_one(target, expr, span)?;
            }
        }
        Ok(())
    }

    /// The entry is for a flexible array or an element of one, which an object on the stack does not have.
    fn is_flexible(&self, object: QualTy, entry: &Entry<'a>) -> bool {
        let mut ty = object;
        entry.path.iter().any(|step| {
            let is_unknown = matches!(
                self.types.kind(ty.ty),
                TyKind::Array {
                    length: ArrayLength::Incomplete,
                    ..
                }
            );
            let position = match *step {
                Step::Member(position) => position as u64,
                Step::Index(position) => position,
            };
            match self.subobject(ty, position) {
                Some((_, inner)) => ty = inner,
                None => return is_unknown,
            }
            is_unknown
                || matches!(
                    self.types.kind(ty.ty),
                    TyKind::Array {
                        length: ArrayLength::Incomplete,
                        ..
                    }
                )
        })
    }

    fn init_one(&mut self, target: Lvalue, expr: &'a Expr, span: Span) -> Lowered<()> {
        let value = self.rvalue(expr)?;
        let value = self.assign_convert(value, target.ty, Some(expr), expr.span)?;
        self.at(span);
        // Initialising is not an atomic access, even of an atomic object (C11 7.17.2.1).
        let target = Lvalue {
            ty: QualTy {
                quals: target.ty.quals.without(crate::ctype::Quals::ATOMIC),
                ..target.ty
            },
            ..target
        };
        self.store(target, value, span)?;
        Ok(())
    }

    fn at_path(&mut self, object: Lvalue, path: &[Step]) -> Lvalue {
        let mut lvalue = object;
        for step in path {
            lvalue = match *step {
                Step::Member(position) => self.member_at(lvalue, position),
                Step::Index(index) => {
                    let (Target::Place(place), Some(element)) =
                        (lvalue.target, self.types.element(lvalue.ty.ty))
                    else {
                        return lvalue;
                    };
                    let ir = self.ir_object_type(element);
                    let index = self
                        .b
                        .int(&self.program.types, Types::I32, u128::from(index));
                    let place = self.b.place(PlaceKind::Index(place, index), ir);
                    Lvalue {
                        target: Target::Place(place),
                        ty: element,
                    }
                }
            };
        }
        lvalue
    }

    /// Every scalar in order: its initialiser, or zero.
    fn store_singly(
        &mut self,
        object: Lvalue,
        flat: &Flat<'a>,
        path: &mut Vec<Step>,
        stored: &mut [bool],
        span: Span,
    ) -> Lowered<()> {
        if self.types.is_scalar(object.ty.ty) {
            let entry = flat.entries.iter().position(|entry| entry.path == *path);
            if let Some(position) = entry {
                stored[position] = true;
                let Source::Expr(expr) = flat.entries[position].source else {
                    return Ok(());
                };
                return self.init_one(object, expr, span);
            }
            self.at(span);
            let zero = self.zero(object.ty);
            self.store(object, zero, span)?;
            return Ok(());
        }
        if self.pieces_of(object.ty) == 0 {
            return Ok(());
        }
        let mut position = 0;
        // Of a union, the member that an entry names.
        if let Some(id) = self.types.record_id(object.ty.ty)
            && self.types.record(id).kind == RecordKind::Union
        {
            let named = flat.entries.iter().find_map(|entry| {
                match (entry.path.starts_with(path), entry.path.get(path.len())) {
                    (true, Some(Step::Member(member))) => Some(*member),
                    _ => None,
                }
            });
            let member = named.unwrap_or(0);
            if !self.clear_union(object, member, span)? {
                return Ok(());
            }
            path.push(Step::Member(member));
            let inner = self.member_at(object, member);
            self.store_singly(inner, flat, path, stored, span)?;
            path.pop();
            return Ok(());
        }
        while let Some((step, _)) = self.subobject(object.ty, position) {
            if matches!(
                self.types.kind(object.ty.ty),
                TyKind::Array {
                    length: ArrayLength::Incomplete,
                    ..
                }
            ) {
                break;
            }
            path.push(step);
            let inner = self.at_path(object, &[step]);
            self.store_singly(inner, flat, path, stored, span)?;
            path.pop();
            position += 1;
        }
        Ok(())
    }

    /// Zeroes a union that is larger than the member about to be stored. False if it has no members.
    fn clear_union(&mut self, union: Lvalue, member: usize, span: Span) -> Lowered<bool> {
        let Some(id) = self.types.record_id(union.ty.ty) else {
            return Ok(false);
        };
        let Some(layout) = &self.types.record(id).layout else {
            return Ok(false);
        };
        let Some(chosen) = layout.members.get(member) else {
            return Ok(false);
        };
        if self.types.size_of(chosen.ty.ty) < Some(layout.size) {
            self.store_template(union, &Flat::default(), span)?;
        }
        Ok(true)
    }

    fn zero(&mut self, ty: QualTy) -> super::Value {
        if self.types.is_float(ty.ty) {
            let ir = self.ir_type(ty.ty);
            return super::Value::scalar(self.b.float(ir, 0), ty.ty);
        }
        self.constant_value(0, ty.ty)
    }

    /// Copies the constant part of an initialiser from read-only memory; returns the entries that remain to be stored.
    fn store_template(
        &mut self,
        object: Lvalue,
        flat: &Flat<'a>,
        span: Span,
    ) -> Lowered<Vec<usize>> {
        let (init, dynamic) = self.constant_part(object.ty, flat)?;
        let ir = self.ir_object_type(object.ty);
        let global = self.unnamed_global("init", ir, init);
        let Target::Place(place) = object.target else {
            return Ok(dynamic);
        };
        self.at(span);
        let source = self.b.place(PlaceKind::Global(global), ir);
        let value = self.b.load(source, Self::PLAIN);
        self.b.emit(InstKind::Store {
            place,
            value,
            access: Self::PLAIN,
        });
        Ok(dynamic)
    }

    /// `(type){ ... }`: an object that lives as long as its block, or for ever at file scope.
    pub(super) fn compound_literal(
        &mut self,
        name: &'a TypeName,
        list: &'a InitializerList,
        span: Span,
    ) -> Lowered<Operand> {
        let ty = self.type_name(name)?;
        if self.types.is_function(ty.ty) || ty.ty == CTypes::VOID {
            return self.error(span, "there are no values of this type");
        }
        let flat = self.flatten_list(ty, list)?;
        let ty = self.completed(ty, &flat);
        if !self.types.is_complete(ty.ty) {
            let message = format!("`{}` is only declared, not defined", self.describe(ty));
            return self.error(span, message);
        }
        let ir = self.ir_object_type(ty);
        if self.f.symbol.is_none() {
            let (init, size) = self.static_init(ty, &flat)?;
            self.at(span);
            let global = self.unnamed_global("literal", ir, init);
            let object = &mut self.program.globals[global.index()];
            object.size = size;
            object.align = self.types.align_of(ty);
            object.read_only = false;
            let place = self.b.place(PlaceKind::Global(global), ir);
            return Ok(Operand::Lvalue(Lvalue {
                target: Target::Place(place),
                ty,
            }));
        }
        self.at(span);
        let object = self.temporary_lvalue(ty);
        if let Target::Place(place) = object.target
            && let PlaceKind::Slot(slot) = self.b.body.place(place).kind
            && self.unevaluated == 0
        {
            self.add_cleanup(Cleanup::Dead(slot));
        }
        self.local_init(object, &flat, span)?;
        Ok(Operand::Lvalue(object))
    }
}
