//! From a position back to the line the user wrote, and the part of it to underline.
//!
//! Positions come from preprocessed text: its line markers give file and line exactly, but columns shift where
//! macros expand or blanks were squeezed. So the column is only a hint: the token at the position is looked for in
//! the original line, nearest to the hint; if it is not there (it came out of a macro), the
//! whole line is underlined. Statements are told more exactly, by which token of the line the one at the position comes from (see `macro_alignment`).
//! Where the original file cannot be read, the preprocessed lines stand in.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::ops::{Range, RangeInclusive};
use std::path::Path;
use std::rc::Rc;

use sha2::{Digest, Sha256};
use unspool_cfront::SourceMap;
use unspool_cfront::preprocess;
use unspool_cfront::source::Span;

use crate::c_tokens::tokens;
use crate::compiled_lines::{CompiledLine, LineIndex, all_lines, compiled_file, is_word};
use crate::inputs::MODEL_PREFIX;
use crate::macro_alignment::origins;
use crate::problem::Excerpt;
use crate::statement_text::Statements;

/// Looks lines up; remembers the files it has read.
#[derive(Default)]
pub struct SourceLines {
    /// The texts that were compiled, if there are any.
    map: Option<SourceMap>,
    /// Of their lines.
    index: OnceCell<LineIndex>,
    /// Lines by file name; None for a file that cannot be read.
    files: RefCell<HashMap<String, Option<Vec<String>>>>,
    /// Names that were looked for, and whether the user wrote them.
    written: RefCell<HashMap<String, bool>>,
    /// Files by name of which statements were told; None if nothing is known of them.
    sources: RefCell<HashMap<String, Option<Rc<Source>>>>,
    /// Lines of these, with what was compiled of them.
    aligned: RefCell<AlignedLines>,
    /// The same as `sources` for preprocessed inputs, as they were given.
    given: RefCell<HashMap<String, Rc<Statements>>>,
}

/// A statement as it was written.
pub struct Statement {
    /// In one line, without comments.
    pub text: String,
    /// Of its beginning.
    pub line: u32,
    /// In that line, in characters from 1.
    pub columns: Range<u32>,
    /// All lines that it has a part of, by number.
    pub lines: Vec<(u32, String)>,
}

/// Tokens of a compiled line by their first byte, with the numbers of those they may come from in the line as it was written.
type Origins = HashMap<usize, RangeInclusive<usize>>;

/// By file and line: one for each time that it was compiled.
type AlignedLines = HashMap<(String, u32), Rc<Vec<Origins>>>;

/// A file of which statements are told.
struct Source {
    statements: Statements,
    /// Of its lines, if not all are there.
    numbers: Option<Vec<u32>>,
}

impl Source {
    fn line_in_text(&self, line: u32) -> Option<u32> {
        let Some(numbers) = &self.numbers else {
            return Some(line);
        };
        let index = numbers.binary_search(&line).ok()?;
        u32::try_from(index + 1).ok()
    }

    fn line_in_file(&self, line: u32) -> Option<u32> {
        let Some(numbers) = &self.numbers else {
            return Some(line);
        };
        numbers.get((line as usize).checked_sub(1)?).copied()
    }
}

/// A place in a preprocessed input, whatever its line markers say.
pub struct Given<'a> {
    pub input: &'a str,
    pub line: u32,
    /// In characters; none if only the line is known.
    pub column: Option<u32>,
}

impl SourceLines {
    pub fn new(map: SourceMap) -> SourceLines {
        SourceLines {
            map: Some(map),
            ..SourceLines::default()
        }
    }

    /// The line of a span of the compiled texts. None for a span that is nowhere.
    pub fn of_span(&self, span: Span, label: &str, is_primary: bool) -> Option<Excerpt> {
        let map = self.map.as_ref()?;
        let location = map.location(span.lo)?;
        let covered = String::from_utf8_lossy(map.span_bytes(span)).into_owned();
        let covered = covered.lines().next().unwrap_or("").trim_end().to_string();
        let (physical, start) = map.line_text(span.lo)?;
        let offset = (span.lo - start) as usize;
        let hint = match covered.is_empty() {
            false => Hint::new(vec![first_token(&covered).to_string(), covered], offset),
            // Something is missing here, after what stands before it.
            true => Hint {
                behind: true,
                ..Hint::new(
                    vec![last_token(physical.get(..offset).unwrap_or(""))],
                    offset,
                )
            },
        };
        let file = map.file_name(location.file);
        let place = (file, location.line);
        Some(self.excerpt(place, &hint, Some(&physical), label, is_primary))
    }

