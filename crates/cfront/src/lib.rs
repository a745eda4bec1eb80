//! The C front end: from files to IR.
//!
//! `preprocess` runs the system's compiler with `-E`; `lexer` and `parser` turn the text into the tree of `ast`; `lower` checks
//! types and makes IR, linking all files into one program. Diagnostics are data ([`Diagnostic`]) with positions in a
//! [`SourceMap`]; showing them is somebody else's business.
//!
//! Of threads this crate knows only the names of the intrinsics that the library models use.

pub mod ast;
pub mod compile_commands;
pub mod compiler_flags;
pub mod ctype;
pub mod diagnostic;
pub mod lexer;
pub mod lower;
pub mod parser;
pub mod preprocess;
pub mod record;
pub mod source;
pub mod symbol;
pub mod token;

use unspool_ir::{DataModel, Program};

pub use diagnostic::{Diagnostic, DiagnosticKind};
pub use lower::Origin;
pub use source::{SourceMap, SourceTooLarge};

/// A preprocessed translation unit.
pub struct Input {
    /// What diagnostics call it where no line marker says otherwise.
    pub name: String,
    pub text: Vec<u8>,
    pub origin: Origin,
}

/// What came of compiling.
pub struct Compilation {
    /// None if anything was wrong.
    pub program: Option<Program>,
    /// In the order of the input; warnings too.
    pub diagnostics: Vec<Diagnostic>,
    pub map: SourceMap,
}

/// Parses, checks and links all inputs into one program. Models come last.
pub fn compile(inputs: Vec<Input>, data_model: DataModel) -> Result<Compilation, SourceTooLarge> {
    let mut map = SourceMap::new();
    let mut names = symbol::Interner::new();
    let mut texts = Vec::with_capacity(inputs.len());
    for input in inputs {
        texts.push((map.add(&input.name, input.text)?, input.origin));
    }
    let mut diagnostics = Vec::new();
    let mut units = Vec::with_capacity(texts.len());
    for (text, origin) in texts {
        let (tree, found) = parser::parse(text, &map, &mut names);
        diagnostics.extend(found);
        units.push(lower::Unit { tree, origin });
    }
    let mut program = None;
    // A tree with holes would only give follow-up errors.
    if !diagnostics.iter().any(Diagnostic::is_fatal) {
        let (lowered, found) = lower::lower_program(&units, &map, &mut names, data_model);
        diagnostics.extend(found);
        program = lowered;
    }
    Ok(Compilation {
        program,
        diagnostics,
        map,
    })
}
