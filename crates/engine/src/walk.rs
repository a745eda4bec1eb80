//! Symbolic execution of one thread: all paths at the same time, each instruction once.
//!
//! The blocks of a thread stand in topological order. Each is executed in the state in which all paths to it are joined: a register
//! that has different values on two paths becomes a choice between them, by the decision on which the paths parted (Kuehlmann's merging, as
//! in Koelbl and Pixley, *Constructing efficient formal models from high-level descriptions using symbolic simulation*, 2005).

use rustc_hash::FxHashMap;
use unspool_formula::terms::Term;
use unspool_ir::{BlockId, Body, FunctionId, Program, RegId, Terminator, TypeId};
use unspool_passes::operands::{self, Node};
use unspool_passes::persistent_map::PersistentMap;

use crate::answer::{InputKind, Position};
use crate::build::{Build, Segment, Shared, ThreadRecord, Use};
use crate::ends::Otherwise;
use crate::engine::EngineError;
use crate::expressions::width_of;
use crate::state::State;
use crate::timeline::Point;

/// Instructions between two looks at whether to go on.
const INSTRUCTIONS_BETWEEN_LOOKS: usize = 64;

pub struct Walk<'b, 'p> {
    pub(crate) build: &'b mut Build<'p>,
    pub(crate) program: &'p Program,
    pub(crate) body: &'p Body,
    pub(crate) function: FunctionId,
    /// Place in the list of threads.
    pub(crate) thread: usize,
    pub(crate) record: ThreadRecord,
    pub(crate) state: State,
    /// How many atomic sections are open.
    pub(crate) depth: u32,
    pub(crate) block: BlockId,
    pub(crate) index: usize,
    /// Conditions that the expression being evaluated needs, and what it means if they do not hold.
    pub(crate) demands: Vec<(Term, Otherwise)>,
    /// Guards and points at which the thread ends.
    pub(crate) ends: Vec<(Term, Point)>,
    /// For the guard and point in work: by slot but the last, whether what is there is executed in it.
    executed: Option<(Term, usize, Vec<Term>)>,
    /// The instruction in work has a visible point.
    pub(crate) is_at_point: bool,
    /// A step of the thread so far is in the last slot.
    pub(crate) step_in_last_slot: Term,
    pub(crate) unset: FxHashMap<RegId, Term>,
    /// By register: the last block that reads it.
    pub(crate) last_uses: Vec<Option<BlockId>>,
}

/// Whether the path goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Path {
    GoesOn,
    Ends,
}

/// Executes a thread of the list.
pub fn run(build: &mut Build<'_>, thread: usize) -> Result<ThreadRecord, EngineError> {
    let program = build.program;
    let (number, function, body) = {
        let text = &build.texts[thread];
        (text.number, text.function, text.body)
    };
    let record = ThreadRecord {
        number,
        ..ThreadRecord::default()
    };
    let never = build.terms.boolean(false);
    let (guard, start, arguments) = match (thread, build.spawned.get(&number).cloned()) {
        (0, _) => {
            let start = build.timeline.beginning(&mut build.terms);
            (build.terms.boolean(true), start, Vec::new())
        }
        (_, Some(spawned)) => {
            let name = format!("start of thread {number}");
            let start = build.timeline.point(&mut build.terms, &name, thread, &[]);
            build.timeline.starts_behind(
                &mut build.terms,
                (spawned.creator, &spawned.point),
                (thread, &start),
            );
            (spawned.guard, start, spawned.arguments)
        }
        // Whoever could create it never gets there.
        (_, None) => {
            build.timeline.thread_done(&mut build.terms, thread, &[]);
            return Ok(record);
        }
    };
    let state = State {
        guard: build.guards.root(guard),
        registers: PersistentMap::default(),
        private: PersistentMap::default(),
        known: PersistentMap::default(),
        point: 0,
        has_acted: false,
        is_in_section: never,
        exempt: never,
    };
    let mut walk = Walk {
        build,
        program,
        body,
        function,
        thread,
        record,
        state,
        depth: 0,
        block: BlockId(0),
        index: 0,
        demands: Vec::new(),
        ends: Vec::new(),
        executed: None,
        is_at_point: false,
        step_in_last_slot: never,
        unset: FxHashMap::default(),
        last_uses: last_uses(body),
    };
    walk.record.points.push(start);
    let first = walk.at();
    walk.record.places.push(first);
    walk.record.guards.push(guard);
    walk.record.uses.push(Vec::new());
    walk.note_use(Shared::Start(thread as u32), false);
    for (&param, argument) in body.params.iter().zip(arguments) {
        walk.set(param, argument);
    }
    walk.blocks()?;
    walk.only_steps_in_last_slot();
    let ends = std::mem::take(&mut walk.ends);
    let mut record = std::mem::take(&mut walk.record);
    let mut unset: Vec<(RegId, Term)> = walk.unset.drain().collect();
    unset.sort_unstable_by_key(|(reg, _)| *reg);
    record.unset = unset;
    build.timeline.thread_done(&mut build.terms, thread, &ends);
    Ok(record)
}

