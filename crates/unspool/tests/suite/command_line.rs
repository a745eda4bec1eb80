//! Exit codes and messages.

use std::io::{BufRead, BufReader};

use crate::invocation::Workplace;
use unspool::exit_codes;

const HELLO: &str = "#include <stdio.h>\nint main(void) { printf(\"hello\\n\"); return 3; }\n";

#[test]
fn output_and_status_are_the_programs() {
    let place = Workplace::new("run_hello").with("hello.c", HELLO);
    let said = place.call("run hello.c").expect(3, &[]);
    assert_eq!(said.output, "hello\n");
    assert_eq!(said.errors, "");
    let said = place.call_with("run -", HELLO).expect(3, &[]);
    assert_eq!(said.output, "hello\n");
    let aborts = "#include <stdlib.h>\nint main(void) { abort(); }\n";
    place.call_with("run -", aborts).expect(134, &[]);
}

#[test]
fn bytes_pass_through_unchanged() {
    let all = "#include <stdio.h>\nint main(void) { for (int i = 0; i < 256; i++) putchar(i); return 0; }\n";
    let place = Workplace::new("bytes").with("all.c", all);
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_unspool"))
        .args(["run", "all.c"])
        .current_dir(&place.folder)
        .output()
        .expect("the command runs");
    assert_eq!(output.stdout, (0..=255).collect::<Vec<u8>>());
}

