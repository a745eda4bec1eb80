//! A bounded program in the engine and in the exhaustive search, within the same number of rounds or contexts: both must find the same.
//!
//! What is compared: for each property whether an assertion about it can fail, whether an execution can leave the bounds of the program, and, if the engine says that
//! no execution needs a longer schedule, that longer ones find nothing else. A violation that the engine shows must replay, in the bounded program
//! and in the original; also when it has been made as simple as can be, and then it must have as few contexts as any that the search finds.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use unspool::replay::{ReplayConfig, replay};
use unspool_engine::{
    Answer, Counterexample, Encoding, Engine, EngineConfig, EngineError, EngineReduction,
    EngineReductions, SlotNumbers, Wanted, minimal,
};
use unspool_interp::{Config, Exploration, ExploreConfig, Outcome, ScheduleBound, Trace, explore};
use unspool_ir::{BinaryOp, ExprKind, Inst, InstKind, Program, Property, Terminator, Types};

/// What the engine is asked for.
pub const PROPERTIES: [Property; 3] = [
    Property::UnreachCall,
    Property::LockMisuse,
    Property::ThreadMisuse,
];

/// A query that takes longer tells nothing.
const TIME_FOR_A_QUERY: Duration = Duration::from_secs(20);

/// What the search finds in a bounded program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Expected {
    /// Of assertions that fail.
    pub violated: BTreeSet<Property>,
    /// Whether an execution leaves the bounds, or comes to something unsupported.
    pub is_cut: bool,
    /// With which the program can finish.
    pub statuses: BTreeSet<i32>,
    pub has_longer_schedules: bool,
    /// In a violation of what the engine is asked for, if that was counted.
    pub fewest_contexts: Option<u32>,
}

impl Expected {
    /// None if there are too many states.
    pub fn of(
        program: &Program,
        schedule_bound: Option<ScheduleBound>,
        max_states: usize,
    ) -> Option<Expected> {
        let config = ExploreConfig {
            config: Config {
                max_call_depth: 50,
                ..ExploreConfig::default().config
            },
            max_states,
            schedule_bound,
            ..ExploreConfig::default()
        };
        let exploration = explore(program, &config);
        exploration.complete.then(|| Expected::found(&exploration))
    }

    /// Counts the contexts that the simplest violation needs, up to some.
    pub fn count_contexts(&mut self, program: &Program, most: u32, max_states: usize) {
        let is_violated = |contexts: &u32| {
            let bound = Some(ScheduleBound::Contexts(*contexts));
            let expected = Expected::of(program, bound, max_states);
            expected.is_none_or(|expected| !expected.answers().0.is_empty())
        };
        if self.answers().0.is_empty() {
            return;
        }
        // If there are too many states, it is not known whether there is a simpler one.
        self.fewest_contexts = (1..=most).find(is_violated).filter(|contexts| {
            let bound = Some(ScheduleBound::Contexts(*contexts));
            Expected::of(program, bound, max_states).is_some()
        });
    }

    fn found(exploration: &Exploration) -> Expected {
        let mut expected = Expected {
            has_longer_schedules: exploration.has_longer_schedules,
            ..Expected::default()
        };
        for outcome in exploration.outcomes() {
            match outcome {
                Outcome::AssertionFailed {
                    property: Property::Unwinding,
                    ..
                }
                | Outcome::Unsupported { .. } => expected.is_cut = true,
                Outcome::AssertionFailed { property, .. } => {
                    expected.violated.insert(*property);
                }
                Outcome::Finished { status } => {
                    expected.statuses.insert(*status);
                }
                _ => {}
            }
        }
        expected
    }

    /// What the engine's answers are about: how the program finishes is not.
    pub fn answers(&self) -> (BTreeSet<Property>, bool) {
        let asked_for = PROPERTIES.into_iter();
        let violated = asked_for.filter(|it| self.violated.contains(it)).collect();
        (violated, self.is_cut)
    }
}

/// The program with an assertion that `main` does not return this status. It can be asked for like every other assertion, and so all values that the status is
/// mixed of are compared.
pub fn with_unwanted_status(program: &Program, status: i32) -> Option<Program> {
    let mut program = program.clone();
    let entry = program.entry?;
    let body = program.functions[entry.index()].body.as_mut()?;
    for number in 0..body.blocks.len() {
        let block = &body.blocks[number];
        let Terminator::Return(Some(value)) = block.terminator else {
            continue;
        };
        let span = block.span;
        let bits = u128::from(status as u32);
        let unwanted = body.add_expr(ExprKind::Int(bits), Types::I32);
        let is_other = ExprKind::Binary(BinaryOp::Ne, value, unwanted);
        let kind = InstKind::Assert {
            condition: body.add_expr(is_other, Types::BOOL),
            property: Property::UnreachCall,
            message: "an unwanted status".to_string(),
            detail: None,
        };
        body.blocks[number].insts.push(Inst::new(kind, span));
    }
    Some(program)
}