    /// The line of a position as the IR keeps it. None if there is no such position.
    pub fn of_position(
        &self,
        position: (&str, u32, u32),
        label: &str,
        is_primary: bool,
    ) -> Option<Excerpt> {
        let (file, line, column) = position;
        if line == 0 {
            return None;
        }
        let offset = column.saturating_sub(1) as usize;
        let (physical, offset) = match self.compiled_piece(file, line, offset) {
            Some((text, offset)) => (Some(text), offset),
            None => (None, offset),
        };
        let known = physical.clone().or_else(|| self.original_line(file, line));
        let token = known
            .as_deref()
            .and_then(|text| text.get(offset..))
            .map_or("", first_token);
        let hint = Hint::new(vec![token.to_string()], offset);
        Some(self.excerpt((file, line), &hint, physical.as_deref(), label, is_primary))
    }

    /// The statement of a position. Where macros leave open which it is, all that it may be; if nothing is known, the whole line.
    pub fn statement(&self, (file, line, column): (&str, u32, u32)) -> Option<Statement> {
        let source = self.source(file)?;
        let statements = &source.statements;
        let own_line = source.line_in_text(line)?;
        let own = statements.tokens_of_line(own_line);
        let offset = column.saturating_sub(1) as usize;
        let aligned = self.aligned(&source, (file, line), &own);
        let found = aligned.iter().filter_map(|line| {
            let origin = line.get(&offset)?;
            let first = statements.statement_of(own.start + origin.start());
            let last = statements.statement_of(own.start + origin.end());
            Some(first.start.min(last.start)..last.end.max(first.end))
        });
        let both = |one: Range<usize>, other: Range<usize>| {
            one.start.min(other.start)..one.end.max(other.end)
        };
        let tokens = found.reduce(both).unwrap_or(own);
        let extent = statements.extent(tokens.clone())?;
        let lines = extent.first_line..=extent.last_line;
        let text_of = |line| String::from_utf8_lossy(statements.line(line)).into_owned();
        let first = statements.line(extent.first_line);
        let characters = |end: usize| {
            let before = first.get(..end).unwrap_or(first);
            String::from_utf8_lossy(before).chars().count() as u32 + 1
        };
        Some(Statement {
            text: statements.joined(tokens)?,
            columns: characters(extent.columns.start)..characters(extent.columns.end),
            line: source.line_in_file(extent.first_line)?,
            lines: lines
                .filter_map(|line| Some((source.line_in_file(line)?, text_of(line))))
                .collect(),
        })
    }

    /// For each time that a line was compiled, its tokens by their first byte: which of the line's own tokens they may come from.
    fn aligned(
        &self,
        source: &Source,
        (file, line): (&str, u32),
        own: &Range<usize>,
    ) -> Rc<Vec<Origins>> {
        let mut known = self.aligned.borrow_mut();
        let aligned = known.entry((file.to_string(), line)).or_insert_with(|| {
            let token_text = |number| source.statements.token_text(number);
            let written: Vec<&[u8]> = own.clone().map(token_text).collect();
            let align = |line: &CompiledLine| {
                let tokens = tokens(&line.text);
                let texts: Vec<&[u8]> = tokens.iter().map(|it| it.text(&line.text)).collect();
                let starts = tokens.iter().map(|token| token.start);
                starts.zip(origins(&written, &texts)).collect()
            };
            Rc::new(self.compiled_lines(file, line).iter().map(align).collect())
        });
        aligned.clone()
    }

