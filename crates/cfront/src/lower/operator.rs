//! Binary operators, short-circuit evaluation and the conditional operator.

use unspool_ir::{BinaryOp as IrOp, ExprId, InstKind, Types};

use crate::ast::{BinaryOp, Expr, ExprKind, LogicalOp};
use crate::ctype::{CTypes, QualTy, Ty, TyKind};
use crate::source::Span;

use super::{Lower, Lowered, Value};

impl<'a> Lower<'a> {
    /// `a + b + c + ...`: along the left operand in a loop, since it may be as long as the input.
    pub(super) fn binary_chain(&mut self, expr: &'a Expr) -> Lowered<Value> {
        let mut spine = Vec::new();
        let mut leftmost = expr;
        while let ExprKind::Binary(op, left, right) = &leftmost.kind {
            spine.push((*op, right, leftmost.span, left.span));
            leftmost = left;
        }
        let mut value = self.rvalue(leftmost);
        while let Some((op, right, span, left_span)) = spine.pop() {
            // With the left operand wrong, the right one is still looked at.
            let right_value = self.rvalue(right);
            self.at(span);
            value = match (value, right_value) {
                (Ok(left), Ok(right_value)) => {
                    self.binary(op, left, right_value, left_span, right.span, span)
                }
                _ => Err(super::Failed),
            };
        }
        value
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        left: Value,
        right: Value,
        left_span: Span,
        right_span: Span,
        span: Span,
    ) -> Lowered<Value> {
        let left = self.require_scalar(left, left_span)?;
        let right = self.require_scalar(right, right_span)?;
        let (left_pointer, right_pointer) = (
            self.types.is_pointer(left.ty),
            self.types.is_pointer(right.ty),
        );
        match op {
            BinaryOp::Add if left_pointer => return self.pointer_plus(left, right, false, span),
            BinaryOp::Add if right_pointer => return self.pointer_plus(right, left, false, span),
            BinaryOp::Sub if left_pointer && right_pointer => {
                return self.pointer_difference(left, right, span);
            }
            BinaryOp::Sub if left_pointer => return self.pointer_plus(left, right, true, span),
            BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual
                if left_pointer || right_pointer =>
            {
                return self.compare_pointers(op, left, right, span);
            }
            _ => {}
        }
        let integers_only = matches!(
            op,
            BinaryOp::Rem
                | BinaryOp::Shl
                | BinaryOp::Shr
                | BinaryOp::BitAnd
                | BinaryOp::BitOr
                | BinaryOp::BitXor
        );
        let fits = |lower: &Self, ty: Ty| {
            if integers_only {
                lower.types.is_integer(ty)
            } else {
                lower.types.is_arithmetic(ty)
            }
        };
        if !fits(self, left.ty) || !fits(self, right.ty) {
            let message = format!(
                "this operator does not apply to `{}` and `{}`",
                self.describe(left.ty),
                self.describe(right.ty)
            );
            return self.error(span, message);
        }
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            // Each operand is promoted on its own; the result has the left one's type.
            let (left_ty, right_ty) = (self.types.promote(left.ty), self.types.promote(right.ty));
            let left = self.convert_scalar(left, left_ty);
            let right = self.convert_scalar(right, right_ty);
            let (a, b) = (self.scalar(left), self.scalar(right));
            let result = self.b.binary(&self.program.types, ir_op(op), a, b);
            return Ok(Value::scalar(self.in_width(result, left_ty), left_ty));
        }
        let ty = self.types.usual_conversion(left.ty, right.ty);
        let left = self.convert_scalar(left, ty);
        let right = self.convert_scalar(right, ty);
        let (a, b) = (self.scalar(left), self.scalar(right));
        let op = ir_op(op);
        let result = self.b.binary(&self.program.types, op, a, b);
        if op.is_comparison() {
            return Ok(self.bool_value(result));
        }
        Ok(Value::scalar(self.in_width(result, ty), ty))
    }

    /// `pointer + index`, or `pointer - index`.
    pub(super) fn pointer_plus(
        &mut self,
        pointer: Value,
        index: Value,
        negate: bool,
        span: Span,
    ) -> Lowered<Value> {
        if !self.types.is_integer(index.ty) {
            let message = format!("cannot add `{}` to a pointer", self.describe(index.ty));
            return self.error(span, message);
        }
        let Some(pointee) = self.types.pointee(pointer.ty) else {
            return self.error(span, "this is not a pointer");
        };
        let steppable = self.types.is_complete(pointee.ty)
            || self.types.is_variable_length(pointee.ty)
            || pointee.ty == CTypes::VOID
            || self.types.is_function(pointee.ty);
        if !steppable {
            let message = format!(
                "arithmetic on a pointer to `{}`, whose size is not known",
                self.describe(pointee)
            );
            return self.error(span, message);
        }
        let mut index_ty = self.types.promote(index.ty);
        let variable = self.types.is_variable_length(pointee.ty);
        if variable || negate {
            index_ty = self.wide_index(index_ty);
        }
        let index = self.convert_scalar(index, index_ty);
        let mut offset = self.scalar(index);
        if variable {
            let count = self.base_elements(pointee);
            let ir = self.b.type_of(offset);
            let count = self.b.convert(&self.program.types, count, ir);
            offset = self.b.binary(&self.program.types, IrOp::Mul, offset, count);
        }
        if negate {
            // Backwards is a negative number of steps, not an unsigned one that wraps around.
            let types = &self.program.types;
            let bits = types.value_bits(self.b.type_of(offset));
            let steps = self.b.convert(types, offset, Types::int(bits, true));
            offset = self.b.unary(types, unspool_ir::UnaryOp::Neg, steps);
        }
        let address = self.scalar(pointer);
        // `&a[0] + i`, which arrays decay to, is `&a[i]`.
        if let Some(indexed) = self.index_in_place(address, offset) {
            return Ok(Value::scalar(indexed, pointer.ty));
        }
        let sum = self
            .b
            .binary(&self.program.types, IrOp::PointerAdd, address, offset);
        Ok(Value::scalar(sum, pointer.ty))
    }

    fn index_in_place(&mut self, address: ExprId, offset: ExprId) -> Option<ExprId> {
        use unspool_ir::{ExprKind as Ir, PlaceKind};
        let Ir::AddressOf(place) = self.b.expr(address).kind else {
            return None;
        };
        let node = self.b.body.place(place);
        let PlaceKind::Index(array, index) = node.kind else {
            return None;
        };
        if self.b.constant(index) != Some(0) {
            return None;
        }
        let offset = self.b.shallow(offset);
        let place = self.b.place(PlaceKind::Index(array, offset), node.ty);
        Some(self.b.address_of(&mut self.program.types, place))
    }

    /// An index computed with must not overflow where the address would not.
    fn wide_index(&self, ty: Ty) -> Ty {
        if self.types.size_of(ty) >= Some(self.types.data_model.pointer_bytes())
            && !self.types.is_signed(ty)
        {
            return ty;
        }
        match self.types.size_of(ty) {
            Some(8) => ty,
            _ => self.types.ptrdiff_type(),
        }
    }

    /// How many base elements an object of a variable-length type has, as a `size_t`.
    fn base_elements(&mut self, ty: QualTy) -> ExprId {
        let size = self.types.size_type();
        let ir = self.ir_type(size);
        let TyKind::Array { element, length } = *self.types.kind(ty.ty) else {
            return self.b.int(&self.program.types, ir, 1);
        };
        let length = self.array_length_expr(length);
        if !self.types.is_variable_length(element.ty) {
            return length;
        }
        let inner = self.base_elements(element);
        self.b.binary(&self.program.types, IrOp::Mul, length, inner)
    }

    fn pointer_difference(&mut self, left: Value, right: Value, span: Span) -> Lowered<Value> {
        let (Some(a), Some(b)) = (self.types.pointee(left.ty), self.types.pointee(right.ty)) else {
            return self.error(span, "this is not a pointer");
        };
        if !self.types.compatible(a.ty, b.ty) && a.ty != CTypes::VOID && b.ty != CTypes::VOID {
            return self.error(span, "subtraction of pointers to different types");
        }
        let steppable = self.types.is_complete(a.ty)
            || self.types.is_variable_length(a.ty)
            || a.ty == CTypes::VOID
            || self.types.is_function(a.ty);
        if !steppable {
            let message = format!(
                "arithmetic on a pointer to `{}`, whose size is not known",
                self.describe(a)
            );
            return self.error(span, message);
        }
        let left_expr = self.scalar(left);
        let right_expr = self.scalar(right);
        let ir = self.b.type_of(left_expr);
        let right_expr = self.b.convert(&self.program.types, right_expr, ir);
        let mut difference = self.b.binary(
            &self.program.types,
            IrOp::PointerDiff,
            left_expr,
            right_expr,
        );
        let ty = self.types.ptrdiff_type();
        if self.types.is_variable_length(a.ty) {
            let count = self.base_elements(a);
            let ir = self.b.type_of(difference);
            let count = self.b.convert(&self.program.types, count, ir);
            difference = self
                .b
                .binary(&self.program.types, IrOp::Div, difference, count);
        }
        Ok(Value::scalar(difference, ty))
    }

    fn compare_pointers(
        &mut self,
        op: BinaryOp,
        left: Value,
        right: Value,
        span: Span,
    ) -> Lowered<Value> {
        if self.types.is_float(left.ty) || self.types.is_float(right.ty) {
            return self.error(
                span,
                "a pointer cannot be compared with a floating-point number",
            );
        }
        match (self.types.pointee(left.ty), self.types.pointee(right.ty)) {
            (Some(a), Some(b)) => {
                let agrees = a.ty == CTypes::VOID
                    || b.ty == CTypes::VOID
                    || self.types.compatible(a.ty, b.ty);
                if !agrees {
                    self.warn(span, "comparison of pointers to different types");
                }
            }
            (None, _) | (_, None) => {
                let integer = if self.types.is_pointer(left.ty) {
                    right
                } else {
                    left
                };
                let integer = self.scalar(integer);
                if self.b.constant(integer) != Some(0) {
                    self.warn(span, "comparison of a pointer with an integer");
                }
            }
        }
        // Different pointer types, and integers, are compared as the left (or only) pointer's type.
        let ty = if self.types.is_pointer(left.ty) {
            left.ty
        } else {
            right.ty
        };
        let left = self.convert_scalar(left, ty);
        let right = self.convert_scalar(right, ty);
        let (a, b) = (self.scalar(left), self.scalar(right));
        let result = self.b.binary(&self.program.types, ir_op(op), a, b);
        Ok(self.bool_value(result))
    }

    /// `a && b` or `a || b` as a bool, evaluating `b` only when C does, unless that makes no difference.
    pub(super) fn logical_truth(
        &mut self,
        op: LogicalOp,
        left: &'a Expr,
        right: &'a Expr,
    ) -> Lowered<ExprId> {
        let stop_at = u128::from(op == LogicalOp::Or);
        // Along the left operand in a loop: `a && b && c` nests to the left.
        let mut rights = vec![right];
        let mut leftmost = left;
        while let ExprKind::Logical(inner, a, b) = &leftmost.kind
            && *inner == op
        {
            rights.push(b);
            leftmost = a;
        }
        let mut truth = self.condition(leftmost)?;
        while let Some(right) = rights.pop() {
            truth = self.logical_step(op, stop_at, truth, right)?;
        }
        Ok(truth)
    }

    fn logical_step(
        &mut self,
        op: LogicalOp,
        stop_at: u128,
        truth: ExprId,
        right: &'a Expr,
    ) -> Lowered<ExprId> {
        if let Some(known) = self.b.constant(truth) {
            if known == stop_at {
                // The right operand is checked but not evaluated.
                self.unevaluated(|lower| lower.condition(right).map(|_| ()))?;
                return Ok(self.b.int(&self.program.types, Types::BOOL, stop_at));
            }
            return self.condition(right);
        }
        let before = self.b.current();
        let was_open = self.b.is_open();
        let evaluate = self.b.new_block();
        if !was_open {
            self.b.start(before);
        }
        let resume = self.b.current();
        self.b.start(evaluate);
        let second = self.condition(right)?;
        if self.b.is_untouched(evaluate)
            && self.b.body.blocks.len() == evaluate.index() + 1
            && self.b.cannot_trap(second)
        {
            self.b.discard_last_block(evaluate, resume);
            let ir = match op {
                LogicalOp::And => IrOp::And,
                LogicalOp::Or => IrOp::Or,
            };
            return Ok(self.b.binary(&self.program.types, ir, truth, second));
        }
        let result = self.b.new_reg("", Types::BOOL);
        let join = self.b.new_block();
        self.b.emit(InstKind::Assign {
            dst: result,
            value: second,
        });
        self.b.goto(join);
        self.b.start(resume);
        let shortcut = self.b.int(&self.program.types, Types::BOOL, stop_at);
        self.b.emit(InstKind::Assign {
            dst: result,
            value: shortcut,
        });
        match op {
            LogicalOp::And => self.b.branch(truth, evaluate, join),
            LogicalOp::Or => self.b.branch(truth, join, evaluate),
        }
        self.b.start(join);
        Ok(self.b.reg(result))
    }

    pub(super) fn conditional(
        &mut self,
        condition: &'a Expr,
        then: Option<&'a Expr>,
        otherwise: &'a Expr,
        span: Span,
    ) -> Lowered<Value> {
        let Some(then) = then else {
            return self.conditional_without_middle(condition, otherwise, span);
        };
        let truth = self.condition(condition)?;
        if let Some(known) = self.b.constant(truth) {
            // Both arms are typed; only one is evaluated.
            let (taken, other) = if known != 0 {
                (then, otherwise)
            } else {
                (otherwise, then)
            };
            let other = self.unevaluated(|lower| {
                let value = lower.rvalue(other)?;
                Ok(lower.arm(value, Some(other)))
            })?;
            let value = self.rvalue(taken)?;
            let taken = self.arm(value, Some(taken));
            let ty = if known != 0 {
                self.common_type(taken, other, span)?
            } else {
                self.common_type(other, taken, span)?
            };
            return self.arm_value(value, ty, span);
        }
        self.arms(truth, span, ArmSource::Expr(then), otherwise)
    }

    /// GNU's `a ?: b`: `a` is evaluated once.
    fn conditional_without_middle(
        &mut self,
        condition: &'a Expr,
        otherwise: &'a Expr,
        span: Span,
    ) -> Lowered<Value> {
        let value = self.scalar_rvalue(condition)?;
        let expr = self.scalar(value);
        let expr = self.b.pinned(expr);
        let value = Value::scalar(expr, value.ty);
        let truth = self.b.truth(&self.program.types, expr);
        self.arms(truth, span, ArmSource::Value(value), otherwise)
    }

    fn arm(&self, value: Value, expr: Option<&Expr>) -> Arm {
        Arm {
            ty: value.ty,
            is_null: expr.is_some_and(|expr| self.is_null_constant(expr, value)),
        }
    }

    /// The type of a conditional expression (C11 6.5.15).
    fn common_type(&mut self, a: Arm, b: Arm, span: Span) -> Lowered<Ty> {
        if self.types.is_arithmetic(a.ty) && self.types.is_arithmetic(b.ty) {
            return Ok(self.types.usual_conversion(a.ty, b.ty));
        }
        if a.ty == b.ty {
            return Ok(a.ty);
        }
        if a.ty == CTypes::VOID || b.ty == CTypes::VOID {
            return Ok(CTypes::VOID);
        }
        match (self.types.pointee(a.ty), self.types.pointee(b.ty)) {
            (Some(_), _) if b.is_null => Ok(a.ty),
            (_, Some(_)) if a.is_null => Ok(b.ty),
            (Some(x), Some(y)) => {
                let quals = x.quals.with(y.quals);
                if x.ty == CTypes::VOID || y.ty == CTypes::VOID {
                    return Ok(self
                        .types
                        .pointer(QualTy::from(CTypes::VOID).qualified(quals)));
                }
                if self.types.compatible(x.ty, y.ty) {
                    return Ok(self.types.pointer(x.qualified(quals)));
                }
                self.warn(span, "the two results are pointers to different types");
                Ok(CTypes::VOID_POINTER)
            }
            (Some(_), None) if self.types.is_integer(b.ty) => {
                self.warn(span, "one result is a pointer, the other an integer");
                Ok(a.ty)
            }
            (None, Some(_)) if self.types.is_integer(a.ty) => {
                self.warn(span, "one result is a pointer, the other an integer");
                Ok(b.ty)
            }
            _ if self.types.compatible(a.ty, b.ty) => Ok(a.ty),
            _ => {
                let message = format!(
                    "the two results have types `{}` and `{}`, which do not agree",
                    self.describe(a.ty),
                    self.describe(b.ty)
                );
                self.error(span, message)
            }
        }
    }

    fn arm_value(&mut self, value: Value, ty: Ty, span: Span) -> Lowered<Value> {
        if ty == CTypes::VOID {
            return Ok(Value::void());
        }
        if self.types.is_scalar(ty) {
            let value = self.require_scalar(value, span)?;
            return Ok(self.convert_scalar(value, ty));
        }
        Ok(value)
    }

    /// Each arm is lowered once: its type is known only afterwards, and looking first would double the work at every level.
    fn arms(
        &mut self,
        truth: ExprId,
        span: Span,
        then: ArmSource<'a>,
        otherwise: &'a Expr,
    ) -> Lowered<Value> {
        if !self.b.is_open() {
            let block = self.b.new_block();
            self.b.start(block);
        }
        let head = self.b.current();
        let then_block = self.b.new_block();
        self.b.start(then_block);
        let (then_value, then_arm) = match then {
            ArmSource::Expr(expr) => {
                let value = self.rvalue(expr)?;
                (value, self.arm(value, Some(expr)))
            }
            ArmSource::Value(value) => (value, self.arm(value, None)),
        };
        let then_untouched = self.b.is_untouched(then_block);
        let then_exit = (self.b.is_open(), self.b.current());
        let else_block = self.b.new_block();
        self.b.start(else_block);
        let else_value = self.rvalue(otherwise)?;
        let else_arm = self.arm(else_value, Some(otherwise));
        let ty = self.common_type(then_arm, else_arm, span)?;
        let else_value = self.arm_value(else_value, ty, span)?;
        let is_scalar = self.types.is_scalar(ty);
        if is_scalar
            && then_untouched
            && self.b.is_untouched(else_block)
            && self.b.body.blocks.len() == else_block.index() + 1
            && else_block.index() == then_block.index() + 1
        {
            let then_value = self.arm_value(then_value, ty, span)?;
            let (a, b) = (self.scalar(then_value), self.scalar(else_value));
            if self.b.cannot_trap(a) && self.b.cannot_trap(b) {
                self.b.discard_last_block(else_block, then_block);
                self.b.discard_last_block(then_block, head);
                let value = self.b.select(truth, a, b);
                return Ok(Value::scalar(value, ty));
            }
        }
        let else_exit = (self.b.is_open(), self.b.current());
        // A temporary for the result lives from before the arms.
        self.b.start(head);
        let result = if is_scalar {
            let ir = self.ir_type(ty);
            ArmResult::Scalar(self.b.new_reg("", ir))
        } else if ty == CTypes::VOID {
            ArmResult::Nothing
        } else {
            ArmResult::Record(self.temporary_lvalue(ty.into()))
        };
        self.b.branch(truth, then_block, else_block);
        let join = self.b.new_block();
        for ((was_open, exit), value) in [(then_exit, then_value), (else_exit, else_value)] {
            if was_open {
                self.b.start(exit);
                let value = self.arm_value(value, ty, span)?;
                self.finish_arm(result, value, span)?;
                self.b.goto(join);
            }
        }
        self.b.start(join);
        Ok(match result {
            ArmResult::Nothing => Value::void(),
            ArmResult::Scalar(reg) => Value::scalar(self.b.reg(reg), ty),
            ArmResult::Record(lvalue) => self.record_value(lvalue, true),
        })
    }

    fn finish_arm(&mut self, result: ArmResult, value: Value, span: Span) -> Lowered<()> {
        match result {
            ArmResult::Nothing => {}
            ArmResult::Scalar(dst) => {
                let value = self.scalar(value);
                self.b.emit(InstKind::Assign { dst, value });
            }
            ArmResult::Record(lvalue) => {
                self.store(lvalue, value, span)?;
            }
        }
        Ok(())
    }
}

