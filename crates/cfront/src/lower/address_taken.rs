//! Which variables of a function have their address taken, by name.
//!
//! A variable not in the set lives in a register. Going by name errs on the side of memory when an inner variable of the
//! same name is meant. Arrays and records live in memory anyway, so `a[i]` and `s.x` need not be looked into.

use rustc_hash::FxHashSet;

use crate::ast::{
    Block, Declaration, Expr, ExprKind, ForInit, FunctionDefinition, Initializer, InitializerList,
    Stmt, StmtKind,
};
use crate::symbol::Symbol;

pub fn address_taken(definition: &FunctionDefinition) -> FxHashSet<Symbol> {
    let mut walk = Walk::default();
    walk.block(&definition.body);
    walk.found
}

#[derive(Default)]
struct Walk {
    found: FxHashSet<Symbol>,
}

impl Walk {
    fn block(&mut self, block: &Block) {
        for statement in &block.statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Expr(expr) | StmtKind::ComputedGoto(expr) => self.expr(expr),
            StmtKind::Return(expr) => {
                if let Some(expr) = expr {
                    self.expr(expr);
                }
            }
            StmtKind::Block(block) => self.block(block),
            StmtKind::Declaration(declaration) => self.declaration(declaration),
            StmtKind::If {
                branches,
                otherwise,
            } => {
                for branch in branches {
                    self.expr(&branch.condition);
                    self.statement(&branch.body);
                }
                if let Some(otherwise) = otherwise {
                    self.statement(otherwise);
                }
            }
            StmtKind::While { condition, body } | StmtKind::DoWhile { body, condition } => {
                self.expr(condition);
                self.statement(body);
            }
            StmtKind::For(statement) => {
                match &statement.init {
                    ForInit::None => {}
                    ForInit::Expr(expr) => self.expr(expr),
                    ForInit::Declaration(declaration) => self.declaration(declaration),
                }
                for expr in [&statement.condition, &statement.step]
                    .into_iter()
                    .flatten()
                {
                    self.expr(expr);
                }
                self.statement(&statement.body);
            }
            StmtKind::Switch { value, body } => {
                self.expr(value);
                self.statement(body);
            }
            StmtKind::Asm(asm) => {
                for operand in asm.outputs.iter().chain(&asm.inputs) {
                    self.expr(&operand.value);
                }
            }
            StmtKind::Attributed { body, .. } => self.statement(body),
            StmtKind::Null
            | StmtKind::StaticAssert(_)
            | StmtKind::Case { .. }
            | StmtKind::Default
            | StmtKind::Label { .. }
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue => {}
        }
    }

    fn declaration(&mut self, declaration: &Declaration) {
        for declarator in &declaration.declarators {
            match &declarator.initializer {
                None => {}
                Some(Initializer::Expr(expr)) => self.expr(expr),
                Some(Initializer::List(list)) => self.list(list),
            }
        }
    }

    fn list(&mut self, list: &InitializerList) {
        for item in &list.items {
            match &item.value {
                Initializer::Expr(expr) => self.expr(expr),
                Initializer::List(inner) => self.list(inner),
            }
        }
    }

    /// Loops along the left operand, which alone can be deep.
    fn expr(&mut self, expr: &Expr) {
        let mut expr = expr;
        loop {
            expr = match &expr.kind {
                ExprKind::AddressOf(operand) => {
                    let mut target = &**operand;
                    while let ExprKind::Member(inner, _) = &target.kind {
                        target = inner;
                    }
                    if let ExprKind::Identifier(name) = target.kind {
                        self.found.insert(name);
                    }
                    operand
                }
                ExprKind::Unary(_, operand)
                | ExprKind::Increment { operand, .. }
                | ExprKind::Deref(operand)
                | ExprKind::SizeofExpr(operand)
                | ExprKind::AlignofExpr(operand)
                | ExprKind::Cast(_, operand)
                | ExprKind::Member(operand, _)
                | ExprKind::Arrow(operand, _) => operand,
                // The list itself is changed: it must be in memory where it is not a plain variable.
                ExprKind::VaArg(list, _) => list,
                ExprKind::Binary(_, left, right)
                | ExprKind::Logical(_, left, right)
                | ExprKind::Assign(left, right)
                | ExprKind::AssignOp(_, left, right)
                | ExprKind::Comma(left, right)
                | ExprKind::Index(left, right) => {
                    self.expr(right);
                    left
                }
                ExprKind::Conditional(condition, then, otherwise) => {
                    if let Some(then) = then {
                        self.expr(then);
                    }
                    self.expr(otherwise);
                    condition
                }
                ExprKind::Call(callee, args) => {
                    for arg in args {
                        self.expr(arg);
                    }
                    callee
                }
                ExprKind::CompoundLiteral(_, list) => {
                    self.list(list);
                    return;
                }
                ExprKind::StatementExpr(block) => {
                    self.block(block);
                    return;
                }
                ExprKind::Generic(selection) => {
                    for association in &selection.associations {
                        self.expr(&association.value);
                    }
                    return;
                }
                ExprKind::ChooseExpr(operands) => {
                    for operand in operands.iter() {
                        self.expr(operand);
                    }
                    return;
                }
                ExprKind::Identifier(_)
                | ExprKind::Int(_)
                | ExprKind::Float(_)
                | ExprKind::Char(_)
                | ExprKind::String(_)
                | ExprKind::LabelAddress(_)
                | ExprKind::SizeofType(_)
                | ExprKind::AlignofType(_)
                | ExprKind::Offsetof(..)
                | ExprKind::TypesCompatible(..)
                | ExprKind::Nondet(_) => return,
            };
        }
    }
}
