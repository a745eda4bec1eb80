//! The walk through a thread: blocks in order, loops iteration by iteration, joins.
//!
//! The blocks of a function are walked in the order of [`crate::loop_order`], so that whatever leads to a block has been walked
//! before it, jumps back excepted; these lead to the head of a loop and start its next iteration. For every
//! way into a block that is still to be walked an [`Edge`] waits, with what is known on that path. A block without a
//! waiting edge is not reached and leaves no trace.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use unspool_ir::{
    BinaryOp, BlockId, Body, Case, ExprId, ExprKind, FunctionId, InstKind, OriginId, OriginStep,
    Program, RegId, SlotId, Span, Terminator, TypeId, Types, UnaryOp,
};

use super::knowledge::Knowledge;
use super::loop_places::{first_span, span_of_loop};
use super::loop_progress::LoopFrame;
use super::objects::ObjectId;
use super::output::{Exit, OPEN, Output};
use super::stack_allocations::StackObject;
use super::value::Value;
use super::{Bounder, LoopKind, Restart, Stop};
use crate::loop_order::{Element, LoopOrder};

/// The making of one thread.
pub struct ThreadWalk<'a, 'p> {
    pub bounder: &'a mut Bounder<'p>,
    pub out: Output,
    pub thread: u32,
    pub activations: Vec<Activation<'p>>,
    /// By slot key: which slot of which function it is.
    pub slot_keys: Vec<(FunctionId, SlotId)>,
    /// How many instructions were emitted that matter to anybody but the library function that they are in.
    pub important: usize,
    /// The first slot of the call of a library function that the walk is in.
    pub own_slots: Option<u32>,
    /// Registers to be set to null at the start.
    pub null_at_start: Vec<RegId>,
}

/// A function being walked: the thread's own, or one that is inlined.
pub struct Activation<'p> {
    pub function: FunctionId,
    pub body: &'p Body,
    pub order: Rc<LoopOrder>,
    /// By block.
    is_test: Rc<[bool]>,
    /// The first of its registers in the thread.
    pub registers: u32,
    /// Its slots are keyed from here.
    pub slots: u32,
    pub origin: Option<OriginId>,
    /// Register that gets the result.
    pub result: Option<RegId>,
    pub args: Vec<Value>,
    pub returns: Vec<Edge>,
    waiting: FxHashMap<BlockId, Vec<Edge>>,
    pub loops: Vec<LoopFrame>,
    /// Of registers assigned in this iteration: a number for the values that theirs was made of.
    pub made_of: FxHashMap<RegId, u64>,
    /// Slot and object of the extra arguments.
    pub var_args: Option<(SlotId, ObjectId)>,
    /// What ends when it returns.
    pub stack_objects: Vec<StackObject>,
}

/// A way into a block that has not been begun.
pub struct Edge {
    pub from: BlockId,
    pub exit: Exit,
    pub know: Knowledge,
}

/// Where the walk stands: the end of a block, and what is known there.
pub struct Path {
    pub block: BlockId,
    pub know: Knowledge,
}

