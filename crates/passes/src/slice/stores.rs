//! Which stores may write what a load reads: all stores of the program by object and offset.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::points_to::{Object, Offsets, Target};

/// Thread, by its position among the threads, and site.
pub type Writer = (u32, u32);

#[derive(Default)]
pub struct Stores {
    objects: FxHashMap<Object, StoresToObject>,
}

#[derive(Default)]
struct StoresToObject {
    /// At one offset: offset, size, writer; sorted once all are there.
    single: Vec<(u64, u64, Writer)>,
    is_sorted: bool,
    largest: u64,
    /// At several offsets.
    ranges: Vec<(Offsets, u64, Writer)>,
    /// What has been asked for.
    asked: FxHashSet<(Offsets, u64)>,
}

impl Stores {
    pub fn add(&mut self, target: &Target, size: u64, writer: Writer) {
        let stores = self.objects.entry(target.object).or_default();
        match target.offsets.single() {
            Some(offset) => {
                stores.single.push((offset, size, writer));
                stores.largest = stores.largest.max(size);
                stores.is_sorted = false;
            }
            None => stores.ranges.push((target.offsets, size, writer)),
        }
    }

    /// Adds the writers of bytes that an access of this size may read. Those that were found before may be left out.
    pub fn find(&mut self, target: &Target, size: u64, found: &mut Vec<Writer>) {
        let Some(stores) = self.objects.get_mut(&target.object) else {
            return;
        };
        let wanted = target.offsets;
        if !stores.asked.insert((wanted, size)) {
            return;
        }
        stores.ranges.retain(|&(offsets, store_size, writer)| {
            let overlaps = wanted.may_overlap(size, &offsets, store_size);
            if overlaps {
                found.push(writer);
            }
            !overlaps
        });
        let Some(offset) = wanted.single() else {
            stores.single.retain(|&(offset, store_size, writer)| {
                let overlaps = wanted.may_overlap(size, &single(offset), store_size);
                if overlaps {
                    found.push(writer);
                }
                !overlaps
            });
            return;
        };
        if !stores.is_sorted {
            stores.single.sort_unstable();
            stores.is_sorted = true;
        }
        let first = offset.saturating_sub(stores.largest);
        let from = stores.single.partition_point(|&(start, ..)| start < first);
        let end = offset.saturating_add(size);
        let near = stores.single[from..].iter();
        for &(start, store_size, writer) in near.take_while(|&&(start, ..)| start < end) {
            if start.saturating_add(store_size) > offset {
                found.push(writer);
            }
        }
    }
}

fn single(offset: u64) -> Offsets {
    Offsets {
        start: offset,
        stride: 0,
        end: offset.saturating_add(1),
    }
}
