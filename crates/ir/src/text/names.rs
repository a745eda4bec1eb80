//! Names and quoted strings: when a name needs no quotes, and what escapes mean.
//!
//! A plain name is an identifier followed by any number of `.digits`. A dot before a digit thus always
//! belongs to the name and a dot before a letter always starts a field access.

use std::borrow::Cow;
use std::fmt::Write;

/// Length in bytes of the longest plain name that `text` starts with; 0 if none.
pub(super) fn plain_prefix(text: &str) -> usize {
    let mut end = 0;
    for (index, c) in text.char_indices() {
        let fits = match index {
            0 => c == '_' || c.is_alphabetic(),
            _ => c == '_' || c.is_alphanumeric(),
        };
        if !fits {
            break;
        }
        end = index + c.len_utf8();
    }
    if end == 0 {
        return 0;
    }
    let bytes = text.as_bytes();
    while bytes.get(end) == Some(&b'.') {
        let digits = digits_prefix(&bytes[end + 1..]);
        if digits == 0 {
            break;
        }
        end += 1 + digits;
    }
    end
}

/// How many ASCII digits `bytes` starts with.
pub(super) fn digits_prefix(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|b| b.is_ascii_digit()).count()
}

/// Writes a name, in quotes if it needs them.
pub(super) fn write_name(out: &mut String, name: &str) {
    if !name.is_empty() && plain_prefix(name) == name.len() {
        out.push_str(name);
    } else {
        write_quoted(out, name);
    }
}

/// Writes text in quotes; letters beyond ASCII stay as they are.
pub(super) fn write_quoted(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        if c.is_ascii() {
            write_escaped(out, c as u8);
        } else if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') {
            let mut buffer = [0; 4];
            for byte in c.encode_utf8(&mut buffer).bytes() {
                write_escaped(out, byte);
            }
        } else {
            out.push(c);
        }
    }
    out.push('"');
}

/// Writes bytes in quotes, in ASCII only.
pub(super) fn write_quoted_bytes(out: &mut String, bytes: &[u8]) {
    out.push('"');
    for &byte in bytes {
        write_escaped(out, byte);
    }
    out.push('"');
}

/// The bytes a quoted string (quotes included, as the lexer cut it out) stands for; None if malformed.
pub(super) fn unquote_bytes(quoted: &str) -> Option<Vec<u8>> {
    let inner = quoted.strip_prefix('"')?.strip_suffix('"')?;
    let mut bytes = Vec::with_capacity(inner.len());
    let mut rest = inner.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        bytes.push(match rest.next()? {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            b'0' => 0,
            b'x' => hex_digit(rest.next()?)? << 4 | hex_digit(rest.next()?)?,
            other @ (b'\\' | b'"') => other,
            _ => return None,
        });
    }
    Some(bytes)
}

/// The text of a plain or quoted name; None if malformed.
pub(super) fn name_text(name: &str) -> Option<Cow<'_, str>> {
    if name.starts_with('"') {
        String::from_utf8(unquote_bytes(name)?).ok().map(Cow::Owned)
    } else {
        Some(Cow::Borrowed(name))
    }
}

/// Splits what stands behind the sigil of a register or slot into its name (empty if it has none) and number.
pub(super) fn split_numbered(text: &str) -> Option<(Cow<'_, str>, u32)> {
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return Some((Cow::Borrowed(""), text.parse().ok()?));
    }
    let (name, number) = text.rsplit_once('.')?;
    Some((name_text(name)?, number.parse().ok()?))
}

fn write_escaped(out: &mut String, byte: u8) {
    match byte {
        b'\\' => out.push_str("\\\\"),
        b'"' => out.push_str("\\\""),
        b'\n' => out.push_str("\\n"),
        b'\t' => out.push_str("\\t"),
        b'\r' => out.push_str("\\r"),
        0 => out.push_str("\\0"),
        b' '..=b'~' => out.push(byte as char),
        // Writing to a String does not fail.
        _ => drop(write!(out, "\\x{byte:02x}")),
    }
}

fn hex_digit(byte: u8) -> Option<u8> {
    (byte as char).to_digit(16).map(|digit| digit as u8)
}
