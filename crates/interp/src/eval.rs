//! Evaluation of flat expression code.
//!
//! Pure: reads registers, looks at memory only to see which object an address that comes from an integer
//! lies in, and traps where C's behaviour does.

use std::rc::Rc;

use unspool_ir::BinaryOp;

use crate::code::{AggregateSource, AnySource, CompiledFunction, Op, Operand, Source};
use crate::content::Content;
use crate::memory::Memory;
use crate::trap::Trap;
use crate::value::{Provenance, Repr, Scalar, Value, mask, sign_extend};
use crate::{float, integer};

/// All an expression can see.
pub struct Evaluator<'a> {
    pub function: &'a CompiledFunction,
    pub registers: &'a [Value],
    pub slots: &'a [Provenance],
    pub stack_base: u64,
    pub thread_locals: &'a [Scalar],
    pub memory: &'a Memory,
    pub pointer_bits: u32,
}

impl Evaluator<'_> {
    #[inline]
    pub fn source(&self, source: Source, stack: &mut Vec<Scalar>) -> Result<Scalar, Trap> {
        match source {
            Source::Operand(operand) => self.operand(operand, stack),
            Source::Code { start, end } => self.code(start, end, stack),
        }
    }

    pub fn condition(&self, source: Source, stack: &mut Vec<Scalar>) -> Result<bool, Trap> {
        Ok(self.source(source, stack)?.bits != 0)
    }

    pub fn any(&self, source: &AnySource, stack: &mut Vec<Scalar>) -> Result<Value, Trap> {
        match source {
            AnySource::Scalar(source) => self.source(*source, stack).map(Value::Scalar),
            AnySource::Aggregate(source) => self.aggregate(source, stack).map(Value::Aggregate),
        }
    }

    pub fn aggregate(
        &self,
        source: &AggregateSource,
        stack: &mut Vec<Scalar>,
    ) -> Result<Rc<Content>, Trap> {
        let mut at = source;
        loop {
            match at {
                AggregateSource::Register(register) => {
                    return match &self.registers[*register as usize] {
                        Value::Aggregate(content) => Ok(Rc::clone(content)),
                        Value::Unset => Err(Trap::UnsetRegister(*register)),
                        Value::Scalar(_) => Err(Trap::Unsupported(
                            "a record was expected in a register".to_string(),
                        )),
                    };
                }
                AggregateSource::Select(condition, then, otherwise) => {
                    at = if self.condition(*condition, stack)? {
                        then
                    } else {
                        otherwise
                    };
                }
                AggregateSource::Unsupported => {
                    return Err(Trap::Unsupported(
                        "this expression of record type".to_string(),
                    ));
                }
            }
        }
    }

    #[inline(always)]
    fn operand(&self, operand: Operand, stack: &mut Vec<Scalar>) -> Result<Scalar, Trap> {
        match operand {
            Operand::Register(register) => match &self.registers[register as usize] {
                Value::Scalar(scalar) => Ok(*scalar),
                _ => Err(self.no_scalar(register)),
            },
            Operand::Constant(index) => Ok(self.function.constants[index as usize]),
            Operand::Pop => Ok(stack.pop().unwrap_or_default()),
            Operand::Slot { slot, offset } => {
                let provenance = self.slots[slot as usize];
                if provenance.is_none() {
                    return Err(Trap::DeadSlot(slot));
                }
                let distance = self.function.slots[slot as usize].offset + u64::from(offset);
                Ok(Scalar {
                    bits: u128::from(self.stack_base + distance),
                    provenance,
                })
            }
            Operand::ThreadLocal { global, offset } => Ok(self.thread_local(global, offset)),
        }
    }

    #[cold]
    fn no_scalar(&self, register: u32) -> Trap {
        match self.registers[register as usize] {
            Value::Unset => Trap::UnsetRegister(register),
            _ => Trap::Unsupported("a record where a scalar was expected".to_string()),
        }
    }

    fn thread_local(&self, global: u32, offset: u32) -> Scalar {
        let base = self.thread_locals.get(global as usize);
        let base = base.copied().unwrap_or_default();
        Scalar {
            bits: base.bits + u128::from(offset),
            provenance: base.provenance,
        }
    }

    fn code(&self, start: u32, end: u32, stack: &mut Vec<Scalar>) -> Result<Scalar, Trap> {
        stack.clear();
        let ops = &self.function.ops[..end as usize];
        let mut at = start;
        while let Some(op) = ops.get(at as usize) {
            at += 1;
            let result = match *op {
                Op::Push(operand) => self.operand(operand, stack)?,
                Op::Unary { op, repr, a } => {
                    let a = self.operand(a, stack)?;
                    Scalar::plain(match repr {
                        Repr::Float(kind) if op == unspool_ir::UnaryOp::Neg => {
                            float::negate(kind, a.bits)
                        }
                        _ => integer::unary(op, repr.bits(), a.bits),
                    })
                }
                Op::Binary { op, repr, a, b } => {
                    let b = self.operand(b, stack)?;
                    let a = self.operand(a, stack)?;
                    let value = binary(op, repr, a, b)?;
                    if at == end {
                        return Ok(value);
                    }
                    value
                }
                Op::PointerAdd { step, index, a, b } => {
                    let b = self.operand(b, stack)?;
                    let a = self.operand(a, stack)?;
                    let number = if index.is_signed() {
                        sign_extend(b.bits, index.bits()) as u128
                    } else {
                        b.bits
                    };
                    let bytes = number.wrapping_mul(u128::from(step));
                    Scalar {
                        bits: a.bits.wrapping_add(bytes) & mask(self.pointer_bits),
                        provenance: a.provenance,
                    }
                }
                Op::PointerDiff { step, a, b } => {
                    let b = self.operand(b, stack)?;
                    let a = self.operand(a, stack)?;
                    let bytes = sign_extend(
                        a.bits.wrapping_sub(b.bits) & mask(self.pointer_bits),
                        self.pointer_bits,
                    );
                    let elements = bytes / i128::from(step.max(1));
                    Scalar::plain(elements as u128 & mask(self.pointer_bits))
                }
                Op::Convert { from, to, a } => {
                    let a = self.operand(a, stack)?;
                    self.convert(from, to, a)
                }
                Op::JumpIfFalse { condition, target } => {
                    if self.operand(condition, stack)?.bits == 0 {
                        at = target;
                    }
                    continue;
                }
                Op::Jump { target } => {
                    at = target;
                    continue;
                }
                Op::TooLarge => {
                    return Err(Trap::Unsupported("an expression this large".to_string()));
                }
            };
            stack.push(result);
        }
        Ok(stack.pop().unwrap_or_default())
    }

    fn convert(&self, from: Repr, to: Repr, a: Scalar) -> Scalar {
        let bits = convert_bits(from, to, a.bits);
        let provenance = match (from, to) {
            (Repr::Float(_), _) | (_, Repr::Float(_) | Repr::Bool) => Provenance::NONE,
            // An integer that has left its object means whatever lies at the address.
            (Repr::Int { .. }, Repr::Pointer { .. }) => match self.memory.get(a.provenance) {
                Some(object) => {
                    let inside = u64::try_from(bits)
                        .ok()
                        .and_then(|address| address.checked_sub(object.base))
                        .is_some_and(|offset| offset <= object.size());
                    if inside {
                        a.provenance
                    } else {
                        Provenance::NONE
                    }
                }
                None => a.provenance,
            },
            _ => a.provenance,
        };
        Scalar { bits, provenance }
    }
}

