//! Bodies: statements from a menu.

use super::super::program::*;
use super::super::size;
use super::{Generator, HeapPlan, PointerPlan, Role, Scope, Topic};

/// One line of the menu.
struct Dish {
    weight: u64,
    is_possible: fn(&Generator, &Scope) -> bool,
    /// Gets the number of steps that it may take.
    make: fn(&mut Generator, &Scope, u64) -> Vec<Stmt>,
}

const MENU: &[Dish] = &[
    Dish {
        weight: 12,
        is_possible: |_, _| true,
        make: Generator::assignment,
    },
    Dish {
        weight: 6,
        is_possible: |_, _| true,
        make: Generator::update,
    },
    Dish {
        weight: 8,
        is_possible: |it, scope| it.can_call(scope),
        make: Generator::call_statement,
    },
    Dish {
        weight: 3,
        is_possible: |it, _| !it.plan.atomics.is_empty(),
        make: |it, scope, _| {
            let atomic = it.one_of(&it.plan.atomics.clone());
            vec![Stmt::AtomicStore(atomic, it.value(scope, 1))]
        },
    },
    Dish {
        weight: 2,
        is_possible: |it, scope| !it.plan.atomics.is_empty() && !scope.in_section,
        make: |it, _, _| {
            vec![Stmt::AddByExchange {
                atomic: it.one_of(&it.plan.atomics.clone()),
                weak: it.one_in(2),
                amount: Expr::Constant(1 + it.small(2)),
            }]
        },
    },
    Dish {
        weight: 5,
        is_possible: |_, scope| scope.depth > 0,
        make: Generator::decision,
    },
    Dish {
        weight: 2,
        is_possible: |it, scope| it.plan.jumps && scope.depth > 0,
        make: Generator::switch,
    },
    Dish {
        weight: 8,
        is_possible: |it, scope| (it.plan.loops || it.plan.jumps) && scope.depth > 0,
        make: Generator::looping,
    },
    Dish {
        weight: 2,
        is_possible: |it, scope| it.plan.loops && !scope.in_section,
        make: |it, scope, _| vec![Stmt::Climb(it.place(scope), 1 + it.small(2))],
    },
    Dish {
        weight: 6,
        is_possible: |_, scope| scope.in_loop,
        make: |it, scope, _| {
            let jump = it.one_of(&[Stmt::Break, Stmt::Continue]);
            vec![Stmt::If(it.condition(scope), vec![jump], Vec::new())]
        },
    },
    Dish {
        weight: 10,
        is_possible: |it, scope| {
            (it.plan.mutexes > 0 || it.plan.recursive_mutex) && scope.depth > 0 && !scope.in_section
        },
        make: Generator::locked,
    },
    Dish {
        weight: 30,
        is_possible: |it, scope| {
            it.plan.topic == Some(Topic::Deadlocks) && scope.depth > 0 && !scope.in_section
        },
        make: Generator::locked,
    },
    Dish {
        weight: 10,
        is_possible: |it, scope| it.plan.read_write_lock && scope.depth > 0 && !scope.in_section,
        make: |it, scope, steps| {
            let inner = Scope {
                in_loop: false,
                ..scope.deeper()
            };
            vec![Stmt::ReadWriteLocked {
                writes: it.one_in(2),
                body: it.block(&inner, steps.saturating_sub(2), 2),
            }]
        },
    },
    Dish {
        weight: 8,
        is_possible: |it, scope| {
            it.plan.spin_lock && scope.depth > 0 && !scope.in_section && scope.role != Role::Helper
        },
        make: |it, scope, steps| {
            let inner = Scope {
                in_loop: false,
                ..scope.deeper()
            };
            vec![Stmt::SpinLocked(it.block(
                &inner,
                steps.saturating_sub(2),
                2,
            ))]
        },
    },
    Dish {
        weight: 8,
        is_possible: |it, scope| it.plan.sections && scope.depth > 0 && !scope.in_section,
        make: |it, scope, _| {
            let inner = Scope {
                in_loop: false,
                in_section: true,
                ..scope.deeper()
            };
            vec![Stmt::AtomicSection(it.block(&inner, 6, 3))]
        },
    },
    Dish {
        weight: 6,
        is_possible: |it, scope| it.plan.sections && !scope.in_section,
        make: Generator::section_of_ones_own,
    },
    Dish {
        weight: 16,
        is_possible: |it, scope| it.plan.sections && it.plan.watches && !scope.in_section,
        make: Generator::section_of_ones_own,
    },
    Dish {
        weight: 10,
        is_possible: |it, scope| {
            it.plan.sections && it.plan.watches && scope.depth > 0 && !scope.in_section
        },
        make: Generator::forked_section,
    },
    Dish {
        weight: 4,
        is_possible: |it, scope| it.plan.sections && scope.depth > 0 && !scope.in_section,
        make: Generator::forked_section,
    },
    Dish {
        weight: 1,
        is_possible: |_, _| true,
        make: |it, scope, _| vec![Stmt::Assert(it.assertion(scope))],
    },
    Dish {
        weight: 1,
        is_possible: |it, _| it.plan.inputs > 0,
        make: |it, scope, _| vec![Stmt::Assume(it.comparison(scope))],
    },
    Dish {
        weight: 2,
        is_possible: |it, _| it.plan.inputs > 0,
        make: |it, _, _| {
            it.plan.inputs -= 1;
            let input = Expr::Call(Box::new(Call::AnyBool));
            vec![Stmt::Assign(Place::Local(0), None, input)]
        },
    },
    Dish {
        weight: 6,
        is_possible: |it, _| it.plan.pointer.is_some(),
        make: Generator::use_of_pointer,
    },
    Dish {
        weight: 6,
        is_possible: |it, _| it.plan.heap == Some(HeapPlan::Published),
        make: Generator::use_of_heap,
    },
    Dish {
        weight: 16,
        is_possible: |it, _| it.plan.heap.is_some() && it.plan.watches,
        make: Generator::use_of_heap,
    },
    Dish {
        weight: 4,
        is_possible: |it, scope| {
            it.plan.heap.is_some() && it.plan.faults && scope.role != Role::Helper
        },
        make: |_, _, _| vec![Stmt::Free],
    },
    Dish {
        weight: 5,
        is_possible: |it, scope| {
            it.plan.frees_mutexes && it.plan.mutexes > 0 && scope.role != Role::Helper
        },
        make: |it, _, _| {
            let number = it.below(it.plan.mutexes as u64) as usize;
            vec![Stmt::FreeMutex(number)]
        },
    },
    Dish {
        weight: 6,
        is_possible: |it, scope| it.plan.function_pointers && scope.role != Role::Helper,
        make: |it, scope, _| {
            let target = match it.plan.faults && it.one_in(2) {
                true => None,
                false => Some(it.small(2) as usize),
            };
            let set = vec![Stmt::SetFunction(target)];
            match it.one_in(2) {
                true => set,
                false => vec![Stmt::If(it.condition(scope), set, Vec::new())],
            }
        },
    },
    Dish {
        weight: 4,
        is_possible: |it, _| it.plan.record,
        make: |it, _, _| {
            let all = [Record::Shared, Record::OtherShared, Record::Local];
            let (to, from) = (it.one_of(&all), it.one_of(&all));
            vec![Stmt::CopyRecord {
                to,
                from,
                is_twisted: it.one_in(3),
            }]
        },
    },
    Dish {
        weight: 8,
        is_possible: |it, scope| it.plan.nodes && scope.role != Role::Helper,
        make: |it, scope, _| {
            vec![match it.one_in(2) {
                true => Stmt::Put(it.value(scope, 1)),
                false => Stmt::Take(it.place(scope)),
            }]
        },
    },
    Dish {
        weight: 4,
        is_possible: |it, scope| it.plan.early_ends && scope.depth > 0 && !scope.in_section,
        make: Generator::early_end,
    },
    Dish {
        weight: 12,
        is_possible: |it, scope| it.plan.topic == Some(Topic::Races) && scope.in_section,
        make: |it, scope, _| {
            let end = vec![Stmt::ExitProcess(100 + it.small(3))];
            vec![Stmt::If(it.comparison(scope), end, Vec::new())]
        },
    },
];

