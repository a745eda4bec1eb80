//! Where things stand: one address space of bytes for all loaded texts, and the way back from an address to the
//! file, line and column the *user* knows.
//!
//! Preprocessed text carries line markers (`# 12 "file.c" 1 3`, also `#line 12 "file.c"`). Each says which line of which
//! original file the next physical line is. When a text is added, one scan records where every physical line begins and what every
//! marker says; a lookup is then two binary searches, and a [`LocationCursor`] saves even those for neighbouring offsets,
//! because lowering asks once per instruction, mostly in source order.
//!
//! A preprocessor may print one line in pieces, with a marker before each that says so (GCC does, wherever a macro of a system header
//! begins or ends). Columns count through all pieces, so that no two bytes of a line have the same.
//!
//! The scan does not know about comments: a line inside a comment that looks exactly like a line marker is taken for
//! one. Preprocessors remove comments, so that this cannot happen in their output.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

/// A half-open range of bytes in the address space of a [`SourceMap`]. Offset 0 belongs to no text: `Span::default()`
/// means "nowhere".
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    pub lo: u32,
    pub hi: u32,
}

impl Span {
    pub fn new(lo: u32, hi: u32) -> Span {
        Span { lo, hi }
    }

    /// From the beginning of this one to the end of the other.
    pub fn to(self, end: Span) -> Span {
        Span {
            lo: self.lo,
            hi: end.hi.max(self.lo),
        }
    }
}

/// Names a text of a [`SourceMap`], in the order of adding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TextId(u32);

/// Names a file as the line markers call it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A place in an original file. Line and column (in bytes, through all pieces of the line) count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Location {
    pub file: FileId,
    pub line: u32,
    pub column: u32,
    /// The marker said that this is a system header.
    pub in_system_header: bool,
}

/// All texts together must stay below 4 GiB.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the source texts together exceed 4 GiB")]
pub struct SourceTooLarge;

#[derive(Debug, Clone, Default)]
pub struct SourceMap {
    texts: Vec<SourceText>,
    file_names: Vec<String>,
    file_ids: FxHashMap<String, FileId>,
}

#[derive(Debug, Clone)]
struct SourceText {
    /// Address of the first byte.
    base: u32,
    bytes: Vec<u8>,
    /// Relative offset of the first byte of each physical line; never empty.
    line_starts: Vec<u32>,
    /// In order of `physical_line`; the first stands for the text's own name.
    markers: Vec<LineMarker>,
}

/// From physical line `physical_line` (counted from 0) on, lines are those of `file` from `line` on.
#[derive(Debug, Clone, Copy)]
struct LineMarker {
    physical_line: u32,
    file: FileId,
    line: u32,
    /// How long the pieces before are, if it goes on with a line.
    earlier_bytes: u32,
    is_system_header: bool,
}

/// Remembers the line of the last lookup.
#[derive(Debug, Clone)]
pub struct LocationCursor<'map> {
    map: &'map SourceMap,
    /// Addresses of the line last found.
    lo: u32,
    hi: u32,
    at_line_start: Option<Location>,
}

impl SourceMap {
    pub fn new() -> SourceMap {
        SourceMap::default()
    }

    /// Adds a text under the name it has until a line marker says otherwise.
    pub fn add(&mut self, name: &str, bytes: impl Into<Vec<u8>>) -> Result<TextId, SourceTooLarge> {
        let bytes = bytes.into();
        // One address stays free after each text, so that its end is distinguishable from the next one's beginning.
        let base = match self.texts.last() {
            None => 1,
            Some(last) => last.base as usize + last.bytes.len() + 1,
        };
        if base + bytes.len() >= u32::MAX as usize {
            return Err(SourceTooLarge);
        }
        let file = self.file_id(name);
        let mut text = SourceText {
            base: base as u32,
            line_starts: line_starts(&bytes),
            markers: vec![LineMarker {
                physical_line: 0,
                file,
                line: 1,
                earlier_bytes: 0,
                is_system_header: false,
            }],
            bytes,
        };
        // The last line that is no marker: which it is, and where it ends.
        let mut last = None;
        for index in 0..text.line_starts.len() {
            let start = text.line_starts[index] as usize;
            if !matches!(text.bytes.get(start), Some(b'#' | b' ' | b'\t')) {
                continue;
            }
            let Some(parsed) = parse_marker(text.line(index)) else {
                continue;
            };
            let previous = text.markers[text.markers.len() - 1].file;
            let file = match &parsed.file {
                Some(name) => self.file_id(name),
                None => previous,
            };
            last = text.last_piece(index).or(last);
            let is_same = |&(of, line, _): &(FileId, u32, u32)| (of, line) == (file, parsed.line);
            text.markers.push(LineMarker {
                physical_line: index as u32 + 1,
                file,
                line: parsed.line,
                earlier_bytes: last.filter(is_same).map_or(0, |(.., end)| end),
                is_system_header: parsed.is_system_header,
            });
        }
        self.texts.push(text);
        Ok(TextId(self.texts.len() as u32 - 1))
    }

