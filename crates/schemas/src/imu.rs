//! Individual memory unwindings: like [`crate::mu`], with a guessed sequence of writes for each location instead of one for all.
//!
//! From Tomasco, Nguyen, Inverso, Fischer, La Torre and Parlato, *MU-CSeq 0.4: individual memory location unwindings* (TACAS 2016); in short in §7.1 of the article on Lazy-CSeq.
//!
//! **The idea.** Where each location has a sequence of its own, its *log*, a read looks at the writes of one location only, whatever happens elsewhere, and there is no memory to be unwound. But the order of writes to different locations
//! is lost; so each write has a timestamp, and threads have a time. A read finds the last write of the log before the thread's time. A write must be in the log, with that time.
//!
//! **Time** is a pair: a number `k`, and the thread. Threads choose `k` at stops, where it may grow; `stamp` is `k * 2^b + t` for thread `t` of at most `2^b`. So no two threads ever have the same time, which the paper has to demand of all pairs of writes,
//! and all that a thread does between two stops happens at one time, so atomic sections need no further care.
//!
//! **The rules**, for thread `t`, with at most W writes in each log:
//!
//! | bounded program | sequential program | |
//! |---|---|---|
//! | the start | guess `time[x][j]`, `value[x][j]` for each location `x`, in ascending order; the largest time stands for no write | |
//! | stop | `next = nondet; assume(k <= next <= M); k = next; stamp = k * 2^b + t` | M means that the thread never goes on |
//! | a read of `x` | the last `value[x][j]` with `time[x][j] < stamp`, or `time[x][j] == stamp` and `made[x][j]`; if there is none, what the first thread left there when it was alone | `made`: own writes of this time |
//! | a write of `v` to `x` | the first `j` with `time[x][j] == stamp` that is not made: `assume(value[x][j] == v); made[x][j] = true`; if there is none, `assume(false)` | |
//! | `spawn t(a)` | `born[t] = k` | its number is larger, so its time is |
//! | `finished(s)` | the end of `s` has an earlier time | `end[s]` is guessed if somebody before `s` asks |
//! | behind all threads | `assume(made[x][j])` for all writes of all logs | |
//! | all else | as in all eager schemas | [`crate::eager::thread`] |
//!
//! **Invariants.** (1) Stamps of a thread never fall, and are those of no other thread. (2) A log has its writes in the order of their times; writes with one time are of one thread and one context. (3) A write is made at most once, and only by the thread
//! that its time is of: no other has that stamp. (4) At the end all are made: no log has a write that no thread makes.
//!
//! **Why it is right.** *Every execution with at most W writes to each location is simulated, if M is large enough*: let n be the number of its steps that write or end a thread, give the i-th of them `k = 2 i`, and all others between two of these the odd number
//! between; these neither write nor can they be told apart from each other, but a thread that is created comes behind its creator, whose number is smaller. So M = 2 n + 2 is enough for n such steps, and n is bounded by the lengths of all logs, and by the number of writes on the longest paths.
//! *Nothing else is*: order all steps by their stamps. By (1) steps of each thread stay in their order and threads do not mix at one time. What a step reads of `x` is the last write before it in this order, by (2), (3) and (4), and what it
//! writes is in the log at its place.
//!
//! **The bound** is W, the number of writes to each location; of a location that can only be written fewer times, that many. If W is as large as the largest of these, no schedule is left out.
//!
//! **Where this differs** from the paper: time as a pair makes stamps distinct by construction and needs no adjacency of the writes of an atomic section; a location is a part of an object as accesses cut it, so heap, pointers, arrays and records need
//! nothing of their own; that a thread has ended is no write.

mod logs;

use unspool_ir::{BinaryOp, ExprId, ExprKind, Program, RegId, Span, TypeId, Types};
use unspool_passes::accesses::access_size;
use unspool_passes::thread_text::ThreadText;

use crate::eager::accesses::Accessing;
use crate::eager::clock::Clock;
use crate::eager::driver::Driver;
use crate::eager::places::Spot;
use crate::eager::thread::Simulation;
use crate::eager::writes::{Cell, Writes};
use crate::eager::{Asked, Eager, Groundwork};
use crate::guesses::Times;
use crate::mu::UnwindingConfig;
use crate::notes::Sequential;

use logs::Logs;

/// Makes the sequential program. The program must be a bounded one with visible points. `writes`: to each location.
pub fn sequentialize(bounded: &Program, config: &UnwindingConfig) -> Sequential {
    let texts = ThreadText::of_program(bounded);
    let asked = Asked {
        minimal_counters: config.minimal_counters,
        checked: &config.checked,
    };
    let mut groundwork = Groundwork::of(bounded, &texts, asked);
    let writes = Writes::of(&groundwork, &vec![None; texts.len()]);
    let enough = writes.by_cell.values().copied().max().unwrap_or(0);
    let lengths = writes
        .by_cell
        .values()
        .map(|&count| count.min(config.writes));
    let total = lengths.fold(0, u32::saturating_add).min(writes.most);
    let events = total.saturating_add(texts.len() as u32);
    let never = events.saturating_mul(2).saturating_add(2).min(MOST_TIMES);
    let clock = Clock::binary(never, config.minimal_counters);
    let ends = groundwork.ends_by_time(clock);
    let logs = Logs::add(&mut groundwork, config.writes, never, writes);
    let mut made = groundwork.sequentialize(clock, Times::Rounds, ends, logs);
    made.notes.leaves_no_schedule_out = enough <= config.writes && never < MOST_TIMES;
    made.notes.enough_writes = Some(enough);
    made
}

