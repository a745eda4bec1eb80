//! The pipeline: which passes there are, in which order, and the verifier between them.

use std::time::{Duration, Instant};

use unspool_ir::{Program, Property, Span};
use unspool_passes::bound::BoundReport;
use unspool_passes::reductions::Reduction;
use unspool_passes::spin_loops::SpinReport;
use unspool_passes::visible_points::PointCounts;
use unspool_passes::{bounded, checked_operations};
use unspool_schemas::SequentialNotes;

use crate::bound_options::Bounds;
use crate::bounding;
use crate::console::Console;
use crate::error::Error;
use crate::inputs::InputConfig;
use crate::lowering::{self, Lowered};
use crate::problem::{Excerpt, Problem};
use crate::progress::{Progress, duration};
use crate::schema_options::Schema;
use crate::sequential::SchemaConfig;
use crate::source_lines::SourceLines;
use crate::source_loops::SourceLoops;
use crate::thread_list;
use crate::verification;

/// A step from the input towards an answer. After each one the verifier has accepted the program.
#[derive(Debug)]
pub struct Pass {
    pub name: &'static str,
    pub purpose: &'static str,
    /// The first goal that needs it.
    pub goal: Goal,
    /// What it works on, and what it leaves.
    pub stages: (Stage, Stage),
    /// Turns it off; None for what is always needed.
    pub switch: Option<Reduction>,
    /// Which schema it is. Schemas are alternatives: of them one runs.
    pub schema: Option<Schema>,
    run: fn(&Plan<'_>, &mut Work) -> Result<(), Error>,
}

/// All passes, in the order in which they run.
pub const PASSES: &[Pass] = &[
    Pass {
        name: "lower",
        purpose: "preprocess, parse, check and link the C files (or read a printed program)",
        goal: Goal::Program,
        stages: (Stage::Nothing, Stage::Program),
        switch: None,
        schema: None,
        run: lower,
    },
    Pass {
        name: "checked-operations",
        purpose: "assert that operations are defined which C leaves undefined",
        goal: Goal::Program,
        stages: (Stage::Program, Stage::Program),
        switch: None,
        schema: None,
        run: checked_operations,
    },
    Pass {
        name: "spin-loops",
        purpose: "do without the iterations of loops that only wait for another thread",
        goal: Goal::Bounded,
        stages: (Stage::Program, Stage::Program),
        switch: Some(Reduction::SpinLoops),
        schema: None,
        run: bounding::spin_loops,
    },
    Pass {
        name: "bound",
        purpose: "inline calls, unwind loops, give each thread its own function",
        goal: Goal::Bounded,
        stages: (Stage::Program, Stage::Bounded),
        switch: None,
        schema: None,
        run: bounding::bound,
    },
    Pass {
        name: "webs",
        purpose: "give unrelated values of one register registers of their own",
        goal: Goal::Reduced,
        stages: (Stage::Bounded, Stage::Bounded),
        switch: None,
        schema: None,
        run: bounding::webs,
    },
    Pass {
        name: "straighten",
        purpose: "join blocks that only jumps separate",
        goal: Goal::Reduced,
        stages: (Stage::Bounded, Stage::Bounded),
        switch: None,
        schema: None,
        run: bounding::straighten,
    },
    Pass {
        name: "copy-propagation",
        purpose: "replace copies of registers by what they are copies of",
        goal: Goal::Reduced,
        stages: (Stage::Bounded, Stage::Bounded),
        switch: Some(Reduction::CopyPropagation),
        schema: None,
        run: bounding::copy_propagation,
    },
    Pass {
        name: "dead-code",
        purpose: "drop computations whose results nobody uses",
        goal: Goal::Reduced,
        stages: (Stage::Bounded, Stage::Bounded),
        switch: Some(Reduction::DeadCode),
        schema: None,
        run: bounding::dead_code,
    },
    Pass {
        name: "atomic-sections",
        purpose: "flatten nested atomic sections and drop empty ones",
        goal: Goal::Reduced,
        stages: (Stage::Bounded, Stage::Bounded),
        switch: None,
        schema: None,
        run: bounding::atomic_sections,
    },
    Pass {
        name: "slice",
        purpose: "drop what cannot influence how the program ends",
        goal: Goal::Reduced,
        stages: (Stage::Bounded, Stage::Bounded),
        switch: Some(Reduction::Slice),
        schema: None,
        run: bounding::slice,
    },
    Pass {
        name: "compact",
        purpose: "drop declarations that nothing names any more",
        goal: Goal::Reduced,
        stages: (Stage::Bounded, Stage::Bounded),
        switch: None,
        schema: None,
        run: bounding::compact,
    },
    Pass {
        name: "visible-points",
        purpose: "number the places where a context switch can matter",
        goal: Goal::Reduced,
        stages: (Stage::Bounded, Stage::Numbered),
        switch: None,
        schema: None,
        run: bounding::visible_points,
    },
    Pass {
        name: "lazy",
        purpose: "make a program with one thread that simulates the others, by the schema of Lazy-CSeq",
        goal: Goal::Sequential,
        stages: (Stage::Numbered, Stage::Program),
        switch: None,
        schema: Some(Schema::Lazy),
        run: bounding::lazy,
    },
    Pass {
        name: "lr",
        purpose: "instead of `lazy`: make one that runs each thread to its end over guessed copies of memory, by the schema of CSeq",
        goal: Goal::Sequential,
        stages: (Stage::Numbered, Stage::Program),
        switch: None,
        schema: Some(Schema::Lr),
        run: bounding::lr,
    },
    Pass {
        name: "mu",
        purpose: "instead of `lazy`: make one that runs each thread to its end along a guessed sequence of writes, by the schema of MU-CSeq",
        goal: Goal::Sequential,
        stages: (Stage::Numbered, Stage::Program),
        switch: None,
        schema: Some(Schema::Mu),
        run: bounding::mu,
    },
    Pass {
        name: "imu",
        purpose: "the same with a sequence for each location",
        goal: Goal::Sequential,
        stages: (Stage::Numbered, Stage::Program),
        switch: None,
        schema: Some(Schema::Imu),
        run: bounding::imu,
    },
];

/// The passes that run one after the other if this schema is chosen.
pub fn usual(schema: Schema) -> impl Iterator<Item = &'static Pass> {
    PASSES
        .iter()
        .filter(move |pass| pass.schema.is_none_or(|it| it == schema))
}

