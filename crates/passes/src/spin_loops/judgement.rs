//! What becomes of a loop: see the conditions in [`super`].

use rustc_hash::FxHashSet;
use unspool_ir::{BlockId, Body, Callee, ExprKind, InstKind, Program, Terminator};

use super::carried_value::{self, Carried};
use super::fresh_objects::FreshObjects;
use super::liveness::may_be_read;
use super::paths::{self, Context, Path, Paths};
use super::rewrite::Form;
use super::terms::{Cell, Owner, Variable};
use super::{Known, Obstacle, SpinningForEver};
use crate::natural_loops::NaturalLoop;

/// Whether a loop can be cut, and how.
pub fn judge(
    program: &Program,
    known: &Known<'_>,
    body: &Body,
    natural: &NaturalLoop,
) -> Result<Form, Obstacle> {
    let context = Context {
        program,
        slots: known.slots,
        bits: known.bits,
    };
    let walk = |fresh: &FreshObjects| paths::of_loop(&context, known.function, natural, fresh);
    let mut paths = match walk(&FreshObjects::default()) {
        Err(Obstacle::Effect(span)) => {
            let (slots, allocators) = (known.slots, known.allocators);
            let fresh = FreshObjects::at(program, slots, allocators, known.function, body, natural);
            match fresh.is_empty() {
                true => return Err(Obstacle::Effect(span)),
                false => walk(&fresh)?,
            }
        }
        result => result?,
    };
    let changed = carried(known, body, &paths);
    let carried = carried_value::examine(
        &context,
        (known.function, known.slots),
        body,
        natural,
        &mut paths,
        &changed,
    )
    .map_err(|variable| Obstacle::Carries(name_of(body, variable)))?;
    let is_wait = carried == Carried::Unchanged && can_wait(known, body, &paths);
    Ok(match is_wait {
        true => Form::Wait {
            strengthened: paths.weak.iter().copied().collect(),
        },
        false => Form::Once,
    })
}

/// Variables that a path back changes and that matter to what comes after it.
fn carried(known: &Known<'_>, body: &Body, paths: &Paths<'_>) -> Vec<Variable> {
    let mut changed: Vec<Variable> = Vec::new();
    for path in &paths.back {
        changed.extend(path.changed.keys());
        changed.extend(path.renewed.iter().map(|&slot| {
            Variable::Cell(Cell {
                owner: Owner::Slot(slot),
                offset: 0,
                size: u64::MAX,
            })
        }));
    }
    let is_live_at = |block: BlockId, variable: Variable| {
        may_be_read(known.slots, known.function, body, block, variable)
    };
    let mut needed = paths.observed.clone();
    for path in &paths.out {
        for &variable in &changed {
            if !is_assigned(path, variable) && is_live_at(path.target, variable) {
                needed.insert(variable);
            }
        }
        for (&variable, &value) in &path.changed {
            if is_live_at(path.target, variable) {
                paths.terms.initial_values(value, |used| {
                    needed.insert(used);
                });
            }
        }
    }
    let mut carried: Vec<Variable> = needed
        .into_iter()
        .filter(|needed| changed.iter().any(|changed| changed.overlaps(*needed)))
        .collect();
    carried.sort_unstable();
    carried
}

fn is_assigned(path: &Path, variable: Variable) -> bool {
    let slot = variable.slot();
    let is_renewed = slot.is_some_and(|slot| path.renewed.contains(&slot));
    is_renewed || path.changed.contains_key(&variable)
}

/// Whether an iteration can be made one atomic section without any difference.
fn can_wait(known: &Known<'_>, body: &Body, paths: &Paths<'_>) -> bool {
    let is_step = |path: &Path| !path.traits.draws_input && !path.traits.checks;
    known.for_ever == SpinningForEver::IsBlocked
        && !paths.ends_inside
        && !paths.weak_in_callee
        && paths.back.iter().any(|path| path.traits.accesses == 1)
        && paths
            .back
            .iter()
            .all(|path| is_step(path) && path.traits.accesses <= 1)
        && paths.out.iter().all(|path| {
            is_step(path)
                && path.traits.accesses == 1
                && path.traits.fences == 0
                && !path.traits.failed_weakly
        })
        && paths
            .out
            .iter()
            .any(|path| goes_on(known, body, path.target))
}

/// Blocks looked at to see whether a loop is left only to end the process.
const MOST_BLOCKS_TO_AN_END: usize = 16;

/// Whether a thread that gets to this block may do more than report an error. A loop that is left only for that (`while (1)
/// assert(invariant);`) does not wait for anything.
fn goes_on(known: &Known<'_>, body: &Body, block: BlockId) -> bool {
    let mut seen: FxHashSet<BlockId> = FxHashSet::default();
    let mut pending = vec![block];
    while let Some(id) = pending.pop() {
        if !seen.insert(id) {
            continue;
        }
        let block = body.block(id);
        let ends = block.insts.iter().any(|inst| match inst.kind {
            InstKind::Assert { condition, .. } => body.expr(condition).kind == ExprKind::Int(0),
            InstKind::Call {
                callee: Callee::Direct(callee),
                ..
            } => !known.depth.returns(callee),
            InstKind::Unsupported(_) => true,
            _ => false,
        });
        if ends {
            continue;
        }
        let is_over = matches!(
            block.terminator,
            Terminator::Return(_) | Terminator::ExitThread
        );
        // Coming by again is going on, too.
        let mut next = block.terminator.successors();
        if is_over || seen.len() > MOST_BLOCKS_TO_AN_END || next.any(|next| seen.contains(&next)) {
            return true;
        }
        pending.extend(block.terminator.successors());
    }
    false
}

fn name_of(body: &Body, variable: Variable) -> String {
    let (name, number) = match variable {
        Variable::Register(register)
        | Variable::Cell(Cell {
            owner: Owner::Fresh(register),
            ..
        }) => (
            &body.regs[register.index()].name,
            format!("%{}", register.0),
        ),
        Variable::Cell(Cell {
            owner: Owner::Slot(slot),
            ..
        }) => (&body.slots[slot.index()].name, format!("${}", slot.0)),
    };
    match name.is_empty() {
        true => number,
        false => name.clone(),
    }
}
