//! Memory, calls and jumps: programs of the IR's text form that assert about themselves.

use unspool_ir::{DataModel, text};

#[track_caller]
fn holds(name: &str, source: &str) {
    for data_model in super::data_models() {
        let mut source = source.to_string();
        if data_model == DataModel::Ilp32 {
            source = source.replacen("datamodel lp64", "datamodel ilp32", 1);
        }
        let program = text::parse(&source).expect("a program");
        assert_eq!(super::run(name, &program), "");
    }
}

#[test]
fn records_lie_as_the_ir_says() {
    holds(
        "records",
        r#"datamodel lp64
entry @start
struct packed size 7 align 1 { c: i8 at 0, i: i32 at 1, s: i16 at 5 }
struct holes size 24 align 8 { a: u8 at 3, b: u16 at 8, "bits.2": u8 at 11, inner: struct packed at 12 }
struct large size 64 align 64 { x: i32 at 0 }
union both size 8 align 4 { word: u32 at 0, bytes: [6 x u8] at 0, half: f32 at 0 }
struct none size 0 align 1 {}
global @packed: struct packed = { 0: 1:i8, 1: -2:i32, 5: 3:i16 }
global @holes: struct holes = { 3: 7:u8, 8: 8:u16, 11: 9:u8, 12: 10:i8, 13: 11:i32 }
global @large: struct large align 64 = { 0: 5:i32 }
global @both: union both = { 0: 1.5:f32 }
global @bytes: union both = { 0: "abcdef" }
global @odd: union both = { 0: 513:u16, 4: 7:u8 }
global @none: struct none = {}
global @flexible: struct large size 72 align 64 = { 0: 1:i32, 64: 77:i64 }
global @table: [4 x [2 x i32]] = { 4: 1:i32, 24: 2:i32 }
global @text: [6 x i8] = { 0: "a\"?\n\0" }
global @to: *i32 = { 0: &@table + 4 as *i32 }
global @float: f64 = { 0: 0x3fb999999999999a:f64 }
global @own: [2 x i32] thread_local = { 4: 6:i32 }
function @start() {
  reg %0: i32
  reg %1: u8
  reg %2: u16
  reg %3: f32
  reg %4: struct holes
  reg %5: [4 x [2 x i32]]
  reg %6: i16
  reg %7: i64
  reg %8: *i32
  reg %9: f64
  reg %10: i8
  slot $copy.0: struct holes
  slot $rows.1: [4 x [2 x i32]] align 32
b0:
  %0 = load @packed.i
  assert %0 == -2:i32, unreach-call, "a packed field"
  %6 = load @packed.s
  assert %6 == 3:i16, unreach-call, "another one"
  %4 = load @holes
  store $copy.0 = %4
  %2 = load $copy.0.b
  assert %2 == 8:u16, unreach-call, "a field behind a gap"
  %1 = load $copy.0."bits.2"
  assert %1 == 9:u8, unreach-call, "a unit of bit-fields"
  %0 = load $copy.0.inner.i
  assert %0 == 11:i32, unreach-call, "a field of a field"
  assert ((&@large as u64) & 63:u64) == 0:u64, unreach-call, "an alignment"
  %3 = load @both.half
  assert %3 == 1.5:f32, unreach-call, "a member of a union"
  %1 = load @bytes.bytes[5:i32]
  assert %1 == 102:u8, unreach-call, "bytes of a union"
  %1 = load @odd.bytes[1:i32]
  assert %1 == 2:u8, unreach-call, "what no initialiser says"
  %1 = load @odd.bytes[4:i32]
  assert %1 == 7:u8, unreach-call, "the rest of it"
  %7 = load *(((&@flexible as *u8) + 64:i32) as *i64)
  assert %7 == 77:i64, unreach-call, "behind the end of the type"
  %5 = load @table
  store $rows.1 = %5
  %0 = load $rows.1[3:i32][0:i32]
  assert %0 == 2:i32, unreach-call, "an array that was copied"
  %8 = load @to
  %0 = load *%8
  assert %0 == 1:i32, unreach-call, "an address with a distance"
  assert ((%8 - &@table[0:i32][0:i32]) as i32) == 1:i32, unreach-call, "a difference"
  %9 = load @float
  assert %9 == 0.1:f64, unreach-call, "a float"
  %10 = load @text[3:i32]
  assert %10 == 10:i8, unreach-call, "a text"
  %0 = load @own[1:i32]
  assert %0 == 6:i32, unreach-call, "a variable of the thread"
  return
}
"#,
    );
}

