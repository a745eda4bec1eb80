//! From IR functions to flat code (see [`crate::code`]).
//!
//! Precondition: the program is verified. Postcondition: every jump target and register index of the
//! code exists. Expressions are walked with an explicit stack of tasks; a shared node is expanded at each
//! use, up to a limit far above any real expression.

use unspool_ir::{
    BlockId, Body, Callee, Expr, ExprId, ExprKind, Function, FunctionId, InstKind, PlaceId,
    PlaceKind, Program, Terminator, Type, TypeId,
};

use crate::address_space::{FUNCTION_STEP, RED_ZONE, align_up};
use crate::code::{
    AggregateSource, AnySource, Argument, CaseRange, CompiledFunction, CompiledInst, CompiledKind,
    CompiledProgram, Op, Operand, PlaceCode, RegisterLayout, SlotLayout, Source, Target,
};
use crate::config::Uninitialised;
use crate::content::Content;
use crate::reported_place::InlinedCalls;
use crate::value::{Repr, Scalar, Value, mask, sign_extend};

/// Operations of one expression.
const MAX_OPS: usize = 1 << 20;
/// Records larger than this are made when first used.
const MAX_READY_BYTES: u64 = 1 << 20;
/// Nested choices between records.
const MAX_AGGREGATE_DEPTH: usize = 64;

pub fn compile(
    program: &Program,
    global_addresses: &[Scalar],
    functions_base: u64,
    uninitialised: Uninitialised,
) -> CompiledProgram {
    let mut has_wait = false;
    let mut has_points = false;
    let functions = program
        .functions
        .iter()
        .enumerate()
        .map(|(index, function)| {
            let body = function.body.as_ref()?;
            has_wait |= body.blocks.iter().any(|block| {
                let mut kinds = block.insts.iter().map(|inst| &inst.kind);
                kinds.any(|kind| matches!(kind, InstKind::WaitUntil(_)))
            });
            let mut compiler = Compiler {
                program,
                body,
                global_addresses,
                functions_base,
                ops: Vec::new(),
                constants: Vec::new(),
            };
            let compiled = compiler.function(FunctionId::new(index), function, uninitialised);
            has_points |= compiled.insts.iter().any(|inst| inst.has_point);
            Some(compiled)
        })
        .collect();
    CompiledProgram {
        functions,
        pointer_bits: program.types.data_model.pointer_bits(),
        has_wait,
        has_points,
    }
}

pub fn repr_of(program: &Program, ty: TypeId) -> Repr {
    match *program.types.get(ty) {
        Type::Void | Type::Function(_) => Repr::Void,
        Type::Bool => Repr::Bool,
        Type::Int { bits, signed } => Repr::Int { bits, signed },
        Type::Float(kind) => Repr::Float(kind),
        Type::Pointer(_) => Repr::Pointer {
            bits: program.types.data_model.pointer_bits(),
        },
        Type::Array { .. } | Type::Record(_) => Repr::Aggregate,
    }
}

/// By slot: the function that its declaration comes from.
fn owners_of_slots(body: &Body, inlined: &[InlinedCalls], function: FunctionId) -> Vec<FunctionId> {
    let mut owners = vec![function; body.slots.len()];
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        if let InstKind::Live(slot) = inst.kind
            && let Some(calls) = inst.origin.and_then(|origin| inlined.get(origin.index()))
            && let Some(owner) = owners.get_mut(slot.index())
        {
            *owner = calls.function.unwrap_or(function);
        }
    }
    owners
}

struct Compiler<'p> {
    program: &'p Program,
    body: &'p Body,
    global_addresses: &'p [Scalar],
    functions_base: u64,
    ops: Vec<Op>,
    constants: Vec<Scalar>,
}

/// What remains to be done of an expression.
enum Task {
    Push(ExprId),
    PushPlace(PlaceId),
    Emit(Op),
    /// After the condition of a choice, its arms.
    Arms(Operand, ExprId, ExprId),
    /// After the first arm: the position of the jump to patch, and the second arm.
    Otherwise(usize, ExprId),
    /// After the second arm: the position of the jump over it.
    EndOfChoice(usize),
}

