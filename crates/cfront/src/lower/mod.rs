//! From syntax trees to IR: names, types and meaning in one walk.
//!
//! Lowering happens in two phases. The first goes through the file scope of every translation unit (the user's, then the
//! library models): types, names, initialisers of globals. The second lowers function bodies: all of the user's, and of
//! the models those that something calls. So, when the first body is lowered, the final type of every global and
//! function of the program is known, and only what is used of the library costs anything.
//!
//! A wrong expression is reported once and given up ([`Failed`]); lowering goes on with the next statement, so that one run
//! reports many errors. A program with errors is never returned.

mod address_taken;
mod aggregate;
mod asm;
mod assign;
mod atomic;
mod atomic_name;
mod atomic_object;
mod atomic_record;
mod atomic_update;
mod bit_count;
mod bit_field;
mod build;
mod builtin;
mod call;
mod constant;
mod conversion;
mod declaration;
mod declarator;
mod dialect_label;
mod entry_model;
mod expression;
mod finish;
mod float_builtin;
mod function;
mod initializer;
mod intrinsic;
mod ir_types;
mod jump;
mod link_name;
mod link_records;
mod local;
mod local_init;
mod lvalue;
mod missing;
mod object;
mod operator;
mod overflow_builtin;
mod scoped;
mod statement;
mod static_init;
mod symbols;
mod types;
mod unit;
mod unsupported;

use rustc_hash::{FxHashMap, FxHashSet};
use unspool_ir::{GlobalId, Program, RegId, Span as IrSpan, TypeId};

use crate::ast;
use crate::ctype::{CTypes, QualTy, Ty};
use crate::diagnostic::Diagnostic;
use crate::settings::Settings;
use crate::source::{SourceMap, Span};
use crate::symbol::{Interner, Symbol};

use build::Builder;
use function::FunctionState;
use missing::MissingCalls;
use symbols::{GlobalSymbol, Scopes, SymbolId};

/// One parsed file with where it comes from.
pub struct Unit {
    pub tree: ast::TranslationUnit,
    pub origin: Origin,
}

/// In the order in which they are read; a later one's definition of a name wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Origin {
    /// A model of a library: lowered as far as it is used.
    Model,
    /// The same, written by the user against the headers of the system.
    AddedModel,
    /// The program under analysis: everything in it is lowered.
    User,
}

/// Marks that something was wrong and has been reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failed;

pub type Lowered<T> = Result<T, Failed>;

/// Lowers a whole program. None if anything was wrong; the diagnostics say what.
pub fn lower_program(
    units: &[Unit],
    map: &SourceMap,
    names: &mut Interner,
    settings: &Settings,
) -> (Option<Program>, Vec<Diagnostic>) {
    let mut lower = Lower::new(map, names, settings);
    lower.lower_units(units);
    let failed = lower.diagnostics.iter().any(Diagnostic::is_fatal);
    let program = (!failed).then_some(lower.program);
    (program, lower.diagnostics)
}

/// The state of lowering. Its methods are spread over this folder, one subject a file.
struct Lower<'a> {
    map: &'a SourceMap,
    names: &'a mut Interner,
    settings: &'a Settings,
    known: KnownNames,
    types: CTypes,
    /// What the IR calls each C type.
    ir_types: Vec<Option<TypeId>>,
    /// Which record stands for others of the same meaning in other files.
    representatives: FxHashMap<crate::record::RecordId, crate::record::RecordId>,
    /// The IR record of each C record.
    ir_record_of: Vec<Option<unspool_ir::RecordId>>,
    /// IR records whose bodies are still to be filled in, and whether somebody is about to.
    ir_unfinished: std::collections::VecDeque<(crate::record::RecordId, unspool_ir::RecordId)>,
    ir_finishing: bool,
    /// How deep each C type nests, where that has been asked for, and how deep each record nests others.
    type_nesting: Vec<u16>,
    record_nesting: Vec<u16>,
    program: Program,
    diagnostics: Vec<Diagnostic>,
    symbols: Vec<GlobalSymbol<'a>>,
    /// Names with external linkage, across all units.
    externals: FxHashMap<Symbol, SymbolId>,
    scopes: Scopes,
    unit: u32,
    origin: Origin,
    /// Types that models put in place of opaque library types.
    replacements: FxHashMap<Symbol, QualTy>,
    /// Run-time lengths of variable-length arrays; each register is of the function being lowered.
    vla_lengths: Vec<RegId>,
    strings: FxHashMap<Vec<u8>, GlobalId>,
    /// The globals that are string literals.
    literals: FxHashSet<GlobalId>,
    ir_names: FxHashMap<String, u32>,
    /// Functions whose bodies are still to be lowered.
    pending: Vec<SymbolId>,
    /// `constructor` and `destructor` functions with their priorities, in order of appearance.
    constructors: Vec<(u32, SymbolId)>,
    destructors: Vec<(u32, SymbolId)>,
    file_scopes: Vec<Scopes>,
    /// Models that need variables of their callers, by what they are called as.
    scoped: FxHashMap<Symbol, SymbolId>,
    /// What functions of the program begin with.
    entry_models: FxHashMap<Symbol, SymbolId>,
    missing_calls: MissingCalls,
    b: Builder,
    f: FunctionState,
    /// Depth of expressions that are only looked at, never evaluated.
    unevaluated: u32,
    location_cache: (u32, IrSpan),
    /// Recursion depth of the walk itself.
    depth: u32,
}

