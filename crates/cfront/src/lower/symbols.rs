//! Names: scopes of a translation unit, and the table of everything with static storage in the program.

use rustc_hash::FxHashMap;
use unspool_ir::{FunctionId, GlobalId, Init, Linkage, RegId, SlotId};

use crate::ast;
use crate::ctype::{EnumId, QualTy, Ty};
use crate::record::RecordId;
use crate::source::Span;
use crate::symbol::Symbol;

use super::Origin;

/// An entry of the program's table of globals and functions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SymbolId(pub u32);

impl SymbolId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What an ordinary identifier denotes.
#[derive(Clone, Copy, Debug)]
pub enum Entity {
    Typedef(QualTy),
    /// An enumeration constant.
    Constant {
        value: i128,
        ty: Ty,
    },
    Local(Local),
    /// Its declaration is wrong, which has been reported; uses of it are not.
    Wrong,
    /// Something with linkage or static storage, with the type this scope knows it by.
    Symbol(SymbolId, QualTy),
}

#[derive(Clone, Copy, Debug)]
pub struct Local {
    pub storage: LocalStorage,
    pub ty: QualTy,
}

#[derive(Clone, Copy, Debug)]
pub enum LocalStorage {
    Reg(RegId),
    Slot(SlotId),
    /// A variable-length array: the register points to its first element.
    Pointer(RegId),
}

#[derive(Clone, Copy, Debug)]
pub enum Tag {
    Record(RecordId),
    Enum(EnumId),
}

#[derive(Clone, Copy, Debug)]
pub struct Named<T> {
    pub entity: T,
    pub span: Span,
}

/// The open scopes of one unit, innermost last. Scope 0 is the file.
#[derive(Debug, Default)]
pub struct Scopes {
    levels: Vec<Scope>,
}

#[derive(Debug, Default)]
struct Scope {
    names: FxHashMap<Symbol, Named<Entity>>,
    tags: FxHashMap<Symbol, Named<Tag>>,
}

impl Scopes {
    pub fn push(&mut self) {
        self.levels.push(Scope::default());
    }

    pub fn pop(&mut self) {
        self.levels.pop();
    }

    pub fn is_file_scope(&self) -> bool {
        self.levels.len() == 1
    }

    pub fn find(&self, name: Symbol) -> Option<Named<Entity>> {
        self.levels
            .iter()
            .rev()
            .find_map(|scope| scope.names.get(&name).copied())
    }

    /// A wrong declaration does not stand in the way of another.
    pub fn find_here(&self, name: Symbol) -> Option<Named<Entity>> {
        let named = self.levels.last()?.names.get(&name).copied()?;
        (!matches!(named.entity, Entity::Wrong)).then_some(named)
    }

    pub fn find_at_file_scope(&self, name: Symbol) -> Option<Named<Entity>> {
        let named = self.levels.first()?.names.get(&name).copied()?;
        (!matches!(named.entity, Entity::Wrong)).then_some(named)
    }

    pub fn declare(&mut self, name: Symbol, entity: Entity, span: Span) {
        if let Some(scope) = self.levels.last_mut() {
            scope.names.insert(name, Named { entity, span });
        }
    }

    /// Makes a file-scope name known from inside a function (implicit declarations).
    pub fn declare_at_file_scope(&mut self, name: Symbol, entity: Entity, span: Span) {
        if let Some(scope) = self.levels.first_mut() {
            scope.names.insert(name, Named { entity, span });
        }
    }

    pub fn find_tag(&self, tag: Symbol) -> Option<Named<Tag>> {
        self.levels
            .iter()
            .rev()
            .find_map(|scope| scope.tags.get(&tag).copied())
    }

    pub fn find_tag_here(&self, tag: Symbol) -> Option<Named<Tag>> {
        self.levels.last()?.tags.get(&tag).copied()
    }

    pub fn declare_tag(&mut self, tag: Symbol, entity: Tag, span: Span) {
        if let Some(scope) = self.levels.last_mut() {
            scope.tags.insert(tag, Named { entity, span });
        }
    }
}

/// A function or an object with static or thread storage.
#[derive(Debug)]
pub struct GlobalSymbol<'a> {
    pub name: Symbol,
    /// The type of the definition if there is one, else of the first complete declaration.
    pub ty: QualTy,
    pub linkage: Linkage,
    pub span: Span,
    pub kind: SymbolKind<'a>,
    pub ir: Option<IrId>,
    /// Where the definition, or else the first declaration, stands.
    pub origin: Origin,
    /// Declared `weak`: without a definition its address is null.
    pub is_weak: bool,
    pub unit: u32,
}

#[derive(Debug)]
pub enum SymbolKind<'a> {
    Function(FunctionSymbol<'a>),
    Object(ObjectSymbol),
}

#[derive(Debug, Default)]
pub struct FunctionSymbol<'a> {
    pub definition: Option<&'a ast::FunctionDefinition>,
    pub noreturn: bool,
    pub queued: bool,
    /// GNU `inline` with `extern`: the body is only for inlining; a real definition elsewhere wins.
    pub inline_only: bool,
}

#[derive(Debug, Default)]
pub struct ObjectSymbol {
    pub thread_local: bool,
    pub definition: Definition,
    /// Alignment asked for by attributes or `_Alignas`; 0 for none.
    pub align: u64,
    /// What a flexible array member adds to the type's size.
    pub extra_size: u64,
    pub read_only: bool,
}

#[derive(Debug, Default)]
pub enum Definition {
    /// Declared `extern` only.
    #[default]
    None,
    /// Declared without initialiser: defined as zero unless defined elsewhere.
    Tentative,
    Initialized(Init),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IrId {
    Global(GlobalId),
    Function(FunctionId),
}

impl GlobalSymbol<'_> {
    pub fn is_function(&self) -> bool {
        matches!(self.kind, SymbolKind::Function(_))
    }

    pub fn is_defined(&self) -> bool {
        match &self.kind {
            SymbolKind::Function(function) => function.definition.is_some(),
            SymbolKind::Object(object) => !matches!(object.definition, Definition::None),
        }
    }
}
