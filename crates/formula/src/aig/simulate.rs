//! Evaluation of all nodes of an AIG, under 64 assignments at once: one bit of a word for each.

use super::{Aig, Edge, Node};

/// The value of each node.
pub struct Simulation(Vec<u64>);

/// `inputs` holds the values of each input, by its number. Inputs beyond its end are 0.
pub fn simulate(aig: &Aig, inputs: &[u64]) -> Simulation {
    let mut simulation = Simulation(Vec::with_capacity(aig.node_count()));
    for index in 0..aig.node_count() {
        let node = Node::from_index(index);
        let word = match (aig.children(node), aig.input_number(node)) {
            (Some((a, b)), _) => simulation.value(a) & simulation.value(b),
            (None, Some(number)) => inputs.get(number).copied().unwrap_or(0),
            (None, None) => 0,
        };
        simulation.0.push(word);
    }
    simulation
}

impl Simulation {
    pub fn value(&self, edge: Edge) -> u64 {
        let word = self.0[edge.node().index()];
        if edge.is_inverted() { !word } else { word }
    }
}
