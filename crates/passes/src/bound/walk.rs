//! The walk through a thread: blocks in order, loops iteration by iteration, joins.
//!
//! The blocks of a function are walked in the order of [`crate::loop_order`], so that whatever leads to a block has been walked
//! before it, jumps back excepted; these lead to the head of a loop and start its next iteration. For every
//! way into a block that is still to be walked an [`Edge`] waits, with what is known on that path. A block without a
//! waiting edge is not reached and leaves no trace.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use unspool_ir::{
    BinaryOp, BlockId, Body, Case, ExprId, ExprKind, FunctionId, Inst, InstKind, OriginId,
    OriginStep, Program, RegId, SlotId, Span, Terminator, TypeId, Types, UnaryOp,
};

use super::knowledge::Knowledge;
use super::objects::ObjectId;
use super::output::{Exit, OPEN, Output};
use super::value::Value;
use super::{Bounder, Restart, Stop};
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
}

/// A function being walked: the thread's own, or one that is inlined.
pub struct Activation<'p> {
    pub function: FunctionId,
    pub body: &'p Body,
    order: Rc<LoopOrder>,
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
    /// Slot and object of the extra arguments.
    pub var_args: Option<(SlotId, ObjectId)>,
    /// Allocations on the stack: object and the register that points to it.
    pub stack_objects: Vec<(ObjectId, RegId)>,
}

