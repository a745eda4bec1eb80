//! What memory may contain, at any time, whoever runs.
//!
//! For each class of accesses: the join of what its instructions store. What a load sees is the join of the initial
//! contents of its cells and of what is stored into cells that overlap them ([`super::cells`]). This forgets when and in which
//! order things are stored, and so holds for every schedule. Parameters of threads are summarised the
//! same way, each as a class of its own.
//!
//! There are two phases. While summaries *grow*, what is stored is seen by loads at once (if the class is simple; otherwise from the next
//! round on). When they are *frozen*, loads see the summaries as they are, and stores are collected for the next ones.

use super::cells::{Cell, CellId, Cells, Class, ClassId};
use super::initial_contents;
use super::interned::{RangeId, RangeTable};
use super::placed::Placed;
use super::range::Range;
use super::windows::Windows;
use crate::points_to::Target;

pub struct Summaries {
    /// By class: the join of all that is stored.
    pub written: Vec<RangeId>,
    /// By class: what a load may see.
    pub read: Vec<RangeId>,
    /// By class, for parameters behind those of memory.
    pub width: Vec<u32>,
    /// By cell: its contents before anything is stored, in its window.
    initial: Vec<RangeId>,
    /// By cell: whether these can be seen.
    exposed: Vec<bool>,
    pub windows: Windows,
    /// Those of this round, while frozen.
    collected: Windows,
    /// By cell: what its contents certainly are within.
    caps: Vec<Option<Range>>,
    /// By cell: how often its cap has changed.
    cap_changes: Vec<u8>,
    /// By class: more of its cells are accessed than `read` knows.
    is_stale: Vec<bool>,
    /// By class: the time of the last change of `read`.
    changed: Vec<u32>,
    pub clock: u32,
    pub frozen: bool,
    memory_classes: usize,
}

/// A cap that changes more often does not settle.
const MOST_CAP_CHANGES: u8 = 4;

impl Summaries {
    /// `exposed`: the cells whose contents before anything is stored can be seen, `parameters`: the widths of those of all threads.
    pub fn new(
        cells: &Cells,
        exposed: Vec<bool>,
        parameters: &[u32],
        table: &mut RangeTable,
    ) -> Self {
        let widths = cells.classes.iter().map(|class| class.bits);
        let width: Vec<u32> = widths.chain(parameters.iter().copied()).collect();
        let mut summaries = Summaries {
            written: vec![RangeId::NOTHING; width.len()],
            read: vec![RangeId::NOTHING; width.len()],
            is_stale: vec![false; width.len()],
            changed: vec![0; width.len()],
            width,
            caps: vec![None; cells.cells.len()],
            cap_changes: vec![0; cells.cells.len()],
            initial: vec![RangeId::NOTHING; cells.cells.len()],
            exposed,
            windows: Windows::new(cells),
            collected: Windows::new(cells),
            clock: 0,
            frozen: false,
            memory_classes: cells.classes.len(),
        };
        summaries.refresh_all(cells, table);
        summaries
    }

    pub fn initial(&self, cell: CellId) -> RangeId {
        self.initial[cell.index()]
    }

    /// Whether the contents of a cell before anything is stored can be seen.
    pub fn is_exposed(&self, cell: CellId) -> bool {
        self.exposed[cell.index()]
    }

    /// What the contents of a cell are certainly within, if there is such a bound.
    pub fn cap(&self, cell: CellId) -> Option<&Range> {
        self.caps[cell.index()].as_ref()
    }

    pub fn has_changed_since(&self, class: ClassId, time: u32) -> bool {
        self.changed[class.index()] > time
    }

    pub fn is_parameter(&self, class: ClassId) -> bool {
        class.index() >= self.memory_classes
    }

    /// An instruction of this class stores a value.
    pub fn store(&mut self, cells: &Cells, class: ClassId, value: RangeId, table: &mut RangeTable) {
        let index = class.index();
        let joined = table.join(self.written[index], value);
        if joined == self.written[index] {
            return;
        }
        self.written[index] = joined;
        if self.frozen {
            return;
        }
        if self.is_parameter(class) {
            self.set_read(class, joined);
        } else if let Class {
            is_simple: true,
            cells,
            ..
        } = cells.class(class)
            && let &[cell] = cells.as_slice()
        {
            let contents = table.join(self.initial[cell.index()], joined);
            let contents = self.capped(cell.index(), contents, table);
            self.set_read(class, contents);
        }
    }

