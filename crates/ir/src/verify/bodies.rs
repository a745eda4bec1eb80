//! Rules B: registers, slots, the shape of the arenas. Then hands each instruction on.

use super::expressions::NodeChecker;
use super::globals::{is_known, span_is_sane};
use super::{Errors, Location, MAX_NESTING, MAX_TREE_NODES, instructions};
use crate::text::print_type;
use crate::{
    Body, ExprId, ExprKind, FunctionId, FunctionType, OriginStep, PlaceId, PlaceKind, Program, Type,
};

pub(super) fn check(program: &Program, errors: &mut Errors) {
    for (index, function) in program.functions.iter().enumerate() {
        let Some(body) = &function.body else {
            continue;
        };
        // The headers are already checked.
        let Type::Function(ty) = program.types.get(function.ty) else {
            continue;
        };
        if errors.full() {
            return;
        }
        let context = Context {
            program,
            id: FunctionId::new(index),
            body,
            ty,
        };
        let before = errors.list.len();
        context.check_declarations(errors);
        context.check_arenas(errors);
        if errors.list.len() == before {
            context.check_blocks(errors);
        }
    }
}

/// A function with a body, in its program.
#[derive(Clone, Copy)]
pub(super) struct Context<'p> {
    pub program: &'p Program,
    pub id: FunctionId,
    pub body: &'p Body,
    pub ty: &'p FunctionType,
}