impl<'p> ThreadWalk<'_, 'p> {
    pub fn program(&self) -> &'p Program {
        self.bounder.program
    }

    pub fn types(&self) -> &Types {
        &self.bounder.types
    }

    pub fn here(&self) -> &Activation<'p> {
        self.activations.last().expect("the walk is in a function")
    }

    pub fn here_mut(&mut self) -> &mut Activation<'p> {
        self.activations
            .last_mut()
            .expect("the walk is in a function")
    }

    pub fn body(&self) -> &'p Body {
        self.here().body
    }

    /// The thread's register for one of the current function.
    pub fn register(&self, register: RegId) -> RegId {
        RegId(self.here().registers + register.0)
    }

    pub fn emit(&mut self, path: &Path, kind: InstKind, span: Span) {
        let origin = self.here().origin;
        self.out.emit(path.block, kind, span, origin);
    }

    /// Ends a block without a way on.
    pub fn finish(&mut self, path: Path, terminator: Terminator, span: Span) {
        let origin = self.here().origin;
        self.out.end_block(path.block, terminator, span, origin);
    }

    /// Puts a function on top, its registers and slots being new ones.
    pub fn push_activation(
        &mut self,
        function: FunctionId,
        body: &'p Body,
        origin: Option<OriginId>,
        result: Option<RegId>,
        args: Vec<Value>,
    ) {
        let registers = self.out.body.regs.len() as u32;
        self.out.body.regs.extend_from_slice(&body.regs);
        let slots = self.slot_keys.len() as u32;
        let own = (0..body.slots.len()).map(|index| (function, SlotId::new(index)));
        self.slot_keys.extend(own);
        let (order, is_test) = self.bounder.order(function, body);
        self.activations.push(Activation {
            function,
            body,
            order,
            is_test,
            registers,
            slots,
            origin,
            result,
            args,
            returns: Vec::new(),
            waiting: FxHashMap::default(),
            loops: Vec::new(),
            made_of: FxHashMap::default(),
            var_args: None,
            stack_objects: Vec::new(),
        });
    }

    /// Walks the current function from its first block.
    pub fn walk_function(&mut self, path: Path) -> Result<(), Stop> {
        let span = first_span(self.body(), BlockId(0));
        self.leave(path, BlockId(0), span);
        let order = Rc::clone(&self.here().order);
        self.walk_elements(&order, &order.elements)
    }

    fn walk_elements(&mut self, order: &Rc<LoopOrder>, elements: &[Element]) -> Result<(), Stop> {
        for element in elements {
            match *element {
                Element::Block(block) => self.walk_if_reached(block)?,
                Element::Loop(number) => self.walk_loop(order, number)?,
            }
        }
        Ok(())
    }

    fn walk_if_reached(&mut self, block: BlockId) -> Result<(), Stop> {
        let Some(edges) = self.here_mut().waiting.remove(&block) else {
            return Ok(());
        };
        let path = self.join(edges)?;
        self.walk_block(block, path)
    }

    /// Unwinds a loop.
    ///
    /// A bound allows so many executions of the body, and the test that follows them: see [`super::loop_tests`].
    ///
    /// Iterations that bring the loop nearer to its end, as far as constants tell ([`super::loop_progress`]), count against the
    /// limit for such loops, all others against the bound. The first iteration is of the kind of the second one.
    fn walk_loop(&mut self, order: &Rc<LoopOrder>, number: usize) -> Result<(), Stop> {
        let is_reached = (self.here().waiting.keys()).any(|at| order.contains(number, *at));
        if !is_reached {
            return Ok(());
        }
        if let Some(around) = self.here_mut().loops.last_mut() {
            around.is_in_body = true;
        }
        let head = order.loops[number].head;
        let (function, outer) = (self.here().function, self.here().origin);
        let span = span_of_loop(self.body(), head);
        let limits = self.bounder.limits_of(function, head, span);
        self.here_mut().loops.push(LoopFrame::new(number));
        let mut counted = 0;
        let mut is_first_open = false;
        let mut visits = 0;
        let mut iterations = 0;
        let mut is_cut = false;
        let mut has_exit = false;
        // Iterations whose tests came out as constants, and whether they ever did so differently.
        let mut tests = 0;
        let mut is_nearing = false;
        // The visit that only tests comes on top.
        let tests_first = self.here().is_test[head.index()];
        let most_decided = limits.decided.saturating_add(u32::from(tests_first));
        loop {
            if visits > 0 && !self.here().waiting.contains_key(&head) {
                break;
            }
            if counted >= limits.bound {
                let step = OriginStep::Iteration {
                    number: visits + 1,
                    span,
                };
                let origin = self.out.origin(outer, step);
                self.here_mut().origin = Some(origin);
                is_cut = self.last_tests(order, number, span, limits.bound, outer)?;
                break;
            }
            visits += 1;
            let step = OriginStep::Iteration {
                number: visits,
                span,
            };
            let origin = self.out.origin(outer, step);
            self.here_mut().origin = Some(origin);
            self.here_mut().made_of.clear();
            self.walk_if_reached(head)?;
            self.walk_elements(order, &order.loops[number].inside)?;
            let frame = self.frame();
            if std::mem::take(&mut frame.is_in_body) {
                iterations = visits;
            }
            has_exit |= frame.undecided_exit;
            tests += u32::from(frame.test.is_some());
            let progress = frame.is_nearer();
            is_nearing |= progress && tests > 1;
            frame.previous_test = frame.test.take();
            frame.undecided_exit = false;
            if progress && limits.decided > 0 {
                frame.decided += 1;
                is_first_open = visits == 1;
                if frame.decided >= most_decided && self.here().waiting.contains_key(&head) {
                    return Err(Stop::Restart(Restart::LongLoop { function, head }));
                }
            } else {
                counted += 1;
                if std::mem::take(&mut is_first_open) {
                    frame.decided = 0;
                    counted += 1;
                }
                if counted > limits.bound && self.here().waiting.contains_key(&head) {
                    // One too many already, since the bound is 1.
                    return Err(Stop::Restart(Restart::LongLoop { function, head }));
                }
            }
        }
        let mut decided = 0;
        if let Some(frame) = self.here_mut().loops.pop() {
            decided = frame.decided;
            has_exit |= frame.undecided_exit;
            tests += u32::from(frame.test.is_some());
            is_nearing |= tests > 1 && frame.is_nearer();
        }
        self.here_mut().origin = outer;
        // Constants decide its end, even if that is behind the bound.
        let is_static = tests > 0 && !has_exit && (is_nearing || tests == 1 || !is_cut);
        let kind = if is_static || visits > 0 && counted <= u32::from(decided > 0) {
            LoopKind::Static
        } else if has_exit || tests > 0 || visits == 0 {
            LoopKind::Dynamic
        } else {
            LoopKind::Endless
        };
        self.bounder
            .note_loop(function, span, iterations, kind, is_cut);
        Ok(())
    }

    /// The visit of a loop after its last iteration: only its test is walked, everything else is cut. True if there was
    /// something to cut.
    fn last_tests(
        &mut self,
        order: &Rc<LoopOrder>,
        number: usize,
        span: Span,
        bound: u32,
        outer: Option<OriginId>,
    ) -> Result<bool, Stop> {
        // Not all at one place, as they may be in and out of atomic sections.
        let mut cut: Vec<Vec<Edge>> = Vec::new();
        let info = &order.loops[number];
        let mut open: Vec<&Element> = info.inside.iter().rev().collect();
        let mut next = Some(info.head);
        loop {
            if let Some(block) = next.take()
                && self.here().waiting.contains_key(&block)
            {
                if self.here().is_test[block.index()] {
                    self.walk_if_reached(block)?;
                } else {
                    cut.extend(self.here_mut().waiting.remove(&block));
                }
            }
            match open.pop() {
                None => break,
                Some(Element::Block(block)) => next = Some(*block),
                Some(Element::Loop(inner)) => {
                    let inner = &order.loops[*inner];
                    cut.extend(self.here_mut().waiting.remove(&inner.head));
                    for element in inner.inside.iter().rev() {
                        if let Element::Block(block) = element {
                            cut.extend(self.here_mut().waiting.remove(block));
                        } else {
                            open.push(element);
                        }
                    }
                }
            }
        }
        cut.extend(self.here_mut().waiting.remove(&info.head));
        let is_cut = !cut.is_empty();
        self.here_mut().origin = outer;
        for edges in cut {
            self.cut_loop(edges, span, bound);
        }
        Ok(is_cut)
    }

    fn frame(&mut self) -> &mut LoopFrame {
        self.here_mut()
            .loops
            .last_mut()
            .expect("the walk is in a loop")
    }

    fn walk_block(&mut self, block: BlockId, mut path: Path) -> Result<(), Stop> {
        self.check_size(block)?;
        let body = self.body();
        let here = self.here_mut();
        let is_test = here.is_test[block.index()];
        if let Some(frame) = here.loops.last_mut() {
            frame.is_in_body |= !is_test;
        }
        for (index, inst) in body.block(block).insts.iter().enumerate() {
            self.note_made_of(&path.know, &inst.kind);
            match self.instruction(path, inst, (block, index))? {
                Some(next) => path = next,
                None => return Ok(()),
            }
        }
        self.terminator(block, path)
    }

    /// Refuses to grow further than allowed, at the expense of the longest loop if there is one.
    fn check_size(&mut self, block: BlockId) -> Result<(), Stop> {
        let limit = self.bounder.config.instructions;
        if self.bounder.instructions + self.out.instructions <= limit {
            return Ok(());
        }
        let longest = self
            .activations
            .iter()
            .flat_map(|activation| {
                activation
                    .loops
                    .iter()
                    .map(move |frame| (activation, frame))
            })
            .max_by_key(|(_, frame)| frame.decided);
        if let Some((activation, frame)) = longest
            && frame.decided > self.bounder.config.unwind
        {
            let head = activation.order.loops[frame.number].head;
            let function = activation.function;
            return Err(Stop::Restart(Restart::LongLoop { function, head }));
        }
        let span = first_span(self.body(), block);
        let library_call = self.library_call();
        Err(Stop::TooLarge { span, library_call })
    }

    /// Leads a path to a block by a plain jump.
    fn leave(&mut self, path: Path, target: BlockId, span: Span) {
        let (from, know) = (path.block, path.know);
        let origin = self.here().origin;
        self.out
            .end_block(from, Terminator::Goto(OPEN), span, origin);
        self.wait(target, from, Exit::Goto, know);
    }

    fn wait(&mut self, target: BlockId, from: BlockId, exit: Exit, know: Knowledge) {
        let edge = Edge { from, exit, know };
        self.here_mut()
            .waiting
            .entry(target)
            .or_default()
            .push(edge);
    }

    /// Begins a block where these paths meet; a single one that does not branch is just continued.
    pub fn join(&mut self, mut edges: Vec<Edge>) -> Result<Path, Stop> {
        if let [edge] = edges.as_mut_slice()
            && edge.exit == Exit::Goto
        {
            return Ok(Path {
                block: edge.from,
                know: std::mem::take(&mut edge.know),
            });
        }
        let block = self.out.begin_block();
        for edge in &edges {
            self.out.connect(edge.from, edge.exit, block);
        }
        // Neighbours differ least, so joining them in pairs keeps the work small.
        let mut states: Vec<Knowledge> = edges.into_iter().map(|edge| edge.know).collect();
        while states.len() > 1 {
            let mut joined = Vec::with_capacity(states.len().div_ceil(2));
            for pair in states.chunks(2) {
                joined.push(match pair {
                    [a, b] => match a.join(b, &self.bounder.objects) {
                        Ok(know) => know,
                        Err(conflict) => {
                            let (function, slot) = self.slot_keys[conflict.slot_key as usize];
                            return Err(Stop::Restart(Restart::OneSlot { function, slot }));
                        }
                    },
                    _ => pair[0].clone(),
                });
            }
            states = joined;
        }
        Ok(Path {
            block,
            know: states.pop().unwrap_or_default(),
        })
    }

    fn terminator(&mut self, block: BlockId, mut path: Path) -> Result<(), Stop> {
        let body = self.body();
        let (terminator, span) = (&body.block(block).terminator, body.block(block).span);
        match terminator {
            Terminator::Goto(target) => self.leave(path, *target, span),
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => {
                let (residual, value) = self.operand(&mut path.know, *condition);
                if let Some(truth) = value.truth() {
                    let taken = if truth { *then } else { *otherwise };
                    self.note_decided(&path.know, *condition, [*then, *otherwise]);
                    self.leave(path, taken, span);
                    return Ok(());
                }
                self.note_undecided([*then, *otherwise]);
                let residual_terminator = Terminator::Branch {
                    condition: residual,
                    then: OPEN,
                    otherwise: OPEN,
                };
                let from = path.block;
                let (mut when_true, mut when_false) = (path.know.clone(), path.know);
                self.learn(&mut when_true, *condition, true);
                self.learn(&mut when_false, *condition, false);
                let origin = self.here().origin;
                self.out.end_block(from, residual_terminator, span, origin);
                self.wait(*then, from, Exit::Then, when_true);
                self.wait(*otherwise, from, Exit::Otherwise, when_false);
            }
            Terminator::Switch {
                value: tested,
                cases,
                default,
            } => {
                let (residual, value) = self.operand(&mut path.know, *tested);
                let targets = cases.iter().map(|case| case.target).chain([*default]);
                if let Value::Bits(bits) = value {
                    let ty = body.expr(*tested).ty;
                    let inside = |case: &&Case| self.is_in_case(ty, bits, case);
                    let taken = cases
                        .iter()
                        .find(inside)
                        .map_or(*default, |case| case.target);
                    self.note_decided(&path.know, *tested, targets);
                    self.leave(path, taken, span);
                    return Ok(());
                }
                self.note_undecided(targets);
                let mut open_cases = cases.clone();
                for case in &mut open_cases {
                    case.target = OPEN;
                }
                let residual_terminator = Terminator::Switch {
                    value: residual,
                    cases: open_cases,
                    default: OPEN,
                };
                let (from, know) = (path.block, path.know);
                let origin = self.here().origin;
                self.out.end_block(from, residual_terminator, span, origin);
                for (index, case) in cases.iter().enumerate() {
                    self.wait(case.target, from, Exit::Case(index), know.clone());
                }
                self.wait(*default, from, Exit::Default, know);
            }
            Terminator::Return(value) => self.walk_return(path, *value, span),
            Terminator::ExitThread | Terminator::Abort | Terminator::Unreachable => {
                self.important += 1;
                self.finish(path, terminator.clone(), span);
            }
            Terminator::Exit(status) => {
                self.important += 1;
                let (status, _) = self.operand(&mut path.know, *status);
                self.finish(path, Terminator::Exit(status), span);
            }
        }
        Ok(())
    }

    fn is_in_case(&self, ty: TypeId, bits: u128, case: &Case) -> bool {
        let at_most = |a, b| {
            unspool_ir::arithmetic::binary(self.types(), BinaryOp::Le, ty, ty, a, b)
                .is_some_and(|le| le != 0)
        };
        at_most(case.low, bits) && at_most(bits, case.high)
    }

    /// What a path knows since this condition of the current function came out so.
    pub fn learn(&mut self, know: &mut Knowledge, condition: ExprId, truth: bool) {
        use BinaryOp::{And, Eq, Ne, Or};
        let body = self.body();
        match body.expr(condition).kind {
            ExprKind::Reg(register) => {
                let register = self.register(register);
                know.set_register(register, Value::Bits(u128::from(truth)));
            }
            ExprKind::Unary(UnaryOp::Not, inner) => self.learn(know, inner, !truth),
            ExprKind::Binary(op @ (And | Or), a, b)
                if truth == (op == And) && body.expr(condition).ty == Types::BOOL =>
            {
                self.learn(know, a, truth);
                self.learn(know, b, truth);
            }
            ExprKind::Binary(op @ (Eq | Ne), a, b) if truth == (op == Eq) => {
                let (ExprKind::Reg(register), ExprKind::Int(bits)) =
                    (body.expr(a).kind, body.expr(b).kind)
                else {
                    return;
                };
                let register = self.register(register);
                know.set_register(register, Value::Bits(bits));
            }
            _ => {}
        }
    }
}
