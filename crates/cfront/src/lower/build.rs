//! Building IR: blocks, instructions, and expressions that fold as they are made.
//!
//! Every expression knows its depth and whether evaluating it can trap (division). Trees that grow deep are cut by
//! assigning to a temporary, so that no later recursion over an expression depends on the length of the input; what
//! cannot trap and needs no instruction may be evaluated on paths that C would not evaluate it on, which turns
//! `a && b` into one `and`.

use unspool_ir::arithmetic;
use unspool_ir::{
    Access, BinaryOp, Block, BlockId, Body, Expr, ExprId, ExprKind, Inst, InstKind, PlaceId,
    PlaceKind, RegId, Span as IrSpan, Terminator, Type, TypeId, Types, UnaryOp,
};

/// Depth at which an expression is cut.
const MAX_DEPTH: u16 = 48;

/// The function being built, or a scratch area for expressions that are only looked at.
#[derive(Debug, Default)]
pub struct Builder {
    pub body: Body,
    /// Where instructions go; meaningless while `open` is false.
    current: usize,
    open: bool,
    pub span: Option<IrSpan>,
    /// Per expression: depth, and whether evaluation can trap.
    facts: Vec<(u16, bool)>,
    /// Instructions and terminators written so far: tells whether an expression was pure.
    pub effects: u64,
    /// Where the bodies of `while` and `for` loops begin.
    pub loop_bodies: Vec<BlockId>,
}

/// A point to come back to; see [`Builder::rewind`].
pub struct Mark {
    regs: usize,
    slots: usize,
    blocks: usize,
    exprs: usize,
    places: usize,
    insts: usize,
    current: usize,
    open: bool,
    span: Option<IrSpan>,
    effects: u64,
}

impl Builder {
    pub fn mark(&self) -> Mark {
        Mark {
            regs: self.body.regs.len(),
            slots: self.body.slots.len(),
            blocks: self.body.blocks.len(),
            exprs: self.body.exprs.len(),
            places: self.body.places.len(),
            insts: self.body.blocks[self.current].insts.len(),
            current: self.current,
            open: self.open,
            span: self.span,
            effects: self.effects,
        }
    }

    /// Forgets everything written since the mark. Writing must have gone to the block current at the mark and to new
    /// blocks only.
    pub fn rewind(&mut self, mark: Mark) {
        self.body.regs.truncate(mark.regs);
        self.body.slots.truncate(mark.slots);
        self.body.blocks.truncate(mark.blocks);
        self.loop_bodies.retain(|block| block.index() < mark.blocks);
        self.body.exprs.truncate(mark.exprs);
        self.body.places.truncate(mark.places);
        self.facts.truncate(mark.exprs);
        let block = &mut self.body.blocks[mark.current];
        block.insts.truncate(mark.insts);
        if mark.open {
            block.terminator = Terminator::Unreachable;
        }
        self.current = mark.current;
        self.open = mark.open;
        self.span = mark.span;
        self.effects = mark.effects;
    }

    pub fn new() -> Builder {
        let mut builder = Builder::default();
        let entry = builder.new_block();
        builder.start(entry);
        builder
    }

    fn here(&self) -> IrSpan {
        self.span.unwrap_or(IrSpan::NONE)
    }

    /// A block that ends in `unreachable` until terminated.
    pub fn new_block(&mut self) -> BlockId {
        let block = Block::new(Vec::new(), Terminator::Unreachable, self.here());
        self.body.blocks.push(block);
        BlockId::new(self.body.blocks.len() - 1)
    }

    /// Instructions go to `block` from now on.
    pub fn start(&mut self, block: BlockId) {
        self.current = block.index();
        self.open = true;
    }

    pub fn current(&self) -> BlockId {
        BlockId::new(self.current)
    }

    /// Control can reach the next instruction from the one before.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Code after a jump goes to a block of its own that nothing reaches unless a label follows.
    fn ensure_open(&mut self) {
        if !self.open {
            let block = self.new_block();
            self.start(block);
        }
    }

    pub fn emit(&mut self, kind: InstKind) {
        self.ensure_open();
        let span = self.here();
        self.effects += 1;
        self.body.blocks[self.current]
            .insts
            .push(Inst::new(kind, span));
    }

