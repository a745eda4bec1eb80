//! Which names are typedef names here. A declaration in an inner scope may hide a typedef (`{ int T; T * x; }` multiplies) or
//! bring one in; leaving the scope restores what was before, from a log of changes. Labels, tags and members have name spaces
//! of their own and never come here.

use crate::symbol::Symbol;

#[derive(Default)]
pub(super) struct NameTable {
    /// By symbol index; a name not reached is not a typedef name.
    is_typedef: Vec<bool>,
    /// What to restore on leaving, oldest first.
    log: Vec<(Symbol, bool)>,
    /// Length of the log on entering each open scope.
    marks: Vec<usize>,
}

impl NameTable {
    #[inline]
    pub fn is_typedef(&self, symbol: Symbol) -> bool {
        self.is_typedef.get(symbol.index()) == Some(&true)
    }

    pub fn declare(&mut self, symbol: Symbol, is_typedef: bool) {
        let before = self.is_typedef(symbol);
        if before == is_typedef {
            return;
        }
        if !self.marks.is_empty() {
            self.log.push((symbol, before));
        }
        self.set(symbol, is_typedef);
    }

    pub fn enter(&mut self) {
        self.marks.push(self.log.len());
    }

    pub fn leave(&mut self) {
        let mark = self.marks.pop().unwrap_or(0);
        while self.log.len() > mark {
            if let Some((symbol, before)) = self.log.pop() {
                self.set(symbol, before);
            }
        }
    }

    fn set(&mut self, symbol: Symbol, is_typedef: bool) {
        if self.is_typedef.len() <= symbol.index() {
            self.is_typedef.resize(symbol.index() + 256, false);
        }
        self.is_typedef[symbol.index()] = is_typedef;
    }
}
