//! Whether a variable's value is still wanted at a block.
//!
//! A search forward from the block for a use that no assignment comes before. Asked for a handful of variables of a
//! handful of loops, this is cheaper than the usual analysis of whole functions; a search that gets long says yes.

use rustc_hash::FxHashSet;
use unspool_ir::{BlockId, Body, FunctionId, InstKind, PlaceKind};

use super::private_slots::PrivateSlots;
use super::terms::{Owner, Variable};
use super::uses::{self, Use};
use crate::operands;

const MOST_BLOCKS: usize = 2000;

/// By its name, or through a pointer by those who have got one.
pub fn may_be_read(
    slots: &PrivateSlots,
    function: FunctionId,
    body: &Body,
    at: BlockId,
    variable: Variable,
) -> bool {
    let has_pointers = match variable {
        Variable::Register(_) => false,
        Variable::Cell(cell) => match cell.owner {
            Owner::Slot(slot) => slots.is_held(function, slot),
            Owner::Fresh(_) => true,
        },
    };
    has_pointers || is_live(body, at, variable)
}

fn is_live(body: &Body, at: BlockId, variable: Variable) -> bool {
    let mut seen: FxHashSet<BlockId> = FxHashSet::default();
    let mut pending = vec![at];
    while let Some(id) = pending.pop() {
        if !seen.insert(id) {
            continue;
        }
        if seen.len() > MOST_BLOCKS {
            return true;
        }
        let block = body.block(id);
        let mut event = None;
        for inst in &block.insts {
            event = event_of(body, &inst.kind, variable);
            if event.is_some() {
                break;
            }
        }
        match event {
            Some(Event::Used) => return true,
            Some(Event::Assigned) => continue,
            None => {}
        }
        let mut is_used = false;
        uses::of_terminator(body, &block.terminator, |operand| {
            is_used |= uses(body, operand, variable);
        });
        if is_used {
            return true;
        }
        pending.extend(block.terminator.successors());
    }
    false
}

enum Event {
    Used,
    Assigned,
}

fn event_of(body: &Body, kind: &InstKind, variable: Variable) -> Option<Event> {
    let mut is_used = false;
    uses::of_instruction(body, kind, |operand| {
        is_used |= uses(body, operand, variable)
    });
    if is_used {
        return Some(Event::Used);
    }
    let mut is_assigned = false;
    match variable {
        Variable::Register(register) => {
            operands::for_each_written(kind, |&assigned| is_assigned |= assigned == register);
        }
        Variable::Cell(_) => {
            let assigned = match *kind {
                InstKind::Live(slot) | InstKind::Dead(slot) => Some(slot),
                InstKind::Store { place, .. } => match body.place(place).kind {
                    PlaceKind::Slot(slot) => Some(slot),
                    _ => None,
                },
                _ => None,
            };
            is_assigned = assigned.is_some() && assigned == variable.slot();
        }
    }
    is_assigned.then_some(Event::Assigned)
}

fn uses(body: &Body, operand: Use, variable: Variable) -> bool {
    match (operand, variable) {
        (Use::Register(used) | Use::Pointer(used), Variable::Register(register)) => {
            used == register
        }
        (Use::Address(place) | Use::Read(place), Variable::Cell(_)) => {
            let slot = operands::root_slot(body, place);
            slot.is_some() && slot == variable.slot()
        }
        _ => false,
    }
}
