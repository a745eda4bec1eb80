//! Values, conditions, calls and places.

use super::super::program::*;
use super::{Generator, HeapPlan, PointerPlan, Role, Scope};

type MakeCall = fn(&mut Generator, &Scope) -> Call;

impl Generator {
    /// A value without effects, of at most this many nested operations.
    pub(super) fn value(&mut self, scope: &Scope, depth: u64) -> Expr {
        if depth == 0 || self.one_in(3) {
            return match self.below(5) {
                0 | 1 => Expr::Constant(self.small(4)),
                _ => Expr::Read(self.place(scope)),
            };
        }
        let d = depth - 1;
        match self.below(16) {
            0 => Expr::Cast(
                self.below(CASTS.len() as u64) as usize,
                Box::new(self.value(scope, d)),
            ),
            1 => Expr::Not(Box::new(self.value(scope, d))),
            2 => {
                let condition = Box::new(self.condition(scope));
                Expr::Conditional(
                    condition,
                    Box::new(Expr::Constant(self.small(3))),
                    Box::new(self.value(scope, d)),
                )
            }
            3 if self.plan.faults => Expr::Binary(
                Operator::Div,
                Box::new(Expr::Constant(6)),
                Box::new(self.value(scope, 0)),
            ),
            4 => {
                let operator = self.one_of(&[Operator::Rem, Operator::Div]);
                let value = Box::new(self.value(scope, d));
                let divisor = self.one_of(&[2, 3, -2]);
                Expr::Binary(operator, value, Box::new(Expr::Constant(divisor)))
            }
            5 => {
                let value = Box::new(self.value(scope, d));
                Expr::Binary(Operator::Mul, value, Box::new(Expr::Constant(2)))
            }
            6 => self.comparison(scope),
            7 | 8 if self.plan.shifts => {
                let operator = self.one_of(&[Operator::ShiftLeft, Operator::ShiftRight]);
                let value = Box::new(Expr::Read(self.place(scope)));
                let amount = match self.below(3) {
                    0 => Expr::Binary(
                        Operator::And,
                        Box::new(Expr::Read(self.place(scope))),
                        Box::new(Expr::Constant(3)),
                    ),
                    _ => Expr::Constant(1 + self.small(2)),
                };
                Expr::Binary(operator, value, Box::new(amount))
            }
            _ => {
                let operator = self.weighted(&[
                    (6, Operator::Add),
                    (2, Operator::Sub),
                    (1, Operator::And),
                    (1, Operator::Or),
                    (1, Operator::Xor),
                ]);
                let left = Box::new(self.value(scope, d));
                // With a constant the number of values stays small.
                let right = match self.below(3) {
                    0 => self.value(scope, 0),
                    _ => Expr::Constant(1 + self.small(2)),
                };
                Expr::Binary(operator, left, Box::new(right))
            }
        }
    }

    /// Something to decide by; may have an effect.
    pub(super) fn condition(&mut self, scope: &Scope) -> Expr {
        match self.below(12) {
            0 => Expr::Read(self.place(scope)),
            1 => Expr::Not(Box::new(Expr::Read(self.place(scope)))),
            2 => {
                let operator = self.one_of(&[Operator::BothHold, Operator::OneHolds]);
                let (left, right) = (self.comparison(scope), self.comparison(scope));
                Expr::Binary(operator, Box::new(left), Box::new(right))
            }
            3 | 4 if self.plan.inputs > 0 => {
                self.plan.inputs -= 1;
                Expr::Call(Box::new(Call::AnyBool))
            }
            6 if self.plan.pointer.is_some() => {
                let pointer = match self.plan.pointer {
                    Some(PointerPlan::AlwaysValid) => {
                        self.one_of(&[Pointer::Shared, Pointer::Local])
                    }
                    _ => Pointer::Shared,
                };
                Expr::PointsTo(pointer, self.address(scope))
            }
            7 if self.plan.real.is_some() => {
                let real = self.plan.real.unwrap_or(0);
                Expr::IsBelow(real, Box::new(self.value(scope, 0)))
            }
            5 if self.can_call(scope) => {
                let call = Box::new(Expr::Call(Box::new(self.call(scope))));
                let operator = self.one_of(&[Operator::Eq, Operator::Ne, Operator::Gt]);
                Expr::Binary(operator, call, Box::new(Expr::Constant(self.small(2))))
            }
            _ => self.comparison(scope),
        }
    }

