//! Statements.

use unspool_ir::{BlockId, Case, Terminator, arithmetic};

use crate::ast::{Block, Expr, ForInit, ForStmt, IfBranch, Stmt, StmtKind};
use crate::ctype::CTypes;
use crate::source::Span;

use super::jump::{Loop, Switch};
use super::{Lower, Lowered, Value};

impl<'a> Lower<'a> {
    /// Statements of a block whose scope is already open; each that fails is reported and skipped.
    pub(super) fn statements(&mut self, block: &'a Block) {
        self.declare_local_labels(&block.local_labels);
        for statement in &block.statements {
            let _ = self.statement(statement);
        }
        self.end_local_labels();
    }

    fn block(&mut self, block: &'a Block) {
        self.scopes.push();
        self.open_scope();
        self.statements(block);
        self.close_scope();
        self.scopes.pop();
    }

    pub(super) fn statement(&mut self, statement: &'a Stmt) -> Lowered<()> {
        let span = statement.span;
        let done = self.deeper(span, |lower| {
            lower.piece(span, |lower| lower.statement_inner(statement))
        })?;
        if done.is_none()
            && let StmtKind::Declaration(declaration) = &statement.kind
        {
            self.declare_wrong(declaration);
        }
        Ok(())
    }

    fn statement_inner(&mut self, statement: &'a Stmt) -> Lowered<()> {
        let span = statement.span;
        self.at(span);
        match &statement.kind {
            StmtKind::Null => Ok(()),
            StmtKind::Expr(expr) => self.discard(expr),
            StmtKind::Block(block) => {
                self.block(block);
                Ok(())
            }
            StmtKind::Declaration(declaration) => self.local_declaration(declaration),
            StmtKind::StaticAssert(assertion) => self.static_assert(assertion),
            StmtKind::If {
                branches,
                otherwise,
            } => self.if_chain(branches, otherwise.as_deref()),
            StmtKind::While { condition, body } => self.while_loop(condition, body, span),
            StmtKind::DoWhile { body, condition } => self.do_loop(body, condition),
            StmtKind::For(statement) => self.for_loop(statement, span),
            StmtKind::Switch { value, body } => self.switch(value, body),
            StmtKind::Case { low, high } => self.case(low, high.as_deref(), span),
            StmtKind::Default => {
                self.enter_by_jump(span)?;
                let block = self.b.new_block();
                let Some(switch) = self.f.switches.last_mut() else {
                    return self.error(span, "`default` outside of a switch");
                };
                if switch.default.replace(block).is_some() {
                    return self.error(span, "this switch has two `default` labels");
                }
                self.b.goto(block);
                self.b.start(block);
                Ok(())
            }
            StmtKind::Label { name, .. } => self.define_label(*name),
            StmtKind::Goto(name) => {
                self.goto_label(*name);
                Ok(())
            }
            StmtKind::ComputedGoto(expr) => self.computed_goto(expr),
            StmtKind::Break => {
                let Some(&Loop {
                    break_to, scope, ..
                }) = self.f.loops.last()
                else {
                    return self.error(span, "`break` outside of a loop or switch");
                };
                self.leave_scopes(Some(scope));
                self.b.terminate(Terminator::Goto(break_to));
                Ok(())
            }
            StmtKind::Continue => {
                let target = self
                    .f
                    .loops
                    .iter()
                    .rev()
                    .find_map(|l| l.continue_to.map(|block| (block, l.scope)));
                let Some((block, scope)) = target else {
                    return self.error(span, "`continue` outside of a loop");
                };
                self.leave_scopes(Some(scope));
                self.b.terminate(Terminator::Goto(block));
                Ok(())
            }
            StmtKind::Return(expr) => self.return_statement(expr.as_ref(), span),
            StmtKind::Asm(asm) => self.asm(asm, span),
            StmtKind::Attributed { body, .. } => self.statement(body),
        }
    }

    /// A case label: what contains it cannot be taken back, and it must be there at all.
    fn enter_by_jump(&mut self, span: Span) -> Lowered<()> {
        self.f.jumps += 1;
        if self.unevaluated > 0 {
            return self.error(span, "a switch cannot jump into an expression");
        }
        Ok(())
    }