/// What a program is like between two passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// There is none yet.
    Nothing,
    /// A program with calls and loops.
    Program,
    Bounded,
    /// Bounded, with numbered visible points.
    Numbered,
}

impl Stage {
    /// In words.
    pub fn describe(self) -> &'static str {
        match self {
            Stage::Nothing => "nothing",
            Stage::Program => "a program with calls and loops",
            Stage::Bounded => "a bounded program without visible points",
            Stage::Numbered => "a bounded program with visible points",
        }
    }
}

/// What a command needs. Later goals include earlier ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Goal {
    /// The program as it was written.
    Program,
    /// A bounded program, and what was cut to make it one.
    Bounded,
    /// The same made smaller, with numbered visible points.
    Reduced,
    /// A program with one thread that simulates them all.
    Sequential,
}

/// What to make of which input.
pub struct Plan<'a> {
    pub input: &'a InputConfig,
    pub bounds: &'a Bounds,
    /// How the program is made sequential, and which assertions count then.
    pub schema: SchemaConfig,
    pub checked: Vec<Property>,
    pub passes: Vec<&'static Pass>,
}

impl<'a> Plan<'a> {
    /// If it is a sequential program, by the usual schema.
    pub fn to_goal(input: &'a InputConfig, bounds: &'a Bounds, goal: Goal) -> Plan<'a> {
        let passes = usual(Schema::Lazy).filter(|pass| pass.goal <= goal);
        Plan::of_passes(input, bounds, passes.collect())
    }

    /// As far as the program after `pass`.
    pub fn to_pass(input: &'a InputConfig, bounds: &'a Bounds, pass: &Pass) -> Plan<'a> {
        let passes = usual(pass.schema.unwrap_or(Schema::Lazy));
        let passes = passes.filter(|it| it.position() <= pass.position());
        Plan::of_passes(input, bounds, passes.collect())
    }

    /// These passes, in this order.
    pub fn of_passes(
        input: &'a InputConfig,
        bounds: &'a Bounds,
        passes: Vec<&'static Pass>,
    ) -> Plan<'a> {
        Plan {
            input,
            bounds,
            schema: SchemaConfig::default(),
            checked: Property::usual().collect(),
            passes,
        }
    }

    fn goal(&self) -> Goal {
        let goals = self.passes.iter().map(|pass| pass.goal);
        goals.max().unwrap_or(Goal::Program)
    }

    fn is_on(&self, pass: &Pass) -> bool {
        (pass.switch).is_none_or(|switch| self.bounds.reductions.has(switch))
    }
}

impl Pass {
    pub fn named(name: &str) -> Option<&'static Pass> {
        PASSES.iter().find(|pass| pass.name == name)
    }

    /// In the table.
    pub fn position(&self) -> usize {
        let found = PASSES.iter().position(|pass| pass.name == self.name);
        found.unwrap_or(0)
    }
}

/// What the passes work on.
pub struct Work {
    pub program: Program,
    /// The way back to the source.
    pub lines: SourceLines,
    pub warnings: Vec<Problem>,
    /// Whether the program was read in its text form; mistakes in it are the writer's then.
    pub is_printed: bool,
    /// Before any pass changed them. Empty if nobody wants a bounded program.
    pub loops: SourceLoops,
    /// What became of loops that only wait.
    pub spins: SpinReport,
    /// What bounding did, once it has.
    pub bounding: Option<BoundReport>,
    /// Whether the program is a bounded one now.
    pub is_bounded: bool,
    /// How the executions of the sequential program are read, once it is one.
    pub sequential: Option<SequentialNotes>,
    /// How many visible points there are and would be, once they are numbered.
    pub points: Option<PointCounts>,
    /// What each pass cost, in order.
    pub costs: Vec<Cost>,
}

