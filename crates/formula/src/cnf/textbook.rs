//! The size that Tseitin's textbook encoding would have, to compare with: a variable and three clauses per AND.

use crate::aig::{Aig, Edge, Node};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    pub variables: u64,
    pub clauses: u64,
    pub literals: u64,
}

/// For the assertion of all `roots`, each by a clause of one literal.
/// Of an AIG without two-level rewriting, or the comparison hides what that gains.
pub fn size(aig: &Aig, roots: &[Edge]) -> Size {
    let mut seen = vec![false; aig.node_count()];
    seen[Edge::FALSE.node().index()] = true;
    let mut stack: Vec<Node> = roots.iter().map(|root| root.node()).collect();
    let mut size = Size {
        variables: 0,
        clauses: roots.len() as u64,
        literals: roots.len() as u64,
    };
    while let Some(node) = stack.pop() {
        if std::mem::replace(&mut seen[node.index()], true) {
            continue;
        }
        size.variables += 1;
        if let Some((a, b)) = aig.children(node) {
            size.clauses += 3;
            size.literals += 2 + 2 + 3;
            stack.extend([a.node(), b.node()]);
        }
    }
    size
}
