//! Types: C's, made simple.
//!
//! Integers keep width and signedness, not the C keyword (`long` and `long long` of one width are one
//! type), enumerations are integers, qualifiers are gone (what matters of them, volatile and atomic,
//! stands on each access), bit-fields are gone (the front end addresses the integer units that hold
//! them). Records keep the field offsets that the front end computed, so that nothing behind it needs
//! to know an ABI. Types are interned: equal types have equal ids.

use rustc_hash::FxHashMap;

use crate::ids::{RecordId, TypeId};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// No value: the result of procedures, and the pointee of `void *`.
    Void,
    /// C's `_Bool`, one byte in memory; also the type of comparisons.
    Bool,
    /// 8, 16, 32, 64 or 128 bits.
    Int {
        bits: u32,
        signed: bool,
    },
    Float(FloatKind),
    Pointer(TypeId),
    /// A constant number of elements; zero for flexible and zero-length arrays.
    Array {
        element: TypeId,
        length: u64,
    },
    Record(RecordId),
    Function(FunctionType),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    pub result: TypeId,
    pub params: Box<[TypeId]>,
    /// Takes further arguments after `params`; also set for C declarations without a prototype.
    pub variadic: bool,
}

/// IEEE formats, and x87's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatKind {
    F16,
    F32,
    F64,
    /// x87 extended: 80 bits of value.
    F80,
    F128,
}

impl FloatKind {
    pub const ALL: [FloatKind; 5] = [
        FloatKind::F16,
        FloatKind::F32,
        FloatKind::F64,
        FloatKind::F80,
        FloatKind::F128,
    ];

    /// As the text form spells it.
    pub fn name(self) -> &'static str {
        match self {
            FloatKind::F16 => "f16",
            FloatKind::F32 => "f32",
            FloatKind::F64 => "f64",
            FloatKind::F80 => "f80",
            FloatKind::F128 => "f128",
        }
    }

    /// Bits that carry the value (80 for x87, whatever its size in memory).
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::F16 => 16,
            FloatKind::F32 => 32,
            FloatKind::F64 => 64,
            FloatKind::F80 => 80,
            FloatKind::F128 => 128,
        }
    }
}

/// Which integer widths and pointer sizes the program was compiled for. Both are little-endian.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DataModel {
    /// 32-bit `int`, `long` and pointers (i386 System V).
    Ilp32,
    /// 32-bit `int`, 64-bit `long` and pointers (x86-64 System V).
    #[default]
    Lp64,
}

