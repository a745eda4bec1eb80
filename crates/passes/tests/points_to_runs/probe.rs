//! Which object and offset an instruction goes to in a run.
//!
//! The interpreter does not show that, but its message for an access outside of an object does. So the pointer of
//! the instruction is moved far away at its n-th execution, and the message tells object and distance.

use unspool_interp::input::RandomInputs;
use unspool_interp::schedule::random::RandomScheduler;
use unspool_interp::{Config, MemoryErrorKind, Outcome, run};
use unspool_ir::{
    BinaryOp, BlockId, Body, Callee, ExprKind, FileId, FunctionId, Global, Init, Inst, InstKind,
    Linkage, PlaceId, PlaceKind, Program, Property, Span, Types,
};
use unspool_passes::points_to::{Object, PointsTo, Target};

/// How many executions of one instruction are looked at.
const EXECUTIONS: u64 = 3;
/// Far outside of every object, in either data model.
const FAR: u64 = 1 << 30;
const ANOTHER_FUNCTION: &str = "the probed call reaches a function that is not known";

/// Compares runs with the analysis; says how many pointers were seen.
pub fn check(program: &Program, seed: u64) -> Result<usize, String> {
    check_against(program, program, seed)
}

/// The same with the analysis of another program that has the same instructions.
pub fn check_against(program: &Program, analysed: &Program, seed: u64) -> Result<usize, String> {
    let points_to = PointsTo::of(analysed);
    let program = with_distinct_spans(program);
    let mut seen = 0;
    for (index, function) in program.functions.iter().enumerate() {
        let Some(body) = &function.body else { continue };
        let function = FunctionId::new(index);
        for (block, contents) in body.blocks.iter().enumerate() {
            for (index, inst) in contents.insts.iter().enumerate() {
                let at = Position {
                    function,
                    block: BlockId::new(block),
                    index,
                };
                seen += check_instruction(&program, &points_to, at, inst, seed)?;
            }
        }
    }
    Ok(seen)
}

#[derive(Clone, Copy)]
struct Position {
    function: FunctionId,
    block: BlockId,
    index: usize,
}

fn check_instruction(
    program: &Program,
    points_to: &PointsTo,
    at: Position,
    inst: &Inst,
    seed: u64,
) -> Result<usize, String> {
    if let InstKind::Call {
        callee: Callee::Indirect(_),
        ..
    }
    | InstKind::Spawn { .. } = inst.kind
    {
        return check_callees(program, points_to, at, seed);
    }
    let Some(place) = place_of(&inst.kind) else {
        return Ok(0);
    };
    let locations = points_to.locations(at.function, place);
    let mut seen = 0;
    for execution in 0..EXECUTIONS {
        let mut probed = program.clone();
        move_far(&mut probed, at, place, execution);
        let outcome = outcome_of(&probed, seed);
        let Outcome::MemoryError {
            kind:
                MemoryErrorKind::OutOfBounds {
                    object,
                    size,
                    offset,
                    access,
                },
            span,
            ..
        } = outcome
        else {
            break;
        };
        // Another error than the one that was put there: the run does not come here so often.
        if span != inst.span || offset < i128::from(FAR / 2) {
            break;
        }
        let offset = offset - i128::from(FAR);
        seen += 1;
        let is_known = |target: &Target| {
            describe(program, target.object) == described(&object) && contains(target, offset)
        };
        // What lies outside anyway need not be known.
        let is_inside = offset >= 0 && offset + i128::from(access) <= i128::from(size);
        if is_inside && !locations.iter().any(is_known) {
            return Err(format!(
                "{} b{} #{}: reaches {object} + {offset}, known are {locations:?}",
                program.function(at.function).name,
                at.block.0,
                at.index
            ));
        }
    }
    Ok(seen)
}