/// What the type of a conditional expression depends on.
#[derive(Clone, Copy)]
struct Arm {
    ty: Ty,
    is_null: bool,
}

/// The arm that is taken when the condition holds; `a ?: b` has its value already.
#[derive(Clone, Copy)]
enum ArmSource<'a> {
    Expr(&'a Expr),
    Value(Value),
}

#[derive(Clone, Copy)]
enum ArmResult {
    Nothing,
    Scalar(unspool_ir::RegId),
    Record(super::lvalue::Lvalue),
}

pub(super) fn ir_op(op: BinaryOp) -> IrOp {
    match op {
        BinaryOp::Mul => IrOp::Mul,
        BinaryOp::Div => IrOp::Div,
        BinaryOp::Rem => IrOp::Rem,
        BinaryOp::Add => IrOp::Add,
        BinaryOp::Sub => IrOp::Sub,
        BinaryOp::Shl => IrOp::Shl,
        BinaryOp::Shr => IrOp::Shr,
        BinaryOp::Less => IrOp::Lt,
        BinaryOp::Greater => IrOp::Gt,
        BinaryOp::LessEqual => IrOp::Le,
        BinaryOp::GreaterEqual => IrOp::Ge,
        BinaryOp::Equal => IrOp::Eq,
        BinaryOp::NotEqual => IrOp::Ne,
        BinaryOp::BitAnd => IrOp::And,
        BinaryOp::BitXor => IrOp::Xor,
        BinaryOp::BitOr => IrOp::Or,
    }
}
