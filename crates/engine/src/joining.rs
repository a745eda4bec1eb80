//! Paths meet: the state in which all of them are.
//!
//! A register or cell that has different contents on two paths becomes a choice between them, by the decision on which the paths parted. States are
//! joined from the innermost decisions outwards, so that the choices are as small as the program's own.

use unspool_formula::terms::Term;
use unspool_ir::RegId;
use unspool_passes::persistent_map::PersistentMap;

use crate::expressions::width_of;
use crate::state::State;
use crate::walk::Walk;

impl Walk<'_, '_> {
    /// The state in which all of these are joined, those of the innermost decisions first.
    pub(crate) fn join_all(&mut self, mut states: Vec<State>) -> Option<State> {
        if states.len() > 1 && self.depth > 0 {
            self.keep_sections_whole(&states);
        }
        let guards = &self.build.guards;
        states.sort_by_key(|state| guards.depth(state.guard));
        let mut joined = states.pop()?;
        while let Some(next) = states.pop() {
            joined = self.join(joined, next);
            // What was joined may be less deep than what waits.
            let depth = self.build.guards.depth(joined.guard);
            if let Some(last) = states.last()
                && self.build.guards.depth(last.guard) > depth
            {
                let place =
                    states.partition_point(|state| self.build.guards.depth(state.guard) <= depth);
                states.insert(place, joined);
                joined = states.pop()?;
            }
        }
        Some(joined)
    }

    /// An atomic section that was entered at one of several points goes on in the slot in which it was entered.
    fn keep_sections_whole(&mut self, states: &[State]) {
        let Some(last) = states.iter().map(|state| state.point).max() else {
            return;
        };
        for state in states.iter().filter(|state| state.point != last) {
            let condition = self.build.guards.term(state.guard);
            let earlier = self.record.joined.iter();
            let earlier = earlier.filter(|(_, other)| *other == state.point);
            let entries: Vec<usize> = earlier.map(|(entry, _)| *entry).collect();
            let entries = entries.into_iter().chain([state.point]);
            self.record
                .joined
                .extend(entries.map(|entry| (entry, last)));
            let (terms, points) = (&mut self.build.terms, &self.record.points);
            let timeline = &mut self.build.timeline;
            timeline.same_slot(terms, condition, &points[state.point], &points[last]);
        }
    }

    fn join(&mut self, first: State, second: State) -> State {
        let build = &mut *self.build;
        let (guard, is_first) = build
            .guards
            .join(&mut build.terms, first.guard, second.guard);
        let block = self.block;
        let terms = &mut build.terms;
        let (last_uses, unset, body) = (&self.last_uses, &mut self.unset, self.body);
        let types = &self.program.types;
        let mut either = |key: u64, a: Option<Term>, b: Option<Term>| {
            let reg = RegId::new(key as usize);
            if last_uses[reg.index()].is_none_or(|last| last < block) {
                return None;
            }
            let mut of_unset = || {
                *unset.entry(reg).or_insert_with(|| {
                    let width = width_of(types, body.regs[reg.index()].ty);
                    terms.variable("register before it is set", width)
                })
            };
            let (a, b) = match (a, b) {
                (Some(a), Some(b)) => (a, b),
                (Some(a), None) => (a, of_unset()),
                (None, Some(b)) => (of_unset(), b),
                (None, None) => return None,
            };
            Some(terms.ite(is_first, a, b))
        };
        let registers = first.registers.merge(&second.registers, &mut either);
        let initial = &build.initial;
        let private = first.private.merge(&second.private, &mut |key, a, b| {
            let at_first = initial[key as usize];
            let (a, b) = (a.unwrap_or(at_first), b.unwrap_or(at_first));
            Some(terms.ite(is_first, a, b))
        });
        let known = if first.point == second.point {
            first.known.merge(&second.known, &mut |_, a, b| {
                Some(terms.ite(is_first, a?, b?))
            })
        } else {
            PersistentMap::default()
        };
        State {
            guard,
            registers,
            private,
            known,
            point: first.point.max(second.point),
            has_acted: first.has_acted || second.has_acted,
            is_in_section: terms.ite(is_first, first.is_in_section, second.is_in_section),
            exempt: terms.ite(is_first, first.exempt, second.exempt),
        }
    }
}
