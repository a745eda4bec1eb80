//! Races, deadlocks and memory errors that the engine finds are those that an exhaustive search finds.
//!
//! Random programs about each of these are explored in the interpreter, before and after bounding, and asked about in the engine, within more and more rounds. What is compared:
//!
//! - What the bounded program has, the original has; and the other way round, unless executions are cut.
//! - Within the same rounds: the engine finds what the search finds. Deadlocks and memory errors it finds only then. A race it may find a round earlier: two steps that race are
//!   one behind the other, so they are in one slot behind the last round, where the search has a round more.
//! - What the engine finds replays, in the bounded program and in the original, also when it has been made as simple as can be.
//! - If it finds nothing, and says that schedules need not be longer and bounds are not left, the original program has nothing.
//!
//! Threads that wait for each other's locks while others go on are a deadlock to the engine, and to the search too: it looks for these in all states.
//!
//! `UNSPOOL_SEEDS=0..500` asks for more programs, each tried in more ways.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use unspool::bound_options::Bounds;
use unspool::error::Error;
use unspool::pipeline::{self, Goal};
use unspool::questions::Group;
use unspool::replay::{ReplayConfig, replay};
use unspool_engine::{
    Answer as Said, Counterexample, Encoding, Engine, EngineConfig, EngineError, EngineReduction,
    EngineReductions, Finds, Wanted, minimal,
};
use unspool_interp::schedule::prng::Prng;
use unspool_interp::{Config, ExploreConfig, Outcome, ScheduleBound, explore};
use unspool_ir::{Program, Property};
use unspool_passes::bound::{AtBound, BoundConfig};
use unspool_passes::reductions::{Reduction, Reductions};

use crate::random_programs::campaign::{self, Answer, Campaign, Subject};
use crate::random_programs::generate::Topic;

/// Programs that need more are not judged as a whole.
const MOST_ROUNDS: u32 = 6;

/// The search is asked within so many rounds.
const COMPARED_ROUNDS: u32 = 3;

const TIME_FOR_A_QUERY: Duration = Duration::from_secs(20);

/// What is asked for.
struct Asked {
    test: &'static str,
    topic: Topic,
    finds: Finds,
    properties: &'static [Property],
    seeds: u64,
    /// How many programs must be compared, and how many of them must have what is asked for, and not have it.
    least: usize,
    least_with: usize,
    least_without: usize,
    /// Of those that have it, how many have it only while others go on.
    least_local: usize,
}

const RACES: Asked = Asked {
    test: "race_programs",
    topic: Topic::Races,
    finds: Finds {
        memory_errors: false,
        races: true,
        deadlocks: false,
        allow_same_value: false,
    },
    properties: &[Property::DataRace],
    seeds: 150,
    least: 110,
    least_with: 40,
    least_without: 30,
    least_local: 0,
};

#[test]
fn races_are_those_that_the_search_finds() {
    run(&RACES);
}

/// Writes of what is there anyway, or what the other one writes too, are no races if nobody wants them to be.
#[test]
fn races_that_make_a_difference_are_those_that_the_search_finds() {
    run(&Asked {
        test: "same_value_programs",
        finds: Finds {
            allow_same_value: true,
            ..RACES.finds
        },
        seeds: 80,
        least: 50,
        least_with: 20,
        least_without: 15,
        ..RACES
    });
}

#[test]
fn deadlocks_are_those_that_the_search_finds() {
    run(&Asked {
        test: "deadlock_programs",
        topic: Topic::Deadlocks,
        finds: Finds {
            deadlocks: true,
            ..Finds::default()
        },
        properties: &[Property::Deadlock],
        seeds: 150,
        least: 95,
        least_with: 30,
        least_without: 30,
        least_local: 1,
    });
}

#[test]
fn memory_errors_are_those_that_the_search_finds() {
    run(&Asked {
        test: "memory_error_programs",
        topic: Topic::MemoryErrors,
        finds: Finds {
            memory_errors: true,
            ..Finds::default()
        },
        properties: &[
            Property::UnreachCall,
            Property::MemorySafety,
            Property::LockMisuse,
            Property::ThreadMisuse,
        ],
        seeds: 150,
        least: 110,
        least_with: 40,
        least_without: 30,
        least_local: 0,
    });
}

