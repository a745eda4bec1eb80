//! The properties that an execution can violate: one table.
//!
//! Names are SV-COMP's where they exist. Options, help texts, documentation, rules of SARIF and numbers of weaknesses derive from this table.
//!
//! Most are about one place of the program, where an `assert` instruction can state them. Data races and deadlocks are about the state in which an execution ends,
//! and no instruction mentions them; nor the order of locks, which is about the program and not about executions.

/// What is violated when the condition is false.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Property {
    UnreachCall,
    MemorySafety,
    Overflow,
    DivisionByZero,
    ShiftRange,
    FloatConversion,
    LockMisuse,
    ThreadMisuse,
    Deadlock,
    DataRace,
    UnsignedWrap,
    MemoryCleanup,
    ThreadLeak,
    LockOrder,
    Unwinding,
}

/// Who looks for a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Everybody who checks a program: it is an error in any C program.
    Usual,
    /// Only who asks for it by name.
    OnDemand,
    /// Nobody by name: it is about our bounds.
    OfBounds,
}

struct Row {
    property: Property,
    kind: Kind,
    name: &'static str,
    /// In a property file of SV-COMP: the formulas that mean it, without the frame `CHECK( init(main()), LTL(...) )`.
    formulas: &'static [&'static str],
    meaning: &'static str,
    violated_by: &'static str,
    weaknesses: &'static [u32],
}

/// The most telling first: in this order violations are shown.
const TABLE: &[Row] = &[
    Row {
        property: Property::UnreachCall,
        kind: Kind::Usual,
        name: "unreach-call",
        formulas: &["G ! call(reach_error())", "G ! call(__VERIFIER_error())"],
        meaning: "no assertion fails and no error function is reached",
        violated_by: "a failing `assert`, a call of `reach_error`, `__VERIFIER_error` and the like, the label `ERROR` (`--error-label`)",
        weaknesses: &[617],
    },
    Row {
        property: Property::MemorySafety,
        kind: Kind::Usual,
        name: "valid-memsafety",
        formulas: &["G valid-free", "G valid-deref"],
        meaning: "memory is accessed inside live objects only, and freed once",
        violated_by: "dereferencing a null or invalid pointer, leaving an object or an array in it, using what is freed or a variable whose block is left, freeing twice or what is not from the heap, copies that overlap",
        weaknesses: &[119, 416, 415, 476, 562, 590],
    },
    Row {
        property: Property::Overflow,
        kind: Kind::Usual,
        name: "no-overflow",
        formulas: &["G ! overflow"],
        meaning: "signed arithmetic stays within its type",
        violated_by: "a sum, difference, product, quotient or negation of signed integers that does not fit its type",
        weaknesses: &[190],
    },
    Row {
        property: Property::DivisionByZero,
        kind: Kind::Usual,
        name: "division-by-zero",
        formulas: &[],
        meaning: "no integer is divided by zero",
        violated_by: "`/` or `%` of integers with a divisor of zero",
        weaknesses: &[369],
    },
    Row {
        property: Property::ShiftRange,
        kind: Kind::Usual,
        name: "shift-range",
        formulas: &[],
        meaning: "shifts go by less than the width of what is shifted",
        violated_by: "a shift by a negative number of bits, or by as many as the type has or more",
        weaknesses: &[1335],
    },
    Row {
        property: Property::FloatConversion,
        kind: Kind::Usual,
        name: "float-conversion",
        formulas: &[],
        meaning: "floating-point numbers become integers only if they fit",
        violated_by: "converting an infinity, a NaN or too large a number to an integer type",
        weaknesses: &[681],
    },
    Row {
        property: Property::LockMisuse,
        kind: Kind::Usual,
        name: "lock-misuse",
        formulas: &[],
        meaning: "locks and other synchronisation objects are used as POSIX demands",
        violated_by: "unlocking what one does not hold, relocking, destroying what is in use, freeing a lock that is held (other than for reading), using what was destroyed, ...",
        weaknesses: &[667, 832, 764],
    },
    Row {
        property: Property::ThreadMisuse,
        kind: Kind::Usual,
        name: "thread-misuse",
        formulas: &[],
        meaning: "threads are joined and detached at most once, and not used after that",
        violated_by: "joining or detaching a thread twice, any use of its handle after that",
        weaknesses: &[666],
    },
    Row {
        property: Property::Deadlock,
        kind: Kind::Usual,
        name: "no-deadlock",
        formulas: &["G ! deadlock"],
        meaning: "no threads wait for each other, or for what never comes, for ever",
        violated_by: "all threads that are left waiting for ever; or some of them while others run: in a circle of locks and joins, for a lock that a thread kept when it ended, or for what none of the others will ever do",
        weaknesses: &[833],
    },
    Row {
        property: Property::DataRace,
        kind: Kind::Usual,
        name: "no-data-race",
        formulas: &["G ! data-race"],
        meaning: "conflicting accesses of different threads are ordered or atomic",
        violated_by: "two accesses of different threads to the same byte, one of them a write and not both atomic, that nothing orders",
        weaknesses: &[362, 366],
    },
    Row {
        property: Property::UnsignedWrap,
        kind: Kind::OnDemand,
        name: "unsigned-wrap",
        formulas: &[],
        meaning: "unsigned arithmetic does not wrap around",
        violated_by: "a sum, difference, product or negation of unsigned integers that does not fit its type, which C defines and few programs mean",
        weaknesses: &[190, 191],
    },
    Row {
        property: Property::MemoryCleanup,
        kind: Kind::OnDemand,
        name: "valid-memcleanup",
        formulas: &["G valid-memcleanup"],
        meaning: "all memory from the heap is freed when the program ends",
        violated_by: "an object of the heap that lives when `main` returns, `exit` is called or the last thread ends",
        weaknesses: &[401],
    },
    Row {
        property: Property::ThreadLeak,
        kind: Kind::OnDemand,
        name: "thread-leak",
        formulas: &[],
        meaning: "every thread is joined or detached before the program ends",
        violated_by: "a thread that is neither joined nor detached when the program ends",
        weaknesses: &[772],
    },
    Row {
        property: Property::LockOrder,
        kind: Kind::OnDemand,
        name: "lock-order",
        formulas: &[],
        meaning: "threads take locks in one order (told as warnings, without an execution)",
        violated_by: "threads that can run at the same time, each of which may hold a lock while it waits for one that the next may hold, and no lock that keeps them apart; whether a schedule leads there is for `no-deadlock` to find out",
        weaknesses: &[833],
    },
    Row {
        property: Property::Unwinding,
        kind: Kind::OfBounds,
        name: "unwinding",
        formulas: &[],
        meaning: "loops, recursion and threads stay within the bounds",
        violated_by: "an execution that goes beyond a bound",
        weaknesses: &[],
    },
];