    /// The bytes of a text; empty for an id of another map.
    pub fn bytes(&self, text: TextId) -> &[u8] {
        self.texts
            .get(text.0 as usize)
            .map_or(&[], |text| &text.bytes)
    }

    /// The address of the first byte of a text.
    pub fn base(&self, text: TextId) -> u32 {
        self.texts.get(text.0 as usize).map_or(0, |text| text.base)
    }

    /// The bytes that a span covers; empty if it does not lie within one text.
    pub fn span_bytes(&self, span: Span) -> &[u8] {
        let Some(text) = self.text_at(span.lo) else {
            return &[];
        };
        let lo = (span.lo - text.base) as usize;
        let hi = (span.hi.max(span.lo) - text.base) as usize;
        text.bytes.get(lo..hi).unwrap_or(&[])
    }

    pub fn file_name(&self, file: FileId) -> &str {
        self.file_names
            .get(file.0 as usize)
            .map_or("<unknown>", String::as_str)
    }

    /// None if no text and no line marker names it.
    pub fn file_named(&self, name: &str) -> Option<FileId> {
        self.file_ids.get(name).copied()
    }

    /// All file names, by index of [`FileId`].
    pub fn file_names(&self) -> &[String] {
        &self.file_names
    }

    /// Where an address is in its original file; `None` for an address outside of all texts.
    pub fn location(&self, offset: u32) -> Option<Location> {
        self.cursor().location(offset)
    }

    /// Where an address is in the text that was added, whatever its line markers say: the name of the text, and line and column (in bytes) from 1.
    pub fn physical_place(&self, offset: u32) -> Option<(&str, u32, u32)> {
        let text = self.text_at(offset)?;
        let line = text.line_index(offset);
        let name = self.file_name(text.markers.first()?.file);
        let column = offset - text.base - text.line_starts[line] + 1;
        Some((name, line as u32 + 1, column))
    }

    /// A lookup that remembers where it was.
    pub fn cursor(&self) -> LocationCursor<'_> {
        LocationCursor {
            map: self,
            lo: 1,
            hi: 0,
            at_line_start: None,
        }
    }

    /// The physical line around an address, without its line end, and the address of its first byte.
    pub fn line_text(&self, offset: u32) -> Option<(Cow<'_, str>, u32)> {
        let (bytes, start) = self.line_bytes(offset)?;
        Some((String::from_utf8_lossy(bytes), start))
    }

    /// As [`SourceMap::line_text`].
    pub fn line_bytes(&self, offset: u32) -> Option<(&[u8], u32)> {
        let text = self.text_at(offset)?;
        let line = text.line_index(offset);
        Some((text.line(line), text.base + text.line_starts[line]))
    }

    /// The whole text that has an address, and the address of its first byte.
    pub fn text_around(&self, offset: u32) -> Option<(&[u8], u32)> {
        let text = self.text_at(offset)?;
        Some((&text.bytes, text.base))
    }

    fn text_at(&self, offset: u32) -> Option<&SourceText> {
        let index = self.texts.partition_point(|text| text.base <= offset);
        let text = self.texts.get(index.checked_sub(1)?)?;
        ((offset - text.base) as usize <= text.bytes.len()).then_some(text)
    }

    fn file_id(&mut self, name: &str) -> FileId {
        if let Some(&file) = self.file_ids.get(name) {
            return file;
        }
        let file = FileId(self.file_names.len() as u32);
        self.file_names.push(name.to_string());
        self.file_ids.insert(name.to_string(), file);
        file
    }
}

