//! Memory unwinding: threads run one after the other, each to its end, along a guessed sequence of the writes to shared memory.
//!
//! From Tomasco, Inverso, Fischer, La Torre and Parlato, *MU-CSeq: sequentialization of C programs by shared memory unwindings* (TACAS 2014), and *Verifying concurrent programs by memory
//! unwinding* (TACAS 2015).
//!
//! **The idea.** All that threads see of each other is what they write to shared memory. So that is guessed, for all threads together: the *unwinding* says for each of W writes who makes it, where, and which
//! value. From that follows what memory contains behind each of them. Time is a position in this sequence: position `i` is behind write `i`, and position 0 is before the first one. A thread is a function that is called once. It has a position, which only grows.
//! It reads what memory contains there; it may go on at a later position wherever it can be interrupted, but not past a write that is its own; and what it writes must be the next
//! write of the sequence. When all threads have been simulated, each has made all the writes that the sequence says are its own, so the sequence has come true. Who runs when follows from the positions: nobody guesses contexts.
//!
//! **The rules**, for thread `t`:
//!
//! | bounded program | sequential program | |
//! |---|---|---|
//! | the start | guess `writer[i]`, `location[i]`, `value[i]`; `memory[i]` is `memory[i - 1]` with the value at the location | rows of memory: a read takes a constant number of steps ([`unwinding`]) |
//! | stop | `next = nondet; assume(position <= next); position = next` | as reads jump in the paper; no write between may be the thread's own. W + 1 means that it never goes on |
//! | a read of `x` | `memory[position].x` | |
//! | the end of a step that has written to parts `x`, `y`, ... | each one that differs from `memory[position]` moves the position by one; then `memory[position].x` must be what was written to `x`, and so on | all writes that were passed must be the thread's own, and `joined` to each other ([`writing`]) |
//! | `spawn t(a)` | `born[t] = position` | and that behind the last write of the step; no own write of the new thread may come before it |
//! | end of a thread | a write to the flag that `finished` reads, if anybody asks; then no own write may be left | so too where an execution ends |
//! | all else | as in all eager schemas | [`crate::eager::thread`] |
//!
//! **Invariants.** (1) A thread's position is behind all its own writes so far and before all later ones: no stop leads past one, and a step passes only those that it makes. (2) Positions of a thread never fall. (3) While a step lasts, its
//! position changes only by its own writes, which are joined to each other; nobody else is at a position between joined writes. So between its first access and its last nothing is written by others. (4) Joined writes are of the same thread.
//! (5) Between the positions before and behind the end of a step, the sequence has the changes of the step and nothing else: each part that has changed needs a write between them, and there are as many as such parts.
//!
//! **Why it is right.** *Every execution with at most W writes is simulated*: guess its writes; let each step begin at the position behind the last write before it. *Nothing else is*: order all steps of a simulation by the position at which they begin; of those
//! that begin at the same one, the one that writes comes last, and the others in the order of the threads' numbers. There is at most one that writes, since the next write has one writer. This is an order
//! of executions: steps of a thread stay in theirs, by (1) and (2); a thread starts behind the step that created it, since its number is larger and it begins behind the last write of that step; what a step reads is what all before it have written, by (3) and (5). At the end each
//! thread has made all the writes that are its own. Steps at one position that do not write cannot be told apart by anybody: ends of threads and of objects, which could, are writes. An execution ends with the first failed assertion; what a simulation makes of others behind that is of no interest.
//!
//! **What counts as a write.** What a step leaves in one part, if that is not what was there before ([`crate::eager::writes`], [`crate::eager::gathering`]): nobody can tell whether something was overwritten with itself, or what was there while the step lasted. In programs
//! that model store buffers or take and release locks in one step, most writes are none.
//!
//! **The bound** is W, the number of writes behind the place where the first thread ceases to be alone ([`crate::eager::alone`]); contexts are not bounded. Instructions of a bounded program are executed at most once, so W has a largest value that makes sense:
//! with that, no schedule is left out, and the verdict is about all of them. W is at most [`MOST_WRITES`], since positions are written in unary.
//!
//! **Where this differs** from the paper. Steps are from stop to stop, not single accesses, and atomic sections are steps: several writes may be joined. Locks, conditions and joins are no special cases, since their models are C over shared memory; the paper gives each of them positions
//! of its own. A thread does not look for its next write at every access: that none of its own is passed by is one operation on bits, and that its writes are right is seen in the row behind them. Heap, pointers, arrays and records are supported, a write being one of one part of an object. The guess ends early: writes
//! of nobody stand behind all others, and joined writes are in the order of their locations, so that an execution is guessed in few ways.

mod unwinding;
mod writing;

use std::collections::BTreeMap;

use unspool_ir::{ExprId, Program, Property, RegId, Span, TypeId, Types};
use unspool_passes::thread_text::ThreadText;

use crate::eager::accesses::Accessing;
use crate::eager::clock::{Clock, MOST_ONES};
use crate::eager::driver::Driver;
use crate::eager::gathering::Told;
use crate::eager::places::Spot;
use crate::eager::thread::Simulation;
use crate::eager::writes::Writes;
use crate::eager::{Asked, Eager, Groundwork};
use crate::guesses::Times;
use crate::notes::{Counter, Sequential};

use unwinding::Unwinding;