/// Times must have fewer than 32 bits, with those of the thread.
const MOST_TIMES: u32 = 1 << 20;

/// Registers of a thread.
#[derive(Default)]
pub struct Own {
    stamp: Option<RegId>,
}

impl Eager for Logs {
    const TIME: &'static str = "time";
    type Own = Own;

    fn plan(&self) -> Option<&Writes> {
        Some(&self.plan)
    }

    fn begin_alone(simulation: &mut Simulation<'_, '_, '_, Self>) {
        simulation.add_stamp();
        simulation.set_stamp();
    }

    fn begin(simulation: &mut Simulation<'_, '_, '_, Self>) {
        if simulation.thread > 0 {
            simulation.add_stamp();
        }
        simulation.set_stamp();
    }

    fn behind_move(simulation: &mut Simulation<'_, '_, '_, Self>) {
        simulation.set_stamp();
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
        let Some(found) = simulation.cells(spots, ty) else {
            return simulation.load_by_parts(spots, ty, span);
        };
        let mut values = Vec::new();
        for (is_here, cell) in found {
            let read_as = simulation.compared_as(&simulation.part(cell), ty);
            let value = simulation.read_log(cell, read_as, span);
            let value = simulation.reinterpreted(value, read_as, ty, span);
            values.push((is_here, value));
        }
        simulation.choice(values, ty)
    }

    fn write(
        simulation: &mut Simulation<'_, '_, '_, Self>,
        condition: Option<ExprId>,
        spots: &[Spot],
        (value, ty): (ExprId, TypeId),
        span: Span,
    ) {
        let Some(found) = simulation.cells(spots, ty) else {
            return simulation.when(condition, span, |simulation| {
                simulation.store_by_parts(spots, (value, ty), span);
            });
        };
        let is_only = found.len() == 1;
        for (is_here, cell) in found {
            let is_here = is_here.filter(|_| !is_only);
            let conditions: Vec<ExprId> = condition.into_iter().chain(is_here).collect();
            let condition = (!conditions.is_empty()).then(|| simulation.all(conditions));
            let written_as = simulation.compared_as(&simulation.part(cell), ty);
            let value = simulation.reinterpreted(value, ty, written_as, span);
            simulation.write_log(condition, cell, (value, written_as), span);
        }
    }

    fn guess(driver: &mut Driver<'_, '_, Self>) {
        driver.guess_logs();
    }

    fn check(driver: &mut Driver<'_, '_, Self>) {
        driver.check_logs();
    }
}

impl Simulation<'_, '_, '_, Logs> {
    fn add_stamp(&mut self) {
        let ty = self.making.schema.stamp;
        self.own.stamp = Some(self.writer.register("stamp", ty));
    }

    fn set_stamp(&mut self) {
        let (ty, bits) = (self.making.schema.stamp, self.making.schema.thread_bits);
        let now = self.writer.read(self.now);
        let body = &mut self.writer.body;
        let now = match body.expr(now).ty == ty {
            true => now,
            false => body.add_expr(ExprKind::Convert(now), ty),
        };
        let bits = self.writer.constant(bits.into(), Types::U32);
        let thread = self.writer.constant(self.thread as u128, ty);
        let body = &mut self.writer.body;
        let shifted = body.add_expr(ExprKind::Binary(BinaryOp::Shl, now, bits), ty);
        let kind = ExprKind::Binary(BinaryOp::Or, shifted, thread);
        let value = body.add_expr(kind, ty);
        if let Some(stamp) = self.own.stamp {
            self.assign(stamp, value, Span::NONE);
        }
    }

    /// Where an access may be, if that is one part of what threads share wherever it is: each with the condition that it is there.
    fn cells(&mut self, spots: &[Spot], ty: TypeId) -> Option<Vec<(Option<ExprId>, Cell)>> {
        let size = access_size(self.making.maker.bounded, ty);
        let is_cell = |spot: &Spot, offset: u64| {
            spot.is_shared && self.variable(spot.variable).parts_at(offset, size).len() == 1
        };
        let is_whole = |spot: &Spot| spot.starts.iter().all(|&offset| is_cell(spot, offset));
        if !spots.iter().all(is_whole) {
            return None;
        }
        let mut cells = Vec::new();
        for spot in spots {
            for (is_here, offset) in self.offsets(spot) {
                let part = self.variable(spot.variable).parts_at(offset, size).start;
                cells.push((is_here, (spot.variable, part)));
            }
        }
        Some(cells)
    }
}
