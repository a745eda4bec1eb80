//! Threads that are created, and what comes from outside.

use unspool_ir::{ExprId, RegId, Span, TypeId, Types};

use crate::guesses::InputKind;
use crate::notes::AdditionKind;

use super::Eager;
use super::thread::Simulation;

impl<S: Eager> Simulation<'_, '_, '_, S> {
    /// A register that gets what the bounded program gets from outside.
    pub fn guessed_input(&mut self, kind: InputKind, ty: TypeId, span: Span) -> ExprId {
        let asked = (self.place_of_input(), kind);
        (self.making.maker).input(&mut self.writer, asked, ty, span)
    }

    pub fn spawn(&mut self, dst: RegId, args: &[ExprId], thread: Option<u32>, span: Span) {
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
            let now = self.writer.read(self.now);
            self.writer.store(place, now, span);
            S::spawned(self, spawned);
        }
        let number = self.writer.constant(number.into(), Types::I32);
        self.assign(dst, number, span);
    }
}
