//! The options about the library: functions that are missing, models of the user's own, switches, labels, what is ignored.

use crate::invocation::{Said, Workplace, call_in};

const CALLS_MAGIC: &str = "#include <assert.h>
int magic(int number);
void never_called(void);
static void unused(void) { never_called(); }
int main(void) {
    assert(magic(3) == 4);
    return 0;
}
";

#[test]
fn a_missing_function_is_an_error_that_names_it_and_its_call() {
    let place = Workplace::new("missing_function").with("a.c", CALLS_MAGIC);
    let said = place.call("run a.c").expect(
        2,
        &[
            "`magic` is called here, but it has neither a body nor a model",
            "a.c:6:",
            "--models DIR",
            "--havoc-missing",
        ],
    );
    // What cannot be reached does not matter.
    assert!(!said.errors.contains("never_called"), "{}", said.errors);
    // A part of a program may be looked at.
    let said = place
        .call("ir a.c")
        .expect(0, &["`magic` has neither a body nor a model"]);
    assert!(said.output.contains("@magic"), "{}", said.output);
}

#[test]
fn a_missing_function_in_dead_code_does_not_matter() {
    let text = "void __bad_size(void);\nint after(void);\nint main(void) {\n    int x = 0;\n    \
                if (sizeof x != 4)\n        __bad_size();\n    switch (1) { case 2: after(); }\n    \
                return x;\n    after();\n}\n";
    let place = Workplace::new("missing_in_dead_code").with("a.c", text);
    place.call("run a.c").expect(0, &[]);
}

#[test]
fn every_missing_function_is_named_once() {
    let text =
        "int f(void);\nint g(void);\nint main(void) {\n    f();\n    f();\n    return g();\n}\n";
    let place = Workplace::new("missing_functions").with("a.c", text);
    let said = place.call("run a.c").expect(2, &["a.c:4:", "a.c:6:"]);
    assert_eq!(said.errors.matches("`f` is called").count(), 1);
    assert_eq!(said.errors.matches("`g` is called").count(), 1);
}

#[test]
fn havoc_lets_missing_functions_return_anything() {
    let place = Workplace::new("havoc").with("a.c", CALLS_MAGIC);
    let exhaustive = "run a.c --havoc-missing --schedule exhaustive --domain";
    place.call(&format!("{exhaustive} 4")).expect(
        0,
        &[
            "it is taken to return any value",
            "no violation",
            "assumed: functions without a body or a model change nothing",
        ],
    );
    let said = place
        .call(&format!("{exhaustive} 4,5"))
        .expect(10, &["assertion failed", "--havoc-missing"]);
    // The command that is recommended shows the same.
    replay(&place, &said).expect(10, &["assertion failed"]);
}

#[test]
fn havoc_covers_functions_called_through_pointers() {
    let text =
        "int f(void);\nint (*pointer)(void) = f;\nint main(void) { return pointer() != 0; }\n";
    let place = Workplace::new("havoc_pointer").with("a.c", text);
    let said = place
        .call("run a.c --havoc-missing --schedule exhaustive")
        .expect(0, &["`f` has neither", "a.c:1:"]);
    for status in ["status 0", "status 1"] {
        assert!(said.errors.contains(status), "{}", said.errors);
    }
}

#[test]
fn havoc_covers_every_kind_of_result() {
    let text = "struct pair { int a; double b; };\nstruct pair pair(void);\nint *pointer(int *);\nfloat real(float);\n\
                void nothing(int, ...);\n_Bool flag(void);\nint undeclared();\n\
                int main(void) {\n    struct pair p = pair();\n    nothing(p.a, p.b, real(2));\n    \
                pointer(0);\n    undeclared(1, 2.0);\n    return flag() > 1;\n}\n";
    let place = Workplace::new("havoc_kinds").with("a.c", text);
    place
        .call("run a.c --havoc-missing --runs 20")
        .expect(0, &["20 finished with status 0"]);
}

