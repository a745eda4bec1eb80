//! The simplest inputs: which values an execution gets from outside, and how to ask for simpler ones.
//!
//! The simplest number is 0, then 1, then one with few binary digits, then the smallest; one below zero comes after all others, and of those the
//! one nearest to zero. Of floating-point numbers the simplest are a few round ones, then those that are finite, with few digits behind the point; of
//! others than the round ones it is not said that they are the simplest. Inputs are
//! simplified one after the other, so an early one is not made worse for the sake of a later one.
//!
//! Values are asked for from the solver rather than tried in the interpreter (as delta debugging would): most values that are tried
//! break the execution unless others change along with them, and the solver changes them, and the schedule too if it has to. It also
//! knows when nothing simpler is left.

use unspool_formula::bits::Bits;
use unspool_formula::terms::Term;
use unspool_ir::{Body, FloatKind, Inst, InstKind, OriginStep, Program, RegId, Type};

use crate::answer::{Counterexample, InputKind, Position};
use crate::build::Build;
use crate::engine::EngineError;
use crate::minimal::{Descent, Reply};

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    Drawn(Position, InputKind),
    /// A register of a thread that is read before it is set.
    Unset(u32, RegId),
}

/// A value from outside.
#[derive(Clone, Copy, Debug)]
pub struct Input {
    pub source: Source,
    pub term: Term,
    pub float: Option<FloatKind>,
}

/// All of the program: first what its own text asks for, then what is indeterminate, then choices of the library and of the machine.
pub fn inputs(build: &Build<'_>) -> Vec<Input> {
    let (mut own, mut unset, mut choices) = (Vec::new(), Vec::new(), Vec::new());
    for (thread, text) in build.threads.iter().zip(&build.texts) {
        for &(at, kind, term) in &thread.inputs {
            let inst = text.body.block(at.block).insts.get(at.index);
            let dst = match inst.map(|inst| &inst.kind) {
                Some(InstKind::Nondet { dst }) => Some(*dst),
                _ => None,
            };
            let ty = dst.and_then(|dst| text.body.regs.get(dst.index()));
            let float = ty.and_then(|reg| match build.program.types.get(reg.ty) {
                Type::Float(kind) => Some(*kind),
                _ => None,
            });
            let input = Input {
                source: Source::Drawn(at, kind),
                term,
                float,
            };
            let is_yes_or_no = build.terms.width(term) == 1;
            let is_library = |inst: &Inst| is_of_library(build.program, text.body, inst);
            let is_choice = is_yes_or_no && inst.is_some_and(is_library);
            match dst {
                _ if is_choice || kind == InputKind::SpuriousFailure => choices.push(input),
                Some(_) => own.push(input),
                None => unset.push(input),
            }
        }
        unset.extend(thread.unset.iter().map(|&(reg, term)| Input {
            source: Source::Unset(thread.number, reg),
            term,
            float: None,
        }));
    }
    own.extend(unset);
    own.extend(choices);
    own
}

/// Whether it stands in a function of the library.
fn is_of_library(program: &Program, body: &Body, inst: &Inst) -> bool {
    let mut at = inst.origin;
    while let Some(origin) = at.and_then(|id| body.origins.get(id.index())) {
        if let OriginStep::Call { callee, .. } = origin.step {
            let callee = program.functions.get(callee.index());
            return callee.is_some_and(|callee| callee.is_model);
        }
        at = origin.parent;
    }
    false
}

/// The value in an execution, from its lowest byte on. None if it has no part in that.
pub fn value_in(execution: &Counterexample, source: Source) -> Option<&[u8]> {
    match source {
        Source::Drawn(at, kind) => {
            let mut inputs = execution.inputs.iter();
            let found = inputs.find(|input| (input.at, input.kind) == (at, kind));
            found.map(|input| input.bytes.as_slice())
        }
        Source::Unset(thread, reg) => {
            let mut unset = execution.unset.iter();
            let found = unset.find(|(of, register, _)| (*of, *register) == (thread, reg));
            found.map(|(_, _, bytes)| bytes.as_slice())
        }
    }
}

/// Makes one input as simple as can be while all that is kept so far holds. False if it was not found out.
pub fn simplify(descent: &mut Descent<'_, '_>, input: Input) -> Result<bool, EngineError> {
    let width = descent.terms().width(input.term);
    let mut is_known = true;
    for simple in simple_values(input, width) {
        let is_already = descent.value(input).as_ref() == Some(&simple);
        let terms = descent.terms();
        let constant = terms.constant(&simple);
        let wanted = terms.equal(input.term, constant);
        match descent.want(wanted, is_already)? {
            Reply::Yes => return Ok(is_known),
            Reply::No => {}
            Reply::Unknown => is_known = false,
        }
    }
    if width == 1 {
        return Ok(is_known);
    }
    if let Some(kind) = input.float {
        is_known = false;
        // Not infinite, and a number.
        let exponent = digits_behind_the_point(kind)..width - 1;
        let terms = descent.terms();
        let bits: Vec<Term> = exponent.map(|bit| terms.bit(input.term, bit)).collect();
        let is_infinite = bits
            .iter()
            .fold(terms.boolean(true), |all, bit| terms.and(all, *bit));
        let is_finite = terms.not(is_infinite);
        descent.want(is_finite, false)?;
    }
    let digits: Vec<u32> = match input.float {
        Some(kind) => (0..digits_behind_the_point(kind)).collect(),
        None => (0..width).rev().collect(),
    };
    // Numbers below zero are near to it if their digits are ones.
    let mut preferred = false;
    for digit in digits {
        let Some(value) = descent.value(input) else {
            break;
        };
        let terms = descent.terms();
        let bit = terms.bit(input.term, digit);
        let wanted = match preferred {
            true => bit,
            false => terms.not(bit),
        };
        let reply = descent.want(wanted, value.bit(digit) == preferred)?;
        is_known &= reply != Reply::Unknown;
        if reply != Reply::Yes && digit + 1 == width {
            preferred = value.bit(digit);
        }
    }
    Ok(is_known)
}

/// To be tried first, in this order.
fn simple_values(input: Input, width: u32) -> Vec<Bits> {
    const ROUND: [f32; 9] = [0.0, 1.0, -1.0, 2.0, -2.0, 10.0, -10.0, 1000.0, -1000.0];
    let values: Vec<u128> = match input.float {
        None => vec![0, 1],
        Some(FloatKind::F32) => ROUND.map(|it| u128::from(it.to_bits())).into(),
        Some(FloatKind::F64) => ROUND.map(|it| u128::from(f64::from(it).to_bits())).into(),
        Some(FloatKind::F16) => vec![0, 0x3c00],
        Some(FloatKind::F80) => vec![0, 0x3fff_8000_0000_0000_0000],
        Some(FloatKind::F128) => vec![0, 0x3fff << 112],
    };
    let bits = values.into_iter().map(|value| Bits::new(value, width));
    bits.collect()
}

fn digits_behind_the_point(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::F16 => 10,
        FloatKind::F32 => 23,
        FloatKind::F64 => 52,
        FloatKind::F80 => 63,
        FloatKind::F128 => 112,
    }
}
