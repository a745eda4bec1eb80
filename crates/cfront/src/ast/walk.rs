//! Every expression of a tree that is evaluated or looked at, each before its operands.
//!
//! Types (`sizeof(int[n])`, casts) are not looked into, nor the controlling expression of `_Generic`.

use super::{
    Block, Declaration, Expr, ExprKind, ExternalDeclaration, ForInit, Initializer, InitializerList,
    Stmt, StmtKind, TranslationUnit,
};

/// What a walk comes by.
pub enum Node<'a> {
    Expr(&'a Expr),
    Declaration(&'a Declaration),
}

pub fn for_each_expr_in_block<'a>(block: &'a Block, mut visit: impl FnMut(&'a Expr)) {
    let visit = |node: Node<'a>| {
        if let Node::Expr(expr) = node {
            visit(expr);
        }
    };
    Walk { visit }.block(block);
}

/// The expression itself included.
pub fn for_each_operand<'a>(expr: &'a Expr, mut visit: impl FnMut(&'a Expr)) {
    let visit = |node: Node<'a>| {
        if let Node::Expr(expr) = node {
            visit(expr);
        }
    };
    Walk { visit }.expr(expr);
}

/// All expressions and declarations, in blocks too.
pub fn for_each_node<'a>(unit: &'a TranslationUnit, visit: impl FnMut(Node<'a>)) {
    let mut walk = Walk { visit };
    for item in &unit.items {
        match item {
            ExternalDeclaration::Declaration(declaration) => walk.declaration(declaration),
            ExternalDeclaration::Function(definition) => walk.block(&definition.body),
            ExternalDeclaration::Asm { .. } | ExternalDeclaration::StaticAssert(_) => {}
        }
    }
}

struct Walk<V> {
    visit: V,
}

impl<'a, V: FnMut(Node<'a>)> Walk<V> {
    fn block(&mut self, block: &'a Block) {
        for statement in &block.statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &'a Stmt) {
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

    fn declaration(&mut self, declaration: &'a Declaration) {
        (self.visit)(Node::Declaration(declaration));
        for declarator in &declaration.declarators {
            match &declarator.initializer {
                None => {}
                Some(Initializer::Expr(expr)) => self.expr(expr),
                Some(Initializer::List(list)) => self.list(list),
            }
        }
    }

    fn list(&mut self, list: &'a InitializerList) {
        for item in &list.items {
            match &item.value {
                Initializer::Expr(expr) => self.expr(expr),
                Initializer::List(inner) => self.list(inner),
            }
        }
    }

    /// Loops along the left operand, which alone can be deep.
    fn expr(&mut self, expr: &'a Expr) {
        let mut expr = expr;
        loop {
            (self.visit)(Node::Expr(expr));
            expr = match &expr.kind {
                ExprKind::AddressOf(operand)
                | ExprKind::Unary(_, operand)
                | ExprKind::Increment { operand, .. }
                | ExprKind::Deref(operand)
                | ExprKind::SizeofExpr(operand)
                | ExprKind::AlignofExpr(operand)
                | ExprKind::Cast(_, operand)
                | ExprKind::Member(operand, _)
                | ExprKind::Arrow(operand, _) => operand,
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
