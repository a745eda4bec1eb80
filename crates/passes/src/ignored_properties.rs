//! Drops the assertions of properties that nobody wants to hear of.
//!
//! Precondition: a program as it was written, on which no other pass has worked. Postcondition: it has no assertion of these
//! properties; everything else is as it was, so where one would have failed, execution goes on: a mutex is unlocked that was not locked, as
//! the library plausibly would.
//!
//! It has to come first. A failing assertion ends the run, and all later passes know that: behind `assert c`, `c` holds, and behind one that
//! always fails there is nothing. What they made of that cannot be taken back by dropping the assertion afterwards, so in a
//! bounded program ([`crate::bounded::is_marked`]) it is too late.
//!
//! ```text
//! assert %is_free, lock-misuse, "..."
//! store @owner = 1:i32                    becomes     store @owner = 1:i32
//! free unheld heap %object                            free heap %object
//! ```
//!
//! What a `free` says of locks is an assertion of `lock-misuse`. Only what is said by assertions can be ignored. Memory errors are not: they come of any access, and no execution goes on after one.
//! So whoever offers a choice of properties leaves `valid-memsafety` out.

use unspool_ir::{Inst, InstKind, Program, Property};

/// Drops all assertions of these properties.
pub fn run(program: &mut Program, ignored: &[Property]) {
    if ignored.is_empty() {
        return;
    }
    let is_kept = |inst: &Inst| !matches!(inst.kind, InstKind::Assert { property, .. } if ignored.contains(&property));
    let bodies = program.functions.iter_mut().filter_map(|f| f.body.as_mut());
    for block in bodies.flat_map(|body| &mut body.blocks) {
        block.insts.retain(is_kept);
    }
    if ignored.contains(&Property::LockMisuse) {
        allow_held_frees(program);
    }
}

/// From now on memory may be freed while a lock in it is held.
pub fn allow_held_frees(program: &mut Program) {
    let bodies = program.functions.iter_mut().filter_map(|f| f.body.as_mut());
    let blocks = bodies.flat_map(|body| &mut body.blocks);
    for inst in blocks.flat_map(|block| &mut block.insts) {
        if let InstKind::Free { is_unheld, .. } = &mut inst.kind {
            *is_unheld = false;
        }
    }
}
