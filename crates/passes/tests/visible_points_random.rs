//! Random small bounded programs, with and without visible points: the same outcomes.
//!
//! The programs use what the reductions look at (locks used well and badly, joins, looks at ends, publication, lifetimes) and
//! fail often, in ways that depend on the schedule. A failure is shrunk, statement by statement, before it is shown.

use std::collections::HashSet;
use std::fmt::Write;

use unspool_interp::{ExploreConfig, Outcome, explore};
use unspool_ir::verify::verify;
use unspool_ir::{Program, Property, text};
use unspool_passes::check_freedom::may_be_violated;
use unspool_passes::deadlock_freedom::cannot_deadlock;
use unspool_passes::points_to::PointsTo;
use unspool_passes::ranges::Ranges;
use unspool_passes::reductions::Reductions;
use unspool_passes::visible_points::{self, POINT_REDUCTIONS};

/// `UNSPOOL_RANDOM_PROGRAMS=N` tries more, `UNSPOOL_RANDOM_SEED` others.
#[test]
fn random_programs_end_in_the_same_ways() {
    let number =
        |name: &str| -> Option<u64> { std::env::var(name).ok().and_then(|text| text.parse().ok()) };
    let count = number("UNSPOOL_RANDOM_PROGRAMS").unwrap_or(300);
    let first = number("UNSPOOL_RANDOM_SEED").unwrap_or(1);
    for seed in first..first + count {
        let threads = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1).program();
        if let Some(difference) = difference(&threads) {
            let (threads, difference) = shrunk(threads, difference);
            panic!("seed {seed}: {difference}\n{}", print(&threads));
        }
    }
}

/// Where the order of waits excludes deadlocks, or the ranges of values that assertions fail, there are none by any schedule; and they do so for some of these programs, as others have some.
#[test]
fn random_programs_go_wrong_only_if_that_is_not_excluded() {
    let number =
        |name: &str| -> Option<u64> { std::env::var(name).ok().and_then(|text| text.parse().ok()) };
    let count = number("UNSPOOL_RANDOM_PROGRAMS").unwrap_or(300);
    let first = number("UNSPOOL_RANDOM_SEED").unwrap_or(1);
    let (mut with_waits, mut deadlocks) = (0, 0);
    let (mut with_assertions, mut failures) = (0, 0);
    for seed in first..first + count {
        let threads = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1).program();
        let printed = print(&threads);
        let Ok(program) = text::parse(&printed) else {
            continue;
        };
        let Some(outcomes) = verify(&program).ok().and_then(|()| outcomes(&program)) else {
            continue;
        };
        let is_deadlock = |outcome: &Outcome| matches!(outcome, Outcome::Deadlock { .. });
        let has_deadlock = outcomes.iter().any(is_deadlock);
        deadlocks += u32::from(has_deadlock);
        if cannot_deadlock(&program) {
            assert!(!has_deadlock, "seed {seed}\n{printed}");
            with_waits += u32::from(printed.contains("wait_until"));
        }
        let is_failure = |outcome: &Outcome| matches!(outcome, Outcome::AssertionFailed { .. });
        let has_failure = outcomes.iter().any(is_failure);
        failures += u32::from(has_failure);
        let ranges = Ranges::of(&program, &PointsTo::of(&program));
        let asked = [Property::UnreachCall];
        if may_be_violated(&program, &asked, || ranges.as_ref()).is_empty() {
            assert!(!has_failure, "seed {seed}\n{printed}");
            with_assertions += u32::from(printed.contains("assert"));
        }
    }
    assert!(with_waits * 20 > count as u32 && deadlocks * 20 > count as u32);
    assert!(
        with_assertions * 50 > count as u32 && failures * 20 > count as u32,
        "{with_assertions} {failures} of {count}"
    );
}

/// The statements of each thread; every thread but the first is started by the one before it, or by the first.
type Threads = Vec<Vec<Statement>>;

#[derive(Clone, Debug)]
enum Statement {
    /// Code without branches, over `%v` (a number), `%p` (a pointer) and `%b` (a truth value).
    Plain(String),
    If(&'static str, Vec<Statement>, Vec<Statement>),
    Spawn(usize),
    End,
    Exit,
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        // Xorshift (Marsaglia 2003).
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % limit
    }

