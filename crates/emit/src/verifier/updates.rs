//! Atomic updates, in a program without threads: a load, then a store.
//!
//! The operands must not mention the registers that the first of these statements assigns. If they do, the form of
//! [`crate::atomics`] is written, which has temporaries of its own.

use unspool_ir::{InstKind, RegId};
use unspool_passes::operands::{Node, for_each_child, push_operands};

use crate::atomics;
use crate::expressions::{Code, Folded};
use crate::target::{Position, Target};

pub fn read_modify_write(code: &Code<'_>, inst: &InstKind) -> Vec<String> {
    let InstKind::Rmw {
        op,
        dst,
        place,
        value,
        ..
    } = inst
    else {
        return Vec::new();
    };
    if mentions(code, inst, &[*dst]) {
        return vec![atomics::read_modify_write(code, inst)];
    }
    let ty = code.body.place(*place).ty;
    let at = code.place(*place);
    let is_read = code.is_read(*dst);
    let old = match is_read {
        true => code.register(*dst),
        false => &at,
    };
    let result = atomics::new_value(code, *op, ty, old, &code.operand(*value));
    let mut statements = Vec::new();
    if is_read {
        statements.push(format!("{old} = {};", code.load(*place)));
    }
    statements.push(format!("{at} = {result};"));
    statements
}

pub fn compare_exchange(
    code: &Code<'_>,
    target: &dyn Target,
    at: Position,
    inst: &InstKind,
) -> Vec<String> {
    let InstKind::CompareExchange {
        ok,
        old,
        place,
        expected,
        desired,
        weak,
        ..
    } = inst
    else {
        return Vec::new();
    };
    let ty = code.body.place(*place).ty;
    if code.program.types.is_float(ty) || mentions(code, inst, &[*ok, *old]) {
        return vec![atomics::compare_exchange(code, target, at, inst)];
    }
    let value = code.place(*place);
    let spurious = match weak {
        true => target.spurious_failure(at),
        false => None,
    };
    let spurious = spurious.map_or(String::new(), |fails| format!(" && !{fails}"));
    let is_equal = format!("{value} == {}{spurious}", code.operand(*expected));
    let desired = code.expr(*desired);
    let mut statements = Vec::new();
    if code.is_read(*old) {
        statements.push(format!("{} = {};", code.register(*old), code.load(*place)));
    }
    let condition = match code.is_read(*ok) {
        true => {
            let name = code.register(*ok);
            statements.push(format!("{name} = {is_equal};"));
            name.to_string()
        }
        false => is_equal,
    };
    statements.push(format!("if ({condition}) {{ {value} = {desired}; }}"));
    statements
}

/// Whether the operands of an instruction read one of the registers.
fn mentions(code: &Code<'_>, inst: &InstKind, regs: &[RegId]) -> bool {
    let mut stack = Vec::new();
    push_operands(inst, &mut stack);
    while let Some(node) = stack.pop() {
        if let Some(reg) = unspool_passes::operands::register_of(code.body, node) {
            match code.folded.get(&reg) {
                Some(Folded::Value(value)) => stack.push(Node::Expr(*value)),
                Some(Folded::Load(place)) => stack.push(Node::Place(*place)),
                None if regs.contains(&reg) => return true,
                None => {}
            }
        }
        for_each_child(code.body, node, |child| stack.push(child));
    }
    false
}
