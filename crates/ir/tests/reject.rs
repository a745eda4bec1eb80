//! Each rule of the verifier has a program that breaks only it: here, those that parse.

use unspool_ir::Program;
use unspool_ir::text::{parse, print};
use unspool_ir::verify::{MAX_TYPE_NESTING, verify};

/// What instructions below may use.
const SURROUNDINGS: &str = "
struct s size 8 align 4 {
  a: i32 at 0,
  b: i32 at 4
}
struct hidden opaque
global @g: i32 = {}
global @f64: f64 = {}
global @array: [4 x i32] = {}
global @struct: struct s = {}
global @pointer: *i8 = {}
function @unary(%0: i32) -> i32 {
b0:
  return %0
}
function @start(%0: *void) {
b0:
  return
}
";

const REGISTERS: &str = "
  reg %i.0: i32
  reg %u.1: u32
  reg %l.2: i64
  reg %d.3: f64
  reg %c.4: bool
  reg %p.5: *i32
  reg %v.6: *void
  reg %h.7: *struct hidden
  reg %s.8: struct s
  reg %f.9: *fn(i32) -> i32
  reg %e.10: bool
  reg %q.11: *i8
";

/// The first error, of the program that consists of this instruction (or several) in `() -> i32`.
fn check_code(code: &str, expected: &str) {
    let text = format!(
        "{SURROUNDINGS}function @test() -> i32 {{{REGISTERS}b0:\n  {code}\n  return 0:i32\n}}\n"
    );
    check_text(&text, expected);
}

fn check_text(text: &str, expected: &str) {
    let program = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    check_program(&program, expected);
    // Rejected programs print without a panic, too.
    print(&program);
}

fn check_program(program: &Program, expected: &str) {
    let errors = verify(program).expect_err(expected);
    assert_eq!(errors[0].to_string(), expected);
    assert_eq!(errors.len(), 1, "{errors:?}");
    print(program);
}

#[test]
fn the_surroundings_are_well_formed() {
    let text =
        format!("{SURROUNDINGS}function @test() -> i32 {{{REGISTERS}b0:\n  return 0:i32\n}}\n");
    assert_eq!(verify(&parse(&text).expect("a valid program")), Ok(()));
}

#[test]
fn records() {
    for (text, expected) in [
        (
            "struct s size 8 align 4 {\n x: i32 at 0, x: i32 at 4 }",
            "R1: record \"s\": more than one field is called \"x\"",
        ),
        (
            "struct s size 6 align 4 {}",
            "R2: record \"s\": size 6 with alignment 4",
        ),
        (
            "struct s size 6 align 3 {}",
            "R2: record \"s\": size 6 with alignment 3",
        ),
        (
            "struct s size 0 align 0 {}",
            "R2: record \"s\": size 0 with alignment 0",
        ),
        (
            "struct s size 8 align 4 { x: fn() at 0 }",
            "R3: record \"s\": field \"x\" has type fn(), which has no size",
        ),
        (
            "struct s size 4 align 4 { x: i32 at 2 }",
            "R3: record \"s\": field \"x\" ends at 6, behind the record's 4 bytes",
        ),
        (
            "struct s size 8 align 4 { x: i32 at 18446744073709551615 }",
            "R3: record \"s\": field \"x\" has type i32, which has no size",
        ),
        (
            "struct s size 8 align 4 { x: i32 at 0, y: i32 at 2 }",
            "R4: record \"s\": field \"y\" starts at 2, before the end of the one before it",
        ),
        (
            "union s size 8 align 4 { x: i32 at 0, y: i32 at 4 }",
            "R4: record \"s\": field \"y\" of a union starts at 4",
        ),
        (
            "struct s size 8 align 4 { x: struct s at 0 }",
            "R5: record \"s\" contains itself",
        ),
        (
            "struct s size 8 align 4 { x: struct t at 0 }\nstruct t size 8 align 4 { x: [1 x struct s] at 0 }",
            "R5: record \"s\" contains itself",
        ),
    ] {
        check_text(text, expected);
    }
    let mut deep = "struct s0 size 1 align 1 { x: i8 at 0 }\n".to_string();
    for level in 1..=MAX_TYPE_NESTING {
        let inner = level - 1;
        deep += &format!("struct s{level} size 1 align 1 {{ x: struct s{inner} at 0 }}\n");
    }
    check_text(
        &deep,
        "R5: record \"s256\" contains records more than 256 deep",
    );
}

