//! Layout of structs, unions and bit-fields, as GCC does it for the System V ABIs.
//!
//! The IR has no bit-fields: it sees the integer *units* that hold them. A run of neighbouring bit-fields (one "memory
//! location" of C11 3.14) is covered by naturally aligned units no larger than the widest declared type in it and not
//! touching any other member, so that writing a bit-field never writes a neighbour that C says is separate.
//! A bit-field may span two units (packed records); accesses then touch both.
//!
//! Source: System V ABI, i386 and AMD64 supplements; GCC's `PCC_BITFIELD_TYPE_MATTERS`.

use std::cmp::Reverse;

use unspool_ir::RecordKind;

use crate::ctype::{CTypes, QualTy, TyKind};
use crate::source::Span;
use crate::symbol::Symbol;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct RecordId(pub u32);

impl RecordId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Debug)]
pub struct Record {
    pub tag: Option<Symbol>,
    pub kind: RecordKind,
    /// Which translation unit defines it.
    pub unit: u32,
    pub span: Span,
    /// Any member type may initialise or be passed as the union (`transparent_union`).
    pub transparent: bool,
    pub layout: Option<Layout>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    pub size: u64,
    pub align: u64,
    pub members: Vec<Member>,
    /// What the IR sees, in its order.
    pub fields: Vec<IrField>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// None for anonymous structs and unions, whose members are looked up through them.
    pub name: Option<Symbol>,
    pub ty: QualTy,
    pub place: MemberPlace,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MemberPlace {
    /// The whole IR field with this index, at this byte offset.
    Field { index: u32, offset: u64 },
    /// `width` bits from bit `start` of the record, counted from the lowest bit of byte 0.
    Bits { start: u64, width: u32 },
}

#[derive(Clone, Debug, PartialEq)]
pub struct IrField {
    pub offset: u64,
    pub content: FieldContent,
}

#[derive(Clone, Debug, PartialEq)]
pub enum FieldContent {
    /// A member of this type.
    Member { ty: QualTy, name: Option<Symbol> },
    /// An unsigned integer of this many bytes that holds bit-fields.
    Unit { bytes: u64 },
}

/// The part of a bit-field that lies in one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitPiece {
    /// The unit: its index among the IR fields, its offset and size in bytes.
    pub field: u32,
    pub offset: u64,
    pub bytes: u64,
    /// Lowest bit within the unit.
    pub shift: u32,
    /// Lowest bit within the value.
    pub position: u32,
    pub width: u32,
}

impl Layout {
    /// The units that hold the `width` bits from `start`, lowest first. In a union several units cover the same bits: the one
    /// that reaches furthest is taken, then the smallest.
    pub fn bit_pieces(&self, start: u64, width: u32) -> Vec<BitPiece> {
        let end = start + u64::from(width);
        let mut pieces = Vec::new();
        let mut at = start;
        while at < end {
            let best = self
                .fields
                .iter()
                .enumerate()
                .filter_map(|(index, field)| {
                    let FieldContent::Unit { bytes } = field.content else {
                        return None;
                    };
                    let (low, high) = (8 * field.offset, 8 * (field.offset + bytes));
                    let holds = low <= at && at < high;
                    holds.then_some((high.min(end), Reverse(bytes), Reverse(index)))
                })
                .max();
            // Layout gives every bit-field its units.
            let Some((reach, Reverse(bytes), Reverse(index))) = best else {
                break;
            };
            let offset = self.fields[index].offset;
            pieces.push(BitPiece {
                field: index as u32,
                offset,
                bytes,
                shift: (at - 8 * offset) as u32,
                position: (at - start) as u32,
                width: (reach - at) as u32,
            });
            at = reach;
        }
        pieces
    }
}

/// A member as declared, before layout.
#[derive(Clone, Debug)]
pub struct Declared {
    pub name: Option<Symbol>,
    pub ty: QualTy,
    pub bits: Option<u32>,
    /// `aligned` attribute or `_Alignas` of the member itself.
    pub align: Option<u64>,
    pub packed: bool,
}

impl Record {
    /// Same member names at the same offsets (types by size only: enough to tell definitions apart across files).
    pub fn same_layout(&self, other: &Record) -> bool {
        match (&self.layout, &other.layout) {
            (Some(a), Some(b)) => {
                a.size == b.size
                    && a.align == b.align
                    && a.members.len() == b.members.len()
                    && a.members
                        .iter()
                        .zip(&b.members)
                        .all(|(x, y)| x.name == y.name && x.place == y.place)
            }
            _ => true,
        }
    }
}

/// Where the next member goes while a record is laid out.
struct Cursor {
    /// First free bit.
    bit: u64,
    align: u64,
    size_bits: u64,
}

/// Why a record cannot be laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LayoutError {
    /// Larger than any object can be.
    TooLarge,
    /// A packed union whose size is no integer's holds a bit-field that no unit at its start covers.
    PackedUnionBits,
}

