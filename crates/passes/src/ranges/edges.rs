//! Ends of blocks, in a walk: what flows along which edge.

use unspool_ir::arithmetic::sign_extend;
use unspool_ir::{BlockId, Case, ExprId, Terminator};

use super::evaluate::Point;
use super::range::Range;
use super::state::{FactMap, join};
use super::walk::Walk;

impl Walk<'_> {
    pub(super) fn terminator(&mut self, terminator: &Terminator, id: BlockId) {
        let operand = match *terminator {
            Terminator::Branch { condition, .. } => Some(condition),
            Terminator::Switch { value, .. } => Some(value),
            _ => None,
        };
        let mut range = Range::top(0);
        if let Some(operand) = operand {
            let Some(value) = self.point().evaluate(operand) else {
                return;
            };
            range = value.range;
        }
        self.note((id, self.body.block(id).insts.len()), &range);
        let map = self.state.leave(id, &self.thread.lifetimes);
        match terminator {
            Terminator::Goto(target) => self.flow(*target, map),
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => {
                for (truth, target) in [(true, *then), (false, *otherwise)] {
                    self.edge(id, &map, target, |point| point.assume(*condition, truth));
                }
            }
            Terminator::Switch {
                value,
                cases,
                default,
            } => self.switch(id, &map, (*value, &range), cases, *default),
            _ => {}
        }
    }

    fn switch(
        &mut self,
        id: BlockId,
        map: &FactMap,
        (value, range): (ExprId, &Range),
        cases: &[Case],
        default: BlockId,
    ) {
        let signed = self.program.types.is_signed(self.body.expr(value).ty);
        let mut rest = Some(*range);
        for case in cases {
            let chosen = case_range(range.width(), signed, case);
            let Some(chosen) = chosen.and_then(|chosen| chosen.meet(range)) else {
                continue;
            };
            rest = rest.and_then(|rest| less_case(&rest, signed, case));
            self.edge(id, map, case.target, |point| {
                point.assume_in(value, &chosen)
            });
        }
        // Cases may stand in any order: what an earlier one leaves may have its end in a later one.
        for case in cases.iter().rev() {
            rest = rest.and_then(|rest| less_case(&rest, signed, case));
        }
        if let Some(rest) = rest {
            self.edge(id, map, default, |point| point.assume_in(value, &rest));
        }
    }

    /// Follows an edge if what is assumed on it can hold.
    fn edge(
        &mut self,
        from: BlockId,
        map: &FactMap,
        to: BlockId,
        assume: impl Fn(&mut Point<'_>) -> bool,
    ) {
        let is_possible = assume(&mut self.point());
        let lifetimes = &self.thread.lifetimes;
        let map = self.state.leave_edge(from, map, lifetimes);
        if is_possible {
            self.flow(to, map);
        }
    }

    fn flow(&mut self, to: BlockId, map: FactMap) {
        let Some(known) = self.incoming.get_mut(to.index()) else {
            return;
        };
        *known = Some(match known.take() {
            Some(known) => join(&known, &map, self.table),
            None => map,
        });
    }
}

pub fn case_range(width: u32, signed: bool, case: &Case) -> Option<Range> {
    if !signed {
        return Range::unsigned(width, case.low, case.high);
    }
    let number = |bits| sign_extend(bits, width);
    Range::signed(width, number(case.low), number(case.high))
}

/// The values that are not in the case, as far as bounds can say that. None if there are none.
pub fn less_case(rest: &Range, signed: bool, case: &Case) -> Option<Range> {
    let width = rest.width();
    if signed {
        let number = |bits| sign_extend(bits, width);
        let (low, high) = rest.signed_bounds();
        let (first, last) = (number(case.low), number(case.high));
        let new_low = if first <= low && low <= last {
            last.checked_add(1)?
        } else {
            low
        };
        let new_high = if first <= high && high <= last {
            first.checked_sub(1)?
        } else {
            high
        };
        return rest.and_signed(new_low, new_high);
    }
    let (low, high) = rest.unsigned_bounds();
    let new_low = if case.low <= low && low <= case.high {
        case.high.checked_add(1)?
    } else {
        low
    };
    let new_high = if case.low <= high && high <= case.high {
        case.low.checked_sub(1)?
    } else {
        high
    };
    rest.and_unsigned(new_low, new_high)
}
