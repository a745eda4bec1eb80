//! The statements of a text of C: many programs have several on one line, or one on several lines.
//!
//! No parsing, since macros are not expanded here: a statement ends with a `;`, and before a `{` or `}`, unless these are in parentheses, in an initialiser or in
//! the definition of a type. What follows the header of `if` or a loop, `else`, `do` or a label is a statement of its own. Of code for different
//! configurations (`#else`), each part goes on from where `#if` was. That is right for nearly all programs, and for others the statement is still part of the text.

use std::ops::Range;

use crate::c_tokens::{Token, TokenKind, tokens};

/// A text with its statements.
pub struct Statements {
    text: Vec<u8>,
    tokens: Vec<Token>,
    /// Tokens of each statement, and the statement of each token.
    statements: Vec<Range<usize>>,
    numbers: Vec<usize>,
    line_starts: Vec<usize>,
}

/// Lines count from 1, columns in bytes from 0.
pub struct Extent {
    pub first_line: u32,
    /// Where it is in its first line.
    pub columns: Range<usize>,
    pub last_line: u32,
}

impl Statements {
    pub fn new(text: Vec<u8>) -> Statements {
        let (tokens, directives): (Vec<Token>, Vec<Token>) = tokens(&text)
            .into_iter()
            .partition(|token| token.kind != TokenKind::Directive);
        let (statements, numbers) = Scan::run(&text, &tokens, &directives);
        let ends = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let line_starts = std::iter::once(0)
            .chain(ends.map(|(at, _)| at + 1))
            .collect();
        Statements {
            tokens,
            statements,
            numbers,
            line_starts,
            text,
        }
    }

    /// The numbers of the tokens that begin in this line.
    pub fn tokens_of_line(&self, line: u32) -> Range<usize> {
        let start = |line: usize| self.line_starts.get(line).copied().unwrap_or(usize::MAX);
        let line = line as usize;
        let (from, to) = (start(line.saturating_sub(1)), start(line));
        let number = |at: usize| self.tokens.partition_point(|token| token.start < at);
        number(from)..number(to)
    }

    /// The number of the token that has this byte of the text.
    pub fn token_at(&self, byte: usize) -> Option<usize> {
        let number = self.tokens.partition_point(|token| token.end <= byte);
        let token = self.tokens.get(number)?;
        (token.start <= byte).then_some(number)
    }

    pub fn token_text(&self, number: usize) -> &[u8] {
        self.tokens
            .get(number)
            .map_or(&[], |token| token.text(&self.text))
    }

    /// Of a line, without its end.
    pub fn line(&self, line: u32) -> &[u8] {
        let index = (line as usize).saturating_sub(1);
        let start = self
            .line_starts
            .get(index)
            .copied()
            .unwrap_or(self.text.len());
        let rest = self.text.get(start..).unwrap_or(&[]);
        let line = rest.split(|byte| *byte == b'\n').next().unwrap_or(&[]);
        line.strip_suffix(b"\r").unwrap_or(line)
    }

    /// The tokens of the statement that has this one. A block's brace belongs to what stands behind it.
    pub fn statement_of(&self, token: usize) -> Range<usize> {
        let statement = |token: usize| {
            let number = self.numbers.get(token)?;
            self.statements.get(*number).cloned()
        };
        let alone = statement(token).unwrap_or(token..token);
        match self.token_text(token) {
            b"{" if alone.len() == 1 => statement(token + 1).unwrap_or(alone),
            _ => alone,
        }
    }

    /// Tokens as one line. None if there are none.
    pub fn joined(&self, tokens: Range<usize>) -> Option<String> {
        let tokens = self.tokens.get(tokens)?;
        let mut joined = Vec::new();
        let mut end = tokens.first()?.start;
        for token in tokens {
            if token.start > end {
                joined.push(b' ');
            }
            joined.extend_from_slice(token.text(&self.text));
            end = token.end;
        }
        Some(String::from_utf8_lossy(&joined).into_owned())
    }

    /// Where tokens are. None if there are none.
    pub fn extent(&self, tokens: Range<usize>) -> Option<Extent> {
        let tokens = self.tokens.get(tokens)?;
        let (first, last) = (tokens.first()?, tokens.last()?);
        let line = |byte: usize| self.line_starts.partition_point(|start| *start <= byte);
        let first_line = line(first.start);
        let is_first = |token: &&Token| line(token.start) == first_line;
        let end = tokens.iter().take_while(is_first).last()?.end;
        let line_start = *self.line_starts.get(first_line.checked_sub(1)?)?;
        Some(Extent {
            first_line: u32::try_from(first_line).ok()?,
            columns: first.start - line_start..end - line_start,
            last_line: u32::try_from(line(last.start)).ok()?,
        })
    }
}

