//! Replaces registers by what they are known to hold, and simplifies what comes of it.
//!
//! Where a register is read whose last assignment was a constant, a copy, or a small expression whose own registers
//! still have the values that they had then, the expression takes its place. Expressions are simplified
//! ([`crate::simplify`]); branches on constants become jumps; `assert`, `assume` and `wait_until` of `true` go;
//! behind those of `false`, and behind `unsupported`, nothing is executed, so it goes too. Assignments stay:
//! [`crate::dead_code`] drops those that nothing reads any more.
//!
//! Precondition: a bounded program without visible points. Postcondition: a bounded program, straightened if it got
//! shorter.
//!
//! ```text
//! %1 = 4:i32                               %1 = 4:i32
//! %2 = %0 == %1                            %2 = %0 == 4:i32
//! %3 = %2 as i32                     →     %3 = (%0 == 4:i32) as i32
//! branch %3 != 0:i32, b1, b2               branch %0 == 4:i32, b1, b2
//! b1:                                      b1:
//!   %0 = load @x                             %0 = load @x
//!   store @y = %3                            store @y = %3
//! ```
//!
//! **How.** One walk down the tree of dominators over the [`crate::versions`] of registers: constant propagation that
//! follows only edges that can be taken (Wegman and Zadeck, "Constant propagation with conditional branches", 1991;
//! without cycles one pass is exact) together with forward substitution. What is known of a version never changes;
//! whether it can be used at a place is whether the registers in it have the same versions there, which costs a
//! comparison each. At a merge something is known if all edges that can be taken bring the same version, or versions
//! known to be the same expression. So the cost is linear in the program with its merges.
//!
//! **Why it is right.** A version stands for one value, and the expression known of it has that value as long as its
//! registers are unchanged; so each replaced expression has the same value in every execution. Moving the evaluation
//! to a later point is harmless: an expression that can fail is not moved, nor one whose value depends on memory
//! (from integers to pointers). The address of a slot is moved only where the slot's version is the same, so that it
//! is still the same object. A register that may never have been assigned is not moved either: reading it draws a
//! value, and it makes a difference whether that happens in an atomic section that waits. (As in
//! [`crate::dead_code`], not kept is which instruction draws an indeterminate value, where the first that reads it is
//! gone.)

mod facts;

use unspool_ir::arithmetic::sign_extend;
use unspool_ir::{
    Body, Case, ExprId, ExprKind, Inst, InstKind, PlaceId, PlaceKind, Program, Terminator, TypeId,
    Types,
};

use crate::bounded;
use crate::faults::{any_may_fail, expr_may_fail};
use crate::operands::{
    Node, NodeMut, for_each_child, for_each_child_of_expr, for_each_child_of_place,
    for_each_expr_mut, for_each_node, for_each_written, place_of_mut, register_of, root_of,
    slot_of, terminator_expr_mut,
};
use crate::simplify::{self, constant_of};
use crate::straighten::straighten;
use crate::unstarted_threads::drop_unstarted;
use crate::versions::{Merges, Scope, Tracked, Visitor};
use facts::{Facts, Known};

/// How many nodes an expression may have that takes the place of a register: enough for a comparison that is
/// converted.
const SMALL: usize = 4;

/// The same for addresses without registers in them, which make places direct.
const SMALL_ADDRESS: usize = 16;

/// Trees with more nodes or levels than these get only constants and registers, so that they stay within what the
/// verifier allows.
const LARGE: usize = 1 << 11;
const DEEP: usize = 900;

/// Propagates in all threads.
pub fn run(program: &mut Program) {
    let global_sizes: Vec<u64> = program.globals.iter().map(|global| global.size).collect();
    for thread in bounded::threads(program) {
        let function = &mut program.functions[thread.function.index()];
        if let Some(body) = &mut function.body {
            let merges = Merges::of(body, Tracked::RegistersAndSlots);
            let mut propagation = Propagation {
                types: &program.types,
                global_sizes: &global_sizes,
                thread: thread.number,
                merges: &merges,
                facts: Facts::new(body, &merges),
                reached: vec![false; body.blocks.len()],
                leaves_only: false,
                changed_flow: false,
                stack: Vec::new(),
                body,
            };
            propagation.reached[0] = true;
            merges.walk(&mut propagation);
            if propagation.changed_flow {
                straighten(&program.types, body);
            }
        }
    }
    drop_unstarted(program);
}

struct Propagation<'a> {
    types: &'a Types,
    global_sizes: &'a [u64],
    thread: u32,
    merges: &'a Merges,
    body: &'a mut Body,
    facts: Facts,
    /// Blocks to which an edge that can be taken leads.
    reached: Vec<bool>,
    /// Replace registers only by constants and other registers.
    leaves_only: bool,
    changed_flow: bool,
    stack: Vec<Node>,
}

