//! A whole program: types, globals, functions, source files.

use crate::function::Function;
use crate::ids::{FileId, FunctionId, GlobalId, TypeId};
use crate::types::{DataModel, Types};

#[derive(Clone, Debug)]
pub struct Program {
    pub types: Types,
    /// Names of source files as line markers give them.
    pub files: Vec<String>,
    pub globals: Vec<Global>,
    pub functions: Vec<Function>,
    /// Where execution starts: a function without parameters. None for a program that is only a library.
    pub entry: Option<FunctionId>,
}

impl Program {
    pub fn new(data_model: DataModel) -> Self {
        Program {
            types: Types::new(data_model),
            files: Vec::new(),
            globals: Vec::new(),
            functions: Vec::new(),
            entry: None,
        }
    }

    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.index()]
    }

    /// Whether variables of the functions that this one calls last until the process ends: it is the entry and does not return, as what calls `main` and then `exit`.
    /// For the program, returning from `main` is the end of the process (C11 5.1.2.2.3): no thread finds `main`'s variables gone.
    pub fn is_outermost(&self, caller: FunctionId) -> bool {
        self.entry == Some(caller) && self.function(caller).noreturn
    }

    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }

    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        let index = self.functions.iter().position(|f| f.name == name)?;
        Some(FunctionId::new(index))
    }

    /// `file:line:column`, or a word that there is none.
    pub fn describe(&self, span: Span) -> String {
        match self.files.get(span.file.index()) {
            Some(file) if span.line > 0 => format!("{file}:{}:{}", span.line, span.column),
            _ => "<no source>".to_string(),
        }
    }
}

/// Where in the source something comes from. Line and column count from 1; line 0 means nowhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    pub file: FileId,
    pub line: u32,
    pub column: u32,
}

impl Span {
    /// For what the tool itself adds.
    pub const NONE: Span = Span {
        file: FileId(u32::MAX),
        line: 0,
        column: 0,
    };
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Linkage {
    /// Visible to other translation units under its name.
    External,
    /// Private to its file or function; its name here may carry a suffix that makes it unique.
    Internal,
}

#[derive(Clone, Debug)]
pub struct Global {
    /// Unique among the program's globals and functions.
    pub name: String,
    pub ty: TypeId,
    /// Size of the object; larger than the type's only when a flexible array member is initialised.
    pub size: u64,
    pub align: u64,
    pub linkage: Linkage,
    pub thread_local: bool,
    /// Declared in C as `const`, or a string literal: writing to it is an error.
    pub read_only: bool,
    pub span: Span,
    /// None for an object that is only declared (`extern`).
    pub init: Option<Init>,
}

impl Global {
    /// Literals have no name in C; the front end calls them `str.` and a number.
    pub fn is_string_literal(&self) -> bool {
        let number = self.name.strip_prefix("str.");
        self.read_only
            && number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    }
}

/// The first bytes of a global: what is not listed is zero. Ascending offsets, no overlap.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Init {
    pub items: Vec<InitItem>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InitItem {
    pub offset: u64,
    pub value: InitValue,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InitValue {
    /// An integer, `_Bool`, float or absolute pointer of this scalar type, as bits.
    Scalar {
        ty: TypeId,
        bits: u128,
    },
    /// Address of a global plus bytes, as a pointer-sized value of this pointer (or integer) type.
    Global {
        ty: TypeId,
        global: GlobalId,
        addend: i64,
    },
    Function {
        ty: TypeId,
        function: FunctionId,
    },
    /// Raw bytes, mostly of string literals.
    Bytes(Vec<u8>),
}
