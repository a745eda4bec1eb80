//! Initialisers of objects with static storage, as bytes, scalars and addresses at offsets.

use std::collections::BTreeMap;

use unspool_ir::{Init, InitItem, InitValue, TypeId, Types, arithmetic};

use crate::ctype::{QualTy, TyKind};
use crate::record::MemberPlace;
use crate::source::Span;

use super::constant::Constant;
use super::initializer::{Entry, Flat, Source, Step};
use super::{Lower, Lowered, Value, ValueKind};

/// Items by offset, later ones replacing what they overlap.
#[derive(Debug, Default)]
struct Image {
    items: BTreeMap<u64, (u64, InitValue)>,
}

impl Image {
    fn put(&mut self, offset: u64, size: u64, value: InitValue) {
        if size == 0 {
            return;
        }
        let end = offset.saturating_add(size);
        // Only the item right before can reach into the new one from the left.
        let first = self
            .items
            .range(..offset)
            .next_back()
            .filter(|(start, (size, _))| **start + size > offset)
            .map_or(offset, |(start, _)| *start);
        let overlapped: Vec<u64> = self.items.range(first..end).map(|(o, _)| *o).collect();
        for start in overlapped {
            if let Some((old_size, old)) = self.items.remove(&start)
                && (start < offset || start + old_size > end)
            {
                // What is left of it on either side is kept as bytes.
                let bytes = value_bytes(&old, old_size);
                let part = |from: u64, to: u64| {
                    let (from, to) = (from as usize, to as usize);
                    let to = to.min(bytes.len());
                    InitValue::Bytes(bytes[from.min(to)..to].to_vec())
                };
                if start < offset {
                    let left = part(0, offset - start);
                    self.items.insert(start, (offset - start, left));
                }
                if start + old_size > end {
                    let right = part(end - start, old_size);
                    self.items.insert(end, (start + old_size - end, right));
                }
            }
        }
        self.items.insert(offset, (size, value));
    }

    fn bits_at(&self, offset: u64) -> u128 {
        match self.items.get(&offset) {
            Some((_, InitValue::Scalar { bits, .. })) => *bits,
            _ => 0,
        }
    }

    fn finish(self) -> Init {
        let items = self
            .items
            .into_iter()
            .filter(|(_, (_, value))| !is_zero(value))
            .map(|(offset, (_, value))| InitItem { offset, value })
            .collect();
        Init { items }
    }
}

/// Zero is what is not listed.
fn is_zero(value: &InitValue) -> bool {
    match value {
        InitValue::Scalar { bits, .. } => *bits == 0,
        InitValue::Bytes(bytes) => bytes.iter().all(|&b| b == 0),
        InitValue::Global { .. } | InitValue::Function { .. } => false,
    }
}

/// Zeros at the end may be missing.
fn value_bytes(value: &InitValue, size: u64) -> Vec<u8> {
    let mut bytes = match value {
        InitValue::Scalar { bits, .. } => bits.to_le_bytes().to_vec(),
        InitValue::Bytes(bytes) => bytes.clone(),
        // Half an address is nothing a program can mean.
        InitValue::Global { .. } | InitValue::Function { .. } => Vec::new(),
    };
    bytes.truncate(usize::try_from(size).unwrap_or(usize::MAX));
    bytes
}

impl<'a> Lower<'a> {
    /// The initial contents of a static object, and its size (larger than the type's with a flexible array).
    pub(super) fn static_init(&mut self, ty: QualTy, flat: &Flat<'a>) -> Lowered<(Init, u64)> {
        let mut image = Image::default();
        let mut failed = false;
        for entry in &flat.entries {
            if let Err(span) = self.put_entry(ty, entry, &mut image) {
                failed = true;
                if let Some(span) = span {
                    let _ = self.error::<()>(span, "this initialiser is not constant");
                }
            }
        }
        if failed {
            return Err(super::Failed);
        }
        let size = self.types.size_of(ty.ty).unwrap_or(0);
        let end = image
            .items
            .last_key_value()
            .map_or(0, |(offset, (size, _))| offset + size);
        let init = image.finish();
        Ok((init, size.max(end)))
    }

    /// The constant entries as an initial image, and the positions of the others.
    pub(super) fn constant_part(
        &mut self,
        ty: QualTy,
        flat: &Flat<'a>,
    ) -> Lowered<(Init, Vec<usize>)> {
        let mut image = Image::default();
        let mut dynamic = Vec::new();
        for (position, entry) in flat.entries.iter().enumerate() {
            match self.put_entry(ty, entry, &mut image) {
                Ok(()) => {}
                Err(Some(_)) => dynamic.push(position),
                Err(None) => return Err(super::Failed),
            }
        }
        Ok((image.finish(), dynamic))
    }

