//! Assembly: compiler barriers do nothing, fences are fences, all else is beyond us where it is reached.
//!
//! An empty template still moves data: an output that shares its register with an input (`"=r"(y) : "0"(x)`) is assigned the
//! input, which is how programs hide a value from the optimiser.

use unspool_ir::{InstKind, MemoryOrder};

use crate::ast::{AsmOperand, AsmStmt, StringLiteral, StringUnits};
use crate::source::Span;

use super::{Lower, Lowered};

impl<'a> Lower<'a> {
    pub(super) fn asm(&mut self, asm: &'a AsmStmt, span: Span) -> Lowered<()> {
        let template = text(&asm.template).to_lowercase();
        let words: Vec<&str> = template
            .split([';', '\n', '\t', ' ', ','])
            .filter(|word| !word.is_empty())
            .collect();
        let is_hint = |word: &&str| matches!(*word, "pause" | "nop" | "rep" | "yield");
        if words.iter().all(is_hint) && !asm.is_goto {
            return self.data_flow(asm, span);
        }
        if asm.outputs.is_empty() && is_fence(&words) {
            self.at(span);
            self.b.emit(InstKind::Fence(MemoryOrder::SeqCst));
            return Ok(());
        }
        self.unsupported_asm(&template, span);
        Ok(())
    }

    /// The output in whose place the input is: its number, or its name in brackets.
    fn tied_output(&self, asm: &AsmStmt, input: &AsmOperand) -> Option<usize> {
        let constraint = text(&input.constraint);
        if let Ok(position) = constraint.parse::<usize>() {
            return Some(position);
        }
        let name = constraint.strip_prefix('[')?.strip_suffix(']')?;
        asm.outputs
            .iter()
            .position(|output| output.name.is_some_and(|n| self.text(n.symbol) == name))
    }

    fn unsupported_asm(&mut self, template: &str, span: Span) {
        self.at(span);
        let what = format!("assembly `{}`", template.trim());
        self.b.emit(InstKind::Unsupported(what));
    }

    /// What an empty template does to its operands.
    fn data_flow(&mut self, asm: &'a AsmStmt, span: Span) -> Lowered<()> {
        let mut moved = Vec::new();
        for input in &asm.inputs {
            let value = self.rvalue(&input.value)?;
            if let Some(output) = self.tied_output(asm, input) {
                moved.push((output, value));
            }
        }
        for (position, output) in asm.outputs.iter().enumerate() {
            let target = self.lvalue(&output.value)?;
            let value = moved.iter().find(|(tied, _)| *tied == position);
            match value {
                Some(&(_, value)) => {
                    let value = self.assign_convert(value, target.ty, None, span)?;
                    self.at(span);
                    self.store(target, value, span)?;
                }
                // Read and written back unchanged.
                None if text(&output.constraint).starts_with('+') => {}
                None => self.unsupported_asm("whose output nothing sets", span),
            }
        }
        Ok(())
    }
}

/// Full fences, and the locked no-op on the stack that serves as one.
fn is_fence(words: &[&str]) -> bool {
    match words {
        ["mfence" | "lfence" | "sfence" | "sync" | "lwsync" | "isync"] => true,
        ["dmb", _] => true,
        [
            "lock",
            "addl" | "addq" | "orl" | "orq",
            "$0" | "$0x0",
            place,
        ] => place.ends_with("sp)"),
        _ => false,
    }
}

fn text(literal: &StringLiteral) -> String {
    match &literal.units {
        StringUnits::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        StringUnits::Units(_) => String::new(),
    }
}
