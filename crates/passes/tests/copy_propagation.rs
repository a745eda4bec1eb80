//! What [`unspool_passes::copy_propagation`] makes of small programs: `tests/copy_propagation`.

mod expect;

#[test]
fn programs_change_as_expected() {
    expect::check_folder("copy_propagation", unspool_passes::copy_propagation::run);
}
