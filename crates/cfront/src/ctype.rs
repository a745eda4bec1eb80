//! C's types, as the type checker needs them: more than the IR keeps.
//!
//! `char`, `signed char` and `unsigned char` are three types, `long` and `long long` two, an enumeration is a type of
//! its own, qualifiers count, arrays may be incomplete or of variable length. Unqualified types are interned
//! ([`Ty`]); a [`QualTy`] adds qualifiers and the alignment that a `typedef` may carry.
//! Sizes and alignments are those of the System V ABIs for i386 and x86-64, as GCC lays objects out.

mod describe;
mod relations;

use rustc_hash::FxHashMap;
use unspool_ir::{DataModel, FloatKind};

use crate::record::{Record, RecordId};
use crate::source::Span;
use crate::symbol::Symbol;

/// An interned unqualified type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Ty(u32);

/// A type with qualifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct QualTy {
    pub ty: Ty,
    pub quals: Quals,
    /// 0, or one more than the binary logarithm of an alignment given by an attribute of a typedef.
    pub align: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Quals(u8);

impl Quals {
    pub const NONE: Quals = Quals(0);
    pub const CONST: Quals = Quals(1);
    pub const VOLATILE: Quals = Quals(2);
    pub const RESTRICT: Quals = Quals(4);
    pub const ATOMIC: Quals = Quals(8);

    pub fn has(self, other: Quals) -> bool {
        self.0 & other.0 == other.0
    }

    #[must_use]
    pub fn with(self, other: Quals) -> Quals {
        Quals(self.0 | other.0)
    }

    #[must_use]
    pub fn without(self, other: Quals) -> Quals {
        Quals(self.0 & !other.0)
    }
}

impl From<Ty> for QualTy {
    fn from(ty: Ty) -> QualTy {
        QualTy {
            ty,
            quals: Quals::NONE,
            align: 0,
        }
    }
}

impl QualTy {
    #[must_use]
    pub fn qualified(self, quals: Quals) -> QualTy {
        QualTy {
            quals: self.quals.with(quals),
            ..self
        }
    }

    pub fn is_const(self) -> bool {
        self.quals.has(Quals::CONST)
    }

    pub fn is_volatile(self) -> bool {
        self.quals.has(Quals::VOLATILE)
    }

