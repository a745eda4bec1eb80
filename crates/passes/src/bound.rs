//! Makes bounded programs: inlining, unwinding and threads in one walk.
//!
//! Precondition: a verified program with an entry. Postcondition: a bounded program ([`crate::bounded`]) whose executions are those of
//! the original that stay within the bounds; where one would leave them stands an `assume` or `assert` that fails. Spans are
//! kept, and [`unspool_ir::Origin`]s say for which call and iteration each copy stands.
//!
//! Inlining first and unwinding afterwards would copy a great deal that never runs: the float formatting of a `printf("%d")`,
//! a hundred iterations to find that the first one ends the loop. So each thread is *partially evaluated* in a single walk over
//! its control-flow graph, along all paths at once, with what is known of registers and memory ([`knowledge`]): conditions that
//! come out as constants choose one way, loops end by themselves when their tests do, calls through known pointers go to
//! one function, `*p` becomes the object that it is. This is how CBMC's symbolic execution unwinds; here the result is
//! again a program. What is known is joined where paths meet, so the walk is linear in the size of its result.
//!
//! ```text
//! for (i = 0; i < 2; i++) f(&a[i]);     becomes     store @a[0] = 1:i32  in o1     origin o0: iteration 1
//!                                                   store @a[1] = 1:i32  in o3     origin o1 in o0: call @f ...
//! ```
//!
//! Memory that other threads may write meanwhile is never known ([`concurrent_writes`]).

mod calls;
mod concurrent_writes;
mod evaluate;
mod fitting;
mod instructions;
mod knowledge;
mod library_calls;
mod loop_places;
mod loop_progress;
mod loop_tests;
mod objects;
mod output;
mod stack_allocations;
mod threads;
mod value;
mod value_sets;
mod walk;

use std::collections::VecDeque;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_ir::{
    BlockId, Body, ExprKind, Function, FunctionId, InstKind, Linkage, OriginStep, Program,
    Property, SlotId, Span, Terminator, TypeId, Types,
};

use crate::loop_order::LoopOrder;
use crate::points_to::PointsTo;
use concurrent_writes::ConcurrentWrites;
use objects::Objects;
use output::Output;
use threads::ThreadStart;
use value::Value;
use walk::{Edge, Path, ThreadWalk};

pub use loop_places::{LoopBound, LoopPlace, is_in_file, span_of_loop};

/// What to bound, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoundConfig {
    /// How often the body of a loop is executed whose end no constant decides.
    pub unwind: u32,
    /// The same for loops whose tests all come out as constants: up to here they are unwound to their end.
    pub unwind_static: u32,
    /// Bounds of single loops; they hold for both kinds. Later entries win.
    pub loops: Vec<LoopBound>,
    /// At least so often the body of a loop in a library function.
    pub unwind_library: u32,
    /// How many activations of one function may be on a stack.
    pub recursion: u32,
    /// How many threads there may be, the first included.
    pub threads: u32,
    /// How many instructions the bounded program may have.
    pub instructions: usize,
    pub at_bound: AtBound,
    /// Use what is known of memory, not only of registers.
    pub constants: bool,
    /// Drop calls of library functions that leave nothing behind.
    pub library_calls: bool,
    /// But not if they may take part in a data race.
    pub keeps_races: bool,
}

impl Default for BoundConfig {
    fn default() -> Self {
        BoundConfig {
            unwind: 2,
            unwind_static: 256,
            unwind_library: 16,
            loops: Vec::new(),
            recursion: 3,
            threads: 64,
            instructions: 10_000_000,
            at_bound: AtBound::Assume,
            constants: true,
            library_calls: true,
            keeps_races: false,
        }
    }
}

/// What stands where a bound is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtBound {
    /// `assume false`: longer executions are not considered.
    Assume,
    /// An assertion of the property `unwinding` that fails.
    Assert,
}

/// What bounding did.
#[derive(Clone, Debug, Default)]
pub struct BoundReport {
    pub loops: Vec<LoopReport>,
    /// What was cut, in the order of the program; empty if the bounded program is all of the program.
    pub cuts: Vec<Cut>,
}

