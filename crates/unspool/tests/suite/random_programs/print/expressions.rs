//! Values, calls and places.

use super::super::program::*;
use super::Printer;

impl Printer {
    /// Without parentheses around all of it.
    pub(super) fn condition(&mut self, condition: &Expr) -> String {
        let text = self.expression(condition);
        match condition {
            Expr::Binary(..)
            | Expr::Not(_)
            | Expr::IsNotNull(_)
            | Expr::PointsTo(..)
            | Expr::IsBelow(..) => text[1..text.len() - 1].to_string(),
            _ => text,
        }
    }

    /// In parentheses where it needs them anywhere.
    pub(super) fn expression(&mut self, expression: &Expr) -> String {
        match expression {
            Expr::Constant(value) if *value < 0 => format!("({value})"),
            Expr::Constant(value) => value.to_string(),
            Expr::Read(Place::Real(number)) => {
                let name = self.name(REALS[*number].0);
                format!("(int)({name} * 2)")
            }
            Expr::Read(place) => self.place(place),
            Expr::Not(value) => format!("(!{})", self.expression(value)),
            Expr::Cast(ty, value) => format!("({}){}", CASTS[*ty], self.expression(value)),
            Expr::Binary(operator, left, right) => {
                let (left, right) = (self.expression(left), self.expression(right));
                format!("({left} {} {right})", operator.symbol())
            }
            Expr::Conditional(condition, yes, no) => {
                let condition = self.expression(condition);
                let (yes, no) = (self.expression(yes), self.expression(no));
                format!("({condition} ? {yes} : {no})")
            }
            Expr::IsNotNull(pointer) => format!("({} != 0)", self.pointer(*pointer)),
            Expr::PointsTo(pointer, address) => {
                let (pointer, address) = (self.pointer(*pointer), self.address(address));
                format!("({pointer} == {address})")
            }
            Expr::IsBelow(number, value) => {
                let name = self.name(REALS[*number].0);
                format!("({name} < {} * 0.25)", self.expression(value))
            }
            Expr::Call(call) => self.call(call),
        }
    }

    fn call(&mut self, call: &Call) -> String {
        match call {
            Call::Helper(number, value) => {
                let name = self.name(&format!("helper{number}"));
                format!("{name}({})", self.expression(value))
            }
            Call::Table(index, value) => {
                self.used.insert("table".to_string());
                let (index, value) = (self.expression(index), self.expression(value));
                format!("table[{index} & 1]({value})")
            }
            Call::Function(value) => {
                self.used.insert("function".to_string());
                format!("function({})", self.expression(value))
            }
            Call::AddTo(address, amount) => {
                let name = self.name("add_to");
                let (address, amount) = (self.address(address), self.expression(amount));
                format!("{name}({address}, {amount})")
            }
            Call::AtomicLoad(atomic) => format!("atomic_load(&{})", self.atomic(*atomic)),
            Call::FetchAdd(atomic, amount) => {
                let (atomic, amount) = (self.atomic(*atomic), self.expression(amount));
                format!("atomic_fetch_add(&{atomic}, {amount})")
            }
            Call::Exchange(atomic, value) => {
                let (atomic, value) = (self.atomic(*atomic), self.expression(value));
                format!("atomic_exchange(&{atomic}, {value})")
            }
            Call::CompareExchange {
                atomic,
                weak,
                expected,
                desired,
            } => {
                let (_, _, ty) = ATOMIC[*atomic];
                let strength = if *weak { "weak" } else { "strong" };
                let (atomic, desired) = (self.atomic(*atomic), self.expression(desired));
                format!(
                    "atomic_compare_exchange_{strength}(&{atomic}, &({ty}){{{expected}}}, {desired})"
                )
            }
            Call::AnyBool => {
                self.used.insert("any_bool".to_string());
                "__VERIFIER_nondet_bool()".to_string()
            }
        }
    }

    pub(super) fn place(&mut self, place: &Place) -> String {
        match place {
            Place::Plain(number) => self.name(PLAIN[*number].0),
            Place::Element(index) => {
                self.used.insert("array".to_string());
                format!("array[{}]", self.index(index))
            }
            Place::Field(record, number) => {
                format!("{}.{}", self.record(*record), FIELDS[*number].0)
            }
            Place::Mixed => format!("{}.whole", self.name("mixed")),
            Place::Byte(index) => {
                let name = self.name("mixed");
                format!("{name}.bytes[{}]", self.index(index))
            }
            Place::Half(number) => format!("{}.halves[{number}]", self.name("mixed")),
            Place::Bits(number) => format!("{}.{}", self.name("bits"), BITS[*number].0),
            Place::Bare(number) => {
                let (_, _, ty) = ATOMIC[*number];
                format!("(*({ty} *)&{})", self.atomic(*number))
            }
            Place::Real(number) => self.name(REALS[*number].0),
            Place::Cell(index) => {
                self.locals
                    .insert(format!("int cells[{ELEMENTS}] = {{0}};"));
                format!("cells[{}]", self.index(index))
            }
            Place::Ready => self.name("ready"),
            Place::ThreadLocal => self.name("own"),
            Place::Local(number) => {
                self.locals.insert(format!("int v{number} = 0;"));
                format!("v{number}")
            }
            Place::Parameter => {
                let name = if self.in_helper { "value" } else { "number" };
                self.locals.insert(name.to_string());
                name.to_string()
            }
            Place::Mine => {
                self.locals.insert("mine".to_string());
                "*mine".to_string()
            }
            Place::Target(Pointer::HeapSecond) => format!("{}[1]", self.pointer(Pointer::Heap)),
            Place::Target(Pointer::Heap) => format!("{}[0]", self.pointer(Pointer::Heap)),
            Place::Target(pointer) => format!("(*{})", self.pointer(*pointer)),
        }
    }

    fn index(&mut self, index: &Index) -> String {
        match index {
            Index::Constant(index) => index.to_string(),
            Index::Counter(counter) => self.counter(*counter),
            Index::Low(index) => format!("{} & 1", self.expression(index)),
            Index::Wide(index) => format!("{} & 3", self.expression(index)),
        }
    }

    pub(super) fn record(&mut self, record: Record) -> String {
        self.used.insert("struct record".to_string());
        match record {
            Record::Shared => self.name("record"),
            Record::OtherShared => self.name("other"),
            Record::Local => {
                self.locals
                    .insert("struct record kept = {0, 0};".to_string());
                "kept".to_string()
            }
        }
    }

    pub(super) fn pointer(&mut self, pointer: Pointer) -> String {
        match pointer {
            Pointer::Shared => self.name("pointer"),
            Pointer::Local => {
                self.name(PLAIN[0].0);
                self.locals.insert("int *p = &x;".to_string());
                "p".to_string()
            }
            Pointer::Heap | Pointer::HeapSecond => self.name("heap"),
        }
    }

    pub(super) fn address(&mut self, address: &Address) -> String {
        match address {
            Address::Null => "0".to_string(),
            Address::Plain(number) => format!("&{}", self.name(PLAIN[*number].0)),
            Address::Element(index) => format!("&{}[{index}]", self.name("array")),
            Address::ElementAt(index) => {
                let name = self.name("array");
                format!("&{name}[{} & 1]", self.expression(index))
            }
            Address::Field => format!("&{}.{}", self.record(Record::Shared), FIELDS[0].0),
            Address::Mixed => format!("&{}.whole", self.name("mixed")),
            Address::Local(number) => format!("&{}", self.place(&Place::Local(*number))),
            Address::ThreadLocal => format!("&{}", self.name("own")),
            Address::Shared => self.pointer(Pointer::Shared),
        }
    }
}
