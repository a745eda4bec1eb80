//! What a thread keeps between two of its contexts.
//!
//! A thread is simulated by calls of one function, and each call executes a part of the text. What is computed in one part and used in another has to last:
//! it becomes a variable that is not a local one. Here it is decided what that is, given where the thread can be interrupted.
//!
//! The text is cut by the stops into *segments*. A register that occurs in one segment only is assigned and used without an interruption in between, since
//! control only goes forwards in the text; it can stay as it is. If it may be read before it is assigned, it has a value
//! all the same, always the same one, so it lasts too.
//!
//! Variables in memory always last. Most of them can be globals; but a variable whose life ends before the program does, while pointers to it are still
//! around, must be seen to end: it becomes an object that is allocated and freed.

use rustc_hash::FxHashSet;
use unspool_ir::{
    BlockId, Body, ExprKind, FunctionId, InstKind, PlaceKind, Program, RegId, SlotId, Terminator,
};
use unspool_passes::def_use::{DefUse, Definition};
use unspool_passes::operands::{
    Node, for_each_node, for_each_written, place_of, push_operands, register_of, root_of, slot_of,
    terminator_expr,
};
use unspool_passes::points_to::{Object, PointsTo};
use unspool_passes::thread_text::ThreadText;
use unspool_passes::versions::Version;

/// What becomes of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lasting {
    /// Used within one segment.
    No,
    Yes,
    /// And it may be read before it is assigned.
    FromTheStart,
}

/// By register. `segment_of` says in which segment an instruction (or terminator) of a block stands.
pub fn registers(body: &Body, segment_of: impl Fn(usize, usize) -> u32) -> Vec<Lasting> {
    let table = DefUse::of(body);
    let mut segments: Vec<Option<u32>> = vec![None; body.regs.len()];
    let mut lasting = vec![Lasting::No; body.regs.len()];
    let mut occurs = |register: RegId, segment: u32, lasting: &mut [Lasting]| {
        let known = &mut segments[register.index()];
        match *known {
            None => *known = Some(segment),
            Some(other) if other != segment => {
                let found = &mut lasting[register.index()];
                if *found == Lasting::No {
                    *found = Lasting::Yes;
                }
            }
            Some(_) => {}
        }
    };
    let unset = UnsetVersions::of(&table);
    let is_param: FxHashSet<RegId> = body.params.iter().copied().collect();
    for (number, block) in body.blocks.iter().enumerate() {
        for index in 0..=block.insts.len() {
            let segment = segment_of(number, index);
            for &(register, version) in table.reads(table.site(number, index)) {
                occurs(register, segment, &mut lasting);
                if unset.contains(&table, version) && !is_param.contains(&register) {
                    lasting[register.index()] = Lasting::FromTheStart;
                }
            }
            if let Some(inst) = block.insts.get(index) {
                for_each_written(&inst.kind, |&register| {
                    occurs(register, segment, &mut lasting);
                });
            }
        }
    }
    lasting
}

/// The parameters that the thread assigns.
pub fn assigned_params(body: &Body) -> FxHashSet<RegId> {
    let params: FxHashSet<RegId> = body.params.iter().copied().collect();
    let mut assigned = FxHashSet::default();
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        for_each_written(&inst.kind, |register| {
            if params.contains(register) {
                assigned.insert(*register);
            }
        });
    }
    assigned
}

/// Merges that a register can come to without having been assigned.
struct UnsetVersions {
    merges: FxHashSet<usize>,
}

impl UnsetVersions {
    fn of(table: &DefUse) -> UnsetVersions {
        let mut found = UnsetVersions {
            merges: FxHashSet::default(),
        };
        let versions = table.versions();
        let merges: Vec<usize> = (0..versions)
            .filter_map(|number| match table.definition(Version(number as u32)) {
                Definition::Merge(merge) => Some(merge),
                _ => None,
            })
            .collect();
        // Merges may refer to later ones, so it takes as many turns as it takes.
        loop {
            let before = found.merges.len();
            for &merge in &merges {
                let arriving = table.arriving(merge);
                if arriving.iter().any(|it| found.contains(table, *it)) {
                    found.merges.insert(merge);
                }
            }
            if found.merges.len() == before {
                return found;
            }
        }
    }

    fn contains(&self, table: &DefUse, version: Version) -> bool {
        match table.definition(version) {
            Definition::Start(_) => true,
            Definition::Merge(merge) => self.merges.contains(&merge),
            Definition::Site(_) => false,
        }
    }
}

