//! Numbers the visible points: the places where a context switch can matter. The last pass over a bounded program.
//!
//! Precondition: a bounded program, and what its pointers may point to. Postcondition: the points of each thread are numbered
//! from 0 in the order of the text, and the program ends in the same ways if threads are switched only there (and before what ends the
//! run). What stands between two points is executed with the step at the first one.
//!
//! Without reductions a point stands before every step that another thread could notice: an access to memory whose address is
//! known to more than the code that names it, the end of such memory, a fence, a spawn, a look at another thread's end,
//! output, an atomic section, the end of the thread or of the process. These are the *candidates*, and the reductions
//! take points away from them:
//!
//! - `private`, `read-only`, `before-start`, `after-end`, `unpublished`, `locks`: an access that need not be exchanged with any other
//!   one. Their proofs stand in [`crate::sharing`], [`crate::thread_starts`], [`crate::thread_ends`], [`crate::publication`]
//!   and [`crate::locks`]. An atomic section is one step; it needs a point if one of its accesses does.
//! - `thread-ends`: the end of a thread that others at most wait for; see [`crate::thread_ends`].
//! - `spawns`: whatever another thread does just before a thread is created can as well be done after it. The new
//!   thread does nothing before its own first step, nobody sees that it exists (`finished` says "no" before and after), and its
//!   number does not depend on who else was created. So a spawn is a left mover, and is never the step that
//!   somebody waits for.
//! - `outputs`: no thread reads what was written, and how a program can end does not depend on it. Only the order of outputs
//!   of different threads does; who wants to see all orders turns this off.
//! - `fences`: under sequential consistency a fence does nothing. For races it concerns only what its own thread has done and will
//!   do, so it may be moved over whatever others do.
//!
//! All of these are left movers, and the engine relies on that where it makes steps as early as they can be (`engine/src/normal_form.rs`).
//!
//! Never without a point are steps with a `wait_until` (only before a point can a thread be found to be blocked) and the end of
//! the process (others may act before it). A step with a `hold` in it takes a lock; the reduction `locks` does not
//! apply to it, as its proof demands.
//!
//! The idea that unshared and consistently locked accesses need no context switch is Lipton's (1975); that it keeps failing
//! assertions and deadlocks is due to Stoller and Cohen (*Optimistic synchronization-based state-space reduction*, 2003).
//! Here the proofs are simpler, because a step without a point only ever has to move towards the past.
//!
//! ```text
//! before                            after
//! %1 = load @limit                  %1 = load @limit                    never written once threads run
//! store @shared = %1                point 0 store @shared = %1
//! store @own = 2:i32                store @own = 2:i32                  only this thread uses it
//! exit_thread                       exit_thread                         only waited for
//! ```

use unspool_ir::{BlockId, ExprId, ExprKind, FunctionId, InstKind, PointId, Program, Terminator};

use crate::accesses::Accesses;
use crate::locks::Locks;
use crate::points_to::PointsTo;
use crate::publication::Publication;
use crate::reductions::{Reduction, Reductions};
use crate::run_ends::RunEnds;
use crate::sharing::{Conflicts, Knowledge, Sharing, reason};
use crate::thread_ends::ThreadEnds;
use crate::thread_starts::ThreadStarts;
use crate::thread_text::{At, Code, ThreadText};

/// How many points there are, and would be.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PointCounts {
    /// Without reductions.
    pub candidates: usize,
    /// With the reductions asked for.
    pub points: usize,
    /// With all these but one, for each that can take points away.
    pub without: Vec<(Reduction, usize)>,
}

/// Those that take points away.
pub const POINT_REDUCTIONS: [Reduction; 10] = [
    Reduction::Private,
    Reduction::ReadOnly,
    Reduction::BeforeStart,
    Reduction::AfterEnd,
    Reduction::Unpublished,
    Reduction::Locks,
    Reduction::Spawns,
    Reduction::ThreadEnds,
    Reduction::Outputs,
    Reduction::Fences,
];