#[test]
fn globals() {
    for (text, expected) in [
        (
            "global @x: void = {}",
            "G2: global \"x\": is defined with type void, which has no size",
        ),
        (
            "global @x: i32 size 2",
            "G2: global \"x\": has size 2 and alignment 4 with type i32",
        ),
        (
            "global @x: i32 align 3",
            "G2: global \"x\": has size 4 and alignment 3 with type i32",
        ),
        (
            "global @x: [2 x i32] = { 4: 1:i32, 0: 1:i32 }",
            "G3: global \"x\": the item at 0 overlaps the one before it or ends behind the global",
        ),
        (
            "global @x: [2 x i32] = { 0: 1:i64, 4: 1:i32 }",
            "G3: global \"x\": the item at 4 overlaps the one before it or ends behind the global",
        ),
        (
            "global @x: i32 = { 0: \"abcde\" }",
            "G3: global \"x\": the item at 0 overlaps the one before it or ends behind the global",
        ),
        (
            "global @x: [2 x i32] = { 0: 1:[2 x i32] }",
            "G4: global \"x\": the item at 0 has no scalar type",
        ),
        (
            "global @x: i8 = { 0: 256:i8 }",
            "G4: global \"x\": the item at 0 has bits that do not fit in its type",
        ),
        (
            "global @x: i32 = { 0: &@x as i32 }",
            "G5: global \"x\": the item at 0 is an address in a type that is not as wide as pointers",
        ),
        (
            "global @x: *i8 thread_local = { 0: &@x as *i8 }",
            "G5: global \"x\": the item at 0 has no constant address",
        ),
        (
            "entry @f\nfunction @f()",
            "G7: the entry, \"f\", is not a function with a body and without parameters",
        ),
        (
            "entry @f\nfunction @f(%0: i32) {\nb0:\n  return\n}",
            "G7: the entry, \"f\", is not a function with a body and without parameters",
        ),
        (
            "global @x: i32 !f0:1:1",
            "G8: global \"x\": has span Span { file: f0, line: 1, column: 1 }",
        ),
        (
            "function @f() !f0:1:1",
            "G8: function \"f\" has span Span { file: f0, line: 1, column: 1 }",
        ),
        (
            "function @f() {\nb0:\n  return !f0:1:1\n}",
            "G8: @f b0 #0: has span Span { file: f0, line: 1, column: 1 }: ",
        ),
    ] {
        check_text(text, expected);
    }
}

#[test]
fn bodies() {
    for (text, expected) in [
        ("function @f() {\n}", "B1: @f: has no block"),
        (
            "function @f() {\nb0:\n  goto b1\n}",
            "B1: @f b0 #0: there is no block b1: goto b1",
        ),
        (
            "function @f() {\n  reg %0: void\nb0:\n  return\n}",
            "B3: @f: register %0 has type void",
        ),
        (
            "function @f() {\n  slot $0: [4294967296 x [4294967296 x i32]]\nb0:\n  return\n}",
            "B3: @f: slot $0 has type [4294967296 x [4294967296 x i32]] and alignment 4",
        ),
        (
            "function @f() {\n  slot $0: i32 align 2\nb0:\n  return\n}",
            "B3: @f: slot $0 has type i32 and alignment 2",
        ),
    ] {
        check_text(text, expected);
    }
}

