//! All paths of one iteration, executed on terms.
//!
//! From the head of a loop every feasible path is followed, through calls (as if they were inlined), until it comes
//! back to the head or leaves the loop. Registers and private slots have terms as values; whatever is read from memory
//! that others may write is a fresh unknown, but inside an atomic section, where what was read or written once stays
//! known. A compare-exchange has two continuations, a branch as many as its condition allows.
//!
//! What comes out is, for each path, what it did that others can see (its *effect*), what it left in the variables, and
//! how many steps others can tell apart; and, over all paths, which values that variables had at the head mattered at
//! all: decided a branch, made an address, got into memory. The number of paths and steps is bounded; what does not fit
//! is left alone.

mod instructions;
mod memory;
mod state;
mod values;

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_ir::{BlockId, Body, FunctionId, Program, SlotId, Span, Terminator, TypeId};

use self::state::{Flow, State};
use super::Obstacle;
use super::bit_places::BitPlaces;
use super::fresh_objects::FreshObjects;
use super::private_slots::PrivateSlots;
use super::terms::{Term, TermId, Terms, Variable};
use crate::natural_loops::NaturalLoop;

/// What is known of the whole program.
pub struct Context<'p> {
    pub program: &'p Program,
    pub slots: &'p PrivateSlots,
    pub bits: &'p BitPlaces,
}

/// What the paths of a region do.
pub struct Paths<'p> {
    pub terms: Terms<'p>,
    /// Those to the head by an edge of the loop.
    pub back: Vec<Path>,
    /// Those out of the loop, or to the head by another edge.
    pub out: Vec<Path>,
    /// Variables whose value at the head matters for what happens inside.
    pub observed: FxHashSet<Variable>,
    /// Some path ends the thread or process inside a called function.
    pub ends_inside: bool,
    /// Weak compare-exchanges of the function itself.
    pub weak: FxHashSet<(BlockId, usize)>,
    pub weak_in_callee: bool,
}

/// What one path does.
#[derive(Clone)]
pub struct Path {
    pub target: BlockId,
    /// What others can see of it.
    pub effect: Option<Span>,
    /// Variables assigned, with their values at the end; unchanged ones are not listed.
    pub changed: FxHashMap<Variable, TermId>,
    /// Slots that were made anew or ended: what is not in `changed` has no value.
    pub renewed: FxHashSet<SlotId>,
    pub traits: Traits,
    /// The last thing it did that concerns others, if that was to read.
    pub last_read: Option<Read>,
}

/// What kinds of instructions were on a path.
#[derive(Clone, Copy, Default)]
pub struct Traits {
    /// Steps that others can tell apart: accesses, whole atomic sections.
    pub accesses: u32,
    pub fences: u32,
    /// Something that depends on more than memory: input.
    pub draws_input: bool,
    /// An assertion, assumption, wait or division: it may end the run or be impossible to pass.
    pub checks: bool,
    /// A weak compare-exchange failed, perhaps for no reason.
    pub failed_weakly: bool,
}

/// A value as it was read from memory.
#[derive(Clone, Copy)]
pub struct Read {
    pub address: TermId,
    pub ty: TypeId,
    pub value: TermId,
    /// Nothing since then could end the run.
    pub is_unchecked: bool,
}

/// Terms and instructions of all paths together.
const MOST_STEPS: u32 = 4_000;
const MOST_PATHS: u32 = 100;
const MOST_NESTED_CALLS: usize = 12;

/// All paths from the head of a loop.
pub fn of_loop<'p>(
    context: &Context<'p>,
    function: FunctionId,
    natural: &NaturalLoop,
    fresh: &FreshObjects,
) -> Result<Paths<'p>, Obstacle> {
    let terms = Terms::new(&context.program.types);
    let mut walker = Walker::new(context, terms, Region::Loop(natural), fresh);
    walker.walk(function, natural.head)?;
    Ok(walker.paths)
}

