//! Where the user's program has what a bounded program has copied: what stands in a library function is at the call that led there.

use unspool_ir::{Body, Function, FunctionId, OriginId, OriginStep, Program, Span};

/// A place in the user's program that copied code stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserPlace {
    pub span: Span,
    /// Of the loops around it, outermost first.
    pub iterations: Vec<u32>,
    /// Where the user's functions around it were called, outermost first.
    pub calls: Vec<Span>,
}

/// The place of an instruction; if that is in the library, of the call from the user's program that led there.
pub fn place_of_user(
    program: &Program,
    function: &Function,
    body: &Body,
    (span, origin): (Span, Option<OriginId>),
) -> UserPlace {
    let mut place = UserPlace {
        span,
        iterations: Vec::new(),
        calls: Vec::new(),
    };
    let is_model = |function: FunctionId| program.function(function).is_model;
    let mut origin = origin.and_then(|id| body.origins.get(id.index()));
    let mut is_in_library = function.is_model;
    // From the outside in, which is the other way round than origins are linked.
    let mut steps = Vec::new();
    while let Some(found) = origin {
        steps.push(found.step);
        origin = found.parent.and_then(|id| body.origins.get(id.index()));
    }
    for step in steps.into_iter().rev() {
        match step {
            OriginStep::Iteration { number, .. } if !is_in_library => place.iterations.push(number),
            OriginStep::Iteration { .. } => {}
            OriginStep::Call { callee, span } => {
                if is_model(callee) && !is_in_library {
                    place.span = span;
                    return place;
                }
                is_in_library = is_model(callee);
                place.calls.push(span);
            }
        }
    }
    place
}