    pub fn is_atomic(self) -> bool {
        self.quals.has(Quals::ATOMIC)
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TyKind {
    Void,
    Bool,
    Int(IntKind),
    /// The value of a bit-field wider than `int`: GCC computes with it in exactly its width.
    WideBits {
        bits: u32,
        signed: bool,
    },
    Float(CFloat),
    /// A complex type of this real type: headers mention them; using a value of one is refused.
    Complex(CFloat),
    Enum(EnumId),
    Pointer(QualTy),
    Array {
        element: QualTy,
        length: ArrayLength,
    },
    Function(FunctionTy),
    Record(RecordId),
    /// GNU vector type: headers mention them; using a value of one is refused. Size in bytes.
    Vector(u64),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum IntKind {
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum CFloat {
    Float16,
    Float,
    Float32,
    Double,
    Float64,
    Float32x,
    LongDouble,
    Float64x,
    Float128,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArrayLength {
    Constant(u64),
    /// `[]`
    Incomplete,
    /// Known when the declaration is executed.
    Variable(VlaId),
}

/// Which evaluation of a variable array length: an entry of the function being lowered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VlaId(pub u32);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionTy {
    pub result: QualTy,
    /// Adjusted (arrays and functions are pointers) and unqualified.
    pub params: Box<[Ty]>,
    pub variadic: bool,
    /// False for `f()` and K&R definitions: nothing is known of the parameters.
    pub prototype: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EnumId(pub u32);

#[derive(Clone, Debug)]
pub struct Enum {
    pub tag: Option<Symbol>,
    /// None while incomplete; `int` is assumed then.
    pub underlying: Option<IntKind>,
    pub span: Span,
}

#[derive(Debug)]
pub struct CTypes {
    pub data_model: DataModel,
    list: Vec<TyKind>,
    index: FxHashMap<TyKind, Ty>,
    pub records: Vec<Record>,
    pub enums: Vec<Enum>,
}

impl CTypes {
    pub const VOID: Ty = Ty(0);
    pub const BOOL: Ty = Ty(1);
    pub const CHAR: Ty = Ty(2);
    pub const SCHAR: Ty = Ty(3);
    pub const UCHAR: Ty = Ty(4);
    pub const SHORT: Ty = Ty(5);
    pub const USHORT: Ty = Ty(6);
    pub const INT: Ty = Ty(7);
    pub const UINT: Ty = Ty(8);
    pub const LONG: Ty = Ty(9);
    pub const ULONG: Ty = Ty(10);
    pub const LONG_LONG: Ty = Ty(11);
    pub const ULONG_LONG: Ty = Ty(12);
    pub const INT128: Ty = Ty(13);
    pub const UINT128: Ty = Ty(14);
    pub const FLOAT: Ty = Ty(15);
    pub const DOUBLE: Ty = Ty(16);
    pub const LONG_DOUBLE: Ty = Ty(17);
    pub const VOID_POINTER: Ty = Ty(18);
    pub const CHAR_POINTER: Ty = Ty(19);

    pub fn new(data_model: DataModel) -> CTypes {
        let mut types = CTypes {
            data_model,
            list: Vec::with_capacity(256),
            index: FxHashMap::default(),
            records: Vec::new(),
            enums: Vec::new(),
        };
        types.intern(TyKind::Void);
        types.intern(TyKind::Bool);
        use IntKind::*;
        for kind in [
            Char, SChar, UChar, Short, UShort, Int, UInt, Long, ULong, LongLong, ULongLong, Int128,
            UInt128,
        ] {
            types.intern(TyKind::Int(kind));
        }
        for kind in [CFloat::Float, CFloat::Double, CFloat::LongDouble] {
            types.intern(TyKind::Float(kind));
        }
        types.pointer(CTypes::VOID.into());
        types.pointer(CTypes::CHAR.into());
        types
    }

    pub fn intern(&mut self, kind: TyKind) -> Ty {
        if let Some(&ty) = self.index.get(&kind) {
            return ty;
        }
        let ty = Ty(self.list.len() as u32);
        self.list.push(kind.clone());
        self.index.insert(kind, ty);
        ty
    }

    pub fn kind(&self, ty: Ty) -> &TyKind {
        &self.list[ty.0 as usize]
    }

    /// Position in the interner, for side tables.
    pub fn position(ty: Ty) -> usize {
        ty.0 as usize
    }

    pub fn int(&self, kind: IntKind) -> Ty {
        Ty(CTypes::CHAR.0 + kind as u32)
    }

    pub fn pointer(&mut self, pointee: QualTy) -> Ty {
        self.intern(TyKind::Pointer(pointee))
    }

    pub fn array(&mut self, element: QualTy, length: ArrayLength) -> Ty {
        self.intern(TyKind::Array { element, length })
    }

    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.index()]
    }

    /// `size_t`: the unsigned `int` or `long` as wide as a pointer, as the host's compiler defines it.
    pub fn size_type(&self) -> Ty {
        match self.data_model {
            DataModel::Ilp32 => CTypes::UINT,
            DataModel::Lp64 => CTypes::ULONG,
        }
    }

    pub fn ptrdiff_type(&self) -> Ty {
        match self.data_model {
            DataModel::Ilp32 => CTypes::INT,
            DataModel::Lp64 => CTypes::LONG,
        }
    }

    pub fn wchar_type(&self) -> Ty {
        match self.data_model {
            DataModel::Ilp32 => CTypes::LONG,
            DataModel::Lp64 => CTypes::INT,
        }
    }

    pub fn int_bits(&self, kind: IntKind) -> u32 {
        use IntKind::*;
        match kind {
            Char | SChar | UChar => 8,
            Short | UShort => 16,
            Int | UInt => 32,
            Long | ULong => self.data_model.pointer_bits(),
            LongLong | ULongLong => 64,
            Int128 | UInt128 => 128,
        }
    }

    /// The integer kind that holds the values of an integer or enumeration type.
    pub fn int_kind(&self, ty: Ty) -> Option<IntKind> {
        match *self.kind(ty) {
            TyKind::Int(kind) => Some(kind),
            TyKind::WideBits { signed: true, .. } => Some(IntKind::LongLong),
            TyKind::WideBits { signed: false, .. } => Some(IntKind::ULongLong),
            TyKind::Enum(id) => Some(
                self.enums[id.0 as usize]
                    .underlying
                    .unwrap_or(IntKind::UInt),
            ),
            _ => None,
        }
    }

    /// The type a variable of this type has: the values of wide bit-fields have a type that no variable can have.
    pub fn declarable(&self, ty: Ty) -> Ty {
        match (self.kind(ty), self.int_kind(ty)) {
            (TyKind::WideBits { .. }, Some(kind)) => self.int(kind),
            _ => ty,
        }
    }

    pub fn is_integer(&self, ty: Ty) -> bool {
        matches!(
            self.kind(ty),
            TyKind::Int(_) | TyKind::Bool | TyKind::Enum(_) | TyKind::WideBits { .. }
        )
    }

    pub fn is_float(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), TyKind::Float(_))
    }

    pub fn is_arithmetic(&self, ty: Ty) -> bool {
        self.is_integer(ty) || self.is_float(ty)
    }

    pub fn is_pointer(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), TyKind::Pointer(_))
    }

    pub fn is_scalar(&self, ty: Ty) -> bool {
        self.is_arithmetic(ty) || self.is_pointer(ty)
    }

    pub fn is_function(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), TyKind::Function(_))
    }

    pub fn is_array(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), TyKind::Array { .. })
    }

    pub fn is_signed(&self, ty: Ty) -> bool {
        self.int_kind(ty).is_some_and(is_signed_kind)
    }

    pub fn pointee(&self, ty: Ty) -> Option<QualTy> {
        match *self.kind(ty) {
            TyKind::Pointer(pointee) => Some(pointee),
            _ => None,
        }
    }

    pub fn element(&self, ty: Ty) -> Option<QualTy> {
        match *self.kind(ty) {
            TyKind::Array { element, .. } => Some(element),
            _ => None,
        }
    }

    pub fn record_id(&self, ty: Ty) -> Option<RecordId> {
        match *self.kind(ty) {
            TyKind::Record(id) => Some(id),
            _ => None,
        }
    }

    pub fn function(&self, ty: Ty) -> Option<&FunctionTy> {
        match self.kind(ty) {
            TyKind::Function(function) => Some(function),
            _ => None,
        }
    }

    /// The length is, or an element has, a value known only at run time.
    pub fn is_variable_length(&self, ty: Ty) -> bool {
        match *self.kind(ty) {
            TyKind::Array { element, length } => {
                matches!(length, ArrayLength::Variable(_)) || self.is_variable_length(element.ty)
            }
            _ => false,
        }
    }

    /// A pointer to, or function returning, ... an array of variable length counts too.
    pub fn is_variably_modified(&self, ty: Ty) -> bool {
        match self.kind(ty) {
            TyKind::Pointer(pointee) => self.is_variably_modified(pointee.ty),
            TyKind::Array { .. } => {
                self.is_variable_length(ty)
                    || self
                        .element(ty)
                        .is_some_and(|e| self.is_variably_modified(e.ty))
            }
            _ => false,
        }
    }

    /// Some length in the type is a variable one with at least this number.
    pub fn mentions_length_from(&self, ty: Ty, first: u32) -> bool {
        match *self.kind(ty) {
            TyKind::Pointer(pointee) => self.mentions_length_from(pointee.ty, first),
            TyKind::Array { element, length } => {
                matches!(length, ArrayLength::Variable(VlaId(id)) if id >= first && id != u32::MAX)
                    || self.mentions_length_from(element.ty, first)
            }
            _ => false,
        }
    }

    /// Objects of the type can exist.
    pub fn is_complete(&self, ty: Ty) -> bool {
        match self.kind(ty) {
            TyKind::Void | TyKind::Function(_) => false,
            TyKind::Array { element, length } => {
                *length != ArrayLength::Incomplete && self.is_complete(element.ty)
            }
            TyKind::Record(id) => self.record(*id).layout.is_some(),
            _ => true,
        }
    }

    /// In bytes; None for incomplete types, functions, void, variable lengths and overflow.
    pub fn size_of(&self, ty: Ty) -> Option<u64> {
        match *self.kind(ty) {
            TyKind::Void | TyKind::Function(_) => None,
            TyKind::Bool => Some(1),
            TyKind::Int(kind) => Some(u64::from(self.int_bits(kind) / 8)),
            TyKind::WideBits { .. } => Some(8),
            TyKind::Float(float) => Some(self.float_size(float)),
            TyKind::Complex(float) => Some(2 * self.float_size(float)),
            TyKind::Vector(bytes) => Some(bytes),
            TyKind::Enum(_) => self
                .int_kind(ty)
                .map(|kind| u64::from(self.int_bits(kind) / 8)),
            TyKind::Pointer(_) => Some(self.data_model.pointer_bytes()),
            TyKind::Array {
                element,
                length: ArrayLength::Constant(length),
            } => self
                .size_of(element.ty)?
                .checked_mul(length)
                .filter(|&size| size <= i64::MAX as u64),
            TyKind::Array { .. } => None,
            TyKind::Record(id) => Some(self.record(id).layout.as_ref()?.size),
        }
    }

    /// Alignment of a member or a global of the type.
    pub fn align_of(&self, ty: QualTy) -> u64 {
        let natural = self.unqualified_align(ty.ty);
        let natural = if ty.is_atomic() {
            match self.size_of(ty.ty) {
                Some(size @ (1 | 2 | 4 | 8 | 16)) => natural.max(size),
                _ => natural,
            }
        } else {
            natural
        };
        match ty.align {
            0 => natural,
            log => 1 << (log - 1),
        }
    }

    fn unqualified_align(&self, ty: Ty) -> u64 {
        match *self.kind(ty) {
            TyKind::Array { element, .. } => self.align_of(element),
            TyKind::Record(id) => self.record(id).layout.as_ref().map_or(1, |l| l.align),
            TyKind::Float(float) | TyKind::Complex(float) => {
                match (self.float_kind(float), self.data_model) {
                    (FloatKind::F80 | FloatKind::F64, DataModel::Ilp32) => 4,
                    _ => self.float_size(float),
                }
            }
            _ => match self.size_of(ty) {
                Some(8) => self.data_model.eight_byte_align(),
                Some(size) => size.max(1),
                None => 1,
            },
        }
    }

    /// GNU's `__alignof__`: the alignment the compiler prefers for a variable of its own.
    pub fn preferred_align(&self, ty: QualTy) -> u64 {
        match self.kind(ty.ty) {
            TyKind::Int(_) | TyKind::Float(CFloat::Double | CFloat::Float64 | CFloat::Float32x)
                if ty.align == 0 && self.size_of(ty.ty) == Some(8) =>
            {
                8
            }
            _ => self.align_of(ty),
        }
    }

    pub fn float_kind(&self, float: CFloat) -> FloatKind {
        match float {
            CFloat::Float16 => FloatKind::F16,
            CFloat::Float | CFloat::Float32 => FloatKind::F32,
            CFloat::Double | CFloat::Float64 | CFloat::Float32x => FloatKind::F64,
            CFloat::LongDouble | CFloat::Float64x => FloatKind::F80,
            CFloat::Float128 => FloatKind::F128,
        }
    }

    fn float_size(&self, float: CFloat) -> u64 {
        match self.float_kind(float) {
            FloatKind::F16 => 2,
            FloatKind::F32 => 4,
            FloatKind::F64 => 8,
            FloatKind::F80 if self.data_model == DataModel::Ilp32 => 12,
            FloatKind::F80 | FloatKind::F128 => 16,
        }
    }

    /// The smallest integer kind of this size and signedness that is at least `int` in rank where it can be.
    pub fn int_of_size(&self, bytes: u64, signed: bool) -> Option<IntKind> {
        use IntKind::*;
        let (s, u) = match bytes {
            1 => (SChar, UChar),
            2 => (Short, UShort),
            4 => (Int, UInt),
            8 if self.data_model == DataModel::Lp64 => (Long, ULong),
            8 => (LongLong, ULongLong),
            16 => (Int128, UInt128),
            _ => return None,
        };
        Some(if signed { s } else { u })
    }
}

pub fn is_signed_kind(kind: IntKind) -> bool {
    use IntKind::*;
    matches!(kind, Char | SChar | Short | Int | Long | LongLong | Int128)
}

pub fn unsigned_of(kind: IntKind) -> IntKind {
    use IntKind::*;
    match kind {
        Char | SChar => UChar,
        Short => UShort,
        Int => UInt,
        Long => ULong,
        LongLong => ULongLong,
        Int128 => UInt128,
        unsigned => unsigned,
    }
}
