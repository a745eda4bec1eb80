//! What instructions and initialisers say about targets, as constraints.
//!
//! ```text
//! %p = &@x                  targets of %p: @x
//! store *%q = %p            whatever %q points to: stored there, %p
//! %r = load %q->next        %r: what is loaded 8 bytes behind whatever %q points to
//! %s = call *%f(%p)         the parameter of whatever %f points to: %p; %s: its result
//! ```

use unspool_ir::{
    BlockId, Body, Callee, ExprId, FunctionId, InitValue, InstKind, PlaceId, Program, RegId, RmwOp,
    Terminator, Type,
};

use super::graph::{Argument, Call, Graph, Node, Signature, Through};
use super::sets::StepsId;
use super::steps::Steps;
use super::terms::{Sum, Term, Terms};
use super::{Object, PointsToConfig};

/// Adds the constraints of the whole program; returns what its expressions are made of.
pub fn add_constraints(program: &Program, config: &PointsToConfig, graph: &mut Graph) -> Terms {
    add_initialisers(program, graph);
    for (index, function) in program.functions.iter().enumerate() {
        let id = FunctionId::new(index);
        let Some(body) = &function.body else { continue };
        let params = body.params.iter();
        graph.signatures[index] = Signature {
            has_body: true,
            params: params.map(|reg| graph.register(id, reg.index())).collect(),
            variadic: match program.types.get(function.ty) {
                Type::Function(ty) => ty.variadic,
                _ => false,
            },
        };
    }
    let mut terms = Terms::new(config);
    for (index, function) in program.functions.iter().enumerate() {
        let id = FunctionId::new(index);
        let Some(body) = &function.body else {
            terms.skip_function();
            continue;
        };
        terms.add_function(program, graph, id, body);
        let mut generator = Generator {
            program,
            graph,
            terms: &terms,
            id,
            body,
        };
        generator.function();
    }
    terms
}

fn add_initialisers(program: &Program, graph: &mut Graph) {
    let pointer_bytes = program.types.data_model.pointer_bytes();
    for (index, global) in program.globals.iter().enumerate() {
        for item in global.init.iter().flat_map(|init| &init.items) {
            let (object, addend) = match item.value {
                InitValue::Global { global, addend, .. } => (Object::Global(global), addend),
                InitValue::Function { function, .. } => (Object::Function(function), 0),
                InitValue::Scalar { .. } | InitValue::Bytes(_) => continue,
            };
            let (Some(target), Ok(offset)) =
                (graph.objects().number(object), i64::try_from(item.offset))
            else {
                continue;
            };
            let addend = graph.sets.intern_steps(Steps::One(addend));
            let targets = graph.sets.single(target, addend);
            let offset = graph.sets.intern_steps(Steps::One(offset));
            if let Some(cell) = graph.stored(index as u32, offset, pointer_bytes) {
                graph.add_targets(cell, targets);
            }
        }
    }
}

struct Generator<'a> {
    program: &'a Program,
    graph: &'a mut Graph,
    terms: &'a Terms,
    id: FunctionId,
    body: &'a Body,
}

