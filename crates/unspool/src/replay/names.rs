//! Names of executed instructions that a program and the bounded program made of it have in common.
//!
//! Bounding copies an instruction for every call and iteration; passes then drop copies, move registers, split blocks. What they
//! keep is where the instruction was written (its span), what kind of instruction it is, and for which calls
//! and iterations a copy stands (its origin). That is a [`Name`]. In the original program the same is known of an instruction about to
//! be executed: its span, its kind, the calls on the stack, and the iterations that each function on the stack is in
//! ([`super::whereabouts`]).
//!
//! Several executions may have one name: a record is copied member by member at one place. They are told apart by counting.

use std::mem::{Discriminant, discriminant};
use std::sync::Arc;

use unspool_ir::{Body, FunctionId, InstKind, OriginId, OriginStep, Program, Span, Terminator};

/// What kind of instruction or terminator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    Instruction(Discriminant<InstKind>),
    Terminator(Discriminant<Terminator>),
}

/// A step on the way to an instruction. Functions are those of the original program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    Call { callee: FunctionId, span: Span },
    Iteration { number: u32, span: Span },
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Name {
    pub span: Span,
    pub kind: Kind,
    /// Outermost first, from the thread's function on.
    pub path: Vec<Step>,
}

impl Name {
    /// Whether an instruction of the original program with this way to it has the name. Loops that only wait have no iterations in
    /// the bounded program.
    pub fn fits_path(&self, original: &[Step]) -> bool {
        let mut wanted = self.path.iter().peekable();
        for step in original {
            if wanted.peek() == Some(&step) {
                wanted.next();
            } else if matches!(step, Step::Call { .. }) {
                return false;
            }
        }
        wanted.next().is_none()
    }
}

impl Name {
    /// Of the return from a call, whichever `return` it is.
    pub fn of_return(path: Vec<Step>) -> Name {
        Name {
            span: Span::NONE,
            kind: Kind::of_terminator(&Terminator::Return(None)),
            path,
        }
    }

    pub fn is_return(&self) -> bool {
        self.kind.is_return() && self.span == Span::NONE
    }
}

impl Kind {
    pub fn of(inst: &InstKind) -> Kind {
        Kind::Instruction(discriminant(inst))
    }

    pub fn is_return(self) -> bool {
        self == Kind::of_terminator(&Terminator::Return(None))
    }

    pub fn of_terminator(terminator: &Terminator) -> Kind {
        Kind::Terminator(discriminant(terminator))
    }
}

/// Whether passes leave an instruction of this kind alone, or drop it. Computations are moved about.
pub fn is_lasting(kind: &InstKind) -> bool {
    !matches!(
        kind,
        InstKind::Assign { .. } | InstKind::Live(_) | InstKind::Dead(_) | InstKind::SelfId { .. }
    )
}

/// The instructions of a program by block and index; the terminator stands behind the last instruction.
pub fn kind_and_span(body: &Body, block: usize, index: usize) -> Option<(Kind, Span)> {
    let block = body.blocks.get(block)?;
    Some(match block.insts.get(index) {
        Some(inst) => (Kind::of(&inst.kind), inst.span),
        None => (
            Kind::Terminator(discriminant(&block.terminator)),
            block.span,
        ),
    })
}

/// Gives names to the instructions of a bounded program.
pub struct BoundedNames<'p> {
    /// By function of the bounded program: the one of the original with the same name.
    functions: OriginalFunctions,
    bounded: &'p Program,
}

pub type OriginalFunctions = Arc<[Option<FunctionId>]>;

impl<'p> BoundedNames<'p> {
    pub fn new(original: &Program, bounded: &'p Program) -> Self {
        Self::with_functions(Self::original_functions(original, bounded), bounded)
    }

    /// For who needs names more than once.
    pub fn with_functions(functions: OriginalFunctions, bounded: &'p Program) -> Self {
        BoundedNames { functions, bounded }
    }

    pub fn original_functions(original: &Program, bounded: &Program) -> OriginalFunctions {
        let by_name: rustc_hash::FxHashMap<&str, usize> = original
            .functions
            .iter()
            .enumerate()
            .map(|(index, function)| (function.name.as_str(), index))
            .collect();
        let functions = bounded.functions.iter().map(|function| {
            let index = by_name.get(function.name.as_str());
            index.map(|index| FunctionId::new(*index))
        });
        functions.collect()
    }

    pub fn name(&self, function: FunctionId, block: usize, index: usize) -> Option<Name> {
        let body = self.body(function)?;
        let (kind, span) = kind_and_span(body, block, index)?;
        Some(Name {
            span,
            kind,
            path: self.path(body, origin(body, block, index)),
        })
    }

    /// The function of the original program that a thread begins with, by any instruction in its body.
    pub fn first_function(
        &self,
        function: FunctionId,
        block: usize,
        index: usize,
    ) -> Option<FunctionId> {
        let body = self.body(function)?;
        let mut outermost = body.origins.get(origin(body, block, index)?.index())?;
        while let Some(parent) = outermost.parent {
            outermost = body.origins.get(parent.index())?;
        }
        match outermost.step {
            OriginStep::Call { callee, .. } => self.original(callee),
            OriginStep::Iteration { .. } => None,
        }
    }

    fn body(&self, function: FunctionId) -> Option<&'p Body> {
        self.bounded.functions.get(function.index())?.body.as_ref()
    }

    fn original(&self, function: FunctionId) -> Option<FunctionId> {
        self.functions.get(function.index()).copied().flatten()
    }

    fn path(&self, body: &Body, origin: Option<OriginId>) -> Vec<Step> {
        let mut path = Vec::new();
        let mut at = origin;
        while let Some(origin) = at.and_then(|at| body.origins.get(at.index())) {
            match origin.step {
                // The thread's own function, which nobody called.
                OriginStep::Call { .. } if origin.parent.is_none() => {}
                OriginStep::Call { callee, span } => {
                    let known = self.original(callee);
                    path.extend(known.map(|callee| Step::Call { callee, span }));
                }
                OriginStep::Iteration { number, span } => {
                    path.push(Step::Iteration { number, span });
                }
            }
            at = origin.parent;
        }
        path.reverse();
        path
    }
}

fn origin(body: &Body, block: usize, index: usize) -> Option<OriginId> {
    let block = body.blocks.get(block)?;
    match block.insts.get(index) {
        Some(inst) => inst.origin,
        None => block.origin,
    }
}
