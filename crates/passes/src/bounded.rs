//! Bounded programs: finite, acyclic, one function per thread.
//!
//! A bounded program is a [`Program`] (all rules of [`unspool_ir::verify`] hold) in which further
//!
//! - Z1. there is an entry function, which is thread 0. Every `spawn` carries the number of its thread, names its function directly
//!   (`&@f`), and that function has a body. No two spawns have the same number or the same function, and none has the number 0 or names the
//!   entry. The entry and what is spawned from it, directly or not, are the *threads*; no other function has a body.
//! - Z2. threads contain no `call` and no `var_args`.
//! - Z3. the blocks of a thread stand in topological order: every successor of a block stands behind it.
//! - Z4. every block of a thread but the first is the successor of some block.
//! - Z5. either no instruction or terminator has a visible point, or these hold: the points of each thread are numbered 0, 1, ... in the
//!   order of the text; they stand at depth 0 of atomic sections; and a section with a `wait_until` in it begins
//!   with a point. (Where else points are needed is for the pass to prove that leaves them out.)
//!
//! So every block can be reached, every instruction of a thread is executed at most once in a run, an `alloc` makes one object at most,
//! and `self` is a constant. Threads may have numbers with gaps, and some may never be created in a
//! run: their spawn stands behind a branch. The interpreter, when a program has points, switches threads only there and before
//! instructions that end the run.
//!
//! ```text
//! entry @main
//! function @worker.1(%arg.0: *void) {       the only thread that runs this function
//! b0:
//!   point 0 store @x = 1:i32
//!   return
//! }
//! function @main() -> i32 {
//!   reg %0: i32
//! b0:
//!   %0 = spawn thread 1 &@worker.1, 0:*void
//!   point 0 %0 = load @x
//!   return %0
//! }
//! ```

use rustc_hash::FxHashMap;
use unspool_ir::{BlockId, Body, ExprKind, FunctionId, Inst, InstKind, PointId, Program};

/// A thread of a bounded program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoundedThread {
    pub number: u32,
    pub function: FunctionId,
}

/// All threads, in the order of their numbers.
pub fn threads(program: &Program) -> Vec<BoundedThread> {
    let mut threads: Vec<BoundedThread> = Vec::new();
    threads.extend(program.entry.map(|function| BoundedThread {
        number: 0,
        function,
    }));
    let bodies = program.functions.iter().filter_map(|f| f.body.as_ref());
    for body in bodies {
        for inst in body.blocks.iter().flat_map(|block| &block.insts) {
            if let InstKind::Spawn {
                start,
                thread: Some(number),
                ..
            } = inst.kind
                && let ExprKind::FunctionAddress(function) = body.expr(start).kind
            {
                threads.push(BoundedThread { number, function });
            }
        }
    }
    threads.sort_by_key(|thread| thread.number);
    threads
}

/// Whether bounding has made the program, by the marks that only bounding leaves: numbers of threads, visible points, and origins. A small
/// program may well keep all the rules and be as its author wrote it.
pub fn is_marked(program: &Program) -> bool {
    let mut bodies = program.functions.iter().filter_map(|f| f.body.as_ref());
    bodies.any(|body| {
        let mut insts = body.blocks.iter().flat_map(|block| &block.insts);
        let is_numbered = |inst: &Inst| {
            matches!(
                inst.kind,
                InstKind::Spawn {
                    thread: Some(_),
                    ..
                }
            )
        };
        !body.origins.is_empty() || has_points(Some(body)) || insts.any(is_numbered)
    })
}

/// Checks the rules in the comment of this module, for a program that the verifier accepts. Says which one is broken first, and where.
pub fn check(program: &Program) -> Result<(), String> {
    let threads = check_threads(program)?;
    let has_points = threads
        .iter()
        .any(|thread| has_points(body_of(program, *thread)));
    for thread in threads {
        let name = &program.function(thread).name;
        let Some(body) = body_of(program, thread) else {
            continue;
        };
        check_calls(name, body)?;
        check_blocks(name, body)?;
        if has_points {
            check_points(name, body)?;
        }
    }
    Ok(())
}

/// Rule Z1. The functions of the threads, each behind the one that creates it.
fn check_threads(program: &Program) -> Result<Vec<FunctionId>, String> {
    let Some(entry) = program.entry else {
        return Err("Z1: the program has no entry function".to_string());
    };
    let mut numbers: FxHashMap<FunctionId, u32> = FxHashMap::default();
    let mut functions: FxHashMap<u32, FunctionId> = FxHashMap::default();
    numbers.insert(entry, 0);
    functions.insert(0, entry);
    let mut threads = vec![entry];
    let mut next = 0;
    while let Some(&creator) = threads.get(next) {
        next += 1;
        for (block, number, function) in spawns(program, creator)? {
            let name = &program.function(function).name;
            let error = |what: String| {
                let creator = &program.function(creator).name;
                Err(format!("Z1: @{creator} {block}: {what}"))
            };
            if body_of(program, function).is_none() {
                return error(format!("thread {number} runs @{name}, which has no body"));
            }
            if let Some(other) = numbers.insert(function, number) {
                return error(format!("@{name} is thread {number} and thread {other}"));
            }
            if let Some(other) = functions.insert(number, function) {
                let other = &program.function(other).name;
                return error(format!("thread {number} runs @{name} and @{other}"));
            }
            threads.push(function);
        }
    }
    for (index, function) in program.functions.iter().enumerate() {
        if function.body.is_some() && !numbers.contains_key(&FunctionId::new(index)) {
            let name = &function.name;
            return Err(format!("Z1: @{name} has a body, but is no thread"));
        }
    }
    Ok(threads)
}