    /// An instruction of the class accesses memory; at `target`, if that is known.
    pub fn access(
        &mut self,
        placed: Placed<'_>,
        cells: &Cells,
        class: ClassId,
        target: Option<&Target>,
        table: &mut RangeTable,
    ) {
        for &cell in &cells.class(class).cells {
            let Cell {
                object, offsets, ..
            } = *cells.cell(cell);
            let accessed = match target {
                Some(target) if target.object != object => continue,
                Some(target) => target.offsets,
                None => offsets,
            };
            if self.frozen {
                self.collected.widen(cells, cell, &accessed);
            } else if self.windows.widen(cells, cell, &accessed) {
                self.find_initial(placed, cells, cell, table);
                for class in &cells.users[cell.index()] {
                    self.is_stale[class.index()] = true;
                }
            }
        }
    }

    /// What a load of this class sees; nothing if nothing has been stored there yet.
    pub fn load(&mut self, cells: &Cells, class: ClassId, table: &mut RangeTable) -> RangeId {
        let read = self.read[class.index()];
        let is_current = read != RangeId::NOTHING && !self.is_stale[class.index()];
        if self.frozen || is_current {
            return read;
        }
        let contents = |cell, table: &mut RangeTable| self.contents_of(cells, cell, table);
        let seen = self.seen_by(cells, class, contents, table);
        self.set_read(class, seen);
        self.is_stale[class.index()] = false;
        seen
    }

    /// Everything can be anywhere.
    pub fn give_up(&mut self, placed: Placed<'_>, cells: &Cells, table: &mut RangeTable) {
        self.caps.fill(None);
        for (written, width) in self.written.iter_mut().zip(&self.width) {
            *written = table.intern(&Range::top(*width));
        }
        for index in 0..cells.cells.len() {
            let id = CellId(index as u32);
            let offsets = cells.cell(id).offsets;
            if self.windows.widen(cells, id, &offsets) {
                self.find_initial(placed, cells, id, table);
            }
        }
    }

    /// The initial contents of a cell in its window.
    fn find_initial(
        &mut self,
        placed: Placed<'_>,
        cells: &Cells,
        cell: CellId,
        table: &mut RangeTable,
    ) {
        let part = self.windows.part(cells, cell);
        let seen = part.filter(|_| self.exposed[cell.index()]);
        let initial = seen.map(|part| initial_contents::of_cell(placed, &part));
        let initial = initial.map_or(RangeId::NOTHING, |initial| table.intern(&initial));
        self.initial[cell.index()] = initial;
    }

    /// Makes all loads see all that was stored.
    pub fn refresh_all(&mut self, cells: &Cells, table: &mut RangeTable) {
        let contents = self.contents(cells, table);
        for index in 0..self.read.len() {
            let class = ClassId(index as u32);
            let seen = self.seen_by(cells, class, |cell, _| contents[cell.index()], table);
            self.set_read(class, seen);
        }
        self.is_stale.fill(false);
    }

    fn set_read(&mut self, class: ClassId, seen: RangeId) {
        if seen != self.read[class.index()] {
            self.read[class.index()] = seen;
            self.clock += 1;
            self.changed[class.index()] = self.clock;
        }
    }

    /// Bounds of what grows, computed anew. They have to cover the earlier ones as well; those that do not settle are dropped.
    pub fn cover(&mut self, caps: Vec<Option<Range>>) {
        for (index, new) in caps.into_iter().enumerate() {
            let old = self.caps[index];
            let joined = match (old, new) {
                (Some(old), Some(new)) => Some(old.join(&new)),
                _ => new,
            };
            let changes = &mut self.cap_changes[index];
            if joined != old || (joined.is_none() && *changes > 0) {
                *changes = changes.saturating_add(1);
            }
            self.caps[index] = joined.filter(|_| *changes <= MOST_CAP_CHANGES);
        }
    }

    /// From sound summaries to tighter ones: what was collected while frozen, within the bounds given for single
    /// cells, is all that can be there.
    pub fn tighten(
        &mut self,
        placed: Placed<'_>,
        cells: &Cells,
        caps: Vec<Option<Range>>,
        table: &mut RangeTable,
    ) {
        self.caps = caps;
        self.windows = std::mem::replace(&mut self.collected, Windows::new(cells));
        for index in 0..cells.cells.len() {
            self.find_initial(placed, cells, CellId(index as u32), table);
        }
        let contents = self.contents(cells, table);
        for index in 0..self.read.len() {
            let class = ClassId(index as u32);
            let seen = self.seen_by(cells, class, |cell, _| contents[cell.index()], table);
            self.read[index] = table.meet(seen, self.read[index]);
        }
    }

