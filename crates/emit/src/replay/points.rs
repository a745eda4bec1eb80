//! The instructions at which something happens, and what is written in front of them.

use std::collections::{BTreeMap, BTreeSet};

use unspool_ir::{Body, FunctionId, InstKind, PlaceId, Program, Property, RegId};

use super::{ContextEnd, InputTarget, Script};
use crate::expressions::Code;
use crate::literals::string_literal;
use crate::target::{Position, Target};

pub struct Points<'a> {
    program: &'a Program,
    script: &'a Script,
    points: BTreeMap<Position, Point>,
    asks_for_sizes: bool,
}

struct Point {
    number: usize,
    /// What inputs are for here; their numbers are their positions.
    targets: BTreeSet<InputTarget>,
    /// Something other than an assertion goes wrong here.
    is_stop: bool,
}

impl<'a> Points<'a> {
    pub fn of(program: &'a Program, script: &'a Script) -> Self {
        let mut targets: BTreeMap<Position, BTreeSet<InputTarget>> = BTreeMap::new();
        let mut violation = None;
        for context in &script.contexts {
            match context.end {
                ContextEnd::Before(at, _) => {
                    targets.entry(at).or_default();
                }
                ContextEnd::Violation(at, _) => {
                    targets.entry(at).or_default();
                    violation = Some(at);
                }
                ContextEnd::ThreadEnd => {}
            }
        }
        for input in &script.inputs {
            targets.entry(input.at).or_default().insert(input.target);
        }
        let points = targets.into_iter().enumerate();
        let points = points.map(|(number, (at, targets))| {
            let is_assert = matches!(instruction(program, at), Some(InstKind::Assert { .. }));
            let point = Point {
                number,
                targets,
                is_stop: violation == Some(at) && !is_assert,
            };
            (at, point)
        });
        let entered = script.entered.iter();
        let bodies = entered.filter_map(|it| program.function(*it).body.as_ref());
        let mut insts = bodies.flat_map(|body| body.blocks.iter().flat_map(|it| &it.insts));
        Points {
            program,
            script,
            points: points.collect(),
            asks_for_sizes: insts.any(|inst| matches!(inst.kind, InstKind::ObjectSize { .. })),
        }
    }

    pub fn len(&self) -> usize {
        self.points.len()
    }

    pub fn number(&self, at: Position) -> Option<usize> {
        self.points.get(&at).map(|point| point.number)
    }

    /// The numbers of a point and of what an input is for there.
    pub fn target(&self, at: Position, target: InputTarget) -> Option<(usize, usize)> {
        let point = self.points.get(&at)?;
        let number = point.targets.iter().position(|it| *it == target)?;
        Some((point.number, number))
    }

    /// The point of the violation.
    pub fn violation(&self) -> Option<usize> {
        self.script
            .contexts
            .iter()
            .find_map(|context| match context.end {
                ContextEnd::Violation(at, _) => self.number(at),
                _ => None,
            })
    }
}

impl Target for Points<'_> {
    fn has_body(&self, function: FunctionId) -> bool {
        !self.program.function(function).is_model || self.script.entered.contains(&function)
    }

    fn notes_objects(&self) -> bool {
        self.asks_for_sizes
    }

    fn before(&self, at: Position, code: &Code<'_>) -> String {
        let Some(point) = self.points.get(&at) else {
            return String::new();
        };
        let number = point.number;
        let mut text = format!("unspool_here({number});");
        let inst = instruction(self.program, at);
        for (target, purpose) in point.targets.iter().enumerate() {
            let (address, of) = match purpose {
                // It is supplied by the instruction itself.
                InputTarget::Register(register) if is_nondet(inst, *register) => continue,
                InputTarget::SpuriousFailure => continue,
                InputTarget::Register(register) => {
                    let name = code.register(*register).to_string();
                    (format!("&{name}"), name)
                }
                InputTarget::Memory => match inst.and_then(place) {
                    Some(place) => (code.address(place), code.place(place)),
                    None => continue,
                },
            };
            text.push_str(&format!(
                " unspool_input({number}, {target}, (void *){address}, sizeof({of}));"
            ));
        }
        if point.is_stop {
            text.push_str(&format!(" unspool_stop({number});"));
        }
        text
    }

    fn nondet(&self, at: Position, dst: RegId, code: &Code<'_>) -> String {
        match self.target(at, InputTarget::Register(dst)) {
            Some((point, target)) => {
                let name = code.register(dst);
                format!(
                    "unspool_nondet({point}, {target}, (void *)&{name}, sizeof({name}), __FILE__, __LINE__);"
                )
            }
            None => "unspool_unexpected(\"an input is wanted that was not recorded\");".to_string(),
        }
    }

    fn spurious_failure(&self, at: Position) -> Option<String> {
        let (point, target) = self.target(at, InputTarget::SpuriousFailure)?;
        Some(format!("unspool_fails_spuriously({point}, {target})"))
    }

    fn assert(&self, at: Position, condition: &str, property: Property, message: &str) -> String {
        let point = self.number(at).map_or(-1, |number| number as i64);
        let message = format!("{message} [{}]", property.name());
        let message = string_literal(message.as_bytes());
        format!("if (!({condition})) unspool_failed({point}, {message}, __FILE__, __LINE__);")
    }
}

fn is_nondet(inst: Option<&InstKind>, register: RegId) -> bool {
    matches!(inst, Some(InstKind::Nondet { dst }) if *dst == register)
}

/// The memory that an instruction reads.
fn place(inst: &InstKind) -> Option<PlaceId> {
    match inst {
        InstKind::Load { place, .. }
        | InstKind::Rmw { place, .. }
        | InstKind::CompareExchange { place, .. } => Some(*place),
        _ => None,
    }
}

/// None for a terminator.
fn instruction(program: &Program, at: Position) -> Option<&InstKind> {
    let body: &Body = program.function(at.function).body.as_ref()?;
    let mut rest = at.position as usize;
    for block in &body.blocks {
        match block.insts.get(rest) {
            Some(inst) => return Some(&inst.kind),
            None if rest == block.insts.len() => return None,
            None => rest -= block.insts.len() + 1,
        }
    }
    None
}
