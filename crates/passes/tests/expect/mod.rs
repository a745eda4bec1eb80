//! Text-IR tests: a folder of programs, each beside what a pass makes of it ([`results`]).

mod results;

use unspool_ir::verify::verify;
use unspool_ir::{Program, text};

/// Runs `pass` over every program in `tests/FOLDER` and compares the printed results.
pub fn check_folder(folder: &str, pass: impl Fn(&mut Program)) {
    check_folder_as(folder, |program| {
        pass(program);
        if let Err(errors) = verify(program) {
            panic!("the verifier refuses the result: {}", errors[0]);
        }
        text::print(program)
    });
}

/// The same for what is no program: an analysis prints its result as it likes.
pub fn check_folder_as(folder: &str, show: impl Fn(&mut Program) -> String) {
    results::check_folder(folder, show);
}
