//! The schema of Lal and Reps: threads run one after the other, each to its end, over guessed copies of shared memory.
//!
//! From Fischer, Inverso and Parlato, *CSeq: a concurrency pre-processor for sequential C verification tools* (ASE 2013), Figures 2 and 3, which extends Lal and Reps,
//! *Reducing concurrent analysis under a context bound to sequential analysis* (FMSD 2009), to threads that are created dynamically.
//!
//! **The idea.** Contexts of one thread in K rounds could be simulated at once if it were known what shared memory contains when each of them begins. So it is guessed: there
//! are K copies of shared memory, one for each round, and all but the first begin with any contents. A thread is a function that is called once. It has a `round`, works in
//! the copy of that round, and may go on in a later one wherever it can be interrupted. The next thread finds in each copy what its predecessors have left there. Behind the last thread each copy
//! contains what its round has made of the guess, and that must be the guess for the next round; else the simulation was of nothing, and is given up.
//!
//! **The rules**, for thread `t` and K rounds:
//!
//! | bounded program | sequential program | |
//! |---|---|---|
//! | stop `i` | `next = nondet; assume(round <= next <= K); round = next; if (round == K) goto stopped` | `cs()` of Figure 3; round K means that the thread never goes on |
//! | shared memory at `x` | `x` in copy `round` | a choice among K variables |
//! | an access through a pointer | the same at each place to which it may point, if it points there | pointers point to copy 0; nowhere: `assume(false)` |
//! | `spawn t(a)` | `born[t] = round; arg[t] = a;` its number is `t` | |
//! | `finished(s)` | `end[s] <= round`, or `<` if `s` comes behind `t` | `end[s]` is guessed if somebody before `s` asks |
//! | end of a thread | `assume(end[t] == round)` | at `stopped`: `assume(end[t] == K)` |
//! | end of the process, `unreachable` | `assume(false)` | the thread stands still at the stop before it |
//! | `assert c`, `unsupported` | `if (!c) { error = number; goto stopped }` | raised behind the last thread, if the guesses were right |
//! | `wait_until c` | `assume(c)` | a thread that would wait stands still at the stop before it |
//! | `alloc` | the address of its object | which is a variable like any other; contents and size are guessed at the start |
//! | `free`, ends of lives | a flag of the object | shared memory, too |
//! | `self` | `t` | |
//! | `atomic_begin`, `atomic_end`, fences | nothing | there are no stops in sections |
//! | a weak compare-exchange | a guess whether it fails, and a strong one | |
//! | all else | the same | |
//!
//! **Why it is right.** *Every execution with at most K rounds is simulated*: guess what memory contained when each round began, and raise `round` where contexts ended. By induction over threads each finds
//! in copy `r` what its context in round `r` found, and leaves what that left. A thread that has not ended stands at a stop (those before the ends of runs are there for that, [`crate::stops`]), and goes to round K there. The checks at the end hold, and so does the
//! failed assertion. *Nothing else is*: if the checks hold, the contexts of all threads in round 0, then in round 1 and so on, are an execution, since each begins with the memory that its predecessor leaves: in one round by the order
//! of the calls, from round to round by the checks. A thread starts in the round of its creation or later, behind its creator, whose number is smaller. What is read of `end[s]` is so: `s` ends in that round. An execution ends with the first
//! failed assertion; what a simulation makes of others behind that is of no interest. Memory outside of the copies is used by one thread alone, or written only before the others that use it are created
//! ([`parts`]): it needs no guess, since it is the same whatever the round is.
//!
//! **Where this differs** from the paper. Heap, pointers to shared memory, arguments and results of threads: CSeq rejects them. The heap of a bounded program is a list of known objects, which are variables here. The paper's
//! successors would rebase pointers by arithmetic; here an access is a case distinction over the places to which the points-to analysis says that it may lead, so that bounds and ends of objects stay what
//! they are, and no verifier has to look behind a guessed pointer, for which they have no good way. A copy has only what threads really share, by parts of objects. There are no copies of the flags of threads but one number for each end. There is no second set of variables for the guesses: the registers that
//! they were drawn into are still there at the end. Preemption needs no second guess. Stops are visible points and not statements, as the paper's conclusion asks.
//!
//! **What is lost.** Pointers that were made of numbers ([`unspool_passes::made_pointers`]), allocations of unknown size beyond a limit, accesses that may be at very many places, and numbers of 80 bits that threads share are recorded as not supported.

mod accesses;
mod driver;
mod events;
mod lives;
mod narrow;
mod parts;
mod places;
mod sizes;
mod stubs;
mod survey;
mod thread;
mod variables;

use rustc_hash::FxHashMap;
use unspool_ir::{BlockId, GlobalId, Program, Property, Span, TypeId, Types};
use unspool_passes::made_pointers::MadePointers;
use unspool_passes::points_to::PointsTo;
use unspool_passes::ranges::Ranges;
use unspool_passes::thread_text::ThreadText;

