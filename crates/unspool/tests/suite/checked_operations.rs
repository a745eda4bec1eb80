//! Which operations of C programs are undefined, from the source to the interpreter.
//!
//! One file of functions is compiled, and each function is run as if it were the whole program. First the operators, with operands of all types:
//! C promotes and converts them, and Rust says when the result does not fit. Then single cases, an undefined one beside each that is defined; each
//! function is a line, and what fails has to fail on it.

use std::fmt::Write;

use unspool::inputs::InputConfig;
use unspool::pipeline;
use unspool_interp::input::RandomInputs;
use unspool_interp::schedule::random::RandomScheduler;
use unspool_interp::{Config, Outcome};
use unspool_ir::arithmetic::{mask, sign_extend};
use unspool_ir::{DataModel, FunctionId, Init, InitItem, InitValue, Program, Property};
use unspool_passes::checked_operations::CHECKED;

use crate::tools;

/// Name, C's name, width, signedness.
const TYPES: [(&str, &str, u32, bool); 10] = [
    ("i8", "signed char", 8, true),
    ("u8", "unsigned char", 8, false),
    ("i16", "short", 16, true),
    ("u16", "unsigned short", 16, false),
    ("i32", "int", 32, true),
    ("u32", "unsigned", 32, false),
    ("i64", "long long", 64, true),
    ("u64", "unsigned long long", 64, false),
    ("i128", "__int128", 128, true),
    ("u128", "unsigned __int128", 128, false),
];

const OPERATORS: [(&str, &str); 7] = [
    ("add", "+"),
    ("sub", "-"),
    ("mul", "*"),
    ("div", "/"),
    ("rem", "%"),
    ("shl", "<<"),
    ("shr", ">>"),
];

#[test]
fn operators_are_undefined_where_rust_says_so() {
    let mut text = String::new();
    for (name, ty, ..) in TYPES {
        writeln!(text, "{ty} a_{name}, b_{name}, r_{name};").expect("text");
        for (operator, sign) in OPERATORS {
            writeln!(
                text,
                "int {operator}_{name}(void) {{ r_{name} = a_{name} {sign} b_{name}; return 0; }}"
            )
            .expect("text");
            writeln!(text, "int {operator}_to_{name}(void) {{ {ty} x = a_{name}, y = b_{name}; x {sign}= y; r_{name} = x; return 0; }}").expect("text");
        }
        writeln!(
            text,
            "int neg_{name}(void) {{ r_{name} = -a_{name}; return 0; }}"
        )
        .expect("text");
        writeln!(text, "int inc_{name}(void) {{ a_{name}++; return 0; }}").expect("text");
        writeln!(text, "int dec_{name}(void) {{ --a_{name}; return 0; }}").expect("text");
    }
    text.push_str("int main(void) { return 0; }\n");
    let mut program = compiled("operators", &text, DataModel::Lp64, CHECKED);
    let mut counts = [0, 0];
    for (name, _, bits, signed) in TYPES {
        let promoted = (bits.max(32), signed || bits < 32);
        for (a, b) in pairs(bits, signed) {
            set(&mut program, &format!("a_{name}"), bits, a as u128);
            set(&mut program, &format!("b_{name}"), bits, b as u128);
            let mut compare = |program: &mut Program, function: String, expected| {
                let found = property(&outcome(program, &function));
                assert_eq!(found, expected, "{function} of {a} and {b}");
                counts[usize::from(expected.is_some())] += 1;
            };
            for (operator, sign) in OPERATORS {
                let expected = undefined(promoted, sign, a, b);
                compare(&mut program, format!("{operator}_{name}"), expected);
                compare(&mut program, format!("{operator}_to_{name}"), expected);
            }
            let (zero, one) = (0, 1);
            let negated = undefined(promoted, "-", zero, a);
            compare(&mut program, format!("neg_{name}"), negated);
            compare(
                &mut program,
                format!("inc_{name}"),
                undefined(promoted, "+", a, one),
            );
            compare(
                &mut program,
                format!("dec_{name}"),
                undefined(promoted, "-", a, one),
            );
        }
    }
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
}

