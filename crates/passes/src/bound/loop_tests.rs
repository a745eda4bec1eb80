//! Which blocks of a loop are the test that comes before its body.
//!
//! A bound of N allows N executions of the body of a loop, and the test that follows them. `while (a || b)`, `for` loops and
//! their like test first: they are visited N + 1 times, and in the last visit only the test is wanted. `do` loops test last, and
//! so do `again: ...; if (c) goto again;`: N visits are all. In the graph both are cycles with exits, so what is test and what
//! is body is told from where the exits are:
//!
//! ```text
//! head: branch a, body, b1        head: goto body              head and b1 are the test of the first loop;
//! b1:   branch b, body, end       body: ...                    the second has none, since where it can be
//! body: ...                             branch c, head, end    left, there is nothing else to do but to go back
//!       goto head
//! ```
//!
//! The test is the blocks at which the loop can be left or else goes on into its body, and what leads from the head to them: the
//! first block that does something, whatever it does, and blocks that only compute, such as the sides of `?:`. So a `break` close to the start
//! of the body counts as a part of the test. That is harmless: a little more is executed than a bound has to allow.
//!
//! Precondition: the loops of the body. Postcondition: a block is in the test of its innermost loop, or in none.

use rustc_hash::FxHashSet;
use unspool_ir::{Block, BlockId, Body, InstKind, Terminator};

use crate::loop_order::{Element, LoopOrder};

/// For every block, whether it is in the test of its innermost loop.
pub fn blocks_of_tests(body: &Body, order: &LoopOrder) -> Box<[bool]> {
    let mut is_test = vec![false; body.blocks.len()];
    for number in 0..order.loops.len() {
        mark_test(body, order, number, &mut is_test);
    }
    is_test.into()
}

fn mark_test(body: &Body, order: &LoopOrder, number: usize, is_test: &mut [bool]) {
    let head = order.loops[number].head;
    // Inner loops belong to the body. The rest is in topological order.
    let inside = order.loops[number].inside.iter();
    let blocks = inside.filter_map(|element| match element {
        Element::Block(block) => Some(*block),
        Element::Loop(_) => None,
    });
    let first = first_that_does_something(body, head);
    // What the test may consist of, with whether the loop can be left there.
    let mut possible: Vec<(BlockId, bool)> = Vec::new();
    let mut reached = FxHashSet::from_iter([head]);
    for block in std::iter::once(head).chain(blocks) {
        if !reached.contains(&block) {
            continue;
        }
        let is_exit = is_exit(body, order, number, block);
        if is_exit || block == first || only_computes(body.block(block)) {
            possible.push((block, is_exit));
            reached.extend(body.block(block).terminator.successors());
        }
    }
    for (block, is_exit) in possible.into_iter().rev() {
        let mut targets = body.block(block).terminator.successors();
        let is_inside =
            |target: BlockId| target != head && order.loop_of[target.index()] == Some(number);
        let leads_on = targets.any(|target| is_inside(target) && is_test[target.index()]);
        is_test[block.index()] = is_exit || leads_on;
    }
}

/// Whether the loop can be left here, and else has something to do before it starts anew.
fn is_exit(body: &Body, order: &LoopOrder, number: usize, block: BlockId) -> bool {
    let (mut leaves, mut goes_on) = (false, false);
    for target in body.block(block).terminator.successors() {
        match order.contains(number, target) {
            true => goes_on |= target != order.loops[number].head,
            false => leaves = true,
        }
    }
    leaves && goes_on
}

fn first_that_does_something(body: &Body, head: BlockId) -> BlockId {
    let mut block = head;
    // Not for ever around a loop of nothing else.
    for _ in 0..body.blocks.len() {
        match body.block(block) {
            Block {
                insts,
                terminator: Terminator::Goto(next),
                ..
            } if insts.is_empty() => block = *next,
            _ => break,
        }
    }
    block
}

/// Nothing happens here that anybody could notice.
fn only_computes(block: &Block) -> bool {
    let mut insts = block.insts.iter();
    insts.all(|inst| matches!(inst.kind, InstKind::Assign { .. } | InstKind::Load { .. }))
}