    pub fn terminate(&mut self, terminator: Terminator) {
        self.ensure_open();
        let span = self.here();
        self.effects += 1;
        let block = &mut self.body.blocks[self.current];
        block.terminator = terminator;
        block.span = span;
        self.open = false;
    }

    pub fn goto(&mut self, target: BlockId) {
        if self.open {
            self.terminate(Terminator::Goto(target));
        }
    }

    pub fn branch(&mut self, condition: ExprId, then: BlockId, otherwise: BlockId) {
        match self.constant(condition) {
            Some(0) => self.terminate(Terminator::Goto(otherwise)),
            Some(_) => self.terminate(Terminator::Goto(then)),
            None => self.terminate(Terminator::Branch {
                condition,
                then,
                otherwise,
            }),
        }
    }

    /// Takes back a block made last, to which nothing was written and nothing jumps.
    pub fn discard_last_block(&mut self, block: BlockId, resume: BlockId) {
        debug_assert_eq!(block.index() + 1, self.body.blocks.len());
        self.body.blocks.pop();
        self.start(resume);
    }

    pub fn terminator_mut(&mut self, block: BlockId) -> &mut Terminator {
        &mut self.body.blocks[block.index()].terminator
    }

    /// The block has no instruction and was not terminated.
    pub fn is_untouched(&self, block: BlockId) -> bool {
        self.open
            && self.current == block.index()
            && self.body.blocks[block.index()].insts.is_empty()
    }

    pub fn new_reg(&mut self, name: &str, ty: TypeId) -> RegId {
        self.body.add_reg(name, ty)
    }

    pub fn expr(&self, id: ExprId) -> Expr {
        self.body.expr(id)
    }

    pub fn type_of(&self, id: ExprId) -> TypeId {
        self.body.expr(id).ty
    }

    /// The bits of an integer, bool or pointer constant.
    pub fn constant(&self, id: ExprId) -> Option<u128> {
        match self.body.expr(id).kind {
            ExprKind::Int(bits) => Some(bits),
            _ => None,
        }
    }

    /// Evaluating the expression cannot fail.
    pub fn cannot_trap(&self, id: ExprId) -> bool {
        !self.facts[id.index()].1
    }

    fn add(&mut self, kind: ExprKind, ty: TypeId, operands: &[ExprId], traps: bool) -> ExprId {
        let mut depth = 0;
        let mut can_trap = traps;
        for operand in operands {
            let (operand_depth, operand_traps) = self.facts[operand.index()];
            depth = depth.max(operand_depth);
            can_trap |= operand_traps;
        }
        self.facts.push((depth + 1, can_trap));
        self.body.add_expr(kind, ty)
    }

    /// The expression, or a register that holds its value if it has grown too deep.
    pub fn shallow(&mut self, id: ExprId) -> ExprId {
        if self.facts[id.index()].0 < MAX_DEPTH {
            return id;
        }
        let reg = self.spill(id);
        self.reg(reg)
    }

    /// Assigns to a fresh register.
    pub fn spill(&mut self, id: ExprId) -> RegId {
        let ty = self.type_of(id);
        let dst = self.new_reg("", ty);
        self.emit(InstKind::Assign { dst, value: id });
        dst
    }

    /// Whether evaluating it does something, which may be undefined.
    pub fn is_computed(&self, id: ExprId) -> bool {
        !matches!(
            self.expr(id).kind,
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddress(_) | ExprKind::Reg(_)
        )
    }