/// A C value: a scalar as an IR expression, a record as the place that holds it.
#[derive(Clone, Copy, Debug)]
struct Value {
    kind: ValueKind,
    /// Unqualified.
    ty: Ty,
}

#[derive(Clone, Copy, Debug)]
enum ValueKind {
    Void,
    Scalar(unspool_ir::ExprId),
    /// `temporary`: nothing else refers to the place, so it need not be copied.
    Record {
        place: unspool_ir::PlaceId,
        temporary: bool,
    },
}

/// Symbols that lowering asks for by name.
struct KnownNames {
    main: Symbol,
    exit: Symbol,
    atexit: Symbol,
    func: [Symbol; 3],
}

impl<'a> Lower<'a> {
    fn new(map: &'a SourceMap, names: &'a mut Interner, settings: &'a Settings) -> Lower<'a> {
        let data_model = settings.data_model;
        let known = KnownNames {
            main: names.intern("main"),
            exit: names.intern("exit"),
            atexit: names.intern("atexit"),
            func: ["__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"].map(|n| names.intern(n)),
        };
        Lower {
            map,
            names,
            settings,
            known,
            types: CTypes::new(data_model),
            ir_types: Vec::new(),
            representatives: FxHashMap::default(),
            ir_record_of: Vec::new(),
            ir_unfinished: std::collections::VecDeque::new(),
            ir_finishing: false,
            type_nesting: Vec::new(),
            record_nesting: Vec::new(),
            program: Program::new(data_model),
            diagnostics: Vec::new(),
            symbols: Vec::new(),
            externals: FxHashMap::default(),
            scopes: Scopes::default(),
            unit: 0,
            origin: Origin::User,
            replacements: FxHashMap::default(),
            vla_lengths: Vec::new(),
            strings: FxHashMap::default(),
            literals: FxHashSet::default(),
            ir_names: FxHashMap::default(),
            pending: Vec::new(),
            constructors: Vec::new(),
            destructors: Vec::new(),
            file_scopes: Vec::new(),
            scoped: FxHashMap::default(),
            entry_models: FxHashMap::default(),
            missing_calls: MissingCalls::default(),
            b: Builder::new(),
            f: FunctionState::default(),
            unevaluated: 0,
            location_cache: (u32::MAX, IrSpan::NONE),
            depth: 0,
        }
    }

    fn error<T>(&mut self, span: Span, message: impl Into<String>) -> Lowered<T> {
        self.diagnostics.push(Diagnostic::error(span, message));
        Err(Failed)
    }

    fn unsupported<T>(&mut self, span: Span, message: impl Into<String>) -> Lowered<T> {
        self.diagnostics
            .push(Diagnostic::unsupported(span, message));
        Err(Failed)
    }

    fn warn(&mut self, span: Span, message: impl Into<String>) {
        if self.origin != Origin::Model && self.unevaluated == 0 {
            self.diagnostics.push(Diagnostic::warning(span, message));
        }
    }

    fn text(&self, symbol: Symbol) -> &str {
        self.names.text(symbol)
    }

    fn describe(&self, ty: impl Into<QualTy>) -> String {
        self.types.describe(ty.into(), self.names)
    }

    /// Instructions written from now on come from here.
    fn at(&mut self, span: Span) {
        self.b.span = Some(self.ir_span(span));
    }

    fn ir_span(&mut self, span: Span) -> IrSpan {
        if self.location_cache.0 == span.lo {
            return self.location_cache.1;
        }
        let ir = match self.map.location(span.lo) {
            Some(location) => IrSpan {
                file: unspool_ir::FileId(location.file.0),
                line: location.line,
                column: location.column,
            },
            None => IrSpan::NONE,
        };
        self.location_cache = (span.lo, ir);
        ir
    }

    /// Runs `look` and takes back all it wrote. Expression ids made inside mean nothing outside.
    fn unevaluated<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> T {
        let mark = self.b.mark();
        let lengths = self.vla_lengths.len();
        self.unevaluated += 1;
        let result = look(self);
        self.unevaluated -= 1;
        self.vla_lengths.truncate(lengths);
        self.b.rewind(mark);
        result
    }

    /// Guards the walk's own recursion; the parser bounds nesting too, so this is a second line.
    fn deeper<T>(&mut self, span: Span, walk: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        if self.depth > 2000 {
            return self.error(span, "this is nested too deeply");
        }
        self.depth += 1;
        let result = walk(self);
        self.depth -= 1;
        result
    }
}
