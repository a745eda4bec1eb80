//! One IR record for the same struct of several files.
//!
//! Each file defines its own `struct queue`, and an object shared between files should have one type. When the file scopes of all
//! units are known, records with the same tag and the same members (C11 6.2.7p1) are given one representative; equality is
//! the greatest one, so lists that point to themselves are compared by assuming what is being shown. A record that is only
//! declared in one file is that of another file, provided all files that define the tag agree.
//!
//! This only makes the IR simpler: where two views of an object do have different types, lowering converts between
//! them. Records that initialisers at file scope have already given an IR type keep it.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ctype::{FunctionTy, Ty, TyKind};
use crate::record::RecordId;
use crate::symbol::Symbol;

use super::Lower;

type Assumed = FxHashSet<(RecordId, RecordId)>;

impl Lower<'_> {
    pub(super) fn link_records(&mut self) {
        let mut groups: FxHashMap<(Option<Symbol>, u64), Vec<RecordId>> = FxHashMap::default();
        for index in 0..self.types.records.len() {
            let id = RecordId(index as u32);
            if self.has_ir_record(id) {
                continue;
            }
            let record = self.types.record(id);
            // Records without a tag are told apart by size first.
            let size = match record.tag {
                Some(_) => 0,
                None => record.layout.as_ref().map_or(0, |l| l.size),
            };
            groups.entry((record.tag, size)).or_default().push(id);
        }
        groups.retain(|_, records| records.len() > 1);
        // Disagreement about one tag may separate records that mention it: repeat until nothing changes.
        let mut disputed: FxHashSet<Symbol> = FxHashSet::default();
        loop {
            let before = disputed.len();
            for (&(tag, _), records) in &groups {
                if let Some(tag) = tag
                    && !disputed.contains(&tag)
                    && !self.all_agree(records, &disputed)
                {
                    disputed.insert(tag);
                }
            }
            if disputed.len() == before {
                break;
            }
        }
        let mut representatives = FxHashMap::default();
        for ((tag, _), records) in groups {
            let complete = |id: &RecordId| self.types.record(*id).layout.is_some();
            match tag {
                Some(tag) if !disputed.contains(&tag) => {
                    let first = records.iter().copied().find(complete).unwrap_or(records[0]);
                    representatives.extend(records.into_iter().map(|id| (id, first)));
                }
                _ => {
                    // Without a tag, or disputed: each with the first one equal to it.
                    let mut firsts: Vec<RecordId> = Vec::new();
                    for id in records.into_iter().filter(complete) {
                        let same = firsts.iter().copied().find(|&first| {
                            self.same_record(first, id, &disputed, &mut Assumed::default())
                        });
                        match same {
                            Some(first) => {
                                representatives.insert(id, first);
                            }
                            None => firsts.push(id),
                        }
                    }
                }
            }
        }
        self.representatives = representatives;
    }

    fn all_agree(&self, records: &[RecordId], disputed: &FxHashSet<Symbol>) -> bool {
        let mut complete = records
            .iter()
            .copied()
            .filter(|&id| self.types.record(id).layout.is_some());
        let Some(first) = complete.next() else {
            return true;
        };
        let kind = self.types.record(first).kind;
        records.iter().all(|&id| self.types.record(id).kind == kind)
            && complete.all(|id| self.same_record(first, id, disputed, &mut Assumed::default()))
    }

    fn same_record(
        &self,
        a: RecordId,
        b: RecordId,
        disputed: &FxHashSet<Symbol>,
        assumed: &mut Assumed,
    ) -> bool {
        if a == b || assumed.contains(&(a, b)) {
            return true;
        }
        if self.has_ir_record(a) || self.has_ir_record(b) || assumed.len() > 2000 {
            return false;
        }
        let (x, y) = (self.types.record(a), self.types.record(b));
        if x.kind != y.kind || x.tag != y.tag {
            return false;
        }
        let (Some(m), Some(n)) = (&x.layout, &y.layout) else {
            return x.tag.is_some_and(|tag| !disputed.contains(&tag));
        };
        if !x.same_layout(y) {
            return false;
        }
        assumed.insert((a, b));
        m.members.iter().zip(&n.members).all(|(p, q)| {
            p.ty.quals == q.ty.quals && self.same_type(p.ty.ty, q.ty.ty, disputed, assumed)
        })
    }

    fn same_type(&self, a: Ty, b: Ty, disputed: &FxHashSet<Symbol>, assumed: &mut Assumed) -> bool {
        if a == b && !matches!(self.types.kind(a), TyKind::Record(_)) {
            return true;
        }
        match (self.types.kind(a), self.types.kind(b)) {
            (TyKind::Pointer(x), TyKind::Pointer(y)) => {
                self.same_type(x.ty, y.ty, disputed, assumed)
            }
            (
                TyKind::Array {
                    element: x,
                    length: m,
                },
                TyKind::Array {
                    element: y,
                    length: n,
                },
            ) => m == n && self.same_type(x.ty, y.ty, disputed, assumed),
            (TyKind::Record(x), TyKind::Record(y)) => self.same_record(*x, *y, disputed, assumed),
            (TyKind::Function(x), TyKind::Function(y)) => {
                self.same_function(x, y, disputed, assumed)
            }
            // Enumerations are integers in the IR.
            (TyKind::Enum(_), TyKind::Enum(_)) => self.types.int_kind(a) == self.types.int_kind(b),
            _ => false,
        }
    }

    fn same_function(
        &self,
        x: &FunctionTy,
        y: &FunctionTy,
        disputed: &FxHashSet<Symbol>,
        assumed: &mut Assumed,
    ) -> bool {
        x.variadic == y.variadic
            && x.prototype == y.prototype
            && x.params.len() == y.params.len()
            && self.same_type(x.result.ty, y.result.ty, disputed, assumed)
            && x.params
                .iter()
                .zip(y.params.iter())
                .all(|(&p, &q)| self.same_type(p, q, disputed, assumed))
    }

    fn has_ir_record(&self, id: RecordId) -> bool {
        self.ir_record_of
            .get(id.index())
            .is_some_and(Option::is_some)
    }
}
