//! Programs that are about something in particular, and about as often in order as not.
//!
//! - *Races*: accesses of all kinds to the same bytes, most of them under a lock or in a section, in half of the programs all of them.
//! - *Deadlocks*: locks in any order, locks around joins, signals that may never come, barriers.
//! - *Memory errors*: memory that is freed, or never there, while others access it, and indices that may be out of bounds.

use unspool_interp::schedule::prng::Prng;

use super::super::program::*;
use super::{Generator, HeapPlan, Plan, PointerPlan, Role, Scope};

/// What a program is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    Races,
    Deadlocks,
    MemoryErrors,
}

/// What is put around accesses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Protection {
    Mutex,
    ReadWriteLock,
    SpinLock,
    Section,
}

impl Plan {
    pub(super) fn turn_to(&mut self, topic: Topic, random: &mut Prng) {
        let mut one_in = |n: u64| random.below(n) == 0;
        self.topic = Some(topic);
        self.real = None;
        self.shifts = false;
        self.shows_own = false;
        self.thread_local = false;
        self.loops = one_in(4);
        self.jumps = one_in(12);
        self.inputs = usize::from(one_in(6));
        self.early_ends = one_in(6);
        self.watches = one_in(3);
        match topic {
            Topic::Races => {
                self.atomics = if one_in(2) { vec![0] } else { Vec::new() };
                self.bare = !self.atomics.is_empty() && one_in(2);
                self.bits = one_in(5);
                self.array = one_in(3);
                self.record = one_in(5);
                self.union = one_in(4);
                self.mutexes = usize::from(one_in(2));
                self.read_write_lock = one_in(4);
                self.faults = one_in(4);
                self.watches = one_in(8);
            }
            Topic::Deadlocks => {
                self.plain.truncate(1);
                self.atomics = Vec::new();
                self.array = false;
                self.record = false;
                self.union = false;
                self.cells = false;
                self.nodes = false;
                self.pointer = None;
                self.heap = None;
                self.function_pointers = false;
                self.mutexes = if one_in(4) { 1 } else { 2 };
                self.recursive_mutex = one_in(6);
                self.read_write_lock = one_in(3);
                self.barrier = one_in(4);
                self.leaves = one_in(4);
                self.sections = one_in(10);
                self.spin_lock = one_in(12);
                self.faults = false;
            }
            Topic::MemoryErrors => {
                self.faults = !one_in(3);
                self.wide = one_in(3);
                self.array = self.wide;
                self.record = false;
                self.union = false;
                self.nodes = one_in(6);
                self.any_sizes = one_in(3);
                self.function_pointers = one_in(8);
                let from_start = one_in(2);
                self.heap = (!one_in(4)).then_some(match from_start {
                    true => HeapPlan::FromStart,
                    false => HeapPlan::Published,
                });
                let is_valid = one_in(2);
                self.pointer = one_in(3).then_some(match is_valid {
                    true => PointerPlan::AlwaysValid,
                    false => PointerPlan::Published,
                });
                self.mutexes = usize::from(one_in(3));
                self.frees_mutexes = self.faults && one_in(2);
            }
        }
    }
}

impl Generator {
    /// What is left to do for the topic when bodies have been made.
    pub(super) fn finish_topic(&mut self, bodies: &mut [Vec<Stmt>], meanwhile: &mut Vec<Stmt>) {
        match self.plan.topic {
            Some(Topic::Races) => {
                let protection = self.weighted(&[
                    (4, Protection::Mutex),
                    (2, Protection::ReadWriteLock),
                    (1, Protection::SpinLock),
                    (2, Protection::Section),
                ]);
                // Of so many accesses one has no protection.
                let exposed = self.one_of(&[1_000_000, 1_000_000, 1_000_000, 8, 4, 1]);
                for body in bodies.iter_mut().chain([meanwhile]) {
                    *body = self.protected(std::mem::take(body), protection, exposed);
                }
            }
            Some(Topic::Deadlocks) => {
                let mut all: Vec<&mut Vec<Stmt>> = bodies.iter_mut().chain([meanwhile]).collect();
                if let [one, other, ..] = &mut all[..] {
                    self.waiting(one, other);
                }
            }
            _ => {}
        }
    }

