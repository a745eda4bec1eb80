//! Atomic updates of memory, as plain ones.
//!
//! The text makes no promise to other threads: whoever uses it lets only one of them run at a time, or has none.

use unspool_ir::{InstKind, RmwOp, Type, TypeId, Types};

use crate::expressions::Code;
use crate::target::{Position, Target};

pub fn read_modify_write(code: &Code<'_>, inst: &InstKind) -> String {
    let InstKind::Rmw {
        op,
        dst,
        place,
        value,
        ..
    } = inst
    else {
        return String::new();
    };
    let ty = code.body.place(*place).ty;
    let new = "unspool_value";
    let result = new_value(code, *op, ty, "*unspool_at", new);
    let types = code.types();
    let (keep, store) = match code.is_read(*dst) {
        true => (
            format!("{} = *unspool_at; ", types.declare(ty, "unspool_old")),
            format!(" {} = unspool_old;", code.register(*dst)),
        ),
        false => (String::new(), String::new()),
    };
    format!(
        "{{ {} = {}; {} = {}; {keep}*unspool_at = {result};{store} }}",
        types.declare(ty, "*unspool_at"),
        code.address(*place),
        types.declare(code.body.expr(*value).ty, new),
        code.expr(*value),
    )
}

/// What an update makes of the old value, given its operand.
pub fn new_value(code: &Code<'_>, op: RmwOp, ty: TypeId, old: &str, new: &str) -> String {
    let types = &code.program.types;
    let name = code.types().name(ty);
    let is_integer = matches!(types.get(ty), Type::Int { .. });
    // In the unsigned type, for signed ones overflow.
    let wide = match is_integer {
        true => {
            let wide = Types::int(types.value_bits(ty).max(32), false);
            format!("({})", code.types().name(wide))
        }
        false => String::new(),
    };
    let arithmetic = |sign: &str| match types.is_pointer(ty) {
        true => format!("({name})((unsigned char *){old} {sign} {new})"),
        false => format!("({name})({wide}{old} {sign} {wide}{new})"),
    };
    match op {
        RmwOp::Exchange => new.to_string(),
        RmwOp::Add => arithmetic("+"),
        RmwOp::Sub => arithmetic("-"),
        RmwOp::And => arithmetic("&"),
        RmwOp::Or => arithmetic("|"),
        RmwOp::Xor => arithmetic("^"),
        RmwOp::Nand if ty == Types::BOOL => format!("!({old} & {new})"),
        RmwOp::Nand => format!("({name})~({old} & {new})"),
    }
}

pub fn compare_exchange(
    code: &Code<'_>,
    target: &dyn Target,
    at: Position,
    inst: &InstKind,
) -> String {
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
        return String::new();
    };
    let ty = code.body.place(*place).ty;
    let declare = |name: &str| code.types().declare(ty, name);
    let is_equal = match code.program.types.is_float(ty) {
        // Bit by bit, also if it is no number.
        true => {
            let bytes = code.program.types.value_bits(ty).div_ceil(8);
            format!("__builtin_memcmp(unspool_at, &unspool_expected, {bytes}) == 0")
        }
        false => "*unspool_at == unspool_expected".to_string(),
    };
    let spurious = match weak {
        true => target.spurious_failure(at),
        false => None,
    };
    let spurious = spurious.map_or(String::new(), |fails| format!(" && !{fails}"));
    let (keep, store_old) = match code.is_read(*old) {
        true => (
            format!("{} = *unspool_at; ", declare("unspool_old")),
            format!(" {} = unspool_old;", code.register(*old)),
        ),
        false => (String::new(), String::new()),
    };
    let store_ok = match code.is_read(*ok) {
        true => format!(" {} = unspool_ok;", code.register(*ok)),
        false => String::new(),
    };
    format!(
        "{{ {} = {}; {} = {}; {} = {}; {keep}_Bool unspool_ok = {is_equal}{spurious}; if (unspool_ok) *unspool_at = unspool_desired;{store_old}{store_ok} }}",
        declare("*unspool_at"),
        code.address(*place),
        declare("unspool_expected"),
        code.expr(*expected),
        declare("unspool_desired"),
        code.expr(*desired),
    )
}
