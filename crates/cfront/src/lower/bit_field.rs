//! Reading and writing bit-fields through the integer units that hold them.
//!
//! A bit-field usually lies in one unit; in packed records it may span two or more. Writing one that does not fill its unit is a
//! load, a mask and a store, as compilers do it: another thread can come between, and a neighbour in the same unit can
//! be overwritten. That is what C11 says of adjacent bit-fields: they are one memory location.

use unspool_ir::{BinaryOp, ExprId, InstKind, PlaceId, PlaceKind, Types, arithmetic};

use crate::ctype::{CTypes, Ty, TyKind};
use crate::record::BitPiece;

use super::lvalue::{Lvalue, Target, access};
use super::{Lower, Value};

impl Lower<'_> {
    /// The units of a bit-field and their places; none for any other object.
    fn pieces(&mut self, target: Target) -> Vec<(PlaceId, BitPiece)> {
        let Target::Bits {
            record,
            record_ty,
            start,
            width,
        } = target
        else {
            return Vec::new();
        };
        let layout = self
            .types
            .record_id(record_ty)
            .and_then(|id| self.types.record(id).layout.as_ref());
        let pieces = layout.map_or(Vec::new(), |layout| layout.bit_pieces(start, width));
        pieces
            .into_iter()
            .map(|piece| {
                let ty = Types::int(8 * piece.bytes as u32, false);
                let place = self.b.place(PlaceKind::Field(record, piece.field), ty);
                (place, piece)
            })
            .collect()
    }

    /// Reads the units that hold a bit-field; none for any other object.
    pub(super) fn load_bit_units(&mut self, lvalue: Lvalue) -> Vec<ExprId> {
        let pieces = self.pieces(lvalue.target);
        pieces
            .iter()
            .map(|&(place, _)| self.b.load(place, access(lvalue.ty)))
            .collect()
    }

    /// A bit-field's value after integer promotion, which goes by its width.
    pub(super) fn promoted_bits(&mut self, lvalue: Lvalue, units: &[ExprId]) -> Value {
        let value = self.assemble_bits(lvalue, units);
        let promoted = self.bits_promotion(lvalue);
        self.convert_scalar(value, promoted)
    }

    /// The value has the member's declared type.
    fn assemble_bits(&mut self, lvalue: Lvalue, units: &[ExprId]) -> Value {
        let Target::Bits { width, .. } = lvalue.target else {
            return Value::void();
        };
        let ir = self.ir_type(lvalue.ty.ty);
        let work = work_type(width);
        let mut value: Option<ExprId> = None;
        for ((_, piece), &unit) in self.pieces(lvalue.target).iter().zip(units) {
            let unit_bits = 8 * piece.bytes as u32;
            let types = &self.program.types;
            let shifted = if piece.shift == 0 {
                unit
            } else {
                let count = self.b.int(types, Types::I32, u128::from(piece.shift));
                self.b.binary(types, BinaryOp::Shr, unit, count)
            };
            let mut part = self.b.convert(types, shifted, work);
            if piece.shift + piece.width < unit_bits || unit_bits > width {
                let mask = self.b.int(types, work, arithmetic::mask(piece.width));
                part = self.b.binary(types, BinaryOp::And, part, mask);
            }
            if piece.position > 0 {
                let count = self.b.int(types, Types::I32, u128::from(piece.position));
                part = self.b.binary(types, BinaryOp::Shl, part, count);
            }
            value = Some(match value {
                None => part,
                Some(low) => self.b.binary(types, BinaryOp::Or, low, part),
            });
        }
        let types = &self.program.types;
        let value = value.unwrap_or_else(|| self.b.int(types, work, 0));
        let value = self.sign_extend_bits(value, width, self.types.is_signed(lvalue.ty.ty));
        let value = self.b.convert(&self.program.types, value, ir);
        Value::scalar(value, lvalue.ty.ty)
    }

    /// From the low `width` bits of an unsigned value.
    fn sign_extend_bits(&mut self, value: ExprId, width: u32, signed: bool) -> ExprId {
        let ty = self.b.type_of(value);
        let bits = self.program.types.value_bits(ty);
        if !signed {
            return value;
        }
        let types = &self.program.types;
        if width >= bits {
            return self.b.convert(types, value, Types::int(bits, true));
        }
        // Shift up unsigned, where nothing overflows, then down signed.
        let unused = self.b.int(types, Types::I32, u128::from(bits - width));
        let up = self.b.binary(types, BinaryOp::Shl, value, unused);
        let up = self.b.convert(types, up, Types::int(bits, true));
        self.b.binary(types, BinaryOp::Shr, up, unused)
    }

    /// Stores a value of the member's type; the result is what the field then holds. `units` are the units' contents if they
    /// have been read already.
    pub(super) fn store_bits(&mut self, lvalue: Lvalue, value: ExprId, units: &[ExprId]) -> ExprId {
        let Target::Bits { width, .. } = lvalue.target else {
            return value;
        };
        let ir = self.ir_type(lvalue.ty.ty);
        let work = work_type(width);
        let value = self.b.convert(&self.program.types, value, work);
        let value = self.b.pinned(value);
        let access = access(lvalue.ty);
        for (position, &(place, piece)) in self.pieces(lvalue.target).iter().enumerate() {
            let unit_bits = 8 * piece.bytes as u32;
            let unit_ty = Types::int(unit_bits, false);
            let mut part = value;
            if piece.position > 0 {
                let types = &self.program.types;
                let count = self.b.int(types, Types::I32, u128::from(piece.position));
                part = self.b.binary(types, BinaryOp::Shr, part, count);
            }
            part = self.b.convert(&self.program.types, part, unit_ty);
            if piece.width < unit_bits {
                let mask = arithmetic::mask(piece.width);
                let old = match units.get(position) {
                    Some(&unit) => unit,
                    None => self.b.load(place, access),
                };
                let types = &self.program.types;
                let keep = self.b.int(types, unit_ty, !(mask << piece.shift));
                let kept = self.b.binary(types, BinaryOp::And, old, keep);
                let mask = self.b.int(types, unit_ty, mask);
                let low = self.b.binary(types, BinaryOp::And, part, mask);
                let count = self.b.int(types, Types::I32, u128::from(piece.shift));
                let moved = self.b.binary(types, BinaryOp::Shl, low, count);
                part = self.b.binary(types, BinaryOp::Or, kept, moved);
            }
            self.b.emit(InstKind::Store {
                place,
                value: part,
                access,
            });
        }
        let types = &self.program.types;
        let mask = self.b.int(types, work, arithmetic::mask(width));
        let held = self.b.binary(types, BinaryOp::And, value, mask);
        let held = self.sign_extend_bits(held, width, self.types.is_signed(lvalue.ty.ty));
        self.b.convert(&self.program.types, held, ir)
    }

    /// Integer promotion of a bit-field goes by its width: what fits `int` becomes `int` (C11 6.3.1.1p2). Wider ones keep
    /// their width, as in GCC.
    fn bits_promotion(&mut self, lvalue: Lvalue) -> Ty {
        let Target::Bits { width, .. } = lvalue.target else {
            return lvalue.ty.ty;
        };
        let signed = self.types.is_signed(lvalue.ty.ty);
        match self.types.kind(lvalue.ty.ty) {
            TyKind::Bool => CTypes::INT,
            _ if width < 32 || (width == 32 && signed) => CTypes::INT,
            _ if width == 32 => CTypes::UINT,
            _ if width == 64 => lvalue.ty.ty,
            _ => self.types.intern(TyKind::WideBits {
                bits: width,
                signed,
            }),
        }
    }

    /// Cuts the result of an operation to the width of a wide bit-field's type; any other type is as wide as its values.
    pub(super) fn in_width(&mut self, value: ExprId, ty: Ty) -> ExprId {
        let TyKind::WideBits { bits, signed } = *self.types.kind(ty) else {
            return value;
        };
        let types = &self.program.types;
        let unsigned = self.b.convert(types, value, Types::U64);
        let mask = self.b.int(types, Types::U64, arithmetic::mask(bits));
        let low = self.b.binary(types, BinaryOp::And, unsigned, mask);
        self.sign_extend_bits(low, bits, signed)
    }
}

/// The unsigned type in which the bits are put together.
fn work_type(width: u32) -> unspool_ir::TypeId {
    Types::int(if width <= 32 { 32 } else { 64 }, false)
}
