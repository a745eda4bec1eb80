//! Where addresses go.
//!
//! Control flow is ignored: an instruction lets an address *flow* from a register, or from the slot whose address it
//! takes, through its expressions into a register, a parameter of a called function, memory, or out of the function.
//! Comparing an address and accessing what it points to is no flow.

use unspool_ir::{
    Body, Callee, ExprId, ExprKind, FunctionId, InstKind, PlaceId, PlaceKind, Program, RegId,
    SlotId, Terminator, Type, UnaryOp,
};

/// Where an address is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    Register(RegId),
    /// The slot's own.
    Slot(SlotId),
}

/// What becomes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It is in a register of this function, which may be a parameter.
    Assigned(FunctionId, RegId),
    Returned,
    /// It is where others may find it.
    Leaks,
}

/// The flows of an instruction.
pub fn of_instruction(
    program: &Program,
    function: FunctionId,
    body: &Body,
    kind: &InstKind,
    mut found: impl FnMut(Source, Fate),
) {
    let mut flows = Flows {
        program,
        function,
        body,
        found: &mut found,
    };
    flows.instruction(kind);
}

/// The flows of a terminator: only returning is one.
pub fn of_terminator(
    program: &Program,
    function: FunctionId,
    body: &Body,
    terminator: &Terminator,
    mut found: impl FnMut(Source, Fate),
) {
    if let Terminator::Return(Some(value)) = terminator {
        let mut flows = Flows {
            program,
            function,
            body,
            found: &mut found,
        };
        flows.expression(*value, Fate::Returned);
    }
}

struct Flows<'f, F> {
    program: &'f Program,
    function: FunctionId,
    body: &'f Body,
    found: &'f mut F,
}

impl<F: FnMut(Source, Fate)> Flows<'_, F> {
    fn instruction(&mut self, kind: &InstKind) {
        match kind {
            InstKind::Assign { dst, value } => {
                self.expression(*value, Fate::Assigned(self.function, *dst));
            }
            InstKind::Store { value, .. }
            | InstKind::Rmw { value, .. }
            | InstKind::CompareExchange { desired: value, .. }
            | InstKind::Free { pointer: value, .. } => self.expression(*value, Fate::Leaks),
            InstKind::Call { callee, args, .. } => {
                for (index, argument) in args.iter().enumerate() {
                    self.expression(*argument, self.fate_of_argument(*callee, index));
                }
            }
            InstKind::Spawn { args, .. } => {
                for argument in args {
                    self.expression(*argument, Fate::Leaks);
                }
            }
            InstKind::Output { stream, byte } => {
                self.expression(*stream, Fate::Leaks);
                self.expression(*byte, Fate::Leaks);
            }
            InstKind::Load { .. }
            | InstKind::Finished { .. }
            | InstKind::WaitUntil(_)
            | InstKind::Hold(_)
            | InstKind::Release(_)
            | InstKind::Assume(_)
            | InstKind::ObjectSize { .. }
            | InstKind::Assert { .. }
            | InstKind::Alloc { .. }
            | InstKind::Fence(_)
            | InstKind::VarArgs { .. }
            | InstKind::Live(_)
            | InstKind::Dead(_)
            | InstKind::AtomicBegin
            | InstKind::AtomicEnd
            | InstKind::SelfId { .. }
            | InstKind::Nondet { .. }
            | InstKind::Unsupported(_) => {}
        }
    }

    fn fate_of_argument(&self, callee: Callee, index: usize) -> Fate {
        let Callee::Direct(id) = callee else {
            return Fate::Leaks;
        };
        let body = self.program.function(id).body.as_ref();
        match body.and_then(|callee| callee.params.get(index)) {
            Some(param) => Fate::Assigned(id, *param),
            None => Fate::Leaks,
        }
    }

    fn expression(&mut self, id: ExprId, fate: Fate) {
        let expr = self.body.expr(id);
        match expr.kind {
            ExprKind::Reg(register) => (self.found)(Source::Register(register), fate),
            ExprKind::Unary(op, a) if op != UnaryOp::Not => self.expression(a, fate),
            ExprKind::Binary(op, a, b) if !op.is_comparison() => {
                self.expression(a, fate);
                self.expression(b, fate);
            }
            ExprKind::Convert(a) if *self.program.types.get(expr.ty) != Type::Bool => {
                self.expression(a, fate);
            }
            ExprKind::AddressOf(place) => self.place(place, fate),
            ExprKind::Select(_, a, b) => {
                self.expression(a, fate);
                self.expression(b, fate);
            }
            // The truth of something about an address tells others nothing.
            ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Convert(_)
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::FunctionAddress(_) => {}
        }
    }

    /// What the place's address is made from.
    fn place(&mut self, id: PlaceId, fate: Fate) {
        match self.body.place(id).kind {
            PlaceKind::Global(_) => {}
            PlaceKind::Slot(slot) => (self.found)(Source::Slot(slot), fate),
            PlaceKind::Deref(pointer) => self.expression(pointer, fate),
            PlaceKind::Field(base, _) => self.place(base, fate),
            PlaceKind::Index(base, index) => {
                self.place(base, fate);
                self.expression(index, fate);
            }
        }
    }
}
