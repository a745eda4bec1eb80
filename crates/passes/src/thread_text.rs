//! The text of a thread: its instructions in order, each with a position.
//!
//! The blocks of a thread of a bounded program stand in topological order (Z3 in [`crate::bounded`]), so an execution passes
//! positions in ascending order, and a position that stands behind another one in the text is never executed
//! before it. Much of what is asked about order is answered by comparing two numbers.
//!
//! A *step* is what no other thread can interrupt: a whole atomic section, or one instruction outside of sections.

use unspool_ir::{Block, BlockId, Body, FunctionId, Inst, InstKind, Program};

use crate::bounded::threads;

pub struct ThreadText<'p> {
    pub number: u32,
    pub function: FunctionId,
    pub body: &'p Body,
    /// The position of the first instruction of each block. Its terminator stands behind its last one.
    first: Vec<u32>,
    /// How many atomic sections are open at the start of each block.
    depths: Vec<u32>,
    step_ends: Vec<u32>,
}

/// What stands at a position.
#[derive(Clone, Copy)]
pub enum Code<'p> {
    Inst(&'p Inst),
    /// The end of a block.
    Terminator(&'p Block),
}

/// A place in the text.
#[derive(Clone, Copy)]
pub struct At<'p> {
    pub position: u32,
    pub block: BlockId,
    /// In the block; the number of its instructions stands for the terminator.
    pub index: usize,
    /// How many atomic sections are open before it is executed.
    pub depth: u32,
    pub code: Code<'p>,
}

/// An analysis along all paths from the start of a thread.
pub trait Forward {
    type State: Clone;
    fn pass(&mut self, state: &mut Self::State, at: At<'_>);
    /// What is known on the way to a successor of a block, by its place among the successors.
    fn leave(&mut self, state: &Self::State, _block: &Block, _successor: usize) -> Self::State {
        state.clone()
    }
    fn join(&mut self, into: &mut Self::State, other: Self::State);
}

impl<'p> ThreadText<'p> {
    /// The threads of a bounded program, in the order of their numbers.
    pub fn of_program(program: &'p Program) -> Vec<ThreadText<'p>> {
        let threads = threads(program).into_iter();
        threads
            .filter_map(|thread| {
                let function = program.functions.get(thread.function.index())?;
                let body = function.body.as_ref()?;
                Some(ThreadText::new(thread.number, thread.function, body))
            })
            .collect()
    }

    fn new(number: u32, function: FunctionId, body: &'p Body) -> Self {
        let mut text = ThreadText {
            number,
            function,
            body,
            first: Vec::with_capacity(body.blocks.len()),
            depths: depths(body),
            step_ends: Vec::new(),
        };
        let mut length = 0;
        for block in &body.blocks {
            text.first.push(length);
            length += block.insts.len() as u32 + 1;
        }
        let mut closed = Vec::with_capacity(length as usize);
        text.for_each(|at| {
            closed.push(match at.code {
                Code::Inst(inst) => depth_behind(at.depth, &inst.kind) == 0,
                Code::Terminator(_) => at.depth == 0,
            });
        });
        let mut end = length.saturating_sub(1);
        text.step_ends = vec![0; length as usize];
        for (position, is_closed) in closed.into_iter().enumerate().rev() {
            if is_closed {
                end = position as u32;
            }
            text.step_ends[position] = end;
        }
        text
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.step_ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.step_ends.is_empty()
    }

    pub fn position(&self, block: BlockId, index: usize) -> u32 {
        self.first[block.index()] + index as u32
    }

    /// The other way round.
    pub fn place(&self, position: u32) -> (BlockId, usize) {
        let behind = self.first.partition_point(|first| *first <= position);
        let block = behind.saturating_sub(1);
        let first = self.first.get(block).copied().unwrap_or(0);
        (BlockId::new(block), position.saturating_sub(first) as usize)
    }

    pub fn depth_at_start(&self, block: BlockId) -> u32 {
        self.depths[block.index()]
    }

    /// Whatever an execution passes behind `position` and up to the one returned here belongs to the same step: all that
    /// stands between them in the text is inside of sections, and a path leads only through what stands between.
    pub fn step_end(&self, position: u32) -> u32 {
        self.step_ends[position as usize]
    }

    /// All positions, in order.
    pub fn for_each(&self, mut visit: impl FnMut(At<'p>)) {
        for index in 0..self.body.blocks.len() {
            self.for_each_of_block(BlockId::new(index), &mut visit);
        }
    }

    /// The positions of a block, in order.
    pub fn for_each_of_block(&self, id: BlockId, mut visit: impl FnMut(At<'p>)) {
        let block = self.body.block(id);
        let mut depth = self.depth_at_start(id);
        let first = self.first[id.index()];
        for (index, inst) in block.insts.iter().enumerate() {
            visit(At {
                position: first + index as u32,
                block: id,
                index,
                depth,
                code: Code::Inst(inst),
            });
            depth = depth_behind(depth, &inst.kind);
        }
        visit(At {
            position: first + block.insts.len() as u32,
            block: id,
            index: block.insts.len(),
            depth,
            code: Code::Terminator(block),
        });
    }

    /// The positions of a block, last first.
    pub fn for_each_of_block_backward(&self, id: BlockId, mut visit: impl FnMut(At<'p>)) {
        let mut all = Vec::with_capacity(self.body.block(id).insts.len() + 1);
        self.for_each_of_block(id, |at| all.push(at));
        all.into_iter().rev().for_each(&mut visit);
    }

    /// Runs an analysis over the thread; every block is passed once, when all that leads to it has been.
    pub fn run<A: Forward>(&self, analysis: &mut A, start: A::State) {
        let mut waiting: Vec<Option<A::State>> = vec![None; self.body.blocks.len()];
        if let Some(first) = waiting.first_mut() {
            *first = Some(start);
        }
        for (index, block) in self.body.blocks.iter().enumerate() {
            let Some(mut state) = waiting[index].take() else {
                continue;
            };
            self.for_each_of_block(BlockId::new(index), |at| analysis.pass(&mut state, at));
            for (place, successor) in block.terminator.successors().enumerate() {
                let left = analysis.leave(&state, block, place);
                match &mut waiting[successor.index()] {
                    Some(known) => analysis.join(known, left),
                    empty => *empty = Some(left),
                }
            }
        }
    }
}

/// How many atomic sections are open at the start of each block.
pub fn depths(body: &Body) -> Vec<u32> {
    let mut depths = vec![0; body.blocks.len()];
    for (index, block) in body.blocks.iter().enumerate() {
        let insts = block.insts.iter();
        let depth = insts.fold(depths[index], |depth, inst| depth_behind(depth, &inst.kind));
        // All paths to a block have one depth (rule A1 of the verifier).
        for target in block.terminator.successors() {
            depths[target.index()] = depth;
        }
    }
    depths
}

/// How many sections are open behind an instruction.
pub fn depth_behind(depth: u32, kind: &InstKind) -> u32 {
    match kind {
        InstKind::AtomicBegin => depth + 1,
        InstKind::AtomicEnd => depth.saturating_sub(1),
        _ => depth,
    }
}
