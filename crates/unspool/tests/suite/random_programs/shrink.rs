//! Makes a failing program smaller while it fails.
//!
//! Delta debugging on the tree (Zeller and Hildebrandt 2002; Regehr et al. 2012 for C), greedy: all edits that make a program simpler
//! are numbered by a walk over it, the big ones first; one is made, and kept if the program still fails; then the next is tried, until
//! none of them helps. Every edit removes something or brings a value nearer to the simplest one, so this ends.

use std::time::{Duration, Instant};

use super::program::*;
use super::tidy::tidy;

/// The smallest program found that still fails; a search that takes too long is broken off.
pub fn shrink(
    program: &Program,
    time: Duration,
    still_fails: impl Fn(&Program) -> bool,
) -> Program {
    let until = Instant::now() + time;
    let mut best = program.clone();
    let mut number = 0;
    let mut has_helped = false;
    while Instant::now() < until {
        match edited(&best, number) {
            Some(candidate) if candidate != best && still_fails(&candidate) => {
                best = candidate;
                has_helped = true;
            }
            Some(_) => number += 1,
            None if has_helped => {
                number = 0;
                has_helped = false;
            }
            None => break,
        }
    }
    best
}

/// The program after one edit; None if there are no more than `number`.
fn edited(program: &Program, number: usize) -> Option<Program> {
    let mut edited = program.clone();
    let mut editor = Editor { left: number };
    if !editor.program(&mut edited) {
        return None;
    }
    tidy(&mut edited);
    Some(edited)
}

/// Counts down to the edit that is to be made. Its methods say whether it has been made.
struct Editor {
    left: usize,
}

impl Editor {
    fn is_here(&mut self) -> bool {
        match self.left {
            0 => true,
            _ => {
                self.left -= 1;
                false
            }
        }
    }

    fn set<T: PartialEq>(&mut self, place: &mut T, value: T) -> bool {
        if *place == value || !self.is_here() {
            return false;
        }
        *place = value;
        true
    }

    fn program(&mut self, program: &mut Program) -> bool {
        self.body(&mut program.main)
            || program.workers.iter_mut().any(|it| self.body(&mut it.body))
            || program.helpers.iter_mut().any(|it| self.body(&mut it.body))
            || self.status(&mut program.status)
            || program
                .workers
                .iter_mut()
                .any(|it| self.expression(&mut it.result))
            || program.helpers.iter_mut().any(|it| {
                self.set(&mut it.kind, HelperKind::Plain) || self.expression(&mut it.result)
            })
            || self.set(&mut program.pointer_starts_null, false)
    }

    fn status(&mut self, status: &mut Vec<Expr>) -> bool {
        self.removal(status)
    }

    /// Ever smaller parts of a list.
    fn removal<T>(&mut self, list: &mut Vec<T>) -> bool {
        let mut length = list.len();
        while length > 0 {
            let mut start = 0;
            while start < list.len() {
                if self.is_here() {
                    list.drain(start..(start + length).min(list.len()));
                    return true;
                }
                start += length;
            }
            length /= 2;
        }
        false
    }

    fn body(&mut self, block: &mut Vec<Stmt>) -> bool {
        self.removal(block) || self.unpacking(block) || block.iter_mut().any(|it| self.inside(it))
    }

    /// A statement replaced by one of its blocks, or by all.
    fn unpacking(&mut self, block: &mut Vec<Stmt>) -> bool {
        for position in 0..block.len() {
            let parts: Vec<Vec<Stmt>> = block[position].blocks().into_iter().cloned().collect();
            if parts.is_empty() {
                continue;
            }
            if self.is_here() {
                block.splice(position..=position, parts.concat());
                return true;
            }
            for part in parts.iter().filter(|_| parts.len() > 1) {
                if self.is_here() {
                    block.splice(position..=position, part.iter().cloned());
                    return true;
                }
            }
        }
        false
    }

