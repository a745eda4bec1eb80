//! Memory that holds nothing but 0 and 1.
//!
//! A test-and-set lock that fails has written a 1 over what was there. Where that can only have been a 1, nothing has
//! happened. So it is worth knowing which places hold a *bit*: objects of type `_Bool` (any other representation is
//! undefined in C, 6.2.6.1), C11's `atomic_flag` (a record of one `_Bool`, which compilers access as a byte), and
//! integer globals whose address is never taken, if every value stored in them is the constant 0 or 1. The address may
//! be in a register that is assigned once and only dereferenced, and the constant may take a way through a temporary
//! variable: that is how the generic macros of `stdatomic.h` arrive here.

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_ir::{
    Body, ExprId, ExprKind, GlobalId, InitValue, Inst, InstKind, PlaceId, PlaceKind, Program,
    RegId, RmwOp, SlotId, Type, TypeId, Types, arithmetic,
};

use super::uses::{self, Use};
use crate::operands;

pub struct BitPlaces {
    globals: FxHashSet<GlobalId>,
}

impl BitPlaces {
    pub fn of(program: &Program) -> Self {
        let mut globals: FxHashSet<GlobalId> = FxHashSet::default();
        for (index, global) in program.globals.iter().enumerate() {
            let is_integer = matches!(program.types.get(global.ty), Type::Int { .. });
            let is_bit = global.init.as_ref().is_some_and(|init| {
                init.items.iter().all(|item| {
                    item.offset == 0 && matches!(item.value, InitValue::Scalar { ty, bits: 0 | 1 } if ty == global.ty)
                })
            });
            if is_integer && is_bit {
                globals.insert(GlobalId::new(index));
            }
        }
        for global in &program.globals {
            for item in global.init.iter().flat_map(|init| &init.items) {
                if let InitValue::Global { global, .. } = item.value {
                    globals.remove(&global);
                }
            }
        }
        for body in program.functions.iter().filter_map(|f| f.body.as_ref()) {
            if globals.is_empty() {
                break;
            }
            let scan = Scan {
                types: &program.types,
                body,
                definitions: Definitions::of(body),
            };
            scan.exclude(&mut globals);
        }
        BitPlaces { globals }
    }

    /// Whether a place, by its type or as that of a pointer it comes from, holds a bit.
    pub fn is_bit_by_type(&self, types: &Types, body: &Body, place: PlaceId) -> bool {
        let place = body.place(place);
        if place.ty == Types::BOOL {
            return true;
        }
        let PlaceKind::Deref(pointer) = place.kind else {
            return false;
        };
        let ExprKind::Convert(origin) = body.expr(pointer).kind else {
            return false;
        };
        let pointee = types.pointee(body.expr(origin).ty);
        types.size_of(place.ty) == Some(1) && pointee.is_some_and(|ty| is_one_bool(types, ty))
    }

    /// Whether the whole global, accessed as what it is, holds a bit.
    pub fn is_bit(&self, global: GlobalId) -> bool {
        self.globals.contains(&global)
    }
}

fn is_one_bool(types: &Types, ty: TypeId) -> bool {
    if let Type::Record(record) = *types.get(ty)
        && let Some(body) = &types.record(record).body
        && let [field] = body.fields.as_slice()
    {
        return field.ty == Types::BOOL && field.offset == 0;
    }
    false
}

/// A position in a body: block and index.
type Position = (usize, usize);

/// What is assigned to a register, or stored in a slot, if there is one such place only.
#[derive(Default)]
struct Definitions {
    registers: FxHashMap<RegId, Option<(Position, Definition)>>,
    stores: FxHashMap<SlotId, Option<(Position, ExprId)>>,
}

#[derive(Clone, Copy)]
enum Definition {
    Value(ExprId),
    /// Loaded from a whole slot.
    Slot(SlotId),
    Other,
}

impl Definitions {
    fn of(body: &Body) -> Self {
        let mut found = Definitions::default();
        for param in &body.params {
            found.registers.insert(*param, None);
        }
        for (at, inst) in positions(body) {
            operands::for_each_written(&inst.kind, |&register| {
                let definition = match inst.kind {
                    InstKind::Assign { value, .. } => Definition::Value(value),
                    InstKind::Load { place, .. } => match body.place(place).kind {
                        PlaceKind::Slot(slot) => Definition::Slot(slot),
                        _ => Definition::Other,
                    },
                    _ => Definition::Other,
                };
                let entry = found.registers.entry(register);
                entry
                    .and_modify(|known| *known = None)
                    .or_insert(Some((at, definition)));
            });
            uses::of_instruction(body, &inst.kind, |operand| {
                let (Use::Address(place) | Use::Written(place)) = operand else {
                    return;
                };
                if let Some(slot) = operands::root_slot(body, place) {
                    // Every way to change a slot but one plain store hides its value.
                    let store = match inst.kind {
                        InstKind::Store { place, value, .. }
                            if body.place(place).kind == PlaceKind::Slot(slot) =>
                        {
                            Some((at, value))
                        }
                        _ => None,
                    };
                    let entry = found.stores.entry(slot);
                    entry.and_modify(|known| *known = None).or_insert(store);
                }
            });
        }
        found
    }
}

fn positions(body: &Body) -> impl Iterator<Item = (Position, &Inst)> {
    let blocks = body.blocks.iter().enumerate();
    blocks.flat_map(|(block, code)| {
        let insts = code.insts.iter().enumerate();
        insts.map(move |(index, inst)| ((block, index), inst))
    })
}