/// An assertion in front says that the pointer is that of no other function.
fn check_callees(
    program: &Program,
    points_to: &PointsTo,
    at: Position,
    seed: u64,
) -> Result<usize, String> {
    let mut probed = program.clone();
    let types = &mut probed.types;
    let Some(body) = probed.functions[at.function.index()].body.as_mut() else {
        return Ok(0);
    };
    let inst = body.blocks[at.block.index()].insts[at.index].clone();
    let (InstKind::Call {
        callee: Callee::Indirect(pointer),
        ..
    }
    | InstKind::Spawn { start: pointer, .. }) = inst.kind
    else {
        return Ok(0);
    };
    let word = Types::U64;
    let address = body.add_expr(ExprKind::Convert(pointer), word);
    let mut condition = body.add_expr(ExprKind::Int(1), Types::BOOL);
    let callees = points_to.callees(at.function, pointer);
    for (index, function) in program.functions.iter().enumerate() {
        let other = FunctionId::new(index);
        if callees.contains(&other) {
            continue;
        }
        let ty = types.pointer_to(function.ty);
        let other = body.add_expr(ExprKind::FunctionAddress(other), ty);
        let other = body.add_expr(ExprKind::Convert(other), word);
        let differs = ExprKind::Binary(BinaryOp::Ne, address, other);
        let differs = body.add_expr(differs, Types::BOOL);
        let both = ExprKind::Binary(BinaryOp::And, condition, differs);
        condition = body.add_expr(both, Types::BOOL);
    }
    let assertion = InstKind::Assert {
        condition,
        property: Property::UnreachCall,
        message: ANOTHER_FUNCTION.to_string(),
        detail: None,
    };
    let insts = &mut body.blocks[at.block.index()].insts;
    insts.insert(at.index, Inst::new(assertion, inst.span));
    match outcome_of(&probed, seed) {
        Outcome::AssertionFailed { message, .. } if message == ANOTHER_FUNCTION => Err(format!(
            "{} b{} #{}: calls another function",
            program.function(at.function).name,
            at.block.0,
            at.index
        )),
        _ => Ok(1),
    }
}

fn place_of(kind: &InstKind) -> Option<PlaceId> {
    match *kind {
        InstKind::Load { place, .. }
        | InstKind::Store { place, .. }
        | InstKind::Rmw { place, .. }
        | InstKind::CompareExchange { place, .. } => Some(place),
        _ => None,
    }
}

fn outcome_of(program: &Program, seed: u64) -> Outcome {
    let config = Config {
        max_instructions: 20_000,
        ..Config::default()
    };
    let mut scheduler = RandomScheduler::new(seed, 50);
    let mut inputs = RandomInputs::new(seed);
    let run = run(
        program,
        &config,
        &mut scheduler,
        &mut inputs,
        &mut |_, _| {},
    );
    run.outcome
}

/// Gives every instruction a line of its own, by which allocations are told apart.
fn with_distinct_spans(program: &Program) -> Program {
    let mut program = program.clone();
    program.files = vec!["probe".to_string()];
    for (index, function) in program.functions.iter_mut().enumerate() {
        function.is_model = false;
        let Some(body) = &mut function.body else {
            continue;
        };
        for (block, contents) in body.blocks.iter_mut().enumerate() {
            for (position, inst) in contents.insts.iter_mut().enumerate() {
                inst.span = span_of(FunctionId::new(index), BlockId::new(block), position as u32);
            }
        }
    }
    program
}

fn span_of(function: FunctionId, block: BlockId, index: u32) -> Span {
    Span {
        file: FileId(0),
        line: 1 + function.0 * 1000 + block.0,
        column: 1 + index,
    }
}

