//! Expressions and literals, and the one thing about them that is not plain data: how a long left-deep chain is freed.

use super::{Block, ExtendedFloat, Identifier, InitializerList, TypeName};
use crate::source::Span;
use crate::symbol::Symbol;

#[derive(Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

/// Parentheses leave no node; they only widen the inner expression's span.
#[derive(Debug)]
pub enum ExprKind {
    /// A variable, function or enumeration constant; also `__func__`, `__FUNCTION__`, `__PRETTY_FUNCTION__`.
    Identifier(Symbol),
    Int(IntLiteral),
    Float(FloatLiteral),
    Char(CharLiteral),
    /// Adjacent literals are already concatenated.
    String(Box<StringLiteral>),
    Unary(UnaryOp, Box<Expr>),
    Increment {
        position: FixPosition,
        step: IncrementStep,
        operand: Box<Expr>,
    },
    /// `&e`
    AddressOf(Box<Expr>),
    /// `*e`
    Deref(Box<Expr>),
    /// `&&label`
    LabelAddress(Identifier),
    SizeofExpr(Box<Expr>),
    SizeofType(Box<TypeName>),
    AlignofExpr(Box<Expr>),
    AlignofType(Box<TypeName>),
    Cast(Box<TypeName>, Box<Expr>),
    CompoundLiteral(Box<TypeName>, Box<InitializerList>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    Logical(LogicalOp, Box<Expr>, Box<Expr>),
    /// `a = b`
    Assign(Box<Expr>, Box<Expr>),
    /// `a += b` and its like.
    AssignOp(BinaryOp, Box<Expr>, Box<Expr>),
    Comma(Box<Expr>, Box<Expr>),
    /// `a ? b : c`; without the middle, GNU's `a ?: c`.
    Conditional(Box<Expr>, Option<Box<Expr>>, Box<Expr>),
    Call(Box<Expr>, Vec<Expr>),
    /// `a[b]` as written; C lets either operand be the pointer.
    Index(Box<Expr>, Box<Expr>),
    /// `e.member`
    Member(Box<Expr>, Identifier),
    /// `e->member`
    Arrow(Box<Expr>, Identifier),
    /// `({ ... })`
    StatementExpr(Box<Block>),
    Generic(Box<GenericSelection>),
    /// `__builtin_offsetof(type, path)`; the first step is a field.
    Offsetof(Box<TypeName>, Vec<OffsetofStep>),
    /// `__builtin_va_arg(list, type)`
    VaArg(Box<Expr>, Box<TypeName>),
    /// `__builtin_types_compatible_p(type, type)`
    TypesCompatible(Box<TypeName>, Box<TypeName>),
    /// `__builtin_choose_expr(condition, then, otherwise)`
    ChooseExpr(Box<[Expr; 3]>),
    /// Our intrinsic `__unspool_nondet(type)`: any value of that type.
    Nondet(Box<TypeName>),
}

/// A value with what its spelling says about its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IntLiteral {
    pub value: u64,
    /// Written in decimal: without `u` its type is never unsigned.
    pub is_decimal: bool,
    /// Suffix `u`.
    pub is_unsigned: bool,
    pub length: IntLength,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IntLength {
    /// No suffix.
    Int,
    /// `l`
    Long,
    /// `ll`
    LongLong,
}

/// The exact digits, so that rounding to the target format happens once, in the lowering.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FloatLiteral {
    /// `1.5e3` or `0x1.8p-3`, without suffix; well-formed, in ASCII, no digit separators.
    pub digits: Symbol,
    pub suffix: FloatSuffix,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FloatSuffix {
    /// None: `double`.
    Double,
    /// `f`
    Float,
    /// `l`
    LongDouble,
    /// `f16`, `bf16`, `f32`, `f64`, `f128`, `q`, `f32x`, `f64x`, `w`
    Extended(ExtendedFloat),
}

/// `'a'`: the value is that of the resulting `int`, `wchar_t`, `char16_t` or `char32_t`: a narrow character is sign-extended from
/// 8 bits, several of them are combined as GCC does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CharLiteral {
    pub encoding: Encoding,
    pub value: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// No prefix: `char`.
    Narrow,
    /// `u8`: `char` in strings, `unsigned char` in C23 character constants.
    Utf8,
    /// `u`: `char16_t`.
    Utf16,
    /// `U`: `char32_t`.
    Utf32,
    /// `L`: `wchar_t`.
    Wide,
}

/// Concatenated string literals, escapes decoded, without the terminating zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StringLiteral {
    pub encoding: Encoding,
    pub units: StringUnits,
    pub span: Span,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StringUnits {
    /// For [`Encoding::Narrow`] and [`Encoding::Utf8`].
    Bytes(Box<[u8]>),
    /// Code units of the other encodings (surrogate pairs are two).
    Units(Box<[u32]>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnaryOp {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `~`
    BitNot,
    /// `!`
    Not,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FixPosition {
    Prefix,
    Postfix,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IncrementStep {
    Increment,
    Decrement,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogicalOp {
    And,
    Or,
}

/// `_Generic(controlling, type: e, default: e)`
#[derive(Debug)]
pub struct GenericSelection {
    pub controlling: Expr,
    pub associations: Vec<GenericAssociation>,
}

#[derive(Debug)]
pub struct GenericAssociation {
    /// `None` for `default`.
    pub type_name: Option<TypeName>,
    pub value: Expr,
}

#[derive(Debug)]
pub enum OffsetofStep {
    Field(Identifier),
    Index(Expr),
}

impl Expr {
    pub fn new(kind: ExprKind, span: Span) -> Expr {
        Expr { kind, span }
    }

    /// The operand on the left spine, along which the parser loops instead of recursing.
    fn left_operand(&mut self) -> Option<&mut Expr> {
        match &mut self.kind {
            ExprKind::Binary(_, left, _)
            | ExprKind::Logical(_, left, _)
            | ExprKind::Comma(left, _)
            | ExprKind::Index(left, _)
            | ExprKind::Call(left, _)
            | ExprKind::Member(left, _)
            | ExprKind::Arrow(left, _)
            | ExprKind::Increment { operand: left, .. } => Some(left),
            _ => None,
        }
    }

    /// Leaves a leaf in place of the left operand's left operand and returns what stood there.
    fn detach_left_spine(&mut self) -> Option<Expr> {
        let below = self.left_operand()?.left_operand()?;
        let leaf = Expr::new(ExprKind::Identifier(Symbol::from_index(0)), Span::default());
        Some(std::mem::replace(below, leaf))
    }
}

/// Frees a left-deep chain in a loop: the derived drop would recurse once per operator of `a + b + c + ...`.
impl Drop for Expr {
    fn drop(&mut self) {
        let mut detached = self.detach_left_spine();
        while let Some(mut expr) = detached {
            detached = expr.detach_left_spine();
        }
    }
}
