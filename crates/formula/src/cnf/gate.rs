//! Finds gates that are larger than an AND in an AIG, by the shapes in which `Aig` builds them.
//!
//! Of an AND with two inverted children:
//! - `!(a b) !(!a !b)` is `a xor b`;
//! - `!(c t) !(!c e)` is `c ? !t : !e`;
//! - `!(a b) !(c !(!a !b))` is the negation of the majority of `a`, `b` and `c`.
//!
//! What is found depends on the AIG alone, never on how often nodes are used: the clauses of a gate are right in any
//! case, and if its inner nodes are used elsewhere they get their own clauses there.

use crate::aig::{Aig, Edge, Node};

pub(super) enum Gate {
    /// An input or the constant.
    Leaf,
    And(Edge, Edge),
    Xor(Edge, Edge),
    /// Condition, then, else.
    Ite(Edge, Edge, Edge),
    Majority(Edge, Edge, Edge),
}

impl Gate {
    /// The node as a function of the gate's inputs.
    pub(super) fn of(aig: &Aig, node: Node) -> Gate {
        let Some((a, b)) = aig.children(node) else {
            return Gate::Leaf;
        };
        larger(aig, a, b).unwrap_or(Gate::And(a, b))
    }

    pub(super) fn inputs(&self) -> impl Iterator<Item = Edge> {
        let inputs = match *self {
            Gate::Leaf => [None, None, None],
            Gate::And(a, b) | Gate::Xor(a, b) => [Some(a), Some(b), None],
            Gate::Ite(a, b, c) | Gate::Majority(a, b, c) => [Some(a), Some(b), Some(c)],
        };
        inputs.into_iter().flatten()
    }
}

fn larger(aig: &Aig, a: Edge, b: Edge) -> Option<Gate> {
    if !a.is_inverted() || !b.is_inverted() {
        return None;
    }
    let p = aig.children(a.node())?;
    let q = aig.children(b.node())?;
    if is_nor(p, q) {
        return Some(Gate::Xor(p.0, p.1));
    }
    for (condition, then) in [p, (p.1, p.0)] {
        if q.0 == !condition {
            return Some(Gate::Ite(condition, !then, !q.1));
        }
        if q.1 == !condition {
            return Some(Gate::Ite(condition, !then, !q.0));
        }
    }
    majority(aig, p, q).or_else(|| majority(aig, q, p))
}

fn majority(aig: &Aig, both: (Edge, Edge), helped: (Edge, Edge)) -> Option<Gate> {
    for (third, either) in [helped, (helped.1, helped.0)] {
        if either.is_inverted()
            && let Some(neither) = aig.children(either.node())
            && is_nor(both, neither)
        {
            return Some(Gate::Majority(!both.0, !both.1, !third));
        }
    }
    None
}

/// Whether `q` has the negations of `p`.
fn is_nor(p: (Edge, Edge), q: (Edge, Edge)) -> bool {
    (q.0 == !p.0 && q.1 == !p.1) || (q.0 == !p.1 && q.1 == !p.0)
}