#[test]
fn calls_pass_what_the_ir_says() {
    holds(
        "calls",
        r#"datamodel lp64
entry @start
struct pair size 8 align 4 { a: i32 at 0, b: i32 at 4 }
global @printf: i32 = {}
function @sum(%count.0: i32, ...) -> i32 {
  reg %1: *u8
  reg %2: i64
  reg %3: f64
b0:
  %1 = var_args
  %2 = load *(%1 as *i64)
  %3 = load *((%1 + 8:i32) as *f64)
  return ((%2 as i32) + (%3 as i32)) + %count.0
}
function @swap(%pair.0: struct pair) -> struct pair {
  reg %1, %2: i32
  reg %3: struct pair
  slot $swapped.0: struct pair
  slot $given.1: struct pair
b0:
  store $given.1 = %pair.0
  %1 = load $given.1.a
  %2 = load $given.1.b
  store $swapped.0.a = %2
  store $swapped.0.b = %1
  %3 = load $swapped.0
  return %3
}
function @any(...) -> i32 {
b0:
  return 4:i32
}
function @int(%long.0: i32) -> i32 {
  reg %printf.1: i32
b0:
  %printf.1 = %long.0
  switch %printf.1 { 1 => b1, -9..-3 => b2, else => b3 }
b1:
  return 10:i32
b2:
  return 20:i32
b3:
  return 30:i32
}
function @start() {
  reg %0, %1: i32
  reg %2: struct pair
  reg %3: *fn(i32) -> i32
  reg %4: *fn(...) -> i32
  slot $pair.0: struct pair
b0:
  %0 = call @sum(1:i32, 2:i64, 3.5:f64)
  assert %0 == 6:i32, unreach-call, "further arguments"
  store $pair.0.a = 1:i32
  store $pair.0.b = 2:i32
  %2 = load $pair.0
  %2 = call @swap(%2)
  store $pair.0 = %2
  %0 = load $pair.0.a
  assert %0 == 2:i32, unreach-call, "a record by value"
  %0 = call @any(1:i32, 2:i32)
  assert %0 == 4:i32, unreach-call, "no prototype"
  %4 = &@int as *fn(...) -> i32
  %0 = call *%4(-5:i32)
  assert %0 == 20:i32, unreach-call, "a prototype that the caller does not know"
  %3 = &@int
  %0 = call *%3(1:i32)
  assert %0 == 10:i32, unreach-call, "a pointer"
  %0 = call @int(2:i32)
  assert %0 == 30:i32, unreach-call, "else"
  return
}
"#,
    );
}

#[test]
fn updates_do_what_the_ir_says() {
    holds(
        "updates",
        r#"datamodel lp64
entry @start
global @small: u8 = { 0: 250:u8 }
global @flag: bool = {}
global @int: i32 = { 0: 2147483647:i32 }
global @at: *i32 = { 0: &@int as *i32 }
function @start() {
  reg %0: u8
  reg %1, %2: bool
  reg %3, %4: i32
  reg %5: *i32
b0:
  %0 = rmw add seq_cst @small, 10:u8
  assert %0 == 250:u8, unreach-call, "the old value"
  %0 = load @small
  assert %0 == 4:u8, unreach-call, "a sum that wraps"
  %0 = rmw nand seq_cst @small, 6:u8
  %0 = load @small
  assert %0 == 251:u8, unreach-call, "not and"
  %1 = rmw or seq_cst @flag, true
  %2 = load @flag
  assert %2 & (!%1), unreach-call, "a truth value"
  %3 = rmw add relaxed @int, 1:i32
  %3 = load @int
  assert %3 == -2147483648:i32, unreach-call, "a signed sum that wraps"
  %3 = rmw exchange seq_cst @int, %3 + 1:i32
  assert %3 == -2147483648:i32, unreach-call, "an operand that is also the result"
  %1, %4 = compare_exchange seq_cst @int, 5:i32, 6:i32
  assert (!%1) & (%4 == -2147483647:i32), unreach-call, "a comparison that fails"
  %1, %4 = compare_exchange weak seq_cst @int, %4, 6:i32
  %3 = load @int
  assert %1 & (%3 == 6:i32), unreach-call, "one that succeeds"
  return
}
"#,
    );
}