    fn inside(&mut self, statement: &mut Stmt) -> bool {
        if statement.blocks_mut().into_iter().any(|it| self.body(it)) {
            return true;
        }
        if self.details(statement) {
            return true;
        }
        let mut expressions = statement.expressions_mut().into_iter();
        expressions.any(|it| self.expression(it))
    }

    fn details(&mut self, statement: &mut Stmt) -> bool {
        match statement {
            Stmt::Assign(place, operator, _) => self.set(operator, None) || self.place(place),
            Stmt::Switch(_, cases) => {
                self.removal(cases)
                    || cases
                        .iter_mut()
                        .any(|case| self.set(&mut case.falls_through, false))
            }
            Stmt::Loop(it) => {
                let simpler = match it.kind {
                    LoopKind::For | LoopKind::While => it.kind,
                    LoopKind::Irreducible => LoopKind::Goto,
                    LoopKind::DoWhile | LoopKind::Goto => LoopKind::While,
                };
                self.set(&mut it.kind, simpler) || self.number(&mut it.limit)
            }
            Stmt::Climb(place, limit) => self.number(limit) || self.place(place),
            Stmt::Spin(spin) => self.set(&mut spin.body, SpinBody::Empty),
            Stmt::AddByExchange { weak, .. } => self.set(weak, false),
            Stmt::Locked(mutex, _) | Stmt::TryLocked(mutex, ..) => {
                self.set(mutex, Mutex::Normal(0))
            }
            Stmt::ReadWriteLocked { writes, .. } => self.set(writes, true),
            Stmt::CopyRecord { is_twisted, .. } => self.set(is_twisted, false),
            Stmt::AllocateSome { on_stack, .. } => self.set(on_stack, false),
            Stmt::Take(place) => self.place(place),
            Stmt::SetPointer(_, Address::Null) => false,
            Stmt::SetPointer(_, address) => self.set(address, Address::Plain(0)),
            Stmt::Create {
                argument, guard, ..
            } => {
                self.set(guard, None)
                    || match argument {
                        Argument::None => false,
                        Argument::Number(number) => self.number(number),
                        Argument::Address(address) => self.set(address, Address::Plain(0)),
                    }
            }
            Stmt::CreateMany { count, guard, .. } => self.set(guard, None) || self.number(count),
            Stmt::Join(_, result) | Stmt::JoinMany(result) => self.set(result, None),
            _ => false,
        }
    }

    fn expression(&mut self, expression: &mut Expr) -> bool {
        if let Expr::Constant(value) = expression {
            return self.number(value);
        }
        for value in [0, 1] {
            if self.is_here() {
                *expression = Expr::Constant(value);
                return true;
            }
        }
        let parts: Vec<Expr> = expression.parts().into_iter().cloned().collect();
        for part in parts {
            if self.is_here() {
                *expression = part;
                return true;
            }
        }
        let changed = match expression {
            Expr::Read(place) => self.place(place),
            Expr::Call(call) => match &mut **call {
                Call::CompareExchange { weak, expected, .. } => {
                    self.set(weak, false) || self.number(expected)
                }
                _ => false,
            },
            _ => false,
        };
        changed
            || expression
                .parts_mut()
                .into_iter()
                .any(|it| self.expression(it))
    }

    fn place(&mut self, place: &mut Place) -> bool {
        match place {
            Place::Local(0) => false,
            Place::Plain(_) => self.set(place, Place::Plain(0)),
            Place::Local(_) | Place::ThreadLocal | Place::Parameter => {
                self.set(place, Place::Local(0))
            }
            Place::Element(index) | Place::Byte(index) | Place::Cell(index)
                if !matches!(index, Index::Constant(_)) =>
            {
                self.set(index, Index::Constant(0))
            }
            _ => self.set(place, Place::Plain(0)),
        }
    }

    /// Towards 0.
    fn number(&mut self, number: &mut i32) -> bool {
        let smaller = *number - number.signum();
        self.set(number, 0) || self.set(number, smaller)
    }
}