impl Visitor for Propagation<'_> {
    fn block(&mut self, index: usize, scope: &mut Scope<'_>) {
        if !self.reached[index] {
            return;
        }
        for (merge, variable) in self.merges.at(index) {
            self.facts
                .merge(self.merges.version(merge), merge, variable, scope);
        }
        let insts = std::mem::take(&mut self.body.blocks[index].insts);
        let mut kept = Vec::with_capacity(insts.len());
        let mut goes_on = true;
        for mut inst in insts {
            self.operands(&mut inst.kind, scope);
            self.evaluate(&mut inst);
            let fate = self.fate(&inst.kind);
            if fate != Fate::Gone {
                self.assign(&inst.kind, scope);
                kept.push(inst);
            }
            if fate == Fate::Last {
                goes_on = false;
                break;
            }
        }
        self.body.blocks[index].insts = kept;
        let old = std::mem::replace(
            &mut self.body.blocks[index].terminator,
            Terminator::Unreachable,
        );
        let terminator = match goes_on {
            true => self.terminator(old, scope),
            false => {
                self.changed_flow |= old != Terminator::Unreachable;
                Terminator::Unreachable
            }
        };
        for target in terminator.successors() {
            self.reached[target.index()] = true;
            for (merge, variable) in self.merges.at(target.index()) {
                let version = scope.current(variable);
                self.facts.arrive(self.body, merge, version);
            }
        }
        self.body.blocks[index].terminator = terminator;
    }
}

/// What becomes of an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Stays,
    /// It does nothing.
    Gone,
    /// It stays, and is not passed.
    Last,
}

