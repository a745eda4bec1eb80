//! Character constants and string literals: prefixes, escape sequences, code units.

use super::Complaint;
use crate::ast::Encoding;
use crate::diagnostic::DiagnosticKind;

/// The encoding that the prefix names, and what stands between the quotes. A missing closing quote has been
/// reported by the lexer.
pub(super) fn split_prefix(text: &[u8]) -> (Encoding, &[u8]) {
    let prefix_length = text
        .iter()
        .position(|&b| b == b'"' || b == b'\'')
        .unwrap_or(0);
    let encoding = match &text[..prefix_length] {
        b"L" => Encoding::Wide,
        b"u" => Encoding::Utf16,
        b"U" => Encoding::Utf32,
        b"u8" => Encoding::Utf8,
        _ => Encoding::Narrow,
    };
    let quote = text.get(prefix_length..prefix_length + 1).unwrap_or(b"");
    let content = text.get(prefix_length + 1..).unwrap_or(b"");
    (encoding, content.strip_suffix(quote).unwrap_or(content))
}

/// The code units of a literal's content.
pub(super) fn decode(
    content: &[u8],
    encoding: Encoding,
    complaints: &mut Vec<Complaint>,
) -> Vec<u32> {
    let mut units = Vec::with_capacity(content.len());
    let mut rest = content;
    while let [first, tail @ ..] = rest {
        if *first == b'\\' {
            let (escape, after) = escape_sequence(tail, complaints);
            rest = after;
            match escape {
                Escape::Unit(value) => units.push(fit_unit(value, encoding, complaints)),
                Escape::Character(character) => push_character(&mut units, character, encoding),
            }
        } else if *first < 0x80 || matches!(encoding, Encoding::Narrow | Encoding::Utf8) {
            units.push(u32::from(*first));
            rest = tail;
        } else {
            let (character, length) = first_character(rest);
            if character == char::REPLACEMENT_CHARACTER {
                complaints.push(error("wide literal is not valid UTF-8"));
            }
            push_character(&mut units, character, encoding);
            rest = &rest[length..];
        }
    }
    units
}

/// The value of a character constant; `None` if it is empty.
pub(super) fn character_value(encoding: Encoding, units: &[u32]) -> Option<i64> {
    let last = *units.last()?;
    Some(match encoding {
        Encoding::Narrow if units.len() == 1 => i64::from(last as u8 as i8),
        // As GCC: the later characters are the less significant bytes of the `int`.
        Encoding::Narrow => {
            let combined = units.iter().fold(0u32, |sum, &unit| (sum << 8) | unit);
            i64::from(combined as i32)
        }
        Encoding::Wide => i64::from(last as i32),
        Encoding::Utf8 | Encoding::Utf16 | Encoding::Utf32 => i64::from(last),
    })
}

enum Escape {
    /// A number for one code unit, as it is.
    Unit(u32),
    /// A character, to be encoded.
    Character(char),
}

/// What follows a backslash.
fn escape_sequence<'a>(text: &'a [u8], complaints: &mut Vec<Complaint>) -> (Escape, &'a [u8]) {
    let Some((&first, tail)) = text.split_first() else {
        complaints.push(error("backslash at the end of a literal"));
        return (Escape::Unit(u32::from(b'\\')), text);
    };
    let simple = match first {
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'0'..=b'7' => {
            let (value, length) = number(text, 8, 3, complaints);
            return (Escape::Unit(value), &text[length..]);
        }
        b'a' => 7,
        b'b' => 8,
        b'f' => 12,
        b'v' => 11,
        b'e' | b'E' => 27,
        b'\\' | b'\'' | b'"' | b'?' => first,
        b'x' => {
            let (value, length) = number(tail, 16, usize::MAX, complaints);
            if length == 0 {
                complaints.push(error("`\\x` without hexadecimal digits"));
            }
            return (Escape::Unit(value), &tail[length..]);
        }
        b'u' | b'U' => {
            let digits = if first == b'u' { 4 } else { 8 };
            let (value, length) = number(tail, 16, digits, complaints);
            let character = char::from_u32(value).filter(|_| length == digits);
            if character.is_none() {
                complaints.push(error("malformed universal character name"));
            }
            let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
            return (Escape::Character(character), &tail[length..]);
        }
        _ => {
            let (character, length) = first_character(text);
            complaints.push(Complaint::new(
                DiagnosticKind::Warning,
                format!("unknown escape sequence `\\{}`", character.escape_debug()),
            ));
            return (Escape::Character(character), &text[length..]);
        }
    };
    (Escape::Unit(u32::from(simple)), tail)
}

