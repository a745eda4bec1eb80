//! Which memory can be seen before anything is stored there.
//!
//! Slots and allocated objects start with anything in them, so that their summaries would be anything, too. But programs mostly initialise
//! what they create before they look at it, and before they let others look. If they certainly do, what was in a
//! cell before its first store does not matter.
//!
//! For every thread, one pass in the order of the blocks, with the set of cells of the thread's own objects that are certainly initialised (on
//! all paths). A cell is *exposed* if
//!
//! - an instruction of the thread may load it while it is not in the set, or
//! - it is not in the set when the address of its object is stored anywhere or handed to a new thread.
//!
//! Why that suffices: only the thread that creates an object has its address at first, in registers; another thread gets it from memory or as
//! an argument. So what the others load from a cell that is not exposed, they load after a store of this thread into it; and the
//! thread itself, too. (An object that is made anew, by `live`, has an address of its own: a pointer to its predecessor is
//! not valid any more.)
//!
//! ```text
//! live $a.0
//! store $a.0.x = 1:i32              // x is initialised, y is not
//! store @p = &$a.0                  // y is exposed
//! ```

use unspool_ir::{Body, ExprId, FunctionId, Inst, InstKind, Program};

use super::cells::{CellId, Cells};
use crate::bounded::BoundedThread;
use crate::persistent_map::PersistentMap;
use crate::points_to::{Object, PointsTo};

/// By cell: whether its contents before the first store can be seen. True for globals.
pub fn exposed(
    program: &Program,
    points_to: &PointsTo,
    cells: &Cells,
    threads: &[BoundedThread],
) -> Vec<bool> {
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
            points_to,
            cells,
            body,
            thread: index,
            function: thread.function,
            exposed: &mut exposed,
            initialised: PersistentMap::default(),
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
    points_to: &'a PointsTo,
    cells: &'a Cells,
    body: &'a Body,
    thread: usize,
    function: FunctionId,
    exposed: &'a mut Vec<bool>,
    /// Keys are numbers of cells.
    initialised: Initialised,
    effort: usize,
}

impl Pass<'_> {
    /// False if it became too much.
    fn run(&mut self) -> bool {
        let body = self.body;
        let mut incoming: Vec<Option<Initialised>> = vec![None; body.blocks.len()];
        for (index, block) in body.blocks.iter().enumerate() {
            self.initialised = incoming[index].take().unwrap_or_default();
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
                    None => self.initialised.clone(),
                    Some(known) => known.merge(&self.initialised, &mut |_, a, b| a.and(b)),
                });
            }
        }
        true
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
            InstKind::Spawn { args, .. } => args.iter().for_each(|&arg| self.let_out(arg)),
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
        for &cell in &cells.class(class).cells {
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
        let mut objects = Vec::new();
        self.points_to
            .for_each_pointee(self.function, value, |target| objects.push(target.object));
        self.effort = self.effort.saturating_sub(objects.len());
        let cells = self.cells;
        objects.retain(|&object| self.is_own(object));
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
