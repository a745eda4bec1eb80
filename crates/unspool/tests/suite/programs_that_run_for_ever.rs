//! Random programs whose threads run for ever, or wait for what others do: whoever is said to wait for ever must do so.
//!
//! That a thread waits for ever while others run is a claim about executions without end, made from the program's text (`passes/src/wakers.rs`). Here it is held against executions: from
//! each state in which the exhaustive search says it, many random ones are continued, in none of which may one of these threads get on, or the process come to an end. And what
//! `unspool check` finds, which the interpreter has confirmed by the same analysis, must be found by the search too, unless that gave up.
//!
//! `UNSPOOL_SEEDS=0..1000` asks for other programs.

use std::fmt::Write;

use unspool::futures::ExactFutures;
use unspool_interp::input::{GivenInputs, RandomInputs};
use unspool_interp::schedule::prng::Prng;
use unspool_interp::{Config, ExploreConfig, Found, Machine, Outcome, StepResult, explore};
use unspool_ir::{DataModel, Program};

use crate::invocation::call_in;
use crate::random_programs::campaign;
use crate::reference::lowered;
use crate::{tools, work_sharing};

/// Of each state that is claimed to be a deadlock.
const WALKS: u64 = 30;
const STEPS_OF_A_WALK: u64 = 150;

#[test]
fn who_is_said_to_wait_for_ever_does_so() {
    let seeds: Vec<u64> = campaign::seeds(0..250).collect();
    let folder = tools::folder("run_for_ever");
    let results = work_sharing::map(&seeds, |&seed| {
        let name = format!("seed{seed}.c");
        let path = folder.join(&name);
        std::fs::write(&path, text(seed)).expect("a program");
        let program = lowered(&path, DataModel::Lp64)?;
        let (stuck, is_complete) = claims(&program);
        for found in &stuck {
            contradiction(&program, found).map_or(Ok(()), |why| Err(format!("{name}: {why}")))?;
        }
        let words = format!(
            "check {name} -std=gnu11 --property=no-deadlock --unwind=1 --rounds=3 --trace=none --accept-bounded"
        );
        let words: Vec<&str> = words.split(' ').collect();
        let said = call_in(&folder, &words, "");
        let is_found = match said.code {
            0 | 5 => false,
            10 => true,
            code => return Err(format!("{name}: code {code}\n{}", said.errors)),
        };
        if is_found && stuck.is_empty() && is_complete && !has_deadlock(&program) {
            return Err(format!("{name}: the search does not find: {}", said.output));
        }
        Ok((!stuck.is_empty(), is_found))
    });
    let wrong: Vec<&String> = results.iter().filter_map(|it| it.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{} wrong:\n{wrong:#?}", wrong.len());
    let count = |which: fn(&(bool, bool)) -> bool| {
        let right = results.iter().flatten();
        right.filter(|it| which(it)).count()
    };
    let (by_search, by_check) = (count(|it| it.0), count(|it| it.1));
    eprintln!(
        "{} programs, threads that wait for ever while others run: by the search in {by_search}, deadlocks by check in {by_check}",
        seeds.len()
    );
    let is_enough = 8 * by_search >= seeds.len() && 8 * by_check >= seeds.len();
    assert!(is_enough || campaign::is_asked_for_more());
}

fn config() -> ExploreConfig {
    ExploreConfig {
        max_states: 3000,
        ..ExploreConfig::default()
    }
}

/// The states in which threads are said to wait for ever while others run, and whether the search came to its end.
fn claims(program: &Program) -> (Vec<Found>, bool) {
    let mut config = config();
    config.config.stuck_threads = true;
    config.config.futures = ExactFutures::of_whole(program);
    let explored = explore(program, &config);
    let is_claim = |found: &Found| {
        matches!(
            found.outcome,
            Outcome::Deadlock {
                others_go_on: true,
                ..
            }
        )
    };
    let complete = explored.complete;
    (
        explored.found.into_iter().filter(is_claim).collect(),
        complete,
    )
}

fn has_deadlock(program: &Program) -> bool {
    let explored = explore(program, &config());
    let mut outcomes = explored.outcomes();
    outcomes.any(|outcome| matches!(outcome, Outcome::Deadlock { .. }))
}

/// An execution from a claimed state on in which the claim is wrong.
fn contradiction(program: &Program, found: &Found) -> Option<String> {
    let Outcome::Deadlock { blocked, .. } = &found.outcome else {
        return None;
    };
    let what = found.outcome.describe(program);
    let machine = state_of(program, found);
    for walk in 0..WALKS {
        let mut machine = machine.clone();
        let mut random = Prng::new(walk);
        let mut inputs = RandomInputs::new(walk);
        for _ in 0..STEPS_OF_A_WALK {
            let threads: Vec<u32> = machine.unfinished().collect();
            let thread = threads[random.below(threads.len() as u64) as usize];
            let is_claimed = blocked.iter().any(|(it, _)| *it == thread);
            match machine.step(thread, &mut inputs) {
                StepResult::Blocked { .. } => {}
                _ if is_claimed => return Some(format!("{what}, but thread {thread} goes on")),
                StepResult::Ended(outcome) => match *outcome {
                    Outcome::Finished { .. } => {
                        return Some(format!("{what}, but the process ends"));
                    }
                    _ => break,
                },
                StepResult::Done => {}
            }
        }
    }
    None
}

fn state_of<'p>(program: &'p Program, found: &Found) -> Machine<'p> {
    let config = Config {
        max_instructions: 10_000_000,
        ..Config::default()
    };
    let mut machine = Machine::new(program, &config).expect("a start");
    let mut inputs = GivenInputs {
        values: found.inputs.iter().map(|input| input.bits).collect(),
    };
    machine.start(&mut inputs);
    for thread in found.schedule.iter() {
        assert_eq!(machine.step(thread, &mut inputs), StepResult::Done);
    }
    machine
}

