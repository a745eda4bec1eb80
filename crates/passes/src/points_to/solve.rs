//! Solving: targets flow along edges until nothing changes.
//!
//! A worklist of the nodes with new targets. Nodes have their turn in the order in which targets flow, so that each has most of its
//! targets before it hands them on; the order is computed again when the graph has doubled (the idea of Pereira and
//! Berlin, Wave Propagation and Deep Propagation for Pointer Analysis, CGO 2009, without their collapsing of cycles: with sets
//! stored once, a round through a cycle costs a look-up per node). What is
//! done through a pointer is done once per new target.
//!
//! Where many pointers have the same many targets, as those into a list do, each access would get an edge per target. A
//! *hub* stands between: one per set of pointers and kind of access, made from that of the set before it grew.

use std::cmp::Reverse;

use super::graph::{Edge, Graph, NO_NEXT, Node, NodeState, Through, Use};
use super::sets::{Entry, SetId, StepsId};

/// More new targets than this of one pointer are reached through a hub.
const MAX_DIRECT: usize = 4;

/// All that is loaded from (or stored to) where the pointers of a set with something added to them point.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hub {
    pointers: SetId,
    shift: StepsId,
    size: u64,
    is_load: bool,
}

impl Graph {
    /// Draws all consequences.
    pub fn solve(&mut self) {
        let mut new = Vec::new();
        let mut ordered_edges = 0;
        loop {
            if self.edges.len() > 2 * ordered_edges {
                ordered_edges = self.edges.len();
                self.order_nodes();
            }
            let Some(Reverse((_, node))) = self.queue.pop() else {
                if self.link_lonely_differences() {
                    continue;
                }
                break;
            };
            let state = &mut self.nodes[node.index()];
            state.is_queued = false;
            let NodeState { set, handled, .. } = *state;
            state.handled = set;
            let mut next_edge = state.first_edge;
            let mut next_use = state.first_use;
            while next_edge != NO_NEXT {
                let Edge { to, shift, next } = self.edges[next_edge as usize];
                let moved = self.sets.shifted(set, shift);
                self.add_targets(to, moved);
                next_edge = next;
            }
            if next_use == NO_NEXT {
                continue;
            }
            new.clear();
            self.sets.new_entries(set, handled, &mut new);
            while next_use != NO_NEXT {
                let Use {
                    through,
                    shift,
                    next,
                } = self.uses[next_use as usize];
                if new.len() > MAX_DIRECT {
                    self.reach_by_hub(through, shift, set, handled);
                } else {
                    self.reach_all(through, shift, &new);
                }
                next_use = next;
            }
        }
    }

    /// Lets nodes have their turn in the order in which targets flow, as far as there is one: each then has most of
    /// its targets before it hands them on.
    fn order_nodes(&mut self) {
        let mut next_edges: Vec<u32> = self.nodes.iter().map(|node| node.first_edge).collect();
        let mut is_visited = vec![false; self.nodes.len()];
        let mut position = self.nodes.len() as u32;
        let mut path = Vec::new();
        for root in 0..self.nodes.len() {
            if is_visited[root] {
                continue;
            }
            is_visited[root] = true;
            path.push(root);
            while let Some(&node) = path.last() {
                match self.edges.get(next_edges[node] as usize) {
                    Some(edge) => {
                        next_edges[node] = edge.next;
                        let to = edge.to.index();
                        if !std::mem::replace(&mut is_visited[to], true) {
                            path.push(to);
                        }
                    }
                    None => {
                        position -= 1;
                        self.nodes[node].order = position;
                        path.pop();
                    }
                }
            }
        }
        let queued = std::mem::take(&mut self.queue).into_iter();
        let queued = queued.map(|Reverse((_, node))| {
            let order = self.nodes[node.index()].order;
            Reverse((order, node))
        });
        self.queue = queued.collect();
    }

    fn reach_all(&mut self, through: Through, shift: StepsId, entries: &[Entry]) {
        for entry in entries {
            let steps = self.sets.sum(entry.steps, shift);
            self.reach(through, entry.object, steps);
        }
    }

    /// The same for a large set, whose uses share what they have in common.
    fn reach_by_hub(&mut self, through: Through, shift: StepsId, pointers: SetId, handled: SetId) {
        let (size, is_load) = match through {
            Through::Load(size, _) => (size, true),
            Through::Store(size, _) => (size, false),
            Through::Call(_) | Through::Bits(..) | Through::Difference(_) => {
                let mut new = Vec::new();
                self.sets.new_entries(pointers, handled, &mut new);
                return self.reach_all(through, shift, &new);
            }
        };
        let key = Hub {
            pointers,
            shift,
            size,
            is_load,
        };
        let hub = match self.hubs.get(&key) {
            Some(&known) => known,
            None => self.new_hub(key, handled),
        };
        match through {
            Through::Load(_, to) => self.add_edge(hub, to, StepsId::ZERO),
            Through::Store(_, from) => self.add_edge(from, hub, StepsId::ZERO),
            _ => {}
        }
    }

    /// Made from the hub of a part of the pointers, if there is one.
    fn new_hub(&mut self, key: Hub, part: SetId) -> Node {
        let hub = self.new_node();
        self.hubs.insert(key, hub);
        let (through, pointers) = if key.is_load {
            (Through::Load(key.size, hub), key.pointers)
        } else {
            (Through::Store(key.size, hub), key.pointers)
        };
        let smaller = Hub {
            pointers: part,
            ..key
        };
        let mut entries = Vec::new();
        match self.hubs.get(&smaller) {
            Some(&smaller) if key.is_load => {
                self.add_edge(smaller, hub, StepsId::ZERO);
                self.sets.new_entries(pointers, part, &mut entries);
            }
            Some(&smaller) => {
                self.add_edge(hub, smaller, StepsId::ZERO);
                self.sets.new_entries(pointers, part, &mut entries);
            }
            None => entries.extend_from_slice(self.sets.entries(pointers)),
        }
        self.reach_all(through, key.shift, &entries);
        hub
    }
}
