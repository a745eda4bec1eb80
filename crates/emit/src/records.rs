//! Structs and unions, laid out as the IR says.
//!
//! Where the compiler would lay out the fields in the same way by itself, nothing else is written. Where it would not (packed records,
//! units of bit-fields), the record is packed and the gaps are written as fields. Either way an assertion
//! holds the compiler to it.

use unspool_ir::{Field, Record, RecordBody, RecordId, RecordKind, Type, TypeId, Types};

use crate::reach::Needed;
use crate::types::{TypeWriter, keyword};

/// All that are needed: first their tags, then those without a body, then each behind those that it contains.
pub fn definitions(writer: TypeWriter<'_>, needed: &Needed) -> String {
    let mut text = String::new();
    for &record in &needed.records {
        let kind = keyword(writer.types.record(record).kind);
        text.push_str(&format!(
            "{kind} {};\n",
            writer.names.records[record.index()]
        ));
    }
    let mut order = Order {
        types: writer.types,
        seen: vec![false; writer.types.records.len()],
        list: Vec::new(),
    };
    for &record in &needed.records {
        order.visit(record);
    }
    for record in order.list {
        if let Some(body) = &writer.types.record(record).body {
            text.push('\n');
            text.push_str(&definition(writer, record, body));
        }
    }
    text
}

struct Order<'a> {
    types: &'a Types,
    seen: Vec<bool>,
    list: Vec<RecordId>,
}

impl Order<'_> {
    /// Records contain each other only to a fixed depth.
    fn visit(&mut self, record: RecordId) {
        if std::mem::replace(&mut self.seen[record.index()], true) {
            return;
        }
        let types = self.types;
        let body = types.record(record).body.as_ref();
        for field in body.map_or(&[][..], |body| &body.fields) {
            let mut ty = field.ty;
            while let Type::Array { element, .. } = *types.get(ty) {
                ty = element;
            }
            if let Type::Record(inner) = *types.get(ty) {
                self.visit(inner);
            }
        }
        self.list.push(record);
    }
}

fn definition(writer: TypeWriter<'_>, id: RecordId, body: &RecordBody) -> String {
    let record = writer.types.record(id);
    let names = &writer.names.fields[id.index()];
    let fields = || body.fields.iter().zip(names);
    let is_natural = is_natural(writer.types, record, body);
    let attribute = match is_natural {
        true if body.align > natural_align(writer.types, body) => {
            format!(" __attribute__((aligned({})))", body.align)
        }
        true => String::new(),
        false => format!(" __attribute__((packed, aligned({})))", body.align),
    };
    let tag = format!(
        "{} {}",
        keyword(record.kind),
        writer.names.records[id.index()]
    );
    let mut text = format!(
        "{}{attribute} {} {{\n",
        keyword(record.kind),
        writer.names.records[id.index()]
    );
    let mut at = 0;
    for (field, name) in fields() {
        if !is_natural && record.kind == RecordKind::Struct {
            text.push_str(&gap(at, field.offset));
        }
        text.push_str(&format!("    {};\n", writer.declare(field.ty, name)));
        at = end(writer.types, field);
    }
    if !is_natural {
        let from = match record.kind {
            RecordKind::Struct => at,
            RecordKind::Union => 0,
        };
        text.push_str(&gap(from, body.size));
    }
    text.push_str("};\n");
    let offsets = fields()
        .map(|(field, name)| format!(" && __builtin_offsetof({tag}, {name}) == {}", field.offset));
    let offsets: String = offsets.collect();
    text.push_str(&format!(
        "_Static_assert(sizeof({tag}) == {}{offsets}, \"the layout of {tag}\");\n",
        body.size
    ));
    text
}

fn gap(from: u64, to: u64) -> String {
    match to.saturating_sub(from) {
        0 => String::new(),
        bytes => format!("    unsigned char unspool_gap_{from}[{bytes}];\n"),
    }
}

fn end(types: &Types, field: &Field) -> u64 {
    field.offset + types.size_of(field.ty).unwrap_or(0)
}

fn natural_align(types: &Types, body: &RecordBody) -> u64 {
    let aligns = body.fields.iter().map(|field| types.align_of(field.ty));
    aligns.max().unwrap_or(1)
}

/// Whether a compiler lays out the fields so by itself, or with a larger alignment of the whole.
fn is_natural(types: &Types, record: &Record, body: &RecordBody) -> bool {
    let mut next = 0u64;
    let mut size = 0u64;
    for field in &body.fields {
        let offset = match record.kind {
            RecordKind::Struct => next.next_multiple_of(align(types, field.ty)),
            RecordKind::Union => 0,
        };
        if offset != field.offset {
            return false;
        }
        next = end(types, field);
        size = size.max(next);
    }
    let natural = natural_align(types, body);
    body.align >= natural && size.next_multiple_of(body.align) == body.size
}

fn align(types: &Types, ty: TypeId) -> u64 {
    types.align_of(ty).max(1)
}
