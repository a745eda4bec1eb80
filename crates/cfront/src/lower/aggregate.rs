//! Records by value: copied member by member, so that each access to shared memory is a step of its own.
//!
//! A compiler copies a struct with several moves, and another thread may see it half copied. Members are copied one by one
//! up to [`MAX_PIECES`] pieces; larger records, and unions (whose active member is not known), are copied in one load and one store.

use unspool_ir::{Access, ExprId, InstKind, PlaceId, PlaceKind, Types};

use crate::ctype::{ArrayLength, QualTy, Ty, TyKind};
use crate::record::{FieldContent, RecordId};

use super::lvalue::{Lvalue, Target, access};
use super::{Lower, Value, ValueKind};

const MAX_PIECES: u64 = 64;

impl Lower<'_> {
    pub(super) fn record_value(&mut self, lvalue: Lvalue, temporary: bool) -> Value {
        let Target::Place(place) = lvalue.target else {
            return Value::void();
        };
        Value {
            kind: ValueKind::Record { place, temporary },
            ty: lvalue.ty.ty,
        }
    }

    pub(super) fn copy_record(
        &mut self,
        destination: PlaceId,
        source: PlaceId,
        destination_ty: QualTy,
        ty: Ty,
    ) {
        let ir = self.ir_type(ty);
        let source = self.view_as(source, ir);
        let destination = self.view_as(destination, ir);
        // Both are used once per piece.
        let source = self.b.pin_place(source);
        let destination = self.b.pin_place(destination);
        let how = Access {
            volatile: access(destination_ty).volatile,
            atomic: None,
        };
        if self.pieces_of(ty.into()) <= MAX_PIECES {
            self.copy_pieces(destination, source, ty, how);
        } else {
            self.copy_whole(destination, source, how);
        }
    }

    fn copy_whole(&mut self, destination: PlaceId, source: PlaceId, access: Access) {
        let value = self.b.load(source, access);
        self.b.emit(InstKind::Store {
            place: destination,
            value,
            access,
        });
    }

    fn copy_pieces(&mut self, destination: PlaceId, source: PlaceId, ty: Ty, access: Access) {
        match *self.types.kind(ty) {
            TyKind::Record(id) if self.is_plain_struct(id) => {
                let fields = self
                    .types
                    .record(id)
                    .layout
                    .as_ref()
                    .map(|l| l.fields.clone())
                    .unwrap_or_default();
                for (index, field) in fields.iter().enumerate() {
                    let (ir, inner) = match field.content {
                        FieldContent::Member { ty, .. } => (self.ir_object_type(ty), Some(ty.ty)),
                        FieldContent::Unit { bytes } => (Types::int(8 * bytes as u32, false), None),
                    };
                    if inner.is_some_and(|ty| self.pieces_of(ty.into()) == 0) {
                        continue;
                    }
                    let index = index as u32;
                    let to = self.b.place(PlaceKind::Field(destination, index), ir);
                    let from = self.b.place(PlaceKind::Field(source, index), ir);
                    match inner {
                        Some(ty) => self.copy_pieces(to, from, ty, access),
                        None => self.copy_whole(to, from, access),
                    }
                }
            }
            TyKind::Array {
                element,
                length: ArrayLength::Constant(length),
            } => {
                let ir = self.ir_object_type(element);
                for index in 0..length {
                    let index_expr = self
                        .b
                        .int(&self.program.types, Types::I32, u128::from(index));
                    let to = self.b.place(PlaceKind::Index(destination, index_expr), ir);
                    let from = self.b.place(PlaceKind::Index(source, index_expr), ir);
                    self.copy_pieces(to, from, element.ty, access);
                }
            }
            TyKind::Array { .. } => {}
            _ => self.copy_whole(destination, source, access),
        }
    }

    fn is_plain_struct(&self, id: RecordId) -> bool {
        self.types.record(id).kind == unspool_ir::RecordKind::Struct
    }

    /// How many accesses copying an object takes; saturates.
    pub(super) fn pieces_of(&self, ty: QualTy) -> u64 {
        match *self.types.kind(ty.ty) {
            TyKind::Record(id) if self.is_plain_struct(id) => {
                self.types.record(id).layout.as_ref().map_or(0, |layout| {
                    layout
                        .fields
                        .iter()
                        .map(|field| match field.content {
                            FieldContent::Member { ty, .. } => self.pieces_of(ty),
                            FieldContent::Unit { .. } => 1,
                        })
                        .fold(0, u64::saturating_add)
                })
            }
            TyKind::Record(id) => u64::from(
                self.types
                    .record(id)
                    .layout
                    .as_ref()
                    .is_some_and(|l| l.size > 0),
            ),
            TyKind::Array {
                element,
                length: ArrayLength::Constant(length),
            } => self.pieces_of(element).saturating_mul(length),
            TyKind::Array { .. } => 0,
            _ => 1,
        }
    }

    /// A place that holds the record and that no other thread or later assignment can change.
    pub(super) fn private_record(&mut self, value: Value) -> PlaceId {
        let ValueKind::Record { place, temporary } = value.kind else {
            // Only records come here; an empty place of the right type does no harm.
            let lvalue = self.temporary_lvalue(value.ty.into());
            return match lvalue.target {
                Target::Place(place) => place,
                _ => PlaceId(0),
            };
        };
        if temporary {
            return place;
        }
        let copy = self.temporary_lvalue(value.ty.into());
        let Target::Place(destination) = copy.target else {
            return place;
        };
        self.copy_record(destination, place, copy.ty, value.ty);
        destination
    }

    /// A scalar, or a whole record read from private memory: what is passed and returned.
    pub(super) fn whole(&mut self, value: Value) -> ExprId {
        match value.kind {
            ValueKind::Record { .. } => {
                let place = self.private_record(value);
                self.b.load(place, Self::PLAIN)
            }
            _ => self.scalar(value),
        }
    }
}
