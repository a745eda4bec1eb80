//! Where loops stand in the source, and which of them an option means.
//!
//! A loop is its head, and the front end gives the head of every loop the place of its keyword: to the test of a `while` or
//! `for`, or to a block that only jumps, where a loop has no test to begin with. Loops made of `goto` have no keyword; they
//! begin where the first instruction behind the label stands.

use unspool_ir::{BlockId, Body, FunctionId, Program, Span};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopBound {
    pub place: LoopPlace,
    pub bound: u32,
}

/// Which loops.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoopPlace {
    /// The loops whose head is on this line; the file is a suffix of its path.
    Line { file: String, line: u32 },
    /// All loops of the function.
    Function(String),
}

impl LoopPlace {
    /// Whether it means the loop of a function that stands at `span`.
    pub fn means(&self, program: &Program, function: FunctionId, span: Span) -> bool {
        match self {
            LoopPlace::Line { file, line } => span.line == *line && is_in_file(program, span, file),
            LoopPlace::Function(name) => is_called(&program.function(function).name, name),
        }
    }
}

/// Functions of several files that have one name in C are told apart by numbers.
fn is_called(function: &str, name: &str) -> bool {
    let rest = function.strip_prefix(name);
    rest.is_some_and(|rest| match rest.strip_prefix('.') {
        Some(number) => !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()),
        None => rest.is_empty(),
    })
}

/// Whether the file is the one that is meant. Neither of the two need be told with all its folders.
pub fn is_in_file(program: &Program, span: Span, file: &str) -> bool {
    let path = program.files.get(span.file.index());
    path.is_some_and(|path| {
        is_end_of(file, path) || (file.starts_with('/') && is_end_of(path, file))
    })
}

/// Whether one path is the last part of another.
fn is_end_of(end: &str, path: &str) -> bool {
    let end = end.strip_prefix("./").unwrap_or(end);
    let before = path.strip_suffix(end);
    before.is_some_and(|before| before.is_empty() || before.ends_with('/') || end.starts_with('/'))
}

/// Where a loop stands in the source.
pub fn span_of_loop(body: &Body, head: BlockId) -> Span {
    let (first, end) = (first_span(body, head), body.block(head).span);
    // The keyword comes before the condition.
    let is_earlier = end.file == first.file && (end.line, end.column) < (first.line, first.column);
    match end.line > 0 && is_earlier {
        true => end,
        false => first,
    }
}

/// Where a block begins in the source.
pub fn first_span(body: &Body, block: BlockId) -> Span {
    let block = body.block(block);
    let mut spans = block.insts.iter().map(|inst| inst.span);
    spans.find(|span| span.line > 0).unwrap_or(block.span)
}
