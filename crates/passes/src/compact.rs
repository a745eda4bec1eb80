//! Drops declarations and nodes that nothing names, so that memory is in proportion to the code that is left.
//!
//! In threads: registers, slots, nodes of both arenas (of equal ones all but the first), and origins. In the program:
//! globals and functions that neither code nor a kept initialiser nor an origin names. What stays keeps its order and
//! is numbered anew.
//!
//! Precondition: a bounded program. Postcondition: the same program, with nothing unnamed in its tables but types,
//! records and files. Outcomes are the same, since no instruction changes. Only addresses do, as numbers: a program
//! that computes with them sees other ones, which C leaves open.
//!
//! ```text
//! global @unused: i32 = {}                →
//! function @main() -> i32 {                  function @main() -> i32 {
//!   reg %0, %1: i32                            reg %0: i32
//! b0:                                        b0:
//!   return %1                                  return %0
//! }                                          }
//! ```

use rustc_hash::FxHashMap;
use unspool_ir::{
    Body, Callee, Expr, ExprId, ExprKind, FunctionId, GlobalId, InitValue, InstKind, OriginId,
    OriginStep, PlaceId, PlaceKind, Program, RegId, SlotId, TypeId,
};

use crate::operands::{
    Node, NodeMut, bottom_up, for_each_child, for_each_child_of_expr, for_each_child_of_place,
    for_each_expr_mut, for_each_written, for_each_written_mut, place_of_mut, push_operands,
    register_of, slot_of, terminator_expr, terminator_expr_mut,
};

/// Compacts all threads, and then the program.
pub fn run(program: &mut Program) {
    for function in &mut program.functions {
        if let Some(body) = &mut function.body {
            compact_body(body);
        }
    }
    drop_unnamed_declarations(program);
}

/// New numbers of the entries of a table that are kept.
struct Renumbering {
    /// For entries that go: any number.
    numbers: Vec<u32>,
    keep: Vec<bool>,
}

impl Renumbering {
    fn new(keep: Vec<bool>) -> Self {
        let mut next = 0;
        let number = |&kept: &bool| {
            let number = next;
            next += u32::from(kept);
            number
        };
        let numbers = keep.iter().map(number).collect();
        Renumbering { numbers, keep }
    }

    fn of(&self, old: u32) -> u32 {
        self.numbers[old as usize]
    }

    fn apply<T>(&self, table: &mut Vec<T>) {
        let mut kept = self.keep.iter();
        table.retain(|_| kept.next() == Some(&true));
        table.shrink_to_fit();
    }
}

/// What the code of a thread names.
struct Used {
    regs: Vec<bool>,
    slots: Vec<bool>,
    exprs: Vec<bool>,
    places: Vec<bool>,
    origins: Vec<bool>,
}

fn compact_body(body: &mut Body) {
    share_equal_nodes(body);
    let used = used_of(body);
    let regs = Renumbering::new(used.regs);
    let slots = Renumbering::new(used.slots);
    let exprs = Renumbering::new(used.exprs);
    let places = Renumbering::new(used.places);
    let origins = Renumbering::new(used.origins);
    regs.apply(&mut body.regs);
    slots.apply(&mut body.slots);
    exprs.apply(&mut body.exprs);
    places.apply(&mut body.places);
    origins.apply(&mut body.origins);

    let expr = |id: &mut ExprId| id.0 = exprs.of(id.0);
    let place = |id: &mut PlaceId| id.0 = places.of(id.0);
    let reg = |id: &mut RegId| id.0 = regs.of(id.0);
    let slot = |id: &mut SlotId| id.0 = slots.of(id.0);
    let origin = |id: &mut OriginId| id.0 = origins.of(id.0);
    body.params.iter_mut().for_each(reg);
    for node in &mut body.origins {
        node.parent.iter_mut().for_each(origin);
    }
    let node_below = |child: NodeMut<'_>| match child {
        NodeMut::Expr(id) => expr(id),
        NodeMut::Place(id) => place(id),
    };
    for node in &mut body.exprs {
        for_each_child_of_expr(&mut node.kind, node_below);
        if let ExprKind::Reg(id) = &mut node.kind {
            reg(id);
        }
    }
    for node in &mut body.places {
        for_each_child_of_place(&mut node.kind, node_below);
        if let PlaceKind::Slot(id) = &mut node.kind {
            slot(id);
        }
    }
    for block in &mut body.blocks {
        for inst in &mut block.insts {
            for_each_expr_mut(&mut inst.kind, expr);
            for_each_written_mut(&mut inst.kind, reg);
            place_of_mut(&mut inst.kind).into_iter().for_each(place);
            if let InstKind::Live(id) | InstKind::Dead(id) = &mut inst.kind {
                slot(id);
            }
            inst.origin.iter_mut().for_each(origin);
        }
        let operand = terminator_expr_mut(&mut block.terminator);
        operand.into_iter().for_each(expr);
        block.origin.iter_mut().for_each(origin);
        block.insts.shrink_to_fit();
    }
}