/// Counts executions of the instruction, and moves its place away in one of them.
fn move_far(program: &mut Program, at: Position, place: PlaceId, execution: u64) {
    let word = Types::U64;
    let counter = program.globals.len();
    program.globals.push(Global {
        name: "probe.counter".to_string(),
        ty: word,
        size: 8,
        align: 8,
        linkage: Linkage::Internal,
        thread_local: false,
        read_only: false,
        span: Span::NONE,
        init: Some(Init::default()),
    });
    let byte_pointer = program.types.pointer_to(Types::U8);
    let Some(body) = program.functions[at.function.index()].body.as_mut() else {
        return;
    };
    let ty = body.place(place).ty;
    let pointer = program.types.pointer_to(ty);
    let counter = PlaceKind::Global(unspool_ir::GlobalId::new(counter));
    let counter = body.add_place(counter, word);
    let count = body.add_reg("", word);
    let counted = body.add_expr(ExprKind::Reg(count), word);
    let one = body.add_expr(ExprKind::Int(1), word);
    let next = body.add_expr(ExprKind::Binary(BinaryOp::Add, counted, one), word);
    let wanted = body.add_expr(ExprKind::Int(u128::from(execution)), word);
    let is_wanted = ExprKind::Binary(BinaryOp::Eq, counted, wanted);
    let is_wanted = body.add_expr(is_wanted, Types::BOOL);
    let here = body.add_expr(ExprKind::AddressOf(place), pointer);
    let bytes = body.add_expr(ExprKind::Convert(here), byte_pointer);
    let far = body.add_expr(ExprKind::Int(u128::from(FAR)), word);
    let moved = ExprKind::Binary(BinaryOp::PointerAdd, bytes, far);
    let moved = body.add_expr(moved, byte_pointer);
    let moved = body.add_expr(ExprKind::Convert(moved), pointer);
    let either = body.add_expr(ExprKind::Select(is_wanted, moved, here), pointer);
    let target = body.add_place(PlaceKind::Deref(either), ty);
    let access = Default::default();
    let span = Span::NONE;
    let insts = &mut body.blocks[at.block.index()].insts;
    match &mut insts[at.index].kind {
        InstKind::Load { place, .. }
        | InstKind::Store { place, .. }
        | InstKind::Rmw { place, .. }
        | InstKind::CompareExchange { place, .. } => *place = target,
        _ => {}
    }
    let count_it = InstKind::Store {
        place: counter,
        value: next,
        access,
    };
    insts.insert(at.index, Inst::new(count_it, span));
    let read_it = InstKind::Load {
        dst: count,
        place: counter,
        access,
    };
    insts.insert(at.index, Inst::new(read_it, span));
}

fn contains(target: &Target, offset: i128) -> bool {
    let offsets = target.offsets;
    let distance = offset - i128::from(offsets.start);
    match offsets.stride {
        0 => distance == 0,
        stride => {
            distance >= 0 && offset < i128::from(offsets.end) && distance % i128::from(stride) == 0
        }
    }
}

/// As the interpreter's messages name it.
fn describe(program: &Program, object: Object) -> String {
    match object {
        Object::Global(id) => {
            let global = program.global(id);
            if global.is_string_literal() {
                return "a string literal".to_string();
            }
            format!("`{}`", global.name)
        }
        Object::Slot(function, slot) => {
            let slots = |body: &Body| body.slots[slot.index()].name.clone();
            let name = program.function(function).body.as_ref().map(slots);
            let function = &program.function(function).name;
            format!(
                "local variable `{}` of `{function}`",
                name.unwrap_or_default()
            )
        }
        Object::Alloc {
            function,
            block,
            index,
        } => {
            let place = program.describe(span_of(function, block, index));
            format!("object allocated at {place}")
        }
        Object::VarArgs(_) => "the variable arguments of a call".to_string(),
        Object::Function(id) => format!("function {}", id.0),
    }
}

/// Without what the analysis does not tell apart.
fn described(object: &str) -> String {
    let object = object
        .trim_start_matches("heap ")
        .trim_start_matches("stack ");
    match object.split_once("'s `") {
        Some((thread, name)) if thread.starts_with("thread ") => format!("`{name}"),
        _ => object.to_string(),
    }
}
