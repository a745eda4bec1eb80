//! Several files as one program.

use crate::invocation::Workplace;

#[test]
fn statics_of_the_same_name_stay_apart_and_externs_meet() {
    let place = Workplace::new("linking")
        .with(
            "a.c",
            "#include <stdio.h>\nstatic int count = 1;\nint tentative;\nextern int defined;\nint other(void);\n\
             static int step(void) { return ++count; }\n\
             int main(void) { step(); printf(\"%d %d %d %d\\n\", count, other(), tentative, defined); return 0; }\n",
        )
        .with(
            "b.c",
            "static int count = 10;\nint tentative;\nint tentative;\nint defined = 7;\n\
             static int step(void) { return count += 5; }\nint other(void) { tentative = 9; return step(); }\n",
        );
    let said = place.call("run a.c b.c").expect(0, &[]);
    // Arguments are evaluated in an order of the compiler's choice: only `tentative` may show it.
    assert!(
        ["2 15 9 7\n", "2 15 0 7\n"].contains(&said.output.as_str()),
        "{}",
        said.output
    );
}

#[test]
fn conflicting_definitions_are_named_with_both_places() {
    let place = Workplace::new("conflicts")
        .with(
            "a.c",
            "int twice(void) { return 1; }\nint main(void) { return twice(); }\n",
        )
        .with("b.c", "\nint twice(void) { return 2; }\n")
        .with("c.c", "int value = 1;\nint main(void) { return value; }\n")
        .with("d.c", "int value = 2;\n")
        .with("e.c", "long value = 2;\n")
        .with(
            "f.c",
            "extern int value;\nint main(void) { return value; }\n",
        );
    place
        .call("run a.c b.c")
        .expect(2, &["twice", "a.c:1:", "b.c:2:"]);
    place
        .call("run c.c d.c")
        .expect(2, &["value", "c.c:1:", "d.c:1:"]);
    place
        .call("run f.c e.c")
        .expect(2, &["value", "f.c:1:", "e.c:1:"]);
}

#[test]
fn a_program_without_main_can_be_printed_but_not_run() {
    let place = Workplace::new("no_main").with("a.c", "int f(void) { return 1; }\n");
    place.call("run a.c").expect(2, &["no function `main`"]);
    let said = place.call("ir a.c").expect(0, &[]);
    assert!(said.output.contains("@f"), "{}", said.output);
}

#[test]
fn a_compilation_database_names_files_and_options() {
    let place = Workplace::new("database")
        .with("a.c", "#include \"number.h\"\nint other(void);\nint main(void) { return NUMBER + other(); }\n")
        .with("b.c", "int other(void) { return OTHER; }\n");
    let folder = place.folder.display().to_string();
    std::fs::create_dir_all(place.folder.join("include")).expect("a folder");
    let place = place
        .with("include/number.h", "#define NUMBER 30\n")
        .with(
            "compile_commands.json",
            format!(
                "[{{\"directory\": \"{folder}\", \"file\": \"a.c\", \"arguments\": [\"cc\", \"-Iinclude\", \"-c\", \"a.c\"]}},\n\
                 {{\"directory\": \"{folder}\", \"file\": \"b.c\", \"command\": \"cc '-DOTHER=(1 + 2)' -O2 -c b.c\"}}]"
            ),
        );
    place.call("run compile_commands.json").expect(33, &[]);
    place
        .call("run compile_commands.json -UOTHER -DOTHER=4")
        .expect(34, &[]);
}
