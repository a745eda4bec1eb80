//! From the IR back to C that a compiler takes.
//!
//! The IR keeps C's types, so a program of it can be written down as C again: records with the same layout, globals with their
//! initialisers, a function as blocks with labels, a statement for every instruction, and `#line` directives that lead a debugger, or
//! whoever complains about the text, to the lines that the user wrote. Names are kept where C allows it.
//!
//! What C has no words for (threads, waiting, inputs, assertions) is written as calls of a *runtime*, functions and macros
//! called `unspool_...`, which whoever uses the text brings along; a [`Target`] may put more in front of instructions.
//! There are three users: [`mod@replay`] makes programs that repeat a counterexample with real threads, [`verifier`] writes one file for
//! sequential verifiers, with structured control flow, and [`threads`] the same with real threads that run as they like.
//!
//! | file | writes |
//! |---|---|
//! | `names` | the identifiers |
//! | `reach` | nothing: which parts of a program are needed |
//! | `types`, `records` | declarations of types |
//! | `literals`, `expressions` | constants; expressions and places |
//! | `statements`, `calls`, `atomics` | instructions |
//! | `functions`, `source_lines` | bodies, `#line` |
//! | `initialisers`, `globals` | variables |
//! | `unit` | all of it, in the order that C wants |
//!
//! The texts for verifiers have their own ways from instructions to functions:
//!
//! | file in `verifier` | does |
//! |---|---|
//! | `kept` | says what has an effect; the rest is not written |
//! | `accesses`, `checks` | what must hold so that an instruction does not end the run |
//! | `folding` | temporaries that are written where they are used |
//! | `initial_values` | variables that may be read before they are assigned |
//! | `statements`, `updates`, `nondet`, `words` | instructions |
//! | `flow`, `layout`, `structure` | blocks as `if`, `while`, `switch` |
//! | `bodies` | functions |
//! | `front`, `library`, `common.h` | what stands in front of the program, and the names that it takes |
//!
//! Everything is defined behaviour as far as the program's own is: what the IR lets wrap is computed unsigned. The text does not
//! depend on a compiler but for the extensions that GCC and Clang share. Nothing here decides anything, or does input or output.

mod atomics;
mod calls;
mod expressions;
mod functions;
mod globals;
mod initialisers;
mod literals;
mod names;
mod reach;
mod records;
pub mod replay;
mod source_lines;
mod statements;
mod target;
pub mod threads;
mod types;
mod unit;
pub mod verifier;

pub use expressions::Code;
pub use literals::string_literal;
pub use names::Names;
pub use target::{Position, Target};
pub use unit::{Unit, translate};
