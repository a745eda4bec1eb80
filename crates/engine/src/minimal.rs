//! A violation that is easy to read: few context switches, then few steps, then simple inputs.
//!
//! The solver gives any execution that goes wrong. Most of them run threads that have no part in it, go round loops more often than
//! they need to, and have inputs with all bits set. So once there is one, the same solver is asked for better ones, under one more assumption each
//! time; what it has learnt stays. In this order, each step keeping what the ones before have reached:
//!
//! 1. the fewest context switches (`fewest.rs`), by steps of growing size and then by halving what is left;
//! 2. the fewest visible points (`shortest.rs`), likewise;
//! 3. the simplest inputs (`simplest.rs`), one after the other.
//!
//! Which assertion fails is left open among those that were asked for: one that fails with fewer switches is the better one to be shown, and
//! the assertion that the solver came upon first was an accident.
//!
//! Every question may fail to be answered in time. What was reached is kept then, and [`Minimality`] says what is known
//! about it. Questions get half of the time that is left, so that a hard one does not keep the ones behind it from being asked.

use std::time::{Duration, Instant};

use unspool_formula::bits::Bits;
use unspool_formula::terms::{Term, Terms};

use crate::answer::{Answer, Counterexample, Ending, switches};
use crate::counting::Count;
use crate::engine::{Engine, EngineError, Wanted};
use crate::fewest;
use crate::hint;
use crate::shortest;
use crate::simplest::{self, Input};

/// How good an execution is, within the bounds of the program and of the schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Minimality {
    /// Context switches.
    pub switches: usize,
    /// No violation has fewer.
    pub is_fewest: bool,
    /// Visible points that are passed.
    pub points: usize,
    /// No violation with as many switches passes fewer.
    pub is_shortest: bool,
    /// No input can be simpler, in the order in which they were simplified, in a violation as short.
    pub inputs_simplest: bool,
}

impl Minimality {
    /// Of an execution about which nothing was asked.
    pub fn unknown(engine: &Engine<'_>, execution: &Counterexample) -> Minimality {
        Minimality {
            switches: execution.switches(),
            is_fewest: false,
            points: shortest::length(&engine.build, &execution.contexts),
            is_shortest: false,
            inputs_simplest: false,
        }
    }
}

/// Makes an execution better that [`Engine::ask`] gave, until a moment.
pub fn minimise(
    engine: &mut Engine<'_>,
    wanted: &Wanted,
    found: &Counterexample,
    until: Instant,
) -> Result<(Counterexample, Minimality), EngineError> {
    let mut minimality = Minimality::unknown(engine, found);
    let Some(kept) = engine.question(wanted) else {
        return Ok((found.clone(), minimality));
    };
    let now = Instant::now();
    let part = until.saturating_duration_since(now) / 4;
    let inputs = simplest::inputs(&engine.build);
    hint::prefer_zero(&inputs, &engine.build, &mut engine.decider);
    let mut descent = Descent {
        engine,
        wanted,
        kept,
        best: found.clone(),
        until: now + 2 * part,
    };
    minimality.is_fewest = fewest_switches(&mut descent)?;
    descent.until = now + 3 * part;
    minimality.is_shortest = shortest_schedule(&mut descent)?;
    descent.until = until;
    minimality.inputs_simplest = simplest_inputs(&mut descent, &inputs)?;
    minimality.switches = descent.best.switches();
    minimality.points = shortest::length(&descent.engine.build, &descent.best.contexts);
    if let Ending::Race { .. } = descent.best.ending {
        // The way to the race has the fewest. Of the two steps themselves, one at least is a switch.
        let way = switches(descent.best.way());
        minimality.is_fewest &= minimality.switches <= way + 1;
    }
    Ok((descent.best, minimality))
}

/// The best execution so far, and how to come to a better one.
pub struct Descent<'e, 'p> {
    engine: &'e mut Engine<'p>,
    wanted: &'e Wanted,
    /// What it is, and what it shall stay.
    kept: Vec<Term>,
    best: Counterexample,
    until: Instant,
}

/// Whether something better was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    Yes,
    /// There is nothing.
    No,
    Unknown,
}

/// A question that gets less is not worth it.
const LEAST_TIME: Duration = Duration::from_millis(10);

impl Descent<'_, '_> {
    pub fn terms(&mut self) -> &mut Terms {
        &mut self.engine.build.terms
    }

