//! The syntax tree of one preprocessed GNU C11 translation unit.
//!
//! The tree says what was *written*, not what it means: names are not resolved, types are not
//! computed, constants are not folded. The one thing the grammar of C forces us to decide while parsing is
//! whether an identifier names a type, and that decision is visible here as
//! [`TypeSpecifier::TypedefName`] against [`ExprKind::Identifier`].
//!
//! Four shapes differ from the textbook tree, each so that input length never becomes recursion depth:
//!
//! - **Declarators are flat.** [`Declarator::parts`] lists type constructors from the name outwards:
//!   `int *(*f[3])(char)` has the parts `[Array 3, Pointer, Function(char), Pointer]`, read aloud as "f is an
//!   array of 3 pointers to functions of char returning pointer to int". A type is therefore built by starting
//!   from the specifiers and applying the parts *in reverse*.
//! - **Labels are statements of their own.** `case 1: case 2: x = 1;` is three consecutive elements of a
//!   [`Block`]: the label does not contain the statement that follows it. Where the grammar admits a single
//!   statement (`if (c) L: x = 1;`) the parser wraps label and statement in a [`Block`].
//! - **`else if` chains are one node** with a list of branches ([`StmtKind::If`]).
//! - **Left-deep chains** (`a + b + c + ...`, `a[0][0]...`, `a, b, c`) are nested boxes, so they may be as deep as they are
//!   long; [`Expr`] frees them iteratively, and a consumer should walk the left spine in a loop.
//!
//! All other nesting is bounded by the parser's depth limit ([`crate::parser::MAX_DEPTH`]).
//!
//! Every node has a [`Span`]; a [`Span`] covers the whole construct.

mod expression;
mod statement;
pub mod walk;

use crate::source::Span;
use crate::symbol::Symbol;

pub use expression::*;
pub use statement::*;

/// Everything at file scope, in order.
#[derive(Debug, Default)]
pub struct TranslationUnit {
    pub items: Vec<ExternalDeclaration>,
}

#[derive(Debug)]
pub enum ExternalDeclaration {
    Declaration(Declaration),
    Function(Box<FunctionDefinition>),
    /// `asm("...");` outside of any function.
    Asm {
        template: StringLiteral,
        span: Span,
    },
    StaticAssert(StaticAssert),
}

/// An identifier at a place: a declared name, a member, a tag, a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Identifier {
    pub symbol: Symbol,
    pub span: Span,
}

/// `_Static_assert(condition)` or `_Static_assert(condition, message)`.
#[derive(Debug)]
pub struct StaticAssert {
    pub condition: Expr,
    pub message: Option<StringLiteral>,
    pub span: Span,
}

/// `specs declarator = init, declarator = init;`; `declarators` is empty for `struct s { ... };`.
#[derive(Debug)]
pub struct Declaration {
    pub specs: DeclSpecs,
    pub declarators: Vec<InitDeclarator>,
    pub span: Span,
}

/// One declared name with what may follow it.
#[derive(Debug)]
pub struct InitDeclarator {
    /// Its name is always present.
    pub declarator: Declarator,
    /// `int x asm("y");`
    pub asm_label: Option<StringLiteral>,
    pub initializer: Option<Initializer>,
    pub span: Span,
}

#[derive(Debug)]
pub struct FunctionDefinition {
    pub specs: DeclSpecs,
    /// Its name is present and `parts[0]` is [`DeclaratorPart::Function`].
    pub declarator: Declarator,
    /// The declarations between `)` and `{` of a K&R definition, which give types to the names in
    /// [`Parameters::Identifiers`]; a name without declaration is `int`.
    pub old_style_declarations: Vec<Declaration>,
    pub body: Block,
    pub span: Span,
}

// ---------------------------------------------------------------------------------------------
// Declaration specifiers and types