impl Compiler<'_> {
    fn function(
        &mut self,
        id: FunctionId,
        function: &Function,
        uninitialised: Uninitialised,
    ) -> CompiledFunction {
        let body = self.body;
        let mut starts = Vec::with_capacity(body.blocks.len());
        let mut position = 0;
        for block in &body.blocks {
            starts.push(position);
            position += block.insts.len() as u32 + 1;
        }
        let mut insts = Vec::with_capacity(position as usize);
        for block in &body.blocks {
            for inst in &block.insts {
                insts.push(CompiledInst {
                    kind: self.instruction(&inst.kind),
                    span: inst.span,
                    origin: inst.origin,
                    has_point: inst.point.is_some(),
                });
            }
            insts.push(CompiledInst {
                kind: self.terminator(&block.terminator, &starts),
                span: block.span,
                origin: block.origin,
                has_point: block.point.is_some(),
            });
        }
        let registers: Vec<RegisterLayout> = body
            .regs
            .iter()
            .map(|reg| RegisterLayout {
                repr: repr_of(self.program, reg.ty),
                size: self.program.types.size_of(reg.ty).unwrap_or(0),
            })
            .collect();
        let initial = registers
            .iter()
            .map(|layout| match (uninitialised, layout.repr) {
                (Uninitialised::Input, _) => Value::Unset,
                (_, Repr::Aggregate) if layout.size > MAX_READY_BYTES => Value::Unset,
                (_, Repr::Aggregate) => {
                    Value::Aggregate(Content::zeroed(layout.size as usize).into())
                }
                _ => Value::Scalar(Scalar::ZERO),
            })
            .collect();
        let inlined = InlinedCalls::of(self.program, &body.origins);
        let mut owners = owners_of_slots(body, &inlined, id).into_iter();
        let mut frame_size = 0;
        let slots = body
            .slots
            .iter()
            .map(|slot| {
                let size = self.program.types.size_of(slot.ty).unwrap_or(0);
                let offset = align_up(frame_size, slot.align).unwrap_or(u64::MAX);
                frame_size = offset.saturating_add(size).saturating_add(RED_ZONE);
                SlotLayout {
                    offset,
                    size,
                    span: slot.span,
                    owner: owners.next().unwrap_or(id),
                }
            })
            .collect();
        let (result, variadic) = match self.program.types.get(function.ty) {
            Type::Function(ty) => (repr_of(self.program, ty.result), ty.variadic),
            _ => (Repr::Void, false),
        };
        CompiledFunction {
            id,
            ops: std::mem::take(&mut self.ops),
            constants: std::mem::take(&mut self.constants),
            insts,
            params: body
                .params
                .iter()
                .map(|reg| (reg.0, registers[reg.index()].repr))
                .collect(),
            registers,
            initial,
            slots,
            inlined,
            frame_size,
            frame_align: body.slots.iter().map(|slot| slot.align).fold(16, u64::max),
            result,
            variadic,
        }
    }

    fn instruction(&mut self, kind: &InstKind) -> CompiledKind {
        match *kind {
            InstKind::Assign { dst, value } => match self.any(value) {
                AnySource::Scalar(value) => CompiledKind::Assign { dst: dst.0, value },
                AnySource::Aggregate(value) => CompiledKind::AssignAggregate { dst: dst.0, value },
            },
            InstKind::Load { dst, place, access } => CompiledKind::Load {
                dst: dst.0,
                place: self.place(place),
                order: access.atomic,
            },
            InstKind::Store {
                place,
                value,
                access,
            } => CompiledKind::Store {
                place: self.place(place),
                value: self.any(value),
                order: access.atomic,
            },
            InstKind::Rmw {
                op,
                dst,
                place,
                value,
                order,
            } => CompiledKind::Rmw {
                op,
                dst: dst.0,
                place: self.place(place),
                value: self.source(value),
                order,
            },
            InstKind::CompareExchange {
                ok,
                old,
                place,
                expected,
                desired,
                weak,
                order,
                failure,
            } => CompiledKind::CompareExchange {
                ok: ok.0,
                old: old.0,
                place: self.place(place),
                expected: self.source(expected),
                desired: self.source(desired),
                weak,
                order,
                failure,
            },
            InstKind::Fence(order) => CompiledKind::Fence(order),
            InstKind::Call {
                dst,
                callee,
                ref args,
            } => CompiledKind::Call {
                dst: dst.map(|reg| reg.0),
                target: match callee {
                    Callee::Direct(function) => Target::Direct(function),
                    Callee::Indirect(pointer) => Target::Indirect(self.source(pointer)),
                },
                arguments: args.iter().map(|&arg| self.argument(arg)).collect(),
            },
            InstKind::VarArgs { dst } => CompiledKind::VarArgs { dst: dst.0 },
            InstKind::Live(slot) => CompiledKind::Live(slot.0),
            InstKind::Dead(slot) => CompiledKind::Dead(slot.0),
            InstKind::AtomicBegin => CompiledKind::AtomicBegin,
            InstKind::AtomicEnd => CompiledKind::AtomicEnd,
            InstKind::Spawn {
                dst,
                start,
                ref args,
                thread,
            } => CompiledKind::Spawn {
                dst: dst.0,
                start: self.source(start),
                arguments: args.iter().map(|arg| self.any(*arg)).collect(),
                thread,
            },
            InstKind::Hold(_) | InstKind::Release(_) => CompiledKind::Hint,
            InstKind::SelfId { dst } => CompiledKind::SelfId { dst: dst.0 },
            InstKind::Finished { dst, thread } => CompiledKind::Finished {
                dst: dst.0,
                thread: self.source(thread),
                thread_repr: self.repr(thread),
            },
            InstKind::WaitUntil(condition) => CompiledKind::WaitUntil(self.source(condition)),
            InstKind::Assume(condition) => CompiledKind::Assume(self.source(condition)),
            InstKind::Assert {
                condition,
                property,
                ref message,
                detail,
            } => CompiledKind::Assert {
                condition: self.source(condition),
                property,
                message: message.clone(),
                detail: detail.map(|detail| self.source(detail)),
            },
            InstKind::Nondet { dst } => CompiledKind::Nondet { dst: dst.0 },
            InstKind::Alloc {
                dst,
                size,
                align,
                storage,
            } => CompiledKind::Alloc {
                dst: dst.0,
                size: self.source(size),
                align: self.source(align),
                storage,
            },
            InstKind::Free { pointer, storage } => CompiledKind::Free {
                pointer: self.source(pointer),
                storage,
            },
            InstKind::ObjectSize { dst, pointer } => CompiledKind::ObjectSize {
                dst: dst.0,
                pointer: self.source(pointer),
            },
            InstKind::Output { stream, byte } => CompiledKind::Output {
                stream: self.source(stream),
                byte: self.source(byte),
            },
            InstKind::Unsupported(ref what) => CompiledKind::Unsupported(what.clone()),
        }
    }

    fn terminator(&mut self, terminator: &Terminator, starts: &[u32]) -> CompiledKind {
        let start = |block: BlockId| starts[block.index()];
        match *terminator {
            Terminator::Goto(target) => CompiledKind::Goto(start(target)),
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => CompiledKind::Branch {
                condition: self.source(condition),
                then: start(then),
                otherwise: start(otherwise),
            },
            Terminator::Switch {
                value,
                ref cases,
                default,
            } => {
                let repr = self.repr(value);
                let mut cases: Vec<CaseRange> = cases
                    .iter()
                    .map(|case| CaseRange {
                        low: order_key(repr, case.low),
                        high: order_key(repr, case.high),
                        target: start(case.target),
                    })
                    .collect();
                cases.sort_by_key(|case| case.low);
                CompiledKind::Switch {
                    value: self.source(value),
                    repr,
                    cases,
                    default: start(default),
                }
            }
            Terminator::Return(value) => CompiledKind::Return(value.map(|value| self.any(value))),
            Terminator::ExitThread => CompiledKind::ExitThread,
            Terminator::Exit(status) => CompiledKind::Exit(self.source(status)),
            Terminator::Abort => CompiledKind::Abort,
            Terminator::Unreachable => CompiledKind::Unreachable,
        }
    }

    fn argument(&mut self, value: ExprId) -> Argument {
        let ty = self.body.expr(value).ty;
        Argument {
            source: self.any(value),
            repr: repr_of(self.program, ty),
            size: self.program.types.size_of(ty).unwrap_or(0),
            align: self.program.types.align_of(ty),
        }
    }

    fn any(&mut self, value: ExprId) -> AnySource {
        if self.repr(value) == Repr::Aggregate {
            AnySource::Aggregate(self.aggregate(value, 0))
        } else {
            AnySource::Scalar(self.source(value))
        }
    }

    fn aggregate(&mut self, value: ExprId, depth: usize) -> AggregateSource {
        match self.body.expr(value).kind {
            _ if depth > MAX_AGGREGATE_DEPTH => AggregateSource::Unsupported,
            ExprKind::Reg(reg) => AggregateSource::Register(reg.0),
            ExprKind::Select(condition, a, b) => AggregateSource::Select(
                self.source(condition),
                Box::new(self.aggregate(a, depth + 1)),
                Box::new(self.aggregate(b, depth + 1)),
            ),
            ExprKind::Convert(inner) if self.repr(inner) == Repr::Aggregate => {
                self.aggregate(inner, depth + 1)
            }
            _ => AggregateSource::Unsupported,
        }
    }

    fn place(&mut self, place: PlaceId) -> PlaceCode {
        let ty = self.body.place(place).ty;
        let address = match self.place_leaf(place) {
            Some(operand) => Source::Operand(operand),
            None => self.code(Task::PushPlace(place)),
        };
        PlaceCode {
            is_global: self.is_in_global(place),
            address,
            size: self.program.types.size_of(ty).unwrap_or(0),
            repr: repr_of(self.program, ty),
        }
    }

    fn source(&mut self, value: ExprId) -> Source {
        match self.leaf(value) {
            Some(operand) => Source::Operand(operand),
            None => self.code(Task::Push(value)),
        }
    }

    fn code(&mut self, first: Task) -> Source {
        let start = self.ops.len();
        let mut tasks = vec![first];
        while let Some(task) = tasks.pop() {
            if self.ops.len() - start > MAX_OPS {
                self.ops.truncate(start);
                self.ops.push(Op::TooLarge);
                break;
            }
            match task {
                Task::Emit(op) => self.ops.push(op),
                Task::Push(value) => self.push(value, &mut tasks),
                Task::PushPlace(place) => self.push_place(place, &mut tasks),
                Task::Arms(condition, then, otherwise) => {
                    self.ops.push(Op::JumpIfFalse {
                        condition,
                        target: 0,
                    });
                    tasks.push(Task::Otherwise(self.ops.len() - 1, otherwise));
                    tasks.push(Task::Push(then));
                }
                Task::Otherwise(jump, otherwise) => {
                    self.ops.push(Op::Jump { target: 0 });
                    let here = self.ops.len() as u32;
                    if let Some(Op::JumpIfFalse { target, .. }) = self.ops.get_mut(jump) {
                        *target = here;
                    }
                    tasks.push(Task::EndOfChoice(self.ops.len() - 1));
                    tasks.push(Task::Push(otherwise));
                }
                Task::EndOfChoice(jump) => {
                    let here = self.ops.len() as u32;
                    if let Some(Op::Jump { target }) = self.ops.get_mut(jump) {
                        *target = here;
                    }
                }
            }
        }
        Source::Code {
            start: start as u32,
            end: self.ops.len() as u32,
        }
    }

    fn push(&mut self, value: ExprId, tasks: &mut Vec<Task>) {
        if let Some(operand) = self.leaf(value) {
            self.ops.push(Op::Push(operand));
            return;
        }
        let Expr { kind, ty } = self.body.expr(value);
        match kind {
            ExprKind::Unary(op, a) => {
                let repr = self.repr(a);
                self.operands(tasks, [a], |[a]| Op::Unary { op, repr, a });
            }
            ExprKind::Binary(op, a, b) => {
                use unspool_ir::BinaryOp::{PointerAdd, PointerDiff};
                let (repr, index) = (self.repr(a), self.repr(b));
                let step = self.program.types.pointer_step(self.body.expr(a).ty);
                self.operands(tasks, [a, b], |[a, b]| match op {
                    PointerAdd => Op::PointerAdd { step, index, a, b },
                    PointerDiff => Op::PointerDiff { step, a, b },
                    // Of a shift's count only the low bits are used: its own type does not matter.
                    _ => Op::Binary { op, repr, a, b },
                });
            }
            ExprKind::Convert(a) => {
                let (from, to) = (self.repr(a), repr_of(self.program, ty));
                self.operands(tasks, [a], |[a]| Op::Convert { from, to, a });
            }
            ExprKind::Select(condition, a, b) => match self.leaf(condition) {
                Some(operand) => tasks.push(Task::Arms(operand, a, b)),
                None => {
                    tasks.push(Task::Arms(Operand::Pop, a, b));
                    tasks.push(Task::Push(condition));
                }
            },
            ExprKind::AddressOf(place) => tasks.push(Task::PushPlace(place)),
            // Leaves all.
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Reg(_)
            | ExprKind::FunctionAddress(_) => {}
        }
    }

    fn push_place(&mut self, place: PlaceId, tasks: &mut Vec<Task>) {
        if let Some(operand) = self.place_leaf(place) {
            self.ops.push(Op::Push(operand));
            return;
        }
        match self.body.place(place).kind {
            PlaceKind::Deref(pointer) => tasks.push(Task::Push(pointer)),
            PlaceKind::Field(base, index) => {
                let offset = self.field_offset(base, index);
                let b = self.constant(Scalar::plain(u128::from(offset)));
                let a = self.base_operand(base);
                tasks.push(Task::Emit(Op::PointerAdd {
                    step: 1,
                    index: Repr::Int {
                        bits: 64,
                        signed: false,
                    },
                    a,
                    b,
                }));
                if matches!(a, Operand::Pop) {
                    tasks.push(Task::PushPlace(base));
                }
            }
            PlaceKind::Index(base, index) => {
                let step = self.element_size(base);
                let repr = self.repr(index);
                let a = self.base_operand(base);
                let b = self.leaf(index).unwrap_or(Operand::Pop);
                tasks.push(Task::Emit(Op::PointerAdd {
                    step,
                    index: repr,
                    a,
                    b,
                }));
                if matches!(b, Operand::Pop) {
                    tasks.push(Task::Push(index));
                }
                if matches!(a, Operand::Pop) {
                    tasks.push(Task::PushPlace(base));
                }
            }
            PlaceKind::Global(_) | PlaceKind::Slot(_) => {}
        }
    }

    /// Schedules the operands that are no leaves, then the operation.
    fn operands<const N: usize>(
        &mut self,
        tasks: &mut Vec<Task>,
        values: [ExprId; N],
        op: impl FnOnce([Operand; N]) -> Op,
    ) {
        let operands = values.map(|value| self.leaf(value).unwrap_or(Operand::Pop));
        tasks.push(Task::Emit(op(operands)));
        for (value, operand) in values.into_iter().zip(operands).rev() {
            if matches!(operand, Operand::Pop) {
                tasks.push(Task::Push(value));
            }
        }
    }

    fn leaf(&mut self, value: ExprId) -> Option<Operand> {
        let Expr { kind, .. } = self.body.expr(value);
        match kind {
            ExprKind::Int(bits) | ExprKind::Float(bits) => {
                let bits = bits & mask(self.repr(value).bits());
                Some(self.constant(Scalar::plain(bits)))
            }
            ExprKind::Reg(reg) => Some(Operand::Register(reg.0)),
            ExprKind::FunctionAddress(function) => {
                let address = self.functions_base + u64::from(function.0) * FUNCTION_STEP;
                Some(self.constant(Scalar::plain(u128::from(address))))
            }
            ExprKind::AddressOf(place) => self.place_leaf(place),
            _ => None,
        }
    }

    fn is_in_global(&self, place: PlaceId) -> bool {
        let mut at = place;
        loop {
            match self.body.place(at).kind {
                PlaceKind::Field(base, _) | PlaceKind::Index(base, _) => at = base,
                PlaceKind::Global(global) => {
                    let global = self.program.global(global);
                    return !global.thread_local && !global.read_only;
                }
                PlaceKind::Slot(_) | PlaceKind::Deref(_) => return false,
            }
        }
    }

    /// A base operand of a place that is computed: a pointer in a register, or a computed address.
    fn base_operand(&mut self, base: PlaceId) -> Operand {
        if let Some(operand) = self.place_leaf(base) {
            return operand;
        }
        match self.body.place(base).kind {
            PlaceKind::Deref(pointer) => self.leaf(pointer).unwrap_or(Operand::Pop),
            _ => Operand::Pop,
        }
    }

    /// A place at a constant distance from the start of a variable, or where a register points.
    fn place_leaf(&mut self, place: PlaceId) -> Option<Operand> {
        let mut offset: i128 = 0;
        let mut at = place;
        loop {
            match self.body.place(at).kind {
                PlaceKind::Field(base, index) => {
                    offset += i128::from(self.field_offset(base, index));
                    at = base;
                }
                PlaceKind::Index(base, index) => {
                    let ExprKind::Int(bits) = self.body.expr(index).kind else {
                        return None;
                    };
                    let repr = self.repr(index);
                    let number = if repr.is_signed() {
                        sign_extend(bits, repr.bits())
                    } else {
                        i128::try_from(bits).ok()?
                    };
                    let bytes = number.checked_mul(i128::from(self.element_size(base)))?;
                    offset = offset.checked_add(bytes)?;
                    at = base;
                }
                PlaceKind::Slot(slot) => {
                    let offset = u32::try_from(offset).ok()?;
                    return Some(Operand::Slot {
                        slot: slot.0,
                        offset,
                    });
                }
                PlaceKind::Global(global) => {
                    if self.program.global(global).thread_local {
                        let offset = u32::try_from(offset).ok()?;
                        return Some(Operand::ThreadLocal {
                            global: global.0,
                            offset,
                        });
                    }
                    let mut address = *self.global_addresses.get(global.index())?;
                    let bits = self.program.types.data_model.pointer_bits();
                    address.bits = address.bits.wrapping_add(offset as u128) & mask(bits);
                    return Some(self.constant(address));
                }
                PlaceKind::Deref(pointer) => match self.body.expr(pointer).kind {
                    ExprKind::AddressOf(inner) => at = inner,
                    _ if offset == 0 => return self.leaf(pointer),
                    _ => return None,
                },
            }
        }
    }

    fn constant(&mut self, value: Scalar) -> Operand {
        self.constants.push(value);
        Operand::Constant(self.constants.len() as u32 - 1)
    }

    fn repr(&self, value: ExprId) -> Repr {
        repr_of(self.program, self.body.expr(value).ty)
    }

    fn field_offset(&self, base: PlaceId, index: u32) -> u64 {
        let field = self.program.types.field(self.body.place(base).ty, index);
        field.map_or(0, |field| field.offset)
    }

    fn element_size(&self, base: PlaceId) -> u64 {
        match *self.program.types.get(self.body.place(base).ty) {
            Type::Array { element, .. } => self.program.types.size_of(element).unwrap_or(1),
            _ => 1,
        }
    }
}

/// Maps bits so that unsigned comparison of the results is the type's order.
pub fn order_key(repr: Repr, bits: u128) -> u128 {
    if repr.is_signed() {
        bits ^ 1 << (repr.bits() - 1)
    } else {
        bits
    }
}