    /// Statements that only access memory, some at a time, under protection.
    fn protected(&mut self, body: Vec<Stmt>, protection: Protection, exposed: u64) -> Vec<Stmt> {
        let mut done = Vec::new();
        let mut run: Vec<Stmt> = Vec::new();
        for statement in body {
            if !only_accesses(&statement, protection) || self.one_in(exposed) {
                done.extend(self.under(protection, std::mem::take(&mut run)));
                done.push(statement);
                continue;
            }
            run.push(statement);
            if self.one_in(2) {
                done.extend(self.under(protection, std::mem::take(&mut run)));
            }
        }
        done.extend(self.under(protection, run));
        done
    }

    fn under(&mut self, protection: Protection, body: Vec<Stmt>) -> Option<Stmt> {
        if body.is_empty() {
            return None;
        }
        Some(match protection {
            Protection::Mutex => Stmt::Locked(Mutex::Normal(0), body),
            Protection::ReadWriteLock => {
                let writes = body.iter().any(may_write) || self.one_in(3);
                Stmt::ReadWriteLocked { writes, body }
            }
            Protection::SpinLock => Stmt::SpinLocked(body),
            Protection::Section => Stmt::AtomicSection(body),
        })
    }

    /// Waiting for somebody who may not come.
    fn waiting(&mut self, one: &mut Vec<Stmt>, other: &mut Vec<Stmt>) {
        if self.plan.barrier {
            self.put(one, Stmt::Meet);
            if !self.one_in(4) {
                self.put(other, Stmt::Meet);
            }
        }
        if self.one_in(3) {
            self.signalled(one, other);
        }
        if self.one_in(3) {
            let number = self.below(2) as usize;
            self.put(one, Stmt::SemaphoreWait(number));
            let posted = Stmt::SemaphorePost(number);
            self.maybe(other, posted);
        }
    }

    fn signalled(&mut self, one: &mut Vec<Stmt>, other: &mut Vec<Stmt>) {
        let plain = Place::Plain(self.one_of(&self.plan.plain.clone()));
        let condition = Expr::Binary(
            Operator::Gt,
            Box::new(Expr::Read(plain.clone())),
            Box::new(Expr::Constant(0)),
        );
        let waits = match self.one_in(3) {
            true => Stmt::AwaitOnce(condition, Vec::new()),
            false => Stmt::Await(condition, Vec::new()),
        };
        self.put(one, waits);
        let given = Stmt::Assign(plain, None, Expr::Constant(1));
        let body = if self.one_in(5) {
            Vec::new()
        } else {
            vec![given]
        };
        let everyone = self.one_in(2);
        self.maybe(other, Stmt::Announce { body, everyone });
    }

    /// Always, on a condition, or not at all.
    fn maybe(&mut self, body: &mut Vec<Stmt>, statement: Stmt) {
        let scope = Scope::of(Role::Main);
        match self.below(8) {
            0 => {}
            1 | 2 => {
                let condition = self.comparison(&scope);
                self.put(body, Stmt::If(condition, vec![statement], Vec::new()));
            }
            _ => self.put(body, statement),
        }
    }
}

/// Whether a statement does nothing that cannot be done under protection.
fn only_accesses(statement: &Stmt, protection: Protection) -> bool {
    let in_section = protection == Protection::Section;
    let itself = match statement {
        Stmt::Assign(..)
        | Stmt::Evaluate(_)
        | Stmt::CopyRecord { .. }
        | Stmt::SetPointer(..)
        | Stmt::SetFunction(_)
        | Stmt::AtomicStore(..)
        | Stmt::If(..)
        | Stmt::Loop(_)
        | Stmt::Assert(_)
        | Stmt::Allocate(..)
        | Stmt::Free => true,
        Stmt::Climb(..) => !in_section,
        Stmt::ExitProcess(_) => in_section,
        _ => false,
    };
    let mut blocks = statement.blocks().into_iter().flatten();
    itself && blocks.all(|inner| only_accesses(inner, protection))
}

/// Whether a statement may write what others see, roughly.
fn may_write(statement: &Stmt) -> bool {
    let itself = match statement {
        Stmt::Assign(Place::Local(_) | Place::Parameter, _, value) => {
            matches!(value, Expr::Call(_))
        }
        Stmt::If(condition, ..) => !matches!(condition, Expr::Read(_) | Expr::Not(_)),
        Stmt::Assert(_) => false,
        _ => true,
    };
    let mut blocks = statement.blocks().into_iter().flatten();
    itself || blocks.any(may_write)
}