/// Numbers the points of a bounded program anew.
pub fn run(program: &mut Program, points_to: &PointsTo, reductions: &Reductions) -> PointCounts {
    let texts = ThreadText::of_program(program);
    let steps: Vec<Vec<Step>> = Steps::of(program, &texts, points_to);
    let count = |reductions: Reductions| {
        let rule = Rule::new(reductions);
        let all = steps.iter().flatten();
        all.filter(|step| rule.demands_point(step.need)).count()
    };
    let counts = PointCounts {
        candidates: count(Reductions::NONE),
        points: count(*reductions),
        without: POINT_REDUCTIONS
            .map(|reduction| (reduction, count(reductions.without(reduction))))
            .into(),
    };
    let functions: Vec<FunctionId> = texts.iter().map(|text| text.function).collect();
    drop(texts);
    clear(program);
    let rule = Rule::new(*reductions);
    for (function, steps) in functions.into_iter().zip(steps) {
        let Some(body) = &mut program.functions[function.index()].body else {
            continue;
        };
        let steps = steps.iter().filter(|step| rule.demands_point(step.need));
        for (number, step) in steps.enumerate() {
            let block = &mut body.blocks[step.block.index()];
            let point = Some(PointId::new(number));
            match block.insts.get_mut(step.index) {
                Some(inst) => inst.point = point,
                None => block.point = point,
            }
        }
    }
    counts
}

/// Where a point would stand without reductions: for each thread, in the order of the text.
pub fn candidates(
    program: &Program,
    texts: &[ThreadText<'_>],
    points_to: &PointsTo,
) -> Vec<Vec<(BlockId, usize)>> {
    let rule = Rule::new(Reductions::NONE);
    let of_thread = |steps: Vec<Step>| {
        let steps = steps.iter().filter(|step| rule.demands_point(step.need));
        steps.map(|step| (step.block, step.index)).collect()
    };
    let threads = Steps::of(program, texts, points_to).into_iter();
    threads.map(of_thread).collect()
}

/// Gives a point, any, to each access that may conflict with one of another thread, also inside of atomic sections. Passes keep what has a point, so that races are
/// not lost with accesses whose values nobody needs. [`clear`] takes the points away again.
pub fn mark_conflicts(program: &mut Program, points_to: &PointsTo, reductions: &Reductions) {
    let texts = ThreadText::of_program(program);
    let rule = Rule::new(*reductions);
    let mut marked: Vec<(FunctionId, BlockId, usize)> = Vec::new();
    let mut mark = |text: &ThreadText<'_>, at: At<'_>, conflicts: Conflicts| {
        if rule.demands_point(Need::of(conflicts)) {
            marked.push((text.function, at.block, at.index));
        }
    };
    for_each_conflict(program, &texts, points_to, &mut mark);
    drop(texts);
    for (function, block, index) in marked {
        if let Some(body) = &mut program.functions[function.index()].body
            && let Some(inst) = body.blocks[block.index()].insts.get_mut(index)
        {
            inst.point = Some(PointId::new(0));
        }
    }
}

/// Takes all points away.
pub fn clear(program: &mut Program) {
    let bodies = program.functions.iter_mut().filter_map(|f| f.body.as_mut());
    for block in bodies.flat_map(|body| &mut body.blocks) {
        block.point = None;
        block.insts.iter_mut().for_each(|inst| inst.point = None);
    }
}

/// A candidate: where a step begins that may need a point.
struct Step {
    block: BlockId,
    /// In the block; the number of its instructions stands for the terminator.
    index: usize,
    need: Need,
}

/// Why a step may need a point.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Need {
    always: bool,
    /// Reductions that must all be made to go without a point.
    demanded: Reductions,
    conflicts: Conflicts,
    takes_lock: bool,
}

impl Need {
    const NONE: Need = Need {
        always: false,
        demanded: Reductions::NONE,
        conflicts: Conflicts::NONE,
        takes_lock: false,
    };
    const ALWAYS: Need = Need {
        always: true,
        ..Need::NONE
    };

