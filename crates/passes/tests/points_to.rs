//! What pointers may point to, printed for every access and call through a pointer.

#[path = "expect/results.rs"]
mod results;

use std::fmt::Write;
use std::fs;
use std::path::Path;

use rustc_hash::FxHashMap;
use unspool_ir::{Body, Callee, FunctionId, InstKind, PlaceId, Program, text};
use unspool_passes::points_to::{Object, PointsTo, PointsToConfig, Target};

#[test]
fn targets_of_accesses_and_calls() {
    results::check_folder("points_to", |program| show(program, &PointsTo::of(program)));
}

#[test]
fn indices_that_stay_in_their_arrays() {
    let source = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/points_to/array_in_a_struct.ir"),
    );
    let program = text::parse(&source.expect("the program")).expect("an IR program");
    let config = PointsToConfig {
        indices_stay_in_arrays: true,
    };
    let shown = show(&program, &PointsTo::with(&program, &config));
    let expected = "\
@main
  store @q.items[%i.0] = 1:i32
    @q + 4, by 4 up to 16
  store @q.items[%i.0 & 1:i32] = 1:i32
    @q + 4, by 4 up to 8
  store *%p.1 = 1:i32
    @q + 0, by 4 up to 16
  store *(&@q.items[0:i32] + %i.0) = 1:i32
    @q + 0, by 4 up to 20
  store @q.more[%i.0] = 1:i32
    @q + 0, by 4 up to 20
";
    assert_eq!(shown, expected);
}

/// What is found out for a place holds for all of its class.
#[test]
fn places_of_one_class_have_the_same_locations() {
    let source = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/points_to/threads.ir"),
    );
    let program = text::parse(&source.expect("the program")).expect("an IR program");
    let points_to = PointsTo::of(&program);
    let mut classes = FxHashMap::default();
    let mut shared = 0;
    for (index, function) in program.functions.iter().enumerate() {
        let function = (FunctionId::new(index), function.body.as_ref());
        let (id, Some(body)) = function else { continue };
        for place in (0..body.places.len()).map(PlaceId::new) {
            let Some(class) = points_to.location_class(id, place) else {
                continue;
            };
            let locations = points_to.locations(id, place);
            let known = classes.entry(class).or_insert_with(|| locations.clone());
            assert_eq!(*known, locations);
            shared += 1;
        }
    }
    assert!(classes.len() < shared);
}

/// Each such instruction with a list behind it.
fn show(program: &Program, points_to: &PointsTo) -> String {
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
