//! Every prelude is C that compilers take without a warning, and knows every word.

use std::path::Path;
use std::process::Command;

use unspool_backends::{TABLE, find};

use crate::contract::{REST, WORDS};
use crate::tools::{folder, skip};

#[test]
fn preludes_compile_without_a_warning() {
    let folder = folder("preludes");
    for backend in TABLE {
        let file = folder.join(format!("{}.c", backend.name));
        std::fs::write(&file, [backend.prelude, REST, WORDS].concat()).unwrap();
        for compiler in ["cc", "gcc", "clang"] {
            for width in ["-m64", "-m32"] {
                compile(compiler, width, &file);
            }
        }
    }
}

fn compile(compiler: &str, width: &str, file: &Path) {
    if find::program(compiler).is_none() {
        // One compiler is enough.
        assert_ne!(compiler, "cc");
        return;
    }
    let object = file.with_extension("o");
    let output = Command::new(compiler)
        .args([
            width,
            "-std=gnu11",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-O1",
            "-c",
            "-o",
        ])
        .args([&object, file])
        .output()
        .expect("a compiler that can be started");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{compiler} {width} {}:\n{errors}",
        file.display()
    );
}

#[test]
fn a_prelude_without_a_word_is_noticed() {
    if find::program("cc").is_none() {
        return skip("a_prelude_without_a_word_is_noticed", "cc");
    }
    let folder = folder("preludes_without_a_word");
    let file = folder.join("program.c");
    let prelude = crate::tools::row("svcomp")
        .prelude
        .replace("unspool_nondet_i16", "unspool_other");
    std::fs::write(&file, [prelude.as_str(), REST, WORDS].concat()).unwrap();
    let output = Command::new("cc")
        .args(["-std=gnu11", "-Wall", "-Werror", "-fsyntax-only"])
        .arg(&file)
        .output()
        .unwrap();
    assert!(!output.status.success());
}