    fn of(conflicts: Conflicts) -> Need {
        Need {
            conflicts,
            ..Need::NONE
        }
    }

    fn unless(reduction: Reduction) -> Need {
        Need {
            demanded: Reductions::NONE.with(reduction),
            ..Need::NONE
        }
    }

    fn and(self, other: Need) -> Need {
        Need {
            always: self.always || other.always,
            demanded: self.demanded.and(other.demanded),
            conflicts: self.conflicts.and(other.conflicts),
            takes_lock: self.takes_lock || other.takes_lock,
        }
    }
}

/// Which steps need a point, given the reductions.
struct Rule {
    reductions: Reductions,
    harmful: Conflicts,
    harmful_when_taking_a_lock: Conflicts,
}

impl Rule {
    fn new(reductions: Reductions) -> Self {
        Rule {
            reductions,
            harmful: Conflicts::harmful(reductions),
            harmful_when_taking_a_lock: Conflicts::harmful(reductions.without(Reduction::Locks)),
        }
    }

    fn demands_point(&self, need: Need) -> bool {
        let harmful = match need.takes_lock {
            true => self.harmful_when_taking_a_lock,
            false => self.harmful,
        };
        need.always
            || !self.reductions.include(need.demanded)
            || need.conflicts.have_one_of(harmful)
    }
}

/// Finds the candidates of one thread.
struct Steps<'a, 'p> {
    text: &'a ThreadText<'p>,
    thread: usize,
    accesses: &'a Accesses,
    starts: &'a ThreadStarts,
    ends: &'a ThreadEnds,
    sharing: &'a Sharing,
    /// By block that starts inside of a section: what the rest of that section needs.
    rest: Vec<Need>,
    /// The last one first.
    found: Vec<Step>,
}

/// What is known of all threads together.
struct Facts {
    accesses: Accesses,
    starts: ThreadStarts,
    ends: ThreadEnds,
    sharing: Sharing,
}

