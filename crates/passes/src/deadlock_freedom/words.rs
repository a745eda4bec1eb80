//! Words: bytes that are loaded in atomic sections, and in which only constants are ever stored.
//!
//! A word is an object, an offset and a size. What overlaps a word without being it, or stores what is not constant, makes it useless, as does anything that is not
//! known of its object: thread-local variables are many, and a slot that comes to life twice is two objects.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use unspool_ir::{
    Body, ExprKind, InitValue, InstKind, PlaceId, PlaceKind, Program, SlotId, TypeId,
};

use crate::accesses::starts;
use crate::made_pointers::MadePointers;
use crate::numbering::Numbering;
use crate::operands::{Node, for_each_node, place_of, push_operands, root_of, terminator_expr};
use crate::points_to::{Object, PointsTo, Target};
use crate::thread_text::{Code, ThreadText};

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Word {
    object: Object,
    offset: u64,
    size: u64,
}

/// What is in a word before anybody has written to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Initial {
    Value(u128),
    Indeterminate,
}

/// What an instruction stores where.
#[derive(Default)]
pub struct Written {
    /// Usable ones only.
    pub words: Vec<(u32, u128)>,
    /// There is no other place that it may write to.
    pub is_certain: bool,
}

pub struct Words {
    words: Numbering<Word>,
    /// By word; none for what cannot be used.
    initial: Vec<Option<Initial>>,
    /// By word and thread.
    stored: Vec<BTreeMap<usize, BTreeSet<u128>>>,
    loaded: FxHashMap<(usize, PlaceId), Rc<[u32]>>,
    /// By thread and position.
    written: FxHashMap<(usize, u32), Written>,
}

/// Of how many places one may be loaded, and how many of them are compared with each write.
const FEW: usize = 64;
const MANY: usize = 4096;

impl Words {
    /// None if memory is written through pointers of which nothing is known.
    pub fn of(program: &Program, texts: &[ThreadText<'_>], points_to: &PointsTo) -> Option<Words> {
        let made = MadePointers::of(program, texts, points_to);
        let mut result = Words {
            words: Numbering::default(),
            initial: Vec::new(),
            stored: Vec::new(),
            loaded: FxHashMap::default(),
            written: FxHashMap::default(),
        };
        for (thread, text) in texts.iter().enumerate() {
            text.for_each(|at| {
                if let Code::Inst(inst) = at.code
                    && let InstKind::Load { place, .. } = inst.kind
                    && at.depth > 0
                    && !made.is_reached(program, thread, text.body, place)
                {
                    result.add_load(program, (thread, text), points_to, place);
                }
            });
        }
        if result.words.list().len() > MANY {
            return None;
        }
        let single = single_slots(texts);
        for word in result.words.list() {
            let is_single = match word.object {
                Object::Slot(function, slot) => single.contains(&(function.index(), slot)),
                _ => true,
            };
            let initial = is_single.then(|| initial(program, word)).flatten();
            result.initial.push(initial);
            result.stored.push(BTreeMap::new());
        }
        let mut of_objects: FxHashMap<Object, Vec<u32>> = FxHashMap::default();
        for (word, number) in result.words.list().iter().zip(0..) {
            of_objects.entry(word.object).or_default().push(number);
        }
        let mut is_known = true;
        for (thread, text) in texts.iter().enumerate() {
            text.for_each(|at| {
                if let Code::Inst(inst) = at.code
                    && let Some(place) = place_of(&inst.kind)
                    && !matches!(inst.kind, InstKind::Load { .. })
                {
                    is_known &= !made.is_reached(program, thread, text.body, place);
                    let value = constant_stored(text.body, &inst.kind);
                    let targets = points_to.locations(text.function, place);
                    let size = program.types.size_of(text.body.place(place).ty);
                    let access = (targets.as_slice(), size.unwrap_or(u64::MAX), value);
                    let written = result.add_write(thread, access, points_to, &of_objects);
                    result.written.insert((thread, at.position), written);
                }
            });
        }
        is_known.then(|| result.without_unusable())
    }

    /// The words that a place may be; none if they cannot be used.
    pub fn loaded(&self, thread: usize, place: PlaceId) -> Option<&Rc<[u32]>> {
        self.loaded.get(&(thread, place))
    }

    pub fn written(&self, thread: usize, position: u32) -> Option<&Written> {
        self.written.get(&(thread, position))
    }

    pub fn stored_by_others(
        &self,
        thread: usize,
        word: u32,
    ) -> Option<impl Iterator<Item = u128> + '_> {
        let stored = self.stored.get(word as usize)?.iter();
        let others = stored.filter(move |(other, _)| **other != thread);
        Some(others.flat_map(|(_, values)| values.iter().copied()))
    }

    pub fn initial(&self, word: u32) -> Initial {
        let known = self.initial.get(word as usize).copied().flatten();
        known.unwrap_or(Initial::Indeterminate)
    }

