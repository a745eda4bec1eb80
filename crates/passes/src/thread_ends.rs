//! Which threads have certainly ended, and whose end is more than waited for: the reductions `after-end` and `thread-ends`.
//!
//! Precondition: a bounded program. Results: for each place, the threads that have ended whenever it is reached; and the
//! threads whose end is *observed*: some step may go on although it has found that the thread has not ended.
//!
//! Both are found by one analysis along the paths of each thread. Inside an atomic section, registers carry what they imply:
//! `%f = finished 1` makes `%f` imply that thread 1 has ended, copies and conjunctions hand that on, and where a condition is
//! known to be true (behind a `wait_until`, an `assume`, on one side of a branch) its implications hold. Where paths meet, a
//! register implies what it implies on both; a register that is false on one of them implies everything there. A
//! thread hands what it knows to the threads that it starts, and to those that see it end. These dependences are
//! followed for a few rounds only: to know less is never wrong.
//!
//! ```text
//! atomic_begin
//! %f = finished 1:i32
//! wait_until %f                   thread 1 has ended from here on; its end is only waited for
//! atomic_end
//! %1 = load @result               no point: thread 1 does not write any more
//! ```
//!
//! **Proof of `after-end`.** If thread `u` has ended whenever `a` of thread `t` is reached, each access `b` of `u` comes before `a` in
//! every execution that has both. If `t` found out in an earlier step than `a`'s, that step lies between the two, and they
//! are never neighbours. If it found out in `a`'s own step, that step contains a `finished` that `u`'s end can change, and keeps
//! its point on that account. Nor can they race: to see the end of a thread is to synchronise with it.
//!
//! **Proof of `thread-ends`.** The end of thread `u` needs no visible point if it can be moved before any step `s` of
//! another thread that precedes it directly. It ends `u`'s variables, which is judged like other accesses; and it changes what
//! `finished` says of `u`. If `s` asks that, it got "no" in this execution. A step that cannot go on with that answer did not take
//! place. So if no step can, `s` did not ask, and the two can be exchanged. A run that ends between `u`'s last
//! visible point and its end may as well end after it: for the same reason nobody is told the difference. A deadlock cannot
//! come between them, since `u` can make a step.

mod implied;

use unspool_ir::{Block, ExprId, ExprKind, InstKind, Program, Terminator};

use crate::number_sets::{NumberSets, SetId};
use crate::operands::for_each_written;
use crate::run_ends::RunEnds;
use crate::thread_starts::ThreadStarts;
use crate::thread_text::{At, Code, Forward, ThreadText};

use implied::{Implied, Logic, Registers};

/// Threads are named by their place in the list of texts.
pub struct ThreadEnds {
    pub sets: NumberSets,
    /// By thread and position; no positions where nothing is ever known.
    ended: Vec<Vec<SetId>>,
    observed: Vec<bool>,
}

impl ThreadEnds {
    pub fn of(
        program: &Program,
        texts: &[ThreadText<'_>],
        run_ends: &[RunEnds<'_, '_>],
        starts: &ThreadStarts,
    ) -> Self {
        let mut result = ThreadEnds {
            sets: NumberSets::default(),
            ended: vec![Vec::new(); texts.len()],
            observed: vec![false; texts.len()],
        };
        if !texts.iter().any(asks_for_ends) {
            return result;
        }
        let mut known = vec![AtEnds::default(); texts.len()];
        for _ in 0..ROUNDS {
            let before = known.clone();
            result.observed.fill(false);
            for (thread, text) in texts.iter().enumerate() {
                let mut analysis = Analysis {
                    text,
                    run_ends: &run_ends[thread],
                    starts,
                    logic: Logic::new(program, text.body, &mut result.sets),
                    known: &mut known,
                    end: None,
                    ended: vec![SetId::EMPTY; text.len()],
                    observed: &mut result.observed,
                };
                let start = State {
                    ended: analysis.known[thread].start,
                    ..State::default()
                };
                text.run(&mut analysis, start);
                result.ended[thread] = analysis.ended;
                known[thread].end = analysis.end.unwrap_or(SetId::EMPTY);
            }
            if known == before {
                break;
            }
        }
        result
    }

    /// The threads that have ended whenever a thread is at a position.
    pub fn ended_at(&self, thread: usize, position: u32) -> SetId {
        let known = self.ended[thread].get(position as usize);
        known.copied().unwrap_or(SetId::EMPTY)
    }

    /// Whether another thread may act on that a thread has not ended.
    pub fn is_observed(&self, thread: usize) -> bool {
        self.observed[thread]
    }
}

const ROUNDS: usize = 3;

fn asks_for_ends(text: &ThreadText<'_>) -> bool {
    let insts = text.body.blocks.iter().flat_map(|block| &block.insts);
    insts
        .into_iter()
        .any(|inst| matches!(inst.kind, InstKind::Finished { .. }))
}

/// Threads that have ended whenever a thread starts, and whenever it ends.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct AtEnds {
    start: SetId,
    end: SetId,
}

#[derive(Clone, Default)]
struct State {
    ended: SetId,
    /// Threads whose end the running step has asked for, with an answer that may have been "no".
    open: SetId,
    /// Nothing outside of sections.
    implied: Registers,
}

