//! What has to hold so that an instruction does not end the run.
//!
//! An access outside of living objects, or a division that has no result, ends a run of the IR silently: whoever wants to hear of
//! it has an assertion in front. Verifiers have their own opinions on such code, so the conditions are assumed before it.
//!
//! | access | condition |
//! |---|---|
//! | through a pointer | `unspool_readable(p, size);` or `unspool_writable(p, size);` |
//! | `array[index]`, the array being a whole variable | `unspool_assume(index < length);` |
//! | sure to fail: a constant outside, or a constant as a pointer | `unspool_abort();` in place of the access |

use unspool_ir::{
    BinaryOp, ExprId, ExprKind, InstKind, PlaceId, PlaceKind, Type, Types, arithmetic::mask,
};
use unspool_passes::faults;
use unspool_passes::operands::{Node, for_each_child, for_each_expr, place_of};

use super::words::Words;
use crate::expressions::Code;
use crate::literals;

/// Statements in front of the one of an instruction.
pub enum Checks {
    Pass(Vec<String>),
    /// The statement cannot succeed.
    Fails(Vec<String>),
}

/// For an instruction.
pub fn of_instruction(code: &Code<'_>, words: &Words<'_>, kind: &InstKind) -> Checks {
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
    let is_write = !matches!(kind, InstKind::Load { .. });
    match access(code, words, place, is_write) {
        Access::Safe => Checks::Pass(checks),
        Access::Checked(check) => {
            checks.push(check);
            Checks::Pass(checks)
        }
        Access::Fails => Checks::Fails(checks),
    }
}

/// For an expression of a terminator.
pub fn of_expression(code: &Code<'_>, expr: ExprId) -> Vec<String> {
    divisions(code, vec![Node::Expr(expr)])
}

/// Whether an access needs a statement in front of it.
pub fn is_checked(code: &Code<'_>, words: &Words<'_>, place: PlaceId, is_write: bool) -> bool {
    !matches!(access(code, words, place, is_write), Access::Safe)
}

enum Access {
    Safe,
    Checked(String),
    Fails,
}

fn access(code: &Code<'_>, words: &Words<'_>, place: PlaceId, is_write: bool) -> Access {
    let (program, body) = (code.program, code.body);
    if faults::access_is_safe(program, body, place, is_write) || words.is_trusted(body, place) {
        return Access::Safe;
    }
    if fails(code, place, is_write) {
        return Access::Fails;
    }
    if let Some(check) = index(code, place) {
        return Access::Checked(check);
    }
    let size = program.types.size_of(body.place(place).ty).unwrap_or(0);
    let word = match is_write {
        true => "unspool_writable",
        false => "unspool_readable",
    };
    Access::Checked(format!("{word}({}, {size});", code.address(place)))
}

/// Whether the access is sure to fail.
fn fails(code: &Code<'_>, place: PlaceId, is_write: bool) -> bool {
    let (program, body) = (code.program, code.body);
    let mut at = place;
    loop {
        match body.place(at).kind {
            PlaceKind::Global(global) => {
                let global = program.global(global);
                return global.init.is_none() || (is_write && global.read_only);
            }
            PlaceKind::Slot(_) => return false,
            PlaceKind::Deref(pointer) => {
                return matches!(body.expr(pointer).kind, ExprKind::Int(_));
            }
            PlaceKind::Field(base, _) => at = base,
            PlaceKind::Index(base, index) => {
                let is_whole = matches!(
                    body.place(base).kind,
                    PlaceKind::Global(_) | PlaceKind::Slot(_)
                );
                if is_whole
                    && let ExprKind::Int(_) = body.expr(index).kind
                    && !faults::access_is_safe(program, body, at, is_write)
                {
                    return true;
                }
                at = base;
            }
        }
    }
}

/// The condition of an access to an element of a whole variable, or to something in the element.
fn index(code: &Code<'_>, mut place: PlaceId) -> Option<String> {
    let (program, body) = (code.program, code.body);
    while let PlaceKind::Field(base, _) = body.place(place).kind {
        place = base;
    }
    let PlaceKind::Index(base, index) = body.place(place).kind else {
        return None;
    };
    match body.place(base).kind {
        PlaceKind::Global(_) | PlaceKind::Slot(_) => {}
        _ => return None,
    }
    // It is the index that is in question, and nothing else.
    if !faults::access_is_safe(program, body, base, true) {
        return None;
    }
    let Type::Array { length, .. } = *program.types.get(body.place(base).ty) else {
        return None;
    };
    let ty = body.expr(index).ty;
    let bits = program.types.value_bits(ty).max(32);
    let unsigned = Types::int(bits, false);
    let value = match program.types.is_signed(ty) {
        true => format!("({}){}", code.types().name(unsigned), code.operand(index)),
        false => code.operand(index),
    };
    // All values of a narrow type may be inside.
    let most = u64::try_from(mask(program.types.value_bits(ty))).unwrap_or(u64::MAX);
    if !program.types.is_signed(ty) && most < length {
        return Some(String::new());
    }
    let length = literals::integer(&program.types, unsigned, u128::from(length));
    Some(format!("unspool_assume({value} < {length});"))
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
