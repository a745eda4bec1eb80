//! Declarations: specifiers, declarators, aggregates, initialisers, attributes, definitions.

use crate::check;

#[test]
fn declarators_are_listed_from_the_name_outwards() {
    check("int *p;", "p: pointer to int");
    check("int *a[3];", "a: array 3 of pointer to int");
    check("int (*a)[3];", "a: pointer to array 3 of int");
    check("int a[2][3];", "a: array 2 of array 3 of int");
    check(
        "int *const *volatile p;",
        "p: volatile pointer to const pointer to int",
    );
    check(
        "int *(*f[3])(char);",
        "f: array 3 of pointer to function(char) returning pointer to int",
    );
    check(
        "void (*signal(int sig, void (*handler)(int)))(int);",
        "signal: function(sig: int, handler: pointer to function(int) returning void) \
         returning pointer to function(int) returning void",
    );
    check(
        "int f(), (g)(void);",
        "f: function(K&R ) returning int; g: function(void) returning int",
    );
    check(
        "void f(int n, int a[static const 3], int b[*], int [], int (*)(void), ...);",
        "f: function(n: int, a: static const array 3 of int, b: array * of int, array of int, \
         pointer to function(void) returning int, ...) returning void",
    );
}

#[test]
fn words_of_arithmetic_types_come_in_any_order() {
    check("long unsigned int long x;", "x: unsignedlonglong");
    check(
        "int short a; signed b; char unsigned c;",
        "a: short\nb: int\nc: unsignedchar",
    );
    check(
        "signed char a; char b; long double c;",
        "a: signedchar\nb: char\nc: longdouble",
    );
    check(
        "unsigned __int128 a; __int128 b; __uint128_t c;",
        "a: unsignedint128\nb: int128\nc: unsignedint128",
    );
    check(
        "__float128 a; _Float32x b; _Float64 c;",
        "a: F128\nb: F32x\nc: F64",
    );
    // Headers declare these for compilers that do not know them.
    check(
        "typedef float _Float32; typedef long double _Float64x; _Float32 a; _Float64x b;",
        "typedef float\ntypedef longdouble\na: F32\nb: F64x",
    );
    check(
        "_Complex double f(float _Complex);",
        "f: function(complex float) returning complex double",
    );
    check(
        "const int volatile static x;",
        "x: static const volatile int",
    );
    check("_Bool b; __builtin_va_list v;", "b: bool\nv: valist");
    check(
        "static __inline__ _Noreturn void f(void);",
        "f: function(void) returning static inline noreturn void",
    );
    check(
        "extern __thread int x; _Thread_local static int y;",
        "x: extern thread_local int\ny: static thread_local int",
    );
    check(
        "_Atomic int a; _Atomic(int *) b; int *_Atomic c;",
        "a: atomic int\nb: atomic<pointer to int>\nc: atomic pointer to int",
    );
    check(
        "_Alignas(16) _Alignas(double) char x;",
        "x: alignas(16) alignas(double) char",
    );
    check(
        "__typeof__(int *) a; typeof(1 + 2) b;",
        "a: typeof<pointer to int>\nb: typeof((1 Add 2))",
    );
}

#[test]
fn typedef_names_are_scoped() {
    check("typedef int T; T T;", "T: typedef int\nT: <T>");
    check(
        "typedef int T; unsigned T;",
        "T: typedef int\nT: unsignedint",
    );
    check(
        "typedef int T; void f(void) { T * x; { int T; T * x; } T * y; }",
        "T: typedef int\nf: function(void) returning void \
         {x: pointer to <T>; {T: int; (T Mul x)}; y: pointer to <T>}",
    );
    check(
        "typedef int T; int f(int T) { return T * T; } T x;",
        "T: typedef int\nf: function(T: int) returning int {return (T Mul T)}\nx: <T>",
    );
    check(
        "typedef int T; void f(T (T), int (x)); int g(int (T));",
        "T: typedef int\nf: function(function(<T>) returning <T>, x: int) returning void\n\
         g: function(function(<T>) returning int) returning int",
    );
    check(
        "typedef int T; void f(void) { enum { T }; T * 1; }",
        "T: typedef int\nf: function(void) returning void {enum {T}; (T Mul 1)}",
    );
    check(
        "typedef int T; struct T { T T; T : 3; }; void f(void) { goto T; T: ; T x; }",
        "T: typedef int\nstruct T {T: <T>; : <T> bits 3}\n\
         f: function(void) returning void {goto T; T:; null; x: <T>}",
    );
    check(
        "typedef int T; void f(void) { for (int T = 0; T * 2; ) ; T y; }",
        "T: typedef int\nf: function(void) returning void \
         {for [T: int = 0 | (T Mul 2) | ] null; y: <T>}",
    );
}

