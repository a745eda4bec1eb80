//! `--property lock-order`: locks that are taken in opposite orders, told as warnings.
//!
//! This is about the program and not about its executions: [`unspool_passes::lock_order`] looks at the bounded program once, and there is no schedule to show. So nothing is called
//! unsafe on this account, which always comes with an execution that was replayed; where there is an inversion, the verdict is unknown. Together with other properties,
//! these decide, and inversions are warnings beside their verdict.

use unspool_interp::part_at;
use unspool_ir::{InstKind, Program, Property, Span, Type, TypeId};
use unspool_passes::bound::BoundReport;
use unspool_passes::lock_order::{Inversions, Lock, Position, Wait};
use unspool_passes::points_to::Object;
use unspool_report::model::VerdictKind as Verdict;

use crate::bounds_in_words::{listed, of_program};
use crate::check_options::CheckOptions;
use crate::depth::{Depth, ScheduleBound};
use crate::error::Error;
use crate::pipeline::{self, Goal, Work};
use crate::problem::{Problem, Severity};
use crate::thread_list;
use crate::verdict::Judgement;

/// How often loops run if nobody says so: the second time shows what the first one leaves locked.
const UNWIND: u32 = 2;

/// What came of it.
pub struct LockOrder {
    bounded: Program,
    bounding: BoundReport,
    inversions: Inversions,
}

/// Looks, if that is asked for.
pub fn look(
    options: &CheckOptions,
    work: &Work,
    properties: &[Property],
) -> Result<Option<LockOrder>, Error> {
    if !properties.contains(&Property::LockOrder) {
        return Ok(None);
    }
    let bounds = options.bounds(&Depth {
        unwind: options.unwind.unwrap_or(UNWIND),
        schedule: ScheduleBound::Rounds(1),
        long_loops: None,
    })?;
    let mut made = pipeline::from_lowered(work.program.clone(), &bounds, Goal::Reduced)?;
    Ok(Some(LockOrder {
        bounding: made.bounding.take().unwrap_or_default(),
        inversions: Inversions::of(&made.program),
        bounded: made.program,
    }))
}

impl LockOrder {
    /// The verdict, if nothing else was asked for.
    pub fn judgement(&self, work: &Work) -> Judgement {
        let judgement = |verdict: Verdict, statement: String, details: Vec<String>| Judgement {
            verdict,
            statement,
            details,
            step: None,
        };
        let mut inversions = self.inversions.cycles.iter();
        if let Some(first) = inversions.next() {
            let statement = format!(
                "{}; this may be a deadlock (--property no-deadlock looks for an execution)",
                self.in_words(first)
            );
            let others = inversions.map(|other| format!("also: {}", self.in_words(other)));
            return judgement(Verdict::Unknown, statement, others.collect());
        }
        if self.inversions.has_more {
            let statement = "there are too many orders of locks to look at all of them";
            return judgement(Verdict::Unknown, statement.to_string(), Vec::new());
        }
        if let Some((place, what)) = self.unsupported() {
            let statement = format!("{place}: this is not supported: {what}");
            return judgement(Verdict::Unknown, statement, Vec::new());
        }
        if let Some(at) = self.inversions.shared_lock {
            let statement = format!(
                "the order of read locks is not looked at, and there is one at {}",
                self.line(at)
            );
            let details = vec![format!("without these, {NOT_INVERTED}")];
            return judgement(Verdict::Unknown, statement, details);
        }
        let bounds = of_program(&work.program, &self.bounding);
        if self.bounding.cuts.is_empty() {
            let details = vec!["nothing had to be cut to bound the program".to_string()];
            return judgement(Verdict::Safe, NOT_INVERTED.to_string(), details);
        }
        let within = match bounds.is_empty() {
            true => String::new(),
            false => format!(" with at most {}", listed(&bounds, "and")),
        };
        let statement = format!("{NOT_INVERTED}{within}");
        judgement(Verdict::SafeWithinBounds, statement, Vec::new())
    }

    pub fn warnings(&self, work: &Work) -> Vec<Problem> {
        let inversions = self.inversions.cycles.iter();
        let warnings = inversions.map(|cycle| self.warning(work, cycle));
        let more = self.inversions.has_more.then(|| {
            let message = "there are more orders of locks than were looked at";
            Problem::new(Severity::Warning, message)
        });
        warnings.chain(more).collect()
    }

