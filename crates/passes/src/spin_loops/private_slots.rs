//! Slots that only their own activation, and functions it calls, can touch.
//!
//! A slot is *private* if its address is never stored, returned, or handed to a thread or an unknown function: it may
//! be dereferenced, compared, kept in registers, and passed to functions that do no more with it. C's `&expected` of a
//! compare-exchange, and the result parameters of home-made atomic functions, are like that. Found by one pass over the
//! [flows](super::address_flows) of the program and one search backwards along them.
//!
//! No register but the *holders* can hold the address of a private slot, and memory never does.

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_ir::{FunctionId, Program, RegId, SlotId};

use super::address_flows::{self, Fate, Source};

pub struct PrivateSlots {
    leaking: FxHashSet<(FunctionId, Source)>,
    /// Slots whose address is taken other than for a call.
    held: FxHashSet<(FunctionId, SlotId)>,
    holders: FxHashSet<(FunctionId, RegId)>,
}

impl PrivateSlots {
    pub fn of(program: &Program) -> Self {
        let mut edges: Vec<Edge> = Vec::new();
        let mut leaks: Vec<(FunctionId, Source)> = Vec::new();
        for (index, function) in program.functions.iter().enumerate() {
            let id = FunctionId::new(index);
            let Some(body) = &function.body else {
                continue;
            };
            let mut add = |source: Source, fate: Fate| match fate {
                Fate::Assigned(function, register) => edges.push(Edge {
                    source: (id, source),
                    target: (function, register),
                }),
                Fate::Returned | Fate::Leaks => leaks.push((id, source)),
            };
            for block in &body.blocks {
                for inst in &block.insts {
                    address_flows::of_instruction(program, id, body, &inst.kind, &mut add);
                }
                address_flows::of_terminator(program, id, body, &block.terminator, &mut add);
            }
        }
        let leaking = leaking(&edges, leaks);
        let held = edges.iter().filter_map(|edge| match edge.source {
            (of, Source::Slot(slot)) if of == edge.target.0 => Some((of, slot)),
            _ => None,
        });
        PrivateSlots {
            held: held.collect(),
            holders: holders(&edges, &leaking),
            leaking,
        }
    }

    pub fn is_private(&self, function: FunctionId, slot: SlotId) -> bool {
        !self.leaking.contains(&(function, Source::Slot(slot)))
    }

    /// Whether an address in this register may get to where others can find it, or be returned.
    pub fn leaks(&self, function: FunctionId, register: RegId) -> bool {
        self.leaking
            .contains(&(function, Source::Register(register)))
    }

    /// Whether a register of its own activation may hold the address of the slot.
    pub fn is_held(&self, function: FunctionId, slot: SlotId) -> bool {
        self.held.contains(&(function, slot))
    }

    /// Whether the register may hold the address of a private slot of its own activation.
    pub fn may_hold_address(&self, function: FunctionId, register: RegId) -> bool {
        self.holders.contains(&(function, register))
    }
}

struct Edge {
    source: (FunctionId, Source),
    target: (FunctionId, RegId),
}

fn leaking(
    edges: &[Edge],
    mut leaks: Vec<(FunctionId, Source)>,
) -> FxHashSet<(FunctionId, Source)> {
    let mut into: FxHashMap<(FunctionId, RegId), Vec<(FunctionId, Source)>> = FxHashMap::default();
    for edge in edges {
        into.entry(edge.target).or_default().push(edge.source);
    }
    let mut leaking = FxHashSet::default();
    while let Some((function, source)) = leaks.pop() {
        if leaking.insert((function, source))
            && let Source::Register(register) = source
        {
            leaks.extend(into.get(&(function, register)).into_iter().flatten());
        }
    }
    leaking
}

/// Registers that may hold the address of a private slot of their own function. (What a callee is given belongs to another
/// activation.)
fn holders(
    edges: &[Edge],
    leaking: &FxHashSet<(FunctionId, Source)>,
) -> FxHashSet<(FunctionId, RegId)> {
    let mut copies: FxHashMap<(FunctionId, RegId), Vec<RegId>> = FxHashMap::default();
    let mut pending: Vec<(FunctionId, RegId)> = Vec::new();
    for edge in edges {
        let (function, register) = edge.target;
        match edge.source {
            (of, _) if of != function => {}
            (of, Source::Register(from)) => copies.entry((of, from)).or_default().push(register),
            source if !leaking.contains(&source) => pending.push(edge.target),
            _ => {}
        }
    }
    let mut holders = FxHashSet::default();
    while let Some((function, register)) = pending.pop() {
        if holders.insert((function, register)) {
            let next = copies.get(&(function, register)).into_iter().flatten();
            pending.extend(next.map(|&copy| (function, copy)));
        }
    }
    holders
}
