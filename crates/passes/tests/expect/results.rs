//! A folder of programs, each beside what comes of it, in words.
//!
//! `NAME.ir` is the input, `NAME.expected.ir` the result. `UNSPOOL_BLESS=1` writes the latter anew.

use std::fs;
use std::path::Path;

use unspool_ir::verify::verify;
use unspool_ir::{Program, text};

/// Shows what comes of every program in `tests/FOLDER`, and compares.
pub fn check_folder(folder: &str, show: impl Fn(&mut Program) -> String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(folder);
    let mut inputs: Vec<_> = fs::read_dir(&root)
        .expect("the folder of programs")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.to_string_lossy().ends_with(".ir"))
        .filter(|path| !path.to_string_lossy().ends_with(".expected.ir"))
        .collect();
    inputs.sort();
    assert!(!inputs.is_empty(), "no programs in {folder}");
    let mut wrong = Vec::new();
    for input in inputs {
        let name = input
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let mut program = read(&input);
        let result = show(&mut program);
        let expected = root.join(format!("{name}.expected.ir"));
        if std::env::var_os("UNSPOOL_BLESS").is_some() {
            fs::write(&expected, &result).expect("write the expectation");
        } else if fs::read_to_string(&expected).ok().as_ref() != Some(&result) {
            wrong.push(format!("{folder}/{name}:\n{result}"));
        }
    }
    assert!(wrong.is_empty(), "not as expected: {}", wrong.join("\n"));
}

fn read(path: &Path) -> Program {
    let source = fs::read_to_string(path).expect("read the program");
    let name = path.display();
    let program = text::parse(&source).unwrap_or_else(|error| panic!("{name}: {error}"));
    if let Err(errors) = verify(&program) {
        panic!("{name}: {}", errors[0]);
    }
    program
}
