//! What the text of a program says of threads that run on: for the engine, which has a bounded part of it, and for the interpreter, which confirms what the engine finds.
//!
//! Both ask [`Wakers`] whether a thread can ever do anything about a wait. The interpreter knows stacks exactly; a position in the bounded program is given by its
//! [`names`](crate::replay): for all instructions of the original that fit. Where none fits nothing is known.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use unspool_engine::{Position, Progress};
use unspool_interp::{CodePosition, FlatPositions, Whereabouts};
use unspool_ir::{BlockId, FunctionId, InstKind, Program, Span};
use unspool_passes::bounded;
use unspool_passes::wakers::{Awaited, CodePlace, Context, Frame, Future, Side, Wakers};

use crate::replay::names::{BoundedNames, Kind, OriginalFunctions, Step};

/// Of a program as it was written, by exact stacks.
pub struct ExactFutures {
    program: Arc<Program>,
    /// Once somebody asks.
    analysis: OnceLock<Analysis>,
}

struct Analysis {
    wakers: Wakers,
    positions: FlatPositions,
}

/// Of the same program, by positions in a bounded program that was made of it.
pub struct BoundedFutures {
    wakers: Arc<Wakers>,
    bounded: Arc<Program>,
    functions: OriginalFunctions,
    /// By number of the thread: the function that it runs in the bounded program.
    threads: HashMap<u32, FunctionId>,
    /// Where threads are created.
    creations: HashMap<u32, Position>,
    known: Mutex<Known>,
}

/// What has been found out so far.
#[derive(Default)]
struct Known {
    runners: HashMap<Progress, usize>,
    /// Behind a place, or of a thread that is created there.
    futures: Numbered<(Option<Place>, bool), Future>,
    awaited: Numbered<Option<Place>, Option<Awaited>>,
    leave_alone: HashMap<(usize, usize), bool>,
}

/// Values of which many positions have the same, by what these have in common.
struct Numbered<K, T> {
    numbers: HashMap<K, usize>,
    values: Vec<T>,
}

/// What the original program knows an instruction by: the calls on the way to it, its kind and where it was written.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Place {
    first: FunctionId,
    calls: Vec<(FunctionId, Span)>,
    kind: Kind,
    span: Span,
}

impl ExactFutures {
    /// None for a bounded program, whose text does not say what lies behind the bounds.
    pub fn of_whole(program: &Program) -> Option<Arc<dyn unspool_interp::Futures>> {
        if bounded::is_marked(program) {
            return None;
        }
        Some(Arc::new(ExactFutures {
            program: Arc::new(program.clone()),
            analysis: OnceLock::new(),
        }))
    }

    fn analysis(&self) -> &Analysis {
        self.analysis.get_or_init(|| Analysis {
            positions: FlatPositions::of(&self.program),
            wakers: Wakers::of(Arc::clone(&self.program)),
        })
    }
}

impl Analysis {
    fn stack(&self, positions: &[CodePosition]) -> Vec<Frame> {
        let places = positions.iter().map(|at| {
            let (block, index) = self.positions.block(at.function, at.position);
            vec![CodePlace {
                function: at.function,
                block,
                index,
            }]
        });
        places.collect()
    }
}

impl unspool_interp::Futures for ExactFutures {
    fn leaves_alone(&self, runner: &Whereabouts, waiter: &[CodePosition]) -> bool {
        let analysis = self.analysis();
        let Some(awaited) = analysis.wakers.awaited(&analysis.stack(waiter)) else {
            return false;
        };
        let started = runner.positions.first().map(|first| Context {
            function: first.function,
            bound: (runner.functions.iter())
                .map(|&(number, function)| (number, vec![function]))
                .collect(),
        });
        let stack = analysis.stack(&runner.positions);
        let future = (analysis.wakers).future(&stack, Side::Before, started.as_ref());
        future.leaves_alone(&awaited)
    }
}

impl BoundedFutures {
    pub fn of(wakers: Arc<Wakers>, original: &Program, bounded: Arc<Program>) -> BoundedFutures {
        let threads: HashMap<u32, FunctionId> = bounded::threads(&bounded)
            .into_iter()
            .map(|thread| (thread.number, thread.function))
            .collect();
        let creations = threads.iter().flat_map(|(&creator, &function)| {
            let body = bounded.function(function).body.as_ref();
            let blocks = body
                .into_iter()
                .flat_map(|body| body.blocks.iter().enumerate());
            blocks.flat_map(move |(block, content)| {
                let insts = content.insts.iter().enumerate();
                insts.filter_map(move |(index, inst)| match inst.kind {
                    InstKind::Spawn {
                        thread: Some(number),
                        ..
                    } => {
                        let at = Position {
                            thread: creator,
                            block: BlockId::new(block),
                            index,
                        };
                        Some((number, at))
                    }
                    _ => None,
                })
            })
        });
        let creations = creations.collect();
        BoundedFutures {
            functions: BoundedNames::original_functions(original, &bounded),
            wakers,
            threads,
            creations,
            bounded,
            known: Mutex::default(),
        }
    }

