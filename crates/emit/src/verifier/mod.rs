//! The text for verifiers: one C file, made to be read by programs and by people.
//!
//! ```text
//!   UNSPOOL_NEEDS_...      what the rest asks for
//!   the prelude            a verifier's words for inputs, assumptions, assertions
//!   common.h               what it left open, in terms of these
//!   the program            with `int main(void)`
//! ```
//!
//! Only what has an effect is written ([`kept`]), compilers take it without a warning, and what would end a run of the IR ends one
//! of the text ([`checks`]).

mod accesses;
mod bodies;
mod checks;
mod flow;
mod folding;
mod front;
mod initial_values;
mod kept;
mod layout;
mod library;
mod nondet;
mod statements;
mod structure;
mod updates;
mod words;

use std::collections::{BTreeMap, HashMap, HashSet};

use unspool_ir::{FunctionId, GlobalId, InitValue, InstKind, Program, RegId};

use crate::functions;
use crate::globals::{self, LateContents};
use crate::names::Names;
use crate::reach::{self, Mentions, Needed};
use crate::records;
use crate::target::Position;
use crate::unit::Translation;

use bodies::Registers;
use kept::Kept;
use words::Words;

/// What the words of the text mean where a prelude says nothing.
pub const COMMON: &str = include_str!("common.h");

/// What is known about the program besides itself.
#[derive(Clone, Debug, Default)]
pub struct TextOptions<'a> {
    /// The verifier's words.
    pub prelude: &'a str,
    /// Whether `#line` directives tell where statements come from.
    pub lines: bool,
    /// In front of the statement of an instruction or terminator.
    pub comments: HashMap<Position, String>,
    /// In front of a function.
    pub function_comments: HashMap<FunctionId, String>,
    /// Globals that hold unsigned numbers of so many bits, or arrays of such.
    pub counters: HashMap<GlobalId, u32>,
    /// The same for registers.
    pub register_counters: HashMap<(FunctionId, RegId), u32>,
    /// Registers whose values are to be found in traces: each is assigned before it is read.
    pub inputs: HashSet<(FunctionId, RegId)>,
    /// Globals whose accesses are known to be inside of them: those that a schema made.
    pub trusted: HashSet<GlobalId>,
    /// Branches whose first edge is a jump, written as `if (condition) goto ...;`, that has no part in the structure.
    pub jumps: HashSet<Position>,
    /// Whether the text has threads: what others may see in between is not moved, and the prelude knows what threads are.
    pub threads: bool,
}

/// The text, and what things are called in it.
#[derive(Clone, Debug, Default)]
pub struct Text {
    pub text: String,
    /// Of registers that are variables of the text.
    pub registers: BTreeMap<(FunctionId, RegId), String>,
    pub globals: BTreeMap<GlobalId, String>,
    pub functions: BTreeMap<FunctionId, String>,
}

/// Writes down what the entry function leads to.
pub fn text(program: &Program, options: &TextOptions<'_>) -> Text {
    let reserved = [
        front::words(options.prelude),
        front::words(COMMON),
        library::names(),
    ]
    .concat();
    let names = Names::but_for(program, &reserved);
    let words = Words::new(program, options);
    let unit = Translation {
        program,
        names: &names,
        target: &words,
    };
    let kept: Vec<Option<Kept>> = program
        .functions
        .iter()
        .map(|function| {
            function
                .body
                .as_ref()
                .map(|body| Kept::of(program, body, &options.trusted))
        })
        .collect();
    let needed = reach::needed(program, |function| {
        let body = program.function(function).body.as_ref();
        match (body, &kept[function.index()]) {
            (Some(body), Some(kept)) => kept.mentions(body),
            _ => Mentions::default(),
        }
    });
    let mut late = LateContents::default();
    let mut text = String::new();
    let asks_for_sizes = needed
        .functions
        .iter()
        .any(|id| asks_for_sizes(program, *id));
    if asks_for_sizes {
        text.push_str("#define UNSPOOL_NEEDS_OBJECT_SIZE\n");
    }
    text.push_str(options.prelude);
    text.push('\n');
    text.push_str(COMMON);
    text.push('\n');
    text.push_str(&declarations(&unit, &needed, &mut late));
    let mut registers = Registers::new();
    for &function in &needed.functions {
        text.push('\n');
        if let Some(comment) = options.function_comments.get(&function) {
            text.push_str(&format!("{}\n", statements::comment_text(comment)));
        }
        let kept = kept[function.index()].as_ref();
        text.push_str(&bodies::definition(
            &unit,
            &words,
            options,
            function,
            kept,
            &mut registers,
        ));
    }
    text.push_str(&entry(program, &names, &late, options.threads));
    let globals = needed.globals.iter();
    let functions = needed.functions.iter();
    Text {
        text,
        registers,
        globals: globals
            .map(|id| (*id, names.globals[id.index()].clone()))
            .collect(),
        functions: functions
            .map(|id| (*id, names.functions[id.index()].clone()))
            .collect(),
    }
}

/// Types, names of functions, variables with their contents; a variable stands twice only if another one's contents name it.
fn declarations(unit: &Translation<'_>, needed: &Needed, late: &mut LateContents) -> String {
    let mut text = records::definitions(unit.types(), needed);
    text.push('\n');
    for &function in &needed.functions {
        let prototype = functions::prototype(unit, function);
        text.push_str(&format!("{prototype};\n"));
    }
    text.push('\n');
    let inits = needed
        .globals
        .iter()
        .map(|id| &unit.program.global(*id).init);
    let items = inits.flatten().flat_map(|init| &init.items);
    let named: HashSet<GlobalId> = items
        .filter_map(|item| match item.value {
            InitValue::Global { global, .. } => Some(global),
            _ => None,
        })
        .collect();
    for &global in needed.globals.iter().filter(|id| named.contains(id)) {
        text.push_str(&globals::declaration(unit, global));
    }
    for &global in &needed.globals {
        let definition = globals::definition(unit, global, late);
        match definition.is_empty() {
            true if named.contains(&global) => {}
            true => text.push_str(&globals::declaration(unit, global)),
            false => text.push_str(&definition),
        }
    }
    text
}

fn asks_for_sizes(program: &Program, function: FunctionId) -> bool {
    let body = program.function(function).body.as_ref();
    let insts = body.iter().flat_map(|body| &body.blocks);
    let mut insts = insts.flat_map(|block| &block.insts);
    insts.any(|inst| matches!(inst.kind, InstKind::ObjectSize { .. }))
}

fn entry(program: &Program, names: &Names, late: &LateContents, threads: bool) -> String {
    let entry = program.entry.map(|entry| &names.functions[entry.index()]);
    let entry = entry.map_or(String::new(), |name| format!("    {name}();\n"));
    let (set, of_threads) = match threads {
        true => (
            format!(
                "\nstatic void unspool_set_thread_locals(void)\n{{\n{}}}\n",
                late.of_threads
            ),
            "    unspool_set_thread_locals();\n",
        ),
        false => (String::new(), late.of_threads.as_str()),
    };
    format!(
        "{set}\nint main(void)\n{{\n{}{of_threads}{entry}    return 0;\n}}\n",
        late.of_program
    )
}
