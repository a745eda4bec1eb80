//! Concurrent programs as C with real threads, to be read and to be run.
//!
//! `spawn` is `pthread_create`; atomic sections are under one lock, atomic updates too; plain accesses are as they are. A section whose
//! `wait_until` is false is left and begun again ([`sections`]). The machine decides when which thread runs, as it does for the program
//! that the user wrote: the text finds out nothing, and shows everything.
//!
//! Compile it with `cc -std=gnu11 -pthread`.

pub(crate) mod sections;

use unspool_ir::Program;

use crate::verifier::{self, TextOptions};

/// The text of a program that may have threads, in one file.
pub fn text(program: &Program, lines: bool) -> String {
    let options = TextOptions {
        prelude: include_str!("runtime.h"),
        lines,
        threads: true,
        ..TextOptions::default()
    };
    verifier::text(program, &options).text
}
