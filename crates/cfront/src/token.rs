//! Tokens: a kind, a place, and for names a [`Symbol`]. Sixteen bytes, nothing allocated; the value of a literal is decoded from
//! the text when the parser meets it, because most literals of a preprocessed file are in headers and met once.
//!
//! The table [`KEYWORDS`] is the only place that knows the spellings of keywords, GNU's alternative ones included.

use crate::source::Span;
use crate::symbol::Symbol;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    pub kind: TokenKind,
    /// The name of an identifier or keyword; meaningless for other kinds.
    pub symbol: Symbol,
    pub span: Span,
}

macro_rules! token_kinds {
    ($( $group:literal { $( $name:ident $text:literal ),* $(,)? } )*) => {
        /// What a token is; keywords and punctuators have a kind each.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        pub enum TokenKind { $( $( #[doc = $text] $name, )* )* }

        impl TokenKind {
            /// How the kind is called in messages.
            pub fn description(self) -> &'static str {
                match self { $( $( TokenKind::$name => $text, )* )* }
            }
        }
    };
}

token_kinds! {
    "classes" {
        EndOfFile "the end of the file",
        Identifier "an identifier",
        Integer "an integer constant",
        Float "a floating constant",
        Char "a character constant",
        String "a string literal",
        Unknown "an unknown character",
    }
    "punctuators" {
        LeftParen "`(`", RightParen "`)`", LeftBracket "`[`", RightBracket "`]`", LeftBrace "`{`", RightBrace "`}`",
        Semicolon "`;`", Comma "`,`", Dot "`.`", Arrow "`->`", Ellipsis "`...`", Question "`?`", Colon "`:`",
        Plus "`+`", Minus "`-`", Star "`*`", Slash "`/`", Percent "`%`", PlusPlus "`++`", MinusMinus "`--`",
        Amp "`&`", Pipe "`|`", Caret "`^`", Tilde "`~`", Bang "`!`", AmpAmp "`&&`", PipePipe "`||`",
        Less "`<`", Greater "`>`", LessEqual "`<=`", GreaterEqual "`>=`", EqualEqual "`==`", BangEqual "`!=`",
        LessLess "`<<`", GreaterGreater "`>>`",
        Equal "`=`", PlusEqual "`+=`", MinusEqual "`-=`", StarEqual "`*=`", SlashEqual "`/=`", PercentEqual "`%=`",
        AmpEqual "`&=`", PipeEqual "`|=`", CaretEqual "`^=`", LessLessEqual "`<<=`", GreaterGreaterEqual "`>>=`",
    }
    "statement keywords" {
        Break "`break`", Case "`case`", Continue "`continue`", Default "`default`", Do "`do`", Else "`else`", For "`for`", Goto "`goto`",
        If "`if`", Return "`return`", Switch "`switch`", While "`while`", Asm "`asm`", LocalLabel "`__label__`",
    }
    "specifier keywords" {
        Typedef "`typedef`", Extern "`extern`", Static "`static`", Auto "`auto`", Register "`register`",
        ThreadLocal "`_Thread_local`", Inline "`inline`", Noreturn "`_Noreturn`",
        Const "`const`", Volatile "`volatile`", Restrict "`restrict`", Atomic "`_Atomic`", Alignas "`_Alignas`",
        Attribute "`__attribute__`", Extension "`__extension__`", StaticAssert "`_Static_assert`", Pragma "`_Pragma`",
        Void "`void`", Bool "`_Bool`", CharType "`char`", Short "`short`", Int "`int`", Long "`long`", Signed "`signed`", Unsigned "`unsigned`",
        Int128 "`__int128`", UnsignedInt128 "`__uint128_t`", FloatType "`float`", Double "`double`", Complex "`_Complex`", Imaginary "`_Imaginary`",
        Float16 "`_Float16`", BFloat16 "`__bf16`", Float32 "`_Float32`", Float64 "`_Float64`", Float128 "`_Float128`",
        Float32x "`_Float32x`", Float64x "`_Float64x`", Float80 "`__float80`", Decimal "a decimal floating type",
        Struct "`struct`", Union "`union`", Enum "`enum`", Typeof "`typeof`", AutoType "`__auto_type`", VaList "`__builtin_va_list`",
    }
    "expression keywords" {
        Sizeof "`sizeof`", Alignof "`_Alignof`", Generic "`_Generic`", Real "`__real__`", Imag "`__imag__`",
        Offsetof "`__builtin_offsetof`", VaArg "`__builtin_va_arg`", TypesCompatible "`__builtin_types_compatible_p`",
        ChooseExpr "`__builtin_choose_expr`", ConvertVector "`__builtin_convertvector`", Nondet "`__unspool_nondet`",
    }
}