impl Work {
    fn new(program: Program) -> Work {
        Work {
            program,
            lines: SourceLines::default(),
            warnings: Vec::new(),
            is_printed: false,
            loops: SourceLoops::default(),
            spins: SpinReport::default(),
            bounding: None,
            is_bounded: false,
            sequential: None,
            points: None,
            costs: Vec::new(),
        }
    }

    /// The line of a position, to be underlined there.
    pub fn excerpt(&self, span: Span, label: &str, is_primary: bool) -> Option<Excerpt> {
        let file = self.program.files.get(span.file.index())?;
        let position = (file.as_str(), span.line, span.column);
        self.lines.of_position(position, label, is_primary)
    }
}

/// What a pass cost, and what it left.
#[derive(Clone, Debug)]
pub struct Cost {
    pub pass: &'static str,
    /// None if it was switched off.
    pub time: Option<Duration>,
    pub verifying: Duration,
    pub instructions: usize,
}

/// Runs the passes. `after` sees the work after each of them, also after one that is switched off.
pub fn run(
    plan: &Plan<'_>,
    console: &Console,
    after: &mut dyn FnMut(&Pass, &Work) -> Result<(), Error>,
) -> Result<Work, Error> {
    let mut work = Work::new(Program::new(plan.input.data_model.unwrap_or_default()));
    for &pass in &plan.passes {
        let mut progress = Progress::start(console, |time| {
            format!("{}: {}, {}", pass.name, pass.purpose, duration(time))
        });
        let cost = run_pass(plan, pass, &mut work)?;
        work.costs.push(cost);
        if pass.goal == Goal::Program && plan.goal() > Goal::Program {
            work.loops = SourceLoops::of(&work.program);
            let bounds = &plan.bounds.config.loops;
            work.loops.check_places(&work.program, bounds)?;
        }
        progress.finish();
        after(pass, &work)?;
    }
    Ok(work)
}

/// The program as it was written.
pub fn lowered(input: &InputConfig) -> Result<Work, Error> {
    let bounds = Bounds::default();
    let plan = Plan::to_goal(input, &bounds, Goal::Program);
    run(&plan, &Console::silent(), &mut |_, _| Ok(()))
}

/// The goal for a program that has been lowered already.
pub fn from_lowered(program: Program, bounds: &Bounds, goal: Goal) -> Result<Work, Error> {
    let input = InputConfig::default();
    let plan = Plan::to_goal(&input, bounds, goal);
    let mut work = Work::new(program);
    let passes = plan.passes.iter().copied();
    for pass in passes.filter(|pass| pass.goal > Goal::Program) {
        run_pass(&plan, pass, &mut work)?;
    }
    Ok(work)
}

fn run_pass(plan: &Plan<'_>, pass: &'static Pass, work: &mut Work) -> Result<Cost, Error> {
    let mut cost = Cost {
        pass: pass.name,
        time: None,
        verifying: Duration::ZERO,
        instructions: 0,
    };
    if plan.is_on(pass) {
        let start = Instant::now();
        (pass.run)(plan, work)?;
        cost.time = Some(start.elapsed());
        let start = Instant::now();
        verification::check(work, pass)?;
        cost.verifying = start.elapsed();
    }
    cost.instructions = instructions(&work.program);
    Ok(cost)
}

fn lower(plan: &Plan<'_>, work: &mut Work) -> Result<(), Error> {
    let Lowered {
        program,
        lines,
        warnings,
        is_printed,
    } = lowering::lower(plan.input)?;
    work.program = program;
    work.lines = lines;
    work.warnings = warnings;
    work.is_printed = is_printed;
    Ok(())
}

/// A bounded program has been through it, or comes too late: of what it computes, much is folded.
fn checked_operations(plan: &Plan<'_>, work: &mut Work) -> Result<(), Error> {
    if !bounded::is_marked(&work.program) {
        checked_operations::run(&mut work.program, &plan.input.checked_operations);
    }
    Ok(())
}

/// Of all functions.
fn instructions(program: &Program) -> usize {
    let bodies = program.functions.iter().filter_map(|f| f.body.as_ref());
    bodies.map(thread_list::instructions).sum()
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::*;

    #[test]
    fn goals_are_reached_in_order() {
        assert!(PASSES.is_sorted_by_key(|pass| pass.goal));
        for pass in PASSES {
            let named = Pass::named(pass.name).map(|found| found.position());
            assert_eq!(named, Some(pass.position()), "{}", pass.name);
        }
        for schema in Schema::value_variants() {
            let passes: Vec<&Pass> = usual(*schema).collect();
            for two in passes.windows(2) {
                assert_eq!(two[0].stages.1, two[1].stages.0, "{}", two[1].name);
            }
        }
    }

    /// Options, verdicts and chains name them alike.
    #[test]
    fn every_schema_is_a_pass_of_its_name() {
        for schema in Schema::value_variants() {
            let option = schema.to_possible_value();
            let option = option.map(|value| value.get_name().to_string());
            assert_eq!(option.as_deref(), Some(schema.name()));
            let passes = usual(*schema).filter_map(|pass| pass.schema.map(|_| pass.name));
            assert_eq!(passes.collect::<Vec<_>>(), [schema.name()]);
        }
    }
}
