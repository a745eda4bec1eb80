//! Bounded programs: finite, acyclic, one function per thread.
//!
//! A bounded program is a [`Program`] (all rules of [`unspool_ir::verify`] hold) in which further
//!
//! - Z1. the entry function is thread 0; every `spawn` carries the number of its thread and names a function of the program directly
//!   (`&@f`); no two spawns have the same number or the same function, and none names the entry. These functions are the *threads*; no other function has a body.
//! - Z2. threads contain no `call` and no `var_args`.
//! - Z3. the blocks of a thread stand in topological order: every successor of a block stands behind it.
//! - Z4. every block of a thread but the first is the successor of some block.
//! - Z5. either no instruction has a visible point, or the points of each thread are numbered 0, 1, ... in the order of the text,
//!   and every place that needs one has one. Points stand at atomic depth 0 only.
//!
//! So every instruction of a thread is executed at most once in a run, and `alloc` makes one object at most.
//! `self` is a constant. The interpreter, when a program has points, switches threads only there (and before
//! instructions that end the run).

use unspool_ir::{ExprKind, FunctionId, InstKind, Program};

/// A thread of a bounded program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoundedThread {
    pub number: u32,
    pub function: FunctionId,
}

/// All threads, in the order of their numbers.
pub fn threads(program: &Program) -> Vec<BoundedThread> {
    let mut threads: Vec<BoundedThread> = Vec::new();
    threads.extend(program.entry.map(|function| BoundedThread {
        number: 0,
        function,
    }));
    let bodies = program.functions.iter().filter_map(|f| f.body.as_ref());
    for body in bodies {
        for inst in body.blocks.iter().flat_map(|block| &block.insts) {
            if let InstKind::Spawn {
                start,
                thread: Some(number),
                ..
            } = inst.kind
                && let ExprKind::FunctionAddress(function) = body.expr(start).kind
            {
                threads.push(BoundedThread { number, function });
            }
        }
    }
    threads.sort_by_key(|thread| thread.number);
    threads
}
