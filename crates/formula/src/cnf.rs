//! Clauses for AIG edges: Plaisted and Greenbaum's encoding over recognised gates, incrementally.
//!
//! After Plaisted and Greenbaum, "A Structure-preserving Clause Form Translation" (1986): a node used only positively
//! needs only the clauses of `variable -> function`, one used only negatively those of the converse. Here a *demand*
//! is a node with one of these directions. On top of that:
//! - a conjunction that holds is split, a disjunction that holds is one clause, and neither needs a variable;
//! - `gate` finds XOR, if-then-else and majority among the ANDs; the nodes inside of them need no variables;
//! - an AND or XOR with one reference disappears into the AND or XOR that refers to it: multi-input gates;
//! - an edge that was asserted is a constant from then on.
//!
//! What was measured (CaDiCaL, median of three seeds): majorities save up to half of the variables of arithmetic and
//! were up to three times faster (pigeons as comparisons), never slower beyond noise. Three-input XORs save up to a
//! quarter of the variables; times were 0.7 (sums) to 1.6 (counters) of those without, mostly below 1. The redundant
//! clause `then or otherwise` of an if-then-else is left out: with it, shifters, arrays and sorting had a quarter to
//! two fifths more clauses and took 1.2 to 4 times as long. Numbering variables from the inputs up instead of from
//! the roots down was no better.
//!
//! Everything is incremental: a call adds what is missing, and no demand is met twice.
//!
//! **Why this is sound, although gates are cut differently over time.** What is a gate's input and what disappears
//! into the gate is decided by reference counts at the time of encoding, which later calls make grow. So the two
//! directions of a node, encoded in different calls, may have different inputs, and a node that has disappeared may
//! get a variable later. Call a node's *function* what it is of the AIG's inputs, and let the input variables have
//! any values.
//! 1. *No clause is too strong.* Each clause holds if all asserted edges hold and each variable has the value of its
//!    node's function, because the inputs of a gate determine the node however the gate was cut. So an assignment to
//!    the inputs that satisfies all asserted edges extends to a model.
//! 2. *No clause is missing.* Claim: in a model, if node `n` has been demanded positively and its variable is true,
//!    then its function is true under the model's inputs; and likewise negatively, false. By induction along the AIG:
//!    the clauses that met the demand say that some gate function of inputs below `n` is true, with every literal in
//!    the direction that was then demanded of it, so by induction the functions of the true literals are true, and
//!    then so is `n`'s, as gates are monotone in literals (an XOR input occurs, and is demanded, in both directions).
//!    Each direction is proved alone, from whatever cut was used for it. Asserted edges are clauses of the same kind
//!    without the node's own literal. So the model's inputs satisfy all asserted edges. A literal that a clause lacks
//!    because its edge was asserted is no gap: that assertion is said by clauses over nodes below it alone, so the
//!    induction reaches it first.
//!
//! Hence models projected to the inputs are exactly the assignments that satisfy what was asserted. Other variables
//! of a model mean nothing: evaluate terms from the inputs.

mod gate;
pub mod textbook;

use crate::aig::{Aig, Edge, Node};
use crate::literal::{Literal, Variable};
use crate::solver::Clauses;
use gate::Gate;

/// What has been encoded so far. One AIG and one receiver of clauses for the whole life of it.
#[derive(Default)]
pub struct Cnf {
    /// By node: one more than its variable's index, or 0.
    variables: Vec<u32>,
    /// By node: the bits below.
    marks: Vec<u8>,
    /// A variable that is true, for constants that somebody wants a literal of.
    truth: Option<Literal>,
    /// Edges that hold and that the clauses do not say yet.
    to_assert: Vec<Edge>,
    /// Edges whose literal has been used and must force the edge: demands to be met.
    to_define: Vec<Edge>,
    /// The inputs of the AND at hand.
    leaves: Vec<Edge>,
    // Kept for their allocation only.
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    kept: Vec<Edge>,
    literals: Vec<Literal>,
}

/// One gate refers to the node, or more than one.
const REFERENCED: u8 = 1;
const SHARED: u8 = 2;
/// The node's references to others have been counted.
const COUNTED: u8 = 4;
/// The node has been demanded. For the negative direction, shifted by one.
const DEMANDED: u8 = 8;
/// The node is true. False: shifted by one.
const HOLDS: u8 = 32;

impl Cnf {
    pub fn new() -> Cnf {
        Cnf::default()
    }

    /// The edge holds from now on.
    pub fn assert(&mut self, aig: &Aig, edge: Edge, clauses: &mut dyn Clauses) {
        self.count_references(aig, &[edge]);
        self.to_assert.push(edge);
        self.work_off(aig, clauses);
    }

    /// One of the edges holds, from now on.
    pub fn assert_clause(&mut self, aig: &Aig, edges: &[Edge], clauses: &mut dyn Clauses) {
        self.count_references(aig, edges);
        let conjunction: Vec<Edge> = edges.iter().map(|&edge| !edge).collect();
        self.flatten(aig, &conjunction);
        self.add_disjunction(None, clauses);
        self.work_off(aig, clauses);
    }

