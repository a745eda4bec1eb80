//! Visible statements: the places of a bounded program's threads as the literature on swarm verification counts them.
//!
//! Precondition: a bounded program with visible points. A *statement* is what one line of the user's program does at one place of a thread (one call stack, one iteration of each
//! loop). It is *visible* if one of its steps would have a visible point without reductions ([`crate::visible_points`]): it accesses memory that others may access, or it synchronises. The visible statements of
//! each thread are numbered from 0 in the order of the text; the number behind the last one is the *end* of the thread.
//!
//! This is the numbering of VeriSmart (Fischer, La Torre and Parlato, *VeriSmart 2.0*, ASE 2019), on which its configuration files rest, as far as both cut programs into the same
//! statements. There too, what `main` does up to where it creates the first thread is one statement, the first, since nobody else is there. Statements that slicing has dropped are not
//! counted.
//!
//! Some points are *open*: a thread may always be interrupted there. These are the points of its first statement (to stand there is to have not begun), of the ends of thread and process, and
//! those before steps that may block.
//!
//! ```text
//! void *thread(void *arg) {         visible statements
//!   pthread_mutex_lock(&m);         0, open
//!   data++;                         1
//!   pthread_mutex_unlock(&m);       2
//! }                                 3: the end, open
//! ```

use unspool_ir::{Block, BlockId, InstKind, PointId, Program, Span, Terminator};

use crate::points_to::PointsTo;
use crate::thread_text::{At, Code, ThreadText};
use crate::user_places::place_of_user;
use crate::visible_points;

/// Of one thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadStatements {
    pub number: u32,
    /// Never none.
    pub statements: Vec<VisibleStatement>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VisibleStatement {
    pub span: Span,
    /// With what is left of them by the reductions.
    pub points: Vec<StatementPoint>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StatementPoint {
    pub point: PointId,
    pub kind: PointKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointKind {
    Usual,
    /// The step behind it may block.
    Blocking,
    /// The thread has not done anything before, or nothing is left for it to do.
    Outermost,
}

/// In the order of the threads' numbers.
pub fn of_program(program: &Program) -> Vec<ThreadStatements> {
    let texts = ThreadText::of_program(program);
    let points_to = PointsTo::of(program);
    let candidates = visible_points::candidates(program, &texts, &points_to);
    let threads = texts.iter().zip(candidates);
    threads
        .map(|(text, candidates)| of_thread(program, text, &candidates))
        .collect()
}

fn of_thread(
    program: &Program,
    text: &ThreadText<'_>,
    candidates: &[(BlockId, usize)],
) -> ThreadStatements {
    let facts = Facts::of(text);
    let function = program.function(text.function);
    // The first statement is there even if nothing stands in it.
    let mut statements = vec![VisibleStatement {
        span: function.span,
        points: Vec::new(),
    }];
    let mut last = None;
    for &(block, index) in candidates {
        let position = text.position(block, index);
        let at = text.body.block(block);
        let (span, origin, point) = match at.insts.get(index) {
            Some(inst) => (inst.span, inst.origin, inst.point),
            None => (at.span, at.origin, at.point),
        };
        let place = place_of_user(program, function, text.body, (span, origin));
        let is_alone = text.number == 0 && facts.first_spawn.is_some_and(|at| position <= at);
        let is_end = facts.is_end(text, position);
        let key = (
            place.calls,
            place.iterations,
            place.span.file,
            place.span.line,
        );
        let is_new = !is_alone && !is_end && last.as_ref() != Some(&key);
        if is_new && last.is_some() {
            statements.push(VisibleStatement {
                span: place.span,
                points: Vec::new(),
            });
        }
        if !is_end {
            last = Some(key);
        }
        let is_first = statements.len() == 1;
        let Some(statement) = statements.last_mut() else {
            continue;
        };
        if is_first && statement.points.is_empty() {
            statement.span = place.span;
        }
        let kind = match facts.waits(text, position) {
            _ if is_first || is_end => PointKind::Outermost,
            true => PointKind::Blocking,
            false => PointKind::Usual,
        };
        statement
            .points
            .extend(point.map(|point| StatementPoint { point, kind }));
    }
    ThreadStatements {
        number: text.number,
        statements,
    }
}

/// What has to be known of positions.
struct Facts {
    /// Positions of `wait_until`s, ascending.
    waits: Vec<u32>,
    /// Positions where thread or process end.
    ends: Vec<u32>,
    first_spawn: Option<u32>,
}

impl Facts {
    fn of(text: &ThreadText<'_>) -> Facts {
        let mut facts = Facts {
            waits: Vec::new(),
            ends: Vec::new(),
            first_spawn: None,
        };
        text.for_each(|at: At<'_>| match at.code {
            Code::Inst(inst) => match inst.kind {
                InstKind::WaitUntil(_) => facts.waits.push(at.position),
                InstKind::Spawn { .. } => {
                    facts.first_spawn.get_or_insert(at.position);
                }
                _ => {}
            },
            Code::Terminator(block) if leaves(block) => facts.ends.push(at.position),
            Code::Terminator(_) => {}
        });
        facts
    }

    fn waits(&self, text: &ThreadText<'_>, position: u32) -> bool {
        let next = self.waits.partition_point(|wait| *wait < position);
        let end = text.step_end(position);
        self.waits.get(next).is_some_and(|wait| *wait <= end)
    }

    /// Whether the step is the end of the thread or of the process.
    fn is_end(&self, text: &ThreadText<'_>, position: u32) -> bool {
        let next = self.ends.partition_point(|end| *end < position);
        let last = text.step_end(position);
        self.ends.get(next).is_some_and(|end| *end <= last)
    }
}

fn leaves(block: &Block) -> bool {
    matches!(
        block.terminator,
        Terminator::Return(_) | Terminator::ExitThread | Terminator::Exit(_) | Terminator::Abort
    )
}
