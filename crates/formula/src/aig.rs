//! And-inverter graphs: Boolean functions as a shared graph of two-input ANDs with negation on the edges.
//!
//! Nodes are numbered so that children come before parents: a loop over the numbers is a bottom-up traversal.
//! A node is its two children, eight bytes. A hash table over the numbers makes equal nodes one
//! (structural hashing), and `rewrite` looks one level further down before a node is made.
//! OR, XOR, if-then-else and majority are built from ANDs in one fixed shape each, so that equal ones are shared
//! and `cnf` can find them again. Nothing is ever removed: numbers stay valid.

mod rewrite;
pub mod simulate;

use std::fmt;
use std::hash::BuildHasher;
use std::ops::Not;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use rewrite::Rewritten;
pub use simulate::{Simulation, simulate};

/// A node's output or its negation: `2 * node + inverted`. Node 0 is the constant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge(u32);

/// The constant, an input, or an AND.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Node(u32);

pub struct Aig {
    /// The children of each AND, the smaller first; never constants. A leaf has `FALSE` as its first child,
    /// and an input its number as the second.
    nodes: Vec<[Edge; 2]>,
    /// The ANDs by their children.
    unique: HashTable<u32>,
    inputs: u32,
    two_level: bool,
}

impl Edge {
    pub const FALSE: Edge = Edge(0);
    pub const TRUE: Edge = Edge(1);

    pub fn constant(value: bool) -> Edge {
        Edge(u32::from(value))
    }

    pub fn as_constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self.0 == 1)
    }

    pub fn is_inverted(self) -> bool {
        self.0 & 1 != 0
    }

    pub fn node(self) -> Node {
        Node(self.0 >> 1)
    }

    /// The edge itself, or its negation if `invert`.
    pub fn invert_if(self, invert: bool) -> Edge {
        Edge(self.0 ^ u32::from(invert))
    }
}

impl Node {
    /// Node numbers fit 31 bits.
    pub const LIMIT: usize = 1 << 31;

    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The node of that number, which the caller has from [`Node::index`] or [`Aig::node_count`].
    pub fn from_index(index: usize) -> Node {
        assert!(index < Node::LIMIT, "too many AIG nodes");
        Node(index as u32)
    }

    pub fn edge(self) -> Edge {
        Edge(self.0 << 1)
    }
}

impl Not for Edge {
    type Output = Edge;

    fn not(self) -> Edge {
        Edge(self.0 ^ 1)
    }
}

impl fmt::Debug for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_inverted() { "!" } else { "" };
        match self.as_constant() {
            Some(value) => write!(f, "{value}"),
            None => write!(f, "{sign}n{}", self.0 >> 1),
        }
    }
}

impl Default for Aig {
    fn default() -> Aig {
        Aig::new()
    }
}

impl Aig {
    pub fn new() -> Aig {
        Aig {
            nodes: vec![[Edge::FALSE; 2]],
            unique: HashTable::new(),
            inputs: 0,
            two_level: true,
        }
    }

    /// With structural hashing and constant folding alone: what tests and benchmarks compare with.
    pub fn without_two_level_rewriting() -> Aig {
        Aig {
            two_level: false,
            ..Aig::new()
        }
    }

    /// A new input.
    pub fn input(&mut self) -> Edge {
        let number = self.inputs;
        self.inputs += 1;
        self.push([Edge::FALSE, Edge(number)])
    }

    pub fn and(&mut self, a: Edge, b: Edge) -> Edge {
        match rewrite::rewrite(self, a, b) {
            Rewritten::Edge(edge) => edge,
            Rewritten::And(a, b) => self.intern(a, b),
        }
    }

    pub fn or(&mut self, a: Edge, b: Edge) -> Edge {
        !self.and(!a, !b)
    }

    pub fn implies(&mut self, a: Edge, b: Edge) -> Edge {
        !self.and(a, !b)
    }

    /// Negations of the operands move to the result, so that all XORs and XNORs of two nodes are one.
    pub fn xor(&mut self, a: Edge, b: Edge) -> Edge {
        let inverted = a.is_inverted() != b.is_inverted();
        let (a, b) = (a.node().edge(), b.node().edge());
        let both = self.and(a, b);
        let neither = self.and(!a, !b);
        self.and(!both, !neither).invert_if(inverted)
    }

