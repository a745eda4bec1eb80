//! Simple cycles of a graph whose edges get along with each other, the shortest first.
//!
//! A search from each lock for ways back to it through locks with larger numbers, so that each cycle is met once; first for short ones. It gives up after so many
//! steps: there can be exponentially many.

use std::collections::BTreeMap;

use super::Edge;

/// How many edges are tried in all, and how many cycles are told.
const STEPS: usize = 1_000_000;
const CYCLES: usize = 100;

/// Cycles as places in the list of edges, and whether there may be more. `gets_along`: whether two edges can be part of one cycle.
pub fn shortest_first(
    edges: &[Edge],
    gets_along: impl FnMut(&Edge, &Edge) -> bool,
) -> (Vec<Vec<usize>>, bool) {
    let mut from: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (place, edge) in edges.iter().enumerate() {
        from.entry(edge.held).or_default().push(place);
    }
    let mut threads: Vec<usize> = edges.iter().map(|edge| edge.thread).collect();
    threads.sort_unstable();
    threads.dedup();
    let mut search = Search {
        edges,
        from: &from,
        gets_along,
        steps: STEPS,
        path: Vec::new(),
        found: Vec::new(),
    };
    // Every edge is another thread's.
    for length in 2..=threads.len().min(from.len()) {
        for &start in from.keys() {
            search.extend(start, start, length);
        }
    }
    let has_more = search.steps == 0 || search.found.len() >= CYCLES;
    (search.found, has_more)
}

struct Search<'a, F> {
    edges: &'a [Edge],
    from: &'a BTreeMap<u32, Vec<usize>>,
    gets_along: F,
    steps: usize,
    path: Vec<usize>,
    found: Vec<Vec<usize>>,
}

impl<F: FnMut(&Edge, &Edge) -> bool> Search<'_, F> {
    /// Goes on from a lock, by `left` edges back to the start.
    fn extend(&mut self, start: u32, at: u32, left: usize) {
        let edges = self.edges;
        for &place in self.from.get(&at).into_iter().flatten() {
            if self.steps == 0 || self.found.len() >= CYCLES {
                return;
            }
            self.steps -= 1;
            let edge = &edges[place];
            let is_back = edge.awaited == start;
            if is_back != (left == 1) || edge.awaited < start {
                continue;
            }
            let mut path = self.path.iter().map(|&other| &edges[other]);
            let is_new = path.clone().all(|other| other.held != edge.awaited) || is_back;
            if !is_new || !path.all(|other| (self.gets_along)(other, edge)) {
                continue;
            }
            self.path.push(place);
            match is_back {
                true if !self.is_known() => self.found.push(self.path.clone()),
                true => {}
                false => self.extend(start, edge.awaited, left - 1),
            }
            self.path.pop();
        }
    }

    /// Whether a cycle of only these locks was found before.
    fn is_known(&self) -> bool {
        let locks: Vec<u32> = self.path.iter().map(|&it| self.edges[it].held).collect();
        self.found.iter().any(|known| {
            let mut known = known.iter().map(|&it| self.edges[it].held);
            known.all(|lock| locks.contains(&lock))
        })
    }
}
