//! Temporaries that are written where they are used.
//!
//! The IR computes in small steps, each with a register of its own: `%1 = load @y; %2 = %1 + 1; store @x = %2`. In C that is
//! `x = y + 1;`. A register without a name that is assigned once and used once, later in the same block, is written in place of its use
//! if nothing in between changes what it reads. Its checks stay where they are.
//!
//! Some operands are written more than once: those that a check is about, and the place of an atomic update. Only what is short and
//! needs no check itself is folded into these. Memory is told apart by the variable that a place is a part of; a pointer may point
//! to any.

use std::collections::HashMap;

use unspool_ir::{
    Body, ExprKind, FunctionId, GlobalId, InstKind, PlaceId, PlaceKind, RegId, SlotId,
};
use unspool_passes::faults;
use unspool_passes::operands::{
    Node, for_each_node, for_each_written, place_of, push_operands, register_of, root_of,
    terminator_expr,
};

use super::TextOptions;
use super::accesses::{self, Access};
use super::kept::Kept;
use crate::expressions::{Code, Folded};

/// As many nodes an expression may grow to.
const SIZE: usize = 24;
/// The same for one that is written more than once.
const SMALL: usize = 5;
/// So many temporaries wait for their use at a time.
const WAITING: usize = 32;

/// What is written for which registers.
pub fn folded(
    code: &Code<'_>,
    function: FunctionId,
    kept: &Kept,
    options: &TextOptions<'_>,
) -> HashMap<RegId, Folded> {
    let mut folding = Folding {
        code,
        function,
        kept,
        options,
        occurrences: Occurrences::of(code.body, kept),
        waiting: Vec::new(),
        folded: HashMap::new(),
    };
    for (number, block) in code.body.blocks.iter().enumerate() {
        if !kept.blocks[number] {
            continue;
        }
        folding.waiting.clear();
        for inst in &block.insts {
            folding.instruction(&inst.kind);
        }
        if let Some(expr) = terminator_expr(&block.terminator) {
            let types = &code.program.types;
            let is_repeated = faults::expr_may_fail(types, code.body, expr);
            folding.uses(vec![Node::Expr(expr)], is_repeated, None);
        }
    }
    folding.folded
}

/// How often registers are assigned and used.
struct Occurrences {
    assigned: Vec<u32>,
    used: Vec<u32>,
}

impl Occurrences {
    fn of(body: &Body, kept: &Kept) -> Occurrences {
        let mut found = Occurrences {
            assigned: vec![0; body.regs.len()],
            used: vec![0; body.regs.len()],
        };
        for param in &body.params {
            found.assigned[param.index()] += 1;
        }
        let mut stack = Vec::new();
        for (number, block) in body.blocks.iter().enumerate() {
            if !kept.blocks[number] {
                continue;
            }
            for inst in &block.insts {
                for_each_written(&inst.kind, |reg| found.assigned[reg.index()] += 1);
                push_written(&inst.kind, &mut stack);
            }
            stack.extend(terminator_expr(&block.terminator).map(Node::Expr));
            for_each_node(body, &mut stack, |node| {
                if let Some(reg) = register_of(body, node) {
                    found.used[reg.index()] += 1;
                }
            });
        }
        found
    }
}

/// What the text of an instruction mentions.
fn push_written(kind: &InstKind, stack: &mut Vec<Node>) {
    match kind {
        InstKind::Assert { condition, .. } => stack.push(Node::Expr(*condition)),
        InstKind::Hold(_) | InstKind::Release(_) => {}
        _ => push_operands(kind, stack),
    }
}

/// A piece of memory, as far as pieces are told apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Memory {
    Global(GlobalId),
    Slot(SlotId),
    Any,
}

impl Memory {
    fn of(body: &Body, place: PlaceId) -> Memory {
        match root_of(body, place) {
            PlaceKind::Global(global) => Memory::Global(global),
            PlaceKind::Slot(slot) => Memory::Slot(slot),
            _ => Memory::Any,
        }
    }

    fn overlaps(self, other: Memory) -> bool {
        self == other || self == Memory::Any || other == Memory::Any
    }
}

/// A temporary whose use has not been met.
struct Waiting {
    reg: RegId,
    value: Folded,
    /// Including what was folded into it.
    reads: Vec<RegId>,
    memory: Vec<Memory>,
    size: usize,
    has_check: bool,
}

struct Folding<'a> {
    code: &'a Code<'a>,
    function: FunctionId,
    kept: &'a Kept,
    options: &'a TextOptions<'a>,
    occurrences: Occurrences,
    waiting: Vec<Waiting>,
    folded: HashMap<RegId, Folded>,
}

