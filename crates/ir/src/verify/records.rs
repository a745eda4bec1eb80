//! Rules T and R: types and record layouts.

use rustc_hash::FxHashSet;

use super::{Errors, Location, MAX_TYPE_NESTING};
use crate::text::print_type;
use crate::{Program, Record, RecordBody, RecordKind, Type, TypeId};

pub(super) fn check(program: &Program, errors: &mut Errors) {
    check_types(program, errors);
    // The rest asks for sizes.
    if errors.list.is_empty() {
        check_records(program, errors);
    }
    if errors.list.is_empty() {
        check_containment(program, errors);
    }
}

fn check_types(program: &Program, errors: &mut Errors) {
    let types = &program.types;
    let mut depths: Vec<usize> = Vec::with_capacity(types.len());
    for index in 0..types.len() {
        let mut depth = 0;
        let mut sane = true;
        let mut visit = |child: TypeId| match depths.get(child.index()) {
            Some(child) => depth = depth.max(*child),
            None => sane = false,
        };
        match types.get(TypeId::new(index)) {
            Type::Void | Type::Bool | Type::Float(_) => {}
            Type::Int { bits, .. } => sane = matches!(bits, 8 | 16 | 32 | 64 | 128),
            Type::Pointer(child) | Type::Array { element: child, .. } => visit(*child),
            Type::Record(record) => sane = record.index() < types.records.len(),
            Type::Function(function) => {
                visit(function.result);
                function.params.iter().for_each(|param| visit(*param));
            }
        }
        depths.push(depth + 1);
        if !sane {
            errors.add("T1", program, Location::default(), || {
                format!("type {index} ({:?}) refers to what does not exist before it, or has an impossible width", types.get(TypeId::new(index)))
            });
        } else if depth + 1 > MAX_TYPE_NESTING {
            errors.add("T2", program, Location::default(), || {
                format!("type {index} nests more than {MAX_TYPE_NESTING} deep")
            });
        }
    }
}

fn check_records(program: &Program, errors: &mut Errors) {
    let mut names = FxHashSet::default();
    for record in &program.types.records {
        if !names.insert(record.name.as_str()) {
            errors.add("R1", program, Location::default(), || {
                format!("more than one record is called {:?}", record.name)
            });
        }
        if let Some(body) = &record.body {
            check_layout(program, record, body, errors);
        }
    }
}

fn check_layout(program: &Program, record: &Record, body: &RecordBody, errors: &mut Errors) {
    let types = &program.types;
    let mut report = |rule, message: &dyn Fn() -> String| {
        errors.add(rule, program, Location::default(), || {
            format!("record {:?}: {}", record.name, message())
        });
    };
    if !body.align.is_power_of_two() || !body.size.is_multiple_of(body.align) {
        report("R2", &|| {
            format!("size {} with alignment {}", body.size, body.align)
        });
    }
    let mut names = FxHashSet::default();
    let mut end = 0;
    for field in &body.fields {
        if !names.insert(field.name.as_str()) {
            report("R1", &|| {
                format!("more than one field is called {:?}", field.name)
            });
        }
        let size = match field.ty.index() < types.len() {
            true => types.size_of(field.ty),
            false => None,
        };
        let Some(field_end) = size.and_then(|size| field.offset.checked_add(size)) else {
            report("R3", &|| {
                format!(
                    "field {:?} has type {}, which has no size",
                    field.name,
                    print_type(types, field.ty)
                )
            });
            continue;
        };
        if field_end > body.size {
            report("R3", &|| {
                format!(
                    "field {:?} ends at {field_end}, behind the record's {} bytes",
                    field.name, body.size
                )
            });
        }
        match record.kind {
            RecordKind::Struct if field.offset < end => report("R4", &|| {
                format!(
                    "field {:?} starts at {}, before the end of the one before it",
                    field.name, field.offset
                )
            }),
            RecordKind::Union if field.offset != 0 => report("R4", &|| {
                format!(
                    "field {:?} of a union starts at {}",
                    field.name, field.offset
                )
            }),
            _ => {}
        }
        end = end.max(field_end);
    }
}

/// Depth-first over "has a field of that record (or an array of it)", with an explicit stack.
fn check_containment(program: &Program, errors: &mut Errors) {
    let records = &program.types.records;
    // 0 while unknown, usize::MAX while on the stack, else how deep records nest from here.
    const OPEN: usize = usize::MAX;
    let mut depths = vec![0usize; records.len()];
    for root in 0..records.len() {
        if depths[root] != 0 {
            continue;
        }
        let mut stack = vec![(root, 0usize)];
        depths[root] = OPEN;
        while let Some((record, next)) = stack.pop() {
            let fields = records[record].body.as_ref().map_or(&[][..], |b| &b.fields);
            let Some(field) = fields.get(next) else {
                let inner = fields.iter().filter_map(|f| contained(program, f.ty));
                let inner = inner.map(|child| depths[child]).filter(|d| *d != OPEN);
                depths[record] = 1 + inner.max().unwrap_or(0);
                if depths[record] == MAX_TYPE_NESTING + 1 {
                    errors.add("R5", program, Location::default(), || {
                        format!(
                            "record {:?} contains records more than {MAX_TYPE_NESTING} deep",
                            records[record].name
                        )
                    });
                }
                continue;
            };
            stack.push((record, next + 1));
            match contained(program, field.ty) {
                Some(child) if depths[child] == OPEN => {
                    errors.add("R5", program, Location::default(), || {
                        format!("record {:?} contains itself", records[child].name)
                    });
                }
                Some(child) if depths[child] == 0 => {
                    depths[child] = OPEN;
                    stack.push((child, 0));
                }
                _ => {}
            }
        }
    }
}

fn contained(program: &Program, mut ty: TypeId) -> Option<usize> {
    loop {
        match program.types.get(ty) {
            Type::Array { element, .. } => ty = *element,
            Type::Record(record) => return Some(record.index()),
            _ => return None,
        }
    }
}
