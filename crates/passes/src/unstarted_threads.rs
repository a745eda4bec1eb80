//! Drops threads that nothing starts.
//!
//! When control flow is cut, a `spawn` can go with it. The function that it named is then no thread any more, nor are
//! those that only it would start; rule Z1 of bounded programs has no place for their bodies. To be called by every
//! pass that drops blocks.

use unspool_ir::{ExprKind, FunctionId, InstKind, Program};

/// Takes the bodies of functions that no chain of spawns leads to.
pub fn drop_unstarted(program: &mut Program) {
    let mut started = vec![false; program.functions.len()];
    let mut work: Vec<FunctionId> = program.entry.into_iter().collect();
    while let Some(function) = work.pop() {
        if std::mem::replace(&mut started[function.index()], true) {
            continue;
        }
        let Some(body) = &program.function(function).body else {
            continue;
        };
        for inst in body.blocks.iter().flat_map(|block| &block.insts) {
            if let InstKind::Spawn { start, .. } = inst.kind
                && let ExprKind::FunctionAddress(function) = body.expr(start).kind
            {
                work.push(function);
            }
        }
    }
    for (function, started) in program.functions.iter_mut().zip(started) {
        if !started {
            function.body = None;
        }
    }
}
