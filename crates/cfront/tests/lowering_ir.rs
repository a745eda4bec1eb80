//! What C becomes: each `lowering/NAME.c` with the IR expected of it beside it in `lowering/NAME.ir`.
//!
//! `UNSPOOL_BLESS=1 cargo test -p unspool-cfront --test lowering_ir` rewrites the expectations; read the difference.

use std::fs;
use std::path::Path;

use unspool_cfront::{Input, Origin, Settings, compile};
use unspool_ir::{DataModel, text, verify::verify};

#[test]
fn c_is_lowered_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lowering");
    let mut sources: Vec<_> = fs::read_dir(&folder)
        .expect("the folder of examples")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    sources.sort();
    assert!(sources.len() >= 15, "examples are missing");
    let mut failures = Vec::new();
    for source in sources {
        let name = source.file_name().expect("a name").to_string_lossy();
        let input = Input {
            name: name.to_string(),
            text: fs::read(&source).expect("readable source"),
            origin: Origin::User,
        };
        let compilation =
            compile(vec![input], &Settings::new(DataModel::Lp64), |_| Vec::new()).expect("small");
        let messages: Vec<_> = compilation.diagnostics.iter().map(|d| &d.message).collect();
        let program = compilation
            .program
            .unwrap_or_else(|| panic!("{name} is refused: {messages:?}"));
        verify(&program).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        let actual = text::print(&program);
        let expected_path = source.with_extension("ir");
        if std::env::var_os("UNSPOOL_BLESS").is_some() {
            fs::write(&expected_path, &actual).expect("writable expectation");
        }
        let expected = fs::read_to_string(&expected_path).unwrap_or_default();
        if actual != expected {
            failures.push(format!("{name}: expected\n{expected}\nbut got\n{actual}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