fn run(asked: &Asked) {
    // By seed.
    let judged: Mutex<BTreeMap<u64, Verdict>> = Mutex::default();
    let start = Instant::now();
    Campaign {
        test: asked.test,
        topic: Some(asked.topic),
        seeds: 0..asked.seeds,
        least: asked.least,
        check: &|subject| {
            let (answer, verdict) = check(subject, asked)?;
            if let (Some(seed), Answer::Right) = (subject.seed, answer) {
                let mut judged = judged.lock().expect("nobody panicked");
                judged.insert(seed, verdict);
            }
            Ok(answer)
        },
        explain: &|subject| explain(subject, asked),
    }
    .run();
    let judged = judged.into_inner().expect("nobody panicked");
    let count = |wanted: &[Verdict]| judged.values().filter(|it| wanted.contains(it)).count();
    let with = count(&[Verdict::Has, Verdict::HasOnlyLocally]);
    let only_locally = count(&[Verdict::HasOnlyLocally]);
    let without = count(&[Verdict::HasNot]);
    let summary = format!(
        "{}: {} programs judged, {with} with ({only_locally} while others go on), {without} without, {:.1} s",
        asked.test,
        judged.len(),
        start.elapsed().as_secs_f64()
    );
    eprintln!("{summary}");
    if !campaign::is_asked_for_more() {
        assert!(with >= asked.least_with, "{summary}");
        assert!(without >= asked.least_without, "{summary}");
        assert!(only_locally >= asked.least_local, "{summary}");
    }
}

/// Whether a program has what is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Has,
    /// Deadlocks, but whenever some threads wait for ever, others can go on until something ends the process.
    HasOnlyLocally,
    HasNot,
}

/// How a program is tried.
#[derive(Clone, Copy, Default)]
struct Way {
    passes: Reductions,
    engine: EngineReductions,
}

/// Those of a seed: everything by default, and often something else, too.
fn ways(seed: Option<u64>) -> Vec<Way> {
    let usual = Way::default();
    let mut ways = vec![usual];
    let Some(seed) = seed else {
        return ways;
    };
    let mut random = Prng::new(seed);
    let passes: Vec<Reduction> = Reduction::all().collect();
    let of_engine: Vec<EngineReduction> = EngineReduction::all().collect();
    let other = match random.below(4) {
        0 => Some(Way {
            passes: Reductions::NONE,
            ..usual
        }),
        1 => {
            let missing = passes[random.below(passes.len() as u64) as usize];
            Some(Way {
                passes: usual.passes.without(missing),
                ..usual
            })
        }
        2 => {
            let missing = of_engine[random.below(of_engine.len() as u64) as usize];
            Some(Way {
                engine: usual.engine.without(missing),
                ..usual
            })
        }
        _ => None,
    };
    match other {
        Some(other) if campaign::is_asked_for_more() => ways.push(other),
        Some(other) => ways = vec![other],
        None => {}
    }
    ways
}

fn check(subject: &Subject, asked: &Asked) -> Result<(Answer, Verdict), String> {
    let Some(original) = Searched::of(&subject.program, asked, None) else {
        return Ok((Answer::TooLarge, Verdict::HasNot));
    };
    let mut answer = Answer::Right;
    for way in ways(subject.seed) {
        let one = try_way(subject, asked, way, &original);
        let one = one.map_err(|why| format!("{}: {why}", way.describe()))?;
        if one == Answer::TooLarge {
            answer = one;
        }
    }
    Ok((answer, original.verdict()))
}

fn try_way(
    subject: &Subject,
    asked: &Asked,
    way: Way,
    original: &Searched,
) -> Result<Answer, String> {
    let config = BoundConfig {
        unwind: 3,
        at_bound: AtBound::Assert,
        instructions: 20_000,
        ..BoundConfig::default()
    };
    let group = Group {
        finds: asked.finds,
        questions: Vec::new(),
    };
    let bounds = group.bounds(&Bounds::new(config, way.passes));
    let work = pipeline::from_lowered(subject.program.clone(), &bounds, Goal::Reduced);
    let bounded = match work {
        Ok(work) => work.program,
        Err(Error::Resource(_)) => return Ok(Answer::TooLarge),
        Err(error) => return Err(format!("{error:?}")),
    };
    let Some(whole) = Searched::of(&bounded, asked, None) else {
        return Ok(Answer::TooLarge);
    };
    if whole.has_it() && !original.has_it() {
        let found = whole.describe(&bounded);
        return Err(format!(
            "the bounded program has what the original has not: {found}"
        ));
    }
    if original.has_it() && !whole.has_it() && !whole.is_cut {
        let found = original.describe(&subject.program);
        return Err(format!("the bounded program has not: {found}"));
    }
    let question = Question {
        original: &subject.program,
        bounded: &bounded,
        asked,
        way,
        whole: &whole,
    };
    for rounds in 1..=MOST_ROUNDS {
        let wrong = |why: String| format!("{rounds} rounds: {why}");
        match question.within(rounds) {
            Ok(Compared::IsAll) => return Ok(Answer::Right),
            Ok(Compared::NeedsMore) => {}
            Ok(Compared::TooLarge) | Err(Trouble::Engine(EngineError::Stopped(_))) => {
                return Ok(Answer::TooLarge);
            }
            Err(Trouble::Engine(error)) => return Err(wrong(error.to_string())),
            Err(Trouble::Wrong(why)) => return Err(wrong(why)),
        }
    }
    Ok(Answer::TooLarge)
}