impl Generator<'_> {
    fn function(&mut self) {
        let body = self.body;
        for (block, contents) in body.blocks.iter().enumerate() {
            for (index, inst) in contents.insts.iter().enumerate() {
                self.instruction(&inst.kind, BlockId::new(block), index as u32);
            }
            if let Terminator::Return(Some(value)) = contents.terminator {
                let result = self.graph.result_of(self.id);
                self.flow(self.terms.value(self.id, value), result);
            }
        }
    }

    fn instruction(&mut self, kind: &InstKind, block: BlockId, index: u32) {
        match *kind {
            InstKind::Assign { dst, value } => {
                let dst = self.register(dst);
                self.flow(self.terms.value(self.id, value), dst);
            }
            InstKind::Load { dst, place, .. } => {
                let dst = self.register(dst);
                self.load(place, dst);
            }
            InstKind::Store { place, value, .. } => {
                if let Some(value) = self.node_of(value) {
                    self.store(place, value);
                }
            }
            InstKind::Rmw {
                op,
                dst,
                place,
                value,
                ..
            } => self.read_modify_write(op, dst, place, value),
            InstKind::CompareExchange {
                old,
                place,
                desired,
                ..
            } => {
                let old = self.register(old);
                self.load(place, old);
                if let Some(desired) = self.node_of(desired) {
                    self.store(place, desired);
                }
            }
            InstKind::Call {
                dst,
                callee,
                ref args,
            } => {
                let result = dst.map(|dst| self.register(dst));
                let call = self.call(result, args);
                match callee {
                    Callee::Direct(function) => self.graph.link(call, function),
                    Callee::Indirect(pointer) => self.call_through(call, pointer),
                }
            }
            InstKind::Spawn {
                start, ref args, ..
            } => {
                let call = self.call(None, args);
                self.call_through(call, start);
            }
            InstKind::VarArgs { dst } => self.address_of(dst, Object::VarArgs(self.id)),
            InstKind::Alloc { dst, .. } => {
                let function = self.id;
                let object = Object::Alloc {
                    function,
                    block,
                    index,
                };
                self.address_of(dst, object);
            }
            // Inputs, thread numbers, truth values and sizes are no pointers.
            InstKind::Nondet { .. }
            | InstKind::SelfId { .. }
            | InstKind::Finished { .. }
            | InstKind::ObjectSize { .. }
            | InstKind::Fence(_)
            | InstKind::Live(_)
            | InstKind::Dead(_)
            | InstKind::AtomicBegin
            | InstKind::AtomicEnd
            | InstKind::WaitUntil(_)
            | InstKind::Hold(_)
            | InstKind::Release(_)
            | InstKind::Assume(_)
            | InstKind::Assert { .. }
            | InstKind::Free { .. }
            | InstKind::Output { .. }
            | InstKind::Unsupported(_) => {}
        }
    }

    fn read_modify_write(&mut self, op: RmwOp, dst: RegId, place: PlaceId, value: ExprId) {
        let old = self.graph.new_node();
        self.load(place, old);
        let dst = self.register(dst);
        self.graph.add_edge(old, dst, StepsId::ZERO);
        let new = self.graph.new_node();
        let (of_old, of_value) = match op {
            RmwOp::Exchange => (None, Steps::ZERO),
            RmwOp::Add if self.is_word(place) => (Some(self.terms.number(value)), Steps::ANYWHERE),
            RmwOp::Sub if self.is_word(place) => {
                let number = self.terms.number(value);
                (Some(number.negated()), Steps::ANYWHERE)
            }
            _ => (Some(Steps::ANYWHERE), Steps::ANYWHERE),
        };
        if let Some(by) = of_old {
            let by = self.graph.sets.intern_steps(by);
            self.graph.add_edge(old, new, by);
        }
        if let Some(value) = self.node_of(value) {
            let by = self.graph.sets.intern_steps(of_value);
            self.graph.add_edge(value, new, by);
        }
        self.store(place, new);
    }

    fn call(&mut self, result: Option<Node>, args: &[ExprId]) -> usize {
        let arguments = args.iter().map(|&arg| {
            let ty = self.body.expr(arg).ty;
            Argument {
                node: self.node_of(arg),
                size: self.program.types.size_of(ty).unwrap_or(0),
                align: self.program.types.align_of(ty),
            }
        });
        let arguments = arguments.collect();
        self.graph.calls.push(Call { result, arguments });
        self.graph.calls.len() - 1
    }

    fn call_through(&mut self, call: usize, pointer: ExprId) {
        let pointer = self.terms.value(self.id, pointer);
        self.through(pointer, Through::Call(call as u32));
    }

    fn load(&mut self, place: PlaceId, to: Node) {
        let (sum, size) = self.terms.place(self.id, place);
        self.through(sum, Through::Load(size, to));
    }

    fn store(&mut self, place: PlaceId, from: Node) {
        let (sum, size) = self.terms.place(self.id, place);
        self.through(sum, Through::Store(size, from));
    }

    fn through(&mut self, pointer: Sum, through: Through) {
        for &Term { node, shift } in self.terms.of(pointer) {
            self.graph.add_use(node, shift, through);
        }
    }

    fn flow(&mut self, from: Sum, to: Node) {
        for &Term { node, shift } in self.terms.of(from) {
            self.graph.add_edge(node, to, shift);
        }
    }

    /// A variable with the targets of the value; None if it has none.
    fn node_of(&mut self, value: ExprId) -> Option<Node> {
        let sum = self.terms.value(self.id, value);
        match *self.terms.of(sum) {
            [] => None,
            [
                Term {
                    node,
                    shift: StepsId::ZERO,
                },
            ] => Some(node),
            _ => {
                let node = self.graph.new_node();
                self.flow(sum, node);
                Some(node)
            }
        }
    }

    fn address_of(&mut self, dst: RegId, object: Object) {
        if let Some(object) = self.graph.objects().number(object) {
            let dst = self.register(dst);
            self.graph
                .add_edge(Node::of_object(object), dst, StepsId::ZERO);
        }
    }

    fn register(&self, reg: RegId) -> Node {
        self.graph.register(self.id, reg.index())
    }

    fn is_word(&self, place: PlaceId) -> bool {
        let types = &self.program.types;
        let ty = self.body.place(place).ty;
        !types.is_float(ty) && types.value_bits(ty) == types.data_model.pointer_bits()
    }
}