/// Makes all refer to the first of equal nodes, from below, so that equal trees become one.
fn share_equal_nodes(body: &mut Body) {
    let mut exprs: Vec<ExprId> = (0..body.exprs.len()).map(ExprId::new).collect();
    let mut places: Vec<PlaceId> = (0..body.places.len()).map(PlaceId::new).collect();
    let mut first_expr: FxHashMap<Expr, ExprId> = FxHashMap::default();
    let mut first_place: FxHashMap<(PlaceKind, TypeId), PlaceId> = FxHashMap::default();
    for node in bottom_up(body) {
        let node_below = |child: NodeMut<'_>| match child {
            NodeMut::Expr(id) => *id = exprs[id.index()],
            NodeMut::Place(id) => *id = places[id.index()],
        };
        match node {
            Node::Expr(id) => {
                let node = &mut body.exprs[id.index()];
                for_each_child_of_expr(&mut node.kind, node_below);
                exprs[id.index()] = *first_expr.entry(*node).or_insert(id);
            }
            Node::Place(id) => {
                let node = &mut body.places[id.index()];
                for_each_child_of_place(&mut node.kind, node_below);
                places[id.index()] = *first_place.entry((node.kind, node.ty)).or_insert(id);
            }
        }
    }
    let expr = |id: &mut ExprId| *id = exprs[id.index()];
    let place = |id: &mut PlaceId| *id = places[id.index()];
    for block in &mut body.blocks {
        for inst in &mut block.insts {
            for_each_expr_mut(&mut inst.kind, expr);
            place_of_mut(&mut inst.kind).into_iter().for_each(place);
        }
        let operand = terminator_expr_mut(&mut block.terminator);
        operand.into_iter().for_each(expr);
    }
}

fn used_of(body: &Body) -> Used {
    let mut used = Used {
        regs: vec![false; body.regs.len()],
        slots: vec![false; body.slots.len()],
        exprs: vec![false; body.exprs.len()],
        places: vec![false; body.places.len()],
        origins: vec![false; body.origins.len()],
    };
    for register in &body.params {
        used.regs[register.index()] = true;
    }
    let mut roots = Vec::new();
    for block in &body.blocks {
        for inst in &block.insts {
            push_operands(&inst.kind, &mut roots);
            for_each_written(&inst.kind, |register| used.regs[register.index()] = true);
            if let InstKind::Live(slot) | InstKind::Dead(slot) = inst.kind {
                used.slots[slot.index()] = true;
            }
            if let Some(origin) = inst.origin {
                used.origins[origin.index()] = true;
            }
        }
        roots.extend(terminator_expr(&block.terminator).map(Node::Expr));
        if let Some(origin) = block.origin {
            used.origins[origin.index()] = true;
        }
    }
    for root in roots {
        used.mark(root);
    }
    // From above, each node once however often it is shared.
    for node in bottom_up(body).into_iter().rev() {
        if used.is_marked(node) {
            for_each_child(body, node, |child| used.mark(child));
            used.mark_leaf(body, node);
        }
    }
    for (index, origin) in body.origins.iter().enumerate().rev() {
        if let (true, Some(parent)) = (used.origins[index], origin.parent) {
            used.origins[parent.index()] = true;
        }
    }
    used
}

impl Used {
    fn mark(&mut self, node: Node) {
        match node {
            Node::Expr(id) => self.exprs[id.index()] = true,
            Node::Place(id) => self.places[id.index()] = true,
        }
    }