impl Property {
    /// Every property, in the order of the table.
    pub fn all() -> impl Iterator<Item = Property> {
        TABLE.iter().map(|row| row.property)
    }

    /// Those that can be asked for.
    pub fn checkable() -> impl Iterator<Item = Property> {
        Property::all().filter(|property| property.kind() != Kind::OfBounds)
    }

    /// Those that are looked for if nobody says otherwise: all that are errors in any C program.
    pub fn usual() -> impl Iterator<Item = Property> {
        Property::all().filter(|property| property.kind() == Kind::Usual)
    }

    pub fn kind(self) -> Kind {
        self.row().kind
    }

    pub fn name(self) -> &'static str {
        self.row().name
    }

    pub fn meaning(self) -> &'static str {
        self.row().meaning
    }

    /// For documentation.
    pub fn violated_by(self) -> &'static str {
        self.row().violated_by
    }

    /// Numbers in the Common Weakness Enumeration, the most fitting first.
    pub fn weaknesses(self) -> &'static [u32] {
        self.row().weaknesses
    }

    /// Formulas of SV-COMP's property files that mean it.
    pub fn formulas(self) -> &'static [&'static str] {
        self.row().formulas
    }

    pub fn from_name(name: &str) -> Option<Property> {
        TABLE
            .iter()
            .find(|row| row.name == name)
            .map(|row| row.property)
    }

    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_enum() {
        for (index, row) in TABLE.iter().enumerate() {
            assert_eq!(row.property as usize, index);
            assert_eq!(Property::from_name(row.name), Some(row.property));
        }
    }
}