/// Pairs of values of a type, as `i128` of the same bits.
fn pairs(bits: u32, signed: bool) -> Vec<(i128, i128)> {
    let half = 1u128 << (bits - 1);
    let root = 1u128 << (bits / 2);
    let mut values = vec![
        0,
        1,
        2,
        31,
        32,
        root,
        root - 1,
        half,
        half - 1,
        0u128.wrapping_sub(1),
        0u128.wrapping_sub(root),
        0x1234_5678_9abc_def0,
    ];
    for value in &mut values {
        *value &= mask(bits);
    }
    values.sort_unstable();
    values.dedup();
    let typed = |value: u128| match signed {
        true => sign_extend(value, bits),
        false => value as i128,
    };
    let values: Vec<i128> = values.into_iter().map(typed).collect();
    let all = values
        .iter()
        .flat_map(|&a| values.iter().map(move |&b| (a, b)));
    all.collect()
}

fn undefined((bits, signed): (u32, bool), op: &str, a: i128, b: i128) -> Option<Property> {
    if matches!(op, "/" | "%") && b == 0 {
        return Some(Property::DivisionByZero);
    }
    if matches!(op, "<<" | ">>") {
        let fits = (0..i128::from(bits)).contains(&b);
        return (!fits).then_some(Property::ShiftRange);
    }
    if !signed {
        let (a, b) = (a as u128, b as u128);
        let exact = match op {
            "+" => a.checked_add(b),
            "-" => a.checked_sub(b),
            "*" => a.checked_mul(b),
            _ => return None,
        };
        let wraps = exact.is_none_or(|exact| exact > mask(bits));
        return wraps.then_some(Property::UnsignedWrap);
    }
    let exact = match op {
        "+" => a.checked_add(b),
        "-" => a.checked_sub(b),
        "*" => a.checked_mul(b),
        _ => a.checked_div(b),
    };
    let low = sign_extend(1 << (bits - 1), bits);
    let overflows = exact.is_none_or(|exact| exact < low || exact > !low);
    overflows.then_some(Property::Overflow)
}

/// Needed by the cases below.
const PRELUDE: &str = "#include <limits.h>
#include <math.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
struct inner { int a[3]; int last; } in, ins[4];
struct flexible { int n; int a[]; };
struct zero { int n; int a[0]; };
struct one { int n; int a[1]; };
struct not_last { int a[1]; int n; } nl;
struct bits { int s : 3; unsigned u : 5; long long w : 40; } bf;
union both { int a[2]; struct inner in; } un;
int m[2][3], big[10], *p, r; unsigned u; double d; _Bool truth; size_t z;
atomic_int ai; atomic_uint au; int plain;
int row(int (*rows)[3], int i) { return rows[0][i]; }
int twice(int i) { return i + i; }
";

const SAFE: Option<Property> = None;
const OVERFLOW: Option<Property> = Some(Property::Overflow);
const WRAP: Option<Property> = Some(Property::UnsignedWrap);
const ZERO: Option<Property> = Some(Property::DivisionByZero);
const SHIFT: Option<Property> = Some(Property::ShiftRange);
const FLOAT: Option<Property> = Some(Property::FloatConversion);
const MEMORY: Option<Property> = Some(Property::MemorySafety);

