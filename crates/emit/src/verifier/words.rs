//! The words of the text that C has not: inputs, assertions, spurious failures.

use std::collections::HashMap;

use unspool_ir::{GlobalId, Program, Property, RegId, Span};

use super::TextOptions;
use super::nondet;
use crate::expressions::Code;
use crate::literals::string_literal;
use crate::target::{Position, Target};

pub struct Words<'a> {
    program: &'a Program,
    counters: &'a HashMap<GlobalId, u32>,
}

impl<'a> Words<'a> {
    pub fn new(program: &'a Program, options: &'a TextOptions<'a>) -> Self {
        Words {
            program,
            counters: &options.counters,
        }
    }

    fn span(&self, at: Position) -> Option<Span> {
        let body = self.program.function(at.function).body.as_ref()?;
        let mut rest = at.position as usize;
        for block in &body.blocks {
            match block.insts.get(rest) {
                Some(inst) => return Some(inst.span),
                None if rest == block.insts.len() => return Some(block.span),
                None => rest -= block.insts.len() + 1,
            }
        }
        None
    }
}

impl Target for Words<'_> {
    fn counter_bits(&self, global: GlobalId) -> Option<u32> {
        self.counters.get(&global).copied()
    }

    fn nondet(&self, _at: Position, dst: RegId, code: &Code<'_>) -> String {
        let ty = code.body.regs[dst.index()].ty;
        nondet::assignment(code, ty, code.register(dst))
    }

    fn spurious_failure(&self, _at: Position) -> Option<String> {
        Some("unspool_nondet_bool()".to_string())
    }

    fn assert(&self, at: Position, condition: &str, property: Property, message: &str) -> String {
        let place = self.span(at).and_then(|span| {
            let file = self.program.files.get(span.file.index())?;
            (span.line > 0).then(|| format!(" ({file}:{})", span.line))
        });
        let place = place.unwrap_or_default();
        let text = format!("{}: {message}{place}", property.name());
        let text = string_literal(text.as_bytes());
        format!("unspool_assert({condition}, {text});")
    }
}
