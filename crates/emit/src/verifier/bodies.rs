//! A function: its header, its variables, its statements.

use std::collections::BTreeMap;

use unspool_ir::{BlockId, FunctionId, RegId};

use super::TextOptions;
use super::kept::Kept;
use super::statements::{Statement, Writer};
use super::words::Words;
use crate::expressions::Code;
use crate::functions;
use crate::source_lines::SourceLines;
use crate::statements;
use crate::target::Position;
use crate::unit::Translation;

/// What registers are called.
pub type Registers = BTreeMap<(FunctionId, RegId), String>;

/// The definition, and before it what its threads start in.
pub fn definition(
    unit: &Translation<'_>,
    words: &Words<'_>,
    options: &TextOptions<'_>,
    id: FunctionId,
    kept: Option<&Kept>,
    registers: &mut Registers,
) -> String {
    let function = unit.program.function(id);
    let (Some(body), Some(kept)) = (&function.body, kept) else {
        return functions::without_body(unit, id, function);
    };
    let mut code = Code::new(unit.program, unit.names, function, body);
    let unread = kept.regs.iter().enumerate().filter(|(_, read)| !**read);
    code.unread = unread.map(|(at, _)| RegId::new(at)).collect();
    let writer = Writer {
        code,
        kept,
        words,
        options,
    };
    let mut lines = SourceLines::new(unit.program, options.lines && unit.is_users(id));
    let header = functions::header_of(unit, id, &writer.code);
    lines.put(function.span, "", &header);
    lines.put_lines("{\n");
    lines.put_lines(&variables(&writer, id, registers));
    blocks(&mut lines, &writer, id);
    lines.end_line();
    lines.put_lines("}\n");
    let starters = functions::starters(&writer.code, id);
    format!("{starters}{}", lines.finish())
}

/// Those that are read.
fn variables(writer: &Writer<'_>, id: FunctionId, registers: &mut Registers) -> String {
    let (code, kept) = (&writer.code, writer.kept);
    let body = code.body;
    let mut text = String::new();
    for (number, reg) in body.regs.iter().enumerate() {
        let register = RegId::new(number);
        if !kept.regs[number] || code.folded.contains_key(&register) {
            continue;
        }
        let name = code.register(register);
        registers.insert((id, register), name.to_string());
        if body.params.contains(&register) {
            continue;
        }
        let bits = writer.options.register_counters.get(&(id, register));
        let declared = match bits {
            Some(bits) => code.types().counter(reg.ty, name, *bits),
            None => code.types().declare(reg.ty, name),
        };
        text.push_str(&format!("    {declared};\n"));
    }
    for (number, slot) in body.slots.iter().enumerate() {
        if !kept.slots[number] {
            continue;
        }
        let declared = code.types().declare(slot.ty, &code.locals.slots[number]);
        let align = match slot.align > code.program.types.align_of(slot.ty) {
            true => format!(" __attribute__((aligned({})))", slot.align),
            false => String::new(),
        };
        text.push_str(&format!("    {declared}{align};\n"));
    }
    text
}

fn blocks(lines: &mut SourceLines<'_>, writer: &Writer<'_>, id: FunctionId) {
    let body = writer.code.body;
    let is_written = |block: &usize| writer.kept.blocks[*block];
    let order: Vec<usize> = (0..body.blocks.len()).filter(is_written).collect();
    let mut starts = Vec::with_capacity(body.blocks.len());
    let mut position = 0;
    for block in &body.blocks {
        starts.push(position);
        position += block.insts.len() as u32 + 1;
    }
    let next_of = |at: usize| BlockId::new(order.get(at + 1).copied().unwrap_or(body.blocks.len()));
    let mut is_jumped_to = vec![false; body.blocks.len()];
    for (at, &number) in order.iter().enumerate() {
        for to in statements::jumps(&body.blocks[number].terminator, next_of(at)) {
            is_jumped_to[to.index()] = true;
        }
    }
    for (at, &number) in order.iter().enumerate() {
        let block = &body.blocks[number];
        if is_jumped_to[number] {
            lines.end_line();
            lines.put_lines(&format!("{}: ;\n", BlockId::new(number)));
        }
        let mut position = Position {
            function: id,
            position: starts[number],
        };
        let mut out: Vec<Statement> = Vec::new();
        for inst in &block.insts {
            writer.instruction(position, inst, &mut out);
            position.position += 1;
        }
        writer.before_terminator(position, block.span, &block.terminator, &mut out);
        let text = statements::terminator(&writer.code, &block.terminator, next_of(at));
        out.push(Statement {
            span: block.span,
            text,
        });
        for statement in out {
            if !statement.text.is_empty() {
                lines.put(statement.span, "    ", &statement.text);
            }
        }
    }
}