    /// Where the statement of a position begins in an input that was given preprocessed; none if it was not, or if its line markers change nothing.
    pub fn given(&self, (file, line, column): (&str, u32, u32)) -> Option<Given<'_>> {
        let map = self.map.as_ref()?;
        let offset = column.saturating_sub(1) as usize;
        let lines = self.compiled_lines(file, line);
        let lines = lines.iter().filter(|line| has_token(&line.text));
        let place = |address: u32| {
            let (input, line, _) = map.physical_place(address)?;
            let is_preprocessed = preprocess::is_taken_as_it_is(Path::new(input));
            (input != file && is_preprocessed).then_some((input, line))
        };
        let mut fitting = (lines.clone()).filter(|line| token_at(&line.text, offset).is_some());
        if let (Some(only), None) = (fitting.next(), fitting.next()) {
            let address = only.address(offset)?;
            let (input, line) = place(address)?;
            let (line, column) = match self.statement_start(input, address) {
                Some((line, column)) => (line, Some(column)),
                None => (line, None),
            };
            return Some(Given {
                input,
                line,
                column,
            });
        }
        let first = lines.clone().next()?;
        let token = tokens(&first.text).first().map_or(0, |token| token.start);
        let (input, line) = place(first.address(token)?)?;
        Some(Given {
            input,
            line,
            column: None,
        })
    }

    /// Line and column, in characters, in a text as it was given.
    fn statement_start(&self, input: &str, address: u32) -> Option<(u32, u32)> {
        let (text, base) = self.map.as_ref()?.text_around(address)?;
        let mut given = self.given.borrow_mut();
        let statements = (given.entry(input.to_string()))
            .or_insert_with(|| Rc::new(Statements::new(text.to_vec())));
        let token = statements.token_at((address - base) as usize)?;
        let extent = statements.extent(statements.statement_of(token))?;
        let line = statements.line(extent.first_line);
        let before = line.get(..extent.columns.start)?;
        let column = String::from_utf8_lossy(before).chars().count() as u32 + 1;
        Some((extent.first_line, column))
    }

    /// What was written as this file or, if it cannot be read, what was compiled as it.
    fn source(&self, file: &str) -> Option<Rc<Source>> {
        let mut sources = self.sources.borrow_mut();
        let source = sources.entry(file.to_string()).or_insert_with(|| {
            let bytes = match file.starts_with('<') {
                true => None,
                false => std::fs::read(file).ok(),
            };
            let source = match (bytes, &self.map) {
                (Some(bytes), _) => Source {
                    statements: Statements::new(bytes),
                    numbers: None,
                },
                (None, Some(map)) => {
                    let (numbers, lines): (Vec<u32>, Vec<Vec<u8>>) =
                        compiled_file(map, file).into_iter().unzip();
                    Source {
                        statements: Statements::new(lines.join(&b'\n')),
                        numbers: Some(numbers),
                    }
                }
                (None, None) => return None,
            };
            Some(Rc::new(source))
        });
        source.clone()
    }

    /// Whether a name stands in what the user wrote: outside of headers of the system, whose macros are expanded in the user's lines, and of our models.
    pub fn is_written(&self, name: &str) -> bool {
        if let Some(known) = self.written.borrow().get(name) {
            return *known;
        }
        let mut files = HashSet::new();
        let is_written = self.map.as_ref().is_some_and(|map| {
            all_lines(map).any(|(text, _, location)| {
                let file = map.file_name(location.file);
                if location.in_system_header || file.starts_with(MODEL_PREFIX) {
                    return false;
                }
                let has_name = |text: &str| occurrences(text, name).next().is_some();
                match self.original_line(file, 1) {
                    Some(_) if !files.insert(location.file) => false,
                    Some(_) => (self.files.borrow().get(file))
                        .and_then(Option::as_ref)
                        .is_some_and(|lines| lines.iter().any(|line| has_name(line))),
                    None => has_name(&String::from_utf8_lossy(text)),
                }
            })
        });
        let mut written = self.written.borrow_mut();
        written.insert(name.to_string(), is_written);
        is_written
    }

    /// The text of a file, and the SHA-256 of its bytes; none if it cannot be read.
    pub fn whole_file(&self, file: &str) -> Option<(String, String)> {
        if file.starts_with('<') {
            return None;
        }
        let bytes = std::fs::read(file).ok()?;
        let hash = Sha256::digest(&bytes);
        let digits = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        Some((String::from_utf8_lossy(&bytes).into_owned(), digits))
    }

    fn excerpt(
        &self,
        (file, line): (&str, u32),
        hint: &Hint,
        physical: Option<&str>,
        label: &str,
        is_primary: bool,
    ) -> Excerpt {
        let original = self.original_line(file, line);
        let text = original.or_else(|| physical.map(str::to_string));
        let underline = text.as_deref().map_or(0..0, |text| hint.find_in(text));
        Excerpt {
            file: file.to_string(),
            line,
            text,
            underline,
            label: label.to_string(),
            is_primary,
        }
    }

    fn original_line(&self, file: &str, line: u32) -> Option<String> {
        // `<stdin>`, `<built-in>`, our own models.
        if file.starts_with('<') {
            return None;
        }
        let mut files = self.files.borrow_mut();
        let lines = files.entry(file.to_string()).or_insert_with(|| {
            let bytes = std::fs::read(file).ok()?;
            let text = String::from_utf8_lossy(&bytes);
            Some(text.lines().map(str::to_string).collect())
        });
        let index = (line as usize).checked_sub(1)?;
        lines.as_ref()?.get(index).cloned()
    }

    /// The piece of the compiled texts that has this byte of this line of this file, and which of its bytes it is.
    fn compiled_piece(&self, file: &str, line: u32, offset: usize) -> Option<(String, usize)> {
        let lines = self.compiled_lines(file, line);
        let line = lines.iter().find(|line| line.text.len() > offset)?;
        let (text, _) = self.map.as_ref()?.line_text(line.address(offset)?)?;
        Some((text.into_owned(), line.offset_in_piece(offset)?))
    }

    fn compiled_lines(&self, file: &str, line: u32) -> Vec<CompiledLine> {
        let Some(map) = &self.map else {
            return Vec::new();
        };
        let index = self.index.get_or_init(|| LineIndex::new(map));
        index.compiled_lines(map, file, line)
    }
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn has_token(line: &[u8]) -> bool {
    !tokens(line).is_empty()
}

