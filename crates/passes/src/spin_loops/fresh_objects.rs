//! Memory that a function has allocated and not told anyone about yet.
//!
//! The retry loop of a lock-free stack writes to the new node in every iteration:
//!
//! ```text
//!   b0:  %n = call @malloc(16:u64)
//!   b1:  %old = load @top
//!        store %n->next = %old
//!        %ok, %now = compare_exchange @top, %old, %n
//!        branch %ok, b2, b1
//! ```
//!
//! Until the exchange succeeds nobody but this activation can know the node, so that it is as good as a private slot.
//! It is *fresh* at a loop if it comes from one place outside of the loop (an allocation, or a call of a function that
//! returns nothing but an allocation of its own), and no address of it that leaks, leaks on a way to the head of the
//! loop that does not come by that place again. What leaks inside the loop is seen on its paths.
//!
//! *Names* of the object are registers that get its address where it is made, and nothing else ever; other registers *may* hold it,
//! or that of an older object from the same place.

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_ir::{
    BlockId, Body, Callee, ExprId, ExprKind, FunctionId, InstKind, Program, RegId, Storage,
    Terminator,
};

use super::address_flows::{self, Fate, Source};
use super::private_slots::PrivateSlots;
use crate::natural_loops::NaturalLoop;
use crate::operands;

/// Functions that return fresh memory, or null.
pub struct Allocators {
    is_allocator: Vec<bool>,
}

impl Allocators {
    /// `order` has called functions before their callers.
    pub fn of(program: &Program, slots: &PrivateSlots, order: &[FunctionId]) -> Self {
        let mut known = Allocators {
            is_allocator: vec![false; program.functions.len()],
        };
        for &id in order {
            if let Some(body) = &program.function(id).body {
                known.is_allocator[id.index()] = known.returns_fresh(program, slots, id, body);
            }
        }
        known
    }

    fn is_allocation(&self, kind: &InstKind) -> bool {
        match kind {
            InstKind::Alloc { storage, .. } => *storage == Storage::Heap,
            InstKind::Call {
                callee: Callee::Direct(callee),
                ..
            } => self.is_allocator[callee.index()],
            _ => false,
        }
    }

    /// Whether all that is returned comes from allocations here, by way of registers that let it go nowhere else.
    fn returns_fresh(
        &self,
        program: &Program,
        slots: &PrivateSlots,
        id: FunctionId,
        body: &Body,
    ) -> bool {
        let mut pending: Vec<RegId> = Vec::new();
        let mut has_result = false;
        for block in &body.blocks {
            if let Terminator::Return(value) = block.terminator {
                match value.map(|value| source_of(body, value)) {
                    Some(Some(CopyOf::Register(register))) => pending.push(register),
                    Some(Some(CopyOf::Null)) => {}
                    Some(None) | None => return false,
                }
                has_result = true;
            }
        }
        let mut registers: FxHashSet<RegId> = FxHashSet::default();
        let insts = || body.blocks.iter().flat_map(|block| &block.insts);
        while let Some(register) = pending.pop() {
            if !registers.insert(register) {
                continue;
            }
            let mut is_fresh = !body.params.contains(&register);
            for inst in insts() {
                operands::for_each_written(&inst.kind, |&assigned| {
                    if assigned != register || self.is_allocation(&inst.kind) {
                        return;
                    }
                    match inst.kind {
                        InstKind::Assign { value, .. } => match source_of(body, value) {
                            Some(CopyOf::Register(from)) => pending.push(from),
                            Some(CopyOf::Null) => {}
                            None => is_fresh = false,
                        },
                        _ => is_fresh = false,
                    }
                });
            }
            if !is_fresh || registers.len() > MOST_COPIES {
                return false;
            }
        }
        let mut is_kept = has_result && !registers.is_empty();
        for inst in insts() {
            address_flows::of_instruction(program, id, body, &inst.kind, |source, fate| {
                if let Source::Register(from) = source
                    && registers.contains(&from)
                {
                    is_kept &= match fate {
                        Fate::Assigned(function, to) if function == id => registers.contains(&to),
                        Fate::Assigned(function, to) => !slots.leaks(function, to),
                        Fate::Returned => true,
                        Fate::Leaks => false,
                    };
                }
            });
        }
        is_kept
    }
}

/// Registers that an allocator copies its result through.
const MOST_COPIES: usize = 16;

enum CopyOf {
    Register(RegId),
    Null,
}

/// What an expression is a copy of, if it is one.
fn source_of(body: &Body, value: ExprId) -> Option<CopyOf> {
    match body.expr(value).kind {
        ExprKind::Reg(register) => Some(CopyOf::Register(register)),
        ExprKind::Int(0) => Some(CopyOf::Null),
        ExprKind::Convert(inner) => match body.expr(inner).kind {
            ExprKind::Reg(register) => Some(CopyOf::Register(register)),
            ExprKind::Int(0) => Some(CopyOf::Null),
            _ => None,
        },
        _ => None,
    }
}

/// The fresh objects at the head of a loop. An object is called by the register that first held it.
#[derive(Default)]
pub struct FreshObjects {
    names: FxHashMap<RegId, RegId>,
    others: FxHashSet<RegId>,
}

impl FreshObjects {
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The object whose address the register holds.
    pub fn object(&self, register: RegId) -> Option<RegId> {
        self.names.get(&register).copied()
    }