    /// Without effects.
    pub(super) fn comparison(&mut self, scope: &Scope) -> Expr {
        let operator = self.weighted(&[
            (4, Operator::Eq),
            (3, Operator::Ne),
            (2, Operator::Lt),
            (2, Operator::Gt),
        ]);
        let left = Expr::Read(self.place(scope));
        let right = match self.below(4) {
            0 => self.value(scope, 1),
            _ => Expr::Constant(self.small(4)),
        };
        Expr::Binary(operator, Box::new(left), Box::new(right))
    }

    /// Something to assert: it holds more often than not.
    pub(super) fn assertion(&mut self, scope: &Scope) -> Expr {
        let place = match self.below(4) {
            0 => self.place(scope),
            _ => self.shared_place(scope),
        };
        let place = Box::new(Expr::Read(place));
        match self.below(8) {
            0 => self.comparison(scope),
            1 => Expr::Binary(Operator::Gt, place, Box::new(Expr::Constant(-1))),
            2 | 3 => Expr::Binary(
                Operator::Lt,
                place,
                Box::new(Expr::Constant(2 + self.small(3))),
            ),
            4 => {
                let other = Expr::Read(self.shared_place(scope));
                Expr::Binary(
                    Operator::Ne,
                    place,
                    Box::new(Expr::Binary(
                        Operator::Add,
                        Box::new(other),
                        Box::new(Expr::Constant(1)),
                    )),
                )
            }
            _ => Expr::Binary(
                Operator::Ne,
                place,
                Box::new(Expr::Constant(1 + self.small(4))),
            ),
        }
    }

    pub(super) fn can_call(&self, scope: &Scope) -> bool {
        let can_call_helpers = !self.helpers.is_empty() && scope.role != Role::Helper;
        can_call_helpers || !self.plan.atomics.is_empty()
    }

    /// Something with an effect. Only where [`Generator::can_call`].
    pub(super) fn call(&mut self, scope: &Scope) -> Call {
        let mut choices: Vec<(u64, MakeCall)> = Vec::new();
        if !self.plan.atomics.is_empty() {
            choices.push((5, Generator::atomic_call));
        }
        if scope.role != Role::Helper {
            if !self.helpers.is_empty() {
                choices.push((4, Generator::helper_call));
                choices.push((1, |it, scope| {
                    Call::AddTo(it.address(scope), it.value(scope, 0))
                }));
            }
            if self.plan.function_pointers {
                choices.push((4, |it, scope| {
                    Call::Table(it.value(scope, 0), it.value(scope, 1))
                }));
                choices.push((4, |it, scope| Call::Function(it.value(scope, 1))));
            }
        }
        let make = self.weighted(&choices);
        make(self, scope)
    }

    fn atomic_call(&mut self, scope: &Scope) -> Call {
        let atomic = self.one_of(&self.plan.atomics.clone());
        match self.below(7) {
            0 | 1 => Call::AtomicLoad(atomic),
            2 | 3 => Call::FetchAdd(atomic, Expr::Constant(1 + self.small(2))),
            4 => Call::Exchange(atomic, self.value(scope, 0)),
            _ => Call::CompareExchange {
                atomic,
                weak: self.one_in(3),
                expected: self.small(2),
                desired: self.value(scope, 0),
            },
        }
    }

    fn helper_call(&mut self, scope: &Scope) -> Call {
        let number = self.below(self.helpers.len() as u64) as usize;
        let argument = match self.helpers[number].kind {
            HelperKind::Recursive => Expr::Constant(1 + self.small(2)),
            _ => self.value(scope, 1),
        };
        Call::Helper(number, argument)
    }

    /// An object of integer type that can be read and written. Mostly shared.
    pub(super) fn place(&mut self, scope: &Scope) -> Place {
        let own = match scope.role {
            Role::Worker(Parameter::Number) | Role::Helper => Place::Parameter,
            _ => Place::Local(1),
        };
        match self.below(12) {
            0 => own,
            1 | 2 => Place::Local(0),
            3 if self.plan.thread_local => Place::ThreadLocal,
            _ => self.shared_place(scope),
        }
    }

