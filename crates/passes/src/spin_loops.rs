//! Loops that only wait need no unwinding: one iteration stands for all.
//!
//! ```text
//!   b1: %0 = load @flag               b1: %0 = load @flag              b1: atomic_begin
//!       branch %0 as bool, b2, b1         assume %0 as bool                %0 = load @flag
//!                                         goto b2                          wait_until %0 as bool
//!                                                                          atomic_end
//!                                                                          goto b2
//!   before                            [`Fate::RunsOnce`]               [`Fate::Waits`]
//! ```
//!
//! *Before:* a program as the front end makes it, with functions, calls and loops; all rules of the verifier hold.
//! *After:* the same, and executions end in the same ways (see below). Spans and origins are kept; a new instruction
//! has those of the branch that it replaces.
//!
//! # The idea
//!
//! An iteration that goes back to the head of its loop is *idle* if nothing tells the state after it from the state
//! before: it has changed no memory that others can know, and of its own variables only those whose value at the head
//! no one wants. Executions with idle iterations are as good as those without, so edges back to the head that only idle
//! iterations take are cut. That is more than `while (!flag);`: a failing compare-exchange writes nothing, a failing
//! test-and-set writes what was there, a monitor that asserts an invariant for ever changes nothing, and neither does
//! reading input until it is in a range.
//!
//! The idea is GenMC's *spin-assume* (Kokologiannakis, Ren, Vafeiadis: *Dynamic partial order reductions for
//! spinloops*, FMCAD 2021), which Lazy-CSeq has for spin locks (its article names the module in §5). Where this
//! differs: whether an iteration is idle is decided path by path (`paths`), on terms, through calls, and across
//! compare-exchanges that the program has written itself; iterations that do something may leave the loop, or go round
//! by another edge; a loop may carry the value that a failed compare-exchange has found (`carried_value`); nodes that
//! are not published yet count as the thread's own (`fresh_objects`); and where it makes no other difference, waiting
//! can be a `wait_until`, for which deadlocks are found.
//!
//! # Which loops
//!
//! For each natural loop at atomic depth 0, smallest first (so that loops inside are cut before), all feasible paths of
//! one iteration are followed. The edges back are cut if every path through them
//!
//! 1. leaves shared memory as it was. It makes no store but into its own slots that no one else can know
//!    (`private_slots`) and into fresh objects; no thread, output, allocation, `free`. An atomic section, and a
//!    read-modify-write, may store if in the end every value is what the section has found there (`bit_places`: a lock
//!    that is 0 or 1, and is not 0, is 1);
//! 2. leaves every variable as it was, or with a value that nobody wants: one that decides no branch, address, stored
//!    value or check before it is assigned again, neither inside the loop (`paths` collects these uses) nor after it
//!    (`liveness`); or one of the two exceptions of `carried_value`.
//!
//! Whatever is on paths *out* does not matter. What cannot be followed (recursion, unknown callees, too many paths)
//! leaves the loop alone.
//!
//! # Why that is right
//!
//! Let P be the program and Q the program with the edges cut by `assume false`.
//!
//! *Q ends in no way that P does not.* An execution of Q that has not met a false `assume` has only made steps of P.
//!
//! *P ends in no way that Q does not*, but by assumptions. Take an execution of P, up to where it ends (a failed
//! assertion, a memory error, a deadlock, the process's end, or a race, which is seen at a step). Let I be the first
//! iteration that was completed through a cut edge, by thread T. Leave out all steps of T in I. (1) Other threads see
//! memory only, and between their steps it is the same as before, since I has changed none of it, but inside T's own
//! atomic sections, where others have no steps. So their steps stay possible, and do the same. (2) T is at the head of
//! the loop both before and after I. Of its variables only those differ that nobody wants, so its steps after I stay
//! possible, and do the same up to the values of such variables. Checks in I were passed (I was completed); checks
//! after it see the same values. So what is left is an execution of P that ends in the same way, with fewer such
//! iterations. Repeat until there are none; that execution is one of Q: T starts an iteration that does not come back.
//! If T was never to come out of the loop, it just stays at the head. An iteration that is not completed (it traps,
//! blocks, or the run ends first) is left in.
//!
//! Deadlocks are covered: only completed iterations are left out, so every thread stands in the end where it stood; and
//! a thread at the head of the loop has a step in Q as it has in P. Indeterminate memory that I was the first to read
//! gets the same value from the next one who reads it. No argument about fairness is needed, and none about the number
//! of contexts: executions get shorter, never longer.
//!
//! What changes: executions in which a thread spins for ever end in a false `assume`, which is no outcome. Questions
//! about termination can no longer be asked of Q. A race with an access of an idle iteration is still there, since one
//! iteration still runs, and others can act before its `assume`; only if the thread gets out of the loop before the
//! other access, by a path without that access, and that access depends on it through relaxed atomics alone, it is
//! lost. The proof is for sequential consistency (a fence does nothing).
//!
//! # Waiting
//!
//! With [`SpinningForEver::IsBlocked`] an iteration becomes one atomic section, with a `wait_until` where it would go
//! back, if on every path it has one step that others can tell apart (an access, or a section), and no check or input.
//! An atomic section of one step is that step, so the section is entered in just those states in which an iteration
//! that leaves the loop could have been made; it is blocked where the thread would have spun. So nothing else changes
//! but that a state in which every thread is blocked or spins, and which therefore never changes again, is now a
//! *deadlock*, where it was nothing that an exhaustive search reports. (With several accesses in an iteration, as in
//! Peterson's `while (flag[1] && turn == 1);`, that would be wrong: the loop may be left although the condition is
//! false at every single moment.) Weak compare-exchanges in such a section become strong: failing for no reason is
//! going round once more. Loops that are left only to report an error do not wait for anything and run once.
//!
//! Races do change: the accesses of iterations that only wait are gone, and what is in a section counts as
//! synchronised. So where races are looked for, it must be [`SpinningForEver::IsExcluded`].

