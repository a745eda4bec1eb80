//! Compare-exchange of whole records.
//!
//! C compares "the contents of the memory" (C11 7.17.7.4p2) but lets padding have any content at any time, so that the outcome for
//! records with padding is anybody's guess. Here padding does not count: copies are made member by member and do not keep it.

use unspool_ir::{BinaryOp, ExprId, InstKind, MemoryOrder, PlaceId, PlaceKind, RecordKind, Types};

use crate::ctype::{ArrayLength, Ty, TyKind};
use crate::record::FieldContent;
use crate::source::Span;

use super::atomic_object::without_acquire;
use super::atomic_update::Exchange;
use super::{Lower, Lowered, Value, ValueKind};

/// Larger records are refused: they would take too many instructions to compare.
const MAX_BYTES: u64 = 4096;

/// Bytes of a record that hold a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Piece {
    offset: u64,
    bytes: u64,
}

impl Lower<'_> {
    /// Whether it succeeded, and what the object held.
    pub(super) fn compare_exchange_records(
        &mut self,
        exchange: Exchange,
    ) -> Lowered<(ExprId, Value)> {
        let object = self.pinned_object(exchange.object);
        let ok = self.b.new_reg("", Types::BOOL);
        self.b.emit(InstKind::AtomicBegin);
        let order = stronger(exchange.success.without_release(), exchange.failure);
        let old = self.load_atomically(object, order);
        let same = self.same_contents(old, exchange.expected, exchange.span)?;
        self.b.emit(InstKind::Assign {
            dst: ok,
            value: same,
        });
        let succeeded = self.b.reg(ok);
        let done = self.b.new_block();
        if exchange.weak {
            // Drawn only where it matters.
            let equal = self.b.new_block();
            self.b.branch(succeeded, equal, done);
            self.b.start(equal);
            self.b.emit(InstKind::Nondet { dst: ok });
        }
        let succeeds = self.b.new_block();
        self.b.branch(succeeded, succeeds, done);
        self.b.start(succeeds);
        self.store_atomically(object, exchange.desired, without_acquire(exchange.success));
        self.b.goto(done);
        self.b.start(done);
        self.b.emit(InstKind::AtomicEnd);
        Ok((succeeded, old))
    }

    /// Compares private records of one type, as bits.
    fn same_contents(&mut self, left: Value, right: Value, span: Span) -> Lowered<ExprId> {
        let (ValueKind::Record { place: a, .. }, ValueKind::Record { place: b, .. }) =
            (left.kind, right.kind)
        else {
            return self.error(span, "records are needed here");
        };
        let size = self.types.size_of(left.ty).unwrap_or(0);
        if size > MAX_BYTES {
            let message = format!(
                "a compare-exchange of `{}`, which has {size} bytes, is not supported",
                self.describe(left.ty),
            );
            return self.unsupported(span, message);
        }
        let mut pieces = Vec::new();
        self.pieces_with_values(left.ty, 0, &mut pieces);
        let mut same = None;
        for piece in in_integers(&pieces) {
            let (x, y) = (self.load_piece(a, piece), self.load_piece(b, piece));
            let types = &self.program.types;
            let equal = self.b.binary(types, BinaryOp::Eq, x, y);
            same = Some(match same {
                Some(before) => self.b.binary(types, BinaryOp::And, before, equal),
                None => equal,
            });
        }
        // Records without members are equal.
        Ok(same.unwrap_or_else(|| self.b.int(&self.program.types, Types::BOOL, 1)))
    }

    /// Adds the bytes of an object at `offset` that are no padding; of a union, whose member is not known, all.
    fn pieces_with_values(&mut self, ty: Ty, offset: u64, pieces: &mut Vec<Piece>) {
        let size = self.types.size_of(ty).unwrap_or(0);
        // However many elements of no size there are, they hold nothing.
        if size == 0 {
            return;
        }
        match *self.types.kind(ty) {
            TyKind::Record(id) if self.types.record(id).kind == RecordKind::Struct => {
                let layout = self.types.record(id).layout.as_ref();
                let fields = layout.map(|l| l.fields.clone()).unwrap_or_default();
                for field in fields {
                    let offset = offset + field.offset;
                    match field.content {
                        FieldContent::Member { ty, .. } => {
                            self.pieces_with_values(ty.ty, offset, pieces);
                        }
                        FieldContent::Unit { bytes } => join(pieces, Piece { offset, bytes }),
                    }
                }
            }
            TyKind::Array {
                element,
                length: ArrayLength::Constant(length),
            } => {
                let step = self.types.size_of(element.ty).unwrap_or(0);
                for index in 0..length {
                    self.pieces_with_values(element.ty, offset + index * step, pieces);
                }
            }
            TyKind::Float(_) => {
                let ir = self.ir_type(ty);
                let bytes = u64::from(self.program.types.value_bits(ir).div_ceil(8));
                join(pieces, Piece { offset, bytes });
            }
            _ => join(
                pieces,
                Piece {
                    offset,
                    bytes: size,
                },
            ),
        }
    }

    fn load_piece(&mut self, record: PlaceId, piece: Piece) -> ExprId {
        let integer = Types::int(8 * piece.bytes as u32, false);
        let byte = self.program.types.pointer_to(Types::U8);
        let wanted = self.program.types.pointer_to(integer);
        let address = self.b.address_of(&mut self.program.types, record);
        let types = &self.program.types;
        let address = self.b.convert(types, address, byte);
        let offset = self.b.int(types, Types::I32, u128::from(piece.offset));
        let address = self.b.binary(types, BinaryOp::PointerAdd, address, offset);
        let address = self.b.convert(types, address, wanted);
        let place = self.b.place(PlaceKind::Deref(address), integer);
        self.b.load(place, Self::PLAIN)
    }
}

/// Adds a piece, to the last one if it continues that.
fn join(pieces: &mut Vec<Piece>, piece: Piece) {
    match pieces.last_mut() {
        Some(last) if last.offset + last.bytes == piece.offset => last.bytes += piece.bytes,
        _ if piece.bytes > 0 => pieces.push(piece),
        _ => {}
    }
}

/// The same bytes in pieces that are as large as integers.
fn in_integers(pieces: &[Piece]) -> Vec<Piece> {
    let mut result = Vec::new();
    for piece in pieces {
        let (mut offset, end) = (piece.offset, piece.offset + piece.bytes);
        while offset < end {
            let fits = |bytes: &u64| *bytes <= end - offset;
            let bytes = [16, 8, 4, 2, 1].into_iter().find(fits).unwrap_or(1);
            result.push(Piece { offset, bytes });
            offset += bytes;
        }
    }
    result
}

/// Of two orders that a load can have.
fn stronger(a: MemoryOrder, b: MemoryOrder) -> MemoryOrder {
    let rank = |order| MemoryOrder::ALL.iter().position(|&other| other == order);
    if rank(a) >= rank(b) { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_joined_and_cut_into_integers() {
        let mut pieces = Vec::new();
        for (offset, bytes) in [(0, 1), (1, 2), (4, 4), (8, 8), (16, 0), (24, 16)] {
            join(&mut pieces, Piece { offset, bytes });
        }
        let shown = |pieces: &[Piece]| -> Vec<(u64, u64)> {
            pieces.iter().map(|p| (p.offset, p.bytes)).collect()
        };
        assert_eq!(shown(&pieces), [(0, 3), (4, 12), (24, 16)]);
        assert_eq!(
            shown(&in_integers(&pieces)),
            [(0, 2), (2, 1), (4, 8), (12, 4), (24, 16)]
        );
    }
}
