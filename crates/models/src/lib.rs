//! The models: the C library and POSIX threads, written in C over a handful of intrinsics.
//!
//! A program is verified and run together with C definitions of the library functions it calls. They are C, not
//! Rust, so that one semantics (that of the IR) covers both, and adding a function needs no change to any pass.
//! This crate only holds their text. It knows nothing of who parses it; it does no IO and has no dependencies.
//!
//! [`text_for`] picks the definitions a program needs and joins them, after the types of [`PRELUDE`], into one translation unit: names,
//! static ones too, are unique over all files. There is no preprocessing: no line begins with `#`. The same text serves both data
//! models, because the types that differ come from the front end. A user's definition of the same name wins.
//!
//! The prelude ends with `models/opaque_types.c`: for each `__unspool_type_N` in it, a typedef named `N` in user code denotes that
//! type.

pub mod pattern;
pub mod scan;

mod documentation;
mod intrinsics;
mod page;
mod select;
mod switches;

pub use documentation::{Assumption, FileDocumentation, FunctionDocumentation};
pub use intrinsics::{INTRINSICS, Intrinsic};
pub use page::{by_header, page};
pub use select::{Reached, defined_names, reached_from, text_for};
pub use switches::{ON_DEMAND, SWITCHES, Switch, Switches, WEAK_FAILURES, constant_of};

/// One model file: its name below `models/`, and its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModelFile {
    pub name: &'static str,
    pub text: &'static str,
}

/// All model files, in the order of their names. The prelude and the opaque types are not among them.
pub fn files() -> &'static [ModelFile] {
    tables::FILES
}

/// What the model files say about themselves, in the same order.
pub fn documentation() -> Vec<FileDocumentation> {
    let files = files().iter();
    files
        .map(|file| FileDocumentation::parse(file.name, file.text))
        .collect()
}

/// What programs can use without a model: the compiler's own, which have no type and hence no definition in C.
pub const OF_THE_FRONT_END: &str = "C11 atomics (<stdatomic.h>, _Atomic), __atomic_* and __sync_* are understood by the front end; \
     memory orders are treated as sequentially consistent.";

/// Headers of dialects, for programs that include them where they are not installed: name and text.
pub const HEADERS: &[(&str, &str)] = &[
    ("goblint.h", include_str!("../headers/goblint.h")),
    ("klee/klee.h", include_str!("../headers/klee/klee.h")),
];

/// The text that precedes each model file: typedefs, declarations shared between model files, opaque types.
pub const PRELUDE: &str = concat!(
    include_str!("../models/prelude.h"),
    "\n",
    include_str!("../models/opaque_types.c")
);

mod tables {
    use crate::ModelFile;
    use crate::select::Piece;

    include!(concat!(env!("OUT_DIR"), "/tables.rs"));
}