struct Analysis<'a, 'p> {
    text: &'a ThreadText<'p>,
    run_ends: &'a RunEnds<'a, 'p>,
    starts: &'a ThreadStarts,
    logic: Logic<'a, 'p>,
    known: &'a mut [AtEnds],
    /// Ended whenever this thread ends.
    end: Option<SetId>,
    ended: Vec<SetId>,
    observed: &'a mut [bool],
}

impl Forward for Analysis<'_, '_> {
    type State = State;

    fn pass(&mut self, state: &mut State, at: At<'_>) {
        self.ended[at.position as usize] = state.ended;
        if state.open != SetId::EMPTY && self.run_ends.may_end(at) {
            self.observe(state.open);
        }
        match at.code {
            Code::Inst(inst) => self.instruction(state, &inst.kind, at.depth),
            Code::Terminator(block) => self.terminator(state, block),
        }
    }

    fn leave(&mut self, state: &State, block: &Block, successor: usize) -> State {
        let mut state = state.clone();
        if let Terminator::Branch { condition, .. } = block.terminator
            && !state.implied.is_empty()
        {
            let implied = self
                .logic
                .implied_by(&state.implied, condition, successor == 0);
            self.learn(&mut state, implied);
        }
        state
    }

    fn join(&mut self, into: &mut State, other: State) {
        let open = self.logic.sets.union(into.open, other.open);
        let mut implied = Registers::default();
        for register in into.implied.common_list(&other.implied) {
            let [a, b] = [&*into, &other].map(|state| {
                let of_register = state.implied.of(register);
                // What is known anyway is implied by anything, and so is the answer to a question not asked.
                let ended = self.logic.all_of(of_register.ended, Some(state.ended));
                let answered = of_register.answered.map(|answered| {
                    let unasked = self.logic.sets.difference(open, state.open);
                    self.logic.sets.union(answered, unasked)
                });
                Implied { ended, answered }
            });
            implied.set(register, self.logic.one_of(a, b));
        }
        *into = State {
            ended: self.logic.sets.intersection(into.ended, other.ended),
            open,
            implied,
        };
    }
}

impl Analysis<'_, '_> {
    fn instruction(&mut self, state: &mut State, kind: &InstKind, depth: u32) {
        // What it sets is not what it was, unless it is computed from that.
        if !matches!(kind, InstKind::Assign { .. }) {
            for_each_written(kind, |&register| {
                state.implied.set(register, Implied::NOTHING)
            });
        }
        match *kind {
            InstKind::Assign { dst, value } => {
                let implied = match depth {
                    0 => Implied::NOTHING,
                    _ => self.logic.implied_by(&state.implied, value, true),
                };
                state.implied.set(dst, implied);
            }
            InstKind::Finished { dst, thread } => {
                let implied = self.asked(state, thread, depth);
                state.implied.set(dst, implied);
            }
            InstKind::WaitUntil(condition) | InstKind::Assume(condition) => {
                let implied = self.logic.implied_by(&state.implied, condition, true);
                self.learn(state, implied);
            }
            InstKind::AtomicEnd if depth <= 1 => {
                self.observe(state.open);
                state.open = SetId::EMPTY;
                state.implied.clear();
            }
            InstKind::Spawn { thread, .. } => {
                let child = thread.and_then(|number| self.starts.by_number(number));
                if let Some(child) = child {
                    self.known[child as usize].start = state.ended;
                }
            }
            _ => {}
        }
    }

    fn terminator(&mut self, state: &State, block: &Block) {
        let ends_thread = match block.terminator {
            Terminator::ExitThread => true,
            Terminator::Return(_) => self.text.number != 0,
            _ => false,
        };
        if ends_thread {
            self.end = Some(match self.end {
                None => state.ended,
                Some(end) => self.logic.sets.intersection(end, state.ended),
            });
            self.observe(state.open);
        }
    }

    /// What the answer "yes" to `finished` implies.
    fn asked(&mut self, state: &mut State, thread: ExprId, depth: u32) -> Implied {
        let ExprKind::Int(number) = self.text.body.expr(thread).kind else {
            self.observed.fill(true);
            return Implied::NOTHING;
        };
        let number = u32::try_from(number).ok();
        let Some(thread) = number.and_then(|number| self.starts.by_number(number)) else {
            // There is no such thread: the answer is always "no".
            return Implied::EVERYTHING;
        };
        let asked = Some(self.logic.sets.with(SetId::EMPTY, thread));
        // What registers say of a path that has not asked for it is said of one that has, now.
        state.implied.ask_again(self.logic.sets, thread);
        if !self.logic.sets.contains(state.ended, thread) {
            match depth {
                0 => self.observed[thread as usize] = true,
                _ => state.open = self.logic.sets.with(state.open, thread),
            }
        }
        Implied {
            ended: asked,
            answered: asked,
        }
    }

    fn observe(&mut self, open: SetId) {
        for &thread in self.logic.sets.members(open) {
            self.observed[thread as usize] = true;
        }
    }

    fn learn(&mut self, state: &mut State, implied: Implied) {
        // A contradiction: what follows is never executed, and nothing need be known there.
        let (Some(ended), Some(answered)) = (implied.ended, implied.answered) else {
            return;
        };
        let threads = self.logic.sets.members(ended).to_vec();
        state.ended = self.logic.sets.union(state.ended, ended);
        for thread in threads {
            let at_its_end = self.known[thread as usize].end;
            state.ended = self.logic.sets.union(state.ended, at_its_end);
        }
        state.open = self.logic.sets.difference(state.open, answered);
    }
}
