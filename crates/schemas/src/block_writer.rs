//! Making of a function, block by block, with jumps to blocks that are not there yet.
//!
//! Blocks are written one after the other, in the order in which they stand in the end. A jump names its target by a [`BlockId`] that was
//! reserved for it; when the target is written, [`BlockWriter::begin`] says which one it is, and [`BlockWriter::finish`] puts in the real numbers.

use unspool_ir::{
    BinaryOp, Block, BlockId, Body, ExprId, ExprKind, Inst, InstKind, PlaceId, PlaceKind, RegDecl,
    RegId, Span, Terminator, TypeId, Types, UnaryOp,
};

pub struct BlockWriter {
    pub body: Body,
    /// By reserved number: the real one.
    places: Vec<Option<BlockId>>,
    insts: Vec<Inst>,
    /// Whether a block is begun that has no terminator yet.
    is_open: bool,
}

impl BlockWriter {
    pub fn new() -> BlockWriter {
        BlockWriter {
            body: Body::default(),
            places: Vec::new(),
            insts: Vec::new(),
            is_open: false,
        }
    }

    /// A number for a block that is written later.
    pub fn reserve(&mut self) -> BlockId {
        self.places.push(None);
        BlockId::new(self.places.len() - 1)
    }

    /// The block with the reserved number begins here. If the one before has no end, it goes on here; if nothing is in it, it is this block.
    pub fn begin(&mut self, reserved: BlockId, span: Span) {
        if self.is_open && !self.insts.is_empty() {
            self.end(Terminator::Goto(reserved), span);
        }
        self.places[reserved.index()] = Some(BlockId::new(self.body.blocks.len()));
        self.is_open = true;
    }

    pub fn end(&mut self, terminator: Terminator, span: Span) {
        let insts = std::mem::take(&mut self.insts);
        self.body.blocks.push(Block::new(insts, terminator, span));
        self.is_open = false;
    }

    pub fn put(&mut self, kind: InstKind, span: Span) {
        self.insts.push(Inst::new(kind, span));
    }

    /// Where the next instruction will stand.
    pub fn position(&self) -> (BlockId, usize) {
        (BlockId::new(self.body.blocks.len()), self.insts.len())
    }

    /// All targets of jumps must have been written.
    pub fn finish(mut self) -> Body {
        for block in &mut self.body.blocks {
            for target in block.terminator.successors_mut() {
                if let Some(Some(place)) = self.places.get(target.index()) {
                    *target = *place;
                }
            }
        }
        self.body
    }

    pub fn register(&mut self, name: &str, ty: TypeId) -> RegId {
        self.body.regs.push(RegDecl {
            name: name.to_string(),
            ty,
        });
        RegId::new(self.body.regs.len() - 1)
    }

    pub fn constant(&mut self, bits: u128, ty: TypeId) -> ExprId {
        self.body.add_expr(ExprKind::Int(bits), ty)
    }

    pub fn read(&mut self, register: RegId) -> ExprId {
        let ty = self.body.regs[register.index()].ty;
        self.body.add_expr(ExprKind::Reg(register), ty)
    }

    pub fn compare(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> ExprId {
        let kind = ExprKind::Binary(op, left, right);
        self.body.add_expr(kind, Types::BOOL)
    }

    pub fn both(&mut self, left: ExprId, right: ExprId) -> ExprId {
        self.compare(BinaryOp::And, left, right)
    }

    pub fn either(&mut self, left: ExprId, right: ExprId) -> ExprId {
        self.compare(BinaryOp::Or, left, right)
    }

    pub fn not(&mut self, condition: ExprId) -> ExprId {
        let kind = ExprKind::Unary(UnaryOp::Not, condition);
        self.body.add_expr(kind, Types::BOOL)
    }

    /// The contents of a place, in a new register.
    pub fn load(&mut self, place: PlaceId, span: Span) -> ExprId {
        let ty = self.body.place(place).ty;
        let dst = self.register("", ty);
        let access = Default::default();
        self.put(InstKind::Load { dst, place, access }, span);
        self.read(dst)
    }

    pub fn store(&mut self, place: PlaceId, value: ExprId, span: Span) {
        let access = Default::default();
        let kind = InstKind::Store {
            place,
            value,
            access,
        };
        self.put(kind, span);
    }

    pub fn place(&mut self, kind: PlaceKind, ty: TypeId) -> PlaceId {
        self.body.add_place(kind, ty)
    }
}