mod address_flows;
mod atomic_depth;
mod bit_places;
mod carried_value;
mod facts;
mod fresh_objects;
mod judgement;
mod liveness;
mod paths;
mod private_slots;
mod rewrite;
mod silent;
mod terms;
mod uses;

use rustc_hash::FxHashMap;
use unspool_ir::{BlockId, FunctionId, Program, Span};

use self::atomic_depth::AtomicDepth;
use self::bit_places::BitPlaces;
use self::fresh_objects::Allocators;
use self::judgement::judge;
use self::private_slots::PrivateSlots;
use self::rewrite::Form;
use crate::bound::span_of_loop;
use crate::natural_loops::natural_loops;
use crate::unreachable_blocks::remove_unreachable;

/// What to make of a thread whose loop never ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SpinningForEver {
    /// Such executions are not considered.
    #[default]
    IsExcluded,
    /// It is blocked, where that can be said exactly: a state in which all threads are is a deadlock. Not for programs
    /// in which races are looked for.
    IsBlocked,
}

/// What became of the natural loops of a program, in the order in which they were looked at: functions after those they
/// call.
#[derive(Clone, Default, Debug)]
pub struct SpinReport {
    pub loops: Vec<SpinLoop>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpinLoop {
    /// Name of the function.
    pub function: String,
    pub is_model: bool,
    pub span: Span,
    pub fate: Fate,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// An atomic section with a `wait_until`.
    Waits,
    /// One iteration with an `assume` that it is the last.
    RunsOnce,
    Stays(Obstacle),
}

/// Why a loop is left alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// It stands in an atomic section.
    InSection,
    /// There are too many paths, or a loop inside that stays.
    TooManyPaths,
    /// An iteration that goes round does something that others may notice, here.
    Effect(Span),
    /// A variable that an iteration changes matters to the next one, or after the loop.
    Carries(String),
    /// A call of an unknown or recursive function, or a use of memory that cannot be followed.
    Unclear(Span),
}

/// Larger loops are not looked at.
const MOST_BLOCKS: usize = 500;

/// Cuts the loops whose iterations are idle.
pub fn run(program: &mut Program, for_ever: SpinningForEver) -> SpinReport {
    let slots = PrivateSlots::of(program);
    let bits = BitPlaces::of(program);
    let depth = AtomicDepth::of(program);
    let allocators = Allocators::of(program, &slots, &depth.callees_first);
    let mut report = SpinReport::default();
    for &function in &depth.callees_first {
        let known = Known {
            for_ever,
            slots: &slots,
            bits: &bits,
            depth: &depth,
            allocators: &allocators,
            function,
        };
        run_on_function(program, &known, &mut report);
    }
    report
}

/// What is known of the program, and the function at hand.
struct Known<'k> {
    for_ever: SpinningForEver,
    slots: &'k PrivateSlots,
    bits: &'k BitPlaces,
    depth: &'k AtomicDepth,
    allocators: &'k Allocators,
    function: FunctionId,
}

fn run_on_function(program: &mut Program, known: &Known<'_>, report: &mut SpinReport) {
    let mut is_changed = false;
    // By head and latches; where an edge stands in the report.
    let mut done: FxHashMap<(BlockId, Vec<BlockId>), usize> = FxHashMap::default();
    loop {
        let function = program.function(known.function);
        let Some(body) = &function.body else {
            return;
        };
        let depths = known.depth.of_blocks(body);
        let mut rewrite = None;
        for natural in natural_loops(body, MOST_BLOCKS) {
            let key = (natural.head, natural.latches.clone());
            if done.contains_key(&key) {
                continue;
            }
            done.insert(key, report.loops.len());
            let result = match depths[natural.head.index()] {
                Some(0) => judge(program, known, body, &natural),
                _ => Err(Obstacle::InSection),
            };
            let fate = match &result {
                Ok(Form::Wait { .. }) => Fate::Waits,
                Ok(Form::Once) => Fate::RunsOnce,
                Err(obstacle) => Fate::Stays(obstacle.clone()),
            };
            match natural.latches.as_slice() {
                [_] => report.loops.push(SpinLoop {
                    function: function.name.clone(),
                    is_model: function.is_model,
                    span: span_of_loop(body, natural.head),
                    fate,
                }),
                // Its edges have been reported one by one.
                latches if result.is_ok() => {
                    for &latch in latches {
                        let number = done.get(&(natural.head, vec![latch]));
                        if let Some(one) = number.and_then(|&number| report.loops.get_mut(number)) {
                            one.fate = fate.clone();
                        }
                    }
                }
                _ => {}
            }
            if let Ok(form) = result {
                let returning = rewrite::blocks_that_only_return(
                    program,
                    known.slots,
                    known.function,
                    body,
                    &natural,
                );
                rewrite = Some((natural, returning, form));
                break;
            }
        }
        let Some(body) = program.functions[known.function.index()].body.as_mut() else {
            return;
        };
        let Some((natural, returning, form)) = rewrite else {
            if is_changed {
                remove_unreachable(body);
            }
            return;
        };
        rewrite::cut(body, &natural, &returning, &form);
        is_changed = true;
    }
}