/// The number of the token that begins here.
fn token_at(line: &[u8], offset: usize) -> Option<usize> {
    tokens(line).iter().position(|token| token.start == offset)
}

/// What to underline: the last of `wanted` that is in the line, near the offset.
struct Hint {
    wanted: Vec<String>,
    offset: usize,
    /// Underline the place behind what was found instead.
    behind: bool,
}

impl Hint {
    fn new(wanted: Vec<String>, offset: usize) -> Hint {
        Hint {
            wanted,
            offset,
            behind: false,
        }
    }

    fn find_in(&self, line: &str) -> Range<usize> {
        for wanted in self.wanted.iter().rev() {
            if wanted.is_empty() {
                continue;
            }
            let nearest = occurrences(line, wanted)
                .min_by_key(|&start| (start as i64 - self.offset as i64).abs());
            if let Some(start) = nearest {
                let end = start + wanted.len();
                return if self.behind { end..end } else { start..end };
            }
        }
        let start = indentation(line);
        start..line.trim_end().len().max(start)
    }
}

/// Where `wanted` stands in the line, not as a part of a longer word.
fn occurrences<'a>(line: &'a str, wanted: &'a str) -> impl Iterator<Item = usize> + 'a {
    let first_is_word = wanted.chars().next().is_some_and(is_word);
    let last_is_word = wanted.chars().next_back().is_some_and(is_word);
    line.match_indices(wanted)
        .map(|(start, _)| start)
        .filter(move |&start| {
            let before = line[..start].chars().next_back();
            let after = line[start + wanted.len()..].chars().next();
            !(first_is_word && before.is_some_and(is_word)
                || last_is_word && after.is_some_and(is_word))
        })
}

/// An identifier or number, or one other character.
fn first_token(text: &str) -> &str {
    let end = match text.find(|c| !is_word(c)) {
        Some(0) => text.chars().next().map_or(0, char::len_utf8),
        Some(end) => end,
        None => text.len(),
    };
    let token = text.get(..end).unwrap_or("");
    match token.trim().is_empty() {
        true => "",
        false => token,
    }
}

