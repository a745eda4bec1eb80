//! Who creates, joins and detaches whom, and the program around it.

use super::super::print;
use super::super::program::*;
use super::{Generator, HeapPlan, PointerPlan, Role, Scope, Topic};

/// How many steps each thread may take, for so many threads at the same time.
fn budget(threads: usize) -> u64 {
    match threads {
        0..=2 => 10,
        3 => 5,
        _ => 4,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Each worker once.
    Separate(usize),
    /// One worker twice.
    Twice,
    /// One worker in a loop.
    Many,
    /// The first worker makes the second.
    Nested,
    /// One worker, and `main` goes on meanwhile.
    BesideMain,
}

impl Generator {
    pub(super) fn whole(&mut self) -> Program {
        let shape = self.weighted(&[
            (8, Shape::Separate(2)),
            (3, Shape::Separate(3)),
            (3, Shape::Twice),
            (4, Shape::Many),
            (2, Shape::Nested),
            (4, Shape::BesideMain),
        ]);
        let (workers, threads) = match shape {
            Shape::Separate(count) => (count, count),
            Shape::Twice => (1, 2),
            Shape::Many => (1, 2 + self.below(5) as usize / 4),
            Shape::Nested => (2, 2),
            Shape::BesideMain => (1, 2),
        };
        let parameters: Vec<Parameter> = (0..workers).map(|_| self.parameter()).collect();
        // Fewer joins mean more interleavings.
        let steps = budget(threads) - if self.plan.watches { 2 } else { 0 };
        let mut bodies: Vec<Vec<Stmt>> = Vec::new();
        for parameter in &parameters {
            let scope = Scope::of(Role::Worker(*parameter));
            let mut body = self.block(&scope, steps, 7);
            if !self.plan.watches && self.one_in(5) {
                body.push(Stmt::Assert(self.assertion(&scope)));
            }
            bodies.push(body);
        }
        let main_scope = Scope::of(Role::Main);
        let mut meanwhile = match shape {
            Shape::BesideMain => self.block(&main_scope, steps, 4),
            _ if self.one_in(5) => self.block(&main_scope, 2, 1),
            _ => Vec::new(),
        };
        self.patterns_in(shape, &mut bodies, &mut meanwhile);
        self.finish_topic(&mut bodies, &mut meanwhile);
        let results: Vec<Expr> = parameters
            .iter()
            .map(|parameter| self.result(*parameter))
            .collect();
        if shape == Shape::Nested {
            let scope = Scope::of(Role::Worker(parameters[0]));
            let creates = self.create(&scope, 0, 1, parameters[1]);
            let joins = self.end_of_thread(0);
            let body = std::mem::take(&mut bodies[0]);
            let (before, after) = self.split(body);
            bodies[0] = [before, vec![creates], after, joins].concat();
        }
        let main = self.main(shape, &parameters, threads, meanwhile);
        let workers = parameters.into_iter().zip(bodies).zip(results);
        let workers: Vec<Worker> = workers
            .map(|((parameter, body), result)| Worker {
                parameter,
                body,
                result,
            })
            .collect();
        let mut program = Program {
            helpers: std::mem::take(&mut self.helpers),
            workers,
            main,
            status: Vec::new(),
            semaphores: [0, 1],
            pointer_starts_null: self.plan.pointer == Some(PointerPlan::Published),
        };
        program.status = self.status(&program);
        program
    }

    fn patterns_in(&mut self, shape: Shape, bodies: &mut [Vec<Stmt>], meanwhile: &mut Vec<Stmt>) {
        match (shape, bodies) {
            (Shape::Separate(_) | Shape::Nested, [one, other, ..]) => match self.one_in(2) {
                true => self.patterns(one, other),
                false => self.patterns(other, one),
            },
            (_, [only, ..]) => match self.one_in(2) {
                true => self.patterns(only, meanwhile),
                false => self.patterns(meanwhile, only),
            },
            _ => {}
        }
    }

    fn main(
        &mut self,
        shape: Shape,
        parameters: &[Parameter],
        threads: usize,
        meanwhile: Vec<Stmt>,
    ) -> Vec<Stmt> {
        let scope = Scope::of(Role::Main);
        let mut main = Vec::new();
        if self.plan.heap == Some(HeapPlan::FromStart) {
            main.push(
                match self.plan.any_sizes && (self.plan.watches || self.one_in(2)) {
                    true => Stmt::AllocateSome {
                        more: Expr::Call(Box::new(Call::AnyBool)),
                        first: self.small(3),
                        on_stack: self.one_in(3),
                    },
                    false => Stmt::Allocate(self.small(3), self.small(3)),
                },
            );
        }
        if self.one_in(4) {
            let value = Expr::Constant(1 + self.small(3));
            main.push(Stmt::Assign(self.place(&scope), None, value));
        }
        let made_one_by_one = match shape {
            Shape::Separate(count) => count,
            Shape::Twice => 2,
            Shape::Nested | Shape::BesideMain => 1,
            Shape::Many => 0,
        };
        let (before, after) = self.split(meanwhile);
        for slot in 0..made_one_by_one {
            let worker = if shape == Shape::Twice { 0 } else { slot };
            main.push(self.create(&scope, slot, worker, parameters[worker]));
            if slot == 0 {
                main.extend(before.clone());
            }
        }
        if shape == Shape::Many {
            let guard = match self.one_in(4) {
                true => Some(self.assertion(&scope)),
                false => None,
            };
            main.push(Stmt::CreateMany {
                count: threads as i32,
                worker: 0,
                argument: match parameters[0] {
                    Parameter::Unused => ManyArgument::None,
                    Parameter::Number => ManyArgument::Number,
                    Parameter::Pointer => ManyArgument::Element,
                },
                guard,
            });
            main.extend(before);
        }
        main.extend(after);
        if shape == Shape::Many {
            let result = self.place_for_result();
            main.push(Stmt::JoinMany(result));
        }
        let mut slots: Vec<usize> = (0..made_one_by_one).collect();
        if self.one_in(3) {
            slots.reverse();
        }
        for slot in slots {
            main.extend(self.end_of_thread(slot));
        }
        if !self.plan.watches && self.one_in(3) {
            main.push(Stmt::Assert(self.assertion(&scope)));
        }
        if self.plan.heap == Some(HeapPlan::FromStart) && self.one_in(3) {
            main.push(Stmt::Assign(
                Place::Local(1),
                Some(Operator::Add),
                Expr::Read(Place::Target(Pointer::Heap)),
            ));
            main.push(Stmt::Free);
        }
        main
    }

    fn parameter(&mut self) -> Parameter {
        self.weighted(&[
            (5, Parameter::Unused),
            (2, Parameter::Number),
            (2, Parameter::Pointer),
        ])
    }

    fn create(&mut self, scope: &Scope, slot: usize, worker: usize, parameter: Parameter) -> Stmt {
        let argument = match parameter {
            Parameter::Unused => Argument::None,
            Parameter::Number => Argument::Number(self.small(3)),
            Parameter::Pointer => Argument::Address(loop {
                let address = self.address(scope);
                if address != Address::Null {
                    break address;
                }
            }),
        };
        let guard = match self.one_in(10) {
            true => Some(self.assertion(scope)),
            false => None,
        };
        Stmt::Create {
            slot,
            worker,
            argument,
            guard,
        }
    }

    /// Mostly a join.
    fn end_of_thread(&mut self, slot: usize) -> Vec<Stmt> {
        if self.plan.leaves || self.plan.watches && self.one_in(2) {
            return Vec::new();
        }
        match self.below(24) {
            0 => vec![Stmt::Detach(slot)],
            1 => Vec::new(),
            2..8 if self.plan.topic == Some(Topic::Deadlocks) => {
                let mutex = Mutex::Normal(self.below(self.plan.mutexes as u64) as usize);
                vec![Stmt::Locked(mutex, vec![Stmt::Join(slot, None)])]
            }
            _ => vec![Stmt::Join(slot, self.place_for_result())],
        }
    }

    fn place_for_result(&mut self) -> Option<Place> {
        let plain = self.one_of(&self.plan.plain.clone());
        let place = self.one_of(&[Place::Local(0), Place::Local(1), Place::Plain(plain)]);
        self.one_in(2).then_some(place)
    }

    fn result(&mut self, parameter: Parameter) -> Expr {
        match self.below(6) {
            0..3 => Expr::Read(Place::Local(0)),
            3 if parameter == Parameter::Number => Expr::Read(Place::Parameter),
            4 if self.plan.thread_local => Expr::Read(Place::ThreadLocal),
            5 => Expr::Constant(1 + self.small(2)),
            _ => Expr::Constant(0),
        }
    }

    /// All that is shared, so that two final states that differ have different statuses.
    fn status(&mut self, program: &Program) -> Vec<Expr> {
        let mut places: Vec<Place> = Vec::new();
        places.extend((0..PLAIN.len()).map(Place::Plain));
        places.extend((0..ELEMENTS).map(|index| Place::Element(Index::Constant(index))));
        for record in [Record::Shared, Record::OtherShared] {
            places.extend((0..FIELDS.len()).map(|number| Place::Field(record, number)));
        }
        places.push(Place::Mixed);
        places.extend((0..REALS.len()).map(Place::Real));
        places.extend([Place::ThreadLocal, Place::Local(0), Place::Local(1)]);
        let is_some = |statement: &Stmt| matches!(statement, Stmt::AllocateSome { .. });
        let is_alive = !self.plan.faults
            && !program.main.contains(&Stmt::Free)
            && !program.main.iter().any(is_some);
        if self.plan.heap == Some(HeapPlan::FromStart) && is_alive {
            places.extend([Pointer::Heap, Pointer::HeapSecond].map(Place::Target));
        }
        let mut parts: Vec<Expr> = places.into_iter().map(Expr::Read).collect();
        for atomic in 0..ATOMIC.len() {
            parts.push(Expr::Call(Box::new(Call::AtomicLoad(atomic))));
        }
        // Of these, what the program mentions anyway.
        let alone = |part: &Expr| Program {
            helpers: Vec::new(),
            workers: Vec::new(),
            main: Vec::new(),
            status: vec![part.clone()],
            ..*program
        };
        let mut declared = print::declared(program);
        declared.extend(print::declared(&alone(&Expr::Constant(0))));
        parts.retain(|part| print::declared(&alone(part)).is_subset(&declared));
        parts
    }

    fn split(&mut self, mut block: Vec<Stmt>) -> (Vec<Stmt>, Vec<Stmt>) {
        let position = self.below(block.len() as u64 + 1) as usize;
        let after = block.split_off(position);
        (block, after)
    }
}