struct Scan<'p> {
    types: &'p Types,
    body: &'p Body,
    definitions: Definitions,
}

impl Scan<'_> {
    /// Takes out the globals that this function may give another value, or whose address it lets go.
    fn exclude(&self, globals: &mut FxHashSet<GlobalId>) {
        for (at, inst) in positions(self.body) {
            let accessed = operands::place_of(&inst.kind);
            let whole = accessed.and_then(|place| self.whole_global(place));
            if let Some(global) = whole
                && !self.keeps_bit(at, &inst.kind)
            {
                globals.remove(&global);
            }
            uses::of_instruction(self.body, &inst.kind, |operand| {
                self.exclude_operand(operand, &inst.kind, whole.is_some(), globals);
            });
        }
        for block in &self.body.blocks {
            uses::of_terminator(self.body, &block.terminator, |operand| {
                self.exclude_operand(operand, &InstKind::AtomicBegin, false, globals);
            });
        }
    }

    fn exclude_operand(
        &self,
        operand: Use,
        inst: &InstKind,
        is_whole: bool,
        globals: &mut FxHashSet<GlobalId>,
    ) {
        match operand {
            // The one assignment of a pointer; what is done with the pointer is seen where it is done.
            Use::Address(place) => {
                if let Some(global) = root_global(self.body, place) {
                    let is_alias = matches!(inst, InstKind::Assign { dst, .. } if self.alias(*dst) == Some(global));
                    if !is_alias {
                        globals.remove(&global);
                    }
                }
            }
            Use::Read(place) | Use::Written(place) => {
                if let Some(global) = root_global(self.body, place)
                    && !is_whole
                {
                    globals.remove(&global);
                }
            }
            Use::Register(register) => {
                if let Some(global) = self.alias(register) {
                    globals.remove(&global);
                }
            }
            // An access through the pointer, unless it is of the whole.
            Use::Pointer(register) => {
                if let Some(global) = self.alias(register)
                    && !is_whole
                {
                    globals.remove(&global);
                }
            }
        }
    }

    /// The global whose address is all that this register is ever assigned.
    fn alias(&self, register: RegId) -> Option<GlobalId> {
        let definition = self.definitions.registers.get(&register)?;
        let Some((_, Definition::Value(value))) = definition else {
            return None;
        };
        match self.body.expr(*value).kind {
            ExprKind::AddressOf(place) => match self.body.place(place).kind {
                PlaceKind::Global(global) => Some(global),
                _ => None,
            },
            _ => None,
        }
    }

    /// The global that an access is to, if it is one of all of it.
    fn whole_global(&self, place: PlaceId) -> Option<GlobalId> {
        match self.body.place(place).kind {
            PlaceKind::Global(global) => Some(global),
            PlaceKind::Deref(pointer) => match self.body.expr(pointer).kind {
                ExprKind::Reg(register) => self.alias(register),
                _ => None,
            },
            _ => None,
        }
    }

    fn keeps_bit(&self, at: Position, inst: &InstKind) -> bool {
        let is_bit = |value: ExprId| matches!(self.constant(value, at, 8), Some(0 | 1));
        match *inst {
            InstKind::Load { .. } => true,
            InstKind::Store { value, .. } => is_bit(value),
            InstKind::Rmw { op, value, .. } => match op {
                RmwOp::Exchange | RmwOp::And | RmwOp::Or | RmwOp::Xor => is_bit(value),
                RmwOp::Add | RmwOp::Sub | RmwOp::Nand => false,
            },
            InstKind::CompareExchange { desired, .. } => is_bit(desired),
            _ => false,
        }
    }

    /// The value that an expression has here whenever control gets here. Definitions count only if they stand before it
    /// in its block.
    fn constant(&self, value: ExprId, at: Position, depth: u32) -> Option<u128> {
        let depth = depth.checked_sub(1)?;
        let is_before = |other: Position| other.0 == at.0 && other.1 < at.1;
        let expr = self.body.expr(value);
        match expr.kind {
            ExprKind::Int(bits) => Some(bits),
            ExprKind::Convert(a) => {
                let bits = self.constant(a, at, depth)?;
                let from = self.body.expr(a).ty;
                let is_plain = self.types.is_integer(from) && self.types.is_integer(expr.ty);
                is_plain.then(|| arithmetic::convert(self.types, from, expr.ty, bits))
            }
            ExprKind::Reg(register) => {
                let (defined, definition) = (*self.definitions.registers.get(&register)?)?;
                match definition {
                    _ if !is_before(defined) => None,
                    Definition::Value(value) => self.constant(value, defined, depth),
                    Definition::Slot(slot) => {
                        let (stored, value) = (*self.definitions.stores.get(&slot)?)?;
                        if stored.0 != defined.0 || stored.1 >= defined.1 {
                            return None;
                        }
                        let between = &self.body.blocks[stored.0].insts[stored.1..defined.1];
                        let is_kept = between.iter().all(|inst| {
                            !matches!(inst.kind, InstKind::Live(s) | InstKind::Dead(s) if s == slot)
                        });
                        is_kept.then(|| self.constant(value, stored, depth))?
                    }
                    Definition::Other => None,
                }
            }
            _ => None,
        }
    }
}

fn root_global(body: &Body, place: PlaceId) -> Option<GlobalId> {
    match operands::root_of(body, place) {
        PlaceKind::Global(global) => Some(global),
        _ => None,
    }
}
