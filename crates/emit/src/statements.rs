//! Instructions and terminators, each as one statement, or as several in braces.

use unspool_ir::{
    BlockId, Case, InstKind, PlaceId, RegId, Storage, Terminator, Type, TypeId, Types,
};

use crate::expressions::Code;
use crate::literals;
use crate::target::{Position, Target};
use crate::types::EXTRA;
use crate::{atomics, calls};

/// Writes the statement of an instruction; empty if nothing has to be done.
pub fn instruction(code: &Code<'_>, target: &dyn Target, at: Position, inst: &InstKind) -> String {
    match inst {
        InstKind::Assign { dst, value } => {
            let ty = code.body.expr(*value).ty;
            copy(code, ty, code.register(*dst), &code.expr(*value))
        }
        InstKind::Load { dst, place, .. } => load(code, *dst, *place),
        InstKind::Store { place, value, .. } => {
            let ty = code.body.place(*place).ty;
            copy(code, ty, &code.place(*place), &code.expr(*value))
        }
        InstKind::Rmw { .. } => atomics::read_modify_write(code, inst),
        InstKind::CompareExchange { .. } => atomics::compare_exchange(code, target, at, inst),
        InstKind::Call { dst, callee, args } => calls::call(code, *dst, *callee, args),
        InstKind::VarArgs { dst } => {
            let ty = code.types().name(code.body.regs[dst.index()].ty);
            format!("{} = ({ty}){EXTRA};", code.register(*dst))
        }
        InstKind::Spawn {
            dst, start, args, ..
        } => calls::spawn(code, at, *dst, *start, args),
        InstKind::SelfId { dst } => format!("{} = unspool_self();", code.register(*dst)),
        InstKind::Finished { dst, thread } => {
            let (dst, thread) = (code.register(*dst), code.expr(*thread));
            format!("{dst} = unspool_finished({thread});")
        }
        InstKind::WaitUntil(condition) => format!("unspool_wait_until({});", code.expr(*condition)),
        InstKind::Assume(condition) => format!("unspool_assume({});", code.expr(*condition)),
        InstKind::Assert {
            condition,
            property,
            message,
            ..
        } => target.assert(at, &code.expr(*condition), *property, message),
        InstKind::Nondet { dst } => target.nondet(at, *dst, code),
        InstKind::Alloc {
            dst,
            size,
            align,
            storage,
        } => {
            let (size, align) = (code.expr(*size), code.expr(*align));
            let function = match storage {
                Storage::Heap => "unspool_alloc",
                Storage::Stack => "unspool_alloc_on_stack",
            };
            let ty = code.types().name(code.body.regs[dst.index()].ty);
            format!(
                "{} = ({ty}){function}({size}, {align});",
                code.register(*dst)
            )
        }
        InstKind::Free { pointer, .. } => {
            format!("unspool_free((void *){});", code.operand(*pointer))
        }
        InstKind::ObjectSize { dst, pointer } => format!(
            "{} = unspool_object_size((void *){});",
            code.register(*dst),
            code.operand(*pointer)
        ),
        InstKind::Output { stream, byte } => {
            let (stream, byte) = (code.expr(*stream), code.expr(*byte));
            format!("unspool_output((int)({stream}), (int)({byte}));")
        }
        InstKind::Unsupported(what) => {
            let what = literals::string_literal(what.as_bytes());
            format!("unspool_unexpected({what});")
        }
        InstKind::Live(slot) if target.notes_objects() => {
            let name = code.slot(*slot);
            format!("unspool_note_object(&{name}, sizeof({name}));")
        }
        // One thread at a time runs where others could see the difference, and variables of a function
        // live as long as its activation.
        InstKind::Live(_) | InstKind::Dead(_) => String::new(),
        InstKind::AtomicBegin => "unspool_atomic_begin();".to_string(),
        InstKind::AtomicEnd => "unspool_atomic_end();".to_string(),
        InstKind::Fence(_) | InstKind::Hold(_) | InstKind::Release(_) => String::new(),
    }
}

/// Writes the statement of a terminator; `next` is the block that is written behind it.
pub fn terminator(code: &Code<'_>, terminator: &Terminator, next: BlockId) -> String {
    match terminator {
        Terminator::Goto(to) if *to == next => String::new(),
        Terminator::Goto(to) => format!("goto {to};"),
        Terminator::Branch {
            condition,
            then,
            otherwise,
        } => {
            let expr = code.expr(*condition);
            match (*then == next, *otherwise == next) {
                (true, true) => String::new(),
                (true, false) => format!("if (!({expr})) goto {otherwise};"),
                (false, true) => format!("if ({expr}) goto {then};"),
                (false, false) => format!("if ({expr}) goto {then}; else goto {otherwise};"),
            }
        }
        Terminator::Switch {
            value,
            cases,
            default,
        } => {
            let ty = code.body.expr(*value).ty;
            let rows = cases.iter().map(|it| case(code, ty, it));
            let rows: String = rows.collect();
            // A switch on a truth value is taken for a mistake.
            let value = match ty == Types::BOOL {
                true => format!("(int){}", code.operand(*value)),
                false => code.expr(*value),
            };
            format!("switch ({value}) {{{rows} default: goto {default}; }}")
        }
        Terminator::Return(None) => "return;".to_string(),
        Terminator::Return(Some(value)) => format!("return {};", code.expr(*value)),
        Terminator::ExitThread => "unspool_exit_thread();".to_string(),
        Terminator::Exit(status) => format!("unspool_exit({});", code.expr(*status)),
        Terminator::Abort => "unspool_abort();".to_string(),
        Terminator::Unreachable => {
            "unspool_unexpected(\"code that is never reached\");".to_string()
        }
    }
}

/// The blocks to which [`terminator`] jumps by name.
pub fn jumps(terminator: &Terminator, next: BlockId) -> Vec<BlockId> {
    let targets = terminator.successors();
    match terminator {
        Terminator::Goto(_) | Terminator::Branch { .. } => {
            targets.filter(|target| *target != next).collect()
        }
        _ => targets.collect(),
    }
}

fn case(code: &Code<'_>, ty: TypeId, case: &Case) -> String {
    let constant = |bits| literals::integer(&code.program.types, ty, bits);
    let (low, high) = (constant(case.low), constant(case.high));
    match case.low == case.high {
        true => format!(" case {low}: goto {};", case.target),
        false => format!(" case {low} ... {high}: goto {};", case.target),
    }
}

fn load(code: &Code<'_>, dst: RegId, place: PlaceId) -> String {
    let ty = code.body.place(place).ty;
    copy(code, ty, code.register(dst), &code.load(place))
}

/// An assignment. C has none for arrays.
fn copy(code: &Code<'_>, ty: TypeId, to: &str, from: &str) -> String {
    let types = &code.program.types;
    match types.get(ty) {
        Type::Array { .. } => {
            let size = types.size_of(ty).unwrap_or(0);
            format!("__builtin_memmove({to}, {from}, {size});")
        }
        _ => format!("{to} = {from};"),
    }
}
