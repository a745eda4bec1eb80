//! What "no violation" takes for granted, said once with the verdict.
//!
//! Sequential consistency is all there is so far, so memory orders that promise less are taken for more than they are. And whoever rules
//! out what a real library may do should read that beside the result.

use unspool_ir::{InstKind, MemoryOrder, Program, Span};
use unspool_models::SWITCHES;

use crate::inputs::InputConfig;
use crate::pipeline::Work;

pub fn remarks(work: &Work, input: &InputConfig) -> Vec<String> {
    let orders = first_weak_order(&work.program).map(|(order, span)| {
        format!(
            "assumed: every memory order is sequentially consistent (the first that promises less is `{}` at {})",
            order.name(),
            work.program.describe(span)
        )
    });
    let ruled_out = SWITCHES
        .iter()
        .filter(|switch| switch.default && !input.switches.is_on(switch.name))
        .map(|switch| {
            let what = switch.name.replace('-', " ");
            format!("assumed: no {what} ({})", switch.useful_option())
        });
    orders.into_iter().chain(ruled_out).collect()
}

/// In the program itself: the models need no order.
fn first_weak_order(program: &Program) -> Option<(MemoryOrder, Span)> {
    let own = program
        .functions
        .iter()
        .filter(|function| !function.is_model);
    let blocks = own
        .filter_map(|function| function.body.as_ref())
        .flat_map(|body| &body.blocks);
    blocks.flat_map(|block| &block.insts).find_map(|inst| {
        let order = match inst.kind {
            InstKind::Load { access, .. } | InstKind::Store { access, .. } => access.atomic?,
            InstKind::Rmw { order, .. }
            | InstKind::CompareExchange { order, .. }
            | InstKind::Fence(order) => order,
            _ => return None,
        };
        (order != MemoryOrder::SeqCst).then_some((order, inst.span))
    })
}
