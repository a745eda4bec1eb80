//! Whether the tests of a loop come out as constants, and get nearer to another result.
//!
//! `for (i = 0; i < 10; i++)` is unwound to its end without asking for a bound, since in every iteration its test is a
//! constant. So is that of `while (1)`, and of `while (flag)` with a flag that nobody changes; but these never end. What tells
//! them apart is what the test is *made of*: an iteration is nearer to the end if its tests were made of other values than those
//! of the iteration before. The values of the registers in the condition are not enough for that:
//!
//! ```text
//! while (*s == 'x') s++;         %0 = load *%s                  %0 is 'x' again and again, but %s is not the same
//!                                branch %0 == 'x', ...
//! while (a || i < n) i++;        %1 = %i < %n
//!                                branch %1, ...
//! while (less(i, n)) i++;        %2 = call @less(%i, %n)
//!                                branch %2 as bool, ...
//! ```
//!
//! So for truth values, copies, loads and calls one remembers, until the iteration ends, what they were made of in turn. This only decides by which
//! bound an iteration counts: a wrong guess makes no wrong program, only a longer or shorter one.

use std::hash::{BuildHasher, Hash, Hasher};
use std::rc::Rc;

use unspool_ir::{BlockId, ExprId, ExprKind, InstKind, RegId, Types};

use super::knowledge::Knowledge;
use super::walk::ThreadWalk;
use crate::operands::{Node, for_each_node, push_operands, register_of};

/// A loop being unwound.
pub struct LoopFrame {
    pub number: usize,
    /// Iterations begun that brought it nearer to its end.
    pub decided: u32,
    /// All tests of this iteration so far that could leave the loop: a number for what they are made of, if they came out as
    /// constants.
    pub test: Option<u64>,
    pub previous_test: Option<u64>,
    pub undecided_exit: bool,
    /// This iteration has come to the body of the loop.
    pub is_in_body: bool,
}

impl LoopFrame {
    pub fn new(number: usize) -> LoopFrame {
        LoopFrame {
            number,
            decided: 0,
            test: None,
            previous_test: None,
            undecided_exit: false,
            is_in_body: false,
        }
    }

    /// Whether the tests of this iteration came out as constants, and were made of other values than those of the one before.
    pub fn is_nearer(&self) -> bool {
        self.test.is_some() && self.test != self.previous_test
    }
}

impl ThreadWalk<'_, '_> {
    /// A test that chooses between these targets came out as a constant.
    pub fn note_decided(
        &mut self,
        know: &Knowledge,
        condition: ExprId,
        targets: impl IntoIterator<Item = BlockId>,
    ) {
        if self.here().loops.is_empty() {
            return;
        }
        let Some(fingerprint) = self.fingerprint(know, vec![Node::Expr(condition)]) else {
            return;
        };
        let order = Rc::clone(&self.here().order);
        let targets: Vec<BlockId> = targets.into_iter().collect();
        for frame in self.here_mut().loops.iter_mut().rev() {
            if (targets.iter()).any(|target| !order.contains(frame.number, *target)) {
                let all = frame.test.unwrap_or(0).rotate_left(5) ^ fingerprint;
                frame.test = Some(all);
            }
        }
    }

    pub fn note_undecided(&mut self, targets: impl IntoIterator<Item = BlockId>) {
        if self.here().loops.is_empty() {
            return;
        }
        let order = Rc::clone(&self.here().order);
        let targets: Vec<BlockId> = targets.into_iter().collect();
        for frame in self.here_mut().loops.iter_mut() {
            frame.undecided_exit |= targets
                .iter()
                .any(|target| !order.contains(frame.number, *target));
        }
    }

    /// Remembers what the result of an instruction is going to be made of.
    pub fn note_made_of(&mut self, know: &Knowledge, inst: &InstKind) {
        if self.here().loops.is_empty() {
            return;
        }
        let Some((dst, is_wanted)) = self.result_for_tests(inst) else {
            return;
        };
        let mut made_of = None;
        if is_wanted {
            let mut operands = Vec::new();
            push_operands(inst, &mut operands);
            made_of = self.fingerprint(know, operands);
        }
        let known = &mut self.here_mut().made_of;
        match made_of {
            Some(number) => known.insert(dst, number),
            None => known.remove(&dst),
        };
    }

    /// The register that an instruction assigns to, and whether one asks what it is made of. Other values that are computed change
    /// when their operands do, or it does not matter.
    fn result_for_tests(&self, inst: &InstKind) -> Option<(RegId, bool)> {
        let body = self.body();
        match inst {
            InstKind::Assign { dst, value } => {
                let kind = body.expr(*value).kind;
                let is_copy = matches!(kind, ExprKind::Reg(_) | ExprKind::Convert(_));
                Some((*dst, is_copy || body.regs[dst.index()].ty == Types::BOOL))
            }
            InstKind::Load { dst, .. } => Some((*dst, true)),
            InstKind::Call { dst, .. } => dst.map(|dst| (dst, true)),
            _ => None,
        }
    }

    /// A number for the values of the registers in these operands, and for what they were made of; None if there is no
    /// register.
    fn fingerprint(&self, know: &Knowledge, mut operands: Vec<Node>) -> Option<u64> {
        let body = self.body();
        let mut hasher = rustc_hash::FxBuildHasher.build_hasher();
        let mut is_empty = true;
        for_each_node(body, &mut operands, |node| {
            if let Some(register) = register_of(body, node) {
                is_empty = false;
                know.register(self.register(register)).hash(&mut hasher);
                self.here().made_of.get(&register).hash(&mut hasher);
            }
        });
        (!is_empty).then(|| hasher.finish())
    }
}
