//! The blocks of a function as `if`, `while`, `switch`, and `goto` for what is left.
//!
//! [`Layout`] says where each block stands; here each edge becomes nothing if its target stands next, `break` or `continue` where
//! these lead there, and else a `goto`. So the text is right whatever the layout is.
//!
//! Blocks wait on a stack of our own, for programs are long: what is nested is nested at most [`DEPTH`] deep, since compilers and
//! verifiers have their limits too; below that, what would be nested stands behind, with a label.

use std::collections::BTreeSet;

use unspool_ir::{BlockId, Body, Case, ExprId, Span, Terminator, Types};

use super::flow::Flow;
use super::layout::Layout;
use super::statements::{Statement, Writer};
use crate::literals;
use crate::statements as plain;
use crate::target::Position;

const DEPTH: usize = 30;
/// How many blocks an arm has that is short.
const ARM: u32 = 4;

/// A part of the text.
pub enum Item {
    /// Where something jumps to.
    Label(BlockId),
    Line {
        depth: usize,
        span: Span,
        text: String,
    },
}

/// The statements of a function, in order; only labels that are used.
pub fn items(writer: &Writer<'_>, first: Position) -> Vec<Item> {
    let body = writer.code.body;
    let mut starts = Vec::with_capacity(body.blocks.len());
    let mut ends = Vec::with_capacity(body.blocks.len());
    let mut position = first.position;
    for block in &body.blocks {
        starts.push(position);
        position += block.insts.len() as u32;
        ends.push(position);
        position += 1;
    }
    let at = |position| Position { position, ..first };
    let jumps =
        (0..body.blocks.len()).filter(|block| writer.options.jumps.contains(&at(ends[*block])));
    let jumps = jumps.map(BlockId::new).collect();
    let flow = Flow::of(body, &writer.kept.blocks, &jumps);
    let layout = Layout::of(&flow);
    let mut text = Structure {
        writer,
        flow: &flow,
        layout: &layout,
        is_jump: |block: BlockId| jumps.contains(&block),
        starts: &starts,
        function: first,
        tasks: Vec::new(),
        items: Vec::new(),
        labels: BTreeSet::new(),
    };
    text.write();
    let labels = text.labels;
    let mut items = text.items;
    items.retain(|item| match item {
        Item::Label(block) => labels.contains(block),
        Item::Line { .. } => true,
    });
    items
}

/// Where control goes from the end of a piece of text.
#[derive(Clone, Copy)]
struct Around {
    depth: usize,
    next: Option<u32>,
    break_to: Option<u32>,
    continue_to: Option<u32>,
}

enum Task {
    Block(u32, Around),
    Line(usize, String),
}

struct Structure<'a, J> {
    writer: &'a Writer<'a>,
    flow: &'a Flow,
    layout: &'a Layout,
    is_jump: J,
    /// The position of the first instruction, by block.
    starts: &'a [u32],
    function: Position,
    /// What is still to be written, the next one last.
    tasks: Vec<Task>,
    items: Vec<Item>,
    labels: BTreeSet<BlockId>,
}