/// All paths through one block, on the same terms as those of a loop.
pub fn of_block<'p>(
    context: &Context<'p>,
    function: FunctionId,
    block: BlockId,
    terms: &mut Terms<'p>,
) -> Result<Paths<'p>, Obstacle> {
    let empty = Terms::new(&context.program.types);
    let terms_so_far = std::mem::replace(terms, empty);
    let fresh = FreshObjects::default();
    let mut walker = Walker::new(context, terms_so_far, Region::Block, &fresh);
    let result = walker.walk(function, block);
    std::mem::swap(terms, &mut walker.paths.terms);
    result.map(|()| walker.paths)
}

#[derive(Clone, Copy)]
enum Region<'l> {
    Loop(&'l NaturalLoop),
    /// The block where it starts.
    Block,
}

struct Walker<'c, 'p> {
    context: &'c Context<'p>,
    region: Region<'c>,
    fresh: &'c FreshObjects,
    paths: Paths<'p>,
    steps: u32,
}

impl<'c, 'p> Walker<'c, 'p> {
    fn new(
        context: &'c Context<'p>,
        terms: Terms<'p>,
        region: Region<'c>,
        fresh: &'c FreshObjects,
    ) -> Self {
        Walker {
            context,
            region,
            fresh,
            paths: Paths {
                terms,
                back: Vec::new(),
                out: Vec::new(),
                observed: FxHashSet::default(),
                ends_inside: false,
                weak: FxHashSet::default(),
                weak_in_callee: false,
            },
            steps: 0,
        }
    }

    fn walk(&mut self, function: FunctionId, start: BlockId) -> Result<(), Obstacle> {
        let mut pending = vec![State::at(function, start)];
        let mut count = 0;
        while let Some(state) = pending.pop() {
            count += 1;
            if count > MOST_PATHS {
                return Err(Obstacle::TooManyPaths);
            }
            self.follow(state, &mut pending)?;
        }
        Ok(())
    }

