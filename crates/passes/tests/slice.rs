//! What [`unspool_passes::slice`] makes of small programs: `tests/slice`.

mod expect;

use unspool_passes::points_to::PointsTo;

#[test]
fn programs_change_as_expected() {
    expect::check_folder("slice", |program| {
        let points_to = PointsTo::of(program);
        unspool_passes::slice::run(program, &points_to);
    });
}
