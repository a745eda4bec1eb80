//! The body of a thread while it is made: blocks with open ends, shared nodes.
//!
//! Blocks are numbered in the order in which they are begun. Since all that leads to a block is walked before it, that is a
//! topological order. A block that ends in a jump to a place with no other way in is simply continued there.

use rustc_hash::FxHashMap;
use unspool_ir::{
    Block, BlockId, Body, ExprId, ExprKind, Inst, InstKind, Origin, OriginId, OriginStep, PlaceId,
    PlaceKind, RegDecl, RegId, SlotDecl, SlotId, Span, Terminator, TypeId,
};

/// Which target of a terminator is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    Goto,
    Then,
    Otherwise,
    Case(usize),
    Default,
}

pub struct Output {
    pub body: Body,
    exprs: FxHashMap<(ExprKey, TypeId), ExprId>,
    places: FxHashMap<(PlaceKey, TypeId), PlaceId>,
    pub instructions: usize,
}

/// Targets that are not known yet.
pub const OPEN: BlockId = BlockId(u32::MAX);

type ExprKey = ExprKind;
type PlaceKey = PlaceKind;

impl Output {
    pub fn new() -> Self {
        Output {
            body: Body::default(),
            exprs: FxHashMap::default(),
            places: FxHashMap::default(),
            instructions: 0,
        }
    }

    pub fn begin_block(&mut self) -> BlockId {
        let block = Block::new(Vec::new(), Terminator::Unreachable, Span::NONE);
        self.body.blocks.push(block);
        BlockId::new(self.body.blocks.len() - 1)
    }

    pub fn emit(&mut self, block: BlockId, kind: InstKind, span: Span, origin: Option<OriginId>) {
        self.instructions += 1;
        self.body.blocks[block.index()].insts.push(Inst {
            kind,
            span,
            origin,
            point: None,
        });
    }

    pub fn end_block(
        &mut self,
        block: BlockId,
        terminator: Terminator,
        span: Span,
        origin: Option<OriginId>,
    ) {
        self.instructions += 1;
        let block = &mut self.body.blocks[block.index()];
        block.terminator = terminator;
        block.span = span;
        block.origin = origin;
    }

    /// Says where an open end leads.
    pub fn connect(&mut self, from: BlockId, exit: Exit, to: BlockId) {
        let target = match (&mut self.body.blocks[from.index()].terminator, exit) {
            (Terminator::Goto(target), Exit::Goto) => target,
            (Terminator::Branch { then, .. }, Exit::Then) => then,
            (Terminator::Branch { otherwise, .. }, Exit::Otherwise) => otherwise,
            (Terminator::Switch { cases, .. }, Exit::Case(index)) => &mut cases[index].target,
            (Terminator::Switch { default, .. }, Exit::Default) => default,
            _ => return,
        };
        *target = to;
    }

    pub fn expr(&mut self, kind: ExprKind, ty: TypeId) -> ExprId {
        if let Some(id) = self.exprs.get(&(kind, ty)) {
            return *id;
        }
        let id = self.body.add_expr(kind, ty);
        self.exprs.insert((kind, ty), id);
        id
    }

    pub fn place(&mut self, kind: PlaceKind, ty: TypeId) -> PlaceId {
        if let Some(id) = self.places.get(&(kind, ty)) {
            return *id;
        }
        let id = self.body.add_place(kind, ty);
        self.places.insert((kind, ty), id);
        id
    }

    pub fn reg(&mut self, reg: RegId) -> ExprId {
        let ty = self.body.regs[reg.index()].ty;
        self.expr(ExprKind::Reg(reg), ty)
    }

    /// One that nothing else uses.
    pub fn fresh_register(&mut self, ty: TypeId) -> RegId {
        let name = String::new();
        self.body.regs.push(RegDecl { name, ty });
        RegId::new(self.body.regs.len() - 1)
    }

    pub fn slot(&mut self, slot: SlotDecl) -> SlotId {
        self.body.add_slot(slot)
    }

    pub fn origin(&mut self, parent: Option<OriginId>, step: OriginStep) -> OriginId {
        self.body.origins.push(Origin { parent, step });
        OriginId::new(self.body.origins.len() - 1)
    }
}