#[test]
fn expressions() {
    for (code, expected) in [
        (
            "%i.0 = 4294967296:i32",
            "E1: @test b0 #0: ill-typed `4294967296:i32` (as i32): %i.0 = 4294967296:i32",
        ),
        (
            "%c.4 = 2:bool",
            "E1: @test b0 #0: ill-typed `2:bool` (as bool): %c.4 = 2:bool",
        ),
        (
            "%d.3 = 0x10000000000000000:f64",
            "E1: @test b0 #0: ill-typed `0x10000000000000000:f64` (as f64): %d.3 = 0x10000000000000000:f64",
        ),
        (
            "%s.8 = 1:struct s",
            "E1: @test b0 #0: ill-typed `1:struct s` (as struct s): %s.8 = 1:struct s",
        ),
        (
            "%c.4 = -%c.4",
            "E3: @test b0 #0: ill-typed `-%c.4` (as bool): %c.4 = -%c.4",
        ),
        (
            "%d.3 = ~%d.3",
            "E3: @test b0 #0: ill-typed `~%d.3` (as f64): %d.3 = ~%d.3",
        ),
        (
            "%i.0 = !%i.0",
            "E3: @test b0 #0: ill-typed `!%i.0` (as i32): %i.0 = !%i.0",
        ),
        (
            "%i.0 = %i.0 + %u.1",
            "E4: @test b0 #0: ill-typed `%i.0 + %u.1` (as i32): %i.0 = %i.0 + %u.1",
        ),
        (
            "%c.4 = %c.4 * %c.4",
            "E4: @test b0 #0: ill-typed `%c.4 * %c.4` (as bool): %c.4 = %c.4 * %c.4",
        ),
        (
            "%d.3 = %d.3 % %d.3",
            "E4: @test b0 #0: ill-typed `%d.3 % %d.3` (as f64): %d.3 = %d.3 % %d.3",
        ),
        (
            "%d.3 = %d.3 & %d.3",
            "E4: @test b0 #0: ill-typed `%d.3 & %d.3` (as f64): %d.3 = %d.3 & %d.3",
        ),
        (
            "%i.0 = %i.0 << %d.3",
            "E5: @test b0 #0: ill-typed `%i.0 << %d.3` (as i32): %i.0 = %i.0 << %d.3",
        ),
        (
            "%c.4 = %c.4 >> %i.0",
            "E5: @test b0 #0: ill-typed `%c.4 >> %i.0` (as bool): %c.4 = %c.4 >> %i.0",
        ),
        (
            "%c.4 = %i.0 == %u.1",
            "E6: @test b0 #0: ill-typed `%i.0 == %u.1` (as bool): %c.4 = %i.0 == %u.1",
        ),
        (
            "%c.4 = %s.8 == %s.8",
            "E6: @test b0 #0: ill-typed `%s.8 == %s.8` (as bool): %c.4 = %s.8 == %s.8",
        ),
        (
            "%p.5 = %p.5 + %d.3",
            "E7: @test b0 #0: ill-typed `%p.5 + %d.3` (as *i32): %p.5 = %p.5 + %d.3",
        ),
        (
            "%l.2 = %p.5 - %v.6",
            "E7: @test b0 #0: ill-typed `%p.5 - %v.6` (as i64): %l.2 = %p.5 - %v.6",
        ),
        (
            "%i.0 = %s.8 as i32",
            "E8: @test b0 #0: ill-typed `%s.8 as i32` (as i32): %i.0 = %s.8 as i32",
        ),
        (
            "%p.5 = %d.3 as *i32",
            "E8: @test b0 #0: ill-typed `%d.3 as *i32` (as *i32): %p.5 = %d.3 as *i32",
        ),
        (
            "%i.0 = %i.0 ? 1:i32 : 2:i32",
            "E10: @test b0 #0: ill-typed `%i.0 ? 1:i32 : 2:i32` (as i32): %i.0 = %i.0 ? 1:i32 : 2:i32",
        ),
        (
            "%i.0 = %c.4 ? 1:i32 : 2:u32",
            "E10: @test b0 #0: ill-typed `%c.4 ? 1:i32 : 2:u32` (as i32): %i.0 = %c.4 ? 1:i32 : 2:u32",
        ),
        (
            "%i.0 = load @array[%d.3]",
            "P4: @test b0 #0: ill-typed `@array[%d.3]` (as i32): %i.0 = load @array[%d.3]",
        ),
    ] {
        check_code(code, expected);
    }
}

