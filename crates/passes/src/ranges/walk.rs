//! One pass over a thread: facts flow forward through its blocks.
//!
//! A thread of a bounded program is acyclic and its blocks stand in topological order, so one pass in that order sees every
//! block with all that leads to it joined. Loads read the summaries of memory, stores are joined into them ([`super::summaries`]);
//! private cells are followed like registers. Branches, cases, waits, assumptions and assertions that passed cut what is known
//! ([`super::refine`]).

use rustc_hash::FxHashMap;
use unspool_ir::{BlockId, Body, ExprId, ExprKind, FunctionId, Inst, InstKind, Program, RegId};

use super::cells::{Cells, ClassId};
use super::counting::StoreLog;
use super::evaluate::{Point, Value, not_null};
use super::initial_contents;
use super::interned::{RangeId, RangeTable};
use super::locations::Address;
use super::placed::Placed;
use super::range::Range;
use super::state::{Fact, FactMap, Key, Origin, State};
use super::summaries::Summaries;
use super::thread::Thread;
use crate::accesses::allocated;

/// What a pass over a thread finds, by [`Thread::position`].
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Of an instruction that assigns a register: the register behind it (of a compare-exchange: the old value). Of one with a
    /// condition, of branches and switches: the condition, or the value, before it. Of others anything if they are executed.
    pub ranges: Vec<RangeId>,
    /// Of compare-exchanges: whether they succeed.
    pub success: FxHashMap<usize, RangeId>,
}

/// A pass over a thread.
pub struct Walk<'a> {
    pub program: &'a Program,
    pub placed: Placed<'a>,
    pub body: &'a Body,
    pub thread: &'a Thread,
    pub cells: &'a Cells,
    /// By function: the classes of its parameters.
    pub parameters: &'a FxHashMap<FunctionId, Vec<ClassId>>,
    pub table: &'a mut RangeTable,
    pub summaries: &'a mut Summaries,
    pub stores: StoreLog,
    pub state: State,
    pub found: Found,
    /// By block: the join of what is known on the edges that lead to it. None while there is none that can be taken.
    pub incoming: Vec<Option<FactMap>>,
}

/// Whether the next instruction is reached.
type Reached = bool;

