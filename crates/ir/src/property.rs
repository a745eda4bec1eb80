//! The properties an `assert` instruction can be about: one table.
//!
//! Names are SV-COMP's where they exist. Help texts, option values and reports derive from this table.

/// What is violated when the condition is false.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Property {
    UnreachCall,
    LockMisuse,
    ThreadMisuse,
    MemorySafety,
    Unwinding,
}

struct Row {
    property: Property,
    name: &'static str,
    meaning: &'static str,
}

const TABLE: &[Row] = &[
    Row {
        property: Property::UnreachCall,
        name: "unreach-call",
        meaning: "no assertion fails and no error function is reached",
    },
    Row {
        property: Property::LockMisuse,
        name: "lock-misuse",
        meaning: "locks and other synchronisation objects are used as POSIX demands",
    },
    Row {
        property: Property::ThreadMisuse,
        name: "thread-misuse",
        meaning: "threads are joined and detached at most once",
    },
    Row {
        property: Property::MemorySafety,
        name: "memory-safety",
        meaning: "memory is accessed inside live objects only",
    },
    Row {
        property: Property::Unwinding,
        name: "unwinding",
        meaning: "loops, recursion and threads stay within the bounds",
    },
];

impl Property {
    /// Every property, in the order of the table.
    pub fn all() -> impl Iterator<Item = Property> {
        TABLE.iter().map(|row| row.property)
    }

    pub fn name(self) -> &'static str {
        self.row().name
    }

    pub fn meaning(self) -> &'static str {
        self.row().meaning
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