#[test]
fn instructions() {
    for (code, expected) in [
        (
            "%i.0 = %u.1",
            "I2: @test b0 #0: the value is u32, not i32: %i.0 = %u.1",
        ),
        (
            "%u.1 = load @g",
            "I3: @test b0 #0: the place is i32, not u32: %u.1 = load @g",
        ),
        (
            "store @g = %u.1",
            "I3: @test b0 #0: the value is u32, not i32: store @g = %u.1",
        ),
        (
            "store *%h.7 = %i.0",
            "I3: @test b0 #0: the place is struct hidden, not of a sized type: store *%h.7 = %i.0",
        ),
        (
            "%u.1 = rmw add seq_cst @g, 1:i32",
            "I4: @test b0 #0: the register is u32, not i32: %u.1 = rmw add seq_cst @g, 1:i32",
        ),
        (
            "%i.0 = rmw exchange seq_cst @g, 1:u32",
            "I4: @test b0 #0: the value is u32, not i32: %i.0 = rmw exchange seq_cst @g, 1:u32",
        ),
        (
            "%s.8 = rmw add seq_cst @struct, %s.8",
            "I4: @test b0 #0: the place is struct s, not a number or pointer: %s.8 = rmw add seq_cst @struct, %s.8",
        ),
        (
            "%d.3 = rmw xor seq_cst @f64, %d.3",
            "I4: @test b0 #0: the place is f64, not an integer: %d.3 = rmw xor seq_cst @f64, %d.3",
        ),
        (
            "%q.11 = rmw add seq_cst @pointer, 1:i32",
            "I4: @test b0 #0: the value is i32, not an integer as wide as pointers: %q.11 = rmw add seq_cst @pointer, 1:i32",
        ),
        (
            "%i.0, %u.1 = compare_exchange seq_cst @g, %i.0, %i.0",
            "I5: @test b0 #0: the first register is i32, not bool: %i.0, %u.1 = compare_exchange seq_cst @g, %i.0, %i.0",
        ),
        (
            "%c.4, %u.1 = compare_exchange seq_cst @g, %i.0, %i.0",
            "I5: @test b0 #0: the second register is u32, not i32: %c.4, %u.1 = compare_exchange seq_cst @g, %i.0, %i.0",
        ),
        (
            "%c.4, %i.0 = compare_exchange seq_cst @g, %u.1, %i.0",
            "I5: @test b0 #0: the expected value is u32, not i32: %c.4, %i.0 = compare_exchange seq_cst @g, %u.1, %i.0",
        ),
        (
            "%c.4, %i.0 = compare_exchange seq_cst @g, %i.0, %u.1",
            "I5: @test b0 #0: the desired value is u32, not i32: %c.4, %i.0 = compare_exchange seq_cst @g, %i.0, %u.1",
        ),
        (
            "%c.4, %c.4 = compare_exchange seq_cst @g, %i.0, %i.0",
            "I5: @test b0 #0: one register is written twice: %c.4, %c.4 = compare_exchange seq_cst @g, %i.0, %i.0",
        ),
        (
            "%c.4, %s.8 = compare_exchange seq_cst @struct, %s.8, %s.8",
            "I5: @test b0 #0: the place is struct s, not a scalar: %c.4, %s.8 = compare_exchange seq_cst @struct, %s.8, %s.8",
        ),
        (
            "call @unary()",
            "I6: @test b0 #0: 0 arguments for 1 parameters: call @unary()",
        ),
        (
            "call @unary(%i.0, %i.0)",
            "I6: @test b0 #0: 2 arguments for 1 parameters: call @unary(%i.0, %i.0)",
        ),
        (
            "call @unary(%u.1)",
            "I6: @test b0 #0: argument 0 is u32, not i32: call @unary(%u.1)",
        ),
        (
            "%u.1 = call @unary(%i.0)",
            "I6: @test b0 #0: the register is u32, not i32: %u.1 = call @unary(%i.0)",
        ),
        (
            "%i.0 = call @start(%v.6)",
            "I6: @test b0 #0: the register is i32, not void: %i.0 = call @start(%v.6)",
        ),
        (
            "call *%i.0()",
            "I6: @test b0 #0: what is called is i32, not a pointer: call *%i.0()",
        ),
        (
            "call *%p.5()",
            "I6: @test b0 #0: what is called is i32, not a function: call *%p.5()",
        ),
        (
            "call *%f.9(%u.1)",
            "I6: @test b0 #0: argument 0 is u32, not i32: call *%f.9(%u.1)",
        ),
        (
            "%p.5 = var_args",
            "I7: @test b0 #0: the function is not variadic: %p.5 = var_args",
        ),
        (
            "%i.0 = spawn &@unary, %v.6",
            "I8: @test b0 #0: the start is *fn(i32) -> i32, not a pointer to a function without result: %i.0 = spawn &@unary, %v.6",
        ),
        (
            "%i.0 = spawn &@start, %p.5",
            "I8: @test b0 #0: the argument is *i32, not *void: %i.0 = spawn &@start, %p.5",
        ),
        (
            "%u.1 = spawn &@start, %v.6",
            "I8: @test b0 #0: the register is u32, not i32: %u.1 = spawn &@start, %v.6",
        ),
        (
            "%u.1 = self",
            "I8: @test b0 #0: the register is u32, not i32: %u.1 = self",
        ),
        (
            "%i.0 = finished %i.0",
            "I8: @test b0 #0: the register is i32, not bool: %i.0 = finished %i.0",
        ),
        (
            "%c.4 = finished %u.1",
            "I8: @test b0 #0: the thread is u32, not i32: %c.4 = finished %u.1",
        ),
        (
            "atomic_begin wait_until %i.0 atomic_end",
            "I9: @test b0 #1: the condition is i32, not bool: wait_until %i.0",
        ),
        (
            "assume %i.0",
            "I9: @test b0 #0: the condition is i32, not bool: assume %i.0",
        ),
        (
            "assert %i.0, unreach-call, \"\"",
            "I9: @test b0 #0: the condition is i32, not bool: assert %i.0, unreach-call, \"\"",
        ),
        (
            "assert %c.4, unreach-call, \"\", %i.0",
            "I9: @test b0 #0: the detail is i32, not a pointer to characters: assert %c.4, unreach-call, \"\", %i.0",
        ),
        (
            "assert %c.4, unreach-call, \"\", &@g",
            "I9: @test b0 #0: the detail is *i32, not a pointer to characters: assert %c.4, unreach-call, \"\", &@g",
        ),
        (
            "%c.4, %i.0 = compare_exchange seq_cst/release @g, %i.0, %i.0",
            "I5: @test b0 #0: failing has the order release: %c.4, %i.0 = compare_exchange seq_cst/release @g, %i.0, %i.0",
        ),
        (
            "%c.4, %i.0 = compare_exchange relaxed/acq_rel @g, %i.0, %i.0",
            "I5: @test b0 #0: failing has the order acq_rel: %c.4, %i.0 = compare_exchange relaxed/acq_rel @g, %i.0, %i.0",
        ),
        (
            "%p.5 = alloc heap %i.0 align 16:i64",
            "I10: @test b0 #0: the alignment is i64, not u64: %p.5 = alloc heap %i.0 align 16:i64",
        ),
        (
            "%p.5 = alloc heap %i.0 align 24:u64",
            "I10: @test b0 #0: the alignment 24 is no power of two: %p.5 = alloc heap %i.0 align 24:u64",
        ),
        (
            "%p.5 = alloc heap %i.0 align 0:u64",
            "I10: @test b0 #0: the alignment 0 is no power of two: %p.5 = alloc heap %i.0 align 0:u64",
        ),
        (
            "%i.0 = alloc heap %i.0",
            "I10: @test b0 #0: the register is i32, not a pointer: %i.0 = alloc heap %i.0",
        ),
        (
            "%p.5 = alloc heap %d.3",
            "I10: @test b0 #0: the size is f64, not an integer: %p.5 = alloc heap %d.3",
        ),
        (
            "free heap %i.0",
            "I10: @test b0 #0: the operand is i32, not a pointer: free heap %i.0",
        ),
        (
            "%l.2 = object_size %p.5",
            "I10: @test b0 #0: the register is i64, not u64: %l.2 = object_size %p.5",
        ),
        (
            "%l.2 = object_size %l.2",
            "I10: @test b0 #0: the operand is i64, not a pointer: %l.2 = object_size %l.2",
        ),
        (
            "output %c.4, %i.0",
            "I10: @test b0 #0: the stream is bool, not an integer: output %c.4, %i.0",
        ),
        (
            "output %i.0, %p.5",
            "I10: @test b0 #0: the byte is *i32, not an integer: output %i.0, %p.5",
        ),
    ] {
        check_code(code, expected);
    }
    check_text(
        "function @f(...) {\n  reg %0: i32\nb0:\n  %0 = var_args\n  return\n}",
        "I7: @f b0 #0: the register is i32, not a pointer: %0 = var_args",
    );
    check_text(
        "file f0 \"a.c\"\nfunction @f() {\nb0:\n  assume 1:i32 !f0:3:7\n  return\n}",
        "I9: @f b0 #0: the condition is i32, not bool: assume 1:i32 (a.c:3:7)",
    );
}

