//! What [`unspool_passes::checked_operations`] makes of small programs: `tests/checked_operations`.

mod expect;

use unspool_ir::{Property, text};
use unspool_passes::checked_operations;

#[test]
fn programs_change_as_expected() {
    expect::check_folder("checked_operations", |program| {
        checked_operations::run(program, checked_operations::CHECKED);
    });
}

/// Only what was asked for is asserted, and only what can be.
#[test]
fn each_property_has_its_own_assertions() {
    let source = include_str!("checked_operations/operators.ir");
    let assertions = |properties: &[Property]| {
        let mut program = text::parse(source).expect("a program");
        checked_operations::run(&mut program, properties);
        let printed = text::print(&program);
        let lines = printed.lines().filter(|line| line.contains("assert "));
        lines.map(str::to_string).collect::<Vec<_>>()
    };
    let all = assertions(checked_operations::CHECKED);
    let mut sum = 0;
    for property in Property::all() {
        let some = assertions(&[property]);
        let name = format!(", {}, ", property.name());
        assert!(some.iter().all(|line| line.contains(&name)), "{some:?}");
        let is_checked = checked_operations::CHECKED.contains(&property);
        assert_eq!(!some.is_empty(), is_checked, "{property:?}");
        sum += some.len();
    }
    assert_eq!(all.len(), sum);
    assert!(assertions(&[]).is_empty());
}
