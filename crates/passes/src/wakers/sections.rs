//! Where atomic sections begin and end.
//!
//! A section may begin in one function and end in another, as `__VERIFIER_atomic_begin` and `..._end` do it: calls are counted by what they leave open.

use unspool_ir::{BlockId, Body, Callee, Inst, InstKind, Program, Terminator};

use super::Wakers;
use super::summaries::followers;

/// Calls of functions that open sections in functions that open sections are followed so deep.
const MOST_ROUNDS: usize = 4;

/// By function: how many sections more are open when it returns than when it was called.
pub fn opened(program: &Program) -> Vec<i32> {
    let mut opened = vec![0; program.functions.len()];
    for _ in 0..MOST_ROUNDS {
        let before = opened.clone();
        for (number, function) in program.functions.iter().enumerate() {
            if let Some(body) = &function.body {
                opened[number] = at_return(body, &before);
            }
        }
        if opened == before {
            break;
        }
    }
    opened
}

fn at_return(body: &Body, opened: &[i32]) -> i32 {
    let depths = depths(body, opened);
    let blocks = body.blocks.iter().zip(depths);
    let mut returns = blocks.filter_map(|(block, depth)| match block.terminator {
        Terminator::Return(_) => Some(depth_behind(&block.insts, depth?, opened)),
        _ => None,
    });
    returns.next().unwrap_or(0)
}

impl Wakers {
    /// By block: in how many sections of its function it begins. None: it is not reached.
    pub(super) fn depths(&self, body: &Body) -> Vec<Option<i32>> {
        depths(body, &self.opened)
    }

    pub(super) fn depth_behind(&self, insts: &[Inst], depth: i32) -> i32 {
        depth_behind(insts, depth, &self.opened)
    }

    /// How many sections an instruction opens.
    pub(super) fn opens(&self, inst: &Inst) -> i32 {
        opens(inst, &self.opened)
    }
}

fn depths(body: &Body, opened: &[i32]) -> Vec<Option<i32>> {
    let mut depths: Vec<Option<i32>> = vec![None; body.blocks.len()];
    let mut work = vec![(BlockId::new(0), 0)];
    while let Some((number, depth)) = work.pop() {
        let known = &mut depths[number.index()];
        if known.is_some() {
            continue;
        }
        *known = Some(depth);
        let block = body.block(number);
        let behind = depth_behind(&block.insts, depth, opened);
        let next = followers(body, block).into_iter();
        work.extend(next.map(|next| (next, behind)));
    }
    depths
}

fn depth_behind(insts: &[Inst], depth: i32, opened: &[i32]) -> i32 {
    let more: i32 = insts.iter().map(|inst| opens(inst, opened)).sum();
    depth + more
}

fn opens(inst: &Inst, opened: &[i32]) -> i32 {
    match inst.kind {
        InstKind::AtomicBegin => 1,
        InstKind::AtomicEnd => -1,
        InstKind::Call {
            callee: Callee::Direct(callee),
            ..
        } => opened.get(callee.index()).copied().unwrap_or(0),
        _ => 0,
    }
}
