//! What [`unspool_passes::straighten`] makes of small programs: `tests/straighten`.

mod expect;

#[test]
fn programs_change_as_expected() {
    expect::check_folder("straighten", unspool_passes::straighten::run);
}