impl Context<'_> {
    fn location(&self) -> Location {
        Location {
            function: Some(self.id),
            ..Location::default()
        }
    }

    fn check_declarations(&self, errors: &mut Errors) {
        let (program, body) = (self.program, self.body);
        let types = &program.types;
        let mut report = |rule, message: String| {
            errors.add(rule, program, self.location(), || message);
        };
        if body.blocks.is_empty() {
            report("B1", "has no block".to_string());
        }
        if body.params.len() != self.ty.params.len() {
            report(
                "B2",
                format!(
                    "has {} parameter registers for {} parameters",
                    body.params.len(),
                    self.ty.params.len()
                ),
            );
        }
        let mut seen = vec![false; body.regs.len()];
        for (register, ty) in body.params.iter().zip(&self.ty.params) {
            let fits = body
                .regs
                .get(register.index())
                .is_some_and(|register| register.ty == *ty);
            if !fits || std::mem::replace(&mut seen[register.index()], true) {
                report(
                    "B2",
                    format!(
                        "parameter register {register} does not exist, is not of type {}, or is used twice",
                        print_type(types, *ty)
                    ),
                );
            }
        }
        for (index, register) in body.regs.iter().enumerate() {
            if !is_known(program, register.ty) || types.size_of(register.ty).is_none() {
                let ty = print_type(types, register.ty);
                report("B3", format!("register %{index} has type {ty}"));
            }
        }
        for (index, slot) in body.slots.iter().enumerate() {
            let sane = is_known(program, slot.ty)
                && types.size_of(slot.ty).is_some()
                && slot.align.is_power_of_two()
                && slot.align >= types.align_of(slot.ty);
            if !sane {
                let ty = print_type(types, slot.ty);
                report(
                    "B3",
                    format!("slot ${index} has type {ty} and alignment {}", slot.align),
                );
            }
            if !span_is_sane(program, slot.span) {
                report("G8", format!("slot ${index} has span {:?}", slot.span));
            }
        }
        self.check_origins(errors);
    }

    fn check_origins(&self, errors: &mut Errors) {
        let (program, body) = (self.program, self.body);
        let mut report = |rule, message: String| {
            errors.add(rule, program, self.location(), || message);
        };
        for (index, origin) in body.origins.iter().enumerate() {
            if origin.parent.is_some_and(|parent| parent.index() >= index) {
                report("B6", format!("origin o{index} has a parent behind it"));
            }
            let span = match origin.step {
                OriginStep::Call { callee, span } => {
                    if callee.index() >= program.functions.len() {
                        report("B6", format!("origin o{index} is in no function"));
                    }
                    span
                }
                OriginStep::Iteration { span, .. } => span,
            };
            if !span_is_sane(program, span) {
                report("G8", format!("origin o{index} has span {span:?}"));
            }
        }
        for (index, block) in body.blocks.iter().enumerate() {
            let origins = block.insts.iter().map(|inst| inst.origin);
            let mut named = origins.chain([block.origin]).flatten();
            if let Some(origin) = named.find(|origin| origin.index() >= body.origins.len()) {
                report("B6", format!("b{index} names {origin}, which is none"));
            }
        }
    }

    /// Merges the arenas as rule B4 says: takes from each as long as its next node refers only to what was
    /// taken. Depth and size of each tree come along.
    fn check_arenas(&self, errors: &mut Errors) {
        let body = self.body;
        let mut expr_shapes: Vec<Shape> = Vec::with_capacity(body.exprs.len());
        let mut place_shapes: Vec<Shape> = Vec::with_capacity(body.places.len());
        let mut too_large = None;
        loop {
            let before = expr_shapes.len() + place_shapes.len();
            while let Some(shape) = self.expr_shape(&expr_shapes, &place_shapes) {
                if !shape.is_allowed() && too_large.is_none() {
                    too_large = Some(format!("expression {}", expr_shapes.len()));
                }
                expr_shapes.push(shape);
            }
            while let Some(shape) = self.place_shape(&expr_shapes, &place_shapes) {
                if !shape.is_allowed() && too_large.is_none() {
                    too_large = Some(format!("place {}", place_shapes.len()));
                }
                place_shapes.push(shape);
            }
            if expr_shapes.len() + place_shapes.len() == before {
                break;
            }
        }
        if expr_shapes.len() < body.exprs.len() || place_shapes.len() < body.places.len() {
            errors.add("B4", self.program, self.location(), || {
                let expr = body.exprs.get(expr_shapes.len());
                let place = body.places.get(place_shapes.len());
                format!(
                    "nodes name what does not exist or does not come before them, from expression {} ({:?}) and place {} ({:?}) on",
                    expr_shapes.len(),
                    expr.map(|node| node.kind),
                    place_shapes.len(),
                    place.map(|node| node.kind)
                )
            });
        }
        if let Some(node) = too_large {
            errors.add("B5", self.program, self.location(), || {
                format!("{node} nests more than {MAX_NESTING} deep or has more than {MAX_TREE_NODES} nodes")
            });
        }
    }

    /// The shape of the next expression, if all it refers to exists and comes before it.
    fn expr_shape(&self, exprs: &[Shape], places: &[Shape]) -> Option<Shape> {
        let expr = |id: ExprId| exprs.get(id.index()).copied();
        let node = self.body.exprs.get(exprs.len())?;
        if !is_known(self.program, node.ty) {
            return None;
        }
        match node.kind {
            ExprKind::Int(_) | ExprKind::Float(_) => Some(Shape::LEAF),
            ExprKind::Reg(register) => {
                (register.index() < self.body.regs.len()).then_some(Shape::LEAF)
            }
            ExprKind::FunctionAddress(function) => {
                (function.index() < self.program.functions.len()).then_some(Shape::LEAF)
            }
            ExprKind::Unary(_, operand) | ExprKind::Convert(operand) => {
                Some(Shape::LEAF.above(expr(operand)?))
            }
            ExprKind::Binary(_, left, right) => {
                Some(Shape::LEAF.above(expr(left)?).above(expr(right)?))
            }
            ExprKind::AddressOf(place) => {
                Some(Shape::LEAF.above(places.get(place.index()).copied()?))
            }
            ExprKind::Select(condition, then, otherwise) => {
                let shape = Shape::LEAF.above(expr(condition)?);
                Some(shape.above(expr(then)?).above(expr(otherwise)?))
            }
        }
    }

    fn place_shape(&self, exprs: &[Shape], places: &[Shape]) -> Option<Shape> {
        let expr = |id: ExprId| exprs.get(id.index()).copied();
        let place = |id: PlaceId| places.get(id.index()).copied();
        let node = self.body.places.get(places.len())?;
        if !is_known(self.program, node.ty) {
            return None;
        }
        match node.kind {
            PlaceKind::Global(global) => {
                (global.index() < self.program.globals.len()).then_some(Shape::LEAF)
            }
            PlaceKind::Slot(slot) => (slot.index() < self.body.slots.len()).then_some(Shape::LEAF),
            PlaceKind::Deref(pointer) => Some(Shape::LEAF.above(expr(pointer)?)),
            PlaceKind::Field(base, _) => Some(Shape::LEAF.above(place(base)?)),
            PlaceKind::Index(base, index) => {
                Some(Shape::LEAF.above(place(base)?).above(expr(index)?))
            }
        }
    }

    fn check_blocks(&self, errors: &mut Errors) {
        let mut nodes = NodeChecker::new(*self);
        for (block_index, block) in self.body.blocks.iter().enumerate() {
            for (index, inst) in block.insts.iter().enumerate() {
                let mut site =
                    instructions::Site::new(self, &mut nodes, errors, block_index, index);
                site.check_instruction(inst);
                site.check_span(inst.span);
            }
            let index = block.insts.len();
            let mut site = instructions::Site::new(self, &mut nodes, errors, block_index, index);
            site.check_terminator(&block.terminator);
            site.check_span(block.span);
            if errors.full() {
                return;
            }
        }
    }
}

/// Depth of a tree, and number of its nodes.
#[derive(Clone, Copy)]
struct Shape {
    depth: usize,
    nodes: usize,
}

impl Shape {
    const LEAF: Shape = Shape { depth: 1, nodes: 1 };

    /// With one more child.
    fn above(self, child: Shape) -> Shape {
        Shape {
            depth: self.depth.max(child.depth + 1),
            nodes: self.nodes.saturating_add(child.nodes),
        }
    }

    fn is_allowed(self) -> bool {
        self.depth <= MAX_NESTING && self.nodes <= MAX_TREE_NODES
    }
}
