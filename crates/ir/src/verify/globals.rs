//! Rules G: globals, their initialisers, and the headers of functions.

use rustc_hash::FxHashSet;

use super::{Errors, Location};
use crate::text::print_type;
use crate::{Global, InitItem, InitValue, Program, Span, Type, TypeId};

pub(super) fn check(program: &Program, errors: &mut Errors) {
    let mut names = FxHashSet::default();
    let globals = program.globals.iter().map(|global| &global.name);
    let functions = program.functions.iter().map(|function| &function.name);
    for name in globals.chain(functions) {
        if !names.insert(name.as_str()) {
            errors.add("G1", program, Location::default(), || {
                format!("more than one global or function is called {name:?}")
            });
        }
    }
    for global in &program.globals {
        check_global(program, global, errors);
    }
    for function in &program.functions {
        let sane = is_known(program, function.ty)
            && matches!(program.types.get(function.ty), Type::Function(_));
        if !sane {
            errors.add("G6", program, Location::default(), || {
                format!(
                    "function {:?} has type {}",
                    function.name,
                    print_type(&program.types, function.ty)
                )
            });
        }
        if !span_is_sane(program, function.span) {
            errors.add("G8", program, Location::default(), || {
                format!("function {:?} has span {:?}", function.name, function.span)
            });
        }
    }
    check_entry(program, errors);
}

pub(super) fn is_known(program: &Program, ty: TypeId) -> bool {
    ty.index() < program.types.len()
}

pub(super) fn span_is_sane(program: &Program, span: Span) -> bool {
    span == Span::NONE || span.file.index() < program.files.len()
}

/// Whether these bits are a value of this scalar type.
pub(super) fn bits_fit(program: &Program, ty: TypeId, bits: u128) -> bool {
    let width = program.types.value_bits(ty);
    width >= 128 || bits >> width == 0
}

fn check_entry(program: &Program, errors: &mut Errors) {
    let Some(entry) = program.entry else {
        return;
    };
    let function = program.functions.get(entry.index());
    let sane = function.is_some_and(|function| {
        function.body.is_some()
            && is_known(program, function.ty)
            && matches!(program.types.get(function.ty), Type::Function(ty) if ty.params.is_empty())
    });
    if !sane {
        errors.add("G7", program, Location::default(), || {
            let name = function.map_or("none", |function| &function.name);
            format!("the entry, {name:?}, is not a function with a body and without parameters")
        });
    }
}

fn check_global(program: &Program, global: &Global, errors: &mut Errors) {
    let types = &program.types;
    let mut report = |rule, message: &dyn Fn() -> String| {
        errors.add(rule, program, Location::default(), || {
            format!("global {:?}: {}", global.name, message())
        });
    };
    if !span_is_sane(program, global.span) {
        report("G8", &|| format!("has span {:?}", global.span));
    }
    if !is_known(program, global.ty) {
        report("G2", &|| "has no type of the table".to_string());
        return;
    }
    let size = types.size_of(global.ty);
    if size.is_none() && global.init.is_some() {
        report("G2", &|| {
            format!(
                "is defined with type {}, which has no size",
                print_type(types, global.ty)
            )
        });
    }
    if global.size < size.unwrap_or(0) || !global.align.is_power_of_two() {
        report("G2", &|| {
            format!(
                "has size {} and alignment {} with type {}",
                global.size,
                global.align,
                print_type(types, global.ty)
            )
        });
    }
    let mut end = 0;
    for item in global.init.iter().flat_map(|init| &init.items) {
        let item_end = item_size(program, item).and_then(|size| item.offset.checked_add(size));
        match item_end {
            Some(item_end) if item.offset >= end && item_end <= global.size => end = item_end,
            Some(_) => report("G3", &|| {
                format!(
                    "the item at {} overlaps the one before it or ends behind the global",
                    item.offset
                )
            }),
            None => {}
        }
        if let Some((rule, message)) = item_problem(program, item) {
            report(rule, &|| format!("the item at {} {message}", item.offset));
        }
    }
}

fn item_size(program: &Program, item: &InitItem) -> Option<u64> {
    match &item.value {
        InitValue::Bytes(bytes) => Some(bytes.len() as u64),
        InitValue::Scalar { ty, .. }
        | InitValue::Global { ty, .. }
        | InitValue::Function { ty, .. } => match is_known(program, *ty) {
            true => program.types.size_of(*ty),
            false => None,
        },
    }
}

fn item_problem(program: &Program, item: &InitItem) -> Option<(&'static str, &'static str)> {
    let (ty, exists) = match item.value {
        InitValue::Bytes(_) => return None,
        InitValue::Scalar { ty, bits } => {
            if !is_known(program, ty) || !program.types.is_scalar(ty) {
                return Some(("G4", "has no scalar type"));
            }
            let fits = bits_fit(program, ty, bits);
            return (!fits).then_some(("G4", "has bits that do not fit in its type"));
        }
        InitValue::Global { ty, global, .. } => {
            let target = program.globals.get(global.index());
            (ty, target.is_some_and(|target| !target.thread_local))
        }
        InitValue::Function { ty, function } => (ty, function.index() < program.functions.len()),
    };
    if !exists {
        return Some(("G5", "has no constant address"));
    }
    (!is_known(program, ty) || !is_address(program, ty)).then_some((
        "G5",
        "is an address in a type that is not as wide as pointers",
    ))
}

fn is_address(program: &Program, ty: TypeId) -> bool {
    match program.types.get(ty) {
        Type::Pointer(_) => true,
        Type::Int { bits, .. } => *bits == program.types.data_model.pointer_bits(),
        _ => false,
    }
}
