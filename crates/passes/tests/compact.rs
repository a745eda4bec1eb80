//! What [`unspool_passes::compact`] makes of small programs: `tests/compact`.

mod expect;

#[test]
fn programs_change_as_expected() {
    expect::check_folder("compact", unspool_passes::compact::run);
}