    pub(super) fn shared_place(&mut self, scope: &Scope) -> Place {
        let mut choices: Vec<(u64, Place)> = Vec::new();
        for &number in &self.plan.plain {
            choices.push((8, Place::Plain(number)));
        }
        if self.plan.array {
            let constant = self.below(ELEMENTS as u64) as usize;
            choices.push((4, Place::Element(Index::Constant(constant))));
            for &counter in &scope.indices {
                choices.push((12, Place::Element(Index::Counter(counter))));
            }
            let plain = self.one_of(&self.plan.plain.clone());
            let index = Expr::Read(Place::Plain(plain));
            choices.push((2, Place::Element(Index::Low(Box::new(index)))));
            if self.plan.wide {
                let plain = self.one_of(&self.plan.plain.clone());
                let index = Expr::Read(Place::Plain(plain));
                choices.push((6, Place::Element(Index::Wide(Box::new(index)))));
            }
        }
        if self.plan.bits {
            choices.extend((0..BITS.len()).map(|number| (3, Place::Bits(number))));
        }
        if self.plan.bare {
            choices.push((4, Place::Bare(0)));
        }
        if self.plan.record {
            for number in 0..FIELDS.len() {
                choices.push((3, Place::Field(Record::Shared, number)));
                choices.push((1, Place::Field(Record::OtherShared, number)));
            }
            choices.push((1, Place::Field(Record::Local, 0)));
        }
        if self.plan.union {
            choices.push((3, Place::Mixed));
            choices.push((1, Place::Half(self.below(2) as usize)));
            let constant = self.below(ELEMENTS as u64) as usize;
            choices.push((2, Place::Byte(Index::Constant(constant))));
            let plain = self.one_of(&self.plan.plain.clone());
            let index = Expr::Read(Place::Plain(plain));
            choices.push((2, Place::Byte(Index::Low(Box::new(index)))));
        }
        if let Some(real) = self.plan.real {
            choices.push((4, Place::Real(real)));
        }
        if self.plan.cells {
            let constant = self.below(ELEMENTS as u64) as usize;
            choices.push((2, Place::Cell(Index::Constant(constant))));
            for &counter in &scope.indices {
                choices.push((3, Place::Cell(Index::Counter(counter))));
            }
            let index = Expr::Read(Place::Local(0));
            choices.push((2, Place::Cell(Index::Low(Box::new(index)))));
        }
        match self.plan.pointer {
            Some(PointerPlan::AlwaysValid) => {
                choices.push((6, Place::Target(Pointer::Shared)));
                choices.push((2, Place::Target(Pointer::Local)));
            }
            Some(PointerPlan::Published) if self.plan.faults => {
                choices.push((4, Place::Target(Pointer::Shared)));
            }
            _ => {}
        }
        match self.plan.heap {
            Some(HeapPlan::FromStart) => {
                choices.push((6, Place::Target(Pointer::Heap)));
                choices.push((3, Place::Target(Pointer::HeapSecond)));
            }
            Some(HeapPlan::Published) if self.plan.faults => {
                choices.push((4, Place::Target(Pointer::Heap)));
            }
            _ => {}
        }
        if scope.role == Role::Worker(Parameter::Pointer) {
            choices.push((10, Place::Mine));
        }
        self.weighted(&choices)
    }

    /// A pointer to an object that outlives all threads, except in programs with faults, or that show what ends with a thread.
    pub(super) fn address(&mut self, scope: &Scope) -> Address {
        let mut choices: Vec<(u64, Address)> = vec![(3, Address::Plain(0)), (1, Address::Plain(1))];
        if self.plan.array {
            let index = self.below(ELEMENTS as u64) as usize;
            choices.push((3, Address::Element(index)));
            let plain = self.one_of(&self.plan.plain.clone());
            let index = Expr::Read(Place::Plain(plain));
            choices.push((1, Address::ElementAt(Box::new(index))));
        }
        if self.plan.record {
            choices.push((3, Address::Field));
        }
        if self.plan.union {
            choices.push((3, Address::Mixed));
        }
        if scope.role == Role::Main {
            choices.push((3, Address::Local(1)));
        }
        if self.plan.pointer == Some(PointerPlan::AlwaysValid) {
            choices.push((2, Address::Shared));
        }
        if self.plan.shows_own {
            choices.push((4, Address::ThreadLocal));
        }
        if self.plan.faults && self.plan.pointer.is_some() {
            choices.push((1, Address::Local(1)));
            choices.push((1, Address::Null));
        }
        self.weighted(&choices)
    }
}
