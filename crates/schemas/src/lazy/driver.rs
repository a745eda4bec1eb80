//! The main function: K rounds of contexts (Figure 5 of the paper).
//!
//! For each thread whose turn it is, if it has been created and has not ended:
//!
//! ```text
//! cs.t = nondet; assume(pc[t] <= cs.t && cs.t <= size[t]); cs = cs.t
//! call t(arg[t])
//! pc[t] = cs.t; active[t] = cs.t != size[t]
//! ```
//!
//! **Pruning.** Herdt, Le, Grosse and Drechsler (*Lazy-CSeq-SP*, ATVA 2015) leave out empty rounds. Here more is left out. Take the contexts of an execution that are not empty, and join those of one
//! thread that follow each other. Let the first one have the first turn of its thread, and each other one the first turn of its thread behind that of its predecessor: it comes no
//! later than before, so all of them still fit into the rounds. With N threads in the order of a round, at most N - 2 turns lie between two such neighbours, since they are of different
//! threads. So executions in which N - 1 or more turns pass unused before one that is used need not be looked at: another one has the same contexts. For contexts of any threads the same argument
//! says that no turn is left unused and no thread has two in a row, and for rounds in any order that no round is left unused.
//! What comes behind a violation is never executed, so nothing is demanded of it.

use unspool_ir::{
    BinaryOp, BlockId, Body, Callee, Case, ExprId, ExprKind, FunctionId, InstKind, PlaceKind,
    RegId, Span, Terminator, Types,
};
use unspool_passes::thread_text::ThreadText;

use crate::block_writer::BlockWriter;
use crate::guesses::Guess;
use crate::notes::{AdditionKind, Counter};

use super::{Making, Schedule};

/// Adds the function and makes it the entry.
pub fn add(making: &mut Making<'_>, texts: &[ThreadText<'_>]) {
    let function = making.maker.add_entry("driver");
    let mut driver = Driver {
        making,
        texts,
        writer: BlockWriter::new(),
        function,
        unused: None,
        has_run: Vec::new(),
    };
    let body = driver.write();
    making.maker.program.functions[function.index()].body = Some(body);
}

struct Driver<'m, 'a, 't> {
    making: &'m mut Making<'a>,
    texts: &'t [ThreadText<'t>],
    writer: BlockWriter,
    function: FunctionId,
    /// How many turns have passed unused, or whether all of a round have; if anybody wants to know.
    unused: Option<RegId>,
    /// In rounds of any order: who has had a turn.
    has_run: Vec<RegId>,
}

const NOWHERE: Span = Span::NONE;