impl Facts {
    fn of(program: &Program, texts: &[ThreadText<'_>], points_to: &PointsTo) -> Facts {
        let accesses = Accesses::of(program, texts, points_to);
        let starts = ThreadStarts::of(texts);
        let run_ends: Vec<RunEnds<'_, '_>> = texts
            .iter()
            .map(|text| RunEnds::of(program, text, points_to))
            .collect();
        let ends = ThreadEnds::of(program, texts, &run_ends, &starts);
        let mut locks = Locks::of(
            program,
            texts,
            points_to,
            (&accesses, &run_ends),
            (&starts, &ends),
        );
        let publication = Publication::of(texts, points_to, &accesses);
        let sharing = Sharing::of(
            texts,
            Knowledge {
                accesses: &accesses,
                starts: &starts,
                ends: &ends,
                locks: &mut locks,
                publication: &publication,
            },
        );
        drop(locks);
        Facts {
            accesses,
            starts,
            ends,
            sharing,
        }
    }
}

/// Every access of every thread, with what it may conflict with.
fn for_each_conflict(
    program: &Program,
    texts: &[ThreadText<'_>],
    points_to: &PointsTo,
    visit: &mut dyn FnMut(&ThreadText<'_>, At<'_>, Conflicts),
) {
    let facts = Facts::of(program, texts, points_to);
    for (thread, text) in texts.iter().enumerate() {
        text.for_each(|at| {
            if let Some(used) = facts.accesses.at(thread, at.position) {
                visit(text, at, facts.sharing.conflicts(thread, at.position, used));
            }
        });
    }
}

impl<'a, 'p> Steps<'a, 'p> {
    /// For each thread, in the order of its text.
    fn of(program: &Program, texts: &[ThreadText<'_>], points_to: &PointsTo) -> Vec<Vec<Step>> {
        let Facts {
            accesses,
            starts,
            ends,
            sharing,
        } = Facts::of(program, texts, points_to);
        let of_thread = |(thread, text)| {
            let mut steps = Steps {
                text,
                thread,
                accesses: &accesses,
                starts: &starts,
                ends: &ends,
                sharing: &sharing,
                rest: vec![Need::NONE; text.body.blocks.len()],
                found: Vec::new(),
            };
            for index in (0..text.body.blocks.len()).rev() {
                steps.block(BlockId::new(index));
            }
            steps.found.reverse();
            steps.found
        };
        texts.iter().enumerate().map(of_thread).collect()
    }

    fn block(&mut self, block: BlockId) {
        let text = self.text;
        let mut rest = Need::NONE;
        text.for_each_of_block_backward(block, |at| {
            let need = self.need(at);
            match at.code {
                Code::Terminator(block) if at.depth > 0 => {
                    let successors = block.terminator.successors();
                    rest = successors
                        .map(|successor| self.rest[successor.index()])
                        .fold(need, Need::and);
                }
                Code::Inst(inst) if at.depth > 0 => {
                    // Behind the end of a section another step begins.
                    rest = match inst.kind {
                        InstKind::AtomicEnd if at.depth == 1 => Need::NONE,
                        _ => rest.and(need),
                    };
                }
                Code::Inst(inst) if matches!(inst.kind, InstKind::AtomicBegin) => {
                    let nothing = Need::of(Conflicts::of(reason(Reduction::Private)));
                    self.found(at, rest.and(nothing));
                }
                _ if need != Need::NONE => self.found(at, need),
                _ => {}
            }
        });
        self.rest[block.index()] = rest;
    }

    fn found(&mut self, at: At<'_>, need: Need) {
        self.found.push(Step {
            block: at.block,
            index: at.index,
            need,
        });
    }

    /// Of an instruction or terminator by itself.
    fn need(&self, at: At<'_>) -> Need {
        let conflicts = match self.accesses.at(self.thread, at.position) {
            Some(used) => self.sharing.conflicts(self.thread, at.position, used),
            None => Conflicts::NONE,
        };
        let own = match at.code {
            Code::Inst(inst) => match inst.kind {
                InstKind::WaitUntil(_) => Need::ALWAYS,
                InstKind::Hold(_) => Need {
                    takes_lock: true,
                    ..Need::NONE
                },
                InstKind::Spawn { .. } => Need::unless(Reduction::Spawns),
                InstKind::Fence(_) => Need::unless(Reduction::Fences),
                InstKind::Output { .. } => Need::unless(Reduction::Outputs),
                InstKind::Finished { thread, .. } => self.look_at_end(at, thread),
                _ => Need::NONE,
            },
            Code::Terminator(block) => match block.terminator {
                Terminator::Return(_) if self.text.number == 0 => Need::ALWAYS,
                Terminator::Exit(_) | Terminator::Abort => Need::ALWAYS,
                Terminator::Return(_) | Terminator::ExitThread => {
                    match self.ends.is_observed(self.thread) {
                        true => Need::ALWAYS,
                        false => Need::unless(Reduction::ThreadEnds),
                    }
                }
                _ => Need::NONE,
            },
        };
        own.and(Need::of(conflicts))
    }

    /// `finished` conflicts with the end of the thread that it asks for.
    fn look_at_end(&self, at: At<'_>, asked: ExprId) -> Need {
        let ExprKind::Int(number) = self.text.body.expr(asked).kind else {
            return Need::of(Conflicts::of(0));
        };
        let number = u32::try_from(number).ok();
        let asked = number.and_then(|number| self.starts.by_number(number));
        let me = self.thread as u32;
        let Some(asked) = asked.filter(|&asked| asked != me) else {
            return Need::of(Conflicts::of(reason(Reduction::Private)));
        };
        let mut reasons = 0;
        let started = self.starts.started_at(self.thread, at.position);
        if self.starts.is_before_start(me, started, asked) {
            reasons |= reason(Reduction::BeforeStart);
        }
        let ended = self.ends.ended_at(self.thread, at.position);
        if self.ends.sets.contains(ended, asked) {
            reasons |= reason(Reduction::AfterEnd);
        }
        Need::of(Conflicts::of(reasons))
    }
}