impl Generator {
    /// Statements that take no more than these steps, and are no more than `most`. At least one.
    pub(super) fn block(&mut self, scope: &Scope, steps: u64, most: u64) -> Vec<Stmt> {
        let mut left = steps;
        let mut block = Vec::new();
        let least = most.div_ceil(2);
        for _ in 0..least + self.below(most - least + 1) {
            if left == 0 && !block.is_empty() {
                break;
            }
            // What takes too long is tried again.
            for _ in 0..8 {
                let statements = self.statements(scope, left);
                let taken = size::steps_of_block(&statements, &self.helpers);
                if taken <= left {
                    left -= taken;
                    block.extend(statements);
                    break;
                }
            }
        }
        if block.is_empty() {
            let value = Expr::Constant(self.small(3));
            block.push(Stmt::Assign(self.place(scope), None, value));
        }
        block
    }

    fn statements(&mut self, scope: &Scope, steps: u64) -> Vec<Stmt> {
        let possible: Vec<(u64, &Dish)> = MENU
            .iter()
            .filter(|dish| (dish.is_possible)(self, scope))
            .map(|dish| (dish.weight, dish))
            .collect();
        let dish = self.weighted(&possible);
        (dish.make)(self, scope, steps)
    }

    fn assignment(&mut self, scope: &Scope, _steps: u64) -> Vec<Stmt> {
        let place = self.place(scope);
        let operator = match self.below(3) {
            0 => Some(self.one_of(&[Operator::Add, Operator::Sub, Operator::Xor, Operator::Or])),
            _ => None,
        };
        vec![Stmt::Assign(place, operator, self.value(scope, 1))]
    }

