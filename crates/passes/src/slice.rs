//! Slicing: drops what cannot influence any property.
//!
//! Kept is what can end a run or keep it from going on (*roots*: `assert`, `assume`, `wait_until`, `unsupported`,
//! `unreachable`, ends of the process with their status, every instruction that may fail, `spawn`, fences), and
//! backwards from there: what computes the values they read, the branches that decide whether they are executed, and
//! the stores that loads of needed values may see. Output goes; so does every computation that only other dropped
//! ones use.
//!
//! Precondition: a bounded program without visible points, and the points-to sets of exactly this program.
//! Postcondition: a bounded program, straightened, without nested or empty atomic sections.
//!
//! ```text
//! %0 = load @statistics                          b0:
//! store @statistics = %0 + 1:i32                   %1 = load @x
//! %1 = load @x                             →       assert %1 == 0:i32, ...
//! assert %1 == 0:i32, ...                          return 0:i32
//! branch %0 > 100:i32, b1, b2
//! b1:
//!   output 1:i32, 33:i32
//!   goto b2
//! b2:
//!   return 0:i32
//! ```
//!
//! **Idea.** Weiser's program slicing ("Program slicing", 1984) over dependences (Ferrante et al. 1987): of values by
//! [`crate::def_use`], of control by [`crate::control_dependence`], of memory by points-to sets without regard to
//! order, which covers what one thread writes and another reads (as Krinke, "Static slicing of threaded programs",
//! 1998, but without asking which of two accesses can come first). Different from these: an access through a pointer
//! is kept for the error that it may be, but the value that it stores need not be: if no needed load may see it, zero
//! is stored in its place. The same holds of arguments of threads. A `free` is dropped with its allocation, if only
//! it and dropped instructions use the pointer.
//!
//! *Atomic sections*: the parts of a thread between the first `atomic_begin` and the last `atomic_end`, with all ways
//! through them, are one section. If anything in it is needed, so are its begins and ends, with the branches between
//! them, and its `hold`s and `release`s; else all of them go. If a `hold` is needed, every `release` of the program
//! is, so that no lock looks held for longer than it is. A `hold` of a lock is a root if the lock may lie in memory that is freed and ought to be
//! unheld then.
//!
//! **Why it is right.** Let the state of an execution be: the values of needed versions, the bytes that needed loads
//! may see, the liveness of slots and allocations that needed instructions name, and for each thread which needed
//! instruction comes next (or its end). We show that a program and its slice have the same executions over this
//! state, and so the same outcomes.
//!
//! 1. A dropped instruction does not change the state: it assigns versions that are not needed, stores to bytes that
//!    no needed load may see, ends no object that is accessed, or is output. It does not fail or wait, or it would be
//!    a root. It does not change what comes next: dropped branches decide only over dropped instructions (else the
//!    needed ones among them were control dependent on the branch, or on one between that is, which then is needed),
//!    and their ways meet again at the post-dominator, where the slice jumps. Nor does a dropped branch decide which
//!    version of a register is read: if different ones come over its ways to where they meet, one of them is assigned
//!    on the way, is needed, and is control dependent on the branch; and a reader before the ways meet is so itself.
//!    Threads whose needed instructions are all done end, after finitely many steps (Z3), whichever of its ends is
//!    reached: ends of the process are roots, and all ends of a thread are alike.
//! 2. So an execution of the program with the steps of dropped instructions left out is one of the slice. And an
//!    execution of the slice becomes one of the program when the dropped instructions of a thread are executed just
//!    behind the needed one (or the start) that they follow, in the same section or outside of sections: by 1 they
//!    are always possible.
//! 3. A section is one step in both. A needed instruction in it keeps its begins and ends; what another thread can
//!    see in between is the same. A section that is dropped consists of dropped steps.
//! 4. A deadlock is a state in which every thread that has not ended waits. By 1 a thread that stands before a
//!    dropped instruction does not wait, so the deadlocks of the program are at states where all dropped instructions
//!    possible have been executed: states of the slice.
//!
//! As in [`crate::dead_code`], races are kept only of accesses that have a point; without points they are not, nor that memory is exhausted, nor which instruction draws an
//! indeterminate value.

mod relevance;
mod section_parts;
mod stores;

use unspool_ir::{BlockId, Body, FunctionId, Inst, InstKind, Program, Terminator, Types};

use crate::atomic_sections;
use crate::bounded;
use crate::dead_code::sweep;
use crate::dominators::{end_of_thread, post_dominators};
use crate::points_to::PointsTo;
use crate::simplify::{constant, constant_of};
use crate::straighten::straighten;
use relevance::{Needed, needed_of};

/// Slices all threads.
pub fn run(program: &mut Program, points_to: &PointsTo) {
    for thread in bounded::threads(program) {
        if let Some(body) = &mut program.functions[thread.function.index()].body {
            atomic_sections::flatten(body);
        }
    }
    for (function, needed) in needed_of(program, points_to) {
        cut(program, function, &needed);
    }
    atomic_sections::run(program);
}

/// Takes away what is not needed.
fn cut(program: &mut Program, function: FunctionId, needed: &Needed) {
    let types = &program.types;
    let Some(body) = &mut program.functions[function.index()].body else {
        return;
    };
    let meetings = post_dominators(body);
    let end = end_of_thread(body);
    let mut site = 0;
    for index in 0..body.blocks.len() {
        let mut insts = std::mem::take(&mut body.blocks[index].insts);
        for inst in &mut insts {
            clear_values(types, body, inst, needed, site);
            site += 1;
        }
        let block = &mut body.blocks[index];
        block.insts = insts;
        if !needed.sites[site] && block.terminator.successors().next().is_some() {
            let meeting = meetings.parent(index as u32);
            block.terminator = if meeting == end {
                Terminator::ExitThread
            } else {
                Terminator::Goto(BlockId(meeting))
            };
        }
        site += 1;
    }
    sweep(body, &needed.sites);
    straighten(types, body);
}

/// Puts zero where a value is not needed, but the instruction is.
fn clear_values(types: &Types, body: &mut Body, inst: &mut Inst, needed: &Needed, site: usize) {
    if !needed.sites[site] {
        return;
    }
    let mut clear = |expr: &mut unspool_ir::ExprId| {
        let ty = body.expr(*expr).ty;
        if constant_of(body, *expr).is_none() {
            *expr = constant(types, body, 0, ty);
        }
    };
    match &mut inst.kind {
        InstKind::Store { value, .. } | InstKind::Rmw { value, .. } if !needed.values[site] => {
            clear(value);
        }
        InstKind::CompareExchange {
            expected, desired, ..
        } if !needed.values[site] => {
            clear(expected);
            clear(desired);
        }
        InstKind::Spawn { args, .. } => {
            for (position, arg) in args.iter_mut().enumerate() {
                if !needed.arguments.contains(&(site, position)) {
                    clear(arg);
                }
            }
        }
        _ => {}
    }
}
