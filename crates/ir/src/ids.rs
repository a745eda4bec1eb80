//! Newtyped indices.
//!
//! Everything that lives in a table of a [`crate::Program`] or a [`crate::Function`] is named by an
//! index of its own type, so that a register can never be mistaken for a block. An id prints as the
//! text form spells it where the name alone suffices (`b3`); registers, slots, globals and functions
//! print with their source name and are spelled by `text::print`.

use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The id of the `index`-th entry. Tables are bounded far below `u32::MAX` by their memory.
            pub fn new(index: usize) -> Self {
                $name(index as u32)
            }

            /// The position in the table.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(self, f)
            }
        }
    };
}

id!(/** An interned type. */ TypeId, "t");
id!(/** A struct or union definition. */ RecordId, "r");
id!(/** A source file. */ FileId, "f");
id!(/** A variable with static or thread storage duration. */ GlobalId, "@");
id!(/** A function, defined or only declared. */ FunctionId, "@@");
id!(/** A local value without an address. */ RegId, "%");
id!(/** A local variable in memory. */ SlotId, "$");
id!(/** A basic block of a function. */ BlockId, "b");
id!(/** A node of a function's expression arena. */ ExprId, "e");
id!(/** A node of a function's place arena. */ PlaceId, "p");
id!(/** How the code that an instruction is a copy of was reached. */ OriginId, "o");
id!(/** A visible point of a thread. */ PointId, "");
