//! The spelling of operators: one table for printing and parsing.

use crate::{BinaryOp, UnaryOp};

const BINARY: &[(BinaryOp, &str)] = &[
    (BinaryOp::Add, "+"),
    (BinaryOp::Sub, "-"),
    (BinaryOp::Mul, "*"),
    (BinaryOp::Div, "/"),
    (BinaryOp::Rem, "%"),
    (BinaryOp::And, "&"),
    (BinaryOp::Or, "|"),
    (BinaryOp::Xor, "^"),
    (BinaryOp::Shl, "<<"),
    (BinaryOp::Shr, ">>"),
    (BinaryOp::Eq, "=="),
    (BinaryOp::Ne, "!="),
    (BinaryOp::Lt, "<"),
    (BinaryOp::Le, "<="),
    (BinaryOp::Gt, ">"),
    (BinaryOp::Ge, ">="),
];

/// Pointer arithmetic is written like arithmetic: the type of the left operand tells them apart.
pub(super) fn binary_symbol(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::PointerAdd => "+",
        BinaryOp::PointerDiff => "-",
        _ => BINARY
            .iter()
            .find(|(entry, _)| *entry == op)
            .map_or("?", |(_, symbol)| symbol),
    }
}

pub(super) fn binary_from_symbol(symbol: &str, left_is_pointer: bool) -> Option<BinaryOp> {
    let (op, _) = BINARY.iter().find(|(_, entry)| *entry == symbol)?;
    Some(match op {
        BinaryOp::Add if left_is_pointer => BinaryOp::PointerAdd,
        BinaryOp::Sub if left_is_pointer => BinaryOp::PointerDiff,
        op => *op,
    })
}

pub(super) fn unary_symbol(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Neg => "-",
        UnaryOp::Complement => "~",
        UnaryOp::Not => "!",
    }
}

pub(super) fn unary_from_symbol(symbol: &str) -> Option<UnaryOp> {
    [UnaryOp::Neg, UnaryOp::Complement, UnaryOp::Not]
        .into_iter()
        .find(|op| unary_symbol(*op) == symbol)
}
