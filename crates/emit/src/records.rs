//! Structs and unions, laid out as the IR says.
//!
//! Where the compiler would lay out the fields in the same way by itself, nothing else is written. Where it would not (packed records,
//! units of bit-fields), the record is packed and the gaps are written as fields. Either way an assertion
//! holds the compiler to it.
//!
//! Not all who read the text agree about layouts, nor do all heed the assertion. CBMC aligns numbers of eight bytes to eight also where the compiler aligns them to four (i386); so records count as laid out by themselves
//! only if they are either way. What is packed, and aligned too, it does not take for packed. And of a union whose first member is a pointer it takes all members for pointers, so that numbers get lost; there bytes stand in front.

use unspool_ir::{Field, Record, RecordBody, RecordId, RecordKind, Type, TypeId, Types};

use crate::reach::Needed;
use crate::types::{TypeWriter, keyword};

const PACKED: &str = "
#ifdef __CPROVER__
#define UNSPOOL_PACKED(bytes) __attribute__((packed))
#else
#define UNSPOOL_PACKED(bytes) __attribute__((packed, aligned(bytes)))
#endif
";

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
    let is_packed = |record: &RecordId| {
        let record = writer.types.record(*record);
        let body = record.body.as_ref();
        body.is_some_and(|body| !is_natural(writer.types, record, body))
    };
    if order.list.iter().any(is_packed) {
        text.push_str(PACKED);
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
        false => format!(" UNSPOOL_PACKED({})", body.align),
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
    if record.kind == RecordKind::Union && begins_with_pointer(writer.types, body) {
        text.push_str(&format!(
            "    unsigned char unspool_bytes[{}];\n",
            body.size
        ));
    }
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

fn begins_with_pointer(types: &Types, body: &RecordBody) -> bool {
    let Some(mut ty) = body.fields.first().map(|field| field.ty) else {
        return false;
    };
    loop {
        ty = match types.get(ty) {
            Type::Pointer(_) => return true,
            Type::Array { element, .. } => *element,
            Type::Record(record) => {
                let body = types.record(*record).body.as_ref();
                match body.and_then(|body| body.fields.first()) {
                    Some(first) => first.ty,
                    None => return false,
                }
            }
            _ => return false,
        };
    }
}

/// Whether all compilers lay out the fields so by themselves, or with a larger alignment of the whole.
fn is_natural(types: &Types, record: &Record, body: &RecordBody) -> bool {
    lays_out(types, record, body, align) && lays_out(types, record, body, wide_align)
}

/// The same for a compiler that aligns types like this.
fn lays_out(
    types: &Types,
    record: &Record,
    body: &RecordBody,
    align: fn(&Types, TypeId) -> u64,
) -> bool {
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
    let aligns = body.fields.iter().map(|field| align(types, field.ty));
    let whole = aligns.max().unwrap_or(1).max(body.align);
    body.align >= natural_align(types, body) && size.next_multiple_of(whole) == body.size
}

/// What a type is aligned to where numbers of eight bytes are aligned to eight, and packed records to nothing.
fn wide_align(types: &Types, ty: TypeId) -> u64 {
    match types.get(ty) {
        Type::Array { element, .. } => wide_align(types, *element),
        Type::Record(id) => {
            let record = types.record(*id);
            let Some(body) = record.body.as_ref() else {
                return 1;
            };
            if !is_natural(types, record, body) {
                return 1;
            }
            let aligns = body.fields.iter().map(|field| wide_align(types, field.ty));
            aligns.max().unwrap_or(1).max(body.align)
        }
        _ => align(types, ty).max(match types.size_of(ty) {
            Some(8) => 8,
            _ => 1,
        }),
    }
}

fn align(types: &Types, ty: TypeId) -> u64 {
    types.align_of(ty).max(1)
}
