//! Registers are split into webs.

mod expect;

use unspool_passes::webs;

#[test]
fn programs() {
    expect::check_folder("webs", webs::run);
}
