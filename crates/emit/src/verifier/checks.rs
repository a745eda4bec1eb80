//! What has to hold so that an instruction does not end the run.
//!
//! An access outside of living objects, or a division that has no result, ends a run of the IR silently: whoever wants to hear of
//! it has an assertion in front. Verifiers have their own opinions on such code, so the conditions are assumed before it.
//! Which accesses need one is told by [`accesses`].

use std::collections::HashSet;

use unspool_ir::arithmetic::mask;
use unspool_ir::{BinaryOp, Body, ExprId, ExprKind, GlobalId, InstKind, PlaceId, PlaceKind, Types};
use unspool_passes::faults;
use unspool_passes::operands::{
    Node, for_each_child, for_each_expr, for_each_node, place_of, root_of,
};

use super::accesses::{self, Access};
use crate::expressions::Code;
use crate::literals;

/// Statements in front of the one of an instruction.
pub enum Checks {
    Pass(Vec<String>),
    /// The statement cannot succeed.
    Fails(Vec<String>),
}

/// For an instruction.
pub fn of_instruction(code: &Code<'_>, trusted: &HashSet<GlobalId>, kind: &InstKind) -> Checks {
    let mut stack = Vec::new();
    match kind {
        InstKind::Assert { condition, .. } => stack.push(Node::Expr(*condition)),
        InstKind::Hold(_) | InstKind::Release(_) => return Checks::Pass(Vec::new()),
        _ => {
            for_each_expr(kind, |expr| stack.push(Node::Expr(*expr)));
            stack.extend(place_of(kind).map(Node::Place));
        }
    }
    let mut checks = divisions(code, stack);
    let Some(place) = place_of(kind) else {
        return Checks::Pass(checks);
    };
    let access = accesses::of_instruction(code.program, trusted, code.body, kind);
    if matches!(access, Access::Read | Access::Write) {
        checks.extend(base_check(code, place));
    }
    checks.extend(access_check(code, place, access));
    match access {
        Access::Fails => Checks::Fails(checks),
        _ => Checks::Pass(checks),
    }
}

/// For an expression of a terminator.
pub fn of_expression(code: &Code<'_>, expr: ExprId) -> Vec<String> {
    divisions(code, vec![Node::Expr(expr)])
}

fn access_check(code: &Code<'_>, place: PlaceId, access: Access) -> Option<String> {
    let program = code.program;
    match access {
        Access::Safe | Access::Fails => None,
        Access::Index { index, length } => {
            let ty = code.body.expr(index).ty;
            let unsigned = Types::int(program.types.value_bits(ty).max(32), false);
            let value = match program.types.is_signed(ty) {
                true => format!("({}){}", code.types().name(unsigned), code.operand(index)),
                false => code.operand(index),
            };
            let length = literals::integer(&program.types, unsigned, u128::from(length));
            Some(format!("unspool_assume({value} < {length});"))
        }
        Access::Read | Access::Write => {
            let size = program.types.size_of(code.body.place(place).ty);
            let word = match access == Access::Write {
                true => "unspool_writable",
                false => "unspool_readable",
            };
            let (address, size) = (code.address(place), size.unwrap_or(0));
            Some(format!("{word}({address}, {size});"))
        }
    }
}

/// A distance from a null pointer is no null pointer.
fn base_check(code: &Code<'_>, place: PlaceId) -> Option<String> {
    let body = code.body;
    let PlaceKind::Deref(mut pointer) = root_of(body, place) else {
        return None;
    };
    let mut is_apart = !matches!(body.place(place).kind, PlaceKind::Deref(_));
    loop {
        pointer = match body.expr(pointer).kind {
            ExprKind::Convert(inner) if code.program.types.is_pointer(body.expr(inner).ty) => inner,
            ExprKind::Binary(BinaryOp::PointerAdd, base, _) => {
                is_apart = true;
                base
            }
            ExprKind::AddressOf(_) => return None,
            _ => break,
        };
    }
    is_apart.then(|| format!("unspool_assume({} != 0);", code.operand(pointer)))
}

/// What must hold for the divisions of the trees to have a result. An arm of a conditional expression counts only where it is chosen.
fn divisions(code: &Code<'_>, stack: Vec<Node>) -> Vec<String> {
    let (types, body) = (&code.program.types, code.body);
    let mut found = Vec::new();
    let mut pending: Vec<(Node, String)> =
        stack.into_iter().map(|it| (it, String::new())).collect();
    while let Some((node, guard)) = pending.pop() {
        if !faults::any_may_fail(types, body, &mut vec![node]) {
            continue;
        }
        let kind = match node {
            Node::Expr(id) => Some(body.expr(id).kind),
            Node::Place(_) => None,
        };
        match kind {
            Some(ExprKind::Select(condition, then, otherwise)) => {
                let chosen = code.operand(condition);
                pending.push((Node::Expr(then), format!("{guard}!({chosen}) || ")));
                pending.push((Node::Expr(otherwise), format!("{guard}({chosen}) || ")));
                pending.push((Node::Expr(condition), guard));
                continue;
            }
            Some(ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, left, right)) => {
                if let Some(condition) = division(code, left, right) {
                    found.push(match guard.is_empty() {
                        true => format!("unspool_assume({condition});"),
                        false => format!("unspool_assume({guard}({condition}));"),
                    });
                }
            }
            _ => {}
        }
        for_each_child(body, node, |child| pending.push((child, guard.clone())));
    }
    // Inner ones first.
    found.reverse();
    found
}

/// What the checks of the divisions below the nodes on the stack mention; the stack is left empty.
pub fn mentioned_by_divisions(types: &Types, body: &Body, stack: &mut Vec<Node>) -> Vec<Node> {
    let mut found = Vec::new();
    for_each_node(body, stack, |node| {
        let Node::Expr(id) = node else {
            return;
        };
        if !faults::expr_may_fail(types, body, id) {
            return;
        }
        match body.expr(id).kind {
            ExprKind::Select(condition, ..) => found.push(Node::Expr(condition)),
            ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, left, right) => {
                found.push(Node::Expr(right));
                if types.is_signed(body.expr(right).ty) {
                    found.push(Node::Expr(left));
                }
            }
            _ => {}
        }
    });
    found
}

/// None if it always has a result.
fn division(code: &Code<'_>, left: ExprId, right: ExprId) -> Option<String> {
    let types = &code.program.types;
    let ty = code.body.expr(right).ty;
    if types.is_float(ty) {
        return None;
    }
    let constant = match code.body.expr(right).kind {
        ExprKind::Int(bits) => Some(bits),
        _ => None,
    };
    let width = types.value_bits(ty);
    let is_signed = types.is_signed(ty);
    match constant {
        Some(0) => return Some("0".to_string()),
        Some(bits) if !is_signed || bits != mask(width) => return None,
        _ => {}
    }
    let mut conditions = Vec::new();
    if constant.is_none() {
        conditions.push(format!("{} != 0", code.operand(right)));
    }
    let smallest = 1u128 << (width - 1);
    let is_other = matches!(code.body.expr(left).kind, ExprKind::Int(bits) if bits != smallest);
    if is_signed && !is_other {
        let smallest = literals::integer(types, ty, smallest);
        let (left, right) = (code.operand(left), code.operand(right));
        conditions.push(match constant {
            Some(_) => format!("{left} != {smallest}"),
            None => format!("({left} != {smallest} || {right} != -1)"),
        });
    }
    match conditions.is_empty() {
        true => None,
        false => Some(conditions.join(" && ")),
    }
}