/// Goes through the tokens, and cuts them.
struct Scan<'a> {
    text: &'a [u8],
    tokens: &'a [Token],
    statements: Vec<Range<usize>>,
    numbers: Vec<usize>,
    state: State,
    /// Where it was at each open `#if`.
    configurations: Vec<State>,
}

#[derive(Clone, Default)]
struct State {
    /// The first token of the statement, if it has begun.
    start: Option<usize>,
    /// Open parentheses and braces of the statement, by number of token.
    open: Vec<usize>,
    /// What the parenthesis stands behind that was closed last.
    before_closed: Option<usize>,
}

impl<'a> Scan<'a> {
    fn run(
        text: &'a [u8],
        tokens: &'a [Token],
        directives: &[Token],
    ) -> (Vec<Range<usize>>, Vec<usize>) {
        let mut scan = Scan {
            text,
            tokens,
            statements: Vec::new(),
            numbers: vec![usize::MAX; tokens.len()],
            state: State::default(),
            configurations: Vec::new(),
        };
        let mut directives = directives.iter().peekable();
        for (number, token) in tokens.iter().enumerate() {
            while let Some(directive) = directives.next_if(|it| it.start < token.start) {
                scan.directive(number, directive.text(text));
            }
            scan.token(number);
        }
        scan.end_before(tokens.len());
        (scan.statements, scan.numbers)
    }

    fn word(&self, number: usize) -> &'a [u8] {
        self.tokens
            .get(number)
            .map_or(&[], |token| token.text(self.text))
    }

    fn directive(&mut self, next: usize, line: &[u8]) {
        let name = line.get(1..).unwrap_or(&[]).trim_ascii_start();
        if name.starts_with(b"if") {
            self.configurations.push(self.state.clone());
        } else if name.starts_with(b"el") {
            // What was not ended is at least not part of anything else.
            let before = self.configurations.last().cloned().unwrap_or_default();
            if self.state.start != before.start {
                self.end_before(next);
            }
            self.state = before;
        } else if name.starts_with(b"endif") {
            self.configurations.pop();
        }
    }

    fn token(&mut self, number: usize) {
        let word = self.word(number);
        if !self.state.open.is_empty() {
            return self.token_inside(number, word);
        }
        match word {
            b"{" if self.is_block(number) => {
                self.end_before(number);
                self.cut(number..number + 1);
            }
            b"}" => {
                self.end_before(number);
                self.cut(number..number + 1);
            }
            b"(" | b"[" | b"{" => {
                self.state.start.get_or_insert(number);
                self.state.open.push(number);
            }
            _ => {
                let start = *self.state.start.get_or_insert(number);
                if word == b";" || self.is_before_statement(start, number, word) {
                    self.end_before(number + 1);
                }
            }
        }
    }

    /// In parentheses or braces of a statement.
    fn token_inside(&mut self, number: usize, word: &[u8]) {
        match word {
            b"(" | b"[" | b"{" => self.state.open.push(number),
            b")" | b"]" => self.close(number),
            b"}" => {
                let braces = |open: &usize| self.word(*open) == b"{";
                match self.state.open.iter().rposition(braces) {
                    Some(place) => self.state.open.truncate(place),
                    // The parenthesis is never closed.
                    None => {
                        self.end_before(number);
                        self.cut(number..number + 1);
                    }
                }
            }
            _ => {}
        }
    }

    fn close(&mut self, number: usize) {
        let is_other = |open: &usize| self.word(*open) == b"{";
        if self.state.open.last().is_none_or(is_other) {
            return;
        }
        let opened = self.state.open.pop();
        let before = opened.and_then(|opened| opened.checked_sub(1));
        self.state.before_closed = before;
        let is_header = self.state.open.is_empty()
            && before.is_some()
            && before == self.state.start
            && before.is_some_and(|keyword| HEADERS.contains(&self.word(keyword)));
        if is_header && !self.is_body(number + 1) {
            self.end_before(number + 1);
        }
    }

    /// Whether the whole body of a loop is a `;` behind its header, in the same line.
    fn is_body(&self, number: usize) -> bool {
        let before = number
            .checked_sub(1)
            .and_then(|before| self.tokens.get(before));
        let gap = before.zip(self.tokens.get(number));
        let gap = gap.and_then(|(before, token)| self.text.get(before.end..token.start));
        self.word(number) == b";" && gap.is_some_and(|gap| !gap.contains(&b'\n'))
    }

    /// Whether a statement of its own begins behind this token: it is `else` or `do`, or ends a label.
    fn is_before_statement(&self, start: usize, number: usize, word: &[u8]) -> bool {
        match word {
            b"else" | b"do" => start == number,
            b":" => {
                let is_case = self.word(start) == b"case";
                let between = || (start..number).map(|token| self.word(token));
                let questions = between().filter(|word| *word == b"?").count();
                let colons = between().filter(|word| *word == b":").count();
                (is_case && questions == colons) || start + 1 == number
            }
            _ => false,
        }
    }

    /// Whether this brace opens a block, rather than an initialiser or a type.
    fn is_block(&self, number: usize) -> bool {
        let Some(start) = self.state.start else {
            return true;
        };
        let Some(before) = number.checked_sub(1).filter(|before| *before >= start) else {
            return true;
        };
        let is_type = |number: usize| TYPES.contains(&self.word(number));
        let is_word = |number: usize| {
            let token = self.tokens.get(number);
            token.is_some_and(|token| token.kind == TokenKind::Word)
        };
        match self.word(before) {
            // Of a function, or of a macro that is a loop; not of a compound literal.
            b")" => self.state.before_closed.is_some_and(|name| {
                name >= start
                    && (is_word(name) || self.word(name) == b")")
                    && !OPERATORS.contains(&self.word(name))
            }),
            _ if is_word(before) => {
                let name = before.checked_sub(1);
                !is_type(before) && !name.is_some_and(is_type)
            }
            quoted => quoted.starts_with(b"\""),
        }
    }

    /// The statement, if there is one, ends before this token.
    fn end_before(&mut self, end: usize) {
        if let Some(start) = self.state.start.take() {
            self.cut(start..end);
        }
        self.state.open.clear();
        self.state.before_closed = None;
    }

    fn cut(&mut self, statement: Range<usize>) {
        if let Some(numbers) = self.numbers.get_mut(statement.clone()) {
            numbers.fill(self.statements.len());
        }
        self.statements.push(statement);
    }
}

