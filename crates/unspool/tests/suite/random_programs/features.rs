//! What a program makes use of: the list that the generator is held to.

use std::collections::BTreeSet;

use super::program::*;

/// Every feature there is.
pub const FEATURES: &[&str] = &[
    "alloca: any size",
    "and or or",
    "argument: integer",
    "argument: pointer",
    "argument: pointer to a local of main",
    "argument: pointer to an element",
    "array: constant index",
    "array: index is a loop counter",
    "array: index is read from memory",
    "array: index may be out of bounds",
    "assert",
    "assume",
    "array: private",
    "atomic function",
    "atomic section",
    "atomic section: loop behind an assertion",
    "atomic section: only a dereference",
    "atomic section: only a division",
    "atomic section: only an assumption",
    "atomic section: two ways in",
    "atomic: accessed plainly",
    "atomic: compare-exchange, strong",
    "atomic: compare-exchange, weak",
    "atomic: exchange",
    "atomic: fetch-add",
    "atomic: load",
    "atomic: retry loop, strong",
    "atomic: retry loop, weak",
    "atomic: store",
    "barrier",
    "bit-field",
    "break",
    "box: put",
    "box: take",
    "call through a pointer",
    "call through a table",
    "call with a pointer",
    "cast",
    "condition variable: broadcast",
    "condition variable: signal",
    "condition variable: wait once",
    "condition variable: wait",
    "conditional value",
    "continue",
    "created by a thread",
    "created conditionally",
    "created in a loop",
    "created in a loop with an open end",
    "detached",
    "division by a variable",
    "exit from a thread",
    "float: assigned",
    "float: compared",
    "free",
    "free: of a mutex",
    "function pointer: null",
    "function pointer: set",
    "helper",
    "if",
    "input",
    "join under a lock",
    "join with result",
    "local pointer",
    "lock: reads",
    "lock: writes",
    "loop: do",
    "loop: for",
    "loop: goto",
    "loop: irreducible",
    "loop: nested",
    "loop: open end",
    "loop: while",
    "malloc",
    "malloc: any size",
    "mutex",
    "mutex: inside another",
    "mutex: recursive",
    "mutex: relocked",
    "mutex: trylock",
    "never joined",
    "pointer: compared",
    "pointer: dereferenced",
    "pointer: null at first",
    "pointer: set to a local",
    "pointer: set to a computed element",
    "pointer: set to a thread-local",
    "pointer: set to a union",
    "pointer: set to null",
    "pthread_exit",
    "record",
    "record: copied",
    "record: local",
    "record: passed by value",
    "recursion",
    "return early",
    "semaphore: post",
    "semaphore: trywait",
    "semaphore: wait",
    "shift",
    "spin loop",
    "spin loop: on an atomic",
    "spin loop: with a store",
    "spin loop: with a yield",
    "spin lock",
    "switch",
    "switch: falls through",
    "thread-local",
    "three threads",
    "union: by bytes",
    "union: by halves",
    "union: whole",
];

/// The features of a program.
pub fn features(program: &Program) -> BTreeSet<&'static str> {
    let mut found = Found::default();
    for (number, worker) in program.workers.iter().enumerate() {
        found.in_worker = true;
        found.value(&worker.result);
        found.body(&worker.body);
        let creates = |statement: &Stmt| matches!(statement, Stmt::Create { .. });
        if worker.body.iter().any(creates) {
            found.add("created by a thread");
        }
        if number == 2 {
            found.add("three threads");
        }
    }
    found.in_worker = false;
    for helper in &program.helpers {
        found.body(&helper.body);
        found.value(&helper.result);
        match helper.kind {
            HelperKind::Plain => {}
            HelperKind::Atomic => found.add("atomic function"),
            HelperKind::Recursive => found.add("recursion"),
        }
    }
    found.in_main = true;
    found.body(&program.main);
    if program.pointer_starts_null {
        found.add("pointer: null at first");
    }
    found.features
}

#[derive(Default)]
struct Found {
    features: BTreeSet<&'static str>,
    in_worker: bool,
    in_main: bool,
    loops: usize,
    held: Vec<Mutex>,
}

impl Found {
    fn add(&mut self, feature: &'static str) {
        self.features.insert(feature);
    }

    fn body(&mut self, body: &[Stmt]) {
        self.block(body);
        for statement in body {
            if let Stmt::Create { slot, .. } = statement {
                let ends = |other: &Stmt| matches!(other, Stmt::Join(it, _) | Stmt::Detach(it) if it == slot);
                if !body.iter().any(ends) {
                    self.add("never joined");
                }
            }
        }
    }

