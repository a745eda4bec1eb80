//! Where the threads of the original program are: the calls on their stacks, and the iterations that they are in.
//!
//! Iterations are counted as bounding counts them: a loop is entered in its first one, and each jump to its head from inside
//! begins the next. The loops are those that bounding finds ([`LoopOrder`]), but in the program as it was written; where loops that only
//! wait were cut open, the bounded program knows nothing of their iterations.

use std::rc::Rc;

use unspool_interp::{Executed, FlatPositions};
use unspool_ir::{BlockId, Body, FunctionId, InstKind, Program, Span};
use unspool_passes::bound::span_of_loop;
use unspool_passes::loop_order::LoopOrder;

use super::names::{self, Kind, Step, kind_and_span};

/// What does not change while the program runs.
pub struct Map<'p> {
    program: &'p Program,
    positions: FlatPositions,
    /// By function.
    loops: Vec<Option<LoopOrder>>,
}

impl<'p> Map<'p> {
    pub fn of(program: &'p Program) -> Map<'p> {
        let bodies = program.functions.iter().map(|f| f.body.as_ref());
        Map {
            program,
            positions: FlatPositions::of(program),
            loops: bodies.map(|body| body.map(LoopOrder::of)).collect(),
        }
    }

    pub fn kind_and_span(&self, at: Executed) -> Option<(Kind, Span)> {
        let (block, index) = self.positions.block(at.function, at.position);
        kind_and_span(self.body(at.function)?, block.index(), index)
    }

    /// Whether others might see the instruction.
    pub fn is_lasting(&self, at: Executed) -> bool {
        let (block, index) = self.positions.block(at.function, at.position);
        let block = self.body(at.function).map(|body| body.block(block));
        block.is_some_and(|block| match block.insts.get(index) {
            Some(inst) => {
                names::is_lasting(&inst.kind) && !matches!(inst.kind, InstKind::Call { .. })
            }
            None => block.terminator.successors().next().is_none(),
        })
    }

    pub fn body(&self, function: FunctionId) -> Option<&'p Body> {
        self.program.functions.get(function.index())?.body.as_ref()
    }
}

/// Where all threads are, as far as they have executed instructions.
#[derive(Clone, Default)]
pub struct Whereabouts {
    threads: Vec<Rc<Vec<Place>>>,
}

/// Where an activation is.
#[derive(Clone)]
struct Place {
    function: FunctionId,
    /// Of the call that made it.
    call: Span,
    /// Of the instruction it executed last.
    last: Span,
    /// The loops it is in, and their iterations; outer ones first.
    loops: Vec<(usize, u32)>,
}

impl Whereabouts {
    /// Follows an executed instruction.
    pub fn follow(&mut self, map: &Map<'_>, at: Executed) {
        let index = at.thread as usize;
        if self.threads.len() <= index {
            self.threads.resize(index + 1, Rc::default());
        }
        let places = Rc::make_mut(&mut self.threads[index]);
        go(places, map, at);
    }

    /// The way to an instruction that a thread is about to execute.
    pub fn path(&self, map: &Map<'_>, at: Executed) -> Vec<Step> {
        let places = self.threads.get(at.thread as usize);
        let mut places = places.map_or(Vec::new(), |places| places.to_vec());
        go(&mut places, map, at);
        let mut path = Vec::new();
        for (depth, place) in places.iter().enumerate() {
            if depth > 0 {
                path.push(Step::Call {
                    callee: place.function,
                    span: place.call,
                });
            }
            let order = map.loops.get(place.function.index());
            let order = order.and_then(Option::as_ref);
            for &(number, iteration) in &place.loops {
                let found = order.and_then(|order| order.loops.get(number));
                let body = map.body(place.function);
                if let (Some(found), Some(body)) = (found, body) {
                    path.push(Step::Iteration {
                        number: iteration,
                        span: span_of_loop(body, found.head),
                    });
                }
            }
        }
        path
    }
}

fn go(places: &mut Vec<Place>, map: &Map<'_>, at: Executed) {
    places.truncate(at.depth as usize);
    if places.len() < at.depth as usize {
        let call = places.last().map_or(Span::NONE, |caller| caller.last);
        places.push(Place {
            function: at.function,
            call,
            last: Span::NONE,
            loops: Vec::new(),
        });
    }
    let Some(place) = places.last_mut() else {
        return;
    };
    let (block, index) = map.positions.block(at.function, at.position);
    if index == 0
        && let Some(Some(order)) = map.loops.get(at.function.index())
    {
        enter_block(&mut place.loops, order, block);
    }
    if let Some((_, span)) = map.kind_and_span(at) {
        place.last = span;
    }
}

fn enter_block(loops: &mut Vec<(usize, u32)>, order: &LoopOrder, block: BlockId) {
    while loops
        .last()
        .is_some_and(|&(number, _)| !order.contains(number, block))
    {
        loops.pop();
    }
    if let Some((number, iteration)) = loops.last_mut()
        && order.loops[*number].head == block
    {
        *iteration += 1;
        return;
    }
    let mut entered = Vec::new();
    let mut at = order.loop_of.get(block.index()).copied().flatten();
    while let Some(number) = at
        && loops.last().is_none_or(|&(inner, _)| inner != number)
    {
        entered.push((number, 1));
        at = order.loops[number].parent;
    }
    loops.extend(entered.into_iter().rev());
}
