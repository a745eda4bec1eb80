//! The models as a C compiler sees them: they are C in both data models, and run natively against the host's libc.
//!
//! For a native run every function of the models is renamed (`snprintf` to `model_snprintf`) so that both it and the
//! host's function of that name can be called; the intrinsics are supplied by `drivers/runtime.c`. Each driver exits
//! with 0 if model and host agree everywhere, and prints the disagreements otherwise.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use unspool_models::{PRELUDE, files};

const SHIM: &str = include_str!("drivers/shim.h");
const RUNTIME: &str = include_str!("drivers/runtime.c");
const RUNTIME_HEADER: &str = include_str!("drivers/runtime.h");

#[test]
fn no_preprocessor_directives() {
    for (name, text) in files()
        .iter()
        .map(|file| (file.name, file.text))
        .chain([("prelude", PRELUDE)])
    {
        for (index, line) in text.lines().enumerate() {
            assert!(
                !line.trim_start().starts_with('#'),
                "{name}:{}: a preprocessor directive",
                index + 1
            );
        }
    }
}

#[test]
fn every_model_file_is_listed() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let mut present = BTreeSet::new();
    for entry in fs::read_dir(directory).expect("the models directory") {
        present.insert(
            entry
                .expect("a directory entry")
                .file_name()
                .into_string()
                .expect("an ASCII name"),
        );
    }
    let listed = files().iter().map(|file| file.name.to_string());
    let listed: BTreeSet<String> = listed
        .chain(["prelude.h".into(), "opaque_types.c".into()])
        .collect();
    assert_eq!(present, listed);
}

#[test]
fn each_file_is_c_in_lp64() {
    check_syntax("-m64");
}

#[test]
fn each_file_is_c_in_ilp32() {
    check_syntax("-m32");
}

#[test]
fn a_name_is_defined_by_one_file_only() {
    let mut seen = BTreeSet::new();
    for file in files() {
        for name in defined_functions(file.text) {
            assert!(
                seen.insert(name.clone()),
                "{name} is defined twice, once in {}",
                file.name
            );
        }
    }
    assert!(seen.len() > 300, "only {} functions found", seen.len());
}

#[test]
fn printf_prints_as_libc_does() {
    run_driver("printf", include_str!("drivers/printf_driver.c"), &[]);
}

#[test]
fn sscanf_reads_as_libc_does() {
    run_driver("scanf", include_str!("drivers/scanf_driver.c"), &[]);
}

#[test]
fn the_calendar_is_as_in_libc() {
    run_driver("time", include_str!("drivers/time_driver.c"), &[]);
}

#[test]
fn options_are_found_as_in_libc() {
    run_driver("getopt", include_str!("drivers/getopt_driver.c"), &[]);
}

#[test]
fn messages_have_their_texts() {
    run_driver("messages", include_str!("drivers/messages_driver.c"), &[]);
}

#[test]
fn strings_and_characters_as_in_libc() {
    run_driver("string", include_str!("drivers/string_driver.c"), &[]);
}

#[test]
fn numbers_sorting_and_allocation_as_in_libc() {
    run_driver("stdlib", include_str!("drivers/stdlib_driver.c"), &[]);
}

#[test]
fn mathematics_as_in_libc() {
    run_driver("math", include_str!("drivers/math_driver.c"), &["-lm"]);
}

#[test]
fn threads_keep_posix_rules() {
    run_driver(
        "threads",
        &with_prelude(include_str!("drivers/threads_driver.c")),
        &[],
    );
}

#[test]
fn locks_answer_as_in_libc() {
    run_driver("locks", include_str!("drivers/locks_driver.c"), &[]);
}

#[test]
fn static_initialisers_keep_their_meaning() {
    run_driver(
        "initialisers",
        &with_prelude(include_str!("drivers/initialisers_driver.c")),
        &[],
    );
}

fn with_prelude(text: &str) -> String {
    format!("{SHIM}\n{PRELUDE}\n{text}")
}

fn compiler() -> Command {
    Command::new(std::env::var_os("CC").unwrap_or_else(|| "cc".into()))
}

