//! The text form: a program written down, and read back.
//!
//! Cranelift's idea: the representation in memory and its text are one thing. What [`print()`] writes,
//! [`parse()`] reads back to the same program (nodes that no instruction uses, and sharing of nodes, are
//! lost: the text shows trees). So every dump is an input, and tests are written as text.
//!
//! ```text
//! datamodel lp64                                  ilp32 or lp64; lp64 where nothing is said
//! entry @main                                     absent for a library
//! file f0 "queue.c"                               numbered from 0
//!
//! struct list size 16 align 8 {                   or union; `struct hidden opaque` has no body
//!   next: *struct list at 0,
//!   value: i32 at 8
//! }
//! global @table: [2 x *i8] internal read_only = { 0: &@str.0 as *i8, 8: &@str.0 + 2 as *i8 } !f0:3:5
//! global @str.0: [4 x i8] internal = { 0: "abc\0" }
//! global @zero: i32 = {}                          defined; without `= ...` it is only declared
//! function @puts(*i8) -> i32                      only declared; `-> void` is left out
//! function @main(%argc.0: i32, %argv.1: **i8) -> i32 !f0:10:5 {
//!   reg %2, %3: i32
//!   slot $buffer.0: [16 x i8] align 16 !11:8
//! b0:
//!   live $buffer.0 !11:3
//!   %2 = load volatile @zero !12:7
//!   store $buffer.0[%2 as i64] = 0:i8
//!   branch (%2 + 1:i32) < %argc.0, b0, b1
//! b1:
//!   return -1:i32 !none
//! }
//! ```
//!
//! **Items** start on a line of their own, in any order; names may be used before they are defined. After
//! the type of a global: `internal`, `thread_local`, `read_only`, `size` and `align` (where they are
//! not the type's own); after that of a function: `internal`, `noreturn`, `model`. Comments run from `//` to the
//! end of the line. Apart from items, line ends mean nothing.
//!
//! **Names** are plain when they look like identifiers, with numbers behind dots (`str.0`), and otherwise
//! quoted: `@"odd name"`. Registers and slots are a name, a dot and the number (`%argc.0`), or the
//! number alone. Escapes in quotes: `\\ \" \n \t \r \0 \xHH`, the last one a byte.
//!
//! **Types**: `void bool i8 u8 ... i128 u128 f16 f32 f64 f80 f128`, `*T`, `[N x T]`, `struct name`,
//! `union name`, `fn(T, T, ...) -> T`.
//!
//! **Expressions** carry types at their leaves, the rest follows: constants are `5:i32`, `true`, `0:*void`,
//! `1.5:f64` or, as bits, `0x3ff8000000000000:f64`. Operators are C's and have no precedence: a nested
//! operation stands in parentheses. On a pointer, `+` and `-` mean pointer arithmetic. `e as T` converts,
//! `c ? a : b` selects, `&place` and `&@function` are addresses.
//!
//! **Places**: `@global`, `$slot.0`, `*pointer`, `place.field`, `pointer->field`, `place[index]`, and
//! `(*pointer)[index]`.
//!
//! **Instructions**
//!
//! ```text
//! %d = EXPR                                %d = load [volatile] [atomic ORDER] PLACE
//! store [volatile] [atomic ORDER] PLACE = EXPR
//! %d = rmw OP ORDER PLACE, EXPR            %ok, %old = compare_exchange [weak] ORDER[/ORDER] PLACE, EXPR, EXPR
//! fence ORDER                              [%d =] call @f(EXPR, ...)    [%d =] call *EXPR(EXPR, ...)
//! %d = var_args                            live $s            dead $s
//! atomic_begin       atomic_end            wait_until EXPR    assume EXPR
//! %d = spawn [thread N] EXPR, EXPR, ...    %d = self          %d = finished EXPR
//! hold EXPR                                release EXPR
//! assert EXPR, PROPERTY, "message"[, EXPR] %d = nondet        unsupported "what"
//! %d = alloc heap|stack EXPR [align EXPR]  free [unheld] heap|stack EXPR
//! %d = object_size EXPR                    output EXPR, EXPR
//! goto b1            branch EXPR, b1, b2   switch EXPR { 1 => b1, 2..5 => b2, else => b3 }
//! return [EXPR]      exit_thread           exit EXPR          abort              unreachable
//! ```
//!
//! The second order of a compare-exchange, for when it fails, is by default the first without release. The
//! alignment of an allocation is by default 16.
//!
//! **Spans** end an item, slot, instruction or terminator: `!line:column` in the file of the function,
//! `!f1:line:column`, or `!none`. Inside a function, no span means the one before it in the text; elsewhere it
//! means none.

//! **Bounded programs** say more. Where an instruction or terminator has a visible point before it, its number: `point 3`
//! before the rest. Behind it, of which call and iteration it is a copy: `in o1`. Origins are listed behind the
//! slots:
//!
//! ```text
//!   origin o0: call @worker !20:3
//!   origin o1 in o0: iteration 2 !7:3
//! ```

mod lex;
mod literal;
mod names;
mod operators;
mod parse;
mod parse_body;
mod parse_expression;
mod parse_instruction;
mod parse_token;
mod parse_type;
mod print;
mod print_body;

pub use parse::{ParseError, parse};
pub use print::{print, print_function, print_type};
pub use print_body::{print_expression, print_instruction, print_place, print_terminator};
