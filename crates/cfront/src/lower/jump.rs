//! Jumps and what they leave behind: scopes end, their variables die, their cleanups run.
//!
//! A `goto` may jump forward to a label whose scope is not yet known, so each one gets a block of its own that is filled in
//! when the function is complete. Labels whose address is taken are numbered, and `goto *e` is a switch over the numbers.

use unspool_ir::{
    Access, BlockId, Callee, Case, InstKind, RegId, SlotId, Storage, Terminator, Types,
};

use crate::ast::Identifier;
use crate::source::Span;
use crate::symbol::Symbol;

use super::symbols::{IrId, SymbolId};
use super::{Lower, Lowered};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ScopeId(u32);

/// The open scopes at a place, innermost first, each with how many of its variables were declared before the place.
type ScopePath = Vec<(ScopeId, usize)>;

#[derive(Debug)]
pub struct ScopeNode {
    parent: Option<ScopeId>,
    cleanups: Vec<Cleanup>,
    /// `__label__` declarations: these labels belong to this scope.
    local_labels: Vec<LocalLabel>,
}

#[derive(Debug)]
struct LocalLabel {
    name: Symbol,
    /// The label of the same name outside, which is hidden here.
    hidden: Option<Label>,
    /// Pending gotos before this one mean the hidden label.
    first_goto: usize,
}

/// What happens to a variable when its scope is left, in reverse order of declaration.
#[derive(Clone, Copy, Debug)]
pub enum Cleanup {
    Dead(SlotId),
    FreeArray(RegId),
    /// `__attribute__((cleanup(f)))` on a variable.
    Call(SymbolId, SlotId),
}

#[derive(Clone, Debug)]
pub struct Label {
    /// None while the label is only known from `&&label`, which may be looked at without being evaluated.
    block: Option<BlockId>,
    /// The open scopes where the label stands; None until it is defined.
    path: Option<ScopePath>,
    first_use: Span,
}

/// Where `break` and `continue` go, and the scope they leave to.
#[derive(Clone, Copy, Debug)]
pub struct Loop {
    pub break_to: BlockId,
    /// None for a switch.
    pub continue_to: Option<BlockId>,
    pub scope: ScopeId,
}

#[derive(Debug)]
pub struct Switch {
    pub cases: Vec<Case>,
    /// The ranges of `cases`, ordered: from the least value of each to its greatest.
    pub ranges: std::collections::BTreeMap<i128, i128>,
    pub default: Option<BlockId>,
    /// Promoted type of the value, in the IR.
    pub ty: unspool_ir::TypeId,
    pub c_ty: crate::ctype::Ty,
}

#[derive(Debug)]
pub struct PendingGoto {
    block: BlockId,
    label: Symbol,
    path: ScopePath,
    span: Option<unspool_ir::Span>,
}

