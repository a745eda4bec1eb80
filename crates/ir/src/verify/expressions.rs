//! Rules E and P: the types of expressions and places.

use super::bodies::Context;
use super::globals::bits_fit;
use crate::{
    BinaryOp, Expr, ExprId, ExprKind, Place, PlaceId, PlaceKind, Type, TypeId, Types, UnaryOp,
};

/// Checks nodes, each when it is first used. Nodes are numbered bottom-up by now, so this ends.
pub(super) struct NodeChecker<'p> {
    context: Context<'p>,
    seen_exprs: Vec<bool>,
    seen_places: Vec<bool>,
    pending: Vec<Node>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Node {
    Expr(ExprId),
    Place(PlaceId),
}

/// A rule, and the node that breaks it.
pub(super) type Problem = (&'static str, Node);

impl<'p> NodeChecker<'p> {
    pub(super) fn new(context: Context<'p>) -> Self {
        NodeChecker {
            context,
            seen_exprs: vec![false; context.body.exprs.len()],
            seen_places: vec![false; context.body.places.len()],
            pending: Vec::new(),
        }
    }

    /// The first problem in the tree below `root` among the nodes not yet seen.
    pub(super) fn check(&mut self, root: Node) -> Option<Problem> {
        let mut problem = None;
        self.visit(root);
        while let Some(node) = self.pending.pop() {
            let rule = match node {
                Node::Expr(id) => self.check_expr(self.context.body.expr(id)),
                Node::Place(id) => self.check_place(self.context.body.place(id)),
            };
            problem = problem.or(rule.err().map(|rule| (rule, node)));
        }
        problem
    }

    fn visit(&mut self, node: Node) {
        let seen = match node {
            Node::Expr(id) => &mut self.seen_exprs[id.index()],
            Node::Place(id) => &mut self.seen_places[id.index()],
        };
        if !std::mem::replace(seen, true) {
            self.pending.push(node);
        }
    }

    /// Visits an operand and says what type it has.
    fn operand(&mut self, id: ExprId) -> TypeId {
        self.visit(Node::Expr(id));
        self.context.body.expr(id).ty
    }

    fn base(&mut self, id: PlaceId) -> TypeId {
        self.visit(Node::Place(id));
        self.context.body.place(id).ty
    }

    fn check_expr(&mut self, node: Expr) -> Result<(), &'static str> {
        let Context { program, body, .. } = self.context;
        let types = &program.types;
        let ty = node.ty;
        match node.kind {
            ExprKind::Int(bits) => {
                let kind = types.is_integer(ty) || types.is_pointer(ty);
                ensure("E1", kind && bits_fit(program, ty, bits))
            }
            ExprKind::Float(bits) => {
                ensure("E1", types.is_float(ty) && bits_fit(program, ty, bits))
            }
            ExprKind::Reg(register) => ensure("E2", body.regs[register.index()].ty == ty),
            ExprKind::Unary(op, operand) => {
                let kind = match op {
                    UnaryOp::Neg => is_number(types, ty),
                    UnaryOp::Complement => is_int(types, ty),
                    UnaryOp::Not => ty == Types::BOOL,
                };
                ensure("E3", self.operand(operand) == ty && kind)
            }
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.operand(left), self.operand(right));
                check_binary(types, op, left, right, ty)
            }
            ExprKind::Convert(operand) => {
                let from = self.operand(operand);
                let scalars = types.is_scalar(from) && types.is_scalar(ty);
                let mixed = types.is_pointer(from) && types.is_float(ty)
                    || types.is_float(from) && types.is_pointer(ty);
                ensure("E8", scalars && !mixed)
            }
            ExprKind::AddressOf(place) => {
                let place = self.base(place);
                ensure("E9", types.pointee(ty) == Some(place))
            }
            ExprKind::FunctionAddress(function) => {
                let function = program.function(function).ty;
                ensure("E9", types.pointee(ty) == Some(function))
            }
            ExprKind::Select(condition, then, otherwise) => {
                let condition = self.operand(condition);
                let arms = (self.operand(then), self.operand(otherwise));
                ensure("E10", condition == Types::BOOL && arms == (ty, ty))
            }
        }
    }

    fn check_place(&mut self, node: Place) -> Result<(), &'static str> {
        let Context { program, body, .. } = self.context;
        let types = &program.types;
        match node.kind {
            PlaceKind::Global(global) => ensure("P1", program.global(global).ty == node.ty),
            PlaceKind::Slot(slot) => ensure("P1", body.slots[slot.index()].ty == node.ty),
            PlaceKind::Deref(pointer) => {
                let pointer = self.operand(pointer);
                ensure("P2", types.pointee(pointer) == Some(node.ty))
            }
            PlaceKind::Field(base, index) => {
                let field = types.field(self.base(base), index);
                ensure("P3", field.is_some_and(|field| field.ty == node.ty))
            }
            PlaceKind::Index(base, index) => {
                let index = self.operand(index);
                let element = match types.get(self.base(base)) {
                    Type::Array { element, .. } => Some(*element),
                    _ => None,
                };
                ensure("P4", element == Some(node.ty) && types.is_integer(index))
            }
        }
    }
}

pub(super) fn is_int(types: &Types, ty: TypeId) -> bool {
    matches!(types.get(ty), Type::Int { .. })
}

pub(super) fn is_number(types: &Types, ty: TypeId) -> bool {
    is_int(types, ty) || types.is_float(ty)
}

fn check_binary(
    types: &Types,
    op: BinaryOp,
    left: TypeId,
    right: TypeId,
    ty: TypeId,
) -> Result<(), &'static str> {
    use BinaryOp::*;
    let same = left == ty && right == ty;
    match op {
        Add | Sub | Mul | Div => ensure("E4", same && is_number(types, ty)),
        Rem => ensure("E4", same && is_int(types, ty)),
        And | Or | Xor => ensure("E4", same && types.is_integer(ty)),
        Shl | Shr => ensure(
            "E5",
            left == ty && is_int(types, ty) && types.is_integer(right),
        ),
        Eq | Ne | Lt | Le | Gt | Ge => ensure(
            "E6",
            left == right && types.is_scalar(left) && ty == Types::BOOL,
        ),
        PointerAdd => ensure(
            "E7",
            left == ty && types.is_pointer(ty) && types.is_integer(right),
        ),
        PointerDiff => ensure(
            "E7",
            left == right && types.is_pointer(left) && ty == types.pointer_difference(),
        ),
    }
}

fn ensure(rule: &'static str, holds: bool) -> Result<(), &'static str> {
    if holds { Ok(()) } else { Err(rule) }
}
