//! Line continuations: a backslash at the end of a line joins it with the next, even inside a token.
//!
//! Rather than have every scanning loop look for them, a text that contains any is lexed from a copy without them, and the
//! positions found there are moved back to the original afterwards.

use std::borrow::Cow;

use super::LexedText;
use crate::source::Span;

/// The text without continuations; borrowed if there are none.
pub fn without_continuations(bytes: &[u8]) -> Cow<'_, [u8]> {
    Spliced::new(bytes).bytes
}

pub(super) struct Spliced<'a> {
    pub bytes: Cow<'a, [u8]>,
    /// Before offset `.0` of the copy, `.1` bytes have been removed in all.
    removed: Vec<(u32, u32)>,
}

impl Spliced<'_> {
    pub fn new(bytes: &[u8]) -> Spliced<'_> {
        // The common case, and a much faster search than the one below.
        if !bytes.contains(&b'\\') {
            return Spliced {
                bytes: Cow::Borrowed(bytes),
                removed: Vec::new(),
            };
        }
        let mut removed = Vec::new();
        let mut copy = Vec::new();
        let mut copied = 0;
        let mut position = 0;
        while let Some(found) = bytes[position..].iter().position(|&b| b == b'\\') {
            let at = position + found;
            let length = match bytes.get(at + 1..) {
                Some([b'\n', ..]) => 2,
                Some([b'\r', b'\n', ..]) => 3,
                _ => {
                    position = at + 1;
                    continue;
                }
            };
            copy.extend_from_slice(&bytes[copied..at]);
            position = at + length;
            copied = position;
            removed.push((copy.len() as u32, (position - copy.len()) as u32));
        }
        let bytes = if removed.is_empty() {
            Cow::Borrowed(bytes)
        } else {
            copy.extend_from_slice(&bytes[copied..]);
            Cow::Owned(copy)
        };
        Spliced { bytes, removed }
    }

    /// Moves all positions from the copy back to the original text.
    pub fn restore_positions(&self, lexed: &mut LexedText, base: u32) {
        if self.removed.is_empty() {
            return;
        }
        for token in &mut lexed.tokens {
            token.span = self.restore(token.span, base);
        }
        for diagnostic in &mut lexed.diagnostics {
            diagnostic.primary = self.restore(diagnostic.primary, base);
        }
    }

    fn restore(&self, span: Span, base: u32) -> Span {
        let original = |address: u32| {
            let offset = address - base;
            let index = self.removed.partition_point(|&(at, _)| at <= offset);
            let shift = index
                .checked_sub(1)
                .and_then(|i| self.removed.get(i))
                .map_or(0, |&(_, total)| total);
            address + shift
        };
        // The end is that of the last byte, lest a continuation after the token be counted in.
        let hi = if span.hi > span.lo {
            original(span.hi - 1) + 1
        } else {
            original(span.hi)
        };
        Span::new(original(span.lo), hi)
    }
}