impl Folding<'_> {
    fn instruction(&mut self, kind: &InstKind) {
        let (program, body) = (self.code.program, self.code.body);
        let mut stack = Vec::new();
        push_written(kind, &mut stack);
        let access = accesses::of_instruction(program, &self.options.trusted, body, kind);
        let may_fail = faults::any_may_fail(&program.types, body, &mut stack.clone());
        let is_update = matches!(
            kind,
            InstKind::Rmw { .. } | InstKind::CompareExchange { .. }
        );
        // Compilers wonder why something is stored where it comes from.
        let stored = match *kind {
            InstKind::Store { place, value, .. } => {
                matches!(body.expr(value).kind, ExprKind::Reg(_)).then_some(place)
            }
            _ => None,
        };
        let is_repeated = access != Access::Safe || may_fail || is_update;
        let used = self.uses(stack, is_repeated, stored);
        self.effects(kind);
        let (reg, value) = match *kind {
            InstKind::Assign { dst, value } => (dst, Folded::Value(value)),
            InstKind::Load { dst, place, .. } if !self.options.threads => {
                (dst, Folded::Load(place))
            }
            _ => return,
        };
        if !self.is_temporary(reg) || access == Access::Fails {
            return;
        }
        let mut waiting = used;
        waiting.reg = reg;
        waiting.value = value;
        waiting.has_check |= access != Access::Safe || may_fail;
        if let Folded::Load(place) = value {
            waiting.memory.push(Memory::of(body, place));
        }
        if self.waiting.len() >= WAITING {
            self.waiting.remove(0);
        }
        self.waiting.push(waiting);
    }

    fn is_temporary(&self, reg: RegId) -> bool {
        let body = self.code.body;
        let declared = &body.regs[reg.index()];
        declared.name.is_empty()
            && self.kept.regs[reg.index()]
            && self.occurrences.assigned[reg.index()] == 1
            && self.occurrences.used[reg.index()] == 1
            && self.code.program.types.is_scalar(declared.ty)
            && !self
                .options
                .register_counters
                .contains_key(&(self.function, reg))
    }

    /// Folds what waits for this use. Returns what the trees read then.
    fn uses(
        &mut self,
        mut stack: Vec<Node>,
        is_repeated: bool,
        stored: Option<PlaceId>,
    ) -> Waiting {
        let body = self.code.body;
        let mut all = Waiting {
            reg: RegId::new(0),
            value: Folded::Load(PlaceId::new(0)),
            reads: Vec::new(),
            memory: Vec::new(),
            size: 0,
            has_check: false,
        };
        let mut regs = Vec::new();
        for_each_node(body, &mut stack, |node| {
            all.size += 1;
            regs.extend(register_of(body, node));
        });
        let mut loads: Vec<String> = stored.map(|it| self.code.place(it)).into_iter().collect();
        for reg in regs {
            let found = self.waiting.iter().position(|it| it.reg == reg);
            let Some(waiting) = found.map(|at| self.waiting.remove(at)) else {
                all.reads.push(reg);
                continue;
            };
            let is_wanted = match is_repeated {
                true => !waiting.has_check && waiting.size <= SMALL,
                false => true,
            };
            // Compilers wonder why something is compared with itself.
            let text = self.loaded(waiting.value).map(|it| self.code.place(it));
            let is_again = text.as_ref().is_some_and(|text| loads.contains(text));
            if !is_wanted || is_again || all.size + waiting.size > SIZE {
                all.reads.push(reg);
                continue;
            }
            loads.extend(text);
            all.size += waiting.size;
            all.reads.extend(waiting.reads);
            all.memory.extend(waiting.memory);
            all.has_check |= waiting.has_check;
            self.folded.insert(reg, waiting.value);
        }
        all
    }

    /// The place that a value is loaded from, if it is nothing else.
    fn loaded(&self, mut value: Folded) -> Option<PlaceId> {
        loop {
            value = match value {
                Folded::Load(place) => return Some(place),
                Folded::Value(expr) => match self.code.body.expr(expr).kind {
                    ExprKind::Reg(reg) => *self.folded.get(&reg)?,
                    _ => return None,
                },
            };
        }
    }

    /// Whatever an instruction changes is not read later than it.
    fn effects(&mut self, kind: &InstKind) {
        let body = self.code.body;
        for_each_written(kind, |reg| {
            self.waiting.retain(|it| !it.reads.contains(reg));
        });
        let changed = match kind {
            InstKind::Load { .. } => None,
            InstKind::Live(slot) | InstKind::Dead(slot) => Some(Memory::Slot(*slot)),
            InstKind::Call { .. }
            | InstKind::Spawn { .. }
            | InstKind::Free { .. }
            | InstKind::AtomicBegin
            | InstKind::AtomicEnd
            | InstKind::WaitUntil(_)
            | InstKind::Fence(_) => Some(Memory::Any),
            _ => place_of(kind).map(|place| Memory::of(body, place)),
        };
        if let Some(changed) = changed {
            self.waiting
                .retain(|it| !it.memory.iter().any(|memory| memory.overlaps(changed)));
        }
    }
}
