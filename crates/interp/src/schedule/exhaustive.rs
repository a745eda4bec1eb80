//! Every interleaving and every input from small domains, by depth-first search with state hashing.
//!
//! This is the oracle that everything else is tested against, so it is plain: in each state each thread is
//! tried with each sequence of inputs its step can draw, and a state seen before is not entered again. No
//! partial-order reduction. States on the path are kept as snapshots (memory is copied on write).
//!
//! With race detection on, two threads that in one state could both make conflicting accesses that are
//! not both atomic race; that is exact here, since all states are seen, and needs no clocks (TCBMC,
//! Rabinovitz and Grumberg 2005, section 5.1). The search goes on behind a race.
//!
//! Limits cut the search and are reported: `complete` says that nothing was cut.

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_ir::{Program, Span};

use crate::config::Config;
use crate::event::{AccessEvent, Event};
use crate::input::{Domains, Input, InputSource, Request};
use crate::machine::Machine;
use crate::outcome::Outcome;
use crate::race::adjacent_race;
use crate::run::{Observation, observe, race_outcome};
use crate::schedule::Schedule;
use crate::step::StepResult;

#[derive(Clone, Debug)]
pub struct ExploreConfig {
    /// `max_instructions` is for each step here.
    pub config: Config,
    pub domains: Domains,
    /// Enter a state only once. Off, every path is walked; only to test this reduction.
    pub merge_states: bool,
    pub max_states: usize,
    /// Steps of one execution.
    pub max_depth: usize,
}

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
    /// Whether everything was explored.
    pub complete: bool,
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
    let mut search = Search {
        config,
        seen: FxHashSet::default(),
        known: FxHashMap::default(),
        result: Exploration {
            found: Vec::new(),
            states: 0,
            steps: 0,
            complete: true,
        },
        path: Vec::new(),
    };
    match Machine::new(program, &config.config) {
        Ok(machine) => search.run(machine),
        Err(outcome) => search.note(*outcome, Vec::new(), &[], None),
    }
    search.result
}

/// A state on the path, and how far its successors have been tried.
struct Node<'p> {
    machine: Machine<'p>,
    /// The thread whose step led here and the inputs it drew; no thread for the start.
    thread: Option<u32>,
    inputs: Vec<Input>,
    /// Threads not yet tried, the next last.
    untried: Vec<u32>,
    /// The next inputs to try for the thread that is last in `untried`.
    choices: Choices,
    blocked: Vec<(u32, Span)>,
    progressed: bool,
    /// Accesses of steps possible here, for races.
    accesses: Vec<(u32, Vec<AccessEvent>)>,
}

struct Search<'c, 'p> {
    config: &'c ExploreConfig,
    seen: FxHashSet<u128>,
    known: FxHashMap<(Outcome, Vec<Observation>), ()>,
    result: Exploration,
    path: Vec<Node<'p>>,
}

impl<'p> Search<'_, 'p> {
    fn run(&mut self, mut machine: Machine<'p>) {
        machine.track_changes();
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
            let inputs = std::mem::take(&mut initial.inputs);
            match result {
                StepResult::Ended(outcome) => {
                    self.note(*outcome, Vec::new(), &inputs, None);
                }
                _ => {
                    self.enter(initial, None, inputs);
                    self.search();
                }
            }
            if !choices.advance() {
                return;
            }
        }
    }

    fn search(&mut self) {
        while let Some(node) = self.path.last_mut() {
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
            if self.config.config.detect_races {
                let accesses: Vec<AccessEvent> = machine
                    .events
                    .iter()
                    .filter_map(|event| match event {
                        Event::Access(access) if access.shared => Some(*access),
                        _ => None,
                    })
                    .collect();
                if !accesses.is_empty() {
                    node.accesses.push((thread, accesses));
                }
            }
            let inputs = std::mem::take(&mut machine.inputs);
            machine.output.clear();
            match result {
                StepResult::Blocked { span, .. } => {
                    if !node.blocked.contains(&(thread, span)) {
                        node.blocked.push((thread, span));
                    }
                }
                StepResult::Ended(outcome) => {
                    node.progressed = true;
                    let observed = match *outcome {
                        Outcome::Finished { .. } => observe(&machine),
                        _ => Vec::new(),
                    };
                    self.note(*outcome, observed, &inputs, Some(thread));
                }
                StepResult::Done => {
                    node.progressed = true;
                    self.enter(machine, Some(thread), inputs);
                }
            }
        }
    }

    /// Goes to a state, unless it has been seen.
    fn enter(&mut self, mut machine: Machine<'p>, thread: Option<u32>, inputs: Vec<Input>) {
        let hash = machine.state_hash();
        if self.config.merge_states && self.seen.contains(&hash) {
            return;
        }
        if self.result.states >= self.config.max_states || self.path.len() >= self.config.max_depth
        {
            self.result.complete = false;
            return;
        }
        self.seen.insert(hash);
        self.result.states += 1;
        let mut untried: Vec<u32> = machine.unfinished().collect();
        untried.reverse();
        self.path.push(Node {
            machine,
            thread,
            inputs,
            untried,
            choices: Choices::default(),
            blocked: Vec::new(),
            progressed: false,
            accesses: Vec::new(),
        });
    }

    /// All successors of the last state have been tried.
    fn leave(&mut self) {
        let Some(node) = self.path.last_mut() else {
            return;
        };
        let mut outcomes = Vec::new();
        if !node.progressed && !node.blocked.is_empty() {
            let mut blocked = std::mem::take(&mut node.blocked);
            blocked.sort_unstable_by_key(|&(thread, _)| thread);
            blocked.dedup_by_key(|&mut (thread, _)| thread);
            outcomes.push(Outcome::Deadlock { blocked });
        }
        for (i, (first, of_first)) in node.accesses.iter().enumerate() {
            for (second, of_second) in &node.accesses[i + 1..] {
                if first != second
                    && let Some(race) = adjacent_race((*first, of_first), (*second, of_second))
                {
                    outcomes.push(race_outcome(&node.machine, &race));
                }
            }
        }
        for outcome in outcomes {
            self.note(outcome, Vec::new(), &[], None);
        }
        self.path.pop();
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
        if self.known.contains_key(&key) {
            return;
        }
        let steps = self.path.iter().filter_map(|node| node.thread);
        let drawn = self.path.iter().flat_map(|node| &node.inputs);
        self.result.found.push(Found {
            outcome: key.0.clone(),
            observed: key.1.clone(),
            schedule: steps.chain(thread).collect(),
            inputs: drawn.chain(inputs).copied().collect(),
        });
        self.known.insert(key, ());
    }
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
