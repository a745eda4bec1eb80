//! How it is told that a thread has ended.
//!
//! Where time is a total order of what threads do, the time of the end is one number, which whoever is simulated before has to guess: a thread has ended, seen from one behind it in the list, if
//! it has by now; seen from one before it, if it has at an earlier time. Else the end is a flag in shared memory, which the thread sets as the last thing it does.

use unspool_ir::{BinaryOp, ExprId, GlobalId, InstKind, RegId, Span, Types};
use unspool_passes::thread_text::{Code, ThreadText};

use super::clock::Clock;
use super::places::Spot;
use super::thread::{Simulation, constant};
use super::{Eager, Groundwork};

#[derive(Clone, Copy)]
pub enum End {
    Time {
        variable: GlobalId,
        /// Whether a thread asks that is simulated before.
        is_guessed: bool,
    },
    /// The number of the variable.
    Flag(usize),
}

impl End {
    /// That of the simulation.
    pub fn variable(&self) -> Option<GlobalId> {
        match self {
            End::Time { variable, .. } => Some(*variable),
            End::Flag(_) => None,
        }
    }
}

impl Groundwork<'_> {
    /// By place in the list.
    pub fn ends_by_time(&mut self, clock: Clock) -> Vec<Option<End>> {
        let align = self.maker.program.types.align_of(clock.ty);
        let asked = asked_ends(self.texts).into_iter().zip(self.texts);
        let ends = asked.map(|(is_guessed, text)| {
            is_guessed.map(|is_guessed| {
                let name = format!("end.{}", text.number);
                let variable = self.maker.variable(&name, clock.ty, align, Span::NONE);
                End::Time {
                    variable,
                    is_guessed,
                }
            })
        });
        ends.collect()
    }

    pub fn ends_by_flag(&mut self) -> Vec<Option<End>> {
        let mut ends = Vec::new();
        for (asked, text) in asked_ends(self.texts).into_iter().zip(self.texts) {
            ends.push(asked.map(|_| {
                let name = format!("end.{}", text.number);
                End::Flag(self.variables.add_flag(&mut self.maker, &name, true))
            }));
        }
        ends
    }
}

/// For each thread: whether a thread asks for its end, and if so, whether one before it does.
fn asked_ends(texts: &[ThreadText<'_>]) -> Vec<Option<bool>> {
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

impl<S: Eager> Simulation<'_, '_, '_, S> {
    pub fn finished(&mut self, dst: RegId, thread: ExprId, span: Span) {
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
            let mut is_over = self.is_over(place, end, span);
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

    fn is_over(&mut self, place: usize, end: End, span: Span) -> ExprId {
        match end {
            End::Time { variable, .. } => {
                let end = self.global(variable);
                let end = self.writer.load(end, span);
                let now = self.writer.read(self.now);
                let op = match place < self.thread {
                    true => BinaryOp::Le,
                    false => BinaryOp::Lt,
                };
                self.writer.compare(op, end, now)
            }
            End::Flag(flag) => self.read_flag(flag, span),
        }
    }

    /// The thread ends, or never will.
    pub fn note_end(&mut self, ends: bool, span: Span) {
        match self.making.ends[self.thread] {
            Some(End::Time {
                variable,
                is_guessed,
            }) => {
                let time = match ends {
                    true => self.writer.read(self.now),
                    false => self.never(),
                };
                let place = self.global(variable);
                match is_guessed {
                    true => {
                        let guessed = self.writer.load(place, Span::NONE);
                        let is_right = self.writer.compare(BinaryOp::Eq, guessed, time);
                        self.writer.put(InstKind::Assume(is_right), Span::NONE);
                    }
                    false => self.writer.store(place, time, Span::NONE),
                }
            }
            Some(End::Flag(flag)) if ends => self.set_flag(flag, None, true, span),
            Some(End::Flag(_)) | None => {}
        }
    }

    /// Of a variable that is a truth value.
    pub fn read_flag(&mut self, flag: usize, span: Span) -> ExprId {
        let spot = Spot::of_flag(flag, self.variable(flag));
        self.read_spots(&[spot], Types::BOOL, span)
    }

    pub fn set_flag(&mut self, flag: usize, condition: Option<ExprId>, value: bool, span: Span) {
        let spot = Spot::of_flag(flag, self.variable(flag));
        let value = self.writer.constant(value.into(), Types::BOOL);
        self.write_spots(condition, &[spot], (value, Types::BOOL), span);
    }
}
