//! Threads that are created and waited for, and what comes from outside.
//!
//! The paper copies a flag of each thread for each round. Here the round in which a thread ends is one number, which whoever is simulated before it has to guess: a
//! thread has ended, seen from one behind it, if it has in this round or an earlier one; seen from one before it, if it has in an earlier one.

use unspool_ir::{BinaryOp, ExprId, InstKind, RegId, Span, TypeId, Types};
use unspool_passes::thread_text::{Code, ThreadText};

use crate::guesses::InputKind;
use crate::notes::AdditionKind;

use super::thread::{Simulation, constant};

/// For each thread: whether a thread asks for its end, and if so, whether one before it does.
pub fn asked_ends(texts: &[ThreadText<'_>]) -> Vec<Option<bool>> {
    let mut asked = vec![None; texts.len()];
    for (asking, text) in texts.iter().enumerate() {
        text.for_each(|at| {
            let Code::Inst(inst) = at.code else { return };
            let InstKind::Finished { thread, .. } = inst.kind else {
                return;
            };
            let number = constant(text.body, thread);
            for (place, other) in texts.iter().enumerate() {
                let is_meant = number.is_none_or(|number| number == u128::from(other.number));
                if is_meant && place != asking {
                    let is_guessed = asking < place || asked[place] == Some(true);
                    asked[place] = Some(is_guessed);
                }
            }
        });
    }
    asked
}

impl Simulation<'_, '_, '_> {
    /// A register that gets what the bounded program gets from outside.
    pub(super) fn guessed_input(&mut self, kind: InputKind, ty: TypeId, span: Span) -> ExprId {
        let asked = (self.place_of_input(), kind);
        (self.making.maker).input(&mut self.writer, asked, ty, span)
    }

    pub(super) fn spawn(&mut self, dst: RegId, args: &[ExprId], thread: Option<u32>, span: Span) {
        let number = thread.unwrap_or(0);
        let Some(spawned) = self.making.maker.place_of_number(number) else {
            return;
        };
        self.note(AdditionKind::Step(format!("create thread {number}")));
        for (param, &arg) in args.iter().enumerate() {
            if let Some(&variable) = self.making.arguments.get(&(spawned, param)) {
                let value = self.expr(arg);
                let place = self.global(variable);
                self.writer.store(place, value, span);
            }
        }
        if let Some(born) = self.making.born[spawned] {
            let place = self.global(born);
            let round = self.writer.read(self.round);
            self.writer.store(place, round, span);
        }
        let number = self.writer.constant(number.into(), Types::I32);
        self.assign(dst, number, span);
    }

    pub(super) fn finished(&mut self, dst: RegId, thread: ExprId, span: Span) {
        let asked = constant(self.text.body, thread);
        let asked_for = self.expr(thread);
        let mut answer = None;
        for place in 0..self.making.maker.numbers.len() {
            let number = self.making.maker.numbers[place];
            let is_meant = asked.is_none_or(|asked| asked == u128::from(number));
            // A thread that asks for itself has not finished.
            let Some(end) = self.making.ends[place].filter(|_| is_meant && place != self.thread)
            else {
                continue;
            };
            let end = self.global(end.variable);
            let end = self.writer.load(end, span);
            let round = self.writer.read(self.round);
            let op = match place < self.thread {
                true => BinaryOp::Le,
                false => BinaryOp::Lt,
            };
            let mut is_over = self.writer.compare(op, end, round);
            if asked.is_none() {
                let number = self.writer.constant(number.into(), Types::I32);
                let is_it = self.writer.compare(BinaryOp::Eq, asked_for, number);
                is_over = self.writer.both(is_it, is_over);
            }
            answer = Some(match answer {
                Some(others) => self.writer.either(others, is_over),
                None => is_over,
            });
        }
        let answer = answer.unwrap_or_else(|| self.writer.constant(0, Types::BOOL));
        self.assign(dst, answer, span);
    }

    /// The thread ends, or never will.
    pub(super) fn note_end(&mut self, ends: bool) {
        let Some(end) = self.making.ends[self.thread] else {
            return;
        };
        let round = match ends {
            true => self.writer.read(self.round),
            false => self.rounds(),
        };
        let place = self.global(end.variable);
        match end.is_guessed {
            true => {
                let guessed = self.writer.load(place, Span::NONE);
                let is_right = self.writer.compare(BinaryOp::Eq, guessed, round);
                self.writer.put(InstKind::Assume(is_right), Span::NONE);
            }
            false => self.writer.store(place, round, Span::NONE),
        }
    }
}