    /// The value as of now, whatever is assigned to registers later; usable more than once.
    pub fn pinned(&mut self, id: ExprId) -> ExprId {
        match self.expr(id).kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddress(_) => id,
            _ => {
                let reg = self.spill(id);
                self.reg(reg)
            }
        }
    }

    pub fn int(&mut self, types: &Types, ty: TypeId, value: u128) -> ExprId {
        let bits = value & arithmetic::mask(types.value_bits(ty));
        self.add(ExprKind::Int(bits), ty, &[], false)
    }

    pub fn float(&mut self, ty: TypeId, bits: u128) -> ExprId {
        self.add(ExprKind::Float(bits), ty, &[], false)
    }

    pub fn reg(&mut self, reg: RegId) -> ExprId {
        let ty = self.body.regs[reg.index()].ty;
        self.add(ExprKind::Reg(reg), ty, &[], false)
    }

    pub fn function_address(&mut self, function: unspool_ir::FunctionId, ty: TypeId) -> ExprId {
        self.add(ExprKind::FunctionAddress(function), ty, &[], false)
    }

    pub fn address_of(&mut self, types: &mut Types, place: PlaceId) -> ExprId {
        let node = self.body.place(place);
        let ty = types.pointer_to(node.ty);
        // `&*p` is p.
        if let PlaceKind::Deref(pointer) = node.kind
            && self.type_of(pointer) == ty
        {
            return pointer;
        }
        let operands = self.place_operands(place);
        self.add(ExprKind::AddressOf(place), ty, &operands, false)
    }

    fn place_operands(&self, mut place: PlaceId) -> Vec<ExprId> {
        let mut operands = Vec::new();
        loop {
            match self.body.place(place).kind {
                PlaceKind::Global(_) | PlaceKind::Slot(_) => return operands,
                PlaceKind::Deref(pointer) => {
                    operands.push(pointer);
                    return operands;
                }
                PlaceKind::Field(base, _) => place = base,
                PlaceKind::Index(base, index) => {
                    operands.push(index);
                    place = base;
                }
            }
        }
    }

    pub fn place(&mut self, kind: PlaceKind, ty: TypeId) -> PlaceId {
        self.body.add_place(kind, ty)
    }

    pub fn load(&mut self, place: PlaceId, access: Access) -> ExprId {
        let ty = self.body.place(place).ty;
        let dst = self.new_reg("", ty);
        self.emit(InstKind::Load { dst, place, access });
        self.reg(dst)
    }

    /// An expression or place is the same wherever it is evaluated until a register of it is assigned: fix the pieces
    /// of a place that will be used twice.
    pub fn pin_place(&mut self, place: PlaceId) -> PlaceId {
        let node = self.body.place(place);
        let kind = match node.kind {
            PlaceKind::Global(_) | PlaceKind::Slot(_) => return place,
            PlaceKind::Deref(pointer) => PlaceKind::Deref(self.pinned(pointer)),
            PlaceKind::Field(base, field) => PlaceKind::Field(self.pin_place(base), field),
            PlaceKind::Index(base, index) => {
                let base = self.pin_place(base);
                PlaceKind::Index(base, self.pinned(index))
            }
        };
        self.place(kind, node.ty)
    }

    pub fn unary(&mut self, types: &Types, op: UnaryOp, a: ExprId) -> ExprId {
        let node = self.expr(a);
        match node.kind {
            ExprKind::Int(bits) => {
                let value = arithmetic::unary(types, op, node.ty, bits);
                return self.int(types, node.ty, value);
            }
            ExprKind::Float(bits) => {
                let value = arithmetic::unary(types, op, node.ty, bits);
                return self.float(node.ty, value);
            }
            // Not of a comparison of integers is the opposite comparison.
            ExprKind::Binary(comparison, x, y) if op == UnaryOp::Not => {
                if let Some(opposite) = opposite(comparison)
                    && (!types.is_float(self.type_of(x))
                        || matches!(opposite, BinaryOp::Eq | BinaryOp::Ne))
                {
                    return self.add(
                        ExprKind::Binary(opposite, x, y),
                        Types::BOOL,
                        &[x, y],
                        false,
                    );
                }
            }
            ExprKind::Unary(UnaryOp::Not, x) if op == UnaryOp::Not => return x,
            _ => {}
        }
        let a = self.shallow(a);
        self.add(ExprKind::Unary(op, a), node.ty, &[a], false)
    }

    pub fn binary(&mut self, types: &Types, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        let (left, right) = (self.expr(a), self.expr(b));
        let ty = match op {
            _ if op.is_comparison() => Types::BOOL,
            BinaryOp::PointerDiff => types.pointer_difference(),
            _ => left.ty,
        };
        let (x, y) = match (left.kind, right.kind) {
            (ExprKind::Int(x), ExprKind::Int(y)) | (ExprKind::Float(x), ExprKind::Float(y)) => {
                (Some(x), Some(y))
            }
            (_, ExprKind::Int(y)) => (None, Some(y)),
            _ => (None, None),
        };
        if let (Some(x), Some(y)) = (x, y) {
            if let Some(bits) = arithmetic::binary(types, op, left.ty, right.ty, x, y) {
                return match types.get(ty) {
                    Type::Float(_) => self.float(ty, bits),
                    _ => self.int(types, ty, bits),
                };
            }
            if op == BinaryOp::PointerAdd {
                return self.absolute_pointer(types, left.ty, right.ty, x, y);
            }
            if op == BinaryOp::PointerDiff {
                let step = types.pointer_step(left.ty).max(1) as i128;
                let bits = types.data_model.pointer_bits();
                let bytes = arithmetic::sign_extend(x.wrapping_sub(y), bits);
                return self.int(types, ty, (bytes / step) as u128);
            }
        }
        // x + 0 and the like, which indexing and member access produce.
        let neutral = matches!(
            op,
            BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::Or
                | BinaryOp::Xor
                | BinaryOp::Shl
                | BinaryOp::Shr
                | BinaryOp::PointerAdd
        );
        if neutral && y == Some(0) && !types.is_float(ty) {
            return a;
        }
        let a = self.shallow(a);
        let b = self.shallow(b);
        let traps = matches!(op, BinaryOp::Div | BinaryOp::Rem)
            && !types.is_float(ty)
            && !is_safe_divisor(types, right.ty, y);
        self.add(ExprKind::Binary(op, a, b), ty, &[a, b], traps)
    }

    /// Pointer arithmetic on a constant address, as in hand-written `offsetof`.
    fn absolute_pointer(
        &mut self,
        types: &Types,
        ty: TypeId,
        index_ty: TypeId,
        base: u128,
        index: u128,
    ) -> ExprId {
        let index = if types.is_signed(index_ty) {
            arithmetic::sign_extend(index, types.value_bits(index_ty)) as u128
        } else {
            index
        };
        let step = u128::from(types.pointer_step(ty));
        let address = base.wrapping_add(index.wrapping_mul(step));
        self.int(types, ty, address)
    }

    pub fn convert(&mut self, types: &Types, a: ExprId, to: TypeId) -> ExprId {
        let node = self.expr(a);
        if node.ty == to {
            return a;
        }
        match node.kind {
            ExprKind::Int(bits) | ExprKind::Float(bits) => {
                let value = arithmetic::convert(types, node.ty, to, bits);
                return match types.get(to) {
                    Type::Float(_) => self.float(to, value),
                    _ => self.int(types, to, value),
                };
            }
            // A bool widened and narrowed again, and pointer casts of pointer casts.
            ExprKind::Convert(inner) => {
                let inner_ty = self.type_of(inner);
                if (to == Types::BOOL && inner_ty == Types::BOOL && !types.is_float(node.ty))
                    || (types.is_pointer(inner_ty)
                        && types.is_pointer(node.ty)
                        && types.is_pointer(to))
                {
                    return self.convert(types, inner, to);
                }
            }
            _ => {}
        }
        let a = self.shallow(a);
        self.add(ExprKind::Convert(a), to, &[a], false)
    }

    pub fn select(&mut self, condition: ExprId, a: ExprId, b: ExprId) -> ExprId {
        match self.constant(condition) {
            Some(0) => return b,
            Some(_) => return a,
            None => {}
        }
        let ty = self.type_of(a);
        let condition = self.shallow(condition);
        let a = self.shallow(a);
        let b = self.shallow(b);
        self.add(
            ExprKind::Select(condition, a, b),
            ty,
            &[condition, a, b],
            false,
        )
    }

    /// "Is not zero", as a bool; sees through the `int` that C makes of comparisons.
    pub fn truth(&mut self, types: &Types, a: ExprId) -> ExprId {
        self.convert(types, a, Types::BOOL)
    }
}

fn is_safe_divisor(types: &Types, ty: TypeId, divisor: Option<u128>) -> bool {
    let minus_one = arithmetic::mask(types.value_bits(ty));
    divisor.is_some_and(|d| d != 0 && (d != minus_one || !types.is_signed(ty)))
}

fn opposite(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Le => BinaryOp::Gt,
        _ => return None,
    })
}