impl Lower<'_> {
    pub(super) fn open_scope(&mut self) {
        let parent = (!self.f.scope_tree.is_empty()).then_some(self.f.scope);
        self.f.scope_tree.push(ScopeNode {
            parent,
            cleanups: Vec::new(),
            local_labels: Vec::new(),
        });
        self.f.scope = ScopeId(self.f.scope_tree.len() as u32 - 1);
    }

    /// Ends the innermost scope, with its cleanups if control comes here.
    pub(super) fn close_scope(&mut self) {
        if self.b.is_open() {
            let scope = self.f.scope;
            let due = self.node(scope).cleanups.len();
            self.run_cleanups(scope, due);
        }
        self.close_scope_quietly();
    }

    pub(super) fn close_scope_quietly(&mut self) {
        let parent = self.node(self.f.scope).parent;
        self.f.scope = parent.unwrap_or_default();
    }

    fn node(&self, scope: ScopeId) -> &ScopeNode {
        &self.f.scope_tree[scope.0 as usize]
    }

    /// How many variables of the innermost scope have something to clean up.
    pub(super) fn cleanups_here(&self) -> usize {
        let node = self.f.scope_tree.get(self.f.scope.0 as usize);
        node.map_or(0, |node| node.cleanups.len())
    }

    pub(super) fn forget_cleanups(&mut self, from: usize) {
        if let Some(node) = self.f.scope_tree.get_mut(self.f.scope.0 as usize) {
            node.cleanups.truncate(from);
        }
    }

    pub(super) fn add_cleanup(&mut self, cleanup: Cleanup) {
        let scope = self.f.scope.0 as usize;
        if let Some(node) = self.f.scope_tree.get_mut(scope) {
            node.cleanups.push(cleanup);
        }
    }

    fn run_cleanups(&mut self, scope: ScopeId, due: usize) {
        for position in (0..due).rev() {
            match self.node(scope).cleanups[position] {
                Cleanup::Dead(slot) => self.b.emit(InstKind::Dead(slot)),
                Cleanup::FreeArray(reg) => self.free_array(reg),
                Cleanup::Call(symbol, slot) => self.call_cleanup(symbol, slot),
            }
        }
    }

    /// Cleanups from position `first` on that do more than end an object.
    fn run_effects(&mut self, scope: ScopeId, first: usize, due: usize) {
        for position in (first..due).rev() {
            match self.node(scope).cleanups[position] {
                Cleanup::Dead(_) => {}
                Cleanup::FreeArray(reg) => self.free_array(reg),
                Cleanup::Call(symbol, slot) => self.call_cleanup(symbol, slot),
            }
        }
    }

    fn free_array(&mut self, reg: RegId) {
        let pointer = self.b.reg(reg);
        self.b.emit(InstKind::Free {
            pointer,
            storage: Storage::Stack,
            is_unheld: false,
        });
    }

    fn scope_path(&self) -> ScopePath {
        let mut path = Vec::new();
        let mut scope = Some(self.f.scope);
        while let Some(id) = scope {
            path.push((id, self.node(id).cleanups.len()));
            scope = self.node(id).parent;
        }
        path
    }

    fn call_cleanup(&mut self, symbol: SymbolId, slot: SlotId) {
        let IrId::Function(function) = self.ir_symbol(symbol) else {
            return;
        };
        let ty = self.b.body.slots[slot.index()].ty;
        let place = self.b.place(unspool_ir::PlaceKind::Slot(slot), ty);
        let address = self.b.address_of(&mut self.program.types, place);
        let function_ty = self.program.function(function).ty;
        let mut args = vec![address];
        let Some(result) = self.reconcile(&mut args, function_ty) else {
            self.b.emit(InstKind::Unsupported(
                "a `cleanup` function that takes no pointer".to_string(),
            ));
            return;
        };
        let dst = (result != Types::VOID).then(|| self.b.new_reg("", result));
        self.b.emit(InstKind::Call {
            dst,
            callee: Callee::Direct(function),
            args,
        });
    }

    /// Cleanups of all open scopes up to, not including, `outer` (None: all).
    pub(super) fn leave_scopes(&mut self, outer: Option<ScopeId>) {
        let mut scope = Some(self.f.scope);
        while let Some(id) = scope
            && Some(id) != outer
            && (id.0 as usize) < self.f.scope_tree.len()
        {
            let due = self.node(id).cleanups.len();
            self.run_cleanups(id, due);
            scope = self.node(id).parent;
        }
    }

    /// A return leaves everything. Slots die with the activation, so only what has an effect is written down.
    pub(super) fn leave_scopes_for_return(&mut self) {
        let mut scope = Some(self.f.scope);
        while let Some(id) = scope
            && (id.0 as usize) < self.f.scope_tree.len()
        {
            for position in (0..self.node(id).cleanups.len()).rev() {
                if let Cleanup::Call(symbol, slot) = self.node(id).cleanups[position] {
                    self.call_cleanup(symbol, slot);
                }
            }
            scope = self.node(id).parent;
        }
        if self.f.is_atomic {
            self.b.emit(InstKind::AtomicEnd);
        }
    }

    /// Some variable in scope has a cleanup function.
    pub(super) fn has_cleanup_calls(&self) -> bool {
        let mut scope = Some(self.f.scope);
        while let Some(id) = scope {
            let node = self.node(id);
            if node.cleanups.iter().any(|c| matches!(c, Cleanup::Call(..))) {
                return true;
            }
            scope = node.parent;
        }
        false
    }

    pub(super) fn declare_local_labels(&mut self, labels: &[Identifier]) {
        for label in labels {
            let local = LocalLabel {
                name: label.symbol,
                hidden: self.f.labels.remove(&label.symbol),
                first_goto: self.f.gotos.len(),
            };
            let scope = self.f.scope.0 as usize;
            self.f.scope_tree[scope].local_labels.push(local);
        }
    }

    /// Resolves and forgets the labels declared with `__label__` in the scope that ends.
    pub(super) fn end_local_labels(&mut self) {
        let labels = std::mem::take(&mut self.f.scope_tree[self.f.scope.0 as usize].local_labels);
        for local in labels.into_iter().rev() {
            let later = self
                .f
                .gotos
                .split_off(local.first_goto.min(self.f.gotos.len()));
            let (mine, others): (Vec<_>, Vec<_>) =
                later.into_iter().partition(|g| g.label == local.name);
            self.f.gotos.extend(others);
            self.fill_gotos(mine);
            if let Some(label) = self.f.labels.remove(&local.name)
                && label.path.is_none()
            {
                let message = format!("label `{}` is not defined", self.text(local.name));
                let _ = self.error::<()>(label.first_use, message);
            }
            if let Some(hidden) = local.hidden {
                self.f.labels.insert(local.name, hidden);
            }
        }
    }

    fn label(&mut self, name: Identifier) -> &mut Label {
        self.f.labels.entry(name.symbol).or_insert(Label {
            block: None,
            path: None,
            first_use: name.span,
        })
    }

    fn label_block(&mut self, name: Identifier) -> BlockId {
        if let Some(block) = self.label(name).block {
            return block;
        }
        let block = self.b.new_block();
        self.label(name).block = Some(block);
        block
    }

    pub(super) fn define_label(&mut self, name: Identifier) -> Lowered<()> {
        // What is not evaluated leaves nothing behind to jump to.
        if self.unevaluated > 0 {
            return Ok(());
        }
        if self.label(name).path.is_some() {
            let message = format!("label `{}` is already defined", self.text(name.symbol));
            return self.error(name.span, message);
        }
        self.f.jumps += 1;
        let block = self.label_block(name);
        let path = self.scope_path();
        self.label(name).path = Some(path);
        self.b.goto(block);
        self.b.start(block);
        self.dialect_label(name)
    }

    pub(super) fn goto_label(&mut self, name: Identifier) {
        if self.unevaluated > 0 {
            return;
        }
        self.f.jumps += 1;
        self.label_block(name);
        let block = self.b.new_block();
        self.b.terminate(Terminator::Goto(block));
        let path = self.scope_path();
        self.f.gotos.push(PendingGoto {
            block,
            label: name.symbol,
            path,
            span: self.b.span,
        });
    }

    /// The value of `&&label`.
    pub(super) fn label_number(&mut self, name: Identifier) -> u128 {
        self.label(name);
        let position = match self.f.label_values.iter().position(|&l| l == name.symbol) {
            Some(position) => position,
            None => {
                self.f.label_values.push(name.symbol);
                self.f.label_values.len() - 1
            }
        };
        position as u128 + 1
    }

    pub(super) fn resolve_gotos(&mut self) {
        let gotos = std::mem::take(&mut self.f.gotos);
        self.fill_gotos(gotos);
        let mut undefined: Vec<(Symbol, Span)> = self
            .f
            .labels
            .iter()
            .filter(|(_, label)| label.path.is_none())
            .map(|(&name, label)| (name, label.first_use))
            .collect();
        undefined.sort_by_key(|&(_, span)| span.lo);
        for (name, span) in undefined {
            let message = format!("label `{}` is not defined", self.text(name));
            let _ = self.error::<()>(span, message);
        }
    }

    fn fill_gotos(&mut self, gotos: Vec<PendingGoto>) {
        for goto in gotos {
            let Some(label) = self.f.labels.get(&goto.label).cloned() else {
                continue;
            };
            let kept = label.path.unwrap_or_default();
            let resume = (self.b.is_open(), self.b.current());
            self.b.span = goto.span;
            self.b.start(goto.block);
            for (scope, due) in goto.path {
                match kept.iter().find(|(id, _)| *id == scope) {
                    None => self.run_cleanups(scope, due),
                    // Jumping back inside a block ends what was declared in between, but for plain objects: these live as
                    // long as the block (C11 6.2.4p6).
                    Some(&(_, declared)) => self.run_effects(scope, declared, due),
                }
            }
            let target = label.block.unwrap_or(goto.block);
            self.b.terminate(Terminator::Goto(target));
            if resume.0 {
                self.b.start(resume.1);
            }
        }
    }

    pub(super) fn resolve_computed_gotos(&mut self) {
        let gotos = std::mem::take(&mut self.f.computed_gotos);
        if gotos.is_empty() {
            return;
        }
        let nowhere = self.b.new_block();
        for (block, value) in gotos {
            let cases = self
                .f
                .label_values
                .iter()
                .enumerate()
                .filter_map(|(position, name)| {
                    let number = position as u128 + 1;
                    let target = self.f.labels.get(name)?.block?;
                    Some(Case {
                        low: number,
                        high: number,
                        target,
                    })
                })
                .collect();
            *self.b.terminator_mut(block) = Terminator::Switch {
                value,
                cases,
                default: nowhere,
            };
        }
    }

    /// A plain access.
    pub(super) const PLAIN: Access = Access {
        volatile: false,
        atomic: None,
    };
}