#[test]
fn terminators() {
    for (code, expected) in [
        (
            "branch %i.0, b1, b1\nb1:",
            "J1: @test b0 #0: the condition is i32, not bool: branch %i.0, b1, b1",
        ),
        (
            "exit %u.1\nb1:",
            "J1: @test b0 #0: the status is u32, not i32: exit %u.1",
        ),
        (
            "switch %d.3 { else => b1 }\nb1:",
            "J2: @test b0 #0: the value is f64, not an integer: switch %d.3 { else => b1 }",
        ),
        (
            "switch %i.0 { 1..-1 => b1, else => b1 }\nb1:",
            "J2: @test b0 #0: 0x1..0xffffffff is no range of i32: switch %i.0 { 1..-1 => b1, else => b1 }",
        ),
        (
            "switch %i.0 { 4294967296 => b1, else => b1 }\nb1:",
            "J2: @test b0 #0: 0x100000000..0x100000000 is no range of i32: switch %i.0 { 4294967296 => b1, else => b1 }",
        ),
        (
            "switch %i.0 { 3..5 => b1, -1..3 => b1, else => b1 }\nb1:",
            "J2: @test b0 #0: cases overlap: switch %i.0 { 3..5 => b1, -1..3 => b1, else => b1 }",
        ),
        (
            "return\nb1:",
            "J3: @test b0 #0: what is returned is void, not i32: return",
        ),
        (
            "return %u.1\nb1:",
            "J3: @test b0 #0: what is returned is u32, not i32: return %u.1",
        ),
    ] {
        check_code(code, expected);
    }
}