    pub fn equal(&mut self, a: Edge, b: Edge) -> Edge {
        !self.xor(a, b)
    }

    /// `then` where `condition` holds, else `otherwise`.
    pub fn ite(&mut self, condition: Edge, then: Edge, otherwise: Edge) -> Edge {
        if then == otherwise {
            return then;
        }
        if then == !otherwise {
            return self.xor(condition, otherwise);
        }
        let (condition, then, otherwise) = if condition.is_inverted() {
            (!condition, otherwise, then)
        } else {
            (condition, then, otherwise)
        };
        // Of an if-then-else and its negation, the one with a positive `then` is built.
        let inverted = then.is_inverted();
        let (then, otherwise) = (then.invert_if(inverted), otherwise.invert_if(inverted));
        let first = self.and(condition, then);
        let second = self.and(!condition, otherwise);
        self.or(first, second).invert_if(inverted)
    }

    /// At least two of the three. Not symmetric in size: `c` should be the one that comes last.
    pub fn majority(&mut self, a: Edge, b: Edge, c: Edge) -> Edge {
        let negations = [a, b, c].iter().filter(|edge| edge.is_inverted()).count();
        // Majority is its own dual.
        let inverted = negations >= 2;
        let [a, b, c] = [a, b, c].map(|edge| edge.invert_if(inverted));
        let both = self.and(a, b);
        let neither = self.and(!a, !b);
        let helped = self.and(c, !neither);
        self.or(both, helped).invert_if(inverted)
    }

    /// The conjunction of all, as a balanced tree. `TRUE` if there are none.
    pub fn and_all(&mut self, edges: &[Edge]) -> Edge {
        let mut layer = edges.to_vec();
        while layer.len() > 1 {
            let halves = layer.len() / 2;
            for i in 0..halves {
                layer[i] = self.and(layer[2 * i], layer[2 * i + 1]);
            }
            if layer.len() % 2 == 1 {
                layer[halves] = layer[layer.len() - 1];
            }
            layer.truncate(layer.len().div_ceil(2));
        }
        layer.first().copied().unwrap_or(Edge::TRUE)
    }

    /// The disjunction of all. `FALSE` if there are none.
    pub fn or_all(&mut self, edges: &[Edge]) -> Edge {
        let negated: Vec<Edge> = edges.iter().map(|&edge| !edge).collect();
        !self.and_all(&negated)
    }

    /// The children of an AND; `None` for an input and the constant.
    pub fn children(&self, node: Node) -> Option<(Edge, Edge)> {
        let [a, b] = self.nodes[node.index()];
        (a != Edge::FALSE).then_some((a, b))
    }

    /// Inputs are numbered from 0 in the order in which they were made. `None` for an AND and the constant.
    pub fn input_number(&self, node: Node) -> Option<usize> {
        let [a, Edge(number)] = self.nodes[node.index()];
        (a == Edge::FALSE && node.0 != 0).then_some(number as usize)
    }

    pub fn input_count(&self) -> usize {
        self.inputs as usize
    }

    /// All nodes: the constant, inputs and ANDs.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    pub fn and_count(&self) -> usize {
        self.nodes.len() - 1 - self.inputs as usize
    }

    /// What is allocated.
    pub fn memory_bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<[Edge; 2]>() + self.unique.allocation_size()
    }

    fn intern(&mut self, a: Edge, b: Edge) -> Edge {
        let children = if a < b { [a, b] } else { [b, a] };
        let nodes = &self.nodes;
        let entry = self.unique.entry(
            hash(children),
            |&node| nodes[node as usize] == children,
            |&node| hash(nodes[node as usize]),
        );
        match entry {
            Entry::Occupied(found) => Node(*found.get()).edge(),
            Entry::Vacant(free) => {
                free.insert(self.nodes.len() as u32);
                self.push(children)
            }
        }
    }

    fn push(&mut self, node: [Edge; 2]) -> Edge {
        let edge = Node::from_index(self.nodes.len()).edge();
        self.nodes.push(node);
        edge
    }
}

fn hash([Edge(a), Edge(b)]: [Edge; 2]) -> u64 {
    FxBuildHasher.hash_one(u64::from(a) << 32 | u64::from(b))
}
