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
//! Put together, the pieces are the line with its macros expanded, and a position's column counts through them. A file that is included more than once has its lines in the texts as often.

use std::collections::BTreeMap;

use unspool_cfront::SourceMap;
use unspool_cfront::source::{FileId, Location};

use crate::c_tokens::is_word_byte;

/// A line of the source, as it was compiled.
#[derive(Default)]
pub struct CompiledLine {
    pub text: Vec<u8>,
    /// Where each piece begins in it, and the address of that in the map.
    pieces: Vec<(usize, u32)>,
}

impl CompiledLine {
    /// Where in the map this byte is.
    pub fn address(&self, offset: usize) -> Option<u32> {
        let (start, address) = self.piece(offset)?;
        address.checked_add(u32::try_from(offset - start).ok()?)
    }

    /// Where this byte is in its piece.
    pub fn offset_in_piece(&self, offset: usize) -> Option<usize> {
        self.piece(offset).map(|(start, _)| offset - start)
    }

    fn piece(&self, offset: usize) -> Option<(usize, u32)> {
        let number = self.pieces.partition_point(|(start, _)| *start <= offset);
        self.pieces.get(number.checked_sub(1)?).copied()
    }
}

/// Where each line of the sources is in the texts: made once, since a report asks for hundreds of lines.
pub struct LineIndex {
    /// Sorted by file and line; pieces of the same line stay in the order of the texts.
    pieces: Vec<Piece>,
}

struct Piece {
    place: (FileId, u32),
    begins_line: bool,
    address: u32,
}

impl LineIndex {
    pub fn new(map: &SourceMap) -> LineIndex {
        let pieces = all_lines(map).map(|(_, address, location)| Piece {
            place: (location.file, location.line),
            begins_line: location.column == 1,
            address,
        });
        let mut pieces: Vec<Piece> = pieces.collect();
        pieces.sort_by_key(|piece| piece.place);
        LineIndex { pieces }
    }

    /// All that is this line of this file, in the map that the index is of.
    pub fn compiled_lines(&self, map: &SourceMap, file: &str, line: u32) -> Vec<CompiledLine> {
        let Some(file) = map.file_named(file) else {
            return Vec::new();
        };
        let place = (file, line);
        let first = self.pieces.partition_point(|piece| piece.place < place);
        let mut found: Vec<CompiledLine> = Vec::new();
        for piece in self.pieces[first..]
            .iter()
            .take_while(|piece| piece.place == place)
        {
            if piece.begins_line {
                found.push(CompiledLine::default());
            }
            if let (Some(last), Some((bytes, _))) =
                (found.last_mut(), map.line_bytes(piece.address))
            {
                last.pieces.push((last.text.len(), piece.address));
                last.text.extend_from_slice(bytes);
            }
        }
        found
    }
}

/// What was compiled as this file, by line: the file, with its macros expanded. Of lines that were compiled more than once, the first.
pub fn compiled_file(map: &SourceMap, file: &str) -> BTreeMap<u32, Vec<u8>> {
    let mut lines: BTreeMap<u32, Vec<u8>> = BTreeMap::new();
    // The line that is put together.
    let mut current = None;
    for (bytes, _, location) in all_lines(map) {
        if map.file_name(location.file) != file {
            continue;
        }
        let line = lines.entry(location.line).or_default();
        let goes_on = location.column > 1 && current == Some(location.line);
        current = (line.is_empty() || goes_on).then_some(location.line);
        match current {
            Some(_) if goes_on => add_piece(line, bytes.trim_ascii_start()),
            Some(_) => line.extend_from_slice(bytes),
            None => {}
        }
    }
    lines
}

/// The blanks that pieces begin with say where they were; only those between words matter.
fn add_piece(line: &mut Vec<u8>, piece: &[u8]) {
    let is_word = |byte: Option<&u8>| byte.is_some_and(|&byte| is_word_byte(byte));
    if is_word(line.last()) && is_word(piece.first()) {
        line.push(b' ');
    }
    line.extend_from_slice(piece);
}

/// All lines of all texts that are no directives, with the addresses of their first bytes.
pub fn all_lines(map: &SourceMap) -> impl Iterator<Item = (&[u8], u32, Location)> {
    let mut address = Some(1);
    let lines = std::iter::from_fn(move || {
        let (bytes, start) = map.line_bytes(address?)?;
        let location = map.location(start)?;
        // The line's end, then the next line or the next text; a carriage return costs one step more.
        let length = u32::try_from(bytes.len()).ok();
        let end = length.and_then(|length| start.checked_add(length));
        address = end.and_then(|end| end.max(address?).checked_add(1));
        Some((bytes, start, location))
    });
    lines.filter(|(bytes, ..)| !bytes.trim_ascii_start().starts_with(b"#"))
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
        let index = LineIndex::new(&map);
        let lines = index.compiled_lines(&map, "a.c", 9);
        let texts: Vec<_> = (lines.iter())
            .map(|line| String::from_utf8_lossy(&line.text))
            .collect();
        let first = "  p =      ((void *)0)         ; q = \u{e4};";
        assert_eq!(texts, [first, "int  r;"]);
        assert!(index.compiled_lines(&map, "a.c", 8).is_empty());
        assert!(index.compiled_lines(&map, "b.c", 9).is_empty());
        let file = compiled_file(&map, "a.c");
        let lines: Vec<_> = (file.iter())
            .map(|(line, text)| (*line, String::from_utf8_lossy(text)))
            .collect();
        let first = "  p = ((void *)0); q = \u{e4};";
        assert_eq!(lines, [(9, first.into()), (10, "next".into())]);
        let mut line = b"int".to_vec();
        add_piece(&mut line, b"r;");
        assert_eq!(line, b"int r;");
    }

    #[test]
    fn columns_lead_back_to_the_texts() {
        let mut map = SourceMap::new();
        let text = "# 9 \"a.c\"\np = \n# 9 \"a.c\" 3 4\n   NULL\n# 9 \"a.c\"\n    ;\n";
        map.add("a.i", text).expect("small");
        let index = LineIndex::new(&map);
        let lines = index.compiled_lines(&map, "a.c", 9);
        let line = lines.first().expect("a line");
        let place = |part: &str| {
            let whole = String::from_utf8_lossy(&line.text);
            let offset = whole.find(part).expect("a part");
            let (_, number, column) = map.physical_place(line.address(offset)?)?;
            Some((number, column, line.offset_in_piece(offset)?))
        };
        assert_eq!(place("p"), Some((2, 1, 0)));
        assert_eq!(place("NULL"), Some((4, 4, 3)));
        assert_eq!(place(";"), Some((6, 5, 4)));
    }
}
