//! Interned identifiers: a name becomes a small number once, and is compared as a number ever after.
//!
//! All spellings live in one growing string; an open-addressing table of indices finds them again, so that
//! interning a known name allocates nothing. One [`Interner`] serves all files of a program.
//!
//! The keywords of C are interned first, in the order of [`KEYWORDS`], which makes "is this identifier a
//! keyword, and which?" an array access.

use std::hash::Hasher;

use rustc_hash::FxHasher;

use crate::token::KEYWORDS;

/// An interned name. Equal symbols of one [`Interner`] mean equal spellings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u32);

impl Symbol {
    pub fn from_index(index: u32) -> Symbol {
        Symbol(index)
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Debug, Clone)]
pub struct Interner {
    /// All spellings, one after the other.
    arena: String,
    /// Where the spelling of symbol `i` ends in `arena`; it begins where the previous one ends.
    ends: Vec<usize>,
    /// Open addressing; the length is a power of two.
    table: Vec<Slot>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    /// The upper half of the spelling's hash, which tells most spellings apart without looking at them.
    tag: u32,
    /// 0 is free, `n` stands for symbol `n - 1`.
    entry: u32,
}

impl Interner {
    pub fn new() -> Interner {
        let mut interner = Interner {
            arena: String::with_capacity(16 * 1024),
            ends: Vec::with_capacity(2048),
            table: vec![Slot::default(); 4096],
        };
        for (spelling, _) in KEYWORDS {
            interner.intern(spelling);
        }
        interner
    }

    pub fn intern(&mut self, text: &str) -> Symbol {
        match self.find(text.as_bytes()) {
            Ok(symbol) => symbol,
            Err(slot) => self.insert(text, slot),
        }
    }

    /// As [`Interner::intern`]; `None` if the bytes are not UTF-8, which is only looked at the first time they are met.
    pub fn intern_bytes(&mut self, bytes: &[u8]) -> Option<Symbol> {
        match self.find(bytes) {
            Ok(symbol) => Some(symbol),
            Err(slot) => {
                let text = std::str::from_utf8(bytes).ok()?;
                Some(self.insert(text, slot))
            }
        }
    }

    /// The symbol of a known spelling, or where in the table to put it.
    fn find(&self, bytes: &[u8]) -> Result<Symbol, usize> {
        let mask = self.table.len() - 1;
        let hash = hash(bytes);
        let mut slot = hash as usize & mask;
        loop {
            let Slot { tag, entry } = self.table[slot];
            if entry == 0 {
                return Err(slot);
            }
            if tag == (hash >> 32) as u32 {
                let symbol = Symbol(entry - 1);
                if self.text(symbol).as_bytes() == bytes {
                    return Ok(symbol);
                }
            }
            slot = (slot + 1) & mask;
        }
    }

    fn insert(&mut self, text: &str, slot: usize) -> Symbol {
        self.arena.push_str(text);
        self.ends.push(self.arena.len());
        let entry = self.ends.len() as u32;
        self.table[slot] = Slot {
            tag: (hash(text.as_bytes()) >> 32) as u32,
            entry,
        };
        if self.ends.len() * 2 > self.table.len() {
            self.grow();
        }
        Symbol(entry - 1)
    }

    /// The spelling of a symbol of this interner; of a foreign symbol, the empty string.
    pub fn text(&self, symbol: Symbol) -> &str {
        let index = symbol.index();
        let Some(&end) = self.ends.get(index) else {
            return "";
        };
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.arena[start..end]
    }

    /// How many symbols there are; their indices are `0..len()`.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Never: the keywords are always there.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn grow(&mut self) {
        let mask = self.table.len() * 2 - 1;
        let mut table = vec![Slot::default(); mask + 1];
        for index in 0..self.ends.len() as u32 {
            let hash = hash(self.text(Symbol(index)).as_bytes());
            let mut slot = hash as usize & mask;
            while table[slot].entry != 0 {
                slot = (slot + 1) & mask;
            }
            table[slot] = Slot {
                tag: (hash >> 32) as u32,
                entry: index + 1,
            };
        }
        self.table = table;
    }
}

impl Default for Interner {
    fn default() -> Interner {
        Interner::new()
    }
}

fn hash(text: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_spellings_are_equal_symbols_across_growth() {
        let mut interner = Interner::new();
        let names: Vec<String> = (0..10_000).map(|i| format!("name_{i}")).collect();
        let first: Vec<Symbol> = names.iter().map(|n| interner.intern(n)).collect();
        let second: Vec<Symbol> = names.iter().map(|n| interner.intern(n)).collect();
        assert_eq!(first, second);
        for (name, symbol) in names.iter().zip(first) {
            assert_eq!(interner.text(symbol), name);
        }
    }

    #[test]
    fn keywords_come_first_and_are_distinct() {
        let interner = Interner::new();
        assert_eq!(interner.len(), KEYWORDS.len());
        assert_eq!(interner.text(Symbol::from_index(u32::MAX)), "");
    }

    #[test]
    fn bytes_must_be_text() {
        let mut interner = Interner::new();
        assert_eq!(interner.intern_bytes(b"\xff"), None);
        let symbol = interner.intern("x");
        assert_eq!(interner.intern_bytes(b"x"), Some(symbol));
    }
}
