//! Statements.

use crate::check_body;

#[test]
fn selection_and_iteration() {
    check_body(
        "if (a) b; else if (c) d; else e;",
        "if a b else if c d else e",
    );
    check_body("if (a) if (b) c; else d;", "if a if b c else d");
    check_body(
        "while (a) { b; continue; } do c; while (d);",
        "while a {b; continue}; do c while d",
    );
    check_body(
        "for (;;) break; for (i = 0; i < 3; i++) ; for (T i = 0, j; ; ) ;",
        "for [ |  | ] break; for [(i = 0) | (i Less 3) | (PostfixIncrement i)] null; for [i: <T> = 0; j: <T> |  | ] null",
    );
}

#[test]
fn labels_are_elements_of_the_block() {
    check_body(
        "switch (x) { case 1: case 2 ... 3: a; default: ; }",
        "switch x {case 1:; case 2 ... 3:; a; default:; null}",
    );
    check_body("if (a) L: b; M: T y; N: ", "if a {L:; b}; M:; y: <T>; N:");
    check_body("switch (x) case 1: a;", "switch x {case 1:; a}");
    check_body(
        "{ __label__ a, b; __label__ c; a: ; goto *p; goto a; }",
        "{local a; local b; local c; a:; null; goto *p; goto a}",
    );
    check_body(
        "L: __attribute__((unused)) ; a ? b : c;",
        "L: @unused; null; (a ? b : c)",
    );
}

#[test]
fn attributes_on_statements() {
    check_body(
        "switch (x) { case 1: __attribute__((fallthrough)); case 2: ; }",
        "switch x {case 1:; @fallthrough null; case 2:; null}",
    );
    check_body(
        "[[likely]] if (a) b; __attribute__((unused)) T x;",
        "@likely if a b; x: <T> @unused",
    );
    check_body(
        "__extension__ T x; _Static_assert(1, \"m\"); return;",
        "x: <T>; assert 1 \"m\"; return",
    );
}

#[test]
fn assembly() {
    check_body("asm(\"nop\");", "asm \"nop\" out  in  clobbers  labels ");
    check_body(
        "__asm__ __volatile__ (\"\" ::: \"memory\");",
        "asm volatile \"\" out  in  clobbers \"memory\" labels ",
    );
    check_body(
        "asm goto (\"x\" \"y\" : [o] \"=r\" (a), \"+m\" (*b) : \"i\" (1) : \"cc\", \"r0\" : l, m);",
        "asm goto \"xy\" out [o]\"=r\"(a), \"+m\"((* b)) in \"i\"(1) clobbers \"cc\", \"r0\" labels l, m",
    );
}