    /// Reads, then writes what depends on it: others may come in between.
    fn update(&mut self, scope: &Scope, _steps: u64) -> Vec<Stmt> {
        let place = self.shared_place(scope);
        let local = Place::Local(self.below(2) as usize);
        let read = Stmt::Assign(local.clone(), None, Expr::Read(place.clone()));
        let changed = Expr::Binary(
            self.one_of(&[Operator::Add, Operator::Sub]),
            Box::new(Expr::Read(local)),
            Box::new(Expr::Constant(1 + self.small(2))),
        );
        vec![read, Stmt::Assign(place, None, changed)]
    }

    fn call_statement(&mut self, scope: &Scope, _steps: u64) -> Vec<Stmt> {
        let call = Expr::Call(Box::new(self.call(scope)));
        vec![match self.below(3) {
            0 => Stmt::Evaluate(call),
            1 => Stmt::Assign(Place::Local(0), None, call),
            _ => {
                let plain = self.one_of(&self.plan.plain.clone());
                Stmt::Assign(Place::Plain(plain), None, call)
            }
        }]
    }

    fn decision(&mut self, scope: &Scope, steps: u64) -> Vec<Stmt> {
        let inner = scope.deeper();
        let condition = self.condition(scope);
        let then = self.block(&inner, steps.saturating_sub(1), 2);
        let otherwise = match self.below(3) {
            0 => self.block(&inner, steps.saturating_sub(1), 1),
            _ => Vec::new(),
        };
        vec![Stmt::If(condition, then, otherwise)]
    }

    fn switch(&mut self, scope: &Scope, steps: u64) -> Vec<Stmt> {
        let inner = Scope {
            in_loop: false,
            ..scope.deeper()
        };
        let value = self.value(scope, 0);
        let mut cases = Vec::new();
        let each = steps.saturating_sub(1) / 2;
        for value in 0..1 + self.small(2) {
            cases.push(Case {
                value: Some(value),
                body: self.block(&inner, each, 1),
                falls_through: self.one_in(3),
            });
        }
        if self.one_in(2) {
            cases.push(Case {
                value: None,
                body: self.block(&inner, each, 1),
                falls_through: false,
            });
        }
        vec![Stmt::Switch(value, cases)]
    }

    fn looping(&mut self, scope: &Scope, steps: u64) -> Vec<Stmt> {
        let mut kinds = Vec::new();
        if self.plan.loops {
            kinds.extend([
                (4, LoopKind::For),
                (3, LoopKind::While),
                (2, LoopKind::DoWhile),
            ]);
        }
        if self.plan.jumps {
            kinds.extend([(2, LoopKind::Goto), (2, LoopKind::Irreducible)]);
        }
        let kind = self.weighted(&kinds);
        let limit: i32 = self.weighted(&[(4, 2), (2, 3), (1, 1)]);
        let mut inner = Scope {
            counter: scope.counter + 1,
            in_loop: matches!(kind, LoopKind::For | LoopKind::While | LoopKind::DoWhile),
            ..scope.deeper()
        };
        if kind == LoopKind::For {
            inner.indices.push(scope.counter);
        }
        let each = steps / u64::from(limit.unsigned_abs());
        let condition = match kind {
            LoopKind::For => Expr::Constant(1),
            _ => self.condition(scope),
        };
        let each = each.saturating_sub(1);
        vec![Stmt::Loop(Loop {
            kind,
            counter: scope.counter,
            limit,
            condition,
            body: self.block(&inner, each, 2),
            second: match kind {
                LoopKind::Irreducible => self.block(&inner, each / 2, 1),
                _ => Vec::new(),
            },
        })]
    }