/// Statements and what is violated by them.
const CASES: &[(&str, Option<Property>)] = &[
    // What is promoted has room, and that it is cut afterwards is defined.
    ("short s = SHRT_MAX; s++; r = s;", SAFE),
    ("int s = INT_MAX; s++; r = s;", OVERFLOW),
    ("signed char c = 127; c += 100; r = c;", SAFE),
    ("int c = INT_MAX; c += 100; r = c;", OVERFLOW),
    ("long x = LONG_MAX; r = (int)x;", SAFE),
    // The inner operation counts, even if the outer one fits.
    ("int x = INT_MAX; r = x - 1 + 1;", SAFE),
    ("int x = INT_MAX; r = x + 1 - 1;", OVERFLOW),
    ("int x = INT_MAX; long y = x; r = y + 1 > 0;", SAFE),
    ("int x = INT_MAX; long y = x + 1; r = y > 0;", OVERFLOW),
    // Only what is evaluated.
    ("int x = INT_MAX; r = x == INT_MAX ? 0 : x + 1;", SAFE),
    ("int x = INT_MAX; r = x == INT_MAX ? x + 1 : 0;", OVERFLOW),
    ("int x = INT_MAX; r = x < INT_MAX && x + 1 > 0;", SAFE),
    ("int x = INT_MAX; r = x == INT_MAX && x + 1 > 0;", OVERFLOW),
    ("int x = INT_MAX; r = x == INT_MAX || x + 1 > 0;", SAFE),
    ("int x = INT_MAX; r = x < INT_MAX || x + 1 > 0;", OVERFLOW),
    (
        "int x = INT_MAX; r = (x < INT_MAX) & (x + 1 > 0);",
        OVERFLOW,
    ),
    (
        "int x = INT_MAX; if (x < INT_MAX && x + 1 > 0) r = 1;",
        SAFE,
    ),
    (
        "int x = INT_MAX; if (x < INT_MAX || x + 1 > 0) r = 1;",
        OVERFLOW,
    ),
    (
        "int x = INT_MAX, y = 1; r = x < 5 ? (y < 5 ? x + y : 0) : 3;",
        SAFE,
    ),
    (
        "int x = INT_MAX, y = 1; r = x > 5 ? (y < 5 ? x + y : 0) : 3;",
        OVERFLOW,
    ),
    ("int x = 0; r = x ? 5 / x : 1;", SAFE),
    ("int x = 0; r = x ? 1 : 5 / x;", ZERO),
    ("r = sizeof(INT_MAX + r);", SAFE),
    // In every place an expression can stand in.
    ("int x = INT_MAX; while (x - 1 == 0) ;", SAFE),
    ("int x = INT_MAX; while (x + 1 == 0) ;", OVERFLOW),
    ("int x = INT_MAX; switch (x - 1) { case 1: r = 2; }", SAFE),
    (
        "int x = INT_MAX; switch (x + 1) { case 1: r = 2; }",
        OVERFLOW,
    ),
    ("int x = INT_MAX; return x - INT_MAX;", SAFE),
    ("int x = INT_MAX; return x * INT_MAX;", OVERFLOW),
    ("int x = 1; r = big[x + 1];", SAFE),
    ("int x = INT_MAX; r = big[x + 1];", OVERFLOW),
    ("int x = INT_MAX; r = twice(x / 2);", SAFE),
    ("int x = INT_MAX; r = abs(x - 1);", SAFE),
    ("int x = INT_MAX; r = abs(x + 1);", OVERFLOW),
    // A large expression.
    (
        "int x = 3, y = 5; r = (((((x & y) ^ 77) | x) ^ ((y & 33) ^ x)) | (x & 9)) * (((((x & y) ^ 77) | x) ^ ((y & 33) ^ x)) | (x & 9));",
        SAFE,
    ),
    (
        "int x = 3, y = 500000; r = (((((x & y) ^ 77) | x) ^ ((y & 33000000) ^ y)) | (x & 9)) * (((((x & y) ^ 77) | x) ^ ((y & 330000000) ^ y)) | (y & 900000));",
        OVERFLOW,
    ),
    // Division.
    ("int x = INT_MIN, y = 1; r = x / y; r = x % y;", SAFE),
    ("int x = INT_MIN, y = -1; r = x / y;", OVERFLOW),
    ("int x = INT_MIN, y = -1; r = x % y;", OVERFLOW),
    ("int x = 7, y = 0; r = x % y;", ZERO),
    ("double x = 7, y = 0; d = x / y;", SAFE),
    // Shifts: the value of a left shift is GNU C's.
    ("int x = 1, n = 31; r = x << n; r = -x << 3;", SAFE),
    ("int x = 1, n = 32; r = x << n;", SHIFT),
    ("int x = 1, n = -1; r = x >> n;", SHIFT),
    ("long long x = 1; int n = 63; r = x << n;", SAFE),
    ("long long x = 1; int n = 64; r = x << n;", SHIFT),
    ("char x = 1; long n = 31; r = x << n;", SAFE),
    ("char x = 1; long n = 1L << 30; n *= 4; r = x << n;", SHIFT),
    // Floating-point numbers.
    ("double x = 2147483647.5; r = x;", SAFE),
    ("double x = 2147483648.0; r = x;", FLOAT),
    ("double x = -2147483648.9; r = x;", SAFE),
    ("double x = -2147483649.0; r = x;", FLOAT),
    ("float x = -2147483648.0f; r = x;", SAFE),
    ("float x = 2147483648.0f; r = x;", FLOAT),
    ("double x = -0.9; u = x;", SAFE),
    ("double x = -1.0; u = x;", FLOAT),
    ("double x = 255.9; r = (unsigned char)x;", SAFE),
    ("double x = 256.0; r = (unsigned char)x;", FLOAT),
    ("double x = 1e300; truth = x;", SAFE),
    ("double x = 1e300; r = x;", FLOAT),
    ("double x = NAN; truth = x;", SAFE),
    ("double x = NAN; r = x;", FLOAT),
    ("double x = INFINITY; d = x;", SAFE),
    ("double x = INFINITY; r = x;", FLOAT),
    ("double x = 1e300; float y = x; d = y;", SAFE),
    // Arrays in objects.
    ("int i = 2; in.a[i] = 1;", SAFE),
    ("int i = 3; in.a[i] = 1;", MEMORY),
    ("int i = -1; r = ins[1].a[i];", MEMORY),
    ("int i = 3; p = &in.a[i];", SAFE),
    ("int i = 4; p = &in.a[i];", MEMORY),
    ("int i = 3; p = in.a + i; p = in.a;", SAFE),
    (
        "int i = 3; for (p = in.a; p != &in.a[i]; p++) *p = 0;",
        SAFE,
    ),
    ("int i = 2; r = m[0][i];", SAFE),
    ("int i = 3; r = m[0][i];", MEMORY),
    ("int i = 2; r = row(m, i);", SAFE),
    (
        "struct inner *q = &ins[1]; unsigned i = 2; r = q->a[i];",
        SAFE,
    ),
    (
        "struct inner *q = &ins[1]; unsigned i = 3; r = q->a[i];",
        MEMORY,
    ),
    ("int i = 1; r = un.a[i];", SAFE),
    ("int i = 2; r = un.a[i];", MEMORY),
    ("int i = 1; r = nl.a[i - 1];", SAFE),
    ("int i = 1; r = nl.a[i];", MEMORY),
    (
        "struct flexible *q = malloc(sizeof *q + 20); int i = 4; q->a[i] = 1; free(q);",
        SAFE,
    ),
    (
        "struct zero *q = malloc(sizeof *q + 20); int i = 4; q->a[i] = 1; free(q);",
        SAFE,
    ),
    (
        "struct one *q = malloc(sizeof *q + 16); int i = 4; q->a[i] = 1; free(q);",
        SAFE,
    ),
    // What leaves whole objects is found by the interpreter itself.
    (
        "struct one *q = malloc(sizeof *q + 12); int i = 4; q->a[i] = 1; free(q);",
        MEMORY,
    ),
    ("int i = 9; r = big[i];", SAFE),
    ("int i = 10; r = big[i];", MEMORY),
    ("int i = 11; p = &big[i];", SAFE),
    // Pointers are no integers.
    ("size_t n = 3; p = big + 5; p = p - n; r = p - big;", SAFE),
    ("size_t n = 3; z = n - 4;", WRAP),
    ("unsigned n = 3; p = &big[5]; p -= n;", SAFE),
    // Bit-fields: what the front end makes of them never fails, what is computed with them may.
    (
        "bf.s = 3; bf.s++; bf.u = 31; bf.u++; bf.w = -1; bf.w++; r = bf.s;",
        SAFE,
    ),
    ("bf.s = 3; r = INT_MAX - 2; r += bf.s;", OVERFLOW),
    ("bf.u = 7; r = bf.u << bf.u;", SAFE),
    ("bf.s = -1; r = 1 << bf.s;", SHIFT),
    // Builtins that are made to ask.
    (
        "int x = INT_MAX; r = __builtin_add_overflow(x, 1, &plain);",
        SAFE,
    ),
    (
        "long x = LONG_MIN; unsigned long y = ULONG_MAX; long q; r = __builtin_mul_overflow(x, y, &q);",
        SAFE,
    ),
    (
        "unsigned long x = ULONG_MAX, q; r = __builtin_mul_overflow(x, x, &q);",
        SAFE,
    ),
    (
        "unsigned x = 0; r = __builtin_sub_overflow(x, 1u, &u);",
        SAFE,
    ),
    (
        "int x = 0; r = __builtin_ffs(x) + __builtin_popcount(x) + __builtin_clrsb(x);",
        SAFE,
    ),
    (
        "unsigned x = 8; r = __builtin_ctz(x) + __builtin_clz(x) + __builtin_parity(x);",
        SAFE,
    ),
    // Atomic updates wrap by definition, also what they give back; what is computed with that does not.
    ("ai = INT_MAX; atomic_fetch_add(&ai, 1);", SAFE),
    ("ai = INT_MAX; r = ++ai; ai = INT_MIN; r = ai -= 3;", SAFE),
    ("ai = INT_MAX; r = ai++ - 1;", SAFE),
    ("ai = INT_MAX; r = ai++ + 2;", OVERFLOW),
    (
        "plain = INT_MAX; r = __atomic_add_fetch(&plain, 1, 5);",
        SAFE,
    ),
    (
        "plain = INT_MAX; r = __sync_add_and_fetch(&plain, 1) - 1;",
        OVERFLOW,
    ),
    ("au = 0; u = au -= 2;", SAFE),
    ("u = 0; u -= 2;", WRAP),
    // Sizes of arrays are computed by the front end.
    (
        "int n = 4; int v[n][n + 1]; v[3][4] = 1; r = sizeof v + (v[2] - v[0]);",
        SAFE,
    ),
    (
        "int n = INT_MAX; int v[n / INT_MAX + n]; r = sizeof v;",
        OVERFLOW,
    ),
    ("int n = 2; z = offsetof(struct inner, a[n]);", SAFE),
    // Unsigned numbers.
    ("unsigned x = UINT_MAX; u = x; u = -(x + 0u) == 1u;", WRAP),
    ("unsigned x = 0; u = -x; u = ~x; u = x << 31;", SAFE),
    ("unsigned char x = 255; x++; r = x;", SAFE),
    ("size_t n = 1; z = sizeof(int) * n - 1;", SAFE),
    ("size_t n = 0; z = sizeof(int) * n - 1;", WRAP),
    // What nobody uses is computed all the same.
    ("int x = INT_MAX; (void)(x + 1);", OVERFLOW),
    ("int x = 0; 8 / x;", ZERO),
    // A known gap: what the front end computes itself.
    ("r = INT_MAX + 1;", SAFE),
];

