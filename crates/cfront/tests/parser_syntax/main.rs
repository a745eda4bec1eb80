//! What the parser makes of C: source text beside the tree it becomes, and beside the messages it earns.

mod declarations;
mod errors;
mod expressions;
mod nesting;
mod render;
mod statements;

use unspool_cfront::ast::TranslationUnit;
use unspool_cfront::diagnostic::Diagnostic;
use unspool_cfront::parser::parse;
use unspool_cfront::source::SourceMap;
use unspool_cfront::symbol::Interner;

pub struct Parsed {
    pub map: SourceMap,
    pub interner: Interner,
    pub unit: TranslationUnit,
    pub diagnostics: Vec<Diagnostic>,
}

pub fn parse_text(text: &str) -> Parsed {
    let mut map = SourceMap::new();
    let id = map.add("test.c", text).expect("the text is small");
    let mut interner = Interner::new();
    let (unit, diagnostics) = parse(id, &map, &mut interner);
    Parsed {
        map,
        interner,
        unit,
        diagnostics,
    }
}

/// Parses without complaint, into the expected tree.
pub fn check(text: &str, expected: &str) {
    let parsed = parse_text(text);
    assert_eq!(messages(&parsed), "", "complaints about {text}");
    assert_eq!(rendered(&parsed), expected, "tree of {text}");
}

/// As [`check`] for statements in a function after a few declarations.
pub fn check_body(text: &str, expected: &str) {
    let parsed = parse_text(&format!("typedef int T; void f(void) {{ {text} }}"));
    assert_eq!(messages(&parsed), "", "complaints about {text}");
    let all = rendered(&parsed);
    let body = all
        .strip_prefix("T: typedef int\nf: function(void) returning void {")
        .and_then(|rest| rest.strip_suffix('}'));
    assert_eq!(body, Some(expected), "tree of {text}");
}

/// Earns exactly these messages, one per line: `line:column: kind: message`.
pub fn check_messages(text: &str, expected: &str) {
    let parsed = parse_text(text);
    assert_eq!(messages(&parsed), expected, "complaints about {text}");
}

pub fn rendered(parsed: &Parsed) -> String {
    let renderer = render::Renderer {
        interner: &parsed.interner,
        map: &parsed.map,
    };
    renderer.unit(&parsed.unit)
}

pub fn messages(parsed: &Parsed) -> String {
    let one = |diagnostic: &Diagnostic| {
        let location = parsed
            .map
            .location(diagnostic.primary.lo)
            .expect("every message has a place");
        let kind = format!("{:?}", diagnostic.kind).to_lowercase();
        format!(
            "{}:{}: {kind}: {}",
            location.line, location.column, diagnostic.message
        )
    };
    let all: Vec<String> = parsed.diagnostics.iter().map(one).collect();
    all.join("\n")
}
