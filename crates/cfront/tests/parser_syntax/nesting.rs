//! Long input is fine, deep input is refused with a message, and neither overflows the small stack of a test thread.

use crate::{messages, parse_text, rendered};

fn check_refused(text: &str) {
    let parsed = parse_text(text);
    let all = messages(&parsed);
    assert!(all.contains("nested more than"), "{all}");
    assert_eq!(parsed.diagnostics.len(), 1, "{all}");
}

#[test]
fn long_input_is_not_deep_input() {
    let texts = [
        format!("int x = 0{};", " + 1".repeat(50_000)),
        format!("int x = 0{};", " || 1 && 2".repeat(50_000)),
        format!("int x = (0{});", ", 1".repeat(50_000)),
        format!("int x = a{};", "[0]".repeat(50_000)),
        format!("int x = a{};", "()->b.c++".repeat(20_000)),
        format!("int x{};", "[1]".repeat(50_000)),
        format!("int {}x;", "*".repeat(50_000)),
        format!(
            "void f(void) {{ if (a) ; {} }}",
            "else if (b) ; ".repeat(20_000)
        ),
        format!(
            "void f(void) {{ switch (x) {{ {} ; }} }}",
            "case 1: ".repeat(50_000)
        ),
        format!("char *s = {};", "\"a\" ".repeat(50_000)),
        format!("int x = {{ {} }};", "1, ".repeat(50_000)),
    ];
    for text in texts {
        let parsed = parse_text(&text);
        assert_eq!(messages(&parsed), "", "{}", &text[..40]);
        assert_eq!(parsed.unit.items.len(), 1);
    }
}

#[test]
fn deep_input_is_refused() {
    for (opening, body, closing) in [
        ("int x = ", "(", ""),
        ("int x = ", "-", "1;"),
        ("int x = ", "(int)", "1;"),
        ("int x = ", "a = ", "1;"),
        ("int x = ", "a ? b : ", "1;"),
        ("int x = ", "a ? ", "1;"),
        ("int x = ", "sizeof ", "1;"),
        ("int x = ", "f(", "1;"),
        ("int x = ", "a[", "1;"),
        ("int x = ", "{", "1;"),
        ("int x = ", "({", "1;"),
        ("int x = ", "a | b ^ c & d == e < f << g + h * (", "1;"),
        ("int x = ", "_Generic(1, int: ", "1;"),
        ("int x = (", "int (*)(", "1;"),
        ("int ", "(", "x;"),
        ("int x", "[sizeof(int", "x;"),
        ("int x", "(int (*)", "x;"),
        ("", "struct s { ", "x;"),
        ("", "typeof(", "x;"),
        ("", "_Atomic(", "x;"),
        ("", "__attribute__((a(({ ", "x;"),
        ("void f(void) {", "{", "}"),
        ("void f(void) {", "if (x) ", "}"),
        ("void f(void) {", "if (x) ; else while (y) ", "}"),
        ("void f(void) {", "for (;;) L: ", "}"),
        ("void f(void) {", "do ", "}"),
        ("void f(void) {", "switch (x) case 1: ", "}"),
        ("void f(void) {", "[[a]] L: ", "}"),
    ] {
        let text = format!("{opening}{}{closing}", body.repeat(100_000));
        let parsed = parse_text(&text);
        let all = messages(&parsed);
        assert!(
            all.contains("nested more than") || body.contains("__attribute__"),
            "{opening}{body}: {all}"
        );
    }
    check_refused(&format!("int x = {}1{};", "(".repeat(300), ")".repeat(300)));
}

#[test]
fn reasonable_depth_is_accepted() {
    let depth = 120;
    let parsed = parse_text(&format!(
        "int x = {}1{};",
        "(".repeat(depth),
        ")".repeat(depth)
    ));
    assert_eq!(messages(&parsed), "");
    assert_eq!(rendered(&parsed), "x: int = 1");
    let parsed = parse_text(&format!(
        "void f(void) {{ {} ; {} }}",
        "if (x) {".repeat(60),
        "}".repeat(60)
    ));
    assert_eq!(messages(&parsed), "");
}
