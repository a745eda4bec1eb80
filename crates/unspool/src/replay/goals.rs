//! How far each thread goes in each context, said by names that the original program knows.
//!
//! ```text
//! context 0   thread 0   before the load of `x` at 12:5, first time, where context 2 goes on
//! context 1   thread 1   to its end
//! context 2   thread 0   violation
//! ```

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_engine::Position;
use unspool_interp::Outcome;
use unspool_ir::{Program, Span};

use super::names::{Kind, Name, kind_and_span};
use super::on_bounded::{BoundedRun, RanContext, RanStep};

/// How far a thread goes in a context.
#[derive(Clone, Debug)]
pub enum Goal {
    /// Just before this occurrence of an instruction.
    Before(Occurrence),
    /// Just behind it: the thread does not go on any more. None if it need not do anything.
    After(Option<Occurrence>),
    ThreadEnd,
    Violation,
}

/// The `count`-th execution, from 0, by a thread of the instruction with a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Occurrence {
    /// Index in [`Goals::names`].
    pub name: usize,
    pub count: u32,
}

pub struct Goals {
    /// All names that matter, each with the thread of the bounded program that has it.
    pub names: Vec<(u32, Name)>,
    /// By what is quickly compared.
    pub by_place: FxHashMap<(Kind, Span), Vec<usize>>,
    /// Of each context.
    pub goals: Vec<Goal>,
    /// Of each draw of the bounded run.
    pub draws: Vec<Option<Occurrence>>,
    /// Spawns: which thread of the bounded program begins there.
    pub spawns: FxHashMap<Occurrence, u32>,
}

impl Goals {
    pub fn of(original: &Program, run: &BoundedRun) -> Goals {
        let mut maker = Maker {
            exists: places_of(original),
            indices: FxHashMap::default(),
            goals: Goals {
                names: Vec::new(),
                by_place: FxHashMap::default(),
                goals: Vec::new(),
                draws: Vec::new(),
                spawns: FxHashMap::default(),
            },
        };
        let occurrences = maker.occurrences(run);
        for (index, context) in run.contexts.iter().enumerate() {
            let goal = maker.goal(run, &occurrences, index, context);
            maker.goals.goals.push(goal);
        }
        // Every instruction of a bounded program is executed once at most.
        let steps = run.contexts.iter().flat_map(|context| &context.steps);
        let steps = steps.zip(occurrences.iter().flatten());
        let of_positions: FxHashMap<Position, Occurrence> = steps
            .map(|(step, occurrence)| (step.position, *occurrence))
            .collect();
        let draws = run
            .draws
            .iter()
            .map(|draw| of_positions.get(&draw.position));
        maker.goals.draws = draws.map(Option::<&Occurrence>::copied).collect();
        maker.goals
    }
}

struct Maker {
    /// All instructions of the original program.
    exists: FxHashSet<(Kind, Span)>,
    indices: FxHashMap<(u32, Name), usize>,
    goals: Goals,
}

impl Maker {
    /// Of all steps of all contexts.
    fn occurrences(&mut self, run: &BoundedRun) -> Vec<Vec<Occurrence>> {
        let mut counts: FxHashMap<usize, u32> = FxHashMap::default();
        let mut all = Vec::with_capacity(run.contexts.len());
        for context in &run.contexts {
            let mut of_context = Vec::with_capacity(context.steps.len());
            for step in &context.steps {
                let name = self.index(context.thread, &step.name);
                let count = counts.entry(name).or_insert(0);
                let occurrence = Occurrence {
                    name,
                    count: *count,
                };
                // All variables of a call end where it returns, once.
                *count += u32::from(!step.name.is_return());
                of_context.push(occurrence);
                if let Some(thread) = step.spawned {
                    self.goals.spawns.insert(occurrence, thread);
                }
            }
            all.push(of_context);
        }
        all
    }

    fn index(&mut self, thread: u32, name: &Name) -> usize {
        let key = (thread, name.clone());
        if let Some(index) = self.indices.get(&key) {
            return *index;
        }
        let index = self.goals.names.len();
        let place = (name.kind, name.span);
        self.goals.names.push(key.clone());
        self.goals.by_place.entry(place).or_default().push(index);
        self.indices.insert(key, index);
        index
    }

    fn goal(
        &self,
        run: &BoundedRun,
        occurrences: &[Vec<Occurrence>],
        index: usize,
        context: &RanContext,
    ) -> Goal {
        let later = run.contexts.iter().zip(occurrences).skip(index + 1);
        let mut later = later.filter(|(other, _)| other.thread == context.thread);
        // A context in which nothing happens but what passes have added is as good as none.
        let next = later.find_map(|(next, of_next)| self.first_in_original(&next.steps, of_next));
        if let Some(next) = next {
            return Goal::Before(next);
        }
        let is_deadlock = matches!(run.outcome, Outcome::Deadlock { .. });
        if index + 1 == run.contexts.len() && !is_deadlock {
            return Goal::Violation;
        }
        if context.steps.last().is_some_and(|step| step.ends_thread) {
            return Goal::ThreadEnd;
        }
        let steps = context.steps.iter().zip(&occurrences[index]);
        let last = steps.rev().find(|(step, _)| self.is_in_original(step));
        Goal::After(last.map(|(_, occurrence)| *occurrence))
    }

    /// The first of these steps that the original program has; it cannot stop at what passes have added.
    fn first_in_original(
        &self,
        steps: &[RanStep],
        occurrences: &[Occurrence],
    ) -> Option<Occurrence> {
        let mut found = steps.iter().zip(occurrences);
        let found = found.find(|(step, _)| self.is_in_original(step));
        found.map(|(_, occurrence)| *occurrence)
    }

    /// Whether it can be told when the original program executes it. Computations and jumps are moved about by passes.
    fn is_in_original(&self, step: &RanStep) -> bool {
        let name = &step.name;
        step.is_lasting && (name.is_return() || self.exists.contains(&(name.kind, name.span)))
    }
}

fn places_of(program: &Program) -> FxHashSet<(Kind, Span)> {
    let mut places = FxHashSet::default();
    for body in program.functions.iter().filter_map(|f| f.body.as_ref()) {
        for (block, content) in body.blocks.iter().enumerate() {
            for index in 0..=content.insts.len() {
                places.extend(kind_and_span(body, block, index));
            }
        }
    }
    places
}