#[test]
fn models_of_the_users_own_are_linked_where_they_are_needed() {
    let model = "#include <pthread.h>\nstatic pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n\
                 int magic(int number) {\n    __unspool_assert(number < 5, \"lock-misuse\", \"magic of a large number\");\n    \
                 pthread_mutex_lock(&lock);\n    int result = number + 1;\n    pthread_mutex_unlock(&lock);\n    return result;\n}\n\
                 int abs(int number) { return 99; }\n";
    let place = Workplace::new("own_models")
        .with("a.c", CALLS_MAGIC)
        .with("b.c", CALLS_MAGIC.replace("magic(3)", "magic(7)"))
        .with("c.c", "int abs(int);\nint main(void) { return abs(-3); }\n")
        .with(
            "d.c",
            "int abs(int number) { return 5; }\nint main(void) { return abs(-3); }\n",
        );
    std::fs::create_dir_all(place.folder.join("mine")).expect("a folder");
    std::fs::write(place.folder.join("mine/magic.c"), model).expect("a file");
    place.call("run a.c --models mine").expect(0, &[]);
    place.call("run a.c --models mine/magic.c").expect(0, &[]);
    // A violation inside a model is shown where the program called it.
    let said = place
        .call("run b.c --models mine")
        .expect(10, &["magic of a large number", "b.c:6:", "--models mine"]);
    replay(&place, &said).expect(10, &["magic of a large number"]);
    // They go before the built-in ones, and the program goes before them.
    place.call("run c.c").expect(3, &[]);
    place.call("run c.c --models mine").expect(99, &[]);
    place.call("run d.c --models mine").expect(5, &[]);
}

#[test]
fn models_that_cannot_be_had_are_refused() {
    let place = Workplace::new("bad_models")
        .with("a.c", "int main(void) { return 0; }\n")
        .with(
            "frob.c",
            "int f(void) { return __unspool_frob(1); }\nint main(void) { return f(); }\n",
        )
        .with(
            "wrong.c",
            "int f(void) { return unknown; }\nint broken = ;\n",
        );
    place
        .call("run a.c --models nowhere")
        .expect(2, &["nowhere", "no such file"]);
    std::fs::create_dir_all(place.folder.join("empty")).expect("a folder");
    place
        .call("run a.c --models empty")
        .expect(2, &["no `.c` file", "empty"]);
    place
        .call("run a.c --models wrong.c")
        .expect(2, &["wrong.c:2:"]);
    place
        .call("run frob.c")
        .expect(2, &["no intrinsic `__unspool_frob`", "frob.c:1:"]);
    place.call("ir a.c -o a.ir").expect(0, &[]);
    place
        .call("run a.ir --models wrong.c")
        .expect(1, &["--models", "printed program"]);
}

#[test]
fn switches_change_the_library_and_are_named_in_the_verdict() {
    let text = "#include <stdlib.h>\n#include <assert.h>\nint main(void) {\n    char *p = malloc(1);\n    \
                assert(p);\n    free(p);\n    return 0;\n}\n";
    let place = Workplace::new("switches").with("a.c", text);
    place
        .call("run a.c --schedule exhaustive")
        .expect(0, &["no violation"]);
    let said = place
        .call("run a.c --schedule exhaustive --malloc-failures")
        .expect(10, &["assertion failed", "--malloc-failures"]);
    replay(&place, &said).expect(10, &["assertion failed"]);
    place
        .call("run a.c --schedule exhaustive --malloc-failures --no-malloc-failures")
        .expect(0, &["no violation"]);
    place
        .call("run a.c --schedule exhaustive --no-spurious-wakeups")
        .expect(0, &["assumed: no spurious wakeups"]);
    let said = place.call("run --help").expect(0, &[]);
    for option in [
        "--no-spurious-wakeups",
        "--no-weak-failures",
        "--malloc-failures",
        "--create-failures",
    ] {
        assert!(said.output.contains(option), "{option}");
    }
}