/// Everything before the declarator; also the specifiers of a type name, a member or a parameter.
#[derive(Debug)]
pub struct DeclSpecs {
    pub storage: Option<StorageClass>,
    /// `_Thread_local`, `__thread`.
    pub thread_local: bool,
    pub inline: bool,
    /// `_Noreturn`; the attribute spelling is among `attributes`.
    pub noreturn: bool,
    /// Qualifiers of the specified type (`const int`), not of any pointer.
    pub qualifiers: Qualifiers,
    pub alignments: Vec<Alignment>,
    pub attributes: Vec<Attribute>,
    pub type_specifier: TypeSpecifier,
    /// No type specifier was written and [`TypeSpecifier::Int`] was assumed.
    pub implicit_int: bool,
    pub span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StorageClass {
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Qualifiers {
    pub is_const: bool,
    pub is_volatile: bool,
    pub is_restrict: bool,
    /// `_Atomic` without parentheses; with them it is [`TypeSpecifier::Atomic`].
    pub is_atomic: bool,
}

/// `_Alignas(type)` or `_Alignas(constant)`.
#[derive(Debug)]
pub enum Alignment {
    Type(TypeName),
    Value(Expr),
}

/// The specified type, with the many spellings of the arithmetic types resolved.
#[derive(Debug)]
pub enum TypeSpecifier {
    Void,
    Bool,
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    Int128,
    UnsignedInt128,
    Float,
    Double,
    LongDouble,
    /// `_FloatN`, `_FloatNx`, `__float128`, `__float80`, `__bf16`: distinct types even where the format is that of `double`.
    Extended(ExtendedFloat),
    /// `_Complex` of the given real type. No diagnostic has been issued: headers declare functions over complex
    /// types that nobody calls, so a *use* is for the lowering to refuse.
    Complex(Box<TypeSpecifier>),
    Struct(Box<StructSpecifier>),
    Enum(Box<EnumSpecifier>),
    TypedefName(Symbol),
    TypeofExpr(Box<Expr>),
    TypeofType(Box<TypeName>),
    /// `_Atomic(type)`.
    Atomic(Box<TypeName>),
    /// `__auto_type`.
    AutoType,
    /// `__builtin_va_list`.
    VaList,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExtendedFloat {
    /// `_Float16`
    F16,
    /// `__bf16`
    BFloat16,
    /// `_Float32`
    F32,
    /// `_Float64`
    F64,
    /// `_Float128`, `__float128`
    F128,
    /// `_Float32x` (the format of `double`)
    F32x,
    /// `_Float64x` (the format of `long double`)
    F64x,
    /// `__float80`
    F80,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StructKind {
    Struct,
    Union,
}

/// `struct tag { ... }`, `struct tag`, and the same with `union`.
#[derive(Debug)]
pub struct StructSpecifier {
    pub kind: StructKind,
    pub tag: Option<Identifier>,
    /// `None` for a mere mention; `Some(vec![])` for GNU's empty struct.
    pub members: Option<Vec<Member>>,
    /// Those after the keyword and those after the closing brace.
    pub attributes: Vec<Attribute>,
    /// The alignment limit set by a `#pragma pack` in force at the closing brace.
    pub pragma_pack: Option<u32>,
    pub span: Span,
}

#[derive(Debug)]
pub enum Member {
    Field(FieldDeclaration),
    StaticAssert(StaticAssert),
}

/// `specs a, *b, c : 3;`; without declarators it is an anonymous struct or union member.
#[derive(Debug)]
pub struct FieldDeclaration {
    pub specs: DeclSpecs,
    pub declarators: Vec<FieldDeclarator>,
    pub span: Span,
}

#[derive(Debug)]
pub struct FieldDeclarator {
    /// Without a name for an unnamed bit-field.
    pub declarator: Declarator,
    pub bit_width: Option<Expr>,
    pub span: Span,
}

#[derive(Debug)]
pub struct EnumSpecifier {
    pub tag: Option<Identifier>,
    /// C23 `enum e : unsigned char`.
    pub underlying: Option<TypeName>,
    /// `None` for a mere mention.
    pub enumerators: Option<Vec<Enumerator>>,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

#[derive(Debug)]
pub struct Enumerator {
    pub name: Identifier,
    pub attributes: Vec<Attribute>,
    pub value: Option<Expr>,
    pub span: Span,
}

/// A type as an operand: `sizeof(const char *[3])`. The declarator has no name.
#[derive(Debug)]
pub struct TypeName {
    pub specs: DeclSpecs,
    pub declarator: Declarator,
    pub span: Span,
}

// ---------------------------------------------------------------------------------------------
// Declarators

/// A name with the type constructors around it, from the name outwards (see the module's essay).
#[derive(Debug)]
pub struct Declarator {
    /// `None` in type names, unnamed parameters and unnamed bit-fields.
    pub name: Option<Identifier>,
    /// Apply in reverse to the specified type.
    pub parts: Vec<DeclaratorPart>,
    /// Attributes of the declared entity: `int x __attribute__((aligned(8)))`. Those after `*` are in the part.
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

#[derive(Debug)]
pub enum DeclaratorPart {
    Pointer(PointerPart),
    Array(Box<ArrayPart>),
    Function(Box<FunctionPart>),
}

/// `* const __attribute__((...))`
#[derive(Debug)]
pub struct PointerPart {
    pub qualifiers: Qualifiers,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

/// `[static const size]`
#[derive(Debug)]
pub struct ArrayPart {
    pub size: ArraySize,
    /// Qualifiers of the pointer that an array parameter becomes.
    pub qualifiers: Qualifiers,
    pub is_static: bool,
    pub span: Span,
}

#[derive(Debug)]
pub enum ArraySize {
    /// `[]`
    Unspecified,
    /// `[*]`
    Star,
    /// `[e]`, constant or not.
    Expr(Expr),
}

#[derive(Debug)]
pub struct FunctionPart {
    pub parameters: Parameters,
    /// The list ends in `...`.
    pub variadic: bool,
    pub span: Span,
}

#[derive(Debug)]
pub enum Parameters {
    /// A prototype. `(void)` is a single parameter of type `void` without declarator name or parts: the parser does not
    /// single it out, because `void` may also come from a typedef.
    Prototype(Vec<Parameter>),
    /// The names of a K&R definition; empty for `()`, which in a declaration leaves the parameters unspecified.
    Identifiers(Vec<Identifier>),
}

#[derive(Debug)]
pub struct Parameter {
    pub specs: DeclSpecs,
    pub declarator: Declarator,
    pub span: Span,
}

// ---------------------------------------------------------------------------------------------
// Initialisers

#[derive(Debug)]
pub enum Initializer {
    Expr(Expr),
    List(InitializerList),
}

#[derive(Debug)]
pub struct InitializerList {
    pub items: Vec<InitializerItem>,
    pub span: Span,
}

#[derive(Debug)]
pub struct InitializerItem {
    /// Outermost first: `.a[2].b = ` has three. Empty: the next subobject.
    pub designators: Vec<Designator>,
    pub value: Initializer,
}

#[derive(Debug)]
pub enum Designator {
    /// `.name`, and GNU's old `name:`.
    Field(Identifier),
    /// `[index]`
    Index(Expr),
    /// `[first ... last]`
    Range(Expr, Expr),
}

// ---------------------------------------------------------------------------------------------
// Attributes

/// One attribute of `__attribute__((...))` or `[[...]]`; all are kept, wherever they stand.
#[derive(Debug)]
pub struct Attribute {
    /// `gnu` in `[[gnu::packed]]`.
    pub namespace: Option<Symbol>,
    /// Without surrounding underscores: `packed` for `__packed__`.
    pub name: Symbol,
    pub arguments: Vec<AttributeArgument>,
    pub span: Span,
}

#[derive(Debug)]
pub enum AttributeArgument {
    /// A lone identifier, such as `printf` in `format(printf, 1, 2)` or `SI` in `mode(SI)`; underscores are *not* stripped.
    Identifier(Identifier),
    Expr(Expr),
    Type(TypeName),
    /// Anything else; the span gives its text.
    Other(Span),
}