/// A number of at most `limit` digits, and how many digits there were. Of a number that does not fit, the low bits remain.
fn number(text: &[u8], radix: u32, limit: usize, complaints: &mut Vec<Complaint>) -> (u32, usize) {
    let mut value = 0u32;
    let mut length = 0;
    let mut overflow = false;
    for &byte in text.iter().take(limit) {
        let Some(digit) = (byte as char).to_digit(radix) else {
            break;
        };
        overflow |= value.checked_mul(radix).is_none();
        value = value.wrapping_mul(radix) | digit;
        length += 1;
    }
    if overflow {
        complaints.push(out_of_range());
    }
    (value, length)
}

fn out_of_range() -> Complaint {
    Complaint::new(DiagnosticKind::Warning, "escape sequence out of range")
}

fn fit_unit(value: u32, encoding: Encoding, complaints: &mut Vec<Complaint>) -> u32 {
    let limit = match encoding {
        Encoding::Narrow | Encoding::Utf8 => 0xff,
        Encoding::Utf16 => 0xffff,
        Encoding::Utf32 | Encoding::Wide => u32::MAX,
    };
    if value > limit {
        complaints.push(out_of_range());
    }
    value & limit
}

fn push_character(units: &mut Vec<u32>, character: char, encoding: Encoding) {
    match encoding {
        Encoding::Narrow | Encoding::Utf8 => {
            let mut buffer = [0; 4];
            let encoded = character.encode_utf8(&mut buffer);
            units.extend(encoded.bytes().map(u32::from));
        }
        Encoding::Utf16 => {
            let mut buffer = [0; 2];
            let encoded = character.encode_utf16(&mut buffer);
            units.extend(encoded.iter().map(|&unit| u32::from(unit)));
        }
        Encoding::Utf32 | Encoding::Wide => units.push(u32::from(character)),
    }
}

/// The first character of a non-empty text and its length; malformed bytes are replaced one by one.
fn first_character(text: &[u8]) -> (char, usize) {
    let window = &text[..text.len().min(4)];
    let valid = match std::str::from_utf8(window) {
        Ok(valid) => valid,
        Err(invalid) => std::str::from_utf8(&window[..invalid.valid_up_to()]).unwrap_or(""),
    };
    match valid.chars().next() {
        Some(character) => (character, character.len_utf8()),
        None => (char::REPLACEMENT_CHARACTER, 1),
    }
}

fn error(message: &str) -> Complaint {
    Complaint::new(DiagnosticKind::Error, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters() {
        let cases: &[(&[u8], i64)] = &[
            (b"'a'", 97),
            (b"'\\377'", -1),
            (b"'\\0'", 0),
            (b"'ab'", 0x6162),
            (b"'\\377bcd'", i64::from(0xff62_6364_u32 as i32)),
            (b"L'\\xffffffff'", -1),
            ("L'é'".as_bytes(), 0xe9),
            ("u'é'".as_bytes(), 0xe9),
            (b"U'\\U0001F600'", 0x1f600),
            (b"'\\''", 39),
            (b"u8'\\xff'", 255),
        ];
        for &(text, value) in cases {
            let mut complaints = Vec::new();
            let (encoding, content) = split_prefix(text);
            let units = decode(content, encoding, &mut complaints);
            let shown = String::from_utf8_lossy(text);
            assert_eq!(character_value(encoding, &units), Some(value), "{shown}");
            assert!(complaints.is_empty(), "{shown}");
        }
    }

    #[test]
    fn strings() {
        let decode_all = |text: &str| {
            let (encoding, content) = split_prefix(text.as_bytes());
            decode(content, encoding, &mut Vec::new())
        };
        assert_eq!(
            decode_all("\"a\\tb\\101\\x41\\e\""),
            [97, 9, 98, 65, 65, 27]
        );
        assert_eq!(decode_all("\"\\u00e9\""), [0xc3, 0xa9]);
        assert_eq!(decode_all("u\"\\U0001F600\""), [0xd83d, 0xde00]);
        assert_eq!(decode_all("L\"é\\xe9\""), [0xe9, 0xe9]);
        assert_eq!(decode_all("\"\\"), [92]);
        assert_eq!(decode_all("\""), Vec::<u32>::new());
    }
}
