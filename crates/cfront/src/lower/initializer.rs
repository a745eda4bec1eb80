//! Initialisers: which expression goes to which subobject (C11 6.7.9).
//!
//! A braced list is flattened into entries, each a path of members and indices with the expression for it. Braces may be
//! left out around inner aggregates, in which case these take from the list as many items as they need; designators move
//! the current position, at any depth. How the entries are then stored is the business of `static_init` (globals) and of
//! `local_init`.

use std::collections::BTreeMap;

use unspool_ir::RecordKind;

use crate::ast::{
    Designator, Expr, ExprKind, Initializer, InitializerItem, InitializerList, StringLiteral,
};
use crate::ctype::{ArrayLength, QualTy, TyKind};
use crate::record::find_member;
use crate::source::Span;

use super::{Lower, Lowered};

/// Elements that the ranges of one initialiser may name altogether.
const MAX_RANGE_ELEMENTS: u64 = 1 << 20;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Step {
    /// Position in the record's layout.
    Member(usize),
    Index(u64),
}

#[derive(Debug)]
pub(super) struct Entry<'a> {
    pub path: Vec<Step>,
    pub ty: QualTy,
    pub source: Source<'a>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Source<'a> {
    Expr(&'a Expr),
    /// A string that fills an array.
    Text(&'a StringLiteral),
}

/// Everything an initialiser says.
#[derive(Debug, Default)]
pub(super) struct Flat<'a> {
    pub entries: Vec<Entry<'a>>,
    /// Elements that the outermost array of unknown length needs.
    pub length: u64,
    /// Which entry stands for each path, while the list is being made: others have been replaced.
    standing: BTreeMap<Vec<Step>, usize>,
    /// Elements named by ranges so far.
    ranged: u64,
}

impl Flat<'_> {
    /// Takes back what is initialised inside the subobject at `path`, but for its part `except`.
    fn replace(&mut self, path: &[Step], except: Option<Step>) {
        let replaced: Vec<Vec<Step>> = self
            .standing
            .range(path.to_vec()..)
            .map(|(inner, _)| inner)
            .take_while(|inner| inner.starts_with(path))
            .filter(|inner| match (except, inner.get(path.len())) {
                (None, _) => true,
                (Some(kept), Some(&step)) => step != kept,
                (Some(_), None) => false,
            })
            .cloned()
            .collect();
        for inner in replaced {
            self.standing.remove(&inner);
        }
    }

    /// Forgets the entries that have been replaced.
    fn settle(&mut self) {
        let standing = std::mem::take(&mut self.standing);
        if standing.len() == self.entries.len() {
            return;
        }
        let mut position = 0;
        self.entries.retain(|entry| {
            position += 1;
            standing.get(&entry.path) == Some(&(position - 1))
        });
    }
}

/// A walk through one braced list.
struct Items<'a> {
    list: &'a [InitializerItem],
    next: usize,
    /// The item whose designators have been followed already.
    followed: Option<usize>,
    has_excess: bool,
}

impl<'a> Items<'a> {
    fn peek(&self) -> Option<&'a InitializerItem> {
        self.list.get(self.next)
    }

    fn has_designator(&self) -> bool {
        self.followed != Some(self.next)
            && self.peek().is_some_and(|item| !item.designators.is_empty())
    }
}

