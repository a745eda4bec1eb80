//! Each memory error, by a program that makes it, and a twin that does not.

use crate::harness::outcome;
use unspool_interp::{ArithmeticErrorKind, MemoryErrorKind, Outcome};

const FINISHED: Outcome = Outcome::Finished { status: 0 };

/// A `main` with some registers, a slot and a global.
fn main_with(body: &str) -> String {
    format!(
        "entry @main
global @array: [4 x i32] = {{}}
global @text: [3 x i8] read_only = {{ 0: \"hi\\0\" }}
global @missing: i32
function @leak() -> *i32 {{
  slot $local.0: i32
b0:
  live $local.0
  store $local.0 = 7:i32
  return &$local.0
}}
function @other(%x.0: i32) -> i32 {{
b0:
  return %x.0
}}
function @main() -> i32 {{
  reg %0: i32
  reg %1: *i32
  reg %2: *void
  reg %3: u64
  reg %4: i8
  slot $s.0: [4 x i8]
b0:
{body}
  return 0:i32
}}
"
    )
}

fn memory_error(body: &str) -> MemoryErrorKind {
    match outcome(&main_with(body)) {
        Outcome::MemoryError { kind, .. } => kind,
        other => panic!("{other:?}\n{body}"),
    }
}

#[test]
fn null_pointers() {
    let kind = memory_error("  %1 = 0:*i32\n  %0 = load *%1");
    assert_eq!(kind, MemoryErrorKind::NullDereference { address: 0 });
    let kind = memory_error("  %1 = 0:*i32\n  store *(%1 + 3:i32) = 1:i32");
    assert_eq!(kind, MemoryErrorKind::NullDereference { address: 12 });
}

#[test]
fn bounds() {
    assert_eq!(
        outcome(&main_with("  %0 = 3:i32\n  store @array[%0] = 1:i32")),
        FINISHED
    );
    for (index, offset) in [(4, 16), (-1, -4), (100, 400)] {
        let kind = memory_error(&format!("  %0 = {index}:i32\n  store @array[%0] = 1:i32"));
        assert_eq!(
            kind,
            MemoryErrorKind::OutOfBounds {
                object: "`@array`".replace('@', ""),
                size: 16,
                offset,
                access: 4
            }
        );
    }
    // A pointer may leave its object and come back, and one past the end is no error by itself.
    let back = "  %1 = &@array[0:i32]\n  %1 = %1 + 4:i32\n  %1 = %1 + -1:i32\n  %0 = load *%1";
    assert_eq!(outcome(&main_with(back)), FINISHED);
    // The same address with another object's provenance stays an error.
    let kind = memory_error(
        "  live $s.0\n  %1 = &$s.0[0:i32] as *i32\n  %1 = %1 + 1:i32\n  %0 = load *%1",
    );
    assert!(matches!(
        kind,
        MemoryErrorKind::OutOfBounds {
            offset: 4,
            size: 4,
            ..
        }
    ));
}

#[test]
fn lifetimes() {
    let kind = memory_error("  %1 = call @leak()\n  %0 = load *%1");
    assert_eq!(
        kind,
        MemoryErrorKind::DeadLocal {
            object: "local variable `local` of `leak`".to_string()
        }
    );
    // Also when a new activation has its variable at the very same address.
    let kind = memory_error(
        "  %1 = call @leak()\n  %2 = %1 as *void\n  %1 = call @leak()\n  %0 = load *(%2 as *i32)",
    );
    assert!(matches!(kind, MemoryErrorKind::DeadLocal { .. }));
    let kind = memory_error("  live $s.0\n  %1 = &$s.0 as *i32\n  dead $s.0\n  %0 = load *%1");
    assert!(matches!(kind, MemoryErrorKind::DeadLocal { .. }));
    let kind = memory_error("  live $s.0\n  %1 = &$s.0 as *i32\n  live $s.0\n  %0 = load *%1");
    assert!(matches!(kind, MemoryErrorKind::DeadLocal { .. }));
    // Naming a variable brings it to life.
    assert_eq!(
        outcome(&main_with("  dead $s.0\n  store $s.0[1:i32] = 1:i8")),
        FINISHED
    );
}

#[test]
fn heap() {
    let free = "  %2 = alloc heap 4:u64\n  %1 = %2 as *i32\n  store *%1 = 5:i32\n  free heap %2\n";
    assert_eq!(outcome(&main_with(free)), FINISHED);
    assert_eq!(outcome(&main_with("  free heap 0:*void")), FINISHED);
    let kind = memory_error(&format!("{free}  %0 = load *%1"));
    assert!(matches!(kind, MemoryErrorKind::UseAfterFree { .. }));
    let kind = memory_error(&format!("{free}  free heap %2"));
    assert!(matches!(kind, MemoryErrorKind::DoubleFree { .. }));
    let kind = memory_error("  free heap &@array");
    assert_eq!(
        kind,
        MemoryErrorKind::InvalidFree {
            what: "`array`".to_string()
        }
    );
    let kind = memory_error("  %2 = alloc heap 4:u64\n  free heap (%2 + 1:i32)");
    assert!(matches!(kind, MemoryErrorKind::InvalidFree { .. }));
    let kind = memory_error("  %2 = alloc stack 4:u64\n  free stack %2\n  %0 = load *(%2 as *i32)");
    assert!(matches!(kind, MemoryErrorKind::DeadLocal { .. }));
    let size = "  %2 = alloc heap 40:u64\n  %3 = object_size (%2 + 8:i32)\n  assert %3 == 40:u64, valid-memsafety, \"size\"";
    assert_eq!(outcome(&main_with(size)), FINISHED);
}

#[test]
fn read_only_and_undefined_globals() {
    assert_eq!(outcome(&main_with("  %4 = load @text[1:i32]")), FINISHED);
    let kind = memory_error("  store @text[0:i32] = 1:i8");
    assert_eq!(
        kind,
        MemoryErrorKind::WriteToReadOnly {
            object: "`text`".to_string()
        }
    );
    let found = outcome(&main_with("  %0 = load @missing"));
    assert!(matches!(found, Outcome::Unsupported { .. }), "{found:?}");
}

#[test]
fn calls_through_pointers() {
    let call = "  %0 = call *(&@other as *fn(i32) -> i32)(3:i32)";
    assert_eq!(outcome(&main_with(call)), FINISHED);
    let kind = memory_error("  %0 = call *(0:*fn(i32) -> i32)(3:i32)");
    assert_eq!(kind, MemoryErrorKind::NullDereference { address: 0 });
    let kind = memory_error("  %0 = call *(&@array as *fn(i32) -> i32)(3:i32)");
    assert!(matches!(kind, MemoryErrorKind::BadCall { .. }));
    let kind = memory_error("  %0 = call *(&@other as *fn() -> i32)()");
    assert!(matches!(kind, MemoryErrorKind::BadCall { .. }));
    let kind = memory_error("  %0 = call *(&@other as *fn(f64) -> i32)(1.0:f64)");
    assert!(matches!(kind, MemoryErrorKind::BadCall { .. }));
    let kind = memory_error("  %0 = load *(&@other as *i32)");
    assert!(matches!(kind, MemoryErrorKind::WildPointer { .. }));
}

#[test]
fn pointers_through_integers_and_bytes() {
    let round_trip = "  %3 = &@array[1:i32] as u64
  %3 = %3 | 1:u64
  %1 = (%3 & 18446744073709551614:u64) as *i32
  store *%1 = 9:i32
  %0 = load @array[1:i32]
  assert %0 == 9:i32, valid-memsafety, \"through an integer\"
  %3 = ((&@array[1:i32] as u64) ^ 77:u64)
  %1 = (%3 ^ 77:u64) as *i32
  %0 = load *%1
  assert %0 == 9:i32, valid-memsafety, \"without provenance\"";
    assert_eq!(outcome(&main_with(round_trip)), FINISHED);
    let kind = memory_error("  %1 = 123456789:u64 as *i32\n  %0 = load *%1");
    assert_eq!(kind, MemoryErrorKind::WildPointer { address: 123456789 });
}

#[test]
fn arithmetic_traps() {
    let kind = |body: &str| match outcome(&main_with(body)) {
        Outcome::ArithmeticError { kind, .. } => Some(kind),
        _ => None,
    };
    assert_eq!(
        kind("  %0 = 0:i32\n  %0 = 5:i32 / %0"),
        Some(ArithmeticErrorKind::DivisionByZero)
    );
    assert_eq!(
        kind("  %0 = -1:i32\n  %0 = -2147483648:i32 % %0"),
        Some(ArithmeticErrorKind::QuotientOverflow)
    );
    // The arm that is not chosen is not computed.
    assert_eq!(
        kind("  %0 = 0:i32\n  %0 = (%0 == 0:i32) ? 1:i32 : (5:i32 / %0)"),
        None
    );
}
