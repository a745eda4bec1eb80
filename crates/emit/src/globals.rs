//! Variables with static storage: first all names, then all contents, since these may name each other.

use unspool_ir::{GlobalId, Program};

use crate::initialisers::{self, Contents};
use crate::unit::Translation;

/// Whether a global is declared with its type. Others are arrays of bytes: their type has no size, or is smaller than the object because of
/// a flexible array that is initialised.
pub fn is_plain(program: &Program, global: GlobalId) -> bool {
    let global = program.global(global);
    program.types.size_of(global.ty) == Some(global.size)
        || (global.init.is_none() && program.types.size_of(global.ty).is_some())
}

/// A declaration without contents, with its semicolon.
pub fn declaration(unit: &Translation<'_>, id: GlobalId) -> String {
    format!("{};\n", declarator(unit, id))
}

/// The definition; nothing if it begins as zero. What C's initialisers cannot say is left to be set at the start.
pub fn definition(unit: &Translation<'_>, id: GlobalId, late: &mut LateContents) -> String {
    let global = unit.program.global(id);
    let Some(init) = global.init.as_ref().filter(|init| !init.items.is_empty()) else {
        return String::new();
    };
    let contents = match is_plain(unit.program, id) {
        true => initialisers::contents(unit, global.ty, init),
        false => Contents::Unusual,
    };
    match contents {
        Contents::Zero => String::new(),
        Contents::Text(text) => format!("{} = {text};\n", declarator(unit, id)),
        Contents::Unusual => {
            let name = &unit.names.globals[id.index()];
            let text = initialisers::assignments(unit, name, init);
            match global.thread_local {
                true => late.of_threads.push_str(&text),
                false => late.of_program.push_str(&text),
            }
            String::new()
        }
    }
}

/// Tells the runtime where it lies.
pub fn note(unit: &Translation<'_>, id: GlobalId, late: &mut LateContents) {
    let global = unit.program.global(id);
    let name = &unit.names.globals[id.index()];
    let text = format!("    unspool_note_object(&{name}, {});\n", global.size);
    match global.thread_local {
        true => late.of_threads.push_str(&text),
        false => late.of_program.push_str(&text),
    }
}

/// Statements that give globals their contents.
#[derive(Default)]
pub struct LateContents {
    pub of_program: String,
    /// In every thread.
    pub of_threads: String,
}

fn declarator(unit: &Translation<'_>, id: GlobalId) -> String {
    let global = unit.program.global(id);
    let name = &unit.names.globals[id.index()];
    let storage = match global.thread_local {
        true => "static __thread",
        false => "static",
    };
    let types = &unit.program.types;
    let (declared, natural) = match is_plain(unit.program, id) {
        true => {
            let declared = match unit.target.counter_bits(id) {
                Some(bits) => unit.types().counter(global.ty, name, bits),
                None => unit.types().declare(global.ty, name),
            };
            (declared, types.align_of(global.ty))
        }
        false => (format!("unsigned char {name}[{}]", global.size.max(1)), 1),
    };
    match global.align > natural {
        true => format!(
            "{storage} {declared} __attribute__((aligned({})))",
            global.align
        ),
        false => format!("{storage} {declared}"),
    }
}