impl Propagation<'_> {
    fn operands(&mut self, kind: &mut InstKind, scope: &Scope<'_>) {
        for_each_expr_mut(kind, |expr| {
            self.look_at_size(Node::Expr(*expr));
            *expr = self.expr(*expr, scope);
        });
        if let Some(place) = place_of_mut(kind) {
            self.look_at_size(Node::Place(*place));
            *place = self.place(*place, scope);
        }
    }

    /// To be called before the registers of a tree are replaced.
    fn look_at_size(&mut self, root: Node) {
        let (nodes, depth) = measure(self.body, root, LARGE);
        self.leaves_only = nodes > LARGE || depth > DEEP;
    }

    /// The tree with all registers replaced whose values are known.
    fn expr(&mut self, id: ExprId, scope: &Scope<'_>) -> ExprId {
        let node = self.body.expr(id);
        if let ExprKind::Reg(register) = node.kind {
            let known = self.facts.usable(scope.current(register.0), scope);
            return match known {
                Some(known) if known.is_leaf || !self.leaves_only => known.expr,
                _ => id,
            };
        }
        let mut kind = node.kind;
        for_each_child_of_expr(&mut kind, |child| self.child(child, scope));
        match simplify::expr(self.types, self.body, kind, node.ty) {
            Some(simpler) => simpler,
            None if kind == node.kind => id,
            None => self.body.add_expr(kind, node.ty),
        }
    }

    fn place(&mut self, id: PlaceId, scope: &Scope<'_>) -> PlaceId {
        let node = self.body.place(id);
        let mut kind = node.kind;
        for_each_child_of_place(&mut kind, |child| self.child(child, scope));
        match simplify::place(self.body, kind, node.ty) {
            Some(simpler) => simpler,
            None if kind == node.kind => id,
            None => self.body.add_place(kind, node.ty),
        }
    }

    fn child(&mut self, child: NodeMut<'_>, scope: &Scope<'_>) {
        match child {
            NodeMut::Expr(id) => *id = self.expr(*id, scope),
            NodeMut::Place(id) => *id = self.place(*id, scope),
        }
    }

    /// Makes an assignment of an instruction whose result is a constant.
    fn evaluate(&mut self, inst: &mut Inst) {
        let (dst, bits, ty) = match inst.kind {
            InstKind::SelfId { dst } => (dst, u128::from(self.thread), Types::I32),
            InstKind::ObjectSize { dst, pointer } => {
                let Some(size) = self.size_of_object(pointer) else {
                    return;
                };
                let bits = self.types.data_model.pointer_bits();
                (dst, u128::from(size), Types::int(bits, false))
            }
            _ => return,
        };
        let value = simplify::constant(self.types, self.body, bits, ty);
        inst.kind = InstKind::Assign { dst, value };
    }

    /// The size of the variable that an address points into.
    fn size_of_object(&self, pointer: ExprId) -> Option<u64> {
        let mut address = pointer;
        let place = loop {
            match self.body.expr(address).kind {
                ExprKind::AddressOf(place) => break place,
                ExprKind::Convert(inner) if self.types.is_pointer(self.body.expr(inner).ty) => {
                    address = inner;
                }
                _ => return None,
            }
        };
        let size = match root_of(self.body, place) {
            PlaceKind::Global(global) => self.global_sizes[global.index()],
            PlaceKind::Slot(slot) => self.types.size_of(self.body.slots[slot.index()].ty)?,
            _ => return None,
        };
        (!expr_may_fail(self.types, self.body, pointer)).then_some(size)
    }

    fn fate(&self, kind: &InstKind) -> Fate {
        match *kind {
            InstKind::Assert { condition, .. }
            | InstKind::Assume(condition)
            | InstKind::WaitUntil(condition) => match constant_of(self.body, condition) {
                None => Fate::Stays,
                Some(0) => Fate::Last,
                Some(_) => Fate::Gone,
            },
            InstKind::Unsupported(_) => Fate::Last,
            _ => Fate::Stays,
        }
    }

    /// Gives what the instruction assigns a new version.
    fn assign(&mut self, kind: &InstKind, scope: &mut Scope<'_>) {
        match *kind {
            InstKind::Assign { dst, value } => {
                let known = self.learn(value, scope);
                let version = scope.assign(dst.0);
                self.facts.add(version, known);
            }
            InstKind::Live(slot) | InstKind::Dead(slot) => {
                let version = scope.assign(self.merges.slot(slot));
                self.facts.add(version, None);
            }
            _ => for_each_written(kind, |register| {
                let version = scope.assign(register.0);
                self.facts.add(version, None);
            }),
        }
    }

    /// The expression as something to be known of a version, if it can be moved and is worth it.
    fn learn(&mut self, value: ExprId, scope: &Scope<'_>) -> Option<Known> {
        let (nodes, _) = measure(self.body, Node::Expr(value), SMALL_ADDRESS);
        if nodes > SMALL_ADDRESS {
            return None;
        }
        let start = self.facts.leaves.len();
        let mut has_registers = false;
        self.stack.push(Node::Expr(value));
        let mut is_movable = !any_may_fail(self.types, self.body, &mut self.stack);
        self.stack.push(Node::Expr(value));
        for_each_node(self.body, &mut self.stack, |node| {
            if let Some(register) = register_of(self.body, node) {
                let version = scope.current(register.0);
                is_movable &= self.facts.is_set[version.0 as usize];
                has_registers = true;
                self.facts.leaves.push((register.0, version));
            } else if let Some(slot) = slot_of(self.body, node) {
                let variable = self.merges.slot(slot);
                self.facts.leaves.push((variable, scope.current(variable)));
            } else {
                is_movable &= !looks_at_memory(self.types, self.body, node);
            }
        });
        if !is_movable || has_registers && nodes > SMALL {
            self.facts.leaves.truncate(start);
            return None;
        }
        Some(Known {
            expr: value,
            leaves: (start as u32, self.facts.leaves.len() as u32),
            is_leaf: nodes == 1,
        })
    }

    fn terminator(&mut self, mut terminator: Terminator, scope: &Scope<'_>) -> Terminator {
        if let Some(expr) = terminator_expr_mut(&mut terminator) {
            self.look_at_size(Node::Expr(*expr));
            *expr = self.expr(*expr, scope);
        }
        let target = match terminator {
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => match constant_of(self.body, condition) {
                None => return terminator,
                Some(0) => otherwise,
                Some(_) => then,
            },
            Terminator::Switch {
                value,
                ref cases,
                default,
            } => match constant_of(self.body, value) {
                None => return terminator,
                Some(bits) => {
                    let ty = self.body.expr(value).ty;
                    let case = cases
                        .iter()
                        .find(|case| contains(self.types, ty, case, bits));
                    case.map_or(default, |case| case.target)
                }
            },
            _ => return terminator,
        };
        self.changed_flow = true;
        Terminator::Goto(target)
    }
}

/// Whether the value of a node depends on memory: an integer made a pointer means the object that lies there now.
fn looks_at_memory(types: &Types, body: &Body, node: Node) -> bool {
    match node {
        Node::Expr(id) => match body.expr(id).kind {
            ExprKind::Convert(from) => {
                types.is_pointer(body.expr(id).ty) && !types.is_pointer(body.expr(from).ty)
            }
            _ => false,
        },
        Node::Place(_) => false,
    }
}

/// Whether a case of a switch on this type is for the value.
fn contains(types: &Types, ty: TypeId, case: &Case, bits: u128) -> bool {
    if types.is_signed(ty) {
        let value = |bits| sign_extend(bits, types.value_bits(ty));
        (value(case.low)..=value(case.high)).contains(&value(bits))
    } else {
        (case.low..=case.high).contains(&bits)
    }
}

/// Nodes and levels of a tree. Of one with more nodes than the limit not all is seen.
fn measure(body: &Body, root: Node, limit: usize) -> (usize, usize) {
    let mut stack = Vec::new();
    let (mut nodes, mut depth) = (0, 0);
    let mut next = Some((root, 1));
    while let Some((node, level)) = next {
        nodes += 1;
        depth = depth.max(level);
        if nodes > limit {
            break;
        }
        for_each_child(body, node, |child| stack.push((child, level + 1)));
        next = stack.pop();
    }
    (nodes, depth)
}
