//! Which memory can be seen before anything is stored there.
//!
//! Slots and allocated objects start with anything in them, so that their summaries would be anything, too. But programs mostly initialise
//! what they create before they look at it, and before they let others look. If they certainly do, what was in a
//! cell before its first store does not matter.
//!
//! For every thread, one pass in the order of the blocks, with the set of cells of the thread's own objects that are certainly initialised (on
//! all paths), if their object has been allocated at all. A cell is *exposed* if
//!
//! - an instruction of the thread may load it while it is not in the set, with an address that does not come from memory ([`super::direct_pointers`]), or
//! - it is not in the set when such an address of its object is stored anywhere or handed to a new thread; but as long as the first thread has started no other one,
//!   nobody but itself is there to find an address, and it is when one is started that the cell has to be in the set.
//!
//! Why that suffices: only the thread that creates an object has its address at first, in registers; another thread gets it from memory or as
//! an argument. So what the others load from a cell that is not exposed, they load after a store of this thread into it; and the
//! thread itself, too, whether or not it gets the address from memory. (An object that is made anew, by `live`, has an address of its own: a pointer to its predecessor is
//! not valid any more.)
//!
//! ```text
//! live $a.0
//! store $a.0.x = 1:i32              // x is initialised, y is not
//! store @p = &$a.0                  // y is exposed
//! ```

use unspool_ir::{Body, ExprId, FunctionId, Inst, InstKind, Program};

use super::cells::{CellId, Cells};
use super::direct_pointers::DirectPointers;
use crate::bounded::BoundedThread;
use crate::persistent_map::PersistentMap;
use crate::points_to::Object;

/// By cell: whether its contents before the first store can be seen. True for globals.
pub fn exposed(program: &Program, cells: &Cells, threads: &[BoundedThread]) -> Vec<bool> {
    let mut exposed: Vec<bool> = cells
        .cells
        .iter()
        .map(|cell| {
            let is_created = matches!(cell.object, Object::Slot(..) | Object::Alloc { .. });
            !is_created || cell.offsets.stride > 0 || cell.shape.bits == 0
        })
        .collect();
    for (index, thread) in threads.iter().enumerate() {
        let Some(body) = &program.function(thread.function).body else {
            continue;
        };
        let size: usize = body.blocks.iter().map(|block| block.insts.len()).sum();
        let mut pass = Pass {
            cells,
            body,
            pointers: DirectPointers::of(thread.function, body),
            thread: index,
            function: thread.function,
            exposed: &mut exposed,
            initialised: PersistentMap::default(),
            is_alone: false,
            found_later: Vec::new(),
            effort: EFFORT_PER_INSTRUCTION.saturating_mul(size),
        };
        if !pass.run(Some(thread.function) == program.entry) {
            pass.expose_own();
        }
    }
    exposed
}

/// Cells looked at, on average, above which a thread's memory is all taken for exposed.
const EFFORT_PER_INSTRUCTION: usize = 64;

type Initialised = PersistentMap<()>;

struct Pass<'a> {
    cells: &'a Cells,
    body: &'a Body,
    pointers: DirectPointers<'a>,
    thread: usize,
    function: FunctionId,
    exposed: &'a mut Vec<bool>,
    /// Keys are numbers of cells.
    initialised: Initialised,
    /// No other thread has been started, on any path.
    is_alone: bool,
    /// Objects whose addresses were stored while the thread was alone.
    found_later: Vec<Object>,
    effort: usize,
}

