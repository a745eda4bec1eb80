//! Versions: which value of a register is read where, without renaming registers.
//!
//! A register may be assigned in many places. Its *versions* are its values: one when the thread starts, one for each
//! assignment, and one for each *merge*, a block where different versions arrive. That is static single assignment
//! form (Cytron, Ferrante, Rosen, Wegman and Zadeck, "Efficiently computing static single assignment form and the
//! control dependence graph", 1991) as a numbering beside the program: the program keeps its mutable registers, and a
//! pass can tell whether a register still has the value that it had elsewhere. Merges are placed on iterated
//! dominance frontiers, only for registers that are read in a block that does not assign them first (Briggs'
//! *semi-pruned* form) and whose reads are not all dominated by their only assignment; so the cost is near to linear
//! in unwound programs, most of whose registers are temporaries of one block.
//!
//! Slots can take part: a slot is "assigned" where its object begins or ends (`live`, `dead`) and "read" where it is
//! named, so that `&$s` is the same pointer as long as the version of `$s` is the same.
//!
//! ```text
//! b0:  %1 = 0:i32                 version a
//!      branch %0, b1, b2
//! b1:  %1 = 5:i32                 version b
//!      goto b2
//! b2:  store @g = %1              version c, the merge of a and b
//! ```
//!
//! Precondition: a thread of a bounded program. [`Merges::walk`] visits the blocks in an order in which a block comes
//! behind its dominator and behind all its predecessors, with the versions current there in a [`Scope`].

use unspool_ir::{Body, InstKind, RegId, SlotId};

use crate::dominators::{Tree, dominators, predecessors};
use crate::lists::Lists;
use crate::operands::{
    Node, for_each_node, for_each_written, push_operands, register_of, slot_of, terminator_expr,
};

/// A value of a variable. The number of the variable itself is the version at the start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Version(pub u32);

/// What has versions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tracked {
    Registers,
    RegistersAndSlots,
}

/// Where versions merge.
pub struct Merges {
    tracked: Tracked,
    registers: u32,
    variables: usize,
    dominators: Tree,
    /// For each block the variables that merge there; the position in this list is the number of the merge.
    merges: Lists<u32>,
    /// Assigned in several blocks, but read only where the same block assigned it before.
    is_local: Vec<bool>,
}

/// A variable is a register, or a slot behind them.
pub type Variable = u32;

/// Called with each block.
pub trait Visitor {
    fn block(&mut self, block: usize, scope: &mut Scope<'_>);
}

/// The versions at a point of the walk.
pub struct Scope<'m> {
    merges: &'m Merges,
    current: Vec<Version>,
    undo: Vec<(Variable, Version)>,
    next: u32,
    /// The first version of the block that is visited.
    first_here: Version,
}

impl Merges {
    pub fn of(body: &Body, tracked: Tracked) -> Merges {
        let registers = body.regs.len() as u32;
        let variables = match tracked {
            Tracked::Registers => body.regs.len(),
            Tracked::RegistersAndSlots => body.regs.len() + body.slots.len(),
        };
        let mut merges = Merges {
            tracked,
            registers,
            variables,
            dominators: dominators(body),
            merges: Lists::new(0, &[]),
            is_local: Vec::new(),
        };
        let assigning = merges.assigning_blocks(body);
        let exposed = merges.exposed_variables(body, &assigning);
        merges.is_local = (0..variables)
            .map(|variable| !exposed[variable] && assigning.of(variable).len() > 1)
            .collect();
        let frontiers = merges.dominance_frontiers(body);
        merges.merges = place(body.blocks.len(), &frontiers, &assigning, &exposed);
        merges
    }

    pub fn variables(&self) -> usize {
        self.variables
    }

    /// How many merges there are.
    pub fn count(&self) -> usize {
        self.merges.items().len()
    }

    pub fn slot(&self, slot: SlotId) -> Variable {
        self.registers + slot.0
    }

    /// The version that the merge of this number makes.
    pub fn version(&self, merge: usize) -> Version {
        Version((self.variables + merge) as u32)
    }

