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
//! | shared memory at `x` | `x` in copy `round` | a choice among K variables ([`crate::eager::copies`]) |
//! | `finished(s)` | `end[s] <= round`, or `<` if `s` comes behind `t` | `end[s]` is guessed if somebody before `s` asks |
//! | end of a thread | `assume(end[t] == round)` | at `stopped`: `assume(end[t] == K)` |
//! | all else | as in all eager schemas | [`crate::eager::thread`] |
//!
//! **Why it is right.** *Every execution with at most K rounds is simulated*: guess what memory contained when each round began, and raise `round` where contexts ended. By induction over threads each finds
//! in copy `r` what its context in round `r` found, and leaves what that left. A thread that has not ended stands at a stop (those before the ends of runs are there for that, [`crate::stops`]), and goes to round K there. The checks at the end hold, and so does the
//! failed assertion. *Nothing else is*: if the checks hold, the contexts of all threads in round 0, then in round 1 and so on, are an execution, since each begins with the memory that its predecessor leaves: in one round by the order
//! of the calls, from round to round by the checks. A thread starts in the round of its creation or later, behind its creator, whose number is smaller. What is read of `end[s]` is so: `s` ends in that round. An execution ends with the first
//! failed assertion; what a simulation makes of others behind that is of no interest. Memory outside of the copies is used by one thread alone, or written only before the others that use it are created
//! ([`crate::eager::parts`]): it needs no guess, since it is the same whatever the round is.
//!
//! **Where this differs** from the paper. Heap, pointers to shared memory, arguments and results of threads: CSeq rejects them. The heap of a bounded program is a list of known objects, which are variables here. The paper's
//! successors would rebase pointers by arithmetic; here an access is a case distinction over the places to which the points-to analysis says that it may lead, so that bounds and ends of objects stay what
//! they are, and no verifier has to look behind a guessed pointer, for which they have no good way. A copy has only what threads really share, by parts of objects. There are no copies of the flags of threads but one number for each end. There is no second set of variables for the guesses: the registers that
//! they were drawn into are still there at the end. Preemption needs no second guess. Stops are visible points and not statements, as the paper's conclusion asks.
//!
//! **What is lost.** Pointers that were made of numbers ([`unspool_passes::made_pointers`]), allocations of unknown size beyond a limit, accesses that may be at very many places, and numbers of 80 bits that threads share are recorded as not supported.

use unspool_ir::{BinaryOp, ExprId, GlobalId, Program, Property, RegId, Span, TypeId};
use unspool_passes::thread_text::ThreadText;

use crate::eager::accesses::Accessing;
use crate::eager::clock::Clock;
use crate::eager::driver::Driver;
use crate::eager::narrow::Narrow;
use crate::eager::places::Spot;
use crate::eager::thread::Simulation;
use crate::eager::{Asked, Eager, Groundwork};
use crate::guesses::Times;
use crate::notes::Sequential;

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
    let asked = Asked {
        minimal_counters: config.minimal_counters,
        checked: &config.checked,
    };
    let mut groundwork = Groundwork::of(bounded, &texts, asked);
    let (variables, maker) = (&mut groundwork.variables, &mut groundwork.maker);
    variables.add_copies(maker, config.rounds);
    let clock = Clock::binary(config.rounds, config.minimal_counters);
    let ends = groundwork.ends_by_time(clock);
    groundwork.sequentialize(clock, Times::Rounds, ends, Rounds::default())
}

/// What was guessed for all rounds but the first.
#[derive(Default)]
struct Rounds {
    guessed: Vec<Guessed>,
}

/// What was guessed, and where that must be at the end.
struct Guessed {
    /// That of the round before.
    variable: GlobalId,
    offset: u64,
    register: RegId,
    narrow: Option<Narrow>,
}

impl Eager for Rounds {
    const TIME: &'static str = "round";
    type Own = ();

    fn is_in_first_copy(simulation: &Simulation<'_, '_, '_, Self>) -> bool {
        simulation.is_at_start()
    }

    fn can_write(simulation: &Simulation<'_, '_, '_, Self>, spots: &[Spot], ty: TypeId) -> bool {
        simulation.can_put_back(spots, ty)
    }

    fn perform(
        simulation: &mut Simulation<'_, '_, '_, Self>,
        accessing: &Accessing<'_>,
        span: Span,
    ) {
        simulation.in_each_copy(accessing, span);
    }

    fn read(
        simulation: &mut Simulation<'_, '_, '_, Self>,
        spots: &[Spot],
        ty: TypeId,
        span: Span,
    ) -> ExprId {
        simulation.read_copies(spots, ty, span)
    }

    fn write(
        simulation: &mut Simulation<'_, '_, '_, Self>,
        condition: Option<ExprId>,
        spots: &[Spot],
        stored: (ExprId, TypeId),
        span: Span,
    ) {
        simulation.write_copies(condition, spots, stored, span);
    }

    fn guess(driver: &mut Driver<'_, '_, Self>) {
        driver.note("what shared memory contains when each round begins is guessed");
        for number in 0..driver.making.variables.list.len() {
            guess_variable(driver, number);
        }
    }

    /// Each round must have ended with what was guessed for the next one.
    fn check(driver: &mut Driver<'_, '_, Self>) {
        driver.note("each round ends with what was guessed for the next one");
        for guessed in std::mem::take(&mut driver.making.schema.guessed) {
            let whole = driver.making.maker.program.global(guessed.variable).ty;
            let ty = driver.writer.body.regs[guessed.register.index()].ty;
            let place = driver.part((guessed.variable, whole), guessed.offset, ty);
            let mut left = driver.writer.load(place, Span::NONE);
            let mut right = driver.writer.read(guessed.register);
            if let Some(narrow) = guessed.narrow {
                left = narrow.varying(&mut driver.writer, left, ty);
                right = narrow.varying(&mut driver.writer, right, ty);
            }
            let is_right = driver.writer.compare(BinaryOp::Eq, left, right);
            driver.assume(is_right);
        }
    }
}

fn guess_variable(driver: &mut Driver<'_, '_, Rounds>, number: usize) {
    let variable = &driver.making.variables.list[number];
    let (copies, ty) = (variable.copies.clone(), variable.ty);
    let is_unset = variable.is_unset;
    let parts = variable.parts.clone();
    for part in parts.iter().filter(|part| part.is_shared) {
        for (copy, before) in copies[1..].iter().zip(&copies) {
            let place = driver.part((*copy, ty), part.offset, part.ty);
            if part.is_written {
                let register = driver.guess_at("", place, part.narrow);
                driver.making.schema.guessed.push(Guessed {
                    variable: *before,
                    offset: part.offset,
                    register,
                    narrow: part.narrow,
                });
            } else if is_unset {
                let first = driver.part((copies[0], ty), part.offset, part.ty);
                let contents = driver.writer.load(first, Span::NONE);
                driver.writer.store(place, contents, Span::NONE);
            }
        }
    }
}
