//! Drops instructions whose results nothing needs.
//!
//! Mark and sweep over versions of registers: marked are instructions that do something besides assigning registers
//! (stores that others may see, assertions, sections, ...) or that may fail, and then, from each marked instruction,
//! what makes the versions it reads. All others go: assignments, loads that cannot fail, `nondet`, `self`,
//! `finished`, `object_size` of a variable. Slots are treated alike: a store to a slot that no marked instruction
//! reads, and whose address none takes, goes if it cannot fail; so do `live` and `dead` of slots that no marked
//! instruction names. An allocation goes together with its `free` if that is all there is to it.
//!
//! Precondition: a bounded program without visible points. Postcondition: the same without these instructions.
//!
//! ```text
//! live $s.0                                %1 = load @x
//! %0 = 5:i32                               assert %1 == 0:i32, ...
//! store $s.0 = %0                    →
//! %1 = load @x
//! %2 = load @y
//! assert %1 == 0:i32, ...
//! dead $s.0
//! ```
//!
//! **Idea.** Dead-code elimination on static single assignment form (Cytron et al. 1991, section 7.1), with all
//! branches kept; and [`crate::versions`] instead of renamed registers. Linear.
//!
//! **Why it is right.** A dropped instruction does not end the run, does not wait, and changes only registers, slots
//! and objects that no kept instruction reads. So each execution goes through the kept instructions with the same
//! values, with or without it. Where the object of a slot was made alive by a dropped instruction that named it, the
//! next one that names it does so. Steps that are gone were never waiting, so that the same states are deadlocks.
//!
//! **What is not kept.** Races: an access that is dropped cannot be one of a race. So where races are looked for, accesses that may
//! conflict are given a point before ([`crate::visible_points::mark_conflicts`]), and what has a point stays. That memory is exhausted by what is dropped. Which of an instruction that is dropped
//! and a later one draws an indeterminate value.

use rustc_hash::FxHashMap;
use unspool_ir::{
    Body, ExprKind, FunctionId, InstKind, PlaceId, PlaceKind, Program, SlotId, Storage,
};

use crate::bounded;
use crate::def_use::{DefUse, Definition};
use crate::faults::inst_may_fail;
use crate::lists::Lists;
use crate::operands::{
    Node, for_each_child, for_each_expr, for_each_node, place_of, root_slot, slot_of,
    terminator_expr,
};
use crate::versions::Version;

/// Drops dead code of all threads.
pub fn run(program: &mut Program) {
    for thread in bounded::threads(program) {
        let needed = needed_sites(program, thread.function);
        if let Some(body) = &mut program.functions[thread.function.index()].body {
            sweep(body, &needed);
        }
    }
}

/// Keeps the instructions whose sites are marked.
pub fn sweep(body: &mut Body, needed: &[bool]) {
    let mut marks = needed.iter();
    for block in &mut body.blocks {
        block.insts.retain(|_| marks.next() == Some(&true));
        // The terminator's.
        marks.next();
    }
}

/// The `free` of an allocation that goes if the allocation goes: the only one that frees exactly the register that
/// the allocation assigned.
pub fn own_frees(program: &Program, body: &Body, uses: &DefUse) -> FxHashMap<usize, usize> {
    let mut frees: FxHashMap<usize, Option<usize>> = FxHashMap::default();
    for (index, block) in body.blocks.iter().enumerate() {
        for (at, inst) in block.insts.iter().enumerate() {
            if let InstKind::Free {
                pointer,
                storage: Storage::Heap,
                ..
            } = inst.kind
                && let ExprKind::Reg(register) = body.expr(pointer).kind
                && let Some(version) = uses.version_read(uses.site(index, at), register)
                && let Definition::Site(made) = uses.definition(version)
            {
                let site = uses.site(index, at);
                let only = frees.entry(made).or_insert(Some(site));
                if *only != Some(site) {
                    *only = None;
                }
            }
        }
    }
    let mut stack = Vec::new();
    let mut is_plain_alloc = |site: usize| {
        let (block, at) = uses.position(site);
        let inst = body.blocks[block].insts.get(at);
        inst.is_some_and(|inst| {
            matches!(
                inst.kind,
                InstKind::Alloc {
                    storage: Storage::Heap,
                    ..
                }
            ) && !inst_may_fail(program, body, inst, &mut stack)
        })
    };
    frees.retain(|made, _| is_plain_alloc(*made));
    let pairs = frees.into_iter();
    pairs
        .filter_map(|(made, free)| Some((made, free?)))
        .collect()
}

fn needed_sites(program: &Program, function: FunctionId) -> Vec<bool> {
    let Some(body) = &program.function(function).body else {
        return Vec::new();
    };
    let uses = DefUse::of(body);
    let mut marking = Marking {
        body,
        own_frees: own_frees(program, body, &uses),
        needed: vec![false; uses.sites()],
        work: Vec::new(),
        seen: vec![false; uses.versions()],
        versions: Vec::new(),
        slot_is_read: vec![false; body.slots.len()],
        slot_is_named: vec![false; body.slots.len()],
        slot_writers: Lists::new(0, &[]),
        slot_ends: Lists::new(0, &[]),
        uses: &uses,
        stack: Vec::new(),
    };
    marking.mark_roots(program);
    while let Some(site) = marking.work.pop() {
        marking.visit(site);
    }
    marking.needed
}

