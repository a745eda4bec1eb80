//! Facts as assertions.

use unspool_ir::{
    BinaryOp, Block, BlockId, Body, ExprId, ExprKind, FunctionId, Inst, InstKind, Program,
    Property, RegId, Terminator, Type, TypeId, Types,
};
use unspool_passes::ranges::{Range, Ranges};

pub const PREFIX: &str = "claim";

/// An instruction, by function, block and index; the terminator has the index behind the last one.
pub type At = (FunctionId, BlockId, usize);

/// What of it is claimed to be in a range.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// What the instruction assigns, or decides by.
    Value,
    /// Whether a compare-exchange succeeds.
    Success,
}

/// None if nothing is claimed, or the range, or that the instruction is never executed.
pub type Claim = Option<Option<Range>>;

/// Puts an assertion behind every instruction that assigns a register, and before every condition. Returns how many.
pub fn insert(program: &mut Program, ranges: &Ranges) -> usize {
    insert_those(program, &|(function, block, index), about| {
        Some(fact(ranges, (function, block, index), about))
    })
}

pub fn fact(ranges: &Ranges, (function, block, index): At, about: About) -> Option<Range> {
    match about {
        About::Value => ranges.of_register_after(function, block, index).copied(),
        About::Success => ranges.of_success(function, block, index).copied(),
    }
}

/// The same for other claims.
pub fn insert_those(program: &mut Program, claimed: &dyn Fn(At, About) -> Claim) -> usize {
    let mut count = 0;
    for index in 0..program.functions.len() {
        let Some(mut body) = program.functions[index].body.take() else {
            continue;
        };
        for block in 0..body.blocks.len() {
            let id = (FunctionId::new(index), BlockId::new(block));
            let old = std::mem::replace(
                &mut body.blocks[block],
                Block::new(Vec::new(), Terminator::Unreachable, unspool_ir::Span::NONE),
            );
            let mut claims = Claims {
                types: &program.types,
                body: &mut body,
                insts: Vec::new(),
                count: 0,
            };
            claims.block(&old, id, claimed);
            count += claims.count;
            let insts = claims.insts;
            body.blocks[block] = Block { insts, ..old };
        }
        program.functions[index].body = Some(body);
    }
    count
}

struct Claims<'a> {
    types: &'a Types,
    body: &'a mut Body,
    insts: Vec<Inst>,
    count: usize,
}