    pub fn forget_stores(&mut self) {
        self.written.fill(RangeId::NOTHING);
    }

    /// What a load of this class may see, from the contents of its cells.
    fn seen_by(
        &self,
        cells: &Cells,
        class: ClassId,
        contents: impl Fn(CellId, &mut RangeTable) -> RangeId,
        table: &mut RangeTable,
    ) -> RangeId {
        if self.is_parameter(class) {
            return self.written[class.index()];
        }
        let class = cells.class(class);
        if class.bits == 0 || class.cells.is_empty() {
            return table.intern(&Range::top(class.bits));
        }
        let mut seen = RangeId::NOTHING;
        for &cell in &class.cells {
            let here = match cells.cell(cell).shape.bits == class.bits {
                true => contents(cell, table),
                false => table.intern(&Range::top(class.bits)),
            };
            seen = table.join(seen, here);
        }
        seen
    }

    /// By cell: all that it may contain.
    pub fn contents(&self, cells: &Cells, table: &mut RangeTable) -> Vec<RangeId> {
        let all = (0..cells.cells.len()).map(|index| CellId(index as u32));
        let stored: Vec<RangeId> = all
            .clone()
            .map(|id| self.stored(cells, id, table))
            .collect();
        all.map(|id| self.joined(cells, id, |other, _| stored[other.index()], table))
            .collect()
    }

    fn contents_of(&self, cells: &Cells, id: CellId, table: &mut RangeTable) -> RangeId {
        self.joined(
            cells,
            id,
            |other, table| self.stored(cells, other, table),
            table,
        )
    }

    /// What the classes of a cell store.
    fn stored(&self, cells: &Cells, id: CellId, table: &mut RangeTable) -> RangeId {
        let users = cells.users[id.index()].iter();
        let stored = users.map(|class| self.written[class.index()]);
        let mut stored = stored.filter(|&range| range != RangeId::NOTHING);
        match cells.cell(id).shape.bits {
            // Nothing is known of it but whether something is stored.
            0 => stored.next().unwrap_or(RangeId::NOTHING),
            _ => stored.fold(RangeId::NOTHING, |all, here| table.join(all, here)),
        }
    }

    /// The contents of a cell, from what is stored into cells.
    fn joined(
        &self,
        cells: &Cells,
        id: CellId,
        stored: impl Fn(CellId, &mut RangeTable) -> RangeId,
        table: &mut RangeTable,
    ) -> RangeId {
        let bits = cells.cell(id).shape.bits;
        let mut contents = self.initial[id.index()];
        for (other, same) in self.windows.overlaps(cells, id) {
            let stored = stored(other, table);
            contents = match same || stored == RangeId::NOTHING {
                true => table.join(contents, stored),
                false => table.intern(&Range::top(bits)),
            };
        }
        self.capped(id.index(), contents, table)
    }

    fn capped(&self, cell: usize, contents: RangeId, table: &mut RangeTable) -> RangeId {
        match &self.caps[cell] {
            Some(cap) => {
                let cap = table.intern(cap);
                table.meet(contents, cap)
            }
            None => contents,
        }
    }

    /// The contents of a cell that no instruction need name.
    pub fn of_cell(
        &self,
        placed: Placed<'_>,
        cells: &Cells,
        asked: &Cell,
        table: &RangeTable,
    ) -> Option<Range> {
        let mut initial = Some(initial_contents::of_cell(placed, asked));
        let mut stored: Option<Range> = None;
        let mut cap: Option<Range> = None;
        for &id in cells.cells_of(asked.object) {
            let part = self.windows.part(cells, id);
            let Some(same) = part.and_then(|part| asked.overlap(&part)) else {
                continue;
            };
            if cells.cell(id) == asked {
                initial = table.get(self.initial[id.index()]).copied();
                cap = self.caps[id.index()];
            }
            let written = cells.users[id.index()].iter();
            for range in written.filter_map(|class| table.get(self.written[class.index()])) {
                let range = match same {
                    true => *range,
                    false => Range::top(asked.shape.bits),
                };
                stored = Some(stored.map_or(range, |stored| stored.join(&range)));
            }
        }
        let contents = match (initial, stored) {
            (Some(initial), Some(stored)) => Some(initial.join(&stored)),
            (initial, stored) => initial.or(stored),
        };
        match cap {
            Some(cap) => contents?.meet(&cap),
            None => contents,
        }
    }
}
