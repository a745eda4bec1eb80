//! What pointers may point to, printed for every access and call through a pointer.

#[allow(dead_code)] // Part of it is for passes that change programs.
mod expect;

use std::fmt::Write;

use unspool_ir::{Body, Callee, FunctionId, InstKind, Program, text};
use unspool_passes::points_to::{Object, PointsTo, Target};

#[test]
fn targets_of_accesses_and_calls() {
    expect::check_folder_as("points_to", |program| show(program));
}

/// Each such instruction with a list behind it.
fn show(program: &Program) -> String {
    let points_to = PointsTo::of(program);
    let mut out = String::new();
    for (index, function) in program.functions.iter().enumerate() {
        let Some(body) = &function.body else { continue };
        let id = FunctionId::new(index);
        writeln!(out, "@{}", function.name).expect("a string");
        for inst in body.blocks.iter().flat_map(|block| &block.insts) {
            let targets = match inst.kind {
                InstKind::Load { place, .. }
                | InstKind::Store { place, .. }
                | InstKind::Rmw { place, .. }
                | InstKind::CompareExchange { place, .. } => points_to.locations(id, place),
                InstKind::Call {
                    callee: Callee::Indirect(pointer),
                    ..
                }
                | InstKind::Spawn { start: pointer, .. } => {
                    let targets = points_to.pointees(id, pointer);
                    let callees = points_to.callees(id, pointer);
                    let callees = callees.into_iter().map(Object::Function);
                    assert!(callees.eq(targets.iter().map(|target| target.object)));
                    targets
                }
                _ => continue,
            };
            let targets: Vec<String> = targets
                .iter()
                .map(|target| show_target(program, target))
                .collect();
            let inst = text::print_instruction(program, body, inst);
            let targets = match targets.as_slice() {
                [] => "nothing".to_string(),
                _ => targets.join(", "),
            };
            writeln!(out, "  {}\n    {targets}", inst.trim()).expect("a string");
        }
    }
    out
}

fn show_target(program: &Program, target: &Target) -> String {
    let function = |id: FunctionId| &program.functions[id.index()].name;
    let slots = |id: FunctionId| {
        let body: Option<&Body> = program.functions[id.index()].body.as_ref();
        body.map(|body| &body.slots).expect("a body")
    };
    let object = match target.object {
        Object::Global(id) => format!("@{}", program.global(id).name),
        Object::Slot(id, slot) => format!("@{}'s ${}", function(id), slots(id)[slot.index()].name),
        Object::Alloc {
            function: id,
            block,
            index,
        } => format!("alloc {index} of @{} {block}", function(id)),
        Object::VarArgs(id) => format!("extra arguments of @{}", function(id)),
        Object::Function(id) => format!("@{}", function(id)),
    };
    let offsets = target.offsets;
    match (offsets.single(), offsets.end) {
        (Some(0), _) => object,
        (Some(offset), _) => format!("{object} + {offset}"),
        (None, u64::MAX) => format!("{object} + {}, by {}", offsets.start, offsets.stride),
        (None, end) => format!(
            "{object} + {}, by {} up to {}",
            offsets.start,
            offsets.stride,
            end - 1
        ),
    }
}