impl DataModel {
    pub fn name(self) -> &'static str {
        match self {
            DataModel::Ilp32 => "ilp32",
            DataModel::Lp64 => "lp64",
        }
    }

    pub fn pointer_bytes(self) -> u64 {
        match self {
            DataModel::Ilp32 => 4,
            DataModel::Lp64 => 8,
        }
    }

    pub fn pointer_bits(self) -> u32 {
        self.pointer_bytes() as u32 * 8
    }

    /// Alignment of 8-byte integers and doubles *as members of records and globals*.
    pub fn eight_byte_align(self) -> u64 {
        self.pointer_bytes()
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Unique in the program, without the keyword: `list_head`, `anon.3`.
    pub name: String,
    pub kind: RecordKind,
    /// None while only declared: no object of it, no field access.
    pub body: Option<RecordBody>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordKind {
    Struct,
    Union,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordBody {
    pub fields: Vec<Field>,
    pub size: u64,
    pub align: u64,
}

/// Fields of a struct stand in ascending order of offset and do not overlap; those of a union start at 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Unique in its record; the front end names anonymous members and bit-field units.
    pub name: String,
    pub ty: TypeId,
    pub offset: u64,
}

/// The interner, and the record definitions that types refer to.
#[derive(Clone, Debug)]
pub struct Types {
    pub data_model: DataModel,
    list: Vec<Type>,
    index: FxHashMap<Type, TypeId>,
    pub records: Vec<Record>,
}

impl Types {
    pub fn new(data_model: DataModel) -> Self {
        let mut types = Types {
            data_model,
            list: Vec::new(),
            index: FxHashMap::default(),
            records: Vec::new(),
        };
        // Fixed positions, so that the commonest types need no look-up.
        assert_eq!(types.intern(Type::Void), Types::VOID);
        assert_eq!(types.intern(Type::Bool), Types::BOOL);
        for (i, bits) in [8u32, 16, 32, 64, 128].into_iter().enumerate() {
            let signed = types.intern(Type::Int { bits, signed: true });
            let unsigned = types.intern(Type::Int {
                bits,
                signed: false,
            });
            debug_assert_eq!(
                (signed, unsigned),
                (TypeId(2 + 2 * i as u32), TypeId(3 + 2 * i as u32))
            );
        }
        types
    }

    pub const VOID: TypeId = TypeId(0);
    pub const BOOL: TypeId = TypeId(1);
    pub const I8: TypeId = TypeId(2);
    pub const U8: TypeId = TypeId(3);
    pub const I16: TypeId = TypeId(4);
    pub const U16: TypeId = TypeId(5);
    pub const I32: TypeId = TypeId(6);
    pub const U32: TypeId = TypeId(7);
    pub const I64: TypeId = TypeId(8);
    pub const U64: TypeId = TypeId(9);
    pub const I128: TypeId = TypeId(10);
    pub const U128: TypeId = TypeId(11);

    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.index.get(&ty) {
            return id;
        }
        let id = TypeId::new(self.list.len());
        self.list.push(ty.clone());
        self.index.insert(ty, id);
        id
    }

    pub fn get(&self, id: TypeId) -> &Type {
        &self.list[id.index()]
    }

    /// Number of interned types.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The integer type of `bits` (8, 16, 32, 64 or 128).
    pub fn int(bits: u32, signed: bool) -> TypeId {
        let row = match bits {
            8 => 0,
            16 => 1,
            32 => 2,
            64 => 3,
            _ => 4,
        };
        TypeId(2 + 2 * row + u32::from(!signed))
    }

    pub fn pointer_to(&mut self, pointee: TypeId) -> TypeId {
        self.intern(Type::Pointer(pointee))
    }

    /// The signed integer as wide as a pointer: the type of pointer differences.
    pub fn pointer_difference(&self) -> TypeId {
        Self::int(self.data_model.pointer_bits(), true)
    }

    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.index()]
    }

    pub fn pointee(&self, id: TypeId) -> Option<TypeId> {
        match *self.get(id) {
            Type::Pointer(pointee) => Some(pointee),
            _ => None,
        }
    }

    pub fn is_integer(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Int { .. } | Type::Bool)
    }

    pub fn is_pointer(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Pointer(_))
    }

    pub fn is_float(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Float(_))
    }

    /// Integer, `_Bool`, float or pointer: what a register usually holds and a cell of memory is.
    pub fn is_scalar(&self, id: TypeId) -> bool {
        self.is_integer(id) || self.is_float(id) || self.is_pointer(id)
    }

    pub fn is_signed(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Int { signed: true, .. })
    }

    /// Value bits of an integer, `_Bool` (1), pointer or float; 0 for anything else.
    pub fn value_bits(&self, id: TypeId) -> u32 {
        match *self.get(id) {
            Type::Bool => 1,
            Type::Int { bits, .. } => bits,
            Type::Pointer(_) => self.data_model.pointer_bits(),
            Type::Float(kind) => kind.bits(),
            _ => 0,
        }
    }

    /// Size in bytes; None for void, functions, incomplete records and sizes past `u64`.
    pub fn size_of(&self, id: TypeId) -> Option<u64> {
        match *self.get(id) {
            Type::Void | Type::Function(_) => None,
            Type::Bool => Some(1),
            Type::Int { bits, .. } => Some(u64::from(bits / 8)),
            Type::Float(kind) => Some(match (kind, self.data_model) {
                (FloatKind::F16, _) => 2,
                (FloatKind::F32, _) => 4,
                (FloatKind::F64, _) => 8,
                (FloatKind::F80, DataModel::Ilp32) => 12,
                (FloatKind::F80, DataModel::Lp64) | (FloatKind::F128, _) => 16,
            }),
            Type::Pointer(_) => Some(self.data_model.pointer_bytes()),
            Type::Array { element, length } => self.size_of(element)?.checked_mul(length),
            Type::Record(record) => Some(self.record(record).body.as_ref()?.size),
        }
    }

    /// Natural alignment in bytes (of a member); 1 where there is none.
    pub fn align_of(&self, id: TypeId) -> u64 {
        match *self.get(id) {
            Type::Int { bits: 64, .. } | Type::Float(FloatKind::F64) => {
                self.data_model.eight_byte_align()
            }
            Type::Float(FloatKind::F80) if self.data_model == DataModel::Ilp32 => 4,
            Type::Array { element, .. } => self.align_of(element),
            Type::Record(record) => self.record(record).body.as_ref().map_or(1, |b| b.align),
            _ => self.size_of(id).unwrap_or(1).max(1),
        }
    }

    /// Step of pointer arithmetic: the pointee's size, 1 for `void *` and pointers to functions as in GNU C.
    pub fn pointer_step(&self, pointer: TypeId) -> u64 {
        self.pointee(pointer)
            .and_then(|pointee| self.size_of(pointee))
            .unwrap_or(1)
    }

    /// A field of a record type, by position; None for a type that has no such field.
    pub fn field(&self, record: TypeId, index: u32) -> Option<&Field> {
        let Type::Record(record) = *self.get(record) else {
            return None;
        };
        let body = self.record(record).body.as_ref()?;
        body.fields.get(index as usize)
    }

    /// The named field of a record type: its index and definition.
    pub fn field_named(&self, record: RecordId, name: &str) -> Option<(u32, &Field)> {
        let body = self.record(record).body.as_ref()?;
        let index = body.fields.iter().position(|f| f.name == name)?;
        Some((index as u32, &body.fields[index]))
    }
}