/// Whoever asks for more gets no more.
pub const MOST_WRITES: u32 = MOST_ONES - 1;

/// Of memory unwindings, in one sequence or one for each location ([`crate::imu`]).
#[derive(Clone, Debug)]
pub struct UnwindingConfig {
    /// So many writes to shared memory, in each sequence.
    pub writes: u32,
    /// Counters of no more bits than they need.
    pub minimal_counters: bool,
    /// Assertions that count; executions in which others fail are not considered. Those about unwinding stay as they are.
    pub checked: Vec<Property>,
}

/// Makes the sequential program. The program must be a bounded one with visible points.
pub fn sequentialize(bounded: &Program, config: &UnwindingConfig) -> Sequential {
    let texts = ThreadText::of_program(bounded);
    let asked = Asked {
        minimal_counters: config.minimal_counters,
        checked: &config.checked,
    };
    let mut groundwork = Groundwork::of(bounded, &texts, asked);
    let ends = groundwork.ends_by_flag();
    let writes = Writes::of(&groundwork, &ends);
    let most = writes.most;
    let length = config.writes.min(most).min(MOST_WRITES);
    let (variables, maker) = (&mut groundwork.variables, &mut groundwork.maker);
    variables.add_copies(maker, length + 1);
    let clock = Clock::unary(length + 1, config.minimal_counters);
    let unwinding = Unwinding::add(&mut groundwork, clock, length, writes);
    let mut made = groundwork.sequentialize(clock, Times::Positions, ends, unwinding);
    made.notes.leaves_no_schedule_out = length == most;
    made.notes.enough_writes = Some(most).filter(|most| *most <= MOST_WRITES);
    made
}

/// Registers of a thread.
#[derive(Default)]
pub struct Own {
    /// Where its step began.
    since: Option<RegId>,
    /// Whether a thread has been created in this step, for those for which it matters.
    created: BTreeMap<usize, RegId>,
}

impl Eager for Unwinding {
    const TIME: &'static str = "position";
    type Own = Own;

    fn plan(&self) -> Option<&Writes> {
        Some(&self.plan)
    }

    fn begin_alone(simulation: &mut Simulation<'_, '_, '_, Self>) {
        simulation.add_registers();
        simulation.begin_step();
    }

    fn begin(simulation: &mut Simulation<'_, '_, '_, Self>) {
        if simulation.thread > 0 {
            simulation.add_registers();
            simulation.begin_step();
            // Nothing of what is its own was written before it began.
            return simulation.assume_nothing_before();
        }
        simulation.unwind_memory();
    }

    fn before_move(simulation: &mut Simulation<'_, '_, '_, Self>, next: ExprId) {
        simulation.assume_free(next);
    }

    fn behind_move(simulation: &mut Simulation<'_, '_, '_, Self>) {
        simulation.begin_step();
    }

    fn end(simulation: &mut Simulation<'_, '_, '_, Self>) {
        simulation.assume_done();
    }

    fn spawned(simulation: &mut Simulation<'_, '_, '_, Self>, child: usize) {
        simulation.note_created(child);
    }

    fn perform(
        simulation: &mut Simulation<'_, '_, '_, Self>,
        accessing: &Accessing<'_>,
        span: Span,
    ) {
        simulation.by_parts(accessing, span);
    }

    fn read(
        simulation: &mut Simulation<'_, '_, '_, Self>,
        spots: &[Spot],
        ty: TypeId,
        span: Span,
    ) -> ExprId {
        simulation.read_copies(spots, ty, span)
    }

    fn write(
        simulation: &mut Simulation<'_, '_, '_, Self>,
        condition: Option<ExprId>,
        spots: &[Spot],
        stored: (ExprId, TypeId),
        span: Span,
    ) {
        simulation.make_write(condition, spots, stored, span);
    }

    fn write_all(simulation: &mut Simulation<'_, '_, '_, Self>, told: Vec<Told>, span: Span) {
        simulation.make_writes(told, span);
    }

    fn guess(driver: &mut Driver<'_, '_, Self>) {
        driver.guess_writes();
    }

    fn absent(driver: &mut Driver<'_, '_, Self>, thread: usize) {
        let (own, clock) = (driver.making.schema.own[thread], driver.making.clock);
        let own = driver.get(own);
        let is_idle = clock.is_none(&mut driver.writer, own);
        driver.assume(is_idle);
    }
}

impl Simulation<'_, '_, '_, Unwinding> {
    fn add_registers(&mut self) {
        let mut further = self.making.schema.plan.further.iter();
        if further.any(|site| site.thread == self.thread) {
            self.own.since = Some(self.position_register("since"));
        }
        let creators = self.making.schema.plan.creators.iter();
        let own = creators.filter(|(site, _)| site.thread == self.thread);
        let mut created: Vec<usize> = own.flat_map(|(_, created)| created.clone()).collect();
        created.sort_unstable();
        for child in created {
            let writer = &mut self.writer;
            let add = || writer.register("created", Types::BOOL);
            self.own.created.entry(child).or_insert_with(add);
        }
    }

    fn position_register(&mut self, name: &str) -> RegId {
        let register = self.writer.register(name, self.making.clock.ty);
        let counted = Counter::Register(self.text.function, register);
        self.making.count(counted);
        register
    }
}
