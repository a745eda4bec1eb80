//! Many short lists in two vectors, built once (what sparse matrices call compressed rows).

/// A list for each of many owners, in two vectors.
pub struct Lists<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy + Default> Lists<T> {
    /// From pairs of owner and item; items keep their order.
    pub fn new(owners: usize, pairs: &[(u32, T)]) -> Self {
        let mut starts = vec![0; owners + 1];
        for &(owner, _) in pairs {
            starts[owner as usize + 1] += 1;
        }
        for owner in 0..owners {
            starts[owner + 1] += starts[owner];
        }
        let mut next = starts.clone();
        let mut items = vec![T::default(); starts[owners] as usize];
        for &(owner, item) in pairs {
            let at = &mut next[owner as usize];
            items[*at as usize] = item;
            *at += 1;
        }
        Lists { starts, items }
    }

    pub fn of(&self, owner: usize) -> &[T] {
        &self.items[self.range(owner)]
    }

    /// Where the list stands among all items.
    pub fn range(&self, owner: usize) -> std::ops::Range<usize> {
        self.starts[owner] as usize..self.starts[owner + 1] as usize
    }

    pub fn items(&self) -> &[T] {
        &self.items
    }
}