#[test]
fn wrong_usage() {
    let place = Workplace::new("usage").with("hello.c", HELLO);
    place.call("").expect(1, &["Usage:"]);
    place.call("run").expect(1, &["<FILE>"]);
    place.call("nonsense").expect(1, &["nonsense"]);
    place
        .call("run hello.c --no-such")
        .expect(1, &["--no-such"]);
    place
        .call("run hello.c -I")
        .expect(1, &["`-I` needs a value"]);
    place
        .call("run hello.c --schedule nonsense")
        .expect(1, &["neither `THREAD` nor", "exhaustive"]);
    place
        .call("ir hello.c --function nobody")
        .expect(1, &["no function `nobody`", "main"]);
    place
        .call("ir hello.c --dump-after nothing")
        .expect(1, &["nothing", "lower"]);
    let help = place.call("--help").expect(0, &[]);
    for row in exit_codes::TABLE {
        assert!(help.output.contains(row.meaning), "{}", help.output);
    }
    let version = place.call("--version").expect(0, &[]);
    assert_eq!(
        version.output,
        format!("unspool {}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn files_that_are_no_c() {
    let place = Workplace::new("no_c")
        .with("empty.c", "")
        .with("blank.c", " \n\n")
        .with("binary.c", b"\x7fELF\x02\x01\0\0\0\0")
        .with("prose.c", "Dear Sir or Madam,\nthis is not a program.\n")
        .with("plus.cpp", "class A {};\n")
        .with("wrong.json", "{}")
        .with("wrong.ir", "datamodel lp64\nfunction @main( -> i32\n");
    place.call("run missing.c").expect(
        2,
        &["cannot read `missing.c`: there is no such file", "help:"],
    );
    place.call("run .").expect(2, &["`.` is a directory"]);
    place.call("run empty.c").expect(2, &["`empty.c` is empty"]);
    place.call("run blank.c").expect(2, &["`blank.c` is empty"]);
    place
        .call("run binary.c")
        .expect(2, &["`binary.c` is a binary file"]);
    place
        .call("run prose.c")
        .expect(2, &["prose.c:1:1", "Dear Sir"]);
    place.call("run plus.cpp").expect(2, &["C++"]);
    place
        .call("run wrong.json")
        .expect(2, &["not a compilation database"]);
    place
        .call("run wrong.ir")
        .expect(2, &["wrong.ir:2", "function @main( -> i32"]);
    place
        .call("run missing.c other.c")
        .expect(2, &["`missing.c`", "`other.c`", "2 errors"]);
    place
        .call("run prose.c --cc no-such-compiler")
        .expect(2, &["`no-such-compiler`: it is not installed", "--cc"]);
    place
        .call("run wrong.ir empty.c")
        .expect(1, &["cannot be combined"]);
}

#[test]
fn a_failing_preprocessor_speaks_for_itself() {
    let place = Workplace::new("preprocessor").with(
        "a.c",
        "#include \"nowhere.h\"\nint main(void) { return 0; }\n",
    );
    place
        .call("run a.c")
        .expect(2, &["failed", "nowhere.h: No such file", "-I DIR"]);
}

#[test]
fn errors_are_underlined_in_the_original_line() {
    let place = Workplace::new("underlined")
        .with("syntax.c", "int main(void) {\n    int x   =   ;\n    return x;\n}\n")
        .with(
            "several.c",
            "#define TWICE(x) ((x) + (x))\nint f(void) {\n\treturn   missing_one;\n}\nint main(void) {\n    \
             int *p = 0;\n    p = p * 2;\n    return TWICE(missing_two);\n}\n",
        );
    let said = place
        .call("run syntax.c")
        .expect(2, &["syntax.c:2:17", "int x   =   ;"]);
    assert!(said.errors.contains("^"), "{}", said.errors);
    let said = place.call("ir several.c").expect(
        2,
        &[
            "several.c:3:",
            "missing_one",
            "several.c:7:",
            "several.c:8:17",
            "missing_two",
            "3 errors",
        ],
    );
    assert_eq!(said.output, "");
}

#[test]
fn of_very_many_errors_the_first_are_shown() {
    let lines: Vec<String> = (0..1000)
        .map(|n| format!("int v{n} = missing{n};\n"))
        .collect();
    let place = Workplace::new("many_errors").with("a.c", lines.concat());
    let said = place
        .call("run a.c")
        .expect(2, &["missing49", "1000 errors; the first 50 are shown"]);
    assert!(!said.errors.contains("missing50"), "{}", said.errors);
}

#[test]
fn warnings_can_be_silenced() {
    let place = Workplace::new("warnings").with(
        "warned.c",
        "#warning mind the gap\nint main(void) { return 0; }\n",
    );
    let said = place.call("run warned.c").expect(0, &["mind the gap"]);
    assert_eq!(said.output, "");
    let said = place.call("run -q warned.c").expect(0, &[]);
    assert_eq!(said.errors, "");
}

#[test]
fn a_function_without_body_is_named_when_a_pointer_calls_it() {
    let text = "int unknown(int);\nint (*pointer)(int) = unknown;\nint main(int argc, char **argv) {\n    \
                return pointer(2);\n}\n";
    let place = Workplace::new("no_body").with("a.c", text);
    place
        .call("run a.c")
        .expect(2, &["unsupported", "unknown", "a.c:"]);
    for options in ["", "--runs 5", "--schedule exhaustive"] {
        let said = place.call(&format!("run a.c {options}")).expect(
            2,
            &[
                "call of `unknown`, which is neither defined in the given files nor modelled",
                "give the file that defines it",
            ],
        );
        assert!(!said.errors.contains("--replay"), "{}", said.errors);
    }
}

#[test]
fn a_dump_is_an_input() {
    let place = Workplace::new("dump").with("hello.c", HELLO);
    let dumped = place
        .call("run hello.c --dump-after lower --stop-after lower")
        .expect(0, &[]);
    let printed = place.call("ir hello.c").expect(0, &[]);
    assert_eq!(dumped.output, printed.output);
    place.call("ir hello.c -o hello.ir").expect(0, &[]);
    let again = place.call("ir hello.ir --dump-after lower").expect(0, &[]);
    assert_eq!(again.output, printed.output);
    let said = place.call("run hello.ir").expect(3, &[]);
    assert_eq!(said.output, "hello\n");
    let only = place.call("ir hello.c --function main").expect(0, &[]);
    assert!(
        only.output.starts_with("function @main("),
        "{}",
        only.output
    );
    let silent = place.call("ir hello.c --check").expect(0, &[]);
    assert_eq!(silent.output, "");
}

#[test]
fn preprocessed_files_are_read_as_they_are() {
    let text = "# 1 \"original.c\"\n# 41 \"original.c\"\nint main(void) {\n  return nobody;\n}\n";
    let place = Workplace::new("preprocessed")
        .with("a.i", text)
        .with("b.i", "int main(void) { return 4; }\n");
    place
        .call("run a.i --cc no-such-compiler")
        .expect(2, &["original.c:42", "return nobody;"]);
    place.call("run b.i").expect(4, &[]);
}

#[test]
fn options_reach_the_preprocessor_in_their_order() {
    let place = Workplace::new("options_passed")
        .with("first.h", "#define FIRST 20\n")
        .with("a.c", "#ifdef GONE\n#error GONE is still there\n#endif\nint main(void) { return VALUE + FIRST; }\n");
    place
        .call("run a.c -DVALUE=3 -DGONE -UGONE -include first.h -std=c11")
        .expect(23, &[]);
    place
        .call("run a.c -D VALUE=3 -UGONE -DGONE -include first.h")
        .expect(2, &["GONE is still there"]);
}

#[test]
fn options_that_change_nothing_are_ignored() {
    let place = Workplace::new("options_ignored").with("hello.c", HELLO);
    place
        .call(
            "run -O2 -Wall -Wextra -g3 -fPIC hello.c -L /lib -lm -pthread -pedantic -w -c -o hello",
        )
        .expect(3, &[]);
    place
        .call("ir -O2 hello.c -Wall -o hello.ir")
        .expect(0, &[]);
    place.call("run hello.ir").expect(3, &[]);
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let place = Workplace::new("unwritable").with("hello.c", HELLO);
    place.call("ir hello.c -o nowhere/hello.ir").expect(
        2,
        &["cannot write `nowhere/hello.ir`: No such file", "help:"],
    );
}

#[test]
fn a_printed_program_comes_from_standard_input_too() {
    let place = Workplace::new("printed_input").with("hello.c", HELLO);
    let printed = place.call("ir hello.c").expect(0, &[]);
    let said = place.call_with("run -", &printed.output).expect(3, &[]);
    assert_eq!(said.output, "hello\n");
    place
        .call_with("run - hello.c", &printed.output)
        .expect(1, &["cannot be combined"]);
    place
        .call_with("run -", "datamodel lp64\nnonsense\n")
        .expect(2, &["<stdin>:2"]);
}

#[test]
fn a_refusal_of_the_program_is_no_missing_header() {
    let place = Workplace::new("refusal").with("a.c", "#error not on this machine\n");
    let said = place
        .call("run a.c")
        .expect(2, &["not on this machine", "failed"]);
    assert!(!said.errors.contains("-I DIR"), "{}", said.errors);
}

#[test]
fn a_preprocessor_that_says_nothing_is_told_so() {
    let place = Workplace::new("silent_preprocessor").with("hello.c", HELLO);
    place
        .call("run hello.c --cc false")
        .expect(2, &["`false", "it said nothing"]);
}

#[test]
fn an_unbalanced_atomic_section_is_the_programs_fault() {
    let text = "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\nint x;\n\
                int main(void) {\n    if (x)\n        __VERIFIER_atomic_begin();\n    x = 1;\n    return 0;\n}\n";
    let place = Workplace::new("atomic").with("a.c", text);
    place
        .call("run a.c")
        .expect(2, &["in function `main`", "a.c:", "pairs"]);
}

#[test]
fn the_readme_has_the_table_of_exit_codes() {
    let readme = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let readme = std::fs::read_to_string(readme).expect("the README");
    for row in exit_codes::TABLE {
        let line = format!("| {} | {} |", row.number, row.meaning);
        assert!(readme.contains(&line), "the README lacks: {line}");
    }
}

/// Numbers in texts are those of the program.
#[test]
fn the_readme_and_help_have_the_limits_of_accesses() {
    let limit = format!("more than {}", unspool_engine::MOST_PLACES);
    let readme = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let readme = std::fs::read_to_string(readme).expect("the README");
    let help = Workplace::new("help_limits").call("check --help").output;
    for text in [readme, help] {
        assert!(text.contains(&limit), "`{limit}` is missing in:\n{text}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let place = Workplace::new("closed_pipe").with("hello.c", HELLO);
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_unspool"))
        .args(["ir", "hello.c"])
        .current_dir(&place.folder)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

/// Runs a program whose reader takes one line and goes away; its standard error and exit status.
fn run_for_one_line(place: &Workplace, words: &[&str]) -> (String, Option<i32>) {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_unspool"))
        .args(words)
        .current_dir(&place.folder)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    reader.read_line(&mut line).expect("a line");
    assert_eq!(line, "y\n");
    drop(reader);
    let output = child.wait_with_output().expect("the command ends");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (errors, output.status.code())
}

#[test]
fn a_program_ends_when_its_reader_goes_away() {
    let endless = "#include <stdio.h>\nint main(void) { for (;;) puts(\"y\"); }\n";
    let fails = "#include <stdio.h>\n#include <assert.h>\nint main(void) {\n    \
                 for (int i = 0; i < 100000; i++) puts(\"y\");\n    assert(0);\n}\n";
    let place = Workplace::new("endless")
        .with("yes.c", endless)
        .with("fails.c", fails);
    let (errors, code) = run_for_one_line(&place, &["run", "yes.c"]);
    assert_eq!((errors.as_str(), code), ("", Some(141)));
    // What was found in a run that is over is still said.
    let (errors, code) = run_for_one_line(&place, &["run", "fails.c", "--runs", "2"]);
    assert_eq!(code, Some(10), "{errors}");
    assert!(errors.contains("assertion failed"), "{errors}");
}

#[test]
fn colours_only_when_asked_for() {
    let place = Workplace::new("colours").with("a.c", "int main(void) { return nobody; }\n");
    let plain = place.call("run a.c").expect(2, &[]);
    assert!(!plain.errors.contains('\u{1b}'), "{}", plain.errors);
    let colored = place.call("run a.c --color always").expect(2, &[]);
    assert!(colored.errors.contains('\u{1b}'), "{}", colored.errors);
}

#[test]
fn deep_nesting_is_refused_or_handled_but_never_crashes() {
    for depth in [100, 10_000, 1_000_000] {
        let text = format!(
            "int main(void) {{ return {}1{}; }}\n",
            "(".repeat(depth),
            ")".repeat(depth)
        );
        let place = Workplace::new(&format!("nesting{depth}")).with("deep.i", text);
        let said = place.call("run deep.i");
        assert!([1, 2].contains(&said.code), "{depth}: {}", said.errors);
    }
}