    /// Whether the register may, but need not, hold the address of an object.
    pub fn may_hold_address(&self, register: RegId) -> bool {
        self.others.contains(&register)
    }

    pub fn objects(&self) -> impl Iterator<Item = RegId> {
        self.names.values().copied()
    }

    pub fn at(
        program: &Program,
        slots: &PrivateSlots,
        allocators: &Allocators,
        function: FunctionId,
        body: &Body,
        natural: &NaturalLoop,
    ) -> Self {
        let assignments = assignments(body);
        let mut flows: Vec<Flow> = Vec::new();
        let mut origins: Vec<(RegId, Position)> = Vec::new();
        for (block, code) in body.blocks.iter().enumerate() {
            for (index, inst) in code.insts.iter().enumerate() {
                let at = (BlockId::new(block), index);
                address_flows::of_instruction(program, function, body, &inst.kind, |from, fate| {
                    if let Source::Register(from) = from {
                        let how = match inst.kind {
                            InstKind::Assign { value, .. } if source_of(body, value).is_some() => {
                                How::Copied
                            }
                            InstKind::Call { .. } => How::Passed,
                            _ => How::Otherwise,
                        };
                        flows.push(Flow {
                            from,
                            fate,
                            at,
                            how,
                        });
                    }
                });
                if allocators.is_allocation(&inst.kind) && !natural.contains(at.0) {
                    operands::for_each_written(&inst.kind, |&register| {
                        origins.push((register, at))
                    });
                }
            }
        }
        let mut found = FreshObjects::default();
        origins.retain(|(register, _)| assignments.get(register) == Some(&1));
        for (origin, made) in origins {
            let (names, others) = holders((origin, made), function, &flows, &assignments);
            let leaks = flows.iter().filter(|flow| {
                let is_holder = names.contains(&flow.from) || others.contains(&flow.from);
                is_holder
                    && match flow.fate {
                        Fate::Assigned(to, param) => {
                            flow.how == How::Passed && slots.leaks(to, param)
                        }
                        Fate::Returned | Fate::Leaks => true,
                    }
            });
            let leaks: Vec<Position> = leaks.map(|flow| flow.at).collect();
            if !comes_back(body, natural, made, &leaks) {
                found
                    .names
                    .extend(names.into_iter().map(|name| (name, origin)));
                found.others.extend(others);
            }
        }
        found
    }
}

/// Block and index.
type Position = (BlockId, usize);

struct Flow {
    from: RegId,
    fate: Fate,
    at: Position,
    how: How,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// The very address is assigned.
    Copied,
    /// To a function.
    Passed,
    Otherwise,
}

/// How often each register is assigned; parameters once more.
fn assignments(body: &Body) -> FxHashMap<RegId, u32> {
    let mut count: FxHashMap<RegId, u32> = FxHashMap::default();
    let mut add = |register: RegId| *count.entry(register).or_default() += 1;
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        operands::for_each_written(&inst.kind, |&register| add(register));
    }
    body.params.iter().copied().for_each(add);
    count
}

/// Registers that hold the address of the object just made and nothing else, and those that may hold it.
fn holders(
    (origin, made): (RegId, Position),
    function: FunctionId,
    flows: &[Flow],
    assignments: &FxHashMap<RegId, u32>,
) -> (FxHashSet<RegId>, FxHashSet<RegId>) {
    let mut names: FxHashSet<RegId> = FxHashSet::default();
    let mut others: FxHashSet<RegId> = FxHashSet::default();
    let mut pending = vec![(origin, true)];
    while let Some((register, is_name)) = pending.pop() {
        let is_new = match is_name {
            true => names.insert(register),
            false => others.insert(register),
        };
        if !is_new {
            continue;
        }
        for flow in flows.iter().filter(|flow| flow.from == register) {
            if let Fate::Assigned(to, target) = flow.fate
                && to == function
            {
                let is_only = assignments.get(&target) == Some(&1);
                // A copy that is made elsewhere may be of an earlier object from the same place.
                let is_at_once = flow.at.0 == made.0 && flow.at.1 > made.1;
                let is_copy = flow.how == How::Copied && is_only && is_at_once;
                pending.push((target, is_name && is_copy));
            }
        }
    }
    (names, others)
}

/// Whether control gets from one of the leaks to the head of the loop without coming by where the object is made.
fn comes_back(body: &Body, natural: &NaturalLoop, made: Position, leaks: &[Position]) -> bool {
    let mut pending: Vec<BlockId> = Vec::new();
    for &(block, index) in leaks {
        if natural.contains(block) {
            let comes_back_otherwise = natural.blocks.iter().any(|&inside| {
                let mut targets = body.block(inside).terminator.successors();
                targets.any(|to| to == natural.head && !natural.is_back_edge(inside, to))
            });
            if comes_back_otherwise {
                return true;
            }
            // Inside, paths are followed one by one; outside, all are possible.
            let exits = natural.blocks.iter().flat_map(|inside| {
                let targets = body.block(*inside).terminator.successors();
                targets.filter(|target| !natural.contains(*target))
            });
            pending.extend(exits);
        } else if (block, index) >= made || block != made.0 {
            pending.extend(body.block(block).terminator.successors());
        }
    }
    let mut seen: FxHashSet<BlockId> = FxHashSet::default();
    while let Some(block) = pending.pop() {
        if block == natural.head {
            return true;
        }
        if block != made.0 && seen.insert(block) {
            pending.extend(body.block(block).terminator.successors());
        }
    }
    false
}