/// Lays out a record.
pub fn lay_out(
    types: &CTypes,
    kind: RecordKind,
    declared: &[Declared],
    packed: bool,
    pack_limit: Option<u64>,
    min_align: u64,
) -> Result<Layout, LayoutError> {
    let too_large = LayoutError::TooLarge;
    let mut cursor = Cursor {
        bit: 0,
        align: 1,
        size_bits: 0,
    };
    let mut members = Vec::with_capacity(declared.len());
    // First free bit after each member and the size of its declared type: what the units are made from.
    let mut places = Vec::with_capacity(declared.len());
    for member in declared {
        if kind == RecordKind::Union {
            cursor.bit = 0;
        }
        let packed = packed || member.packed;
        let type_bytes = types.size_of(member.ty.ty).unwrap_or(0);
        let limit = |align: u64| pack_limit.map_or(align, |limit| align.min(limit));
        let natural = limit(if packed { 1 } else { types.align_of(member.ty) });
        let align = member
            .align
            .map_or(natural, |a| if packed { a } else { a.max(natural) });
        let start = match member.bits {
            None => {
                cursor.align = cursor.align.max(align);
                let start = cursor
                    .bit
                    .checked_next_multiple_of(8 * align)
                    .ok_or(too_large)?;
                cursor.bit = type_bytes
                    .checked_mul(8)
                    .and_then(|bits| start.checked_add(bits))
                    .ok_or(too_large)?;
                start
            }
            Some(0) => {
                cursor.bit = cursor
                    .bit
                    .next_multiple_of(8 * types.align_of(member.ty).max(1));
                cursor.size_bits = cursor.size_bits.max(cursor.bit);
                continue;
            }
            Some(width) => {
                let (unit, align_bits) = (8 * type_bytes, 8 * natural);
                let width = u64::from(width);
                let spans_too_many =
                    (cursor.bit % align_bits + width).div_ceil(align_bits) > unit / align_bits;
                if member.align.is_some() {
                    cursor.bit = cursor.bit.next_multiple_of(8 * align);
                } else if !packed && spans_too_many {
                    cursor.bit = cursor.bit.next_multiple_of(align_bits);
                }
                // Unnamed bit-fields do not raise the record's alignment.
                if member.name.is_some() {
                    cursor.align = cursor.align.max(align);
                }
                let start = cursor.bit;
                cursor.bit += width;
                start
            }
        };
        cursor.size_bits = cursor.size_bits.max(cursor.bit);
        places.push(Placed {
            start,
            end: cursor.bit,
            type_bytes,
            is_bits: member.bits.is_some(),
        });
        members.push(Member {
            name: member.name,
            ty: member.ty,
            place: match member.bits {
                Some(width) => MemberPlace::Bits { start, width },
                None => MemberPlace::Field {
                    index: 0,
                    offset: start / 8,
                },
            },
        });
    }
    let align = cursor.align.max(min_align);
    let size = cursor
        .size_bits
        .div_ceil(8)
        .checked_next_multiple_of(align)
        .ok_or(too_large)?;
    if size > i64::MAX as u64 {
        return Err(too_large);
    }
    let fields = ir_fields(kind, &places, &members, size)?;
    // Unnamed bit-fields only took up room.
    members.retain(|m| m.name.is_some() || !matches!(m.place, MemberPlace::Bits { .. }));
    renumber(&mut members, &fields);
    Ok(Layout {
        size,
        align,
        members,
        fields,
    })
}

struct Placed {
    start: u64,
    end: u64,
    type_bytes: u64,
    is_bits: bool,
}

fn ir_fields(
    kind: RecordKind,
    places: &[Placed],
    members: &[Member],
    size: u64,
) -> Result<Vec<IrField>, LayoutError> {
    let mut fields = Vec::new();
    let mut index = 0;
    while index < places.len() {
        if !places[index].is_bits {
            fields.push(IrField {
                offset: places[index].start / 8,
                content: FieldContent::Member {
                    ty: members[index].ty,
                    name: members[index].name,
                },
            });
            index += 1;
            continue;
        }
        let first = index;
        let mut widest = places[index].type_bytes;
        index += 1;
        while kind == RecordKind::Struct && index < places.len() && places[index].is_bits {
            widest = widest.max(places[index].type_bytes);
            index += 1;
        }
        if kind == RecordKind::Union {
            // All members start at offset 0, so must the unit.
            let bytes = places[first].end.div_ceil(8).next_power_of_two();
            if bytes > size {
                return Err(LayoutError::PackedUnionBits);
            }
            fields.push(IrField {
                offset: 0,
                content: FieldContent::Unit { bytes },
            });
            continue;
        }
        let low = places[first].start / 8;
        let used = places[index - 1].end.div_ceil(8);
        let next = places.get(index).map_or(size, |p| p.start / 8);
        let high = used.next_multiple_of(widest.max(1)).min(next).max(used);
        cover(low, high, widest, &mut fields);
    }
    Ok(fields)
}

/// Covers the bytes `low..high` with naturally aligned units of at most `widest` bytes.
fn cover(mut low: u64, high: u64, widest: u64, fields: &mut Vec<IrField>) {
    while low < high {
        let mut bytes = widest.clamp(1, 8);
        while !low.is_multiple_of(bytes) || low + bytes > high {
            bytes /= 2;
        }
        fields.push(IrField {
            offset: low,
            content: FieldContent::Unit { bytes },
        });
        low += bytes;
    }
}

/// Lets members and IR fields point at each other after unnamed bit-fields were dropped.
fn renumber(members: &mut [Member], fields: &[IrField]) {
    // Dropped members were bit-fields, so the remaining field members keep their order.
    let mut indices = fields
        .iter()
        .enumerate()
        .filter(|(_, f)| matches!(f.content, FieldContent::Member { .. }))
        .map(|(index, _)| index as u32);
    for member in members.iter_mut() {
        if let MemberPlace::Field { index, .. } = &mut member.place {
            *index = indices.next().unwrap_or(0);
        }
    }
}

/// Members by name, looking through anonymous structs and unions: the path of member positions.
pub fn find_member(types: &CTypes, record: RecordId, name: Symbol) -> Option<Vec<usize>> {
    let layout = types.record(record).layout.as_ref()?;
    for (position, member) in layout.members.iter().enumerate() {
        if member.name == Some(name) {
            return Some(vec![position]);
        }
        if member.name.is_none()
            && let TyKind::Record(inner) = *types.kind(member.ty.ty)
            && let Some(mut path) = find_member(types, inner, name)
        {
            path.insert(0, position);
            return Some(path);
        }
    }
    None
}
