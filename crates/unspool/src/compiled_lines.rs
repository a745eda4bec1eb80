//! The lines of the compiled texts that are one line of the source.
//!
//! GCC's preprocessor ends a line wherever a macro of a system header begins or ends, and a line marker says that the rest is of the same line still:
//!
//! ```text
//! p = NULL; q = 1;      p =
//!                       # 9 "a.c" 3 4
//!                          ((void *)0)
//!                       # 9 "a.c"
//!                              ; q = 1;
//! ```
//!
//! Put together, the pieces are the line with its macros expanded. A file that is included more than once has its lines in the texts as often.

use std::borrow::Cow;

use unspool_cfront::SourceMap;
use unspool_cfront::source::Location;

/// A line of the source, as it was compiled.
#[derive(Default)]
pub struct CompiledLine<'a> {
    pub pieces: Vec<Piece<'a>>,
    /// All of them together.
    pub text: String,
}

/// A physical line of a text.
pub struct Piece<'a> {
    pub text: Cow<'a, str>,
    /// Of its first byte, in the map.
    pub address: u32,
    /// Where it begins in the whole line, without the blanks before it.
    start: usize,
}

/// All that is this line of this file.
pub fn compiled_lines<'a>(map: &'a SourceMap, file: &str, line: u32) -> Vec<CompiledLine<'a>> {
    let mut found: Vec<CompiledLine<'a>> = Vec::new();
    let mut goes_on = false;
    for (text, address, location) in physical_lines(map) {
        if is_marker(&text) {
            continue;
        }
        let is_it = location.line == line && map.file_name(location.file) == file;
        if is_it && !goes_on {
            found.push(CompiledLine::default());
        }
        goes_on = is_it;
        if let Some(last) = found.last_mut().filter(|_| is_it) {
            last.add(text, address);
        }
    }
    found
}

/// All lines of all texts, with where they were before.
pub fn all_lines(map: &SourceMap) -> impl Iterator<Item = (Cow<'_, str>, Location)> {
    let lines = physical_lines(map).filter(|(text, ..)| !is_marker(text));
    lines.map(|(text, _, location)| (text, location))
}

fn is_marker(line: &str) -> bool {
    line.starts_with("# ")
}

/// With the addresses of their first bytes.
fn physical_lines(map: &SourceMap) -> impl Iterator<Item = (Cow<'_, str>, u32, Location)> {
    let mut address = Some(1);
    std::iter::from_fn(move || {
        let (text, start) = map.line_text(address?)?;
        let location = map.location(start)?;
        // The line's end, then the next line or the next text; a carriage return costs one step more.
        let length = u32::try_from(text.len()).ok();
        let end = length.and_then(|length| start.checked_add(length));
        address = end.and_then(|end| end.max(address?).checked_add(1));
        Some((text, start, location))
    })
}

impl<'a> CompiledLine<'a> {
    fn add(&mut self, text: Cow<'a, str>, address: u32) {
        let rest = match self.pieces.is_empty() {
            true => &*text,
            false => text.trim_start(),
        };
        if self.text.ends_with(is_word) && rest.starts_with(is_word) {
            self.text.push(' ');
        }
        let start = self.text.len();
        self.text.push_str(rest);
        self.pieces.push(Piece {
            text,
            address,
            start,
        });
    }

    /// The pieces in which a token begins at this byte, each with where that is in the whole line.
    pub fn at(&self, offset: usize) -> impl Iterator<Item = (&Piece<'a>, usize)> {
        let fitting = self.pieces.iter().enumerate();
        let fitting = fitting.filter(move |(_, piece)| begins_token(&piece.text, offset));
        fitting.filter_map(move |(number, piece)| {
            let blanks = match number {
                0 => 0,
                _ => piece.text.len() - piece.text.trim_start().len(),
            };
            Some((piece, piece.start + offset.checked_sub(blanks)?))
        })
    }
}

/// Whether a word or another character begins at this byte.
fn begins_token(line: &str, offset: usize) -> bool {
    let (Some(before), Some(behind)) = (line.get(..offset), line.get(offset..)) else {
        return false;
    };
    let is_inside = before.ends_with(is_word) && behind.starts_with(is_word);
    !is_inside && behind.starts_with(|c: char| !c.is_whitespace())
}

/// Whether it can be part of an identifier or number.
pub fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '$'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_a_line_are_put_together() {
        let mut map = SourceMap::new();
        let text = "# 9 \"a.c\"\n  p = \n# 9 \"a.c\" 3 4\n     ((void *)0)\n# 9 \"a.c\"\n         ; q = \u{e4};\nnext\n# 9 \"a.c\"\nint\n# 9 \"a.c\"\n  r;\n";
        map.add("a.i", text).expect("small");
        let lines = compiled_lines(&map, "a.c", 9);
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts, ["  p = ((void *)0); q = \u{e4};", "int r;"]);
        let first = &lines[0];
        let at = |offset| -> Vec<&str> {
            let places = first.at(offset);
            places.map(|(_, place)| &first.text[place..]).collect()
        };
        assert_eq!(at(2), ["p = ((void *)0); q = \u{e4};"]);
        assert_eq!(at(11), ["q = \u{e4};"]);
        assert_eq!(at(13), [")0); q = \u{e4};", "= \u{e4};"]);
        assert_eq!(at(8), [""; 0], "the middle of a word");
        assert_eq!(at(900), [""; 0]);
        assert!(compiled_lines(&map, "a.c", 8).is_empty());
    }
}