    fn program(&mut self) -> Threads {
        let count = 2 + self.below(2) as usize;
        let length = if count == 2 { 5 } else { 3 };
        let mut threads: Threads = (0..count)
            .map(|thread| self.statements(thread, length, 0, ""))
            .collect();
        // How it ends tells much of what happened: the first thread returns the contents of memory, usually after all have ended.
        if self.below(4) > 0 {
            let joins = (1..count).map(|child| {
                let code = "atomic_begin\n%b = finished N:i32\nwait_until %b\natomic_end";
                Statement::Plain(code.replace('N', &child.to_string()))
            });
            threads[0].extend(joins);
        }
        threads[0].push(Statement::Plain(LOOK.to_string()));
        for child in 1..count {
            let parent = self.below(child as u64) as usize;
            let position = self.below(3).min(threads[parent].len() as u64) as usize;
            threads[parent].insert(position, Statement::Spawn(child));
        }
        threads
    }

    fn statements(
        &mut self,
        thread: usize,
        length: u64,
        nesting: u32,
        held: &str,
    ) -> Vec<Statement> {
        let count = 1 + self.below(length);
        (0..count)
            .flat_map(|_| self.statement(thread, nesting, held))
            .collect()
    }

    fn statement(&mut self, thread: usize, nesting: u32, held: &str) -> Vec<Statement> {
        let variable = ["@x", "@y", "@a[0:i32]", "@a[1:i32]"][self.below(4) as usize];
        let lock = match held {
            // Whoever takes a lock twice waits for itself, which is soon dull.
            "@m" => "@n",
            "@n" => "@m",
            _ => ["@m", "@n"][self.below(2) as usize],
        };
        let value = self.below(3);
        let other = [0, 1, 2][self.below(3) as usize];
        let me = thread + 1;
        let plain = |text: String| vec![Statement::Plain(text)];
        let guarded = |code: String| {
            let use_it = vec![Statement::Plain(code)];
            vec![
                Statement::Plain("%p = load @p".to_string()),
                Statement::If("%p != 0:*i32", use_it, vec![]),
            ]
        };
        match self.below(36) {
            0..=3 => plain(format!("%v = load {variable}")),
            4..=5 => plain(format!("store {variable} = {value}:i32")),
            6..=8 => plain(format!("store {variable} = %v + 1:i32")),
            9 => plain(format!("%v = rmw add seq_cst {variable}, 1:i32")),
            10 => plain(format!(
                "%v = load {variable}\nassert %v != {value}:i32, unreach-call, \"{variable}\""
            )),
            11..=17 => {
                let mut inside = plain(take(lock, me));
                inside.extend(self.statements(thread, 2, nesting + 1, lock));
                inside.push(Statement::Plain(give(lock)));
                inside
            }
            18 => match self.below(4) {
                0 => plain(take(lock, me)),
                1 => plain(give(lock)),
                2 => plain(format!("store {lock} = 0:i32")),
                _ => plain(format!("%v = load {lock}")),
            },
            19 => {
                let took = format!("store {lock} = {me}:i32\nhold &{lock}\n%t = 0:i32");
                let took = vec![Statement::Plain(took)];
                let busy = vec![Statement::Plain("%t = 16:i32".to_string())];
                let mut inside = self.statements(thread, 2, nesting + 1, lock);
                inside.push(Statement::Plain(give(lock)));
                let test = ["%t == 0:i32", "%t != 16:i32"][self.below(2) as usize];
                vec![
                    Statement::Plain(format!("atomic_begin\n%v = load {lock}")),
                    Statement::If("%v == 0:i32", took, busy),
                    Statement::Plain("atomic_end".to_string()),
                    Statement::If(test, inside, vec![]),
                ]
            }
            20 => {
                let took = vec![
                    Statement::Plain(format!("store {lock} = {me}:i32\nhold &{lock}\natomic_end")),
                    Statement::Plain(format!("store {variable} = %v + {value}:i32")),
                    Statement::Plain(give(lock)),
                ];
                let busy = vec![Statement::Plain("atomic_end".to_string())];
                vec![
                    Statement::Plain(format!("atomic_begin\n%v = load {lock}")),
                    Statement::If("%v == 0:i32", took, busy),
                ]
            }
            21..=22 => plain(format!(
                "atomic_begin\n%v = load {variable}\nstore {variable} = %v + 1:i32\natomic_end"
            )),
            23 => plain(format!(
                "atomic_begin\n%v = load {variable}\nwait_until %v != {value}:i32\natomic_end"
            )),
            24 => plain(format!(
                "atomic_begin\n%b = finished {other}:i32\nwait_until %b\natomic_end"
            )),
            25..=26 => plain(format!(
                "atomic_begin\n%b = finished {other}:i32\nstore @x = %b as i32\natomic_end"
            )),
            27 => plain(format!(
                "%p = alloc heap 8:u64\nstore *%p = {value}:i32\nstore @p = %p"
            )),
            28 => plain(format!(
                "live $s.0\nstore $s.0 = {value}:i32\nstore @p = &$s.0\nstore $s.0 = 2:i32"
            )),
            29..=30 => guarded("%v = load *%p".to_string()),
            31 => guarded(format!("store *%p = {value}:i32")),
            32 => guarded("free heap %p".to_string()),
            33..=34 if nesting < 2 => {
                let condition = ["%b", "%v == 0:i32", "%v == 1:i32"][self.below(3) as usize];
                let then = self.statements(thread, 2, nesting + 1, held);
                let otherwise = self.statements(thread, 2, nesting + 1, held);
                vec![Statement::If(condition, then, otherwise)]
            }
            33..=34 => plain("%b = nondet".to_string()),
            _ => match self.below(4) {
                0 => vec![Statement::If("%b", vec![Statement::Exit], vec![])],
                1 => vec![Statement::If("%b", vec![Statement::End], vec![])],
                _ => plain("fence seq_cst\noutput 1:i32, 65:i32".to_string()),
            },
        }
    }
}