/// The threads that a thread creates: where, number and function.
fn spawns(
    program: &Program,
    creator: FunctionId,
) -> Result<Vec<(BlockId, u32, FunctionId)>, String> {
    let mut found = Vec::new();
    let name = &program.function(creator).name;
    let Some(body) = body_of(program, creator) else {
        return Ok(found);
    };
    for (index, block) in body.blocks.iter().enumerate() {
        for inst in &block.insts {
            let InstKind::Spawn { start, thread, .. } = inst.kind else {
                continue;
            };
            let at = BlockId::new(index);
            let Some(number) = thread else {
                return Err(format!("Z1: @{name} {at}: a spawn without a number"));
            };
            let ExprKind::FunctionAddress(function) = body.expr(start).kind else {
                return Err(format!(
                    "Z1: @{name} {at}: thread {number} is spawned through a pointer"
                ));
            };
            found.push((at, number, function));
        }
    }
    Ok(found)
}

/// Rule Z2.
fn check_calls(name: &str, body: &Body) -> Result<(), String> {
    for (index, block) in body.blocks.iter().enumerate() {
        let at = BlockId::new(index);
        for inst in &block.insts {
            let what = match inst.kind {
                InstKind::Call { .. } => "a call",
                InstKind::VarArgs { .. } => "`var_args`",
                _ => continue,
            };
            return Err(format!("Z2: @{name} {at}: {what}"));
        }
    }
    Ok(())
}

/// Rules Z3 and Z4.
fn check_blocks(name: &str, body: &Body) -> Result<(), String> {
    let mut is_reached = vec![false; body.blocks.len()];
    for (index, block) in body.blocks.iter().enumerate() {
        let at = BlockId::new(index);
        for successor in block.terminator.successors() {
            if successor <= at {
                return Err(format!(
                    "Z3: @{name} {at}: goes to {successor}, which does not stand behind it"
                ));
            }
            if let Some(reached) = is_reached.get_mut(successor.index()) {
                *reached = true;
            }
        }
    }
    match is_reached.iter().skip(1).position(|reached| !reached) {
        Some(index) => {
            let at = BlockId::new(index + 1);
            Err(format!("Z4: @{name} {at}: nothing leads here"))
        }
        None => Ok(()),
    }
}

/// Where a thread is with respect to atomic sections.
#[derive(Clone, Copy)]
struct SectionState {
    depth: u32,
    /// Whether every way into the section that it is in begins with a point.
    has_point: bool,
}

/// Rule Z5, of a program that has points. One walk in the order of the text will do, as that is topological.
fn check_points(name: &str, body: &Body) -> Result<(), String> {
    let outside = SectionState {
        depth: 0,
        has_point: false,
    };
    let mut states: Vec<Option<SectionState>> = vec![None; body.blocks.len()];
    let mut numbers = Numbers { name, next: 0 };
    for (index, block) in body.blocks.iter().enumerate() {
        let at = BlockId::new(index);
        let mut state = states[index].unwrap_or(outside);
        for inst in &block.insts {
            numbers.check(at, inst.point, state.depth)?;
            match inst.kind {
                InstKind::AtomicBegin => {
                    if state.depth == 0 {
                        state.has_point = inst.point.is_some();
                    }
                    state.depth = state.depth.saturating_add(1);
                }
                InstKind::AtomicEnd => state.depth = state.depth.saturating_sub(1),
                InstKind::WaitUntil(_) if !state.has_point => {
                    return Err(format!(
                        "Z5: @{name} {at}: a `wait_until` in a section that does not begin with a point"
                    ));
                }
                _ => {}
            }
        }
        numbers.check(at, block.point, state.depth)?;
        for successor in block.terminator.successors() {
            if let Some(known) = states.get_mut(successor.index()) {
                let has_point = state.has_point && known.is_none_or(|known| known.has_point);
                *known = Some(SectionState { has_point, ..state });
            }
        }
    }
    Ok(())
}

/// The numbers of the points of a thread.
struct Numbers<'p> {
    name: &'p str,
    next: u32,
}

impl Numbers<'_> {
    fn check(&mut self, at: BlockId, point: Option<PointId>, depth: u32) -> Result<(), String> {
        let Some(point) = point else {
            return Ok(());
        };
        let name = self.name;
        let number = point.0;
        if depth > 0 {
            return Err(format!(
                "Z5: @{name} {at}: point {number} stands inside an atomic section"
            ));
        }
        if number != self.next {
            let next = self.next;
            return Err(format!(
                "Z5: @{name} {at}: point {number} stands where {next} should"
            ));
        }
        self.next += 1;
        Ok(())
    }
}

fn has_points(body: Option<&Body>) -> bool {
    let blocks = body.map_or(&[][..], |body| &body.blocks);
    blocks
        .iter()
        .any(|block| block.point.is_some() || block.insts.iter().any(|inst| inst.point.is_some()))
}

fn body_of(program: &Program, function: FunctionId) -> Option<&Body> {
    program.function(function).body.as_ref()
}
