//! The result of a check as data: the verdict, and the execution that goes wrong, in terms of the source.
//!
//! This is what `--json` writes, and all that the printers know: nothing in it refers to the intermediate representation, so a stored
//! report can be shown anew where there is no program and no compiler. What is in it is told in the user's words already (names of variables,
//! values as C writes them); printers choose, arrange and decorate. Fields may be added within a version; a reader ignores what it does not know.
//! A field that is removed or changes its meaning makes a new version.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The version of the format that this program writes, and the only one that it reads.
pub const VERSION: u32 = 1;

/// The result of a check.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// Of the format: 1.
    pub version: u32,
    pub tool: Tool,
    /// What was checked.
    pub program: CheckedProgram,
    pub verdict: Verdict,
    /// The execution that goes wrong, of a program that is unsafe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Trace>,
    /// Executions that violate other properties, the most telling first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Trace>,
}

impl Report {
    /// Of all violations, the most telling first.
    pub fn traces(&self) -> impl Iterator<Item = &Trace> {
        self.trace.iter().chain(&self.others)
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Tool {
    pub name: String,
    pub version: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct CheckedProgram {
    /// The files that were given, as they were given.
    pub inputs: Vec<String>,
    /// The options that say how they are read: those of the C compiler, and of the library models.
    pub options: Vec<String>,
    pub data_model: DataModel,
    /// Each source file that the trace mentions, and each input.
    pub files: Vec<SourceFile>,
}

/// Widths of C's types.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DataModel {
    /// `int`, `long` and pointers have 32 bits.
    Ilp32,
    /// `int` has 32 bits, `long` and pointers have 64.
    #[default]
    Lp64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SourceFile {
    /// As the compiler calls it.
    pub name: String,
    /// All of its lines; where the file could not be read, only those that are mentioned, as the preprocessor left them. Empty for an input
    /// that the trace does not mention.
    pub text: String,
    /// SHA-256 of the file's bytes, in hexadecimal digits; none if it could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Verdict {
    pub kind: VerdictKind,
    /// What follows the name of the verdict, in a line.
    pub statement: String,
    /// Further lines: bounds, what was not covered, what to do next.
    #[serde(default)]
    pub details: Vec<String>,
    /// The properties that were looked for, by name.
    pub properties: Vec<String>,
    /// The process's exit code.
    pub exit_code: u8,
    /// The whole check, in seconds.
    pub seconds: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum VerdictKind {
    Unsafe,
    Safe,
    SafeWithinBounds,
    Unknown,
}

impl VerdictKind {
    /// As the first line of the output has it.
    pub fn name(self) -> &'static str {
        match self {
            VerdictKind::Unsafe => "UNSAFE",
            VerdictKind::Safe => "SAFE",
            VerdictKind::SafeWithinBounds => "SAFE WITHIN BOUNDS",
            VerdictKind::Unknown => "UNKNOWN",
        }
    }
}

/// An execution that ends with a violation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Trace {
    /// By number.
    pub threads: Vec<Thread>,
    /// Memory that the steps speak of.
    pub variables: Vec<Variable>,
    /// What happened, in the order of time.
    pub steps: Vec<Step>,
    pub violation: Violation,
    pub minimality: Minimality,
    /// Makes the same execution again.
    pub repeat: Repeat,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Thread {
    /// The first thread is 0.
    pub number: u32,
    /// The function that it runs.
    pub function: String,
    /// None for the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created: Option<Created>,
    /// Whether it has ended before the violation.
    pub has_ended: bool,
}

impl Thread {
    /// `main`, or `thread 2 (worker)`.
    pub fn title(&self) -> String {
        match self.created {
            None => self.function.clone(),
            Some(_) => format!("thread {} ({})", self.number, self.function),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Created {
    /// The thread that did it.
    pub by: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Place>,
}

/// A place in the source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// Its number in `program.files`.
    pub file: usize,
    /// From 1.
    pub line: u32,
    /// From 1, in characters of the line, where what is meant begins; macros may leave only the line.
    pub column: u32,
    /// The column behind it.
    pub end_column: u32,
    /// Where the same stands in the input, if that was given preprocessed (`.i`) and its line markers name this file and line instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<GivenPlace>,
}

/// A place in an input as it was given, whatever its line markers say.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GivenPlace {
    /// The input's number in `program.files`.
    pub file: usize,
    /// From 1.
    pub line: u32,
    /// From 1, in characters of the line. None if several lines of the input are this line of the source, and which of them is meant is not known: `line` is
    /// then the first of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
}

/// A piece of memory, or a local variable that has no address.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Variable {
    /// As C would write it: `queue.slots[2].next`. Objects of the heap are called `object1`, `object2` in the order in which they are mentioned.
    pub name: String,
    /// Its type in C, as far as known: `int`, `unsigned char`, `double`, `struct s`, `char *`. Types of the same size and sign have one name, whatever the source calls
    /// them: typedefs and enumerations that of the integer. None for anything that C cannot name, such as the unit that holds bit-fields.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub c_type: Option<String>,
    pub storage: StorageKind,
    /// The thread whose local or thread-local variable it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<u32>,
    /// The function whose local variable it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// What it contained when it was first mentioned, before that step; none if it had no value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial: Option<String>,
    /// Whether several threads use it, and one writes it, in this execution.
    pub is_contended: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StorageKind {
    Global,
    ThreadLocal,
    Local,
    Heap,
    /// Anything else: variable-length arrays, arguments of variadic functions.
    Other,
}

/// What one thread did in one go, by one statement. A statement in which another thread interferes makes several steps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Step {
    pub thread: u32,
    /// Which stretch of one thread without a switch this is in, from 0.
    pub context: u32,
    /// Of the statement; none for what the program does not say, such as the end of a thread in the library.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The text of the statement, or of its first line.
    pub statement: String,
    /// The calls that led to it, innermost function first.
    pub stack: Vec<Frame>,
    pub events: Vec<Event>,
    /// Single reads and writes of memory by the library, of which `events` tell in short.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<Event>,
    /// Whether one needs it to understand the violation; others are shown only on demand.
    pub is_relevant: bool,
}

impl Step {
    /// In short and in detail.
    pub fn all_events(&self) -> impl DoubleEndedIterator<Item = &Event> {
        self.events.iter().chain(&self.details)
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Frame {
    pub function: String,
    /// Where in it the execution stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Place>,
}

/// One thing that a step did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Event {
    Read {
        /// Its number in `variables`.
        variable: usize,
        value: String,
    },
    Write {
        variable: usize,
        /// None if the memory had no value.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<String>,
        after: String,
    },
    /// An atomic read-modify-write, or a compare-exchange.
    Update {
        variable: usize,
        before: String,
        /// None if nothing was written: a compare-exchange that failed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<String>,
    },
    /// A local variable that no other thread can see got a value.
    Assign {
        variable: usize,
        value: String,
    },
    /// A value from outside of the program; none if it has no name.
    Input {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        variable: Option<usize>,
        value: String,
        /// Nobody gave it: the variable was read before it had a value, which then may be any.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_unset: bool,
    },
    /// What a function of the library did, in words: `acquires m`.
    Library {
        /// Its name: `pthread_mutex_lock`. Empty where the program itself copies an array as a whole.
        function: String,
        words: String,
        /// What it did it with, such as the mutex, in `variables`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        variable: Option<usize>,
        /// What it means for schedules.
        effect: LibraryEffect,
    },
    Creates {
        thread: u32,
    },
    Ends,
}

impl Event {
    /// The variable that it is about.
    pub fn variable(&self) -> Option<usize> {
        match self {
            Event::Read { variable, .. }
            | Event::Write { variable, .. }
            | Event::Update { variable, .. }
            | Event::Assign { variable, .. } => Some(*variable),
            Event::Input { variable, .. } | Event::Library { variable, .. } => *variable,
            Event::Creates { .. } | Event::Ends => None,
        }
    }

    pub fn variable_mut(&mut self) -> Option<&mut usize> {
        match self {
            Event::Read { variable, .. }
            | Event::Write { variable, .. }
            | Event::Update { variable, .. }
            | Event::Assign { variable, .. } => Some(variable),
            Event::Input { variable, .. } | Event::Library { variable, .. } => variable.as_mut(),
            Event::Creates { .. } | Event::Ends => None,
        }
    }
}

/// The kinds of things that functions about threads and locks do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LibraryEffect {
    Acquires,
    Releases,
    /// The thread waits from now on.
    Waits,
    /// It goes on.
    WakesUp,
    /// It lets others go on.
    Signals,
    Joins,
    Other,
}

/// What went wrong, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Violation {
    /// By name: `unreach-call`.
    pub property: String,
    /// `assertion failed: counter == 2`.
    pub message: String,
    pub thread: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// One sentence: how it came to that.
    pub explanation: String,
    /// Other places that the explanation speaks of, in the order of time.
    #[serde(default)]
    pub related: Vec<Related>,
    /// Where each thread that has not ended was then.
    pub stacks: Vec<ThreadStack>,
    /// Of a data race: the two accesses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub race: Option<Race>,
    /// Of a deadlock: what each thread waits for. Those that wait in a circle come first, each for the next; those of another circle after them, and then all others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waits: Vec<Wait>,
}

/// Two accesses to the same memory that nothing orders.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Race {
    /// What both accesses touch: `queue.count`.
    pub object: String,
    /// The earlier one in this execution.
    pub first: RaceAccess,
    /// The later one, with which the execution ends.
    pub second: RaceAccess,
    /// Where the object was allocated, if it has no name of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allocated: Option<Place>,
}

impl Race {
    pub fn accesses(&self) -> [&RaceAccess; 2] {
        [&self.first, &self.second]
    }