const LOOK: &str = "atomic_begin\n%v = load @x\n%t = load @y\n%v = (%v * 7:i32) + %t\n\
    %t = load @a[0:i32]\n%v = (%v * 7:i32) + %t\n%t = load @a[1:i32]\n%v = (%v * 7:i32) + %t\natomic_end";

fn take(lock: &str, me: usize) -> String {
    format!(
        "atomic_begin\n%v = load {lock}\nwait_until %v == 0:i32\nstore {lock} = {me}:i32\nhold &{lock}\natomic_end"
    )
}

fn give(lock: &str) -> String {
    format!("atomic_begin\nstore {lock} = 0:i32\nrelease &{lock}\natomic_end")
}

fn print(threads: &Threads) -> String {
    let mut text = String::from(
        "entry @thread0\nglobal @x: i32 = {}\nglobal @y: i32 = {}\nglobal @a: [2 x i32] = {}\n\
         global @m: i32 = {}\nglobal @n: i32 = {}\nglobal @p: *i32 = {}\n",
    );
    for (thread, statements) in threads.iter().enumerate() {
        let result = if thread == 0 { " -> i32" } else { "" };
        let _ = writeln!(text, "function @thread{thread}(){result} {{");
        text.push_str("reg %v.0, %t.1: i32\nreg %p.2: *i32\nreg %b.3: bool\nslot $s.0: i32\n");
        let mut blocks = vec![(String::new(), String::new())];
        add_statements(&mut blocks, statements);
        let last = blocks.len() - 1;
        blocks[last].1 = match thread {
            0 => "return %v.0".to_string(),
            _ => "exit_thread".to_string(),
        };
        for (number, (code, end)) in blocks.into_iter().enumerate() {
            let _ = writeln!(text, "b{number}:\n{code}{end}");
        }
        text.push_str("}\n");
    }
    text
}

