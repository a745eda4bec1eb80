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
pub mod settings;
pub mod source;
pub mod spare_headers;
pub mod symbol;
pub mod token;

use unspool_ir::Program;

pub use diagnostic::{Diagnostic, DiagnosticKind};
pub use lower::Origin;
pub use settings::{Missing, Settings};
pub use source::{SourceMap, SourceTooLarge};

use ast::walk::{self, Node};
use ast::{DeclaratorPart, ExprKind};
use symbol::{Interner, Symbol};

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

/// Parses, checks and links all inputs into one program. Once the inputs are parsed, `library` is asked for models of what
/// they use: it is given the names that occur in expressions and returns further inputs.
pub fn compile(
    inputs: Vec<Input>,
    settings: &Settings,
    library: impl FnOnce(&[&str]) -> Vec<Input>,
) -> Result<Compilation, SourceTooLarge> {
    let mut front = Front::default();
    for input in inputs {
        front.parse(input)?;
    }
    let used = front.used_names();
    let used: Vec<&str> = used.iter().map(|&name| front.names.text(name)).collect();
    for input in library(&used) {
        front.parse(input)?;
    }
    let Front {
        map,
        mut names,
        units,
        mut diagnostics,
    } = front;
    let mut program = None;
    // A tree with holes would only give follow-up errors.
    if !diagnostics.iter().any(Diagnostic::is_fatal) {
        let (lowered, found) = lower::lower_program(&units, &map, &mut names, settings);
        diagnostics.extend(found);
        program = lowered;
    }
    Ok(Compilation {
        program,
        diagnostics,
        map,
    })
}

/// What has been read so far.
#[derive(Default)]
struct Front {
    map: SourceMap,
    names: Interner,
    units: Vec<lower::Unit>,
    diagnostics: Vec<Diagnostic>,
}

impl Front {
    fn parse(&mut self, input: Input) -> Result<(), SourceTooLarge> {
        let text = self.map.add(&input.name, input.text)?;
        let (tree, found) = parser::parse(text, &self.map, &mut self.names);
        self.diagnostics.extend(found);
        self.units.push(lower::Unit {
            tree,
            origin: input.origin,
        });
        Ok(())
    }

    /// What may be names of the library: those that are called, and those that occur in expressions and are declared as functions or
    /// `extern`. So a local variable that happens to have the name of a library function brings no model along.
    fn used_names(&mut self) -> Vec<Symbol> {
        let mut is_used = vec![false; self.names.len()];
        let mut labels = Vec::new();
        for unit in &self.units {
            let mut mentioned = Vec::new();
            let mut declared = Vec::new();
            walk::for_each_node(&unit.tree, |node| match node {
                Node::Expr(expr) => match &expr.kind {
                    ExprKind::Call(callee, _) => {
                        if let ExprKind::Identifier(name) = callee.kind {
                            is_used[name.index()] = true;
                        }
                    }
                    ExprKind::Identifier(name) => mentioned.push(*name),
                    _ => {}
                },
                Node::Declaration(declaration) => declared.push(declaration),
            });
            let mut is_declared = vec![false; self.names.len()];
            for declaration in &declared {
                let is_extern = declaration.specs.storage == Some(ast::StorageClass::Extern);
                for declarator in &declaration.declarators {
                    let parts = &declarator.declarator.parts;
                    let is_function = matches!(parts.first(), Some(DeclaratorPart::Function(_)));
                    if let Some(name) = declared_name(declarator)
                        && (is_extern || is_function)
                    {
                        is_declared[name.index()] = true;
                    }
                }
            }
            for name in mentioned {
                is_used[name.index()] |= is_declared[name.index()];
            }
            // A used name may be linked under another: `int f(int) asm("g");`.
            for declarator in declared.iter().flat_map(|d| &d.declarators) {
                if let (Some(name), Some(label)) =
                    (declared_name(declarator), &declarator.asm_label)
                    && is_used[name.index()]
                    && let ast::StringUnits::Bytes(label) = &label.units
                {
                    labels.push(String::from_utf8_lossy(label).into_owned());
                }
            }
        }
        let used = is_used.iter().enumerate().filter(|(_, is_used)| **is_used);
        let mut used: Vec<Symbol> = used
            .map(|(index, _)| Symbol::from_index(index as u32))
            .collect();
        used.extend(labels.iter().map(|label| self.names.intern(label)));
        used
    }
}

fn declared_name(declarator: &ast::InitDeclarator) -> Option<Symbol> {
    declarator.declarator.name.map(|name| name.symbol)
}