const SECTIONS: &str = "
function @enter() {
b0:
  atomic_begin
  return
}
function @leave() {
b0:
  atomic_end
  return
}
function @stop() {
b0:
  atomic_begin
  abort
}
function @body(%0: *void) {
b0:
  return
}
";

#[test]
fn atomic_sections() {
    let good = format!(
        "{SECTIONS}entry @main\nfunction @main() {{\n  reg %0: bool\nb0:\n  call @enter()\n  %0 = nondet\n  wait_until %0
  branch %0, b1, b2\nb1:\n  call @stop()\n  goto b2\nb2:\n  call @leave()\n  return\n}}"
    );
    assert_eq!(verify(&parse(&good).expect("a valid program")), Ok(()));
    for (text, expected) in [
        (
            "function @f(%0: bool) {\nb0:\n  branch %0, b1, b2\nb1:\n  atomic_begin\n  goto b2\nb2:\n  return\n}",
            "A1: @f b1 #1: goes to b2 at depth 1 of atomic sections, another path at 0",
        ),
        (
            "function @f() {\nb0:\n  call @leave()\n  goto b0\n}",
            "A1: @f b0 #1: goes to b0 at depth -1 of atomic sections, another path at 0",
        ),
        (
            "function @f(%0: bool) {\nb0:\n  branch %0, b1, b2\nb1:\n  call @enter()\n  return\nb2:\n  return\n}",
            "A2: @f b1 #1: returns at depth 1 of atomic sections, not 0",
        ),
        (
            "function @f(%0: bool) {\nb0:\n  branch %0, b1, b2\nb1:\n  call @g(%0)\n  return\nb2:\n  return\n}
function @g(%0: bool) {\nb0:\n  call @h(%0)\n  atomic_end\n  return\n}
function @h(%0: bool) {\nb0:\n  call @f(%0)\n  return\n}",
            "A2: @g b0 #2: returns at depth -1 of atomic sections, not 0",
        ),
        (
            "function @f(%0: bool) {\nb0:\n  wait_until %0\n  return\n}",
            "A3: @f b0 #0: wait_until stands at depth 0 of atomic sections",
        ),
        (
            "function @f(%0: bool) {\nb0:\n  call @enter()\n  atomic_end\n  wait_until %0\n  return\n}",
            "A3: @f b0 #2: wait_until stands at depth 0 of atomic sections",
        ),
        (
            "entry @f\nfunction @f() {\nb0:\n  call @leave()\n  call @enter()\n  return\n}",
            "A4: @f: a thread starts here and may leave an atomic section that it did not enter",
        ),
        (
            "function @f() {\n  reg %0: i32\nb0:\n  %0 = spawn &@thread, 0:*void\n  return\n}
function @thread(%0: *void) {\nb0:\n  atomic_end\n  return\n}",
            "A4: @thread: a thread starts here and may leave an atomic section that it did not enter",
        ),
    ] {
        check_text(&format!("{SECTIONS}{text}"), expected);
    }
}