/// One loop of the source, over all its copies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopReport {
    /// Name of the function.
    pub function: String,
    pub is_model: bool,
    pub span: Span,
    pub kind: LoopKind,
    /// The largest number of times that its body was copied for one entry of the loop.
    pub iterations: u32,
    pub is_cut: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopKind {
    /// All its tests came out as constants.
    Static,
    /// It ends when memory or input says so.
    Dynamic,
    /// It has no way out but the end of the thread or process.
    Endless,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cut {
    pub span: Span,
    /// If that is in the library, by which call of the program it gets there.
    pub library_call: Option<LibraryCall>,
    pub what: CutKind,
    pub bound: u32,
}

/// A call from the program itself into the library.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LibraryCall {
    /// The function that is called.
    pub function: String,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum CutKind {
    Loop,
    Recursion { function: String },
    Threads,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BoundError {
    #[error("the program has no entry function")]
    NoEntry,
    /// Where it became too much.
    #[error("the bounded program would have more than {limit} instructions")]
    TooLarge {
        limit: usize,
        span: Span,
        library_call: Option<LibraryCall>,
    },
}

/// Bounds a program.
pub fn bound(
    program: &Program,
    config: &BoundConfig,
) -> Result<(Program, BoundReport), BoundError> {
    let Some(entry) = program.entry else {
        return Err(BoundError::NoEntry);
    };
    let points_to = PointsTo::of(program);
    let writes = ConcurrentWrites::of(program, &points_to);
    let mut decisions = Decisions::default();
    loop {
        let mut bounder = Bounder::new(program, config, &points_to, &writes, &decisions);
        match bounder.run(entry) {
            Ok(()) => return Ok(bounder.finish()),
            Err(Stop::TooLarge { span, library_call }) => {
                return Err(BoundError::TooLarge {
                    limit: config.instructions,
                    span,
                    library_call,
                });
            }
            Err(Stop::Restart(Restart::LongLoop { function, head })) => {
                decisions.long_loops.insert((function, head));
            }
            Err(Stop::Restart(Restart::OneSlot { function, slot })) => {
                decisions.single_slots.insert((function, slot));
            }
        }
    }
}

/// Why a walk ends early.
enum Stop {
    /// It turned out that something has to be done differently from the start.
    Restart(Restart),
    TooLarge {
        span: Span,
        library_call: Option<LibraryCall>,
    },
}

enum Restart {
    /// A loop whose tests come out as constants is too long to be unwound to its end.
    LongLoop { function: FunctionId, head: BlockId },
    /// Two declarations of a slot reach one place.
    OneSlot { function: FunctionId, slot: SlotId },
}

#[derive(Default)]
struct Decisions {
    long_loops: FxHashSet<(FunctionId, BlockId)>,
    single_slots: FxHashSet<(FunctionId, SlotId)>,
}

/// How long a loop may be.
#[derive(Clone, Copy)]
struct Limits {
    bound: u32,
    /// For iterations that constants decide; 0 if these count like all others.
    decided: u32,
}

struct Bounder<'p> {
    program: &'p Program,
    config: &'p BoundConfig,
    points_to: &'p PointsTo,
    writes: &'p ConcurrentWrites,
    long_loops: &'p FxHashSet<(FunctionId, BlockId)>,
    single_slots: &'p FxHashSet<(FunctionId, SlotId)>,
    /// Of the program, and more.
    types: Types,
    objects: Objects<'p>,
    /// Per function: its loops, and which blocks are tests of them.
    orders: FxHashMap<FunctionId, (Rc<LoopOrder>, Rc<[bool]>)>,
    extra_records: FxHashMap<Vec<TypeId>, TypeId>,
    /// Per function: which registers are read at all.
    read_registers: FxHashMap<FunctionId, Rc<[bool]>>,
    /// Per global: whether it is a constant of the library.
    library_tables: Vec<bool>,
    /// Per function: whether its atomic sections begin and end in it.
    closed_functions: FxHashMap<FunctionId, bool>,
    starts: VecDeque<ThreadStart>,
    next_thread: u32,
    threads: Vec<(FunctionId, Value, Body)>,
    /// Of finished threads.
    instructions: usize,
    loops: FxHashMap<(FunctionId, Span), LoopReport>,
    cuts: Vec<Cut>,
}

impl<'p> Bounder<'p> {
    fn new(
        program: &'p Program,
        config: &'p BoundConfig,
        points_to: &'p PointsTo,
        writes: &'p ConcurrentWrites,
        decisions: &'p Decisions,
    ) -> Self {
        Bounder {
            program,
            config,
            points_to,
            writes,
            long_loops: &decisions.long_loops,
            single_slots: &decisions.single_slots,
            types: program.types.clone(),
            objects: Objects::new(program),
            orders: FxHashMap::default(),
            extra_records: FxHashMap::default(),
            read_registers: FxHashMap::default(),
            library_tables: library_calls::library_tables(program),
            closed_functions: FxHashMap::default(),
            starts: VecDeque::new(),
            next_thread: 1,
            threads: Vec::new(),
            instructions: 0,
            loops: FxHashMap::default(),
            cuts: Vec::new(),
        }
    }

    fn run(&mut self, entry: FunctionId) -> Result<(), Stop> {
        self.starts.push_back(ThreadStart {
            number: 0,
            root: entry,
            args: Vec::new(),
            know: Default::default(),
        });
        while let Some(start) = self.starts.pop_front() {
            self.make_thread(start)?;
        }
        Ok(())
    }

    fn make_thread(&mut self, start: ThreadStart) -> Result<(), Stop> {
        let program = self.program;
        let Some(body) = &program.function(start.root).body else {
            return Ok(());
        };
        let main_argument = (start.args.iter().copied())
            .find(|value| matches!(value, Value::Function(_)))
            .unwrap_or(Value::Unknown);
        let mut walk = ThreadWalk {
            bounder: self,
            out: Output::new(),
            thread: start.number,
            activations: Vec::new(),
            slot_keys: Vec::new(),
            important: 0,
            own_slots: None,
            null_at_start: Vec::new(),
        };
        let mut know = start.know;
        // The thread's function has a name of its own, so its code says whose copy it is.
        let root = OriginStep::Call {
            callee: start.root,
            span: program.function(start.root).span,
        };
        let origin = walk.out.origin(None, root);
        walk.push_activation(start.root, body, Some(origin), None, start.args.clone());
        for (param, value) in body.params.iter().zip(&start.args) {
            know.set_register(*param, *value);
        }
        let block = walk.out.begin_block();
        walk.walk_function(Path { block, know })?;
        walk.start_with_nulls();
        let mut out = walk.out;
        out.body.params = body.params.clone();
        self.instructions += out.instructions;
        self.threads.push((start.root, main_argument, out.body));
        Ok(())
    }

    /// The bounded program and what was done.
    fn finish(mut self) -> (Program, BoundReport) {
        let mut program = Program {
            types: self.types,
            files: self.program.files.clone(),
            globals: self.program.globals.clone(),
            functions: Vec::with_capacity(self.program.functions.len() + self.threads.len()),
            entry: Some(FunctionId::new(self.program.functions.len())),
        };
        for function in &self.program.functions {
            program.functions.push(Function {
                name: function.name.clone(),
                body: None,
                ..*function
            });
        }
        for (number, (root, argument, body)) in self.threads.into_iter().enumerate() {
            // Models start threads at a function of their own, which gets the program's as an argument.
            let named = match argument {
                Value::Function(function) => function,
                _ => root,
            };
            let root = self.program.function(root);
            let mut name = format!("{}.{number}", self.program.function(named).name);
            while is_taken(self.program, &name) {
                name.push_str(".0");
            }
            program.functions.push(Function {
                name,
                ty: root.ty,
                linkage: Linkage::Internal,
                noreturn: root.noreturn,
                is_model: root.is_model,
                span: root.span,
                body: Some(body),
            });
        }
        let mut loops: Vec<LoopReport> = self.loops.drain().map(|(_, report)| report).collect();
        loops.sort_by(|a, b| {
            (a.is_model, a.span, &a.function).cmp(&(b.is_model, b.span, &b.function))
        });
        let mut known = FxHashSet::default();
        let mut cuts = self.cuts;
        cuts.retain(|cut| known.insert(cut.clone()));
        // What was cut in calls that have been taken back does not count.
        let places: FxHashSet<Span> = cuts.iter().map(|cut| cut.span).collect();
        for report in &mut loops {
            report.is_cut &= places.contains(&report.span);
        }
        (program, BoundReport { loops, cuts })
    }

    /// The function that a thread will have in the bounded program.
    fn function_of_thread(&self, number: u32) -> FunctionId {
        FunctionId::new(self.program.functions.len() + number as usize)
    }

    fn order(&mut self, function: FunctionId, body: &Body) -> (Rc<LoopOrder>, Rc<[bool]>) {
        let order = self.orders.entry(function);
        let (order, is_test) = order.or_insert_with(|| {
            let order = LoopOrder::of(body);
            let is_test = loop_tests::blocks_of_tests(body, &order);
            (Rc::new(order), is_test.into())
        });
        (Rc::clone(order), Rc::clone(is_test))
    }

    fn limits_of(&self, function: FunctionId, head: BlockId, span: Span) -> Limits {
        let own = self
            .config
            .loops
            .iter()
            .rev()
            .find(|entry| entry.place.means(self.program, function, span));
        match own {
            Some(entry) => Limits {
                bound: entry.bound,
                decided: 0,
            },
            None => Limits {
                bound: match self.program.function(function).is_model {
                    true => self.config.unwind.max(self.config.unwind_library),
                    false => self.config.unwind,
                },
                decided: match self.long_loops.contains(&(function, head)) {
                    true => 0,
                    false => self.config.unwind_static,
                },
            },
        }
    }

    fn note_loop(
        &mut self,
        function: FunctionId,
        span: Span,
        iterations: u32,
        kind: LoopKind,
        is_cut: bool,
    ) {
        let declared = self.program.function(function);
        let entry = self.loops.entry((function, span));
        let report = entry.or_insert_with(|| LoopReport {
            function: declared.name.clone(),
            is_model: declared.is_model,
            span,
            kind,
            iterations,
            is_cut,
        });
        report.iterations = report.iterations.max(iterations);
        report.is_cut |= is_cut;
        if report.kind == LoopKind::Static || kind == LoopKind::Dynamic {
            report.kind = kind;
        }
    }
}

impl ThreadWalk<'_, '_> {
    /// Ends the paths that would begin one more iteration of a loop.
    fn cut_loop(&mut self, edges: Vec<Edge>, span: Span, bound: u32) {
        let block = self.out.begin_block();
        for edge in &edges {
            self.out.connect(edge.from, edge.exit, block);
        }
        let know = Default::default();
        self.cut(Path { block, know }, CutKind::Loop, span, bound);
    }

    /// Ends a path that leaves the bounds.
    fn cut(&mut self, path: Path, what: CutKind, span: Span, bound: u32) {
        let message = match &what {
            CutKind::Loop => format!("this loop may run more than {bound} times"),
            CutKind::Recursion { function } => {
                format!("`{function}` may call itself more than {bound} deep")
            }
            CutKind::Threads => format!("there may be more than {bound} threads"),
        };
        let library_call = self.library_call();
        // Functions of the library end; what they call back need not.
        let function = self.here().function;
        self.important += usize::from(!self.program().function(function).is_model);
        self.bounder.cuts.push(Cut {
            span,
            library_call,
            what,
            bound,
        });
        match self.bounder.config.at_bound {
            AtBound::Assert => self.fail(path, Property::Unwinding, message, span),
            AtBound::Assume => {
                let never = self.out.expr(ExprKind::Int(0), Types::BOOL);
                self.emit(&path, InstKind::Assume(never), span);
                self.finish(path, Terminator::Unreachable, span);
            }
        }
    }

    /// The call by which the program has got to where the walk is, if that is in the library. None also in what the library
    /// does by itself, before `main`.
    fn library_call(&self) -> Option<LibraryCall> {
        let mut call = None;
        let mut origin = self.here().origin;
        while let Some(found) = origin.and_then(|id| self.out.body.origins.get(id.index())) {
            if let OriginStep::Call { callee, span } = found.step {
                let callee = self.program().function(callee);
                if !callee.is_model {
                    return call;
                }
                call = Some(LibraryCall {
                    function: callee.name.clone(),
                    span,
                });
            }
            origin = found.parent;
        }
        None
    }
}

fn is_taken(program: &Program, name: &str) -> bool {
    program
        .functions
        .iter()
        .any(|function| function.name == name)
        || program.globals.iter().any(|global| global.name == name)
}
