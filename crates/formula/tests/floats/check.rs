//! Builds an operation once and compares it with a reference on many inputs.

use unspool_formula::floats::{ROUNDING_BITS, Rounding};
use unspool_formula::terms::{Term, Terms};

use crate::evaluator::Program;

pub const NEAREST: &[Rounding] = &[Rounding::NearestEven];
pub const ALL: &[Rounding] = &Rounding::ALL;

/// An operation on words of these widths, under a rounding mode.
pub struct Operation {
    name: String,
    program: Program,
}

impl Operation {
    pub fn new(
        name: impl Into<String>,
        widths: &[u32],
        build: impl Fn(&mut Terms, &[Term], Term) -> Term,
    ) -> Operation {
        let mut terms = Terms::new();
        let operands: Vec<Term> = widths
            .iter()
            .map(|width| terms.variable("operand", *width))
            .collect();
        let mode = terms.variable("mode", ROUNDING_BITS);
        let result = build(&mut terms, &operands, mode);
        Operation {
            name: name.into(),
            program: Program::new(&terms, result),
        }
    }

    /// Panics at the first of `inputs` and `modes` for which the reference says something else.
    pub fn check(
        &self,
        inputs: &[Vec<u128>],
        modes: &[Rounding],
        reference: impl Fn(&[u128], Rounding) -> u128,
    ) {
        assert!(!inputs.is_empty());
        for mode in modes {
            let with_mode = |input: &Vec<u128>| {
                let mut input = input.clone();
                input.push(u128::from(mode.number()));
                input
            };
            for inputs in inputs.chunks(1 << 14) {
                let assignments: Vec<Vec<u128>> = inputs.iter().map(with_mode).collect();
                let results = self.program.run(&assignments);
                for (input, result) in inputs.iter().zip(results) {
                    let expected = reference(input, *mode);
                    assert!(
                        result == expected,
                        "{} {mode:?} of {input:x?} is {result:x}, not {expected:x}",
                        self.name
                    );
                }
            }
        }
    }
}
