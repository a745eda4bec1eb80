//! Replay programs: C with real threads that repeats a recorded execution.
//!
//! The program is written down as it is, functions of the library included, so that it does what the interpreter did. Real threads
//! run it, one at a time: a baton is passed exactly where the recorded execution switches (`runtime.c`). Where a thread stops is told by
//! an instruction and how many-th time it comes there; only instructions at which something happens, a *point* each, have a call of
//! the runtime in front of them. Inputs are told in the same way, and put into the variable, or into the memory, just before they are read.
//!
//! What differs from what was recorded is noticed, never waited for: the program then says so and ends with status 3.
//!
//! That real threads can be made to follow a schedule by letting one run at a time is the idea of CHESS (Musuvathi et al. 2008), which
//! intercepts calls of the library. Here the whole program is at hand, so a thread can be stopped between any two accesses.

mod points;
mod schedule;

use std::collections::BTreeSet;

use unspool_ir::{DataModel, FunctionId, Program, RegId, Type, Types};

use crate::names::Names;
use crate::target::Position;
use crate::unit::{Unit, translate};

use points::Points;

/// An execution, as far as it has to be forced.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// One after the other; neighbours are of different threads. The last one ends with the violation.
    pub contexts: Vec<Context>,
    /// Those of a thread in the order in which they were drawn; those for one instruction in the order of their targets.
    pub inputs: Vec<RecordedInput>,
    /// How many threads there were.
    pub threads: u32,
    /// Functions that were entered. Of the library's others no body is written.
    pub entered: BTreeSet<FunctionId>,
    /// What is said at the end.
    pub violation: String,
}

/// A stretch of one thread.
#[derive(Clone, Debug)]
pub struct Context {
    pub thread: u32,
    /// Where the thread goes on, for people.
    pub place: String,
    pub end: ContextEnd,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ContextEnd {
    /// Before the thread executes this instruction for this many-th time, counted from 1.
    Before(Position, u64),
    ThreadEnd,
    /// This instruction, executed for this many-th time, is the last one.
    Violation(Position, u64),
}

/// A value that was drawn.
#[derive(Clone, Debug)]
pub struct RecordedInput {
    pub thread: u32,
    pub at: Position,
    /// Counted from 1.
    pub pass: u64,
    pub target: InputTarget,
    /// The first byte of the target that it is for.
    pub offset: u64,
    /// At most 16.
    pub bytes: Vec<u8>,
}

/// What an input is for, in the order in which they are supplied: a place may depend on a register.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum InputTarget {
    Register(RegId),
    /// The memory that the instruction reads.
    Memory,
    /// Not zero if a weak compare-exchange fails.
    SpuriousFailure,
}

/// A file of a replay program.
pub struct File {
    pub name: &'static str,
    pub text: String,
}

/// Files that begin with this line, or have it as their comment, are ours.
pub const MARK: &str = "Made by unspool.";

/// The names of all files of [`files`].
pub const FILES: [&str; 6] = [
    "replay.c",
    "program.h",
    "library.h",
    "schedule.h",
    "runtime.h",
    "runtime.c",
];

/// The name of the executable.
pub const EXECUTABLE: &str = "replay";

/// All files but for the one that tells how to use them, which knows more than this crate.
pub fn files(program: &Program, script: &Script) -> Vec<File> {
    let names = Names::of(program);
    let points = Points::of(program, script);
    let Unit {
        declarations,
        mut library,
        program: users,
    } = translate(program, &names, &points);
    if !names.functions.iter().any(|name| name == "main") {
        library.push_str("\nint main(void)\n{\n    return 0;\n}\n");
    }
    let size = program.types.data_model.pointer_bytes();
    let guard = format!(
        "_Static_assert(sizeof(void *) == {size}, \"this program is compiled with other options\");\n"
    );
    let file = |name, what: &str, text: String| File {
        name,
        text: format!("/* {MARK} {what} */\n{text}"),
    };
    vec![
        file(
            "replay.c",
            "The program's own functions, with the lines of its source.",
            format!(
                "#include \"runtime.h\"\n#include \"program.h\"\n#include \"library.h\"\n{users}"
            ),
        ),
        file(
            "program.h",
            "Types and variables.",
            format!("{WARNINGS}\n{guard}\n{declarations}"),
        ),
        file("library.h", "What the library does.", library),
        file(
            "schedule.h",
            "The recorded execution.",
            schedule::text(script, &points),
        ),
        File {
            name: "runtime.h",
            text: include_str!("runtime.h").to_string(),
        },
        File {
            name: "runtime.c",
            text: include_str!("runtime.c").to_string(),
        },
    ]
}

/// Options of the compiler that the program needs, besides `-g -pthread`.
pub fn compiler_options(program: &Program) -> Vec<&'static str> {
    // Newer standards have no functions without prototype.
    let mut options = vec!["-std=gnu17"];
    if program.types.data_model == DataModel::Ilp32 {
        options.push("-m32");
        if has_floats(&program.types) {
            // The old unit computes with more digits than the types have.
            options.extend(["-msse2", "-mfpmath=sse"]);
        }
    }
    options
}

fn has_floats(types: &Types) -> bool {
    let mut all = (0..types.len()).map(unspool_ir::TypeId::new);
    all.any(|ty| matches!(types.get(ty), Type::Float(_)))
}

/// A program that is made looks odd to a compiler here and there.
const WARNINGS: &str = "#ifdef __clang__
#pragma GCC diagnostic ignored \"-Wunknown-warning-option\"
#endif
#pragma GCC diagnostic ignored \"-Wunknown-pragmas\"
#pragma GCC diagnostic ignored \"-Wunused-variable\"
#pragma GCC diagnostic ignored \"-Wunused-but-set-variable\"
#pragma GCC diagnostic ignored \"-Wunused-function\"
#pragma GCC diagnostic ignored \"-Wuninitialized\"
#pragma GCC diagnostic ignored \"-Wmaybe-uninitialized\"
#pragma GCC diagnostic ignored \"-Waddress\"
#pragma GCC diagnostic ignored \"-Waddress-of-packed-member\"
#pragma GCC diagnostic ignored \"-Wtautological-compare\"
#pragma GCC diagnostic ignored \"-Wbool-compare\"
#pragma GCC diagnostic ignored \"-Wbool-operation\"
#pragma GCC diagnostic ignored \"-Wmain\"
";
