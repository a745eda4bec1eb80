//! The lazy schema: threads are functions that are called once in each round and go on where they were.
//!
//! From Inverso, Tomasco, Fischer, La Torre and Parlato, *Bounded verification of multi-threaded programs via lazy sequentialization* (TOPLAS 2022), Figures 5 to 8;
//! first in Lazy-CSeq (CAV 2014).
//!
//! **The idea.** Every thread of the bounded program becomes a function, its *simulation*. The places where it can be interrupted, its *stops*, are numbered 0, 1, ... in
//! the order of the text ([`crate::stops`]); `size` is the number behind the last one and stands for the end of the thread. A driver calls each simulation once in every
//! round. Before a call it guesses `cs`, the stop where this context ends; `pc` is the one where the last context of the thread ended. The call
//! executes what stands between the two and passes over the rest, and behind it `pc` becomes `cs`. What a thread computes is kept from call to call ([`crate::lasting_locals`]).
//!
//! **The rules**, for thread `t`, where `l` is the number of the last stop before a place of the text:
//!
//! | bounded program | sequential program | |
//! |---|---|---|
//! | stop `i` | `if (pc > i \|\| i >= cs) goto stop i + 1` | J: passes over what has been executed, and what this context does not execute |
//! | target of a jump over a stop | `assume(cs > l)` | G: gives up if the thread comes past where its context should have ended |
//! | end of a thread | `assume(cs > size - 1); goto end` | the end is a target, too |
//! | `return` of thread 0, `exit` | `exit` | the process ends, and the simulation with it: whatever `cs` is, nothing comes behind it |
//! | `spawn t(a)` | `active[t] = true; arg[t] = a;` its number is `t` | |
//! | `finished(t)` | `pc[t] == size[t]` | not the same as `!active[t]`: it may not have been created |
//! | `self` | `t` | |
//! | `wait_until c` | `assume(c)` | a thread that would wait is not run |
//! | `atomic_begin`, `atomic_end`, fences | nothing | there are no stops in sections |
//! | a register that lasts, a local variable | a global variable | |
//! | `live` variable | its contents become anything | |
//! | a weak compare-exchange | a guess whether it fails, and a strong one | |
//! | all else | the same | |
//!
//! **Why it is right.** A call executes exactly what the thread executes between `pc` and `cs`. *Nothing else*: while `pc` is above the number of a stop, or that is not
//! below `cs`, J leads from stop to stop, each time behind what follows the stop; code of the thread is reached only by a J that does not
//! jump, at a stop from `pc` to below `cs`, or from such code. The first such stop is `pc` itself, where the thread stood; registers and memory are as it left them.
//! *No further than `cs`*: jumps of the thread go forwards. If control comes to stop `cs`, J leads from there to the end. If it would jump past it, its target has a guard `G(l)`
//! with `l >= cs`, which gives the simulation up: the guess was wrong, and the thread was never at `cs`. A target needs no guard if no stop stands between it and any jump to it: the code before the jump was
//! entered at a stop `l' = l < cs`. *All of it*: for an execution with at most K rounds take as `cs` where each context ends; no guard fails, since the
//! thread does stop there. A context that ends where it began is a guess too, so threads may leave rounds out. So the sequential
//! program has exactly the executions of at most K rounds, and an assertion fails in one if and only if it fails in the other.
//!
//! **Where this differs.** The program is IR: conditions are evaluated at any granularity, stops are visible points and not statements, and code needs no `skip` at its targets.
//! Stops stand also where a run can end without a violation ([`crate::stops`]). `cs` is guessed as a whole and not as a distance from `pc`, so that
//! no sum wraps around in few bits. Variables whose ends somebody may notice are allocated and freed. Guards that always hold are left out.
//!
//! **What is lost.** Instances of thread-local variables do not end with their threads, and stack memory (`alloca`, variable-length arrays) does not end where a thread ends inside of a callee; local variables that are allocated, and
//! stack memory, may be freed by `free`. So the sequential program may go on where an access to such memory would end an execution: whoever finds a violation has to replay it.
//!
//! **Options** ([`LazyConfig`]): rounds in the order of the threads, in any order, or contexts of any threads; arrays or *decomposed* counters; counters of as few bits as
//! they need; and *pruning* of schedules that leave threads out for nothing, of which the proof stands in [`driver`].

