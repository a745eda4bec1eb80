//! What eager schemas share: threads run one after the other, each to its end, over shared memory of which the contents are guessed.
//!
//! A thread of the bounded program becomes a function that is called once. While it runs, a register says *when* that is, in whatever way the schema counts time; at each stop the thread may go on
//! later, or never. What it reads of shared memory is what a guess says is there at that time, and what it writes must be in the guess, so that threads that are simulated before or behind it have seen the same. Only
//! at the end it is known whether a simulation was of an execution, so violations are recorded and raised there.
//!
//! A schema says how time is counted and what is guessed: [`Eager`]. Which objects there are, which parts of them threads share, where an access may be, how lives begin and end, creation of threads,
//! inputs and errors are the same for all, and here. Pointers point to the first copy of a variable, whatever other copies a schema has: an access is a case distinction over
//! the places to which the points-to analysis says that it may lead ([`places`]), so no verifier has to look behind a guessed pointer.
//!
//! **The first thread is alone** until it creates another one ([`alone`]): up to there it has no stops, and memory is what it is.

pub mod accesses;
pub mod alone;
pub mod clock;
pub mod copies;
pub mod driver;
pub mod ends;
pub mod events;
pub mod gathering;
mod lives;
pub mod narrow;
pub mod parts;
pub mod places;
mod scratch;
mod sizes;
mod stubs;
pub mod survey;
pub mod thread;
pub mod variables;
pub mod writes;

use rustc_hash::FxHashMap;
use unspool_ir::{BlockId, ExprId, GlobalId, Program, Property, Span, TypeId};
use unspool_passes::made_pointers::MadePointers;
use unspool_passes::points_to::PointsTo;
use unspool_passes::ranges::Ranges;
use unspool_passes::thread_text::ThreadText;

use crate::counters::counter_type;
use crate::guesses::{Guess, ThreadStops, Times, Timing};
use crate::lasting_locals::read_registers;
use crate::maker::Maker;
use crate::notes::{Counter, Sequential};
use crate::stops::{self, ProcessEnds, Sealed};

use accesses::Accessing;
use clock::Clock;
use driver::Driver;
use ends::End;
use events::Events;
use gathering::Told;
use places::Spot;
use thread::Simulation;
use variables::{Found, Variables};
use writes::Writes;

/// How a schema counts time, and what it guesses.
pub trait Eager: Sized {
    /// What times are called.
    const TIME: &'static str;

    /// Registers of a simulation that only the schema knows.
    type Own: Default;

