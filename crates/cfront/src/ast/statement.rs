//! Statements and blocks. Labels and `else if` chains are flat: see the essay of the parent module.

use super::{Attribute, Declaration, Expr, Identifier, StaticAssert, StringLiteral};
use crate::source::Span;

/// `{ ... }`: a scope.
#[derive(Debug)]
pub struct Block {
    /// `__label__ a, b;` at the start.
    pub local_labels: Vec<Identifier>,
    pub statements: Vec<Stmt>,
    pub span: Span,
}

#[derive(Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Debug)]
pub enum StmtKind {
    /// `;`
    Null,
    Expr(Expr),
    Block(Block),
    Declaration(Box<Declaration>),
    StaticAssert(Box<StaticAssert>),
    /// `if (c1) s1 else if (c2) s2 else s3`: the first branch whose condition holds; there is at least one.
    If {
        branches: Vec<IfBranch>,
        otherwise: Option<Box<Stmt>>,
    },
    While {
        condition: Expr,
        body: Box<Stmt>,
    },
    DoWhile {
        body: Box<Stmt>,
        condition: Expr,
    },
    For(Box<ForStmt>),
    Switch {
        value: Expr,
        body: Box<Stmt>,
    },
    /// `case low:` or `case low ... high:`; the labelled statement is the next element of the block.
    Case {
        low: Box<Expr>,
        high: Option<Box<Expr>>,
    },
    /// `default:`; the labelled statement is the next element of the block.
    Default,
    /// `name:`; the labelled statement is the next element of the block.
    Label {
        name: Identifier,
        attributes: Vec<Attribute>,
    },
    Goto(Identifier),
    /// `goto *e;`
    ComputedGoto(Expr),
    Break,
    Continue,
    Return(Option<Expr>),
    Asm(Box<AsmStmt>),
    /// `__attribute__((fallthrough));`, `[[likely]] s`.
    Attributed {
        attributes: Vec<Attribute>,
        body: Box<Stmt>,
    },
}

#[derive(Debug)]
pub struct IfBranch {
    pub condition: Expr,
    pub body: Stmt,
}

/// A scope of its own, like its body.
#[derive(Debug)]
pub struct ForStmt {
    pub init: ForInit,
    pub condition: Option<Expr>,
    pub step: Option<Expr>,
    pub body: Stmt,
}

#[derive(Debug)]
pub enum ForInit {
    None,
    Expr(Expr),
    Declaration(Declaration),
}

/// `asm volatile goto ("template" : outputs : inputs : clobbers : labels);`
#[derive(Debug)]
pub struct AsmStmt {
    pub is_volatile: bool,
    pub is_goto: bool,
    pub is_inline: bool,
    pub template: StringLiteral,
    pub outputs: Vec<AsmOperand>,
    pub inputs: Vec<AsmOperand>,
    pub clobbers: Vec<StringLiteral>,
    pub labels: Vec<Identifier>,
}

/// `[name] "constraint" (e)`
#[derive(Debug)]
pub struct AsmOperand {
    pub name: Option<Identifier>,
    pub constraint: StringLiteral,
    pub value: Expr,
    pub span: Span,
}
