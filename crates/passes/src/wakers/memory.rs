//! Which memory is meant: objects of the points-to analysis, or what a parameter points to.
//!
//! The analysis takes all calls of a function together. What lies at a parameter that is never assigned stays symbolic therefore, as long as it is a member of what the parameter points to, until it is
//! known who has called.

use unspool_ir::{Body, ExprId, ExprKind, FunctionId, InstKind, PlaceId, PlaceKind};

use super::{CodePlace, Frame, Piece, Pieces, Wakers};
use crate::operands::for_each_written;
use crate::points_to::{Object, Target};

/// Memory, as a function knows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    Piece(Piece),
    /// So many bytes from where the parameter points to, or all.
    Through {
        parameter: u32,
        size: Option<u64>,
    },
    /// Nothing is known of the pointer.
    Anywhere,
}

/// By register: the parameter that it is, if nothing assigns to it.
pub fn parameters(body: &Body) -> Vec<Option<u32>> {
    let mut parameters = vec![None; body.regs.len()];
    for (number, register) in (0..).zip(&body.params) {
        parameters[register.index()] = Some(number);
    }
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        for_each_written(&inst.kind, |register| parameters[register.index()] = None);
    }
    parameters
}

impl Wakers {
    /// What a parameter of a called function is for its caller, as far as these bytes go.
    pub(super) fn argument(&self, call: CodePlace, parameter: u32, size: Option<u64>) -> Vec<Part> {
        match self.instruction(call) {
            Some(InstKind::Call { args, .. }) => {
                self.in_caller(call.function, args, Part::Through { parameter, size })
            }
            _ => vec![Part::Anywhere],
        }
    }

    /// A part that a callee knows, as its caller does.
    pub(super) fn in_caller(&self, caller: FunctionId, args: &[ExprId], part: Part) -> Vec<Part> {
        let Part::Through { parameter, size } = part else {
            return vec![part];
        };
        let Some(&argument) = args.get(parameter as usize) else {
            return vec![Part::Anywhere];
        };
        if let Some(parameter) = self.parameter(caller, argument) {
            return vec![Part::Through { parameter, size }];
        }
        self.pointed_to(caller, argument, size)
    }

    /// The parameter that a value is, perhaps as a pointer of another type.
    pub(super) fn parameter(&self, function: FunctionId, pointer: ExprId) -> Option<u32> {
        let body = self.body(function)?;
        let mut at = pointer;
        loop {
            match body.expr(at).kind {
                ExprKind::Reg(register) => {
                    return self.parameters[function.index()][register.index()];
                }
                ExprKind::Convert(inner) if self.program.types.is_pointer(body.expr(inner).ty) => {
                    at = inner;
                }
                _ => return None,
            }
        }
    }

    pub(super) fn parts(&self, function: FunctionId, body: &Body, place: PlaceId) -> Vec<Part> {
        if let Some((pointer, size)) = self.is_member_of(body, place) {
            if let Some(parameter) = self.parameter(function, pointer) {
                return vec![Part::Through { parameter, size }];
            }
            if self.points_to.pointees(function, pointer).is_empty() {
                return self.pointed_to(function, pointer, size);
            }
        }
        let size = self.program.types.size_of(body.place(place).ty);
        let targets = self.points_to.locations(function, place).into_iter();
        let pieces = targets.map(|target| Piece { target, size });
        pieces.map(Part::Piece).collect()
    }

    /// The pointer, and the size of what it points to, if the place is a member of that, or all of it.
    fn is_member_of(&self, body: &Body, place: PlaceId) -> Option<(ExprId, Option<u64>)> {
        let mut at = place;
        let mut may_leave = false;
        loop {
            let content = body.place(at);
            match content.kind {
                PlaceKind::Deref(pointer) => {
                    let size = self.program.types.size_of(content.ty);
                    return Some((pointer, size.filter(|_| !may_leave)));
                }
                PlaceKind::Field(outer, _) => at = outer,
                PlaceKind::Index(outer, _) => {
                    may_leave = true;
                    at = outer;
                }
                PlaceKind::Global(_) | PlaceKind::Slot(_) => return None,
            }
        }
    }

    /// The memory that a part is, seen from a function with these callers.
    pub(super) fn resolve(
        &self,
        part: Part,
        function: FunctionId,
        callers: &[Frame],
        pieces: &mut Pieces,
    ) {
        let (parameter, size) = match part {
            Part::Piece(piece) => return pieces.list.push(piece),
            Part::Anywhere => {
                pieces.is_anywhere = true;
                return;
            }
            Part::Through { parameter, size } => (parameter, size),
        };
        match callers.split_last() {
            None => self.resolve_for_all_calls(function, parameter, size, pieces),
            Some((calls, callers)) => {
                for &at in calls {
                    for part in self.argument(at, parameter, size) {
                        self.resolve(part, at.function, callers, pieces);
                    }
                }
            }
        }
    }

    /// What the parameter may point to whoever calls.
    fn resolve_for_all_calls(
        &self,
        function: FunctionId,
        parameter: u32,
        size: Option<u64>,
        pieces: &mut Pieces,
    ) {
        let Some(body) = self.body(function) else {
            return;
        };
        let register = body.params.get(parameter as usize).copied();
        let mut exprs = (0..).map(ExprId::new).zip(&body.exprs);
        let used = exprs.find(|(_, expr)| match expr.kind {
            ExprKind::Reg(it) => Some(it) == register,
            _ => false,
        });
        match used {
            Some((expr, _)) => {
                for part in self.pointed_to(function, expr, size) {
                    self.resolve(part, function, &[], pieces);
                }
            }
            None => pieces.is_anywhere = true,
        }
    }

    /// So many bytes of what a pointer points to, or all. One that points to nothing known is null, or not followed by the points-to analysis.
    pub(super) fn pointed_to(
        &self,
        function: FunctionId,
        pointer: ExprId,
        size: Option<u64>,
    ) -> Vec<Part> {
        let targets = self.points_to.pointees(function, pointer);
        let body = self.body(function);
        let is_null = body.is_some_and(|body| body.expr(pointer).kind == ExprKind::Int(0));
        if targets.is_empty() && !is_null {
            return vec![Part::Anywhere];
        }
        let is_memory = |target: &Target| !matches!(target.object, Object::Function(_));
        let pieces = targets.into_iter().filter(is_memory);
        pieces
            .map(|target| Part::Piece(Piece { target, size }))
            .collect()
    }
}
