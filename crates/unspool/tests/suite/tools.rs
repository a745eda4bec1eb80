//! External tools that not every machine has. A test without its tool says so on the terminal and passes, unless
//! the variable UNSPOOL_REQUIRE_TOOLS is set, which turns every such skip into a failure.

use std::io::Write;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use unspool_ir::DataModel;

/// The data models that the machine's compiler can build and run programs for. Skips visibly on behalf of `test`.
pub fn data_models(test: &str) -> Vec<DataModel> {
    let mut models = vec![DataModel::Lp64];
    match has_m32() {
        true => models.push(DataModel::Ilp32),
        false => skip(test, "cc -m32"),
    }
    models
}

/// The compiler option for a data model.
pub fn flag(data_model: DataModel) -> &'static str {
    match data_model {
        DataModel::Ilp32 => "-m32",
        DataModel::Lp64 => "-m64",
    }
}

/// An empty folder for one test.
pub fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::remove_dir_all(&path).ok();
    std::fs::create_dir_all(&path).expect("a folder for temporary files");
    path
}

/// Whether a tool is installed. If not, skips visibly on behalf of `test`.
pub fn has(tool: &str, test: &str) -> bool {
    let found = Command::new(tool).arg("--version").output().is_ok();
    if !found {
        skip(test, tool);
    }
    found
}

/// Whether a Python has a module. If not, skips visibly on behalf of `test`.
pub fn has_python_module(python: &str, module: &str, test: &str) -> bool {
    let found = Command::new(python)
        .args(["-c", &format!("import {module}")])
        .output()
        .is_ok_and(|output| output.status.success());
    if !found {
        skip(test, &format!("the module {module} of {python}"));
    }
    found
}

fn skip(test: &str, tool: &str) {
    assert!(
        std::env::var_os("UNSPOOL_REQUIRE_TOOLS").is_none(),
        "{test} needs {tool}, which is missing, and UNSPOOL_REQUIRE_TOOLS is set"
    );
    // Not `eprintln`, which the test harness hides for tests that pass.
    writeln!(std::io::stderr(), "SKIPPED: {test}: {tool} is missing").ok();
}

fn has_m32() -> bool {
    static FOUND: OnceLock<bool> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let folder = folder(&format!("m32_probe_{}", std::process::id()));
        let source = folder.join("probe.c");
        let binary = folder.join("probe");
        std::fs::write(
            &source,
            "#include <stdio.h>\nint main(void) { return 0; }\n",
        )
        .expect("a probe");
        let compiled = Command::new("cc")
            .args(["-m32", "-o"])
            .args([&binary, &source])
            .output()
            .is_ok_and(|output| output.status.success());
        compiled && Command::new(&binary).status().is_ok_and(|s| s.success())
    })
}