    /// What is wrong with a condition has been reported; the statement it controls is looked at all the same.
    fn condition_or_false(&mut self, condition: &'a Expr) -> unspool_ir::ExprId {
        match self.piece(condition.span, |lower| lower.condition(condition)) {
            Ok(Some(truth)) => truth,
            _ => self.b.int(&self.program.types, unspool_ir::Types::BOOL, 0),
        }
    }

    fn if_chain(&mut self, branches: &'a [IfBranch], otherwise: Option<&'a Stmt>) -> Lowered<()> {
        let end = self.b.new_block();
        for branch in branches {
            self.at(branch.condition.span);
            let condition = self.condition_or_false(&branch.condition);
            self.at(branch.condition.span);
            let (then, next) = (self.b.new_block(), self.b.new_block());
            self.b.branch(condition, then, next);
            self.b.start(then);
            let _ = self.scoped_statement(&branch.body);
            self.b.goto(end);
            self.b.start(next);
        }
        if let Some(otherwise) = otherwise {
            let _ = self.scoped_statement(otherwise);
        }
        self.b.goto(end);
        self.b.start(end);
        Ok(())
    }

    /// A statement that is a scope of its own even without braces.
    fn scoped_statement(&mut self, statement: &'a Stmt) -> Lowered<()> {
        if matches!(statement.kind, StmtKind::Block(_)) {
            return self.statement(statement);
        }
        self.scopes.push();
        self.open_scope();
        let result = self.statement(statement);
        self.close_scope();
        self.scopes.pop();
        result
    }

    fn loop_body(&mut self, body: &'a Stmt, break_to: BlockId, continue_to: BlockId) {
        self.f.loops.push(Loop {
            break_to,
            continue_to: Some(continue_to),
            scope: self.f.scope,
        });
        let _ = self.scoped_statement(body);
        self.f.loops.pop();
        self.b.goto(continue_to);
    }

    fn while_loop(&mut self, condition: &'a Expr, body: &'a Stmt, span: Span) -> Lowered<()> {
        let head = self.b.new_block();
        self.b.goto(head);
        self.b.start(head);
        let truth = self.condition_or_false(condition);
        self.at(span);
        let (inside, end) = (self.b.new_block(), self.b.new_block());
        self.b.branch(truth, inside, end);
        self.place_loop(head, inside);
        self.b.start(inside);
        self.loop_body(body, end, head);
        self.b.start(end);
        Ok(())
    }

    /// Says where a `while` or `for` loop begins, now that its test is written: also if that is of several blocks, the head
    /// has the place of the keyword; and its body is told from the test even if there is nothing in it.
    fn place_loop(&mut self, head: BlockId, inside: BlockId) {
        if let Some(span) = self.b.span {
            self.b.body.blocks[head.index()].span = span;
        }
        self.b.loop_bodies.push(inside);
    }

    fn do_loop(&mut self, body: &'a Stmt, condition: &'a Expr) -> Lowered<()> {
        let (head, inside) = (self.b.new_block(), self.b.new_block());
        let (test, end) = (self.b.new_block(), self.b.new_block());
        self.b.goto(head);
        // Nothing but the place of the loop, for those who speak of it.
        self.b.start(head);
        self.b.goto(inside);
        self.b.start(inside);
        self.loop_body(body, end, test);
        self.b.start(test);
        self.at(condition.span);
        let truth = self.condition_or_false(condition);
        self.b.branch(truth, head, end);
        self.b.start(end);
        Ok(())
    }

    fn for_loop(&mut self, statement: &'a ForStmt, span: Span) -> Lowered<()> {
        self.scopes.push();
        self.open_scope();
        let result = self.for_loop_inside(statement, span);
        self.close_scope();
        self.scopes.pop();
        result
    }

