//! Where pointers in memory may point: a guess at which widening stops.
//!
//! Pointers that are copied from cell to cell, as in lists, make summaries change once for every object that they may point to. The analysis of
//! pointers has that answer already. So a summary that keeps changing is widened to the addresses of all objects that
//! may be pointed to from there, before it is widened to anything. It is a guess and need not be right: what is not a pointer is
//! not in it, and if a summary changes once more, it was wrong.

use unspool_ir::{ExprId, FunctionId, InstKind, Program};

use super::cells::{Cells, ClassId};
use super::placed::Placed;
use super::range::Range;
use super::thread::Thread;
use crate::points_to::PointsTo;

/// By class, for those of pointers' width.
pub struct PointerGuesses {
    guesses: Vec<Option<Range>>,
}

impl PointerGuesses {
    /// `parameters`: the classes of the parameters of a function.
    pub fn of<'c>(
        placed: Placed<'_>,
        points_to: &PointsTo,
        cells: &Cells,
        threads: &[Thread],
        widths: &[u32],
        parameters: impl Fn(FunctionId) -> &'c [ClassId],
    ) -> PointerGuesses {
        let mut guesses = PointerGuesses {
            guesses: vec![None; widths.len()],
        };
        if placed.layout.is_none() {
            return guesses;
        }
        for thread in threads {
            for_each_store(
                placed.program,
                cells,
                thread,
                &parameters,
                |class, value| {
                    if widths.get(class.index()) == Some(&placed.width()) {
                        guesses.add(placed, points_to, class, (thread.function, value));
                    }
                },
            );
        }
        guesses
    }

    /// A larger range for a summary; None if there is no better idea.
    pub fn widen(&self, class: usize, summary: &Range) -> Option<Range> {
        let guess = (*self.guesses.get(class)?)?;
        let joined = summary.join(&guess);
        (joined != *summary).then_some(joined)
    }

    fn add(
        &mut self,
        placed: Placed<'_>,
        points_to: &PointsTo,
        class: ClassId,
        (function, value): (FunctionId, ExprId),
    ) {
        let mut all = self.guesses[class.index()];
        points_to.for_each_pointee(function, value, |target| {
            if let Some(here) = placed.address_for_all(&target) {
                all = Some(all.map_or(here, |all| all.join(&here)));
            }
        });
        self.guesses[class.index()] = all;
    }
}

/// What is stored, or handed to a thread, and as what.
fn for_each_store<'c>(
    program: &Program,
    cells: &Cells,
    thread: &Thread,
    parameters: &impl Fn(FunctionId) -> &'c [ClassId],
    mut visit: impl FnMut(ClassId, ExprId),
) {
    let Some(body) = &program.function(thread.function).body else {
        return;
    };
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        match &inst.kind {
            InstKind::Store { place, value, .. }
            | InstKind::Rmw { place, value, .. }
            | InstKind::CompareExchange {
                place,
                desired: value,
                ..
            } => {
                if let Some(class) = cells.class_at(thread.index, *place) {
                    visit(class, *value);
                }
            }
            InstKind::Spawn { start, args, .. } => {
                let unspool_ir::ExprKind::FunctionAddress(started) = body.expr(*start).kind else {
                    continue;
                };
                // The first one says that the thread was started.
                let classes = parameters(started).iter().skip(1);
                classes
                    .zip(args)
                    .for_each(|(&class, &arg)| visit(class, arg));
            }
            _ => {}
        }
    }
}
