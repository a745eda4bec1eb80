//! A function: its header, its variables, its statements.

use std::collections::{BTreeMap, HashMap};

use unspool_ir::{Body, FunctionId, RegId, SlotId, Span, Terminator, Types};

use super::TextOptions;
use super::folding;
use super::initial_values::InitialValues;
use super::kept::Kept;
use super::nondet;
use super::statements::Writer;
use super::structure::{self, Item, label};
use super::words::Words;
use crate::expressions::Code;
use crate::functions;
use crate::source_lines::SourceLines;
use crate::target::Position;
use crate::threads::sections::begins_of_waits;
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
    code.is_logical = true;
    code.folded = folding::folded(&code, id, kept, options);
    let initial = InitialValues::of(unit.program, body, kept);
    let writer = Writer {
        code,
        kept,
        initial: &initial,
        words,
        options,
        begins: begins(id, body, options),
    };
    let mut lines = SourceLines::new(unit.program, options.lines);
    let header = functions::header_of(unit, id, &writer.code);
    lines.put(function.span, "", &header);
    lines.put_lines("{\n");
    lines.put_lines(&variables(&writer, id, registers));
    statements(&mut lines, &writer, id);
    lines.end_line();
    lines.put_lines("}\n");
    let starters = functions::starters(&writer.code, id);
    format!("{starters}{}", lines.finish())
}

/// Where waits go back to, if there are threads to wait for.
fn begins(
    id: FunctionId,
    body: &Body,
    options: &TextOptions<'_>,
) -> HashMap<Position, (Position, u32)> {
    if !options.threads {
        return HashMap::new();
    }
    let mut starts = Vec::with_capacity(body.blocks.len());
    let mut position = 0;
    for block in &body.blocks {
        starts.push(position);
        position += block.insts.len() as u32 + 1;
    }
    let at = |block: u32, index: u32| Position {
        function: id,
        position: starts[block as usize] + index,
    };
    let found = begins_of_waits(body).into_iter();
    found
        .map(|((block, index), begin)| {
            (
                at(block, index),
                (at(begin.block, begin.index), begin.depth),
            )
        })
        .collect()
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
        if writer.options.inputs.contains(&(id, register)) {
            // Traces tell what a local variable is when it is declared, as if that were an assignment, and again in each call.
            text.push_str(&format!("    static {declared};\n"));
            continue;
        }
        let value = nondet::value(code, reg.ty);
        match value.filter(|_| writer.initial.regs.contains(&register)) {
            Some(value) => text.push_str(&format!("    {declared} = {value};\n")),
            None => text.push_str(&format!("    {declared};\n")),
        }
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
    for reg in (0..body.regs.len()).map(RegId::new) {
        let ty = body.regs[reg.index()].ty;
        if writer.initial.regs.contains(&reg) && nondet::value(code, ty).is_none() {
            let assignment = nondet::assignment(code, ty, code.register(reg));
            text.push_str(&format!("    {assignment}\n"));
        }
    }
    for slot in (0..body.slots.len()).map(SlotId::new) {
        if writer.initial.slots.contains(&slot) {
            let ty = body.slots[slot.index()].ty;
            let assignment = nondet::assignment(code, ty, code.slot(slot));
            text.push_str(&format!("    {assignment}\n"));
        }
    }
    text
}

fn statements(lines: &mut SourceLines<'_>, writer: &Writer<'_>, id: FunctionId) {
    let first = Position {
        function: id,
        position: 0,
    };
    let mut items = structure::items(writer, first);
    // A function ends at its end.
    if let [.., Item::Line { .. }, Item::Line { depth: 1, text, .. }] = &items[..]
        && text == "return;"
    {
        items.pop();
    }
    // Compilers look for a `return` even behind a loop without an end.
    let code = &writer.code;
    let blocks = code.body.blocks.iter().zip(&writer.kept.blocks);
    let mut written = blocks.filter(|(_, is_written)| **is_written);
    let returns = written.any(|(block, _)| matches!(block.terminator, Terminator::Return(_)));
    if !returns && functions::result(code) != Some(Types::VOID) {
        items.push(Item::Line {
            depth: 1,
            span: Span::NONE,
            text: "unspool_abort();".to_string(),
        });
    }
    for (at, item) in items.iter().enumerate() {
        match item {
            Item::Label(block) => {
                let empty = match is_before_statement(&items[at + 1..]) {
                    true => "",
                    false => " ;",
                };
                lines.end_line();
                lines.put(Span::NONE, "", &format!("{}:{empty}", label(*block)));
                lines.end_line();
            }
            Item::Line { depth, span, text } => {
                lines.put(*span, &"    ".repeat(*depth), text);
            }
        }
    }
}

/// C wants a statement behind a label.
fn is_before_statement(items: &[Item]) -> bool {
    let mut lines = items.iter().filter_map(|item| match item {
        Item::Line { text, .. } => Some(text),
        Item::Label(_) => None,
    });
    let next = lines.find(|text| !text.starts_with("/*"));
    next.is_some_and(|text| {
        !["}", "case ", "default:"]
            .iter()
            .any(|start| text.starts_with(start))
    })
}