/// A fresh directory for one test; a run with the same process number starts anew.
fn temporary_directory(name: &str) -> PathBuf {
    let directory =
        std::env::temp_dir().join(format!("unspool-models-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("a temporary directory");
    directory
}

fn run(command: &mut Command, what: &str) {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{what}: {error}"));
    assert!(
        output.status.success(),
        "{what} failed ({})\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

fn check_syntax(data_model: &str) {
    let directory = temporary_directory(&format!("syntax{data_model}"));
    let empty = directory.join("empty.c");
    fs::write(&empty, "int x;\n").expect("write");
    let probe = compiler()
        .args([data_model, "-fsyntax-only"])
        .arg(&empty)
        .output()
        .expect("run the C compiler");
    if !probe.status.success() {
        let message = format!("SKIPPED: the C compiler does not accept {data_model}");
        assert!(
            std::env::var_os("UNSPOOL_REQUIRE_TOOLS").is_none(),
            "{message}"
        );
        eprintln!("{message}");
        return;
    }
    for file in files() {
        let source = directory.join(file.name);
        fs::write(&source, with_prelude(file.text)).expect("write");
        let mut command = compiler();
        command.args([
            "-std=gnu11",
            "-fsyntax-only",
            "-w",
            "-fno-builtin",
            "-Werror=implicit-function-declaration",
        ]);
        command
            .args([
                "-Werror=int-conversion",
                "-Werror=incompatible-pointer-types",
                data_model,
            ])
            .arg(&source);
        run(&mut command, &format!("{} with {data_model}", file.name));
    }
    fs::remove_dir_all(&directory).expect("remove the temporary directory");
}

/// The names of the non-static functions that a model file defines: its definitions all begin in the first
/// column, and the name stands before the first parenthesis.
fn defined_functions(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        let begins_declaration =
            line.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
        if !begins_declaration
            || ["static ", "typedef ", "extern "]
                .iter()
                .any(|word| line.starts_with(word))
        {
            continue;
        }
        let Some((before, _)) = line.split_once('(') else {
            continue;
        };
        if before.contains('=') {
            continue;
        }
        let end = lines[index..]
            .iter()
            .find(|later| later.contains('{') || later.contains(';'));
        if !end.is_some_and(|later| later.contains('{')) {
            continue;
        }
        let name = before
            .rsplit(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
            .next()
            .unwrap_or("");
        if !name.is_empty() {
            names.push(name.to_string());
        }
    }
    names
}

/// Compiles all model files with renamed functions, the runtime and the driver into one program, and runs it.
fn run_driver(name: &str, driver: &str, libraries: &[&str]) {
    let directory = temporary_directory(name);
    let mut renames = String::new();
    for function in files().iter().flat_map(|file| defined_functions(file.text)) {
        if !function.starts_with("__unspool_") {
            renames.push_str(&format!("#define {function} model_{function}\n"));
        }
    }
    // Objects that the host's libc has too, and would share with the models otherwise.
    for variable in [
        "stdin",
        "stdout",
        "stderr",
        "environ",
        "optarg",
        "optind",
        "opterr",
        "optopt",
        "tzname",
        "daylight",
        "timezone",
        "program_invocation_name",
        "program_invocation_short_name",
        "error_message_count",
    ] {
        renames.push_str(&format!("#define {variable} model_{variable}\n"));
    }
    let program = directory.join("program");
    let mut command = compiler();
    command
        .args([
            "-std=gnu11",
            "-w",
            "-O1",
            "-g",
            "-pthread",
            "-fno-builtin",
            "-fwrapv",
        ])
        .arg("-o")
        .arg(&program);
    for file in files() {
        let source = directory.join(file.name);
        fs::write(&source, format!("{renames}{}", with_prelude(file.text))).expect("write");
        command.arg(&source);
    }
    fs::write(directory.join("runtime.h"), RUNTIME_HEADER).expect("write");
    for (part, text) in [("unspool_runtime.c", RUNTIME), ("unspool_driver.c", driver)] {
        let source = directory.join(part);
        fs::write(&source, text).expect("write");
        command.arg(&source);
    }
    command.args(libraries);
    run(&mut command, &format!("compiling the {name} driver"));
    run(&mut Command::new(&program), &format!("the {name} driver"));
    fs::remove_dir_all(&directory).expect("remove the temporary directory");
}
