//! A whole program as C: what its entry leads to, in the order that C wants.

use unspool_ir::{FunctionId, Program};

use crate::functions;
use crate::globals::{self, LateContents};
use crate::names::Names;
use crate::reach;
use crate::records;
use crate::target::Target;
use crate::types::TypeWriter;

/// The text of a program, in three parts that are compiled as one, in this order, behind the declarations of the runtime.
pub struct Unit {
    /// Types, names of functions, variables with their contents.
    pub declarations: String,
    /// Bodies of functions of the library, and of others that stand in no source file. Their lines are their own. Behind them stand
    /// `unspool_program`, which runs the entry function, and `unspool_set_globals` and `unspool_set_thread_locals`, which the
    /// runtime calls before that, and in every thread.
    pub library: String,
    /// Bodies of the user's functions, with `#line`.
    pub program: String,
}

/// Writes down what the entry function leads to.
pub fn translate(program: &Program, names: &Names, target: &dyn Target) -> Unit {
    let unit = Translation {
        program,
        names,
        target,
    };
    let needed = reach::needed(program, |function| {
        let body = program.function(function).body.as_ref();
        let body = body.filter(|_| target.has_body(function));
        body.map_or_else(reach::Mentions::default, reach::all_of)
    });
    let mut declarations = records::definitions(unit.types(), &needed);
    declarations.push('\n');
    for &function in &needed.functions {
        let prototype = functions::prototype(&unit, function);
        declarations.push_str(&format!("{prototype};\n"));
    }
    declarations.push('\n');
    for &global in &needed.globals {
        declarations.push_str(&globals::declaration(&unit, global));
    }
    declarations.push('\n');
    let mut late = LateContents::default();
    for &global in &needed.globals {
        declarations.push_str(&globals::definition(&unit, global, &mut late));
    }
    if target.notes_objects() {
        for &global in &needed.globals {
            globals::note(&unit, global, &mut late);
        }
    }
    let (mut library, mut users) = (String::new(), String::new());
    for &function in &needed.functions {
        let text = match unit.is_users(function) {
            true => &mut users,
            false => &mut library,
        };
        text.push('\n');
        text.push_str(&functions::definition(&unit, function));
    }
    let entry = program.entry.map(|entry| &names.functions[entry.index()]);
    let entry = entry.map_or(String::new(), |name| format!("    {name}();\n"));
    let ends = [
        ("unspool_program", entry),
        ("unspool_set_globals", late.of_program),
        ("unspool_set_thread_locals", late.of_threads),
    ];
    for (name, body) in ends {
        library.push_str(&format!("\nvoid {name}(void)\n{{\n{body}}}\n"));
    }
    Unit {
        declarations,
        library,
        program: users,
    }
}

/// What all parts of a translation know.
pub struct Translation<'a> {
    pub program: &'a Program,
    pub names: &'a Names,
    pub target: &'a dyn Target,
}

impl Translation<'_> {
    pub fn types(&self) -> TypeWriter<'_> {
        TypeWriter {
            types: &self.program.types,
            names: self.names,
        }
    }

    /// Whether a function is one that the user wrote, and a debugger should show as they did.
    pub fn is_users(&self, function: FunctionId) -> bool {
        let function = self.program.function(function);
        let file = self.program.files.get(function.span.file.index());
        let is_real = file.is_some_and(|file| !file.starts_with('<') && function.span.line > 0);
        is_real && !function.is_model
    }
}