const HEAD: &str = "#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
static sem_t semaphores[2], *alias = &semaphores[1];
static pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static int flags[2];
static pthread_t handles[3];
static void *first(void *), *second(void *), *third(void *);
static void post(sem_t *semaphore) { sem_post(semaphore); }
static void await(sem_t *semaphore) { sem_wait(semaphore); }
static void on(sem_t *semaphore, void (*act)(sem_t *)) { act(semaphore); }
static void post_the_first(void) { sem_post(&semaphores[0]); }
static void post_the_second(void) { sem_post(&semaphores[1]); }
static void flip(void) { flags[0] = !flags[0]; }
static void leave(void) { exit(0); }
static void (*const calls[4])(void) = {flip, post_the_first, post_the_second, leave};
static void (*chosen)(void) = flip;
";

/// The program of a seed.
fn text(seed: u64) -> String {
    let mut writer = Writer {
        random: Prng::new(seed),
        text: HEAD.to_string(),
        depth: 0,
        has_created: false,
    };
    for name in ["third", "second", "first"] {
        let is_last = name == "third";
        writer.function(&format!("static void *{name}(void *argument)"), is_last);
    }
    writer.text.push_str("int main(void) {\n");
    for semaphore in 0..2 {
        let value = writer.random.below(4) / 3;
        writeln!(
            writer.text,
            "sem_init(&semaphores[{semaphore}], 0, {value});"
        )
        .expect("text");
    }
    writer.text.push_str(
        "pthread_barrier_init(&barrier, 0, 2);\npthread_create(&handles[0], 0, first, 0);\n",
    );
    if writer.random.below(2) == 0 {
        writer
            .text
            .push_str("pthread_create(&handles[1], 0, second, alias);\n");
    }
    writer.body(true);
    writer.text.push_str("return 0;\n}\n");
    writer.text
}

struct Writer {
    random: Prng,
    text: String,
    depth: u32,
    /// The third thread, at most once.
    has_created: bool,
}

impl Writer {
    fn function(&mut self, head: &str, is_last: bool) {
        let created = self.has_created;
        self.has_created |= is_last;
        writeln!(self.text, "{head} {{").expect("text");
        self.body(false);
        self.text.push_str("return argument;\n}\n");
        self.has_created = created;
    }

    /// Some statements, and often a loop without end.
    fn body(&mut self, is_main: bool) {
        for _ in 0..self.random.below(3) {
            self.statement(is_main);
        }
        if self.random.below(3) > 0 {
            let test = self.one_of(&["for (;;)", "while (1)", "for (;;)", "while (flags[1] == 0)"]);
            writeln!(self.text, "{test} {{").expect("text");
            self.depth += 1;
            for _ in 0..1 + self.random.below(2) {
                self.statement(is_main);
            }
            if self.random.below(8) == 0 {
                self.text.push_str("if (flags[0]) break;\n");
            }
            self.depth -= 1;
            self.text.push_str("}\n");
        }
        for _ in 0..self.random.below(2) {
            self.statement(is_main);
        }
    }

    fn statement(&mut self, is_main: bool) {
        if self.depth < 3 && self.random.below(5) == 0 {
            let number = self.random.below(2);
            writeln!(self.text, "if (flags[{number}]) {{").expect("text");
            self.depth += 1;
            self.statement(is_main);
            self.depth -= 1;
            self.text.push_str("}\n");
            return;
        }
        let number = self.random.below(2);
        let line = match self.random.below(22) {
            0 => format!("sem_post(&semaphores[{number}]);"),
            1 => format!("post(&semaphores[{number}]);"),
            2 => format!("on(&semaphores[{number}], post);"),
            3 => "on(alias, post);".to_string(),
            4..=6 => format!("sem_wait(&semaphores[{number}]);"),
            7 => "await(alias);".to_string(),
            8 => format!("on(&semaphores[{number}], await);"),
            9 => format!("sem_trywait(&semaphores[{number}]);"),
            10..=11 => format!("flags[{number}] = !flags[{number}];"),
            12 => format!(
                "pthread_mutex_lock(&mutexes[{number}]); flags[0] = 1; pthread_mutex_unlock(&mutexes[{number}]);"
            ),
            13 => "pthread_mutex_lock(&mutexes[0]); pthread_cond_wait(&condition, &mutexes[0]); pthread_mutex_unlock(&mutexes[0]);".to_string(),
            14 => self.one_of(&["pthread_cond_signal(&condition);", "pthread_cond_broadcast(&condition);"]),
            15 => "pthread_barrier_wait(&barrier);".to_string(),
            16 => format!("calls[{}]();", self.random.below(3)),
            17 => "chosen();".to_string(),
            18 => format!("chosen = calls[{}];", self.random.below(4)),
            19 if is_main => "pthread_join(handles[0], 0);".to_string(),
            20 if !self.has_created && self.depth == 0 => {
                self.has_created = true;
                "pthread_create(&handles[2], 0, third, 0);".to_string()
            }
            21 => self.one_of(&["leave();", "pthread_exit(0);", "flip();", "flip();"]),
            _ => "flip();".to_string(),
        };
        self.text.push_str(&line);
        self.text.push('\n');
    }

    fn one_of(&mut self, choices: &[&str]) -> String {
        let index = self.random.below(choices.len() as u64) as usize;
        choices[index].to_string()
    }
}
