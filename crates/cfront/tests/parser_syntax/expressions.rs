//! Expressions: precedence, types against expressions in parentheses, literals, builtins.

use crate::{check, check_body};

#[test]
fn precedence_and_associativity() {
    check_body("a + b * c - d;", "((a Add (b Mul c)) Sub d)");
    check_body("a = b += c ? d : e;", "(a = (b Add= (c ? d : e)))");
    check_body(
        "a || b && c | d ^ e & f == g < h << i + j * k;",
        "(a LogicalOr (b LogicalAnd (c BitOr (d BitXor (e BitAnd (f Equal (g Less (h Shl (i Add (j Mul k))))))))))",
    );
    check_body("a ? b, c : d ? e : f;", "(a ? (b , c) : (d ? e : f))");
    check_body("a ?: b;", "(a ?  : b)");
    check_body(
        "-a * !b + ~*c, &d;",
        "((((Minus a) Mul (Not b)) Add (BitNot (* c))) , (& d))",
    );
    check_body(
        "*p++ = --q->r.s[1](2, 3);",
        "((* (PostfixIncrement p)) = (PrefixDecrement q->r.s[1](2, 3)))",
    );
    check_body(
        "a >>= b <<= c; a %= 1; a /= 2; a *= 3; a ^= 4; a |= 5; a &= 6; a -= 7;",
        "(a Shr= (b Shl= c)); (a Rem= 1); (a Div= 2); (a Mul= 3); (a BitXor= 4); (a BitOr= 5); (a BitAnd= 6); (a Sub= 7)",
    );
}

#[test]
fn types_in_parentheses() {
    check_body("(T) -1; (x) - 1;", "cast<<T>>((Minus 1)); (x Sub 1)");
    check_body(
        "(T (*)(void)) 0;",
        "cast<pointer to function(void) returning <T>>(0)",
    );
    check_body(
        "sizeof(T) * 2; sizeof (x) * 2; sizeof x++;",
        "(sizeof<<T>> Mul 2); (sizeof(x) Mul 2); sizeof((PostfixIncrement x))",
    );
    check_body(
        "sizeof (T){1}; (T[]){1, 2}[0];",
        "sizeof(<<T>>{1}); <array of <T>>{1, 2}[0]",
    );
    check_body("_Alignof(T); __alignof__ x;", "alignof<<T>>; alignof(x)");
    check_body(
        "__extension__ (T) 1; (__extension__ ({ 1; }));",
        "cast<<T>>(1); ({1})",
    );
    check_body(
        "sizeof(T *[3]); sizeof(T (*)[3]);",
        "sizeof<array 3 of pointer to <T>>; sizeof<pointer to array 3 of <T>>",
    );
}

#[test]
fn literals() {
    check_body(
        "10 + 010 + 0x10ul + 0b11 + 1LLU;",
        "((((10 Add 8) Add 16ul) Add 3) Add 1ull)",
    );
    check_body(
        "1.5 + .5f + 0x1p-3L + 1e5f128;",
        "(((1.5_Double Add .5_Float) Add 0x1p-3_LongDouble) Add 1e5_Extended(F128))",
    );
    check_body(
        "'a' + '\\n' + '\\377' + L'\\xe9';",
        "((('97' Add '10') Add '-1') Add '233')",
    );
    check_body(
        "\"a\\\"b\" \"c\"; L\"x\" \"y\"; u8\"é\"; \"é\" U\"b\"; u\"\\U0001F600\";",
        "\"a\\\"bc\"; L[78, 79]; u8\"\\xc3\\xa9\"; U[e9, 62]; u[d83d, de00]",
    );
}

#[test]
fn builtins_with_types() {
    check_body(
        "__builtin_offsetof(struct s, a.b[i].c);",
        "offsetof<struct s>.a.b[i].c",
    );
    check_body("__builtin_va_arg(ap, T *);", "va_arg<pointer to <T>>(ap)");
    check_body(
        "__builtin_types_compatible_p(T, const int);",
        "compatible<<T>, const int>",
    );
    check_body("__builtin_choose_expr(1, a, b);", "choose(1, a, b)");
    check_body("__builtin_expect(x, 0);", "__builtin_expect(x, 0)");
    check_body("__unspool_nondet(unsigned char);", "nondet<unsignedchar>");
    check_body(
        "_Generic(x, T: 1, char *: f, default: 3)(2);",
        "generic(x; <<T>>: 1, <pointer to char>: f, default: 3)(2)",
    );
    check_body(
        "goto *&&l; ({ T y = 1; y; });",
        "goto *&&l; ({y: <T> = 1; y})",
    );
}

#[test]
fn spellings_the_lexer_accepts() {
    check(
        "int a\\\nb, $c$, \u{e9}t\\u00e9;",
        "ab: int; $c$: int; \u{e9}t\u{e9}: int",
    );
    check(
        "int x<:3:> = <% 1 %>; // c\n/* d */ int y;",
        "x: array 3 of int = {1}\ny: int",
    );
    check(
        "int f(void) { return 1 +\n# 12 \"a.c\" 3\n 2 _Pragma(\"omp x\") + \n#pragma y\n 3; }",
        "f: function(void) returning int {return ((1 Add 2) Add 3)}",
    );
    check(
        "char *s = \"a\\\nb\"; int x = 1\\\n2;",
        "s: pointer to char = \"ab\"\nx: int = 12",
    );
}
