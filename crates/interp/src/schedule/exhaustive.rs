//! Every interleaving and every input from small domains, by depth-first search with state hashing.
//!
//! This is the oracle that everything else is tested against, so it is plain: in each state each thread is
//! tried with each sequence of inputs its step can draw, and a state seen before is not entered again. No
//! partial-order reduction. States on the path are kept as snapshots (memory is copied on write).
//!
//! With race detection on, two threads that in one state could both make conflicting accesses that are
//! not both atomic race; that is exact here, since all states are seen, and needs no clocks (TCBMC,
//! Rabinovitz and Grumberg 2005, section 5.1). The search goes on behind a race. An execution that shows the
//! race makes the two steps one after the other, and ends with the first race along it by the clocks of
//! [`crate::race`]: it is run, and what it ends with is what is reported. A race that is seen only behind
//! others, where executions have ended, is thus reported as those.
//!
//! Limits cut the search and are reported: `complete` says that nothing was cut. A bound on the schedule is not such a limit but
//! part of the question: the answer is then about all executions within it. How much of it has been used is a part of the state.

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_ir::{Program, Span};

use crate::config::Config;
use crate::event::{AccessEvent, Event};
use crate::input::{Domains, GivenInputs, Input, InputSource, Request};
use crate::machine::Machine;
use crate::outcome::Outcome;
use crate::race::adjacent_race;
use crate::run::{Observation, Run, observe, run};
use crate::schedule::bound::{ScheduleBound, SchedulePosition};
use crate::schedule::given::GivenScheduler;
use crate::schedule::{Schedule, Scheduler};
use crate::step::StepResult;

#[derive(Clone, Debug)]
pub struct ExploreConfig {
    /// `max_instructions` is for each step here.
    pub config: Config,
    pub domains: Domains,
    /// Enter a state only once. Off, every path is walked; only to test this reduction.
    pub merge_states: bool,
    /// The search also ends after [`MOST_STEPS_FOR_A_STATE`] times as many steps: a step that draws many inputs may lead to the
    /// same state in more ways than there is time for.
    pub max_states: usize,
    /// Steps of one execution.
    pub max_depth: usize,
    /// The search ends when it has found an outcome for which this holds.
    pub stop_at: Option<fn(&Outcome) -> bool>,
    /// Only executions with so many rounds or contexts, and how they can end; those that are not over there are no ends.
    /// Implies `late_starts`, also for who repeats an execution that was found.
    pub schedule_bound: Option<ScheduleBound>,
}

/// Usually there are two or three.
pub const MOST_STEPS_FOR_A_STATE: u64 = 16;

impl Default for ExploreConfig {
    fn default() -> Self {
        ExploreConfig {
            config: Config {
                max_instructions: 10_000_000,
                ..Config::default()
            },
            domains: Domains::default(),
            merge_states: true,
            max_states: 1_000_000,
            max_depth: 20_000,
            stop_at: None,
            schedule_bound: None,
        }
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// Each way the program can end, in the order found; finished runs are told apart by the final contents
    /// of the observed globals too.
    pub found: Vec<Found>,
    /// Different states entered, that before the first step included.
    pub states: usize,
    pub steps: u64,
    /// Whether everything was explored, within the bound on the schedule if there is one.
    pub complete: bool,
    /// Whether there are executions beyond the bound on the schedule.
    pub has_longer_schedules: bool,
}

#[derive(Clone, Debug)]
pub struct Found {
    pub outcome: Outcome,
    pub observed: Vec<Observation>,
    /// One execution that ends so.
    pub schedule: Schedule,
    pub inputs: Vec<Input>,
}

impl Exploration {
    pub fn outcomes(&self) -> impl Iterator<Item = &Outcome> {
        self.found.iter().map(|found| &found.outcome)
    }
}

pub fn explore(program: &Program, config: &ExploreConfig) -> Exploration {
    let mut config = config.clone();
    config.config.late_starts |= config.schedule_bound.is_some();
    let config = &config;
    let mut search = Search {
        config,
        program,
        seen: FxHashSet::default(),
        on_path: FxHashSet::default(),
        known: FxHashSet::default(),
        race_attempts: FxHashMap::default(),
        result: Exploration {
            found: Vec::new(),
            states: 0,
            steps: 0,
            complete: true,
            has_longer_schedules: false,
        },
        has_stopped: false,
        starts: 0,
        path: Vec::new(),
    };
    match Machine::new(program, &config.config) {
        Ok(machine) => search.run(machine),
        Err(outcome) => search.note(*outcome, Vec::new(), &[], None),
    }
    search.result
}

/// Paths to try for a race until an execution ends with it.
const RACE_ATTEMPTS: u32 = 16;

/// A step as an execution repeats it.
struct Step {
    thread: u32,
    /// What it drew.
    inputs: Vec<Input>,
}

/// A state on the path, and how far its successors have been tried.
struct Node<'p> {
    machine: Machine<'p>,
    state: State,
    position: SchedulePosition,
    /// What led here; for the start only inputs.
    thread: Option<u32>,
    inputs: Vec<Input>,
    /// Threads not yet tried, the next last.
    untried: Vec<u32>,
    /// The next inputs to try for the thread that is last in `untried`.
    choices: Choices,
    blocked: Vec<(u32, Span)>,
    progressed: bool,
    /// A step from here ends the run, or leads back to a state on the path, or is not made for lack of bounds.
    may_be_left: bool,
    /// Accesses of steps possible here, for races.
    accesses: Vec<(Step, Vec<AccessEvent>)>,
}