    pub fn accesses_mut(&mut self) -> [&mut RaceAccess; 2] {
        [&mut self.first, &mut self.second]
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RaceAccess {
    pub thread: u32,
    pub kind: RaceAccessKind,
    /// Whether it is atomic: by C's atomic operations, or as a part of something that is one step.
    pub is_atomic: bool,
    /// Whether what it accesses is declared `volatile`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_volatile: bool,
    /// What it accesses, as this access gets there; it may be more than what both touch.
    pub object: String,
    /// Where its bytes begin, counted from the start of the object in memory.
    pub offset: u64,
    /// How many bytes it accesses.
    pub size: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The function of the library that does it, if the program does not do it itself: `memcpy`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The calls that led to it, innermost function first.
    pub stack: Vec<Frame>,
    /// The locks that the thread held then, in the order in which it took them.
    pub held: Vec<HeldLock>,
    /// The number in `steps` of what the thread did then, if it is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RaceAccessKind {
    Read,
    Write,
    /// A read-modify-write.
    Update,
    /// The end of an object: it is freed, or the block of a local variable is left.
    End,
}

/// A lock that a thread has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HeldLock {
    /// `queue.lock`.
    pub name: String,
    /// Where it took it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Place>,
    /// The calls that led there, innermost function first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<Frame>,
}

/// A thread that waits for ever.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Wait {
    pub thread: u32,
    pub kind: WaitKind,
    /// What it waits for, such as the lock; for `memory`, what would have to change. Empty if it has no name.
    pub object: String,
    /// The thread whose end it waits for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends: Option<u32>,
    /// Who has the lock. Threads that have a lock for reading are not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holders: Vec<Holder>,
    /// Whether it waits for a thread that waits, be it by way of others, for this one.
    pub is_in_circle: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The function of the library in which it waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The locks that it has while it waits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<HeldLock>,
    /// The number in `steps` of what tells of the wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WaitKind {
    /// A mutex, read-write lock, spin lock or the lock of a stream.
    Lock,
    /// The end of a thread.
    Thread,
    /// A signal to a condition variable.
    Condition,
    /// A semaphore that is not zero.
    Semaphore,
    /// Other threads at a barrier.
    Barrier,
    /// Another function of the library, such as `pthread_once` or `pause`.
    Library,
    /// Memory to be changed by another thread.
    Memory,
}

/// A thread that has a lock.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Holder {
    pub thread: u32,
    /// Whether the thread has ended and kept it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_ended: bool,
    /// Where it took it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Place>,
    /// The calls that led there, innermost function first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<Frame>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Related {
    pub place: Place,
    /// `thread 2 writes counter: 0 -> 1`.
    pub message: String,
    /// Its number in `steps`.
    pub step: usize,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ThreadStack {
    pub thread: u32,
    /// Innermost function first.
    pub frames: Vec<Frame>,
}

/// How simple the execution is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Minimality {
    /// Context switches.
    pub switches: usize,
    /// Whether it is known that there is no violation with fewer of them within the bounds.
    pub has_fewest_switches: bool,
    /// Whether it is known that no violation with as many switches has fewer steps.
    pub is_shortest: bool,
    /// Whether the values from outside are the simplest with which this fails.
    pub has_simplest_inputs: bool,
}

/// A schedule and inputs, by which `unspool replay` and `unspool run --replay` make the execution again.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Repeat {
    /// Threads in the order of their steps: `0*5,1*3,0`.
    pub schedule: String,
    /// Values from outside, in the order in which they are drawn.
    pub inputs: Vec<GivenInput>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GivenInput {
    pub thread: u32,
    /// The bits as a number, in decimal digits.
    pub bits: String,
}
