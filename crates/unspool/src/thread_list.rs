//! The threads of a bounded program: what they run, who starts them where, and how much they do.

use unspool_ir::{BlockId, Body, ExprKind, Function, Inst, InstKind, Program, Span};
use unspool_passes::bounded;
use unspool_passes::user_places::{UserPlace, place_of_user};

#[derive(Clone, Debug)]
pub struct ListedThread {
    pub number: u32,
    /// Of its function in the source.
    pub name: String,
    /// None for the first one.
    pub start: Option<UserPlace>,
    /// Terminators included.
    pub instructions: usize,
    pub points: usize,
}

/// Whether the program has an instruction that creates a thread.
pub fn starts_threads(program: &Program) -> bool {
    let bodies = program.functions.iter().filter_map(|f| f.body.as_ref());
    let mut insts = bodies.flat_map(|body| body.blocks.iter().flat_map(|block| &block.insts));
    insts.any(|inst| matches!(inst.kind, InstKind::Spawn { .. }))
}

/// In the order of their numbers.
pub fn threads(program: &Program) -> Vec<ListedThread> {
    let mut listed: Vec<ListedThread> = bounded::threads(program)
        .into_iter()
        .map(|thread| {
            let function = program.function(thread.function);
            ListedThread {
                number: thread.number,
                name: name(thread.number, function).to_string(),
                start: None,
                instructions: function.body.as_ref().map_or(0, instructions),
                points: function.body.as_ref().map_or(0, points),
            }
        })
        .collect();
    for (number, place) in starts(program) {
        let thread = listed.iter_mut().find(|thread| thread.number == number);
        if let Some(thread) = thread {
            thread.start = Some(place);
        }
    }
    listed
}

/// An instruction of a thread, and where the user's program has it.
pub fn place_in_thread(
    program: &Program,
    thread: u32,
    block: BlockId,
    index: usize,
) -> Option<(Span, Option<&Inst>)> {
    let threads = bounded::threads(program);
    let thread = threads.iter().find(|t| t.number == thread)?;
    let function = program.function(thread.function);
    let body = function.body.as_ref()?;
    let block = body.blocks.get(block.index())?;
    let inst = block.insts.get(index);
    let is_known = |span: &Span| span.line > 0;
    // A branch may have no place of its own: what it decides about was computed before.
    let before = block.insts.iter().take(index + 1).rev();
    let places = std::iter::once(match inst {
        Some(inst) => (inst.span, inst.origin),
        None => (block.span, block.origin),
    });
    let places = places.chain(before.map(|inst| (inst.span, inst.origin)));
    let mut spans =
        places.map(|(span, origin)| place_of_user(program, function, body, (span, origin)).span);
    Some((spans.find(is_known).unwrap_or(Span::NONE), inst))
}

/// What the front end calls the function that calls `main`.
const START: &str = "__unspool_start";

/// The function that the user wrote. Before `main` the library does a few things, and after it.
fn name(number: u32, function: &Function) -> &str {
    let name = &function.name;
    match number {
        0 if name.starts_with(START) => "main",
        _ => name.strip_suffix(&format!(".{number}")).unwrap_or(name),
    }
}

/// Terminators included.
pub fn instructions(body: &Body) -> usize {
    body.blocks.iter().map(|block| block.insts.len() + 1).sum()
}

fn points(body: &Body) -> usize {
    let of_block = |block: &unspool_ir::Block| {
        let insts = block.insts.iter().filter(|inst| inst.point.is_some());
        insts.count() + usize::from(block.point.is_some())
    };
    body.blocks.iter().map(of_block).sum()
}

/// Where each thread is started.
fn starts(program: &Program) -> Vec<(u32, UserPlace)> {
    let mut starts = Vec::new();
    for function in &program.functions {
        let Some(body) = &function.body else {
            continue;
        };
        for inst in body.blocks.iter().flat_map(|block| &block.insts) {
            if let InstKind::Spawn {
                thread: Some(number),
                start,
                ..
            } = inst.kind
                && let ExprKind::FunctionAddress(_) = body.expr(start).kind
            {
                starts.push((
                    number,
                    place_of_user(program, function, body, (inst.span, inst.origin)),
                ));
            }
        }
    }
    starts
}
