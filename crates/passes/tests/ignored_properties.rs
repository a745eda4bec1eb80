//! What [`unspool_passes::ignored_properties`] makes of small programs: `tests/ignored_properties`.

mod expect;

use unspool_ir::{Property, text};
use unspool_passes::{bounded, ignored_properties};

#[test]
fn programs_change_as_expected() {
    expect::check_folder("ignored_properties", |program| {
        ignored_properties::run(program, &[Property::LockMisuse, Property::ThreadMisuse]);
    });
}

#[test]
fn bounded_programs_are_told_by_their_marks() {
    let plain = "datamodel lp64
entry @main
function @main() -> i32 {
b0:
  return 0:i32
}
";
    let with_point = plain.replace("return", "point 0 return");
    let with_origin = plain.replace("b0:", "  origin o0: call @main\nb0:");
    let with_thread = "datamodel lp64
entry @main
function @f() {
b0:
  return
}
function @main() -> i32 {
  reg %0: i32
b0:
  %0 = spawn thread 1 &@f
  return 0:i32
}
";
    let is_marked = |source: &str| {
        let program = text::parse(source).unwrap_or_else(|error| panic!("{error} in\n{source}"));
        bounded::is_marked(&program)
    };
    assert!(!is_marked(plain));
    assert!(is_marked(&with_point));
    assert!(is_marked(&with_origin));
    assert!(is_marked(with_thread));
    assert!(!is_marked(&with_thread.replace("thread 1 ", "")));
}
