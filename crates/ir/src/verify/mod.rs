//! The verifier: what a well-formed program is.
//!
//! This comment is the specification; [`verify`] checks all of it. Passes may rely on it and must keep it.
//! *Type of a node* is the type written in it; types are equal when their ids are. An *integer type* is
//! `Int` or `Bool`; a *number type* is `Int` or `Float`; a *sized type* is one that has a size: not void, not a
//! function, not an opaque record or an array of such, and not larger than 2^64 - 1 bytes.
//!
//! **Types**
//! - T1. A type refers only to types with smaller ids and to records of the table. Integers have 8, 16, 32, 64 or
//!   128 bits.
//! - T2. Types nest at most [`MAX_TYPE_NESTING`] deep, not counting what is behind the name of a record.
//!
//! **Records**
//! - R1. Names of records are unique; so are the names of the fields of a record.
//! - R2. Alignments are powers of two, and the size of a record is a multiple of its alignment.
//! - R3. Fields have sized types and end within the record.
//! - R4. Fields of a struct stand in ascending order of offset and do not overlap; fields of a union have offset 0.
//! - R5. No record contains itself; records contain records at most [`MAX_TYPE_NESTING`] deep.
//!
//! **Globals and functions**
//! - G1. Names of globals and functions are unique among both.
//! - G2. A global has a type of the table, sized unless the global is only declared; it is at least as large
//!   as its type; its alignment is a power of two.
//! - G3. Items of an initialiser stand in ascending order, do not overlap, and end within the global.
//! - G4. A scalar item has a scalar type and bits that fit in it.
//! - G5. An address item has a pointer type or an integer type as wide as pointers, and names a function or a global
//!   that is not thread-local.
//! - G6. The type of a function is a function type.
//! - G7. The entry is a function with a body and without parameters.
//! - G8. A span is `Span::NONE`, or has a file of the table.
//!
//! **Bodies**
//! - B1. A body has a block. Targets of terminators are blocks of the body.
//! - B2. There is one parameter register per parameter, of the parameter's type; no register is two parameters.
//! - B3. Registers and slots have sized types. The alignment of a slot is a power of two and at least its type's.
//! - B4. Nodes are numbered bottom-up: an expression refers to earlier expressions, a place to earlier places,
//!   and the two arenas can be merged into one sequence, each keeping its order, in which every node refers to
//!   earlier ones only. Registers, slots, globals and functions that nodes name exist. (So there are no cycles.)
//! - B5. Trees of nodes are at most [`MAX_NESTING`] deep, and have at most [`MAX_TREE_NODES`] nodes, counting a shared
//!   node as often as it is reached.
//! - B6. The parent of an origin is an earlier one. Functions and origins that origins, instructions and terminators
//!   name exist.
//!
//! **Expressions** (the rules from here on apply to nodes that an instruction or terminator uses)
//! - E1. An integer constant has an integer or pointer type, a float constant a float type; the bits above the type's
//!   width are zero.
//! - E2. A register node has the register's type.
//! - E3. Unary: the operand has the node's type, which is a number type for `-`, `Int` for `~`, `Bool` for `!`.
//! - E4. `+ - * /`: operands have the node's type, a number type. `%`: the same, `Int`. `& | ^`: the same, an integer type.
//! - E5. `<< >>`: the left operand has the node's type, an `Int`; the right one an integer type.
//! - E6. Comparisons: operands have one type, a scalar; the node is `Bool`.
//! - E7. Pointer addition: the left operand has the node's type, a pointer; the right one an integer type.
//!   Pointer difference: operands have one pointer type; the node is the signed integer as wide as pointers.
//! - E8. A conversion is from a scalar to a scalar type, not between pointers and floats.
//! - E9. The address of a place is a pointer to the place's type, that of a function to the function's type.
//! - E10. Select: the condition is `Bool`, both arms have the node's type.
//!
//! **Places**
//! - P1. The place of a global or slot has its type.
//! - P2. What is dereferenced is a pointer, and the place has the pointee's type.
//! - P3. A field is one of a record place's whose record has a body, and has the field's type.
//! - P4. An element is one of an array place's, has the element type, and the index has an integer type.
//!
//! **Instructions**
//! - I1. Nodes, registers, slots and functions that an instruction or terminator names exist.
//! - I2. Assign: the value has the register's type.
//! - I3. Load and store: place and register or value have one type, a sized one.
//! - I4. Rmw: the register has the place's type. For `exchange` so has the value. For `add` and `sub` the place is a
//!   number and the value has its type, or it is a pointer and the value an integer as wide. For the others the
//!   place has an integer type, and the value that type.
//! - I5. Compare-exchange: the first register is `Bool` and not the second one, which has the place's type, as have
//!   expected and desired value; that type is scalar. The order of failing has no release in it.
//! - I6. Call: the callee has a function type, or is a pointer to one. There is an argument of the right type for
//!   each parameter; further ones, of sized types, only for a variadic callee. The register has the result's type; none if that is void.
//! - I7. `var_args`: the function is variadic and the register a pointer.
//! - I8. Spawn: the start is a pointer to a function to void, not a variadic one; there is an argument of the right type
//!   for each parameter; the register is `i32`.
//!   `self`: the register is `i32`. `finished`: the register is `Bool`, the thread `i32`.
//! - I9. The conditions of `wait_until`, `assume` and `assert` are `Bool`. The detail of an `assert` is a pointer to a character type,
//!   `i8` or `u8`.
//! - I10. Alloc: the register is a pointer, the size an `Int`, the alignment the unsigned integer as wide as pointers
//!   and, if constant, a power of two. Free: a pointer. Object size: the register is the unsigned integer as wide as
//!   pointers, the operand a pointer. Output: both operands are `Int`.
//! - I11. `hold` and `release`: a pointer.
//!
//! **Terminators**
//! - J1. The condition of a branch is `Bool`, the status of an exit `i32`.
//! - J2. The value of a switch has an integer type. The bits of its cases fit, low is not above high in the order
//!   of that type, and no two cases overlap.
//! - J3. A return has a value of the function's result type; none if that is void.
//!
//! **Atomic sections.** The *depth* at a point is the number of sections entered since the function was, less those
//! left. A direct call changes it by the callee's *effect*: its depth at its returns. A function without body
//! and a call through a pointer have no effect. After a call of a function that never returns there is no point.
//! - A1. Every path to a block has the same depth.
//! - A2. Every return of a function has the same depth; 0 if the function is on a cycle of direct calls.
//! - A3. `wait_until` stands at a depth above 0.
//! - A4. In the entry function and in functions that a `spawn` names, with all they call, the depth is never negative.

