//! What needs two threads to make sense: somebody waits for what somebody else does.
//!
//! Each pattern puts statements at random positions of two bodies. Since each worker's body is generated already, its other statements
//! may get in the way, which is how deadlocks come about.

use super::super::program::*;
use super::{Generator, Role, Scope};

impl Generator {
    /// Puts patterns into two bodies that run at the same time.
    pub(super) fn patterns(&mut self, one: &mut Vec<Stmt>, other: &mut Vec<Stmt>) {
        if self.one_in(7) {
            self.spin(one, other);
        }
        if self.one_in(12) {
            self.condition_variable(one, other);
        }
        if self.one_in(8) {
            self.semaphores(one, other);
        }
    }

    fn spin(&mut self, waiter: &mut Vec<Stmt>, setter: &mut Vec<Stmt>) {
        let value = 1 + self.small(2);
        let (condition, set) = match self.plan.atomics.first().copied() {
            Some(atomic) if self.one_in(2) => {
                let seen = Expr::Call(Box::new(Call::AtomicLoad(atomic)));
                let set = Stmt::AtomicStore(atomic, Expr::Constant(value));
                (self.not_yet(seen, value), set)
            }
            _ => {
                let set = Stmt::Assign(Place::Ready, None, Expr::Constant(value));
                (self.not_yet(Expr::Read(Place::Ready), value), set)
            }
        };
        let body = match self.below(6) {
            0 => SpinBody::Yield,
            1 => {
                let plain = self.one_of(&self.plan.plain.clone());
                SpinBody::Store(Place::Plain(plain), self.small(3))
            }
            _ => SpinBody::Empty,
        };
        self.put(waiter, Stmt::Spin(Spin { condition, body }));
        self.put(setter, set);
    }

    fn not_yet(&mut self, seen: Expr, value: i32) -> Expr {
        match self.below(3) {
            0 => Expr::Not(Box::new(seen)),
            1 => Expr::Binary(
                Operator::Ne,
                Box::new(seen),
                Box::new(Expr::Constant(value)),
            ),
            _ => Expr::Binary(Operator::Lt, Box::new(seen), Box::new(Expr::Constant(1))),
        }
    }

    fn condition_variable(&mut self, waiter: &mut Vec<Stmt>, setter: &mut Vec<Stmt>) {
        let plain = Place::Plain(self.one_of(&self.plan.plain.clone()));
        let condition = Expr::Binary(
            Operator::Gt,
            Box::new(Expr::Read(plain.clone())),
            Box::new(Expr::Constant(0)),
        );
        let taken = Stmt::Assign(plain.clone(), Some(Operator::Sub), Expr::Constant(1));
        let given = Stmt::Assign(plain, Some(Operator::Add), Expr::Constant(1));
        self.put(waiter, Stmt::Await(condition, vec![taken]));
        let everyone = self.one_in(2);
        self.put(
            setter,
            Stmt::Announce {
                body: vec![given],
                everyone,
            },
        );
    }

    fn semaphores(&mut self, one: &mut Vec<Stmt>, other: &mut Vec<Stmt>) {
        match self.below(3) {
            // As a lock. Its semaphore begins with 1.
            0 => {
                for body in [one, other] {
                    let from = self.below(body.len() as u64 + 1) as usize;
                    let to = from + self.below((body.len() - from) as u64 + 1) as usize;
                    body.insert(to, Stmt::SemaphorePost(1));
                    body.insert(from, Stmt::SemaphoreWait(1));
                }
            }
            1 => {
                self.put(one, Stmt::SemaphoreWait(0));
                self.put(other, Stmt::SemaphorePost(0));
            }
            _ => {
                let place = self.place(&Scope::of(Role::Main));
                let taken = vec![Stmt::Assign(place, None, Expr::Constant(self.small(3)))];
                self.put(one, Stmt::SemaphoreTry(0, taken));
                self.put(other, Stmt::SemaphorePost(0));
            }
        }
    }

    /// At any position.
    pub(super) fn put(&mut self, body: &mut Vec<Stmt>, statement: Stmt) {
        let position = self.below(body.len() as u64 + 1) as usize;
        body.insert(position, statement);
    }
}