/// A loop being unwound.
pub struct LoopFrame {
    pub number: usize,
    /// Iterations begun whose tests came out as constants.
    pub decided: u32,
    /// All tests of this iteration so far that could leave the loop: their fingerprint if they came out as constants.
    test: Option<u64>,
    previous_test: Option<u64>,
    undecided_exit: bool,
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
        self.activations.push(Activation {
            function,
            body,
            order: self.bounder.order(function, body),
            registers,
            slots,
            origin,
            result,
            args,
            returns: Vec::new(),
            waiting: FxHashMap::default(),
            loops: Vec::new(),
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
    /// An iteration counts against the limit for decided loops if a test that could have left the loop came out as a constant
    /// in it, and differently from the iteration before in what it is made of (`while (1)` and `while (flag)` with a flag that
    /// nobody changes never get nearer to their end). Others count against the bound.
    fn walk_loop(&mut self, order: &Rc<LoopOrder>, number: usize) -> Result<(), Stop> {
        let is_reached = (self.here().waiting.keys()).any(|at| order.contains(number, *at));
        if !is_reached {
            return Ok(());
        }
        let head = order.loops[number].head;
        let (function, outer) = (self.here().function, self.here().origin);
        let span = first_span(self.body(), head);
        let limits = self.bounder.limits_of(function, head, span);
        self.here_mut().loops.push(LoopFrame {
            number,
            decided: 0,
            test: None,
            previous_test: None,
            undecided_exit: false,
        });
        let mut counted = 0;
        let mut visits = 0;
        let mut iterations = 0;
        let mut is_cut = false;
        let mut has_exit = false;
        let mut targets = self.body().block(head).terminator.successors();
        let tests_first = targets.any(|target| !order.contains(number, target));
        loop {
            if visits > 0 && !self.here().waiting.contains_key(&head) {
                break;
            }
            if counted >= limits.bound {
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
            self.walk_if_reached(head)?;
            let stays = self
                .here()
                .waiting
                .keys()
                .any(|at| order.contains(number, *at));
            if stays || !tests_first {
                iterations = visits;
            }
            self.walk_elements(order, &order.loops[number].inside)?;
            let frame = self.frame();
            has_exit |= frame.undecided_exit;
            let progress = frame.test.is_some() && frame.test != frame.previous_test;
            frame.previous_test = frame.test.take();
            frame.undecided_exit = false;
            if progress && limits.decided > 0 {
                frame.decided += 1;
                if frame.decided >= limits.decided && self.here().waiting.contains_key(&head) {
                    return Err(Stop::Restart(Restart::LongLoop { function, head }));
                }
            } else {
                counted += 1;
            }
        }
        let frame = self.here_mut().loops.pop();
        let decided = frame.map_or(0, |frame| frame.decided);
        self.here_mut().origin = outer;
        let dynamic = counted > u32::from(decided > 0);
        self.bounder.note_loop(
            function,
            span,
            iterations,
            (dynamic, has_exit || decided > 0),
            is_cut,
        );
        Ok(())
    }

    /// The visit of a loop after its last iteration: only tests that can leave it are walked, everything else is cut. True if
    /// there was something to cut.
    fn last_tests(
        &mut self,
        order: &Rc<LoopOrder>,
        number: usize,
        span: Span,
        bound: u32,
        outer: Option<OriginId>,
    ) -> Result<bool, Stop> {
        self.here_mut().origin = outer;
        let mut cut = Vec::new();
        let info = &order.loops[number];
        let mut open: Vec<&Element> = info.inside.iter().rev().collect();
        let mut next = Some(info.head);
        let body = self.body();
        loop {
            if let Some(block) = next.take()
                && self.here().waiting.contains_key(&block)
            {
                let mut targets = body.block(block).terminator.successors();
                if targets.any(|target| !order.contains(number, target)) {
                    self.walk_if_reached(block)?;
                } else {
                    cut.extend(self.here_mut().waiting.remove(&block).unwrap_or_default());
                }
            }
            match open.pop() {
                None => break,
                Some(Element::Block(block)) => next = Some(*block),
                Some(Element::Loop(inner)) => {
                    let inner = &order.loops[*inner];
                    let edges = self.here_mut().waiting.remove(&inner.head);
                    cut.extend(edges.unwrap_or_default());
                    for element in inner.inside.iter().rev() {
                        if let Element::Block(block) = element {
                            let edges = self.here_mut().waiting.remove(block);
                            cut.extend(edges.unwrap_or_default());
                        } else {
                            open.push(element);
                        }
                    }
                }
            }
        }
        let back = self.here_mut().waiting.remove(&info.head);
        cut.extend(back.unwrap_or_default());
        let is_cut = !cut.is_empty();
        if is_cut {
            self.cut_loop(cut, span, bound);
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
        for (index, inst) in body.block(block).insts.iter().enumerate() {
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
        Err(Stop::TooLarge { span })
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

    /// A test that chooses between these targets came out as a constant.
    fn note_decided(
        &mut self,
        know: &Knowledge,
        condition: ExprId,
        targets: impl IntoIterator<Item = BlockId>,
    ) {
        if self.here().loops.is_empty() {
            return;
        }
        let Some(fingerprint) = self.fingerprint(know, condition) else {
            return;
        };
        let order = Rc::clone(&self.here().order);
        let targets: Vec<BlockId> = targets.into_iter().collect();
        for frame in self.here_mut().loops.iter_mut().rev() {
            if (targets.iter()).any(|target| !order.contains(frame.number, *target)) {
                let all = frame.test.unwrap_or(0).rotate_left(5) ^ fingerprint;
                frame.test = Some(all);
            }
        }
    }

    fn note_undecided(&mut self, targets: impl IntoIterator<Item = BlockId>) {
        if self.here().loops.is_empty() {
            return;
        }
        let order = Rc::clone(&self.here().order);
        let targets: Vec<BlockId> = targets.into_iter().collect();
        for frame in self.here_mut().loops.iter_mut() {
            frame.undecided_exit |= targets
                .iter()
                .any(|target| !order.contains(frame.number, *target));
        }
    }

    /// A number for the values of the registers in an expression; None if there is none in it.
    fn fingerprint(&self, know: &Knowledge, expr: ExprId) -> Option<u64> {
        use std::hash::{BuildHasher, Hash, Hasher};
        let mut hasher = rustc_hash::FxBuildHasher.build_hasher();
        let mut open = vec![expr];
        let mut found = false;
        while let Some(expr) = open.pop() {
            match self.body().expr(expr).kind {
                ExprKind::Reg(register) => {
                    found = true;
                    know.register(self.register(register)).hash(&mut hasher);
                }
                ExprKind::Unary(_, a) | ExprKind::Convert(a) => open.push(a),
                ExprKind::Binary(_, a, b) => open.extend([a, b]),
                ExprKind::Select(c, a, b) => open.extend([c, a, b]),
                _ => {}
            }
        }
        found.then(|| hasher.finish())
    }
}

/// Where a block starts in the source.
pub fn first_span(body: &Body, block: BlockId) -> Span {
    let block = body.block(block);
    block
        .insts
        .iter()
        .map(|inst: &Inst| inst.span)
        .find(|span| span.line > 0)
        .unwrap_or(block.span)
}
