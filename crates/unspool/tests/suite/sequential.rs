//! Every program of `tests/programs/sequential` behaves in the interpreter as compiled with `cc`, and its text form
//! reads back.

use std::path::{Path, PathBuf};

use unspool_ir::DataModel;

use crate::reference::{compare, compiled, interpreted, lowered, round_trip};
use crate::{tools, work_sharing};

#[test]
fn programs_behave_as_compiled() {
    let programs = programs();
    assert!(programs.len() >= 150, "only {} programs", programs.len());
    let folder = tools::folder("sequential");
    let mut jobs: Vec<(PathBuf, DataModel)> = Vec::new();
    for data_model in tools::data_models("programs_behave_as_compiled in ILP32") {
        jobs.extend(programs.iter().map(|program| (program.clone(), data_model)));
    }
    let failures: Vec<String> = work_sharing::map(&jobs, |(program, data_model)| {
        let name = program.file_name().unwrap_or_default().to_string_lossy();
        check(program, *data_model, &folder)
            .err()
            .map(|why| format!("{name} in {}: {why}", data_model.name()))
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(
        failures.is_empty(),
        "{} of {} differ:\n{}",
        failures.len(),
        jobs.len(),
        failures.join("\n")
    );
}

/// The comparison can fail: a program that knows who runs it is caught.
#[test]
fn a_program_that_behaves_differently_is_noticed() {
    let folder = tools::folder("different");
    let source = folder.join("different.c");
    let text = "#include <stdio.h>\n#ifdef __UNSPOOL__\n#define WHO 1\n#else\n#define WHO 2\n#endif\n\
                int main(void) { printf(\"%d\\n\", WHO); return 0; }\n";
    std::fs::write(&source, text).expect("a program");
    let why = check(&source, DataModel::Lp64, &folder).expect_err("they differ");
    assert_eq!(why, "line 1: expected `2`, found `1`");
}

fn check(program: &Path, data_model: DataModel, folder: &Path) -> Result<(), String> {
    let expected = compiled(program, data_model, &[], folder)?;
    let lowered = lowered(program, data_model)?;
    round_trip(&lowered)?;
    compare(&expected, &interpreted(&lowered)?)
}

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/sequential");
    let mut programs: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of programs")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    programs.sort();
    programs
}
