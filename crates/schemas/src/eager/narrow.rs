//! Guesses of no more bits than the values have that can be there.
//!
//! Guessing 32 bits for a variable that is 0 or 1 costs every verifier, since it does not see that the guess must be one of the two before the end. The range analysis does (`passes/src/ranges`). So of a guess only the bits
//! that vary are used, the others are as they are known to be, and the check at the end compares those that vary.
//!
//! **Proof.** A range holds for all that executions write, and for what is there before if an execution can see that. So in a simulation of an execution what is left at the end of a round is in the
//! range or cannot be seen, and the guess of its varying bits gives the same, or something as good. The other way round, a simulation that passes the checks has, at the start of each round, contents that agree with what the round before left in the bits
//! that vary. By induction along the execution that it simulates, what was written is in its range, so the other bits agree too, unless nobody can see them.
//! Schemas that guess the values of writes compare all bits: what an execution writes is in its range, so the guess can be that; what is there before the first write is not guessed.

use unspool_ir::Program;
use unspool_ir::{BinaryOp, ExprId, ExprKind, TypeId, Types};
use unspool_passes::accesses::Memory;
use unspool_passes::ranges::Ranges;

use crate::block_writer::BlockWriter;

use super::parts::Part;

/// Which bits of a part vary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Narrow {
    /// These; of the others, those are set.
    Bits { varying: u128, ones: u128 },
    /// All but this many at the top, which are copies of the one below them.
    Signed { width: u32, copies: u32 },
}

impl Narrow {
    /// None if all do.
    pub fn of(program: &Program, ranges: &Ranges, memory: Memory, part: &Part) -> Option<Narrow> {
        if !program.types.is_integer(part.ty) {
            return None;
        }
        let size = program.types.size_of(part.ty)?;
        let range = ranges.of_bytes(program, memory, part.offset, size)?;
        let width = range.width();
        if range.as_constant().is_some() || u64::from(width) != 8 * size {
            return None;
        }
        let all = u128::MAX >> (u128::BITS - width);
        let varying = all & !(range.known_zeros() | range.known_ones());
        if varying != all {
            let ones = range.known_ones();
            return Some(Narrow::Bits { varying, ones });
        }
        let copies = width - range.signed_bits();
        (copies > 0).then_some(Narrow::Signed { width, copies })
    }

    /// The value that a guess stands for.
    pub fn value(self, writer: &mut BlockWriter, guess: ExprId, ty: TypeId) -> ExprId {
        match self {
            Narrow::Bits { ones, .. } => {
                let bits = self.varying(writer, guess, ty);
                match ones {
                    0 => bits,
                    _ => {
                        let ones = writer.constant(ones, ty);
                        binary(writer, BinaryOp::Or, bits, ones, ty)
                    }
                }
            }
            Narrow::Signed { width, copies } => {
                let signed = Types::int(width, true);
                let top = self.varying(writer, guess, ty);
                let top = convert(writer, top, signed);
                let copies = writer.constant(copies.into(), Types::U32);
                let value = binary(writer, BinaryOp::Shr, top, copies, signed);
                convert(writer, value, ty)
            }
        }
    }

    /// What of a value must be as it was guessed.
    pub fn varying(self, writer: &mut BlockWriter, value: ExprId, ty: TypeId) -> ExprId {
        match self {
            Narrow::Bits { varying, .. } => {
                let varying = writer.constant(varying, ty);
                binary(writer, BinaryOp::And, value, varying, ty)
            }
            Narrow::Signed { width, copies } => {
                let unsigned = Types::int(width, false);
                let value = convert(writer, value, unsigned);
                let copies = writer.constant(copies.into(), Types::U32);
                binary(writer, BinaryOp::Shl, value, copies, unsigned)
            }
        }
    }
}

fn binary(
    writer: &mut BlockWriter,
    op: BinaryOp,
    left: ExprId,
    right: ExprId,
    ty: TypeId,
) -> ExprId {
    writer.body.add_expr(ExprKind::Binary(op, left, right), ty)
}

fn convert(writer: &mut BlockWriter, value: ExprId, ty: TypeId) -> ExprId {
    match writer.body.expr(value).ty == ty {
        true => value,
        false => writer.body.add_expr(ExprKind::Convert(value), ty),
    }
}