#[test]
fn cases_violate_what_they_should() {
    let mut text = PRELUDE.to_string();
    let first = 1 + PRELUDE.lines().count() as u32;
    for (number, (statements, _)) in CASES.iter().enumerate() {
        writeln!(text, "int case_{number}(void) {{ {statements} return 0; }}").expect("text");
    }
    text.push_str("int main(void) { return 0; }\n");
    for data_model in tools::data_models("checked operations in ILP32") {
        let mut program = compiled("cases", &text, data_model, CHECKED);
        let mut unchecked = compiled("cases", &text, data_model, &[]);
        let mut wrong = Vec::new();
        for (number, (statements, expected)) in CASES.iter().enumerate() {
            // Their `long` is an `int`.
            if data_model == DataModel::Ilp32 && statements.contains("long") {
                continue;
            }
            let function = format!("case_{number}");
            let found = outcome(&mut program, &function);
            let line = found.place().map(|(_, span)| span.line);
            let is_right = property(&found) == *expected;
            if !is_right || expected.is_some() && line != Some(first + number as u32) {
                wrong.push(format!("{statements}\n    {found:?}"));
            }
            // Without checks only what ends an execution anyway does.
            let found = outcome(&mut unchecked, &function);
            if matches!(found, Outcome::AssertionFailed { .. }) {
                wrong.push(format!("not asked for: {statements}\n    {found:?}"));
            }
        }
        assert!(
            wrong.is_empty(),
            "{}:\n{}",
            data_model.name(),
            wrong.join("\n")
        );
    }
}