impl Driver<'_, '_, '_> {
    fn write(&mut self) -> Body {
        let first = self.writer.reserve();
        self.writer.begin(first, NOWHERE);
        self.start_values();
        let pruning = self.making.config.pruning;
        if pruning {
            self.unused = Some(self.writer.register("unused", Types::U32));
            self.set_unused(0);
        }
        let threads = self.texts.len();
        match self.making.config.schedule {
            Schedule::Rounds(rounds) => self.repeat("round", rounds, |driver| {
                for thread in 0..threads {
                    let behind = driver.writer.reserve();
                    driver.turn(thread, behind);
                    driver.writer.begin(behind, NOWHERE);
                }
            }),
            Schedule::Contexts(contexts) => {
                let last = self.writer.register("last", Types::U32);
                let nobody = self.writer.constant(threads as u128, Types::U32);
                self.set(last, nobody);
                self.repeat("context", contexts, |driver| {
                    driver.set_unused(1);
                    let chosen = driver.free_turn();
                    if pruning {
                        let (last, is_used) = (driver.writer.read(last), driver.is_used());
                        let is_other = driver.writer.compare(BinaryOp::Ne, chosen, last);
                        let is_new = driver.writer.both(is_other, is_used);
                        driver.assume(is_new);
                    }
                    driver.set(last, chosen);
                });
            }
            Schedule::FreeRounds(rounds) => {
                self.has_run = (0..threads)
                    .map(|thread| (self.writer).register(&format!("ran.{thread}"), Types::BOOL))
                    .collect();
                self.repeat("round", rounds, |driver| {
                    driver.set_unused(1);
                    for register in driver.has_run.clone() {
                        let no = driver.writer.constant(0, Types::BOOL);
                        driver.set(register, no);
                    }
                    driver.repeat("turn", threads as u32, |driver| {
                        driver.free_turn();
                    });
                    if pruning {
                        let is_used = driver.is_used();
                        driver.assume(is_used);
                    }
                });
            }
        }
        let zero = self.writer.constant(0, Types::I32);
        self.writer.end(Terminator::Return(Some(zero)), NOWHERE);
        std::mem::replace(&mut self.writer, BlockWriter::new()).finish()
    }

    /// What may be anything when the program starts.
    fn start_values(&mut self) {
        for (global, guess) in std::mem::take(&mut self.making.at_start) {
            let ty = self.making.maker.program.global(global).ty;
            let name = self.making.maker.guess("unset", guess);
            let dst = self.writer.register(&name, ty);
            self.writer.put(InstKind::Nondet { dst }, NOWHERE);
            let place = self.writer.place(PlaceKind::Global(global), ty);
            let value = self.writer.read(dst);
            self.writer.store(place, value, NOWHERE);
        }
    }

    /// A loop with a counter.
    fn repeat(&mut self, name: &str, times: u32, write: impl FnOnce(&mut Self)) {
        let counter = self.writer.register(name, Types::U32);
        let (head, inside, behind) = (
            self.writer.reserve(),
            self.writer.reserve(),
            self.writer.reserve(),
        );
        let zero = self.writer.constant(0, Types::U32);
        self.set(counter, zero);
        self.writer.begin(head, NOWHERE);
        let (done, end) = (
            self.writer.read(counter),
            self.writer.constant(times.into(), Types::U32),
        );
        let condition = self.writer.compare(BinaryOp::Lt, done, end);
        self.branch(condition, inside, behind);
        self.writer.begin(inside, NOWHERE);
        write(self);
        let next = self.sum(counter, 1);
        self.set(counter, next);
        self.writer.end(Terminator::Goto(head), NOWHERE);
        self.writer.begin(behind, NOWHERE);
    }

    /// A turn of any thread. Its place in the list.
    fn free_turn(&mut self) -> ExprId {
        let name = self.making.maker.guess("next", Guess::NextThread);
        let next = self.writer.register(&name, Types::U32);
        self.writer.put(InstKind::Nondet { dst: next }, NOWHERE);
        let threads = self.texts.len();
        let (chosen, end) = (
            self.writer.read(next),
            self.writer.constant(threads as u128, Types::U32),
        );
        let is_one = self.writer.compare(BinaryOp::Lt, chosen, end);
        self.assume(is_one);
        let turns: Vec<BlockId> = (0..threads).map(|_| self.writer.reserve()).collect();
        let behind = self.writer.reserve();
        let cases = turns.iter().enumerate().map(|(thread, &target)| Case {
            low: thread as u128,
            high: thread as u128,
            target,
        });
        let value = self.writer.read(next);
        let choice = Terminator::Switch {
            value,
            cases: cases.collect(),
            default: behind,
        };
        self.writer.end(choice, NOWHERE);
        for (thread, &turn) in turns.iter().enumerate() {
            self.writer.begin(turn, NOWHERE);
            if let Some(&has_run) = self.has_run.get(thread) {
                let ran = self.writer.read(has_run);
                let is_new = self.writer.not(ran);
                self.assume(is_new);
                let yes = self.writer.constant(1, Types::BOOL);
                self.set(has_run, yes);
            }
            self.turn(thread, behind);
        }
        self.writer.begin(behind, NOWHERE);
        self.writer.read(next)
    }

    /// A turn of this thread; then control goes on at `behind`.
    fn turn(&mut self, thread: usize, behind: BlockId) {
        let number = self.making.maker.numbers[thread];
        self.note(format!("thread {number}"));
        let (run, skip) = (self.writer.reserve(), self.writer.reserve());
        self.making.control.enter(&mut self.writer, thread);
        let making = &*self.making;
        let active = (making.control).active(&mut self.writer, &making.maker.program, thread);
        let is_active = self.writer.load(active, NOWHERE);
        let is_counted = self.counts_turns();
        self.branch(is_active, run, if is_counted { skip } else { behind });
        self.writer.begin(run, NOWHERE);
        let (end, start) = self.choose_end(thread, number);
        self.call(thread);
        self.leave(thread, end);
        if let Some(unused) = self.unused {
            let is_used = self.writer.compare(BinaryOp::Ne, end, start);
            self.use_turn(unused, is_used);
        }
        self.writer.end(Terminator::Goto(behind), NOWHERE);
        if is_counted && let Some(unused) = self.unused {
            self.writer.begin(skip, NOWHERE);
            let one_more = self.sum(unused, 1);
            self.set(unused, one_more);
            self.writer.end(Terminator::Goto(behind), NOWHERE);
        }
    }

    /// Guesses where the context ends. Where it ends, and where it begins.
    fn choose_end(&mut self, thread: usize, number: u32) -> (ExprId, ExprId) {
        let counter = self.making.control.counter;
        let guess = Guess::ContextEnd { thread: number };
        let name = self.making.maker.guess("cs", guess);
        let chosen = self.writer.register(&name, counter);
        if self.making.config.minimal_counters {
            let size = self.making.control.size(thread);
            let bits = (u32::BITS - size.leading_zeros()).max(1);
            let register = Counter::Register(self.function, chosen);
            self.making.maker.counters.push((register, bits));
        }
        self.writer.put(InstKind::Nondet { dst: chosen }, NOWHERE);
        let making = &*self.making;
        let pc = making
            .control
            .pc(&mut self.writer, &making.maker.program, thread);
        let start = self.writer.load(pc, NOWHERE);
        let size = (making.control).read_size(&mut self.writer, &making.maker.program, thread);
        let end = self.writer.read(chosen);
        let is_behind = self.writer.compare(BinaryOp::Le, start, end);
        let is_inside = self.writer.compare(BinaryOp::Le, end, size);
        let is_stop = self.writer.both(is_behind, is_inside);
        self.assume(is_stop);
        let cs = self.making.control.cs(&mut self.writer);
        self.writer.store(cs, end, NOWHERE);
        (end, start)
    }

    fn call(&mut self, thread: usize) {
        let text = &self.texts[thread];
        let params = text.body.params.len();
        let mut args = Vec::new();
        for param in 0..params {
            let making = &*self.making;
            let place =
                (making.control).argument(&mut self.writer, &making.maker.program, (thread, param));
            if let Some(place) = place {
                args.push(self.writer.load(place, NOWHERE));
            }
        }
        let call = InstKind::Call {
            dst: None,
            callee: Callee::Direct(text.function),
            args,
        };
        self.writer.put(call, NOWHERE);
    }

    fn leave(&mut self, thread: usize, end: ExprId) {
        let making = &*self.making;
        let (control, program) = (&making.control, &making.maker.program);
        let pc = control.pc(&mut self.writer, program, thread);
        self.writer.store(pc, end, NOWHERE);
        let size = control.read_size(&mut self.writer, program, thread);
        let goes_on = self.writer.compare(BinaryOp::Ne, end, size);
        let active = control.active(&mut self.writer, program, thread);
        self.writer.store(active, goes_on, NOWHERE);
    }

    /// Unused turns are counted in rounds of a fixed order; elsewhere it is enough to know that all were.
    fn counts_turns(&self) -> bool {
        self.unused.is_some() && matches!(self.making.config.schedule, Schedule::Rounds(_))
    }

    fn use_turn(&mut self, unused: RegId, is_used: ExprId) {
        if !self.counts_turns() {
            let (zero, before) = (
                self.writer.constant(0, Types::U32),
                self.writer.read(unused),
            );
            let now = self.select(is_used, zero, before);
            return self.set(unused, now);
        }
        let most = self.texts.len().saturating_sub(1).max(1);
        let (before, most) = (
            self.writer.read(unused),
            self.writer.constant(most as u128, Types::U32),
        );
        let is_early = self.writer.compare(BinaryOp::Lt, before, most);
        let is_unused = self.writer.not(is_used);
        let is_needed = self.writer.either(is_early, is_unused);
        self.assume(is_needed);
        let (zero, one_more) = (self.writer.constant(0, Types::U32), self.sum(unused, 1));
        let now = self.select(is_used, zero, one_more);
        self.set(unused, now);
    }

    fn set_unused(&mut self, number: u32) {
        if let Some(unused) = self.unused {
            let number = self.writer.constant(number.into(), Types::U32);
            self.set(unused, number);
        }
    }

    fn is_used(&mut self) -> ExprId {
        let zero = self.writer.constant(0, Types::U32);
        match self.unused {
            Some(unused) => {
                let unused = self.writer.read(unused);
                self.writer.compare(BinaryOp::Eq, unused, zero)
            }
            None => self.writer.constant(1, Types::BOOL),
        }
    }

    fn note(&mut self, what: String) {
        let kind = AdditionKind::Step(what);
        (self.making.maker).note(self.function, &self.writer, kind);
    }

    fn set(&mut self, dst: RegId, value: ExprId) {
        self.writer.put(InstKind::Assign { dst, value }, NOWHERE);
    }

    fn assume(&mut self, condition: ExprId) {
        self.writer.put(InstKind::Assume(condition), NOWHERE);
    }

    fn branch(&mut self, condition: ExprId, then: BlockId, otherwise: BlockId) {
        let branch = Terminator::Branch {
            condition,
            then,
            otherwise,
        };
        self.writer.end(branch, NOWHERE);
    }

    fn sum(&mut self, register: RegId, more: u128) -> ExprId {
        let (value, more) = (
            self.writer.read(register),
            self.writer.constant(more, Types::U32),
        );
        let kind = ExprKind::Binary(BinaryOp::Add, value, more);
        self.writer.body.add_expr(kind, Types::U32)
    }

    fn select(&mut self, condition: ExprId, then: ExprId, otherwise: ExprId) -> ExprId {
        let kind = ExprKind::Select(condition, then, otherwise);
        self.writer.body.add_expr(kind, Types::U32)
    }
}
