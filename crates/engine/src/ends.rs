//! Where executions end.
//!
//! A thread may stop for ever at any of its visible points, so an execution that ends badly needs nobody to run on
//! behind that end. What would end the run otherwise (an exit, a failing assumption, an access that is not valid) is therefore never
//! executed: if nothing that others can see stands between the last visible point and there, it is *demanded* that the point is
//! executed only if the condition holds; otherwise the thread stands still before it, and the guard of what follows has
//! the condition in it. In an atomic section that begins with a point, which happens as a whole or not at all, it is always a demand; of one without,
//! others see nothing anyway. Paths of both kinds may meet in a section, so what kind it is is a term.
//!
//! An assertion does not stop the symbolic execution: what follows a failing one is of no interest, since the first failing one is
//! where an execution ends; but nothing may be demanded behind it that would exclude the failure (`exempt`).
//!
//! Where races are asked for, a section in the last slot may end the run: what it accesses before that it does access (`last_slot.rs`). An assumption is no such end: a section in which one fails
//! is one that cannot be entered.

use unspool_formula::terms::Term;
use unspool_ir::{ExprId, Property};

use crate::answer::Unsupported;
use crate::build::{Check, CheckKind};
use crate::walk::{Path, Walk};

/// What it means that a condition does not hold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Otherwise {
    /// The execution ends.
    Ends,
    IsUnsupported(Unsupported),
}

impl Walk<'_, '_> {
    /// The value of an expression, or None if the path ends there.
    pub(crate) fn checked_value(&mut self, expr: ExprId) -> Option<Term> {
        let value = self.value(expr);
        (self.meet_demands() == Path::GoesOn).then_some(value)
    }

    /// The conditions that evaluation noted must hold for the execution to go on.
    pub(crate) fn meet_demands(&mut self) -> Path {
        let mut path = Path::GoesOn;
        for (condition, otherwise) in std::mem::take(&mut self.demands) {
            if path == Path::GoesOn {
                path = match otherwise {
                    Otherwise::Ends => self.end_unless(condition),
                    Otherwise::IsUnsupported(what) => self.support_only(what, condition),
                };
            }
        }
        path
    }

    /// Executions are modelled only where the condition holds; the others are cut off, and can be asked for.
    pub(crate) fn support_only(&mut self, what: Unsupported, condition: Term) -> Path {
        self.check(CheckKind::Unsupported(what), condition);
        self.narrow_guard(condition)
    }

    /// The run ends where the condition does not hold.
    pub(crate) fn end_unless(&mut self, condition: Term) -> Path {
        self.end_step_unless(condition);
        self.demand(condition)
    }

    /// Executions go on only where the condition holds.
    pub(crate) fn demand(&mut self, condition: Term) -> Path {
        if self.build.terms.is_true(condition) {
            return Path::GoesOn;
        }
        let is_in_section = self.state.is_in_section;
        let is_always_demand = !self.state.has_acted || self.build.terms.is_true(is_in_section);
        if is_always_demand || !self.build.terms.is_false(is_in_section) {
            let guard = self.guard();
            let point = self.point();
            let build = &mut *self.build;
            let is_absent = build.terms.not(guard);
            let slots = build.timeline.slots;
            let mut clause = vec![is_absent, point.late[slots], self.state.exempt, condition];
            if !is_always_demand {
                clause.push(build.terms.not(is_in_section));
            }
            build.timeline.constraints.push(clause);
        }
        if is_always_demand {
            return match self.build.terms.is_false(condition) {
                true => Path::Ends,
                false => Path::GoesOn,
            };
        }
        self.narrow_guard(condition)
    }

    /// An execution may end here, if the condition does not hold.
    pub(crate) fn check(&mut self, kind: CheckKind, condition: Term) {
        if self.build.terms.is_true(condition) {
            return;
        }
        // Behind a bound, or what is not supported, a section may still come to where it waits.
        if matches!(kind, CheckKind::Property(property) if property != Property::Unwinding) {
            self.end_step_unless(condition);
        }
        let guard = self.guard();
        let point = self.point();
        let build = &mut *self.build;
        let fails = build.terms.not(condition);
        let executed = build.timeline.is_executed(&mut build.terms, &point);
        let reached = build.terms.and(guard, executed);
        let check = Check {
            at: self.at(),
            kind,
            fails: self.build.terms.and(reached, fails),
            point: self.state.point,
            exempt: self.state.exempt,
            in_section: self.state.is_in_section,
        };
        self.record.checks.push(check);
        self.state.exempt = self.build.terms.or(self.state.exempt, fails);
        self.state.has_acted = true;
    }

    /// What follows is executed only if the condition holds.
    pub(crate) fn narrow_guard(&mut self, condition: Term) -> Path {
        let (terms, guard) = (&mut self.build.terms, self.state.guard);
        match self.build.guards.and(terms, guard, condition) {
            Some(guard) => {
                self.state.guard = guard;
                Path::GoesOn
            }
            None => Path::Ends,
        }
    }
}
