//! Random small concurrent programs.
//!
//! After Csmith (Yang, Chen, Eide, Regehr 2011), much smaller, and with threads. Each program is allowed to use only a few of all features,
//! drawn first (the [`Plan`]): programs that may use everything look all alike, and features hide each other (*swarm testing*: Groce,
//! Zhang, Eide, Chen, Regehr 2012). `threads` then lays out who creates and joins whom, `patterns` puts in what needs
//! two threads to make sense (a flag and who waits for it), and `statements` fills the bodies from a menu, within a
//! budget of steps ([`super::size`]).
//!
//! What C leaves undefined is avoided, data races apart: indices are masked, variables initialised, arithmetic stays small, effects
//! stand alone in their expression. Only programs whose plan has `faults` dereference null or freed memory, or divide by zero, if
//! the schedule wills it. Every loop ends, or returns to states that have been before: so the number of states is finite.

mod expressions;
mod patterns;
mod sections;
mod statements;
mod threads;
mod topics;

pub use topics::Topic;

use unspool_interp::schedule::prng::Prng;

use super::program::*;

/// The program of a seed: always the same.
pub fn program(seed: u64) -> Program {
    let mut random = Prng::new(seed);
    let mut plan = Plan::draw(&mut random);
    if let Some(focus) = Focus::draw(&mut random) {
        plan.concentrate(focus, &mut random);
    }
    let mut generator = Generator {
        random,
        plan,
        helpers: Vec::new(),
    };
    generator.helpers();
    generator.whole()
}

/// The program of a seed that is about a topic.
pub fn program_about(topic: Topic, seed: u64) -> Program {
    let mut random = Prng::new(seed);
    let mut plan = Plan::draw(&mut random);
    plan.turn_to(topic, &mut random);
    let mut generator = Generator {
        random,
        plan,
        helpers: Vec::new(),
    };
    generator.helpers();
    generator.whole()
}

/// What a program may use.
#[derive(Debug)]
struct Plan {
    /// Which of [`PLAIN`].
    plain: Vec<usize>,
    /// Which of [`ATOMIC`].
    atomics: Vec<usize>,
    array: bool,
    record: bool,
    /// A shared union that is looked at through different members.
    union: bool,
    /// Which of [`REALS`].
    real: Option<usize>,
    shifts: bool,
    /// A local array.
    cells: bool,
    /// A place where threads hand over what is on the heap.
    nodes: bool,
    pointer: Option<PointerPlan>,
    heap: Option<HeapPlan>,
    /// Whether what `heap` points to may have any size.
    any_sizes: bool,
    mutexes: usize,
    recursive_mutex: bool,
    /// Whether memory of mutexes may be freed.
    frees_mutexes: bool,
    spin_lock: bool,
    thread_local: bool,
    /// Whether pointers to a thread's own variable are given to others.
    shows_own: bool,
    sections: bool,
    function_pointers: bool,
    helpers: usize,
    loops: bool,
    /// Jumps and other rare ways through a function.
    jumps: bool,
    /// How many more inputs may be drawn.
    inputs: usize,
    /// Whether threads may end the process, or themselves, before their last statement.
    early_ends: bool,
    /// Whether the schedule may lead to errors other than failing assertions.
    faults: bool,
    /// Whether `main` often does not wait for threads, so that its status tells of those that come to no end, too. There are few assertions,
    /// which would hide statuses.
    watches: bool,
    topic: Option<Topic>,
    /// Whether atomic variables are also accessed as if they were not.
    bare: bool,
    bits: bool,
    /// Whether indices may be out of bounds.
    wide: bool,
    read_write_lock: bool,
    barrier: bool,
    /// Whether `main` returns without waiting for threads.
    leaves: bool,
}

/// What some programs are about, and nothing else: things that go wrong only if several of them come together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Focus {
    Sections,
    Sizes,
    ThreadLocals,
}

