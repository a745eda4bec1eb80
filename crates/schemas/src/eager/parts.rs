//! Objects cut into parts, and which of them threads share.
//!
//! An object is cut where some access begins or ends, as the engine cuts memory into cells. A part is *shared* if one thread may write it and another one use it, unless all
//! that is written is written before the other one is started. Only of shared parts
//! contents are guessed. An access is made in one way, so if one of the parts that it may concern is shared, all are.

use std::collections::BTreeSet;

use unspool_ir::{FloatKind, Type, TypeId, Types};
use unspool_passes::accesses::starts;
use unspool_passes::thread_starts::ThreadStarts;

use super::narrow::Narrow;
use super::survey::{Bytes, Surveyed, Users};

/// A part of an object that is used as a whole.
#[derive(Clone, Debug)]
pub struct Part {
    pub offset: u64,
    /// A scalar that is no float, so that equal means equal bits.
    pub ty: TypeId,
    pub is_shared: bool,
    pub is_written: bool,
    /// Whether it is used as a number of 80 bits. Where its other bytes lie, and which bits are a number, verifiers do not agree on.
    pub is_long_double: bool,
    /// Whether it is used as a pointer and as a number: to make the one of the other outside of memory is what verifiers do not agree on, either.
    pub is_mixed: bool,
    /// What of it has to be guessed; None for all of it.
    pub narrow: Option<Narrow>,
}

/// The parts of an object with so many bytes that anybody uses, in their order.
pub fn cut(
    types: &Types,
    surveyed: &Surveyed,
    room: u64,
    starts_of_threads: &ThreadStarts,
) -> Vec<Part> {
    let mut cuts: BTreeSet<u64> = BTreeSet::new();
    let mut covered: Vec<(u64, u64)> = Vec::new();
    for bytes in surveyed.accesses.keys().filter(|bytes| bytes.size > 0) {
        for start in starts(&bytes.offsets, bytes.size, room) {
            cuts.extend([start, start + bytes.size]);
            covered.push((start, start + bytes.size));
        }
    }
    covered.sort_unstable();
    let cuts: Vec<u64> = cuts.into_iter().collect();
    let mut pieces: Vec<Piece> = Vec::new();
    let mut next = 0;
    let mut reach = 0;
    for pair in cuts.windows(2) {
        while next < covered.len() && covered[next].0 <= pair[0] {
            reach = covered[next].1.max(reach);
            next += 1;
        }
        if reach > pair[0] {
            pieces.push(Piece::new(pair[0], pair[1]));
        }
    }
    for (bytes, users) in &surveyed.accesses {
        for_each_piece(&mut pieces, bytes, room, |piece, is_whole| {
            piece.users.join(users);
            piece.is_long_double |= matches!(types.get(bytes.ty), Type::Float(FloatKind::F80));
            match is_whole {
                true => piece.name(types, bytes.ty),
                false => piece.is_part_of_more = true,
            }
        });
    }
    for piece in &mut pieces {
        piece.is_shared = piece.users.share(starts_of_threads);
    }
    share_together(&mut pieces, surveyed, room);
    pieces.iter().flat_map(|piece| piece.parts(types)).collect()
}

struct Piece {
    start: u64,
    end: u64,
    users: Users,
    is_shared: bool,
    /// Of an access to just these bytes.
    ty: Option<TypeId>,
    /// Whether some access is to these bytes and others.
    is_part_of_more: bool,
    is_long_double: bool,
    is_pointer: bool,
    is_number: bool,
}

impl Piece {
    fn new(start: u64, end: u64) -> Piece {
        Piece {
            start,
            end,
            users: Users::default(),
            is_shared: false,
            ty: None,
            is_part_of_more: false,
            is_long_double: false,
            is_pointer: false,
            is_number: false,
        }
    }

    /// A pointer must stay a pointer, and what is not only a truth value needs all its bits.
    fn name(&mut self, types: &Types, ty: TypeId) {
        self.is_pointer |= types.is_pointer(ty);
        self.is_number |= types.is_scalar(ty) && !types.is_pointer(ty);
        if !types.is_scalar(ty) || types.is_float(ty) {
            self.ty = self.ty.filter(|known| types.is_pointer(*known));
            return;
        }
        let is_better = match self.ty {
            None => true,
            Some(known) if types.is_pointer(known) => false,
            Some(known) => types.is_pointer(ty) || known == Types::BOOL,
        };
        if is_better {
            self.ty = Some(ty);
        }
    }

    /// One part, or several if there is no scalar of this size.
    fn parts(&self, types: &Types) -> Vec<Part> {
        let size = self.end - self.start;
        let part = |offset, ty| Part {
            offset,
            ty,
            is_shared: self.is_shared,
            is_written: !self.users.writes.is_empty(),
            is_long_double: self.is_long_double,
            is_mixed: self.is_pointer && self.is_number,
            narrow: None,
        };
        // What is copied with its surroundings may be no truth value, whatever it is called.
        let is_sure = |ty: &TypeId| *ty != Types::BOOL || !self.is_part_of_more;
        let fits = |ty: &TypeId| types.size_of(*ty) == Some(size) && is_sure(ty);
        if let Some(ty) = self.ty.filter(fits) {
            return vec![part(self.start, ty)];
        }
        let mut parts = Vec::new();
        let mut at = self.start;
        while at < self.end {
            let fits = |bytes: &u64| at.is_multiple_of(*bytes) && at + bytes <= self.end;
            let bytes = [8, 4, 2, 1].into_iter().find(fits).unwrap_or(1);
            parts.push(part(at, Types::int(8 * bytes as u32, false)));
            at += bytes;
        }
        parts
    }
}

/// Until nothing changes: what one access may concern is shared together.
fn share_together(pieces: &mut [Piece], surveyed: &Surveyed, room: u64) {
    let mut has_changed = true;
    while std::mem::take(&mut has_changed) {
        for list in &surveyed.together {
            let (mut some, mut all) = (false, true);
            for bytes in list {
                for_each_piece(pieces, bytes, room, |piece, _| {
                    some |= piece.is_shared;
                    all &= piece.is_shared;
                });
            }
            if some && !all {
                has_changed = true;
                for bytes in list {
                    for_each_piece(pieces, bytes, room, |piece, _| piece.is_shared = true);
                }
            }
        }
    }
}

/// The pieces that accesses to these bytes may concern, and whether a piece is the whole of one.
fn for_each_piece(
    pieces: &mut [Piece],
    bytes: &Bytes,
    room: u64,
    mut visit: impl FnMut(&mut Piece, bool),
) {
    if bytes.size == 0 {
        return;
    }
    for start in starts(&bytes.offsets, bytes.size, room) {
        let end = start + bytes.size;
        let first = pieces.partition_point(|piece| piece.start < start);
        for piece in &mut pieces[first..] {
            if piece.start >= end {
                break;
            }
            let is_whole = piece.start == start && piece.end == end;
            visit(piece, is_whole);
        }
    }
}