/// A state by its hash, and how much of the schedule is used up.
type State = (u128, SchedulePosition);

struct Search<'c, 'p> {
    config: &'c ExploreConfig,
    program: &'p Program,
    seen: FxHashSet<State>,
    on_path: FxHashSet<State>,
    known: FxHashSet<(Outcome, Vec<Observation>)>,
    /// How many more paths to try for a race that was seen, but not yet at the end of an execution.
    race_attempts: FxHashMap<Outcome, u32>,
    result: Exploration,
    /// What it should stop at has been found.
    has_stopped: bool,
    /// How often the program was started, with different inputs before the first visible step.
    starts: u64,
    path: Vec<Node<'p>>,
}

impl<'p> Search<'_, 'p> {
    fn run(&mut self, mut machine: Machine<'p>) {
        machine.track_changes();
        // The search goes on behind a race.
        machine.detector = None;
        // The start draws inputs too: try them all.
        let mut choices = Choices::default();
        loop {
            let mut initial = machine.clone();
            choices.rewind();
            let mut source = Enumerated {
                domains: &self.config.domains,
                choices: &mut choices,
            };
            let result = initial.start(&mut source);
            self.starts += 1;
            let inputs = std::mem::take(&mut initial.inputs);
            match result {
                StepResult::Ended(outcome) => {
                    self.note(*outcome, Vec::new(), &inputs, None);
                }
                _ => {
                    self.enter(initial, SchedulePosition::default(), None, inputs);
                    self.search();
                }
            }
            if !choices.advance() || self.is_out_of_steps() {
                return;
            }
        }
    }

    fn is_out_of_steps(&mut self) -> bool {
        let most = (self.config.max_states as u64).saturating_mul(MOST_STEPS_FOR_A_STATE);
        let is_out = self.result.steps > most
            || self.starts > self.config.max_states as u64
            || self.has_stopped;
        if is_out {
            self.result.complete = false;
        }
        is_out
    }

    fn search(&mut self) {
        while !self.path.is_empty() {
            if self.is_out_of_steps() {
                self.path.clear();
                self.on_path.clear();
                return;
            }
            let Some(node) = self.path.last_mut() else {
                return;
            };
            let Some(&thread) = node.untried.last() else {
                self.leave();
                continue;
            };
            let mut machine = node.machine.clone();
            machine.instructions = 0;
            node.choices.rewind();
            let mut source = Enumerated {
                domains: &self.config.domains,
                choices: &mut node.choices,
            };
            let result = machine.step(thread, &mut source);
            self.result.steps += 1;
            if !node.choices.advance() {
                node.untried.pop();
                node.choices = Choices::default();
            }
            let inputs = std::mem::take(&mut machine.inputs);
            machine.output.clear();
            let position = match self.config.schedule_bound {
                Some(bound) => bound.step(node.position, thread),
                None => Some(SchedulePosition::default()),
            };
            let is_blocked = matches!(result, StepResult::Blocked { .. });
            let Some(position) = position.or(is_blocked.then_some(node.position)) else {
                // The step cannot be made here, but this is no deadlock.
                node.progressed = true;
                node.may_be_left = true;
                self.result.has_longer_schedules = true;
                continue;
            };
            if self.config.config.detect_races {
                let accesses: Vec<AccessEvent> = machine
                    .events
                    .iter()
                    .filter_map(|event| match event {
                        Event::Access(access) if access.shared => Some(access.clone()),
                        _ => None,
                    })
                    .collect();
                if !accesses.is_empty() {
                    let inputs = inputs.clone();
                    node.accesses.push((Step { thread, inputs }, accesses));
                }
            }
            match result {
                StepResult::Blocked { span, .. } => {
                    if !node.blocked.contains(&(thread, span)) {
                        node.blocked.push((thread, span));
                    }
                }
                StepResult::Ended(outcome) => {
                    node.progressed = true;
                    node.may_be_left = true;
                    let observed = match *outcome {
                        Outcome::Finished { .. } => observe(&machine),
                        _ => Vec::new(),
                    };
                    self.note(*outcome, observed, &inputs, Some(thread));
                }
                StepResult::Done => {
                    node.progressed = true;
                    let from = self.path.len();
                    if !self.enter(machine, position, Some(thread), inputs)
                        && let Some(node) = self.path.get_mut(from - 1)
                    {
                        node.may_be_left = true;
                    }
                }
            }
        }
    }

    /// Goes to a state, unless it has been seen. False if it is on the path, or is not entered for lack of bounds.
    fn enter(
        &mut self,
        mut machine: Machine<'p>,
        position: SchedulePosition,
        thread: Option<u32>,
        inputs: Vec<Input>,
    ) -> bool {
        let state = (machine.state_hash(), position);
        if self.config.merge_states && self.seen.contains(&state) {
            return !self.on_path.contains(&state);
        }
        if self.result.states >= self.config.max_states || self.path.len() >= self.config.max_depth
        {
            self.result.complete = false;
            return false;
        }
        self.seen.insert(state);
        self.on_path.insert(state);
        self.result.states += 1;
        let mut untried: Vec<u32> = machine.unfinished().collect();
        untried.reverse();
        self.path.push(Node {
            machine,
            state,
            position,
            thread,
            inputs,
            untried,
            choices: Choices::default(),
            blocked: Vec::new(),
            progressed: false,
            may_be_left: false,
            accesses: Vec::new(),
        });
        true
    }

    /// All successors of the last state have been tried.
    fn leave(&mut self) {
        let Some(node) = self.path.last_mut() else {
            return;
        };
        if !node.progressed && !node.blocked.is_empty() {
            let mut blocked = std::mem::take(&mut node.blocked);
            blocked.sort_unstable_by_key(|&(thread, _)| thread);
            blocked.dedup_by_key(|&mut (thread, _)| thread);
            let deadlock = Outcome::Deadlock {
                blocked,
                others_go_on: false,
            };
            self.note(deadlock, Vec::new(), &[], None);
        } else if self.config.config.stuck_threads && !node.blocked.is_empty() && node.may_be_left {
            // Who waits for ever does so in all states behind: it is enough to look at the last ones of each way.
            let mut inputs = GivenInputs { values: Vec::new() };
            if let Some(deadlock) = node.machine.deadlock(&mut inputs) {
                self.note(deadlock, Vec::new(), &[], None);
            }
        }
        self.note_races();
        if let Some(node) = self.path.pop() {
            self.on_path.remove(&node.state);
        }
    }

    /// Races between steps that are possible in the last state.
    fn note_races(&mut self) {
        let Some(node) = self.path.last_mut() else {
            return;
        };
        let steps = std::mem::take(&mut node.accesses);
        for (i, (first, of_first)) in steps.iter().enumerate() {
            for (second, of_second) in &steps[i + 1..] {
                if first.thread != second.thread
                    && let Some(node) = self.path.last()
                    && let Some(race) = adjacent_race(
                        (first.thread, of_first),
                        (second.thread, of_second),
                        self.config.config.allow_same_value,
                    )
                {
                    let race = node.machine.race_outcome(&race);
                    self.note_race(race, first, second);
                }
            }
        }
    }

    fn note_race(&mut self, race: Outcome, first: &Step, second: &Step) {
        if self.race_attempts.get(&race) == Some(&0) {
            return;
        }
        // One of the steps may keep the other from happening: a section that blocks, or ends the process.
        // If each does, no execution has both accesses, and this is no race.
        let mut shown: Option<Run> = None;
        let mut is_same = false;
        for steps in [[first, second], [second, first]] {
            let run = self.run_through(steps);
            is_same = is_same_race(&run.outcome, &race);
            if is_same || shown.is_none() && matches!(run.outcome, Outcome::Race { .. }) {
                shown = Some(run);
            }
            if is_same {
                break;
            }
        }
        if let Some(run) = shown {
            let left = self.race_attempts.entry(race).or_insert(RACE_ATTEMPTS);
            *left = if is_same { 0 } else { *left - 1 };
            self.record((run.outcome, Vec::new()), run.schedule, run.inputs);
        }
    }

    /// The execution that goes to the last state and makes these steps.
    fn run_through(&self, steps: [&Step; 2]) -> Run {
        let threads = self.path.iter().filter_map(|node| node.thread);
        let schedule: Schedule = threads.chain(steps.map(|step| step.thread)).collect();
        let drawn = self.path.iter().flat_map(|node| &node.inputs);
        let inputs = drawn.chain(steps.into_iter().flat_map(|step| &step.inputs));
        let left = schedule.steps();
        // The search limits each step, a run all of them.
        let limit = self.config.config.max_instructions;
        let config = Config {
            max_instructions: limit.saturating_mul(left + 1),
            ..self.config.config.clone()
        };
        run(
            self.program,
            &config,
            &mut GivenStepsOnly {
                given: GivenScheduler::new(&schedule),
                left,
            },
            &mut GivenInputs {
                values: inputs.map(|input| input.bits).collect(),
            },
            &mut |_, _| {},
        )
    }

    /// Records an outcome at the end of the path, after one more step if a thread is given.
    fn note(
        &mut self,
        outcome: Outcome,
        observed: Vec<Observation>,
        inputs: &[Input],
        thread: Option<u32>,
    ) {
        if outcome == Outcome::StepLimit || matches!(outcome, Outcome::ResourceLimit { .. }) {
            self.result.complete = false;
        }
        let key = (outcome, observed);
        if self.known.contains(&key) {
            return;
        }
        let steps = self.path.iter().filter_map(|node| node.thread);
        let drawn = self.path.iter().flat_map(|node| &node.inputs);
        let schedule = steps.chain(thread).collect();
        let inputs = drawn.chain(inputs).copied().collect();
        self.record(key, schedule, inputs);
    }

    fn record(&mut self, key: (Outcome, Vec<Observation>), schedule: Schedule, inputs: Vec<Input>) {
        if self.known.insert(key.clone()) {
            let (outcome, observed) = key;
            self.has_stopped |= self.config.stop_at.is_some_and(|is_it| is_it(&outcome));
            self.result.found.push(Found {
                outcome,
                observed,
                schedule,
                inputs,
            });
        }
    }
}