    /// A literal that forces the edge if it is true: to be assumed. Its negation forces nothing.
    pub fn literal(&mut self, aig: &Aig, edge: Edge, clauses: &mut dyn Clauses) -> Literal {
        self.count_references(aig, &[edge]);
        if self.existing_literal(edge).is_none()
            && let Some(value) = self.known(edge)
        {
            return self.constant(value, clauses);
        }
        let literal = self.demand(edge, clauses);
        self.work_off(aig, clauses);
        literal
    }

    /// The literal of `edge`, which is an input or the negation of one. `None` if nothing so far depends on it: any
    /// value does.
    pub fn input_literal(&self, edge: Edge) -> Option<Literal> {
        self.existing_literal(edge)
    }

    /// What is allocated.
    pub fn memory_bytes(&self) -> usize {
        self.variables.capacity() * size_of::<u32>() + self.marks.capacity()
    }

    /// Visits what is new in the cones of `roots` and counts which nodes more than one gate refers to.
    fn count_references(&mut self, aig: &Aig, roots: &[Edge]) {
        if self.marks.len() < aig.node_count() {
            self.marks.resize(aig.node_count(), 0);
            self.variables.resize(aig.node_count(), 0);
        }
        let mut nodes = std::mem::take(&mut self.nodes);
        for root in roots {
            self.refer(root.node(), &mut nodes);
        }
        while let Some(node) = nodes.pop() {
            for input in Gate::of(aig, node).inputs() {
                self.refer(input.node(), &mut nodes);
            }
        }
        self.nodes = nodes;
    }

    fn refer(&mut self, node: Node, to_count: &mut Vec<Node>) {
        let marks = &mut self.marks[node.index()];
        *marks |= if *marks & REFERENCED == 0 {
            REFERENCED
        } else {
            SHARED
        };
        if *marks & COUNTED == 0 {
            *marks |= COUNTED;
            to_count.push(node);
        }
    }

    fn work_off(&mut self, aig: &Aig, clauses: &mut dyn Clauses) {
        loop {
            if let Some(edge) = self.to_assert.pop() {
                self.assert_edge(aig, edge, clauses);
            } else if let Some(edge) = self.to_define.pop() {
                let literal = self
                    .existing_literal(edge)
                    .expect("a demanded node has a variable");
                self.define(aig, edge, Some(!literal), clauses);
            } else {
                return;
            }
        }
    }

    fn assert_edge(&mut self, aig: &Aig, edge: Edge, clauses: &mut dyn Clauses) {
        match self.known(edge) {
            Some(true) => return,
            Some(false) => return clauses.add_clause(&[]),
            None => {}
        }
        // Before the edge becomes a constant, as that needs no variable.
        if self.existing_literal(edge).is_some() || aig.input_number(edge.node()).is_some() {
            let literal = self.demand(edge, clauses);
            clauses.add_clause(&[literal]);
            self.marks[edge.node().index()] |= HOLDS << u8::from(edge.is_inverted());
        } else {
            self.marks[edge.node().index()] |= HOLDS << u8::from(edge.is_inverted());
            self.define(aig, edge, None, clauses);
        }
    }

    /// The clauses of `edge or otherwise`, in terms of the inputs of the gate.
    fn define(
        &mut self,
        aig: &Aig,
        edge: Edge,
        otherwise: Option<Literal>,
        clauses: &mut dyn Clauses,
    ) {
        let negated = edge.is_inverted();
        match Gate::of(aig, edge.node()) {
            Gate::Leaf => {}
            Gate::And(a, b) => {
                self.flatten(aig, &[a, b]);
                if negated {
                    self.add_disjunction(otherwise, clauses);
                } else {
                    self.add_conjunction(otherwise, clauses);
                }
            }
            Gate::Xor(a, b) => {
                let a = a.invert_if(negated);
                match self.inner_xor(aig, a, b) {
                    None => {
                        self.add(otherwise, &[a, b], clauses);
                        self.add(otherwise, &[!a, !b], clauses);
                    }
                    Some([a, b, c]) => {
                        self.add(otherwise, &[a, b, c], clauses);
                        self.add(otherwise, &[a, !b, !c], clauses);
                        self.add(otherwise, &[!a, b, !c], clauses);
                        self.add(otherwise, &[!a, !b, c], clauses);
                    }
                }
            }
            Gate::Ite(condition, then, other) => {
                let (then, other) = (then.invert_if(negated), other.invert_if(negated));
                self.add(otherwise, &[!condition, then], clauses);
                self.add(otherwise, &[condition, other], clauses);
            }
            Gate::Majority(a, b, c) => {
                let [a, b, c] = [a, b, c].map(|input| input.invert_if(negated));
                self.add(otherwise, &[a, b], clauses);
                self.add(otherwise, &[a, c], clauses);
                self.add(otherwise, &[b, c], clauses);
            }
        }
    }

