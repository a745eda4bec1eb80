//! Bounds of what only grows: a store happens at most once.
//!
//! Summaries forget how often something happens. `x = x + 1` in two threads makes `x` grow without end, and the analysis would
//! say that it can be anything. But in a bounded program every instruction is executed at most once.
//!
//! **Argument.** Let G be a set of cells of one width w. Let each store into a cell of G either store a value from an interval
//! [a, b] that also contains the initial contents, or be a *growing* store: of a value whose low w bits are `v + d`, where v was loaded
//! from a cell of G and d is from [l, h]. Let `up` be the sum of max(h, 0) and `down` the sum of max(-l, 0) over the
//! growing stores. If a - down and b + up are w-bit numbers (signed, or all unsigned), then all
//! cells of G are always in [a - down, b + up].
//!
//! *Proof.* By induction over the stores of a run, in the order in which they happen: after some of them, the cells
//! are in [a - d', b + u'], where d' and u' are the sums over the growing stores among them. A growing store stores `v + d` modulo 2^w for a v
//! loaded earlier, so v is in the interval of an earlier moment, which is not larger. As nothing is counted twice, `v + d` is
//! in [a - down, b + up], hence a w-bit number, hence stored as it is, and in the interval that counts this store, too. ∎
//!
//! Growing is tracked as [`Growth`] along with ranges: through additions and subtractions of anything with a known range, through conversions that
//! do not cut the low w bits, and through joins. It does not matter whether something in between wraps around.
//!
//! Which cells to take together as G is found as strongly connected components: an edge from cell to cell for
//! each growing store. A store of what grew elsewhere counts with its range. The bounds *cap* the summaries. They are computed anew after
//! every round, from what is known then; like summaries they only grow, and in the end bounds, summaries and stores agree, which is
//! all that the induction needs: as long as the summaries hold, so do the ranges of stores, and as long as these hold, so do the summaries.
//!
//! ```text
//! %0 = load @x                     x starts at 0; twenty of these in all threads together:
//! store @x = %0 + 1:i32            @x is from 0 to 20, not from -2147483648 to 2147483647
//! ```

use rustc_hash::FxHashMap;
use unspool_ir::arithmetic::mask;

use super::cells::{CellId, Cells, ClassId};
use super::components;
use super::interned::{RangeId, RangeTable};
use super::range::{Range, signed_maximum, signed_minimum};
use super::state::Growth;
use super::summaries::Summaries;
use crate::numbering::Numbering;

/// The stores of a thread, or of all, into shared memory.
#[derive(Clone, Default)]
pub struct StoreLog {
    /// By class: the join of what stores that do not grow store.
    settled: FxHashMap<ClassId, RangeId>,
    /// By the classes loaded from and stored to.
    growing: FxHashMap<(ClassId, ClassId), Stores>,
}

#[derive(Clone, Copy)]
struct Stores {
    up: i128,
    down: i128,
    stored: RangeId,
}

impl StoreLog {
    /// An instruction of the class stores a value. `widths`: of all classes.
    pub fn note(
        &mut self,
        class: ClassId,
        stored: RangeId,
        growth: Option<Growth>,
        widths: &[u32],
        table: &mut RangeTable,
    ) {
        let width = |class: ClassId| widths[class.index()];
        match growth.filter(|growth| width(growth.class) == width(class)) {
            None => self.add_settled(class, stored, table),
            Some(growth) => {
                let stores = Stores {
                    up: i128::from(growth.high.max(0)),
                    down: -i128::from(growth.low.min(0)),
                    stored,
                };
                self.add_growing((growth.class, class), &stores, table);
            }
        }
    }

    /// Those of several threads together.
    pub fn of_all(logs: &[StoreLog], table: &mut RangeTable) -> StoreLog {
        let mut all = StoreLog::default();
        for log in logs {
            for (&class, &stored) in &log.settled {
                all.add_settled(class, stored, table);
            }
            for (&classes, stores) in &log.growing {
                all.add_growing(classes, stores, table);
            }
        }
        all
    }

    fn add_settled(&mut self, class: ClassId, stored: RangeId, table: &mut RangeTable) {
        let settled = self.settled.entry(class).or_insert(RangeId::NOTHING);
        *settled = table.join(*settled, stored);
    }

    fn add_growing(&mut self, classes: (ClassId, ClassId), new: &Stores, table: &mut RangeTable) {
        let nothing = Stores {
            up: 0,
            down: 0,
            stored: RangeId::NOTHING,
        };
        let stores = self.growing.entry(classes).or_insert(nothing);
        // Each is below 2^63, and more than 2^63 instructions do not fit in memory.
        stores.up += new.up;
        stores.down += new.down;
        stores.stored = table.join(stores.stored, new.stored);
    }