/// The identifier or number, or one other character, that only blanks follow.
fn last_token(text: &str) -> String {
    let text = text.trim_end();
    let word = text.trim_end_matches(is_word).len();
    let start = match text.char_indices().next_back() {
        Some((last, character)) if !is_word(character) => last,
        _ => word,
    };
    text[start..].to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn underlined(wanted: &[&str], offset: usize, line: &str) -> String {
        let hint = Hint::new(wanted.iter().map(|w| w.to_string()).collect(), offset);
        line[hint.find_in(line)].to_string()
    }

    #[test]
    fn the_nearest_occurrence_is_underlined_and_words_are_whole() {
        let line = "  max = maximum + max;";
        let hint = |offset| Hint::new(vec!["max".to_string()], offset);
        assert_eq!(hint(0).find_in(line), 2..5);
        assert_eq!(hint(21).find_in(line), 18..21);
        assert_eq!(underlined(&["x", "x + y"], 0, "a = x + y;"), "x + y");
        assert_eq!(underlined(&["x", "x +  y"], 0, "a = x + y;"), "x");
    }

    #[test]
    fn what_is_missing_is_shown_behind_what_is_there() {
        assert_eq!(last_token("  x = y "), "y");
        assert_eq!(last_token("  f(1)"), ")");
        assert_eq!(last_token("  "), "");
        let hint = Hint {
            behind: true,
            ..Hint::new(vec!["y".to_string()], 9)
        };
        assert_eq!(hint.find_in("  x   = y"), 9..9);
    }

    #[test]
    fn a_token_from_a_macro_underlines_the_line() {
        assert_eq!(underlined(&["hidden"], 30, "\tMACRO(1); "), "MACRO(1);");
        assert_eq!(underlined(&[""], 3, ""), "");
        assert_eq!(underlined(&["x"], 3, "   "), "");
    }

    /// Line, columns and text of the statement at a position of a file that cannot be read.
    fn statement_of(
        lines: &SourceLines,
        position: (u32, u32),
    ) -> Option<(u32, Range<u32>, String)> {
        let (line, column) = position;
        let found = lines.statement(("<a>", line, column))?;
        Some((found.line, found.columns, found.text))
    }

    #[test]
    fn pieces_of_a_line_are_put_together() {
        let mut map = SourceMap::new();
        let text = "# 1 \"<a>\"\nint *f(void) { p = \n# 1 \"<a>\" 3 4\n                  ((void *)0)\n# 1 \"<a>\"\n                      ; p = &x; }\n";
        map.add("a.i", text).expect("small");
        let lines = SourceLines::new(map);
        let statement = |column| statement_of(&lines, (1, column)).map(|(.., text)| text);
        assert_eq!(statement(16).as_deref(), Some("p = ((void *)0);"));
        assert_eq!(statement(38).as_deref(), Some("p = ((void *)0);"));
        assert_eq!(statement(73).as_deref(), Some("p = &x;"));
        assert_eq!(
            statement(900).as_deref(),
            Some("int *f(void) { p = ((void *)0); p = &x; }")
        );
        assert_eq!(statement_of(&lines, (2, 1)), None);
    }

    #[test]
    fn statements_of_several_lines_begin_in_the_first() {
        let mut map = SourceMap::new();
        let text = "# 4000000000 \"<a>\"\nf(); if (g(1,\n 2)) h(\n# 4000000002 \"<a>\"\n3);\n";
        map.add("a.i", text).expect("small");
        let lines = SourceLines::new(map);
        let first = 4_000_000_000;
        let header = (first, 6..14, "if (g(1, 2))".to_string());
        assert_eq!(statement_of(&lines, (first + 1, 2)), Some(header));
        let body = (first + 1, 6..8, "h( 3);".to_string());
        assert_eq!(statement_of(&lines, (first + 2, 1)), Some(body));
    }

    #[test]
    fn lines_of_texts_without_a_file_are_found() {
        let mut map = SourceMap::new();
        map.add("a", "one\r\n\u{e4}\n# 7 \"<stdin>\"\nseven\n")
            .expect("small");
        map.add("b", "# 3 \"<stdin>\"\n  three (3)\n")
            .expect("small");
        let lines = SourceLines::new(map);
        let shown = |line, column| {
            let excerpt = lines.of_position(("<stdin>", line, column), "", true);
            excerpt.map(|e| (e.text.clone(), e.text.map(|t| t[e.underline].to_string())))
        };
        let three = Some("  three (3)".to_string());
        assert_eq!(shown(3, 3), Some((three, Some("three".to_string()))));
        let seven = Some("seven".to_string());
        assert_eq!(shown(7, 1), Some((seven.clone(), seven)));
        assert_eq!(shown(9, 1), Some((None, None)));
    }
}
