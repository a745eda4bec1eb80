//! What becomes of instructions that sequential programs have not: threads that are created and waited for, and compare-exchanges that fail for no reason.

use unspool_ir::{
    Access, BinaryOp, ExprId, ExprKind, InstKind, RegId, Span, Terminator, TypeId, Types,
};

use crate::guesses::{InputKind, Place};
use crate::notes::AdditionKind;

use super::thread::Simulation;

impl Simulation<'_, '_, '_> {
    /// A register that gets what the bounded program gets from outside.
    pub(super) fn guessed_input(
        &mut self,
        at: Place,
        kind: InputKind,
        ty: TypeId,
        span: Span,
    ) -> ExprId {
        (self.making.maker).input(&mut self.writer, (at, kind), ty, span)
    }

    pub(super) fn spawn(&mut self, dst: RegId, args: &[ExprId], thread: Option<u32>, span: Span) {
        let number = thread.unwrap_or(0);
        let Some(spawned) = self.making.maker.place_of_number(number) else {
            return;
        };
        self.note(AdditionKind::Step(format!("create thread {number}")));
        for (param, &arg) in args.iter().enumerate() {
            let making = &*self.making;
            let place = (making.control).argument(
                &mut self.writer,
                &making.maker.program,
                (spawned, param),
            );
            if let Some(place) = place {
                let value = self.expr(arg, span);
                self.writer.store(place, value, span);
            }
        }
        let making = &*self.making;
        let active = (making.control).active(&mut self.writer, &making.maker.program, spawned);
        let yes = self.writer.constant(1, Types::BOOL);
        self.writer.store(active, yes, span);
        let number = self.writer.constant(number.into(), Types::I32);
        self.assign(dst, number, span);
    }

    /// Whether the `pc` of the thread is its end.
    pub(super) fn finished(&mut self, dst: RegId, thread: ExprId, span: Span) {
        let asked = match self.text.body.expr(thread).kind {
            ExprKind::Int(bits) => Some(bits),
            _ => None,
        };
        let asked_for = self.expr(thread, span);
        let mut answer = None;
        for place in 0..self.making.maker.numbers.len() {
            let number = self.making.maker.numbers[place];
            // A thread that asks for itself has not finished.
            let is_meant = asked.is_none_or(|asked| asked == u128::from(number));
            if !is_meant || place == self.thread {
                continue;
            }
            let making = &*self.making;
            let (control, program) = (&making.control, &making.maker.program);
            let pc = control.pc(&mut self.writer, program, place);
            let pc = self.writer.load(pc, span);
            let size = control.read_size(&mut self.writer, program, place);
            let mut is_over = self.writer.compare(BinaryOp::Eq, pc, size);
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

    pub(super) fn weak_compare_exchange(&mut self, at: Place, kind: &InstKind, span: Span) {
        let InstKind::CompareExchange {
            ok,
            old,
            place,
            failure,
            ..
        } = *kind
        else {
            return;
        };
        let fails = self.guessed_input(at, InputKind::SpuriousFailure, Types::BOOL, span);
        let (failing, trying, behind) = (
            self.writer.reserve(),
            self.writer.reserve(),
            self.writer.reserve(),
        );
        let choice = Terminator::Branch {
            condition: fails,
            then: failing,
            otherwise: trying,
        };
        self.writer.end(choice, span);
        self.writer.begin(failing, span);
        let access = Access {
            volatile: false,
            atomic: Some(failure),
        };
        let load = InstKind::Load {
            dst: old,
            place,
            access,
        };
        self.copy(load, span);
        let no = self.writer.constant(0, Types::BOOL);
        self.assign(ok, no, span);
        self.writer.end(Terminator::Goto(behind), span);
        self.writer.begin(trying, span);
        self.loaded.clear();
        let mut strong = kind.clone();
        if let InstKind::CompareExchange { weak, .. } = &mut strong {
            *weak = false;
        }
        self.copy(strong, span);
        self.writer.begin(behind, span);
    }
}
