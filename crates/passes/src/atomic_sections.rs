//! Atomic sections made plain: no sections inside sections, none that is empty.
//!
//! No other thread runs from the first `atomic_begin` to the end that matches it, so what begins and ends inside
//! changes nothing; and a section without instructions is a step that does nothing.
//!
//! Precondition: a bounded program without visible points. Postcondition: a bounded program in which the depth of
//! sections is never above 1. Outcomes are the same: what is one step stays one step, and a step that is dropped
//! changed nothing and could not wait.
//!
//! ```text
//! atomic_begin                         atomic_begin
//! atomic_begin                         %0 = load @x
//! %0 = load @x                    →    store @x = %0 + 1:i32
//! atomic_end                           atomic_end
//! store @x = %0 + 1:i32
//! atomic_end
//! atomic_begin
//! atomic_end
//! ```

use unspool_ir::{Body, InstKind, Program};

use crate::bounded;
use crate::thread_text::{depth_behind, depths};

/// Flattens all threads.
pub fn run(program: &mut Program) {
    for thread in bounded::threads(program) {
        let function = &mut program.functions[thread.function.index()];
        if let Some(body) = &mut function.body {
            flatten(body);
            drop_empty(body);
        }
    }
}

/// Drops begins and ends of sections inside others.
pub fn flatten(body: &mut Body) {
    let depths = depths(body);
    for (block, mut depth) in body.blocks.iter_mut().zip(depths) {
        block.insts.retain(|inst| {
            let before = depth;
            depth = depth_behind(depth, &inst.kind);
            before == depth || before.min(depth) == 0
        });
    }
}

/// Drops sections whose end follows their begin.
fn drop_empty(body: &mut Body) {
    for block in &mut body.blocks {
        let is_empty_at = |at: usize, insts: &[unspool_ir::Inst]| {
            insts[at].kind == InstKind::AtomicBegin
                && insts.get(at + 1).map(|inst| &inst.kind) == Some(&InstKind::AtomicEnd)
        };
        let empty: Vec<bool> = (0..block.insts.len())
            .map(|at| is_empty_at(at, &block.insts) || at > 0 && is_empty_at(at - 1, &block.insts))
            .collect();
        let mut empty = empty.into_iter();
        block.insts.retain(|_| empty.next() != Some(true));
    }
}
