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

    /// A test whose text says what is violated, and where.
    pub fn assertion(
        &self,
        span: Span,
        condition: &str,
        property: Property,
        message: &str,
    ) -> String {
        let file = self.program.files.get(span.file.index());
        let place = match file.filter(|_| span.line > 0) {
            Some(file) => format!(" ({file}:{})", span.line),
            None => String::new(),
        };
        let text = format!("{}: {message}{place}", property.name());
        let text = string_literal(text.as_bytes());
        format!("unspool_assert({condition}, {text});")
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

    fn assert(&self, _at: Position, condition: &str, property: Property, message: &str) -> String {
        self.assertion(Span::NONE, condition, property, message)
    }
}
