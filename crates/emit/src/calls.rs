//! Calls, and the starts of threads.
//!
//! Further arguments of a variadic function lie in a struct, whose layout is the one that the IR describes: each at the next multiple of
//! the larger of its alignment and the size of a pointer.
//!
//! A thread starts in a function of ours that takes one pointer, to a copy of what the program's function
//! is called with; [`starter`] writes it.

use unspool_ir::{Callee, ExprId, FunctionType, InstKind, RegId, Type, TypeId};

use crate::expressions::Code;
use crate::target::Position;
use crate::types::has_extra;

pub fn call(code: &Code<'_>, dst: Option<RegId>, callee: Callee, args: &[ExprId]) -> String {
    let (name, ty) = match callee {
        Callee::Direct(function) => (
            code.names.functions[function.index()].clone(),
            Some(code.program.function(function).ty),
        ),
        Callee::Indirect(pointer) => {
            let ty = code.body.expr(pointer).ty;
            (code.strong(pointer), code.program.types.pointee(ty))
        }
    };
    let dst = dst.filter(|dst| code.is_read(*dst));
    let dst = dst.map_or(String::new(), |dst| format!("{} = ", code.register(dst)));
    let list = |args: &[ExprId]| {
        let args = args.iter().map(|arg| code.expr(*arg));
        args.collect::<Vec<String>>()
    };
    let function = ty.and_then(|ty| function_type(code, ty));
    let Some(function) = function.filter(|function| has_extra(function)) else {
        return format!("{dst}{name}({});", list(args).join(", "));
    };
    let (fixed, extra) = args.split_at(function.params.len().min(args.len()));
    let mut fixed = list(fixed);
    if extra.is_empty() {
        fixed.push("(void *)0".to_string());
        return format!("{dst}{name}({});", fixed.join(", "));
    }
    let members = extra.iter().enumerate().map(|(number, arg)| {
        let types = &code.program.types;
        let ty = code.body.expr(*arg).ty;
        let align = types.align_of(ty).max(types.data_model.pointer_bytes());
        let member = code.types().declare(ty, &format!("a{number}"));
        format!("_Alignas({align}) {member};")
    });
    let members: Vec<String> = members.collect();
    fixed.push("&unspool_arguments".to_string());
    format!(
        "{{ struct {{ {} }} unspool_arguments = {{ {} }}; {dst}{name}({}); }}",
        members.join(" "),
        list(extra).join(", "),
        fixed.join(", ")
    )
}

pub fn spawn(code: &Code<'_>, at: Position, dst: RegId, start: ExprId, args: &[ExprId]) -> String {
    let starter = starter_name(code, at);
    let values = std::iter::once(&start).chain(args);
    let values: Vec<String> = values.map(|arg| code.expr(*arg)).collect();
    let dst = match code.is_read(dst) {
        true => format!("{} = ", code.register(dst)),
        false => "(void)".to_string(),
    };
    format!(
        "{{ struct {starter}_arguments unspool_arguments = {{ {} }}; {dst}unspool_spawn({starter}, &unspool_arguments, sizeof unspool_arguments); }}",
        values.join(", "),
    )
}

/// The function in which the threads of a `spawn` start, with the type of what it is given; empty for other instructions.
pub fn starter(code: &Code<'_>, at: Position, inst: &InstKind) -> String {
    let InstKind::Spawn { start, args, .. } = inst else {
        return String::new();
    };
    let name = starter_name(code, at);
    let writer = code.types();
    let ty = |expr: &ExprId| code.body.expr(*expr).ty;
    let members = args.iter().enumerate();
    let members = members
        .map(|(number, arg)| format!(" {};", writer.declare(ty(arg), &format!("a{number}"))));
    let members: String = members.collect();
    let values = (0..args.len()).map(|number| format!("unspool_given->a{number}"));
    let values: Vec<String> = values.collect();
    format!(
        "struct {name}_arguments {{ {};{members} }};\nstatic void {name}(void *unspool_all)\n{{\n    struct {name}_arguments *unspool_given = unspool_all;\n    unspool_given->start({});\n}}\n\n",
        writer.declare(ty(start), "start"),
        values.join(", ")
    )
}

fn starter_name(code: &Code<'_>, at: Position) -> String {
    let function = &code.names.functions[at.function.index()];
    format!("unspool_start_{function}_{}", at.position)
}

fn function_type<'a>(code: &Code<'a>, ty: TypeId) -> Option<&'a FunctionType> {
    match code.program.types.get(ty) {
        Type::Function(function) => Some(function),
        _ => None,
    }
}