    fn block(&mut self, block: &[Stmt]) {
        for statement in block {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        self.control(statement);
        self.synchronisation(statement);
        self.memory(statement);
        for value in statement.expressions() {
            self.value(value);
        }
        let is_loop = matches!(statement, Stmt::Loop(_));
        self.loops += usize::from(is_loop);
        let mutex = match statement {
            Stmt::Locked(mutex, _) => Some(*mutex),
            _ => None,
        };
        self.held.extend(mutex);
        for block in statement.blocks() {
            self.block(block);
        }
        self.held.truncate(self.held.len() - mutex.iter().count());
        self.loops -= usize::from(is_loop);
    }

    fn control(&mut self, statement: &Stmt) {
        match statement {
            Stmt::If(..) => self.add("if"),
            Stmt::Switch(_, cases) => {
                self.add("switch");
                if cases.iter().rev().skip(1).any(|case| case.falls_through) {
                    self.add("switch: falls through");
                }
            }
            Stmt::Loop(it) => {
                if self.loops > 0 {
                    self.add("loop: nested");
                }
                self.add(match it.kind {
                    LoopKind::For => "loop: for",
                    LoopKind::While => "loop: while",
                    LoopKind::DoWhile => "loop: do",
                    LoopKind::Goto => "loop: goto",
                    LoopKind::Irreducible => "loop: irreducible",
                });
            }
            Stmt::Climb(place, _) => {
                self.place(place);
                self.add("loop: open end");
            }
            Stmt::Break => self.add("break"),
            Stmt::Continue => self.add("continue"),
            Stmt::Spin(spin) => {
                if matches!(&spin.condition, Expr::Not(value) | Expr::Binary(_, value, _) if matches!(**value, Expr::Call(_)))
                {
                    self.add("spin loop: on an atomic");
                }
                self.add(match &spin.body {
                    SpinBody::Empty => "spin loop",
                    SpinBody::Yield => "spin loop: with a yield",
                    SpinBody::Store(..) => "spin loop: with a store",
                });
            }
            Stmt::SpinLocked(_) => self.add("spin lock"),
            Stmt::Return(_) => self.add("return early"),
            Stmt::ExitThread(_) => self.add("pthread_exit"),
            Stmt::ExitProcess(_) if self.in_worker => self.add("exit from a thread"),
            Stmt::Assert(_) => self.add("assert"),
            Stmt::Assume(_) => self.add("assume"),
            _ => {}
        }
    }

    fn synchronisation(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Locked(mutex, _) => {
                if self.held.contains(mutex) && *mutex != Mutex::Recursive {
                    self.add("mutex: relocked");
                } else if !self.held.is_empty() {
                    self.add("mutex: inside another");
                }
                self.add(match mutex {
                    Mutex::Normal(_) => "mutex",
                    Mutex::Recursive => "mutex: recursive",
                });
            }
            Stmt::TryLocked(..) => self.add("mutex: trylock"),
            Stmt::Await(..) => self.add("condition variable: wait"),
            Stmt::AwaitOnce(..) => self.add("condition variable: wait once"),
            Stmt::ReadWriteLocked { writes, .. } => self.add(match writes {
                true => "lock: writes",
                false => "lock: reads",
            }),
            Stmt::Meet => self.add("barrier"),
            Stmt::Join(..) if !self.held.is_empty() => self.add("join under a lock"),
            Stmt::Announce { everyone, .. } => self.add(match everyone {
                true => "condition variable: broadcast",
                false => "condition variable: signal",
            }),
            Stmt::SemaphoreWait(_) => self.add("semaphore: wait"),
            Stmt::SemaphorePost(_) => self.add("semaphore: post"),
            Stmt::SemaphoreTry(..) => self.add("semaphore: trywait"),
            Stmt::AtomicSection(body) => {
                self.add("atomic section");
                self.section(body);
            }
            Stmt::ForkedSection(..) => self.add("atomic section: two ways in"),
            Stmt::AtomicStore(..) => self.add("atomic: store"),
            Stmt::AddByExchange { weak, .. } => self.add(match weak {
                true => "atomic: retry loop, weak",
                false => "atomic: retry loop, strong",
            }),
            Stmt::Create {
                argument, guard, ..
            } => {
                if guard.is_some() {
                    self.add("created conditionally");
                }
                match argument {
                    Argument::None => {}
                    Argument::Number(_) => self.add("argument: integer"),
                    Argument::Address(Address::Local(_)) if self.in_main => {
                        self.add("argument: pointer to a local of main");
                    }
                    Argument::Address(Address::Element(_)) => {
                        self.add("argument: pointer to an element");
                    }
                    Argument::Address(_) => self.add("argument: pointer"),
                }
            }
            Stmt::CreateMany { guard, .. } => self.add(match guard {
                Some(_) => "created in a loop with an open end",
                None => "created in a loop",
            }),
            Stmt::Join(_, Some(_)) | Stmt::JoinMany(Some(_)) => self.add("join with result"),
            Stmt::Detach(_) => self.add("detached"),
            _ => {}
        }
    }