    /// Fails with the place of an expression that is not constant, or with None if an error was reported.
    fn put_entry(
        &mut self,
        ty: QualTy,
        entry: &Entry<'a>,
        image: &mut Image,
    ) -> Result<(), Option<Span>> {
        let (place, record) = self.offset_of_path(ty, &entry.path);
        let expr = match entry.source {
            Source::Text(text) => {
                let mut bytes = self.string_bytes(text);
                // The terminating zero is dropped if there is no room for it (C11 6.7.9p14).
                let mut size = bytes.len() as u64;
                if let Some(whole) = self.types.size_of(entry.ty.ty) {
                    bytes.truncate(usize::try_from(whole).unwrap_or(usize::MAX));
                    size = whole;
                }
                if let MemberPlace::Field { offset, .. } = place {
                    image.put(offset, size, InitValue::Bytes(bytes));
                }
                return Ok(());
            }
            Source::Expr(expr) => expr,
        };
        // A compound literal as the initial value of a record: take its list.
        if self.types.record_id(entry.ty.ty).is_some() {
            if let crate::ast::ExprKind::CompoundLiteral(_, list) = &expr.kind {
                let flat = self.flatten_list(entry.ty, list).map_err(|_| None)?;
                let base = match place {
                    MemberPlace::Field { offset, .. } => offset,
                    MemberPlace::Bits { .. } => 0,
                };
                let mut inner = Image::default();
                for item in &flat.entries {
                    self.put_entry(entry.ty, item, &mut inner)?;
                }
                for (offset, (size, value)) in inner.items {
                    image.put(base + offset, size, value);
                }
                return Ok(());
            }
            let actual = self.type_of_expr(expr).map_err(|_| None)?;
            if !self.types.compatible(actual.ty, entry.ty.ty) {
                let _ = self.mismatch::<()>(actual.ty, entry.ty, expr.span);
                return Err(None);
            }
            return Err(Some(expr.span));
        }
        let (constant, ir) = self.constant_of(expr, entry.ty).map_err(|_| None)?;
        let Some(constant) = constant else {
            return Err(Some(expr.span));
        };
        match place {
            MemberPlace::Field { offset, .. } => {
                let size = self.types.size_of(entry.ty.ty).unwrap_or(0);
                image.put(offset, size, init_value(constant, ir));
            }
            MemberPlace::Bits { start, width } => {
                let Constant::Bits(bits) = constant else {
                    return Err(Some(expr.span));
                };
                self.put_bits(record, start, width, bits, image);
            }
        }
        Ok(())
    }

    fn constant_of(
        &mut self,
        expr: &'a crate::ast::Expr,
        ty: QualTy,
    ) -> Lowered<(Option<Constant>, TypeId)> {
        self.unevaluated(|lower| {
            let before = lower.b.effects;
            let value = lower.rvalue(expr)?;
            let value = lower.assign_convert(value, ty, Some(expr), expr.span)?;
            let Value {
                kind: ValueKind::Scalar(id),
                ..
            } = value
            else {
                return Ok((None, Types::VOID));
            };
            let ir = lower.b.type_of(id);
            if lower.b.effects != before {
                return Ok((None, ir));
            }
            let constant = lower.as_constant(id);
            // Relocations are as wide as pointers.
            let types = &lower.program.types;
            if !matches!(constant, Some(Constant::Bits(_)))
                && types.value_bits(ir) != types.data_model.pointer_bits()
            {
                return Ok((None, ir));
            }
            Ok((constant, ir))
        })
    }

    /// Bit-fields are put into the units that hold them; `record` is the offset and type of their record.
    fn put_bits(
        &mut self,
        record: (u64, QualTy),
        start: u64,
        width: u32,
        bits: u128,
        image: &mut Image,
    ) {
        let (base, ty) = record;
        let layout = self
            .types
            .record_id(ty.ty)
            .and_then(|id| self.types.record(id).layout.as_ref());
        let pieces = layout.map_or(Vec::new(), |layout| layout.bit_pieces(start, width));
        for piece in pieces {
            let part = (bits >> piece.position) & arithmetic::mask(piece.width);
            let mask = arithmetic::mask(piece.width) << piece.shift;
            let offset = base + piece.offset;
            let old = image.bits_at(offset);
            let value = InitValue::Scalar {
                ty: Types::int(8 * piece.bytes as u32, false),
                bits: (old & !mask) | (part << piece.shift),
            };
            image.put(offset, piece.bytes, value);
        }
    }

    /// Where a path leads, and the record around it with its offset.
    fn offset_of_path(&self, ty: QualTy, path: &[Step]) -> (MemberPlace, (u64, QualTy)) {
        let mut offset = 0u64;
        let mut record = (0, ty);
        let mut ty = ty;
        let mut bits = None;
        for step in path {
            match *step {
                Step::Index(index) => {
                    if let TyKind::Array { element, .. } = *self.types.kind(ty.ty) {
                        let size = self.types.size_of(element.ty).unwrap_or(0);
                        offset = offset.saturating_add(index.saturating_mul(size));
                        ty = element;
                    }
                }
                Step::Member(position) => {
                    record = (offset, ty);
                    let member = self
                        .types
                        .record_id(ty.ty)
                        .and_then(|id| self.types.record(id).layout.as_ref())
                        .and_then(|layout| layout.members.get(position));
                    if let Some(member) = member {
                        match member.place {
                            MemberPlace::Field { offset: inner, .. } => offset += inner,
                            MemberPlace::Bits { .. } => bits = Some(member.place),
                        }
                        ty = member.ty;
                    }
                }
            }
        }
        let place = bits.unwrap_or(MemberPlace::Field { index: 0, offset });
        (place, record)
    }
}

fn init_value(constant: Constant, ty: TypeId) -> InitValue {
    match constant {
        Constant::Bits(bits) => InitValue::Scalar { ty, bits },
        Constant::Global(global, addend) => InitValue::Global { ty, global, addend },
        Constant::Function(function) => InitValue::Function { ty, function },
    }
}
