//! The original program on its way through the contexts of a bounded execution.

use rustc_hash::FxHashMap;
use unspool_interp::input::{Asker, InputSource, Request};
use unspool_interp::{Executed, Machine, StepResult};
use unspool_ir::Span;

use super::draws::{Draw, DrawFor, is_same_call};
use super::goals::{Goals, Occurrence};
use super::whereabouts::{Map, Whereabouts};

/// What does not change on the way.
pub struct Guide<'a> {
    pub map: &'a Map<'a>,
    pub goals: &'a Goals,
    pub draws: &'a [Draw],
}

/// A state of the original program, and how it compares with the bounded execution.
#[derive(Clone)]
pub struct State<'p> {
    pub machine: Machine<'p>,
    pub progress: Progress,
    /// Steps so far: thread, and how many in a row.
    pub schedule: Vec<(u32, u64)>,
}

/// What has been seen of the bounded execution.
#[derive(Clone)]
pub struct Progress {
    whereabouts: Whereabouts,
    /// How often instructions with each name were executed.
    counts: FxHashMap<usize, u32>,
    /// The thread of the bounded program that each thread of the original is.
    bounded: FxHashMap<u32, u32>,
    original: FxHashMap<u32, u32>,
    used_draws: Vec<bool>,
}

impl<'p> State<'p> {
    pub fn new(machine: Machine<'p>, guide: &Guide<'_>) -> Self {
        State {
            machine,
            progress: Progress {
                whereabouts: Whereabouts::default(),
                counts: FxHashMap::default(),
                bounded: FxHashMap::from_iter([(0, 0)]),
                original: FxHashMap::from_iter([(0, 0)]),
                used_draws: vec![false; guide.draws.len()],
            },
            schedule: Vec::new(),
        }
    }

    /// One instruction or atomic section of a thread.
    pub fn step(&mut self, guide: &Guide<'_>, thread: u32) -> StepResult {
        self.machine.clear_record();
        let mut inputs = Inputs {
            guide,
            progress: &self.progress,
            taken: Vec::new(),
        };
        let result = self.machine.step_instruction(thread, &mut inputs);
        let taken = inputs.taken;
        if matches!(result, StepResult::Blocked { .. }) {
            return result;
        }
        for draw in taken {
            self.progress.used_draws[draw] = true;
        }
        let mut newborn = self.machine.newborn().iter();
        for &executed in self.machine.executed() {
            let spawned = self.progress.follow(guide, executed);
            if let Some(number) = spawned
                && let Some(&child) = newborn.next()
            {
                self.progress.bounded.insert(child, number);
                self.progress.original.insert(number, child);
            }
        }
        match self.schedule.last_mut() {
            Some((last, count)) if *last == thread => *count += 1,
            _ => self.schedule.push((thread, 1)),
        }
        result
    }

    /// The thread of the original that is this one of the bounded program, once it exists.
    pub fn thread(&self, bounded: u32) -> Option<u32> {
        self.progress.original.get(&bounded).copied()
    }

    /// Which thread of the bounded program a thread of the original is.
    pub fn bounded_thread(&self, original: u32) -> Option<u32> {
        self.progress.bounded.get(&original).copied()
    }

    /// Whether the instruction that the thread executes next is this occurrence.
    pub fn is_before(&self, guide: &Guide<'_>, thread: u32, occurrence: Occurrence) -> bool {
        let Some(next) = self.machine.next_instruction(thread) else {
            return false;
        };
        let is_it = |name: &usize| *name == occurrence.name;
        self.progress.count(occurrence.name) == occurrence.count
            && self.progress.names(guide, next).iter().any(is_it)
    }

    /// Whether the next instruction of a thread is one before which it could matter to be switched away from.
    pub fn is_at_place(&self, guide: &Guide<'_>, thread: u32) -> bool {
        let next = self.machine.next_instruction(thread);
        next.is_some_and(|next| guide.map.is_lasting(next))
    }

    /// Whether the occurrence has been executed.
    pub fn is_behind(&self, occurrence: Occurrence) -> bool {
        self.progress.count(occurrence.name) > occurrence.count
    }
}