impl LocationCursor<'_> {
    /// As [`SourceMap::location`].
    pub fn location(&mut self, offset: u32) -> Option<Location> {
        if !(self.lo <= offset && offset < self.hi) {
            let text = self.map.text_at(offset)?;
            let line = text.line_index(offset);
            self.lo = text.base + text.line_starts[line];
            self.hi = match text.line_starts.get(line + 1) {
                Some(&next) => text.base + next,
                None => text.base + text.bytes.len() as u32 + 1,
            };
            self.at_line_start = Some(text.location_of_line(line as u32));
        }
        let mut location = self.at_line_start?;
        location.column += offset - self.lo;
        Some(location)
    }
}

impl SourceText {
    /// The physical line that contains an address of this text.
    fn line_index(&self, offset: u32) -> usize {
        let relative = offset - self.base;
        self.line_starts
            .partition_point(|&start| start <= relative)
            .saturating_sub(1)
    }

    /// The bytes of a physical line, without its line end.
    fn line(&self, index: usize) -> &[u8] {
        let start = self.line_starts[index] as usize;
        let end = match self.line_starts.get(index + 1) {
            Some(&next) => next as usize - 1,
            None => self.bytes.len(),
        };
        let line = &self.bytes[start..end];
        line.strip_suffix(b"\r").unwrap_or(line)
    }

    /// The line before the marker in physical line `marker`: of which line it is a piece, and the column behind it, from 0. None if there is none, or if it is a marker.
    fn last_piece(&self, marker: usize) -> Option<(FileId, u32, u32)> {
        let before = marker.checked_sub(1)?;
        let latest = self.markers.last()?;
        let number = u32::try_from(before).ok()?;
        if number < latest.physical_line {
            return None;
        }
        let at = self.location_of_line(number);
        let length = u32::try_from(self.line(before).len()).ok()?;
        Some((at.file, at.line, at.column - 1 + length))
    }

    fn location_of_line(&self, line: u32) -> Location {
        let index = self
            .markers
            .partition_point(|marker| marker.physical_line <= line)
            .saturating_sub(1);
        let marker = self.markers[index];
        Location {
            file: marker.file,
            line: marker.line.saturating_add(line - marker.physical_line),
            column: match marker.physical_line == line {
                true => marker.earlier_bytes + 1,
                false => 1,
            },
            in_system_header: marker.is_system_header,
        }
    }
}

fn line_starts(bytes: &[u8]) -> Vec<u32> {
    let mut starts = Vec::with_capacity(bytes.len() / 24 + 1);
    starts.push(0);
    starts.extend(
        bytes
            .iter()
            .enumerate()
            .filter(|&(_, &byte)| byte == b'\n')
            .map(|(index, _)| index as u32 + 1),
    );
    starts
}

struct ParsedMarker {
    line: u32,
    file: Option<String>,
    is_system_header: bool,
}

/// `# 12 "file" flags` or `#line 12 "file"`; anything else is not a marker.
fn parse_marker(line: &[u8]) -> Option<ParsedMarker> {
    let rest = line.trim_ascii_start().strip_prefix(b"#")?;
    let rest = rest.trim_ascii_start();
    let rest = match rest.strip_prefix(b"line") {
        Some(rest) => rest.trim_ascii_start(),
        None => rest,
    };
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    let (number, rest) = rest.split_at(digits);
    let line: u32 = std::str::from_utf8(number).ok()?.parse().ok()?;
    let rest = rest.trim_ascii();
    if rest.is_empty() {
        return Some(ParsedMarker {
            line,
            file: None,
            is_system_header: false,
        });
    }
    let (name, flags) = unquote(rest)?;
    let is_system_header = flags
        .split(|b| b.is_ascii_whitespace())
        .any(|flag| flag == b"3");
    Some(ParsedMarker {
        line,
        file: Some(String::from_utf8_lossy(&name).into_owned()),
        is_system_header,
    })
}