impl<'a> Lower<'a> {
    pub(super) fn flatten(
        &mut self,
        ty: QualTy,
        initializer: &'a Initializer,
    ) -> Lowered<Flat<'a>> {
        let mut flat = Flat::default();
        let mut path = Vec::new();
        self.flatten_object(ty, initializer, &mut path, &mut flat)?;
        flat.settle();
        Ok(flat)
    }

    pub(super) fn flatten_list(
        &mut self,
        ty: QualTy,
        list: &'a InitializerList,
    ) -> Lowered<Flat<'a>> {
        let mut flat = Flat::default();
        self.flatten_braced(ty, list, &mut Vec::new(), &mut flat)?;
        flat.settle();
        Ok(flat)
    }

    fn flatten_object(
        &mut self,
        ty: QualTy,
        initializer: &'a Initializer,
        path: &mut Vec<Step>,
        flat: &mut Flat<'a>,
    ) -> Lowered<()> {
        match initializer {
            Initializer::List(list) => self.flatten_braced(ty, list, path, flat),
            Initializer::Expr(expr) => {
                if let Some(text) = self.text_for_array(ty, expr) {
                    self.add_text(ty, text, expr.span, path, flat);
                    return Ok(());
                }
                if self.types.is_array(ty.ty) {
                    // GNU: an array may be initialised from a compound literal of its type.
                    if let ExprKind::CompoundLiteral(_, list) = &expr.kind {
                        return self.flatten_braced(ty, list, path, flat);
                    }
                    return self.error(expr.span, "an array needs a braced list or a string");
                }
                self.add(Source::Expr(expr), ty, path, flat);
                Ok(())
            }
        }
    }

    fn flatten_braced(
        &mut self,
        ty: QualTy,
        list: &'a InitializerList,
        path: &mut Vec<Step>,
        flat: &mut Flat<'a>,
    ) -> Lowered<()> {
        // `{ "text" }`
        if let [item] = list.items.as_slice()
            && item.designators.is_empty()
            && let Initializer::Expr(expr) = &item.value
            && let Some(text) = self.text_for_array(ty, expr)
        {
            self.add_text(ty, text, expr.span, path, flat);
            return Ok(());
        }
        if !self.types.is_array(ty.ty) && self.types.record_id(ty.ty).is_none() {
            return self.flatten_braced_scalar(ty, list, path, flat);
        }
        if self.types.record_id(ty.ty).is_some() && !self.types.is_complete(ty.ty) {
            let message = format!("`{}` is only declared, not defined", self.describe(ty));
            return self.error(list.span, message);
        }
        // Braces initialise the whole subobject: what was said before about parts of it is gone (C11 6.7.9p19).
        flat.replace(path, None);
        let mut items = Items {
            list: &list.items,
            next: 0,
            followed: None,
            has_excess: false,
        };
        self.fill(ty, 0, true, &mut items, path, flat)
    }

    /// Braces around a scalar; what is too much is dropped with a warning, as compilers do.
    fn flatten_braced_scalar(
        &mut self,
        ty: QualTy,
        list: &'a InitializerList,
        path: &mut Vec<Step>,
        flat: &mut Flat<'a>,
    ) -> Lowered<()> {
        let Some(first) = list.items.first() else {
            // C23's `{}`: zero, which is what no entry means.
            flat.replace(path, None);
            return Ok(());
        };
        if !first.designators.is_empty() {
            return self.error(list.span, "a designator needs an array, struct or union");
        }
        if list.items.len() > 1 {
            self.warn(
                list.span,
                "more initialisers than a scalar takes; the rest is ignored",
            );
        }
        self.flatten_object(ty, &first.value, path, flat)
    }

    /// Fills an aggregate from position `position` on. Without braces of its own it stops when it is full, or at a designator.
    fn fill(
        &mut self,
        ty: QualTy,
        mut position: u64,
        braced: bool,
        items: &mut Items<'a>,
        path: &mut Vec<Step>,
        flat: &mut Flat<'a>,
    ) -> Lowered<()> {
        while let Some(item) = items.peek() {
            if items.has_designator() {
                if !braced {
                    break;
                }
                position = self.follow(ty, &item.designators, items, path, flat)?;
                continue;
            }
            let Some((step, inner)) = self.subobject(ty, position) else {
                if !braced {
                    break;
                }
                // Said once; a designator may still lead back into the aggregate.
                if !std::mem::replace(&mut items.has_excess, true) {
                    let span = initializer_span(&item.value);
                    self.warn(
                        span,
                        "more initialisers than there are elements; the rest is ignored",
                    );
                }
                items.next += 1;
                continue;
            };
            path.push(step);
            self.fill_one(inner, items, path, flat)?;
            path.pop();
            position = position.saturating_add(1);
            self.note_length(path, position, flat);
        }
        Ok(())
    }

    /// Remembers how far the outermost array reaches.
    fn note_length(&self, path: &[Step], position: u64, flat: &mut Flat<'a>) {
        if path.is_empty() {
            flat.length = flat.length.max(position);
        }
    }

    /// The subobject at a position; None past the end.
    pub(super) fn subobject(&self, ty: QualTy, position: u64) -> Option<(Step, QualTy)> {
        match *self.types.kind(ty.ty) {
            TyKind::Array { element, length } => match length {
                ArrayLength::Constant(length) if position >= length => None,
                _ => Some((Step::Index(position), element.qualified(ty.quals))),
            },
            TyKind::Record(id) => {
                let record = self.types.record(id);
                // A union holds one member.
                if record.kind == RecordKind::Union && position > 0 {
                    return None;
                }
                let member = record.layout.as_ref()?.members.get(position as usize)?;
                Some((Step::Member(position as usize), member.ty))
            }
            _ => None,
        }
    }

    /// Initialises one subobject from the next item, or from as many as it takes.
    fn fill_one(
        &mut self,
        ty: QualTy,
        items: &mut Items<'a>,
        path: &mut Vec<Step>,
        flat: &mut Flat<'a>,
    ) -> Lowered<()> {
        let Some(item) = items.peek() else {
            return Ok(());
        };
        let Initializer::Expr(expr) = &item.value else {
            items.next += 1;
            return self.flatten_object(ty, &item.value, path, flat);
        };
        let is_aggregate = self.types.is_array(ty.ty) || self.types.record_id(ty.ty).is_some();
        if !is_aggregate {
            items.next += 1;
            self.add(Source::Expr(expr), ty, path, flat);
            return Ok(());
        }
        if let Some(text) = self.text_for_array(ty, expr) {
            items.next += 1;
            self.add_text(ty, text, expr.span, path, flat);
            return Ok(());
        }
        if self.types.record_id(ty.ty).is_some() && may_be_record(expr) {
            // Looking into a compound literal again at every level it is nested in would take too long.
            let actual = match &expr.kind {
                ExprKind::CompoundLiteral(name, _) => {
                    self.unevaluated(|lower| lower.type_name(name))?
                }
                _ => self.type_of_expr(expr)?,
            };
            if self.types.compatible(actual.ty, ty.ty) {
                items.next += 1;
                self.add(Source::Expr(expr), ty, path, flat);
                return Ok(());
            }
        }
        let before = items.next;
        self.fill(ty, 0, false, items, path, flat)?;
        if items.next == before {
            // An empty aggregate takes nothing: `struct {} x` in the middle of a list.
            let pieces = self.pieces_of(ty);
            if pieces > 0 {
                let span = expr.span;
                return self.error(span, "this does not initialise the aggregate it stands for");
            }
        }
        Ok(())
    }

    /// Follows designators to a subobject, initialises it and what comes after it inside the same inner aggregate.
    /// Returns the position after the outermost designated one.
    fn follow(
        &mut self,
        ty: QualTy,
        designators: &'a [Designator],
        items: &mut Items<'a>,
        path: &mut Vec<Step>,
        flat: &mut Flat<'a>,
    ) -> Lowered<u64> {
        let Some((first, rest)) = designators.split_first() else {
            items.followed = Some(items.next);
            return Ok(0);
        };
        match first {
            Designator::Field(name) => {
                let positions = self
                    .types
                    .record_id(ty.ty)
                    .and_then(|record| find_member(&self.types, record, name.symbol));
                let Some(positions) = positions else {
                    let message = format!(
                        "`{}` has no member named `{}`",
                        self.describe(ty),
                        self.text(name.symbol)
                    );
                    return self.error(name.span, message);
                };
                self.follow_members(ty, &positions, rest, items, path, flat)
            }
            Designator::Index(index) => {
                let position = self.designated_index(ty, index)?;
                self.follow_into(ty, position, rest, items, path, flat)?;
                self.note_length(path, position + 1, flat);
                Ok(position + 1)
            }
            Designator::Range(low, high) => {
                let (low_position, high_position) = (
                    self.designated_index(ty, low)?,
                    self.designated_index(ty, high)?,
                );
                if low_position > high_position {
                    return self.error(high.span, "this range of indices is empty");
                }
                flat.ranged = flat.ranged.saturating_add(high_position - low_position);
                if flat.ranged > MAX_RANGE_ELEMENTS {
                    return self.unsupported(high.span, "a range of more than a million elements");
                }
                let start = items.next;
                for position in low_position..=high_position {
                    items.next = start;
                    items.followed = None;
                    self.follow_into(ty, position, rest, items, path, flat)?;
                }
                self.note_length(path, high_position + 1, flat);
                Ok(high_position + 1)
            }
        }
    }

    fn designated_index(&mut self, ty: QualTy, index: &'a Expr) -> Lowered<u64> {
        let value = self.constant_int(index)?;
        let length = match *self.types.kind(ty.ty) {
            TyKind::Array {
                length: ArrayLength::Constant(length),
                ..
            } => length,
            TyKind::Array { element, .. } => {
                let size = self.types.size_of(element.ty).unwrap_or(1).max(1);
                i64::MAX as u64 / size
            }
            _ => return self.error(index.span, "an index designator needs an array"),
        };
        match u64::try_from(value) {
            Ok(position) if position < length => Ok(position),
            _ => self.error(index.span, "this index is outside of the array"),
        }
    }

    /// Through the anonymous members that lead to a named one.
    fn follow_members(
        &mut self,
        ty: QualTy,
        positions: &[usize],
        rest: &'a [Designator],
        items: &mut Items<'a>,
        path: &mut Vec<Step>,
        flat: &mut Flat<'a>,
    ) -> Lowered<u64> {
        let Some((&position, inner)) = positions.split_first() else {
            return Ok(0);
        };
        // Of a union, the last member named is the one initialised.
        if let Some(record) = self.types.record_id(ty.ty)
            && self.types.record(record).kind == RecordKind::Union
        {
            flat.replace(path, Some(Step::Member(position)));
        }
        let next = position as u64 + 1;
        if inner.is_empty() {
            self.follow_into(ty, position as u64, rest, items, path, flat)?;
            return Ok(self.after_member(ty, next));
        }
        let member = self.types.record_id(ty.ty).and_then(|id| {
            let layout = self.types.record(id).layout.as_ref()?;
            layout.members.get(position).map(|m| m.ty)
        });
        let Some(member) = member else {
            return Ok(next);
        };
        path.push(Step::Member(position));
        let after = self.follow_members(member, inner, rest, items, path, flat)?;
        self.fill(member, after, false, items, path, flat)?;
        path.pop();
        Ok(self.after_member(ty, next))
    }

    /// Nothing follows the member of a union.
    fn after_member(&self, ty: QualTy, next: u64) -> u64 {
        match self.types.record_id(ty.ty) {
            Some(id) if self.types.record(id).kind == RecordKind::Union => u64::MAX,
            _ => next,
        }
    }

    fn follow_into(
        &mut self,
        ty: QualTy,
        position: u64,
        rest: &'a [Designator],
        items: &mut Items<'a>,
        path: &mut Vec<Step>,
        flat: &mut Flat<'a>,
    ) -> Lowered<()> {
        let (step, inner) = match *self.types.kind(ty.ty) {
            TyKind::Array { element, .. } => (Step::Index(position), element.qualified(ty.quals)),
            TyKind::Record(id) => {
                let member = self
                    .types
                    .record(id)
                    .layout
                    .as_ref()
                    .and_then(|l| l.members.get(position as usize));
                match member {
                    Some(member) => (Step::Member(position as usize), member.ty),
                    None => return Ok(()),
                }
            }
            _ => return Ok(()),
        };
        path.push(step);
        if rest.is_empty() {
            items.followed = Some(items.next);
            self.fill_one(inner, items, path, flat)?;
        } else {
            let after = self.follow(inner, rest, items, path, flat)?;
            self.fill(inner, after, false, items, path, flat)?;
        }
        path.pop();
        Ok(())
    }

    fn text_for_array(&self, ty: QualTy, expr: &'a Expr) -> Option<&'a StringLiteral> {
        let ExprKind::String(text) = &expr.kind else {
            return None;
        };
        let element = self.types.element(ty.ty)?;
        let unit = self.types.size_of(self.char_type(text.encoding))?;
        let fits = self.types.int_kind(element.ty).is_some()
            && self.types.size_of(element.ty) == Some(unit);
        fits.then_some(text)
    }

    fn add_text(
        &mut self,
        ty: QualTy,
        text: &'a StringLiteral,
        span: Span,
        path: &mut [Step],
        flat: &mut Flat<'a>,
    ) {
        if path.is_empty() {
            let unit = self
                .types
                .element(ty.ty)
                .and_then(|e| self.types.size_of(e.ty));
            let bytes = self.string_bytes(text).len() as u64;
            flat.length = bytes / unit.unwrap_or(1).max(1);
        }
        if let TyKind::Array {
            element,
            length: ArrayLength::Constant(length),
        } = *self.types.kind(ty.ty)
        {
            let unit = self.types.size_of(element.ty).unwrap_or(1).max(1);
            let units = self.string_bytes(text).len() as u64 / unit;
            // The terminating zero may be left out.
            if units > length.saturating_add(1) {
                self.warn(
                    span,
                    "this string is longer than the array; the rest is ignored",
                );
            }
        }
        self.add(Source::Text(text), ty, path, flat);
    }

    /// A later initialiser of the same subobject, or of a larger one, replaces an earlier one.
    fn add(&mut self, source: Source<'a>, ty: QualTy, path: &mut [Step], flat: &mut Flat<'a>) {
        // Items usually come in order: then there is nothing to look for.
        let in_order = flat
            .standing
            .last_key_value()
            .is_none_or(|(last, _)| is_before(last, path));
        if !in_order {
            flat.replace(path, None);
        }
        flat.standing.insert(path.to_vec(), flat.entries.len());
        flat.entries.push(Entry {
            path: path.to_vec(),
            ty,
            source,
        });
    }

    /// Completes an array of unknown length by what its initialiser needs.
    pub(super) fn completed(&mut self, ty: QualTy, flat: &Flat<'a>) -> QualTy {
        match *self.types.kind(ty.ty) {
            TyKind::Array {
                element,
                length: ArrayLength::Incomplete,
            } => QualTy {
                ty: self
                    .types
                    .array(element, ArrayLength::Constant(flat.length)),
                ..ty
            },
            _ => ty,
        }
    }
}

fn initializer_span(initializer: &Initializer) -> Span {
    match initializer {
        Initializer::Expr(expr) => expr.span,
        Initializer::List(list) => list.span,
    }
}

/// Literals and arithmetic are never records; asking for the type of anything else costs a look.
fn may_be_record(expr: &Expr) -> bool {
    !matches!(
        expr.kind,
        ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Char(_)
            | ExprKind::String(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::AddressOf(_)
            | ExprKind::SizeofExpr(_)
            | ExprKind::SizeofType(_)
    )
}

fn is_before(a: &[Step], b: &[Step]) -> bool {
    for (x, y) in a.iter().zip(b) {
        let order = match (x, y) {
            (Step::Member(x), Step::Member(y)) => x.cmp(y),
            (Step::Index(x), Step::Index(y)) => x.cmp(y),
            _ => return false,
        };
        if order.is_ne() {
            return order.is_lt();
        }
    }
    false
}