impl Walk<'_> {
    /// Walks all blocks. Returns also what is stored.
    pub fn run(mut self) -> (Found, StoreLog) {
        let nothing = RangeId::NOTHING;
        self.found.ranges = vec![nothing; self.thread.positions()];
        self.incoming = vec![None; self.body.blocks.len()];
        if self.enter_thread() {
            for index in 0..self.body.blocks.len() {
                if let Some(map) = self.incoming[index].take() {
                    self.state.enter(map);
                    self.block(BlockId::new(index));
                }
            }
        }
        (self.found, self.stores)
    }

    pub(super) fn point(&mut self) -> Point<'_> {
        Point {
            program: self.program,
            placed: self.placed,
            thread: self.thread.index,
            function: self.thread.function,
            body: self.body,
            table: self.table,
            state: &mut self.state,
            class_widths: &self.summaries.width,
        }
    }

    /// Parameters, and private globals as they are initialised. False while a parameter has no value yet.
    fn enter_thread(&mut self) -> Reached {
        self.state.enter(FactMap::default());
        let mut facts = Vec::new();
        let Some((started, parameters)) = self.thread.parameters.split_first() else {
            return false;
        };
        let is_first = Some(self.thread.function) == self.program.entry;
        if !is_first && self.summaries.read[started.index()] == RangeId::NOTHING {
            return false;
        }
        for (register, class) in self.body.params.iter().zip(parameters) {
            let read = self.summaries.read[class.index()];
            facts.push((Key(register.0), read));
        }
        for (key, range) in facts {
            let Some(&range) = self.table.get(range) else {
                return false;
            };
            self.point().set_key(key, &range.into());
        }
        for &(key, class) in &self.thread.private_globals {
            if let Some(&cell) = self.cells.class(class).cells.first() {
                let initial = initial_contents::of_cell(self.placed, self.cells.cell(cell));
                self.point().set_key(key, &initial.into());
            }
        }
        let map = self.state.leave_start();
        if let Some(first) = self.incoming.first_mut() {
            *first = Some(map);
        }
        true
    }

    fn block(&mut self, id: BlockId) {
        let block = self.body.block(id);
        for (index, inst) in block.insts.iter().enumerate() {
            if !self.instruction(inst, (id, index)) {
                return;
            }
        }
        self.terminator(&block.terminator, id);
    }

    /// Notes what holds for the instruction at a position.
    pub(super) fn note(&mut self, (block, index): (BlockId, usize), range: &Range) {
        if let Some(position) = self.thread.position(block, index) {
            self.found.ranges[position] = self.table.intern(range);
        }
    }

    pub(super) fn assign(
        &mut self,
        (block, index): (BlockId, usize),
        register: RegId,
        value: &Value,
    ) {
        let range = self.table.intern(&value.range);
        if let Some(position) = self.thread.position(block, index) {
            self.found.ranges[position] = range;
        }
        let says_nothing = value.origin == Origin::Unknown && value.range.is_top();
        let origin = value.origin;
        let fact = (!says_nothing).then_some(Fact { range, origin });
        self.state.set(Key(register.0), fact);
    }

    pub(super) fn note_success(&mut self, (block, index): (BlockId, usize), range: &Range) {
        if let Some(position) = self.thread.position(block, index) {
            let range = self.table.intern(range);
            self.found.success.insert(position, range);
        }
    }

    fn instruction(&mut self, inst: &Inst, at: (BlockId, usize)) -> Reached {
        match &inst.kind {
            InstKind::Assign { dst, value } => {
                let Some(value) = self.point().evaluate(*value) else {
                    return false;
                };
                self.assign(at, *dst, &value);
                return true;
            }
            InstKind::Load { dst, place, .. } => return self.load(at, *dst, *place),
            InstKind::Store { place, value, .. } => {
                if !self.store(*place, *value) {
                    return false;
                }
            }
            InstKind::Rmw {
                op,
                dst,
                place,
                value,
                ..
            } => return self.read_modify_write(at, *op, *dst, *place, *value),
            InstKind::CompareExchange {
                ok,
                old,
                place,
                expected,
                desired,
                weak,
                ..
            } => {
                let operands = (*expected, *desired);
                return self.compare_exchange(at, (*ok, *old), *place, operands, *weak);
            }
            InstKind::Live(slot) | InstKind::Dead(slot) => {
                // A dead slot that is named again is a fresh object.
                let function = self.thread.function;
                for &class in self.cells.private_of_slot(function, *slot) {
                    if let Some(key) = self.thread.key_of(class) {
                        self.state.set(key, None);
                    }
                }
            }
            InstKind::Spawn {
                dst,
                start,
                args,
                thread,
            } => {
                if !self.spawn(*start, args) {
                    return false;
                }
                let number = match thread {
                    Some(number) => Range::constant(32, u128::from(*number)),
                    None => Range::top(32),
                };
                self.assign(at, *dst, &number.into());
                return true;
            }
            InstKind::SelfId { dst } => {
                let number = Range::constant(32, u128::from(self.thread.number));
                self.assign(at, *dst, &number.into());
                return true;
            }
            InstKind::Finished { dst, .. } => {
                self.assign(at, *dst, &Range::top(1).into());
                return true;
            }
            InstKind::WaitUntil(condition)
            | InstKind::Assume(condition)
            | InstKind::Assert { condition, .. } => {
                let Some(value) = self.point().evaluate(*condition) else {
                    return false;
                };
                self.note(at, &value.range);
                return self.point().assume(*condition, true);
            }
            InstKind::Nondet { dst } | InstKind::ObjectSize { dst, .. } => {
                let width = self.width_of(*dst);
                self.assign(at, *dst, &Range::top(width).into());
                return true;
            }
            InstKind::Alloc { dst, .. } => {
                let object = allocated(self.thread.function, at.0, at.1);
                let address = Address::of_object(object);
                let base = self.placed.base(object, self.thread.index);
                let value = Value {
                    range: base.unwrap_or_else(|| not_null(self.width_of(*dst))),
                    origin: Origin::Address(self.table.intern_address(&address)),
                };
                self.assign(at, *dst, &value);
                return true;
            }
            InstKind::Unsupported(_) => return false,
            InstKind::Fence(_)
            | InstKind::AtomicBegin
            | InstKind::AtomicEnd
            | InstKind::Hold(_)
            | InstKind::Release(_)
            | InstKind::Free { .. }
            | InstKind::Output { .. } => {}
            // There are none in bounded programs.
            InstKind::Call { .. } | InstKind::VarArgs { .. } => return false,
        }
        self.note(at, &Range::top(0));
        true
    }

    fn width_of(&self, register: RegId) -> u32 {
        let ty = self.body.regs[register.index()].ty;
        self.program.types.value_bits(ty)
    }

    /// The arguments are what the thread's parameters are.
    fn spawn(&mut self, start: ExprId, args: &[ExprId]) -> Reached {
        let ExprKind::FunctionAddress(function) = self.body.expr(start).kind else {
            return true;
        };
        let mut values = vec![Range::top(0)];
        for &argument in args {
            let Some(value) = self.point().evaluate(argument) else {
                return false;
            };
            values.push(value.range);
        }
        let classes = self.parameters.get(&function);
        for (value, &class) in values.iter().zip(classes.into_iter().flatten()) {
            let range = self.table.intern(value);
            self.summaries.store(self.cells, class, range, self.table);
        }
        true
    }
}
