//! Rules I and J: instructions and terminators. (And spans, rule G8, and targets, rule B1.)

use super::bodies::Context;
use super::expressions::{Node, NodeChecker, is_int, is_number};
use super::globals::{bits_fit, span_is_sane};
use super::{Errors, Location};
use crate::arithmetic::sign_extend;
use crate::text::{print_expression, print_instruction, print_place, print_terminator, print_type};
use crate::{
    BlockId, Callee, Case, ExprId, ExprKind, FunctionType, Inst, InstKind, PlaceId, RegId, RmwOp,
    SlotId, Span, Terminator, Type, TypeId, Types,
};

/// An instruction or terminator under check. Reports the first rule it breaks.
pub(super) struct Site<'s, 'p> {
    context: &'s Context<'p>,
    nodes: &'s mut NodeChecker<'p>,
    errors: &'s mut Errors,
    block: usize,
    index: usize,
}

/// The rule that is broken, and what is wrong.
type Checked<T = ()> = Result<T, (&'static str, String)>;

impl<'s, 'p> Site<'s, 'p> {
    pub(super) fn new(
        context: &'s Context<'p>,
        nodes: &'s mut NodeChecker<'p>,
        errors: &'s mut Errors,
        block: usize,
        index: usize,
    ) -> Self {
        Site {
            context,
            nodes,
            errors,
            block,
            index,
        }
    }

    pub(super) fn check_instruction(&mut self, inst: &Inst) {
        if let Err((rule, message)) = self.instruction(&inst.kind) {
            let text = print_instruction(self.context.program, self.context.body, inst);
            self.report(rule, message, text, inst.span);
        }
    }

    pub(super) fn check_terminator(&mut self, terminator: &Terminator) {
        if let Err((rule, message)) = self.terminator(terminator) {
            let text = print_terminator(self.context.program, self.context.body, terminator);
            let span = self.context.body.blocks[self.block].span;
            self.report(rule, message, text, span);
        }
    }

    pub(super) fn check_span(&mut self, span: Span) {
        if !span_is_sane(self.context.program, span) {
            self.report(
                "G8",
                format!("has span {span:?}"),
                String::new(),
                Span::NONE,
            );
        }
    }

    fn report(&mut self, rule: &'static str, message: String, text: String, span: Span) {
        let location = Location {
            function: Some(self.context.id),
            block: Some(BlockId::new(self.block)),
            instruction: Some(self.index),
        };
        let program = self.context.program;
        self.errors.add(rule, program, location, || {
            let text = shortened(&text);
            match span.line {
                0 => format!("{message}: {text}"),
                _ => format!("{message}: {text} ({})", program.describe(span)),
            }
        });
    }

    fn types(&self) -> &'p Types {
        &self.context.program.types
    }

    fn expr(&mut self, id: ExprId) -> Checked<TypeId> {
        match self.context.body.exprs.get(id.index()) {
            Some(node) => self.node(Node::Expr(id)).map(|()| node.ty),
            None => Err(("I1", format!("there is no expression {}", id.0))),
        }
    }

    fn place(&mut self, id: PlaceId) -> Checked<TypeId> {
        match self.context.body.places.get(id.index()) {
            Some(node) => self.node(Node::Place(id)).map(|()| node.ty),
            None => Err(("I1", format!("there is no place {}", id.0))),
        }
    }

    fn node(&mut self, root: Node) -> Checked {
        let Some((rule, node)) = self.nodes.check(root) else {
            return Ok(());
        };
        let (program, body) = (self.context.program, self.context.body);
        let (text, ty) = match node {
            Node::Expr(id) => (print_expression(program, body, id), body.expr(id).ty),
            Node::Place(id) => (print_place(program, body, id), body.place(id).ty),
        };
        let ty = print_type(self.types(), ty);
        Err((rule, format!("ill-typed `{}` (as {ty})", shortened(&text))))
    }

    fn register(&self, id: RegId) -> Checked<TypeId> {
        match self.context.body.regs.get(id.index()) {
            Some(register) => Ok(register.ty),
            None => Err(("I1", format!("there is no register {}", id.0))),
        }
    }

    fn slot(&self, id: SlotId) -> Checked {
        match id.index() < self.context.body.slots.len() {
            true => Ok(()),
            false => Err(("I1", format!("there is no slot {}", id.0))),
        }
    }

    fn expect(&self, rule: &'static str, what: &str, found: TypeId, wanted: TypeId) -> Checked {
        if found == wanted {
            return Ok(());
        }
        let (found, wanted) = (
            print_type(self.types(), found),
            print_type(self.types(), wanted),
        );
        Err((rule, format!("{what} is {found}, not {wanted}")))
    }

    fn expect_kind(
        &self,
        rule: &'static str,
        what: &str,
        found: TypeId,
        (holds, wanted): (bool, &str),
    ) -> Checked {
        match holds {
            true => Ok(()),
            false => {
                let found = print_type(self.types(), found);
                Err((rule, format!("{what} is {found}, not {wanted}")))
            }
        }
    }

    fn expect_pointer(&self, rule: &'static str, what: &str, found: TypeId) -> Checked {
        let kind = (self.types().is_pointer(found), "a pointer");
        self.expect_kind(rule, what, found, kind)
    }

    fn expect_int(&self, rule: &'static str, what: &str, found: TypeId) -> Checked {
        let kind = (is_int(self.types(), found), "an integer");
        self.expect_kind(rule, what, found, kind)
    }

    fn instruction(&mut self, kind: &InstKind) -> Checked {
        match kind {
            InstKind::Assign { dst, value } => {
                let value = self.expr(*value)?;
                self.expect("I2", "the value", value, self.register(*dst)?)
            }
            InstKind::Load { dst, place, .. } => {
                let place = self.place(*place)?;
                self.expect("I3", "the place", place, self.register(*dst)?)
            }
            InstKind::Store { place, value, .. } => {
                let place = self.place(*place)?;
                let value = self.expr(*value)?;
                self.expect_kind(
                    "I3",
                    "the place",
                    place,
                    (self.types().size_of(place).is_some(), "of a sized type"),
                )?;
                self.expect("I3", "the value", value, place)
            }
            InstKind::Rmw {
                op,
                dst,
                place,
                value,
                ..
            } => {
                let place = self.place(*place)?;
                let value = self.expr(*value)?;
                self.expect("I4", "the register", self.register(*dst)?, place)?;
                self.check_rmw(*op, place, value)
            }
            InstKind::CompareExchange {
                ok,
                old,
                place,
                expected,
                desired,
                failure,
                ..
            } => {
                let place = self.place(*place)?;
                let expected = self.expr(*expected)?;
                let desired = self.expr(*desired)?;
                if ok == old {
                    return Err(("I5", "one register is written twice".to_string()));
                }
                let scalar = (self.types().is_scalar(place), "a scalar");
                self.expect_kind("I5", "the place", place, scalar)?;
                let (ok, old) = (self.register(*ok)?, self.register(*old)?);
                self.expect("I5", "the first register", ok, Types::BOOL)?;
                self.expect("I5", "the second register", old, place)?;
                self.expect("I5", "the expected value", expected, place)?;
                self.expect("I5", "the desired value", desired, place)?;
                if *failure != failure.without_release() {
                    let text = format!("failing has the order {}", failure.name());
                    return Err(("I5", text));
                }
                Ok(())
            }
            InstKind::Call { dst, callee, args } => self.check_call(*dst, *callee, args),
            InstKind::VarArgs { dst } => {
                if !self.context.ty.variadic {
                    return Err(("I7", "the function is not variadic".to_string()));
                }
                self.expect_pointer("I7", "the register", self.register(*dst)?)
            }
            InstKind::Live(slot) | InstKind::Dead(slot) => self.slot(*slot),
            InstKind::Spawn {
                dst, start, args, ..
            } => self.check_spawn(*dst, *start, args),
            InstKind::SelfId { dst } => {
                self.expect("I8", "the register", self.register(*dst)?, Types::I32)
            }
            InstKind::Finished { dst, thread } => {
                let thread = self.expr(*thread)?;
                self.expect("I8", "the thread", thread, Types::I32)?;
                self.expect("I8", "the register", self.register(*dst)?, Types::BOOL)
            }
            InstKind::Hold(lock) | InstKind::Release(lock) => {
                let lock = self.expr(*lock)?;
                let fits = (self.types().is_pointer(lock), "a pointer");
                self.expect_kind("I11", "the lock", lock, fits)
            }
            InstKind::WaitUntil(condition) | InstKind::Assume(condition) => {
                let condition = self.expr(*condition)?;
                self.expect("I9", "the condition", condition, Types::BOOL)
            }
            InstKind::Assert {
                condition, detail, ..
            } => {
                let condition = self.expr(*condition)?;
                self.expect("I9", "the condition", condition, Types::BOOL)?;
                let Some(detail) = detail else {
                    return Ok(());
                };
                let detail = self.expr(*detail)?;
                let characters = [Types::int(8, true), Types::int(8, false)];
                let pointee = self.types().pointee(detail);
                let is_text = pointee.is_some_and(|ty| characters.contains(&ty));
                let kind = (is_text, "a pointer to characters");
                self.expect_kind("I9", "the detail", detail, kind)
            }
            InstKind::Alloc {
                dst, size, align, ..
            } => {
                let size = self.expr(*size)?;
                self.expect_int("I10", "the size", size)?;
                let align_type = self.expr(*align)?;
                let wanted = Types::int(self.types().data_model.pointer_bits(), false);
                self.expect("I10", "the alignment", align_type, wanted)?;
                if let ExprKind::Int(bits) = self.context.body.expr(*align).kind
                    && !bits.is_power_of_two()
                {
                    return Err(("I10", format!("the alignment {bits} is no power of two")));
                }
                self.expect_pointer("I10", "the register", self.register(*dst)?)
            }
            InstKind::Free { pointer, .. } => {
                let pointer = self.expr(*pointer)?;
                self.expect_pointer("I10", "the operand", pointer)
            }
            InstKind::ObjectSize { dst, pointer } => {
                let pointer = self.expr(*pointer)?;
                self.expect_pointer("I10", "the operand", pointer)?;
                let wanted = Types::int(self.types().data_model.pointer_bits(), false);
                self.expect("I10", "the register", self.register(*dst)?, wanted)
            }
            InstKind::Output { stream, byte } => {
                let stream = self.expr(*stream)?;
                let byte = self.expr(*byte)?;
                self.expect_int("I10", "the stream", stream)?;
                self.expect_int("I10", "the byte", byte)
            }
            InstKind::Nondet { dst } => self.register(*dst).map(|_| ()),
            InstKind::Fence(_)
            | InstKind::AtomicBegin
            | InstKind::AtomicEnd
            | InstKind::Unsupported(_) => Ok(()),
        }
    }

    fn check_rmw(&self, op: RmwOp, place: TypeId, value: TypeId) -> Checked {
        let types = self.types();
        match op {
            RmwOp::Exchange => {}
            RmwOp::Add | RmwOp::Sub if types.is_pointer(place) => {
                let wide =
                    is_int(types, value) && types.value_bits(value) == types.value_bits(place);
                let kind = (wide, "an integer as wide as pointers");
                return self.expect_kind("I4", "the value", value, kind);
            }
            RmwOp::Add | RmwOp::Sub => {
                let kind = (is_number(types, place), "a number or pointer");
                self.expect_kind("I4", "the place", place, kind)?;
            }
            RmwOp::And | RmwOp::Or | RmwOp::Xor | RmwOp::Nand => {
                let kind = (types.is_integer(place), "an integer");
                self.expect_kind("I4", "the place", place, kind)?;
            }
        }
        self.expect("I4", "the value", value, place)
    }

    fn callee_type(&mut self, callee: Callee) -> Checked<&'p FunctionType> {
        let types = self.types();
        let ty = match callee {
            Callee::Direct(id) => match self.context.program.functions.get(id.index()) {
                Some(function) => function.ty,
                None => return Err(("I1", format!("there is no function {}", id.0))),
            },
            Callee::Indirect(pointer) => {
                let pointer = self.expr(pointer)?;
                types.pointee(pointer).unwrap_or(pointer)
            }
        };
        match types.get(ty) {
            Type::Function(function) => Ok(function),
            _ => {
                let ty = print_type(types, ty);
                Err(("I6", format!("what is called is {ty}, not a function")))
            }
        }
    }

    fn check_call(&mut self, dst: Option<RegId>, callee: Callee, args: &[ExprId]) -> Checked {
        if let Callee::Indirect(pointer) = callee {
            let pointer = self.expr(pointer)?;
            self.expect_pointer("I6", "what is called", pointer)?;
        }
        let callee = self.callee_type(callee)?;
        let params = &callee.params;
        if args.len() < params.len() || args.len() > params.len() && !callee.variadic {
            let (args, params) = (args.len(), params.len());
            return Err(("I6", format!("{args} arguments for {params} parameters")));
        }
        for (index, arg) in args.iter().enumerate() {
            let arg = self.expr(*arg)?;
            let what = format!("argument {index}");
            match params.get(index) {
                Some(param) => self.expect("I6", &what, arg, *param)?,
                None => {
                    let sized = (self.types().size_of(arg).is_some(), "of a sized type");
                    self.expect_kind("I6", &what, arg, sized)?;
                }
            }
        }
        match dst {
            Some(dst) => self.expect("I6", "the register", self.register(dst)?, callee.result),
            None => Ok(()),
        }
    }

    fn check_spawn(&mut self, dst: RegId, start: ExprId, args: &[ExprId]) -> Checked {
        let types = self.types();
        let start = self.expr(start)?;
        let mut given = Vec::with_capacity(args.len());
        for arg in args {
            given.push(self.expr(*arg)?);
        }
        let function = match types.pointee(start).map(|pointee| types.get(pointee)) {
            Some(Type::Function(function))
                if function.result == Types::VOID && !function.variadic =>
            {
                function
            }
            _ => {
                let fits = (false, "a pointer to a function without result");
                return self.expect_kind("I8", "the start", start, fits);
            }
        };
        if given.len() != function.params.len() {
            let (given, params) = (given.len(), function.params.len());
            return Err(("I8", format!("{given} arguments for {params} parameters")));
        }
        for (given, param) in given.iter().zip(&function.params) {
            self.expect("I8", "the argument", *given, *param)?;
        }
        self.expect("I8", "the register", self.register(dst)?, Types::I32)
    }

    fn terminator(&mut self, terminator: &Terminator) -> Checked {
        let blocks = self.context.body.blocks.len();
        if let Some(target) = terminator.successors().find(|id| id.index() >= blocks) {
            return Err(("B1", format!("there is no block {target}")));
        }
        match terminator {
            Terminator::Branch { condition, .. } => {
                let condition = self.expr(*condition)?;
                self.expect("J1", "the condition", condition, Types::BOOL)
            }
            Terminator::Exit(status) => {
                let status = self.expr(*status)?;
                self.expect("J1", "the status", status, Types::I32)
            }
            Terminator::Switch { value, cases, .. } => {
                let value = self.expr(*value)?;
                let integer = (self.types().is_integer(value), "an integer");
                self.expect_kind("J2", "the value", value, integer)?;
                self.check_cases(value, cases)
            }
            Terminator::Return(value) => {
                let result = self.context.ty.result;
                let value = match value {
                    Some(value) => self.expr(*value)?,
                    None => Types::VOID,
                };
                self.expect("J3", "what is returned", value, result)
            }
            Terminator::Goto(_)
            | Terminator::ExitThread
            | Terminator::Abort
            | Terminator::Unreachable => Ok(()),
        }
    }

    fn check_cases(&self, ty: TypeId, cases: &[Case]) -> Checked {
        let types = self.types();
        let bits = types.value_bits(ty);
        // Maps the order of the type to that of u128.
        let rank = |value: u128| match types.is_signed(ty) {
            true => (sign_extend(value, bits) as u128) ^ (1 << 127),
            false => value,
        };
        let mut ranges = Vec::with_capacity(cases.len());
        for case in cases {
            let fit = |value| bits_fit(self.context.program, ty, value);
            let (low, high) = (rank(case.low), rank(case.high));
            if !fit(case.low) || !fit(case.high) || low > high {
                let ty = print_type(types, ty);
                let message = format!("{:#x}..{:#x} is no range of {ty}", case.low, case.high);
                return Err(("J2", message));
            }
            ranges.push((low, high));
        }
        ranges.sort_unstable();
        match ranges.windows(2).any(|pair| pair[0].1 >= pair[1].0) {
            true => Err(("J2", "cases overlap".to_string())),
            false => Ok(()),
        }
    }
}

/// Enough of a text to recognise it.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 200;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_string(),
    }
}
