//! What instructions name: the expressions, the place, the registers.
//!
//! Every pass asks the same questions of an instruction; here they have one answer each, so that a new kind of
//! instruction is added in one place. Nodes are walked with a stack of one's own where the whole tree is
//! wanted.

use unspool_ir::{
    Body, Callee, ExprId, ExprKind, InstKind, PlaceId, PlaceKind, RegId, SlotId, Terminator,
};

/// A node of one of the two arenas of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    Expr(ExprId),
    Place(PlaceId),
}

macro_rules! for_each_expr {
    ($(#[$doc:meta])* $name:ident $(, $mutable:tt)?) => {
        $(#[$doc])*
        pub fn $name(kind: &$($mutable)? InstKind, mut visit: impl FnMut(&$($mutable)? ExprId)) {
            match kind {
                InstKind::Assign { value, .. }
                | InstKind::Store { value, .. }
                | InstKind::Rmw { value, .. } => visit(value),
                InstKind::CompareExchange {
                    expected, desired, ..
                } => {
                    visit(expected);
                    visit(desired);
                }
                InstKind::Call { callee, args, .. } => {
                    if let Callee::Indirect(pointer) = callee {
                        visit(pointer);
                    }
                    for arg in args {
                        visit(arg);
                    }
                }
                InstKind::Spawn { start, args, .. } => {
                    visit(start);
                    for arg in args {
                        visit(arg);
                    }
                }
                InstKind::Finished { thread: value, .. }
                | InstKind::WaitUntil(value)
                | InstKind::Hold(value)
                | InstKind::Release(value)
                | InstKind::Assume(value)
                | InstKind::Free { pointer: value, .. }
                | InstKind::ObjectSize { pointer: value, .. } => visit(value),
                InstKind::Assert {
                    condition, detail, ..
                } => {
                    visit(condition);
                    if let Some(detail) = detail {
                        visit(detail);
                    }
                }
                InstKind::Alloc { size, align, .. } => {
                    visit(size);
                    visit(align);
                }
                InstKind::Output { stream, byte } => {
                    visit(stream);
                    visit(byte);
                }
                InstKind::Load { .. }
                | InstKind::Fence(_)
                | InstKind::VarArgs { .. }
                | InstKind::Live(_)
                | InstKind::Dead(_)
                | InstKind::AtomicBegin
                | InstKind::AtomicEnd
                | InstKind::SelfId { .. }
                | InstKind::Nondet { .. }
                | InstKind::Unsupported(_) => {}
            }
        }
    };
}

for_each_expr!(
    /// The expressions that stand in an instruction, without those in its place.
    for_each_expr
);
for_each_expr!(
    /// The same, to replace them.
    for_each_expr_mut, mut
);

macro_rules! for_each_written {
    ($(#[$doc:meta])* $name:ident $(, $mutable:tt)?) => {
        $(#[$doc])*
        pub fn $name(kind: &$($mutable)? InstKind, mut visit: impl FnMut(&$($mutable)? RegId)) {
            match kind {
                InstKind::Assign { dst, .. }
                | InstKind::Load { dst, .. }
                | InstKind::Rmw { dst, .. }
                | InstKind::VarArgs { dst }
                | InstKind::Spawn { dst, .. }
                | InstKind::SelfId { dst }
                | InstKind::Finished { dst, .. }
                | InstKind::Nondet { dst }
                | InstKind::Alloc { dst, .. }
                | InstKind::ObjectSize { dst, .. } => visit(dst),
                InstKind::CompareExchange { ok, old, .. } => {
                    visit(ok);
                    visit(old);
                }
                InstKind::Call { dst, .. } => {
                    if let Some(dst) = dst {
                        visit(dst);
                    }
                }
                InstKind::Store { .. }
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
    };
}

for_each_written!(
    /// The registers that an instruction assigns: at most two.
    for_each_written
);
for_each_written!(
    /// The same, to rename them.
    for_each_written_mut, mut
);

/// The memory that an instruction accesses.
pub fn place_of(kind: &InstKind) -> Option<PlaceId> {
    match *kind {
        InstKind::Load { place, .. }
        | InstKind::Store { place, .. }
        | InstKind::Rmw { place, .. }
        | InstKind::CompareExchange { place, .. } => Some(place),
        _ => None,
    }
}

pub fn place_of_mut(kind: &mut InstKind) -> Option<&mut PlaceId> {
    match kind {
        InstKind::Load { place, .. }
        | InstKind::Store { place, .. }
        | InstKind::Rmw { place, .. }
        | InstKind::CompareExchange { place, .. } => Some(place),
        _ => None,
    }
}

pub fn terminator_expr(terminator: &Terminator) -> Option<ExprId> {
    match *terminator {
        Terminator::Branch { condition, .. } => Some(condition),
        Terminator::Switch { value, .. } => Some(value),
        Terminator::Return(value) => value,
        Terminator::Exit(status) => Some(status),
        _ => None,
    }
}

pub fn terminator_expr_mut(terminator: &mut Terminator) -> Option<&mut ExprId> {
    match terminator {
        Terminator::Branch { condition, .. } => Some(condition),
        Terminator::Switch { value, .. } => Some(value),
        Terminator::Return(value) => value.as_mut(),
        Terminator::Exit(status) => Some(status),
        _ => None,
    }
}

/// A reference to a node, to change it.
pub enum NodeMut<'n> {
    Expr(&'n mut ExprId),
    Place(&'n mut PlaceId),
}

/// What an expression refers to.
pub fn for_each_child_of_expr(kind: &mut ExprKind, mut visit: impl FnMut(NodeMut<'_>)) {
    match kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Reg(_) | ExprKind::FunctionAddress(_) => {
        }
        ExprKind::Unary(_, operand) | ExprKind::Convert(operand) => visit(NodeMut::Expr(operand)),
        ExprKind::Binary(_, left, right) => {
            visit(NodeMut::Expr(left));
            visit(NodeMut::Expr(right));
        }
        ExprKind::AddressOf(place) => visit(NodeMut::Place(place)),
        ExprKind::Select(condition, then, otherwise) => {
            visit(NodeMut::Expr(condition));
            visit(NodeMut::Expr(then));
            visit(NodeMut::Expr(otherwise));
        }
    }
}

/// What a place refers to.
pub fn for_each_child_of_place(kind: &mut PlaceKind, mut visit: impl FnMut(NodeMut<'_>)) {
    match kind {
        PlaceKind::Global(_) | PlaceKind::Slot(_) => {}
        PlaceKind::Deref(pointer) => visit(NodeMut::Expr(pointer)),
        PlaceKind::Field(base, _) => visit(NodeMut::Place(base)),
        PlaceKind::Index(base, index) => {
            visit(NodeMut::Place(base));
            visit(NodeMut::Expr(index));
        }
    }
}

/// The nodes just below a node.
pub fn for_each_child(body: &Body, node: Node, mut visit: impl FnMut(Node)) {
    let visit = |child: NodeMut<'_>| match child {
        NodeMut::Expr(id) => visit(Node::Expr(*id)),
        NodeMut::Place(id) => visit(Node::Place(*id)),
    };
    match node {
        Node::Expr(id) => for_each_child_of_expr(&mut body.expr(id).kind, visit),
        Node::Place(id) => for_each_child_of_place(&mut body.place(id).kind, visit),
    }
}

/// All nodes of the trees below the nodes on the stack, which is left empty.
pub fn for_each_node(body: &Body, stack: &mut Vec<Node>, mut visit: impl FnMut(Node)) {
    while let Some(node) = stack.pop() {
        visit(node);
        for_each_child(body, node, |child| stack.push(child));
    }
}

/// Puts the roots of an instruction's trees on the stack.
pub fn push_operands(kind: &InstKind, stack: &mut Vec<Node>) {
    for_each_expr(kind, |&expr| stack.push(Node::Expr(expr)));
    stack.extend(place_of(kind).map(Node::Place));
}

/// The register that a node reads.
pub fn register_of(body: &Body, node: Node) -> Option<RegId> {
    match node {
        Node::Expr(id) => match body.expr(id).kind {
            ExprKind::Reg(register) => Some(register),
            _ => None,
        },
        Node::Place(_) => None,
    }
}

/// The slot that a node names.
pub fn slot_of(body: &Body, node: Node) -> Option<SlotId> {
    match node {
        Node::Place(id) => match body.place(id).kind {
            PlaceKind::Slot(slot) => Some(slot),
            _ => None,
        },
        Node::Expr(_) => None,
    }
}

/// Where the way to a place starts: a variable, or what a pointer points to.
pub fn root_of(body: &Body, mut place: PlaceId) -> PlaceKind {
    loop {
        match body.place(place).kind {
            PlaceKind::Field(base, _) | PlaceKind::Index(base, _) => place = base,
            root @ (PlaceKind::Global(_) | PlaceKind::Slot(_) | PlaceKind::Deref(_)) => {
                return root;
            }
        }
    }
}

/// The slot that a place is, or is a part of, without any pointer in between.
pub fn root_slot(body: &Body, place: PlaceId) -> Option<SlotId> {
    match root_of(body, place) {
        PlaceKind::Slot(slot) => Some(slot),
        _ => None,
    }
}

/// All nodes of a function such that each comes behind those it refers to (rule B4 of the verifier).
pub fn bottom_up(body: &Body) -> Vec<Node> {
    let (exprs, places) = (body.exprs.len(), body.places.len());
    let mut order = Vec::with_capacity(exprs + places);
    let (mut next_expr, mut next_place) = (0, 0);
    loop {
        let before = order.len();
        while next_expr < exprs {
            let node = Node::Expr(ExprId::new(next_expr));
            if !refers_below(body, node, next_expr, next_place) {
                break;
            }
            order.push(node);
            next_expr += 1;
        }
        while next_place < places {
            let node = Node::Place(PlaceId::new(next_place));
            if !refers_below(body, node, next_expr, next_place) {
                break;
            }
            order.push(node);
            next_place += 1;
        }
        if order.len() == before {
            return order;
        }
    }
}

fn refers_below(body: &Body, node: Node, exprs: usize, places: usize) -> bool {
    let mut below = true;
    for_each_child(body, node, |child| {
        below &= match child {
            Node::Expr(id) => id.index() < exprs,
            Node::Place(id) => id.index() < places,
        };
    });
    below
}