#[test]
fn aggregates() {
    check(
        "struct s { int a, *b; unsigned c : 3, : 0; struct { int d; }; union u { int e; } f; ; _Static_assert(1); };",
        "struct s {a: int; b: pointer to int; c: unsignedint bits 3; : unsignedint bits 0; \
         struct {d: int}; f: union u {e: int}; assert 1}",
    );
    check(
        "struct s; struct {} x; struct s *y;",
        "struct s\nx: struct {}\ny: pointer to struct s",
    );
    check(
        "struct f { int n; char tail[]; };",
        "struct f {n: int; tail: array of char}",
    );
    check(
        "enum e { A, B = A + 2, C, } x;",
        "x: enum e {A, B = (A Add 2), C}",
    );
    check(
        "enum e : unsigned char { A };",
        "enum e of unsignedchar {A}",
    );
    check(
        "#pragma pack(push, 1)\nstruct a { char c; };\n#pragma pack(pop)\nstruct b { char c; };\n_Pragma(\"pack(2)\") struct c {};",
        "struct a {c: char} pack 1\nstruct b {c: char}\nstruct c {} pack 2",
    );
}

#[test]
fn initializers() {
    check("int x = 1, y;", "x: int = 1; y: int");
    check(
        "struct s x = { .a = 1, .b[2].c = { 3 }, [4] = 5, [6 ... 7] = 8, d: 9, [1] 2, 3, };",
        "x: struct s = {.a = 1, .b[2].c = {3}, [4] = 5, [6 ... 7] = 8, .d = 9, [1] = 2, 3}",
    );
    check(
        "char s[] = \"a\" \"\\x41\\0\"  \"1\", *t = {};",
        "s: array of char = \"aA\\x001\"; t: pointer to char = {}",
    );
    check("int T = sizeof T;", "T: int = sizeof(T)");
}

#[test]
fn attributes_are_kept_in_every_position() {
    check(
        "__attribute__((unused)) static int __attribute__((__aligned__(8))) x __attribute__((section(\"a\"), weak)) = 1;",
        "x: static int @unused @aligned(=8) @section(=\"a\") @weak = 1",
    );
    check(
        "int *__attribute__((a)) const p;",
        "p: const pointer @a to int",
    );
    check("int a, __attribute__((b)) c;", "a: int; c: int @b");
    check(
        "int (__attribute__((cdecl)) *f)(void);",
        "f: pointer to function(void) returning int @cdecl",
    );
    check(
        "struct __attribute__((packed)) s { int x __attribute__((aligned)); } __attribute__((b)) y;",
        "y: struct s {x: int @aligned} @packed @b",
    );
    check(
        "enum { A __attribute__((deprecated)) = 1 };",
        "enum {A @deprecated = 1}",
    );
    check(
        "void f(int x __attribute__((unused))) __asm__(\"g\") __attribute__((__format__(printf, 1, 2), const));",
        "f: function(x: int @unused) returning void @format(printf, =1, =2) @const asm \"g\"",
    );
    check(
        "[[gnu::packed, noreturn]] void f(void); int x [[a(1)]];",
        "f: function(void) returning void @gnu::packed @noreturn\nx: int @a(=1)",
    );
    check(
        "__attribute__((availability(macos, introduced=10.4.2), vector_size(sizeof(int) * 4), t(unsigned long), , )) int x;",
        "x: int @availability(macos, ?introduced=10.4.2) @vector_size(=(sizeof<int> Mul 4)) @t(<unsignedlong>)",
    );
}

#[test]
fn function_definitions() {
    check(
        "main() { }",
        "main: function(K&R ) returning implicit int {}",
    );
    check(
        "int f(a, b, c) char *a; register int b; { return b; }",
        "f: function(K&R a b c) returning int where a: pointer to char where b: register int {return b}",
    );
    check(
        "static x; f(); const *p;",
        "x: static implicit int\nf: function(K&R ) returning implicit int\np: pointer to const implicit int",
    );
}

#[test]
fn other_items_at_file_scope() {
    check(
        "asm(\".globl x\"); ; _Static_assert(sizeof(int) == 4, \"size\"); __extension__ typedef long long q; _Static_assert(1);",
        "asm \".globl x\"\nassert (sizeof<int> Equal 4) \"size\"\nq: typedef longlong\nassert 1",
    );
}