    fn spend(&mut self) -> Result<(), Obstacle> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Err(Obstacle::TooManyPaths);
        }
        Ok(())
    }

    /// Follows a path to its end; other continuations are put aside.
    fn follow(&mut self, mut state: State, pending: &mut Vec<State>) -> Result<(), Obstacle> {
        loop {
            self.spend()?;
            let Some(frame) = state.frames.last_mut() else {
                return Ok(());
            };
            let Some(body) = &self.context.program.function(frame.function).body else {
                self.paths.ends_inside = true;
                return Ok(());
            };
            let block = body.block(frame.block);
            let flow = match block.insts.get(frame.index) {
                Some(inst) => {
                    frame.index += 1;
                    self.instruction(&mut state, body, inst, pending)?
                }
                None => {
                    self.terminator(&mut state, body, &block.terminator, block.span, pending)?
                }
            };
            if let Flow::Ends = flow {
                return Ok(());
            }
        }
    }

    fn terminator(
        &mut self,
        state: &mut State,
        body: &'p Body,
        terminator: &'p Terminator,
        span: Span,
        pending: &mut Vec<State>,
    ) -> Result<Flow, Obstacle> {
        match terminator {
            Terminator::Goto(target) => self.jump(state, *target, span),
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.value(state, body, *condition)?;
                match state.facts.truth(&self.paths.terms, condition) {
                    Some(true) => self.jump(state, *then, span),
                    Some(false) => self.jump(state, *otherwise, span),
                    None => {
                        self.observe(condition);
                        for (truth, target) in [(true, then), (false, otherwise)] {
                            let mut next = state.clone();
                            if next.facts.assume(&mut self.paths.terms, condition, truth)
                                && let Flow::On = self.jump(&mut next, *target, span)?
                            {
                                pending.push(next);
                            }
                        }
                        Ok(Flow::Ends)
                    }
                }
            }
            Terminator::Switch {
                value,
                cases,
                default,
            } => {
                let ty = body.expr(*value).ty;
                let value = self.value(state, body, *value)?;
                if self.paths.terms.constant_of(value).is_none() {
                    self.observe(value);
                }
                let mut rest = state.clone();
                let mut is_rest_possible = true;
                for case in cases {
                    self.spend()?;
                    let mut next = state.clone();
                    let is_possible = if case.low == case.high {
                        let constant = self.paths.terms.constant(case.low, ty);
                        let equal = self.is_equal(state, value, constant);
                        is_rest_possible &= rest.facts.assume(&mut self.paths.terms, equal, false);
                        next.facts.assume(&mut self.paths.terms, equal, true)
                    } else {
                        true
                    };
                    if is_possible && let Flow::On = self.jump(&mut next, case.target, span)? {
                        pending.push(next);
                    }
                }
                if is_rest_possible && let Flow::On = self.jump(&mut rest, *default, span)? {
                    pending.push(rest);
                }
                Ok(Flow::Ends)
            }
            Terminator::Return(value) => {
                let value = match value {
                    Some(value) => Some(self.value(state, body, *value)?),
                    None => None,
                };
                let Some(frame) = state.frames.pop() else {
                    return Ok(Flow::Ends);
                };
                if state.frames.is_empty() {
                    // A loop contains no return, but a block before one may.
                    return Ok(Flow::Ends);
                }
                state.cells.retain(|(of, _), _| *of != frame.activation);
                if let (Some(result), Some(value)) = (frame.result, value) {
                    state.assign(result, value);
                }
                Ok(Flow::On)
            }
            Terminator::Exit(status) => {
                let status = self.value(state, body, *status)?;
                self.observe(status);
                self.paths.ends_inside = true;
                Ok(Flow::Ends)
            }
            Terminator::ExitThread | Terminator::Abort | Terminator::Unreachable => {
                self.paths.ends_inside = true;
                Ok(Flow::Ends)
            }
        }
    }

    fn jump(&mut self, state: &mut State, target: BlockId, span: Span) -> Result<Flow, Obstacle> {
        let is_outermost = state.frames.len() == 1;
        let Some(frame) = state.frames.last_mut() else {
            return Ok(Flow::Ends);
        };
        let from = std::mem::replace(&mut frame.block, target);
        frame.index = 0;
        if !is_outermost {
            return Ok(Flow::On);
        }
        let is_back = match self.region {
            Region::Loop(natural) if target == natural.head => natural.is_back_edge(from, target),
            Region::Loop(natural) if natural.contains(target) => return Ok(Flow::On),
            Region::Loop(_) | Region::Block => false,
        };
        let path = self.end_of_path(state, target, span)?;
        match (is_back, path.effect) {
            (true, Some(effect)) => return Err(Obstacle::Effect(effect)),
            (true, None) => self.paths.back.push(path),
            (false, _) => self.paths.out.push(path),
        }
        Ok(Flow::Ends)
    }

    fn end_of_path(
        &mut self,
        state: &mut State,
        target: BlockId,
        span: Span,
    ) -> Result<Path, Obstacle> {
        if state.depth > 0 {
            return Err(Obstacle::Unclear(span));
        }
        let terms = &mut self.paths.terms;
        let facts = &state.facts;
        let lasting = state
            .overwritten
            .iter()
            .find(|(before, after, _)| !facts.are_equal(terms, *before, *after));
        let registers = state.frames.iter().flat_map(|frame| &frame.registers);
        let registers = registers.map(|(&register, &value)| (Variable::Register(register), value));
        let cells = state.cells.iter().filter(|((of, _), _)| *of == 0);
        let cells = cells.map(|((_, cell), value)| (Variable::Cell(*cell), *value));
        let mut changed = FxHashMap::default();
        for (variable, value) in registers.chain(cells) {
            let initial = terms.make(Term::Initial(variable), terms.ty(value));
            if !facts.are_equal(terms, value, initial) {
                changed.insert(variable, value);
            }
        }
        let renewed = state.renewed.iter().filter(|(of, _)| *of == 0);
        Ok(Path {
            target,
            effect: state.effect.or(lasting.map(|(_, _, span)| *span)),
            changed,
            renewed: renewed.map(|(_, slot)| *slot).collect(),
            traits: state.traits,
            last_read: state.last_read,
        })
    }
}