impl Focus {
    fn draw(random: &mut Prng) -> Option<Focus> {
        match random.below(12) {
            0..3 => Some(Focus::Sections),
            3 | 4 => Some(Focus::Sizes),
            5 => Some(Focus::ThreadLocals),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PointerPlan {
    AlwaysValid,
    /// Null until somebody sets it.
    Published,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum HeapPlan {
    /// Allocated before any thread is created.
    FromStart,
    /// Null until some thread allocates.
    Published,
}

impl Plan {
    fn draw(random: &mut Prng) -> Plan {
        let mut plain: Vec<usize> = Vec::new();
        for _ in 0..1 + random.below(2) {
            // Mostly `int`.
            let number = random.below(2 + PLAIN.len() as u64) as usize;
            let number = if number >= PLAIN.len() { 0 } else { number };
            if !plain.contains(&number) {
                plain.push(number);
            }
        }
        let mut one_in = |n: u64| random.below(n) == 0;
        let mut atomics = Vec::new();
        if one_in(3) {
            atomics.push(0);
        }
        if one_in(6) {
            atomics.push(1);
        }
        let shows_own = one_in(12);
        let published = one_in(3);
        let pointer = (one_in(5) || shows_own).then_some(match published {
            true => PointerPlan::Published,
            false => PointerPlan::AlwaysValid,
        });
        let published = one_in(2);
        let heap = one_in(6).then_some(match published {
            true => HeapPlan::Published,
            false => HeapPlan::FromStart,
        });
        Plan {
            plain,
            atomics,
            array: one_in(4),
            record: one_in(6),
            union: one_in(8),
            real: match (one_in(10), one_in(2)) {
                (true, is_double) => Some(usize::from(!is_double)),
                _ => None,
            },
            shifts: one_in(5),
            cells: one_in(12),
            nodes: one_in(10),
            pointer,
            heap,
            any_sizes: one_in(2),
            mutexes: match (one_in(3), one_in(3)) {
                (false, _) => 0,
                (true, false) => 1,
                (true, true) => 2,
            },
            recursive_mutex: one_in(20),
            frees_mutexes: false,
            spin_lock: one_in(20),
            thread_local: one_in(10) || shows_own,
            shows_own,
            sections: one_in(5),
            function_pointers: one_in(8),
            helpers: match (one_in(3), one_in(2)) {
                (true, true) => 2,
                (true, false) => 1,
                _ => 0,
            },
            loops: one_in(2),
            jumps: one_in(4),
            inputs: match one_in(6) {
                true => 2,
                false => 0,
            },
            early_ends: one_in(8),
            faults: one_in(10),
            watches: false,
            topic: None,
            bare: false,
            bits: false,
            wide: false,
            read_write_lock: false,
            barrier: false,
            leaves: false,
        }
    }

    fn concentrate(&mut self, focus: Focus, random: &mut Prng) {
        let mut one_in = |n: u64| random.below(n) == 0;
        *self = Plan {
            plain: std::mem::take(&mut self.plain),
            atomics: Vec::new(),
            array: false,
            record: false,
            union: false,
            real: None,
            shifts: false,
            cells: false,
            nodes: false,
            pointer: (focus == Focus::ThreadLocals).then_some(match one_in(2) {
                true => PointerPlan::AlwaysValid,
                false => PointerPlan::Published,
            }),
            heap: (focus == Focus::Sizes).then_some(match one_in(2) {
                true => HeapPlan::FromStart,
                false => HeapPlan::Published,
            }),
            any_sizes: focus == Focus::Sizes,
            mutexes: 0,
            recursive_mutex: false,
            frees_mutexes: false,
            spin_lock: false,
            thread_local: focus == Focus::ThreadLocals,
            shows_own: focus == Focus::ThreadLocals,
            sections: focus == Focus::Sections,
            function_pointers: false,
            helpers: 0,
            loops: false,
            jumps: false,
            inputs: 2,
            early_ends: one_in(4),
            faults: focus != Focus::Sections && one_in(2),
            watches: true,
            topic: None,
            bare: false,
            bits: false,
            wide: false,
            read_write_lock: false,
            barrier: false,
            leaves: false,
        };
    }
}

struct Generator {
    random: Prng,
    plan: Plan,
    helpers: Vec<Helper>,
}

/// Where a statement is to stand.
#[derive(Clone, Debug)]
struct Scope {
    role: Role,
    /// How much deeper statements may nest.
    depth: u64,
    /// How many loops are around.
    counter: usize,
    /// The counters among them that stay below [`ELEMENTS`].
    indices: Vec<usize>,
    /// Whether `break` and `continue` have a loop to refer to.
    in_loop: bool,
    in_section: bool,
    /// Normal mutexes that are held.
    held: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Main,
    Worker(Parameter),
    Helper,
}

impl Scope {
    fn of(role: Role) -> Scope {
        Scope {
            role,
            depth: if role == Role::Helper { 1 } else { 2 },
            counter: 0,
            indices: Vec::new(),
            in_loop: false,
            in_section: false,
            held: Vec::new(),
        }
    }

    /// Of a block one level further in.
    fn deeper(&self) -> Scope {
        Scope {
            depth: self.depth.saturating_sub(1),
            ..self.clone()
        }
    }
}

impl Generator {
    fn below(&mut self, bound: u64) -> u64 {
        self.random.below(bound)
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn small(&mut self, bound: u64) -> i32 {
        self.below(bound) as i32
    }

    fn one_of<T: Clone>(&mut self, choices: &[T]) -> T {
        let index = self.below(choices.len() as u64) as usize;
        choices[index].clone()
    }

    /// One of the choices, each as likely as its weight says.
    fn weighted<T: Clone>(&mut self, choices: &[(u64, T)]) -> T {
        let total = choices.iter().map(|(weight, _)| weight).sum();
        let mut rest = self.below(total);
        for (weight, choice) in choices {
            if rest < *weight {
                return choice.clone();
            }
            rest -= weight;
        }
        choices[0].1.clone()
    }

    fn helpers(&mut self) {
        let wanted = match self.plan.function_pointers {
            true => 2,
            false => self.plan.helpers,
        };
        for _ in 0..wanted {
            let kind = self.weighted(&[
                (5, HelperKind::Plain),
                (1, HelperKind::Atomic),
                (2, HelperKind::Recursive),
            ]);
            let mut scope = Scope::of(Role::Helper);
            // It may be called in atomic sections.
            scope.in_section = kind == HelperKind::Atomic || self.plan.sections;
            let body = self.block(&scope, 2, 2);
            let result = match self.below(3) {
                0 => Expr::Read(Place::Parameter),
                1 => Expr::Constant(self.small(3)),
                _ => self.value(&scope, 1),
            };
            self.helpers.push(Helper { kind, body, result });
        }
    }
}
