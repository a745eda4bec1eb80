//! The message of a failed assertion: what the model says, and the program's own words behind it.
//!
//! The words are read when the run is over but for saying so. That is no access of the program: it is not
//! visible, races with nothing and goes wrong with nothing; what cannot be read is left out. The words are part
//! of the outcome, and depend on nothing but the state.

use crate::machine::Machine;
use crate::object::Allowed;
use crate::value::Scalar;

/// Longer words are cut.
const LONGEST: usize = 200;

impl Machine<'_> {
    pub(crate) fn failure_message(
        &self,
        thread: u32,
        message: &str,
        detail: Option<Scalar>,
    ) -> String {
        let words = detail.and_then(|pointer| self.words_at(thread, pointer));
        match words.map(printable) {
            Some(words) if !words.is_empty() => format!("{message}: {words}"),
            _ => message.to_string(),
        }
    }

    /// The bytes before a zero or the end of what can be read, one more than are shown at most.
    fn words_at(&self, thread: u32, pointer: Scalar) -> Option<&[u8]> {
        let provenance = self.object_of(thread, pointer).ok()?;
        let object = self.memory.get(provenance)?;
        if object.access == Allowed::Nothing {
            return None;
        }
        let address = u64::try_from(pointer.bits).ok()?;
        let offset = usize::try_from(address.checked_sub(object.base)?).ok()?;
        let bytes = object.content.bytes().get(offset..)?;
        let unknown = object.content.indeterminate();
        let is_last = |at: usize| bytes[at] == 0 || unknown.is_some_and(|all| all[offset + at]);
        let readable = bytes.len().min(LONGEST + 1);
        let length = (0..readable).find(|&at| is_last(at)).unwrap_or(readable);
        Some(&bytes[..length])
    }
}

/// As one line without anything that a terminal would obey.
fn printable(bytes: &[u8]) -> String {
    let (shown, rest) = match bytes.len() > LONGEST {
        true => (whole_characters(&bytes[..LONGEST]), "..."),
        false => (bytes, ""),
    };
    let characters = String::from_utf8_lossy(shown);
    let mut words: String = characters.chars().map(shown_as).collect();
    words.push_str(rest);
    words.trim().to_string()
}

fn shown_as(character: char) -> char {
    match character {
        c if c.is_whitespace() => ' ',
        // Those that turn the direction of what follows are no control characters to Unicode.
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}

/// Without the beginning of a character that the cut has left at the end.
fn whole_characters(bytes: &[u8]) -> &[u8] {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => &bytes[..error.valid_up_to()],
        _ => bytes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_one_printable_line() {
        assert_eq!(printable(b"x == 1"), "x == 1");
        assert_eq!(printable("größe > 0".as_bytes()), "größe > 0");
        assert_eq!(printable(b" two\n\tlines\n"), "two  lines");
        assert_eq!(printable(b"a\x1b[1mb\xffc"), "a\u{fffd}[1mb\u{fffd}c");
        assert_eq!(printable("\u{202e}x".as_bytes()), "\u{fffd}x");
        assert_eq!(printable(b" \n"), "");
    }

    #[test]
    fn long_words_are_cut_between_characters() {
        let fitting = "x".repeat(LONGEST);
        assert_eq!(printable(fitting.as_bytes()), fitting);
        assert_eq!(
            printable(format!("{fitting}y").as_bytes()),
            format!("{fitting}...")
        );
        let even = "é".repeat(LONGEST / 2);
        let odd = format!("x{even}");
        assert_eq!(printable(odd.as_bytes()), {
            let kept = "é".repeat(LONGEST / 2 - 1);
            format!("x{kept}...")
        });
    }
}