impl<'a, J: Fn(BlockId) -> bool> Structure<'a, J> {
    fn write(&mut self) {
        if self.flow.blocks.is_empty() {
            return;
        }
        let around = Around {
            depth: 1,
            next: None,
            break_to: None,
            continue_to: None,
        };
        self.tasks.push(Task::Block(0, around));
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Block(node, around) => self.block(node, around),
                Task::Line(depth, text) => self.line(depth, Span::NONE, text),
            }
        }
    }

    /// A block with all that stands behind it.
    fn block(&mut self, node: u32, around: Around) {
        self.items.push(Item::Label(self.id(node)));
        let statements = self.statements(node);
        if !self.flow.is_head(node) || around.depth >= DEPTH {
            let next = self.sequence(self.layout.behind_loop(node), around);
            let next = self.sequence(self.layout.behind(node), Around { next, ..around });
            self.put(around.depth, statements);
            return self.terminator(node, Around { next, ..around });
        }
        let behind = self.sequence(self.layout.behind_loop(node), around);
        let inside = Around {
            depth: around.depth + 1,
            next: Some(node),
            break_to: behind,
            continue_to: Some(node),
        };
        self.tasks.push(Task::Line(around.depth, "}".to_string()));
        let next = self.sequence(self.layout.behind(node), inside);
        let inside = Around { next, ..inside };
        let span = self.body().block(self.id(node)).span;
        if statements.is_empty()
            && let Some((condition, first)) = self.loop_condition(node, behind)
        {
            self.line(around.depth, span, format!("while ({condition}) {{"));
            return self.goto(node, first, span, inside);
        }
        self.line(around.depth, span, "for (;;) {".to_string());
        self.put(inside.depth, statements);
        self.terminator(node, inside);
    }

    /// Has blocks written one after the other; returns the first, or what stands behind if there is none.
    fn sequence(&mut self, nodes: &[u32], around: Around) -> Option<u32> {
        let mut next = around.next;
        for &node in nodes.iter().rev() {
            self.tasks
                .push(Task::Block(node, Around { next, ..around }));
            next = Some(node);
        }
        next
    }

    /// The condition under which a loop goes on, and where, if it is left by the branch at its beginning for what stands behind it.
    fn loop_condition(&self, head: u32, behind: Option<u32>) -> Option<(String, BlockId)> {
        let block = self.id(head);
        let Terminator::Branch {
            condition,
            then,
            otherwise,
        } = self.body().block(block).terminator
        else {
            return None;
        };
        let leaves = |to: BlockId| {
            let to = self.flow.number(to);
            to.is_some() && to == behind
        };
        if (self.is_jump)(block) || then == otherwise {
            return None;
        }
        match (leaves(then), leaves(otherwise)) {
            (false, true) => Some((self.writer.code.expr(condition), then)),
            (true, false) => Some((self.writer.code.negated(condition), otherwise)),
            _ => None,
        }
    }

    fn terminator(&mut self, node: u32, around: Around) {
        let block = self.body().block(self.id(node));
        let span = block.span;
        match &block.terminator {
            Terminator::Goto(to) => self.goto(node, *to, span, around),
            Terminator::Branch {
                then, otherwise, ..
            } if then == otherwise => self.goto(node, *then, span, around),
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } if (self.is_jump)(self.id(node)) => {
                self.labels.insert(*then);
                let condition = self.writer.code.expr(*condition);
                let text = format!("if ({condition}) goto {};", label(*then));
                self.line(around.depth, span, text);
                self.goto(node, *otherwise, span, around);
            }
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => self.branch(node, *condition, *then, *otherwise, around),
            Terminator::Switch {
                value,
                cases,
                default,
            } => self.switch(node, *value, cases, *default, around),
            terminator => {
                let nowhere = BlockId::new(self.body().blocks.len());
                let text = plain::terminator(&self.writer.code, terminator, nowhere);
                self.line(around.depth, span, text);
            }
        }
    }

    fn goto(&mut self, node: u32, to: BlockId, span: Span, around: Around) {
        match self.inside(node, to) {
            Some(to) => self.tasks.push(Task::Block(to, around)),
            None => {
                if let Some(text) = self.jump(to, around) {
                    self.line(around.depth, span, text);
                }
            }
        }
    }

    fn branch(
        &mut self,
        node: u32,
        condition: ExprId,
        then: BlockId,
        otherwise: BlockId,
        around: Around,
    ) {
        let span = self.body().block(self.id(node)).span;
        let is_true = self.writer.code.expr(condition);
        let is_false = self.writer.code.negated(condition);
        match (self.inside(node, then), self.inside(node, otherwise)) {
            (None, None) => match (self.jump(then, around), self.jump(otherwise, around)) {
                (None, None) => {}
                (Some(jump), None) => {
                    self.line(around.depth, span, format!("if ({is_true}) {jump}"))
                }
                (None, Some(jump)) => {
                    self.line(around.depth, span, format!("if ({is_false}) {jump}"))
                }
                (Some(first), Some(second)) => {
                    self.line(around.depth, span, format!("if ({is_true}) {first}"));
                    self.line(around.depth, span, second);
                }
            },
            (Some(inside), None) => {
                self.one_arm(&is_true, &is_false, inside, otherwise, span, around)
            }
            (None, Some(inside)) => self.one_arm(&is_false, &is_true, inside, then, span, around),
            (Some(first), Some(second)) => {
                let nested = Around {
                    depth: around.depth + 1,
                    ..around
                };
                if around.depth >= DEPTH {
                    let text = format!("if ({is_true}) {}", self.goto_text(then));
                    self.line(around.depth, span, text);
                    self.sequence(&[second, first], around);
                } else if self.layout.ends(self.flow, self.body(), first, around.next) {
                    self.line(around.depth, span, format!("if ({is_true}) {{"));
                    self.tasks.push(Task::Block(second, around));
                    self.tasks.push(Task::Line(around.depth, "}".to_string()));
                    self.tasks.push(Task::Block(first, nested));
                } else {
                    self.line(around.depth, span, format!("if ({is_true}) {{"));
                    self.tasks.push(Task::Line(around.depth, "}".to_string()));
                    self.tasks.push(Task::Block(second, nested));
                    let text = "} else {".to_string();
                    self.tasks.push(Task::Line(around.depth, text));
                    self.tasks.push(Task::Block(first, nested));
                }
            }
        }
    }

    /// A branch of which one arm stands inside, and the other is a jump or leads to what follows.
    fn one_arm(
        &mut self,
        enters: &str,
        leaves: &str,
        inside: u32,
        other: BlockId,
        span: Span,
        around: Around,
    ) {
        // A long way to an end with an exception at its beginning is no arm.
        let is_rest = self.layout.weight(inside) > ARM
            && self
                .layout
                .ends(self.flow, self.body(), inside, around.next);
        let jump = match self.jump(other, around) {
            None if around.depth >= DEPTH || is_rest => Some(self.goto_text(other)),
            jump => jump,
        };
        match jump {
            Some(jump) => {
                self.line(around.depth, span, format!("if ({leaves}) {jump}"));
                self.tasks.push(Task::Block(inside, around));
            }
            None => {
                self.line(around.depth, span, format!("if ({enters}) {{"));
                self.tasks.push(Task::Line(around.depth, "}".to_string()));
                let nested = Around {
                    depth: around.depth + 1,
                    ..around
                };
                self.tasks.push(Task::Block(inside, nested));
            }
        }
    }

    fn switch(
        &mut self,
        node: u32,
        value: ExprId,
        cases: &[Case],
        default: BlockId,
        around: Around,
    ) {
        let code = &self.writer.code;
        let span = self.body().block(self.id(node)).span;
        let ty = code.body.expr(value).ty;
        // A switch on a truth value is taken for a mistake.
        let value = match ty == Types::BOOL {
            true => format!("(int){}", code.operand(value)),
            false => code.expr(value),
        };
        let mut targets: Vec<(BlockId, Vec<String>)> = Vec::new();
        let constant = |bits| literals::integer(&code.program.types, ty, bits);
        let rows = cases.iter().map(|case| {
            let (low, high) = (constant(case.low), constant(case.high));
            match case.low == case.high {
                true => (case.target, format!("case {low}:")),
                false => (case.target, format!("case {low} ... {high}:")),
            }
        });
        for (target, text) in rows.chain([(default, "default:".to_string())]) {
            match targets.iter_mut().find(|(it, _)| *it == target) {
                Some((_, texts)) => texts.push(text),
                None => targets.push((target, vec![text])),
            }
        }
        let nested = Around {
            depth: around.depth + 1,
            next: None,
            break_to: around.next,
            ..around
        };
        self.line(around.depth, span, format!("switch ({value}) {{"));
        // Those that are too deep stand behind.
        let mut flat = Vec::new();
        let mut tasks = Vec::new();
        for (target, texts) in targets {
            tasks.push(Task::Line(around.depth, texts.join(" ")));
            match self.inside(node, target) {
                Some(inside) if around.depth < DEPTH => tasks.push(Task::Block(inside, nested)),
                Some(inside) => {
                    flat.push(inside);
                    tasks.push(Task::Line(nested.depth, self.goto_text(target)));
                }
                None => {
                    let jump = self.jump(target, nested);
                    let jump = jump.unwrap_or_else(|| "break;".to_string());
                    tasks.push(Task::Line(nested.depth, jump));
                }
            }
        }
        tasks.push(Task::Line(around.depth, "}".to_string()));
        self.sequence(&flat, around);
        self.tasks.extend(tasks.into_iter().rev());
    }

    /// What a block ends with that goes to another one; nothing if that stands next.
    fn jump(&mut self, to: BlockId, around: Around) -> Option<String> {
        let number = self.flow.number(to);
        if number.is_none() || number == around.next {
            return None;
        }
        if number == around.continue_to {
            return Some("continue;".to_string());
        }
        if number == around.break_to {
            return Some("break;".to_string());
        }
        Some(self.goto_text(to))
    }

    fn goto_text(&mut self, to: BlockId) -> String {
        self.labels.insert(to);
        format!("goto {};", label(to))
    }

    fn inside(&self, node: u32, to: BlockId) -> Option<u32> {
        let to = self.flow.number(to)?;
        self.layout.is_inside(to, node).then_some(to)
    }

    fn statements(&self, node: u32) -> Vec<Statement> {
        let id = self.id(node);
        let block = self.body().block(id);
        let mut at = Position {
            position: self.starts[id.index()],
            ..self.function
        };
        let mut out = Vec::new();
        for inst in &block.insts {
            self.writer.instruction(at, inst, &mut out);
            at.position += 1;
        }
        self.writer
            .before_terminator(at, block.span, &block.terminator, &mut out);
        out
    }

    fn put(&mut self, depth: usize, statements: Vec<Statement>) {
        for Statement { span, text } in statements {
            self.line(depth, span, text);
        }
    }

    fn line(&mut self, depth: usize, span: Span, text: String) {
        if !text.is_empty() {
            self.items.push(Item::Line { depth, span, text });
        }
    }

    fn id(&self, node: u32) -> BlockId {
        self.flow.blocks[node as usize]
    }

    fn body(&self) -> &'a Body {
        self.writer.code.body
    }
}

/// What a block is called where something jumps to it.
pub fn label(block: BlockId) -> String {
    format!("L{}", block.0)
}