/// What came of a comparison that found nothing wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreement {
    Same,
    /// The engine was stopped before it had an answer.
    NoAnswer,
}

/// A bounded program, what it was made of, and how far schedules may go.
pub struct Question<'a> {
    pub original: &'a Program,
    pub bounded: &'a Program,
    pub bound: ScheduleBound,
    pub formula: Formula,
}

/// How the engine makes a formula of it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Formula {
    pub reductions: EngineReductions,
    pub numbers: SlotNumbers,
}

impl Formula {
    pub fn with(reductions: EngineReductions) -> Formula {
        Formula {
            reductions,
            ..Formula::default()
        }
    }

    /// All that differ in one way from what is usual.
    pub fn others() -> Vec<Formula> {
        let usual = Formula::default();
        let mut others = vec![Formula::with(EngineReductions::NONE)];
        others.extend(EngineReduction::all().map(|it| Formula::with(usual.reductions.without(it))));
        let numbers = SlotNumbers::ALL.map(|numbers| Formula { numbers, ..usual });
        others.extend(numbers.into_iter().filter(|it| *it != usual));
        others
    }
}

impl Question<'_> {
    /// Asks the engine, and tells what is wrong. `whole` is what can be found without a bound on the schedule.
    pub fn compare(&self, expected: &Expected, whole: &Expected) -> Result<Agreement, String> {
        let wrong = |why: String| {
            let reductions = named(self.formula.reductions);
            let numbers = self.formula.numbers;
            let bound = self.bound;
            format!("{bound:?}, engine with {reductions}, {numbers:?}: {why}")
        };
        match self.answers(expected, whole) {
            Ok(agreement) => Ok(agreement),
            Err(Trouble::Wrong(why)) => Err(wrong(why)),
            Err(Trouble::Engine(EngineError::Stopped(_))) => Ok(Agreement::NoAnswer),
            Err(Trouble::Engine(error)) => Err(wrong(error.to_string())),
        }
    }

    fn answers(&self, expected: &Expected, whole: &Expected) -> Result<Agreement, Trouble> {
        let config = EngineConfig {
            encoding: match self.bound {
                ScheduleBound::Rounds(rounds) => Encoding::Rounds(rounds),
                ScheduleBound::Contexts(contexts) => Encoding::Contexts(contexts),
            },
            reductions: self.formula.reductions,
            slot_numbers: self.formula.numbers,
            deadline: Some(Instant::now() + TIME_FOR_A_QUERY),
            ..EngineConfig::default()
        };
        let mut engine = Engine::new(self.bounded, config)?;
        let (violated, is_cut) = expected.answers();
        let mut questions: Vec<(Vec<Property>, bool)> =
            vec![(PROPERTIES.to_vec(), !violated.is_empty())];
        // One by one only where it can make a difference.
        if violated.iter().any(|it| *it != Property::UnreachCall) {
            questions.extend(PROPERTIES.map(|it| (vec![it], violated.contains(&it))));
        }
        let mut has_stopped = false;
        for (properties, expected) in questions {
            let names: Vec<&str> = properties.iter().map(|it| it.name()).collect();
            let what = format!("violation of {}", names.join(", "));
            let answer = engine.violation(&properties)?;
            has_stopped |= matches!(answer, Answer::Stopped(_));
            let others = violated.iter().any(|it| !properties.contains(it));
            self.judge(&what, &answer, expected, others)?;
            if let Answer::Found(found) = &answer {
                self.replays(found)?;
                if properties == PROPERTIES {
                    self.is_simplest(&mut engine, found, whole)?;
                }
            }
        }
        let answer = match engine.unsupported()? {
            Answer::None => engine.cut()?,
            found => found,
        };
        has_stopped |= matches!(answer, Answer::Stopped(_));
        let others = !violated.is_empty();
        self.judge("execution that leaves the bounds", &answer, is_cut, others)?;
        // That it finds one need not mean anything: it may be the same as a shorter one.
        if let Answer::None = engine.longer_schedule()?
            && expected.answers() != whole.answers()
        {
            return Err(Trouble::Wrong(format!(
                "it says that schedules need not be longer, but longer ones find {:?} instead of {:?}",
                whole.answers(),
                expected.answers()
            )));
        }
        match has_stopped {
            true => Ok(Agreement::NoAnswer),
            false => Ok(Agreement::Same),
        }
    }

    /// `others`: assertions can fail that are not asked for. Executions in which a thread would have to stand still just before one of these may be
    /// missed; the command asks for all at once, and whether bounds are left only if none fails.
    fn judge(
        &self,
        what: &str,
        answer: &Answer,
        expected: bool,
        others: bool,
    ) -> Result<(), Trouble> {
        match (answer, expected) {
            (Answer::None, true) if !others => {
                Err(Trouble::Wrong(format!("it finds no {what}; there is one")))
            }
            (Answer::Found(found), false) => Err(Trouble::Wrong(format!(
                "it finds a {what}; there is none: {found:?}"
            ))),
            _ => Ok(()),
        }
    }

    /// Made as simple as can be, it still replays, and no execution is simpler.
    fn is_simplest(
        &self,
        engine: &mut Engine<'_>,
        found: &Counterexample,
        whole: &Expected,
    ) -> Result<(), Trouble> {
        let until = Instant::now() + TIME_FOR_A_QUERY;
        let (best, known) =
            minimal::minimise(engine, &Wanted::Checks(PROPERTIES.to_vec()), found, until)?;
        engine.set_deadline(Some(Instant::now() + TIME_FOR_A_QUERY));
        let shown = self.replays(&best)?;
        let contexts = best.switches() as u32 + 1;
        let wrong = |why: String| Err(Trouble::Wrong(format!("{why}: {best:?}")));
        if known.switches != best.switches() || best.switches() > found.switches() {
            return wrong(format!("{known:?} is not what it is"));
        }
        let threads: Vec<u32> = shown.steps.iter().map(|step| step.by.thread).collect();
        let switches = threads.windows(2).filter(|two| two[0] != two[1]).count();
        if switches > best.switches() {
            return wrong(format!("{switches} switches in the original program"));
        }
        // Schedules of that few contexts may need more rounds than there are.
        let Some(fewest) = whole.fewest_contexts else {
            return Ok(());
        };
        let fits = match self.bound {
            ScheduleBound::Rounds(rounds) => fewest <= rounds,
            ScheduleBound::Contexts(most) => fewest <= most,
        };
        match contexts.cmp(&fewest) {
            Ordering::Less => wrong(format!("fewer contexts than {fewest}")),
            Ordering::Greater if fits && known.is_fewest => {
                wrong(format!("{contexts} contexts, where {fewest} are enough"))
            }
            _ => Ok(()),
        }
    }

    /// What it finds happens when it is executed: in the bounded program and in the original.
    fn replays(&self, found: &Counterexample) -> Result<Trace, Trouble> {
        let replayed = replay(self.original, self.bounded, found, &ReplayConfig::default());
        replayed.map_err(|why| Trouble::Wrong(format!("{why}\n{found:?}")))
    }
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

