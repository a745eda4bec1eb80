//! The loops of a program as it was written, and functions that call themselves.

use std::collections::BTreeSet;

use unspool_ir::{Callee, ExprKind, Function, FunctionId, InitValue, InstKind, Program, Span};
use unspool_passes::bound::{LoopBound, LoopPlace, is_in_file, span_of_loop};
use unspool_passes::loop_order::LoopOrder;

use crate::bound_options::spelled;
use crate::error::Error;
use crate::nearest_names::nearest_names;

#[derive(Clone, Debug, Default)]
pub struct SourceLoops {
    /// In the order of the source, those of library models last.
    pub loops: Vec<SourceLoop>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceLoop {
    pub function: FunctionId,
    /// Of its keyword, as the report of bounding has it.
    pub span: Span,
    pub is_model: bool,
}

impl SourceLoops {
    pub fn of(program: &Program) -> SourceLoops {
        let mut loops = Vec::new();
        for (index, function) in program.functions.iter().enumerate() {
            let Some(body) = &function.body else {
                continue;
            };
            for found in LoopOrder::of(body).loops {
                loops.push(SourceLoop {
                    function: FunctionId::new(index),
                    span: span_of_loop(body, found.head),
                    is_model: function.is_model,
                });
            }
        }
        loops.sort_by_key(|l| (l.is_model, l.span, l.function));
        // What a macro makes may stand at one place several times.
        loops.dedup();
        SourceLoops { loops }
    }

    /// Bounds must be of loops that there are.
    pub fn check_places(&self, program: &Program, bounds: &[LoopBound]) -> Result<(), Error> {
        let is_there = |place: &LoopPlace| {
            let mut loops = self.loops.iter();
            loops.any(|l| place.means(program, l.function, l.span))
        };
        match bounds.iter().find(|bound| !is_there(&bound.place)) {
            None => Ok(()),
            Some(bound) => Err(Error::Usage {
                message: self.complaint(program, &bound.place),
                help: format!(
                    "{}\n`unspool loops` lists all loops",
                    self.suggestion(program, &bound.place)
                ),
            }),
        }
    }

    fn complaint(&self, program: &Program, place: &LoopPlace) -> String {
        let option = format!("--unwind-loop {}", spelled(place));
        match place {
            LoopPlace::Function(name) => match program.function_named(name) {
                Some(_) => format!("{option}: the function `{name}` has no loop"),
                None => format!("{option}: there is no function `{name}`"),
            },
            LoopPlace::Line { .. } => format!("{option}: there is no loop on this line"),
        }
    }