    fn is_marked(&self, node: Node) -> bool {
        match node {
            Node::Expr(id) => self.exprs[id.index()],
            Node::Place(id) => self.places[id.index()],
        }
    }

    fn mark_leaf(&mut self, body: &Body, node: Node) {
        if let Some(register) = register_of(body, node) {
            self.regs[register.index()] = true;
        } else if let Some(slot) = slot_of(body, node) {
            self.slots[slot.index()] = true;
        }
    }
}

fn drop_unnamed_declarations(program: &mut Program) {
    let mut named = Named {
        globals: vec![false; program.globals.len()],
        functions: vec![false; program.functions.len()],
        work: Vec::new(),
    };
    if let Some(entry) = program.entry {
        named.functions[entry.index()] = true;
    }
    for (index, function) in program.functions.iter().enumerate() {
        if let Some(body) = &function.body {
            named.functions[index] = true;
            named.visit_body(body);
        }
    }
    while let Some(global) = named.work.pop() {
        let items = program.global(global).init.iter().flat_map(|i| &i.items);
        for item in items {
            match item.value {
                InitValue::Global { global, .. } => named.visit_global(global),
                InitValue::Function { function, .. } => named.functions[function.index()] = true,
                InitValue::Scalar { .. } | InitValue::Bytes(_) => {}
            }
        }
    }
    let globals = Renumbering::new(named.globals);
    let functions = Renumbering::new(named.functions);
    globals.apply(&mut program.globals);
    functions.apply(&mut program.functions);
    rename_declarations(program, &globals, &functions);
}

struct Named {
    globals: Vec<bool>,
    functions: Vec<bool>,
    /// Globals whose initialisers have not been looked at.
    work: Vec<GlobalId>,
}

impl Named {
    fn visit_global(&mut self, global: GlobalId) {
        if !std::mem::replace(&mut self.globals[global.index()], true) {
            self.work.push(global);
        }
    }

    /// All nodes are used by now.
    fn visit_body(&mut self, body: &Body) {
        for node in &body.exprs {
            if let ExprKind::FunctionAddress(function) = node.kind {
                self.functions[function.index()] = true;
            }
        }
        for node in &body.places {
            if let PlaceKind::Global(global) = node.kind {
                self.visit_global(global);
            }
        }
        for origin in &body.origins {
            if let OriginStep::Call { callee, .. } = origin.step {
                self.functions[callee.index()] = true;
            }
        }
        for inst in body.blocks.iter().flat_map(|block| &block.insts) {
            if let InstKind::Call {
                callee: Callee::Direct(function),
                ..
            } = inst.kind
            {
                self.functions[function.index()] = true;
            }
        }
    }
}

fn rename_declarations(program: &mut Program, globals: &Renumbering, functions: &Renumbering) {
    let global = |id: &mut GlobalId| id.0 = globals.of(id.0);
    let function = |id: &mut FunctionId| id.0 = functions.of(id.0);
    program.entry.iter_mut().for_each(function);
    let inits = program.globals.iter_mut().filter_map(|g| g.init.as_mut());
    for item in inits.flat_map(|init| &mut init.items) {
        match &mut item.value {
            InitValue::Global { global: id, .. } => global(id),
            InitValue::Function { function: id, .. } => function(id),
            InitValue::Scalar { .. } | InitValue::Bytes(_) => {}
        }
    }
    let bodies = program.functions.iter_mut().filter_map(|f| f.body.as_mut());
    for body in bodies {
        for node in &mut body.exprs {
            if let ExprKind::FunctionAddress(id) = &mut node.kind {
                function(id);
            }
        }
        for node in &mut body.places {
            if let PlaceKind::Global(id) = &mut node.kind {
                global(id);
            }
        }
        for origin in &mut body.origins {
            if let OriginStep::Call { callee, .. } = &mut origin.step {
                function(callee);
            }
        }
        for inst in body.blocks.iter_mut().flat_map(|block| &mut block.insts) {
            if let InstKind::Call {
                callee: Callee::Direct(id),
                ..
            } = &mut inst.kind
            {
                function(id);
            }
        }
    }
}
