//! What [`unspool_passes::dead_code`] makes of small programs: `tests/dead_code`.

mod expect;

#[test]
fn programs_change_as_expected() {
    expect::check_folder("dead_code", unspool_passes::dead_code::run);
}
