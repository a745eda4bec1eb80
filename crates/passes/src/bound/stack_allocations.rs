//! Objects that are allocated on the stack: variable-length arrays, which end with their block, and those of `alloca`, which
//! end with their function.
//!
//! When a function returns, what it has allocated ends. The front end writes no `free` for that, as the activation itself is the
//! owner; but here there are no activations any more, so it has to be done. An array is known where its function returns
//! inside of its block. Whether an `alloca` has been passed may depend on the path, so each gets a register of its own, null
//! at the start of the thread, and freeing null does nothing:
//!
//! ```text
//! branch %c, b1, b2                       %7 = 0:*void            at the start of the thread
//! b1: %p = alloc stack 4:u64          b1: %7 = alloc stack 4:u64
//!                                         %p = %7
//! b2: return                          b2: free stack %7
//! ```

use unspool_ir::{Body, ExprKind, Inst, InstKind, RegId, Span, Storage};

use super::objects::ObjectId;
use super::value::Value;
use super::walk::{Path, ThreadWalk};

/// One that ends with the current function.
#[derive(Clone, Copy)]
pub struct StackObject {
    object: ObjectId,
    pointer: RegId,
    /// The register has no other use, and is null if the allocation was not passed.
    is_own_register: bool,
}

impl ThreadWalk<'_, '_> {
    /// An allocation on the stack: what it becomes.
    pub fn on_the_stack(
        &mut self,
        path: &mut Path,
        mut kind: InstKind,
        object: ObjectId,
        span: Span,
    ) -> InstKind {
        let InstKind::Alloc { dst, .. } = &mut kind else {
            return kind;
        };
        let wanted = *dst;
        let in_function = RegId(wanted.0 - self.here().registers);
        let mut kept = StackObject {
            object,
            pointer: wanted,
            is_own_register: false,
        };
        if ends_by_itself(self.body(), in_function) {
            self.here_mut().stack_objects.push(kept);
            return kind;
        }
        let ty = self.out.body.regs[wanted.index()].ty;
        let own = self.out.fresh_register(ty);
        *dst = own;
        kept.pointer = own;
        kept.is_own_register = true;
        self.here_mut().stack_objects.push(kept);
        path.know.set_register(own, path.know.register(wanted));
        self.emit(path, kind, span);
        let value = self.out.reg(own);
        InstKind::Assign { dst: wanted, value }
    }

    /// Ends what the current function, which returns, has allocated on the stack.
    pub fn free_stack(&mut self, path: &mut Path, span: Span) {
        if let [.., caller, _] = &self.activations[..]
            && self.bounder.program.is_outermost(caller.function)
        {
            return;
        }
        for kept in self.here().stack_objects.clone() {
            let object = kept.object;
            let pointer = Value::Pointer { object, offset: 0 };
            let is_there = path.know.register(kept.pointer) == pointer && path.know.is_live(object);
            if !is_there {
                if !kept.is_own_register {
                    continue;
                }
                self.null_at_start.push(kept.pointer);
            }
            let pointer = self.out.reg(kept.pointer);
            let free = InstKind::Free {
                pointer,
                storage: Storage::Stack,
                is_unheld: false,
            };
            self.emit(path, free, span);
            self.end_object(&mut path.know, object);
        }
    }

    /// When the thread is complete: sets the registers that have to be null at first.
    pub fn start_with_nulls(&mut self) {
        let registers = std::mem::take(&mut self.null_at_start);
        let mut insts = Vec::new();
        for dst in registers {
            let ty = self.out.body.regs[dst.index()].ty;
            let value = self.out.expr(ExprKind::Int(0), ty);
            insts.push(Inst::new(InstKind::Assign { dst, value }, Span::NONE));
        }
        self.out.instructions += insts.len();
        if let Some(first) = self.out.body.blocks.first_mut() {
            first.insts.splice(0..0, insts);
        }
    }
}

/// Whether the function ends what it allocates into this register: a variable-length array.
fn ends_by_itself(body: &Body, register: RegId) -> bool {
    let mut insts = body.blocks.iter().flat_map(|block| &block.insts);
    insts.any(|inst| match inst.kind {
        InstKind::Free {
            pointer,
            storage: Storage::Stack,
            ..
        } => body.expr(pointer).kind == ExprKind::Reg(register),
        _ => false,
    })
}