/// The variables of threads whose ends somebody may notice: an access through a pointer by another thread, or one behind the end of the
/// variable's life in the text.
pub fn noticed_ends(
    program: &Program,
    texts: &[ThreadText<'_>],
) -> FxHashSet<(FunctionId, SlotId)> {
    let mut mortal = FxHashSet::default();
    for text in texts {
        let is_taken = address_taken(text.body);
        for block in &text.body.blocks {
            let ended = block.insts.iter().filter_map(|inst| match inst.kind {
                InstKind::Dead(slot) => Some(slot),
                _ => None,
            });
            mortal.extend(
                ended
                    .filter(|slot| is_taken.contains(slot))
                    .map(|slot| (text.function, slot)),
            );
            let ends_thread = match block.terminator {
                Terminator::ExitThread => true,
                Terminator::Return(_) => text.number != 0,
                _ => false,
            };
            if ends_thread {
                mortal.extend(is_taken.iter().map(|&slot| (text.function, slot)));
            }
        }
    }
    if mortal.is_empty() {
        return mortal;
    }
    let points_to = PointsTo::of(program);
    let mut noticed = FxHashSet::default();
    for text in texts {
        let mut over: FxHashSet<SlotId> = FxHashSet::default();
        for block in &text.body.blocks {
            for inst in &block.insts {
                if let InstKind::Dead(slot) = inst.kind {
                    over.insert(slot);
                }
                let Some(place) = place_of(&inst.kind) else {
                    continue;
                };
                let PlaceKind::Deref(_) = root_of(text.body, place) else {
                    continue;
                };
                points_to.for_each_location(text.function, place, |target| {
                    if let Object::Slot(function, slot) = target.object
                        && mortal.contains(&(function, slot))
                        && (function != text.function || over.contains(&slot))
                    {
                        noticed.insert((function, slot));
                    }
                });
            }
        }
    }
    noticed
}

/// The variables that pointers may point to.
pub fn address_taken(body: &Body) -> FxHashSet<SlotId> {
    let places = body.exprs.iter().filter_map(|expr| match expr.kind {
        ExprKind::AddressOf(place) => Some(place),
        _ => None,
    });
    let slots = places.filter_map(|place| match root_of(body, place) {
        PlaceKind::Slot(slot) => Some(slot),
        _ => None,
    });
    slots.collect()
}

/// Whether a variable is written as a whole before anything else behind this place of its block.
pub fn is_overwritten(body: &Body, block: BlockId, index: usize, slot: SlotId) -> bool {
    let is_named = |mut stack: Vec<Node>| {
        let mut is_named = false;
        for_each_node(body, &mut stack, |node| {
            is_named |= slot_of(body, node) == Some(slot);
        });
        is_named
    };
    let behind = body.block(block).insts.iter().skip(index + 1);
    let mut behind = behind.map(|inst| &inst.kind);
    let first = behind.find(|kind| {
        let mut stack = Vec::new();
        push_operands(kind, &mut stack);
        is_named(stack)
    });
    match first {
        Some(InstKind::Store { place, value, .. }) => {
            body.place(*place).kind == PlaceKind::Slot(slot) && !is_named(vec![Node::Expr(*value)])
        }
        _ => false,
    }
}

/// The variables whose lives begin at no declaration, but with the thread.
pub fn undeclared(body: &Body) -> Vec<SlotId> {
    let insts = body.blocks.iter().flat_map(|block| &block.insts);
    let declared: FxHashSet<SlotId> = insts
        .filter_map(|inst| match inst.kind {
            InstKind::Live(slot) => Some(slot),
            _ => None,
        })
        .collect();
    let slots = (0..body.slots.len()).map(SlotId::new);
    slots.filter(|slot| !declared.contains(slot)).collect()
}

/// The registers that a thread reads.
pub fn read_registers(text: &ThreadText<'_>) -> FxHashSet<RegId> {
    let mut read = FxHashSet::default();
    let mut stack = Vec::new();
    for block in &text.body.blocks {
        for inst in &block.insts {
            push_operands(&inst.kind, &mut stack);
        }
        stack.extend(terminator_expr(&block.terminator).map(Node::Expr));
    }
    for_each_node(text.body, &mut stack, |node| {
        read.extend(register_of(text.body, node));
    });
    read
}