    fn for_loop_inside(&mut self, statement: &'a ForStmt, span: Span) -> Lowered<()> {
        match &statement.init {
            ForInit::None => {}
            // What is wrong has been reported; the body may have labels, and errors of its own.
            ForInit::Expr(expr) => drop(self.piece(expr.span, |lower| lower.discard(expr))),
            ForInit::Declaration(declaration) => {
                let declared = self.piece(declaration.span, |lower| {
                    lower.local_declaration(declaration)
                });
                if let Ok(None) = declared {
                    self.declare_wrong(declaration);
                }
            }
        }
        let head = self.b.new_block();
        self.at(span);
        self.b.goto(head);
        self.b.start(head);
        let (inside, step, end) = (self.b.new_block(), self.b.new_block(), self.b.new_block());
        match &statement.condition {
            None => self.b.terminate(Terminator::Goto(inside)),
            Some(condition) => {
                let truth = self.condition_or_false(condition);
                self.at(span);
                self.b.branch(truth, inside, end);
            }
        }
        self.place_loop(head, inside);
        self.b.start(inside);
        self.loop_body(&statement.body, end, step);
        self.b.start(step);
        if let Some(expr) = &statement.step {
            let _ = self.piece(expr.span, |lower| lower.discard(expr));
        }
        self.b.goto(head);
        self.b.start(end);
        Ok(())
    }

    fn switch_value(&mut self, value: &'a Expr) -> Lowered<Value> {
        let span = value.span;
        let value = self.scalar_rvalue(value)?;
        if !self.types.is_integer(value.ty) {
            let message = format!(
                "a switch needs an integer, not `{}`",
                self.describe(value.ty)
            );
            return self.error(span, message);
        }
        Ok(value)
    }

    fn switch(&mut self, value: &'a Expr, body: &'a Stmt) -> Lowered<()> {
        let span = value.span;
        // With an integer of any kind in place of a wrong value, the body can still be looked at.
        let value = match self.piece(span, |lower| lower.switch_value(value)) {
            Ok(Some(value)) => value,
            _ => self.constant_value(0, CTypes::LONG_LONG),
        };
        let c_ty = self.types.promote(value.ty);
        let value = self.convert_scalar(value, c_ty);
        let value = self.scalar(value);
        let value = self.b.shallow(value);
        let ty = self.b.type_of(value);
        self.at(span);
        self.b.terminate(Terminator::Unreachable);
        let head = self.b.current();
        let end = self.b.new_block();
        self.f.switches.push(Switch {
            cases: Vec::new(),
            ranges: std::collections::BTreeMap::new(),
            default: None,
            ty,
            c_ty,
        });
        self.f.loops.push(Loop {
            break_to: end,
            continue_to: None,
            scope: self.f.scope,
        });
        let _ = self.scoped_statement(body);
        self.f.loops.pop();
        self.b.goto(end);
        if let Some(switch) = self.f.switches.pop() {
            let default = switch.default.unwrap_or(end);
            let constant = self.b.constant(value).filter(|_| {
                let mut cases = switch.cases.iter();
                cases.all(|case| case.low == case.high)
            });
            *self.b.terminator_mut(head) = if let Some(constant) = constant {
                let chosen = switch.cases.iter().find(|case| case.low == constant);
                Terminator::Goto(chosen.map_or(default, |case| case.target))
            } else if switch.cases.is_empty() && !self.b.is_computed(value) {
                Terminator::Goto(default)
            } else {
                Terminator::Switch {
                    value,
                    cases: switch.cases,
                    default,
                }
            };
        }
        self.b.start(end);
        Ok(())
    }

    fn case(&mut self, low: &'a Expr, high: Option<&'a Expr>, span: Span) -> Lowered<()> {
        let Some(switch) = self.f.switches.last() else {
            return self.error(span, "`case` outside of a switch");
        };
        let (ty, c_ty) = (switch.ty, switch.c_ty);
        self.enter_by_jump(span)?;
        let first = self.case_value(low, c_ty)?;
        let last = match high {
            Some(high) => self.case_value(high, c_ty)?,
            None => first,
        };
        let order = |bits: u128| {
            let width = self.program.types.value_bits(ty);
            if self.program.types.is_signed(ty) {
                arithmetic::sign_extend(bits, width)
            } else {
                bits as i128
            }
        };
        let block = self.b.new_block();
        self.b.goto(block);
        self.b.start(block);
        let (least, greatest) = (order(first), order(last));
        if least > greatest {
            self.warn(span, "this range of cases is empty");
            return Ok(());
        }
        let overlaps = self.f.switches.last().is_some_and(|switch| {
            // Ranges do not overlap each other: only the last that starts before the end can reach in.
            switch
                .ranges
                .range(..=greatest)
                .next_back()
                .is_some_and(|(_, &high)| least <= high)
        });
        if overlaps {
            return self.error(span, "this case is already handled above");
        }
        if let Some(switch) = self.f.switches.last_mut() {
            switch.ranges.insert(least, greatest);
            switch.cases.push(Case {
                low: first,
                high: last,
                target: block,
            });
        }
        Ok(())
    }

