//! From a position back to the line the user wrote, and the part of it to underline.
//!
//! Positions come from preprocessed text: its line markers give file and line exactly, but columns shift where
//! macros expand or blanks were squeezed. So the column is only a hint: the token at the position is looked for in
//! the original line, nearest to the hint; if it is not there (it came out of a macro), the
//! whole line is underlined. Where the original file cannot be read, the preprocessed line stands in.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;

use sha2::{Digest, Sha256};
use unspool_cfront::SourceMap;
use unspool_cfront::source::Span;

use crate::problem::Excerpt;
use crate::statement_text::{has_border, statement_at, without_comment};

/// Looks lines up; remembers the files it has read.
#[derive(Default)]
pub struct SourceLines {
    /// The texts that were compiled, if there are any.
    map: Option<SourceMap>,
    /// Lines by file name; None for a file that cannot be read.
    files: RefCell<HashMap<String, Option<Vec<String>>>>,
}

impl SourceLines {
    pub fn new(map: SourceMap) -> SourceLines {
        SourceLines {
            map: Some(map),
            files: RefCell::default(),
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

    /// The line of a position, and where in it the statement is that has it; the whole line, if macros leave that open.
    pub fn statement(&self, position: (&str, u32, u32)) -> Option<(String, Range<usize>)> {
        let (file, line, column) = position;
        let offset = column.saturating_sub(1) as usize;
        let physical = self.physical_lines(file, line);
        let original = self.original_line(file, line);
        let text = original.or_else(|| physical.first().cloned())?;
        // A macro may make several lines of one, and which of them is meant is not known.
        let mut ranges: Vec<Option<Range<usize>>> = (physical.iter())
            .filter(|physical| physical.len() > offset && indentation(physical) <= offset)
            .map(|physical| place_in_original(physical, offset, &text))
            .map(|place| place.map(|place| statement_at(&text, place)))
            .collect();
        ranges.dedup();
        let whole = indentation(&text)..without_comment(&text).trim_end().len();
        let range = match ranges.as_slice() {
            [Some(only)] => only.clone(),
            _ => whole,
        };
        Some((text, range))
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
        let mut lines = self.physical_lines(file, line).into_iter();
        lines.find(|text| text.len() > offset)
    }

    /// The lines of the compiled texts that are this line of this file.
    fn physical_lines(&self, file: &str, line: u32) -> Vec<String> {
        let mut found = Vec::new();
        let Some(map) = &self.map else {
            return found;
        };
        let mut address = 1;
        while let Some((text, start)) = map.line_text(address)
            && let Some(location) = map.location(start)
        {
            // The line's end, then the next line or the next text; a carriage return costs one step more.
            let end = u32::try_from(text.len()).ok();
            let end = end.and_then(|length| start.checked_add(length)?.max(address).checked_add(1));
            let is_marker = text.starts_with("# ");
            if !is_marker && location.line == line && map.file_name(location.file) == file {
                found.push(text.into_owned());
            }
            match end {
                Some(next) => address = next,
                None => break,
            }
        }
        found
    }
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Where in the original line the statement stands that has this byte of a preprocessed one. Blanks may differ; where a macro was expanded
/// before the byte, only the statement with the macro is known. Lines that do not begin where the original does have their first token in its column.
fn place_in_original(physical: &str, offset: usize, original: &str) -> Option<usize> {
    let begin = indentation(physical);
    let is_first = original
        .get(..begin)
        .is_none_or(|before| before.trim().is_empty());
    let skipped = if is_first { 0 } else { begin };
    let is_solid = |(_, character): &(usize, char)| !character.is_whitespace();
    let mut ahead = original
        .char_indices()
        .filter(|(place, _)| *place >= skipped);
    for (at, character) in physical.char_indices().filter(is_solid) {
        let (place, same) = ahead.find(is_solid)?;
        if at >= offset {
            return Some(place);
        }
        if same != character {
            return (!has_border(physical, at..offset)).then_some(place);
        }
    }
    None
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

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '$'
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
            let place = place_in_original(physical, offset, original);
            place.map(|place| &original[statement_at(original, place)])
        };
        assert_eq!(found("1"), Some("x = 1;"));
        assert_eq!(found("lock"), Some("LOCK(m);"));
        assert_eq!(found("m)"), Some("LOCK(m);"));
        // Nobody knows how many statements the macro is.
        assert_eq!(found("y ="), None);
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