#[test]
fn weak_memory_orders_are_said_to_be_strong_once() {
    let text = "#include <stdatomic.h>\natomic_int x;\nint main(void) {\n    \
                atomic_store_explicit(&x, 1, memory_order_release);\n    \
                return atomic_load_explicit(&x, memory_order_relaxed) - 1;\n}\n";
    let place = Workplace::new("memory_orders").with("a.c", text).with(
        "b.c",
        text.replace("memory_order_release", "memory_order_seq_cst")
            .replace("memory_order_relaxed", "memory_order_seq_cst"),
    );
    let remark = "every memory order is sequentially consistent";
    for schedule in ["--schedule exhaustive", "--runs 3"] {
        let said = place
            .call(&format!("run a.c {schedule}"))
            .expect(0, &["`release` at a.c:4:"]);
        assert_eq!(said.errors.matches(remark).count(), 1, "{}", said.errors);
        let said = place.call(&format!("run b.c {schedule}")).expect(0, &[]);
        assert!(!said.errors.contains(remark), "{}", said.errors);
    }
}

#[test]
fn reaching_the_error_label_is_a_violation() {
    let text = "int nondet_int(void);\nint main(void) {\n    if (nondet_int() == 1)\n        goto ERROR;\n    \
                return 0;\nERROR:\n    return 1;\n}\n";
    let place = Workplace::new("error_label").with("a.c", text);
    place.call("run a.c --inputs 1").expect(
        10,
        &["label `ERROR` is reached", "a.c:6:", "--error-label ''"],
    );
    place.call("run a.c --inputs 0").expect(0, &[]);
    let without_label = ["run", "a.c", "--inputs", "1", "--error-label", ""];
    call_in(&place.folder, &without_label, "").expect(1, &[]);
    place
        .call("run a.c --inputs 1 --error-label OTHER")
        .expect(1, &[]);
}

#[test]
fn calling_reach_error_is_the_violation_whatever_its_body() {
    for name in ["reach_error", "__VERIFIER_error"] {
        let text = format!(
            "void {name}(void) {{}}\nint main(void) {{\n    {name}();\n    return 0;\n}}\n"
        );
        let place = Workplace::new(&format!("own_{name}")).with("a.c", text);
        let message = format!("{name} is reached [unreach-call]");
        place.call("run a.c").expect(10, &[&message, "a.c:3:"]);
    }
}

#[test]
fn dialects_need_no_declarations() {
    let text = "int main(void) {\n    __CPROVER_assume(1);\n    __CPROVER_assert(1, \"\");\n    return 0;\n}\n";
    let place = Workplace::new("undeclared_dialect").with("a.c", text);
    let said = place.call("run a.c").expect(0, &[]);
    assert_eq!(said.errors, "");
}

#[test]
fn a_pointer_that_is_any_value_is_not_always_null() {
    let text = "#include <assert.h>\nvoid *__VERIFIER_nondet_pointer(void);\nint main(void) {\n    \
                char *p = __VERIFIER_nondet_pointer();\n    if (p)\n        return *p;\n    return 0;\n}\n";
    let place = Workplace::new("any_pointer").with("a.c", text);
    place.call("run a.c --schedule exhaustive").expect(
        10,
        &["a pointer to no object", "[valid-memsafety]", "a.c:6:"],
    );
    place
        .call("run a.c --runs 100")
        .expect(10, &["a pointer to no object"]);
}

#[test]
fn local_variables_with_names_of_the_library_bring_no_models_along() {
    let text = "int main(void) {\n    int error = 0, exp = 1, index = 2;\n    return error + exp - index;\n}\n";
    let place = Workplace::new("library_names").with("a.c", text);
    let said = place.call("ir a.c").expect(0, &[]);
    for model in ["error_messages.c", "printf", "math_", "string_"] {
        assert!(
            !said.output.contains(&format!("<unspool>/{model}")),
            "{model}"
        );
    }
}