    /// The label's value converted to the switch's type, as bits.
    fn case_value(&mut self, expr: &'a Expr, ty: crate::ctype::Ty) -> Lowered<u128> {
        let bits = self.unevaluated(|lower| {
            let value = lower.constant_expr(expr)?;
            if !lower.types.is_integer(value.ty) {
                return Ok(None);
            }
            let value = lower.convert_scalar(value, ty);
            let value = lower.scalar(value);
            Ok(match lower.as_constant(value) {
                Some(super::constant::Constant::Bits(bits)) => Some(bits),
                _ => None,
            })
        })?;
        match bits {
            Some(bits) => Ok(bits),
            None => self.error(expr.span, "a case label must be an integer constant"),
        }
    }

    fn computed_goto(&mut self, expr: &'a Expr) -> Lowered<()> {
        let value = self.scalar_rvalue(expr)?;
        let size = self.types.size_type();
        let value = self.convert_scalar(value, size);
        let value = self.scalar(value);
        let value = self.b.shallow(value);
        self.b.terminate(Terminator::Unreachable);
        self.f.jumps += 1;
        if self.unevaluated == 0 {
            let block = self.b.current();
            self.f.computed_gotos.push((block, value));
        }
        Ok(())
    }

    fn return_statement(&mut self, expr: Option<&'a Expr>, span: Span) -> Lowered<()> {
        let Some(result) = self.f.result else {
            return self.error(span, "`return` outside of a function");
        };
        let value = match expr {
            None if result.ty == CTypes::VOID => None,
            None => {
                self.warn(
                    span,
                    "`return` without a value in a function that returns one",
                );
                // Any value: using it is undefined.
                let ir = self.ir_type(result.ty);
                let reg = self.b.new_reg("", ir);
                Some(self.b.reg(reg))
            }
            Some(expr) if result.ty == CTypes::VOID => {
                let value = self.rvalue(expr)?;
                if !matches!(value.kind, super::ValueKind::Void) {
                    self.warn(
                        expr.span,
                        "`return` with a value in a function that returns none",
                    );
                }
                None
            }
            Some(expr) => {
                let value = self.rvalue(expr)?;
                let value = self.assign_convert(value, result, Some(expr), expr.span)?;
                let whole = self.whole(value);
                // Cleanups may change what the expression refers to.
                Some(if self.has_cleanup_calls() {
                    self.b.pinned(whole)
                } else {
                    self.b.shallow(whole)
                })
            }
        };
        self.at(span);
        self.leave_scopes_for_return();
        self.b.terminate(Terminator::Return(value));
        Ok(())
    }

    /// `({ ... })`: its value is that of the last statement if that is an expression.
    pub(super) fn statement_expr(&mut self, block: &'a Block) -> Lowered<Value> {
        if self.f.symbol.is_none() {
            return self.error(
                block.span,
                "statement expressions stand inside functions only",
            );
        }
        self.scopes.push();
        self.open_scope();
        self.declare_local_labels(&block.local_labels);
        let mut result = Ok(Value::void());
        let count = block.statements.len();
        for (position, statement) in block.statements.iter().enumerate() {
            match &statement.kind {
                StmtKind::Expr(expr) if position + 1 == count => {
                    result = self.rvalue(expr).map(|value| self.outlive_scope(value));
                }
                _ => {
                    if self.statement(statement).is_err() {
                        result = Err(super::Failed);
                    }
                }
            }
        }
        self.end_local_labels();
        self.close_scope();
        self.scopes.pop();
        result
    }

    /// A value that does not depend on variables of the scope about to end.
    fn outlive_scope(&mut self, value: Value) -> Value {
        match value.kind {
            super::ValueKind::Void => value,
            super::ValueKind::Scalar(expr) => Value::scalar(self.b.pinned(expr), value.ty),
            super::ValueKind::Record { .. } => {
                let place = self.private_record(value);
                Value {
                    kind: super::ValueKind::Record {
                        place,
                        temporary: true,
                    },
                    ty: value.ty,
                }
            }
        }
    }
}