    fn warning(&self, work: &Work, cycle: &[Wait]) -> Problem {
        let message = format!("{}: this may be a deadlock", headline(cycle));
        let mut problem = Problem::new(Severity::Warning, message);
        for wait in cycle {
            let thread = self.thread(wait.at.thread);
            let (held, awaited) = (self.name(wait.held), self.name(wait.awaited));
            let takes = format!("{thread} takes {held} here");
            let waits = format!("{thread} takes {awaited} here while it holds {held}");
            problem = problem
                .with_excerpt(work.excerpt(self.span(wait.held_since), &takes, false))
                .with_excerpt(work.excerpt(self.span(wait.at), &waits, true));
        }
        problem.with_help("take them in the same order in all threads; --property no-deadlock looks for an execution")
    }

    /// ``locks are taken in opposite orders: `a` then `b` at x.c:5, `b` then `a` at x.c:9``
    fn in_words(&self, cycle: &[Wait]) -> String {
        let orders = cycle.iter().map(|wait| {
            let (held, awaited) = (self.name(wait.held), self.name(wait.awaited));
            format!("{held} then {awaited} at {}", self.line(wait.at))
        });
        let orders: Vec<String> = orders.collect();
        format!("{}: {}", headline(cycle), orders.join(", "))
    }

    fn thread(&self, number: u32) -> String {
        let threads = thread_list::threads(&self.bounded);
        let thread = threads.iter().find(|thread| thread.number == number);
        match thread {
            Some(thread) => format!("thread {number} ({})", thread.name),
            None => format!("thread {number}"),
        }
    }

    /// In the program as it was written.
    fn span(&self, at: Position) -> Span {
        let found = thread_list::place_in_thread(&self.bounded, at.thread, at.block, at.index);
        found.map_or(Span::NONE, |(span, _)| span)
    }

    fn line(&self, at: Position) -> String {
        let place = self.bounded.describe(self.span(at));
        let line = place.rsplit_once(':').map(|(line, _column)| line);
        line.map_or(place.clone(), str::to_string)
    }

    /// As C writes it, where it has a name.
    fn name(&self, lock: Lock) -> String {
        let program = &self.bounded;
        let declared = match lock.object {
            Object::Global(id) => {
                let global = program.globals.get(id.index());
                global.map(|global| (global.name.as_str(), global.ty))
            }
            Object::Slot(function, slot) => {
                let body = program.functions.get(function.index());
                let body = body.and_then(|function| function.body.as_ref());
                let slot = body.and_then(|body| body.slots.get(slot.index()));
                slot.map(|slot| (slot.name.as_str(), slot.ty))
            }
            _ => None,
        };
        match (declared, lock.object) {
            (Some((name, ty)), _) => format!("`{name}{}`", path(program, ty, lock.offset)),
            (
                None,
                Object::Alloc {
                    function,
                    block,
                    index,
                },
            ) => {
                let mut threads = unspool_passes::bounded::threads(program).into_iter();
                let thread = threads.find(|thread| thread.function == function);
                let place = thread.map(|thread| Position {
                    thread: thread.number,
                    block,
                    index: index as usize,
                });
                let place = place.map_or("<no source>".to_string(), |it| self.line(it));
                match lock.offset {
                    0 => format!("the lock allocated at {place}"),
                    offset => {
                        format!("the lock at offset {offset} of what is allocated at {place}")
                    }
                }
            }
            _ => "a lock".to_string(),
        }
    }

    fn unsupported(&self) -> Option<(String, String)> {
        let bodies = self
            .bounded
            .functions
            .iter()
            .filter_map(|f| f.body.as_ref());
        let mut insts = bodies.flat_map(|body| body.blocks.iter().flat_map(|block| &block.insts));
        insts.find_map(|inst| match &inst.kind {
            InstKind::Unsupported(what) => Some((self.bounded.describe(inst.span), what.clone())),
            _ => None,
        })
    }
}

/// From a variable to the lock in it. The first of an array is not the array.
fn path(program: &Program, ty: TypeId, offset: u64) -> String {
    if let Type::Array { element, .. } = *program.types.get(ty)
        && let Some(size) = program.types.size_of(element).filter(|size| *size > 0)
    {
        let rest = path(program, element, offset % size);
        return format!("[{}]{rest}", offset / size);
    }
    part_at(program, ty, offset).path
}

const NOT_INVERTED: &str = "no threads take locks in opposite orders";

fn headline(cycle: &[Wait]) -> &'static str {
    match cycle.len() {
        2 => "locks are taken in opposite orders",
        _ => "locks are taken in a circle",
    }
}