    fn add_load(
        &mut self,
        program: &Program,
        (thread, text): (usize, &ThreadText<'_>),
        points_to: &PointsTo,
        place: PlaceId,
    ) {
        let ty = text.body.place(place).ty;
        let Some(size) = word_size(program, ty) else {
            return;
        };
        if self.loaded.contains_key(&(thread, place)) {
            return;
        }
        let mut words = Vec::new();
        for target in points_to.locations(text.function, place) {
            let Some(room) = points_to.object_size(target.object) else {
                return;
            };
            for offset in starts(&target.offsets, size, room).take(FEW + 1) {
                words.push(Word {
                    object: target.object,
                    offset,
                    size,
                });
            }
        }
        if !words.is_empty() && words.len() <= FEW {
            let words = words.into_iter().map(|word| self.words.number(word));
            self.loaded.insert((thread, place), words.collect());
        }
    }

    fn add_write(
        &mut self,
        thread: usize,
        (targets, size, value): (&[Target], u64, Option<u128>),
        points_to: &PointsTo,
        of_objects: &FxHashMap<Object, Vec<u32>>,
    ) -> Written {
        let mut written = Written::default();
        for target in targets {
            let words = of_objects.get(&target.object).into_iter().flatten();
            let room = points_to.object_size(target.object);
            for &number in words {
                let word = self.words.list()[number as usize];
                let places = starts(&target.offsets, size, room.unwrap_or(u64::MAX));
                let mut is_it = false;
                let mut is_part = room.is_none();
                for (count, start) in places.enumerate() {
                    let meets = start < word.offset.saturating_add(word.size)
                        && word.offset < start.saturating_add(size);
                    let is_same = start == word.offset && size == word.size;
                    is_it |= is_same;
                    is_part |= (meets && !is_same) || count > MANY;
                    if is_part {
                        break;
                    }
                }
                match value {
                    _ if !is_it && !is_part => {}
                    Some(value) if !is_part => {
                        let stored = self.stored[number as usize].entry(thread);
                        stored.or_default().insert(value);
                        written.words.push((number, value));
                    }
                    _ => self.initial[number as usize] = None,
                }
            }
        }
        let is_single = |target: &Target| target.offsets.single().is_some();
        written.is_certain = matches!(targets, [target] if is_single(target));
        written
    }

    fn without_unusable(mut self) -> Words {
        let is_usable = |word: &u32| self.initial[*word as usize].is_some();
        self.loaded.retain(|_, words| words.iter().all(&is_usable));
        for written in self.written.values_mut() {
            written.words.retain(|(word, _)| is_usable(word));
        }
        self
    }
}

/// Of types whose values are numbers.
fn word_size(program: &Program, ty: TypeId) -> Option<u64> {
    let types = &program.types;
    let is_number = types.is_scalar(ty) && !types.is_float(ty);
    is_number.then(|| types.size_of(ty)).flatten()
}

fn constant_stored(body: &Body, kind: &InstKind) -> Option<u128> {
    let value = match *kind {
        InstKind::Store { value, .. } => value,
        InstKind::CompareExchange { desired, .. } => desired,
        _ => return None,
    };
    match body.expr(value).kind {
        ExprKind::Int(bits) => Some(bits),
        _ => None,
    }
}

fn initial(program: &Program, word: &Word) -> Option<Initial> {
    let global = match word.object {
        Object::Slot(..) | Object::Alloc { .. } => return Some(Initial::Indeterminate),
        Object::Global(global) => program.global(global),
        Object::VarArgs(_) | Object::Function(_) => return None,
    };
    if global.thread_local {
        return None;
    }
    let end = word.offset.saturating_add(word.size);
    for item in &global.init.as_ref()?.items {
        let InitValue::Scalar { ty, bits } = item.value else {
            // How long it is does not matter behind the word.
            match item.offset < end {
                true => return None,
                false => continue,
            }
        };
        let size = program.types.size_of(ty)?;
        if item.offset == word.offset && size == word.size {
            return Some(Initial::Value(bits));
        }
        if item.offset < end && word.offset < item.offset.saturating_add(size) {
            return None;
        }
    }
    Some(Initial::Value(0))
}

/// Slots of which there is one object in any run: they come to life once, before they are named, and are not named behind their end.
fn single_slots(texts: &[ThreadText<'_>]) -> BTreeSet<(usize, SlotId)> {
    let mut single = BTreeSet::new();
    for text in texts {
        let count = text.body.slots.len();
        let mut lives: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut first_end = vec![u32::MAX; count];
        let mut named: Vec<Option<(u32, u32)>> = vec![None; count];
        text.for_each(|at| {
            let mut stack = Vec::new();
            match at.code {
                Code::Inst(inst) => {
                    match inst.kind {
                        InstKind::Live(slot) => lives[slot.index()].push(at.position),
                        InstKind::Dead(slot) => {
                            let first = &mut first_end[slot.index()];
                            *first = at.position.min(*first);
                        }
                        _ => {}
                    }
                    push_operands(&inst.kind, &mut stack);
                }
                Code::Terminator(block) => {
                    stack.extend(terminator_expr(&block.terminator).map(Node::Expr));
                }
            }
            for_each_node(text.body, &mut stack, |node| {
                if let Node::Place(place) = node
                    && let PlaceKind::Slot(slot) = root_of(text.body, place)
                {
                    let (first, last) = named[slot.index()].unwrap_or((at.position, at.position));
                    named[slot.index()] = Some((first.min(at.position), last.max(at.position)));
                }
            });
        });
        for index in 0..count {
            let Some((first, last)) = named[index] else {
                continue;
            };
            let lives_once = match lives[index].as_slice() {
                [] => true,
                [live] => *live < first,
                _ => false,
            };
            if lives_once && last < first_end[index] {
                single.insert((text.function.index(), SlotId::new(index)));
            }
        }
    }
    single
}