    /// None if it is not known.
    fn place(&self, at: Position) -> Option<Place> {
        let names = BoundedNames::with_functions(Arc::clone(&self.functions), &self.bounded);
        let &function = self.threads.get(&at.thread)?;
        let name = names.name(function, at.block.index(), at.index)?;
        let calls = name.path.iter().filter_map(|step| match *step {
            Step::Call { callee, span } => Some((callee, span)),
            Step::Iteration { .. } => None,
        });
        Some(Place {
            first: names.first_function(function, at.block.index(), at.index)?,
            calls: calls.collect(),
            kind: name.kind,
            span: name.span,
        })
    }

    /// The stacks of the original program that a place may be.
    fn stack(&self, place: &Place) -> Vec<Frame> {
        let mut stack = Vec::new();
        let mut function = place.first;
        for &(callee, span) in &place.calls {
            let is_call = |kind: &InstKind| matches!(kind, InstKind::Call { .. });
            stack.push(self.wakers.instructions_at(function, span, is_call));
            function = callee;
        }
        let is_it = |inst: &InstKind| Kind::of(inst) == place.kind;
        stack.push(self.wakers.instructions_at(function, place.span, is_it));
        stack
    }

    fn number_of_future(&self, known: &mut Known, runner: Progress) -> usize {
        let (place, is_creation) = match runner {
            Progress::Created(0) => (None, true),
            Progress::Created(thread) => {
                let at = self.creations.get(&thread);
                (at.and_then(|&at| self.place(at)), true)
            }
            Progress::Behind(at) => (self.place(at), false),
        };
        known.futures.number((place, is_creation), |(place, _)| {
            let stack = place.as_ref().map_or(Vec::new(), |place| self.stack(place));
            match is_creation {
                true => self.wakers.future_of_started(&stack),
                false => self.wakers.future(&stack, Side::Behind, None),
            }
        })
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        // What a thread that has panicked has left is as good as before.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn number_of_awaited(&self, known: &mut Known, wait: Position) -> usize {
        known.awaited.number(self.place(wait), |place| {
            let stack = self.stack(place.as_ref()?);
            self.wakers.awaited(&stack)
        })
    }
}

impl unspool_engine::Futures for BoundedFutures {
    fn awaited(&self, wait: Position) -> Option<usize> {
        let mut known = self.known();
        let number = self.number_of_awaited(&mut known, wait);
        known
            .awaited
            .values
            .get(number)?
            .is_some()
            .then_some(number)
    }

    fn leaves_alone(&self, runner: Progress, awaited: usize) -> bool {
        let mut known = self.known();
        let known = &mut *known;
        let runner = match known.runners.get(&runner) {
            Some(&number) => number,
            None => {
                let number = self.number_of_future(known, runner);
                known.runners.insert(runner, number);
                number
            }
        };
        let pair = (runner, awaited);
        *known.leave_alone.entry(pair).or_insert_with(|| {
            let awaited = known.awaited.values.get(awaited).and_then(Option::as_ref);
            let future = known.futures.values.get(runner);
            let both = future.zip(awaited);
            both.is_some_and(|(future, awaited)| future.leaves_alone(awaited))
        })
    }
}

impl<K: Eq + Hash + Clone, T> Numbered<K, T> {
    fn number(&mut self, key: K, value: impl FnOnce(&K) -> T) -> usize {
        if let Some(&number) = self.numbers.get(&key) {
            return number;
        }
        let number = self.values.len();
        self.values.push(value(&key));
        self.numbers.insert(key, number);
        number
    }
}

impl<K, T> Default for Numbered<K, T> {
    fn default() -> Self {
        Numbered {
            numbers: HashMap::new(),
            values: Vec::new(),
        }
    }
}

impl fmt::Debug for ExactFutures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExactFutures").finish_non_exhaustive()
    }
}

impl fmt::Debug for BoundedFutures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoundedFutures").finish_non_exhaustive()
    }
}
