//! Variables that iterations change and the next one uses, and that do not stand in the way all the same.
//!
//! **Always the same.** If every path back and every way into the loop leave the same value in the variable, an
//! iteration changes nothing: `expected = 0; while (!compare_exchange(&lock, &expected, 1)) expected = 0;`.
//!
//! **Read again.** C11's compare-exchange stores what it found in `expected`, and the usual retry loop relies on it:
//!
//! ```text
//!   b0:  %old = load atomic seq_cst @x                     expected = x;
//!        goto b1
//!   b1:  %ok, %now = compare_exchange @x, %old, %old + 1   while (!compare_exchange(&x, &expected, expected + 1)) ;
//!        branch %ok, b3, b2
//!   b2:  %old = %now
//!        goto b1
//! ```
//!
//! A failing iteration changes `%old`, which the next one uses. But all that it leaves is a value read from `@x`, just
//! what the block before the loop leaves: an execution with failing iterations is one in which the *first* read takes
//! place when the last failing iteration did, if nothing else tells the two apart. So the iterations can be left out if
//!
//! - on every path back that changes the variable, its value at the end is what the path's last access read, as one
//!   step;
//! - every way into the loop ends in a block whose last access reads the same place, which nothing between changes the
//!   address of, and whose value goes into the variable and into nothing else that is wanted in the loop or after it;
//! - nothing in that block after the read can end the run (an assertion about the value would see another one).

use rustc_hash::FxHashSet;
use unspool_ir::{BlockId, Body, FunctionId, Terminator};

use super::liveness::may_be_read;
use super::paths::{self, Context, Path, Paths, Read};
use super::private_slots::PrivateSlots;
use super::terms::{Term, TermId, Terms, Variable};
use crate::natural_loops::NaturalLoop;

/// How variables are carried that do not stand in the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Carried {
    /// An iteration that goes round leaves everything as it was.
    Unchanged,
    /// It leaves another value of one variable, as if that had been read later before the loop.
    ReadAgain,
}

/// Fails with a variable that does stand in the way.
pub fn examine<'p>(
    context: &Context<'p>,
    (function, slots): (FunctionId, &PrivateSlots),
    body: &'p Body,
    natural: &NaturalLoop,
    paths: &mut Paths<'p>,
    carried: &[Variable],
) -> Result<Carried, Variable> {
    let mut left = Vec::new();
    for &variable in carried {
        match what_is_left(paths, variable) {
            Some(value) => left.push((variable, value)),
            None => return Err(variable),
        }
    }
    let mut read_again = left
        .iter()
        .filter(|(_, value)| matches!(value, Left::ReadAgain(_)));
    let carried = match (read_again.next(), read_again.next()) {
        (None, _) => Carried::Unchanged,
        (Some(_), None) => Carried::ReadAgain,
        // They would have to be read at one moment.
        (Some(_), Some((variable, _))) => return Err(*variable),
    };
    let Some(&(first, _)) = left.first() else {
        return Ok(carried);
    };
    let Some(entries) = entries(body, natural) else {
        return Err(first);
    };
    for entry in entries {
        let Ok(before) = paths::of_block(context, function, entry, &mut paths.terms) else {
            return Err(first);
        };
        let [path] = before.out.as_slice() else {
            return Err(first);
        };
        for (variable, value) in &left {
            let is_same = match value {
                Left::Value(value) => path.changed.get(variable) == Some(value),
                Left::ReadAgain(read) => {
                    let is_wanted =
                        |other: Variable| may_be_read(slots, function, body, natural.head, other);
                    enters_with(&paths.terms, path, *variable, read, is_wanted)
                }
            };
            if before.ends_inside || !is_same {
                return Err(*variable);
            }
        }
    }
    Ok(carried)
}

/// What all paths back that change a variable leave in it.
enum Left {
    /// A value that is the same in every iteration.
    Value(TermId),
    /// What is read from the address, with the type, of this one.
    ReadAgain(Read),
}

fn what_is_left(paths: &Paths<'_>, variable: Variable) -> Option<Left> {
    let mut changing: Vec<&Path> = Vec::new();
    for path in &paths.back {
        let mut changed = path.changed.keys();
        let is_split = changed.any(|changed| *changed != variable && changed.overlaps(variable));
        let slot = variable.slot();
        let is_renewed = slot.is_some_and(|slot| path.renewed.contains(&slot));
        if is_split || is_renewed && !path.changed.contains_key(&variable) {
            return None;
        }
        if path.changed.contains_key(&variable) {
            changing.push(path);
        }
    }
    let first = *changing.first()?;
    let value = *first.changed.get(&variable)?;
    let is_common = changing
        .iter()
        .all(|path| path.changed.get(&variable) == Some(&value));
    if is_common && is_constant(&paths.terms, value) {
        return Some(Left::Value(value));
    }
    let read = first.last_read?;
    let is_read = |path: &&Path| {
        path.last_read.is_some_and(|other| {
            (other.address, other.ty) == (read.address, read.ty)
                && path.changed.get(&variable) == Some(&other.value)
        })
    };
    let changed = paths.back.iter().flat_map(|path| path.changed.keys());
    let changed: FxHashSet<Variable> = changed.copied().collect();
    let is_fixed = is_without(&paths.terms, read.address, &changed);
    (changing.iter().all(is_read) && is_fixed).then_some(Left::ReadAgain(read))
}

fn is_constant(terms: &Terms<'_>, value: TermId) -> bool {
    let (base, _) = terms.base_and_offset(value);
    matches!(
        terms.term(base),
        Term::Constant(_) | Term::Global(_) | Term::Function(_)
    )
}

/// Whether a term uses none of these variables.
fn is_without(terms: &Terms<'_>, term: TermId, variables: &FxHashSet<Variable>) -> bool {
    let mut is_without = true;
    terms.initial_values(term, |used| {
        is_without &= !variables.iter().any(|variable| variable.overlaps(used));
    });
    is_without
}

/// The blocks from which the loop is entered, if each does nothing else.
fn entries(body: &Body, natural: &NaturalLoop) -> Option<Vec<BlockId>> {
    if natural.head == BlockId(0) {
        return None;
    }
    let mut entries = Vec::new();
    for (index, block) in body.blocks.iter().enumerate() {
        let from = BlockId::new(index);
        let mut targets = block.terminator.successors();
        if natural.latches.contains(&from) || !targets.any(|next| next == natural.head) {
            continue;
        }
        if natural.contains(from) || block.terminator != Terminator::Goto(natural.head) {
            return None;
        }
        entries.push(from);
    }
    Some(entries)
}

/// Whether a way into the loop ends with reading the same place into the variable, and keeps the value to itself:
/// nothing else that is wanted behind it gets the value.
fn enters_with(
    terms: &Terms<'_>,
    path: &Path,
    variable: Variable,
    again: &Read,
    is_wanted: impl Fn(Variable) -> bool,
) -> bool {
    let Some(read) = path.last_read else {
        return false;
    };
    let changed: FxHashSet<Variable> = path.changed.keys().copied().collect();
    let mut others = path.changed.iter().filter(|(other, _)| **other != variable);
    (read.address, read.ty) == (again.address, again.ty)
        && read.is_unchecked
        && path.changed.get(&variable) == Some(&read.value)
        && is_without(terms, read.address, &changed)
        && !others.any(|(other, value)| terms.contains(*value, read.value) && is_wanted(*other))
}
