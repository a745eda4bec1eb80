//! Initial contents: from bytes at offsets to C's nested initialisers.
//!
//! The type says what the values at the offsets are. Where they are something else (the program initialised another
//! member of a union than the one that fits, or bit-fields of an odd layout), each is copied to its place when the program starts.

use unspool_ir::{Init, InitItem, InitValue, RecordId, RecordKind, Type, TypeId, Types};

use crate::literals::{constant, integer, string_literal};
use crate::unit::Translation;

pub enum Contents {
    Zero,
    Text(String),
    /// No initialiser of C says it.
    Unusual,
}

/// What an object of the type is initialised with.
pub fn contents(unit: &Translation<'_>, ty: TypeId, init: &Init) -> Contents {
    let mut reader = Reader {
        unit,
        items: &init.items,
    };
    match reader.value(ty, 0) {
        Some(Some(text)) if reader.items.is_empty() => Contents::Text(text),
        Some(None) if reader.items.is_empty() => Contents::Zero,
        _ => Contents::Unusual,
    }
}

/// Statements that put the values where they belong.
pub fn assignments(unit: &Translation<'_>, name: &str, init: &Init) -> String {
    let mut text = String::new();
    for item in &init.items {
        let at = format!("(unsigned char *)&{name} + {}", item.offset);
        text.push_str(&match &item.value {
            InitValue::Bytes(bytes) => {
                let (literal, size) = (string_literal(bytes), bytes.len());
                format!("    __builtin_memcpy({at}, {literal}, {size});\n")
            }
            InitValue::Scalar { ty, .. }
            | InitValue::Global { ty, .. }
            | InitValue::Function { ty, .. } => {
                let declared = unit.types().declare(*ty, "unspool_value");
                let value = scalar(unit, &item.value);
                let size = unit.program.types.value_bits(*ty).div_ceil(8);
                format!("    {{ {declared} = {value}; __builtin_memcpy({at}, &unspool_value, {size}); }}\n")
            }
        });
    }
    text
}

/// Reads the items from front to back.
#[derive(Clone)]
struct Reader<'a> {
    unit: &'a Translation<'a>,
    /// Those not yet used.
    items: &'a [InitItem],
}

/// None if C cannot say it; else the text, or none for zero.
type Value = Option<Option<String>>;

impl Reader<'_> {
    fn value(&mut self, ty: TypeId, offset: u64) -> Value {
        let types = &self.unit.program.types;
        let size = types.size_of(ty)?;
        let end = offset.checked_add(size)?;
        match self.items.first() {
            Some(first) if first.offset < end => {}
            _ => return Some(None),
        }
        match *types.get(ty) {
            Type::Array { element, .. } => self.array(element, offset, end),
            Type::Record(record) => match types.record(record).kind {
                RecordKind::Struct => self.structure(record, offset),
                RecordKind::Union => self.union(record, offset, end),
            },
            _ => self.scalar(ty, offset, size),
        }
    }

    fn scalar(&mut self, ty: TypeId, offset: u64, size: u64) -> Value {
        let types = &self.unit.program.types;
        let (first, rest) = self.items.split_first()?;
        let item_type = match first.value {
            InitValue::Scalar { ty, .. }
            | InitValue::Global { ty, .. }
            | InitValue::Function { ty, .. } => ty,
            InitValue::Bytes(_) => return None,
        };
        let is_same_kind = types.is_float(item_type) == types.is_float(ty);
        let fits = first.offset == offset && types.size_of(item_type) == Some(size);
        if !fits || !is_same_kind {
            return None;
        }
        self.items = rest;
        let text = scalar(self.unit, &first.value);
        Some(Some(match types.is_pointer(ty) {
            true => format!("({}){text}", self.unit.types().name(ty)),
            false => text,
        }))
    }

    fn array(&mut self, element: TypeId, offset: u64, end: u64) -> Value {
        let types = &self.unit.program.types;
        if let Some((first, rest)) = self.items.split_first()
            && let InitValue::Bytes(bytes) = &first.value
            && first.offset == offset
            && types.size_of(element) == Some(1)
            && types.is_integer(element)
            && element != Types::BOOL
            && rest.first().is_none_or(|next| next.offset >= end)
        {
            self.items = rest;
            let zeros = bytes.iter().rev().take_while(|byte| **byte == 0).count();
            let bytes = bytes.get(..bytes.len() - zeros).unwrap_or_default();
            return Some(Some(string_literal(bytes)));
        }
        let step = types.size_of(element).filter(|step| *step > 0)?;
        let mut parts = Vec::new();
        let mut next = 0;
        while let Some(first) = self.items.first().filter(|item| item.offset < end) {
            let number = first.offset.checked_sub(offset)? / step;
            let text = self.value(element, offset + number * step)??;
            parts.push(match number == next {
                true => text,
                false => format!("[{number}] = {text}"),
            });
            next = number + 1;
        }
        Some(Some(format!("{{ {} }}", parts.join(", "))))
    }

    fn structure(&mut self, record: RecordId, offset: u64) -> Value {
        let unit = self.unit;
        let body = unit.program.types.record(record).body.as_ref()?;
        let names = unit.names.fields.get(record.index())?;
        let mut parts = Vec::new();
        for (field, name) in body.fields.iter().zip(names) {
            let at = offset + field.offset;
            if self.items.first().is_some_and(|first| first.offset < at) {
                return None;
            }
            if let Some(text) = self.value(field.ty, at)? {
                parts.push(format!(".{name} = {text}"));
            }
        }
        Some(Some(format!("{{ {} }}", parts.join(", "))))
    }

    /// The first member that all values fit.
    fn union(&mut self, record: RecordId, offset: u64, end: u64) -> Value {
        let unit = self.unit;
        let body = unit.program.types.record(record).body.as_ref()?;
        let names = unit.names.fields.get(record.index())?;
        for (field, name) in body.fields.iter().zip(names) {
            let mut attempt = self.clone();
            let Some(value) = attempt.value(field.ty, offset) else {
                continue;
            };
            let uses_all = attempt.items.first().is_none_or(|it| it.offset >= end);
            if let Some(text) = value.filter(|_| uses_all) {
                self.items = attempt.items;
                return Some(Some(format!("{{ .{name} = {text} }}")));
            }
        }
        None
    }
}

/// A constant expression.
fn scalar(unit: &Translation<'_>, value: &InitValue) -> String {
    let types = &unit.program.types;
    match *value {
        InitValue::Scalar { ty, bits } if types.is_pointer(ty) => {
            let word = Types::int(types.data_model.pointer_bits(), false);
            format!("({}){}", unit.types().name(ty), integer(types, word, bits))
        }
        InitValue::Scalar { ty, bits } => constant(types, ty, bits),
        InitValue::Global { ty, global, addend } => {
            let (ty, name) = (unit.types().name(ty), &unit.names.globals[global.index()]);
            match addend {
                0 => format!("({ty})&{name}"),
                _ => format!("({ty})((unsigned char *)&{name} + {addend})"),
            }
        }
        InitValue::Function { ty, function } => {
            let name = &unit.names.functions[function.index()];
            format!("({})&{name}", unit.types().name(ty))
        }
        InitValue::Bytes(_) => "0".to_string(),
    }
}