#[test]
fn blocks_can_declare_what_the_library_defines() {
    let text = "int main(void) {\n    extern char **environ;\n    int abs(int);\n    int (*pointer)(int) = abs;\n    \
                return environ == 0 ? 3 : pointer(-2);\n}\n";
    let place = Workplace::new("block_declarations").with("a.c", text);
    place.call("run a.c").expect(2, &[]);
    let said = place.call("ir a.c").expect(0, &[]);
    assert!(said.output.contains("<unspool>/environment.c"));
}

#[test]
fn quiet_runs_still_say_their_verdict() {
    let place = Workplace::new("quiet_verdict").with("a.c", "int main(void) { return 0; }\n");
    for schedule in ["--schedule exhaustive", "--runs 3"] {
        let said = place.call(&format!("run -q a.c {schedule}")).expect(0, &[]);
        assert_eq!(said.errors.lines().count(), 1, "{}", said.errors);
        assert!(said.errors.contains("no violation"), "{}", said.errors);
    }
}

#[test]
fn threads_of_cbmcs_labels_are_refused_where_they_are_reached() {
    let text = "int x;\nint main(int argc, char **argv) {\n    if (argc > 1) {\n__CPROVER_ASYNC_1:\n        x = 1;\n    }\n    \
                return 0;\n}\n";
    let place = Workplace::new("async_labels").with("a.c", text);
    place.call("run a.c").expect(
        2,
        &[
            "threads started by CBMC's labels are not supported",
            "a.c:4:",
        ],
    );
}

#[test]
fn headers_of_dialects_come_along() {
    let text = "#include <goblint.h>\n#include <klee/klee.h>\nint main(void) {\n    int x;\n    \
                klee_make_symbolic(&x, sizeof x, \"x\");\n    klee_assume(x == 3);\n    __goblint_check(x == 4);\n    \
                return 0;\n}\n";
    let place = Workplace::new("dialect_headers").with("a.c", text);
    place
        .call("run a.c --inputs 3")
        .expect(10, &["__goblint_check fails", "a.c:7:"]);
    // No folder that is gone is named.
    let said = place.call("ir a.c").expect(0, &[]);
    assert!(said.output.contains("\"<unspool>/goblint.h\""));
    // One's own header goes before.
    let place = place.with("goblint.h", "#define __goblint_check(condition) 0\n");
    place.call("run a.c --inputs 3 -I.").expect(0, &[]);
    let place = place.with(
        "b.c",
        "#include <no_such_dialect.h>\nint main(void) { return 0; }\n",
    );
    place.call("run b.c").expect(2, &["no_such_dialect.h"]);
}

#[test]
fn a_property_can_be_ignored() {
    let text = "#include <pthread.h>\npthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\nint main(void) {\n    \
                return pthread_mutex_unlock(&lock);\n}\n";
    let place = Workplace::new("ignored").with("a.c", text);
    place.call("run a.c").expect(10, &["lock-misuse"]);
    place.call("run a.c --ignore lock-misuse").expect(0, &[]);
    place
        .call("run a.c --ignore lock-misuse --schedule exhaustive")
        .expect(0, &["not looked at: lock-misuse"]);
    place
        .call("run a.c --ignore thread-misuse")
        .expect(10, &["lock-misuse", "--ignore thread-misuse"]);
    place
        .call("run a.c --ignore valid-memsafety")
        .expect(1, &["after a memory error", "lock-misuse"]);
}

/// Calls again with the command that the report recommends.
fn replay(place: &Workplace, said: &Said) -> Said {
    let command = said
        .errors
        .split("to see it again: unspool ")
        .nth(1)
        .and_then(|rest| rest.lines().next())
        .expect("a command");
    let words: Vec<&str> = command
        .split(' ')
        .map(|word| word.trim_matches('\''))
        .collect();
    call_in(&place.folder, &words, "")
}
