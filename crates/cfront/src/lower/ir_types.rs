//! What the IR calls each C type.
//!
//! Variable-length arrays are known in the IR by their base element: a pointer to `int[n][m]` is a pointer to `int`
//! there, and the lengths enter pointer arithmetic as numbers. `link_records` says which records of different files are one.

use unspool_ir::{
    Field, FunctionType, Record as IrRecord, RecordBody, RecordId as IrRecordId, Type, TypeId,
    Types,
};

use crate::ctype::{ArrayLength, CTypes, QualTy, Ty, TyKind};
use crate::record::{FieldContent, Layout, MemberPlace, RecordId};

use super::Lower;

impl Lower<'_> {
    /// Incomplete arrays have length 0, incomplete records no body; `void` and functions are what they are.
    pub(super) fn ir_type(&mut self, ty: Ty) -> TypeId {
        let position = CTypes::position(ty);
        if let Some(Some(known)) = self.ir_types.get(position) {
            return *known;
        }
        let kind = self.types.kind(ty).clone();
        let id = match kind {
            TyKind::Void => Types::VOID,
            TyKind::Bool => Types::BOOL,
            TyKind::WideBits { signed, .. } => Types::int(64, signed),
            TyKind::Int(kind) => Types::int(
                self.types.int_bits(kind),
                crate::ctype::is_signed_kind(kind),
            ),
            TyKind::Enum(id) => {
                let complete = self.types.enums[id.0 as usize].underlying.is_some();
                let kind = self
                    .types
                    .int_kind(ty)
                    .unwrap_or(crate::ctype::IntKind::UInt);
                let id = Types::int(
                    self.types.int_bits(kind),
                    crate::ctype::is_signed_kind(kind),
                );
                if !complete {
                    return id;
                }
                id
            }
            TyKind::Float(float) => {
                let kind = self.types.float_kind(float);
                self.program.types.intern(Type::Float(kind))
            }
            // Mentioned by headers only; a use is refused where it is made.
            TyKind::Complex(_) | TyKind::Vector(_) => {
                let length = self.types.size_of(ty).unwrap_or(16);
                self.program.types.intern(Type::Array {
                    element: Types::U8,
                    length,
                })
            }
            TyKind::Pointer(pointee) => {
                let pointee = self.ir_type(pointee.ty);
                self.program.types.pointer_to(pointee)
            }
            TyKind::Array { element, length } => {
                let element_id = self.ir_object_type(element);
                match length {
                    ArrayLength::Variable(_) => element_id,
                    _ if self.types.is_variable_length(element.ty) => element_id,
                    ArrayLength::Constant(length) => self.program.types.intern(Type::Array {
                        element: element_id,
                        length,
                    }),
                    ArrayLength::Incomplete => self.program.types.intern(Type::Array {
                        element: element_id,
                        length: 0,
                    }),
                }
            }
            TyKind::Function(function) => {
                let result = self.ir_type(function.result.ty);
                let params: Box<[TypeId]> =
                    function.params.iter().map(|&p| self.ir_type(p)).collect();
                self.program.types.intern(Type::Function(FunctionType {
                    result,
                    params,
                    variadic: function.variadic || !function.prototype,
                }))
            }
            TyKind::Record(id) => {
                let record = self.ir_record(id);
                self.program.types.intern(Type::Record(record))
            }
        };
        if self.ir_types.len() <= position {
            self.ir_types.resize(position + 1, None);
        }
        self.ir_types[position] = Some(id);
        id
    }

    /// The type of an object in memory.
    pub(super) fn ir_object_type(&mut self, ty: QualTy) -> TypeId {
        self.ir_type(ty.ty)
    }

    pub(super) fn ir_record(&mut self, id: RecordId) -> IrRecordId {
        let id = self.representatives.get(&id).copied().unwrap_or(id);
        if let Some(Some(known)) = self.ir_record_of.get(id.index()) {
            let known = *known;
            self.finish_ir_record(id, known);
            return known;
        }
        if self.ir_record_of.len() <= id.index() {
            self.ir_record_of.resize(id.index() + 1, None);
        }
        let record = self.types.record(id);
        let (kind, tag) = (record.kind, record.tag);
        let name = match tag {
            Some(tag) => self.text(tag).to_string(),
            None => "anon".to_string(),
        };
        // Tags are a name space of their own, one for both keywords.
        let name = self.unique_ir_name("record ", &name, tag.is_none());
        let ir = IrRecordId::new(self.program.types.records.len());
        self.program.types.records.push(IrRecord {
            name,
            kind,
            body: None,
        });
        self.ir_record_of[id.index()] = Some(ir);
        self.finish_ir_record(id, ir);
        ir
    }

    /// Fills in the body, and those of the records it leads to: one after the other, since a chain of records that point to
    /// each other may be as long as the input.
    fn finish_ir_record(&mut self, id: RecordId, ir: IrRecordId) {
        if self.program.types.records[ir.index()].body.is_some() {
            return;
        }
        self.ir_unfinished.push_back((id, ir));
        if self.ir_finishing {
            return;
        }
        self.ir_finishing = true;
        while let Some((id, ir)) = self.ir_unfinished.pop_front() {
            self.complete_ir_record(id, ir);
        }
        self.ir_finishing = false;
    }

    /// Fills in the body once the C record has one.
    fn complete_ir_record(&mut self, id: RecordId, ir: IrRecordId) {
        if self.program.types.records[ir.index()].body.is_some() {
            return;
        }
        let Some(layout) = self.types.record(id).layout.clone() else {
            return;
        };
        // An empty body first: members may point back to the record.
        self.program.types.records[ir.index()].body = Some(RecordBody {
            fields: Vec::new(),
            size: layout.size,
            align: layout.align,
        });
        let mut fields = Vec::with_capacity(layout.fields.len());
        for (index, field) in layout.fields.iter().enumerate() {
            let (name, ty) = match &field.content {
                FieldContent::Member { ty, name } => {
                    let ir_ty = self.ir_object_type(*ty);
                    let name = match name {
                        Some(name) => self.text(*name).to_string(),
                        None => format!("anon.{index}"),
                    };
                    (name, ir_ty)
                }
                FieldContent::Unit { bytes } => {
                    let name = self.unit_name(&layout, index);
                    let is_used = fields.iter().any(|field: &Field| field.name == name);
                    let name = match is_used {
                        true => format!("{name}.{index}"),
                        false => name,
                    };
                    (name, Types::int(*bytes as u32 * 8, false))
                }
            };
            fields.push(Field {
                name,
                ty,
                offset: field.offset,
            });
        }
        if let Some(body) = &mut self.program.types.records[ir.index()].body {
            body.fields = fields;
        }
    }

    /// A unit is called after the bit-fields that it has: `bits.ready.error`.
    fn unit_name(&self, layout: &Layout, unit: usize) -> String {
        let mut name = "bits".to_string();
        for member in &layout.members {
            let (Some(symbol), MemberPlace::Bits { start, width }) = (member.name, member.place)
            else {
                continue;
            };
            let pieces = layout.bit_pieces(start, width);
            if pieces.iter().any(|piece| piece.field as usize == unit) {
                name.push('.');
                name.push_str(self.text(symbol));
            }
        }
        match name.contains('.') {
            true => name,
            false => format!("bits.{unit}"),
        }
    }

    /// A name no other entity of this name space has: the name itself, or with a number.
    pub(super) fn unique_ir_name(&mut self, space: &str, name: &str, number_first: bool) -> String {
        let key = format!("{space}{name}");
        let count = self.ir_names.entry(key).or_insert(0);
        let number = *count;
        *count += 1;
        if number == 0 && !number_first {
            return name.to_string();
        }
        let candidate = format!("{name}.{number}");
        // A user name cannot contain a dot, but `anon.1` may be met by `anon` of another space only.
        self.ir_names
            .entry(format!("{space}{candidate}"))
            .or_insert(1);
        candidate
    }
}