impl Pass<'_> {
    /// False if it became too much.
    fn run(&mut self, is_first: bool) -> bool {
        let body = self.body;
        let mut incoming: Vec<Option<(Initialised, bool)>> = vec![None; body.blocks.len()];
        for (index, block) in body.blocks.iter().enumerate() {
            let start = || (self.unallocated(), is_first);
            (self.initialised, self.is_alone) = incoming[index].take().unwrap_or_else(start);
            for (position, inst) in block.insts.iter().enumerate() {
                self.instruction(inst, index as u32, position as u32);
            }
            if self.effort == 0 {
                return false;
            }
            for next in block.terminator.successors() {
                let Some(known) = incoming.get_mut(next.index()) else {
                    continue;
                };
                *known = Some(match known.take() {
                    None => (self.initialised.clone(), self.is_alone),
                    Some((known, was_alone)) => {
                        let both = known.merge(&self.initialised, &mut |_, a, b| a.and(b));
                        (both, was_alone && self.is_alone)
                    }
                });
            }
        }
        true
    }

    /// All cells that do not exist before an instruction allocates them.
    fn unallocated(&self) -> Initialised {
        let mut cells = Initialised::default();
        for (index, cell) in self.cells.cells.iter().enumerate() {
            if matches!(cell.object, Object::Alloc { function, .. } if function == self.function) {
                cells.insert(index as u64, ());
            }
        }
        cells
    }

    fn instruction(&mut self, inst: &Inst, block: u32, index: u32) {
        match &inst.kind {
            InstKind::Live(slot) | InstKind::Dead(slot) => {
                self.forget(Object::Slot(self.function, *slot));
            }
            InstKind::Alloc { .. } => self.forget(Object::Alloc {
                function: self.function,
                block: unspool_ir::BlockId(block),
                index,
            }),
            InstKind::Load { place, .. } => self.load(*place),
            InstKind::Store { place, value, .. } => {
                self.let_out(*value);
                let class = self.cells.class_at(self.thread, *place);
                let cells = class.map_or(&[][..], |class| &self.cells.class(class).cells);
                if let &[cell] = cells {
                    self.initialised.insert(cell.index() as u64, ());
                }
            }
            InstKind::Rmw { place, value, .. } => {
                self.load(*place);
                self.let_out(*value);
            }
            InstKind::CompareExchange { place, desired, .. } => {
                self.load(*place);
                self.let_out(*desired);
            }
            InstKind::Spawn { args, .. } => {
                self.is_alone = false;
                args.iter().for_each(|&arg| self.let_out(arg));
                let objects = std::mem::take(&mut self.found_later);
                self.see_all(&objects);
                self.found_later = objects;
            }
            _ => {}
        }
    }

    fn forget(&mut self, object: Object) {
        for &cell in self.cells.cells_of(object) {
            self.initialised.remove(cell.index() as u64);
        }
    }

    /// A cell that may be read is exposed unless it is initialised.
    fn load(&mut self, place: unspool_ir::PlaceId) {
        let Some(class) = self.cells.class_at(self.thread, place) else {
            return;
        };
        let cells = self.cells;
        let objects = self.pointers.of_place(place);
        for &cell in &cells.class(class).cells {
            let object = cells.cell(cell).object;
            // What the thread stored while it was alone, it may have loaded again.
            let is_found_again = || self.found_later.binary_search(&object).is_ok();
            if !objects.contains(&object) && !is_found_again() {
                continue;
            }
            for overlap in &cells.overlaps[cell.index()] {
                self.see(overlap.with);
            }
        }
    }

    fn see(&mut self, cell: CellId) {
        self.effort = self.effort.saturating_sub(1);
        let is_known = self.exposed[cell.index()] || !self.is_own(self.cells.cell(cell).object);
        if !is_known && self.initialised.get(cell.index() as u64).is_none() {
            self.exposed[cell.index()] = true;
        }
    }

    /// Created by this thread.
    fn is_own(&self, object: Object) -> bool {
        match object {
            Object::Slot(function, _) | Object::Alloc { function, .. } => function == self.function,
            _ => false,
        }
    }

    /// What others may get to know.
    fn let_out(&mut self, value: ExprId) {
        let mut objects = self.pointers.of_value(value);
        match self.is_alone {
            false => self.see_all(&objects),
            true => {
                self.found_later.append(&mut objects);
                self.found_later.sort_unstable();
                self.found_later.dedup();
            }
        }
    }

    fn see_all(&mut self, objects: &[Object]) {
        let cells = self.cells;
        for &cell in objects.iter().flat_map(|&object| cells.cells_of(object)) {
            self.see(cell);
        }
    }

    fn expose_own(&mut self) {
        for index in 0..self.exposed.len() {
            let is_own = self.is_own(self.cells.cells[index].object);
            self.exposed[index] |= is_own;
        }
    }
}
