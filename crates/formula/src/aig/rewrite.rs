//! Two-level rewriting: simplifies an AND by looking at its children's children before the node is made.
//!
//! After Brummayer and Biere, "Local Two-Level And-Inverter Graph Minimization without Blowup" (MEMICS 2006).
//! Their rules of optimization levels 1 to 4, by their names; each replaces the AND by something no larger whatever
//! else is shared, so no heuristics are needed. A rule that gives a new pair of operands starts over with these.
//! This ends, as one operand is then an older node than before.
//!
//! Where we differ: of the two results of symmetric idempotence the one that drops the newer operand is taken.

use super::{Aig, Edge};

pub(super) enum Rewritten {
    Edge(Edge),
    /// No rule applies to the AND of these, which are different, not constant, and not each other's negation.
    And(Edge, Edge),
}

pub(super) fn rewrite(aig: &Aig, mut a: Edge, mut b: Edge) -> Rewritten {
    loop {
        if let Some(edge) = trivial(a, b) {
            return Rewritten::Edge(edge);
        }
        if !aig.two_level {
            return Rewritten::And(a, b);
        }
        // The newer operand first: `a` can have `b` as a child, but not the other way round.
        if a < b {
            (a, b) = (b, a);
        }
        match two_level(aig, a, b) {
            Step::Edge(edge) => return Rewritten::Edge(edge),
            Step::Again(c, d) => (a, b) = (c, d),
            Step::Keep => return Rewritten::And(a, b),
        }
    }
}

enum Step {
    Edge(Edge),
    Again(Edge, Edge),
    Keep,
}

fn trivial(a: Edge, b: Edge) -> Option<Edge> {
    if a == b || b == Edge::TRUE {
        Some(a)
    } else if a == Edge::TRUE {
        Some(b)
    } else if a == !b || a == Edge::FALSE || b == Edge::FALSE {
        Some(Edge::FALSE)
    } else {
        None
    }
}

/// `a` is the newer operand.
fn two_level(aig: &Aig, a: Edge, b: Edge) -> Step {
    let Some(grand_a) = aig.children(a.node()) else {
        return Step::Keep;
    };
    match asymmetric(a, grand_a, b) {
        Step::Keep => {}
        step => return step,
    }
    let Some(grand_b) = aig.children(b.node()) else {
        return Step::Keep;
    };
    match (a.is_inverted(), b.is_inverted()) {
        (false, false) => both_positive(grand_a, b, grand_b),
        (true, false) => one_negative(grand_a, b, grand_b),
        (false, true) => one_negative(grand_b, a, grand_a),
        (true, true) => both_negative(grand_a, grand_b),
    }
}

/// `b` against the children `x` and `y` of `a`'s node.
fn asymmetric(a: Edge, (x, y): (Edge, Edge), b: Edge) -> Step {
    if !a.is_inverted() {
        if x == !b || y == !b {
            return Step::Edge(Edge::FALSE); // contradiction: (x y) !x
        }
        if x == b || y == b {
            return Step::Edge(a); // idempotence: (x y) x
        }
    } else {
        if x == !b || y == !b {
            return Step::Edge(b); // subsumption: !(x y) !x
        }
        if x == b {
            return Step::Again(!y, b); // substitution: !(x y) x
        }
        if y == b {
            return Step::Again(!x, b);
        }
    }
    Step::Keep
}

/// `(x y) (u v)`; `b` is the latter.
fn both_positive((x, y): (Edge, Edge), b: Edge, (u, v): (Edge, Edge)) -> Step {
    if x == !u || x == !v || y == !u || y == !v {
        return Step::Edge(Edge::FALSE); // contradiction
    }
    if x == u || x == v {
        return Step::Again(y, b); // idempotence
    }
    if y == u || y == v {
        return Step::Again(x, b);
    }
    Step::Keep
}

/// `!(x y) (u v)`; `p` is the latter.
fn one_negative((x, y): (Edge, Edge), p: Edge, (u, v): (Edge, Edge)) -> Step {
    if x == !u || x == !v || y == !u || y == !v {
        return Step::Edge(p); // subsumption
    }
    if x == u || x == v {
        return Step::Again(!y, p); // substitution
    }
    if y == u || y == v {
        return Step::Again(!x, p);
    }
    Step::Keep
}

/// `!(x y) !(u v)`
fn both_negative((x, y): (Edge, Edge), (u, v): (Edge, Edge)) -> Step {
    // Resolution: !(x y) !(x !y) is !x.
    if (x == u && y == !v) || (x == v && y == !u) {
        return Step::Edge(!x);
    }
    if (y == v && x == !u) || (y == u && x == !v) {
        return Step::Edge(!y);
    }
    Step::Keep
}
