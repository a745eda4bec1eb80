//! Which memory can be seen before anything is stored there.
//!
//! Slots and allocated objects start with anything in them, so that their summaries would be anything, too. But programs mostly initialise
//! what they create before they look at it, and before they let others look. If they certainly do, what was in a
//! cell before its first store does not matter. Nor does the null in a global pointer, if the first thread lets it point
//! to something before it starts the others.
//!
//! For every thread, one pass in the order of the blocks, with the set of cells of the thread's own objects that are certainly initialised (on
//! all paths), if their object has been allocated at all. A cell is *exposed* if
//!
//! - an instruction of the thread may load it while it is not in the set, with an address that does not come from memory ([`super::direct_pointers`]), or
//! - it is not in the set when such an address of its object is stored anywhere or handed to a new thread; but as long as the first thread has started no other one,
//!   nobody but itself is there to find an address, and it is when one is started that the cell has to be in the set. Global variables are objects of the first
//!   thread whose address everybody finds.
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

/// By cell: whether its contents before the first store can be seen.
pub fn exposed(program: &Program, cells: &Cells, threads: &[BoundedThread]) -> Vec<bool> {
    let mut exposed: Vec<bool> = cells
        .cells
        .iter()
        .map(|cell| {
            let is_one_object = match cell.object {
                Object::Slot(..) | Object::Alloc { .. } => true,
                Object::Global(global) => !program.global(global).thread_local,
                _ => false,
            };
            !is_one_object || cell.offsets.stride > 0 || cell.shape.bits == 0
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
            is_first: Some(thread.function) == program.entry,
            exposed: &mut exposed,
            initialised: PersistentMap::default(),
            starts: Starts::None,
            found_later: Vec::new(),
            effort: EFFORT_PER_INSTRUCTION.saturating_mul(size),
        };
        if !pass.run() {
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
    /// The one that the program starts with.
    is_first: bool,
    exposed: &'a mut Vec<bool>,
    /// Keys are numbers of cells.
    initialised: Initialised,
    starts: Starts,
    /// Of the first thread: objects whose addresses were stored while it was alone, and global variables.
    found_later: Vec<Object>,
    effort: usize,
}

/// Whether a thread has started others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Starts {
    None,
    /// On some paths.
    Perhaps,
    Some,
}

impl Pass<'_> {
    /// False if it became too much.
    fn run(&mut self) -> bool {
        let body = self.body;
        if self.is_first {
            let objects = self.cells.objects();
            let globals = objects.filter(|object| matches!(object, Object::Global(_)));
            self.found_later = globals.collect();
            self.found_later.sort_unstable();
        }
        let mut incoming: Vec<Option<(Initialised, Starts)>> = vec![None; body.blocks.len()];
        for (index, block) in body.blocks.iter().enumerate() {
            let start = || (self.unallocated(), Starts::None);
            (self.initialised, self.starts) = incoming[index].take().unwrap_or_else(start);
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
                    None => (self.initialised.clone(), self.starts),
                    Some((known, starts)) => {
                        let both = known.merge(&self.initialised, &mut |_, a, b| a.and(b));
                        let is_same = starts == self.starts;
                        (both, if is_same { starts } else { Starts::Perhaps })
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
                let is_next = self.starts == Starts::Some;
                self.starts = Starts::Some;
                args.iter().for_each(|&arg| self.let_out(arg));
                if !is_next {
                    // That is no effort of every instruction, so it does not count.
                    let (objects, effort) = (std::mem::take(&mut self.found_later), self.effort);
                    self.see_all(&objects);
                    (self.found_later, self.effort) = (objects, effort);
                }
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
            Object::Global(_) => self.is_first,
            _ => false,
        }
    }

    /// What others may get to know.
    fn let_out(&mut self, value: ExprId) {
        let mut objects = self.pointers.of_value(value);
        match self.is_first && self.starts == Starts::None {
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