mod atomic;
mod bodies;
mod expressions;
mod globals;
mod instructions;
mod records;

use std::fmt;

use crate::{BlockId, FunctionId, Program};

/// How deep expressions and places may nest. Bounds the recursion of everything that walks them.
pub const MAX_NESTING: usize = 1000;

/// How many nodes a tree may have when shared nodes are written out.
pub const MAX_TREE_NODES: usize = 1 << 16;

/// How deep types may nest.
pub const MAX_TYPE_NESTING: usize = 256;

/// More than these are not reported.
pub const MAX_ERRORS: usize = 50;

/// Checks the rules in the comment of this module. Errors come in the order of the program, at most [`MAX_ERRORS`].
///
/// Rules build on each other, so there are four rounds (types and records; globals and headers; bodies;
/// atomic sections), each only if the one before found nothing.
pub fn verify(program: &Program) -> Result<(), Vec<VerifyError>> {
    let rounds: [fn(&Program, &mut Errors); 4] =
        [records::check, globals::check, bodies::check, atomic::check];
    let mut errors = Errors::default();
    for round in rounds {
        round(program, &mut errors);
        if !errors.list.is_empty() {
            return Err(errors.list);
        }
    }
    Ok(())
}

/// A broken rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// Its number in the specification, such as `E4`.
    pub rule: &'static str,
    /// Name of the function, where it is inside one.
    pub function: Option<String>,
    pub block: Option<BlockId>,
    /// Position in the block; the number of instructions stands for the terminator.
    pub instruction: Option<usize>,
    pub message: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.rule)?;
        if let Some(function) = &self.function {
            write!(f, "@{function}")?;
            if let Some(block) = self.block {
                write!(f, " {block}")?;
            }
            if let Some(instruction) = self.instruction {
                write!(f, " #{instruction}")?;
            }
            f.write_str(": ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for VerifyError {}

/// Where in the program something is.
#[derive(Clone, Copy, Debug, Default)]
struct Location {
    function: Option<FunctionId>,
    block: Option<BlockId>,
    instruction: Option<usize>,
}

#[derive(Default)]
struct Errors {
    list: Vec<VerifyError>,
}

impl Errors {
    fn full(&self) -> bool {
        self.list.len() >= MAX_ERRORS
    }

    fn add(
        &mut self,
        rule: &'static str,
        program: &Program,
        location: Location,
        message: impl FnOnce() -> String,
    ) {
        if self.full() {
            return;
        }
        let function = location
            .function
            .and_then(|id| program.functions.get(id.index()));
        self.list.push(VerifyError {
            rule,
            function: function.map(|function| function.name.clone()),
            block: location.block,
            instruction: location.instruction,
            message: message(),
        });
    }
}
