//! The C text of a program, for a verifier and for people: what a schema added is marked, and what it guesses can be found in traces.

use std::collections::{HashMap, HashSet};

use unspool_emit::Position;
use unspool_emit::verifier::{self, Text, TextOptions};
use unspool_ir::{BlockId, FunctionId, GlobalId, Program, RegId};
use unspool_schemas::{AdditionKind, Counter, SequentialNotes};

/// A C file, and what the variables in it are that have guesses.
pub struct CText {
    pub text: String,
    /// By the name in the C text: the name in the program.
    pub guesses: HashMap<String, String>,
}

/// Writes the program. `notes` are those of the schema that made it, if one has.
pub fn write(
    program: &Program,
    notes: Option<&SequentialNotes>,
    prelude: &str,
    lines: bool,
) -> CText {
    let mut options = TextOptions {
        prelude,
        lines,
        ..TextOptions::default()
    };
    if let Some(notes) = notes {
        add_notes(&mut options, program, notes);
    }
    let Text {
        text,
        registers,
        globals,
        ..
    } = verifier::text(program, &options);
    let is_guess = |name: &str| notes.is_some_and(|it| it.guesses.of_name(name).is_some());
    let mut guesses = HashMap::new();
    for (global, name) in globals {
        let declared = &program.global(global).name;
        if is_guess(declared) {
            guesses.insert(name, declared.clone());
        }
    }
    for ((function, register), name) in registers {
        let body = program.function(function).body.as_ref();
        let declared = body.and_then(|body| body.regs.get(register.index()));
        if let Some(declared) = declared.filter(|declared| is_guess(&declared.name)) {
            guesses.insert(name, declared.name.clone());
        }
    }
    CText { text, guesses }
}

fn add_notes(options: &mut TextOptions<'_>, program: &Program, notes: &SequentialNotes) {
    for addition in &notes.additions {
        let first = position(program, addition.function, addition.block, addition.index);
        let end = position(program, addition.function, addition.block, usize::MAX);
        let (Some(first), Some(end)) = (first, end) else {
            continue;
        };
        let (at, comment) = match &addition.kind {
            AdditionKind::Jump(stop) => {
                options.jumps.insert(end);
                (end, format!("J({stop}, {})", stop + 1))
            }
            AdditionKind::Switch(stop) => {
                options.jumps.insert(end);
                (end, format!("cs({stop})"))
            }
            // It loads `cs` first.
            AdditionKind::Guard(stop) => {
                let assume = Position {
                    position: first.position + 1,
                    ..first
                };
                (assume, format!("G({stop})"))
            }
            AdditionKind::Step(what) => (first, what.clone()),
        };
        options.comments.insert(at, comment);
    }
    let (mut globals, mut registers): (HashMap<GlobalId, u32>, HashMap<(FunctionId, RegId), u32>) =
        Default::default();
    for (counter, bits) in &notes.counters {
        match *counter {
            Counter::Global(global) => globals.insert(global, *bits),
            Counter::Register(function, register) => registers.insert((function, register), *bits),
        };
    }
    for (number, function) in program.functions.iter().enumerate() {
        let regs = function
            .body
            .iter()
            .flat_map(|body| body.regs.iter().enumerate());
        let guessed = regs.filter(|(_, reg)| notes.guesses.of_name(&reg.name).is_some());
        let keys = guessed.map(|(reg, _)| (FunctionId::new(number), RegId::new(reg)));
        options.inputs.extend(keys);
    }
    options.counters = globals;
    options.register_counters = registers;
    options.trusted = notes.control.iter().copied().collect::<HashSet<_>>();
}

/// Instructions and terminators are counted through all blocks.
fn position(
    program: &Program,
    function: FunctionId,
    block: BlockId,
    index: usize,
) -> Option<Position> {
    let body = program.function(function).body.as_ref()?;
    let before = body.blocks.get(..block.index())?.iter();
    let before: usize = before.map(|block| block.insts.len() + 1).sum();
    let here = index.min(body.blocks.get(block.index())?.insts.len());
    Some(Position {
        function,
        position: (before + here) as u32,
    })
}
