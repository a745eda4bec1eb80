//! Recursive descent over the token vector of one text, following the grammar of C11 with GNU's extensions.
//!
//! C cannot be parsed without knowing which identifiers name types, so the parser keeps one bit per name, scoped
//! (`parser/scope.rs`); everything else about names is left to type checking.
//!
//! **Errors.** A production that fails reports what it expected and what it found, and returns `Failed`; the nearest statement list, member
//! list or the file itself skips to the next `;` or `}` and goes on (`parser/recovery.rs`). After [`MAX_ERRORS`] reports the parser gives up.
//!
//! **Depth.** Every recursive production goes through `Parser::nested`, which refuses input nested deeper than [`MAX_DEPTH`].
//! Operator chains, `else if` chains, labels and declarator suffixes are loops, so that long input is not deep input.

mod aggregates;
mod asm;
mod attributes;
mod builtins;
mod declarations;
mod declarators;
mod expressions;
mod initializers;
mod literals;
mod recovery;
mod scope;
mod specifiers;
mod statements;

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::ast::{Identifier, TranslationUnit};
use crate::diagnostic::Diagnostic;
use crate::lexer::{self, LexedText};
use crate::source::{SourceMap, Span, TextId};
use crate::symbol::{Interner, Symbol};
use crate::token::{Token, TokenKind};

/// How deep parentheses, operators, statements, initialisers, types and so on may nest: as deep as a stack of 2 MiB, which is what a
/// thread gets, allows without optimization.
pub const MAX_DEPTH: u32 = 200;

/// After this many errors the rest of the text is not looked at.
pub const MAX_ERRORS: usize = 20;

/// After this many reports of any kind, warnings are dropped.
const MAX_REPORTS: usize = 100;

/// Parses a text of the map. The unit contains everything that could be understood; whether it may be used is for the
/// diagnostics to say ([`Diagnostic::is_fatal`]).
pub fn parse(
    text: TextId,
    map: &SourceMap,
    interner: &mut Interner,
) -> (TranslationUnit, Vec<Diagnostic>) {
    let bytes = map.bytes(text);
    let base = map.base(text);
    let mut lexed = lexer::lex(bytes, base, interner);
    let diagnostics = std::mem::take(&mut lexed.diagnostics);
    let mut parser = Parser {
        lexed: &lexed,
        bytes,
        base,
        interner,
        position: 0,
        depth: 0,
        gave_up: false,
        names: scope::NameTable::default(),
        stripped_names: FxHashMap::default(),
        diagnostics,
    };
    for name in BUILTIN_TYPE_NAMES {
        let symbol = parser.interner.intern(name);
        parser.names.declare(symbol, true);
    }
    let unit = parser.translation_unit();
    let mut diagnostics = parser.diagnostics;
    // Those of the lexer come first so far.
    diagnostics.sort_by_key(|diagnostic| diagnostic.primary.lo);
    (unit, diagnostics)
}

/// Type names known without a declaration: what library models say instead of including `<stddef.h>`.
pub const BUILTIN_TYPE_NAMES: [&str; 5] = [
    "__unspool_size_t",
    "__unspool_ssize_t",
    "__unspool_ptrdiff_t",
    "__unspool_uintptr_t",
    "__unspool_wchar_t",
];

/// A production did not match; the reason has been reported.
struct Failed;

type Parsed<T> = Result<T, Failed>;

struct Parser<'a> {
    lexed: &'a LexedText,
    bytes: &'a [u8],
    /// Address of the first byte.
    base: u32,
    interner: &'a mut Interner,
    /// Index of the next token.
    position: usize,
    depth: u32,
    /// Stands at the end of the file for good; reports nothing more.
    gave_up: bool,
    names: scope::NameTable,
    /// Attribute names with their underscores, and without.
    stripped_names: FxHashMap<Symbol, Symbol>,
    diagnostics: Vec<Diagnostic>,
}

/// What [`Parser::rewind`] needs to undo an attempt.
struct Checkpoint {
    position: usize,
    diagnostics: usize,
    gave_up: bool,
}

impl<'a> Parser<'a> {
    /// The next token; at the end, the end-of-file token again and again.
    fn token(&self) -> Token {
        self.token_at(0)
    }

    fn token_at(&self, ahead: usize) -> Token {
        let tokens = &self.lexed.tokens;
        match tokens.get(self.position + ahead) {
            Some(&token) => token,
            None => tokens.last().copied().unwrap_or(Token {
                kind: TokenKind::EndOfFile,
                symbol: Symbol::from_index(0),
                span: Span::default(),
            }),
        }
    }

    #[inline]
    fn peek(&self) -> TokenKind {
        self.token().kind
    }

    #[inline]
    fn peek_at(&self, ahead: usize) -> TokenKind {
        self.token_at(ahead).kind
    }

    /// Consumes the next token and returns its span.
    #[inline]
    fn advance(&mut self) -> Span {
        let token = self.token();
        if token.kind != TokenKind::EndOfFile {
            self.position += 1;
        }
        token.span
    }

