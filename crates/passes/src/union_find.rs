//! Disjoint sets, as a forest whose paths are halved on the way up (Tarjan, van Leeuwen 1984).

pub struct UnionFind {
    parents: Vec<u32>,
}

impl UnionFind {
    /// So many members, each alone.
    pub fn new(count: usize) -> Self {
        UnionFind {
            parents: (0..count as u32).collect(),
        }
    }

    /// The member that stands for the set of this one.
    pub fn root(&mut self, member: u32) -> u32 {
        let mut at = member;
        while self.parents[at as usize] != at {
            let above = self.parents[self.parents[at as usize] as usize];
            self.parents[at as usize] = above;
            at = above;
        }
        at
    }

    /// Makes the two sets one; the smaller root stands for it.
    pub fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }
}
