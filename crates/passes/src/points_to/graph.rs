//! The constraint graph: variables, what flows between them, and what happens through pointers.
//!
//! A *node* is a variable that has targets: an object's address (always that object), a register, the result of a
//! function, what was stored in or is loaded from bytes of an object ([`super::cells`]), or a value in between. An
//! edge says that the targets of one are targets of another, with something added to their offsets. A *use* says what happens
//! through a pointer: a load, a store, or a call; it makes new edges as targets of the pointer become known.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;
use unspool_ir::{FunctionId, Program};

use super::PointsTo;
use super::bits::BitOperation;
use super::cells::Cells;
use super::differences::Difference;
use super::objects::{Objects, bodies};
use super::sets::{SetId, Sets, StepsId};
use super::solve::Hub;
use super::terms::Terms;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Node(u32);

impl Node {
    /// The variable that holds the address of an object.
    pub fn of_object(object: u32) -> Node {
        Node(object)
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What happens through a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Through {
    /// Of so many bytes, to the node.
    Load(u64, Node),
    /// Of so many bytes, from the node.
    Store(u64, Node),
    /// One of the list of calls.
    Call(u32),
    /// The pointer itself, its bits changed, to the node.
    Bits(BitOperation, Node),
    /// The pointer itself is an operand of one of the list of differences.
    Difference(u32),
}

/// A call or spawn; functions are linked to it as they become known.
#[derive(Clone, Debug)]
pub struct Call {
    pub result: Option<Node>,
    pub arguments: Vec<Argument>,
}

#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// None if it points nowhere.
    pub node: Option<Node>,
    pub size: u64,
    pub align: u64,
}

/// Where functions take arguments from and leave their results.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    pub has_body: bool,
    pub params: Vec<Node>,
    pub variadic: bool,
}

#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub(super) to: Node,
    pub(super) shift: StepsId,
    pub(super) next: u32,
}

#[derive(Clone, Copy)]
pub(super) struct Use {
    pub(super) through: Through,
    pub(super) shift: StepsId,
    pub(super) next: u32,
}

pub(super) const NO_NEXT: u32 = u32::MAX;

/// What is known of a node. Its edges and uses are lists linked through the graph's tables: most have one or none.
#[derive(Clone, Copy)]
pub(super) struct NodeState {
    pub(super) set: SetId,
    /// The targets whose consequences are drawn.
    pub(super) handled: SetId,
    pub(super) first_edge: u32,
    pub(super) first_use: u32,
    /// Whose turn it is when several have new targets: smaller numbers first.
    pub(super) order: u32,
    pub(super) is_queued: bool,
}

pub struct Graph {
    pub sets: Sets,
    pub cells: Cells,
    pub calls: Vec<Call>,
    pub differences: Vec<Difference>,
    pub signatures: Vec<Signature>,
    objects: Objects,
    pub(super) nodes: Vec<NodeState>,
    pub(super) edges: Vec<Edge>,
    pub(super) uses: Vec<Use>,
    first_registers: Vec<u32>,
    first_result: u32,
    /// Nodes with targets whose consequences are not drawn.
    pub(super) queue: BinaryHeap<Reverse<(u32, Node)>>,
    pub(super) hubs: FxHashMap<Hub, Node>,
}

impl Graph {
    pub fn new(program: &Program) -> Self {
        let objects = Objects::of(program);
        let mut graph = Graph {
            sets: Sets::new(objects.first_function()),
            cells: Cells::new(objects.len(), program.types.data_model.pointer_bytes()),
            calls: Vec::new(),
            differences: Vec::new(),
            signatures: vec![Signature::default(); program.functions.len()],
            nodes: Vec::new(),
            edges: Vec::new(),
            uses: Vec::new(),
            first_registers: vec![0; program.functions.len()],
            first_result: 0,
            queue: BinaryHeap::new(),
            hubs: FxHashMap::default(),
            objects,
        };
        for object in 0..graph.objects.len() as u32 {
            let node = graph.new_node();
            graph.nodes[node.index()].set = graph.sets.single(object, StepsId::ZERO);
        }
        for (id, body) in bodies(program) {
            graph.first_registers[id.index()] = graph.nodes.len() as u32;
            for _ in &body.regs {
                graph.new_node();
            }
        }
        graph.first_result = graph.nodes.len() as u32;
        for _ in &program.functions {
            graph.new_node();
        }
        graph
    }

