//! Drops what ranges decide: branches, cases, and conditions that always hold.
//!
//! Precondition: a bounded program without visible points, and its ranges. Postcondition: a bounded program with the same executions
//! except for steps that do nothing; spans and origins of what is left are as they were.
//!
//! - A branch whose condition is a constant becomes a `goto`; so does a switch that can only go to one block, and other switches lose the cases
//!   that cannot occur.
//! - `assert`, `assume` and `wait_until` go if their condition is always true. (If it is always false they stay: they end the execution.)
//! - Blocks that nothing leads to any more go, and with them threads that nothing spawns.
//!
//! Why this is exact: a range contains every value that an execution can have there, so a condition that is constant has that value whenever it
//! is evaluated, and evaluating it has no effect, or it is left alone. There are two such effects: a division may trap, and naming a
//! slot that is dead makes it live.
//!
//! ```text
//! %0 = load @x                       // [0, 2]
//! branch %0 < 5:i32, b1, b2          goto b1
//! b1:
//! assert %0 != 7:i32, ...
//! ```

use unspool_ir::{
    Block, BlockId, Body, Case, ExprId, FunctionId, InstKind, Program, Terminator, Types,
};

use super::Ranges;
use super::edges::{case_range, less_case};
use super::range::Range;
use crate::faults::expr_may_fail;
use crate::operands::{Node, for_each_node, slot_of};
use crate::unreachable_blocks::remove_unreachable;
use crate::unstarted_threads::drop_unstarted;

/// Returns how many instructions, branches and cases went.
pub fn fold(program: &mut Program, ranges: &Ranges) -> usize {
    let has_points = |block: &Block| {
        block.point.is_some() || block.insts.iter().any(|inst| inst.point.is_some())
    };
    let bodies = program.functions.iter().filter_map(|f| f.body.as_ref());
    if bodies.flat_map(|body| &body.blocks).any(has_points) {
        return 0;
    }
    let mut dropped = 0;
    for index in 0..program.functions.len() {
        let function = FunctionId::new(index);
        let Some(mut body) = program.functions[index].body.take() else {
            continue;
        };
        let folder = Folder {
            program,
            ranges,
            function,
        };
        let here = folder.fold(&mut body);
        if here > 0 {
            remove_unreachable(&mut body);
        }
        dropped += here;
        program.functions[index].body = Some(body);
    }
    if dropped > 0 {
        drop_unstarted(program);
    }
    dropped
}

struct Folder<'a> {
    program: &'a Program,
    ranges: &'a Ranges,
    function: FunctionId,
}

impl Folder<'_> {
    fn fold(&self, body: &mut Body) -> usize {
        let mut dropped = 0;
        let mut blocks = std::mem::take(&mut body.blocks);
        for (index, block) in blocks.iter_mut().enumerate() {
            let id = BlockId::new(index);
            let range_at = |index| self.ranges.of_register_after(self.function, id, index);
            let end = block.insts.len();
            let mut index = 0;
            block.insts.retain(|inst| {
                let range = range_at(index);
                index += 1;
                let condition = match inst.kind {
                    InstKind::WaitUntil(e) | InstKind::Assume(e) => e,
                    InstKind::Assert { condition, .. } => condition,
                    _ => return true,
                };
                let holds = range.and_then(Range::as_constant) == Some(1);
                !(holds && has_no_effect(&self.program.types, body, condition))
            });
            dropped += end - block.insts.len();
            if let Some(range) = range_at(end) {
                dropped += self.fold_terminator(body, &mut block.terminator, range);
            }
        }
        body.blocks = blocks;
        dropped
    }

    fn fold_terminator(&self, body: &Body, terminator: &mut Terminator, range: &Range) -> usize {
        match terminator {
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => {
                let target = match range.as_constant() {
                    Some(0) => *otherwise,
                    Some(_) => *then,
                    None => return 0,
                };
                if !has_no_effect(&self.program.types, body, *condition) {
                    return 0;
                }
                *terminator = Terminator::Goto(target);
                1
            }
            Terminator::Switch {
                value,
                cases,
                default,
            } => {
                let signed = self.program.types.is_signed(body.expr(*value).ty);
                let before = cases.len();
                cases.retain(|case| is_possible(range, signed, case));
                let mut rest = cases.iter().chain(cases.iter().rev());
                let rest = rest.try_fold(*range, |rest, case| less_case(&rest, signed, case));
                let mut targets = cases.iter().map(|case| case.target);
                let default_target = rest.map(|_| *default);
                let first = default_target.or_else(|| targets.next());
                let dropped = before - cases.len();
                match first.filter(|first| targets.all(|target| target == *first)) {
                    Some(only) if has_no_effect(&self.program.types, body, *value) => {
                        *terminator = Terminator::Goto(only);
                        dropped + 1
                    }
                    _ => dropped,
                }
            }
            _ => 0,
        }
    }
}

fn is_possible(range: &Range, signed: bool, case: &Case) -> bool {
    let chosen = case_range(range.width(), signed, case);
    chosen.is_some_and(|chosen| chosen.meet(range).is_some())
}

/// Whether evaluating an expression neither traps nor makes a slot live.
fn has_no_effect(types: &Types, body: &Body, root: ExprId) -> bool {
    let mut names_a_slot = false;
    for_each_node(body, &mut vec![Node::Expr(root)], |node| {
        names_a_slot |= slot_of(body, node).is_some();
    });
    !names_a_slot && !expr_may_fail(types, body, root)
}
