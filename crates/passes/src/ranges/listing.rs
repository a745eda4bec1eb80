//! The facts, written beside the instructions they are about.
//!
//! ```text
//! thread 1 @worker
//! b0:
//!   %0 = load @x                             // [0, 2]
//!   branch %0 == 0:i32, b1, b2               // any
//! memory
//!   @x+0 of 4 bytes                          // [0, 2]
//! ```

use std::fmt::Write;

use unspool_ir::text::{print_instruction, print_terminator};
use unspool_ir::{BlockId, InstKind, Program};

use super::Ranges;
use super::cells::Cell;
use super::range::Range;
use crate::points_to::Object;

/// All facts but those on cells of which nothing is known.
pub fn list(program: &Program, ranges: &Ranges) -> String {
    let mut out = String::new();
    for thread in &ranges.threads {
        let function = program.function(thread.function);
        let _ = writeln!(out, "thread {} @{}", thread.number, function.name);
        let Some(body) = &function.body else {
            continue;
        };
        for position in 0..body.params.len() {
            let range = ranges.of_parameter(thread.function, position);
            write_line(&mut out, &format!("parameter {position}"), Some(range));
        }
        for (id, block) in body.blocks.iter().enumerate() {
            let id = BlockId::new(id);
            let _ = writeln!(out, "{id}:");
            for (index, inst) in block.insts.iter().enumerate() {
                let range = ranges.of_register_after(thread.function, id, index);
                let is_scalar = range.is_none_or(|range| range.width() > 0);
                let range = is_scalar.then_some(range);
                write_line(&mut out, &print_instruction(program, body, inst), range);
                if let InstKind::CompareExchange { .. } = inst.kind {
                    let success = ranges.of_success(thread.function, id, index);
                    write_line(&mut out, "  success", Some(success));
                }
            }
            let range = ranges.of_terminator(program, thread.function, id);
            let is_scalar = range.is_none_or(|range| range.width() > 0);
            let range = is_scalar.then_some(range);
            let text = print_terminator(program, body, &block.terminator);
            write_line(&mut out, &text, range);
        }
    }
    out.push_str("memory\n");
    let contents = ranges.contents();
    let mut lines: Vec<(&Cell, String)> = ranges
        .cells
        .cells
        .iter()
        .zip(&contents)
        .filter(|(_, range)| !range.is_some_and(|range| range.is_top()))
        .map(|(cell, range)| {
            let mut line = String::new();
            let range = range.as_ref();
            write_line(&mut line, &describe(program, cell), Some(range));
            (cell, line)
        })
        .collect();
    lines.sort_by_key(|(cell, _)| (cell.object, cell.offsets, cell.shape));
    out.extend(lines.into_iter().map(|(_, line)| line));
    out
}

fn write_line(out: &mut String, text: &str, range: Option<Option<&Range>>) {
    let _ = match range {
        None => writeln!(out, "  {text}"),
        Some(None) => writeln!(out, "  {text:<50} // never"),
        Some(Some(range)) => writeln!(out, "  {text:<50} // {range}"),
    };
}

fn describe(program: &Program, cell: &Cell) -> String {
    let object = match cell.object {
        Object::Global(global) => format!("@{}", program.global(global).name),
        Object::Slot(function, slot) => {
            let function = program.function(function);
            let slots = function.body.as_ref().map(|body| &body.slots);
            let name = slots.and_then(|slots| slots.get(slot.index()));
            let name = name.map_or("", |slot| slot.name.as_str());
            format!("${name}.{} of @{}", slot.0, function.name)
        }
        Object::Alloc {
            function,
            block,
            index,
        } => format!(
            "alloc {block} #{index} of @{}",
            program.function(function).name
        ),
        Object::VarArgs(function) | Object::Function(function) => {
            format!("@{}", program.function(function).name)
        }
    };
    let offsets = cell.offsets;
    let offsets = match offsets.stride {
        0 => format!("{}", offsets.start),
        stride => format!(
            "{}, {}, ... {}",
            offsets.start,
            offsets.start + stride,
            offsets.end - 1
        ),
    };
    format!("{object}+{offsets} of {} bytes", cell.shape.bytes)
}