    pub fn objects(&self) -> &Objects {
        &self.objects
    }

    pub fn register(&self, function: FunctionId, index: usize) -> Node {
        Node(self.first_registers[function.index()] + index as u32)
    }

    pub fn result_of(&self, function: FunctionId) -> Node {
        Node(self.first_result + function.0)
    }

    pub fn new_node(&mut self) -> Node {
        let node = Node(self.nodes.len() as u32);
        self.nodes.push(NodeState {
            set: SetId::EMPTY,
            handled: SetId::EMPTY,
            first_edge: NO_NEXT,
            first_use: NO_NEXT,
            order: node.0,
            is_queued: false,
        });
        node
    }

    pub fn set(&self, node: Node) -> SetId {
        self.nodes[node.index()].set
    }

    /// The targets of `from`, with `shift` added, are targets of `to`.
    pub fn add_edge(&mut self, from: Node, to: Node, shift: StepsId) {
        if from == to && shift == StepsId::ZERO {
            return;
        }
        let next = self.nodes[from.index()].first_edge;
        self.nodes[from.index()].first_edge = self.edges.len() as u32;
        self.edges.push(Edge { to, shift, next });
        let set = self.sets.shifted(self.set(from), shift);
        self.add_targets(to, set);
    }

    /// What happens through the pointer `from` with `shift` added. For nodes that are not solved yet.
    pub fn add_use(&mut self, from: Node, shift: StepsId, through: Through) {
        if from.index() < self.objects.len() {
            return self.reach(through, from.0, shift);
        }
        let node = &mut self.nodes[from.index()];
        let next = node.first_use;
        node.first_use = self.uses.len() as u32;
        self.uses.push(Use {
            through,
            shift,
            next,
        });
    }

    pub fn add_targets(&mut self, node: Node, targets: SetId) {
        let state = &mut self.nodes[node.index()];
        let union = self.sets.union(state.set, targets);
        if union == state.set {
            return;
        }
        state.set = union;
        if !state.is_queued {
            state.is_queued = true;
            self.queue.push(Reverse((state.order, node)));
        }
    }

    /// What queries need.
    pub fn into_solution(mut self, terms: Terms) -> PointsTo {
        self.sets.forget_operations();
        PointsTo {
            objects: self.objects,
            sets: self.sets,
            nodes: self.nodes.iter().map(|node| node.set).collect(),
            cells: self.cells,
            terms,
        }
    }

    /// Something happens through a pointer to an object.
    pub fn reach(&mut self, through: Through, object: u32, steps: StepsId) {
        match through {
            Through::Load(size, to) => {
                if let Some(cell) = self.loaded(object, steps, size) {
                    self.add_edge(cell, to, StepsId::ZERO);
                }
            }
            Through::Store(size, from) => {
                if let Some(cell) = self.stored(object, steps, size) {
                    self.add_edge(from, cell, StepsId::ZERO);
                }
            }
            Through::Call(call) => {
                if let Some(function) = self.objects.function(object) {
                    self.link(call as usize, function);
                }
            }
            Through::Bits(operation, to) => {
                let steps = self.sets.steps(steps);
                if let Some(steps) = operation.apply(steps, self.objects.align(object)) {
                    let steps = self.sets.intern_steps(steps);
                    let target = self.sets.single(object, steps);
                    self.add_targets(to, target);
                }
            }
            Through::Difference(difference) => self.compare(difference),
        }
    }

    /// Arguments flow to parameters and the result flows back, as far as they fit.
    pub fn link(&mut self, call: usize, function: FunctionId) {
        let signature = std::mem::take(&mut self.signatures[function.index()]);
        let arguments = std::mem::take(&mut self.calls[call].arguments);
        if signature.has_body {
            for (&param, argument) in signature.params.iter().zip(&arguments) {
                if let Some(node) = argument.node {
                    self.add_edge(node, param, StepsId::ZERO);
                }
            }
            let extra = arguments.get(signature.params.len()..).unwrap_or_default();
            if signature.variadic {
                self.lay_out(function, extra);
            }
            if let Some(result) = self.calls[call].result {
                self.add_edge(self.result_of(function), result, StepsId::ZERO);
            }
        }
        self.calls[call].arguments = arguments;
        self.signatures[function.index()] = signature;
    }
}
