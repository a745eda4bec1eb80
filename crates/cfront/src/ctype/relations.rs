//! Relations between types: promotion, the usual arithmetic conversions, compatibility.

use super::{ArrayLength, CFloat, CTypes, IntKind, Ty, TyKind, is_signed_kind, unsigned_of};

impl CTypes {
    /// Integer promotion (C11 6.3.1.1): what is narrower than `int` becomes `int`.
    pub fn promote(&self, ty: Ty) -> Ty {
        match self.kind(ty) {
            TyKind::Bool => CTypes::INT,
            TyKind::Int(_) | TyKind::Enum(_) => match self.int_kind(ty) {
                Some(kind) if self.int_bits(kind) < 32 => CTypes::INT,
                Some(kind) => self.int(kind),
                None => ty,
            },
            _ => ty,
        }
    }

    /// The usual arithmetic conversions (C11 6.3.1.8) of two arithmetic types.
    pub fn usual_conversion(&self, a: Ty, b: Ty) -> Ty {
        if let (TyKind::Float(x), TyKind::Float(y)) = (self.kind(a), self.kind(b)) {
            return if float_rank(*x) >= float_rank(*y) {
                a
            } else {
                b
            };
        }
        if self.is_float(a) {
            return a;
        }
        if self.is_float(b) {
            return b;
        }
        let (a, b) = (self.promote(a), self.promote(b));
        if let Some(ty) = self.wide_bits_conversion(a, b) {
            return ty;
        }
        let (Some(x), Some(y)) = (self.int_kind(a), self.int_kind(b)) else {
            return a;
        };
        if x == y {
            return a;
        }
        let (rank_x, rank_y) = (int_rank(x), int_rank(y));
        if is_signed_kind(x) == is_signed_kind(y) {
            return if rank_x >= rank_y { a } else { b };
        }
        let (signed, unsigned) = if is_signed_kind(x) { (x, y) } else { (y, x) };
        if int_rank(unsigned) >= int_rank(signed) {
            self.int(unsigned)
        } else if self.int_bits(signed) > self.int_bits(unsigned) {
            self.int(signed)
        } else {
            self.int(unsigned_of(signed))
        }
    }

    /// Between promoted integer types of which one is that of a wide bit-field, by width.
    fn wide_bits_conversion(&self, a: Ty, b: Ty) -> Option<Ty> {
        let width = |ty: Ty| match *self.kind(ty) {
            TyKind::WideBits { bits, .. } => Some(bits),
            _ => None,
        };
        let full = |ty: Ty| width(ty).or_else(|| Some(self.int_bits(self.int_kind(ty)?)));
        if width(a).is_none() && width(b).is_none() {
            return None;
        }
        let (x, y) = (full(a)?, full(b)?);
        Some(match x.cmp(&y) {
            std::cmp::Ordering::Greater => a,
            std::cmp::Ordering::Less => b,
            std::cmp::Ordering::Equal if self.is_signed(a) => b,
            std::cmp::Ordering::Equal => a,
        })
    }

    /// Type compatibility (C11 6.2.7), ignoring the top-level qualifiers.
    pub fn compatible(&self, a: Ty, b: Ty) -> bool {
        if a == b {
            return true;
        }
        match (self.kind(a), self.kind(b)) {
            (TyKind::Pointer(x), TyKind::Pointer(y)) => {
                x.quals == y.quals && self.compatible(x.ty, y.ty)
            }
            (
                TyKind::Array {
                    element: x,
                    length: m,
                },
                TyKind::Array {
                    element: y,
                    length: n,
                },
            ) => {
                let lengths_agree = match (m, n) {
                    (ArrayLength::Constant(m), ArrayLength::Constant(n)) => m == n,
                    _ => true,
                };
                lengths_agree && x.quals == y.quals && self.compatible(x.ty, y.ty)
            }
            (TyKind::Function(x), TyKind::Function(y)) => {
                if !self.compatible(x.result.ty, y.result.ty) {
                    return false;
                }
                if !x.prototype || !y.prototype {
                    return true;
                }
                x.variadic == y.variadic
                    && x.params.len() == y.params.len()
                    && x.params
                        .iter()
                        .zip(y.params.iter())
                        .all(|(&p, &q)| self.compatible(p, q))
            }
            (TyKind::Enum(_), TyKind::Int(kind)) => self.int_kind(a) == Some(*kind),
            (TyKind::Int(kind), TyKind::Enum(_)) => self.int_kind(b) == Some(*kind),
            (TyKind::Record(x), TyKind::Record(y)) => {
                // In different files, same tag and same shape (C11 6.2.7p1).
                let (x, y) = (self.record(*x), self.record(*y));
                x.unit != y.unit && x.tag == y.tag && x.kind == y.kind && x.same_layout(y)
            }
            _ => false,
        }
    }
}

fn int_rank(kind: IntKind) -> u8 {
    use IntKind::*;
    match kind {
        Char | SChar | UChar => 1,
        Short | UShort => 2,
        Int | UInt => 3,
        Long | ULong => 4,
        LongLong | ULongLong => 5,
        Int128 | UInt128 => 6,
    }
}

fn float_rank(float: CFloat) -> u8 {
    float as u8
}
