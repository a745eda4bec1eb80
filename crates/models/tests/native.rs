//! The models as a C compiler sees them: they are C in both data models, and run natively against the host's libc.
//!
//! For a native run every function of the models is renamed (`snprintf` to `model_snprintf`) so that both it and the
//! host's function of that name can be called; the intrinsics are supplied by `drivers/runtime.c`. Each driver exits
//! with 0 if model and host agree everywhere, and prints the disagreements otherwise.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use unspool_models::scan::definitions;
use unspool_models::{HEADERS, PRELUDE, files};

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

/// What the headers of dialects declare is modelled, with the same types.
#[test]
fn headers_agree_with_the_models() {
    let directory = temporary_directory("headers");
    for (name, header) in HEADERS {
        let models: Vec<&str> = files()
            .iter()
            .filter(|file| file.text.starts_with(&format!("/* <{name}>")))
            .map(|file| file.text)
            .collect();
        let declared: Vec<&str> = header
            .lines()
            .filter(|line| line.ends_with(';'))
            .filter_map(|line| line.split('(').next()?.split([' ', '*']).next_back())
            .collect();
        assert!(declared.len() > 5, "{name}: {declared:?}");
        for function in declared {
            let is_modelled = models
                .iter()
                .any(|text| functions_of(text).any(|f| f == function));
            assert!(
                is_modelled,
                "<{name}> declares {function}, which has no model"
            );
        }
        let source = directory.join("both.c");
        let both = format!("{SHIM}\n{PRELUDE}\n{header}\n{}", models.join("\n"));
        fs::write(&source, both).expect("write");
        let mut command = compiler();
        command
            .args(["-std=gnu11", "-fsyntax-only", "-w"])
            .arg(&source);
        run(&mut command, name);
    }
    fs::remove_dir_all(&directory).expect("remove the temporary directory");
}

#[test]
fn a_name_is_defined_by_one_file_only() {
    let mut seen = BTreeSet::new();
    for file in files() {
        for name in functions_of(file.text) {
            assert!(
                seen.insert(name),
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
    let mut texts: Vec<(&str, String)> = files()
        .iter()
        .map(|file| (file.name, file.text.to_string()))
        .collect();
    // Any of them may be chosen together with any other: static names are unique too.
    let together: Vec<&str> = files().iter().map(|file| file.text).collect();
    texts.push(("together.c", together.join("\n")));
    for (name, text) in texts {
        let source = directory.join(name);
        fs::write(&source, with_prelude(&text)).expect("write");
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
        run(&mut command, &format!("{name} with {data_model}"));
    }
    fs::remove_dir_all(&directory).expect("remove the temporary directory");
}

/// The functions that a model file defines for others.
fn functions_of(text: &str) -> impl Iterator<Item = &str> {
    let functions = definitions(text)
        .into_iter()
        .filter(|d| d.is_function && !d.is_private);
    functions.map(|definition| definition.name)
}

/// Compiles all model files with renamed functions, the runtime and the driver into one program, and runs it.
fn run_driver(name: &str, driver: &str, libraries: &[&str]) {
    let directory = temporary_directory(name);
    let mut renames = String::new();
    for function in files().iter().flat_map(|file| functions_of(file.text)) {
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