    fn section(&mut self, body: &[Stmt]) {
        match body {
            [Stmt::Assume(_)] => self.add("atomic section: only an assumption"),
            [Stmt::Assign(Place::Local(_), None, Expr::Binary(Operator::Div, ..))] => {
                self.add("atomic section: only a division");
            }
            [Stmt::Assign(Place::Local(_), None, Expr::Read(Place::Target(_)))] => {
                self.add("atomic section: only a dereference");
            }
            [.., Stmt::Claim(_), Stmt::Climb(..)] => {
                self.add("atomic section: loop behind an assertion");
            }
            _ => {}
        }
    }

    fn memory(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Assign(place, ..) => self.place(place),
            Stmt::SetPointer(_, Address::ThreadLocal) => {
                self.add("pointer: set to a thread-local");
            }
            Stmt::SetPointer(Pointer::Local, _) => self.add("local pointer"),
            Stmt::SetPointer(_, Address::Null) => self.add("pointer: set to null"),
            Stmt::SetPointer(_, Address::ElementAt(_)) => {
                self.add("pointer: set to a computed element");
            }
            Stmt::SetPointer(_, Address::Mixed) => self.add("pointer: set to a union"),
            Stmt::CopyRecord { is_twisted, .. } => self.add(match is_twisted {
                true => "record: passed by value",
                false => "record: copied",
            }),
            Stmt::Put(_) => self.add("box: put"),
            Stmt::Take(place) => {
                self.place(place);
                self.add("box: take");
            }
            Stmt::SetPointer(_, Address::Local(_)) => self.add("pointer: set to a local"),
            Stmt::SetFunction(None) => self.add("function pointer: null"),
            Stmt::SetFunction(Some(_)) => self.add("function pointer: set"),
            Stmt::Allocate(..) => self.add("malloc"),
            Stmt::AllocateSome { on_stack, .. } => self.add(match on_stack {
                true => "alloca: any size",
                false => "malloc: any size",
            }),
            Stmt::Free => self.add("free"),
            Stmt::FreeMutex(_) => self.add("free: of a mutex"),
            _ => {}
        }
    }

    fn value(&mut self, value: &Expr) {
        match value {
            Expr::Read(place) => self.place(place),
            Expr::Cast(..) => self.add("cast"),
            Expr::PointsTo(..) => self.add("pointer: compared"),
            Expr::IsBelow(..) => self.add("float: compared"),
            Expr::Binary(Operator::ShiftLeft | Operator::ShiftRight, ..) => self.add("shift"),
            Expr::Conditional(..) => self.add("conditional value"),
            Expr::Binary(Operator::BothHold | Operator::OneHolds, ..) => self.add("and or or"),
            Expr::Binary(Operator::Div, _, by) if !matches!(**by, Expr::Constant(_)) => {
                self.add("division by a variable");
            }
            Expr::Call(call) => self.add(match &**call {
                Call::Helper(..) => "helper",
                Call::Table(..) => "call through a table",
                Call::Function(_) => "call through a pointer",
                Call::AddTo(..) => "call with a pointer",
                Call::AtomicLoad(_) => "atomic: load",
                Call::FetchAdd(..) => "atomic: fetch-add",
                Call::Exchange(..) => "atomic: exchange",
                Call::CompareExchange { weak: true, .. } => "atomic: compare-exchange, weak",
                Call::CompareExchange { .. } => "atomic: compare-exchange, strong",
                Call::AnyBool => "input",
            }),
            _ => {}
        }
        for part in value.parts() {
            self.value(part);
        }
    }

    fn place(&mut self, place: &Place) {
        match place {
            Place::Element(index) => self.add(match index {
                Index::Constant(_) => "array: constant index",
                Index::Counter(_) => "array: index is a loop counter",
                Index::Low(_) => "array: index is read from memory",
                Index::Wide(_) => "array: index may be out of bounds",
            }),
            Place::Field(Record::Local, _) => self.add("record: local"),
            Place::Field(..) => self.add("record"),
            Place::Bits(_) => self.add("bit-field"),
            Place::Bare(_) => self.add("atomic: accessed plainly"),
            Place::Mixed => self.add("union: whole"),
            Place::Byte(_) => self.add("union: by bytes"),
            Place::Half(_) => self.add("union: by halves"),
            Place::Real(_) => self.add("float: assigned"),
            Place::Cell(_) => self.add("array: private"),
            Place::ThreadLocal => self.add("thread-local"),
            Place::Target(Pointer::Shared) => self.add("pointer: dereferenced"),
            _ => {}
        }
    }
}