/// What the search finds.
struct Searched {
    /// Of what is asked for.
    found: Vec<Outcome>,
    /// Whether an execution leaves the bounds, or comes to something unsupported.
    is_cut: bool,
}

impl Searched {
    /// None if there are too many states.
    fn of(program: &Program, asked: &Asked, rounds: Option<u32>) -> Option<Searched> {
        let config = ExploreConfig {
            config: Config {
                max_call_depth: 50,
                detect_races: asked.finds.races,
                allow_same_value: asked.finds.allow_same_value,
                stuck_threads: asked.finds.deadlocks,
                ..ExploreConfig::default().config
            },
            max_states: 4 * campaign::most_states(),
            schedule_bound: rounds.map(ScheduleBound::Rounds),
            ..ExploreConfig::default()
        };
        let exploration = explore(program, &config);
        if !exploration.complete {
            return None;
        }
        let is_wanted = |outcome: &&Outcome| {
            let property = outcome.property();
            property.is_some_and(|it| asked.properties.contains(&it))
        };
        let is_cut = |outcome: &Outcome| {
            outcome.property() == Some(Property::Unwinding)
                || matches!(outcome, Outcome::Unsupported { .. })
        };
        Some(Searched {
            found: exploration.outcomes().filter(is_wanted).cloned().collect(),
            is_cut: exploration.outcomes().any(is_cut),
        })
    }

    fn has_it(&self) -> bool {
        !self.found.is_empty()
    }

    fn verdict(&self) -> Verdict {
        let is_local = |outcome: &Outcome| {
            matches!(
                outcome,
                Outcome::Deadlock {
                    others_go_on: true,
                    ..
                }
            )
        };
        match self.has_it() {
            false => Verdict::HasNot,
            true if self.found.iter().all(is_local) => Verdict::HasOnlyLocally,
            true => Verdict::Has,
        }
    }

    fn describe(&self, program: &Program) -> String {
        let found = self.found.iter().map(|outcome| outcome.describe(program));
        found.collect::<Vec<String>>().join("; ")
    }
}

enum Compared {
    /// There is nothing left to find.
    IsAll,
    /// Longer schedules may find it.
    NeedsMore,
    TooLarge,
}

enum Trouble {
    Wrong(String),
    Engine(EngineError),
}

impl From<EngineError> for Trouble {
    fn from(error: EngineError) -> Trouble {
        Trouble::Engine(error)
    }
}

struct Question<'a> {
    original: &'a Program,
    bounded: &'a Program,
    asked: &'a Asked,
    way: Way,
    /// What the bounded program has without a bound on schedules.
    whole: &'a Searched,
}