/// Adds to a list of blocks: their code and how they end.
fn add_statements(blocks: &mut Vec<(String, String)>, statements: &[Statement]) {
    for statement in statements {
        let here = blocks.len() - 1;
        match statement {
            Statement::Plain(code) => {
                let _ = writeln!(blocks[here].0, "{}", named(code));
            }
            Statement::Spawn(child) => {
                let code = format!("%t.1 = spawn thread {child} &@thread{child}");
                let _ = writeln!(blocks[here].0, "{code}");
            }
            Statement::If(condition, then, otherwise) => {
                let mut ends = Vec::new();
                let mut starts = Vec::new();
                for branch in [then, otherwise] {
                    starts.push(blocks.len());
                    blocks.push((String::new(), String::new()));
                    add_statements(blocks, branch);
                    ends.push(blocks.len() - 1);
                }
                blocks[here].1 = format!(
                    "branch {}, b{}, b{}",
                    named(condition),
                    starts[0],
                    starts[1]
                );
                let join = blocks.len();
                blocks.push((String::new(), String::new()));
                for end in ends {
                    if blocks[end].1.is_empty() {
                        blocks[end].1 = format!("goto b{join}");
                    }
                }
            }
            Statement::End => blocks[here].1 = "exit_thread".to_string(),
            Statement::Exit => blocks[here].1 = "exit 7:i32".to_string(),
        }
    }
}

fn named(code: &str) -> String {
    code.replace("%v", "%v.0")
        .replace("%t", "%t.1")
        .replace("%p", "%p.2")
        .replace("%b", "%b.3")
}

/// How the outcomes differ. None also for what is no program.
fn difference(threads: &Threads) -> Option<String> {
    let program = text::parse(&print(threads)).ok()?;
    verify(&program).ok()?;
    let expected = outcomes(&program)?;
    let mut choices = vec![
        ("none".to_string(), Reductions::NONE),
        ("all".to_string(), Reductions::default()),
    ];
    for reduction in POINT_REDUCTIONS {
        choices.push((
            format!("only {}", reduction.name()),
            Reductions::NONE.with(reduction),
        ));
    }
    for (name, reductions) in choices {
        let mut reduced = program.clone();
        let points_to = PointsTo::of(&reduced);
        visible_points::run(&mut reduced, &points_to, &reductions);
        let found = outcomes(&reduced)?;
        if found != expected {
            let missing: Vec<_> = expected.difference(&found).collect();
            let new: Vec<_> = found.difference(&expected).collect();
            let shown = text::print(&reduced);
            return Some(format!("{name}: missing {missing:?}, new {new:?}\n{shown}"));
        }
    }
    None
}

fn outcomes(program: &Program) -> Option<HashSet<Outcome>> {
    let config = ExploreConfig {
        max_states: 50_000,
        ..ExploreConfig::default()
    };
    let exploration = explore(program, &config);
    let outcomes = exploration.outcomes().cloned().collect();
    exploration.complete.then_some(outcomes)
}

fn shrunk(mut threads: Threads, mut difference_now: String) -> (Threads, String) {
    loop {
        let smaller = smaller_programs(&threads);
        let found = smaller
            .into_iter()
            .find_map(|candidate| difference(&candidate).map(|difference| (candidate, difference)));
        match found {
            Some((candidate, difference)) => {
                threads = candidate;
                difference_now = difference;
            }
            None => return (threads, difference_now),
        }
    }
}

fn smaller_programs(threads: &Threads) -> Vec<Threads> {
    let mut result = Vec::new();
    for (thread, statements) in threads.iter().enumerate() {
        for smaller in smaller_lists(statements) {
            let mut candidate = threads.clone();
            candidate[thread] = smaller;
            result.push(candidate);
        }
    }
    result
}

fn smaller_lists(statements: &[Statement]) -> Vec<Vec<Statement>> {
    let mut result = Vec::new();
    for (position, statement) in statements.iter().enumerate() {
        let (before, after) = (&statements[..position], &statements[position + 1..]);
        let with = |middle: &[Statement]| [before, middle, after].concat();
        if !matches!(statement, Statement::Spawn(_)) {
            result.push(with(&[]));
        }
        if let Statement::If(condition, then, otherwise) = statement {
            result.push(with(then));
            result.push(with(otherwise));
            for smaller in smaller_lists(then) {
                result.push(with(&[Statement::If(
                    condition,
                    smaller,
                    otherwise.clone(),
                )]));
            }
            for smaller in smaller_lists(otherwise) {
                result.push(with(&[Statement::If(condition, then.clone(), smaller)]));
            }
        }
    }
    result
}