    /// Numbers and variables of the merges at the start of a block.
    pub fn at(&self, block: usize) -> impl Iterator<Item = (usize, Variable)> + '_ {
        let range = self.merges.range(block);
        range.zip(self.merges.of(block).iter().copied())
    }

    pub fn walk(&self, visitor: &mut impl Visitor) {
        let first = (self.variables + self.count()) as u32;
        let mut scope = Scope {
            merges: self,
            current: (0..self.variables as u32).map(Version).collect(),
            undo: Vec::new(),
            next: first,
            first_here: Version(first),
        };
        let children = self.dominators.children();
        enum Step {
            Visit(u32),
            GoBackTo(usize),
        }
        let mut stack = vec![Step::Visit(self.dominators.root())];
        while let Some(step) = stack.pop() {
            match step {
                Step::Visit(block) => {
                    stack.push(Step::GoBackTo(scope.undo.len()));
                    scope.first_here = Version(scope.next);
                    for (merge, variable) in self.at(block as usize) {
                        scope.set(variable, self.version(merge));
                    }
                    visitor.block(block as usize, &mut scope);
                    // Predecessors stand in the trees of smaller children.
                    let later = children.of(block as usize).iter().rev();
                    stack.extend(later.map(|&child| Step::Visit(child)));
                }
                Step::GoBackTo(length) => {
                    for (variable, version) in scope.undo.drain(length..).rev() {
                        scope.current[variable as usize] = version;
                    }
                }
            }
        }
    }

    /// The blocks that assign each variable. What has a value from the start is assigned in the first block.
    fn assigning_blocks(&self, body: &Body) -> Lists<u32> {
        let mut pairs: Vec<(Variable, u32)> = body.params.iter().map(|reg| (reg.0, 0)).collect();
        pairs.extend((self.registers..self.variables as u32).map(|slot| (slot, 0)));
        let mut last = vec![u32::MAX; self.variables];
        for &(variable, block) in &pairs {
            last[variable as usize] = block;
        }
        for (index, block) in body.blocks.iter().enumerate() {
            for inst in &block.insts {
                self.for_each_assigned(&inst.kind, |variable| {
                    if last[variable as usize] != index as u32 {
                        last[variable as usize] = index as u32;
                        pairs.push((variable, index as u32));
                    }
                });
            }
        }
        Lists::new(self.variables, &pairs)
    }

    /// Variables that may see different versions at the start of a block that reads them; with slots, also those of a
    /// block that reads what was computed from them and may come to read them instead.
    fn exposed_variables(&self, body: &Body, assigning: &Lists<u32>) -> Vec<bool> {
        let mut exposed = vec![false; self.variables];
        let mut is_read_later = vec![false; self.variables];
        let mut assigned_in = vec![u32::MAX; self.variables];
        let mut stack = Vec::new();
        for (index, block) in body.blocks.iter().enumerate() {
            let index = index as u32;
            let mut read = |stack: &mut Vec<Node>, assigned_in: &[u32]| {
                for_each_node(body, stack, |node| {
                    if let Some(variable) = self.variable_of(body, node)
                        && assigned_in[variable as usize] != index
                    {
                        is_read_later[variable as usize] = true;
                        exposed[variable as usize] |= !matches!(
                            assigning.of(variable as usize),
                            [only] if self.dominators.is_ancestor(*only, index)
                        );
                    }
                });
            };
            for inst in &block.insts {
                push_operands(&inst.kind, &mut stack);
                read(&mut stack, &assigned_in);
                self.for_each_assigned(&inst.kind, |variable| {
                    assigned_in[variable as usize] = index;
                });
            }
            stack.extend(terminator_expr(&block.terminator).map(Node::Expr));
            read(&mut stack, &assigned_in);
        }
        if self.tracked == Tracked::Registers {
            return exposed;
        }
        // Backwards, for copies of copies.
        for inst in body
            .blocks
            .iter()
            .flat_map(|block| block.insts.iter().rev())
        {
            if let InstKind::Assign { dst, value } = inst.kind
                && is_read_later[dst.index()]
            {
                stack.push(Node::Expr(value));
                for_each_node(body, &mut stack, |node| {
                    if let Some(variable) = self.variable_of(body, node) {
                        is_read_later[variable as usize] = true;
                        exposed[variable as usize] |= assigning.of(variable as usize).len() > 1;
                    }
                });
            }
        }
        exposed
    }

    fn dominance_frontiers(&self, body: &Body) -> Vec<Vec<u32>> {
        let predecessors = predecessors(body);
        let mut frontiers = vec![Vec::new(); body.blocks.len()];
        for block in 0..body.blocks.len() as u32 {
            let before = predecessors.of(block as usize);
            if before.len() < 2 {
                continue;
            }
            let dominator = self.dominators.parent(block);
            for &from in before {
                let mut at = from;
                while at != dominator {
                    let frontier = &mut frontiers[at as usize];
                    // Then another predecessor has come this way.
                    if frontier.last() == Some(&block) {
                        break;
                    }
                    frontier.push(block);
                    at = self.dominators.parent(at);
                }
            }
        }
        frontiers
    }

    fn for_each_assigned(&self, kind: &InstKind, mut visit: impl FnMut(Variable)) {
        for_each_written(kind, |register| visit(register.0));
        if self.tracked == Tracked::RegistersAndSlots
            && let InstKind::Live(slot) | InstKind::Dead(slot) = *kind
        {
            visit(self.slot(slot));
        }
    }

    fn variable_of(&self, body: &Body, node: Node) -> Option<Variable> {
        match register_of(body, node) {
            Some(RegId(register)) => Some(register),
            None if self.tracked == Tracked::Registers => None,
            None => slot_of(body, node).map(|slot| self.slot(slot)),
        }
    }
}

/// A merge wherever the frontier of an assignment, or of another merge, is.
fn place(
    blocks: usize,
    frontiers: &[Vec<u32>],
    assigning: &Lists<u32>,
    exposed: &[bool],
) -> Lists<u32> {
    let mut merges: Vec<(u32, Variable)> = Vec::new();
    let mut last = vec![u32::MAX; blocks];
    let mut work = Vec::new();
    for (variable, _) in exposed.iter().enumerate().filter(|(_, exposed)| **exposed) {
        work.extend_from_slice(assigning.of(variable));
        while let Some(block) = work.pop() {
            for &at in &frontiers[block as usize] {
                if last[at as usize] != variable as u32 {
                    last[at as usize] = variable as u32;
                    merges.push((at, variable as u32));
                    work.push(at);
                }
            }
        }
    }
    Lists::new(blocks, &merges)
}

impl Scope<'_> {
    pub fn current(&self, variable: Variable) -> Version {
        self.current[variable as usize]
    }

    /// A fresh version.
    pub fn assign(&mut self, variable: Variable) -> Version {
        let version = Version(self.next);
        self.next += 1;
        self.set(variable, version);
        version
    }

    pub fn set(&mut self, variable: Variable, version: Version) {
        let old = std::mem::replace(&mut self.current[variable as usize], version);
        self.undo.push((variable, old));
    }

    /// Whether the variable has this value here. Of the variables without merges it is known only in the block that
    /// assigned them.
    pub fn still_has(&self, variable: Variable, version: Version) -> bool {
        self.current(variable) == version
            && (!self.merges.is_local[variable as usize] || version >= self.first_here)
    }
}