impl Claims<'_> {
    fn block(
        &mut self,
        block: &Block,
        (function, id): (FunctionId, BlockId),
        claimed: &dyn Fn(At, About) -> Claim,
    ) {
        for (index, inst) in block.insts.iter().enumerate() {
            let at = (function, id, index);
            let Some(range) = claimed(at, About::Value) else {
                self.insts.push(inst.clone());
                continue;
            };
            let what = format!("{id} #{index}");
            let condition = match inst.kind {
                InstKind::WaitUntil(e) | InstKind::Assume(e) => Some(e),
                InstKind::Assert { condition, .. } => Some(condition),
                _ => None,
            };
            if let Some(condition) = condition {
                self.claim(condition, range.as_ref(), &what);
            }
            self.insts.push(inst.clone());
            if let Some(register) = assigned(&inst.kind) {
                let expr = self.register(register);
                self.claim(expr, range.as_ref(), &what);
            } else if condition.is_none() && range.is_none() {
                self.claim_never(&what);
            }
            if let InstKind::CompareExchange { ok, .. } = inst.kind {
                let expr = self.register(ok);
                let success = claimed(at, About::Success).flatten();
                self.claim(expr, success.as_ref(), &what);
            }
        }
        let index = block.insts.len();
        let Some(range) = claimed((function, id, index), About::Value) else {
            return;
        };
        let what = format!("{id} end");
        match block.terminator {
            Terminator::Branch { condition: e, .. } | Terminator::Switch { value: e, .. } => {
                self.claim(e, range.as_ref(), &what);
            }
            _ if range.is_none() => self.claim_never(&what),
            _ => {}
        }
    }

    fn register(&mut self, register: RegId) -> ExprId {
        let ty = self.body.regs[register.index()].ty;
        self.body.add_expr(ExprKind::Reg(register), ty)
    }

    fn claim_never(&mut self, what: &str) {
        let never = self.body.add_expr(ExprKind::Int(0), Types::BOOL);
        self.assert(never, format!("{PREFIX} {what} never"));
    }

    fn claim(&mut self, expr: ExprId, range: Option<&Range>, what: &str) {
        let ty = self.body.expr(expr).ty;
        let Some(range) = range else {
            // It may be that evaluating it always traps.
            let kind = ExprKind::Binary(BinaryOp::Ne, expr, expr);
            let never = self.body.add_expr(kind, Types::BOOL);
            return self.assert(never, format!("{PREFIX} {what} never"));
        };
        match *self.types.get(ty) {
            Type::Int { bits, .. } => {
                assert_eq!(bits, range.width(), "{what}");
                let unsigned = self.converted(expr, Types::int(bits, false));
                let signed = self.converted(expr, Types::int(bits, true));
                let (low, high) = range.unsigned_bounds();
                self.compare(BinaryOp::Ge, unsigned, low, what);
                self.compare(BinaryOp::Le, unsigned, high, what);
                let (low, high) = range.signed_bounds();
                let mask = unspool_ir::arithmetic::mask(bits);
                self.compare(BinaryOp::Ge, signed, low as u128 & mask, what);
                self.compare(BinaryOp::Le, signed, high as u128 & mask, what);
                for (bits, wanted) in [
                    (range.known_zeros(), 0),
                    (range.known_ones(), range.known_ones()),
                ] {
                    let ty = self.body.expr(unsigned).ty;
                    let bits = self.body.add_expr(ExprKind::Int(bits), ty);
                    let kind = ExprKind::Binary(BinaryOp::And, unsigned, bits);
                    let masked = self.body.add_expr(kind, ty);
                    self.compare(BinaryOp::Eq, masked, wanted, what);
                }
            }
            Type::Bool => {
                assert_eq!(1, range.width(), "{what}");
                if let Some(bits) = range.as_constant() {
                    self.compare(BinaryOp::Eq, expr, bits, what);
                }
            }
            Type::Pointer(_) => {
                assert_eq!(self.types.value_bits(ty), range.width(), "{what}");
                match range.as_constant() {
                    Some(bits) => self.compare(BinaryOp::Eq, expr, bits, what),
                    None if !range.contains(0) => self.compare(BinaryOp::Ne, expr, 0, what),
                    None => {}
                }
            }
            _ => {}
        }
    }

    fn converted(&mut self, expr: ExprId, ty: TypeId) -> ExprId {
        match self.body.expr(expr).ty == ty {
            true => expr,
            false => self.body.add_expr(ExprKind::Convert(expr), ty),
        }
    }

    fn compare(&mut self, op: BinaryOp, expr: ExprId, bits: u128, what: &str) {
        let ty = self.body.expr(expr).ty;
        let constant = self.body.add_expr(ExprKind::Int(bits), ty);
        let kind = ExprKind::Binary(op, expr, constant);
        let condition = self.body.add_expr(kind, Types::BOOL);
        self.assert(condition, format!("{PREFIX} {what} {op:?} {bits}"));
    }

    fn assert(&mut self, condition: ExprId, message: String) {
        self.count += 1;
        let kind = InstKind::Assert {
            condition,
            property: Property::UnreachCall,
            message,
            detail: None,
        };
        self.insts.push(Inst::new(kind, unspool_ir::Span::NONE));
    }
}

fn assigned(kind: &InstKind) -> Option<RegId> {
    match *kind {
        InstKind::Assign { dst, .. }
        | InstKind::Load { dst, .. }
        | InstKind::Rmw { dst, .. }
        | InstKind::CompareExchange { old: dst, .. }
        | InstKind::Spawn { dst, .. }
        | InstKind::SelfId { dst }
        | InstKind::Finished { dst, .. }
        | InstKind::Nondet { dst }
        | InstKind::Alloc { dst, .. }
        | InstKind::ObjectSize { dst, .. } => Some(dst),
        _ => None,
    }
}
