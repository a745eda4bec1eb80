//! What is known about each loop of a program, and about its recursion: as data, for people and for other programs.

use std::collections::BTreeSet;

use unspool_ir::{Body, FunctionId, InstKind, OriginId, OriginStep, Program, Property, Span};
use unspool_passes::bound::{BoundConfig, BoundReport, CutKind, LoopKind, LoopReport};
use unspool_passes::spin_loops::{Fate, SpinLoop, SpinReport};

use crate::source_loops::{SourceLoop, SourceLoops, recursive_functions};

/// A loop, or a function that calls itself.
#[derive(Clone, Debug)]
pub struct Listed {
    pub function: String,
    pub is_model: bool,
    /// `file`, line and column.
    pub place: (String, u32, u32),
    pub kind: Kind,
    /// What an option would have to give it so that it is as it is now; None if it needs no bound.
    pub bound: Option<u32>,
    /// Whether executions go beyond the bound; None if that is not known, or there is no bound.
    pub is_cut: Option<bool>,
    /// Whether executions end in it because they start too many threads.
    pub meets_thread_limit: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Constants decide how often it runs.
    Constant {
        iterations: u32,
    },
    DataDependent,
    Endless,
    /// It only waits, and has become a wait, or an assumption that the wait is over.
    Spin {
        waits: bool,
    },
    NeverReached,
    /// The program could not be bounded.
    NotKnown,
    /// No loop: a function that calls itself.
    Recursion,
}

impl Kind {
    /// In one word, for other programs.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Constant { .. } => "constant",
            Kind::DataDependent => "data-dependent",
            Kind::Endless => "endless",
            Kind::Spin { .. } => "spin",
            Kind::NeverReached => "never-reached",
            Kind::NotKnown => "not-known",
            Kind::Recursion => "recursion",
        }
    }
}

/// The loops of the source, and what became of them.
pub struct Loops<'a> {
    /// The program from which they were taken.
    pub program: &'a Program,
    pub before: &'a SourceLoops,
    /// After spin loops became waits.
    pub after: &'a SourceLoops,
    pub spins: &'a SpinReport,
    /// None if the program could not be bounded.
    pub report: Option<&'a BoundReport>,
    pub config: &'a BoundConfig,
    /// Loops in which there are too many threads.
    pub at_thread_limit: BTreeSet<(FunctionId, Span)>,
}

/// The loops around the places where a thread too many is not started.
pub fn loops_at_thread_limit(
    bounded: &Program,
    report: &BoundReport,
) -> BTreeSet<(FunctionId, Span)> {
    let cuts = report.cuts.iter();
    let cuts: BTreeSet<Span> = (cuts.filter(|cut| cut.what == CutKind::Threads))
        .map(|cut| cut.span)
        .collect();
    let mut found = BTreeSet::new();
    if cuts.is_empty() {
        return found;
    }
    for body in bounded.functions.iter().filter_map(|f| f.body.as_ref()) {
        for inst in body.blocks.iter().flat_map(|block| &block.insts) {
            if is_end(&inst.kind) && cuts.contains(&inst.span) {
                found.extend(loops_around(body, inst.origin));
            }
        }
    }
    found
}

/// What stands where a bound is reached.
fn is_end(kind: &InstKind) -> bool {
    match kind {
        InstKind::Assume(_) => true,
        InstKind::Assert { property, .. } => *property == Property::Unwinding,
        _ => false,
    }
}

/// By the origin of an instruction.
fn loops_around(body: &Body, mut origin: Option<OriginId>) -> Vec<(FunctionId, Span)> {
    let mut loops = Vec::new();
    // Those whose function is not known yet: it is the next one called.
    let mut open = Vec::new();
    while let Some(found) = origin.and_then(|id| body.origins.get(id.index())) {
        match found.step {
            OriginStep::Iteration { span, .. } => open.push(span),
            OriginStep::Call { callee, .. } => {
                loops.extend(open.drain(..).map(|span| (callee, span)));
            }
        }
        origin = found.parent;
    }
    loops
}

impl Loops<'_> {
    /// In the order of the source, loops first.
    pub fn list(&self) -> Vec<Listed> {
        let loops = self.before.loops.iter().map(|l| self.of_loop(l));
        let recursive = recursive_functions(self.program).into_iter();
        let recursive = recursive.map(|function| self.of_recursion(function));
        loops.chain(recursive).collect()
    }

    fn of_loop(&self, l: &SourceLoop) -> Listed {
        let report = self.report_of(l);
        let kind = match (self.report, report) {
            _ if !self.after.loops.contains(l) => self.spin(l),
            (None, _) => Kind::NotKnown,
            (Some(_), None) => Kind::NeverReached,
            (Some(_), Some(report)) => match report.kind {
                LoopKind::Static => Kind::Constant {
                    iterations: report.iterations,
                },
                LoopKind::Dynamic => Kind::DataDependent,
                LoopKind::Endless => Kind::Endless,
            },
        };
        let bound = match kind {
            Kind::Spin { .. } | Kind::NeverReached => None,
            Kind::Constant { iterations } => Some(iterations),
            _ => Some(self.bound_of(l)),
        };
        let is_cut = match kind {
            Kind::Spin { .. } => None,
            _ => report.map(|report| report.is_cut),
        };
        self.listed(l.function, l.span, kind, bound, is_cut)
    }

    /// One that is no loop any more.
    fn spin(&self, l: &SourceLoop) -> Kind {
        let name = &self.program.function(l.function).name;
        let is_it = |spin: &&SpinLoop| spin.span == l.span && spin.function == *name;
        let fate = self.spins.loops.iter().find(is_it).map(|spin| &spin.fate);
        Kind::Spin {
            waits: fate != Some(&Fate::RunsOnce),
        }
    }

    fn of_recursion(&self, function: FunctionId) -> Listed {
        let declared = self.program.function(function);
        let is_own = |what: &CutKind| matches!(what, CutKind::Recursion { function } if *function == declared.name);
        let report = self.report;
        let is_cut = report.map(|report| report.cuts.iter().any(|cut| is_own(&cut.what)));
        let bound = Some(self.config.recursion);
        self.listed(function, declared.span, Kind::Recursion, bound, is_cut)
    }

    fn listed(
        &self,
        function: FunctionId,
        span: Span,
        kind: Kind,
        bound: Option<u32>,
        is_cut: Option<bool>,
    ) -> Listed {
        let declared = self.program.function(function);
        let meets_thread_limit = self.at_thread_limit.contains(&(function, span));
        let file = self.program.files.get(span.file.index());
        Listed {
            function: declared.name.clone(),
            is_model: declared.is_model,
            place: (file.cloned().unwrap_or_default(), span.line, span.column),
            kind,
            bound,
            is_cut,
            meets_thread_limit,
        }
    }

    fn report_of(&self, l: &SourceLoop) -> Option<&LoopReport> {
        let name = &self.program.function(l.function).name;
        let mut reports = self.report?.loops.iter();
        reports.find(|report| report.span == l.span && report.function == *name)
    }

    fn usual_bound(&self, l: &SourceLoop) -> u32 {
        match l.is_model {
            true => self.config.unwind.max(self.config.unwind_library),
            false => self.config.unwind,
        }
    }

    /// The one that is in force.
    fn bound_of(&self, l: &SourceLoop) -> u32 {
        let own = self.config.loops.iter().rev();
        own.into_iter()
            .find(|own| own.place.means(self.program, l.function, l.span))
            .map_or(self.usual_bound(l), |own| own.bound)
    }
}