/// What begins a statement that has another one in it.
const HEADERS: [&[u8]; 4] = [b"if", b"while", b"for", b"switch"];
const TYPES: [&[u8]; 3] = [b"struct", b"union", b"enum"];
/// Words that may stand before a compound literal.
const OPERATORS: [&[u8]; 3] = [b"return", b"sizeof", b"_Alignof"];

/// The arguments of the first call of a function in a text, as they are written. None if it is not called there, or the call goes on in another line.
pub fn arguments<'a>(text: &'a str, function: &str) -> Vec<&'a str> {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let mut calls = text.match_indices(function).filter(|(at, _)| {
        let before = text[..*at].chars().next_back();
        !before.is_some_and(is_word)
    });
    let Some(rest) = calls
        .next()
        .and_then(|(at, _)| text.get(at + function.len()..))
    else {
        return Vec::new();
    };
    let Some(rest) = rest.trim_start().strip_prefix('(') else {
        return Vec::new();
    };
    let mut arguments = Vec::new();
    let (mut depth, mut start) = (0usize, 0);
    for (at, character) in rest.char_indices() {
        match character {
            ',' if depth == 0 => {
                arguments.push(rest[start..at].trim());
                start = at + 1;
            }
            ')' if depth == 0 => {
                arguments.push(rest[start..at].trim());
                return arguments;
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The statement at the first occurrence of `at`.
    #[track_caller]
    fn statement(text: &str, at: &str) -> String {
        let statements = Statements::new(text.as_bytes().to_vec());
        let token = statements.token_at(text.find(at).expect("a place"));
        let tokens = statements.statement_of(token.expect("a token"));
        statements.joined(tokens).expect("tokens")
    }

    #[test]
    fn statements_end_at_semicolons_and_braces() {
        let line = "void *t(void *p) { int v[2] = {7, 8}; x++; return 0; }";
        assert_eq!(statement(line, "t("), "void *t(void *p)");
        assert_eq!(statement(line, "{ int"), "int v[2] = {7, 8};");
        assert_eq!(statement(line, "v["), "int v[2] = {7, 8};");
        assert_eq!(statement(line, "x++"), "x++;");
        assert_eq!(statement(line, "return"), "return 0;");
        assert_eq!(statement("    counter++;", "counter"), "counter++;");
    }

    #[test]
    fn headers_of_loops_are_statements() {
        let line = "for (i = 0; i < 2; i++) { puts(\"a;b{\"); c = ';'; do d(); while (e); }";
        assert_eq!(statement(line, "i < 2"), "for (i = 0; i < 2; i++)");
        assert_eq!(statement(line, "puts"), "puts(\"a;b{\");");
        assert_eq!(statement(line, "c ="), "c = ';';");
        assert_eq!(statement(line, "d()"), "d();");
        assert_eq!(statement(line, "while"), "while (e);");
        assert_eq!(statement("while (e)\n    ;", "while"), "while (e)");
    }

    #[test]
    fn the_innermost_statement_counts() {
        let line = "if (x) assert(y); else if (z) for (;;) u++; else v++;";
        assert_eq!(statement(line, "x"), "if (x)");
        assert_eq!(statement(line, "assert"), "assert(y);");
        assert_eq!(statement(line, "z"), "if (z)");
        assert_eq!(statement(line, "u"), "u++;");
        assert_eq!(statement(line, "v"), "v++;");
        let line = "switch (a) { case B ? 1 : 2: x++; break; default: y++; } end: z = u ? v : w;";
        assert_eq!(statement(line, "x"), "x++;");
        assert_eq!(statement(line, "y"), "y++;");
        assert_eq!(statement(line, "z"), "z = u ? v : w;");
    }

    #[test]
    fn braces_in_statements_do_not_end_them() {
        let line = "void f(int k) { *t = (struct tree){ .key = k }; return (struct s){0}; }";
        assert_eq!(statement(line, "key"), "*t = (struct tree){ .key = k };");
        assert_eq!(statement(line, "0"), "return (struct s){0};");
        let line = "x = ({ int y = f(); y + 1; }); g((int[]){1, 2}); z++;";
        assert_eq!(statement(line, "f("), "x = ({ int y = f(); y + 1; });");
        assert_eq!(statement(line, "1, 2"), "g((int[]){1, 2});");
        assert_eq!(statement(line, "z"), "z++;");
        let line = "struct p { int x, y; } a[] = { [1] = { .x = 1 }, { 2 } }, b; c = 1;";
        assert!(statement(line, "[1]").ends_with("{ 2 } }, b;"));
        assert_eq!(statement(line, "c ="), "c = 1;");
    }

    #[test]
    fn macros_may_be_loops() {
        let line = "LOOP(x) { a++; } FOREVER { b++; }";
        assert_eq!(statement(line, "x"), "LOOP(x)");
        assert_eq!(statement(line, "a"), "a++;");
        assert_eq!(statement(line, "b"), "b++;");
    }

    #[test]
    fn what_stands_in_comments_is_no_statement() {
        let line = "void *t(void *p) /* ; { */ { x = 1; /* y; */ z = 2; } // ; u;";
        assert_eq!(statement(line, "x ="), "x = 1;");
        assert_eq!(statement(line, "z ="), "z = 2;");
    }

    #[test]
    fn several_lines_are_joined() {
        let text = "int f(void)\n{\n  if (create(&t[i], // which\n      0,\n\t\"a  b\"))\n    return 1;\n}\n";
        assert_eq!(statement(text, "0,"), "if (create(&t[i], 0, \"a  b\"))");
        assert_eq!(statement(text, "return"), "return 1;");
        let statements = Statements::new(text.as_bytes().to_vec());
        let token = statements.token_at(text.find("0,").expect("a place"));
        let tokens = statements.statement_of(token.expect("a token"));
        let extent = statements.extent(tokens).expect("tokens");
        assert_eq!(
            (extent.first_line, extent.columns, extent.last_line),
            (3, 2..19, 5)
        );
        assert_eq!(statements.line(4), b"      0,");
    }

    #[test]
    fn configurations_are_apart() {
        let text =
            "#ifdef A\nif (f(x,\n#else\nif (g(x,\n#endif\n 1)) y++;\n#if B\nz(\n#endif\n}\nu;";
        assert_eq!(statement(text, "g"), "if (g(x, 1))");
        assert_eq!(statement(text, "y"), "y++;");
        assert_eq!(statement(text, "u;"), "u;");
    }

    #[test]
    fn whatever_it_is_has_statements() {
        for text in [
            "",
            "/*",
            "}",
            "{;}",
            "a)b",
            "(}",
            "[)",
            "\"open",
            "ä; ö; ü",
            "#else\n#endif\n#elif",
            ":",
            "case",
            "if)",
            "else{",
        ] {
            let statements = Statements::new(text.as_bytes().to_vec());
            for token in 0..text.len() + 2 {
                let range = statements.statement_of(token);
                let _ = (statements.joined(range.clone()), statements.extent(range));
                assert!(statements.token_at(token).is_none_or(|it| it < text.len()));
            }
        }
    }

    #[test]
    fn arguments_are_split_at_their_commas() {
        let text = "if (wait(&c[f(1, 2)], q->m) != 0)";
        assert_eq!(arguments(text, "wait"), ["&c[f(1, 2)]", "q->m"]);
        assert_eq!(arguments(text, "f"), ["1", "2"]);
        assert_eq!(arguments("wait(a,", "wait"), [""; 0]);
        assert_eq!(arguments("wait", "wait"), [""; 0]);
    }
}
