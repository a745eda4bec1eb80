//! Atomic sections in which a thread is alone with itself, and sections with two ways in.
//!
//! What others see of a section is all or nothing, whatever ends it: so sections are made that a false assumption, a division by zero, a null pointer or
//! the bound of a loop ends, mostly without any access to what is shared, and sections that write and then end the process or fail an assertion.

use super::super::program::*;
use super::{Generator, Scope};

impl Generator {
    /// Perhaps with one access to what is shared, before it or in it.
    pub(super) fn section_of_ones_own(&mut self, scope: &Scope, _steps: u64) -> Vec<Stmt> {
        let own = Place::Local(0);
        let mut before = Vec::new();
        let mut inside = Vec::new();
        let seen = Expr::Read(self.shared_place(scope));
        let read = Stmt::Assign(own.clone(), None, seen);
        match self.below(6) {
            0 => inside.push(read),
            1 | 2 => before.push(read),
            _ => {}
        }
        if self.one_in(6) {
            let place = self.shared_place(scope);
            inside.push(Stmt::Assign(place, None, Expr::Constant(self.small(4))));
        }
        match self.below(7) {
            0 | 1 => inside.push(Stmt::Assume(self.comparison_of(&own))),
            2 => {
                let divisor = Expr::Binary(
                    Operator::Sub,
                    Box::new(Expr::Read(own)),
                    Box::new(Expr::Constant(self.small(3))),
                );
                let quotient = Expr::Binary(
                    Operator::Div,
                    Box::new(Expr::Constant(6)),
                    Box::new(divisor),
                );
                inside.push(Stmt::Assign(Place::Local(1), None, quotient));
            }
            3 => {
                let is_null = self.comparison_of(&own);
                let forget = vec![Stmt::SetPointer(Pointer::Local, Address::Null)];
                before.push(Stmt::SetPointer(Pointer::Local, Address::Local(0)));
                before.push(Stmt::If(is_null, forget, Vec::new()));
                let target = Expr::Read(Place::Target(Pointer::Local));
                inside.push(Stmt::Assign(Place::Local(1), None, target));
            }
            4 => {
                inside.push(Stmt::Claim(self.comparison_of(&own)));
                inside.push(Stmt::Climb(own, 1 + self.small(4)));
            }
            _ => {
                let place = self.shared_place(scope);
                inside.push(Stmt::Assign(place, None, Expr::Constant(1 + self.small(3))));
                let holds = self.comparison_of(&own);
                inside.push(match self.one_in(2) {
                    true => Stmt::Assert(holds),
                    false => {
                        let exit = Stmt::ExitProcess(100 + self.small(3));
                        Stmt::If(holds, vec![exit], Vec::new())
                    }
                });
                if self.one_in(2) {
                    let place = self.shared_place(scope);
                    inside.push(Stmt::Assign(place, None, Expr::Constant(self.small(4))));
                }
            }
        }
        // What stands just before it is seen, whatever becomes of the section.
        if self.one_in(2) {
            let place = self.shared_place(scope);
            before.push(Stmt::Assign(place, None, Expr::Constant(1 + self.small(3))));
        }
        before.push(Stmt::AtomicSection(inside));
        before
    }

    pub(super) fn forked_section(&mut self, scope: &Scope, _steps: u64) -> Vec<Stmt> {
        let inner = Scope {
            in_loop: false,
            in_section: true,
            ..scope.deeper()
        };
        let condition = self.condition(scope);
        let mut way = || match self.below(4) {
            0 => vec![Stmt::Assume(self.comparison(&inner))],
            1 => self.block(&inner, 2, 1),
            _ => Vec::new(),
        };
        let (one, two) = (way(), way());
        let rest = self.block(&inner, 4, 2);
        vec![Stmt::ForkedSection(condition, one, two, rest)]
    }

    fn comparison_of(&mut self, place: &Place) -> Expr {
        let operator = self.one_of(&[Operator::Eq, Operator::Ne, Operator::Lt, Operator::Gt]);
        let constant = Expr::Constant(self.small(3));
        Expr::Binary(
            operator,
            Box::new(Expr::Read(place.clone())),
            Box::new(constant),
        )
    }
}