mod control;
mod driver;
mod homes;
mod stubs;
mod thread;

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_ir::{BlockId, FunctionId, Global, GlobalId, Program, Property, SlotId};
use unspool_passes::thread_text::ThreadText;

use crate::guesses::{Guess, ThreadStops};
use crate::lasting_locals::{self, read_registers};
use crate::maker::Maker;
use crate::notes::Sequential;
use crate::stops::{self, ProcessEnds, Sealed};

use control::Control;

/// How schedules are bounded, and in which order threads run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Schedule {
    /// So many rounds; in each one every thread has one context, in the order of their numbers.
    Rounds(u32),
    /// So many rounds; in each one every thread has one context, in any order.
    FreeRounds(u32),
    /// So many contexts of any threads.
    Contexts(u32),
}

#[derive(Clone, Debug)]
pub struct LazyConfig {
    pub schedule: Schedule,
    /// One variable for each thread instead of arrays.
    pub decomposed: bool,
    /// Counters of no more bits than they need.
    pub minimal_counters: bool,
    /// Leaves out schedules that others make up for.
    pub pruning: bool,
    /// Assertions that count; executions in which others fail are not considered. Those about unwinding stay as they are.
    pub checked: Vec<Property>,
    /// Points at which no context ends.
    pub sealed: Sealed,
}

/// Makes the sequential program. The program must be a bounded one with visible points.
pub fn sequentialize(bounded: &Program, config: &LazyConfig) -> Sequential {
    let texts = ThreadText::of_program(bounded);
    let stops: Vec<Vec<(BlockId, usize)>> = texts
        .iter()
        .map(|text| {
            let (checked, sealed) = (&config.checked, &config.sealed);
            stops::of(bounded, text, checked, ProcessEnds::Run, sealed)
        })
        .collect();
    let mut maker = Maker::new(bounded, &texts);
    let sizes: Vec<u32> = stops.iter().map(|stops| stops.len() as u32).collect();
    let control = Control::add(&mut maker, config, &sizes);
    let mut making = Making {
        config,
        maker,
        control,
        mortal: lasting_locals::noticed_ends(bounded, &texts),
        at_start: Vec::new(),
        instances: FxHashMap::default(),
    };
    for (place, text) in texts.iter().enumerate() {
        making.add_arguments(place, text);
    }
    for text in &texts {
        making.maker.rename(text);
    }
    for (place, (text, stops)) in texts.iter().zip(&stops).enumerate() {
        let body = thread::simulation(&mut making, place, text, stops);
        making.maker.replace(text.function, body);
        making.maker.guesses.threads.push(ThreadStops {
            thread: text.number,
            stops: stops.clone(),
        });
    }
    let cs = making.maker.program.global(making.control.cs_variable());
    let begins = cs.name.clone();
    making.maker.guesses.add(begins, Guess::ContextBegins);
    driver::add(&mut making, &texts);
    let control = making.control.globals();
    making.maker.finish(control)
}

/// What the parts share.
struct Making<'a> {
    config: &'a LazyConfig,
    maker: Maker<'a>,
    control: Control,
    /// Variables whose ends are noticed.
    mortal: FxHashSet<(FunctionId, SlotId)>,
    /// Variables that may contain anything at the start.
    at_start: Vec<(GlobalId, Guess)>,
    /// Those of thread-local variables, by place of the thread.
    instances: FxHashMap<(usize, GlobalId), GlobalId>,
}

impl Making<'_> {
    /// Only for parameters that the thread reads.
    fn add_arguments(&mut self, thread: usize, text: &ThreadText<'_>) {
        if text.number == 0 {
            return;
        }
        let reads = read_registers(text);
        for (number, param) in text.body.params.iter().enumerate() {
            if reads.contains(param) {
                let ty = text.body.regs[param.index()].ty;
                self.control
                    .add_argument(&mut self.maker, (thread, number), ty);
            }
        }
    }

    /// The variable that a thread means by a global one.
    fn instance(&mut self, thread: usize, global: GlobalId) -> GlobalId {
        let declared = self.maker.bounded.global(global);
        if !declared.thread_local {
            return global;
        }
        if let Some(&instance) = self.instances.get(&(thread, global)) {
            return instance;
        }
        let name = self
            .maker
            .names
            .take(&format!("{}.{thread}", declared.name));
        let instance = self.maker.add_global(Global {
            name,
            thread_local: false,
            ..declared.clone()
        });
        self.instances.insert((thread, global), instance);
        instance
    }
}