/// The last block that reads each register.
fn last_uses(body: &Body) -> Vec<Option<BlockId>> {
    let mut last = vec![None; body.regs.len()];
    let mut stack = Vec::new();
    for (index, block) in body.blocks.iter().enumerate() {
        for inst in &block.insts {
            operands::push_operands(&inst.kind, &mut stack);
        }
        stack.extend(operands::terminator_expr(&block.terminator).map(Node::Expr));
        operands::for_each_node(body, &mut stack, |node| {
            if let Some(reg) = operands::register_of(body, node) {
                last[reg.index()] = Some(BlockId::new(index));
            }
        });
    }
    last
}

impl Walk<'_, '_> {
    fn blocks(&mut self) -> Result<(), EngineError> {
        let count = self.body.blocks.len();
        let mut incoming: Vec<Vec<State>> = vec![Vec::new(); count];
        incoming[0].push(self.state.clone());
        for index in 0..count {
            let states = std::mem::take(&mut incoming[index]);
            self.block = BlockId::new(index);
            self.depth = self.build.texts[self.thread].depth_at_start(self.block);
            let Some(state) = self.join_all(states) else {
                continue;
            };
            self.state = state;
            self.index = 0;
            if self.instructions()? == Path::GoesOn {
                self.terminator(&mut incoming);
            }
        }
        Ok(())
    }

    fn instructions(&mut self) -> Result<Path, EngineError> {
        let body = self.body;
        let block = body.block(self.block);
        self.begin_segment();
        for (index, inst) in block.insts.iter().enumerate() {
            self.index = index;
            if index % INSTRUCTIONS_BETWEEN_LOOKS == 0 {
                self.build.check_interruption()?;
            }
            self.is_at_point = inst.point.is_some();
            if self.is_at_point {
                self.pass_point();
            }
            let section = self.state.is_in_section;
            let path = self.instruction(inst);
            self.end_of_step(inst, section);
            self.extend_segment();
            if path == Path::Ends {
                return Ok(Path::Ends);
            }
        }
        self.index = block.insts.len();
        self.is_at_point = block.point.is_some();
        if self.is_at_point {
            self.pass_point();
        }
        Ok(Path::GoesOn)
    }

    /// Also notes that the instruction in work belongs to the segment.
    fn extend_segment(&mut self) {
        let end = self.index + 1;
        let guard = self.guard();
        if let Some(segment) = self.record.segments.last_mut() {
            segment.end = end;
            if segment.guard != guard {
                let (block, point) = (segment.block, segment.point);
                self.record.segments.push(Segment {
                    block,
                    first: end,
                    end,
                    guard,
                    point,
                });
            }
        }
    }

    fn begin_segment(&mut self) {
        let segment = Segment {
            block: self.block,
            first: self.index,
            end: self.index,
            guard: self.guard(),
            point: self.state.point,
        };
        self.record.segments.push(segment);
    }

    fn pass_point(&mut self) {
        let number = self.record.points.len();
        let at = self.at();
        let name = format!("point {} of thread {}", number - 1, self.record.number);
        let build = &mut *self.build;
        let (terms, earlier) = (&mut build.terms, &self.record.points);
        let point = build.timeline.point(terms, &name, self.thread, earlier);
        let guard = build.guards.term(self.state.guard);
        self.record.points.push(point);
        self.record.places.push(at);
        self.record.guards.push(guard);
        self.record.uses.push(Vec::new());
        self.state.point = number;
        self.state.has_acted = false;
        self.state.exempt = build.terms.boolean(false);
        self.state.known = PersistentMap::default();
        self.be_alone_in_last_slot();
        self.begin_segment();
    }