    /// By cell: what its contents are certainly within, where counting says so.
    pub fn caps(
        &self,
        cells: &Cells,
        summaries: &Summaries,
        table: &mut RangeTable,
    ) -> Vec<Option<Range>> {
        let mut caps = vec![None; cells.cells.len()];
        let graph = Graph::of(self, cells);
        let components = components::of(&graph.successors);
        let mut groups: Vec<Group> = vec![Group::default(); components.count];
        for (node, &component) in graph.nodes.list().iter().zip(&components.of_node) {
            let group = &mut groups[component as usize];
            match *node {
                Node::Cell(cell) => group.cells.push(cell),
                Node::Loads(class) => group.cells.extend(&cells.class(class).cells),
                Node::Stores(_) => {}
            }
        }
        let component_of = |node: Node| {
            let number = graph.nodes.known(node)?;
            Some(components.of_node[number as usize])
        };
        for (&(from, to), stores) in &self.growing {
            let Some(component) = component_of(Node::Stores(to)) else {
                continue;
            };
            let group = &mut groups[component as usize];
            if component_of(Node::Loads(from)) == Some(component) {
                group.is_cycle = true;
                group.up += stores.up;
                group.down += stores.down;
            } else {
                group.settled = table.join(group.settled, stores.stored);
            }
        }
        for (component, mut group) in groups.into_iter().enumerate() {
            if !group.is_cycle {
                continue;
            }
            group.cells.sort_unstable();
            group.cells.dedup();
            let is_inside =
                |class: ClassId| component_of(Node::Stores(class)) == Some(component as u32);
            let settled = self.settled_contents(cells, summaries, &group, &is_inside, table);
            let settled = settled.and_then(|id| table.get(id));
            let cap = settled.and_then(|settled| grown(settled, group.down, group.up));
            for cell in group.cells {
                caps[cell.index()] = cap;
            }
        }
        caps
    }

    /// What the cells contain if no growing store inside the group is executed. None if they are not all of one kind.
    fn settled_contents(
        &self,
        cells: &Cells,
        summaries: &Summaries,
        group: &Group,
        is_inside: &impl Fn(ClassId) -> bool,
        table: &mut RangeTable,
    ) -> Option<RangeId> {
        let bits = cells.cell(*group.cells.first()?).shape.bits;
        let mut settled = group.settled;
        for &cell in &group.cells {
            if cells.cell(cell).shape.bits != bits {
                return None;
            }
            settled = table.join(settled, summaries.initial(cell));
            for (other, same) in summaries.windows.overlaps(cells, cell) {
                for &class in &cells.users[other.index()] {
                    let written = summaries.written[class.index()];
                    if written == RangeId::NOTHING {
                        continue;
                    }
                    if !same {
                        return None;
                    }
                    let stored = match is_inside(class) {
                        true => self.settled.get(&class).copied(),
                        false => Some(written),
                    };
                    settled = table.join(settled, stored.unwrap_or(RangeId::NOTHING));
                }
            }
        }
        Some(settled)
    }
}

/// Cells among which values grow.
#[derive(Clone)]
struct Group {
    cells: Vec<CellId>,
    is_cycle: bool,
    up: i128,
    down: i128,
    /// What is stored into them that grew elsewhere.
    settled: RangeId,
}

impl Default for Group {
    fn default() -> Self {
        Group {
            cells: Vec::new(),
            is_cycle: false,
            up: 0,
            down: 0,
            settled: RangeId::NOTHING,
        }
    }
}

/// Bounds moved apart, in each of the two orders in which that fits.
fn grown(settled: &Range, down: i128, up: i128) -> Option<Range> {
    let width = settled.width();
    let mut cap = Range::top(width);
    let (low, high) = settled.signed_bounds();
    if let (Some(low), Some(high)) = (low.checked_sub(down), high.checked_add(up))
        && low >= signed_minimum(width)
        && high <= signed_maximum(width)
    {
        cap = cap.and_signed(low, high)?;
    }
    let (low, high) = settled.unsigned_bounds();
    if let (Some(low), Some(high)) = (low.checked_sub(down as u128), high.checked_add(up as u128))
        && high <= mask(width)
    {
        cap = cap.and_unsigned(low, high)?;
    }
    Some(cap)
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Node {
    Cell(CellId),
    /// What the loads of a class give.
    Loads(ClassId),
    /// Where the stores of a class go.
    Stores(ClassId),
}

/// How values get from cell to cell by growing stores.
#[derive(Default)]
struct Graph {
    nodes: Numbering<Node>,
    successors: Vec<Vec<u32>>,
}

impl Graph {
    fn of(log: &StoreLog, cells: &Cells) -> Graph {
        let mut targets: FxHashMap<ClassId, Vec<ClassId>> = FxHashMap::default();
        let mut sorted: Vec<(ClassId, ClassId)> = log.growing.keys().copied().collect();
        sorted.sort_unstable();
        for (from, to) in sorted {
            targets.entry(from).or_default().push(to);
        }
        let mut graph = Graph::default();
        let mut starts: Vec<ClassId> = targets.keys().copied().collect();
        starts.sort_unstable();
        for class in starts {
            graph.nodes.number(Node::Loads(class));
        }
        let mut next = 0;
        while next < graph.nodes.list().len() {
            let successors: Vec<Node> = match graph.nodes.list()[next] {
                Node::Loads(class) => {
                    let to = targets.get(&class).map_or(&[][..], Vec::as_slice);
                    to.iter().map(|&class| Node::Stores(class)).collect()
                }
                Node::Stores(class) => {
                    let to = &cells.class(class).cells;
                    to.iter().map(|&cell| Node::Cell(cell)).collect()
                }
                Node::Cell(cell) => {
                    let overlaps = cells.overlaps[cell.index()].iter();
                    let users = overlaps.flat_map(|o| &cells.users[o.with.index()]);
                    let loads = users.filter(|class| targets.contains_key(class));
                    loads.map(|&class| Node::Loads(class)).collect()
                }
            };
            let successors = successors
                .into_iter()
                .map(|n| graph.nodes.number(n))
                .collect();
            graph.successors.push(successors);
            next += 1;
        }
        graph
    }
}
