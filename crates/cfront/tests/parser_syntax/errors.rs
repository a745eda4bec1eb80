//! Messages: what was expected and found, and that parsing goes on afterwards.

use crate::check_messages;

#[test]
fn several_errors_are_reported() {
    check_messages(
        "int x = ;\nint f(void) {\n  foo bar;\n  x = (1 + ;\n  return x\n}\nint y z;\n",
        "1:9: error: expected an expression, found `;`\n\
         3:3: error: unknown type name `foo`\n\
         4:12: error: expected an expression, found `;`\n\
         5:11: error: expected `;` after `return`, found `}`\n\
         7:6: error: expected `;` after declaration, found identifier `z`",
    );
}

#[test]
fn unknown_types() {
    check_messages("foo x;", "1:1: error: unknown type name `foo`");
    check_messages("foo *x;", "1:1: error: unknown type name `foo`");
    check_messages(
        "int f(int a, foo b);",
        "1:14: error: unknown type name `foo`",
    );
    check_messages("int f(foo);", "1:7: error: unknown type name `foo`");
    check_messages(
        "struct s { foo x; int y; };",
        "1:12: error: unknown type name `foo`",
    );
    check_messages(
        "unsigned float x;",
        "1:1: error: these type specifiers do not go together",
    );
}

#[test]
fn what_is_not_supported_is_named() {
    check_messages(
        "int f(void) { int g(int x) { return x; } return g(1); }",
        "1:19: unsupported: nested function `g` is not supported",
    );
    check_messages(
        "double x = 1.0i;",
        "1:12: unsupported: imaginary constants (complex types) are not supported",
    );
    check_messages(
        "int x = __real__ y;",
        "1:9: unsupported: `__real__` (complex types) is not supported",
    );
    check_messages(
        "_Decimal64 x;",
        "1:1: unsupported: type `_Decimal64` is not supported",
    );
    check_messages(
        "int x = __builtin_convertvector(a, b);",
        "1:9: unsupported: `__builtin_convertvector` is not supported",
    );
    check_messages(
        "void f(int n; int a[n]);",
        "1:13: unsupported: forward declarations of parameters are not supported",
    );
    check_messages(
        "char *s = R\"(x)\";",
        "1:11: unsupported: raw string literals are not supported",
    );
}

#[test]
fn lexical_errors() {
    check_messages("int x = 08;", "1:9: error: digit `8` in octal constant");
    check_messages(
        "int x = 1abc;",
        "1:9: error: invalid suffix `abc` on integer constant",
    );
    check_messages("int x = '';", "1:9: error: empty character constant");
    check_messages(
        "char *s = \"abc\n;",
        "1:11: error: string literal is not closed before the end of the line",
    );
    check_messages("int x; /* abc", "1:8: error: comment is never closed");
    check_messages("int x; @", "1:8: error: character `@` has no meaning in C");
    check_messages(
        "#include <stdio.h>\nint x;",
        "1:1: error: directive `#include` in preprocessed text",
    );
    check_messages(
        "char c = '\\q';",
        "1:10: warning: unknown escape sequence `\\q`",
    );
    check_messages(
        "char *s = L\"a\" U\"b\";",
        "1:16: error: adjacent string literals have different prefixes",
    );
}

#[test]
fn lexical_and_syntactic_errors_are_in_order_and_not_doubled() {
    check_messages(
        "int x = ;\nint y = @;\nint z = ;",
        "1:9: error: expected an expression, found `;`\n\
         2:9: error: character `@` has no meaning in C\n\
         3:9: error: expected an expression, found `;`",
    );
}

#[test]
fn unclosed_brackets() {
    check_messages(
        "int f(void) { if (x) {",
        "1:23: error: expected `}`, found the end of the file",
    );
    check_messages(
        "int f(void) { return (1; }",
        "1:24: error: expected `)`, found `;`",
    );
    check_messages("} int x;", "1:1: error: expected a declaration, found `}`");
    check_messages(
        "int f(void) { else x; }",
        "1:15: error: `else` without `if`",
    );
    check_messages(
        "int f(void) { if (x) int y; }",
        "1:22: error: expected a statement, found a declaration",
    );
}

#[test]
fn positions_are_those_of_the_original_file() {
    check_messages(
        "# 40 \"a.h\"\n\n  int x = ;",
        "41:11: error: expected an expression, found `;`",
    );
}

#[test]
fn too_many_errors_end_the_parse() {
    let text = "int x = ;\n".repeat(100);
    let parsed = crate::parse_text(&text);
    assert_eq!(parsed.diagnostics.len(), unspool_cfront::parser::MAX_ERRORS);
}