/// An operator on two values of one representation.
#[inline]
pub fn binary(op: BinaryOp, repr: Repr, a: Scalar, b: Scalar) -> Result<Scalar, Trap> {
    if let Repr::Float(kind) = repr {
        return match float::binary(op, kind, a.bits, b.bits) {
            Some(bits) => Ok(Scalar::plain(bits)),
            None => Err(Trap::Unsupported(
                "this operator on floating-point numbers".to_string(),
            )),
        };
    }
    let bits = integer::binary(op, repr.bits(), repr.is_signed(), a.bits, b.bits)?;
    let provenance = match op {
        BinaryOp::Add | BinaryOp::And | BinaryOp::Or => a.provenance.of_either(b.provenance),
        BinaryOp::Sub if b.provenance.is_none() => a.provenance,
        _ => Provenance::NONE,
    };
    Ok(Scalar { bits, provenance })
}

/// C's cast between scalars.
pub fn convert_bits(from: Repr, to: Repr, a: u128) -> u128 {
    match (from, to) {
        (Repr::Float(_), _) | (_, Repr::Float(_)) => float::convert(from, to, a),
        (_, Repr::Bool) => u128::from(a != 0),
        _ if from.is_signed() => sign_extend(a, from.bits()) as u128 & mask(to.bits()),
        _ => a & mask(to.bits()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(bits: u32, signed: bool) -> Repr {
        Repr::Int { bits, signed }
    }

    #[test]
    fn conversions_extend_by_the_source_type() {
        assert_eq!(
            convert_bits(int(8, true), int(32, false), 0xff),
            0xffff_ffff
        );
        assert_eq!(convert_bits(int(8, false), int(32, true), 0xff), 0xff);
        assert_eq!(convert_bits(int(64, true), int(8, true), 0x1234), 0x34);
        assert_eq!(
            convert_bits(int(16, true), int(128, true), 0x8000),
            u128::MAX << 15
        );
        assert_eq!(convert_bits(int(32, true), Repr::Bool, 0x100), 1);
        assert_eq!(convert_bits(Repr::Bool, int(32, true), 1), 1);
        let negative_zero = 1 << 63;
        let double = Repr::Float(unspool_ir::FloatKind::F64);
        assert_eq!(convert_bits(double, Repr::Bool, negative_zero), 0);
        assert_eq!(
            convert_bits(int(8, true), double, 0xff),
            u128::from((-1f64).to_bits())
        );
    }

    #[test]
    fn provenance_survives_tagging_but_not_differences() {
        let object = Provenance::new(5, 1);
        let pointer = Scalar {
            bits: 0x1000,
            provenance: object,
        };
        let word = int(64, false);
        let run = |op, a, b| binary(op, word, a, b).map(|v| v.provenance).ok();
        assert_eq!(run(BinaryOp::Or, pointer, Scalar::plain(1)), Some(object));
        assert_eq!(
            run(BinaryOp::And, Scalar::plain(!1 & mask(64)), pointer),
            Some(object)
        );
        assert_eq!(run(BinaryOp::Add, Scalar::plain(8), pointer), Some(object));
        assert_eq!(run(BinaryOp::Sub, pointer, Scalar::plain(8)), Some(object));
        assert_eq!(run(BinaryOp::Sub, pointer, pointer), Some(Provenance::NONE));
        assert_eq!(
            run(BinaryOp::Xor, pointer, Scalar::plain(8)),
            Some(Provenance::NONE)
        );
    }
}
