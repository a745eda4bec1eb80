//! Writes programs down: items here, the inside of functions in `print_body`.
//!
//! Everything is appended to one string. Ill-formed programs are printed too, since the verifier quotes
//! them: whatever is out of range or nested too deeply appears as `<...>`, which does not parse.

use std::fmt::Write;

use super::literal::write_constant;
use super::names::{write_name, write_quoted, write_quoted_bytes};
use super::print_body::BodyPrinter;
use crate::verify::MAX_TYPE_NESTING;
use crate::{
    Function, FunctionId, Global, Init, InitItem, InitValue, Linkage, Program, Record, RecordKind,
    Span, Type, TypeId, Types,
};

/// The whole program.
pub fn print(program: &Program) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "datamodel {}", program.types.data_model.name());
    if let Some(entry) = program.entry {
        out.push_str("entry ");
        write_function_name(&mut out, program, entry);
        out.push('\n');
    }
    for (index, file) in program.files.iter().enumerate() {
        let _ = write!(out, "file f{index} ");
        write_quoted(&mut out, file);
        out.push('\n');
    }
    for record in &program.types.records {
        out.push('\n');
        write_record(&mut out, &program.types, record);
    }
    if !program.globals.is_empty() {
        out.push('\n');
    }
    for global in &program.globals {
        write_global(&mut out, program, global);
    }
    for function in &program.functions {
        if function.body.is_some() {
            out.push('\n');
        }
        write_function(&mut out, program, function);
    }
    out
}

/// One function, as it stands in the text of the whole program.
pub fn print_function(program: &Program, function: FunctionId) -> String {
    let mut out = String::new();
    if let Some(function) = program.functions.get(function.index()) {
        write_function(&mut out, program, function);
    }
    out
}

pub fn print_type(types: &Types, ty: TypeId) -> String {
    let mut out = String::new();
    write_type(&mut out, types, ty);
    out
}

pub(super) fn write_type(out: &mut String, types: &Types, ty: TypeId) {
    write_type_nested(out, types, ty, 0);
}

pub(super) fn write_function_name(out: &mut String, program: &Program, id: FunctionId) {
    match program.functions.get(id.index()) {
        Some(function) => {
            out.push('@');
            write_name(out, &function.name);
        }
        None => drop(write!(out, "<function {}>", id.0)),
    }
}

/// The span with its file, unless that is the one of the function around it.
pub(super) fn write_span(out: &mut String, span: Span, function: Option<Span>) {
    if span == Span::NONE {
        out.push_str(" !none");
        return;
    }
    out.push_str(" !");
    if function.map(|span| span.file) != Some(span.file) {
        let _ = write!(out, "f{}:", span.file.0);
    }
    let _ = write!(out, "{}:{}", span.line, span.column);
}

fn write_type_nested(out: &mut String, types: &Types, ty: TypeId, nesting: usize) {
    if ty.index() >= types.len() {
        let _ = write!(out, "<type {}>", ty.0);
        return;
    }
    if nesting >= MAX_TYPE_NESTING {
        out.push_str("<too deep>");
        return;
    }
    match types.get(ty) {
        Type::Void => out.push_str("void"),
        Type::Bool => out.push_str("bool"),
        Type::Int { bits, signed } => {
            let _ = write!(out, "{}{bits}", if *signed { 'i' } else { 'u' });
        }
        Type::Float(kind) => out.push_str(kind.name()),
        Type::Pointer(pointee) => {
            out.push('*');
            write_type_nested(out, types, *pointee, nesting + 1);
        }
        Type::Array { element, length } => {
            let _ = write!(out, "[{length} x ");
            write_type_nested(out, types, *element, nesting + 1);
            out.push(']');
        }
        Type::Record(record) => match types.records.get(record.index()) {
            Some(record) => {
                out.push_str(keyword(record.kind));
                write_name(out, &record.name);
            }
            None => drop(write!(out, "<record {}>", record.0)),
        },
        Type::Function(function) => {
            out.push_str("fn(");
            for (index, param) in function.params.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                write_type_nested(out, types, *param, nesting + 1);
            }
            if function.variadic {
                out.push_str(if function.params.is_empty() {
                    "..."
                } else {
                    ", ..."
                });
            }
            out.push(')');
            if function.result != Types::VOID {
                out.push_str(" -> ");
                write_type_nested(out, types, function.result, nesting + 1);
            }
        }
    }
}

fn keyword(kind: RecordKind) -> &'static str {
    match kind {
        RecordKind::Struct => "struct ",
        RecordKind::Union => "union ",
    }
}

fn write_record(out: &mut String, types: &Types, record: &Record) {
    out.push_str(keyword(record.kind));
    write_name(out, &record.name);
    let Some(body) = &record.body else {
        out.push_str(" opaque\n");
        return;
    };
    let _ = write!(out, " size {} align {} {{", body.size, body.align);
    for (index, field) in body.fields.iter().enumerate() {
        out.push_str(if index > 0 { ",\n  " } else { "\n  " });
        write_name(out, &field.name);
        out.push_str(": ");
        write_type(out, types, field.ty);
        let _ = write!(out, " at {}", field.offset);
    }
    out.push_str(if body.fields.is_empty() {
        "}\n"
    } else {
        "\n}\n"
    });
}

