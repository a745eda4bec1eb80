//! Functions: a header, variables, blocks.

use unspool_ir::{Block, BlockId, Body, Function, FunctionId, FunctionType, Span, Type, TypeId};

use crate::calls;
use crate::expressions::Code;
use crate::literals::string_literal;
use crate::names::LocalNames;
use crate::source_lines::SourceLines;
use crate::statements;
use crate::target::{Position, Target};
use crate::types::{EXTRA, TypeWriter};
use crate::unit::Translation;

/// The declaration, without the semicolon.
pub fn prototype(unit: &Translation<'_>, id: FunctionId) -> String {
    let function = unit.program.function(id);
    let params = |ty: &FunctionType| ty.params.iter().map(|ty| unit.types().name(*ty)).collect();
    header(unit, id, function, params)
}

/// The definition, and before it what its threads start in.
pub fn definition(unit: &Translation<'_>, id: FunctionId) -> String {
    let function = unit.program.function(id);
    match &function.body {
        Some(body) if unit.target.has_body(id) => written_out(unit, id, function, body),
        _ => without_body(unit, id, function),
    }
}

fn written_out(unit: &Translation<'_>, id: FunctionId, function: &Function, body: &Body) -> String {
    let code = Code::new(unit.program, unit.names, function, body);
    let starters = starters(&code, id);
    let mut lines = SourceLines::new(unit.program, unit.is_users(id));
    lines.put(function.span, "", &header_of(unit, id, &code));
    lines.put_lines("{\n");
    lines.put_lines(&variables(&code, body));
    blocks(&mut lines, &code, unit.target, id);
    lines.end_line();
    lines.put_lines("}\n");
    format!("{starters}{}", lines.finish())
}

/// What the threads that it creates start in.
pub fn starters(code: &Code<'_>, id: FunctionId) -> String {
    let mut text = String::new();
    let mut position = 0;
    for block in &code.body.blocks {
        for inst in &block.insts {
            let at = Position {
                function: id,
                position,
            };
            text.push_str(&calls::starter(code, at, &inst.kind));
            position += 1;
        }
        position += 1;
    }
    text
}

/// The header of a function whose body follows.
pub fn header_of(unit: &Translation<'_>, id: FunctionId, code: &Code<'_>) -> String {
    let params = |ty: &FunctionType| parameters(&unit.types(), code.body, &code.locals, ty);
    header(unit, id, code.function, params)
}

/// The type of what a function returns.
pub fn result(code: &Code<'_>) -> Option<TypeId> {
    match code.program.types.get(code.function.ty) {
        Type::Function(ty) => Some(ty.result),
        _ => None,
    }
}

/// For a function that is only declared, or whose body is not wanted.
pub fn without_body(unit: &Translation<'_>, id: FunctionId, function: &Function) -> String {
    let params = |ty: &FunctionType| {
        let params = ty.params.iter().enumerate();
        let params = params.map(|(i, ty)| unit.types().declare(*ty, &format!("a{i}")));
        params.collect()
    };
    let message = format!("a call of `{}`", function.name);
    let message = string_literal(message.as_bytes());
    let header = header(unit, id, function, params);
    format!("{header}\n{{\n    unspool_unexpected({message});\n}}\n")
}

fn header(
    unit: &Translation<'_>,
    id: FunctionId,
    function: &Function,
    params: impl FnOnce(&FunctionType) -> Vec<String>,
) -> String {
    let name = &unit.names.functions[id.index()];
    // Nobody else sees the names, so that they cannot clash with those of the real library. The one exception is where
    // debuggers expect a program to start.
    let linkage = match name.as_str() {
        "main" => "",
        _ => "static ",
    };
    match unit.program.types.get(function.ty) {
        Type::Function(ty) => {
            let declared = unit.types().function(ty, name, params(ty), EXTRA);
            format!("{linkage}{declared}")
        }
        _ => String::new(),
    }
}

fn parameters(
    writer: &TypeWriter<'_>,
    body: &Body,
    locals: &LocalNames,
    ty: &FunctionType,
) -> Vec<String> {
    let params = body.params.iter().zip(&ty.params);
    let params = params.map(|(reg, ty)| writer.declare(*ty, &locals.regs[reg.index()]));
    params.collect()
}

/// Registers that are no parameters, and slots.
fn variables(code: &Code<'_>, body: &Body) -> String {
    let writer = code.types();
    let mut text = String::new();
    for (number, reg) in body.regs.iter().enumerate() {
        if !body.params.iter().any(|param| param.index() == number) {
            let declared = writer.declare(reg.ty, &code.locals.regs[number]);
            text.push_str(&format!("    {declared};\n"));
        }
    }
    for (number, slot) in body.slots.iter().enumerate() {
        let declared = writer.declare(slot.ty, &code.locals.slots[number]);
        let align = match slot.align > code.program.types.align_of(slot.ty) {
            true => format!(" __attribute__((aligned({})))", slot.align),
            false => String::new(),
        };
        text.push_str(&format!("    {declared}{align};\n"));
    }
    text
}

fn blocks(lines: &mut SourceLines<'_>, code: &Code<'_>, target: &dyn Target, id: FunctionId) {
    let body = code.body;
    let mut is_jumped_to = vec![false; body.blocks.len()];
    for (number, block) in body.blocks.iter().enumerate() {
        for to in statements::jumps(&block.terminator, BlockId::new(number + 1)) {
            is_jumped_to[to.index()] = true;
        }
    }
    let mut position = 0;
    for (number, block) in body.blocks.iter().enumerate() {
        if is_jumped_to[number] {
            lines.end_line();
            lines.put(first_span(block), "", &format!("{}:", BlockId::new(number)));
        }
        for inst in &block.insts {
            let at = Position {
                function: id,
                position,
            };
            let before = target.before(at, code);
            let statement = statements::instruction(code, target, at, &inst.kind);
            put(lines, inst.span, before, statement);
            position += 1;
        }
        let at = Position {
            function: id,
            position,
        };
        let before = target.before(at, code);
        let next = BlockId::new(number + 1);
        let statement = statements::terminator(code, &block.terminator, next);
        put(lines, block.span, before, statement);
        position += 1;
    }
}

fn put(lines: &mut SourceLines<'_>, span: Span, before: String, statement: String) {
    for text in [before, statement] {
        if !text.is_empty() {
            lines.put(span, "    ", &text);
        }
    }
}

fn first_span(block: &Block) -> Span {
    block.insts.first().map_or(block.span, |inst| inst.span)
}