impl Question<'_> {
    fn wanted(&self) -> Wanted {
        match self.asked.topic {
            Topic::Races => Wanted::Race,
            Topic::Deadlocks => Wanted::Deadlock,
            Topic::MemoryErrors => Wanted::Checks(self.asked.properties.to_vec()),
        }
    }

    fn within(&self, rounds: u32) -> Result<Compared, Trouble> {
        let wrong = |why: String| Err(Trouble::Wrong(why));
        let config = EngineConfig {
            encoding: Encoding::Rounds(rounds),
            reductions: self.way.engine,
            finds: self.asked.finds,
            deadline: Some(Instant::now() + TIME_FOR_A_QUERY),
            ..EngineConfig::default()
        };
        let mut engine = Engine::new(self.bounded, config)?;
        let wanted = self.wanted();
        let expected = match rounds <= COMPARED_ROUNDS {
            true => Searched::of(self.bounded, self.asked, Some(rounds)),
            false => None,
        };
        match engine.ask(&wanted)? {
            Said::Stopped(_) => return Ok(Compared::TooLarge),
            Said::Found(found) => {
                self.replays(&found)?;
                let until = Instant::now() + TIME_FOR_A_QUERY;
                let (best, _) = minimal::minimise(&mut engine, &wanted, &found, until)?;
                self.replays(&best)?;
                if !self.whole.has_it() {
                    return wrong("it finds one, there is none".to_string());
                }
                let may_be_earlier = self.asked.topic == Topic::Races;
                if expected.is_some_and(|expected| !expected.has_it()) && !may_be_earlier {
                    return wrong("it finds one, though it takes more rounds".to_string());
                }
                return Ok(Compared::IsAll);
            }
            Said::None => {}
        }
        if let Some(expected) = expected
            && expected.has_it()
        {
            let found = expected.describe(self.bounded);
            return wrong(format!("it finds none; there is {found}"));
        }
        engine.set_deadline(Some(Instant::now() + TIME_FOR_A_QUERY));
        match engine.longer_schedule()? {
            Said::Stopped(_) => return Ok(Compared::TooLarge),
            Said::Found(_) => return Ok(Compared::NeedsMore),
            Said::None => {}
        }
        if self.whole.has_it() {
            let found = self.whole.describe(self.bounded);
            return wrong(format!(
                "it finds none and says that schedules need not be longer; there is {found}"
            ));
        }
        let leaves = match engine.unsupported()? {
            Said::None => engine.cut()?,
            found => found,
        };
        match leaves {
            Said::None if self.whole.is_cut => {
                wrong("it says that bounds are not left; they are".to_string())
            }
            Said::Stopped(_) => Ok(Compared::TooLarge),
            _ => Ok(Compared::IsAll),
        }
    }

    fn replays(&self, found: &Counterexample) -> Result<(), Trouble> {
        let mut config = ReplayConfig::default();
        config.interpreter.allow_same_value = self.asked.finds.allow_same_value;
        let replayed = replay(self.original, self.bounded, found, &config);
        match replayed {
            Ok(_) => Ok(()),
            Err(why) => Err(Trouble::Wrong(format!(
                "{why}; it ends with {:?}",
                found.ending
            ))),
        }
    }
}

impl Way {
    fn describe(&self) -> String {
        let passes = Reduction::all().filter(|it| !self.passes.has(*it));
        let passes: Vec<&str> = passes.map(Reduction::name).collect();
        let engine = EngineReduction::all().filter(|it| !self.engine.has(*it));
        let engine: Vec<&str> = engine.map(EngineReduction::name).collect();
        format!("passes without {passes:?}, engine without {engine:?}")
    }
}

/// Which reductions are to blame.
fn explain(subject: &Subject, asked: &Asked) -> String {
    let Some(original) = Searched::of(&subject.program, asked, None) else {
        return String::new();
    };
    let fails = |passes, engine| {
        let way = Way { passes, engine };
        try_way(subject, asked, way, &original).is_err()
    };
    let (all, of_engine) = (Reductions::default(), EngineReductions::default());
    let needed = Reduction::all().filter(|it| !fails(all.without(*it), of_engine));
    let needed: Vec<&str> = needed.map(Reduction::name).collect();
    format!(
        "It fails with all reductions: {}; without the engine's: {}; without the passes': {}. It goes well without one of the passes' {needed:?}.",
        fails(all, of_engine),
        fails(all, EngineReductions::NONE),
        fails(Reductions::NONE, of_engine),
    )
}

/// An answer that is not the expected one is noticed, whichever it is.
#[test]
fn wrong_answers_are_noticed() {
    let program = |order: &str| {
        let text = format!(
            "entry @main
global @x: i32 = {{}}
function @worker(%arg.0: *void) {{
b0:
  point 0 store{order} @x = 1:i32
  return
}}
function @main() -> i32 {{
  reg %0, %1: i32
b0:
  %0 = spawn thread 1 &@worker, 0:*void
  point 0 %1 = load{order} @x
  return 0:i32
}}
"
        );
        unspool_ir::text::parse(&text).expect("a program")
    };
    let programs = [program(""), program(" atomic seq_cst")];
    let searched = programs
        .each_ref()
        .map(|program| Searched::of(program, &RACES, None).expect("few states"));
    let [racy, orderly] = &searched;
    assert!(racy.has_it() && !orderly.has_it());
    for (program, right, wrong) in [(&programs[0], racy, orderly), (&programs[1], orderly, racy)] {
        let is_noticed = |whole: &Searched| {
            let question = Question {
                original: program,
                bounded: program,
                asked: &RACES,
                way: Way::default(),
                whole,
            };
            matches!(question.within(3), Err(Trouble::Wrong(_)))
        };
        assert!(!is_noticed(right));
        assert!(is_noticed(wrong));
    }
}
