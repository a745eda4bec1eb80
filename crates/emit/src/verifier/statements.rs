//! What is written for an instruction: a comment, checks, and one statement or a few.

use std::collections::HashMap;

use unspool_ir::{ExprId, ExprKind, Inst, InstKind, PlaceKind, Span, Terminator};
use unspool_passes::operands::{root_of, terminator_expr};

use super::checks::{self, Checks};
use super::initial_values::InitialValues;
use super::kept::Kept;
use super::nondet;
use super::words::Words;
use super::{TextOptions, updates};
use crate::expressions::Code;
use crate::statements;
use crate::target::Position;

/// A line of the text, or a part of one, and where it comes from.
pub struct Statement {
    pub span: Span,
    pub text: String,
}

/// What the statements of a function are made of.
pub struct Writer<'a> {
    pub code: Code<'a>,
    pub kept: &'a Kept,
    pub initial: &'a InitialValues,
    pub words: &'a Words<'a>,
    pub options: &'a TextOptions<'a>,
    /// Only if there are threads: where waits go back to, by position.
    pub begins: HashMap<Position, (Position, u32)>,
}

impl Writer<'_> {
    pub fn instruction(&self, at: Position, inst: &Inst, out: &mut Vec<Statement>) {
        let mut texts = self.comment(at);
        match checks::of_instruction(&self.code, &self.options.trusted, &inst.kind) {
            Checks::Pass(checks) => {
                texts.extend(checks);
                texts.extend(self.effect(at, inst));
            }
            Checks::Fails(checks) => {
                texts.extend(checks);
                texts.push("unspool_abort();".to_string());
            }
        }
        put(out, inst.span, texts);
    }

    /// What stands in front of a terminator.
    pub fn before_terminator(
        &self,
        at: Position,
        span: Span,
        terminator: &Terminator,
        out: &mut Vec<Statement>,
    ) {
        let mut texts = self.comment(at);
        if let Some(expr) = terminator_expr(terminator) {
            texts.extend(checks::of_expression(&self.code, expr));
        }
        put(out, span, texts);
    }

    fn comment(&self, at: Position) -> Vec<String> {
        let comment = self.options.comments.get(&at);
        comment.map(|it| comment_text(it)).into_iter().collect()
    }

    fn effect(&self, at: Position, inst: &Inst) -> Vec<String> {
        let kind = &inst.kind;
        let code = &self.code;
        if !self.kept.writes(code.body, kind) || self.is_folded(kind) {
            return Vec::new();
        }
        if self.options.threads
            && let Some(statements) = self.among_threads(at, kind)
        {
            return statements;
        }
        if let InstKind::Assert {
            condition,
            property,
            message,
            ..
        } = kind
        {
            let condition = code.expr(*condition);
            let text = self
                .words
                .assertion(inst.span, &condition, *property, message);
            return vec![text];
        }
        self.alone(at, kind)
    }

    /// What is written differently if there are other threads.
    fn among_threads(&self, at: Position, kind: &InstKind) -> Option<Vec<String>> {
        let code = &self.code;
        match kind {
            InstKind::AtomicBegin => {
                let mut begins = self.begins.values().map(|(begin, _)| *begin);
                let is_begun_again = begins.any(|begin| begin == at);
                is_begun_again.then(|| vec![format!("{}: unspool_atomic_begin();", section(at))])
            }
            InstKind::WaitUntil(condition) => {
                let waits = code.negated(*condition);
                Some(vec![match self.begins.get(&at) {
                    Some((begin, depth)) => {
                        let section = section(*begin);
                        format!("if ({waits}) {{ unspool_wait({depth}); goto {section}; }}")
                    }
                    None => format!(
                        "if ({waits}) {{ unspool_unexpected(\"a wait in a section of the caller\"); }}"
                    ),
                }])
            }
            InstKind::Rmw { .. } | InstKind::CompareExchange { .. } => {
                let mut statements = vec!["unspool_atomic_begin();".to_string()];
                statements.extend(self.alone(at, kind));
                statements.push("unspool_atomic_end();".to_string());
                Some(statements)
            }
            _ => None,
        }
    }

    fn alone(&self, at: Position, kind: &InstKind) -> Vec<String> {
        let code = &self.code;
        match kind {
            InstKind::Assign { dst, value }
                if code.body.expr(*value).kind == ExprKind::Reg(*dst) =>
            {
                Vec::new()
            }
            InstKind::Live(slot) if self.initial.live_slots.contains(slot) => {
                let ty = code.body.slots[slot.index()].ty;
                vec![nondet::assignment(code, ty, code.slot(*slot))]
            }
            InstKind::Rmw { .. } => updates::read_modify_write(code, kind),
            InstKind::CompareExchange { .. } => {
                updates::compare_exchange(code, self.words, at, kind)
            }
            InstKind::ObjectSize { dst, pointer } => {
                // The size of a variable is known.
                if let Some(size) = self.variable_size(*pointer) {
                    return vec![format!("{} = {size};", code.register(*dst))];
                }
                vec![statements::instruction(code, self.words, at, kind)]
            }
            _ => vec![statements::instruction(code, self.words, at, kind)],
        }
    }

    fn is_folded(&self, kind: &InstKind) -> bool {
        match kind {
            InstKind::Assign { dst, .. } | InstKind::Load { dst, .. } => {
                self.code.folded.contains_key(dst)
            }
            _ => false,
        }
    }

    fn variable_size(&self, pointer: ExprId) -> Option<u64> {
        let (program, body) = (self.code.program, self.code.body);
        let mut expr = pointer;
        while let ExprKind::Convert(inner) = body.expr(expr).kind {
            expr = inner;
        }
        let ExprKind::AddressOf(place) = body.expr(expr).kind else {
            return None;
        };
        match root_of(body, place) {
            PlaceKind::Global(global) => Some(program.global(global).size),
            PlaceKind::Slot(slot) => program.types.size_of(body.slots[slot.index()].ty),
            _ => None,
        }
    }
}

/// What the begin of an atomic section is called where something goes back to it.
fn section(begin: Position) -> String {
    format!("unspool_section_{}", begin.position)
}

/// A text as a comment of C.
pub fn comment_text(text: &str) -> String {
    format!("/* {} */", text.replace("*/", "* /"))
}

fn put(out: &mut Vec<Statement>, span: Span, texts: Vec<String>) {
    let texts = texts.into_iter().filter(|text| !text.is_empty());
    out.extend(texts.map(|text| Statement { span, text }));
}
