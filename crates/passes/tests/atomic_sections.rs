//! What [`unspool_passes::atomic_sections`] makes of small programs: `tests/atomic_sections`.

mod expect;

#[test]
fn programs_change_as_expected() {
    expect::check_folder("atomic_sections", unspool_passes::atomic_sections::run);
}