fn named(reductions: EngineReductions) -> String {
    let missing = EngineReduction::all().filter(|it| !reductions.has(*it));
    let missing: Vec<&str> = missing.map(EngineReduction::name).collect();
    match missing.len() {
        0 => "all reductions".to_string(),
        n if n == EngineReduction::all().count() => "no reductions".to_string(),
        _ => format!("all reductions but {}", missing.join(", ")),
    }
}

/// An answer that is not the expected one is noticed, whichever it is.
#[test]
fn wrong_answers_are_noticed() {
    let text = "entry @main
global @x: i32 = {}
function @worker(%arg.0: *void) {
b0:
  point 0 store @x = 1:i32
  point 1 store @x = 2:i32
  return
}
function @main() -> i32 {
  reg %0, %1: i32
b0:
  %0 = spawn thread 1 &@worker, 0:*void
  point 0 %1 = load @x
  assert %1 != 1:i32, unreach-call, \"one\"
  point 1 return 0:i32
}
";
    let program = unspool_ir::text::parse(text).expect("a program");
    let mut whole = Expected::of(&program, None, 1000).expect("few states");
    whole.count_contexts(&program, 9, 1000);
    assert_eq!(whole.fewest_contexts, Some(3));
    for (rounds, is_found) in [(1, false), (2, true)] {
        let bound = ScheduleBound::Rounds(rounds);
        let expected = Expected::of(&program, Some(bound), 1000).expect("few states");
        assert_eq!(!expected.violated.is_empty(), is_found);
        let question = Question {
            original: &program,
            bounded: &program,
            bound,
            formula: Formula::default(),
        };
        let right = question.compare(&expected, &whole);
        assert_eq!(right, Ok(Agreement::Same));
        for (contexts, said) in [(2, "where 2 are enough"), (4, "fewer contexts than 4")] {
            let other = Expected {
                fewest_contexts: Some(contexts),
                ..whole.clone()
            };
            let found = question.compare(&expected, &other);
            let is_noticed = matches!(&found, Err(why) if why.contains(said));
            assert_eq!(is_noticed, is_found, "{found:?}");
        }
        let violated = match is_found {
            true => BTreeSet::new(),
            false => [Property::UnreachCall].into(),
        };
        let other = Expected {
            violated,
            ..expected.clone()
        };
        let said = question
            .compare(&other, &whole)
            .expect_err("another answer");
        assert!(said.contains("violation of unreach-call"), "{said}");
        if is_found {
            continue;
        }
        let cut = Expected {
            is_cut: true,
            ..expected
        };
        let said = question.compare(&cut, &whole).expect_err("another answer");
        assert!(said.contains("leaves the bounds"), "{said}");
    }
}