/// Spellings of keywords, GNU's alternatives included; symbol `i` of every interner is the `i`th of them.
#[rustfmt::skip]
pub static KEYWORDS: &[(&str, TokenKind)] = &[
    ("break", TokenKind::Break), ("case", TokenKind::Case), ("continue", TokenKind::Continue), ("default", TokenKind::Default),
    ("do", TokenKind::Do), ("else", TokenKind::Else), ("for", TokenKind::For), ("goto", TokenKind::Goto), ("if", TokenKind::If),
    ("return", TokenKind::Return), ("switch", TokenKind::Switch), ("while", TokenKind::While),
    ("asm", TokenKind::Asm), ("__asm", TokenKind::Asm), ("__asm__", TokenKind::Asm), ("__label__", TokenKind::LocalLabel),
    ("typedef", TokenKind::Typedef), ("extern", TokenKind::Extern), ("static", TokenKind::Static), ("auto", TokenKind::Auto),
    ("register", TokenKind::Register), ("_Thread_local", TokenKind::ThreadLocal), ("__thread", TokenKind::ThreadLocal),
    ("inline", TokenKind::Inline), ("__inline", TokenKind::Inline), ("__inline__", TokenKind::Inline), ("_Noreturn", TokenKind::Noreturn),
    ("const", TokenKind::Const), ("__const", TokenKind::Const), ("__const__", TokenKind::Const),
    ("volatile", TokenKind::Volatile), ("__volatile", TokenKind::Volatile), ("__volatile__", TokenKind::Volatile),
    ("restrict", TokenKind::Restrict), ("__restrict", TokenKind::Restrict), ("__restrict__", TokenKind::Restrict),
    ("_Atomic", TokenKind::Atomic), ("_Alignas", TokenKind::Alignas),
    ("__attribute__", TokenKind::Attribute), ("__attribute", TokenKind::Attribute), ("__extension__", TokenKind::Extension),
    ("_Static_assert", TokenKind::StaticAssert), ("_Pragma", TokenKind::Pragma), ("__pragma", TokenKind::Pragma),
    ("void", TokenKind::Void), ("_Bool", TokenKind::Bool), ("char", TokenKind::CharType), ("short", TokenKind::Short),
    ("int", TokenKind::Int), ("long", TokenKind::Long),
    ("signed", TokenKind::Signed), ("__signed", TokenKind::Signed), ("__signed__", TokenKind::Signed), ("unsigned", TokenKind::Unsigned),
    ("__int128", TokenKind::Int128), ("__int128__", TokenKind::Int128),
    // Not keywords in GCC but typedefs that nobody declares.
    ("__int128_t", TokenKind::Int128), ("__uint128_t", TokenKind::UnsignedInt128),
    ("float", TokenKind::FloatType), ("double", TokenKind::Double),
    ("_Complex", TokenKind::Complex), ("__complex", TokenKind::Complex), ("__complex__", TokenKind::Complex), ("_Imaginary", TokenKind::Imaginary),
    ("_Float16", TokenKind::Float16), ("__bf16", TokenKind::BFloat16), ("_Float32", TokenKind::Float32), ("_Float64", TokenKind::Float64),
    ("_Float128", TokenKind::Float128), ("__float128", TokenKind::Float128), ("_Float32x", TokenKind::Float32x),
    ("_Float64x", TokenKind::Float64x), ("__float80", TokenKind::Float80),
    ("_Decimal32", TokenKind::Decimal), ("_Decimal64", TokenKind::Decimal), ("_Decimal128", TokenKind::Decimal),
    ("struct", TokenKind::Struct), ("union", TokenKind::Union), ("enum", TokenKind::Enum),
    ("typeof", TokenKind::Typeof), ("__typeof", TokenKind::Typeof), ("__typeof__", TokenKind::Typeof),
    ("__auto_type", TokenKind::AutoType), ("__builtin_va_list", TokenKind::VaList),
    ("sizeof", TokenKind::Sizeof), ("_Alignof", TokenKind::Alignof), ("__alignof", TokenKind::Alignof), ("__alignof__", TokenKind::Alignof),
    ("_Generic", TokenKind::Generic), ("__real", TokenKind::Real), ("__real__", TokenKind::Real),
    ("__imag", TokenKind::Imag), ("__imag__", TokenKind::Imag),
    ("__builtin_offsetof", TokenKind::Offsetof), ("__builtin_va_arg", TokenKind::VaArg),
    ("__builtin_types_compatible_p", TokenKind::TypesCompatible), ("__builtin_choose_expr", TokenKind::ChooseExpr),
    ("__builtin_convertvector", TokenKind::ConvertVector), ("__unspool_nondet", TokenKind::Nondet),
];

/// The kind of a name: a keyword's own, or [`TokenKind::Identifier`].
#[inline]
pub fn kind_of_name(symbol: Symbol) -> TokenKind {
    match KEYWORDS.get(symbol.index()) {
        Some(&(_, kind)) => kind,
        None => TokenKind::Identifier,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_sixteen_bytes() {
        assert_eq!(std::mem::size_of::<Token>(), 16);
    }

    #[test]
    fn descriptions_name_keywords_by_a_spelling_of_theirs() {
        for &(spelling, kind) in KEYWORDS {
            if kind == TokenKind::Decimal {
                continue;
            }
            let described = KEYWORDS
                .iter()
                .any(|&(other, k)| k == kind && format!("`{other}`") == kind.description());
            assert!(
                described,
                "{spelling} is described as {}",
                kind.description()
            );
        }
    }
}