/// A given schedule that is not completed.
struct GivenStepsOnly {
    given: GivenScheduler,
    left: u64,
}

impl Scheduler for GivenStepsOnly {
    fn choose(&mut self, candidates: &[u32], last: Option<u32>) -> Option<u32> {
        match self.left {
            0 => None,
            _ => self.given.choose(candidates, last),
        }
    }

    fn stepped(&mut self, thread: u32) {
        self.left = self.left.saturating_sub(1);
        self.given.stepped(thread);
    }
}

/// Whether two races are between the same two accesses, in whatever order.
fn is_same_race(one: &Outcome, other: &Outcome) -> bool {
    let (
        Outcome::Race { first, second },
        Outcome::Race {
            first: a,
            second: b,
        },
    ) = (one, other)
    else {
        return false;
    };
    (first, second) == (a, b) || (first, second) == (b, a)
}

/// The inputs of one step as choices from finite domains; counted through like the digits of a number.
#[derive(Clone, Default)]
struct Choices {
    /// Position in the domain and its size, for each input.
    digits: Vec<(usize, usize)>,
    next: usize,
}

impl Choices {
    fn rewind(&mut self) {
        self.next = 0;
    }

    /// Goes to the next sequence; false when there is none.
    fn advance(&mut self) -> bool {
        // Digits that the step did not get to belong to another sequence.
        self.digits.truncate(self.next);
        while let Some((position, size)) = self.digits.last_mut() {
            *position += 1;
            if *position < *size {
                return true;
            }
            self.digits.pop();
        }
        false
    }
}

struct Enumerated<'a> {
    domains: &'a Domains,
    choices: &'a mut Choices,
}

impl InputSource for Enumerated<'_> {
    fn draw(&mut self, _index: usize, request: Request) -> u128 {
        let values = self.domains.values(request);
        let next = self.choices.next;
        if next == self.choices.digits.len() {
            self.choices.digits.push((0, values.len()));
        }
        self.choices.next += 1;
        let (position, _) = self.choices.digits[next];
        values.get(position).copied().unwrap_or(0)
    }
}