impl Progress {
    /// Follows an executed instruction; the number of the thread of the bounded program that it started.
    fn follow(&mut self, guide: &Guide<'_>, executed: Executed) -> Option<u32> {
        let names = self.names(guide, executed);
        self.whereabouts.follow(guide.map, executed);
        let mut spawned = None;
        for name in names {
            let count = self.counts.entry(name).or_insert(0);
            let occurrence = Occurrence {
                name,
                count: *count,
            };
            *count += 1;
            spawned = spawned.or(guide.goals.spawns.get(&occurrence).copied());
        }
        spawned
    }

    fn count(&self, name: usize) -> u32 {
        self.counts.get(&name).copied().unwrap_or(0)
    }

    /// The names of an instruction that is about to be executed. There are several only if loops were cut open.
    fn names(&self, guide: &Guide<'_>, at: Executed) -> Vec<usize> {
        let Some(thread) = self.bounded.get(&at.thread) else {
            return Vec::new();
        };
        let Some((kind, span)) = guide.map.kind_and_span(at) else {
            return Vec::new();
        };
        let with = |span| {
            guide
                .goals
                .by_place
                .get(&(kind, span))
                .into_iter()
                .flatten()
        };
        let any_return = kind.is_return() && span != Span::NONE;
        let any_return = any_return.then(|| with(Span::NONE)).into_iter().flatten();
        let mut candidates = with(span).chain(any_return).peekable();
        if candidates.peek().is_none() {
            return Vec::new();
        }
        let path = self.whereabouts.path(guide.map, at);
        let fits = |name: &&usize| {
            let (owner, name) = &guide.goals.names[**name];
            owner == thread && name.fits_path(&path)
        };
        candidates.filter(fits).copied().collect()
    }
}

/// The inputs of the bounded execution for those who ask in the original; 0 for others.
struct Inputs<'a> {
    guide: &'a Guide<'a>,
    /// Before the step.
    progress: &'a Progress,
    taken: Vec<usize>,
}

impl InputSource for Inputs<'_> {
    fn draw(&mut self, _index: usize, _request: Request) -> u128 {
        0
    }

    fn draw_for(&mut self, asker: &Asker<'_>, _index: usize, _request: Request) -> u128 {
        let Some((&by, before)) = asker.machine.executed().split_last() else {
            return 0;
        };
        let mut now = self.progress.clone();
        for &executed in before {
            now.follow(self.guide, executed);
        }
        match self.find(asker, by, &now) {
            Some(draw) => {
                self.taken.push(draw);
                self.guide.draws[draw].bits
            }
            None => 0,
        }
    }
}

impl Inputs<'_> {
    fn find(&self, asker: &Asker<'_>, by: Executed, now: &Progress) -> Option<usize> {
        let body = self.guide.map.body(by.function);
        let drawn_for = DrawFor::of(asker, body);
        let names = now.names(self.guide, by);
        let is_free = |at: usize| !self.progress.used_draws[at] && !self.taken.contains(&at);
        let all = || {
            let draws = self.guide.draws.iter().zip(&self.guide.goals.draws);
            draws
                .enumerate()
                .filter(|(at, _)| is_free(*at))
                .filter(|(_, (draw, _))| draw.byte == asker.byte)
        };
        let by_instruction = all().find(|(_, (draw, occurrence))| {
            let is_same_kind =
                std::mem::discriminant(&draw.drawn_for) == std::mem::discriminant(&drawn_for);
            let is_it = |occurrence: &Occurrence| {
                names.contains(&occurrence.name) && now.count(occurrence.name) == occurrence.count
            };
            is_same_kind && occurrence.as_ref().is_some_and(is_it)
        });
        if let Some((at, _)) = by_instruction {
            return Some(at);
        }
        let thread = now.bounded.get(&asker.thread).copied();
        let path = now.whereabouts.path(self.guide.map, by);
        let by_variable = all().find(|(_, (draw, _))| {
            let is_of_thread = Some(draw.thread) == thread;
            let is_same_call = match drawn_for {
                DrawFor::Register(_) => is_of_thread && is_same_call(&draw.name.path, &path),
                _ => true,
            };
            is_same_call && draw.drawn_for.is_same_variable(&drawn_for)
        });
        by_variable.map(|(at, _)| at)
    }
}