use crate::counters::{bits_for, smallest_type};
use crate::guesses::{Guess, ThreadStops};
use crate::lasting_locals::read_registers;
use crate::maker::Maker;
use crate::notes::{Counter, Sequential};
use crate::stops::{self, ProcessEnds};

use events::Events;
use variables::{Found, Variables};

#[derive(Clone, Debug)]
pub struct LrConfig {
    /// So many rounds; in each one every thread has one context, in the order of their numbers.
    pub rounds: u32,
    /// Counters of no more bits than they need.
    pub minimal_counters: bool,
    /// Assertions that count; executions in which others fail are not considered. Those about unwinding stay as they are.
    pub checked: Vec<Property>,
}

/// Makes the sequential program. The program must be a bounded one with visible points.
pub fn sequentialize(bounded: &Program, config: &LrConfig) -> Sequential {
    let texts = ThreadText::of_program(bounded);
    let points_to = PointsTo::of(bounded);
    let mut maker = Maker::new(bounded, &texts);
    let counter = match config.minimal_counters {
        true => smallest_type(config.rounds),
        false => Types::U32,
    };
    let align = maker.program.types.align_of(counter);
    let round = maker.variable("round", counter, align, Span::NONE);
    let begins = maker.program.global(round).name.clone();
    maker.guesses.add(begins, Guess::ContextBegins);
    maker.guesses.rounds = Some(config.rounds);
    let surveyed = survey::survey(bounded, &texts, &points_to);
    let ranges = Ranges::of(bounded, &points_to);
    let found = Found {
        texts: &texts,
        survey: surveyed,
        ranges: ranges.as_ref(),
    };
    let variables = Variables::add(&mut maker, found, config.rounds);
    let made = MadePointers::of(bounded, &texts, &points_to);
    let mut making = Making {
        config,
        counter,
        maker,
        round,
        born: Vec::new(),
        ends: Vec::new(),
        arguments: FxHashMap::default(),
        variables,
        points_to,
        made,
        events: Events::default(),
    };
    making.add_thread_variables(&texts);
    for text in &texts {
        making.maker.rename(text);
    }
    for (place, text) in texts.iter().enumerate() {
        let stops = stops::of(bounded, text, &config.checked, ProcessEnds::GiveUp);
        let body = thread::simulation(&mut making, place, text, &stops);
        making.maker.replace(text.function, body);
        making.maker.guesses.threads.push(ThreadStops {
            thread: text.number,
            stops,
        });
    }
    driver::add(&mut making, &texts);
    let control = making.control();
    making.maker.finish(control)
}

/// What the parts share.
struct Making<'a> {
    config: &'a LrConfig,
    /// What rounds are counted in.
    counter: TypeId,
    maker: Maker<'a>,
    /// The round of the thread that is simulated, for those who read traces.
    round: GlobalId,
    /// By place of the thread: the round in which it is created, or K. The first thread needs none.
    born: Vec<Option<GlobalId>>,
    /// The same of the round in which it ends, if somebody asks.
    ends: Vec<Option<End>>,
    /// Thread and number of the parameter.
    arguments: FxHashMap<(usize, usize), GlobalId>,
    variables: Variables,
    points_to: PointsTo,
    made: MadePointers,
    events: Events,
}

/// The round in which a thread ends.
#[derive(Clone, Copy)]
struct End {
    variable: GlobalId,
    /// Whether a thread asks that is simulated before.
    is_guessed: bool,
}

type Stop = (BlockId, usize);

impl Making<'_> {
    fn add_thread_variables(&mut self, texts: &[ThreadText<'_>]) {
        let asked = stubs::asked_ends(texts);
        let align = self.maker.program.types.align_of(self.counter);
        for (place, text) in texts.iter().enumerate() {
            let born = (place > 0).then(|| {
                let name = format!("born.{}", text.number);
                self.counter_variable(&name, align)
            });
            self.born.push(born);
            let end = asked[place].map(|is_guessed| End {
                variable: self.counter_variable(&format!("end.{}", text.number), align),
                is_guessed,
            });
            self.ends.push(end);
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
        let round = self.round;
        self.count(Counter::Global(round));
    }

    fn counter_variable(&mut self, name: &str, align: u64) -> GlobalId {
        let variable = self.maker.variable(name, self.counter, align, Span::NONE);
        self.count(Counter::Global(variable));
        variable
    }

    /// Notes how many bits a counter of rounds needs.
    fn count(&mut self, counter: Counter) {
        if self.config.minimal_counters {
            let bits = bits_for(self.config.rounds);
            self.maker.counters.push((counter, bits));
        }
    }

    /// Variables that are only accessed inside of their bounds: those of the simulation, and those before whose accesses it says so.
    fn control(&self) -> Vec<GlobalId> {
        let mut all = vec![self.round];
        all.extend(self.born.iter().flatten());
        all.extend(self.ends.iter().flatten().map(|end| end.variable));
        all.extend(self.arguments.values());
        all.extend(self.events.variable());
        for variable in &self.variables.list {
            all.extend(variable.copies.iter().chain(&variable.ended));
        }
        all
    }
}