    fn locked(&mut self, scope: &Scope, steps: u64) -> Vec<Stmt> {
        let mut inner = Scope {
            in_loop: false,
            ..scope.deeper()
        };
        let steps = steps.saturating_sub(2);
        if self.plan.recursive_mutex && (self.plan.mutexes == 0 || self.one_in(2)) {
            return vec![Stmt::Locked(Mutex::Recursive, self.block(&inner, steps, 2))];
        }
        let free: Vec<usize> = (0..self.plan.mutexes)
            .filter(|number| !scope.held.contains(number))
            .collect();
        // Relocking is a fault that every schedule shows.
        if free.is_empty() && !self.one_in(8) {
            return self.assignment(scope, steps);
        }
        let number = match free.is_empty() {
            true => 0,
            false => self.one_of(&free),
        };
        let mutex = Mutex::Normal(number);
        inner.held.push(number);
        if self.one_in(4) {
            let then = self.block(&inner, steps, 1);
            let otherwise = match self.one_in(2) {
                true => self.block(&scope.deeper(), steps, 1),
                false => Vec::new(),
            };
            return vec![Stmt::TryLocked(mutex, then, otherwise)];
        }
        // With two mutexes: one inside the other, in any order.
        if self.plan.mutexes > 1 && scope.held.is_empty() && self.one_in(2) {
            let second = Mutex::Normal(1 - number);
            inner.held.push(1 - number);
            let body = self.block(&inner, steps.saturating_sub(2), 1);
            return vec![Stmt::Locked(mutex, vec![Stmt::Locked(second, body)])];
        }
        vec![Stmt::Locked(mutex, self.block(&inner, steps, 3))]
    }

    fn use_of_pointer(&mut self, scope: &Scope, _steps: u64) -> Vec<Stmt> {
        let local = self.plan.pointer == Some(PointerPlan::AlwaysValid) && self.one_in(3);
        if local {
            let address = self.address(scope);
            return vec![Stmt::SetPointer(Pointer::Local, address)];
        }
        let is_published = self.plan.pointer == Some(PointerPlan::Published);
        match is_published && self.one_in(2) {
            true => self.guarded(Pointer::Shared),
            false => vec![Stmt::SetPointer(Pointer::Shared, self.address(scope))],
        }
    }

    fn use_of_heap(&mut self, scope: &Scope, _steps: u64) -> Vec<Stmt> {
        match self.one_in(3) && scope.role != Role::Helper {
            true if self.plan.any_sizes => vec![Stmt::AllocateSome {
                more: Expr::Call(Box::new(Call::AnyBool)),
                first: self.small(3),
                on_stack: self.one_in(3),
            }],
            true => vec![Stmt::Allocate(self.small(3), self.small(3))],
            false => {
                let pointer = self.one_of(&[Pointer::Heap, Pointer::HeapSecond]);
                self.guarded(pointer)
            }
        }
    }

    /// An access if the pointer is not null.
    fn guarded(&mut self, pointer: Pointer) -> Vec<Stmt> {
        let target = Place::Target(pointer);
        let access = match self.below(3) {
            // Where `main` sees it.
            0 if self.plan.watches => {
                let plain = self.one_of(&self.plan.plain.clone());
                Stmt::Assign(Place::Plain(plain), None, Expr::Read(target))
            }
            0 => Stmt::Assign(Place::Local(0), None, Expr::Read(target)),
            1 => Stmt::Assign(target, Some(Operator::Add), Expr::Constant(1)),
            _ => Stmt::Assign(target, None, Expr::Constant(self.small(3))),
        };
        vec![Stmt::If(Expr::IsNotNull(pointer), vec![access], Vec::new())]
    }

    fn early_end(&mut self, scope: &Scope, _steps: u64) -> Vec<Stmt> {
        let value = Expr::Constant(self.small(3));
        let end = match (scope.role, self.below(6)) {
            (Role::Main | Role::Helper, 0 | 1) => Stmt::ExitProcess(100 + self.small(3)),
            (_, 0) => Stmt::ExitProcess(100 + self.small(3)),
            (Role::Main, _) => return self.assignment(scope, 1),
            (Role::Worker(_), 1..4) | (Role::Helper, 2) => Stmt::ExitThread(value),
            _ => Stmt::Return(value),
        };
        vec![Stmt::If(self.comparison(scope), vec![end], Vec::new())]
    }
}