fn write_global(out: &mut String, program: &Program, global: &Global) {
    let types = &program.types;
    out.push_str("global @");
    write_name(out, &global.name);
    out.push_str(": ");
    write_type(out, types, global.ty);
    if global.linkage == Linkage::Internal {
        out.push_str(" internal");
    }
    if global.thread_local {
        out.push_str(" thread_local");
    }
    if global.read_only {
        out.push_str(" read_only");
    }
    if global.size != default_size(types, global.ty) {
        let _ = write!(out, " size {}", global.size);
    }
    if global.align != default_align(types, global.ty) {
        let _ = write!(out, " align {}", global.align);
    }
    if let Some(init) = &global.init {
        write_init(out, program, init);
    }
    if global.span != Span::NONE {
        write_span(out, global.span, None);
    }
    out.push('\n');
}

/// What the text leaves out: the size of the type, 0 where it has none.
pub(super) fn default_size(types: &Types, ty: TypeId) -> u64 {
    if types_are_printable(types, ty) {
        types.size_of(ty).unwrap_or(0)
    } else {
        0
    }
}

pub(super) fn default_align(types: &Types, ty: TypeId) -> u64 {
    if types_are_printable(types, ty) {
        types.align_of(ty)
    } else {
        1
    }
}

/// Whether sizes can be asked for: array elements in range down to something that is not an array.
fn types_are_printable(types: &Types, mut ty: TypeId) -> bool {
    for _ in 0..MAX_TYPE_NESTING {
        if ty.index() >= types.len() {
            return false;
        }
        match types.get(ty) {
            Type::Array { element, .. } => ty = *element,
            Type::Record(record) => return record.index() < types.records.len(),
            _ => return true,
        }
    }
    false
}

const ITEMS_ON_ONE_LINE: usize = 4;
const ITEMS_PER_LINE: usize = 8;

fn write_init(out: &mut String, program: &Program, init: &Init) {
    if init.items.is_empty() {
        out.push_str(" = {}");
        return;
    }
    out.push_str(" = {");
    let broken = init.items.len() > ITEMS_ON_ONE_LINE;
    for (index, item) in init.items.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        out.push_str(if broken && index % ITEMS_PER_LINE == 0 {
            "\n  "
        } else {
            " "
        });
        write_init_item(out, program, item);
    }
    out.push_str(if broken { "\n}" } else { " }" });
}

fn write_init_item(out: &mut String, program: &Program, item: &InitItem) {
    let _ = write!(out, "{}: ", item.offset);
    match &item.value {
        InitValue::Scalar { ty, bits } => write_constant(out, &program.types, *bits, *ty),
        InitValue::Global { ty, global, addend } => {
            match program.globals.get(global.index()) {
                Some(global) => {
                    out.push_str("&@");
                    write_name(out, &global.name);
                }
                None => drop(write!(out, "<global {}>", global.0)),
            }
            match addend {
                0 => {}
                1.. => drop(write!(out, " + {addend}")),
                _ => drop(write!(out, " - {}", addend.unsigned_abs())),
            }
            out.push_str(" as ");
            write_type(out, &program.types, *ty);
        }
        InitValue::Function { ty, function } => {
            out.push('&');
            write_function_name(out, program, *function);
            out.push_str(" as ");
            write_type(out, &program.types, *ty);
        }
        InitValue::Bytes(bytes) => write_quoted_bytes(out, bytes),
    }
}

fn write_function(out: &mut String, program: &Program, function: &Function) {
    let types = &program.types;
    out.push_str("function @");
    write_name(out, &function.name);
    let ty = (function.ty.index() < types.len()).then(|| types.get(function.ty));
    if let Some(Type::Function(ty)) = ty {
        let registers = function
            .body
            .as_ref()
            .map(|body| (&body.params, &body.regs));
        out.push('(');
        for (index, param) in ty.params.iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            if let Some((params, registers)) = registers {
                match params.get(index) {
                    Some(&register) => super::print_body::write_register(out, registers, register),
                    None => out.push_str("<no register>"),
                }
                out.push_str(": ");
            }
            write_type(out, types, *param);
        }
        if ty.variadic {
            out.push_str(if ty.params.is_empty() { "..." } else { ", ..." });
        }
        out.push(')');
        if ty.result != Types::VOID {
            out.push_str(" -> ");
            write_type(out, types, ty.result);
        }
    } else {
        out.push_str(" <no function type>");
    }
    if function.linkage == Linkage::Internal {
        out.push_str(" internal");
    }
    if function.noreturn {
        out.push_str(" noreturn");
    }
    if function.is_model {
        out.push_str(" model");
    }
    if function.span != Span::NONE {
        write_span(out, function.span, None);
    }
    if let Some(body) = &function.body {
        out.push_str(" {\n");
        BodyPrinter::new(out, program, body).write_body(function.span);
        out.push('}');
    }
    out.push('\n');
}