    /// Looks for an execution in which this holds as well.
    pub fn ask(&mut self, wanted: Term) -> Result<Reply, EngineError> {
        let now = Instant::now();
        let left = self.until.saturating_duration_since(now);
        if left < LEAST_TIME {
            return Ok(Reply::Unknown);
        }
        self.engine
            .set_deadline(Some(now + (left / 2).max(LEAST_TIME)));
        self.kept.push(wanted);
        let answer = self.engine.decide(&self.kept, self.wanted);
        self.kept.pop();
        Ok(match answer? {
            Answer::Found(better) => {
                self.best = *better;
                Reply::Yes
            }
            Answer::None => Reply::No,
            Answer::Stopped(_) => Reply::Unknown,
        })
    }

    /// If this can hold it does from now on. It may hold already.
    pub fn want(&mut self, wanted: Term, holds_already: bool) -> Result<Reply, EngineError> {
        let reply = match holds_already {
            true => Reply::Yes,
            false => self.ask(wanted)?,
        };
        if reply == Reply::Yes {
            self.kept.push(wanted);
        }
        Ok(reply)
    }

    /// What an input is. None if the execution does not get there.
    pub fn value(&mut self, input: Input) -> Option<Bits> {
        let width = self.terms().width(input.term);
        let bytes = simplest::value_in(&self.best, input.source)?;
        Some(Bits::from_fn(width, |bit| {
            let byte = bytes.get(bit as usize / 8).copied().unwrap_or(0);
            byte >> (bit % 8) & 1 == 1
        }))
    }

    /// Lowers a measure as far as it goes. Says whether that was reached.
    ///
    /// At first by one, since often nothing is left to gain, then by steps that double; and when one was too large, by halving what is left. A
    /// question that is too hard is followed by one about half of it, which has fewer answers or is easier to refute.
    fn lower(
        &mut self,
        count: &Count,
        measure: impl Fn(&Self) -> usize,
    ) -> Result<bool, EngineError> {
        let (mut low, mut step, mut impossible) = (0, 1, None);
        let mut is_in_doubt = false;
        loop {
            let high = measure(self);
            if low >= high {
                break;
            }
            let target = match step {
                0 => low + (high - 1 - low) / 2,
                _ => high.saturating_sub(step).max(low),
            };
            let wanted = count.at_most(&mut self.engine.build.terms, target);
            match self.ask(wanted)? {
                // What was counted was something else.
                Reply::Yes if measure(self) > target => return Err(EngineError::NoEnd),
                Reply::Yes => (step, is_in_doubt) = (2 * step, false),
                Reply::No => {
                    impossible = Some(target);
                    (low, step) = (target + 1, 0);
                }
                Reply::Unknown if is_in_doubt => break,
                Reply::Unknown => (step, is_in_doubt) = (0, true),
            }
        }
        let reached = measure(self);
        let wanted = count.at_most(&mut self.engine.build.terms, reached);
        self.kept.push(wanted);
        Ok(reached == 0 || impossible == Some(reached - 1))
    }
}

fn fewest_switches(descent: &mut Descent<'_, '_>) -> Result<bool, EngineError> {
    let wanted = descent.wanted;
    let build = &mut descent.engine.build;
    let beginnings = fewest::beginnings(build, wanted);
    let contexts = |best: &Counterexample| switches(best.way()) + 1;
    match Count::new(&mut build.terms, &beginnings, contexts(&descent.best)) {
        Some(count) => descent.lower(&count, |descent| contexts(&descent.best)),
        None => Ok(false),
    }
}

fn shortest_schedule(descent: &mut Descent<'_, '_>) -> Result<bool, EngineError> {
    let build = &mut descent.engine.build;
    let passed = shortest::passed_points(build);
    let length = shortest::length(build, descent.best.way());
    match Count::new(&mut build.terms, &passed, length) {
        Some(count) => descent.lower(&count, |descent| {
            shortest::length(&descent.engine.build, descent.best.way())
        }),
        None => Ok(false),
    }
}

fn simplest_inputs(descent: &mut Descent<'_, '_>, inputs: &[Input]) -> Result<bool, EngineError> {
    let mut is_simplest = true;
    let mut waiting = inputs.to_vec();
    // The schedule may change on the way, and with it what has a part in it.
    loop {
        let (taken, others): (Vec<Input>, Vec<Input>) = waiting
            .into_iter()
            .partition(|input| simplest::value_in(&descent.best, input.source).is_some());
        if taken.is_empty() {
            return Ok(is_simplest);
        }
        for input in taken {
            is_simplest &= simplest::simplify(descent, input)?;
        }
        waiting = others;
    }
}