    /// Where the first thread begins.
    fn begin_alone(_simulation: &mut Simulation<'_, '_, '_, Self>) {}

    /// Where the first thread ceases to be alone, and where others begin. The time is set.
    fn begin(_simulation: &mut Simulation<'_, '_, '_, Self>) {}

    /// What must hold for a thread to go on at this time, besides that it is now or later.
    fn before_move(_simulation: &mut Simulation<'_, '_, '_, Self>, _next: ExprId) {}

    /// The time has been set.
    fn behind_move(_simulation: &mut Simulation<'_, '_, '_, Self>) {}

    /// The thread has come to its end, or to something that ends the execution. At stops it says by its time that it never goes on.
    fn end(_simulation: &mut Simulation<'_, '_, '_, Self>) {}

    /// The thread at this place of the list has been created.
    fn spawned(_simulation: &mut Simulation<'_, '_, '_, Self>, _child: usize) {}

    /// Where writes are gathered and made known, if the schema counts them.
    fn plan(&self) -> Option<&Writes> {
        None
    }

    /// Whether the time is known to be that of the first copy.
    fn is_in_first_copy(_simulation: &Simulation<'_, '_, '_, Self>) -> bool {
        false
    }

    /// Whether what is written to these spots as this type can be written by [`Eager::write`].
    fn can_write(_simulation: &Simulation<'_, '_, '_, Self>, _spots: &[Spot], _ty: TypeId) -> bool {
        true
    }

    /// What is not read and written as a scalar, at one of these spots, of which some are shared.
    fn perform(
        simulation: &mut Simulation<'_, '_, '_, Self>,
        accessing: &Accessing<'_>,
        span: Span,
    );

    /// A scalar at one of these spots, of which some are shared.
    fn read(
        simulation: &mut Simulation<'_, '_, '_, Self>,
        spots: &[Spot],
        ty: TypeId,
        span: Span,
    ) -> ExprId;

    /// The same the other way round, if the condition holds.
    fn write(
        simulation: &mut Simulation<'_, '_, '_, Self>,
        condition: Option<ExprId>,
        spots: &[Spot],
        stored: (ExprId, TypeId),
        span: Span,
    );

    /// Several parts at the end of a step, each if its condition holds.
    fn write_all(simulation: &mut Simulation<'_, '_, '_, Self>, told: Vec<Told>, span: Span) {
        for told in told {
            let stored = (told.value, told.ty);
            Self::write(simulation, told.condition, &[told.spot], stored, span);
        }
    }

    /// What is guessed, before anything is simulated.
    fn guess(_driver: &mut Driver<'_, '_, Self>) {}

    /// A thread is not created: the guess must not speak of it.
    fn absent(_driver: &mut Driver<'_, '_, Self>, _thread: usize) {}

    /// What must hold behind all threads.
    fn check(_driver: &mut Driver<'_, '_, Self>) {}
}

/// What all eager schemas are asked.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// Counters of no more bits than they need.
    pub minimal_counters: bool,
    /// Assertions that count; executions in which others fail are not considered. Those about unwinding stay as they are.
    pub checked: &'a [Property],
}

/// What can be said before it is known how time is counted.
pub struct Groundwork<'a> {
    pub maker: Maker<'a>,
    pub texts: &'a [ThreadText<'a>],
    pub variables: Variables,
    pub points_to: PointsTo,
    /// See [`alone::until`].
    pub alone: Option<Stop>,
    /// Of each thread, in the order of the text.
    pub stops: Vec<Vec<Stop>>,
    pub asked: Asked<'a>,
}

pub type Stop = (BlockId, usize);

impl<'a> Groundwork<'a> {
    pub fn of(
        bounded: &'a Program,
        texts: &'a [ThreadText<'a>],
        asked: Asked<'a>,
    ) -> Groundwork<'a> {
        let points_to = PointsTo::of(bounded);
        let mut maker = Maker::new(bounded, texts);
        let ranges = Ranges::of(bounded, &points_to);
        let found = Found {
            texts,
            survey: survey::survey(bounded, texts, &points_to),
            ranges: ranges.as_ref(),
        };
        let variables = Variables::add(&mut maker, found);
        Groundwork {
            maker,
            texts,
            variables,
            points_to,
            alone: alone::until(texts),
            stops: (texts.iter())
                .map(|text| {
                    let sealed = Sealed::default();
                    stops::of(bounded, text, asked.checked, ProcessEnds::GiveUp, &sealed)
                })
                .collect(),
            asked,
        }
    }

    /// What numbers up to this one are counted in.
    pub fn smallest(&self, most: u32) -> TypeId {
        counter_type(most, self.asked.minimal_counters)
    }

    /// A variable for numbers of so many bits.
    pub fn counter(&mut self, name: &str, ty: TypeId, bits: u32) -> GlobalId {
        let align = self.maker.program.types.align_of(ty);
        let variable = self.maker.variable(name, ty, align, Span::NONE);
        if self.asked.minimal_counters {
            self.maker.counters.push((Counter::Global(variable), bits));
        }
        variable
    }

    /// Makes the sequential program.
    pub fn sequentialize<S: Eager>(
        self,
        clock: Clock,
        times: Times,
        ends: Vec<Option<End>>,
        schema: S,
    ) -> Sequential {
        let (mut maker, texts) = (self.maker, self.texts);
        let asked = self.asked;
        let align = maker.program.types.align_of(clock.ty);
        let now = maker.variable(S::TIME, clock.ty, align, Span::NONE);
        let begins = maker.program.global(now).name.clone();
        maker.guesses.add(begins, Guess::ContextBegins);
        maker.guesses.timing = Some(Timing {
            times,
            never: clock.never,
            is_unary: clock.is_unary,
        });
        let made = MadePointers::of(maker.bounded, texts, &self.points_to);
        let mut making = Making {
            asked,
            clock,
            maker,
            now,
            born: Vec::new(),
            ends,
            arguments: FxHashMap::default(),
            variables: self.variables,
            points_to: self.points_to,
            made,
            alone: self.alone,
            events: Events::default(),
            schema,
        };
        making.add_thread_variables(texts);
        for text in texts {
            making.maker.rename(text);
        }
        for ((place, text), stops) in texts.iter().enumerate().zip(self.stops) {
            let body = thread::simulation(&mut making, place, text, &stops);
            making.maker.replace(text.function, body);
            making.maker.guesses.threads.push(ThreadStops {
                thread: text.number,
                stops,
            });
        }
        driver::add(&mut making, texts);
        let control = making.control();
        making.maker.finish(control)
    }
}

/// What the parts share.
pub struct Making<'a, S> {
    pub asked: Asked<'a>,
    pub clock: Clock,
    pub maker: Maker<'a>,
    /// The time of the thread that is simulated, for those who read traces.
    pub now: GlobalId,
    /// By place of the thread: when it is created, or never. The first thread needs none.
    pub born: Vec<Option<GlobalId>>,
    /// How it is told that a thread has ended, if somebody asks.
    pub ends: Vec<Option<End>>,
    /// Thread and number of the parameter.
    pub arguments: FxHashMap<(usize, usize), GlobalId>,
    pub variables: Variables,
    pub points_to: PointsTo,
    pub made: MadePointers,
    /// See [`alone::until`].
    pub alone: Option<Stop>,
    pub events: Events,
    pub schema: S,
}