/// Only what is asked for is looked for.
#[test]
fn properties_are_looked_for_one_by_one() {
    let text = "#include <limits.h>
unsigned u; int r;
int wrap(void) { u = 0; u--; return 0; }
int overflow(void) { r = INT_MAX; r++; return 0; }
int main(void) { return 0; }
";
    for (properties, of_wrap, of_overflow) in [
        (&[][..], None, None),
        (&[Property::Overflow][..], None, Some(Property::Overflow)),
        (
            &[Property::UnsignedWrap][..],
            Some(Property::UnsignedWrap),
            None,
        ),
    ] {
        let mut program = compiled("one_by_one", text, DataModel::Lp64, properties);
        assert_eq!(property(&outcome(&mut program, "wrap")), of_wrap);
        assert_eq!(property(&outcome(&mut program, "overflow")), of_overflow);
    }
}

fn compiled(name: &str, text: &str, data_model: DataModel, properties: &[Property]) -> Program {
    let folder = tools::folder(&format!("checked_operations_{name}"));
    let source = folder.join("a.c");
    std::fs::write(&source, text).expect("a program");
    let config = InputConfig {
        files: vec![source.to_string_lossy().into_owned()],
        data_model: Some(data_model),
        checked_operations: properties.to_vec(),
        ..InputConfig::default()
    };
    let lowered = unspool::on_a_large_stack(|| pipeline::lowered(&config).map(|work| work.program));
    match lowered.unwrap_or_else(Err) {
        Ok(program) => program,
        Err(error) => panic!("{:?}", error.problems()),
    }
}

/// Of a function, run as the whole program.
fn outcome(program: &mut Program, function: &str) -> Outcome {
    let position = program.functions.iter().position(|f| f.name == function);
    program.entry = Some(FunctionId::new(position.expect("the function")));
    let run = unspool_interp::run(
        program,
        &Config::default(),
        &mut RandomScheduler::new(0, 50),
        &mut RandomInputs::new(0),
        &mut |_, _| {},
    );
    run.outcome
}

fn property(outcome: &Outcome) -> Option<Property> {
    match outcome {
        Outcome::Finished { .. } => None,
        other => Some(other.property().unwrap_or_else(|| panic!("{other:?}"))),
    }
}

/// The value that a global begins with.
fn set(program: &mut Program, name: &str, bits: u32, value: u128) {
    let mut globals = program.globals.iter_mut();
    let global = globals
        .find(|global| global.name == name)
        .expect("a global");
    let value = InitValue::Scalar {
        ty: global.ty,
        bits: value & mask(bits),
    };
    let items = vec![InitItem { offset: 0, value }];
    global.init = Some(Init { items });
}