    #[inline]
    fn accept(&mut self, kind: TokenKind) -> bool {
        let matches = self.peek() == kind;
        if matches {
            self.advance();
        }
        matches
    }

    /// Consumes a token of the kind or fails; `context` completes "expected `;` ...", such as "after expression".
    fn expect(&mut self, kind: TokenKind, context: &str) -> Parsed<Span> {
        if self.peek() == kind {
            return Ok(self.advance());
        }
        let mut message = format!("expected {}", kind.description());
        if !context.is_empty() {
            message.push(' ');
            message.push_str(context);
        }
        let found = self.describe_next();
        message.push_str(", found ");
        message.push_str(&found);
        // What is missing at the end of a line is missed there, not on the next line.
        let primary = if kind == TokenKind::Semicolon {
            let end = self.previous_span().hi;
            Span::new(end, end)
        } else {
            self.token().span
        };
        Err(self.fail(Diagnostic::error(primary, message)))
    }

    /// As [`Parser::expect`] for a closing bracket, pointing out its opening one.
    fn expect_closing(&mut self, kind: TokenKind, opening: Span) -> Parsed<Span> {
        if self.peek() == kind {
            return Ok(self.advance());
        }
        let message = format!(
            "expected {}, found {}",
            kind.description(),
            self.describe_next()
        );
        let diagnostic = Diagnostic::error(self.token().span, message)
            .with_label(opening, "to close what is opened here");
        Err(self.fail(diagnostic))
    }

    fn expect_identifier(&mut self, what: &str) -> Parsed<Identifier> {
        let token = self.token();
        if token.kind == TokenKind::Identifier {
            self.advance();
            return Ok(Identifier {
                symbol: token.symbol,
                span: token.span,
            });
        }
        Err(self.fail_expected(what))
    }

    /// "expected `what`, found ..." at the next token.
    fn fail_expected(&mut self, what: &str) -> Failed {
        let message = format!("expected {what}, found {}", self.describe_next());
        let span = self.token().span;
        self.fail(Diagnostic::error(span, message))
    }

    fn fail(&mut self, diagnostic: Diagnostic) -> Failed {
        self.report(diagnostic);
        Failed
    }

    /// Reports, unless there is an error at the same place already (then this one is its consequence).
    fn report(&mut self, diagnostic: Diagnostic) {
        if self.gave_up {
            return;
        }
        if !diagnostic.is_fatal() {
            if self.diagnostics.len() < MAX_REPORTS {
                self.diagnostics.push(diagnostic);
            }
            return;
        }
        let at = diagnostic.primary.lo;
        let mut errors = self.diagnostics.iter().filter(|d| d.is_fatal());
        if errors.clone().any(|earlier| earlier.primary.lo == at) {
            return;
        }
        let is_last = errors.nth(MAX_ERRORS - 2).is_some();
        self.diagnostics.push(diagnostic);
        if is_last {
            self.give_up();
        }
    }

    fn give_up(&mut self) {
        self.gave_up = true;
        self.position = self.lexed.tokens.len().saturating_sub(1);
    }

    /// How the next token is called after "found".
    fn describe_next(&self) -> String {
        let token = self.token();
        match token.kind {
            TokenKind::Identifier => format!("identifier `{}`", self.name_text(token.symbol)),
            kind if is_name(kind) => format!("`{}`", self.name_text(token.symbol)),
            kind => kind.description().to_string(),
        }
    }

    fn name_text(&self, symbol: Symbol) -> &str {
        self.interner.text(symbol)
    }

    fn token_text(&self, span: Span) -> Cow<'a, [u8]> {
        lexer::token_text(self.bytes, self.base, span)
    }

    /// The span of the last consumed token.
    fn previous_span(&self) -> Span {
        match self.position.checked_sub(1) {
            Some(index) => self.lexed.tokens[index].span,
            None => self.token().span,
        }
    }

    /// From the beginning of `start` to the last consumed token.
    fn span_since(&self, start: Span) -> Span {
        start.to(self.previous_span())
    }

    /// One level deeper, if the limit allows.
    #[inline]
    fn nested<T>(&mut self, production: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            let span = self.token().span;
            self.report(
                Diagnostic::unsupported(span, format!("nested more than {MAX_DEPTH} levels deep"))
                    .with_help("parentheses, operators, statements, initialisers and types each count as a level"),
            );
            self.give_up();
            return Err(Failed);
        }
        self.depth += 1;
        let result = production(self);
        self.depth -= 1;
        result
    }

    /// In a scope of its own.
    fn scoped<T>(&mut self, production: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.names.enter();
        let result = production(self);
        self.names.leave();
        result
    }

    fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            position: self.position,
            diagnostics: self.diagnostics.len(),
            gave_up: self.gave_up,
        }
    }

    fn rewind(&mut self, checkpoint: &Checkpoint) {
        self.position = checkpoint.position;
        self.diagnostics.truncate(checkpoint.diagnostics);
        self.gave_up = checkpoint.gave_up;
    }
}

/// Whether a token has a symbol: identifiers and keywords.
fn is_name(kind: TokenKind) -> bool {
    kind == TokenKind::Identifier || kind as u8 >= TokenKind::Break as u8
}
