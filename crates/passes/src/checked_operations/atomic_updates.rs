//! What atomic updates give back.
//!
//! They wrap by definition. Where a program wants the new value, the front end computes it of the old one, with the operator and the operand of the update
//! again. A program that does the same itself, as in `atomic_fetch_add(&x, 1) + 1`, looks alike and is not checked either.

use unspool_ir::{BinaryOp, Body, ExprId, ExprKind, InstKind, RmwOp};

use crate::operands::for_each_written;
use crate::simplify;

/// The registers that atomic additions and subtractions fill, with the operation and its operand.
pub struct AtomicUpdates {
    of_register: Vec<Option<(BinaryOp, ExprId)>>,
}

impl AtomicUpdates {
    pub fn of(body: &Body) -> Self {
        let mut writes = vec![0u32; body.regs.len()];
        let mut of_register = vec![None; body.regs.len()];
        for inst in body.blocks.iter().flat_map(|block| &block.insts) {
            for_each_written(&inst.kind, |register| writes[register.index()] += 1);
            let InstKind::Rmw { op, dst, value, .. } = inst.kind else {
                continue;
            };
            of_register[dst.index()] = match op {
                RmwOp::Add => Some((BinaryOp::Add, value)),
                RmwOp::Sub => Some((BinaryOp::Sub, value)),
                _ => None,
            };
        }
        for (update, writes) in of_register.iter_mut().zip(writes) {
            *update = update.filter(|_| writes == 1);
        }
        AtomicUpdates { of_register }
    }

    /// Whether this is the new value of an atomic update.
    pub fn gives_back(&self, body: &Body, op: BinaryOp, left: ExprId, right: ExprId) -> bool {
        let ExprKind::Reg(register) = body.expr(left).kind else {
            return false;
        };
        // Registers for large operands are newer than the list.
        let update = self.of_register.get(register.index()).copied().flatten();
        update.is_some_and(|(known, value)| known == op && simplify::is_same(body, value, right))
    }
}