    /// What there is, the nearest first.
    fn suggestion(&self, program: &Program, place: &LoopPlace) -> String {
        const MOST: usize = 8;
        let own = self.loops.iter().filter(|l| !l.is_model);
        match place {
            LoopPlace::Line { file, line } => {
                let is_in_file = |l: &&SourceLoop| is_in_file(program, l.span, file);
                let lines: BTreeSet<u32> = (self.loops.iter().filter(is_in_file))
                    .map(|l| l.span.line)
                    .collect();
                if lines.is_empty() {
                    let files: BTreeSet<&str> = own
                        .filter_map(|l| program.files.get(l.span.file.index()))
                        .map(String::as_str)
                        .collect();
                    return listed("files with loops", files.into_iter().take(MOST));
                }
                let mut near: Vec<u32> = lines.into_iter().collect();
                near.sort_by_key(|other| other.abs_diff(*line));
                near.truncate(MOST);
                near.sort_unstable();
                let near = near.iter().map(u32::to_string);
                listed("the nearest loops are on the lines", near)
            }
            LoopPlace::Function(name) => {
                let names: BTreeSet<&str> = own
                    .map(|l| program.function(l.function).name.as_str())
                    .collect();
                let near = nearest_names(name, names.iter().copied(), MOST);
                match near.is_empty() {
                    false => listed("functions with loops and similar names", near),
                    true => listed("functions with loops", names.into_iter().take(MOST)),
                }
            }
        }
    }
}

fn listed<T: AsRef<str>>(what: &str, words: impl IntoIterator<Item = T>) -> String {
    let words: Vec<T> = words.into_iter().collect();
    let words: Vec<&str> = words.iter().map(T::as_ref).collect();
    match words.is_empty() {
        true => "the program has no loops".to_string(),
        false => format!("{what}: {}", words.join(", ")),
    }
}

/// Functions that call themselves by name, directly or by way of others, in the order of the program.
pub fn recursive_functions(program: &Program) -> Vec<FunctionId> {
    let callees = program.functions.iter().map(direct_callees);
    in_cycles(&callees.collect::<Vec<_>>())
}

/// Whether a function may call itself, be it by a pointer.
pub fn may_recurse(program: &Program) -> bool {
    let items =
        (program.globals.iter()).flat_map(|global| global.init.iter().flat_map(|it| &it.items));
    let in_tables = items.filter_map(|item| match item.value {
        InitValue::Function { function, .. } => Some(function.index()),
        _ => None,
    });
    let in_code = program.functions.iter().flat_map(functions_as_values);
    let targets: BTreeSet<usize> = in_tables.chain(in_code).collect();
    let callees = program.functions.iter().map(|function| {
        let mut callees = direct_callees(function);
        if calls_by_pointer(function) {
            callees.extend(&targets);
            callees.sort_unstable();
            callees.dedup();
        }
        callees
    });
    !in_cycles(&callees.collect::<Vec<_>>()).is_empty()
}

/// Those that get to themselves, by whom each one calls.
fn in_cycles(callees: &[Vec<usize>]) -> Vec<FunctionId> {
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); callees.len()];
    for (caller, callees) in callees.iter().enumerate() {
        for callee in callees {
            callers[*callee].push(caller);
        }
    }
    // Whoever calls nobody is not recursive, nor, without those, whoever calls only such ones: few are left to look at.
    let mut open: Vec<usize> = callees.iter().map(Vec::len).collect();
    let mut done: Vec<usize> = (0..callees.len()).filter(|f| open[*f] == 0).collect();
    while let Some(function) = done.pop() {
        for caller in &callers[function] {
            open[*caller] -= 1;
            if open[*caller] == 0 {
                done.push(*caller);
            }
        }
    }
    let left = (0..callees.len()).filter(|f| open[*f] > 0);
    left.filter(|function| reaches_itself(*function, callees, &open))
        .map(FunctionId::new)
        .collect()
}

/// By calls of functions that are left.
fn reaches_itself(function: usize, callees: &[Vec<usize>], left: &[usize]) -> bool {
    let mut seen = vec![false; callees.len()];
    let mut open = vec![function];
    while let Some(next) = open.pop() {
        for callee in &callees[next] {
            if *callee == function {
                return true;
            }
            if left[*callee] > 0 && !std::mem::replace(&mut seen[*callee], true) {
                open.push(*callee);
            }
        }
    }
    false
}

fn direct_callees(function: &Function) -> Vec<usize> {
    let callees: BTreeSet<usize> = calls(function)
        .filter_map(|callee| match callee {
            Callee::Direct(callee) => Some(callee.index()),
            _ => None,
        })
        .collect();
    callees.into_iter().collect()
}

/// Those whose address a function uses, but to start a thread there.
fn functions_as_values(function: &Function) -> Vec<usize> {
    let Some(body) = &function.body else {
        return Vec::new();
    };
    let insts = body.blocks.iter().flat_map(|block| &block.insts);
    let starts: BTreeSet<usize> = insts
        .filter_map(|inst| match inst.kind {
            InstKind::Spawn { start, .. } => Some(start.index()),
            _ => None,
        })
        .collect();
    let exprs = body.exprs.iter().enumerate();
    exprs
        .filter_map(|(id, expr)| match expr.kind {
            ExprKind::FunctionAddress(function) if !starts.contains(&id) => Some(function.index()),
            _ => None,
        })
        .collect()
}

fn calls_by_pointer(function: &Function) -> bool {
    calls(function).any(|callee| !matches!(callee, Callee::Direct(_)))
}

fn calls(function: &Function) -> impl Iterator<Item = Callee> {
    let blocks = function.body.iter().flat_map(|body| &body.blocks);
    let insts = blocks.flat_map(|block| &block.insts);
    insts.filter_map(|inst| match inst.kind {
        InstKind::Call { callee, .. } => Some(callee),
        _ => None,
    })
}
