//! The calls that stand in a statement's text, in the order of the text.
//!
//! Witnesses name a call by its closing parenthesis, which the report does not tell, but the text does. Nothing is parsed: identifiers that a parenthesis follows,
//! outside of literals and comments, up to the end of the statement. A macro that hides a call hides it here too.

/// A call in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SourceCall {
    pub function: String,
    /// Of the closing parenthesis, from 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
}

/// No statement of interest is longer, and a text without a semicolon ends somewhere.
const MOST_LINES: u32 = 200;

/// The calls of the statement that begins at a line and column, by where they begin.
pub(crate) fn calls_of_statement(text: &str, line: u32, column: u32) -> Vec<SourceCall> {
    let mut scan = Scan {
        line,
        column,
        word: String::new(),
        is_word_over: false,
        open: Vec::new(),
        found: Vec::new(),
        state: State::Code,
    };
    let Some(skipped) = line
        .checked_sub(1)
        .and_then(|line| usize::try_from(line).ok())
    else {
        return Vec::new();
    };
    let before = usize::try_from(column.saturating_sub(1)).unwrap_or(usize::MAX);
    for (index, source) in text.lines().skip(skipped).enumerate() {
        if scan.line > line.saturating_add(MOST_LINES) {
            break;
        }
        if is_line_marker(source) {
            scan.line = scan.line.saturating_add(1);
            continue;
        }
        let skip = if index == 0 { before } else { 0 };
        let mut characters = source.chars().skip(skip).peekable();
        while let Some(character) = characters.next() {
            if scan.step(character, characters.peek().copied()) {
                return scan.calls();
            }
            scan.column = scan.column.saturating_add(1);
        }
        scan.end_line();
    }
    scan.calls()
}

/// `# 12 "file.c"`, as preprocessors leave it between pieces of a statement.
pub(crate) fn is_line_marker(line: &str) -> bool {
    let number = line.strip_prefix("# ");
    number.is_some_and(|number| number.starts_with(|c: char| c.is_ascii_digit()))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Code,
    /// Inside of a literal that this character ends.
    Literal(char),
    /// Behind a backslash in one.
    Escape(char),
    LineComment,
    BlockComment,
    /// At the slash that ends a comment.
    BlockCommentEnd,
}

struct Scan {
    line: u32,
    column: u32,
    /// The identifier that was read last.
    word: String,
    /// Whether something follows it that is not white space.
    is_word_over: bool,
    /// For each open parenthesis, which call it belongs to.
    open: Vec<Option<usize>>,
    found: Vec<(String, Option<(u32, u32)>)>,
    state: State,
}

impl Scan {
    /// Whether the statement is over.
    fn step(&mut self, character: char, next: Option<char>) -> bool {
        match self.state {
            State::Literal(end) => match character {
                '\\' => self.state = State::Escape(end),
                _ if character == end => self.state = State::Code,
                _ => {}
            },
            State::Escape(end) => self.state = State::Literal(end),
            State::LineComment => {}
            State::BlockComment if character == '*' && next == Some('/') => {
                self.state = State::BlockCommentEnd;
            }
            State::BlockComment => {}
            State::BlockCommentEnd => self.state = State::Code,
            State::Code => return self.code(character, next),
        }
        false
    }

    fn code(&mut self, character: char, next: Option<char>) -> bool {
        match character {
            '"' | '\'' => {
                self.state = State::Literal(character);
                self.word.clear();
            }
            '/' if next == Some('/') => self.state = State::LineComment,
            '/' if next == Some('*') => self.state = State::BlockComment,
            '(' => {
                let is_call = !self.word.is_empty() && !is_keyword(&self.word);
                self.open.push(is_call.then_some(self.found.len()));
                if is_call {
                    self.found.push((std::mem::take(&mut self.word), None));
                }
                self.word.clear();
            }
            ')' => {
                if let Some(Some(call)) = self.open.pop()
                    && let Some((_, place)) = self.found.get_mut(call)
                {
                    *place = Some((self.line, self.column));
                }
                self.word.clear();
            }
            ';' | '{' | '}' if self.open.is_empty() => return true,
            _ if character == '_' || character.is_alphanumeric() => {
                if self.is_word_over {
                    self.word.clear();
                }
                self.is_word_over = false;
                self.word.push(character);
                return false;
            }
            _ if character.is_whitespace() => {}
            _ => self.word.clear(),
        }
        self.is_word_over = true;
        false
    }

    fn end_line(&mut self) {
        self.line = self.line.saturating_add(1);
        self.column = 1;
        self.is_word_over = true;
        if self.state == State::LineComment {
            self.state = State::Code;
        }
    }

    fn calls(self) -> Vec<SourceCall> {
        let closed = self.found.into_iter().filter_map(|(function, place)| {
            place.map(|(line, column)| SourceCall {
                function,
                line,
                column,
            })
        });
        closed.collect()
    }
}

/// What a parenthesis may follow without a call.
fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "if" | "while"
            | "for"
            | "switch"
            | "return"
            | "sizeof"
            | "_Alignof"
            | "alignof"
            | "_Atomic"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_found() {
        let calls = |text: &str, line, column| -> Vec<String> {
            calls_of_statement(text, line, column)
                .into_iter()
                .map(|call| format!("{} {}:{}", call.function, call.line, call.column))
                .collect()
        };
        assert_eq!(calls("f(); g();", 1, 1), ["f 1:3"]);
        assert_eq!(calls("f(); g();", 1, 6), ["g 1:8"]);
        assert_eq!(
            calls("x = f (g(1), \")\", ')') + h(\n );", 1, 1),
            ["f 1:22", "g 1:11", "h 2:2"]
        );
        assert_eq!(
            calls("if (f(/* ) */ 1)) // g(\n h();", 1, 1),
            ["f 1:16", "h 2:4"]
        );
        assert_eq!(calls("é = \"\\\"(\"; f();", 1, 1), [""; 0]);
        assert_eq!(calls("(a)(b); sizeof (int)", 1, 1), [""; 0]);
        assert_eq!(
            calls("f((", 1, 1),
            [""; 0],
            "what never closes has no closing parenthesis"
        );
        assert_eq!(calls("))) f()", 1, 1), ["f 1:7"]);
        assert_eq!(
            calls("f(\n# 9 \"a.c\" 3 4\n   (1)\n# 9 \"a.c\"\n );", 1, 1),
            ["f 5:2"],
            "line markers are no part of a statement"
        );
        for (line, column) in [
            (0, 0),
            (0, 1),
            (9, 9),
            (1, 900),
            (u32::MAX, u32::MAX),
            (1, 0),
        ] {
            calls_of_statement("f();\n", line, column);
        }
    }
}
