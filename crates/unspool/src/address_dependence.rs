//! Whether the outcome of a program may depend on where its objects lie.
//!
//! C leaves open where objects lie, and so does the IR. The engine chooses addresses, the interpreter others. A program that computes with the numbers of addresses, as a hash table
//! with pointers for keys does, or compares the addresses of different objects, may do one thing with these and another with those. A counterexample that does not
//! replay is then no mistake of ours, and "safe" is said of one choice of addresses only.

use unspool_ir::{BinaryOp, Body, ExprId, ExprKind, Function, FunctionId, Program, Span, Type};
use unspool_passes::operands::{self, Node};
use unspool_passes::points_to::PointsTo;

/// The first place outside of the library where the address of an object becomes a number that is more than a truth value, or addresses are compared for order.
pub fn first_use(program: &Program) -> Option<Span> {
    let functions = (0..).map(FunctionId::new).zip(&program.functions);
    let own: Vec<(FunctionId, &Function)> = functions.filter(|(_, f)| !f.is_model).collect();
    let is_candidate = |body: &Body| {
        let mut exprs = (0..body.exprs.len()).map(ExprId::new);
        exprs.any(|expr| pointer_as_number(program, body, expr).is_some())
    };
    let bodies = || {
        own.iter()
            .filter_map(|(_, function)| function.body.as_ref())
    };
    if !bodies().any(is_candidate) {
        return None;
    }
    let points_to = PointsTo::of(program);
    for (id, function) in &own {
        let Some(body) = &function.body else {
            continue;
        };
        for block in &body.blocks {
            let insts = block.insts.iter().map(|inst| (inst.span, Some(&inst.kind)));
            for (span, kind) in insts.chain([(block.span, None)]) {
                let mut stack = Vec::new();
                match kind {
                    Some(kind) => operands::push_operands(kind, &mut stack),
                    None => {
                        stack.extend(operands::terminator_expr(&block.terminator).map(Node::Expr));
                    }
                }
                let mut is_use = false;
                operands::for_each_node(body, &mut stack, |node| {
                    let Node::Expr(expr) = node else {
                        return;
                    };
                    let pointer = pointer_as_number(program, body, expr);
                    is_use |= pointer.is_some_and(|it| !points_to.pointees(*id, it).is_empty());
                });
                if is_use {
                    return Some(span);
                }
            }
        }
    }
    None
}

/// The pointer whose address an expression computes with.
fn pointer_as_number(program: &Program, body: &Body, expr: ExprId) -> Option<ExprId> {
    let types = &program.types;
    let node = body.expr(expr);
    let is_pointer = |it: &ExprId| matches!(types.get(body.expr(*it).ty), Type::Pointer(_));
    match node.kind {
        ExprKind::Convert(value) if matches!(types.get(node.ty), Type::Int { .. }) => {
            Some(value).filter(is_pointer)
        }
        ExprKind::Binary(BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge, pointer, _) => {
            Some(pointer).filter(is_pointer)
        }
        _ => None,
    }
}
