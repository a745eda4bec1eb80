//! Values: bits with provenance.
//!
//! A scalar is a bit pattern together with the object it was derived from, if any. Provenance is what
//! lets a dereference be judged by the object the program *meant* instead of by whatever happens to
//! lie at the address, as in CompCert and Miri. Where we differ: integers carry provenance too (C
//! programs send pointers through `uintptr_t` and through byte loops), and a value without provenance
//! is not an error by itself; its address is then looked up among the live objects.

use std::rc::Rc;

pub use unspool_ir::arithmetic::{mask, sign_extend};

use crate::content::Content;

/// Which object a value points into, and which byte of the pointer the value's lowest byte is.
///
/// The generation tells an object from a later one that reuses its table entry. 0 is "none".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Provenance(u64);

impl Provenance {
    pub const NONE: Provenance = Provenance(0);
    /// Table entries that can be told apart.
    pub const MAX_INDEX: usize = (1 << 28) - 1;

    /// `generation` is at least 1, which keeps the result apart from [`Provenance::NONE`].
    pub fn new(index: usize, generation: u32) -> Self {
        Provenance(u64::from(generation) << 32 | (index as u64 & 0x0fff_ffff) << 4)
    }

    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    pub fn is_some(self) -> bool {
        self.0 != 0
    }

    pub fn index(self) -> usize {
        (self.0 as u32 >> 4) as usize
    }

    pub fn generation(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// Which byte of a pointer the value starts with: 0 for a whole pointer.
    pub fn position(self) -> u32 {
        self.0 as u32 & 15
    }

    pub fn at_position(self, position: u32) -> Self {
        if self.is_none() {
            return self;
        }
        Provenance(self.0 & !15 | u64::from(position & 15))
    }

    /// The object, whichever byte of a pointer to it this is.
    pub fn object(self) -> Self {
        self.at_position(0)
    }

    /// Of a result computed from two values: that of the only one that has any.
    pub fn of_either(self, other: Provenance) -> Self {
        match (self.is_some(), other.is_some()) {
            (true, false) => self,
            (false, true) => other,
            _ if self == other => self,
            _ => Provenance::NONE,
        }
    }
}

/// An integer, `_Bool`, float or pointer: bits, zero above the type's width.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Scalar {
    pub bits: u128,
    pub provenance: Provenance,
}

impl Scalar {
    pub const ZERO: Scalar = Scalar {
        bits: 0,
        provenance: Provenance::NONE,
    };

    pub fn plain(bits: u128) -> Self {
        Scalar {
            bits,
            provenance: Provenance::NONE,
        }
    }
}

/// What a register holds.
#[derive(Clone, Debug)]
pub enum Value {
    /// Not assigned yet; reading it draws an input (only where the configuration says so).
    Unset,
    Scalar(Scalar),
    /// A record or array by value.
    Aggregate(Rc<Content>),
}

impl Value {
    /// Of all pointers in it, whole or in part.
    pub fn for_each_pointer(&self, mut visit: impl FnMut(Provenance)) {
        match self {
            Value::Unset => {}
            Value::Scalar(scalar) => visit(scalar.provenance),
            Value::Aggregate(content) => {
                for provenance in content.provenances().unwrap_or_default() {
                    visit(*provenance);
                }
            }
        }
    }
}

/// How the bits of a scalar are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repr {
    Void,
    Bool,
    Int { bits: u32, signed: bool },
    Pointer { bits: u32 },
    Float(unspool_ir::FloatKind),
    Aggregate,
}

impl Repr {
    /// Width of the value; 0 for what is no scalar.
    pub fn bits(self) -> u32 {
        match self {
            Repr::Bool => 1,
            Repr::Int { bits, .. } | Repr::Pointer { bits } => bits,
            Repr::Float(kind) => kind.bits(),
            Repr::Void | Repr::Aggregate => 0,
        }
    }

    pub fn is_signed(self) -> bool {
        matches!(self, Repr::Int { signed: true, .. })
    }

    pub fn is_float(self) -> bool {
        matches!(self, Repr::Float(_))
    }

    pub fn is_scalar(self) -> bool {
        !matches!(self, Repr::Void | Repr::Aggregate)
    }
}
