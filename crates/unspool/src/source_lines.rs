//! From a position back to the line the user wrote, and the part of it to underline.
//!
//! Positions come from preprocessed text: its line markers give file and line exactly, but columns shift where
//! macros expand or blanks were squeezed. So the column is only a hint: the token at the position is looked for in
//! the original line, nearest to the hint; if it is not there (it came out of a macro), the
//! whole line is underlined. Where the original file cannot be read, the preprocessed line stands in.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::Path;

use sha2::{Digest, Sha256};
use unspool_cfront::SourceMap;
use unspool_cfront::preprocess;
use unspool_cfront::source::Span;

use crate::compiled_lines::{self, CompiledLine, Piece, compiled_lines, is_word};
use crate::inputs::MODEL_PREFIX;
use crate::problem::Excerpt;
use crate::statement_text::{has_border, statement_at, statement_before_macros, without_comment};

/// Looks lines up; remembers the files it has read.
#[derive(Default)]
pub struct SourceLines {
    /// The texts that were compiled, if there are any.
    map: Option<SourceMap>,
    /// Lines by file name; None for a file that cannot be read.
    files: RefCell<HashMap<String, Option<Vec<String>>>>,
    /// Names that were looked for, and whether the user wrote them.
    written: RefCell<HashMap<String, bool>>,
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
        let physical = self.physical_line(file, line, offset);
        let known = physical.clone().or_else(|| self.original_line(file, line));
        let token = known
            .as_deref()
            .and_then(|text| text.get(offset..))
            .map_or("", first_token);
        let hint = Hint::new(vec![token.to_string()], offset);
        Some(self.excerpt((file, line), &hint, physical.as_deref(), label, is_primary))
    }

    /// The line of a position, and where in it the statement is that has it. Where macros leave that open, it is the part of the line that has it certainly.
    pub fn statement(&self, position: (&str, u32, u32)) -> Option<(String, Range<usize>)> {
        let (file, line, column) = position;
        let offset = column.saturating_sub(1) as usize;
        let compiled = self.compiled_lines(file, line);
        let text = match self.original_line(file, line) {
            Some(original) => original,
            None => compiled.first()?.text.clone(),
        };
        let end = without_comment(&text).trim_end().len();
        let whole = indentation(&text)..end;
        let last = text[..end]
            .trim_end_matches(|c: char| c.is_whitespace() || c == '}')
            .len();
        // Of the pieces that a macro makes of a line, several may have this column.
        let ranges = compiled.iter().flat_map(|line| {
            let found = line.at(offset);
            found.map(|(piece, place)| {
                let statement = |place| statement_at(&text, place);
                match place_in_original(&piece.text, offset, &text) {
                    Some(InOriginal::At(place)) => statement(place),
                    begin => {
                        statement_before_macros(&line.text, place, &text).unwrap_or_else(|| {
                            match begin {
                                Some(InOriginal::Behind(begin)) => statement(begin).start..last,
                                _ => whole.clone(),
                            }
                        })
                    }
                }
            })
        });
        let both = |one: Range<usize>, other: Range<usize>| {
            one.start.min(other.start)..one.end.max(other.end)
        };
        let range = ranges.reduce(both).unwrap_or(whole.clone());
        Some((text, range))
    }

    /// Where a position stands in an input that was given preprocessed; none if it was not, or if its line markers change nothing.
    pub fn given(&self, (file, line, column): (&str, u32, u32)) -> Option<Given<'_>> {
        let map = self.map.as_ref()?;
        let offset = column.saturating_sub(1) as usize;
        let lines = self.compiled_lines(file, line);
        let place = |piece: &Piece<'_>| {
            let (input, line, _) = map.physical_place(piece.address)?;
            let is_preprocessed = preprocess::is_taken_as_it_is(Path::new(input));
            (input != file && is_preprocessed).then_some((input, line))
        };
        let mut fitting = lines.iter().flat_map(|line| line.at(offset));
        if let (Some((piece, _)), None) = (fitting.next(), fitting.next()) {
            let (input, line) = place(piece)?;
            let begin = statement_at(&piece.text, offset).start;
            let before = piece.text.get(..begin).unwrap_or("");
            return Some(Given {
                input,
                line,
                column: u32::try_from(before.chars().count() + 1).ok(),
            });
        }
        let mut pieces = lines.iter().flat_map(|line| &line.pieces);
        let first = pieces.find(|piece| !piece.text.trim().is_empty())?;
        let (input, line) = place(first)?;
        Some(Given {
            input,
            line,
            column: None,
        })
    }

    /// Whether a name stands in what the user wrote: outside of headers of the system, whose macros are expanded in the user's lines, and of our models.
    pub fn is_written(&self, name: &str) -> bool {
        if let Some(known) = self.written.borrow().get(name) {
            return *known;
        }
        let mut files = HashSet::new();
        let is_written = self.map.as_ref().is_some_and(|map| {
            compiled_lines::all_lines(map).any(|(text, location)| {
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
                    None => has_name(&text),
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

    /// The first line of the compiled texts that is this line of this file and reaches to `offset`.
    fn physical_line(&self, file: &str, line: u32, offset: usize) -> Option<String> {
        let lines = self.compiled_lines(file, line).into_iter();
        let mut texts = lines.flat_map(|line| line.pieces).map(|piece| piece.text);
        texts.find(|text| text.len() > offset).map(Cow::into_owned)
    }

    fn compiled_lines(&self, file: &str, line: u32) -> Vec<CompiledLine<'_>> {
        let lines = |map| compiled_lines(map, file, line);
        self.map.as_ref().map_or_else(Vec::new, lines)
    }
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Where in the original line the statement stands that has this byte of a preprocessed one. Blanks may differ; where a macro was expanded
/// before the byte, only the statement with the macro is known. Lines that do not begin where the original does have their first token in its column,
/// or, if there is no blank before it, in the column before that.
fn place_in_original(physical: &str, offset: usize, original: &str) -> Option<InOriginal> {
    let begin = indentation(physical);
    let is_first = original
        .get(..begin)
        .is_none_or(|before| before.trim().is_empty());
    let token = first_token(physical.trim_start());
    let is_behind = |place: usize| {
        original
            .get(place..)
            .is_some_and(|it| it.starts_with(token))
    };
    let skipped = match is_first {
        true => 0,
        false if !is_behind(begin) && is_behind(begin + 1) => begin + 1,
        false => begin,
    };
    let is_solid = |(_, character): &(usize, char)| !character.is_whitespace();
    let mut ahead = original
        .char_indices()
        .filter(|(place, _)| *place >= skipped);
    for (at, character) in physical.char_indices().filter(is_solid) {
        let (place, same) = ahead.find(is_solid)?;
        if at >= offset {
            return Some(InOriginal::At(place));
        }
        if same != character {
            return Some(match has_border(physical, at..offset) {
                true => InOriginal::Behind(place),
                false => InOriginal::At(place),
            });
        }
    }
    None
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum InOriginal {
    /// In the statement that has this byte.
    At(usize),
    /// In it or in one behind it: at this byte begins a macro, and nobody knows how many statements it is.
    Behind(usize),
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

    #[test]
    fn macros_move_no_statement() {
        let original = "\tx = 1; LOCK(m); y = x;";
        let physical = " x = 1; lock(&(m)); y = x;";
        let found = |part: &str| {
            let offset = physical.find(part).expect("a part");
            match place_in_original(physical, offset, original) {
                Some(InOriginal::At(place)) => &original[statement_at(original, place)],
                Some(InOriginal::Behind(place)) => &original[statement_at(original, place).start..],
                None => "",
            }
        };
        assert_eq!(found("1"), "x = 1;");
        assert_eq!(found("lock"), "LOCK(m);");
        assert_eq!(found("m)"), "LOCK(m);");
        // Nobody knows how many statements the macro is.
        assert_eq!(found("y ="), "LOCK(m); y = x;");
    }

    #[test]
    fn pieces_of_a_line_are_found_where_they_were() {
        let mut map = SourceMap::new();
        let text = "# 1 \"<a>\"\nint *f(void) { p = \n# 1 \"<a>\" 3 4\n                  ((void *)0)\n# 1 \"<a>\"\n                      ; p = &x; }\n";
        map.add("a.i", text).expect("small");
        let lines = SourceLines::new(map);
        let statement = |column| {
            let (text, range) = lines.statement(("<a>", 1, column)).expect("a line");
            text[range].to_string()
        };
        assert_eq!(statement(16), "p = ((void *)0);");
        assert_eq!(statement(25), "p = &x;");
        // Both pieces have a token here.
        assert_eq!(statement(29), "p = ((void *)0); p = &x;");
        assert_eq!(statement(900), "int *f(void) { p = ((void *)0); p = &x; }");
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
