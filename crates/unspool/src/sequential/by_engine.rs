//! Our engine on a sequential program: its loops are unwound and its calls inlined like those of any other, then it has one thread.

use unspool_engine::{Counterexample, Encoding, EngineConfig};
use unspool_ir::{InstKind, Program};
use unspool_passes::bound::{AtBound, BoundConfig};
use unspool_passes::bounded;
use unspool_passes::reductions::Reductions;
use unspool_schemas::Sequential;
use unspool_schemas::guesses::Script;

use crate::bound_options::Bounds;
use crate::error::Error;
use crate::pipeline::{self, Goal};

/// The sequential program as the engine wants it.
pub fn bound(sequential: &Sequential, instructions: usize) -> Result<Program, Error> {
    // All its loops end by themselves.
    let config = BoundConfig {
        unwind: 1,
        unwind_static: u32::MAX,
        instructions,
        at_bound: AtBound::Assert,
        ..BoundConfig::default()
    };
    let bounds = Bounds::new(config, Reductions::default());
    let program = sequential.program.clone();
    pipeline::from_lowered(program, &bounds, Goal::Reduced).map(|work| work.program)
}

/// One thread runs in one round.
pub fn config(config: &EngineConfig) -> EngineConfig {
    EngineConfig {
        encoding: Encoding::Rounds(1),
        ..config.clone()
    }
}

/// What the engine says was guessed.
pub fn script(sequential: &Sequential, bounded: &Program, found: &Counterexample) -> Script {
    let threads = bounded::threads(bounded);
    let steps = found.contexts.iter().flat_map(|context| &context.steps);
    let mut values: Vec<(&str, u128)> = Vec::new();
    for step in steps {
        let function = threads.iter().find(|thread| thread.number == step.thread);
        let body = function.and_then(|it| bounded.function(it.function).body.as_ref());
        let block = body.and_then(|body| body.blocks.get(step.block.index()));
        let inst = block.and_then(|block| block.insts.get(step.index));
        let (Some(body), Some(InstKind::Nondet { dst })) = (body, inst.map(|inst| &inst.kind))
        else {
            continue;
        };
        let drawn = found.inputs.iter().find(|input| input.at == *step);
        let bytes = drawn.map_or(&[][..], |input| &input.bytes);
        let bits =
            (bytes.iter().take(16).rev()).fold(0, |bits, &byte| bits << 8 | u128::from(byte));
        values.push((&body.regs[dst.index()].name, bits));
    }
    sequential.notes.guesses.read(values)
}
