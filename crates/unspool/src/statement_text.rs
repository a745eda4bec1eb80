//! The statement of C at a place of a line, as text: many programs have several on one line.
//!
//! No parsing: a statement begins behind a `;`, `{` or `}` that is neither in parentheses nor in an initialiser nor in quotes, and ends with the next one. That is right for
//! nearly all lines, and for others the text is still part of the line.

use std::ops::Range;

/// Where in the line the statement is that has the byte at `offset`, without blanks around it.
pub fn statement_at(line: &str, offset: usize) -> Range<usize> {
    let borders = borders(line);
    let number = number_of_statement(&borders, offset);
    numbered_statement(line, &borders, number)
}

/// Where the statement that has the byte at `offset` is in the same line before macros were expanded. None if the two do not have the same borders between
/// statements: then a macro is several statements, or a part of one, and nobody knows which.
pub fn statement_before_macros(line: &str, offset: usize, original: &str) -> Option<Range<usize>> {
    let (here, there) = (borders(line), borders(original));
    let number = number_of_statement(&here, offset);
    let characters =
        |borders: &[Border]| -> Vec<char> { borders.iter().map(|it| it.character).collect() };
    (characters(&here) == characters(&there)).then(|| numbered_statement(original, &there, number))
}

fn number_of_statement(borders: &[Border], offset: usize) -> usize {
    let is_before = |border: &&Border| border.start < offset || border.starts_behind(offset);
    borders.iter().take_while(is_before).count()
}

fn numbered_statement(line: &str, borders: &[Border], number: usize) -> Range<usize> {
    let before = number.checked_sub(1).and_then(|before| borders.get(before));
    let start = before.map_or(0, |border| border.start + 1);
    let end = borders
        .get(number)
        .map_or(line.len(), |border| border.start + 1);
    let text = without_comment(&line[start..end]);
    let text = text.trim_end_matches(|c: char| c.is_whitespace() || c == '{' || c == '}');
    let (end, blanks) = (start + text.len(), text.len() - text.trim_start().len());
    start + blanks..end
}

/// Whether a statement ends in this part of the line.
pub fn has_border(line: &str, part: Range<usize>) -> bool {
    borders(line)
        .iter()
        .any(|border| part.contains(&border.start))
}

/// A line without the comment that ends it.
pub fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut is_escaped = false;
    for (at, character) in line.char_indices() {
        match quote {
            Some(_) if is_escaped => is_escaped = false,
            Some(_) if character == '\\' => is_escaped = true,
            Some(open) if character == open => quote = None,
            Some(_) => {}
            None if character == '"' || character == '\'' => quote = Some(character),
            None => {
                let rest = &line[at..];
                let ends = |rest: &str| match rest.find("*/") {
                    Some(end) => rest[end + 2..].trim().is_empty(),
                    None => true,
                };
                let is_comment =
                    rest.starts_with("//") || rest.strip_prefix("/*").is_some_and(ends);
                if is_comment && !line[..at].trim().is_empty() {
                    return &line[..at];
                }
            }
        }
    }
    line
}

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

/// A character between two statements, which is one byte.
struct Border {
    start: usize,
    character: char,
}

impl Border {
    /// A brace is never part of a statement that does something.
    fn starts_behind(&self, offset: usize) -> bool {
        self.character != ';' && self.start == offset
    }
}