struct Marking<'a> {
    body: &'a Body,
    uses: &'a DefUse,
    own_frees: FxHashMap<usize, usize>,
    needed: Vec<bool>,
    /// Marked sites that have not been visited.
    work: Vec<usize>,
    seen: Vec<bool>,
    versions: Vec<Version>,
    slot_is_read: Vec<bool>,
    slot_is_named: Vec<bool>,
    /// Sites that write to a slot by its name.
    slot_writers: Lists<u32>,
    /// Its `live` and `dead`.
    slot_ends: Lists<u32>,
    stack: Vec<Node>,
}

impl Marking<'_> {
    fn mark(&mut self, site: usize) {
        if !std::mem::replace(&mut self.needed[site], true) {
            self.work.push(site);
        }
    }

    fn mark_roots(&mut self, program: &Program) {
        let mut writers = Vec::new();
        let mut ends = Vec::new();
        let own: Vec<usize> = self.own_frees.values().copied().collect();
        let mut is_own_free = vec![false; self.needed.len()];
        for site in own {
            is_own_free[site] = true;
        }
        for (index, block) in self.body.blocks.iter().enumerate() {
            for (at, inst) in block.insts.iter().enumerate() {
                let site = self.uses.site(index, at);
                let written = match inst.kind {
                    InstKind::Store { place, .. }
                    | InstKind::Rmw { place, .. }
                    | InstKind::CompareExchange { place, .. } => root_slot(self.body, place),
                    _ => None,
                };
                writers.extend(written.map(|slot| (slot.0, site as u32)));
                let may_go = match inst.kind {
                    InstKind::Assign { .. }
                    | InstKind::Load { .. }
                    | InstKind::SelfId { .. }
                    | InstKind::Finished { .. }
                    | InstKind::Nondet { .. }
                    | InstKind::Alloc { .. }
                    | InstKind::ObjectSize { .. } => true,
                    InstKind::Live(slot) | InstKind::Dead(slot) => {
                        ends.push((slot.0, site as u32));
                        true
                    }
                    _ => written.is_some(),
                };
                let goes_with_alloc = is_own_free[site];
                if inst.point.is_some()
                    || !goes_with_alloc
                        && (!may_go || inst_may_fail(program, self.body, inst, &mut self.stack))
                {
                    self.mark(site);
                }
            }
            self.mark(self.uses.terminator_site(index));
        }
        self.slot_writers = Lists::new(self.body.slots.len(), &writers);
        self.slot_ends = Lists::new(self.body.slots.len(), &ends);
    }

    fn visit(&mut self, site: usize) {
        let uses = self.uses;
        let reads = uses.reads(site).iter();
        self.versions.extend(reads.map(|&(_, version)| version));
        self.mark_definitions();
        let (block, at) = uses.position(site);
        let block = &self.body.blocks[block];
        let Some(inst) = block.insts.get(at) else {
            let operand = terminator_expr(&block.terminator);
            self.stack.extend(operand.map(Node::Expr));
            self.read_slots();
            return;
        };
        for_each_expr(&inst.kind, |&expr| self.stack.push(Node::Expr(expr)));
        if let Some(place) = place_of(&inst.kind) {
            self.visit_place(place, matches!(inst.kind, InstKind::Store { .. }));
        }
        self.read_slots();
        if let Some(&free) = self.own_frees.get(&site) {
            self.mark(free);
        }
    }

    fn mark_definitions(&mut self) {
        let uses = self.uses;
        while let Some(version) = self.versions.pop() {
            if std::mem::replace(&mut self.seen[version.0 as usize], true) {
                continue;
            }
            match uses.definition(version) {
                Definition::Start(_) => {}
                Definition::Site(site) => self.mark(site),
                Definition::Merge(merge) => {
                    self.versions.extend_from_slice(uses.arriving(merge));
                }
            }
        }
    }

    /// A store names the slot it writes to, but does not read it.
    fn visit_place(&mut self, place: PlaceId, is_store: bool) {
        if !is_store {
            self.stack.push(Node::Place(place));
            return;
        }
        let mut at = place;
        loop {
            for_each_child(self.body, Node::Place(at), |child| {
                if matches!(child, Node::Expr(_)) {
                    self.stack.push(child);
                }
            });
            match self.body.place(at).kind {
                PlaceKind::Field(base, _) | PlaceKind::Index(base, _) => at = base,
                PlaceKind::Slot(slot) => return self.name_slot(slot),
                PlaceKind::Global(_) | PlaceKind::Deref(_) => return,
            }
        }
    }

    /// Slots in the trees on the stack are read there, or their addresses are taken.
    fn read_slots(&mut self) {
        let mut stack = std::mem::take(&mut self.stack);
        for_each_node(self.body, &mut stack, |node| {
            if let Some(slot) = slot_of(self.body, node) {
                self.name_slot(slot);
                if !std::mem::replace(&mut self.slot_is_read[slot.index()], true) {
                    for at in self.slot_writers.range(slot.index()) {
                        self.mark(self.slot_writers.items()[at] as usize);
                    }
                }
            }
        });
        self.stack = stack;
    }

    fn name_slot(&mut self, slot: SlotId) {
        if !std::mem::replace(&mut self.slot_is_named[slot.index()], true) {
            for at in self.slot_ends.range(slot.index()) {
                self.mark(self.slot_ends.items()[at] as usize);
            }
        }
    }
}