    fn terminator(&mut self, incoming: &mut [Vec<State>]) {
        let body = self.body;
        let block = body.block(self.block);
        let outer = self.demands.len();
        debug_assert_eq!(outer, 0);
        match &block.terminator {
            Terminator::Goto(target) => {
                self.extend_segment();
                incoming[target.index()].push(self.state.clone());
            }
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.value(*condition);
                if self.meet_demands() == Path::Ends {
                    return;
                }
                self.extend_segment();
                let negated = self.build.terms.not(condition);
                for (condition, target) in [(condition, *then), (negated, *otherwise)] {
                    self.leave(condition, target, incoming);
                }
            }
            Terminator::Switch {
                value,
                cases,
                default,
            } => {
                let ty = body.expr(*value).ty;
                let value = self.value(*value);
                if self.meet_demands() == Path::Ends {
                    return;
                }
                self.extend_segment();
                let mut targets: Vec<(BlockId, Term)> = Vec::new();
                for case in cases {
                    let here = self.is_in_case(value, ty, case.low, case.high);
                    match targets
                        .iter_mut()
                        .find(|(target, _)| *target == case.target)
                    {
                        Some((_, condition)) => {
                            *condition = self.build.terms.or(*condition, here);
                        }
                        None => targets.push((case.target, here)),
                    }
                }
                for (target, condition) in targets {
                    let others = self.state.clone();
                    self.leave(condition, target, incoming);
                    self.state = others;
                    let negated = self.build.terms.not(condition);
                    let (terms, guard) = (&mut self.build.terms, self.state.guard);
                    match self.build.guards.and(terms, guard, negated) {
                        Some(guard) => self.state.guard = guard,
                        None => return,
                    }
                }
                incoming[default.index()].push(self.state.clone());
            }
            Terminator::Return(_) if self.thread != 0 => self.end_thread(),
            Terminator::ExitThread => self.end_thread(),
            Terminator::Return(_)
            | Terminator::Exit(_)
            | Terminator::Abort
            | Terminator::Unreachable => {
                let never = self.build.terms.boolean(false);
                self.end_unless(never);
            }
        }
    }

    fn is_in_case(&mut self, value: Term, ty: TypeId, low: u128, high: u128) -> Term {
        let is_signed = self.program.types.is_signed(ty);
        let terms = &mut self.build.terms;
        let width = terms.width(value);
        let low_term = terms.number(low, width);
        if low == high {
            return terms.equal(value, low_term);
        }
        let high_term = terms.number(high, width);
        let (above, below) = match is_signed {
            true => (
                terms.less_or_equal_signed(low_term, value),
                terms.less_or_equal_signed(value, high_term),
            ),
            false => (
                terms.less_or_equal(low_term, value),
                terms.less_or_equal(value, high_term),
            ),
        };
        terms.and(above, below)
    }

    fn leave(&mut self, condition: Term, target: BlockId, incoming: &mut [Vec<State>]) {
        let (terms, guard) = (&mut self.build.terms, self.state.guard);
        if let Some(guard) = self.build.guards.and(terms, guard, condition) {
            incoming[target.index()].push(State {
                guard,
                ..self.state.clone()
            });
        }
    }

    fn end_thread(&mut self) {
        self.end_own_objects();
        self.note_use(Shared::End(self.thread as u32), true);
        self.extend_segment();
        let point = self.record.points[self.state.point].clone();
        self.ends.push((self.guard(), point));
    }

    pub(crate) fn set(&mut self, reg: RegId, value: Term) {
        self.state.registers.insert(u64::from(reg.0), value);
    }

    pub(crate) fn register(&mut self, reg: RegId) -> Term {
        if let Some(value) = self.state.registers.get(u64::from(reg.0)) {
            return value;
        }
        let width = width_of(&self.program.types, self.body.regs[reg.index()].ty);
        let terms = &mut self.build.terms;
        let unset = self.unset.entry(reg);
        *unset.or_insert_with(|| terms.variable("register before it is set", width))
    }

    pub(crate) fn guard(&self) -> Term {
        self.build.guards.term(self.state.guard)
    }

    pub(crate) fn at(&self) -> Position {
        Position {
            thread: self.record.number,
            block: self.block,
            index: self.index,
        }
    }

    pub(crate) fn point(&self) -> Point {
        self.record.points[self.state.point].clone()
    }

    /// By slot, without the last one of `last_slot.rs`: whether what is in work is executed there.
    pub(crate) fn executed(&mut self) -> &[Term] {
        let (guard, point) = (self.guard(), self.state.point);
        let is_known = matches!(&self.executed, Some((g, p, _)) if (*g, *p) == (guard, point));
        if !is_known {
            let build = &mut *self.build;
            let at = &self.record.points[point];
            // What stands in the last slot writes nothing.
            let slots = (0..build.timeline.usual_slots()).map(|slot| {
                let here = build.timeline.in_slot(&mut build.terms, at, slot);
                build.terms.and(guard, here)
            });
            self.executed = Some((guard, point, slots.collect()));
        }
        self.executed.as_ref().map_or(&[], |(.., slots)| slots)
    }

    /// The thread uses something that others may use.
    pub(crate) fn note_use(&mut self, shared: Shared, is_write: bool) {
        let guard = self.guard();
        let uses = &mut self.record.uses[self.state.point];
        let used = Use {
            shared,
            is_write,
            guard,
        };
        if uses.last() != Some(&used) {
            uses.push(used);
        }
    }

    pub(crate) fn note_input(&mut self, kind: InputKind, value: Term) {
        let at = self.at();
        self.record.inputs.push((at, kind, value));
    }
}