fn borders(line: &str) -> Vec<Border> {
    let mut borders = Vec::new();
    // Of parentheses, brackets and initialisers.
    let mut depth = 0usize;
    let mut quote = None;
    let mut is_escaped = false;
    let mut last = ' ';
    // Behind the comment that was found last.
    let mut behind_comment = 0;
    for (start, character) in line.char_indices() {
        if start < behind_comment {
            continue;
        }
        if let Some(open) = quote {
            match character {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                _ if character == open => quote = None,
                _ => {}
            }
            continue;
        }
        match line.get(start..start + 2) {
            Some("//") => break,
            Some("/*") => {
                let end = line.get(start + 2..).and_then(|rest| rest.find("*/"));
                behind_comment = end.map_or(line.len(), |end| start + end + 4);
                continue;
            }
            _ => {}
        }
        let is_initialiser = depth > 0 || "=,(".contains(last);
        match character {
            '"' | '\'' => quote = Some(character),
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            '{' if is_initialiser => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ';' | '{' | '}' if depth == 0 => borders.push(Border { start, character }),
            _ => {}
        }
        if !character.is_whitespace() {
            last = character;
        }
    }
    borders
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The statement at the first occurrence of `at`.
    fn statement<'a>(line: &'a str, at: &str) -> &'a str {
        let offset = line.find(at).expect("a place");
        &line[statement_at(line, offset)]
    }

    #[test]
    fn statements_end_at_semicolons_and_braces() {
        let line = "void *t(void *p) { int v[2] = {7, 8}; x++; return 0; }";
        assert_eq!(statement(line, "t("), "void *t(void *p)");
        assert_eq!(statement(line, "v["), "int v[2] = {7, 8};");
        assert_eq!(statement(line, "x++"), "x++;");
        assert_eq!(statement(line, "return"), "return 0;");
        assert_eq!(statement("    counter++;", "counter"), "counter++;");
    }

    #[test]
    fn headers_of_loops_are_one_statement() {
        let line = "for (i = 0; i < 2; i++) { puts(\"a;b{\"); c = ';'; d(); } while (e);";
        assert_eq!(statement(line, "i < 2"), "for (i = 0; i < 2; i++)");
        assert_eq!(statement(line, "puts"), "puts(\"a;b{\");");
        assert_eq!(statement(line, "c ="), "c = ';';");
        assert_eq!(statement(line, "while"), "while (e);");
    }

    #[test]
    fn what_stands_in_comments_is_no_statement() {
        let line = "void *t(void *p) /* ; { */ { x = 1; /* y; */ z = 2; } // ; u;";
        assert_eq!(statement(line, "x ="), "x = 1;");
        assert_eq!(statement(line, "z ="), "/* y; */ z = 2;");
        assert_eq!(statement(line, "u;"), "// ; u;");
    }

    #[test]
    fn statements_are_the_same_before_macros() {
        let before = |line: &str, at: &str, original: &'static str| {
            let offset = line.find(at).expect("a place");
            statement_before_macros(line, offset, original).map(|range| &original[range])
        };
        let line = "void f(void){ p = ((void *)0); p = &x; g(1, ((void *)0)); }";
        let original = "void f(void){ p = NULL; p = &x; /* ; */ g(1, NULL); }";
        assert_eq!(before(line, "p = (", original), Some("p = NULL;"));
        assert_eq!(before(line, "void *", original), Some("p = NULL;"));
        assert_eq!(before(line, "p = &", original), Some("p = &x;"));
        assert_eq!(before(line, "g", original), Some("/* ; */ g(1, NULL);"));
        // Two statements of a macro.
        assert_eq!(before("a(); b(); c();", "c", "BOTH; c();"), None);
    }

    #[test]
    fn any_offset_is_in_the_line() {
        for line in [
            "",
            "/*",
            "//",
            "a /* b */",
            "/*/",
            "ä/",
            "/ä; /*ö*/ ü",
            "}",
            "{;}",
            "a)b",
            "\"open",
            "ä; ö; ü",
        ] {
            for offset in 0..line.len() + 3 {
                let range = statement_at(line, offset);
                assert!(line.get(range).is_some(), "{line} {offset}");
            }
        }
    }

    #[test]
    fn comments_behind_a_statement_are_no_part_of_it() {
        assert_eq!(without_comment("  x = 1; // one"), "  x = 1; ");
        assert_eq!(without_comment("x = 1; /* one"), "x = 1; ");
        assert_eq!(without_comment("f(/* a */ 1); /* b */"), "f(/* a */ 1); ");
        assert_eq!(without_comment("s = \"\\\"//\";"), "s = \"\\\"//\";");
        assert_eq!(without_comment("  // only this"), "  // only this");
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
