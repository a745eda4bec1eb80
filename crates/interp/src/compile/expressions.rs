//! Expressions and places as flat code.
//!
//! They are walked with an explicit stack of tasks; a shared node is expanded at each use, up to a limit far above any
//! real expression. What is only a constant, a register or an address that is known needs no code: it is an operand.

use super::*;

/// Operations of one expression.
const MAX_OPS: usize = 1 << 20;

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
    pub(super) fn place(&mut self, place: PlaceId) -> PlaceCode {
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

    pub(super) fn source(&mut self, value: ExprId) -> Source {
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

    pub(super) fn leaf(&mut self, value: ExprId) -> Option<Operand> {
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

    pub(super) fn constant(&mut self, value: Scalar) -> Operand {
        self.constants.push(value);
        Operand::Constant(self.constants.len() as u32 - 1)
    }

    pub(super) fn repr(&self, value: ExprId) -> Repr {
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