impl<S> Making<'_, S> {
    fn add_thread_variables(&mut self, texts: &[ThreadText<'_>]) {
        for (place, text) in texts.iter().enumerate() {
            let born = (place > 0).then(|| self.time_variable(&format!("born.{}", text.number)));
            self.born.push(born);
            if let Some(End::Time { variable, .. }) = self.ends[place] {
                self.count(Counter::Global(variable));
            }
            let reads = read_registers(text);
            let params = text.body.params.iter().enumerate();
            for (number, param) in params.filter(|(_, param)| reads.contains(param)) {
                let ty = text.body.regs[param.index()].ty;
                let align = self.maker.program.types.align_of(ty);
                let name = format!("arg.{}.{number}", text.number);
                let variable = self.maker.variable(&name, ty, align, Span::NONE);
                self.arguments.insert((place, number), variable);
            }
        }
        let now = self.now;
        self.count(Counter::Global(now));
    }

    /// A variable for a time.
    fn time_variable(&mut self, name: &str) -> GlobalId {
        let align = self.maker.program.types.align_of(self.clock.ty);
        let variable = self.maker.variable(name, self.clock.ty, align, Span::NONE);
        self.count(Counter::Global(variable));
        variable
    }

    /// Notes how many bits a time needs.
    pub fn count(&mut self, counter: Counter) {
        if self.asked.minimal_counters {
            let bits = self.clock.bits;
            self.maker.counters.push((counter, bits));
        }
    }

    /// Variables that are only accessed inside of their bounds: those of the simulation, and those before whose accesses it says so.
    fn control(&self) -> Vec<GlobalId> {
        let mut all = vec![self.now];
        all.extend(self.born.iter().flatten());
        all.extend(self.ends.iter().flatten().filter_map(End::variable));
        all.extend(self.arguments.values());
        all.extend(self.events.variable());
        for variable in &self.variables.list {
            all.extend(&variable.copies);
        }
        all
    }
}
