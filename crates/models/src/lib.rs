//! The models: the C library and POSIX threads, written in C over a handful of intrinsics.
//!
//! A program is verified and run together with C definitions of the library functions it calls. They are C, not
//! Rust, so that one semantics (that of the IR) covers both, and adding a function needs no change to any pass.
//! This crate only holds their text. It knows nothing of who parses it; it does no IO and has no dependencies.
//!
//! [`text_for`] picks the files a program needs and joins them, after [`PRELUDE`], into one translation unit: names, static ones
//! too, are unique over all files. There is no preprocessing: no line begins with `#`. The same text serves both data
//! models, because the types that differ come from the front end. A user's definition of the same name wins.
//!
//! The prelude ends with `models/opaque_types.c`, which is also available by itself as [`OPAQUE_TYPES`]: for each
//! `__unspool_type_N` in it, a typedef named `N` in user code denotes that type.

mod select;

pub use select::text_for;

/// One model file: its name below `models/`, and its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModelFile {
    pub name: &'static str,
    pub text: &'static str,
}

/// All model files, in the order of their names. The prelude and the opaque types are not among them.
pub fn files() -> &'static [ModelFile] {
    &FILES
}

/// The text that precedes each model file: typedefs, declarations shared between model files, opaque types.
pub const PRELUDE: &str = concat!(
    include_str!("../models/prelude.h"),
    "\n",
    include_str!("../models/opaque_types.c")
);

/// The models' types for the opaque POSIX and C11 types. Needs `size_t` declared before it.
pub const OPAQUE_TYPES: &str = include_str!("../models/opaque_types.c");

macro_rules! model_files {
    ($($name:literal),* $(,)?) => {
        [$(ModelFile { name: $name, text: include_str!(concat!("../models/", $name)) }),*]
    };
}

const FILES: [ModelFile; 33] = model_files![
    "allocation.c",
    "assertions.c",
    "ctype.c",
    "ctype_tables.c",
    "environment.c",
    "errno.c",
    "integers.c",
    "math_classify.c",
    "math_rounding.c",
    "math_scaling.c",
    "printf.c",
    "printf_core.c",
    "printf_float.c",
    "process_end.c",
    "pthread_barrier.c",
    "pthread_cond.c",
    "pthread_key.c",
    "pthread_mutex.c",
    "pthread_once.c",
    "pthread_rwlock.c",
    "pthread_spin.c",
    "pthread_thread.c",
    "random.c",
    "scheduling.c",
    "semaphore.c",
    "sorting.c",
    "streams.c",
    "strerror.c",
    "string_copy.c",
    "string_memory.c",
    "string_search.c",
    "strtod.c",
    "svcomp.c",
];