    /// The XOR of `a` and `b` as one of three inputs, if one of them is an XOR that can disappear.
    fn inner_xor(&self, aig: &Aig, a: Edge, b: Edge) -> Option<[Edge; 3]> {
        for (inner, other) in [(a, b), (b, a)] {
            if self.can_disappear(inner)
                && let Gate::Xor(x, y) = Gate::of(aig, inner.node())
            {
                return Some([x, y, other.invert_if(inner.is_inverted())]);
            }
        }
        None
    }

    /// Puts the inputs of the multi-input AND of `conjunction` into `leaves`, sorted.
    fn flatten(&mut self, aig: &Aig, conjunction: &[Edge]) {
        let mut stack = std::mem::take(&mut self.edges);
        let mut leaves = std::mem::take(&mut self.leaves);
        leaves.clear();
        stack.extend_from_slice(conjunction);
        while let Some(edge) = stack.pop() {
            if !edge.is_inverted()
                && self.can_disappear(edge)
                && let Gate::And(a, b) = Gate::of(aig, edge.node())
            {
                stack.extend([a, b]);
            } else {
                leaves.push(edge);
            }
        }
        leaves.sort_unstable();
        leaves.dedup();
        self.edges = stack;
        self.leaves = leaves;
    }

    /// All of `leaves`, or `otherwise`.
    fn add_conjunction(&mut self, otherwise: Option<Literal>, clauses: &mut dyn Clauses) {
        let leaves = std::mem::take(&mut self.leaves);
        for &leaf in &leaves {
            self.add(otherwise, &[leaf], clauses);
        }
        self.leaves = leaves;
    }

    /// The negation of one of `leaves`, or `otherwise`.
    fn add_disjunction(&mut self, otherwise: Option<Literal>, clauses: &mut dyn Clauses) {
        let mut leaves = std::mem::take(&mut self.leaves);
        for leaf in &mut leaves {
            *leaf = !*leaf;
        }
        self.add(otherwise, &leaves, clauses);
        self.leaves = leaves;
    }

    /// The clause of `edges` and `otherwise`, less what is known.
    fn add(&mut self, otherwise: Option<Literal>, edges: &[Edge], clauses: &mut dyn Clauses) {
        let mut kept = std::mem::take(&mut self.kept);
        kept.clear();
        let mut holds = false;
        for &edge in edges {
            match self.known(edge) {
                Some(value) => holds |= value,
                None => kept.push(edge),
            }
        }
        kept.sort_unstable();
        kept.dedup();
        holds |= kept.windows(2).any(|pair| pair[0] == !pair[1]);
        if !holds {
            if let (None, &[edge]) = (otherwise, &kept[..]) {
                self.to_assert.push(edge);
            } else {
                self.add_edges(otherwise, &kept, clauses);
            }
        }
        self.kept = kept;
    }

    fn add_edges(&mut self, otherwise: Option<Literal>, edges: &[Edge], clauses: &mut dyn Clauses) {
        let mut literals = std::mem::take(&mut self.literals);
        literals.clear();
        literals.extend(otherwise);
        for &edge in edges {
            literals.push(self.demand(edge, clauses));
        }
        clauses.add_clause(&literals);
        self.literals = literals;
    }

    /// Whether the node is used in one place only and has no variable, so that it can be part of a larger gate.
    fn can_disappear(&self, edge: Edge) -> bool {
        let node = edge.node().index();
        self.marks[node] & SHARED == 0 && self.variables[node] == 0 && self.known(edge).is_none()
    }

    fn known(&self, edge: Edge) -> Option<bool> {
        if let Some(value) = edge.as_constant() {
            return Some(value);
        }
        match self.marks[edge.node().index()] / HOLDS {
            0 => None,
            holds => Some((holds == 1) != edge.is_inverted()),
        }
    }

    /// The edge's literal, which is going to force the edge.
    fn demand(&mut self, edge: Edge, clauses: &mut dyn Clauses) -> Literal {
        let node = edge.node().index();
        let bit = DEMANDED << u8::from(edge.is_inverted());
        if self.variables[node] == 0 {
            self.variables[node] = clauses.new_variable().index() as u32 + 1;
        }
        if self.marks[node] & bit == 0 {
            self.marks[node] |= bit;
            self.to_define.push(edge);
        }
        self.existing_literal(edge).expect("made just now")
    }

    fn existing_literal(&self, edge: Edge) -> Option<Literal> {
        let variable = self.variables.get(edge.node().index())?.checked_sub(1)?;
        Some(
            Variable::new(variable)
                .positive()
                .with_sign(!edge.is_inverted()),
        )
    }

    fn constant(&mut self, value: bool, clauses: &mut dyn Clauses) -> Literal {
        let truth = *self.truth.get_or_insert_with(|| {
            let literal = clauses.new_variable().positive();
            clauses.add_clause(&[literal]);
            literal
        });
        truth.with_sign(value)
    }
}