/// Takes a quoted file name off the front; preprocessors escape `"`, `\` and, in octal, unprintable bytes.
fn unquote(text: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    let mut rest = text.strip_prefix(b"\"")?;
    let mut name = Vec::new();
    loop {
        match rest {
            [b'"', tail @ ..] => return Some((name, tail)),
            [
                b'\\',
                a @ b'0'..=b'3',
                b @ b'0'..=b'7',
                c @ b'0'..=b'7',
                tail @ ..,
            ] => {
                name.push((a - b'0') * 64 + (b - b'0') * 8 + (c - b'0'));
                rest = tail;
            }
            [b'\\', byte, tail @ ..] | [byte, tail @ ..] => {
                name.push(*byte);
                rest = tail;
            }
            [] => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn describe(map: &SourceMap, text: TextId, needle: &str) -> String {
        let bytes = map.bytes(text);
        let at = bytes
            .windows(needle.len())
            .position(|w| w == needle.as_bytes())
            .expect("the needle is in the text");
        let location = map
            .location(map.base(text) + at as u32)
            .expect("inside of a text");
        let system = if location.in_system_header {
            " system"
        } else {
            ""
        };
        format!(
            "{}:{}:{}{system}",
            map.file_name(location.file),
            location.line,
            location.column
        )
    }

    #[test]
    fn columns_count_through_all_pieces_of_a_line() {
        let mut map = SourceMap::new();
        let text = map
            .add("a.i", "# 9 \"a.c\"\np = \n# 9 \"a.c\" 3 4\n    ((void *)0)\n# 1 \"b.h\"\n# 9 \"a.c\"\n     ; q;\nr\n# 9 \"a.c\"\ns;")
            .expect("small");
        assert_eq!(describe(&map, text, "p ="), "a.c:9:1");
        assert_eq!(describe(&map, text, "((v"), "a.c:9:9 system");
        assert_eq!(describe(&map, text, "; q"), "a.c:9:25");
        assert_eq!(describe(&map, text, "r\n#"), "a.c:10:1");
        assert_eq!(describe(&map, text, "s;"), "a.c:9:1");
    }

    #[test]
    fn line_markers_are_honoured() {
        let mut map = SourceMap::new();
        let first = map
            .add("first.i", "a\n b\n# 7 \"dir/x \\\"y\\\\.c\"\nc\n d\n# 1 \"/usr/h.h\" 1 3 4\ne\n# 9 \"dir/x.c\" 2\nf\n#line 100\ng")
            .expect("small");
        let second = map.add("second.i", "h\n#line 5 \"z.c\"\nk").expect("small");
        assert_eq!(describe(&map, first, "a"), "first.i:1:1");
        assert_eq!(describe(&map, first, "b"), "first.i:2:2");
        assert_eq!(describe(&map, first, "c\n"), "dir/x \"y\\.c:7:1");
        assert_eq!(describe(&map, first, "d\n"), "dir/x \"y\\.c:8:2");
        assert_eq!(describe(&map, first, "e\n# 9"), "/usr/h.h:1:1 system");
        assert_eq!(describe(&map, first, "f\n#l"), "dir/x.c:9:1");
        assert_eq!(describe(&map, first, "g"), "dir/x.c:100:1");
        assert_eq!(describe(&map, second, "h"), "second.i:1:1");
        assert_eq!(describe(&map, second, "k"), "z.c:5:1");
    }

    #[test]
    fn a_cursor_agrees_with_a_fresh_lookup_everywhere() {
        let mut map = SourceMap::new();
        for name in ["a", "b", "c"] {
            map.add(name, "x\n\n# 4 \"q\"\nyy\n").expect("small");
        }
        let mut cursor = map.cursor();
        for offset in (0..60).chain((0..60).rev()) {
            assert_eq!(cursor.location(offset), map.location(offset), "{offset}");
        }
        assert_eq!(map.location(0), None);
        assert_eq!(map.location(u32::MAX), None);
    }

    #[test]
    fn the_physical_line_is_found() {
        let mut map = SourceMap::new();
        let text = map.add("a", "one\r\ntwo\nthree").expect("small");
        let base = map.base(text);
        assert_eq!(map.line_text(base + 6), Some((Cow::from("two"), base + 5)));
        assert_eq!(map.line_text(base), Some((Cow::from("one"), base)));
        assert_eq!(
            map.line_text(base + 14),
            Some((Cow::from("three"), base + 9))
        );
        assert_eq!(map.line_text(base + 15), None);
    }

    #[test]
    fn physical_places_ignore_line_markers() {
        let mut map = SourceMap::new();
        map.add("a", "x\n").expect("small");
        let text = map.add("b.i", "one\n# 7 \"z.c\"\n two").expect("small");
        let two = map.base(text) + 15;
        assert_eq!(map.location(two).map(|it| it.line), Some(7));
        assert_eq!(map.physical_place(two), Some(("b.i", 3, 2)));
        assert_eq!(map.physical_place(map.base(text)), Some(("b.i", 1, 1)));
        assert_eq!(map.physical_place(u32::MAX), None);
        assert_eq!(map.physical_place(0), None);
    }
}
